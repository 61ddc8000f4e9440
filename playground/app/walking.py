"""A lesson that is open, acted on: walked, answered, and written.

Nothing here knows pyglet or ImGui.
"""

from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from playground.app.history import History
from playground.app.opened import OpenScene
from playground.app.plan import (
    STOPS,
    Plan,
    Question,
    Stop,
    Task,
    dump,
    is_lesson,
    lesson_of,
    load,
)
from playground.app.session import Session
from playground.app.state import State
from playground.app.walk import Visit, Walk
from playground.render.files import sweep, write_whole
from playground.scene.reading import why
from playground.scene.scene import Entry

_NEW = "New lesson"


def start(session: Session, plan: Plan, path: Path | None = None) -> None:
    """Open a lesson at its first stop; one that is open is closed."""
    close(session)
    session.walk = Walk(
        plan.title, [Visit(stop) for stop in plan.stops], plan.source, 0, path
    )
    session.walk.saved = plan
    _enter(session, session.walk)


def start_shipped(session: Session, scene: Entry) -> None:
    """Open the lesson that comes with a scene; a notice says where it cannot be."""
    try:
        plan = lesson_of(scene, _scenes(session))
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
        plan = load(text, _scenes(session))
    except ValueError as error:
        session.notice = f"Cannot open this lesson: {error}"
    else:
        start(session, plan, path)
        session.notice = "Lesson opened"
    return True


def _scenes(session: Session) -> list[Entry]:
    """Return the scenes, none with somebody's code in its listing's place."""
    every = session.all_opened
    return [own.judged.entry if own.judged else own.scene for own in every]


def _state(session: Session) -> State:
    """Return what is on show as a stop can have it: of the scene's own listing."""
    return replace(session.state, scene=_scenes(session)[session.index])


def close(session: Session) -> None:
    """Close the lesson; what is on show stays, and undo goes back behind the lesson."""
    walk = session.walk
    if walk is None:
        return
    state = session.state if session.at_stop else None
    _leave(session, walk)
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
    _enter(session, walk)


def go(session: Session, at: int) -> None:
    """Go to a stop, as it was left or else as it was prepared."""
    walk = session.walk
    if walk and 0 <= at < len(walk.visits):
        _leave(session, walk)
        walk.at = at
        _enter(session, walk)


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
        last = len(session.moment.steps)
        session.opened.step = min(stop.state.step or 0, last) or None
        session.reveal()
    return True


def done(session: Session) -> bool:
    """Return whether the stop's task is done in what is on show now."""
    walk = session.walk
    return bool(walk and session.at_stop and walk.done(session.moment, session.dtype))


def again(session: Session) -> None:
    """Show the stop as it was prepared, its question open; undo goes back."""
    if walk := session.walk:
        walk.visit.given = None
        session.show(walk.stop.state)
        session.reveal()


def _enter(session: Session, walk: Walk[OpenScene]) -> None:
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


def _leave(session: Session, walk: Walk[OpenScene]) -> None:
    """Give the scene its place again, and note how the stop was left."""
    visit = walk.visit
    if session.at_stop:
        view = session.view
        visit.page, visit.map, visit.compare = view.page, view.map, view.compare
    index = session.find(walk.stop.state.scene.id)
    if walk.away:
        session.all_opened[index], walk.away = walk.away, None
    session.stand_still()


def write(session: Session) -> None:
    """Write in the lesson that is open, or no more."""
    if walk := session.walk:
        walk.writing, walk.sheet = not walk.writing, True


def begin(session: Session) -> None:
    """Begin a lesson with what is on show as its first stop."""
    state = _state(session)
    close(session)
    session.walk = Walk(_NEW, [Visit(Stop(state, ""))], writing=True)
    _enter(session, session.walk)


