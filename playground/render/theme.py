"""Themes: the colours of every role, dark, light and for a projector.

The colours of roles and mistakes result from a search that maximized the smallest
CIEDE2000 difference between any two, in normal vision and for deuteranopes and
protanopes (Machado, Oliveira and Fernandes, 2009), with enough contrast to the
background.
"""

from collections.abc import Mapping
from dataclasses import field, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from playground.quick_dataclass import dataclass
from playground.scene.primitives import MISTAKE_ROLES, Role

RGBA = tuple[float, float, float, float]

# WCAG 2.2 requires 4.5:1 for text.
_MIN_TEXT_CONTRAST = 4.5


def luminance(colour: RGBA) -> float:
    """Return the relative luminance, 0 to 1, of an opaque sRGB colour (WCAG)."""
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3]
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: RGBA, second: RGBA) -> float:
    """Return the WCAG contrast ratio of two opaque colours, from 1 to 21."""
    low, high = sorted((luminance(first), luminance(second)))
    return (high + 0.05) / (low + 0.05)


def mix(first: RGBA, second: RGBA, share: float) -> RGBA:
    """Return the linear interpolation from `first` (share 0) to `second` (share 1)."""
    red, green, blue, alpha = (
        a + (b - a) * share for a, b in zip(first, second, strict=True)
    )
    return red, green, blue, alpha


# Every frame uses the same few colours.
@lru_cache(maxsize=1024)
def scale_opacity(colour: RGBA, alpha: float) -> RGBA:
    """Return the colour with its opacity multiplied by `alpha`, 0 to 1."""
    red, green, blue, opacity = colour
    return red, green, blue, opacity * alpha


def _make_legible(colour: RGBA, backgrounds: tuple[RGBA, ...], ink: RGBA) -> RGBA:
    """Return a colour mixed with as little ink as a contrast of 4.5:1 needs.

    The contrast is to all backgrounds; it is the ink itself if none suffices.
    """
    shares = (step / 20 for step in range(21))
    tones = (mix(colour, ink, share) for share in shares)
    return next(
        (
            t
            for t in tones
            if all(contrast(t, g) >= _MIN_TEXT_CONTRAST for g in backgrounds)
        ),
        ink,
    )


@dataclass(frozen=True, eq=False)
class Theme:
    """All colours of a theme, as RGBA in 0 to 1 (sRGB, not premultiplied).

    `roles` has the colours of primitives, `texts` those of their labels: the same hues,
    blended with the ink where needed for a contrast of 4.5:1 on all backgrounds except
    `active`. `axes` has the colours of x, y and z in space. The fields from `panel` on
    are for the user interface; `edge` is the outline of its controls.
    """

    name: str
    background: RGBA
    grid_minor: RGBA
    grid_major: RGBA
    axis: RGBA
    tick_text: RGBA
    axes: tuple[RGBA, RGBA, RGBA]
    roles: Mapping[Role, RGBA]
    panel: RGBA
    panel_alt: RGBA
    border: RGBA
    edge: RGBA
    text: RGBA
    text_muted: RGBA
    accent: RGBA
    accent_text: RGBA
    hover: RGBA
    active: RGBA
    warning: RGBA
    shadow: RGBA
    texts: Mapping[Role, RGBA] = field(init=False)

    def __post_init__(self) -> None:
        ink = self.roles[Role.INK]
        grounds = self.background, self.panel, self.panel_alt, self.hover
        texts = {
            role: _make_legible(colour, grounds, ink)
            for role, colour in self.roles.items()
        }
        object.__setattr__(self, "texts", MappingProxyType(texts))


# The colours of each theme: dark, light and for a projector, where black on white
# remains legible in a bright room; there `=` is the light theme's. The roles `side_a`,
# `side_b` and `corner` are the zones of article 5 in its colours: red, blue and
# purple.
_COLOURS = """
background    12151c  faf9f6  ffffff
grid_minor    1a1f29  f1efea  f2f2f2
grid_major    252c39  e2dfd8  dcdcdc
axis          4a5468  aaa8a4  8c8c8c
tick_text     a6afc1  505768  3c3c3c
axis_x        ef6a6a  cf4040  b80000
axis_y        6fcf7f  2f8f46  006b1c
axis_z        5c9df5  2f6fd0  0040c0
panel         181c25  f3f1ec  ffffff
panel_alt     202531  ffffff  ececec
border        2d3443  d5d1c8  9a9a9a
edge          6a7285  858380  757575
text          e9ecf3  1b2030  000000
text_muted    a6afc1  505768  3c3c3c
accent        9fe4f4  0a5365  004a5e
accent_text   0b1a1f  ffffff  ffffff
hover         2b3242  e2ded6  dedede
active        384157  d3cec3  cbcbcb
warning       ffb454  8c5200  7a4300
"""
_ROLE_COLOURS = """
ink           e9ecf3  1b2030  000000
muted         a6afc1  505768  3c3c3c
mover         f1a300  925818  =
obstacle      78c0f7  2d83e6  =
hit           e86852  830002  =
miss          636d82  666e80  =
enter         98e8ba  298560  =
exit          f94a8e  6d0d43  =
normal        f4fa87  998925  =
construction  a8a9b4  5b6478  =
accent        a2f5fe  48949d  =
article       7d81ff  5f259e  =
side_a        e8403a  b42d2d  =
side_b        2fb5e8  008ee6  =
corner        a93fbd  730b6c  =
mistake_1     f3705b  bb1509  bd190c
mistake_2     289af5  2b73ea  3366d4
mistake_3     fcc415  cf7a1a  d67e0d
mistake_4     b37a9c  c7648f  c86c93
mistake_5     75c8a6  177954  197859
mistake_6     5150e4  352e79  541c6a
"""


