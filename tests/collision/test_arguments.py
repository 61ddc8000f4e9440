"""What queries take: plain numbers without an array; some of many queries."""

import itertools

import numpy as np
import pytest

from playground.collision._arguments import (
    Argument,
    Selection,
    flatten_single_query,
)

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


@pytest.mark.parametrize("size", [(), (2,)])
@pytest.mark.parametrize("shape", [(7,), (3, 5), (2, 3, 4)])
@pytest.mark.parametrize("held", [0.0, 0.4, 1.0])
def test_selected_elements_are_those_where_the_mask_holds(shape, size, held):
    """Of arrays that are full, the same along axes, or views of larger ones."""
    rng = np.random.default_rng(8)
    where = rng.random(shape) < held
    selection = Selection.from_mask(where)
    for alike in itertools.product((False, True), repeat=len(shape)):
        own = tuple(1 if one else n for n, one in zip(shape, alike, strict=True))
        for array in (
            rng.random(own + size),
            np.broadcast_to(rng.random(own + size), shape + size),
            rng.random((*own, *size, 3))[..., 1],
        ):
            expected = np.broadcast_to(array, shape + size)[where]
            np.testing.assert_array_equal(selection.select(array, size), expected)
