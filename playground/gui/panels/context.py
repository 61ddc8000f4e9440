"""What every panel shares: an undecorated window at a place, small texts, buttons."""

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
# Between the buttons of a row, in pixels.
_BUTTON_GAP_PX = 6.0
# A tooltip keeps so far off what it explains; that of a higher item is at the pointer.
_TOOLTIP_GAP_PX = 6.0
_MAX_EXPLAINED_HEIGHT_PX = 80.0
# Right of this share of the window it ends with the item, and does not begin with it.
_TOOLTIP_TURN_SHARE = 0.7
# With less room about its word a button looks cut; fewer of them stay in one row, as
# long as their words have any.
_MIN_BUTTON_PADDING_PX = 14.0
_MAX_CLOSE_BUTTON_COUNT = 5
_MIN_CLOSE_BUTTON_PADDING_PX = 2.0
_CODE_SIZE_PX = 13.0
# How high a button with a word is.
WORD_BUTTON_PADDING_PX = 14.0
WORD_BUTTON_HEIGHT_PX = 36.0
# A unit of so many letters, such as rad, is a sign; a longer one is a word.
_MAX_UNIT_SYMBOL_LETTERS = 3
# So much of what is cut at a window's foot fades.
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
    """What the pointer is on in this frame: a quantity's key, a parameter's name."""

    key: str = ""
    parameter: str = ""


@dataclass(frozen=True)
class Ui(CommandContext):
    """What a panel needs to draw itself, and to ask for what is to be done.

    What it asks for is done once all panels are drawn. `enqueue` takes a function of
    the session, `enqueue_action` what a command does, `update_window_view` fields of
    the window's view by name. `occluded_areas` takes the places on the canvas that
    something lies over.
    `map_kind_roles` has the colour of each kind that the map on show has.
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
    """Open a fixed window that fills `place`; yield whether it is to be drawn.

    It is not where ImGui shows it again as it was: see `Gui.try_reuse_panel`.
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
    """Open a window in the middle over the canvas, as high as what is in it."""
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
    """Write wrapped secondary text; `symbol_colours` has colours of its symbols."""
    with push_style(ui.gui.fonts.body, size):
        widgets_text.write(
            ui.gui, text, ui.theme.text_muted, symbol_colours=symbol_colours
        )


def pluralize_unit(unit: str, number: str = "") -> str:
    """Return a unit beside a number: a word that is counted has more than one of it."""
    many = (
        unit.isalpha()
        and len(unit) > _MAX_UNIT_SYMBOL_LETTERS
        and number.lstrip("−") != "1"
    )
    # Where a language has its own word for it, that is the same for many.
    return f"{unit}s" if many and translate(unit) == unit else unit


@with_texts("text")
def write_heading(ui: Ui, text: str) -> None:
    """Write the title of a group, in small capitals' place."""
    imgui.dummy((0, 3))
    with push_style(ui.gui.fonts.bold, 12.0, text=ui.theme.text_muted):
        imgui.text(translate(text).upper())


@with_texts("text")
def write_bold(ui: Ui, text: str, size: float, tone: RGBA | None = None) -> None:
    """Write wrapped text in the bold face."""
    with push_style(ui.gui.fonts.bold, size):
        widgets_text.write(ui.gui, text, tone or ui.theme.text, bold=True)


def write_warning(ui: Ui, text: str, sign: str = imgui_fonts.WARNING) -> None:
    """Write a bold sentence that warns, behind its sign."""
    write_bold(ui, localized.prefix_sign(sign, text), 15.0, ui.theme.warning)


def write_code(ui: Ui, text: str, tone: RGBA, size: float = _CODE_SIZE_PX) -> None:
    """Write code as it is, which is the same in every language."""
    with push_style(ui.gui.fonts.mono, size, text=tone):
        imgui.text_unformatted(text)


def wrap_code(ui: Ui, text: str) -> str:
    """Return a line of code in lines as long as there is room for."""
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
    """Open a card as high as what is in it; yield whether any of it is in sight."""
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


@with_texts("text")
def show_tooltip(text: str) -> None:
    """Explain the item just drawn when the pointer rests on it, and do not cover it."""
    if text and imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip):
        _place_tooltip()
        draw_tooltip(text, (12, 9), 280.0)


