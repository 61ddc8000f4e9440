"""Predict, then reveal: a round of ten questions, the guesses, and the score.

A question is worth a point, and a wrong verdict costs one: who guesses gains nothing.
Of a hit that is to be placed half of the point is for the place.
"""

import math
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from playground.i18n import (
    listed,
    lower,
    message,
    plural,
    sentences,
    translated,
    with_texts,
)
from playground.quiz.questions import (
    REACH,
    Question,
    asked_for,
    asks,
    asks_article,
    drawn,
)
from playground.scene.handles import Vec
from playground.scene.math_text import show
from playground.scene.params import Params
from playground.scene.scene import Entry
from playground.scene.scene import Quiz as Wording
from playground.scene.solution import Solution, ask
from playground.scene.timeline import Timeline

ROUND = 10
"""So many questions are a round, and so many points at most."""

# This part of a hit's point is for its place.
_PLACE = 0.5


@dataclass(frozen=True)
class MarkedGuess:
    """A question answered: the guess, the place's error, NaN if none, and the points.

    `right` is the verdict's; `gained` also asks for a place that earned something.
    """

    question: Question
    verdict: bool
    right: bool
    error: float
    points: float
    gained: bool


@dataclass(frozen=True)
class QuizRound:
    """One scene's round: the present question, the guess, and the score so far.

    Attributes
    ----------
    verdict : bool or None
        The guess: hit or miss.
    place : vector, number or None
        The guess: where, or when.
    answers : tuple of MarkedGuess
        Those given, that of the present question too once it is revealed.
    ended : bool
        The last answer has been seen.
    """

    scene: Entry
    seed: int
    question: Question
    number: int = 1
    verdict: bool | None = None
    place: Vec | float | None = None
    answers: tuple[MarkedGuess, ...] = ()
    ended: bool = False

    @property
    def answer(self) -> MarkedGuess | None:
        """That of the present question; None until it is revealed."""
        return self.answers[-1] if len(self.answers) == self.number else None

    @property
    def points(self) -> float:
        """The score so far."""
        return math.fsum(answer.points for answer in self.answers)

    @property
    def streak(self) -> int:
        """How many answers in a row gained something, up to now."""
        missed = [n for n, a in enumerate(self.answers, 1) if not a.gained]
        return len(self.answers) - (missed[-1] if missed else 0)

    @property
    def placing(self) -> bool:
        """Whether a place or time is to be given now."""
        wanted = asked_for(self.scene) is not None and not self.question.of_article
        return wanted and self.verdict is True and self.answer is None


def start(scene: Entry, seed: int) -> QuizRound:
    """Return a round with its first question; the same for the same seed."""
    return QuizRound(scene, seed, drawn(scene, seed, 1, 0))


def next_question(quiz: QuizRound) -> QuizRound:
    """Return the round with another question, or ended after the last one."""
    if quiz.number == ROUND:
        return replace(quiz, ended=True)
    number = quiz.number + 1
    question = drawn(quiz.scene, quiz.seed, number, quiz.streak)
    return replace(quiz, question=question, number=number, verdict=None, place=None)


def guess_verdict(quiz: QuizRound, hit: bool) -> QuizRound:
    """Return the quiz with hit or miss guessed; a miss has no place."""
    if quiz.answer:
        return quiz
    return replace(quiz, verdict=hit, place=quiz.place if hit else None)


def guess_place(quiz: QuizRound, value: Vec | float) -> QuizRound:
    """Return the quiz with a place or time guessed, while one is asked for."""
    return replace(quiz, place=value) if quiz.placing else quiz


def reveal(quiz: QuizRound) -> QuizRound:
    """Return the quiz with its answer; itself before hit or miss."""
    if quiz.verdict is None or quiz.answer:
        return quiz
    answer = marked(quiz.question, quiz.verdict, quiz.place)
    return replace(quiz, answers=(*quiz.answers, answer))


def marked(question: Question, verdict: bool, place: Vec | float | None) -> MarkedGuess:
    """Return a guess with its points.

    A wrong verdict costs a point, a right one brings it. Half of a hit's point is for
    its place, if there is one: all of it at the very place, evenly less until nothing
    is left at a twentieth of the picture's size away.
    """
    if verdict != question.hit:
        return MarkedGuess(question, verdict, False, math.nan, -1.0, False)
    if question.target is None:
        return MarkedGuess(question, verdict, True, math.nan, 1.0, True)
    if place is None:
        return MarkedGuess(question, verdict, True, math.nan, 1.0 - _PLACE, False)
    error = _apart(place, question.target.value)
    share = max(1.0 - error / (REACH * question.size), 0.0)
    points = 1.0 - _PLACE + _PLACE * share
    return MarkedGuess(question, verdict, True, error, points, share > 0.0)


def _apart(a: Vec | float, b: Vec | float) -> float:
    if isinstance(a, float) and isinstance(b, float):
        return abs(a - b)
    if isinstance(a, float) or isinstance(b, float):
        raise TypeError("a place is compared with a time")
    return math.dist(a, b)


def wording(scene: Entry, question: Question) -> str:
    """Return what is asked, in a sentence."""
    if question.of_article:
        return asks_article(scene, question.params)
    return asks(scene, question.params)


@cache
def has_questions(scene: Entry) -> bool:
    """Return whether any of the scene's cases has a question."""
    return any(asks(scene, case.params) for case in scene.cases.values())


def answer_word(scene: Entry, params: Params, *, hit: bool) -> str:
    """Return what a hit or a miss is called."""
    quiz = scene.at(params)[0].quiz or Wording()
    return quiz.hit if hit else quiz.miss


