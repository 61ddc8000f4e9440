"""Curve plots: stacked plots of lines, hit and miss sides, roots and the state."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

import numpy as np

from playground.analysis.curve import AxisPlot, Curve
from playground.i18n import translate
from playground.quick_dataclass import dataclass
from playground.render.boxes import (
    Box,
    boxes_overlap,
    contains_box,
    grow_box,
    viewport_box,
)
from playground.render.instance_format import Array, Point
from playground.render.labels import PlacedText
from playground.render.plot_axes import (
    MIN_TICK_GAP_X_PX,
    MIN_TICK_GAP_Y_PX,
    PlotArea,
    StyledMeasure,
    axis_ticks,
    root_numbers,
    value_range,
)
from playground.render.shapes import (
    Area,
    Band,
    Clipped,
    Mark,
    ScreenPolyline,
    ScreenSegments,
    ScreenShape,
    rectangle_corners,
)
from playground.render.stroke_style import Pen
from playground.render.text_layout import TextStyle
from playground.render.theme import MIN_TICK_SIZE_PX, RGBA, Theme, scale_opacity
from playground.scene.camera import Viewport
from playground.scene.math_text import format_number
from playground.scene.primitives import Marker, Role

# The height of the numbers below the last plot.
NUMBERS_HEIGHT_PX = 20.0
PLOT_GAP_PX = 8.0
PLAYHEAD_HANDLE_SIZE_PX = 8.0
_PLAYHEAD_WIDTH_PX = 2.0
_RIGHT_MARGIN_PX = 10.0
# Room for the playhead's handle next to the vertical axis's numbers.
_NUMBERS_GAP_PX = PLAYHEAD_HANDLE_SIZE_PX
_LINE_WIDTH_PX = 2.5
_MARK_RADIUS_PX = 4.0
_MARK_RIM_PX = 1.0
# The tints of the two sides of the threshold.
_SIDE_OPACITIES = {Role.HIT: 0.26, Role.MISS: 0.13}
# A root's number: its offset, its clearance from other shapes, and its size.
_ROOT_LABEL_OFFSET_PX = 8.0
_ROOT_LABEL_CLEARANCE_PX = 2.0
_ROOT_LABEL_SIZE_PX = 15.0
# Lines are clamped this far outside the plot, within the graphics card's range.
_MAX_OVERSHOOT_PX = 1e3


@dataclass(frozen=True)
class CurvePicture:
    """A curve's plots from top to bottom, in pixels from the upper left corner, y down.

    Attributes
    ----------
    areas : tuple of PlotArea
        The rectangle and the ranges of each plot.
    shapes, texts : tuple
        The lines, grids and texts.
    playhead : tuple of ScreenShape
        A line at the current value.
    marks : tuple of ScreenShape
        Marks at the lines' current values.
    """

    areas: tuple[PlotArea, ...]
    shapes: tuple[ScreenShape, ...]
    playhead: tuple[ScreenShape, ...]
    marks: tuple[ScreenShape, ...]
    texts: tuple[PlacedText, ...]


@dataclass(frozen=True)
class CurveStyle:
    """The style of a curve.

    Attributes
    ----------
    theme : Theme
        The theme.
    line_roles : mapping
        The role of each line by its name.
    measure : callable
        Takes a text, a size and a style; returns width and height in pixels.
    """

    theme: Theme
    line_roles: Mapping[str, Role]
    measure: StyledMeasure

    def line_colour(self, name: str) -> RGBA:
        """Return the colour of the line with this name."""
        return self.theme.texts[self.line_roles[name]]


@dataclass(frozen=True)
class _UprightAxis:
    """The range of a plot's vertical axis, and its ticks."""

    ends: Point
    ticks: Sequence[tuple[float, str]]
    style: TextStyle


