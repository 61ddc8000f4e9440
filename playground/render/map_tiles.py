"""Square pieces of a map of kinds: what is all of one kind is drawn with less work."""

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

# There are about so many tiles along a map, of no fewer cells than that.
_ALONG, _LEAST = 48, 4
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
