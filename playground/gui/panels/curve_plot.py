"""The plot under the canvas: the deciding quantities, and the hand that sets one."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from imgui_bundle import imgui, implot

from playground.analysis.curve import Array, Axis, AxisPlot, Curve, axes
from playground.gui.imgui_backend import colour, pack_colour
from playground.gui.panels.context import (
    Ui,
    draw_panel_edge,
    drop_down,
    panel,
    show_tooltip,
)
from playground.gui.panels.transport_bar import TimeTrack
from playground.gui.widgets import localized
from playground.gui.widgets import symbol_text as widgets_text
from playground.gui.window_layout import MAX_CURVE_SHARE, TOP_BAR_HEIGHT_PX
from playground.i18n import message, translate
from playground.render.theme import MIN_TICK_SIZE_PX, RGBA, scale_opacity
from playground.scene.camera import Viewport
from playground.scene.primitives import Role
from playground.session import plot_controls
from playground.session.plot_controls import root_numbers, ticks, value_range
from playground.session.session import Session

PLAYHEAD_HANDLE_SIZE_PX = 8.0
_MARKER_SIZE_PX = 5.0
# The tint of the hit side and that of the miss side, which is the quieter.
_HIT_TINT_ALPHA = 0.26
_MISS_TINT_ALPHA = 0.13
# A number stands so far from its root and from all else, and is so large.
_ROOT_LABEL_OFFSET_PX = 8.0
_ROOT_LABEL_CLEARANCE_PX = 2.0
_ROOT_LABEL_SIZE_PX = 15.0
# A line that leaves the plot goes on for so many pixels: what lies far beyond them is
# not for the graphics card.
_MAX_OVERSHOOT_PX = 1e3

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class PlotFrame:
    """Where a lane's plot is on the screen, and what its ends are."""

    low: tuple[float, float]
    high: tuple[float, float]
    x: tuple[float, float]
    y: tuple[float, float]

    @staticmethod
    def from_open_plot(x: tuple[float, float], y: tuple[float, float]) -> "PlotFrame":
        """Return that of the plot that is open."""
        at, size = implot.get_plot_pos(), implot.get_plot_size()
        return PlotFrame((at.x, at.y), (at.x + size.x, at.y + size.y), x, y)

    def to_screen_x(self, x: Array) -> Array:
        """Return where places of the axis are, from the left."""
        share = (x - self.x[0]) / (self.x[1] - self.x[0])
        return np.asarray(self.low[0] + share * (self.high[0] - self.low[0]))

    def to_screen_y(self, y: Array) -> Array:
        """Return where heights are, from the top."""
        share = (y - self.y[0]) / (self.y[1] - self.y[0])
        return np.asarray(self.high[1] - share * (self.high[1] - self.low[1]))


def draw_side_tints(ui: Ui, curve: Curve, lane: AxisPlot, scale: float) -> None:
    """Tint what is between the deciding line and its level: hit and miss side."""
    if curve.decides not in lane.lines:
        return
    x, hit, miss, level = curve.sides
    theme = ui.theme
    for name, y, role, alpha in (
        ("hit side", hit, Role.HIT, _HIT_TINT_ALPHA),
        ("miss side", miss, Role.MISS, _MISS_TINT_ALPHA),
    ):
        tone = colour(scale_opacity(theme.roles[role], alpha))
        spec = implot.Spec(fill_color=tone, line_weight=0.0)
        implot.plot_shaded(f"##{name}", x * scale, y, level, spec=spec)


def draw_roots(
    ui: Ui, curve: Curve, lane: AxisPlot, scale: float, frame: PlotFrame
) -> None:
    """Mark where a line of the lane crosses its level, with the numbers."""
    crossed = [(x, y) for x, name, y in curve.crossings if name in lane.lines]
    if not crossed:
        return
    places, heights = np.array(crossed).T.copy()
    places *= scale
    draw_markers(ui.theme.roles[Role.HIT], "roots", places, heights)
    now = float(curve.axis.value(ui.study.params)) * scale
    texts = ui.widgets.memoize(
        f"roots {lane.lines}", ui.study, lambda: root_numbers(places)
    )
    imgui.push_font(ui.gui.fonts.math, _ROOT_LABEL_SIZE_PX)
    sizes = [(size.x, size.y) for size in map(imgui.calc_text_size, texts)]

    def compute_boxes() -> list[Box | None]:
        lines = [
            np.stack(
                [
                    frame.to_screen_x(curve.x * scale),
                    frame.to_screen_y(curve.lines[name]),
                ]
            )
            for name in lane.lines
        ]
        at = [*zip(frame.to_screen_x(places), frame.to_screen_y(heights), strict=True)]
        return place_root_labels(
            [(float(x), float(y)) for x, y in at],
            sizes,
            lines,
            float(frame.to_screen_x(np.asarray(now))),
            (*frame.low, *frame.high),
        )

    boxes = ui.widgets.memoize(f"boxes {lane.lines}", (ui.study, frame), compute_boxes)
    draw, tone = implot.get_plot_draw_list(), pack_colour(ui.theme.texts[Role.HIT])
    for text, box in zip(texts, boxes, strict=True):
        if text and box:
            draw.add_text((round(box[0]), round(box[1])), tone, text)
    imgui.pop_font()


