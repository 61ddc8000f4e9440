"""Where a point is put so that a figure is a close call: beside where the answer turns.

A hit and a miss are found anywhere, the answer turns somewhere between them, and there
a place is looked for that is as clear of the other answer as is wanted. Pure.
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
"""Places, shape (n, 2) or (n, 3), of hits and of misses."""

# The answer turns between once and so many times the clearance.
_MAX_CLEARANCE_RATIO = 2.0
# A hit and a miss are looked for in so many places, up to this much beyond the picture.
_SEARCH_POINT_COUNT = 400
_SEARCH_MARGIN_RATIO = 0.8
# Between them the answer turns at so many places; the way from one to the other is cut
# into so many parts, and the part in which it turns again.
_BOUNDARY_POINT_COUNT = 240
_SEGMENT_COUNT = 16
# So many places of hits, and of misses, are the least to choose from.
_MIN_POINT_COUNT = 8


@dataclass(frozen=True)
class PointAnswers:
    """Of many places: the answer asked for, the truth, and whether there is one."""

    answer: Flags
    hit: Flags
    known: Flags


@dataclass(frozen=True)
class MovablePoint:
    """A figure, the size of its picture, and the point of it that is put elsewhere.

    `of_article` says whose answer counts: the article's or the true one.
    """

    scene: SceneEntry
    params: Params
    size: float
    of_article: bool

    @cached_property
    def point_name(self) -> str:
        """The point's name."""
        part, _ = self.scene.resolve(self.params)
        wanted = (part.quiz and part.quiz.moves) or part.map_point
        known = list_movable_points(self.params)
        return wanted if wanted in known else known[0]

    def evaluate_points(self, places: Array) -> PointAnswers:
        """Return what is answered with the point in each of the places."""
        shape = places.shape[:-1]
        at = tuple(np.moveaxis(places, -1, 0))
        solution = solve_scene(self.scene, move_point(self.params, self.point_name, at))
        part = solution.scene
        hits = np.zeros(NO_KIND_INDEX + 1, np.bool_)
        hits[: len(part.answer.outcomes)] = [o.hit for o in part.answer.outcomes]
        index = np.broadcast_to(solution.regions.index, shape)
        hit, known = hits[index], index != NO_KIND_INDEX
        return PointAnswers(
            is_article_hit(solution, shape) if self.of_article else hit, hit, known
        )

    def find_points(
        self, clearances: Sequence[float], rng: Random
    ) -> PointsByAnswer | None:
        """Return places with the first of the clearances that there is room for.

        The clearances are parts of the size. None where the figure cannot be asked
        both ways.
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
        """Return places at which the answer turns; None where it does not."""
        bounds = draw_solution(self.scene, self.params).limit_to_step(0).bounds()
        assert bounds is not None
        low, high = np.array([bounds.low, bounds.high])
        far = _SEARCH_MARGIN_RATIO * self.size
        places = (
            low
            - far
            + _uniform(rng, _SEARCH_POINT_COUNT, len(low)) * (high - low + 2.0 * far)
        )
        judged = self.evaluate_points(places)
        sides = [
            places[judged.known & (judged.answer == side)] for side in (True, False)
        ]
        if not all(map(len, sides)):
            return None
        hit, miss = (
            side[(_uniform(rng, _BOUNDARY_POINT_COUNT) * len(side)).astype(int)]
            for side in sides
        )
        along = np.linspace(0.0, 1.0, _SEGMENT_COUNT + 1)[:, None, None]
        each = np.arange(_BOUNDARY_POINT_COUNT)
        for _ in range(2):
            way = hit + along * (miss - hit)
            judged = self.evaluate_points(way)
            # The first of the way is a hit and its last is none.
            turn = (judged.known & judged.answer).argmin(axis=0)
            hit, miss = way[np.maximum(turn - 1, 0), each], way[turn, each]
        return np.asarray(hit)

    def _offset_points(self, turns: Array, clearance: float, rng: Random) -> Array:
        """Return places as clear of those, or less clear, in hundredths."""
        ways = _uniform(rng, *turns.shape) - 0.5
        ways /= np.linalg.norm(ways, axis=-1, keepdims=True)
        far = clearance * (
            1.0 + (_MAX_CLEARANCE_RATIO - 1.0) * _uniform(rng, len(turns), 1)
        )
        places = np.round(turns + far * self.size * ways, 2)
        return self._in_range(places)

    def _select_clear_points(
        self, places: Array, clearance: float, rng: Random
    ) -> PointsByAnswer | None:
        """Return the places of hits and of misses that are as clear; None if too few.

        Of the article both are asked with one truth, so that it is right or wrong.
        """
        good, judged = self._test_clearance(places, clearance)
        truths: list[bool | None] = [None]
        if self.of_article:
            truths = rng.sample([True, False], 2)
        for truth in truths:
            there = good if truth is None else good & (judged.hit == truth)
            sides = {
                side: places[there & (judged.answer == side)] for side in (True, False)
            }
            if all(len(side) >= _MIN_POINT_COUNT for side in sides.values()):
                return sides
        return None

    def _test_clearance(
        self, places: Array, clearance: float
    ) -> tuple[Flags, PointAnswers]:
        """Return which places are about as clear, and what is answered there.

        About, since with its point there the picture may be larger or smaller.
        """
        here = self.evaluate_points(places)
        step = clearance * self.size * unit_directions(places.shape[-1])[:, None]
        near = self.evaluate_points(places + step)
        stays = (near.answer == here.answer) & (near.hit == here.hit) & near.known
        good = here.known & stays.all(axis=0)
        off = self.evaluate_points(places[good] + _MAX_CLEARANCE_RATIO * step)
        good[good] = ((off.answer != here.answer[good]) & off.known).any(axis=0)
        return good, here

    def _in_range(self, places: Array) -> Array:
        """Return those of the places that the point may have."""
        spec = parameters.parameters_of(type(self.params))[self.point_name]
        assert isinstance(spec, Vector)
        return places[
            ((places >= spec.limits[0]) & (places <= spec.limits[1])).all(axis=-1)
        ]


def _uniform(rng: Random, *shape: int) -> Array:
    return np.array([rng.random() for _ in range(math.prod(shape))]).reshape(shape)


def move_point(p: Params, name: str, at: tuple[Any, ...]) -> Params:
    """Return the params with a point, and all that are in one place with it, there."""
    here = getattr(p, name)
    together = [other for other in list_movable_points(p) if getattr(p, other) == here]
    return replace(p, **dict.fromkeys(together, at))


def is_article_hit(solution: Solution, shape: tuple[int, ...] = ()) -> Flags:
    """Return whether the article's answers are hits, in its own kind of number."""
    part: Scene[Any, Any] = solution.scene
    assert part.listing is not None
    assert part.quiz is not None
    answer = part.listing.evaluate(solution.view_free_params, part.listing.dtypes[0])
    return np.broadcast_to(np.asarray(part.quiz.article_hit(answer), np.bool_), shape)


