"""Playing of an open lesson: its stops, questions, tasks and progress; talks."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.scene import json_schema
from playground.scene import params as parameters
from playground.scene.author_files import explain_error
from playground.scene.scene import SceneEntry
from playground.scene.serialization import from_json_values, to_json_values
from playground.session import quiz as session_quiz
from playground.session.history import History
from playground.session.lesson.document import (
    MAX_ANSWERS,
    MAX_STOPS,
    Lesson,
    Stop,
    dump,
    is_lesson,
    load,
    read_shipped_lesson,
)
from playground.session.lesson.open_lesson import (
    MAX_TRY_COUNT,
    OpenLesson,
    StopState,
)
from playground.session.open_scene import OpenScene
from playground.session.restore import (
    lesson_place,
    restore_snapshot,
    take_snapshot,
)
from playground.session.saved_state import State
from playground.session.session import Session
from playground.session.view_model import SceneView
from playground.session.view_options import Page

_StopIndex = Annotated[int, json_schema.integer_schema(0, MAX_STOPS)]
_AnswerIndex = Annotated[int, json_schema.integer_schema(0, MAX_ANSWERS - 1)]
# Enough letters of the hash to notice a changed text.
_FINGERPRINT_LETTERS = 16


@dataclass(frozen=True)
class StopProgress:
    """Progress at a stop: if visited, indices of answers tried, if the task is done."""

    seen: bool = False
    tries: Annotated[
        tuple[_AnswerIndex, ...], json_schema.LengthRange(0, MAX_TRY_COUNT)
    ] = ()
    done: bool = False


@dataclass(frozen=True)
class LessonProgress:
    """Progress in a lesson, saved between program runs.

    Attributes
    ----------
    fingerprint : str
        Hash of the lesson's text.
    stop : int
        Index of the current stop.
    ending : bool
        Whether the end was displayed.
    stops : tuple of StopProgress
        Progress at each stop.
    """

    fingerprint: str
    stop: _StopIndex = 0
    ending: bool = False
    stops: Annotated[
        tuple[StopProgress, ...], json_schema.LengthRange(0, MAX_STOPS)
    ] = ()


def save_progress(session: Session) -> None:
    """Save the progress of the open lesson in the session, by the lesson's name.

    Not of a lesson that is edited or has no name.
    """
    walk = session.lesson
    if walk is None or walk.writing or not walk.name:
        return
    stops = tuple(StopProgress(v.seen, v.tries, v.done) for v in walk.stop_states)
    progress = LessonProgress(_fingerprint(walk.document), walk.at, walk.ending, stops)
    session.lesson_progress[walk.name] = to_json_values(progress)


def restore_progress(session: Session, walk: OpenLesson) -> None:
    """Restore the saved progress of a lesson that was just opened.

    Nothing is restored if the text has changed since, or the saved values are invalid.
    """
    values, stop_count = session.lesson_progress.get(walk.name), len(walk.stop_states)
    try:
        progress = from_json_values(LessonProgress, values)
    except ValueError:
        return
    is_same_text = progress.fingerprint == _fingerprint(walk.document)
    if not is_same_text or not progress.stop < len(progress.stops) == stop_count:
        return
    walk.at, walk.ending = progress.stop, progress.ending
    for visit, stop in zip(walk.stop_states, progress.stops, strict=True):
        visit.seen, visit.done = stop.seen, stop.done
        restore_tries(visit, stop.tries)


def restore_tries(visit: StopState, tries: Sequence[int]) -> None:
    """Restore the answers tried at a stop, by index, if its question has them all.

    At most `MAX_TRY_COUNT` are restored.
    """
    answers = visit.stop.question.answers if visit.stop.question else ()
    if all(0 <= place < len(answers) for place in tries):
        visit.tries = tuple(tries[:MAX_TRY_COUNT])


def _fingerprint(plan: Lesson) -> str:
    from hashlib import sha256  # slow to import

    return sha256(dump(plan).encode()).hexdigest()[:_FINGERPRINT_LETTERS]


# ----------------------------------------------------------------------------


def start_lesson(
    session: Session, plan: Lesson, path: Path | None = None, name: str = ""
) -> None:
    """Open a lesson where it was left, or at its first stop; close the open one.

    Parameters
    ----------
    session : Session
        The session.
    plan : Lesson
        The lesson.
    path : Path, optional
        Its file.
    name : str
        The key for its progress; "" for the path.
    """
    close_lesson(session)
    stops = [StopState(stop) for stop in plan.stops]
    walk = OpenLesson(plan.title, stops, plan.source, 0, path, saved=plan)
    walk.name, walk.before = name or str(path or ""), take_snapshot(session)
    restore_progress(session, walk)
    session.lesson = walk
    enter_stop(session, walk)


def start_shipped_lesson(session: Session, scene: SceneEntry) -> None:
    """Open the lesson of a scene where it was left; a failure becomes a notice."""
    closed_lessons = session.closed_lessons[:1]
    if any([walk.name == scene.id and not walk.writing for walk in closed_lessons]):
        reopen_lesson(session)
        return
    if plan := _read_lesson(session, scene):
        start_lesson(session, plan, name=scene.id)


def _read_lesson(session: Session, scene: SceneEntry) -> Lesson | None:
    """Return the lesson of a scene; None, with a notice, if it cannot be read."""
    try:
        return read_shipped_lesson(scene, load_shipped_scenes(session))
    except (OSError, ValueError) as error:
        session.notice = message(
            "Cannot open this lesson: {why}", why=explain_error(error)
        )
        return None


def restart_lesson(session: Session) -> None:
    """Restart the open lesson without any progress."""
    if walk := session.lesson:
        leave_stop(session, walk)
        walk.at, walk.ending = 0, False
        for visit in walk.stop_states:
            visit.opened, visit.tries = None, ()
            visit.seen = visit.done = False
        enter_stop(session, walk)


def next_lesson(session: Session) -> SceneEntry | None:
    """Return the next scene with a lesson, after that of the open lesson.

    It is None if there is none, or if the open lesson is not a scene's own.
    """
    walk, scenes = session.lesson, load_shipped_scenes(session)
    ids = [scene.id for scene in scenes]
    if walk is None or walk.name not in ids:
        return None
    next_scenes = scenes[ids.index(walk.name) + 1 :]
    return next((scene for scene in next_scenes if scene.lesson_path), None)


def set_lesson(session: Session, /, **changes: Any) -> None:
    """Set the open lesson's title or what it displays, by `OpenLesson`'s attributes."""
    if walk := session.lesson:
        vars(walk).update(changes)


def try_open_lesson(session: Session, text: str, path: Path | None = None) -> bool:
    """Open a text that is a lesson; return False if it has another format.

    An invalid lesson becomes a notice, and True is returned.
    """
    if not is_lesson(text):
        return False
    try:
        plan = load(text, load_shipped_scenes(session))
    except ValueError as error:
        session.notice = message("Cannot open this lesson: {why}", why=str(error))
    else:
        start_lesson(session, plan, path)
        session.notice = message("Lesson opened")
    return True


def load_shipped_scenes(session: Session) -> list[SceneEntry]:
    """Return the session's scenes with their own listings, without user code."""
    return [opened.original_scene for opened in session.opened_scenes]


