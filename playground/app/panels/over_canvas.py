"""A field over the canvas until something is chosen, or pressed beside it."""

from collections.abc import Callable
from typing import TypeVar

from imgui_bundle import imgui

from playground.view.camera import Viewport

T = TypeVar("T")

# How wide it is, how many rows fit below it, and how high each is.
_WIDTH, ROWS, ROW = 560.0, 10, 27.0
ENTER = (imgui.Key.enter, imgui.Key.keypad_enter)


def over_canvas(name: str, canvas: Viewport, fill: Callable[[], T]) -> tuple[T, bool]:
    """Draw the window of that name; return what filling it gave.

    Beside it: whether a button of the mouse was pressed somewhere else.
    """
    place = imgui.ImVec2(canvas.center[0], canvas.y + 24)
    imgui.set_next_window_pos(place, imgui.Cond_.always, imgui.ImVec2(0.5, 0.0))
    imgui.set_next_window_size(imgui.ImVec2(min(_WIDTH, canvas.width - 16), 0))
    imgui.push_style_var(imgui.StyleVar_.window_rounding, 12.0)
    imgui.push_style_var(imgui.StyleVar_.window_border_size, 1.0)
    imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(12, 12))
    imgui.begin(name, None, imgui.WindowFlags_.no_decoration)
    found = fill()
    inside = imgui.is_window_hovered(
        imgui.HoveredFlags_.root_and_child_windows
        | imgui.HoveredFlags_.allow_when_blocked_by_active_item
    )
    imgui.end()
    imgui.pop_style_var(3)
    return found, imgui.is_mouse_clicked(0) and not inside
