"""Shapes of a buffer converted for SVG.

Coordinates become pixels from the view's top left corner, y down; angles become
clockwise. Parts far outside the view are clipped.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from playground.quick_dataclass import dataclass
from playground.render.instance_buffer import InstanceBuffer
from playground.render.instance_format import Array, Point
from playground.render.map_colors import MapRaster
from playground.render.polylines import clip_pieces, clip_polygon
from playground.render.shapes import (
    Area,
    Mark,
    Oval,
    Ring,
    ScreenPolyline,
    ScreenSegments,
    ScreenShape,
)
from playground.render.theme import Theme

# Shapes are clipped this far outside the view.
_CLIP_MARGIN_PX = 256.0


@dataclass
class PlaneMapView(ScreenShape):
    """A map in a view.

    Attributes
    ----------
    raster : MapRaster
        The map.
    corners : array (4, 3)
        Lower left, lower right, upper left and upper right, in homogeneous pixels (x w,
        y w, w) from the view's upper left corner, y down.
    size : Point
        Width and height of the view, in pixels.
    theme : Theme
        The theme.
    """

    raster: MapRaster
    corners: Array
    size: Point
    theme: Theme


@dataclass
class MagnifierShapes(ScreenShape):
    """A magnifier's contents in a view.

    Attributes
    ----------
    center, radius : Point, float
        Its circle, in pixels of the view, y down.
    shapes : tuple of ScreenShape
        Its contents, in pixels from the upper left corner of the circle's bounding
        square.
    """

    center: Point
    radius: float
    shapes: tuple[ScreenShape, ...]


def to_screen_shapes(buffer: InstanceBuffer) -> Iterator[ScreenShape]:
    """Yield the shapes of a buffer, converted."""
    for prim in buffer.shapes:
        if isinstance(prim, ScreenPolyline):
            yield from _clip_polyline(buffer, prim)
        elif isinstance(prim, ScreenSegments):
            yield from _clip_segments(buffer, prim)
        elif isinstance(prim, Area):
            yield from _clip_area(buffer, prim)
        elif isinstance(prim, Ring):
            center = _flip_point(buffer, prim.center)
            yield replace(prim, center=center, start=-prim.start, sweep=-prim.sweep)
        elif isinstance(prim, Oval):
            yield replace(
                prim, center=_flip_point(buffer, prim.center), angle=-prim.angle
            )
        elif (
            isinstance(prim, Mark)
            and (np.abs(prim.at[:2]) <= _clip_limits(buffer)).all()
        ):
            yield replace(prim, at=(*_flip_point(buffer, prim.at), *prim.at[2:]))


def _clip_limits(buffer: InstanceBuffer) -> Array:
    return np.array(buffer.box) + _CLIP_MARGIN_PX


def _flip_points(buffer: InstanceBuffer, points: Array) -> Array:
    """Return points of a buffer from the top left corner, y down."""
    down = np.array(points, dtype=np.float64)
    down[:, 0] += buffer.box[0]
    down[:, 1] = buffer.box[1] - down[:, 1]
    return down


def _flip_point(buffer: InstanceBuffer, at: Sequence[float]) -> Point:
    return at[0] + buffer.box[0], buffer.box[1] - at[1]


def _clip_polyline(
    buffer: InstanceBuffer, chain: ScreenPolyline
) -> Iterator[ScreenPolyline]:
    points, limit = np.array(chain.points), _clip_limits(buffer)
    if not np.isfinite(points).all():
        return
    if (np.abs(points[:, :2]) <= limit).all():
        yield replace(chain, points=_flip_points(buffer, points))
        return
    if chain.closed:
        points = np.concatenate([points, points[:1]])
    for part, way, last in _split_in_box(points, limit):
        yield replace(
            chain,
            points=_flip_points(buffer, part),
            closed=False,
            phase=chain.phase + way,
            head=chain.head if last else (0.0, 0.0),
        )


def _clip_segments(
    buffer: InstanceBuffer, pieces: ScreenSegments
) -> Iterator[ScreenSegments]:
    limit, pairs = _clip_limits(buffer), np.array(pieces.ends).reshape(-1, 2, 2)
    if (np.abs(pairs) <= limit).all():  # the usual case
        kept_pairs = list(pairs)
    else:
        kept_pairs = [
            part
            for pair in pairs
            if np.isfinite(pair).all()
            for part, _, _ in _split_in_box(pair, limit)
        ]
    if kept_pairs:
        yield replace(pieces, ends=_flip_points(buffer, np.concatenate(kept_pairs)))


def _clip_area(buffer: InstanceBuffer, area: Area) -> Iterator[Area]:
    wide, tall = _clip_limits(buffer).tolist()
    cut = clip_polygon(area.points, (wide, tall))
    if len(cut) < 3:
        return
    corners = _flip_points(buffer, cut)
    if len(area.plane):
        depths = cut @ np.array(area.plane[:2]) + area.plane[2]
        corners = np.column_stack([corners, depths])
    yield Area(corners, area.fill, primitive=area.primitive)


def _split_in_box(points: Array, limit: Array) -> Iterator[tuple[Array, float, bool]]:
    """Yield the parts of a polyline `(n, 2 or 3)` within a box of half size `limit`.

    Each comes with the distance of its start along the polyline, and with whether it
    contains the polyline's end.
    """
    a, delta = points[:-1], np.diff(points, axis=0)
    low, high = clip_pieces(
        a[:, :2], delta[:, :2], np.zeros(len(a)), (float(limit[0]), float(limit[1]))
    )
    length = np.hypot(delta[:, 0], delta[:, 1])
    ways = np.concatenate([[0.0], np.cumsum(length)])
    run: list[Array] = []
    begin, last = 0.0, len(a) - 1
    for i in range(len(a)):
        if low[i] > high[i]:
            continue
        if not run:
            run, begin = [a[i] + low[i] * delta[i]], float(ways[i] + low[i] * length[i])
        run.append(a[i] + high[i] * delta[i])
        if high[i] < 1.0 or i == last or low[i + 1] > 0.0 or low[i + 1] > high[i + 1]:
            yield np.array(run), begin, bool(i == last and high[i] == 1.0)
            run = []
