"""The picture of a point and an ellipse on their way to a circle."""

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from playground.collision import PointEllipse, normalizing_transform
from playground.drawlist import (
    Arc,
    Arrow,
    Circle,
    Dot,
    DrawList,
    Ellipse,
    Grid,
    Label,
    Marker,
    Polyline,
    Record,
    RightAngle,
    Role,
    Segment,
)
from playground.params import Vec2
from playground.scene import show
from scenes._ellipse_model import (
    SAME,
    PointEllipseAnswer,
    PointEllipseParams,
    away,
    carried_ellipse,
    carry,
    matrix_at,
    middle,
    pair,
    scaled_length,
    standing_ellipse,
)

# A path is drawn with this many pieces to each of the three moves.
_PATH_PIECES = 32


def draw(p: PointEllipseParams, r: PointEllipseAnswer, out: DrawList) -> None:
    """Draw the ghost, the image at `progress`, the comparison and the distance."""
    if r.exact is None:
        out.add(*_segment(p))
        return
    out.add(*_finite(_grid(p)), *_finite(_ghost(p)), *_finite(_path(p)))
    out.add(*_finite(_image_records(p, r.exact)))
    out.add(*_finite(_true_distance(p, r.exact)))
    if p.progress >= 3.0:
        out.add(*_finite(_comparison(p, r.exact)))
        out.add(*_finite(_circle_nearest(p, r)))


def _marked(role: Role, key: str, since: int, *records: Record) -> Iterator[Record]:
    """Give the records of one quantity their role, key and first step."""
    return (replace(x, role=role, key=key, since=since) for x in records)


def _finite(records: Iterator[Record]) -> Iterator[Record]:
    """Leave out what a radius near 0 has scaled out of every range."""
    return (record for record in records if _drawable(record))


def _drawable(record: Record) -> bool:
    values = (v for v in vars(record).values() if isinstance(v, tuple | list | float))
    return all(bool(np.isfinite(np.asarray(value)).all()) for value in values)


def _grid(p: PointEllipseParams) -> Iterator[Record]:
    rows = [tuple(float(x) for x in row) for row in matrix_at(p, p.progress)]
    yield Grid(rows, half=16, role=Role.CONSTRUCTION, alpha=0.22, width=1.0)


def _ghost(p: PointEllipseParams) -> Iterator[Record]:
    """Yield the ellipse and the point where they really are."""
    yield from _marked(
        Role.OBSTACLE,
        "ellipse",
        0,
        Ellipse(p.center, p.radii, p.angle, alpha=0.55, width=1.5, dashed=True),
        Label(p.center, "C", (-1.0, -1.0)),
    )
    yield from _marked(
        Role.MOVER,
        "point",
        0,
        Dot(p.point, 5.0, Marker.RING),
        Label(p.point, "P", away(p.point, p.center)),
    )
    yield from _angle_mark(p)


def _angle_mark(p: PointEllipseParams) -> Iterator[Record]:
    radius = 0.42 * p.radii[0]
    if p.angle == 0.0 or radius == 0.0:
        return
    (x, y), half = p.center, (math.cos(p.angle / 2), math.sin(p.angle / 2))
    yield from _marked(
        Role.CONSTRUCTION,
        "angle",
        3,
        Segment(p.center, (x + 1.25 * radius, y), width=1.0, dashed=True),
        Segment(p.center, standing_ellipse(p).tips[0], width=1.0, dashed=True),
        Arc(p.center, radius, 0.0, p.angle, width=1.5),
        Label((x + radius * half[0], y + radius * half[1]), "θ", half, gap=7.0),
    )


def _path(p: PointEllipseParams) -> Iterator[Record]:
    """Yield the way P goes, one leg a move, and the circle that waits at its end."""
    legs = 3
    with np.errstate(over="ignore", invalid="ignore"):
        progress = np.linspace(0.0, legs, legs * _PATH_PIECES + 1)
        matrices = normalizing_transform(p.center, p.radii, p.angle, progress)
        points = [pair(at) for at in matrices @ (*p.point, 1.0)]
    for i, key in enumerate(("translated", "rotated", "normalized")):
        leg = points[i * _PATH_PIECES : (i + 1) * _PATH_PIECES + 1]
        yield from _marked(
            Role.MOVER,
            key,
            i + 2,
            Polyline(leg, alpha=0.45, width=1.25, dashed=True),
            Dot(leg[-1], 3.5, Marker.RING, alpha=0.8),
        )
    goal = Circle((0.0, 0.0), p.radii[0], alpha=0.35, width=1.0, dashed=True)
    yield from _marked(Role.OBSTACLE, "circle", 4, goal)


