"""The fonts that a picture or page carries, so that it looks alike everywhere.

They are parts of Latin Modern Math and Roboto, made by `tests/tools/subset_fonts.py`;
their licenses lie beside them.
"""

import base64
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
MATH_FAMILY = "Playground Math"
WORDS_FAMILY = "Roboto"


@cache
def picture_faces() -> str:
    """Return the CSS that brings symbols, numbers and words to a picture.

    Larger brackets and roots, which only formulas have, are not among them.
    """
    return _face("symbols", MATH_FAMILY) + _face("words", WORDS_FAMILY)


@cache
def page_faces() -> str:
    """Return the CSS that brings the symbols with all formulas need, and the words."""
    return "\n".join(
        (
            _face("formulas", MATH_FAMILY),
            _face("words", WORDS_FAMILY),
            _face("words-bold", WORDS_FAMILY, "bold"),
        )
    )


def _face(name: str, family: str, weight: str = "normal") -> str:
    data = base64.b64encode((HERE / f"{name}.woff2").read_bytes()).decode()
    return (
        f'@font-face{{font-family:"{family}";font-weight:{weight};'
        f'src:url(data:font/woff2;base64,{data}) format("woff2")}}'
    )
