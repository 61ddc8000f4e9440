"""Progress of a lesson: saved on leaving, and its end."""

import json
from dataclasses import replace

import pytest
from every import ENTRIES

from playground.session.lesson import player
from playground.session.lesson.document import read_shipped_lesson
from playground.session.lesson.open_lesson import StopMark
from playground.session.session import Session
from scenes import RAY_CIRCLE

PLAN = read_shipped_lesson(RAY_CIRCLE, ENTRIES)
assert PLAN is not None
QUESTIONS = [i for i, stop in enumerate(PLAN.stops) if stop.question]
TASKS = [i for i, stop in enumerate(PLAN.stops) if stop.task]


@pytest.fixture
def session() -> Session:
    opened = Session(ENTRIES)
    player.start_shipped_lesson(opened, RAY_CIRCLE)
    return opened


def answer(session: Session, place: int, *, right: bool) -> None:
    player.go_to_stop(session, place)
    asked = PLAN.stops[place].question
    given = asked.right if right else (asked.right + 1) % len(asked.answers)
    assert player.answer_question(session, given)


def restarted(session: Session) -> Session:
    """Return a session after a restart, with only the saved text."""
    player.save_progress(session)
    other = Session(ENTRIES)
    other.lesson_progress = json.loads(json.dumps(session.lesson_progress))
    return other


def test_after_a_restart_it_goes_on_at_its_stop_with_its_answers(session) -> None:
    answer(session, QUESTIONS[0], right=True)
    answer(session, QUESTIONS[1], right=False)
    player.show_answer(session)
    before = [visit.mark for visit in session.lesson.stop_states]
    other = restarted(session)
    player.start_shipped_lesson(other, other.scene)
    assert other.lesson.at == QUESTIONS[1]
    assert [visit.mark for visit in other.lesson.stop_states] == before
    assert not other.asking
    assert other.scene_view.verdict is not None


def test_left_and_opened_again_it_goes_on_with_what_was_dragged(session) -> None:
    player.go_to_stop(session, TASKS[0])
    session.begin_gesture()
    session.set_value("radius", 2.0, session.gesture_id)
    ellipse = next(e for e in ENTRIES if e.id == "point_ellipse")
    player.start_shipped_lesson(session, ellipse)
    player.go_to_stop(session, 5)
    player.start_shipped_lesson(session, RAY_CIRCLE)
    assert (session.lesson.name, session.lesson.at) == ("ray_circle", TASKS[0])
    player.close_lesson(session)
    player.start_shipped_lesson(session, session.scene)
    assert session.lesson.at == TASKS[0]
    assert session.params.radius == 2.0


def test_a_lesson_whose_text_is_another_begins_afresh(session) -> None:
    player.go_to_stop(session, 3)
    other = restarted(session)
    stops = (replace(PLAN.stops[0], say="Another."), *PLAN.stops[1:])
    player.start_lesson(other, replace(PLAN, stops=stops), name="ray_circle")
    assert other.lesson.at == 0


@pytest.mark.parametrize(
    "spoiled", [None, 3, {}, {"fingerprint": "x", "stop": -1}, {"stop": "2"}]
)
def test_what_cannot_be_read_is_as_if_it_were_not_there(spoiled: object) -> None:
    opened = Session(ENTRIES)
    opened.lesson_progress = {"ray_circle": spoiled}
    player.start_shipped_lesson(opened, RAY_CIRCLE)
    assert opened.lesson.at == 0


def test_a_task_that_was_once_done_stays_done(session) -> None:
    place = TASKS[0]
    player.go_to_stop(session, place)
    session.edit(RAY_CIRCLE.cases["Tangent"].params)
    assert player.is_task_done(session)
    player.go_to_stop(session, place + 1)
    player.go_to_stop(session, place)
    player.repeat_stop(session)
    assert session.lesson.stop_state.mark is StopMark.RIGHT


def test_from_the_end_another_lesson_or_the_same_can_be_begun(session) -> None:
    answer(session, QUESTIONS[0], right=False)
    player.go_to_stop(session, len(PLAN.stops) - 1)
    player.step_stop(session, 1)
    walk = session.lesson
    assert walk.ending
    assert walk.stops_to_review == sorted([*QUESTIONS, *TASKS])
    assert player.next_lesson(session).id == "circle_rect"
    player.go_to_stop(session, walk.stops_to_review[0])
    assert not walk.ending
    player.restart_lesson(session)
    assert (walk.at, [visit.tries for visit in walk.stop_states if visit.tries]) == (
        0,
        [],
    )


@pytest.mark.parametrize(
    "entry", [e for e in ENTRIES if e.lesson_path], ids=lambda e: e.id
)
def test_every_stop_has_a_title_and_every_lesson_something_to_say(entry) -> None:
    plan = read_shipped_lesson(entry, ENTRIES)
    titles = [stop.title for stop in plan.stops]
    assert all(titles)
    assert len({*titles}) >= len(titles) - 1
    assert 4 <= len([stop for stop in plan.stops if stop.learned]) <= 7
