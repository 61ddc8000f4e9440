"""Seeded cases of every family: those that code is likely to get wrong.

They are made in columns, many at once. A figure is drawn from the ranges of the scene's
sliders; what decides is found by halving between a hit and a miss that differ in one
number, down to neighbouring floats, and by sieving small whole numbers for those that
touch exactly.

The same seed gives the same cases on every machine. Numbers are drawn by sums and
products of floats, which all machines round alike: never by a power, a logarithm or a
sine of the C library, nor by NumPy's `uniform`, which is one line of C that may be
compiled to a fused multiply-add.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.explore.judge.cases import (
    Array,
    Cases,
    Flags,
    allowed,
    in_columns,
    joined,
    mapped,
    picked,
    together,
)
from playground.scene import params as parameters
from playground.scene.query import Arguments, Given, Query, components, with_number
from playground.scene.query import number as number_at
from playground.scene.scene import Scene
from playground.scene.specs import Number, Vector

# A world is so many times smaller or larger, and so far away, as powers of two.
_SMALLER, _LARGER, _OFFSETS = (-30, -6), (6, 30), (10, 27)
# As a part of the size, so near to the edge, as powers of two.
_NEAR = -47, -3
# Places and ways, and lengths, are drawn in these parts of the sliders' ranges.
_PARTS, _LENGTHS = (1.0, 0.5, 0.25, 0.125), (1.0, 0.5, 0.25, 0.0625)
# Of every family so many times more are drawn as wanted, and looked through.
_DRAWN = 4
_SIEVED = 60
# Whole numbers that may touch go up to this.
_WHOLE = 2, 5, 12


class Family(StrEnum):
    """What a case was made to be."""

    SCENE = "scene"
    """A case of the scene itself."""
    RANDOM = "random"
    NEAR = "near"
    """Near the edge of the verdict, from a tenth of the size down to rounding."""
    TOUCHING = "touching"
    """Exactly at the edge, or a hit that one float more makes a miss."""
    BESIDE = "beside"
    """A miss that one float less makes a hit."""
    INSIDE = "inside"
    """Deep in it, or starting there."""
    FAR = "far"
    """Far away from the origin of the world."""
    TINY = "tiny"
    HUGE = "huge"
    DEGENERATE = "degenerate"
    """Lengths of 0, points in one place, ways along the axes."""


def cases_of(
    scene: Scene[Any, Any],
    count: int,
    seed: int,
    fixed: Mapping[str, Any] | None = None,
) -> Cases:
    """Return about so many cases, and the scene's own; arguments that are `fixed` stay.

    The same seed gives the same cases, in an order in which the families take turns.
    """
    maker = _Maker(scene, np.random.default_rng(seed), fixed or {})
    made = joined(maker.families(max(count // (len(Family) - 1), 1)))
    return made.at(maker.rng.permutation(len(made)))


def fixed_for(scene: Scene[Any, Any], taken: frozenset[str] | None) -> dict[str, Any]:
    """Return what the arguments are that code does not take; None takes them all."""
    query = scene.query
    assert query is not None
    opened = query.arguments(scene.opened())
    left = () if taken is None else (name for name in opened if name not in taken)
    return {name: query.fixed.get(name, opened[name]) for name in left}


def with_fixed(
    columns: Arguments, fixed: Mapping[str, Any], count: int
) -> dict[str, Any]:
    """Return so many cases in columns with some arguments the same in all."""
    spread = mapped(fixed, lambda x: np.full(count, x))
    return {**columns, **spread}


class _Maker:
    """Draws cases of one scene."""

    def __init__(
        self,
        scene: Scene[Any, Any],
        rng: np.random.Generator,
        fixed: Mapping[str, Any],
    ) -> None:
        assert scene.query is not None
        self.scene, self.rng, self.fixed = scene, rng, fixed
        self.query: Query[Any, Any] = scene.query

    def families(self, count: int) -> list[Cases]:
        """Return the cases of every family, `count` of each but the scene's own."""
        plain = self._some(self._balanced(self._drawn(_DRAWN * count)), count)
        whole = self._exact_touches(count // 2)
        ends, at = self._edges(count)
        half = (count + 1) // 2
        last = self._some(ends[0], count - _count(whole))
        touching = together(last, whole)
        own = self._own()
        base = together(plain, self._some(touching, half), self._some(own, half))
        made = {
            Family.SCENE: own,
            Family.RANDOM: plain,
            Family.NEAR: self._near(ends[0], at),
            Family.TOUCHING: touching,
            Family.BESIDE: self._some(ends[1], count),
            Family.INSIDE: self._inside(count),
            Family.FAR: self._some(self._far(base), count),
            Family.TINY: self._some(self._scaled(base, *_SMALLER), count),
            Family.HUGE: self._some(self._scaled(base, *_LARGER), count),
            Family.DEGENERATE: self._some(self._degenerate(base), count),
        }
        return [self._cases(family, columns) for family, columns in made.items()]

    def _cases(self, family: Family, columns: Arguments) -> Cases:
        columns = self._held(columns)
        columns = picked(columns, allowed(self.query, columns))
        return Cases(self.query, columns, np.full(_count(columns), str(family)))

    def _held(self, columns: Arguments) -> dict[str, Any]:
        """Return arguments that the core may be asked, with what is fixed as it is."""
        return with_fixed(self.query.tidy(columns), self.fixed, _count(columns))

    def _ask(self, columns: Arguments) -> Cases:
        return Cases(self.query, columns, np.full(_count(columns), ""))

    def _some(self, columns: Arguments, count: int) -> dict[str, Any]:
        """Return so many of the cases, or all if they are fewer."""
        total = _count(columns)
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

    def _fit(self, columns: Arguments) -> dict[str, Any]:
        columns = self._held(columns)
        return picked(columns, allowed(self.query, columns))

    def _drawn(self, count: int) -> dict[str, Any]:
        """Return figures from the ranges of the sliders; half in short numbers."""
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
                changed[name] = tuple(numbers(spec.low, spec.high) for _ in size)
        drawn = self.query.arguments(type(params)(**changed))
        return self._fit(drawn)

    def _balanced(self, columns: Arguments) -> dict[str, Any]:
        """Return as many hits as misses."""
        hit = self.query.hits(columns)
        hits, misses = np.flatnonzero(hit), np.flatnonzero(~hit)
        few = min(len(hits), len(misses))
        return picked(columns, np.concatenate([hits[:few], misses[:few]]))

    def _free(self, columns: Arguments) -> list[tuple[str, int]]:
        return [at for at in components(columns) if at[0] not in self.fixed]

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
            one = self._drawn(2 * _DRAWN * each)
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
        low, high = _ordered(inner), _ordered(outer)
        while True:
            middle = low // 2 + high // 2 + (low & high & 1)
            open_ = np.flatnonzero((middle != low) & (middle != high))
            if not len(open_):
                break
            tried = with_number(picked(one, open_), at, _floats(middle[open_]))
            hit = allowed(self.query, tried)  # what is not allowed is no hit
            hit[hit] = self.query.hits(self.query.tidy(picked(tried, hit)))
            low[open_[hit]], high[open_[~hit]] = middle[open_[hit]], middle[open_[~hit]]
        return with_number(one, at, _floats(low)), with_number(one, at, _floats(high))

    def _near(self, edges: Arguments, ats: list[tuple[str, int]]) -> dict[str, Any]:
        """Return cases off the edge by less and less, to either side."""
        size = self.query.size(edges)
        count = _count(edges)
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
        total = _count(drawn)
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

    def _inside(self, count: int) -> dict[str, Any]:
        """Return starts inside, and what is deepest in."""
        asked = self._ask(self._drawn(2 * _DRAWN * count))
        deep = asked.gap < 0.0
        chosen = [flags for flags in asked.chosen.values() if flags.any()]
        if chosen:
            inside = reduce(np.logical_or, chosen)
        else:
            inside = deep & (asked.gap <= np.median(asked.gap[deep]))
        return self._some(picked(asked.columns, inside), count)

    def _far(self, columns: Arguments) -> dict[str, Any]:
        """Return the same far away; half by a power of two, which keeps a touch."""
        count = _count(columns)
        whole = self.rng.random(count) < 0.5

        def offset() -> Array:
            far = self._sizes(*_OFFSETS, whole)
            return np.asarray(far * self.rng.choice((-1.0, 0.0, 1.0), count))

        offsets = [offset() for _ in range(3)]
        moved = dict(columns)
        for name, value in columns.items():
            free = name not in self.fixed and value is not None
            if self.query.given[name] is Given.PLACE and free:
                moved[name] = tuple(x + o for x, o in zip(value, offsets, strict=False))
        return self._fit(moved)

    def _scaled(self, columns: Arguments, low: int, high: int) -> dict[str, Any]:
        """Return the same in a smaller or larger world; half by a power of two."""
        count = _count(columns)
        by = self._sizes(low, high, self.rng.random(count) < 0.5)
        worldly = {
            name: value
            for name, value in columns.items()
            if self.query.given[name].in_the_world and name not in self.fixed
        }
        return self._fit({**columns, **mapped(worldly, lambda x: x * by)})

    def _degenerate(self, columns: Arguments) -> dict[str, Any]:
        """Return the cases, each with one thing that is zero, equal or upright."""
        ways = [
            way
            for name, value in columns.items()
            if name not in self.fixed and value is not None
            for way in self._ways(name, columns)
        ]
        which = self.rng.integers(0, len(ways), _count(columns))
        changed = [
            way(picked(columns, which == place)) for place, way in enumerate(ways)
        ]
        return self._fit(together(*changed))

    def _ways(self, name: str, columns: Arguments) -> list[Callable[..., Any]]:
        """Return what can be done to an argument."""
        value, given = columns[name], self.query.given[name]

        def to(change: Callable[[Any], Any]) -> Callable[..., Any]:
            return lambda some: {**some, name: change(some[name])}

        def without(place: int) -> Callable[[Any], Any]:
            return lambda v: (*v[:place], 0.0 * v[place], *v[place + 1 :])

        def nothing(v: Any) -> Any:
            return tuple(0.0 * x for x in v) if isinstance(v, tuple) else 0.0 * v

        def times(by: float) -> Callable[[Any], Any]:
            return lambda v: tuple(by * x for x in v)

        ways: list[Callable[..., Any]] = []
        if isinstance(value, tuple) and given is not Given.POSITIVE:
            ways += [to(without(place)) for place in range(len(value))]
        match given:
            case Given.LENGTH | Given.STEP:
                ways.append(to(nothing))
            case Given.ANGLE:
                quarter = np.pi / 2
                ways.append(to(lambda v: np.round(v / quarter) * quarter))
            case Given.WAY:
                ways += [to(times(2.0**-20)), to(times(2.0**20))]
            case Given.PLACE:
                places = [
                    other
                    for other, kind in self.query.given.items()
                    if kind is Given.PLACE
                    and other != name
                    and columns[other] is not None
                ]
                ways += [
                    lambda some, other=other: {**some, name: some[other]}
                    for other in places
                ]
            case _:
                ways.append(to(lambda v: tuple(v[0] for _ in v)))
        return ways


def _count(columns: Arguments) -> int:
    for value in columns.values():
        if value is not None:
            return len(value[0] if isinstance(value, tuple) else value)
    return 0


def _ordered(x: Array) -> NDArray[np.int64]:
    """Return whole numbers in the order of floats, the next for the next float."""
    bits = np.asarray(x + 0.0, np.float64).view(np.int64)
    return np.where(bits < 0, np.int64(-(2**63)) - bits, bits)


def _floats(whole: NDArray[np.int64]) -> Array:
    """Return the floats of `_ordered`."""
    bits = np.where(whole < 0, np.int64(-(2**63)) - whole, whole)
    return bits.view(np.float64)
