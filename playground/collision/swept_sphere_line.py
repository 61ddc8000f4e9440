"""Sweep of a moving sphere against a fixed line (article 4, 3D part 16).

With E the step, R from the sphere's start to a point of the line, and V the line's
unit direction, the perpendicular from the sphere's centre to the line at time t is
`N(t) = C + t A`, where `A = (E.V) V - E` and `C = R - (R.V) V`. So the sphere touches
the line when `alpha t^2 + 2 beta t + omega = 0`, with `alpha = |A|^2`, `beta = A.C`,
`omega = |C|^2 - r^2`.

A and C are small differences of long vectors when the line is far away or the motion
nearly parallel to it. Rotated by a quarter turn about V they are the cross products
`-E x V` and `R x V`. Then, as for a ray and a circle, the discriminant is
`alpha r^2 - |A x C|^2` (Lagrange's identity; Haines, Günther and Akenine-Möller, Ray
Tracing Gems, 2019, chapter 7). A and C are both perpendicular to V, so `A x C` is
parallel to it, and its length is the determinant of E, R and V.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from playground.collision._arguments import (
    Argument,
    Array,
    Rule,
    Vectors,
    check_broadcast,
    check_finite,
    length,
)
from playground.collision._lazy_result import LazyResult
from playground.collision.exact.expression import (
    NAN,
    FieldValue,
    Node,
    choice,
    distance,
    maximum,
    minimum,
    number,
    select,
    sqrt,
    truth,
    vector,
)
from playground.collision.exact.solver import Answers, Solver

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray


class SphereMotion(IntEnum):
    """Direction of a sphere's motion relative to a line."""

    CROSSING = 0
    """It has a component perpendicular to the line."""
    PARALLEL = 1
    """It is exactly parallel to the line: the distance is constant."""
    RESTING = 2
    """It is zero."""


