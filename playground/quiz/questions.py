"""Seeded questions about a scene: a figure, and one point of it put where it decides.

The figure is drawn first; then a coin says whether the answer is to be a hit, and only
the place of one point depends on that. A figure that cannot be asked both ways is not
asked. So no angle, no size and no kind of figure tells the answer. The places of a hit
and of a miss are taken so often that no relation of the shapes tells it either, as far
as that can be; a figure in which one still tells too much is not asked.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.heat_map import list_movable_points
from playground.collision._sincos import cosine_and_sine
from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.quiz.placement import (
    MovablePoint,
    PointsByAnswer,
    balance_weights,
    is_article_hit,
    move_point,
    unit_directions,
)
from playground.quiz.visual_features import measure_relations, parameter_arrays
from playground.scene import params as parameters
from playground.scene.answer import Verdict
from playground.scene.author_files import call_limited
from playground.scene.handles import Vec
from playground.scene.parameter_types import Angle, Number, Parameter, Points, Vector
from playground.scene.params import Params
from playground.scene.scene import SceneEntry, Target
from playground.scene.solution import Solution, draw_solution, solve_scene

# Points go up to this part of the picture elsewhere.
_MAX_SHIFT_RATIO = 0.2
# Lengths become longer or shorter by up to these factors.
_STRETCH_RANGE = 0.5, 1.7
# So many angles stay as they are: upright figures are seen as well.
_UNROTATED_SHARE = 0.3


def variable_parameters(p: Params) -> list[tuple[str, Parameter]]:
    """Return the parameters that a question varies."""
    return [
        (name, spec)
        for name, spec in parameters.relevant_parameters(p).items()
        if isinstance(spec, Number | Vector | Points)
        and not (isinstance(spec, Number) and spec.time)
    ]


def parameter_lengths(p: Params) -> Iterable[float]:
    """Yield the lengths among the params, those of arrows too."""
    for name, spec in variable_parameters(p):
        value = getattr(p, name)
        if isinstance(spec, Vector) and spec.low >= 0.0:
            yield from value
        elif isinstance(spec, Vector) and not spec.is_point:
            yield math.hypot(*value)
        elif isinstance(spec, Number) and not isinstance(spec, Angle):
            yield abs(value)


def vary_params(p: Params, size: float, rng: Random) -> Params:
    """Return the params with every number changed, in hundredths; arrows turned.

    `size` is that of the picture. Points that are one, as the start and end of a rest,
    stay one. What is equal to 0 stays so.
    """
    changed: dict[str, Any] = {}
    together: dict[Vec, Vec] = {}

    def shift_point(at: Vec) -> Vec:
        by = _MAX_SHIFT_RATIO * size
        shaken = tuple(round(x + rng.uniform(-by, by), 2) for x in at)
        return together.setdefault(at, shaken)

    for name, spec in variable_parameters(p):
        value = getattr(p, name)
        if isinstance(spec, Angle):
            turn = round(rng.uniform(-math.pi, math.pi), 3)
            changed[name] = value if rng.random() < _UNROTATED_SHARE else turn
        elif isinstance(spec, Number):
            changed[name] = round(value * rng.uniform(*_STRETCH_RANGE), 2)
        elif isinstance(spec, Points):
            changed[name] = tuple(shift_point(at) for at in value)
        elif isinstance(spec, Vector) and spec.low >= 0.0:
            changed[name] = tuple(
                round(x * rng.uniform(*_STRETCH_RANGE), 2) for x in value
            )
        elif isinstance(spec, Vector) and spec.is_point:
            changed[name] = shift_point(value)
        else:
            changed[name] = _rotate_arrow(value, rng)
    return parameters.with_values(p, **changed)


def _rotate_arrow(arrow: Vec, rng: Random) -> Vec:
    """Return an arrow turned anyhow, in space about the upright axis, and stretched."""
    # Space has y up; the plane turns x and y.
    one, other = (0, 2) if len(arrow) == 3 else (0, 1)
    turn = rng.uniform(-math.pi, math.pi)
    c, s = cosine_and_sine(np.array(turn)).tolist()
    way = list(arrow)
    way[one], way[other] = (
        c * arrow[one] - s * arrow[other],
        s * arrow[one] + c * arrow[other],
    )
    by = rng.uniform(*_STRETCH_RANGE)
    return tuple(round(by * x, 2) for x in way)


# ----------------------------------------------------------------------------


Array = NDArray[np.float64]

CLEARANCES = (0.04, 0.035, 0.03, 0.026, 0.022, 0.019, 0.016, 0.014, 0.012, 0.01)
"""By how much of the figure's diagonal the answer is clear, after so many in a row.