def compose_curve(
    curve: Curve,
    now: float,
    factor: float,
    width: float,
    heights: Sequence[float],
    style: CurveStyle,
) -> CurvePicture:
    """Compose the plots of a curve.

    Parameters
    ----------
    curve : Curve
        The lines.
    now : float
        The current value of its axis, in stored units.
    factor : float
        Displayed per stored values; with a negative one they fall from left to right.
    width : float
        The total width, pixels.
    heights : sequence of float
        The height of each plot, pixels; below the last one are the numbers.
    style : CurveStyle
        Colours and text measure.
    """
    axes = [
        _find_upright_axis(curve, plot, height)
        for plot, height in zip(curve.axis_plots, heights, strict=True)
    ]
    wide = [
        style.measure(text, MIN_TICK_SIZE_PX, axis.style)[0]
        for axis in axes
        for _, text in axis.ticks
    ]
    left = round(max(wide, default=0.0)) + 2.0 * _NUMBERS_GAP_PX
    room = max(width - left - _RIGHT_MARGIN_PX, 1.0)
    x_range = float(curve.x[0]) * factor, float(curve.x[-1]) * factor
    tops = accumulate((height + PLOT_GAP_PX for height in heights), initial=0.0)
    areas = tuple(
        PlotArea(Viewport(left, round(top), room, round(height)), x_range, axis.ends)
        for top, height, axis in zip(tops, heights, axes, strict=False)
    )
    uprights = axis_ticks(*x_range, room, MIN_TICK_GAP_X_PX)
    shapes: list[ScreenShape] = []
    playhead: list[ScreenShape] = []
    marks: list[ScreenShape] = []
    texts = [*_place_axis_numbers(areas[-1], uprights, style)]
    for plot, axis, area in zip(curve.axis_plots, axes, areas, strict=True):
        composer = _PlotComposer(curve, plot, area, factor, now, style)
        shapes += composer.draw_ground([tick for tick, _ in uprights], axis)
        shapes += composer.draw_lines()
        texts += composer.place_numbers(axis)
        texts += composer.place_root_numbers()
        texts += composer.place_note()
        if curve.x[0] <= now <= curve.x[-1]:
            playhead += composer.draw_playhead()
            marks += composer.mark_lines()
    return CurvePicture(
        areas, tuple(shapes), tuple(playhead), tuple(marks), tuple(texts)
    )


def _find_upright_axis(curve: Curve, plot: AxisPlot, height: float) -> _UprightAxis:
    if plot.words:
        words = [(number, translate(word)) for number, word in enumerate(plot.words, 1)]
        return _UprightAxis((0.4, len(words) + 0.6), words, TextStyle.PROSE)
    levels = [curve.levels[name] for name in plot.lines if name in curve.levels]
    ends = value_range(np.concatenate([*(curve.lines[n] for n in plot.lines), *levels]))
    ticks = axis_ticks(*ends, height, MIN_TICK_GAP_Y_PX)
    return _UprightAxis(ends, ticks, TextStyle.NAME)


def _place_axis_numbers(
    area: PlotArea, ticks: Sequence[tuple[float, str]], style: CurveStyle
) -> Iterator[PlacedText]:
    """Yield the numbers below a plot."""
    foot = area.place.y + area.place.height + 3.0
    for tick, text in ticks:
        wide, tall = style.measure(text, MIN_TICK_SIZE_PX, TextStyle.NAME)
        x = area.to_point(tick, area.up[0])[0] - wide / 2
        tone = style.theme.tick_text
        yield PlacedText(x, foot, text, MIN_TICK_SIZE_PX, tone, wide, tall)


