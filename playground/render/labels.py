"""Finds places for labels; pure arithmetic in logical pixels, y down.

Each label tries places around its anchor and takes the cheapest: far from outlines,
dots and labels already placed, inside the viewport, near the anchor, and on the side
that was asked for. The same input gives the same places.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.render.theme import RGBA
from playground.view.camera import Viewport

Array = NDArray[np.float64]
Measure = Callable[[str, float], tuple[float, float]]

_CELL = 6.0
_NO_PLATE: RGBA = (0.0, 0.0, 0.0, 0.0)
_DIRECTIONS = 16
_RINGS = np.array([0.0, 9.0, 20.0, 36.0, 58.0, 86.0])
# Left, top, right and bottom.
_PADDING = np.array([-4.0, -1.0, 4.0, 1.0])

# Costs, in pixels of distance that a label would go to avoid the thing.
_COST_OVERLAP = 4000.0
_COST_OUTSIDE = 8000.0
_COST_INK = 26.0
_COST_FULL_INK = 120.0
_COST_TURN = 26.0
_COST_AWAY = 1.0
_TRIES = 12
# Most labels find a place in so many rings.
_NEAR_RINGS = 3
_NEAR = _NEAR_RINGS * _DIRECTIONS

# The directions of a label's places, from the one asked for, and what each place costs.
_TURN = np.arange(_DIRECTIONS) * (2 * np.pi / _DIRECTIONS)
_COSTS = (_COST_AWAY * _RINGS[:, None] + _COST_TURN * (1 - np.cos(_TURN)) / 2).reshape(
    -1
)


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text to draw: its top left corner in logical pixels, y down, and its looks.

    Where the text lies on lines, `plate` is the colour to lay under it, over `width`
    by `height`; with zero opacity there is none.
    """

    x: float
    y: float
    text: str
    size: float
    colour: RGBA
    width: float
    height: float
    plate: RGBA = _NO_PLATE


@dataclass(frozen=True, slots=True)
class Request:
    """A label to place: anchor and preferred direction on screen, gap in pixels."""

    x: float
    y: float
    toward: tuple[float, float]
    gap: float
    text: str
    size: float
    colour: RGBA
    plate: RGBA = _NO_PLATE


def place(
    requests: Sequence[Request], ink: Array, viewport: Viewport, measure: Measure
) -> list[PlacedText]:
    """Place labels one after another.

    Parameters
    ----------
    requests
        Labels, the most important first; one whose anchor is not in sight is left out.
    ink
        Points `(n, 2)` on screen, along outlines and on dots, to keep clear.
    viewport
        Where the labels shall stay.
    measure
        Returns the width and height of a text at a size, in logical pixels.
    """
    seen = [request for request in requests if viewport.contains(request.x, request.y)]
    if not seen:
        return []
    extents = np.array([measure(r.text, r.size) for r in seen], dtype=np.float64)
    corners, inked = _candidates(seen, extents), _Inked(ink, viewport)
    # No place of the outer rings is as cheap as a free one near by can be.
    near = _Places(corners[:, :_NEAR], extents, inked)
    taken = np.empty((len(seen), 4))
    result = []
    for index, request in enumerate(seen):
        best, places, row = near.free(index, taken[:index]), near, index
        if best is None or near.costs[index, best] >= _RINGS[_NEAR_RINGS]:
            whole = slice(index, index + 1)
            places, row = _Places(corners[whole], extents[whole], inked), 0
            best = places.cheapest(0, taken[:index])
        taken[index] = places.boxes[row, best]
        plate = request.plate if places.covered[row, best] > 0 else _NO_PLATE
        x, y = places.boxes[row, best, :2].tolist()
        result.append(_placed(request, (x, y), extents[index], plate))
    return result


