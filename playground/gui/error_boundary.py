"""Nothing that is raised in a window ends it: it is caught, said and gone back from.

What a frame or an event raises takes the session back to how the last good frame
showed it. Where that cannot be drawn either, whatever has to be off for it to be is
switched off; at last there is a frame with nothing but a message.
"""

import traceback
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial, wraps
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from playground.gui.view_state import WindowView
from playground.i18n import message, with_texts
from playground.scene.loader import placeholder_scene
from playground.session import restore as session_restore
from playground.session import user_code
from playground.session.errors import error_text
from playground.session.lesson import player
from playground.session.open_scene import OpenScene
from playground.session.session import Session
from playground.session.view_options import Page

if TYPE_CHECKING:
    from playground.session.user_code_run import UserCode


# What stays as it is: processes run for it, and no stage comes twice.
_PRESERVED_ATTRIBUTES = ("film", "user_code", "scene", "_context_count", "revealed")


class Snapshot:
    """What a session was like when it was taken.

    Params, histories and views are immutable, so only what holds them is copied.
    """

    def __init__(self, session: Session, window_view: WindowView) -> None:
        self._session, self._window_view = session, window_view
        things = [window_view, *_list_mutable_objects(session)]
        self._saved_values = [(thing, _copy_values(vars(thing))) for thing in things]

    def restore(self) -> None:
        """Let the session be so again, its time standing still, and nothing held."""
        session = self._session
        running = _list_running_code(session)
        for thing, values in self._saved_values:
            own = vars(thing)
            living = {name: own[name] for name in _PRESERVED_ATTRIBUTES if name in own}
            own.clear()
            own.update(_copy_values(values) | living)
        # What was opened since has no place any more.
        for code in running - _list_running_code(session):
            code.close()
        session.begin_context()
        session.stop_playback()
        self._window_view.request = None


def _copy_values(values: dict[str, Any]) -> dict[str, Any]:
    own = values.copy()
    for name, value in values.items():
        if isinstance(value, dict | list):
            own[name] = value.copy()
    return own


def _list_mutable_objects(session: Session) -> list[object]:
    """Return all that changes: the session, its lessons and what is open in them."""
    things: list[object] = [session, *_list_open_scenes(session)]
    for walk in (session.lesson, *session.closed_lessons):
        if walk:
            things += [walk, *walk.stop_states]
    return things


def _list_open_scenes(session: Session) -> list[OpenScene]:
    every: list[OpenScene | None] = [*session.opened_scenes]
    for walk in (session.lesson, *session.closed_lessons):
        if walk:
            every += [walk.away, *(visit.opened for visit in walk.stop_states)]
    every += [own.question_scene for own in every if own]
    return [*filter(None, dict.fromkeys(every))]


def _list_running_code(session: Session) -> "set[UserCode]":
    return {own.user_code for own in _list_open_scenes(session) if own.user_code}


# ----------------------------------------------------------------------------
# What is on show and can be switched off, each by itself.
# ----------------------------------------------------------------------------


@dataclass(frozen=True)
class GuardedPart:
    """Something on show: its name, "" while it is not, and how it is switched off."""

    name: Callable[[Session, WindowView], str]
    switch_off: Callable[[Session, WindowView], None]


@with_texts("name")
def _display_option_part(name: str, field: str, off: object = False) -> GuardedPart:
    """Return what a field of `DisplayOptions` switches."""
    return GuardedPart(
        lambda s, w: "" if getattr(s.view, field) == off else name,
        lambda s, w: s.look(**{field: off}),
    )


@with_texts("name")
def _window_option_part(name: str, field: str, off: object = False) -> GuardedPart:
    """Return what a field of the window's view switches."""
    return GuardedPart(
        lambda s, w: "" if getattr(w, field) == off else name,
        lambda s, w: w.look(**{field: off}),
    )


def _page_name(session: Session, _: WindowView) -> str:
    page = session.view.page
    return "" if page is Page.EXPLORE else message("The page {page}", page=page)


def _show_whole_derivation(session: Session, _: WindowView) -> None:
    session.open_scene.step = None


def _deselect_handle(session: Session, _: WindowView) -> None:
    session.open_scene.selected_handle = None


