"""Hypothesis strategies of the judge's cases, for anybody's own property tests.

    from hypothesis import given
    from playground.judge.hypothesis_strategies import arguments

    @given(arguments("ray_circle", "touching"))
    def test_a_touch_is_a_hit(case):
        assert my_ray_circle(**case) is not None

Cases are made as the judge makes them, but one at a time and from what Hypothesis
draws: what is simple to it are short numbers in the middle of the sliders' ranges, and
the mildest that a category knows. It needs Hypothesis, which is not installed with us.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from playground.judge.cases.case_set import Array, Flags, find_valid_rows, select_rows
from playground.judge.cases.generators import (
    HUGE_EXPONENT_RANGE,
    TINY_EXPONENT_RANGE,
    CaseCategory,
    CaseGenerator,
)
from playground.judge.cases.sampling import (
    case_count,
    floats_from_order,
    floats_to_ordered,
)
from playground.judge.evaluation import EvaluationError, find_scene, scene_with_query
from playground.scene.query import ArgumentKind, Arguments, MoverAim, with_component
from playground.scene.query import component_value as number_at
from playground.scene.scene import Scene

Draw = Callable[[st.SearchStrategy[Any]], Any]

_BITS = 53
# A world's usual size: what is far or fast is more than that.
_USUAL_SIZE_LIMIT = 16.0
# Directions are slight below and above these.
_USUAL_DIRECTION_LENGTHS = 2.0**-5, 2.0**7
# What is flat has an extent that is so much less than another.
_MAX_FLATNESS_RATIO = 0.25
# What is inside without a choice that says so is so deep, as a part of its size.
_MIN_DEPTH_RATIO = 0.05
# An edge is found by looking at so many places at once.
_SEARCH_BATCH_SIZE = 64
# The simplest place in a range: not its middle, where much would be 0 or equal.
_SIMPLEST_FRACTION = 0.625


def arguments(scene: str, category: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy of the arguments of a scene's function.

    Parameters
    ----------
    scene : str
        A scene's id, or its file `SCENE.py`.
    category : str
        What the cases are: "touching", "fast", …; see `CaseCategory`.

    Returns
    -------
    SearchStrategy
        Of dicts by the function's names: floats, tuples of floats, and None.

    Raises
    ------
    ValueError
        There is no such scene or category, or the scene can have no such cases.
    """
    try:
        part = _load_scene(scene)
    except EvaluationError as error:
        raise ValueError(str(error)) from None
    known = CaseGenerator(part, np.random.default_rng(0), {}).possible_categories()
    if category not in known:
        listed = ", ".join(known)
        raise ValueError(
            f"{scene} has no category {str(category)!r}; there are {listed}"
        )
    return _draw_case(scene, str(category)).filter(bool)


@cache
def _load_scene(scene: str) -> Scene[Any, Any]:
    return scene_with_query(find_scene(scene))


