"""Scheduling of frames and delayed calls: frames are drawn only after changes."""

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
    from playground.session.open_scene import WatchedScene
    from playground.session.user_code_run import UserCode


DelayedCall = Callable[[float], object]


class CallScheduler:
    """Scheduler of delayed calls within the error boundary.

    Functions take the elapsed time in seconds.
    """

    def __init__(self, boundary: ErrorBoundary) -> None:
        self._boundary = boundary

    def call_once(self, work: DelayedCall, seconds: float) -> None:
        """Call `work` once, after a delay in seconds."""
        pyglet.clock.schedule_once(_GuardedCall(self._boundary, work), seconds)

    def call_every(self, work: DelayedCall, seconds: float) -> None:
        """Call `work` repeatedly, at an interval in seconds."""
        pyglet.clock.schedule_interval(_GuardedCall(self._boundary, work), seconds)

    def cancel(self, work: DelayedCall) -> None:
        """Cancel the pending calls of `work`; none is an error."""
        pyglet.clock.unschedule(_GuardedCall(self._boundary, work))


@dataclass(frozen=True)
class _GuardedCall:
    """Call within the error boundary; equal for equal work, for cancellation."""

    boundary: ErrorBoundary
    work: DelayedCall

    def __call__(self, elapsed: float) -> None:
        work = partial(self.work, elapsed)
        self.boundary.run_guarded("What was to come", work, is_automatic=True)


# ----------------------------------------------------------------------------


# ImGui updates hover states over several frames after an event.
SETTLING_FRAME_COUNT = 3
# Interval of checks for changes of watched files.
_FILE_POLL_INTERVAL_S = 0.4


