"""What is said of a lesson that is open: where one is, why, and what was learned."""

from playground.i18n import message, sentences
from playground.scene.scene import Entry
from playground.session.lesson.document import LessonQuestion
from playground.session.lesson.open_lesson import OpenLesson, StopMark
from playground.session.open_scene import OpenScene

END = message("The end of this lesson")


def where(walk: OpenLesson[OpenScene]) -> str:
    """Return which stop it is, or at the end what was right and what was done."""
    if not walk.ending:
        return _counted(walk)
    asked = [v.mark for v in walk.visits if v.stop.question]
    tasks = [v.mark for v in walk.visits if v.stop.task]
    right, done = (marks.count(StopMark.RIGHT) for marks in (asked, tasks))
    answers = message("{right} of {all} questions right", right=right, all=len(asked))
    deeds = message("{done} of {all} tasks done", done=done, all=len(tasks))
    if asked and tasks:
        return message("{answers} · {tasks}", answers=answers, tasks=deeds)
    if asked or tasks:
        return answers if asked else deeds
    return message("All {count} stops", count=len(walk.visits))


def _counted(walk: OpenLesson[OpenScene]) -> str:
    """Return which stop it is of how many, and what it asks."""
    stop = message("Stop {number} of {all}", number=walk.at + 1, all=len(walk.visits))
    if walk.stop.task:
        return message("{stop} · task", stop=stop)
    return message("{stop} · question", stop=stop) if walk.stop.question else stop


def elsewhere(walk: OpenLesson[OpenScene], scene: Entry) -> str:
    """Return what is said where another scene than the stop's is on show; else ""."""
    own = walk.stop.state.scene
    if scene.id == own.id:
        return ""
    return message(
        "This stop is about {scene}. Another scene is on show.", scene=own.title
    )


def why(walk: OpenLesson[OpenScene], question: LessonQuestion) -> str:
    """Return what is said once the question is answered; "" before."""
    if walk.visit.given is None:
        return ""
    right = walk.visit.given == question.right
    return sentences(message("Right." if right else "Not quite."), question.why)


def ended(walk: OpenLesson[OpenScene]) -> str:
    """Return the title of a lesson's end."""
    return message("You can now say why") if walk.learned else END


def again(walk: OpenLesson[OpenScene], place: int) -> str:
    """Return what is said of a stop to go back to, by its place from 0."""
    visit = walk.visits[place]
    return message(
        "Stop {number}, look again: {title}"
        if visit.mark is StopMark.AGAIN
        else "Stop {number}, still open: {title}",
        number=place + 1,
        title=visit.stop.called,
    )


def way_on(walk: OpenLesson[OpenScene], scene: Entry) -> str:
    """Return what stands on the button that leads on."""
    if walk.listing and walk.ending:
        return message("What you know now")
    if walk.listing:
        return message("Go on at this stop")
    if elsewhere(walk, scene):
        return message("Return to this stop")
    last = walk.at == len(walk.visits) - 1
    return message("What you know now" if last else "Next")
