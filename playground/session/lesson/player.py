"""A lesson that is open is walked: from stop to stop, its questions answered.

Nothing here knows pyglet or ImGui.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Annotated

from playground.i18n import message
from playground.scene import json_schema
from playground.scene.author_files import why
from playground.scene.scene import Entry
from playground.scene.serialization import from_json_values, to_json_values
from playground.session import quiz as session_quiz
from playground.session.history import History
from playground.session.lesson.document import (
    ANSWERS,
    STOPS,
    Lesson,
    dump,
    is_lesson,
    lesson_of,
    load,
)
from playground.session.lesson.open_lesson import OpenLesson, OpenStop
from playground.session.open_scene import OpenScene
from playground.session.session import Session
from playground.session.view_model import Study
from playground.session.view_options import Page

_Place = Annotated[int, json_schema.whole(0, STOPS)]
_Answer = Annotated[int | None, json_schema.whole(0, ANSWERS)]
# Of a lesson's text this is enough to see that it is another one now.
_LETTERS = 16


@dataclass(frozen=True)
class StopWalked:
    """What became of a stop: whether it was seen, the answer given, the task done."""

    seen: bool = False
    given: _Answer = None
    done: bool = False


@dataclass(frozen=True)
class Walked:
    """How far a lesson was walked.

    Attributes
    ----------
    plan : str
        What tells its text from another one's.
    at : int
        The place of the stop it goes on at, from 0.
    ending : bool
        Whether its end was on show.
    stops : tuple of StopWalked
        What became of each.
    """

    plan: str
    at: _Place = 0
    ending: bool = False
    stops: Annotated[tuple[StopWalked, ...], json_schema.Size(0, STOPS)] = ()


def keep(session: Session) -> None:
    """Note how far the open lesson was walked."""
    walk = session.walk
    if walk is None or walk.writing or not walk.name:
        return
    stops = tuple(StopWalked(v.seen, v.given, v.done) for v in walk.visits)
    walked = Walked(_known_by(walk.plan), walk.at, walk.ending, stops)
    session.walked[walk.name] = to_json_values(walked)


def recall(session: Session, walk: OpenLesson[OpenScene]) -> None:
    """Let a lesson that was just opened go on where it was left.

    One whose text has changed since begins afresh, and so does one that was kept in a
    way that cannot be read.
    """
    try:
        walked = from_json_values(Walked, session.walked.get(walk.name))
    except ValueError:
        return
    fits = walked.plan == _known_by(walk.plan) and len(walked.stops) == len(walk.visits)
    if not fits or walked.at >= len(walk.visits):
        return
    walk.at, walk.ending = walked.at, walked.ending
    for visit, stop in zip(walk.visits, walked.stops, strict=True):
        question = visit.stop.question
        fitting = question and (stop.given or 0) < len(question.answers)
        visit.seen, visit.done = stop.seen, stop.done
        visit.given = stop.given if fitting else None


def _known_by(plan: Lesson) -> str:
    return sha256(dump(plan).encode()).hexdigest()[:_LETTERS]


# ----------------------------------------------------------------------------


def start(
    session: Session, plan: Lesson, path: Path | None = None, name: str = ""
) -> None:
    """Open a lesson where it was left, or else at its first stop.

    One that is open is closed. By its `name` it is known when it was left.
    """
    close(session)
    stops = [OpenStop[OpenScene](stop) for stop in plan.stops]
    walk = OpenLesson(plan.title, stops, plan.source, 0, path, saved=plan)
    walk.name = name or str(path or "")
    recall(session, walk)
    session.walk = walk
    enter(session, walk)


def start_shipped(session: Session, scene: Entry) -> None:
    """Open the lesson that comes with a scene, where it was left.

    A notice says where it cannot be opened.
    """
    left = session.left_walks[:1]
    if any([walk.name == scene.id and not walk.writing for walk in left]):
        reopen(session)
        return
    try:
        plan = lesson_of(scene, own_scenes(session))
    except (OSError, ValueError) as error:
        session.notice = message("Cannot open this lesson: {why}", why=why(error))
        return
    if plan:
        start(session, plan, name=scene.id)


def begin_again(session: Session) -> None:
    """Walk the open lesson from its first stop, as if for the first time."""
    if walk := session.walk:
        leave(session, walk)
        walk.at, walk.ending = 0, False
        for visit in walk.visits:
            visit.opened = visit.given = None
            visit.seen = visit.done = False
        enter(session, walk)


def next_lesson(session: Session) -> Entry | None:
    """Return the next scene that has a lesson, after the open lesson's own."""
    walk, scenes = session.walk, own_scenes(session)
    ids = [scene.id for scene in scenes]
    if walk is None or walk.name not in ids:
        return None
    after = scenes[ids.index(walk.name) + 1 :]
    return next((scene for scene in after if scene.plan), None)


