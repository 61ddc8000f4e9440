"""Presses and hovers: they end with the scene, case or question they began in."""

import math

import pytest
from pyglet.window import key

from playground.analysis.curve import Axis
from playground.analysis.heat_map import MapKind
from playground.scene.camera import OrbitCamera, Viewport
from playground.scene.state_format import dump_state
from playground.session import quiz
from playground.session.session import Session
from playground.session.view.pointer_controls import Controls
from playground.session.view_options import MapChoice
from scenes import ray_circle, sphere_line


def open_by_key(driver, scene_id: str) -> None:
    """Open a scene by the keyboard, in whatever state the mouse is."""
    while driver.session.scene.id != scene_id:
        driver.window.dispatch_event("on_key_press", key.PAGEDOWN, 0)
        driver.window.dispatch_event("on_key_release", key.PAGEDOWN, 0)


def paste(driver, scene_id: str) -> None:
    """Open a state of a scene by Ctrl+V."""
    scene = driver.session.opened_scenes[driver.session.find(scene_id)].scene
    driver.window.clipboard = dump_state(scene, scene.initial_params())
    driver.window.dispatch_event("on_key_press", key.V, key.MOD_CTRL)
    driver.settle(1)


def take(driver, name: str) -> tuple[float, float]:
    driver.settle(1)
    x, y = driver.screen(driver.grip(name).at)
    driver.move(x, y)
    driver.press()
    assert driver.controls.drag
    return x, y


HELD = [
    ("ray_circle", "center", "circle_rect"),
    ("sphere_line", "start", "ball_block"),
    ("ray_circle", "radius", "sphere_line"),
]


@pytest.mark.parametrize("go", [open_by_key, paste])
def test_a_drag_ends_with_its_scene(driver, go):
    for scene, name, other in HELD:
        driver.open(scene)
        held = driver.params
        x, y = take(driver, name)
        go(driver, other)
        before = driver.params
        driver.drag_to(x + 40, y + 25)
        driver.drag_to(x + 80, y - 15)
        driver.release()
        assert driver.session.scene.id == other
        assert driver.params == before
        assert not driver.session.open_scene.history.past or go is paste
        driver.session.open(driver.session.find(scene))
        assert driver.params == held


def test_a_drag_ends_where_a_question_begins(driver):
    driver.open("ray_circle")
    x, y = take(driver, "center")
    own = driver.params
    quiz.begin_round(driver.session, 3)
    asked = driver.params
    driver.drag_to(x + 60, y + 40)
    driver.release()
    assert driver.params == asked
    quiz.end_round(driver.session)
    assert driver.params == own


def test_what_is_pointed_at_is_of_the_scene_on_show(driver):
    driver.open("ray_circle")
    driver.move(*driver.screen(driver.grip("center").at))
    assert driver.controls.hover
    open_by_key(driver, "circle_rect")
    assert driver.controls.hover is None
    assert driver.controls.hover_key == ""


def curve_spot(driver, share: float) -> tuple[float, float]:
    place = driver.layout.curve
    return place.x + share * place.width, place.y + 0.6 * place.height


def test_a_curve_that_is_dragged_in_ends_with_its_scene(driver):
    driver.open("ray_circle")
    driver.session.open_scene.axis = Axis("origin", 0)
    driver.session.opened_scenes[driver.session.find("sphere_line")].axis = Axis(
        "radius"
    )
    driver.settle()
    driver.move(*curve_spot(driver, 0.6))
    driver.press()
    driver.drag_to(*curve_spot(driver, 0.7))
    assert driver.params.origin != ray_circle.SCENE.cases["Two hits"].params.origin
    open_by_key(driver, "sphere_line")
    before = driver.params
    driver.settle()
    driver.drag_to(*curve_spot(driver, 0.3))
    driver.settle()
    assert driver.params == before
    assert driver.session.scene_view.curve.x[0] >= 0.0
    driver.release()


def test_a_curve_keeps_its_stretch_until_the_value_leaves_it(driver):
    driver.open("ray_circle")
    driver.session.open_scene.axis = Axis("radius")
    driver.settle()
    driver.move(*curve_spot(driver, 0.6))
    driver.press()
    driver.drag_to(*curve_spot(driver, 0.9))
    held = driver.session.scene_view.curve.x
    assert driver.params.radius > 0.8 * held[-1]
    driver.release()
    driver.click(*curve_spot(driver, 0.5))
    assert driver.session.scene_view.curve.x[-1] == held[-1]
    driver.session.set_value("radius", held[-1] + 1.0)
    assert driver.session.scene_view.curve.x[-1] > held[-1]