def close_lesson(session: Session) -> None:
    """Close the lesson and restore the session from before.

    After editing a lesson, the displayed state stays, and its history can be undone.
    """
    walk = session.lesson
    if walk is None:
        return
    state = session.state if walk.writing and session.is_at_stop else None
    leave_stop(session, walk)
    save_progress(session)
    session.lesson = None
    unsaved = [other for other in session.closed_lessons if other.has_unsaved_changes]
    session.closed_lessons = [walk, *unsaved]
    for opened in (visit.opened for visit in walk.stop_states):
        if opened:
            opened.close_user_code()
    if state:
        session.show(state)
    elif walk.before and not walk.writing:
        restore_snapshot(session, walk.before)


def leave_lesson(session: Session) -> None:
    """Close the lesson; a notice says at which stop it will continue."""
    walk = session.lesson
    close_lesson(session)
    if walk is None or walk.writing or not walk.name:
        return
    session.notice = message(
        "The lesson goes on at its end when you open it again"
        if walk.ending
        else "The lesson goes on at stop {number} when you open it again",
        number=walk.at + 1,
    )


def reopen_lesson(session: Session) -> None:
    """Continue the lesson closed last.

    An open lesson is closed and moves to the end of the list, so that repeated calls
    cycle through all of them.
    """
    if not session.closed_lessons:
        return
    walk, *other_lessons = session.closed_lessons
    closed_lesson, session.closed_lessons = session.lesson, other_lessons
    if closed_lesson:
        close_lesson(session)
        session.closed_lessons = [*session.closed_lessons[1:], closed_lesson]
    walk.before, session.lesson = take_snapshot(session), walk
    enter_stop(session, walk)


