"""The plot under the canvas: the deciding quantity, its roots, the present value."""

import numpy as np
from imgui_bundle import imgui, implot

from playground import params as parameters
from playground.app.gui import colour
from playground.app.panels import Desktop, panel, rule_below
from playground.camera import Viewport
from playground.drawlist import Role
from playground.params import Angle
from playground.scene import Curve


def curve_plot(desk: Desktop, place: Viewport, curve: Curve) -> None:
    """Draw the plot; dragging its marker changes the parameter."""
    with panel("curve", place):
        rule_below(desk, place, top=True)
        _style(desk)
        size = imgui.ImVec2(-1, place.height - 24)
        imgui.set_cursor_pos(imgui.ImVec2(10, 10))
        flags = implot.Flags_.no_menus | implot.Flags_.no_box_select
        flags |= implot.Flags_.no_legend | implot.Flags_.no_mouse_text
        if implot.begin_plot("##curve", size, flags):
            _plot(desk, curve)
            implot.end_plot()


def _style(desk: Desktop) -> None:
    style, theme = implot.get_style(), desk.theme
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


def _plot(desk: Desktop, curve: Curve) -> None:
    theme = desk.theme
    scale = _shown_scale(desk, curve)
    x = np.ascontiguousarray(curve.x * scale)
    y = np.ascontiguousarray(curve.y)
    flags = implot.AxisFlags_.no_highlight | implot.AxisFlags_.lock
    implot.setup_axes(curve.x_label, curve.y_label, flags, flags)
    low, high = _range(y)
    implot.setup_axes_limits(float(x[0]), float(x[-1]), low, high, implot.Cond_.always)
    _line(theme.text_muted, 1.0, "zero", x[[0, -1]], np.zeros(2))
    _line(theme.roles[Role.MOVER], 2.5, "value", x, y)
    roots = np.array(curve.roots, dtype=np.float64) * scale
    if roots.size:
        _marks(theme.roles[Role.HIT], "roots", roots, np.zeros_like(roots))
    _present(desk, curve, scale)


def _shown_scale(desk: Desktop, curve: Curve) -> float:
    """Return what turns the parameter into what the axis shows: degrees for angles."""
    spec = parameters.specs(type(desk.session.params))[curve.parameter]
    return 180.0 / np.pi if isinstance(spec, Angle) else 1.0


def _range(y: np.ndarray) -> tuple[float, float]:
    finite = y[np.isfinite(y)]
    low = min(float(finite.min()), 0.0) if finite.size else -1.0
    high = max(float(finite.max()), 0.0) if finite.size else 1.0
    margin = 0.12 * (high - low or 1.0)
    return low - margin, high + margin


def _line(tone, width: float, name: str, x: np.ndarray, y: np.ndarray) -> None:
    spec = implot.Spec(line_color=colour(tone), line_weight=width)
    implot.plot_line(f"##{name}", x, np.ascontiguousarray(y), spec=spec)


def _marks(tone, name: str, x: np.ndarray, y: np.ndarray) -> None:
    spec = implot.Spec(
        marker=implot.Marker_.diamond,
        marker_size=5.0,
        marker_fill_color=colour(tone),
        marker_line_color=colour(tone),
    )
    implot.plot_scatter(f"##{name}", x, y, spec=spec)


def _present(desk: Desktop, curve: Curve, scale: float) -> None:
    session, theme = desk.session, desk.theme
    value = getattr(session.params, curve.parameter)
    moved = implot.drag_line_x(0, value * scale, colour(theme.accent), 2.0)
    if moved[0]:
        session.playing = False
        session.set_value(curve.parameter, moved[1] / scale, session.press)
    now = np.array([value * scale])
    level = np.interp(now, curve.x * scale, curve.y)
    _marks(theme.accent, "now", now, level)