def chart(driver, scene_id: str, *over: Axis) -> None:
    driver.session.opened_scenes[driver.session.find(scene_id)].mapped = MapChoice(over)


def test_a_chart_that_is_dragged_in_ends_with_its_scene(driver):
    chart(driver, "ray_circle", Axis("origin", 0), Axis("direction", 1))
    chart(driver, "circle_rect", Axis("radius"), Axis("angle"))
    driver.open("ray_circle")
    driver.session.look(map=MapKind.REGIONS)
    driver.settle()
    driver.window.wait_for_map()
    driver.settle()
    place = driver.controls.places[0]
    x, y = place.x + place.width + 200, place.y + 0.5 * place.height
    before = driver.params
    driver.move(x, y)
    driver.press()
    driver.drag_to(x - 60, y)
    assert driver.params != before
    open_by_key(driver, "circle_rect")
    before = driver.params
    for _ in range(3):
        driver.settle()
        driver.window.wait_for_map()
        x -= 10
        driver.drag_to(x, y)
    assert driver.params == before
    driver.release()


@pytest.mark.parametrize(("degrees", "moves"), [(1.5, False), (2.2, True)])
def test_an_axis_that_points_at_the_eye_cannot_be_dragged_along(degrees, moves):
    session = Session((sphere_line.SCENE,))
    controls = Controls(session)
    controls.places = [Viewport(0.0, 0.0, 800.0, 600.0)]
    at = session.params.start
    turn = math.radians(degrees)
    session.open_scene.cameras[0] = OrbitCamera(at, 14.0, turn, 0.0)
    x, y = controls.places[0].center
    controls.pointer_down(x, y, pan=False)
    assert controls.drag.name == "start"
    controls.axis = "z"
    controls.pointer_drag(x + 2.0, y, 2.0, 0.0, snap=False)
    assert (session.params.start[2] != at[2]) == moves
    assert session.params.start[:2] == pytest.approx(at[:2])


def test_an_axis_key_keeps_drags_to_its_axis_while_it_is_held(driver):
    driver.open("sphere_line")
    dispatch = driver.window.dispatch_event

    def moved() -> tuple[float, ...]:
        before = driver.params.start
        x, y = take(driver, "start")
        driver.drag_to(x + 50, y - 40)
        driver.release()
        return tuple(a - b for a, b in zip(driver.params.start, before, strict=True))

    dispatch("on_key_press", key.X, 0)
    across, *others = moved()
    assert across != 0.0
    assert others == pytest.approx([0.0, 0.0], abs=1e-12)
    dispatch("on_key_release", key.X, 0)
    assert moved()[1:] != pytest.approx((0.0, 0.0), abs=1e-3)
    # It is forgotten with the keyboard.
    dispatch("on_key_press", key.X, 0)
    dispatch("on_deactivate")
    assert moved()[1:] != pytest.approx((0.0, 0.0), abs=1e-3)


def test_esc_gives_a_drag_back(driver):
    driver.open("ray_circle")
    driver.change(radius=1.25)
    before, past = driver.params, driver.session.open_scene.history.past
    x, y = take(driver, "center")
    driver.drag_to(x + 60, y + 40)
    assert driver.params != before
    driver.key(key.ESCAPE)
    assert driver.params == before
    # The button is still down; nothing is held any more.
    driver.drag_to(x + 90, y + 40)
    driver.release()
    assert driver.params == before
    assert driver.session.open_scene.history.past == past


@pytest.mark.parametrize("scene_id", ["ray_circle", "sphere_line"])
def test_esc_gives_back_the_view_that_was_dragged(driver, scene_id):
    driver.open(scene_id)
    place = driver.controls.places[0]
    driver.wheel(*place.center, 2)
    before = driver.controls.camera(0)
    driver.move(place.x + 5, place.y + place.height - 60)
    driver.press()
    driver.drag_to(place.x + 80, place.y + place.height - 90)
    assert driver.controls.camera(0) != before
    driver.key(key.ESCAPE)
    driver.release()
    assert driver.controls.camera(0) == before
