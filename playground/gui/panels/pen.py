"""The pen of a presented picture: what it has drawn, and the few buttons it has."""

from functools import partial

from imgui_bundle import imgui

from playground.gui.commands.registry import PEN, WIPE
from playground.gui.imgui_backend import packed
from playground.gui.panels.context import Ui, command_button, hint
from playground.gui.panels.presentation import OVER
from playground.gui.view_state import HandLine
from playground.i18n import message
from playground.render.stroke_style import markers
from playground.scene.camera import Viewport

# Of the window's least height, 600, this is 0.56 %.
_WIDTH = 3.4
Pair = tuple[float, float]
# The numbers of the axis stand at the lower edge.
_BUTTON = 32.0
_GAP = 6.0
_RIM = 14.0
_BELOW = 36.0
# The discs of the colours, and the ring about the one that is chosen.
_DISC = 8.0
_RING = 12.0


def drawn_lines(ui: Ui) -> None:
    """Draw all that was drawn by hand, over everything."""
    size = imgui.get_io().display_size
    draw = imgui.get_foreground_draw_list()
    tones = markers(ui.window_view.theme)
    for number, line in enumerate(ui.window_view.lines):
        of = line, size.x, size.y
        points = ui.widgets.kept(f"line {number}", of, partial(_points, *of))
        tone = packed(tones[line.colour])
        draw.add_polyline(points, tone, _WIDTH, 0)
        # Round ends; a touch that does not move is a dot.
        for end in (points[0], points[-1]):
            draw.add_circle_filled(end, _WIDTH / 2.0, tone)


def _points(
    line: HandLine, width: float, height: float
) -> list[imgui.ImVec2 | Pair | list[float]]:
    return [imgui.ImVec2(x, y) for x, y in line.smooth(width, height).tolist()]


def pen_tools(ui: Ui, canvas: Viewport) -> Viewport:
    """Draw the pen's buttons in the corner of the canvas; return where they are."""
    held, drawn = ui.window_view.pen, bool(ui.window_view.lines)
    tones = markers(ui.window_view.theme) if held else ()
    count = 1 + len(tones) + drawn
    wide = count * _BUTTON + (count - 1) * _GAP
    x = canvas.x + canvas.width - _RIM - wide
    y = canvas.y + canvas.height - _BELOW - _BUTTON
    imgui.set_next_window_pos(imgui.ImVec2(x, y))
    imgui.set_next_window_size(imgui.ImVec2(wide, _BUTTON))
    imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(0, 0))
    imgui.begin("pen", None, OVER)
    for number, tone in enumerate(tones):
        at = imgui.get_cursor_screen_pos()
        size = imgui.ImVec2(_BUTTON, _BUTTON)
        if imgui.invisible_button(f"##pen colour {number + 1}", size):
            ui.look(pen_colour=number)
        hint(message("Colour {number}", number=number + 1))
        draw = imgui.get_window_draw_list()
        middle = imgui.ImVec2(at.x + _BUTTON / 2.0, at.y + _BUTTON / 2.0)
        draw.add_circle_filled(middle, _DISC, packed(tone))
        if number == ui.window_view.pen_colour:
            draw.add_circle(middle, _RING, packed(ui.theme.text), 0, 2.0)
        imgui.same_line(0.0, _GAP)
    if drawn:
        command_button(ui, WIPE, size=_BUTTON)
        imgui.same_line(0.0, _GAP)
    command_button(ui, PEN, size=_BUTTON)
    imgui.end()
    imgui.pop_style_var()
    return Viewport(x - _GAP, y - _GAP, wide + 2.0 * _GAP, _BUTTON + 2.0 * _GAP)
