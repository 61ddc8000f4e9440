"""Article 4, moving sphere and line: its listing, its trace, its differences."""

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from playground.collision.arguments import Vectors
from playground.collision.articles.listing import (
    NEGATIVE_RADIUS,
    NO_DIRECTION,
    OVERFLOW,
    TOO_LARGE,
    UNDERFLOW,
    BoolArray,
    Difference,
    Later,
    Nature,
    Real,
    Trace,
    Value,
    joined,
    number_type,
    recorded,
    taken,
)
from playground.collision.numeric import Array, Result, parts

PAST = "overlap: time in the past"
NO_TIME = "overlap: time FLT_MAX"
UNASKED = "no hit, yet a time"
STILL = "slow approach missed"
TOUCHING = "touch at the start missed"
ROUNDED = "wrong by rounding"
CENTRE = "position is the centre"

_Vector = tuple[Real, ...]

FLT_MAX = float(np.finfo(np.float32).max)
"""The time `sphere_line` answers when it has none: the largest C float."""


@dataclass(frozen=True, eq=False)
class SphereLineTrace(Trace):
    """The numbers on the way to a `SphereLine`, in the listing's order.

    Attributes
    ----------
    motion : array (..., 3)
        From the start to the end, E; world units.
    size : array (...)
        The length of the line's direction; world units.
    unit : array (..., 3)
        The direction divided by it, V: 1 long but for rounding, or zero.
    to_line : array (..., 3)
        From the start to the line's point, R; world units.
    across : array (..., 3)
        A, the motion's part square to the line, turned round; world units.
    perpendicular : array (..., 3)
        C, from the start to the nearest point of the line; world units.
    alpha : array (...)
        A · A; square world units.
    beta : array (...)
        A · C; square world units.
    omega : array (...)
        C · C − r²; square world units.
    discriminant : array (...)
        tmp = β² − α ω; world units to the fourth.
    still : boolean array (...)
        α counts as no motion across the line.
    no_time : boolean array (...)
        That, or the discriminant is negative: the time is `FLT_MAX`.
    root : array (...)
        The discriminant's root; NaN where it is negative; square world units.
    in_step : boolean array (...)
        The time is from 0 to 1: a hit.
    embedded : boolean array (...)
        ω is negative, the sphere overlaps the line at the start: a hit.
    """

    motion: Array
    size: Array
    unit: Array
    to_line: Array
    across: Array
    perpendicular: Array
    alpha: Array
    beta: Array
    omega: Array
    discriminant: Array
    still: BoolArray
    no_time: BoolArray
    root: Array
    in_step: BoolArray
    embedded: BoolArray


@dataclass(frozen=True)
class SphereLine(Result):
    """Answer of `sphere_line`.

    Attributes
    ----------
    hit : boolean array (...)
        What the listing returns.
    t : array (...)
        The time it hands out, hit or not: any number, or `FLT_MAX`.
    position : array (..., 3)
        The position it hands out, hit or not: the sphere's centre at `t`, or
        the start where `t` is `FLT_MAX`.
    trace : SphereLineTrace
        How it comes to that.
    """

    hit: BoolArray
    trace: SphereLineTrace
    t: Later[Array] = Later()
    position: Later[Array] = Later()


