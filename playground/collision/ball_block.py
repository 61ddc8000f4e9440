"""A ball against an axis-aligned block, by the fifth article's rules.

As a breakout game asks it, of one position and the signs of the velocity; `sweep` has
the time of impact. World frame, y up; lengths in world units. The distance of a point
from a box is that from itself, clamped to the box (Ericson, *Real-Time Collision
Detection*, 5.1.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from playground.collision.arguments import Argument, Rule, Vectors
from playground.collision.blocks import Solver
from playground.collision.formula import (
    Field,
    Promise,
    Term,
    choice,
    distance,
    maximum,
    outside,
    sqrt,
    truth,
    vector,
    where,
)
from playground.collision.solved import Solved

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from playground.collision.numeric import Array


class BlockFace(IntEnum):
    """What of a block a ball meets."""

    NONE = 0
    TOP_BOTTOM = 1
    LEFT_RIGHT = 2
    CORNER = 3


LEFT_RIGHT = float(BlockFace.LEFT_RIGHT)  # and TOP_BOTTOM, 1, is CORNER


def _formula(
    cx: Term,
    cy: Term,
    r: Term,
    vx: Term,
    vy: Term,
    x0: Term,
    y0: Term,
    x1: Term,
    y1: Term,
) -> dict[str, Field]:
    """Return every field.

    Of a block without width the centre is beyond one side only, as the article has it:
    the left, the top.
    """
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
    apart = outside(square, outer, r, over_x, over_y)

    zone_x, zone_y = reach & beyond_x, reach & beyond_y
    across = reach & ((at_left & (vx >= 0.0)) | (at_right & (vx <= 0.0)))
    upright = reach & ((at_top & (vy <= 0.0)) | (at_bottom & (vy >= 0.0)))
    both = across & upright
    graze = zone_x & zone_y & (across | upright) & ~both

    # At a corner: the mirror image in the line that leans 45 degrees on both sides.
    rising = (at_left & at_bottom) | (at_right & at_top)
    bounced = (
        where(both, where(rising, -vy, vy), where(across, -vx, vx)),
        where(both, where(rising, -vx, vx), where(upright, -vy, vy)),
    )
    return {
        "gap": vector((gap_x, gap_y)),
        "outward": vector(
            (where(left >= right, -1.0, 1.0), where(bottom > top, -1.0, 1.0)),
            Promise.SIGN,
        ),
        "distance": distance(
            where(
                inside,
                maximum(gap_x, gap_y) - r,
                where(both_radii.is_zero(), 0.0, apart),
            ),
            reach,
        ),
        "face": choice(across * LEFT_RIGHT + upright),
        "zone": choice(zone_x * LEFT_RIGHT + zone_y),
        "inside": truth(inside),
        "graze": truth(graze),
        "bounced": vector((v + 0.0 for v in bounced), Promise.SIGN),  # -0.0: 0.0
    }


_SOLVER = Solver(
    _formula,
    Argument("center", 2),
    Argument("radius", 0, Rule.NOT_NEGATIVE),
    Argument("velocity", 2, unit="pace"),
    Argument("rect_min", 2),
    Argument("rect_max", 2, above="rect_min"),
)


@dataclass(init=False, eq=False, repr=False)
class BallBlock(Solved):
    """What `ball_block` found; every field has the batch shape `(...)`.

    Attributes
    ----------
    gap : array (..., 2)
        Per axis, how far the centre is beyond the nearer side; negative between the
        two. Ties go to the left and to the top.
    outward : array (..., 2)
        Per axis, +1 or -1: the way out through that side.
    distance : array (...)
        From the disc to the solid block; negative where they overlap, by how deep.
    face : integer array of BlockFace
        What the ball bounces off; NONE when it leaves or does not reach.
    zone : integer array of BlockFace
        What the ball overlaps, before its velocity is looked at; NONE when it
        does not reach the block, and when its centre is inside.
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
    FIRST = ("face",)
    TOGETHER = (("face", "zone", "inside", "graze"),)


def ball_block(
    center: Vectors,
    radius: ArrayLike,
    velocity: Vectors,
    rect_min: Vectors,
    rect_max: Vectors,
    *,
    only: Sequence[str] | None = None,
) -> BallBlock:
    """Return which face the ball bounces off, and its velocity afterwards.

    Per axis, fold the centre onto the nearer side and ask whether it lies
    beyond that side and moves toward it (zero counts as toward). Beyond one
    side and within the radius: that side, if moving toward it. Beyond two and
    within the radius of the corner: the corner, if moving toward both; moving
    toward one only is a graze and counts as that one side; toward neither, the
    ball has already bounced. A centre inside the block answers NONE.

    A side negates one component. A corner exchanges the two and turns both
    outward: the mirror image in the line through the corner that leans 45
    degrees against both sides. The ball then leaves at all four corners; the
    article's own rule does so at two (`articles.corner_bounce`).

    Parameters
    ----------
    center, velocity : array_like (..., 2)
        The ball's centre and velocity; the velocity may be zero.
    radius : array_like (...)
        Not negative.
    rect_min, rect_max : array_like (..., 2)
        The block's lower left and upper right corners, `rect_min <= rect_max`.
    only : sequence of str, optional
        Work out these fields only, and now; the numbers are then not copied.

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
    the formula (see `promises`).
    """
    return BallBlock.of(center, radius, velocity, rect_min, rect_max, only=only)
