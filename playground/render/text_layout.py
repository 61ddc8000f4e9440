"""Text layout: lines split into pieces of one font, for window, figure and page.

`math_text.split_runs` decides which parts are mathematics; here they are positioned.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import Enum, auto
from functools import lru_cache
from itertools import zip_longest

from playground.i18n import translate
from playground.quick_dataclass import dataclass
from playground.render import fonts
from playground.render.fonts import BODY, BOLD, MATH, MONO, FontStack
from playground.scene.math_text import (
    BASELINE_SHIFTS,
    JAPANESE,
    SCRIPT_SIZE_RATIO,
    SYMBOL_SIZE_RATIO,
    RunKind,
    TextRun,
    split_runs,
)

Advance = Callable[[str, float, FontStack], float]


class TextStyle(Enum):
    """The style of a text: a label in a figure, prose, a title or code."""

    NAME = auto()
    PROSE = auto()
    TITLE = auto()
    CODE = auto()


@dataclass(frozen=True, slots=True)
class LinePiece:
    """A part of a line in one font and size; lengths in pixels.

    Attributes
    ----------
    text : str
        The text.
    x, down : float
        The offset from the line's left end, and below its baseline.
    size, width : float
        Line height, as in Dear ImGui, and width.
    font_stack : tuple of str
        The fonts, in order of preference.
    name : str
        The symbol that it belongs to, if any.
    gap : float
        The space after it, except at the end of a line.
    """

    text: str
    x: float
    down: float
    size: float
    width: float
    font_stack: FontStack
    name: str = ""
    gap: float = 0.0

    def top(self, base: float) -> float:
        """Return the piece's top edge, in pixels, for a baseline at `base`."""
        return base + self.down - fonts.load_font(self.font_stack[0]).base * self.size

    @property
    def em(self) -> float:
        """The em size, pixels, as in CSS and SVG."""
        return fonts.load_font(self.font_stack[0]).em * self.size


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line after layout: pieces, width, height and baseline, in pixels."""

    pieces: tuple[LinePiece, ...]
    width: float
    height: float
    base: float


# The space after a subscript relative to the symbol's size; slightly more than in TeX.
_SUBSCRIPT_GAP_RATIO = 0.08
# The space between mathematics and Japanese relative to the text's size: half of what
# books have, as most sentences here have little room.
_JAPANESE_GAP_RATIO = 0.1
_JAPANESE_LETTER = re.compile(r"[\u3005\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]")

_STYLE_FONTS = {
    TextStyle.NAME: BODY,
    TextStyle.PROSE: BODY,
    TextStyle.TITLE: BOLD,
    TextStyle.CODE: MONO,
}


def typeset(
    text: str, size: float, advance: Advance, style: TextStyle = TextStyle.NAME
) -> TextLine:
    """Lay out a line of text.

    Parameters
    ----------
    text : str
        A text without line breaks.
    size : float
        The line height of words, in logical pixels; subscripts reach slightly below it.
    advance : callable
        Takes a text, a line height and a font stack; returns the width in pixels.
    style : TextStyle
        Decides which parts are mathematics.
    """
    text = translate(text)
    if style is TextStyle.CODE:
        parts: tuple[TextRun, ...] = (TextRun(text, RunKind.WORD),)
    else:
        parts = split_runs(text, name=style is TextStyle.NAME)
    words = _STYLE_FONTS[style]
    symbol = symbol_size(size)
    x, lowest, below, pieces = 0.0, 0.0, 0.0, []
    for run, next_run in zip_longest(parts, parts[1:]):
        faces = words if run.kind is RunKind.WORD else MATH
        high = size if run.kind is RunKind.WORD else symbol
        if run.kind in (RunKind.SUBSCRIPT, RunKind.POWER):
            high *= SCRIPT_SIZE_RATIO
        down = BASELINE_SHIFTS[run.kind] * symbol
        width = max(advance(run.text, high, faces), below)
        below = 0.0
        if faces is MATH and next_run and next_run.kind is not RunKind.SUBSCRIPT:
            # A slanted letter would overlap a prime, a bar or the next word.
            width += fonts.overhang(run.text, high)
        if run.kind is RunKind.SUBSCRIPT and next_run and next_run.kind is RunKind.WORD:
            # A comma would touch a subscript of the same depth.
            width += _SUBSCRIPT_GAP_RATIO * symbol
        if run.kind is RunKind.SUBSCRIPT and next_run and next_run.text.startswith("′"):
            # Primes are placed above the subscript.
            width, below = 0.0, width
        gap = (
            _JAPANESE_GAP_RATIO * size
            if next_run and _needs_japanese_gap(run, next_run)
            else 0.0
        )
        pieces.append(LinePiece(run.text, x, down, high, width, faces, run.name, gap))
        x, lowest = x + width + gap, max(lowest, down)
    base = fonts.load_font(words[0]).base * size
    return TextLine(tuple(pieces), x, size + 0.5 * lowest, base)


def _needs_japanese_gap(run: TextRun, after: TextRun) -> bool:
    """Return whether mathematics and a Japanese letter are adjacent."""
    if run.kind is RunKind.WORD:
        return after.kind is not RunKind.WORD and bool(
            _JAPANESE_LETTER.match(run.text[-1])
        )
    return after.kind is RunKind.WORD and bool(_JAPANESE_LETTER.match(after.text))


def symbol_size(size: float) -> float:
    """Return the line height, in pixels, of symbols next to words.

    `size` is the line height of the words.
    """
    return (
        SYMBOL_SIZE_RATIO
        * fonts.load_font(BODY[0]).em
        / fonts.load_font(MATH[0]).em
        * size
    )


def typeset_line(text: str, size: float, style: TextStyle = TextStyle.NAME) -> TextLine:
    """Lay out a line, `size` pixels high, with the fonts' unrounded widths."""
    return _typeset_translated(translate(text), size, style)


