"""Translations: no text is cut, outside its panel or over another.

Japanese is shipped. In the made-up language every word is 40 % longer and has accents,
so that English would be found too.
"""

import inspect
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest
from conftest import Driver
from forgetful import FORGETS
from made_up_language import spoken
from pyglet.window import key
from words_seen import WordsSeen

from playground.gui import imgui_fonts
from playground.gui.commands.registry import GROUPS
from playground.i18n import use_language
from playground.scene.scene import SceneEntry
from playground.session import first_run, quiz, step_navigation, user_code
from playground.session.files import FilePurpose
from playground.session.lesson import editor, player
from playground.session.lesson.document import LessonQuestion
from playground.session.view_options import Page
from scenes import (
    BALL_BLOCK,
    CIRCLE_RECT,
    POINT_ELLIPSE,
    RAY_CIRCLE,
    SCENES,
    SPHERE_LINE,
)

pytestmark = pytest.mark.slow

LANGUAGES = {
    "ja": partial(use_language, "ja"),
    "longer": spoken,
}
SIZES = {
    "1280x800": (1280, 800, 1.0),
    "960x600": (960, 600, 1.0),
    "250 %": (2400, 1500, 2.5),
}
_WORD = re.compile(r"(?<![\w.~/\\-])[A-Za-z]{4,}(?![\w./(_])")
# Keys, names of people and of things, and what numbers are called.
_NAMES = {
    *("Ctrl", "Shift", "Enter", "Home", "Space", "Page", "Delete", "Backspace"),
    *("Down", "plus", "minus"),
    *("Geometry", "Playground", "Marupeke", "Takachan", "float", "Python", "JSON"),
}
# Of code that is laid open these are values.
_VALUES = {"true", "false", "none"}
# The words of the code that is judged, and a language's own name.
_OWN = {*re.findall(r"[A-Za-z]+", FORGETS), "English"}


def left(text: str, known: set[str]) -> set[str]:
    """Return the English words of a displayed text."""
    return set(_WORD.findall(text)) - _NAMES - known


def code_of(driver: Driver) -> set[str]:
    """Return the words of the current scene's listing."""
    found = [
        inspect.getmodule(x.code) for x in driver.session.scene_view.scene.listings
    ]
    texts = [inspect.getsource(module) for module in found if module]
    return _VALUES | set(re.findall(r"[A-Za-z]+", " ".join(texts)))


class Looker:
    """Recorder of cut texts in a sequence of views."""

    def __init__(
        self,
        driver: Driver,
        words: WordsSeen,
        scenes: tuple[SceneEntry, ...],
        *,
        shipped: bool,
    ) -> None:
        self.driver, self._words, self._shipped = driver, words, shipped
        self.scenes = scenes
        self.faults: dict[str, list[str]] = {}

    @property
    def session(self):
        return self.driver.session

    def look(self, *where: object, after: int = 3) -> None:
        """Record the faults that are left after some frames."""
        faults = self._seen(after)
        if faults:
            # Labels that move to new sides may pass others.
            self.driver.until(lambda: not self.driver.window.main_view.is_moving)
            faults = self._seen(1)
        for fault in faults:
            self.faults.setdefault(fault, []).append(" ".join(map(str, where)))

    def _seen(self, after: int) -> dict[str, None]:
        # How high some texts are is known a frame later, and others move then.
        self.driver.settle(after)
        self._words.forget()
        self.driver.settle(1)
        faults = {} if self._shipped else self._english()
        return faults | self._words.faults(figures=self._shipped)

    def _english(self) -> dict[str, None]:
        """Return texts without accents that are not code."""
        code = code_of(self.driver) | _OWN
        texts = [word.text for word in self._words.words]
        return {f"English: {text!r}": None for text in texts if left(text, code)}


