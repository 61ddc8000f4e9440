"""The picture of a point and an ellipse on their way to a circle."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from playground.collision import PointEllipse
from playground.scene.drawlist import (
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
from playground.scene.params import Vec2
from playground.scene.scene import (show)
from scenes._ellipse_model import (
    CarriedEllipse,
    PointEllipseAnswer,
    PointEllipseParams,
    away,
    carried_ellipse,
    carry,
    drawable,
    marked,
    matrix_at,
    middle,
    minus,
    pair,
    plus,
    same_place,
    scaled_length,
    standing_ellipse,
    tangent,
)

# A path is drawn with this many pieces to each of the three moves.
_PATH_PIECES = 32
# What the vector from the centre to the point is called in each move, and from when.
_MOVES = (("translated", 2), ("translated", 2), ("rotated", 3), ("normalized", 4))


def draw(p: PointEllipseParams, r: PointEllipseAnswer, out: DrawList) -> None:
    """Draw the ghost, the image at `progress`, the comparison and the distance."""
    out.add(*_drawable(_grid(p)), *_drawable(_ghost(p)), *_drawable(_path(p, r)))
    out.add(*_drawable(_image_records(p, r)), *_drawable(_legs(p)))
    if r.exact is None:
        return
    out.add(*_drawable(_true_distance(p, r.exact)))
    if p.progress >= 3.0:
        out.add(*_drawable(_comparison(p, r.exact)))
        out.add(*_drawable(_circle_nearest(p, r)))


def _drawable(records: Iterator[Record]) -> Iterator[Record]:
    """Leave out what a radius near 0 has scaled out of every range."""
    return (record for record in records if drawable(record))


def _grid(p: PointEllipseParams) -> Iterator[Record]:
    rows = [tuple(float(x) for x in row) for row in matrix_at(p, p.progress)]
    yield Grid(rows, half=16, role=Role.CONSTRUCTION, alpha=0.22, width=1.0)


def _ghost(p: PointEllipseParams) -> Iterator[Record]:
    """Yield the ellipse and the point where they really are."""
    outline = _outline(standing_ellipse(p), alpha=0.55, width=1.5, dashed=True)
    yield from marked(Role.OBSTACLE, "ellipse", 0, outline)
    name = Label(p.center, "C", (-1.0, -1.0))
    yield from marked(Role.OBSTACLE, "center", 0, Dot(p.center, 3.0), name)
    yield from marked(
        Role.MOVER,
        "point",
        0,
        Dot(p.point, 5.0, Marker.RING),
        Label(p.point, "P", away(p.point, p.center)),
    )
    if 0.0 < p.progress < 3.0:
        arrow = Arrow((0.0, 0.0), p.center, width=1.25, alpha=0.6)
        yield from marked(Role.OBSTACLE, "center", 2, arrow)
    yield from _angle_mark(p)


def _outline(shape: CarriedEllipse, **look: Any) -> Record:
    """Return the outline of an ellipse; with a radius of 0 that is a segment."""
    if min(shape.radii) > 0.0:
        return Ellipse(shape.center, shape.radii, shape.angle, **look)
    look.pop("fill", None)
    (x, y), long = shape.center, max(shape.x_axis, shape.y_axis, key=_size)
    return Segment((x - long[0], y - long[1]), (x + long[0], y + long[1]), **look)


def _size(vector: Vec2) -> float:
    return math.hypot(*vector)


def _angle_mark(p: PointEllipseParams) -> Iterator[Record]:
    radius = 0.42 * p.radii[0]
    if p.angle == 0.0 or radius == 0.0:
        return
    (x, y), half = p.center, (math.cos(p.angle / 2), math.sin(p.angle / 2))
    yield from marked(
        Role.CONSTRUCTION,
        "angle",
        1,
        Segment(p.center, (x + 1.25 * radius, y), width=1.0, dashed=True),
        Segment(p.center, standing_ellipse(p).tips[0], width=1.0, dashed=True),
        Arc(p.center, radius, 0.0, p.angle, width=1.5),
        Label((x + radius * half[0], y + radius * half[1]), "θ", half, gap=7.0),
    )


def _path(p: PointEllipseParams, r: PointEllipseAnswer) -> Iterator[Record]:
    """Yield the way P goes, one leg a move, and the circle that waits at its end."""
    keys = ("translated", "rotated", "normalized")[: 3 if r.exact else 2]
    progress = np.linspace(0.0, len(keys), len(keys) * _PATH_PIECES + 1)
    with np.errstate(over="ignore", invalid="ignore"):
        points = [pair(at) for at in matrix_at(p, progress) @ (*p.point, 1.0)]
    for i, key in enumerate(keys):
        leg = points[i * _PATH_PIECES : (i + 1) * _PATH_PIECES + 1]
        yield from marked(
            Role.MOVER,
            key,
            i + 2,
            Polyline(leg, alpha=0.45, width=1.25, dashed=True),
            Dot(leg[-1], 3.5, Marker.RING, alpha=0.8),
        )
    if r.exact:
        goal = Circle((0.0, 0.0), p.radii[0], alpha=0.35, width=1.0, dashed=True)
        yield from marked(Role.OBSTACLE, "circle", 4, goal)


def _image_records(p: PointEllipseParams, r: PointEllipseAnswer) -> Iterator[Record]:
    """Yield ellipse, axes and point as far as the moves have carried them."""
    matrix = matrix_at(p, p.progress)
    image, carried = carried_ellipse(p, matrix), carry(matrix, p.point)
    outline = _outline(image, width=2.5, fill=0.13)
    yield from marked(Role.OBSTACLE, "ellipse", 0, outline)
    for key, tip in zip(("rx", "ry"), image.tips, strict=True):
        if tip != image.center:
            axis = Segment(image.center, tip, alpha=0.6, width=1.25)
            yield from marked(Role.OBSTACLE, key, 1, axis)
    done = r.exact is not None and p.progress >= 3.0
    hit = r.exact is not None and bool(r.exact.hit)
    role = _answer_role(hit) if done else Role.MOVER
    marker = Marker.DIAMOND if done and not hit else Marker.DISC
    yield from marked(role, "normalized", 0, Dot(carried, 6.0, marker))
    move = min(math.ceil(p.progress), 3 if r.exact else 2)
    if p.progress > 0.0:
        name = ("P1", "P2", "P′")[move - 1]
        label = Label(carried, name, away(carried, image.center))
        yield from marked(role, "normalized", 0, label)
        if r.exact:
            foot = carry(matrix, pair(r.exact.closest))
            yield from _carried_distance(carried, foot)
    if not done and carried != image.center:
        key, since = _MOVES[move]
        arrow = Arrow(image.center, carried, width=2.0)
        yield from marked(Role.MOVER, key, since, arrow)


def _legs(p: PointEllipseParams) -> Iterator[Record]:
    """Yield the shadows of the point on the two axes, carried along like them."""
    matrix, (dx, dy) = matrix_at(p, p.progress), minus(p.point, p.center)
    cosine, sine = math.cos(p.angle), math.sin(p.angle)
    along = dx * cosine + dy * sine
    corner = carry(matrix, plus(p.center, (along * cosine, along * sine)))
    center, carried = carry(matrix, p.center), carry(matrix, p.point)
    for key, a, b in (("x", center, corner), ("y", corner, carried)):
        if a != b:
            leg = Segment(a, b, width=1.5, alpha=0.8, dashed=True)
            yield from marked(Role.ACCENT, key, 3, leg)
            if p.progress == 2.0:
                name = Label(middle(a, b), f"{key}2", minus(corner, middle(a, b)))
                yield from marked(Role.ACCENT, key, 3, name)


def _answer_role(hit: bool) -> Role:
    return Role.HIT if hit else Role.MISS


def _carried_distance(carried: Vec2, foot: Vec2) -> Iterator[Record]:
    """Yield the true perpendicular as the moves carry it: the stretch tilts it."""
    return marked(
        Role.NORMAL,
        "closest",
        7,
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
    yield from marked(
        Role.OBSTACLE,
        "rx",
        5,
        Segment(origin, (rx, 0.0), width=3.0),
        Label((rx / 2, 0.0), f"rx = {show(rx, 2)}", below),
    )
    yield from marked(
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
    yield from marked(
        Role.ACCENT,
        "gap",
        8,
        Segment(carry(matrix, p.point), image, width=2.0),
        Dot(image, 4.5, Marker.SQUARE),
    )
    yield from marked(
        Role.ACCENT,
        "ray_point",
        8,
        Segment(p.point, r.ray_point, width=1.5, dashed=True),
        Dot(r.ray_point, 4.5, Marker.SQUARE),
        Label(r.ray_point, "K", away(r.ray_point, p.center)),
    )


def _true_distance(p: PointEllipseParams, exact: PointEllipse) -> Iterator[Record]:
    """Yield the nearest point of the ellipse and the distance to it, in the world."""
    foot, distance = pair(exact.closest), float(exact.distance)
    along, reach = tangent(p, exact), 0.3 * max(p.radii)
    (x, y), (dx, dy) = foot, (reach * along[0], reach * along[1])
    line = Segment((x - dx, y - dy), (x + dx, y + dy), width=1.25, alpha=0.7)
    yield from marked(Role.NORMAL, "tangent", 7, line)
    yield from marked(Role.NORMAL, "closest", 7, Dot(foot, 5.0, Marker.DIAMOND))
    if same_place(p, foot):
        return
    yield from marked(
        Role.NORMAL,
        "closest",
        7,
        Segment(p.point, foot, width=2.5),
        RightAngle(foot, minus(p.point, foot), along, size=9.0, width=1.25),
        Label(middle(p.point, foot), f"d = {show(distance, 2)}", along),
        Label(foot, "Q", away(foot, p.point)),
    )