def place_root_labels(
    at: Sequence[tuple[float, float]],
    sizes: Sequence[tuple[float, float]],
    lines: Sequence[Array],
    playhead: float,
    frame: Box,
) -> list[Box | None]:
    """Return the boxes of the roots' numbers, beside their marks: none over anything.

    Parameters
    ----------
    at, sizes : sequence of pairs
        Where the roots are, and how large their numbers, on the screen.
    lines : sequence of array (2, n)
        The lines of the lane, on the screen; NaN where there is none.
    playhead : float
        Where the upright line of the present value is.
    frame : box
        What they have to stay in.

    Returns
    -------
    list
        Left, top, right, bottom; None for one that has no free place.
    """
    taken: list[Box] = [_square_around(x, y, _MARKER_SIZE_PX) for x, y in at]
    taken.append(
        (
            playhead - PLAYHEAD_HANDLE_SIZE_PX / 2,
            frame[1],
            playhead + PLAYHEAD_HANDLE_SIZE_PX / 2,
            frame[3],
        )
    )
    boxes: list[Box | None] = []
    for (x, y), (width, height) in zip(at, sizes, strict=True):
        found = None
        for left, top in _label_candidates(x, y, width, height):
            box = left, top, left + width, top + height
            if (
                _is_inside(box, frame)
                and not any([_boxes_overlap(box, other) for other in taken])
                and not any([_line_crosses_box(box, line) for line in lines])
            ):
                found = box
                taken.append(box)
                break
        boxes.append(found)
    return boxes


def _label_candidates(
    x: float, y: float, width: float, height: float
) -> Iterator[tuple[float, float]]:
    """Yield the places to try: over the mark and under it, aside and in the middle."""
    for top in (y - _ROOT_LABEL_OFFSET_PX - height, y + _ROOT_LABEL_OFFSET_PX):
        for left in (x + 2.0, x - 2.0 - width, x - width / 2):
            yield left, top


def _square_around(x: float, y: float, half: float) -> Box:
    return x - half, y - half, x + half, y + half


def _is_inside(box: Box, frame: Box) -> bool:
    return (
        frame[0] <= box[0]
        and frame[1] <= box[1]
        and box[2] <= frame[2]
        and box[3] <= frame[3]
    )


def _boxes_overlap(a: Box, b: Box) -> bool:
    across = (
        a[0] < b[2] + _ROOT_LABEL_CLEARANCE_PX
        and b[0] < a[2] + _ROOT_LABEL_CLEARANCE_PX
    )
    return (
        across
        and a[1] < b[3] + _ROOT_LABEL_CLEARANCE_PX
        and b[1] < a[3] + _ROOT_LABEL_CLEARANCE_PX
    )


def _line_crosses_box(box: Box, line: Array) -> bool:
    """Return whether a line runs through a box or close by."""
    x, y = line
    first, last = np.searchsorted(
        x, (box[0] - _ROOT_LABEL_CLEARANCE_PX, box[2] + _ROOT_LABEL_CLEARANCE_PX)
    )
    beside = y[max(first - 1, 0) : last + 1]
    if not beside.size:
        return False
    # These leave out what is unknown; of nothing else nothing is above.
    low, high = np.fmin.reduce(beside), np.fmax.reduce(beside)
    return bool(
        high > box[1] - _ROOT_LABEL_CLEARANCE_PX
        and low < box[3] + _ROOT_LABEL_CLEARANCE_PX
    )


