"""Exact answer of a step: by hand, in batches, in other number types."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from balls import HITS, STEPS, UNIT, asked, ended, hit, hit_case, row, word
from hypothesis import given

from playground.analysis import curve
from playground.scene import Decision, NumberType, point_along
from scenes.ball_block.one_hit import SCENE
from scenes.ball_block.one_hit.params import OneHitParams

ROOT_HALF = math.sqrt(0.5)
FALLING = OneHitParams(
    radius=1.0,
    velocity=(1.0, -1.0),
    block=(0.0, 0.0),
    half_extents=(2.0, 1.0),
    t=0.0,
)


def decided(p: OneHitParams, number: NumberType) -> Decision:
    assert SCENE.precision_formula is not None
    decision = SCENE.precision_formula.decide(p, number)
    assert decision is not None
    return decision


# The block of the cases spans (-1.8, -1.8) to (3, 0.6); r = 0.9.
def test_top_side_by_hand() -> None:
    p = ended("Top side")
    # Not beyond the left side, so measured from the right one.
    assert row(p, "x′") == pytest.approx(-0.2 - 3.0)
    assert row(p, "y′") == pytest.approx(0.35)
    assert (row(p, "vx′"), row(p, "vy′")) == pytest.approx((-2.6, 2.45))
    assert row(p, "Gap at t") == pytest.approx(0.35 - 0.9)
    assert row(p, "Overlap") == pytest.approx(0.9 - 0.35)
    assert row(p, "Velocity by the rule") == (2.6, 2.45)
    assert row(p, "Touch time") == pytest.approx((3.4 - 1.5) / 2.45)
    assert row(p, "Contact") == pytest.approx((-2.8 + 2.6 * 1.9 / 2.45, 0.6))
    assert row(p, "Normal") == (0.0, 1.0)
    assert row(p, "Velocity after") == (2.6, 2.45)
    assert (row(p, "Touched face"), row(p, "Zone")) == ("Top or bottom",) * 2
    assert (row(p, "Rule's decision"), row(p, "Graze")) == ("Top or bottom", "no")


@pytest.mark.parametrize(
    ("name", "x", "y"),
    [
        ("Upper left corner", -1, 1),
        ("Lower right corner", 1, -1),
        ("Upper right corner", 1, 1),
        ("Lower left corner", -1, -1),
    ],
)
def test_a_corner_touched_at_45_degrees_by_hand(name: str, x: int, y: int) -> None:
    p = hit_case(name)
    assert row(p, "Touch time") == pytest.approx(0.75)
    assert row(p, "Normal") == pytest.approx((x * ROOT_HALF, y * ROOT_HALF))
    # (2.2, 1) into the corner comes back as (1, 2.2) out of it.
    assert row(p, "Velocity after") == pytest.approx((x * 1.0, y * 2.2))
    assert row(p, "Velocity by the rule") == pytest.approx((x * 1.0, y * 2.2))
    assert row(p, "Rule's decision") == "Corner"


def test_fast_ball_by_hand() -> None:
    p = hit_case("Fast ball")
    assert (row(p, "Rule's decision"), word(p)) == ("No hit", "Left or right")
    assert row(p, "Touch time") == pytest.approx((4.4 - 0.9 - 0.8) / 8.4)
    assert row(p, "Velocity after") == (-8.4, 1.2)


def test_leaving_called_a_graze_by_hand() -> None:
    p = hit_case("Leaving, called a graze")
    # From the corner (3, 0.6) to the ball (0.2, 0.6): moving (-0.6, 1.7), so outward.
    inward = -(0.2 * -0.6 + 0.6 * 1.7) / math.hypot(0.2, 0.6)
    assert row(p, "Speed into the block") == pytest.approx(inward)
    assert row(p, "Velocity after") == (-0.6, 1.7)
    assert (row(p, "Rule's decision"), row(p, "Graze")) == ("Graze", "yes")
    assert word(p) == "Leaving"


def test_the_least_distance_by_hand() -> None:
    # The way (-3.6, 1.2) + t (3.2, 1.6) is level with the corner (-1.8, 0.6) where
    # (t (3.2, 1.6) - (1.8, -0.6)) . (3.2, 1.6) = 0.
    t = (1.8 * 3.2 - 0.6 * 1.6) / (3.2**2 + 1.6**2)
    nearest = math.dist((-3.6 + 3.2 * t, 1.2 + 1.6 * t), (-1.8, 0.6))
    assert row(hit_case("No overlap"), "Least distance") == pytest.approx(nearest)


def test_a_ball_at_rest_overlapping_touches() -> None:
    p = replace(OneHitParams(), center=(0.0, 1.2), velocity=(0.0, 0.0))
    assert (word(p), row(p, "Rule's decision")) == (
        "Resting or gliding",
        "Top or bottom",
    )


def test_the_verdict_says_when() -> None:
    details = {name: asked(hit_case(name)).verdict.detail for name in HITS}
    assert details["Upper left corner"] == (
        "First touch at t = 0.75, at the upper left corner."
    )
    assert (
        details["Touching, gliding"]
        == "It touches at t = 0 and moves neither in nor out."
    )
    assert details["Moving away"].startswith("It overlaps at the start and moves out")
    touch = replace(UNIT, center=(0.0, 1.5), velocity=(0.0, 1.0))
    assert asked(touch).verdict.detail.startswith("It touches at the start and moves")
    rest = replace(UNIT, center=(0.0, 1.25))
    assert asked(rest).verdict.detail == "It overlaps and does not move."
    assert details["No overlap"] == "No touch within the frame."


def test_a_line_of_the_canvas_by_hand() -> None:
    """The ball falls by 2 onto the top, from the heights in turn."""
    heights = np.array([4.0, 3.5, 3.25, 3.0, 2.75, 0.5, -0.75, -1.25])
    p = replace(UNIT, center=(0.0, heights), velocity=(0.0, -2.0))
    regions = asked(p).regions
    words = [regions.kinds[i].name for i in regions.index]
    assert words == ["No hit", *["Top or bottom"] * 5, *["Leaving"] * 2]


@pytest.mark.parametrize(
    ("center", "velocity", "zone"),
    [
        ((0.0, 1.5), (1.0, -1.0), "top or bottom"),
        ((-2.5, 0.0), (1.0, -1.0), "left or right"),
        ((-2.5, 1.5), (1.0, -1.0), "corner"),
        ((2.5, 1.5), (1.0, -1.0), "graze, counted as a side"),
        ((0.0, 0.5), (1.0, -1.0), "none: centre inside"),
        ((0.0, 1.5), (1.0, 1.0), "none: moving out"),
        ((2.9, 1.9), (-1.0, -1.0), "none: no touch"),
        ((0.0, 5.0), (1.0, -1.0), "none: no touch"),
    ],
)
def test_what_the_article_sees_of_a_ball(
    center: tuple[float, float], velocity: tuple[float, float], zone: str
) -> None:
    p = replace(FALLING, center=center, velocity=velocity)
    assert asked(p).zones.name() == zone


def test_quantities_by_hand() -> None:
    # It falls by 4 from a height of 3.5: at the top after half of that.
    p = replace(UNIT, center=(0.0, 3.5), velocity=(1.0, -4.0), t=0.25)
    maps = SCENE.answer.maps
    assert {q.label: float(asked(p).value(q)) for q in maps} == {
        "Touch time (frame)": 0.5,
        "Gap at t (m)": 1.0,
        "Least gap (m)": -0.5,
        "Speed into the block (m/frame)": 4.0,
    }
    free = asked(replace(p, velocity=(1.0, 4.0), t=0.0))
    values = {q.label: float(free.value(q)) for q in maps}
    assert np.isnan(values["Touch time (frame)"])
    assert np.isnan(values["Speed into the block (m/frame)"])
    assert values["Least gap (m)"] == values["Gap at t (m)"] == 2.0


@given(STEPS)
def test_the_way_is_nowhere_nearer_than_it_says(p: OneHitParams) -> None:
    t = np.linspace(0.0, 1.0, 201)[:, None]
    way = np.add(p.center, t * p.velocity)
    outside = np.maximum(np.maximum(np.subtract(p.low, way), way - p.high), 0.0)
    sampled = np.hypot(outside[:, 0], outside[:, 1])
    at, point = hit(p).nearest
    least = row(p, "Least distance")
    assert least <= sampled.min() + 1e-9
    assert math.dist(at, point) == pytest.approx(least, abs=1e-9)


def test_of_several_nearest_places_the_first_is_told() -> None:
    # Along the top, 2 above it all the way.
    at, point = hit(replace(UNIT, center=(-0.5, 3.0), velocity=(1.0, 0.0))).nearest
    assert (tuple(at), tuple(point)) == ((-0.5, 3.0), (-0.5, 1.0))


def test_roots_of_the_curve_are_touch_and_clear() -> None:
    p = hit_case("Fast ball")
    sampled = curve.sample_curve(SCENE, p, curve.find_axis(p, SCENE.answer.curve_axis))
    assert sampled is not None
    assert (sampled.axis.name, len(sampled.lines)) == ("t", 3)
    # Straight on, the ball is clear of the block 3.4 further to the right.
    assert sampled.roots == pytest.approx((2.7 / 8.4, (4.4 + 0.9 + 0.8) / 8.4))


def test_decision_by_hand() -> None:
    # Past the corner (1, 1) along y = 3 - x: D = 1 / sqrt 2, from (3, 0) to (0, 3).
    p = replace(UNIT, center=(3.0, 0.0), velocity=(-3.0, 3.0))
    decision = decided(p, Fraction)
    assert (decision.left, decision.right) == (Fraction(1, 2), Fraction(1, 4))
    assert not decision.hit
    assert decided(replace(p, radius=0.75), Fraction).hit
    # A way that is level with a corner only beyond its end: D is that of the end.
    short = replace(p, velocity=(-1.0, 1.0))
    assert decided(short, Fraction).left == 1
    # It crosses the block, without an end in it, and level with no corner.
    through = replace(UNIT, center=(-3.0, 0.25), velocity=(6.0, -0.25))
    assert decided(through, Fraction).left == 0


@pytest.mark.parametrize("number", [np.float32, np.float64, Fraction])
def test_what_else_a_decision_fails_is_said(number: NumberType) -> None:
    # It overlaps the right side, and moves out of it, into it, along it.
    beside = replace(UNIT, center=(1.25, 0.0), velocity=(1.0, 0.0))
    found = decided(beside, number)
    assert found.left <= found.right
    assert (found.failing, found.hit) == ("leaving", False)
    for velocity in ((-1.0, 0.0), (0.0, 1.0)):
        found = decided(replace(beside, velocity=velocity), number)
        assert (found.failing, found.hit) == ("", True)


def test_single_precision_decides_a_touch_otherwise() -> None:
    p = replace(UNIT, center=(-1.5 - 1e-9, 2.0), velocity=(0.0, -2.0))
    said = {n: decided(p, n).hit for n in (np.float32, np.float64, Fraction)}
    assert said == {np.float32: True, np.float64: False, Fraction: False}


@given(STEPS)
def test_target_is_on_the_way_and_just_touches(p: OneHitParams) -> None:
    r = hit(p)
    assert SCENE.quiz is not None
    assert SCENE.quiz.target is not None
    target = SCENE.quiz.target(p, r)
    # What overlaps from the start first touches nowhere.
    assert (target is not None) == (asked(p).verdict.hit and bool(r.sweep.t > 0.0))
    if target is None:
        return
    assert isinstance(target.value, tuple)
    way = point_along(p.center, p.velocity, float(r.sweep.t))
    assert math.dist(target.value, way) <= 1e-9
    block = np.clip(target.value, p.low, p.high)
    assert math.dist(target.value, block) == pytest.approx(p.radius, abs=1e-9)
