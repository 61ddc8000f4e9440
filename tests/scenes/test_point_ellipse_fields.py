"""The kinds of mistakes in article 3's listing, each by a case worked out by hand."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from playground.scene.params import with_values
from playground.scene.regions import NONE, Regions
from scenes import _ellipse_mistakes as mistakes
from scenes.point_ellipse import (
    EDGE,
    INSIDE,
    OUTSIDE,
    REFUSED,
    PointEllipseParams,
    PointEllipseScene,
)

SCENE = PointEllipseScene()
# Its right tip is (4, 1).
UPRIGHT = PointEllipseParams(
    point=(4.0, 1.0), center=(2.0, 1.0), radii=(2.0, 1.0), angle=0.0
)
BOTH = (True, False)


def names(found: Regions) -> set[str]:
    return {found.kinds[i].name for i in np.unique(found.index) if i != NONE}


@pytest.mark.parametrize(
    ("changes", "singles", "kind"),
    [
        ({}, BOTH, mistakes.ON_EDGE),
        ({"point": (2.0, 2.0)}, BOTH, mistakes.ON_EDGE),
        # 1e-9 is less than the 2e-7 between the float32 next to 4.
        ({"point": (4.0 - 1e-9, 1.0)}, [True], mistakes.LOST),
        # 4 + 0.9 u rounds to 4, its neighbour being 2 u away; 2 + 0.75 u to 2 + u.
        (
            {"point": (4.0 + 0.9 * 2**-22, 1.0), "radii": (2.0 + 0.75 * 2**-22, 1.0)},
            [True],
            mistakes.INVENTED,
        ),
        ({"point": (2.0, 1.0), "radii": (1e-170, 1.0)}, BOTH, mistakes.TOO_SMALL),
        ({"point": (2.0, 1.0), "radii": (1e-30, 1.0)}, [True], mistakes.TOO_SMALL),
        ({"point": (3.0, 1.0), "radii": (2.0, 1e-310)}, BOTH, mistakes.TOO_SMALL),
        ({"point": (3.0, 1.0), "radii": (2.0, 1e-50)}, [True], mistakes.TOO_SMALL),
        ({"radii": (2.0, 0.0)}, BOTH, mistakes.FLAT),
        ({"radii": (0.0, 2.0), "point": (9.0, 9.0)}, BOTH, mistakes.FLAT),
        # 3 along a needle at 30 degrees: y, 0 in truth, is 1e-8 in float32, times 8e5.
        (
            {
                "point": (2.0 + 1.5 * 3**0.5, 2.5),
                "radii": (8.0, 1e-5),
                "angle": math.pi / 6,
            },
            [True],
            mistakes.MOVED,
        ),
    ],
)
def test_each_kind_of_mistake(
    changes: dict[str, object], singles: list[bool], kind: object
) -> None:
    p = with_values(UPRIGHT, **changes)
    for single in singles:
        assert SCENE.mistakes(p, single=single).name() == kind.name
    for single in set(BOTH) - set(singles):
        assert SCENE.mistakes(p, single=single).index == NONE


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("On the boundary", mistakes.ON_EDGE),
        ("Too thin to square", mistakes.TOO_SMALL),
        ("No height", mistakes.FLAT),
        ("No width", mistakes.FLAT),
    ],
)
def test_the_kind_of_each_case_that_differs(name: str, kind: object) -> None:
    p = SCENE.cases[name].params
    for single in BOTH:
        assert SCENE.mistakes(p, single=single).name() == kind.name


def test_kinds_differ_in_name_and_colour() -> None:
    for kinds in (
        SCENE.regions(UPRIGHT).kinds,
        SCENE.mistakes(UPRIGHT, single=True).kinds,
    ):
        assert len({kind.name for kind in kinds}) == len(kinds)
        assert len({kind.role for kind in kinds}) == len(kinds)


def test_the_edge_that_the_article_misses_shows_as_two_lines_of_cells() -> None:
    """With angle 0 and y at 1 of 1.25, the edge is 1.5 from the centre, exactly."""
    p = SCENE.cases["On the boundary"].params
    x = np.arange(-64, 65) / 16
    moved = replace(p, point=(x[:, None], 2.0), center=(x[None, :], 1.0))
    for single in BOTH:
        found = SCENE.mistakes(moved, single=single)
        edge = np.abs(x[:, None] - x[None, :]) == 1.5
        assert names(found) == {mistakes.ON_EDGE.name}
        assert np.array_equal(found.index != NONE, edge)
    assert {EDGE, INSIDE, OUTSIDE} == names(SCENE.regions(moved))


def test_float32_loses_cells_near_the_edge_only() -> None:
    """At 16 and beyond two float32 are 2e-6 apart, so a small ellipse is coarse."""
    p = with_values(UPRIGHT, center=(17.0, 17.0), radii=(2e-4, 1e-4), angle=0.4)
    offset = np.linspace(-2.5e-4, 2.5e-4, 201)
    moved = replace(p, point=(17.0 + offset[None, :], 17.0 + offset[:, None]))
    single = SCENE.mistakes(moved, single=True)
    rounded = {mistakes.LOST.name, mistakes.INVENTED.name}
    assert rounded <= names(single) <= rounded | {mistakes.MOVED.name}
    distance = SCENE.quantities(moved)["Distance d (m)"]
    wrong = np.isin(
        single.index,
        [single.kinds.index(k) for k in (mistakes.LOST, mistakes.INVENTED)],
    )
    assert np.abs(distance[wrong]).max() < 4e-6
    inside = {mistakes.LOST.name: True, mistakes.INVENTED.name: False}
    for i, kind in enumerate(single.kinds):
        if kind.name in inside:
            assert ((distance[single.index == i] <= 0.0) == inside[kind.name]).all()
    assert (SCENE.mistakes(moved, single=False).index == NONE).all()


def test_a_segment_is_refused_and_has_no_values() -> None:
    p = replace(UPRIGHT, radii=(np.array([[0.0, 1.0]]), np.array([[0.0], [1.0]])))
    found = SCENE.regions(p)
    flat = np.array([[True, True], [True, False]])
    refused = [kind.name for kind in found.kinds].index(REFUSED)
    assert np.array_equal(found.index == refused, flat)
    for values in SCENE.quantities(p).values():
        assert np.array_equal(np.isnan(values), flat)


def test_values_of_an_upright_ellipse() -> None:
    p = replace(UPRIGHT, point=(np.array([2.0, 4.0, 5.0]), 1.0))
    distance, level = SCENE.quantities(p).values()
    assert distance == pytest.approx([-1.0, 0.0, 1.0])
    assert level == pytest.approx([0.0, 1.0, 1.5])


def test_the_decision_compares_squares() -> None:
    # P′ is (1, 2 · 0.5), rx is 2.
    p = with_values(UPRIGHT, point=(3.0, 1.5))
    decision = SCENE.decide(p, Fraction)
    assert (decision.hit, decision.left, decision.right) == (True, 2, 4)
    over = with_values(UPRIGHT, point=(math.nextafter(4.0, 5.0), 1.0))
    assert not SCENE.decide(over, Fraction).hit
    assert SCENE.decide(over, np.float32).hit


@pytest.mark.parametrize("name", ["No height", "No width"])
@pytest.mark.parametrize("number", [np.float32, np.float64, Fraction])
def test_of_a_segment_nothing_is_decided(name: str, number: type) -> None:
    assert SCENE.decide(SCENE.cases[name].params, number) is None


def test_exact_numbers_decide_at_the_last_bit_as_the_core_does() -> None:
    """Points rounded from the edge of turned ellipses."""
    random, hits = np.random.default_rng(5), []
    for _ in range(300):
        angle, s = random.uniform(-3.0, 3.0, 2)
        rx, ry = random.uniform(0.2, 4.0, 2)
        x, y = rx * math.cos(s), ry * math.sin(s)
        c, t = math.cos(angle), math.sin(angle)
        p = PointEllipseParams(
            point=(2.0 + c * x - t * y, 1.0 + t * x + c * y),
            center=(2.0, 1.0),
            radii=(rx, ry),
            angle=angle,
        )
        hit = SCENE.decide(p, Fraction).hit
        assert hit == SCENE.verdict(p, SCENE.solve(p)).hit
        assert hit == (SCENE.regions(p).name() in (INSIDE, EDGE))
        hits.append(hit)
    assert 50 < sum(hits) < 250
