"""Seeded questions about a scene: a figure, and one point of it near the deciding edge.

The figure is drawn first; then a coin decides whether the answer is a hit, and only the
position of one point depends on that. A figure without both answers is skipped, so that
no angle, size or kind of figure reveals the answer. Positions are weighed so that
relations of the shapes reveal as little as possible; a figure in which one still
reveals too much is skipped.
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
from playground.scene.author_files import call_limited
from playground.scene.handles import Vec
from playground.scene.parameter_types import Angle, Number, Parameter, Points, Vector
from playground.scene.params import Params
from playground.scene.scene import SceneEntry, Target
from playground.scene.solution import Solution, draw_solution, solve_scene

# Limit on the shift of points, relative to the picture.
_MAX_SHIFT_RATIO = 0.2
# Range of factors on lengths.
_STRETCH_RANGE = 0.5, 1.7
# Share of angles that stay as they are, so that upright figures occur.
_UNROTATED_SHARE = 0.3


def variable_parameters(p: Params) -> list[tuple[str, Parameter]]:
    """Return the names and parameters that a question varies.

    These are the relevant numbers, vectors and lists of points, except times.
    """
    return [
        (name, spec)
        for name, spec in parameters.relevant_parameters(p).items()
        if isinstance(spec, Number | Vector | Points)
        and not (isinstance(spec, Number) and spec.time)
    ]


def parameter_lengths(p: Params) -> Iterable[float]:
    """Yield the lengths among the params (metres), including those of arrows.

    They are the varied numbers other than angles, and the components of half extents
    and radii.
    """
    for name, spec in variable_parameters(p):
        value = getattr(p, name)
        if isinstance(spec, Vector) and spec.low >= 0.0:
            yield from value
        elif isinstance(spec, Vector) and not spec.is_point:
            yield math.hypot(*value)
        elif isinstance(spec, Number) and not isinstance(spec, Angle):
            yield abs(value)


def vary_params(p: Params, size: float, rng: Random) -> Params:
    """Return the params with numbers and points varied at random, and arrows rotated.

    Each point moves by up to a fifth of `size` along each axis; lengths are multiplied
    by 0.5 to 1.7, so that zeros stay zero; 30 % of the angles stay. Coinciding points,
    such as start and end of a sphere at rest, stay together. Values are rounded to
    hundredths, angles to thousandths of a radian, and clamped to their ranges.

    Parameters
    ----------
    p : Params
        State to vary.
    size : float
        Diagonal of its picture, metres.
    rng : Random
        Source of randomness.
    """
    changes: dict[str, Any] = {}
    together: dict[Vec, Vec] = {}

    def shift_point(at: Vec) -> Vec:
        distance = _MAX_SHIFT_RATIO * size
        shaken = tuple(round(x + rng.uniform(-distance, distance), 2) for x in at)
        return together.setdefault(at, shaken)

    for name, spec in variable_parameters(p):
        value = getattr(p, name)
        if isinstance(spec, Angle):
            turn = round(rng.uniform(-math.pi, math.pi), 3)
            changes[name] = value if rng.random() < _UNROTATED_SHARE else turn
        elif isinstance(spec, Number):
            changes[name] = round(value * rng.uniform(*_STRETCH_RANGE), 2)
        elif isinstance(spec, Points):
            changes[name] = tuple(shift_point(point) for point in value)
        elif isinstance(spec, Vector) and spec.low >= 0.0:
            changes[name] = tuple(
                round(x * rng.uniform(*_STRETCH_RANGE), 2) for x in value
            )
        elif isinstance(spec, Vector) and spec.is_point:
            changes[name] = shift_point(value)
        else:
            changes[name] = _rotate_arrow(value, rng)
    return parameters.with_values(p, **changes)


def _rotate_arrow(arrow: Vec, rng: Random) -> Vec:
    """Return an arrow rotated (in space about the vertical axis) and stretched."""
    # Space has y up; the plane turns x and y.
    first, second = (0, 2) if len(arrow) == 3 else (0, 1)
    turn = rng.uniform(-math.pi, math.pi)
    c, s = cosine_and_sine(np.array(turn)).tolist()
    way = list(arrow)
    way[first], way[second] = (
        c * arrow[first] - s * arrow[second],
        s * arrow[first] + c * arrow[second],
    )
    factor = rng.uniform(*_STRETCH_RANGE)
    return tuple(round(factor * x, 2) for x in way)


# ----------------------------------------------------------------------------


Array = NDArray[np.float64]

CLEARANCES = (0.04, 0.035, 0.03, 0.026, 0.022, 0.019, 0.016, 0.014, 0.012, 0.01)
"""Clearance of the answer after a streak of 0, 1, …, relative to the figure's diagonal.

