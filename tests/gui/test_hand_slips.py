"""Input slips: a missed field, surplus letters, an unintended drag."""

import pytest
from imgui_bundle import imgui
from pyglet.window import key

from playground.session.view_options import Page


class Places:
    """Recorder of the places of invisible buttons in the last frame."""

    def __init__(self, driver, monkeypatch) -> None:
        self._driver = driver
        self._found: dict[str, tuple[imgui.ImVec2, imgui.ImVec2]] = {}
        draw = imgui.invisible_button

        def noting(label, *arguments):
            answer = draw(label, *arguments)
            self._found[label] = imgui.get_item_rect_min(), imgui.get_item_rect_max()
            return answer

        monkeypatch.setattr(imgui, "invisible_button", noting)

    def __call__(self, label: str) -> tuple[imgui.ImVec2, imgui.ImVec2]:
        self._driver.settle(1)
        return self._found[label]


@pytest.fixture
def places(driver, monkeypatch) -> Places:
    return Places(driver, monkeypatch)


def press_letters(driver, text: str) -> None:
    """Type like a keyboard: each letter is a key press, and then text."""
    for letter in text:
        driver.window.dispatch_event("on_key_press", ord(letter), 0)
        driver.window.dispatch_event("on_text", letter)
        driver.settle(1)
        driver.window.dispatch_event("on_key_release", ord(letter), 0)


@pytest.fixture
def clock(driver, monkeypatch):
    """Return a clock that tests set."""
    now = [100.0]
    monkeypatch.setattr(
        type(driver.window.event_player), "clock_seconds", property(lambda _: now[0])
    )
    return now


def beside(first: float, last: float, miss: float) -> float:
    """Return a position `miss` px before or after a range; 0 is within it."""
    return (first if miss < 0 else last) + miss if miss else first + 9


def test_a_field_that_is_missed_by_a_little_is_typed_in(driver, places):
    driver.open("ray_circle")
    for miss in ((0.0, -3.0), (-2.5, 2.5)):
        driver.change(radius=1.0)
        driver.click(100, 40)  # the next is no half of a double click
        low, high = places("##number radius")
        at = beside(low.x, high.x, miss[0]), beside(low.y, high.y, miss[1])
        driver.resize(*driver.window.get_size())
        driver.click(*map(round, at))
        driver.settle()
        assert driver.window.main_view.gui.has_text_focus
        press_letters(driver, "2.25")
        driver.key(key.ENTER)
        assert driver.params.radius == 2.25


def test_letters_do_nothing_for_half_a_second_after_text(driver, places, clock):
    driver.open("ray_circle")
    low, _ = places("##number radius")
    driver.click(low.x + 9, low.y + 9)
    driver.settle()
    press_letters(driver, "2.5")
    driver.key(key.ENTER)
    assert driver.params.radius == 2.5
    clock[0] += 0.4
    press_letters(driver, "p")
    assert driver.session.scene_view.page is Page.EXPLORE
    press_letters(driver, "3")
    # Keys that are no letters are not meant as text.
    driver.key(key.F5)
    assert driver.window_view.presenting
    driver.key(key.F5)
    clock[0] += 0.2
    press_letters(driver, "p")
    assert driver.session.scene_view.page is Page.PREDICT


def test_esc_gives_a_drag_in_a_panel_back(driver, places):
    driver.open("ray_circle")
    for label in ("##slider radius", "##number center 0"):
        before, history = driver.params, driver.session.open_scene.history
        low, high = places(label)
        at = ((low.x + high.x) / 2, (low.y + high.y) / 2)
        driver.move(*at)
        driver.press()
        for dx in (5, 12, 20):
            driver.drag_to(at[0] + dx, at[1])
        assert driver.params != before
        driver.key(key.ESCAPE)
        assert driver.params == before
        assert driver.session.open_scene.history == history
        # Nothing more until the button is let go.
        driver.drag_to(at[0] + 30, at[1])
        driver.release()
        driver.settle()
        assert driver.params == before
        assert not driver.window.main_view.gui.has_text_focus


def test_esc_gives_the_time_and_a_drag_in_the_curve_back(driver, places):
    driver.open("sphere_line")
    low, high = places("##slider time")
    layout = driver.layout
    curve = layout.curve.center
    for at in (((low.x + high.x) / 2, (low.y + high.y) / 2), curve):
        before = driver.params
        driver.move(*at)
        driver.press()
        driver.drag_to(at[0] + 40, at[1])
        assert driver.params != before
        driver.key(key.ESCAPE)
        assert driver.params == before
        driver.drag_to(at[0] + 60, at[1])
        driver.release()
        assert driver.params == before
