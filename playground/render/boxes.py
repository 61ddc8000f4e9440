"""Boxes on screen: left, top, right and bottom in logical pixels, y down."""

import math

from playground.render.instance_format import Point
from playground.scene.camera import Viewport

Box = tuple[float, float, float, float]


def viewport_box(place: Viewport) -> Box:
    """Return left, top, right and bottom of a viewport, in logical pixels."""
    return place.x, place.y, place.x + place.width, place.y + place.height


def grow_box(box: Box, dx: float, dy: float) -> Box:
    """Return a box extended by `dx` and `dy` pixels on each side."""
    return box[0] - dx, box[1] - dy, box[2] + dx, box[3] + dy


def boxes_overlap(a: Box, b: Box) -> bool:
    """Return whether two boxes have an area in common."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def contains_box(outer: Box, inner: Box) -> bool:
    """Return whether a box lies within another one, up to its border."""
    return (
        inner[0] >= outer[0]
        and inner[1] >= outer[1]
        and inner[2] <= outer[2]
        and inner[3] <= outer[3]
    )


def boxes_along(line: tuple[Point, Point], spacing: float, half: float) -> list[Box]:
    """Return boxes along a line, `spacing` pixels apart, of half width `half`."""
    (x, y), (u, v) = line
    count = max(int(math.dist(*line) // spacing), 1)
    points = [
        (x + i * (u - x) / count, y + i * (v - y) / count) for i in range(count + 1)
    ]
    return [(a - half, b - half, a + half, b + half) for a, b in points]
