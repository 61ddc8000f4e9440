"""Mistakes of article 3's listing, each in a case by hand."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from ellipses import TURNED, UPRIGHT, asked

from playground.collision.articles.point_ellipse import (
    INSIDE_LOST_BY_ROUNDING,
    ON_EDGE,
    PHANTOM_HIT_BY_ROUNDING,
    POINT_MOVED_BY_ROUNDING,
    RADIUS_RATIO_TOO_LARGE,
    TOO_SMALL,
    ZERO_RADIUS_ACCEPTED,
)
from playground.scene import NO_KIND_INDEX, Regions
from playground.scene.params import with_values
from playground.scene.solution import solve_scene
from scenes.point_ellipse import SCENE
from scenes.point_ellipse.params import PointEllipseParams

SINGLE, DOUBLE = np.float32, np.float64
BOTH = (SINGLE, DOUBLE)


def names(found: Regions) -> set[str]:
    return {found.kinds[i].name for i in np.unique(found.index) if i != NO_KIND_INDEX}


def test_the_listings_own_numbers_come_first() -> None:
    """It is TypeScript, whose numbers are float64."""
    assert SCENE.listing.dtypes == (DOUBLE, SINGLE)


@pytest.mark.parametrize(
    ("changes", "dtypes", "kind"),
    [
        ({"point": (4.0, 1.0)}, BOTH, ON_EDGE.name),
        ({"point": (2.0, 2.0)}, BOTH, ON_EDGE.name),
        # 1e-9 is less than the 2e-7 between the float32 next to 4.
        ({"point": (4.0 - 1e-9, 1.0)}, [SINGLE], INSIDE_LOST_BY_ROUNDING.name),
        # 4 + 0.9 u rounds to 4, its neighbour being 2 u away; 2 + 0.75 u to 2 + u.
        (
            {"point": (4.0 + 0.9 * 2**-22, 1.0), "radii": (2.0 + 0.75 * 2**-22, 1.0)},
            [SINGLE],
            PHANTOM_HIT_BY_ROUNDING.name,
        ),
        ({"point": (2.0, 1.0), "radii": (1e-170, 1.0)}, BOTH, TOO_SMALL.name),
        ({"point": (2.0, 1.0), "radii": (1e-30, 1.0)}, [SINGLE], TOO_SMALL.name),
        (
            {"point": (3.0, 1.0), "radii": (2.0, 1e-310)},
            BOTH,
            RADIUS_RATIO_TOO_LARGE.name,
        ),
        (
            {"point": (3.0, 1.0), "radii": (2.0, 1e-50)},
            [SINGLE],
            RADIUS_RATIO_TOO_LARGE.name,
        ),
        ({"radii": (2.0, 0.0)}, BOTH, ZERO_RADIUS_ACCEPTED.name),
        ({"radii": (0.0, 2.0), "point": (9.0, 9.0)}, BOTH, ZERO_RADIUS_ACCEPTED.name),
        # 3 along a needle at 30 degrees: y, 0 in truth, is 1e-8 in float32, times 8e5.
        (
            {
                "point": (2.0 + 1.5 * 3**0.5, 2.5),
                "radii": (8.0, 1e-5),
                "angle": math.pi / 6,
            },
            [SINGLE],
            POINT_MOVED_BY_ROUNDING.name,
        ),
    ],
)
def test_each_kind_of_mistake(
    changes: dict[str, object], dtypes: list[type], kind: str
) -> None:
    found = solve_scene(SCENE, with_values(UPRIGHT, **changes))
    for dtype in dtypes:
        assert found.mistakes(dtype).name() == kind
    for dtype in set(BOTH) - set(dtypes):
        assert found.mistakes(dtype).index == NO_KIND_INDEX


@pytest.mark.parametrize("name", SCENE.cases)
def test_a_case_shows_the_mistake_that_it_names_and_no_other(name: str) -> None:
    case, solution = SCENE.cases[name], asked(name)
    comparison = solution.listing_verdict(DOUBLE)
    assert comparison.kind == solution.mistakes(DOUBLE).name() == case.mistake
    assert comparison.agrees == (not case.mistake)
    assert bool(comparison.why) == (comparison.step > 0) == bool(case.mistake)
    if case.mistake:
        inside = case.mistake == PHANTOM_HIT_BY_ROUNDING.name
        assert comparison.answer == ("inside" if inside else "outside")


@pytest.mark.parametrize(
    ("changes", "dtype", "word", "step"),
    [
        ({"point": (4.0, 1.0)}, DOUBLE, "compares with <", 5),
        ({"point": (2.0, 1.0), "radii": (1e-170, 1.0)}, DOUBLE, "is 0 in float64", 5),
        ({"point": (2.0, 1.0), "radii": (1e-30, 1.0)}, SINGLE, "is 0 in float32", 5),
        ({"point": (2.0, 1.0), "radii": (2.0, 1e-50)}, SINGLE, "dividing by it", 4),
        ({"point": (3.0, 1.0), "radii": (2.0, 1e-310)}, DOUBLE, "too large", 4),
        ({"point": (4.0 - 1e-9, 1.0)}, SINGLE, "rounding error of float32", 5),
        ({"radii": (2.0, 0.0)}, SINGLE, "infinity times 0", 4),
        ({"radii": (0.0, 1.0)}, DOUBLE, "less than rx · rx = 0", 4),
    ],
)
def test_why_the_article_differs(
    changes: dict[str, object], dtype: type, word: str, step: int
) -> None:
    comparison = solve_scene(SCENE, with_values(UPRIGHT, **changes)).listing_verdict(
        dtype
    )
    assert (comparison.agrees, comparison.step) == (False, step)
    assert word in comparison.why


def test_a_needle_magnifies_the_rounding_of_float32() -> None:
    p = with_values(TURNED, point=(2.0 + 3**0.5, 2.0), radii=(8.0, 1e-5))
    comparison = solve_scene(SCENE, p).listing_verdict(SINGLE)
    assert (comparison.agrees, comparison.step) == (False, 4)
    assert "enlarges" in comparison.why


@pytest.mark.slow
def test_the_article_agrees_if_answer_and_last_point_are_right() -> None:
    random = np.random.default_rng(3)
    seen = set()
    for _ in range(600):
        point, center = random.integers(-5, 6, (2, 2)) / 2.0
        radii = random.choice([1e-4, 0.5, 1.0, 2.5], 2)
        angle = float(random.choice([0.0, math.pi / 2, random.uniform(-3.0, 3.0)]))
        vectors = (tuple(map(float, v)) for v in (point, center, radii))
        p = PointEllipseParams(*vectors, angle)
        exact, _ = by_hand(p, np.longdouble)
        truth = truly_inside(p)
        for dtype in BOTH:
            comparison = solve_scene(SCENE, p).listing_verdict(dtype)
            end, inside = by_hand(p, dtype)
            assert comparison.answer == ("inside" if inside else "outside")
            share = 1e-5 if dtype is SINGLE else 1e-12
            size = max(map(abs, (*p.point, *p.center, *p.radii, *map(float, exact))))
            off = np.abs(exact - end.astype(np.longdouble)).max() / (share * size)
            # In the last digit of the tolerance either is right.
            if not 0.99 < off < 1.01:
                assert comparison.agrees == bool(off <= 1.0 and inside == truth), p
            seen.add(comparison.agrees)
    assert seen == {True, False}


def turn(p: PointEllipseParams) -> tuple[float, float]:
    """Return cosine and sine, exact for a quarter turn."""
    if p.angle == math.pi / 2:
        return 0.0, 1.0
    return float(np.cos(p.angle)), float(np.sin(p.angle))


def truly_inside(p: PointEllipseParams) -> bool:
    """Return whether x²/rx² + y²/ry² <= 1."""
    c, s = map(Fraction, turn(p))
    dx, dy = (Fraction(a) - Fraction(b) for a, b in zip(p.point, p.center, strict=True))
    rx, ry = map(Fraction, p.radii)
    return ((c * dx + s * dy) / rx) ** 2 + ((c * dy - s * dx) / ry) ** 2 <= 1


def by_hand(p: PointEllipseParams, number: type) -> tuple[np.ndarray, bool]:
    """Return the article's point and answer by its three moves."""
    (x, y), (cx, cy), (rx, ry) = (
        tuple(number(v) for v in pair) for pair in (p.point, p.center, p.radii)
    )
    angle = np.float64(number(p.angle))
    c, s = number(np.cos(angle)), number(np.sin(angle))
    if number is np.longdouble:
        c, s = map(number, turn(p))
    px = (x - cx) * c + (y - cy) * s
    py = (rx / ry) * (-(x - cx) * s + (y - cy) * c)
    return np.array([px, py]), bool(px * px + py * py < rx * rx)


