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
    allowed,
    in_columns,
    mapped,
    picked,
    together,
    with_fixed,
)
from playground.scene import params as parameters
from playground.scene.parameter_types import Number, Vector
from playground.scene.query import Arguments, Given, Query, components, with_number
from playground.scene.query import number as number_at
from playground.scene.scene import Scene

# Places and ways, and lengths, are drawn in these parts of the sliders' ranges.
_PARTS, _LENGTHS = (1.0, 0.5, 0.25, 0.125), (1.0, 0.5, 0.25, 0.0625)
# One extent of what is flat is so many times less, as powers of two.
_FLAT = -15, -2


class DrawnCases:
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

    def _ask(self, columns: Arguments) -> Cases:
        return Cases(self.query, columns, np.full(count_of(columns), ""))

    def _held(self, columns: Arguments) -> dict[str, Any]:
        """Return arguments that the core may be asked, with what is fixed as it is."""
        return with_fixed(self.query.tidy(columns), self.fixed, count_of(columns))

    def _fit(self, columns: Arguments) -> dict[str, Any]:
        columns = self._held(columns)
        return picked(columns, allowed(self.query, columns))

    def _some(self, columns: Arguments, count: int) -> dict[str, Any]:
        """Return so many of the cases, or all if they are fewer."""
        total = count_of(columns)
        places = self.rng.permutation(total)[:count] if total > count else slice(None)
        return mapped(columns, lambda x: x[places])

    def _between(self, low: float | Array, high: float | Array, count: int) -> Array:
        """Return numbers anywhere from `low` to `high`."""
        return np.asarray(low + (high - low) * self.rng.random(count))

    def _sizes(self, low: int, high: int, whole: Flags) -> Array:
        """Return sizes from 2**low to 2**high, spread evenly over the powers of two.

        Where `whole` is so, they are powers of two.
        """
        part = np.where(whole, 0.0, self.rng.random(len(whole)))
        return np.ldexp(1.0 + part, self.rng.integers(low, high, len(whole)))

    def _own(self) -> dict[str, Any]:
        """Return the scene's cases."""
        listed = (self.query.arguments(c.params) for c in self.scene.cases.values())
        return self._fit(in_columns(listed))

    def _drawn(self, count: int, flat: bool = False) -> dict[str, Any]:
        """Return figures from the ranges of the sliders; half in short numbers.

        One extent of those that are `flat` is much less than the others.
        """
        part, lengths = (self.rng.choice(p, count) for p in (_PARTS, _LENGTHS))
        short = self.rng.random(count) < 0.5
        params = self.scene.opened()
        changed: dict[str, Any] = {}

        def numbers(low: float, high: float) -> Array:
            drawn = self._between(low, high, count)
            drawn = np.where(short, np.round(drawn * 4.0) / 4.0, drawn)
            return np.asarray(drawn * (part if low < 0.0 else lengths))

        for name, spec in parameters.relevant(params).items():
            if isinstance(spec, Number) and not spec.time:
                changed[name] = numbers(spec.low, spec.high)
            elif isinstance(spec, Vector):
                size = range(spec.size)
                drawn = tuple(numbers(spec.low, spec.high) for _ in size)
                thin = flat and name in self._extents()
                changed[name] = self._flattened(drawn) if thin else drawn
        return self._fit(self.query.arguments(type(params)(**changed)))

    def _extents(self) -> list[str]:
        """Return the parameters that are several lengths, and vary."""
        specs = parameters.relevant(self.scene.opened()).items()
        lengths = [n for n, s in specs if isinstance(s, Vector) and s.low >= 0.0]
        return [name for name in lengths if name not in self.fixed]

    def _flattened(self, extents: tuple[Array, ...]) -> tuple[Array, ...]:
        count = len(extents[0])
        by = self._sizes(*_FLAT, self.rng.random(count) < 0.5)
        which = self.rng.integers(0, len(extents), count)
        return tuple(np.where(which == i, x * by, x) for i, x in enumerate(extents))

    def _balanced(self, columns: Arguments) -> dict[str, Any]:
        """Return as many hits as misses."""
        hit = self.query.hits(columns)
        hits, misses = np.flatnonzero(hit), np.flatnonzero(~hit)
        few = min(len(hits), len(misses))
        return picked(columns, np.concatenate([hits[:few], misses[:few]]))

    def _free(self, columns: Arguments) -> list[tuple[str, int]]:
        return [at for at in components(columns) if at[0] not in self.fixed]


def count_of(columns: Arguments) -> int:
    """Return how many cases there are in columns."""
    for value in columns.values():
        if value is not None:
            return len(value[0] if isinstance(value, tuple) else value)
    return 0


