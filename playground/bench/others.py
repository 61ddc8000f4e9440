"""What the core stands beside: loops of numba's own, and shapely.

Both answer the textbook's way, without a bound or a check.
"""

import importlib
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Call = Callable[..., Any]


def _ray_loop() -> Call:
    """Return the textbook's ray and circle, compiled."""
    numba = importlib.import_module("numba")

    def loop(o: Any, d: Any, c: Any, radius: Any) -> tuple[Any, Any]:
        hit, t = np.empty(len(radius), np.bool_), np.empty(len(radius))
        for i in range(len(radius)):
            mx, my, dx, dy = c[i, 0] - o[i, 0], c[i, 1] - o[i, 1], d[i, 0], d[i, 1]
            q, b, x = dx * dx + dy * dy, mx * dx + my * dy, dx * my - dy * mx
            r2 = radius[i] * radius[i]
            power, disc = mx * mx + my * my - r2, r2 * q - x * x
            hit[i] = disc >= 0.0 and (b >= 0.0 or power <= 0.0)
            far = abs(b) + math.sqrt(max(disc, 0.0))
            inside = power < 0.0 and b > 0.0
            first = far / q if inside else abs(power) / far
            t[i] = first if hit[i] else np.nan
        return hit, t

    return _jit(numba, loop)


def _rect_loop() -> Call:
    """Return the textbook's circle and rectangle, compiled."""
    numba = importlib.import_module("numba")

    def loop(p: Any, radius: Any, m: Any, half: Any, turn: Any) -> tuple[Any, Any]:
        hit, distance = np.empty(len(radius), np.bool_), np.empty(len(radius))
        for i in range(len(radius)):
            dx, dy, c, s = p[i, 0] - m[i, 0], p[i, 1] - m[i, 1], turn[i, 0], turn[i, 1]
            ex = abs(c * dx + s * dy) - half[i, 0]
            ey = abs(c * dy - s * dx) - half[i, 1]
            x, y, inner = max(ex, 0.0), max(ey, 0.0), max(ex, ey)
            gap = inner if inner < 0.0 else math.sqrt(x * x + y * y)
            distance[i] = gap - radius[i]
            hit[i] = distance[i] <= 0.0
        return hit, distance

    return _jit(numba, loop)


def _jit(numba: Any, loop: Call) -> Call:
    compiled: Call = numba.njit(loop, error_model="numpy")
    return compiled


def _segments(origin: Array, direction: Array, center: Array, radius: Array) -> Call:
    """Return shapely's question whether long segments come within the radius."""
    shapely = importlib.import_module("shapely")
    lines = shapely.linestrings(np.stack([origin, origin + 100.0 * direction], 1))
    points = shapely.points(center)
    shapely.prepare(lines)
    return lambda: shapely.dwithin(lines, points, radius)


def _boxes(
    center: Array, radius: Array, middle: Array, half: Array, turn: Array
) -> Call:
    shapely = importlib.import_module("shapely")
    signs = np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    x, y = np.moveaxis(signs * half[:, None, :], -1, 0)
    c, s = turn[:, :1], turn[:, 1:]
    corners = middle[:, None, :] + np.stack([c * x - s * y, s * x + c * y], -1)
    boxes, points = shapely.polygons(corners), shapely.points(center)
    shapely.prepare(boxes)
    return lambda: shapely.dwithin(boxes, points, radius)


LOOPS = {"ray_circle": _ray_loop, "circle_rect": _rect_loop}
SHAPES: dict[str, Call] = {"ray_circle": _segments, "circle_rect": _boxes}
