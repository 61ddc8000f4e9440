"""Keys, buttons and the page of keys: all of one table."""

import pytest
from imgui_bundle import imgui
from pyglet.window import key

from playground.app.panels.command import CTRL
from playground.app.panels.commands import (
    ARROWS,
    COMMANDS,
    MOUSE,
    find,
    keyed,
)
from playground.study.shown import Page
from scenes import sphere_line

KEYS = [(command, pressed) for command in COMMANDS for pressed in command.keys]


@pytest.mark.parametrize(
    ("command", "pressed"), KEYS, ids=lambda value: getattr(value, "name", None)
)
def test_a_command_is_found_by_its_keys(command, pressed):
    shifts = (True, False) if pressed.shift is None else (pressed.shift,)
    for ctrl in (CTRL, key.MOD_CTRL, key.MOD_COMMAND) if pressed.ctrl else (0,):
        for shift in shifts:
            modifiers = ctrl | key.MOD_SHIFT * shift
            found = find(pressed.symbol, modifiers)
            # An arrow key nudges first what is selected.
            assert found is (None if pressed.symbol in ARROWS else command)


def test_what_no_command_has_is_no_command():
    assert find(key.F7, 0) is None
    assert find(key.Z, 0) is None
    assert find(key.C, key.MOD_SHIFT) is None


def test_every_key_is_on_the_page_of_keys_with_what_it_does(driver, texts):
    driver.key(key.F1)
    shown = set(texts)
    for command in COMMANDS:
        if command.keys and command.keys[0].symbol not in ARROWS:
            name = command.keys[0].name
            assert (name, command.title) in keyed()
            assert {name, command.title} <= shown
    assert {text for line in MOUSE for text in line} <= shown


def test_the_page_of_keys_fits_the_least_window(driver):
    driver.resize(960, 600)
    driver.key(key.F1)
    driver.settle()
    driver.window.frontend.gui.activate()
    page = imgui.internal.find_window_by_name("##keys")
    assert page.scroll_max.y == 0.0
    assert page.content_size.x <= page.inner_rect.get_width()


def test_every_sign_is_a_button_and_says_its_key(window_of):
    driver = window_of(sphere_line.SCENE)
    seen = set()
    for page in Page:
        driver.session.look(page=page)
        driver.settle()
        seen |= set(driver.items.places)
    signs = [command for command in COMMANDS if command.icon]
    assert signs
    for command in signs:
        if command.there(driver.seen):
            assert f"{command.sign(driver.seen)}##{command.help}" in seen
            assert not command.keys or f"({command.keys[0].name})" in command.help


def test_what_cannot_be_done_now_is_not_done_by_its_key(driver):
    driver.open("ray_circle")
    assert driver.session.study.timeline is None
    for command, pressed in KEYS:
        if not command.can(driver.seen):
            before = driver.params, driver.session.playback
            driver.key(pressed.symbol, CTRL * pressed.ctrl)
            assert (driver.params, driver.session.playback) == before
