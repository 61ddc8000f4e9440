"""The bar over the figure: the four ways in as words, and how much there is to see."""

from collections.abc import Sequence

from imgui_bundle import imgui

from playground.app.panels import icons, worded
from playground.app.panels.command import Command
from playground.app.panels.commands import (
    CLOSE_LESSON,
    COPY,
    CURVE,
    FIT,
    FULL_SCREEN,
    GROUPS,
    KEYS,
    LESSON,
    MAP,
    NEW_LESSON,
    OPEN,
    PICTURE,
    PRESENT,
    RECORD,
    REDO,
    RESET,
    SAVE,
    SIMPLE,
    THEME,
    UNDO,
    YOUR_CODE,
)
from playground.app.panels.common import (
    WORD_BUTTON,
    CommandLook,
    Ui,
    hint,
    icon_button,
    look_button,
    looks,
    panel,
    rule_below,
    word_button,
)
from playground.app.panels.imgui_window import colour
from playground.language import message
from playground.scene.camera import Viewport

_GAP, _NARROW, _SIDE = 8.0, 4.0, 16.0
_MODES = (message("Simple"), message("All tools"))
_PADDING = 14.0
_MENU = "##more"
# Those that have room are in the bar, the first first; all are in the menu.
_TOOLS = (
    UNDO, REDO, RESET, FIT, CURVE, SAVE, OPEN, THEME, NEW_LESSON, COPY, PICTURE, RECORD,
    KEYS, FULL_SCREEN,
)  # fmt: skip


def top_bar(ui: Ui, place: Viewport) -> None:
    """Draw the bar; without room for a tool it is in the menu, where all are."""
    imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(_SIDE, 0.0))
    imgui.push_style_var(imgui.StyleVar_.item_spacing, imgui.ImVec2(_GAP, 0.0))
    lesson, simple = CLOSE_LESSON if ui.facts.walk else LESSON, ui.window_view.simple
    words = looks(ui, lesson, MAP, YOUR_CODE, PRESENT)
    tools = () if simple else looks(ui, *_TOOLS)
    ui.gui.stays("bar", place, (words, tools, simple))
    with panel("bar", place) as drawn:
        if drawn:
            _bar(ui, place, words, tools)
    imgui.pop_style_var(2)


def _bar(
    ui: Ui,
    place: Viewport,
    words: Sequence[CommandLook],
    tools: Sequence[CommandLook],
) -> None:
    rule_below(ui, place)
    imgui.set_cursor_pos_y((place.height - WORD_BUTTON) / 2)
    for look in words:
        word_button(ui, look)
        imgui.same_line()
    left = imgui.get_cursor_pos_x()
    modes = _modes_widths(ui)
    switch = place.width - _SIDE - sum(modes)
    right = switch - _GAP - WORD_BUTTON
    _tools(ui, tools, left, right)
    imgui.same_line(right)
    _more(ui)
    imgui.same_line(switch)
    _modes(ui, modes)


def _tools(ui: Ui, tools: Sequence[CommandLook], left: float, right: float) -> None:
    room = int((right - left - _GAP) // (WORD_BUTTON + _NARROW))
    shown = [look for look in tools if look.there][: max(room, 0)]
    for number, look in enumerate(shown):
        imgui.same_line(right - (len(shown) - number) * (WORD_BUTTON + _NARROW))
        look_button(ui, look, size=WORD_BUTTON)


def _modes_widths(ui: Ui) -> list[float]:
    return [ui.gui.measure(word, 15.0)[0] + 2 * _PADDING for word in _MODES]


def _modes(ui: Ui, widths: list[float]) -> None:
    """Draw the two modes as one switch, the present one filled."""
    theme = ui.theme
    imgui.push_style_var(imgui.StyleVar_.frame_rounding, 8.0)
    for number, word in enumerate(_MODES):
        if number:
            imgui.same_line(0.0, 0.0)
        on = ui.window_view.simple == (number == 0)
        back = theme.accent if on else theme.panel_alt
        tone = theme.accent_text if on else theme.text
        imgui.push_style_color(imgui.Col_.button, colour(back))
        imgui.push_style_color(imgui.Col_.text, colour(tone))
        if on:
            imgui.push_style_color(imgui.Col_.button_hovered, colour(back))
        if worded.button(word, imgui.ImVec2(widths[number], WORD_BUTTON)) and not on:
            ui.act(SIMPLE.act)
        imgui.pop_style_color(3 if on else 2)
        hint(SIMPLE.help)
    imgui.pop_style_var()


def _more(ui: Ui) -> None:
    """Draw the menu of everything that can be done, in its groups."""
    if icon_button(ui, icons.MORE, "Everything that can be done", size=WORD_BUTTON):
        imgui.open_popup(_MENU)
    corner, pivot = imgui.get_item_rect_max(), imgui.ImVec2(1.0, 0.0)
    below = imgui.ImVec2(corner.x, corner.y + 4.0)
    imgui.set_next_window_pos(below, imgui.Cond_.always, pivot)
    imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(12, 10))
    imgui.push_style_var(imgui.StyleVar_.item_spacing, imgui.ImVec2(8, 7))
    if imgui.begin_popup(_MENU):
        for name, commands in GROUPS.items():
            if worded.begin_menu(name):
                for command in commands:
                    _item(ui, command)
                imgui.end_menu()
        # Else what the pointer rests on would open again.
        flags = imgui.HoveredFlags_.root_and_child_windows
        flags |= imgui.HoveredFlags_.allow_when_blocked_by_popup
        rests = imgui.is_window_hovered(flags)
        if rests and imgui.is_key_pressed(imgui.Key.escape):
            imgui.close_current_popup()
        imgui.end_popup()
    imgui.pop_style_var(2)


def _item(ui: Ui, command: Command) -> None:
    if not command.there(ui):
        return
    key = command.keys[0].name if command.keys else ""
    if worded.menu_item(command.title, key, command.on(ui), command.can(ui))[0]:
        ui.act(command.act)
