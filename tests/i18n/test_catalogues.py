"""Catalogues: every text of the program, with all of its locations."""

import sys
from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

from playground.i18n import message, set_language, translate
from playground.i18n.catalog import CATALOGUE_FOLDER, add_catalogue

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import messages

LANGUAGES = sorted(path.stem for path in CATALOGUE_FOLDER.glob("*.po"))
_ENDS = ("?", "？", "。")
updated = cache(messages.updated)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def texts(value: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return ("",) if value is None else (value,) if isinstance(value, str) else (*value,)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@every_language
def test_every_text_is_translated_and_no_other(language):
    catalog = updated(language)
    assert [one.id for one in catalog if one.id and not all(texts(one.string))] == []
    with (CATALOGUE_FOLDER / f"{language}.po").open("rb") as file:
        kept = messages.read_po(file, locale=language)
    assert {(m.id, m.context) for m in kept} == {(m.id, m.context) for m in catalog}


@every_language
def test_no_place_is_lost_nor_made_up(language):
    for one in updated(language):
        english = texts(one.id)
        # What is not formatted may have braces of its own.
        if one.id and any("{" in text for text in english):
            wanted = places(english[-1])
            for told in texts(one.string):
                assert places(told) == wanted, english


@every_language
def test_a_question_has_its_mark_or_a_full_stop(language):
    # In a talk the text of a step follows its title.
    unfinished = [
        one.string
        for one in updated(language)
        if texts(one.id)[0].endswith("?") and not texts(one.string)[0].endswith(_ENDS)
    ]
    assert unfinished == []


@every_language
def test_what_is_read_is_made_of_what_is_written(language):
    made = BytesIO()
    write_mo(made, updated(language))
    made.seek(0)
    expected = GNUTranslations(made)
    with (CATALOGUE_FOLDER / f"{language}.mo").open("rb") as file:
        found = GNUTranslations(file)
    for one in updated(language):
        for text in filter(None, texts(one.id)):
            assert found.gettext(text) == expected.gettext(text)
            if one.context:
                told = expected.pgettext(one.context, text)
                assert found.pgettext(one.context, text) == told


def test_a_scene_of_ones_own_may_bring_a_catalogue(tmp_path):
    own = Catalog(locale="ja")
    own.add("A text of nobody else's", "だれのものでもない文")
    path = tmp_path / "ja.mo"
    with path.open("wb") as file:
        write_mo(file, own)
    add_catalogue(path)
    set_language("ja")
    try:
        assert translate(message("A text of nobody else's")) == "だれのものでもない文"
    finally:
        set_language("en")
