"""Balls and blocks against 60-digit arithmetic, symmetry, sampling and hand cases.

The truth about a sweep is told by the distance from a point to the block, a convex
function of time: its least value, and the first time it equals the radius.
"""

from dataclasses import FrozenInstanceError, fields
from fractions import Fraction

import exact_truth
import mpmath
import numpy as np
import pytest
from effort import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mpmath import mpf

from playground.collision.ball_block import (
    BlockFace,
    ball_block,
    reflect,
    sweep_ball_block,
)

mpmath.mp.dps = 60

GAP = 1e-14  # what the contract leaves undecided, relative to the largest length
ROUNDING = 4e-15  # eighteen units in the last place of the largest length
NONE, TOP_BOTTOM, LEFT_RIGHT, CORNER = BlockFace
UNIT_BLOCK = ((-1.0, -1.0), (1.0, 1.0))
DIAGONAL = np.sqrt(0.5)

signs = st.sampled_from([-1.0, 1.0])
unit = st.floats(-1.0, 1.0).map(lambda x: x if abs(x) > 1e-30 else 0.0)
pairs = st.tuples(unit, unit).map(np.array)
halves = st.integers(-8, 8).map(lambda k: k / 2)
half_pairs = st.tuples(halves, halves).map(np.array)
scales = st.floats(-8.0, 8.0).map(lambda e: 10.0**e)
hairs = st.one_of(
    st.just(0.0),
    st.tuples(signs, st.floats(-15.0, -3.0)).map(lambda p: p[0] * 10.0 ** p[1]),
)


@st.composite
def grid_queries(draw):
    """Half integers: exact touches, level edges, empty blocks, balls at rest."""
    low = draw(half_pairs)
    extent = np.abs(draw(half_pairs))
    radius = abs(draw(halves))
    return draw(half_pairs), radius, 2 * draw(half_pairs), low, low + extent


@st.composite
def free_queries(draw):
    """Anything at one scale, with small parts mixed in."""
    size = draw(scales)
    low = 3 * size * draw(pairs)
    thin = np.array(draw(st.sampled_from([(1, 1), (1, 1e-8), (0, 1), (0, 0)])))
    high = low + np.abs(3 * size * draw(pairs)) * thin
    radius = size * draw(st.sampled_from([0.0, 1e-8, 0.3, 1.0, 5.0]))
    pace = draw(st.sampled_from([0.0, 1e-12, 1e-3, 1.0, 10.0, 1e4]))
    return 5 * size * draw(pairs), radius, size * pace * draw(pairs), low, high


@st.composite
def aimed_queries(draw):
    """Paths that pass a corner at the radius, give or take a hair."""
    low, high = -np.abs(draw(pairs)), np.abs(draw(pairs))
    radius = draw(st.sampled_from([0.0, 1e-8, 0.3, 1.0, 1e3]))
    corner = np.where(np.array(draw(st.tuples(signs, signs))) < 0.0, low, high)
    turn = draw(st.one_of(st.floats(0.0, 7.0), st.sampled_from([0.0, np.pi / 4])))
    away, along = np.array(
        [[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]]
    )
    place = corner + radius * (1.0 + draw(hairs)) * away
    far = draw(st.sampled_from([0.1, 1.0, 10.0, 1e4, 1e8]))
    return (
        place - far * along,
        radius,
        far * draw(st.floats(0.5, 3.0)) * along,
        low,
        high,
    )


queries = st.one_of(grid_queries(), free_queries(), aimed_queries())


def largest(query):
    return max(float(np.abs(part).max()) for part in query) or 1.0


def nearest(point, low, high):
    return [min(max(p, lo), hi) for p, lo, hi in zip(point, low, high, strict=True)]


def distance(point, low, high):
    return mpmath.hypot(
        *(p - q for p, q in zip(point, nearest(point, low, high), strict=True))
    )


