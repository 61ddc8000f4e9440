"""Somebody's Python function asked in true numbers: what it answers without rounding.

What is wrong there too is a wrong rule, however near the edge; the rest is rounding. No
tolerance is needed to tell them. This is the part in the process of the code.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from playground.tracing import high_precision
from playground.tracing.shadow_math import instrument_function
from playground.tracing.shadow_value import (
    NoExactValueError,
    Run,
    RunLimitReached,
    ShadowValue,
)

# How many operations and comparisons an answer may take.
_MAX_EVENTS = 20_000


class NotEvaluableError(Exception):
    """A function that cannot be asked in true numbers."""


class ExactAnswer(NamedTuple):
    """An answer in true numbers.

    It is `turned` where cosines were taken of other angles than those that were given:
    the core decides by the floats next to theirs, and so it may be off by as much.
    """

    value: Any
    turned: bool


def evaluate_exactly(
    function: Callable[..., Any],
    placed: Sequence[Any],
    named: Mapping[str, Any],
    bits: int,
) -> ExactAnswer:
    """Return the answer to one case: true numbers, as the floats next to them.

    Parameters
    ----------
    function : callable
        Somebody's.
    placed, named : sequence and mapping
        Arguments by position and by name: floats, tuples of floats and None.
    bits : int
        How many bits are kept of numbers that are not exact.

    Raises
    ------
    NotEvaluableError
        The function does what has no true value that is known, or takes very long.
    Exception
        Whatever the function raises in true numbers.
    """
    if not isinstance(function, FunctionType):
        raise NotEvaluableError("it is no plain function of Python")
    angles = frozenset(abs(x) for x in _numbers([*placed, *named.values()]))
    run = Run(float, is_exact=True, events=_MAX_EVENTS, core_angles=angles)
    try:
        with high_precision.use_precision(bits), np.errstate(all="ignore"):
            answer = instrument_function(function)(
                *(_number(x, run) for x in placed),
                **{name: _number(x, run) for name, x in named.items()},
            )
            return ExactAnswer(_to_floats(answer), run.has_other_angles)
    except RunLimitReached:
        raise NotEvaluableError(f"it takes more than {_MAX_EVENTS} steps") from None
    except (NoExactValueError, TypeError, AttributeError) as error:
        raise NotEvaluableError(str(error)) from None


def _numbers(given: Iterable[Any]) -> Iterator[float]:
    for value in given:
        if isinstance(value, tuple):
            yield from value
        elif value is not None:
            yield value


def _number(value: Any, run: Run) -> Any:
    if isinstance(value, tuple):
        return tuple(run.number(x) for x in value)
    return value if value is None else run.number(value)


def _to_floats(value: Any) -> Any:
    """Return an answer with plain floats in the place of true numbers."""
    if isinstance(value, ShadowValue):
        return float(value.true) if value.true.is_defined else math.nan
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {name: _to_floats(x) for name, x in value.items()}
    if isinstance(value, tuple | list | np.ndarray):
        return [_to_floats(x) for x in value]
    return value
