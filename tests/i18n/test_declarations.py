"""Texts in declarations, from which catalogues are made."""

import ast
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from playground.i18n import declarations, with_texts

sys.path.append(str(Path(__file__).parents[1] / "tools"))
import messages


@pytest.fixture(autouse=True)
def _calls(monkeypatch):
    monkeypatch.setattr(declarations, "CALLS", calls := {})
    monkeypatch.setattr(messages, "CALLS", calls)


def texts(call: str) -> list[str]:
    return [text for _, text, _, _ in messages._of_python(ast.parse(call), "")]


def test_texts_are_found_by_their_places_and_names():
    @with_texts("options", "label")
    def choose(default, *options, **about):
        pass

    found = texts("choose('disc', 'the disc', 'the ring', label='Mode', key='mode')")
    assert found == ["the disc", "the ring", "Mode"]


def test_a_method_is_called_without_itself():
    class Picture:
        @with_texts("caption")
        def show(self, caption, dimension=2):
            pass

    assert texts("out.show('The frame', 3)") == ["The frame"]


def test_a_symbol_is_no_text():
    @with_texts("text")
    def name(text):
        pass

    assert texts("name('hx'); name('D² ≤ r²'); name('s = 0: touch')") == [
        "s = 0: touch"
    ]


def test_the_words_that_choose_are_texts():
    @with_texts("scenes")
    def modes(scenes):
        pass

    assert texts("modes(scenes={'One hit': 'elsewhere', **more})") == ["One hit"]


def test_what_is_made_in_every_frame_keeps_what_it_is_given():
    @with_texts("text", as_messages=False)
    @dataclass(frozen=True)
    class Name:
        text: str

    assert type(Name("Hit").text) is str
    assert texts("Name('Hit')") == ["Hit"]


def test_a_name_that_is_not_taken_is_said():
    def show(caption):
        pass

    with pytest.raises(AssertionError):
        with_texts("captoin")(show)
