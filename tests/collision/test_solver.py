"""Batches larger than a block, bit for bit as single queries."""

from dataclasses import fields

import numpy as np
import pytest

from playground import collision
from playground.collision.exact.solver import _BLOCK_SIZE

COUNT = 2 * _BLOCK_SIZE + 7


def _random(size: int) -> np.ndarray:
    shape = (COUNT, size) if size else COUNT
    return np.random.default_rng(size + 7).normal(size=shape)


QUERIES = {
    "ray": (
        collision.ray_circle,
        (_random(2), (1.0, 0.5), _random(2) * 2, abs(_random(0))),
    ),
    "ball": (
        collision.sweep_ball_block,
        (_random(2) * 3, 0.3, _random(2) * 2, (-1.0, -1.0), (1.0, 1.0)),
    ),
}


@pytest.mark.parametrize("name", QUERIES)
def test_blocks_answer_like_single_queries(name):
    query, arguments = QUERIES[name]
    whole = query(*arguments)
    places = [
        0,
        1,
        _BLOCK_SIZE - 1,
        _BLOCK_SIZE,
        2 * _BLOCK_SIZE - 1,
        2 * _BLOCK_SIZE,
        COUNT - 1,
    ]
    for i in places:
        one = query(*(a[i] if np.shape(a)[:1] == (COUNT,) else a for a in arguments))
        for field in fields(one):
            np.testing.assert_array_equal(
                getattr(whole, field.name)[i], getattr(one, field.name)
            )


def test_blocks_keep_the_batch_shape():
    query, (origin, *others, radius) = QUERIES["ray"]
    found = query(origin, *others, radius)
    rows = query(
        origin.reshape(-1, 1, 2), others[0], others[1][:, None], radius[:, None]
    )
    assert rows.hit.shape == (COUNT, 1)
    np.testing.assert_array_equal(rows.point[:, 0], found.point)


def test_a_bad_value_deep_in_a_large_batch_is_named():
    radius = np.ones(COUNT)
    radius[-1] = -1.0
    with pytest.raises(ValueError, match="radius"):
        collision.ray_circle((0.0, 0.0), (1.0, 0.0), (2.0, 0.0), radius)
