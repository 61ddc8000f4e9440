"""State of an open lesson: progress at its stops, and edits."""

from collections.abc import Hashable
from contextlib import suppress
from dataclasses import field
from enum import Enum, auto
from pathlib import Path

from playground.analysis.heat_map import MapKind
from playground.quick_dataclass import dataclass
from playground.scene.listing import AnswerPendingError, Precision
from playground.session.errors import run_guarded
from playground.session.lesson.document import Lesson, LessonQuestion, LessonTask, Stop
from playground.session.open_scene import OpenScene
from playground.session.snapshot import SessionSnapshot
from playground.session.view_model import SceneView
from playground.session.view_options import Page

MAX_TRY_COUNT = 2
"""Wrong answers after which the right one is shown."""


@dataclass(eq=False)
class StopState:
    """State of a stop in an open lesson.

    Attributes
    ----------
    stop : Stop
        The stop.
    opened : OpenScene or None
        Its scene as it was left, with its own history; None before the first visit.
    page : Page
        Page of the inspector as it was left.
    map : MapKind or None
        Kind of map as it was left.
    compare : bool
        Whether the listing's answer was displayed.
    curve : bool or None
        Whether the user shows the curve; None for the default.
    tries : tuple of int
        Indices of the answers tried; the first one counts for the score. Revealing the
        answer repeats the last try.
    question, task : LessonQuestion, LessonTask or None
        The previous question and task during editing, to restore them.
    seen : bool
        Whether it was visited.
    done : bool
        Whether its task was done.
    """

    stop: Stop
    opened: OpenScene | None = None
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
        """Whether the curve is shown; by default only if the stop is about one."""
        return self.stop.state.axis is not None if self.curve is None else self.curve

    @property
    def is_answered(self) -> bool:
        """Whether its question was answered, or has no tries left."""
        question = self.stop.question
        return question is not None and (
            question.right in self.tries or len(self.tries) >= MAX_TRY_COUNT
        )

    @property
    def mark(self) -> "StopMark":
        """Its mark in the list of stops.

        A right first answer or a task done is RIGHT.
        """
        if self.stop.question and self.tries:
            right = self.tries[0] == self.stop.question.right
            return StopMark.RIGHT if right else StopMark.AGAIN
        if self.stop.task and self.done:
            return StopMark.RIGHT
        plain = self.seen and not (self.stop.question or self.stop.task)
        return StopMark.SEEN if plain else StopMark.OPEN


class StopMark(Enum):
    """Mark of a stop: open, seen, right (or done), or to be reviewed."""

    OPEN = auto()
    SEEN = auto()
    RIGHT = auto()
    AGAIN = auto()


@dataclass(eq=False)
class OpenLesson:
    """An open lesson, being played or edited.

    Attributes
    ----------
    title, source : str
        The document's title and source.
    stop_states : list of StopState
        The stops.
    at : int
        Index of the current one.
    path : Path or None
        The file that it was opened from or saved to; None without one.
    writing : bool
        Whether it is edited; then questions hide nothing.
    is_editor_shown : bool
        Whether the editor is displayed, not a page.
    away : OpenScene or None
        The session's scene that the stop's replaces, with its own undo, step and
        cameras; None while no stop is entered.
    saved : Lesson or None
        The document in the file; None if it was never saved.
    deleted : tuple or None
        Index and state of the stop deleted last; None for none to restore.
    name : str
        Key of its progress: id of the scene that it belongs to, or path of its file; ""
        for none.
    before : SessionSnapshot or None
        The session before it was opened; None for a new lesson.
    ending : bool
        Whether the lesson's end is displayed instead of the stop.
    listing : bool
        Whether the list of stops is displayed instead of the stop.
    """

    title: str
    stop_states: list[StopState]
    source: str = ""
    at: int = 0
    path: Path | None = None
    writing: bool = False
    is_editor_shown: bool = True
    away: OpenScene | None = None
    saved: Lesson | None = None
    deleted: tuple[int, StopState] | None = None
    name: str = ""
    before: SessionSnapshot | None = None
    ending: bool = False
    listing: bool = False
    _done: tuple[Hashable, bool] = field(default=(None, False))

    @property
    def stop_state(self) -> StopState:
        """The state of the current stop."""
        return self.stop_states[self.at]

    @property
    def stop(self) -> Stop:
        """The current stop."""
        return self.stop_state.stop

    @property
    def document(self) -> Lesson:
        """The lesson as a document."""
        stops = tuple(visit.stop for visit in self.stop_states)
        return Lesson(self.title, stops, self.source)

    @property
    def has_unsaved_changes(self) -> bool:
        """Whether it differs from the document in its file, or has no file."""
        return self.document != self.saved

    @property
    def rights(self) -> list[int]:
        """Indices of the stops with a right answer or a finished task."""
        return [
            place
            for place, visit in enumerate(self.stop_states)
            if visit.mark is StopMark.RIGHT
        ]

    @property
    def stops_to_review(self) -> list[int]:
        """Indices of the stops with a wrong answer, or an open question or task."""
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
        """Whether the stop's question is open, and the lesson is not edited."""
        is_open = self.stop.question is not None and not self.stop_state.is_answered
        return is_open and not self.writing

    def is_task_done(self, moment: SceneView, dtype: Precision) -> bool:
        """Return whether a view model fulfills the current stop's task, cached.

        False without a task or a solution, and while the listing's answer is pending.
        """
        task, solution = self.stop.task, moment.solution
        if task is None or solution is None:
            return False
        cache_key = moment, task, dtype
        if cache_key != self._done[0]:
            with suppress(AnswerPendingError):
                is_done = run_guarded(
                    lambda: task.is_done(solution, dtype), False, lambda _: None
                )
                self._done = cache_key, is_done
        return self._done == (cache_key, True)