GUARDED_PARTS = (
    _window_option_part("The page of keys", "keys"),
    _window_option_part("The palette", "finding"),
    _window_option_part("The field for a file", "choosing", None),
    _window_option_part("The choice of a film", "recording"),
    _display_option_part("All numbers", "numbers"),
    _display_option_part("The map", "map", None),
    GuardedPart(_page_name, lambda s, w: s.look(page=Page.EXPLORE)),
    _display_option_part("The comparison", "compare"),
    _display_option_part("The loupe", "loupe"),
    _display_option_part("The curve", "curve"),
    _window_option_part("The panel's keyboard", "panel", ""),
    _window_option_part("The pen", "pen"),
    _window_option_part("What was drawn", "lines", ()),
    _window_option_part("Presenting", "presenting"),
    GuardedPart(
        lambda s, w: message("The lesson") if s.lesson else "",
        lambda s, w: player.close_lesson(s),
    ),
    GuardedPart(
        lambda s, w: message("The code") if s.opened_scenes[s.index].user_code else "",
        lambda s, w: user_code.close_code(s),
    ),
    GuardedPart(
        lambda s, w: message("The step") if s.open_scene.step else "",
        _show_whole_derivation,
    ),
    GuardedPart(
        lambda s, w: message("The handle") if s.open_scene.selected_handle else "",
        _deselect_handle,
    ),
    GuardedPart(
        lambda s, w: message("The cameras") if s.open_scene.cameras else "",
        lambda s, w: s.open_scene.fit(),
    ),
)
"""What is least missed comes first."""


def list_visible_parts(session: Session, window_view: WindowView) -> set[str]:
    """Return the names of the parts on show."""
    return {part.name(session, window_view) for part in GUARDED_PARTS} - {""}


def switch_off_all_parts(session: Session, window_view: WindowView) -> None:
    """Switch off all that can be."""
    for part in GUARDED_PARTS:
        if part.name(session, window_view):
            part.switch_off(session, window_view)


def reset_to_first_case(session: Session, window_view: WindowView) -> None:
    """Go to the scene's first case; undo goes back."""
    switch_off_all_parts(session, window_view)
    session.choose_case(session.scene.first_case_name())


def replace_broken_scene(session: Session, window_view: WindowView, why: str) -> None:
    """Shut the scene on show: in its place it is said why."""
    switch_off_all_parts(session, window_view)
    own = session.opened_scenes[session.index]
    left = session_restore.serialize_scenes(session).get(own.scene.id)
    session.opened_scenes[session.index] = OpenScene(
        placeholder_scene(own.scene.id, why), saved_values=left
    )


# ----------------------------------------------------------------------------


# So many failures that differ are remembered.
_MAX_FAILURES = 50
_PACKAGE = Path(__file__).parents[1]
_OWN_FOLDERS = _PACKAGE, _PACKAGE.with_name("scenes")
_LAST_ACTION_LABEL = message("What was done last")


@dataclass(frozen=True)
class Failure:
    """What was raised, and the log that shows it again, if one could be written."""

    error: Exception
    log: Path | None = None

    @property
    def location(self) -> str:
        """The file and line that raised it: of the program's own the innermost."""
        frames = traceback.extract_tb(self.error.__traceback__)
        own = [f for f in frames if set(_OWN_FOLDERS) & {*Path(f.filename).parents}]
        for frame in (own or frames)[-1:]:
            file = "/".join(Path(frame.filename).parts[-2:])
            return message("{file}, line {number}", file=file, number=frame.lineno)
        return message("no file")

    @property
    def kind(self) -> tuple[type[Exception], str]:
        """What two have in common that are the same failure."""
        return type(self.error), self.location

    def describe(self, what: str) -> str:
        """Return in a line what failed, how and where."""
        given = {"what": what, "why": error_text(self.error), "place": self.location}
        if not self.log:
            return message("{what} failed: {why} in {place}", **given)
        return message(
            "{what} failed: {why} in {place}; a log lies in {log}",
            **given,
            log=self.log,
        )


