"""Summed-area tables: sums over boxes of a raster from four table entries."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def build_summed_area_table(cells: NDArray[Any]) -> NDArray[Any]:
    """Return the sums of all cells above and left of each corner.

    Parameters
    ----------
    cells : array (rows, columns)
        Numbers or booleans.

    Returns
    -------
    array (rows + 1, columns + 1)
        Floating-point for floating-point cells, else int32.
    """
    rows, columns = cells.shape
    kind = cells.dtype if cells.dtype.kind == "f" else np.int32
    table = np.zeros((rows + 1, columns + 1), kind)
    inner = table[1:, 1:]
    np.cumsum(cells, axis=0, out=inner)
    np.cumsum(inner, axis=1, out=inner)
    return table


def sum_boxes(
    table: NDArray[Any], left: Any, top: Any, right: Any, bottom: Any
) -> NDArray[Any]:
    """Return the sums in boxes between corners, from the table of the cells.

    The corners are index arrays (...) into the table, `right` and `bottom` exclusive,
    or slices for all boxes of one size.
    """
    return np.asarray(
        table[bottom, right]
        - table[top, right]
        - table[bottom, left]
        + table[top, left]
    )
