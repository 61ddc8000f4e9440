"""Article 2, circle and rectangle: its listings, their trace, their differences."""

from dataclasses import dataclass
from typing import TypedDict

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

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
    cos_sin,
    number_type,
    recorded,
    taken,
)
from playground.collision.numeric import Array, Result, parts

TURNED = "turned the wrong way"
KEPT = "whole 90° (or 0°): not undone"
INSIDE = "y1 and y2 mixed up: inside"
SIDE = "y1 and y2 mixed up: side"
STRICT = "touch: missed"
ANCHOR = "node's anchor misread"
ROUNDING = "decided by rounding"

_DEGREE = 0.01745329252
"""Radians in a degree, to the engine's ten decimals."""


@dataclass(frozen=True, eq=False)
class CircleRectTrace(Trace):
    """The numbers on the way to a `CircleRect`, in the listing's order.

    `circle_rect` turns nothing: its degrees and its turn are 0, its pivot is NaN.

    Attributes
    ----------
    degrees : array (...)
        The engine's angle, clockwise.
    whole_degrees : array (...)
        Its whole degrees, which must not be a multiple of 90 for it to turn.
    turned : boolean array (...)
        The circle is turned.
    pivot : array (..., 2)
        The point that it is turned about; world units.
    turn : array (...)
        By how much it is turned, theta: radians counter-clockwise; 0 where it is not.
    cosine, sine : array (...)
        Of that.
    center : array (..., 2)
        The circle's centre after the turn, xc and yc; world units.
    left, top, right, bottom : array (...)
        The rectangle's sides, x1, y1, x2 and y2; world units.
    radius_square : array (...)
        r2; square world units.
    left_square, right_square, top_square, bottom_square : array (...)
        The square of how far the centre is from each side's line; square world units.
    band, sides : boolean array (...)
        The tests a and b: for the top and bottom, and for the left and right.
    top_left, top_right, bottom_left, bottom_right : boolean array (...)
        The tests c, d, e and f for the corners.
    """

    degrees: Array
    whole_degrees: Array
    turned: BoolArray
    pivot: Array
    turn: Array
    cosine: Array
    sine: Array
    center: Array
    left: Array
    top: Array
    right: Array
    bottom: Array
    radius_square: Array
    left_square: Array
    right_square: Array
    top_square: Array
    bottom_square: Array
    band: BoolArray
    sides: BoolArray
    top_left: BoolArray
    top_right: BoolArray
    bottom_left: BoolArray
    bottom_right: BoolArray


@dataclass(frozen=True)
class CircleRect(Result):
    """Answer of `circle_rect` and `circle_rotated_rect`.

    Attributes
    ----------
    hit : boolean array (...)
        What the listing returns.
    trace : CircleRectTrace
        How it comes to that.
    """

    hit: BoolArray
    trace: CircleRectTrace


@np.errstate(all="ignore")
def circle_rect(
    center: Vectors,
    radius: ArrayLike,
    rect_min: Vectors,
    rect_max: Vectors,
    *,
    dtype: DTypeLike = np.float32,
) -> CircleRect:
    """Return what article 2 answers for a rectangle that is not turned.

    The rectangle is kept as the engine keeps it, a corner and a size.

    Differs from `collision.circle_rect`:

    - y1 is the top and y2 the bottom, but the inequalities are those of a
      screen where y grows downward. The test for the left and right sides asks
      for a centre above the top and below the bottom, and is never true. The
      test for the top and bottom asks the circle to reach both. A circle that
      overlaps a side, or lies wholly inside, is missed unless it reaches a
      corner or is taller than the rectangle.
    - Every inequality is strict: touching is no hit.
    - Rounding decides near a corner. In float32 the squares of lengths below about
      2.6e-23 vanish and those above 1.8e19 overflow, and the corners are missed.
    - A negative radius counts at the corners as its absolute value.

    Parameters
    ----------
    center, rect_min, rect_max : array_like (..., 2) or Components
        World units, y up.
    radius : array_like (...)
        World units.
    dtype : numpy floating type
        The listing's is float32.

    Raises
    ------
    ValueError
        See `listing`.
    """
    kind = number_type(dtype)
    circle, r, low, high = taken(
        kind,
        center=(center, 2),
        radius=(radius, 0),
        rect_min=(rect_min, 2),
        rect_max=(rect_max, 2),
    )
    none, nowhere = np.zeros((), kind), np.full((), np.nan, kind)
    untouched = _Turn(
        degrees=none,
        whole_degrees=none,
        turned=np.zeros((), np.bool_),
        pivot=(nowhere, nowhere),
        turn=none,
        cosine=np.ones((), kind),
        sine=none,
        center=parts(circle),
    )
    return _overlaps_upright(untouched, r, parts(low), parts(high))


