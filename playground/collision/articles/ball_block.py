"""Article 5, ball and block: its listings, their trace, their differences."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from playground.collision.arguments import Vectors
from playground.collision.articles.listing import (
    EXCHANGED,
    NEGATIVE_RADIUS,
    TOO_LARGE,
    TOO_SMALL,
    BoolArray,
    Difference,
    Nature,
    Real,
    Trace,
    Value,
    number_type,
    recorded,
    taken,
)
from playground.collision.numeric import Array, Result, parts, vectors

OVERLAP = "overlap at the start: missed"
MISSED = "hit on the way: missed"
INSIDE = "centre inside: missed"
LATE = "late: another face"
NOT_MOVING_IN = "leaving or gliding: turned"
INWARD = "corner: sent on inward"
NORMAL = "corner: normal ignored"
ROUNDING = "rounding"


@dataclass(frozen=True, eq=False)
class CircleRectangleTrace(Trace):
    """The numbers on the way to a `CircleRectangle`, in the listing's order.

    Distances are in world units, velocities in those of the velocity given. The
    folded ones do not depend on which way y points.

    Attributes
    ----------
    beyond_top, beyond_bottom, beyond_left, beyond_right : array (...)
        How far the centre is beyond each side, yTop, yBottom, xLeft and xRight;
        negative on the block's side of it.
    x, vx : array (...)
        _x and _vx: how far beyond the left side, and the velocity to the right; where
        the centre is not beyond that, how far beyond the right side, and the velocity
        to the left. So `vx` is positive toward the block.
    y, vy : array (...)
        _y and _vy: the same, down from the top and up from the bottom.
    square : array (...)
        The corner's distance squared, y² + x²; square world units.
    radius_square : array (...)
        Square world units.
    at_corner : boolean array (...)
        The centre is beyond a corner, and within the radius of it.
    at_top_bottom, at_left_right : boolean array (...)
        It is beyond that side alone, and within the radius of it.
    inside : boolean array (...)
        It is beyond no side: no hit.
    moves_in_x, moves_in_y : boolean array (...)
        `vx`, `vy` is not negative.
    """

    beyond_top: Array
    beyond_bottom: Array
    beyond_left: Array
    beyond_right: Array
    x: Array
    vx: Array
    y: Array
    vy: Array
    square: Array
    radius_square: Array
    at_corner: BoolArray
    at_top_bottom: BoolArray
    at_left_right: BoolArray
    inside: BoolArray
    moves_in_x: BoolArray
    moves_in_y: BoolArray


@dataclass(frozen=True)
class CircleRectangle(Result):
    """Answer of `circle_rectangle`.

    Attributes
    ----------
    face : integer array (...)
        Of BlockFace.
    trace : CircleRectangleTrace
        How the listing comes to that.
    """

    face: NDArray[np.int64]
    trace: CircleRectangleTrace


@np.errstate(all="ignore")
def circle_rectangle(
    center: Vectors,
    radius: ArrayLike,
    velocity: Vectors,
    rect_min: Vectors,
    rect_max: Vectors,
    *,
    dtype: DTypeLike = np.float64,
) -> CircleRectangle:
    """Return what article 5 answers: which face of the block the ball hits.

    Our y is up, the article's screen has it down: y is negated on the way in.

    Agrees with `collision.ball_block` but for rounding. Both differ from the
    truth, `collision.sweep_ball_block`:

    - Only where the ball is now is looked at: a fast ball tunnels, and one that
      came in through one side may be told another.
    - A centre inside the block answers NONE, and so does a ball that overlaps the
      block and moves out of it.
    - No motion toward a side counts as motion toward it: a ball that glides or rests
      is told a face, and turned at a corner.
    - On a corner's arc only signs are looked at. A ball that is already leaving
      may count as a graze and be turned, and one that falls straight down beside
      the corner counts as a full corner hit.
    - A negative radius hits at corners by its absolute value, at sides never.

    Parameters
    ----------
    center, velocity, rect_min, rect_max : array_like (..., 2) or Components
        World units, y up.
    radius : array_like (...)
        World units.
    dtype : numpy floating type
        The listing's is float64.

    Raises
    ------
    ValueError
        See `listing`.
    """
    kind = number_type(dtype)
    ball, r, way, low, high = taken(
        kind,
        center=(center, 2),
        radius=(radius, 0),
        velocity=(velocity, 2),
        rect_min=(rect_min, 2),
        rect_max=(rect_max, 2),
    )
    points = ball, way, low, high
    (cx, cy), (vx, vy), (left, bottom), (right, top) = map(_on_screen, points)

    y_top, y_bottom = top - cy, cy - bottom
    x_left, x_right = left - cx, cx - right
    x, vx = _folded(x_left, x_right, vx)
    y, vy = _folded(y_top, y_bottom, vy)
    square, limit = y * y + x * x, r * r
    above, beside = y >= 0.0, x >= 0.0
    at_corner = above & beside & (square <= limit)
    at_end, at_side = (above & (y <= r)) & ~beside, ~above & (beside & (x <= r))
    in_x, in_y = vx >= 0.0, vy >= 0.0
    across = (at_corner | at_side) & in_x
    upright = (at_corner | at_end) & in_y
    # LEFT_RIGHT is 2 and TOP_BOTTOM is 1: CORNER is both.
    face = np.add(2 * across.view(np.uint8), upright.view(np.uint8), dtype=np.int64)
    return CircleRectangle(
        face=face,
        trace=recorded(
            CircleRectangleTrace,
            face.shape,
            beyond_top=y_top,
            beyond_bottom=y_bottom,
            beyond_left=x_left,
            beyond_right=x_right,
            x=x,
            vx=vx,
            y=y,
            vy=vy,
            square=square,
            radius_square=limit,
            at_corner=at_corner,
            at_top_bottom=at_end,
            at_left_right=at_side,
            inside=~above & ~beside,
            moves_in_x=in_x,
            moves_in_y=in_y,
        ),
    )


def corner_bounce(velocity: ArrayLike) -> Array:
    """Return the velocity after article 5's corner hit, one rule for all corners.

    On its screen, y down, the components are exchanged and both negated. With y
    up that is a plain exchange: the mirror image in the line y = x.

    Differs from the truth: the mirror is that of the upper left and lower right
    corners. At the other two a ball that moves into the block keeps moving into
    it. At any corner the mirror ignores where on the corner's arc the ball
    touches; `collision.reflect` about the contact normal is exact.

    Parameters
    ----------
    velocity : array_like (..., 2)
        y up.

    Returns
    -------
    array (..., 2)
        y up.

    Raises
    ------
    ValueError
        See `listing`.
    """
    return vectors("velocity", velocity, 2)[..., ::-1].copy()


def _on_screen(vectors: Real | tuple[Real, ...]) -> tuple[Real, Real]:
    x, y = parts(vectors)
    return x, -y


def _folded(before: Real, after: Real, speed: Real) -> tuple[Real, Real]:
    beyond = before < 0.0
    return np.where(beyond, after, before), np.where(beyond, -speed, speed)


_BLOCK: dict[str, Value] = {"rect_min": (-1, -1), "rect_max": (1, 1)}

DIFFERENCES = (
    Difference(
        5,
        "upper right corner",
        "corner_bounce",
        INWARD,
        Nature.ERROR,
        "The printed exchange mirrors in the upper left and lower right diagonal at "
        "every corner. Here the ball goes on into the block.",
        {"center": (1.25, 1.25), "radius": 0.5, "velocity": (-2, -1), **_BLOCK},
    ),
    Difference(
        5,
        "lower left corner",
        "corner_bounce",
        INWARD,
        Nature.ERROR,
        "The printed exchange mirrors in the upper left and lower right diagonal at "
        "every corner. Here the ball goes on into the block.",
        {"center": (-1.25, -1.25), "radius": 0.5, "velocity": (2, 1), **_BLOCK},
    ),
    Difference(
        5,
        "corner almost on the side",
        "corner_bounce",
        NORMAL,
        Nature.CHOICE,
        "Wherever on the corner's arc the ball comes down, it leaves as from its "
        "middle: sideways. Above the side's end it should fly up.",
        {"center": (-1.125, 1.375), "radius": 0.5, "velocity": (0, -2), **_BLOCK},
    ),
    Difference(
        5,
        "graze, counted as a side",
        "circle_rectangle",
        NORMAL,
        Nature.CHOICE,
        "The ball moves away from the corner sideways, so it is turned as by the top, "
        "to (1, 1). The corner's normal turns it to (1.4, 0.2).",
        {"center": (1.125, 1.375), "radius": 0.5, "velocity": (1, -1), **_BLOCK},
    ),
    Difference(
        5,
        "leaving, called a graze",
        "circle_rectangle",
        NOT_MOVING_IN,
        Nature.CHOICE,
        "Only the signs of the velocity are looked at. The ball is moving away from "
        "the corner, and is turned as if it had hit the right side.",
        {"center": (1.125, 1.375), "radius": 0.5, "velocity": (-2, 1), **_BLOCK},
    ),
    Difference(
        5,
        "gliding past, called a graze",
        "circle_rectangle",
        NOT_MOVING_IN,
        Nature.CHOICE,
        "The ball moves at right angles to the corner's normal, neither in nor out. "
        "Sideways it moves toward the block, and is turned as by the right side.",
        {"center": (1.75, 2), "radius": 1.25, "velocity": (-4, 3), **_BLOCK},
    ),
    Difference(
        5,
        "gliding over a corner",
        "circle_rectangle",
        NOT_MOVING_IN,
        Nature.CHOICE,
        "A velocity of 0 toward a side counts as toward it, so the ball that glides "
        "over the side's end is at a corner, and is turned upward.",
        {"center": (-1, 1.5), "radius": 0.5, "velocity": (1, 0), **_BLOCK},
    ),
    Difference(
        5,
        "centre inside",
        "circle_rectangle",
        INSIDE,
        Nature.CHOICE,
        "Believed to be impossible, so answered as no hit. The ball overlaps the "
        "block and is nearest to its right side.",
        {"center": (0.5, 0), "radius": 0.5, "velocity": (-1, 0), **_BLOCK},
    ),
    Difference(
        5,
        "fast ball",
        "circle_rectangle",
        MISSED,
        Nature.ERROR,
        "Only the present place is looked at: free here, and free again 10 to the "
        "right. The ball meets the left side at t = 0.35.",
        {"center": (-5, 0), "radius": 0.5, "velocity": (10, 0), **_BLOCK},
    ),
    Difference(
        5,
        "overlap at the start, gone by",
        "circle_rectangle",
        OVERLAP,
        Nature.ERROR,
        "Only the present place is looked at, where the ball is free. At (-1.25, 0), "
        "where it came from, it overlapped the left side and moved into it.",
        {"center": (8.75, 0), "radius": 0.5, "velocity": (10, 0), **_BLOCK},
        meant={"center": (-1.25, 0)},
    ),
    Difference(
        5,
        "late, and at another face",
        "circle_rectangle",
        LATE,
        Nature.ERROR,
        "At the end of its step the ball is above the block, so the top. On the way "
        "from (-2, 1.5) it met the upper left corner.",
        {"center": (-0.5, 1.25), "radius": 0.5, "velocity": (1.5, -0.25), **_BLOCK},
        meant={"center": (-2, 1.5)},
    ),
    Difference(
        5,
        "just past a corner",
        "circle_rectangle",
        ROUNDING,
        Nature.ROUNDING,
        "0.07, 0.24 and 0.25 are 7, 24 and 25 hundredths but for rounding: the ball "
        "is 9e-18 from the corner and moves away. In rounded numbers it touches.",
        {"center": (1.07, 1.24), "radius": 0.25, "velocity": (24, -6), **_BLOCK},
    ),
    Difference(
        5,
        "too small to square",
        "circle_rectangle",
        TOO_SMALL,
        Nature.ROUNDING,
        "The squares of 2e-170 and 1e-170 are both 0, and 0 <= 0: the ball that "
        "passes the corner is at it.",
        {
            "center": (2e-170, 2e-170),
            "radius": 1e-170,
            "velocity": (1, -0.5),
            "rect_min": (-1, -1),
            "rect_max": (0, 0),
        },
    ),
    Difference(
        5,
        "too large to square",
        "circle_rectangle",
        TOO_LARGE,
        Nature.ROUNDING,
        "The squares of 2e160 and 1e160 are both infinite, and infinity <= infinity: "
        "the ball that passes the corner is at it.",
        {
            "center": (2e160, 2e160),
            "radius": 1e160,
            "velocity": (1e160, -0.5e160),
            "rect_min": (-1e160, -1e160),
            "rect_max": (0, 0),
        },
    ),
    Difference(
        5,
        "corners exchanged",
        "circle_rectangle",
        EXCHANGED,
        Nature.ERROR,
        "A block from its upper right corner to its lower left one has negative "
        "sides. The ball in its middle is told that it hits a corner.",
        {
            "center": (0, 0),
            "radius": 1.5,
            "velocity": (1, -1),
            "rect_min": (1, 1),
            "rect_max": (-1, -1),
        },
        core_refuses=True,
    ),
    Difference(
        5,
        "negative radius",
        "circle_rectangle",
        NEGATIVE_RADIUS,
        Nature.ERROR,
        "The radius is squared at the corners, so -0.5 reaches as far as 0.5.",
        {"center": (1.25, 1.25), "radius": -0.5, "velocity": (-1, -1), **_BLOCK},
        core_refuses=True,
    ),
)