def hidden_timeline(scene: Entry, params: Params) -> Timeline | None:
    """Return the time axis without what the answer would tell, and without stops."""
    known = given_timeline(scene, params)
    return replace(known, stops=(), names=()) if known else None


def given_timeline(scene: Entry, params: Params) -> Timeline | None:
    """Return the time axis with those stops alone that are there without an answer."""
    part, own = scene.at(params)
    return part.timeline(own, None) if part.timeline else None


def deciding_step(solution: Solution, *, of_article: bool = False) -> int:
    """Return the number from 1 of the step that decides an answer; 0 for none."""
    quiz = solution.scene.quiz
    title = quiz.deciding(solution.params, solution.result) if quiz else ""
    if quiz and of_article and quiz.article_decides:
        title = quiz.article_decides
    titles = [step.title for step in solution.steps]
    return titles.index(title) + 1 if title in titles else 0


def result(quiz: QuizRound) -> str:
    """Return the round as text to be handed in, in the language that is spoken."""
    title, name = quiz.scene.title, quiz.scene.id
    text = [
        message("Geometry Playground: predict, then reveal"),
        message("Scene: {title} ({name})", title=title, name=name),
        message("Seed: {seed}", seed=quiz.seed),
        *lines(quiz),
        score(quiz),
    ]
    return "\n".join(map(translated, text)) + "\n"


def score(quiz: QuizRound) -> str:
    """Return the score of a round in a line."""
    share = show(round(100.0 * quiz.points / ROUND))
    return message(
        "Score: {points} of {most} points, {share} %",
        points=points_shown(quiz.points),
        most=ROUND,
        share=share,
    )


@lru_cache(maxsize=4)  # asked again in every frame
def review(quiz: QuizRound) -> list[str]:
    """Return what was right in a round, and which steps are worth another look."""
    steps: dict[str, list[str]] = {}
    for number, answer in enumerate(quiz.answers, 1):
        if not answer.right:
            steps.setdefault(_decided_by(answer.question, quiz), []).append(str(number))
    again = [_again(title, numbers) for title, numbers in steps.items()]
    first = sentences(_right_told(quiz), _places_told(quiz))
    return [first, *(again or [message("Nothing needs another look.")])]


def _right_told(quiz: QuizRound) -> str:
    """Return how many answers were right."""
    right, whole = sum(answer.right for answer in quiz.answers), len(quiz.answers)
    if right == whole:
        return plural(
            "All {count} answers was right.", "All {count} answers were right.", whole
        )
    if not right:
        return message("None of your {whole} answers were right.", whole=whole)
    return plural(
        "{count} of your {whole} answers was right.",
        "{count} of your {whole} answers were right.",
        right,
        whole=whole,
    )


def _again(title: str, numbers: list[str]) -> str:
    """Return which questions to look at again; `title` is the step that decides."""
    which = listed(numbers)
    if not title:
        return plural(
            "Look again at question {which}.",
            "Look again at questions {which}.",
            len(numbers),
            which=which,
        )
    return plural(
        "Look again at “{step}” in question {which}.",
        "Look again at “{step}” in questions {which}.",
        len(numbers),
        step=title,
        which=which,
    )


def _places_told(quiz: QuizRound) -> str:
    """Return how many of the places or times of hits earned something."""
    targets = [(a.question.target, a.gained) for a in quiz.answers if a.right]
    earned = [gained for target, gained in targets if target]
    if not earned:
        return ""
    times = any(target and isinstance(target.value, float) for target, _ in targets)
    return message(_CLOSE[times, any(earned)], whole=len(earned), close=sum(earned))


@with_texts("template")
def _of(template: str) -> str:
    return template


# Whether these are times, and whether any came close.
_CLOSE = {
    (True, True): _of(
        "Of the {whole} times you set, {close} came close enough to earn points."
    ),
    (True, False): _of(
        "Of the {whole} times you set, none came close enough to earn points."
    ),
    (False, True): _of(
        "Of the {whole} places you marked, {close} came close enough to earn points."
    ),
    (False, False): _of(
        "Of the {whole} places you marked, none came close enough to earn points."
    ),
}


def _decided_by(question: Question, quiz: QuizRound) -> str:
    """Return the title of the step that decides a question; "" without one."""
    solution = ask(quiz.scene, question.params)
    number = deciding_step(solution, of_article=question.of_article)
    return solution.steps[number - 1].title if number else ""


def lines(quiz: QuizRound) -> list[str]:
    """Return the answers given so far, a line each."""
    return [_line(quiz.scene, n, a) for n, a in enumerate(quiz.answers, 1)]


def _line(scene: Entry, number: int, answer: MarkedGuess) -> str:
    question = answer.question
    said, true = (
        lower(answer_word(scene, question.params, hit=hit))
        for hit in (answer.verdict, question.hit)
    )
    told = message(
        "{number:2}. said {said}; answer: {true}", number=number, said=said, true=true
    )
    if question.of_article:
        told = message(
            "{number:2}. said {said}; article's answer: {true}",
            number=number,
            said=said,
            true=true,
        )
    if question.target and not math.isnan(answer.error):
        error = show(answer.error)
        if isinstance(question.target.value, float):
            told = message("{told}; time off by {error}", told=told, error=error)
        else:
            told = message("{told}; place off by {error}", told=told, error=error)
    points = points_shown(answer.points, signed=True)
    return message("{told}; {points}", told=told, points=points)


def points_shown(points: float, *, signed: bool = False) -> str:
    """Return points as people read them, with two decimals at most."""
    text = f"{abs(points):.2f}".rstrip("0").rstrip(".")
    sign = "−" if points < 0.0 and text != "0" else "+" if signed else ""
    return sign + text
