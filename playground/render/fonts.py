"""The faces of the window and of figures: which letters they have, and how wide.

The fonts themselves come with Dear ImGui, but for the letters of Japanese, which are
parts of BIZ UDPGothic. What is asked of them here stands in a table made from them by
`tests/tools/subset_fonts.py`, so that a picture needs none of them.
"""

import base64
import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from unicodedata import east_asian_width

from playground.quick_dataclass import dataclass

FONT_FOLDER = Path(__file__).parent / "embedded"
MATH_FAMILY = "Playground Math"
WORDS_FAMILY = "Roboto"
JAPANESE_FAMILY = "Playground Japanese"


_JAPANESE_FONTS = (
    ("japanese", JAPANESE_FAMILY, "normal"),
    ("japanese-bold", JAPANESE_FAMILY, "bold"),
)
# What a browser fetches them for.
_JAPANESE_UNICODE_RANGE = "unicode-range:U+3000-9FFF,U+FF00-FFEF;"


@cache
def figure_font_css(*, japanese: bool = False) -> str:
    """Return the CSS that brings symbols, numbers and words to a picture.

    Larger brackets and roots, which only formulas have, are not among them, nor are
    the letters of Japanese unless they are asked for.
    """
    faces = _inline_font_css("symbols", MATH_FAMILY) + _inline_font_css(
        "words", WORDS_FAMILY
    )
    return faces + (_inline_font_css(*_JAPANESE_FONTS[0]) if japanese else "")


# The fonts of a page: their files' names, families and weights.
_PAGE_FONTS = (
    ("formulas", MATH_FAMILY, "normal"),
    ("words", WORDS_FAMILY, "normal"),
    ("words-bold", WORDS_FAMILY, "bold"),
)


@cache
def page_font_css(*, japanese: bool = False) -> str:
    """Return the CSS that brings the symbols with all formulas need, and the words.

    The letters of Japanese are among them if they are asked for.
    """
    fonts = (*_PAGE_FONTS, *(_JAPANESE_FONTS if japanese else ()))
    return "\n".join(_inline_font_css(*font) for font in fonts)


@cache
def japanese_font_css() -> str:
    """Return the CSS that brings the letters of Japanese, and words beside them."""
    return "\n".join(
        _inline_font_css(*font) for font in (*_PAGE_FONTS[1:], *_JAPANESE_FONTS)
    )


@cache
def external_font_css() -> str:
    """Return the CSS that fetches the same fonts from beside it, by `page_font_files`.

    Those with the letters of Japanese are fetched only where such letters are shown.
    """
    fetched = [_font_face_css(f"{file}.woff2", *of) for file, *of in _PAGE_FONTS]
    japanese = [
        _font_face_css(f"{file}.woff2", family, weight, _JAPANESE_UNICODE_RANGE)
        for file, family, weight in _JAPANESE_FONTS
    ]
    return "\n".join([*fetched, *japanese])


def page_font_files() -> dict[str, bytes]:
    """Return the files of a page's fonts by their names."""
    files = (f"{name}.woff2" for name, *_ in (*_PAGE_FONTS, *_JAPANESE_FONTS))
    return {file: (FONT_FOLDER / file).read_bytes() for file in files}


def _inline_font_css(name: str, family: str, weight: str = "normal") -> str:
    data = base64.b64encode((FONT_FOLDER / f"{name}.woff2").read_bytes()).decode()
    return _font_face_css(f"data:font/woff2;base64,{data}", family, weight)


def _font_face_css(source: str, family: str, weight: str, descriptors: str = "") -> str:
    return (
        f'@font-face{{font-family:"{family}";font-weight:{weight};{descriptors}'
        f'src:url({source}) format("woff2")}}'
    )


# ----------------------------------------------------------------------------


ADVANCES_FILE = FONT_FOLDER / "advances.json"
_MONO = "Inconsolata-Medium.ttf"
# Where the signs come from that a face lacks, the first that has one. Of these only
# Inconsolata has the digits below the line.
_MATH = "latex/latinmodern-math.otf"
_SYMBOL_FONTS = (_MATH, _MONO)
JAPANESE, JAPANESE_BOLD = "japanese.ttf", "japanese-bold.ttf"
FontStack = tuple[str, ...]
BODY: FontStack = ("Roboto/Roboto-Regular.ttf", *_SYMBOL_FONTS, JAPANESE)
BOLD: FontStack = ("Roboto/Roboto-Bold.ttf", *_SYMBOL_FONTS, JAPANESE_BOLD)
MONO: FontStack = (_MONO, *_SYMBOL_FONTS, JAPANESE)
# Symbols of mathematics, and numbers beside them.
MATH: FontStack = (_MATH, *BODY[:1], _MONO, JAPANESE)
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
def load_font(name: str) -> Font:
    """Return what is known of a font file."""
    metrics = _load_advance_table()[name]
    line = metrics["line"]
    advances = {
        chr(first + i): wide / line
        for first, *widths in metrics["runs"]
        for i, wide in enumerate(widths)
    }
    # Signs that are an em wide are not told one by one.
    advances |= dict.fromkeys(metrics.get("square", ""), metrics["em"] / line)
    overhangs = {letter: lean / line for letter, lean in metrics["leans"].items()}
    return Font(advances, overhangs, metrics["base"] / line, metrics["em"] / line)


@cache
def _load_advance_table() -> dict[str, Any]:
    """Return the table: of each file its runs of letters, the first and their widths.

    Widths are in the file's own units, as are `line`, `base`, `em` and the `leans`. The
    letters in `square` are an em wide.
    """
    table: dict[str, Any] = json.loads(ADVANCES_FILE.read_text("utf-8"))
    return table


@cache
def font_letters(*names: str) -> frozenset[str]:
    """Return every letter that at least one of the fonts has."""
    return frozenset().union(*(load_font(name).advances for name in names))


def missing_letters(text: str, font_stack: FontStack = BODY) -> str:
    """Return the letters of a text that no font of a face has."""
    return "".join(sorted(set(text) - font_letters(*font_stack) - {"\n"}))


@lru_cache(maxsize=4096)
def measure(
    text: str, size: float, font_stack: FontStack = BODY
) -> tuple[float, float]:
    """Return width and height of a line of text.

    Dear ImGui rounds each letter's width to whole pixels, and this does not.
    """
    return advance(text, size, font_stack), size


def advance(text: str, size: float, font_stack: FontStack) -> float:
    """Return how wide a text is in lines so high."""
    return sum(_letter_advance(letter, font_stack) for letter in text) * size


def overhang(text: str, size: float) -> float:
    """Return how far a symbol in lines so high leans over its advance."""
    return load_font(_MATH).overhangs.get(text[-1:], 0.0) * size


@lru_cache(maxsize=4096)
def _letter_advance(letter: str, font_stack: FontStack) -> float:
    """Return a letter's width in shares of the line's height."""
    for name in font_stack:
        if letter in (advances := load_font(name).advances):
            return advances[letter]
    # Another font will have it, as wide as its kind of letters are.
    em = load_font(font_stack[0]).em
    return em if east_asian_width(letter) in "WF" else 0.6 * em
