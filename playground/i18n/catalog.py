"""Catalogues: the available languages, the active one, and translation.

A language is a file `xx.po` in this folder, which `tests/tools/messages.py` compiles to
the `xx.mo` that is loaded. English is in the code and has no catalogue.
"""

import locale
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache, lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from string import Formatter
from typing import Any

from playground.i18n.message import Message, _capitalize

CATALOGUE_FOLDER = Path(__file__).parent
ENGLISH = "en"
LANGUAGE_NAMES = {"en": "English", "ja": "日本語"}
"""Names of languages in themselves; others are named by their code."""
LANGUAGE_VARIABLE = "PLAYGROUND_LANG"


class ActiveLanguage:
    """The active language of the program, and its catalogue; None for English."""

    language = ENGLISH
    catalogue: NullTranslations | None = None


def languages() -> tuple[str, ...]:
    """Return the codes of available languages, English first, as ("en", "ja")."""
    return ENGLISH, *sorted(path.stem for path in CATALOGUE_FOLDER.glob("*.mo"))


def current_language() -> str:
    """Return the code of the active language."""
    return ActiveLanguage.language


def set_language(language: str, catalogue: NullTranslations | None = None) -> None:
    """Set the active language.

    Parameters
    ----------
    language : str
        One of `languages()`, or any code if a catalogue is given.
    catalogue : NullTranslations, optional
        The texts; by default those of the language's own catalogue.

    Raises
    ------
    ValueError
        There is no such language.
    """
    if catalogue is None and language not in languages():
        known_languages = ", ".join(languages())
        raise ValueError(f"language: there is no {language!r}, only {known_languages}")
    if catalogue is None and language != ENGLISH:
        catalogue = _load_catalogue(language)
    ActiveLanguage.language, ActiveLanguage.catalogue = language, catalogue
    _translate_plain.cache_clear()


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Switch the active language temporarily, as a context manager.

    Raises
    ------
    ValueError
        There is no such language.
    """
    language_before = ActiveLanguage.language, ActiveLanguage.catalogue
    if language != language_before[0]:
        set_language(language)
    try:
        yield
    finally:
        if language != language_before[0]:
            set_language(*language_before)


def add_catalogue(path: Path) -> None:
    """Add the catalogue of a package to the language in its file name, as `ja.mo`.

    Raises
    ------
    OSError
        The file cannot be read, or is no catalogue.
    """
    with path.open("rb") as file:
        _extra_catalogues.setdefault(path.stem, []).append(GNUTranslations(file))
    _load_catalogue.cache_clear()
    set_language(current_language())


def system_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the environment or the system, or else English.

    The variables are, in that order, PLAYGROUND_LANG, LC_ALL, LC_MESSAGES and LANG. The
    system is not asked if one of them is set.
    """
    languages_wanted = [environment.get(LANGUAGE_VARIABLE, "")]
    if not languages_wanted[0]:
        names = ("LC_ALL", "LC_MESSAGES", "LANG")
        languages_wanted = [environment.get(name, "") for name in names]
    if not any(languages_wanted):
        languages_wanted = [_read_system_locale()]
    first = next(filter(None, languages_wanted), "")
    language = first.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return language if language in languages() else ENGLISH


def _read_system_locale() -> str:
    """Return the code of the system's language on Windows and macOS; "" if unknown.

    Windows names it in words: "Japanese_Japan".
    """
    try:
        name = locale.getlocale()[0] or ""
    except ValueError:
        return ""
    return locale.normalize(name.partition("_")[0])


def translate(text: str) -> str:
    """Return a text in the active language.

    A text without a translation is returned as it is, and so is a translated one. The
    placeholders of a `Message` are filled.
    """
    if ActiveLanguage.catalogue is None or not text:
        return text
    if isinstance(text, Message):
        return _translate_message(text, ActiveLanguage.catalogue)
    return _translate_plain(text)


@lru_cache(maxsize=4096)
def _translate_plain(text: str) -> str:
    """Return the translation of a text without placeholders, or the text."""
    assert ActiveLanguage.catalogue is not None
    return ActiveLanguage.catalogue.gettext(text)


def _translate_message(text: Message, catalogue: NullTranslations) -> str:
    template = _template(text, catalogue)
    if text.arguments:
        code_places = _find_code_places(text.template)
        places = {
            name: value if name in code_places else _translate_argument(value)
            for name, value in text.arguments.items()
        }
        template = template.format(**places)
    return _capitalize(template) if text.capital else template


@lru_cache(maxsize=1024)
def _find_code_places(template: str) -> frozenset[str]:
    """Return the places with a conversion, as `!r` or `!s`: names from code."""
    found = Formatter().parse(template)
    return frozenset(name for _, name, _, kind in found if name and kind)


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
        translations = GNUTranslations(file)
    for extra in _extra_catalogues.get(language, ()):
        translations.add_fallback(extra)
    return translations