class FrameScheduler:
    """Scheduler of frames.

    It requests frames after events, during animations and playback, and for new results
    of a map, a film or user code.

    Attributes
    ----------
    is_map_awaited : bool
        Whether something waits for the finished map.
    schedule : CallScheduler
        Scheduler of delayed calls.
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
        # Frame period, if swapping buffers does not wait for the display.
        mode = window.screen.get_mode()
        self._period = 0.9 / (mode.rate if mode and mode.rate else 60)
        self.is_map_awaited = False
        self._frames_left = 0
        self._drawn_map: object = None
        self._drawn_result_count = 0
        self._drawn_state: object = None
        self._polled_files: tuple[UserCode | None, WatchedScene | None] = (None, None)

    def request_frames(self) -> None:
        """Request a frame now and a few more until ImGui has settled.

        During a replay nothing happens.
        """
        if self._event_player.is_replaying:
            return
        if self._frames_left == 0:
            self.schedule.call_once(self._next_frame, 0.0)
        self._frames_left = max(self._frames_left, SETTLING_FRAME_COUNT)

    def request_frames_after_key(self) -> None:
        """Request frames for a key; ImGui may process only one key per frame."""
        self.request_frames()
        self._frames_left += 1

    def cancel_frames(self) -> None:
        """Cancel the requested frames."""
        self.schedule.cancel(self._next_frame)
        self._frames_left = 0

    @property
    def is_idle(self) -> bool:
        """Whether no frame is requested and all results that have arrived are drawn."""
        return self._frames_left == 0 and not self._has_unseen_result

    def begin_frame(self) -> None:
        """Remember the state that the current frame draws."""
        self._drawn_map = self._worker.current_image
        user_code, watched_scene = self._user_code, self._session.watched_scene
        self._drawn_result_count = user_code.news if user_code else 0
        self._drawn_state = self._visible_state
        if (user_code, watched_scene) != self._polled_files:
            self._polled_files = user_code, watched_scene
            self.schedule.cancel(self._poll_files)
            self.schedule.call_every(self._poll_files, _FILE_POLL_INTERVAL_S)

    def close(self) -> None:
        """Cancel all scheduled calls."""
        for clock_function in (self._next_frame, self._poll_results, self._poll_files):
            self.schedule.cancel(clock_function)

    def _next_frame(self, _elapsed: float) -> None:
        begin = time.perf_counter()
        try:
            self._window.draw(0.0)
        except Exception:
            # The next event requests frames again.
            self._frames_left = 0
            raise
        if self._window.context is None:
            return
        self._frames_left = max(self._frames_left - 1, 0)
        if self._is_frame_outdated or self._main_view.gui.has_pending_input:
            self._frames_left = max(self._frames_left, 1)
        if self._frames_left or self._main_view.is_moving:
            self._frames_left = max(self._frames_left, 1)
            time_left = self._period - (time.perf_counter() - begin)
            self.schedule.call_once(self._next_frame, max(time_left, 0.0))
        elif self._is_result_pending or self._has_unseen_result or self.is_map_awaited:
            self.schedule.call_once(self._poll_results, self._period)

    @property
    def _is_frame_outdated(self) -> bool:
        """Whether the state has changed since the last frame began."""
        return self._drawn_state != self._visible_state

    @property
    def _visible_state(self) -> object:
        return self._session.display_key, replace(self._main_view.window_view)

    @property
    def _user_code(self) -> "UserCode | None":
        return self._session.open_scene.user_code

    @property
    def _is_result_pending(self) -> bool:
        """Whether a map, an answer of user code or an evaluation is pending."""
        user_code = self._user_code
        return self._worker.is_pending or bool(user_code and user_code.pending)

    @property
    def _has_unseen_result(self) -> bool:
        """Whether a result has arrived since the last frame began."""
        user_code = self._user_code
        has_news = user_code is not None and user_code.news != self._drawn_result_count
        return has_news or self._worker.current_image is not self._drawn_map

    def _poll_results(self, _elapsed: float) -> None:
        """Request frames for new results, or poll again."""
        worker = self._worker
        news = worker.failure or self._has_unseen_result
        if news or (self.is_map_awaited and not worker.is_pending):
            self.request_frames()
        elif self._is_result_pending and self._frames_left == 0:
            self.schedule.call_once(self._poll_results, self._period)

    def _poll_files(self, _elapsed: float) -> None:
        """Request frames if a watched file has been saved."""
        user_code, own = self._user_code, self._session.watched_scene
        if user_code is None and own is None:
            self.schedule.cancel(self._poll_files)
        elif (user_code and user_code.is_outdated) or (own and own.file.is_outdated):
            self.request_frames()


# ----------------------------------------------------------------------------
# Base class of the window's components, and the timer of notices.
# ----------------------------------------------------------------------------


@dataclass(frozen=True)
class WindowParts:
    """Parts of the window that its components use."""

    window: Window
    session: Session
    main_view: MainView
    event_player: EventPlayer
    geometry: WindowGeometry
    frame_scheduler: FrameScheduler


class WindowComponent:
    """Base class of the window's components."""

    def __init__(self, parts: WindowParts) -> None:
        self._window, self._session = parts.window, parts.session
        self._main_view, self._geometry = parts.main_view, parts.geometry
        self._event_player = parts.event_player
        self._window_view = parts.main_view.window_view
        self._frame_scheduler = parts.frame_scheduler
        self._schedule = parts.frame_scheduler.schedule


_MIN_NOTICE_DURATION_S = 1.8
# Assumed reading speed.
_READING_SPEED_LETTERS_PER_S = 16.0


class NoticeTimer(WindowComponent):
    """Timer that hides a notice after the time needed to read it."""

    def __init__(self, parts: WindowParts) -> None:
        super().__init__(parts)
        self._last_notice = ""

    def update(self) -> None:
        """Start the timer for a new notice; called for every frame."""
        notice = self._session.notice
        if notice and notice != self._last_notice:
            self._frame_scheduler.request_frames()
            self._schedule.cancel(self._hide)
            seconds = len(notice) / _READING_SPEED_LETTERS_PER_S
            seconds = max(seconds, _MIN_NOTICE_DURATION_S)
            self._schedule.call_once(self._hide, seconds)
        self._last_notice = notice

    def hide(self) -> None:
        """Hide the notice; during a replay only the log's own event does so."""
        if self._event_player.record_event(HIDE_NOTICE):
            self._session.notice = ""
            self._frame_scheduler.request_frames()

    def reset(self) -> None:
        """Treat the current notice as new, so that its time starts again."""
        self._last_notice = ""

    def close(self) -> None:
        """Cancel the timer."""
        self._schedule.cancel(self._hide)

    def _hide(self, _elapsed: float) -> None:
        self.hide()
