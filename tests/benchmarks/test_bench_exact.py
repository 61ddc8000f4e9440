"""What `exact=True` costs on a hundred thousand random queries: each beside the plain.

Run with `pytest tests/benchmarks/test_bench_exact.py --benchmark-enable`; nothing here
asserts a time. No more than 1.3 times the plain call was asked for.
"""

import numpy as np
import pytest

from playground import collision

pytestmark = pytest.mark.slow

COUNT = 100_000


def queries(name):
    rng = np.random.default_rng(0)

    def vectors(size):
        return rng.uniform(-6.0, 6.0, (COUNT, size))

    radius, angle = rng.uniform(0.0, 2.0, COUNT), rng.uniform(-7.0, 7.0, COUNT)
    low, extent = vectors(2), rng.uniform(0.1, 3.0, (COUNT, 2))
    return {
        "swept_sphere_line": lambda: (
            vectors(3), vectors(3), radius, vectors(3), vectors(3),
        ),
        "circle_rect": lambda: (vectors(2), radius, low, extent, angle, vectors(2)),
        "point_ellipse": lambda: (vectors(2), vectors(2), extent, angle),
    }[name]()  # fmt: skip


@pytest.mark.parametrize("exact", [False, True], ids=["plain", "exact"])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.benchmark(group=name))
        for name in (
            "swept_sphere_line",
            "circle_rect",
            "point_ellipse",
        )
    ],
)
def test_random_queries(benchmark, name, exact):
    query, arguments = getattr(collision, name), queries(name)
    found = benchmark.pedantic(query, arguments, {"exact": exact}, rounds=5)
    assert 0 < np.count_nonzero(found.hit) < COUNT
