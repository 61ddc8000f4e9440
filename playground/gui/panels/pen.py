"""Controls over a presentation: pen lines, the pen's buttons and the bar."""

from functools import partial

from imgui_bundle import imgui

from playground.gui.commands import registry
from playground.gui.imgui_backend import open_window, pack_colour, push_style
from playground.gui.panels.context import Ui
from playground.gui.panels.presentation import OVERLAY_FLAGS
from playground.gui.panels.transport_bar import draw_transport_bar
from playground.gui.view_state import PenLine
from playground.gui.window_layout import TRANSPORT_HEIGHT_PX
from playground.i18n import message
from playground.render.stroke_style import pen_colours
from playground.scene.camera import Viewport

# 0.56 % of the smallest window's height, 600.
_PEN_WIDTH_PX = 3.4
Pair = tuple[float, float]
# The bottom margin leaves space for the axis's numbers.
_BUTTON_SIZE_PX = 32.0
_BUTTON_GAP_PX = 6.0
_RIGHT_MARGIN_PX = 14.0
_BOTTOM_MARGIN_PX = 36.0
_COLOUR_DISC_RADIUS_PX = 8.0
_CHOICE_RING_RADIUS_PX = 12.0


def draw_pen_lines(ui: Ui) -> None:
    """Draw the pen lines over everything."""
    size = imgui.get_io().display_size
    draw = imgui.get_foreground_draw_list()
    tones = pen_colours(ui.window_view.theme)
    for number, line in enumerate(ui.window_view.lines):
        of = line, size.x, size.y
        points = ui.widgets.memoize(f"line {number}", of, partial(_screen_points, *of))
        tone = pack_colour(tones[line.colour])
        draw.add_polyline(points, tone, _PEN_WIDTH_PX, 0)
        # Round ends; a line of one point is a dot.
        for end in (points[0], points[-1]):
            draw.add_circle_filled(end, _PEN_WIDTH_PX / 2.0, tone)


def _screen_points(
    line: PenLine, width: float, height: float
) -> list[imgui.ImVec2 | Pair | list[float]]:
    return [(x, y) for x, y in line.smooth(width, height).tolist()]


def draw_pen_tools(ui: Ui, canvas: Viewport) -> Viewport:
    """Draw the pen's buttons in the corner of the canvas; return their area in px."""
    is_pen_held, has_lines = ui.window_view.pen, bool(ui.window_view.lines)
    tones = pen_colours(ui.window_view.theme) if is_pen_held else ()
    count = 1 + len(tones) + has_lines
    wide = count * _BUTTON_SIZE_PX + (count - 1) * _BUTTON_GAP_PX
    x = canvas.x + canvas.width - _RIGHT_MARGIN_PX - wide
    y = canvas.y + canvas.height - _BOTTOM_MARGIN_PX - _BUTTON_SIZE_PX
    size = (_BUTTON_SIZE_PX, _BUTTON_SIZE_PX)
    window_size = wide, _BUTTON_SIZE_PX
    with open_window("pen", (x, y), window_size, OVERLAY_FLAGS, window_padding=(0, 0)):
        for number, tone in enumerate(tones):
            at = imgui.get_cursor_screen_pos()
            if imgui.invisible_button(f"##pen colour {number + 1}", size):
                ui.update_window_view(pen_colour=number)
            ui.show_tooltip(message("Colour {number}", number=number + 1))
            draw = imgui.get_window_draw_list()
            middle = (at.x + _BUTTON_SIZE_PX / 2.0, at.y + _BUTTON_SIZE_PX / 2.0)
            draw.add_circle_filled(middle, _COLOUR_DISC_RADIUS_PX, pack_colour(tone))
            if number == ui.window_view.pen_colour:
                draw.add_circle(
                    middle, _CHOICE_RING_RADIUS_PX, pack_colour(ui.theme.text), 0, 2.0
                )
            imgui.same_line(0.0, _BUTTON_GAP_PX)
        if has_lines:
            ui.command_button(registry.CLEAR_PEN, size=_BUTTON_SIZE_PX)
            imgui.same_line(0.0, _BUTTON_GAP_PX)
        ui.command_button(registry.PEN, size=_BUTTON_SIZE_PX)
    return Viewport(
        x - _BUTTON_GAP_PX,
        y - _BUTTON_GAP_PX,
        wide + 2.0 * _BUTTON_GAP_PX,
        _BUTTON_SIZE_PX + 2.0 * _BUTTON_GAP_PX,
    )


# ----------------------------------------------------------------------------
# The bar of a presentation: back, next, end, and the scene's time.
# ----------------------------------------------------------------------------


_BAR_BUTTON_SIZE_PX = 44.0
_BAR_COMMANDS = (
    registry.PRESENT_BACK,
    registry.PRESENT_NEXT,
    registry.END_PRESENTATION,
)
# Smallest width for the time controls.
_MIN_TIME_WIDTH_PX = 480.0


def draw_presentation_bar(ui: Ui, canvas: Viewport, pen: Viewport) -> Viewport:
    """Draw the bar beside the area of the pen's buttons, `pen`; return its area in px.

    It has the controls of time if the scene has time and there is space for them.
    """
    padding = (TRANSPORT_HEIGHT_PX - _BAR_BUTTON_SIZE_PX) / 2.0
    left_edge = canvas.x + _RIGHT_MARGIN_PX
    top = pen.center[1] - TRANSPORT_HEIGHT_PX / 2.0
    wide = len(_BAR_COMMANDS) * (_BAR_BUTTON_SIZE_PX + padding) + padding
    buttons = Viewport(left_edge, top, wide, TRANSPORT_HEIGHT_PX)
    with (
        push_style(window_padding=(padding, padding), item_spacing=(padding, 0.0)),
        ui.panel("presentation bar", buttons),
    ):
        for command in _BAR_COMMANDS:
            ui.command_button(command, size=_BAR_BUTTON_SIZE_PX)
            imgui.same_line()
    room = pen.x - left_edge - wide - _RIGHT_MARGIN_PX
    if ui.study.timeline is None or room < _MIN_TIME_WIDTH_PX:
        return buttons
    time = Viewport(left_edge + wide, top, room, TRANSPORT_HEIGHT_PX)
    draw_transport_bar(ui, time, ui.study.timeline, large=True)
    return Viewport(left_edge, top, wide + room, TRANSPORT_HEIGHT_PX)


def black_out(size: imgui.ImVec2) -> None:
    """Cover the whole window, of a size in px, in black."""
    draw = imgui.get_foreground_draw_list()
    draw.add_rect_filled((0.0, 0.0), size, pack_colour((0.0, 0.0, 0.0, 1.0)))
