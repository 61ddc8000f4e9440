"""Generators of seeded test cases, by category: cases that code is likely to get wrong.

Cases are made in columns. Figures are drawn from the ranges of the scene's sliders. The
edge of the verdict is found by bisection between a hit and a miss that differ in one
number, down to adjacent floats, and exact touches by testing small integers.

The same seed gives the same cases on every machine: only sums and products of floats
are used, which all machines round alike, and no power, logarithm or sine of the C
library. NumPy's `uniform` is avoided too, since a compiler may turn it into a fused
multiply-add.
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
    Flags,
    case_count,
    concatenate_cases,
    concatenate_columns,
    find_valid_rows,
    floats_from_order,
    floats_to_ordered,
    in_columns,
    map_columns,
    scale_world,
    select_rows,
    with_fixed,
)
from playground.scene import params as parameters
from playground.scene.parameter_types import Number, Vector
from playground.scene.query import (
    ArgumentKind,
    Arguments,
    MoverAim,
    Query,
    components,
    with_component,
)
from playground.scene.query import component_value as number_at
from playground.scene.scene import Scene

# Fractions of the sliders' ranges in which positions, and lengths, are drawn.
_PLACE_FRACTIONS, _LENGTH_FRACTIONS = (1.0, 0.5, 0.25, 0.125), (1.0, 0.5, 0.25, 0.0625)
# Ratio of the smallest extent of a flat figure, as powers of two.
_FLATNESS_EXPONENT_RANGE = -15, -2
# Distance of near cases from the edge, relative to the size, as powers of two.
_NEAR_EXPONENT_RANGE = -47, -3
# Samples drawn for each case that is wanted.
_SAMPLES_PER_CASE = 4
_SIEVE_SAMPLES_PER_CASE = 60
# Largest integers in the search for exact touches.
_INTEGER_LIMITS = 2, 5, 12
# Ranges of speeds, direction lengths, angles, and offsets from quarter turns, as powers
# of two.
(
    _SPEED_EXPONENT_RANGE,
    _DIRECTION_EXPONENT_RANGE,
    _TURN_EXPONENT_RANGE,
    _QUARTER_OFFSET_EXPONENT_RANGE,
) = (4, 14), (-53, 53), (1, 9), (-30, -5)
# How far from the figure's center a mover passes, in extents, and at which fraction of
# its path.
_AIM_SPREAD_RATIO = 1.3
_AIM_FRACTION_RANGE = (-0.2, 1.2)
# Smallest width of a figure that has to have a body.
_MIN_BODY_WIDTH = 0.25
# Distance from a hit, in largest lengths, at which a case probably misses.
_AWAY_DISTANCE_RATIO = 4.0
# Scales of tiny and huge cases, and offsets of far ones, as powers of two.
_TINY_EXPONENT_RANGE = (-30, -6)
_HUGE_EXPONENT_RANGE = (6, 30)
_OFFSET_EXPONENT_RANGE = (10, 27)
# Common categories without the scene's own cases, in units of half a share.
_COMMON_HALF_SHARE_COUNT = 15


class NoEdgeError(Exception):
    """Raised if no argument that varies ever changes the verdict."""


@enum_of_texts
class CaseCategory(StrEnum):
    """Category of a generated test case."""

    SCENE = "scene"
    """A case of the scene itself."""
    RANDOM = "random"
    """From the sliders' ranges, as many hits as misses."""
    NEAR = "near"
    """Near the edge of the verdict, from 1/8 of the size down to rounding."""
    TOUCHING = "touching"
    """Exactly at the edge, or a hit next to a miss one float away."""
    BESIDE = "beside"
    """A miss next to a hit one float away."""
    INSIDE = "inside"
    """Deep inside, or starting inside."""
    FAR = "far"
    """Far away from the origin of the world."""
    TINY = "tiny"
    """Scaled down, by a factor of 2**-30 to 2**-6."""
    HUGE = "huge"
    """Scaled up, by a factor of 2**6 to 2**30."""
    DEGENERATE = "degenerate"
    """Lengths of 0, equal points, directions along an axis."""
    FAST = "fast"
    """Paths much longer than the figure."""
    FLAT = "flat"
    """One extent much smaller than the others."""
    TURNED = "turned"
    """Angles of many turns, or close to quarter turns."""
    SLIGHT = "slight"
    """Directions much shorter or longer than 1."""
    EMPTY = "empty"
    """A length of 0 in a figure that can still be hit."""
    OFF_CENTRE = "off centre"
    """A body that turns about a point off its center."""
    GRAZING = "grazing"
    """Along a face exactly, or parallel to it."""