class _Inked:
    """How much ink lies in a box: sums over a coarse raster of the viewport."""

    def __init__(self, ink: Array, viewport: Viewport) -> None:
        self.viewport = viewport
        self._columns = columns = int(viewport.width // _CELL) + 2
        self._rows = rows = int(viewport.height // _CELL) + 2
        with np.errstate(invalid="ignore"):
            cell = np.floor((ink - (viewport.x, viewport.y)) / _CELL)
            x, y = cell[((cell >= 0) & (cell < (columns, rows))).all(axis=1)].T
        raster = np.zeros((rows + 1, columns + 1), dtype=np.int32)
        raster[y.astype(np.intp) + 1, x.astype(np.intp) + 1] = 1
        total = raster.cumsum(axis=0, dtype=np.int32).cumsum(axis=1, dtype=np.int32)
        self._total = total.reshape(-1)

    def share(self, boxes: Array, extents: Array) -> Array:
        """Return the inked share of each box `(labels, candidates, 4)`."""
        view, limits = self.viewport, (self._columns, self._rows) * 2
        edge = np.rint((boxes - (view.x, view.y) * 2) / _CELL).clip(0, limits)
        left, top, right, bottom = np.moveaxis(edge.astype(np.intp), -1, 0)
        # Places in the flat table are looked up faster than pairs.
        total, wide = self._total, self._columns + 1
        top, bottom = top * wide, bottom * wide
        count = total[bottom + right] - total[top + right]
        count = count - total[bottom + left] + total[top + left]
        area = np.maximum(extents.prod(axis=1) / _CELL**2, 1.0)[:, None]
        return np.asarray(count / area)


class _Places:
    """Candidates for labels: their boxes `(labels, candidates, 4)` and their costs."""

    def __init__(self, corners: Array, extents: Array, inked: _Inked) -> None:
        self.boxes = np.concatenate([corners, corners + extents[:, None]], axis=-1)
        self._padded = self.boxes + _PADDING
        self.covered = covered = inked.share(self._padded, extents)
        ink = np.where(covered > 0, _COST_INK + _COST_FULL_INK * covered, 0.0)
        outside = _outside_cost(self.boxes, inked.viewport)
        self.costs = _COSTS[: corners.shape[1]] + ink + outside

    def free(self, label: int, taken: Array) -> int | None:
        """Return the cheapest place that no label has taken, if a cheap one is."""
        others: list[list[float]] = taken.tolist()
        costs, boxes = self.costs[label], self._padded[label]
        for index in np.argsort(costs, kind="stable")[:_TRIES].tolist():
            left, top, right, bottom = boxes[index].tolist()
            free = not any(
                left < b[2] and b[0] < right and top < b[3] and b[1] < bottom
                for b in others
            )
            if free and costs[index] < _COST_OVERLAP:
                return int(index)
        return None

    def cheapest(self, label: int, taken: Array) -> int:
        """Return the place whose own cost and overlap with labels placed is least."""
        # The few cheapest usually hold a free one, and no overlap is cheaper than that.
        free = self.free(label, taken)
        if free is not None:
            return free
        over = _overlap_cost(self._padded[label], taken)
        return int(np.argmin(self.costs[label] + over))


def _placed(
    request: Request, corner: tuple[float, float], extent: Array, plate: RGBA
) -> PlacedText:
    width, height = (float(c) for c in extent)
    return PlacedText(
        *corner,
        request.text,
        request.size,
        request.colour,
        width,
        height,
        plate,
    )


def _candidates(requests: Sequence[Request], extents: Array) -> Array:
    """Return the corners `(labels, candidates, 2)`, ring by ring."""
    anchor = np.array([(r.x, r.y) for r in requests])
    toward = np.array([r.toward for r in requests], dtype=np.float64)
    gap = np.array([r.gap for r in requests])
    first = np.arctan2(toward[:, 1], toward[:, 0])
    angle = first[:, None] + _TURN
    away = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    # The box's middle moves so that the box just touches a circle about the anchor;
    # a soft sign keeps labels above and below centred.
    lean = np.clip(1.6 * away, -1.0, 1.0) * extents[:, None] / 2
    reach = gap[:, None] + _RINGS
    middle = (
        anchor[:, None, None] + lean[:, None] + away[:, None] * reach[:, :, None, None]
    )
    corners = middle - extents[:, None, None] / 2
    return np.asarray(corners.reshape(len(requests), -1, 2))


def touched(boxes: Array, ink: Array) -> NDArray[np.bool_]:
    """Return in which of the boxes `(n, 4)` (left, top, right, bottom) ink lies."""
    x, y = ink.T
    left, top, right, bottom = boxes.T[:, :, None]
    inside = (x >= left) & (x <= right) & (y >= top) & (y <= bottom)
    return np.asarray(inside.any(axis=1))


def _outside_cost(boxes: Array, viewport: Viewport) -> Array:
    low = np.array([viewport.x, viewport.y]) + 2.0
    high = np.array([viewport.x + viewport.width, viewport.y + viewport.height]) - 2.0
    over = np.maximum(low - boxes[..., :2], 0) + np.maximum(boxes[..., 2:] - high, 0)
    missing = over.sum(axis=-1)
    return np.where(missing > 0, _COST_OUTSIDE + 10 * missing, 0.0)


def _overlap_cost(boxes: Array, taken: Array) -> Array | float:
    if not len(taken):
        return 0.0
    low = np.maximum(boxes[:, None, :2], taken[:, :2])
    high = np.minimum(boxes[:, None, 2:], taken[:, 2:])
    shared = np.maximum(high - low, 0.0).prod(axis=-1)
    return np.asarray((np.where(shared > 0, _COST_OVERLAP, 0.0) + shared).sum(axis=1))
