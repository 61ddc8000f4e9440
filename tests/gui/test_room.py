"""Scale, presentation and command palette, for a large room and a keyboard."""

from dataclasses import replace

import pytest
from pyglet.window import key

from playground.analysis.heat_map import MapKind
from playground.gui.panels.palette_items import (
    generate_palette_items,
    match_items,
    match_numbers,
)
from playground.session import step_navigation
from playground.session.texts import case_groups
from playground.session.view_options import Page

CTRL = key.MOD_CTRL


def test_the_interface_grows_and_shrinks_and_comes_back(driver):
    usual = driver.window.geometry.logical_size
    driver.key(key.EQUAL, CTRL)
    larger = driver.window.geometry.logical_size
    assert larger[0] < usual[0]
    driver.key(key.MINUS, CTRL)
    driver.key(key.MINUS, CTRL)
    assert driver.window.geometry.logical_size[0] > usual[0]
    driver.key(key._0, CTRL)
    assert driver.window.geometry.logical_size == usual


def test_however_large_it_is_wanted_the_panels_have_room(driver):
    for _ in range(12):
        driver.key(key.PLUS, CTRL)
    wide, high = driver.window.geometry.logical_size
    assert wide >= 960 - 1e-6
    assert high >= 600 - 1e-6
    assert "as large as the window has room for" in driver.session.notice
    largest = driver.window.geometry.logical_size
    driver.key(key.MINUS, CTRL)
    assert driver.window.geometry.logical_size > largest


def test_what_the_pointer_is_on_does_not_depend_on_the_scale(driver):
    driver.key(key.EQUAL, CTRL)
    driver.key(key.EQUAL, CTRL)
    origin = driver.params.origin
    x, y = driver.controls.camera(0).to_screen(origin, driver.controls.places[0])
    ratio = driver.window.geometry.ratio
    driver.move(x * ratio, y * ratio)
    assert driver.controls.hover[0] == "origin"


def test_a_view_that_nobody_moved_fits_the_room_that_a_map_leaves(driver):
    driver.open("circle_rect")
    pixel = driver.controls.pixel_size()
    driver.session.look(map=MapKind.REGIONS)
    driver.settle()
    assert driver.controls.pixel_size() < 0.9 * pixel
    driver.session.look(map=None)
    driver.settle()
    assert driver.controls.pixel_size() == pixel


FOUND = [
    ("tangent", lambda s: s.open_scene.case == "Tangent"),
    ("page lab", lambda s: s.scene_view.page is Page.LAB),
    ("map: mis", lambda s: s.view.map is MapKind.MISTAKES),
    ("compare the code", lambda s: s.view.compare),
    ("radius 1/4", lambda s: s.params.radius == 0.25),
    ("circle centre o x = sqrt(4)", lambda s: s.params.center[0] == 2.0),
    ("ball vs", lambda s: s.scene.id == "ball_block"),
]


@pytest.mark.slow
def test_anything_is_found_by_a_few_letters_and_enter(driver):
    for text, done in FOUND:
        assert not done(driver.session)
        driver.key(key.P, CTRL)
        driver.settle()
        driver.type(text)
        driver.key(key.ENTER)
        driver.settle()
        assert done(driver.session), text
        assert not driver.window_view.finding


def test_what_is_typed_before_the_field_is_there_is_for_it(driver):
    before = driver.params
    press, typed = "on_key_press", "on_text"
    driver.window.dispatch_event(press, key.P, CTRL)
    for letter in "radius 2":  # R alone would reset
        driver.window.dispatch_event(press, ord(letter), 0)
        driver.window.dispatch_event(typed, letter)
        driver.window.dispatch_event("on_key_release", ord(letter), 0)
    driver.window.dispatch_event(press, key.ENTER, 0)
    driver.settle(30)
    assert driver.params == replace(before, radius=2.0)
    assert not driver.window_view.finding


def test_the_arrow_keys_step_what_is_presented_whatever_is_selected(driver):
    step_navigation.go_to_step(driver.session, 2)
    driver.key(key.TAB)
    assert driver.session.open_scene.selected_handle
    driver.key(key.F5)
    before = driver.params
    driver.window.dispatch_event("on_text_motion", key.MOTION_RIGHT)
    assert driver.session.open_scene.step == 3
    assert driver.params == before


def test_the_arrow_keys_choose_among_what_fits(driver):
    driver.key(key.P, CTRL)
    driver.settle()
    driver.type("page")
    driver.key(key.DOWN)
    driver.settle()
    driver.key(key.ENTER)
    driver.settle()
    assert driver.session.scene_view.page is driver.session.scene_view.pages[1]


def test_esc_closes_it_and_nothing_is_done(driver):
    params = driver.params
    driver.key(key.P, CTRL)
    driver.settle()
    driver.type("tangent")
    driver.key(key.ESCAPE)
    driver.settle()
    assert not driver.window_view.finding
    assert driver.params == params


def test_whole_words_come_before_scattered_letters(driver):
    among = [*generate_palette_items(driver.seen)]
    titles = [choice.title for choice in match_items("undo", among)] or ["none"]
    scattered = [choice.title for choice in match_items("tngt", among)]
    assert scattered[0] == "Tangent"
    assert "Undo" not in titles  # nothing to undo yet


def test_a_number_out_of_its_range_is_not_offered(driver):
    assert match_numbers("radius 2", driver.seen)
    assert not match_numbers("radius -3", driver.seen)
    assert not match_numbers("radius twelve", driver.seen)


def test_an_open_list_takes_arrows_letters_enter_and_esc(driver):
    def chosen(*keys: int, letters: str = "") -> str:
        driver.session.choose_case(first)
        driver.settle()
        driver.click_item("##case")
        driver.settle()
        for letter in letters:
            driver.type(letter)
            driver.settle()
        for symbol in keys:
            driver.key(symbol)
        assert not driver.window.main_view.gui.has_popup_open
        return driver.session.open_scene.case

    first, scene = driver.session.open_scene.case, driver.session.scene
    assert chosen(key.DOWN, key.DOWN, key.ENTER) == [*case_groups(scene)][2]
    names = [n for n in scene.cases if n.startswith("F")]
    assert chosen(key.ENTER, letters="ff") == names[1]
    assert chosen(key.DOWN, key.ESCAPE) == first


def test_the_keyboard_reaches_a_number_in_the_panel(driver):
    driver.key(key.F6)
    driver.settle()
    while driver.items.focused != "##number radius":
        driver.key(key.DOWN)
    driver.key(key.ENTER)
    driver.type("0.75")
    driver.key(key.ENTER)
    assert driver.params.radius == 0.75
    driver.key(key.DOWN)
    assert driver.items.focused != "##number radius"
    for _ in range(40):
        if "###all numbers" in driver.items.focused:
            break
        driver.key(key.DOWN)
    driver.key(key.ENTER)
    assert driver.session.view.numbers
    driver.key(key.ESCAPE)
    assert not driver.window_view.panel
