"""The answer for every value of two numbers at once: what a map is painted from. Pure.

Two numbers of the params, the axes, run over a grid; where they are the coordinates of
a point, the map lies in the world under the shapes. The grid's samples are multiples of
a power of two, so that a sample is a short number, panning moves no sample, and what
happens only at exact values (touching, a shape's own middle) is met and not stepped
over. Angles are sampled at such fractions of a right angle.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.explore.curve import Axis, deciding
from playground.scene import params as parameters
from playground.scene.answer import Quantity
from playground.scene.kinds import NONE, Kind, Regions
from playground.scene.listing import Precision
from playground.scene.params import Params
from playground.scene.scene import Entry
from playground.scene.solution import Solution, ask
from playground.scene.specs import Angle, Vector

Array = NDArray[np.float64]

# Cells that are answered in one call, between two looks at whether it still matters.
_CHUNK = 8192
# What a view moves by before it is covered anew, in cells.
_MARGIN = 64
# A kind with less than this share of the cells is rare.
_RARE = 0.02
# A mistake is found from so many cells away.
_REACH = 3


class MapKind(StrEnum):
    """What a map shows."""

    REGIONS = "Verdict"
    ZONES = "Zones"
    VALUES = "Value"
    MISTAKES = "Mistakes"


@dataclass(frozen=True)
class Samples:
    """Multiples of `step`: of the integers from `first`, `count` of them."""

    first: int
    count: int
    step: float

    @staticmethod
    def covering(
        low: float, high: float, step: float, limits: tuple[float, float]
    ) -> "Samples":
        """Return the multiples of `step` about [low, high] that lie in `limits`.

        They are some more than asked, and stay the same while the ends move a little.
        """
        block = _MARGIN * step
        first = math.floor(low / block) * _MARGIN
        last = math.ceil(high / block) * _MARGIN
        first = max(first, math.ceil(limits[0] / step))
        last = min(last, math.floor(limits[1] / step))
        return Samples(first, max(last - first + 1, 0), step)

    @property
    def values(self) -> Array:
        """The samples."""
        return np.asarray(np.arange(self.first, self.first + self.count) * self.step)

    @property
    def edges(self) -> tuple[float, float]:
        """Where the first cell begins and the last one ends."""
        return (
            (self.first - 0.5) * self.step,
            (self.first + self.count - 0.5) * self.step,
        )

    def nearest(self, value: float) -> int | None:
        """Return the place of the sample whose cell has `value`, or None."""
        place = round(value / self.step) - self.first
        return place if 0 <= place < self.count else None

    def coarser(self, factor: int) -> "Samples":
        """Return every factor-th sample; its cells cover the same stretch."""
        first = math.ceil(self.first / factor)
        last = (self.first + self.count - 1) // factor
        return Samples(first, max(last - first + 1, 0), self.step * factor)


@dataclass(frozen=True)
class Question:
    """What a field is asked: of which scene and params, over which two numbers."""

    scene: Entry
    params: Params
    x: Axis
    y: Axis
    kind: MapKind
    quantity: str = ""
    dtype: Precision = np.float32

    def at(self, x: Any, y: Any) -> Any:
        """Return the params with these two numbers, or arrays of them."""
        return self.y.at(self.x.at(self.params, x), y)

    def settled(self) -> "Question":
        """Return the question without what its answer does not depend on."""
        whole = replace(self, params=parameters.without_view(self.params))
        return replace(whole, params=whole.at(0.0, 0.0))


@dataclass(frozen=True)
class Field:
    """The answers: `index` into `kinds`, or `values`; rows from the lowest y up.

    `index` and `values` have the shape (rows, columns); the one not asked for is
    empty. -1 and NaN say that there is nothing to show. `turns_at`,
    of the values' shape, is the value at which the verdict turns, NaN if nowhere.
    """

    question: Question
    columns: Samples
    rows: Samples
    kinds: tuple[Kind, ...]
    index: NDArray[np.int8]
    values: Array
    turns_at: Array

    @cached_property
    def counts(self) -> list[int]:
        """How many cells are of each kind."""
        found = np.bincount(self.index.ravel() + 1, minlength=len(self.kinds) + 1)
        return [int(count) for count in found[1:]]

    @cached_property
    def grown(self) -> NDArray[np.int8]:
        """The index, with a rare kind's cells spread over those around them.

        Otherwise a line of cells, or a single one, would hardly be seen.
        """
        grown = self.index.copy()
        for kind, count in enumerate(self.counts):
            if 0 < count < _RARE * self.index.size:
                grown[_spread(self.index == kind)] = kind
        return grown

    def cell(self, x: float, y: float) -> tuple[float, float] | None:
        """Return the samples of the cell at these numbers, or None outside.

        Where a rare kind has spread it is a cell of that kind, and of the mistakes,
        where there is none, the nearest within a few.
        """
        column, row = self.columns.nearest(x), self.rows.nearest(y)
        if column is None or row is None:
            return None
        if self.index.size:
            row, column = self._nearest_shown(row, column)
        return float(self.columns.values[column]), float(self.rows.values[row])

    def _nearest_shown(self, row: int, column: int) -> tuple[int, int]:
        low, left = max(row - _REACH, 0), max(column - _REACH, 0)
        part = slice(low, row + _REACH + 1), slice(left, column + _REACH + 1)
        around, shown = self.index[part], self.grown[row, column]
        wanted = around == shown
        if shown == NONE and self.question.kind is MapKind.MISTAKES:
            wanted = around != NONE
        rows, columns = np.nonzero(wanted)
        if not rows.size:
            return row, column
        away = np.hypot(rows + low - row, columns + left - column)
        nearest = int(np.argmin(away))
        return int(rows[nearest]) + low, int(columns[nearest]) + left


def _spread(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the cells and the eight around each."""
    padded = np.pad(cells, 1)
    rows = padded[:-2] | padded[1:-1] | padded[2:]
    return np.asarray(rows[:, :-2] | rows[:, 1:-1] | rows[:, 2:])


