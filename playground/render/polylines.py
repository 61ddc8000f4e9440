"""Polylines, arcs and polygons, clipped and packed for the shader."""

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from playground.quick_dataclass import dataclass
from playground.render.instance_format import (
    COLUMNS,
    PIECE,
    Array,
    Float32Array,
    Point,
    cache_by_points,
)
from playground.render.shapes import ScreenPolyline, ScreenSegments


class SegmentBatch:
    """The segments of several shapes, each with its rank in the drawing order.

    Parameters
    ----------
    ranked_shapes : iterable of pairs
        Rank and shape, in pixels from the viewport's centre.
    box : tuple of float
        Half the viewport's width and height, pixels.

    Attributes
    ----------
    lines : pair of arrays (n, 2), or None
        The ends of the visible segments of polylines; those of `ScreenSegments` are
        left out, as labels need not avoid them.
    """

    # Segments that are not finite are dropped at the end.
    @np.errstate(all="ignore")
    def __init__(
        self,
        ranked_shapes: Iterable[tuple[int, ScreenPolyline | ScreenSegments]],
        box: Point,
    ) -> None:
        self.lines: tuple[Array, Array] | None = None
        blocks, looks, size = list[Array](), [], 0
        # For each segment: its first point, the previous and the next segment of its
        # polyline or -1, and the polyline.
        starts, before, after, of = list[int](), list[int](), list[int](), list[int]()
        for number, (rank, shape) in enumerate(ranked_shapes):
            piece, pen = len(starts), shape.pen
            if loose := isinstance(shape, ScreenSegments):
                points = np.asarray(shape.ends, np.float64)
                blocks.append(points)
                count, way = len(points) // 2, (0.0, 0.0, 0.0)
                starts.extend(range(size, size + 2 * count, 2))
                before.extend([-1] * count)
                after.extend([-1] * count)
                size += len(points)
            else:
                points = np.asarray(shape.points, np.float64)
                blocks.append(points)
                count, way = len(points) - 1, (shape.phase, *shape.head)
                if shape.closed:
                    blocks.append(points[:1])
                    count += 1
                last, is_closed = piece + count - 1, shape.closed and count > 1
                starts.extend(range(size, size + count))
                before.append(last if is_closed else -1)
                before.extend(range(piece, last))
                after.extend(range(piece + 1, last + 1))
                after.append(piece if is_closed else -1)
                size += count + 1
            of.extend([number] * count)
            looks.append((rank, pen.width / 2, *pen.dash, *way, *pen.colour, loose))
        self._starts = starts
        if not starts:
            return
        self._points = np.concatenate(blocks)
        self._before, self._after = np.array(before), np.array(after)
        self._first, self._chain = np.array(starts), np.array(of)
        self._a = a = self._points[self._first, :2]
        self._b = self._points[self._first + 1, :2]
        self._delta = delta = self._b - a
        self._length = np.hypot(delta[:, 0], delta[:, 1])
        self._style = style = np.array(looks, dtype=np.float64)[self._chain]
        margin = style[:, 1] + style[:, 6] + 2
        self._low, self._high = low, high = clip_pieces(a, delta, margin, box)
        self._ends = a + low[:, None] * delta, a + high[:, None] * delta
        self._visible = (low <= high) & np.isfinite(self._length)
        loud = self._visible & (style[:, 11] == 0)
        self.lines = self._ends[0][loud], self._ends[1][loud]

    @np.errstate(all="ignore")
    def pack(self, has_depth: bool) -> tuple[Float32Array, Array]:
        """Return the instances of visible segments and their ranks.

        With `has_depth`, points have inverse depths, which replace the ranks.

        Returns
        -------
        rows : float32 array (n, 32)
            One instance per segment.
        ranks : ndarray (n,)
            The rank of each instance.
        """
        if not self._starts:
            return np.empty((0, COLUMNS), dtype=np.float32), np.empty(0)
        a, b, length, style = self._a, self._b, self._length, self._style
        low, high, chain = self._low, self._high, self._chain
        axis = self._delta / np.maximum(length, 1e-12)[:, None]
        axis[~(length > 1e-9)] = (1.0, 0.0)
        rank, thick, head, phase = style[:, 0], style[:, 1], style[:, 5:7], style[:, 4]
        start_at, stop_at = self._ends
        points_before = _corner_bisectors(axis, self._before)
        points_after = _corner_bisectors(axis, self._after)
        half = (high - low) * length / 2
        rows = np.zeros((len(a), COLUMNS), dtype=np.float32)
        rows[:, 0:2] = (start_at + stop_at) / 2
        rows[:, 2:4] = axis
        rows[:, 4] = half + thick + 1
        rows[:, 5] = np.maximum(thick, head[:, 1]) + 1
        rows[:, 8] = half
        rows[:, 9:11] = head * ((chain != _next_chain(chain)) & (high == 1))[:, None]
        rows[:, 12:14], rows[:, 14:16] = points_before, points_after
        rows[:, 28] = (points_before * a).sum(axis=1)
        rows[:, 29] = (points_after * b).sum(axis=1)
        rows[:, 16:19] = style[:, 1:4]
        if style[:, 2].any():
            fresh = (self._before < 0) | (chain != np.roll(chain, 1))
            way = phase + _arc_lengths(length, np.cumsum(fresh)) + low * length
            rows[:, 19] = np.fmod(way, np.where(style[:, 2] > 0, style[:, 2], 1.0))
        rows[:, 23] = PIECE
        rows[:, 24:28] = style[:, 7:11]
        if has_depth:
            inverse = self._points[self._first, 2]
            ahead = self._points[self._first + 1, 2]
            slope = (ahead - inverse) / np.maximum(length, 1e-9)
            rows[:, 20:22] = axis * slope[:, None]
            rows[:, 22] = inverse - (axis * a).sum(axis=1) * slope
            rank = (inverse + ahead) / 2
        return rows[self._visible], rank[self._visible]


