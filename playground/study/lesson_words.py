"""What is said of a lesson that is open: where one is, why, and what was learned."""

from playground.scene.scene import Entry
from playground.study.lesson import LessonQuestion
from playground.study.open_lesson import OpenLesson, StopMark
from playground.study.open_scene import OpenScene

END = "The end of this lesson"


def where(walk: OpenLesson[OpenScene]) -> str:
    """Return which stop it is, or at the end what was right and what was done."""
    if not walk.ending:
        kind = " · question" if walk.stop.question else ""
        kind = " · task" if walk.stop.task else kind
        return f"Stop {walk.at + 1} of {len(walk.visits)}{kind}"
    asked = [v.mark for v in walk.visits if v.stop.question]
    tasks = [v.mark for v in walk.visits if v.stop.task]
    parts = []
    if asked:
        parts.append(f"{asked.count(StopMark.RIGHT)} of {len(asked)} questions right")
    if tasks:
        parts.append(f"{tasks.count(StopMark.RIGHT)} of {len(tasks)} tasks done")
    return " · ".join(parts) or f"All {len(walk.visits)} stops"


def elsewhere(walk: OpenLesson[OpenScene], scene: Entry) -> str:
    """Return what is said where another scene than the stop's is on show; else ""."""
    own = walk.stop.state.scene
    if scene.id == own.id:
        return ""
    return f"This stop is about {own.title}. Another scene is on show."


def why(walk: OpenLesson[OpenScene], question: LessonQuestion) -> str:
    """Return what is said once the question is answered; "" before."""
    if walk.visit.given is None:
        return ""
    word = "Right." if walk.visit.given == question.right else "Not quite."
    return f"{word} {question.why}".strip()


def ended(walk: OpenLesson[OpenScene]) -> str:
    """Return the title of a lesson's end."""
    return "You can now say why" if walk.learned else END


def again(walk: OpenLesson[OpenScene], place: int) -> str:
    """Return what is said of a stop to go back to, by its place from 0."""
    visit = walk.visits[place]
    reason = "look again" if visit.mark is StopMark.AGAIN else "still open"
    return f"Stop {place + 1}, {reason}: {visit.stop.called}"


def way_on(walk: OpenLesson[OpenScene], scene: Entry) -> str:
    """Return what stands on the button that leads on."""
    if walk.listing and walk.ending:
        return "What you know now"
    if walk.listing:
        return "Go on at this stop"
    if elsewhere(walk, scene):
        return "Return to this stop"
    last = walk.at == len(walk.visits) - 1
    return "What you know now" if last else "Next"