def generate_cases(
    scene: Scene[Any, Any],
    count: int,
    seed: int,
    fixed: Mapping[str, Any] | None = None,
) -> Cases:
    """Return generated cases and the scene's own, shuffled.

    The same seed gives the same cases.

    Parameters
    ----------
    scene : Scene
        A scene with a query.
    count : int
        Approximate number of cases.
    seed : int
        Seed of the random numbers.
    fixed : mapping, optional
        Arguments that are the same in all cases: numbers, tuples of numbers or None by
        name.

    Raises
    ------
    NoEdgeError
        No argument that varies changes the verdict.
    ValueError
        The core refuses the fixed arguments.
    """
    return _generate_cases(scene, count, seed, tuple((fixed or {}).items()))


@lru_cache(maxsize=8)  # all submissions of a class get the same cases
def _generate_cases(
    scene: Scene[Any, Any], count: int, seed: int, fixed: tuple[tuple[str, Any], ...]
) -> Cases:
    maker = CaseGenerator(scene, np.random.default_rng(seed), dict(fixed))
    generated = concatenate_cases(maker.generate_categories(count))
    return generated.select(maker.rng.permutation(len(generated)))


def find_fixed_arguments(
    scene: Scene[Any, Any], taken: frozenset[str] | None
) -> dict[str, Any]:
    """Return values for the arguments that code does not take.

    Parameters
    ----------
    scene : Scene
        A scene with a query.
    taken : frozenset of str or None
        Arguments that the code takes; None for all.

    Returns
    -------
    dict
        By name, the query's fixed value, or else the scene's initial one.
    """
    query = scene.query
    assert query is not None
    opened = query.arguments(scene.initial_params())
    left_out = () if taken is None else (name for name in opened if name not in taken)
    return {name: query.fixed.get(name, opened[name]) for name in left_out}