def _next_chain(chain: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the polyline of the following segment, or -1 at the end."""
    return np.concatenate([chain[1:], (-1,)])


def _corner_bisectors(axis: Array, other: NDArray[np.intp]) -> Array:
    """Return normals `(n, 2)` of the bisectors between segments and neighbours.

    Two neighbours meet at the bisector of their corner, so that each pixel belongs to
    only one of them and a translucent polyline is uniform. A free end has a zero.
    """
    return np.where((other >= 0)[:, None], axis + axis[other], 0.0)


def _arc_lengths(length: Array, run: NDArray[np.intp]) -> Array:
    """Return the distance of each segment's start from the start of its polyline."""
    safe = np.where(np.isfinite(length), length, 0.0)
    total = np.cumsum(safe) - safe
    return np.asarray(total - total[np.searchsorted(run, run)])


@np.errstate(all="ignore")
def clip_pieces(
    a: Array, delta: Array, margin: Array, box: Point
) -> tuple[Array, Array]:
    """Return the fractions (low, high) of each segment within the viewport.

    `a` and `delta` are `(n, 2)`, `margin` `(n,)`, all in pixels; low > high if a
    segment is not visible.
    """
    limit = np.array(box) + margin[:, None]
    way = np.where(delta == 0, 1e-300, delta)
    near, two = (-limit - a) / way, (limit - a) / way
    low, high = np.minimum(near, two), np.maximum(near, two)
    low = np.maximum(np.maximum(low[:, 0], low[:, 1]), 0.0)
    return low, np.minimum(np.minimum(high[:, 0], high[:, 1]), 1.0)


# ----------------------------------------------------------------------------
# Arcs approximated by chords.
# ----------------------------------------------------------------------------


# The largest distance of chords from their arc, and that for arcs beyond
# `MAX_FLOAT32_RADIUS_PX`.
_MAX_CHORD_ERROR_PX = 0.04
_MAX_LARGE_CHORD_ERROR_PX = 0.01
# Beyond this radius float32 does not resolve 0.01 pixel, and circles and ellipses are
# drawn as chords.
MAX_FLOAT32_RADIUS_PX = 4096.0
# The least number of points of an arc, and the relative distance of its chords from
# the centre.
_MIN_ARC_POINTS = 17
_APOTHEM_RATIO = math.cos(math.pi / (_MIN_ARC_POINTS - 1))


def chord_angle(radius: float) -> float:
    """Return the angle, in radians, of chords within the tolerance of their arc.

    `radius` is the arc's, in pixels; the angle is at most pi / 8.
    """
    error = (
        _MAX_CHORD_ERROR_PX
        if radius <= MAX_FLOAT32_RADIUS_PX
        else _MAX_LARGE_CHORD_ERROR_PX
    )
    return min(math.pi / 8, math.sqrt(8 * error / max(radius, 1.0)))


def arc_points(
    center: Point, radius: float, start: float, sweep: float, box: Point
) -> Array:
    """Return points `(n, 2)` of an arc, dense only within a box around the origin.

    All lengths are in pixels, angles in radians; `box` is half the box's width and
    height.
    """
    low, high = _visible_angles(center, radius, start, sweep, math.hypot(*box))
    count = max(2, math.ceil((high - low) / chord_angle(radius)) + 1)
    if high - low >= abs(sweep):  # all of it may be visible
        count = max(count, _MIN_ARC_POINTS)
        angle = start + np.arange(count) * (sweep / (count - 1))
        return np.stack([np.cos(angle), np.sin(angle)], axis=-1) * radius + center
    angle = np.unique(
        np.concatenate(
            [
                np.linspace(start, start + sweep, _MIN_ARC_POINTS),
                np.linspace(low, high, count),
            ]
        )
    )
    angle = angle if sweep >= 0 else angle[::-1]
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1) * radius + center


