"""Slider and number box in float64, and the state of widgets between frames.

ImGui's own sliders use float32, which would round the params.
"""

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar, cast

from imgui_bundle import imgui

from playground.gui.imgui_backend import Gui, click_area, pack_colour
from playground.i18n import translate
from playground.quick_dataclass import dataclass
from playground.scene.math_text import format_number

if TYPE_CHECKING:
    from playground.session.history import History
    from playground.session.open_scene import Setting

T = TypeVar("T")
# Drag distance per step of an integer.
_PIXELS_PER_STEP = 8.0
# A press with a longer move is a drag.
_MAX_CLICK_DISTANCE_PX = 3.0
# Extends the clickable area of a field halfway to its neighbours.
_CLICK_PADDING_PX = (3.0, 3.5)
# Limit of the height reserved for a text that has become shorter, about seven lines.
_MAX_RESERVED_HEIGHT_PX = 130.0

_ENTER_KEYS = (imgui.Key.enter, imgui.Key.keypad_enter)


@dataclass
class NumberEntry:
    """The number box being typed in: its key, and the text before and now.

    The key is "" for none; `fresh` is whether the box is to get the focus.
    """

    key: str = ""
    before: str = ""
    text: str = ""
    fresh: bool = True


class Widgets:
    """Widgets and their state between frames.

    Attributes
    ----------
    heights : dict of str to float
        Measured heights of cards and texts in px, by name.
    user_code_text : str
        Text of the field for user code.
    line_to_show : int
        A line of the code to scroll to; 0 for none.
    is_report_unfolded : bool
        Whether the details of an evaluation are shown.
    pressed_plot : object
        The plot in which the current press began; None for none.
    history_before_press : History or None
        The session's history before that press; None for none.
    """

    def __init__(self, gui: Gui) -> None:
        self._gui = gui
        self._entry = NumberEntry()
        self._drag_start_value = 0.0
        self._slider_ends = 0.0, 1.0
        self._matched_option = ""
        self._refocus_key = ""
        # Whether a number was typed and the mouse has not moved since.
        self._is_settled = False
        self.heights: dict[str, float] = {}
        self.user_code_text = ""
        self.line_to_show = 0
        self.is_report_unfolded = False
        self.pressed_plot: object = None
        self.history_before_press: History[Setting] | None = None
        self._reserved_heights: dict[str, float] = {}
        self._current_heights: dict[str, float] = {}
        self._cache: dict[str, tuple[Hashable, object]] = {}

    def clear_measurements(self) -> None:
        """Clear measurements and cached values, after a change of language."""
        self.heights.clear()
        self._reserved_heights.clear()
        self._current_heights.clear()
        self._cache.clear()

    def match_typed_letter(
        self, words: Sequence[str], shown: str, letters: str
    ) -> str | None:
        """Return the next option that starts with the typed letter.

        The search begins after the last match, or else after the option `shown`, in the
        current language and in English. Without a match it is the last match again, ""
        for none; without typed letters None.
        """
        if not letters:
            return None
        last = self._matched_option if self._matched_option in words else shown
        place = words.index(last) + 1 if last in words else 0
        rotated_words = [*words[place:], *words[:place]]
        begins = letters[-1].lower()
        matches = (word for word in rotated_words if _starts_with_letters(word, begins))
        self._matched_option = next(matches, self._matched_option)
        return self._matched_option

    @contextmanager
    def reserve_height(self, name: str, least: float = 0.0) -> Iterator[None]:
        """Reserve the largest height of a block so far, so that nothing below moves.

        It is at least `least` px; of heights beyond 130 px only that much is reserved.
        """
        begin = imgui.get_cursor_pos_y()
        yield
        used = imgui.get_cursor_pos_y() - begin
        kept_height = max(
            self._reserved_heights.get(name, least), min(used, _MAX_RESERVED_HEIGHT_PX)
        )
        self._reserved_heights[name] = kept_height
        self._current_heights[name] = max(kept_height, used)
        if kept_height > used:
            spacing = imgui.get_style().item_spacing.y
            imgui.dummy((0, max(kept_height - used - spacing, 0.0)))

    def memoize(self, name: str, of: Hashable, work: Callable[[], T]) -> T:
        """Return the result of `work`, cached under `name` as long as `of` is equal."""
        cached = self._cache.get(name)
        if cached is None or cached[0] != of:
            cached = self._cache[name] = of, work()
        return cast("T", cached[1])

    def last_height(self, name: str) -> float:
        """Return the height of a block of `reserve_height` in the last frame, in px.

        It is 0 if there was none.
        """
        return self._current_heights.get(name, 0.0)

    @property
    def is_typing_or_settled(self) -> bool:
        """Whether a number is being typed, or was and the mouse has not moved since."""
        return bool(self._entry.key) or self._is_settled

    def slider(
        self,
        key: str,
        value: float,
        low: float,
        high: float,
        width: float,
        radius: float = 7.0,
    ) -> float | None:
        """Draw a slim slider; return the value that a press or drag sets.

        It is None without a change. While it is held, `low` and `high` stay the same.

        Parameters
        ----------
        key : str
            Name of the slider.
        value : float
            The present value.
        low, high : float
            The ends of its range.
        width : float
            Width in px.
        radius : float
            Radius of the knob in px.
        """
        theme, height = self._gui.theme, imgui.get_frame_height()
        at = imgui.get_cursor_screen_pos()
        imgui.invisible_button(f"##slider {key}", (width, height))
        active, is_hovered = imgui.is_item_active(), imgui.is_item_hovered()
        if imgui.is_item_activated():
            self._slider_ends = low, high
        if active:
            low, high = self._slider_ends
        left_edge, right, y = at.x + radius, at.x + width - radius, at.y + height / 2
        share = min(max((value - low) / (high - low), 0.0), 1.0)
        moved_value = None
        if active:
            share = (imgui.get_io().mouse_pos.x - left_edge) / (right - left_edge)
            share = min(max(share, 0.0), 1.0)
            moved_value = _round_to_resolution(
                low + share * (high - low), (high - low) / (right - left_edge)
            )
        x = left_edge + share * (right - left_edge)
        draw = imgui.get_window_draw_list()
        track = pack_colour(theme.edge)
        draw.add_line((left_edge, y), (right, y), track, 4.0)
        accent = pack_colour(theme.accent)
        draw.add_line((left_edge, y), (x, y), accent, 4.0)
        if active or is_hovered:
            halo = pack_colour(theme.accent, 0.25)
            draw.add_circle_filled((x, y), radius + 5.0, halo)
        draw.add_circle_filled((x, y), radius, accent)
        return moved_value if moved_value != value else None

    def number(
        self,
        key: str,
        value: float,
        speed: float,
        width: float,
        read: Callable[[str], float],
        *,
        is_integer: bool = False,
    ) -> float | None:
        """Draw a number box (drag it, or click to type); return a changed value.

        It is None without a change.

        Parameters
        ----------
        key : str
            Name of the box.
        value : float
            The present value.
        speed : float
            Change per px of a drag; for integers, per step of 8 px.
        width : float
            Width in px.
        read : callable
            Takes the typed text and returns its number, or raises ValueError.
        is_integer : bool
            Whether the number is an integer.

        Raises
        ------
        ValueError
            From `read`. After Enter the text stays editable.
        """
        mouse_delta = imgui.get_io().mouse_delta
        self._is_settled = self._is_settled and not (mouse_delta.x or mouse_delta.y)
        if self._entry.key == key:
            return self._draw_text_entry(key, width, read)
        position, height = imgui.get_cursor_screen_pos(), imgui.get_frame_height()
        if self._refocus_key == key:
            imgui.set_keyboard_focus_here()
            self._refocus_key = ""
        with widen_click_area():
            is_pressed = click_area(f"##number {key}", (width, height))
            hovered, active = imgui.is_item_hovered(), imgui.is_item_active()
        theme, rounding = self._gui.theme, imgui.get_style().frame_rounding
        tone = theme.active if active else theme.hover if hovered else theme.panel_alt
        corner = (position.x + width, position.y + height)
        draw = imgui.get_window_draw_list()
        draw.add_rect_filled(position, corner, pack_colour(tone), rounding)
        draw.add_rect(position, corner, pack_colour(theme.edge), rounding)
        text, mono = format_number(value), self._gui.fonts.mono
        text_size = imgui.get_font_size()
        text_width = self._gui.measure(text, text_size, mono)[0]
        x = position.x + max((width - text_width) / 2, 4.0)
        middle = x, position.y + height / 2
        self._gui.draw_text(text, text_size, middle, theme.text, mono, (0.0, 0.5))
        if hovered:
            imgui.set_mouse_cursor(imgui.MouseCursor_.resize_ew)
        dragging = imgui.get_mouse_drag_delta(0, _MAX_CLICK_DISTANCE_PX).x != 0.0
        is_confirmed = (
            bool(self._gui.navigated_panel)
            and imgui.is_item_focused()
            and (is_enter_pressed() or imgui.is_key_pressed(imgui.Key.space))
        )
        if is_confirmed or (is_pressed and not dragging):
            text = f"{value:.12g}"
            self._entry = NumberEntry(key, text, text)
        # A move reported together with the press is not a drag.
        is_dragging = active and dragging and not imgui.is_item_activated()
        if is_integer and active:
            self._drag_start_value = self._drag_start_value if is_dragging else value
            steps = math.trunc(imgui.get_mouse_drag_delta(0, 0.0).x / _PIXELS_PER_STEP)
            return self._drag_start_value + steps * speed
        dragged = imgui.get_io().mouse_delta.x if is_dragging else 0.0
        return _round_to_resolution(value + dragged * speed, speed) if dragged else None

    def _draw_text_entry(
        self, key: str, width: float, read: Callable[[str], float]
    ) -> float | None:
        entry = self._entry
        if entry.fresh:
            imgui.set_keyboard_focus_here()
        imgui.set_next_item_width(width)
        flags = imgui.InputTextFlags_.auto_select_all
        with widen_click_area():
            _, entry.text = imgui.input_text(f"##entry {key}", entry.text, flags)
        state = imgui.internal.get_input_text_state(imgui.get_item_id())
        twice = entry.text == entry.before and imgui.is_mouse_double_clicked(0)
        if state and twice:
            # A double click selects all, so that typing replaces it.
            state.select_all()
        if entry.fresh:
            entry.fresh = False
            return None
        if imgui.is_item_active():
            return None
        self._entry = NumberEntry()
        self._refocus_key = key if self._gui.navigated_panel else ""
        self._is_settled = True
        if imgui.is_key_pressed(imgui.Key.escape) or entry.text == entry.before:
            return None
        try:
            return read(entry.text)
        except ValueError:
            if is_enter_pressed():
                self._entry = NumberEntry(key, entry.before, entry.text)
            raise


@contextmanager
def widen_click_area() -> Iterator[None]:
    """Extend the clickable area of fields, so that near misses count as clicks."""
    style = imgui.get_style()
    padding_before = style.touch_extra_padding
    style.touch_extra_padding = imgui.ImVec2(*_CLICK_PADDING_PX)
    yield
    style.touch_extra_padding = padding_before


def _starts_with_letters(word: str, letters: str) -> bool:
    return any(
        candidate.lower().startswith(letters) for candidate in (translate(word), word)
    )


def is_enter_pressed() -> bool:
    """Return whether Enter has been pressed in this frame."""
    return any(imgui.is_key_pressed(key) for key in _ENTER_KEYS)


def _round_to_resolution(value: float, resolution: float) -> float:
    """Return a value rounded to the decimal digits of `resolution`, its step."""
    digits = 0
    while resolution < 1.0 and digits < 15:
        resolution *= 10.0
        digits += 1
    return round(value, digits)
