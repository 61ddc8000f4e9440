"""Sentences and names in the panels, whose symbols are set like those of the figure."""

from collections.abc import Mapping
from functools import lru_cache

from imgui_bundle import imgui

from playground.gui.imgui_backend import Gui, pack_colour, push_style
from playground.gui.widgets import localized
from playground.i18n import translate
from playground.render.labels import PlacedText
from playground.render.text_layout import Paragraph, TextStyle, insert_no_break_spaces
from playground.render.theme import RGBA
from playground.scene.math_text import RunKind, split_runs

_NO_COLOURS: Mapping[str, RGBA] = {}


def write(
    gui: Gui,
    text: str,
    tone: RGBA,
    *,
    bold: bool = False,
    symbol_colours: Mapping[str, RGBA] = _NO_COLOURS,
) -> None:
    """Write a text at ImGui's cursor in the size of its font, in lines as wide as fit.

    Symbols have the colours of `symbol_colours`, by the names that
    `math_text.symbol_name` gives.
    """
    text, size = translate(text), imgui.get_font_size()
    if not _has_symbols(text):
        with push_style(text=tone):
            localized.text_wrapped(insert_no_break_spaces(text))
        return
    _draw_paragraph(
        gui,
        gui.paragraph(text, size, localized.line_width(), bold=bold),
        tone,
        symbol_colours,
    )


def write_with_line_pitch(
    gui: Gui,
    text: str,
    tone: RGBA,
    size: float,
    pitch: float,
    room: float,
    *,
    bold: bool = False,
    symbol_colours: Mapping[str, RGBA] = _NO_COLOURS,
) -> None:
    """Write a text like that, in lines that are `pitch` apart."""
    _draw_paragraph(
        gui,
        gui.paragraph(text, size, room, bold=bold, pitch=pitch),
        tone,
        symbol_colours,
    )


def _draw_paragraph(
    gui: Gui, lines: Paragraph, tone: RGBA, tones: Mapping[str, RGBA]
) -> None:
    at, onto = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    for x, y, piece in lines.pieces:
        ink = pack_colour(tones.get(piece.name, tone) if tones else tone)
        place = (at.x + x, at.y + y)
        onto.add_text(
            gui.fonts.fonts_by_face[piece.font_stack],
            piece.size,
            place,
            ink,
            piece.text,
        )
    imgui.dummy((lines.width, lines.height))


def write_name(gui: Gui, text: str, tone: RGBA) -> None:
    """Write a name at ImGui's cursor in one line, in the size of its font."""
    text = translate(text)
    if not _has_symbols(text):
        with push_style(text=tone):
            localized.text(text)
        return
    size, at = imgui.get_font_size(), imgui.get_cursor_screen_pos()
    # Where a row has frames, its texts are lowered to theirs.
    down = imgui.internal.get_current_window().dc.curr_line_text_base_offset
    write_name_at(gui, text, size, tone, (at.x, at.y + down))
    imgui.dummy((name_width(gui, text, size), size + down))


def write_name_at(
    gui: Gui, text: str, size: float, tone: RGBA, at: tuple[float, float]
) -> None:
    """Write a name in one line with its upper left corner there on the screen."""
    wide = name_width(gui, text, size)
    placed = PlacedText(*at, text, size, tone, wide, size, style=TextStyle.PROSE)
    gui.draw_line(imgui.get_window_draw_list(), placed)


def name_width(gui: Gui, text: str, size: float) -> float:
    """Return how wide a name is in one line."""
    return gui.line(text, size, TextStyle.PROSE).width


def truncate_name(gui: Gui, text: str, room: float) -> str:
    """Return as much of a name as there is room for, in the size of ImGui's font."""
    size = imgui.get_font_size()
    return localized.truncate_to_width(
        translate(text), room, lambda shown: name_width(gui, shown, size)
    )


def measure_height(
    gui: Gui, text: str, size: float, room: float, *, bold: bool
) -> float:
    """Return how high a text is in lines of that width."""
    text = translate(text)
    if _has_symbols(text):
        return gui.paragraph(text, size, room, bold=bold).height
    with push_style(gui.fonts.bold if bold else gui.fonts.body, size):
        extent = localized.calc_text_size(insert_no_break_spaces(text), wrap_width=room)
    return float(extent.y)


@lru_cache(maxsize=1024)
def _has_symbols(text: str) -> bool:
    return any(run.kind is not RunKind.WORD for run in split_runs(text))
