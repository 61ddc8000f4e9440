"""Where somebody begins who has never seen a scene: one drag from a mistake."""

from collections.abc import Hashable
from dataclasses import replace

from playground.analysis.heat_map import MapKind
from playground.scene.params import drag
from playground.session.session import Session
from playground.session.start_offer import PULSE, OpenStart
from playground.session.view_model import Study


def visit(session: Session, index: int) -> None:
    """Go to another scene: at its start, if nothing was done there yet."""
    own = session.all_opened[index]
    unseen = own.left is None and "history" not in vars(own)
    session.open(index)
    if unseen and session.scene.start:
        # A map would tell where the mistake is.
        session.look(map=None)
        begin(session)
    else:
        begin_again(session)


def begin_again(session: Session) -> None:
    """Offer the present scene's start, if nothing was changed there."""
    start = session.scene.start
    if start and session.params == start.params:
        offer(session)


def begin(session: Session) -> None:
    """Open the present scene's start, if it declares one."""
    if start := session.scene.start:
        session.begin_at("", start.params)
        session.show_afresh()
        offer(session)


def offer(session: Session) -> None:
    """Offer the scene's start in what is on show."""
    if start := session.scene.start:
        there = drag(start.params, start.handle, 0, start.to)
        goal = _answers(Study(session.scene, there))
        session.first = OpenStart(start, session.stage, goal)


def take_up(session: Session, *, found: bool) -> None:
    """Offer the scene's start in what is on show, as a log has it."""
    offer(session)
    if first := session.first:
        dragged = session.params != first.start.params
        session.first = replace(first, age=PULSE, dragged=dragged, found=found)


def offered(session: Session) -> OpenStart | None:
    """Return the start that is on offer, if nothing was opened since."""
    first = session.first
    return first if first and first.stage == session.stage else None


def follow(session: Session, *, held: bool) -> None:
    """Note that its handle was dragged; where the answers part, show the mistake.

    Not while it is `held`: the views with a map are others, and it would jump.
    """
    first = offered(session)
    if first is None or session.params == first.start.params:
        return
    if not first.dragged:
        first = session.first = replace(first, dragged=True)
    if not held and not first.found and parted(session.study):
        session.first = replace(first, found=True)
        if MapKind.MISTAKES in session.study.maps:
            session.look(map=MapKind.MISTAKES)


def reached(first: OpenStart, study: Study) -> bool:
    """Return whether the answers differ as the start says that they will."""
    return parted(study) and _answers(study) == first.goal


def _answers(study: Study) -> Hashable:
    """Return both answers in a word, and what differs where that is the same."""
    verdict, compared = study.verdict, study.comparison
    if verdict is None or compared is None:
        return None
    words = verdict.headline, compared.headline
    return words, compared.kind if len({*words}) == 1 else ""


def parted(study: Study) -> bool:
    """Return whether the listing's answer is known, and is not the true one."""
    compared = study.comparison
    return compared is not None and not compared.agrees
