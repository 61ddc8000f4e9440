"""Error boundary: an exception in the window is caught, reported and rolled back.

After an exception in a frame or an event the session returns to the snapshot of the
last good frame. If that cannot be drawn either, the window tries the figure alone, the
first case, a placeholder for the scene, and finally a frame with only a message.
"""

import traceback
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial, wraps
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeVar, cast

from playground.gui.view_state import WindowView
from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.scene.loader import placeholder_scene
from playground.session import restore as session_restore
from playground.session import user_code
from playground.session.errors import error_text
from playground.session.lesson import player
from playground.session.lesson.open_lesson import OpenLesson
from playground.session.open_scene import OpenScene
from playground.session.session import Session
from playground.session.view_options import DisplayOptions

if TYPE_CHECKING:
    from playground.session.user_code_run import UserCode


# Not rolled back: running processes, loaded scenes, and counters that only grow.
_PRESERVED_ATTRIBUTES = ("film", "user_code", "scene", "_context_count", "revealed")


class Snapshot:
    """Copy of the mutable state of a session and its window.

    Params, histories and views are immutable, so only objects that refer to them are
    copied.
    """

    def __init__(self, session: Session, window_view: WindowView) -> None:
        self._session, self._window_view = session, window_view
        things = [window_view, *_list_mutable_objects(session)]
        self._saved_values = [(thing, _copy_values(vars(thing))) for thing in things]

    def restore(self) -> None:
        """Restore the state, with playback stopped and no pending request."""
        session = self._session
        running = _list_running_code(session)
        for thing, values in self._saved_values:
            own = vars(thing)
            living = {name: own[name] for name in _PRESERVED_ATTRIBUTES if name in own}
            own.clear()
            own.update(_copy_values(values) | living)
        # Code opened since the snapshot.
        for code in running - _list_running_code(session):
            code.close()
        session.begin_context()
        session.stop_playback()
        self._window_view.request = None


def _copy_values(values: dict[str, Any]) -> dict[str, Any]:
    own_values = values.copy()
    for name, value in values.items():
        if isinstance(value, dict | list):
            own_values[name] = value.copy()
    return own_values


def _list_mutable_objects(session: Session) -> list[object]:
    """Return all mutable objects: the session, its lessons and open scenes."""
    things: list[object] = [session, *_list_open_scenes(session)]
    for walk in _list_lessons(session):
        things += [walk, *walk.stop_states]
    return things


def _list_lessons(session: Session) -> list[OpenLesson]:
    return [*filter(None, (session.lesson, *session.closed_lessons))]


def _list_open_scenes(session: Session) -> list[OpenScene]:
    opened_scenes: list[OpenScene | None] = [*session.opened_scenes]
    for walk in _list_lessons(session):
        opened_scenes += [walk.away, *(visit.opened for visit in walk.stop_states)]
    opened_scenes += [opened.question_scene for opened in opened_scenes if opened]
    return [*filter(None, dict.fromkeys(opened_scenes))]


def _list_running_code(session: Session) -> "set[UserCode]":
    return {own.user_code for own in _list_open_scenes(session) if own.user_code}


# ----------------------------------------------------------------------------
# Fallbacks if the current state cannot be drawn.
# ----------------------------------------------------------------------------


def show_only_figure(session: Session, window_view: WindowView) -> None:
    """Close everything but the figure and its verdict."""
    window_view.look(
        keys=False,
        finding=False,
        choosing=None,
        recording=False,
        panel="",
        pen=False,
        lines=(),
        presenting=False,
        simple=True,
    )
    session.before_talk = None
    player.close_lesson(session)
    session.look(**vars(DisplayOptions(loupe=False)))
    user_code.close_code(session)
    opened = session.open_scene
    opened.step = opened.selected_handle = None
    opened.fit()


def reset_to_first_case(session: Session, window_view: WindowView) -> None:
    """Select the scene's first case, as an edit that can be undone."""
    show_only_figure(session, window_view)
    session.choose_case(session.scene.first_case_name())