@np.errstate(all="ignore")
def circle_rotated_rect(
    center: Vectors,
    radius: ArrayLike,
    pivot: Vectors,
    angle_degrees: ArrayLike,
    rect_min: Vectors,
    rect_max: Vectors,
    *,
    dtype: DTypeLike = np.float32,
) -> CircleRect:
    """Return what article 2 answers for a rectangle turned about a pivot.

    `angle_degrees` is the engine's: clockwise in a world with y up.

    Differs from `collision.circle_rect` in all that `circle_rect` here does, and:

    - To undo a clockwise turn the circle must turn counter-clockwise; the
      listing turns it clockwise. It answers for the mirror image: a rectangle
      turned the other way.
    - An angle whose whole degrees are a multiple of 90 is not undone at all.
      That is right only for 0, for 180 about the rectangle's centre, and for
      squares about their centre. It also takes in every angle between -1 and 1,
      and 90.9, since the fraction is cut off first.
    - Called with an engine node, the listing turns about the node's anchor in
      the node's own coordinates, not in the world, and takes every node to be
      anchored in its middle.

    Parameters
    ----------
    center, pivot, rect_min, rect_max : array_like (..., 2) or Components
        World units, y up; the corners are those before the turn.
    radius : array_like (...)
        World units.
    angle_degrees : array_like (...)
        Clockwise degrees. Beyond the range of a C int the listing is not
        defined; here the fraction is cut off exactly.
    dtype : numpy floating type
        The listing's is float32.

    Raises
    ------
    ValueError
        See `listing`.
    """
    kind = number_type(dtype)
    circle, r, about, angle, low, high = taken(
        kind,
        center=(center, 2),
        radius=(radius, 0),
        pivot=(pivot, 2),
        angle_degrees=(angle_degrees, 0),
        rect_min=(rect_min, 2),
        rect_max=(rect_max, 2),
    )
    (xc, yc), (px, py) = parts(circle), parts(about)
    whole = np.trunc(angle)
    turned = np.fmod(whole, kind.type(90.0)) != 0.0
    theta = np.where(turned, -angle * kind.type(_DEGREE), kind.type(0.0))
    cos, sin = cos_sin(theta, kind)
    x = cos * (xc - px) - sin * (yc - py) + px
    y = sin * (xc - px) + cos * (yc - py) + py
    turn = _Turn(
        degrees=angle,
        whole_degrees=whole,
        turned=turned,
        pivot=(px, py),
        turn=theta,
        cosine=cos,
        sine=sin,
        center=(np.where(turned, x, xc), np.where(turned, y, yc)),
    )
    return _overlaps_upright(turn, r, parts(low), parts(high))


class _Turn(TypedDict):
    degrees: Real
    whole_degrees: Real
    turned: BoolArray
    pivot: tuple[Real, ...]
    turn: Real
    cosine: Real
    sine: Real
    center: tuple[Real, ...]


def _overlaps_upright(
    turn: _Turn, r: Real, rect_min: tuple[Real, ...], rect_max: tuple[Real, ...]
) -> CircleRect:
    xc, yc = turn["center"]
    (x1, y2), (right, top) = rect_min, rect_max
    x2, y1 = x1 + (right - x1), y2 + (top - y2)
    r2 = r * r
    x1c2, x2c2, y1c2, y2c2 = (d * d for d in (x1 - xc, x2 - xc, y1 - yc, y2 - yc))
    a = (xc > x1) & (xc < x2) & (yc > y1 - r) & (yc < y2 + r)
    b = (xc > x1 - r) & (xc < x2 + r) & (yc > y1) & (yc < y2)
    c, d = x1c2 + y1c2 < r2, x2c2 + y1c2 < r2
    e, f = x1c2 + y2c2 < r2, x2c2 + y2c2 < r2
    hit = np.asarray(a | b | c | d | e | f)
    return CircleRect(
        hit=hit,
        trace=recorded(
            CircleRectTrace,
            hit.shape,
            **turn,
            left=x1,
            top=y1,
            right=x2,
            bottom=y2,
            radius_square=r2,
            left_square=x1c2,
            right_square=x2c2,
            top_square=y1c2,
            bottom_square=y2c2,
            band=a,
            sides=b,
            top_left=c,
            top_right=d,
            bottom_left=e,
            bottom_right=f,
        ),
    )


