"""The records of a view in the plane as a page has them: one shape for each.

Places and lengths are whole multiples of a unit of the world, so that the page can
move and enlarge them; sizes on screen are tenths of a pixel.
"""

import math
from collections.abc import Callable
from typing import Any, cast

import numpy as np

from playground.page.marked import marked_name
from playground.page.slots import Shape, Word
from playground.page.told_shapes import (
    ALPHA,
    FAR,
    finite,
    plain,
    shape,
    tenths,
    turn,
    whole,
    worded,
)
from playground.render.plane import RIM, dimension_label
from playground.scene.records import (
    Arc,
    Arrow,
    Capsule,
    Circle,
    Dimension,
    Dot,
    Ellipse,
    Grid,
    Label,
    Line,
    Polygon,
    Polyline,
    Record,
    Rect,
    RightAngle,
    Segment,
)
from playground.scene.roles import Marker

# Far off its place a line would show a coarser angle; a grid is never far off.
_ANGLE, _WAY = 1e-6, 1e-4
# A cross has a narrower rim.
_CROSS = 0.8

# A record's kind, its places and lengths, and its other numbers.
_Told = tuple[str, Any, tuple[int, ...]] | None


def plane_shape(record: Record, unit: float, of_article: bool) -> Shape | None:
    """Return the shape of a record in the plane, if it has one there."""
    kind = type(record)
    if kind is Line:
        found = _line(cast("Line", record), unit)
    else:
        told = _TOLD.get(kind)
        found = told(record) if told else None
    if found is None:
        return None
    name, places, rest = found
    numbers = plain(places)
    if not finite(numbers):
        return None
    rim = 0.0
    if isinstance(record, Dot):
        rim = RIM * (_CROSS if record.marker is Marker.CROSS else 1.0)
    return shape(name, record, (*whole(numbers, unit), *rest), of_article, rim)


def plane_word(
    record: Label | Dimension, unit: float, name: float, of_article: bool
) -> Word | None:
    """Return the words of a label or a measured length; the page finds their place."""
    label, away = (record, 0.0) if isinstance(record, Label) else _measured(record)
    if label is None:
        return None
    x, y, across, up = numbers = (*label.at[:2], *label.toward[:2])
    if not finite(numbers):
        return None
    toward = turn(math.atan2(up, across))
    places = *whole((x, y), unit), toward, *tenths(label.gap, away)
    return Word(
        worded(label, name, of_article),
        marked_name(label.text),
        (round(label.alpha * ALPHA), *places),
    )


def _measured(record: Dimension) -> tuple[Label | None, float]:
    return dimension_label(record), abs(record.gap)


def _line(line: Line, unit: float) -> _Told:
    long = math.hypot(*line.direction[:2])
    if not (long > 0.0 and math.isfinite(long)):
        return None
    # A line without an end reaches as far as a number does.
    ends = (
        min(max(k * long, -FAR * unit), FAR * unit) for k in (line.start, line.stop)
    )
    way = math.atan2(line.direction[1], line.direction[0])
    return "line", [*line.at[:2], *ends], (turn(way, _ANGLE),)


def _points(kind: str, points: Any) -> _Told:
    return (kind, np.asarray(points)[:, :2], ()) if len(points) > 1 else None


def _arc(arc: Arc) -> _Told:
    round_places = [*arc.center, arc.radius]
    if abs(arc.sweep) >= math.tau * (1 - 1e-12):
        return "circle", round_places, ()
    if not math.isfinite(arc.start + arc.sweep):
        return None
    sweep = round(arc.sweep / _ANGLE)
    return "arc", round_places, (turn(arc.start, _ANGLE), sweep)


def _turned(kind: str, places: Any, angle: float) -> _Told:
    return (kind, places, (turn(angle, _ANGLE),)) if math.isfinite(angle) else None


def _right_angle(mark: RightAngle) -> _Told:
    arms = [arm[:2] for arm in (mark.a, mark.b)]
    if not all(0.0 < math.hypot(*arm) < math.inf for arm in arms):
        return None
    ways = (turn(math.atan2(y, x), _ANGLE) for x, y in arms)
    return "right_angle", mark.at[:2], (*ways, *tenths(mark.size))


def _grid(grid: Grid) -> _Told:
    matrix = np.asarray(grid.matrix, dtype=np.float64)[:2]
    if not np.isfinite(matrix).all():
        return None
    return "grid", matrix[:, 2], (*whole(plain(matrix[:, :2].T), _WAY), grid.half)


_TOLD: dict[type[Record], Callable[[Any], _Told]] = {
    Dot: lambda r: ("dot", r.at[:2], tenths(r.size)),
    Segment: lambda r: ("segment", [*r.a[:2], *r.b[:2]], ()),
    Arrow: lambda r: ("arrow", [*r.tail[:2], *r.tip[:2]], ()),
    Polyline: lambda r: _points("polyline", r.points),
    Polygon: lambda r: _points("polygon", r.points),
    Circle: lambda r: ("circle", [*r.center, r.radius], ()),
    Arc: _arc,
    Ellipse: lambda r: _turned("ellipse", [*r.center, *r.radii], r.angle),
    Rect: lambda r: _turned("rect", [*r.center, *r.half_extents, r.rounding], r.angle),
    Capsule: lambda r: ("capsule", [*r.a[:2], *r.b[:2], r.radius], ()),
    Dimension: lambda r: ("dimension", [*r.a[:2], *r.b[:2]], tenths(r.gap)),
    RightAngle: _right_angle,
    Grid: _grid,
}
