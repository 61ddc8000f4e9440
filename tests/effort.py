"""How much of each property the quick loop tries, and CI."""

import os
from collections.abc import Iterable

import pytest
from hypothesis import settings

IN_CI = os.environ.get("CI", "").lower() not in ("", "0", "false")


def quick() -> bool:
    """Return whether the slow tests are left out."""
    return settings.get_current_profile_name() == "quick"


def examples(count: int) -> int:
    """Return how many examples to try: `count`, or a tenth without the slow tests.

    In CI they are always the same, of which a third does; others are met elsewhere.
    """
    return max(count // (10 if quick() else 3 if IN_CI else 1), 5)


def seeds(count: int) -> list[object]:
    """Return the seeds of a test, of which CI tries two, the second as a slow test."""
    return one_and_slowly_each(range(2 if IN_CI else count))


def one_and_slowly_each(values: Iterable[object]) -> list[object]:
    """Return what a test is parametrized by: the quick loop asks the first alone."""
    first, *others = values
    return [first, *(pytest.param(value, marks=pytest.mark.slow) for value in others)]
