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

from playground.collision.double_double import cross3, difference, dot, widen
from playground.collision.exact import integers, quotient, replaced
from playground.collision.numeric import (
    Array,
    Result,
    binary_exponent,
    check_broadcast,
    directions,
    finite,
    largest,
    length,
    non_negative,
    parts,
    quadratic_roots,
    scaled,
    vectors,
)
from playground.collision.numeric import cross3 as rounded_cross3
from playground.collision.old_blocks import in_blocks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from playground.collision.exact import Integers


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
        extended motion misses the line. Like the other three it is zero only for
        zero: what would underflow is the least float64 of its sign.
    closest_t : float64 array, shape (...)
        When the motion, extended both ways, is nearest to the line; infinite if
        beyond the largest float64. NaN if `motion` is not CROSSING.
    closest_distance : float64 array, shape (...)
        How near the centre then is, in world units; the constant distance if `motion`
        is not CROSSING.
    speed : float64 array, shape (...)
        `|A|`, how far the centre moves across the line in the step; 0 when PARALLEL or
        RESTING, and only then.
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
    closest_t: Array
    closest_distance: Array
    speed: Array
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
    *,
    exact: bool = False,
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
    exact : bool
        Decide in whole numbers what the float arithmetic leaves in doubt.

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
    perpendicular motion below about 1e-30 of the step as none. With `exact` not even
    that: the three are right to the last bit of the given numbers (see `_doubts` for
    the bound), and the answer is otherwise the same.

    Source: article 4; Ericson, Real-Time Collision Detection (2005), section 5.5;
    Goldberg (1991) for the roots.
    """
    first, last = vectors("start", start, 3), vectors("end", end, 3)
    point = vectors("line_point", line_point, 3)
    direction = directions("line_direction", line_direction, 3)
    size = non_negative("radius", radius)
    batch = check_broadcast(
        start=first.shape[:-1],
        end=last.shape[:-1],
        radius=size.shape,
        line_point=point.shape[:-1],
        line_direction=direction.shape[:-1],
    )
    s0, s1, q, v = (
        np.broadcast_to(x, (*batch, 3)) for x in (first, last, point, direction)
    )

    # Lengths and the direction are brought near 1, separately, by powers of two.
    space = binary_exponent(*(largest(np.abs(x)) for x in (s0, s1, q)), size)
    s0, s1, q = (np.ldexp(x, -space[..., None]) for x in (s0, s1, q))
    turn = binary_exponent(largest(np.abs(v)))
    v = np.ldexp(v, -turn[..., None])
    r = np.ldexp(size, -space)
    across = _across(s0, s1, r, q, v)
    moving = np.broadcast_to((first != last).any(-1), batch)
    if exact:
        doubt = _doubts(across, moving)
        if doubt.any():
            lengths = *parts(first), *parts(last), *parts(point), size
            units = np.ldexp(0.5, space), np.ldexp(0.5, turn)
            across = _decided(across, doubt, lengths, parts(direction), units)

    hit = _touches_within_step(across)
    t_enter, t_exit = (
        scaled(root, -across.pace) + 0.0  # turns -0.0 into 0.0
        for root in quadratic_roots(
            across.alpha, across.beta, across.omega, across.discriminant
        )
    )
    t = np.where(across.omega <= 0.0, 0.0, np.minimum(t_enter, 1.0))
    t = np.where(hit, t, np.nan)
    foot, foot_step = _foot_path(s0, s1, q, v)
    crossing = across.alpha > 0.0
    alpha = np.where(crossing, across.alpha, 1.0)
    nearest = np.where(crossing, -across.beta / alpha, np.nan)
    # From the discriminant, so that it is on the same side of the radius.
    apart = np.sqrt(np.maximum(r * r - across.discriminant / alpha, 0.0))
    apart = np.where(crossing, apart, length(across.gap))

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
            [crossing, moving],
            [SphereMotion.CROSSING, SphereMotion.PARALLEL],
            SphereMotion.RESTING,
        ),
        alpha=scaled(across.alpha, 2 * (across.pace + space)),
        beta=scaled(across.beta, across.pace + 2 * space),
        omega=scaled(across.omega, 2 * space),
        discriminant=scaled(across.discriminant, 2 * across.pace + 4 * space),
        closest_t=scaled(nearest, -across.pace) + 0.0,  # -0.0 becomes 0.0
        closest_distance=np.ldexp(apart, space),
        speed=scaled(np.sqrt(across.alpha), across.pace + space),
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
    beta_end: Array  # half the rate at which the squared distance grows at the end
    discriminant: Array
    gap: Array
    gap_step: Array
    pace: NDArray[np.int32]


def _across(start: Array, end: Array, radius: Array, point: Array, v: Array) -> _Across:
    """Return the article's quantities; only alpha, betas and roots are in `pace`."""
    wide_v = widen(v)
    a = cross3(difference(start, end), wide_v)  # A and C, a quarter turned
    c = cross3(difference(point, start), wide_v)
    c_end = cross3(difference(point, end), wide_v)
    pace = binary_exponent(largest(np.abs(a.high)))
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
    alpha, beta = a_squared.high / q, dot(a, c).high / q
    return _Across(
        alpha=alpha,
        beta=beta,
        omega=omega / q,
        omega_end=omega_end / q,
        beta_end=beta + np.ldexp(alpha, pace),
        discriminant=discriminant / (q * q),
        gap=gap,
        gap_step=gap_step,
        pace=pace,
    )