def _read_colours(table: str, column: int) -> dict[str, RGBA]:
    """Return the colours in a column of a table, by name."""
    colours = {}
    for name, *codes in map(str.split, table.strip().splitlines()):
        code = codes[column] if codes[column] != "=" else codes[column - 1]
        red, green, blue = (value / 255 for value in bytes.fromhex(code))
        colours[name] = red, green, blue, 1.0
    return colours


def _make_theme(column: int, name: str, shadow: RGBA) -> Theme:
    """Return the theme in a column of the tables."""
    colours = _read_colours(_COLOURS, column)
    axes = tuple(colours.pop(f"axis_{letter}") for letter in "xyz")
    roles = {Role(key): c for key, c in _read_colours(_ROLE_COLOURS, column).items()}
    looks: dict[str, Any] = {"axes": axes, "roles": MappingProxyType(roles), **colours}
    return Theme(name=name, shadow=shadow, **looks)


class ThemeName(StrEnum):
    """The names of the themes."""

    DARK = "dark"
    LIGHT = "light"
    PROJECTOR = "projector"


DARK = _make_theme(0, ThemeName.DARK, shadow=(0.0, 0.0, 0.0, 0.45))
LIGHT = _make_theme(1, ThemeName.LIGHT, shadow=(0.12, 0.1, 0.06, 0.2))
PROJECTOR = _make_theme(2, ThemeName.PROJECTOR, shadow=(0.0, 0.0, 0.0, 0.25))
THEMES: Mapping[str, Theme] = MappingProxyType(
    {theme.name: theme for theme in (DARK, LIGHT, PROJECTOR)}
)


# Roles that stay coloured in the ink theme: mistakes, and the article that makes them.
_COLOUR_ROLES = {*MISTAKE_ROLES, Role.ARTICLE}
_MUTED_ROLES = {Role.MUTED, Role.CONSTRUCTION, Role.MISS}


@lru_cache(maxsize=16)
def ink_theme(theme: Theme) -> Theme:
    """Return the theme for a scene drawn over a map of mistakes: mostly ink."""
    ink, quiet = theme.roles[Role.INK], theme.roles[Role.MUTED]
    inks = {
        role: own if role in _COLOUR_ROLES else quiet if role in _MUTED_ROLES else ink
        for role, own in theme.roles.items()
    }
    return replace(theme, roles=MappingProxyType(inks))


@lru_cache(maxsize=16)
def background_theme(theme: Theme) -> Theme:
    """Return the theme with all roles in the background's colour."""
    ground = MappingProxyType(dict.fromkeys(theme.roles, theme.background))
    return replace(theme, roles=ground)


# ----------------------------------------------------------------------------
# Text sizes on the canvas, derived from its height, in logical pixels.
# ----------------------------------------------------------------------------


# The size of a label relative to the canvas's height, with limits: 25 pixels at 740.
# Most labels are notes, 0.87 times as large.
_LABEL_HEIGHT_SHARE = 0.034
_MIN_LABEL_SIZE_PX = 18.0
_MAX_LABEL_SIZE_PX = 40.0
# The size of a view's title relative to its labels.
_TITLE_SIZE_RATIO = 0.77
# The size of tick numbers relative to labels, and the smallest legible one.
_TICK_SIZE_RATIO = 0.65
MIN_TICK_SIZE_PX = 14.0


# The size of a label in a presentation relative to the window's height, legible from
# the last row: digits of notes are 2.5 % of the height, those of ticks 1.9 %.
_PRESENTATION_HEIGHT_SHARE = 0.043


def presentation_label_size(height: float) -> float:
    """Return the label size in a presentation; it and the window's height are in px."""
    return round(2.0 * _PRESENTATION_HEIGHT_SHARE * height) / 2.0


def canvas_label_size(height: float) -> float:
    """Return the label size on a canvas of `height` logical pixels, 18 to 40 pixels.

    It is in steps of 0.5.
    """
    return min(
        max(round(2.0 * _LABEL_HEIGHT_SHARE * height) / 2.0, _MIN_LABEL_SIZE_PX),
        _MAX_LABEL_SIZE_PX,
    )


def title_size(label_size: float) -> float:
    """Return the size of a view's title for labels of `label_size`, both in px."""
    return round(2.0 * _TITLE_SIZE_RATIO * label_size) / 2.0


def tick_size(label_size: float) -> float:
    """Return the size of tick numbers beside labels of `label_size`, both in px.

    It is at least `MIN_TICK_SIZE_PX`.
    """
    return max(_TICK_SIZE_RATIO * label_size, MIN_TICK_SIZE_PX)
