"""Heat maps: a scene's answer for every value of two numbers.

Two numbers of the params, the axes, run over a grid; if they are the coordinates of
a point, the map lies in the world under the shapes. Samples are multiples of a power of
two, so that they are short numbers, panning does not move them, and the map includes
what happens only at exact values (touching, the middle of a shape). Angles are sampled
at such fractions of a right angle.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.curve import Axis, answer_axes
from playground.i18n import enum_of_texts
from playground.quick_dataclass import dataclass
from playground.scene import Nature
from playground.scene import params as parameters
from playground.scene.answer import (
    EFFECTS,
    NO_KIND_INDEX,
    Index,
    RegionKind,
    Regions,
)
from playground.scene.listing import ListingComparison, Precision, classify_effects
from playground.scene.parameter_types import Angle, Vector
from playground.scene.params import Params
from playground.scene.primitives import MISTAKE_ROLES, Role
from playground.scene.scene import SceneEntry
from playground.scene.solution import Solution, solve_scene

Array = NDArray[np.float64]
Indices = NDArray[np.intp]
Cells = NDArray[Any]

# Cells per call: intermediate values take some megabytes, and a call's overhead is
# negligible.
_CHUNK_CELL_COUNT = 262144
# Step of the ends of a range, in cells: a view that moves less needs no new samples.
_MARGIN = 64
# A kind with less than this share of the cells is rare.
_MAX_RARE_SHARE = 0.02
# Distance in cells from which a mistake can be picked.
_PICK_DISTANCE = 3


@enum_of_texts
class MapKind(StrEnum):
    """Subject of a map; each value is its name on screen.

    Attributes
    ----------
    REGIONS
        Outcome of each cell.
    ZONES
        Zone of each cell.
    VALUES
        Value of a quantity.
    MISTAKES
        Kind of the listing's mistake.
    BLAME
        Line of the listing that is to blame for its mistake.
    """

    REGIONS = "Verdict"
    ZONES = "Zones"
    VALUES = "Value"
    MISTAKES = "Mistakes"
    BLAME = "Blame"

    @property
    def is_code_map(self) -> bool:
        """True if it shows mistakes of code, and nothing elsewhere."""
        return self in (MapKind.MISTAKES, MapKind.BLAME)


@dataclass(frozen=True)
class AxisSamples:
    """Evenly spaced samples of an axis: the integers from `first`, times `step`.

    Attributes
    ----------
    first, count : int
        First integer, and number of samples.
    step : float
        Distance of samples, usually a power of two (for angles, of a right angle).
    """

    first: int
    count: int
    step: float

    @staticmethod
    def from_range(
        low: float, high: float, step: float, limits: tuple[float, float]
    ) -> "AxisSamples":
        """Return the multiples of `step` around [low, high] within `limits`.

        The range is extended to multiples of 64 steps, so that it stays the same while
        the ends move a bit.
        """
        block = _MARGIN * step
        first = math.floor(low / block) * _MARGIN
        last = math.ceil(high / block) * _MARGIN
        first = max(first, math.ceil(limits[0] / step))
        last = min(last, math.floor(limits[1] / step))
        return AxisSamples(first, max(last - first + 1, 0), step)

    @property
    def values(self) -> Array:
        """The samples, float64 (count,)."""
        return np.asarray(np.arange(self.first, self.first + self.count) * self.step)

    @property
    def edges(self) -> tuple[float, float]:
        """Start of the first cell and end of the last one, as values of the axis."""
        first = self.first - 0.5
        return first * self.step, (first + self.count) * self.step

    def select_range(self, low: float, high: float) -> "AxisSamples":
        """Return the samples between two numbers."""
        first = max(self.first, math.ceil(low / self.step))
        last = min(self.first + self.count - 1, math.floor(high / self.step))
        return AxisSamples(first, max(last - first + 1, 0), self.step)

    def nearest(self, value: float) -> int | None:
        """Return the index of the sample whose cell contains `value`; None outside."""
        place = round(value / self.step) - self.first
        return place if 0 <= place < self.count else None

    def coarsen(self, factor: int) -> "AxisSamples":
        """Return every factor-th sample; their cells cover the same range."""
        first = math.ceil(self.first / factor)
        last = (self.first + self.count - 1) // factor
        return AxisSamples(first, max(last - first + 1, 0), self.step * factor)


@dataclass(frozen=True)
class MapQuery:
    """Scene, state, axes and subject of a map.

    Attributes
    ----------
    scene : SceneEntry
        Scene to evaluate.
    params : Params
        State; all but the two axes stay fixed.
    x, y : Axis
        Numbers along the columns and rows.
    kind : MapKind
        Subject.
    quantity : str
        Label of the quantity, for a map of values.
    dtype : type
        Number type of the listing, for maps of its mistakes.
    """

    scene: SceneEntry
    params: Params
    x: Axis
    y: Axis
    kind: MapKind
    quantity: str = ""
    dtype: Precision = np.float32

    def with_values(self, x: Any, y: Any) -> Any:
        """Return the params with these two numbers, or arrays of them."""
        return self.y.with_value(self.x.with_value(self.params, x), y)

    def canonicalize(self) -> "MapQuery":
        """Return the query with values that do not affect its result set to 0."""
        whole = replace(self, params=parameters.reset_view_parameters(self.params))
        return replace(whole, params=whole.with_values(0.0, 0.0))


@dataclass(frozen=True)
class MapField:
    """Result of a map, on a grid of cells; the lowest y is the first row.

    Attributes
    ----------
    query : MapQuery
        What was computed.
    columns, rows : AxisSamples
        Samples of x and y.
    kinds : tuple of RegionKind
        Kinds of regions.
    index : uint8 array, shape (rows, columns)
        Index into `kinds`; `NO_KIND_INDEX` for none. Empty for a map of values.
    values : float64 array, shape (rows, columns)
        Values; NaN if undefined. Empty for other maps.
    threshold : float64 array, shape (rows, columns), (1, columns), (rows, 1) or (1, 1)
        Value at which the verdict changes; NaN without one.
    is_coarse : bool
        Each cell stands for several samples that agree; there are areas only.
    """

    query: MapQuery
    columns: AxisSamples
    rows: AxisSamples
    kinds: tuple[RegionKind, ...]
    index: Index
    values: Array
    threshold: Array
    is_coarse: bool = False

    @cached_property
    def counts(self) -> list[int]:
        """Number of cells of each kind."""
        return [
            int(np.count_nonzero(self.index == kind)) for kind in range(len(self.kinds))
        ]

    def crop(self, left: float, right: float, low: float, high: float) -> "MapField":
        """Return the field with only the cells whose centres are between these numbers.

        They are values of x (left, right) and y (low, high). A map of values is
        returned as it is.
        """
        spans = (self.columns, left, right), (self.rows, low, high)
        columns, rows = (samples.select_range(*ends) for samples, *ends in spans)
        if (columns, rows) == (self.columns, self.rows) or not self.index.size:
            return self
        first = rows.first - self.rows.first, columns.first - self.columns.first
        index = self.index[first[0] :, first[1] :][: rows.count, : columns.count]
        return replace(self, columns=columns, rows=rows, index=index)

    @cached_property
    def display_index(self) -> Index:
        """The index as drawn, with the cells of rare kinds enlarged.

        Otherwise single cells and thin lines would hardly be visible. For a map of
        mistakes, kinds that fill areas and the edges of others stay exact, but thin
        lines within another kind, where two kinds coincide for a moment, are removed. A
        coarse field is not changed: it has no lines, and its cells are too large to
        enlarge.
        """
        if self.is_coarse:
            return self.index
        few = _MAX_RARE_SHARE * self.index.size
        rare = [kind for kind, count in enumerate(self.counts) if 0 < count < few]
        thin = {kind: cells for kind in rare if _is_thin(cells := self.index == kind)}
        neighborhoods = {kind: _neighbor_indices(cells) for kind, cells in thin.items()}
        if self.query.kind.is_code_map:
            index = _remove_thin_lines(self.index, [*thin])
            neighborhoods = {
                kind: self._exclude_edges(kind, *at)
                for kind, at in neighborhoods.items()
            }
        else:
            index = self.index.copy()
        for kind, places in neighborhoods.items():
            index[places] = kind
        return index

    def _exclude_edges(
        self, kind: int, rows: Indices, columns: Indices
    ) -> tuple[Indices, Indices]:
        """Return the neighbourhoods that contain no edge of another kind's area."""
        window = self.index[rows, columns]
        differs = (window != NO_KIND_INDEX) & (window != kind)
        inner = ~((window == NO_KIND_INDEX).any((0, 1)) & differs.any((0, 1)))
        return rows[..., inner], columns[..., inner]

    def cell(self, x: float, y: float) -> tuple[float, float] | None:
        """Return the samples (x, y) of the cell at these values, or None outside.

        Where a rare kind is drawn enlarged, it is the nearest cell of that kind; where
        no mistake is drawn, the nearest mistake within a few cells.
        """
        column, row = self.columns.nearest(x), self.rows.nearest(y)
        if column is None or row is None:
            return None
        if self.index.size:
            row, column = self._nearest_shown(row, column)
        return float(self.columns.values[column]), float(self.rows.values[row])

    def cell_params(self, params: Params, x: float, y: float) -> Params | None:
        """Return params at the cell that contains these numbers, or None outside."""
        values = self.cell(x, y)
        if values is None:
            return None
        for axis, value in zip((self.query.x, self.query.y), values, strict=True):
            cell_state = axis.replace_component(params, value)
            params = parameters.with_values(params, **{axis.name: cell_state})
        return params

    def _nearest_shown(self, row: int, column: int) -> tuple[int, int]:
        low, left = max(row - _PICK_DISTANCE, 0), max(column - _PICK_DISTANCE, 0)
        part = (
            slice(low, row + _PICK_DISTANCE + 1),
            slice(left, column + _PICK_DISTANCE + 1),
        )
        window, shown_kind = self.index[part], self.display_index[row, column]
        matches = window == shown_kind
        if shown_kind == NO_KIND_INDEX and self.query.kind.is_code_map:
            matches = window != NO_KIND_INDEX
        rows, columns = np.nonzero(matches)
        if not rows.size:
            return row, column
        away = np.hypot(rows + low - row, columns + left - column)
        nearest = int(np.argmin(away))
        return int(rows[nearest]) + low, int(columns[nearest]) + left


