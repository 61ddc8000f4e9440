"""Localized widgets: Dear ImGui's widgets with text, in the active language.

ImGui identifies an item by its English label, so that it is the same in every language;
`name` distinguishes items with equal labels.
"""

import math
from functools import lru_cache
from typing import Any

from imgui_bundle import imgui

from playground.gui.imgui_fonts import track_missing_letters
from playground.i18n import Message, translate, with_texts
from playground.i18n.catalog import ActiveLanguage
from playground.render import text_layout


def format_imgui_label(label: str, name: str = "", room: float = math.inf) -> str:
    """Return a label for ImGui: the translated text, cut to `room` px, and an id."""
    if ActiveLanguage.catalogue is not None:
        return _compose_label(label, name, room)
    return _english_label(label, name, room, *(_font_key() if room < math.inf else ()))


def _compose_label(label: str, name: str, room: float) -> str:
    full_label = f"{label}##{name}" if name else label
    # A label that begins with ## is only an id.
    visible_label = (
        label
        if label.startswith("##")
        else track_missing_letters(truncate_text(label, room))
    )
    return full_label if visible_label == label else f"{visible_label}###{full_label}"


# Most labels repeat from frame to frame; only English needs no translation.
@lru_cache(maxsize=2048)
def _english_label(label: str, name: str, room: float, *_face: float) -> str:
    return _compose_label(label, name, room)


def combine_texts(template: str, **texts: object) -> Message:
    """Return a message from a language-independent template such as "{a}: {b}"."""
    return Message(template, texts)


def prefix_sign(sign: str, words: str) -> str:
    """Return a text with a sign before it; either may be empty."""
    if not (sign and words):
        return sign or words
    return combine_texts("{sign}  {words}", sign=sign, words=words)


def stack_texts(first: str, second: str) -> str:
    """Return two texts on separate lines; either may be empty."""
    if not (first and second):
        return first or second
    return combine_texts("{first}\n{second}", first=first, second=second)


def format_quantity(name: str, value: str, unit: str = "") -> Message:
    """Return a message "name = value unit"; `unit` may be ""."""
    template = "{name} = {value} {unit}" if unit else "{name} = {value}"
    return combine_texts(template, name=name, value=value, unit=unit)


@with_texts("label")
def button(label: str, size: imgui.ImVec2Like | None = None, *, name: str = "") -> bool:
    """Draw a button; return whether it was pressed.

    `size` is in px, of which 0 fits the text and -1 fills the space; None fits both.
    The label is cut to a positive width.
    """
    if size is None:
        return bool(imgui.button(format_imgui_label(label, name)))
    room = size[0]
    label_text = format_imgui_label(label, name, room if room > 0.0 else math.inf)
    return bool(imgui.button(label_text, size))


@with_texts("label")
def selectable(label: str, *given: Any, name: str = "") -> bool:
    """Draw a selectable row; return whether it was clicked.

    `given` are the further arguments of ImGui's `selectable`, from its state on.
    """
    return bool(imgui.selectable(format_imgui_label(label, name), *given)[0])


@with_texts("label")
def checkbox(label: str, now: bool, room: float = math.inf) -> bool:
    """Draw a checkbox; return whether it was toggled.

    The label is cut to `room` px.
    """
    return bool(imgui.checkbox(format_imgui_label(label, room=room), now)[0])


@with_texts("label", "beside")
def menu_item(
    label: str, beside: str = "", *, on: bool = False, can: bool = True
) -> bool:
    """Draw a menu item with its shortcut; return whether it was chosen."""
    label = format_imgui_label(label)
    return bool(imgui.menu_item(label, _translate_text(beside), on, can)[0])


def begin_menu(label: str) -> bool:
    """Open a menu; return whether to draw its content."""
    return bool(imgui.begin_menu(format_imgui_label(label)))


def begin_combo(label: str, shown: str, *given: Any) -> bool:
    """Open a drop-down list that shows a text; return whether to draw its content."""
    shown = truncate_text(shown, combo_text_width())
    return bool(
        imgui.begin_combo(
            format_imgui_label(label), track_missing_letters(shown), *given
        )
    )


def combo_text_width() -> float:
    """Return the width for the text of the next drop-down list in px."""
    padding = imgui.get_style().frame_padding.x
    return float(imgui.calc_item_width() - imgui.get_frame_height() - padding)


