"""How many queries a second the core answers, and how long a few of them take."""

import importlib.util
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.bench.others import LOOPS, SHAPES
from playground.bench.subjects import SUBJECTS, Subject
from playground.bench.timing import seconds
from playground.collision import fast

BATCH = 241
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
    hardest: float
    """For each query of a batch of exact touches, every one of them in doubt."""


def rates(count: int) -> list[Rate]:
    """Measure every function on `count` random queries, one thread."""
    found = []
    with np.errstate(all="ignore"):
        for name, subject in SUBJECTS.items():
            queries = subject.queries(np.random.default_rng(1), count)

            def rate(call: Callable[..., Any], *given: Any, **options: Any) -> float:
                return count / seconds(lambda: call(*given, **options)) / 1e6

            with _compiled(wanted=False):
                plain = rate(subject.ask, *queries, only=subject.only)
                every = rate(subject.ask, *queries)
            compiled = numba = shapely = None
            if fast.available():
                compiled = rate(subject.ask, *queries, only=subject.only)
            if name in LOOPS and fast.available():
                numba = rate(LOOPS[name](), *queries)
            if name in SHAPES and importlib.util.find_spec("shapely"):
                shapely = rate(SHAPES[name](*queries))
            found.append(Rate(name, plain, every, compiled, numba, shapely))
    return found


def latencies(touches: int) -> list[Latency]:
    """Measure single calls, batches as small as a curve's, and `touches` in doubt."""
    found = []
    for name, subject in SUBJECTS.items():
        rng = np.random.default_rng(2)
        queries = subject.queries(rng, BATCH)
        one = [tuple(x[0].tolist()) if x.ndim > 1 else float(x[0]) for x in queries]
        touching = subject.touches(rng, touches)
        single = seconds(lambda: _many(subject, one, 200)) / 200  # noqa: B023
        batch = seconds(lambda: _first(subject, queries, 50)) / 50  # noqa: B023
        hardest = seconds(lambda: _first(subject, touching, 1), 2) / touches  # noqa: B023
        found.append(Latency(name, *(1e6 * x for x in (single, batch, hardest))))
    return found


def _many(subject: Subject, queries: Any, times: int) -> None:
    for _ in range(times):
        answer = subject.ask(*queries)
        for field in subject.read:
            getattr(answer, field)


def _first(subject: Subject, queries: Any, times: int) -> None:
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
