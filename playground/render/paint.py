"""The pixels of a field: flat colours for kinds, shades and contour lines for values.

Shades are those of cividis, equally spaced to the eye and the same for colour-blind
readers (Nuñez, Anderton and Renslow, "Optimizing colormaps with consideration for color
vision deficiency", PLOS ONE, 2018).
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.explore.map import Field, MapKind
from playground.render.theme import RGBA, Theme, luminance
from playground.scene.kinds import NONE
from playground.view.camera import tick_step

Array = NDArray[np.float64]
Pixels = NDArray[np.uint8]

# Every sixteenth colour, from low to high.
_CIVIDIS = bytes.fromhex(
    "00224e 002e6a 1a386f 32436d 434e6c 52596d 61656f 6f7073 7c7b78"
    "8b8778 9b9376 aba072 bbad6c ccba64 ddc958 efd748 fee838"
)
_SHADES = 256
OPACITY = {
    MapKind.REGIONS: 0.45,
    MapKind.ZONES: 0.45,
    MapKind.VALUES: 0.62,
    MapKind.MISTAKES: 0.55,
}
# The scale leaves out this share of the values at each end, which may be huge.
_TAIL = 1.0
_LINES = 16
# Half the width of a contour line, in cells; the one at zero is wider.
_THIN, _WIDE = 0.6, 1.2
# How strong the thin ones are; which shades count as bright, by their luma.
_FAINT = 0.4
_LIGHTNESS, _MIDDLE = (0.299, 0.587, 0.114), 0.42
# Where lines are nearer than this many cells, or farther than that, there is none: on
# a plateau every cell would be one.
_CROWDED, _FLAT = 4.0, 4096.0
# No value beyond this is told from another, so that a scale has room in float64.
_HUGE = 1e300
# The seam between two kinds has this part of their opacity.
_SEAM = 4


@dataclass(frozen=True)
class Scale:
    """What the shades mean: from `low` to `high`, a contour line every `step`."""

    low: float
    high: float
    step: float


@dataclass(frozen=True)
class Painted:
    """A field as a picture, and what its legend needs.

    `pixels` is (rows, columns, 4), the lowest row first, premultiplied by the opacity.
    """

    field: Field
    pixels: Pixels
    scale: Scale | None = None

    def on(self, ground: RGBA) -> Pixels:
        """Return the picture on an opaque ground."""
        below = (255 - self.pixels[..., 3:].astype(np.float64)) * ground[:3]
        whole = self.pixels.copy()
        whole[..., :3] += np.round(below).astype(np.uint8)
        whole[..., 3] = 255
        return whole


def paint(field: Field, theme: Theme, *, fine: bool = True) -> Painted:
    """Return the picture of a field; one that is not `fine` has no thin lines."""
    question = field.question
    opacity = OPACITY[question.kind]
    if question.kind is not MapKind.VALUES:
        return _flat(field, theme, opacity, fine=fine)
    known = np.isfinite(field.values)
    values = np.where(known, np.clip(field.values, -_HUGE, _HUGE), np.nan)
    scale = scale_of(values)
    if scale is None:
        return Painted(field, np.zeros((*field.values.shape, 4), np.uint8))
    colours = _shaded(values, scale)
    if fine and min(values.shape) > 1:
        line, bold = _lines(values, scale.step, field.turns_at)
        colours = _inked(colours, line, bold, theme)
    return Painted(field, _packed(colours, opacity), scale=scale)


def _flat(field: Field, theme: Theme, opacity: float, *, fine: bool) -> Painted:
    tones = [(*theme.roles[kind.role][:3], 1.0) for kind in field.kinds]
    table = np.array([*tones, (0.0, 0.0, 0.0, 0.0)])
    pixels = _packed(table, opacity)[field.grown]
    if fine:
        pixels[_seams(field.grown)] //= _SEAM
    return Painted(field, pixels)


def _seams(index: NDArray[np.int8]) -> NDArray[np.bool_]:
    """Tell the cells that part two kinds: another one is to their right or above."""
    seams = np.zeros(index.shape, dtype=bool)
    for here, beside, mark in (
        (index[:, :-1], index[:, 1:], seams[:, :-1]),
        (index[:-1], index[1:], seams[:-1]),
    ):
        mark |= (here != beside) & (here != NONE) & (beside != NONE)
    return seams


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
    step = tick_step(1.0, max(high - low, 1e-9 * size) / _LINES)
    return Scale(math.floor(low / step) * step, math.ceil(high / step) * step, step)


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


@np.errstate(invalid="ignore", over="ignore")
def _lines(values: Array, step: float, turn: Array) -> tuple[Array, Array]:
    """Return how much of each cell a contour line covers, and the line at `turn`.

    The distance to the nearest multiple over the slope is about the distance in cells.
    """
    level = values / step
    slope = np.hypot(*np.gradient(level))
    drawn = (slope < 1.0 / _CROWDED) & (slope > 1.0 / _FLAT)

    def near(goal: Array, width: float) -> Array:
        away = np.abs(level - goal) / np.maximum(slope, 1e-12)
        covered = np.where(drawn, np.clip(width + 0.5 - away, 0.0, 1.0), 0.0)
        return np.asarray(np.nan_to_num(covered))

    return near(np.round(level), _THIN), near(turn / step, _WIDE)


def _inked(colours: Array, line: Array, bold: Array, theme: Theme) -> Array:
    """Draw the lines, dark on the light shades and light on the dark ones."""
    dark, light = sorted((theme.background, theme.text), key=luminance)
    bright = colours[..., :3] @ _LIGHTNESS > _MIDDLE
    ink = np.where(bright[..., None], (*dark[:3], 1.0), (*light[:3], 1.0))
    strength = np.maximum(_FAINT * line, bold) * colours[..., 3]
    return np.asarray(colours + (ink - colours) * strength[..., None])
