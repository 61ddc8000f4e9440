"""Sentences in more than one face and colour, broken into lines as one text."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from imgui_bundle import imgui

from playground.app.panels import written
from playground.app.panels.common import Ui
from playground.render.theme import RGBA

# From line to line, against the size of the words.
_PITCH = 1.3


@dataclass(frozen=True)
class Run:
    """Words of one face: bold or not, and their colour, if it is not the text's."""

    text: str
    bold: bool = False
    tone: RGBA | None = None


@dataclass(frozen=True)
class _Piece:
    """What of a run is on a line, how far to the right it begins and how wide it is."""

    run: Run
    text: str
    x: float
    wide: float


@dataclass(frozen=True)
class Prose:
    """Runs in lines, in a size of words; after them there may be a `spare` line."""

    lines: tuple[tuple[_Piece, ...], ...]
    size: float
    spare: bool = False

    @property
    def height(self) -> float:
        """How high all lines are."""
        return round(_PITCH * self.size) * (len(self.lines) + self.spare)

    @property
    def end(self) -> float:
        """Where the last line ends."""
        return self.lines[-1][-1].x + self.lines[-1][-1].wide if self.lines else 0.0

    def draw(self, ui: Ui) -> None:
        """Draw it at ImGui's cursor, and go on below."""
        left, top = imgui.get_cursor_pos()
        pitch = round(_PITCH * self.size)
        for number, line in enumerate(self.lines):
            for piece in line:
                imgui.set_cursor_pos(imgui.ImVec2(left + piece.x, top + number * pitch))
                run, fonts = piece.run, ui.gui.fonts
                imgui.push_font(fonts.bold if run.bold else fonts.body, self.size)
                tone = run.tone or ui.theme.text
                written.write_name(ui.gui, piece.text, tone, bold=run.bold)
                imgui.pop_font()
        imgui.set_cursor_pos(imgui.ImVec2(left, top))
        imgui.dummy(imgui.ImVec2(0.0, self.height))


def prose(ui: Ui, runs: Sequence[Run], size: float, wide: float) -> Prose:
    """Return runs broken into lines no wider than that, where a word allows it."""
    lines: list[list[_Piece]] = [[]]
    x = 0.0
    for run in runs:
        imgui.push_font(ui.gui.fonts.bold if run.bold else ui.gui.fonts.body, size)
        space = imgui.calc_text_size(" ").x
        for word in run.text.split(" "):
            room = written.name_width(ui.gui, word, size, bold=run.bold)
            if x and x + space + room > wide:
                lines.append([])
                x = 0.0
            begin = x + space if x else 0.0
            last = lines[-1][-1] if lines[-1] else None
            if last and last.run is run:
                # Words that are measured one by one are wider than they are together.
                text = f"{last.text} {word}"
                begin = last.x
                room = written.name_width(ui.gui, text, size, bold=run.bold)
                lines[-1][-1] = _Piece(run, text, begin, room)
            else:
                lines[-1].append(_Piece(run, word, begin, room))
            x = begin + room
        imgui.pop_font()
    return Prose(tuple([tuple(line) for line in lines if line]), size)


def beside(ui: Ui, runs: Sequence[Run], size: float, wide: float, room: float) -> Prose:
    """Return them so that the last of several lines leaves `room` at its right.

    Where no line can be so short there is a spare one.
    """
    plain = prose(ui, runs, size, wide)
    if len(plain.lines) < 2 or plain.end + room <= wide:
        return plain
    narrow = prose(ui, runs, size, wide - room)
    # It may be the last line but one that is shorter now.
    return narrow if narrow.end + room <= wide else replace(plain, spare=True)