def replace_broken_scene(session: Session, window_view: WindowView, why: str) -> None:
    """Replace the current scene with a placeholder that states the reason `why`."""
    show_only_figure(session, window_view)
    opened = session.current_scene
    saved_values = session_restore.serialize_scenes(session).get(opened.scene.id)
    session.opened_scenes[session.index] = OpenScene(
        placeholder_scene(opened.scene.id, why), saved_values=saved_values
    )


# ----------------------------------------------------------------------------


# Limit of distinct failures kept.
_MAX_FAILURES = 50
_PACKAGE = Path(__file__).parents[1]
_OWN_FOLDERS = _PACKAGE, _PACKAGE.with_name("scenes")
_LAST_ACTION_LABEL = message("The last action")


@dataclass(frozen=True)
class Failure:
    """A caught exception, and the log that reproduces it; None if none was written."""

    error: Exception
    log: Path | None = None

    @property
    def location(self) -> str:
        """The innermost file and line of the program's code in the traceback.

        It is "no file" without a traceback.
        """
        frames = traceback.extract_tb(self.error.__traceback__)
        own = [f for f in frames if set(_OWN_FOLDERS) & {*Path(f.filename).parents}]
        for frame in (own or frames)[-1:]:
            file = "/".join(Path(frame.filename).parts[-2:])
            return message("{file}, line {number}", file=file, number=frame.lineno)
        return message("no file")

    @property
    def kind(self) -> tuple[type[Exception], str]:
        """Type and location of the exception, equal for repetitions of a failure."""
        return type(self.error), self.location

    def describe(self, what: str) -> str:
        """Return one line: that `what` failed, the error, its location and the log."""
        given = {"what": what, "why": error_text(self.error), "place": self.location}
        if not self.log:
            return message("{what} failed: {why} in {place}", **given)
        return message(
            "{what} failed: {why} in {place}; the log is in {log}",
            **given,
            log=self.log,
        )


