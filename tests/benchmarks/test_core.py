"""The queries that the bench calls hardest: all of them in doubt."""

import numpy as np
import pytest

from playground.benchmarks.core import SUBJECTS
from playground.collision.exact import solver


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_touch_is_decided_in_whole_numbers(name, monkeypatch):
    asked = []
    solve = solver.WholeNumbers.solve

    def noting(self, rows):
        asked.append(len(rows))
        return solve(self, rows)

    monkeypatch.setattr(solver.WholeNumbers, "solve", noting)
    subject = SUBJECTS[name]
    touches = subject.touches(np.random.default_rng(3), 40)
    subject.ask(*touches, only=subject.only)
    assert sum(asked) == 40
