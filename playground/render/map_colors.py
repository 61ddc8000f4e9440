"""What of a field is handed to the driver: bytes of kinds, counted lines of values.

Shades are those of cividis, equally spaced to the eye and the same for colour-blind
readers (Nuñez, Anderton and Renslow, "Optimizing colormaps with consideration for color
vision deficiency", PLOS ONE, 2018).
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.analysis.heat_map import MapField, MapKind, roles
from playground.render.theme import RGBA, Theme, mix
from playground.scene import Nature
from playground.scene.answer import NONE, Effect, Kind
from playground.scene.camera import tick_step
from playground.scene.params import Params
from playground.scene.primitives import Role

Array = NDArray[np.float64]

# In logical pixels: stripes are half of their period, which is told along x and y; dots
# stand in rows, every other one shifted by half of their gap.
STRIPE = 12.0
DOT_GAP = 14.0
DOT_ROW = 7.0
DOT = 3.25
SPECK_GAP = 6.0
SPECK_ROW = 3.0
SPECK = 0.9
# So much of the colour is left between stripes and between dots.
LOW = 0.2
# The width of an edge, which is inside; a dash and its period. Between the dashes about
# what is solid there is nothing.
EDGE = 1.5
DASH = 8.0
DASHES = 14.0


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
    Effect.MISSED: Texture.SOLID,
    Effect.MADE_UP: Texture.STRIPES,
    Effect.WRONG: Texture.DOTS,
}
_EDGES = {
    Nature.ERROR: Edge.LINE,
    Nature.CHOICE: Edge.DASHED,
    Nature.ROUNDING: Edge.NONE,
}


def texture(kind: Kind) -> Texture:
    """Return what fills the cells of a kind; what is no mistake is solid."""
    if kind.effect is None:
        return Texture.SOLID
    if kind.nature is Nature.ROUNDING:
        return Texture.SPECKS
    return _TEXTURES[kind.effect]


def edge(kind: Kind) -> Edge:
    """Return what is drawn where a kind ends; nothing where it is no mistake."""
    return Edge.NONE if kind.effect is None else _EDGES[kind.nature]


def cover(of: Texture, x: Array, y: Array, sharp: float) -> Array:
    """Return how much of a pixel there is full colour: 1 in a stripe or a dot.

    `x` and `y` are in logical pixels, each of which is `sharp` pixels.
    """
    if of is Texture.SOLID:
        return np.ones(np.broadcast_shapes(x.shape, y.shape))
    if of is Texture.STRIPES:
        off = np.abs((x + y) % STRIPE - STRIPE / 2) / np.sqrt(2.0)
        size = STRIPE / 4 / np.sqrt(2.0)
    else:
        few = of is Texture.SPECKS
        gap, row, size = (
            (SPECK_GAP, SPECK_ROW, SPECK) if few else (DOT_GAP, DOT_ROW, DOT)
        )
        shift = np.floor(y / row) % 2 * gap / 2
        off = np.hypot((x + shift) % gap - gap / 2, y % row - row / 2)
    return np.asarray(np.clip((size - off) * sharp + 0.5, 0.0, 1.0))


# ----------------------------------------------------------------------------


Pixels = NDArray[np.uint8]

# Every sixteenth colour, from low to high.
_CIVIDIS = bytes.fromhex(
    "00224e 002e6a 1a386f 32436d 434e6c 52596d 61656f 6f7073 7c7b78"
    "8b8778 9b9376 aba072 bbad6c ccba64 ddc958 efd748 fee838"
)
_SHADES = 256
OPACITY = {
    MapKind.REGIONS: 0.55,
    MapKind.ZONES: 0.55,
    MapKind.VALUES: 0.62,
    MapKind.MISTAKES: 1.0,
    MapKind.BLAME: 1.0,
}
# The ends of shades that part: blue and orange, for colour-blind readers too.
_BELOW, _ABOVE = np.array([0.17, 0.47, 0.87]), np.array([0.93, 0.52, 0.1])
# What is left of a miss's own colour.
_QUIET = 0.3
# The scale leaves out this share of the values at each end, which may be huge, and is
# taken from about so many of them.
_TAIL = 0.01
_ENOUGH = 1 << 16
_LINES = 16
# No value beyond this is told from another, so that a scale has room in float64, and
# no cell is more lines than this beyond its end.
_HUGE = 1e300
_FAR = 1e9
# Half the width of the line between two kinds, of a contour line and of the one where
# the verdict turns, in pixels of the screen.
SEAM = 0.5
THIN = 0.6
BOLD = 1.2
# What a line between kinds leaves of the opacity, and how strong a contour line is.
PALE = 0.25
FAINT = 0.4
# A shade with more luma than this has dark lines on it.
MIDDLE = 0.42
# Where lines are nearer than this many cells, or farther than that, there is none: on
# a plateau every cell would be one.
CROWDED = 4.0
FLAT = 4096.0
# Values that differ by less than this share of themselves are shown as one.
_SAME = 1e-8
# So many cells are worked on at once, in the processor's cache.
_PIECE = 1 << 15


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
    def single(self) -> bool:
        """Whether all values are the same, which has neither two ends nor lines."""
        return self.high - self.low <= _SAME * max(abs(self.low), abs(self.high))

    @np.errstate(over="ignore")
    def counted(self, values: Array) -> NDArray[np.float32]:
        """Return by how many lines each is above `low`; NaN stays.

        Counted before it is rounded to float32, which may be coarser than a line.
        """
        counts = np.empty(values.shape, np.float32)
        begin, rows = self.low / self.step, max(_PIECE // max(values.shape[-1], 1), 1)
        for row in range(0, len(values), rows):
            part = values[row : row + rows] / self.step
            part -= begin
            np.clip(part, -_FAR, _FAR, out=part)
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


@dataclass(frozen=True)
class Painted:
    """A field as the driver takes it, to be coloured there, and what its legend needs.

    `cells` is (rows, columns), the lowest row first: a byte for a kind, `NONE` for
    none, or a float32 that counts contour lines from the scale's low end, NaN for none.
    `turns` counts, in the same way, where the verdict turns. One that is not `fine` has
    no thin lines. `roles` has the colour of each kind. Where the verdict turns at one
    value of the scale, `middle` is its share of the way from low to high, and shades
    part there.
    """

    field: MapField
    cells: NDArray[np.uint8 | np.float32]
    turns: NDArray[np.float32]
    fine: bool = True
    scale: Scale | None = None
    middle: float | None = None
    roles: tuple[Role, ...] = ()

    @cached_property
    def colours(self) -> dict[str, Role]:
        """The colour of each kind by its name."""
        names = (kind.name for kind in self.field.kinds)
        return dict(zip(names, self.roles, strict=True))

    @property
    def opacity(self) -> float:
        """How much of the ground it hides."""
        return OPACITY[self.field.question.kind]

    @property
    def covers(self) -> bool:
        """Whether it hides the grid, and what lies over it is drawn in ink."""
        return self.field.question.kind.of_code

    @property
    def blank(self) -> bool:
        """Whether nothing of it is to be seen."""
        if self.field.question.kind is MapKind.VALUES:
            return self.scale is None
        return not any(self.field.counts)

    def palette(self, theme: Theme) -> Pixels:
        """Return the opaque colour of each kind, or from low to high, `(1, 256, 4)`."""
        if self.field.question.kind is MapKind.VALUES:
            return _parted(self.middle, theme) if self.middle else _SHADE_PALETTE
        of = self.field.question.kind
        tones = [tone(of, role, theme)[:3] for role in self.roles]
        return _palette(np.array(tones).reshape(-1, 3))

    @property
    def looks(self) -> Pixels:
        """The texture and the edge of each kind, `(1, 256, 4)`; the rest is 0."""
        whole = np.zeros((1, _SHADES, 4), np.uint8)
        for place, kind in enumerate(self.field.kinds):
            whole[0, place, :2] = texture(kind), edge(kind)
        return whole

    def alone(self, kind: str) -> "Painted":
        """Return the cells of the kind with that name alone; all if there is none."""
        names = np.array([known.name for known in self.field.kinds])
        if self.scale or kind not in names:
            return self
        there = np.isin(self.cells, np.flatnonzero(names == kind))
        return replace(self, cells=np.where(there, self.cells, np.uint8(NONE)))

    def in_the_world(
        self, params: Params, names: tuple[MapName, ...] = ()
    ) -> "Backdrop | None":
        """Return a map of places where it lies; None where it has no cells."""
        if not self.cells.size:
            return None
        field = self.field
        x, y = field.question.x, field.question.y
        corners = [
            x.replaced(params, across)
            for _ in field.rows.edges
            for across in field.columns.edges
        ]
        world = np.array(corners, dtype=np.float64)
        world[:, y.component] = np.repeat(field.rows.edges, 2)
        return Backdrop(self, world, names)


@dataclass(frozen=True)
class Backdrop:
    """A map, where it lies, and the names on it, the most important first.

    `corners` are the world points of the lower left, lower right, upper left and upper
    right corner.
    """

    painted: Painted
    corners: Array
    names: tuple[MapName, ...] = ()


def tone(of: MapKind, role: Role, theme: Theme) -> RGBA:
    """Return a kind's colour: where answers are shown a miss is quiet ground."""
    full = theme.roles[role]
    if role is Role.MISS and not of.of_code:
        return mix(theme.background, full, _QUIET)
    return full


