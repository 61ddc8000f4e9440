"""The queries that the bench calls hardest: all of them in doubt."""

import numpy as np
import pytest

from playground.bench.subjects import SUBJECTS
from playground.collision import blocks


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_touch_is_decided_in_whole_numbers(name, monkeypatch):
    asked = []
    solve = blocks.WholeNumbers.solve

    def noting(self, rows):
        asked.append(len(rows))
        return solve(self, rows)

    monkeypatch.setattr(blocks.WholeNumbers, "solve", noting)
    subject = SUBJECTS[name]
    touches = subject.touches(np.random.default_rng(3), 40)
    subject.ask(*touches, only=subject.only)
    assert sum(asked) == 40
