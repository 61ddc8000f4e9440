"""Curve plot below the canvas: the deciding quantities over one parameter."""

from functools import partial

from imgui_bundle import imgui

from playground.analysis.curve import Axis, Curve, axes
from playground.gui.commands import registry
from playground.gui.panels.context import Ui
from playground.gui.panels.transport_bar import TimeTrack
from playground.gui.widgets import localized, symbol_text
from playground.gui.widgets.shape_painter import paint_shapes
from playground.gui.window_layout import MAX_CURVE_SHARE, TOP_BAR_HEIGHT_PX
from playground.i18n import message
from playground.render.curve_picture import (
    NUMBERS_HEIGHT_PX,
    PLOT_GAP_PX,
    CurvePicture,
    CurveStyle,
    compose_curve,
)
from playground.render.theme import RGBA
from playground.scene.camera import Viewport
from playground.session import plot_controls
from playground.session.session import Session

HEADER_HEIGHT_PX = 36.0
PLOT_MARGIN_PX = 12.0
_PLOT_GAP_PX = 8.0
_MAX_AXIS_LIST_WIDTH_PX = 226.0
_HEADER_MARGINS_PX = 26.0
_LEGEND_OFFSET_PX = 18.0
_LEGEND_GAP_PX = 18.0
_MIN_NAME_WIDTH_PX = 36.0
_RESIZE_EDGE_HEIGHT_PX = 7.0
_CATEGORY_PLOT_HEIGHT_PX = 58.0
# Height of a category's plot relative to an even share if there is little space, as
# its labels are stacked.
_CATEGORY_HEIGHT_SHARE = 1.2
_ZOOM_FACTOR_PER_NOTCH = 1.25
_MAX_NOTCHES = 100.0


def draw_curve_plot(ui: Ui, place: Viewport, curve: Curve) -> TimeTrack | None:
    """Draw the curve plot, with one plot per unit.

    Pressing or dragging in it sets the parameter, the wheel zooms the axis, a double
    click resets it, and dragging the upper edge resizes the panel. Return the position
    of the time axis if the curve is over the scene's time, else None.
    """
    track = None
    with ui.panel("curve", place):
        ui.draw_panel_edge(place, top=True)
        _draw_resize_edge(ui, place)
        choice = _axis_list_width(ui, curve, place.width)
        _draw_legend(ui, curve, place.width - choice - _HEADER_MARGINS_PX)
        _draw_axis_list(ui, curve, place.width, choice)
        picture = _compose_picture(ui, curve, place)
        corner = place.x + PLOT_MARGIN_PX, place.y + HEADER_HEIGHT_PX
        paint_shapes((*picture.shapes, *picture.playhead, *picture.marks), corner)
        texts = [text.move(*corner) for text in picture.texts]
        ui.gui.draw_texts(texts, place, imgui.get_window_draw_list())
        area = picture.areas[0]
        x_value, _ = area.to_numbers(imgui.get_mouse_pos().x - corner[0], 0.0)
        _handle_pointer(ui, curve, place, x_value)
        ui.request_menu(
            partial(_draw_curve_menu, curve=curve),
            is_hovered=imgui.is_window_hovered(),
        )
        timeline = ui.study.timeline
        if timeline and timeline.parameter == curve.axis.name:
            left_edge = corner[0] + area.place.x
            right = left_edge + area.place.width
            track = TimeTrack(left_edge, right, float(curve.x[0]), float(curve.x[-1]))
    return track


def _draw_curve_menu(ui: Ui, curve: Curve) -> None:
    if localized.menu_item("Copy the curve's numbers"):
        imgui.set_clipboard_text(_format_table(ui, curve))
        ui.enqueue(Session.set_notice, message("Copied the curve's numbers"))
    if localized.menu_item("Show the whole axis", "double click"):
        ui.enqueue(plot_controls.free_span)
    ui.draw_menu_command(registry.CURVE)


def _format_table(ui: Ui, curve: Curve) -> str:
    """Return the samples as a table: a column for the axis, and one for each line."""
    rows = zip(
        curve.x.tolist(), *(y.tolist() for y in curve.lines.values()), strict=True
    )
    head = [str(_axis_labels(ui)[curve.axis]), *curve.lines]
    return "\n".join("\t".join(map(str, row)) for row in (head, *rows))


def _draw_resize_edge(ui: Ui, place: Viewport) -> None:
    """Draw the upper edge as a handle that resizes the panel."""
    imgui.set_cursor_pos((0, 0))
    imgui.invisible_button("##curve edge", (place.width, _RESIZE_EDGE_HEIGHT_PX))
    if imgui.is_item_hovered() or imgui.is_item_active():
        imgui.set_mouse_cursor(imgui.MouseCursor_.resize_ns)
    if imgui.is_item_active() and (down := imgui.get_io().mouse_delta.y):
        max_height = imgui.get_io().display_size.y - TOP_BAR_HEIGHT_PX
        share = (place.height - down) / max_height
        ui.update_window_view(curve_share=min(max(share, 0.15), MAX_CURVE_SHARE))


def _plot_heights(curve: Curve, place: Viewport) -> list[float]:
    """Return the heights of the plots in px; those of categories are low."""
    room = place.height - HEADER_HEIGHT_PX - PLOT_MARGIN_PX - NUMBERS_HEIGHT_PX
    room -= PLOT_GAP_PX * (len(curve.axis_plots) - 1)
    steps = [bool(lane.words) for lane in curve.axis_plots]
    share = _CATEGORY_HEIGHT_SHARE if len(steps) > sum(steps) else 1.0
    low = min(_CATEGORY_PLOT_HEIGHT_PX, share * room / len(steps))
    free_height = (room - low * sum(steps)) / max(len(steps) - sum(steps), 1)
    return [low if step else free_height for step in steps]


