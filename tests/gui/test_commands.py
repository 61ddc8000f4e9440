"""Keys, buttons and the list of keys: all from one registry of commands."""

import pytest
from effort import one_and_slowly_each
from imgui_bundle import imgui
from pyglet.window import key

from playground.gui.commands.command_types import CTRL
from playground.gui.commands.registry import (
    ARROWS,
    BLACK,
    COMMANDS,
    GROUPS,
    GUESS_HIT,
    GUESS_MISS,
    MOUSE_HELP,
    NEXT_QUESTION,
    NUMBER_COMMANDS,
    find_commands,
    list_shortcuts,
)
from playground.session import quiz
from playground.session.lesson import player

KEYS = [(command, pressed) for command in COMMANDS for pressed in command.keys]


def test_a_command_is_found_by_its_keys():
    for command, pressed in KEYS:
        shifts = (True, False) if pressed.shift is None else (pressed.shift,)
        for ctrl in (CTRL, key.MOD_CTRL, key.MOD_COMMAND) if pressed.ctrl else (0,):
            for shift in shifts:
                found = find_commands(pressed.symbol, ctrl | key.MOD_SHIFT * shift)
                # An arrow key nudges first what is selected.
                assert (command in found) is (pressed.symbol not in ARROWS)
                # The others are while nothing is presented.
                assert set(found) <= {command, BLACK} or command is BLACK
    assert not find_commands(key.F7, 0)
    assert not find_commands(key.Z, 0)
    assert not find_commands(key.C, key.MOD_SHIFT)


def test_every_key_is_on_the_page_of_keys_with_what_it_does(driver, texts):
    driver.key(key.F1)
    shown = set(texts)
    for command in COMMANDS:
        if command.keys and command.keys[0].symbol not in ARROWS:
            name = command.keys[0].name
            assert any(
                (name, command.title) in group for group in list_shortcuts().values()
            )
            assert {name, command.title} <= shown
    assert {text for line in MOUSE_HELP for text in line} <= shown


@pytest.mark.parametrize(
    ("size", "scrolls"), [((1280, 800), False), ((960, 600), True)]
)
def test_the_page_of_keys_fits_the_window_or_scrolls(driver, size, scrolls):
    driver.resize(*size)
    driver.key(key.F1)
    driver.settle()
    driver.window.main_view.gui.activate()
    page = imgui.internal.find_window_by_name("##keys")
    assert (page.scroll_max.y > 0.0) == scrolls
    assert page.content_size.x <= page.inner_rect.get_width()


@pytest.mark.parametrize("size", [(960, 600), (1280, 800)])
@pytest.mark.parametrize("simple", one_and_slowly_each([True, False]))
def test_everything_that_can_be_done_is_in_the_menu(driver, size, simple):
    """The menu has the commands for which the bar has no space."""
    driver.resize(*size)
    driver.window_view.look(simple=simple)
    driver.settle()
    found = set()
    for name in GROUPS:
        driver.click_item("All commands")
        driver.settle()
        driver.click(*driver.items.places[name])
        driver.settle(4)
        found |= {*driver.items.places}
        # One press is enough, though the pointer rests on what opens.
        driver.key(key.ESCAPE)
        driver.settle(3)
        assert not driver.window.main_view.gui.has_popup_open
    for command in COMMANDS:
        if command.is_available(driver.seen):
            assert command.title in found


def test_what_cannot_be_done_now_is_not_done_by_its_key(driver):
    driver.open("ray_circle")
    assert driver.session.scene_view.timeline is None
    for command, pressed in KEYS:
        if not command.is_enabled(driver.seen):
            before = driver.params, driver.session.playback
            driver.key(pressed.symbol, CTRL * pressed.ctrl)
            assert (driver.params, driver.session.playback) == before


def test_what_does_nothing_here_is_dimmed_and_not_found(driver) -> None:
    """Views of space in the plane, answers without a question."""
    driver.open("circle_rect")
    idle = [*NUMBER_COMMANDS, GUESS_HIT, GUESS_MISS, NEXT_QUESTION]
    assert not any(command.is_enabled(driver.seen) for command in idle)
    driver.open("sphere_line")
    assert [c.keys[0].name for c in NUMBER_COMMANDS if c.is_enabled(driver.seen)] == [
        "1",
        "3",
        "7",
    ]
    player.start_shipped_lesson(driver.session, driver.session.scene)
    assert all(command.is_enabled(driver.seen) for command in NUMBER_COMMANDS)
    player.close_lesson(driver.session)
    quiz.begin_round(driver.session, 1)
    assert GUESS_HIT.is_enabled(driver.seen)
    assert not NEXT_QUESTION.is_enabled(driver.seen)
    quiz.guess_hit(driver.session, False)
    assert NEXT_QUESTION.is_enabled(driver.seen)
    assert not GUESS_HIT.is_enabled(driver.seen)
