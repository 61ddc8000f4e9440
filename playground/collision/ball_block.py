"""Collision of a ball with an axis-aligned block, by the rules of the fifth article.

`ball_block` applies the rules of a breakout game to one position and the signs of the
velocity; `sweep_ball_block` finds the time of impact; `reflect` mirrors a velocity.
World frame, y up; lengths in world units. The distance of a point from a box is the
distance from the point clamped to the box (Ericson, *Real-Time Collision Detection*,
5.1.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from playground.collision._arguments import Argument, Rule, Vectors
from playground.collision._lazy_result import LazyResult
from playground.collision.exact.expression import (
    NAN,
    Accuracy,
    FieldValue,
    Node,
    choice,
    distance,
    maximum,
    minimum,
    number,
    select,
    sqrt,
    subtract_radius,
    truth,
    vector,
)
from playground.collision.exact.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from playground.collision._arguments import Array


class BlockFace(IntEnum):
    """Part of a block that a ball meets: a side, a corner, or none."""

    NONE = 0
    TOP_BOTTOM = 1
    LEFT_RIGHT = 2
    CORNER = 3


LEFT_RIGHT = float(BlockFace.LEFT_RIGHT)  # plus TOP_BOTTOM, 1, it is CORNER


def _formula(*inputs: Node) -> dict[str, FieldValue]:
    """Return every field.

    For a block of zero width the centre is beyond one side only, as in the article: the
    left one, the top one.
    """
    cx, cy, r, vx, vy, x0, y0, x1, y1 = inputs
    left, right = x0 - cx, cx - x1
    bottom, top = y0 - cy, cy - y1
    gap_x, gap_y = maximum(left, right), maximum(bottom, top)
    at_left, at_top = left >= 0.0, top >= 0.0
    at_right, at_bottom = (right >= 0.0) & ~at_left, (bottom >= 0.0) & ~at_top
    beyond_x, beyond_y = at_left | at_right, at_top | at_bottom
    inside = ~(beyond_x | beyond_y)

    over_x, over_y = maximum(gap_x, 0.0), maximum(gap_y, 0.0)
    square, r2 = over_x * over_x + over_y * over_y, r * r
    power = square - r2
    outer = sqrt(square)
    reach, both_radii = power <= 0.0, outer + r
    gap = subtract_radius(square, outer, r, over_x, over_y)

    zone_x, zone_y = reach & beyond_x, reach & beyond_y
    across = reach & ((at_left & (vx >= 0.0)) | (at_right & (vx <= 0.0)))
    upright = reach & ((at_top & (vy <= 0.0)) | (at_bottom & (vy >= 0.0)))
    crosses_both = across & upright
    graze = zone_x & zone_y & (across | upright) & ~crosses_both

    # At a corner: the mirror image in the line at 45 degrees to both sides.
    rising = (at_left & at_bottom) | (at_right & at_top)
    reflected_velocity = (
        select(crosses_both, select(rising, -vy, vy), select(across, -vx, vx)),
        select(crosses_both, select(rising, -vx, vx), select(upright, -vy, vy)),
    )
    return {
        "gap": vector((gap_x, gap_y)),
        "outward": vector(
            (select(left >= right, -1.0, 1.0), select(bottom > top, -1.0, 1.0)),
            Accuracy.SIGN,
        ),
        "distance": distance(
            select(
                inside,
                maximum(gap_x, gap_y) - r,
                select(both_radii.is_zero(), 0.0, gap),
            ),
            reach,
        ),
        "face": choice(across * LEFT_RIGHT + upright),
        "zone": choice(zone_x * LEFT_RIGHT + zone_y),
        "inside": truth(inside),
        "graze": truth(graze),
        # Adding 0.0 turns -0.0 into it.
        "bounced": vector((v + 0.0 for v in reflected_velocity), Accuracy.SIGN),
    }


_SOLVER = Solver(
    _formula,
    Argument("center", 2),
    Argument("radius", 0, Rule.NOT_NEGATIVE),
    Argument("velocity", 2, unit="pace"),
    Argument("rect_min", 2),
    Argument("rect_max", 2, lower_bound="rect_min"),
)


@dataclass(init=False, eq=False, repr=False)
class BallBlock(LazyResult):
    """Result of `ball_block`; every field has the batch shape `(...)`.

    Attributes
    ----------
    gap : array (..., 2)
        Per axis, distance of the centre beyond the nearer side; negative between the
        two. Ties go to the left and to the top.
    outward : array (..., 2)
        Per axis, +1 or -1: the direction out through that side.
    distance : array (...)
        Distance from the disc to the solid block; minus the depth where they overlap.
    face : integer array of BlockFace
        Part off which the ball bounces; NONE when it leaves or does not reach the
        block.
    zone : integer array of BlockFace
        Part that the ball overlaps, regardless of velocity; NONE when it does not reach
        the block, and when its centre is inside.
    inside : boolean array
        The centre is strictly inside the block, where the rules answer NONE.
    graze : boolean array
        A corner touch that was counted as a side.
    bounced : array (..., 2)
        The velocity afterwards; unchanged where `face` is NONE.
    """

    gap: Array
    outward: Array
    distance: Array
    face: NDArray[np.int64]
    zone: NDArray[np.int64]
    inside: NDArray[np.bool_]
    graze: NDArray[np.bool_]
    bounced: Array

    SOLVER = _SOLVER
    INITIAL_FIELDS = ("face",)
    FIELD_GROUPS = (("face", "zone", "inside", "graze"),)


def ball_block(
    center: Vectors,
    radius: ArrayLike,
    velocity: Vectors,
    rect_min: Vectors,
    rect_max: Vectors,
    *,
    only: Sequence[str] | None = None,
) -> BallBlock:
    """Find the face off which a ball bounces, and its velocity afterwards.

    Per axis, the centre is beyond the nearer side or not, and moves toward it or not
    (zero counts as toward). Beyond one side and within the radius: that side, if
    moving toward it. Beyond two and within the radius of the corner: the corner, if
    moving toward both; moving toward one only is a graze and counts as that one side;
    toward neither, the ball has already bounced. A centre inside the block gives NONE.

    A side negates one component. A corner exchanges the two and directs both
    outward: the mirror image in the line through the corner at 45 degrees to both
    sides. The ball then leaves at all four corners; with the article's own rule it
    does so at two (`articles.corner_bounce`).

    Parameters
    ----------
    center, velocity : array_like (..., 2)
        The ball's centre and velocity; the velocity may be zero.
    radius : array_like (...)
        Not negative.
    rect_min, rect_max : array_like (..., 2)
        The block's lower left and upper right corners, `rect_min <= rect_max`.
    only : sequence of str, optional
        Compute only these fields, at once; the inputs are then not copied.

    Returns
    -------
    BallBlock
        Arrays of the common batch shape; 0-d for a single query.

    Raises
    ------
    ValueError
        For NaN or infinity, a negative radius, `rect_min > rect_max`, a last
        axis that is not 2, shapes that do not broadcast, or an unknown field.

    Notes
    -----
    `face`, `zone`, `inside`, `graze`, `outward` and the signs of `gap` and `distance`
    are those of exact arithmetic on the given numbers. `gap` and `distance` are within
    2**-46 of the largest size or difference of coordinates; the bounds are derived from
    the formula (see `exact`).
    """
    return BallBlock.from_arguments(
        center, radius, velocity, rect_min, rect_max, only=only
    )


# ----------------------------------------------------------------------------
# Time of impact of a moving ball on an axis-aligned block (fifth article).
#
# The moving disc touches the block when its centre touches the block grown by the
# radius, a rectangle with rounded corners (Ericson, *Real-Time Collision Detection*,
# 5.5.7). World frame, y up; lengths in world units; `velocity` is the displacement over
# one step, so times are fractions of it.
# ----------------------------------------------------------------------------


class _SweptAxis(NamedTuple):
    """Axis of a block relative to the centre, reversed for backward motion.

    Attributes
    ----------
    lower_gap, upper_gap : Node
        From the centre to the lower side, and from the upper side to the centre.
    is_reversed : Node
        The ball moves in the negative direction.
    near, far : Node
        Distances along the motion to the side that comes first and to the other.
    speed : Node
        Absolute value of the velocity.
    near_coordinate, far_coordinate : Node
        World coordinates of both sides.
    """

    lower_gap: Node
    upper_gap: Node
    is_reversed: Node
    near: Node
    far: Node
    speed: Node
    near_coordinate: Node
    far_coordinate: Node

    @property
    def gap(self) -> Node:
        """Distance of the centre beyond the nearer side; negative between the two."""
        return maximum(self.lower_gap, self.upper_gap)


def _sweep_axis(center: Node, velocity: Node, low: Node, high: Node) -> _SweptAxis:
    gap_before, behind, back = low - center, center - high, velocity < 0.0
    return _SweptAxis(
        gap_before,
        behind,
        back,
        near=select(back, behind, gap_before),
        far=-select(back, gap_before, behind),
        speed=abs(velocity),
        near_coordinate=select(back, high, low),
        far_coordinate=select(back, low, high),
    )


def _sweep_formula(*inputs: Node) -> dict[str, FieldValue]:
    """Return every field.

    The axes are reversed so that the ball goes right and up. It can then first touch
    the block's left side, its bottom, the corner between them, or the far end of one of
    the two. The cross product of velocity and corner gives the side on which the path's
    line passes a corner. The line meets the left side if it passes above the disc's
    touch of the lower end and below that of the upper end; likewise the bottom;
    otherwise one corner is left, and the centre's path meets the circle around it (see
    `ray_circle`; `away` is its power). The ball arrives in time if t = way / speed is
    at most 1.
    """
    cx, cy, r, vx, vy, x0, y0, x1, y1 = inputs
    x, y = _sweep_axis(cx, vx, x0, x1), _sweep_axis(cy, vy, y0, y1)
    wx, wy = x.speed, y.speed
    gap_x, gap_y = x.gap, y.gap
    over_x, over_y = maximum(gap_x, 0.0), maximum(gap_y, 0.0)
    square, r2 = over_x * over_x + over_y * over_y, r * r
    power = square - r2
    start = power <= 0.0

    # Sides on which the line passes the lower left, upper left and lower right corners.
    level, rise = wx * y.near, wy * x.near
    drop, climb = wy * r, wx * r
    near_over, near_under = (level - rise) + drop, (level - rise) - climb
    upper, lower = (wx * y.far - rise) + drop, (level - wy * x.far) - climb
    above, below = near_over < 0.0, near_under > 0.0
    left, bottom = above & (upper > 0.0), below & (lower < 0.0)
    at_upper, at_lower = above & ~left, below & ~bottom
    flat = left | bottom

    kx, ky = select(at_lower, x.far, x.near), select(at_upper, y.far, y.near)
    k, g = wx * ky - wy * kx, wx * kx + wy * ky
    speed2, m2 = wx * wx + wy * wy, kx * kx + ky * ky
    rw = r2 * speed2
    disc = rw - k * k
    root = sqrt(maximum(disc, 0.0))
    away, far = m2 - r2, g + root
    wait_x, wait_y = x.near - r, y.near - r
    hit = (
        start
        | (left & (wait_x > 0.0) & (wait_x <= wx))
        | (bottom & (wait_y > 0.0) & (wait_y <= wy))
        | (~flat & (disc >= 0.0) & (g > 0.0) & (away <= far))
    )
    way = select(left, wait_x, select(bottom, wait_y, away))
    t = select(start, 0.0, way / select(left, wx, select(bottom, wy, far)))

    corner = (gap_x >= 0.0) & (gap_y >= 0.0)
    uneven = gap_x - gap_y
    wider, both = uneven > 0.0, gap_x.is_zero() & gap_y.is_zero()
    is_apart, has_size = (over_x > 0.0) | (over_y > 0.0), r > 0.0
    beside = hit & ((start & (corner | wider)) | ~(start | bottom))
    upright = hit & ((start & (corner | ~wider)) | ~(start | left))

    at_x, at_y = select(start, cx, cx + t * vx), select(start, cy, cy + t * vy)
    contact_point = (
        select(
            start | bottom,
            minimum(maximum(at_x, x0), x1),
            select(at_lower, x.far_coordinate, x.near_coordinate),
        ),
        select(
            start | left,
            minimum(maximum(at_y, y0), y1),
            select(at_upper, y.far_coordinate, y.near_coordinate),
        ),
    )

    # Motion into or out of the block: at the start, relative to the direction to the
    # nearest point, a side, or both sides at a corner; later into it, except where the
    # ball grazes a corner.
    in_x = select(x.lower_gap >= x.upper_gap, vx, -vx)
    in_y = select(y.lower_gap > y.upper_gap, vy, -vy)
    pull = over_x * in_x + over_y * in_y

    def is_moving_at_start(
        sum_is: Node, a: Node, b: Node, not_a: Node, not_b: Node
    ) -> Node:
        """Return whether the ball moves in at the start; out, with all signs reversed.

        `sum_is`: it does so along the direction to the nearest point; `a`, `b`: along
        x, along y; `not_a`, `not_b`: the opposite.
        """
        is_cornered = (a & ~not_b) | (b & ~not_a) | (a & (wx > wy)) | (b & (wy > wx))
        is_sided = (both & is_cornered) | (~both & ((wider & a) | (~wider & b)))
        return start & ((is_apart & sum_is) | (~is_apart & is_sided))

    signs_in, signs_out = (in_x > 0.0, in_y > 0.0), (in_x < 0.0, in_y < 0.0)
    leaves = is_moving_at_start(pull < 0.0, *signs_out, *signs_in)
    grazes = ~flat & (disc <= select(has_size, 0.0, -1.0))  # a point never does
    enters = is_moving_at_start(pull > 0.0, *signs_in, *signs_out) | (
        hit & ~start & ~grazes
    )

    # From the block to the ball: at the start, out of the nearest side; a point that
    # reaches a corner is treated as a small ball; else from the corner, as in
    # `ray_circle`.
    rest_x = select(is_apart, over_x, select(both | wider, 1.0, 0.0))
    rest_y = select(is_apart, over_y, select(both | ~wider, 1.0, 0.0))
    off_x = select(has_size, (k * wy - root * wx) / speed2, select(at_lower, 0.0, -wx))
    off_y = select(has_size, -(k * wx + root * wy) / speed2, select(at_upper, 0.0, -wy))
    off_x = select(left, -1.0, select(bottom, 0.0, off_x))
    off_y = select(bottom, -1.0, select(left, 0.0, off_y))
    nx = select(
        start,
        select(x.lower_gap >= x.upper_gap, -rest_x, rest_x),
        select(x.is_reversed, -off_x, off_x),
    )
    ny = select(
        start,
        select(y.lower_gap > y.upper_gap, -rest_y, rest_y),
        select(y.is_reversed, -off_y, off_y),
    )
    long = sqrt(nx * nx + ny * ny)
    return {
        "hit": truth(hit),
        "t": number(select(hit, t, NAN)),
        "center": vector([select(hit, c, NAN) for c in (at_x, at_y)]),
        "contact": vector([select(hit, c, NAN) for c in contact_point]),
        "normal": vector(
            [select(hit, n / long, NAN) for n in (nx, ny)], Accuracy.DIRECTION
        ),
        "face": choice(beside * LEFT_RIGHT + upright),
        "leaves": truth(leaves),
        "enters": truth(enters),
    }


_SWEEP_SOLVER = Solver(
    _sweep_formula,
    Argument("center", 2),
    Argument("radius", 0, Rule.NOT_NEGATIVE),
    Argument("velocity", 2),
    Argument("rect_min", 2),
    Argument("rect_max", 2, lower_bound="rect_min"),
)


@dataclass(init=False, eq=False, repr=False)
class SweepBallBlock(LazyResult):
    """Result of `sweep_ball_block`; float fields are NaN where `hit` is False.

    Attributes
    ----------
    hit : boolean array
        The disc touches the block within the step, its ends included.
    t : array
        First touch as a fraction of the step, in [0, 1]; 0 when the disc
        overlaps or touches the block at the start, in whatever direction it moves.
    center : array (..., 2)
        The disc's centre at `t`.
    contact : array (..., 2)
        The point of the solid block nearest that centre: the point touched, or
        the centre itself when it is inside.
    normal : array (..., 2)
        Unit vector from the block toward the ball; out of the nearest side when
        the centre is inside.
    face : integer array of BlockFace
        Part that was touched, NONE without a hit. A centre exactly level with a
        corner counts as at the corner.
    leaves : boolean array
        It touches the block and moves out of it: along the normal.
    enters : boolean array
        It touches the block and moves into it. Otherwise it leaves, or slides along.
    """

    hit: NDArray[np.bool_]
    t: Array
    center: Array
    contact: Array
    normal: Array
    face: NDArray[np.int64]
    leaves: NDArray[np.bool_]
    enters: NDArray[np.bool_]

    SOLVER = _SWEEP_SOLVER
    INITIAL_FIELDS = ("hit", "t")
    FIELD_GROUPS = (("enters", "face", "leaves", "hit"),)


def sweep_ball_block(
    center: Vectors,
    radius: ArrayLike,
    velocity: Vectors,
    rect_min: Vectors,
    rect_max: Vectors,
    *,
    only: Sequence[str] | None = None,
) -> SweepBallBlock:
    """Find where and when a moving ball first touches a solid block.

    The sweep is continuous: fast balls do not tunnel.

    Parameters
    ----------
    center, velocity : array_like (..., 2)
        The centre at the start and its displacement over the step, which may
        be zero.
    radius : array_like (...)
        Not negative; zero sweeps a point.
    rect_min, rect_max : array_like (..., 2)
        The block's lower left and upper right corners, `rect_min <= rect_max`.
    only : sequence of str, optional
        Compute only these fields, at once; the inputs are then not copied.

    Returns
    -------
    SweepBallBlock
        Arrays of the common batch shape; 0-d for a single query.

    Raises
    ------
    ValueError
        For NaN or infinity, a negative radius, `rect_min > rect_max`, a last
        axis that is not 2, shapes that do not broadcast, or an unknown field.

    Notes
    -----
    `hit`, `face`, `leaves` and `enters` are those of exact arithmetic on the numbers.
    `t` has a relative error below 2**-42, components of `normal` an error below 2**-42,
    and points one below 2**-46 of the largest length in their formula. The bounds are
    derived from the formula (see `exact`).
    """
    return SweepBallBlock.from_arguments(
        center, radius, velocity, rect_min, rect_max, only=only
    )


# ----------------------------------------------------------------------------
# Reflection of a velocity, as when a ball bounces off a wall (fifth article).
# ----------------------------------------------------------------------------


def _reflect_formula(vx: Node, vy: Node, nx: Node, ny: Node) -> dict[str, FieldValue]:
    """Return v - 2 (v . n) n / n . n."""
    n2 = nx * nx + ny * ny
    speed_along = (vx * nx + vy * ny) / n2
    double = speed_along + speed_along
    return {"mirrored": vector((vx - double * nx, vy - double * ny))}


_REFLECT_SOLVER = Solver(
    _reflect_formula,
    Argument("velocity", 2),
    Argument("normal", 2, Rule.NOT_ZERO, unit="normal"),
)


def reflect(velocity: ArrayLike, normal: ArrayLike) -> Array:
    """Return `velocity` mirrored in the line perpendicular to `normal`.

    Parameters
    ----------
    velocity : array_like (..., 2)
        Any finite vector.
    normal : array_like (..., 2)
        Not zero; only its direction matters.

    Returns
    -------
    array (..., 2)
        `v - 2 (v . n) n` with `n` the unit normal: speed unchanged. The error of each
        component is below 2**-46 of v's larger one, or a few of the smallest floats.

    Raises
    ------
    ValueError
        For NaN or infinity, a zero normal, a last axis that is not 2, or
        shapes that do not broadcast.
    """
    return np.asarray(
        _REFLECT_SOLVER.make_queries(velocity, normal).solve(("mirrored",))["mirrored"]
    )