def _place_tooltip() -> None:
    """Let the next tooltip lie below the item, or above one far down in the window."""
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    size = imgui.get_io().display_size
    is_low = (low.y + high.y) / 2 > size.y / 2
    is_right = low.x > _TOOLTIP_TURN_SHARE * size.x
    if high.y - low.y > _MAX_EXPLAINED_HEIGHT_PX:
        return  # beside the pointer, which is somewhere in it
    x = high.x if is_right else low.x
    y = low.y - _TOOLTIP_GAP_PX if is_low else high.y + _TOOLTIP_GAP_PX
    pivot = float(is_right), float(is_low)
    imgui.set_next_window_pos((x, y), imgui.Cond_.always, pivot)


def draw_tooltip(text: str, padding: tuple[float, float], wrap_width: float) -> None:
    """Say a text on a small plate beside the pointer."""
    with push_style(window_padding=padding):
        imgui.begin_tooltip()
    imgui.push_text_wrap_pos(wrap_width)
    localized.text_unformatted(text)
    imgui.pop_text_wrap_pos()
    imgui.end_tooltip()


def show_cut_text(text: str, room: float) -> None:
    """Tell what was just drawn under the pointer, where the room was too little."""
    if localized.truncate_text(text, room) != translate(text):
        show_tooltip(text)


def write_truncated(text: str, room: float) -> None:
    """Write as much of a line as there is room for; the pointer is told all of it."""
    localized.text(localized.truncate_text(text, room))
    show_cut_text(text, room)


def write_truncated_name(ui: Ui, name: str, room: float, tone: RGBA) -> None:
    """Write as much of a name as there is room for; the pointer is told all of it."""
    shown = widgets_text.truncate_name(ui.gui, name, imgui.get_font_size(), room)
    widgets_text.write_name(ui.gui, shown, tone)
    if shown != translate(name):
        show_tooltip(name)


def draw_truncated(
    text: str,
    font: imgui.ImFont,
    size: float,
    at: imgui.ImVec2Like,
    room: float,
    tone: RGBA,
) -> None:
    """Draw as much of a line as there is room for, anywhere on the screen."""
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
    """Draw a square button with a sign; return whether it was pressed.

    Its tooltip has the `reason` too, why it is not `enabled`.
    """
    imgui.begin_disabled(not enabled)
    with push_style(text=ui.theme.accent if is_highlighted else ui.theme.text):
        pressed = localized.button(icon, (size, size), name=help_text)
    imgui.end_disabled()
    show_tooltip(localized.stack_texts(help_text, reason))
    return pressed


def primary_button(
    ui: Ui, words: str, size: imgui.ImVec2Like, *, name: str = ""
) -> bool:
    """Draw the one button that leads on; return whether it was pressed."""
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
    """Draw a number box; return a change. A notice has the ValueError of `read`.

    What is `told` of it is not shown over the rows below while one types, nor to a
    pointer that has not moved since.
    """
    widgets, moved = ui.widgets, None
    try:
        moved = widgets.number(
            key, value, speed, width, ui.theme, read, is_integer=is_integer
        )
    except ValueError as error:
        ui.enqueue(Session.set_notice, str(error))
    if told and not widgets.is_typing_or_settled:
        show_tooltip(told)
    return moved


class CommandButtonState(NamedTuple):
    """A command's button as it is now: its sign, whether lit or dimmed, and why."""

    command: Command
    sign: str
    is_on: bool
    enabled: bool
    reason: str


def command_button_states(
    seen: CommandContext, *commands: Command
) -> tuple[CommandButtonState, ...]:
    """Return how the buttons of commands are now."""
    states = []
    for command in commands:
        can = bool(command.is_available(seen) and command.is_enabled(seen))
        reason = "" if can else command.reason(seen)
        sign, on = command.current_icon(seen), command.is_checked(seen)
        states.append(CommandButtonState(command, sign, on, can, reason))
    return tuple(states)


def command_button(
    ui: Ui, command: Command, *, is_highlighted: bool = False, size: float = 32.0
) -> None:
    """Draw a command's button; it is done when that is pressed."""
    (look,) = command_button_states(ui, command)
    command_button_from_state(ui, look, is_highlighted=is_highlighted, size=size)


