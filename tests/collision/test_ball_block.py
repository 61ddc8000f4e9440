"""Balls and blocks by hand; `test_units_apart` has them in integers."""

import math

import numpy as np
import pytest
from effort import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from playground.collision.ball_block import (
    BlockFace,
    ball_block,
    reflect,
    sweep_ball_block,
)

NONE, TOP_BOTTOM, LEFT_RIGHT, CORNER = BlockFace
UNIT_BLOCK = ((-1.0, -1.0), (1.0, 1.0))
DIAGONAL = np.sqrt(0.5)

unit = st.floats(-1.0, 1.0).map(lambda x: x if abs(x) > 1e-30 else 0.0)
pairs = st.tuples(unit, unit).map(np.array)
scales = st.floats(-8.0, 8.0).map(lambda e: 10.0**e)


# Sweeps worked out by hand: centre, radius, velocity, t, contact, normal, face.
BY_HAND = {
    "head-on": ((-5, 0), 1, (6, 0), 0.5, (-1, 0), (-1, 0), LEFT_RIGHT),
    "from above": ((0.5, 4), 0.5, (0, -5), 0.5, (0.5, 1), (0, 1), TOP_BOTTOM),
    "touches with the last of the step": ((0, 4), 1, (0, -2), 1, (0, 1), (0, 1), 1),
    "1e12 times faster than the block is wide": (
        (-4, 0), 1, (2e12, 0), 1e-12, (-1, 0), (-1, 0), LEFT_RIGHT,
    ),
    "corner along the diagonal": (
        (3, 3), 0, (-4, -4), 0.5, (1, 1), (DIAGONAL, DIAGONAL), CORNER,
    ),
    "corner at 3-4-5": ((7, 4), 5, (-4, 0), 0.5, (1, 1), (0.8, 0.6), CORNER),
    "tangent to the top": ((-4, 2), 1, (8, 0), 0.375, (-1, 1), (0, 1), CORNER),
    "tangent, only just reached": ((-4, 2), 1, (3, 0), 1, (-1, 1), (0, 1), CORNER),
    "point down the left side": ((-1, 3), 0, (0, -2), 1, (-1, 1), (0, 1), CORNER),
    "point along the top": ((-3, 1), 0, (4, 0), 0.5, (-1, 1), (-1, 0), CORNER),
    "at rest, touching": ((0, 2), 1, (0, 0), 0, (0, 1), (0, 1), TOP_BOTTOM),
    "at rest, overlapping": ((1.5, 0), 1, (0, 0), 0, (1, 0), (1, 0), LEFT_RIGHT),
    "touching, leaving": ((0, 2), 1, (0, 9), 0, (0, 1), (0, 1), TOP_BOTTOM),
    "touching a corner, leaving": ((4, 5), 5, (1, 1), 0, (1, 1), (0.6, 0.8), CORNER),
    "centre inside, nearest to the right": (
        (0.5, 0.25), 0.1, (-1, 0), 0, (0.5, 0.25), (1, 0), LEFT_RIGHT,
    ),
    "centre inside, nearest to the bottom": (
        (0.25, -0.5), 0, (0, 1), 0, (0.25, -0.5), (0, -1), TOP_BOTTOM,
    ),
    "point on a corner": (
        (1, -1), 0, (0, 0), 0, (1, -1), (DIAGONAL, -DIAGONAL), CORNER,
    ),
    "point on a side": ((-1, 0), 0, (-1, 0), 0, (-1, 0), (-1, 0), LEFT_RIGHT),
}  # fmt: skip

