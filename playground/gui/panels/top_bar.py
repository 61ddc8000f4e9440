"""The bar over the figure: the four ways in as words, and how much there is to see."""

from collections.abc import Sequence

from imgui_bundle import imgui

from playground.gui import fonts
from playground.gui.commands import registry
from playground.gui.commands.command import Command
from playground.gui.commands.registry import (
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
from playground.gui.imgui_backend import colour
from playground.gui.panels.context import (
    WORD_BUTTON,
    CommandLook,
    Ui,
    hint,
    icon_button,
    look_button,
    looks,
    muted,
    panel,
    rule_below,
    word_button,
)
from playground.gui.widgets import localized
from playground.i18n import message
from playground.scene import params as parameters
from playground.scene.camera import Viewport
from playground.scene.params import Params
from playground.session.session import Session
from playground.session.state_as_code import copy_code
from playground.session.view.pointer_controls import Asked

_GAP = 8.0
_NARROW = 4.0
_SIDE = 16.0
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
        if localized.button(word, imgui.ImVec2(widths[number], WORD_BUTTON)) and not on:
            ui.act(SIMPLE.act)
        imgui.pop_style_color(3 if on else 2)
        hint(SIMPLE.help)
    imgui.pop_style_var()


def _more(ui: Ui) -> None:
    """Draw the menu of everything that can be done, in its groups."""
    if icon_button(ui, fonts.MORE, "Everything that can be done", size=WORD_BUTTON):
        imgui.open_popup(_MENU)
    corner, pivot = imgui.get_item_rect_max(), imgui.ImVec2(1.0, 0.0)
    below = imgui.ImVec2(corner.x, corner.y + 4.0)
    imgui.set_next_window_pos(below, imgui.Cond_.always, pivot)
    imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(12, 10))
    imgui.push_style_var(imgui.StyleVar_.item_spacing, imgui.ImVec2(8, 7))
    if imgui.begin_popup(_MENU):
        for name, commands in GROUPS.items():
            if localized.begin_menu(name):
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
    if localized.menu_item(command.title, key, command.on(ui), command.can(ui))[0]:
        ui.act(command.act)


# ----------------------------------------------------------------------------
# The menu that a click of the right button opens: on a handle or shape, or beside.
# ----------------------------------------------------------------------------


_NAME = "##menu"
_HERE = (
    registry.COPY,
    registry.LINK,
    registry.PYTHON,
    registry.TEST,
    registry.PICTURE,
    registry.FIT,
    registry.RESET,
    registry.UNDO,
    registry.REDO,
    registry.MAP,
    registry.CURVE,
    registry.LOUPE,
)


def menu(ui: Ui) -> None:
    """Draw the menu while it is open; open it where it was asked for."""
    asked = ui.controls.asked
    if asked is None:
        return
    if asked.fresh:
        imgui.open_popup(_NAME)
        imgui.set_next_window_pos(imgui.ImVec2(*asked.at))
        asked.fresh = False
    imgui.push_style_var(imgui.StyleVar_.window_padding, imgui.ImVec2(12, 10))
    if imgui.begin_popup(_NAME):
        if asked.stage == ui.facts.stage:
            _items(ui, asked)
        else:
            # What it was asked of is on show no more.
            imgui.close_current_popup()
        imgui.end_popup()
    else:
        ui.controls.asked = None
    imgui.pop_style_var()


def _items(ui: Ui, asked: Asked) -> None:
    if asked.key and imgui.is_window_appearing():
        imgui.set_keyboard_focus_here()
    elif asked.key:
        # Now it is there, also where the pointer lies on another item.
        imgui.internal.set_nav_cursor_visible_after_move()
        asked.key = False
    if asked.name:
        _of_parameter(ui, asked)
        imgui.separator()
    if asked.cell:
        _of_cell(ui, asked.cell)
        imgui.separator()
    for command in _HERE:
        _command(ui, command)


def _of_parameter(ui: Ui, asked: Asked) -> None:
    """Draw what can be done to the parameter whose handle was clicked."""
    name, index = asked.name, asked.index
    label = parameters.specs(type(ui.study.params))[name].label
    muted(ui, label)
    if _menu_item(message("Copy {label}", label=label)):
        imgui.set_clipboard_text(repr(getattr(ui.study.params, name)))
        ui.do(Session.say, message("Copied {label}", label=label))
    if _menu_item(message("Back to the case's value"), message("double click")):
        ui.do(Session.reset_value, name)
    if _menu_item(message("Snap to the grid")):
        ui.act(lambda s, c, w: c.snap(name, index))


def _of_cell(ui: Ui, cell: Params) -> None:
    """Draw what can be done to the place of a map that was clicked."""
    write = imgui.set_clipboard_text
    if ui.study.entry.at(cell)[0].query is None:
        return
    for words, test in (
        (message("Copy this place as Python"), False),
        (message("Copy this place as a test"), True),
    ):
        if _menu_item(words):
            ui.do(copy_code, write, test=test, at=cell, named=message("this place"))


def _command(ui: Ui, command: Command) -> None:
    if not command.there(ui):
        return
    name = command.keys[0].name if command.keys else ""
    if _menu_item(command.title, name, on=command.on(ui), can=command.can(ui)):
        ui.act(command.act)


def _menu_item(
    title: str, beside: str = "", *, on: bool = False, can: bool = True
) -> bool:
    return bool(localized.menu_item(title, beside, on, can)[0])