def draw_markers(tone: RGBA, name: str, x: Array, y: Array) -> None:
    """Draw a diamond at each of the points."""
    spec = implot.Spec(
        marker=implot.Marker_.diamond,
        marker_size=_MARKER_SIZE_PX,
        marker_fill_color=colour(tone),
        marker_line_color=colour(tone),
        # Whole at the ends of the plot too.
        flags=implot.ScatterFlags_.no_clip,
    )
    implot.plot_scatter(f"##{name}", x, y, spec=spec)


def build_polylines(x: Array, y: Array, frame: PlotFrame) -> list[list[Any]]:
    """Return the pieces of a line wherever it is known, as points on the screen."""
    known = np.isfinite(y)
    top, bottom = frame.low[1], frame.high[1]
    with np.errstate(over="ignore", invalid="ignore"):
        down = np.clip(
            frame.to_screen_y(y), top - _MAX_OVERSHOOT_PX, bottom + _MAX_OVERSHOOT_PX
        )
    points = np.stack([frame.to_screen_x(x), down], axis=-1)
    ends = np.flatnonzero(np.diff(known.astype(np.int8), prepend=0, append=0))
    return [points[first:last].tolist() for first, last in ends.reshape(-1, 2).tolist()]


def draw_polylines(tone: RGBA, width: float, ways: Sequence[list[Any]]) -> None:
    """Draw the pieces of a line, each joined without a hole."""
    draw = implot.get_plot_draw_list()
    implot.push_plot_clip_rect()
    for way in ways:
        draw.add_polyline(way, pack_colour(tone), width, 0)
    implot.pop_plot_clip_rect()


def draw_playhead(tone: int, x: float, frame: PlotFrame) -> None:
    """Draw an upright line with a grip at each end, whole where the plot ends."""
    (_, top), (_, bottom) = frame.low, frame.high
    middle = round(float(frame.to_screen_x(np.asarray(x))))
    draw = implot.get_plot_draw_list()
    implot.push_plot_clip_rect(PLAYHEAD_HANDLE_SIZE_PX)
    for half, low, high in (
        (1.0, top, bottom),
        (PLAYHEAD_HANDLE_SIZE_PX / 2, top, top + PLAYHEAD_HANDLE_SIZE_PX),
        (PLAYHEAD_HANDLE_SIZE_PX / 2, bottom - PLAYHEAD_HANDLE_SIZE_PX, bottom),
    ):
        corners = (middle - half, low), (middle + half, high)
        draw.add_rect_filled(*corners, tone)
    implot.pop_plot_clip_rect()


# ----------------------------------------------------------------------------


_HEADER_HEIGHT_PX = 36.0
_MAX_AXIS_LIST_WIDTH_PX = 226.0
_HEADER_MARGINS_PX = 26.0
# Where the names of the lines begin, and how far they are apart.
_LEGEND_OFFSET_PX = 18.0
_LEGEND_GAP_PX = 18.0
# A line is named where there is at least so much room.
_MIN_NAME_WIDTH_PX = 36.0
# The upper edge is taken within so many pixels; a category's lane is so high, and
# the numbers under the last lane.
_RESIZE_EDGE_HEIGHT_PX = 7.0
_CATEGORY_PLOT_HEIGHT_PX = 58.0
_TICK_LABEL_HEIGHT_PX = 18.0
# Where there is little room a category's lane takes so much of an even share, for its
# words are one above the other.
_CATEGORY_HEIGHT_SHARE = 1.2
_LINE_WIDTH_PX = 2.5
_ZOOM_FACTOR_PER_NOTCH = 1.25
_MAX_NOTCHES = 100.0
# Numbers at an axis are at least so far apart, and at most so many.
MIN_TICK_GAP_X_PX = 90.0
MIN_TICK_GAP_Y_PX = 30.0
_MAX_TICK_COUNT = 8


def draw_curve_plot(ui: Ui, place: Viewport, curve: Curve) -> TimeTrack | None:
    """Draw the plot, a lane a unit; dragging its marker changes the parameter.

    The wheel shows less or more of its axis, a double click all again, and a drag of
    its upper edge makes it higher or lower. Where it runs over the scene's time it
    returns where on the screen that is.
    """
    track = None
    with panel("curve", place):
        draw_panel_edge(ui, place, top=True)
        _draw_resize_edge(ui, place)
        choice = _axis_list_width(ui, curve, place.width)
        _draw_legend(ui, curve, place.width - choice - _HEADER_MARGINS_PX)
        _draw_axis_list(ui, curve, place.width, choice)
        imgui.set_cursor_pos((12, _HEADER_HEIGHT_PX))
        if implot.begin_aligned_plots("##lanes"):
            goals = [
                _draw_axis_plot(ui, curve, number, place.width - 24, height)
                for number, height in enumerate(_plot_heights(curve, place))
            ]
            implot.end_aligned_plots()
            goal, left, right = goals[0]
            _handle_pointer(ui, curve, place, goal)
            timeline = ui.study.timeline
            if timeline and timeline.parameter == curve.axis.name and left < right:
                track = TimeTrack(left, right, float(curve.x[0]), float(curve.x[-1]))
    return track


