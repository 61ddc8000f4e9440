"""The menu that a click of the right button opens: on a handle or shape, or beside."""

from imgui_bundle import imgui

from playground.app.panels import commands, worded
from playground.app.panels.command import Command
from playground.app.panels.common import Ui, muted
from playground.language import message
from playground.scene import params as parameters
from playground.scene.params import Params
from playground.study.session import Session
from playground.study.state_as_code import copy_code
from playground.study.view.mouse import Asked

_NAME = "##menu"
_HERE = (
    commands.COPY,
    commands.LINK,
    commands.PYTHON,
    commands.TEST,
    commands.PICTURE,
    commands.FIT,
    commands.RESET,
    commands.UNDO,
    commands.REDO,
    commands.MAP,
    commands.CURVE,
    commands.LOUPE,
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
    if _item(message("Copy {label}", label=label)):
        imgui.set_clipboard_text(repr(getattr(ui.study.params, name)))
        ui.do(Session.say, message("Copied {label}", label=label))
    if _item(message("Back to the case's value"), message("double click")):
        ui.do(Session.reset_value, name)
    if _item(message("Snap to the grid")):
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
        if _item(words):
            ui.do(copy_code, write, test=test, at=cell, named=message("this place"))


def _command(ui: Ui, command: Command) -> None:
    if not command.there(ui):
        return
    name = command.keys[0].name if command.keys else ""
    if _item(command.title, name, on=command.on(ui), can=command.can(ui)):
        ui.act(command.act)


def _item(title: str, beside: str = "", *, on: bool = False, can: bool = True) -> bool:
    return bool(worded.menu_item(title, beside, on, can)[0])
