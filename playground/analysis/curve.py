"""A scene's deciding quantities against any number of its params: pure.

The curve is one question about many states. Its roots are bracketed by the samples;
where the line is smooth they give the root, and elsewhere one more question does.
"""

import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
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
from playground.scene.parameter_types import Angle, Number, Points, Vector
from playground.scene.params import Params
from playground.scene.scene import SceneEntry
from playground.scene.solution import Solution, solve_scene

Array = NDArray[np.float64]

# An interval is cut into so many pieces, at most so often, and at most so many at once.
_INTERVAL_PIECE_COUNT = 8
_MAX_REFINE_ROUNDS = 3
_MAX_REFINED_INTERVALS = 64
# A line is bent where a sample is off the straight way between its neighbours by this
# share of the line's height; between two samples it is then off by a quarter of that,
# about half a pixel of a plot.
_MIN_BEND_RATIO = 0.012
# So near to a root, against the distance of the samples, a line that ends there is
# asked on both sides: where it ends like a square root, nothing of the end is missing.
# At the root itself nothing is asked: what rounding makes of it says nothing, and the
# core would look for digits that nobody sees.
_ROOT_OFFSET_RATIO = 1e-5
_MIN_INTERVAL_RATIO = 2e-3


def refine_samples(
    x: Array, lines: Array, ask: Callable[[Array], Array], roots: Sequence[float]
) -> tuple[Array, Array]:
    """Return samples with more of them where a line bends, jumps, begins or ends.

    Parameters
    ----------
    x : array (n,)
        Where the lines are known, in order.
    lines : array (k, n)
        The lines there; NaN where one is not.
    ask : callable
        Returns the lines (k, m) at m other places.
    roots : sequence of float
        Places at which a line is likely to begin or to end.

    Returns
    -------
    x, lines : array (m,), array (k, m)
        What was given and what was asked, in order.
    """
    width = float(np.diff(x).max(initial=0.0))
    beside = np.add.outer(
        np.array(roots), width * _ROOT_OFFSET_RATIO * np.array([-1.0, 1.0])
    )
    for _ in range(_MAX_REFINE_ROUNDS):
        wanted = _select_intervals(x, lines, width)
        if not wanted.size:
            break
        places = np.concatenate(
            [_subdivide_intervals(x, wanted), _filter_places(x, wanted, beside.ravel())]
        )
        places = _exclude_existing(places, x)
        if not places.size:
            break
        x = np.concatenate([x, places])
        lines = np.concatenate([lines, ask(places)], axis=1)
        order = np.argsort(x)
        x, lines = x[order], np.take(lines, order, axis=1)
    return x, lines


def sort_unique(x: Array) -> NDArray[np.intp]:
    """Return the order in which numbers go up, of equal ones the first alone.

    As `np.unique` does, which loads masked arrays for it, and counts in a drag's frame.
    """
    order = np.argsort(x, kind="stable")
    return np.asarray(order[np.diff(x[order], prepend=np.nan) != 0.0])


def _exclude_existing(places: Array, x: Array) -> Array:
    """Return the places that are none of `x`, in order."""
    places = places[sort_unique(places)]
    beside = x[np.minimum(np.searchsorted(x, places), len(x) - 1)]
    return np.asarray(places[beside != places])


def _select_intervals(x: Array, lines: Array, width: float) -> NDArray[np.intp]:
    """Return the intervals to look into, those with the largest need first."""
    with np.errstate(invalid="ignore", over="ignore"):
        known = np.isfinite(lines)
        ends = (known[:, 1:] != known[:, :-1]).any(axis=0)
        need = np.where(ends, np.inf, 0.0)
        shown = np.where(known, lines, np.nan)
        height = _height(shown)
        share = (x[1:-1] - x[:-2]) / (x[2:] - x[:-2])
        straight = shown[:, :-2] + share * (shown[:, 2:] - shown[:, :-2])
        bent = np.abs(shown[:, 1:-1] - straight) / height[:, None]
        bent = np.nan_to_num(bent, nan=0.0, posinf=0.0).max(axis=0, initial=0.0)
    need[:-1] = np.maximum(need[:-1], bent)
    need[1:] = np.maximum(need[1:], bent)
    need[np.diff(x) < _MIN_INTERVAL_RATIO * width] = 0.0
    wanted = np.flatnonzero(need > _MIN_BEND_RATIO)
    return wanted[np.argsort(-need[wanted], kind="stable")][:_MAX_REFINED_INTERVALS]


