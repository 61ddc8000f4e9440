"""The page's colours: each by a number, in a light and a dark list."""

from collections.abc import Sequence
from typing import Any

from playground.render.theme import DARK, LIGHT, RGBA, Theme, in_ink
from playground.scene.primitives import Role

_ROLES = tuple(Role)
_TONES = {role: number for number, role in enumerate(_ROLES)}
_NAMED = (
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
)


def tone(role: Role) -> int:
    """Return the number of the colour in which a role is drawn."""
    return _TONES[role]


def text_tone(role: Role) -> int:
    """Return the number of the colour of words about a role."""
    return len(_ROLES) + _TONES[role]


def named() -> dict[str, int]:
    """Return the number of each colour of the user interface, by its name."""
    names = (*_NAMED, "axis_x", "axis_y", "axis_z")
    about = {
        role.value: text_tone(role) for role in (Role.HIT, Role.MISS, Role.ARTICLE)
    }
    return {name: 2 * len(_ROLES) + i for i, name in enumerate(names)} | about


def inked() -> list[int]:
    """Return the number of the colour that each has over a map of mistakes."""
    theme = in_ink(LIGHT)
    quiet = theme.roles[Role.MUTED]

    def shown(role: Role) -> Role:
        if theme.roles[role] == LIGHT.roles[role]:
            return role
        return Role.MUTED if theme.roles[role] == quiet else Role.INK

    roles = [shown(role) for role in _ROLES]
    return [*map(tone, roles), *map(text_tone, roles)]


def listed(*more: Theme) -> dict[str, Any]:
    """Return the colours of the light theme, the dark one and more, by number."""
    themes = (LIGHT, DARK, *more)
    return {theme.name: [code(c) for c in _colours(theme)] for theme in themes}


def _colours(theme: Theme) -> list[RGBA]:
    return [
        *(theme.roles[role] for role in _ROLES),
        *(theme.texts[role] for role in _ROLES),
        *(getattr(theme, name) for name in _NAMED),
        *theme.axes,
    ]


def code(colour: Sequence[float]) -> str:
    """Return a colour as CSS writes it, without its opacity."""
    red, green, blue = (round(c * 255) for c in colour[:3])
    return f"#{red:02x}{green:02x}{blue:02x}"
