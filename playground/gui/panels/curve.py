"""The plot under the canvas: the deciding quantities, and the hand that sets one."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from imgui_bundle import imgui, implot

from playground.analysis.curve import Array, Axis, Curve, Lane, axes
from playground.gui.imgui_backend import colour, packed
from playground.gui.layout import BAR, CURVE_MOST
from playground.gui.panels.context import Ui, drop_down, hint, panel, rule_below
from playground.gui.panels.timeline import TimeTrack
from playground.gui.widgets import localized
from playground.gui.widgets import text as widgets_text
from playground.i18n import message, translated
from playground.render.theme import LEAST_TICK, RGBA, faded
from playground.scene.camera import Viewport
from playground.scene.primitives import Role
from playground.session import plots
from playground.session.plots import root_numbers, ticks, value_range
from playground.session.session import Session

GRIP = 8.0
_MARK = 5.0
# The tint of the hit side and that of the miss side, which is the quieter.
_HIT_TINT = 0.26
_MISS_TINT = 0.13
# A number stands so far from its root and from all else, and is so large.
_OFF = 8.0
_CLEAR = 2.0
_SIZE = 15.0
# A line that leaves the plot goes on for so many pixels: what lies far beyond them is
# not for the graphics card.
_FAR = 1e3

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class PlotFrame:
    """Where a lane's plot is on the screen, and what its ends are."""

    low: tuple[float, float]
    high: tuple[float, float]
    x: tuple[float, float]
    y: tuple[float, float]

    @staticmethod
    def here(x: tuple[float, float], y: tuple[float, float]) -> "PlotFrame":
        """Return that of the plot that is open."""
        at, size = implot.get_plot_pos(), implot.get_plot_size()
        return PlotFrame((at.x, at.y), (at.x + size.x, at.y + size.y), x, y)

    def across(self, x: Array) -> Array:
        """Return where places of the axis are, from the left."""
        share = (x - self.x[0]) / (self.x[1] - self.x[0])
        return np.asarray(self.low[0] + share * (self.high[0] - self.low[0]))

    def down(self, y: Array) -> Array:
        """Return where heights are, from the top."""
        share = (y - self.y[0]) / (self.y[1] - self.y[0])
        return np.asarray(self.high[1] - share * (self.high[1] - self.low[1]))


def tint(ui: Ui, curve: Curve, lane: Lane, scale: float) -> None:
    """Tint what is between the deciding line and its level: hit and miss side."""
    if curve.decides not in lane.lines:
        return
    x, hit, miss, level = curve.sides
    theme = ui.theme
    for name, y, role, alpha in (
        ("hit side", hit, Role.HIT, _HIT_TINT),
        ("miss side", miss, Role.MISS, _MISS_TINT),
    ):
        tone = colour(faded(theme.roles[role], alpha))
        spec = implot.Spec(fill_color=tone, line_weight=0.0)
        implot.plot_shaded(f"##{name}", x * scale, y, level, spec=spec)


def roots(ui: Ui, curve: Curve, lane: Lane, scale: float, frame: PlotFrame) -> None:
    """Mark where a line of the lane crosses its level, with the numbers."""
    crossed = [(x, y) for x, name, y in curve.crossings if name in lane.lines]
    if not crossed:
        return
    places, heights = np.array(crossed).T.copy()
    places *= scale
    marks(ui.theme.roles[Role.HIT], "roots", places, heights)
    now = float(curve.axis.value(ui.study.params)) * scale
    texts = ui.widgets.kept(
        f"roots {lane.lines}", ui.study, lambda: root_numbers(places)
    )
    imgui.push_font(ui.gui.fonts.math, _SIZE)
    sizes = [(size.x, size.y) for size in map(imgui.calc_text_size, texts)]

    def boxes_now() -> list[Box | None]:
        lines = [
            np.stack([frame.across(curve.x * scale), frame.down(curve.lines[name])])
            for name in lane.lines
        ]
        at = [*zip(frame.across(places), frame.down(heights), strict=True)]
        return placed(
            [(float(x), float(y)) for x, y in at],
            sizes,
            lines,
            float(frame.across(np.asarray(now))),
            (*frame.low, *frame.high),
        )

    boxes = ui.widgets.kept(f"boxes {lane.lines}", (ui.study, frame), boxes_now)
    draw, tone = implot.get_plot_draw_list(), packed(ui.theme.texts[Role.HIT])
    for text, box in zip(texts, boxes, strict=True):
        if text and box:
            draw.add_text(imgui.ImVec2(round(box[0]), round(box[1])), tone, text)
    imgui.pop_font()