def go_to_stop(session: Session, at: int, *, plays: bool = False) -> None:
    """Go to the stop with this index, as it was left, or as prepared.

    With `plays`, the time is animated from the stop before if nothing else changes.
    """
    walk = session.lesson
    if walk and 0 <= at < len(walk.stop_states):
        state_before = walk.stop.state
        leave_stop(session, walk)
        walk.at, walk.ending, walk.listing = at, False, False
        enter_stop(session, walk)
        state = walk.stop.state
        if plays and session.params == state.params and not session.asking:
            begin = find_move_begin(state_before, state)
            session.play_move(begin, session.scene_view.current_time)


def step_stop(session: Session, way: int) -> bool:
    """Go to the next stop (`way` 1) or the previous one (-1).

    After the last stop comes the lesson's end. While the time is animated, going on
    only finishes the animation. If there is no further stop, a notice says so.

    Returns
    -------
    bool
        Whether a lesson is open.
    """
    walk = session.lesson
    if walk is None:
        return False
    if way > 0 and session.finish_move():
        return True
    last = walk.at == len(walk.stop_states) - 1
    if way > 0 and last and not walk.writing and not walk.ending:
        record_task_done(session)
        walk.ending, walk.listing = True, False
    elif way < 0 and walk.ending:
        walk.ending = False
    elif not 0 <= walk.at + way < len(walk.stop_states):
        session.notice = _end_notice(walk, way)
    else:
        go_to_stop(session, walk.at + way, plays=way > 0)
    return True


def find_move_begin(before: State, state: State) -> float | None:
    """Return the time at which the animation to a stop's state begins; None for none.

    It is the time of the state before if only the time differs, or else the start of
    the derivation step that the stop displays.

    Parameters
    ----------
    before : State
        The state of the stop that is left.
    state : State
        The state of the stop to go to.
    """
    study = SceneView(state.scene, state.params)
    line = study.timeline
    if line is None:
        return None
    left, entered = map(parameters.reset_times, (before.params, state.params))
    if before.scene is state.scene and left == entered:
        return float(getattr(before.params, line.parameter))
    if not state.step:
        return None
    step = study.steps[state.step - 1]
    if step.time != study.current_time:
        return None
    if step.begins is not None:
        return step.begins
    return study.steps[state.step - 2].time if state.step > 1 else None


def _end_notice(walk: OpenLesson, way: int) -> str:
    if way < 0:
        return message("This is the first stop")
    if walk.ending:
        return message("This is the end of the lesson")
    return message("This is the last stop")


def continue_lesson(session: Session) -> None:
    """Do what the large button says: hide the list, return, reveal, or go on."""
    walk = session.lesson
    if walk is None:
        return
    if walk.listing:
        walk.listing = False
    elif session.scene.id != walk.stop.state.scene.id:
        go_to_stop(session, walk.at)
    elif session.asking:
        show_answer(session)
    else:
        step_stop(session, 1)


def answer_question(session: Session, place: int) -> bool:
    """Answer the open question by the index of an answer.

    An index that was tried already, or is too large, changes nothing.

    Returns
    -------
    bool
        Whether a question is open.
    """
    walk = session.lesson
    if walk is None or walk.ending or walk.listing:
        return False
    if not walk.asking or not session.is_at_stop:
        return False
    visit, question = walk.stop_state, walk.stop.question
    if question and place < len(question.answers) and place not in visit.tries:
        visit.tries += (place,)
        show_answered_stop(session)
        session.reveal()
    return True


def show_answer(session: Session) -> None:
    """Show the right answer to the open question, if a wrong one was tried."""
    walk = session.lesson
    if walk and walk.asking and walk.stop_state.tries and session.is_at_stop:
        walk.stop_state.tries += walk.stop_state.tries[-1:]
        show_answered_stop(session)
        session.reveal()


def show_answered_stop(session: Session) -> None:
    """Show the state that the open question has hidden, once it is answered."""
    walk = session.lesson
    if walk is None or walk.asking or not session.is_at_stop:
        return
    stop = walk.stop
    if session.params != stop.state.params:
        # The question is about the prepared state.
        session.show(stop.state)
    if session.scene_view.has_timeline:
        # What can be played now is to stay in sight.
        session.refit()
    # Now there is a derivation again.
    last = len(session.scene_view.steps)
    session.open_scene.step = min(stop.state.step or 0, last) or None


def is_task_done(session: Session) -> bool:
    """Return whether the displayed state fulfills the current stop's task."""
    walk = session.lesson
    return bool(
        walk
        and session.is_at_stop
        and walk.is_task_done(session.scene_view, session.scene_view.dtype)
    )


