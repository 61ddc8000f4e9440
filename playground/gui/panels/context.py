"""Shared parts of panels: their context, windows, texts, tooltips and buttons."""

import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from functools import lru_cache
from itertools import islice
from typing import NamedTuple, TypeVar

from imgui_bundle import imgui

from playground.gui import imgui_fonts
from playground.gui.commands.command_types import (
    Action,
    Command,
    CommandContext,
    EnqueueSessionCall,
)
from playground.gui.imgui_backend import Gui, pack_colour, push_style
from playground.gui.panels.thumbnails import Thumbnails
from playground.gui.widgets import localized
from playground.gui.widgets import symbol_text as widgets_text
from playground.gui.widgets.formula import Formulas
from playground.gui.widgets.numbers import Widgets
from playground.gui.window_layout import Layout
from playground.i18n import translate, with_texts
from playground.quick_dataclass import dataclass
from playground.render.theme import RGBA, Theme
from playground.scene.camera import Viewport
from playground.scene.primitives import Role
from playground.session.session import Session
from playground.session.view.pointer_controls import Controls

T = TypeVar("T")
_NO_COLOURS: Mapping[str, RGBA] = {}
# Between the buttons of a row.
_BUTTON_GAP_PX = 6.0
# Distance of a tooltip from its item; for a higher item it is at the pointer.
_TOOLTIP_GAP_PX = 6.0
_MAX_EXPLAINED_HEIGHT_PX = 80.0
# Right of this share of the window a tooltip is right-aligned with its item.
_TOOLTIP_TURN_SHARE = 0.7
# Smallest padding before a row of buttons is split in two, less for a few buttons.
_MIN_BUTTON_PADDING_PX = 14.0
_MAX_CLOSE_BUTTON_COUNT = 5
_MIN_CLOSE_BUTTON_PADDING_PX = 2.0
_CODE_SIZE_PX = 13.0
WORD_BUTTON_PADDING_PX = 14.0
WORD_BUTTON_HEIGHT_PX = 36.0
# A unit up to this length, such as rad, is a symbol; a longer one is a word.
_MAX_UNIT_SYMBOL_LETTERS = 3
# Height of the fade at a cut edge.
_FADE_HEIGHT_PX = 22.0

PANEL_FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_bring_to_front_on_focus
    | imgui.WindowFlags_.no_focus_on_appearing
)


@dataclass
class HoverTarget:
    """Highlight key and parameter under the pointer in this frame; "" for none."""

    key: str = ""
    parameter: str = ""


@dataclass(frozen=True)
class Ui(CommandContext):
    """Context of a panel: what to draw, and how to queue actions.

    Actions run once all panels are drawn.

    Attributes
    ----------
    enqueue : callable
        Queues a function of the session.
    enqueue_action : callable
        Queues the action of a command.
    update_window_view : callable
        Queues changes of the window view's fields, by name.
    ratio : float
        Physical pixels per logical pixel.
    map_kind_roles : mapping of str to Role
        The role of each kind on the current map.
    occluded_areas : list of Viewport
        Receives the covered areas of the canvas.
    """

    layout: Layout
    enqueue: EnqueueSessionCall
    enqueue_action: Callable[[Action], None]
    update_window_view: Callable[..., None]
    controls: Controls
    gui: Gui
    widgets: Widgets
    formulas: Formulas
    thumbnails: Thumbnails
    theme: Theme
    ratio: float
    map_kind_roles: Mapping[str, Role] = field(default_factory=dict)
    hover: HoverTarget = field(default_factory=HoverTarget)
    occluded_areas: list[Viewport] = field(default_factory=list)


@contextmanager
def panel(name: str, place: Viewport, *, scrolls: bool = False) -> Iterator[bool]:
    """Open a fixed window that fills `place`; yield whether to draw its content.

    With `scrolls` it has a scroll bar. Its content is not drawn if ImGui reuses the
    last one: see `Gui.try_reuse_panel`.
    """
    imgui.set_next_window_pos((place.x, place.y))
    imgui.set_next_window_size((place.width, place.height))
    flags = PANEL_FLAGS & ~imgui.WindowFlags_.no_scrollbar if scrolls else PANEL_FLAGS
    imgui.begin(name, None, flags)
    yield not imgui.internal.get_current_window().skip_refresh
    imgui.end()


