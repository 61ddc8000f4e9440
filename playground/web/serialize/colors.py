"""The page's colours: indices into palettes, one per theme."""

from collections.abc import Sequence
from typing import Any

from playground.render.theme import DARK, LIGHT, RGBA, Theme, ink_theme
from playground.scene.primitives import Role

_ROLES = tuple(Role)
_ROLE_INDICES = {role: number for number, role in enumerate(_ROLES)}
_UI_COLORS = (
    "background",
    "text",
    "text_muted",
    "panel",
    "panel_alt",
    "border",
    "edge",
    "accent",
    "accent_text",
    "hover",
    "warning",
    "grid_minor",
    "grid_major",
    "axis",
    "tick_text",
    "shadow",
)


def role_color_index(role: Role) -> int:
    """Return the index of a role's colour in the palettes."""
    return _ROLE_INDICES[role]


def text_color_index(role: Role) -> int:
    """Return the index of a role's text colour in the palettes."""
    return len(_ROLES) + _ROLE_INDICES[role]


def index_ui_colors() -> dict[str, int]:
    """Return the indices of the interface's colours in the palettes, by name."""
    names = (*_UI_COLORS, "axis_x", "axis_y", "axis_z")
    indices = {
        role.value: text_color_index(role)
        for role in (Role.HIT, Role.MISS, Role.ARTICLE)
    }
    return {name: 2 * len(_ROLES) + i for i, name in enumerate(names)} | indices


def index_map_overlay_colors() -> list[int]:
    """Return the index that replaces each colour over a map of mistakes.

    They are in the order of roles' colours, then of roles' text colours.
    """
    theme = ink_theme(LIGHT)
    quiet = theme.roles[Role.MUTED]

    def choose_overlay_role(role: Role) -> Role:
        if theme.roles[role] == LIGHT.roles[role]:
            return role
        return Role.MUTED if theme.roles[role] == quiet else Role.INK

    roles = [choose_overlay_role(role) for role in _ROLES]
    return [*map(role_color_index, roles), *map(text_color_index, roles)]


def serialize_palettes(*more: Theme) -> dict[str, Any]:
    """Return the palettes of the light theme, the dark one and more, by name."""
    themes = (LIGHT, DARK, *more)
    return {
        theme.name: [_to_css_color_with_opacity(c) for c in _list_theme_colors(theme)]
        for theme in themes
    }


def _list_theme_colors(theme: Theme) -> list[RGBA]:
    return [
        *(theme.roles[role] for role in _ROLES),
        *(theme.texts[role] for role in _ROLES),
        *(getattr(theme, name) for name in _UI_COLORS),
        *theme.axes,
    ]


def to_css_color(colour: Sequence[float]) -> str:
    """Return a colour, with components from 0 to 1, as CSS without its opacity."""
    red, green, blue = (round(c * 255) for c in colour[:3])
    return f"#{red:02x}{green:02x}{blue:02x}"


def _to_css_color_with_opacity(colour: RGBA) -> str:
    """Return a colour as CSS, with two more digits if not opaque."""
    opacity = round(colour[3] * 255)
    return to_css_color(colour) + (f"{opacity:02x}" if opacity < 255 else "")