def true_sweep(query, grow=0.0):
    """Return the first touch of the block grown by so much on all sides, or None."""
    center, velocity, low, high = (
        [mpf(float(x)) for x in query[i]] for i in (0, 2, 3, 4)
    )
    low, high = [x - mpf(grow) for x in low], [x + mpf(grow) for x in high]
    if low[0] > high[0] or low[1] > high[1]:
        return None
    radius = mpf(float(query[1]))
    speed2 = velocity[0] ** 2 + velocity[1] ** 2
    corners = [(x, y) for x in (low[0], high[0]) for y in (low[1], high[1])]

    def gap(t):
        place = [c + t * v for c, v in zip(center, velocity, strict=True)]
        return distance(place, low, high) - radius

    times = [mpf(0), mpf(1)]
    touches = []
    for i in (0, 1):
        if velocity[i]:
            times += [(edge - center[i]) / velocity[i] for edge in (low[i], high[i])]
            touches += [(low[i] - radius - center[i]) / velocity[i]]
            touches += [(high[i] + radius - center[i]) / velocity[i]]
    for x, y in corners if speed2 else ():
        m = (x - center[0], y - center[1])
        middle = (m[0] * velocity[0] + m[1] * velocity[1]) / speed2
        aside2 = (m[0] * velocity[1] - m[1] * velocity[0]) ** 2 / speed2
        times.append(middle)
        if aside2 <= radius**2 * (1 + mpf(10) ** -50):  # a tangent, rounded
            half = mpmath.sqrt(max(radius**2 - aside2, 0) / speed2)
            touches += [middle - half, middle + half]
    if gap(mpf(0)) <= 0:
        return mpf(0)
    if min(gap(t) for t in times if 0 <= t <= 1) > 0:
        return None
    tiny = mpf(10) ** -40 * mpf(largest(query))
    return min(t for t in touches if 0 <= t <= 1 + tiny and abs(gap(t)) < tiny)


def true_zone(query, t):
    """Return the face the centre is at after t, and how clearly."""
    center, velocity, low, high = (
        [mpf(float(x)) for x in query[i]] for i in (0, 2, 3, 4)
    )
    place = [c + t * v for c, v in zip(center, velocity, strict=True)]
    out = [max(lo - p, p - hi) for p, lo, hi in zip(place, low, high, strict=True)]
    clear = min(abs(out[0]), abs(out[1]), abs(out[0] - out[1]))
    if min(out) >= 0:
        return CORNER, clear
    return (LEFT_RIGHT if out[0] > out[1] else TOP_BOTTOM), clear


@settings(max_examples=examples(200))
@given(grid_queries())
def test_exact_touches_are_seen_exactly(query):
    center, radius, velocity, low, high = query
    row = np.concatenate([center, velocity, low, high, [radius]]).tolist()
    verdicts, _ = exact_truth.sweep_ball_block(*row)
    found = sweep_ball_block(*query)
    assert (found.hit, found.leaves, found.enters) == verdicts


@pytest.mark.slow
@settings(max_examples=examples(500))
@given(queries)
def test_sweep_agrees_with_60_digits(query):
    result, size = sweep_ball_block(*query), largest(query)
    t = true_sweep(query)
    verdicts = {true_sweep(query, grow) is None for grow in (-GAP * size, GAP * size)}
    if len(verdicts) == 2:
        return
    assert bool(result.hit) == (t is not None)
    if t is None:
        assert result.face == NONE
        for name in ("t", "center", "contact", "normal"):
            assert np.isnan(getattr(result, name)).all()
        return
    radius, velocity = query[1], query[2]
    place = [
        mpf(float(c)) + t * mpf(float(v))
        for c, v in zip(query[0], velocity, strict=True)
    ]
    low, high = ([mpf(float(x)) for x in query[i]] for i in (3, 4))
    touched = nearest(place, low, high)
    normal = [p - q for p, q in zip(place, touched, strict=True)]
    span = mpmath.hypot(*normal)
    closing = 1.0
    if t > 0 and span > 0:
        speed = mpmath.hypot(*(mpf(float(v)) for v in velocity))
        pace = sum(n * mpf(float(v)) for n, v in zip(normal, velocity, strict=True))
        closing = float(-pace / span / speed)
        if closing < 1e-6:  # in a graze the time hangs on the last digit
            return
    error = (result.t - float(t)) * np.hypot(*velocity)
    assert abs(error) * closing <= ROUNDING * size
    np.testing.assert_allclose(
        result.center,
        [float(p) for p in place],
        rtol=0,
        atol=2 * ROUNDING * size / closing,
    )
    np.testing.assert_allclose(
        result.contact,
        [float(p) for p in touched],
        rtol=0,
        atol=2 * ROUNDING * size / closing,
    )
    assert np.hypot(*result.normal) == pytest.approx(1.0, abs=1e-15)
    if span > 1e3 * ROUNDING * size and radius > 0:
        loose = 4 * ROUNDING * size / closing / float(span)
        np.testing.assert_allclose(
            result.normal, [float(n / span) for n in normal], rtol=0, atol=loose + 1e-15
        )
    face, clear = true_zone(query, t)
    if radius > 0 and clear > 10 * ROUNDING * size / closing:
        assert result.face == face


