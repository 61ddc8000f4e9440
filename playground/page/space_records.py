"""The records of a view in space as a page has them, in ten-thousandths of a unit."""

from collections.abc import Callable
from typing import Any

import numpy as np

from playground.page.marked import marked_name
from playground.page.slots import Shape, Word
from playground.page.told_shapes import (
    ALPHA,
    finite,
    plain,
    shape,
    tenths,
    whole,
    worded,
)
from playground.scene.faces import Disc, Mesh, Patch
from playground.scene.records import (
    Arrow,
    Capsule,
    Dot,
    Label,
    Line,
    Polygon,
    Polyline,
    Record,
    RightAngle,
    Segment,
    Sphere,
)

UNIT = 1e-4
# A line without an end reaches so far, in its own length.
_ENDLESS = 1e11
# Corners of a disc's rim.
_RIM = 48

# What a record is called, its places, and its other numbers.
_Told = tuple[str, Any, tuple[int, ...]] | None


def space_shape(record: Record, of_article: bool) -> Shape | None:
    """Return the shape of a record in space, if it has one there."""
    told = _TOLD.get(type(record))
    found = told(record) if told else None
    if found is None:
        return None
    kind, points, rest = found
    numbers = plain(points)
    if not finite(numbers):
        return None
    return shape(kind, record, (*whole(numbers, UNIT), *rest), of_article)


def space_word(label: Label, name: float, of_article: bool) -> Word | None:
    """Return a label, whose place the page finds, if it is anywhere."""
    numbers = (*label.at, *(*label.toward, 0.0)[:3])
    if not finite(numbers):
        return None
    return Word(
        worded(label, name, of_article),
        marked_name(label.text),
        (round(label.alpha * ALPHA), *whole(numbers, UNIT), *tenths(label.gap)),
    )


def _right_angle(mark: RightAngle) -> _Told:
    arms = np.array([mark.a, mark.b], dtype=np.float64)
    sizes = np.linalg.norm(arms, axis=1, keepdims=True)
    if not sizes.min() > 0.0:
        return None
    return "angle", [*mark.at, *(arms / sizes).ravel().tolist()], tenths(mark.size)


def _line(line: Line) -> _Told:
    ends = (line.start, line.stop)
    finite = [min(max(k, -_ENDLESS), _ENDLESS) for k in ends]
    return "line", [*line.at, *line.direction, *finite], ()


_TOLD: dict[type[Record], Callable[[Any], _Told]] = {
    Dot: lambda r: ("mark", r.at, tenths(r.size)),
    Segment: lambda r: ("chain", [*r.a, *r.b], ()),
    Line: _line,
    Arrow: lambda r: ("arrow", [*r.tail, *r.tip], ()),
    Polyline: lambda r: (
        ("chain", np.asarray(r.points), ()) if len(r.points) > 1 else None
    ),
    Polygon: lambda r: (
        ("closed", np.asarray(r.points), ()) if len(r.points) > 2 else None
    ),
    Disc: lambda r: ("closed", r.rim(_RIM), ()),
    Patch: lambda r: ("closed", r.corners(), ()),
    Sphere: lambda r: ("sphere", [*r.center, r.radius], ()),
    Capsule: lambda r: ("capsule", [*r.a, *r.b, r.radius], ()),
    RightAngle: _right_angle,
    Mesh: lambda r: (
        ("faces", np.asarray(r.points)[np.asarray(r.triangles)], ())
        if len(r.triangles)
        else None
    ),
}
