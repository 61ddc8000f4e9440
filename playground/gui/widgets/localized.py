"""What of Dear ImGui shows words, told in the language that is spoken.

An item keeps its English label as its name within ImGui, so that it is the same one in
every language. Where two have the same words, `name` tells them apart.
"""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from imgui_bundle import imgui

from playground.gui.imgui_fonts import track_missing_letters
from playground.i18n import Message, translate, with_texts
from playground.i18n.catalog import ActiveLanguage
from playground.render import text_layout


def format_imgui_label(label: str, name: str = "", room: float = math.inf) -> str:
    """Return a label as ImGui takes it: the words that are shown, and its name.

    Where they have less room than they need, not all words are.
    """
    if ActiveLanguage.catalogue is not None:
        return _compose_label(label, name, room)
    return _english_label(label, name, room, *(_font_key() if room < math.inf else ()))


def _compose_label(label: str, name: str, room: float) -> str:
    whole = f"{label}##{name}" if name else label
    # What begins with ## is a name alone.
    shown = (
        label
        if label.startswith("##")
        else track_missing_letters(truncate_text(label, room))
    )
    return whole if shown == label else f"{shown}###{whole}"


# Most labels are those of the frame before, and no other language tells them otherwise.
@lru_cache(maxsize=2048)
def _english_label(label: str, name: str, room: float, *_face: float) -> str:
    return _compose_label(label, name, room)


def combine_texts(template: str, **texts: object) -> Message:
    """Return texts put together by signs that are the same in every language."""
    return Message(template, texts)


def prefix_sign(sign: str, words: str) -> str:
    """Return words behind a sign, of which there may be only one."""
    if not (sign and words):
        return sign or words
    return combine_texts("{sign}  {words}", sign=sign, words=words)


def stack_texts(first: str, second: str) -> str:
    """Return two texts, one below the other; there may be only one."""
    if not (first and second):
        return first or second
    return combine_texts("{first}\n{second}", first=first, second=second)


def format_quantity(name: str, value: str, unit: str = "") -> Message:
    """Return what a number is called, and what it is."""
    template = "{name} = {value} {unit}" if unit else "{name} = {value}"
    return combine_texts(template, name=name, value=value, unit=unit)


@with_texts("label")
def button(label: str, size: imgui.ImVec2Like | None = None, *, name: str = "") -> bool:
    """Draw a button; return whether it was pressed."""
    if size is None:
        return bool(imgui.button(format_imgui_label(label, name)))
    room = size[0]
    told = format_imgui_label(label, name, room if room > 0.0 else math.inf)
    return bool(imgui.button(told, size))


@with_texts("label")
def selectable(label: str, *given: Any, name: str = "") -> tuple[bool, bool]:
    """Draw one line of a list; return whether it was chosen, and whether it is."""
    return imgui.selectable(format_imgui_label(label, name), *given)


@with_texts("label")
def checkbox(label: str, now: bool, room: float = math.inf) -> tuple[bool, bool]:
    """Draw a box to tick; return whether that was changed, and to what."""
    return imgui.checkbox(format_imgui_label(label, room=room), now)


def menu_item(label: str, beside: str, *given: Any) -> tuple[bool, bool]:
    """Draw a line of a menu, at its right a key; return whether it was chosen."""
    return imgui.menu_item(format_imgui_label(label), _translate_text(beside), *given)


def begin_menu(label: str) -> bool:
    """Open a menu; return whether there is any of it to be drawn."""
    return bool(imgui.begin_menu(format_imgui_label(label)))


def begin_combo(label: str, shown: str, *given: Any) -> bool:
    """Open a list; return whether there is any of it to be drawn."""
    shown = truncate_text(shown, combo_text_width())
    return bool(
        imgui.begin_combo(
            format_imgui_label(label), track_missing_letters(shown), *given
        )
    )


def combo_text_width() -> float:
    """Return how wide what the next list shows may be: its sign is beside it."""
    padding = imgui.get_style().frame_padding.x
    return float(imgui.calc_item_width() - imgui.get_frame_height() - padding)


@with_texts("words")
def input_text_with_hint(
    label: str, words: str, now: str, *given: Any
) -> tuple[bool, str]:
    """Draw a field with words in it while it is empty; return what was typed."""
    words = track_missing_letters(truncate_text(words, field_text_width()))
    return imgui.input_text_with_hint(format_imgui_label(label), words, now, *given)


