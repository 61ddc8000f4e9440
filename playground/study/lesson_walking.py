"""A lesson that is open is walked: from stop to stop, its questions answered.

Nothing here knows pyglet or ImGui.
"""

from dataclasses import replace
from pathlib import Path

from playground.scene.reading import why
from playground.scene.scene import Entry
from playground.study.history import History
from playground.study.lesson import (
    Lesson,
    is_lesson,
    lesson_of,
    load,
)
from playground.study.open_lesson import OpenLesson, OpenStop
from playground.study.open_scene import OpenScene
from playground.study.session import Session

_NEW = "New lesson"


def start(session: Session, plan: Lesson, path: Path | None = None) -> None:
    """Open a lesson at its first stop; one that is open is closed."""
    close(session)
    session.walk = OpenLesson(
        plan.title, [OpenStop(stop) for stop in plan.stops], plan.source, 0, path
    )
    session.walk.saved = plan
    enter(session, session.walk)


def start_shipped(session: Session, scene: Entry) -> None:
    """Open the lesson that comes with a scene; a notice says where it cannot be."""
    try:
        plan = lesson_of(scene, own_scenes(session))
    except (OSError, ValueError) as error:
        session.notice = f"Cannot open this lesson: {why(error)}"
        return
    if plan:
        start(session, plan)


def opened(session: Session, text: str, path: Path | None = None) -> bool:
    """Open a text that is a lesson; return whether it says of itself that it is one.

    A notice says what is wrong with it.
    """
    if not is_lesson(text):
        return False
    try:
        plan = load(text, own_scenes(session))
    except ValueError as error:
        session.notice = f"Cannot open this lesson: {error}"
    else:
        start(session, plan, path)
        session.notice = "Lesson opened"
    return True


def own_scenes(session: Session) -> list[Entry]:
    """Return the scenes, none with somebody's code in its listing's place."""
    every = session.all_opened
    return [own.judged.entry if own.judged else own.scene for own in every]


def close(session: Session) -> None:
    """Close the lesson; what is on show stays, and undo goes back behind the lesson."""
    walk = session.walk
    if walk is None:
        return
    state = session.state if session.at_stop else None
    leave(session, walk)
    session.walk = None
    unsaved = [other for other in session.left_walks if other.unsaved]
    session.left_walks = [walk, *unsaved]
    for own in (visit.opened for visit in walk.visits):
        if own and own.judged:
            own.judged.close()
            own.scene, own.judged = own.judged.entry, None
    if state:
        session.show(state)


def reopen(session: Session) -> None:
    """Go on with the lesson that was closed last, where it was left.

    One that is open is closed and comes last: so each comes in its turn.
    """
    if not session.left_walks:
        return
    walk, *others = session.left_walks
    closed, session.left_walks = session.walk, others
    if closed:
        close(session)
        session.left_walks = [*session.left_walks[1:], closed]
    session.walk = walk
    enter(session, walk)


def go(session: Session, at: int) -> None:
    """Go to a stop, as it was left or else as it was prepared."""
    walk = session.walk
    if walk and 0 <= at < len(walk.visits):
        leave(session, walk)
        walk.at = at
        enter(session, walk)


def step(session: Session, way: int) -> bool:
    """Go to the next stop, or the one before; return whether a lesson is open.

    A notice says that there is none.
    """
    walk = session.walk
    if walk is None:
        return False
    if not 0 <= walk.at + way < len(walk.visits):
        session.notice = f"This is the {'last' if way > 0 else 'first'} stop"
    go(session, walk.at + way)
    return True


def answer(session: Session, place: int) -> bool:
    """Answer the open question by the place of an answer, from 0.

    Return whether one is open.
    """
    walk = session.walk
    if walk is None or not walk.asking or not session.at_stop:
        return False
    stop = walk.stop
    if stop.question and place < len(stop.question.answers):
        walk.visit.given = place
        if session.params != stop.state.params:
            # The question is about this state and no other.
            session.show(stop.state)
        # Now there is a derivation again.
        last = len(session.study.steps)
        session.opened.step = min(stop.state.step or 0, last) or None
        session.reveal()
    return True


def done(session: Session) -> bool:
    """Return whether the stop's task is done in what is on show now."""
    walk = session.walk
    return bool(
        walk and session.at_stop and walk.done(session.study, session.study.dtype)
    )


def again(session: Session) -> None:
    """Show the stop as it was prepared, its question open; undo goes back."""
    if walk := session.walk:
        walk.visit.given = None
        session.show(walk.stop.state)
        session.reveal()


def enter(session: Session, walk: OpenLesson[OpenScene]) -> None:
    """Let the stop's own scene stand in the place of the scene's."""
    visit, state = walk.visit, walk.stop.state
    index = session.find(state.scene.id)
    fresh = visit.opened is None
    if visit.opened is None:
        visit.opened = OpenScene(state.scene)
    walk.away = session.all_opened[index]
    session.all_opened[index] = visit.opened
    session.open(index)
    session.stand_still()
    if fresh:
        session.show(state)
        # Undo goes no farther back than the stop.
        present = replace(visit.opened.history.present, shown=None)
        visit.opened.history = History(present)
    else:
        session.look(page=visit.page, map=visit.map, compare=visit.compare)
    session.reveal()


def leave(session: Session, walk: OpenLesson[OpenScene]) -> None:
    """Give the scene its place again, and note how the stop was left."""
    visit = walk.visit
    if session.at_stop:
        view = session.view
        visit.page, visit.map, visit.compare = view.page, view.map, view.compare
    index = session.find(walk.stop.state.scene.id)
    if walk.away:
        session.all_opened[index], walk.away = walk.away, None
    session.stand_still()
