"""A page goes on where it was left: which stop was open, and what was answered."""

import pytest
from lesson_page import ASK, TASK, Open, Visit, begun_with, plan

pytestmark = pytest.mark.slow


def again(seen: Visit) -> None:
    seen.page.reload()
    seen.page.wait_for_selector(".stop-text")
    seen.settle()


def stop(seen: Visit) -> int:
    return int(seen.told(".where").split()[0]) - 1


def test_it_is_kept_over_a_reload_until_one_starts_over(visit: Open) -> None:
    seen = visit()
    assert not seen.page.get_by_role("button", name="Start over").is_visible()
    seen.turn(ASK)
    seen.press("1")
    seen.turn(TASK)
    again(seen)
    assert stop(seen) == TASK
    seen.press("PageUp")
    assert "Not quite" in seen.told("[aria-label=Question]")
    seen.page.get_by_role("button", name="Start over").click()
    again(seen)
    assert stop(seen) == 0
    seen.turn(ASK)
    assert "Not quite" not in seen.told("[aria-label=Question]")


def test_the_end_leads_back_to_the_beginning(visit: Open) -> None:
    seen = visit()
    seen.turn(len(plan().stops) - 1)
    assert not seen.page.get_by_role("button", name="Next", exact=True).is_visible()
    seen.page.locator("nav").get_by_role("button", name="Start over").click()
    seen.settle()
    assert stop(seen) == 0
    assert seen.page.get_by_role("button", name="Next", exact=True).is_visible()


@pytest.mark.parametrize(
    "kept",
    ["nonsense", "[]", '{"number": 99, "given": [[1, 7], [50, 0], [0, 0]]}'],
)
def test_what_another_page_left_is_no_harm(visit: Open, kept: str) -> None:
    seen = visit()
    key = seen.page.evaluate("player.lesson.key")
    seen.page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, kept])
    again(seen)
    assert stop(seen) == 0
    seen.turn(ASK)
    seen.press("2")
    assert "Right" in seen.told("[aria-label=Question]")


def test_where_nothing_can_be_kept_it_runs_all_the_same(visit: Open) -> None:
    refused = begun_with("""
        Object.defineProperty(window, "localStorage", {
            get() { throw new DOMException("refused", "SecurityError"); },
        });
    """)
    seen = visit(source=refused)
    seen.page.wait_for_selector(".stop-text")
    seen.settle()
    seen.turn(TASK)
    assert stop(seen) == TASK
    again(seen)
    assert stop(seen) == 0