class ErrorBoundary:
    """Error boundary of a window: catches exceptions, reports them and rolls back.

    Parameters
    ----------
    session, window_view
        The state to roll back.
    clean_up : callable
        Takes nothing; ends an unfinished frame, releases buttons and requests frames.
    write_log : callable
        Takes nothing; writes the recent events as a log; returns its path, or None.

    Attributes
    ----------
    failures : deque of Failure
        The distinct failures caught, at most `_MAX_FAILURES`.
    """

    def __init__(
        self,
        session: Session,
        window_view: WindowView,
        clean_up: Callable[[], None],
        write_log: Callable[[], Path | None],
    ) -> None:
        self.failures: deque[Failure] = deque(maxlen=_MAX_FAILURES)
        self._session, self._window_view = session, window_view
        self._clean_up, self._write_log = clean_up, write_log
        self._last_snapshot = Snapshot(session, window_view)
        # Actions run after the panels are drawn, so the last snapshot may contain a
        # change that no panel has drawn yet; the one before does not.
        self._previous_snapshot = self._last_snapshot
        # The state in which only a message could be drawn.
        self._unrecoverable_state: object = None
        self._thread_errors: SimpleQueue[Exception] = SimpleQueue()

    def run_guarded(
        self, what: str, work: Callable[[], object], *, is_automatic: bool = False
    ) -> None:
        """Run `work`; handle an exception in it as a failure of `what`.

        If `is_automatic`, a failure that is already known is ignored: neither reported
        nor rolled back. No Exception is raised.
        """
        try:
            work()
        except Exception as error:
            if not (is_automatic and self._find_recorded_failure(error)):
                self.handle_error(what, error)

    def handle_error(self, what: str, error: Exception) -> None:
        """Record an exception, roll back, and show a notice that `what` failed."""
        failure = self._record_failure(error)
        self._restore_snapshot()
        self._notify(failure, what)

    def draw_frame(
        self,
        draw: Callable[[float], object],
        draw_message: Callable[[str], object],
        elapsed: float,
    ) -> None:
        """Draw a frame, with fallbacks if it fails.

        If `draw` raises, the exception is reported, the state rolled back, and ever
        simpler states are drawn with `draw(0.0)`; in the end only `draw_message`. No
        Exception is raised.

        Parameters
        ----------
        draw : callable
            Draws a frame; takes the elapsed time in seconds.
        draw_message : callable
            Draws a frame with only a text, which it takes.
        elapsed : float
            Time since the previous frame in seconds.
        """
        try:
            draw(elapsed)
        except Exception as error:
            failure, visible_state = self._record_failure(error), self._visible_state
            self._restore_snapshot()
            hopeless = visible_state == self._unrecoverable_state
            if hopeless or not self._try_recovery(failure, draw):
                self._unrecoverable_state = self._visible_state
                self._try_message_frame(failure, draw_message)
        else:
            self._save_snapshot()

    def queue_thread_error(self, error: Exception) -> None:
        """Queue an exception that ended a thread, for `report_thread_errors`."""
        self._thread_errors.put(error)

    def report_thread_errors(self) -> None:
        """Handle the queued exceptions of threads."""
        while not self._thread_errors.empty():
            self.handle_error(message("A thread"), self._thread_errors.get())

    @property
    def _visible_state(self) -> object:
        return self._session.display_key, replace(self._window_view)

    def _save_snapshot(self) -> None:
        self._previous_snapshot = self._last_snapshot
        self._last_snapshot = Snapshot(self._session, self._window_view)
        self._unrecoverable_state = None

    def _try_recovery(self, failure: Failure, draw: Callable[[float], object]) -> bool:
        """Draw the last good frame, or the first fallback that can be drawn.

        Return False if none can.
        """
        reason = failure.describe(message("The scene"))
        attempts: list[tuple[str, Callable[[Session, WindowView], object]]] = [
            (_LAST_ACTION_LABEL, lambda *_: None),
            (_LAST_ACTION_LABEL, lambda *_: self._previous_snapshot.restore()),
            (message("The display"), show_only_figure),
            (message("The state"), reset_to_first_case),
            (message("The scene"), partial(replace_broken_scene, why=reason)),
        ]
        for subject, change in attempts:
            try:
                change(self._session, self._window_view)
                draw(0.0)
            except Exception as error:
                self._record_failure(error)
                self._restore_snapshot()
            else:
                self._save_snapshot()
                self._notify(failure, subject)
                return True
        return False

    def _try_message_frame(
        self, failure: Failure, bare: Callable[[str], object]
    ) -> None:
        try:
            bare(failure.describe(message("The window")))
        except Exception as error:
            self._record_failure(error)
            self._restore_snapshot()

    def _record_failure(self, error: Exception) -> Failure:
        """Return the failure of an exception; print and log a new one."""
        if known := self._find_recorded_failure(error):
            return known
        with suppress(OSError, ValueError):
            traceback.print_exception(error)
        failure = Failure(error, self._try_write_log())
        self.failures.append(failure)
        return failure

    def _find_recorded_failure(self, error: Exception) -> Failure | None:
        kind = Failure(error).kind
        return next((known for known in self.failures if known.kind == kind), None)

    def _try_write_log(self) -> Path | None:
        with suppress(Exception):
            return self._write_log()
        return None

    def _restore_snapshot(self) -> None:
        self._last_snapshot.restore()
        try:
            self._clean_up()
        except Exception as error:
            self._record_failure(error)

    def _notify(self, failure: Failure, what: str) -> None:
        self._session.notice = failure.describe(what)


H = TypeVar("H", bound=Callable[..., None])


def guard_handler(handler: H) -> H:
    """Decorate a window's event handler to run within its error boundary.

    It then returns None, also after an exception.
    """

    @wraps(handler)
    def run_handler(window: Any, *values: Any) -> None:
        work = partial(handler, window, *values)
        window.boundary.run_guarded(_LAST_ACTION_LABEL, work)

    return cast("H", run_handler)