def command_button_from_state(
    ui: Ui,
    look: CommandButtonState,
    *,
    is_highlighted: bool = False,
    size: float = 32.0,
) -> None:
    """Draw a command's button as it is now."""
    command, sign, on, enabled, reason = look
    if icon_button(
        ui,
        sign,
        command.help,
        is_highlighted=is_highlighted or on,
        enabled=enabled,
        reason=reason,
        size=size,
    ):
        ui.enqueue_action(command.act)


def command_row(ui: Ui, *commands: Command, gap: float = -1.0) -> None:
    """Draw the buttons of those commands that there is anything for side by side."""
    there = [command for command in commands if command.is_available(ui)]
    for number, command in enumerate(there):
        if number:
            imgui.same_line(0.0, gap)
        command_button(ui, command)


def word_button(ui: Ui, look: CommandButtonState) -> None:
    """Draw the button of a command that says what it does in a word."""
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
    """Draw a button with words, as wide as these; return whether it was pressed."""
    theme = ui.theme
    imgui.begin_disabled(not enabled)
    tone, rim = (theme.accent,) * 2 if is_highlighted else (theme.text, theme.edge)
    with push_style(
        text=tone,
        border=rim,
        frame_rounding=8.0,
        frame_padding=(WORD_BUTTON_PADDING_PX, 5.0),
    ):
        pressed = localized.button(label, (width, WORD_BUTTON_HEIGHT_PX), name=name)
    imgui.end_disabled()
    return pressed


def choice_row(ui: Ui, names: Mapping[T, str], now: T) -> T:
    """Draw a button for each choice; return the one pressed, otherwise `now`.

    Each is as wide as its word and its share of the rest; they stand in two rows where
    there is too little of it.
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
        some = iter(names.items())
        first = dict(islice(some, (len(words) + 1) // 2))
        return choice_row(ui, dict(some), choice_row(ui, first, now))
    for number, (choice, name) in enumerate(names.items()):
        if number:
            imgui.same_line(0.0, _BUTTON_GAP_PX)
        tone = ui.theme.active if choice == now else ui.theme.panel_alt
        rim = ui.theme.accent if choice == now else ui.theme.edge
        with push_style(button=tone, border=rim):
            pressed = localized.button(name, (words[number] + spare / len(words), 0))
        chosen = choice if pressed else chosen
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
    """Draw a list that opens; return what was chosen in it.

    What is to be worked out for it is asked for while it is open. Arrow keys, Enter
    and Esc work in it, and a letter goes to the next that begins so.
    """
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
    chosen = None
    for option, word in options.items():
        if (group := groups(option)) != above:
            above = group
            write_heading(ui, group)
        if word == aim:
            imgui.set_keyboard_focus_here()
            imgui.set_nav_cursor_visible(True)
        if localized.selectable(word, option == now)[0]:
            chosen = option
        if option == now and imgui.is_window_appearing():
            imgui.set_item_default_focus()
        show_tooltip(hints(option))
    imgui.end_combo()
    return chosen


@contextmanager
def scroll_area(ui: Ui, name: str, height: float = 0.0) -> Iterator[None]:
    """Open what may scroll; its bar lies in the panel's rim and moves nothing."""
    wide, rim = imgui.get_content_region_avail().x, imgui.get_style().window_padding.x
    imgui.set_next_window_content_size((wide, 0.0))
    size = imgui.ImVec2(wide + rim / 2, height)
    imgui.begin_child(f"##{name}", size, imgui.ChildFlags_.nav_flattened)
    yield
    above = imgui.get_scroll_y()
    at, size = imgui.get_window_pos(), imgui.get_window_size()
    _draw_edge_fade(ui, at, size.x, above)
    foot = imgui.ImVec2(at.x, at.y + size.y)
    _draw_edge_fade(ui, foot, size.x, above - imgui.get_scroll_max_y())
    imgui.end_child()


def _draw_edge_fade(ui: Ui, edge: imgui.ImVec2, wide: float, more: float) -> None:
    """Let what a window cuts at an edge fade out: there is more beyond it.

    Above there is so much more, and below less than nothing.
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
    """Draw the hairline that parts a panel from its neighbour."""
    y = place.y if top else place.y + place.height - 1
    draw = imgui.get_window_draw_list()
    draw.add_line(
        (place.x, y), (place.x + place.width, y), pack_colour(ui.theme.border)
    )
