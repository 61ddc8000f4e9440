"""Rounds of ten questions: predict, then reveal, with guesses and score.

A right verdict earns a point and a wrong one costs a point, so that guessing gains
nothing. For a hit with a place to mark, half of the point is for the place.
"""

import math
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

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
"""Number of questions of a round, and the maximum score."""

MAX_SEED = 9999

# Share of a hit's point for its place.
_PLACE_SHARE = 0.5


@dataclass(frozen=True)
class MarkedGuess:
    """Answered question.

    Attributes
    ----------
    question : Question
        The question.
    verdict : bool
        Guess: hit or miss.
    right : bool
        The verdict is right.
    error : float
        Distance of the guessed place (world units) or time; NaN without one.
    points : float
        Points earned, from -1 to 1.
    gained : bool
        The verdict is right, and so is the place if there is one.
    place : vector, float or None
        Guessed place or time.
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
    """Round in one scene: the present question, the guess, and the score.

    Attributes
    ----------
    scene : SceneEntry
        Scene of the questions.
    seed : int
        Seed of the round.
    question : Question
        Present question.
    number : int
        Its number, from 1.
    verdict : bool or None
        Guessed verdict.
    place : vector, float or None
        Guessed place or time.
    answers : tuple of MarkedGuess
        Answers so far, with the present question's once it is revealed.
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
        """Answer of the present question; None until it is revealed."""
        return self.answers[-1] if len(self.answers) == self.number else None

    @property
    def points(self) -> float:
        """Score so far."""
        return math.fsum(answer.points for answer in self.answers)

    @property
    def streak(self) -> int:
        """Number of answers in a row, up to now, that earned points."""
        missed_numbers = [n for n, a in enumerate(self.answers, 1) if not a.gained]
        return len(self.answers) - (missed_numbers[-1] if missed_numbers else 0)

    @property
    def asks_place(self) -> bool:
        """True if the place or time of a hit is asked for too."""
        wanted = target_of_question(self.scene)
        return wanted is not None and not self.question.of_article

    @property
    def placing(self) -> bool:
        """True if a place or time is to be guessed now."""
        return self.asks_place and self.verdict is True and self.answer is None


def start(scene: SceneEntry, seed: int) -> QuizRound:
    """Return a round with its first question; the same for the same seed.

    Raises
    ------
    ValueError
        If no case of the scene makes a question.
    """
    return QuizRound(scene, seed, sample_question(scene, seed, 1, 0))


def next_question(quiz: QuizRound) -> QuizRound:
    """Return the round with its next question, or ended after the last one."""
    if quiz.number == QUESTION_COUNT:
        return replace(quiz, ended=True)
    number = quiz.number + 1
    question = sample_question(quiz.scene, quiz.seed, number, quiz.streak)
    return replace(quiz, question=question, number=number, verdict=None, place=None)


def guess_verdict(quiz: QuizRound, hit: bool) -> QuizRound:
    """Return the round with this verdict guessed; a miss has no place.

    Once the answer is revealed, it is returned unchanged.
    """
    if quiz.answer:
        return quiz
    return replace(quiz, verdict=hit, place=quiz.place if hit else None)


def guess_place(quiz: QuizRound, value: Vec | float) -> QuizRound:
    """Return the round with this place or time guessed, if one is to be guessed."""
    return replace(quiz, place=value) if quiz.placing else quiz


def reveal(quiz: QuizRound) -> QuizRound:
    """Return the round with its answer; unchanged if no verdict has been guessed."""
    if quiz.verdict is None or quiz.answer:
        return quiz
    answer = mark_guess(quiz.question, quiz.verdict, quiz.place)
    return replace(quiz, answers=(*quiz.answers, answer))


def mark_guess(
    question: Question, verdict: bool, place: Vec | float | None
) -> MarkedGuess:
    """Return a guess with its points.

    A right verdict earns a point, a wrong one costs a point. For a hit with a target,
    half of the point is for the place or time: it decreases linearly to zero at a
    twentieth of `question.size`, and is lost without a place.

    Parameters
    ----------
    question : Question
        Question that is answered.
    verdict : bool
        Guess: hit or miss.
    place : tuple of float, float or None
        Guessed place (world, metres) or time.

    Raises
    ------
    TypeError
        If a time is guessed for a place, or a place for a time.
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
    """Return the question as a sentence."""
    if question.of_article:
        return article_question_text(scene, question.params)
    return question_text(scene, question.params)


@cache
def has_questions(scene: SceneEntry) -> bool:
    """Return whether any of the scene's cases has a question."""
    return any(question_text(scene, case.params) for case in scene.cases.values())


