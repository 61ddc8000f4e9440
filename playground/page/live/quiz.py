"""The page "Predict": what it says and what is done there."""

from collections.abc import Callable, Mapping
from typing import Any

from playground.explore.quiz import rounds
from playground.explore.quiz.rounds import ROUND, QuizRound
from playground.language import message, translated
from playground.page import mathml
from playground.page.live import given
from playground.page.live.live_session import LiveSession
from playground.page.marked import marked
from playground.study import quiz_play, quiz_words
from playground.study.failures import tried
from playground.study.session import Session
from playground.study.shown import Page
from playground.study.study import Study

# The largest seed.
SEEDS = 9999


def told(live: LiveSession) -> dict[str, Any] | None:
    """Return what the page says; None while another one is on show."""
    session = live.session
    if session.study.page is not Page.PREDICT:
        return None
    quiz = session.quiz
    if quiz is None:
        said = marked(quiz_words.INVITATION)
        return {"invitation": said, "seed": session.seed, "seeds": SEEDS}
    if quiz.ended:
        return {"seed": quiz.seed, "seeds": SEEDS, "result": _result(quiz)}
    return {
        "seed": quiz.seed,
        "seeds": SEEDS,
        "number": translated(quiz_words.numbered(quiz)),
        "asked": marked(tried(lambda: quiz_words.asked(quiz), "", session.say)),
        "answers": [translated(quiz_words.word(quiz, hit=h)) for h in (True, False)],
        "given": None if quiz.verdict is None else int(not quiz.verdict),
        "score": translated(quiz_words.so_far(quiz)),
        "streak": quiz.streak,
        "marks": [*(int(a.right) for a in quiz.answers), *[None] * ROUND][:ROUND],
        **(_revealed(session.study, quiz) if quiz.answer else _open(session, quiz)),
    }


def _open(session: Session, quiz: QuizRound) -> dict[str, Any]:
    timed = quiz_play.asks_time(quiz.scene)
    return {
        "task": marked(quiz_words.task(quiz, session.study.now)),
        "ready": quiz_play.ready(quiz, timed=timed),
        # What a press on the figure, or the time, is for now.
        "places": quiz_play.places_point(session),
        "times": timed and quiz.placing,
    }


def _revealed(study: Study, quiz: QuizRound) -> dict[str, Any]:
    assert quiz.answer is not None
    compared = quiz_play.article(study, quiz)
    found = quiz_play.deciding(study, quiz)
    return {
        "answered": marked(quiz_words.answered(quiz)),
        "right": quiz.answer.right,
        "way_on": translated(
            message("Result") if quiz.number == ROUND else message("Next")
        ),
        "why": marked(compared.why) if compared and not compared.agrees else "",
        "step": found
        and {
            "number": found[0],
            "title": marked(found[1].title),
            "numbers": mathml.mathml(found[1].numbers),
            "result": mathml.mathml(found[1].result),
        },
    }


def _result(quiz: QuizRound) -> dict[str, Any]:
    return {
        "review": [*map(marked, rounds.review(quiz))],
        "score": translated(rounds.score(quiz)),
        "lines": [*map(translated, rounds.lines(quiz))],
        "copy": translated(rounds.result(quiz)),
    }


def act(live: LiveSession, deed: object, *values: object) -> None:
    """Play the quiz.

    `enter`, `seed N`, `begin N?`, `say HIT`, `answer PLACE`, `place X Y` in pixels of
    the first view, `nudge DX DY`, `reveal`, `next`, `another`, `explore`, `see STEP`,
    `end`.
    """
    given.done(live, DEEDS, deed, values)


def _seed(live: LiveSession, seed: object) -> None:
    quiz_play.choose_seed(live.session, min(max(given.whole(seed), 0), SEEDS))


def _begin(live: LiveSession, seed: object = None) -> None:
    if seed is not None:
        _seed(live, seed)
    if Page.PREDICT not in live.session.study.pages:
        raise ValueError(message("There are no questions about this scene"))
    quiz_play.begin(live.session, live.session.seed)


def _another(live: LiveSession) -> None:
    quiz = live.session.quiz
    _begin(live, (quiz.seed + 1) % (SEEDS + 1) if quiz else None)


def _answer(live: LiveSession, place: object) -> None:
    quiz_play.say(live.session, given.whole(place) == 0)


def _place(live: LiveSession, x: object, y: object) -> None:
    at = live.controls.world(given.number(x), given.number(y))
    if at is not None:
        quiz_play.place(live.session, at)


def _nudge(live: LiveSession, dx: object, dy: object, how: object = None) -> None:
    live.session.opened.grip = None
    coarse = bool(given.options(how).get("coarse"))
    live.controls.nudge(given.whole(dx), given.whole(dy), coarse=coarse)


# What can be done, by name.
DEEDS: Mapping[str, Callable[..., object]] = {
    "enter": lambda live: quiz_play.enter(live.session),
    "seed": _seed,
    "begin": _begin,
    "another": _another,
    "say": lambda live, hit: quiz_play.say(live.session, given.flag(hit)),
    "answer": _answer,
    "place": _place,
    "nudge": _nudge,
    "reveal": lambda live: quiz_play.reveal(live.session),
    "next": lambda live: quiz_play.proceed(live.session),
    "explore": lambda live: quiz_play.explore(live.session),
    "see": lambda live, step: quiz_play.see_step(live.session, given.whole(step)),
    "end": lambda live: quiz_play.end(live.session),
}
