"""Bounding boxes of plain shapes."""

import math
from collections.abc import Sequence

Vec = Sequence[float]
Box = tuple[Vec, Vec]
Extent = tuple[Sequence[Vec], float]
"""Points and a radius in metres: the union of the balls around the points."""


def bounding_box(points: Sequence[Vec], margin: float) -> Box:
    """Return opposite corners of the box around points, grown by `margin` metres."""
    columns = list(zip(*points, strict=True))
    return (
        tuple(min(column) - margin for column in columns),
        tuple(max(column) + margin for column in columns),
    )


def rotate_extents(half: Vec, angle: float, rounding: float) -> tuple[float, float]:
    """Return the half width and height of a rotated rectangle's inner box.

    Parameters
    ----------
    half : tuple of float
        Half extents, metres.
    angle : float
        Radians, counter-clockwise.
    rounding : float
        The radius of the corners, subtracted from `half` before the rotation, metres.
    """
    w, h = (max(extent - rounding, 0.0) for extent in half)
    c, s = abs(math.cos(angle)), abs(math.sin(angle))
    return c * w + s * h, s * w + c * h


def arc_points(center: Vec, radius: float, start: float, sweep: float) -> list[Vec]:
    """Return an arc's ends and its extreme points in x and y.

    `center` and `radius` are in metres; `start` and `sweep` are radians, `sweep`
    positive counter-clockwise.
    """
    (x, y), end = center, start + sweep
    low, high = min(start, end), max(start, end)
    quarter = math.pi / 2
    first = math.ceil(low / quarter)
    # Beyond a full turn the extreme points repeat.
    turns = range(first, min(math.floor(high / quarter), first + 3) + 1)
    angles = [start, end, *(quarter * i for i in turns)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