def _doubts(across: _Across, moving: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Tell where one of the signs may be wrong.

    Scaled, no coordinate exceeds 1. An operation of `DoubleDouble` errs by at most
    2**-99 of its terms (see `ray_circle._decided`), underflow included.

    `omega`: its terms, at most 4 in each component of C and so 48 + 3 in all, pass 9
    operations: less than 460 * 2**-99 < 2**-90.

    A is brought near 1 by 2**-pace, and so is its error: each component is off by
    e < 2 * 4 * 2**-99 * 2**-pace = 2**-96 * 2**-pace. With |A| <= sqrt(3),
    |C| <= 4 sqrt(3) and r^2 V^2 <= 3 that moves the discriminant
    `A^2 r^2 V^2 - |A x C|^2` by less than (2 * 9 + 2 * 144) e, to first order, and the
    rest below 310 e. Its own terms, at most 9 + 192, pass 13 operations: 2**-87. As A
    has components of at most 4, 2**-pace >= 1/8, and all is below 2**-83 * 2**-pace.
    `alpha`, `beta` and their sum have fewer terms. The quotients by V^2 >= 1/4, and by
    its square, are at most 16 times as far off: 2**-79 * 2**-pace.

    The limit is 64 times that. Where A is lost in its own error (pace <= -77) it
    exceeds alpha, at most 12, and everything is in doubt. The end's beta is a float64
    sum on top: 3 roundings of 2**-53 of its two terms. At rest, A is exactly zero.
    """
    limit = np.ldexp(2.0**-73, -across.pace)
    terms = np.abs(across.beta) + np.ldexp(across.alpha, across.pace)
    in_motion = (
        (across.alpha <= limit)
        | (np.abs(across.beta) <= limit)
        | (np.abs(across.beta_end) <= limit + 2.0**-50 * terms)
        | (np.abs(across.omega_end) <= limit)
        | (np.abs(across.discriminant) <= limit)
    )
    return np.asarray((np.abs(across.omega) <= limit) | (moving & in_motion))


def _decided(
    across: _Across,
    doubt: NDArray[np.bool_],
    lengths: tuple[Array, ...],
    direction: tuple[Array, ...],
    halves: tuple[Array, Array],
) -> _Across:
    """Return the same with exact values, rounded once, for the queries in doubt.

    `lengths` are the components of start, end and line point, and the radius, as they
    were given; `halves` are half the units that they and the direction were scaled by.
    """
    half, *rest = integers(doubt, halves[0], *lengths)
    half_turn, *v = integers(doubt, halves[1], *direction)
    unit, turn_unit = 2 * half, 2 * half_turn
    start, end, point, r = rest[0:3], rest[3:6], rest[6:9], rest[9]
    a, c, c_end = (
        _whole_cross3([x - y for x, y in zip(p, q, strict=True)], v)
        for p, q in ((start, end), (point, start), (point, end))
    )
    v_squared, alpha, beta = _whole_dot(v, v), _whole_dot(a, a), _whole_dot(a, c)
    omega = _whole_dot(c, c) - r * r * v_squared
    omega_end = _whole_dot(c_end, c_end) - r * r * v_squared

    # A power of two above A's components, A's unit, and what that is in scaled lengths.
    digits = _bit_length(np.abs(a).max(axis=0))
    a_unit = 1 << digits
    pace = digits - _bit_length(half) - _bit_length(half_turn)
    beta_unit = a_unit * unit * v_squared
    exact = {
        "alpha": quotient(alpha * turn_unit**2, a_unit**2 * v_squared),
        "beta": quotient(beta * turn_unit, beta_unit),
        "beta_end": quotient((beta + alpha) * turn_unit, beta_unit),
        "omega": quotient(omega, unit**2 * v_squared),
        "omega_end": quotient(omega_end, unit**2 * v_squared),
        "discriminant": quotient(
            (beta * beta - alpha * omega) * turn_unit**2, beta_unit**2
        ),
    }
    for name, value in exact.items():
        exact[name] = replaced(getattr(across, name), doubt, value)
    own_pace = replaced(across.pace, doubt, pace.astype(np.int32))
    return across._replace(**exact, pace=own_pace)


_bit_length = np.frompyfunc(int.bit_length, 1, 1)


def _whole_dot(a: Sequence[Integers], b: Sequence[Integers]) -> Integers:
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


def _whole_cross3(a: Sequence[Integers], b: Sequence[Integers]) -> list[Integers]:
    return [a[i] * b[j] - a[j] * b[i] for i, j in ((1, 2), (2, 0), (0, 1))]


def _touches_within_step(across: _Across) -> NDArray[np.bool_]:
    """Compare the radius with the nearest approach inside the step.

    That is at the start unless the sphere approaches, then at the end unless the
    motion, seen along the line, passes its nearest point before that.
    """
    passes = (across.beta_end >= 0.0) & (across.discriminant >= 0.0)
    reaches = (across.beta < 0.0) & (passes | (across.omega_end <= 0.0))
    return (across.omega <= 0.0) | reaches


def _foot_path(start: Array, end: Array, point: Array, v: Array) -> tuple[Array, Array]:
    """Return H(0) and its step per unit of time, `(E.V) V`."""
    wide_v = widen(v)
    v_squared = dot(wide_v, wide_v).high
    behind = dot(difference(point, start), wide_v).high / v_squared
    along = dot(difference(end, start), wide_v).high / v_squared
    return point - behind[..., None] * v, along[..., None] * v
