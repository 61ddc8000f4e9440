"""Fairness of the quiz: earnings of players who do not look, or only glance.

A habit plays whole rounds without looking at the picture; a threshold rule looks at one
relation of the shapes.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from statistics import fmean, quantiles

import numpy as np
from numpy.typing import NDArray

from playground.quick_dataclass import dataclass
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

# Distance from the edge of the verdict, relative to the diagonal, of a close call.
_CLOSE_CALL_RATIO = 0.02
_ROUND_NUMBER_STEP = 0.25

# Several habits play the same questions of a seed.
_cached_question = lru_cache(maxsize=128)(sample_question)


@dataclass(frozen=True)
class Habit:
    """Player who gives the same answer regardless of the figure.

    Attributes
    ----------
    name : str
        Name for reports.
    verdict : callable
        Takes a question; returns True to guess a hit.
    place : callable
        Takes a question; returns the guessed place (tuple of float, metres) or time
        (float), or None.
    """

    name: str
    verdict: Callable[[Question], bool]
    place: Callable[[Question], GuessedPlace] = lambda question: None


@dataclass(frozen=True)
class HabitScore:
    """Earnings of a habit.

    Attributes
    ----------
    habit : str
        Name of the habit.
    share : float
        Mean points, as a share of a perfect round.
    placed : float
        Mean share of the points for places, 0 to 1, if it always guessed a hit where
        there is a place; NaN without places.
    """

    habit: str
    share: float
    placed: float


@dataclass(frozen=True)
class FairnessFigures:
    """Fairness of the quiz of a scene; all but `earned` are for a perfect player.

    Attributes
    ----------
    earned : tuple of HabitScore
        Score of each habit.
    hits : float
        Share of questions whose right answer is a hit.
    close : float
        Share of questions whose clearance (`measure_clearance`) is at most 2 %.
    figure : float
        Share of questions with the most frequent figure.
    told : float
        Share of right guesses by the best visible feature, in rounds not learned from.
    feature : str
        Name of that feature.
    """

    earned: tuple[HabitScore, ...]
    hits: float
    close: float
    figure: float
    told: float
    feature: str


def list_habits(scene: SceneEntry) -> list[Habit]:
    """Return the habits that apply to a scene."""
    habits = [
        Habit("always miss", lambda q: False),
        Habit("always hit", lambda q: True),
    ]
    target = target_of_question(scene)
    if target is None:
        return habits
    if isinstance(target.value, tuple):
        return [*habits, Habit("hit, first handle", lambda q: True, _first_handle)]

    times = {"as it opens": None, "at the start": 0.0, "in the middle": 0.5}
    return [
        *habits,
        *(
            Habit(f"hit, time {when}", lambda q: True, _time_guess(scene, share))
            for when, share in times.items()
        ),
    ]


def _first_handle(question: Question) -> GuessedPlace:
    return parameters.list_handle_marks(question.params, 0.01)[0].at


def _time_guess(
    scene: SceneEntry, share: float | None
) -> Callable[[Question], GuessedPlace]:
    """Return the guess of the time at a share of the axis, or without one, as shown."""

    def guess(question: Question) -> GuessedPlace:
        timeline = solve_scene(scene, question.params).timeline
        if timeline is None:
            return None
        if share is None:
            return float(getattr(question.params, timeline.parameter))
        return timeline.start + share * (timeline.end - timeline.start)

    return guess


_PERFECT = Habit(
    "perfect", lambda q: q.hit, lambda q: q.target.value if q.target else None
)


def play_round(scene: SceneEntry, seed: int, habit: Habit) -> list[MarkedGuess]:
    """Return the answers of a round played with a habit."""
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
    """Return the figures of rounds played with every habit, one round per seed.

    Parameters
    ----------
    scene : SceneEntry
        Scene with a quiz.
    seeds : sequence of int
        Seed of each round, at least two.
    own : sequence of Habit
        More habits.

    Raises
    ------
    ValueError
        If there are fewer than two seeds, or no case makes a question.
    """
    all_habits = [*list_habits(scene), *own]
    rounds: dict[str, list[list[MarkedGuess]]] = defaultdict(list)
    for seed in seeds:
        for habit in (*all_habits, _PERFECT):
            rounds[habit.name].append(play_round(scene, seed, habit))
    perfect = rounds.pop(_PERFECT.name)
    questions = [answer.question for played in perfect for answer in played]
    best_score, feature = _best_feature(
        [[a.question for a in played] for played in perfect]
    )
    return FairnessFigures(
        tuple(_score_habit(habit, rounds[habit.name]) for habit in all_habits),
        fmean(q.hit for q in questions),
        fmean(measure_clearance(scene, q) <= _CLOSE_CALL_RATIO for q in questions),
        max(Counter(q.figure for q in questions).values()) / len(questions),
        best_score,
        feature,
    )


def _score_habit(habit: Habit, rounds: Sequence[Sequence[MarkedGuess]]) -> HabitScore:
    share = fmean(
        math.fsum(a.points for a in answers) / QUESTION_COUNT for answers in rounds
    )
    gains = [
        mark_guess(a.question, True, habit.place(a.question)).points
        for answers in rounds
        for a in answers
        if a.question.target
    ]
    # From half a point, for the verdict alone, to a whole one.
    return HabitScore(
        habit.name, share, 2.0 * fmean(gains) - 1.0 if gains else math.nan
    )


def _best_feature(rounds: Sequence[Sequence[Question]]) -> tuple[float, str]:
    """Return the best feature's share of right guesses, and its name.

    For each value of a feature it guesses the majority of every other round.
    """
    known_questions = [q for questions in rounds[::2] for q in questions]
    new = [q for questions in rounds[1::2] for q in questions]
    scores = []
    for name, feature in _visible_features([*known_questions, *new]).items():
        votes: dict[Hashable, int] = defaultdict(int)
        for q in known_questions:
            votes[feature(q)] += 1 if q.hit else -1
        scores.append((fmean((votes[feature(q)] > 0) == q.hit for q in new), name))
    return max(scores)


def _visible_features(
    asked: Sequence[Question],
) -> dict[str, Callable[[Question], Hashable]]:
    """Return features visible at a glance, apart from relations of the shapes."""
    sizes = quantiles([_largest_length(q.params) for q in asked], n=4)
    return {
        "figure": lambda q: q.figure,
        "an angle of 0": lambda q: 0.0 in _angles(q.params),
        "upright": lambda q: all(_is_upright(x) for x in _angles(q.params)),
        "round numbers": lambda q: _count_round_numbers(q.params),
        "largest length": lambda q: sum(_largest_length(q.params) > x for x in sizes),
        "which question": lambda q: q.of_article,
    }


def _angles(p: Params) -> list[float]:
    specs = variable_parameters(p)
    return [getattr(p, name) for name, spec in specs if isinstance(spec, Angle)]


def _largest_length(p: Params) -> float:
    return max(parameter_lengths(p), default=0.0)


def _is_upright(angle: float) -> bool:
    return abs(math.remainder(angle, math.pi / 2)) < 1e-9


def _count_round_numbers(p: Params) -> int:
    numbers = [np.ravel(getattr(p, name)) for name, _ in variable_parameters(p)]
    return int(np.count_nonzero(np.hstack(numbers) % _ROUND_NUMBER_STEP == 0.0))


# ----------------------------------------------------------------------------
# Threshold rules: the earnings of a glance at one relation.
#
# Each rule is fitted to every other round and scored on the rest.
# ----------------------------------------------------------------------------


Array = NDArray[np.float64]

# Typical streaks of a player who is right two times of three.
_STREAKS = 0, 1, 2


@dataclass(frozen=True)
class ThresholdRule:
    """Rule "hit where a relation is above (or below) a threshold".

    Attributes
    ----------
    relation : str
        Name of the relation.
    above : bool
        Hits are above the threshold.
    threshold : float
        Value that separates hits and misses.
    share : float
        Mean points, without places, in rounds to which it was not fitted.
    edge : float
        Share of right guesses minus wrong ones in these rounds: its mean points if
        places were free.
    learned : float
        Mean points in the rounds to which it was fitted.
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
    """Return the questions of a round per seed, after streaks of 0, 1 and 2 in turn."""
    return [
        sample_question(scene, seed, number, _STREAKS[(number - 1) % len(_STREAKS)])
        for seed in seeds
        for number in range(1, QUESTION_COUNT + 1)
    ]


