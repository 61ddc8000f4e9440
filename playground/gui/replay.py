"""Recording of a window's events in a log, and replay of a log."""

import time
from collections.abc import Callable, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

from pyglet.window import key

from playground.gui.error_boundary import ErrorBoundary, guard_handler
from playground.gui.event_log import (
    FRAME,
    HIDE_BAR,
    HIDE_NOTICE,
    RESIZE,
    STATE,
    DrawingSurface,
    LoggedEvent,
    LogStart,
    LogWriter,
)
from playground.gui.frame_scheduler import NoticeTimer, WindowComponent, WindowParts
from playground.gui.input.keyboard import Keyboard
from playground.gui.input.pointer import Pointer
from playground.i18n import message
from playground.session import files
from playground.session import saved_state as states
from playground.session.lesson import document as plans

# While recording or replaying, these wait for the map, for the same result every time.
_MAP_DEPENDENT_EVENTS = ("mouse_press", "mouse_release", "key_press")
_TYPING_EVENTS = ("key_press", "text", "text_motion", "text_motion_select")
_POINTING_EVENTS = ("mouse_press", "mouse_scroll")
_PRESS_EVENTS = ("mouse_press", "key_press")


class EventRecorder(WindowComponent):
    """Recording of a window's events in a log, and replay of a log."""

    def __init__(
        self,
        parts: WindowParts,
        pointer: Pointer,
        keyboard: Keyboard,
        notices: NoticeTimer,
        boundary: ErrorBoundary,
    ) -> None:
        super().__init__(parts)
        self._pointer, self._keyboard, self._notices = pointer, keyboard, notices
        self._boundary = boundary
        self._replay_started_at_s = 0.0

    def record_event(self, name: str, *values: Any) -> bool:
        """Record an event of pyglet or this program.

        Return whether it is to be handled. During a replay the user's own events are
        ignored, but Esc ends the replay.
        """
        if self._event_player.is_deterministic and name in _MAP_DEPENDENT_EVENTS:
            self._main_view.maps.worker.wait_until_finished()
        if self._is_path_input(name, values):
            return True
        self._begin_recent_events(name)
        is_known = self._event_player.record_event(name, *values)
        if not is_known and name == "key_press" and values[0] == key.ESCAPE:
            self.end_replay()
        return is_known

    def _begin_recent_events(self, name: str) -> None:
        """Begin a new segment of recent events if a log can begin at this point."""
        recent, gui = self._event_player.recent_events, self._main_view.gui
        if self._event_player.is_replaying or gui.is_button_down:
            return
        calm = name in _PRESS_EVENTS and self._can_log_begin
        if recent.is_empty or calm or recent.is_long:
            self._pointer.flush_moves()
            recent.begin(self._capture_start())

    def _capture_start(self) -> LogStart:
        window_view = self._window_view
        return LogStart.capture(self._session, window_view, self._geometry.surface)

    @property
    def _can_log_begin(self) -> bool:
        """Whether a log can begin here: its first line describes the whole state."""
        session, gui = self._session, self._main_view.gui
        view = self._window_view
        opened = session.open_scene
        walk = session.lesson
        obstacles = (
            walk and (walk.writing or any(v.tries for v in walk.stop_states)),
            view.has_overlay,
            view.pen,
            view.lines,
            view.panel,
            session.quiz,
            session.span,
            view.film,
            opened.selected_handle,
            opened.user_code,
            opened.precision_axis,
        )
        return not (
            any(obstacles)
            or gui.has_popup_open
            or gui.has_text_focus
            or gui.is_scrolled
        )

    def _is_path_input(self, name: str, values: Sequence[Any]) -> bool:
        """Return whether an event is for the file field, which is not recorded.

        Neither the field nor the files exist during a replay.
        """
        if self._event_player.is_replaying or not self._window_view.choosing:
            return False
        if name in _POINTING_EVENTS:
            canvas = self._main_view.layout(self._geometry.logical_size).canvas
            return canvas.contains(*self._geometry.to_logical_point(*values[:2]))
        return name in _TYPING_EVENTS

    def open_file(self, path: Path) -> None:
        """Open a file; the log records its content, not its path.

        A file that cannot be opened becomes a notice.
        """
        session = self._session
        if files.open_file(session, path):
            walk = session.lesson
            text = plans.dump(walk.document) if walk else states.dump(session.state)
            self.record_event(STATE, text)
        self._frame_scheduler.request_frames()

    def set_log(self, path: Path | None, *, keep_last_press: bool = True) -> None:
        """Begin recording to a file; None ends the recording.

        Parameters
        ----------
        path : Path or None
            The log's file; None for no recording.
        keep_last_press : bool
            Whether the ended log keeps the last press, if that was what ended it.

        Raises
        ------
        OSError
            The file cannot be written.
        """
        log, self._event_player.log = self._event_player.log, None
        if log:
            log.close(keep_last_press=keep_last_press)
        if path:
            self._pointer.flush_moves()
            start = self._capture_start()
            self._event_player.log = LogWriter(path, start)

    def start_replay(self, start: LogStart, events: Sequence[LoggedEvent]) -> None:
        """Apply the start of a log; `replay_next_event` then runs the events."""
        self._frame_scheduler.cancel_frames()
        self._event_player.begin(start, list(events))
        self._session.opens_code = False
        start.apply(self._session, self._window_view)
        self._main_view.apply_layout(self._geometry.logical_size)
        start.apply_cameras(self._session)

    def replay_in_time(self, start: LogStart, events: Sequence[LoggedEvent]) -> None:
        """Replay a log in real time; then return control to the user."""
        surface = start.surface
        self._window.set_size(round(surface.width), round(surface.height))
        self.start_replay(start, events)
        self._replay_started_at_s = time.perf_counter()
        self._schedule.call_once(self._continue_replay, 0.0)

    def _continue_replay(self, _elapsed: float) -> None:
        while self._window.context is not None:
            coming = self._event_player.next_event
            if coming is None:
                self.end_replay()
                return
            time_left = coming.at - (time.perf_counter() - self._replay_started_at_s)
            if time_left > 0.0 or self._replay_next_guarded():
                self._schedule.call_once(self._continue_replay, max(time_left, 0.0))
                return

    def _replay_next_guarded(self) -> bool:
        """Replay an event within the error boundary; return whether it drew a frame."""
        is_drawn = False

        def act() -> None:
            nonlocal is_drawn
            is_drawn = self.replay_next_event(partial(self._window.draw, 0.0))

        self._boundary.run_guarded(message("The log"), act)
        return is_drawn

    def replay_next_event(self, draw: Callable[[], object]) -> bool:
        """Replay the next event; return whether it was a frame, which `draw` draws.

        There must be a next one, `EventPlayer.next_event`.
        """
        event_player = self._event_player
        event = event_player.pop_event()
        if event.name == FRAME:
            event_player.elapsed = event.values[0]
            draw()
        elif event.name == RESIZE:
            event_player.surface = DrawingSurface(*event.values)
        elif event.name == STATE:
            files.open_text(self._session, event.values[0])
        elif event.name == HIDE_NOTICE:
            event_player.dispatch_event(self._notices.hide, ())
        elif event.name == HIDE_BAR:
            event_player.dispatch_event(self._pointer.hide_bar, ())
        elif handler := getattr(self._window, f"on_{event.name}", None):
            event_player.dispatch_event(handler, event.values)
        return event.name == FRAME

    def end_replay(self) -> None:
        """End the replay, release all buttons and keys, and accept the user's input."""
        self._event_player.end()
        self._session.opens_code = True
        self._pointer.discard_moves()
        self._pointer.release_buttons()
        self._keyboard.release_all_keys()
        self._notices.reset()
        self._frame_scheduler.cancel_frames()
        self._frame_scheduler.request_frames()

    def close(self) -> None:
        """Stop replay and recording."""
        self._schedule.cancel(self._continue_replay)
        self.set_log(None)


H = TypeVar("H", bound=Callable[..., None])


def record_events(handler: H) -> H:
    """Decorate a handler: its events are recorded, or ignored during a replay.

    The handler runs within the window's error boundary.
    """
    name = handler.__name__.removeprefix("on_")

    @wraps(handler)
    def record_and_handle(window: Any, *values: Any) -> None:
        if window.event_recorder.record_event(name, *values):
            handler(window, *values)

    return guard_handler(cast("H", record_and_handle))