@cache
def unit_directions(dimension: int) -> Array:
    """Return unit vectors along the axes and the diagonals."""
    grid = np.meshgrid(*[(-1.0, 0.0, 1.0)] * dimension)
    steps = np.stack(grid, axis=-1).reshape(-1, dimension)
    size = np.abs(steps).sum(axis=-1)
    steps = steps[(size == 1.0) | (size == dimension)]
    return np.asarray(steps / np.linalg.norm(steps, axis=-1, keepdims=True))


# ----------------------------------------------------------------------------
# How often each place is to be taken so that no rule of a glance tells the answer.
#
# A rule says hit on one side of a threshold of one relation. Hits and misses of one
# figure are weighed against the rules, as a game of two: again and again the rule that
# is right most often is found, and what it is right about is made rarer. It ends near
# the weights with which the best rule earns least (the dual of AdaBoost). Nothing is
# learned before and nothing is kept: it is done anew for every figure. Pure.
# ----------------------------------------------------------------------------


# So many times the best rule is found, and answered by so much.
_WEIGHTING_ITERATIONS = 40
_LEARNING_RATE = 0.5
# No single rule is trusted beyond this.
_MAX_TRUSTED_EDGE = 0.9
# Numbers that are nearer than this are one.
_TIE_TOLERANCE = 1e-9


@dataclass(frozen=True)
class BalancedWeights:
    """The weights of places, summing to 1/2 over hits and over misses.

    `edge` is by how much the best rule is right more often than wrong, from 0 to 1.
    """

    weights: Array
    edge: float


def balance_weights(relations: Array, hits: Flags) -> BalancedWeights:
    """Return weights with which the best rule of a glance earns least.

    Parameters
    ----------
    relations : array (k, n)
        Each relation at each place.
    hits : array (n,)
        Whether the answer is a hit there; both occur.
    """
    orders, ends = _sort_by_relations(relations)
    ranks = np.argsort(orders, axis=1)
    sign = np.where(hits, 1.0, -1.0)
    told = np.zeros(len(hits))
    best = BalancedWeights(_normalize_weights(told, hits), 1.0)
    for _ in range(_WEIGHTING_ITERATIONS if len(orders) else 0):
        weights = _normalize_weights(-sign * told, hits)
        # What is up to a place in the order says miss: twice the misses less the hits.
        earned = np.where(ends, -2.0 * np.cumsum((weights * sign)[orders], axis=1), 0.0)
        j, i = np.unravel_index(np.abs(earned).argmax(), earned.shape)
        edge = float(earned[j, i])
        if abs(edge) < best.edge:
            best = BalancedWeights(weights, abs(edge))
        if abs(edge) > 1.0 - _TIE_TOLERANCE:  # it parts them, however they are weighed
            break
        by = _LEARNING_RATE * np.arctanh(
            np.clip(edge, -_MAX_TRUSTED_EDGE, _MAX_TRUSTED_EDGE)
        )
        told += np.where(ranks[j] > i, by, -by)
    return best


def _sort_by_relations(relations: Array) -> tuple[NDArray[np.int64], Flags]:
    """Return the places in the order of each relation, and where a rule may cut.

    Relations that put them in the same order are one.
    """
    varied = relations[np.ptp(relations, axis=1) > _TIE_TOLERANCE]
    orders = np.argsort(varied, axis=1, kind="stable")
    orders, first = np.unique(orders, axis=0, return_index=True)
    steps = np.diff(np.take_along_axis(varied[first], orders, axis=1), axis=1)
    last = np.zeros((len(orders), 1), np.bool_)
    return orders, np.concatenate([steps > _TIE_TOLERANCE, last], axis=1)


def _normalize_weights(logarithms: Array, hits: Flags) -> Array:
    """Return weights in which hits and misses are even."""
    raw = np.exp(logarithms)
    whole = np.where(hits, raw[hits].sum(), raw[~hits].sum())
    return np.asarray(raw / whole / 2.0)
