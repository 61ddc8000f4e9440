"""Mistakes of article 3's listing, each in a case by hand."""

import math
from fractions import Fraction

import numpy as np
import pytest
from ellipses import UPRIGHT

from playground.collision.articles import MistakeKind
from playground.collision.articles.point_ellipse import (
    INSIDE_LOST_BY_ROUNDING,
    PHANTOM_HIT_BY_ROUNDING,
    POINT_MOVED_BY_ROUNDING,
    RADIUS_RATIO_TOO_LARGE,
    TOO_SMALL,
)
from playground.scene.params import with_values
from playground.scene.solution import solve_scene
from scenes.point_ellipse import SCENE
from scenes.point_ellipse.params import PointEllipseParams

SINGLE, DOUBLE = np.float32, np.float64
BOTH = (SINGLE, DOUBLE)
TURN = math.pi / 6


@pytest.mark.parametrize(
    ("changes", "kind", "word"),
    [
        # 1e-9 is less than the 2e-7 between the float32 next to 4.
        ({"point": (4.0 - 1e-9, 1.0)}, INSIDE_LOST_BY_ROUNDING, "rounding error of"),
        # 4 + 0.9 u rounds to 4, its neighbour being 2 u away; 2 + 0.75 u to 2 + u.
        (
            {"point": (4.0 + 0.9 * 2**-22, 1.0), "radii": (2.0 + 0.75 * 2**-22, 1.0)},
            *(PHANTOM_HIT_BY_ROUNDING, "rounding error of float32"),
        ),
        ({"point": (2.0, 1.0), "radii": (1e-30, 1.0)}, TOO_SMALL, "is 0 in float32"),
        (
            {"point": (3.0, 1.0), "radii": (2.0, 1e-50)},
            *(RADIUS_RATIO_TOO_LARGE, "dividing by it"),
        ),
        # 3 along a needle at 30 degrees: y, 0 in truth, is 1e-8 in float32, times 8e5.
        (
            {"point": (2.0 + 1.5 * 3**0.5, 2.5), "radii": (8.0, 1e-5), "angle": TURN},
            *(POINT_MOVED_BY_ROUNDING, "enlarges"),
        ),
    ],
)
def test_each_mistake_of_float32_alone(
    changes: dict[str, object], kind: MistakeKind, word: str
) -> None:
    found = solve_scene(SCENE, with_values(UPRIGHT, **changes))
    assert found.listing_verdict(DOUBLE).agrees
    assert found.listing_verdict(SINGLE).kind == kind.name
    assert word in found.listing_verdict(SINGLE).why


def test_mistakes_that_are_not_of_rounding_are_those_of_float32_too() -> None:
    for name in ("On the boundary", "No height", "No width"):
        found = solve_scene(SCENE, SCENE.cases[name].params)
        assert {found.mistakes(dtype).name() for dtype in BOTH} == {
            SCENE.cases[name].mistake
        }


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