def _height(lines: Array) -> Array:
    """Return each line's height; infinite for one that is nowhere known, or flat."""
    high = np.fmax.reduce(lines, axis=1)
    height = np.asarray(high - np.fmin.reduce(lines, axis=1))
    return np.where(height > 0.0, height, np.inf)


def _subdivide_intervals(x: Array, wanted: NDArray[np.intp]) -> Array:
    share = np.arange(1, _INTERVAL_PIECE_COUNT) / _INTERVAL_PIECE_COUNT
    return np.asarray(
        (x[wanted, None] + share * (x[wanted + 1] - x[wanted])[:, None]).ravel()
    )


def _filter_places(x: Array, wanted: NDArray[np.intp], places: Array) -> Array:
    """Return the places that are in one of the intervals."""
    looked_into = np.zeros(len(x) + 1, dtype=bool)
    looked_into[wanted + 1] = True
    return places[looked_into[np.searchsorted(x, places)]]


# ----------------------------------------------------------------------------
# Where a sampled line crosses zero: a bracket that closes in on one root.
# ----------------------------------------------------------------------------


# A bracket is looked at close to its likely root alone; if that is elsewhere, so
# finely, and about its likely root in steps that shrink.
_CLOSE_OFFSETS = np.array([-4e-4, -2e-5, 2e-5, 4e-4])
_ROOT_PIECE_COUNT = 32
_SHRINKING_OFFSETS = 4.0 ** -np.arange(2.0, 11.0)
# One this much narrower than two samples needs no other look.
_NARROW_BRACKET_RATIO = 4e-4
# So many samples about a root are on a polynomial if their differences of the tenth
# degree are no larger than this part of the largest; it is zero where it is so small.
_SMOOTH_SAMPLE_COUNT = 12
_SMOOTHNESS_TOLERANCE = 1e-6
_ROOT_TOLERANCE = 1e-14
_MAX_ROOT_STEPS = 20
# A root is found where the value has come down to this part of what it was beside it.
_ROOT_VALUE_RATIO = 1e-3


@dataclass
class Bracket:
    """Two neighbouring places between which a line changes its sign.

    Attributes
    ----------
    line : str
        The name of the line.
    x, y : array
        Up to four places and the line there; the sign changes after place `i`.
    width, ends
        How far apart the two were at first, and how large the line was there.
    is_growing : bool
        Whether the values grow toward the gap, from both sides.
    is_probed : bool
        Whether the places close to its likely root were looked at.
    """

    line: str
    x: Array
    y: Array
    i: int
    width: float
    ends: tuple[float, float]
    is_growing: bool
    is_probed: bool = False

    @staticmethod
    def from_samples(line: str, x: Array, y: Array, i: int) -> "Bracket":
        """Return the bracket between the samples `i` and `i + 1`."""
        low = max(i - 1, 0)
        x, y, i = x[low : i + 3], y[low : i + 3], i - low
        ends = abs(float(y[i])), abs(float(y[i + 1]))
        growing = ends[0] > abs(y[0]) and ends[1] > abs(y[-1])
        return Bracket(line, x, y, i, float(x[i + 1] - x[i]), ends, bool(growing))

    @property
    def _interval(self) -> tuple[float, float]:
        return float(self.x[self.i]), float(self.x[self.i + 1])

    @property
    def is_narrow(self) -> bool:
        """Whether there is no need to look again."""
        a, b = self._interval
        return b - a < 1.001 * _NARROW_BRACKET_RATIO * self.width

    @property
    def is_pole(self) -> bool:
        """Whether it is no root: a pole changes sign too, but the values grow there."""
        nearest = float(np.abs(self.y[self.i : self.i + 2]).min())
        far = nearest > _ROOT_VALUE_RATIO * min(self.ends)
        return nearest > max(self.ends) or (self.is_growing and far)

    def probe_places(self) -> Array:
        """Return places within, in order, most of them about the likely root."""
        a, b = self._interval
        root = self.root()
        if not self.is_probed:
            self.is_probed, places = True, root + _CLOSE_OFFSETS * self.width
            return places[(places > a) & (places < b)]
        reach = (b - a) * _SHRINKING_OFFSETS
        even = np.linspace(a, b, _ROOT_PIECE_COUNT + 1)
        places = np.sort(np.concatenate([even, [root], root - reach, root + reach]))
        return places[(places > a) & (places < b)]

    def close_in(self, x: Array, y: Array) -> None:
        """Close in on where the sign changes among these places and the two sides."""
        i = self.i
        x = np.concatenate([self.x[: i + 1], x, self.x[i + 1 :]])
        y = np.concatenate([self.y[: i + 1], y, self.y[i + 1 :]])
        with np.errstate(invalid="ignore"):
            gaps = np.flatnonzero((y[:-1] < 0.0) != (y[1:] < 0.0))
        sizes = np.abs(y)
        nearest = np.minimum(sizes[gaps], sizes[gaps + 1])
        nearest[~np.isfinite(sizes[gaps] + sizes[gaps + 1])] = math.inf
        gap = int(gaps[nearest.argmin()])
        low = max(gap - 1, 0)
        self.x, self.y, self.i = x[low : gap + 3], y[low : gap + 3], gap - low

    def root(self) -> float:
        """Return where the line is likely zero, between the two sides."""
        a, b = self._interval
        return next(r for r in self._guesses() if a <= r <= b)

    def _guesses(self) -> Iterator[float]:
        """Yield what four places say, what two do, and the middle."""
        x, y, i = self.x.tolist(), self.y.tolist(), self.i
        if len(x) == 4 and _is_monotonic(y):
            yield _interpolate_inverse(x, _normalize_values(y))
        low, high = _normalize_values(y[i : i + 2])
        if low != high:
            yield x[i] + low / (low - high) * (x[i + 1] - x[i])
        yield (x[i] + x[i + 1]) / 2


