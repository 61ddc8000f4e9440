"""Whether the window fills the screen."""

from pyglet.window import Window

from playground.gui.event_log import HUSH, Tape
from playground.gui.frame_scheduler import Pace
from playground.gui.input.keyboard import Keyboard
from playground.gui.window_geometry import Measures
from playground.session.session import Session


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


# ----------------------------------------------------------------------------
# The clipboard, as a window and its log know it.
# ----------------------------------------------------------------------------


class Clipboard:
    """Reads and writes; a log that is redone brings its own and changes nothing."""

    def __init__(self, window: Window, tape: Tape) -> None:
        self._window, self._tape = window, tape

    def read(self) -> str:
        """Return the text that is in it."""
        redoing = self._tape.redoing
        return self._tape.clipboard(
            "" if redoing else self._window.get_clipboard_text()
        )

    def write(self, text: str) -> None:
        """Put a text into it."""
        if not self._tape.redoing:
            self._window.set_clipboard_text(text)


# ----------------------------------------------------------------------------
# How long the session's notice is shown.
# ----------------------------------------------------------------------------


_NOTICE_SECONDS = 1.8
# So many letters are read in a second.
_LETTERS_READ = 16.0


class Notices:
    """Lets each notice stay until it can be read."""

    def __init__(self, session: Session, tape: Tape, pace: Pace) -> None:
        self._session, self._tape, self._pace = session, tape, pace
        self._shown = ""

    def see(self) -> None:
        """See whether there is another one: a frame was drawn."""
        notice = self._session.notice
        if notice and notice != self._shown:
            self._pace.refresh()
            self._pace.schedule.drop(self._hide)
            seconds = max(_NOTICE_SECONDS, len(notice) / _LETTERS_READ)
            self._pace.schedule.once(self._hide, seconds)
        self._shown = notice

    def hide(self) -> None:
        """Show it no longer, unless a log is redone that says nothing of it."""
        if self._tape.hears(HUSH):
            self._session.notice = ""
            self._pace.refresh()

    def forget(self) -> None:
        """Take the one on show for another one."""
        self._shown = ""

    def close(self) -> None:
        """Wait for nothing any more."""
        self._pace.schedule.drop(self._hide)

    def _hide(self, _elapsed: float) -> None:
        self.hide()
