"""What can be done to a lesson: open, walk, write."""

from playground.app.panels import icons
from playground.app.panels.command import Command, asks
from playground.app.panels.window_view import WindowRequest, WindowView
from playground.study import (
    lesson_walking,
    lesson_writing,
)
from playground.study.session import Session


def _walking(s: Session, w: WindowView) -> bool:
    return s.walk is not None


def _writing(s: Session, w: WindowView) -> bool:
    return s.walk is not None and s.walk.writing


LESSON = Command(
    "Open this scene's lesson",
    lambda s, c, w: lesson_walking.start_shipped(s, s.scene),
    there=lambda s, w: s.scene.plan is not None and s.walk is None,
    icon=icons.LESSON,
)
GO_ON = Command(
    "Go on with the lesson that was closed",
    lambda s, c, w: lesson_walking.reopen(s),
    there=lambda s, w: bool(s.left_walks),
)
NEW_LESSON = Command(
    "New lesson from this state",
    lambda s, c, w: lesson_writing.begin(s),
    there=lambda s, w: s.walk is None,
    icon=icons.WRITE,
)
STOP_BACK = Command(
    "The stop before (Page Up)",
    lambda s, c, w: lesson_walking.step(s, -1),
    there=_walking,
    icon=icons.LEFT,
)
STOP_ON = Command(
    "The next stop (Page Down)",
    lambda s, c, w: lesson_walking.step(s, 1),
    there=_walking,
    icon=icons.RIGHT,
)
AS_PREPARED = Command(
    "The stop as it was prepared",
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
SAVE_LESSON = Command(
    "Save the lesson", asks(WindowRequest.SAVE_LESSON), there=_walking
)
CLOSE_LESSON = Command(
    "Close the lesson",
    lambda s, c, w: lesson_walking.close(s),
    there=_walking,
    icon=icons.CLOSE,
)
