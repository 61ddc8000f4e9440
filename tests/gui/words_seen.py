"""Recorder of the texts that a window draws, to find cut and overlapping ones."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from itertools import combinations, product

import pytest
from imgui_bundle import imgui

from playground.gui.imgui_backend import Gui, text_advance
from playground.i18n import translate
from playground.render.labels import PlacedText

# Letters stand a little out of their line, and lines a little into each other.
_OUT = 1.5
_ACROSS = 2.0
_DOWN = 3.5

# No window is less high than 32 pixels, however little is in it.
_EDGE = 5.0
# What these say is never to be scrolled.
_WHOLE = {"caption", "lesson"}

# Buttons without words that are drawn as fields.
_FIELDS = "##number", "##slider"

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Word:
    """A drawn text with its place.

    Attributes
    ----------
    box : tuple of float
        The rectangle of its letters.
    room : tuple of float
        The rectangle available; above and below it if it `scrolls`.
    """

    text: str
    box: Box
    room: Box
    window: str
    scrolls: bool

    @property
    def cut(self) -> bool:
        """Whether a part is hidden, except for labels of a figure without any space."""
        left, top, right, bottom = self.box
        low, high = self.seen[:2], self.seen[2:]
        if not self.window and any(a > b for a, b in zip(low, high, strict=True)):
            return False
        low_x, low_y, high_x, high_y = self.room
        beside = left < low_x - _OUT or right > high_x + _OUT
        return beside or (not self.scrolls and (top < low_y - 3 or bottom > high_y + 3))

    @property
    def seen(self) -> Box:
        """The visible part."""
        lows = (max(a, b) for a, b in zip(self.box[:2], self.room[:2], strict=True))
        highs = (min(a, b) for a, b in zip(self.box[2:], self.room[2:], strict=True))
        return (*lows, *highs)

    def runs_into(self, frame: "Word") -> bool:
        """Return whether it overlaps a frame that it does not belong to."""
        inside = (
            frame.box[0] - _OUT <= self.box[0] and self.box[2] <= frame.box[2] + _OUT
        )
        return self.window == frame.window and not inside and _overlap(self, frame)


class WordsSeen:
    """Recorder of every text that Dear ImGui draws."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.words: dict[Word, None] = {}
        self._frames: dict[Word, None] = {}

        def patch(owner: object, name: str, noting: Callable[..., object]) -> None:
            monkeypatch.setattr(owner, name, noting(getattr(owner, name)))

        for name in ("text", "text_unformatted", "text_wrapped", "text_disabled"):
            patch(imgui, name, self._text)
        for name in ("button", "selectable", "menu_item", "begin_menu", "checkbox"):
            patch(imgui, name, self._item)
        patch(imgui, "begin_combo", self._combo)
        for name in ("button", "invisible_button", "begin_combo", "input_text"):
            patch(imgui, name, self._frame)
        patch(imgui, "input_text_with_hint", self._hint)
        patch(imgui.ImDrawList, "add_text", self._drawn)
        patch(Gui, "draw_line", self._line)
        self._in_line = False

    def faults(self, *, figures: bool) -> dict[str, None]:
        """Return cut and overlapping texts, and clear the record.

        Texts of a figure are included only if `figures`.
        """
        words = [word for word in self.words if word.window or figures]
        frames = [*self._frames]
        self.forget()
        found = {
            f"cut: {word.text!r} in {word.window}": None for word in words if word.cut
        }
        for one, other in combinations(words, 2):
            if one.window == other.window and _overlap(one, other):
                found[f"together: {one.text!r}, {other.text!r}"] = None
        for word, frame in product(words, frames):
            if word.runs_into(frame):
                found[f"on a frame: {word.text!r}, {frame.text!r}"] = None
        for window in imgui.get_current_context().windows:
            for fault in (
                _outside(window) if window.active and not window.hidden else ()
            ):
                found[f"{fault}: {window.name}"] = None
        return found

    def forget(self) -> None:
        """Clear the record."""
        self.words.clear()
        self._frames.clear()

    def _frame(self, draw: Callable[..., object]) -> Callable[..., object]:
        """Return a wrapped function that records an item's frame."""

        @wraps(draw)
        def drawn(label: str, *given: object) -> object:
            before = imgui.internal.get_current_window_read()
            answer = draw(label, *given)
            own = imgui.internal.get_current_window_read()
            framed = draw.__name__ != "invisible_button" or label.startswith(_FIELDS)
            if framed and before.id_ == own.id_:
                clip = _clip(imgui.get_window_draw_list())
                word = Word(label, _item_box(), clip, own.root_window.name, False)
                self._frames[word] = None
            return answer

        return drawn

    def _note(self, text: str, box: Box, room: Box, *, window: bool = True) -> None:
        text = text.partition("##")[0]
        if not text.strip():
            return
        own = imgui.internal.get_current_window_read()
        name = own.root_window.name if window else ""
        scrolls = window and _scrolls(own)
        self.words[Word(text, box, room, name, scrolls)] = None

    def _text(self, draw: Callable[..., object]) -> Callable[..., object]:
        @wraps(draw)
        def drawn(text: str) -> object:
            answer = draw(text)
            self._note(text, _item_box(), _clip(imgui.get_window_draw_list()))
            return answer

        return drawn

    def _item(self, draw: Callable[..., object]) -> Callable[..., object]:
        """Return a wrapped function that records the text in or beside an item."""

        @wraps(draw)
        def drawn(label: str, *given: object) -> object:
            before = imgui.internal.get_current_window_read()
            answer = draw(label, *given)
            after = imgui.internal.get_current_window_read()
            if before.id_ == after.id_:
                self._in_item(label, draw.__name__)
            return answer

        return drawn

    def _in_item(self, label: str, kind: str) -> None:
        low_x, low_y, high_x, high_y = _item_box()
        size = imgui.calc_text_size(label, True)
        clip = _clip(imgui.get_window_draw_list())
        if kind == "button":
            left = (low_x + high_x - size.x) / 2
            room = _within((low_x, low_y, high_x, high_y), clip)
        elif kind == "checkbox":
            left, room = high_x - size.x, clip
        else:
            # Half of the gap beside it is its own.
            left, room = low_x + imgui.get_style().item_spacing.x / 2, clip
        top = (low_y + high_y - size.y) / 2
        self._note(label, (left, top, left + size.x, top + size.y), room)

    def _combo(self, draw: Callable[..., object]) -> Callable[..., object]:
        @wraps(draw)
        def drawn(label: str, shown: str, *given: object) -> object:
            answer = draw(label, shown, *given)
            if not answer:
                self._framed(shown, imgui.get_frame_height())
            return answer

        return drawn

    def _hint(self, draw: Callable[..., object]) -> Callable[..., object]:
        @wraps(draw)
        def drawn(label: str, words: str, now: str, *given: object) -> object:
            answer = draw(label, words, now, *given)
            if not now:
                self._framed(words, 0.0)
            return answer

        return drawn

    def _framed(self, text: str, beside: float) -> None:
        """Record a text at the left of a frame with a sign at its right."""
        low_x, low_y, high_x, high_y = _item_box()
        size, padding = imgui.calc_text_size(text), imgui.get_style().frame_padding
        left, top = low_x + padding.x, low_y + padding.y
        room = (low_x, low_y, high_x - beside, high_y)
        clip = _clip(imgui.get_window_draw_list())
        self._note(text, (left, top, left + size.x, top + size.y), _within(room, clip))

    def _drawn(self, draw: Callable[..., object]) -> Callable[..., object]:
        @wraps(draw)
        def drawn(
            onto: imgui.ImDrawList, *given: object, wrap_width: float = 0.0
        ) -> object:
            if isinstance(given[0], imgui.ImFont):
                font, size, at, _, text = given
            else:
                font, size = imgui.get_font(), imgui.get_font_size()
                at, _, text = given
            # The blank at which a line was broken has no room.
            lines = text.rstrip().split("\n")
            wide = max(text_advance(line, size, font) for line in lines)
            if wrap_width:
                wide = min(wide, wrap_width)
            left, top = at
            box = left, top, left + wide, top + size * len(lines)
            if not self._in_line:
                self._put(onto, text, box)
            wraps = {"wrap_width": wrap_width} if wrap_width else {}
            return draw(onto, *given, **wraps)

        return drawn

    def _line(self, draw: Callable[..., None]) -> Callable[..., None]:
        """Return a wrapped function that records a text of several pieces once."""

        @wraps(draw)
        def drawn(gui: Gui, onto: imgui.ImDrawList, text: PlacedText) -> None:
            box = text.x, text.y, text.x + text.width, text.y + text.height
            self._put(onto, translate(text.text), box)
            self._in_line = True
            draw(gui, onto, text)
            self._in_line = False

        return drawn

    def _put(self, onto: imgui.ImDrawList, text: str, box: Box) -> None:
        panel = imgui.get_window_draw_list()._owner_name == onto._owner_name
        self._note(text, box, _clip(onto), window=panel)