def _palette(tones: Array) -> Pixels:
    whole = np.zeros((1, _SHADES, 4), np.uint8)
    whole[0, : len(tones), :3] = np.round(tones * 255.0)
    whole[0, : len(tones), 3] = 255
    return whole


_NONE_BEFORE: Mapping[str, Role] = MappingProxyType({})
_NO_TURNS = np.full((1, 1), np.nan, np.float32)


def paint(
    field: MapField, *, fine: bool = True, before: Mapping[str, Role] = _NONE_BEFORE
) -> Painted:
    """Return what of a field is handed to the driver.

    `before` are the `colours` of the last picture: a mistake keeps its own.
    """
    if field.question.kind is not MapKind.VALUES:
        shown = roles(field, before)
        return Painted(field, field.grown, _NO_TURNS, fine, roles=shown)
    # Numbers may be so few that those looked at first have none.
    scale = scale_of(_some(field.values)) or scale_of(field.values)
    if scale is None:
        cells = np.full(field.values.shape, np.nan, np.float32)
        return Painted(field, cells, _NO_TURNS, fine)
    cells, turns = (scale.counted(v) for v in (field.values, field.turns_at))
    # A single row of cells has no slope across it, and no lines.
    lined = fine and min(cells.shape) > 1
    return Painted(field, cells, turns, lined, scale, _middle(turns, scale))


