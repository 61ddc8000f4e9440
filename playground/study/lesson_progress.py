"""How far a lesson was walked: kept when it is left, and over a restart."""

from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated

from playground.scene import forms
from playground.scene.codec import from_json_values, to_json_values
from playground.study.lesson import ANSWERS, STOPS, Lesson, dump
from playground.study.open_lesson import OpenLesson
from playground.study.open_scene import OpenScene
from playground.study.session import Session

_Place = Annotated[int, forms.whole(0, STOPS)]
_Answer = Annotated[int | None, forms.whole(0, ANSWERS)]
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
    stops: Annotated[tuple[StopWalked, ...], forms.Size(0, STOPS)] = ()


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
