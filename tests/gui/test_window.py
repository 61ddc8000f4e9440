"""Headless window, driven by real pyglet events."""

import math
from itertools import product

import pyglet
import pytest
from imgui_bundle import imgui
from pyglet.window import key, mouse

from playground.session.files import FilePurpose
from scenes import ray_circle

PANELS = [(100, 400), (1100, 500), (600, 720)]


def test_center_follows_the_mouse_exactly(driver):
    driver.open("ray_circle", "Two hits")
    before, scale = driver.params, driver.controls.camera(0).scale
    driver.drag_grip("center", 0, 60, -30)
    x, y = before.center
    assert driver.params.center == pytest.approx(
        (x + 60 / scale, y + 30 / scale), abs=1e-9
    )
    assert driver.params.origin == before.origin


def test_handles_in_space_follow_the_mouse(driver):
    driver.open("sphere_line")
    for name in ("start", "end", "line_point", "line_direction"):
        x, y = driver.screen(driver.grip(name).at)
        before = getattr(driver.params, name)
        driver.drag((x, y), (x + 30, y + 20))
        assert getattr(driver.params, name) != before
        assert driver.screen(driver.grip(name).at) == pytest.approx(
            (x + 30, y + 20), abs=1.0
        )


def test_empty_space_orbits_and_axis_views_face_an_axis(driver):
    driver.open("sphere_line")
    place = driver.controls.places[0]
    corner = (place.x + 12, place.y + place.height - 12)
    before, params = driver.controls.camera(0), driver.params
    driver.drag(corner, (corner[0] + 60, corner[1] - 40))
    turned = driver.controls.camera(0)
    assert (turned.yaw, turned.pitch) != (before.yaw, before.pitch)
    assert driver.params == params
    for symbol, row in ((key._1, (0, 0, 1)), (key._3, (1, 0, 0)), (key._7, (0, 1, 0))):
        driver.key(symbol)
        assert driver.controls.camera(0).axes[2] == pytest.approx(row, abs=1e-12)


def test_wheel_zooms_about_the_pointer(driver):
    driver.open("ray_circle")
    place = driver.controls.places[0]
    at = (place.x + 100, place.y + 80)
    before = driver.controls.camera(0)
    fixed = before.to_world(at, place)
    driver.wheel(*at, 3)
    after = driver.controls.camera(0)
    assert after.scale > before.scale
    assert after.to_world(at, place) == pytest.approx(fixed)


def test_pan(driver):
    driver.open("ray_circle")
    for button in (mouse.MIDDLE, mouse.LEFT):
        place, before = driver.controls.places[0], driver.controls.camera(0)
        params, start = driver.params, (place.x + 30, place.y + 30)
        driver.drag(start, (start[0] + 50, start[1] + 20), button=button)
        after = driver.controls.camera(0)
        assert after.center[0] == pytest.approx(before.center[0] - 50 / before.scale)
        assert after.center[1] == pytest.approx(before.center[1] + 20 / before.scale)
        assert driver.params == params


@pytest.mark.slow
def test_space_drag_pans_over_a_shape_and_does_not_play(driver):
    driver.open("point_ellipse")
    params, before = driver.params, driver.controls.camera(0)
    driver.window.dispatch_event("on_key_press", key.SPACE, 0)
    x, y = driver.screen(driver.params.point)
    driver.drag((x, y), (x + 40, y))
    driver.window.dispatch_event("on_key_release", key.SPACE, 0)
    assert driver.params == params
    assert driver.controls.camera(0).center[0] < before.center[0]
    assert not driver.session.playback.playing


def test_fit_brings_the_picture_back(driver):
    driver.open("ray_circle")
    place, before = driver.controls.places[0], driver.controls.camera(0)
    driver.wheel(place.x + 100, place.y + 80, 12)
    driver.key(key.F)
    assert driver.controls.camera(0) == before


def test_one_drag_is_one_undo_step(driver):
    driver.open("ray_circle")
    first = driver.params
    driver.drag_grip("center", 0, 60, -30)
    second = driver.params
    driver.drag_grip("center", 0, -20, 50)
    third = driver.params
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.params == second
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.params == first
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.params == first
    driver.key(key.Z, key.MOD_CTRL | key.MOD_SHIFT)
    driver.key(key.Z, key.MOD_CTRL | key.MOD_SHIFT)
    assert driver.params == third


def typed(driver, box, text):
    """Double click a box, type, press Enter."""
    driver.click(100, 40)  # a third click on the box in a row would be no double one
    driver.double_click(*driver.item(f"##number {box}"))
    driver.type(text)
    driver.key(key.ENTER)


def test_arithmetic_can_be_typed(driver):
    driver.open("ray_circle")
    for box, text, value in (
        ("radius", "1/3", 1 / 3),
        ("radius", "sqrt(2)", math.sqrt(2.0)),
        ("center 0", "−1.5e1", -15.0),
        ("radius", "2×10⁻¹", 0.2),
    ):
        typed(driver, box, text)
        assert driver.session.notice == ""
        name, _, axis = box.partition(" ")
        now = getattr(driver.params, name)
        assert (now[int(axis)] if axis else now) == value


REFUSED = [
    ("radius", "-7", "Radius r must be at least 0 m"),
    ("center 1", "-2e12", "Circle centre O must be at least −10¹² m"),
    ("radius", "abc", '"abc" is not a number: abc is not known'),
    ("radius", "30°", '"30°" is not a number: a degree sign is only for angles'),
]


def test_a_typed_number_that_cannot_be_is_refused_and_can_be_mended(driver):
    driver.open("ray_circle")
    for box, text, said in REFUSED:
        driver.change(radius=2.0, center=(0.0, 0.0))
        before = driver.params
        typed(driver, box, text)
        assert driver.session.notice == said
        assert driver.params == before
        driver.type("1.25")
        driver.key(key.ENTER)
        assert driver.params != before
        assert driver.window.main_view.gui.has_text_focus is False