@lru_cache(maxsize=4096)
def _typeset_translated(text: str, size: float, style: TextStyle) -> TextLine:
    return typeset(text, size, fonts.advance, style)


def measure(
    text: str, size: float, style: TextStyle = TextStyle.NAME
) -> tuple[float, float]:
    """Return width and height of a line with the fonts' unrounded widths, in pixels.

    `size` is the line height of its words.
    """
    line = typeset_line(text, size, style)
    return line.width, line.height


# ----------------------------------------------------------------------------
# Line breaking: between words, never within an equation.
#
# Japanese breaks between any two letters, except those that must not begin or end a
# line: https://www.w3.org/TR/jlreq/#characters_not_starting_a_line
# ----------------------------------------------------------------------------


# Equations, numbers with a unit, and pairs, which stay on one line.
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

UnitPart = tuple[LinePiece, str]
PlacedPiece = tuple[float, float, LinePiece]


@dataclass(frozen=True)
class Paragraph:
    """A text in lines: each piece with its upper left corner, and the total size."""

    pieces: tuple[PlacedPiece, ...]
    width: float
    height: float


def truncate_to_width(words: str, wide: float, width: Callable[[str], float]) -> str:
    """Return a text cut to a width, at least one letter.

    Cut text ends with an ellipsis. `width` takes a text and returns its width, in the
    unit of `wide`.
    """
    visible_words = words
    while len(words) > 1 and width(visible_words) > wide:
        words = words[:-1]
        visible_words = f"{words.rstrip()}…"
    return visible_words


# Every frame lays out the same few texts.
@lru_cache(maxsize=256)
def insert_no_break_spaces(text: str) -> str:
    r"""Return a text with equations, pairs, and numbers with units kept on one line.

    Examples
    --------
    >>> insert_no_break_spaces("after 0.5 s at once").split(" ")
    ['after', '0.5\xa0s', 'at', 'once']
    """
    text = _EQUATION.sub(rf"{_NO_BREAK}\1{_NO_BREAK}", text)
    text = _MEASURE.sub(rf"\1{_NO_BREAK}\2", text)
    return _PAIR.sub(lambda pair: pair[0].replace(" ", _NO_BREAK), text)


def has_japanese(text: str) -> bool:
    """Return whether a text has Japanese letters, between which a line may break."""
    return _JAPANESE.search(text) is not None


