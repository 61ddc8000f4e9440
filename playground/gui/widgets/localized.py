"""What of Dear ImGui shows words, told in the language that is spoken.

An item keeps its English label as its name within ImGui, so that it is the same one in
every language. Where two have the same words, `name` tells them apart.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from imgui_bundle import imgui

from playground.gui.fonts import noted
from playground.i18n import Message, translated, with_texts
from playground.i18n.catalog import Spoken
from playground.render import text_layout


def labelled(label: str, name: str = "", room: float = math.inf) -> str:
    """Return a label as ImGui takes it: the words that are shown, and its name.

    Where they have less room than they need, not all words are.
    """
    if Spoken.catalogue is not None:
        return _labelled(label, name, room)
    return _english(label, name, room, *(_face() if room < math.inf else ()))


def _labelled(label: str, name: str, room: float) -> str:
    whole = f"{label}##{name}" if name else label
    # What begins with ## is a name alone.
    shown = label if label.startswith("##") else noted(shortened(label, room))
    return whole if shown == label else f"{shown}###{whole}"


# Most labels are those of the frame before, and no other language tells them otherwise.
@lru_cache(maxsize=2048)
def _english(label: str, name: str, room: float, *_face: float) -> str:
    return _labelled(label, name, room)


def together(template: str, **texts: object) -> Message:
    """Return texts put together by signs that are the same in every language."""
    return Message(template, texts)


def signed(sign: str, words: str) -> str:
    """Return words behind a sign, of which there may be only one."""
    if not (sign and words):
        return sign or words
    return together("{sign}  {words}", sign=sign, words=words)


def below(first: str, second: str) -> str:
    """Return two texts, one below the other; there may be only one."""
    if not (first and second):
        return first or second
    return together("{first}\n{second}", first=first, second=second)


def valued(name: str, value: str, unit: str = "") -> Message:
    """Return what a number is called, and what it is."""
    template = "{name} = {value} {unit}" if unit else "{name} = {value}"
    return together(template, name=name, value=value, unit=unit)


@with_texts("label")
def button(label: str, size: imgui.ImVec2Like | None = None, *, name: str = "") -> bool:
    """Draw a button; return whether it was pressed."""
    if size is None:
        return bool(imgui.button(labelled(label, name)))
    room = size[0]
    told = labelled(label, name, room if room > 0.0 else math.inf)
    return bool(imgui.button(told, size))


@with_texts("label")
def selectable(label: str, *given: Any, name: str = "") -> tuple[bool, bool]:
    """Draw one line of a list; return whether it was chosen, and whether it is."""
    return imgui.selectable(labelled(label, name), *given)


@with_texts("label")
def checkbox(label: str, now: bool, room: float = math.inf) -> tuple[bool, bool]:
    """Draw a box to tick; return whether that was changed, and to what."""
    return imgui.checkbox(labelled(label, room=room), now)


def menu_item(label: str, beside: str, *given: Any) -> tuple[bool, bool]:
    """Draw a line of a menu, at its right a key; return whether it was chosen."""
    return imgui.menu_item(labelled(label), _shown(beside), *given)


def begin_menu(label: str) -> bool:
    """Open a menu; return whether there is any of it to be drawn."""
    return bool(imgui.begin_menu(labelled(label)))


def begin_combo(label: str, shown: str, *given: Any) -> bool:
    """Open a list; return whether there is any of it to be drawn."""
    shown = shortened(shown, combo_room())
    return bool(imgui.begin_combo(labelled(label), noted(shown), *given))


def combo_room() -> float:
    """Return how wide what the next list shows may be: its sign is beside it."""
    padding = imgui.get_style().frame_padding.x
    return float(imgui.calc_item_width() - imgui.get_frame_height() - padding)


@with_texts("words")
def input_text_with_hint(
    label: str, words: str, now: str, *given: Any
) -> tuple[bool, str]:
    """Draw a field with words in it while it is empty; return what was typed."""
    words = noted(shortened(words, field_room()))
    return imgui.input_text_with_hint(labelled(label), words, now, *given)


def field_room() -> float:
    """Return how wide the words in the next field may be."""
    return float(imgui.calc_item_width() - 2.0 * imgui.get_style().frame_padding.x)


def progress_bar(share: float, size: imgui.ImVec2Like, words: str) -> None:
    """Draw how much is done, with words on it."""
    imgui.progress_bar(share, size, _shown(words))


@with_texts("words")
def text(words: str) -> None:
    """Write a line, or as many as ImGui's wrap position asks for."""
    imgui.text(words if _as_it_is(words) else _wrapped(_shown(words)))


