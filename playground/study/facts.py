"""What a frame reads of a session besides its study."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playground.explore.curve import Axis
from playground.explore.quiz.rounds import QuizRound
from playground.scene.scene import Entry
from playground.study import files, first_start, lesson_walking, lesson_writing
from playground.study.history import History
from playground.study.open_lesson import OpenLesson
from playground.study.open_scene import OpenScene, Setting
from playground.study.open_start import OpenStart
from playground.study.playback import Playback
from playground.study.session import Session

if TYPE_CHECKING:
    from playground.study.judged_code import JudgedCode


@dataclass(frozen=True)
class StudyFacts:
    """What is open, and how it stands.

    Attributes
    ----------
    stage
        What a drag or hover belongs to.
    press : int
        How many buttons and keys went down: edits of one press are one step.
    index : int
        The place of the present scene among `entries`.
    entries : tuple of Entry
        The scenes.
    opened : tuple of OpenScene
        The same as they are open, each in its place.
    history : History
        What undo and redo go through.
    judged : JudgedCode or None
        Somebody's code in the listing's place.
    bit : Axis or None
        The number under the lens, once it is chosen.
    walk : OpenLesson or None
        The lesson that is open.
    done, moved_on : bool
        Whether its stop's task is done, and whether another state is on show than the
        stop's, which is asked where it is written.
    left_lesson : bool
        Whether there is a lesson to go on with.
    next_lesson : Entry or None
        The scene whose lesson comes after the one that has ended.
    quiz : QuizRound or None
        The quiz that is on show.
    seed : int
        The seed of the next one.
    playback : Playback
        How the time moves.
    first : OpenStart or None
        The start that is on offer.
    notice : str
        A short message.
    file : str
        The name of the file that is open, and that it has changed; "" for none.
    """

    stage: Hashable
    press: int
    index: int
    entries: tuple[Entry, ...]
    opened: tuple[OpenScene, ...]
    history: History[Setting]
    judged: "JudgedCode | None"
    bit: Axis | None
    walk: OpenLesson[OpenScene] | None
    done: bool
    moved_on: bool
    left_lesson: bool
    next_lesson: Entry | None
    quiz: QuizRound | None
    seed: int
    playback: Playback
    first: OpenStart | None
    notice: str
    file: str


def facts(session: Session) -> StudyFacts:
    """Return them as they are now."""
    own, walk = session.opened, session.walk
    return StudyFacts(
        stage=session.stage,
        press=session.press,
        index=session.index,
        entries=tuple([opened.scene for opened in session.all_opened]),
        opened=tuple(session.all_opened),
        history=own.history,
        judged=own.judged,
        bit=own.bit,
        walk=walk,
        done=walk is not None and lesson_walking.done(session),
        moved_on=walk is not None and walk.writing and lesson_writing.changed(session),
        left_lesson=bool(session.left_walks),
        next_lesson=lesson_walking.next_lesson(session)
        if walk and walk.ending
        else None,
        quiz=session.quiz,
        seed=session.seed,
        playback=session.playback,
        first=first_start.offered(session),
        notice=session.notice,
        file=files.named(session),
    )
