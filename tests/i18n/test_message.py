"""Messages: English as strings, translated where they are displayed."""

import json
import pickle
from collections.abc import Iterator
from gettext import NullTranslations

import pytest

from playground.i18n import (
    Message,
    capitalize,
    deserialize_messages,
    in_english,
    join_sentences,
    join_texts,
    lower,
    message,
    plural,
    serialize_messages,
    set_language,
    system_language,
    translate,
    with_texts,
)

WORDS = {
    "Hit": "命中",
    "time\0Enter": "入る",
    "Enter": "エンター",
    "It enters at {time}.": "{time}で入ります。",
    "It has no {name!r}.": "{name!r}がありません。",
    "It has no {name!s}.": "{name!s}がありません。",
    "{count} case": "{count}件",
    "{first} {second}": "{first}{second}",
    "{first}, {second}": "{first}、{second}",
    "{first} and {second}": "{first}と{second}",
}


class Japanese(NullTranslations):
    def gettext(self, message: str) -> str:
        return WORDS.get(message, message)

    def pgettext(self, context: str, message: str) -> str:
        return WORDS.get(f"{context}\0{message}", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return WORDS.get(msgid1, msgid2)


@pytest.fixture(autouse=True)
def japanese() -> Iterator[None]:
    set_language("ja", Japanese())
    yield
    set_language("en")


def test_a_text_is_english_and_is_told_where_it_is_shown():
    said = message("It enters at {time}.", time="t = 2")
    assert said == "It enters at t = 2."
    assert translate(said) == "t = 2で入ります。"
    nested = message("It enters at {time}.", time=message("Hit"))
    assert translate(nested) == "命中で入ります。"
    assert translate(message("Enter", about="time")) == "入る"
    assert translate(message("Enter")) == "エンター"
    assert (capitalize("hit"), translate(capitalize("hit"))) == ("Hit", "Hit")
    set_language("en")
    assert translate(said) == said


def test_what_is_told_already_or_unknown_stays():
    assert translate(translate(message("Hit"))) == "命中"
    assert translate("my_file.py") == "my_file.py"
    assert translate("Hit") == "命中"


def test_what_is_counted():
    many = plural("{count} case", "{count} cases", 3)
    assert (many, translate(many)) == ("3 cases", "3件")
    assert plural("{count} case", "{count} cases", 1) == "1 case"


def test_lists_and_sentences_are_joined_in_each_language():
    names = join_texts([message("Hit"), "b", "c"])
    assert (names, translate(names)) == ("Hit, b and c", "命中、bとc")
    said = join_sentences(message("It enters at {time}.", time=1), "", message("Hit"))
    assert (said, translate(said)) == ("It enters at 1. Hit", "1で入ります。命中")
    assert join_sentences("", "") == join_texts([]) == ""


def test_what_is_a_part_of_a_sentence_in_english_is_told_whole_elsewhere():
    said = in_english("at t = 2", message("It enters at {time}.", time="t = 2"))
    assert (said, translate(said)) == ("at t = 2", "t = 2で入ります。")
    assert translate(pickle.loads(pickle.dumps(said))) == "t = 2で入ります。"
    assert (lower("Hit"), translate(lower("Hit"))) == ("hit", "命中")
    assert in_english("", message("Hit")) == ""


def test_another_process_may_have_made_them():
    told = {"said": [message("It enters at {time}.", time=message("Hit")), "Hit", 2.5]}
    there = deserialize_messages(json.loads(json.dumps(serialize_messages(told))))
    assert there == told
    assert translate(there["said"][0]) == "命中で入ります。"
    assert (
        deserialize_messages(json.loads(json.dumps(serialize_messages(lower("Hit")))))
        == "hit"
    )


@pytest.mark.parametrize("given", [{"message": 1}, {"message": ["{a.b}", {"a": 1}]}])
def test_what_is_no_message_stays_as_it_was_sent(given):
    assert deserialize_messages(given) == given


def test_an_error_and_what_is_kept_keep_their_message():
    said = message("It enters at {time}.", time=2)
    assert isinstance(str(ValueError(said)), Message)
    assert translate(pickle.loads(pickle.dumps(said))) == "2で入ります。"


def test_a_declaration_keeps_its_texts_as_messages():
    from dataclasses import dataclass

    @with_texts("word", "more")
    @dataclass(frozen=True)
    class Declared:
        word: str
        key: str
        more: tuple[str, ...] = ()

    one = Declared("Hit", "hit", ("Hit",))
    assert [type(x) for x in (one.word, one.key, *one.more)] == [Message, str, Message]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"PLAYGROUND_LANG": "ja", "LANG": "en_US.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}, "en"),
        ({"LANG": "xx"}, "en"),
    ],
)
def test_the_system_says_which_language(environment, language):
    assert system_language(environment) == language


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("Japanese_Japan", "ja"),
        ("ja_JP", "ja"),
        ("English_United States", "en"),
        ("C", "en"),
        (None, "en"),
    ],
)
def test_windows_names_its_language_in_words(monkeypatch, name, language):
    monkeypatch.setattr("locale.getlocale", lambda: (name, None))
    assert system_language({}) == language


def test_there_is_no_such_language():
    with pytest.raises(ValueError, match="there is no 'xx'"):
        set_language("xx")


@pytest.mark.parametrize(
    ("place", "shown"), [("{name!r}", "'Hit'"), ("{name!s}", "Hit")]
)
def test_a_name_from_code_is_not_translated(place, shown):
    said = message(f"It has no {place}.", name="Hit")
    assert translate(said) == f"{shown}がありません。"
