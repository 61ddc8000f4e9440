"""The faces of the window and of figures: which letters they have, and how wide.

The fonts themselves come with Dear ImGui, but for the letters of Japanese, which are
parts of BIZ UDPGothic. What is asked of them here stands in a table made from them by
`tests/tools/subset_fonts.py`, so that a picture needs none of them.
"""

import base64
import json
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

HERE = Path(__file__).parent / "embedded"
MATH_FAMILY = "Playground Math"
WORDS_FAMILY = "Roboto"
JAPANESE_FAMILY = "Playground Japanese"


_JAPANESE = (
    ("japanese", JAPANESE_FAMILY, "normal"),
    ("japanese-bold", JAPANESE_FAMILY, "bold"),
)
# What a browser fetches them for.
_RANGE = "unicode-range:U+3000-9FFF,U+FF00-FFEF;"


@cache
def picture_faces(*, japanese: bool = False) -> str:
    """Return the CSS that brings symbols, numbers and words to a picture.

    Larger brackets and roots, which only formulas have, are not among them, nor are
    the letters of Japanese unless they are asked for.
    """
    faces = _face("symbols", MATH_FAMILY) + _face("words", WORDS_FAMILY)
    return faces + (_face(*_JAPANESE[0]) if japanese else "")


# The fonts of a page: their files' names, families and weights.
_PAGE = (
    ("formulas", MATH_FAMILY, "normal"),
    ("words", WORDS_FAMILY, "normal"),
    ("words-bold", WORDS_FAMILY, "bold"),
)


@cache
def page_faces(*, japanese: bool = False) -> str:
    """Return the CSS that brings the symbols with all formulas need, and the words.

    The letters of Japanese are among them if they are asked for.
    """
    fonts = (*_PAGE, *(_JAPANESE if japanese else ()))
    return "\n".join(_face(*font) for font in fonts)


@cache
def japanese_faces() -> str:
    """Return the CSS that brings the letters of Japanese, and words beside them."""
    return "\n".join(_face(*font) for font in (*_PAGE[1:], *_JAPANESE))


@cache
def linked_faces() -> str:
    """Return the CSS that fetches the same fonts from beside it, by `page_fonts`.

    Those with the letters of Japanese are fetched only where such letters are shown.
    """
    fetched = [_declared(f"{file}.woff2", *of) for file, *of in _PAGE]
    japanese = [
        _declared(f"{file}.woff2", family, weight, _RANGE)
        for file, family, weight in _JAPANESE
    ]
    return "\n".join([*fetched, *japanese])


def page_fonts() -> dict[str, bytes]:
    """Return the files of a page's fonts by their names."""
    files = (f"{name}.woff2" for name, *_ in (*_PAGE, *_JAPANESE))
    return {file: (HERE / file).read_bytes() for file in files}


def _face(name: str, family: str, weight: str = "normal") -> str:
    data = base64.b64encode((HERE / f"{name}.woff2").read_bytes()).decode()
    return _declared(f"data:font/woff2;base64,{data}", family, weight)


def _declared(source: str, family: str, weight: str, more: str = "") -> str:
    return (
        f'@font-face{{font-family:"{family}";font-weight:{weight};{more}'
        f'src:url({source}) format("woff2")}}'
    )


# ----------------------------------------------------------------------------


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
