"""Precision panel: three number types against values by hand, and last bits."""

import math
import struct
from dataclasses import dataclass, replace
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.analysis.curve import Axis
from playground.analysis.precision import (
    FLOAT_TYPES,
    find_edge,
    readings,
    step_to_next_float,
    steppable_axes,
)
from playground.scene.params import Params, Vec2, angle, point, slider, time
from playground.scene.scene import Case, Decision, PrecisionFormula, Scene, cases
from scenes import SCENES

BY_ID = {scene.id: scene for scene in SCENES}
SINGLE, _ = FLOAT_TYPES


@dataclass(frozen=True)
class Square(Params):
    side: float = slider(1.5, 0.0, 9.0, label="s")
    at: Vec2 = point(0.0, 0.0, label="P", limit=20.0)
    turn: float = angle(0.5, label="a")
    moment: float = time(0.0, 0.0, 1.0, label="t")


def square(p, number):
    """Decide whether s² <= 2."""
    left, right = number(p.side) * number(p.side), number(2)
    return Decision(bool(left <= right), left, right)


def refuse(p):
    if p.at[0] < -1.0:
        raise ValueError("x must be at least -1")


def square_scene(decide=square) -> Scene:
    """Return a scene that refuses x < -1, and in which y has no effect."""
    return Scene(
        id="square",
        title="Square",
        params=Square,
        cases=cases(Case("One", Square(), "A square.")),
        solve=refuse,
        picture=lambda p, r, out: None,
        precision_formula=PrecisionFormula("s² ≤ 2", decide),
    )


def said(side):
    return {r.name: r for r in readings(square_scene(), Square(side=side))}


# The float64 numbers on both sides of the root of 2 = 1.41421356237309504880...
BELOW = 1.4142135623730949
ABOVE = 1.4142135623730951


def by_hand(side: float, unit_power: int) -> float:
    """Return 2 - s² in units of 2^unit_power, to fifty digits."""
    with localcontext() as context:
        context.prec = 120
        return float((2 - Decimal(side) ** 2) / Decimal(2) ** unit_power)


@pytest.mark.parametrize("side", [BELOW, ABOVE, 1.25, 1.5, 3.7])
def test_the_exact_verdict_and_gap_are_those_of_decimal_numbers(side):
    # The unit of a float64 in [2, 4) is 2^-51; of 1.5² = 2.25 too, of 3.7² 2^-49.
    power = -49 if side == 3.7 else -51
    exact = said(side)["exact"]
    assert exact.hit is (Decimal(side) ** 2 <= 2)
    assert exact.gap == pytest.approx(by_hand(side, power), rel=1e-15)


def test_float64_rounds_the_squares_beside_the_root_of_two():
    # 2 is the larger side, and its unit 2^-51; just below 2 the unit is half of that.
    below, above = said(BELOW)["float64"], said(ABOVE)["float64"]
    assert (below.hit, below.gap) == (True, 1.0)
    assert (above.hit, above.gap) == (False, -1.0)


def test_float32_does_not_tell_neighbours_of_float64_apart():
    # In float32 both are 1.41421354, whose square rounds to 1.99999988 = 2 - 2^-23.
    for side in (BELOW, ABOVE):
        single = said(side)["float32"]
        assert (single.hit, single.gap) == (True, 0.5)


def test_two_equal_sides_have_no_gap():
    nothing = square_scene(lambda p, number: Decision(True, number(0), number(0)))
    assert [r.gap for r in readings(nothing, Square())] == [0.0, 0.0, 0.0]


def test_what_overflows_has_no_gap_and_exact_numbers_do_not_overflow():
    def huge(p, number):
        left = number(2.0**1000) if number is not np.float32 else np.float32(np.inf)
        return Decision(bool(left * left <= left), left * left, left)

    single, double, exact = readings(square_scene(huge), Square())
    assert math.isnan(single.gap)
    assert math.isnan(double.gap) or math.isinf(double.gap)
    # 2^2000 has the unit 2^1948, so 2^1000 - 2^2000 is -2^52 of them.
    assert exact.gap == -(2.0**52)


def test_what_else_fails_is_said():
    def late(p, number):
        return Decision(False, number(1), number(2), "too late")

    assert {r.failing for r in readings(square_scene(late), Square())} == {"too late"}


def test_without_a_lens_or_a_decision_there_is_nothing_to_read():
    assert readings(replace(square_scene(), precision_formula=None), Square()) == []
    assert readings(square_scene(lambda p, number: None), Square()) == []


def bits(value: float, number: type) -> int:
    """Return a float's index among the floats of its type, counted from zero."""
    codes = "<f", "<i", 31
    if number is np.float64:
        codes = "<d", "<q", 63
    place = struct.unpack(codes[1], struct.pack(codes[0], value))[0]
    return place if place >= 0 else -(place & (1 << codes[2]) - 1)


@pytest.mark.parametrize("number", FLOAT_TYPES)
@pytest.mark.parametrize("direction", [-1, 1])
@given(value=st.floats(-20.0, 20.0, width=32).filter(lambda x: abs(x) < 20.0))
def test_a_step_leads_to_the_neighbour(number, direction, value):
    before = Square(at=(3.0, value))
    after = step_to_next_float(before, Axis("at", 1), number, direction)
    assert after == replace(before, at=(3.0, after.at[1]))
    assert bits(after.at[1], number) == bits(value, number) + direction


