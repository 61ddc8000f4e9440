"""How fair the quiz is, in numbers: what habits earn, and what gives an answer away.

A habit plays whole rounds and never looks at the picture. Pure.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from statistics import fmean, quantiles

import numpy as np
from numpy.typing import NDArray

from playground.quick_dataclass import dataclass
from playground.quiz import questions as quiz_questions
from playground.quiz.questions import (
    Question,
    measure_clearance,
    parameter_lengths,
    sample_question,
    target_of_question,
    variable_parameters,
)
from playground.quiz.round import QUESTION_COUNT, MarkedGuess, mark_guess
from playground.quiz.visual_features import measure_relations, parameter_arrays
from playground.scene import params as parameters
from playground.scene.handles import Vec
from playground.scene.parameter_types import Angle
from playground.scene.params import Params
from playground.scene.scene import SceneEntry
from playground.scene.solution import solve_scene

GuessedPlace = Vec | float | None

# So near to the edge, as a part of the diagonal, is a close call.
_CLOSE_CALL_RATIO = 0.02
_ROUND_NUMBER_STEP = 0.25

# Several habits ask for the same questions of a seed.
_cached_question = lru_cache(maxsize=128)(quiz_questions.sample_question)


@dataclass(frozen=True)
class Habit:
    """What is always answered, whatever is asked."""

    name: str
    verdict: Callable[[Question], bool]
    place: Callable[[Question], GuessedPlace] = lambda question: None


@dataclass(frozen=True)
class HabitScore:
    """What a habit earns, in parts of a perfect round.

    `placed` is what it would earn of the places to be found, had it known which of the
    questions are hits; NaN where there is none.
    """

    habit: str
    share: float
    placed: float


@dataclass(frozen=True)
class FairnessFigures:
    """The quiz of a scene in numbers; all but `earned` as a perfect player meets it.

    `close` is the share of questions within 2 % of the edge, `figure` that of the
    commonest figure, `told` what the best visible feature guesses right of the rounds
    that it was not learned from, and `feature` which it is.
    """

    earned: tuple[HabitScore, ...]
    hits: float
    close: float
    figure: float
    told: float
    feature: str


def list_habits(scene: SceneEntry) -> list[Habit]:
    """Return the habits that any scene may be played by."""
    found = [
        Habit("always miss", lambda q: False),
        Habit("always hit", lambda q: True),
    ]
    wanted = target_of_question(scene)
    if wanted is None:
        return found
    if isinstance(wanted.value, tuple):
        return [*found, Habit("hit, first handle", lambda q: True, _first_handle)]

    def guess_time_at(share: float) -> Callable[[Question], GuessedPlace]:
        return lambda q: _time_at_share(scene, q.params, share)

    return [
        *found,
        Habit(
            "hit, time as it opens",
            lambda q: True,
            lambda q: _opening_time(scene, q.params),
        ),
        Habit("hit, time at the start", lambda q: True, guess_time_at(0.0)),
        Habit("hit, time in the middle", lambda q: True, guess_time_at(0.5)),
    ]


def _first_handle(question: Question) -> GuessedPlace:
    return parameters.list_handle_marks(question.params, 0.01)[0].at


def _opening_time(scene: SceneEntry, p: Params) -> GuessedPlace:
    timeline = solve_scene(scene, p).timeline
    return float(getattr(p, timeline.parameter)) if timeline else None


def _time_at_share(scene: SceneEntry, p: Params, share: float) -> GuessedPlace:
    timeline = solve_scene(scene, p).timeline
    if timeline is None:
        return None
    return timeline.start + share * (timeline.end - timeline.start)


_PERFECT = Habit(
    "perfect", lambda q: q.hit, lambda q: q.target.value if q.target else None
)


def play_round(scene: SceneEntry, seed: int, habit: Habit) -> list[MarkedGuess]:
    """Return a round as a habit answers it."""
    answers: list[MarkedGuess] = []
    streak = 0
    for number in range(1, QUESTION_COUNT + 1):
        question = _cached_question(scene, seed, number, streak)
        answer = mark_guess(question, habit.verdict(question), habit.place(question))
        answers.append(answer)
        streak = streak + 1 if answer.gained else 0
    return answers


def measure_fairness(
    scene: SceneEntry, seeds: Sequence[int], own: Sequence[Habit] = ()
) -> FairnessFigures:
    """Play a round of each seed by every habit, the scene's own ones too."""
    every = [*list_habits(scene), *own]
    rounds: dict[str, list[list[MarkedGuess]]] = defaultdict(list)
    for seed in seeds:
        for habit in (*every, _PERFECT):
            rounds[habit.name].append(play_round(scene, seed, habit))
    perfect = rounds.pop(_PERFECT.name)
    asked = [answer.question for played in perfect for answer in played]
    told, feature = _best_feature([[a.question for a in played] for played in perfect])
    return FairnessFigures(
        tuple(_score_habit(habit, rounds[habit.name]) for habit in every),
        fmean(q.hit for q in asked),
        fmean(measure_clearance(scene, q) <= _CLOSE_CALL_RATIO for q in asked),
        max(Counter(q.figure for q in asked).values()) / len(asked),
        told,
        feature,
    )


def _score_habit(habit: Habit, rounds: Sequence[Sequence[MarkedGuess]]) -> HabitScore:
    share = fmean(
        math.fsum(a.points for a in played) / QUESTION_COUNT for played in rounds
    )
    placed = [
        mark_guess(a.question, True, habit.place(a.question)).points
        for played in rounds
        for a in played
        if a.question.target
    ]
    # From half a point, for the verdict alone, to a whole one.
    return HabitScore(
        habit.name, share, 2.0 * fmean(placed) - 1.0 if placed else math.nan
    )