@st.composite
def _draw_case(draw: Draw, scene: str, category: str) -> dict[str, Any]:
    """Return a case, or nothing where what is drawn makes none."""
    try:
        columns = _HypothesisCaseGenerator(_load_scene(scene), draw).draw_case(
            CaseCategory(category)
        )
    except _NoCaseError:
        return {}

    def first(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(float(x[0]) for x in value)
        return value if value is None else float(value[0])

    return {name: first(value) for name, value in columns.items()}


class _NoCaseError(Exception):
    """What is drawn makes no case of the category."""


def _assume(fine: object) -> None:
    if not fine:
        raise _NoCaseError


class _HypothesisCaseGenerator(CaseGenerator):
    """Makes one case of a category from what Hypothesis draws."""

    def __init__(self, scene: Scene[Any, Any], draw: Draw) -> None:
        rng: Any = _HypothesisRandom(draw)
        super().__init__(scene, rng, {})
        self._draw = draw

    def draw_case(self, category: CaseCategory) -> dict[str, Any]:
        """Return a case of a category, in columns."""
        made: Mapping[CaseCategory, Callable[[], dict[str, Any]]] = {
            CaseCategory.SCENE: self._draw_scene_case,
            CaseCategory.RANDOM: lambda: self._draw_figures(1),
            CaseCategory.NEAR: lambda: self._draw_edge("near"),
            CaseCategory.TOUCHING: lambda: self._draw_edge("touching"),
            CaseCategory.BESIDE: lambda: self._draw_edge("beside"),
            CaseCategory.INSIDE: lambda: self._generate_inside(1),
            CaseCategory.FAR: lambda: self._move_far(self._draw_base()),
            CaseCategory.TINY: lambda: self._scale_world(
                self._draw_base(), *TINY_EXPONENT_RANGE
            ),
            CaseCategory.HUGE: lambda: self._scale_world(
                self._draw_base(), *HUGE_EXPONENT_RANGE
            ),
            CaseCategory.DEGENERATE: lambda: self._make_degenerate(self._draw_base()),
        }
        if category in made:
            columns = self._keep_valid(made[category]())
        else:
            columns = self._keep_valid(self._optional_generators()[category](1))
        _assume(case_count(columns) and self._is_clear_member(category, columns))
        return columns

    def _is_clear_member(self, category: CaseCategory, columns: Arguments) -> bool:
        """Return whether the simplest that can be drawn is of the category still."""
        match category:
            case CaseCategory.FAR:
                return bool(self.query.size(columns)[0] > _USUAL_SIZE_LIMIT)
            case CaseCategory.FAST if self.query.speed:
                return bool(self.query.speed(columns)[0] > _USUAL_SIZE_LIMIT)
            case CaseCategory.SLIGHT:
                low, high = _USUAL_DIRECTION_LENGTHS
                ways = [
                    columns[name] for name in self._free_arguments(ArgumentKind.WAY)
                ]
                sizes = [max(abs(x[0]) for x in way) for way in ways]
                return not all(low < size < high for size in sizes)
            case CaseCategory.OFF_CENTRE:
                own = self._pivots()
                places = set(self._free_arguments(ArgumentKind.PLACE)).difference(own)
                return all(columns[n] != columns[x] for n in own for x in places)
        return True

    def _draw_scene_case(self) -> dict[str, Any]:
        own = self._scene_cases()
        place = self._draw(st.integers(0, case_count(own) - 1))
        return select_rows(own, np.array([place]))

    def _draw_base(self) -> dict[str, Any]:
        """Return a case that is to be changed."""
        bases = {
            "random": lambda: self._draw_figures(1),
            "touching": lambda: self._draw_edge("touching"),
            "scene": self._draw_scene_case,
        }
        return self._keep_valid(bases[self._draw(st.sampled_from(list(bases)))]())

    def _draw_edge(self, side: str) -> dict[str, Any]:
        """Return a case at the edge, where one number goes from hit to miss."""
        one = self._keep_valid(self._aim_movers(self._draw_figures(1)))
        _assume(case_count(one))
        at = self._draw(st.sampled_from(self._free_components(one)))
        if self.query.argument_kinds[at[0]] is ArgumentKind.PLACE:
            other = self._move_away(one, at)
        else:
            other = with_component(one, at, number_at(self._draw_figures(1), at))
        return self._find_edge_between(one, other, at, side)

    def _find_edge_between(
        self, one: Arguments, other: Arguments, at: tuple[str, int], side: str
    ) -> dict[str, Any]:
        """Return the hit, the miss, or what is near, between a hit and a miss."""
        _assume(find_valid_rows(self.query, other).all())
        first, second = (
            self.query.evaluate_hits(self.query.normalize(x)) for x in (one, other)
        )
        _assume(first[0] != second[0])
        inner, outer = self._bisect_edge(at, one, other, first)
        if side == "near":
            return self._move_near_edge(inner, [at])
        return dict(outer if side == "beside" else inner)

    def _generate_inside(self, count: int) -> dict[str, Any]:
        x, y, z = (self._draw_uniform(-1.0, 1.0, count) for _ in range(3))
        aim = MoverAim((x, y, z), np.zeros(count), None)
        asked = self._make_cases(
            self._keep_valid(self._place_movers(self._draw_figures(count), aim))
        )
        _assume(len(asked))
        chosen = [flags for flags in asked.choice_flags.values() if flags.any()]
        _assume(chosen or (asked.gap < -_MIN_DEPTH_RATIO * asked.size).all())
        return dict(asked.columns)

    # Of what the judge draws many of and chooses from, there is one here.

    def _draw_figures(self, count: int, flat: bool = False) -> dict[str, Any]:
        columns = super()._draw_figures(1, flat)
        _assume(case_count(columns))
        return columns

    def _flatten_extents(self, extents: tuple[Array, ...]) -> tuple[Array, ...]:
        made = super()._flatten_extents(extents)
        sizes = [x[0] for x in made]
        _assume(min(sizes) < _MAX_FLATNESS_RATIO * max(sizes))
        return made

    def _sample_cases(self, columns: Arguments, count: int) -> dict[str, Any]:
        return dict(columns)

    def _mix_with_edges(self, columns: Arguments, count: int) -> dict[str, Any]:
        columns = self._keep_valid(columns)
        _assume(case_count(columns))
        sides = ["plain", "touching", "beside", "near"]
        side = self._draw(st.sampled_from(sides))
        if side == "plain":
            return columns
        free = self._free_components(columns)
        places = [
            at for at in free if self.query.argument_kinds[at[0]] is ArgumentKind.PLACE
        ]
        at = self._draw(st.sampled_from(places))
        return self._find_edge_between(columns, self._move_away(columns, at), at, side)

    def _bisect_edge(
        self, at: tuple[str, int], one: Arguments, other: Arguments, first: Flags
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        ends = (one, other) if first[0] else (other, one)
        low, high = (int(floats_to_ordered(number_at(end, at))[0]) for end in ends)
        while abs(high - low) > 1:
            parts = min(_SEARCH_BATCH_SIZE, abs(high - low))
            whole = [low + (high - low) * k // parts for k in range(parts + 1)]
            inner = np.array(whole[1:-1], np.int64)
            tried = with_component(
                select_rows(one, np.zeros(len(inner), np.intp)),
                at,
                floats_from_order(inner),
            )
            hit = find_valid_rows(self.query, tried)  # what is not allowed is no hit
            hit[hit] = self.query.evaluate_hits(
                self.query.normalize(select_rows(tried, hit))
            )
            out = [*hit.tolist(), False].index(False)
            low, high = whole[out], whole[out + 1]
        hit_at, miss_at = (
            floats_from_order(np.array([x], np.int64)) for x in (low, high)
        )
        return with_component(one, at, hit_at), with_component(one, at, miss_at)

    def _draw_uniform(
        self, low: float | Array, high: float | Array, count: int
    ) -> Array:
        parts = [
            (self._draw(_FRACTIONS) + _SIMPLEST_FRACTION) % 1.0 for _ in range(count)
        ]
        return np.asarray(low + (high - low) * np.array(parts))


def _fraction(number: int) -> float:
    """Return a part of 1, which is shorter for smaller numbers, and 0 for 0."""
    return int(f"{number:0{_BITS}b}"[::-1], 2) * 2.0**-_BITS


_FRACTIONS = st.integers(0, 2**_BITS - 1).map(_fraction)


class _HypothesisRandom:
    """Stands for NumPy's random numbers: all are drawn by Hypothesis."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def random(self, size: int) -> NDArray[np.float64]:
        """Return numbers from 0 to below 1."""
        return np.array([self._draw(_FRACTIONS) for _ in range(size)], np.float64)

    def integers(self, low: int, high: int, size: int) -> NDArray[np.int64]:
        """Return whole numbers, those nearest to 0 are the simplest."""
        whole = st.integers(low, high - 1)
        return np.array([self._draw(whole) for _ in range(size)], np.int64)

    def choice(self, of: Sequence[float], size: int) -> NDArray[np.float64]:
        """Return some of these, of which the first is the simplest."""
        one = st.sampled_from(list(of))
        return np.array([self._draw(one) for _ in range(size)])