@pytest.fixture
def looker(request, monkeypatch, window_of, coarse) -> Iterator[Looker]:
    language, size, scenes = request.param
    with LANGUAGES[language]():
        words = WordsSeen(monkeypatch)
        driver = window_of(*SCENES)
        width, height, driver.window_view.scale = SIZES[size]
        driver.resize(width, height)
        yield Looker(driver, words, scenes, shipped=language == "ja")


def at(
    *places: str,
    exhaustive: tuple[str, ...] = (),
    scenes: tuple[SceneEntry, ...] = SCENES,
) -> pytest.MarkDecorator:
    """Parametrize by languages and sizes, with some scenes; exhaustively with all."""
    rows = [pytest.param([*at.split(" at "), scenes], id=at) for at in places]
    rest = (*exhaustive, *(places if scenes != SCENES else ()))
    rows += [
        pytest.param(
            [*at.split(" at "), SCENES],
            id=f"{at}, every scene",
            marks=pytest.mark.exhaustive,
        )
        for at in rest
    ]
    return pytest.mark.parametrize("looker", rows, indirect=True)


def each_scene(looker: Looker) -> Iterator[str]:
    for scene in looker.scenes:
        looker.driver.open(scene.id)
        yield scene.id


@at(
    "ja at 960x600",
    "longer at 250 %",
    exhaustive=("ja at 1280x800", "longer at 960x600"),
    scenes=(CIRCLE_RECT, SPHERE_LINE, BALL_BLOCK),
)
def test_of_pages(looker):
    for scene in each_scene(looker):
        looker.session.look(compare=True, numbers=True)
        for page in Page:
            looker.session.look(page=page)
            looker.look(scene, page)
    assert looker.faults == {}


@at(
    "longer at 960x600",
    exhaustive=("ja at 960x600",),
    scenes=(RAY_CIRCLE, POINT_ELLIPSE, SPHERE_LINE),
)
def test_of_cases(looker):
    for scene in each_scene(looker):
        looker.session.look(compare=True, numbers=True)
        for case in looker.session.scene.cases:
            looker.session.choose_case(case)
            looker.look(scene, case, after=2)
    assert looker.faults == {}


@at("longer at 960x600", scenes=(CIRCLE_RECT, BALL_BLOCK))
def test_of_steps(looker):
    for scene in each_scene(looker):
        looker.session.look(compare=True, page=Page.DERIVATION)
        for number in range(1, len(looker.session.scene_view.steps) + 1):
            step_navigation.go_to_step(looker.session, number)
            looker.look(scene, number)
    assert looker.faults == {}


@at("longer at 960x600", scenes=(RAY_CIRCLE, SPHERE_LINE))
def test_of_maps(looker):
    for scene in each_scene(looker):
        looker.session.look(page=Page.LAB)
        for kind in looker.session.scene_view.maps:
            looker.session.look(map=kind)
            looker.driver.settle(1)
            looker.driver.window.wait_for_map()
            looker.look(scene, kind)
            looker.driver.move(*looker.driver.controls.places[0].center)
            looker.look(scene, kind, "pointed at")
            looker.driver.move(0.0, 0.0)
        looker.session.look(map=None)
    assert looker.faults == {}


@at("longer at 1280x800", exhaustive=("ja at 250 %",), scenes=(RAY_CIRCLE, BALL_BLOCK))
def test_of_a_lesson(looker):
    for scene in looker.scenes:
        player.start_shipped_lesson(looker.session, scene)
        for number, visit in enumerate(looker.session.lesson.stop_states, start=1):
            player.go_to_stop(looker.session, number - 1)
            looker.look(scene.id, "stop", number)
            if visit.stop.question:
                player.answer_question(looker.session, 0)
                looker.look(scene.id, "stop", number, "answered")
        player.continue_lesson(looker.session)
        looker.look(scene.id, "end")
        player.set_lesson(looker.session, listing=True)
        looker.look(scene.id, "list")
        player.close_lesson(looker.session)
    assert looker.faults == {}


