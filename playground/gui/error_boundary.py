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
from playground.scene.loader import broken
from playground.session import restore as session_restore
from playground.session import user_code
from playground.session.errors import kind_and_words
from playground.session.lesson import player
from playground.session.open_scene import OpenScene
from playground.session.session import Session
from playground.session.view_options import Page

if TYPE_CHECKING:
    from playground.session.user_code_run import JudgedCode


# What stays as it is: processes run for it, and no stage comes twice.
_LIVING = ("film", "judged", "scene", "_stages", "revealed")


class Snapshot:
    """What a session was like when it was taken.

    Params, histories and views are immutable, so only what holds them is copied.
    """

    def __init__(self, session: Session, window_view: WindowView) -> None:
        self._session, self._window_view = session, window_view
        things = [window_view, *_things(session)]
        self._kept = [(thing, _copied(vars(thing))) for thing in things]

    def restore(self) -> None:
        """Let the session be so again, its time standing still, and nothing held."""
        session = self._session
        running = _running(session)
        for thing, values in self._kept:
            own = vars(thing)
            living = {name: own[name] for name in _LIVING if name in own}
            own.clear()
            own.update(_copied(values) | living)
        # What was opened since has no place any more.
        for code in running - _running(session):
            code.close()
        session.begin_stage()
        session.stand_still()
        self._window_view.request = None


def _copied(values: dict[str, Any]) -> dict[str, Any]:
    own = values.copy()
    for name, value in values.items():
        if isinstance(value, dict | list):
            own[name] = value.copy()
    return own


def _things(session: Session) -> list[object]:
    """Return all that changes: the session, its lessons and what is open in them."""
    things: list[object] = [session, *_opened(session)]
    for walk in (session.walk, *session.left_walks):
        if walk:
            things += [walk, *walk.visits]
    return things


def _opened(session: Session) -> list[OpenScene]:
    every: list[OpenScene | None] = [*session.all_opened]
    for walk in (session.walk, *session.left_walks):
        if walk:
            every += [walk.away, *(visit.opened for visit in walk.visits)]
    every += [own.asked for own in every if own]
    return [*filter(None, dict.fromkeys(every))]


def _running(session: Session) -> "set[JudgedCode]":
    return {own.judged for own in _opened(session) if own.judged}


# ----------------------------------------------------------------------------
# What is on show and can be switched off, each by itself.
# ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """Something on show: its name, "" while it is not, and how it is switched off."""

    name: Callable[[Session, WindowView], str]
    off: Callable[[Session, WindowView], None]


@with_texts("name")
def _looked(name: str, field: str, off: object = False) -> Part:
    """Return what a field of `Showing` switches."""
    return Part(
        lambda s, w: "" if getattr(s.view, field) == off else name,
        lambda s, w: s.look(**{field: off}),
    )


@with_texts("name")
def _window(name: str, field: str, off: object = False) -> Part:
    """Return what a field of the window's view switches."""
    return Part(
        lambda s, w: "" if getattr(w, field) == off else name,
        lambda s, w: w.look(**{field: off}),
    )


def _page(session: Session, _: WindowView) -> str:
    page = session.view.page
    return "" if page is Page.EXPLORE else message("The page {page}", page=page)


def _whole(session: Session, _: WindowView) -> None:
    session.opened.step = None


def _let_go(session: Session, _: WindowView) -> None:
    session.opened.grip = None


PARTS = (
    _window("The page of keys", "keys"),
    _window("The palette", "finding"),
    _window("The field for a file", "choosing", None),
    _window("The choice of a film", "recording"),
    _looked("All numbers", "numbers"),
    _looked("The map", "map", None),
    Part(_page, lambda s, w: s.look(page=Page.EXPLORE)),
    _looked("The comparison", "compare"),
    _looked("The loupe", "loupe"),
    _looked("The curve", "curve"),
    _window("The panel's keyboard", "panel", ""),
    _window("The pen", "pen"),
    _window("What was drawn", "lines", ()),
    _window("Presenting", "presenting"),
    Part(
        lambda s, w: message("The lesson") if s.walk else "",
        lambda s, w: player.close(s),
    ),
    Part(
        lambda s, w: message("The code") if s.all_opened[s.index].judged else "",
        lambda s, w: user_code.close_code(s),
    ),
    Part(lambda s, w: message("The step") if s.opened.step else "", _whole),
    Part(lambda s, w: message("The handle") if s.opened.grip else "", _let_go),
    Part(
        lambda s, w: message("The cameras") if s.opened.cameras else "",
        lambda s, w: s.opened.fit(),
    ),
)
"""What is least missed comes first."""


