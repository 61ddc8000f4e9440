"""Quiz in a page: the same questions, texts and points as in the window."""

import pytest
from asked_live import AskedLive
from effort import one_and_slowly_each

from playground.quiz import round
from playground.session import quiz as session_quiz
from playground.session import texts
from playground.session.session import Session
from playground.web.serialize.sample_texts import mark_symbols
from scenes import SCENES

SEED = 7


def begun(scene: str = "ray_circle") -> tuple[AskedLive, Session]:
    asked, session = AskedLive(scene), Session(SCENES)
    session.open(session.find(scene))
    asked.do(["page", "Predict"], ["quiz", "begin", SEED])
    session_quiz.choose_seed(session, SEED)
    session_quiz.begin_round(session, SEED)
    return asked, session


def test_the_page_invites_before_it_asks() -> None:
    told = AskedLive().do(["page", "quiz"])
    assert told["live"]["quiz"]["invitation"] == texts.INVITATION
    assert not told["live"]["asking"]


@pytest.mark.parametrize("scene", [scene.id for scene in SCENES])
def test_a_question_hides_the_answer_and_asks_as_in_the_window(scene: str) -> None:
    asked, session = begun(scene)
    told, quiz = asked.told["live"]["quiz"], session.quiz
    assert quiz is not None
    assert told["asked"] == mark_symbols(texts.quiz_question_text(quiz))
    assert told["task"] == mark_symbols(
        texts.quiz_task_text(quiz, session.scene_view.current_time)
    )
    assert told["number"] == "Question 1 of 10"
    shown = asked.told["set"]
    assert shown["rows"] == shown["dims"] == []
    assert shown["article"] is None
    assert shown["verdict"]["word"] == "?"
    assert not told["ready"]
    # The case that it draws on may be called a miss, and code that checks it says so.
    live, stop = asked.told["live"], asked.told["stop"]
    assert (stop["case"], live["case"], live["changed"]) == ("", "", 0)
    assert (live["curve"], live["map"]) == (None, None)
    for kind in ("test", "python", "link"):
        assert "text" not in asked.ask("copy", kind)


@pytest.mark.parametrize("scene", [scene.id for scene in SCENES])
def test_the_time_keeps_its_bar_while_a_question_is_open(scene: str) -> None:
    before = AskedLive(scene).told["live"]["time"]
    asked, _ = begun(scene)
    time = asked.told["live"]["time"]
    assert (time is None) == (before is None)
    assert time is None or time["moments"] == []
    assert time is None or time["low"] <= time["now"] <= time["high"]
    assert time is None or "none" not in time["text"]


@pytest.mark.slow
def test_a_whole_round_is_played_to_the_same_score() -> None:
    asked, session = begun()
    for _ in range(round.QUESTION_COUNT):
        asked.do(["quiz", "answer", 1], ["quiz", "reveal"])
        session_quiz.guess_hit(session, False)
        session_quiz.reveal(session)
        told, quiz = asked.told["live"]["quiz"], session.quiz
        assert quiz is not None
        assert told["answered"] == mark_symbols(texts.quiz_feedback_text(quiz))
        assert told["score"] == texts.quiz_score_text(quiz)
        found = session_quiz.find_deciding_step(session.scene_view, quiz)
        assert (told["step"] and told["step"]["number"]) == (found and found[0])
        asked.do(["quiz", "next"])
        session_quiz.go_to_next_question(session)
    result = asked.told["live"]["quiz"]["result"]
    assert result["copy"] == session_quiz.export_round(session)
    assert len(result["lines"]) == round.QUESTION_COUNT


def test_a_place_is_guessed_by_a_press_and_marked_in_the_figure() -> None:
    asked, _ = begun()
    plain = len(asked.told["set"]["views"][0]["prims"])
    told = asked.do(["quiz", "answer", 0])
    assert told["live"]["quiz"]["places"]
    told = asked.do(["press", 200.0, 180.0])
    view = told["set"]["views"][0]
    assert len(view["prims"]) == plain + 1
    assert session_quiz.GUESS in [text["text"] for text in view["texts"]]
    assert told["live"]["quiz"]["ready"]
    before = view["prims"]
    assert asked.do(["quiz", "nudge", 1, 0])["set"]["views"][0]["prims"] != before


@pytest.mark.parametrize("scene", one_and_slowly_each(scene.id for scene in SCENES))
def test_what_is_revealed_is_seen_as_it_was_asked(scene: str) -> None:
    asked, _ = begun(scene)
    for _ in range(4):
        before = [view["camera"] for view in asked.told["set"]["views"]]
        told = asked.do(["quiz", "answer", 1])
        assert "answered" in told["live"]["quiz"]
        assert [view["camera"] for view in told["set"]["views"]] == before
        asked.do(["quiz", "next"])


def test_a_revealed_question_is_explored_and_the_quiz_ends() -> None:
    asked, _ = begun()
    asked.do(["quiz", "answer", 0], ["press", 200.0, 180.0], ["quiz", "reveal"])
    told = asked.do(["quiz", "explore"])
    assert told["live"]["quiz"] is None
    assert told["live"]["undo"]
    told = asked.do(["page", "Predict"], ["quiz", "end"])
    assert "invitation" in told["live"]["quiz"]


def test_a_scene_without_questions_says_so() -> None:
    asked = AskedLive("ball_block")
    told = asked.do(["set", "mode", "Wall"], ["quiz", "begin"])
    assert told["error"] == "" or "no questions" in told["error"]


def test_an_open_question_is_neither_changed_nor_copied() -> None:
    asked, session = begun()
    told = asked.do(["set", "radius", 1.0])
    assert told["error"].startswith("Answer the question first")
    assert told["live"]["fields"] == []
    assert asked.live.session.params == session.params
    for request in (["copy", "link"], ["copy", "python"], ["save"]):
        assert asked.ask(*request)["error"] == texts.ANSWER_FIRST
    assert "Hit" not in asked.ask("words")["text"]
    assert ">Hit<" not in asked.ask("svg", "light")["text"]
    asked.do(["quiz", "answer", 1], ["quiz", "reveal"])
    assert asked.link
