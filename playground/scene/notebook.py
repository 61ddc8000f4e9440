"""How a scene or a state shows itself in a notebook: by what offers to show it.

Nothing here knows what that is; a package offers it by an entry point, as others offer
scenes.
"""

from functools import cache
from importlib.metadata import entry_points
from typing import Any

GROUP = "geometry_playground.notebook"
"""The entry-point group of functions that return a scene or a state as HTML."""


def shown(value: Any) -> str | None:
    """Return a scene or a state as HTML; None where nothing offers that."""
    offered = _offered()
    return offered(value) if offered else None


@cache
def _offered() -> Any:
    found = next(iter(entry_points(group=GROUP)), None)
    return found.load() if found else None
