"""Article 3, point and ellipse: its listing, its trace, its differences."""

import math
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from playground.collision.arguments import Vectors
from playground.collision.articles.listing import (
    NEGATIVE_RADIUS,
    BoolArray,
    Difference,
    Later,
    Nature,
    Trace,
    cos_sin,
    joined,
    number_type,
    recorded,
    taken,
)
from playground.collision.numeric import Array, Result, parts

ON_EDGE = "on the edge: < misses it"
LOST = "inside: lost by rounding"
INVENTED = "outside: hit by rounding"
TOO_SMALL = "radius too small to square"
TOO_LARGE = "radius too large to square"
NEEDLE = "rx / ry too large"
FLAT = "radius 0: not refused"
MOVED = "P′ moved by rounding"


@dataclass(frozen=True, eq=False)
class PointEllipseTrace(Trace):
    """The numbers on the way to a `PointEllipse`, in the listing's order.

    Attributes
    ----------
    sine, cosine : array (...)
        Of the ellipse's turn.
    translated : array (..., 2)
        The point as seen from the ellipse's centre; world units.
    rotated : array (..., 2)
        The same, turned back; world units. Its x is px.
    scale : array (...)
        rx / ry, by which y is stretched.
    square : array (...)
        The normalized point's distance from 0, squared; square world units.
    radius_square : array (...)
        rx squared; square world units.
    """

    sine: Array
    cosine: Array
    translated: Array
    rotated: Array
    scale: Array
    square: Array
    radius_square: Array


@dataclass(frozen=True)
class PointEllipse(Result):
    """Answer of `point_ellipse`.

    Attributes
    ----------
    hit : boolean array (...)
        What the listing returns.
    normalized : array (..., 2)
        The point after all three steps, px and py, whose length it compares with rx;
        infinite or NaN where a radius is zero.
    trace : PointEllipseTrace
        How it comes to that.
    """

    hit: BoolArray
    trace: PointEllipseTrace
    normalized: Later[Array] = Later()


@np.errstate(all="ignore")
def point_ellipse(
    point: Vectors,
    center: Vectors,
    radii: Vectors,
    angle: ArrayLike,
    *,
    dtype: DTypeLike = np.float64,
) -> PointEllipse:
    """Return what article 3 answers: is the point in the ellipse.

    Differs from `collision.point_ellipse`:

    - The comparison is strict: a point on the ellipse is outside.
    - ry = 0 divides by zero. The point's y becomes infinite or NaN, and every
      point is outside, also those on the segment the ellipse has become; rx = 0
      compares with zero, and every point is outside.
    - The squares of a radius below about 1e-162 vanish and those above 1e154
      overflow, and every point is outside, the centre too.
    - rx / ry above about 1.8e308 is infinite, and every point is outside.
    - Rounding decides beside the edge. Beside a needle thinner than the rounded
      coordinates of a point, that may be anywhere along it.
    - A negative radius counts as its absolute value.

    Parameters
    ----------
    point, center, radii : array_like (..., 2) or Components
        World units; `radii` is (rx, ry).
    angle : array_like (...)
        The ellipse's turn, radians, counter-clockwise with y up.
    dtype : numpy floating type
        The listing's is float64.

    Raises
    ------
    ValueError
        See `listing`.
    """
    kind = number_type(dtype)
    place, middle, shape, turn = taken(
        kind, point=(point, 2), center=(center, 2), radii=(radii, 2), angle=(angle, 0)
    )
    (x, y), (cx, cy), (rx, ry) = map(parts, (place, middle, shape))
    cos, sin = cos_sin(turn, kind)
    x, y = x - cx, y - cy
    scale = rx / ry
    px, upward = x * cos + y * sin, -x * sin + y * cos
    py = scale * upward
    square, limit = px * px + py * py, rx * rx
    hit = np.asarray(square < limit)
    return PointEllipse(
        hit=hit,
        normalized=partial(joined, px, py),
        trace=recorded(
            PointEllipseTrace,
            hit.shape,
            sine=sin,
            cosine=cos,
            translated=(x, y),
            rotated=(px, upward),
            scale=scale,
            square=square,
            radius_square=limit,
        ),
    )


_COSINE = math.cos(math.pi / 2)  # 6e-17: the float π / 2 is that much short of π / 2

