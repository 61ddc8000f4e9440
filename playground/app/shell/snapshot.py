"""A session as it was: what is open, with every history, to go back to."""

from typing import TYPE_CHECKING, Any

from playground.app.panels.window_view import WindowView
from playground.study.open_scene import OpenScene
from playground.study.session import Session

if TYPE_CHECKING:
    from playground.study.judged_code import JudgedCode

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
