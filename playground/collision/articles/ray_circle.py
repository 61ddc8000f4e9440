"""Article 1, ray and circle: its listing, its trace, its differences from the truth."""

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
    joined,
    number_type,
    recorded,
    taken,
)
from playground.collision.numeric import Array, Result, length, parts

INSIDE = "start inside: missed"
RIM = "start on circle: missed"
SNAPPED = "s below 1e-6 taken for 0"
LOST = "hit lost by rounding"
INVENTED = "hit made by rounding"
SHIFTED = "points off by rounding"


@dataclass(frozen=True, eq=False)
class CircleRayTrace(Trace):
    """The numbers on the way to a `CircleRay`, in the listing's order.

    Attributes
    ----------
    no_direction : boolean array (...)
        Both parts of the direction are zero in the number type: no hit.
    offset : array (..., 2)
        The ray's start as seen from the circle's centre, ax and ay; world units.
    square : array (...)
        The direction's length squared; square world units.
    size : array (...)
        The direction's length, len; world units.
    unit : array (..., 2)
        The direction divided by it, vx and vy: 1 long but for rounding.
    along : array (...)
        The offset along the unit direction, dotAV; world units.
    apart : array (...)
        The offset's length squared, dotAA; square world units.
    radius_square : array (...)
        Square world units.
    raw : array (...)
        The discriminant s as it comes out: half the chord squared; square world units.
    kept : array (...)
        The same once it is held against 1e-6.
    root : array (...)
        Its root, sq: half the chord; NaN where it is negative; world units.
    near, far : array (...)
        Where the line meets the circle, t1 and t2: lengths along the unit direction.
    """

    no_direction: BoolArray
    offset: Array
    square: Array
    size: Array
    unit: Array
    along: Array
    apart: Array
    radius_square: Array
    raw: Array
    kept: Array
    root: Array
    near: Array
    far: Array

    @property
    def squares(self) -> Array:
        """The larger of the squares whose difference the discriminant is, (...)."""
        return np.asarray(np.maximum(self.apart, self.radius_square))

    @property
    def unit_length(self) -> Array:
        """How long the unit direction has come out, (...)."""
        return length(self.unit)


@dataclass(frozen=True)
class CircleRay(Result):
    """Answer of `circle_ray`.

    Attributes
    ----------
    hit : boolean array (...)
        What the listing returns.
    near, far : array (..., 2)
        The two points it hands out; NaN where it returns false.
    trace : CircleRayTrace
        How it comes to that.
    """

    hit: BoolArray
    trace: CircleRayTrace
    near: Later[Array] = Later()
    far: Later[Array] = Later()


