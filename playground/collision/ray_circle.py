"""Intersection of a ray and a circle (article 1, 2D collision part 11).

With `m` from the ray's origin to the centre and `d` its direction, the ray's point
`origin + t d` is on the circle when `(d.d) t^2 - 2 (m.d) t + (m.m - r^2) = 0`. The
article takes the discriminant as a difference of squares, which cancels completely
for a circle far away; here it is `r^2 (d.d) - (d x m)^2` (Lagrange's identity), which
compares the radius with the distance from the centre to the line, as in Haines, Günther
and Akenine-Möller, "Precision Improvements for Ray/Sphere Intersection", Ray Tracing
Gems (2019), chapter 7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground.collision._arguments import Argument, Rule, Vectors
from playground.collision._lazy_result import LazyResult
from playground.collision.exact.expression import (
    NAN,
    Accuracy,
    FieldValue,
    Node,
    maximum,
    number,
    select,
    select_equivalent,
    sqrt,
    truth,
    vector,
)
from playground.collision.exact.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from playground.collision._arguments import Array


def _formula(
    ox: Node, oy: Node, dx: Node, dy: Node, cx: Node, cy: Node, r: Node
) -> dict[str, FieldValue]:
    """Return every field.

    Rounding errors of a point grow with its distance from the reference point: each
    point is computed from the nearer of origin and centre.
    """
    mx, my = cx - ox, cy - oy
    q = dx * dx + dy * dy
    b = mx * dx + my * dy
    x = dx * my - dy * mx
    m2, r2 = mx * mx + my * my, r * r
    power = m2 - r2
    rq = r2 * q
    disc = rq - x * x

    is_met, inside, ahead = disc >= 0.0, power < 0.0, b > 0.0
    hit = is_met & (ahead | (power <= 0.0))
    touches = hit & (disc.is_zero() | (power.is_zero() & ~ahead))
    root = sqrt(maximum(disc, 0.0))
    far, gap = abs(b) + root, abs(power)
    forward = inside & ahead
    t = select(forward, far, gap) / select(forward, q, far)

    # The roots in order; the sum without cancellation gives the larger one (Goldberg).
    near, beyond = power / far, far / q
    enter, leave = select(ahead, near, -beyond), select(ahead, beyond, -near)

    # Offsets from the centre: across the ray, then half a chord along it both ways.
    lean, half = x / q, root / q
    ax, ay = dy * lean, -(dx * lean)
    hx, hy = dx * half, dy * half
    sideways = (ax, ay)
    to_enter, to_leave = (ax - hx, ay - hy), (ax + hx, ay + hy)
    from_inside = inside | ((b <= 0.0) & ~(b.is_zero() & disc.is_zero()))
    outside = tuple(
        select(from_inside, g, e) for e, g in zip(to_enter, to_leave, strict=True)
    )

    def on_line(time: Node, offset: Sequence[Node]) -> list[Node]:
        """Return the point at `time`, from the nearer of origin and centre."""
        vx, vy = time * dx, time * dy
        ex, ey = offset
        nearer = vx * vx + vy * vy <= ex * ex + ey * ey
        return [
            select_equivalent(nearer, o + v, c + e)
            for o, v, c, e in ((ox, vx, cx, ex), (oy, vy, cy, ey))
        ]

    def mask_point(condition: Node, point: Sequence[Node]) -> list[Node]:
        return [select(condition, coordinate, NAN) for coordinate in point]

    projection = b / q
    has_size = (r > 0.0) & ~((outside[0].is_zero()) & (outside[1].is_zero()))
    nx, ny = (select(has_size, e, -d) for e, d in zip(outside, (dx, dy), strict=True))
    reach = sqrt(nx * nx + ny * ny)
    return {
        "hit": truth(hit),
        "inside": truth(inside),
        "touches": truth(touches),
        "line_meets": truth(is_met),
        # Where `t` is computed in integers, so is the root that equals it.
        "t_enter": number(select(is_met, enter, NAN), hit),
        "t_exit": number(select(is_met, leave, NAN), hit),
        "t": number(select(hit, t, NAN)),
        "point": vector(mask_point(hit, on_line(t, outside))),
        "normal": vector(mask_point(hit, [nx / reach, ny / reach]), Accuracy.DIRECTION),
        "point_enter": vector(mask_point(is_met, on_line(enter, to_enter))),
        "point_exit": vector(mask_point(is_met, on_line(leave, to_leave))),
        "discriminant": number(disc / q),
        "closest_t": number(projection),
        "closest": vector(on_line(projection, sideways)),
    }


_SOLVER = Solver(
    _formula,
    Argument("origin", 2),
    Argument("direction", 2, Rule.NOT_ZERO, unit="pace"),
    Argument("center", 2),
    Argument("radius", 0, Rule.NOT_NEGATIVE),
)


@dataclass(init=False, eq=False, repr=False)
class RayCircle(LazyResult):
    """Result of `ray_circle`; world frame, one entry per query.

    Attributes
    ----------
    hit : bool array, shape (...)
        The ray (t >= 0) has a point of the circle line; touching counts.
    inside : bool array, shape (...)
        The origin is strictly inside the circle.
    touches : bool array, shape (...)
        The ray has one point of the circle line and does not cross it: the line is
        tangent there, or the ray starts on the circle and leaves it.
    line_meets : bool array, shape (...)
        The whole line has a point of the circle, possibly behind the origin.
    t_enter, t_exit : float64 array, shape (...)
        Times at which the whole line enters and leaves the circle, `t_enter <= t_exit`,
        in multiples of `direction`; negative behind the origin, infinite if beyond the
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
        Instead of underflowing it is the smallest float64 of its sign.
    closest_t : float64 array, shape (...)
        Time at which the whole line is nearest to the centre, in multiples of
        `direction`.
    closest : float64 array, shape (..., 2)
        The point at `closest_t`.
    """

    hit: NDArray[np.bool_]
    inside: NDArray[np.bool_]
    touches: NDArray[np.bool_]
    line_meets: NDArray[np.bool_]
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

    SOLVER = _SOLVER
    INITIAL_FIELDS = ("hit", "inside", "touches", "line_meets")
    FIELD_GROUPS = (
        ("t_enter", "t_exit"),
        ("point_enter", "point_exit"),
        ("closest_t", "closest"),
    )


def ray_circle(
    origin: Vectors,
    direction: Vectors,
    center: Vectors,
    radius: ArrayLike,
    *,
    only: Sequence[str] | None = None,
) -> RayCircle:
    """Intersect rays with circles.

    Parameters
    ----------
    origin : array_like, shape (..., 2)
        Start of the ray, world frame.
    direction : array_like, shape (..., 2)
        Direction of the ray; any length but zero. Every `t` is in multiples of it.
    center : array_like, shape (..., 2)
        Centre of the circle, world frame.
    radius : array_like, shape (...)
        Radius of the circle, >= 0; with 0 the circle is a point.
    only : sequence of str, optional
        Compute only these fields, at once; the inputs are then not copied.

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
    `hit`, `inside`, `touches`, `line_meets` and the sign of `discriminant` are those of
    exact arithmetic on the given numbers: a circle missed by the last bit is missed.
    Times and `discriminant` have a relative error below 2**-42, components of `normal`
    an error below 2**-42, and points one below 2**-46 of the largest length in their
    formula (near underflow, a few of the smallest floats). The bounds are derived from
    the formula (see `exact`).

    Source: article 1; Haines, Günther and Akenine-Möller (2019); Goldberg
    (1991) for the roots.
    """
    return RayCircle.from_arguments(origin, direction, center, radius, only=only)