def _image_records(p: PointEllipseParams, exact: PointEllipse) -> Iterator[Record]:
    """Yield ellipse, axes and point as far as the moves have carried them."""
    matrix = matrix_at(p, p.progress)
    image, carried = carried_ellipse(p, matrix), carry(matrix, p.point)
    outline = Ellipse(image.center, image.radii, image.angle, fill=0.13, width=2.5)
    yield from _marked(Role.OBSTACLE, "ellipse", 0, outline)
    for key, tip in zip(("rx", "ry"), image.tips, strict=True):
        axis = Segment(image.center, tip, alpha=0.6, width=1.25)
        yield from _marked(Role.OBSTACLE, key, 1, axis)
    done, hit = p.progress >= 3.0, bool(exact.hit)
    role = _answer_role(hit) if done else Role.MOVER
    marker = Marker.DIAMOND if done and not hit else Marker.DISC
    yield from _marked(role, "normalized", 0, Dot(carried, 6.0, marker))
    if p.progress > 0.0:
        label = Label(carried, "P′", away(carried, image.center))
        yield from _marked(role, "normalized", 0, label)
        yield from _carried_distance(carried, carry(matrix, pair(exact.closest)))


def _answer_role(hit: bool) -> Role:
    return Role.HIT if hit else Role.MISS


def _carried_distance(carried: Vec2, foot: Vec2) -> Iterator[Record]:
    """Yield the true perpendicular as the moves carry it: the stretch tilts it."""
    return _marked(
        Role.NORMAL,
        "closest",
        8,
        Segment(carried, foot, width=1.5, alpha=0.7),
        Dot(foot, 4.0, Marker.DIAMOND, alpha=0.8),
    )


def _comparison(p: PointEllipseParams, exact: PointEllipse) -> Iterator[Record]:
    """Yield rx along the x axis, |P'|, and the arc that lays the one on the other."""
    origin, end = (0.0, 0.0), pair(exact.normalized)
    rx, reach, hit = p.radii[0], scaled_length(exact), bool(exact.hit)
    heading = math.atan2(end[1], end[0])
    below = (0.0, -1.0 if heading >= 0.0 else 1.0)
    above = (0.0, -below[1])
    yield from _marked(
        Role.OBSTACLE,
        "rx",
        5,
        Segment(origin, (rx, 0.0), width=3.0),
        Label((rx / 2, 0.0), f"rx = {show(rx, 2)}", below),
    )
    yield from _marked(
        _answer_role(hit),
        "length",
        5,
        Arrow(origin, end, width=2.5),
        Arc(origin, reach, heading, -heading, width=1.25, dashed=True),
        Dot((reach, 0.0), 4.5, Marker.DISC if hit else Marker.CROSS),
        Label(middle(origin, end, 0.55), f"|P′| = {show(reach, 2)}", above),
    )


def _circle_nearest(p: PointEllipseParams, r: PointEllipseAnswer) -> Iterator[Record]:
    """Yield K, the circle's nearest point, and where it is in the world."""
    matrix = matrix_at(p, 3.0)
    image = carry(matrix, r.ray_point)
    return _marked(
        Role.ACCENT,
        "ray_point",
        7,
        Segment(carry(matrix, p.point), image, width=2.0),
        Dot(image, 4.5, Marker.SQUARE),
        Segment(p.point, r.ray_point, width=1.5, dashed=True),
        Dot(r.ray_point, 4.5, Marker.SQUARE),
        Label(r.ray_point, "K", away(r.ray_point, p.center)),
    )


def _true_distance(p: PointEllipseParams, exact: PointEllipse) -> Iterator[Record]:
    """Yield the nearest point of the ellipse and the distance to it, in the world."""
    foot, distance = pair(exact.closest), float(exact.distance)
    yield from _marked(Role.NORMAL, "closest", 8, Dot(foot, 5.0, Marker.DIAMOND))
    if abs(distance) <= SAME * max(p.radii):
        return
    outward = away(p.point, foot)
    along = (-outward[1], outward[0])
    yield from _marked(
        Role.NORMAL,
        "closest",
        8,
        Segment(p.point, foot, width=2.5),
        RightAngle(foot, outward, along, size=9.0, width=1.25),
        Label(middle(p.point, foot), f"d = {show(distance, 2)}", along),
    )


def _segment(p: PointEllipseParams) -> Iterator[Record]:
    """Yield what an ellipse with a radius of 0 is, a segment, and the point."""
    for tip in standing_ellipse(p).tips:
        axis = Segment(middle(tip, p.center, 2.0), tip, width=2.5)
        yield from _marked(Role.OBSTACLE, "ellipse", 0, axis)
    name = Label(p.center, "C", (-1.0, -1.0))
    yield from _marked(Role.OBSTACLE, "ellipse", 0, name)
    dot, name = Dot(p.point, 6.0), Label(p.point, "P")
    yield from _marked(Role.MOVER, "point", 0, dot, name)
