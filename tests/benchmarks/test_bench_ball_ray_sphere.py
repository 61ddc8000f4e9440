"""Benchmarks of one query and a million: balls, rays and spheres.

Run with `pytest tests/benchmarks --benchmark-enable`.
"""

import numpy as np
import pytest

from playground.collision.ball_block import ball_block, sweep_ball_block
from playground.collision.ray_circle import ray_circle
from playground.collision.swept_sphere_line import swept_sphere_line

pytestmark = pytest.mark.slow

COUNTS = [1, 1_000_000]


def ball_queries(rng, count):
    return (
        rng.uniform(-6.0, 6.0, (count, 2)),
        rng.uniform(0.0, 2.0, count),
        rng.uniform(-8.0, 8.0, (count, 2)),
        rng.uniform(-3.0, 0.0, (count, 2)),
        rng.uniform(0.0, 3.0, (count, 2)),
    )


def ray_queries(rng, count):
    return (
        rng.uniform(-6.0, 6.0, (count, 2)),
        rng.uniform(0.1, 2.0, (count, 2)),
        rng.uniform(-6.0, 6.0, (count, 2)),
        rng.uniform(0.0, 2.0, count),
    )


def sphere_queries(rng, count):
    return (
        rng.uniform(-6.0, 6.0, (count, 3)),
        rng.uniform(-6.0, 6.0, (count, 3)),
        rng.uniform(0.0, 2.0, count),
        rng.uniform(-6.0, 6.0, (count, 3)),
        rng.uniform(0.1, 2.0, (count, 3)),
    )


SOLVERS = {
    "ball_block": (ball_block, ball_queries),
    "sweep_ball_block": (sweep_ball_block, ball_queries),
    "ray_circle": (ray_circle, ray_queries),
    "swept_sphere_line": (swept_sphere_line, sphere_queries),
}


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("name", SOLVERS)
def test_queries(benchmark, name, count):
    solve, make = SOLVERS[name]
    if not benchmark.enabled:  # only whether it runs is asked
        count = min(count, 10_000)
    arguments = make(np.random.default_rng(0), count)
    if count == 1:
        result = benchmark(solve, *(part[0] for part in arguments))
    else:
        result = benchmark.pedantic(solve, arguments, rounds=3)
    outcome = result.face if name == "ball_block" else result.hit
    assert outcome.shape == (() if count == 1 else (count,))
    assert count == 1 or 0.0 < np.count_nonzero(outcome) < count
