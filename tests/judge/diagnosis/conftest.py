"""Evaluation runs of planted mistakes, cached."""

from collections.abc import Callable
from functools import cache

import pytest
from planted import JUDGED

from playground.judge.evaluation import EvaluationOptions, EvaluationRun, evaluate_code
from playground.judge.runner.in_process import InProcessRunner
from scenes import SCENES

ENTRIES = {entry.id: entry for entry in SCENES}


@pytest.fixture(scope="session")
def trial() -> Callable[..., EvaluationRun]:
    @cache
    def held(
        scene: str,
        function: str,
        seed: int = 0,
        file: str = "rules",
        allow: tuple[str, ...] = (),
    ) -> EvaluationRun:
        name = f"{JUDGED / file}.py:{function}"
        # Here, for it does end: a process of its own would take as long as the rest.
        with InProcessRunner(name) as code:
            return evaluate_code(
                ENTRIES[scene], code, EvaluationOptions(500, seed, allow, seconds=120.0)
            )

    return held
