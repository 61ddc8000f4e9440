"""The picture of a ray and a circle, quantity by quantity."""

import math

import numpy as np

from playground.collision import RayCircle
from playground.drawlist import (
    Arrow,
    Circle,
    Dot,
    DrawList,
    Label,
    Line,
    Marker,
    Record,
    RightAngle,
    Role,
    Segment,
)
from playground.params import Vec2
from playground.scene import show
from scenes._ray_model import (
    RIM,
    RayCircleAnswer,
    RayCircleParams,
    crossings,
    disagreement,
    extent,
    line_distance,
    line_meets,
    normal_at,
    offset,
    unit_direction,
    xy,
)


def draw(p: RayCircleParams, r: RayCircleAnswer, out: DrawList) -> None:
    """Append the whole picture; `since` counts the steps of the derivation."""
    sketch(p, out)
    out.add(*_ray(p))
    out.add(*_way(p, r.exact), since=8)
    out.add(*_direction(p))
    out.add(*_triangle(p, r.exact))
    out.add(*_half_chord(p, r.exact), since=6)
    out.add(*_roots(p, r.exact), since=7)
    out.add(*_article_points(p, r), since=9)
    out.add(*_first_contact(p, r.exact), since=8)
    out.add(*_normals(p, r.exact), since=9)


def sketch(p: RayCircleParams, out: DrawList) -> None:
    """Append what needs no direction: the circle and the start."""
    out.add(*_circle(p), *_start(p))


def _from(start: Vec2, step: Vec2, times: float = 1.0) -> Vec2:
    return start[0] + times * step[0], start[1] + times * step[1]


def _between(a: Vec2, b: Vec2) -> Vec2:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def _circle(p: RayCircleParams) -> list[Record]:
    records: list[Record] = [
        Circle(p.center, p.radius, role=Role.OBSTACLE, fill=0.12, key="circle"),
        Dot(p.center, role=Role.OBSTACLE, size=4.0, key="O"),
        Label(p.center, "O", toward=(0.3, 1.0), role=Role.OBSTACLE, key="O"),
    ]
    if p.radius == 0.0:
        return records
    rim = _from(p.center, RIM, p.radius)
    return [
        *records,
        Segment(
            p.center, rim, role=Role.OBSTACLE, width=1.5, alpha=0.7, key="r", since=2
        ),
        Label(
            _between(p.center, rim),
            "r",
            toward=(-1.0, -1.0),
            gap=6.0,
            role=Role.OBSTACLE,
            key="r",
            since=2,
        ),
    ]


def _start(p: RayCircleParams) -> list[Record]:
    return [
        Dot(p.origin, role=Role.MOVER, size=4.0, key="A"),
        Label(p.origin, "A", toward=(-0.6, 1.0), role=Role.MOVER, key="A"),
    ]


def _ray(p: RayCircleParams) -> list[Record]:
    """Return the line, dashed behind the start."""
    unit = unit_direction(p)
    return [
        Line(
            p.origin,
            unit,
            stop=0.0,
            role=Role.MOVER,
            width=1.5,
            alpha=0.55,
            dashed=True,
            key="behind",
        ),
        Line(p.origin, unit, start=0.0, role=Role.MOVER, width=2.0, key="ray"),
    ]


def _way(p: RayCircleParams, e: RayCircle) -> list[Record]:
    """Return what the ray goes before the first contact."""
    if not e.hit:
        return []
    return [Segment(p.origin, xy(e.point), role=Role.HIT, width=3.0, key="point")]


def _direction(p: RayCircleParams) -> list[Record]:
    unit, tip = unit_direction(p), _from(p.origin, p.direction)
    if tip == p.origin:
        return []
    return [
        Arrow(p.origin, tip, role=Role.MOVER, width=4.0, key="V"),
        Label(tip, "V", toward=(-unit[1], unit[0]), role=Role.MOVER, key="V"),
    ]


