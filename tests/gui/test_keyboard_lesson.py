"""The keyboard alone opens a lesson, plays it to its end and comes back."""

import pytest
from every import few_scenes
from pyglet.window import key

from playground.session.view_options import Page

CTRL = key.MOD_CTRL


def find(driver, words: str) -> None:
    driver.key(key.P, CTRL)
    driver.settle()
    driver.type(words)
    driver.key(key.ENTER)
    driver.settle()


@pytest.mark.slow
@pytest.mark.parametrize("scene", few_scenes(["sphere_line", "ball_block"]))
def test_the_keyboard_alone_plays_a_whole_lesson(driver, texts, scene):
    session = driver.session
    while session.scene.id != scene:
        driver.key(key.PAGEDOWN)
    case = [*session.scene.cases][1]
    find(driver, case)
    assert session.open_scene.case == case
    find(driver, "page derivation")
    assert session.scene_view.page is Page.DERIVATION
    driver.key(key.HOME)
    total = len(session.scene_view.steps)
    for number in range(1, total + 1):
        assert session.open_scene.step == number
        step = session.scene_view.steps[number - 1]
        texts.clear()
        driver.settle()
        assert f"Step {number} of {total}" in texts
        assert any(step.title in text for text in texts)
        driver.key(key.RIGHT)
    driver.key(key.LEFT)
    assert session.open_scene.step == total - 1
    driver.key(key.END)
    assert session.open_scene.step is None
    # A number is changed in the middle of it, the article's answer looked at, and
    # all of it taken back.
    before, compared = driver.params, session.view.compare
    find(driver, "compare the code")
    assert session.view.compare is not compared
    find(driver, "radius 0.75")
    assert driver.params.radius == 0.75
    driver.key(key.Z, CTRL)
    assert driver.params == before
    find(driver, "page explore")
    assert session.scene_view.page is Page.EXPLORE


def test_the_keyboard_unfolds_all_numbers(driver):
    driver.key(key.F6)
    driver.settle()
    for _ in range(40):
        if "###all numbers" in driver.items.focused:
            break
        driver.key(key.DOWN)
    driver.key(key.ENTER)
    assert driver.session.view.numbers
