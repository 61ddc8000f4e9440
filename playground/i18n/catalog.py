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

from playground.i18n.message import Message, _capitalize

CATALOGUE_FOLDER = Path(__file__).parent
ENGLISH = "en"
LANGUAGE_NAMES = {"en": "English", "ja": "日本語"}
"""What languages are called in themselves; another is called by its letters."""
LANGUAGE_VARIABLE = "PLAYGROUND_LANG"


class ActiveLanguage:
    """The language of the whole program, and its catalogue; None for English."""

    language = ENGLISH
    catalogue: NullTranslations | None = None


def languages() -> tuple[str, ...]:
    """Return the languages there are, English first: "en", "ja"."""
    return ENGLISH, *sorted(path.stem for path in CATALOGUE_FOLDER.glob("*.mo"))


def current_language() -> str:
    """Return the language that is spoken now."""
    return ActiveLanguage.language


def set_language(language: str, catalogue: NullTranslations | None = None) -> None:
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
        catalogue = _load_catalogue(language)
    ActiveLanguage.language, ActiveLanguage.catalogue = language, catalogue
    _translate_plain.cache_clear()


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Speak a language for a while; one that is spoken already stays as it is."""
    before = ActiveLanguage.language, ActiveLanguage.catalogue
    if language != before[0]:
        set_language(language)
    try:
        yield
    finally:
        if language != before[0]:
            set_language(*before)


def add_catalogue(path: Path) -> None:
    """Add a catalogue of a scene's own to the language that its file names: `ja.mo`."""
    with path.open("rb") as file:
        _extra_catalogues.setdefault(path.stem, []).append(GNUTranslations(file))
    _load_catalogue.cache_clear()
    set_language(current_language())


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language that the environment or the system asks for, or English."""
    asked = [environment.get(LANGUAGE_VARIABLE, "")]
    if not asked[0]:
        names = ("LC_ALL", "LC_MESSAGES", "LANG")
        asked = [environment.get(name, "") for name in names]
    if not any(asked):
        asked = [_read_system_locale()]
    first = next(filter(None, asked), "")
    language = first.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return language if language in languages() else ENGLISH


def _read_system_locale() -> str:
    """Return what Windows and macOS have set; "" where it is not known.

    Windows calls it in words: "Japanese_Japan".
    """
    try:
        name = locale.getlocale()[0] or ""
    except ValueError:
        return ""
    return locale.normalize(name.partition("_")[0])


def translate(text: str) -> str:
    """Return a text in the language that is spoken.

    What no catalogue knows stays as it is, and so does what is translated already.
    """
    if ActiveLanguage.catalogue is None or not text:
        return text
    if isinstance(text, Message):
        return _translate_message(text, ActiveLanguage.catalogue)
    return _translate_plain(text)


@lru_cache(maxsize=4096)
def _translate_plain(text: str) -> str:
    """Return a text without places, or as it is."""
    assert ActiveLanguage.catalogue is not None
    return ActiveLanguage.catalogue.gettext(text)


def _translate_message(text: Message, catalogue: NullTranslations) -> str:
    template = _template(text, catalogue)
    if text.arguments:
        places = {
            name: _translate_argument(value) for name, value in text.arguments.items()
        }
        template = template.format(**places)
    return _capitalize(template) if text.capital else template


def _template(text: Message, catalogue: NullTranslations) -> str:
    if text.many:
        return catalogue.ngettext(text.template, text.many, text.number)
    if text.about:
        found = catalogue.pgettext(text.about, text.template)
        return found if found != text.template else catalogue.gettext(text.template)
    return catalogue.gettext(text.template)


def _translate_argument(value: Any) -> Any:
    return translate(value) if isinstance(value, str) else value


_extra_catalogues: dict[str, list[GNUTranslations]] = {}


@cache
def _load_catalogue(language: str) -> NullTranslations:
    with (CATALOGUE_FOLDER / f"{language}.mo").open("rb") as file:
        found = GNUTranslations(file)
    for more in _extra_catalogues.get(language, ()):
        found.add_fallback(more)
    return found
