"""Widgets that change their state within a frame, and the rest of that frame."""

import time

import pyglet
from conftest import PATIENCE
from pyglet.window import key, mouse

from playground.gui import imgui_fonts
from playground.session import step_navigation
from playground.session.lesson import player


def test_a_step_that_there_is_no_more_is_not_shown(driver):
    driver.open("ray_circle")
    session = driver.session
    last = len(session.scene_view.steps)
    step_navigation.go_to_step(session, last)
    driver.change(direction=(0.0, 0.0))
    assert len(session.scene_view.steps) < last
    driver.settle()
    step_navigation.go_to_step(session, last)
    driver.settle()


def test_a_presented_stop_whose_step_there_is_no_more_has_its_words(driver):
    session = driver.session
    player.start_shipped_lesson(session, session.opened_scenes[0].scene)
    session.open_scene.step = len(session.scene_view.steps)
    driver.window_view.presenting = True
    driver.settle()
    driver.change(direction=(0.0, 0.0))
    session.open_scene.step = 99
    driver.change(direction=(1.0, 0.0))
    driver.settle()


def test_the_mode_may_be_chosen_where_the_article_stands_beside_the_truth(driver):
    driver.open("ball_block")
    driver.key(key.A)
    driver.click_item("##mode")
    driver.click_item("Wall")
    assert driver.session.params.mode == "Wall"
    driver.settle()
    assert driver.session.scene_view.scene.listing is None


def test_the_last_frame_after_clicks_shows_all_of_the_same(driver, texts):
    driver.open("ball_block")
    session, window = driver.session, driver.window
    for mode in ("Wall", "One hit", "Wall"):
        driver.change(mode=mode)
    undo, draw = driver.item(imgui_fonts.UNDO), window.draw

    def drawn(elapsed: float) -> None:
        texts.clear()
        window.main_view.gui.invalidate_panels()
        draw(elapsed)

    window.draw = drawn
    window.frame_scheduler.cancel_frames()
    # The machine is slow: both clicks come before the next frame.
    for at in ((640.0, 5.0), undo):
        window.dispatch_event("on_mouse_motion", *driver._go(*at))
        window.dispatch_event("on_mouse_press", *driver._flip(), mouse.LEFT, 0)
        window.dispatch_event("on_mouse_release", *driver._flip(), mouse.LEFT, 0)
    end = time.monotonic() + PATIENCE
    while not window.frame_scheduler.is_idle:
        assert time.monotonic() < end
        pyglet.clock.tick()
    assert len(session.open_scene.history.future) == 1
    last = [*texts]
    driver.settle(1)
    assert texts == last
