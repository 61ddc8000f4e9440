"""The picture of a moving sphere and a line in space, quantity by quantity."""

import math
from collections.abc import Iterator

from playground.collision import SweptSphereLine
from playground.scene.drawlist import (
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
from playground.scene.params import Vec3
from playground.scene.scene import (show)
from scenes import _sphere_section
from scenes._sphere_model import (
    EXTENSION,
    SphereLineAnswer,
    SphereLineParams,
    along,
    center_at,
    foot_at,
    length_places,
    marked,
    minus,
    nearest_time,
    plus,
    shown_roots,
    too_short,
    unit,
    xyz,
)

_UP: Vec3 = (0.0, 1.0, 0.0)


def draw(p: SphereLineParams, r: SphereLineAnswer, out: DrawList) -> None:
    """Draw line, step, perpendicular, the touches and the place."""
    e = r.exact
    out.add(*_line(p), *_step(p), *_moving_sphere(p))
    out.add(*_perpendicular(p, e), *_change(p, e), *_surface(p, e))
    out.add(*_nearest(p, e), *_touches(p, e))
    if e.hit:
        out.add(*_place(p, e))
    _sphere_section.draw(p, e, out.view(_sphere_section.CAPTION))


def sketch(p: SphereLineParams, out: DrawList) -> None:
    """Draw the step of a sphere whose line has no direction."""
    dot, name = Dot(p.line_point, 5.0), Label(p.line_point, "Q", _UP)
    out.add(*marked(Role.OBSTACLE, "line", 0, dot, name))
    out.add(*_step(p), *_moving_sphere(p))


def _line(p: SphereLineParams) -> Iterator[Record]:
    tip = plus(p.line_point, p.line_direction)
    return marked(
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
    yield from marked(Role.MOVER, "start", 0, Sphere(p.start, p.radius, alpha=0.2))
    if p.start == p.end:
        return
    yield from marked(Role.MOVER, "end", 0, Sphere(p.end, p.radius, alpha=0.14))
    yield from marked(
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
    return marked(Role.MOVER, "sphere", 0, Sphere(center, p.radius), label)


def _perpendicular(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield N(t) and its foot, u V away from Q: the shadow of S - Q on the line."""
    center, foot = center_at(p, p.t), foot_at(e, p.t)
    if center != p.line_point:
        offset = Arrow(p.line_point, center, width=1.25, alpha=0.6)
        yield from marked(Role.CONSTRUCTION, "offset", 2, offset)
    one = Arrow(p.line_point, plus(p.line_point, unit(p)), width=2.5)
    yield from marked(Role.INK, "V", 2, one)
    yield from marked(
        Role.ACCENT, "u", 2, Segment(p.line_point, foot, width=5.0, alpha=0.55)
    )
    yield from marked(
        Role.NORMAL, "foot", 2, Dot(foot, 4.5, Marker.DIAMOND), Label(foot, "H(t)")
    )
    if too_short(p, minus(foot, center)):
        return
    yield from marked(
        Role.NORMAL,
        "N",
        2,
        Arrow(center, foot, width=3.0),
        RightAngle(foot, minus(center, foot), unit(p), size=11.0, width=1.5),
        Label(along(center, foot, 0.5), "N(t)", (-1.0, 0.0, 0.0)),
    )


def _change(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield N(0) = C and N(1): between them N changes evenly."""
    if p.start == p.end:
        return
    for key, t in (("C", 0.0), ("N1", 1.0)):
        tail, foot = center_at(p, t), foot_at(e, t)
        if not too_short(p, minus(foot, tail)):
            thin = Arrow(tail, foot, width=1.5, alpha=0.55)
            yield from marked(Role.NORMAL, key, 3, thin)
    ends = Segment(foot_at(e, 0.0), foot_at(e, 1.0), width=2.0, dashed=True)
    yield from marked(Role.CONSTRUCTION, "foot", 3, ends)


def _surface(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield r along N, and what is left of N outside the sphere or overlaps."""
    center, foot = center_at(p, p.t), foot_at(e, p.t)
    normal = minus(foot, center)
    if too_short(p, normal):
        return
    surface = along(center, foot, p.radius / math.hypot(*normal))
    if p.radius > 0.0:
        radius, dot = Segment(center, surface), Dot(surface, 3.5, Marker.SQUARE)
        yield from marked(Role.CONSTRUCTION, "radius", 4, radius, dot)
    rest = Segment(surface, foot, width=2.0, dashed=True)
    yield from marked(Role.CONSTRUCTION, "gap", 4, rest)


def _touches(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield the sphere at both roots, fainter where they lie outside the step."""
    roles = {"t_enter": Role.ENTER, "t_exit": Role.EXIT}
    for key, t in shown_roots(e):
        role = roles[key]
        if not -EXTENSION <= t <= 1.0 + EXTENSION:
            continue
        center, inside = center_at(p, t), 0.0 <= t <= 1.0
        ball = Sphere(center, p.radius, alpha=0.3 if inside else 0.13)
        mark = Dot(foot_at(e, t), 4.0, Marker.RING, alpha=1.0 if inside else 0.5)
        yield from marked(role, key, 6, ball, mark)
        if not inside:
            reached = p.start if t < 0.0 else p.end
            way = Segment(reached, center, width=1.25, dashed=True, alpha=0.6)
            yield from marked(role, key, 6, way)


def _place(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield the touching point, its time, and the radius that leads to it."""
    contact, center = xyz(e.contact), xyz(e.center)
    yield from marked(
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
        yield from marked(Role.CONSTRUCTION, "nearest", 5, way)
        return
    apart = float(e.distance(t)) - p.radius
    gap = f"gap {show(apart, length_places(apart))}"
    cross = Dot(foot, 6.0, Marker.CROSS)
    label = Label(foot, gap, (1.0, -0.4, 0.0), gap=14.0)
    yield from marked(Role.MISS, "nearest", 5, way, cross, label)