That is how far the point must go, in some direction, until the answer turns: at least
so far, at most twice. The diagonal is that of the figure before its point is put. Where
a figure has no room for that, it is the next of them that it has room for. The first
is no more, since a clear hit looks like one.
"""

# From this part of the picture (or of the time axis) away a place earns nothing.
SCORING_DISTANCE_RATIO = 0.05

ARTICLE_SHARE = 0.3
"""This part of the questions is about the article's answer, where there is one."""

# Pictures whose diagonal is outside these metres are left out: nothing to see.
_MIN_DIAGONAL_M = 1.0
_MAX_DIAGONAL_M = 60.0
# A length that is not 0 must be at least this part of the picture to be seen.
_MIN_VISIBLE_RATIO = 0.02
# At most so many places of hits, and of misses, are weighed.
_MAX_WEIGHED_POINTS = 40
# A figure is left out if a rule of a glance would be right about so much more of them
# than wrong. After so many figures the one is taken of which it tells least. Of those
# that ask for the article's answer a rule nearly always tells more, so few are tried.
_MAX_ACCEPTED_EDGE = 0.4
_MAX_FIGURE_TRIES = 20
_MAX_ARTICLE_TRIES = 4
# So many of its places are chosen until one is not where its target is, for all to see.
_MAX_POINT_CHOICES = 6
# A figure is varied so often before another is taken.
_VARIATION_COUNT = 4


@dataclass(frozen=True)
class Question:
    """What is asked, and the truth about it.

    Attributes
    ----------
    params : Params
        The figure, complete.
    figure : str
        The case whose shapes and sizes it was made from.
    of_article : bool
        The article's answer is asked for, not the true one.
    hit : bool
        The answer asked for.
    outcome : str
        How it truly ends.
    target : Target or None
        The place or time to be found, None where there is none.
    size : float
        The picture's diagonal, or for a time the length of its axis.
    """

    params: Params
    figure: str
    of_article: bool
    hit: bool
    outcome: str
    target: Target | None
    size: float


def question_text(scene: SceneEntry, params: Params) -> str:
    """Return what is asked about these params; "" where nothing can be."""
    part, own = scene.resolve(params)
    if part.quiz is None or part.single or not list_movable_points(params):
        return ""
    return part.quiz.question_for(own)


def article_question_text(scene: SceneEntry, params: Params) -> str:
    """Return what is asked about the article's answer; "" where nothing is."""
    part, own = scene.resolve(params)
    if part.quiz is None or part.listing is None or not question_text(scene, params):
        return ""
    return part.quiz.article_question_for(own)


@cache
def question_cases(scene: SceneEntry) -> tuple[str, ...]:
    """Return the cases from which questions are made."""
    return tuple(
        name
        for name, case in scene.cases.items()
        if question_text(scene, case.params)
        and _is_usable(*_case_params(scene, name, False))
    )


@cache
def _article_question_cases(scene: SceneEntry) -> tuple[str, ...]:
    """Return the cases of which the article may be right and wrong, plain to see."""
    return tuple(
        name
        for name in question_cases(scene)
        if article_question_text(scene, scene.cases[name].params)
        and _QuestionDraft(scene, name, True, Random(name)).find_points(CLEARANCES[-4:])
    )


@cache
def target_of_question(scene: SceneEntry) -> Target | None:
    """Return a target as the scene's cases have it: what it is called, point or time.

    It is the same for every question, so that asking for it gives nothing away.
    """
    for name in question_cases(scene):
        target = _find_target(solve_scene(scene, scene.cases[name].params))
        if target:
            return target
    return None


