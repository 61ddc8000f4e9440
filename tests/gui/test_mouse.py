"""Mouse: clicks on numbers, context menus and double clicks."""

import pytest
import toys
from pyglet.window import key, mouse

from scenes import SCENES


@pytest.mark.parametrize("way", ["click", "double_click"])
def test_a_click_on_a_number_is_enough_to_type_it(driver, way):
    before = driver.params
    getattr(driver, way)(*driver.item("##number origin 0"))
    driver.settle()
    assert driver.params == before
    driver.type("-1.25")
    driver.key(key.ENTER)
    assert driver.params.origin == (-1.25, before.origin[1])


def test_a_drag_of_a_number_changes_it_and_opens_nothing(driver):
    before = driver.params.origin[0]
    x, y = driver.item("##number origin 0")
    driver.drag((x, y), (x + 40, y))
    assert driver.params.origin[0] == pytest.approx(before + 0.8)
    assert not driver.window.main_view.gui.has_text_focus


def right_click(driver, at) -> None:
    driver.click(*at, button=mouse.RIGHT)
    driver.settle()


def handle(driver, name, index=0):
    return driver.screen(driver.grip(name, index).at)


def test_the_menu_of_a_handle_copies_and_resets_and_snaps_it(driver):
    driver.open("ray_circle", "Two hits")
    first = driver.params
    driver.change(center=(0.333, 0.777), radius=0.6)
    right_click(driver, handle(driver, "center"))
    driver.click_item("Copy Circle centre")
    assert driver.window.clipboard == "(0.333, 0.777)"
    right_click(driver, handle(driver, "center"))
    driver.click_item("Snap to the grid")
    step = driver.controls.snap_step()
    assert [x / step for x in driver.params.center] == pytest.approx(
        [round(x / step) for x in (0.333, 0.777)]
    )
    right_click(driver, handle(driver, "center"))
    driver.click_item("Back to the case's value")
    assert driver.params.center == first.center
    assert driver.params.radius == 0.6


def test_the_menu_of_the_canvas_has_commands_and_keys_work_in_it(driver):
    place = driver.controls.places[0]
    corner = (place.x + 30, place.y + place.height - 30)
    driver.wheel(*corner, 3)
    fitted = driver.controls.pixel_size()
    right_click(driver, corner)
    driver.click(*driver.items.places["Fit the view"])
    assert driver.controls.pixel_size() > fitted
    right_click(driver, corner)
    assert driver.window.main_view.gui.has_popup_open
    driver.key(key.ESCAPE)
    assert not driver.window.main_view.gui.has_popup_open


def test_the_menu_of_a_handle_ends_where_another_scene_is_opened(window_of):
    driver = window_of(SCENES[0], toys.SCENE)
    right_click(driver, handle(driver, "direction"))
    assert driver.controls.menu_request.name == "direction"
    driver.session.open(1)
    driver.settle()
    assert not driver.window.main_view.gui.has_popup_open
    assert driver.controls.menu_request is None


def test_a_drag_of_the_right_button_pans_and_opens_nothing(driver):
    place = driver.controls.places[0]
    corner = (place.x + 30, place.y + place.height - 30)
    before = driver.controls.camera(0).center
    driver.drag(corner, (corner[0] + 50, corner[1]), button=mouse.RIGHT)
    driver.settle()
    assert driver.controls.camera(0).center != before
    assert not driver.window.main_view.gui.has_popup_open


@pytest.mark.parametrize("scene", ["ray_circle", "sphere_line"])
def test_a_double_click_on_a_handle_gives_it_the_cases_value(driver, scene):
    driver.open(scene)
    name = {"ray_circle": "center", "sphere_line": "start"}[scene]
    first = getattr(driver.params, name)
    driver.change(**{name: tuple(x + 0.5 for x in first)})
    driver.double_click(*handle(driver, name))
    assert getattr(driver.params, name) == first
    driver.key(key.Z, key.MOD_CTRL)
    assert getattr(driver.params, name) != first


def plotted(driver, share):
    """Return a position in the curve, at a share of its width."""
    place = driver.layout.curve
    return place.x + share * place.width, place.y + place.height / 2


def test_the_wheel_on_the_curve_shows_less_of_its_axis_about_the_pointer(driver):
    driver.open("ray_circle")
    usual = driver.session.scene_view.curve.x
    params, at = driver.params, plotted(driver, 0.55)
    driver.wheel(*at, 3)
    driver.settle()
    nearer = driver.session.scene_view.curve.x
    assert nearer[-1] - nearer[0] < 0.6 * (usual[-1] - usual[0])
    assert usual[0] < nearer[0] < params.direction[1] < nearer[-1] < usual[-1]
    assert driver.params == params
    driver.double_click(*at)
    driver.settle()
    wide = driver.session.scene_view.curve.x
    assert (wide[0], wide[-1]) == (usual[0], usual[-1])


def test_a_double_click_in_the_curve_sets_no_number(driver):
    driver.open("ray_circle", "Two hits")
    before, past = driver.params, driver.session.open_scene.history.past
    driver.double_click(*plotted(driver, 0.3))
    driver.settle()
    assert driver.params == before
    assert driver.session.open_scene.history.past == past
    assert not driver.session.open_scene.is_edited
    driver.click(*plotted(driver, 0.8))
    assert driver.params != before


def test_the_upper_edge_of_the_curve_is_dragged(driver):
    driver.open("ray_circle")

    def height():
        return driver.layout.curve.height

    usual = height()
    assert 0.24 <= usual / driver.window.geometry.logical_size[1] <= 0.35
    x, y = driver.item("##curve edge")
    driver.drag((x, y), (x, y - 100))
    driver.settle()
    assert height() == pytest.approx(usual + 100, abs=4)
