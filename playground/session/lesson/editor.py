"""A lesson that is open is written: its stops, their sentences, questions and tasks."""

from dataclasses import replace
from itertools import chain, count
from pathlib import Path

from playground.i18n import message, translated
from playground.scene.author_files import why
from playground.session.atomic_write import sweep, write_whole
from playground.session.lesson.document import (
    STOPS,
    LessonQuestion,
    LessonTask,
    Stop,
    dump,
)
from playground.session.lesson.open_lesson import OpenLesson, OpenStop
from playground.session.lesson.player import close, enter, leave, own_scenes
from playground.session.open_scene import OpenScene
from playground.session.saved_state import State
from playground.session.session import Session

_NEW = message("New lesson")


def write(session: Session) -> None:
    """Write in the lesson that is open, or no more."""
    if walk := session.walk:
        walk.writing, walk.sheet = not walk.writing, True


def show_sheet(session: Session, shown: bool) -> None:
    """Show what the lesson is written on, or a page in its place."""
    if walk := session.walk:
        walk.sheet = shown


def entitle(session: Session, title: str) -> None:
    """Write the lesson's title."""
    if walk := session.walk:
        walk.title = title


def begin(session: Session) -> None:
    """Begin a lesson with what is on show as its first stop."""
    state, title = _state(session), translated(_NEW)  # somebody's own from now on
    close(session)
    session.walk = OpenLesson(title, [OpenStop(Stop(state, ""))], writing=True)
    enter(session, session.walk)


def add(session: Session) -> None:
    """Make what is on show a stop, behind the present one, and go there."""
    walk = session.walk
    if walk is None:
        return
    if len(walk.visits) == STOPS:
        session.notice = message("A lesson has at most {count} stops", count=STOPS)
        return
    added: OpenStop[OpenScene] = OpenStop(Stop(_state(session), ""))
    leave(session, walk)
    # What was done there is the new stop's: it itself is as it was prepared.
    walk.visit.opened = None
    walk.visits.insert(walk.at + 1, added)
    walk.at += 1
    walk.writing = walk.sheet = True
    enter(session, walk)


def changed(session: Session) -> bool:
    """Return whether what is on show is another state than the stop's."""
    return session.walk is not None and _state(session) != session.walk.stop.state


def take(session: Session) -> None:
    """Make what is on show the state of the present stop.

    Of another scene its question and task would not be true.
    """
    if walk := session.walk:
        before, state = walk.stop.state, _state(session)
        leave(session, walk)
        visit = walk.visit
        visit.stop, visit.opened = replace(visit.stop, state=state), None
        same = before.scene.at(before.params)[0] is state.scene.at(state.params)[0]
        if not same and (visit.stop.task or visit.stop.question):
            visit.stop = replace(visit.stop, question=None, task=None)
            session.notice = message(
                "The question or task was removed: it was about the other scene"
            )
        enter(session, walk)


def say(session: Session, text: str) -> None:
    """Write the sentence of the present stop."""
    if walk := session.walk:
        walk.visit.stop = replace(walk.stop, say=text)


def name(session: Session, title: str, learned: str) -> None:
    """Write the title of the present stop, and what can be said once it was seen."""
    if walk := session.walk:
        walk.visit.stop = replace(walk.stop, title=title, learned=learned)


def then(
    session: Session,
    question: LessonQuestion | None = None,
    task: LessonTask | None = None,
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
        leave(session, walk)
        walk.deleted = walk.at, walk.visits.pop(walk.at)
        walk.at = min(walk.at, len(walk.visits) - 1)
        enter(session, walk)


def put_back(session: Session) -> None:
    """Put the stop back that was taken out last, and go there."""
    walk = session.walk
    if walk and walk.deleted:
        leave(session, walk)
        walk.at, visit = walk.deleted
        walk.deleted = None
        walk.visits.insert(walk.at, visit)
        enter(session, walk)


def try_it(session: Session) -> None:
    """Walk the lesson from its first stop as a class will: nothing is answered yet."""
    if walk := session.walk:
        leave(session, walk)
        walk.writing, walk.at = False, 0
        for visit in walk.visits:
            visit.opened, visit.given = None, None
        enter(session, walk)


def save(session: Session, path: Path) -> None:
    """Save the lesson. A notice says that it is, or what hinders."""
    walk = session.walk
    if walk is None:
        return
    try:
        sweep(path.parent)
        write_whole(path, dump(walk.plan).encode())
    except (OSError, ValueError) as error:
        session.notice = message("Cannot save the lesson: {why}", why=why(error))
        return
    walk.path, walk.saved = path, walk.plan
    session.notice = message(
        "Saved {name} in {folder}", name=path.name, folder=str(path.parent)
    )


def suggested(walk: OpenLesson[OpenScene], folder: Path) -> Path:
    """Return where a lesson is saved: where it came from, or else by its title."""
    if walk.path:
        return walk.path
    words = "".join(c if c.isalnum() else " " for c in walk.title).lower().split()
    name = "-".join(words)[:60] or "lesson"
    numbered = (folder / f"{name}-{number}.json" for number in count(2))
    paths = chain([folder / f"{name}.json"], numbered)
    return next(path for path in paths if not path.exists())


def _state(session: Session) -> State:
    """Return what is on show as a stop can have it: of the scene's own listing."""
    return replace(session.state, scene=own_scenes(session)[session.index])
