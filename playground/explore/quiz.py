"""Predict, then reveal: seeded questions about a scene, and a score.

A question is one of the scene's cases, varied. Outcomes that a small change does not
turn are jittered until a hit or miss is plain to see; those that are exact, such as a
touch, are only mirrored and moved as a whole. So what looks like a touch is one.
"""

import math
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random

from playground.explore.vary import grown, jittered, lengths, mirrored, nudged
from playground.scene import params as parameters
from playground.scene.answer import Verdict
from playground.scene.handles import Vec
from playground.scene.params import Params
from playground.scene.scene import Entry, Target
from playground.scene.scene import Quiz as Wording
from playground.scene.solution import Solution, ask, picture
from playground.scene.timeline import Timeline

# Pictures whose diagonal is outside these metres are left out: nothing to see.
_SMALLEST, _LARGEST = 1.0, 60.0
# A length that is not 0 must be at least this part of the picture to be seen.
_VISIBLE = 0.02
# A plain hit or miss stays one when everything moves by this part of the picture.
_MARGIN = 0.012
_NUDGES = 8
_ATTEMPTS = 10
# From this part of the picture (or of the time axis) away a place earns nothing.
REACH = 0.1


@dataclass(frozen=True)
class Question:
    """What is asked, and the truth about it.

    `target` is the place or time to be found, None where there is none; `size` the
    picture's diagonal, or for a time the length of its axis.
    """

    params: Params
    case: str
    outcome: str
    hit: bool
    target: Target | None
    size: float


@dataclass(frozen=True)
class Answer:
    """What a reveal brought: the error of the place or time, NaN if none, and points.

    A right verdict is one point. Where there is a target a second one is to be had: 1
    at the very place, evenly down to 0 at a tenth of the picture's size away.
    """

    right: bool
    error: float
    points: float
    possible: float


@dataclass(frozen=True)
class Quiz:
    """One scene's questions: the present one, the guess, and the score so far.

    Attributes
    ----------
    asked : dict of str to int
        How often each outcome was asked.
    seen : frozenset of str
        The outcomes of the questions revealed.
    verdict : bool or None
        The guess: hit or miss.
    place : vector, number or None
        The guess: where, or when.
    answer : Answer or None
        None until revealed.
    streak, best : int
        Questions in a row in which every part earned something.
    """

    scene: Entry
    seed: int
    question: Question
    asked: dict[str, int]
    number: int = 1
    verdict: bool | None = None
    place: Vec | float | None = None
    answer: Answer | None = None
    points: float = 0.0
    possible: float = 0.0
    streak: int = 0
    best: int = 0
    seen: frozenset[str] = field(default_factory=frozenset)

    @property
    def placing(self) -> bool:
        """Whether a place or time is to be given now."""
        wanted = asked_for(self.scene) is not None
        return wanted and self.verdict is True and self.answer is None


def start(scene: Entry, seed: int) -> Quiz:
    """Return a quiz with its first question; the same for the same seed."""
    asked = dict.fromkeys(outcomes(scene), 0)
    outcome, question = _drawn(scene, seed, 1, asked)
    return Quiz(scene, seed, question, asked | {outcome: 1})


def next_question(quiz: Quiz) -> Quiz:
    """Return the quiz with another question."""
    number = quiz.number + 1
    outcome, question = _drawn(quiz.scene, quiz.seed, number, quiz.asked)
    return replace(
        quiz,
        question=question,
        number=number,
        asked=quiz.asked | {outcome: quiz.asked[outcome] + 1},
        verdict=None,
        place=None,
        answer=None,
    )


def guess_verdict(quiz: Quiz, hit: bool) -> Quiz:
    """Return the quiz with hit or miss guessed; a miss has no place."""
    if quiz.answer:
        return quiz
    return replace(quiz, verdict=hit, place=quiz.place if hit else None)


