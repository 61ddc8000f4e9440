"""Saved progress of a page: the open stop, and the answers."""

import pytest
from lesson_page import ASK, TASK, Open, Visit, begun_with, plan

from playground.session.lesson import lesson_texts, player
from playground.session.session import Session
from scenes import SCENES

pytestmark = pytest.mark.slow

REPEAT = "From the beginning"


def again(seen: Visit) -> None:
    seen.page.reload()
    seen.page.wait_for_selector(".stop-text")
    seen.settle()


def stop(seen: Visit) -> int:
    return int(seen.page.evaluate("player.number"))


def test_it_is_kept_over_a_reload_until_one_starts_over(visit: Open) -> None:
    seen = visit()
    assert not seen.page.get_by_role("button", name=REPEAT).is_visible()
    seen.turn(ASK)
    seen.press("1")
    seen.turn(TASK)
    again(seen)
    assert stop(seen) == TASK
    seen.press("PageUp")
    assert "Not quite" in seen.told("[aria-label=Question]")
    seen.page.get_by_role("button", name=REPEAT).click()
    again(seen)
    assert stop(seen) == 0
    seen.turn(ASK)
    assert "Not quite" not in seen.told("[aria-label=Question]")


def test_the_way_on_is_open_once_the_question_is_answered(visit: Open) -> None:
    seen = visit()
    seen.turn(ASK)
    way_on = seen.page.locator("nav .filled")
    for number, label in (("", "Choose an answer"), ("1", "Choose an answer")):
        if number:
            seen.press(number)
        assert way_on.inner_text() == label
        way_on.click(force=True)
        seen.settle()
        assert stop(seen) == ASK
    seen.page.get_by_role("button", name="Show the answer").click()
    assert way_on.inner_text() == "Next"
    way_on.click()
    seen.settle()
    assert stop(seen) == ASK + 1


@pytest.mark.parametrize("right", [0, pytest.param(1, marks=pytest.mark.exhaustive), 2])
def test_the_end_fits_the_score_and_leads_back(visit: Open, right: int) -> None:
    seen, session = visit(), Session(SCENES)
    player.start_lesson(session, plan())
    walk = session.lesson
    assert walk is not None
    for number, visited in enumerate(walk.stop_states):
        seen.turn(number)
        player.go_to_stop(session, number)
        question = visited.stop.question
        if number == ASK and question:
            tries = [question.right] if right else [1 - question.right, question.right]
            for place in tries:
                seen.press(str(place + 1))
                player.answer_question(session, place)
        if number == TASK and right == 2:
            seen.carry()
            visited.done = True
    seen.press("PageDown")
    player.step_stop(session, 1)
    # It is all as in the window.
    end = ".lesson-end"
    assert seen.told(f"{end} h2") == lesson_texts.end_title(walk)
    assert seen.told(f"{end} .score") == lesson_texts.score_text(walk)
    learned = seen.page.locator(f"{end} .learned li").all_inner_texts()
    assert learned == lesson_texts.takeaway_texts(walk)
    again = seen.page.locator(f"{end} .review span").all_inner_texts()
    assert again == [lesson_texts.review_text(walk, n) for n in walk.stops_to_review]
    text = seen.page.locator(f"{end} pre").text_content()
    assert text == lesson_texts.format_result(walk)
    if again:
        seen.page.locator(f"{end} .review button").first.click()
        assert stop(seen) == walk.stops_to_review[0]
        seen.turn(len(walk.stop_states) - 1)
        seen.press("PageDown")
    seen.page.locator(end).get_by_role("button", name=REPEAT).click()
    seen.settle()
    assert stop(seen) == 0
    assert not seen.page.locator(end).is_visible()
    assert seen.page.get_by_role("button", name="Next", exact=True).is_visible()


def test_what_another_page_left_is_no_harm(visit: Open) -> None:
    seen = visit()
    key = seen.page.evaluate("player.lesson.key")
    for kept in (
        "nonsense",
        "[]",
        '{"number": 99, "given": [[1, [7]], [50, [0]], [0, [0]]]}',
        '{"number": 2, "given": [[1, 0]]}',
    ):
        seen.page.evaluate("(at) => localStorage.setItem(...at)", [key, kept])
        again(seen)
        assert stop(seen) == 0, kept
        seen.turn(ASK)
        seen.press("2")
        assert "Right" in seen.told("[aria-label=Question]"), kept


def test_where_nothing_can_be_kept_it_runs_all_the_same(visit: Open) -> None:
    refused = begun_with("""
        Object.defineProperty(window, "localStorage", {
            get() { throw new DOMException("refused", "SecurityError"); },
        });
    """)
    seen = visit(source=refused)
    seen.turn(TASK)
    assert stop(seen) == TASK
    again(seen)
    assert stop(seen) == 0
