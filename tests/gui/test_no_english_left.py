"""Translation of the window, in a made-up language: no English is left.

Lessons, maps and other parts are in test_room_for_words.py. Translated texts have
accents, so a plain word is one that the catalogue lacks.
"""

import inspect
import re
from collections.abc import Collection, Iterator

import pytest
from conftest import Driver
from every import few_scenes
from imgui_bundle import imgui
from made_up_language import spoken

from playground.session.view_options import Page
from scenes import SCENES

pytestmark = pytest.mark.slow
our_scenes = pytest.mark.parametrize(
    "scene", few_scenes(SCENES), ids=lambda scene: scene.id
)

_WORD = re.compile(r"(?<![\w.~/\\-])[A-Za-z]{4,}(?![\w./(_])")
# Keys, names of people and of things, and what numbers are called.
_NAMES = {
    *("Ctrl", "Shift", "Enter", "Home", "Space", "Page", "Delete", "Backspace"),
    *("Down", "plus", "minus"),
    *("Geometry", "Playground", "Marupeke", "Takachan", "float", "Python", "JSON"),
}
# Of code that is laid open these are values.
_VALUES = {"true", "false", "none"}
Shown = dict[str, None]


def left(text: str, known: set[str]) -> set[str]:
    """Return the English words of a displayed text."""
    return set(_WORD.findall(text)) - _NAMES - known


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shown]:
    """Return the dict of all texts that Dear ImGui draws."""
    found: Shown = {}

    def noting(owner, name, place):
        draw = getattr(owner, name)

        def drawn(*given, **named):
            text = given[place] if isinstance(given[place], str) else given[-1]
            found[text.partition("##")[0]] = None
            return draw(*given, **named)

        monkeypatch.setattr(owner, name, drawn)

    for name in ("text", "text_wrapped", "text_unformatted", "button", "selectable"):
        noting(imgui, name, 0)
    for name in ("checkbox", "menu_item", "begin_menu"):
        noting(imgui, name, 0)
    noting(imgui, "begin_combo", 1)
    noting(imgui.ImDrawList, "add_text", -1)
    with spoken():
        yield found


@pytest.fixture
def ours(shown: Shown, window_of) -> Driver:
    """Return a window with only our own scenes, as others may have no catalogue."""
    return window_of(*SCENES)


def code_of(driver: Driver) -> set[str]:
    """Return the words of the current scene's listing."""
    found = [
        inspect.getmodule(x.code) for x in driver.session.scene_view.scene.listings
    ]
    texts = [inspect.getsource(module) for module in found if module]
    return _VALUES | set(re.findall(r"[A-Za-z]+", " ".join(texts)))


def english(shown: Shown, known: Collection[str] = ()) -> list[str]:
    """Return the English texts, except for some words."""
    return [text for text in shown if left(text, set(known))]


@our_scenes
def test_nothing_english_is_left_of_a_scene(shown, ours, scene):
    ours.open(scene.id)
    shown.clear()
    for number, case in enumerate(scene.cases):
        ours.session.choose_case(case)
        ours.session.look(compare=True, numbers=True)
        pages = [page for page in Page if page is not Page.CODE]
        for page in pages if number < 2 else [Page.EXPLORE]:
            ours.session.look(page=page)
            ours.settle(2)
    assert english(shown) == []


@our_scenes
def test_nothing_english_but_code_is_left_of_code(shown, ours, scene):
    ours.open(scene.id)
    code = code_of(ours)
    ours.session.look(compare=True, page=Page.CODE)
    shown.clear()
    for case in scene.cases:
        ours.session.choose_case(case)
        ours.settle(2)
    assert english(shown, code) == []