def _draw_resize_edge(ui: Ui, place: Viewport) -> None:
    """Let the upper edge be dragged."""
    imgui.set_cursor_pos((0, 0))
    imgui.invisible_button("##curve edge", (place.width, _RESIZE_EDGE_HEIGHT_PX))
    if imgui.is_item_hovered() or imgui.is_item_active():
        imgui.set_mouse_cursor(imgui.MouseCursor_.resize_ns)
    if imgui.is_item_active() and (down := imgui.get_io().mouse_delta.y):
        whole = imgui.get_io().display_size.y - TOP_BAR_HEIGHT_PX
        share = (place.height - down) / whole
        ui.update_window_view(curve_share=min(max(share, 0.15), MAX_CURVE_SHARE))


def _plot_heights(curve: Curve, place: Viewport) -> list[float]:
    """Return how high each lane is: a category's is low, the last has the numbers."""
    room = place.height - _HEADER_HEIGHT_PX - 12 - _TICK_LABEL_HEIGHT_PX
    steps = [bool(lane.words) for lane in curve.axis_plots]
    share = _CATEGORY_HEIGHT_SHARE if len(steps) > sum(steps) else 1.0
    low = min(_CATEGORY_PLOT_HEIGHT_PX, share * room / len(steps))
    rest = (room - low * sum(steps)) / max(len(steps) - sum(steps), 1)
    heights = [low if step else rest for step in steps]
    heights[-1] += _TICK_LABEL_HEIGHT_PX
    return heights


def _draw_axis_plot(
    ui: Ui, curve: Curve, number: int, width: float, height: float
) -> tuple[float, float, float]:
    """Draw a lane; return at what place across the pointer is, and the lane's ends.

    It is NaN, and between the ends is nothing, if the lane is out of sight.
    """
    imgui.set_cursor_pos_x(12)
    size = (width, height)
    worded = bool(curve.axis_plots[number].words)
    with open_plot(ui, f"lane {number}", size, has_text_ticks=worded) as seen:
        if not seen:
            return math.nan, 0.0, 0.0
        last = number == len(curve.axis_plots) - 1
        frame = _draw_plot(ui, curve, curve.axis_plots[number], size, is_last=last)
        return float(implot.get_plot_mouse_pos().x), frame.low[0], frame.high[0]


def _handle_pointer(ui: Ui, curve: Curve, place: Viewport, across: float) -> None:
    """Let the mouse set the parameter and show less or more of the axis.

    Between the lanes it is on the plot too.
    """
    axis = curve.axis
    goal = across / axis.display_factor(ui.study.params)
    low, high = float(curve.x[0]), float(curve.x[-1])
    below = imgui.get_io().mouse_pos.y > place.y + _HEADER_HEIGHT_PX
    here = imgui.HoveredFlags_.allow_when_blocked_by_active_item
    pointed = imgui.is_window_hovered(here) and below and low <= goal <= high
    turned = imgui.get_io().mouse_wheel
    if pointed and turned:
        notches = min(max(turned, -_MAX_NOTCHES), _MAX_NOTCHES)
        ui.enqueue(plot_controls.zoom_span, axis, goal, _ZOOM_FACTOR_PER_NOTCH**notches)
    if pointed and imgui.is_mouse_double_clicked(0):
        _undo_first_click(ui, axis)
        ui.widgets.pressed_plot = None
        ui.enqueue(plot_controls.free_span)
        return
    if imgui.is_mouse_clicked(0):
        ui.widgets.history_before_press = ui.facts.history
    if is_plot_pressed(ui, axis, is_hovered=pointed):
        value = axis.replace_component(ui.study.params, goal)
        ui.enqueue(plot_controls.hold_span, axis, (low, high))
        ui.enqueue(Session.stop_playback)
        ui.enqueue(Session.set_value, axis.name, value, ui.facts.gesture_id)


