"""Hypothesis strategies of the judge's cases, for anybody's own property tests.

    from hypothesis import given
    from playground.judge.hypothesis_strategies import arguments

    @given(arguments("ray_circle", "touching"))
    def test_a_touch_is_a_hit(case):
        assert my_ray_circle(**case) is not None

Cases are made as the judge makes them, but one at a time and from what Hypothesis
draws: what is simple to it are short numbers in the middle of the sliders' ranges, and
the mildest that a family knows. It needs Hypothesis, which is not installed with us.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from playground.judge.cases.case_set import Array, Flags, allowed, picked
from playground.judge.cases.generators import LARGER, SMALLER, CaseMaker, Family
from playground.judge.cases.sampling import count_of, floats_of, ordered
from playground.judge.evaluation import TrialError, asked_in, scene_of
from playground.scene.query import Arguments, Given, MoverAim, with_number
from playground.scene.query import number as number_at
from playground.scene.scene import Scene

Draw = Callable[[st.SearchStrategy[Any]], Any]

_BITS = 53
# A world's usual size: what is far or fast is more than that.
_USUAL = 16.0
# Directions are slight below and above these.
_SLIGHT = 2.0**-5, 2.0**7
# What is flat has an extent that is so much less than another.
_FLAT = 0.25
# What is inside without a choice that says so is so deep, as a part of its size.
_DEEP = 0.05
# An edge is found by looking at so many places at once.
_LOOKED = 64
# The simplest place in a range: not its middle, where much would be 0 or equal.
_SIMPLEST = 0.625


def arguments(scene: str, family: str) -> st.SearchStrategy[dict[str, Any]]:
    """Return a strategy of the arguments of a scene's function.

    Parameters
    ----------
    scene : str
        A scene's id, or its file `SCENE.py`.
    family : str
        What the cases are: "touching", "fast", …; see `Family`.

    Returns
    -------
    SearchStrategy
        Of dicts by the function's names: floats, tuples of floats, and None.

    Raises
    ------
    ValueError
        There is no such scene or family, or the scene can have no such cases.
    """
    try:
        part = _part_of(scene)
    except TrialError as error:
        raise ValueError(str(error)) from None
    known = CaseMaker(part, np.random.default_rng(0), {}).possible()
    if family not in known:
        listed = ", ".join(known)
        raise ValueError(f"{scene} has no family {str(family)!r}; there are {listed}")
    return _tried(scene, str(family)).filter(bool)


@cache
def _part_of(scene: str) -> Scene[Any, Any]:
    return asked_in(scene_of(scene))


@st.composite
def _tried(draw: Draw, scene: str, family: str) -> dict[str, Any]:
    """Return a case, or nothing where what is drawn makes none."""
    try:
        columns = _OneDrawn(_part_of(scene), draw).of(Family(family))
    except _NoneDrawnError:
        return {}

    def first(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(float(x[0]) for x in value)
        return value if value is None else float(value[0])

    return {name: first(value) for name, value in columns.items()}


class _NoneDrawnError(Exception):
    """What is drawn makes no case of the family."""


def _assume(fine: object) -> None:
    if not fine:
        raise _NoneDrawnError


class _OneDrawn(CaseMaker):
    """Makes one case of a family from what Hypothesis draws."""

    def __init__(self, scene: Scene[Any, Any], draw: Draw) -> None:
        rng: Any = _HypothesisNumbers(draw)
        super().__init__(scene, rng, {})
        self._draw = draw

    def of(self, family: Family) -> dict[str, Any]:
        """Return a case of a family, in columns."""
        made: Mapping[Family, Callable[[], dict[str, Any]]] = {
            Family.SCENE: self._of_scene,
            Family.RANDOM: lambda: self._drawn(1),
            Family.NEAR: lambda: self._edge("near"),
            Family.TOUCHING: lambda: self._edge("touching"),
            Family.BESIDE: lambda: self._edge("beside"),
            Family.INSIDE: lambda: self._inside(1),
            Family.FAR: lambda: self._far(self._base()),
            Family.TINY: lambda: self._scaled(self._base(), *SMALLER),
            Family.HUGE: lambda: self._scaled(self._base(), *LARGER),
            Family.DEGENERATE: lambda: self._degenerate(self._base()),
        }
        if family in made:
            columns = self._fit(made[family]())
        else:
            columns = self._fit(self._aimed_families()[family](1))
        _assume(count_of(columns) and self._clearly(family, columns))
        return columns

    def _clearly(self, family: Family, columns: Arguments) -> bool:
        """Return whether the simplest that can be drawn is of the family still."""
        match family:
            case Family.FAR:
                return bool(self.query.size(columns)[0] > _USUAL)
            case Family.FAST if self.query.pace:
                return bool(self.query.pace(columns)[0] > _USUAL)
            case Family.SLIGHT:
                low, high = _SLIGHT
                ways = [columns[name] for name in self._free_of(Given.WAY)]
                sizes = [max(abs(x[0]) for x in way) for way in ways]
                return not all(low < size < high for size in sizes)
            case Family.OFF_CENTRE:
                own = self._pivots()
                places = set(self._free_of(Given.PLACE)).difference(own)
                return all(columns[n] != columns[x] for n in own for x in places)
        return True

    def _of_scene(self) -> dict[str, Any]:
        own = self._own()
        place = self._draw(st.integers(0, count_of(own) - 1))
        return picked(own, np.array([place]))

    def _base(self) -> dict[str, Any]:
        """Return a case that is to be changed."""
        bases = {
            "random": lambda: self._drawn(1),
            "touching": lambda: self._edge("touching"),
            "scene": self._of_scene,
        }
        return self._fit(bases[self._draw(st.sampled_from(list(bases)))]())

    def _edge(self, side: str) -> dict[str, Any]:
        """Return a case at the edge, where one number goes from hit to miss."""
        one = self._fit(self._aimed(self._drawn(1)))
        _assume(count_of(one))
        at = self._draw(st.sampled_from(self._free(one)))
        if self.query.given[at[0]] is Given.PLACE:
            other = self._away(one, at)
        else:
            other = with_number(one, at, number_at(self._drawn(1), at))
        return self._halfway(one, other, at, side)

    def _halfway(
        self, one: Arguments, other: Arguments, at: tuple[str, int], side: str
    ) -> dict[str, Any]:
        """Return the hit, the miss, or what is near, between a hit and a miss."""
        _assume(allowed(self.query, other).all())
        first, second = (self.query.hits(self.query.tidy(x)) for x in (one, other))
        _assume(first[0] != second[0])
        inner, outer = self._halved(at, one, other, first)
        if side == "near":
            return self._near(inner, [at])
        return dict(outer if side == "beside" else inner)

    def _inside(self, count: int) -> dict[str, Any]:
        x, y, z = (self._between(-1.0, 1.0, count) for _ in range(3))
        aim = MoverAim((x, y, z), np.zeros(count), None)
        asked = self._ask(self._fit(self._put(self._drawn(count), aim)))
        _assume(len(asked))
        chosen = [flags for flags in asked.chosen.values() if flags.any()]
        _assume(chosen or (asked.gap < -_DEEP * asked.size).all())
        return dict(asked.columns)

    # Of what the judge draws many of and chooses from, there is one here.

    def _drawn(self, count: int, flat: bool = False) -> dict[str, Any]:
        columns = super()._drawn(1, flat)
        _assume(count_of(columns))
        return columns

    def _flattened(self, extents: tuple[Array, ...]) -> tuple[Array, ...]:
        made = super()._flattened(extents)
        sizes = [x[0] for x in made]
        _assume(min(sizes) < _FLAT * max(sizes))
        return made

    def _some(self, columns: Arguments, count: int) -> dict[str, Any]:
        return dict(columns)

    def _halves(self, columns: Arguments, count: int) -> dict[str, Any]:
        columns = self._fit(columns)
        _assume(count_of(columns))
        sides = ["plain", "touching", "beside", "near"]
        side = self._draw(st.sampled_from(sides))
        if side == "plain":
            return columns
        free = self._free(columns)
        places = [at for at in free if self.query.given[at[0]] is Given.PLACE]
        at = self._draw(st.sampled_from(places))
        return self._halfway(columns, self._away(columns, at), at, side)

    def _halved(
        self, at: tuple[str, int], one: Arguments, other: Arguments, first: Flags
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        ends = (one, other) if first[0] else (other, one)
        low, high = (int(ordered(number_at(end, at))[0]) for end in ends)
        while abs(high - low) > 1:
            parts = min(_LOOKED, abs(high - low))
            whole = [low + (high - low) * k // parts for k in range(parts + 1)]
            inner = np.array(whole[1:-1], np.int64)
            tried = with_number(
                picked(one, np.zeros(len(inner), np.intp)), at, floats_of(inner)
            )
            hit = allowed(self.query, tried)  # what is not allowed is no hit
            hit[hit] = self.query.hits(self.query.tidy(picked(tried, hit)))
            out = [*hit.tolist(), False].index(False)
            low, high = whole[out], whole[out + 1]
        hit_at, miss_at = (floats_of(np.array([x], np.int64)) for x in (low, high))
        return with_number(one, at, hit_at), with_number(one, at, miss_at)

    def _between(self, low: float | Array, high: float | Array, count: int) -> Array:
        parts = [(self._draw(_PARTS) + _SIMPLEST) % 1.0 for _ in range(count)]
        return np.asarray(low + (high - low) * np.array(parts))


def _part(number: int) -> float:
    """Return a part of 1, which is shorter for smaller numbers, and 0 for 0."""
    return int(f"{number:0{_BITS}b}"[::-1], 2) * 2.0**-_BITS


_PARTS = st.integers(0, 2**_BITS - 1).map(_part)


class _HypothesisNumbers:
    """Stands for NumPy's random numbers: all are drawn by Hypothesis."""

    def __init__(self, draw: Draw) -> None:
        self._draw = draw

    def random(self, size: int) -> NDArray[np.float64]:
        """Return numbers from 0 to below 1."""
        return np.array([self._draw(_PARTS) for _ in range(size)], np.float64)

    def integers(self, low: int, high: int, size: int) -> NDArray[np.int64]:
        """Return whole numbers, those nearest to 0 are the simplest."""
        whole = st.integers(low, high - 1)
        return np.array([self._draw(whole) for _ in range(size)], np.int64)

    def choice(self, of: Sequence[float], size: int) -> NDArray[np.float64]:
        """Return some of these, of which the first is the simplest."""
        one = st.sampled_from(list(of))
        return np.array([self._draw(one) for _ in range(size)])
