"""Arguments of queries: accepted and refused values, scalars, and selection."""

import itertools

import numpy as np
import pytest
from test_every_field import WAYS, every_way, query

from playground.collision._arguments import (
    Selection,
)


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


# What an argument refuses besides what is no finite number.
OUT_OF_RANGE = {
    "radius": [-1, -1e-300, [1, -1e-300]],
    "direction": [(0, 0), [(1, 0), (0, -0.0)]],
    "line_direction": [(0, 0, 0), [(1, 0, 0), (0, -0.0, 0)]],
    "half_extents": [(1, -1)],
    "radii": [(0, 1), (1, -1), (1, -0.0)],
    "rect_min": [(2, 0)],
    "rect_max": [(0, 2)],
}


@every_way
def test_bad_input_is_refused_by_name(way):
    asked = WAYS[way]
    for argument, at in asked.columns.items():
        bad = ["left", *OUT_OF_RANGE.get(argument, [])]
        if isinstance(at, int):
            bad += [np.nan, np.inf, None, 10**400]
        else:
            size = at.stop - at.start
            rest = (0.0,) * (size - 1)
            bad += [(np.nan, *rest), (*rest, -np.inf), np.ones(size + 1), 1.0]
            bad += [None] * (argument != "pivot")
        for value in bad:

            def changed(name, given, argument=argument, value=value):
                return value if name == argument else given

            with pytest.raises(ValueError, match=argument):
                query(asked, np.ones(13), changed)


@every_way
def test_shapes_that_do_not_broadcast_are_named(way):
    asked = WAYS[way]
    first, *_, last = asked.columns

    def changed(name, value):
        count = {first: 2, last: 3}.get(name)
        return np.broadcast_to(value, (count, *np.shape(value))) if count else value

    with pytest.raises(ValueError, match=rf"{first} \(2.*{last} \(3"):
        query(asked, np.ones(13), changed)
