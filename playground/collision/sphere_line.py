"""When and where a moving sphere touches a fixed line (article 4, 3D part 16).

With E the step, R from the sphere's start to a point of the line, and V the line's
unit direction, the perpendicular from the sphere's centre to the line at time t is
`N(t) = C + t A`, where `A = (E.V) V - E` and `C = R - (R.V) V`. So the sphere touches
the line when `alpha t^2 + 2 beta t + omega = 0`, with `alpha = |A|^2`, `beta = A.C`,
`omega = |C|^2 - r^2`.

A and C are small differences of long vectors when the line is far away or the motion
nearly parallel to it. Turned a quarter about V they are the cross products `-E x V`
and `R x V`, and these are summed in double-double. Then, as for a ray and a circle,
the discriminant is `alpha r^2 - |A x C|^2` (Lagrange's identity; Haines, Günther and
Akenine-Möller, Ray Tracing Gems, 2019, chapter 7).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from playground.collision.blocks import in_blocks
from playground.collision.double_double import cross3, difference, dot, widen
from playground.collision.numeric import (
    Array,
    Result,
    binary_exponent,
    check_broadcast,
    directions,
    finite,
    length,
    non_negative,
    quadratic_roots,
    vectors,
)
from playground.collision.numeric import cross3 as rounded_cross3

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


class SphereMotion(IntEnum):
    """How a sphere moves in relation to a line."""

    CROSSING = 0
    """It has a component perpendicular to the line."""
    PARALLEL = 1
    """It moves, exactly along the line's direction: its distance never changes."""
    RESTING = 2
    """It does not move."""


@dataclass(frozen=True)
class SweptSphereLine(Result):
    """What `swept_sphere_line` found; world frame, one entry per query.

    Times run from 0 at `start` to 1 at `end`. `alpha`, `beta`, `omega` and
    `discriminant` are the article's, with the line's direction normalised.

    Attributes
    ----------
    hit : bool array, shape (...)
        The sphere touches the line within the step, or overlaps it at the start.
    embedded : bool array, shape (...)
        The centre is strictly nearer to the line than the radius at t = 0.
    t : float64 array, shape (...)
        First touch, in [0, 1]; 0 when embedded. NaN if not `hit`.
    center : float64 array, shape (..., 3)
        Centre of the sphere at `t`. NaN if not `hit`.
    contact : float64 array, shape (..., 3)
        The touching point on the line: the foot of the perpendicular at `t`, also
        when embedded. NaN if not `hit`.
    t_enter, t_exit : float64 array, shape (...)
        Both roots, unclamped: when the motion, extended both ways, first and last
        touches the line. NaN if it never does, and if `motion` is not CROSSING.
    motion : int array, shape (...)
        A `SphereMotion`.
    alpha : float64 array, shape (...)
        `|A|^2`, the square of the perpendicular part of the step; 0 when PARALLEL or
        RESTING.
    beta : float64 array, shape (...)
        `A.C`, half the rate at which the squared distance grows at the start.
    omega : float64 array, shape (...)
        `|C|^2 - r^2`: negative when embedded, zero when touching at the start.
    discriminant : float64 array, shape (...)
        `beta^2 - alpha omega`, a length to the fourth power; negative when the
        extended motion misses the line.
    """

    hit: NDArray[np.bool_]
    embedded: NDArray[np.bool_]
    t: Array
    center: Array
    contact: Array
    t_enter: Array
    t_exit: Array
    motion: NDArray[np.int64]
    alpha: Array
    beta: Array
    omega: Array
    discriminant: Array
    _foot: Array = field(repr=False)  # H(0), and how it moves in a unit of time
    _foot_step: Array = field(repr=False)
    _gap: Array = field(repr=False)  # N(0) = C, and its step A
    _gap_step: Array = field(repr=False)

    def foot(self, t: ArrayLike) -> Array:
        """Return H(t), the foot of the perpendicular from the centre to the line.

        Parameters
        ----------
        t : array_like
            Times, broadcast against the batch shape; NaN gives NaN.

        Returns
        -------
        float64 array, shape (..., 3)
            World frame.

        Raises
        ------
        ValueError
            If `t` is infinite or does not broadcast.
        """
        return _linear(self._foot, self._foot_step, t)

    def distance(self, t: ArrayLike) -> Array:
        """Return |N(t)|, the distance from the sphere's centre to the line, >= 0.

        Parameters
        ----------
        t : array_like
            Times, broadcast against the batch shape; NaN gives NaN.

        Returns
        -------
        float64 array, shape (...)
            From the centre, not from the surface.

        Raises
        ------
        ValueError
            If `t` is infinite or does not broadcast.
        """
        return length(_linear(self._gap, self._gap_step, t))