def sample_question(scene: SceneEntry, seed: int, number: int, streak: int) -> Question:
    """Return the question with this number of a seed, after so many right in a row.

    Figures go by in an order of the seed's own; which one is asked about what, and
    whether it is a hit, is the same for every streak. ValueError if none can be.
    """
    # Of two seeds one has the hits where the other has the misses: over many rounds
    # neither is the better guess, and within one nothing follows from it.
    coin = Random(f"{scene.id} {seed // 2} {number}").random() < 0.5
    hit = coin == (seed % 2 == 0)
    rng = Random(f"{scene.id} {seed} {number} figure")
    of_article = rng.random() < ARTICLE_SHARE
    wanted = CLEARANCES[min(streak, len(CLEARANCES) - 1) :]
    kinds = [_article_question_cases(scene)] if of_article else []
    for names in (*kinds, question_cases(scene)):
        article = names is not question_cases(scene)
        tries = _MAX_ARTICLE_TRIES if article else _MAX_FIGURE_TRIES
        found: list[_QuestionDraft] = []
        for name in _order_cases(names, scene, seed, number):
            for _ in range(_VARIATION_COUNT):
                draft = _QuestionDraft(scene, name, article, rng)
                if draft.find_weights(wanted):
                    found.append(draft)
                if draft.edge <= _MAX_ACCEPTED_EDGE or len(found) == tries:
                    asked = _choose_least_revealing(found)
                    if asked:
                        return _randomize_time(scene, asked[hit], rng)
                    found.clear()
        asked = _choose_least_revealing(found)
        if asked:
            return _randomize_time(scene, asked[hit], rng)
    raise ValueError(message("none of the cases makes a question"))


def _order_cases(
    names: Sequence[str], scene: SceneEntry, seed: int, number: int
) -> Iterator[str]:
    """Yield the names in the seed's order, from the question's own on."""
    order = sorted(names)
    Random(f"{scene.id} {seed}").shuffle(order)
    yield from (order[(number - 1 + i) % len(order)] for i in range(len(order)))


def _choose_least_revealing(
    drafts: "Sequence[_QuestionDraft]",
) -> "dict[bool, Question] | None":
    """Return the questions of the figure of which a glance tells least."""
    for draft in sorted(drafts, key=lambda draft: draft.edge):
        asked = draft.questions()
        if asked:
            return asked
    return None


class _QuestionDraft:
    """A figure varied, and its point in many places: what may be asked of it."""

    def __init__(
        self, scene: SceneEntry, name: str, article: bool, rng: Random
    ) -> None:
        self.scene, self.name, self.article, self.rng = scene, name, article, rng
        given, size = _case_params(scene, name, article)
        self.p = vary_params(given, size, rng)
        self.size = _figure_diagonal(scene, self.p)
        self.movable = MovablePoint(scene, self.p, self.size, article)
        # How much a glance tells; for a hit and for a miss the places with weights.
        self.edge = math.inf
        self.weights_by_answer: dict[bool, tuple[list[Params], list[float]]] = {}

    def find_weights(self, clearances: Sequence[float]) -> bool:
        """Find places and their weights; False where it cannot be asked both ways."""
        sides = self.find_points(clearances)
        if sides:
            self._weigh_points(sides)
        return sides is not None

    def find_points(self, clearances: Sequence[float]) -> PointsByAnswer | None:
        """Return places of hits and of misses as clear as there is room for, if any."""
        if not _is_usable(self.p, self.size):
            return None
        return self.movable.find_points(clearances, self.rng)

    def _weigh_points(self, sides: PointsByAnswer) -> None:
        """Weigh places of hits and of misses so that a glance tells least."""
        right, wrong = (self._sample_params(sides[side]) for side in (True, False))
        every = [*right, *wrong]
        hits = np.arange(len(every)) < len(right)
        own = [self.scene.resolve(p)[1] for p in every]
        known = np.stack(
            list(measure_relations(type(own[0]), parameter_arrays(own)).values())
        )
        by = balance_weights(known, hits)
        self.edge = by.edge
        self.weights_by_answer = {
            side: (every, (by.weights * (hits == side)).tolist())
            for side in (True, False)
        }

    def questions(self) -> dict[bool, Question] | None:
        """Return a question that is a hit and one that is none.

        Both are found before one is taken: a figure shows nothing of the coin.
        """
        asked = {}
        for side, (places, weights) in self.weights_by_answer.items():
            for p in self.rng.choices(places, weights, k=_MAX_POINT_CHOICES):
                if not _is_usable(p, _figure_diagonal(self.scene, p)):
                    continue
                asked[side] = make_question(self.scene, self.name, p, self.article)
                if not self._is_target_obvious(asked[side]):
                    break
        return asked if len(asked) == len(self.weights_by_answer) else None

    def _sample_params(self, places: Array) -> list[Params]:
        some = self.rng.sample(
            range(len(places)), min(len(places), _MAX_WEIGHED_POINTS)
        )
        at = map(tuple, places[some].tolist())
        return [move_point(self.p, self.movable.point_name, place) for place in at]

    def _is_target_obvious(self, question: Question) -> bool:
        """Return whether its target is so near to the point that that would earn."""
        target = question.target
        if target is None or isinstance(target.value, float):
            return False
        place = getattr(question.params, self.movable.point_name)
        return math.dist(target.value, place) < SCORING_DISTANCE_RATIO * self.size


