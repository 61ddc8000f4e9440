"""Map rasters: computed maps converted to textures, palettes and patterns.

The palette is cividis: perceptually uniform, and the same for colour-blind readers
(Nuñez, Anderton and Renslow, "Optimizing colormaps with consideration for color vision
deficiency", PLOS ONE, 2018).
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.heat_map import MapField, MapKind, assign_roles
from playground.quick_dataclass import dataclass
from playground.render.theme import RGBA, Theme, mix
from playground.scene import Nature
from playground.scene.answer import NO_KIND_INDEX, Effect, RegionKind
from playground.scene.camera import tick_step
from playground.scene.params import Params
from playground.scene.primitives import Role

Array = NDArray[np.float64]

# In logical pixels. A stripe is half its period wide, measured along x and y. Dots are
# in rows, every other one shifted by half the spacing: spacing, row height and radius.
STRIPE_PERIOD_PX = 12.0
DOTS_PX = 14.0, 7.0, 3.25
SPECKS_PX = 6.0, 3.0, 0.9
# The opacity between stripes and between dots.
PATTERN_GAP_OPACITY = 0.2
# The width of an edge, which is inside its kind; the period and length of its dashes.
EDGE_WIDTH_PX = 1.5
DASHES_PX = 14.0, 8.0


class Texture(IntEnum):
    """The fill pattern of a kind; specks leave the background between them visible."""

    SOLID = 0
    STRIPES = 1
    DOTS = 2
    SPECKS = 3


class Edge(IntEnum):
    """The line along the boundary of a kind."""

    NONE = 0
    LINE = 1
    DASHED = 2


_TEXTURES = {
    Effect.MISSED_HIT: Texture.SOLID,
    Effect.PHANTOM_HIT: Texture.STRIPES,
    Effect.WRONG: Texture.DOTS,
}
_EDGES = {
    Nature.ERROR: Edge.LINE,
    Nature.CHOICE: Edge.DASHED,
    Nature.ROUNDING: Edge.NONE,
}


def kind_texture(kind: RegionKind) -> Texture:
    """Return the fill pattern of a kind; kinds that are no mistakes are solid."""
    if kind.effect is None:
        return Texture.SOLID
    if kind.nature is Nature.ROUNDING:
        return Texture.SPECKS
    return _TEXTURES[kind.effect]


def kind_edge(kind: RegionKind) -> Edge:
    """Return the boundary line of a kind; kinds that are no mistakes have none."""
    return Edge.NONE if kind.effect is None else _EDGES[kind.nature]


def compute_coverage(pattern: Texture, x: Array, y: Array, pixel_ratio: float) -> Array:
    """Return the coverage of a pattern: 1 inside a stripe or dot, else 0.

    It is in between at antialiased edges.

    Parameters
    ----------
    pattern : Texture
        The pattern.
    x, y : array (...)
        Positions in logical pixels.
    pixel_ratio : float
        Physical pixels per logical pixel, for the width of antialiasing.
    """
    if pattern is Texture.SOLID:
        return np.ones(np.broadcast_shapes(x.shape, y.shape))
    if pattern is Texture.STRIPES:
        off = np.abs((x + y) % STRIPE_PERIOD_PX - STRIPE_PERIOD_PX / 2) / np.sqrt(2.0)
        size = STRIPE_PERIOD_PX / 4 / np.sqrt(2.0)
    else:
        gap, row, size = SPECKS_PX if pattern is Texture.SPECKS else DOTS_PX
        shift = np.floor(y / row) % 2 * gap / 2
        off = np.hypot((x + shift) % gap - gap / 2, y % row - row / 2)
    return np.asarray(np.clip((size - off) * pixel_ratio + 0.5, 0.0, 1.0))


# ----------------------------------------------------------------------------


Pixels = NDArray[np.uint8]

# Every sixteenth colour of cividis.
_CIVIDIS = bytes.fromhex(
    "00224e 002e6a 1a386f 32436d 434e6c 52596d 61656f 6f7073 7c7b78"
    "8b8778 9b9376 aba072 bbad6c ccba64 ddc958 efd748 fee838"
)
_SHADE_COUNT = 256
OPACITY = {
    MapKind.REGIONS: 0.55,
    MapKind.ZONES: 0.55,
    MapKind.VALUES: 0.62,
    MapKind.MISTAKES: 1.0,
    MapKind.BLAME: 1.0,
}
# The ends of the diverging palette: blue and orange, distinct for the colour-blind.
_LOW_SHADE, _HIGH_SHADE = np.array([0.17, 0.47, 0.87]), np.array([0.93, 0.52, 0.1])
# The share of its colour that a miss has on maps of answers.
_MISS_COLOUR_SHARE = 0.3
# The scale ignores this fraction of the values at each end, which may be huge, and is
# estimated from about this number of values.
_TAIL_SHARE = 0.01
_SCALE_SAMPLE_COUNT = 1 << 16
_CONTOUR_LINE_COUNT = 16
# Limits against overflow: of values, and of lines beyond the scale's end.
_MAX_VALUE = 1e300
_MAX_LINE_COUNT = 1e9
# Half the widths of lines between kinds, contour lines and threshold lines, in physical
# pixels.
SEAM_HALF_WIDTH_PX = 0.5
CONTOUR_HALF_WIDTH_PX = 0.6
THRESHOLD_HALF_WIDTH_PX = 1.2
# The opacity of a map along lines between kinds, and the opacity of contour lines.
SEAM_OPACITY = 0.25
CONTOUR_OPACITY = 0.4
# Shades with a higher luma have dark contour lines.
DARK_LINE_MIN_LUMA = 0.42
# Contour lines outside this range of spacings are left out: on a plateau every cell
# would be on one.
MIN_CONTOUR_SPACING_CELLS = 4.0
MAX_CONTOUR_SPACING_CELLS = 4096.0
# Relative difference below which values count as constant.
_EQUAL_VALUE_TOLERANCE = 1e-8
# Cells are processed in blocks that fit the processor's cache.
_BLOCK_CELL_COUNT = 1 << 15


@dataclass(frozen=True)
class Scale:
    """The scale of a value map from `low` to `high`, with contours every `step`."""

    low: float
    high: float
    step: float

    @property
    def span(self) -> float:
        """The number of steps from `low` to `high`."""
        return (self.high - self.low) / self.step

    @property
    def is_constant(self) -> bool:
        """True if all values are the same, so that there are no contour lines."""
        return self.high - self.low <= _EQUAL_VALUE_TOLERANCE * max(
            abs(self.low), abs(self.high)
        )

    @np.errstate(over="ignore")
    def count_lines(self, values: Array) -> NDArray[np.float32]:
        """Return (values - low) / step as float32, for values (rows, columns).

        NaN stays, and results are limited to ±1e9.

        The subtraction is in float64, as float32 values may be coarser than a step.
        """
        counts = np.empty(values.shape, np.float32)
        begin = self.low / self.step
        rows = max(_BLOCK_CELL_COUNT // max(values.shape[-1], 1), 1)
        for row in range(0, len(values), rows):
            part = values[row : row + rows] / self.step
            part -= begin
            np.clip(part, -_MAX_LINE_COUNT, _MAX_LINE_COUNT, out=part)
            counts[row : row + rows] = part
        return counts


@dataclass(frozen=True)
class MapName:
    """The text for a kind of mistake on the map: its name, and a note below it.

    Attributes
    ----------
    kind : int
        The kind's index.
    role : Role
        Its colour.
    title, note : str
        Name and note, "" for none.
    key : tuple of str
        Identifies the kind across maps: its name and effect.
    solid : bool
        Whether the text may lie on its area.
    """

    kind: int
    role: Role
    title: str
    note: str
    key: tuple[str, str]
    solid: bool


@dataclass(frozen=True, eq=False)
class MapRaster:
    """A computed map as textures, with the data of its legend.

    It equals only itself.

    Attributes
    ----------
    field : MapField
        The computed map.
    cells : uint8 or float32 array (rows, columns)
        Bottom row first. Kinds, with `NO_KIND_INDEX` for none; or values as contour
        lines counted from the scale's low end, NaN for none.
    thresholds : float32 array (rows, columns) or (1, 1)
        The threshold, counted in the same way.
    fine : bool
        Whether thin lines are drawn; not while the map is coarse.
    scale : Scale or None
        The scale of a value map; None without any finite value, and for other maps.
    threshold_share : float or None
        The fraction from low to high of a constant threshold, where the palette
        diverges; None if it varies, is outside the scale, or does not exist.
    roles : tuple of Role
        The role of each kind.
    """

    field: MapField
    cells: NDArray[np.uint8 | np.float32]
    thresholds: NDArray[np.float32]
    fine: bool = True
    scale: Scale | None = None
    threshold_share: float | None = None
    roles: tuple[Role, ...] = ()

    @cached_property
    def colours(self) -> dict[str, Role]:
        """The role of each kind by its name."""
        names = (kind.name for kind in self.field.kinds)
        return dict(zip(names, self.roles, strict=True))

    @property
    def opacity(self) -> float:
        """The opacity of the map, 0 to 1."""
        return OPACITY[self.field.query.kind]

    @property
    def is_opaque(self) -> bool:
        """True if it hides the grid, so that primitives over it are drawn in ink."""
        return self.field.query.kind.is_code_map

    @property
    def is_blank(self) -> bool:
        """True if the map shows nothing."""
        if self.field.query.kind is MapKind.VALUES:
            return self.scale is None
        return not any(self.field.counts)

    def palette(self, theme: Theme) -> Pixels:
        """Return the opaque colours of kinds, or of the scale: uint8 `(1, 256, 4)`."""
        if self.field.query.kind is MapKind.VALUES:
            return (
                _diverging_palette(self.threshold_share, theme)
                if self.threshold_share
                else _SHADE_PALETTE
            )
        kind = self.field.query.kind
        tones = [kind_colour(kind, role, theme)[:3] for role in self.roles]
        return _make_palette(np.array(tones).reshape(-1, 3))

    @property
    def patterns(self) -> Pixels:
        """Texture and edge of each kind: uint8 `(1, 256, 4)`, the rest 0."""
        table = np.zeros((1, _SHADE_COUNT, 4), np.uint8)
        for place, kind in enumerate(self.field.kinds):
            table[0, place, :2] = kind_texture(kind), kind_edge(kind)
        return table

    def select_kind(self, kind: str) -> "MapRaster":
        """Return the map with only the kind of that name.

        A value map, and a map without that kind, is returned unchanged.
        """
        names = np.array([region_kind.name for region_kind in self.field.kinds])
        if self.scale or kind not in names:
            return self
        there = np.isin(self.cells, np.flatnonzero(names == kind))
        return replace(self, cells=np.where(there, self.cells, np.uint8(NO_KIND_INDEX)))

    def place_in_world(
        self, params: Params, names: tuple[MapName, ...] = ()
    ) -> "MapImage | None":
        """Return a map over positions with its corners in the world.

        `params` gives the other coordinates, `names` are the texts on it. None if the
        map has no cells.
        """
        if not self.cells.size:
            return None
        field = self.field
        x, y = field.query.x, field.query.y
        corners = [
            x.replace_component(params, x_edge)
            for _ in field.rows.edges
            for x_edge in field.columns.edges
        ]
        world = np.array(corners, dtype=np.float64)
        world[:, y.component] = np.repeat(field.rows.edges, 2)
        return MapImage(self, world, names)


@dataclass(frozen=True)
class MapImage:
    """A map raster placed in the world, with its texts, the most important first.

    `corners` `(4, n)` are the world points of the lower left, lower right, upper left
    and upper right corner.
    """

    raster: MapRaster
    corners: Array
    names: tuple[MapName, ...] = ()


def kind_colour(map_kind: MapKind, role: Role, theme: Theme) -> RGBA:
    """Return a kind's colour; misses are faint on maps of answers."""
    full = theme.roles[role]
    if role is Role.MISS and not map_kind.is_code_map:
        return mix(theme.background, full, _MISS_COLOUR_SHARE)
    return full


