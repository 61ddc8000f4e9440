"""pytest plugin: the fixture `judged`, wherever this package is installed.

    def test_mine(judged):
        judged(mine.ray_circle, scene="ray_circle", allow=["rounding"])

The judge is imported when the fixture is first used.
"""

from collections.abc import Callable

import pytest


@pytest.fixture(scope="session")
def judged() -> Callable[..., None]:
    """Return `playground.judge.testing.judged`."""
    from playground.judge import testing

    return testing.judged
