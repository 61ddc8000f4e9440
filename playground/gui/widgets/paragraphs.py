"""Paragraphs with a line pitch and coloured symbols, and run-in headings."""

from dataclasses import replace
from unicodedata import east_asian_width

from imgui_bundle import imgui

from playground.gui.panels.context import Ui
from playground.gui.widgets import symbol_text
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
        symbol_text.draw_paragraph(
            ui.gui, self.lines, tone, heading_tone, ui.symbol_colours
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
