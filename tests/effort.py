"""How much of each property the quick loop tries, and CI."""

import os

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