def fit_threshold_rules(
    scene: SceneEntry, questions: Sequence[Question]
) -> list[ThresholdRule]:
    """Return the best rule for every relation, the highest earner first.

    `questions` are at least two whole rounds: to the first and every other the rules
    are fitted, by the rest they are scored. The best of many rules is better by luck
    too, the more so the fewer the rounds.
    """
    part_params = [scene.resolve(question.params)[1] for question in questions]
    relations = measure_relations(type(part_params[0]), parameter_arrays(part_params))
    hit = np.array([question.hit for question in questions])
    yes = np.array([mark_guess(question, True, None).points for question in questions])
    no = np.array([mark_guess(question, False, None).points for question in questions])
    is_fitted = np.arange(len(questions)) // QUESTION_COUNT % 2 == 0
    rules = []
    for name, x in relations.items():
        threshold, above = _fit_threshold(x[is_fitted], (yes - no)[is_fitted])
        says = (x > threshold) == above
        points = np.where(says, yes, no)
        edge = np.where(says == hit, 1.0, -1.0)
        new = float(points[~is_fitted].mean()), float(edge[~is_fitted].mean())
        rules.append(
            ThresholdRule(name, above, threshold, *new, float(points[is_fitted].mean()))
        )
    return sorted(rules, key=lambda rule: -rule.share)


def _fit_threshold(x: Array, gain: Array) -> tuple[float, bool]:
    """Return the best threshold, and whether hits are above it.

    `gain` is the earning of "hit" minus that of "miss", shape (n,) as `x`.
    """
    order = np.argsort(x, kind="stable")
    sorted_x = x[order]
    below = np.cumsum(gain[order])[:-1]
    cuts = np.flatnonzero(sorted_x[1:] > sorted_x[:-1])
    if not len(cuts):
        return float(sorted_x[0]), True
    gains = np.stack([gain.sum() - below[cuts], below[cuts]])
    side, best = np.unravel_index(gains.argmax(), gains.shape)
    i = cuts[best]
    return float(sorted_x[i] + sorted_x[i + 1]) / 2.0, bool(side == 0)
