"""The lesson that is open: what is said of it and what is done with it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from playground.language import message, translated
from playground.page.live import given
from playground.page.live.live_session import LiveSession
from playground.page.marked import marked
from playground.study import after_lesson, lesson_walking, lesson_words
from playground.study.link import link
from playground.study.open_lesson import OpenLesson, OpenStop
from playground.study.open_scene import OpenScene
from playground.study.shown import Page
from playground.study.state import of_case


def told(live: LiveSession) -> dict[str, Any] | None:
    """Return how the lesson stands; None where none is open."""
    session = live.session
    walk = session.walk
    if walk is None:
        return None
    question, answer = walk.stop.question, walk.visit.given
    answered = question is not None and answer is not None
    return {
        "title": translated(walk.title),
        "name": walk.name,
        "where": translated(lesson_words.where(walk)),
        "at": walk.at,
        "marks": [_mark(visit) for visit in walk.visits],
        "asking": session.asking,
        "elsewhere": translated(lesson_words.elsewhere(walk, session.scene)),
        "given": answer,
        "right": question.right if question and answered else None,
        "why": marked(lesson_words.why(walk, question)) if question else "",
        "done": lesson_walking.done(session),
        "way_on": translated(lesson_words.way_on(walk, session.scene)),
        "listing": walk.listing,
        "ending": _end(live, walk) if walk.ending else None,
    }


def _mark(visit: OpenStop[OpenScene]) -> list[str]:
    stop = visit.stop
    kind = "question" if stop.question else "task" if stop.task else "say"
    return [kind, visit.mark.name.lower(), marked(stop.called)]


def _end(live: LiveSession, walk: OpenLesson[OpenScene]) -> dict[str, Any]:
    there = after_lesson.there(live.session.study)
    return {
        "title": translated(lesson_words.ended(walk)),
        "learned": [*map(marked, walk.learned)],
        "again": [[n, marked(lesson_words.again(walk, n))] for n in walk.again],
        "ways": [[translated(words), _way(live, words)] for words in there],
    }


def _way(live: LiveSession, words: str) -> str:
    """Return the link of the scene's page to which a way from the end leads."""
    page = Page.CODE if words == after_lesson.OWN_CODE else Page.PREDICT
    return link(replace(of_case(live.session.scene), page=page))


def begin(live: LiveSession, which: object, at: object = None) -> None:
    """Open a lesson, where it was left or at a stop.

    It is known by the scene that it comes with, or the text of its file is given.
    """
    session, name = live.session, given.text(which)
    before = session.walk
    if not lesson_walking.opened(session, name):
        session.open(session.find(name))
        lesson_walking.start_shipped(session, session.scene)
    if session.walk is None or session.walk is before:
        none = message("There is no lesson of {name}", name=name)
        raise ValueError(session.notice or none)
    session.notice = ""
    if at is not None:
        lesson_walking.go(session, given.whole(at))


def stop(live: LiveSession, at: object) -> None:
    """Go to a stop of the lesson, from 0."""
    lesson_walking.go(live.session, given.whole(at))


def answer(live: LiveSession, place: object) -> None:
    """Answer the stop's question by the place of an answer, from 0."""
    if (number := given.whole(place)) >= 0:
        lesson_walking.answer(live.session, number)
        # More is drawn now, and all of it is to be in sight.
        live.session.opened.refit()


def again(live: LiveSession) -> None:
    """Show the stop as it was prepared."""
    lesson_walking.again(live.session)


def walk(live: LiveSession, deed: object, *values: object) -> None:
    """Walk the lesson.

    `on` leads where the large button does, `forth` and `back` to the stop beside;
    `begin` from the first one, `list YES`, `close`, `reopen`; `next`, `code` and `quiz`
    from its end; `answers` gives what was answered before: places of stops with
    those of answers; `visited` which stops were seen, and whether their task was done.
    """
    given.done(live, DEEDS, deed, values)


def _answers(live: LiveSession, pairs: object) -> None:
    there = live.session.walk
    if there is None:
        return
    known = dict(enumerate(there.visits))
    for pair in given.listed(pairs):
        at, place = map(given.whole, given.listed(pair, 2))
        visit = known.get(at)
        question = visit and visit.stop.question
        if visit and question and 0 <= place < len(question.answers):
            visit.seen, visit.given = True, place


def _visited(live: LiveSession, pairs: object) -> None:
    there = live.session.walk
    known = dict(enumerate(there.visits if there else ()))
    for pair in given.listed(pairs):
        at, done = given.listed(pair, 2)
        if visit := known.get(given.whole(at)):
            visit.seen, visit.done = True, visit.done or given.flag(done)


def _next(live: LiveSession) -> None:
    after = lesson_walking.next_lesson(live.session)
    if after is None:
        raise ValueError(message("This is the last lesson"))
    after_lesson.next_lesson(live.session, after)


# What can be done, by name.
DEEDS: Mapping[str, Callable[..., object]] = {
    "on": lambda live: lesson_walking.go_on(live.session),
    "forth": lambda live: lesson_walking.step(live.session, 1),
    "back": lambda live: lesson_walking.step(live.session, -1),
    "begin": lambda live: lesson_walking.begin_again(live.session),
    "list": lambda live, yes: lesson_walking.list_stops(live.session, given.flag(yes)),
    "close": lambda live: lesson_walking.close(live.session),
    "reopen": lambda live: lesson_walking.reopen(live.session),
    "next": _next,
    "code": lambda live: after_lesson.own_code(live.session),
    "quiz": lambda live: after_lesson.quiz(live.session),
    "answers": _answers,
    "visited": _visited,
}
