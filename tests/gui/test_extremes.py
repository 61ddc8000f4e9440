"""Smallest windows, and smallest and largest numbers: each can be drawn."""

import pytest
from effort import each_value_once
from every import few_scenes
from pyglet.window import key

from playground.scene import params as parameters
from playground.scene.parameter_types import Number, Vector
from playground.session import step_navigation
from scenes import CIRCLE_RECT, RAY_CIRCLE, SCENES, SPHERE_LINE

SIZES = [(1, 1), (60, 40), (200, 150)]
NUMBERS = [0.0, 5e-324, 1e-160, 1e-9, 1e300]


def _everything(driver) -> None:
    """Show every page, every step, and every map."""
    session = driver.session
    for page in session.scene_view.pages:
        session.look(page=page)
        driver.settle(1)
    for number in range(1, len(session.scene_view.steps) + 1):
        step_navigation.go_to_step(session, number)
        driver.settle(1)
    for kind in session.scene_view.maps:
        session.look(map=kind)
        driver.settle(1)
    session.look(map=None)
    session.open_scene.step = None


@pytest.mark.slow
@each_value_once(
    "size, presenting, scene",
    SIZES,
    [False, True],
    [CIRCLE_RECT, SPHERE_LINE, RAY_CIRCLE],
)
def test_windows_far_below_the_smallest_have_frames(driver, size, presenting, scene):
    driver.open(scene.id)
    driver.resize(*size)
    driver.window_view.look(presenting=presenting)
    _everything(driver)
    driver.resize(1280, 800)


def test_a_window_without_pixels_is_no_end(driver):
    for width, height in ((0, 0), (0, 600), (960, 600)):
        driver.resize(width, height)
        driver.wheel(width / 2, height / 2, 2)
    driver.resize(0, 0)
    driver.resize(1280, 800)
    assert driver.session.scene_view.picture.primitives


def _states(params):
    """Yield the params with each number extremely small or large."""
    relevant = parameters.relevant_parameters(params)
    middle = {
        name: (0.0,) * spec.size
        for name, spec in relevant.items()
        if isinstance(spec, Vector) and spec.is_point
    }
    for name, spec in relevant.items():
        for number in (sign * x for x in NUMBERS for sign in (1.0, -1.0)):
            if isinstance(spec, Number):
                yield parameters.with_values(params, **{name: number})
                yield parameters.with_values(params, **{**middle, name: number})
            elif isinstance(spec, Vector):
                every = (number,) * spec.size
                one = (number, *getattr(params, name)[1:])
                yield parameters.with_values(params, **{name: every})
                yield parameters.with_values(params, **{name: one})


@pytest.mark.slow
@pytest.mark.parametrize("scene", few_scenes(SCENES), ids=lambda scene: scene.id)
def test_numbers_as_small_and_large_as_they_may_be_have_frames(driver, scene):
    session = driver.session
    driver.open(scene.id)
    for params in dict.fromkeys(_states(scene.initial_params())):
        session.edit(params)
        driver.settle(1)
        assert not session.scene_view.failure


def test_what_the_core_refuses_is_no_code_to_take_away(driver):
    driver.open("point_ellipse", "No height")
    driver.window.clipboard = "as before"
    driver.key(key.C, key.MOD_CTRL | key.MOD_SHIFT)
    assert "radii" in driver.session.notice
    assert driver.window.clipboard == "as before"


@pytest.mark.parametrize("notches", [1e9, -1e9])
def test_a_wheel_turned_without_end_leaves_a_curve(driver, notches):
    driver.open("ray_circle")
    place = driver.layout.curve
    for _ in range(12):
        driver.wheel(place.x + 200, place.y + 100, notches)
    driver.settle()
