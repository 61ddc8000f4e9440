"""What is said of a lesson that is open: where one is, why, and what was learned."""

from playground.i18n import join_sentences, message
from playground.scene.scene import SceneEntry
from playground.session.lesson.document import LessonQuestion
from playground.session.lesson.open_lesson import OpenLesson, StopMark
from playground.session.open_scene import OpenScene

END = message("The end of this lesson")


def position_text(walk: OpenLesson[OpenScene]) -> str:
    """Return which stop it is, or at the end what was right and what was done."""
    if not walk.ending:
        return _stop_number_text(walk)
    asked = [v.mark for v in walk.stop_states if v.stop.question]
    tasks = [v.mark for v in walk.stop_states if v.stop.task]
    right, done = (marks.count(StopMark.RIGHT) for marks in (asked, tasks))
    answers = message("{right} of {all} questions right", right=right, all=len(asked))
    deeds = message("{done} of {all} tasks done", done=done, all=len(tasks))
    if asked and tasks:
        return message("{answers} · {tasks}", answers=answers, tasks=deeds)
    if asked or tasks:
        return answers if asked else deeds
    return message("All {count} stops", count=len(walk.stop_states))


def _stop_number_text(walk: OpenLesson[OpenScene]) -> str:
    """Return which stop it is of how many, and what it asks."""
    stop = message(
        "Stop {number} of {all}", number=walk.at + 1, all=len(walk.stop_states)
    )
    if walk.stop.task:
        return message("{stop} · task", stop=stop)
    return message("{stop} · question", stop=stop) if walk.stop.question else stop


def different_scene_text(walk: OpenLesson[OpenScene], scene: SceneEntry) -> str:
    """Return what is said where another scene than the stop's is on show; else ""."""
    own = walk.stop.state.scene
    if scene.id == own.id:
        return ""
    return message(
        "This stop is about {scene}. Another scene is on show.", scene=own.title
    )


def feedback_text(walk: OpenLesson[OpenScene], question: LessonQuestion) -> str:
    """Return what is said once the question is answered or tried; "" before."""
    tries = walk.stop_state.tries
    if not tries:
        return ""
    if not walk.stop_state.is_answered:
        return message("Not quite. Try again, or press Enter to see the answer.")
    if question.right not in tries:
        answer = question.answers[question.right]
        verdict = message("The answer is “{answer}”.", answer=answer)
    elif question.right == tries[0]:
        verdict = message("Right.")
    else:
        verdict = message("Right this time.")
    return join_sentences(verdict, question.why)


def end_title(walk: OpenLesson[OpenScene]) -> str:
    """Return the title of a lesson's end."""
    return message("You can now say why") if walk.takeaways else END


def review_text(walk: OpenLesson[OpenScene], place: int) -> str:
    """Return what is said of a stop to go back to, by its place from 0."""
    visit = walk.stop_states[place]
    return message(
        "Stop {number}, look again: {title}"
        if visit.mark is StopMark.AGAIN
        else "Stop {number}, still open: {title}",
        number=place + 1,
        title=visit.stop.display_title,
    )


def next_button_text(walk: OpenLesson[OpenScene], scene: SceneEntry) -> str:
    """Return what stands on the button that leads on."""
    if walk.listing and walk.ending:
        return message("What you know now")
    if walk.listing:
        return message("Go on at this stop")
    if different_scene_text(walk, scene):
        return message("Return to this stop")
    last = walk.at == len(walk.stop_states) - 1
    return message("What you know now" if last else "Next")
