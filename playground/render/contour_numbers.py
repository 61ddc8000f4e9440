"""Numbers on a value map's contour lines: few, upright, each in a break of its line."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.explore.map import AxisSamples
from playground.render.grid import number
from playground.render.labels import Box, Measure, PlacedText, touched
from playground.render.paint import CROWDED, FLAT, Backdrop, Painted
from playground.render.theme import RGBA, Theme, contrast, mix
from playground.scene.camera import Viewport

Array = NDArray[np.float64]

# Numbers are looked for along so many rows and columns, at about equal distances.
_GUIDES = 10
# Numbers of one line, and of any two, are at least so many pixels apart.
_SAME, _OTHER = 220.0, 72.0
# The map goes on for so many cells to the sides of a number, and above and below it.
_ABOUT = (16, 9)
# One of the two reads at 4.5:1 on whatever shade.
_INKS: tuple[RGBA, RGBA] = (0.0, 0.0, 0.0, 1.0), (1.0, 1.0, 1.0, 1.0)
# So much is free about a number, and from the border of the view.
_ROOM, _RIM = 3.0, 6.0


@dataclass(frozen=True)
class Spots:
    """Where contour lines cross the guides, the most level pieces of line first.

    `share` is (n, 2): how far to the right and up in the map; `line` counts from the
    scale's low end.
    """

    share: Array
    line: NDArray[np.intp]


class ContourNumbers:
    """Finds where numbers go; keeps what was found for the last map and view."""

    def __init__(self) -> None:
        self._spotted: tuple[Painted, Spots] | None = None
        self._chosen: tuple[tuple[object, ...], list[PlacedText]] | None = None

    def texts(
        self,
        backdrop: Backdrop,
        to_screen: Callable[[Array], Array],
        viewport: Viewport,
        key: object,
        theme: Theme,
        size: float,
        measure: Measure,
    ) -> list[PlacedText]:
        """Return the numbers of a map in a view; `key` stands for `to_screen`."""
        painted = backdrop.painted
        if painted.scale is None:
            return []
        asked = backdrop.corners.tobytes(), viewport, key, theme, size
        spots = self._spots(painted)
        if self._chosen is None or self._chosen[0] != asked:
            at = to_screen(_within(backdrop.corners, spots.share))
            picked = _apart(at, spots.line, viewport)
            lines = spots.line[picked].tolist()
            looks = _looks(painted, set(lines), theme)
            texts = [
                _text(looks[line], at[i], size, measure)
                for i, line in zip(picked, lines, strict=True)
            ]
            self._chosen = asked, [t for t in texts if _inside(t, viewport)]
        return self._chosen[1]

    def _spots(self, painted: Painted) -> Spots:
        if self._spotted is None or self._spotted[0] is not painted:
            self._spotted, self._chosen = (painted, spots_of(painted)), None
        return self._spotted[1]


def free(
    texts: Sequence[PlacedText], taken: Sequence[Box], ink: Array
) -> list[PlacedText]:
    """Return the numbers that lie neither on what is taken nor on an outline."""
    if not texts:
        return []
    boxes = np.array([text.box for text in texts])
    boxes += (-_ROOM, -_ROOM, _ROOM, _ROOM)
    hidden = touched(boxes, ink)
    if taken:
        left, top, right, low = boxes.T[:, :, None]
        x, y, end, foot = np.array(taken).T
        hidden |= ((left < end) & (x < right) & (top < foot) & (y < low)).any(axis=1)
    return [text for text, under in zip(texts, hidden, strict=True) if not under]


def spots_of(painted: Painted) -> Spots:
    """Return where contour lines that are drawn cross the guides."""
    none = Spots(np.empty((0, 2)), np.empty(0, np.intp))
    if painted.scale is None or not painted.fine or min(painted.cells.shape) < 2:
        return none
    cells, field = painted.cells, painted.field
    across = _crossed(cells, _guides(field.rows))
    up = _crossed(cells.T, _guides(field.columns))
    column = np.concatenate([across[0], up[1]])
    row = np.concatenate([across[1], up[0]])
    line = np.concatenate([across[2], up[2]])
    slant = np.concatenate([across[3], 1.0 - up[3]])
    at = np.stack([column, row], axis=-1)
    best = np.argsort(slant, kind="stable")
    best = best[_surrounded(cells, at[best])]
    return Spots((at[best] + 0.5) / cells.shape[::-1], line[best])


def _surrounded(cells: NDArray[Any], at: Array) -> NDArray[np.bool_]:
    """Return about which places there are values on all sides."""
    known = np.ones(len(at), np.bool_)
    last = np.array(cells.shape[::-1]) - 1
    for way in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        beside = np.round(at + np.multiply(way, _ABOUT)).astype(np.intp)
        known &= ((beside >= 0) & (beside <= last)).all(axis=1)
        column, row = np.clip(beside, 0, last).T
        known &= np.isfinite(cells[row, column])
    return known


def _guides(samples: AxisSamples) -> NDArray[np.intp]:
    """Return the places of samples that stay guides while the map is moved."""
    every = 1 << max(samples.count // _GUIDES, 1).bit_length() - 1
    first = -samples.first % every
    return np.arange(first, samples.count - 1, every)


def _crossed(cells: NDArray[Any], guides: NDArray[np.intp]) -> tuple[Any, ...]:
    """Return place along the guide, guide, line, and how steep along it, in shares.

    The last is 0 where the values change only across the guide: there the line runs
    along it.
    """
    values = cells[guides]
    whole = np.ceil(values)
    # Between two values is a line where they round up to two numbers.
    guide, place = np.nonzero(whole[:, 1:] != whole[:, :-1])
    here, there = values[guide, place], values[guide, place + 1]
    beside = cells[guides[guide] + 1, place]
    with np.errstate(invalid="ignore"):
        along = (there - here).astype(np.float64)
        steep = np.hypot(along, beside - here)
        met = np.nonzero((steep < 1.0 / CROWDED) & (steep > 1.0 / FLAT))
    guide, place, here, along = guide[met], place[met], here[met], along[met]
    line = np.ceil(np.minimum(here, there[met])).astype(np.intp)
    part = (line - here) / along
    return place + part, guides[guide], line, np.abs(along) / steep[met]


def _within(corners: Array, share: Array) -> Array:
    """Return the world points at shares of a map's sides."""
    x, y = share[:, :1], share[:, 1:]
    low = corners[0] + (corners[1] - corners[0]) * x
    return np.asarray(low + (corners[2] - corners[0]) * y)