@np.errstate(over="ignore")
def _linear(value: Array, step: Array, t: ArrayLike) -> Array:
    times = np.asarray(t)
    finite("t", times[times == times])  # all but NaN
    check_broadcast(t=times.shape, result=value.shape[:-1])
    return value + times[..., None].astype(np.float64) * step


@np.errstate(over="ignore")  # a root or a product of lengths too large is infinity
@in_blocks(start=3, end=3, radius=0, line_point=3, line_direction=3)
def swept_sphere_line(
    start: ArrayLike,
    end: ArrayLike,
    radius: ArrayLike,
    line_point: ArrayLike,
    line_direction: ArrayLike,
) -> SweptSphereLine:
    """Sweep spheres in straight lines against infinite lines.

    Parameters
    ----------
    start, end : array_like, shape (..., 3)
        Centre of the sphere at t = 0 and at t = 1, world frame.
    radius : array_like, shape (...)
        Its radius, >= 0; with 0 the sphere is a point.
    line_point : array_like, shape (..., 3)
        Any point of the line, world frame.
    line_direction : array_like, shape (..., 3)
        Its direction; any length but zero.

    Returns
    -------
    SweptSphereLine
        Arrays of the common batch shape; 0-d for a single query.

    Raises
    ------
    ValueError
        Naming the argument: NaN, infinity, a last axis that is not 3, a negative
        radius, a zero direction, or batch shapes that do not broadcast.

    Notes
    -----
    `hit` comes from the nearest approach within the step, not from the roots. It,
    `embedded` and `motion` are those of exact arithmetic on the given numbers; only a
    gap below about 1e-28 of the largest length may count as touching, and a
    perpendicular motion below about 1e-30 of the step as none. Source: article 4;
    Ericson, Real-Time Collision Detection (2005), section 5.5; Goldberg (1991) for
    the roots.
    """
    first, last = vectors("start", start, 3), vectors("end", end, 3)
    point = vectors("line_point", line_point, 3)
    direction = directions("line_direction", line_direction, 3)
    r = non_negative("radius", radius)
    batch = check_broadcast(
        start=first.shape[:-1],
        end=last.shape[:-1],
        radius=r.shape,
        line_point=point.shape[:-1],
        line_direction=direction.shape[:-1],
    )
    s0, s1, q, v = (
        np.broadcast_to(x, (*batch, 3)) for x in (first, last, point, direction)
    )

    # Lengths and the direction are brought near 1, separately, by powers of two.
    space = binary_exponent(*(np.abs(x).max(-1) for x in (s0, s1, q)), r)
    s0, s1, q = (np.ldexp(x, -space[..., None]) for x in (s0, s1, q))
    v = np.ldexp(v, -binary_exponent(np.abs(v).max(-1))[..., None])
    r = np.ldexp(r, -space)
    across = _across(s0, s1, r, q, v)

    hit = _touches_within_step(across)
    t_enter, t_exit = (
        np.ldexp(root, -across.pace) + 0.0  # turns -0.0 into 0.0
        for root in quadratic_roots(
            across.alpha, across.beta, across.omega, across.discriminant
        )
    )
    t = np.where(across.omega <= 0.0, 0.0, np.minimum(t_enter, 1.0))
    t = np.where(hit, t, np.nan)
    foot, foot_step = _foot_path(s0, s1, q, v)
    crossing, moving = (across.alpha > 0.0), (first != last).any(-1)

    def points(p: Array) -> Array:
        return np.ldexp(p, space[..., None])

    return SweptSphereLine(
        hit=hit,
        embedded=across.omega < 0.0,
        t=t,
        center=points(s0 + t[..., None] * (s1 - s0)),
        contact=points(foot + t[..., None] * foot_step),
        t_enter=t_enter,
        t_exit=t_exit,
        motion=np.select(
            [crossing, np.broadcast_to(moving, batch)],
            [SphereMotion.CROSSING, SphereMotion.PARALLEL],
            SphereMotion.RESTING,
        ),
        alpha=np.ldexp(across.alpha, 2 * (across.pace + space)),
        beta=np.ldexp(across.beta, across.pace + 2 * space),
        omega=np.ldexp(across.omega, 2 * space),
        discriminant=np.ldexp(across.discriminant, 2 * across.pace + 4 * space),
        _foot=points(foot),
        _foot_step=points(foot_step),
        _gap=points(across.gap),
        _gap_step=points(across.gap_step),
    )