def guess_place(quiz: Quiz, value: Vec | float) -> Quiz:
    """Return the quiz with a place or time guessed, while one is asked for."""
    return replace(quiz, place=value) if quiz.placing else quiz


def reveal(quiz: Quiz) -> Quiz:
    """Return the quiz with its answer and score; itself before hit or miss."""
    if quiz.verdict is None or quiz.answer:
        return quiz
    answer = _marked(quiz)
    streak = quiz.streak + 1 if answer.right else 0
    return replace(
        quiz,
        answer=answer,
        points=quiz.points + answer.points,
        possible=quiz.possible + answer.possible,
        streak=streak,
        best=max(quiz.best, streak),
        seen=quiz.seen | {quiz.question.outcome},
    )


def _marked(quiz: Quiz) -> Answer:
    asked, right = quiz.question, quiz.verdict == quiz.question.hit
    points = 1.0 if right else 0.0
    if asked.target is None:
        return Answer(right, math.nan, points, 1.0)
    if quiz.place is None:
        return Answer(False, math.nan, points, 2.0)
    error = _apart(quiz.place, asked.target.value)
    share = max(1.0 - error / (REACH * asked.size), 0.0)
    return Answer(share > 0.0, error, points + share, 2.0)


def _apart(a: Vec | float, b: Vec | float) -> float:
    if isinstance(a, float) and isinstance(b, float):
        return abs(a - b)
    if isinstance(a, float) or isinstance(b, float):
        raise TypeError("a place is compared with a time")
    return math.dist(a, b)


def asks(scene: Entry, params: Params) -> str:
    """Return what is asked about these params; "" where nothing can be."""
    part, own = scene.at(params)
    return part.quiz.asks(own) if part.quiz else ""


@cache
def has_questions(scene: Entry) -> bool:
    """Return whether any of the scene's cases has a question."""
    return any(asks(scene, case.params) for case in scene.cases.values())


def answer_word(scene: Entry, params: Params, *, hit: bool) -> str:
    """Return what a hit or a miss is called."""
    quiz = scene.at(params)[0].quiz or Wording()
    return quiz.hit if hit else quiz.miss


def hidden_timeline(scene: Entry, params: Params) -> Timeline | None:
    """Return the time axis without what the answer would tell."""
    part, own = scene.at(params)
    known = part.timeline(own, None) if part.timeline else None
    return replace(known, stops=(), names=()) if known else None


def _target(solution: Solution) -> Target | None:
    quiz = solution.scene.quiz
    if quiz is None or quiz.target is None:
        return None
    return quiz.target(solution.params, solution.result)


def _verdict(scene: Entry, params: Params) -> Verdict:
    """Return the verdict; ValueError for params without one."""
    verdict = ask(scene, params).verdict
    if verdict is None:
        raise ValueError("no outcome holds")
    return verdict


@cache
def _fair_cases(scene: Entry) -> tuple[str, ...]:
    return tuple(
        name
        for name, case in scene.cases.items()
        if asks(scene, case.params) and _fit_to_see(scene, _given(scene, name))
    )


@cache
def outcomes(scene: Entry) -> tuple[str, ...]:
    """Return the outcomes that are asked, in the order of the cases."""
    return tuple(_hits(scene))


@cache
def _hits(scene: Entry) -> dict[str, bool]:
    """Return the outcomes that are asked, and whether each is a hit."""
    found: dict[str, bool] = {}
    for name in _fair_cases(scene):
        p = _given(scene, name)
        verdict = _verdict(scene, p)
        found.setdefault(verdict.text, verdict.hit)
    return found


@cache
def asked_for(scene: Entry) -> Target | None:
    """Return a target as the scene's cases have it: what it is called, point or time.

    It is the same for every question, so that asking for it gives nothing away.
    """
    for name in _fair_cases(scene):
        target = _target(ask(scene, scene.cases[name].params))
        if target:
            return target
    return None


