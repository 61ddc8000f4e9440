"""A line of text as pieces, each of one face: what window, figure and page draw.

Which parts are mathematics is said by `notation.runs`; here they get their places.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache
from itertools import zip_longest

from playground.language import translated
from playground.render import fonts
from playground.render.fonts import BODY, BOLD, MATH, MONO, Faces
from playground.scene.notation import (
    LOWERED,
    SMALL,
    SYMBOL_SHARE,
    RunKind,
    TextRun,
    runs,
)

Advance = Callable[[str, float, Faces], float]


class Voice(Enum):
    """How a text is spoken: as a name in a figure, in sentences, as title or code."""

    NAME = auto()
    PROSE = auto()
    TITLE = auto()
    CODE = auto()


@dataclass(frozen=True, slots=True)
class LinePiece:
    """A part of a line, in one face and size.

    It begins `x` to the right of the line's left end, its base line `down` below the
    line's. `size` is its own line's height, as Dear ImGui counts; `name` is the
    symbol that it belongs to, if any. Behind it a `gap` stays free, unless a line ends
    there.
    """

    text: str
    x: float
    down: float
    size: float
    width: float
    faces: Faces
    name: str = ""
    gap: float = 0.0

    def top(self, base: float) -> float:
        """Return where its own line begins, if the whole line's base is there."""
        return base + self.down - fonts.font(self.faces[0]).base * self.size

    @property
    def em(self) -> float:
        """The size as CSS and SVG count it."""
        return fonts.font(self.faces[0]).em * self.size


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line that is set: its pieces, how wide and high it is, where its base is."""

    pieces: tuple[LinePiece, ...]
    width: float
    height: float
    base: float


# What stays free behind a subscript, in sizes: a little more than TeX leaves there.
_AFTER_LOWERED = 0.08
# What stays free between mathematics and a letter of Japanese, which is as wide as its
# em: half of what books leave, for most sentences here are short of room.
_BESIDE_JAPANESE = 0.1
_LETTER = re.compile(r"[\u3005\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff]")

_WORDS = {
    Voice.NAME: BODY,
    Voice.PROSE: BODY,
    Voice.TITLE: BOLD,
    Voice.CODE: MONO,
}


def typeset(
    text: str, size: float, advance: Advance, voice: Voice = Voice.NAME
) -> TextLine:
    """Set a line of text.

    Parameters
    ----------
    text
        Without line breaks.
    size
        The height of a line of words, in logical pixels; what is lowered reaches a
        little below it.
    advance
        Returns the width of a piece of text of a size in a face.
    voice
        Which parts of it are mathematics.
    """
    text = translated(text)
    if voice is Voice.CODE:
        parts: tuple[TextRun, ...] = (TextRun(text, RunKind.WORD),)
    else:
        parts = runs(text, name=voice is Voice.NAME)
    words = _WORDS[voice]
    symbol = symbol_size(size)
    x, lowest, below, pieces = 0.0, 0.0, 0.0, []
    for run, after in zip_longest(parts, parts[1:]):
        faces = words if run.kind is RunKind.WORD else MATH
        high = size if run.kind is RunKind.WORD else symbol
        if run.kind in (RunKind.SUBSCRIPT, RunKind.POWER):
            high *= SMALL
        down = LOWERED[run.kind] * symbol
        width = max(advance(run.text, high, faces), below)
        below = 0.0
        if faces is MATH and after and after.kind is not RunKind.SUBSCRIPT:
            # A slanted letter would lean into a prime, a bar or the next word.
            width += fonts.overhang(run.text, high)
        if run.kind is RunKind.SUBSCRIPT and after and after.kind is RunKind.WORD:
            # Nor is a comma to lie on what is lowered as far as it is.
            width += _AFTER_LOWERED * symbol
        if run.kind is RunKind.SUBSCRIPT and after and after.text.startswith("′"):
            # The primes stand above it.
            width, below = 0.0, width
        gap = _BESIDE_JAPANESE * size if after and _apart(run, after) else 0.0
        pieces.append(LinePiece(run.text, x, down, high, width, faces, run.name, gap))
        x, lowest = x + width + gap, max(lowest, down)
    base = fonts.font(words[0]).base * size
    return TextLine(tuple(pieces), x, size + 0.5 * lowest, base)


def _apart(run: TextRun, after: TextRun) -> bool:
    """Return whether mathematics and a letter of Japanese are beside each other."""
    if run.kind is RunKind.WORD:
        return after.kind is not RunKind.WORD and bool(_LETTER.match(run.text[-1]))
    return after.kind is RunKind.WORD and bool(_LETTER.match(after.text))


def symbol_size(size: float) -> float:
    """Return the line's height of symbols beside words of a line's height."""
    return SYMBOL_SHARE * fonts.font(BODY[0]).em / fonts.font(MATH[0]).em * size


def line(text: str, size: float, voice: Voice = Voice.NAME) -> TextLine:
    """Set a line as the fonts' own widths are, which no screen rounds."""
    return _line(translated(text), size, voice)


@lru_cache(maxsize=4096)
def _line(text: str, size: float, voice: Voice) -> TextLine:
    return typeset(text, size, fonts.advance, voice)


def measure(text: str, size: float, voice: Voice = Voice.NAME) -> tuple[float, float]:
    """Return how wide and high a line is, set as the fonts' own widths are."""
    found = line(text, size, voice)
    return found.width, found.height