def record_task_done(session: Session) -> None:
    """Record the stop's task as done, if it is."""
    if session.lesson and is_task_done(session):
        session.lesson.stop_state.done = True


def repeat_stop(session: Session) -> None:
    """Show the stop as prepared, as an undoable step; its answers still count."""
    if walk := session.lesson:
        session.show(walk.stop.state)
        session.reveal()


def enter_stop(session: Session, walk: OpenLesson) -> None:
    """Open the scene of the lesson's current stop, in place of the session's."""
    visit, state = walk.stop_state, walk.stop.state
    index = session.find(state.scene.id)
    fresh, visit.seen = visit.opened is None, True
    if visit.opened is None:
        visit.opened = OpenScene(state.scene)
    walk.away = session.opened_scenes[index]
    session.opened_scenes[index] = visit.opened
    session.open(index)
    session.stop_playback()
    if fresh:
        session.show(state)
        # The history begins at the stop.
        present = replace(visit.opened.history.present, shown=None)
        visit.opened.history = History(present)
    else:
        visit.opened.selected_handle = None
        session.look(page=visit.page, map=visit.map, compare=visit.compare)
    session.reveal()


def leave_stop(session: Session, walk: OpenLesson) -> None:
    """Put the session's scene back, and save how the stop was displayed."""
    visit = walk.stop_state
    record_task_done(session)
    if session.is_at_stop:
        view = session.view
        visit.page, visit.map, visit.compare = view.page, view.map, view.compare
    index = session.find(walk.stop.state.scene.id)
    if walk.away:
        session.opened_scenes[index], walk.away = walk.away, None
    session.stop_playback()


# ----------------------------------------------------------------------------
# Activities after the end of a lesson.
# ----------------------------------------------------------------------------


TRY_USER_CODE: str = message("Try your own routine")
TRY_QUIZ: str = message("Ten quick questions")


def next_activities(study: SceneView) -> list[str]:
    """Return the labels of further activities, besides the next lesson."""
    ways = ((TRY_USER_CODE, study.has_code), (TRY_QUIZ, study.has_quiz))
    return [way for way, open_ in ways if open_]


def open_next_lesson(session: Session, scene: SceneEntry) -> None:
    """Switch to another scene and open its lesson."""
    close_lesson(session)
    session.open(session.find(scene.id))
    start_shipped_lesson(session, session.scene)


def open_code_page(session: Session) -> None:
    """Close the lesson and open the code page."""
    close_lesson(session)
    session.look(page=Page.CODE)


def start_quiz(session: Session) -> None:
    """Close the lesson and start a quiz round."""
    close_lesson(session)
    session_quiz.begin_round(session, session.seed)


# ----------------------------------------------------------------------------
# Explanation of the listing's mistake by the scene's lesson.
# ----------------------------------------------------------------------------


def find_stop_about(plan: Lesson, kind: str) -> int | None:
    """Return the index of the first stop, without question or task, with this mistake.

    `kind` is the name of the mistake's kind. None without such a stop.
    """
    for index, stop in enumerate(plan.stops):
        if not (stop.question or stop.task) and _shows_mistake(stop, kind):
            return index
    return None


def _shows_mistake(stop: Stop, kind: str) -> bool:
    study = SceneView(stop.state.scene, stop.state.params)
    comparison = study.comparison_in(stop.state.dtype or study.dtype)
    return comparison is not None and comparison.kind == kind


def explain_mistake(session: Session) -> None:
    """Open the lesson where it explains the displayed mistake, or else the code."""
    compared, plan = session.scene_view.comparison, _read_lesson(session, session.scene)
    if compared is None or plan is None:
        return
    index = find_stop_about(plan, compared.kind)
    if index is None:
        session.look(page=Page.CODE, compare=True)
    else:
        start_shipped_lesson(session, session.scene)
        go_to_stop(session, index)


# ----------------------------------------------------------------------------
# Talks: the session is restored after a presentation.
# ----------------------------------------------------------------------------


def begin_talk(session: Session) -> None:
    """Save the session before the talk."""
    session.before_talk = take_snapshot(session)


def end_talk(session: Session) -> None:
    """Restore the session from before the talk.

    A lesson opened during the talk is closed; one that was open before stays at its new
    stop.
    """
    view_before, session.before_talk = session.before_talk, None
    if view_before is None:
        return
    if view_before.lesson_place is None:
        close_lesson(session)
    if view_before.lesson_place == lesson_place(session):
        restore_snapshot(session, view_before)
