"""How a scene or a state shows itself in a notebook: by what offers to show it.

Nothing here knows what that is; a package offers it by an entry point, as others offer
scenes.
"""

from functools import cache
from typing import Any

from playground.scene.entry_points import find_entry_points

ENTRY_POINT_GROUP = "geometry_playground.notebook"
"""The entry-point group of functions that return a scene or a state as HTML."""


def render_html(value: Any) -> str | None:
    """Return a scene or a state as HTML; None where nothing offers that."""
    offered = _load_renderer()
    return offered(value) if offered else None


@cache
def _load_renderer() -> Any:
    found = next(iter(find_entry_points(ENTRY_POINT_GROUP)), None)
    return found.load() if found else None
