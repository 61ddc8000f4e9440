"""What of a field is handed to the driver: bytes of kinds, counted lines of values.

Shades are those of cividis, equally spaced to the eye and the same for colour-blind
readers (Nuñez, Anderton and Renslow, "Optimizing colormaps with consideration for color
vision deficiency", PLOS ONE, 2018).
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

# In logical pixels: stripes are half of their period, which is told along x and y; dots
# stand in rows, every other one shifted by half of their gap.
STRIPE_PERIOD_PX = 12.0
DOT_SPACING_PX = 14.0
DOT_ROW_HEIGHT_PX = 7.0
DOT_RADIUS_PX = 3.25
SPECK_SPACING_PX = 6.0
SPECK_ROW_HEIGHT_PX = 3.0
SPECK_RADIUS_PX = 0.9
# So much of the colour is left between stripes and between dots.
PATTERN_GAP_OPACITY = 0.2
# The width of an edge, which is inside; a dash and its period. Between the dashes about
# what is solid there is nothing.
EDGE_WIDTH_PX = 1.5
DASH_LENGTH_PX = 8.0
DASH_PERIOD_PX = 14.0


class Texture(IntEnum):
    """What a kind's cells are filled with; specks leave the ground between them."""

    SOLID = 0
    STRIPES = 1
    DOTS = 2
    SPECKS = 3


class Edge(IntEnum):
    """What is drawn where a kind ends."""

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
    """Return what fills the cells of a kind; what is no mistake is solid."""
    if kind.effect is None:
        return Texture.SOLID
    if kind.nature is Nature.ROUNDING:
        return Texture.SPECKS
    return _TEXTURES[kind.effect]


def kind_edge(kind: RegionKind) -> Edge:
    """Return what is drawn where a kind ends; nothing where it is no mistake."""
    return Edge.NONE if kind.effect is None else _EDGES[kind.nature]


def compute_coverage(pattern: Texture, x: Array, y: Array, pixel_ratio: float) -> Array:
    """Return how much of a pixel there is full colour: 1 in a stripe or a dot.

    `x` and `y` are in logical pixels, each of which is `pixel_ratio` pixels.
    """
    if pattern is Texture.SOLID:
        return np.ones(np.broadcast_shapes(x.shape, y.shape))
    if pattern is Texture.STRIPES:
        off = np.abs((x + y) % STRIPE_PERIOD_PX - STRIPE_PERIOD_PX / 2) / np.sqrt(2.0)
        size = STRIPE_PERIOD_PX / 4 / np.sqrt(2.0)
    else:
        few = pattern is Texture.SPECKS
        gap, row, size = (
            (SPECK_SPACING_PX, SPECK_ROW_HEIGHT_PX, SPECK_RADIUS_PX)
            if few
            else (DOT_SPACING_PX, DOT_ROW_HEIGHT_PX, DOT_RADIUS_PX)
        )
        shift = np.floor(y / row) % 2 * gap / 2
        off = np.hypot((x + shift) % gap - gap / 2, y % row - row / 2)
    return np.asarray(np.clip((size - off) * pixel_ratio + 0.5, 0.0, 1.0))


# ----------------------------------------------------------------------------


Pixels = NDArray[np.uint8]

# Every sixteenth colour, from low to high.
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
# The ends of shades that part: blue and orange, for colour-blind readers too.
_LOW_SHADE, _HIGH_SHADE = np.array([0.17, 0.47, 0.87]), np.array([0.93, 0.52, 0.1])
# What is left of a miss's own colour.
_MISS_COLOUR_SHARE = 0.3
# The scale leaves out this share of the values at each end, which may be huge, and is
# taken from about so many of them.
_TAIL_SHARE = 0.01
_SCALE_SAMPLE_COUNT = 1 << 16
_CONTOUR_LINE_COUNT = 16
# No value beyond this is told from another, so that a scale has room in float64, and
# no cell is more lines than this beyond its end.
_MAX_VALUE = 1e300
_MAX_LINE_COUNT = 1e9
# Half the width of the line between two kinds, of a contour line and of the one where
# the verdict turns, in pixels of the screen.
SEAM_HALF_WIDTH_PX = 0.5
CONTOUR_HALF_WIDTH_PX = 0.6
THRESHOLD_HALF_WIDTH_PX = 1.2
# What a line between kinds leaves of the opacity, and how strong a contour line is.
SEAM_OPACITY = 0.25
CONTOUR_OPACITY = 0.4
# A shade with more luma than this has dark lines on it.
DARK_LINE_MIN_LUMA = 0.42
# Where lines are nearer than this many cells, or farther than that, there is none: on
# a plateau every cell would be one.
MIN_CONTOUR_SPACING_CELLS = 4.0
MAX_CONTOUR_SPACING_CELLS = 4096.0
# Values that differ by less than this share of themselves are shown as one.
_EQUAL_VALUE_TOLERANCE = 1e-8
# So many cells are worked on at once, in the processor's cache.
_BLOCK_CELL_COUNT = 1 << 15


