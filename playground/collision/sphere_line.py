"""When and where a moving sphere touches a fixed line (article 4, 3D part 16).

With E the step, R from the sphere's start to a point of the line, and V the line's
unit direction, the perpendicular from the sphere's centre to the line at time t is
`N(t) = C + t A`, where `A = (E.V) V - E` and `C = R - (R.V) V`. So the sphere touches
the line when `alpha t^2 + 2 beta t + omega = 0`, with `alpha = |A|^2`, `beta = A.C`,
`omega = |C|^2 - r^2`.

A and C are small differences of long vectors when the line is far away or the motion
nearly parallel to it. Turned a quarter about V they are the cross products `-E x V`
and `R x V`. Then, as for a ray and a circle, the discriminant is
`alpha r^2 - |A x C|^2` (Lagrange's identity; Haines, Günther and Akenine-Möller, Ray
Tracing Gems, 2019, chapter 7). Both A and C are across V, so that `A x C` is along it,
and as long as the determinant of E, R and V.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from playground.collision.arguments import Argument, Rule, Vectors
from playground.collision.blocks import Answers, Solver
from playground.collision.formula import (
    NAN,
    Field,
    Term,
    choice,
    least,
    maximum,
    minimum,
    number,
    peak,
    sqrt,
    truth,
    vector,
    where,
)
from playground.collision.numeric import Array, check_broadcast, finite, length
from playground.collision.solved import Solved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray


class SphereMotion(IntEnum):
    """How a sphere moves in relation to a line."""

    CROSSING = 0
    """It has a component perpendicular to the line."""
    PARALLEL = 1
    """It moves, exactly along the line's direction: its distance never changes."""
    RESTING = 2
    """It does not move."""