def _undo_first_click(ui: Ui, axis: Axis) -> None:
    """Undo what the first of two clicks set: two of them ask for the axis alone."""
    before = ui.widgets.history_before_press
    if before is not None and ui.widgets.pressed_plot == (ui.facts.context_id, (axis,)):
        ui.enqueue(Session.restore_history, before)


@contextmanager
def open_plot(
    ui: Ui, name: str, size: tuple[float, float], *, has_text_ticks: bool = False
) -> Iterator[bool]:
    """Open a bare plot in the theme's colours; yield whether any of it is in sight.

    Its numbers are those of the figure's edges, unless words stand at an axis.
    """
    _apply_style(ui)
    fonts = ui.gui.fonts
    imgui.push_font(fonts.body if has_text_ticks else fonts.math, MIN_TICK_SIZE_PX)
    flags = implot.Flags_.no_menus | implot.Flags_.no_box_select
    flags |= implot.Flags_.no_legend | implot.Flags_.no_mouse_text
    imgui.push_style_var(imgui.StyleVar_.frame_border_size, 0.0)
    seen = implot.begin_plot(f"##{name}", size, flags)
    try:
        yield seen
    finally:
        if seen:
            implot.end_plot()
        imgui.pop_style_var()
        imgui.pop_font()


def _draw_legend(ui: Ui, curve: Curve, right: float) -> None:
    """Name the lines, as far as there is room for it."""
    imgui.set_cursor_pos((_LEGEND_OFFSET_PX, 12))
    for number, name in enumerate(curve.lines):
        if number:
            imgui.same_line(0.0, _LEGEND_GAP_PX)
        if imgui.get_cursor_pos_x() > right - _MIN_NAME_WIDTH_PX:
            break
        whole = translate(name)
        room = right - imgui.get_cursor_pos_x()
        shown = widgets_text.truncate_name(ui.gui, whole, room)
        widgets_text.write_name(ui.gui, shown, _line_colour(ui, name))
        if shown != whole:
            show_tooltip(name)


def _axis_list_width(ui: Ui, curve: Curve, width: float) -> float:
    """Return how wide the list of axes is: it gives way to the names of the lines."""
    size, style = imgui.get_font_size(), imgui.get_style()
    shown = message("against {axis}", axis=_axis_labels(ui)[curve.axis])
    least = localized.calc_text_size(shown).x + 2.0 * style.frame_padding.x
    least += imgui.get_frame_height()
    named = sum(
        widgets_text.name_width(ui.gui, name, size) + _LEGEND_GAP_PX
        for name in curve.lines
    )
    return max(
        min(
            _MAX_AXIS_LIST_WIDTH_PX,
            width - _HEADER_MARGINS_PX - _LEGEND_OFFSET_PX - named,
        ),
        min(least, _MAX_AXIS_LIST_WIDTH_PX),
    )


def _axis_labels(ui: Ui) -> dict[Axis, str]:
    params = ui.study.params
    there = (type(params), *axes(params))
    return ui.widgets.memoize(
        "axes", there, lambda: {axis: axis.label(params) for axis in axes(params)}
    )


def _draw_axis_list(ui: Ui, curve: Curve, width: float, choice: float) -> None:
    imgui.set_cursor_pos((width - choice - 14, 7))
    imgui.set_next_item_width(choice)
    known = _axis_labels(ui)
    shown = message("against {axis}", axis=known[curve.axis])
    chosen = drop_down(ui, "##axis", shown, known, curve.axis)
    if chosen:
        ui.enqueue(plot_controls.set_curve_axis, chosen)
    show_tooltip("The parameter that the curve runs over")


def _line_colour(ui: Ui, name: str) -> RGBA:
    return ui.theme.texts[ui.study.scene.answer.line_roles[name]]


def _apply_style(ui: Ui) -> None:
    style, theme = implot.get_style(), ui.theme
    slots = implot.Col_
    for slot, tone in {
        slots.frame_bg: (0.0, 0.0, 0.0, 0.0),
        slots.plot_bg: (0.0, 0.0, 0.0, 0.0),
        slots.plot_border: (0.0, 0.0, 0.0, 0.0),
        slots.axis_grid: theme.border,
        slots.axis_text: theme.tick_text,
        slots.axis_tick: (0.0, 0.0, 0.0, 0.0),
        slots.axis_bg: (0.0, 0.0, 0.0, 0.0),
    }.items():
        style.set_color_(slot, colour(tone))
    style.plot_padding = imgui.ImVec2(6, 4)
    # The hand may stand where the numbers at the upright axis end.
    style.label_padding = imgui.ImVec2(PLAYHEAD_HANDLE_SIZE_PX, 3)


