"""Presentations: full screen, a presenter's keys, and the end by the mouse."""

from types import SimpleNamespace

import pytest
from pyglet.window import key, mouse

from playground.session.view_options import Page


@pytest.fixture
def talk(driver):
    driver.resize(960, 600)
    driver.open("ray_circle")
    driver.key(key.F5)
    driver.settle(4)
    return driver


def step(driver) -> int:
    return driver.session.open_scene.step or 0


def scene(driver) -> str:
    return driver.session.scene.id


def test_a_presenter_s_keys_go_through_steps_and_scenes_and_back(talk):
    for on, back in ((key.DOWN, key.UP), (key.PAGEDOWN, key.PAGEUP)):
        talk.key(on)
        assert step(talk) == 1
        talk.key(back)
        assert step(talk) == 0
    for number in range(1, len(talk.session.scene_view.steps) + 1):
        talk.key(key.RIGHT)
        assert (scene(talk), step(talk)) == ("ray_circle", number)
    for symbol, at in ((key.RIGHT, 0), (key.RIGHT, 1), (key.LEFT, 0)):
        talk.key(symbol)
        assert (scene(talk), step(talk)) == ("circle_rect", at)
        # A scene begins without the marks of its steps.
        assert (talk.session.scene_view.page is Page.DERIVATION) == bool(at)
    for _ in range(2):
        talk.key(key.LEFT)
        assert (scene(talk), step(talk)) == ("ray_circle", 0)


def test_space_goes_on_where_there_is_no_time_and_plays_where_there_is(talk):
    talk.key(key.SPACE)
    assert step(talk) == 1
    talk.open("point_ellipse")
    before = step(talk)
    talk.key(key.SPACE)
    assert talk.session.playback.moving
    assert step(talk) == before


@pytest.mark.slow
def test_the_figure_stays_where_it_is_when_a_formula_comes(talk):
    talk.session.open(0)
    for index in range(len(talk.session.opened_scenes)):
        talk.session.open(index)
        talk.settle()
        seen = [(talk.controls.places[0], talk.controls.camera(0))]
        for _ in talk.session.scene_view.steps:
            talk.key(key.RIGHT)
            talk.settle()
            seen.append((talk.controls.places[0], talk.controls.camera(0)))
        assert set(seen) == {seen[0]}, scene(talk)


def test_no_selected_handle_is_named(driver, labels):
    driver.open("ray_circle")
    driver.key(key.TAB)
    assert "Ray origin" in {label.text for label, _ in driver.anew(labels)}
    driver.key(key.F5)
    assert "Ray origin" not in {label.text for label, _ in driver.anew(labels)}


def test_the_bar_comes_with_the_mouse_and_goes_when_it_rests(talk):
    assert not talk.window_view.has_bar
    canvas = talk.layout.canvas
    talk.move(*canvas.center)
    assert talk.window_view.has_bar
    talk.window._pointer.hide_bar()
    talk.settle()
    assert not talk.window_view.has_bar
    # Not while it is used.
    talk.move(*canvas.center)
    talk.move(*talk.item("Forward in"))
    talk.window._pointer._time_out_bar(0.0)
    assert talk.window_view.has_bar
    # Nor beside a pen, which moves all the time.
    talk.key(key.W)
    talk.window._pointer.hide_bar()
    talk.move(*canvas.center)
    assert not talk.window_view.has_bar


def test_the_bar_has_back_on_the_time_and_an_end(talk):
    talk.open("point_ellipse")
    talk.move(*talk.layout.canvas.center)
    talk.click_item("Forward in")
    assert step(talk) == 1
    talk.click_item("Back in")
    assert step(talk) == 0
    params = talk.params
    talk.click_item("Play")
    assert talk.session.playback.moving
    assert talk.params.center == params.center
    talk.click_item("End the presentation")
    assert not talk.window_view.presenting
    assert not talk.window_view.has_bar


def test_the_right_button_s_menu_has_the_same(talk):
    def choose(label: str) -> None:
        talk.click(canvas.x + 200.0, canvas.y + 300.0, mouse.RIGHT)
        talk.items.places.clear()
        talk.settle(1)
        places = talk.items.places.items()
        talk.click(*next(at for name, at in places if name.startswith(label)))

    canvas = talk.layout.canvas
    choose("Forward in the presentation")
    assert step(talk) == 1
    choose("End the presentation")
    assert not talk.window_view.presenting


def test_a_remote_makes_all_black_and_a_key_or_click_only_ends_that(talk):
    page, pen, before = talk.session.view.page, talk.item("A pen"), talk.params
    for symbols in ((key.B, key.B), (key.PERIOD, key.PERIOD), (key.B, key.ESCAPE)):
        for symbol, is_black in zip(symbols, (True, False), strict=True):
            talk.key(symbol)
            assert talk.window_view.is_black is is_black
    assert talk.window_view.presenting
    assert talk.session.view.page is page
    for at in (pen, talk.layout.canvas.center, talk.screen(talk.grip("origin", 0).at)):
        talk.key(key.B)
        talk.settle()
        talk.click(*at)
        assert not talk.window_view.is_black
        assert not talk.window_view.pen
        assert talk.params == before
        assert talk.session.open_scene.selected_handle is None


@pytest.fixture
def window(driver, monkeypatch):
    """Return the window, with a full screen that it gets at once."""
    window = driver.window
    monkeypatch.setattr(
        window, "set_fullscreen", lambda filled: setattr(window, "_fullscreen", filled)
    )
    now = window._toggle_full_screen_now
    monkeypatch.setattr(window, "_toggle_full_screen", lambda: now(0.0))
    return window


@pytest.mark.parametrize("size", [(1910, 1040), (1280, 800)])
def test_a_maximized_window_is_so_after_a_talk(driver, window, monkeypatch, size):
    done = []
    screen = SimpleNamespace(width=1920, height=1080)
    monkeypatch.setattr(type(window), "screen", screen)
    monkeypatch.setattr(window, "maximize", lambda: done.append("maximize"))
    driver.resize(*size)
    driver.key(key.F5)
    assert not done
    driver.key(key.ESCAPE)
    assert done == ["maximize"] * (size[0] == 1910)


@pytest.mark.parametrize("before", [False, True])
def test_a_talk_fills_the_screen_and_gives_it_back(driver, window, before):
    window._fullscreen = before

    def pressed(symbol):
        driver.key(symbol)
        return window.fullscreen

    assert pressed(key.F5) is True
    assert window._window_shape()[1] is before
    assert pressed(key.ESCAPE) is before