def measure_clearance(scene: SceneEntry, question: Question) -> float:
    """Return how clear a question is, in parts of the diagonal, to about a tenth."""
    p, shares = question.params, 0.005 * 1.1 ** np.arange(48)
    movable = MovablePoint(scene, p, _figure_diagonal(scene, p), question.of_article)
    at = np.array(getattr(p, movable.point_name))
    here = movable.evaluate_points(at[None])
    off = movable.evaluate_points(
        at + unit_directions(len(at))[:, None] * shares[:, None] * movable.size
    )
    turned = ((off.answer != here.answer) & off.known).any(axis=0)
    return float(shares[turned][0]) if turned.any() else float(shares[-1])


def _is_time_question(scene: SceneEntry) -> bool:
    wanted = target_of_question(scene)
    return wanted is not None and isinstance(wanted.value, float)


def make_question(scene: SceneEntry, name: str, p: Params, article: bool) -> Question:
    """Return the question about a figure, made from the case of that name."""
    solution = solve_scene(scene, p)
    verdict, target, size = _require_verdict(solution), None, _figure_diagonal(scene, p)
    hit, wanted = verdict.hit, target_of_question(scene)
    if article:
        hit = bool(is_article_hit(solution))
    elif hit and wanted:
        target = _find_target(solution)
        if target and type(target.value) is not type(wanted.value):
            target = None
        timeline = solution.timeline
        if target and isinstance(target.value, float) and timeline:
            size = timeline.end - timeline.start
    return Question(p, name, article, hit, verdict.text, target, size)


def _randomize_time(scene: SceneEntry, question: Question, rng: Random) -> Question:
    """Return the question with the time somewhere, if a time may be asked for.

    It is anywhere on its axis, but not where it would earn something.
    """
    timeline = solve_scene(scene, question.params).timeline
    if not timeline or not _is_time_question(scene):
        return question
    truth = question.target.value if question.target else None
    while True:
        time = round(rng.uniform(timeline.start, timeline.end), 2)
        if (
            not isinstance(truth, float)
            or abs(time - truth) > SCORING_DISTANCE_RATIO * question.size
        ):
            break
    values = {timeline.parameter: time}
    return replace(question, params=replace(question.params, **values))


def _find_target(solution: Solution) -> Target | None:
    quiz = solution.scene.quiz
    if quiz is None or quiz.target is None:
        return None
    return call_limited("the target", quiz.target, solution.params, solution.result)


def _require_verdict(solution: Solution) -> Verdict:
    """Return the verdict; ValueError for params without one."""
    if solution.verdict is None:
        raise ValueError(message("no outcome holds"))
    return solution.verdict


def _figure_diagonal(scene: SceneEntry, p: Params) -> float:
    """Return the diagonal of what a question shows; NaN if nothing."""
    bounds = draw_solution(scene, p).limit_to_step(0).bounds()
    return math.dist(bounds.low, bounds.high) if bounds else math.nan


def _is_usable(p: Params, size: float) -> bool:
    """Return whether a picture has a size to work with and no hidden detail."""
    least = _MIN_VISIBLE_RATIO * size
    return _MIN_DIAGONAL_M <= size <= _MAX_DIAGONAL_M and all(
        not 0.0 < length < least for length in parameter_lengths(p)
    )


@cache
def _case_params(scene: SceneEntry, name: str, article: bool) -> tuple[Params, float]:
    """Return a case's params at the start of time, and the size of its picture.

    A time that answers depend on is one that the article looks at: at its end.
    """
    p = scene.cases[name].params
    timeline = solve_scene(scene, p).timeline
    if timeline is None:
        return p, _figure_diagonal(scene, p)
    spec = parameters.parameters_of(type(p))[timeline.parameter]
    late = article and isinstance(spec, Number) and not spec.view
    time = timeline.end if late else timeline.start
    p = parameters.with_values(p, **{timeline.parameter: time})
    return p, _figure_diagonal(scene, p)
