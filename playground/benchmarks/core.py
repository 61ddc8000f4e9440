"""Benchmarks of the collision core: throughput of batches and latency of queries."""

import importlib
import importlib.util
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground import collision
from playground.collision.exact import solver
from playground.quick_dataclass import dataclass

Array = NDArray[np.float64]
Call = Callable[..., Any]
Queries = Callable[[np.random.Generator, int], tuple[Any, ...]]


@dataclass(frozen=True)
class BenchmarkedFunction:
    """A query function with generators of its arguments.

    Attributes
    ----------
    function : callable
        The function.
    queries, touches : callable
        Take a random generator and n; return arguments of n queries: random ones, and
        exact touches, for which the floating-point filter is never certified.
    only : tuple of str
        Fields computed in a batch.
    read : tuple of str
        Fields read of a single result.
    """

    function: Call
    queries: Queries
    touches: Queries
    only: tuple[str, ...]
    read: tuple[str, ...]


def _random_points(rng: np.random.Generator, n: int, size: int = 2) -> Array:
    return rng.uniform(-8.0, 8.0, (n, size))


def _grid_points(rng: np.random.Generator, n: int, size: int = 2) -> Array:
    return rng.integers(-50, 50, (n, size)).astype(float)


def _pythagorean_triples(
    rng: np.random.Generator, n: int
) -> tuple[Array, Array, Array]:
    """Return legs and hypotenuses of n right triangles, all of them integers."""
    a = rng.integers(1, 40, n).astype(float)
    b = a + rng.integers(1, 40, n)
    return b * b - a * a, 2.0 * a * b, a * a + b * b


def _random_rotations(rng: np.random.Generator, n: int) -> Array:
    angle = rng.uniform(-math.pi, math.pi, n)
    return np.stack([np.cos(angle), np.sin(angle)], -1)


def _identity_rotations(n: int) -> Array:
    return np.tile([1.0, 0.0], (n, 1))


