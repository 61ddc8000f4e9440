"""Editing of the open lesson: stops, texts, questions and tasks."""

from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from typing import Any

from playground.i18n import message, translate
from playground.scene.author_files import explain_error
from playground.session.atomic_write import remove_leftovers, write_atomically
from playground.session.lesson.document import (
    MAX_STOPS,
    LessonQuestion,
    LessonTask,
    Stop,
    dump,
)
from playground.session.lesson.open_lesson import OpenLesson, StopState
from playground.session.lesson.player import (
    close_lesson,
    enter_stop,
    leave_stop,
    load_shipped_scenes,
)
from playground.session.saved_state import State
from playground.session.session import Session


def toggle_writing(session: Session) -> None:
    """Switch between editing and playing the open lesson."""
    if walk := session.lesson:
        walk.writing, walk.is_editor_shown = not walk.writing, True


def begin_lesson(session: Session) -> None:
    """Close any lesson, and begin a new one with the displayed state as first stop."""
    state = _state_for_stop(session)
    title = translate(message("New lesson"))  # plain text, since the user can edit it
    close_lesson(session)
    session.lesson = OpenLesson(title, [StopState(Stop(state, ""))], writing=True)
    enter_stop(session, session.lesson)


def add_stop(session: Session) -> None:
    """Insert the displayed state as a stop after the current one, and go there.

    With `MAX_STOPS` stops it only gives a notice.
    """
    walk = session.lesson
    if walk is None:
        return
    if len(walk.stop_states) == MAX_STOPS:
        session.notice = message("A lesson has at most {count} stops", count=MAX_STOPS)
        return
    new_stop: StopState = StopState(Stop(_state_for_stop(session), ""))
    leave_stop(session, walk)
    # The changes belong to the new stop; the old one returns to its prepared state.
    walk.stop_state.opened = None
    walk.stop_states.insert(walk.at + 1, new_stop)
    walk.at += 1
    walk.writing = walk.is_editor_shown = True
    enter_stop(session, walk)


def is_state_changed(session: Session) -> bool:
    """Return whether the displayed state differs from the stop's.

    False without lesson.
    """
    return (
        session.lesson is not None
        and _state_for_stop(session) != session.lesson.stop.state
    )


def replace_stop_state(session: Session) -> None:
    """Replace the state of the current stop by the displayed one.

    If it is of another scene, the question or task is removed.
    """
    if walk := session.lesson:
        old_state, state = walk.stop.state, _state_for_stop(session)
        leave_stop(session, walk)
        visit = walk.stop_state
        visit.stop, visit.opened = replace(visit.stop, state=state), None
        is_unchanged = old_state.scene_part is state.scene_part
        if not is_unchanged and (visit.stop.task or visit.stop.question):
            visit.stop = replace(visit.stop, question=None, task=None)
            session.notice = message(
                "The question or task was removed: it was about the other scene"
            )
        enter_stop(session, walk)


def edit_stop(session: Session, /, **changes: Any) -> None:
    """Change texts of the current stop, by the names of `Stop`'s attributes."""
    if walk := session.lesson:
        walk.stop_state.stop = replace(walk.stop, **changes)


def set_question_or_task(
    session: Session,
    question: LessonQuestion | None = None,
    task: LessonTask | None = None,
) -> None:
    """Give the current stop a question, a task, or for None twice neither.

    What it had before stays in its `StopState`, to restore it.
    """
    if walk := session.lesson:
        if question is None or walk.stop.question is None:
            walk.stop_state.tries = ()
        visit, stop = walk.stop_state, walk.stop
        visit.question = stop.question or visit.question
        visit.task = stop.task or visit.task
        visit.stop = replace(stop, question=question, task=task)


def move_stop(session: Session, way: int) -> None:
    """Swap the current stop with the next (`way` 1) or the previous one (-1).

    Nothing happens at the end of the list.
    """
    walk = session.lesson
    if walk and 0 <= walk.at + way < len(walk.stop_states):
        index, target = walk.at, walk.at + way
        visits = walk.stop_states
        visits[index], visits[target] = visits[target], visits[index]
        walk.at = target


def delete_stop(session: Session) -> None:
    """Delete the current stop, unless it is the only one."""
    walk = session.lesson
    if walk and len(walk.stop_states) > 1:
        leave_stop(session, walk)
        walk.deleted = walk.at, walk.stop_states.pop(walk.at)
        walk.at = min(walk.at, len(walk.stop_states) - 1)
        enter_stop(session, walk)


def restore_deleted_stop(session: Session) -> None:
    """Restore the stop deleted last, and go there."""
    walk = session.lesson
    if walk and walk.deleted:
        leave_stop(session, walk)
        walk.at, visit = walk.deleted
        walk.deleted = None
        walk.stop_states.insert(walk.at, visit)
        enter_stop(session, walk)


def preview_lesson(session: Session) -> None:
    """Play the lesson from its first stop, without any progress."""
    if walk := session.lesson:
        leave_stop(session, walk)
        walk.writing, walk.at = False, 0
        for visit in walk.stop_states:
            visit.opened, visit.tries = None, ()
        enter_stop(session, walk)


def save_lesson(session: Session, path: Path) -> None:
    """Save the lesson as a file; a notice reports the result, or why it failed."""
    walk = session.lesson
    if walk is None:
        return
    try:
        remove_leftovers(path.parent)
        write_atomically(path, dump(walk.document).encode())
    except (OSError, ValueError) as error:
        session.notice = message(
            "Cannot save the lesson: {why}", why=explain_error(error)
        )
        return
    walk.path, walk.saved = path, walk.document
    session.notice = message(
        "Saved {name} in {folder}", name=path.name, folder=str(path.parent)
    )


def suggest_path(walk: OpenLesson, folder: Path) -> Path:
    """Return the path to suggest for saving: the lesson's file, or a new name.

    The name is made of the title, with a number if it is in use in `folder`.
    """
    if walk.path:
        return walk.path
    words = "".join(c if c.isalnum() else " " for c in walk.title).lower().split()
    name = "-".join(words)[:60] or "lesson"
    candidates = (folder / f"{name}-{number}.json" for number in count(2))
    paths = chain([folder / f"{name}.json"], candidates)
    return next(path for path in paths if not path.exists())


def _state_for_stop(session: Session) -> State:
    """Return the displayed state, with the scene's own listing instead of user code."""
    return replace(session.state, scene=load_shipped_scenes(session)[session.index])
