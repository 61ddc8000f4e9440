"""Hypothesis strategies derived from declared parameters."""

import math
from typing import TypeVar

from hypothesis import strategies as st

from playground.scene.parameter_types import (
    Choice,
    Integer,
    Number,
    Parameter,
    Points,
    Toggle,
    Vector,
)
from playground.scene.params import Params, parameters_of

P = TypeVar("P", bound=Params)


def numbers(low: float, high: float) -> st.SearchStrategy[float]:
    """Return a strategy of any float in a range, and coarse ones that coincide."""
    floats = st.floats(low, high)
    step = 0.25 if high - low > 0.5 else (high - low) / 4
    first, last = math.ceil(low / step), math.floor(high / step)
    coarse = st.integers(first, last).map(lambda i: min(max(i * step, low), high))
    return st.one_of(coarse, coarse, floats, st.sampled_from((low, high)))


def values_of(spec: Parameter) -> st.SearchStrategy[object]:
    """Return a strategy of every value that a declaration allows."""
    match spec:
        case Choice():
            return st.sampled_from(spec.options)
        case Toggle():
            return st.booleans()
        case Number():
            return numbers(spec.low, spec.high)
        case Integer():
            return st.integers(spec.low, spec.high)
        case Vector():
            return st.tuples(*[numbers(spec.low, spec.high)] * spec.size)
        case Points():
            place = st.tuples(*[numbers(spec.low, spec.high)] * spec.size)
            listed = st.lists(place, min_size=spec.min_count, max_size=spec.max_count)
            return listed.map(tuple)
    raise TypeError(f"no strategy for {type(spec).__name__}")


def params_of(kind: type[P]) -> st.SearchStrategy[P]:
    """Return a strategy of every state that a params class allows."""
    return st.builds(
        kind, **{n: values_of(spec) for n, spec in parameters_of(kind).items()}
    )