class _Across(NamedTuple):
    """The motion seen along the line, `pace` being the exponent of its time unit."""

    alpha: Array
    beta: Array
    omega: Array
    omega_end: Array
    discriminant: Array
    gap: Array
    gap_step: Array
    pace: NDArray[np.int32]


def _across(start: Array, end: Array, radius: Array, point: Array, v: Array) -> _Across:
    """Return the article's quantities; only alpha, beta and roots are in `pace`."""
    wide_v = widen(v)
    a = cross3(difference(start, end), wide_v)  # A and C, a quarter turned
    c = cross3(difference(point, start), wide_v)
    c_end = cross3(difference(point, end), wide_v)
    pace = binary_exponent(np.abs(a.high).max(-1))
    a = a.scaled(-pace[..., None])

    v_squared, a_squared = dot(wide_v, wide_v), dot(a, a)
    reach = widen(radius) * widen(radius) * v_squared
    turned = cross3(a, c)
    omega = (dot(c, c) - reach).high
    omega_end = (dot(c_end, c_end) - reach).high
    discriminant = (a_squared * reach - dot(turned, turned)).high
    # A sphere that overlaps at either end does touch, whatever the last bit says.
    overlaps = (omega <= 0.0) | (omega_end <= 0.0)
    discriminant = np.where(overlaps, np.maximum(discriminant, 0.0), discriminant)

    q = v_squared.high
    gap, gap_step = (
        rounded_cross3(v, turned_vector) / q[..., None]
        for turned_vector in (c.high, np.ldexp(a.high, pace[..., None]))
    )
    return _Across(
        alpha=a_squared.high / q,
        beta=dot(a, c).high / q,
        omega=omega / q,
        omega_end=omega_end / q,
        discriminant=discriminant / (q * q),
        gap=gap,
        gap_step=gap_step,
        pace=pace,
    )


def _touches_within_step(across: _Across) -> NDArray[np.bool_]:
    """Compare the radius with the nearest approach inside the step.

    That is at the start unless the sphere approaches, then at the end unless the
    motion, seen along the line, passes its nearest point before that.
    """
    step_end = np.ldexp(across.alpha, across.pace)  # alpha times t = 1, as in beta
    passes = (-across.beta <= step_end) & (across.discriminant >= 0.0)
    reaches = (across.beta < 0.0) & (passes | (across.omega_end <= 0.0))
    return (across.omega <= 0.0) | reaches


def _foot_path(start: Array, end: Array, point: Array, v: Array) -> tuple[Array, Array]:
    """Return H(0) and its step per unit of time, `(E.V) V`."""
    wide_v = widen(v)
    v_squared = dot(wide_v, wide_v).high
    behind = dot(difference(point, start), wide_v).high / v_squared
    along = dot(difference(end, start), wide_v).high / v_squared
    return point - behind[..., None] * v, along[..., None] * v
