"""What can be done in a quiz or a lesson."""

from pyglet.window import key

from playground.app.panels import icons
from playground.app.panels.command import Command, Key, Seen, ask
from playground.app.panels.window_view import WindowRequest, WindowView
from playground.study import (
    after_lesson,
    first_start,
    lesson_walking,
    lesson_writing,
    quiz_play,
    why,
)
from playground.study.session import Session
from playground.study.shown import Page
from playground.study.view.mouse import Controls


def _asked(u: Seen) -> bool:
    return u.facts.quiz is not None and u.facts.quiz.answer is None


def _answered(u: Seen) -> bool:
    return u.facts.quiz is not None and u.facts.quiz.answer is not None


SAY_HIT = Command(
    "Predict a hit",
    lambda s, c, w: quiz_play.say(s, True),
    (Key(key.H, "H"),),
    can=_asked,
)

SAY_MISS = Command(
    "Predict a miss",
    lambda s, c, w: quiz_play.say(s, False),
    (Key(key.M, "M"),),
    can=_asked,
)


def _enter(session: Session, controls: Controls, window_view: WindowView) -> None:
    walk, after = session.walk, lesson_walking.next_lesson(session)
    if walk and session.view.page is not Page.PREDICT:
        if walk.ending and after and not walk.listing:
            after_lesson.next_lesson(session, after)
        else:
            lesson_walking.go_on(session)
    else:
        quiz_play.enter(session)


REVEAL = Command(
    "Start, reveal, or the next question; in a lesson, go on",
    _enter,
    (Key(key.RETURN, "Enter"), Key(key.ENTER, "Enter")),
)

NEXT_QUESTION = Command(
    "Next question",
    lambda s, c, w: quiz_play.proceed(s),
    (Key(key.N, "N"),),
    can=_answered,
)


def _walking(u: Seen) -> bool:
    return u.facts.walk is not None


def _writing(u: Seen) -> bool:
    return u.facts.walk is not None and u.facts.walk.writing


def _open(session: Session, controls: Controls, window_view: WindowView) -> None:
    lesson_walking.start_shipped(session, session.scene)
    # From the bar's button Enter would close it again.
    window_view.look(panel="")


LESSON = Command(
    "Open this scene's lesson",
    _open,
    there=lambda u: u.study.entry.plan is not None and u.facts.walk is None,
    icon=icons.LESSON,
    word="Lesson",
)

WHY = Command(
    "Why? The lesson's stop about this mistake",
    lambda s, c, w: why.explain(s),
    there=lambda u: (
        u.study.entry.plan is not None
        and u.facts.walk is None
        and first_start.parted(u.study)
    ),
    icon=icons.LESSON,
)

GO_ON = Command(
    "Go on with the lesson that was closed",
    lambda s, c, w: lesson_walking.reopen(s),
    there=lambda u: u.facts.left_lesson,
)

NEW_LESSON = Command(
    "New lesson from this state",
    lambda s, c, w: lesson_writing.begin(s),
    there=lambda u: u.facts.walk is None,
    icon=icons.WRITE,
)

STOP_BACK = Command(
    "Previous stop (Page Up)",
    lambda s, c, w: lesson_walking.step(s, -1),
    there=_walking,
    icon=icons.LEFT,
)

STOP_ON = Command(
    "Next stop (Page Down)",
    lambda s, c, w: lesson_walking.step(s, 1),
    there=_walking,
    icon=icons.RIGHT,
)

AS_PREPARED = Command(
    "Put the stop back as it was prepared",
    lambda s, c, w: lesson_walking.again(s),
    there=_walking,
    icon=icons.RESET,
)

WRITE = Command(
    "Write in the lesson",
    lambda s, c, w: lesson_writing.write(s),
    there=_walking,
    on=_writing,
    icon=icons.WRITE,
)

ADD_STOP = Command(
    "Add this state to the lesson",
    lambda s, c, w: lesson_writing.add(s),
    there=_walking,
)

CLOSE_LESSON = Command(
    "Close the lesson",
    lambda s, c, w: lesson_walking.close(s),
    there=_walking,
    on=_walking,
    icon=icons.CLOSE,
    word="Lesson",
)

SAVE_LESSON = Command("Save the lesson", ask(WindowRequest.SAVE_LESSON), there=_walking)
