"""Answer by hand, in batches, and in other number types."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from discs import asked, case, exact

from playground.scene import Decision, NumberType
from scenes.circle_rect import SCENE
from scenes.circle_rect.params import CircleRectParams

DISTANCE = next(q for q in SCENE.answer.quantities if q.name == "Distance")


def decided(p: CircleRectParams, number: NumberType) -> Decision:
    return SCENE.precision_formula.decide(p, number)


def test_cases_by_hand() -> None:
    # The corner (2, 1) is (0.75, 0.5) from (2.75, 1.5).
    corner = exact("Upright corner")
    assert float(corner.depth) == pytest.approx(1.25 - math.hypot(0.75, 0.5))
    assert tuple(corner.closest) == pytest.approx((2.0, 1.0))
    # 0.75 below the top, and the radius beyond.
    assert float(exact("Inside").depth) == pytest.approx(1.5)
    assert tuple(exact("Inside").normal) == pytest.approx((0.0, 1.0))
    # Upright, the bar reaches x = 0.4; the disc's centre is at 0.5.
    assert float(exact("Quarter turn, article misses").depth) == pytest.approx(1.1)
    assert float(exact("Touching a corner").distance) == 0.0
    assert float(exact("Quarter turn, article hits").distance) == pytest.approx(
        2 - 0.4 - 1.2
    )


def test_the_rows_by_hand() -> None:
    rows = {row.name: row.value for row in asked(case("Upright corner")).rows}
    assert (rows["Hit"], rows["Feature"]) == ("yes", "corner")
    assert rows["Closest point Q"] == (2.0, 1.0)
    assert rows["Local centre C′"] == rows["Offset q"] == (2.75, 1.5)
    assert rows["Excess e"] == (0.75, 0.5)
    assert rows["Corner lower left"] == (-2.0, -1.0)
    assert rows["Corner upper left"] == (-2.0, 1.0)
    apart = {row.name: row.value for row in asked(case("Miss")).rows}
    assert (apart["Hit"], apart["Depth"]) == ("no", 0.0)


@pytest.mark.parametrize(
    ("degrees", "c", "s"), [(0, 1, 0), (90, 0, 1), (180, -1, 0), (-90, 0, -1)]
)
def test_what_touches_a_bar_touches_it_after_a_quarter_turn(
    degrees: int, c: int, s: int
) -> None:
    p = CircleRectParams(
        (3.5 * c, 3.5 * s),
        0.5,
        (0.0, 0.0),
        (0.0, 0.0),
        (3.0, 1.0),
        math.radians(degrees),
    )
    verdict = asked(p).verdict
    assert verdict.text == "Touch"


def test_the_values_of_a_row_of_centres() -> None:
    x = np.array([0.0, 2.25, 4.0])
    row = asked(replace(case("Inside"), center=(x, 0.0), radius=0.5))
    distance, depth = SCENE.answer.maps
    assert (distance.label, depth.label) == ("Distance g (m)", "Depth (m)")
    assert row.value(distance) == pytest.approx([-1.5, -0.25, 1.5])
    assert row.value(depth) == pytest.approx([1.5, 0.25, math.nan], nan_ok=True)


def test_the_zones_of_a_row_of_centres() -> None:
    # Half extents 2 and 1; a centre on the corner's own point counts to the corner.
    x, y = np.array([0.0, 0.0, 3.0, 2.0]), np.array([0.0, 1.5, 1.5, 1.0])
    zones = asked(replace(case("Inside"), center=(x, y))).zones
    assert [zones.kinds[i].name for i in zones.index] == [
        "the centre is inside",
        "a side is nearest",
        "a corner is nearest",
        "a corner is nearest",
    ]


@pytest.mark.parametrize("degrees", range(-180, 181, 15))
def test_fractions_decide_a_rounded_touch_as_the_core_does(degrees: int) -> None:
    # A touch along the bar, but for what the cosine, sine and products are rounded by.
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    for out in (2.0, math.nextafter(2.0, 0.0), math.nextafter(2.0, 3.0)):
        p = CircleRectParams(
            (out * c, out * s),
            1.0,
            (0.0, 0.0),
            (0.0, 0.0),
            (1.0, 0.5),
            math.radians(degrees),
        )
        assert decided(p, Fraction).hit == asked(p).result.hit


def test_the_two_sides_of_the_test_by_hand() -> None:
    # The corner (2, 1) is (0.75, 1) from the centre: 0.5625 + 1 against 1.25 squared.
    d = decided(case("Touching a corner"), Fraction)
    assert (d.hit, d.left, d.right) == (True, Fraction(25, 16), Fraction(25, 16))
    farther = replace(case("Touching a corner"), center=(2.75 + 1e-9, 2.0))
    numbers = (np.float32, np.float64, Fraction)
    assert [decided(farther, n).hit for n in numbers] == [True, False, False]
