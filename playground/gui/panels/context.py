"""Shared parts of panels: their context, windows, texts, tooltips and buttons."""

import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import field
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from imgui_bundle import imgui

from playground.gui import imgui_fonts
from playground.gui.commands.command_types import (
    Action,
    Command,
    CommandContext,
)
from playground.gui.imgui_backend import Gui, open_window, pack_colour, push_style
from playground.gui.panels.thumbnails import Thumbnails
from playground.gui.widgets import localized, symbol_text
from playground.gui.widgets.formula import Formulas
from playground.gui.widgets.numbers import Widgets
from playground.gui.window_layout import Layout
from playground.i18n import translate, with_texts
from playground.quick_dataclass import dataclass
from playground.render.theme import RGBA, Theme
from playground.scene.camera import Viewport
from playground.scene.derivation import map_symbols_to_keys
from playground.scene.params import Params
from playground.scene.primitives import Role
from playground.session.session import Session
from playground.session.state_as_code import CodeFormat, copy_code
from playground.session.view.pointer_controls import Controls

T = TypeVar("T")
P = ParamSpec("P")
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
    map_kind_roles : mapping of str to Role
        The role of each kind on the current map.
    occluded_areas : list of Viewport
        Receives the covered areas of the canvas.
    """

    layout: Layout
    controls: Controls
    gui: Gui
    widgets: Widgets
    formulas: Formulas
    thumbnails: Thumbnails
    map_kind_roles: Mapping[str, Role] = field(default_factory=dict)
    hover: HoverTarget = field(default_factory=HoverTarget)
    occluded_areas: list[Viewport] = field(default_factory=list)
    _pending: list[Callable[[], object]] = field(default_factory=list)

    def enqueue(
        self,
        function: Callable[Concatenate[Session, P], object],
        *arguments: P.args,
        **named: P.kwargs,
    ) -> None:
        """Queue a call of a function with the session and the other arguments."""
        self._pending.append(partial(function, self.session, *arguments, **named))

    def enqueue_action(self, act: Action) -> None:
        """Queue the action of a command."""
        work = partial(act, self.session, self.controls, self.window_view)
        self._pending.append(work)

    def update_window_view(self, **changes: Any) -> None:
        """Queue changes of the window view's fields, given by name."""
        self._pending.append(partial(self.window_view.look, **changes))

    def run_pending(self) -> bool:
        """Run the queued actions; return whether there were any."""
        for act in self._pending:
            act()
        return bool(self._pending)

    @property
    def theme(self) -> Theme:
        """The theme of colours."""
        return self.gui.theme

    def draw_formula(self, latex: str, size: float, tone: RGBA) -> None:
        """Draw a formula with coloured symbols; the one pointed at is highlighted."""
        lit = self.controls.motion.highlight_key
        key = self.formulas.draw(latex, size, tone, self.quantity_colours, lit)
        if not self.window_view.pen:
            self.hover.key = key or self.hover.key

    @contextmanager
    def panel(
        self, name: str, place: Viewport, *, scrolls: bool = False
    ) -> Iterator[bool]:
        """Open a fixed window that fills `place`; yield whether to draw its content.

        With `scrolls` it has a scroll bar. Its content is not drawn if ImGui reuses the
        last one: see `Gui.try_reuse_panel`.
        """
        flags = PANEL_FLAGS
        if scrolls:
            flags &= ~imgui.WindowFlags_.no_scrollbar
        size = place.width, place.height
        with open_window(name, (place.x, place.y), size, flags):
            yield not imgui.internal.get_current_window().skip_refresh

    @contextmanager
    def floating_window(
        self, name: str, canvas: Viewport, y: float, wide: float
    ) -> Iterator[None]:
        """Open a centred window over the canvas, as high as its content.

        `y` is its top, `wide` its width unless the canvas is narrower.
        """
        with open_window(
            name,
            (canvas.center[0], y),
            (min(wide, canvas.width - 16), 0),
            imgui.WindowFlags_.no_decoration,
            (0.5, 0.0),
            window_rounding=12.0,
            window_border_size=1.0,
            window_padding=(12, 12),
        ):
            yield

    @with_texts("text")
    def write_muted(self, text: str, size: float = 13.0) -> None:
        """Write wrapped secondary text of font size `size`."""
        with push_style(self.gui.fonts.body, size):
            symbol_text.write(self.gui, text, self.theme.text_muted)

    @with_texts("text")
    def write_heading(self, text: str) -> None:
        """Write the heading of a group, in capitals."""
        imgui.dummy((0, 3))
        with push_style(self.gui.fonts.bold, 12.0, text=self.theme.text_muted):
            imgui.text(translate(text).upper())

    @with_texts("text")
    def write_bold(self, text: str, size: float, tone: RGBA | None = None) -> None:
        """Write wrapped text in the bold font of `size` px; `tone` is its colour."""
        with push_style(self.gui.fonts.bold, size):
            symbol_text.write(self.gui, text, tone or self.theme.text, bold=True)

    def write_paragraph(
        self,
        text: str,
        size: float,
        pitch: float,
        *,
        bold: bool = False,
        text_colour: RGBA | None = None,
        width: float = 0.0,
    ) -> None:
        """Write wrapped text.

        Symbols have the colours of their quantities, unless there is a `text_colour` or
        a question is open.

        Parameters
        ----------
        size, pitch : float
            Font size and distance of lines in px.
        width : float
            Width of the lines in px; 0 for all available.
        """
        is_plain = text_colour or self.study.asking
        symbol_text.write(
            self.gui,
            _join_lines(text),
            text_colour or self.theme.text,
            size=size,
            pitch=pitch,
            room=width or imgui.get_content_region_avail().x,
            bold=bold,
            symbol_colours={} if is_plain else self.symbol_colours,
        )

    def paragraph_height(
        self, text: str, size: float, pitch: float, wide: float, *, bold: bool = False
    ) -> float:
        """Return the height of a paragraph of `write_paragraph` in px.

        Font size, distance of lines and width are in px.
        """
        text = _join_lines(text)
        return self.gui.paragraph(text, size, wide, bold=bold, pitch=pitch).height

    @property
    def symbol_colours(self) -> Mapping[str, RGBA]:
        """The colours of symbols whose quantities are drawn at the current step."""
        study = self.study

        def compute_colours() -> dict[str, RGBA]:
            tones = self.quantity_colours
            keys = map_symbols_to_keys(study.picture, study.steps, study.options.step)
            return {name: tones[key] for name, key in keys.items() if key in tones}

        inputs = study, self.theme
        return self.widgets.memoize("symbol tones", inputs, compute_colours)

    @property
    def quantity_colours(self) -> dict[str, RGBA]:
        """The text colour of each quantity in the figure, by its highlight key."""
        views = self.study.picture.self_and_views
        records = [r for view in views for r in view.primitives if r.key]
        return {r.key: self.theme.texts[r.role] for r in reversed(records)}

    def write_warning(self, text: str, sign: str = imgui_fonts.WARNING) -> None:
        """Write a bold warning after a sign."""
        self.write_bold(localized.prefix_sign(sign, text), 15.0, self.theme.warning)

    def write_code(self, text: str, tone: RGBA, size: float = _CODE_SIZE_PX) -> None:
        """Write code, which is not translated, in a font of `size` px."""
        with push_style(self.gui.fonts.mono, size, text=tone):
            imgui.text_unformatted(text)

    def wrap_code(self, text: str) -> str:
        """Return a line of code wrapped to the available width, at least 16 letters."""
        with push_style(self.gui.fonts.mono, _CODE_SIZE_PX):
            letter = imgui.calc_text_size("x").x
        return _wrap_to_columns(
            text, max(int(imgui.get_content_region_avail().x / letter), 16)
        )

    @contextmanager
    def card(
        self, name: str, padding: tuple[float, float], *, is_highlighted: bool = False
    ) -> Iterator[bool]:
        """Open a card as high as its content; yield whether it is visible.

        `name` is its ImGui label, `padding` is horizontal and vertical.
        """
        flags = imgui.ChildFlags_.auto_resize_y | imgui.ChildFlags_.borders
        flags |= imgui.ChildFlags_.always_use_window_padding
        flags |= imgui.ChildFlags_.nav_flattened
        with push_style(
            child_bg=self.theme.panel_alt,
            border=self.theme.accent,
            window_padding=padding,
            child_border_size=1.5 if is_highlighted else 0.0,
        ):
            yield bool(imgui.begin_child(f"##{name}", (0, 0), flags))
            imgui.end_child()

    def select_recent_file(self, paths: Sequence[str]) -> Path | None:
        """Draw a list of recent files if there are any; return the clicked one."""
        choice = None
        if paths:
            self.write_heading("Recent")
        for path in map(Path, paths):
            # File names are not translated.
            if imgui.selectable(f"{path.name}##recent {path}", False)[0]:
                choice = path
            self.show_tooltip(str(path))
        return choice

    def draw_copy_items(
        self, python_title: str, test_title: str, params: Params, label: str
    ) -> None:
        """Draw the items of a menu that copy a state as Python, and as a test.

        The notice calls the state `label`.
        """
        write = imgui.set_clipboard_text
        for title, code_format in (
            (python_title, CodeFormat.PYTHON),
            (test_title, CodeFormat.TEST),
        ):
            if localized.menu_item(title):
                self.enqueue(copy_code, write, code_format, params=params, label=label)

    def request_menu(
        self, draw_items: Callable[["Ui"], None], *, is_hovered: bool
    ) -> None:
        """Open a menu of those items where the right button clicks what is hovered."""
        if is_hovered and imgui.is_mouse_clicked(imgui.MouseButton_.right):
            at = imgui.get_mouse_pos()
            self.enqueue_action(
                lambda s, c, w: c.request_menu_at((at.x, at.y), draw_items=draw_items)
            )

    def draw_menu_command(self, command: Command) -> None:
        """Draw a command as an item of a menu, if there is anything for it."""
        if not command.is_available(self):
            return
        key_name = command.keys[0].name if command.keys else ""
        is_on, can = command.is_checked(self), command.is_enabled(self)
        if localized.menu_item(command.title, key_name, on=is_on, can=can):
            self.enqueue_action(command.act)

    @with_texts("text")
    def show_tooltip(self, text: str) -> None:
        """Show a tooltip for the last item if the pointer rests on it."""
        if text and imgui.is_item_hovered(imgui.HoveredFlags_.for_tooltip):
            _place_tooltip()
            self.draw_tooltip(text, (12, 9), 280.0)

    def draw_tooltip(
        self, text: str, padding: tuple[float, float], wrap_width: float
    ) -> None:
        """Draw a tooltip, wrapped at a width in px.

        `padding` is horizontal and vertical.
        """
        with push_style(window_padding=padding):
            imgui.begin_tooltip()
        imgui.push_text_wrap_pos(wrap_width)
        with push_style(text=self.theme.text):
            localized.text_unformatted(text)
        imgui.pop_text_wrap_pos()
        imgui.end_tooltip()

    def show_cut_text(self, text: str, room: float) -> None:
        """Show the full text as a tooltip of the last item if `room` px cut it."""
        if localized.truncate_text(text, room) != translate(text):
            self.show_tooltip(text)

    def write_truncated(self, text: str, room: float) -> None:
        """Write a line cut to `room` px, with the full text as tooltip."""
        localized.text(localized.truncate_text(text, room))
        self.show_cut_text(text, room)

    def write_truncated_name(self, name: str, room: float, tone: RGBA) -> None:
        """Write a name cut to `room` px, with the full name as tooltip."""
        visible_name = symbol_text.truncate_name(
            self.gui, name, imgui.get_font_size(), room
        )
        symbol_text.write_name(self.gui, visible_name, tone)
        if visible_name != translate(name):
            self.show_tooltip(name)

    def draw_truncated(
        self,
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
        self,
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
        with push_style(text=self.theme.accent if is_highlighted else self.theme.text):
            is_pressed = localized.button(icon, (size, size), name=help_text)
        imgui.end_disabled()
        self.show_tooltip(localized.stack_texts(help_text, reason))
        return is_pressed

    def primary_button(
        self, words: str, size: imgui.ImVec2Like, *, name: str = ""
    ) -> bool:
        """Draw the main button of a panel; return whether it was pressed.

        `words` is its text, `size` its width and height in px, `name` its ImGui label.
        """
        accent = self.theme.accent
        with push_style(
            self.gui.fonts.bold,
            16.0,
            text=self.theme.background,
            button=accent,
            button_hovered=accent,
            button_active=accent,
            border=accent,
        ):
            return localized.button(words, size, name=name)

    def number_box(
        self,
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
            The tooltip, hidden while typing and until the mouse moves again.
        is_integer : bool
            Whether values are integers.
        """
        widgets, moved_value = self.widgets, None
        try:
            moved_value = widgets.number(
                key, value, speed, width, read, is_integer=is_integer
            )
        except ValueError as error:
            self.enqueue(Session.set_notice, str(error))
        if not widgets.is_typing_or_settled:
            self.show_tooltip(told)
        return moved_value

    def command_button(
        self, command: Command, *, is_highlighted: bool = False, size: float = 32.0
    ) -> None:
        """Draw a command's button, `size` px wide and high, which runs the command."""
        (state,) = command_button_states(self, command)
        self.state_button(state, is_highlighted=is_highlighted, size=size)

    def state_button(
        self, state: "CommandButtonState", *, is_highlighted: bool = False, size: float
    ) -> None:
        """Draw the button of a known state, `size` px wide and high."""
        command = state.command
        if self.icon_button(
            state.sign,
            command.help,
            is_highlighted=is_highlighted or state.is_on,
            enabled=state.enabled,
            reason=state.reason,
            size=size,
        ):
            self.enqueue_action(command.act)

    def command_row(self, *commands: Command, gap: float = -1.0) -> None:
        """Draw the buttons of the available commands in a row.

        `gap` is between them, in px; negative for ImGui's usual spacing.
        """
        available = [command for command in commands if command.is_available(self)]
        for number, command in enumerate(available):
            if number:
                imgui.same_line(0.0, gap)
            self.command_button(command)

    def word_button(self, state: "CommandButtonState", icon: str = "") -> None:
        """Draw a command's button with a word, and an icon by default its own."""
        command = state.command
        label = localized.prefix_sign(icon or state.sign, command.word)
        if self.text_button(label, enabled=state.enabled, is_highlighted=state.is_on):
            self.enqueue_action(command.act)
        self.show_tooltip(localized.stack_texts(command.help, state.reason))

    @with_texts("label")
    def text_button(
        self,
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
        theme = self.theme
        imgui.begin_disabled(not enabled)
        tone, rim = (theme.accent,) * 2 if is_highlighted else (theme.text, theme.edge)
        with push_style(
            text=tone,
            border=rim,
            frame_rounding=8.0,
            frame_padding=(WORD_BUTTON_PADDING_PX, 5.0),
        ):
            is_pressed = localized.button(
                label, (width, WORD_BUTTON_HEIGHT_PX), name=name
            )
        imgui.end_disabled()
        return is_pressed

    def choice_row(self, names: Mapping[T, str], now: T) -> T:
        """Draw a button for each choice; return the one pressed, otherwise `now`.

        `names` has the choices with their texts. The buttons fill the row, or two rows
        if there is too little space.
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
            return self.choice_row(dict(remaining), self.choice_row(first, now))
        for number, (choice, name) in enumerate(names.items()):
            if number:
                imgui.same_line(0.0, _BUTTON_GAP_PX)
            tone = self.theme.active if choice == now else self.theme.panel_alt
            rim = self.theme.accent if choice == now else self.theme.edge
            with push_style(button=tone, border=rim):
                is_pressed = localized.button(
                    name, (words[number] + spare / len(words), 0)
                )
            chosen = choice if is_pressed else chosen
        return chosen

    def drop_down(
        self,
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
                self.show_cut_text(shown, room)
                return None
            if callable(options):
                options = options()
            above = ""
            aim = self.widgets.match_typed_letter(
                list(options.values()), shown, self.gui.typed_letters
            )
            choice = None
            for option, word in options.items():
                if (group := groups(option)) != above:
                    above = group
                    self.write_heading(group)
                if word == aim:
                    imgui.set_keyboard_focus_here()
                    imgui.set_nav_cursor_visible(True)
                if localized.selectable(word, option == now):
                    choice = option
                if option == now and imgui.is_window_appearing():
                    imgui.set_item_default_focus()
                self.show_tooltip(hints(option))
            imgui.end_combo()
            return choice

    @contextmanager
    def scroll_area(self, name: str, height: float = 0.0) -> Iterator[None]:
        """Open a scrollable area; its scroll bar is in the panel's padding.

        A `height` of 0 fills the panel; a negative one leaves that space below.
        """
        wide = imgui.get_content_region_avail().x
        rim = imgui.get_style().window_padding.x
        imgui.set_next_window_content_size((wide, 0.0))
        size = imgui.ImVec2(wide + rim / 2, height)
        imgui.begin_child(f"##{name}", size, imgui.ChildFlags_.nav_flattened)
        yield
        above = imgui.get_scroll_y()
        position, size = imgui.get_window_pos(), imgui.get_window_size()
        self._draw_edge_fade(position, size.x, above)
        foot = imgui.ImVec2(position.x, position.y + size.y)
        self._draw_edge_fade(foot, size.x, above - imgui.get_scroll_max_y())
        imgui.end_child()

    def _draw_edge_fade(self, edge: imgui.ImVec2, wide: float, more: float) -> None:
        """Fade content that is cut at an edge, to show that there is more.

        `more` is the scroll distance beyond the edge in px, negative at the lower edge;
        `edge` is the edge's left end.
        """
        if abs(more) < 1.0:
            return
        right = edge.x + wide - imgui.get_style().scrollbar_size - 1.0
        inner = edge.y + min(max(more, -_FADE_HEIGHT_PX), _FADE_HEIGHT_PX)
        clear, full = pack_colour(self.theme.panel, 0.0), pack_colour(self.theme.panel)
        low = (edge.x, min(edge.y, inner))
        high = (right, max(edge.y, inner))
        tones = (full, full, clear, clear) if more > 0.0 else (clear, clear, full, full)
        imgui.get_window_draw_list().add_rect_filled_multi_color(low, high, *tones)

    def draw_panel_edge(self, place: Viewport, *, top: bool = False) -> None:
        """Draw a line at the lower edge of a panel, or if `top` at the upper one."""
        y = place.y if top else place.y + place.height - 1
        draw = imgui.get_window_draw_list()
        draw.add_line(
            (place.x, y), (place.x + place.width, y), pack_colour(self.theme.border)
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


def _join_lines(text: str) -> str:
    return translate(text).replace("\n", " ")


def find_largest_size(sizes: Sequence[float], fits: Callable[[float], bool]) -> float:
    """Return the first of descending font sizes that fits, else the smallest."""
    return next((size for size in sizes if fits(size)), sizes[-1])


@lru_cache(maxsize=1024)
def _wrap_to_columns(text: str, room: int) -> str:
    indent = " " * (len(text) - len(text.lstrip()) + 4)
    return "\n".join(textwrap.wrap(text, room, subsequent_indent=indent)) or " "


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
