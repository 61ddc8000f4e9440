"""Whether the window fills the screen."""

from pyglet.window import Window

from playground.gui.event_log import HIDE_NOTICE, EventPlayer
from playground.gui.frame_scheduler import FrameScheduler
from playground.gui.input.keyboard import Keyboard
from playground.gui.window_geometry import WindowGeometry
from playground.session.session import Session


class FullScreen:
    """Turns it on and off, after the frame that asks: that is still being drawn."""

    def __init__(
        self,
        window: Window,
        geometry: WindowGeometry,
        keyboard: Keyboard,
        frame_scheduler: FrameScheduler,
    ) -> None:
        self._window, self._geometry = window, geometry
        self._keyboard, self._frame_scheduler = keyboard, frame_scheduler
        self._window_size = geometry.size

    @property
    def is_on(self) -> bool:
        """Whether it is."""
        return bool(self._window.fullscreen)

    @property
    def window_size(self) -> tuple[int, int]:
        """How large the window is when it does not fill the screen."""
        return self._window_size if self.is_on else self._geometry.size

    def toggle(self) -> None:
        """Turn it on, or off."""
        self._frame_scheduler.schedule.call_once(self._toggle_now, 0.0)

    def close(self) -> None:
        """Turn no more."""
        self._frame_scheduler.schedule.cancel(self._toggle_now)

    def _toggle_now(self, _elapsed: float) -> None:
        if not self.is_on:
            self._window_size = self._geometry.size
        self._window.set_fullscreen(not self.is_on)
        # On X11 it is another window, which never hears that the key was let go.
        self._keyboard.release_all_keys()
        self._frame_scheduler.request_frames()


# ----------------------------------------------------------------------------
# The clipboard, as a window and its log know it.
# ----------------------------------------------------------------------------


class Clipboard:
    """Reads and writes; a log that is redone brings its own and changes nothing."""

    def __init__(self, window: Window, event_player: EventPlayer) -> None:
        self._window, self._event_player = window, event_player

    def read(self) -> str:
        """Return the text that is in it."""
        redoing = self._event_player.is_replaying
        return self._event_player.replay_clipboard(
            "" if redoing else self._window.get_clipboard_text()
        )

    def write(self, text: str) -> None:
        """Put a text into it."""
        if not self._event_player.is_replaying:
            self._window.set_clipboard_text(text)


# ----------------------------------------------------------------------------
# How long the session's notice is shown.
# ----------------------------------------------------------------------------


_MIN_NOTICE_DURATION_S = 1.8
# So many letters are read in a second.
_READING_SPEED_LETTERS_PER_S = 16.0


class NoticeTimer:
    """Lets each notice stay until it can be read."""

    def __init__(
        self,
        session: Session,
        event_player: EventPlayer,
        frame_scheduler: FrameScheduler,
    ) -> None:
        self._session, self._event_player, self._frame_scheduler = (
            session,
            event_player,
            frame_scheduler,
        )
        self._last_notice = ""

    def update(self) -> None:
        """See whether there is another one: a frame was drawn."""
        notice = self._session.notice
        if notice and notice != self._last_notice:
            self._frame_scheduler.request_frames()
            self._frame_scheduler.schedule.cancel(self._hide)
            seconds = max(
                _MIN_NOTICE_DURATION_S, len(notice) / _READING_SPEED_LETTERS_PER_S
            )
            self._frame_scheduler.schedule.call_once(self._hide, seconds)
        self._last_notice = notice

    def hide(self) -> None:
        """Show it no longer, unless a log is redone that says nothing of it."""
        if self._event_player.record_event(HIDE_NOTICE):
            self._session.notice = ""
            self._frame_scheduler.request_frames()

    def reset(self) -> None:
        """Take the one on show for another one."""
        self._last_notice = ""

    def close(self) -> None:
        """Wait for nothing any more."""
        self._frame_scheduler.schedule.cancel(self._hide)

    def _hide(self, _elapsed: float) -> None:
        self.hide()
