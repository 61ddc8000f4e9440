"""Arrays that the steps of a block write to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from playground.collision.emit.buffers import Buffer

TYPES: dict[str, type] = {"b": bool, "i": np.uint8, "f": float}
"""What a kind of buffer holds."""


def empty_buffers(
    wanted: Sequence[Buffer], shape: tuple[int, ...], rows: int
) -> list[NDArray[Any]]:
    """Return the buffers of a block of so many rows."""
    row, flat = tuple(shape[1:]), (1,) * (len(shape) - 1)
    sizes = (1, *flat), (rows, *flat), (1, *row), (rows, *row)
    return [np.empty(sizes[b.axes], TYPES[b.kind]) for b in wanted]
