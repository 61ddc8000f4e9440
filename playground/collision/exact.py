"""Verdicts in whole numbers, for the few queries that rounding leaves in doubt.

With `exact=True` a query first answers in floats, beside a proven bound on their error
(a floating-point filter: Shewchuk, "Adaptive Precision Floating-Point Arithmetic and
Fast Robust Geometric Predicates", 1997). What is farther from zero than the bound has
the right sign. The rest comes here. A float64 is a whole number times a power of two,
and every verdict is the sign of a polynomial in which each term has as many lengths as
the next; so one power of two for all lengths of a query leaves whole numbers, and
Python's `+ - *` on them are exact.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from playground.collision.numeric import Array

BoolArray = NDArray[np.bool_]
Integers = NDArray[np.object_]
T = TypeVar("T", bound=np.generic)

UNDERFLOW = 2.0**-1000
"""More than all that underflow can add to an error, when no factor is above 2**60:
each operation that underflows errs by at most 2**-1074."""

_LEAST = float(np.finfo(np.float64).tiny)


def integers(doubt: BoolArray, *numbers: Array) -> Integers:
    """Return the numbers of the queries in doubt, all times one power of two each.

    Parameters
    ----------
    doubt : bool array (...)
        Which queries.
    numbers : float64 arrays that broadcast to (...)
        Finite; only their proportions survive, so a unit to measure by goes along.

    Returns
    -------
    object array (len(numbers), count of queries in doubt)
        Python integers.
    """
    picked = [np.broadcast_to(number, doubt.shape)[doubt] for number in numbers]
    mantissa, exponent = np.frexp(np.stack(picked))
    lowest = np.where(mantissa == 0.0, np.iinfo(np.int32).max, exponent).min(axis=0)
    shift = np.where(mantissa == 0.0, 0, exponent - lowest)
    whole = np.ldexp(mantissa, 53).astype(np.int64)
    return np.asarray(whole.astype(object) << shift.astype(object))


def quotient(numerator: Integers, denominator: Integers) -> Array:
    """Return the nearest float64, but zero only for zero: the sign is kept.

    What would be smaller than the least normal float64 is that, so that it does not
    vanish in a division by some small number either.
    """
    nearest = np.asarray(numerator / denominator, dtype=np.float64)
    kept = np.copysign(np.maximum(np.abs(nearest), _LEAST), nearest)
    return np.where(numerator == 0, 0.0, kept)


def replaced(values: NDArray[T], doubt: BoolArray, decided: NDArray[T]) -> NDArray[T]:
    """Return `values` (...) with what was decided for the queries in doubt."""
    answer = np.array(values)
    answer[doubt] = decided
    return answer
