"""A query in Python's own numbers is taken as it is given, without an array."""

import numpy as np
import pytest

from playground.collision._arguments import Argument, flatten_single_query

ARGUMENTS = Argument("center", 2), Argument("radius", 0)


@pytest.mark.parametrize("center", [(1, 2.5), [1.0, 2.5]])
def test_one_query_is_its_components(center):
    found = flatten_single_query(ARGUMENTS, (center, 3))
    assert found == [1.0, 2.5, 3.0]
    assert all(type(x) is float for x in found)


def test_a_vector_as_an_array_is_plain_too():
    found = flatten_single_query(ARGUMENTS, (np.array([1.5, -0.0]), np.float64(2.0)))
    assert repr(found) == "[1.5, -0.0, 2.0]"


@pytest.mark.parametrize(
    ("center", "radius"),
    [
        (np.zeros(2, np.float32), 1.0),
        (np.zeros(3), 1.0),
        (np.zeros((1, 2)), 1.0),
        ((0.0, 0.0), np.ones(3)),
        ((0.0, 0.0, 0.0), 1.0),
        (((0.0, 0.0), (1.0, 1.0)), 1.0),
        ((0.0, 10**400), 1.0),
        (0.0, 1.0),
    ],
)
def test_all_else_goes_by_arrays(center, radius):
    assert flatten_single_query(ARGUMENTS, (center, radius)) is None
