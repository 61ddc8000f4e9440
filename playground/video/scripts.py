"""Scripts of videos: actions on a session, with the time until the next one."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import partial

import numpy as np

from playground.analysis.heat_map import MapKind
from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.scene.derivation import Step
from playground.session import step_navigation
from playground.session.lesson import player
from playground.session.session import Session
from playground.session.view_options import Page

# Duration of the last picture.
HOLD_DURATION_S = 1.5
# Reading time of a text: a base, per letter, per formula, and the limit.
_BASE_READING_DURATION_S = 1.5
_LETTER_READING_DURATION_S = 1 / 18
_FORMULA_READING_DURATION_S = 0.8
_MAX_READING_DURATION_S = 12.0
# Duration and number of moves of a drag in one direction.
_DRAG_DURATION_S = 2.0
_DRAG_MOVE_COUNT = 60
# Times nearer than this are equal.
_TIME_EPSILON_S = 1e-9


class VideoSubject(StrEnum):
    """Subject of a video."""

    PLAY = "play"
    STEPS = "steps"
    LESSON = "lesson"
    DRAG = "drag"


@dataclass(frozen=True)
class Cut:
    """An action on the session, and the seconds until the next one.

    `act` takes the session.
    """

    act: Callable[[Session], object]
    seconds: float


def default_subject(session: Session) -> VideoSubject | None:
    """Return the subject for a session's current state; None if it has none."""
    if session.lesson:
        return VideoSubject.LESSON
    view = session.scene_view
    if view.steps and (view.page is Page.DERIVATION or view.timeline is None):
        return VideoSubject.STEPS
    return VideoSubject.PLAY if view.timeline else None


def video_cuts(session: Session, what: VideoSubject) -> list[Cut]:
    """Return the cuts of a video; making them does not change the session.

    Raises
    ------
    ValueError
        The session has nothing to show for this subject.
    """
    find, problem = {
        VideoSubject.PLAY: (_playback_cuts, message("this case has no time to play")),
        VideoSubject.STEPS: (_derivation_cuts, message("this case has no derivation")),
        VideoSubject.LESSON: (_lesson_cuts, message("this scene has no lesson")),
        VideoSubject.DRAG: (
            _drag_cuts,
            message("this case has nothing to drag at the start"),
        ),
    }[what]
    if cuts := find(session):
        return cuts
    place = session.scene.id
    raise ValueError(message("{place}: {problem}", place=place, problem=problem))


def _playback_cuts(session: Session) -> list[Cut]:
    """Play the time from start to end, and hold the last picture."""
    line, speed = session.scene_view.timeline, session.playback.speed
    if line is None:
        return []

    def begin(session: Session) -> None:
        session.go_to(line.start)
        session.set_playback(playing=True, loop=False)

    def end(session: Session) -> None:
        session.stop_playback()
        session.go_to(line.end)

    return [Cut(begin, line.seconds / speed), Cut(end, HOLD_DURATION_S)]


def _derivation_cuts(session: Session) -> list[Cut]:
    """Show the steps one after the other, each for its reading time."""

    def first(session: Session) -> None:
        step_navigation.go_to_step(session, 1)
        # The first frame must not be empty.
        session.advance(math.inf)

    def step_action(number: int) -> Callable[[Session], None]:
        return lambda session: step_navigation.go_to_step(session, number)

    steps = session.scene_view.steps
    return [
        Cut(step_action(n) if n > 1 else first, _step_seconds(step))
        for n, step in enumerate(steps, 1)
    ]


def _step_seconds(step: Step) -> float:
    formulas = sum(map(bool, (step.formula, step.numbers, step.result)))
    return reading_seconds(f"{step.title} {step.text}", formulas)


def _lesson_cuts(session: Session) -> list[Cut]:
    """Go through the stops, each for its reading time, and answer questions."""
    walk, cuts = session.lesson, []
    for index, stop in enumerate(walk.document.stops if walk else ()):
        question = stop.question
        sentences = [stop.say, stop.task.text if stop.task else ""]
        sentences += [question.text, *question.answers] if question else []
        go = partial(player.go_to_stop, at=index)
        cuts.append(Cut(go, reading_seconds(" ".join(sentences))))
        if question:
            answer = partial(player.answer_question, place=question.right)
            cuts.append(Cut(answer, reading_seconds(question.why)))
    return cuts


def _drag_cuts(session: Session) -> list[Cut]:
    """Drag the handle of the guided start over the map of mistakes, and back."""
    start = session.scene.start
    if start is None:
        return []

    def begin(session: Session) -> None:
        session.edit(start.params)
        session.look(map=MapKind.MISTAKES, compare=False)

    start_point = np.asarray(getattr(start.params, start.handle))
    way = np.subtract(start.target, start_point)

    def drag_action(share: float) -> Callable[[Session], None]:
        place = tuple((start_point + share * way).tolist())
        return lambda session: session.set_value(start.handle, place)

    shares = np.sin(np.linspace(0.0, np.pi / 2, _DRAG_MOVE_COUNT + 1)[1:]) ** 2
    *there, end = [
        Cut(drag_action(share), _DRAG_DURATION_S / _DRAG_MOVE_COUNT)
        for share in shares.tolist()
    ]
    return [
        Cut(begin, HOLD_DURATION_S / 2),
        *there,
        replace(end, seconds=HOLD_DURATION_S),
        *reversed(there),
        Cut(drag_action(0.0), HOLD_DURATION_S / 2),
    ]


def reading_seconds(text: str, formulas: int = 0) -> float:
    """Return the reading time of a text with that many formulas, in seconds.

    It is at least 1.5 s and at most 12 s.
    """
    return min(
        _BASE_READING_DURATION_S
        + _LETTER_READING_DURATION_S * len(text)
        + _FORMULA_READING_DURATION_S * formulas,
        _MAX_READING_DURATION_S,
    )


def total_seconds(cuts: Sequence[Cut]) -> float:
    """Return the duration of all cuts, in seconds."""
    return math.fsum(cut.seconds for cut in cuts)


def frame_times(seconds: float, fps: int, pace: float = 1.0) -> list[float]:
    """Return the time of each frame in the session, in seconds: n / fps × pace.

    There is at least one frame.
    """
    count = max(math.ceil(seconds / pace * fps - _TIME_EPSILON_S), 1)
    return [number * pace / fps for number in range(count)]


def play_cuts(
    session: Session, cuts: Sequence[Cut], times: Sequence[float]
) -> Iterator[bool]:
    """Advance a session to each of some times, acting out cuts on the way.

    Parameters
    ----------
    session : Session
        The session.
    cuts : sequence of Cut
        The actions.
    times : sequence of float
        Increasing times in seconds.

    Yields
    ------
    bool
        Whether a cut began since the last time.
    """
    begins = [total_seconds(cuts[:n]) for n in range(len(cuts))]
    elapsed, first_frame = 0.0, 0
    for moment in times:
        afresh = False
        while (
            first_frame < len(cuts) and begins[first_frame] <= moment + _TIME_EPSILON_S
        ):
            session.advance(max(begins[first_frame] - elapsed, 0.0))
            elapsed = max(begins[first_frame], elapsed)
            cuts[first_frame].act(session)
            first_frame, afresh = first_frame + 1, True
        session.advance(max(moment - elapsed, 0.0))
        elapsed = max(moment, elapsed)
        yield afresh