MISSES = {
    "passes above": ((-4, 2.001), 1, (8, 0)),
    "stops short": ((-4, 0), 1, (1.999, 0)),
    "moves away": ((-4, 0), 1, (-9, 0)),
    "rests apart": ((-4, 0), 1, (0, 0)),
    "slips by the corner, inside the grown box": ((-2.5, 1.25), 1, (1.25, 1.25)),
    "point beside the side": ((-1.001, 3), 0, (0, -9)),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_sweep_by_hand(name):
    center, radius, velocity, t, contact, normal, face = BY_HAND[name]
    result = sweep_ball_block(center, radius, velocity, *UNIT_BLOCK)
    assert result.hit
    assert result.t == pytest.approx(t, rel=1e-15)
    np.testing.assert_allclose(result.contact, contact, rtol=0, atol=1e-15)
    np.testing.assert_allclose(result.normal, normal, rtol=0, atol=1e-15)
    assert result.face == face


@pytest.mark.parametrize("name", MISSES)
def test_sweep_misses_by_hand(name):
    result = sweep_ball_block(*MISSES[name], *UNIT_BLOCK)
    assert not result.hit
    assert result.face == NONE
    assert np.isnan(result.t)
    assert np.isnan(result.normal).all()


def test_block_that_is_a_point():
    result = sweep_ball_block((-4, 3), 5, (8, 0), (4, 0), (4, 0))
    assert result.t == pytest.approx(0.5)
    np.testing.assert_allclose(result.normal, (-0.8, 0.6))
    assert sweep_ball_block((4, 0), 0, (1, 0), (4, 0), (4, 0)).hit
    assert not sweep_ball_block((-4, 1e-9), 0, (9, 0), (4, 0), (4, 0)).hit


OUTWARD = [(-1, 1), (1, 1), (-1, -1), (1, -1)]


@pytest.mark.parametrize("outward", OUTWARD)
@pytest.mark.parametrize(
    ("inward_speed", "face"),
    [
        ((3, 1), CORNER),
        ((0, 0), CORNER),
        ((3, -1), LEFT_RIGHT),
        ((-3, 1), TOP_BOTTOM),
        ((-3, -1), NONE),
    ],
)
def test_every_corner_and_quadrant(outward, inward_speed, face):
    """The article's table, turned to all four corners."""
    outward = np.array(outward)
    velocity = -outward * np.array(inward_speed)
    result = ball_block(1.25 * outward, 0.5, velocity, *UNIT_BLOCK)
    assert result.zone == CORNER
    assert result.face == face
    assert result.graze == (face in (LEFT_RIGHT, TOP_BOTTOM))
    mirror_normal = {CORNER: outward, LEFT_RIGHT: (1, 0), TOP_BOTTOM: (0, 1)}
    expected = velocity if face == NONE else reflect(velocity, mirror_normal[face])
    np.testing.assert_allclose(result.bounced, expected, atol=1e-15)
    assert result.bounced @ outward >= 0


@pytest.mark.parametrize(
    ("center", "velocity", "face"),
    [
        ((0, 1.25), (1, -1), TOP_BOTTOM),
        ((0, 1.25), (1, 1), NONE),
        ((0, 1.25), (1, 0), TOP_BOTTOM),
        ((0, -1.5), (1, 1), TOP_BOTTOM),
        ((0, -1.5), (1, -1), NONE),
        ((-1.25, 0), (1, 1), LEFT_RIGHT),
        ((-1.25, 0), (-1, 1), NONE),
        ((1.5, 0), (-1, 1), LEFT_RIGHT),
        ((1.5, 0), (1, 1), NONE),
    ],
)
def test_every_side(center, velocity, face):
    result = ball_block(center, 0.5, velocity, *UNIT_BLOCK)
    zone = TOP_BOTTOM if center[0] == 0 else LEFT_RIGHT
    assert (result.zone, result.face, result.graze) == (zone, face, False)
    flip = {NONE: (1, 1), TOP_BOTTOM: (1, -1), LEFT_RIGHT: (-1, 1)}[face]
    np.testing.assert_array_equal(result.bounced, np.multiply(velocity, flip))


@pytest.mark.parametrize(
    ("center", "gap", "outward", "distance"),
    [
        ((2.0, 0.25), (1.0, -0.75), (1, 1), 0.5),
        ((-4.0, -5.0), (3.0, 4.0), (-1, -1), 4.5),
        ((0.5, -0.25), (-0.5, -0.75), (1, -1), -1.0),
        ((0.0, 0.0), (-1.0, -1.0), (-1, 1), -1.5),
    ],
)
def test_the_folded_centre_by_hand(center, gap, outward, distance):
    found = ball_block(center, 0.5, (0.0, 0.0), *UNIT_BLOCK)
    assert found.gap.tolist() == list(gap)
    assert found.outward.tolist() == list(outward)
    assert found.distance == distance


def test_inside_and_out_of_reach_answer_none():
    inside = ball_block((0, 0), 0.5, (1, 2), *UNIT_BLOCK)
    apart = ball_block((0, 2), 0.5, (1, 2), *UNIT_BLOCK)
    for result in (inside, apart):
        assert (result.zone, result.face, result.graze) == (NONE, NONE, False)
        np.testing.assert_array_equal(result.bounced, (1, 2))
    assert inside.inside
    assert not apart.inside


@settings(max_examples=examples(200))
@given(pairs, pairs, scales, scales)
def test_reflection(velocity, normal, fast, long):
    velocity, normal = fast * velocity, long * normal
    assume(normal.any())
    mirrored = reflect(velocity, normal)
    n = normal / np.hypot(*normal)
    t = np.array([-n[1], n[0]])
    np.testing.assert_allclose(mirrored @ n, -(velocity @ n), atol=1e-15 * fast * 4)
    np.testing.assert_allclose(mirrored @ t, velocity @ t, atol=1e-15 * fast * 4)
    back = reflect(mirrored, normal)
    np.testing.assert_allclose(back, velocity, atol=1e-15 * fast * 8)


@pytest.mark.parametrize("size", [5e-324, 2.0**-1060, 1.0, 2.0**1019])
def test_reflection_of_the_smallest_and_the_largest(size):
    # In the line that (3, 4) stands on, (0, -5) goes to (4.8, 1.4).
    assert reflect((0, -5), (3 * size, 4 * size)) == pytest.approx((4.8, 1.4))
    bounced = reflect((0, -30 * size), (3, 4))
    assert bounced == pytest.approx((28.8 * size, 8.4 * size), rel=1e-15, abs=5e-324)


@pytest.mark.parametrize("least", [2.0**-1060, 2.0**-1030])
def test_the_normal_of_a_subnormal_gap_is_a_unit_vector(least):
    block = ((-1, -1), (0, 0))
    found = sweep_ball_block((2 * least, 3 * least), 9 * least, (0, 0), *block)
    size = math.sqrt(13)
    np.testing.assert_allclose(found.normal, (2 / size, 3 / size), rtol=1e-15)


def test_the_largest_floats_pass_quietly():
    top = np.finfo(np.float64).max
    block = (-top, -1.0), (-top, top)
    assert ball_block((top, top), top, (-top, 0), *block).face == NONE
    assert not sweep_ball_block((top, 0), 1.0, (-top, 0), *block).hit
    found = sweep_ball_block((top, 0), top, (-top, 0), *block)
    assert found.hit
    assert found.t == 1.0


def test_reflection_by_hand():
    np.testing.assert_array_equal(reflect((30, -10), (0, 5)), (30, 10))
    np.testing.assert_allclose(reflect((30, -10), (-1, 1)), (-10, 30))
    np.testing.assert_allclose(
        reflect([(5, 0), (0, 5)], (3, 4)), [(1.4, -4.8), (-4.8, -1.4)]
    )


@pytest.mark.parametrize(
    ("height", "face"),
    [
        (np.nextafter(1.0, 0.0), LEFT_RIGHT),
        (1.0, CORNER),
        (np.nextafter(1.0, 2.0), CORNER),
    ],
)
def test_a_centre_level_with_the_corner_is_at_it_and_not_a_bit_below(height, face):
    found = sweep_ball_block((-9.0, height), 0.3, (9.0, 0.0), *UNIT_BLOCK)
    assert found.face == face


@pytest.mark.parametrize(
    ("velocity", "normal", "name"),
    [
        ((1, 0), (0, 0), "normal"),
        ((1, 0), (np.nan, 0), "normal"),
        ((np.inf, 0), (1, 0), "velocity"),
        ((1, 0, 0), (1, 0), "velocity"),
        (np.ones((2, 2)), np.ones((3, 2)), "velocity"),
    ],
)
def test_bad_reflection_names_the_argument(velocity, normal, name):
    with pytest.raises(ValueError, match=name):
        reflect(velocity, normal)
