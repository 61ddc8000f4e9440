"""The languages there are, which one is spoken now, and texts told in it.

A language is a file `xx.po` beside this one, from which `tests/tools/messages.py` makes
the `xx.mo` that is read. English is what stands in the program and needs none.
"""

import locale
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any

from playground.i18n.message import Message, _capital

HERE = Path(__file__).parent
ENGLISH = "en"
NAMES = {"en": "English", "ja": "日本語"}
"""What languages are called in themselves; another is called by its letters."""
VARIABLE = "PLAYGROUND_LANG"


class Spoken:
    """The language of the whole program, and its catalogue; None for English."""

    language = ENGLISH
    catalogue: NullTranslations | None = None


def languages() -> tuple[str, ...]:
    """Return the languages there are, English first: "en", "ja"."""
    return ENGLISH, *sorted(path.stem for path in HERE.glob("*.mo"))


def spoken() -> str:
    """Return the language that is spoken now."""
    return Spoken.language


def speak(language: str, catalogue: NullTranslations | None = None) -> None:
    """Speak a language from now on.

    Parameters
    ----------
    language : str
        One of `languages()`, or any other with a catalogue of its own.
    catalogue : NullTranslations or None
        Where its texts are; by default where that language's are.

    Raises
    ------
    ValueError
        There is no such language.
    """
    if catalogue is None and language not in languages():
        known = ", ".join(languages())
        raise ValueError(f"language: there is no {language!r}, only {known}")
    if catalogue is None and language != ENGLISH:
        catalogue = _catalogue(language)
    Spoken.language, Spoken.catalogue = language, catalogue
    _whole.cache_clear()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while; one that is spoken already stays as it is."""
    before = Spoken.language, Spoken.catalogue
    if language != before[0]:
        speak(language)
    try:
        yield
    finally:
        if language != before[0]:
            speak(*before)


def add_catalogue(path: Path) -> None:
    """Add a catalogue of a scene's own to the language that its file names: `ja.mo`."""
    with path.open("rb") as file:
        _added.setdefault(path.stem, []).append(GNUTranslations(file))
    _catalogue.cache_clear()
    speak(spoken())


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment or the system asks for, or English."""
    asked = [environment.get(VARIABLE, "")]
    if not asked[0]:
        names = ("LC_ALL", "LC_MESSAGES", "LANG")
        asked = [environment.get(name, "") for name in names]
    if not any(asked):
        asked = [_of_system()]
    first = next(filter(None, asked), "")
    language = first.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return language if language in languages() else ENGLISH


def _of_system() -> str:
    """Return what Windows and macOS have set; "" where it is not known.

    Windows calls it in words: "Japanese_Japan".
    """
    try:
        name = locale.getlocale()[0] or ""
    except ValueError:
        return ""
    return locale.normalize(name.partition("_")[0])


def translated(text: str) -> str:
    """Return a text in the language that is spoken.

    What no catalogue knows stays as it is, and so does what is translated already.
    """
    if Spoken.catalogue is None or not text:
        return text
    if isinstance(text, Message):
        return _told(text, Spoken.catalogue)
    return _whole(text)


@lru_cache(maxsize=4096)
def _whole(text: str) -> str:
    """Return a text without places, or as it is."""
    assert Spoken.catalogue is not None
    return Spoken.catalogue.gettext(text)


def _told(text: Message, catalogue: NullTranslations) -> str:
    template = _template(text, catalogue)
    if text.places:
        places = {name: _place(value) for name, value in text.places.items()}
        template = template.format(**places)
    return _capital(template) if text.capital else template


def _template(text: Message, catalogue: NullTranslations) -> str:
    if text.many:
        return catalogue.ngettext(text.template, text.many, text.number)
    if text.about:
        found = catalogue.pgettext(text.about, text.template)
        return found if found != text.template else catalogue.gettext(text.template)
    return catalogue.gettext(text.template)


def _place(value: Any) -> Any:
    return translated(value) if isinstance(value, str) else value


_added: dict[str, list[GNUTranslations]] = {}


@cache
def _catalogue(language: str) -> NullTranslations:
    with (HERE / f"{language}.mo").open("rb") as file:
        found = GNUTranslations(file)
    for more in _added.get(language, ()):
        found.add_fallback(more)
    return found