def _formula(*inputs: Node) -> dict[str, FieldValue]:
    """Return every field.

    alpha, beta and omega are the article's times v.v, the discriminant times (v.v)^2.
    An overlap at the start decides `hit` alone, as does omega + 2 beta > 0 (the sphere
    cannot come nearer than that), and so does `t` where it is 0 or undefined. The sign
    of the chord is that of disc, which takes longer but is more accurate.
    """
    sx, sy, sz, ex, ey, ez, r, px, py, pz, vx, vy, vz = inputs
    gx, gy, gz = sx - ex, sy - ey, sz - ez
    hx, hy, hz = px - sx, py - sy, pz - sz
    v2 = vx * vx + vy * vy + vz * vz

    def cross(x: Node, y: Node, z: Node) -> tuple[Node, Node, Node]:
        """Return the cross product with v."""
        return y * vz - z * vy, z * vx - x * vz, x * vy - y * vx

    def perpendicular_part(x: Node, y: Node, z: Node) -> list[Node]:
        """Undo the quarter turn of `cross` and its factor |v|."""
        normal = vy * z - vz * y, vz * x - vx * z, vx * y - vy * x
        return [t / v2 for t in normal]

    ax, ay, az = cross(gx, gy, gz)
    cx, cy, cz = cross(hx, hy, hz)
    alpha = ax * ax + ay * ay + az * az
    beta = ax * cx + ay * cy + az * cz
    c2 = cx * cx + cy * cy + cz * cz
    reach = r * r * v2
    omega = c2 - reach

    # The minimum of the quadratic in the step: at the start, at the end, or between.
    beta_end, half = beta + alpha, omega + beta
    omega_end = half + beta_end
    is_between = minimum(-beta, beta_end)  # positive: between
    chord = beta * beta - alpha * omega
    between = is_between > 0.0
    overlaps = (omega < 0.0) | (omega_end < 0.0) | (between & (chord > 0.0))
    touching = omega <= 0.0
    hit = touching | (omega_end <= 0.0) | (between & (chord >= 0.0))

    # The time needs more digits of the chord: |A|^2 r^2 - |A x C|^2.
    det = gx * cx + gy * cy + gz * cz
    wide = alpha * reach
    disc = wide - v2 * (det * det)
    root = sqrt(maximum(disc, 0.0))
    coming = root - beta  # |beta| + root, where it reaches the line
    t = minimum(omega / select(coming.is_zero(), 1.0, coming), 1.0)
    t = select(touching, 0.0, t)

    lean, is_met = abs(beta), disc >= 0.0
    steady = (gx.is_zero(), gy.is_zero(), gz.is_zero())
    crossing = alpha > 0.0
    resting = steady[2] & steady[0] & steady[1]
    motion = ~crossing * 1.0 + resting

    # The roots in order; the sum without cancellation gives the larger one (Goldberg).
    far = lean + root
    one = far.is_zero()
    near, beyond = omega / select(one, 1.0, far), far / select(crossing, alpha, 1.0)
    enter = select(beta < 0.0, near, -beyond)
    leave = select(beta < 0.0, beyond, -near)
    twice = crossing & is_met
    nearest = -beta / select(crossing, alpha, 1.0)
    gap = select(crossing, abs(det) / sqrt(select(crossing, alpha, 1.0)), sqrt(c2 / v2))
    behind = (hx * vx + hy * vy + hz * vz) / v2
    onward = (gx * vx + gy * vy + gz * vz) / v2
    way = behind + t * onward
    line = ((px, vx), (py, vy), (pz, vz))
    path = ((sx, gx), (sy, gy), (sz, gz))
    return {
        "hit": truth(hit),
        "embedded": truth(omega < 0.0),
        "overlaps": truth(overlaps),
        "nearing": truth(beta < 0.0),
        "t": number(select(hit, t, NAN)),
        "center": vector([select(hit, s - t * g, NAN) for s, g in path]),
        "contact": vector([select(hit, p - way * v, NAN) for p, v in line]),
        "t_enter": number(select(twice, select(one, 0.0, enter), NAN)),
        "t_exit": number(select(twice, select(one, 0.0, leave), NAN)),
        "motion": choice(motion),
        "alpha": number(alpha / v2),
        "beta": number(beta / v2),
        "omega": number(omega / v2),
        "discriminant": number(disc / v2 / v2),
        "closest_t": number(select(crossing, nearest, NAN)),
        "closest_distance": distance(gap),
        "speed": number(sqrt(alpha / v2)),
        "_foot": vector([p - behind * v for p, v in line]),
        "_foot_step": vector([-(onward * v) for _, v in line]),
        "_gap": vector(perpendicular_part(cx, cy, cz)),
        "_gap_step": vector(perpendicular_part(ax, ay, az)),
    }


_SOLVER = Solver(
    _formula,
    Argument("start", 3),
    Argument("end", 3),
    Argument("radius", 0, Rule.NOT_NEGATIVE),
    Argument("line_point", 3),
    Argument("line_direction", 3, Rule.NOT_ZERO, unit="pace"),
)