def _formula(
    sx: Term,
    sy: Term,
    sz: Term,
    ex: Term,
    ey: Term,
    ez: Term,
    r: Term,
    px: Term,
    py: Term,
    pz: Term,
    vx: Term,
    vy: Term,
    vz: Term,
    u: Term,
    tiny: Term,
    huge: Term,
) -> dict[str, Field]:
    """Return every field, and where floats of unit roundoff `u` give it.

    alpha, beta, omega and the discriminant are the article's times v.v, and that
    squared. With P^2 and Q^2 for the sums of the squares of the six products that a and
    c are made of, and R for r^2 v.v, a vector of the sums of two such products' sizes
    is at most sqrt(2) P long, and |a| <= sqrt(2) P. Every bound below is raised by more
    than what is of second order; the errors are at most

    - g, h: u of each component; v.v: 3 u, and R: 5 u of itself;
    - a: u |a| + 2 u sqrt(2) P < 4.25 u P, and c: 4.25 u Q;
    - alpha = a.a: 2 |a| 4.25 u P + 3 u |a|^2 < 19 u P^2, and c.c: 19 u Q^2;
    - beta = a.c: |a| 4.25 u Q + |c| 4.25 u P + 3 u |a| |c| < 19 u P Q;
    - omega = c.c - R: 19 u Q^2 + 5 u R, and u of itself: 22 u Q^2 + 7 u R;
    - half the rate at the end, beta + alpha: 22 u (P Q + P^2);
    - omega at the end, the sum of omega, beta and that: 26 u (P + Q)^2 + 9 u R;
    - det = g.c: 7 u times the sum S of the sizes of its six products. With G, H and V
      for sizes, S = sum_j Hj bj with bj = Gi Vk + Gk Vi, and Q^2 = sum_j Hj^2 wj with
      wj = Vi^2 + Vk^2; so S^2 <= Q^2 sum_j bj^2 / wj by Cauchy and Schwarz, where
      bj^2 <= 2 (Gi^2 Vk^2 + Gk^2 Vi^2). What Gi^2 is multiplied by, 2 Vk^2 / wj +
      2 Vj^2 / wk, is at most 4 (Vj^2 + Vk^2) / v.v: multiplied out, that leaves
      nothing but Vj^2 Vk^2 / wj <= Vk^2 and the like. So S |v| <= 2 P Q, and |v| det is
      off by 14 u P Q; it is |a x c| <= 2 P Q. Its square: 4 * 14 u P^2 Q^2, and 5 u of
      itself for v.v and two products, below 77 u P^2 Q^2;
    - beta^2: 38 u P Q |beta| and u of itself, below 80 u P^2 Q^2; alpha omega: 19 u P^2
      (2 Q^2 + R) + 2 P^2 (22 u Q^2 + 7 u R), and u of itself; chord, their difference,
      with u of itself: 175 u P^2 Q^2 + 40 u P^2 R;
    - disc = alpha R - v.v det^2: 19 u P^2 R + 6 u alpha R of the first term, and u of
      itself: 34 u P^2 R + 81 u P^2 Q^2.

    A product that underflows errs by 2**-1075, times a factor: of at most |a|, |c| or
    what is below `huge`, so by less than 2**-604, and by 2**-604 |v| det for v.v det^2
    (there |g| and |v| are factors). P^2 and Q^2 are raised by 2**-480, the root of
    `tiny`, and u times that is more. Nothing overflows where P^2 (Q^2 + R) and the
    squares are below `huge`. A block takes the largest that it holds.

    Of hit, and so of t where there is none or it is 0, an overlap at the start decides
    alone; and so does omega + 2 beta > 0, as the sphere comes nearer by no more. The
    sign of the chord is also that of disc, which takes longer and has more digits.

    t = omega / far, with far = |beta| + root >= sqrt(alpha |omega|) (as beta^2 - disc
    is alpha omega). With x = (Q^2 + R) / |omega|, y = P^2 / alpha, k = disc / alpha R,
    and |a| P and |c| Q kept where P^2 and Q^2 stand above, it errs, in u and of itself,

    - by (9 c.c + 3 Q^2 + 9 R) / |omega| for omega, 9 + 3 (Q^2 + 6 R) / |omega|;
    - by 10 sqrt(x) + 4 sqrt(x y) for beta;
    - for the root by the error of disc over 2 root far: by 14 sqrt(x y / k) for det, as
      |v| det <= sqrt(alpha R), and 15 sqrt(x y / k) for the rest.

    (Q^2 + 6 R) / |omega| < 99 and x y / k < 1 / 0.0688^2 keep the sum, as k <= 1, below
    297 + 13 + 100 + 480 < 900 u = 1e-13. They make sqrt(y) < 21 (x >= 1 / 2), and the
    other root, far / alpha, errs by 5 + 6 sqrt(y) for alpha and not for omega.

    Of the other numbers, by the same bounds: alpha is within 1e-13 of itself, omega
    too, beta and closest_t within 3e-13, the discriminant within 2e-11. Points and
    closest_distance ask that half the chord, and the motion across the line, be no
    small part of what they come from; that this is enough for 1e-15 of the largest
    length was measured, not proven.
    """
    gx, gy, gz = sx - ex, sy - ey, sz - ez
    hx, hy, hz = px - sx, py - sy, pz - sz
    g_squares, h_squares, v_squares = (
        [x * x for x in w] for w in ((gx, gy, gz), (hx, hy, hz), (vx, vy, vz))
    )
    v2 = v_squares[0] + v_squares[1] + v_squares[2]

    def cross(x: Term, y: Term, z: Term) -> tuple[Term, Term, Term]:
        """Return the cross product with v."""
        return y * vz - z * vy, z * vx - x * vz, x * vy - y * vx

    def terms_of(a: list[Term], b: list[Term]) -> Term:
        """Return the squares of a cross product's products, added up, from squares."""
        return a[0] * (b[1] + b[2]) + a[1] * (b[2] + b[0]) + a[2] * (b[0] + b[1])

    def back(x: Term, y: Term, z: Term) -> list[Term]:
        """Turn a quarter about v what `cross` turned, and divide by the length."""
        turned = vy * z - vz * y, vz * x - vx * z, vx * y - vy * x
        return [t / v2 for t in turned]

    ax, ay, az = cross(gx, gy, gz)
    cx, cy, cz = cross(hx, hy, hz)
    alpha = ax * ax + ay * ay + az * az
    beta = ax * cx + ay * cy + az * cz
    c2 = cx * cx + cy * cy + cz * cz
    reach = r * r * v2
    omega = c2 - reach

    # The least of the quadratic in the step: at the start, at the end, or between.
    beta_end, half = beta + alpha, omega + beta
    straight, omega_end = half + beta, half + beta_end  # without alpha, and with it
    within = minimum(-beta, beta_end)  # positive: between
    chord = beta * beta - alpha * omega
    between = within > 0.0
    overlaps = (omega < 0.0) | (omega_end < 0.0) | (between & (chord > 0.0))
    touching = omega <= 0.0
    hit = touching | (omega_end <= 0.0) | (between & (chord >= 0.0))

    lost = sqrt(tiny)
    g_peaks, h_peaks, v_peaks = (
        [peak(x) for x in xs] for xs in (g_squares, h_squares, v_squares)
    )
    p2, q2 = terms_of(g_peaks, v_peaks) + lost, terms_of(h_peaks, v_peaks) + lost
    reach_peak, v_peak = peak(reach), v_peaks[0] + v_peaks[1] + v_peaks[2]
    pq = sqrt(p2) * sqrt(q2)
    in_range = (
        (p2 < huge) & (p2 * (q2 + reach_peak) < huge) & (q2 + reach_peak < huge)
        & (g_peaks[0] + g_peaks[1] + g_peaks[2] < huge)
        & (v_peak < huge) & (least(v2) > tiny) & (least(r) >= 0.0)
    )  # fmt: skip
    # Nothing is more than NaN, or less: so nothing is sure out of range.
    e_alpha = where(in_range, (19.0 * u) * p2, NAN)
    e_beta = where(in_range, (19.0 * u) * pq, NAN)
    e_within = (22.0 * u) * (pq + p2)
    e_omega = where(in_range, (22.0 * u) * q2 + (7.0 * u) * reach_peak, NAN)
    e_end = (26.0 * u) * (p2 + 2.0 * pq + q2) + (9.0 * u) * reach_peak
    e_chord = p2 * ((175.0 * u) * q2 + (40.0 * u) * reach_peak)

    in_it = (omega_end < -e_end) | ((within > e_within) & (chord > e_chord))
    not_in_it = (
        (straight > e_end) | (chord < -e_chord)
        | ((within < -e_within) & (omega_end > e_end))
    )  # fmt: skip
    judged = (omega < -e_omega) | ((omega > e_omega) & (in_it | not_in_it))

    # The time asks for more digits of the chord, |A|^2 r^2 - |A x C|^2.
    det = gx * cx + gy * cy + gz * cz
    wide = alpha * reach
    disc = wide - v2 * det * det
    e_disc = p2 * ((81.0 * u) * q2 + (34.0 * u) * reach_peak)
    root = sqrt(maximum(disc, 0.0))
    coming = root - beta  # |beta| + root, where it reaches the line
    t = minimum(omega / where(coming.is_zero(), 1.0, coming), 1.0)
    t = where(touching, 0.0, t)

    gap, lean, size = abs(omega), abs(beta), abs(disc)
    met, split = disc >= 0.0, size > e_disc
    placed, turned = gap > e_omega, lean > e_beta
    a_terms, c_terms = terms_of(g_squares, v_squares), terms_of(h_squares, v_squares)
    terms, a_reach = c_terms + reach, a_terms * reach
    distinct = gap > (9.1e13 * u) * (terms + 5.0 * reach)
    digits = (
        distinct & split
        & (gap * size > (6.2e14 * u) * (6.2e14 * u) * terms * a_reach)
    )  # fmt: skip
    timed = judged & (digits | touching | ~hit)

    # What is so for certain of a motion along an axis that the line has, and of rest.
    no_x, no_y, no_z = vx.is_zero(), vy.is_zero(), vz.is_zero()
    steady = (gx.is_zero(), gy.is_zero(), gz.is_zero())
    along = (
        in_range & (steady[2] | (no_x & no_y)) & (steady[0] | (no_y & no_z))
        & (steady[1] | (no_z & no_x))
    )  # fmt: skip
    moved = (alpha > e_alpha) | along
    crossing = alpha > 0.0
    resting = steady[2] & steady[0] & steady[1]
    motion = ~crossing * 1.0 + resting
    paced = moved & (along | (alpha > (5.0e11 * u) * a_terms))
    leaning = beta * beta > (9.0e13 * u) * (9.0e13 * u) * a_terms * c_terms
    bent = paced & (along | (turned & leaning))
    parted = split & (size > (4.5e12 * u) * a_terms * terms)
    rooted = placed & paced & (along | (turned & split & (digits | ~met)))

    # The roots in order; the one of like signs is the larger in size (Goldberg).
    far = lean + root
    one = far.is_zero()
    near, beyond = omega / where(one, 1.0, far), far / where(crossing, alpha, 1.0)
    enter = where(beta < 0.0, near, -beyond)
    leave = where(beta < 0.0, beyond, -near)
    twice = crossing & met
    nearest = -beta / where(crossing, alpha, 1.0)
    apart = where(crossing, abs(det) / sqrt(where(crossing, alpha, 1.0)), sqrt(c2 / v2))
    beside = moved & (
        (along & (c2 > e_omega))
        | ((alpha > (2.7e14 * u) * a_terms) & (size > (1.0e3 * u) * a_terms * terms))
    )
    sized = terms > where(in_range, lost, NAN)

    behind = (hx * vx + hy * vy + hz * vz) / v2
    onward = (gx * vx + gy * vy + gz * vz) / v2
    way = behind + t * onward
    line = ((px, vx), (py, vy), (pz, vz))
    path = ((sx, gx), (sy, gy), (sz, gz))
    reached = timed & (touching | ~hit | (size > (3.6e15 * u) * a_reach))
    return {
        "hit": truth(hit, judged),
        "embedded": truth(omega < 0.0, placed),
        "overlaps": truth(overlaps, judged),
        "nearing": truth(beta < 0.0, turned | along),
        "t": number(where(hit, t, NAN), timed),
        "center": vector([where(hit, s - t * g, NAN) for s, g in path], reached),
        "contact": vector([where(hit, p - way * v, NAN) for p, v in line], reached),
        "t_enter": number(where(twice, where(one, 0.0, enter), NAN), rooted),
        "t_exit": number(where(twice, where(one, 0.0, leave), NAN), rooted),
        "motion": choice(motion, moved),
        "alpha": number(alpha / v2, paced),
        "beta": number(beta / v2, bent),
        "omega": number(omega / v2, placed & distinct),
        "discriminant": number(disc / v2 / v2, paced & (along | parted)),
        "closest_t": number(where(crossing, nearest, NAN), bent),
        "closest_distance": number(apart, beside),
        "speed": number(sqrt(alpha / v2), paced),
        "_foot": vector([p - behind * v for p, v in line], sized),
        "_foot_step": vector([-(onward * v) for _, v in line], sized),
        "_gap": vector(back(cx, cy, cz), sized),
        "_gap_step": vector(back(ax, ay, az), paced),
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
class SweptSphereLine(Solved):
    """What `swept_sphere_line` found; world frame, one entry per query.

    Times run from 0 at `start` to 1 at `end`. `alpha`, `beta`, `omega` and
    `discriminant` are the article's, with the line's direction normalised.

    Attributes
    ----------
    hit : bool array, shape (...)
        The sphere touches the line within the step, or overlaps it at the start.
    embedded : bool array, shape (...)
        The centre is strictly nearer to the line than the radius at t = 0.
    overlaps : bool array, shape (...)
        It is so at some moment of the step. A hit without that is a mere touch.
    nearing : bool array, shape (...)
        It comes nearer to the line at t = 0.
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
    FIRST = ("hit", "embedded", "t")
    TOGETHER = (
        ("_foot", "_foot_step"),
        ("_gap", "_gap_step"),
        ("center", "contact"),
        ("overlaps", "hit", "embedded"),
        ("nearing", "motion"),
    )

    def __getstate__(self) -> Answers:
        """Keep what the methods need, too."""
        needed = [name for pair in self.TOGETHER[:2] for name in pair]
        if "_query" not in vars(self):
            needed = [name for name in needed if name in vars(self)]
        return super().__getstate__() | {name: getattr(self, name) for name in needed}

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
        Its radius, >= 0; with 0 the sphere is a point.
    line_point : array_like, shape (..., 3)
        Any point of the line, world frame.
    line_direction : array_like, shape (..., 3)
        Its direction; any length but zero.
    only : sequence of str, optional
        Work out these fields only, and now; the numbers are then not copied.

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
    are those of exact arithmetic on the given numbers: what floats leave in doubt (see
    `_formula` for the bounds) is decided in whole numbers.

    Source: article 4; Ericson, Real-Time Collision Detection (2005), section 5.5;
    Goldberg (1991) for the roots.
    """
    return SweptSphereLine.of(start, end, radius, line_point, line_direction, only=only)
