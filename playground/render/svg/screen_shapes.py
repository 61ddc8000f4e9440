"""A sheet's shapes as a figure outside the window has them.

They are in pixels from the view's top left corner, y down, angles turn clockwise, and
what reaches far out of the view is cut off there.
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

# Shapes that reach farther than this out of the view, in pixels, are cut off there.
_CLIP_MARGIN_PX = 256.0


@dataclass
class PlaneMapView(ScreenShape):
    """A map, over a part of the plane or of space, in a view of `size` pixels.

    `corners` `(4, 3)` are where its lower left, lower right, upper left and upper right
    are seen: x and y, times w, and w.
    """

    raster: MapRaster
    corners: Array
    size: Point
    theme: Theme


@dataclass
class MagnifierShapes(ScreenShape):
    """What is seen through a round lens, from the corner of the square about it."""

    center: Point
    radius: float
    shapes: tuple[ScreenShape, ...]


def to_screen_shapes(buffer: InstanceBuffer) -> Iterator[ScreenShape]:
    """Yield the shapes of a sheet."""
    for prim in buffer.shapes:
        if isinstance(prim, ScreenPolyline):
            yield from _clip_polyline(buffer, prim)
        elif isinstance(prim, ScreenSegments):
            yield from _clip_segments(buffer, prim)
        elif isinstance(prim, Area):
            yield from _clip_area(buffer, prim)
        elif isinstance(prim, Ring):
            at = _flip_point(buffer, prim.center)
            yield replace(prim, center=at, start=-prim.start, sweep=-prim.sweep)
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
    """Return points of the sheet from the top left corner."""
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
    if (np.abs(pairs) <= limit).all():  # so they mostly are
        kept = list(pairs)
    else:
        kept = [
            part
            for one in pairs
            if np.isfinite(one).all()
            for part, _, _ in _split_in_box(one, limit)
        ]
    if kept:
        yield replace(pieces, ends=_flip_points(buffer, np.concatenate(kept)))


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
    """Yield the stretches of a chain within a box, how far along each starts.

    And whether it has the chain's end.
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
