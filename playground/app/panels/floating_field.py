"""A field over the canvas until something is chosen, or pressed beside it."""

from collections.abc import Callable
from typing import TypeVar

from imgui_bundle import imgui

from playground.app.panels.common import floating
from playground.scene.camera import Viewport

T = TypeVar("T")

# How wide it is, how many rows fit below it, and how high each is.
_WIDTH, ROWS, ROW = 560.0, 10, 27.0
ENTER = (imgui.Key.enter, imgui.Key.keypad_enter)


def over_canvas(name: str, canvas: Viewport, fill: Callable[[], T]) -> tuple[T, bool]:
    """Draw the window of that name; return what filling it gave.

    Beside it: whether a button of the mouse was pressed somewhere else.
    """
    with floating(name, canvas, canvas.y + 24, _WIDTH):
        found = fill()
        inside = imgui.is_window_hovered(
            imgui.HoveredFlags_.root_and_child_windows
            | imgui.HoveredFlags_.allow_when_blocked_by_active_item
        )
    return found, imgui.is_mouse_clicked(0) and not inside