@with_texts("words")
def input_text_with_hint(
    label: str, words: str, now: str, *given: Any
) -> tuple[bool, str]:
    """Draw a text field with a hint; return whether it changed, and its text.

    Parameters
    ----------
    label : str
        The field's label or id.
    words : str
        The hint, shown while the field is empty, cut to its width.
    now : str
        The present text.
    *given
        Flags and callback of ImGui's `input_text_with_hint`. With the flag
        `enter_returns_true` the first result is whether Enter was pressed.
    """
    words = track_missing_letters(truncate_text(words, field_text_width()))
    return imgui.input_text_with_hint(format_imgui_label(label), words, now, *given)


def field_text_width() -> float:
    """Return the width for the text of the next field in px."""
    return float(imgui.calc_item_width() - 2.0 * imgui.get_style().frame_padding.x)


def progress_bar(share: float, size: imgui.ImVec2Like, words: str) -> None:
    """Draw a progress bar with a text on it; `share` is from 0 to 1, the size in px."""
    imgui.progress_bar(share, size, _translate_text(words))


@with_texts("words")
def text(words: str) -> None:
    """Write a text, wrapped if ImGui's wrap position is set."""
    imgui.text(_visible_text(words))


def text_disabled(words: str) -> None:
    """Draw a translated line in the disabled text colour."""
    imgui.text_disabled(_translate_text(words))


def text_unformatted(words: str) -> None:
    """Write a text of several lines, wrapped if ImGui's wrap position is set."""
    imgui.text_unformatted(_visible_text(words))


def text_wrapped(words: str) -> None:
    """Write a text wrapped to the available width."""
    imgui.text_wrapped(_visible_text(words, is_wrapped=True))


def _visible_text(words: str, *, is_wrapped: bool = False) -> str:
    """Return a text translated, with line breaks in Japanese that is wrapped here."""
    if _can_skip_translation(words):
        return words
    words = _translate_text(words)
    wrap_position = imgui.internal.get_current_window().dc.text_wrap_pos
    if not (is_wrapped or wrap_position >= 0.0):
        return words
    return break_japanese(words, line_width())


def calc_text_size(words: str, *given: Any, **named: Any) -> imgui.ImVec2:
    """Return the width and height of a text in px, in the current font.

    The further arguments are those of ImGui's `calc_text_size`.
    """
    if _can_skip_translation(words):
        return imgui.calc_text_size(words, *given, **named)
    words = _translate_text(words)
    if (wide := named.get("wrap_width", 0.0)) > 0.0:
        words = break_japanese(words, wide)
    return imgui.calc_text_size(words, *given, **named)


def truncate_text(words: str, wide: float) -> str:
    """Return a text cut to a width in px, in the current font; inf cuts nothing."""
    words = translate(words)
    if wide == math.inf:
        return words
    return _truncate_in_font(words, wide, *_font_key())


@lru_cache(maxsize=2048)
def _truncate_in_font(words: str, wide: float, *_face: float) -> str:
    return text_layout.truncate_to_width(
        words, wide, lambda text: imgui.calc_text_size(text).x
    )


def _font_key() -> tuple[float, float, float]:
    """Return the current font's properties that determine widths."""
    scale = imgui.get_io().display_framebuffer_scale.x
    return imgui.get_font().font_id, imgui.get_font_size(), scale


def clear_measurements() -> None:
    """Clear cached measurements, as the fonts have changed."""
    _english_label.cache_clear()
    _truncate_in_font.cache_clear()
    _compute_breaks.cache_clear()


def line_width() -> float:
    """Return the width at which ImGui wraps a line here, in px."""
    wrap = imgui.internal.get_current_window().dc.text_wrap_pos
    if wrap > 0.0:
        return max(float(wrap) - imgui.get_cursor_pos_x(), 1.0)
    return float(imgui.get_content_region_avail().x)


def break_japanese(words: str, wide: float) -> str:
    """Return a text with line breaks for Japanese, which ImGui does not know.

    `wide` is the width of the lines in px.
    """
    if not text_layout.has_japanese(words):
        return words
    return _compute_breaks(words, wide, *_font_key())


@lru_cache(maxsize=1024)
def _compute_breaks(words: str, wide: float, *_face: float) -> str:
    def width(line: str) -> float:
        return float(imgui.calc_text_size(line).x)

    return text_layout.wrap_text(words, wide, width)


def _can_skip_translation(words: str) -> bool:
    """Return whether a text is displayed unchanged, and wrapped by ImGui."""
    return ActiveLanguage.catalogue is None and _lacks_japanese(words)


@lru_cache(maxsize=4096)
def _lacks_japanese(words: str) -> bool:
    return not text_layout.has_japanese(track_missing_letters(words))


def _translate_text(words: str) -> str:
    return track_missing_letters(translate(words))
