"""Curves: a scene's deciding quantities over one number of its params, and their roots.

The evenly spaced samples are solved in one call, those added where a line bends or
jumps in up to three more. Roots are bracketed by the even samples; where the line is
smooth, they determine the root, elsewhere even samples within the bracket, in up to two
further calls, do the same.
"""

import math
import operator
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.scene import params as parameters
from playground.scene.answer import Quantity
from playground.scene.json_schema import Schema, prefix_errors
from playground.scene.json_text import quote_value, shorten
from playground.scene.parameter_types import Angle, Number, Parameter, Points, Vector
from playground.scene.params import Params
from playground.scene.refusal import refusal
from playground.scene.scene import SceneEntry
from playground.scene.solution import Solution, solve_scene
from playground.scene.units import METRES, Units

Array = NDArray[np.float64]

# Pieces per refined interval, rounds of refinement, and intervals refined per round.
_INTERVAL_PIECE_COUNT = 8
_MAX_REFINE_ROUNDS = 3
_MAX_REFINED_INTERVALS = 64
# A line bends where a sample is off the chord of its neighbours by this share of the
# line's height; between two samples it is then off by a quarter of that, about half a
# pixel of a plot.
_MIN_BEND_RATIO = 0.012
# Distance, relative to that of the samples, at which both sides of a root are sampled,
# so that a line that ends there like a square root is complete. The root itself is not
# sampled: rounding decides its value, and the core would need its exact fallback.
_ROOT_OFFSET_RATIO = 1e-5
_MIN_INTERVAL_RATIO = 2e-3


def refine_samples(
    x: Array, lines: Array, ask: Callable[[Array], Array], roots: Sequence[float]
) -> tuple[Array, Array]:
    """Return samples with more of them where a line bends, jumps, begins or ends.

    They are added in up to three rounds, in at most 64 intervals each.

    Parameters
    ----------
    x : array (n,)
        Sampled positions, in order.
    lines : array (k, n)
        Values of the lines; NaN where undefined.
    ask : callable
        Takes m other positions, shape (m,); returns the lines there, shape (k, m).
    roots : sequence of float
        Positions at which a line is likely to begin or end.

    Returns
    -------
    x, lines : array (m,), array (k, m)
        All samples, in order.
    """
    width = float(np.diff(x).max(initial=0.0))
    beside = np.add.outer(
        np.array(roots), width * _ROOT_OFFSET_RATIO * np.array([-1.0, 1.0])
    )
    for _ in range(_MAX_REFINE_ROUNDS):
        wanted = _select_intervals(x, lines, width)
        if not wanted.size:
            break
        share = np.arange(1, _INTERVAL_PIECE_COUNT) / _INTERVAL_PIECE_COUNT
        new_positions = x[wanted, None] + share * (x[wanted + 1] - x[wanted])[:, None]
        near_roots = _filter_places(x, wanted, beside.ravel())
        places = np.concatenate([new_positions.ravel(), near_roots])
        places = _exclude_existing(places, x)
        if not places.size:
            break
        x = np.concatenate([x, places])
        lines = np.concatenate([lines, ask(places)], axis=1)
        order = np.argsort(x)
        x, lines = x[order], np.take(lines, order, axis=1)
    return x, lines


def sort_unique(x: Array) -> NDArray[np.intp]:
    """Return the indices that sort numbers, with the first of equal ones only.

    `np.unique` would import masked arrays, which takes too long within a drag's frame.
    """
    order = np.argsort(x, kind="stable")
    return np.asarray(order[np.diff(x[order], prepend=np.nan) != 0.0])


def _exclude_existing(places: Array, x: Array) -> Array:
    """Return the positions that are not in `x`, in order."""
    places = places[sort_unique(places)]
    neighbors = x[np.minimum(np.searchsorted(x, places), len(x) - 1)]
    return np.asarray(places[neighbors != places])