def _make_palette(colours: Array) -> Pixels:
    table = np.zeros((1, _SHADE_COUNT, 4), np.uint8)
    table[0, : len(colours), :3] = np.round(colours * 255.0)
    table[0, : len(colours), 3] = 255
    return table


_NO_ROLES: Mapping[str, Role] = MappingProxyType({})
_NO_THRESHOLDS = np.full((1, 1), np.nan, np.float32)


def rasterize_map(
    field: MapField,
    *,
    previous_roles: Mapping[str, Role] = _NO_ROLES,
) -> MapRaster:
    """Convert a computed map to a raster.

    `previous_roles`, the `colours` of the previous raster, keep the colours of mistakes
    stable between frames.
    """
    fine = not field.is_coarse
    if field.query.kind is not MapKind.VALUES:
        roles = assign_roles(field, previous_roles)
        return MapRaster(field, field.display_index, _NO_THRESHOLDS, fine, roles=roles)
    # The subsample may contain no finite value.
    scale = value_range(_subsample(field.values)) or value_range(field.values)
    if scale is None:
        cells = np.full(field.values.shape, np.nan, np.float32)
        return MapRaster(field, cells, _NO_THRESHOLDS, fine)
    cells, turns = (scale.count_lines(v) for v in (field.values, field.threshold))
    # A single row of cells has no slope across it, and so no lines.
    lined = fine and min(cells.shape) > 1
    return MapRaster(field, cells, turns, lined, scale, _threshold_share(turns, scale))


