"""The fonts that a picture or page carries, so that it looks alike everywhere.

They are parts of Latin Modern Math, Roboto and BIZ UDPGothic, made by
`tests/tools/subset_fonts.py`; their licenses lie beside them. What the window has of
BIZ UDPGothic lies here too.
"""

import base64
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
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
