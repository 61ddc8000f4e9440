"""A made-up language: every text of the program, accented and longer by 40 %.

A text in plain letters is then one that the catalogues lack, and text that is cut shows
a layout too small for many languages.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from gettext import NullTranslations

from babel.messages.pofile import read_po

from playground.i18n import set_language
from playground.i18n.catalog import CATALOGUE_FOLDER

_ACCENTED = str.maketrans(
    "aceghijklnorstuwyzACEGHIJKLNORSTUWYZ", "àçéğĥïĵķĺñõŕšţüŵýžÀÇÉĞĤÏĴĶĹÑÕŔŠŢÜŴÝŽ"
)
# What a template says of its places stays as it is.
_PLACE = re.compile(r"(\{[^{}]*\})")
# A language with longer words may break its lines between them.
_WORD = re.compile(r"[^\W\d_]{2,}")
_MORE = 0.4


def accented(text: str) -> str:
    """Return a text in the made-up language."""
    parts = _PLACE.split(text)
    return "".join(x if x[:1] == "{" else _WORD.sub(_longer, x) for x in parts)


def _longer(word: re.Match[str]) -> str:
    said = word[0].translate(_ACCENTED)
    return said + "~" * max(round(_MORE * len(said)), 1)


@cache
def _known() -> frozenset[str]:
    """Return the texts of a complete catalogue."""
    with (CATALOGUE_FOLDER / "ja.po").open("rb") as file:
        catalogue = read_po(file)
    texts = set[str]()
    for one in catalogue:
        texts |= {one.id} if isinstance(one.id, str) else set(one.id)
    return frozenset(texts - {""})


class MadeUp(NullTranslations):
    """Catalogue of the made-up language, with all texts of another one."""

    def gettext(self, message: str) -> str:
        return accented(message) if message in _known() else message

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


@contextmanager
def spoken() -> Iterator[None]:
    """Context manager: make it the active language."""
    set_language("xx", MadeUp())
    try:
        yield
    finally:
        set_language("en")
