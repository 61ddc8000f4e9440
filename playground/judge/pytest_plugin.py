"""What pytest finds of ours wherever this package is installed: the fixture `judged`.

    def test_mine(judged):
        judged(mine.ray_circle, scene="ray_circle", allow=["rounding"])

Everything else is imported when a test asks for it.
"""

from collections.abc import Callable

import pytest


@pytest.fixture(scope="session")
def judged() -> Callable[..., None]:
    """Assert that a function answers a scene's question rightly."""
    from playground.judge import testing

    return testing.judged
