"""Common primitives with labels: points, segments and arrows."""

from typing import Any

from playground.scene.bounds import Vec
from playground.scene.primitives import Arrow, Dot, Label, Primitive, Segment

_LINE_LABEL_SCALE = 0.87
"""The size of labels on lines relative to labels of points."""


def point_with_label(
    at: Vec, name: str, toward: Vec, size: float = 4.0
) -> tuple[Primitive, ...]:
    """Return a dot of radius `size` pixels with a label.

    `toward` is the direction of the label in the world.
    """
    return Dot(at, size), Label(at, name, toward)


def segment_with_label(
    a: Vec, b: Vec, name: str, toward: Vec, gap: float = 10.0, **look: Any
) -> tuple[Primitive, ...]:
    """Return a segment with a label at its midpoint, `gap` pixels away.

    `toward` is the direction of the label in the world; `look` are fields of `Segment`.
    """
    return Segment(a, b, **look), _midpoint_label(a, b, name, toward, gap)


def arrow_with_label(
    tail: Vec, tip: Vec, name: str, toward: Vec, **look: Any
) -> tuple[Primitive, ...]:
    """Return an arrow with a label at its midpoint; a label alone for length 0.

    `toward` is the direction of the label in the world; `look` are fields of `Arrow`.
    """
    if tail == tip:
        return (Label(tail, f"{name} = 0", (1.0, -1.0), size=_LINE_LABEL_SCALE),)
    return Arrow(tail, tip, **look), _midpoint_label(tail, tip, name, toward)


def _midpoint_label(a: Vec, b: Vec, name: str, toward: Vec, gap: float = 10.0) -> Label:
    middle = tuple([(x + y) / 2 for x, y in zip(a, b, strict=True)])
    return Label(middle, name, toward, gap, _LINE_LABEL_SCALE)