# ----------------------------------------------------------------------------
# Cases at the edge of the verdict: touching to the last bit, beside it and near it.
# ----------------------------------------------------------------------------


# As a part of the size, so near to the edge, as powers of two.
_NEAR = -47, -3
# Of every family so many times more are drawn as wanted, and looked through.
DRAWN = 4
_SIEVED = 60
# Whole numbers that may touch go up to this.
_WHOLE = 2, 5, 12


class EdgeCases(DrawnCases):
    """Draws cases near the edge."""

    def _edges(
        self, count: int
    ) -> tuple[tuple[dict[str, Any], dict[str, Any]], list[tuple[str, int]]]:
        """Return hits and misses a float apart, and the number in which they differ.

        They are grouped by that number.
        """
        ends: list[tuple[dict[str, Any], dict[str, Any]]] = []
        ats: list[tuple[str, int]] = []
        free = self._free(self._drawn(1))
        each = -(-count // len(free))
        for at in free:
            one = self._drawn(2 * DRAWN * each)
            other = with_number(one, at, self.rng.permutation(number_at(one, at)))
            both = allowed(self.query, other)
            one, other = picked(one, both), picked(other, both)
            tidy = self.query.tidy
            first, second = (self.query.hits(tidy(x)) for x in (one, other))
            places = np.flatnonzero(first != second)[:each]
            if not len(places):
                continue
            hits, misses = picked(one, places), picked(other, places)
            found = self._halved(at, hits, misses, first[places])
            ends.append(found)
            ats += [at] * len(places)
        hits = together(*(hit for hit, _ in ends))
        misses = together(*(miss for _, miss in ends))
        return (hits, misses), ats

    def _halved(
        self, at: tuple[str, int], one: Arguments, other: Arguments, first: Flags
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Halve between cases that differ in one number until it is the next float."""
        inner = np.where(first, number_at(one, at), number_at(other, at))
        outer = np.where(first, number_at(other, at), number_at(one, at))
        low, high = ordered(inner), ordered(outer)
        while True:
            middle = low // 2 + high // 2 + (low & high & 1)
            open_ = np.flatnonzero((middle != low) & (middle != high))
            if not len(open_):
                break
            tried = with_number(picked(one, open_), at, floats_of(middle[open_]))
            hit = allowed(self.query, tried)  # what is not allowed is no hit
            hit[hit] = self.query.hits(self.query.tidy(picked(tried, hit)))
            low[open_[hit]], high[open_[~hit]] = middle[open_[hit]], middle[open_[~hit]]
        return with_number(one, at, floats_of(low)), with_number(
            one, at, floats_of(high)
        )

    def _near(self, edges: Arguments, ats: list[tuple[str, int]]) -> dict[str, Any]:
        """Return cases off the edge by less and less, to either side."""
        size = self.query.size(edges)
        count = count_of(edges)
        by = size * self._sizes(*_NEAR, np.zeros(count, np.bool_))
        by *= self.rng.choice((-1.0, 1.0), count)
        moved = dict(edges)
        for at in dict.fromkeys(ats):
            here = np.array([other == at for other in ats])
            number = number_at(moved, at)
            moved = with_number(moved, at, np.where(here, number + by, number))
        return self._fit(moved)

    def _exact_touches(self, count: int) -> dict[str, Any]:
        """Return cases of small whole numbers that touch exactly."""
        drawn = self._drawn(_SIEVED * count)
        total = count_of(drawn)
        most = self.rng.choice(_WHOLE, total)

        def whole(name: str, x: Array) -> Array:
            given = self.query.given[name]
            if given is Given.ANGLE:
                return np.zeros(total)
            numbers = np.floor(self._between(-most, most + 1.0, total))
            least = {Given.LENGTH: 0.0, Given.POSITIVE: 1.0}.get(given)
            if least is not None:
                return np.asarray(np.maximum(np.abs(numbers), least))
            return np.where(self.rng.random(total) < 0.3, 0.0, numbers)

        columns = {
            name: value
            if value is None
            else tuple(whole(name, x) for x in value)
            if isinstance(value, tuple)
            else whole(name, value)
            for name, value in drawn.items()
        }
        columns = self._fit(columns)
        touches = self._ask(columns).gap == 0.0
        return self._some(picked(columns, touches), count)


def ordered(x: Array) -> NDArray[np.int64]:
    """Return whole numbers in the order of floats, the next for the next float."""
    bits = np.asarray(x + 0.0, np.float64).view(np.int64)
    return np.where(bits < 0, np.int64(-(2**63)) - bits, bits)


def floats_of(whole: NDArray[np.int64]) -> Array:
    """Return the floats of `ordered`."""
    bits = np.where(whole < 0, np.int64(-(2**63)) - whole, whole)
    return bits.view(np.float64)
