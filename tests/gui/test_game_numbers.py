"""Numbers of a game in pixels, typed into any scene."""

from dataclasses import fields, replace

import numpy as np
import pytest
from conftest import Driver
from every import SCENES, own_scenes_at_length
from pyglet.window import key

from playground.session.saved_state import make_link, parse_link

PIXELS = {
    "origin": (640.0, 480.0),
    "direction": (-300.0, -200.0),
    "center": (100.0, 100.0),
    "point": (640.0, 480.0),
    "radius": 32.0,
    "radii": (320.0, 240.0),
    "pivot": (320.0, 240.0),
    "rect_center": (300.0, 200.0),
    "half_extents": (160.0, 120.0),
    "angle": 1.5 * np.pi,
    "start": (640.0, 480.0, 0.0),
    "end": (0.0, 0.0, 100.0),
    "line_point": (320.0, 240.0, 0.0),
    "line_direction": (0.0, 0.0, 100.0),
    "velocity": (-300.0, -200.0),
    "block": (200.0, 200.0),
}
"""Numbers of a screen of 640 by 480 pixels for the parameters of all scenes."""


def typed_in_pixels(driver: Driver) -> None:
    """Set each parameter as a number box does, with one gesture each."""
    session = driver.session
    for name in [f.name for f in fields(driver.params) if f.name in PIXELS]:
        session.begin_gesture()
        session.set_value(name, PIXELS[name], session.gesture_id)
        driver.settle(1)
    driver.settle()


def on_screen(driver: Driver) -> np.ndarray:
    marks = driver.session.scene_view.list_handle_marks(driver.controls.pixel_size())
    return np.array([driver.screen(mark.at) for mark in marks])


@own_scenes_at_length
def test_numbers_in_pixels_are_a_state_like_any_other(driver, scene):
    driver.open(scene.id)
    before = driver.params
    typed_in_pixels(driver)
    changed = {f.name: PIXELS[f.name] for f in fields(before) if f.name in PIXELS}
    assert driver.params == replace(before, **changed)
    assert driver.session.scene_view.verdict
    assert not driver.session.scene_view.failure
    state = driver.session.state
    assert parse_link(make_link(state), SCENES).state == state
    # The view fits what was typed, and all of it can be seen.
    place, seen = driver.controls.places[0], on_screen(driver)
    assert all(place.contains(*at) for at in seen)
    assert np.ptp(seen, axis=0).max() > place.height / 4
    for _ in changed:
        driver.key(key.Z, key.MOD_CTRL)
    assert driver.params == before
    seen = on_screen(driver)
    assert np.ptp(seen, axis=0).max() > place.height / 4


def test_a_slider_reaches_what_was_typed_until_it_is_less_again(driver):
    driver.open("ray_circle")
    driver.session.set_value("radius", 32.0)
    driver.settle()
    x, y = driver.item("##slider radius")
    driver.move(x, y)
    driver.press()
    first = driver.params.radius
    assert 14.0 < first < 18.0
    # While it is held it keeps its ends.
    driver.drag_to(x, y + 2)
    driver.settle()
    assert driver.params.radius == first
    driver.release()
    driver.session.set_value("radius", 2.0)
    driver.settle()
    driver.click(x, y)
    assert driver.params.radius == pytest.approx(5.0, abs=0.2)


@pytest.mark.parametrize("scene_id", ["ray_circle", "sphere_line"])
def test_no_wheel_makes_a_figure_a_speck(driver, scene_id):
    driver.open(scene_id)
    place = driver.controls.places[0]
    size = np.ptp(on_screen(driver), axis=0).max()
    driver.wheel(*place.center, -1e4)
    assert np.ptp(on_screen(driver), axis=0).max() > size / 60
    driver.wheel(*place.center, 30.0)
    assert np.ptp(on_screen(driver), axis=0).max() > size


def test_an_arrow_points_to_a_handle_that_was_dragged_out_of_sight(driver):
    driver.open("point_ellipse")
    place = driver.controls.places[0]
    outside = driver.screen((0.0, 0.0))[0], place.y + place.height + 60.0
    driver.drag(driver.screen(driver.params.point), outside)
    arrows = [r for r in driver.controls.overlay() if type(r).__name__ == "Arrow"]
    (arrow,) = arrows
    tail, tip = driver.screen(arrow.tail), driver.screen(arrow.tip)
    assert place.contains(*tail)
    assert place.contains(*tip)
    assert tip[1] > tail[1]
    driver.drag_grip("center", 0, 5.0, 0.0)
    assert not [r for r in driver.controls.overlay() if type(r).__name__ == "Arrow"]


def test_a_moved_block_of_the_wall_has_its_numbers(driver, texts):
    driver.open("ball_block")
    driver.session.choose_case("Wall, article, slow")
    driver.settle(3)
    assert "Block 1" in texts
    driver.drag_grip("blocks", 4, 30.0, 0.0)
    driver.settle(3)
    assert "Block 5" in driver.anew(texts)
    before = driver.params.blocks
    driver.click_item("##number blocks 1")
    driver.key(key.A, key.MOD_CTRL)
    driver.type("2.25")
    driver.key(key.ENTER)
    driver.settle()
    assert driver.params.blocks[4] == (before[4][0], 2.25)
    assert driver.params.blocks[:4] == before[:4]