_SLAB: dict[str, Value] = {"rect_min": (-2, -1), "rect_max": (2, 1)}
_BAR: dict[str, Value] = {"rect_min": (-2, -0.25), "rect_max": (2, 0.25)}

DIFFERENCES = (
    Difference(
        2,
        "over the left side",
        "circle_rect",
        SIDE,
        Nature.ERROR,
        "The test for the left and right sides asks for a centre above the top and "
        "below the bottom: y1 and y2 are mixed up, and it is never true.",
        {"center": (-2.25, 0), "radius": 0.5, **_SLAB},
    ),
    Difference(
        2,
        "over the top side",
        "circle_rect",
        SIDE,
        Nature.ERROR,
        "With y1 and y2 mixed up, the test for the top asks the circle to reach the "
        "bottom as well.",
        {"center": (0, 1.25), "radius": 0.5, **_SLAB},
    ),
    Difference(
        2,
        "inside",
        "circle_rect",
        INSIDE,
        Nature.ERROR,
        "With y1 and y2 mixed up, a circle inside must reach both the top and the "
        "bottom; a small one is missed.",
        {"center": (0, 0), "radius": 0.5, **_SLAB},
    ),
    Difference(
        2,
        "touching a corner",
        "circle_rect",
        STRICT,
        Nature.ERROR,
        "The comparison is strict. The corner is (0.75, 1) away, the radius 1.25.",
        {"center": (2.75, 2), "radius": 1.25, **_SLAB},
    ),
    Difference(
        2,
        "touching a side",
        "circle_rect",
        STRICT,
        Nature.ERROR,
        "The comparison is strict. A rectangle without height shows it alone, since "
        "y1 and y2 are then the same.",
        {"center": (0, 0.5), "radius": 0.5, "rect_min": (-2, 0), "rect_max": (2, 0)},
    ),
    Difference(
        2,
        "near miss of a corner",
        "circle_rect",
        ROUNDING,
        Nature.ROUNDING,
        "2.1 as a float is nearer to 2 than 0.1 as a float is long. As the numbers "
        "are given, the circle ends 9e-17 before the corner.",
        {"center": (-2.1, 1), "radius": 0.1, **_SLAB},
    ),
    Difference(
        2,
        "just over a corner",
        "circle_rect",
        ROUNDING,
        Nature.ROUNDING,
        "1.2 as a float is farther from 1 than 0.2 as a float is long. As the numbers "
        "are given, the circle reaches 6e-17 over the corner.",
        {"center": (2, 1.2), "radius": 0.2, **_SLAB},
    ),
    Difference(
        2,
        "too small to square",
        "circle_rect",
        TOO_SMALL,
        Nature.ROUNDING,
        "The square of 1e-23 is no float but 0, and nothing is less than that: a "
        "circle about the very corner misses it.",
        {"center": (2, 1), "radius": 1e-23, **_SLAB},
    ),
    Difference(
        2,
        "too large to square",
        "circle_rect",
        TOO_LARGE,
        Nature.ROUNDING,
        "The squares of 2.5e19 and 5e19 are both infinite, and infinity is not less "
        "than itself: the circle over the corner misses.",
        {
            "center": (2.25e20, 1.25e20),
            "radius": 5e19,
            "rect_min": (-2e20, -1e20),
            "rect_max": (2e20, 1e20),
        },
    ),
    Difference(
        2,
        "corners exchanged",
        "circle_rect",
        EXCHANGED,
        Nature.ERROR,
        "A rectangle from its upper right corner to its lower left one has negative "
        "sides. Its corners are hit as ever.",
        {
            "center": (2.25, 1.25),
            "radius": 0.5,
            "rect_min": (2, 1),
            "rect_max": (-2, -1),
        },
        core_refuses=True,
    ),
    Difference(
        2,
        "negative radius",
        "circle_rect",
        NEGATIVE_RADIUS,
        Nature.ERROR,
        "The radius is squared at the corners, so -1 reaches as far as 1.",
        {"center": (2.25, 1.25), "radius": -1, **_SLAB},
        core_refuses=True,
    ),
    Difference(
        2,
        "turned the wrong way, missed",
        "circle_rotated_rect",
        TURNED,
        Nature.ERROR,
        "To undo a clockwise turn the circle must turn counter-clockwise; it turns "
        "clockwise. On the bar's lower right half it misses.",
        {"center": (1, -1), "radius": 1, "pivot": (0, 0), "angle_degrees": 45, **_BAR},
    ),
    Difference(
        2,
        "turned the wrong way, hit",
        "circle_rotated_rect",
        TURNED,
        Nature.ERROR,
        "The answer is for the bar's mirror image: the circle hits where the bar "
        "would be had it turned counter-clockwise.",
        {"center": (1, 1), "radius": 1, "pivot": (0, 0), "angle_degrees": 45, **_BAR},
    ),
    Difference(
        2,
        "quarter turn, missed",
        "circle_rotated_rect",
        KEPT,
        Nature.ERROR,
        "A multiple of 90 degrees is not undone. The bar stands upright and reaches "
        "the circle; the listing tests it lying.",
        {
            "center": (0, 1.5),
            "radius": 0.5,
            "pivot": (0, 0),
            "angle_degrees": 90,
            **_BAR,
        },
    ),
    Difference(
        2,
        "quarter turn, hit",
        "circle_rotated_rect",
        KEPT,
        Nature.ERROR,
        "A multiple of 90 degrees is not undone: the listing hits where the bar was "
        "before it turned.",
        {
            "center": (1.5, 0),
            "radius": 0.5,
            "pivot": (0, 0),
            "angle_degrees": 90,
            **_BAR,
        },
    ),
    Difference(
        2,
        "half turn about an end",
        "circle_rotated_rect",
        KEPT,
        Nature.ERROR,
        "Half a turn leaves a rectangle in place only about its centre. About its "
        "left end it comes to lie on the other side.",
        {
            "center": (-1, 0),
            "radius": 0.5,
            "pivot": (0, 0),
            "angle_degrees": 180,
            "rect_min": (0, -0.25),
            "rect_max": (2, 0.25),
        },
    ),
    Difference(
        2,
        "less than a degree",
        "circle_rotated_rect",
        KEPT,
        Nature.ERROR,
        "The fraction of the angle is cut off before it is tested, so 0.9 degrees "
        "counts as none. Six units out the corner has moved by 0.09.",
        {
            "center": (6.3, 0.6),
            "radius": 0.5,
            "pivot": (0, 0),
            "angle_degrees": 0.9,
            "rect_min": (0, -0.25),
            "rect_max": (6, 0.25),
        },
    ),
    Difference(
        2,
        "anchor taken for a world point",
        "circle_rotated_rect",
        ANCHOR,
        Nature.ERROR,
        "For a node of 4 by 0.5 at (2, 2), anchored in its middle, the listing turns "
        "about (2, 0.25): the anchor as the node counts it, from its own corner.",
        {
            "center": (2, 2),
            "radius": 0.5,
            "pivot": (2, 0.25),
            "angle_degrees": 45,
            "rect_min": (0, 1.75),
            "rect_max": (4, 2.25),
        },
        meant={"pivot": (2, 2)},
    ),
    Difference(
        2,
        "anchor always in the middle",
        "circle_rotated_rect",
        ANCHOR,
        Nature.ERROR,
        "For a node of 4 by 0.5 at (0, 0), anchored at its lower left corner, the "
        "listing builds the rectangle as if anchored in its middle.",
        {
            "center": (3.5, 0.25),
            "radius": 0.5,
            "pivot": (0, 0),
            "angle_degrees": 0,
            **_BAR,
        },
        meant={"rect_min": (0, 0), "rect_max": (4, 0.5)},
    ),
)
