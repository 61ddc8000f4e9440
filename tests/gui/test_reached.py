"""Keyboard access to everything that the mouse can do: menus, panels, map kinds."""

import pytest
from imgui_bundle import imgui
from pyglet.window import key, mouse

from playground.analysis.heat_map import MapKind
from playground.gui.commands import focus
from playground.session.view_options import Page

SHIFT = key.MOD_SHIFT


def seen(driver) -> bool:
    """Return whether the keyboard cursor is drawn."""
    driver.window.main_view.gui.activate()
    return bool(imgui.get_current_context().nav_cursor_visible)


def popup(driver) -> bool:
    return driver.window.main_view.gui.has_popup_open


@pytest.mark.parametrize("keys", [(key.MENU, 0), (key.F10, SHIFT)])
def test_the_menu_of_the_selected_handle_opens_and_is_gone_through_by_keys(
    driver, keys
):
    driver.open("ray_circle", "Two hits")
    driver.change(center=(0.333, 0.777))
    while driver.session.open_scene.selected_handle != ("center", 0):
        driver.key(key.TAB)
    driver.key(*keys)
    driver.settle()
    assert popup(driver)
    assert driver.items.focused == "Copy Circle centre O"
    assert seen(driver)
    driver.key(key.ENTER)
    driver.settle()
    assert driver.window.clipboard == "(0.333, 0.777)"
    assert not popup(driver)
    driver.key(*keys)
    driver.settle()
    driver.key(key.DOWN)
    assert driver.items.focused == "Back to the case's value"
    driver.key(key.ESCAPE)
    assert not popup(driver)
    assert driver.params.center == (0.333, 0.777)


def test_without_a_handle_the_menu_is_the_canvass(driver):
    driver.open("ray_circle")
    # The pointer lies on what will be another item.
    place = driver.controls.places[0]
    driver.move(place.center[0] + 40, place.center[1] + 60)
    driver.key(key.MENU)
    driver.settle()
    assert popup(driver)
    assert seen(driver)
    assert driver.items.focused.startswith("Copy the state")
    driver.key(key.ESCAPE)
    assert not popup(driver)


def gone_through(driver) -> set[str]:
    """Return the labels that Tab reaches in the focused panel."""
    seen: set[str] = set()
    for _ in range(80):
        if driver.items.focused in seen:
            break
        seen.add(driver.items.focused)
        driver.key(key.TAB)
    return seen


@pytest.mark.slow
def test_f6_goes_from_panel_to_panel_and_tab_about_each(driver):
    driver.open("sphere_line")
    session, reached = driver.session, {}
    assert focus.list_focusable_panels(driver.seen) == (
        "inspector",
        "curve",
        "transport",
        "bar",
        "scenes",
    )
    for name in focus.list_focusable_panels(driver.seen):
        driver.items.focused = ""
        driver.key(key.F6)
        driver.settle()
        assert focus.find_focused_panel(driver.seen) == name
        # At once something in it has the keyboard, and can be seen to.
        assert driver.items.focused
        assert seen(driver)
        reached[name] = gone_through(driver)
    assert {"##case", "##number radius", "Lab"} <= reached["inspector"]
    assert "##ball_block" in reached["scenes"]
    assert "##speed" in reached["transport"]
    assert session.open_scene.selected_handle is None
    driver.key(key.F6)
    assert focus.find_focused_panel(driver.seen) == ""
    driver.key(key.F6, SHIFT)
    assert focus.find_focused_panel(driver.seen) == "scenes"
    driver.key(key.TAB)
    assert session.open_scene.selected_handle is None
    driver.key(key.ESCAPE)
    assert focus.find_focused_panel(driver.seen) == ""
    driver.key(key.TAB)
    assert session.open_scene.selected_handle is not None


@pytest.mark.usefixtures("coarse")
def test_a_kind_of_a_map_is_shown_alone_by_keys(driver):
    driver.open("circle_rect")
    driver.session.look(map=MapKind.REGIONS)
    maps = driver.window.main_view.maps
    while maps.current_map(driver.session.scene_view) is None or maps.worker.is_pending:
        driver.settle(1)
    driver.settle()
    driver.key(key.F6)
    driver.key(key.F6)
    driver.settle()
    assert focus.find_focused_panel(driver.seen) == "legend"
    assert driver.items.focused.startswith("##kind ")
    driver.key(key.RIGHT)
    name = driver.items.focused.removeprefix("##kind ")
    driver.key(key.ENTER)
    assert driver.session.open_scene.mapped.alone == name
    driver.key(key.ENTER)
    assert driver.session.open_scene.mapped.alone == ""


def test_a_panel_that_is_gone_has_no_keyboard(driver):
    driver.open("ray_circle")
    driver.key(key.F6)
    driver.key(key.F6)
    assert focus.find_focused_panel(driver.seen) == "curve"
    driver.key(key.C)
    assert focus.find_focused_panel(driver.seen) == ""
    driver.key(key.TAB)
    assert driver.session.open_scene.selected_handle is not None


def test_a_panel_has_the_keyboard_at_once_that_comes_with_a_frame(driver):
    driver.open("ray_circle")
    driver.window_view.look(simple=True, panel="verdict")
    driver.settle(3)
    assert focus.find_focused_panel(driver.seen) == "verdict"
    assert driver.items.focused


@pytest.mark.parametrize("button", [mouse.LEFT, mouse.RIGHT])
def test_a_click_that_shuts_a_list_does_nothing_else_and_the_next_does(driver, button):
    driver.open("ray_circle", "Two hits")
    session = driver.session
    before = driver.params
    below = [
        ("Lab", lambda: session.scene_view.page is Page.LAB),
        ("##circle_rect", lambda: session.scene.id == "circle_rect"),
    ]
    for label, done in below:
        driver.session.look(page=Page.EXPLORE)
        driver.settle()
        at = driver.item(label)
        driver.click_item("##case")
        assert popup(driver)
        driver.click(*at, button=button)
        assert not popup(driver), label
        assert not done(), label
        driver.click(*at)
        assert done(), label
    driver.open("ray_circle")
    assert driver.params == before


def test_a_click_that_shuts_a_list_takes_hold_of_nothing_on_the_canvas(driver):
    driver.open("ray_circle", "Two hits")
    session, before = driver.session, driver.params
    camera = driver.controls.camera(0)
    x, y = driver.screen(driver.grip("center", 0).at)
    for start in ((x, y), (x + 1, y + 200)):
        driver.click_item("##case")
        assert popup(driver)
        driver.drag(start, (start[0] + 60, start[1] - 30))
        assert not popup(driver)
        assert driver.params == before
        assert driver.controls.camera(0) == camera
        assert session.open_scene.selected_handle is None
    driver.drag((x, y), (x + 60, y - 30))
    assert driver.params != before
    assert session.open_scene.selected_handle == ("center", 0)


def test_a_click_that_shuts_a_list_is_no_half_of_a_double_click(driver):
    driver.open("ray_circle", "Two hits")
    driver.change(center=(0.5, 0.25))
    at = driver.screen(driver.grip("center", 0).at)
    driver.click_item("##case")
    driver.double_click(*at)
    assert driver.params.center == (0.5, 0.25)
