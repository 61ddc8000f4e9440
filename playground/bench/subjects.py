"""The core's functions with queries to put to them: random ones, and exact touches."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground import collision

Array = NDArray[np.float64]
Call = Callable[..., Any]
Queries = Callable[[np.random.Generator, int], tuple[Any, ...]]


@dataclass(frozen=True)
class Subject:
    """A function with queries, and what is read of its answers.

    `only` is what a batch is asked for, `read` what is read of a single answer. Each of
    `touches` is in doubt: no float64 bound tells which side of zero an exact zero is.
    """

    ask: Call
    queries: Queries
    touches: Queries
    only: tuple[str, ...]
    read: tuple[str, ...]


def _places(rng: np.random.Generator, n: int, size: int = 2) -> Array:
    return rng.uniform(-8.0, 8.0, (n, size))


def _grid(rng: np.random.Generator, n: int, size: int = 2) -> Array:
    return rng.integers(-50, 50, (n, size)).astype(float)


def _triples(rng: np.random.Generator, n: int) -> tuple[Array, Array, Array]:
    """Return legs and hypotenuse of right triangles, all of them whole numbers."""
    a = rng.integers(1, 40, n).astype(float)
    b = a + rng.integers(1, 40, n)
    return b * b - a * a, 2.0 * a * b, a * a + b * b


def _turns(rng: np.random.Generator, n: int) -> Array:
    angle = rng.uniform(-math.pi, math.pi, n)
    return np.stack([np.cos(angle), np.sin(angle)], -1)


def _unturned(n: int) -> Array:
    return np.tile([1.0, 0.0], (n, 1))


def _rays(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    directions = rng.normal(size=(n, 2))
    return _places(rng, n), directions, _places(rng, n), rng.uniform(0.1, 3.0, n)


def _tangents(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    x, y, radius = _triples(rng, n)
    along, across = np.stack([x, y], -1), np.stack([-y, x], -1)
    center = _grid(rng, n)
    return center + across - along, along, center, radius


def _rectangles(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    radius, half = rng.uniform(0.1, 3.0, n), rng.uniform(0.1, 3.0, (n, 2))
    return _places(rng, n), radius, _places(rng, n), half, _turns(rng, n)


def _at_corners(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    x, y, radius = _triples(rng, n)
    middle, half = _grid(rng, n), 1.0 + np.abs(_grid(rng, n))
    return middle + half + np.stack([x, y], -1), radius, middle, half, _unturned(n)


def _ellipses(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    radii = rng.uniform(0.1, 3.0, (n, 2))
    return _places(rng, n), _places(rng, n), radii, _turns(rng, n)


def _on_ellipses(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    x, y, longest = _triples(rng, n)
    factors = rng.integers(1, 9, (n, 2)).astype(float)
    center, radii = _grid(rng, n), factors * longest[:, None]
    return center + factors * np.stack([x, y], -1), center, radii, _unturned(n)


def _spheres(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    ends = _places(rng, n, 3), _places(rng, n, 3)
    line = _places(rng, n, 3), rng.normal(size=(n, 3))
    return *ends, rng.uniform(0.1, 3.0, n), *line


def _past_lines(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    x, y, radius = _triples(rng, n)
    along, across = np.stack([x, y, 0 * x], -1), np.stack([-y, x, 0 * x], -1)
    line, level = _grid(rng, n, 3), np.array([0.0, 0.0, 1.0])
    middle = line + across + 3.0 * level
    return middle - along, middle + along, radius, line, np.tile(level, (n, 1))


def _balls(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    low = _places(rng, n)
    high = low + rng.uniform(0.1, 3.0, (n, 2))
    velocity = rng.normal(size=(n, 2)) * 4.0
    return _places(rng, n), rng.uniform(0.1, 3.0, n), velocity, low, high


def _past_corners(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    """Return balls that touch a corner in the middle of their way, and go on."""
    x, y, radius = _triples(rng, n)
    low = _grid(rng, n)
    high = low + 1.0 + np.abs(_grid(rng, n))
    along = np.stack([-y, x], -1)
    return high + np.stack([x, y], -1) - along, radius, 2.0 * along, low, high


def _on_corners(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    """Return balls that touch a corner now, and come nearer."""
    x, y, radius = _triples(rng, n)
    low = _grid(rng, n)
    high = low + 1.0 + np.abs(_grid(rng, n))
    away = np.stack([x, y], -1)
    return high + away, radius, -away, low, high


def _rect(
    center: Any, radius: Any, middle: Any, half: Any, turn: Any, **only: Any
) -> Any:
    return collision.circle_rect(
        center, radius, middle, half, None, rotation=turn, **only
    )


def _ellipse(point: Any, center: Any, radii: Any, turn: Any, **only: Any) -> Any:
    return collision.point_ellipse(point, center, radii, None, rotation=turn, **only)


SUBJECTS = {
    "ray_circle": Subject(
        collision.ray_circle, _rays, _tangents, ("hit", "t"),
        ("hit", "t", "point", "normal"),
    ),
    "circle_rect": Subject(
        _rect, _rectangles, _at_corners, ("hit", "distance"),
        ("hit", "distance", "closest", "normal"),
    ),
    "point_ellipse": Subject(
        _ellipse, _ellipses, _on_ellipses, ("hit",), ("hit", "level")
    ),
    "swept_sphere_line": Subject(
        collision.swept_sphere_line, _spheres, _past_lines, ("hit", "t"),
        ("hit", "t", "center", "contact"),
    ),
    "ball_block": Subject(
        collision.ball_block, _balls, _on_corners, ("face",),
        ("face", "zone", "bounced"),
    ),
    "sweep_ball_block": Subject(
        collision.sweep_ball_block, _balls, _past_corners, ("hit", "t"),
        ("hit", "t", "contact", "normal"),
    ),
}  # fmt: skip
