"""How far a lesson was walked outlasts leaving it, and what it comes to at its end."""

import json
from dataclasses import replace

import pytest
from every import ENTRIES

from playground.session.lesson import player
from playground.session.lesson.document import lesson_of
from playground.session.lesson.open_lesson import StopMark
from playground.session.session import Session
from scenes import RAY_CIRCLE

PLAN = lesson_of(RAY_CIRCLE, ENTRIES)
assert PLAN is not None
QUESTIONS = [i for i, stop in enumerate(PLAN.stops) if stop.question]
TASKS = [i for i, stop in enumerate(PLAN.stops) if stop.task]


@pytest.fixture
def session() -> Session:
    opened = Session(ENTRIES)
    player.start_shipped(opened, RAY_CIRCLE)
    return opened


def answer(session: Session, place: int, *, right: bool) -> None:
    player.go(session, place)
    asked = PLAN.stops[place].question
    given = asked.right if right else (asked.right + 1) % len(asked.answers)
    assert player.answer(session, given)


def restarted(session: Session) -> Session:
    """Return a session of another start, that knows only what is kept as text."""
    player.keep(session)
    other = Session(ENTRIES)
    other.walked = json.loads(json.dumps(session.walked))
    return other


def test_after_a_restart_it_goes_on_at_its_stop_with_its_answers(session) -> None:
    answer(session, QUESTIONS[0], right=True)
    answer(session, QUESTIONS[1], right=False)
    before = [visit.mark for visit in session.walk.visits]
    other = restarted(session)
    player.start_shipped(other, other.scene)
    assert other.walk.at == QUESTIONS[1]
    assert [visit.mark for visit in other.walk.visits] == before
    assert not other.asking
    assert other.study.verdict is not None


def test_left_and_opened_again_it_goes_on_with_what_was_dragged(session) -> None:
    player.go(session, TASKS[0])
    session.new_press()
    session.set_value("radius", 2.0, session.press)
    player.close(session)
    player.start_shipped(session, session.scene)
    assert session.walk.at == TASKS[0]
    assert session.params.radius == 2.0


def test_each_lesson_goes_on_by_itself(session) -> None:
    player.go(session, 3)
    ellipse = next(e for e in ENTRIES if e.id == "point_ellipse")
    player.start_shipped(session, ellipse)
    player.go(session, 5)
    player.start_shipped(session, RAY_CIRCLE)
    assert (session.walk.name, session.walk.at) == ("ray_circle", 3)


def test_a_lesson_whose_text_is_another_begins_afresh(session) -> None:
    player.go(session, 3)
    other = restarted(session)
    stops = (replace(PLAN.stops[0], say="Another."), *PLAN.stops[1:])
    player.start(other, replace(PLAN, stops=stops), name="ray_circle")
    assert other.walk.at == 0


@pytest.mark.parametrize("spoiled", [None, 3, {}, {"plan": "x", "at": -1}, {"at": "2"}])
def test_what_cannot_be_read_is_as_if_it_were_not_there(spoiled: object) -> None:
    opened = Session(ENTRIES)
    opened.walked = {"ray_circle": spoiled}
    player.start_shipped(opened, RAY_CIRCLE)
    assert opened.walk.at == 0


def test_a_task_that_was_once_done_stays_done(session) -> None:
    place = TASKS[0]
    player.go(session, place)
    session.edit(RAY_CIRCLE.cases["Tangent"].params)
    assert player.done(session)
    player.go(session, place + 1)
    player.go(session, place)
    player.again(session)
    assert session.walk.visit.mark is StopMark.RIGHT


def test_the_end_says_what_is_known_and_what_to_look_at_again(session) -> None:
    for place, stop in enumerate(PLAN.stops):
        player.go(session, place)
        if stop.question:
            answer(session, place, right=place != QUESTIONS[-1])
    player.go(session, len(PLAN.stops) - 1)
    player.step(session, 1)
    walk = session.walk
    assert walk.ending
    missed = PLAN.stops[QUESTIONS[-1]].learned
    assert missed
    said = [stop.learned for stop in PLAN.stops if stop.learned]
    assert walk.learned == [words for words in said if words != missed]
    assert walk.again == sorted([QUESTIONS[-1], *TASKS])
    assert player.next_lesson(session).id == "circle_rect"
    player.go(session, walk.again[0])
    assert not walk.ending
    player.begin_again(session)
    assert (walk.at, walk.learned) == (0, [])


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e.plan], ids=lambda e: e.id)
def test_every_stop_has_a_title_and_every_lesson_something_to_say(entry) -> None:
    plan = lesson_of(entry, ENTRIES)
    titles = [stop.title for stop in plan.stops]
    assert all(titles)
    assert len({*titles}) >= len(titles) - 1
    assert 4 <= len([stop for stop in plan.stops if stop.learned]) <= 7