@settings(max_examples=examples(300))
@given(queries)
def test_touch_lies_on_both_shapes(query):
    _, radius, velocity, low, high = query
    result = sweep_ball_block(*query)
    if not result.hit:
        return
    slack = 3 * ROUNDING * largest(query)
    assert 0.0 <= result.t <= 1.0
    assert (low <= result.contact).all()
    assert (result.contact <= high).all()
    reach = np.hypot(*(result.center - result.contact))
    assert reach <= radius + slack
    if result.t > 0.0:
        assert reach == pytest.approx(radius, abs=slack)
        assert result.normal @ velocity <= slack
        away = np.hypot(*(result.contact + radius * result.normal - result.center))
        assert away <= np.sqrt(slack * largest(query))


@settings(max_examples=examples(150))
@given(queries)
def test_no_earlier_touch_by_sampling(query):
    center, radius, velocity, low, high = query
    result = sweep_ball_block(*query)
    last = result.t if result.hit else 1.0
    place = center + np.linspace(0.0, last, 500)[:, None] * velocity
    gap = np.hypot(*(place - np.clip(place, low, high)).T) - radius
    assert (gap[:-1] >= -ROUNDING * largest(query)).all() or result.t == 0.0


MIRRORS = {
    "left-right": np.array([[-1.0, 0.0], [0.0, 1.0]]),
    "upside down": np.array([[1.0, 0.0], [0.0, -1.0]]),
    "x for y": np.array([[0.0, 1.0], [1.0, 0.0]]),
}


@pytest.mark.parametrize("name", MIRRORS)
@settings(max_examples=examples(100))
@given(queries)
def test_mirrored_world_gives_mirrored_answer(name, query):
    mirror = MIRRORS[name]
    center, radius, velocity, low, high = query
    assume((low < high).all())  # a tie has to go one way
    a, b = low @ mirror, high @ mirror
    there = (
        center @ mirror,
        radius,
        velocity @ mirror,
        np.minimum(a, b),
        np.maximum(a, b),
    )
    swap = {TOP_BOTTOM: LEFT_RIGHT, LEFT_RIGHT: TOP_BOTTOM} if "for" in name else {}

    def turned(face):
        return swap.get(BlockFace(int(face)), int(face))

    first, second = ball_block(*query), ball_block(*there)
    assert second.face == turned(first.face)
    assert second.zone == turned(first.zone)
    assert second.graze == first.graze
    np.testing.assert_array_equal(second.bounced, first.bounced @ mirror)
    one, two = sweep_ball_block(*query), sweep_ball_block(*there)
    assert two.hit == one.hit
    at_center = (low + high == 2 * center).any()
    tied = one.hit and one.t == 0.0 and (np.ptp(np.abs(one.normal)) == 1.0)
    if not (at_center or (tied and "for" in name)):
        assert two.face == turned(one.face)
        np.testing.assert_allclose(two.normal, one.normal @ mirror, atol=1e-15)
    np.testing.assert_allclose(two.t, one.t, rtol=1e-12)


@settings(max_examples=examples(100))
@given(queries, st.integers(-10, 10))
def test_scaling_by_a_power_of_four_scales_the_answer_exactly(query, power):
    factor = 4.0**power
    scaled = [part * factor for part in query]
    # The least floats have no quarter.
    assume(all(np.all(b / factor == a) for a, b in zip(query, scaled, strict=True)))
    one, two = sweep_ball_block(*query), sweep_ball_block(*scaled)
    for name in ("hit", "t", "normal", "face"):
        np.testing.assert_array_equal(getattr(two, name), getattr(one, name))
    np.testing.assert_array_equal(two.contact, one.contact * factor)


@settings(max_examples=examples(100))
@given(grid_queries(), half_pairs)
def test_moving_the_world_on_the_grid_changes_nothing(query, shift):
    center, radius, velocity, low, high = query
    there = (center + shift, radius, velocity, low + shift, high + shift)
    for solve in (ball_block, sweep_ball_block):
        one, two = solve(*query), solve(*there)
        for field in fields(one):
            moves = field.name in ("center", "contact")
            expected = getattr(one, field.name) + (shift if moves else 0)
            np.testing.assert_allclose(getattr(two, field.name), expected, atol=1e-14)


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


