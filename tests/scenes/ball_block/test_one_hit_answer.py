"""Exact answer of a step: by hand, in batches, in other number types."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from balls import STEPS, UNIT, asked, ended, hit, hit_case, row, word
from hypothesis import given

from playground.scene import Decision, NumberType
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
    return SCENE.precision_formula.decide(p, number)


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
