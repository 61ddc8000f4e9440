"""Parallel work in forked processes, on Linux."""

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")

# Inherited by the forked processes.
_work: Callable[[int], Any]


def count_processors() -> int:
    """Return the number of available processors; 1 on systems other than Linux."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def map_parallel(work: Callable[[int], T], count: int, processes: int) -> Iterator[T]:
    """Yield `work(0)`, `work(1)`, ... up to `count`, in order.

    Up to `processes` forked processes compute them; for fewer than two, or fewer than
    two calls, this one does. Results are pickled.
    """
    global _work
    if min(processes, count) < 2:
        yield from map(work, range(count))
        return
    _work = work
    with multiprocessing.get_context("fork").Pool(min(processes, count)) as pool:
        yield from pool.imap(_run_work, range(count))


def _run_work(number: int) -> Any:
    return _work(number)
