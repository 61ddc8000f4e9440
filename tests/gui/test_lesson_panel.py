"""Lesson panel: marks, answers, the list of stops, the end, and resuming."""

from functools import partial

import pytest
from every import ENTRIES
from imgui_bundle import imgui
from pyglet.window import key

from playground.gui.commands import focus
from playground.gui.panels import code, lesson
from playground.gui.panels.context import Ui
from playground.gui.settings import Settings
from playground.scene.camera import Camera2D
from playground.session.lesson import player
from playground.session.lesson.document import read_shipped_lesson
from playground.session.view_options import Page
from scenes import CIRCLE_RECT, POINT_ELLIPSE, RAY_CIRCLE, SCENES, SPHERE_LINE

PLAN = read_shipped_lesson(RAY_CIRCLE, ENTRIES)
LAST = len(PLAN.stops) - 1


@pytest.fixture
def walked(driver):
    player.start_shipped_lesson(driver.session, RAY_CIRCLE)
    driver.settle()
    return driver


def test_a_mark_leads_to_its_stop(walked) -> None:
    walked.click_item("to stop 9")
    assert walked.session.lesson.at == 8
    walked.click_item("to stop 1")
    assert walked.session.lesson.at == 0


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


def test_the_reason_of_an_answer_comes_into_sight(driver, monkeypatch) -> None:
    driver.resize(960, 600)
    player.start_shipped_lesson(driver.session, SPHERE_LINE)
    player.go_to_stop(driver.session, 6)
    driver.settle()
    foots = []

    def barred(ui, tone, inside, barred=lesson._draw_beside_bar):
        barred(ui, tone, inside)
        at, size = imgui.get_window_pos(), imgui.get_window_size()
        foots.append((imgui.get_item_rect_max().y, at.y + size.y))

    monkeypatch.setattr(lesson, "_draw_beside_bar", barred)
    for pressed in (key._1, key.RETURN):  # the answer that was tried, and the reason
        driver.key(pressed)
        driver.settle()
        foot, end = foots[-1]
        assert foot <= end


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


def test_an_answer_brings_into_sight_what_can_be_played_now(driver) -> None:
    player.start_shipped_lesson(driver.session, POINT_ELLIPSE)
    driver.settle()
    driver.key(key._1)
    driver.settle()
    assert driver.session.lesson.stop_state.is_answered
    place, camera = driver.controls.places[0], driver.controls.camera(0)
    bounds = driver.session.scene_view.picture.self_and_views[0].bounds()
    for corner in (bounds.low, bounds.high):
        assert place.contains(*camera.to_screen(corner, place))


def test_a_tooltip_goes_when_the_lesson_goes_on_by_keys(driver, monkeypatch) -> None:
    shown, draw = [], Ui.draw_tooltip
    monkeypatch.setattr(
        Ui,
        "draw_tooltip",
        lambda ui, text, *how: (shown.append(text), draw(ui, text, *how)),
    )
    player.start_shipped_lesson(driver.session, CIRCLE_RECT)
    player.go_to_stop(driver.session, 1)
    driver.settle()
    driver.click_item("Reset this stop")
    driver.until(lambda: shown)
    driver.key(key.RETURN)
    assert driver.session.lesson.at == 2
    shown.clear()
    driver.settle(30)
    assert not shown


def test_tab_begins_anew_at_each_stop(walked) -> None:
    walked.key(key._1)
    walked.key(key.TAB)
    first = walked.session.open_scene.selected_handle
    walked.key(key.TAB)
    assert walked.session.open_scene.selected_handle != first
    for symbol in (key.PAGEDOWN, key.PAGEUP):
        walked.key(symbol)
        walked.key(key.TAB)
        assert walked.session.open_scene.selected_handle == first


def test_the_list_of_all_stops_leads_back_to_the_end(walked, texts) -> None:
    player.go_to_stop(walked.session, LAST)
    player.step_stop(walked.session, 1)
    walked.click_item("All stops")
    walked.click_item("What you know now")
    assert walked.session.lesson.ending
    walked.click_item("All stops")
    walked.click_item("The end")
    walk = walked.session.lesson
    assert (walk.ending, walk.listing) == (True, False)


CODE = [
    (entry, place)
    for entry in SCENES
    for place, stop in enumerate(read_shipped_lesson(entry, SCENES).stops)
    if stop.state.page is Page.CODE
]


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


def test_of_an_answer_that_agrees_nothing_is_said_but_the_geometry(
    walked, texts
) -> None:
    player.go_to_stop(walked.session, LAST)
    walked.settle()
    texts.clear()
    walked.settle(1)
    compared = walked.session.scene_view.comparison
    assert compared.agrees
    assert " at (" in compared.answer
    assert not [text for text in texts if text.startswith("at (")]


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