@dataclass(frozen=True)
class Scale:
    """What the shades mean: from `low` to `high`, a contour line every `step`."""

    low: float
    high: float
    step: float

    @property
    def span(self) -> float:
        """How many lines it has room for."""
        return (self.high - self.low) / self.step

    @property
    def is_constant(self) -> bool:
        """Whether all values are the same, which has neither two ends nor lines."""
        return self.high - self.low <= _EQUAL_VALUE_TOLERANCE * max(
            abs(self.low), abs(self.high)
        )

    @np.errstate(over="ignore")
    def count_lines(self, values: Array) -> NDArray[np.float32]:
        """Return by how many lines each is above `low`; NaN stays.

        Counted before it is rounded to float32, which may be coarser than a line.
        """
        counts = np.empty(values.shape, np.float32)
        begin, rows = (
            self.low / self.step,
            max(_BLOCK_CELL_COUNT // max(values.shape[-1], 1), 1),
        )
        for row in range(0, len(values), rows):
            part = values[row : row + rows] / self.step
            part -= begin
            np.clip(part, -_MAX_LINE_COUNT, _MAX_LINE_COUNT, out=part)
            counts[row : row + rows] = part
        return counts


@dataclass(frozen=True)
class MapName:
    """What stands on the map at a kind of mistake: its name, and below it its share.

    `kind` is its place among the field's, and `solid` whether words may lie on it.
    """

    kind: int
    role: Role
    title: str
    note: str
    key: tuple[str, str]
    solid: bool


@dataclass(frozen=True, eq=False)
class MapRaster:
    """A field as the driver takes it, to be coloured there, and what its legend needs.

    It equals only itself.

    `cells` is (rows, columns), the lowest row first: a byte for a kind, `NONE` for
    none, or a float32 that counts contour lines from the scale's low end, NaN for none.
    `thresholds` counts, in the same way, where the verdict turns. One that is not
    `fine` has no thin lines. `roles` has the colour of each kind. Where the verdict
    turns at one value of the scale, `threshold_share` is its share of the way from low
    to high, and shades part there.
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
        """The colour of each kind by its name."""
        names = (kind.name for kind in self.field.kinds)
        return dict(zip(names, self.roles, strict=True))

    @property
    def opacity(self) -> float:
        """How much of the ground it hides."""
        return OPACITY[self.field.query.kind]

    @property
    def is_opaque(self) -> bool:
        """Whether it hides the grid, and what lies over it is drawn in ink."""
        return self.field.query.kind.is_code_map

    @property
    def is_blank(self) -> bool:
        """Whether nothing of it is to be seen."""
        if self.field.query.kind is MapKind.VALUES:
            return self.scale is None
        return not any(self.field.counts)

    def palette(self, theme: Theme) -> Pixels:
        """Return the opaque colour of each kind, or from low to high, `(1, 256, 4)`."""
        if self.field.query.kind is MapKind.VALUES:
            return (
                _diverging_palette(self.threshold_share, theme)
                if self.threshold_share
                else _SHADE_PALETTE
            )
        of = self.field.query.kind
        tones = [kind_colour(of, role, theme)[:3] for role in self.roles]
        return _make_palette(np.array(tones).reshape(-1, 3))

    @property
    def patterns(self) -> Pixels:
        """The texture and the edge of each kind, `(1, 256, 4)`; the rest is 0."""
        whole = np.zeros((1, _SHADE_COUNT, 4), np.uint8)
        for place, kind in enumerate(self.field.kinds):
            whole[0, place, :2] = kind_texture(kind), kind_edge(kind)
        return whole

    def select_kind(self, kind: str) -> "MapRaster":
        """Return the cells of the kind with that name alone; all if there is none."""
        names = np.array([known.name for known in self.field.kinds])
        if self.scale or kind not in names:
            return self
        there = np.isin(self.cells, np.flatnonzero(names == kind))
        return replace(self, cells=np.where(there, self.cells, np.uint8(NO_KIND_INDEX)))

    def place_in_world(
        self, params: Params, names: tuple[MapName, ...] = ()
    ) -> "MapImage | None":
        """Return a map of places where it lies; None where it has no cells."""
        if not self.cells.size:
            return None
        field = self.field
        x, y = field.query.x, field.query.y
        corners = [
            x.replace_component(params, across)
            for _ in field.rows.edges
            for across in field.columns.edges
        ]
        world = np.array(corners, dtype=np.float64)
        world[:, y.component] = np.repeat(field.rows.edges, 2)
        return MapImage(self, world, names)


@dataclass(frozen=True)
class MapImage:
    """A map, where it lies, and the names on it, the most important first.

    `corners` are the world points of the lower left, lower right, upper left and upper
    right corner.
    """

    raster: MapRaster
    corners: Array
    names: tuple[MapName, ...] = ()


def kind_colour(map_kind: MapKind, role: Role, theme: Theme) -> RGBA:
    """Return a kind's colour: where answers are shown a miss is quiet ground."""
    full = theme.roles[role]
    if role is Role.MISS and not map_kind.is_code_map:
        return mix(theme.background, full, _MISS_COLOUR_SHARE)
    return full


def _make_palette(colours: Array) -> Pixels:
    whole = np.zeros((1, _SHADE_COUNT, 4), np.uint8)
    whole[0, : len(colours), :3] = np.round(colours * 255.0)
    whole[0, : len(colours), 3] = 255
    return whole


_NO_ROLES: Mapping[str, Role] = MappingProxyType({})
_NO_THRESHOLDS = np.full((1, 1), np.nan, np.float32)


def rasterize_map(
    field: MapField,
    *,
    previous_roles: Mapping[str, Role] = _NO_ROLES,
) -> MapRaster:
    """Return what of a field is handed to the driver.

    `previous_roles` are the `colours` of the last picture: a mistake keeps its own.
    """
    fine = not field.is_coarse
    if field.query.kind is not MapKind.VALUES:
        shown = assign_roles(field, previous_roles)
        return MapRaster(field, field.display_index, _NO_THRESHOLDS, fine, roles=shown)
    # Numbers may be so few that those looked at first have none.
    scale = value_range(_subsample(field.values)) or value_range(field.values)
    if scale is None:
        cells = np.full(field.values.shape, np.nan, np.float32)
        return MapRaster(field, cells, _NO_THRESHOLDS, fine)
    cells, turns = (scale.count_lines(v) for v in (field.values, field.threshold))
    # A single row of cells has no slope across it, and no lines.
    lined = fine and min(cells.shape) > 1
    return MapRaster(field, cells, turns, lined, scale, _threshold_share(turns, scale))


def _threshold_share(thresholds: NDArray[np.float32], scale: Scale) -> float | None:
    """Return the one place on the scale where the verdict turns, None without one."""
    known = thresholds[np.isfinite(thresholds)]
    if not (scale.span and known.size) or known.min() != known.max():
        return None
    share = float(known.flat[0]) / scale.span
    return share if 0.0 < share < 1.0 else None


def _diverging_palette(threshold_share: float, theme: Theme) -> Pixels:
    """Return shades that part from the ground at a share, as strong on both sides."""
    away = np.linspace(0.0, 1.0, _SHADE_COUNT) - threshold_share
    away /= max(threshold_share, 1.0 - threshold_share)
    ends = np.where(away[:, None] < 0.0, _LOW_SHADE, _HIGH_SHADE)
    ground = np.array(theme.background[:3])
    return _make_palette(ground + (ends - ground) * np.abs(away[:, None]) ** 0.75)


def _subsample(values: Array) -> Array:
    """Return a part of many values, from all over: a scale is a matter of shares."""
    every = max(math.isqrt(values.size // _SCALE_SAMPLE_COUNT), 1)
    return values[::every, ::every]


def value_range(values: Array) -> Scale | None:
    """Return round ends that hold nearly all finite values; None if there are none."""
    finite = np.sort(np.clip(values[np.isfinite(values)], -_MAX_VALUE, _MAX_VALUE))
    if not finite.size:
        return None
    # As percentiles, of what is sorted: many times faster than `numpy.percentile`.
    ranks = np.array((_TAIL_SHARE, 1.0 - _TAIL_SHARE)) * (finite.size - 1)
    low, high = np.interp(ranks, np.arange(finite.size), finite).tolist()
    size = max(abs(low), abs(high), 1e-300)
    step = tick_step(1.0, max(high - low, 1e-9 * size) / _CONTOUR_LINE_COUNT)
    return Scale(math.floor(low / step) * step, math.ceil(high / step) * step, step)


def cividis_shades() -> Array:
    """Return the scale's colours from low to high, `(256, 3)` in 0..1."""
    known = np.frombuffer(_CIVIDIS, np.uint8).reshape(-1, 3) / 255.0
    at = np.linspace(0.0, 1.0, _SHADE_COUNT)
    ends = np.linspace(0.0, 1.0, len(known))
    return np.stack([np.interp(at, ends, known[:, i]) for i in range(3)], axis=-1)


_SHADE_PALETTE = _make_palette(cividis_shades())


# ----------------------------------------------------------------------------
# Square pieces of a map of kinds: what is all of one kind is drawn with less work.
# ----------------------------------------------------------------------------


# There are about so many tiles along a map, of no fewer cells than that.
_TILE_COUNT = 48
_MIN_TILE_CELLS = 4
# What a tile of more than one kind is told as; no scene has so many kinds.
MIXED_KIND_INDEX = 254
# So many cells beyond its own a tile's pixels may look at: the next, and a rounding.
_TILE_MARGIN_CELLS = 2


def tile_side(cells: NDArray[Any]) -> int:
    """Return how many cells there are along a tile's side."""
    return max(_MIN_TILE_CELLS, math.ceil(max(map(int, cells.shape)) / _TILE_COUNT))


def compute_tiles(cells: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return for each tile the kind that it is all of, otherwise `MIXED_KIND_INDEX`.

    Parameters
    ----------
    cells
        The kinds `(rows, columns)`; those in the last tiles may be fewer.
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
        # Every second one reduces what lies between tiles; no index may be the end.
        at = np.stack([low, high], axis=1).ravel()
        more = cells.take([*range(count), count - 1], axis)
        cells = reduction.reduceat(more, at, axis).take(range(0, len(at), 2), axis)
    return cells