def _compose_picture(ui: Ui, curve: Curve, place: Viewport) -> CurvePicture:
    """Return the picture below the header."""
    params, axis, units = ui.study.params, curve.axis, ui.session.units
    roles = ui.study.scene.answer.line_roles

    def compose() -> CurvePicture:
        return compose_curve(
            curve,
            float(axis.value(params)),
            axis.display_factor(params, units),
            place.width - 2 * PLOT_MARGIN_PX,
            _plot_heights(curve, place),
            CurveStyle(ui.theme, roles, ui.gui.measure_styled),
        )

    inputs = ui.study, float(curve.x[0]), float(curve.x[-1]), place, ui.theme, units
    return ui.widgets.memoize("curve", inputs, compose)


def _handle_pointer(ui: Ui, curve: Curve, place: Viewport, across: float) -> None:
    """Set the parameter or zoom the axis by the mouse, also between the plots.

    `across` is the displayed number under the pointer.
    """
    axis = curve.axis
    goal = across / axis.display_factor(ui.study.params, ui.session.units)
    low, high = float(curve.x[0]), float(curve.x[-1])
    below = imgui.get_io().mouse_pos.y > place.y + HEADER_HEIGHT_PX
    hovered_flags = imgui.HoveredFlags_.allow_when_blocked_by_active_item
    is_pointed_at = (
        imgui.is_window_hovered(hovered_flags) and below and low <= goal <= high
    )
    wheel = imgui.get_io().mouse_wheel
    if is_pointed_at and wheel:
        notches = min(max(wheel, -_MAX_NOTCHES), _MAX_NOTCHES)
        ui.enqueue(plot_controls.zoom_span, axis, goal, _ZOOM_FACTOR_PER_NOTCH**notches)
    if is_pointed_at and imgui.is_mouse_double_clicked(0):
        _undo_first_click(ui, axis)
        ui.widgets.pressed_plot = None
        ui.enqueue(plot_controls.free_span)
        return
    if imgui.is_mouse_clicked(0):
        ui.widgets.history_before_press = ui.session.open_scene.history
    if is_plot_pressed(ui, axis, is_hovered=is_pointed_at):
        value = axis.replace_component(ui.study.params, goal)
        ui.enqueue(plot_controls.hold_span, axis, (low, high))
        ui.enqueue(Session.stop_playback)
        ui.enqueue(Session.set_value, axis.name, value, ui.session.gesture_id)


def _undo_first_click(ui: Ui, axis: Axis) -> None:
    """Undo the change made by the first click of a double click."""
    before = ui.widgets.history_before_press
    if before is not None and ui.widgets.pressed_plot == (
        ui.session.context_id,
        (axis,),
    ):
        ui.enqueue(Session.restore_history, before)


def _draw_legend(ui: Ui, curve: Curve, right: float) -> None:
    """Draw the names of the lines that fit, up to `right` px."""
    imgui.set_cursor_pos((_LEGEND_OFFSET_PX, 12))
    for number, name in enumerate(curve.lines):
        if number:
            imgui.same_line(0.0, _LEGEND_GAP_PX)
        if imgui.get_cursor_pos_x() > right - _MIN_NAME_WIDTH_PX:
            break
        room = right - imgui.get_cursor_pos_x()
        shown = ui.session.units.rewrite(name)
        ui.write_truncated_name(shown, room, _line_colour(ui, name))


def _axis_list_width(ui: Ui, curve: Curve, width: float) -> float:
    """Return the width of the list of axes, which leaves space for the lines' names.

    `width` is the panel's; both are in px.
    """
    size, style = imgui.get_font_size(), imgui.get_style()
    axis_text = message("against {axis}", axis=_axis_labels(ui)[curve.axis])
    min_width = localized.calc_text_size(axis_text).x + 2.0 * style.frame_padding.x
    min_width += imgui.get_frame_height()
    names_width = sum(
        symbol_text.name_width(ui.gui, name, size) + _LEGEND_GAP_PX
        for name in curve.lines
    )
    room = width - _HEADER_MARGINS_PX - _LEGEND_OFFSET_PX - names_width
    return min(max(room, min_width), _MAX_AXIS_LIST_WIDTH_PX)


def _axis_labels(ui: Ui) -> dict[Axis, str]:
    params, units = ui.study.params, ui.session.units
    return ui.widgets.memoize(
        "axes",
        (type(params), *axes(params), units),
        lambda: {axis: axis.label(params, units) for axis in axes(params)},
    )


def _draw_axis_list(ui: Ui, curve: Curve, width: float, choice: float) -> None:
    imgui.set_cursor_pos((width - choice - 14, 7))
    imgui.set_next_item_width(choice)
    labels = _axis_labels(ui)
    axis_text = message("against {axis}", axis=labels[curve.axis])
    chosen = ui.drop_down("##axis", axis_text, labels, curve.axis)
    if chosen:
        ui.enqueue(Session.set_scene_options, axis=chosen)
    ui.show_tooltip("The parameter that the curve runs over")


def _line_colour(ui: Ui, name: str) -> RGBA:
    return ui.theme.texts[ui.study.scene.answer.line_roles[name]]


def is_plot_pressed(ui: Ui, *over: Axis, is_hovered: bool) -> bool:
    """Return whether a press that began in this plot is held.

    `is_hovered` is whether the pointer is on it. A plot of another scene or over other
    axes counts as a different one.
    """
    this = ui.session.context_id, over
    if imgui.is_mouse_clicked(0):
        ui.widgets.pressed_plot = this if is_hovered else None
    return ui.widgets.pressed_plot == this and imgui.is_mouse_down(0)
