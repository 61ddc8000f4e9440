"""Command palette: a field to find commands, pages, cases, scenes, maps and numbers."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from imgui_bundle import imgui

from playground.gui.imgui_backend import push_style
from playground.gui.panels.context import Ui
from playground.gui.panels.palette_items import (
    PaletteItem,
    generate_palette_items,
    match_items,
    match_numbers,
)
from playground.gui.widgets import localized
from playground.gui.widgets.numbers import is_enter_pressed
from playground.i18n import message
from playground.scene.camera import Viewport

T = TypeVar("T")

_PALETTE_WIDTH_PX = 560.0
MAX_LIST_ROWS = 10
LIST_ROW_HEIGHT_PX = 27.0


def draw_over_canvas(
    ui: Ui, name: str, canvas: Viewport, fill: Callable[[], T]
) -> tuple[T, bool]:
    """Draw a floating window, named `name` in ImGui, over the canvas.

    Returns
    -------
    result : object
        The result of `fill`, which takes nothing and draws the content.
    is_clicked_outside : bool
        Whether a mouse button was pressed outside.
    """
    with ui.floating_window(name, canvas, canvas.y + 24, _PALETTE_WIDTH_PX):
        result = fill()
        inside = imgui.is_window_hovered(
            imgui.HoveredFlags_.root_and_child_windows
            | imgui.HoveredFlags_.allow_when_blocked_by_active_item
        )
    return result, imgui.is_mouse_clicked(0) and not inside


def move_selection(index: int | None, count: int) -> int | None:
    """Return the selected one of `count` rows, after the pressed arrow keys."""
    down = imgui.is_key_pressed(imgui.Key.down_arrow)
    step = down - imgui.is_key_pressed(imgui.Key.up_arrow)
    if not count or (index is None and not step):
        return index
    start = index if index is not None else -max(step, 0)
    return (start + step) % count


def draw_rows(
    name: str,
    rows: Sequence[T],
    draw_row: Callable[[int, T], bool],
    scroll_to: int | None,
) -> T | None:
    """Draw rows in a list that scrolls; return the clicked one, else None.

    `draw_row` takes a row's index and value, and returns whether it was clicked.
    """
    choice = None
    tall = LIST_ROW_HEIGHT_PX * min(len(rows), MAX_LIST_ROWS)
    if rows and imgui.begin_child(name, (0, tall)):
        for number, row in enumerate(rows):
            if draw_row(number, row):
                choice = row
            if number == scroll_to:
                imgui.set_scroll_here_y(0.5)
    if rows:
        imgui.end_child()
    return choice


# ----------------------------------------------------------------------------


# Between the title and the note of an item.
_TITLE_NOTE_GAP_PX = 24.0


class CommandPalette:
    """The palette's field and matches, with the typed text and the selected row."""

    def __init__(self) -> None:
        self._text = ""
        self._selected_index = 0
        self._is_open = False

    def draw(self, ui: Ui, canvas: Viewport) -> None:
        """Draw the palette over the canvas while it is open."""
        is_wanted = ui.window_view.finding
        if is_wanted and not self._is_open:
            self._text, self._selected_index = "", 0
        has_opened, self._is_open = is_wanted and not self._is_open, is_wanted
        if not is_wanted:
            return
        choice, has_left = draw_over_canvas(
            ui,
            "##palette",
            canvas,
            lambda: self._draw_field(ui, is_first_frame=has_opened),
        )
        if choice or (has_left and not has_opened):
            ui.update_window_view(finding=False)
        if choice:
            ui.enqueue_action(choice.act)

    def _draw_field(self, ui: Ui, *, is_first_frame: bool) -> PaletteItem | None:
        """Draw the field and its matches; return the chosen item, None for none."""
        if is_first_frame:
            imgui.set_keyboard_focus_here()
        imgui.set_next_item_width(-1)
        is_changed, self._text = localized.input_text_with_hint(
            "##wanted", "Command, page, case, scene, map, or radius 2.5", self._text
        )
        if is_changed:
            self._selected_index = 0
        fitting = [
            *match_numbers(self._text, ui),
            *match_items(self._text, generate_palette_items(ui)),
        ]
        index = self._selected_index
        self._selected_index = move_selection(index, len(fitting)) or 0
        scroll_to = self._selected_index if self._selected_index != index else None
        if not fitting:
            localized.text_disabled(message("No match"))
        draw_row = partial(self._draw_row, ui)
        clicked_choice = draw_rows("##choices", fitting, draw_row, scroll_to)
        if is_enter_pressed() and fitting and not is_first_frame:
            return fitting[self._selected_index]
        return clicked_choice

    def _draw_row(self, ui: Ui, number: int, choice: PaletteItem) -> bool:
        lit = number == self._selected_index
        size = (0, LIST_ROW_HEIGHT_PX - imgui.get_style().item_spacing.y)
        room = imgui.get_content_region_avail().x
        # The row under a moving pointer is selected: only one row is highlighted.
        tone = ui.theme.active if lit else ui.theme.panel
        with push_style(selectable_text_align=(0.0, 0.5), header_hovered=tone):
            is_pressed = localized.selectable(
                choice.title, lit, 0, size, name=f"{number}"
            )
        delta = imgui.get_io().mouse_delta
        if imgui.is_item_hovered() and (delta.x or delta.y):
            self._selected_index = number
        if choice.beside:
            free = room - localized.calc_text_size(choice.title).x - _TITLE_NOTE_GAP_PX
            side_text = localized.truncate_text(choice.beside, free)
            imgui.same_line(room - localized.calc_text_size(side_text).x - 6)
            with push_style(text=ui.theme.text_muted):
                localized.text(side_text)
            ui.show_cut_text(choice.beside, free)
        return is_pressed
