"""Where somebody begins who has never seen a scene: one drag from a mistake."""

from dataclasses import replace

from playground.explore.map import MapKind
from playground.study.open_start import PULSE, OpenStart
from playground.study.session import Session
from playground.study.study import Study


def begin(session: Session) -> None:
    """Open the present scene's start, if it declares one."""
    if start := session.scene.start:
        session.begin_at("", start.params)
        session.show_afresh()
        session.first = OpenStart(start, session.stage)


def offer(session: Session, *, found: bool) -> None:
    """Offer the scene's start in what is on show, as a log has it."""
    if start := session.scene.start:
        dragged = session.params != start.params
        session.first = OpenStart(start, session.stage, PULSE, dragged, found)


def offered(session: Session) -> OpenStart | None:
    """Return the start that is on offer, if nothing was opened since."""
    first = session.first
    return first if first and first.stage == session.stage else None


def follow(session: Session) -> None:
    """Note that its handle was dragged; where the answers part, show the mistake."""
    first = offered(session)
    if first is None or session.params == first.start.params:
        return
    if not first.dragged:
        first = session.first = replace(first, dragged=True)
    if not first.found and parted(session.study):
        session.first = replace(first, found=True)
        if MapKind.MISTAKES in session.study.maps:
            session.look(map=MapKind.MISTAKES)


def parted(study: Study) -> bool:
    """Return whether the listing's answer is known, and is not the true one."""
    compared = study.comparison
    return compared is not None and not compared.agrees
