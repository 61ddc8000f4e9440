"""Arcs as chains of chords that nobody tells from them."""

import math

import numpy as np

from playground.render.arrays import Array, Point

# Curves become chains of chords that stay this close to them, in pixels; and large
# ones, of which chords are all that is drawn.
_CHORD_ERROR, _LARGE_ERROR = 0.04, 0.01
# Beyond this radius float32 no longer resolves a hundredth of a pixel: a circle or an
# ellipse is told as chords then.
FAR = 4096.0
# An arc has at least so many points; its chords come this near to its middle.
_ARC_POINTS = 17
_BOWED = math.cos(math.pi / (_ARC_POINTS - 1))


def chord_angle(radius: float) -> float:
    """Return the angle whose chord stays within the tolerance of its arc."""
    error = _CHORD_ERROR if radius <= FAR else _LARGE_ERROR
    return min(math.pi / 8, math.sqrt(8 * error / max(radius, 1.0)))


def arc_points(
    center: Point, radius: float, start: float, sweep: float, box: Point
) -> Array:
    """Return points of an arc, dense only where a box about the origin may show it.

    `box` holds half the box's width and height.
    """
    low, high = _visible_angles(center, radius, start, sweep, math.hypot(*box))
    count = max(2, math.ceil((high - low) / chord_angle(radius)) + 1)
    if high - low >= abs(sweep):  # all of it may show
        count = max(count, _ARC_POINTS)
        angle = start + np.arange(count) * (sweep / (count - 1))
        return np.stack([np.cos(angle), np.sin(angle)], axis=-1) * radius + center
    angle = np.unique(
        np.concatenate(
            [
                np.linspace(start, start + sweep, _ARC_POINTS),
                np.linspace(low, high, count),
            ]
        )
    )
    angle = angle if sweep >= 0 else angle[::-1]
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1) * radius + center


def _visible_angles(
    center: Point, radius: float, start: float, sweep: float, reach: float
) -> Point:
    low, high = sorted((start, start + sweep))
    distance = math.hypot(*center)
    if _BOWED * radius > distance + reach:
        return low, low  # it goes round the box, and so do its chords
    if distance <= 2 * reach or reach > radius:
        return low, high
    toward = math.atan2(-center[1], -center[0])
    half = math.asin(min(1.0, 1.1 * reach / distance))
    toward += math.tau * round(((low + high) / 2 - toward) / math.tau)
    return min(max(low, toward - half), high), max(min(high, toward + half), low)
