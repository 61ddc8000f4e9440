"""Stable positions: a control is in the same place in every mode."""

import re
from collections.abc import Callable, Iterator

import pytest
from effort import each_value_once
from every import ENTRIES, any_scene
from imgui_bundle import imgui
from using import Drawn

from playground.i18n import set_language
from playground.scene.parameter_types import Number
from playground.scene.params import parameters_of
from playground.session import quiz
from playground.session.lesson import player
from playground.session.view_options import Page

# The signs on buttons, of which some say how a thing is now.
_SIGNS = re.compile("[\ue000-\uf8ff]")
_PANELS = "bar", "scenes", "transport"
_TIME_TRACK = "transport", "##slider time"


class Places:
    """Recorder of the controls' places, as the window goes through its modes."""

    def __init__(self, driver, drawn: Drawn) -> None:
        self._driver, self._drawn = driver, drawn
        self._first: dict[object, tuple[str, tuple[float, ...]]] = {}
        self.compared, self.moved = 0, list[str]()

    def look(self, mode: str) -> None:
        """Compare the places in a mode with those seen first."""
        # What changes on one frame is laid out in the next.
        self._driver.settle(3)
        self._drawn.forget()
        self._driver.window.main_view.gui.invalidate_panels()
        self._driver.settle(1)
        for key, corners in self._list_places():
            if key == _TIME_TRACK and self._driver.layout.curve:
                # There it is the axis of the curve.
                continue
            first = self._first.setdefault(key, (mode, corners))
            if first[0] != mode:
                self.compared += 1
                if first[1] != corners:
                    told = f"{key}: {first[1]} in {first[0]}, {corners} in {mode}"
                    self.moved.append(told)

    def _list_places(self) -> Iterator[tuple[object, tuple[float, ...]]]:
        tabs = {str(page) for page in Page}
        for control in self._drawn.controls.values():
            window, label = control.window.split("/")[0], str(control.label)
            tab = window == "inspector" and label in tabs
            # What stands for no more than a middle is told of twice.
            if isinstance(control.label, str) and (tab or window in _PANELS):
                yield (window, _SIGNS.sub("", label)), control.corners
        layout = self._driver.layout
        frames = {
            "scenes": layout.sidebar,
            "bar": layout.bar,
            "panel": layout.lesson or layout.inspector,
        }
        for name, place in frames.items():
            if place:
                yield name, (place.x, place.y, place.width, place.height)


def _lead_through_modes(driver, look: Callable[[str], None]) -> None:
    """Show every page, stop and mode of the current scene."""
    session, view = driver.session, driver.window_view
    study = session.scene_view
    for page in study.pages:
        session.look(page=page)
        look(f"page {page}")
    session.look(page=Page.EXPLORE)
    for kind in study.maps[:2]:
        session.look(map=kind)
        look(f"map {kind}")
    session.look(map=None)
    for name in list(study.entry.cases)[:4]:
        session.choose_case(name)
        look(f"case {name}")
    if timeline := session.scene_view.timeline:
        for share in (0.0, 0.3, 0.6, 1.0):
            span = timeline.end - timeline.start
            session.go_to(timeline.start + share * span)
            look(f"time {share}")
    if study.has_quiz:
        quiz.begin_round(session, 3)
        look("question")
        quiz.guess_hit(session, True)
        quiz.guess_point(session, (0.0, 0.0, 0.0)[: study.entry.dimension])
        quiz.reveal(session)
        look("revealed")
        quiz.end_round(session)
        session.look(page=Page.EXPLORE)
    player.start_shipped_lesson(session, session.scene)
    _lead_through_lesson(driver, look)
    player.close_lesson(session)
    look("after the lesson")
    view.look(simple=True)
    look("simple")
    for page in (Page.CODE, Page.DERIVATION):
        session.look(page=page)
        look(f"simple, {page}")
    session.look(page=Page.EXPLORE)
    player.start_shipped_lesson(session, session.scene)
    look("simple, lesson")
    player.close_lesson(session)
    view.look(presenting=True)
    driver.settle()
    view.look(presenting=False)
    look("after a talk")
    view.look(simple=False)


def _lead_through_lesson(driver, look: Callable[[str], None]) -> None:
    walk = driver.session.lesson
    if walk is None:
        return
    for at, state in enumerate(walk.stop_states):
        player.go_to_stop(driver.session, at)
        look(f"stop {at + 1}")
        if state.stop.question:
            player.answer_question(driver.session, 0)
            look(f"stop {at + 1}, answered")
    player.set_lesson(driver.session, listing=True)
    look("all stops")
    player.set_lesson(driver.session, listing=False)
    player.step_stop(driver.session, 1)
    look("end of the lesson")


@pytest.mark.slow
@pytest.mark.usefixtures("coarse")
@each_value_once(
    "scene, size, language", ENTRIES, [(1280, 800), (960, 600)], ["en", "ja"]
)
def test_nothing_that_can_be_clicked_moves(
    monkeypatch, window_of, scene, size, language
):
    drawn = Drawn(monkeypatch)
    set_language(language)
    driver = window_of(*ENTRIES)
    driver.resize(*size)
    driver.open(scene.id)
    places = Places(driver, drawn)
    _lead_through_modes(driver, places.look)
    print("compared", places.compared, "moved", len(places.moved))
    assert places.compared > 400
    assert not places.moved


def _shake(driver) -> Iterator[None]:
    """Change cases, time and numbers, as a user does."""
    session = driver.session
    for name in [*session.scene.cases][:6]:
        session.choose_case(name)
        timeline = session.scene_view.timeline
        for share in (0.0, 0.4, 0.8):
            if timeline:
                session.go_to(timeline.start + share * (timeline.end - timeline.start))
            for key, spec in parameters_of(type(session.params)).items():
                if isinstance(spec, Number) and not spec.time:
                    session.set_value(key, getattr(session.params, key) * 0.9)
            driver.settle(2)
            yield


@pytest.mark.slow
@any_scene
def test_cards_and_cases_keep_their_place(monkeypatch, window_of, scene) -> None:
    drawn = Drawn(monkeypatch)
    driver = window_of(*ENTRIES)
    driver.open(scene.id)
    places = set()
    driver.window_view.simple = True
    for _ in _shake(driver):
        cards = imgui.internal.find_window_by_name("verdict")
        places.add((cards.pos.x, cards.pos.y, cards.size.x, cards.size.y))
    assert len(places) == 1
    driver.window_view.simple = False
    driver.resize(1280, 1100)
    places.clear()
    for _ in _shake(driver):
        drawn.forget()
        driver.settle(1)
        places |= {c.corners for c in drawn.controls.values() if c.label == "##case"}
    assert len(places) == 1
