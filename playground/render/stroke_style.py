"""Stroke styles in any view: pens, dashes, arrowheads, rims and label ranks."""

import math

from playground.quick_dataclass import dataclass
from playground.render.instance_format import Point
from playground.render.theme import RGBA, ThemeName
from playground.scene.primitives import Dimension, Dot, Label, Marker, Role

_NO_DASH = (0.0, 0.0)
_DOT_RIM_WIDTH_PX = 1.5
# The rim of a cross relative to that of other markers.
_CROSS_RIM_RATIO = 0.8
_TEXT_GAP_PX = 7.0

# Colours for drawing by hand, distinct from those of figures: pink, green and ink.
_PEN_COLOURS_ON_LIGHT = ((208, 0, 111), (0, 116, 60), (0, 0, 0))
_PEN_COLOURS_ON_DARK = ((255, 122, 208), (124, 240, 130), (255, 255, 255))


def pen_colours(theme: ThemeName) -> tuple[RGBA, ...]:
    """Return the three colours for drawing by hand on a theme's background."""
    colours = _PEN_COLOURS_ON_DARK if theme is ThemeName.DARK else _PEN_COLOURS_ON_LIGHT
    return tuple([(r / 255.0, g / 255.0, b / 255.0, 1.0) for r, g, b in colours])


@dataclass(frozen=True, slots=True)
class Pen:
    """The style of an outline: colour, full width in physical pixels, dashed or not."""

    colour: RGBA
    width: float
    dashed: bool = False

    @property
    def dash(self) -> tuple[float, float]:
        """Period and dash length between cap centres; (0, 0) for a solid line."""
        return dash_pattern(self.width) if self.dashed else _NO_DASH


def dash_pattern(width: float) -> tuple[float, float]:
    """Return a dash's period and its length without the round caps, in pixels.

    `width` is the line's width in the same pixels.
    """
    return 3.5 * width + 5.0, 1.2 * width + 3.0


def arrow_head(width: float, length: float) -> Point:
    """Return length and half width, pixels, of the head of an arrow.

    `width` is the line width and `length` the arrow's length, pixels.
    """
    head = 7.0 + 2.9 * width
    return min(head, 0.8 * length), min(head, 0.8 * length) * 0.38


def dot_rim_width(dot: Dot) -> float:
    """Return the width of a dot's rim in logical pixels.

    The rim separates the dot from the lines that end in it.
    """
    return _DOT_RIM_WIDTH_PX * (_CROSS_RIM_RATIO if dot.marker is Marker.CROSS else 1.0)


def placement_rank(label: Label) -> int:
    """Return the rank of a label in placement: 0 for the verdict's, 2 for faint ones.

    Labels of a lower rank are placed first.
    """
    if label.role in (Role.HIT, Role.MISS):
        return 0
    return 2 if label.derivation or label.role in (Role.MUTED, Role.CONSTRUCTION) else 1


def dimension_label(mark: Dimension) -> Label | None:
    """Return the label of a dimension at its midpoint; None without text or length."""
    (a, b), (c, d) = mark.a[:2], mark.b[:2]
    size = math.hypot(c - a, d - b)
    if not (mark.text and math.isfinite(size) and size > 0.0):
        return None
    side = math.copysign(1.0 / size, mark.gap) if mark.gap else 1.0 / size
    return Label(
        ((a + c) / 2, (b + d) / 2),
        mark.text,
        ((b - d) * side, (c - a) * side),
        _TEXT_GAP_PX,
        mark.size,
        role=mark.role,
        alpha=mark.alpha,
        key=mark.key,
        first_step=mark.first_step,
        derivation=mark.derivation,
    )
