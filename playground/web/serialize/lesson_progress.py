"""Texts of the progress in a lesson, for all outcomes of its stops.

A page without Python shows them by the visitor's answers and tasks.
"""

from typing import Any

from playground.i18n import translate
from playground.session.lesson import lesson_texts
from playground.session.lesson.document import Lesson, Stop
from playground.session.lesson.open_lesson import OpenLesson, StopMark, StopState
from playground.web.serialize.sample_texts import mark_symbols


def serialize_progress(plan: Lesson) -> dict[str, Any]:
    """Return the texts of a lesson's progress.

    `scores` are indexed by the numbers of right answers and of tasks done, `titles` are
    those of the end: nothing learned, some to review, and all right.
    """
    walk = OpenLesson(plan.title, [StopState(stop) for stop in plan.stops])
    titles = lesson_texts.END, lesson_texts.REVIEW_TITLE, lesson_texts.ALL_RIGHT_TITLE
    return {
        "heading": lesson_texts.format_result(walk).splitlines()[:2],
        "titles": [*map(translate, titles)],
        "scores": _list_scores(walk),
        "stops": [_serialize_stop(plan, place) for place in range(len(plan.stops))],
    }


def _list_scores(walk: OpenLesson) -> list[list[str]]:
    questions = [v for v in walk.stop_states if v.stop.question]
    tasks = [v for v in walk.stop_states if v.stop.task]
    scores = []
    for right_count in range(len(questions) + 1):
        for i, visit in enumerate(questions):
            visit.tries = _list_tries(visit.stop)[-1] if i < right_count else ()
        row = []
        for done_count in range(len(tasks) + 1):
            for i, visit in enumerate(tasks):
                visit.done = i < done_count
            row.append(translate(lesson_texts.score_text(walk)))
        scores.append(row)
    return scores


def _serialize_stop(plan: Lesson, place: int) -> dict[str, Any]:
    """Return a stop's kind, its number as text, and its outcomes, the best one last."""
    walk = OpenLesson(plan.title, [StopState(stop) for stop in plan.stops], at=place)
    stop = plan.stops[place]
    outcomes = []
    for visit in _list_outcomes(stop):
        walk.stop_states[place] = visit
        outcomes.append(
            {
                "mark": visit.mark.name.lower(),
                "result": translate(lesson_texts.result_line(walk, place)),
                "end": mark_symbols(
                    lesson_texts.right_text(walk, place)
                    if visit.mark is StopMark.RIGHT
                    else lesson_texts.review_text(walk, place)
                ),
            }
        )
    return {
        "kind": "question" if stop.question else "task" if stop.task else "say",
        "where": translate(lesson_texts.position_text(walk)),
        "outcomes": outcomes,
    }


def _list_outcomes(stop: Stop) -> list[StopState]:
    """Return the states of a question by its tries, else whether it is done or seen."""
    if stop.question:
        return [StopState(stop, tries=tries) for tries in _list_tries(stop)]
    return [StopState(stop, done=done, seen=done) for done in (False, True)]


def _list_tries(stop: Stop) -> list[tuple[int, ...]]:
    """Return none, only wrong ones, a wrong and a right one, and a right one."""
    question = stop.question
    assert question is not None
    right, wrong = question.right, (question.right + 1) % len(question.answers)
    return [(), (wrong, wrong), (wrong, right), (right,)]
