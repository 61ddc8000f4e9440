"""A heading that is run in: bold, and its sentences go on in the same line."""

from dataclasses import dataclass, replace

from imgui_bundle import imgui

from playground.app.panels.common import Ui
from playground.app.panels.imgui_window import packed
from playground.app.panels.spaced import symbol_tones
from playground.language import translated
from playground.render.fonts import BOLD
from playground.render.paragraphs import Paragraph, broken, unbroken
from playground.render.theme import RGBA
from playground.render.typeset import TextLine, Voice

# From line to line, against the size of the words.
_PITCH = 1.3


@dataclass(frozen=True)
class RunIn:
    """A heading, its colour, if it is not the text's, and the sentences after it."""

    heading: str = ""
    text: str = ""
    tone: RGBA | None = None


@dataclass(frozen=True)
class RunInLines:
    """The same in lines, in a size of words; after them there may be a `spare` one."""

    words: RunIn
    size: float
    lines: Paragraph
    spare: bool = False

    @property
    def count(self) -> int:
        """The number of the lines."""
        return round(self.lines.height / line_height(self.size))

    @property
    def height(self) -> float:
        """How high all lines are."""
        return line_height(self.size) * (self.count + self.spare)

    @property
    def end(self) -> float:
        """Where the last line ends."""
        last = self.lines.height - line_height(self.size)
        ends = (x + piece.width for x, y, piece in self.lines.pieces if y >= last)
        return max(ends, default=0.0)

    def draw(self, ui: Ui) -> None:
        """Draw it at ImGui's cursor, and go on below."""
        at, onto = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
        plain, tones = self.words.tone or ui.theme.text, symbol_tones(ui)
        for x, y, piece in self.lines.pieces:
            own = plain if piece.faces is BOLD else ui.theme.text
            ink = packed(tones.get(piece.name, own))
            place = imgui.ImVec2(at.x + x, at.y + y)
            font = ui.gui.fonts.of[piece.faces]
            onto.add_text(font, piece.size, place, ink, piece.text)
        imgui.dummy(imgui.ImVec2(self.lines.width, self.height))


def line_height(size: float) -> float:
    """Return how far it is from line to line of words of a size."""
    return float(round(_PITCH * size))


def in_lines(ui: Ui, words: RunIn, size: float, wide: float) -> RunInLines:
    """Return it in lines no wider than that."""
    heading = translated(words.heading)
    # Behind a mark that is as wide as a letter there is no blank.
    blank = " " if heading.isascii() or heading[-1].isalnum() else ""
    bold = ui.gui.line(f"{heading}{blank}" if heading else "", size, Voice.TITLE)
    plain = ui.gui.line(unbroken(translated(words.text)), size, Voice.PROSE)
    whole = TextLine((*bold.pieces, *plain.pieces), 0.0, size, plain.base)
    lines = broken(whole, line_height(size), wide, ui.gui.advance)
    return RunInLines(words, size, lines)


def beside(ui: Ui, words: RunIn, size: float, wide: float, room: float) -> RunInLines:
    """Return it so that the last of several lines leaves `room` at its right.

    Where no line can be so short there is a spare one.
    """
    plain = in_lines(ui, words, size, wide)
    if plain.count < 2 or plain.end + room <= wide:
        return plain
    narrow = in_lines(ui, words, size, wide - room)
    # It may be the last line but one that is shorter now.
    return narrow if narrow.end + room <= wide else replace(plain, spare=True)
