"""Top bar with buttons, the mode switch and the menu; and the context menu."""

from collections.abc import Sequence
from pathlib import Path

from imgui_bundle import imgui

from playground.gui import imgui_fonts
from playground.gui.commands import registry
from playground.gui.imgui_backend import push_style
from playground.gui.panels.context import (
    WORD_BUTTON_HEIGHT_PX,
    CommandButtonState,
    Ui,
    command_button_states,
)
from playground.gui.panels.inspector import draw_case_choice
from playground.gui.view_state import WindowRequest
from playground.gui.widgets import localized
from playground.gui.window_layout import TOP_BAR_HEIGHT_PX
from playground.i18n import message
from playground.scene import params as parameters
from playground.scene.camera import Viewport
from playground.scene.params import Params
from playground.session.files import FilePurpose
from playground.session.session import Session
from playground.session.texts import case_label
from playground.session.view.pointer_controls import MenuRequest

_BUTTON_GAP_PX = 8.0
_TOOL_GAP_PX = 4.0
_SIDE_MARGIN_PX = 16.0
_MODES = (message("Simple"), message("All tools"))
_MODE_HELP = (
    registry.SIMPLE.help,
    message("All tools: every panel and every tool (F2)"),
)
_MODE_PADDING_PX = 14.0
_MORE_MENU_ID = "##more"
_MAX_CASE_WIDTH_PX = 320.0


def draw_top_bar(ui: Ui, place: Viewport) -> None:
    """Draw the bar; tools that do not fit are only in the menu.

    Buttons keep their positions; those of disabled commands are dimmed.
    """
    lesson = registry.CLOSE_LESSON if ui.session.lesson else registry.LESSON
    words = lesson, registry.MAP, registry.YOUR_CODE, registry.PRESENT
    simple = ui.window_view.simple
    tools = () if simple else registry.TOOLS
    states = command_button_states(ui, *words, *tools)
    case = simple and (case_label(ui.study), ui.study.entry, _is_case_free(ui))
    ui.gui.try_reuse_panel("bar", place, (states, case))
    margins, gaps = (_SIDE_MARGIN_PX, 0.0), (_BUTTON_GAP_PX, 0.0)
    with (
        push_style(window_padding=margins, item_spacing=gaps),
        ui.panel("bar", place) as is_drawn,
    ):
        if is_drawn:
            _draw_bar(ui, place, states[: len(words)], states[len(words) :])


def _draw_bar(
    ui: Ui,
    place: Viewport,
    words: Sequence[CommandButtonState],
    tools: Sequence[CommandButtonState],
) -> None:
    ui.draw_panel_edge(place)
    imgui.set_cursor_pos_y((place.height - WORD_BUTTON_HEIGHT_PX) / 2)
    for number, state in enumerate(words):
        ui.word_button(state, "" if number else imgui_fonts.LESSON)
        imgui.same_line()
    left_edge = imgui.get_cursor_pos_x()
    modes = _mode_widths(ui)
    switch = place.width - _SIDE_MARGIN_PX - sum(modes)
    right = switch - _BUTTON_GAP_PX - WORD_BUTTON_HEIGHT_PX
    if ui.window_view.simple:
        _draw_case_choice(ui, left_edge, right)
    _draw_tools(ui, tools, left_edge, right)
    imgui.same_line(right)
    _draw_more_menu(ui)
    imgui.same_line(switch)
    _draw_mode_switch(ui, modes)


def _is_case_free(ui: Ui) -> bool:
    return ui.session.lesson is None and not ui.study.options.has_question


def _draw_case_choice(ui: Ui, left: float, right: float) -> None:
    """Draw the list of cases, which replaces the tools in simple mode."""
    wide = min(right - left - 2.0 * _BUTTON_GAP_PX, _MAX_CASE_WIDTH_PX)
    imgui.same_line(right - _BUTTON_GAP_PX - wide)
    imgui.set_cursor_pos_y((TOP_BAR_HEIGHT_PX - imgui.get_frame_height()) / 2)
    imgui.begin_disabled(not _is_case_free(ui))
    draw_case_choice(ui, wide)
    imgui.end_disabled()
    if not _is_case_free(ui):
        ui.show_tooltip("A lesson or a quiz is open.")


def _draw_tools(
    ui: Ui, tools: Sequence[CommandButtonState], left: float, right: float
) -> None:
    room = int(
        (right - left - _BUTTON_GAP_PX) // (WORD_BUTTON_HEIGHT_PX + _TOOL_GAP_PX)
    )
    shown_tools = tools[: max(room, 0)]
    for number, state in enumerate(shown_tools):
        imgui.same_line(
            right - (len(shown_tools) - number) * (WORD_BUTTON_HEIGHT_PX + _TOOL_GAP_PX)
        )
        ui.state_button(state, size=WORD_BUTTON_HEIGHT_PX)


def _mode_widths(ui: Ui) -> list[float]:
    return [ui.gui.measure(word, 15.0)[0] + 2 * _MODE_PADDING_PX for word in _MODES]


def _draw_mode_switch(ui: Ui, widths: list[float]) -> None:
    """Draw the switch between the two modes."""
    theme = ui.theme
    for number, word in enumerate(_MODES):
        if number:
            imgui.same_line(0.0, 0.0)
        is_on, size = ui.window_view.simple == (number == 0), widths[number]
        with push_style(
            frame_rounding=8.0,
            button=theme.accent if is_on else theme.panel_alt,
            button_hovered=theme.accent if is_on else theme.hover,
            text=theme.accent_text if is_on else theme.text,
        ):
            is_pressed = localized.button(word, (size, WORD_BUTTON_HEIGHT_PX))
        if is_pressed and not is_on:
            ui.enqueue_action(registry.SIMPLE.act)
        ui.show_tooltip(_MODE_HELP[number])


