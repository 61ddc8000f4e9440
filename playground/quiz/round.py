"""Predict, then reveal: a round of ten questions, the guesses, and the score.

A question is worth a point, and a wrong verdict costs one: who guesses gains nothing.
Of a hit that is to be placed half of the point is for the place.
"""

import math
from dataclasses import replace
from functools import cache, lru_cache

from playground.i18n import (
    join_sentences,
    join_texts,
    lower,
    message,
    plural,
    translate,
    with_texts,
)
from playground.quick_dataclass import dataclass
from playground.quiz.questions import (
    SCORING_DISTANCE_RATIO,
    Question,
    article_question_text,
    question_text,
    sample_question,
    target_of_question,
)
from playground.scene.handles import Vec
from playground.scene.math_text import format_number
from playground.scene.params import Params
from playground.scene.scene import Quiz as Wording
from playground.scene.scene import SceneEntry
from playground.scene.solution import Solution, solve_scene
from playground.scene.timeline import Timeline

QUESTION_COUNT = 10
"""So many questions are a round, and so many points at most."""

MAX_SEED = 9999

# This part of a hit's point is for its place.
_PLACE_SHARE = 0.5


@dataclass(frozen=True)
class MarkedGuess:
    """A question answered: the guess, the place's error, NaN if none, and the points.

    `right` is the verdict's; `gained` also asks for a place that earned something.
    `place` is where or when it was guessed to be.
    """

    question: Question
    verdict: bool
    right: bool
    error: float
    points: float
    gained: bool
    place: Vec | float | None = None


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

    scene: SceneEntry
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
        wanted = (
            target_of_question(self.scene) is not None and not self.question.of_article
        )
        return wanted and self.verdict is True and self.answer is None


def start(scene: SceneEntry, seed: int) -> QuizRound:
    """Return a round with its first question; the same for the same seed."""
    return QuizRound(scene, seed, sample_question(scene, seed, 1, 0))


def next_question(quiz: QuizRound) -> QuizRound:
    """Return the round with another question, or ended after the last one."""
    if quiz.number == QUESTION_COUNT:
        return replace(quiz, ended=True)
    number = quiz.number + 1
    question = sample_question(quiz.scene, quiz.seed, number, quiz.streak)
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
    answer = mark_guess(quiz.question, quiz.verdict, quiz.place)
    return replace(quiz, answers=(*quiz.answers, answer))


def mark_guess(
    question: Question, verdict: bool, place: Vec | float | None
) -> MarkedGuess:
    """Return a guess with its points.

    A wrong verdict costs a point, a right one brings it. Half of a hit's point is for
    its place, if there is one: all of it at the very place, evenly less until nothing
    is left at a twentieth of the picture's size away.
    """
    if verdict != question.hit:
        return MarkedGuess(question, verdict, False, math.nan, -1.0, False, place)
    if question.target is None:
        return MarkedGuess(question, verdict, True, math.nan, 1.0, True, place)
    if place is None:
        return MarkedGuess(question, verdict, True, math.nan, 1.0 - _PLACE_SHARE, False)
    error = _measure_error(place, question.target.value)
    share = max(1.0 - error / (SCORING_DISTANCE_RATIO * question.size), 0.0)
    points = 1.0 - _PLACE_SHARE + _PLACE_SHARE * share
    return MarkedGuess(question, verdict, True, error, points, share > 0.0, place)


def _measure_error(a: Vec | float, b: Vec | float) -> float:
    if isinstance(a, float) and isinstance(b, float):
        return abs(a - b)
    if isinstance(a, float) or isinstance(b, float):
        raise TypeError("a place is compared with a time")
    return math.dist(a, b)


def question_sentence(scene: SceneEntry, question: Question) -> str:
    """Return what is asked, in a sentence."""
    if question.of_article:
        return article_question_text(scene, question.params)
    return question_text(scene, question.params)


@cache
def has_questions(scene: SceneEntry) -> bool:
    """Return whether any of the scene's cases has a question."""
    return any(question_text(scene, case.params) for case in scene.cases.values())


def answer_word(scene: SceneEntry, params: Params, *, hit: bool) -> str:
    """Return what a hit or a miss is called."""
    quiz = scene.resolve(params)[0].quiz or Wording()
    return quiz.hit if hit else quiz.miss


def timeline_without_stops(scene: SceneEntry, params: Params) -> Timeline | None:
    """Return the time axis without what the answer would tell, and without stops."""
    known = timeline_without_answer(scene, params)
    return replace(known, stops=(), names=()) if known else None


