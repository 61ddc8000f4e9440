"""Stops in a page: question, task, article, map and code."""

import re
from dataclasses import replace

import pytest
import toys
from lesson_page import (
    ASK,
    CODE,
    MAP,
    RAY,
    SPACE,
    STEPS,
    TASK,
    Open,
    agrees,
    read,
    shared,
)

from playground.scene import Answer
from playground.session.lesson.document import single_stop_lesson
from playground.session.saved_state import case_state
from playground.session.view_model import SceneView
from playground.web.lesson_page import render_lesson_page

pytestmark = pytest.mark.slow


def test_a_formulas_terms_light_the_figure(visit: Open) -> None:
    seen = visit()
    seen.turn(STEPS)
    before = seen.picture("canvas")
    term = seen.page.locator(".symbol").first
    term.hover()
    assert seen.picture("canvas") != before
    seen.page.mouse.move(5, 5)
    assert seen.picture("canvas") == before
    term.focus()
    assert seen.picture("canvas") != before


def test_only_a_scene_with_outcomes_has_a_verdict(visit: Open) -> None:
    for answer in (toys.ANSWER, Answer()):
        scene = replace(toys.SCENE, answer=answer, derivation=None)
        plan = single_stop_lesson(case_state(scene))
        page = visit(source=render_lesson_page(plan, samples=20)).page
        assert page.locator(".verdict").is_visible() == bool(answer.outcomes)


def test_a_question_hides_what_it_asks_for(visit: Open) -> None:
    seen = visit()
    seen.turn(ASK)
    body = seen.page.inner_text("body")
    assert "Does it hit?" in body
    assert not re.search(r"1\.268|Enters", body)
    assert seen.page.locator(".handle:visible").count() == 0
    before = seen.picture("canvas")
    seen.click("It misses")
    # A wrong answer does not give the right one away.
    question = "[aria-label=Question]"
    assert "Not quite. Try again." in seen.told(question)
    assert "The answer is" not in seen.told(question)
    assert seen.picture("canvas") == before
    seen.click("Show the answer")
    assert "The answer is “It hits”. It goes through." in seen.told(question)
    assert seen.picture("canvas") != before
    agrees(seen, ASK)
    # It stays answered while others are looked at.
    seen.press("PageDown", "PageUp")
    agrees(seen, ASK)


def test_a_task_is_done_where_its_checks_hold(visit: Open) -> None:
    seen = visit()
    seen.turn(TASK)
    task = "[aria-label=Task]"
    assert "Not yet." in seen.told(task)
    seen.carry()
    assert seen.told(".verdict h2") == "No hit"
    assert "Done." in seen.told(task)
    seen.press("r")
    assert seen.told(".verdict h2") == "Hit"
    assert "Not yet." in seen.told(task)


def test_the_article_beside_the_truth(visit: Open) -> None:
    seen = visit()
    seen.turn(SPACE)
    box = seen.page.locator("[aria-label='Article 4'] input")
    assert box.is_checked()
    before = seen.picture(".views")
    assert re.match("Agrees|Differs", seen.told(".badge"))
    seen.press("a")
    assert not box.is_checked()
    assert seen.page.locator(".badge:visible").count() == 0
    assert seen.picture(".views") != before


def test_a_map_lies_under_the_figure(visit: Open) -> None:
    seen = visit()
    seen.turn(MAP)
    with_map = seen.picture()
    assert seen.page.locator(".legend li").count() >= 2
    seen.page.get_by_role("button", name="Numbers").click()
    assert seen.picture() != with_map


def test_the_code_shows_what_ran_and_the_line_to_blame(visit: Open) -> None:
    seen = visit()
    seen.turn(CODE)
    state = shared(CODE).samples.states[seen.sample]
    laid = SceneView(RAY, state).trace_in(shared(CODE).dtype)
    assert laid is not None
    lines = seen.page.locator(".code li").all()
    told = [line.locator("code").text_content() for line in lines]
    assert [text.strip() for text in told] == [line.text.strip() for line in laid.lines]
    ran = [line.get_attribute("class") or "" for line in lines]
    assert ["idle" not in name for name in ran] == [line.reached for line in laid.lines]
    (blamed,) = (i for i, name in enumerate(ran) if "faulty-line" in name)
    assert laid.lines[blamed].number == laid.blamed
    assert read(laid.why) in seen.told("[aria-label=Code] p")