def smooth_root(x: Array, y: Array, i: int) -> float | None:
    """Return the root between two even samples, if those about it are smooth enough.

    It is that of the polynomial through twelve, whose last differences tell how far the
    line may be from it: nowhere far enough to need another look.
    """
    low = min(max(i - _SMOOTH_SAMPLE_COUNT // 2 + 1, 0), len(y) - _SMOOTH_SAMPLE_COUNT)
    row: list[float] = y[low : low + _SMOOTH_SAMPLE_COUNT].tolist()
    size, place = max(map(abs, row)), i - low
    a, b, one, two = float(place), place + 1.0, row[place], row[place + 1]
    first = [row[0]]
    while len(row) > 1:
        row = [*map(operator.sub, row[1:], row)]
        first.append(row[0])
        if len(row) == 2 and not max(map(abs, row)) <= _SMOOTHNESS_TOLERANCE * size:
            return None
    # False position in the form of Illinois (Dowell and Jarratt, 1971).
    s = a
    for _ in range(_MAX_ROOT_STEPS):
        s = b - two * (b - a) / (two - one)
        here = 0.0
        for k in range(_SMOOTH_SAMPLE_COUNT - 1, -1, -1):
            here = first[k] + here * (s - k) / (k + 1)
        if abs(here) <= _ROOT_TOLERANCE * size:
            return float(x[i] + (s - place) * (x[i + 1] - x[i]))
        if (here < 0.0) == (two < 0.0):
            b, two, one = s, here, one / 2
        else:
            a, one, b, two = b, two, s, here
    return None


def _normalize_values(y: list[float]) -> list[float]:
    """Return the values against the largest, which may be near a float's limits."""
    size = max(map(abs, y))
    return [value / size for value in y]


def _is_monotonic(y: list[float]) -> bool:
    return y[0] < y[1] < y[2] < y[3] or y[0] > y[1] > y[2] > y[3]


def _interpolate_inverse(x: list[float], y: list[float]) -> float:
    """Return where the cubic through the points, x over y, is at y = 0."""
    root = 0.0
    for i, own in enumerate(y):
        weight = 1.0
        for j, other in enumerate(y):
            if i != j:
                weight *= other / (other - own) if other != own else math.nan
        root += weight * (x[i] - x[1])
    return x[1] + root


# ----------------------------------------------------------------------------


P = TypeVar("P", bound=Params)

_SAMPLE_COUNT = 241
# What is no smooth line takes more than one look at the roots.
_MAX_ROOT_ROUNDS = 4
_HALF_SPAN_WIDTH = 6.0
# Below this, what is cut into samples would round to nothing.
_MIN_LARGEST_COORDINATE = 1e-290


@dataclass(frozen=True)
class Axis:
    """A number of the params: the parameter's name and the component within it.

    In a file it goes by its name in code, as a number of the `params` that are known.
    """

    FORM: ClassVar = Schema(
        lambda name, path, known: _parse_axis(name, path, known["params"]),
        "names of numbers",
        lambda axis, known: axis.path(known["params"]),
    )

    name: str
    component: int = 0

    def path(self, params: Params) -> str:
        """Return its name in code: "radius", "center.x"."""
        spec = parameters.parameters_of(type(params))[self.name]
        part = f".{'xyz'[self.component]}" if isinstance(spec, Vector) else ""
        return self.name + part

    def label(self, params: Params) -> str:
        """Return its name and unit for people."""
        return _label(parameters.params_class(params), self.name, self.component)

    def limits(self, params: Params) -> tuple[float, float]:
        """Return its usual range, grown to include the number."""
        spec = parameters.parameters_of(type(params))[self.name]
        if isinstance(spec, Number | Vector):
            return spec.range_around(self.value(params))
        raise TypeError(f"{spec.label} is no number")

    def display_factor(self, params: Params) -> float:
        """Return what turns the number into what people see: degrees for angles."""
        return parameters.parameters_of(type(params))[self.name].display_scale

    def value(self, params: Params) -> float:
        """Return the number."""
        held = getattr(params, self.name)
        return float(held[self.component] if isinstance(held, tuple) else held)

    def replace_component(self, params: Params, number: Any) -> Any:
        """Return the parameter's value with this number (or array) in its place."""
        held = getattr(params, self.name)
        if not isinstance(held, tuple):
            return number
        return (*held[: self.component], number, *held[self.component + 1 :])

    def with_value(self, params: P, number: Any) -> P:
        """Return the params with this number (or array) in its place."""
        return replace(params, **{self.name: self.replace_component(params, number)})

    def span(self, params: Params) -> tuple[float, float]:
        """Return the stretch worth showing; it jumps, so that a drag does not move it.

        All of an angle or a time; a length from 0 to a round number above twice its
        value; a coordinate within some units of its own.
        """
        spec, value = (
            parameters.parameters_of(type(params))[self.name],
            self.value(params),
        )
        low, high = self.limits(params)
        if isinstance(spec, Angle):
            return max(low, -math.pi), min(high, math.pi)
        if isinstance(spec, Number) and spec.time:
            return low, high
        if low >= 0.0:
            reach = 2.0 ** math.ceil(
                math.log2(max(2.0 * value, 1e-3 * _largest_coordinate(params)))
            )
            return low, min(high, low + reach)
        span = _HALF_SPAN_WIDTH * min(
            1.0, 2.0 ** math.ceil(math.log2(_largest_coordinate(params)))
        )
        middle = round(value / span) * span
        return max(low, middle - span), min(high, middle + span)


@dataclass(frozen=True)
class AxisPlot:
    """The lines that share an upright axis: of one unit, or one category's `words`."""

    lines: tuple[str, ...]
    words: tuple[str, ...] = ()


@dataclass(frozen=True)
class Curve:
    """Samples `x` of the axis, each quantity's line over them, and all roots.

    `axis_plots` says which lines share an upright axis. `levels` has, of those that
    turn the verdict, the value at which they do; the roots are where a line crosses its
    level. `decides` is the first of them, "" for none; it is a hit where that line is
    on its level or below, or with `hit_above` above.
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
        """Return the same with these lines alone.

        What is not `is_answered` has neither roots nor the sides of hit and miss.
        """
        met = self.crossings if is_answered else ()
        lanes = [
            replace(lane, lines=tuple([n for n in lane.lines if n in names]))
            for lane in self.axis_plots
        ]
        return replace(
            self,
            lines={n: y for n, y in self.lines.items() if n in names},
            levels={n: y for n, y in self.levels.items() if n in names},
            roots=tuple([x for x, name, _ in met if name in names]),
            axis_plots=tuple([lane for lane in lanes if lane.lines]),
            decides=self.decides if is_answered and self.decides in names else "",
        )

    @cached_property
    def sides(self) -> tuple[Array, Array, Array, Array]:
        """The deciding line where it is a hit, and where it is a miss.

        That is places with all crossings among them, the line there, with its level
        in place of what is on the other side or unknown, and that level.
        """
        y, level = self.lines[self.decides], self.levels[self.decides]
        above = y - level
        with np.errstate(invalid="ignore"):
            turns = np.flatnonzero(above[:-1] * above[1:] < 0.0)
        share = above[turns] / (above[turns] - above[turns + 1])
        met = self.x[turns] + share * (self.x[turns + 1] - self.x[turns])
        x = np.insert(self.x, turns + 1, met)
        level = np.interp(x, self.x, level)
        above = np.nan_to_num(np.insert(above, turns + 1, 0.0), posinf=0.0, neginf=0.0)
        over, under = np.maximum(above, 0.0) + level, np.minimum(above, 0.0) + level
        hit, miss = (over, under) if self.hit_above else (under, over)
        return x, hit, miss, level

    @cached_property
    def crossings(self) -> tuple[tuple[float, str, float], ...]:
        """Each root, the line that crosses its level there, and the level."""
        names = [self._crossing_line(root) for root in self.roots]
        return tuple(
            (root, name, self._level(root, name))
            for root, name in zip(self.roots, names, strict=True)
        )

    def _crossing_line(self, root: float) -> str:
        def level_distance(name: str) -> float:
            gap = abs(
                self._interpolate(root, self.lines[name]) - self._level(root, name)
            )
            return gap if math.isfinite(gap) else math.inf

        return min(self.levels, key=level_distance)

    def _level(self, place: float, name: str) -> float:
        return self._interpolate(place, self.levels[name])

    def _interpolate(self, place: float, y: Array) -> float:
        return float(np.interp(place, self.x, y))


def _largest_coordinate(params: Params) -> float:
    """Return the largest coordinate or component, far enough above zero."""
    vectors: list[tuple[float, ...]] = []
    for name, spec in parameters.relevant_parameters(params).items():
        if isinstance(spec, Vector):
            vectors.append(getattr(params, name))
        elif isinstance(spec, Points):
            vectors += getattr(params, name)
    largest = max((abs(x) for vector in vectors for x in vector), default=1.0) or 1.0
    return max(largest, _MIN_LARGEST_COORDINATE)


def find_axis(params: Params, path: str) -> Axis:
    """Return the axis of that name in code: "radius", "center.x"; else ValueError."""
    known = {axis.path(params): axis for axis in axes(params)}
    if path not in known:
        unknown = shorten(repr(path))
        raise ValueError(
            message(
                "unknown number {name}; there are {names}",
                name=unknown,
                names=", ".join(known),
            )
        )
    return known[path]


def _parse_axis(field: str, path: Any, params: Params) -> Axis:
    if not isinstance(path, str):
        raise ValueError(
            message(
                "{name} must be text, the name of a number, not {given}",
                name=field,
                given=quote_value(path),
            )
        )
    with prefix_errors(field):
        return find_axis(params, path)


def axes(params: Params) -> list[Axis]:
    """Return every number of the params that matters now."""
    return [axis for axis, _ in _relevant_axes(params)]


def answer_axes(params: Params) -> list[Axis]:
    """Return every number that an answer may depend on."""
    return [axis for axis, view_only in _relevant_axes(params) if not view_only]


def _relevant_axes(params: Params) -> tuple[tuple[Axis, bool], ...]:
    names = parameters.relevant_parameters(params)
    return _axes(parameters.params_class(params), *names)


@lru_cache(maxsize=1024)  # every state tells of all
def _label(kind: type[Params], name: str, component: int) -> str:
    spec = parameters.parameters_of(kind)[name]
    label = spec.label
    if isinstance(spec, Vector) and spec.parts:
        label = spec.parts[component]
    elif isinstance(spec, Vector):
        label = message("{name} {axis}", name=label, axis="xyz"[component])
    return (
        message("{name} ({unit})", name=label, unit=spec.unit) if spec.unit else label
    )


@lru_cache(maxsize=64)  # asked for every state that is shown
def _axes(kind: type[Params], *relevant: str) -> tuple[tuple[Axis, bool], ...]:
    """Return the numbers of these parameters, and which of them only the view uses."""
    known = parameters.parameters_of(kind)
    return tuple(
        (Axis(name, component), isinstance(spec, Number) and spec.view)
        for name in relevant
        if isinstance(spec := known[name], Number | Vector)
        for component in range(spec.size if isinstance(spec, Vector) else 1)
    )


def sample_curve(
    scene: SceneEntry,
    params: Params,
    axis: Axis,
    span: tuple[float, float] | None = None,
) -> Curve | None:
    """Return the curve of a scene's quantities, or None where it has none.

    It runs over `span`, by default over the stretch worth showing.
    """
    even, now = (
        np.linspace(*(span or axis.span(params)), _SAMPLE_COUNT),
        axis.value(params),
    )
    # What is shown at the present value is what it is there, between two samples too.
    asked = np.append(even, now)
    solution = _solve_along(scene, params, axis, asked)
    rows = _rows(solution, len(asked))
    names = [q.label for q in solution.scene.answer.curves]
    turning = [q.label for q in _threshold_quantities(solution)]
    if not np.isfinite(rows[: len(names)]).any():
        return None
    lines, levels = _split_rows(rows[:, : len(even)], names, turning)
    above = {name: lines[name] - level for name, level in levels.items()}
    roots = _find_roots(scene, params, axis, even, above)
    inside = even[0] <= now <= even[-1]
    kept = sort_unique(asked if inside else even)
    x, rows = refine_samples(
        asked[kept],
        np.take(rows, kept, axis=1),
        lambda at: _rows(_solve_along(scene, params, axis, at), len(at)),
        roots,
    )
    lines, levels = _split_rows(rows, names, turning)
    lanes = _group_lines(solution.scene.answer.curves)
    first = next(iter(_threshold_quantities(solution)), None)
    if first is None:
        return Curve(axis, x, lines, levels, roots, lanes)
    return Curve(axis, x, lines, levels, roots, lanes, first.label, first.hit_above)


def _rows(solution: Solution, count: int) -> Array:
    """Return all lines and then all levels, a row each."""
    lines = [solution.value(q) for q in solution.scene.answer.curves]
    levels = [solution.threshold(q) for q in _threshold_quantities(solution)]
    return np.array([np.broadcast_to(row, (count,)) for row in (*lines, *levels)])


def _split_rows(
    rows: Array, names: Sequence[str], turning: Sequence[str]
) -> tuple[dict[str, Array], dict[str, Array]]:
    lines = dict(zip(names, rows, strict=False))
    return lines, dict(zip(turning, rows[len(names) :], strict=True))


def _group_lines(curves: Sequence[Quantity[Any, Any]]) -> tuple[AxisPlot, ...]:
    """Return the lanes: a unit each, in the curves' order, then the categories."""
    units: dict[str, list[str]] = {}
    for q in curves:
        if not q.words:
            units.setdefault(q.unit, []).append(q.label)
    steps = [AxisPlot((q.label,), q.words) for q in curves if q.words]
    return (*(AxisPlot(tuple(names)) for names in units.values()), *steps)


def _solve_along(scene: SceneEntry, params: Params, axis: Axis, x: Array) -> Solution:
    return solve_scene(scene, axis.with_value(params, x))


def _heights_above_threshold(
    solution: Solution, x: Array, lines: set[str]
) -> dict[str, Array]:
    """Return by how much each of the lines is above where the verdict turns."""
    return {
        q.label: np.broadcast_to(solution.margin_over_threshold(q), x.shape)
        for q in _threshold_quantities(solution)
        if q.label in lines
    }


def _threshold_quantities(solution: Solution) -> list[Quantity[Any, Any]]:
    return [q for q in solution.scene.answer.curves if q.threshold is not None]


def _find_roots(
    scene: SceneEntry, params: Params, axis: Axis, x: Array, lines: Mapping[str, Array]
) -> tuple[float, ...]:
    """Return the places where any line crosses its level, all looked for together.

    A smooth line's root is where a cubic through four samples has it, but for a
    millionth of their distance, so that one more look is enough.
    """
    roots: list[float] = []
    brackets: list[Bracket] = []
    for name, y in lines.items():
        for i in _find_sign_changes(y).tolist():
            root = smooth_root(x, y, i)
            if root is None:
                brackets.append(Bracket.from_samples(name, x, y, i))
            else:
                roots.append(root)
    for _ in range(_MAX_ROOT_ROUNDS):
        wide = [bracket for bracket in brackets if not bracket.is_narrow]
        if not wide:
            break
        looks = [bracket.probe_places() for bracket in wide]
        asked = np.concatenate(looks)
        solution = _solve_along(scene, params, axis, asked)
        above = _heights_above_threshold(
            solution, asked, {bracket.line for bracket in wide}
        )
        ends = np.cumsum([0, *map(len, looks)])
        for bracket, here, i, j in zip(wide, looks, ends[:-1], ends[1:], strict=True):
            bracket.close_in(here, above[bracket.line][i:j])
    return tuple(sorted([*roots, *(b.root() for b in brackets if not b.is_pole)]))


def _find_sign_changes(y: Array) -> Array:
    """Return the indices after which the line changes its sign."""
    with np.errstate(invalid="ignore"):
        turns = np.flatnonzero((y[:-1] < 0.0) != (y[1:] < 0.0))
    return np.asarray(turns[np.isfinite(y[turns]) & np.isfinite(y[turns + 1])])
