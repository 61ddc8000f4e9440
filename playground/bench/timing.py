"""How long a call takes, and a measure of the machine to compare with."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

_NUMBERS = 8192


def seconds(
    call: Callable[[], object], times: int = 5, *, prepared: bool = False
) -> float:
    """Return the least processor time that a call takes.

    One goes before, which is not counted, unless all is `prepared`.
    """
    if not prepared:
        call()
    spent = []
    for _ in range(times):
        start = time.thread_time()
        call()
        spent.append(time.thread_time() - start)
    return min(spent)


def yardstick() -> float:
    """Return the seconds that NumPy takes for one `sqrt(x * x + y * y)`.

    It tells how fast the machine is just now: what was measured in it at another time
    can be compared.
    """
    x, y = np.random.default_rng(0).uniform(1.0, 2.0, (2, _NUMBERS))
    work: Any = np.empty((2, _NUMBERS))

    def hundred() -> None:
        for _ in range(100):
            np.multiply(x, x, out=work[0])
            np.multiply(y, y, out=work[1])
            np.add(work[0], work[1], out=work[0])
            np.sqrt(work[0], out=work[0])

    return seconds(hundred, 20) / (100 * _NUMBERS)