def shown(session: Session, window_view: WindowView) -> set[str]:
    """Return the names of the parts on show."""
    return {part.name(session, window_view) for part in PARTS} - {""}


def all_off(session: Session, window_view: WindowView) -> None:
    """Switch off all that can be."""
    for part in PARTS:
        if part.name(session, window_view):
            part.off(session, window_view)


def first_case(session: Session, window_view: WindowView) -> None:
    """Go to the scene's first case; undo goes back."""
    all_off(session, window_view)
    session.choose_case(session.scene.first_case())


def shut(session: Session, window_view: WindowView, why: str) -> None:
    """Shut the scene on show: in its place it is said why."""
    all_off(session, window_view)
    own = session.all_opened[session.index]
    left = session_restore.left(session).get(own.scene.id)
    session.all_opened[session.index] = OpenScene(broken(own.scene.id, why), left=left)


# ----------------------------------------------------------------------------


# So many failures that differ are remembered.
_REMEMBERED = 50
_PACKAGE = Path(__file__).parents[1]
_OWN = _PACKAGE, _PACKAGE.with_name("scenes")
_LAST = message("What was done last")


@dataclass(frozen=True)
class Failure:
    """What was raised, and the log that shows it again, if one could be written."""

    error: Exception
    log: Path | None = None

    @property
    def place(self) -> str:
        """The file and line that raised it: of the program's own the innermost."""
        frames = traceback.extract_tb(self.error.__traceback__)
        own = [f for f in frames if set(_OWN) & {*Path(f.filename).parents}]
        for frame in (own or frames)[-1:]:
            file = "/".join(Path(frame.filename).parts[-2:])
            return message("{file}, line {number}", file=file, number=frame.lineno)
        return message("no file")

    @property
    def kind(self) -> tuple[type[Exception], str]:
        """What two have in common that are the same failure."""
        return type(self.error), self.place

    def words(self, what: str) -> str:
        """Return in a line what failed, how and where."""
        given = {"what": what, "why": kind_and_words(self.error), "place": self.place}
        if not self.log:
            return message("{what} failed: {why} in {place}", **given)
        return message(
            "{what} failed: {why} in {place}; a log lies in {log}",
            **given,
            log=self.log,
        )