def _remove_thin_lines(index: Index, kept: Sequence[int]) -> Index:
    """Return the index without lines of one cell's width within another kind.

    Lines of the kinds in `kept` stay.
    """
    full_index = index.copy()
    for axis in (0, 1):
        way = (1, 0) if axis == 0 else (0, 1)
        changes = _drop_edge(index, axis, 1) != _drop_edge(index, axis, -1)
        twice = _drop_edge(changes, axis, 1) & _drop_edge(changes, axis, -1)
        rows, columns = np.divmod(np.flatnonzero(twice), max(twice.shape[1], 1))
        low, high = (index[rows + k * way[0], columns + k * way[1]] for k in (0, 2))
        is_thin = (low == high) & (low != NO_KIND_INDEX)
        rows, columns = rows[is_thin] + way[0], columns[is_thin] + way[1]
        line = ~np.isin(index[rows, columns], kept)
        # A line that is the end of an area continues there, next to its own end.
        for turn, side in product((-1, 1), repeat=2):
            row = np.clip(rows + (turn if axis == 0 else side), 0, len(index) - 1)
            column = np.clip(
                columns + (side if axis == 0 else turn), 0, index.shape[1] - 1
            )
            line &= index[row, column] != index[rows, columns]
        rows, columns = rows[line], columns[line]
        full_index[rows, columns] = index[rows - way[0], columns - way[1]]
    return full_index


