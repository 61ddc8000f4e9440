"""How lines are drawn: their pen, its dashes and the heads of arrows."""

from dataclasses import dataclass

from playground.render.instance_format import Point
from playground.render.theme import RGBA, ThemeName

_NO_DASH = (0.0, 0.0)

# What is drawn by hand has colours that no figure has: a pink, a green, and ink.
_PEN_COLOURS_ON_LIGHT = ((208, 0, 111), (0, 116, 60), (0, 0, 0))
_PEN_COLOURS_ON_DARK = ((255, 122, 208), (124, 240, 130), (255, 255, 255))


def pen_colours(theme: ThemeName) -> tuple[RGBA, ...]:
    """Return the colours that one can draw in by hand."""
    chosen = _PEN_COLOURS_ON_DARK if theme is ThemeName.DARK else _PEN_COLOURS_ON_LIGHT
    return tuple([(r / 255.0, g / 255.0, b / 255.0, 1.0) for r, g, b in chosen])


@dataclass(frozen=True, slots=True)
class Pen:
    """How an outline is drawn: colour, full width in physical pixels, dashed."""

    colour: RGBA
    width: float
    dashed: bool = False

    @property
    def dash(self) -> tuple[float, float]:
        """Period and length between cap centres; (0, 0) for a solid line."""
        return dash_pattern(self.width) if self.dashed else _NO_DASH


def dash_pattern(width: float) -> tuple[float, float]:
    """Return a dash's period and its length without the round caps, in pixels."""
    return 3.5 * width + 5.0, 1.2 * width + 3.0


def arrow_head(width: float, length: float) -> Point:
    """Return length and half width of the head of an arrow `length` pixels long."""
    head = 7.0 + 2.9 * width
    return min(head, 0.8 * length), min(head, 0.8 * length) * 0.38
