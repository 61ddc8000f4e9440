"""Evaluation of a user's Python function in exact arithmetic, in the worker process.

An answer that is wrong here too comes of a wrong algorithm, however near the edge;
other failures are rounding. No tolerance is needed to distinguish them.
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

# Limit of operations and comparisons per answer.
_MAX_EVENTS = 20_000


class NotEvaluableError(Exception):
    """Raised for a function that cannot run in exact arithmetic."""


class ExactAnswer(NamedTuple):
    """Answer of a function in exact arithmetic, rounded to floats.

    Attributes
    ----------
    value : object
        The answer; NaN for a number that is undefined.
    turned : bool
        Whether the function took cosines of angles that are not arguments. The core
        uses rounded cosines of the arguments, so the answer may differ by their error.
    """

    value: Any
    turned: bool


def evaluate_exactly(
    function: Callable[..., Any],
    placed: Sequence[Any],
    named: Mapping[str, Any],
    bits: int,
) -> ExactAnswer:
    """Return a function's answer to one case, computed in exact arithmetic.

    Parameters
    ----------
    function : callable
        The user's function.
    placed, named : sequence and mapping
        Arguments by position and by name: floats, tuples of floats and None.
    bits : int
        Precision, in bits, of numbers that cannot be represented exactly.

    Raises
    ------
    NotEvaluableError
        The function uses an operation without an exact counterpart, or too many.
    Exception
        Any exception that the function raises in exact arithmetic.
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
    """Return the answer with exact numbers rounded to floats."""
    if isinstance(value, ShadowValue):
        return float(value.true) if value.true.is_defined else math.nan
    if hasattr(value, "_asdict"):
        value = value._asdict()
    if isinstance(value, dict):
        return {name: _to_floats(x) for name, x in value.items()}
    if isinstance(value, tuple | list | np.ndarray):
        return [_to_floats(x) for x in value]
    return value
