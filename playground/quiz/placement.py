"""Placement of a figure's deciding point near the edge of the verdict.

Hits and misses are sampled, the edge is found between them, and around it positions
with the wanted clearance from the other answer are selected and weighed.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, cached_property
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.heat_map import list_movable_points
from playground.quick_dataclass import dataclass
from playground.scene import params as parameters
from playground.scene.answer import NO_KIND_INDEX
from playground.scene.parameter_types import Vector
from playground.scene.params import Params
from playground.scene.scene import Scene, SceneEntry
from playground.scene.solution import Solution, draw_solution, solve_scene

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
PointsByAnswer = dict[bool, Array]
"""Positions, shape (n, 2) or (n, 3), of hits (True) and of misses (False)."""

# The answer changes between 1 and this many clearances away.
_MAX_CLEARANCE_RATIO = 2.0
# Number of positions sampled for hits and misses, and margin beyond the picture.
_SEARCH_POINT_COUNT = 400
_SEARCH_MARGIN_RATIO = 0.8
# Number of points of the edge; the line from a hit to a miss is cut into this many
# segments, and the one with the edge again.
_BOUNDARY_POINT_COUNT = 240
_SEGMENT_COUNT = 16
# Least number of positions of hits, and of misses, to choose from.
_MIN_POINT_COUNT = 8


@dataclass(frozen=True)
class PointAnswers:
    """Answers for many positions.

    Attributes
    ----------
    answer, hit, known : bool arrays, shape (...)
        The answer to the question, the true verdict, and whether there is one.
    """

    answer: Flags
    hit: Flags
    known: Flags


@dataclass(frozen=True)
class MovablePoint:
    """Figure with the point that is moved.

    Attributes
    ----------
    scene : SceneEntry
        Scene of the figure.
    params : Params
        Figure.
    size : float
        Diagonal of its picture.
    of_article : bool
        The question is about the article's answer, not the true one.
    """

    scene: SceneEntry
    params: Params
    size: float
    of_article: bool

    @cached_property
    def point_name(self) -> str:
        """Name of the point: the quiz's, else the map's, else the first movable one."""
        part, _ = self.scene.resolve(self.params)
        name = (part.quiz and part.quiz.moves) or part.map_point
        points = list_movable_points(self.params)
        return name if name in points else points[0]

    def evaluate_points(self, places: Array) -> PointAnswers:
        """Return the answers for positions of the point.

        Parameters
        ----------
        places : float64 array, shape (..., 2) or (..., 3)
            World coordinates.

        Returns
        -------
        PointAnswers
            Arrays of shape (...).
        """
        shape = places.shape[:-1]
        at = tuple(np.moveaxis(places, -1, 0))
        solution = solve_scene(self.scene, move_point(self.params, self.point_name, at))
        part = solution.scene
        hits = np.zeros(NO_KIND_INDEX + 1, np.bool_)
        hits[: len(part.answer.outcomes)] = [o.hit for o in part.answer.outcomes]
        index = np.broadcast_to(solution.regions.index, shape)
        hit, is_known = hits[index], index != NO_KIND_INDEX
        return PointAnswers(
            is_article_hit(solution, shape) if self.of_article else hit, hit, is_known
        )

    def find_points(
        self, clearances: Sequence[float], rng: Random
    ) -> PointsByAnswer | None:
        """Return positions with the first clearance for which enough are found.

        At least 8 positions of hits and 8 of misses are enough.

        Parameters
        ----------
        clearances : sequence of float
            Clearances in order of preference, relative to the size.
        rng : Random
            Source of randomness.

        Returns
        -------
        dict or None
            Positions (n, 2) or (n, 3), metres, of hits (True) and of misses (False);
            None if no clearance has enough.
        """
        turns = self._find_boundary(rng)
        if turns is None:
            return None
        for clearance in clearances:
            places = self._offset_points(turns, clearance, rng)
            sides = self._select_clear_points(places, clearance, rng)
            if sides is not None:
                return sides
        return None

    def _find_boundary(self, rng: Random) -> Array | None:
        """Return positions at the edge of the verdict; None without one."""
        bounds = draw_solution(self.scene, self.params).limit_to_step(0).bounds()
        assert bounds is not None
        low, high = np.array([bounds.low, bounds.high])
        far = _SEARCH_MARGIN_RATIO * self.size
        places = (
            low
            - far
            + _uniform(rng, _SEARCH_POINT_COUNT, len(low)) * (high - low + 2.0 * far)
        )
        outcome = self.evaluate_points(places)
        sides = [
            places[outcome.known & (outcome.answer == side)] for side in (True, False)
        ]
        if not all(map(len, sides)):
            return None
        hit, miss = (
            side[(_uniform(rng, _BOUNDARY_POINT_COUNT) * len(side)).astype(int)]
            for side in sides
        )
        shares = np.linspace(0.0, 1.0, _SEGMENT_COUNT + 1)[:, None, None]
        indices = np.arange(_BOUNDARY_POINT_COUNT)
        for _ in range(2):
            way = hit + shares * (miss - hit)
            outcome = self.evaluate_points(way)
            # The first point of a line is a hit, the last one is not.
            turn = (outcome.known & outcome.answer).argmin(axis=0)
            hit, miss = way[np.maximum(turn - 1, 0), indices], way[turn, indices]
        return np.asarray(hit)

    def _offset_points(self, turns: Array, clearance: float, rng: Random) -> Array:
        """Return positions 1 to 2 clearances from the edge, in hundredths of a unit.

        They are within the limits of the point.
        """
        ways = _uniform(rng, *turns.shape) - 0.5
        ways /= np.linalg.norm(ways, axis=-1, keepdims=True)
        far = clearance * (
            1.0 + (_MAX_CLEARANCE_RATIO - 1.0) * _uniform(rng, len(turns), 1)
        )
        places = np.round(turns + far * self.size * ways, 2)
        spec = parameters.parameters_of(type(self.params))[self.point_name]
        assert isinstance(spec, Vector)
        low, high = spec.limits
        return places[((places >= low) & (places <= high)).all(axis=-1)]

    def _select_clear_points(
        self, places: Array, clearance: float, rng: Random
    ) -> PointsByAnswer | None:
        """Return the positions of clear hits and misses; None if there are too few.

        For the article's answer all have the same true verdict, so that it is right for
        one answer and wrong for the other.
        """
        good, outcome = self._test_clearance(places, clearance)
        truths: list[bool | None] = [None]
        if self.of_article:
            truths = rng.sample([True, False], 2)
        for truth in truths:
            is_candidate = good if truth is None else good & (outcome.hit == truth)
            sides = {
                side: places[is_candidate & (outcome.answer == side)]
                for side in (True, False)
            }
            if all(len(side) >= _MIN_POINT_COUNT for side in sides.values()):
                return sides
        return None

    def _test_clearance(
        self, places: Array, clearance: float
    ) -> tuple[Flags, PointAnswers]:
        """Return a mask of the positions with about this clearance, and all answers.

        It is approximate, since the point may change the size of the picture.
        """
        outcome = self.evaluate_points(places)
        step = clearance * self.size * unit_directions(places.shape[-1])[:, None]
        near = self.evaluate_points(places + step)
        stays = (near.answer == outcome.answer) & (near.hit == outcome.hit) & near.known
        good = outcome.known & stays.all(axis=0)
        off = self.evaluate_points(places[good] + _MAX_CLEARANCE_RATIO * step)
        good[good] = ((off.answer != outcome.answer[good]) & off.known).any(axis=0)
        return good, outcome


def _uniform(rng: Random, *shape: int) -> Array:
    return np.array([rng.random() for _ in range(math.prod(shape))]).reshape(shape)


def move_point(p: Params, name: str, at: tuple[Any, ...]) -> Params:
    """Return the params with a point, and all points that coincide with it, moved.

    Parameters
    ----------
    p : Params
        A single state.
    name : str
        Parameter of the point.
    at : tuple of float or array
        New position in the world, metres; for arrays the params hold arrays.
    """
    here = getattr(p, name)
    together = [other for other in list_movable_points(p) if getattr(p, other) == here]
    return replace(p, **dict.fromkeys(together, at))


def is_article_hit(solution: Solution, shape: tuple[int, ...] = ()) -> Flags:
    """Return whether the article's answers are hits, in the listing's number type.

    Parameters
    ----------
    solution : Solution
        One state, or an array of states.
    shape : tuple of int
        Shape of that array.

    Returns
    -------
    bool array, shape `shape`
        Read-only.
    """
    part: Scene[Any, Any] = solution.scene
    assert part.listing is not None
    assert part.quiz is not None
    answer = part.listing.evaluate(solution.view_free_params, part.listing.dtypes[0])
    return np.broadcast_to(np.asarray(part.quiz.article_hit(answer), np.bool_), shape)


@cache
def unit_directions(dimension: int) -> Array:
    """Return the 8 (plane) or 14 (space) unit vectors along axes and diagonals.

    The shape is (n, dimension).
    """
    grid = np.meshgrid(*[(-1.0, 0.0, 1.0)] * dimension)
    steps = np.stack(grid, axis=-1).reshape(-1, dimension)
    size = np.abs(steps).sum(axis=-1)
    steps = steps[(size == 1.0) | (size == dimension)]
    return np.asarray(steps / np.linalg.norm(steps, axis=-1, keepdims=True))


# ----------------------------------------------------------------------------
# Weights of positions with which no threshold rule reveals the answer.
#
# A rule guesses a hit on one side of a threshold of one relation. The positions of a
# figure are weighed in a game of two players: one finds the rule that is right most
# often, the other makes the positions rarer where it is right. This converges to the
# weights with which the best rule earns least (the dual of AdaBoost). It is repeated
# for every figure.
# ----------------------------------------------------------------------------


# Iterations, and step of the weights' logarithms.
_WEIGHTING_ITERATIONS = 40
_LEARNING_RATE = 0.5
# Limit on the edge of a single rule.
_MAX_TRUSTED_EDGE = 0.9
# Numbers closer than this are equal.
_TIE_TOLERANCE = 1e-9


@dataclass(frozen=True)
class BalancedWeights:
    """Weights of positions, summing to 1/2 over hits and over misses.

    Attributes
    ----------
    weights : float64 array, shape (n,)
        Weight of each position.
    edge : float
        Share of right guesses minus wrong ones of the best rule, from 0 to 1.
    """

    weights: Array
    edge: float


def balance_weights(relations: Array, hits: Flags) -> BalancedWeights:
    """Return weights with which the best threshold rule earns little.

    They are the best of up to 40 that an iteration toward the least goes through.

    Parameters
    ----------
    relations : float64 array, shape (k, n)
        Each relation at each position; finite.
    hits : bool array, shape (n,)
        Whether the answer is a hit; both occur.
    """
    orders, ends = _sort_by_relations(relations)
    ranks = np.argsort(orders, axis=1)
    sign = np.where(hits, 1.0, -1.0)
    point_weights = np.zeros(len(hits))
    best = BalancedWeights(_normalize_weights(point_weights, hits), 1.0)
    for _ in range(_WEIGHTING_ITERATIONS if len(orders) else 0):
        weights = _normalize_weights(-sign * point_weights, hits)
        # The rule guesses a miss up to index i of the order: its edge is twice the
        # weight of misses minus hits there.
        gains = np.where(ends, -2.0 * np.cumsum((weights * sign)[orders], axis=1), 0.0)
        j, i = np.unravel_index(np.abs(gains).argmax(), gains.shape)
        edge = float(gains[j, i])
        if abs(edge) < best.edge:
            best = BalancedWeights(weights, abs(edge))
        if abs(edge) > 1.0 - _TIE_TOLERANCE:  # it separates them with any weights
            break
        steps = _LEARNING_RATE * np.arctanh(
            np.clip(edge, -_MAX_TRUSTED_EDGE, _MAX_TRUSTED_EDGE)
        )
        point_weights += np.where(ranks[j] > i, steps, -steps)
    return best


def _sort_by_relations(relations: Array) -> tuple[NDArray[np.int64], Flags]:
    """Return the order of positions by each relation, and where a rule may cut.

    Relations with the same order are merged.
    """
    varied_relations = relations[np.ptp(relations, axis=1) > _TIE_TOLERANCE]
    orders = np.argsort(varied_relations, axis=1, kind="stable")
    orders, first = np.unique(orders, axis=0, return_index=True)
    steps = np.diff(np.take_along_axis(varied_relations[first], orders, axis=1), axis=1)
    last = np.zeros((len(orders), 1), np.bool_)
    return orders, np.concatenate([steps > _TIE_TOLERANCE, last], axis=1)


def _normalize_weights(logarithms: Array, hits: Flags) -> Array:
    """Return weights of equal sum for hits and misses."""
    raw = np.exp(logarithms)
    totals = np.where(hits, raw[hits].sum(), raw[~hits].sum())
    return np.asarray(raw / totals / 2.0)
