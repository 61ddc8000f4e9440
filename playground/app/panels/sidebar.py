"""The list of scenes on the left, and the buttons for the whole program."""

from imgui_bundle import imgui

from playground.app.panels.common import (
    Ui,
    bold,
    command_button,
    command_row,
    hint,
    muted,
    panel,
)
from playground.app.panels.imgui_window import packed
from playground.app.panels.layout import RAIL
from playground.app.panels.window_commands import (
    COPY,
    FIND,
    FULL_SCREEN,
    KEYS,
    OPEN,
    PICTURE,
    PRESENT,
    RECORD,
    SAVE,
    THEME,
)
from playground.scene.camera import Viewport
from playground.study.session import Session

_ROW = 58.0
_MARGIN = 8.0
_ROWS = (FIND, PRESENT, FULL_SCREEN, THEME, KEYS), (OPEN, SAVE, COPY, PICTURE, RECORD)
# Five buttons of a row take all of the width.
_GAP = 5.0
# The rail has room for the most important ones.
_RAIL = (FIND, PRESENT, THEME, KEYS)
# Room for the buttons below the list.
_BUTTONS, _RAIL_BUTTONS = 123.0, 39.0 * len(_RAIL) + 14.0


def sidebar(ui: Ui, place: Viewport) -> None:
    """Draw the sidebar; as a rail it has room for numbers only."""
    rail = place.width <= RAIL
    with panel("scenes", place):
        if not rail:
            bold(ui, "Geometry", 19.0)
            imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() - 6)
            bold(ui, "Playground", 19.0)
            if file := ui.facts.file:
                muted(ui, file)
            imgui.dummy(imgui.ImVec2(0, 10))
        below = _RAIL_BUTTONS if rail else _BUTTONS
        room = place.height - imgui.get_cursor_pos_y() - below
        # The rows' own ground reaches a little beyond their words.
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() - _MARGIN)
        imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(_MARGIN, 0.0))
        size = imgui.ImVec2(imgui.get_content_region_avail().x + _MARGIN, room)
        padded = imgui.ChildFlags_.always_use_window_padding
        padded |= imgui.ChildFlags_.nav_flattened
        if imgui.begin_child("##scenes", size, padded):
            for index in range(len(ui.facts.entries)):
                _entry(ui, index, rail=rail)
        imgui.end_child()
        imgui.pop_style_var()
        _buttons(ui, place.height - below, rail=rail)


def _entry(ui: Ui, index: int, *, rail: bool) -> None:
    theme, scene = ui.theme, ui.facts.entries[index]
    open_now = index == ui.facts.index
    at = imgui.get_cursor_screen_pos()
    width = imgui.get_content_region_avail().x
    size, steered = imgui.ImVec2(width, _ROW), imgui.ButtonFlags_.enable_nav
    if imgui.invisible_button(f"##{scene.id}", size, steered):
        ui.do(Session.open, index)
    tone = theme.active if open_now else theme.hover
    draw = imgui.get_window_draw_list()
    low = imgui.ImVec2(at.x - _MARGIN, at.y)
    high = imgui.ImVec2(at.x + width + _MARGIN, at.y + _ROW)
    if open_now or imgui.is_item_hovered():
        draw.add_rect_filled(low, high, packed(tone), 8.0)
    if open_now:
        mark = imgui.ImVec2(low.x + 3, high.y - 14)
        top = imgui.ImVec2(low.x, low.y + 14)
        draw.add_rect_filled(top, mark, packed(theme.accent), 2.0)
    if rail:
        hint(scene.title)
        _number(ui, str(index + 1), imgui.ImVec2(at.x + width / 2, at.y + _ROW / 2))
    else:
        _titles(ui, scene.title, scene.source.name if scene.source else "", at)
        if imgui.is_item_hovered() and ui.gui.measure(scene.title, 15.0)[0] > width:
            hint(scene.title)


def _number(ui: Ui, text: str, middle: imgui.ImVec2) -> None:
    width, height = ui.gui.measure(text, 19.0)
    place = imgui.ImVec2(middle.x - width / 2, middle.y - height / 2)
    draw = imgui.get_window_draw_list()
    draw.add_text(ui.gui.fonts.bold, 19.0, place, packed(ui.theme.text), text)


def _titles(ui: Ui, title: str, below: str, at: imgui.ImVec2) -> None:
    draw, theme = imgui.get_window_draw_list(), ui.theme
    place = imgui.ImVec2(at.x + 4, at.y + (10 if below else _ROW / 2 - 9))
    draw.add_text(ui.gui.fonts.body, 15.0, place, packed(theme.text), title)
    place = imgui.ImVec2(at.x + 4, at.y + 31)
    draw.add_text(ui.gui.fonts.body, 13.0, place, packed(theme.text_muted), below)


def _buttons(ui: Ui, top: float, *, rail: bool) -> None:
    imgui.set_cursor_pos_y(top)
    if rail:
        for command in _RAIL:
            command_button(ui, command)
    else:
        for commands in _ROWS:
            command_row(ui, *commands, gap=_GAP)
        muted(ui, "Ctrl+P finds, F1 shows the keys")
