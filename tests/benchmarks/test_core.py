"""Hardest queries of the benchmark: none can be certified by floats."""

import numpy as np
import pytest

from playground.benchmarks.core import BENCHMARKED_FUNCTIONS
from playground.collision.exact import solver


@pytest.mark.parametrize("name", BENCHMARKED_FUNCTIONS)
def test_a_touch_is_decided_in_whole_numbers(name, monkeypatch):
    asked = []
    solve = solver.IntegerSolver.solve

    def noting(self, rows):
        asked.append(len(rows))
        return solve(self, rows)

    monkeypatch.setattr(solver.IntegerSolver, "solve", noting)
    subject = BENCHMARKED_FUNCTIONS[name]
    touches = subject.touches(np.random.default_rng(3), 40)
    subject.function(*touches, only=subject.only)
    assert sum(asked) == 40