def test_no_next_before_an_answer_and_nothing_tells_it(walked, texts) -> None:
    texts.clear()
    walked.settle(1)
    said = " ".join(texts)
    verdict = RAY_CIRCLE.cases["Two hits"]
    assert "1.268" not in said
    assert verdict.params == walked.params
    assert "Discriminant" not in said
    assert "Next##on" not in walked.items.places


@pytest.mark.parametrize(
    ("button", "page"),
    [("Try your own routine", Page.CODE), ("Ten quick questions", Page.PREDICT)],
)
def test_the_end_leads_on(walked, button: str, page: Page) -> None:
    player.go_to_stop(walked.session, LAST)
    player.step_stop(walked.session, 1)
    walked.settle()
    walked.click_item(button)
    assert walked.session.lesson is None
    assert walked.session.view.page is page
    assert walked.session.scene.id == "ray_circle"


@pytest.mark.parametrize("size", [(960, 600), (1280, 800)])
def test_the_end_begins_again_and_gives_its_result(walked, size) -> None:
    walked.resize(*size)
    player.go_to_stop(walked.session, LAST)
    player.step_stop(walked.session, 1)
    walked.settle()
    walked.click_item("Copy result")
    assert "0 of 3 questions right at the first try" in imgui.get_clipboard_text()
    (_, repeat), (_, leads) = map(walked.item, ("From the beginning", "Next lesson"))
    assert 0 < repeat < leads < size[1]
    walked.click_item("From the beginning")
    assert (walked.session.lesson.at, walked.session.lesson.ending) == (0, False)


def test_the_end_leads_to_the_next_lesson_and_back_to_a_stop(walked) -> None:
    player.go_to_stop(walked.session, LAST)
    player.step_stop(walked.session, 1)
    walked.settle()
    walked.click_item("Go##0")
    assert walked.session.lesson.at == 0
    player.go_to_stop(walked.session, LAST)
    player.step_stop(walked.session, 1)
    walked.settle()
    walked.click_item("Next lesson")
    assert walked.session.lesson.name == "circle_rect"
    assert walked.session.scene.id == "circle_rect"


def test_esc_leaves_and_after_a_restart_it_goes_on_there(window_of, tmp_path) -> None:
    first = window_of(*ENTRIES, settings=Settings(tmp_path))
    player.start_shipped_lesson(first.session, RAY_CIRCLE)
    first.key(key._1)
    for _ in range(5):
        first.key(key.PAGEDOWN)
    first.key(key._3)
    first.key(key.ESCAPE)
    assert first.session.lesson is None
    assert "stop 6" in first.session.notice
    first.window.close()
    again = window_of(*ENTRIES, settings=Settings(tmp_path))
    player.start_shipped_lesson(again.session, again.session.scene)
    walk = again.session.lesson
    assert (walk.at, walk.stop_state.tries) == (5, (2,))
    assert walk.stop_states[0].tries == (0,)


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


def test_the_view_fits_again_when_a_curve_comes(walked) -> None:
    player.go_to_stop(walked.session, 5)
    walked.settle()
    before = walked.controls.places[0]
    walked.key(key._2)
    walked.key(key.C)
    walked.settle()
    place = walked.controls.places[0]
    camera = walked.controls.camera(0)
    compared = walked.session.scene_view.comparison_primitives
    bounds = compared.hide_derivation({}).bounds()
    assert place != before
    assert camera == Camera2D.fit(bounds, place)


def test_a_view_that_somebody_moved_stays_when_the_canvas_changes(walked) -> None:
    player.go_to_stop(walked.session, 5)
    walked.settle()
    walked.wheel(300, 300, 2.0)
    before = walked.controls.camera(0)
    walked.key(key._2)
    walked.settle()
    assert walked.controls.camera(0) == before


def test_a_stop_asks_nothing_of_another_scene_and_leads_back(walked, texts):
    question = walked.session.lesson.stop.question.text
    walked.settle(1)
    assert question in texts
    walked.open("sphere_line")
    texts.clear()
    walked.settle(1)
    assert question not in texts
    assert any("Another scene is shown now." in text for text in texts)
    # Nor does the caption of a picture that is presented.
    for _ in range(2):
        walked.key(key.F5)
        texts.clear()
        walked.settle(1)
        assert question not in texts
    walked.click_item("Return to this stop##on")
    assert walked.session.is_at_stop
    assert walked.session.asking
    assert walked.session.lesson.at == 0
