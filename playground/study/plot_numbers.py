"""The numbers of a plot: round ones at its axes, and those of a curve's roots."""

import math
from functools import lru_cache
from itertools import pairwise

import numpy as np

from playground.explore.curve import Array
from playground.scene.camera import tick_step
from playground.scene.mathtext import DIGITS, LARGE, digits_apart, show

_MOST_DIGITS = 7
# Lines between numbers nearer to each other than this are flat, and a number as large
# as that is none of a line.
_FLAT, _HUGE = 1e-290, 1e290


# In most pictures they are the same.
@lru_cache(maxsize=8)
def ticks(low: float, high: float, count: float) -> tuple[list[float], list[str]]:
    """Return about so many round numbers of an axis, and their texts."""
    step = tick_step(1.0, (high - low) / count)
    first, last = math.ceil(low / step), math.floor(high / step)
    places = [i * step for i in range(first, last + 1)]
    digits = _digits(max(abs(low), abs(high)), step)
    return places, [show(x, digits) for x in places]


def _digits(largest: float, step: float) -> int:
    """Return with how many digits numbers a step apart read differently.

    Those of a power of ten are counted from the first on, others behind the point.
    """
    if 0.5 * 10.0**-DIGITS <= largest < LARGE:
        return max(math.ceil(-math.log10(step)), DIGITS)
    return max(math.ceil(math.log10(largest / step)) + 1, DIGITS)


def value_range(y: Array) -> tuple[float, float]:
    """Return the ends of an upright axis: about those values, and zero."""
    seen = y[np.abs(y) < _HUGE]
    low = min(float(seen.min()), 0.0) if seen.size else -1.0
    high = max(float(seen.max()), 0.0) if seen.size else 1.0
    margin = 0.12 * (high - low if high - low > _FLAT else 1.0)
    return low - margin, high + margin


def root_numbers(places: Array) -> list[str]:
    """Return roots as text, with so many digits that no two of them read alike.

    Those that only rounding parts are one, and written once.
    """
    known: list[float] = places.tolist()
    digits = [min(digits_apart(a, b), _MOST_DIGITS) for a, b in pairwise(known)]
    texts: list[str] = []
    for i, place in enumerate(known):
        text = show(place, max(digits[max(i - 1, 0) : i + 1], default=DIGITS))
        texts.append("" if text in texts else text)
    return texts
