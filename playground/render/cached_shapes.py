"""What was worked out of the same points before: in a drag most shapes stand still."""

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")
Array = NDArray[np.float64]

# Shapes of a frame whose outlines are kept.
_SHAPES = 128


def kept(work: Callable[..., T]) -> Callable[..., T]:
    """Keep what a pure function returns for plain numbers; arrays may be read only."""

    @lru_cache(maxsize=_SHAPES)
    def done(*numbers: Hashable) -> T:
        result: Any = work(*numbers)
        if isinstance(result, np.ndarray):
            result.flags.writeable = False
        return result  # type: ignore[no-any-return]

    return wraps(work)(done)


def kept_by_points(work: Callable[..., T]) -> Callable[..., T]:
    """Keep what a pure function returns for an array of points and plain values."""

    @lru_cache(maxsize=_SHAPES)
    def done(data: bytes, shape: tuple[int, ...], *more: Hashable) -> T:
        return work(np.frombuffer(data).reshape(shape), *more)

    @wraps(work)
    def asked(points: Array, *more: Hashable) -> T:
        return done(points.tobytes(), points.shape, *more)

    return asked
