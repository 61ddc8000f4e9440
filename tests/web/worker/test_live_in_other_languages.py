"""Texts that Python sends to a page in a made-up language: no English is left."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from asked_live import AskedLive
from made_up_language import spoken

from playground.i18n import use_language
from scenes import SCENES

# Two words beside each other are no key, and no name of mathematics.
_WORDS = re.compile(r"(?<![\w./(])[A-Za-z]{3,} [A-Za-z]{3,}(?![\w./(])")
_WORD = re.compile(r"[A-Za-z]{4,}")
# Names by which a page asks, lines of code, and signs that are drawn.
_KEYS = {"case", "cases", "titles", "handle", "key", "keys", "names", "hides", "values"}
_KEYS |= {"saved"}
_CODE = {"text", "value", "line", "name", "more"}
_ELEMENT = re.compile("<[^>]*>")
# What of a state is told in one word.
_SINGLE = {"word", "label", "caption", "title", "unit", "called"}


def words(told: Any, key: str = "") -> Iterator[str]:
    """Yield the English texts of an answer."""
    if isinstance(told, dict):
        # Of code that is laid open only the reason is a sentence.
        skipped = _KEYS | (_CODE if {"reached", "line"} & told.keys() else set())
        for name, value in told.items():
            if name not in skipped:
                yield from words(value, name)
    elif isinstance(told, list):
        # A choice is told by what it is asked for by, and by its words.
        for value in told if key != "options" else [words for _, words in told]:
            yield from words(value, key)
    elif isinstance(told, str) and not told[:1].isdigit():
        plain = _ELEMENT.sub("", told)
        if (_WORD if key in _SINGLE else _WORDS).search(plain):
            yield f"{key}: {plain}"


@pytest.fixture
def english() -> Iterator[set[str]]:
    """Return the English texts found."""
    with spoken():
        yield set()


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_a_state_is_told_without_english(english, scene):
    asked = AskedLive(scene.id)
    english |= {*words(asked.told)}
    for number, case in enumerate(scene.cases):
        told = asked.do(["case", case], ["compare", True])
        english |= {*words(told)}
        for tab in ("derivation", "code", "lab", "map") if number < 3 else ():
            english |= {*words(asked.do(["page", tab], tab=tab))}
    assert english == set()


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_maps_curves_and_questions_are_told_without_english(english, scene):
    asked = AskedLive(scene.id)
    for kind, _ in asked.told["live"]["maps"]:
        english |= {*words(asked.do(["map", kind], tab="map"))}
        english |= {*words(asked.ask("map", 200, True))}
    for axis in asked.told["live"]["curve"]["axes"]:
        english |= {*words(asked.do(["axis", axis]))}
        english |= {*words(asked.ask("curve"))}
    told = asked.do(["quiz", "begin", 1])
    for deeds in (
        [["quiz", "answer", 0]],
        [["press", 50, 50], ["release"]],
        [["quiz", "reveal"]],
        [["quiz", "next"]],
    ):
        english |= {*words(told)}
        told = asked.do(*deeds)
    assert english == set()


@pytest.mark.slow
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_a_lesson_is_told_without_english(english, scene):
    asked = AskedLive(scene.id)
    told = asked.do(["lesson", scene.id])
    for place in range(len(told["live"]["lesson"]["marks"])):
        english |= {*words(asked.do(["stop", place]))}
    english |= {*words(asked.do(["walk", "forth"]))}
    assert english == set()


def test_what_is_refused_is_said_without_english(english):
    asked = AskedLive("ray_circle")
    for deed in (
        ["set", "direction", [0, 0]],
        ["type", "radius", 0, "wide"],
        ["type", "radius", 0, ""],
        ["link", "#none"],
        ["time", 1],
        ["lesson", "none"],
    ):
        english |= {*words(asked.do(deed)["error"])}
    english |= {*words(asked.ask("words"))}
    assert english == set()


def test_what_a_page_shows_is_what_it_asks_by():
    with use_language("ja"):
        asked = AskedLive("ray_circle")
        live = asked.do(["map", "VALUES"])["live"]
        across, up = live["axes"][2:4]
        assert re.search("[ぁ-ん]", across)
        live = asked.do(["over", across, up], ["axis", up])["live"]
        assert live["map"]["over"] == [across, up]
        assert live["curve"]["axis"] == up
        assert asked.do(["quantity", live["quantities"][-1]])["error"] == ""
        # A case has a name of its own, as in files and links.
        [(_, names), *_] = asked.do(["scene", "circle_rect"])["fresh"]["cases"]
        told = asked.do(["case", names[1]])
        assert (told["error"], told["live"]["case"]) == ("", names[1])
