"""Paragraphs with a line pitch and coloured symbols, and run-in headings."""

from collections.abc import Mapping
from dataclasses import replace
from unicodedata import east_asian_width

from imgui_bundle import imgui

from playground.gui.panels.context import Ui
from playground.gui.widgets import symbol_text as widgets_text
from playground.i18n import translate
from playground.quick_dataclass import dataclass
from playground.render.text_layout import (
    Paragraph,
    TextLine,
    TextStyle,
    break_line,
    insert_no_break_spaces,
)
from playground.render.theme import RGBA
from playground.scene.derivation import map_symbols_to_keys


def write_paragraph(
    ui: Ui,
    text: str,
    size: float,
    pitch: float,
    *,
    bold: bool = False,
    text_colour: RGBA | None = None,
    width: float = 0.0,
) -> None:
    """Write wrapped text.

    Symbols have the colours of their quantities, unless there is a `text_colour` or a
    question is open.

    Parameters
    ----------
    size, pitch : float
        Font size and distance of lines in px.
    width : float
        Width of the lines in px; 0 for all available.
    """
    widgets_text.write(
        ui.gui,
        _join_lines(text),
        text_colour or ui.theme.text,
        size=size,
        pitch=pitch,
        room=width or imgui.get_content_region_avail().x,
        bold=bold,
        symbol_colours={} if text_colour or ui.study.asking else symbol_colours(ui),
    )


def paragraph_height(
    ui: Ui, text: str, size: float, pitch: float, wide: float, *, bold: bool = False
) -> float:
    """Return the height of a paragraph of `write_paragraph` in px.

    Font size, distance of lines and width are in px.
    """
    paragraph = ui.gui.paragraph(_join_lines(text), size, wide, bold=bold, pitch=pitch)
    return paragraph.height


def _join_lines(text: str) -> str:
    return translate(text).replace("\n", " ")


def symbol_colours(ui: Ui) -> Mapping[str, RGBA]:
    """Return the colours of symbols whose quantities are drawn at the current step."""
    study = ui.study

    def compute_colours() -> dict[str, RGBA]:
        tones = quantity_colours(ui)
        keys = map_symbols_to_keys(study.picture, study.steps, study.options.step)
        return {name: tones[key] for name, key in keys.items() if key in tones}

    return ui.widgets.memoize("symbol tones", (study, ui.theme), compute_colours)


def quantity_colours(ui: Ui) -> dict[str, RGBA]:
    """Return the text colour of each quantity in the figure, by its highlight key."""
    views = ui.study.picture.self_and_views
    records = [r for view in views for r in view.primitives if r.key]
    return {r.key: ui.theme.texts[r.role] for r in reversed(records)}


# ----------------------------------------------------------------------------
# Run-in headings: bold, with text in the same line.
# ----------------------------------------------------------------------------


# Relative to the font size.
_LINE_PITCH_RATIO = 1.3


@dataclass(frozen=True)
class RunInHeading:
    """A heading with the text after it.

    `tone` is the colour of the heading; None for that of the text.
    """

    heading: str = ""
    text: str = ""
    tone: RGBA | None = None


@dataclass(frozen=True)
class RunInParagraph:
    """A run-in heading broken into lines; `spare` adds an empty one.

    `size` is the font size in px.
    """

    words: RunInHeading
    size: float
    lines: Paragraph
    spare: bool = False

    @property
    def count(self) -> int:
        """The number of the lines, without the spare one."""
        return round(self.lines.height / line_height(self.size))

    @property
    def height(self) -> float:
        """The height of all lines in px."""
        return line_height(self.size) * (self.count + self.spare)

    @property
    def end(self) -> float:
        """The right end of the last line in px."""
        last = self.lines.height - line_height(self.size)
        ends = (x + piece.width for x, y, piece in self.lines.pieces if y >= last)
        return max(ends, default=0.0)

    def draw(self, ui: Ui) -> None:
        """Draw it at ImGui's cursor, and move the cursor below."""
        tone, heading_tone = ui.theme.text, self.words.tone or ui.theme.text
        widgets_text.draw_paragraph(
            ui.gui, self.lines, tone, heading_tone, symbol_colours(ui)
        )
        imgui.dummy((self.lines.width, self.height))


def line_height(size: float) -> float:
    """Return the distance of lines for a font size, both in px."""
    return float(round(_LINE_PITCH_RATIO * size))


def wrap_run_in(
    ui: Ui, words: RunInHeading, size: float, wide: float
) -> RunInParagraph:
    """Return the heading and text wrapped to a width; font size and width are in px."""
    heading = translate(words.heading)
    # Full-width punctuation is not followed by a blank.
    blank = "" if not heading or east_asian_width(heading[-1]) in "WF" else " "
    bold = ui.gui.line(heading + blank, size, TextStyle.TITLE)
    plain = ui.gui.line(
        insert_no_break_spaces(translate(words.text)), size, TextStyle.PROSE
    )
    joined = TextLine((*bold.pieces, *plain.pieces), 0.0, size, plain.base)
    lines = break_line(joined, line_height(size), wide, ui.gui.advance)
    return RunInParagraph(words, size, lines)


def wrap_leaving_gap(
    ui: Ui, words: RunInHeading, size: float, wide: float, room: float
) -> RunInParagraph:
    """Return heading and text wrapped, with `room` px free right of the last line.

    If that is not possible, a spare line is added.
    """
    plain = wrap_run_in(ui, words, size, wide)
    if plain.count < 2 or plain.end + room <= wide:
        return plain
    narrow = wrap_run_in(ui, words, size, wide - room)
    # Only the line before the last may have become shorter.
    return narrow if narrow.end + room <= wide else replace(plain, spare=True)
