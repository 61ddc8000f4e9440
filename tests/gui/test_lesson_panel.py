"""Lesson panel: marks, answers, the list of stops, the end, and resuming."""

from functools import partial

import pytest
from every import ENTRIES
from imgui_bundle import imgui
from pyglet.window import key

from playground.gui.commands import focus
from playground.gui.panels import code
from playground.session.lesson import player
from playground.session.lesson.document import read_shipped_lesson
from playground.session.view_options import Page
from scenes import CIRCLE_RECT, RAY_CIRCLE, SCENES

PLAN = read_shipped_lesson(RAY_CIRCLE, ENTRIES)
LAST = len(PLAN.stops) - 1


@pytest.fixture
def walked(driver):
    player.start_shipped_lesson(driver.session, RAY_CIRCLE)
    driver.settle()
    return driver


def test_all_stops_are_listed_by_title_and_lead_there(walked) -> None:
    walked.click_item("All stops")
    walked.click_item("stop 8 of all")
    assert (walked.session.lesson.at, walked.session.lesson.listing) == (7, False)
    walked.click_item("All stops")
    walked.key(key.ESCAPE)
    assert walked.session.lesson
    assert not walked.session.lesson.listing


def test_the_whole_lesson_is_walked_by_keys(walked) -> None:
    session = walked.session
    for place, stop in enumerate(PLAN.stops):
        assert session.lesson.at == place
        if stop.question:
            assert session.asking
            walked.key((key._1, key._2, key._3, key._4)[stop.question.right])
            assert not session.asking
        walked.key(key.PAGEDOWN)
    walk, asked = session.lesson, [i for i, s in enumerate(PLAN.stops) if s.task]
    assert walk.ending
    assert walk.stops_to_review == asked


def reach(driver, label: str) -> None:
    """Move the keyboard focus within the panel to an item."""
    for _ in range(20):
        if label in driver.items.focused:
            return
        driver.key(key.TAB)
    raise AssertionError(driver.items.focused)


def test_the_keyboard_stays_at_the_mark_that_leads_to_a_stop(driver) -> None:
    player.start_shipped_lesson(driver.session, CIRCLE_RECT)
    player.go_to_stop(driver.session, 3)
    driver.settle()
    driver.key(key.F6)
    reach(driver, "to stop 2")
    # Its map brings a legend, and an answer the curve.
    for symbol, at in ((key.RETURN, 1), (key.PAGEDOWN, 2), (key.PAGEDOWN, 3)):
        driver.key(symbol)
        driver.settle()
        assert driver.session.lesson.at == at
        assert "to stop 2" in driver.items.focused
    driver.key(key._1)
    driver.settle()
    assert driver.session.lesson.stop_state.tries == (0,)
    assert "to stop 2" in driver.items.focused
    assert focus.find_focused_panel(driver.seen) == "lesson"


def test_a_click_gives_enter_back_to_the_lesson(driver) -> None:
    player.start_shipped_lesson(driver.session, CIRCLE_RECT)
    driver.settle()
    driver.key(key.F6)
    assert driver.items.focused
    wrong = (driver.session.lesson.stop.question.right + 1) % 3
    driver.click_item(f"##answer {wrong + 1}")
    assert driver.session.lesson.stop_state.tries == (wrong,)
    driver.key(key.RETURN)
    driver.settle()
    assert driver.session.lesson.stop_state.is_answered
    driver.key(key.RETURN)
    driver.settle()
    assert driver.session.lesson.at == 1


CODE = [
    (entry, place)
    for entry in SCENES
    for place, stop in enumerate(read_shipped_lesson(entry, SCENES).stops)
    if stop.state.page is Page.CODE
]


