"""Fixtures of the quiz, with cached questions."""

import pytest
from drawn_once import drawn_once

from playground.quiz import fairness, round


@pytest.fixture(autouse=True)
def _drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness, "_cached_question", drawn_once)
    for module in (fairness, round):
        monkeypatch.setattr(module, "sample_question", drawn_once)