class Boundary:
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
    reached : deque of Failure
        What was caught, each failure once.
    """

    def __init__(
        self,
        session: Session,
        window_view: WindowView,
        clean_up: Callable[[], None],
        write_log: Callable[[], Path | None],
    ) -> None:
        self.reached: deque[Failure] = deque(maxlen=_REMEMBERED)
        self._session, self._window_view = session, window_view
        self._clean_up, self._write_log = clean_up, write_log
        self._good = Snapshot(session, window_view)
        # What was shown when there was nothing but a message.
        self._hopeless: object = None
        self._in_threads: SimpleQueue[Exception] = SimpleQueue()

    def attempt(
        self, what: str, work: Callable[[], object], *, by_itself: bool = False
    ) -> None:
        """Do what an event asks for, or what is done `by_itself`.

        What nobody asked for is not said again when it fails again.
        """
        try:
            work()
        except Exception as error:
            if not (by_itself and self._known(error)):
                self.meet(what, error)

    def meet(self, what: str, error: Exception) -> None:
        """Go back from what was raised, and say that `what` failed."""
        failure, before = self._caught(error), self._shown
        self._go_back()
        self._say(failure, self._named(what, before))

    def frame(
        self,
        draw: Callable[[float], object],
        bare: Callable[[str], object],
        elapsed: float,
    ) -> None:
        """Draw a frame that takes so many seconds; `bare` shows nothing but words."""
        try:
            draw(elapsed)
        except Exception as error:
            failure, before = self._caught(error), self._shown
            looked = self._to_be_seen
            self._go_back()
            hopeless = looked == self._hopeless
            if hopeless or not self._mended(failure, before, draw):
                self._hopeless = self._to_be_seen
                self._attempt_bare(failure, bare)
        else:
            self._is_good()

    def in_thread(self, error: Exception) -> None:
        """Take what ended a thread; `heed` says it."""
        self._in_threads.put(error)

    def heed(self) -> None:
        """Say what has ended a thread, if anything has."""
        while not self._in_threads.empty():
            self.meet(message("A thread"), self._in_threads.get())

    @property
    def _shown(self) -> set[str]:
        return shown(self._session, self._window_view)

    @property
    def _to_be_seen(self) -> object:
        return self._session.to_be_seen, replace(self._window_view)

    def _is_good(self) -> None:
        self._good = Snapshot(self._session, self._window_view)
        self._hopeless = None

    def _mended(
        self, failure: Failure, before: set[str], draw: Callable[[float], object]
    ) -> bool:
        """Draw the frame as the last good one was, or with as little off as can be."""
        for number, (what, change) in enumerate(self._remedies(failure)):
            try:
                change(self._session, self._window_view)
                draw(0.0)
            except Exception as error:
                self._caught(error)
                self._go_back()
            else:
                self._is_good()
                self._say(failure, what if number else self._named(what, before))
                return True
        return False

    def _attempt_bare(self, failure: Failure, bare: Callable[[str], object]) -> None:
        try:
            bare(failure.words(message("The window")))
        except Exception as error:
            self._caught(error)
            self._go_back()

    def _remedies(
        self, failure: Failure
    ) -> list[tuple[str, Callable[[Session, WindowView], object]]]:
        """Return what may help, with the name of what it shows to have failed."""
        now = self._session, self._window_view
        shown = [(part.name(*now), part.off) for part in PARTS]
        why = failure.words(message("The scene"))
        return [
            (_LAST, lambda *_: None),
            *((name, off) for name, off in shown if name),
            (message("What was on show"), all_off),
            (message("The state"), first_case),
            (message("The scene"), partial(shut, why=why)),
        ]

    def _caught(self, error: Exception) -> Failure:
        """Return the failure; one that is new is told to the terminal, and logged."""
        if known := self._known(error):
            return known
        with suppress(OSError, ValueError):
            traceback.print_exception(error)
        failure = Failure(error, self._logged())
        self.reached.append(failure)
        return failure

    def _known(self, error: Exception) -> Failure | None:
        kind = Failure(error).kind
        return next((known for known in self.reached if known.kind == kind), None)

    def _logged(self) -> Path | None:
        with suppress(Exception):
            return self._write_log()
        return None

    def _go_back(self) -> None:
        self._good.restore()
        try:
            self._clean_up()
        except Exception as error:
            self._caught(error)

    def _named(self, what: str, before: set[str]) -> str:
        """Return the name of what is not on show any more, or else `what`."""
        now = self._shown
        return next(iter(sorted(before - now)), what)

    def _say(self, failure: Failure, what: str) -> None:
        self._session.notice = failure.words(what)


class _Bounded(Protocol):
    """A window with a boundary."""

    @property
    def boundary(self) -> Boundary: ...


P = ParamSpec("P")
W = TypeVar("W", bound=_Bounded)
Handler = Callable[Concatenate[W, P], None]


def bounded(handler: Handler[W, P]) -> Handler[W, P]:
    """Let a window's handler act within its boundary."""

    @wraps(handler)
    def act(self: W, *values: P.args, **named: P.kwargs) -> None:
        work = partial(handler, self, *values, **named)
        self.boundary.attempt(_LAST, work)

    return cast("Handler[W, P]", act)
