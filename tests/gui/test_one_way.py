"""Data flow: panels and canvas only read, and actions run in between."""

from pyglet.window import key
from using import refuse_changes_while_drawing

from playground.analysis.heat_map import MapKind
from playground.gui import imgui_fonts


def test_what_is_clicked_and_typed_is_done_once_all_is_drawn(
    driver, monkeypatch
) -> None:
    refuse_changes_while_drawing(monkeypatch)
    driver.open("ray_circle")
    before = driver.params
    x, y = driver.item("##slider radius")
    driver.drag((x, y), (x + 30.0, y))
    assert driver.params.radius != before.radius
    driver.double_click(*driver.item("##number radius"))
    driver.type("1.25")
    driver.key(key.ENTER)
    assert driver.params.radius == 1.25
    driver.click_item("##case")
    driver.click_item("Tangent")
    assert driver.session.open_scene.case == "Tangent"
    driver.click_item("Lab")
    driver.session.look(map=MapKind.REGIONS)
    driver.click_item("up##float64")
    driver.click_item("Off")
    driver.click_item("Explore")
    assert driver.session.view.map is None
    driver.click_item(imgui_fonts.UNDO)
    assert driver.session.open_scene.history.future


def test_a_gesture_on_a_slider_is_one_step(driver) -> None:
    driver.open("ray_circle")
    past = len(driver.session.open_scene.history.past)
    x, y = driver.item("##slider radius")
    driver.drag((x, y), (x + 40.0, y), pieces=6)
    assert len(driver.session.open_scene.history.past) == past + 1
    driver.drag((x + 40.0, y), (x, y), pieces=6)
    assert len(driver.session.open_scene.history.past) == past + 2


def test_the_canvas_shows_a_click_in_the_same_frame(driver) -> None:
    driver.open("ray_circle")
    driver.settle()
    at = driver.item("##slider radius")
    driver.move(*at)
    shown = driver.controls.motion.draw_list
    driver.press()
    assert driver.controls.motion.draw_list is not shown
    assert (
        driver.controls.motion.draw_list
        == driver.session.scene_view.picture.hide_derivation({})
    )
    driver.release()