class ErrorBoundary:
    """What a window does is done within it.

    Parameters
    ----------
    session, window_view
        What goes back.
    clean_up : callable
        Ends a frame that was begun, holds nothing any more, and asks for frames.
    write_log : callable
        Writes what led here; returns the log's place, or None where there is none.

    Attributes
    ----------
    failures : deque of Failure
        What was caught, each failure once.
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
        # What was shown when there was nothing but a message.
        self._unrecoverable_state: object = None
        self._thread_errors: SimpleQueue[Exception] = SimpleQueue()

    def run_guarded(
        self, what: str, work: Callable[[], object], *, is_automatic: bool = False
    ) -> None:
        """Do what an event asks for, or what is done `is_automatic`.

        What nobody asked for is not said again when it fails again.
        """
        try:
            work()
        except Exception as error:
            if not (is_automatic and self._find_recorded_failure(error)):
                self.handle_error(what, error)

    def handle_error(self, what: str, error: Exception) -> None:
        """Go back from what was raised, and say that `what` failed."""
        failure, before = self._record_failure(error), self._visible_parts
        self._restore_snapshot()
        self._notify(failure, self._name_failed_part(what, before))

    def draw_frame(
        self,
        draw: Callable[[float], object],
        draw_message: Callable[[str], object],
        elapsed: float,
    ) -> None:
        """Draw a frame that takes so many seconds; `draw_message` shows but words."""
        try:
            draw(elapsed)
        except Exception as error:
            failure, before = self._record_failure(error), self._visible_parts
            looked = self._visible_state
            self._restore_snapshot()
            hopeless = looked == self._unrecoverable_state
            if hopeless or not self._try_recovery(failure, before, draw):
                self._unrecoverable_state = self._visible_state
                self._try_message_frame(failure, draw_message)
        else:
            self._save_snapshot()

    def queue_thread_error(self, error: Exception) -> None:
        """Take what ended a thread; `report_thread_errors` says it."""
        self._thread_errors.put(error)

    def report_thread_errors(self) -> None:
        """Say what has ended a thread, if anything has."""
        while not self._thread_errors.empty():
            self.handle_error(message("A thread"), self._thread_errors.get())

    @property
    def _visible_parts(self) -> set[str]:
        return list_visible_parts(self._session, self._window_view)

    @property
    def _visible_state(self) -> object:
        return self._session.display_key, replace(self._window_view)

    def _save_snapshot(self) -> None:
        self._last_snapshot = Snapshot(self._session, self._window_view)
        self._unrecoverable_state = None

    def _try_recovery(
        self, failure: Failure, before: set[str], draw: Callable[[float], object]
    ) -> bool:
        """Draw the frame as the last good one was, or with as little off as can be."""
        for number, (what, change) in enumerate(self._recovery_attempts(failure)):
            try:
                change(self._session, self._window_view)
                draw(0.0)
            except Exception as error:
                self._record_failure(error)
                self._restore_snapshot()
            else:
                self._save_snapshot()
                self._notify(
                    failure, what if number else self._name_failed_part(what, before)
                )
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

    def _recovery_attempts(
        self, failure: Failure
    ) -> list[tuple[str, Callable[[Session, WindowView], object]]]:
        """Return what may help, with the name of what it shows to have failed."""
        now = self._session, self._window_view
        shown = [(part.name(*now), part.switch_off) for part in GUARDED_PARTS]
        why = failure.describe(message("The scene"))
        return [
            (_LAST_ACTION_LABEL, lambda *_: None),
            *((name, off) for name, off in shown if name),
            (message("What was on show"), switch_off_all_parts),
            (message("The state"), reset_to_first_case),
            (message("The scene"), partial(replace_broken_scene, why=why)),
        ]

    def _record_failure(self, error: Exception) -> Failure:
        """Return the failure; one that is new is told to the terminal, and logged."""
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

    def _name_failed_part(self, what: str, before: set[str]) -> str:
        """Return the name of what is not on show any more, or else `what`."""
        now = self._visible_parts
        return next(iter(sorted(before - now)), what)

    def _notify(self, failure: Failure, what: str) -> None:
        self._session.notice = failure.describe(what)


class _HasErrorBoundary(Protocol):
    """A window with a boundary."""

    @property
    def boundary(self) -> ErrorBoundary: ...


P = ParamSpec("P")
W = TypeVar("W", bound=_HasErrorBoundary)
Handler = Callable[Concatenate[W, P], None]


def guard_handler(handler: Handler[W, P]) -> Handler[W, P]:
    """Let a window's handler act within its boundary."""

    @wraps(handler)
    def run_handler(self: W, *values: P.args, **named: P.kwargs) -> None:
        work = partial(handler, self, *values, **named)
        self.boundary.run_guarded(_LAST_ACTION_LABEL, work)

    return cast("Handler[W, P]", run_handler)
