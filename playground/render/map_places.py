"""Where points of the screen are in a map, which may be seen in perspective."""

import numpy as np
from numpy.typing import NDArray

from playground.render.arrays import Array


def shares(corners: Array, x: Array, y: Array) -> tuple[Array, NDArray[np.bool_]]:
    """Return how far to the right and up in the map each point is, and which are in it.

    `corners` `(4, 3)` are where its lower left, lower right, upper left and upper right
    are seen: x and y, times w, and w.
    """
    first = corners[0]
    ways = np.column_stack([corners[1] - first, corners[2] - first, first])
    back = np.linalg.inv(ways)
    found = np.stack([x, y, np.ones_like(x)], axis=-1) @ back.T
    weight = found[..., 2]
    ahead = weight > 0
    share = found[..., :2] / np.where(ahead, weight, 1.0)[..., None]
    inside = ahead & ((share >= 0.0) & (share <= 1.0)).all(axis=-1)
    return np.where(inside[..., None], share, 0.0), inside


def cells_at(cells: NDArray[np.generic], share: Array) -> NDArray[np.generic]:
    """Return the cell at each share of the way through a map."""
    size = np.array(cells.shape[::-1])
    at = np.clip((share * size).astype(np.intp), 0, size - 1)
    return np.asarray(cells[at[..., 1], at[..., 0]])