def test_keys_stay_in_the_box_and_escape_drops_what_was_typed(driver):
    driver.open("ray_circle")
    typed(driver, "radius", "3")
    before = driver.params
    for text in ("2", "abc"):
        driver.click(100, 40)
        driver.double_click(*driver.item("##number radius"))
        driver.type(text)
        driver.key(key.R)
        driver.key(key.ESCAPE)
        assert driver.params == before
        assert driver.session.notice == ""
    typed(driver, "radius", "abc")
    driver.session.notice = ""
    driver.key(key.ESCAPE)
    assert (driver.params, driver.session.notice) == (before, "")


def test_a_number_left_as_it_was_keeps_all_its_digits(driver):
    driver.open("ray_circle")
    driver.change(radius=1 / 3)
    driver.double_click(*driver.item("##number radius"))
    driver.key(key.ENTER)
    assert driver.params.radius == 1 / 3


def test_tab_and_arrows_move_a_handle(driver):
    driver.open("ray_circle")
    before = driver.params
    driver.key(key.TAB)
    assert driver.session.open_scene.selected_handle == ("origin", 0)
    driver.key(key.RIGHT)
    step = driver.params.origin[0] - before.origin[0]
    assert step > 0
    assert driver.params.origin[1] == before.origin[1]
    driver.key(key.TAB)
    driver.key(key.TAB, key.MOD_SHIFT)
    assert driver.session.open_scene.selected_handle == ("origin", 0)
    driver.key(key.Z, key.MOD_CTRL)
    assert driver.params == before


def test_theme_button(driver):
    driver.click_item("The next theme")
    assert driver.window_view.theme == "light"
    driver.key(key.T, key.MOD_CTRL)
    assert driver.window_view.theme == "projector"
    driver.key(key.T, key.MOD_CTRL)
    assert driver.window_view.theme == "dark"


def test_a_click_on_a_panel_moves_no_shape(driver):
    for at in PANELS:
        driver.open("point_ellipse")
        place = driver.controls.places[0]
        driver.session.open_scene.cameras[0] = driver.controls.camera(0).pan(
            at[0] - place.center[0], at[1] - place.center[1]
        )
        driver.settle()
        before, camera = driver.params, driver.controls.camera(0)
        driver.drag(at, (at[0] + 5, at[1] + 30))
        now = driver.params
        assert (now.center, now.point, now.radii) == (
            before.center,
            before.point,
            before.radii,
        )
        assert driver.controls.camera(0) == camera


def test_escape_never_quits_and_ctrl_q_does(driver):
    driver.key(key.ESCAPE)
    driver.key(key.ESCAPE)
    assert driver.window.context is not None
    driver.key(key.Q, key.MOD_CTRL)
    pyglet.clock.tick()
    assert driver.window.context is None


def test_a_number_is_copied_with_all_its_digits(driver):
    driver.open("ray_circle")
    row = next(r for r in driver.session.scene_view.rows if r.name == "First t")
    driver.click_item("##First t")
    assert float(driver.window.clipboard) == row.value


def test_a_picture_that_cannot_be_saved_is_said(driver, tmp_path):
    driver.save(FilePurpose.PICTURE, tmp_path / "gone" / "a.png")
    assert driver.session.notice == "Cannot save a picture: No such file or directory"
    driver.key(key.F)
    assert driver.window.context is not None


def test_esc_closes_the_help_page_first_and_then_lets_go_of_a_handle(driver):
    driver.open("ray_circle")
    driver.key(key.TAB)
    held = driver.session.open_scene.selected_handle
    driver.key(key.F1)
    driver.key(key.ESCAPE)
    assert held
    assert driver.session.open_scene.selected_handle == held
    driver.key(key.ESCAPE)
    assert driver.session.open_scene.selected_handle is None


def test_a_click_on_a_number_changes_nothing_though_the_pointer_left(driver):
    driver.open("ray_circle")
    before, (x, y) = driver.params, driver.item("##number origin 0")
    for _ in range(3):
        driver.move(x, y)
        driver.window.dispatch_event("on_mouse_leave", 0, 0)
        driver.settle(2)
        assert not imgui.is_mouse_pos_valid()
        driver.press()
        driver.release()
        x += 9  # far enough from the last click not to be a double click
    assert driver.params == before


def test_the_name_and_text_of_a_case_are_not_shown_beside_an_edit(driver, monkeypatch):
    said = []
    begin = imgui.begin_combo
    monkeypatch.setattr(imgui, "begin_combo", lambda *a: said.append(a[1]) or begin(*a))
    monkeypatch.setattr(imgui, "text_wrapped", said.append)
    driver.open("ray_circle", "Tangent")
    sentence = ray_circle.SCENE.cases["Tangent"].shows

    def shown() -> list[str]:
        said.clear()
        driver.settle(1)
        return said

    assert "Tangent" in shown()
    assert any(sentence in text for text in shown())
    driver.drag_grip("center", 0, 40, 40)
    assert "Edited, from Tangent" in shown()
    assert "Tangent" not in shown()
    assert not any(sentence in text for text in shown())
    driver.key(key.Z, key.MOD_CTRL)
    assert "Tangent" in shown()


def test_a_wheel_may_turn_any_number_of_notches_at_once(driver):
    for scene_id, notches in product(("ray_circle", "sphere_line"), (8000, -8000)):
        driver.open(scene_id)
        at = driver.controls.places[0].center
        driver.wheel(*at, notches)
        farthest = driver.controls.camera(0)
        driver.wheel(*at, 10 if notches > 0 else -10)
        assert driver.controls.camera(0) == farthest
