"""Figures drawn at random, from the ranges of a scene's sliders.

The same seed gives the same numbers on every machine. They are made by sums and
products of floats, which all machines round alike: never by a power, a logarithm or a
sine of the C library, nor by NumPy's `uniform`, which is one line of C that may be
compiled to a fused multiply-add.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.judge.cases.case_set import (
    Array,
    Cases,
    Flags,
    concatenate_columns,
    find_valid_rows,
    in_columns,
    map_columns,
    select_rows,
    with_fixed,
)
from playground.scene import params as parameters
from playground.scene.parameter_types import Number, Vector
from playground.scene.query import (
    ArgumentKind,
    Arguments,
    Query,
    components,
    with_component,
)
from playground.scene.query import component_value as number_at
from playground.scene.scene import Scene

# Places and ways, and lengths, are drawn in these parts of the sliders' ranges.
_PLACE_FRACTIONS, _LENGTH_FRACTIONS = (1.0, 0.5, 0.25, 0.125), (1.0, 0.5, 0.25, 0.0625)
# One extent of what is flat is so many times less, as powers of two.
_FLATNESS_EXPONENT_RANGE = -15, -2


class NoEdgeError(Exception):
    """No argument that varies ever changes the verdict."""


class RandomCaseGenerator:
    """Draws cases of one scene; arguments that are `fixed` stay."""

    def __init__(
        self,
        scene: Scene[Any, Any],
        rng: np.random.Generator,
        fixed: Mapping[str, Any],
    ) -> None:
        assert scene.query is not None
        self.scene, self.rng, self.fixed = scene, rng, fixed
        self.query: Query[Any, Any] = scene.query

    def _make_cases(self, columns: Arguments) -> Cases:
        return Cases(self.query, columns, np.full(case_count(columns), ""))

    def _tidy_columns(self, columns: Arguments) -> dict[str, Any]:
        """Return arguments that the core may be asked, with what is fixed as it is."""
        return with_fixed(
            self.query.normalize(columns), self.fixed, case_count(columns)
        )

    def _keep_valid(self, columns: Arguments) -> dict[str, Any]:
        columns = self._tidy_columns(columns)
        return select_rows(columns, find_valid_rows(self.query, columns))

    def _sample_cases(self, columns: Arguments, count: int) -> dict[str, Any]:
        """Return so many of the cases, or all if they are fewer."""
        total = case_count(columns)
        places = self.rng.permutation(total)[:count] if total > count else slice(None)
        return map_columns(columns, lambda x: x[places])

    def _draw_uniform(
        self, low: float | Array, high: float | Array, count: int
    ) -> Array:
        """Return numbers anywhere from `low` to `high`."""
        return np.asarray(low + (high - low) * self.rng.random(count))

    def _draw_sizes(self, low: int, high: int, whole: Flags) -> Array:
        """Return sizes from 2**low to 2**high, spread evenly over the powers of two.

        Where `whole` is so, they are powers of two.
        """
        part = np.where(whole, 0.0, self.rng.random(len(whole)))
        return np.ldexp(1.0 + part, self.rng.integers(low, high, len(whole)))

    def _scene_cases(self) -> dict[str, Any]:
        """Return the scene's cases."""
        listed = (self.query.arguments(c.params) for c in self.scene.cases.values())
        return self._keep_valid(in_columns(listed))

    def _draw_figures(self, count: int, flat: bool = False) -> dict[str, Any]:
        """Return figures from the ranges of the sliders; half in short numbers.

        One extent of those that are `flat` is much less than the others.
        """
        part, lengths = (
            self.rng.choice(p, count) for p in (_PLACE_FRACTIONS, _LENGTH_FRACTIONS)
        )
        short = self.rng.random(count) < 0.5
        params = self.scene.initial_params()
        changed: dict[str, Any] = {}

        def draw_numbers(low: float, high: float) -> Array:
            drawn = self._draw_uniform(low, high, count)
            drawn = np.where(short, np.round(drawn * 4.0) / 4.0, drawn)
            return np.asarray(drawn * (part if low < 0.0 else lengths))

        for name, spec in parameters.relevant_parameters(params).items():
            if isinstance(spec, Number) and not spec.time:
                changed[name] = draw_numbers(spec.low, spec.high)
            elif isinstance(spec, Vector):
                size = range(spec.size)
                drawn = tuple(draw_numbers(spec.low, spec.high) for _ in size)
                thin = flat and name in self._extents()
                changed[name] = self._flatten_extents(drawn) if thin else drawn
        return self._keep_valid(self.query.arguments(type(params)(**changed)))

    def _extents(self) -> list[str]:
        """Return the parameters that are several lengths, and vary."""
        specs = parameters.relevant_parameters(self.scene.initial_params()).items()
        lengths = [n for n, s in specs if isinstance(s, Vector) and s.low >= 0.0]
        return [name for name in lengths if name not in self.fixed]

    def _flatten_extents(self, extents: tuple[Array, ...]) -> tuple[Array, ...]:
        count = len(extents[0])
        by = self._draw_sizes(*_FLATNESS_EXPONENT_RANGE, self.rng.random(count) < 0.5)
        which = self.rng.integers(0, len(extents), count)
        return tuple(np.where(which == i, x * by, x) for i, x in enumerate(extents))

    def _balance_hits(self, columns: Arguments) -> dict[str, Any]:
        """Return as many hits as misses."""
        hit = self.query.evaluate_hits(columns)
        hits, misses = np.flatnonzero(hit), np.flatnonzero(~hit)
        few = min(len(hits), len(misses))
        return select_rows(columns, np.concatenate([hits[:few], misses[:few]]))

    def _free_components(self, columns: Arguments) -> list[tuple[str, int]]:
        return [at for at in components(columns) if at[0] not in self.fixed]


