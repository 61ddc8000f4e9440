"""The faces of the window and of figures: which letters they have, and how wide.

The fonts themselves come with Dear ImGui, but for the letters of Japanese, which are
parts of BIZ UDPGothic. What is asked of them here stands in a table made from them by
`tests/tools/subset_fonts.py`, so that a picture needs none of them.
"""

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any
from unicodedata import east_asian_width

from playground.render.embedded import HERE

ADVANCES = HERE / "advances.json"
_MONO = "Inconsolata-Medium.ttf"
# Where the signs come from that a face lacks, the first that has one. Of these only
# Inconsolata has the digits below the line.
_MATH = "latex/latinmodern-math.otf"
_SIGNS = (_MATH, _MONO)
JAPANESE, JAPANESE_BOLD = "japanese.ttf", "japanese-bold.ttf"
Faces = tuple[str, ...]
BODY: Faces = ("Roboto/Roboto-Regular.ttf", *_SIGNS, JAPANESE)
BOLD: Faces = ("Roboto/Roboto-Bold.ttf", *_SIGNS, JAPANESE_BOLD)
MONO: Faces = (_MONO, *_SIGNS, JAPANESE)
# Symbols of mathematics, and numbers beside them.
MATH: Faces = (_MATH, *BODY[:1], _MONO, JAPANESE)
ICONS = ("Font_Awesome_6_Free-Solid-900.otf",)


@dataclass(frozen=True)
class Font:
    """What a font file says of its letters, in shares of a line's height.

    `advances` is how far the pen moves for each letter, and `overhangs` how far a
    slanted one leans over that. The base line lies `base` below the top of a line, and
    an em is `em` high.
    """

    advances: dict[str, float]
    overhangs: dict[str, float]
    base: float
    em: float


@cache
def font(name: str) -> Font:
    """Return what is known of a font file."""
    told = _table()[name]
    line = told["line"]
    advances = {
        chr(first + i): wide / line
        for first, *widths in told["runs"]
        for i, wide in enumerate(widths)
    }
    # Signs that are an em wide are not told one by one.
    advances |= dict.fromkeys(told.get("square", ""), told["em"] / line)
    overhangs = {letter: lean / line for letter, lean in told["leans"].items()}
    return Font(advances, overhangs, told["base"] / line, told["em"] / line)


@cache
def _table() -> dict[str, Any]:
    """Return the table: of each file its runs of letters, the first and their widths.

    Widths are in the file's own units, as are `line`, `base`, `em` and the `leans`. The
    letters in `square` are an em wide.
    """
    table: dict[str, Any] = json.loads(ADVANCES.read_text("utf-8"))
    return table


@cache
def letters(*names: str) -> frozenset[str]:
    """Return every letter that at least one of the fonts has."""
    return frozenset().union(*(font(name).advances for name in names))


def missing(text: str, faces: Faces = BODY) -> str:
    """Return the letters of a text that no font of a face has."""
    return "".join(sorted(set(text) - letters(*faces) - {"\n"}))


@lru_cache(maxsize=4096)
def measure(text: str, size: float, faces: Faces = BODY) -> tuple[float, float]:
    """Return width and height of a line of text.

    Dear ImGui rounds each letter's width to whole pixels, and this does not.
    """
    return advance(text, size, faces), size


def advance(text: str, size: float, faces: Faces) -> float:
    """Return how wide a text is in lines so high."""
    return sum(_advance(letter, faces) for letter in text) * size


def overhang(text: str, size: float) -> float:
    """Return how far a symbol in lines so high leans over its advance."""
    return font(_MATH).overhangs.get(text[-1:], 0.0) * size


@lru_cache(maxsize=4096)
def _advance(letter: str, faces: Faces) -> float:
    """Return a letter's width in shares of the line's height."""
    for name in faces:
        if letter in (advances := font(name).advances):
            return advances[letter]
    # Another font will have it, as wide as its kind of letters are.
    em = font(faces[0]).em
    return em if east_asian_width(letter) in "WF" else 0.6 * em