def _draw_plot(
    ui: Ui, curve: Curve, lane: AxisPlot, room: tuple[float, float], *, is_last: bool
) -> PlotFrame:
    theme, scale = ui.theme, curve.axis.display_factor(ui.study.params)
    x = np.ascontiguousarray(curve.x * scale)
    flags = implot.AxisFlags_.no_highlight | implot.AxisFlags_.lock
    below = flags if is_last else flags | implot.AxisFlags_.no_tick_labels
    implot.setup_axes("", "", below, flags)
    if lane.words:
        low, high = 0.4, len(lane.words) + 0.6
    else:
        lines = [curve.lines[name] for name in lane.lines]
        levels = [curve.levels[name] for name in lane.lines if name in curve.levels]
        low, high = value_range(np.concatenate([*lines, *levels]))
    implot.setup_axes_limits(float(x[0]), float(x[-1]), low, high, implot.Cond_.always)
    set_axis_ticks(implot.ImAxis_.x1, float(x[0]), float(x[-1]), room[0])
    if lane.words:
        places = np.arange(1.0, len(lane.words) + 1.0).tolist()
        words = [translate(word) for word in lane.words]
        implot.setup_axis_ticks(implot.ImAxis_.y1, places, words, False)
    else:
        set_axis_ticks(implot.ImAxis_.y1, low, high, room[1], MIN_TICK_GAP_Y_PX)
        draw_side_tints(ui, curve, lane, scale)
        _draw_line(theme.text_muted, 1.0, "zero", x[[0, -1]], np.zeros(2))
    frame = PlotFrame.from_open_plot((float(x[0]), float(x[-1])), (low, high))
    for name in lane.lines:
        y, tone = np.ascontiguousarray(curve.lines[name]), _line_colour(ui, name)
        level = curve.levels.get(name, np.zeros(1))
        if level.any():
            _draw_line(scale_opacity(tone, 0.5), 1.0, f"level of {name}", x, level)
        if lane.words:
            implot.plot_stairs(f"##{name}", x, y, spec=_line_spec(tone, _LINE_WIDTH_PX))
        else:
            ways = ui.widgets.memoize(
                f"line {name}", (ui.study, frame), partial(build_polylines, x, y, frame)
            )
            draw_polylines(tone, _LINE_WIDTH_PX, ways)
    draw_roots(ui, curve, lane, scale, frame)
    _draw_present_value(ui, curve, lane, scale, frame)
    return frame


def set_axis_ticks(
    which: int, low: float, high: float, room: float, apart: float = MIN_TICK_GAP_X_PX
) -> None:
    """Put round numbers at an axis `room` pixels long, written as everywhere else."""
    places, texts = ticks(low, high, min(max(room / apart, 2.0), _MAX_TICK_COUNT))
    implot.setup_axis_ticks(which, places, texts, False)


def _draw_line(
    tone: RGBA, width: float, name: str, x: np.ndarray, y: np.ndarray
) -> None:
    implot.plot_line(
        f"##{name}", x, np.ascontiguousarray(y), spec=_line_spec(tone, width)
    )


def _line_spec(tone: RGBA, width: float) -> implot.Spec:
    return implot.Spec(line_color=colour(tone), line_weight=width)


def is_plot_pressed(ui: Ui, *over: Axis, is_hovered: bool) -> bool:
    """Return whether a press that began in this plot goes on.

    It is another plot where something else was opened or it runs over other numbers.
    """
    this = ui.facts.context_id, over
    if imgui.is_mouse_clicked(0):
        ui.widgets.pressed_plot = this if is_hovered else None
    return ui.widgets.pressed_plot == this and imgui.is_mouse_down(0)


def _draw_present_value(
    ui: Ui, curve: Curve, lane: AxisPlot, scale: float, frame: PlotFrame
) -> None:
    """Draw the marker of the present value, and what the lines are there."""
    now = np.array([curve.axis.value(ui.study.params) * scale])
    draw_playhead(pack_colour(ui.theme.accent), float(now[0]), frame)
    for name in lane.lines:
        y = curve.lines[name]
        if lane.words:
            nearest = int(np.abs(curve.x * scale - now[0]).argmin())
            level = y[nearest : nearest + 1]
        else:
            level = np.interp(now, curve.x * scale, y)
        if np.isfinite(level).all():
            draw_markers(_line_colour(ui, name), f"now {name}", now, level)