def _visible_angles(
    center: Point, radius: float, start: float, sweep: float, reach: float
) -> Point:
    low, high = sorted((start, start + sweep))
    distance = math.hypot(*center)
    if _APOTHEM_RATIO * radius > distance + reach:
        return low, low  # the arc and its chords pass around the box
    if distance <= 2 * reach or reach > radius:
        return low, high
    angle = math.atan2(-center[1], -center[0])
    half = math.asin(min(1.0, 1.1 * reach / distance))
    angle += math.tau * round(((low + high) / 2 - angle) / math.tau)
    return min(max(low, angle - half), high), max(min(high, angle + half), low)


# ----------------------------------------------------------------------------
# Filled polygons as triangles, each antialiased across one edge.
#
# Everything is in pixels from the viewport's centre. A triangle has corners `(3, 2)`,
# an edge is `(x, y, offset)`: a pixel at p is fully covered if it is at least half a
# pixel inside of the line `p . (x, y) = offset`, and less if it is closer to the line.
# ----------------------------------------------------------------------------


# An edge that covers every pixel fully.
_FULL_COVERAGE_EDGE = (0.0, 0.0, 1.0)
# Triangles are clipped here, as float32 would distort edges beyond.
_MAX_FLOAT32_DISTANCE_PX = 4096.0


@dataclass(frozen=True)
class EdgeTriangles:
    """Triangles, `corners` `(n, 3, 2)`, and the line of each one's antialiased edge.

    `edges` `(n, 3)` are the lines' unit normals and their offsets.
    """

    corners: Array
    edges: Array


def clip_polygon(points: Array, box: Point) -> Array:
    """Clip a convex polygon `(n, 2)` to a box of half size `box` around the origin.

    The result `(m, 2)` is empty if nothing remains.
    """
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
    next_points = np.roll(points, -1, axis=0)
    inside_after = np.roll(inside, -1)
    crossing = (inside >= 0) != (inside_after >= 0)
    share = np.where(crossing, inside / np.where(crossing, inside - inside_after, 1), 0)
    cut = points + share[:, None] * (next_points - points)
    pairs = np.stack([points, cut], axis=1).reshape(-1, 2)
    return np.asarray(pairs[np.stack([inside >= 0, crossing], axis=1).ravel()])