The point must move at least this far, in some direction, and at most twice as far,
until the answer changes. The diagonal is that of the figure before its point is placed.
A figure without room for a clearance has the next one for which there is room. The
first is no larger, since an obvious hit would look like one.
"""

# Distance, relative to the picture or the time axis, at which a place earns nothing.
SCORING_DISTANCE_RATIO = 0.05

ARTICLE_SHARE = 0.3
"""Share of questions about the article's answer, where there is one."""

# Range of diagonals; smaller and larger pictures are skipped.
_MIN_DIAGONAL_M = 1.0
_MAX_DIAGONAL_M = 60.0
# Least visible length other than 0, relative to the picture.
_MIN_VISIBLE_RATIO = 0.02
# Limit on the positions of hits, and of misses, that are weighed.
_MAX_WEIGHED_POINTS = 40
# A figure is skipped if a threshold rule has a larger edge. After this many tries, the
# figure with the smallest edge is taken. For the article's answer the edge is nearly
# always larger, so few are tried.
_MAX_ACCEPTED_EDGE = 0.4
_MAX_FIGURE_TRIES = 20
_MAX_ARTICLE_TRIES = 4
# Positions drawn until one is not too close to the target.
_MAX_POINT_CHOICES = 6
# Variations of a case before the next case is tried.
_VARIATION_COUNT = 4


@dataclass(frozen=True)
class Question:
    """Question about a figure, with its answer.

    Attributes
    ----------
    params : Params
        The complete figure.
    figure : str
        Case from which its shapes and sizes were made.
    of_article : bool
        It is about the article's answer, not the true one.
    hit : bool
        Right answer.
    outcome : str
        True outcome.
    target : Target or None
        Place or time to be found; None without one.
    size : float
        Diagonal of the picture (metres), or for a time the length of its axis.
    """

    params: Params
    figure: str
    of_article: bool
    hit: bool
    outcome: str
    target: Target | None
    size: float


def question_text(scene: SceneEntry, params: Params) -> str:
    """Return the question about these params.

    "" if the scene has no quiz, takes single states only, has no point to move, or asks
    nothing about these params.
    """
    part, part_params = scene.resolve(params)
    if part.quiz is None or part.single or not list_movable_points(params):
        return ""
    return part.quiz.question_for(part_params)


def article_question_text(scene: SceneEntry, params: Params) -> str:
    """Return the question about the article's answer to these params.

    "" if `question_text` is, or if there is no listing or no such question.
    """
    part, part_params = scene.resolve(params)
    if part.quiz is None or part.listing is None or not question_text(scene, params):
        return ""
    return part.quiz.article_question_for(part_params)


@cache
def question_cases(scene: SceneEntry) -> tuple[str, ...]:
    """Return the names of the cases from which questions are made."""
    return tuple(
        name
        for name, case in scene.cases.items()
        if question_text(scene, case.params)
        and _is_usable(*_case_params(scene, name, False))
    )


@cache
def _article_question_cases(scene: SceneEntry) -> tuple[str, ...]:
    """Return the cases for which the article's answer can be clearly right or wrong."""
    return tuple(
        name
        for name in question_cases(scene)
        if article_question_text(scene, scene.cases[name].params)
        and _QuestionDraft(scene, name, True, Random(name)).find_points(CLEARANCES[-4:])
    )


@cache
def target_of_question(scene: SceneEntry) -> Target | None:
    """Return an example of the scene's targets, a point or a time; None without one.

    The kind is the same for all questions, so that the request for it reveals nothing.
    """
    for name in question_cases(scene):
        target = _find_target(solve_scene(scene, scene.cases[name].params))
        if target:
            return target
    return None


