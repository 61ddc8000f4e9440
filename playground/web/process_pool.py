"""Work that is shared among processors, where a process can simply be doubled."""

import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")

# What the doubled processes do; they have it from the one that was doubled.
_work: Callable[[int], Any]


def count_processors() -> int:
    """Return how many processes are of use: elsewhere than on Linux only this one."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else 1


def map_parallel(work: Callable[[int], T], count: int, processes: int) -> Iterator[T]:
    """Yield what the work gives for 0, 1, ... below `count`, in that order."""
    global _work
    if min(processes, count) < 2:
        yield from map(work, range(count))
        return
    _work = work
    with multiprocessing.get_context("fork").Pool(min(processes, count)) as pool:
        yield from pool.imap(_run_work, range(count))


def _run_work(number: int) -> Any:
    return _work(number)