@dataclass(init=False, eq=False, repr=False)
class SweptSphereLine(LazyResult):
    """Result of `swept_sphere_line`; world frame, one entry per query.

    Times run from 0 at `start` to 1 at `end`. `alpha`, `beta`, `omega` and
    `discriminant` are the article's, with the line's direction normalised.

    Attributes
    ----------
    hit : bool array, shape (...)
        The sphere touches the line within the step, or overlaps it at the start.
    embedded : bool array, shape (...)
        The centre is strictly nearer to the line than the radius at t = 0.
    overlaps : bool array, shape (...)
        The same at some moment of the step. A hit without it is mere touching.
    nearing : bool array, shape (...)
        The distance decreases at t = 0.
    t : float64 array, shape (...)
        First touch, in [0, 1]; 0 when embedded. NaN if not `hit`.
    center : float64 array, shape (..., 3)
        Centre of the sphere at `t`. NaN if not `hit`.
    contact : float64 array, shape (..., 3)
        The touching point on the line: the foot of the perpendicular at `t`, also
        when embedded. NaN if not `hit`.
    t_enter, t_exit : float64 array, shape (...)
        Both roots, unclamped: first and last touch of the motion extended both ways.
        NaN if it never touches the line, and if `motion` is not CROSSING.
    motion : int array, shape (...)
        A `SphereMotion`.
    alpha : float64 array, shape (...)
        `|A|^2`, the square of the perpendicular part of the step; 0 when PARALLEL or
        RESTING.
    beta : float64 array, shape (...)
        `A.C`, half the growth rate of the squared distance at the start.
    omega : float64 array, shape (...)
        `|C|^2 - r^2`: negative when embedded, zero when touching at the start.
    discriminant : float64 array, shape (...)
        `beta^2 - alpha omega`, a length to the fourth power; negative when the extended
        motion misses the line. These four are zero only if exactly zero: instead of
        underflowing they are the smallest float64 of their sign.
    closest_t : float64 array, shape (...)
        Time at which the motion, extended both ways, is nearest to the line; infinite
        if beyond the largest float64. NaN if `motion` is not CROSSING.
    closest_distance : float64 array, shape (...)
        Distance of the centre from the line then, in world units; the constant distance
        if `motion` is not CROSSING.
    speed : float64 array, shape (...)
        `|A|`, the perpendicular displacement of the centre in the step; 0 only when
        PARALLEL or RESTING.
    """

    hit: NDArray[np.bool_]
    embedded: NDArray[np.bool_]
    overlaps: NDArray[np.bool_]
    nearing: NDArray[np.bool_]
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

    SOLVER = _SOLVER
    INITIAL_FIELDS = ("hit", "embedded", "t")
    FIELD_GROUPS = (
        ("_foot", "_foot_step"),
        ("_gap", "_gap_step"),
        ("center", "contact"),
        ("overlaps", "hit", "embedded"),
        ("nearing", "motion"),
        ("t_enter", "t_exit"),
        ("closest_distance", "speed"),
        ("alpha", "beta", "omega"),
    )

    def __getstate__(self) -> Answers:
        """Return the fields and the values that `foot` and `distance` need."""
        names = [name for pair in self.FIELD_GROUPS[:2] for name in pair]
        if "_query" not in vars(self):
            names = [name for name in names if name in vars(self)]
        return super().__getstate__() | {name: getattr(self, name) for name in names}

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
        return _evaluate_linear(self._foot, self._foot_step, t)

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
        return length(_evaluate_linear(self._gap, self._gap_step, t))


@np.errstate(over="ignore")
def _evaluate_linear(value: Array, step: Array, t: ArrayLike) -> Array:
    times = np.asarray(t)
    if times.dtype.kind != "f" or np.isinf(times).any():
        check_finite("t", times[times == times])  # all but NaN
    if times.ndim:  # a scalar always broadcasts
        check_broadcast(t=times.shape, result=value.shape[:-1])
    return value + times[..., None].astype(np.float64) * step


def swept_sphere_line(
    start: Vectors,
    end: Vectors,
    radius: ArrayLike,
    line_point: Vectors,
    line_direction: Vectors,
    *,
    only: Sequence[str] | None = None,
) -> SweptSphereLine:
    """Sweep spheres in straight lines against infinite lines.

    Parameters
    ----------
    start, end : array_like, shape (..., 3)
        Centre of the sphere at t = 0 and at t = 1, world frame.
    radius : array_like, shape (...)
        Radius of the sphere, >= 0; with 0 it is a point.
    line_point : array_like, shape (..., 3)
        Any point of the line, world frame.
    line_direction : array_like, shape (..., 3)
        Direction of the line; any length but zero.
    only : sequence of str, optional
        Compute only these fields, at once; the inputs are then not copied.

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
    `embedded`, `motion` and the signs of `alpha`, `beta`, `omega` and `discriminant`
    are those of exact arithmetic on the given numbers: where float64 cannot certify
    them, integers decide. Those four, `speed` and all times have a relative error below
    2**-42; `closest_distance`, `center` and `contact` have an error below 2**-46 of the
    largest length in their formula. The bounds are derived from the formula (see
    `exact`). The methods `foot` and `distance` add a few roundings.

    Source: article 4; Ericson, Real-Time Collision Detection (2005), section 5.5;
    Goldberg (1991) for the roots.
    """
    return SweptSphereLine.from_arguments(
        start, end, radius, line_point, line_direction, only=only
    )
