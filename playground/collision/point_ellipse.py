"""Test of a point against a rotated ellipse: inside or not, distance, nearest point.

After article 3, "point and ellipse": move the ellipse to the origin, rotate it onto the
axes, scale it along y into a circle, do the same to the point, and compare with rx.
That decides `hit`; scaling does not preserve lengths, so `distance` and `closest` come
from the nearest-point equation of Eberly, "Distance from a Point to an Ellipse, an
Ellipsoid, or a Hyperellipsoid" (2013).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from playground.collision._arguments import (
    Argument,
    Array,
    Rule,
    Vectors,
    binary_exponent,
    check_broadcast,
    check_finite,
    check_vectors,
    excess_exponent,
    length,
    max_component,
    resolve_rotation,
    rotate2,
    scale_by_power_of_two,
    scale_keeping_nonzero,
    split_components,
)
from playground.collision._lazy_result import LazyResult
from playground.collision._sincos import cosine_and_sine
from playground.collision.exact.expression import (
    Accuracy,
    FieldValue,
    Node,
    cube_root,
    iteration,
    maximum,
    minimum,
    number,
    select,
    sqrt,
    truth,
    vector,
)
from playground.collision.exact.solver import Solver, lower_cube_root
from playground.i18n import message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

# `_lower_bound` is within a small factor of the root for every ellipse, and each step
# squares the error. For 30 million points, mostly hard ones, and ellipses of ratio 1 to
# 1e12 it was at most 6e-4, 5e-7 and 4e-13 after 3, 4 and 5 steps; after the sixth it is
# below the resolution of float64.
_NEWTON_STEPS = 6
# Steps of the formula for every query; it takes a fourth where needed. Queries that
# have not converged then go to `_find_nearest`.
_JOINT_NEWTON_STEPS = 3
# After a step of this size the error is below its square, 1e-16 for a point. A distance
# along the normal has the square of the point's error.
_STEP_TOLERANCE = 1e-8
_DISTANCE_STEP_TOLERANCE = 1e-4
# Distances below this fraction of the largest length are checked against the level.
_NEAR_DISTANCE_RATIO = 1e-6
# The squared length of a shorter normal underflows.
_THIN_SIZE = 1e-150
# Quotients by a shorter radius may overflow.
_MIN_RADIUS = 2.0**-300


_NODES = SimpleNamespace(
    sqrt=sqrt, maximum=maximum, minimum=minimum, where=select, cube_root=cube_root
)
_ARRAYS = SimpleNamespace(
    sqrt=np.sqrt,
    maximum=np.maximum,
    minimum=np.minimum,
    where=np.where,
    cube_root=lower_cube_root,
)
"""Functions on nodes and on arrays, for code that both share."""


def _formula(
    x: Node, y: Node, cx: Node, cy: Node, rx: Node, ry: Node, c: Node, s: Node
) -> dict[str, FieldValue]:  # fmt: skip
    """Return every field; the nearest point comes from four steps of an iteration."""
    dx, dy = x - cx, y - cy
    local_x, local_y = c * dx + s * dy, c * dy - s * dx
    p, q = local_x * ry, local_y * rx
    product = rx * ry
    reach = p * p + q * q
    room = product * product - reach

    major, minor, axes = _find_axes(rx, ry, c, s, _NODES)
    ahead, aside = (dx * ax + dy * ay for ax, ay in axes)
    ratio, u, v = minor / major, abs(ahead) / major, abs(aside) / major
    focal, weight = (1.0 - ratio) * (1.0 + ratio), ratio * v
    root = _lower_bound(u, weight, focal, _NODES)
    for _ in range(_JOINT_NEWTON_STEPS):
        step = _newton_step(root, u, weight, focal, _NODES)
        root = root + root * step
    is_done = abs(step) <= _DISTANCE_STEP_TOLERANCE
    step = _newton_step(root, u, weight, focal, _NODES)
    root = select(is_done, root, root + root * step)
    # Then the normal is at least `_THIN_SIZE` long, and `_limit_range` does nothing.
    usual = (weight > 0.0) & (ratio > 2.0 * _THIN_SIZE) & (major > _MIN_RADIUS)
    usual = usual & (is_done | (abs(step) <= _DISTANCE_STEP_TOLERANCE))
    cosine, sine = _normalize(u / (root + focal), weight / root, _NODES)
    nx, ny = ratio * cosine, sine
    residual = abs(ahead) - major * cosine, abs(aside) - minor * sine
    gap = abs(residual[0] * nx + residual[1] * ny) / sqrt(nx * nx + ny * ny)
    lengths = [rx, ry, abs(cx), abs(cy), abs(x), abs(y)]
    near = gap <= reduce(maximum, [v * _NEAR_DISTANCE_RATIO for v in lengths])

    step = _newton_step(root, u, weight, focal, _NODES)
    root = root + root * step
    cosine, sine = _normalize(u / (root + focal), weight / root, _NODES)
    ahead = select(ahead < 0.0, -major, major) * cosine
    aside = select(aside < 0.0, -minor, minor) * sine
    place = [
        v + (ahead * a + aside * b) for v, a, b in zip((cx, cy), *axes, strict=True)
    ]
    is_placed = usual & (abs(step) <= _STEP_TOLERANCE)
    return {
        "hit": truth(room >= 0.0),
        "inside": truth(room > 0.0),
        "translated": vector((dx, dy)),
        "rotated": vector((local_x, local_y)),
        "normalized": vector((local_x, local_y * rx / ry), Accuracy.MEASURED),
        "_level": number(sqrt(reach) / product),
        "_near": iteration([near], usual, _find_nearest, bool),
        "_gap": iteration([gap], usual, _find_nearest),
        "closest": iteration(place, is_placed, _find_nearest),
        "cosine": number(c),
        "sine": number(s),
    }


_SOLVER = Solver(
    _formula,
    Argument("point", 2),
    Argument("center", 2),
    Argument("radii", 2, Rule.POSITIVE),
    Argument("rotation", 2, Rule.UNIT, unit="turn", label="rotation or angle"),
)


@dataclass(init=False, eq=False, repr=False)
class PointEllipse(LazyResult):
    """Result of `point_ellipse`; every field has the batch shape `(...)`.

    A number beyond the largest float64 is infinite; nothing is NaN.

    Attributes
    ----------
    hit : bool (...)
        The point is in the closed ellipse: `level <= 1`, `distance <= 0`.
    inside : bool (...)
        The point is in the open ellipse: `level < 1`.
    translated : float (..., 2)
        The point with the ellipse's centre moved to the origin.
    rotated : float (..., 2)
        `translated`, rotated by `-angle` so that the ellipse's axes are those of x and
        y.
    normalized : float (..., 2)
        `rotated` with y scaled by rx/ry, which makes the ellipse a circle of radius rx.
    level : float (...)
        `|normalized| / rx`: 0 at the centre, 1 on the ellipse. Not a distance.
    distance : float (...)
        Signed distance from the ellipse, negative inside, in world units.
    closest : float (..., 2)
        Nearest point of the ellipse, world. Of several (the point is on the major
        axis near the middle) the one on the positive side of that axis.
    cosine, sine : float (...)
        The rotation used: as given, or of the angle, identical on every machine and
        within a unit in the last place.
    """

    hit: NDArray[np.bool_]
    inside: NDArray[np.bool_]
    translated: Array
    rotated: Array
    normalized: Array
    level: Array
    distance: Array
    closest: Array
    cosine: Array
    sine: Array

    SOLVER = _SOLVER
    INITIAL_FIELDS = ("hit", "inside")

    def _find_level(self) -> Array:
        """Return the level, exactly 1 on the ellipse and nowhere else."""
        (level,) = self._solve_fields("_level")
        below, above = np.nextafter(1.0, (0.0, 2.0))
        inside = np.minimum(level, below)
        level_divisor = np.where(self.inside, inside, 1.0)
        return np.where(self.hit, level_divisor, np.maximum(level, above))

    def _find_distance(self) -> Array:
        """Return the signed distance, with the sign of the exact verdict."""
        # Compute `hit` in the same loop, unless it is known.
        asked_names = ["hit"] if "hit" not in vars(self) else []
        near, gap, *answers = self._solve_fields("_near", "_gap", *asked_names)
        vars(self).update(zip(asked_names, answers, strict=True))
        # The ellipse and its homothetic copy through the point are at least that far
        # apart: a point just outside keeps a positive distance.
        if near.any():
            some = self.select_queries(near) if near.ndim else self
            *_, rx, ry, _, _ = some.argument_columns()
            level = some.level
            apart = np.abs(np.minimum(level, 2.0) - 1.0) * np.minimum(rx, ry)
            least = np.where(some.hit, apart, np.maximum(apart, np.nextafter(0.0, 1.0)))
            gap[near] = np.where(level == 1.0, 0.0, np.maximum(gap[near], least))
        return np.asarray(np.subtract(0.0, gap, out=gap, where=self.hit))


def point_ellipse(
    point: Vectors,
    center: Vectors,
    radii: Vectors,
    angle: ArrayLike | None,
    *,
    rotation: ArrayLike | None = None,
    only: Sequence[str] | None = None,
) -> PointEllipse:
    """Test points against rotated ellipses.

    All arguments broadcast over their leading axes; one query gives 0-d fields.

    Parameters
    ----------
    point : float (..., 2)
        The point, world.
    center : float (..., 2)
        The ellipse's centre, world.
    radii : float (..., 2)
        (rx, ry), the semi-axes along the ellipse's own x and y, both > 0, in any order
        of size.
    angle : float (...)
        Radians counter-clockwise, any number of turns, exactly as given.
    rotation : float (..., 2), optional
        Cosine and sine of the rotation, used as they are; `angle` is then None.
    only : sequence of str, optional
        Compute only these fields, at once; the inputs are then not copied.

    Returns
    -------
    PointEllipse
        `hit`, `inside`, `translated`, `rotated`, `normalized`, `level`, `distance`,
        `closest`, `cosine` and `sine`.

    Raises
    ------
    ValueError
        Naming the argument: NaN or infinity, a radius not > 0, a last axis other than
        2, shapes that do not broadcast, both or neither of angle and rotation, or a
        rotation of a length other than 1 to about seven digits.

    Notes
    -----
    `hit` is exact for the ellipse given by `cosine` and `sine` as they are: with c, s
    and the offset (dx, dy) of the point from the centre, it is the sign of (rx ry)^2 -
    (x ry)^2 - (y rx)^2 in exact arithmetic, with (x, y) = (c dx + s dy, -s dx + c dy).
    As c^2 + s^2 is not quite 1, (x, y) is off the exactly rotated point by less than
    2**-52 of its distance from the centre. `level` is 1 only on the ellipse; elsewhere
    it differs from 1 by at least one float.

    `level` has a relative error below 2**-42, `translated` and `rotated` an error below
    2**-46 of the largest difference of coordinates; the bounds are derived from the
    formula (see `exact`). `distance` and `closest` come from an iteration, and
    `normalized` is scaled by rx/ry: their accuracy was measured, not proven.
    """
    return PointEllipse.from_arguments(
        point, center, radii, resolve_rotation(angle, rotation), only=only
    )


@np.errstate(over="ignore")  # a number too large is infinity
def normalizing_transform(
    center: ArrayLike, radii: ArrayLike, angle: ArrayLike, progress: ArrayLike
) -> Array:
    """Return the matrix of the first `progress` of three steps to the unit problem.

    Parameters
    ----------
    center, radii, angle
        The ellipse, as in `point_ellipse`.
    progress : float (...)
        In [0, 3]: 0 to 1 moves the centre to the origin, 1 to 2 rotates by `-angle`, 2
        to 3 scales y by rx/ry, by the largest float64 at most. Each step is linear in
        its own quantity.

    Returns
    -------
    float (..., 3, 3)
        Homogeneous, for column vectors (x, y, 1) in world; continuous in `progress`,
        and exactly the identity or the completed steps at 0, 1, 2 and 3.

    Raises
    ------
    ValueError
        Naming the argument: NaN or infinity, a radius not > 0, a `progress` outside
        [0, 3], a last axis other than 2, or shapes that do not broadcast.
    """
    center = check_vectors("center", center, 2)
    radii = check_vectors("radii", radii, 2)
    if not (radii > 0.0).all():
        raise ValueError(message(Rule.POSITIVE.value, name="radii"))
    angle = check_finite("angle", angle)
    progress = check_finite("progress", progress)
    if ((progress < 0.0) | (progress > 3.0)).any():
        raise ValueError(message("progress must be in [0, 3]"))
    batch = check_broadcast(
        center=center.shape[:-1],
        radii=radii.shape[:-1],
        angle=angle.shape,
        progress=progress.shape,
    )
    move, turn, stretch = (np.clip(progress - step, 0.0, 1.0) for step in range(3))
    cosine, sine = split_components(cosine_and_sine(turn * angle))
    ratio = np.minimum(radii[..., 0] / radii[..., 1], np.finfo(np.float64).max)
    scale = (1.0 - stretch) + stretch * ratio
    shrink = excess_exponent(max_component(np.abs(center)))[..., None]
    shift = rotate2(
        -move[..., None] * scale_by_power_of_two(center, -shrink), cosine, -sine
    )
    matrix = np.zeros((*batch, 3, 3))
    matrix[..., 0, 0], matrix[..., 0, 1] = cosine, sine
    matrix[..., 1, 0], matrix[..., 1, 1] = -sine, cosine
    matrix[..., :2, 2] = shift
    matrix[..., 1, :] *= scale[..., None]
    matrix[..., :2, 2] = scale_by_power_of_two(matrix[..., :2, 2], shrink)
    matrix[..., 2, 2] = 1.0
    return np.asarray(matrix + 0.0)  # no negative zeros to show


@np.errstate(all="ignore")  # a number too large is infinity
def _find_nearest(
    x: Array, y: Array, cx: Array, cy: Array, rx: Array, ry: Array, c: Array, s: Array
) -> dict[str, list[NDArray[Any]]]:
    """Return the iterated fields of the formula, fully converged."""
    lengths = [np.abs(v) for v in (x, y, cx, cy, rx, ry)]
    shrink = excess_exponent(*lengths)
    x, y, cx, cy = (scale_by_power_of_two(v, -shrink) for v in (x, y, cx, cy))
    # A radius must not become 0; next to such lengths the smallest float64 is fine.
    rx, ry = (scale_keeping_nonzero(r, -shrink) for r in (rx, ry))
    dx, dy = x - cx, y - cy
    major, minor, axes = _find_axes(rx, ry, c, s, _ARRAYS)
    ahead, aside = (dx * ax + dy * ay for ax, ay in axes)
    local_x, local_y, ratio = np.abs(ahead), np.abs(aside), minor / major

    # Lagrange's condition for semi-axes 1 and k = `ratio` reads, with s > 0,
    #     cos = u / (s + m),   sin = k v / s,   m = 1 - k^2,
    # where s - k^2 is Eberly's t; s itself has no cancellation near the major axis,
    # where it is tiny, nor m near the circle. The root is where both are a unit vector.
    u, v = _limit_range(local_x, local_y, major)
    focal, weight = (1.0 - ratio) * (1.0 + ratio), ratio * v
    live = weight > 0.0
    safe_weight = np.where(live, weight, 1.0)
    root = _lower_bound(u, safe_weight, focal, _ARRAYS)
    root = _refine_root(
        root, u, safe_weight, focal, _DISTANCE_STEP_TOLERANCE, _JOINT_NEWTON_STEPS
    )
    cosine, sine = _nearest_direction(u, weight, focal, root, live)
    nx, ny = ratio * cosine, sine
    size = np.sqrt(nx * nx + ny * ny)
    thin = size < _THIN_SIZE
    nx, ny = (np.where(thin, n * 2.0**600, n) for n in (nx, ny))
    size = np.where(thin, length(np.stack([nx, ny], axis=-1)), size)
    residual = local_x - major * cosine, local_y - minor * sine
    gap = np.abs(residual[0] * nx + residual[1] * ny) / size
    # At the end of a needle the ratio underflows, and there is no normal.
    gap = np.where(size == 0.0, length(np.stack(residual, axis=-1)), gap)
    gap = scale_by_power_of_two(gap, shrink)
    near = gap <= _NEAR_DISTANCE_RATIO * reduce(np.maximum, lengths)

    root = _refine_root(root, u, safe_weight, focal, _STEP_TOLERANCE)
    cosine, sine = _nearest_direction(u, weight, focal, root, live)
    ahead = np.where(ahead < 0.0, -major, major) * cosine
    aside = np.where(aside < 0.0, -minor, minor) * sine
    closest = [
        scale_by_power_of_two(v + (ahead * a + aside * b), shrink)
        for v, a, b in zip((cx, cy), *axes, strict=True)
    ]
    return {"_near": [near], "_gap": [gap], "closest": closest}


def _find_axes(
    rx: Any, ry: Any, c: Any, s: Any, ops: SimpleNamespace
) -> tuple[Any, Any, tuple[tuple[Any, Any], tuple[Any, Any]]]:
    """Return the semi-axes, the longer first, and the directions of both."""
    upright = rx < ry
    first = ops.where(upright, -s, c), ops.where(upright, c, s)
    second = ops.where(upright, c, -s), ops.where(upright, s, c)
    return ops.maximum(rx, ry), ops.minimum(rx, ry), (first, second)


def _limit_range(along: Array, across: Array, major: Array) -> tuple[Array, Array]:
    """Return the point divided by the major radius, at most about 2**500 away.

    Farther away, the nearest point depends on the direction alone; closer, the quotient
    does not overflow.
    """
    far = binary_exponent(along, across) - binary_exponent(major)
    less = -np.maximum(far - 500, 0)
    return np.ldexp(along, less) / major, np.ldexp(across, less) / major


def _nearest_direction(
    u: Array, weight: Array, focal: Array, root: Array, live: NDArray[np.bool_]
) -> tuple[Array, Array]:
    """Return (cos, sin) of the nearest point (cos, ratio sin) to (u, v), all >= 0."""
    # On the major axis, between the evolute's cusps, s = 0 and sin follows from cos.
    is_inside = u < focal
    axis = np.where(is_inside, u / np.where(is_inside, focal, 1.0), 1.0)
    cosine = np.where(live, u / (root + focal), axis)
    sine_value = np.sqrt(np.maximum((1.0 - cosine) * (1.0 + cosine), 0.0))
    sine = np.where(live, weight / root, sine_value)
    return _normalize(cosine, sine, _ARRAYS)


def _normalize(x: Any, y: Any, ops: SimpleNamespace) -> tuple[Any, Any]:
    """Return the unit vector of (x, y)."""
    size = ops.sqrt(x * x + y * y)
    return x / size, y / size


def _refine_root(
    root: Array, u: Array, weight: Array, focal: Array, tolerance: float, least: int = 1
) -> Array:
    """Return s closer to the root, where (u / (s + m), w / s) is a unit vector.

    After `least` steps, each query stops on its own once a step is within `tolerance`,
    so that results do not depend on the batch.
    """
    is_left = np.full(root.shape, True)
    for count in range(1, _NEWTON_STEPS + 1):
        step = np.where(is_left, _newton_step(root, u, weight, focal, _ARRAYS), 0.0)
        root = root + root * step
        is_left &= (np.abs(step) > tolerance) | (count < least)
    return root


def _newton_step(s: Any, u: Any, weight: Any, focal: Any, ops: SimpleNamespace) -> Any:
    """Return the relative change of s in a step of Newton's method.

    The method solves 1/|.| - 1 = 0, which is concave and increasing in s: from below, s
    approaches the root without overshooting, and the function is nearly linear (Moré
    and Sorensen, 1983). `excess` is |.|^2 - 1 with 1 - cos^2 factored: near the
    evolute's cusp cos rounds to 1, and s + m - u holds all the information.
    """
    total = s + focal
    inverse = 1.0 / total
    sine, cosine = weight / s, u * inverse
    square = sine * sine
    excess = square - (focal - u + s) * inverse * ((total + u) * inverse)
    slope = cosine * cosine * (inverse * s) + square
    grown = excess + 1.0
    # It is below 0 only for rounded numbers out of range, where Python would raise.
    return excess * grown / (slope * (ops.sqrt(ops.maximum(grown, 0.0)) + 1.0))


def _lower_bound(u: Any, weight: Any, focal: Any, ops: SimpleNamespace) -> Any:
    """Return a value below the root of `_refine_root` but close to it.

    Either coordinate alone gives s >= w and s >= u - m. Near the evolute's cusp both
    are far too small. There 1 - cos^2 <= 2 (s + g) / m with g = m - u, so that
    s^2 (s + g) >= w^2 m / 2, and s + g <= 2 max(s, g) makes s at least the smaller of
    the cube root of w^2 m / 4 and w sqrt(m / 4 g).
    """
    cube = ops.cube_root(weight)
    cubic = cube * cube * ops.cube_root(focal / 4.0)
    linear = ops.sqrt(focal / ops.maximum((focal - u) * 4.0, 0.0)) * weight
    # `linear` is NaN for a circle and infinite beyond the cusp: then take the other.
    cusp = ops.where(linear < cubic, linear, cubic)
    return ops.maximum(ops.maximum(weight, u - focal), cusp)
