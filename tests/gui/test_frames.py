"""Computations of a frame, and of the events before it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from pyglet.window import key, mouse
from toys import SCENE, InCircle
from toys import solve as solved


class Counted:
    """The toy scene with a list of solved params."""

    def __init__(self) -> None:
        self.asked: list[InCircle] = []
        self.scene = replace(SCENE, solve=self._solve)

    def _solve(self, p: InCircle):
        self.asked.append(p)
        return solved(p)

    def since(self, work: Callable[[], object]) -> list[InCircle]:
        """Return the params solved during `work`."""
        self.asked.clear()
        work()
        return list(self.asked)


@pytest.fixture
def counted() -> Counted:
    return Counted()


@pytest.fixture
def toy(window_of: Callable[..., Any], counted: Counted) -> Any:
    return window_of(counted.scene)


def told(driver, event: str, *arguments: int) -> None:
    """Send a mouse event at the pointer's position without drawing a frame."""
    driver.window.dispatch_event(event, *driver._flip(), *arguments)


def dragged(driver, dx: int, dy: int, modifiers: int = 0) -> None:
    moved = driver._go(driver.at[0] + dx, driver.at[1] + dy)
    driver.window.dispatch_event("on_mouse_drag", *moved, mouse.LEFT, modifiers)


def held(driver) -> None:
    driver.move(*driver.screen(driver.params.at))
    driver.press()


def test_only_the_last_place_before_a_frame_is_solved(toy, counted: Counted):
    held(toy)
    first = toy.params

    def eight() -> None:
        for _ in range(8):
            dragged(toy, 10, 4)

    assert not counted.since(eight)
    assert toy.params == first
    seen = counted.since(lambda: toy.settle(1))
    assert {p.at for p in seen} == {toy.params.at}
    place = toy.controls.places[0]
    there = toy.controls.camera(0).to_world(toy.at, place)
    assert toy.params.at == pytest.approx(tuple(there), abs=toy.controls.pixel_size())


def test_moves_over_the_canvas_wait_for_the_frame(toy):
    toy.move(*toy.screen((2.5, 2.5)))
    x, y = toy.screen(toy.params.at)
    toy.window.dispatch_event("on_mouse_motion", *toy._go(x, y))
    assert toy.controls.hover is None
    toy.settle(1)
    assert toy.controls.hover[0] == "at"


def test_press_drag_and_release_keep_their_order_without_a_frame(toy):
    begun = toy.params.at
    toy.window.dispatch_event("on_mouse_motion", *toy._go(*toy.screen(begun)))
    told(toy, "on_mouse_press", mouse.LEFT, 0)
    dragged(toy, 30, 0)
    dragged(toy, 30, 0)
    told(toy, "on_mouse_release", mouse.LEFT, 0)
    moved = toy.params.at
    assert moved[0] == pytest.approx(
        begun[0] + 60 * toy.controls.pixel_size(), rel=0.05
    )
    # What comes after the release moves nothing any more.
    dragged(toy, 100, 0)
    toy.settle()
    assert toy.params.at == moved


def test_a_key_acts_on_what_was_dragged_before_it(toy):
    held(toy)
    dragged(toy, 40, 0)
    toy.window.dispatch_event("on_key_press", key.R, 0)
    assert toy.params == SCENE.initial_params()
    toy.settle()
    assert toy.params == SCENE.initial_params()


def test_a_pan_is_as_long_as_all_its_moves(toy):
    toy.move(*toy.controls.places[0].center)
    toy.press(mouse.MIDDLE)
    before = toy.controls.camera(0)
    for dx, dy in ((12, 0), (0, -7), (20, 5)):
        moved = toy._go(toy.at[0] + dx, toy.at[1] + dy)
        toy.window.dispatch_event("on_mouse_drag", *moved, mouse.MIDDLE, 0)
    toy.settle(1)
    after = toy.controls.camera(0)
    assert after.center == pytest.approx(before.pan(32, -2).center)