def wrap_text(
    text: str, max_width: float, measure_width: Callable[[str], float]
) -> str:
    """Return a text with the line breaks that Japanese needs to fit in `max_width`.

    `measure_width` returns the width of a text, in the unit of `max_width`.
    """
    lines, line = [], ""
    for word in split_words(text):
        if line and measure_width((line + word).rstrip()) > max_width:
            lines.append(line.rstrip(" "))
            line = ""
        line += word
        if word.endswith("\n"):
            lines.append(line[:-1])
            line = ""
    return "\n".join([*lines, line])


def break_line(
    line: TextLine,
    line_height: float,
    max_width: float,
    advance: Advance,
) -> Paragraph:
    """Break a line into a paragraph.

    Parameters
    ----------
    line : TextLine
        The whole text in one line.
    line_height : float
        The distance between lines, pixels.
    max_width : float
        The largest width of a line, except of unbreakable units, pixels.
    advance : callable
        Takes a text, a line height and a font stack; returns the width in pixels.
    """
    pieces: list[PlacedPiece] = []
    x, row, widest = 0.0, 0, 0.0
    for unit in _split_units(line):
        wide = [
            piece.width
            if text == piece.text
            else advance(text, piece.size, piece.font_stack)
            for piece, text in unit
        ]
        last, text = unit[-1]
        end = advance(text.rstrip(" \n"), last.size, last.font_stack)
        steps = [part.gap + width for (part, _), width in zip(unit, wide, strict=True)]
        bare = sum(steps[:-1]) + end
        if x and x + bare > max_width:
            x, row = 0.0, row + 1
        for (piece, text), width, step in zip(unit, wide, steps, strict=True):
            top = row * line_height + piece.top(line.base)
            visible_text = text.rstrip("\n")
            if visible_text:
                pieces.append((x, top, replace(piece, text=visible_text, width=width)))
            x += step
        widest = max(widest, x)
        if text.endswith("\n"):
            x, row = 0.0, row + 1
    return Paragraph(
        tuple(_join_pieces(pieces)), min(widest, max_width), (row + 1) * line_height
    )


def _split_units(line: TextLine) -> Iterator[list[UnitPart]]:
    """Yield the unbreakable units of a line: words with adjacent pieces."""
    unit: list[UnitPart] = []
    for piece in line.pieces:
        words = [piece.text] if piece.font_stack is MATH else split_words(piece.text)
        inner = replace(piece, gap=0.0) if piece.gap else piece
        for next_word, word in zip([*words[1:], ""], words, strict=True):
            if unit and _may_break_before(unit[-1], word):
                yield unit
                unit = []
            unit.append((inner if next_word else piece, word))
    if unit:
        yield unit


def _may_break_before(before: UnitPart, word: str) -> bool:
    """Return whether a line may break before a word."""
    piece, text = before
    blank = piece.font_stack is not MATH and text[-1] in " \n"
    return blank or _may_break_between(text[-1], word[0])


def split_words(text: str) -> list[str]:
    """Split a text into unbreakable words, each with its trailing space."""
    words, word = [], ""
    for previous, following in zip(text, [*text[1:], ""], strict=True):
        word += previous
        blank = previous == "\n" or (previous == " " and following != " ")
        if blank or _may_break_between(previous, following):
            words.append(word)
            word = ""
    return [*words, word] if word else words


def _may_break_between(before: str, after: str) -> bool:
    """Return whether a line may break between two letters, one of them Japanese."""
    if not after or after in _NOT_FIRST or before in _NOT_LAST:
        return False
    if _JAPANESE.match(before):
        return True
    # A number stays with its counter.
    return bool(_JAPANESE.match(after)) and not before.isdigit()


def _join_pieces(pieces: list[PlacedPiece]) -> list[PlacedPiece]:
    """Merge adjacent words into one piece, which is faster to draw."""
    joined_pieces: list[PlacedPiece] = []
    looks: object = None
    for x, y, piece in pieces:
        alike = y, piece.font_stack, piece.name, piece.size
        if alike == looks:
            left_before, top, first = joined_pieces[-1]
            text, width = first.text + piece.text, first.width + piece.width
            joined_pieces[-1] = (
                left_before,
                top,
                replace(first, text=text, width=width),
            )
        else:
            joined_pieces.append((x, y, piece))
            looks = alike
    return joined_pieces