@contextmanager
def floating_window(
    name: str, canvas: Viewport, y: float, wide: float
) -> Iterator[None]:
    """Open a centred window over the canvas, as high as its content.

    `y` is its top, `wide` its width unless the canvas is narrower.
    """
    place = (canvas.center[0], y)
    imgui.set_next_window_pos(place, imgui.Cond_.always, (0.5, 0.0))
    imgui.set_next_window_size((min(wide, canvas.width - 16), 0))
    with push_style(
        window_rounding=12.0, window_border_size=1.0, window_padding=(12, 12)
    ):
        imgui.begin(name, None, imgui.WindowFlags_.no_decoration)
        yield
        imgui.end()


@with_texts("text")
def write_muted(
    ui: Ui,
    text: str,
    size: float = 13.0,
    *,
    symbol_colours: Mapping[str, RGBA] = _NO_COLOURS,
) -> None:
    """Write wrapped secondary text of font size `size`.

    `symbol_colours` has the colours of its symbols, by name.
    """
    with push_style(ui.gui.fonts.body, size):
        widgets_text.write(
            ui.gui, text, ui.theme.text_muted, symbol_colours=symbol_colours
        )


def pluralize_unit(unit: str, number: str = "") -> str:
    """Return a unit for a number, in the plural if it is a word and needs one.

    `number` is the number's text; "" for the plural.
    """
    many = (
        unit.isalpha()
        and len(unit) > _MAX_UNIT_SYMBOL_LETTERS
        and number.lstrip("−") != "1"
    )
    # Translated units have no plural.
    return f"{unit}s" if many and translate(unit) == unit else unit


@with_texts("text")
def write_heading(ui: Ui, text: str) -> None:
    """Write the heading of a group, in capitals."""
    imgui.dummy((0, 3))
    with push_style(ui.gui.fonts.bold, 12.0, text=ui.theme.text_muted):
        imgui.text(translate(text).upper())


@with_texts("text")
def write_bold(ui: Ui, text: str, size: float, tone: RGBA | None = None) -> None:
    """Write wrapped text in the bold font of `size` px; `tone` is its colour."""
    with push_style(ui.gui.fonts.bold, size):
        widgets_text.write(ui.gui, text, tone or ui.theme.text, bold=True)


def write_warning(ui: Ui, text: str, sign: str = imgui_fonts.WARNING) -> None:
    """Write a bold warning after a sign."""
    write_bold(ui, localized.prefix_sign(sign, text), 15.0, ui.theme.warning)


def write_code(ui: Ui, text: str, tone: RGBA, size: float = _CODE_SIZE_PX) -> None:
    """Write code, which is not translated, in a font of `size` px."""
    with push_style(ui.gui.fonts.mono, size, text=tone):
        imgui.text_unformatted(text)


def wrap_code(ui: Ui, text: str) -> str:
    """Return a line of code wrapped to the available width, at least 16 letters."""
    with push_style(ui.gui.fonts.mono, _CODE_SIZE_PX):
        letter = imgui.calc_text_size("x").x
    return _wrap_to_columns(
        text, max(int(imgui.get_content_region_avail().x / letter), 16)
    )


@lru_cache(maxsize=1024)
def _wrap_to_columns(text: str, room: int) -> str:
    indent = " " * (len(text) - len(text.lstrip()) + 4)
    return "\n".join(textwrap.wrap(text, room, subsequent_indent=indent)) or " "


@contextmanager
def card(
    ui: Ui, name: str, padding: tuple[float, float], *, is_highlighted: bool = False
) -> Iterator[bool]:
    """Open a card as high as its content; yield whether it is visible.

    `name` is its ImGui label, `padding` is horizontal and vertical.
    """
    flags = imgui.ChildFlags_.auto_resize_y | imgui.ChildFlags_.borders
    flags |= imgui.ChildFlags_.always_use_window_padding
    flags |= imgui.ChildFlags_.nav_flattened
    with push_style(
        child_bg=ui.theme.panel_alt,
        border=ui.theme.accent,
        window_padding=padding,
        child_border_size=1.5 if is_highlighted else 0.0,
    ):
        yield bool(imgui.begin_child(f"##{name}", (0, 0), flags))
        imgui.end_child()


def request_menu(ui: Ui, draw_items: Callable[[Ui], None], *, is_hovered: bool) -> None:
    """Open a menu of those items where the right button clicks what is hovered."""
    if is_hovered and imgui.is_mouse_clicked(imgui.MouseButton_.right):
        at = imgui.get_mouse_pos()
        ui.enqueue_action(
            lambda s, c, w: c.request_panel_menu((at.x, at.y), draw_items)
        )


def draw_menu_command(ui: Ui, command: Command) -> None:
    """Draw a command as an item of a menu, if there is anything for it."""
    if not command.is_available(ui):
        return
    name = command.keys[0].name if command.keys else ""
    if menu_item(
        command.title, name, on=command.is_checked(ui), can=command.is_enabled(ui)
    ):
        ui.enqueue_action(command.act)


