"""Benchmarks of a million circles against a rectangle and points against ellipses.

Run with `pytest tests/benchmarks --benchmark-enable`; no test asserts a time.
"""

import numpy as np
import pytest

from playground.collision import circle_rect, point_ellipse

pytestmark = pytest.mark.slow

MILLION = 1_000_000


@pytest.fixture
def points(benchmark):
    # Where nothing is measured only whether it runs is asked.
    count = MILLION if benchmark.enabled else 10_000
    return np.random.default_rng(0).normal(size=(count, 2))


@pytest.mark.benchmark(group="circle_rect")
def test_a_million_circles(benchmark, points):
    found = benchmark(circle_rect, points, 0.25, (0.1, 0.2), (1.0, 0.5), 0.7, (1, 1))
    assert found.hit.shape == (len(points),)


@pytest.mark.benchmark(group="point_ellipse")
@pytest.mark.parametrize("ratio", [1.0, 0.5, 1e-6])
def test_a_million_points(benchmark, points, ratio):
    found = benchmark(point_ellipse, points, (0.1, 0.2), (1.0, ratio), 0.7)
    assert found.hit.shape == (len(points),)


@pytest.mark.benchmark(group="single query")
def test_one_circle(benchmark):
    assert benchmark(circle_rect, (1.5, 0.0), 1.0, (0, 0), (1.0, 0.5), 0.7).hit


@pytest.mark.benchmark(group="single query")
def test_one_point(benchmark):
    assert benchmark(point_ellipse, (0.1, 0.2), (0, 0), (1.0, 0.5), 0.7).hit