@np.errstate(all="ignore")
def sphere_line(
    radius: ArrayLike,
    previous: Vectors,
    position: Vectors,
    line_point: Vectors,
    line_direction: Vectors,
    *,
    dtype: DTypeLike = np.float32,
) -> SphereLine:
    """Return what article 4 answers: when and where a sphere meets a line.

    The direction is normalised as the library's function is documented to:
    divided by its length, zero staying zero.

    Differs from `collision.swept_sphere_line`:

    - The position handed out is the sphere's centre, not the point touched.
    - Embedded at the start and moving, the time is the root in the past, so
      negative, and the position lies behind the start. The truth is time 0.
    - Embedded at the start and at rest, or moving along the line, the time is
      `FLT_MAX`. The truth is time 0.
    - Touching at the start is a hit only when moving inward: not at rest, not
      along the line, not when leaving.
    - Motion across the line slower than sqrt(1e-5), about 0.003 a step, counts
      as no motion: the step in which a slow sphere arrives is missed. So does a
      fast one that nearly follows the line.
    - The discriminant is a difference of fourth powers of length: in float32
      tangents are lost and near misses touch; lengths above about 4e9 overflow to
      NaN, a miss. On a long way along the line, what rounding leaves of the motion
      across it may count as motion, and hit.
    - Without a hit the time and position are still filled in, from the
      extension of the step or as `FLT_MAX` and the start.
    - A zero direction, or one below about 1e-23 or above 1.8e19 in float32, makes
      the line a point. A negative radius counts as its absolute value.

    Parameters
    ----------
    radius : array_like (...)
        World units.
    previous, position : array_like (..., 3) or Components
        The centre before and after the step.
    line_point, line_direction : array_like (..., 3) or Components
        The line; the direction may have any length.
    dtype : numpy floating type
        The listing's is float32. `FLT_MAX` stays that of float32.

    Raises
    ------
    ValueError
        See `listing`.
    """
    kind = number_type(dtype)
    r, *vectors = taken(
        kind,
        radius=(radius, 0),
        previous=(previous, 3),
        position=(position, 3),
        line_point=(line_point, 3),
        line_direction=(line_direction, 3),
    )
    start, end, q, v = map(parts, vectors)
    size = np.sqrt(_dot(v, v))
    v = tuple(np.where(size == 0.0, x, x / size) for x in v)

    move, to_line = _less(end, start), _less(q, start)
    along, aside = _dot(move, v), _dot(to_line, v)
    a = tuple(along * x - m for x, m in zip(v, move, strict=True))
    c = tuple(w - aside * x for x, w in zip(v, to_line, strict=True))
    alpha, beta = _dot(a, a), _dot(a, c)
    omega = _dot(c, c) - r * r
    inner = beta * beta - alpha * omega
    still = np.abs(alpha) <= kind.type(0.00001)
    no_time = still | (inner < 0.0)
    root = np.sqrt(inner)
    t = np.where(no_time, kind.type(FLT_MAX), (-root - beta) / alpha)
    in_step, embedded = (t >= 0.0) & (t <= 1.0), omega < 0.0
    hit = np.asarray(in_step | embedded)
    return SphereLine(
        hit=hit,
        t=partial(t.astype, np.float64),
        position=partial(_position, no_time, start, t, move),
        trace=recorded(
            SphereLineTrace,
            hit.shape,
            motion=move,
            size=size,
            unit=v,
            to_line=to_line,
            across=a,
            perpendicular=c,
            alpha=alpha,
            beta=beta,
            omega=omega,
            discriminant=inner,
            still=still,
            no_time=no_time,
            root=root,
            in_step=in_step,
            embedded=embedded,
        ),
    )


def _less(a: _Vector, b: _Vector) -> _Vector:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def _dot(a: _Vector, b: _Vector) -> Real:
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


@np.errstate(all="ignore")
def _position(no_time: BoolArray, start: _Vector, t: Real, move: _Vector) -> Array:
    pairs = zip(start, move, strict=True)
    return joined(*(np.where(no_time, s, s + t * m) for s, m in pairs))


_X_AXIS: dict[str, Value] = {"line_point": (0, 0, 0), "line_direction": (1, 0, 0)}