def add(session: Session) -> None:
    """Make what is on show a stop, behind the present one, and go there."""
    walk = session.walk
    if walk is None:
        return
    if len(walk.visits) == STOPS:
        session.notice = f"A lesson has at most {STOPS} stops"
        return
    added: Visit[OpenScene] = Visit(Stop(_state(session), ""))
    _leave(session, walk)
    # What was done there is the new stop's: it itself is as it was prepared.
    walk.visit.opened = None
    walk.visits.insert(walk.at + 1, added)
    walk.at += 1
    walk.writing = walk.sheet = True
    _enter(session, walk)


def changed(session: Session) -> bool:
    """Return whether what is on show is another state than the stop's."""
    return session.walk is not None and _state(session) != session.walk.stop.state


def take(session: Session) -> None:
    """Make what is on show the state of the present stop.

    Of another scene its question and task would not be true.
    """
    if walk := session.walk:
        before, state = walk.stop.state, _state(session)
        _leave(session, walk)
        visit = walk.visit
        visit.stop, visit.opened = replace(visit.stop, state=state), None
        same = before.scene.at(before.params)[0] is state.scene.at(state.params)[0]
        if not same and (visit.stop.task or visit.stop.question):
            visit.stop = replace(visit.stop, question=None, task=None)
            session.notice = "Its question or task was about the other scene"
        _enter(session, walk)


def say(session: Session, text: str) -> None:
    """Write the sentence of the present stop."""
    if walk := session.walk:
        walk.visit.stop = replace(walk.stop, say=text)


def then(
    session: Session, question: Question | None = None, task: Task | None = None
) -> None:
    """Give the present stop a question, or a task, or neither."""
    if walk := session.walk:
        if question is None or walk.stop.question is None:
            walk.visit.given = None
        visit, stop = walk.visit, walk.stop
        visit.question = stop.question or visit.question
        visit.task = stop.task or visit.task
        visit.stop = replace(stop, question=question, task=task)


def move(session: Session, way: int) -> None:
    """Let the present stop change places with the next, or the one before."""
    walk = session.walk
    if walk and 0 <= walk.at + way < len(walk.visits):
        here, there = walk.at, walk.at + way
        visits = walk.visits
        visits[here], visits[there] = visits[there], visits[here]
        walk.at = there


def delete(session: Session) -> None:
    """Take the present stop out; the last one stays."""
    walk = session.walk
    if walk and len(walk.visits) > 1:
        _leave(session, walk)
        walk.deleted = walk.at, walk.visits.pop(walk.at)
        walk.at = min(walk.at, len(walk.visits) - 1)
        _enter(session, walk)


def put_back(session: Session) -> None:
    """Put the stop back that was taken out last, and go there."""
    walk = session.walk
    if walk and walk.deleted:
        _leave(session, walk)
        walk.at, visit = walk.deleted
        walk.deleted = None
        walk.visits.insert(walk.at, visit)
        _enter(session, walk)


def try_it(session: Session) -> None:
    """Walk the lesson from its first stop as a class will: nothing is answered yet."""
    if walk := session.walk:
        _leave(session, walk)
        walk.writing, walk.at = False, 0
        for visit in walk.visits:
            visit.opened, visit.given = None, None
        _enter(session, walk)


def save(session: Session, path: Path) -> None:
    """Save the lesson. A notice says that it is, or what hinders."""
    walk = session.walk
    if walk is None:
        return
    try:
        sweep(path.parent)
        write_whole(path, dump(walk.plan).encode())
    except (OSError, ValueError) as error:
        session.notice = f"Cannot save the lesson: {why(error)}"
        return
    walk.path, walk.saved = path, walk.plan
    session.notice = f"Saved {path.name} in {path.parent}"


def suggested(walk: Walk[OpenScene], folder: Path) -> Path:
    """Return where a lesson is saved: where it came from, or else by its title."""
    if walk.path:
        return walk.path
    words = "".join(c if c.isalnum() else " " for c in walk.title).lower().split()
    name = "-".join(words)[:60] or "lesson"
    numbered = (folder / f"{name}-{number}.json" for number in count(2))
    paths = chain([folder / f"{name}.json"], numbered)
    return next(path for path in paths if not path.exists())
