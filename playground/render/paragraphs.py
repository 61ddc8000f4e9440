"""Lines of a text that is set: broken between words, never within an equation."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from playground.render.fonts import MATH
from playground.render.typeset import Advance, LinePiece, TextLine

# Equations, numbers with a unit, and pairs: they are not to break into lines.
_EQUATION = re.compile(r" ([=<>≤≥−+·×]) (?=\S)")
_MEASURE = re.compile(r"(\d) ((?:[cm]?m|km|s|rad|px|%)[²³⁴]?(?:/s²?)?)(?![\w/’'])")
_PAIR = re.compile(r"\([^()]{1,18}\)")
_NO_BREAK = "\N{NO-BREAK SPACE}"

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
        bare = sum(wide) - wide[-1] + end
        if x and x + bare > room:
            x, row = 0.0, row + 1
        for (piece, text), width in zip(unit, wide, strict=True):
            top = row * pitch + piece.top(line.base)
            shown = text.rstrip("\n")
            if shown:
                pieces.append((x, top, replace(piece, text=shown, width=width)))
            x += width
        widest = max(widest, x)
        if text.endswith("\n"):
            x, row = 0.0, row + 1
    return Paragraph(tuple(_joined(pieces)), min(widest, room), (row + 1) * pitch)


def _units(line: TextLine) -> Iterator[list[Part]]:
    """Yield what stays in one line: words up to a blank, with what is beside them."""
    unit: list[Part] = []
    for piece in line.pieces:
        words = [piece.text] if piece.faces is MATH else _words(piece.text)
        for word in words:
            unit.append((piece, word))
            if piece.faces is not MATH and word[-1] in " \n":
                yield unit
                unit = []
    if unit:
        yield unit


def _words(text: str) -> list[str]:
    """Return a text's words, each with the blank behind it."""
    words, word = [], ""
    for before, after in zip(text, [*text[1:], ""], strict=True):
        word += before
        if before == "\n" or (before == " " and after != " "):
            words.append(word)
            word = ""
    return [*words, word] if word else words


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
