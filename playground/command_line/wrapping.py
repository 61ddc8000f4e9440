"""Lines of a terminal, where a Japanese letter takes two columns."""

from textwrap import wrap
from unicodedata import east_asian_width

from playground.render.paragraphs import in_lines


def wrapped(text: str, columns: int) -> list[str]:
    """Return a text's lines, none wider than so many columns if that can be."""
    text = " ".join(text.split())
    if len(text) == _columns(text):
        return wrap(text, columns) or [""]
    return in_lines(text, columns, _columns).split("\n")


def _columns(text: str) -> int:
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)