def list_stops(session: Session, shown: bool) -> None:
    """Show the list of all stops, or the stop again."""
    if walk := session.walk:
        walk.listing = shown


def opened(session: Session, text: str, path: Path | None = None) -> bool:
    """Open a text that is a lesson; return whether it says of itself that it is one.

    A notice says what is wrong with it.
    """
    if not is_lesson(text):
        return False
    try:
        plan = load(text, own_scenes(session))
    except ValueError as error:
        session.notice = message("Cannot open this lesson: {why}", why=str(error))
    else:
        start(session, plan, path)
        session.notice = message("Lesson opened")
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
    keep(session)
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
        walk.at, walk.ending, walk.listing = at, False, False
        enter(session, walk)


def step(session: Session, way: int) -> bool:
    """Go to the next stop, or the one before; return whether a lesson is open.

    Behind the last one is the lesson's end. A notice says that there is none.
    """
    walk = session.walk
    if walk is None:
        return False
    last = walk.at == len(walk.visits) - 1
    if way > 0 and last and not walk.writing and not walk.ending:
        note(session)
        walk.ending, walk.listing = True, False
    elif way < 0 and walk.ending:
        walk.ending = False
    elif not 0 <= walk.at + way < len(walk.visits):
        session.notice = _no_farther(walk, way)
    else:
        go(session, walk.at + way)
    return True


def _no_farther(walk: OpenLesson[OpenScene], way: int) -> str:
    if way < 0:
        return message("This is the first stop")
    if walk.ending:
        return message("This is the end of the lesson")
    return message("This is the last stop")


def go_on(session: Session) -> None:
    """Go where the panel's large button leads; nowhere while a question is open."""
    walk = session.walk
    if walk is None:
        return
    if walk.listing:
        walk.listing = False
    elif session.scene.id != walk.stop.state.scene.id:
        go(session, walk.at)
    elif not session.asking:
        step(session, 1)


def answer(session: Session, place: int) -> bool:
    """Answer the open question by the place of an answer, from 0.

    Return whether one is open.
    """
    walk = session.walk
    hidden = walk is None or walk.ending or walk.listing
    if walk is None or hidden or not walk.asking or not session.at_stop:
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


def note(session: Session) -> None:
    """Note of the stop on show that its task is done, once it is."""
    if session.walk and done(session):
        session.walk.visit.done = True


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
    fresh, visit.seen = visit.opened is None, True
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
        visit.opened.grip = None
        session.look(page=visit.page, map=visit.map, compare=visit.compare)
    session.reveal()


def leave(session: Session, walk: OpenLesson[OpenScene]) -> None:
    """Give the scene its place again, and note how the stop was left."""
    visit = walk.visit
    note(session)
    if session.at_stop:
        view = session.view
        visit.page, visit.map, visit.compare = view.page, view.map, view.compare
    index = session.find(walk.stop.state.scene.id)
    if walk.away:
        session.all_opened[index], walk.away = walk.away, None
    session.stand_still()


# ----------------------------------------------------------------------------
# Where the end of a lesson leads: the next one, one's own code, the quiz.
# ----------------------------------------------------------------------------


OWN_CODE: str = message("Try your own routine")
QUIZ: str = message("Ten quick questions")


def there(study: Study) -> list[str]:
    """Return which ways there are beside the next lesson."""
    ways = ((OWN_CODE, study.listed), (QUIZ, study.quizzed))
    return [way for way, open_ in ways if open_]


def open_next_lesson(session: Session, scene: Entry) -> None:
    """Open the next scene with its lesson."""
    close(session)
    session.open(session.find(scene.id))
    start_shipped(session, session.scene)


def own_code(session: Session) -> None:
    """Go to where one's own code has its place."""
    close(session)
    session.look(page=Page.CODE)


def quiz(session: Session) -> None:
    """Ask the first question of a round."""
    close(session)
    session_quiz.begin(session, session.seed)


# ----------------------------------------------------------------------------
# The stop of a scene's lesson that tells why the listing answers as it does here.
# ----------------------------------------------------------------------------


def stops_of(entry: Entry, scenes: Sequence[Entry]) -> int:
    """Return how many stops a scene's lesson has; 0 where there is none to be read."""
    try:
        plan = lesson_of(entry, scenes)
    except (OSError, ValueError):
        return 0
    return len(plan.stops) if plan else 0


def stop_about(plan: Lesson, kind: str) -> int:
    """Return the place of the first stop that shows a kind of mistake, or the first."""
    for place, stop in enumerate(plan.stops):
        state = stop.state
        study = Study(state.scene, state.params)
        compared = study.comparison_in(state.dtype or study.dtype)
        if compared and compared.kind == kind:
            return place
    return 0


def explain(session: Session) -> None:
    """Open the lesson of the scene where it tells of the mistake on show."""
    compared = session.study.comparison
    start_shipped(session, session.scene)
    if session.walk and compared:
        go(session, stop_about(session.walk.plan, compared.kind))