def placed(
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
    taken: list[Box] = [_around(x, y, _MARK) for x, y in at]
    taken.append((playhead - GRIP / 2, frame[1], playhead + GRIP / 2, frame[3]))
    boxes: list[Box | None] = []
    for (x, y), (width, height) in zip(at, sizes, strict=True):
        found = None
        for left, top in _beside(x, y, width, height):
            box = left, top, left + width, top + height
            if (
                _within(box, frame)
                and not any([_meet(box, other) for other in taken])
                and not any([_crossed(box, line) for line in lines])
            ):
                found = box
                taken.append(box)
                break
        boxes.append(found)
    return boxes


def _beside(
    x: float, y: float, width: float, height: float
) -> Iterator[tuple[float, float]]:
    """Yield the places to try: over the mark and under it, aside and in the middle."""
    for top in (y - _OFF - height, y + _OFF):
        for left in (x + 2.0, x - 2.0 - width, x - width / 2):
            yield left, top


def _around(x: float, y: float, half: float) -> Box:
    return x - half, y - half, x + half, y + half


def _within(box: Box, frame: Box) -> bool:
    return (
        frame[0] <= box[0]
        and frame[1] <= box[1]
        and box[2] <= frame[2]
        and box[3] <= frame[3]
    )


def _meet(a: Box, b: Box) -> bool:
    across = a[0] < b[2] + _CLEAR and b[0] < a[2] + _CLEAR
    return across and a[1] < b[3] + _CLEAR and b[1] < a[3] + _CLEAR


def _crossed(box: Box, line: Array) -> bool:
    """Return whether a line runs through a box or close by."""
    x, y = line
    first, last = np.searchsorted(x, (box[0] - _CLEAR, box[2] + _CLEAR))
    beside = y[max(first - 1, 0) : last + 1]
    if not beside.size:
        return False
    # These leave out what is unknown; of nothing else nothing is above.
    low, high = np.fmin.reduce(beside), np.fmax.reduce(beside)
    return bool(high > box[1] - _CLEAR and low < box[3] + _CLEAR)


def marks(tone: RGBA, name: str, x: Array, y: Array) -> None:
    """Draw a diamond at each of the points."""
    spec = implot.Spec(
        marker=implot.Marker_.diamond,
        marker_size=_MARK,
        marker_fill_color=colour(tone),
        marker_line_color=colour(tone),
        # Whole at the ends of the plot too.
        flags=implot.ScatterFlags_.no_clip,
    )
    implot.plot_scatter(f"##{name}", x, y, spec=spec)


def polylines(x: Array, y: Array, frame: PlotFrame) -> list[list[Any]]:
    """Return the pieces of a line wherever it is known, as points on the screen."""
    known = np.isfinite(y)
    top, bottom = frame.low[1], frame.high[1]
    with np.errstate(over="ignore", invalid="ignore"):
        down = np.clip(frame.down(y), top - _FAR, bottom + _FAR)
    points = np.stack([frame.across(x), down], axis=-1)
    ends = np.flatnonzero(np.diff(known.astype(np.int8), prepend=0, append=0))
    return [
        [imgui.ImVec2(*point) for point in points[first:last].tolist()]
        for first, last in ends.reshape(-1, 2).tolist()
    ]


def strokes(tone: RGBA, width: float, ways: Sequence[list[Any]]) -> None:
    """Draw the pieces of a line, each joined without a hole."""
    draw = implot.get_plot_draw_list()
    implot.push_plot_clip_rect()
    for way in ways:
        draw.add_polyline(way, packed(tone), width, 0)
    implot.pop_plot_clip_rect()


def playhead(tone: int, x: float, frame: PlotFrame) -> None:
    """Draw an upright line with a grip at each end, whole where the plot ends."""
    (_, top), (_, bottom) = frame.low, frame.high
    middle = round(float(frame.across(np.asarray(x))))
    draw = implot.get_plot_draw_list()
    implot.push_plot_clip_rect(GRIP)
    for half, low, high in (
        (1.0, top, bottom),
        (GRIP / 2, top, top + GRIP),
        (GRIP / 2, bottom - GRIP, bottom),
    ):
        corners = imgui.ImVec2(middle - half, low), imgui.ImVec2(middle + half, high)
        draw.add_rect_filled(*corners, tone)
    implot.pop_plot_clip_rect()


# ----------------------------------------------------------------------------


_HEADER = 36.0
_CHOICE = 226.0
_RIMS = 26.0
# Where the names of the lines begin, and how far they are apart.
_FIRST = 18.0
_APART = 18.0
# A line is named where there is at least so much room.
_LEAST_NAME = 36.0
# The upper edge is taken within so many pixels; a category's lane is so high, and
# the numbers under the last lane.
_EDGE = 7.0
_STEP_LANE = 58.0
_NUMBERS = 18.0
# Where there is little room a category's lane takes so much of an even share, for its
# words are one above the other.
_WORDED = 1.2
_STROKE = 2.5
_ZOOM_PER_NOTCH = 1.25
_NOTCHES = 100.0
# Numbers at an axis are at least so far apart, and at most so many.
APART = 90.0
UP_APART = 30.0
_MOST = 8


def curve_plot(ui: Ui, place: Viewport, curve: Curve) -> TimeTrack | None:
    """Draw the plot, a lane a unit; dragging its marker changes the parameter.

    The wheel shows less or more of its axis, a double click all again, and a drag of
    its upper edge makes it higher or lower. Where it runs over the scene's time it
    returns where on the screen that is.
    """
    track = None
    with panel("curve", place):
        rule_below(ui, place, top=True)
        _edge(ui, place)
        choice = _choice_width(ui, curve, place.width)
        _legend(ui, curve, place.width - choice - _RIMS)
        _axis_choice(ui, curve, place.width, choice)
        imgui.set_cursor_pos(imgui.ImVec2(12, _HEADER))
        if implot.begin_aligned_plots("##lanes"):
            goals = [
                _lane(ui, curve, number, place.width - 24, height)
                for number, height in enumerate(_heights(curve, place))
            ]
            implot.end_aligned_plots()
            goal, left, right = goals[0]
            _hand(ui, curve, place, goal)
            timeline = ui.study.timeline
            if timeline and timeline.parameter == curve.axis.name and left < right:
                track = TimeTrack(left, right, float(curve.x[0]), float(curve.x[-1]))
    return track


def _edge(ui: Ui, place: Viewport) -> None:
    """Let the upper edge be dragged."""
    imgui.set_cursor_pos(imgui.ImVec2(0, 0))
    imgui.invisible_button("##curve edge", imgui.ImVec2(place.width, _EDGE))
    if imgui.is_item_hovered() or imgui.is_item_active():
        imgui.set_mouse_cursor(imgui.MouseCursor_.resize_ns)
    if imgui.is_item_active() and (down := imgui.get_io().mouse_delta.y):
        whole = imgui.get_io().display_size.y - BAR
        share = (place.height - down) / whole
        ui.look(curve_share=min(max(share, 0.15), CURVE_MOST))


def _heights(curve: Curve, place: Viewport) -> list[float]:
    """Return how high each lane is: a category's is low, the last has the numbers."""
    room = place.height - _HEADER - 12 - _NUMBERS
    steps = [bool(lane.words) for lane in curve.lanes]
    share = _WORDED if len(steps) > sum(steps) else 1.0
    low = min(_STEP_LANE, share * room / len(steps))
    rest = (room - low * sum(steps)) / max(len(steps) - sum(steps), 1)
    heights = [low if step else rest for step in steps]
    heights[-1] += _NUMBERS
    return heights


def _lane(
    ui: Ui, curve: Curve, number: int, width: float, height: float
) -> tuple[float, float, float]:
    """Draw a lane; return at what place across the pointer is, and the lane's ends.

    It is NaN, and between the ends is nothing, if the lane is out of sight.
    """
    imgui.set_cursor_pos_x(12)
    size = imgui.ImVec2(width, height)
    worded = bool(curve.lanes[number].words)
    with plot(ui, f"lane {number}", size, worded=worded) as seen:
        if not seen:
            return math.nan, 0.0, 0.0
        last = number == len(curve.lanes) - 1
        frame = _plot(ui, curve, curve.lanes[number], size, last=last)
        return float(implot.get_plot_mouse_pos().x), frame.low[0], frame.high[0]


def _hand(ui: Ui, curve: Curve, place: Viewport, across: float) -> None:
    """Let the mouse set the parameter and show less or more of the axis.

    Between the lanes it is on the plot too.
    """
    axis = curve.axis
    goal = across / axis.shown(ui.study.params)
    low, high = float(curve.x[0]), float(curve.x[-1])
    below = imgui.get_io().mouse_pos.y > place.y + _HEADER
    here = imgui.HoveredFlags_.allow_when_blocked_by_active_item
    pointed = imgui.is_window_hovered(here) and below and low <= goal <= high
    turned = imgui.get_io().mouse_wheel
    if pointed and turned:
        notches = min(max(turned, -_NOTCHES), _NOTCHES)
        ui.do(plots.zoom_span, axis, goal, _ZOOM_PER_NOTCH**notches)
    if pointed and imgui.is_mouse_double_clicked(0):
        _take_back(ui, axis)
        ui.widgets.plotted = None
        ui.do(plots.free_span)
        return
    if imgui.is_mouse_clicked(0):
        ui.widgets.before = ui.facts.history
    if held(ui, axis, pointed=pointed):
        value = axis.replaced(ui.study.params, goal)
        ui.do(plots.hold_span, axis, (low, high))
        ui.do(Session.stand_still)
        ui.do(Session.set_value, axis.name, value, ui.facts.press)


def _take_back(ui: Ui, axis: Axis) -> None:
    """Undo what the first of two clicks set: two of them ask for the axis alone."""
    before = ui.widgets.before
    if before is not None and ui.widgets.plotted == (ui.facts.stage, (axis,)):
        ui.do(Session.go_back_to, before)


@contextmanager
def plot(
    ui: Ui, name: str, size: imgui.ImVec2, *, worded: bool = False
) -> Iterator[bool]:
    """Open a bare plot in the theme's colours; yield whether any of it is in sight.

    Its numbers are those of the figure's edges, unless words stand at an axis.
    """
    _style(ui)
    fonts = ui.gui.fonts
    imgui.push_font(fonts.body if worded else fonts.math, LEAST_TICK)
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


def _legend(ui: Ui, curve: Curve, right: float) -> None:
    """Name the lines, as far as there is room for it."""
    imgui.set_cursor_pos(imgui.ImVec2(_FIRST, 12))
    for number, name in enumerate(curve.lines):
        if number:
            imgui.same_line(0.0, _APART)
        if imgui.get_cursor_pos_x() > right - _LEAST_NAME:
            break
        whole = translated(name)
        room = right - imgui.get_cursor_pos_x()
        shown = widgets_text.shortened(ui.gui, whole, room)
        widgets_text.write_name(ui.gui, shown, _tone(ui, name))
        if shown != whole:
            hint(name)


def _choice_width(ui: Ui, curve: Curve, width: float) -> float:
    """Return how wide the list of axes is: it gives way to the names of the lines."""
    size, style = imgui.get_font_size(), imgui.get_style()
    shown = message("against {axis}", axis=_known_axes(ui)[curve.axis])
    least = localized.calc_text_size(shown).x + 2.0 * style.frame_padding.x
    least += imgui.get_frame_height()
    named = sum(
        widgets_text.name_width(ui.gui, name, size) + _APART for name in curve.lines
    )
    return max(min(_CHOICE, width - _RIMS - _FIRST - named), min(least, _CHOICE))


def _known_axes(ui: Ui) -> dict[Axis, str]:
    params = ui.study.params
    there = (type(params), *axes(params))
    return ui.widgets.kept(
        "axes", there, lambda: {axis: axis.label(params) for axis in axes(params)}
    )


def _axis_choice(ui: Ui, curve: Curve, width: float, choice: float) -> None:
    imgui.set_cursor_pos(imgui.ImVec2(width - choice - 14, 7))
    imgui.set_next_item_width(choice)
    known = _known_axes(ui)
    shown = message("against {axis}", axis=known[curve.axis])
    chosen = drop_down(ui, "##axis", shown, known, curve.axis)
    if chosen:
        ui.do(plots.curve_against, chosen)
    hint("The parameter that the curve runs over")


def _tone(ui: Ui, name: str) -> RGBA:
    return ui.theme.texts[ui.study.scene.answer.tones[name]]


def _style(ui: Ui) -> None:
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
    style.label_padding = imgui.ImVec2(GRIP, 3)


def _plot(
    ui: Ui, curve: Curve, lane: Lane, room: imgui.ImVec2, *, last: bool
) -> PlotFrame:
    theme, scale = ui.theme, curve.axis.shown(ui.study.params)
    x = np.ascontiguousarray(curve.x * scale)
    flags = implot.AxisFlags_.no_highlight | implot.AxisFlags_.lock
    below = flags if last else flags | implot.AxisFlags_.no_tick_labels
    implot.setup_axes("", "", below, flags)
    if lane.words:
        low, high = 0.4, len(lane.words) + 0.6
    else:
        lines = [curve.lines[name] for name in lane.lines]
        levels = [curve.levels[name] for name in lane.lines if name in curve.levels]
        low, high = value_range(np.concatenate([*lines, *levels]))
    implot.setup_axes_limits(float(x[0]), float(x[-1]), low, high, implot.Cond_.always)
    axis_numbers(implot.ImAxis_.x1, float(x[0]), float(x[-1]), room.x)
    if lane.words:
        places = np.arange(1.0, len(lane.words) + 1.0).tolist()
        words = [translated(word) for word in lane.words]
        implot.setup_axis_ticks(implot.ImAxis_.y1, places, words, False)
    else:
        axis_numbers(implot.ImAxis_.y1, low, high, room.y, UP_APART)
        tint(ui, curve, lane, scale)
        _line(theme.text_muted, 1.0, "zero", x[[0, -1]], np.zeros(2))
    frame = PlotFrame.here((float(x[0]), float(x[-1])), (low, high))
    for name in lane.lines:
        y, tone = np.ascontiguousarray(curve.lines[name]), _tone(ui, name)
        level = curve.levels.get(name, np.zeros(1))
        if level.any():
            _line(faded(tone, 0.5), 1.0, f"level of {name}", x, level)
        if lane.words:
            implot.plot_stairs(f"##{name}", x, y, spec=_pen(tone, _STROKE))
        else:
            ways = ui.widgets.kept(
                f"line {name}", (ui.study, frame), partial(polylines, x, y, frame)
            )
            strokes(tone, _STROKE, ways)
    roots(ui, curve, lane, scale, frame)
    _present(ui, curve, lane, scale, frame)
    return frame


def axis_numbers(
    which: int, low: float, high: float, room: float, apart: float = APART
) -> None:
    """Put round numbers at an axis `room` pixels long, written as everywhere else."""
    places, texts = ticks(low, high, min(max(room / apart, 2.0), _MOST))
    implot.setup_axis_ticks(which, places, texts, False)


def _line(tone: RGBA, width: float, name: str, x: np.ndarray, y: np.ndarray) -> None:
    implot.plot_line(f"##{name}", x, np.ascontiguousarray(y), spec=_pen(tone, width))


def _pen(tone: RGBA, width: float) -> implot.Spec:
    return implot.Spec(line_color=colour(tone), line_weight=width)


def held(ui: Ui, *over: Axis, pointed: bool) -> bool:
    """Return whether a press that began in this plot goes on.

    It is another plot where something else was opened or it runs over other numbers.
    """
    this = ui.facts.stage, over
    if imgui.is_mouse_clicked(0):
        ui.widgets.plotted = this if pointed else None
    return ui.widgets.plotted == this and imgui.is_mouse_down(0)


def _present(ui: Ui, curve: Curve, lane: Lane, scale: float, frame: PlotFrame) -> None:
    """Draw the marker of the present value, and what the lines are there."""
    now = np.array([curve.axis.value(ui.study.params) * scale])
    playhead(packed(ui.theme.accent), float(now[0]), frame)
    for name in lane.lines:
        y = curve.lines[name]
        if lane.words:
            nearest = int(np.abs(curve.x * scale - now[0]).argmin())
            level = y[nearest : nearest + 1]
        else:
            level = np.interp(now, curve.x * scale, y)
        if np.isfinite(level).all():
            marks(_tone(ui, name), f"now {name}", now, level)