def _apart(at: Array, line: NDArray[np.intp], viewport: Viewport) -> list[int]:
    """Return which of the spots on the screen have a number: none near another."""
    low = (viewport.x + _RIM, viewport.y + _RIM)
    high = (low[0] + viewport.width - 2 * _RIM, low[1] + viewport.height - 2 * _RIM)
    with np.errstate(invalid="ignore"):
        left = np.asarray(((at > low) & (at < high)).all(axis=1))
    picked, (x, y) = [], at.T.copy()
    for best in range(len(line)):
        if not left[best]:
            continue
        picked.append(best)
        across, down = x - x[best], y - y[best]
        near = np.where(line == line[best], _SAME**2, _OTHER**2)
        left &= across * across + down * down > near
    return picked


# A line's number, its own colour and that of the ground.
_Look = tuple[str, RGBA, RGBA]


def _looks(painted: Painted, lines: Iterable[int], theme: Theme) -> dict[int, _Look]:
    """Return what each line's numbers look like: where they are the line is broken."""
    scale = painted.scale
    assert scale is not None
    shades = painted.palette(theme)[0, :, :3] / 255.0
    looks = {}
    for line in lines:
        place = min(max(line / max(scale.span, 1e-6), 0.0), 1.0) * 255.0
        red, green, blue = shades[int(place)].tolist()
        ground = mix(theme.background, (red, green, blue, 1.0), painted.opacity)
        _, tone = max((contrast(ink, ground), ink) for ink in _INKS)
        text = number(scale.low + line * scale.step, scale.step)
        looks[line] = text, tone, ground
    return looks


def _text(look: _Look, at: Array, size: float, measure: Measure) -> PlacedText:
    text, tone, ground = look
    wide, tall = measure(text, size)
    x, y = float(at[0]) - wide / 2, float(at[1]) - tall / 2
    return PlacedText(x, y, text, size, tone, wide, tall, ground)


def _inside(text: PlacedText, viewport: Viewport) -> bool:
    left, top, right, low = text.box
    return (
        left >= viewport.x + _RIM
        and top >= viewport.y + _RIM
        and right <= viewport.x + viewport.width - _RIM
        and low <= viewport.y + viewport.height - _RIM
    )