@pytest.mark.slow
def test_the_line_to_blame_is_in_sight_in_a_small_window(driver, monkeypatch) -> None:
    driver.resize(960, 600)
    shown = []

    def line(*given, is_faulty, line=code._draw_line):
        top = imgui.get_cursor_screen_pos().y
        line(*given, is_faulty=is_faulty)
        if is_faulty:
            draw = imgui.get_window_draw_list()
            clip = draw.get_clip_rect_min().y, draw.get_clip_rect_max().y
            shown.append((clip[0], top, clip[1]))

    monkeypatch.setattr(code, "_draw_line", line)
    for entry, place in CODE:
        player.start_shipped_lesson(driver.session, entry)
        player.go_to_stop(driver.session, place)
        state = driver.session.state
        # On the page of the code, too.
        for leave in (lambda: None, partial(player.close_lesson, driver.session)):
            leave()
            driver.session.show(state)
            shown.clear()
            driver.settle(6)
            low, top, high = shown[-1]
            assert low <= top <= high - 36.0, (entry.id, place)


def test_enter_is_the_large_button(walked) -> None:
    session = walked.session
    walked.key(key.RETURN)
    assert (session.lesson.at, session.asking) == (0, True)
    walked.key(key._1)
    walked.key(key.RETURN)
    assert session.lesson.at == 1
    walked.click_item("All stops")
    walked.key(key.RETURN)
    assert (session.lesson.at, session.lesson.listing) == (1, False)
    walked.open("point_ellipse")
    walked.key(key.RETURN)
    assert session.is_at_stop


def end(walked) -> None:
    """Go to the end of the lesson."""
    player.start_shipped_lesson(walked.session, RAY_CIRCLE)
    player.go_to_stop(walked.session, LAST)
    player.step_stop(walked.session, 1)
    walked.settle()


def test_the_end_leads_on_and_back(walked) -> None:
    session = walked.session
    walked.resize(960, 600)
    end(walked)
    walked.click_item("Copy result")
    assert "0 of 3 questions right at the first try" in imgui.get_clipboard_text()
    (_, repeat), (_, leads) = map(walked.item, ("From the beginning", "Next lesson"))
    assert 0 < repeat < leads < 600
    for button in ("Go##0", "From the beginning"):
        end(walked)
        walked.click_item(button)
        assert (session.lesson.at, session.lesson.ending) == (0, False)
    for button, page in (
        ("Try your own routine", Page.CODE),
        ("Ten quick questions", Page.PREDICT),
    ):
        end(walked)
        walked.click_item(button)
        assert (session.lesson, session.view.page) == (None, page)
        assert session.scene is RAY_CIRCLE
    end(walked)
    walked.click_item("Next lesson")
    assert session.lesson.name == session.scene.id == "circle_rect"


def test_a_curve_comes_with_a_stop_that_is_about_it_and_leaves_with_it(walked) -> None:
    for place, stop in enumerate(PLAN.stops):
        player.go_to_stop(walked.session, place)
        if stop.question:
            walked.key((key._1, key._2, key._3)[stop.question.right])
        walked.settle()
        mapped = walked.session.scene_view.question is not None
        assert bool(walked.layout.curve) == (stop.state.axis is not None and not mapped)
    # Who wants one has it, at that stop.
    walked.key(key.C)
    assert walked.layout.curve
    walked.click_item("to stop 9")
    assert walked.layout.curve is None
    walked.key(key.ESCAPE)
    walked.settle()
    assert walked.layout.curve


def test_a_stop_asks_nothing_of_another_scene_and_leads_back(walked, texts):
    question = walked.session.lesson.stop.question.text
    assert question in walked.anew(texts)
    walked.open("sphere_line")
    assert question not in walked.anew(texts)
    assert any("Another scene is shown now." in text for text in texts)
    # Nor does the caption of a picture that is presented.
    for _ in range(2):
        walked.key(key.F5)
        assert question not in walked.anew(texts)
    walked.click_item("Return to this stop##on")
    assert walked.session.is_at_stop
    assert walked.session.asking
    assert walked.session.lesson.at == 0