@pytest.mark.parametrize("number", FLOAT_TYPES)
@pytest.mark.parametrize(
    ("axis", "low", "high"),
    [
        (Axis("side"), 0.0, 9.0),
        (Axis("at", 0), -20.0, 20.0),
        (Axis("turn"), -math.pi, math.pi),
    ],
)
def test_a_step_stays_within_the_limits(number, axis, low, high):
    for end, direction in ((low, -1), (high, 1)):
        params = replace(Square(), **{axis.name: axis.replace_component(Square(), end)})
        for _ in range(2):
            params = step_to_next_float(params, axis, number, direction)
            assert axis.value(params) == end


def test_every_number_but_the_time_can_be_stepped():
    names = [(axis.name, axis.component) for axis in steppable_axes(Square())]
    assert names == [("side", 0), ("at", 0), ("at", 1), ("turn", 0)]


@pytest.mark.parametrize("side", [1.0, BELOW, ABOVE, 1.5, 9.0])
def test_the_edge_of_a_square_of_two_is_the_float_below_its_root(side):
    assert Decimal(BELOW) ** 2 < 2 < Decimal(ABOVE) ** 2
    assert find_edge(square_scene(), Square(side=side), Axis("side")).side == BELOW


def test_params_that_have_no_answer_have_no_edge():
    assert find_edge(square_scene(), Square(at=(-2.0, 0.0)), Axis("side")) is None


def test_the_nearest_of_two_edges_is_taken():
    # A ray along y = 1 meets the circle of radius 1 while |center.y - 1| <= 1.
    scene = BY_ID["ray_circle"]
    for y, expected in ((1.75, 2.0), (0.25, 0.0), (2.5, 2.0)):
        params = scene.params((-4.0, 1.0), (2.0, 0.0), (2.0, y), 1.0)
        assert find_edge(scene, params, Axis("center", 1)).center == (2.0, expected)


def changed(params, axis, value):
    return replace(params, **{axis.name: axis.replace_component(params, value)})


def around(params, axis):
    """Return the params with the floats next to the axis's value."""
    value = axis.value(params)
    ways = (-math.inf, math.inf)
    return [changed(params, axis, math.nextafter(value, way)) for way in ways]


F = Fraction


def falls_onto_the_top(p):
    """Return whether a ball that falls reaches the block's top within the step."""
    bottom = F(p.center[1]) + F(p.velocity[1]) - F(p.radius)
    return bottom <= F(p.block[1]) + F(p.half_extents[1])


def is_beside_the_right_side(p):
    reach = F(p.rect_center[0]) + F(p.half_extents[0]) + F(p.radius)
    return F(p.center[0]) <= reach


def is_in_the_upright_ellipse(p):
    x, y = (F(a) - F(b) for a, b in zip(p.point, p.center, strict=True))
    return (x / F(p.radii[0])) ** 2 + (y / F(p.radii[1])) ** 2 <= 1


KNOWN = [
    ("ball_block", "Top side", {}, "center", 1, falls_onto_the_top),
    ("ball_block", "Top side", {}, "radius", 0, falls_onto_the_top),
    ("ball_block", "Top side", {}, "velocity", 1, falls_onto_the_top),
    (
        "circle_rect",
        None,
        {"angle": 0.0, "rect_center": (0.1, 0.2), "center": (2.9, 0.3), "radius": 0.7},
        "center",
        0,
        is_beside_the_right_side,
    ),
    (
        "point_ellipse",
        None,
        {"angle": 0.0, "center": (0.1, 0.2), "point": (0.3, 0.7), "radii": (2.3, 1.1)},
        "point",
        0,
        is_in_the_upright_ellipse,
    ),
    (
        "sphere_line",
        None,
        {
            "start": (-3.0, 0.0, 0.0),
            "end": (3.0, 0.0, 0.0),
            "line_point": (0.0, 1.3, 1.3),
            "line_direction": (1.0, 0.0, 0.0),
            "radius": 2.5,
        },
        "radius",
        0,
        lambda p: 2 * F(1.3) ** 2 <= F(p.radius) ** 2,
    ),
]


@pytest.mark.parametrize(("scene", "case", "values", "name", "part", "holds"), KNOWN)
def test_the_edge_is_the_last_float_that_meets_the_inequality(
    scene, case, values, name, part, holds
):
    scene, axis = BY_ID[scene], Axis(name, part)
    params = replace(scene.cases[case or scene.first_case_name()].params, **values)
    found = find_edge(scene, params, axis)
    assert changed(found, axis, axis.value(params)) == params
    assert holds(found)
    assert not all(holds(other) for other in around(found, axis))


def test_a_step_skips_no_float32():
    """Of 0.1 the nearest float32 lies above it, so that is the next one up."""
    up = step_to_next_float(Square(side=0.1), Axis("side"), SINGLE, 1).side
    down = step_to_next_float(Square(side=0.1), Axis("side"), SINGLE, -1).side
    assert up == float(np.float32(0.1)) > 0.1
    assert down == float(np.nextafter(np.float32(0.1), np.float32(0.0))) < 0.1
