"""Cases at the edge of the verdict: touching to the last bit, beside it and near it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.explore.judge.cases import Array, Flags, allowed, picked, together
from playground.explore.judge.drawn_cases import DrawnCases, count_of
from playground.scene.query import Arguments, Given, with_number
from playground.scene.query import number as number_at

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
