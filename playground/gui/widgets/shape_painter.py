"""Painting of screen shapes, such as plots and legends, with Dear ImGui."""

from collections.abc import Iterable, Iterator
from functools import singledispatch
from itertools import pairwise

import numpy as np
from imgui_bundle import imgui

from playground.gui.imgui_backend import pack_colour
from playground.render.instance_format import Array, Point
from playground.render.shapes import (
    Area,
    Band,
    Clipped,
    ColourBar,
    Mark,
    ScreenPolyline,
    ScreenSegments,
    ScreenShape,
)


def paint_shapes(shapes: Iterable[ScreenShape], at: Point) -> None:
    """Paint shapes onto the open panel, relative to the screen position `at`."""
    draw, offset = imgui.get_window_draw_list(), np.array(at)
    for shape in shapes:
        _paint(shape, draw, offset)


@singledispatch
def _paint(shape: ScreenShape, draw: imgui.ImDrawList, at: Array) -> None:
    raise TypeError(f"no {type(shape).__name__} in a panel")


@_paint.register
def _(line: ScreenPolyline, draw: imgui.ImDrawList, at: Array) -> None:
    tone, width = pack_colour(line.pen.colour), line.pen.width
    points = line.points + at
    if line.pen.dashed:
        if line.closed:
            points = np.concatenate([points, points[:1]])
        for dash in _cut_dashes(points, *line.pen.dash):
            draw.add_polyline(dash.tolist(), tone, width, 0)
        return
    flags = imgui.ImDrawFlags_.closed if line.closed else 0
    draw.add_polyline(points.tolist(), tone, width, flags)


def _cut_dashes(points: Array, period: float, length: float) -> Iterator[Array]:
    """Yield the dashes of a polyline of shape (n, 2); all lengths are in px.

    A dash of `length` begins every `period`.
    """
    ways = np.hypot(*np.diff(points, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(ways)])
    for start in np.arange(0.0, along[-1], period).tolist():
        end = min(start + length, along[-1])
        inner = along[(along > start) & (along < end)]
        stops = np.array([start, *inner, end])
        yield np.stack([np.interp(stops, along, points[:, k]) for k in (0, 1)], axis=-1)


@_paint.register
def _(pieces: ScreenSegments, draw: imgui.ImDrawList, at: Array) -> None:
    tone, width = pack_colour(pieces.pen.colour), pieces.pen.width
    for begin, end in (pieces.ends + at).reshape(-1, 2, 2).tolist():
        draw.add_line(begin, end, tone, width)


@_paint.register
def _(area: Area, draw: imgui.ImDrawList, at: Array) -> None:
    draw.add_convex_poly_filled((area.points + at).tolist(), pack_colour(area.fill))


@_paint.register
def _(band: Band, draw: imgui.ImDrawList, at: Array) -> None:
    tone, ends = pack_colour(band.fill), np.stack([band.upper, band.lower]) + at
    # ImGui smooths edges of clockwise polygons; neighbours meet at whole pixels.
    ends[..., 1].sort(axis=0)
    ends[..., 0] = np.round(ends[..., 0])
    upper, lower = ends
    is_open = (upper[:, 1] != lower[:, 1])[:-1] | (upper[:, 1] != lower[:, 1])[1:]
    is_open &= np.diff(upper[:, 0]) > 0.0
    pieces = np.stack([upper[:-1], upper[1:], lower[1:], lower[:-1]], axis=1)
    for a, b, c, d in pieces[is_open].tolist():
        draw.add_quad_filled(a, b, c, d, tone)


@_paint.register
def _(bar: ColourBar, draw: imgui.ImDrawList, at: Array) -> None:
    tones, (x, y) = [*map(pack_colour, bar.colours)], (bar.at + at).tolist()
    step, bottom = bar.size[0] / (len(tones) - 1), y + bar.size[1]
    for number, (left_tone, right) in enumerate(pairwise(tones)):
        low, high = (x + number * step, y), (x + (number + 1) * step, bottom)
        draw.add_rect_filled_multi_color(low, high, left_tone, right, right, left_tone)


@_paint.register
def _(clipped: Clipped, draw: imgui.ImDrawList, at: Array) -> None:
    low = clipped.at + at
    draw.push_clip_rect(low.tolist(), (low + clipped.size).tolist(), True)
    for shape in clipped.shapes:
        _paint(shape, draw, at)
    draw.pop_clip_rect()


@_paint.register
def _(mark: Mark, draw: imgui.ImDrawList, at: Array) -> None:
    center, corners = np.array(mark.at[:2]) + at, mark.corners
    full, rim = pack_colour(mark.colour), pack_colour(mark.rim)
    if corners is None:
        middle = center.tolist()
        if mark.rim_width:
            draw.add_circle_filled(middle, mark.size + mark.rim_width, rim)
        draw.add_circle_filled(middle, mark.size, full)
        return
    points = (corners + center).tolist()
    if mark.rim_width:
        closed_flag = imgui.ImDrawFlags_.closed
        draw.add_polyline(points, rim, 2 * mark.rim_width, closed_flag)
    draw.add_convex_poly_filled(points, full)
