"""First views of scenes: the whole figure, at the same scale."""

import itertools
import math

import pytest
from effort import each_value_once
from pyglet.window import key

from playground.scene.camera import Camera2D
from playground.scene.params import PICK_RADIUS_PX
from playground.session.view_options import Page

FRAMES = "Over a corner", "Less than a degree", "Quarter turn, article hits"


@pytest.mark.slow
@each_value_once(
    "size, case", [(960, 600), (1280, 800), (1920, 1080), (700, 1000)], FRAMES
)
def test_world_and_frame_have_one_scale_and_show_all(driver, size, case: str) -> None:
    driver.open("circle_rect", case)
    driver.resize(*size)
    cameras = [driver.controls.camera(i) for i in range(2)]
    assert cameras[0].scale == cameras[1].scale
    views = driver.controls.motion.draw_list.self_and_views
    shown = zip(views, cameras, driver.controls.places, strict=True)
    for drawn, camera, place in shown:
        bounds = drawn.bounds()
        for corner in (bounds.low, bounds.high):
            assert place.contains(*camera.to_screen(corner, place))
    places = driver.controls.places
    assert abs(places[0].width - places[1].width) <= 1.0 or (
        abs(places[0].height - places[1].height) <= 1.0
    )


def test_explore_fits_what_it_draws_and_the_derivation_its_own(driver) -> None:
    driver.open("ball_block", "Fast ball")
    place = driver.controls.places[0]
    drawn = driver.controls.motion.draw_list.bounds()
    everything = driver.session.scene_view.comparison_primitives.bounds()
    assert drawn.high < everything.high
    assert driver.controls.camera(0) == Camera2D().fit(drawn, place)
    driver.session.look(page=Page.DERIVATION)
    driver.controls.fit()
    assert driver.controls.camera(0) == Camera2D().fit(everything, place)


@pytest.mark.parametrize("case", ["Over a corner", "Quarter turn, article hits"])
def test_what_turns_stays_in_sight(driver, case: str) -> None:
    driver.open("circle_rect", case)
    camera, place = driver.controls.camera(1), driver.controls.places[1]
    for turned in (0.0, 0.25, 0.5, 0.75):
        driver.session.go_to(turned)
        bounds = driver.controls.motion.draw_list.views[0].bounds()
        for corner in (bounds.low, bounds.high):
            assert place.contains(*camera.to_screen(corner, place))


@pytest.mark.slow
@pytest.mark.parametrize(
    "side", [key._1, key._3, key._7], ids=["front", "right", "top"]
)
def test_from_every_side_all_handles_are_seen_each_by_itself(driver, side):
    scene = driver.session.opened_scenes[driver.session.find("sphere_line")].scene
    driver.open(scene.id)
    for case in scene.cases:
        driver.session.choose_case(case)
        driver.settle(1)
        driver.key(side)
        place, pixel = driver.controls.places[0], driver.controls.pixel_size()
        grips = driver.session.scene_view.list_handle_marks(pixel)
        at = {(g.name, g.index): driver.screen(g.at) for g in grips}
        for name, (x, y) in at.items():
            assert place.contains(x, y), (case, name)
        for one, other in itertools.combinations(grips, 2):
            apart = math.dist(one.at, other.at) / pixel
            gap = math.dist(at[one.name, one.index], at[other.name, other.index])
            assert gap > PICK_RADIUS_PX or apart < 45.0, (case, one.name, other.name)


def test_a_view_orbits_about_the_middle_of_its_shapes(driver):
    """In Simple the picture makes way for the answers, and its target is aside."""
    driver.open("sphere_line")
    driver.window_view.simple = True
    driver.settle(6)
    bounds = driver.controls.motion.draw_list.bounds()
    middle = tuple((a + b) / 2 for a, b in zip(bounds.low, bounds.high, strict=True))
    before = driver.screen(middle)
    place = driver.controls.places[0]
    x, y = place.x + 0.5 * place.width, place.y + 0.25 * place.height
    driver.drag((x, y), (x + 300.0, y + 60.0))
    assert driver.controls.camera(0).yaw != pytest.approx(0.0)
    assert driver.screen(middle) == pytest.approx(before, abs=1e-6)


def test_in_simple_both_axes_have_numbers(driver, labels):
    """Those of the level one stand below the answers."""
    driver.window_view.simple = True
    driver.open("ray_circle")
    driver.settle(4)
    place, shown = driver.controls.places[0], driver.anew(labels)
    numbers = [text for text, _ in shown if text.text in {"−2", "−1", "1", "2"}]
    assert any(text.y > place.y + place.height - 40 for text in numbers)
    assert any(text.x < place.x + 40 for text in numbers)
