"""Cases of movers that are aimed at figures, to the depth where bugs are.

A figure that is flat, turned far or without extent is seldom met by a mover that is
drawn at random, and so a scene's `Query.aimed` puts the mover about it. Half of each
family is so, as many hits as misses where that can be; half is made of these, at the
edge of the verdict and near it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from playground.explore.judge.cases import Array, allowed, mapped, picked, together
from playground.explore.judge.drawn_cases import count_of
from playground.explore.judge.edge_cases import DRAWN, EdgeCases
from playground.scene.aim import MoverAim
from playground.scene.query import Arguments, Given, with_number
from playground.scene.query import number as number_at

# Ways, directions and turns go up to these, and down to them, as powers of two.
_SPEEDS, _DIRECTIONS, _TURNS, _OFF_QUARTERS = (4, 14), (-53, 53), (1, 9), (-30, -5)
# A mover passes within so many extents of the figure's middle, in this part of its way.
_SPREAD, _PARTS = 1.3, (-0.2, 1.2)
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