def _scrolls(window: imgui.internal.Window) -> bool:
    """Return whether a window or one of its parents can scroll."""
    while window:
        if not window.flags & imgui.WindowFlags_.no_scrollbar:
            return True
        child = window.flags & imgui.WindowFlags_.child_window
        window = window.parent_window if child else None
    return False


def _item_box() -> Box:
    low, high = imgui.get_item_rect_min(), imgui.get_item_rect_max()
    return low.x, low.y, high.x, high.y


def _clip(onto: imgui.ImDrawList) -> Box:
    low, high = onto.get_clip_rect_min(), onto.get_clip_rect_max()
    return low.x, low.y, high.x, high.y


def _within(one: Box, other: Box) -> Box:
    lows = (max(a, b) for a, b in zip(one[:2], other[:2], strict=True))
    highs = (min(a, b) for a, b in zip(one[2:], other[2:], strict=True))
    return (*lows, *highs)


def _overlap(one: Word, other: Word) -> bool:
    # A halo is the same letters again, and a prime leans on its letter.
    if one.text == other.text or "′" in (one.text, other.text):
        return False
    low_x, low_y, high_x, high_y = _within(one.seen, other.seen)
    return high_x - low_x > _ACROSS and high_y - low_y > _DOWN


def _outside(window: imgui.internal.Window) -> Iterator[str]:
    """Yield faults of a window beyond its frame or the display."""
    size = imgui.get_io().display_size
    right, bottom = window.pos.x + window.size.x, window.pos.y + window.size.y
    # The children of what scrolls may be anywhere.
    if not window.flags & imgui.WindowFlags_.child_window and (
        min(window.pos.x, window.pos.y) < -_EDGE
        or right > size.x + _EDGE
        or bottom > size.y + _EDGE
    ):
        yield "beyond the display"
    if window.name in _WHOLE and window.scroll_max.y > 1:
        yield f"cut by {window.scroll_max.y:.0f} at the foot"
