"""Lines of a terminal, where a Japanese letter takes two columns."""

from itertools import pairwise
from textwrap import wrap
from unicodedata import east_asian_width

# No line begins with these, or ends with those.
_NEVER_FIRST = " 、。，．・：；？！）」』】〕…ーぁぃぅぇぉっゃゅょァィゥェォッャュョ"
_OPENING = "（「『【〔"


def wrapped(text: str, columns: int) -> list[str]:
    """Return a text's lines, none wider than so many columns if that can be."""
    text = " ".join(text.split())
    if len(text) == _columns(text):
        return wrap(text, columns) or [""]
    lines, line = [], ""
    for piece in _pieces(text):
        if line and _columns(line + piece.rstrip()) > columns:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [*lines, line.rstrip()]


def _columns(text: str) -> int:
    return sum(2 if _wide(letter) else 1 for letter in text)


def _wide(letter: str) -> bool:
    return east_asian_width(letter) in "WF"


def _pieces(text: str) -> list[str]:
    """Return what stays together: words, and each wide letter with its signs."""
    pieces = [text[0]]
    for before, letter in pairwise(text):
        breaks = before == " " or _wide(before) or _wide(letter)
        if not breaks or letter in _NEVER_FIRST or before in _OPENING:
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces
