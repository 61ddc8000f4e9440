"""When a moving ball first touches an axis-aligned block (fifth article).

The moving disc touches the block when its centre touches the block grown by the
radius, a rectangle with rounded corners (Ericson, *Real-Time Collision Detection*,
5.5.7). World frame, y up; lengths in world units; `velocity` is the displacement over
one step, so times are fractions of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.collision.ball_block import BlockFace
from playground.collision.exact import (
    BoolArray,
    Integers,
    integers,
    replaced,
)
from playground.collision.numeric import (
    Array,
    Result,
    binary_exponent,
    check_broadcast,
    cross2,
    dot,
    largest,
    length,
    non_negative,
    parts,
    smallest,
    unit,
    vectors,
)
from playground.collision.old_blocks import in_blocks

IntArray = NDArray[np.int64]


@dataclass(frozen=True)
class SweepBallBlock(Result):
    """Answer of `sweep_ball_block`; float fields are NaN where `hit` is False.

    Attributes
    ----------
    hit : boolean array
        The disc touches the block within the step, its ends included.
    t : array
        First touch as a fraction of the step, in [0, 1]; 0 when the disc
        overlaps or touches the block at the start, wherever it is heading.
    center : array (..., 2)
        The disc's centre at `t`.
    contact : array (..., 2)
        The point of the solid block nearest that centre: the point touched, or
        the centre itself when it is inside.
    normal : array (..., 2)
        Unit vector from the block toward the ball; out of the nearest side when
        the centre is inside.
    face : integer array of BlockFace
        What was touched, NONE when nothing was. A centre exactly level with a
        corner counts as at the corner.
    """

    hit: BoolArray
    t: Array
    center: Array
    contact: Array
    normal: Array
    face: IntArray


class _Query(NamedTuple):
    center: Array
    radius: Array
    velocity: Array
    rect_min: Array
    rect_max: Array


class _Touch(NamedTuple):
    t: Array
    contact: Array
    normal: Array
    face: IntArray


@np.errstate(over="ignore")  # a length too large is infinity
@in_blocks(center=2, radius=0, velocity=2, rect_min=2, rect_max=2)
def sweep_ball_block(
    center: ArrayLike,
    radius: ArrayLike,
    velocity: ArrayLike,
    rect_min: ArrayLike,
    rect_max: ArrayLike,
    *,
    exact: bool = False,
) -> SweepBallBlock:
    """Return where and when the moving ball first touches the solid block.

    `hit` compares lengths, never a discriminant: the least distance between
    the centre's path and the block is at an end of the path, at a corner of
    the block, or zero where they cross. It is right unless the true gap is
    within a few roundings of the largest coordinate, and with `exact` it is
    right to the last bit of the given numbers (see `_path_clearance` for the
    bound). No speed tunnels.

    Parameters
    ----------
    center, velocity : array_like (..., 2)
        The centre at the start and its displacement over the step, which may
        be zero.
    radius : array_like (...)
        Not negative; zero sweeps a point.
    rect_min, rect_max : array_like (..., 2)
        The block's lower left and upper right corners, `rect_min <= rect_max`.
    exact : bool
        Decide `hit` in whole numbers where the float arithmetic leaves it in doubt.

    Raises
    ------
    ValueError
        For NaN or infinity, a negative radius, `rect_min > rect_max`, a last
        axis that is not 2, or shapes that do not broadcast.
    """
    given = _checked(center, radius, velocity, rect_min, rect_max)
    query, space = _near_one(given)
    gap, outward = _fold(query.center, query.rect_min, query.rect_max)
    direction, exponent = _power_of_two_scaled(given.velocity)
    exponent = exponent - space

    at_start = _clearance(gap, query.radius)
    clearance = np.minimum(at_start, _path_clearance(query, direction, exponent))
    start, hit = at_start <= 0.0, clearance <= 0.0
    if exact:
        doubt = np.asarray(np.abs(clearance) <= _DOUBT)
        if doubt.any():
            start = replaced(start, doubt, _reaches_exactly(doubt, given))
            hit = replaced(hit, doubt, _sweeps_exactly(doubt, given))

    resting = _resting_touch(query, gap, outward)
    moving = _moving_touch(query, direction, exponent, gap, outward)
    t = np.where(start, resting.t, moving.t)
    touched = np.where(start[..., None], resting.contact, moving.contact)
    normal = np.where(start[..., None], resting.normal, moving.normal)
    face = np.where(start, resting.face, moving.face)
    at_touch = given.center + t[..., None] * given.velocity
    # Far smaller parts than the largest may have got lost beside it.
    touched = np.ldexp(touched, space[..., None])
    touched = np.clip(touched, given.rect_min, given.rect_max)
    return SweepBallBlock(
        hit=hit,
        t=np.where(hit, t, np.nan),
        center=np.where(hit[..., None], at_touch, np.nan),
        contact=np.where(hit[..., None], touched, np.nan),
        normal=np.where(hit[..., None], normal, np.nan),
        face=np.where(hit, face, BlockFace.NONE),
    )


def _checked(
    center: ArrayLike,
    radius: ArrayLike,
    velocity: ArrayLike,
    rect_min: ArrayLike,
    rect_max: ArrayLike,
) -> _Query:
    query = _Query(
        vectors("center", center, 2),
        non_negative("radius", radius),
        vectors("velocity", velocity, 2),
        vectors("rect_min", rect_min, 2),
        vectors("rect_max", rect_max, 2),
    )
    check_broadcast(
        center=query.center.shape[:-1],
        radius=query.radius.shape,
        velocity=query.velocity.shape[:-1],
        rect_min=query.rect_min.shape[:-1],
        rect_max=query.rect_max.shape[:-1],
    )
    if (query.rect_min > query.rect_max).any():
        raise ValueError("rect_min must not be greater than rect_max")
    return query


def _near_one(query: _Query) -> tuple[_Query, NDArray[np.int32]]:
    """Return the query brought near 1 by a power of two, and its exponent."""
    lengths = query.center, query.velocity, query.rect_min, query.rect_max
    space = binary_exponent(query.radius, *(largest(np.abs(x)) for x in lengths))
    center, velocity, low, high = (np.ldexp(x, -space[..., None]) for x in lengths)
    return _Query(center, np.ldexp(query.radius, -space), velocity, low, high), space


def _fold(center: Array, rect_min: Array, rect_max: Array) -> tuple[Array, Array]:
    """Return per axis how far the centre is beyond the nearer side, and its sign.

    The distance is negative between the two sides; the sign points outward.
    Ties go to the left and to the top, as in the article.
    """
    below, above = rect_min - center, center - rect_max
    first = (below > above) | ((below == above) & np.array([True, False]))
    return np.maximum(below, above), np.where(first, -1.0, 1.0)


def _clearance(gap: Array, radius: Array) -> Array:
    """Return how far the disc is from the block; not positive where they touch."""
    outside = length(np.maximum(gap, 0.0))
    return np.asarray(outside + np.minimum(largest(gap), 0.0) - radius)


def _power_of_two_scaled(velocity: Array) -> tuple[Array, NDArray[np.int32]]:
    """Return `(d, e)` with `velocity == d * 2**e` exactly and `d` about 1 long.

    Products with `d` then neither overflow nor lose digits, however slow or
    fast the ball.
    """
    exponent = binary_exponent(np.abs(velocity[..., 0]), np.abs(velocity[..., 1]))
    return np.ldexp(velocity, -exponent[..., None]), exponent


_DOUBT = 2.0**-46


def _path_clearance(
    query: _Query, direction: Array, exponent: NDArray[np.int32]
) -> Array:
    """Return a length that is not positive where the path, or its end, touches.

    Each way to touch is a set of lengths none of which may be positive; the largest
    of a set speaks for it, and the smallest such for the path. An error of the
    lengths is thus at most the error of the answer.

    With u = 2**-53, no coordinate above 1, and `hypot` off by 8 u: a difference of
    two coordinates is at most 2, off by 2 u; from the end of the path 3, off by 5 u.
    The clearance at the end then errs by less than 50 u; `aside` by 12 u, the radius
    beside it by 13 u, `ahead` by 12 u, `span` by 36 u. No sum of them is off by more
    than 60 u, underflow included. `_DOUBT` is 128 u.
    """
    end = query.center + query.velocity
    end_gap, _ = _fold(end, query.rect_min, query.rect_max)
    low, high = np.broadcast_arrays(query.rect_min, query.rect_max)
    corners = np.stack(
        [
            np.stack([x[..., 0], y[..., 1]], axis=-1)
            for x, y in ((low, low), (high, low), (high, high), (low, high))
        ],
        axis=-2,
    )
    spoke = corners - query.center[..., None, :]
    along = spoke * direction[..., None, :]
    ahead = along[..., 0] + along[..., 1]
    aside = cross2(direction[..., None, :], spoke)
    pace = length(direction)[..., None]
    span = np.ldexp(pace * pace, exponent[..., None])
    beyond = np.maximum(-ahead, ahead - span)
    passes = np.maximum(np.abs(aside) - query.radius[..., None] * pace, beyond)

    straddles = np.maximum(smallest(aside), -largest(aside))
    boxes_meet = np.maximum(
        query.rect_min - np.maximum(query.center, end),
        np.minimum(query.center, end) - query.rect_max,
    )
    crosses = np.maximum(straddles, largest(boxes_meet))
    moving = (direction != 0.0).any(axis=-1)
    on_the_way = np.where(moving, np.minimum(smallest(passes), crosses), np.inf)
    return np.minimum(_clearance(end_gap, query.radius), on_the_way)


def _reaches_exactly(doubt: BoolArray, query: _Query) -> BoolArray:
    """Tell of the queries in doubt whether the disc touches the block."""
    places = *parts(query.center), *parts(query.rect_min), *parts(query.rect_max)
    radius, *numbers = integers(doubt, query.radius, *places)
    return _reach(radius, numbers[0:2], numbers[2:4], numbers[4:6])


def _reach(
    radius: Integers,
    center: Sequence[Integers],
    low: Sequence[Integers],
    high: Sequence[Integers],
) -> BoolArray:
    x, y = (
        np.maximum(np.maximum(a - c, c - b), 0)
        for c, a, b in zip(center, low, high, strict=True)
    )
    return np.asarray(x * x + y * y <= radius * radius, dtype=np.bool_)


def _sweeps_exactly(doubt: BoolArray, query: _Query) -> BoolArray:
    """Tell of the queries in doubt whether the moving disc touches the block.

    The same ways to touch as in `_path_clearance`, in whole numbers.
    """
    places = query.center, query.velocity, query.rect_min, query.rect_max
    r, *numbers = integers(doubt, query.radius, *(x for p in places for x in parts(p)))
    (cx, cy), (vx, vy), low, high = (numbers[i : i + 2] for i in (0, 2, 4, 6))
    end = cx + vx, cy + vy
    speed2 = vx * vx + vy * vy
    hit = _reach(r, (cx, cy), low, high) | _reach(r, end, low, high)
    asides = []
    for x, y in ((x, y) for x in (low[0], high[0]) for y in (low[1], high[1])):
        ahead = (x - cx) * vx + (y - cy) * vy
        aside = vx * (y - cy) - vy * (x - cx)
        level = (speed2 > 0) & (ahead >= 0) & (ahead <= speed2)
        hit |= level & (aside * aside <= r * r * speed2)
        asides.append(aside)
    crosses = (np.min(asides, axis=0) <= 0) & (np.max(asides, axis=0) >= 0)
    for c, e, a, b in zip((cx, cy), end, low, high, strict=True):
        crosses &= (a <= np.maximum(c, e)) & (b >= np.minimum(c, e))
    return np.asarray(hit | crosses, dtype=np.bool_)


def _resting_touch(query: _Query, gap: Array, outward: Array) -> _Touch:
    """Describe the touch of a disc that meets the block at the start."""
    corner = np.all(gap >= 0.0, axis=-1)
    nearest = np.stack([gap[..., 0] > gap[..., 1], gap[..., 0] <= gap[..., 1]], axis=-1)
    outside = np.maximum(gap, 0.0)
    apart = np.asarray((outside > 0.0).any(axis=-1))
    away = np.where(apart[..., None], outside, nearest)
    on_corner = np.asarray((gap == 0.0).all(axis=-1))
    away = np.where(on_corner[..., None], 1.0, away)
    side = np.where(nearest[..., 0], BlockFace.LEFT_RIGHT, BlockFace.TOP_BOTTOM)
    return _Touch(
        t=np.zeros_like(query.radius),
        contact=np.clip(query.center, query.rect_min, query.rect_max),
        normal=unit(outward * away),
        face=np.where(corner, BlockFace.CORNER, side),
    )


def _moving_touch(
    query: _Query,
    direction: Array,
    exponent: NDArray[np.int32],
    gap: Array,
    outward: Array,
) -> _Touch:
    """Describe the first touch of a disc known to arrive from outside.

    Its centre enters the block's box grown by the radius last across one axis.
    Level with the block there, it touches that side; otherwise it can only
    touch the corner it is beyond.
    """
    wait, closing = np.broadcast_arrays(
        gap - query.radius[..., None], -direction * outward
    )
    last = _last_axis(wait, closing)
    side, corner = _place_of_entry(query, direction, wait, closing, last, outward)
    point = np.where(side < 0.0, query.rect_min, query.rect_max)

    flat = largest(np.where(last, wait, 0.0) / np.where(last, closing, 1.0))
    arrival = np.maximum(_arrival(query, direction, point), flat)
    t = np.ldexp(np.where(corner, arrival, flat), -exponent)
    t = np.minimum(t, 1.0)
    level = np.clip(
        query.center + t[..., None] * query.velocity, query.rect_min, query.rect_max
    )
    rounded = _corner_normal(query, direction, point, side)
    flat_face = np.where(last[..., 0], BlockFace.LEFT_RIGHT, BlockFace.TOP_BOTTOM)
    return _Touch(
        t=t,
        contact=np.where(corner[..., None] | last, point, level),
        normal=np.where(corner[..., None], rounded, np.where(last, outward, 0.0)),
        face=np.where(corner, BlockFace.CORNER, flat_face),
    )


def _last_axis(wait: Array, closing: Array) -> BoolArray:
    """Tell which axis the centre enters the grown box across last, if any.

    The two quotients `wait / closing` are compared as a cross product, so that
    a path through a representable corner of the box is seen exactly.
    """
    waits = (wait > 0.0) & (closing > 0.0)
    race = cross2(
        np.stack([wait[..., 0], closing[..., 0]], axis=-1),
        np.stack([wait[..., 1], closing[..., 1]], axis=-1),
    )
    across = waits[..., 0] & (~waits[..., 1] | (race >= 0.0))
    return np.stack([across, waits[..., 1] & ~across], axis=-1)


def _place_of_entry(
    query: _Query,
    direction: Array,
    wait: Array,
    closing: Array,
    last: BoolArray,
    outward: Array,
) -> tuple[Array, BoolArray]:
    """Return the sides faced on entry, and whether that is at a corner.

    As the centre enters across one axis, is it beyond the sides of the other?
    Again as the sign of a cross product. A centre that starts within the grown
    box, and yet apart from the block, is at a corner already.
    """
    entry = np.stack([wait[..., ::-1], closing[..., ::-1]], axis=-1)
    low, high = query.rect_min - query.center, query.rect_max - query.center
    below = cross2(np.stack(np.broadcast_arrays(low, direction), -1), entry) >= 0.0
    above = cross2(np.stack(np.broadcast_arrays(high, direction), -1), entry) <= 0.0
    sideways = ~last & last[..., ::-1]
    side = np.where(sideways, np.where(below, -1.0, 1.0), outward)
    return side, np.asarray((~sideways | below | above).all(axis=-1))


def _arrival(query: _Query, direction: Array, point: Array) -> Array:
    """Return the time, in units of `direction`, when the disc meets the corner."""
    spoke = point - query.center
    pace = _unless_zero(length(direction))
    _, half = _chord(query.radius, cross2(direction, spoke) / pace)
    far, reach = length(spoke), dot(direction, spoke) / pace + half
    # The nearer root as c / (b + sqrt(...)): no cancellation beside the corner.
    travel = (far - query.radius) / _unless_zero(reach) * (far + query.radius)
    return travel / pace


def _chord(radius: Array, aside: Array) -> tuple[Array, Array]:
    """Return the path's offset from the corner, and half the chord it cuts."""
    offset = np.clip(aside, -radius, radius)
    away = np.abs(offset)
    return offset, np.sqrt(radius - away) * np.sqrt(radius + away)


def _corner_normal(query: _Query, direction: Array, point: Array, side: Array) -> Array:
    """Return the unit vector from the corner to the centre as they touch.

    Built from the offset and the half chord, so that it keeps its digits when
    the ball comes from far away. A point ball takes the limit of small balls:
    against its motion, held within the corner's quadrant.
    """
    pace = _unless_zero(length(direction))
    ahead = direction / pace[..., None]
    spoke = point - query.center
    offset, half = _chord(query.radius, cross2(direction, spoke) / pace)
    left = np.stack([-ahead[..., 1], ahead[..., 0]], axis=-1)
    away = -half[..., None] * ahead - offset[..., None] * left
    away = np.where((query.radius > 0.0)[..., None], away, -ahead)
    away = np.maximum(away * side, 0.0)
    away = np.where((away > 0.0).any(axis=-1, keepdims=True), away, 1.0)
    return unit(side * away)


def _unless_zero(divisor: Array) -> Array:
    """Return the divisor with 1 for 0, where the quotient is not used."""
    return np.where(divisor > 0.0, divisor, 1.0)