@at("ja at 960x600", scenes=(POINT_ELLIPSE, SPHERE_LINE))
def test_of_what_is_presented(looker):
    looker.driver.key(key.F5)
    for scene in each_scene(looker):
        looker.session.look(compare=True)
        looker.look(scene)
        for number in range(1, len(looker.session.scene_view.steps) + 1):
            step_navigation.go_to_step(looker.session, number)
            looker.look(scene, number)
        player.start_shipped_lesson(looker.session, looker.session.scene)
        for number in range(len(looker.session.lesson.stop_states)):
            player.go_to_stop(looker.session, number)
            looker.look(scene, "stop", number + 1)
        player.close_lesson(looker.session)
    assert looker.faults == {}


@at("longer at 1280x800", scenes=(CIRCLE_RECT, POINT_ELLIPSE))
def test_of_a_quiz(looker):
    def guess() -> None:
        quiz.guess_hit(looker.session, False)
        quiz.guess_point(looker.session, (0.0,) * looker.session.scene.dimension)

    for scene in each_scene(looker):
        looker.session.look(page=Page.PREDICT)
        quiz.begin_round(looker.session, 1)
        looker.look(scene, "asked")
        guess()
        looker.look(scene, "answered")
        quiz.reveal(looker.session)
        looker.look(scene, "revealed")
        while not looker.session.quiz.ended:
            quiz.go_to_next_question(looker.session)
            if not looker.session.quiz.ended:
                guess()
                quiz.reveal(looker.session)
        looker.look(scene, "ended")
        quiz.end_round(looker.session)
    assert looker.faults == {}


@at(
    "longer at 960x600",
    exhaustive=("ja at 1280x800", "ja at 960x600", "longer at 250 %"),
)
def test_of_what_lies_over_the_window(looker):
    driver, view = looker.driver, looker.driver.window_view
    view.look(simple=True)
    for place, _ in enumerate(SCENES):
        first_run.go_to_scene(looker.session, place, offers_start=True)
        looker.look("simple", place)
    view.look(simple=False)
    view.look(finding=True)
    looker.look("palette")
    driver.type("e")
    looker.look("found")
    view.look(finding=False)
    for choosing in FilePurpose:
        view.look(choosing=choosing)
        looker.look(choosing)
    view.look(choosing=None, keys=True)
    looker.look("keys")
    view.look(keys=False, recording=True)
    looker.look("film")
    view.look(recording=False)
    editor.begin_lesson(looker.session)
    editor.set_question_or_task(
        looker.session, question=LessonQuestion("?", ("a", "b"), 0)
    )
    looker.look("sheet")
    player.close_lesson(looker.session)
    assert looker.faults == {}


@at("longer at 960x600", exhaustive=("ja at 960x600",))
def test_of_own_code(looker, tmp_path):
    driver, path = looker.driver, tmp_path / "mine.py"
    path.write_text(FORGETS)
    driver.open("ray_circle")
    user_code.open_user_code(looker.session, str(path))
    opened = looker.session.open_scene.user_code
    driver.until(lambda: opened.opened and looker.session.scene_view.comparison)
    looker.session.look(page=Page.CODE, compare=True)
    looker.look("opened")
    user_code.evaluate_user_code(looker.session, replace(opened.terms, count=200))
    user_code.start_evaluation(looker.session)
    driver.until(lambda: opened.trial and not opened.trial.state.runs)
    looker.look("judged")
    user_code.open_failure_case(looker.session, 0)
    driver.until(lambda: looker.session.scene_view.trace)
    looker.look("a case")
    assert looker.faults == {}


@at("longer at 960x600", exhaustive=("ja at 960x600",))
def test_of_menus(looker):
    driver = looker.driver
    driver.click_item(imgui_fonts.MORE)
    for name in GROUPS:
        driver.move(*driver.item(f"###{name}"))
        looker.look("menu", name)
    driver.click(*driver.controls.places[0].center)
    for name in ("##case", "##axis"):
        driver.click_item(name)
        looker.look(name)
        driver.key(key.ESCAPE)
    assert looker.faults == {}