DIFFERENCES = (
    Difference(
        3,
        "on the ellipse",
        "point_ellipse",
        ON_EDGE,
        Nature.ERROR,
        "The comparison is strict: the ellipse's own tip is outside.",
        {"point": (2, 0), "center": (0, 0), "radii": (2, 1), "angle": 0},
    ),
    Difference(
        3,
        "just inside",
        "point_ellipse",
        LOST,
        Nature.ROUNDING,
        "2.5 of 6.5 and 1.2 of 1.3 are 5 and 12 parts of 13 but for rounding: as "
        "the numbers are given, the point lies 6e-17 of its way inside. The sum of the "
        "squares is rounded to the radius squared: a miss.",
        {"point": (2.5, 1.2), "center": (0, 0), "radii": (6.5, 1.3), "angle": 0},
    ),
    Difference(
        3,
        "just outside",
        "point_ellipse",
        INVENTED,
        Nature.ROUNDING,
        "2 of 2.9 and 10.5 of 14.5 are 20 and 21 parts of 29 but for rounding: as "
        "the numbers are given, the point lies outside. The listing's last digits say "
        "that it is inside.",
        {"point": (2.0, 10.5), "center": (0, 0), "radii": (2.9, 14.5), "angle": 0},
    ),
    Difference(
        3,
        "beside a needle",
        "point_ellipse",
        INVENTED,
        Nature.ROUNDING,
        "The turned point's y is what is left of two products, which are rounded by "
        "more than the needle is thick. It comes out as 0; the point lies beside the "
        "needle by 12 times its short radius.",
        {
            "point": (3 * _COSINE, 3),
            "center": (0, 0),
            "radii": (4, 1e-33),
            "angle": math.pi / 2,
        },
    ),
    Difference(
        3,
        "needle beyond every scale",
        "point_ellipse",
        NEEDLE,
        Nature.ROUNDING,
        "1e200 / 1e-200 is infinite, and infinity times 0 is NaN: the centre itself "
        "is outside.",
        {"point": (0, 0), "center": (0, 0), "radii": (1e200, 1e-200), "angle": 0},
    ),
    Difference(
        3,
        "radius too small to square",
        "point_ellipse",
        TOO_SMALL,
        Nature.ROUNDING,
        "The square of 1e-170 is 0, and nothing is less than that: the centre itself "
        "is outside.",
        {"point": (0, 0), "center": (0, 0), "radii": (1e-170, 1e-170), "angle": 0},
    ),
    Difference(
        3,
        "squares lost to underflow",
        "point_ellipse",
        INVENTED,
        Nature.ROUNDING,
        "The squares of 1.5e-162 vanish, that of 1.6e-162 does not: the point at the "
        "corner of a square about the circle is inside.",
        {
            "point": (1.5e-162, 1.5e-162),
            "center": (0, 0),
            "radii": (1.6e-162, 1.6e-162),
            "angle": 0,
        },
    ),
    Difference(
        3,
        "radius too large to square",
        "point_ellipse",
        TOO_LARGE,
        Nature.ROUNDING,
        "The squares of 1e160 and 2e160 are both infinite, and infinity is not less "
        "than itself: a point half-way out is outside.",
        {"point": (1e160, 0), "center": (0, 0), "radii": (2e160, 1e160), "angle": 0},
    ),
    Difference(
        3,
        "no height",
        "point_ellipse",
        FLAT,
        Nature.ERROR,
        "rx / 0 is infinite, and infinity times 0 is NaN: a point on the segment that "
        "the ellipse has become is outside, like any other.",
        {"point": (1, 0), "center": (0, 0), "radii": (2, 0), "angle": 0},
        core_refuses=True,
    ),
    Difference(
        3,
        "no width",
        "point_ellipse",
        FLAT,
        Nature.ERROR,
        "Nothing is less than rx * rx = 0: a point on the segment that the ellipse "
        "has become is outside.",
        {"point": (0, 1), "center": (0, 0), "radii": (0, 2), "angle": 0},
        core_refuses=True,
    ),
    Difference(
        3,
        "negative radius",
        "point_ellipse",
        NEGATIVE_RADIUS,
        Nature.ERROR,
        "Both radii are squared in effect: (-2, -1) is as good as (2, 1).",
        {"point": (1, 0), "center": (0, 0), "radii": (-2, -1), "angle": 0},
        core_refuses=True,
    ),
)
