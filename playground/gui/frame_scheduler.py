"""When frames are drawn: only when something has changed."""

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pyglet
from pyglet.window import Window

from playground.gui.error_boundary import ErrorBoundary
from playground.gui.event_log import HIDE_NOTICE, EventPlayer
from playground.gui.main_view import MainView
from playground.gui.window_geometry import WindowGeometry
from playground.quick_dataclass import dataclass
from playground.session.session import Session

if TYPE_CHECKING:
    from playground.session.user_code_run import UserCode
    from playground.session.watched_scene import WatchedScene


DelayedCall = Callable[[float], object]


class CallScheduler:
    """Has work done later: it is told how many seconds have passed."""

    def __init__(self, boundary: ErrorBoundary) -> None:
        self._boundary = boundary

    def call_once(self, work: DelayedCall, seconds: float) -> None:
        """Do it once, after so many seconds."""
        pyglet.clock.schedule_once(_GuardedCall(self._boundary, work), seconds)

    def call_every(self, work: DelayedCall, seconds: float) -> None:
        """Do it again and again, so many seconds apart."""
        pyglet.clock.schedule_interval(_GuardedCall(self._boundary, work), seconds)

    def cancel(self, work: DelayedCall) -> None:
        """Do it no more."""
        pyglet.clock.unschedule(_GuardedCall(self._boundary, work))


@dataclass(frozen=True)
class _GuardedCall:
    """Work that ends nothing; the same work is equal, as pyglet looks for it."""

    boundary: ErrorBoundary
    work: DelayedCall

    def __call__(self, elapsed: float) -> None:
        work = partial(self.work, elapsed)
        self.boundary.run_guarded("What was to come", work, is_automatic=True)


# ----------------------------------------------------------------------------


# ImGui settles what is under the pointer over the frames after an event.
SETTLING_FRAME_COUNT = 3
# So often it is looked whether a file that is followed has been saved, in seconds.
_FILE_POLL_INTERVAL_S = 0.4