def menu_item(
    title: str, beside: str = "", *, on: bool = False, can: bool = True
) -> bool:
    """Draw an item of a menu; return whether it was chosen."""
    return bool(localized.menu_item(title, beside, on, can)[0])


@with_texts("text")
def show_tooltip(text: str) -> None:
    """Show a tooltip for the last item if the pointer rests on it."""
    if text and imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip):
        _place_tooltip()
        draw_tooltip(text, (12, 9), 280.0)


def _place_tooltip() -> None:
    """Place the next tooltip below the item, or above it in the lower half."""
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    size = imgui.get_io().display_size
    is_low = (low.y + high.y) / 2 > size.y / 2
    is_right = low.x > _TOOLTIP_TURN_SHARE * size.x
    if high.y - low.y > _MAX_EXPLAINED_HEIGHT_PX:
        return  # beside the pointer
    x = high.x if is_right else low.x
    y = low.y - _TOOLTIP_GAP_PX if is_low else high.y + _TOOLTIP_GAP_PX
    pivot = float(is_right), float(is_low)
    imgui.set_next_window_pos((x, y), imgui.Cond_.always, pivot)


def draw_tooltip(text: str, padding: tuple[float, float], wrap_width: float) -> None:
    """Draw a tooltip, wrapped at a width in px.

    `padding` is horizontal and vertical.
    """
    with push_style(window_padding=padding):
        imgui.begin_tooltip()
    imgui.push_text_wrap_pos(wrap_width)
    localized.text_unformatted(text)
    imgui.pop_text_wrap_pos()
    imgui.end_tooltip()


def show_cut_text(text: str, room: float) -> None:
    """Show the full text as a tooltip of the last item if `room` px cut it."""
    if localized.truncate_text(text, room) != translate(text):
        show_tooltip(text)


def write_truncated(text: str, room: float) -> None:
    """Write a line cut to `room` px, with the full text as tooltip."""
    localized.text(localized.truncate_text(text, room))
    show_cut_text(text, room)


def write_truncated_name(ui: Ui, name: str, room: float, tone: RGBA) -> None:
    """Write a name cut to `room` px, with the full name as tooltip."""
    visible_name = widgets_text.truncate_name(ui.gui, name, imgui.get_font_size(), room)
    widgets_text.write_name(ui.gui, visible_name, tone)
    if visible_name != translate(name):
        show_tooltip(name)


def draw_truncated(
    text: str,
    font: imgui.ImFont,
    size: float,
    at: imgui.ImVec2Like,
    room: float,
    tone: RGBA,
) -> None:
    """Draw a line cut to `room` px, at its upper left corner on the screen.

    `size` is the font size, `tone` the colour.
    """
    with push_style(font, size):
        shown = localized.truncate_text(text, room)
    imgui.get_window_draw_list().add_text(font, size, at, pack_colour(tone), shown)


@with_texts("help_text")
def icon_button(
    ui: Ui,
    icon: str,
    help_text: str,
    *,
    is_highlighted: bool = False,
    enabled: bool = True,
    reason: str = "",
    size: float = 32.0,
) -> bool:
    """Draw an icon button, `size` px wide and high; return whether it was pressed.

    Its tooltip has the help text, and the `reason` why it is not `enabled`.
    """
    imgui.begin_disabled(not enabled)
    with push_style(text=ui.theme.accent if is_highlighted else ui.theme.text):
        is_pressed = localized.button(icon, (size, size), name=help_text)
    imgui.end_disabled()
    show_tooltip(localized.stack_texts(help_text, reason))
    return is_pressed


def primary_button(
    ui: Ui, words: str, size: imgui.ImVec2Like, *, name: str = ""
) -> bool:
    """Draw the main button of a panel; return whether it was pressed.

    `words` is its text, `size` its width and height in px, `name` its ImGui label.
    """
    accent = ui.theme.accent
    with push_style(
        ui.gui.fonts.bold,
        16.0,
        text=ui.theme.background,
        button=accent,
        button_hovered=accent,
        button_active=accent,
        border=accent,
    ):
        return localized.button(words, size, name=name)


