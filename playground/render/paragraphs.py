"""Lines of a text that is set: broken between words, never within an equation.

Japanese is broken between any two letters, but for those that may not begin or end a
line: https://www.w3.org/TR/jlreq/#characters_not_starting_a_line
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from playground.render.fonts import MATH
from playground.render.typeset import Advance, LinePiece, TextLine
from playground.scene.notation import JAPANESE

# Equations, numbers with a unit, and pairs: they are not to break into lines.
_EQUATION = re.compile(r" ([=<>≤≥−+·×]) (?=\S)")
_MEASURE = re.compile(
    r"(\d) ((?:[cm]?m|km|s|rad|px|%)[²³⁴]?(?:/s²?)?)(?![A-Za-z0-9_/’'])"
)
_PAIR = re.compile(r"\([^()]{1,18}\)")
_NO_BREAK = "\N{NO-BREAK SPACE}"
_JAPANESE = re.compile(f"[{JAPANESE}]")
_NOT_FIRST = frozenset(
    " \n\u00a0\u3000、。，．・：；？！゛゜ヽヾゝゞ々〻ー"
    "’”）〕］｝〉》」』】〙〗〟｠»‐–—〜～…‥"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ,.:;?!)]}%°′″％"
)
_NOT_LAST = frozenset("\u00a0‘“（〔［｛〈《「『【〘〖〝｟«([{")

Part = tuple[LinePiece, str]
PiecePlace = tuple[float, float, LinePiece]


@dataclass(frozen=True)
class Paragraph:
    """A text in lines: each piece with its upper left corner, and the whole's size."""

    pieces: tuple[PiecePlace, ...]
    width: float
    height: float


# The same few texts are written, and measured, in every frame.
@lru_cache(maxsize=256)
def unbroken(text: str) -> str:
    r"""Return a text whose equations, pairs, and numbers with units keep to a line.

    Examples
    --------
    >>> unbroken("after 0.5 s at once").split(" ")
    ['after', '0.5\xa0s', 'at', 'once']
    """
    text = _EQUATION.sub(rf"{_NO_BREAK}\1{_NO_BREAK}", text)
    text = _MEASURE.sub(rf"\1{_NO_BREAK}\2", text)
    return _PAIR.sub(lambda pair: pair[0].replace(" ", _NO_BREAK), text)


def has_japanese(text: str) -> bool:
    """Return whether a text has letters between which a line may end."""
    return _JAPANESE.search(text) is not None


def in_lines(text: str, room: float, wide: Callable[[str], float]) -> str:
    """Return a text with line breaks, which Japanese needs to be no wider than `room`.

    `wide` returns how wide a text is.
    """
    lines, line = [], ""
    for word in unbreakable(text):
        if line and wide((line + word).rstrip()) > room:
            lines.append(line.rstrip(" "))
            line = ""
        line += word
        if word.endswith("\n"):
            lines.append(line[:-1])
            line = ""
    return "\n".join([*lines, line])


def broken(
    line: TextLine,
    pitch: float,
    room: float,
    advance: Advance,
) -> Paragraph:
    """Break a line that is set.

    Parameters
    ----------
    line
        The whole text in one line.
    pitch
        How far it is from line to line, in pixels.
    room
        How wide the lines are at most, but for what cannot be broken.
    advance
        Returns the width of a piece of text of a size in a face.
    """
    pieces: list[PiecePlace] = []
    x, row, widest = 0.0, 0, 0.0
    for unit in _units(line):
        wide = [
            piece.width
            if text == piece.text
            else advance(text, piece.size, piece.faces)
            for piece, text in unit
        ]
        last, text = unit[-1]
        end = advance(text.rstrip(" \n"), last.size, last.faces)
        steps = [part.gap + width for (part, _), width in zip(unit, wide, strict=True)]
        bare = sum(steps[:-1]) + end
        if x and x + bare > room:
            x, row = 0.0, row + 1
        for (piece, text), width, step in zip(unit, wide, steps, strict=True):
            top = row * pitch + piece.top(line.base)
            shown = text.rstrip("\n")
            if shown:
                pieces.append((x, top, replace(piece, text=shown, width=width)))
            x += step
        widest = max(widest, x)
        if text.endswith("\n"):
            x, row = 0.0, row + 1
    return Paragraph(tuple(_joined(pieces)), min(widest, room), (row + 1) * pitch)


def _units(line: TextLine) -> Iterator[list[Part]]:
    """Yield what stays in one line: a word with what is beside it."""
    unit: list[Part] = []
    for piece in line.pieces:
        words = [piece.text] if piece.faces is MATH else unbreakable(piece.text)
        inner = replace(piece, gap=0.0) if piece.gap else piece
        for after, word in zip([*words[1:], ""], words, strict=True):
            if unit and _parted(unit[-1], word):
                yield unit
                unit = []
            unit.append((inner if after else piece, word))
    if unit:
        yield unit


def _parted(before: Part, word: str) -> bool:
    """Return whether a line may end between a part and the word after it."""
    piece, text = before
    blank = piece.faces is not MATH and text[-1] in " \n"
    return blank or _between_japanese(text[-1], word[0])


def unbreakable(text: str) -> list[str]:
    """Return what of a text stays in one line, each with the blank behind it."""
    words, word = [], ""
    for before, after in zip(text, [*text[1:], ""], strict=True):
        word += before
        blank = before == "\n" or (before == " " and after != " ")
        if blank or _between_japanese(before, after):
            words.append(word)
            word = ""
    return [*words, word] if word else words


def _between_japanese(before: str, after: str) -> bool:
    """Return whether a line may end between two letters, one of which is Japanese."""
    if not after or after in _NOT_FIRST or before in _NOT_LAST:
        return False
    if _JAPANESE.match(before):
        return True
    # A number stays with what is counted.
    return bool(_JAPANESE.match(after)) and not before.isdigit()


def _joined(pieces: list[PiecePlace]) -> list[PiecePlace]:
    """Return the pieces, words beside each other in one: fewer are drawn faster."""
    begun: list[PiecePlace] = []
    looks: object = None
    for x, y, piece in pieces:
        alike = y, piece.faces, piece.name, piece.size
        if alike == looks:
            before, top, first = begun[-1]
            text, width = first.text + piece.text, first.width + piece.width
            begun[-1] = before, top, replace(first, text=text, width=width)
        else:
            begun.append((x, y, piece))
            looks = alike
    return begun