def timeline_without_answer(scene: SceneEntry, params: Params) -> Timeline | None:
    """Return the time axis with those stops alone that are there without an answer."""
    part, own = scene.resolve(params)
    return part.timeline(own, None) if part.timeline else None


def deciding_step(solution: Solution, *, of_article: bool = False) -> int:
    """Return the number from 1 of the step that decides an answer; 0 for none."""
    quiz = solution.scene.quiz
    title = quiz.deciding_step(solution.params, solution.result) if quiz else ""
    if quiz and of_article and quiz.article_decides:
        title = quiz.article_decides
    titles = [step.title for step in solution.steps]
    return titles.index(title) + 1 if title in titles else 0


def format_round(quiz: QuizRound) -> str:
    """Return the round as text to be handed in, in the language that is spoken."""
    title, name = quiz.scene.title, quiz.scene.id
    text = [
        message("Geometry Playground: predict, then reveal"),
        message("Scene: {title} ({name})", title=title, name=name),
        message("Seed: {seed}", seed=quiz.seed),
        *answer_lines(quiz),
        score_text(quiz),
    ]
    return "\n".join(map(translate, text)) + "\n"


def score_text(quiz: QuizRound) -> str:
    """Return the score of a round in a line."""
    share = format_number(round(100.0 * quiz.points / QUESTION_COUNT))
    return message(
        "Score: {points} of {most} points, {share} %",
        points=format_points(quiz.points),
        most=QUESTION_COUNT,
        share=share,
    )


@lru_cache(maxsize=4)  # asked again in every frame
def review(quiz: QuizRound) -> list[str]:
    """Return what was right in a round, and which steps are worth another look."""
    steps: dict[str, list[str]] = {}
    for number, answer in enumerate(quiz.answers, 1):
        if not answer.right:
            steps.setdefault(_deciding_step_title(answer.question, quiz), []).append(
                str(number)
            )
    again = [_review_text(title, numbers) for title, numbers in steps.items()]
    first = join_sentences(_correct_count_text(quiz), _place_count_text(quiz))
    return [first, *(again or [message("Nothing needs another look.")])]


def _correct_count_text(quiz: QuizRound) -> str:
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


def _review_text(title: str, numbers: list[str]) -> str:
    """Return which questions to look at again; `title` is the step that decides."""
    which = join_texts(numbers)
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


def _place_count_text(quiz: QuizRound) -> str:
    """Return how many of the places or times of hits earned something."""
    targets = [(a.question.target, a.gained) for a in quiz.answers if a.right]
    earned = [gained for target, gained in targets if target]
    if not earned:
        return ""
    times = any(target and isinstance(target.value, float) for target, _ in targets)
    return message(
        _CLOSE_TEXTS[times, any(earned)], whole=len(earned), close=sum(earned)
    )


@with_texts("template")
def _declare_template(template: str) -> str:
    return template


# Whether these are times, and whether any came close.
_CLOSE_TEXTS = {
    (True, True): _declare_template(
        "Of the {whole} times you set, {close} came close enough to earn points."
    ),
    (True, False): _declare_template(
        "Of the {whole} times you set, none came close enough to earn points."
    ),
    (False, True): _declare_template(
        "Of the {whole} places you marked, {close} came close enough to earn points."
    ),
    (False, False): _declare_template(
        "Of the {whole} places you marked, none came close enough to earn points."
    ),
}


def _deciding_step_title(question: Question, quiz: QuizRound) -> str:
    """Return the title of the step that decides a question; "" without one."""
    solution = solve_scene(quiz.scene, question.params)
    number = deciding_step(solution, of_article=question.of_article)
    return solution.steps[number - 1].title if number else ""


def answer_lines(quiz: QuizRound) -> list[str]:
    """Return the answers given so far, a line each."""
    return [_answer_line(quiz.scene, n, a) for n, a in enumerate(quiz.answers, 1)]


def _answer_line(scene: SceneEntry, number: int, answer: MarkedGuess) -> str:
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
        error = format_number(answer.error)
        if isinstance(question.target.value, float):
            told = message("{told}; time off by {error}", told=told, error=error)
        else:
            told = message("{told}; place off by {error}", told=told, error=error)
    points = format_points(answer.points, signed=True)
    return message("{told}; {points}", told=told, points=points)


def format_points(points: float, *, signed: bool = False) -> str:
    """Return points as people read them, with two decimals at most."""
    text = f"{abs(points):.2f}".rstrip("0").rstrip(".")
    sign = "−" if points < 0.0 and text != "0" else "+" if signed else ""
    return sign + text