def _drop_edge(cells: Cells, axis: int, step: int) -> Cells:
    """Return the cells without the first row or column (step 1) or last (-1)."""
    part = slice(step, None) if step > 0 else slice(None, step)
    return cells[part] if axis == 0 else cells[:, part]


def _is_thin(cells: NDArray[np.bool_]) -> bool:
    """Return whether the cells form thin lines and points: few 2 x 2 blocks."""
    return bool(4 * np.count_nonzero(_find_blocks(cells)) < np.count_nonzero(cells))


def _find_blocks(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a mask of the cells that start a block of 2 x 2."""
    return cells[1:, 1:] & cells[:-1, 1:] & cells[1:, :-1] & cells[:-1, :-1]


def _find_block_corners(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a mask of the cells that are part of a block of 2 x 2."""
    corners, blocks = np.zeros_like(cells), _find_blocks(cells)
    for row, column in product((slice(1, None), slice(None, -1)), repeat=2):
        corners[row, column] |= blocks
    return corners


def _neighbor_indices(cells: NDArray[np.bool_]) -> tuple[Indices, Indices]:
    """Return the indices of the cells and of the eight around each."""
    row, column = np.divmod(np.flatnonzero(cells), cells.shape[1])
    near = np.arange(-1, 2)
    rows = np.clip(row + near[:, None, None], 0, cells.shape[0] - 1)
    columns = np.clip(column + near[:, None], 0, cells.shape[1] - 1)
    return rows, columns


class MapError(Exception):
    """Raised for a map that a scene cannot have, with the reason."""


def compute_map(
    question: MapQuery,
    columns: AxisSamples,
    rows: AxisSamples,
    is_cancelled: Callable[[], bool] = lambda: False,
    cells: int = _CHUNK_CELL_COUNT,
    factor: int = 1,
) -> MapField | None:
    """Compute a map, or return None once it is cancelled.

    Parameters
    ----------
    question : MapQuery
        Map to compute.
    columns, rows : AxisSamples
        Samples of x and y.
    is_cancelled : callable
        Called without arguments before every block of cells; True cancels.
    cells : int
        Limit on the cells per block, at most 262,144.
    factor : int
        With 4 or more the field is coarse: a cell stands for factor x factor samples,
        of which a block of 2 x 2 is computed. If the four differ, the cell is empty, so
        that a thin line or a point does not fill it.
    """
    kinds: tuple[RegionKind, ...] = ()
    x, y = columns.values, rows.values
    if factor > 1:
        x, y = (_pair_samples(samples, factor) for samples in (columns, rows))
        columns, rows = columns.coarsen(factor), rows.coarsen(factor)
    shape = len(y), len(x)
    has_values = question.kind is MapKind.VALUES
    index = np.full((0, 0) if has_values else shape, NO_KIND_INDEX, np.uint8)
    values = np.full(shape if has_values else (0, 0), np.nan)
    levels = [np.full((1, 1), np.nan)]
    rows_per_chunk = max(min(cells, _CHUNK_CELL_COUNT) // max(len(x), 1), 1)
    for low in range(0, len(y) if len(x) else 0, rows_per_chunk):
        if is_cancelled():
            return None
        part = slice(low, low + rows_per_chunk)
        solution = solve_scene(
            question.scene, question.with_values(x[None, :], y[part, None])
        )
        if has_values:
            maps = solution.scene.answer.maps
            quantity = next(q for q in maps if q.label == question.quantity)
            values[part] = solution.value(quantity)
            levels.append(np.atleast_2d(solution.threshold(quantity)))
        else:
            regions = _regions(question, solution)
            kinds, index[part] = regions.kinds, regions.index
    turns_at = _join_levels(levels[1:] or levels)
    if factor > 1:
        index = _keep_areas(index, index, np.uint8(NO_KIND_INDEX))
        values = _keep_areas(values, np.isfinite(values), np.nan)
        turns_at = turns_at[: rows.count, : columns.count]
    if question.kind.is_code_map:
        kinds, index = _drop_absent_kinds(kinds, index)
    return MapField(question, columns, rows, kinds, index, values, turns_at, factor > 1)


def compute_limited_map(
    question: MapQuery,
    columns: AxisSamples,
    rows: AxisSamples,
    max_answers: float,
    is_cancelled: Callable[[], bool] = lambda: False,
    cells: int = _CHUNK_CELL_COUNT,
) -> MapField | None:
    """Compute a map from a limited number of samples; None once it is cancelled.

    With fewer samples than cells, a kind fills the cells around those of its samples
    that are part of a block of 2 x 2; any other sample stays a single cell.

    Parameters
    ----------
    question : MapQuery
        Map of regions to compute.
    columns, rows : AxisSamples
        Samples of x and y, one per cell.
    max_answers : float
        Limit on the number of samples.
    is_cancelled : callable
        Called without arguments before every block of cells; True cancels.
    cells : int
        Limit on the cells per block, at most 262,144.
    """
    factor = math.ceil(math.sqrt(columns.count * rows.count / max_answers)) or 1
    coarse = columns.coarsen(factor), rows.coarsen(factor)
    field = compute_map(question, *coarse, is_cancelled, cells)
    if field is None or factor == 1 or not field.index.size:
        return field
    nearest = [
        np.clip(
            (fine.first + np.arange(fine.count) + factor // 2) // factor - few.first,
            0,
            few.count - 1,
        )
        for fine, few in ((rows, field.rows), (columns, field.columns))
    ]
    is_filled = np.zeros(field.index.shape, np.bool_)
    for kind in range(len(field.kinds)):
        is_filled |= _find_block_corners(field.index == kind)
    areas = np.where(is_filled, field.index, np.uint8(NO_KIND_INDEX))
    index = areas[np.ix_(*nearest)]
    row, column = np.nonzero(~is_filled & (field.index != NO_KIND_INDEX))
    index[
        (field.rows.first + row) * factor - rows.first,
        (field.columns.first + column) * factor - columns.first,
    ] = field.index[row, column]
    return replace(field, columns=columns, rows=rows, index=index)


def _pair_samples(samples: AxisSamples, factor: int) -> Array:
    """Return every factor-th sample, followed by the neighbour of each."""
    coarse, last = samples.coarsen(factor).values, samples.values[-1:]
    neighbors = coarse + np.where(coarse < last, samples.step, -samples.step)
    return np.concatenate([coarse, neighbors])


def _keep_areas(cells: Cells, kinds: Cells, nothing: Any) -> Cells:
    """Return the cells of paired samples, `nothing` where the four kinds differ."""
    of_four = kinds.reshape(2, len(kinds) // 2, 2, kinds.shape[1] // 2)
    agree = (of_four == of_four[:1, :, :1]).all((0, 2))
    rows, columns = agree.shape
    return np.where(agree, cells[:rows, :columns], nothing)


def _drop_absent_kinds(
    kinds: tuple[RegionKind, ...], index: Index
) -> tuple[tuple[RegionKind, ...], Index]:
    """Return the kinds that occur in the index, and the index into them."""
    met = [place for place in range(len(kinds)) if (index == place).any()]
    places = np.full(NO_KIND_INDEX + 1, NO_KIND_INDEX, np.uint8)
    places[met] = np.arange(len(met))
    return tuple(kinds[place] for place in met), np.asarray(places.take(index))


def _join_levels(levels: list[Array]) -> Array:
    """Return the thresholds of all rows, or a single row if all are equal."""
    first = levels[0]
    if len(first) == 1 and all(
        np.array_equal(first, a, equal_nan=True) for a in levels
    ):
        return first
    return np.concatenate(levels)


def _regions(question: MapQuery, solution: Solution) -> Regions:
    if question.kind is MapKind.REGIONS:
        return solution.regions
    if question.kind is MapKind.ZONES:
        return solution.zones
    listing, trial = solution.scene.listing, solution.compare_many(question.dtype)
    assert listing is not None
    if question.kind is MapKind.MISTAKES:
        regions = listing.regions(trial)
    else:
        from playground.tracing.listing_lines import group_by_line  # slow to import

        regions = group_by_line(listing, listing.find_faulty_lines(trial))
    return regions.split_by_effect(_effects(solution, trial)).mask_out(
        solution.is_degenerate
    )


def _effects(solution: Solution, trial: ListingComparison[Any, Any, Any]) -> Index:
    """Return the effect of each mistake, also for a core result without `hit`."""
    hit, outcomes = getattr(trial.answer, "hit", None), solution.scene.answer.outcomes
    if trial.hits is not None or hit is None or not outcomes:
        return trial.effects
    is_hit = np.array([outcome.hit for outcome in outcomes])
    return classify_effects(is_hit.take(solution.regions.index, mode="clip"), hit)


def list_maps(scene: SceneEntry, params: Params) -> tuple[MapKind, ...]:
    """Return the kinds of maps that a scene declares.

    Empty if it takes single states only, or fewer than two numbers affect an answer.
    """
    part, _ = scene.resolve(params)
    if part.single or len(answer_axes(params)) < 2:
        return ()
    axes_declared = {
        MapKind.REGIONS: part.answer.outcomes,
        MapKind.ZONES: part.answer.zones,
        MapKind.VALUES: part.answer.maps,
        MapKind.MISTAKES: part.listing and part.listing.mistakes,
        MapKind.BLAME: part.listing and part.listing.names_faulty_lines,
    }
    return tuple([kind for kind, parts in axes_declared.items() if parts])


def map_point_axes(scene: SceneEntry, params: Params) -> tuple[Axis, Axis] | None:
    """Return the axes x and y of the point that a map moves.

    It is the scene's `map_point`, by default the first movable one; None if that cannot
    be moved in this state, or there is none.
    """
    part, _ = scene.resolve(params)
    points = list_movable_points(params)
    name = part.map_point or next(iter(points), "")
    return (Axis(name, 0), Axis(name, 1)) if name in points else None


def list_movable_points(params: Params) -> list[str]:
    """Return the names of the points that can be moved on the canvas."""
    return [
        name
        for name, spec in parameters.relevant_parameters(params).items()
        if isinstance(spec, Vector) and spec.is_point
    ]


def is_world_map(params: Params, x: Axis, y: Axis) -> bool:
    """Return whether the axes are two coordinates of one movable point, in order."""
    return (
        x.name == y.name
        and x.component < y.component
        and x.name in list_movable_points(params)
    )


def round_to_power_of_two(size: float) -> float:
    """Return the power of two nearest to `size` (> 0), on a logarithmic scale."""
    return 2.0 ** round(math.log2(size))


def sample_span(params: Params, axis: Axis, cells: float) -> AxisSamples:
    """Return about `cells` samples over the axis's span.

    Their step is a power of two, for an angle of a right angle.
    """
    low, high = axis.span(params)
    unit = math.pi / 2 if isinstance(axis.spec(params), Angle) else 1.0
    step = unit * round_to_power_of_two((high - low) / unit / cells)
    first, last = math.ceil(low / step), math.floor(high / step)
    return AxisSamples(first, last - first + 1, step)


# ----------------------------------------------------------------------------
# Severity of the mistakes of a map, and their colours.
#
# Missed hits come first, then phantom hits, then wrong answers, the more frequent
# first, and rounding last. A kind keeps its colour while the map changes, so that none
# flickers.
# ----------------------------------------------------------------------------


def assign_roles(field: MapField, before: Mapping[str, Role]) -> tuple[Role, ...]:
    """Return the colour role of each kind of a field.

    Mistakes get colours by severity, but keep a colour that they have in `before`, a
    mapping from the names of kinds. From the seventh on they share the last one.
    """
    ranking = _rank_mistakes(field)
    kept = {name: before[name] for name in ranking if name in before}
    # Prefer colours that no kind had before: a kind that left the view may return.
    free = sorted(
        (role for role in MISTAKE_ROLES if role not in kept.values()),
        key=lambda role: role in before.values(),
    )
    for name in ranking:
        if name not in kept:
            kept[name] = free.pop(0) if free else MISTAKE_ROLES[-1]
    return tuple(
        kind.role if kind.effect is None else kept.get(kind.name, MISTAKE_ROLES[-1])
        for kind in field.kinds
    )


def _rank_mistakes(field: MapField) -> list[str]:
    """Return the names of the mistakes in a field, the most severe first."""
    counts = [
        (kind, count)
        for kind, count in zip(field.kinds, field.counts, strict=True)
        if count and kind.effect is not None
    ]
    worst = sorted(
        counts, key=lambda item: (*_severity(item[0]), -item[1], item[0].name)
    )
    return list(dict.fromkeys(kind.name for kind, _ in worst))


def _severity(kind: RegionKind) -> tuple[bool, int]:
    """Return a sort key, the most severe first and rounding last."""
    effect = EFFECTS.index(kind.effect) if kind.effect else 0
    return kind.nature is Nature.ROUNDING, effect


def sort_for_legend(
    kinds: Iterable[tuple[int, RegionKind]], shown: Sequence[Role]
) -> list[tuple[int, RegionKind]]:
    """Return mistakes in the order of a legend: by colour, then by effect.

    Parameters
    ----------
    kinds : iterable of (int, RegionKind)
        Index in the field and kind of each mistake.
    shown : sequence of Role
        Role of each kind of the field, from `assign_roles`.
    """

    def place(item: tuple[int, RegionKind]) -> tuple[bool, int, str, int]:
        position, kind = item
        rounded, effect = _severity(kind)
        return rounded, MISTAKE_ROLES.index(shown[position]), kind.name, effect

    return sorted(kinds, key=place)