def test_the_edge_that_the_article_misses_shows_as_two_lines_of_cells() -> None:
    """With angle 0 and y at 1 of 1.25, the edge is 1.5 from the centre, exactly."""
    preset = SCENE.listing.preset
    assert (preset.case, preset.x, preset.y) == (
        "On the boundary",
        "point.y",
        "center.y",
    )
    p = SCENE.cases["On the boundary"].params
    x = np.arange(-64, 65) / 16
    found = solve_scene(
        SCENE, replace(p, point=(x[:, None], 2.0), center=(x[None, :], 1.0))
    )
    edge = np.abs(x[:, None] - x[None, :]) == 1.5
    for dtype in BOTH:
        mistakes = found.mistakes(dtype)
        assert names(mistakes) == {ON_EDGE.name}
        assert np.array_equal(mistakes.index != NO_KIND_INDEX, edge)
    assert names(found.regions) == {"Inside", "On the edge", "Outside"}


def test_float32_loses_cells_near_the_edge_only() -> None:
    """At 16 and beyond two float32 are 2e-6 apart, so a small ellipse is coarse."""
    p = with_values(UPRIGHT, center=(17.0, 17.0), radii=(2e-4, 1e-4), angle=0.4)
    offset = np.linspace(-2.5e-4, 2.5e-4, 201)
    many = solve_scene(
        SCENE, replace(p, point=(17.0 + offset[None, :], 17.0 + offset[:, None]))
    )
    single = many.mistakes(SINGLE)
    assert (
        {INSIDE_LOST_BY_ROUNDING.name, PHANTOM_HIT_BY_ROUNDING.name}
        <= names(single)
        <= {
            INSIDE_LOST_BY_ROUNDING.name,
            PHANTOM_HIT_BY_ROUNDING.name,
            POINT_MOVED_BY_ROUNDING.name,
        }
    )
    (distance,) = (many.value(q) for q in SCENE.answer.maps if q.name == "Distance")
    kinds = [kind.name for kind in single.kinds]
    for kind, inside in (
        (INSIDE_LOST_BY_ROUNDING.name, True),
        (PHANTOM_HIT_BY_ROUNDING.name, False),
    ):
        wrong = distance[single.index == kinds.index(kind)]
        assert np.abs(wrong).max() < 4e-6
        assert ((wrong <= 0.0) == inside).all()
    assert (many.mistakes(DOUBLE).index == NO_KIND_INDEX).all()
