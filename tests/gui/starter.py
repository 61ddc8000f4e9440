"""Program that starts the window and reports its frames: `python starter.py TOLD …`.

After SIGUSR1 it writes the number of frames drawn so far to the file TOLD, after
SIGUSR2 once no frame is left to draw.
"""

import json
import signal
import sys
from pathlib import Path

import pyglet
from pyglet.libs.x11 import xlib

from playground.cli.main import main
from playground.gui.window import PlaygroundWindow

# How often it is looked whether all is at rest, in seconds.
_POLL_INTERVAL_S = 0.05


class Teller:
    """Reporter of the number of frames, with the number of the request."""

    def __init__(self, told: Path) -> None:
        self._told, self._asked = told, 0
        signal.signal(signal.SIGUSR1, lambda *_: self._tell_now())
        signal.signal(signal.SIGUSR2, lambda *_: self._wait_for_rest())

    def _tell_now(self) -> None:
        self._asked += 1
        self._tell(_drawn_frames())

    def _wait_for_rest(self) -> None:
        self._asked += 1
        pyglet.clock.schedule_once(self._look, 0.0, None)
        # Else it may wait for an event first.
        pyglet.app.platform_event_loop.notify()

    def _look(self, _elapsed: float, before: int | None) -> None:
        """Report if no frame was left to draw at the last check, nor is now."""
        frames = _drawn_frames() if _is_at_rest() else None
        if frames is None or frames != before:
            pyglet.clock.schedule_once(self._look, _POLL_INTERVAL_S, frames)
            return
        for window in pyglet.app.windows:
            # What was drawn is on the screen.
            xlib.XSync(window._x_display, 0)
        self._tell(frames)

    def _tell(self, frames: int) -> None:
        new = self._told.with_suffix(".new")
        new.write_text(json.dumps([self._asked, frames]))
        new.replace(self._told)


def _windows() -> list[PlaygroundWindow]:
    return [w for w in pyglet.app.windows if isinstance(w, PlaygroundWindow)]


def _drawn_frames() -> int:
    return sum(window.frame_count for window in _windows())


def _is_at_rest() -> bool:
    for window in _windows():
        view, scheduler = window.main_view, window.frame_scheduler
        if (
            not scheduler.is_idle
            or scheduler._is_result_pending
            or view.controls.motion.is_moving
            or view.thumbnails.pending
            or window.event_player.is_replaying
        ):
            return False
    return bool(_windows())


if __name__ == "__main__":
    Teller(Path(sys.argv.pop(1)))
    sys.exit(main())