def sample_question(scene: SceneEntry, seed: int, number: int, streak: int) -> Question:
    """Return a question of a seed.

    Each seed has its own order of cases. Case, subject and answer are the same for
    every streak, which sets the clearance.

    Parameters
    ----------
    scene : SceneEntry
        Scene with a quiz.
    seed : int
        Seed of the round.
    number : int
        Number of the question in its round, from 1.
    streak : int
        Number of right answers in a row before it.

    Raises
    ------
    ValueError
        If no case makes a question.
    """
    # Seeds come in pairs with opposite answers: over many rounds neither guess is
    # better, and within a round nothing follows from it.
    coin = Random(f"{scene.id} {seed // 2} {number}").random() < 0.5
    hit = coin == (seed % 2 == 0)
    rng = Random(f"{scene.id} {seed} {number} figure")
    of_article = rng.random() < ARTICLE_SHARE
    clearances = CLEARANCES[min(streak, len(CLEARANCES) - 1) :]
    kinds = [_article_question_cases(scene)] if of_article else []
    for names in (*kinds, question_cases(scene)):
        article = names is not question_cases(scene)
        tries = _MAX_ARTICLE_TRIES if article else _MAX_FIGURE_TRIES
        drafts: list[_QuestionDraft] = []
        for name in _order_cases(names, scene, seed, number):
            for _ in range(_VARIATION_COUNT):
                draft = _QuestionDraft(scene, name, article, rng)
                if draft.find_weights(clearances):
                    drafts.append(draft)
                if draft.edge <= _MAX_ACCEPTED_EDGE or len(drafts) == tries:
                    questions_by_hit = _choose_least_revealing(drafts)
                    if questions_by_hit:
                        return _randomize_time(scene, questions_by_hit[hit], rng)
                    drafts.clear()
        questions_by_hit = _choose_least_revealing(drafts)
        if questions_by_hit:
            return _randomize_time(scene, questions_by_hit[hit], rng)
    raise ValueError(message("no case can be made into a question"))


def _order_cases(
    names: Sequence[str], scene: SceneEntry, seed: int, number: int
) -> Iterator[str]:
    """Yield the names in the seed's order, starting with the question's own."""
    order = sorted(names)
    Random(f"{scene.id} {seed}").shuffle(order)
    yield from (order[(number - 1 + i) % len(order)] for i in range(len(order)))


def _choose_least_revealing(
    drafts: "Sequence[_QuestionDraft]",
) -> "dict[bool, Question] | None":
    """Return the questions (miss and hit) of the figure that reveals least."""
    for draft in sorted(drafts, key=lambda draft: draft.edge):
        questions = draft.questions()
        if questions:
            return questions
    return None


class _QuestionDraft:
    """Varied figure, with positions of its point for hits and for misses."""

    def __init__(
        self, scene: SceneEntry, name: str, article: bool, rng: Random
    ) -> None:
        self.scene, self.name, self.article, self.rng = scene, name, article, rng
        params, size = _case_params(scene, name, article)
        self.p = vary_params(params, size, rng)
        self.size = _figure_diagonal(scene, self.p)
        self.movable = MovablePoint(scene, self.p, self.size, article)
        # Edge of the best threshold rule; figures and weights of hits and misses.
        self.edge = math.inf
        self.weights_by_answer: dict[bool, tuple[list[Params], list[float]]] = {}

    def find_weights(self, clearances: Sequence[float]) -> bool:
        """Find positions and their weights; return False unless both answers occur."""
        sides = self.find_points(clearances)
        if sides:
            self._weigh_points(sides)
        return sides is not None

    def find_points(self, clearances: Sequence[float]) -> PointsByAnswer | None:
        """Return positions of hits and misses with the most clearance, if any."""
        if not _is_usable(self.p, self.size):
            return None
        return self.movable.find_points(clearances, self.rng)

    def _weigh_points(self, sides: PointsByAnswer) -> None:
        """Weigh positions of hits and misses so that a glance reveals least."""
        right, wrong = (self._sample_params(sides[side]) for side in (True, False))
        all_params = [*right, *wrong]
        hits = np.arange(len(all_params)) < len(right)
        own = [self.scene.resolve(p)[1] for p in all_params]
        relations = np.stack(
            list(measure_relations(type(own[0]), parameter_arrays(own)).values())
        )
        weights = balance_weights(relations, hits)
        self.edge = weights.edge
        self.weights_by_answer = {
            side: (all_params, (weights.weights * (hits == side)).tolist())
            for side in (True, False)
        }

    def questions(self) -> dict[bool, Question] | None:
        """Return one question that is a miss and one that is a hit, or None.

        Both are found before one is taken, so that the figure reveals nothing.
        """
        questions = {}
        for side, (places, weights) in self.weights_by_answer.items():
            for p in self.rng.choices(places, weights, k=_MAX_POINT_CHOICES):
                if not _is_usable(p, _figure_diagonal(self.scene, p)):
                    continue
                questions[side] = make_question(self.scene, self.name, p, self.article)
                if not self._is_target_obvious(questions[side]):
                    break
        return questions if len(questions) == len(self.weights_by_answer) else None

    def _sample_params(self, places: Array) -> list[Params]:
        indices = self.rng.sample(
            range(len(places)), min(len(places), _MAX_WEIGHED_POINTS)
        )
        points = map(tuple, places[indices].tolist())
        return [move_point(self.p, self.movable.point_name, place) for place in points]

    def _is_target_obvious(self, question: Question) -> bool:
        """Return whether marking the point itself would earn points for the target."""
        target = question.target
        if target is None or isinstance(target.value, float):
            return False
        place = getattr(question.params, self.movable.point_name)
        return math.dist(target.value, place) < SCORING_DISTANCE_RATIO * self.size


