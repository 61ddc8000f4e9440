"""Figures drawn at random, from the ranges of a scene's sliders.

The same seed gives the same numbers on every machine. They are made by sums and
products of floats, which all machines round alike: never by a power, a logarithm or a
sine of the C library, nor by NumPy's `uniform`, which is one line of C that may be
compiled to a fused multiply-add.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from playground.explore.judge.cases import (
    Array,
    Cases,
    Flags,
    allowed,
    in_columns,
    mapped,
    picked,
    with_fixed,
)
from playground.scene import params as parameters
from playground.scene.query import Arguments, Query, components
from playground.scene.scene import Scene
from playground.scene.specs import Number, Vector

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
