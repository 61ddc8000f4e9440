"""Texts and names in panels with symbols typeset as in figures."""

from collections.abc import Mapping
from functools import lru_cache

from imgui_bundle import imgui

from playground.gui.imgui_backend import Gui, pack_colour, push_style
from playground.gui.widgets import localized
from playground.i18n import translate
from playground.render.fonts import BOLD
from playground.render.labels import PlacedText
from playground.render.text_layout import (
    Paragraph,
    TextStyle,
    insert_no_break_spaces,
    truncate_to_width,
)
from playground.render.theme import RGBA
from playground.scene.math_text import RunKind, split_runs

_NO_COLOURS: Mapping[str, RGBA] = {}


def write(
    gui: Gui,
    text: str,
    tone: RGBA,
    *,
    size: float = 0.0,
    pitch: float = 0.0,
    room: float = 0.0,
    bold: bool = False,
    symbol_colours: Mapping[str, RGBA] = _NO_COLOURS,
) -> None:
    """Write wrapped text at ImGui's cursor.

    Parameters
    ----------
    size, room : float
        Font size and width of lines in px; 0 for ImGui's font size and the available
        width.
    pitch : float
        Distance of lines in px; 0 for the smallest.
    symbol_colours : mapping of str to RGBA
        The colours of symbols, by the names from `math_text.symbol_name`.
    """
    text = translate(text)
    if not pitch and not _has_symbols(text):
        with push_style(text=tone):
            localized.text_wrapped(insert_no_break_spaces(text))
        return
    size, room = size or imgui.get_font_size(), room or localized.line_width()
    lines = gui.paragraph(text, size, room, bold=bold, pitch=pitch)
    draw_paragraph(gui, lines, tone, tone, symbol_colours)
    imgui.dummy((lines.width, lines.height))


def draw_paragraph(
    gui: Gui,
    lines: Paragraph,
    tone: RGBA,
    bold_tone: RGBA,
    symbol_colours: Mapping[str, RGBA],
) -> None:
    """Draw lines at ImGui's cursor without moving it.

    Bold text has the colour `bold_tone`; symbols have those of `symbol_colours`, by
    name.
    """
    at, onto = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    for x, y, piece in lines.pieces:
        plain = bold_tone if piece.font_stack is BOLD else tone
        ink = pack_colour(symbol_colours.get(piece.name, plain))
        font = gui.fonts.fonts_by_face[piece.font_stack]
        onto.add_text(font, piece.size, (at.x + x, at.y + y), ink, piece.text)


def write_name(gui: Gui, text: str, tone: RGBA) -> None:
    """Write a name on one line at ImGui's cursor, in the current font size."""
    text = translate(text)
    if not _has_symbols(text):
        with push_style(text=tone):
            localized.text(text)
        return
    size, position = imgui.get_font_size(), imgui.get_cursor_screen_pos()
    # In a row with framed items, text is lowered to their baseline.
    down = imgui.internal.get_current_window().dc.curr_line_text_base_offset
    write_name_at(gui, text, size, tone, (position.x, position.y + down))
    imgui.dummy((name_width(gui, text, size), size + down))


def write_name_at(
    gui: Gui, text: str, size: float, tone: RGBA, at: tuple[float, float]
) -> None:
    """Write a name on one line, with its upper left corner at `at` on the screen.

    The font size and the position are in px.
    """
    wide = name_width(gui, text, size)
    placed = PlacedText(*at, text, size, tone, wide, size, style=TextStyle.PROSE)
    gui.draw_line(imgui.get_window_draw_list(), placed)


def name_width(gui: Gui, text: str, size: float) -> float:
    """Return the width of a name on one line; it and the font size are in px."""
    return gui.line(text, size, TextStyle.PROSE).width


def truncate_name(gui: Gui, text: str, size: float, room: float) -> str:
    """Return a name cut to a width; font size and width are in px."""
    return truncate_to_width(
        translate(text), room, lambda shown: name_width(gui, shown, size)
    )


def measure_height(
    gui: Gui, text: str, size: float, room: float, *, bold: bool
) -> float:
    """Return the height of a text wrapped to a width, all in px."""
    text = translate(text)
    if _has_symbols(text):
        return gui.paragraph(text, size, room, bold=bold).height
    font = gui.fonts.bold if bold else gui.fonts.body
    return gui.measure(insert_no_break_spaces(text), size, font, room)[1]


@lru_cache(maxsize=1024)
def _has_symbols(text: str) -> bool:
    return any(run.kind is not RunKind.WORD for run in split_runs(text))
