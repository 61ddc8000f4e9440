"""Texts of an open lesson: position, feedback, score and result."""

from playground.i18n import join_sentences, message, translate
from playground.scene.scene import SceneEntry
from playground.session.lesson.document import LessonQuestion
from playground.session.lesson.open_lesson import OpenLesson, StopMark, StopState

# Titles of a lesson's end.
END = message("The end of this lesson")
REVIEW_TITLE = message("What was right, what to look at again")
ALL_RIGHT_TITLE = message("You can now say why")


def position_text(walk: OpenLesson) -> str:
    """Return the number of the current stop, or at the end the score."""
    return score_text(walk) if walk.ending else _stop_number_text(walk)


def score_text(walk: OpenLesson) -> str:
    """Return the number of right first answers, and of tasks done.

    For a lesson without any, it is the number of stops.
    """
    asked = [v.mark for v in walk.stop_states if v.stop.question]
    tasks = [v.mark for v in walk.stop_states if v.stop.task]
    right, done_count = (marks.count(StopMark.RIGHT) for marks in (asked, tasks))
    answers = message(
        "{right} of {all} questions right at the first try", right=right, all=len(asked)
    )
    deeds = message("{done} of {all} tasks done", done=done_count, all=len(tasks))
    if asked and tasks:
        return message("{answers} · {tasks}", answers=answers, tasks=deeds)
    if asked or tasks:
        return answers if asked else deeds
    return message("All {count} stops", count=len(walk.stop_states))


def _stop_number_text(walk: OpenLesson) -> str:
    """Return the number of the current stop, and whether it has a question or task."""
    stop = message(
        "Stop {number} of {all}", number=walk.at + 1, all=len(walk.stop_states)
    )
    if walk.stop.task:
        return message("{stop} · task", stop=stop)
    return message("{stop} · question", stop=stop) if walk.stop.question else stop


def different_scene_text(walk: OpenLesson, scene: SceneEntry) -> str:
    """Return the hint that another scene than the stop's is displayed; else ""."""
    stop_scene = walk.stop.state.scene
    if scene.id == stop_scene.id:
        return ""
    return message(
        "This stop is about {scene}. Another scene is shown now.",
        scene=stop_scene.title,
    )


def feedback_text(walk: OpenLesson, question: LessonQuestion) -> str:
    """Return the feedback on the answers tried; "" before the first."""
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


def end_title(walk: OpenLesson) -> str:
    """Return the title of the lesson's end, depending on the stops to review."""
    if not walk.stops_to_review:
        return ALL_RIGHT_TITLE if takeaway_texts(walk) else END
    return REVIEW_TITLE if walk.rights else END


def takeaway_texts(walk: OpenLesson) -> list[str]:
    """Return the lessons learned if all was right, else the right answers."""
    if not walk.stops_to_review:
        seen = (v.stop.learned for v in walk.stop_states if v.mark is not StopMark.OPEN)
        return [words for words in seen if words]
    return [right_text(walk, place) for place in walk.rights]


def right_text(walk: OpenLesson, place: int) -> str:
    """Return what was learned at the stop with this index, or that it was right."""
    stop = walk.stop_states[place].stop
    return stop.learned or message(
        "Stop {number}, done: {title}"
        if stop.task
        else "Stop {number}, right: {title}",
        number=place + 1,
        title=stop.display_title,
    )


def review_text(walk: OpenLesson, place: int) -> str:
    """Return the line for the stop to review with this index."""
    visit = walk.stop_states[place]
    return message(
        "Stop {number}, look again: {title}"
        if visit.mark is StopMark.AGAIN
        else "Stop {number}, still open: {title}",
        number=place + 1,
        title=visit.stop.display_title,
    )


def format_result(walk: OpenLesson) -> str:
    """Return the result as text to hand in, in the active language."""
    lines = [
        result_line(walk, place)
        for place, visit in enumerate(walk.stop_states)
        if visit.stop.question or visit.stop.task
    ]
    heading = message("Geometry Playground: lesson")
    text = [heading, walk.title, score_text(walk), *lines]
    return "\n".join(map(translate, text)) + "\n"


def result_line(walk: OpenLesson, place: int) -> str:
    """Return the result of the question or task with this index in a line."""
    visit = walk.stop_states[place]
    return message(
        "{number}. {title}: {result}",
        number=place + 1,
        title=visit.stop.display_title,
        result=_result_text(visit),
    )


def _result_text(visit: StopState) -> str:
    """Return the result of a question or task."""
    question, tries = visit.stop.question, visit.tries
    if question is None:
        return message("done") if visit.done else message("not done")
    if not tries:
        return message("not answered")
    if question.right not in tries:
        return message("not right")
    if question.right == tries[0]:
        return message("right at the first try")
    return message("right at the second try")


def next_button_text(walk: OpenLesson, scene: SceneEntry) -> str:
    """Return the label of the button that leads on from the displayed `scene`."""
    if walk.listing and walk.ending:
        return message("What you know now")
    if walk.listing:
        return message("Go on at this stop")
    if different_scene_text(walk, scene):
        return message("Return to this stop")
    last = walk.at == len(walk.stop_states) - 1
    return message("What you know now" if last else "Next")
