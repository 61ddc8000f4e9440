"""A lesson that is open: its stops as they were left, and what is written of it."""

from collections.abc import Hashable
from contextlib import suppress
from dataclasses import field
from enum import Enum, auto
from pathlib import Path
from typing import Generic, TypeVar

from playground.analysis.heat_map import MapKind
from playground.quick_dataclass import dataclass
from playground.scene.listing import AnswerPendingError, Precision
from playground.session.errors import run_guarded
from playground.session.lesson.document import Lesson, LessonQuestion, LessonTask, Stop
from playground.session.snapshot import SessionSnapshot
from playground.session.view_model import SceneView
from playground.session.view_options import Page

SceneT = TypeVar("SceneT")

MAX_TRY_COUNT = 2
"""After so many wrong answers the right one is shown."""


@dataclass(eq=False)
class StopState(Generic[SceneT]):
    """A stop as it was left: its scene with a history of its own, and the answer.

    Attributes
    ----------
    opened : OpenScene or None
        Its scene as it was left; None before it was first gone to.
    page, map, compare
        How it was shown.
    curve : bool or None
        Whether the curve is shown, once that was chosen.
    tries : tuple of int
        The places of the answers that were chosen; the first one is the score's. An
        answer that was shown counts as the last try once more.
    question, task
        What it had before it was given something else.
    seen, done : bool
        Whether it was ever gone to, and whether its task was ever done.
    """

    stop: Stop
    opened: SceneT | None = None
    page: Page = Page.EXPLORE
    map: MapKind | None = None
    compare: bool = False
    curve: bool | None = None
    tries: tuple[int, ...] = ()
    question: LessonQuestion | None = None
    task: LessonTask | None = None
    seen: bool = False
    done: bool = False

    @property
    def shows_curve(self) -> bool:
        """Whether the curve is shown: else only where the stop is about one."""
        return self.stop.state.axis is not None if self.curve is None else self.curve

    @property
    def is_answered(self) -> bool:
        """Whether its question was answered, or tried as often as it may be."""
        question = self.stop.question
        return question is not None and (
            question.right in self.tries or len(self.tries) >= MAX_TRY_COUNT
        )

    @property
    def mark(self) -> "StopMark":
        """How it stands."""
        if self.stop.question and self.tries:
            right = self.tries[0] == self.stop.question.right
            return StopMark.RIGHT if right else StopMark.AGAIN
        if self.stop.task and self.done:
            return StopMark.RIGHT
        plain = self.seen and not (self.stop.question or self.stop.task)
        return StopMark.SEEN if plain else StopMark.OPEN


class StopMark(Enum):
    """How a stop stands: still open, seen, right or done, or to be looked at again."""

    OPEN = auto()
    SEEN = auto()
    RIGHT = auto()
    AGAIN = auto()


@dataclass(eq=False)
class OpenLesson(Generic[SceneT]):
    """A lesson that is open.

    Attributes
    ----------
    stop_states : list of OpenStop
        Its stops as they were left; `at` is the place of the one on show, from 0.
    path : Path or None
        Where it lies, once it was opened from there or saved.
    writing : bool
        Whether it is written: nothing is hidden, and what is on show can be a stop.
    is_editor_shown : bool
        Whether what it is written on is on show, or a page.
    away : OpenScene or None
        The scene's own, in whose place the stop's stands: so each has its own undo,
        step and cameras.
    saved : Lesson or None
        As it lies in its file.
    deleted : tuple or None
        The stop that was taken out last, and its place.
    name : str
        What it is known by when it is left: the scene that it comes with, or its file.
    before : SessionSnapshot or None
        How all was before it was opened, unless it was begun to be written.
    ending, listing : bool
        Whether its end is on show in the place of a stop, or the list of all stops.
    """

    title: str
    stop_states: list[StopState[SceneT]]
    source: str = ""
    at: int = 0
    path: Path | None = None
    writing: bool = False
    is_editor_shown: bool = True
    away: SceneT | None = None
    saved: Lesson | None = None
    deleted: tuple[int, StopState[SceneT]] | None = None
    name: str = ""
    before: SessionSnapshot | None = None
    ending: bool = False
    listing: bool = False
    _done: tuple[Hashable, bool] = field(default=(None, False))

    @property
    def stop_state(self) -> StopState[SceneT]:
        """The stop that is on show."""
        return self.stop_states[self.at]

    @property
    def stop(self) -> Stop:
        """What is declared of it."""
        return self.stop_state.stop

    @property
    def document(self) -> Lesson:
        """The lesson as a value."""
        stops = tuple(visit.stop for visit in self.stop_states)
        return Lesson(self.title, stops, self.source)

    @property
    def has_unsaved_changes(self) -> bool:
        """Whether anything was written since it was saved."""
        return self.document != self.saved

    @property
    def rights(self) -> list[int]:
        """The places of the stops whose question was answered right or task done."""
        return [
            place
            for place, visit in enumerate(self.stop_states)
            if visit.mark is StopMark.RIGHT
        ]

    @property
    def stops_to_review(self) -> list[int]:
        """The places of the stops to look at again, and of what is still to be done."""
        return [
            place
            for place, visit in enumerate(self.stop_states)
            if visit.mark is StopMark.AGAIN
            or (
                visit.mark is StopMark.OPEN and (visit.stop.question or visit.stop.task)
            )
        ]

    @property
    def asking(self) -> bool:
        """Whether the stop's question is open, and nobody writes it just now."""
        is_open = self.stop.question is not None and not self.stop_state.is_answered
        return is_open and not self.writing

    def is_task_done(self, moment: SceneView, dtype: Precision) -> bool:
        """Return whether the stop's task is done in a moment of its scene."""
        task, solution = self.stop.task, moment.solution
        if task is None or solution is None:
            return False
        looked: Hashable = (moment, task, dtype)
        if looked != self._done[0]:
            done = False
            with suppress(AnswerPendingError):
                done = run_guarded(
                    lambda: task.is_done(solution, dtype), False, lambda _: None
                )
                self._done = looked, done
            return done
        return self._done[1]