def _middle(turns: NDArray[np.float32], scale: Scale) -> float | None:
    """Return the one place on the scale where the verdict turns, None without one."""
    known = turns[np.isfinite(turns)]
    if not (scale.span and known.size) or known.min() != known.max():
        return None
    share = float(known.flat[0]) / scale.span
    return share if 0.0 < share < 1.0 else None


def _parted(middle: float, theme: Theme) -> Pixels:
    """Return shades that part from the ground at `middle`, as strong on both sides."""
    away = np.linspace(0.0, 1.0, _SHADES) - middle
    away /= max(middle, 1.0 - middle)
    ends = np.where(away[:, None] < 0.0, _BELOW, _ABOVE)
    ground = np.array(theme.background[:3])
    return _palette(ground + (ends - ground) * np.abs(away[:, None]) ** 0.75)


def _some(values: Array) -> Array:
    """Return a part of many values, from all over: a scale is a matter of shares."""
    every = max(math.isqrt(values.size // _ENOUGH), 1)
    return values[::every, ::every]


def scale_of(values: Array) -> Scale | None:
    """Return round ends that hold nearly all finite values; None if there are none."""
    finite = np.sort(np.clip(values[np.isfinite(values)], -_HUGE, _HUGE))
    if not finite.size:
        return None
    # As percentiles, of what is sorted: many times faster than `numpy.percentile`.
    ranks = np.array((_TAIL, 1.0 - _TAIL)) * (finite.size - 1)
    low, high = np.interp(ranks, np.arange(finite.size), finite).tolist()
    size = max(abs(low), abs(high), 1e-300)
    step = tick_step(1.0, max(high - low, 1e-9 * size) / _LINES)
    return Scale(math.floor(low / step) * step, math.ceil(high / step) * step, step)


def shades() -> Array:
    """Return the scale's colours from low to high, `(256, 3)` in 0..1."""
    known = np.frombuffer(_CIVIDIS, np.uint8).reshape(-1, 3) / 255.0
    at = np.linspace(0.0, 1.0, _SHADES)
    ends = np.linspace(0.0, 1.0, len(known))
    return np.stack([np.interp(at, ends, known[:, i]) for i in range(3)], axis=-1)


_SHADE_PALETTE = _palette(shades())


# ----------------------------------------------------------------------------
# Square pieces of a map of kinds: what is all of one kind is drawn with less work.
# ----------------------------------------------------------------------------


# There are about so many tiles along a map, of no fewer cells than that.
_ALONG = 48
_LEAST = 4
# What a tile of more than one kind is told as; no scene has so many kinds.
MIXED = 254
# So many cells beyond its own a tile's pixels may look at: the next, and a rounding.
_BEYOND = 2


def side(cells: NDArray[Any]) -> int:
    """Return how many cells there are along a tile's side."""
    return max(_LEAST, math.ceil(max(map(int, cells.shape)) / _ALONG))


def tiles(cells: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return for each tile the kind that it is all of, otherwise `MIXED`.

    Parameters
    ----------
    cells
        The kinds `(rows, columns)`; those in the last tiles may be fewer.
    """
    wide = side(cells)
    low, high = (_reduced(by, cells, wide) for by in (np.minimum, np.maximum))
    return np.where(low == high, low, np.uint8(MIXED))


def _reduced(by: np.ufunc, cells: NDArray[np.uint8], wide: int) -> NDArray[np.uint8]:
    for axis in (0, 1):
        count = cells.shape[axis]
        begins = np.arange(0, count, wide)
        low = np.maximum(begins - _BEYOND, 0)
        high = np.minimum(begins + wide + _BEYOND, count)
        # Every second one reduces what lies between tiles; no index may be the end.
        at = np.stack([low, high], axis=1).ravel()
        more = cells.take([*range(count), count - 1], axis)
        cells = by.reduceat(more, at, axis).take(range(0, len(at), 2), axis)
    return cells
