"""The pixels of a field: flat colours for kinds, shades and contour lines for values.

Shades are those of cividis, equally spaced to the eye and the same for colour-blind
readers (Nuñez, Anderton and Renslow, "Optimizing colormaps with consideration for color
vision deficiency", PLOS ONE, 2018).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.field import Field, Sort
from playground.regions import NONE
from playground.render.theme import RGBA, Theme

Array = NDArray[np.float64]
Pixels = NDArray[np.uint8]

# Every sixteenth colour, from low to high.
_CIVIDIS = bytes.fromhex(
    "00224e 002e6a 1a386f 32436d 434e6c 52596d 61656f 6f7073 7c7b78"
    "8b8778 9b9376 aba072 bbad6c ccba64 ddc958 efd748 fee838"
)
_SHADES = 256
OPACITY = {
    Sort.REGIONS: 0.3,
    Sort.ZONES: 0.3,
    Sort.VALUES: 0.62,
    Sort.MISTAKES: 0.55,
}
# The scale leaves out this share of the values at each end, which may be huge.
_TAIL = 1.0
_LINES = 16
# Half the width of a contour line, in cells; the one at zero is wider.
_THIN, _WIDE = 0.6, 1.2
# Where lines are nearer than this many cells, or farther than that, there is none: on
# a plateau every cell would be one.
_CROWDED, _FLAT = 4.0, 4096.0
# No value beyond this is told from another, so that a scale has room in float64.
_HUGE = 1e300
# The cells that a cell touches: first by a side, then by a corner.
_AROUND = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))


@dataclass(frozen=True)
class Scale:
    """What the shades mean: from `low` to `high`, a contour line every `step`."""

    low: float
    high: float
    step: float


@dataclass(frozen=True)
class Painted:
    """A field as a picture, and what its legend needs.

    `pixels` is (rows, columns, 4), the lowest row first, premultiplied by the opacity;
    `shares` says how much of it each kind takes.
    """

    field: Field
    pixels: Pixels
    shares: tuple[float, ...] = ()
    scale: Scale | None = None

    @property
    def smooth(self) -> bool:
        """Whether cells may run into each other; a single cell's mistake must not."""
        return self.field.question.sort is not Sort.MISTAKES

    def on(self, ground: RGBA) -> Pixels:
        """Return the picture on an opaque ground."""
        below = (255 - self.pixels[..., 3:].astype(np.float64)) * ground[:3]
        whole = self.pixels.copy()
        whole[..., :3] += np.round(below).astype(np.uint8)
        whole[..., 3] = 255
        return whole


def paint(field: Field, theme: Theme) -> Painted:
    """Return the picture of a field."""
    sort = field.question.sort
    if sort is not Sort.VALUES:
        return _flat(field, theme, OPACITY[sort])
    known = np.isfinite(field.values)
    values = np.where(known, np.clip(field.values, -_HUGE, _HUGE), np.nan)
    scale = scale_of(values)
    if scale is None:
        return Painted(field, np.zeros((*field.values.shape, 4), np.uint8))
    colours = _shaded(values, scale)
    colours = _lined(colours, values, scale, theme.background)
    return Painted(field, _packed(colours, OPACITY[sort]), scale=scale)


def _flat(field: Field, theme: Theme, opacity: float) -> Painted:
    tones = [(*theme.roles[kind.role][:3], 1.0) for kind in field.kinds]
    table = _packed(np.array([*tones, (0.0, 0.0, 0.0, 0.0)]), opacity)
    counts = np.bincount(field.index.ravel() + 1, minlength=len(field.kinds) + 1)
    shares = counts[1:] / max(field.index.size, 1)
    rare = field.question.sort is Sort.MISTAKES
    index = _grown(field.index) if rare else field.index
    return Painted(field, table[index], tuple(shares.tolist()))


def _grown(index: NDArray[np.int8]) -> NDArray[np.int8]:
    """Let each kind run over into the empty cells around, so that one cell is seen."""
    padded = np.pad(index, 1, constant_values=NONE)
    grown = index.copy()
    height, width = index.shape
    for down, right in _AROUND:
        beside = padded[1 + down : 1 + down + height, 1 + right : 1 + right + width]
        np.copyto(grown, beside, where=grown == NONE)
    return grown


def _packed(colours: Array, opacity: float) -> Pixels:
    alpha = colours[..., 3:] * opacity
    whole = np.concatenate([colours[..., :3] * alpha, alpha], axis=-1)
    return np.asarray(np.round(whole * 255.0), dtype=np.uint8)


def scale_of(values: Array) -> Scale | None:
    """Return round ends that hold nearly all finite values; None if there are none."""
    finite = np.clip(values[np.isfinite(values)], -_HUGE, _HUGE)
    if not finite.size:
        return None
    low, high = np.percentile(finite, (_TAIL, 100.0 - _TAIL)).tolist()
    size = max(abs(low), abs(high), 1e-300)
    step = _round_step(max(high - low, 1e-9 * size) / _LINES)
    return Scale(math.floor(low / step) * step, math.ceil(high / step) * step, step)


def _round_step(rough: float) -> float:
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * m for m in (1.0, 2.0, 5.0, 10.0) if power * m >= rough * 0.999)


def shades() -> Array:
    """Return the scale's colours from low to high, `(256, 3)` in 0..1."""
    known = np.frombuffer(_CIVIDIS, np.uint8).reshape(-1, 3) / 255.0
    at = np.linspace(0.0, 1.0, _SHADES)
    ends = np.linspace(0.0, 1.0, len(known))
    return np.stack([np.interp(at, ends, known[:, i]) for i in range(3)], axis=-1)


_TABLE = np.concatenate([shades(), np.ones((_SHADES, 1))], axis=-1)


def _shaded(values: Array, scale: Scale) -> Array:
    share = (values - scale.low) / max(scale.high - scale.low, 1e-300)
    known = np.isfinite(share)
    place = np.where(known, np.clip(share, 0.0, 1.0), 0.0) * (_SHADES - 1)
    return np.where(known[..., None], _TABLE[place.astype(np.intp)], 0.0)


def _lined(colours: Array, values: Array, scale: Scale, ink: RGBA) -> Array:
    """Draw the contour lines: cells that a multiple of the step passes nearby.

    The distance to the nearest multiple over the slope is about the distance in cells.
    """
    if min(values.shape) < 2:
        return colours
    with np.errstate(invalid="ignore", over="ignore"):
        level = values / scale.step
        slope = np.hypot(*np.gradient(level))
        nearest = np.round(level)
        away = np.abs(level - nearest) / np.maximum(slope, 1e-12)
        width = np.where(nearest == 0.0, _WIDE, _THIN)
        drawn = (slope < 1.0 / _CROWDED) & (slope > 1.0 / _FLAT)
        line = np.clip(width + 0.5 - away, 0.0, 1.0) * drawn
    strength = np.where(nearest == 0.0, 0.9, 0.45) * np.nan_to_num(line)
    tone = np.array([*ink[:3], 1.0])
    return colours + (tone - colours) * (strength * colours[..., 3])[..., None]