class FrameScheduler:
    """Asks the window for frames.

    After an event, while something moves or plays, and when a map, a film or judged
    code has something new to show.

    `is_map_awaited` says that somebody waits until the map is finished; `schedule`
    calls functions later, for everybody in the window.
    """

    def __init__(
        self,
        window: Window,
        session: Session,
        main_view: MainView,
        event_player: EventPlayer,
        schedule: CallScheduler,
    ) -> None:
        self.schedule = schedule
        self._window, self._session, self._event_player = window, session, event_player
        self._main_view, self._worker = main_view, main_view.maps.worker
        # The swap waits for the display; where it does not, this paces the frames.
        mode = window.screen.get_mode()
        self._period = 0.9 / (mode.rate if mode and mode.rate else 60)
        self.is_map_awaited = False
        self._frames_left = 0
        self._drawn_map: object = None
        self._drawn_result_count = 0
        self._drawn_state: object = None
        self._polled_files: tuple[UserCode | None, WatchedScene | None] = (None, None)

    def request_frames(self) -> None:
        """Ask for frames: now, and a few more until everything has settled."""
        if self._event_player.is_replaying:
            return
        if self._frames_left == 0:
            self.schedule.call_once(self._next_frame, 0.0)
        self._frames_left = max(self._frames_left, SETTLING_FRAME_COUNT)

    def request_frames_after_key(self) -> None:
        """Ask for frames after a key: ImGui may take in one of them a frame."""
        self.request_frames()
        self._frames_left += 1

    def cancel_frames(self) -> None:
        """Draw no frame by itself until the next that is asked for."""
        self.schedule.cancel(self._next_frame)
        self._frames_left = 0

    @property
    def is_idle(self) -> bool:
        """Whether all that has come is shown, and no frame is to be drawn."""
        return self._frames_left == 0 and not self._has_unseen_result

    def begin_frame(self) -> None:
        """Note what the frame that is drawn now shows."""
        self._drawn_map = self._worker.current_image
        judged, own = self._user_code, self._session.watched_scene
        self._drawn_result_count = judged.news if judged else 0
        self._drawn_state = self._visible_state
        if (judged, own) != self._polled_files:
            self._polled_files = judged, own
            self.schedule.cancel(self._poll_files)
            self.schedule.call_every(self._poll_files, _FILE_POLL_INTERVAL_S)

    def close(self) -> None:
        """Draw no more."""
        for scheduled in (self._next_frame, self._poll_results, self._poll_files):
            self.schedule.cancel(scheduled)

    def _next_frame(self, _elapsed: float) -> None:
        started = time.perf_counter()
        try:
            self._window.draw(0.0)
        except Exception:
            # It is asked for again with the next event.
            self._frames_left = 0
            raise
        if self._window.context is None:
            return
        self._frames_left = max(self._frames_left - 1, 0)
        if self._is_frame_outdated or self._main_view.gui.has_pending_input:
            self._frames_left = max(self._frames_left, 1)
        if self._frames_left or self._main_view.is_moving:
            self._frames_left = max(self._frames_left, 1)
            rest = self._period - (time.perf_counter() - started)
            self.schedule.call_once(self._next_frame, max(rest, 0.0))
        elif self._is_result_pending or self._has_unseen_result or self.is_map_awaited:
            self.schedule.call_once(self._poll_results, self._period)

    @property
    def _is_frame_outdated(self) -> bool:
        """Whether the last frame has shown what was so before it, and what after."""
        return self._drawn_state != self._visible_state

    @property
    def _visible_state(self) -> object:
        return self._session.display_key, replace(self._main_view.window_view)

    @property
    def _user_code(self) -> "UserCode | None":
        return self._session.open_scene.user_code

    @property
    def _is_result_pending(self) -> bool:
        """Whether a map or an answer of somebody's code is still to come."""
        judged = self._user_code
        return self._worker.is_pending or bool(judged and judged.pending)

    @property
    def _has_unseen_result(self) -> bool:
        """Whether something has come in while the last frame was drawn, or since."""
        judged = self._user_code
        answered = judged is not None and judged.news != self._drawn_result_count
        return answered or self._worker.current_image is not self._drawn_map

    def _poll_results(self, _elapsed: float) -> None:
        """Draw again when a map has got any further, or an answer has come."""
        worker = self._worker
        news = worker.failure or self._has_unseen_result
        if news or (self.is_map_awaited and not worker.is_pending):
            self.request_frames()
        elif self._is_result_pending and self._frames_left == 0:
            self.schedule.call_once(self._poll_results, self._period)

    def _poll_files(self, _elapsed: float) -> None:
        """Draw again when the file of a scene or of opened code has been saved."""
        judged, own = self._user_code, self._session.watched_scene
        if judged is None and own is None:
            self.schedule.cancel(self._poll_files)
        elif (judged and judged.is_outdated) or (own and own.file.is_outdated):
            self.request_frames()


# ----------------------------------------------------------------------------
# Who acts in a window, and how long the session's notice is shown.
# ----------------------------------------------------------------------------


@dataclass(frozen=True)
class WindowParts:
    """What those who act in a window act on."""

    window: Window
    session: Session
    main_view: MainView
    event_player: EventPlayer
    geometry: WindowGeometry
    frame_scheduler: FrameScheduler


class WindowComponent:
    """Acts in a window, on parts of it."""

    def __init__(self, parts: WindowParts) -> None:
        self._window, self._session = parts.window, parts.session
        self._main_view, self._geometry = parts.main_view, parts.geometry
        self._event_player = parts.event_player
        self._frame_scheduler = parts.frame_scheduler


_MIN_NOTICE_DURATION_S = 1.8
# So many letters are read in a second.
_READING_SPEED_LETTERS_PER_S = 16.0


class NoticeTimer(WindowComponent):
    """Lets each notice stay until it can be read."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts)
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