def _draw_more_menu(ui: Ui) -> None:
    """Draw the menu of all commands in groups."""
    if ui.icon_button(imgui_fonts.MORE, "All commands", size=WORD_BUTTON_HEIGHT_PX):
        imgui.open_popup(_MORE_MENU_ID)
    corner, pivot = imgui.get_item_rect_max(), (1.0, 0.0)
    below = (corner.x, corner.y + 4.0)
    imgui.set_next_window_pos(below, imgui.Cond_.always, pivot)
    with push_style(window_padding=(12, 10), item_spacing=(8, 7)):
        if imgui.begin_popup(_MORE_MENU_ID):
            for name, commands in registry.GROUPS.items():
                if not localized.begin_menu(name):
                    continue
                for command in commands:
                    ui.draw_menu_command(command)
                    if command is registry.OPEN:
                        _draw_recent_files(ui)
                imgui.end_menu()
            # Otherwise Esc would only close a submenu, which hovering opens again.
            flags = imgui.HoveredFlags_.root_and_child_windows
            flags |= imgui.HoveredFlags_.allow_when_blocked_by_popup
            rests = imgui.is_window_hovered(flags)
            if rests and imgui.is_key_pressed(imgui.Key.escape):
                imgui.close_current_popup()
            imgui.end_popup()


def _draw_recent_files(ui: Ui) -> None:
    """Draw the menu of recent files."""
    if not (ui.session.recent_files and localized.begin_menu("Open a recent file")):
        return
    for path in map(Path, ui.session.recent_files):
        # File names are not translated.
        if imgui.menu_item(f"{path.name}##{path}", "", False)[0]:
            ui.update_window_view(
                chosen=(FilePurpose.OPEN, path), request=WindowRequest.USE_CHOSEN
            )
        ui.show_tooltip(str(path))
    imgui.end_menu()


# ----------------------------------------------------------------------------
# The context menu of a handle, a shape or the canvas.
# ----------------------------------------------------------------------------


_CONTEXT_MENU_ID = "##menu"
_CONTEXT_COMMANDS = (
    registry.PRESENT_NEXT,
    registry.PRESENT_BACK,
    registry.END_PRESENTATION,
    registry.COPY,
    registry.LINK,
    registry.PYTHON,
    registry.TEST,
    *registry.LITERALS,
    registry.PICTURE,
    registry.FIT,
    registry.RESET,
    registry.UNDO,
    registry.REDO,
    registry.MAP,
    registry.CURVE,
    registry.MAGNIFIER,
)


def draw_context_menu(ui: Ui) -> None:
    """Draw the context menu while it is open."""
    request = ui.controls.menu_request
    if request is None:
        return
    if request.fresh:
        imgui.open_popup(_CONTEXT_MENU_ID)
        imgui.set_next_window_pos(imgui.ImVec2(*request.at))
        request.fresh = False
    with push_style(window_padding=(12, 10)):
        if imgui.begin_popup(_CONTEXT_MENU_ID):
            if request.context_id == ui.session.context_id:
                _draw_menu_items(ui, request)
            else:
                # The scene of the menu is no longer displayed.
                imgui.close_current_popup()
            imgui.end_popup()
        else:
            ui.controls.menu_request = None


def _draw_menu_items(ui: Ui, request: MenuRequest) -> None:
    if request.key and imgui.is_window_appearing():
        imgui.set_keyboard_focus_here()
    elif request.key:
        # Show the keyboard cursor even if the pointer is on another item.
        imgui.internal.set_nav_cursor_visible_after_move()
        request.key = False
    if request.draw_items:
        request.draw_items(ui)
        return
    if request.name:
        _draw_parameter_items(ui, request)
        if request.index is None:
            return
        imgui.separator()
    if request.cell:
        _draw_cell_items(ui, request.cell)
        imgui.separator()
    for command in _CONTEXT_COMMANDS:
        ui.draw_menu_command(command)


def _draw_parameter_items(ui: Ui, request: MenuRequest) -> None:
    """Draw the items for the parameter of the clicked handle or field."""
    name, index = request.name, request.index
    spec = parameters.parameters_of(type(ui.study.params))[name]
    label, value = spec.label, getattr(ui.study.params, name)
    ui.write_muted(label)
    if localized.menu_item(message("Copy {label}", label=label)):
        imgui.set_clipboard_text(repr(ui.session.units.show_value(spec, value)))
        ui.enqueue(Session.set_notice, message("Copied {label}", label=label))
    if localized.menu_item(
        message("Back to the case's value"), message("double click")
    ):
        ui.enqueue(Session.reset_value, name)
    if index is not None and localized.menu_item("Snap to the grid"):
        ui.enqueue_action(lambda s, c, w: c.snap_handle(name, index))


def _draw_cell_items(ui: Ui, cell: Params) -> None:
    """Draw the items for the clicked cell of a map."""
    if ui.study.entry.resolve(cell)[0].query is None:
        return
    ui.draw_copy_items(
        message("Copy this place as Python"),
        message("Copy this place as a test"),
        cell,
        message("this place"),
    )