@cache_by_points
def triangulate_fan(points: Array, box: Point) -> EdgeTriangles | None:
    """Return a convex polygon `(n, 2)` as a fan around its centroid.

    It is clipped to a box of half size `box` around the origin; None if it is not
    visible.
    """
    points = _remove_repeats(clip_polygon(points, box))
    if len(points) < 3:
        return None
    points = points[::-1] if _double_area(points) < 0 else points
    normal, miter = _side_normals(points)
    outer = points + miter
    middle = np.broadcast_to(points.mean(axis=0), outer.shape)
    return EdgeTriangles(
        np.stack([middle, outer, np.roll(outer, -1, axis=0)], axis=1),
        np.column_stack([normal, (normal * points).sum(axis=1)]),
    )


def build_seamed_triangles(
    points: Array, triangles: NDArray[np.intp], box: Point
) -> EdgeTriangles | None:
    """Return a polygon's triangles with an antialiased seam around them.

    The triangles end half a pixel inside the outline, where the seam begins. All share
    their corners exactly, so that no pixel is drawn twice.

    Parameters
    ----------
    points : array (n, 2)
        The outline in pixels from the viewport's centre.
    triangles : integer array (m, 3)
        Indices into `points`.
    box : tuple of float
        Half the size of the box to which far triangles are clipped.

    Returns
    -------
    EdgeTriangles or None
        None without triangles, or if all are clipped away.
    """
    if not len(triangles):
        return None
    if _double_area(points) < 0:
        points = points[::-1]
        triangles = len(points) - 1 - triangles
    has_moved = (np.abs(np.roll(points, -1, axis=0) - points) > 1e-6).any(axis=1)
    normal, miter = _side_normals(points)
    inner, outer = points - 0.5 * miter, points + miter
    edges = np.column_stack([normal, (normal * points).sum(axis=1)])
    next_inner, next_outer = (np.roll(ends, -1, axis=0) for ends in (inner, outer))
    seam = [
        np.stack([inner, next_inner, next_outer], axis=1),
        np.stack([inner, next_outer, outer], axis=1),
    ]
    sides = np.flatnonzero(has_moved)
    full_edges = np.broadcast_to(_FULL_COVERAGE_EDGE, (len(triangles), 3))
    corners = np.concatenate([inner[triangles], *(part[sides] for part in seam)])
    return _clip_far_triangles(
        EdgeTriangles(corners, np.concatenate([full_edges, *[edges[sides]] * 2])), box
    )


def _clip_far_triangles(wedges: EdgeTriangles, box: Point) -> EdgeTriangles | None:
    """Return the triangles, clipped to the box if they reach far beyond it.

    It is None if nothing remains.
    """
    if (np.abs(wedges.corners) <= _MAX_FLOAT32_DISTANCE_PX).all():
        return wedges
    corners, edges = [], []
    for triangle, edge in zip(wedges.corners, wedges.edges, strict=True):
        part = clip_polygon(triangle, box)
        for k in range(1, len(part) - 1):
            corners.append(part[[0, k, k + 1]])
            edges.append(edge)
    return EdgeTriangles(np.array(corners), np.array(edges)) if corners else None


def _double_area(points: Array) -> float:
    edge = np.roll(points, -1, axis=0) - points
    return float((points[:, 0] * edge[:, 1] - points[:, 1] * edge[:, 0]).sum())


def _side_normals(points: Array) -> tuple[Array, Array]:
    """Return each side's outward normal, and each corner's offset to a pixel outside.

    A side of length 0 has the normal of the previous one.
    """
    edge = np.roll(points, -1, axis=0) - points
    size = np.hypot(edge[:, :1], edge[:, 1:])
    normal = edge[:, ::-1] * (1, -1) / np.where(size > 0, size, 1.0)
    for k in np.flatnonzero(size[:, 0] == 0):
        normal[k] = normal[k - 1]
    previous_normal = np.roll(normal, 1, axis=0)
    bend = 1 + (previous_normal * normal).sum(axis=1, keepdims=True)
    return normal, (previous_normal + normal) / np.maximum(bend, 0.1)


def _remove_repeats(points: Array) -> Array:
    if not len(points):
        return points
    step = points - np.roll(points, 1, axis=0)
    return points[(np.abs(step) > 1e-6).any(axis=1)]