@dataclass(frozen=True)
class _PlotComposer:
    """A composer of one of a curve's plots."""

    curve: Curve
    plot: AxisPlot
    area: PlotArea
    factor: float
    now: float
    style: CurveStyle

    def draw_ground(
        self, uprights: Sequence[float], axis: _UprightAxis
    ) -> Iterator[ScreenShape]:
        """Yield the tinted areas of hit and miss, the grid, and the line at zero.

        `uprights` are the displayed values at which the vertical grid lines stand.
        """
        curve, theme, place = self.curve, self.style.theme, self.area.place
        if curve.decides in self.plot.lines:
            x, hit, miss, level = curve.sides
            sides = zip((hit, miss), _SIDE_OPACITIES.items(), strict=True)
            bands = [
                Band(
                    self._to_screen(x, y),
                    self._to_screen(x, level),
                    scale_opacity(theme.roles[role], opacity),
                )
                for y, (role, opacity) in sides
            ]
            yield self._clip(bands)
        (left, _), (low, _) = self.area.across, self.area.up
        to_point = self.area.to_point
        levels = [(to_point(left, tick)[1], True) for tick, _ in axis.ticks]
        yield self._rule(levels, theme.border)
        yield self._rule([(to_point(x, low)[0], False) for x in uprights], theme.border)
        _, zero = self.area.to_point(0.0, 0.0)
        if not self.plot.words and place.y <= zero <= place.y + place.height:
            yield self._rule([(zero, True)], theme.text_muted)

    def _rule(self, places: Sequence[tuple[float, bool]], tone: RGBA) -> ScreenShape:
        """Return horizontal and vertical lines across the plot, on whole pixels."""
        x, y, u, v = self._frame
        ends = [
            end
            for tick, is_level in places
            for line in [round(tick - 0.5) + 0.5]
            for end in (((x, line), (u, line)) if is_level else ((line, y), (line, v)))
        ]
        return ScreenSegments(np.array(ends).reshape(-1, 2), Pen(tone, 1.0))

    @property
    def _frame(self) -> Box:
        return viewport_box(self.area.place)

    def _to_screen(self, x: Array, y: Array) -> Array:
        place = self.area.place
        with np.errstate(over="ignore", invalid="ignore"):
            points = self.area.to_screen(np.stack([x * self.factor, y], axis=-1))
        low, high = place.y - _MAX_OVERSHOOT_PX, place.y + place.height
        points[:, 1] = np.clip(points[:, 1], low, high + _MAX_OVERSHOOT_PX)
        return points

    def _clip(self, shapes: Sequence[ScreenShape]) -> ScreenShape:
        place = self.area.place
        return Clipped((place.x, place.y), (place.width, place.height), shapes)

    def draw_lines(self) -> Iterator[ScreenShape]:
        """Yield the lines, their thresholds, and marks at the roots."""
        shapes: list[ScreenShape] = []
        for name in self.plot.lines:
            tone, level = self.style.line_colour(name), self.curve.levels.get(name)
            if level is not None and level.any():
                pen = Pen(scale_opacity(tone, 0.5), 1.0)
                shapes += self._draw_line(self.curve.x, level, pen)
            x, y = self.curve.x, self.curve.lines[name]
            if self.plot.words:
                x, y = np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]
            shapes += self._draw_line(x, y, Pen(tone, _LINE_WIDTH_PX))
        yield self._clip(shapes)
        roots, _ = self._roots
        for root in roots.tolist():
            yield self._mark(root, self.style.theme.roles[Role.HIT])

    def _draw_line(self, x: Array, y: Array, pen: Pen) -> Iterator[ScreenShape]:
        """Yield the finite pieces of a line."""
        points, is_finite = self._to_screen(x, y), np.isfinite(y)
        ends = np.flatnonzero(np.diff(is_finite.astype(np.int8), prepend=0, append=0))
        for first, last in ends.reshape(-1, 2).tolist():
            if last - first > 1:
                yield ScreenPolyline(points[first:last], pen)

    def _mark(self, at: Sequence[float], tone: RGBA) -> ScreenShape:
        ground = self.style.theme.background
        return Mark(at, _MARK_RADIUS_PX, Marker.DIAMOND, tone, ground, _MARK_RIM_PX)

    @property
    def _roots(self) -> tuple[Array, list[str]]:
        """Screen points where lines cross their thresholds, and their numbers."""
        crossings = self.curve.crossings
        crossed = [(x, y) for x, name, y in crossings if name in self.plot.lines]
        points = np.array(crossed).reshape(-1, 2)
        numbers = root_numbers(points[:, 0] * self.factor)
        return self._to_screen(points[:, 0], points[:, 1]), numbers

    def place_numbers(self, axis: _UprightAxis) -> Iterator[PlacedText]:
        """Yield the numbers or words of the vertical axis."""
        tone, right = self.style.theme.tick_text, self.area.place.x - _NUMBERS_GAP_PX
        for value, text in axis.ticks:
            wide, tall = self.style.measure(text, MIN_TICK_SIZE_PX, axis.style)
            y = self.area.to_point(self.area.across[0], value)[1] - tall / 2
            yield PlacedText(
                right - wide,
                y,
                text,
                MIN_TICK_SIZE_PX,
                tone,
                wide,
                tall,
                style=axis.style,
            )

    def place_root_numbers(self) -> Iterator[PlacedText]:
        """Yield the numbers of roots that have a free place."""
        roots, numbers = self._roots
        sizes = [
            self.style.measure(text, _ROOT_LABEL_SIZE_PX, TextStyle.NAME)
            for text in numbers
        ]
        lines = [
            self._to_screen(self.curve.x, self.curve.lines[name]).T
            for name in self.plot.lines
        ]
        boxes = place_root_labels(
            roots.tolist(), sizes, lines, self._playhead_x, self._frame
        )
        for text, size, box in zip(numbers, sizes, boxes, strict=True):
            if text and box:
                tone, left_edge, top = self.style.theme.texts[Role.HIT], *box[:2]
                yield PlacedText(left_edge, top, text, _ROOT_LABEL_SIZE_PX, tone, *size)

    def place_note(self) -> Iterator[PlacedText]:
        """Yield a note in a plot whose lines have no finite value."""
        if any(np.isfinite(self.curve.lines[name]).any() for name in self.plot.lines):
            return
        text, place = translate(format_number(math.nan)), self.area.place
        wide, tall = self.style.measure(text, MIN_TICK_SIZE_PX, TextStyle.PROSE)
        x, y = place.center[0] - wide / 2, place.y + place.height / 4 - tall / 2
        yield PlacedText(
            x, y, text, MIN_TICK_SIZE_PX, self.style.theme.text_muted, wide, tall,
            style=TextStyle.PROSE,
        )  # fmt: skip

    @property
    def _playhead_x(self) -> float:
        return self.area.to_point(self.now * self.factor, 0.0)[0]

    def draw_playhead(self) -> Iterator[ScreenShape]:
        """Yield a vertical line with a handle at each end."""
        _, top, _, bottom = self._frame
        middle, side = round(self._playhead_x), PLAYHEAD_HANDLE_SIZE_PX
        for wide, y, tall in (
            (_PLAYHEAD_WIDTH_PX, top, bottom - top),
            (side, top, side),
            (side, bottom - side, side),
        ):
            corners = rectangle_corners((middle - wide / 2, y), (wide, tall))
            yield Area(corners, self.style.theme.accent)

    def mark_lines(self) -> Iterator[ScreenShape]:
        """Yield marks at the current values of the lines."""
        x = self.curve.x
        for name in self.plot.lines:
            heights = self.curve.lines[name]
            level = float(
                heights[np.abs(x - self.now).argmin()]
                if self.plot.words
                else np.interp(self.now, x, heights)
            )
            if np.isfinite(level) and self.area.up[0] <= level <= self.area.up[1]:
                point = self.area.to_point(self.now * self.factor, level)
                yield self._mark(point, self.style.line_colour(name))