def answer_word(scene: SceneEntry, params: Params, *, hit: bool) -> str:
    """Return the scene's word for a hit or a miss."""
    quiz = scene.resolve(params)[0].quiz or Wording()
    return quiz.hit if hit else quiz.miss


def timeline_without_stops(scene: SceneEntry, params: Params) -> Timeline | None:
    """Return the time axis without stops, as these may reveal the answer.

    None if there is none while the answer is hidden.
    """
    timeline = timeline_without_answer(scene, params)
    return replace(timeline, stops=(), names=()) if timeline else None


def timeline_without_answer(scene: SceneEntry, params: Params) -> Timeline | None:
    """Return the time axis with only those stops that do not depend on the answer.

    None if there is none while the answer is hidden.
    """
    part, part_params = scene.resolve(params)
    return part.timeline(part_params, None) if part.timeline else None


def deciding_step(solution: Solution, *, of_article: bool = False) -> int:
    """Return the number (from 1) of the step that decides an answer; 0 for none.

    With `of_article` it is the step that decides the article's answer.
    """
    quiz = solution.scene.quiz
    title = quiz.deciding_step(solution.params, solution.result) if quiz else ""
    if quiz and of_article and quiz.article_decides:
        title = quiz.article_decides
    titles = [step.title for step in solution.steps]
    return titles.index(title) + 1 if title in titles else 0


def format_round(quiz: QuizRound) -> str:
    """Return the round as text to hand in, in the active language."""
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
    """Return the score of a round as a line."""
    share = format_number(round(100.0 * quiz.points / QUESTION_COUNT))
    return message(
        "Score: {points} of {most} points, {share} %",
        points=format_points(quiz.points),
        most=QUESTION_COUNT,
        share=share,
    )


@lru_cache(maxsize=4)  # called in every frame
def review(quiz: QuizRound) -> list[str]:
    """Return lines with the number of right answers and the steps to review."""
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
    """Return the number of right answers as a sentence."""
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
    """Return the questions to review as a sentence; `title` is the deciding step."""
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
    """Return the number of places or times that earned points, as a sentence."""
    targets = [(a.question.target, a.gained) for a in quiz.answers if a.right]
    gains = [gain for target, gain in targets if target]
    if not gains:
        return ""
    times = any(target and isinstance(target.value, float) for target, _ in targets)
    return message(_CLOSE_TEXTS[times, any(gains)], whole=len(gains), close=sum(gains))


@with_texts("template")
def _declare_template(template: str) -> str:
    return template


# Keys: these are times; any came close.
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
    """Return the answers so far, one per line."""
    return [_answer_line(quiz.scene, n, a) for n, a in enumerate(quiz.answers, 1)]


def _answer_line(scene: SceneEntry, number: int, answer: MarkedGuess) -> str:
    question = answer.question
    places: dict[str, Any] = {"number": number} | {
        name: lower(answer_word(scene, question.params, hit=hit))
        for name, hit in (("said", answer.verdict), ("true", question.hit))
    }
    if question.of_article:
        text = message("{number:2}. said {said}; article's answer: {true}", **places)
    else:
        text = message("{number:2}. said {said}; answer: {true}", **places)
    if question.target and not math.isnan(answer.error):
        error = format_number(answer.error)
        if isinstance(question.target.value, float):
            text = message("{told}; time off by {error}", told=text, error=error)
        else:
            text = message("{told}; place off by {error}", told=text, error=error)
    points = format_points(answer.points, signed=True)
    return message("{told}; {points}", told=text, points=points)


def format_points(points: float, *, signed: bool = False) -> str:
    """Return points with two decimals at most; if `signed`, with + unless negative."""
    text = f"{abs(points):.2f}".rstrip("0").rstrip(".")
    sign = "−" if points < 0.0 and text != "0" else "+" if signed else ""
    return sign + text
