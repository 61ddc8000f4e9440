"""HTML of scenes and states for notebooks.

A package provides the renderer through an entry point, so that this one stays
independent of it.
"""

from functools import cache
from typing import Any

from playground.scene.entry_points import find_entry_points

ENTRY_POINT_GROUP = "geometry_playground.notebook"
"""The entry-point group of functions that return a scene or a state as HTML."""


def render_html(value: Any) -> str | None:
    """Return a scene or a state as HTML, or None if no renderer is installed."""
    renderer = _load_renderer()
    return renderer(value) if renderer else None


@cache
def _load_renderer() -> Any:
    entry_point = next(iter(find_entry_points(ENTRY_POINT_GROUP)), None)
    return entry_point.load() if entry_point else None