@np.errstate(all="ignore")
def circle_ray(
    center: Vectors,
    radius: ArrayLike,
    origin: Vectors,
    direction: Vectors,
    *,
    dtype: DTypeLike = np.float32,
) -> CircleRay:
    """Return what article 1 answers: does the ray hit the circle, and where.

    Differs from `collision.ray_circle`:

    - A ray that starts inside the circle misses: a negative time counts as an
      error. So does one that starts on the circle and leaves it.
    - The discriminant is held against an absolute 1e-6, an area. A miss by less
      counts as touching, and a real chord collapses to one point, up to 0.001
      from the circle: circles smaller than that are wrong throughout.
    - The discriminant is a difference of squares as large as the distance
      squared. In float32 a tangent is lost a few units away, and a thousand
      units away misses become hits, hits become misses, and the points leave
      the circle.
    - A direction shorter than about 1e-23 underflows to length zero in float32
      and answers "hit" with NaN for points; below 1e-45 it counts as zero. One
      longer than about 1.8e19 overflows, and misses everything; one beyond 3.4e38
      is infinite itself, and answers "hit" with NaN again.
    - A circle as far as that from the start gives NaN, which counts as a hit.
    - A negative radius and a zero direction answer "no hit", not an error.

    Parameters
    ----------
    center, origin, direction : array_like (..., 2) or Components
        World units; the direction may have any length.
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
    circle, r, start, way = taken(
        kind,
        center=(center, 2),
        radius=(radius, 0),
        origin=(origin, 2),
        direction=(direction, 2),
    )
    (ox, oy), (ax, ay), (vx, vy) = map(parts, (circle, start, way))
    no_direction = (vx == 0.0) & (vy == 0.0)

    ax, ay = ax - ox, ay - oy
    square = vx * vx + vy * vy
    size = np.sqrt(square)
    vx, vy = vx / size, vy / size
    along = ax * vx + ay * vy
    apart = ax * ax + ay * ay
    raw = along * along - apart + r * r
    s = np.where(np.abs(raw) < kind.type(0.000001), kind.type(0.0), raw)
    root = np.sqrt(s)
    near, far = -along - root, -along + root
    refused = (r < 0.0) | no_direction
    hit = np.asarray(~refused & ~(s < 0.0) & ~((near < 0.0) | (far < 0.0)))
    find = partial(_point, hit, (ax, ay), (vx, vy), (ox, oy))
    return CircleRay(
        hit=hit,
        near=partial(find, near),
        far=partial(find, far),
        trace=recorded(
            CircleRayTrace,
            hit.shape,
            no_direction=no_direction,
            offset=(ax, ay),
            square=square,
            size=size,
            unit=(vx, vy),
            along=along,
            apart=apart,
            radius_square=r * r,
            raw=raw,
            kept=s,
            root=root,
            near=near,
            far=far,
        ),
    )


@np.errstate(all="ignore")
def _point(
    hit: BoolArray,
    offset: tuple[Real, ...],
    unit: tuple[Real, ...],
    center: tuple[Real, ...],
    time: Real,
) -> Array:
    """Return the point of that time where the listing hands it out."""
    at = (a + time * v + o for a, v, o in zip(offset, unit, center, strict=True))
    return np.where(hit[..., None], joined(*at), np.nan)


DIFFERENCES = (
    Difference(
        1,
        "starts inside",
        "circle_ray",
        INSIDE,
        Nature.ERROR,
        "A negative time counts as an error, so a ray that starts inside the circle "
        "misses. It leaves the circle ahead: a hit.",
        {"center": (0, 0), "radius": 2, "origin": (1, 0), "direction": (1, 0)},
    ),
    Difference(
        1,
        "starts on the circle and leaves",
        "circle_ray",
        RIM,
        Nature.ERROR,
        "The nearer time is negative, so the listing misses. The ray's first point "
        "lies on the circle: a hit at t = 0.",
        {"center": (0, 0), "radius": 2, "origin": (2, 0), "direction": (1, 0)},
    ),
    Difference(
        1,
        "starts on the circle and enters",
        "circle_ray",
        LOST,
        Nature.ROUNDING,
        "The nearer time should be 0; rounding makes it negative, and the ray that "
        "starts on the circle and crosses it misses.",
        {"center": (0, 0), "radius": 1, "origin": (-1, 0), "direction": (1, -3)},
    ),
    Difference(
        1,
        "near miss of a point",
        "circle_ray",
        SNAPPED,
        Nature.ERROR,
        "The discriminant, an area, is held against 1e-6 whatever the scale: a ray "
        "that passes a circle of radius 0 at 0.0009 touches it.",
        {"center": (0, 0), "radius": 0, "origin": (-0.5, 0.0009), "direction": (1, 0)},
    ),
    Difference(
        1,
        "tiny circle",
        "circle_ray",
        SNAPPED,
        Nature.ERROR,
        "A discriminant below 1e-6 becomes 0, and both points become the centre of "
        "the circle. They lie 0.0009 before and behind it.",
        {"center": (0, 0), "radius": 0.0009, "origin": (-0.5, 0), "direction": (1, 0)},
    ),
    Difference(
        1,
        "diagonal at a point",
        "circle_ray",
        LOST,
        Nature.ROUNDING,
        "The unit diagonal is rounded, the discriminant with it, to less than -1e-6 "
        "only three units away. The ray runs straight through the point.",
        {"center": (0, 0), "radius": 0, "origin": (3, 3), "direction": (-1, -1)},
    ),
    Difference(
        1,
        "far circle missed",
        "circle_ray",
        LOST,
        Nature.ROUNDING,
        "The discriminant is a difference of squares of 1540, which a float knows to "
        "a quarter. Aimed at the very centre, the ray misses.",
        {
            "center": (1250, 900),
            "radius": 0.5,
            "origin": (0, 0),
            "direction": (1250, 900),
        },
    ),
    Difference(
        1,
        "far circle hit",
        "circle_ray",
        INVENTED,
        Nature.ROUNDING,
        "The same cancellation the other way: the ray passes the centre at 0.70, the "
        "radius is 0.5, and the listing hits.",
        {
            "center": (900, 700),
            "radius": 0.5,
            "origin": (0, 0),
            "direction": (899.5, 700.5),
        },
    ),
    Difference(
        1,
        "just past a point",
        "circle_ray",
        INVENTED,
        Nature.ROUNDING,
        "A float knows seven digits: the start is rounded onto the circle of radius 0 "
        "that it has left behind, and the ray hits.",
        {
            "center": (1, 0),
            "radius": 0,
            "origin": (1 + 2**-30, 0),
            "direction": (1, 0),
        },
    ),
    Difference(
        1,
        "far points off the circle",
        "circle_ray",
        SHIFTED,
        Nature.ROUNDING,
        "The same cancellation gives a discriminant of 0: the point handed out is the "
        "centre, not half a unit before it.",
        {
            "center": (600, 900),
            "radius": 0.5,
            "origin": (0, 0),
            "direction": (600, 900),
        },
    ),
    Difference(
        1,
        "tiny direction",
        "circle_ray",
        UNDERFLOW,
        Nature.ROUNDING,
        "The square of 1e-23 is no float, the length becomes 0 and the unit vector "
        "NaN. NaN fails every test for a miss: a hit, with NaN for points.",
        {"center": (3, 0), "radius": 1, "origin": (0, 0), "direction": (1e-23, 0)},
    ),
    Difference(
        1,
        "short direction",
        "circle_ray",
        UNDERFLOW,
        Nature.ROUNDING,
        "The square of 3e-23 is less than the least float and is rounded up to it: "
        "the unit vector comes out 0.80 long, and the ray aimed at the centre misses.",
        {"center": (3, 0), "radius": 1, "origin": (0, 0), "direction": (3e-23, 0)},
    ),
    Difference(
        1,
        "huge direction",
        "circle_ray",
        OVERFLOW,
        Nature.ROUNDING,
        "The square of 1e20 is beyond every float, the length becomes infinite and "
        "the unit vector zero: the ray aimed at the centre misses.",
        {"center": (3, 0), "radius": 1, "origin": (0, 0), "direction": (1e20, 0)},
    ),
    Difference(
        1,
        "infinite direction",
        "circle_ray",
        OVERFLOW,
        Nature.ROUNDING,
        "1e39 is beyond every float: infinite, and divided by its length NaN, which "
        "fails every test for a miss: a hit, with NaN for points. The ray passes at 2.",
        {"center": (3, 2), "radius": 1, "origin": (0, 0), "direction": (1e39, 0)},
    ),
    Difference(
        1,
        "too far to square",
        "circle_ray",
        TOO_LARGE,
        Nature.ROUNDING,
        "The squares of 1e20 are infinite, and their difference is NaN, which fails "
        "every test for a miss: a hit, with NaN for points. The ray passes at 7e19.",
        {"center": (1e20, 0), "radius": 1e19, "origin": (0, 0), "direction": (1, 1)},
    ),
    Difference(
        1,
        "negative radius",
        "circle_ray",
        NEGATIVE_RADIUS,
        Nature.CHOICE,
        "A negative radius is an error, answered as a miss.",
        {"center": (0, 0), "radius": -1, "origin": (-3, 0), "direction": (1, 0)},
        core_refuses=True,
    ),
    Difference(
        1,
        "no direction",
        "circle_ray",
        NO_DIRECTION,
        Nature.CHOICE,
        "A zero direction is an error, answered as a miss.",
        {"center": (0, 0), "radius": 1, "origin": (-3, 0), "direction": (0, 0)},
        core_refuses=True,
    ),
)
