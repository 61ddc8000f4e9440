"""Whether the window fills the screen."""

from pyglet.window import Window

from playground.app.shell.frame_pacing import Pace
from playground.app.shell.keyboard import Keyboard
from playground.app.shell.window_size import Measures


class FullScreen:
    """Turns it on and off, after the frame that asks: that is still being drawn."""

    def __init__(
        self, window: Window, measures: Measures, keyboard: Keyboard, pace: Pace
    ) -> None:
        self._window, self._measures = window, measures
        self._keyboard, self._pace = keyboard, pace
        self._windowed = measures.size

    @property
    def on(self) -> bool:
        """Whether it is."""
        return bool(self._window.fullscreen)

    @property
    def windowed(self) -> tuple[int, int]:
        """How large the window is when it does not fill the screen."""
        return self._windowed if self.on else self._measures.size

    def turn(self) -> None:
        """Turn it on, or off."""
        self._pace.schedule.once(self._turn, 0.0)

    def close(self) -> None:
        """Turn no more."""
        self._pace.schedule.drop(self._turn)

    def _turn(self, _elapsed: float) -> None:
        if not self.on:
            self._windowed = self._measures.size
        self._window.set_fullscreen(not self.on)
        # On X11 it is another window, which never hears that the key was let go.
        self._keyboard.all_let_go()
        self._pace.refresh()
