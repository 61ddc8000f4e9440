"""Rounds of the quiz after a restart: the same questions, guesses and points."""

import json

import pytest
from effort import each_value_once

from playground.quiz import round
from playground.session import quiz as session_quiz
from playground.session.lesson import player
from playground.session.restore import restore_scenes, serialize_scenes
from playground.session.saved_round import parse_round, serialize_round
from playground.session.session import Session
from playground.session.view_options import Page
from scenes import BALL_BLOCK, RAY_CIRCLE, SCENES


def begun(scene_id: str, answers: int) -> Session:
    session = Session(SCENES)
    session.open(session.find(scene_id))
    assert session.params  # it was seen before the quiz
    session_quiz.begin_round(session, 5)
    for number in range(answers):
        if number:
            session_quiz.go_to_next_question(session)
        session_quiz.guess_hit(session, number % 2 == 0)
        if session.quiz.placing:
            target = round.target_of_question(session.scene).value
            place = target if isinstance(target, float) else (0.5,) * len(target)
            session_quiz.guess_point(session, place)
            session_quiz.reveal(session)
    return session


def restarted(session: Session) -> Session:
    left = json.loads(json.dumps(serialize_scenes(session)))
    after = Session(SCENES)
    restore_scenes(after, left, session.scene.id)
    return after


@each_value_once("scene_id, is_open", [scene.id for scene in SCENES], [False, True])
def test_a_round_goes_on_where_it_was_left(scene_id: str, is_open: bool) -> None:
    session = begun(scene_id, 3)
    if is_open:
        session_quiz.go_to_next_question(session)
    after = restarted(session)
    assert after.view.page is Page.PREDICT
    assert after.asking is is_open
    before, quiz = session.quiz, after.quiz
    assert (quiz.seed, quiz.number) == (before.seed, before.number)
    assert quiz.question == before.question
    assert round.answer_lines(quiz) == round.answer_lines(before)
    assert (quiz.points, quiz.streak) == (before.points, before.streak)
    # And so are the questions that come.
    for one in (session, after):
        if is_open:
            session_quiz.guess_hit(one, False)
        session_quiz.go_to_next_question(one)
    assert after.quiz.question == session.quiz.question


def test_a_round_from_a_lesson_end_goes_on_although_its_scene_was_never_seen() -> None:
    session = Session(SCENES)
    player.start_shipped_lesson(session, BALL_BLOCK)
    player.start_quiz(session)
    session_quiz.guess_hit(session, False)
    after = restarted(session)
    assert after.quiz.seed == session.quiz.seed
    assert round.answer_lines(after.quiz) == round.answer_lines(session.quiz)


def test_an_ended_round_is_still_there_and_one_that_was_stopped_is_not() -> None:
    session = begun("ray_circle", round.QUESTION_COUNT)
    session_quiz.go_to_next_question(session)
    after = restarted(session)
    assert after.quiz.ended
    assert session_quiz.export_round(after) == session_quiz.export_round(session)
    session_quiz.end_round(after)
    assert restarted(after).quiz is None


def test_a_round_that_was_left_for_another_page_waits_for_its_own() -> None:
    session = begun("ray_circle", 2)
    session.look(page=Page.EXPLORE)
    after = restarted(restarted(session))
    assert after.quiz is None
    after.look(page=Page.PREDICT)
    assert after.quiz.answers == session.opened_scenes[session.index].quiz.answers


@pytest.mark.parametrize(
    "change",
    [
        {"seed": -1},
        {"guesses": [{"state": {}}]},
    ],
)
def test_a_spoiled_round_is_dropped(change: dict[str, object]) -> None:
    session = begun("ray_circle", 1)
    values = serialize_round(session.quiz) | change
    with pytest.raises(ValueError, match=r"\S"):
        parse_round(values, RAY_CIRCLE)
    left = serialize_scenes(session)
    left["ray_circle"]["quiz"] = values
    after = Session(SCENES)
    restore_scenes(after, left, "ray_circle")
    assert after.quiz is None
    assert after.scene_view.verdict is not None
