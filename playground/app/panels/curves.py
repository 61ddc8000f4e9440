"""The plot under the canvas: the deciding quantity, its roots, the present value."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from imgui_bundle import imgui, implot

from playground.app.gui import colour, packed
from playground.app.panels.common import Ui, drop_down, hint, panel, rule_below
from playground.explore.curve import Axis, Curve, axes
from playground.render.theme import RGBA, faded
from playground.scene.drawlist import Role
from playground.view.camera import Viewport

_HEADER = 36.0
_CHOICE = 210.0
_GRIP = 8.0


def curve_plot(ui: Ui, place: Viewport, curve: Curve) -> None:
    """Draw the plot; dragging its marker changes the parameter."""
    with panel("curve", place):
        rule_below(ui, place, top=True)
        _legend(ui, curve)
        _axis_choice(ui, curve, place)
        size = imgui.ImVec2(place.width - 24, place.height - _HEADER - 12)
        imgui.set_cursor_pos(imgui.ImVec2(12, _HEADER))
        with plot(ui, "curve", size) as seen:
            if seen:
                _plot(ui, curve)


@contextmanager
def plot(ui: Ui, name: str, size: imgui.ImVec2) -> Iterator[bool]:
    """Open a bare plot in the theme's colours; yield whether any of it is in sight."""
    _style(ui)
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


def _legend(ui: Ui, curve: Curve) -> None:
    imgui.set_cursor_pos(imgui.ImVec2(18, 12))
    for number, name in enumerate(curve.lines):
        if number:
            imgui.same_line(0.0, 18.0)
        imgui.push_style_color(imgui.Col_.text, colour(_tone(ui, number)))
        imgui.text(name)
        imgui.pop_style_color()


def _axis_choice(ui: Ui, curve: Curve, place: Viewport) -> None:
    session = ui.session
    imgui.set_cursor_pos(imgui.ImVec2(place.width - _CHOICE - 14, 7))
    imgui.set_next_item_width(_CHOICE)
    shown = curve.axis.label(session.params)
    known = {axis: axis.label(session.params) for axis in axes(session.params)}
    chosen = drop_down(ui, "##axis", f"against {shown}", known, curve.axis)
    session.opened.axis = chosen or session.opened.axis
    hint("The number of the parameters that the curve runs over")


def _tone(ui: Ui, number: int) -> RGBA:
    roles = (Role.MOVER, Role.ENTER, Role.EXIT)
    return ui.theme.texts[roles[number % len(roles)]]


def _style(ui: Ui) -> None:
    style, theme = implot.get_style(), ui.theme
    slots = implot.Col_
    for slot, tone in {
        slots.frame_bg: (0.0, 0.0, 0.0, 0.0),
        slots.plot_bg: (0.0, 0.0, 0.0, 0.0),
        slots.plot_border: (0.0, 0.0, 0.0, 0.0),
        slots.axis_grid: theme.border,
        slots.axis_text: theme.text_muted,
        slots.axis_tick: (0.0, 0.0, 0.0, 0.0),
        slots.axis_bg: (0.0, 0.0, 0.0, 0.0),
    }.items():
        style.set_color_(slot, colour(tone))
    style.plot_padding = imgui.ImVec2(6, 4)
    style.label_padding = imgui.ImVec2(4, 3)


def _plot(ui: Ui, curve: Curve) -> None:
    theme, scale = ui.theme, curve.axis.shown(ui.session.params)
    x = np.ascontiguousarray(curve.x * scale)
    flags = implot.AxisFlags_.no_highlight | implot.AxisFlags_.lock
    implot.setup_axes("", "", flags, flags)
    low, high = _range(np.concatenate([*curve.lines.values(), *curve.levels.values()]))
    implot.setup_axes_limits(float(x[0]), float(x[-1]), low, high, implot.Cond_.always)
    _line(theme.text_muted, 1.0, "zero", x[[0, -1]], np.zeros(2))
    for number, (name, y) in enumerate(curve.lines.items()):
        level = curve.levels.get(name, np.zeros(1))
        if level.any():
            _line(faded(_tone(ui, number), 0.5), 1.0, f"level of {name}", x, level)
        _line(_tone(ui, number), 2.5, name, x, y)
    roots = np.array(curve.roots, dtype=np.float64) * scale
    if roots.size:
        heights = np.array([curve.height(root) for root in curve.roots])
        _marks(theme.roles[Role.HIT], "roots", roots, heights)
    _present(ui, curve, scale)


def _range(y: np.ndarray) -> tuple[float, float]:
    finite = y[np.isfinite(y)]
    low = min(float(finite.min()), 0.0) if finite.size else -1.0
    high = max(float(finite.max()), 0.0) if finite.size else 1.0
    margin = 0.12 * (high - low or 1.0)
    return low - margin, high + margin


def _line(tone: RGBA, width: float, name: str, x: np.ndarray, y: np.ndarray) -> None:
    spec = implot.Spec(line_color=colour(tone), line_weight=width)
    implot.plot_line(f"##{name}", x, np.ascontiguousarray(y), spec=spec)


def _marks(tone: RGBA, name: str, x: np.ndarray, y: np.ndarray) -> None:
    spec = implot.Spec(
        marker=implot.Marker_.diamond,
        marker_size=5.0,
        marker_fill_color=colour(tone),
        marker_line_color=colour(tone),
        # Whole at the ends of the plot too.
        flags=implot.ScatterFlags_.no_clip,
    )
    implot.plot_scatter(f"##{name}", x, y, spec=spec)


def _cursor(tone: int, x: float) -> None:
    """Draw an upright line with a grip at each end, whole where the plot ends."""
    top, height = implot.get_plot_pos().y, implot.get_plot_size().y
    middle = round(implot.plot_to_pixels(x, 0.0).x)
    draw = implot.get_plot_draw_list()
    implot.push_plot_clip_rect(_GRIP)
    for half, low, high in (
        (1.0, top, top + height),
        (_GRIP / 2, top, top + _GRIP),
        (_GRIP / 2, top + height - _GRIP, top + height),
    ):
        corners = imgui.ImVec2(middle - half, low), imgui.ImVec2(middle + half, high)
        draw.add_rect_filled(*corners, tone)
    implot.pop_plot_clip_rect()


def held(ui: Ui, *over: Axis) -> bool:
    """Return whether a press that began in this plot goes on.

    It is another plot where something else was opened or it runs over other numbers.
    """
    this = ui.session.stage, over
    if imgui.is_mouse_clicked(0):
        ui.widgets.plotted = this if implot.is_plot_hovered() else None
    return ui.widgets.plotted == this and imgui.is_mouse_down(0)


def _present(ui: Ui, curve: Curve, scale: float) -> None:
    session, theme, axis = ui.session, ui.theme, curve.axis
    value = axis.value(session.params)
    _cursor(packed(theme.accent), value * scale)
    if held(ui, axis):
        session.hold_span(axis, (float(curve.x[0]), float(curve.x[-1])))
        session.stand_still()
        goal = implot.get_plot_mouse_pos().x / scale
        session.set_value(axis.name, axis.replaced(session.params, goal), session.press)
    now = np.array([value * scale])
    for number, (name, y) in enumerate(curve.lines.items()):
        level = np.interp(now, curve.x * scale, y)
        if np.isfinite(level).all():
            _marks(_tone(ui, number), f"now {name}", now, level)