def _select_intervals(x: Array, lines: Array, width: float) -> NDArray[np.intp]:
    """Return the intervals to refine, the most needed first."""
    with np.errstate(invalid="ignore", over="ignore"):
        finite = np.isfinite(lines)
        ends = (finite[:, 1:] != finite[:, :-1]).any(axis=0)
        need = np.where(ends, np.inf, 0.0)
        shown = np.where(finite, lines, np.nan)
        height = np.fmax.reduce(shown, axis=1) - np.fmin.reduce(shown, axis=1)
        height[~(height > 0.0)] = np.inf  # of a flat or undefined line
        share = (x[1:-1] - x[:-2]) / (x[2:] - x[:-2])
        straight = shown[:, :-2] + share * (shown[:, 2:] - shown[:, :-2])
        bent = np.abs(shown[:, 1:-1] - straight) / height[:, None]
        bent = np.nan_to_num(bent, nan=0.0, posinf=0.0).max(axis=0, initial=0.0)
    need[:-1] = np.maximum(need[:-1], bent)
    need[1:] = np.maximum(need[1:], bent)
    need[np.diff(x) < _MIN_INTERVAL_RATIO * width] = 0.0
    wanted = np.flatnonzero(need > _MIN_BEND_RATIO)
    return wanted[np.argsort(-need[wanted], kind="stable")][:_MAX_REFINED_INTERVALS]


def _filter_places(x: Array, wanted: NDArray[np.intp], places: Array) -> Array:
    """Return the positions that are in one of the intervals."""
    looked_into = np.zeros(len(x) + 1, dtype=bool)
    looked_into[wanted + 1] = True
    return places[looked_into[np.searchsorted(x, places)]]


# ----------------------------------------------------------------------------
# Root finding: brackets that close in on one root of a sampled line.
# ----------------------------------------------------------------------------


# A bracket in which the line is not smooth is cut into this many pieces, which are cut
# once more: then it is narrow enough.
_ROOT_PIECE_COUNT = 64
_MAX_ROOT_ROUNDS = 2
# A line is smooth if the highest differences of this many samples around a root are
# within this part of the largest sample; it is zero within the next one.
_SMOOTH_SAMPLE_COUNT = 12
_SMOOTHNESS_TOLERANCE = 1e-6
_ROOT_TOLERANCE = 1e-14
_MAX_ROOT_STEPS = 20
# Where values grow this much as a bracket narrows, the line has a pole.
_MIN_POLE_GROWTH = 30.0


@dataclass(frozen=True)
class _Bracket:
    """Evenly spaced samples of a line, which changes its sign between two of them.

    Attributes
    ----------
    line : str
        Name of the line.
    x, y : float64 array, shape (n,)
        Positions in order, and the line's values.
    i : int
        Index after which the sign changes.
    first : float64 array, shape (2,)
        Sizes of the values at the two positions of the first bracket, at least the
        line's median.
    """

    line: str
    x: Array
    y: Array
    i: int
    first: Array

    @property
    def ends(self) -> Array:
        """Values at the two positions between which the sign changes, shape (2,)."""
        return self.y[self.i : self.i + 2]

    @property
    def is_pole(self) -> bool:
        """True at a pole, where the sign changes too but the values grow."""
        return bool((np.abs(self.ends) > _MIN_POLE_GROWTH * self.first).any())

    def places(self) -> Array:
        """Return positions that divide the bracket evenly, with its ends."""
        a, b = self.x[self.i : self.i + 2]
        return np.linspace(a, b, _ROOT_PIECE_COUNT + 1)

    def narrow(self, x: Array, y: Array) -> "_Bracket":
        """Return the bracket at a sign change among the samples at `places`.

        Of several it is the one with the smallest value next to it.
        """
        with np.errstate(invalid="ignore"):
            gaps = np.flatnonzero((y[:-1] < 0.0) != (y[1:] < 0.0))
        sizes = np.abs(y)
        nearest = np.minimum(sizes[gaps], sizes[gaps + 1])
        nearest[~np.isfinite(sizes[gaps] + sizes[gaps + 1])] = math.inf
        return replace(self, x=x, y=y, i=int(gaps[nearest.argmin()]))

    def interpolate_root(self) -> float:
        """Return the root by linear interpolation; the middle of undefined values."""
        a, b = map(float, self.x[self.i : self.i + 2])
        # Divided by the larger, as they may be close to overflow.
        low, high = map(float, self.ends / np.abs(self.ends).max())
        share = low / (low - high)
        return a + (share if math.isfinite(share) else 0.5) * (b - a)


