"""Trials of planted rules; each is held but once."""

from collections.abc import Callable
from functools import cache

import pytest
from planted import JUDGED

from playground.judge.evaluation import Judgement, Terms, judge
from playground.judge.runner.in_process import CodeInPlace
from scenes import SCENES

ENTRIES = {entry.id: entry for entry in SCENES}


@pytest.fixture(scope="session")
def trial() -> Callable[..., Judgement]:
    @cache
    def held(
        scene: str,
        function: str,
        seed: int = 0,
        file: str = "rules",
        excuses: tuple[str, ...] = (),
    ) -> Judgement:
        name = f"{JUDGED / file}.py:{function}"
        # Here, for it does end: a process of its own would take as long as the rest.
        with CodeInPlace(name) as code:
            return judge(ENTRIES[scene], code, Terms(500, seed, excuses))

    return held
