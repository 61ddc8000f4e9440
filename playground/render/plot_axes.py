"""Axes of plots: ranges, ticks and the numbers of roots."""

import math
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

import numpy as np

from playground.quick_dataclass import dataclass
from playground.render.grid import ANGLE_TICKS
from playground.render.instance_format import Array, Point
from playground.render.text_layout import TextStyle
from playground.scene.camera import Viewport, tick_step
from playground.scene.math_text import (
    DIGITS,
    POWER_FORMAT_THRESHOLD,
    digits_to_distinguish,
    format_number,
)

# The least distances of ticks, horizontally and vertically.
MIN_TICK_GAP_X_PX = 70.0
MIN_TICK_GAP_Y_PX = 32.0
_MAX_TICK_COUNT = 8

StyledMeasure = Callable[[str, float, TextStyle], Point]
"""Returns the width and height of a text in a size and style."""


@dataclass(frozen=True)
class PlotArea:
    """A plot's rectangle and ranges.

    Attributes
    ----------
    place : Viewport
        The rectangle in pixels, y down.
    across : tuple of float
        The numbers at its left and right side; they may fall.
    up : tuple of float
        The numbers at its lower and upper side.
    """

    place: Viewport
    across: Point
    up: Point

    def to_screen(self, points: Array) -> Array:
        """Convert points `(n, 2)` of the plot to pixels."""
        (left_value, right), (low, high), place = self.across, self.up, self.place
        scale = place.width / (right - left_value), -place.height / (high - low)
        return np.asarray((points - (left_value, high)) * scale + (place.x, place.y))

    def to_point(self, x: float, y: float) -> Point:
        """Convert one point of the plot to pixels."""
        x, y = self.to_screen(np.array([(x, y)]))[0].tolist()
        return x, y

    def to_numbers(self, x: float, y: float) -> Point:
        """Convert a pixel, y down, to numbers of the plot.

        Outside it they extend beyond.
        """
        right = (x - self.place.x) / self.place.width
        above = 1.0 - (y - self.place.y) / self.place.height
        (left_value, end), (low, high) = self.across, self.up
        return left_value + right * (end - left_value), low + above * (high - low)


def axis_ticks(
    first: float, last: float, room: float, gap: float, *, is_angle: bool = False
) -> list[tuple[float, str]]:
    """Return value and text of the ticks on an axis, in rising order.

    Parameters
    ----------
    first, last : float
        The values at the ends; the axis may fall.
    room, gap : float
        The length of the axis and the least distance of ticks, pixels; there are at
        most about eight.
    is_angle : bool
        Whether the axis is in degrees, with ticks at multiples of 45.
    """
    low, high = min(first, last), max(first, last)
    if is_angle:
        return [(t, format_number(t)) for t in ANGLE_TICKS if low <= t <= high]
    places, texts = ticks(low, high, min(max(room / gap, 2.0), _MAX_TICK_COUNT))
    return [*zip(places, texts, strict=True)]


_MAX_DIGITS = 7
# A smaller range counts as constant; larger values are left out.
_MIN_VALUE_WIDTH = 1e-290
_MAX_PLOT_VALUE = 1e290


# Most frames have the same ticks.
@lru_cache(maxsize=8)
def ticks(low: float, high: float, count: float) -> tuple[list[float], list[str]]:
    """Return about `count` round numbers between `low` and `high`, and their texts.

    `low` is less than `high`. The lists are cached and must not be changed.
    """
    step = tick_step(1.0, (high - low) / count)
    first, last = math.ceil(low / step), math.floor(high / step)
    places = [i * step for i in range(first, last + 1)]
    digits = _digit_count(max(abs(low), abs(high)), step)
    return places, [format_number(x, digits) for x in places]


def _digit_count(largest: float, step: float) -> int:
    """Return the number of digits needed to distinguish the ticks.

    For a power of ten these are significant digits, otherwise decimal places.
    """
    if 0.5 * 10.0**-DIGITS <= largest < POWER_FORMAT_THRESHOLD:
        return max(math.ceil(-math.log10(step)), DIGITS)
    return max(math.ceil(math.log10(largest / step)) + 1, DIGITS)


def value_range(y: Array) -> tuple[float, float]:
    """Return the range (low, high) of a vertical axis around values (n,) and 0.

    It has a margin of 12 %. NaN and huge values are left out; (-1.24, 1.24) if all are.
    """
    visible = y[np.abs(y) < _MAX_PLOT_VALUE]
    low = min(float(visible.min()), 0.0) if visible.size else -1.0
    high = max(float(visible.max()), 0.0) if visible.size else 1.0
    margin = 0.12 * (high - low if high - low > _MIN_VALUE_WIDTH else 1.0)
    return low - margin, high + margin


def root_numbers(places: Array) -> list[str]:
    """Return the texts of roots (n,), rising, with enough digits to distinguish them.

    Roots that differ only by rounding are written once; the others are "".
    """
    roots: list[float] = places.tolist()
    digits = [min(digits_to_distinguish(a, b), _MAX_DIGITS) for a, b in pairwise(roots)]
    texts: list[str] = []
    for i, place in enumerate(roots):
        text = format_number(place, max(digits[max(i - 1, 0) : i + 1], default=DIGITS))
        texts.append("" if text in texts else text)
    return texts