def field_text_width() -> float:
    """Return how wide the words in the next field may be."""
    return float(imgui.calc_item_width() - 2.0 * imgui.get_style().frame_padding.x)


def progress_bar(share: float, size: imgui.ImVec2Like, words: str) -> None:
    """Draw how much is done, with words on it."""
    imgui.progress_bar(share, size, _translate_text(words))


@with_texts("words")
def text(words: str) -> None:
    """Write a line, or as many as ImGui's wrap position asks for."""
    imgui.text(
        words
        if _can_skip_translation(words)
        else _wrap_japanese(_translate_text(words))
    )


def text_disabled(words: str) -> None:
    """Write a line that is no more than a remark."""
    imgui.text_disabled(_translate_text(words))


def text_unformatted(words: str) -> None:
    """Write a text in the lines that it has, or that ImGui's wrap position asks for."""
    told = (
        words
        if _can_skip_translation(words)
        else _wrap_japanese(_translate_text(words))
    )
    imgui.text_unformatted(told)


def text_wrapped(words: str) -> None:
    """Write a text in lines as wide as there is room."""
    told = (
        words
        if _can_skip_translation(words)
        else break_japanese(_translate_text(words), line_width())
    )
    imgui.text_wrapped(told)


def calc_text_size(words: str, *given: Any, **named: Any) -> imgui.ImVec2:
    """Return how wide and high a text is."""
    if _can_skip_translation(words):
        return imgui.calc_text_size(words, *given, **named)
    words = _translate_text(words)
    if (wide := named.get("wrap_width", 0.0)) > 0.0:
        words = break_japanese(words, wide)
    return imgui.calc_text_size(words, *given, **named)


def truncate_text(words: str, wide: float) -> str:
    """Return as much of a text as there is room for, in the font that is pushed."""
    words = translate(words)
    if wide == math.inf:
        return words
    return _truncate_in_font(words, wide, *_font_key())


@lru_cache(maxsize=2048)
def _truncate_in_font(words: str, wide: float, *_face: float) -> str:
    return truncate_to_width(words, wide, lambda text: imgui.calc_text_size(text).x)


def _font_key() -> tuple[float, float, float]:
    """Return what a width hangs on beside the words: the face that is pushed."""
    scale = imgui.get_io().display_framebuffer_scale.x
    return imgui.get_font().font_id, imgui.get_font_size(), scale


def clear_measurements() -> None:
    """Forget what was measured: a face has more letters now."""
    _english_label.cache_clear()
    _truncate_in_font.cache_clear()
    _compute_breaks.cache_clear()


def truncate_to_width(words: str, wide: float, width: Callable[[str], float]) -> str:
    """Return as much of a text as there is room for: what is cut ends with dots."""
    shown = words
    while len(words) > 1 and width(shown) > wide:
        words = words[:-1]
        shown = f"{words.rstrip()}…"
    return shown


def line_width() -> float:
    """Return how wide a line may be here: as wide as one that ImGui wraps."""
    wrap = imgui.internal.get_current_window().dc.text_wrap_pos
    if wrap > 0.0:
        return max(float(wrap) - imgui.get_cursor_pos_x(), 1.0)
    return float(imgui.get_content_region_avail().x)


def break_japanese(words: str, wide: float) -> str:
    """Return a text with the line breaks of Japanese, which ImGui does not know."""
    if not text_layout.has_japanese(words):
        return words
    return _compute_breaks(words, wide, *_font_key())


@lru_cache(maxsize=1024)
def _compute_breaks(words: str, wide: float, *_face: float) -> str:
    def width(line: str) -> float:
        return float(imgui.calc_text_size(line).x)

    return text_layout.wrap_text(words, wide, width)


def _can_skip_translation(words: str) -> bool:
    """Return whether a text is shown as it is, in the lines that ImGui breaks it in."""
    return ActiveLanguage.catalogue is None and _lacks_japanese(words)


@lru_cache(maxsize=4096)
def _lacks_japanese(words: str) -> bool:
    return not text_layout.has_japanese(track_missing_letters(words))


def _translate_text(words: str) -> str:
    return track_missing_letters(translate(words))


def _wrap_japanese(words: str) -> str:
    if not text_layout.has_japanese(words):
        return words
    wraps = imgui.internal.get_current_window().dc.text_wrap_pos >= 0.0
    return break_japanese(words, line_width()) if wraps else words