DIFFERENCES = (
    Difference(
        4,
        "the centre for the place",
        "sphere_line",
        CENTRE,
        Nature.CHOICE,
        "The collision position handed out is the sphere's centre, (0, 1, 0). The "
        "point it touches is (0, 0, 0).",
        {"radius": 1, "previous": (0, 3, 0), "position": (0, -1, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "embedded, going through",
        "sphere_line",
        PAST,
        Nature.ERROR,
        "The time is the root in the past, -0.25, and the position lies behind the "
        "start. The sphere overlaps at t = 0.",
        {"radius": 1, "previous": (0, 0.5, 0), "position": (0, -1.5, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "embedded, leaving",
        "sphere_line",
        PAST,
        Nature.ERROR,
        "The time is -0.75 and the position lies on the other side of the line, where "
        "the sphere never was. It overlaps at t = 0.",
        {"radius": 1, "previous": (0, 0.5, 0), "position": (0, 2.5, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "embedded, at rest",
        "sphere_line",
        NO_TIME,
        Nature.CHOICE,
        "A hit whose time is the largest float. It overlaps at t = 0.",
        {"radius": 1, "previous": (0, 0.5, 0), "position": (0, 0.5, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "embedded, along the line",
        "sphere_line",
        NO_TIME,
        Nature.CHOICE,
        "A hit whose time is the largest float. It overlaps at t = 0.",
        {"radius": 1, "previous": (-2, 0.5, 0), "position": (2, 0.5, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "touching, at rest",
        "sphere_line",
        TOUCHING,
        Nature.ERROR,
        "Without motion only overlap counts, strictly. The sphere touches the line.",
        {"radius": 1, "previous": (0, 1, 0), "position": (0, 1, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "touching, along the line",
        "sphere_line",
        TOUCHING,
        Nature.ERROR,
        "Without motion across the line only overlap counts, strictly. The sphere "
        "rolls on the line throughout.",
        {"radius": 1, "previous": (-2, 1, 0), "position": (2, 1, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "touching, leaving",
        "sphere_line",
        TOUCHING,
        Nature.ERROR,
        "The first root is in the past and overlap is strict: a miss. The sphere "
        "touches at t = 0.",
        {"radius": 1, "previous": (0, 1, 0), "position": (0, 3, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "arrives slowly",
        "sphere_line",
        STILL,
        Nature.ERROR,
        "A step across the line of 0.003, squared, is less than 1e-5 and counts as "
        "none: the step in which the sphere arrives is missed.",
        {"radius": 1, "previous": (0, 1.002, 0), "position": (0, 0.999, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "arrives at a shallow angle",
        "sphere_line",
        STILL,
        Nature.ERROR,
        "Only motion across the line counts, 0.003 here: a fast sphere that nearly "
        "follows the line is missed as well.",
        {"radius": 1, "previous": (-3, 1.002, 0), "position": (3, 0.999, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "grazes",
        "sphere_line",
        ROUNDED,
        Nature.ROUNDING,
        "The discriminant should be 0; rounding makes it negative. The sphere touches "
        "half-way.",
        {
            "radius": 1,
            "previous": (2, -1, 0),
            "position": (-2, -1, 0),
            "line_point": (0, 0, 0),
            "line_direction": (1, 0, -1),
        },
    ),
    Difference(
        4,
        "near miss of a point",
        "sphere_line",
        ROUNDED,
        Nature.ROUNDING,
        "The discriminant is a difference of fourth powers; the rounding error of a "
        "float is larger than the miss of 0.007.",
        {
            "radius": 0,
            "previous": (-17, -17, 1),
            "position": (16, 19, 8),
            "line_point": (0, 0, 0),
            "line_direction": (0, 1, 3),
        },
    ),
    Difference(
        4,
        "ends just before the line",
        "sphere_line",
        ROUNDED,
        Nature.ROUNDING,
        "0.3, 0.4 and 0.5 are a right triangle but for rounding: at the end the "
        "sphere is 1e-17 from the line. In floats the time is 1.",
        {
            "radius": 0.5,
            "previous": (-0.3, 0.6, 0.2),
            "position": (-0.3, 0.4, 0.3),
            **_X_AXIS,
        },
    ),
    Difference(
        4,
        "far along the line",
        "sphere_line",
        ROUNDED,
        Nature.ROUNDING,
        "The motion is the direction times 100 000, so there is none across the line. "
        "What rounding leaves of it counts as motion, and gives a time and a hit.",
        {
            "radius": 2,
            "previous": (5, 2, -1),
            "position": (-299995, -199998, 199999),
            "line_point": (0, 0, 0),
            "line_direction": (-3, -2, 2),
        },
    ),
    Difference(
        4,
        "too far for fourth powers",
        "sphere_line",
        TOO_LARGE,
        Nature.ROUNDING,
        "The discriminant is a difference of fourth powers, both beyond every float: "
        "it is NaN, and so are time and place of what is called a miss.",
        {
            "radius": 1e10,
            "previous": (0, 3e10, 0),
            "position": (0, -1e10, 0),
            **_X_AXIS,
        },
    ),
    Difference(
        4,
        "answers without a hit",
        "sphere_line",
        UNASKED,
        Nature.ERROR,
        "The step ends too early, and the listing says so, but hands out the time 2 "
        "and a position beyond the end. Neither is defined.",
        {"radius": 1, "previous": (0, 5, 0), "position": (0, 3, 0), **_X_AXIS},
    ),
    Difference(
        4,
        "tiny direction",
        "sphere_line",
        UNDERFLOW,
        Nature.ROUNDING,
        "The square of 1e-23 is no float, the direction becomes zero, and the line "
        "becomes the point (0, 0, 0), which the sphere does not meet.",
        {
            "radius": 1,
            "previous": (3, 3, 0),
            "position": (3, -1, 0),
            "line_point": (0, 0, 0),
            "line_direction": (1e-23, 0, 0),
        },
    ),
    Difference(
        4,
        "huge direction",
        "sphere_line",
        OVERFLOW,
        Nature.ROUNDING,
        "The square of 1e20 is beyond every float, the direction becomes zero, and "
        "the line becomes the point (0, 0, 0), which the sphere does not meet.",
        {
            "radius": 1,
            "previous": (3, 3, 0),
            "position": (3, -1, 0),
            "line_point": (0, 0, 0),
            "line_direction": (1e20, 0, 0),
        },
    ),
    Difference(
        4,
        "no direction",
        "sphere_line",
        NO_DIRECTION,
        Nature.ERROR,
        "A zero direction makes the line a point.",
        {
            "radius": 1,
            "previous": (0, 3, 0),
            "position": (0, -1, 0),
            "line_point": (0, 0, 0),
            "line_direction": (0, 0, 0),
        },
        core_refuses=True,
    ),
    Difference(
        4,
        "negative radius",
        "sphere_line",
        NEGATIVE_RADIUS,
        Nature.ERROR,
        "The radius is only ever squared: -1 is as good as 1.",
        {"radius": -1, "previous": (0, 3, 0), "position": (0, -1, 0), **_X_AXIS},
        core_refuses=True,
    ),
)