def _best_feature(rounds: Sequence[Sequence[Question]]) -> tuple[float, str]:
    """Return how often the best feature is right, and its name.

    For each of its values it answers what most of every other round answered.
    """
    known = [q for asked in rounds[::2] for q in asked]
    new = [q for asked in rounds[1::2] for q in asked]
    told = []
    for name, feature in _visible_features([*known, *new]).items():
        votes: dict[Hashable, int] = defaultdict(int)
        for q in known:
            votes[feature(q)] += 1 if q.hit else -1
        told.append((fmean((votes[feature(q)] > 0) == q.hit for q in new), name))
    return max(told)


def _visible_features(
    asked: Sequence[Question],
) -> dict[str, Callable[[Question], Hashable]]:
    """Return what can be seen at a glance, without the relation of the shapes."""
    sizes = quantiles([_largest_length(q.params) for q in asked], n=4)
    return {
        "figure": lambda q: q.figure,
        "an angle of 0": lambda q: 0.0 in _angles(q.params),
        "upright": lambda q: all(_upright(x) for x in _angles(q.params)),
        "round numbers": lambda q: sum(map(_is_round, _float_values(q.params))),
        "largest length": lambda q: sum(_largest_length(q.params) > x for x in sizes),
        "which question": lambda q: q.of_article,
    }


def _angles(p: Params) -> list[float]:
    return [
        getattr(p, name)
        for name, spec in variable_parameters(p)
        if isinstance(spec, Angle)
    ]


def _upright(angle: float) -> bool:
    return abs(math.remainder(angle, math.pi / 2)) < 1e-9


def _largest_length(p: Params) -> float:
    return max(parameter_lengths(p), default=0.0)


def _float_values(p: Params) -> list[float]:
    values = (getattr(p, name) for name, _ in variable_parameters(p))
    return [
        x
        for value in values
        for x in (value if isinstance(value, tuple) else (value,))
        if isinstance(x, float)
    ]


def _is_round(number: float) -> bool:
    return math.remainder(number, _ROUND_NUMBER_STEP) == 0.0


# ----------------------------------------------------------------------------
# What a rule of one glance earns in the quiz: one threshold on one relation.
#
# Each rule is fitted on every other round and scored on the rounds between. Pure.
# ----------------------------------------------------------------------------


Array = NDArray[np.float64]

# So many in a row as somebody meets who is right two times of three.
_STREAKS = 0, 1, 2


@dataclass(frozen=True)
class ThresholdRule:
    """A rule, "hit where a relation is above (or below) a threshold".

    `share` is what it earns of a perfect round with no place given, `edge` by how much
    it is right more often than wrong: what it would earn if every place came free.
    Both are of rounds that it was not fitted on; `learned` is the share of those that
    it was.
    """

    relation: str
    above: bool
    threshold: float
    share: float
    edge: float
    learned: float

    @property
    def rule(self) -> str:
        """The rule in words."""
        sign = ">" if self.above else "<"
        return f"hit where {self.relation} {sign} {self.threshold:.3g}"


def sample_questions(scene: SceneEntry, seeds: Sequence[int]) -> list[Question]:
    """Return the questions of a round of each seed, after none to two in a row."""
    return [
        sample_question(scene, seed, number, _STREAKS[(number - 1) % len(_STREAKS)])
        for seed in seeds
        for number in range(1, QUESTION_COUNT + 1)
    ]


def fit_threshold_rules(
    scene: SceneEntry, questions: Sequence[Question]
) -> list[ThresholdRule]:
    """Return the rule of every relation, what earns most first.

    `questions` are whole rounds, at least two. The best of so many rules is better by
    some luck too, the more the fewer the rounds.
    """
    own = [scene.resolve(question.params)[1] for question in questions]
    found = measure_relations(type(own[0]), parameter_arrays(own))
    hit = np.array([question.hit for question in questions])
    yes = np.array([mark_guess(question, True, None).points for question in questions])
    no = np.array([mark_guess(question, False, None).points for question in questions])
    fitted = np.arange(len(questions)) // QUESTION_COUNT % 2 == 0
    rules = []
    for name, x in found.items():
        threshold, above = _fit_threshold(x[fitted], (yes - no)[fitted])
        says = (x > threshold) == above
        points = np.where(says, yes, no)
        edge = np.where(says == hit, 1.0, -1.0)
        new = float(points[~fitted].mean()), float(edge[~fitted].mean())
        rules.append(
            ThresholdRule(name, above, threshold, *new, float(points[fitted].mean()))
        )
    return sorted(rules, key=lambda rule: -rule.share)


def _fit_threshold(x: Array, gain: Array) -> tuple[float, bool]:
    """Return the best threshold, and whether hits are above it.

    `gain` is by how much to say hit earns more than to say miss.
    """
    order = np.argsort(x, kind="stable")
    sorted_x = x[order]
    below = np.cumsum(gain[order])[:-1]
    cuts = np.flatnonzero(sorted_x[1:] > sorted_x[:-1])
    if not len(cuts):
        return float(sorted_x[0]), True
    earned = np.stack([gain.sum() - below[cuts], below[cuts]])
    side, best = np.unravel_index(earned.argmax(), earned.shape)
    i = cuts[best]
    return float(sorted_x[i] + sorted_x[i + 1]) / 2.0, bool(side == 0)
