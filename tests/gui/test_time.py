"""Time in the window: the transport bar, and animated steps."""

import math
from itertools import combinations
from types import SimpleNamespace

import pytest
from effort import each_value_once
from every import ENTRIES, every_scene_at_length
from pyglet.window import key

from playground.gui import window
from playground.session.lesson import player
from playground.session.playback import MOVE_DURATION_S


@pytest.fixture(autouse=True)
def _no_clock(monkeypatch):
    """Stop the window's clock."""
    monkeypatch.setattr(window, "time", SimpleNamespace(perf_counter=lambda: 0.0))


def _times(driver, seconds: float = 1.2, frames: int = 24) -> list[float]:
    """Return the scene's time in each frame, with a simulated clock."""
    found = []
    for _ in range(frames):
        pixels = driver.window.get_framebuffer_size()
        driver.window.draw_frame(pixels, seconds / frames)
        found.append(driver.session.scene_view.current_time)
    return found


def _is_in_sight(driver) -> bool:
    """Return whether the bar is visible, with the track within it."""
    driver.items.places.clear()
    driver.settle(1)
    track = driver.items.places.get("##slider time")
    place = driver.layout.transport
    return track is not None and place is not None and place.contains(*track)


@each_value_once(
    "scene, mode", ENTRIES, ["simple", "all", "lesson", "lesson of simple"]
)
def test_a_bar_stands_under_every_picture_that_has_time(driver, scene, mode):
    driver.open(scene.id)
    driver.window_view.look(simple="simple" in mode)
    if "lesson" in mode:
        player.start_shipped_lesson(driver.session, driver.session.scene)
    driver.settle()
    assert _is_in_sight(driver) == driver.session.scene_view.has_timeline


@every_scene_at_length
def test_a_presented_picture_has_the_bar_once_the_mouse_moves(driver, scene):
    driver.open(scene.id)
    driver.window_view.look(presenting=True)
    driver.settle()
    driver.move(300.0, 300.0)
    driver.move(320.0, 300.0)
    driver.items.places.clear()
    driver.settle(1)
    is_drawn = "##slider time" in driver.items.places
    assert is_drawn == driver.session.scene_view.has_timeline


def test_the_bar_plays_in_simple(driver):
    driver.open("point_ellipse")
    driver.window_view.look(simple=True)
    driver.settle()
    place = driver.layout.transport
    assert place.y >= driver.layout.canvas.y + driver.layout.canvas.height
    driver.key(key.SPACE)
    assert driver.session.playback.playing


@pytest.fixture
def turn(driver):
    """Return a lesson at the stop before the ellipse is rotated back."""
    driver.open("point_ellipse")
    player.start_shipped_lesson(driver.session, driver.session.scene)
    player.go_to_stop(driver.session, 1)
    driver.settle()
    return driver


def _next(driver) -> None:
    driver.click_item("Next##on")


def test_next_plays_the_turn(turn):
    _next(turn)
    assert turn.session.lesson.at == 2
    times = _times(turn)
    assert times == sorted(times)
    between = [time for time in times if 1.0 < time < 2.0]
    assert len(between) > 10
    assert times[-1] == 2.0
    assert 0.6 <= MOVE_DURATION_S <= 1.2
    assert not turn.session.playback.moving


def test_next_asked_again_is_at_the_end_of_the_move(turn):
    _next(turn)
    _times(turn, 0.3, 3)
    _next(turn)
    assert (turn.session.lesson.at, turn.session.scene_view.current_time) == (2, 2.0)
    _next(turn)
    assert turn.session.lesson.at == 3


def test_back_goes_at_once(turn):
    player.step_stop(turn.session, -1)
    player.go_to_stop(turn.session, 2)
    turn.settle()
    player.step_stop(turn.session, -1)
    assert turn.session.scene_view.current_time == 1.0
    assert not turn.session.playback.moving


def test_reduced_motion_jumps(turn):
    turn.session.prefers_reduced_motion = lambda: True
    _next(turn)
    assert turn.session.scene_view.current_time == 2.0
    assert not turn.session.playback.moving


def test_right_plays_and_left_goes_at_once(driver):
    driver.open("point_ellipse")
    driver.key(key.D)
    for _ in range(3):
        driver.key(key.RIGHT)
        times = _times(driver)
    assert times[-1] == 2.0
    assert len({*times}) > 10
    driver.key(key.LEFT)
    assert driver.session.scene_view.current_time == 1.0
    assert not driver.session.playback.moving


@pytest.mark.parametrize("simple", [False, True])
def test_what_launches_the_ball_can_be_told_apart_however_slow_it_is(driver, simple):
    driver.resize(1280, 800)
    driver.open("ball_block", "Wall, article, slow")
    driver.window_view.look(simple=simple)
    driver.change(speed=0.05, ball_radius=0.05)
    held = [
        driver.screen(driver.grip(name).at)
        for name in ("launch", "heading", "ball_radius")
    ]
    assert min(math.dist(a, b) for a, b in combinations(held, 2)) >= 30.0
