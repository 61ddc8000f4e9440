"""Fonts of the window and of figures: their letters and widths.

The fonts come with Dear ImGui, except the Japanese letters, which are a subset of BIZ
UDPGothic. A table written by `tests/tools/subset_fonts.py` has the widths, so that
figures need no font files.
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
# The characters for which a browser fetches them.
_JAPANESE_UNICODE_RANGE = "unicode-range:U+3000-9FFF,U+FF00-FFEF;"


@cache
def figure_font_css(*, japanese: bool = False) -> str:
    """Return CSS with embedded fonts for a figure: symbols, numbers and words.

    Larger brackets and roots, which only formulas have, are left out, and so are
    Japanese letters by default.
    """
    fonts = [("symbols", MATH_FAMILY), ("words", WORDS_FAMILY)]
    faces = "".join(_inline_font_css(*font) for font in fonts)
    return faces + (_inline_font_css(*_JAPANESE_FONTS[0]) if japanese else "")


# The fonts of a page: file name, family and weight.
_PAGE_FONTS = (
    ("formulas", MATH_FAMILY, "normal"),
    ("words", WORDS_FAMILY, "normal"),
    ("words-bold", WORDS_FAMILY, "bold"),
)


@cache
def page_font_css(*, japanese: bool = False) -> str:
    """Return CSS with embedded fonts for a page, formulas included.

    Japanese letters are left out by default.
    """
    fonts = (*_PAGE_FONTS, *(_JAPANESE_FONTS if japanese else ()))
    return "\n".join(_inline_font_css(*font) for font in fonts)


@cache
def japanese_font_css() -> str:
    """Return CSS with embedded fonts for Japanese and other words."""
    return "\n".join(
        _inline_font_css(*font) for font in (*_PAGE_FONTS[1:], *_JAPANESE_FONTS)
    )


@cache
def external_font_css() -> str:
    """Return CSS that loads the fonts of `page_font_files` from the same folder.

    Browsers fetch those with Japanese letters only for such letters.
    """
    faces = [_font_face_css(f"{file}.woff2", *of) for file, *of in _PAGE_FONTS]
    japanese = [
        _font_face_css(f"{file}.woff2", family, weight, _JAPANESE_UNICODE_RANGE)
        for file, family, weight in _JAPANESE_FONTS
    ]
    return "\n".join([*faces, *japanese])


def page_font_files() -> dict[str, bytes]:
    """Return the contents of a page's font files by their names."""
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
# Fallback fonts in order. Only Inconsolata has the subscript digits.
_MATH = "latex/latinmodern-math.otf"
_SYMBOL_FONTS = (_MATH, _MONO)
JAPANESE, JAPANESE_BOLD = "japanese.ttf", "japanese-bold.ttf"
FontStack = tuple[str, ...]
BODY: FontStack = ("Roboto/Roboto-Regular.ttf", *_SYMBOL_FONTS, JAPANESE)
BOLD: FontStack = ("Roboto/Roboto-Bold.ttf", *_SYMBOL_FONTS, JAPANESE_BOLD)
MONO: FontStack = (_MONO, *_SYMBOL_FONTS, JAPANESE)
# Mathematical symbols and numbers.
MATH: FontStack = (_MATH, *BODY[:1], _MONO, JAPANESE)
ICONS = ("Font_Awesome_6_Free-Solid-900.otf",)


@dataclass(frozen=True)
class Font:
    """Metrics of a font, relative to the line height.

    Attributes
    ----------
    advances : dict
        The advance width of each letter.
    overhangs : dict
        The overhang of slanted letters beyond their advance.
    base : float
        The distance of the baseline from the top of the line.
    em : float
        The em size.
    """

    advances: dict[str, float]
    overhangs: dict[str, float]
    base: float
    em: float


@cache
def load_font(name: str) -> Font:
    """Return the metrics of a font file, by its name in `ADVANCES_FILE`.

    Raises
    ------
    KeyError
        There is no such font.
    """
    metrics = _load_advance_table()[name]
    line = metrics["line"]
    advances = {
        chr(first + i): wide / line
        for first, *widths in metrics["runs"]
        for i, wide in enumerate(widths)
    }
    # Signs that are one em wide are listed without widths.
    advances |= dict.fromkeys(metrics.get("square", ""), metrics["em"] / line)
    overhangs = {letter: lean / line for letter, lean in metrics["leans"].items()}
    return Font(advances, overhangs, metrics["base"] / line, metrics["em"] / line)


@cache
def _load_advance_table() -> dict[str, Any]:
    """Return the table of metrics: for each file its runs of letters with widths.

    A run is the first letter's code followed by widths. Widths are in the file's own
    units, as are `line`, `base`, `em` and the `leans`. The letters in `square` are one
    em wide.
    """
    table: dict[str, Any] = json.loads(ADVANCES_FILE.read_text("utf-8"))
    return table


@cache
def font_letters(*names: str) -> frozenset[str]:
    """Return all letters of some fonts."""
    return frozenset().union(*(load_font(name).advances for name in names))


def missing_letters(text: str, font_stack: FontStack = BODY) -> str:
    """Return the letters, sorted, of a text that no font of a stack has.

    It is "" for none.
    """
    return "".join(sorted(set(text) - font_letters(*font_stack) - {"\n"}))


@lru_cache(maxsize=4096)
def measure(
    text: str, size: float, font_stack: FontStack = BODY
) -> tuple[float, float]:
    """Return width and height of a line of text, in pixels; the height is `size`.

    Unlike Dear ImGui, it does not round each letter's width to whole pixels.
    """
    return advance(text, size, font_stack), size


def advance(text: str, size: float, font_stack: FontStack) -> float:
    """Return the width of a text in lines of height `size`, pixels."""
    return sum(_letter_advance(letter, font_stack) for letter in text) * size


def overhang(text: str, size: float) -> float:
    """Return the overhang of a text's last symbol beyond its advance, pixels.

    `size` is the line height in pixels; other fonts than that of symbols have none.
    """
    return load_font(_MATH).overhangs.get(text[-1:], 0.0) * size


@lru_cache(maxsize=4096)
def _letter_advance(letter: str, font_stack: FontStack) -> float:
    """Return a letter's width relative to the line height."""
    for name in font_stack:
        if letter in (advances := load_font(name).advances):
            return advances[letter]
    # Another font will have it, with about the usual width.
    em = load_font(font_stack[0]).em
    return em if east_asian_width(letter) in "WF" else 0.6 * em
