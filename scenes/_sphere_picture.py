"""The picture of a moving sphere and a line in space, quantity by quantity."""

import math
from collections.abc import Iterator
from dataclasses import replace

from playground.collision import SweptSphereLine
from playground.drawlist import (
    Arrow,
    Capsule,
    Dot,
    DrawList,
    Label,
    Line,
    Marker,
    Record,
    RightAngle,
    Role,
    Segment,
    Sphere,
)
from playground.params import Vec3
from playground.scene import show
from scenes._sphere_model import (
    EXTENSION,
    SphereLineAnswer,
    SphereLineParams,
    along,
    center_at,
    foot_at,
    minus,
    nearest_time,
    perpendicular_at,
    plus,
    unit,
    xyz,
)

_UP: Vec3 = (0.0, 1.0, 0.0)
# A perpendicular shorter than this part of the scene is not drawn: it has no
# direction on the screen.
_SHORT = 1e-9


def draw(p: SphereLineParams, r: SphereLineAnswer, out: DrawList) -> None:
    """Draw line, step, perpendicular, the touches and the place."""
    e = r.exact
    out.add(*_line(p), *_step(p), *_moving_sphere(p))
    out.add(*_perpendicular(p, e), *_change(p, e), *_surface(p, e))
    out.add(*_nearest(p, e), *_touches(p, e))
    if e.hit:
        out.add(*_place(p, e))


def sketch(p: SphereLineParams, out: DrawList) -> None:
    """Draw the step of a sphere whose line has no direction."""
    dot, name = Dot(p.line_point, 5.0), Label(p.line_point, "Q", _UP)
    out.add(*_marked(Role.OBSTACLE, "line", 0, dot, name))
    out.add(*_step(p), *_moving_sphere(p))


def _marked(role: Role, key: str, since: int, *records: Record) -> Iterator[Record]:
    """Give the records of one quantity their role, key and first step."""
    return (replace(x, role=role, key=key, since=since) for x in records)


def _line(p: SphereLineParams) -> Iterator[Record]:
    tip = plus(p.line_point, p.line_direction)
    return _marked(
        Role.OBSTACLE,
        "line",
        0,
        Line(p.line_point, unit(p), width=3.0),
        Arrow(p.line_point, tip, width=3.5),
        Dot(p.line_point, 5.0),
        Label(p.line_point, "Q", (0.0, -1.0, 0.0)),
    )


def _step(p: SphereLineParams) -> Iterator[Record]:
    """Yield the way of the sphere: where it starts and ends, and what it sweeps."""
    yield from _marked(Role.MOVER, "start", 0, Sphere(p.start, p.radius, alpha=0.2))
    if p.start == p.end:
        return
    yield from _marked(Role.MOVER, "end", 0, Sphere(p.end, p.radius, alpha=0.14))
    yield from _marked(
        Role.MOVER,
        "step",
        0,
        Capsule(p.start, p.end, p.radius, alpha=0.09),
        Arrow(p.start, p.end, width=1.75, alpha=0.75),
    )


def _moving_sphere(p: SphereLineParams) -> Iterator[Record]:
    center = center_at(p, p.t)
    text = "S(t)" if p.start != p.end else "S"
    top = plus(center, (0.0, p.radius, 0.0))
    label = Label(top, text, _UP, gap=8.0)
    return _marked(Role.MOVER, "sphere", 0, Sphere(center, p.radius), label)


def _perpendicular(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield N(t) and its foot, u V away from Q."""
    center, foot = center_at(p, p.t), foot_at(e, p.t)
    yield from _marked(
        Role.ACCENT, "u", 2, Segment(p.line_point, foot, width=5.0, alpha=0.55)
    )
    yield from _marked(
        Role.NORMAL, "foot", 2, Dot(foot, 4.5, Marker.DIAMOND), Label(foot, "H(t)")
    )
    if _too_short(p, minus(foot, center)):
        return
    yield from _marked(
        Role.NORMAL,
        "N",
        2,
        Arrow(center, foot, width=3.0),
        RightAngle(foot, minus(center, foot), unit(p), size=11.0, width=1.5),
        Label(along(center, foot, 0.5), "N(t)", (-1.0, 0.0, 0.0)),
    )


def _change(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield N(0) = C and N(1) = C + A: between them N changes evenly."""
    if p.start == p.end:
        return
    for key, t in (("C", 0.0), ("A", 1.0)):
        tail, foot = center_at(p, t), foot_at(e, t)
        if not _too_short(p, minus(foot, tail)):
            thin = Arrow(tail, foot, width=1.5, alpha=0.55)
            yield from _marked(Role.NORMAL, key, 3, thin)
    ends = Segment(foot_at(e, 0.0), foot_at(e, 1.0), width=2.0, dashed=True)
    yield from _marked(Role.CONSTRUCTION, "A", 3, ends)


def _surface(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield what is left of N outside the sphere, or overlaps inside it."""
    normal = perpendicular_at(p, e, p.t)
    if p.radius == 0.0 or _too_short(p, normal):
        return
    surface = along(center_at(p, p.t), foot_at(e, p.t), p.radius / math.hypot(*normal))
    yield from _marked(
        Role.CONSTRUCTION,
        "gap",
        4,
        Dot(surface, 3.5, Marker.SQUARE),
        Segment(surface, foot_at(e, p.t), width=2.0, dashed=True),
    )


def _touches(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield the sphere at both roots, fainter where they lie outside the step."""
    enter, leave = float(e.t_enter), float(e.t_exit)
    roots = [("t_enter", Role.ENTER, enter)]
    if leave > enter:
        roots.append(("t_exit", Role.EXIT, leave))
    for key, role, t in roots:
        if not -EXTENSION <= t <= 1.0 + EXTENSION:
            continue
        center, inside = center_at(p, t), 0.0 <= t <= 1.0
        ball = Sphere(center, p.radius, alpha=0.3 if inside else 0.13)
        mark = Dot(foot_at(e, t), 4.0, Marker.RING, alpha=1.0 if inside else 0.5)
        yield from _marked(role, key, 6, ball, mark)
        if not inside:
            reached = p.start if t < 0.0 else p.end
            way = Segment(reached, center, width=1.25, dashed=True, alpha=0.6)
            yield from _marked(role, key, 6, way)


def _place(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield the touching point, its time, and the radius that leads to it."""
    contact, center = xyz(e.contact), xyz(e.center)
    yield from _marked(
        Role.HIT,
        "contact",
        8,
        Segment(center, contact, width=1.75, dashed=True),
        Dot(contact, 6.5),
        Label(contact, f"t = {show(e.t, 3)}", (1.0, -0.4, 0.0), gap=14.0),
    )


def _nearest(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield the nearest approach within the step; where it misses, by how much."""
    t = nearest_time(e)
    center, foot = center_at(p, t), foot_at(e, t)
    way = Segment(center, foot, width=1.75, dashed=True)
    if e.hit:
        yield from _marked(Role.CONSTRUCTION, "nearest", 5, way)
        return
    gap = f"gap {show(float(e.distance(t)) - p.radius, 3)}"
    cross = Dot(foot, 6.0, Marker.CROSS)
    label = Label(foot, gap, (1.0, -0.4, 0.0), gap=14.0)
    yield from _marked(Role.MISS, "nearest", 5, way, cross, label)


def _too_short(p: SphereLineParams, vector: Vec3) -> bool:
    size = math.hypot(*minus(p.end, p.start)) + p.radius
    return math.hypot(*vector) <= _SHORT * max(size, 1.0)
