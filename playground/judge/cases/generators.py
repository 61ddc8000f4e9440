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

from playground.i18n import enum_of_texts
from playground.judge.cases.case_set import (
    Array,
    Cases,
    allowed,
    joined,
    mapped,
    picked,
    together,
)
from playground.judge.cases.sampling import DRAWN, EdgeCases, count_of
from playground.scene.query import Arguments, Given, MoverAim, with_number
from playground.scene.query import number as number_at
from playground.scene.scene import Scene

# Ways, directions and turns go up to these, and down to them, as powers of two.
_SPEEDS, _DIRECTIONS, _TURNS, _OFF_QUARTERS = (4, 14), (-53, 53), (1, 9), (-30, -5)
# A mover passes within so many extents of the figure's middle, in this part of its way.
_SPREAD = 1.3
_PARTS = (-0.2, 1.2)
# What has a body is so wide at least.
_BODY = 0.25
# So many largest lengths away from a hit there may be none.
_AWAY = 4.0


class AimedCases(EdgeCases):
    """Draws cases of aimed movers."""

    def _aimed_families(self) -> dict[str, Callable[[int], dict[str, Any]]]:
        """Return what draws so many cases of each family that the scene can have."""
        query = self.query
        free = {given for name, given in query.given.items() if name not in self.fixed}
        aimed = query.aimed is not None
        moves = query.pace is not None and (aimed or Given.STEP in free)
        made = {
            "fast": (self._fast, moves),
            "flat": (self._flat, bool(self._extents())),
            "turned": (self._turned, Given.ANGLE in free),
            "slight": (self._slight, Given.WAY in free),
            "empty": (self._empty, Given.LENGTH in free),
            "off centre": (self._off_centre, aimed and bool(self._pivots())),
            "grazing": (self._grazing, aimed),
        }
        return {name: draw for name, (draw, can) in made.items() if can}

    def _halves(self, columns: Arguments, count: int) -> dict[str, Any]:
        """Return some of the cases, and some that are made of them at the edge."""
        columns = self._fit(columns)
        plain = self._some(self._balanced(columns), count // 2)
        edges = self._at_the_edge(columns, count - count // 2)
        return self._fit(together(plain, edges))

    def _at_the_edge(self, columns: Arguments, count: int) -> dict[str, Any]:
        """Return cases at the edge, each one coordinate away from a hit of these."""
        hits = picked(columns, self.query.hits(columns))
        ats = [at for at in self._free(hits) if self.query.given[at[0]] is Given.PLACE]
        parts = [picked(columns, np.zeros(count_of(columns), np.bool_))]
        for at in ats:
            one = self._some(hits, -(-count // len(ats)))
            other = self._away(one, at)
            miss = allowed(self.query, other)
            miss[miss] = ~self.query.hits(self.query.tidy(picked(other, miss)))
            one, other = picked(one, miss), picked(other, miss)
            found = count_of(one)
            if not found:
                continue
            inner, outer = self._halved(at, one, other, np.ones(found, np.bool_))
            near = self._near(inner, [at] * found)
            which = self.rng.integers(0, 3, found)
            parts += [picked(inner, which == 0), picked(outer, which == 1)]
            parts.append(self._some(near, int((which == 2).sum())))
        return together(*parts)

    def _away(self, columns: Arguments, at: tuple[str, int]) -> dict[str, Any]:
        """Return the cases with one coordinate so far away that most of them miss."""
        far = self.rng.choice((-_AWAY, _AWAY), count_of(columns))
        by = far * self.query.size(columns)
        return with_number(columns, at, number_at(columns, at) + by)

    def _aimed(
        self,
        columns: Arguments,
        spread: float = _SPREAD,
        way: tuple[Array, Array, Array] | None = None,
    ) -> dict[str, Any]:
        """Return the cases with movers that pass somewhere about the figure."""
        count = count_of(columns)
        x, y, z = (self._between(-spread, spread, count) for _ in range(3))
        return self._put(
            columns, MoverAim((x, y, z), self._between(*_PARTS, count), way)
        )

    def _put(self, columns: Arguments, aim: MoverAim) -> dict[str, Any]:
        columns = self._held(columns)
        if self.query.aimed is not None:
            return dict(self.query.aimed(columns, aim))
        steps = {
            name: aim.way_or(value)
            for name, value in columns.items()
            if self.query.given[name] is Given.STEP
        }
        return {**columns, **steps}

    def _free_of(self, *kinds: Given) -> list[str]:
        """Return the arguments of these kinds that vary."""
        given = self.query.given.items()
        return [n for n, kind in given if kind in kinds and n not in self.fixed]

    def _signs(self, count: int) -> Array:
        return np.asarray(self.rng.choice((-1.0, 1.0), count))

    def _fast(self, count: int) -> dict[str, Any]:
        """Return ways many times as long as all else; some along an axis."""
        columns = self._drawn(DRAWN * count)
        total = count_of(columns)
        speed = self._sizes(*_SPEEDS, self.rng.random(total) < 0.5)
        alone = self.rng.integers(0, 10, total)  # along this axis, if there is such one
        x, y, z = (
            np.where((alone > 2) | (alone == i), self._between(-1, 1, total), 0) * speed
            for i in range(3)
        )
        return self._halves(self._aimed(columns, way=(x, y, z)), count)

    def _flat(self, count: int) -> dict[str, Any]:
        """Return figures of which one extent is much less than the others."""
        columns = self._drawn(DRAWN * count, flat=True)
        return self._halves(self._aimed(columns, 1.1), count)

    def _turned(self, count: int) -> dict[str, Any]:
        """Return angles of many turns, and such as are nearly quarter turns."""
        columns = self._drawn(DRAWN * count)
        total = count_of(columns)
        some = np.zeros(total, np.bool_)
        for name in self._free_of(Given.ANGLE):
            far = self._sizes(*_TURNS, some) * self._signs(total)
            off = self._sizes(*_OFF_QUARTERS, some) * self._signs(total)
            nearly = self.rng.integers(-4, 5, total) * (np.pi / 2) + off
            columns[name] = np.where(self.rng.random(total) < 0.5, far, nearly)
        return self._halves(self._aimed(columns), count)

    def _slight(self, count: int) -> dict[str, Any]:
        """Return directions much shorter and much longer than 1."""
        columns = self._drawn(DRAWN * count)
        total = count_of(columns)
        by = self._sizes(*_DIRECTIONS, self.rng.random(total) < 0.5)
        for name in self._free_of(Given.WAY):
            columns[name] = tuple(by * x for x in columns[name])
        return self._halves(self._aimed(columns), count)

    def _empty(self, count: int) -> dict[str, Any]:
        """Return figures with one length of 0, and movers that may yet hit them."""
        columns = self._short(self._drawn(2 * DRAWN * count))
        lengths = set(self._free_of(Given.LENGTH))
        ats = [at for at in self._free(columns) if at[0] in lengths]
        which = self.rng.integers(0, len(ats), count_of(columns))
        for place, at in enumerate(ats):
            x = number_at(columns, at)
            columns = with_number(columns, at, np.where(which == place, 0.0 * x, x))
        return self._halves(self._put(columns, self._short_aim(columns, 4)), count)

    def _off_centre(self, count: int) -> dict[str, Any]:
        """Return figures that have a body, and turn about a point somewhere near."""
        columns = self._drawn(DRAWN * count)
        for name in self._free_of(Given.LENGTH):
            if isinstance(columns[name], tuple):
                body = tuple(np.maximum(x, _BODY) for x in columns[name])
                columns[name] = body
        beside = self._aimed(columns, 2.0)
        mover = next(name for name in beside if beside[name] is not columns[name])
        columns |= dict.fromkeys(self._pivots(), beside[mover])
        return self._halves(self._aimed(columns), count)

    def _pivots(self) -> list[str]:
        """Return the points without which the core knows a better one."""
        fixed = self.query.fixed
        return [n for n in self._free_of(Given.PLACE) if fixed.get(n, n) is None]

    def _grazing(self, count: int) -> dict[str, Any]:
        """Return movers exactly along each face, or beside it, in short numbers."""
        columns = self._short(self._drawn(2 * count))
        total = count_of(columns)
        for name in self._free_of(Given.ANGLE):
            quarters = self.rng.integers(-4, 5, total) * (np.pi / 2)
            columns[name] = np.where(self.rng.random(total) < 0.6, 0.0, quarters)
        sizes = [len(columns[name]) for name in self._free_of(Given.PLACE, Given.WAY)]
        axes = max(sizes, default=2)
        face = self.rng.integers(0, axes, total)
        runs = (face + self.rng.integers(1, axes, total)) % axes
        pace = self.rng.integers(1, 25, total) / 4.0 * self._signs(total)
        x, y, z = (np.where(runs == i, pace, 0.0) for i in range(3))
        if axes > 2:  # a line along an axis, or a way along the line
            upright, line = self.rng.random(total) < 0.5, self._axis(total)
            for name in self._free_of(Given.WAY):
                own = columns[name]
                along = zip((x, y, z), own, strict=True)
                x, y, z = (np.where(upright, s, pace * v) for s, v in along)
                both = zip(line, own, strict=True)
                columns[name] = tuple(np.where(upright, u, v) for u, v in both)
        aim = self._short_aim(columns, 6)
        on = self.rng.random(total) < 0.7
        at = [
            np.where((face == i) & on, self._signs(total), beside)
            for i, beside in enumerate(aim.at)
        ]
        aim = MoverAim((at[0], at[1], at[2]), aim.part, (x, y, z))
        return self._some(self._fit(self._put(columns, aim)), count)

    def _axis(self, count: int) -> tuple[Array, ...]:
        """Return directions along an axis."""
        which = self.rng.integers(0, 3, count)
        return tuple(np.where(which == i, 1.0, 0.0) for i in range(3))

    def _short(self, columns: Arguments) -> dict[str, Any]:
        """Return the cases in quarters."""
        return self._fit(mapped(columns, lambda x: np.round(x * 4.0) / 4.0))

    def _short_aim(self, columns: Arguments, most: int) -> MoverAim:
        """Return an aim in quarters of an extent; half of them at its very middle."""
        count = count_of(columns)

        def quarters() -> Array:
            drawn = self.rng.integers(-most, most + 1, count) / 4.0
            return np.where(self.rng.random(count) < 0.5, 0.0, drawn)

        at = quarters(), quarters(), quarters()
        return MoverAim(at, self.rng.integers(-1, 6, count) / 4.0)


# ----------------------------------------------------------------------------


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