@pytest.mark.parametrize("gap", [1e-12, -1e-12])
@pytest.mark.parametrize("far", [1.0, 1e2])
def test_relative_gap_of_1e_12_beside_a_corner(gap, far):
    direction, left = np.array([0.8, 0.6]), np.array([-0.6, 0.8])
    corner = np.array([-1.0, 1.0])
    start = corner + 2.0 * (1.0 + gap) * left - far * direction
    result = sweep_ball_block(start, 2.0, 2.0 * far * direction, *UNIT_BLOCK)
    assert result.hit == (gap < 0.0)


def test_far_ball_of_radius_1_keeps_the_normal():
    """From 1e8 away along x, at 0.6 above the corner: 3-4-5 exactly."""
    block = ((-1.0, -1.0), (1.0, 0.0))
    result = sweep_ball_block((-1e8, 0.625), 0.78125, (2e8, 0), *block)
    np.testing.assert_allclose(result.normal, (-0.6, 0.8), rtol=0, atol=1e-15)
    assert result.face == CORNER


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


@settings(max_examples=examples(500))
@given(st.one_of(grid_queries(), free_queries()))
def test_rules_agree_with_exact_fractions(query):
    """The rules as the article words them, on the screen, in exact numbers."""
    (cx, cy), (vx, vy), (left, low), (right, high) = (
        [Fraction(float(x)) for x in query[i]] for i in (0, 2, 3, 4)
    )
    r = Fraction(float(query[1]))
    x, toward_x = (left - cx, vx >= 0) if cx <= left else (cx - right, vx <= 0)
    y, toward_y = (cy - high, vy <= 0) if cy >= high else (low - cy, vy >= 0)
    reach = x * x + y * y - r * r if min(x, y) >= 0 else max(x, y) - r
    size = Fraction(largest(query))
    assume(
        reach == 0
        or abs(reach) > Fraction(GAP) * size * (size if min(x, y) >= 0 else 1)
    )
    zone = NONE
    if reach <= 0 and max(x, y) >= 0:
        zone = CORNER if min(x, y) >= 0 else LEFT_RIGHT if x >= 0 else TOP_BOTTOM
    across = toward_x and zone in (CORNER, LEFT_RIGHT)
    upright = toward_y and zone in (CORNER, TOP_BOTTOM)
    face = CORNER if across and upright else LEFT_RIGHT if across else NONE
    face = TOP_BOTTOM if upright and not across else face
    result = ball_block(*query)
    assert (result.zone, result.face) == (zone, face)
    assert result.graze == (zone == CORNER and face in (LEFT_RIGHT, TOP_BOTTOM))
    assert result.inside == (max(x, y) < 0)
    assert np.hypot(*result.bounced) == np.hypot(*query[2])


@settings(max_examples=examples(200))
@given(st.tuples(signs, signs), pairs, pairs, scales)
def test_a_bounce_off_the_corner_leaves(outward, offset, velocity, scale):
    """Within 0.7 of the corner both ways and moving inward both ways."""
    outward = np.array(outward)
    center = outward * (1.0 + 0.7 * np.abs(offset))
    inward = -outward * (0.01 + np.abs(velocity)) * scale
    before = ball_block(center, 1.0, inward, *UNIT_BLOCK)
    assert before.face == CORNER
    after = ball_block(center, 1.0, before.bounced, *UNIT_BLOCK)
    assert (after.zone, after.face) == (CORNER, NONE)
    np.testing.assert_array_equal(after.bounced, before.bounced)


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
    size = float(mpmath.sqrt(13))
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


def some_queries(count=200, seed=7):
    rng = np.random.default_rng(seed)
    low = rng.uniform(-3, 0, (count, 2))
    high = rng.uniform(0, 3, (count, 2))
    center = rng.integers(-12, 13, (count, 2)) / 2
    return center, rng.uniform(0, 2, count), rng.uniform(-9, 9, (count, 2)), low, high