class CaseGenerator:
    """Generator of one scene's cases, by category.

    Parameters
    ----------
    scene : Scene
        A scene with a query.
    rng : Generator
        The source of random numbers.
    fixed : mapping
        Arguments by name that are the same in all cases.
    """

    def __init__(
        self, scene: Scene[Any, Any], rng: np.random.Generator, fixed: Mapping[str, Any]
    ) -> None:
        assert scene.query is not None
        self.scene, self.rng, self.fixed = scene, rng, fixed
        self.query: Query[Any, Any] = scene.query

    def generate_categories(self, total: int) -> list[Cases]:
        """Return the cases of every category, about `total` in all.

        Every category gets the same number, far, tiny and huge cases half of it; the
        scene's own cases are added. Categories that the scene cannot have are left out.
        """
        aims = self._optional_generators()
        count = max(2 * total // (2 * len(aims) + _COMMON_HALF_SHARE_COUNT), 2)
        generated = self._generate_common_categories(count)
        generated |= {CaseCategory(name): draw(count) for name, draw in aims.items()}
        return [
            self._make_category_cases(category, columns)
            for category, columns in generated.items()
        ]

    def _generate_common_categories(
        self, count: int
    ) -> dict[CaseCategory, dict[str, Any]]:
        """Return the cases of the categories that every scene has."""
        plain = self._sample_cases(
            self._balance_hits(self._draw_figures(_SAMPLES_PER_CASE * count)), count
        )
        touches = self._find_exact_touches(count // 2)
        ends, edge_components = self._find_edges(count)
        half = (count + 1) // 2
        last = self._sample_cases(ends[0], count - case_count(touches))
        touching = concatenate_columns(last, touches)
        own = self._scene_cases()
        base = concatenate_columns(
            plain, self._sample_cases(touching, half), self._sample_cases(own, half)
        )
        return {
            CaseCategory.SCENE: own,
            CaseCategory.RANDOM: plain,
            CaseCategory.NEAR: self._move_near_edge(ends[0], edge_components),
            CaseCategory.TOUCHING: touching,
            CaseCategory.BESIDE: self._sample_cases(ends[1], count),
            CaseCategory.INSIDE: self._generate_inside(count),
            CaseCategory.FAR: self._sample_cases(self._move_far(base), half),
            CaseCategory.TINY: self._sample_cases(
                self._scale_world(base, *_TINY_EXPONENT_RANGE), half
            ),
            CaseCategory.HUGE: self._sample_cases(
                self._scale_world(base, *_HUGE_EXPONENT_RANGE), half
            ),
            CaseCategory.DEGENERATE: self._sample_cases(
                self._make_degenerate(base), count
            ),
        }

    def _make_cases(self, columns: Arguments) -> Cases:
        return Cases(self.query, columns, np.full(case_count(columns), ""))

    def _tidy_columns(self, columns: Arguments) -> dict[str, Any]:
        """Return normalized arguments, with the fixed ones set."""
        return with_fixed(
            self.query.normalize(columns), self.fixed, case_count(columns)
        )

    def _keep_valid(self, columns: Arguments) -> dict[str, Any]:
        columns = self._tidy_columns(columns)
        return select_rows(columns, find_valid_rows(self.query, columns))

    def _sample_cases(self, columns: Arguments, count: int) -> dict[str, Any]:
        """Return `count` random cases, or all if there are fewer."""
        total = case_count(columns)
        places = self.rng.permutation(total)[:count] if total > count else slice(None)
        return map_columns(columns, lambda x: x[places])

    def _draw_uniform(
        self, low: float | Array, high: float | Array, count: int
    ) -> Array:
        """Return random numbers from `low` to `high`, shape (count,)."""
        return np.asarray(low + (high - low) * self.rng.random(count))

    def _draw_sizes(self, low: int, high: int, whole: Flags) -> Array:
        """Return numbers from 2**low to 2**high, evenly over the powers of two.

        Where `whole`, shape (n,), is True, they are powers of two.
        """
        part = np.where(whole, 0.0, self.rng.random(len(whole)))
        return np.ldexp(1.0 + part, self.rng.integers(low, high, len(whole)))

    def _scene_cases(self) -> dict[str, Any]:
        """Return the cases that the scene lists."""
        listed = (self.query.arguments(c.params) for c in self.scene.cases.values())
        return self._keep_valid(in_columns(listed))

    def _draw_figures(self, count: int, flat: bool = False) -> dict[str, Any]:
        """Return figures from the sliders' ranges, half of them in multiples of 0.25.

        With `flat`, one extent is much smaller than the others.
        """
        part, lengths = (
            self.rng.choice(p, count) for p in (_PLACE_FRACTIONS, _LENGTH_FRACTIONS)
        )
        short = self.rng.random(count) < 0.5
        params = self.scene.initial_params()
        changes: dict[str, Any] = {}

        def draw_numbers(low: float, high: float) -> Array:
            numbers = self._draw_uniform(low, high, count)
            numbers = np.where(short, np.round(numbers * 4.0) / 4.0, numbers)
            return np.asarray(numbers * (part if low < 0.0 else lengths))

        for name, spec in parameters.relevant_parameters(params).items():
            if isinstance(spec, Number) and not spec.time:
                changes[name] = draw_numbers(spec.low, spec.high)
            elif isinstance(spec, Vector):
                size = range(spec.size)
                drawn = tuple(draw_numbers(spec.low, spec.high) for _ in size)
                thin = flat and name in self._extents()
                changes[name] = self._flatten_extents(drawn) if thin else drawn
        return self._keep_valid(self.query.arguments(type(params)(**changes)))

    def _extents(self) -> list[str]:
        """Return the varying parameters that are vectors of lengths."""
        specs = parameters.relevant_parameters(self.scene.initial_params()).items()
        lengths = [n for n, s in specs if isinstance(s, Vector) and s.low >= 0.0]
        return [name for name in lengths if name not in self.fixed]

    def _flatten_extents(self, extents: tuple[Array, ...]) -> tuple[Array, ...]:
        count = len(extents[0])
        by = self._draw_sizes(*_FLATNESS_EXPONENT_RANGE, self.rng.random(count) < 0.5)
        which = self.rng.integers(0, len(extents), count)
        return tuple(np.where(which == i, x * by, x) for i, x in enumerate(extents))

    def _balance_hits(self, columns: Arguments) -> dict[str, Any]:
        """Return as many hits as misses of the cases, the hits first."""
        hit = self.query.evaluate_hits(columns)
        hits, misses = np.flatnonzero(hit), np.flatnonzero(~hit)
        few = min(len(hits), len(misses))
        return select_rows(columns, np.concatenate([hits[:few], misses[:few]]))

    def _free_components(self, columns: Arguments) -> list[tuple[str, int]]:
        return [at for at in components(columns) if at[0] not in self.fixed]

    # Cases at the edge of the verdict: exact touches, adjacent floats, and near ones.

    def _find_edges(
        self, count: int
    ) -> tuple[tuple[dict[str, Any], dict[str, Any]], list[tuple[str, int]]]:
        """Return hits and misses one float apart, and the component that differs.

        They are grouped by that component.

        Raises
        ------
        NoEdgeError
            No component changes the verdict.
        """
        ends: list[tuple[dict[str, Any], dict[str, Any]]] = []
        ats: list[tuple[str, int]] = []
        free = self._free_components(self._draw_figures(1))
        count_each = -(-count // len(free))
        for at in free:
            one = self._draw_figures(2 * _SAMPLES_PER_CASE * count_each)
            other = with_component(one, at, self.rng.permutation(number_at(one, at)))
            is_valid = find_valid_rows(self.query, other)
            one, other = select_rows(one, is_valid), select_rows(other, is_valid)
            tidy = self.query.normalize
            first, second = (self.query.evaluate_hits(tidy(x)) for x in (one, other))
            places = np.flatnonzero(first != second)[:count_each]
            if not len(places):
                continue
            hits, misses = select_rows(one, places), select_rows(other, places)
            edges = self._bisect_edge(at, hits, misses, first[places])
            ends.append(edges)
            ats += [at] * len(places)
        if not ends:
            raise NoEdgeError
        hits = concatenate_columns(*(hit for hit, _ in ends))
        misses = concatenate_columns(*(miss for _, miss in ends))
        return (hits, misses), ats

    def _bisect_edge(
        self, at: tuple[str, int], one: Arguments, other: Arguments, first: Flags
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Bisect between cases that differ in one component, down to adjacent floats.

        `first` is True where `one` is the hit, else `other` is. Returns the last hits
        and the first misses.
        """
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
            hit = find_valid_rows(self.query, tried)  # invalid cases are no hits
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
        """Return cases moved off the edge in one component, to either side.

        `ats` names the component for each case.
        """
        size = self.query.size(edges)
        count = case_count(edges)
        by = size * self._draw_sizes(*_NEAR_EXPONENT_RANGE, np.zeros(count, np.bool_))
        by *= self.rng.choice((-1.0, 1.0), count)
        moved = dict(edges)
        for at in dict.fromkeys(ats):
            here = np.array([other_component == at for other_component in ats])
            number = number_at(moved, at)
            moved = with_component(moved, at, np.where(here, number + by, number))
        return self._keep_valid(moved)

    def _find_exact_touches(self, count: int) -> dict[str, Any]:
        """Return cases of small integers that touch exactly."""
        figures = self._draw_figures(_SIEVE_SAMPLES_PER_CASE * count)
        total = case_count(figures)
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
            for name, value in figures.items()
        }
        columns = self._keep_valid(columns)
        touches = self._make_cases(columns).gap == 0.0
        return self._sample_cases(select_rows(columns, touches), count)

    # Categories that only some scenes have.

    def _optional_generators(self) -> dict[str, Callable[[int], dict[str, Any]]]:
        """Return a generator for each optional category that the scene can have."""
        query = self.query
        free = {
            argument_kind
            for name, argument_kind in query.argument_kinds.items()
            if name not in self.fixed
        }
        has_aim = query.aim is not None
        moves = query.speed is not None and (has_aim or ArgumentKind.STEP in free)
        generators = {
            "fast": (self._generate_fast, moves),
            "flat": (self._generate_flat, bool(self._extents())),
            "turned": (self._generate_turned, ArgumentKind.ANGLE in free),
            "slight": (self._generate_slight, ArgumentKind.WAY in free),
            "empty": (self._generate_empty, ArgumentKind.LENGTH in free),
            "off centre": (self._generate_off_centre, has_aim and bool(self._pivots())),
            "grazing": (self._generate_grazing, has_aim),
        }
        return {name: draw for name, (draw, can) in generators.items() if can}

    def _mix_with_edges(self, columns: Arguments, count: int) -> dict[str, Any]:
        """Return valid cases: half of `count` as given, half moved to the edge."""
        columns = self._keep_valid(columns)
        plain = self._sample_cases(self._balance_hits(columns), count // 2)
        edges = self._generate_edge_cases(columns, count - count // 2)
        return self._keep_valid(concatenate_columns(plain, edges))

    def _generate_edge_cases(self, columns: Arguments, count: int) -> dict[str, Any]:
        """Return cases at the edge, each one coordinate away from one of the hits."""
        hits = select_rows(columns, self.query.evaluate_hits(columns))
        ats = [
            at
            for at in self._free_components(hits)
            if self.query.argument_kinds[at[0]] is ArgumentKind.PLACE
        ]
        parts = [select_rows(columns, np.zeros(case_count(columns), np.bool_))]
        for at in ats:
            one = self._sample_cases(hits, -(-count // len(ats)))
            other = self._move_away(one, at)
            miss = find_valid_rows(self.query, other)
            miss[miss] = ~self.query.evaluate_hits(
                self.query.normalize(select_rows(other, miss))
            )
            one, other = select_rows(one, miss), select_rows(other, miss)
            found = case_count(one)
            if not found:
                continue
            inner, outer = self._bisect_edge(at, one, other, np.ones(found, np.bool_))
            near = self._move_near_edge(inner, [at] * found)
            which = self.rng.integers(0, 3, found)
            parts += [select_rows(inner, which == 0), select_rows(outer, which == 1)]
            parts.append(self._sample_cases(near, int((which == 2).sum())))
        return concatenate_columns(*parts)

    def _move_away(self, columns: Arguments, at: tuple[str, int]) -> dict[str, Any]:
        """Return the cases with one coordinate moved so far that most of them miss."""
        far = self.rng.choice(
            (-_AWAY_DISTANCE_RATIO, _AWAY_DISTANCE_RATIO), case_count(columns)
        )
        shift = far * self.query.size(columns)
        return with_component(columns, at, number_at(columns, at) + shift)

    def _aim_movers(
        self,
        columns: Arguments,
        spread: float = _AIM_SPREAD_RATIO,
        way: tuple[Array, Array, Array] | None = None,
    ) -> dict[str, Any]:
        """Return the cases with movers that pass near the figure.

        `spread` is the largest distance from its center, in extents; `way` is the path,
        by default the query's own.
        """
        count = case_count(columns)
        x, y, z = (self._draw_uniform(-spread, spread, count) for _ in range(3))
        return self._place_movers(
            columns,
            MoverAim((x, y, z), self._draw_uniform(*_AIM_FRACTION_RANGE, count), way),
        )

    def _place_movers(self, columns: Arguments, aim: MoverAim) -> dict[str, Any]:
        columns = self._tidy_columns(columns)
        if self.query.aim is not None:
            return dict(self.query.aim(columns, aim))
        steps = {
            name: aim.displacement_or(value)
            for name, value in columns.items()
            if self.query.argument_kinds[name] is ArgumentKind.STEP
        }
        return {**columns, **steps}

    def _free_arguments(self, *kinds: ArgumentKind) -> list[str]:
        """Return the varying arguments of these kinds."""
        given = self.query.argument_kinds.items()
        return [n for n, kind in given if kind in kinds and n not in self.fixed]

    def _draw_signs(self, count: int) -> Array:
        return np.asarray(self.rng.choice((-1.0, 1.0), count))

    def _generate_fast(self, count: int) -> dict[str, Any]:
        """Return paths much longer than the figure, some along an axis."""
        columns = self._draw_figures(_SAMPLES_PER_CASE * count)
        total = case_count(columns)
        speed = self._draw_sizes(*_SPEED_EXPONENT_RANGE, self.rng.random(total) < 0.5)
        alone = self.rng.integers(0, 10, total)  # the only axis of the path, if 0 to 2
        x, y, z = (
            np.where((alone > 2) | (alone == i), self._draw_uniform(-1, 1, total), 0)
            * speed
            for i in range(3)
        )
        return self._mix_with_edges(self._aim_movers(columns, way=(x, y, z)), count)

    def _generate_flat(self, count: int) -> dict[str, Any]:
        """Return figures with one extent much smaller than the others."""
        columns = self._draw_figures(_SAMPLES_PER_CASE * count, flat=True)
        return self._mix_with_edges(self._aim_movers(columns, 1.1), count)

    def _generate_turned(self, count: int) -> dict[str, Any]:
        """Return figures turned many times, or nearly by quarter turns."""
        columns = self._draw_figures(_SAMPLES_PER_CASE * count)
        total = case_count(columns)
        is_chosen = np.zeros(total, np.bool_)
        for name in self._free_arguments(ArgumentKind.ANGLE):
            far = self._draw_sizes(*_TURN_EXPONENT_RANGE, is_chosen) * self._draw_signs(
                total
            )
            angles = self._draw_sizes(
                *_QUARTER_OFFSET_EXPONENT_RANGE, is_chosen
            ) * self._draw_signs(total)
            nearly = self.rng.integers(-4, 5, total) * (np.pi / 2) + angles
            columns[name] = np.where(self.rng.random(total) < 0.5, far, nearly)
        return self._mix_with_edges(self._aim_movers(columns), count)

    def _generate_slight(self, count: int) -> dict[str, Any]:
        """Return directions much shorter and much longer than 1."""
        columns = self._draw_figures(_SAMPLES_PER_CASE * count)
        total = case_count(columns)
        by = self._draw_sizes(*_DIRECTION_EXPONENT_RANGE, self.rng.random(total) < 0.5)
        for name in self._free_arguments(ArgumentKind.WAY):
            columns[name] = tuple(by * x for x in columns[name])
        return self._mix_with_edges(self._aim_movers(columns), count)

    def _generate_empty(self, count: int) -> dict[str, Any]:
        """Return figures with one length of 0, and movers that may still hit them."""
        columns = self._round_to_quarters(
            self._draw_figures(2 * _SAMPLES_PER_CASE * count)
        )
        lengths = set(self._free_arguments(ArgumentKind.LENGTH))
        ats = [at for at in self._free_components(columns) if at[0] in lengths]
        which = self.rng.integers(0, len(ats), case_count(columns))
        for place, at in enumerate(ats):
            x = number_at(columns, at)
            columns = with_component(columns, at, np.where(which == place, 0.0 * x, x))
        return self._mix_with_edges(
            self._place_movers(columns, self._draw_quarter_aim(columns, 4)), count
        )

    def _generate_off_centre(self, count: int) -> dict[str, Any]:
        """Return figures with a body whose pivot is off their center."""
        columns = self._draw_figures(_SAMPLES_PER_CASE * count)
        for name in self._free_arguments(ArgumentKind.LENGTH):
            if isinstance(columns[name], tuple):
                body = tuple(np.maximum(x, _MIN_BODY_WIDTH) for x in columns[name])
                columns[name] = body
        side_aims = self._aim_movers(columns, 2.0)
        mover = next(name for name in side_aims if side_aims[name] is not columns[name])
        columns |= dict.fromkeys(self._pivots(), side_aims[mover])
        return self._mix_with_edges(self._aim_movers(columns), count)

    def _pivots(self) -> list[str]:
        """Return the varying points that are optional in the core, such as pivots."""
        fixed_arguments = self.query.fixed
        return [
            n
            for n in self._free_arguments(ArgumentKind.PLACE)
            if fixed_arguments.get(n, n) is None
        ]

    def _generate_grazing(self, count: int) -> dict[str, Any]:
        """Return movers along a face or parallel to it, in multiples of 0.25."""
        columns = self._round_to_quarters(self._draw_figures(2 * count))
        total = case_count(columns)
        for name in self._free_arguments(ArgumentKind.ANGLE):
            quarters = self.rng.integers(-4, 5, total) * (np.pi / 2)
            columns[name] = np.where(self.rng.random(total) < 0.6, 0.0, quarters)
        sizes = [
            len(columns[name])
            for name in self._free_arguments(ArgumentKind.PLACE, ArgumentKind.WAY)
        ]
        axes = max(sizes, default=2)
        face = self.rng.integers(0, axes, total)
        runs = (face + self.rng.integers(1, axes, total)) % axes
        pace = self.rng.integers(1, 25, total) / 4.0 * self._draw_signs(total)
        x, y, z = (np.where(runs == i, pace, 0.0) for i in range(3))
        if axes > 2:  # a line along an axis, or a path along the line
            upright, line = self.rng.random(total) < 0.5, self._axis(total)
            for name in self._free_arguments(ArgumentKind.WAY):
                own_columns = columns[name]
                along = zip((x, y, z), own_columns, strict=True)
                x, y, z = (np.where(upright, s, pace * v) for s, v in along)
                both = zip(line, own_columns, strict=True)
                columns[name] = tuple(np.where(upright, u, v) for u, v in both)
        aim = self._draw_quarter_aim(columns, 6)
        is_on = self.rng.random(total) < 0.7
        at = [
            np.where((face == i) & is_on, self._draw_signs(total), lateral)
            for i, lateral in enumerate(aim.at)
        ]
        aim = MoverAim((at[0], at[1], at[2]), aim.fraction, (x, y, z))
        return self._sample_cases(
            self._keep_valid(self._place_movers(columns, aim)), count
        )

    def _axis(self, count: int) -> tuple[Array, ...]:
        """Return random unit vectors along an axis, three arrays (count,)."""
        which = self.rng.integers(0, 3, count)
        return tuple(np.where(which == i, 1.0, 0.0) for i in range(3))

    def _round_to_quarters(self, columns: Arguments) -> dict[str, Any]:
        """Return the valid cases with all numbers rounded to multiples of 0.25."""
        return self._keep_valid(map_columns(columns, lambda x: np.round(x * 4.0) / 4.0))

    def _draw_quarter_aim(self, columns: Arguments, most: int) -> MoverAim:
        """Return an aim in quarters of an extent, each 0 with probability one half.

        `most` is the largest number of quarters.
        """
        count = case_count(columns)

        def quarters() -> Array:
            numbers = self.rng.integers(-most, most + 1, count) / 4.0
            return np.where(self.rng.random(count) < 0.5, 0.0, numbers)

        position = quarters(), quarters(), quarters()
        return MoverAim(position, self.rng.integers(-1, 6, count) / 4.0)

    # Cases derived from other cases.

    def _make_category_cases(self, category: CaseCategory, columns: Arguments) -> Cases:
        columns = self._tidy_columns(columns)
        columns = select_rows(columns, find_valid_rows(self.query, columns))
        return Cases(self.query, columns, np.full(case_count(columns), str(category)))

    def _generate_inside(self, count: int) -> dict[str, Any]:
        """Return cases that start inside, or else the deepest hits."""
        candidates = self._make_cases(self._draw_figures(2 * _SAMPLES_PER_CASE * count))
        deep = candidates.gap < 0.0
        chosen_flags = [
            flags for flags in candidates.choice_flags.values() if flags.any()
        ]
        if chosen_flags:
            inside = reduce(np.logical_or, chosen_flags)
        else:
            inside = deep & (candidates.gap <= np.median(candidates.gap[deep]))
        return self._sample_cases(select_rows(candidates.columns, inside), count)

    def _move_far(self, columns: Arguments) -> dict[str, Any]:
        """Return the cases far from the origin, half of them by powers of two.

        A power of two keeps an exact touch.
        """
        count = case_count(columns)
        is_whole = self.rng.random(count) < 0.5

        def offset() -> Array:
            far = self._draw_sizes(*_OFFSET_EXPONENT_RANGE, is_whole)
            return np.asarray(far * self.rng.choice((-1.0, 0.0, 1.0), count))

        offsets = [offset() for _ in range(3)]
        moved = dict(columns)
        for name, value in columns.items():
            free = name not in self.fixed and value is not None
            if self.query.argument_kinds[name] is ArgumentKind.PLACE and free:
                moved[name] = tuple(x + o for x, o in zip(value, offsets, strict=False))
        return self._keep_valid(moved)

    def _scale_world(self, columns: Arguments, low: int, high: int) -> dict[str, Any]:
        """Return the cases scaled by 2**low to 2**high, half by powers of two."""
        count = case_count(columns)
        by = self._draw_sizes(low, high, self.rng.random(count) < 0.5)
        return self._keep_valid(scale_world(self.query, columns, by, self.fixed))

    def _make_degenerate(self, columns: Arguments) -> dict[str, Any]:
        """Return the cases, each with a zero, equal or axis-aligned argument."""
        ways = [
            way
            for name, value in columns.items()
            if name not in self.fixed and value is not None
            for way in self._degenerate_changes(name, columns)
        ]
        which = self.rng.integers(0, len(ways), case_count(columns))
        changes = [
            way(select_rows(columns, which == place)) for place, way in enumerate(ways)
        ]
        return self._keep_valid(concatenate_columns(*changes))

    def _degenerate_changes(
        self, name: str, columns: Arguments
    ) -> list[Callable[..., Any]]:
        """Return the changes that make an argument degenerate."""
        value, argument_kind = columns[name], self.query.argument_kinds[name]

        def change_argument(change: Callable[[Any], Any]) -> Callable[..., Any]:
            return lambda some: {**some, name: change(some[name])}

        def zero_component(place: int) -> Callable[[Any], Any]:
            return lambda v: (*v[:place], 0.0 * v[place], *v[place + 1 :])

        def zero_value(v: Any) -> Any:
            return tuple(0.0 * x for x in v) if isinstance(v, tuple) else 0.0 * v

        def scale_vector(by: float) -> Callable[[Any], Any]:
            return lambda v: tuple(by * x for x in v)

        ways: list[Callable[..., Any]] = []
        if isinstance(value, tuple) and argument_kind is not ArgumentKind.POSITIVE:
            ways += [
                change_argument(zero_component(place)) for place in range(len(value))
            ]
        match argument_kind:
            case ArgumentKind.LENGTH | ArgumentKind.STEP:
                ways.append(change_argument(zero_value))
            case ArgumentKind.ANGLE:
                quarter = np.pi / 2
                ways.append(change_argument(lambda v: np.round(v / quarter) * quarter))
            case ArgumentKind.WAY:
                ways += [
                    change_argument(scale_vector(2.0**-20)),
                    change_argument(scale_vector(2.0**20)),
                ]
            case ArgumentKind.PLACE:
                places = [
                    other_name
                    for other_name, kind in self.query.argument_kinds.items()
                    if kind is ArgumentKind.PLACE
                    and other_name != name
                    and columns[other_name] is not None
                ]
                ways += [
                    lambda some, other=other_name: {**some, name: some[other]}
                    for other_name in places
                ]
            case _:
                ways.append(change_argument(lambda v: tuple(v[0] for _ in v)))
        return ways