def _random_rays(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    directions = rng.normal(size=(n, 2))
    return (
        _random_points(rng, n),
        directions,
        _random_points(rng, n),
        rng.uniform(0.1, 3.0, n),
    )


def _tangent_rays(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    x, y, radius = _pythagorean_triples(rng, n)
    forward, sideways = np.stack([x, y], -1), np.stack([-y, x], -1)
    center = _grid_points(rng, n)
    return center + sideways - forward, forward, center, radius


def _random_rectangles(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    radius, half = rng.uniform(0.1, 3.0, n), rng.uniform(0.1, 3.0, (n, 2))
    return (
        _random_points(rng, n),
        radius,
        _random_points(rng, n),
        half,
        _random_rotations(rng, n),
    )


def _touching_rectangles(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    x, y, radius = _pythagorean_triples(rng, n)
    middle, half = _grid_points(rng, n), 1.0 + np.abs(_grid_points(rng, n))
    return (
        middle + half + np.stack([x, y], -1),
        radius,
        middle,
        half,
        _identity_rotations(n),
    )


def _random_ellipses(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    radii = rng.uniform(0.1, 3.0, (n, 2))
    return (
        _random_points(rng, n),
        _random_points(rng, n),
        radii,
        _random_rotations(rng, n),
    )


def _touching_ellipses(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    x, y, longest = _pythagorean_triples(rng, n)
    factors = rng.integers(1, 9, (n, 2)).astype(float)
    center, radii = _grid_points(rng, n), factors * longest[:, None]
    return (
        center + factors * np.stack([x, y], -1),
        center,
        radii,
        _identity_rotations(n),
    )


def _random_spheres(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    ends = _random_points(rng, n, 3), _random_points(rng, n, 3)
    line = _random_points(rng, n, 3), rng.normal(size=(n, 3))
    return *ends, rng.uniform(0.1, 3.0, n), *line


def _touching_spheres(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    x, y, radius = _pythagorean_triples(rng, n)
    forward, sideways = np.stack([x, y, 0 * x], -1), np.stack([-y, x, 0 * x], -1)
    line, level = _grid_points(rng, n, 3), np.array([0.0, 0.0, 1.0])
    middle = line + sideways + 3.0 * level
    return middle - forward, middle + forward, radius, line, np.tile(level, (n, 1))


def _random_balls(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    low = _random_points(rng, n)
    high = low + rng.uniform(0.1, 3.0, (n, 2))
    velocity = rng.normal(size=(n, 2)) * 4.0
    return _random_points(rng, n), rng.uniform(0.1, 3.0, n), velocity, low, high


def _touching_balls(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    """Return balls that touch a corner at the start and move towards it."""
    x, y, radius = _pythagorean_triples(rng, n)
    low = _grid_points(rng, n)
    high = low + 1.0 + np.abs(_grid_points(rng, n))
    away = np.stack([x, y], -1)
    return high + away, radius, -away, low, high


def _passing_balls(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    """Return balls that touch a corner in the middle of their path and move on."""
    touching, radius, towards, low, high = _touching_balls(rng, n)
    forward = np.stack([towards[:, 1], -towards[:, 0]], -1)
    return touching - forward, radius, 2.0 * forward, low, high


def _query_rectangle(
    center: Any, radius: Any, middle: Any, half: Any, turn: Any, **only: Any
) -> Any:
    return collision.circle_rect(
        center, radius, middle, half, None, rotation=turn, **only
    )


def _query_ellipse(point: Any, center: Any, radii: Any, turn: Any, **only: Any) -> Any:
    return collision.point_ellipse(point, center, radii, None, rotation=turn, **only)


BENCHMARKED_FUNCTIONS = {
    "ray_circle": BenchmarkedFunction(
        collision.ray_circle, _random_rays, _tangent_rays, ("hit", "t"),
        ("hit", "t", "point", "normal"),
    ),
    "circle_rect": BenchmarkedFunction(
        _query_rectangle, _random_rectangles, _touching_rectangles, ("hit", "distance"),
        ("hit", "distance", "closest", "normal"),
    ),
    "point_ellipse": BenchmarkedFunction(
        _query_ellipse, _random_ellipses, _touching_ellipses, ("hit",), ("hit", "level")
    ),
    "swept_sphere_line": BenchmarkedFunction(
        collision.swept_sphere_line, _random_spheres, _touching_spheres, ("hit", "t"),
        ("hit", "t", "center", "contact"),
    ),
    "ball_block": BenchmarkedFunction(
        collision.ball_block, _random_balls, _touching_balls, ("face",),
        ("face", "zone", "bounced"),
    ),
    "sweep_ball_block": BenchmarkedFunction(
        collision.sweep_ball_block, _random_balls, _passing_balls, ("hit", "t"),
        ("hit", "t", "contact", "normal"),
    ),
}  # fmt: skip


# ----------------------------------------------------------------------------
# Reference implementations: textbook formulas compiled by numba, and shapely. Neither
# has error bounds or checks.
# ----------------------------------------------------------------------------


def _compile_ray_loop() -> Call:
    """Return the textbook formula of ray and circle, compiled by numba."""
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

    return _compile_with_numba(numba, loop)


def _compile_rectangle_loop() -> Call:
    """Return the textbook formula of circle and rectangle, compiled by numba."""
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

    return _compile_with_numba(numba, loop)


def _compile_with_numba(numba: Any, loop: Call) -> Call:
    compiled_loop: Call = numba.njit(loop, error_model="numpy")
    return compiled_loop


def _shapely_segment_query(
    origin: Array, direction: Array, center: Array, radius: Array
) -> Call:
    """Return a call that tests with shapely whether long segments hit circles.

    Arrays have the shapes (n, 2) and, for radii, (n,).
    """
    shapely = importlib.import_module("shapely")
    lines = shapely.linestrings(np.stack([origin, origin + 100.0 * direction], 1))
    points = shapely.points(center)
    shapely.prepare(lines)
    return lambda: shapely.dwithin(lines, points, radius)


def _shapely_box_query(
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


LOOPS = {"ray_circle": _compile_ray_loop, "circle_rect": _compile_rectangle_loop}
SHAPES: dict[str, Call] = {
    "ray_circle": _shapely_segment_query,
    "circle_rect": _shapely_box_query,
}


# ----------------------------------------------------------------------------
# Timing.
# ----------------------------------------------------------------------------


def measure_seconds(
    call: Callable[[], object], times: int = 5, *, skip_warmup: bool = False
) -> float:
    """Return the shortest CPU time of a call, in seconds.

    Parameters
    ----------
    call : callable
        The call.
    times : int
        Number of measured calls.
    skip_warmup : bool
        Whether to omit an extra first call, which is not measured.
    """
    if not skip_warmup:
        call()
    durations = []
    for _ in range(times):
        start = time.thread_time()
        call()
        durations.append(time.thread_time() - start)
    return min(durations)


# ----------------------------------------------------------------------------


BATCH_SIZE = 241
"""The number of samples of a curve."""


@dataclass(frozen=True)
class Rate:
    """Throughput of a function in million queries per second; None if not measured."""

    function: str
    plain: float
    """NumPy on one thread, with only the verdict and the time or distance."""
    kept: float
    """Without `only`, so that intermediate numbers are kept for other fields."""
    every_field: float
    """All fields."""
    fast: float | None
    """With the extra `fast` (numba)."""
    numba: float | None
    """The textbook formula compiled by numba, without error bounds."""
    shapely: float | None
    """`dwithin` of prepared geometries, the verdict only."""


@dataclass(frozen=True)
class Latency:
    """Latency of one function in microseconds: of a single query, and of a small batch.

    The batch has as many queries as a curve has samples, `BATCH_SIZE`; its time is that
    of all of them.
    """

    function: str
    single: float
    batch: float
    hardest: float
    """Per query of a batch of exact touches, all evaluated in exact arithmetic."""


def measure_rates(count: int) -> list[Rate]:
    """Measure the throughput of every function with `count` random queries."""
    rates = []
    with np.errstate(all="ignore"):
        for name, subject in BENCHMARKED_FUNCTIONS.items():
            queries = subject.queries(np.random.default_rng(1), count)

            def measure_rate(
                call: Callable[..., Any], *given: Any, **options: Any
            ) -> float:
                return count / measure_seconds(lambda: call(*given, **options)) / 1e6

            with disable_numba():
                plain = measure_rate(subject.function, *queries, only=subject.only)
                kept_rate = measure_rate(subject.function, *queries)
                single = subject.function(*(x[0] for x in queries))
                names = [f.name for f in fields(single)]
                every = measure_rate(subject.function, *queries, only=names)
            compiled = numba = shapely = None
            if solver.is_numba_available():
                compiled = measure_rate(subject.function, *queries, only=subject.only)
            if name in LOOPS and solver.is_numba_available():
                numba = measure_rate(LOOPS[name](), *queries)
            if name in SHAPES and importlib.util.find_spec("shapely"):
                shapely = measure_rate(SHAPES[name](*queries))
            rates.append(Rate(name, plain, kept_rate, every, compiled, numba, shapely))
    return rates


def measure_latencies(touches: int) -> list[Latency]:
    """Measure single queries, small batches, and batches of `touches` exact touches."""
    latencies = []
    for name, subject in BENCHMARKED_FUNCTIONS.items():
        rng = np.random.default_rng(2)
        queries = subject.queries(rng, BATCH_SIZE)
        one = [tuple(x[0].tolist()) if x.ndim > 1 else float(x[0]) for x in queries]
        touching = subject.touches(rng, touches)
        single = measure_seconds(lambda: _query_one_by_one(subject, one, 200)) / 200  # noqa: B023
        batch = measure_seconds(lambda: _query_batch(subject, queries, 50)) / 50  # noqa: B023
        worst = measure_seconds(lambda: _query_batch(subject, touching, 1), 2)  # noqa: B023
        hardest = worst / touches
        latencies.append(Latency(name, *(1e6 * x for x in (single, batch, hardest))))
    return latencies


def _query_one_by_one(subject: BenchmarkedFunction, queries: Any, times: int) -> None:
    for _ in range(times):
        answer = subject.function(*queries)
        for field in subject.read:
            getattr(answer, field)


def _query_batch(subject: BenchmarkedFunction, queries: Any, times: int) -> None:
    for _ in range(times):
        subject.function(*queries, only=subject.only)


@contextmanager
def disable_numba() -> Iterator[None]:
    """Let numba count as not available, as a context manager."""
    usual = solver.is_numba_available
    solver.is_numba_available = lambda: False  # type: ignore[assignment]
    try:
        yield
    finally:
        solver.is_numba_available = usual
