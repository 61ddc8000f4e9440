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


# The roles `side_a`, `side_b` and `corner` are the zones of article 5 in its own
# colours: red, blue and purple.
def _parse_colour(code: str) -> RGBA:
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (0, 2, 4))
    return red, green, blue, 1.0


def _mistake_colours(codes: str) -> dict[Role, RGBA]:
    """Return the colours of mistakes, from one word each."""
    return dict(zip(MISTAKE_ROLES, map(_parse_colour, codes.split()), strict=True))


def _role_colours(mistakes: str, **codes: str) -> Mapping[Role, RGBA]:
    """Return the colours of all roles; `mistakes` has one word per colour."""
    colours = {Role(name): _parse_colour(code) for name, code in codes.items()}
    return MappingProxyType({**colours, **_mistake_colours(mistakes)})


DARK = Theme(
    name="dark",
    background=_parse_colour("12151c"),
    grid_minor=_parse_colour("1a1f29"),
    grid_major=_parse_colour("252c39"),
    axis=_parse_colour("4a5468"),
    tick_text=_parse_colour("a6afc1"),
    axes=(_parse_colour("ef6a6a"), _parse_colour("6fcf7f"), _parse_colour("5c9df5")),
    roles=_role_colours(
        ink="e9ecf3",
        muted="a6afc1",
        mover="f1a300",
        obstacle="78c0f7",
        hit="e86852",
        miss="636d82",
        enter="98e8ba",
        exit="f94a8e",
        normal="f4fa87",
        construction="a8a9b4",
        accent="a2f5fe",
        article="7d81ff",
        side_a="e8403a",
        side_b="2fb5e8",
        corner="a93fbd",
        mistakes="f3705b 289af5 fcc415 b37a9c 75c8a6 5150e4",
    ),
    panel=_parse_colour("181c25"),
    panel_alt=_parse_colour("202531"),
    border=_parse_colour("2d3443"),
    edge=_parse_colour("6a7285"),
    text=_parse_colour("e9ecf3"),
    text_muted=_parse_colour("a6afc1"),
    accent=_parse_colour("9fe4f4"),
    accent_text=_parse_colour("0b1a1f"),
    hover=_parse_colour("2b3242"),
    active=_parse_colour("384157"),
    warning=_parse_colour("ffb454"),
    shadow=(0.0, 0.0, 0.0, 0.45),
)

LIGHT = Theme(
    name="light",
    background=_parse_colour("faf9f6"),
    grid_minor=_parse_colour("f1efea"),
    grid_major=_parse_colour("e2dfd8"),
    axis=_parse_colour("aaa8a4"),
    tick_text=_parse_colour("505768"),
    axes=(_parse_colour("cf4040"), _parse_colour("2f8f46"), _parse_colour("2f6fd0")),
    roles=_role_colours(
        ink="1b2030",
        muted="505768",
        mover="925818",
        obstacle="2d83e6",
        hit="830002",
        miss="666e80",
        enter="298560",
        exit="6d0d43",
        normal="998925",
        construction="5b6478",
        accent="48949d",
        article="5f259e",
        side_a="b42d2d",
        side_b="008ee6",
        corner="730b6c",
        mistakes="bb1509 2b73ea cf7a1a c7648f 177954 352e79",
    ),
    panel=_parse_colour("f3f1ec"),
    panel_alt=_parse_colour("ffffff"),
    border=_parse_colour("d5d1c8"),
    edge=_parse_colour("858380"),
    text=_parse_colour("1b2030"),
    text_muted=_parse_colour("505768"),
    accent=_parse_colour("0a5365"),
    accent_text=_parse_colour("ffffff"),
    hover=_parse_colour("e2ded6"),
    active=_parse_colour("d3cec3"),
    warning=_parse_colour("8c5200"),
    shadow=(0.12, 0.1, 0.06, 0.2),
)


# Black on white remains legible from a weak projector in a bright room.
PROJECTOR = Theme(
    name="projector",
    background=_parse_colour("ffffff"),
    grid_minor=_parse_colour("f2f2f2"),
    grid_major=_parse_colour("dcdcdc"),
    axis=_parse_colour("8c8c8c"),
    tick_text=_parse_colour("3c3c3c"),
    axes=(_parse_colour("b80000"), _parse_colour("006b1c"), _parse_colour("0040c0")),
    roles=MappingProxyType(
        {
            **LIGHT.roles,
            Role.INK: _parse_colour("000000"),
            Role.MUTED: _parse_colour("3c3c3c"),
            **_mistake_colours("bd190c 3366d4 d67e0d c86c93 197859 541c6a"),
        }
    ),
    panel=_parse_colour("ffffff"),
    panel_alt=_parse_colour("ececec"),
    border=_parse_colour("9a9a9a"),
    edge=_parse_colour("757575"),
    text=_parse_colour("000000"),
    text_muted=_parse_colour("3c3c3c"),
    accent=_parse_colour("004a5e"),
    accent_text=_parse_colour("ffffff"),
    hover=_parse_colour("dedede"),
    active=_parse_colour("cbcbcb"),
    warning=_parse_colour("7a4300"),
    shadow=(0.0, 0.0, 0.0, 0.25),
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


class ThemeName(StrEnum):
    """The names of the themes."""

    DARK = "dark"
    LIGHT = "light"
    PROJECTOR = "projector"


THEMES: Mapping[str, Theme] = MappingProxyType(
    {ThemeName.DARK: DARK, ThemeName.LIGHT: LIGHT, ThemeName.PROJECTOR: PROJECTOR}
)


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
