"""Triangulation of polygons, convex or not, in the plane or in space.

Ears are clipped one by one (Meisters, "Polygons have ears", 1975).
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from playground.scene.refusal import refusal

Array = NDArray[np.float64]
Triangles = NDArray[np.intp]

# Sides that overlap by less than this, relative to the polygon's size, only touch.
_CROSSING_TOLERANCE = 1e-9


def triangulate(points: Sequence[Sequence[float]]) -> Triangles:
    """Return triangles that fill a polygon, convex or not.

    Parameters
    ----------
    points : sequence (n, 2) or (n, 3)
        The corners in order; in space they must be coplanar.

    Returns
    -------
    integer array (n - 2, 3)
        Three indices into `points` each; empty for fewer than three points or if any is
        not finite.

    Raises
    ------
    ValueError
        The outline crosses itself. (Holes are not supported; use several polygons.)

    Examples
    --------
    >>> triangulate([(0.0, 0.0), (2.0, 0.0), (2.0, 1.0)]).tolist()
    [[0, 1, 2]]
    """
    hashable_points = tuple(tuple(map(float, point)) for point in points)
    return np.array(_cut_ears(hashable_points), dtype=np.intp).reshape(-1, 3)


def triangulate_concave(points: Sequence[Sequence[float]]) -> Triangles | None:
    """Return the triangles (n - 2, 3) that fill a flat polygon, as `triangulate` does.

    None if it is convex, has fewer than three points, or has one that is not finite.

    Raises
    ------
    ValueError
        The outline crosses itself.
    """
    at = np.asarray(points, dtype=np.float64)
    if len(at) < 3 or not np.isfinite(at).all() or _is_convex(_project_to_plane(at)):
        return None
    return triangulate(points)


@lru_cache(maxsize=512)
def _cut_ears(
    points: tuple[tuple[float, ...], ...],
) -> tuple[tuple[int, int, int], ...]:
    if len(points) < 3 or not np.isfinite(points).all():
        return ()
    flat_points = _project_to_plane(np.array(points))
    if _crosses_itself(flat_points):
        raise refusal("a filled polygon must not cross itself")
    next_points = np.roll(flat_points, -1, axis=0)
    left = list(range(len(flat_points)))
    if float(_cross(flat_points, next_points).sum()) < 0.0:
        left.reverse()
    triangles = []
    while len(left) > 3:
        k = _find_ear(flat_points, np.array(left))
        triangles.append((left[k - 1], left[k], left[(k + 1) % len(left)]))
        del left[k]
    return (*triangles, (left[0], left[1], left[2]))


def _project_to_plane(points: Array) -> Array:
    """Return the points as (n, 2), centred and scaled to a size near 1."""
    offset = points - points.mean(axis=0)
    offset = offset / (np.abs(offset).max() or 1.0)
    if points.shape[1] == 2:
        return np.asarray(offset)
    normal = np.cross(offset, np.roll(offset, -1, axis=0)).sum(axis=0)
    kept_axes = [i for i in range(3) if i != int(np.abs(normal).argmax())]
    return np.asarray(offset[:, kept_axes])


def _is_convex(points: Array) -> bool:
    """Return whether a plane polygon `(n, 2)` turns the same way at all corners."""
    previous_points, next_points = (np.roll(points, k, axis=0) for k in (1, -1))
    turns = _cross(points - previous_points, next_points - points)
    return bool((turns >= 0.0).all() or (turns <= 0.0).all())


def _cross(a: Array, b: Array) -> Array:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


def _crosses_itself(a: Array) -> bool:
    """Return whether two sides cross each other; touching does not count."""
    b = np.roll(a, -1, axis=0)
    # The signed areas that show on which side of each other side the ends are.
    side = (b - a)[:, None]
    first, second = _cross(side, a - a[:, None]), _cross(side, b - a[:, None])
    is_apart = (first * second < 0.0) & (
        np.minimum(abs(first), abs(second)) > _CROSSING_TOLERANCE
    )
    return bool((is_apart & is_apart.T).any())


def _find_ear(at: Array, left: Triangles) -> int:
    """Return the index in `left` of a corner that can be clipped."""
    point, previous_point, next_point = (at[np.roll(left, k)] for k in (0, 1, -1))
    bulge = _cross(point - previous_point, next_point - point)
    hollow = point[bulge <= 0.0]
    for k in np.flatnonzero(bulge > 0.0):
        corners = np.stack([previous_point[k], point[k], next_point[k]])
        sides = np.roll(corners, -1, axis=0) - corners
        is_inside = (_cross(sides, hollow[:, None] - corners) >= 0.0).all(axis=1)
        is_own = (hollow[:, None] == corners).all(axis=2).any(axis=1)
        if not (is_inside & ~is_own).any():
            return int(k)
    # The rest is degenerate or touches itself: any corner will do.
    return int(bulge.argmax())
