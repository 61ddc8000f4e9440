"""How many queries a second the core answers, beside numba's own loop and shapely."""

import importlib
import importlib.util
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground import collision
from playground.collision import fast

Array = NDArray[np.float64]
Call = Callable[..., Any]

COUNT = 1_000_000
_TIMES = 5
_BATCH = 241
"""As many as a curve has samples."""


@dataclass(frozen=True)
class Rate:
    """Millions of queries a second, hit and time or distance out; None if not asked."""

    function: str
    plain: float
    """NumPy on one thread; only these two fields."""
    all_fields: float
    """The same, the numbers kept so that other fields can be read later."""
    fast: float | None
    """With the extra `fast`."""
    numba: float | None
    """The textbook's formula in a loop of numba's, without any bound or check."""
    shapely: float | None
    """`dwithin` of prepared geometry, which gives the verdict only."""


@dataclass(frozen=True)
class Latency:
    """Microseconds: of one query with its main fields read, of a batch with the first.

    A batch is as large as a curve's.
    """

    function: str
    single: float
    batch: float
    hardest: float | None
    """For each query of a batch of exact touches, every one of them in doubt."""


def seconds(call: Callable[[], object], times: int = _TIMES) -> float:
    """Return the least processor time that a call takes, the first one apart."""
    call()
    spent = []
    for _ in range(times):
        start = time.process_time()
        call()
        spent.append(time.process_time() - start)
    return min(spent)


@dataclass(frozen=True)
class _Subject:
    """A function with random queries, and what is read of its answers."""

    ask: Call
    queries: Callable[[np.random.Generator, int], tuple[Any, ...]]
    only: tuple[str, ...]
    read: tuple[str, ...]
    touches: Callable[[np.random.Generator, int], tuple[Any, ...]] | None = None


def _places(rng: np.random.Generator, n: int, size: int = 2) -> Array:
    return rng.uniform(-8.0, 8.0, (n, size))


def _rays(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    directions = rng.normal(size=(n, 2))
    return _places(rng, n), directions, _places(rng, n), rng.uniform(0.1, 3.0, n)


def _tangents(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    """Return rays that touch circles exactly: legs and hypotenuse are whole numbers."""
    a, b = rng.integers(1, 40, (2, n)).astype(float)
    x, y, radius = a * a - b * b, 2.0 * a * b, a * a + b * b
    along, across = np.stack([x, y], -1), np.stack([-y, x], -1)
    center = rng.integers(-50, 50, (n, 2)).astype(float)
    return center + across - along, along, center, radius


def _rectangles(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    radius, half = rng.uniform(0.1, 3.0, n), rng.uniform(0.1, 3.0, (n, 2))
    return _places(rng, n), radius, _places(rng, n), half, _turns(rng, n)


def _turns(rng: np.random.Generator, n: int) -> Array:
    angle = rng.uniform(-math.pi, math.pi, n)
    return np.stack([np.cos(angle), np.sin(angle)], -1)


def _ellipses(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    radii = rng.uniform(0.1, 3.0, (n, 2))
    return _places(rng, n), _places(rng, n), radii, _turns(rng, n)


def _spheres(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    ends = _places(rng, n, 3), _places(rng, n, 3)
    line = _places(rng, n, 3), rng.normal(size=(n, 3))
    return *ends, rng.uniform(0.1, 3.0, n), *line


def _balls(rng: np.random.Generator, n: int) -> tuple[Any, ...]:
    low = _places(rng, n)
    high = low + rng.uniform(0.1, 3.0, (n, 2))
    velocity = rng.normal(size=(n, 2)) * 4.0
    return _places(rng, n), rng.uniform(0.1, 3.0, n), velocity, low, high


def _rect(
    center: Any, radius: Any, middle: Any, half: Any, turn: Any, **only: Any
) -> Any:
    return collision.circle_rect(
        center, radius, middle, half, None, rotation=turn, **only
    )


def _ellipse(point: Any, center: Any, radii: Any, turn: Any, **only: Any) -> Any:
    return collision.point_ellipse(point, center, radii, None, rotation=turn, **only)


_SUBJECTS = {
    "ray_circle": _Subject(
        collision.ray_circle, _rays, ("hit", "t"), ("hit", "t", "point", "normal"),
        _tangents,
    ),
    "circle_rect": _Subject(
        _rect, _rectangles, ("hit", "distance"),
        ("hit", "distance", "closest", "normal"),
    ),
    "point_ellipse": _Subject(_ellipse, _ellipses, ("hit",), ("hit", "level")),
    "swept_sphere_line": _Subject(
        collision.swept_sphere_line, _spheres, ("hit", "t"),
        ("hit", "t", "center", "contact"),
    ),
    "ball_block": _Subject(
        collision.ball_block, _balls, ("face",), ("face", "zone", "bounced")
    ),
    "sweep_ball_block": _Subject(
        collision.sweep_ball_block, _balls, ("hit", "t"),
        ("hit", "t", "contact", "normal"),
    ),
}  # fmt: skip


def rates(count: int = COUNT) -> list[Rate]:
    """Measure every function on `count` random queries, one thread."""
    found = []
    with np.errstate(all="ignore"):
        for name, subject in _SUBJECTS.items():
            queries = subject.queries(np.random.default_rng(1), count)

            def rate(call: Call, *given: Any, **options: Any) -> float:
                return count / seconds(lambda: call(*given, **options)) / 1e6

            with _compiled(wanted=False):
                plain = rate(subject.ask, *queries, only=subject.only)
                every = rate(subject.ask, *queries)
            compiled = numba = shapely = None
            if fast.available():
                compiled = rate(subject.ask, *queries, only=subject.only)
            if name in _LOOPS and fast.available():
                numba = rate(_LOOPS[name](), *queries)
            if name in _SHAPES and importlib.util.find_spec("shapely"):
                shapely = rate(_SHAPES[name](*queries))
            found.append(Rate(name, plain, every, compiled, numba, shapely))
    return found


def latencies() -> list[Latency]:
    """Measure single calls, and batches as small as a curve's."""
    found = []
    for name, subject in _SUBJECTS.items():
        rng = np.random.default_rng(2)
        queries = subject.queries(rng, _BATCH)
        one = [tuple(x[0].tolist()) if x.ndim > 1 else float(x[0]) for x in queries]
        single = seconds(lambda: _many(subject, one, 200)) / 200  # noqa: B023
        batch = seconds(lambda: _first(subject, queries, 50)) / 50  # noqa: B023
        hardest = None
        if subject.touches:
            touches = subject.touches(rng, 10_000)
            hardest = seconds(lambda: subject.ask(*touches), 2) / 10_000 * 1e6  # noqa: B023
        found.append(Latency(name, single * 1e6, batch * 1e6, hardest))
    return found


def _many(subject: _Subject, queries: Any, times: int) -> None:
    for _ in range(times):
        answer = subject.ask(*queries)
        for field in subject.read:
            getattr(answer, field)


def _first(subject: _Subject, queries: Any, times: int) -> None:
    for _ in range(times):
        subject.ask(*queries, only=subject.only)


@contextmanager
def _compiled(*, wanted: bool) -> Iterator[None]:
    """Run without the extra `fast`, though it may be there."""
    usual = fast.available
    fast.available = lambda: wanted  # type: ignore[assignment]
    try:
        yield
    finally:
        fast.available = usual


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


_LOOPS = {"ray_circle": _ray_loop, "circle_rect": _rect_loop}
_SHAPES: dict[str, Call] = {"ray_circle": _segments, "circle_rect": _boxes}
