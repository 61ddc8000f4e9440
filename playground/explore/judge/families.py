"""Seeded cases of every family: those that code is likely to get wrong.

They are made in columns, many at once. A figure is drawn from the ranges of the scene's
sliders; what decides is found by halving between a hit and a miss that differ in one
number, down to neighbouring floats, and by sieving small whole numbers for those that
touch exactly. The same seed gives the same cases on every machine: `drawn_cases` says
how.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import lru_cache, reduce
from typing import Any

import numpy as np

from playground.explore.judge.aimed_cases import AimedCases
from playground.explore.judge.cases import (
    Array,
    Cases,
    allowed,
    joined,
    mapped,
    picked,
    together,
)
from playground.explore.judge.drawn_cases import count_of
from playground.explore.judge.edge_cases import DRAWN
from playground.language import enum_of_texts
from playground.scene.query import Arguments, Given
from playground.scene.scene import Scene

# A world is so many times smaller or larger, and so far away, as powers of two.
SMALLER, LARGER, _OFFSETS = (-30, -6), (6, 30), (10, 27)
# The families that every scene has but its own cases, as half shares of all.
_EVERYWHERE = 15


@enum_of_texts
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
    FAST = "fast"
    """Ways many times as long as all else."""
    FLAT = "flat"
    """One extent much less than the others."""
    TURNED = "turned"
    """Angles of many turns, or next to quarter turns."""
    SLIGHT = "slight"
    """Directions much shorter or longer than 1."""
    EMPTY = "empty"
    """A length of 0, where there still is something to be hit."""
    OFF_CENTRE = "off centre"
    """A body that turns about a point beside its middle."""
    GRAZING = "grazing"
    """Along a face exactly, or parallel beside it."""


def cases_of(
    scene: Scene[Any, Any],
    count: int,
    seed: int,
    fixed: Mapping[str, Any] | None = None,
) -> Cases:
    """Return about so many cases, and the scene's own; arguments that are `fixed` stay.

    The same seed gives the same cases, in an order in which the families take turns.
    """
    return _cases_of(scene, count, seed, tuple((fixed or {}).items()))


@lru_cache(maxsize=8)  # a class is asked the same cases, one after the other
def _cases_of(
    scene: Scene[Any, Any], count: int, seed: int, fixed: tuple[tuple[str, Any], ...]
) -> Cases:
    maker = CaseMaker(scene, np.random.default_rng(seed), dict(fixed))
    made = joined(maker.families(count))
    return made.at(maker.rng.permutation(len(made)))


def fixed_for(scene: Scene[Any, Any], taken: frozenset[str] | None) -> dict[str, Any]:
    """Return what the arguments are that code does not take; None takes them all."""
    query = scene.query
    assert query is not None
    opened = query.arguments(scene.opened())
    left = () if taken is None else (name for name in opened if name not in taken)
    return {name: query.fixed.get(name, opened[name]) for name in left}


class CaseMaker(AimedCases):
    """Draws cases of one scene."""

    def possible(self) -> list[Family]:
        """Return the families that the scene can have."""
        aimed = self._aimed_families()
        everywhere = list(Family)[: list(Family).index(Family.FAST)]
        return [*everywhere, *map(Family, aimed)]

    def families(self, total: int) -> list[Cases]:
        """Return the cases of every family, about so many in all.

        Each has the same number but other worlds, which have half of it, and the
        scene's own. A scene without angles, say, has none that are turned.
        """
        aimed = self._aimed_families()
        count = max(2 * total // (2 * len(aimed) + _EVERYWHERE), 2)
        made = self._everywhere(count)
        made |= {Family(name): draw(count) for name, draw in aimed.items()}
        return [self._cases(family, columns) for family, columns in made.items()]

    def _everywhere(self, count: int) -> dict[Family, dict[str, Any]]:
        """Return the families that every scene has."""
        plain = self._some(self._balanced(self._drawn(DRAWN * count)), count)
        whole = self._exact_touches(count // 2)
        ends, at = self._edges(count)
        half = (count + 1) // 2
        last = self._some(ends[0], count - count_of(whole))
        touching = together(last, whole)
        own = self._own()
        base = together(plain, self._some(touching, half), self._some(own, half))
        return {
            Family.SCENE: own,
            Family.RANDOM: plain,
            Family.NEAR: self._near(ends[0], at),
            Family.TOUCHING: touching,
            Family.BESIDE: self._some(ends[1], count),
            Family.INSIDE: self._inside(count),
            Family.FAR: self._some(self._far(base), half),
            Family.TINY: self._some(self._scaled(base, *SMALLER), half),
            Family.HUGE: self._some(self._scaled(base, *LARGER), half),
            Family.DEGENERATE: self._some(self._degenerate(base), count),
        }

    def _cases(self, family: Family, columns: Arguments) -> Cases:
        columns = self._held(columns)
        columns = picked(columns, allowed(self.query, columns))
        return Cases(self.query, columns, np.full(count_of(columns), str(family)))

    def _inside(self, count: int) -> dict[str, Any]:
        """Return starts inside, and what is deepest in."""
        asked = self._ask(self._drawn(2 * DRAWN * count))
        deep = asked.gap < 0.0
        chosen = [flags for flags in asked.chosen.values() if flags.any()]
        if chosen:
            inside = reduce(np.logical_or, chosen)
        else:
            inside = deep & (asked.gap <= np.median(asked.gap[deep]))
        return self._some(picked(asked.columns, inside), count)

    def _far(self, columns: Arguments) -> dict[str, Any]:
        """Return the same far away; half by a power of two, which keeps a touch."""
        count = count_of(columns)
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
        count = count_of(columns)
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
        which = self.rng.integers(0, len(ways), count_of(columns))
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