def case_count(columns: Arguments) -> int:
    """Return how many cases there are in columns."""
    for value in columns.values():
        if value is not None:
            return len(value[0] if isinstance(value, tuple) else value)
    return 0


# ----------------------------------------------------------------------------
# Cases at the edge of the verdict: touching to the last bit, beside it and near it.
# ----------------------------------------------------------------------------


# As a part of the size, so near to the edge, as powers of two.
_NEAR_EXPONENT_RANGE = -47, -3
# Of every category so many times more are drawn as wanted, and looked through.
SAMPLES_PER_CASE = 4
_SIEVE_SAMPLES_PER_CASE = 60
# Whole numbers that may touch go up to this.
_INTEGER_LIMITS = 2, 5, 12


class EdgeCaseGenerator(RandomCaseGenerator):
    """Draws cases near the edge."""

    def _find_edges(
        self, count: int
    ) -> tuple[tuple[dict[str, Any], dict[str, Any]], list[tuple[str, int]]]:
        """Return hits and misses a float apart, and the number in which they differ.

        They are grouped by that number. NoEdgeError where none of those that vary
        changes the verdict.
        """
        ends: list[tuple[dict[str, Any], dict[str, Any]]] = []
        ats: list[tuple[str, int]] = []
        free = self._free_components(self._draw_figures(1))
        each = -(-count // len(free))
        for at in free:
            one = self._draw_figures(2 * SAMPLES_PER_CASE * each)
            other = with_component(one, at, self.rng.permutation(number_at(one, at)))
            both = find_valid_rows(self.query, other)
            one, other = select_rows(one, both), select_rows(other, both)
            tidy = self.query.normalize
            first, second = (self.query.evaluate_hits(tidy(x)) for x in (one, other))
            places = np.flatnonzero(first != second)[:each]
            if not len(places):
                continue
            hits, misses = select_rows(one, places), select_rows(other, places)
            found = self._bisect_edge(at, hits, misses, first[places])
            ends.append(found)
            ats += [at] * len(places)
        if not ends:
            raise NoEdgeError
        hits = concatenate_columns(*(hit for hit, _ in ends))
        misses = concatenate_columns(*(miss for _, miss in ends))
        return (hits, misses), ats

    def _bisect_edge(
        self, at: tuple[str, int], one: Arguments, other: Arguments, first: Flags
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Halve between cases that differ in one number until it is the next float."""
        inner = np.where(first, number_at(one, at), number_at(other, at))
        outer = np.where(first, number_at(other, at), number_at(one, at))
        low, high = floats_to_ordered(inner), floats_to_ordered(outer)
        while True:
            middle = low // 2 + high // 2 + (low & high & 1)
            open_ = np.flatnonzero((middle != low) & (middle != high))
            if not len(open_):
                break
            tried = with_component(
                select_rows(one, open_), at, floats_from_order(middle[open_])
            )
            hit = find_valid_rows(self.query, tried)  # what is not allowed is no hit
            hit[hit] = self.query.evaluate_hits(
                self.query.normalize(select_rows(tried, hit))
            )
            low[open_[hit]], high[open_[~hit]] = middle[open_[hit]], middle[open_[~hit]]
        return with_component(one, at, floats_from_order(low)), with_component(
            one, at, floats_from_order(high)
        )

    def _move_near_edge(
        self, edges: Arguments, ats: list[tuple[str, int]]
    ) -> dict[str, Any]:
        """Return cases off the edge by less and less, to either side."""
        size = self.query.size(edges)
        count = case_count(edges)
        by = size * self._draw_sizes(*_NEAR_EXPONENT_RANGE, np.zeros(count, np.bool_))
        by *= self.rng.choice((-1.0, 1.0), count)
        moved = dict(edges)
        for at in dict.fromkeys(ats):
            here = np.array([other == at for other in ats])
            number = number_at(moved, at)
            moved = with_component(moved, at, np.where(here, number + by, number))
        return self._keep_valid(moved)

    def _find_exact_touches(self, count: int) -> dict[str, Any]:
        """Return cases of small whole numbers that touch exactly."""
        drawn = self._draw_figures(_SIEVE_SAMPLES_PER_CASE * count)
        total = case_count(drawn)
        most = self.rng.choice(_INTEGER_LIMITS, total)

        def draw_integers(name: str, x: Array) -> Array:
            given = self.query.argument_kinds[name]
            if given is ArgumentKind.ANGLE:
                return np.zeros(total)
            numbers = np.floor(self._draw_uniform(-most, most + 1.0, total))
            least = {ArgumentKind.LENGTH: 0.0, ArgumentKind.POSITIVE: 1.0}.get(given)
            if least is not None:
                return np.asarray(np.maximum(np.abs(numbers), least))
            return np.where(self.rng.random(total) < 0.3, 0.0, numbers)

        columns = {
            name: value
            if value is None
            else tuple(draw_integers(name, x) for x in value)
            if isinstance(value, tuple)
            else draw_integers(name, value)
            for name, value in drawn.items()
        }
        columns = self._keep_valid(columns)
        touches = self._make_cases(columns).gap == 0.0
        return self._sample_cases(select_rows(columns, touches), count)


def floats_to_ordered(x: Array) -> NDArray[np.int64]:
    """Return whole numbers in the order of floats, the next for the next float."""
    bits = np.asarray(x + 0.0, np.float64).view(np.int64)
    return np.where(bits < 0, np.int64(-(2**63)) - bits, bits)


def floats_from_order(whole: NDArray[np.int64]) -> Array:
    """Return the floats of `floats_to_ordered`."""
    bits = np.where(whole < 0, np.int64(-(2**63)) - whole, whole)
    return bits.view(np.float64)
