"""Where a ray meets a circle (article 1, 2D collision part 11).

With `m` from the ray's origin to the centre and `d` its direction, the ray's point
`origin + t d` is on the circle when `(d.d) t^2 - 2 (m.d) t + (m.m - r^2) = 0`. The
article takes the discriminant as a difference of squares, which loses the circle
altogether when it is far away; here it is `r^2 (d.d) - (d x m)^2` (Lagrange's
identity), half the chord against the distance of the line, as in Haines, Günther and
Akenine-Möller, "Precision Improvements for Ray/Sphere Intersection", Ray Tracing
Gems (2019), chapter 7. It is summed in double-double, so that the verdicts are those
of exact arithmetic on the given float64 numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from playground.collision.blocks import in_blocks
from playground.collision.double_double import cross2, difference, dot, widen
from playground.collision.exact import integers, quotient, replaced
from playground.collision.numeric import (
    Array,
    Result,
    binary_exponent,
    check_broadcast,
    directions,
    largest,
    non_negative,
    parts,
    quadratic_roots,
    scaled,
    unit,
    vectors,
)

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class RayCircle(Result):
    """What `ray_circle` found; world frame, one entry per query.

    Attributes
    ----------
    hit : bool array, shape (...)
        A point of the circle line lies on the ray (t >= 0); touching counts.
    inside : bool array, shape (...)
        The origin is strictly inside the circle.
    t_enter, t_exit : float64 array, shape (...)
        Where the whole line enters and leaves the circle, `t_enter <= t_exit`, in
        multiples of `direction`; negative behind the origin, infinite if beyond the
        largest float64. NaN if the line misses.
    t : float64 array, shape (...)
        First contact at t >= 0: `t_enter`, or `t_exit` from inside. NaN if not `hit`.
    point : float64 array, shape (..., 2)
        The point at `t`. NaN if not `hit`.
    normal : float64 array, shape (..., 2)
        Unit vector from the centre to `point`: outward, also for a ray from inside.
        With radius 0 it faces the ray, `-direction / |direction|`. NaN if not `hit`.
    point_enter, point_exit : float64 array, shape (..., 2)
        The points at `t_enter` and `t_exit`. NaN if the line misses.
    discriminant : float64 array, shape (...)
        `r^2 - D^2`, where D is the distance from the centre to the line: the article's
        discriminant for a normalised direction, a length squared. It is the square
        of half the chord; zero only when the line touches, negative when it misses.
        What would underflow is the least float64 of its sign.
    closest_t : float64 array, shape (...)
        Where the whole line is nearest to the centre, in multiples of `direction`.
    closest : float64 array, shape (..., 2)
        The point at `closest_t`.
    """

    hit: NDArray[np.bool_]
    inside: NDArray[np.bool_]
    t_enter: Array
    t_exit: Array
    t: Array
    point: Array
    normal: Array
    point_enter: Array
    point_exit: Array
    discriminant: Array
    closest_t: Array
    closest: Array


@np.errstate(over="ignore")  # a t beyond the largest float64 is infinity
@in_blocks(origin=2, direction=2, center=2, radius=0)
def ray_circle(
    origin: ArrayLike,
    direction: ArrayLike,
    center: ArrayLike,
    radius: ArrayLike,
    *,
    exact: bool = False,
) -> RayCircle:
    """Intersect rays with circles.

    Parameters
    ----------
    origin : array_like, shape (..., 2)
        Where the ray starts, world frame.
    direction : array_like, shape (..., 2)
        Where it goes; any length but zero. Every `t` is in multiples of it.
    center : array_like, shape (..., 2)
        Centre of the circle, world frame.
    radius : array_like, shape (...)
        Its radius, >= 0; with 0 the circle is a point.
    exact : bool
        Decide in whole numbers what the float arithmetic leaves in doubt.

    Returns
    -------
    RayCircle
        Arrays of the common batch shape; 0-d for a single query.

    Raises
    ------
    ValueError
        Naming the argument: NaN, infinity, a last axis that is not 2, a negative
        radius, a zero direction, or batch shapes that do not broadcast.

    Notes
    -----
    `hit`, `inside` and the sign of `discriminant` are those of exact arithmetic on the
    given numbers; only a gap below about 1e-28 of the largest length may count as
    touching. With `exact` not even that: a circle missed by the last bit is missed, and
    the answer is otherwise the same (see `_decided` for the bound).

    Source: article 1; Haines, Günther and Akenine-Möller (2019); Goldberg
    (1991) for the roots.
    """
    start, ray = vectors("origin", origin, 2), directions("direction", direction, 2)
    middle, rim = vectors("center", center, 2), non_negative("radius", radius)
    batch = check_broadcast(
        origin=start.shape[:-1],
        direction=ray.shape[:-1],
        center=middle.shape[:-1],
        radius=rim.shape,
    )
    start, ray, middle = (np.broadcast_to(v, (*batch, 2)) for v in (start, ray, middle))

    # Lengths and the direction are brought near 1, separately, by powers of two.
    space = binary_exponent(largest(np.abs(start)), largest(np.abs(middle)), rim)
    pace = binary_exponent(largest(np.abs(ray)))
    o, c = (np.ldexp(v, -space[..., None]) for v in (start, middle))
    d, r = np.ldexp(ray, -pace[..., None]), np.ldexp(rim, -space)

    at = _products(o, d, c, r)
    if exact:
        at = _decided(at, start, ray, middle, rim, space, pace)

    t_enter, t_exit = quadratic_roots(at.q, -at.approach, at.power, at.discriminant)
    hit = t_exit >= 0.0
    from_inside = ~(t_enter >= 0.0)
    t = np.where(hit, np.where(from_inside, t_exit, t_enter), np.nan)
    closest_t = at.approach / at.q

    # Offsets from the centre: across the ray, then half a chord along it.
    across = np.stack((d[..., 1], -d[..., 0]), -1) * (at.cross / at.q)[..., None]
    root = np.sqrt(np.where(at.discriminant >= 0.0, at.discriminant, np.nan))
    half_chord = d * (root / at.q)[..., None]
    to_enter, to_exit = across - half_chord, across + half_chord
    point_enter = _on_line(o, d, t_enter, c, to_enter)
    point_exit = _on_line(o, d, t_exit, c, to_exit)
    point = np.where(from_inside[..., None], point_exit, point_enter)
    outward = np.where(from_inside[..., None], to_exit, to_enter)
    has_size = (r > 0.0)[..., None] & (outward != 0.0).any(-1, keepdims=True)
    normal = unit(np.where(has_size, outward, -d))

    def times(s: Array) -> Array:
        return scaled(s, space - pace) + 0.0  # -0.0 becomes 0.0

    def points(p: Array) -> Array:
        return np.ldexp(p, space[..., None])

    missed = ~hit[..., None]
    return RayCircle(
        hit=hit,
        inside=at.power < 0.0,
        t_enter=times(t_enter),
        t_exit=times(t_exit),
        t=times(t),
        point=points(np.where(missed, np.nan, point)),
        normal=np.where(missed, np.nan, normal),
        point_enter=points(point_enter),
        point_exit=points(point_exit),
        discriminant=scaled(at.discriminant / at.q, 2 * space),
        closest_t=times(closest_t),
        closest=points(_on_line(o, d, closest_t, c, across)),
    )


class _Products(NamedTuple):
    """With `d` the direction and `m` from the origin to the centre."""

    q: Array  # d.d
    approach: Array  # m.d
    cross: Array  # d x m
    power: Array  # m.m - r^2, Steiner's power of the origin
    discriminant: Array  # r^2 d.d - (d x m)^2


def _products(
    origin: Array, direction: Array, center: Array, radius: Array
) -> _Products:
    m, d, r = difference(center, origin), widen(direction), widen(radius)
    q, cross, r_squared = dot(d, d), cross2(d, m), r * r
    power = (dot(m, m) - r_squared).high
    discriminant = (r_squared * q - cross * cross).high
    # An origin in the circle has its line meet it, whatever the last bit says.
    discriminant = np.where(power <= 0.0, np.maximum(discriminant, 0.0), discriminant)
    return _Products(q.high, dot(m, d).high, cross.high, power, discriminant)


_DOUBT = 2.0**-90


def _decided(
    at: _Products,
    origin: Array,
    direction: Array,
    center: Array,
    radius: Array,
    space: NDArray[np.int32],
    pace: NDArray[np.int32],
) -> _Products:
    """Return the products with the signs that exact arithmetic gives them.

    Scaled, no coordinate exceeds 1. So the terms of `power` add up to at most 9 in
    size, those of `approach` to 4, those of `discriminant` to 18. A term passes at most
    6 operations of `DoubleDouble`, each wrong by at most 2**-99 of its terms: 2**-100
    that it takes for zero, and a few 2**-106 (see `double_double.ROUNDING`). Together
    that is less than 1.01 * 6 * 18 * 2**-99 < 2**-92, and underflow, here and in
    scaling, adds less than 2**-1000. `_DOUBT` is four times as much.
    """
    doubt = np.asarray(
        (np.abs(at.power) <= _DOUBT)
        | (np.abs(at.approach) <= _DOUBT)
        | (np.abs(at.discriminant) <= _DOUBT)
    )
    if not doubt.any():
        return at
    lengths = *parts(origin), *parts(center), radius
    half, ox, oy, cx, cy, r = integers(doubt, np.ldexp(0.5, space), *lengths)
    half_pace, dx, dy = integers(doubt, np.ldexp(0.5, pace), *parts(direction))
    unit, pace_unit = 2 * half, 2 * half_pace
    mx, my = cx - ox, cy - oy
    power = mx * mx + my * my - r * r
    approach = mx * dx + my * dy
    discriminant = r * r * (dx * dx + dy * dy) - (dx * my - dy * mx) ** 2
    return at._replace(
        power=replaced(at.power, doubt, quotient(power, unit**2)),
        approach=replaced(at.approach, doubt, quotient(approach, unit * pace_unit)),
        discriminant=replaced(
            at.discriminant, doubt, quotient(discriminant, (unit * pace_unit) ** 2)
        ),
    )


def _on_line(o: Array, d: Array, t: Array, center: Array, offset: Array) -> Array:
    """Return the point `o + t d`, which is `center + offset`, from the nearer of both.

    Rounding is relative to the way gone, so the shorter way gives the better point.
    """
    travel = t[..., None] * d
    from_origin = _squared(travel) <= _squared(offset)
    return np.where(from_origin[..., None], o + travel, center + offset)


def _squared(vector: Array) -> Array:
    return np.asarray(vector[..., 0] ** 2 + vector[..., 1] ** 2)
