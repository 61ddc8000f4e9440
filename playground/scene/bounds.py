"""The boxes around plain shapes, from their numbers."""

import math
from collections.abc import Sequence

Vec = Sequence[float]
Box = tuple[Vec, Vec]
Extent = tuple[Sequence[Vec], float]
"""Points, and how far something reaches about them."""


def bounding_box(points: Sequence[Vec], margin: float) -> Box:
    """Return the low and the high corner of what reaches `margin` about points."""
    columns = list(zip(*points, strict=True))
    return (
        tuple(min(column) - margin for column in columns),
        tuple(max(column) + margin for column in columns),
    )


def rotate_extents(half: Vec, angle: float, rounding: float) -> tuple[float, float]:
    """Return half the width and height of a turned rectangle, less its rounding."""
    w, h = (max(extent - rounding, 0.0) for extent in half)
    c, s = abs(math.cos(angle)), abs(math.sin(angle))
    return c * w + s * h, s * w + c * h


def arc_points(center: Vec, radius: float, start: float, sweep: float) -> list[Vec]:
    """Return an arc's ends and where it turns back in x or y."""
    (x, y), end = center, start + sweep
    low, high = min(start, end), max(start, end)
    quarter = math.pi / 2
    first = math.ceil(low / quarter)
    # After four quarters it only turns back where it has been.
    turns = range(first, min(math.floor(high / quarter), first + 3) + 1)
    angles = [start, end, *(quarter * i for i in turns)]
    return [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles]