@pytest.mark.parametrize("solve", [ball_block, sweep_ball_block])
def test_batch_equals_scalar(solve):
    arguments = some_queries()
    batch = solve(*arguments)
    for i in range(len(arguments[1])):
        one = solve(*(part[i] for part in arguments))
        for field in fields(batch):
            value = getattr(one, field.name)
            assert isinstance(value, np.ndarray)
            np.testing.assert_array_equal(getattr(batch, field.name)[i], value)


@pytest.mark.parametrize("solve", [ball_block, sweep_ball_block])
def test_everything_broadcasts(solve):
    """Each argument alone may carry the batch, and they may cross."""
    center, radius, velocity, low, high = some_queries(1)
    one = [center[0], radius[0], velocity[0], low[0], high[0]]
    for i in range(5):
        many = list(one)
        many[i] = np.broadcast_to(one[i], (3, 4, *np.shape(one[i])))
        result = solve(*many)
        for field in fields(result):
            value, single = (
                getattr(result, field.name),
                getattr(solve(*one), field.name),
            )
            assert value.shape == (3, 4, *single.shape), field.name
            np.testing.assert_array_equal(value, np.broadcast_to(single, value.shape))
    crossed = solve(
        one[0], np.array([0.5, 1.0, 2.0]), np.stack([velocity] * 2), *one[3:]
    )
    for field in fields(crossed):
        assert getattr(crossed, field.name).shape[:2] == (2, 3)


def test_empty_batch():
    assert sweep_ball_block(np.zeros((0, 2)), 1, (1, 0), *UNIT_BLOCK).hit.shape == (0,)
    assert ball_block(np.zeros((0, 2)), 1, (1, 0), *UNIT_BLOCK).face.shape == (0,)


def test_results_are_frozen():
    for solve in (ball_block, sweep_ball_block):
        with pytest.raises(FrozenInstanceError):
            solve((0, 0), 1, (0, 0), *UNIT_BLOCK).face = 0


GOOD = {
    "center": (0.0, 3.0),
    "radius": 1.0,
    "velocity": (0.0, -3.0),
    "rect_min": (-1.0, -1.0),
    "rect_max": (1.0, 1.0),
}
BAD = [
    ("center", (np.nan, 0)),
    ("center", (0, 0, 0)),
    ("center", 1.0),
    ("center", "nowhere"),
    ("radius", -1e-300),
    ("radius", np.inf),
    ("velocity", (np.inf, 0)),
    ("velocity", ((1,), (2,))),
    ("rect_min", (2, 0)),
    ("rect_min", (-np.inf, 0)),
    ("rect_max", (0, -1.5)),
    ("rect_max", (1, np.nan)),
    ("radius", np.ones((2, 3))),
]


@pytest.mark.parametrize("solve", [ball_block, sweep_ball_block])
@pytest.mark.parametrize(("name", "value"), BAD)
def test_bad_input_names_the_argument(solve, name, value):
    arguments = GOOD | {name: value}
    if np.shape(value) == (2, 3):
        arguments["center"] = np.zeros((4, 2))
    with pytest.raises(ValueError, match=name):
        solve(**arguments)


@pytest.mark.parametrize("solve", [ball_block, sweep_ball_block])
def test_a_block_turned_round_is_found_deep_in_a_batch(solve):
    low = np.full((20_000, 2), -1.0)
    low[-1, 1] = np.nextafter(1.0, 2.0)
    with pytest.raises(ValueError, match="rect_min must not be greater than rect_max"):
        solve((5.0, 5.0), 1.0, (1.0, 1.0), low, (1.0, 1.0))


@pytest.mark.parametrize("solve", [ball_block, sweep_ball_block])
def test_fields_alone_are_those_of_the_whole_answer(solve):
    found = solve(*some_queries())
    for field in fields(found):
        alone = getattr(solve(*some_queries(), only=(field.name,)), field.name)
        np.testing.assert_array_equal(alone, getattr(found, field.name))
    with pytest.raises(ValueError, match="only"):
        solve(*some_queries(), only=("colour",))


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


@pytest.mark.parametrize("speed", [1e-300, 1e-160, 1e-20, 1e150])
def test_extreme_speeds_do_not_overflow(speed):
    result = sweep_ball_block((-2, 0.5), 1, (speed, speed / 8), *UNIT_BLOCK)
    assert (result.hit, result.t) == (True, 0.0)
    ahead = sweep_ball_block((-2 - speed / 2, 0.5), 1, (speed, 0), *UNIT_BLOCK)
    assert ahead.hit