def place_root_labels(
    at: Sequence[tuple[float, float]],
    sizes: Sequence[tuple[float, float]],
    lines: Sequence[Array],
    playhead: float,
    frame: Box,
) -> list[Box | None]:
    """Return the boxes of the roots' numbers, next to their marks, without overlaps.

    Parameters
    ----------
    at : sequence of pairs
        Positions of the roots, in pixels, y down.
    sizes : sequence of pairs
        Width and height of their numbers, in pixels.
    lines : sequence of array (2, n)
        The plot's lines on screen, x and y in pixels, NaN where undefined.
    playhead : float
        The x coordinate of the playhead, in pixels.
    frame : box
        Left, top, right and bottom of the plot.

    Returns
    -------
    list
        Left, top, right and bottom; None for a number without a free place.
    """
    half, handle = _MARK_RADIUS_PX + _MARK_RIM_PX, PLAYHEAD_HANDLE_SIZE_PX / 2
    marks = [(x - half, y - half, x + half, y + half) for x, y in at]
    marks.append((playhead - handle, frame[1], playhead + handle, frame[3]))
    taken = [*map(_add_clearance, marks)]
    boxes: list[Box | None] = []
    for (x, y), (width, height) in zip(at, sizes, strict=True):
        label_box = None
        for left_edge, top in _label_candidates(x, y, width, height):
            box = left_edge, top, left_edge + width, top + height
            padded_box = _add_clearance(box)
            if (
                contains_box(frame, box)
                and not any([boxes_overlap(padded_box, one) for one in taken])
                and not any([_line_crosses_box(box, line) for line in lines])
            ):
                label_box = box
                taken.append(padded_box)
                break
        boxes.append(label_box)
    return boxes


def _add_clearance(box: Box) -> Box:
    """Return a box extended to the right and below, so that two stand apart."""
    left_edge, top, right, bottom = box
    return (
        left_edge,
        top,
        right + _ROOT_LABEL_CLEARANCE_PX,
        bottom + _ROOT_LABEL_CLEARANCE_PX,
    )


def _label_candidates(
    x: float, y: float, width: float, height: float
) -> Iterator[tuple[float, float]]:
    """Yield candidate corners: above and below the mark, at its sides and centred.

    `x` and `y` are the mark's position, all lengths pixels.
    """
    for top in (y - _ROOT_LABEL_OFFSET_PX - height, y + _ROOT_LABEL_OFFSET_PX):
        for left_edge in (x + 2.0, x - 2.0 - width, x - width / 2):
            yield left_edge, top


def _line_crosses_box(box: Box, line: Array) -> bool:
    """Return whether a line crosses a box or its clearance.

    The line is x, rising, and y, (2, n).
    """
    x, y = line
    left_edge, top, right, bottom = grow_box(
        box, _ROOT_LABEL_CLEARANCE_PX, _ROOT_LABEL_CLEARANCE_PX
    )
    first, last = np.searchsorted(x, (left_edge, right))
    nearby = y[max(first - 1, 0) : last + 1]
    if not nearby.size:
        return False
    # NaN is ignored; if all are NaN, the comparison below is false.
    low, high = np.fmin.reduce(nearby), np.fmax.reduce(nearby)
    return bool(high > top and low < bottom)
