"""Filled polygons as triangles, of which each knows the one edge it fades across.

Everything is in pixels from the viewport's middle. A triangle comes as its corners
`(3, 2)`; an edge as `(x, y, offset)`: a pixel at p is covered where it is at least half
a pixel inside of `p . (x, y) = offset`, and less the nearer it is to the line.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.render.cached_shapes import kept_by_points

Array = NDArray[np.float64]
Point = tuple[float, float]

# Covered whole, wherever the pixel is.
_WHOLE = (0.0, 0.0, 1.0)
# Beyond this many pixels float32 would bend an edge, so it is cut off before.
_FAR = 4096.0


@dataclass(frozen=True)
class Wedges:
    """Triangles `(n, 3, 2)` and the edge `(n, 3)` that each fades across."""

    corners: Array
    edges: Array


def clip_polygon(points: Array, box: Point) -> Array:
    """Return the part of a convex polygon inside a box about the origin."""
    if (np.abs(points) <= box).all():
        return points
    for axis in (0, 1):
        for sign in (1.0, -1.0):
            points = _clip_half_plane(points, axis, sign, box[axis])
    return points


def _clip_half_plane(points: Array, axis: int, sign: float, limit: float) -> Array:
    inside = limit - sign * points[:, axis]
    if len(points) == 0 or (inside >= 0).all():
        return points
    after = np.roll(points, -1, axis=0)
    inside_after = np.roll(inside, -1)
    crossing = (inside >= 0) != (inside_after >= 0)
    share = np.where(crossing, inside / np.where(crossing, inside - inside_after, 1), 0)
    cut = points + share[:, None] * (after - points)
    both = np.stack([points, cut], axis=1).reshape(-1, 2)
    return np.asarray(both[np.stack([inside >= 0, crossing], axis=1).ravel()])


@kept_by_points
def fan(points: Array, box: Point) -> Wedges | None:
    """Return a convex polygon as a fan about its middle; None where none is seen."""
    points = _without_repeats(clip_polygon(points, box))
    if len(points) < 3:
        return None
    points = _counter_clockwise(points)
    normal, miter = _sides(points)
    outer = points + miter
    follow = _follow(points)
    middle = np.broadcast_to(points.mean(axis=0), outer.shape)
    return Wedges(
        np.stack([middle, outer, outer[follow]], axis=1),
        np.column_stack([normal, (normal * points).sum(axis=1)]),
    )


def pieces(points: Array, triangles: NDArray[np.intp], box: Point) -> Wedges | None:
    """Return a polygon of any shape: its triangles, and a seam about them that fades.

    The triangles end half a pixel inside of the outline, where the seam begins; all
    share their corners to the last bit, so that no pixel is drawn twice.
    """
    if not len(triangles):
        return None
    if _area(points) < 0:
        points = points[::-1]
        triangles = len(points) - 1 - triangles
    moved = (np.abs(points[_follow(points)] - points) > 1e-6).any(axis=1)
    normal, miter = _sides(points)
    inner, outer = points - 0.5 * miter, points + miter
    edges = np.column_stack([normal, (normal * points).sum(axis=1)])
    follow = _follow(points)
    seam = [
        np.stack([inner, inner[follow], outer[follow]], axis=1),
        np.stack([inner, outer[follow], outer], axis=1),
    ]
    sides = np.flatnonzero(moved)
    whole = np.broadcast_to(_WHOLE, (len(triangles), 3))
    corners = np.concatenate([inner[triangles], *(part[sides] for part in seam)])
    return _near(Wedges(corners, np.concatenate([whole, *[edges[sides]] * 2])), box)


def _near(wedges: Wedges, box: Point) -> Wedges | None:
    """Return the wedges without what reaches far out of the box."""
    if (np.abs(wedges.corners) <= _FAR).all():
        return wedges
    corners, edges = [], []
    for triangle, edge in zip(wedges.corners, wedges.edges, strict=True):
        part = clip_polygon(triangle, box)
        for k in range(1, len(part) - 1):
            corners.append(part[[0, k, k + 1]])
            edges.append(edge)
    return Wedges(np.array(corners), np.array(edges)) if corners else None


def _follow(points: Array) -> NDArray[np.intp]:
    return np.arange(1, len(points) + 1) % len(points)


def _before(points: Array) -> NDArray[np.intp]:
    return np.arange(-1, len(points) - 1) % len(points)


def _area(points: Array) -> float:
    edge = points[_follow(points)] - points
    return float((points[:, 0] * edge[:, 1] - points[:, 1] * edge[:, 0]).sum())


def _counter_clockwise(points: Array) -> Array:
    return points[::-1] if _area(points) < 0 else points


def _sides(points: Array) -> tuple[Array, Array]:
    """Return each side's outward normal, and the way from each corner to a pixel out.

    A side without length has the normal of the one before it.
    """
    edge = points[_follow(points)] - points
    size = np.hypot(edge[:, :1], edge[:, 1:])
    normal = edge[:, ::-1] * (1, -1) / np.where(size > 0, size, 1.0)
    for k in np.flatnonzero(size[:, 0] == 0):
        normal[k] = normal[k - 1]
    before = normal[_before(points)]
    bend = 1 + (before * normal).sum(axis=1, keepdims=True)
    return normal, (before + normal) / np.maximum(bend, 0.1)


def _without_repeats(points: Array) -> Array:
    if not len(points):
        return points
    step = points - points[_before(points)]
    return points[(np.abs(step) > 1e-6).any(axis=1)]