class MapError(Exception):
    """A map that the scene cannot answer, and why."""


def compute(
    question: Question,
    columns: Samples,
    rows: Samples,
    dropped: Callable[[], bool] = lambda: False,
) -> Field | None:
    """Answer for every pair of samples; None as soon as `dropped` says so."""
    kinds: tuple[Kind, ...] = ()
    shape = rows.count, columns.count
    ranked = question.kind is not MapKind.VALUES
    index = np.full(shape if ranked else (0, 0), NONE, dtype=np.int8)
    values = np.full((0, 0) if ranked else shape, np.nan)
    some = max(_CHUNK // max(columns.count, 1), 1)
    turns_at = np.full_like(values, np.nan)
    x, y = columns.values[None, :], rows.values[:, None]
    for low in range(0, rows.count if columns.count else 0, some):
        if dropped():
            return None
        part = slice(low, low + some)
        solution = ask(question.scene, question.at(x, y[part]))
        if question.kind is MapKind.VALUES:
            quantity = _mapped(question, solution)
            values[part] = solution.value(quantity)
            turns_at[part] = solution.level(quantity)
        else:
            regions = _regions(question, solution)
            kinds, index[part] = regions.kinds, regions.index
    return Field(question, columns, rows, kinds, index, values, turns_at)


def _mapped(question: Question, solution: Solution) -> Quantity[Any, Any]:
    maps = solution.scene.answer.maps
    return next(q for q in maps if q.label == question.quantity)


def _regions(question: Question, solution: Solution) -> Regions:
    if question.kind is MapKind.REGIONS:
        return solution.regions
    if question.kind is MapKind.ZONES:
        return solution.zones
    return solution.mistakes(question.dtype)


def kinds_of(scene: Entry, params: Params) -> tuple[MapKind, ...]:
    """Return the maps that a scene declares."""
    part, _ = scene.at(params)
    if part.single or len(deciding(params)) < 2:
        return ()
    declared = {
        MapKind.REGIONS: part.answer.outcomes,
        MapKind.ZONES: part.answer.zones,
        MapKind.VALUES: part.answer.maps,
        MapKind.MISTAKES: part.listing and part.listing.mistakes,
    }
    return tuple(kind for kind, parts in declared.items() if parts)


def moved(scene: Entry, params: Params) -> tuple[Axis, Axis] | None:
    """Return the coordinates of the point that a map moves, or None without one."""
    part, _ = scene.at(params)
    known = points(params)
    name = part.moved or next(iter(known), "")
    return (Axis(name, 0), Axis(name, 1)) if name in known else None


def points(params: Params) -> list[str]:
    """Return the names of the points that can be moved over the canvas."""
    return [
        name
        for name, spec in parameters.relevant(params).items()
        if isinstance(spec, Vector) and spec.place
    ]


def in_the_world(params: Params, x: Axis, y: Axis) -> bool:
    """Return whether the axes are coordinates of one point, so that it can be moved."""
    return x.name == y.name and x.component < y.component and x.name in points(params)


def step_near(size: float) -> float:
    """Return the power of two nearest to `size`."""
    return 2.0 ** round(math.log2(size))


def over_span(params: Params, axis: Axis, cells: float) -> Samples:
    """Return samples over the span worth showing, about `cells` of them."""
    low, high = axis.span(params)
    spec = parameters.specs(type(params))[axis.name]
    unit = math.pi / 2 if isinstance(spec, Angle) else 1.0
    step = unit * step_near((high - low) / unit / cells)
    first, last = math.ceil(low / step), math.floor(high / step)
    return Samples(first, last - first + 1, step)
