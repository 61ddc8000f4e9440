"""Bounding boxes of plain shapes."""

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
