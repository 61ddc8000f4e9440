"""A lesson in a page: stops and answers as in the window."""

import json

import pytest
from asked_live import AskedLive

from playground.session.lesson import lesson_texts, player
from playground.session.lesson.document import dump, read_shipped_lesson
from playground.session.saved_state import parse_link
from playground.session.session import Session
from playground.session.view_options import Page
from playground.web.serialize.sample_texts import mark_symbols
from scenes import SCENES

IDS = [scene.id for scene in SCENES if scene.lesson_path]


def test_a_lesson_is_walked_to_its_end_as_in_the_window() -> None:
    asked, session = AskedLive(), Session(SCENES)
    asked.do(["lesson", "ray_circle", 0])
    player.start_shipped_lesson(session, session.scene)
    walk = session.lesson
    assert walk is not None
    for number, visit in enumerate(walk.stop_states):
        told = asked.told["live"]["lesson"]
        assert (told["at"], asked.told["error"]) == (number, "")
        assert told["where"] == lesson_texts.position_text(walk)
        assert asked.told["stop"]["say"] == mark_symbols(visit.stop.say)
        question = visit.stop.question
        if question:
            assert asked.told["live"]["asking"]
            asked.do(["answer", question.right])
            player.answer_question(session, question.right)
            assert not asked.told["live"]["asking"]
        marks = [mark for _, mark, _ in asked.told["live"]["lesson"]["marks"]]
        assert marks == [visit.mark.name.lower() for visit in walk.stop_states]
        asked.do(["walk", "forth"])
        player.step_stop(session, 1)
    end = asked.told["live"]["lesson"]["ending"]
    assert end["title"] == lesson_texts.end_title(walk)
    assert end["learned"] == [
        mark_symbols(words) for words in lesson_texts.takeaway_texts(walk)
    ]
    assert end["copy"] == lesson_texts.format_result(walk)
    assert [place for place, _ in end["again"]] == walk.stops_to_review
    assert [words for words, _ in end["ways"]] == player.next_activities(
        session.scene_view
    )
    for (_, way), page in zip(end["ways"], (Page.CODE, Page.PREDICT), strict=True):
        assert parse_link(way, SCENES).state.page is page


def test_what_was_seen_and_done_before_is_marked() -> None:
    asked = AskedLive()
    asked.do(["lesson", "ray_circle", 0])
    told = asked.do(["walk", "visited", [[1, False], [6, True], [99, True]]])
    marks = [mark for _, mark, _ in told["live"]["lesson"]["marks"]]
    assert [n for n, mark in enumerate(marks) if mark != "open"] == [1, 6]
    assert (marks[1], marks[6]) == ("seen", "right")


@pytest.mark.parametrize("scene", IDS)
def test_a_file_of_a_lesson_is_opened_by_its_text(scene: str) -> None:
    entry = next(one for one in SCENES if one.id == scene)
    plan = read_shipped_lesson(entry, SCENES)
    assert plan is not None
    told = AskedLive("sphere_line").do(["lesson", dump(plan), len(plan.stops) - 1])
    assert told["error"] == ""
    assert told["stop"]["say"] == mark_symbols(plan.stops[-1].say)


def test_answers_that_were_given_before_are_given_again() -> None:
    asked = AskedLive()
    asked.do(["lesson", "ray_circle", 0])
    marks = asked.told["live"]["lesson"]["marks"]
    at = next(n for n, (kind, _, _) in enumerate(marks) if kind == "question")
    asked.do(["walk", "answers", [[at, [1, 1]], [at, [99]], [999, [0]]]], ["stop", at])
    assert not asked.told["live"]["asking"]
    assert asked.live.session.lesson.stop_state.tries == (1, 1)


def test_a_wrong_answer_hides_the_right_one_until_it_is_shown() -> None:
    asked = AskedLive()
    asked.do(["lesson", "ray_circle", 0])
    asked.do(["answer", 2])
    assert asked.told["live"]["asking"]
    asked.do(["walk", "show"])
    assert not asked.told["live"]["asking"]
    assert asked.told["live"]["lesson"]["marks"][0][1] == "again"


@pytest.mark.parametrize("scene", ["circle_rect", "ball_block"])
def test_after_an_answer_all_that_is_drawn_then_is_in_sight(scene: str) -> None:
    asked = AskedLive()
    asked.do(["lesson", scene, 0])
    before = len(asked.told["set"]["views"])
    asked.do(["answer", 0])
    answered = asked.do(["walk", "show"])["set"]["views"]
    again = asked.do(["fit"])["set"]["views"]
    assert len(answered) >= before
    assert [view["camera"] for view in answered] == [view["camera"] for view in again]


def test_as_at_first_is_as_the_stop_speaks_of_it() -> None:
    asked = AskedLive()
    told = asked.do(["lesson", "ball_block", 2])
    prepared = told["live"]["fields"]
    assert not told["live"]["changed"]
    told = asked.do(["set", "radius", 0.3])
    assert told["live"]["changed"]
    assert told["live"]["fields"] != prepared
    told = asked.do(["reset"])
    assert (told["live"]["fields"], told["live"]["changed"]) == (prepared, False)


def test_what_is_no_lesson_says_why_and_leaves_the_other_open() -> None:
    asked = AskedLive()
    asked.do(["lesson", "ray_circle", 1])
    damaged = json.dumps({"format": "geometry-playground-lesson", "version": 99})
    for text, why in (
        (damaged, "Cannot open this lesson"),
        ("nowhere", "Unknown scene"),
    ):
        told = asked.do(["lesson", text, 0])
        assert told["error"].startswith(why)
        assert told["live"]["lesson"]["at"] == 1


def test_another_scene_on_show_is_said() -> None:
    asked = AskedLive()
    asked.do(["lesson", "ray_circle", 0], ["scene", "circle_rect"])
    told = asked.told["live"]["lesson"]
    assert told["way_on"] == "Return to this stop"
