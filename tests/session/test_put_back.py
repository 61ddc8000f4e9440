"""Restored state after a lesson, a presentation or a quiz."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from every import ENTRIES, every_scene_at_length

from playground.scene.parameter_types import Number
from playground.scene.params import parameters_of
from playground.session import first_run, quiz
from playground.session.lesson import player
from playground.session.session import Session
from playground.session.view_options import Page


def opened(entry) -> Session:
    """Return a session in the middle of various changes."""
    session = Session(ENTRIES)
    session.open(session.find(entry.id))
    session.choose_case(list(entry.cases)[-1])
    change_all(session)
    session.look(page=Page.DERIVATION, compare=True)
    if timeline := session.scene_view.timeline:
        session.go_to(0.25 * timeline.start + 0.75 * timeline.end)
    return session


def change_all(session: Session) -> None:
    """Change everything that a user can: values, time, step, map, cameras."""
    for name, spec in parameters_of(type(session.params)).items():
        if isinstance(spec, Number):
            session.set_value(name, 0.5 * getattr(session.params, name) + 0.1)
    study = session.scene_view
    if study.timeline:
        session.go_to(0.5 * (study.timeline.start + study.timeline.end))
    for view, camera in [*session.open_scene.cameras.items()]:
        session.open_scene.cameras[view] = replace(camera)
    session.show_step(2)
    session.look(map=next(iter(study.maps), None), compare=not session.view.compare)
    session.look(page=Page.EXPLORE)


def how_it_is(session: Session) -> tuple[object, ...]:
    """Return everything that must be restored, for every scene."""
    scenes = [
        (own, own.history if "history" in vars(own) else None, own.state(), own.step)
        for own in session.opened_scenes
        if "history" in vars(own)
    ]
    return session.index, session.view, session.state, session.params, scenes


def walk_lesson(session: Session) -> None:
    player.start_shipped_lesson(session, session.scene)
    while session.lesson and not session.lesson.ending:
        if session.asking:
            player.answer_question(session, 0)
        change_all(session)
        player.step_stop(session, 1)
    player.leave_lesson(session)


def leave_lesson_for_another_scene(session: Session) -> None:
    at = session.index
    player.start_shipped_lesson(session, session.scene)
    change_all(session)
    first_run.go_to_scene(session, (at + 1) % len(ENTRIES), offers_start=False)
    assert session.lesson is None
    first_run.go_to_scene(session, at, offers_start=False)


def give_talk(session: Session) -> None:
    player.begin_talk(session)
    for index in range(len(ENTRIES)):
        session.open(index)
        change_all(session)
    walk_lesson(session)
    player.start_shipped_lesson(session, session.scene)
    player.end_talk(session)


def give_talk_in_lesson(session: Session) -> None:
    player.start_shipped_lesson(session, session.scene)
    before = how_it_is(session)
    player.begin_talk(session)
    change_all(session)
    player.end_talk(session)
    same = how_it_is(session) == before
    assert same, session.scene.id
    player.leave_lesson(session)


def play_quiz(session: Session) -> None:
    quiz.begin_round(session, 1)
    for _ in range(2):
        quiz.guess_hit(session, True)
        quiz.guess_point(session, (0.0, 0.0, 0.0)[: session.scene.dimension])
        quiz.reveal(session)
        session.look(map=None, compare=False)
        quiz.go_to_next_question(session)
    quiz.end_round(session)


def leave_quiz(session: Session) -> None:
    quiz.begin_round(session, 1)
    quiz.guess_hit(session, True)
    session.look(map=None, compare=False)
    quiz.leave_round(session)


LEAVING = (
    walk_lesson,
    leave_lesson_for_another_scene,
    give_talk,
    give_talk_in_lesson,
    play_quiz,
    leave_quiz,
)


@pytest.mark.parametrize("visit", LEAVING)
@every_scene_at_length
def test_all_is_as_it_was_once_it_is_left(
    scene, visit: Callable[[Session], None]
) -> None:
    if "lesson" in visit.__name__ and not scene.lesson_path:
        return
    session = opened(scene)
    before = how_it_is(session)
    visit(session)
    same = how_it_is(session) == before
    assert same, f"{visit.__name__} in {scene.id}"
    session.undo()
    assert session.params != before[3]


def test_a_scene_that_was_not_opened_before_a_talk_is_not_after_it() -> None:
    session = Session(ENTRIES)
    player.begin_talk(session)
    session.open(1)
    change_all(session)
    player.end_talk(session)
    assert session.index == 0
    assert "history" not in vars(session.opened_scenes[1])


def test_what_was_on_offer_is_on_offer_again_after_a_lesson() -> None:
    session = Session(ENTRIES)
    first_run.open_start(session)
    player.start_shipped_lesson(session, session.scene)
    assert session.active_offer is None
    player.leave_lesson(session)
    assert session.active_offer.start is session.scene.start
