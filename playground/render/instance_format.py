"""The instance format of the flat shapes' shader, and caches of outlines."""

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from playground.scene.primitives import Marker

COLUMNS = 32

# RING and CONIC are drawn on an octagon, WEDGE on a triangle, others on a rectangle.
PIECE, RING, CONIC, MARK, WEDGE = range(5)
MARKER_INDICES = {marker: index for index, marker in enumerate(Marker)}


# ----------------------------------------------------------------------------
# Number types.
# ----------------------------------------------------------------------------


Array = NDArray[np.float64]
Float32Array = NDArray[np.float32]
"""The type of data on the graphics card."""
Point = tuple[float, float]


# ----------------------------------------------------------------------------
# Caches by points: most shapes stay the same during a drag.
# ----------------------------------------------------------------------------


T = TypeVar("T")

# The number of cached outlines.
_MAX_CACHED_SHAPES = 128


def cache_by_numbers(work: Callable[..., T]) -> Callable[..., T]:
    """Cache a pure function of plain numbers; returned arrays become read-only.

    Its results for the last 128 arguments are kept.
    """

    @lru_cache(maxsize=_MAX_CACHED_SHAPES)
    def compute_result(*numbers: Hashable) -> T:
        result: Any = work(*numbers)
        if isinstance(result, np.ndarray):
            result.flags.writeable = False
        return result  # type: ignore[no-any-return]

    return wraps(work)(compute_result)


def cache_by_points(work: Callable[..., T]) -> Callable[..., T]:
    """Cache a pure function of a float64 array of points and plain values.

    Its results for the last 128 arguments are kept; callers must not change them.
    """

    @lru_cache(maxsize=_MAX_CACHED_SHAPES)
    def compute_result(data: bytes, shape: tuple[int, ...], *more: Hashable) -> T:
        return work(np.frombuffer(data).reshape(shape), *more)

    @wraps(work)
    def look_up_points(points: Array, *more: Hashable) -> T:
        return compute_result(points.tobytes(), points.shape, *more)

    return look_up_points
