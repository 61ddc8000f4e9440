"""Start page of user code: new file, file, example or engine."""

from typing import Any

from imgui_bundle import imgui

from playground.gui.imgui_backend import push_style
from playground.gui.panels.context import Ui
from playground.gui.view_state import WindowRequest
from playground.gui.widgets import localized
from playground.gui.widgets.numbers import widen_click_area
from playground.i18n import message
from playground.scene.query import Query
from playground.session import user_code

_OPEN_BUTTON_WIDTH_PX = 74.0
_ENGINE_LIST_WIDTH_PX = 130.0
_BUTTON_GAP_PX = 6.0
_MAX_RECENT_ROWS = 3
_BUTTONS = {
    WindowRequest.NEW_CODE: (
        message("New file"),
        message(
            "Write a working function for you to change to a new file in your folder "
            "Geometry Playground, and open it in your editor"
        ),
    ),
    WindowRequest.CHOOSE_CODE: (
        message("Choose file…"),
        message("Open a Python file; you can also drop it on the window"),
    ),
    WindowRequest.EXAMPLE_CODE: (
        message("Example with a bug"),
        message("Open a short function with one mistake: find it"),
    ),
}


def draw_user_code_start(ui: Ui, query: Query[Any, Any]) -> None:
    """Draw the signature of the function, and the ways to open code."""
    from playground.judge.code_template import (  # slow to import
        arguments_text,
        returns_text,
        signature_text,
    )

    imgui.dummy((0, 2))
    ui.write_code(ui.wrap_code(signature_text(query)), ui.theme.text)
    # Names in code are not symbols.
    with push_style(ui.gui.fonts.body, 13.0, text=ui.theme.text_muted):
        localized.text_wrapped(arguments_text(query))
        localized.text_wrapped(returns_text(query))
    imgui.dummy((0, 2))
    _draw_buttons(ui, query)
    recent = [text for text in ui.session.recent_files if text.endswith(".py")]
    if path := ui.select_recent_file(recent[:_MAX_RECENT_ROWS]):
        _open(ui, str(path))
    _draw_field(ui)
    judged = ui.session.open_scene.user_code
    if ui.session.open_scene.code_failure:
        ui.write_warning(ui.session.open_scene.code_failure)
    elif judged and not judged.failure:
        ui.write_muted(message("Opening {code}", code=judged.text))
    ui.write_muted(
        "It runs in a separate process, with your permissions, like any script."
    )


def _draw_buttons(ui: Ui, query: Query[Any, Any]) -> None:
    from playground.judge.code_template import example_text

    for request, (label, help_text) in _BUTTONS.items():
        if request is WindowRequest.EXAMPLE_CODE and not example_text(query):
            continue
        padding = 2.0 * imgui.get_style().frame_padding.x
        _break_line(localized.calc_text_size(label).x + padding)
        if localized.button(label):
            ui.update_window_view(request=request)
        ui.show_tooltip(help_text)
        imgui.same_line(0.0, _BUTTON_GAP_PX)
    _draw_engines(ui, query)


def _break_line(wide: float) -> None:
    """Begin a new line if `wide` px do not fit into this one."""
    if imgui.get_content_region_avail().x < wide:
        imgui.new_line()


def _draw_engines(ui: Ui, query: Query[Any, Any]) -> None:
    from playground.judge.engines.contracts import CONTRACTS

    names = {n: x.name for n, x in CONTRACTS.items() if query.name in x.queries}
    if not names:
        imgui.new_line()
        return
    _break_line(_ENGINE_LIST_WIDTH_PX)
    imgui.set_next_item_width(_ENGINE_LIST_WIDTH_PX)
    hints = {name: CONTRACTS[name].install for name in names}
    engine = message("Engine")
    choice = ui.drop_down("##engine", engine, names, None, hints.__getitem__)
    ui.show_tooltip("Test a physics engine or a geometry library that is installed")
    if choice:
        _open(ui, f"engine:{choice}")


def _draw_field(ui: Ui) -> None:
    """Draw the field for a path or an engine's name."""
    wide = imgui.get_content_region_avail().x
    imgui.set_next_item_width(wide - _OPEN_BUTTON_WIDTH_PX)
    hint = message("FILE.py, FILE.py:FUNCTION or engine:NAME")
    room = localized.field_text_width()
    with widen_click_area():
        flags = imgui.InputTextFlags_.enter_returns_true
        is_entered, text = localized.input_text_with_hint(
            "##own", hint, ui.widgets.user_code_text, flags
        )
    ui.widgets.user_code_text = text
    ui.show_cut_text(hint, room)
    imgui.same_line()
    is_pressed = localized.button("Open", (-1, 0))
    if (is_entered or is_pressed) and text.strip():
        ui.enqueue(user_code.open_user_code, text)


def _open(ui: Ui, text: str) -> None:
    ui.widgets.user_code_text = text
    ui.enqueue(user_code.open_user_code, text)
