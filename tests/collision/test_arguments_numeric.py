"""Lengths of any size."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mpf

from playground.collision import _arguments as collision_arguments

mpmath.mp.dps = 60

numbers = st.floats(-1e40, 1e40).filter(lambda x: x == 0.0 or abs(x) > 1e-40)
triples = st.tuples(numbers, numbers, numbers)


@given(triples)
def test_length(v):
    true = mpmath.sqrt(sum(mpf(x) ** 2 for x in v))
    assert (
        abs(mpf(float(collision_arguments.length(np.array(v)))) - true) <= 4e-16 * true
    )


@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e300])
def test_length_neither_overflows_nor_underflows(scale):
    assert collision_arguments.length(scale * np.array([3, 4])) == pytest.approx(
        5 * scale, 1e-15
    )
