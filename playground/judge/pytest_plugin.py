"""pytest plugin: the fixture `judged`, wherever this package is installed.

    def test_mine(judged):
        judged(mine.ray_circle, scene="ray_circle", allow=["rounding"])

The judge is imported when the fixture is first used.
"""

from collections.abc import Callable

import pytest


@pytest.fixture(scope="session")
def judged() -> Callable[..., None]:
    """Return an assertion that a function answers a scene's query correctly.

    `playground.judge.testing.judged` documents its arguments.
    """
    from playground.judge import testing

    return testing.judged
