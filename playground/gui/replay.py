"""What a window hears is written in a log, or comes from one that is redone."""

import time
from collections.abc import Callable, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast

from pyglet.window import Window, key

from playground.gui.error_boundary import Boundary, bounded
from playground.gui.event_log import (
    FRAME,
    HUSH,
    RESIZE,
    STATE,
    Deed,
    Log,
    LogStart,
    Surface,
    Tape,
)
from playground.gui.frame_scheduler import Pace
from playground.gui.full_screen import Notices
from playground.gui.input.keyboard import Keyboard
from playground.gui.input.pointer import Pointer
from playground.gui.main_view import Frontend
from playground.gui.window_geometry import Measures
from playground.i18n import message
from playground.session import files
from playground.session import saved_state as states
from playground.session.lesson import document as plans
from playground.session.session import Session

# These wait for a map while a log is written or redone.
_WAITING = ("mouse_press", "mouse_release", "key_press")
_TYPED = ("key_press", "text", "text_motion", "text_motion_select")
_POINTED = ("mouse_press", "mouse_scroll")
_PRESSED = ("mouse_press", "key_press")


class Logbook:
    """Writes a log of a window, or tells the window from one in its user's place."""

    def __init__(
        self,
        window: Window,
        session: Session,
        frontend: Frontend,
        tape: Tape,
        measures: Measures,
        pace: Pace,
        pointer: Pointer,
        keyboard: Keyboard,
        notices: Notices,
        boundary: Boundary,
    ) -> None:
        self._window, self._session, self._frontend = window, session, frontend
        self._tape, self._measures, self._pace = tape, measures, pace
        self._pointer, self._keyboard, self._notices = pointer, keyboard, notices
        self._boundary = boundary
        self._redone_since = 0.0

    def hears(self, name: str, *values: Any) -> bool:
        """Note an event in the log; False for one of the user's while one is redone.

        Esc ends that.
        """
        if self._tape.exact and name in _WAITING:
            self._frontend.maps.worker.finish()
        if self._for_a_path(name, values):
            return True
        self._remember(name)
        known = self._tape.hears(name, *values)
        if not known and name == "key_press" and values[0] == key.ESCAPE:
            self.end_redoing()
        return known

    def _remember(self, name: str) -> None:
        """Let what is remembered begin here, where a log can say how all is."""
        recent, gui = self._tape.recent, self._frontend.gui
        if self._tape.redoing or gui.held:
            return
        calm = name in _PRESSED and self._calm
        if recent.empty or calm or recent.long:
            self._pointer.follow()
            recent.begin(self._start())

    def _start(self) -> LogStart:
        window_view = self._frontend.window_view
        return LogStart.of(self._session, window_view, self._measures.surface)

    @property
    def _calm(self) -> bool:
        """Whether nothing is begun of which a log's beginning says nothing."""
        session, gui = self._session, self._frontend.gui
        view, own, walk = self._frontend.window_view, session.opened, session.walk
        begun = (
            walk and (walk.writing or any(v.given is not None for v in walk.visits)),
            view.field_open,
            view.keys,
            view.recording,
            view.pen,
            view.lines,
            view.panel,
            session.quiz,
            session.span,
            view.film,
            own.grip,
            own.judged,
            own.bit,
        )
        return not (any(begun) or gui.popup_open or gui.typing or gui.scrolled)

    def _for_a_path(self, name: str, values: Sequence[Any]) -> bool:
        """Whether an event is for the field over the canvas that takes a path.

        Neither the field nor the files are there when the log is redone.
        """
        if self._tape.redoing or not self._frontend.window_view.choosing:
            return False
        if name in _POINTED:
            canvas = self._frontend.layout(self._measures.logical_size).canvas
            return canvas.contains(*self._measures.point(*values[:2]))
        return name in _TYPED

    def open_file(self, path: Path) -> None:
        """Open a file; a log has what it shows, and nothing of the file."""
        session = self._session
        if files.open_file(session, path):
            walk = session.walk
            shown = plans.dump(walk.plan) if walk else states.dump(session.state)
            self.hears(STATE, shown)
        self._pace.refresh()

    def write(self, path: Path | None, *, pressed: bool = True) -> None:
        """Write what is done from now on to a log; with None no more of it.

        Not even the last press, if that has ended it. OSError where it cannot be
        written.
        """
        log, self._tape.log = self._tape.log, None
        if log:
            log.close(pressed=pressed)
        if path:
            self._pointer.follow()
            start = self._start()
            self._tape.log = Log(path, start)

    def write_failure(self, folder: Path) -> Path | None:
        """Write what was done lately to a log of its own; begin to remember anew.

        OSError where it cannot be written.
        """
        try:
            return self._tape.recent.save(folder)
        finally:
            self._tape.recent.forget()

    def redo(self, start: LogStart, deeds: Sequence[Deed]) -> None:
        """Begin to redo a log: `deed` does what is next."""
        self._pace.rest()
        self._tape.begin(start, list(deeds))
        self._session.opens_code = False
        start.show(self._session, self._frontend.window_view)
        self._frontend.lay_out(self._measures.logical_size)
        start.look_from_there(self._session)

    def redo_in_time(self, start: LogStart, deeds: Sequence[Deed]) -> None:
        """Redo a log as fast as it was done; then the window is the user's."""
        surface = start.surface
        self._window.set_size(round(surface.width), round(surface.height))
        self.redo(start, deeds)
        self._redone_since = time.perf_counter()
        self._pace.schedule.once(self._redo_more, 0.0)

    def _redo_more(self, _elapsed: float) -> None:
        while self._window.context is not None:
            coming = self._tape.coming
            if coming is None:
                self.end_redoing()
                return
            rest = coming.at - (time.perf_counter() - self._redone_since)
            if rest > 0.0 or self._deed_in_time():
                self._pace.schedule.once(self._redo_more, max(rest, 0.0))
                return

    def _deed_in_time(self) -> bool:
        """Do what is next; what it raises does not end the log."""
        drawn = False

        def act() -> None:
            nonlocal drawn
            drawn = self.deed(partial(self._window.draw, 0.0))

        self._boundary.attempt(message("The log"), act)
        return drawn

    def deed(self, draw: Callable[[], object]) -> bool:
        """Do what is next in the log; return whether it was to draw a frame."""
        tape = self._tape
        deed = tape.take()
        if deed.name == FRAME:
            tape.elapsed = deed.values[0]
            draw()
        elif deed.name == RESIZE:
            tape.surface = Surface(*deed.values)
        elif deed.name == STATE:
            files.open_text(self._session, deed.values[0])
        elif deed.name == HUSH:
            tape.tell(self._notices.hide, ())
        elif handler := getattr(self._window, f"on_{deed.name}", None):
            tape.tell(handler, deed.values)
        return deed.name == FRAME

    def end_redoing(self) -> None:
        """Let the window be the user's, with nothing held any more."""
        self._tape.end()
        self._session.opens_code = True
        self._pointer.forget()
        self._pointer.let_go()
        self._keyboard.all_let_go()
        self._notices.forget()
        self._pace.rest()
        self._pace.refresh()

    def close(self) -> None:
        """Redo and write no more."""
        self._pace.schedule.drop(self._redo_more)
        self.write(None)


P = ParamSpec("P")


class _Hearing(Protocol):
    """A window with a logbook."""

    @property
    def boundary(self) -> Boundary: ...

    @property
    def logbook(self) -> Logbook: ...


W = TypeVar("W", bound=_Hearing)
Handler = Callable[Concatenate[W, P], None]


def heard(handler: Handler[W, P]) -> Handler[W, P]:
    """Let what a handler hears be noted in a log, and come from one that is redone.

    It acts within the window's boundary.
    """
    name = handler.__name__.removeprefix("on_")

    @wraps(handler)
    def hear(self: W, *values: P.args, **named: P.kwargs) -> None:
        if self.logbook.hears(name, *values):
            handler(self, *values, **named)

    return bounded(cast("Handler[W, P]", hear))
