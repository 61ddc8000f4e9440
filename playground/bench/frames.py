"""What a frame of a drag costs: the main thread's own processor time in a real window.

The driver's part (drawing, uploading, swapping) is timed apart and taken off, so that
what is left is this program's work and Dear ImGui's, however the pixels are made.
"""

import math
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from imgui_bundle import imgui
from pyglet import gl
from pyglet.window import Window, mouse

from playground.app.shell.window import PlaygroundWindow
from playground.explore.map import MapKind
from playground.scene.scene import Entry
from playground.study.session import Session

# The first frames fill what is kept from frame to frame.
_WARM = 10
# A drag goes round on a circle of so many pixels, by so many radians a frame.
_REACH, _TURN = 40.0, 0.3
_DRIVER = (
    "glBufferData", "glBufferSubData", "glClear", "glDrawArrays",
    "glDrawArraysInstanced", "glTexImage2D", "glTexSubImage2D",
)  # fmt: skip


@dataclass(frozen=True)
class FrameCost:
    """The median milliseconds of a scene's drag frame: its own work, and the driver's.

    `events` is how many times the mouse moved before each frame. `map` is the map on
    show, "none" with the curve in its place.
    """

    scene: str
    dimension: int
    events: int
    map: str
    own: float
    driver: float


class _Driver:
    """Adds up the processor time that the driver takes of the main thread."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def timed(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any) -> Any:
            start = time.thread_time()
            try:
                return call(*arguments)
            finally:
                self.seconds += time.thread_time() - start

        return called


@contextmanager
def _timed_driver(window: Window) -> Iterator[_Driver]:
    driver, backend = _Driver(), imgui.backends
    places = [(gl, name) for name in _DRIVER]
    places += [(backend, "opengl3_render_draw_data"), (window, "flip")]
    before = [getattr(owner, name) for owner, name in places]
    for (owner, name), call in zip(places, before, strict=True):
        setattr(owner, name, driver.timed(call))
    try:
        yield driver
    finally:
        for (owner, name), call in zip(places, before, strict=True):
            setattr(owner, name, call)


def drag_frames(
    scenes: Sequence[Entry],
    events: int = 1,
    frames: int = 120,
    kind: MapKind | None = None,
) -> list[FrameCost]:
    """Return what a frame costs in each scene while its first handle is dragged.

    No pixels are made: in software they are most of a frame, and not ours.
    """
    session = Session(scenes)
    session.look(map=kind)
    window = PlaygroundWindow(session, visible=False)
    Window._enable_event_queue = False
    window.dispatch_events()
    gl.glEnable(gl.GL_RASTERIZER_DISCARD)
    try:
        with _timed_driver(window) as driver:
            return [_dragged(window, driver, scene, events, frames) for scene in scenes]
    finally:
        window.close()
        Window._enable_event_queue = True


def _dragged(
    window: PlaygroundWindow, driver: _Driver, scene: Entry, events: int, frames: int
) -> FrameCost:
    session, controls = window.session, window.frontend.controls
    kind = session.view.map
    session.open(session.find(scene.id))
    for _ in range(3):
        window.draw(0.0)
    grip = session.study.grips(controls.pixel())[0]
    x, y = controls.camera(0).to_screen(grip.at, controls.places[0]).tolist()
    at = round(x), round(window.height - y)
    window.dispatch_event("on_mouse_motion", *at, 0, 0)
    window.draw(0.0)
    window.dispatch_event("on_mouse_press", *at, mouse.LEFT, 0)
    window.draw(0.0)
    begin, own, others = at, [], []
    for frame in range(_WARM + frames):
        start, before = time.thread_time(), driver.seconds
        for event in range(1, events + 1):
            turn = _TURN * (frame + event / events)
            goal = (
                begin[0] + round(_REACH * (math.cos(turn) - 1.0)),
                begin[1] + round(_REACH * math.sin(turn)),
            )
            moved = goal[0] - at[0], goal[1] - at[1]
            at = goal
            window.dispatch_event("on_mouse_drag", *at, *moved, mouse.LEFT, 0)
        window.draw(0.0)
        taken, theirs = time.thread_time() - start, driver.seconds - before
        own.append(taken - theirs)
        others.append(theirs)
    window.dispatch_event("on_mouse_release", *at, mouse.LEFT, 0)
    window.draw(0.0)
    return FrameCost(
        scene.id,
        scene.dimension,
        events,
        str(kind.value).lower() if kind else "none",
        1e3 * statistics.median(own[_WARM:]),
        1e3 * statistics.median(others[_WARM:]),
    )
