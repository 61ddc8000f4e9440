"""What the shader of flat shapes calls its shapes, and how many numbers each has."""

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from playground.scene.primitives import Marker

COLUMNS = 32

# RING and CONIC have an octagon about them, the rest a rectangle, WEDGE a triangle.
PIECE, RING, CONIC, MARK, WEDGE = range(5)
MARKER_INDICES = {marker: index for index, marker in enumerate(Marker)}


# ----------------------------------------------------------------------------
# What numbers of a picture are kept as.
# ----------------------------------------------------------------------------


Array = NDArray[np.float64]
Float32Array = NDArray[np.float32]
"""As the graphics card has them."""
Point = tuple[float, float]


# ----------------------------------------------------------------------------
# What was worked out of the same points before: in a drag most shapes stand still.
# ----------------------------------------------------------------------------


T = TypeVar("T")

# Shapes of a frame whose outlines are kept.
_MAX_CACHED_SHAPES = 128


def cache_by_numbers(work: Callable[..., T]) -> Callable[..., T]:
    """Keep what a pure function returns for plain numbers; arrays may be read only."""

    @lru_cache(maxsize=_MAX_CACHED_SHAPES)
    def compute_result(*numbers: Hashable) -> T:
        result: Any = work(*numbers)
        if isinstance(result, np.ndarray):
            result.flags.writeable = False
        return result  # type: ignore[no-any-return]

    return wraps(work)(compute_result)


def cache_by_points(work: Callable[..., T]) -> Callable[..., T]:
    """Keep what a pure function returns for an array of points and plain values."""

    @lru_cache(maxsize=_MAX_CACHED_SHAPES)
    def compute_result(data: bytes, shape: tuple[int, ...], *more: Hashable) -> T:
        return work(np.frombuffer(data).reshape(shape), *more)

    @wraps(work)
    def look_up_points(points: Array, *more: Hashable) -> T:
        return compute_result(points.tobytes(), points.shape, *more)

    return look_up_points