def smooth_root(x: Array, y: Array, i: int) -> float | None:
    """Return the root between two evenly spaced samples of a smooth line.

    It is the root of the polynomial through twelve samples. If their highest
    differences are small enough, the error of the root is negligible.

    Parameters
    ----------
    x, y : float64 array, shape (n,)
        Samples, n >= 12.
    i : int
        Index after which y changes its sign.

    Returns
    -------
    float or None
        Root; None if the line is not smooth there.
    """
    low = min(max(i - _SMOOTH_SAMPLE_COUNT // 2 + 1, 0), len(y) - _SMOOTH_SAMPLE_COUNT)
    row: list[float] = y[low : low + _SMOOTH_SAMPLE_COUNT].tolist()
    size, place = max(map(abs, row)), i - low
    a, b, value_before, two = float(place), place + 1.0, row[place], row[place + 1]
    first = [row[0]]
    while len(row) > 1:
        row = [*map(operator.sub, row[1:], row)]
        first.append(row[0])
        if len(row) == 2 and not max(map(abs, row)) <= _SMOOTHNESS_TOLERANCE * size:
            return None
    # False position in the form of Illinois (Dowell and Jarratt, 1971).
    s = a
    for _ in range(_MAX_ROOT_STEPS):
        s = b - two * (b - a) / (two - value_before)
        offset = 0.0
        for k in range(_SMOOTH_SAMPLE_COUNT - 1, -1, -1):
            offset = first[k] + offset * (s - k) / (k + 1)
        if abs(offset) <= _ROOT_TOLERANCE * size:
            return float(x[i] + (s - place) * (x[i + 1] - x[i]))
        if (offset < 0.0) == (two < 0.0):
            b, two, value_before = s, offset, value_before / 2
        else:
            a, value_before, b, two = b, two, s, offset
    return None


# ----------------------------------------------------------------------------


P = TypeVar("P", bound=Params)

_SAMPLE_COUNT = 241
_HALF_SPAN_WIDTH = 6.0
# Below this, the distances of samples would underflow.
_MIN_LARGEST_COORDINATE = 1e-290


@dataclass(frozen=True)
class Axis:
    """Number of the params: a component of a parameter.

    In a file it is written by its name in code, as a number of the `params` known
    there.

    Attributes
    ----------
    name : str
        Name of the parameter.
    component : int
        Index within a vector; 0 for a scalar.
    """

    FORM: ClassVar = Schema(
        lambda name, path, known: _parse_axis(name, path, known["params"]),
        "names of numbers",
        lambda axis, known: axis.path(known["params"]),
    )

    name: str
    component: int = 0

    def spec(self, params: Params) -> Parameter:
        """Return the declaration of its parameter."""
        return parameters.parameters_of(type(params))[self.name]

    def path(self, params: Params) -> str:
        """Return its name in code: "radius", "center.x"."""
        spec = self.spec(params)
        part = f".{'xyz'[self.component]}" if isinstance(spec, Vector) else ""
        return self.name + part

    def label(self, params: Params, units: Units = METRES) -> str:
        """Return its name and unit as a message."""
        kind = parameters.params_class(params)
        return _label(kind, self.name, self.component, units)

    def limits(self, params: Params) -> tuple[float, float]:
        """Return its usual range (low, high), extended to include its present value.

        Raises
        ------
        TypeError
            If its parameter is neither a number nor a vector.
        """
        spec = self.spec(params)
        if isinstance(spec, Number | Vector):
            return spec.range_around(self.value(params))
        raise TypeError(f"{spec.label} is no number")

    def display_factor(self, params: Params, units: Units = METRES) -> float:
        """Return the factor from its value to the displayed one: degrees for angles."""
        return units.factor(self.spec(params), self.component)

    def value(self, params: Params) -> float:
        """Return its value in params of a single state."""
        value = getattr(params, self.name)
        return float(value[self.component] if isinstance(value, tuple) else value)

    def replace_component(self, params: Params, number: Any) -> Any:
        """Return the parameter's value with this number (or array) as the component."""
        value = getattr(params, self.name)
        if not isinstance(value, tuple):
            return number
        return (*value[: self.component], number, *value[self.component + 1 :])

    def with_value(self, params: P, number: Any) -> P:
        """Return the params with this number (or array) as its value."""
        return replace(params, **{self.name: self.replace_component(params, number)})

    def span(self, params: Params) -> tuple[float, float]:
        """Return the range (low, high) worth plotting, in stored units.

        It is one turn for an angle and all of the limits for a time; for a length, from
        its lower limit to a power of two above twice its value; for a coordinate, 6
        metres (less in a tiny figure) on both sides of a multiple of that. It changes
        in steps, so that it mostly stays the same during a drag.
        """
        spec, value = self.spec(params), self.value(params)
        low, high = self.limits(params)
        if isinstance(spec, Angle):
            return max(low, -math.pi), min(high, math.pi)
        if isinstance(spec, Number) and spec.time:
            return low, high
        size = _largest_coordinate(params)
        if low >= 0.0:
            reach = _ceil_to_power_of_two(max(2.0 * value, 1e-3 * size))
            return low, min(high, low + reach)
        span = _HALF_SPAN_WIDTH * min(1.0, _ceil_to_power_of_two(size))
        middle = round(value / span) * span
        return max(low, middle - span), min(high, middle + span)


@dataclass(frozen=True)
class AxisPlot:
    """Lines with one vertical axis: those of a unit, or one that stands for words.

    Attributes
    ----------
    lines : tuple of str
        Names of the lines.
    words : tuple of str
        Meanings of the values 1, 2, …; empty for a unit.
    """

    lines: tuple[str, ...]
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Curve:
    """Sampled lines of a scene's quantities over an axis, with their roots.

    Attributes
    ----------
    axis : Axis
        Number that varies.
    x : float64 array, shape (n,)
        Samples, in order.
    lines : mapping of str to float64 array, shape (n,)
        Value of each quantity; NaN where undefined.
    levels : mapping of str to float64 array, shape (n,)
        Threshold of each quantity that has one.
    roots : tuple of float
        Positions at which a line crosses its threshold.
    axis_plots : tuple of AxisPlot
        Lines that share a vertical axis.
    decides : str
        First quantity with a threshold; "" for none.
    hit_above : bool
        The deciding line is a hit above its threshold, otherwise at or below it.
    """

    axis: Axis
    x: Array
    lines: Mapping[str, Array]
    levels: Mapping[str, Array]
    roots: tuple[float, ...]
    axis_plots: tuple[AxisPlot, ...]
    decides: str = ""
    hit_above: bool = False

    def select_lines(self, names: Set[str], *, is_answered: bool) -> "Curve":
        """Return the curve with these lines only.

        Without `is_answered` it has neither roots nor a deciding line.
        """
        crossings = self.crossings if is_answered else ()
        lanes = [
            replace(lane, lines=tuple([n for n in lane.lines if n in names]))
            for lane in self.axis_plots
        ]
        return replace(
            self,
            lines={n: y for n, y in self.lines.items() if n in names},
            levels={n: y for n, y in self.levels.items() if n in names},
            roots=tuple([x for x, name, _ in crossings if name in names]),
            axis_plots=tuple([lane for lane in lanes if lane.lines]),
            decides=self.decides if is_answered and self.decides in names else "",
        )

    @cached_property
    def sides(self) -> tuple[Array, Array, Array, Array]:
        """The deciding line split into hit and miss: x, hit, miss and level, each (m,).

        x includes all crossings. On the other side, and where undefined, hit and miss
        have the value of the level. The curve must have a deciding line.
        """
        y, level = self.lines[self.decides], self.levels[self.decides]
        above = y - level
        with np.errstate(invalid="ignore"):
            turns = np.flatnonzero(above[:-1] * above[1:] < 0.0)
        share = above[turns] / (above[turns] - above[turns + 1])
        turn_points = self.x[turns] + share * (self.x[turns + 1] - self.x[turns])
        x = np.insert(self.x, turns + 1, turn_points)
        level = np.interp(x, self.x, level)
        above = np.nan_to_num(np.insert(above, turns + 1, 0.0), posinf=0.0, neginf=0.0)
        upper, lower = np.maximum(above, 0.0) + level, np.minimum(above, 0.0) + level
        hit, miss = (upper, lower) if self.hit_above else (lower, upper)
        return x, hit, miss, level

    @cached_property
    def crossings(self) -> tuple[tuple[float, str, float], ...]:
        """Each root, the line that crosses its threshold there, and the threshold."""
        return tuple(map(self._find_crossing, self.roots))

    def _find_crossing(self, root: float) -> tuple[float, str, float]:
        levels = {n: self._interpolate(root, y) for n, y in self.levels.items()}
        gaps = {
            name: abs(self._interpolate(root, self.lines[name]) - level)
            for name, level in levels.items()
        }
        name = min(gaps, key=lambda n: gaps[n] if math.isfinite(gaps[n]) else math.inf)
        return root, name, levels[name]

    def _interpolate(self, place: float, y: Array) -> float:
        return float(np.interp(place, self.x, y))


def _ceil_to_power_of_two(number: float) -> float:
    return 2.0 ** math.ceil(math.log2(number))


def _largest_coordinate(params: Params) -> float:
    """Return the largest coordinate or component, at least a tiny positive number."""
    vectors: list[tuple[float, ...]] = []
    for name, spec in parameters.relevant_parameters(params).items():
        if isinstance(spec, Vector):
            vectors.append(getattr(params, name))
        elif isinstance(spec, Points):
            vectors += getattr(params, name)
    largest = max((abs(x) for vector in vectors for x in vector), default=1.0) or 1.0
    return max(largest, _MIN_LARGEST_COORDINATE)


def find_axis(params: Params, path: str) -> Axis:
    """Return the axis with this name in code: "radius", "center.x".

    Raises
    ------
    ValueError
        If no number that is relevant in this state has this name; the message lists
        those that are.
    """
    axis_by_path = {axis.path(params): axis for axis in axes(params)}
    if path not in axis_by_path:
        raise refusal(
            "unknown number {name}; there are {names}",
            name=shorten(repr(path)),
            names=", ".join(axis_by_path),
        )
    return axis_by_path[path]


def _parse_axis(field: str, path: Any, params: Params) -> Axis:
    if not isinstance(path, str):
        raise refusal(
            "{name} must be text, the name of a number, not {given}",
            name=field,
            given=quote_value(path),
        )
    with prefix_errors(field):
        return find_axis(params, path)


def axes(params: Params) -> list[Axis]:
    """Return every number and component of a vector that is relevant in this state."""
    return [axis for axis, _ in _relevant_axes(params)]


def answer_axes(params: Params) -> list[Axis]:
    """Return the axes on which an answer may depend: all but those of the view."""
    return [axis for axis, view_only in _relevant_axes(params) if not view_only]


def _relevant_axes(params: Params) -> tuple[tuple[Axis, bool], ...]:
    names = parameters.relevant_parameters(params)
    return _axes(parameters.params_class(params), *names)


@lru_cache(maxsize=1024)  # every state needs all labels
def _label(kind: type[Params], name: str, component: int, units: Units) -> str:
    spec = parameters.parameters_of(kind)[name]
    label = spec.label
    if isinstance(spec, Vector) and spec.parts:
        label = spec.parts[component]
    elif isinstance(spec, Vector):
        label = message("{name} {axis}", name=label, axis="xyz"[component])
    unit = units.unit(spec.unit)
    return message("{name} ({unit})", name=label, unit=unit) if unit else label


@lru_cache(maxsize=64)  # needed for every displayed state
def _axes(kind: type[Params], *relevant: str) -> tuple[tuple[Axis, bool], ...]:
    """Return the numbers of these parameters, and whether only the view uses them."""
    specs = parameters.parameters_of(kind)
    return tuple(
        (Axis(name, component), isinstance(spec, Number) and spec.view)
        for name in relevant
        if isinstance(spec := specs[name], Number | Vector)
        for component in range(spec.size if isinstance(spec, Vector) else 1)
    )


def sample_curve(
    scene: SceneEntry,
    params: Params,
    axis: Axis,
    span: tuple[float, float] | None = None,
) -> Curve | None:
    """Return the curve of a scene's quantities.

    Of roots closer together than the 241 even samples, pairs may be missed. None if the
    scene has no curve, or none of its quantities is defined at any sample.

    Parameters
    ----------
    scene : SceneEntry
        Scene with curves.
    params : Params
        State; all its other numbers stay fixed.
    axis : Axis
        Number to vary.
    span : tuple of float, optional
        Range of the axis, by default `axis.span(params)`.

    Raises
    ------
    ValueError
        If `solve` rejects the samples.
    """
    quantities = scene.resolve(params)[0].answer.curves
    deciding = [q for q in quantities if q.threshold is not None]

    def solve_at(x: Array) -> Solution:
        return solve_scene(scene, axis.with_value(params, x))

    def sample_rows(x: Array) -> Array:
        """Return all lines and then all thresholds, shape (rows, n)."""
        solution = solve_at(x)
        rows = *map(solution.value, quantities), *map(solution.threshold, deciding)
        return np.array([np.broadcast_to(row, x.shape) for row in rows])

    def sample_margins(x: Array) -> dict[str, Array]:
        """Return each line that has a threshold minus it."""
        solution = solve_at(x)
        margins = {q.label: solution.margin_over_threshold(q) for q in deciding}
        return {name: np.broadcast_to(y, x.shape) for name, y in margins.items()}

    def name_rows(rows: Array) -> tuple[dict[str, Array], dict[str, Array]]:
        lines = {q.label: y for q, y in zip(quantities, rows, strict=False)}
        levels = zip(deciding, rows[len(quantities) :], strict=True)
        return lines, {q.label: y for q, y in levels}

    even = np.linspace(*(span or axis.span(params)), _SAMPLE_COUNT)
    current = axis.value(params)
    # Sample the present value too: the readout there is exact, not interpolated.
    positions = np.append(even, current)
    rows = sample_rows(positions)
    if not np.isfinite(rows[: len(quantities)]).any():
        return None
    lines, levels = name_rows(rows[:, : len(even)])
    above = {name: lines[name] - level for name, level in levels.items()}
    roots = _find_roots(even, above, sample_margins)
    inside = even[0] <= current <= even[-1]
    kept_indices = sort_unique(positions if inside else even)
    rows = np.take(rows, kept_indices, axis=1)
    x, rows = refine_samples(positions[kept_indices], rows, sample_rows, roots)
    lines, levels = name_rows(rows)
    lanes = _group_lines(quantities)
    decides = deciding[0].label if deciding else ""
    hit_above = bool(deciding) and deciding[0].hit_above
    return Curve(axis, x, lines, levels, roots, lanes, decides, hit_above)


def _group_lines(curves: Sequence[Quantity[Any, Any]]) -> tuple[AxisPlot, ...]:
    """Return the plots: one per unit in the curves' order, then the categories."""
    units: dict[str, list[str]] = {}
    for q in curves:
        if not q.words:
            units.setdefault(q.unit, []).append(q.label)
    steps = [AxisPlot((q.label,), q.words) for q in curves if q.words]
    return (*(AxisPlot(tuple(names)) for names in units.values()), *steps)


def _find_roots(
    x: Array, lines: Mapping[str, Array], ask: Callable[[Array], dict[str, Array]]
) -> tuple[float, ...]:
    """Return the positions where lines cross their thresholds, found in joint calls.

    Where a line is smooth, its samples determine the root; brackets elsewhere are
    narrowed in up to two calls, and those that close in on a pole are dropped.
    """
    roots: list[float] = []
    brackets = [b for name, y in lines.items() for b in _find_brackets(name, x, y)]
    for rounds_left in reversed(range(_MAX_ROOT_ROUNDS + 1)):
        found = [smooth_root(b.x, b.y, b.i) for b in brackets]
        roots += [root for root in found if root is not None]
        brackets = [b for b, r in zip(brackets, found, strict=True) if r is None]
        if not (rounds_left and brackets):
            break
        places = [bracket.places() for bracket in brackets]
        above = ask(np.concatenate(places))
        brackets = [
            b.narrow(at, above[b.line].reshape(len(places), -1)[k])
            for k, (b, at) in enumerate(zip(brackets, places, strict=True))
        ]
    roots += [b.interpolate_root() for b in brackets if not b.is_pole]
    return tuple(sorted(roots))


def _find_brackets(line: str, x: Array, y: Array) -> list[_Bracket]:
    """Return the brackets of a sampled line (x, y: (n,)), one for each sign change."""
    turns = _find_sign_changes(y).tolist()
    if not turns:
        return []
    # A value on the threshold would make any later one look large.
    sizes = np.sort(np.abs(y[np.isfinite(y)]))
    typical_size = sizes[len(sizes) // 2]  # np.median imports masked arrays: slow
    return [
        _Bracket(line, x, y, i, np.maximum(np.abs(y[i : i + 2]), typical_size))
        for i in turns
    ]


def _find_sign_changes(y: Array) -> Array:
    """Return the indices after which the line changes its sign."""
    with np.errstate(invalid="ignore"):
        turns = np.flatnonzero((y[:-1] < 0.0) != (y[1:] < 0.0))
    return np.asarray(turns[np.isfinite(y[turns]) & np.isfinite(y[turns + 1])])
