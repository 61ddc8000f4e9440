"""A field to type in what is wanted: a command, page, case, scene, map or number."""

from collections.abc import Callable
from typing import TypeVar

from imgui_bundle import imgui

from playground.gui.imgui_backend import colour
from playground.gui.panels.context import Ui, floating, whole_of
from playground.gui.panels.palette_items import FoundItem, choices, found, numbers
from playground.gui.widgets import localized
from playground.i18n import message
from playground.scene.camera import Viewport

T = TypeVar("T")

# How wide it is, how many rows fit below it, and how high each is.
_WIDTH = 560.0
ROWS = 10
ROW = 27.0
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


# ----------------------------------------------------------------------------


# Between what is found and what is said of it.
_APART = 24.0


class Palette:
    """Draws the field and what fits it; remembers what was typed and picked."""

    def __init__(self) -> None:
        self._text = ""
        self._picked = 0
        self._open = False

    def draw(self, ui: Ui, canvas: Viewport) -> None:
        """Draw it over the canvas while it is wanted."""
        wanted = ui.window_view.finding
        if wanted and not self._open:
            self._text, self._picked = "", 0
        opened, self._open = wanted and not self._open, wanted
        if not wanted:
            return
        chosen, left = over_canvas(
            "##palette", canvas, lambda: self._field(ui, opened=opened)
        )
        if chosen or (left and not opened):
            ui.look(finding=False)
        if chosen:
            ui.act(chosen.act)

    def _field(self, ui: Ui, *, opened: bool) -> FoundItem | None:
        """Draw what is in the window; return what was chosen."""
        if opened:
            imgui.set_keyboard_focus_here()
        imgui.set_next_item_width(-1)
        changed, self._text = localized.input_text_with_hint(
            "##wanted", "Command, page, case, scene, map, or radius 2.5", self._text
        )
        if changed:
            self._picked = 0
        fitting = [
            *numbers(self._text, ui),
            *found(self._text, choices(ui)),
        ]
        moved = self._keys(len(fitting))
        clicked = self._list(ui, fitting, moved=moved)
        entered = any(imgui.is_key_pressed(key) for key in ENTER)
        if entered and fitting and not opened:
            return fitting[self._picked]
        return clicked

    def _keys(self, count: int) -> bool:
        """Follow the arrow keys; return whether the choice moved."""
        down = imgui.is_key_pressed(imgui.Key.down_arrow)
        up = imgui.is_key_pressed(imgui.Key.up_arrow)
        self._picked = (self._picked + down - up) % max(count, 1)
        return bool(down or up)

    def _list(
        self, ui: Ui, fitting: list[FoundItem], *, moved: bool
    ) -> FoundItem | None:
        if not fitting:
            localized.text_disabled(message("No match"))
            return None
        clicked = None
        tall = ROW * min(len(fitting), ROWS)
        if imgui.begin_child("##choices", imgui.ImVec2(0, tall)):
            for number, choice in enumerate(fitting):
                if self._row(ui, number, choice):
                    clicked = choice
                if moved and number == self._picked:
                    imgui.set_scroll_here_y(0.5)
        imgui.end_child()
        return clicked

    def _row(self, ui: Ui, number: int, choice: FoundItem) -> bool:
        lit = number == self._picked
        size = imgui.ImVec2(0, ROW - imgui.get_style().item_spacing.y)
        middle = imgui.ImVec2(0.0, 0.5)
        imgui.push_style_var(imgui.StyleVar_.selectable_text_align, middle)
        # What the pointer moves over is what is picked: one row is lit, not two.
        tone = imgui.Col_.header if lit else imgui.Col_.popup_bg
        imgui.push_style_color(
            imgui.Col_.header_hovered, imgui.get_style_color_vec4(tone)
        )
        room = imgui.get_content_region_avail().x
        pressed = localized.selectable(choice.title, lit, 0, size, name=f"{number}")[0]
        imgui.pop_style_color()
        imgui.pop_style_var()
        delta = imgui.get_io().mouse_delta
        if imgui.is_item_hovered() and (delta.x or delta.y):
            self._picked = number
        if choice.beside:
            free = room - localized.calc_text_size(choice.title).x - _APART
            beside = localized.shortened(choice.beside, free)
            imgui.same_line(room - localized.calc_text_size(beside).x - 6)
            imgui.push_style_color(imgui.Col_.text, colour(ui.theme.text_muted))
            localized.text(beside)
            imgui.pop_style_color()
            whole_of(choice.beside, free)
        return bool(pressed)