def measure_clearance(scene: SceneEntry, question: Question) -> float:
    """Return the distance of a question's point from the edge of the answer.

    The distance is relative to the figure's diagonal. Distances from 0.005 to 0.44,
    each 10 % larger than the one before, are tried along the axes and diagonals: the
    result is the first at which the answer differs, or 0.44 if it never does.
    """
    p, shares = question.params, 0.005 * 1.1 ** np.arange(48)
    movable = MovablePoint(scene, p, _figure_diagonal(scene, p), question.of_article)
    at = np.array(getattr(p, movable.point_name))
    outcome = movable.evaluate_points(at[None])
    outer_outcome = movable.evaluate_points(
        at + unit_directions(len(at))[:, None] * shares[:, None] * movable.size
    )
    is_changed = ((outer_outcome.answer != outcome.answer) & outer_outcome.known).any(
        axis=0
    )
    return float(shares[is_changed][0]) if is_changed.any() else float(shares[-1])


def make_question(scene: SceneEntry, name: str, p: Params, article: bool) -> Question:
    """Return the question about a figure.

    Parameters
    ----------
    scene : SceneEntry
        Scene with a quiz.
    name : str
        Case from which the figure was made.
    p : Params
        Figure.
    article : bool
        Ask about the article's answer, not the true one.

    Raises
    ------
    ValueError
        If `solve` rejects the figure, or no outcome holds.
    """
    solution = solve_scene(scene, p)
    verdict, target, size = solution.verdict, None, _figure_diagonal(scene, p)
    if verdict is None:
        raise ValueError(message("no outcome holds"))
    hit, target_kind = verdict.hit, target_of_question(scene)
    if article:
        hit = bool(is_article_hit(solution))
    elif hit and target_kind:
        target = _find_target(solution)
        if target and type(target.value) is not type(target_kind.value):
            target = None
        timeline = solution.timeline
        if target and isinstance(target.value, float) and timeline:
            size = timeline.end - timeline.start
    return Question(p, name, article, hit, verdict.text, target, size)


def _randomize_time(scene: SceneEntry, question: Question, rng: Random) -> Question:
    """Return the question at a random time, if a time may be asked for.

    It is anywhere on its axis except where it would earn points.
    """
    timeline = solve_scene(scene, question.params).timeline
    kind = target_of_question(scene)
    if not (timeline and kind and isinstance(kind.value, float)):
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


def _figure_diagonal(scene: SceneEntry, p: Params) -> float:
    """Return the diagonal of the picture of a question; NaN for an empty one."""
    bounds = draw_solution(scene, p).limit_to_step(0).bounds()
    return math.dist(bounds.low, bounds.high) if bounds else math.nan


def _is_usable(p: Params, size: float) -> bool:
    """Return whether a picture has a reasonable size and no hidden detail."""
    min_size = _MIN_VISIBLE_RATIO * size
    return _MIN_DIAGONAL_M <= size <= _MAX_DIAGONAL_M and all(
        not 0.0 < length < min_size for length in parameter_lengths(p)
    )


@cache
def _case_params(scene: SceneEntry, name: str, article: bool) -> tuple[Params, float]:
    """Return a case's params at the start of time, and the size of its picture.

    For the article's answer, a time that affects answers is set to its end.
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