def number_box(
    ui: Ui,
    key: str,
    value: float,
    speed: float,
    width: float,
    read: Callable[[str], float],
    told: str,
    *,
    is_integer: bool = False,
) -> float | None:
    """Draw a number box; return a changed value, else None.

    Parameters
    ----------
    key : str
        ImGui label.
    value : float
        The present value.
    speed : float
        Change of the value per pixel of a drag.
    width : float
        Its width.
    read : callable
        Takes typed text; returns the number. Its ValueError becomes a notice.
    told : str
        The tooltip, hidden while typing and until the mouse moves again; "" for none.
    is_integer : bool
        Whether values are integers.
    """
    widgets, moved_value = ui.widgets, None
    try:
        moved_value = widgets.number(
            key, value, speed, width, ui.theme, read, is_integer=is_integer
        )
    except ValueError as error:
        ui.enqueue(Session.set_notice, str(error))
    if told and not widgets.is_typing_or_settled:
        show_tooltip(told)
    return moved_value


class CommandButtonState(NamedTuple):
    """Current state of a command's button.

    Attributes
    ----------
    sign : str
        Its icon; "" for none.
    is_on : bool
        Whether the option that it toggles is on.
    reason : str
        Why it is not `enabled`; "" if it is.
    """

    command: Command
    sign: str
    is_on: bool
    enabled: bool
    reason: str


def command_button_states(
    seen: CommandContext, *commands: Command
) -> tuple[CommandButtonState, ...]:
    """Return the current states of commands' buttons."""
    states = []
    for command in commands:
        can = bool(command.is_available(seen) and command.is_enabled(seen))
        reason = "" if can else command.reason(seen)
        sign, is_on = command.current_icon(seen), command.is_checked(seen)
        states.append(CommandButtonState(command, sign, is_on, can, reason))
    return tuple(states)


def command_button(
    ui: Ui, command: Command, *, is_highlighted: bool = False, size: float = 32.0
) -> None:
    """Draw a command's button, `size` px wide and high, which runs the command."""
    (look,) = command_button_states(ui, command)
    command_button_from_state(ui, look, is_highlighted=is_highlighted, size=size)


def command_button_from_state(
    ui: Ui,
    look: CommandButtonState,
    *,
    is_highlighted: bool = False,
    size: float = 32.0,
) -> None:
    """Draw a command's button, `size` px wide and high, in a given state."""
    command, sign, is_on, is_enabled, reason = look
    if icon_button(
        ui,
        sign,
        command.help,
        is_highlighted=is_highlighted or is_on,
        enabled=is_enabled,
        reason=reason,
        size=size,
    ):
        ui.enqueue_action(command.act)


def command_row(ui: Ui, *commands: Command, gap: float = -1.0) -> None:
    """Draw the buttons of the available commands in a row.

    `gap` is between them, in px; negative for ImGui's usual spacing.
    """
    available = [command for command in commands if command.is_available(ui)]
    for number, command in enumerate(available):
        if number:
            imgui.same_line(0.0, gap)
        command_button(ui, command)


def word_button(ui: Ui, look: CommandButtonState) -> None:
    """Draw a command's button with a word."""
    command = look.command
    label = localized.prefix_sign(look.sign, command.word)
    if text_button(ui, label, enabled=look.enabled, is_highlighted=look.is_on):
        ui.enqueue_action(command.act)
    show_tooltip(localized.stack_texts(command.help, look.reason))


@with_texts("label")
def text_button(
    ui: Ui,
    label: str,
    *,
    name: str = "",
    enabled: bool = True,
    is_highlighted: bool = False,
    width: float = 0.0,
) -> bool:
    """Draw a button with text; return whether it was pressed.

    `name` is its ImGui label, by default the text; a `width` of 0 fits the text.
    """
    theme = ui.theme
    imgui.begin_disabled(not enabled)
    tone, rim = (theme.accent,) * 2 if is_highlighted else (theme.text, theme.edge)
    with push_style(
        text=tone,
        border=rim,
        frame_rounding=8.0,
        frame_padding=(WORD_BUTTON_PADDING_PX, 5.0),
    ):
        is_pressed = localized.button(label, (width, WORD_BUTTON_HEIGHT_PX), name=name)
    imgui.end_disabled()
    return is_pressed