def _triangle(p: RayCircleParams, e: RayCircle) -> list[Record]:
    """Return the right triangle of origin, centre and nearest approach."""
    closest = xy(e.closest)
    distance = line_distance(p, e)
    marker = Dot(
        closest,
        role=Role.CONSTRUCTION,
        size=5.0,
        marker=Marker.RING,
        key="closest",
        since=5,
    )
    if distance <= 1e-9 * extent(p):
        return [marker]
    unit = unit_direction(p)
    across = p.center[0] - closest[0], p.center[1] - closest[1]
    hypotenuse = Segment(
        p.center,
        p.origin,
        role=Role.CONSTRUCTION,
        width=1.2,
        alpha=0.6,
        dashed=True,
        key="M",
        since=3,
    )
    return [
        hypotenuse,
        Segment(closest, p.center, role=Role.CONSTRUCTION, width=2.0, key="D", since=5),
        RightAngle(
            closest,
            across,
            (-unit[0], -unit[1]),
            role=Role.CONSTRUCTION,
            width=1.5,
            key="D",
            since=5,
        ),
        Label(
            _between(closest, p.center),
            f"D = {show(distance, 2)}",
            toward=(-unit[0], -unit[1]),
            role=Role.CONSTRUCTION,
            size=13.0,
            key="D",
            since=5,
        ),
        marker,
    ]


def _half_chord(p: RayCircleParams, e: RayCircle) -> list[Record]:
    """Return half the chord where the line meets the circle, else the gap."""
    closest = xy(e.closest)
    if e.discriminant > 0.0:
        enter = xy(e.point_enter)
        thin = Segment(
            p.center, enter, role=Role.OBSTACLE, width=1.2, dashed=True, key="r"
        )
        return [
            thin,
            Segment(closest, enter, role=Role.ACCENT, width=4.0, key="half_chord"),
        ]
    distance = line_distance(p, e)
    gap = distance - p.radius
    if line_meets(e) or distance == 0.0:
        return []
    toward = tuple(c - o for c, o in zip(closest, p.center, strict=True))
    rim = _from(p.center, (toward[0], toward[1]), p.radius / distance)
    return [
        Segment(rim, closest, role=Role.MISS, width=4.0, key="gap"),
        Label(
            _between(rim, closest),
            f"gap {show(gap, 2 if gap >= 0.01 else 4)}",
            toward=unit_direction(p),
            role=Role.MISS,
            size=13.0,
            key="gap",
        ),
    ]


def _roots(p: RayCircleParams, e: RayCircle) -> list[Record]:
    """Return both crossings of the line; those behind the start are crossed out."""
    records: list[Record] = []
    unit = unit_direction(p)
    for index, (key, t, at) in enumerate(crossings(e)):
        role = (Role.ENTER, Role.EXIT)[index] if t >= 0.0 else Role.MUTED
        marker = Marker.DISC if t >= 0.0 else Marker.CROSS
        normal = normal_at(p, at)
        side = math.copysign(1.0, unit[0] * normal[1] - unit[1] * normal[0])
        toward = (
            normal[0] - side * unit[1] * 0.6,
            normal[1] + side * unit[0] * 0.6,
        )
        records += [
            Dot(at, role=role, size=6.0, marker=marker, key=key),
            Label(at, f"t = {show(t, 2)}", toward=toward, role=role, key=key),
        ]
    return records


def _first_contact(p: RayCircleParams, e: RayCircle) -> list[Record]:
    if e.hit:
        at = xy(e.point)
        return [Dot(at, role=Role.HIT, size=11.0, marker=Marker.RING, key="point")]
    if line_meets(e):
        return []
    at = xy(e.closest)
    return [Dot(at, role=Role.MISS, size=7.0, marker=Marker.CROSS, key="closest")]


def _normals(p: RayCircleParams, e: RayCircle) -> list[Record]:
    length = 0.4 * max(p.radius, math.hypot(*offset(p)) / 5) or 1.0
    return [
        Arrow(
            at,
            _from(at, normal_at(p, at), length),
            role=Role.NORMAL,
            width=2.5,
            alpha=1.0 if t >= 0.0 else 0.4,
            key=f"normal{key[1:]}",
        )
        for key, t, at in crossings(e)
    ]


def _article_points(p: RayCircleParams, r: RayCircleAnswer) -> list[Record]:
    """Return the listing's points, hollow, where they are not the exact ones."""
    if not disagreement(p, r) or not np.isfinite(r.article.near).all():
        return []
    near, far = xy(r.article.near), xy(r.article.far)
    rings = [
        Dot(at, role=Role.SIDE_B, size=10.0, marker=Marker.RING, key="article")
        for at in (near, far)
    ]
    name = Label(
        near,
        "article",
        toward=(-0.3, -1.0),
        gap=14.0,
        size=13.0,
        role=Role.SIDE_B,
        key="article",
    )
    return [*rings, name]