def _threshold_share(thresholds: NDArray[np.float32], scale: Scale) -> float | None:
    """Return the fraction, between 0 and 1, of the scale at a constant threshold.

    It is None if it varies, lies outside or is not known.
    """
    finite = thresholds[np.isfinite(thresholds)]
    if not (scale.span and finite.size) or finite.min() != finite.max():
        return None
    share = float(finite.flat[0]) / scale.span
    return share if 0.0 < share < 1.0 else None


def _diverging_palette(threshold_share: float, theme: Theme) -> Pixels:
    """Return a palette diverging from the background at a fraction of the scale."""
    away = np.linspace(0.0, 1.0, _SHADE_COUNT) - threshold_share
    away /= max(threshold_share, 1.0 - threshold_share)
    ends = np.where(away[:, None] < 0.0, _LOW_SHADE, _HIGH_SHADE)
    ground = np.array(theme.background[:3])
    return _make_palette(ground + (ends - ground) * np.abs(away[:, None]) ** 0.75)


def _subsample(values: Array) -> Array:
    """Return a regular subsample of values (rows, columns), enough for percentiles."""
    stride = max(math.isqrt(values.size // _SCALE_SAMPLE_COUNT), 1)
    return values[::stride, ::stride]


def value_range(values: Array) -> Scale | None:
    """Return a scale with round ends around nearly all finite values (...).

    1 % at each end may lie outside. None without any finite value.
    """
    finite = np.sort(np.clip(values[np.isfinite(values)], -_MAX_VALUE, _MAX_VALUE))
    if not finite.size:
        return None
    # Percentiles of sorted values, many times faster than `numpy.percentile`.
    ranks = np.array((_TAIL_SHARE, 1.0 - _TAIL_SHARE)) * (finite.size - 1)
    low, high = np.interp(ranks, np.arange(finite.size), finite).tolist()
    size = max(abs(low), abs(high), 1e-300)
    step = tick_step(1.0, max(high - low, 1e-9 * size) / _CONTOUR_LINE_COUNT)
    return Scale(math.floor(low / step) * step, math.ceil(high / step) * step, step)


def cividis_shades() -> Array:
    """Return the colours of cividis from low to high, `(256, 3)` in 0 to 1."""
    colours = np.frombuffer(_CIVIDIS, np.uint8).reshape(-1, 3) / 255.0
    at = np.linspace(0.0, 1.0, _SHADE_COUNT)
    ends = np.linspace(0.0, 1.0, len(colours))
    return np.stack([np.interp(at, ends, colours[:, i]) for i in range(3)], axis=-1)


_SHADE_PALETTE = _make_palette(cividis_shades())


# ----------------------------------------------------------------------------
# Square tiles of a map of kinds: those of a single kind are drawn with less work.
# ----------------------------------------------------------------------------


# The approximate number of tiles along a map, and their least size.
_TILE_COUNT = 48
_MIN_TILE_CELLS = 4
# The index of tiles with several kinds; no scene has this number of kinds.
MIXED_KIND_INDEX = 254
# A tile's pixels may read this far beyond it: an adjacent cell, and one for rounding.
_TILE_MARGIN_CELLS = 2


def tile_side(cells: NDArray[Any]) -> int:
    """Return the number of cells along a tile's side, for cells (rows, columns).

    A map has about 48 tiles along its longer side.
    """
    return max(_MIN_TILE_CELLS, math.ceil(max(map(int, cells.shape)) / _TILE_COUNT))


def compute_tiles(cells: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the only kind in and close around each tile, or `MIXED_KIND_INDEX`.

    Parameters
    ----------
    cells : uint8 array (rows, columns)
        The kinds; the last tiles may be smaller.

    Returns
    -------
    uint8 array (tile rows, tile columns)
        A kind per tile.
    """
    wide = tile_side(cells)
    low, high = (_reduce_tiles(by, cells, wide) for by in (np.minimum, np.maximum))
    return np.where(low == high, low, np.uint8(MIXED_KIND_INDEX))


def _reduce_tiles(
    reduction: np.ufunc, cells: NDArray[np.uint8], wide: int
) -> NDArray[np.uint8]:
    for axis in (0, 1):
        count = cells.shape[axis]
        begins = np.arange(0, count, wide)
        low = np.maximum(begins - _TILE_MARGIN_CELLS, 0)
        high = np.minimum(begins + wide + _TILE_MARGIN_CELLS, count)
        # Odd results are for gaps between tiles; an index must not be the end.
        at = np.stack([low, high], axis=1).ravel()
        padded = cells.take([*range(count), count - 1], axis)
        cells = reduction.reduceat(padded, at, axis).take(range(0, len(at), 2), axis)
    return cells
