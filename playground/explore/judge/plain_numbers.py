"""How plain the numbers of a case are, and plainer ones near them."""

import math
from collections.abc import Iterator
from functools import lru_cache

from playground.scene.query import Arguments, components, number

_DIGITS = 15


def numbers_of(row: Arguments) -> list[float]:
    """Return the numbers of a case."""
    return [number(row, at) for at in components(row)]


def cost_of(row: Arguments) -> tuple[float, float]:
    """Return by what a case is the smaller of two: that of least cost.

    It is the sum of its numbers' `cost`, and for equal ones of their absolute values.
    """
    numbers = numbers_of(row)
    return sum(map(cost, numbers)), sum(map(abs, numbers))


@lru_cache(maxsize=65536)
def cost(x: float) -> float:
    """Return how far a number is from a plain one.

    It is 0 for 0, else how often it has to be halved or doubled to be about 1, and the
    count of its digits but for zeros at either end; a negative one is a little worse.

    Examples
    --------
    >>> [cost(x) for x in (0.0, 1.0, -1.0, 2.0, 0.5, 1.25, 1000.0)]
    [0.0, 1.0, 1.5, 2.0, 2.0, 3.0, 10.0]
    """
    if not x:
        return 0.0
    digits = repr(abs(x)).partition("e")[0].replace(".", "").strip("0")
    return len(digits) + abs(math.frexp(x)[1] - 1) + (0.5 if x < 0.0 else 0.0)


def plainer(x: float) -> Iterator[float]:
    """Yield numbers of less cost: 0, 1, of the other sign, halves and rounded ones."""
    tried = [0.0, 1.0, -1.0, -x, x / 2.0]
    if abs(x) < 2.0**52:
        tried += [
            float(round(x)),
            float(math.trunc(x / 2.0)),
            x - math.copysign(1.0, x),
        ]
    tried += [float(f"{x:.{digits}g}") for digits in range(1, _DIGITS)]
    yield from (new for new in dict.fromkeys(tried) if cost(new) < cost(x))