def _drawn(
    scene: Entry, seed: int, number: int, asked: dict[str, int]
) -> tuple[str, Question]:
    """Return an outcome and a question of it.

    A coin decides between hit and miss, so that neither is the better guess; of that
    side the outcome asked least so far is taken.
    """
    rng = Random(f"{scene.id} {seed} {number}")
    hits = _hits(scene)
    sides = sorted(set(hits.values()))
    side = rng.choice(sides)
    counts = {name: asked[name] for name, hit in hits.items() if hit == side}
    least = min(counts.values())
    outcome = rng.choice([name for name, count in counts.items() if count == least])
    pool = [n for n in _fair_cases(scene) if scene.cases[n].outcome == outcome]
    rng.shuffle(pool)
    name, p = _varied(scene, pool, rng)
    return outcome, _question(scene, name, p)


def _question(scene: Entry, name: str, p: Params) -> Question:
    solution = ask(scene, p)
    verdict, target = _verdict(scene, p), _target(solution)
    size = _size(scene, p)
    wanted = asked_for(scene)
    if target and wanted and isinstance(target.value, float):
        timeline = solution.timeline
        size = timeline.end - timeline.start if timeline else size
    if wanted and target and type(target.value) is not type(wanted.value):
        target = None
    if not verdict.hit:
        target = None
    return Question(p, name, verdict.text, verdict.hit, target, size)


def _varied(scene: Entry, pool: list[str], rng: Random) -> tuple[str, Params]:
    """Return a case of the pool and fresh params with its outcome."""
    given = [(name, _given(scene, name)) for name in pool]
    for name, p in given:
        outcome, size = scene.cases[name].outcome, _size(scene, p)
        for _ in range(_ATTEMPTS):
            tried = jittered(mirrored(p, scene.dimension, rng), size, rng)
            if _answers(scene, tried, outcome) and _plain(scene, tried, rng):
                return name, tried
    for name, p in given:
        for _ in range(_ATTEMPTS):
            tried = mirrored(p, scene.dimension, rng)
            if tried != p and _answers(scene, tried, scene.cases[name].outcome):
                return name, tried
    return given[0]


def _answers(scene: Entry, p: Params, outcome: str) -> bool:
    """Return whether the params have the wanted outcome and can be seen."""
    try:
        verdict = _verdict(scene, p)
    except ValueError:
        return False
    return verdict.text == outcome and _fit_to_see(scene, p)


def _plain(scene: Entry, p: Params, rng: Random) -> bool:
    """Return whether hit or miss stays when all is grown, shrunk or nudged a little."""
    step = _MARGIN * _size(scene, p)
    hit = _verdict(scene, p).hit
    off = (nudged(p, _MARGIN, step, rng) for _ in range(_NUDGES))
    for tried in (grown(p, step), grown(p, -step), *off):
        try:
            verdict = _verdict(scene, tried)
        except ValueError:
            return False
        if verdict.hit != hit:
            return False
    return True


def _size(scene: Entry, p: Params) -> float:
    """Return the diagonal of what a question shows; NaN if nothing."""
    bounds = picture(scene, p).upto(0).bounds()
    return math.dist(bounds.low, bounds.high) if bounds else math.nan


def _fit_to_see(scene: Entry, p: Params) -> bool:
    """Return whether the picture has a size to work with and no hidden detail."""
    size = _size(scene, p)
    if not _SMALLEST <= size <= _LARGEST:
        return False
    least = _VISIBLE * size
    return all(not 0.0 < length < least for length in lengths(p))


@cache
def _given(scene: Entry, name: str) -> Params:
    """Return a case's params at the start of time, which gives no answer away.

    Where that changes the verdict, the moment is part of the question and stays.
    """
    case = scene.cases[name]
    timeline = ask(scene, case.params).timeline
    if timeline is None:
        return case.params
    p = parameters.with_values(case.params, **{timeline.parameter: timeline.start})
    same = _verdict(scene, p).text == case.outcome
    return p if same else case.params
