"""How much of each property the quick loop tries."""

from hypothesis import settings


def quick() -> bool:
    """Return whether the slow tests are left out."""
    return settings.default.max_examples < settings.get_profile("default").max_examples


def examples(count: int) -> int:
    """Return how many examples to try: `count`, or a tenth without the slow tests."""
    return max(count // 10, 5) if quick() else count