def choice_row(ui: Ui, names: Mapping[T, str], now: T) -> T:
    """Draw a button for each choice; return the one pressed, otherwise `now`.

    `names` has the choices with their texts. The buttons fill the row, or two rows if
    there is too little space.
    """
    chosen = now
    words = [localized.calc_text_size(name).x for name in names.values()]
    spare = (
        imgui.get_content_region_avail().x
        - sum(words)
        - _BUTTON_GAP_PX * (len(words) - 1)
    )
    tight = (
        _MIN_BUTTON_PADDING_PX
        if len(words) > _MAX_CLOSE_BUTTON_COUNT
        else _MIN_CLOSE_BUTTON_PADDING_PX
    )
    if spare < tight * len(words) and len(words) > 1:
        remaining = iter(names.items())
        first = dict(islice(remaining, (len(words) + 1) // 2))
        return choice_row(ui, dict(remaining), choice_row(ui, first, now))
    for number, (choice, name) in enumerate(names.items()):
        if number:
            imgui.same_line(0.0, _BUTTON_GAP_PX)
        tone = ui.theme.active if choice == now else ui.theme.panel_alt
        rim = ui.theme.accent if choice == now else ui.theme.edge
        with push_style(button=tone, border=rim):
            is_pressed = localized.button(name, (words[number] + spare / len(words), 0))
        chosen = choice if is_pressed else chosen
    return chosen


def drop_down(
    ui: Ui,
    name: str,
    shown: str,
    options: Mapping[T, str] | Callable[[], Mapping[T, str]],
    now: T | None,
    hints: Callable[[T], str] = lambda _: "",
    groups: Callable[[T], str] = lambda _: "",
) -> T | None:
    """Draw a drop-down list; return the chosen option, else None.

    Arrow keys, Enter and Esc work in it, and a letter moves the focus to the next
    option that starts with it.

    Parameters
    ----------
    name : str
        ImGui label.
    shown : str
        Its text while closed.
    options : mapping or callable
        The text of each option, or a function that returns this; called while open
        only.
    now : object or None
        The present option; None for none.
    hints, groups : callable
        Take an option; return its tooltip, and the heading above it, "" for none.
    """
    # As in a menu, whatever is closer in the panel.
    with push_style(window_padding=(12, 10), item_spacing=(8, 7)):
        room = localized.combo_text_width()
        if not localized.begin_combo(name, shown, imgui.ComboFlags_.height_large):
            show_cut_text(shown, room)
            return None
        if callable(options):
            options = options()
        above = ""
        aim = ui.widgets.match_typed_letter(
            list(options.values()), shown, ui.gui.typed_letters
        )
        choice = None
        for option, word in options.items():
            if (group := groups(option)) != above:
                above = group
                write_heading(ui, group)
            if word == aim:
                imgui.set_keyboard_focus_here()
                imgui.set_nav_cursor_visible(True)
            if localized.selectable(word, option == now)[0]:
                choice = option
            if option == now and imgui.is_window_appearing():
                imgui.set_item_default_focus()
            show_tooltip(hints(option))
        imgui.end_combo()
        return choice


@contextmanager
def scroll_area(ui: Ui, name: str, height: float = 0.0) -> Iterator[None]:
    """Open a scrollable area; its scroll bar is in the panel's padding.

    A `height` of 0 fills the panel; a negative one leaves that space below.
    """
    wide, rim = imgui.get_content_region_avail().x, imgui.get_style().window_padding.x
    imgui.set_next_window_content_size((wide, 0.0))
    size = imgui.ImVec2(wide + rim / 2, height)
    imgui.begin_child(f"##{name}", size, imgui.ChildFlags_.nav_flattened)
    yield
    above = imgui.get_scroll_y()
    position, size = imgui.get_window_pos(), imgui.get_window_size()
    _draw_edge_fade(ui, position, size.x, above)
    foot = imgui.ImVec2(position.x, position.y + size.y)
    _draw_edge_fade(ui, foot, size.x, above - imgui.get_scroll_max_y())
    imgui.end_child()


def _draw_edge_fade(ui: Ui, edge: imgui.ImVec2, wide: float, more: float) -> None:
    """Fade content that is cut at an edge, to show that there is more.

    `more` is the scroll distance beyond the edge in px, negative at the lower edge;
    `edge` is the edge's left end.
    """
    if abs(more) < 1.0:
        return
    right = edge.x + wide - imgui.get_style().scrollbar_size - 1.0
    inner = edge.y + min(max(more, -_FADE_HEIGHT_PX), _FADE_HEIGHT_PX)
    clear, full = pack_colour(ui.theme.panel, 0.0), pack_colour(ui.theme.panel)
    low = (edge.x, min(edge.y, inner))
    high = (right, max(edge.y, inner))
    tones = (full, full, clear, clear) if more > 0.0 else (clear, clear, full, full)
    imgui.get_window_draw_list().add_rect_filled_multi_color(low, high, *tones)


def draw_panel_edge(ui: Ui, place: Viewport, *, top: bool = False) -> None:
    """Draw a line at the lower edge of a panel, or if `top` at the upper one."""
    y = place.y if top else place.y + place.height - 1
    draw = imgui.get_window_draw_list()
    draw.add_line(
        (place.x, y), (place.x + place.width, y), pack_colour(ui.theme.border)
    )