def text_disabled(words: str) -> None:
    """Write a line that is no more than a remark."""
    imgui.text_disabled(_shown(words))


def text_unformatted(words: str) -> None:
    """Write a text in the lines that it has, or that ImGui's wrap position asks for."""
    told = words if _as_it_is(words) else _wrapped(_shown(words))
    imgui.text_unformatted(told)


def text_wrapped(words: str) -> None:
    """Write a text in lines as wide as there is room."""
    told = words if _as_it_is(words) else in_lines(_shown(words), room())
    imgui.text_wrapped(told)


def calc_text_size(words: str, *given: Any, **named: Any) -> imgui.ImVec2:
    """Return how wide and high a text is."""
    if _as_it_is(words):
        return imgui.calc_text_size(words, *given, **named)
    words = _shown(words)
    if (wide := named.get("wrap_width", 0.0)) > 0.0:
        words = in_lines(words, wide)
    return imgui.calc_text_size(words, *given, **named)


def shortened(words: str, wide: float) -> str:
    """Return as much of a text as there is room for, in the font that is pushed."""
    words = translated(words)
    if wide == math.inf:
        return words
    return _cut(words, wide, *_face())


@lru_cache(maxsize=2048)
def _cut(words: str, wide: float, *_face: float) -> str:
    return cut_to(words, wide, lambda text: imgui.calc_text_size(text).x)


def _face() -> tuple[float, float, float]:
    """Return what a width hangs on beside the words: the face that is pushed."""
    scale = imgui.get_io().display_framebuffer_scale.x
    return imgui.get_font().font_id, imgui.get_font_size(), scale


def measure_anew() -> None:
    """Forget what was measured: a face has more letters now."""
    _english.cache_clear()
    _cut.cache_clear()
    _lines.cache_clear()


def cut_to(words: str, wide: float, width: Callable[[str], float]) -> str:
    """Return as much of a text as there is room for: what is cut ends with dots."""
    shown = words
    while len(words) > 1 and width(shown) > wide:
        words = words[:-1]
        shown = f"{words.rstrip()}…"
    return shown


def room() -> float:
    """Return how wide a line may be here: as wide as one that ImGui wraps."""
    wrap = imgui.internal.get_current_window().dc.text_wrap_pos
    if wrap > 0.0:
        return max(float(wrap) - imgui.get_cursor_pos_x(), 1.0)
    return float(imgui.get_content_region_avail().x)


def in_lines(words: str, wide: float) -> str:
    """Return a text with the line breaks of Japanese, which ImGui does not know."""
    if not text_layout.has_japanese(words):
        return words
    return _lines(words, wide, *_face())


@lru_cache(maxsize=1024)
def _lines(words: str, wide: float, *_face: float) -> str:
    def width(line: str) -> float:
        return float(imgui.calc_text_size(line).x)

    return text_layout.in_lines(words, wide, width)


def _as_it_is(words: str) -> bool:
    """Return whether a text is shown as it is, in the lines that ImGui breaks it in."""
    return Spoken.catalogue is None and _plain(words)


@lru_cache(maxsize=4096)
def _plain(words: str) -> bool:
    return not text_layout.has_japanese(noted(words))


def _shown(words: str) -> str:
    return noted(translated(words))


def _wrapped(words: str) -> str:
    if not text_layout.has_japanese(words):
        return words
    wraps = imgui.internal.get_current_window().dc.text_wrap_pos >= 0.0
    return in_lines(words, room()) if wraps else words
