"""The picture of a moving sphere and a line: in space, and seen along the line.

Along the line, where it is a point, all that decides is in one plane: N(t) closes a
triangle with C and t A, C falls on the way as beta falls on |A|, and the root is half a
chord.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.collision import SweptSphereLine
from playground.collision.numeric import Array
from playground.scene import (
    Arrow,
    Capsule,
    Circle,
    Dot,
    DrawList,
    Gap,
    Label,
    Line,
    Marker,
    Record,
    RightAngle,
    Role,
    Segment,
    Sphere,
    Vec2,
    Vec3,
    marked,
    show,
    xy,
    xyz,
)
from scenes.sphere_line.answer import (
    crosses,
    least_gap,
    nearest_time,
    time_digits,
    touches,
)
from scenes.sphere_line.params import SphereLineParams

# Touches this far outside the step are still shown, on its extension.
EXTENSION = 1.0
# A perpendicular shorter than this part of the scene is not drawn: it has no
# direction on the screen.
_SHORT = 1e-9
_UP: Vec3 = (0.0, 1.0, 0.0)
_ROLES = {"t_enter": Role.ENTER, "t_exit": Role.EXIT}

# Seen along the line.
_LINE: Vec2 = (0.0, 0.0)
_BELOW, _ABOVE, _LEFT, _RIGHT = (0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)


@dataclass(frozen=True)
class Section:
    """The motion seen along the line: the line is the origin, the way runs down.

    Attributes
    ----------
    start : float
        How far below the line the centre is at t = 0, that is beta / |A|.
    pace : float
        How far down the centre moves in the step, |A|.
    height : float
        How far from the line its way, extended, passes.
    """

    start: float
    pace: float
    height: float

    def center(self, t: float) -> Vec2:
        """Return the sphere's centre."""
        return self.height, -(self.start + t * self.pace)


def section(e: SweptSphereLine) -> Section:
    """Return the motion seen along the line."""
    height, pace = float(e.closest_distance), float(e.speed)
    if not crosses(e):
        return Section(0.0, 0.0, height)
    # A time beyond the largest float is infinite; the way back to it is not.
    first, start = float(e.distance(0.0)), -float(e.closest_t) * pace
    return Section(min(max(start, -first), first), pace, height)


def draw(p: SphereLineParams, e: SweptSphereLine, out: DrawList) -> None:
    """Append the picture in space, and beside it the plane across the line."""
    out.add(*_line(p), *_step(p), *_moving_sphere(p), *_point(p))
    out.add(*_perpendicular(p, e), *_change(p, e), *_surface(p, e))
    out.add(*_nearest(p, e), *_touches(p, e), *_place(e))
    plane, view = section(e), out.view("Seen along the line")
    # A prediction shows what is given alone: seen along the line, that is the answer.
    view.add(*_given(p, e, plane), since=1)
    view.add(*_vectors(p, e, plane), *_plane_surface(p, plane))
    view.add(*_chord(p, e, plane), *_answer(e, plane), *_deciding(p, e, plane))


def sketch(p: SphereLineParams, out: DrawList) -> None:
    """Append the step of a sphere whose line has no direction."""
    dot, name = Dot(p.line_point, 5.0), Label(p.line_point, "Q", _UP)
    out.add(*marked(Role.OBSTACLE, "line", 0, dot, name))
    out.add(*_step(p), *_moving_sphere(p))


def _too_short(p: SphereLineParams, vector: Array | Vec2) -> bool:
    """Return whether a vector has no direction on the screen."""
    size = math.hypot(*p.step) + p.radius
    return math.hypot(*vector) <= _SHORT * max(size, 1.0)


def _line(p: SphereLineParams) -> Iterator[Record]:
    tip = xyz(np.add(p.line_point, p.line_direction))
    return marked(
        Role.OBSTACLE,
        "line",
        0,
        Line(p.line_point, p.along, width=3.0),
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
    x, y, z = center = xyz(p.center(p.t))
    text = "S(t)" if p.start != p.end else "S"
    label = Label((x, y + p.radius, z), text, _UP, gap=8.0)
    return marked(Role.MOVER, "sphere", 0, Sphere(center, p.radius), label)


def _point(p: SphereLineParams) -> Iterator[Record]:
    """Yield the centre alone, which the derivation starts with, and its name."""
    center = xyz(p.center(p.t))
    dot, name = (
        Dot(center, 5.0, derivation=True),
        Label(center, "S", _UP, derivation=True),
    )
    yield from marked(Role.MOVER, "point", 1, dot)
    yield from marked(Role.MOVER, "name", 1, name)


def _ends(p: SphereLineParams, e: SweptSphereLine, t: float) -> tuple[Vec3, Vec3]:
    """Return tail and tip of N(t): the sphere's centre and the foot."""
    return xyz(p.center(t)), xyz(e.foot(t))


def _perpendicular(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield N(t) and its foot, u V away from Q: the shadow of S - Q on the line."""
    center, foot = _ends(p, e, p.t)
    if center != p.line_point:
        offset = Arrow(p.line_point, center, width=1.25, alpha=0.6)
        yield from marked(Role.CONSTRUCTION, "offset", 1, offset)
    one = Arrow(p.line_point, xyz(np.add(p.line_point, p.along)), width=2.5)
    yield from marked(Role.INK, "V", 1, one)
    shadow = Segment(p.line_point, foot, width=5.0, alpha=0.55)
    yield from marked(Role.ACCENT, "u", 1, shadow)
    end = Dot(foot, 4.5, Marker.DIAMOND), Label(foot, "H")
    yield from marked(Role.NORMAL, "foot", 1, *end)
    back = np.subtract(center, foot)
    if _too_short(p, back):
        return
    yield from marked(
        Role.NORMAL,
        "N",
        1,
        Arrow(center, foot, width=3.0),
        RightAngle(foot, xyz(back), p.along, size=11.0, width=1.5),
        Label(xyz(foot + back / 2), "N", (-1.0, 0.0, 0.0)),
    )


def _change(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield N(0) = C and N(1): between them N changes evenly."""
    if p.start == p.end:
        return
    for key, t in (("C", 0.0), ("N1", 1.0)):
        tail, foot = _ends(p, e, t)
        if not _too_short(p, np.subtract(foot, tail)):
            thin = Arrow(tail, foot, width=1.5, alpha=0.55)
            yield from marked(Role.NORMAL, key, 4, thin)
    ends = Segment(xyz(e.foot(0.0)), xyz(e.foot(1.0)), width=2.0, dashed=True)
    yield from marked(Role.CONSTRUCTION, "foot", 4, ends)


def _surface(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield r along N, and what is left of N outside the sphere or overlaps."""
    center, foot = _ends(p, e, p.t)
    normal = np.subtract(foot, center)
    if _too_short(p, normal):
        return
    surface = xyz(center + normal * (p.radius / math.hypot(*normal)))
    if p.radius > 0.0:
        radius, dot = Segment(center, surface), Dot(surface, 3.5, Marker.SQUARE)
        yield from marked(Role.CONSTRUCTION, "radius", 2, radius, dot)
    rest = Segment(surface, foot, width=2.0, dashed=True)
    yield from marked(Role.CONSTRUCTION, "gap", 2, rest)


def _touches(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield the sphere at both roots, fainter where they lie outside the step."""
    for key, t in touches(e):
        if not -EXTENSION <= t <= 1.0 + EXTENSION:
            continue
        (center, foot), inside = _ends(p, e, t), 0.0 <= t <= 1.0
        ball = Sphere(center, p.radius, alpha=0.3 if inside else 0.13)
        mark = Dot(foot, 4.0, Marker.RING, alpha=1.0 if inside else 0.5)
        yield from marked(_ROLES[key], key, 7, ball, mark)
        if not inside:
            reached = p.start if t < 0.0 else p.end
            way = Segment(reached, center, width=1.25, dashed=True, alpha=0.6)
            yield from marked(_ROLES[key], key, 7, way)


def _place(e: SweptSphereLine) -> Iterator[Record]:
    """Yield the touching point, its time, and the radius that leads to it."""
    if not e.hit:
        return
    contact = xyz(e.contact)
    yield from marked(
        Role.HIT,
        "contact",
        9,
        Segment(xyz(e.center), contact, width=1.75, dashed=True),
        Dot(contact, 6.5),
        Label(
            contact, f"t = {show(e.t, time_digits(e.t))}", (1.0, -0.4, 0.0), gap=14.0
        ),
    )


def _nearest(p: SphereLineParams, e: SweptSphereLine) -> Iterator[Record]:
    """Yield the nearest approach within the step; where it misses, by how much."""
    center, foot = _ends(p, e, float(nearest_time(e)))
    way = Segment(center, foot, width=1.75, dashed=True)
    if e.hit:
        yield from marked(Role.CONSTRUCTION, "nearest", 6, way)
        return
    gap = f"gap {show(least_gap(p, e))}"
    cross = Dot(foot, 6.0, Marker.CROSS)
    label = Label(foot, gap, (1.0, -0.4, 0.0), gap=14.0)
    yield from marked(Role.MISS, "nearest", 6, way, cross, label)


def _given(p: SphereLineParams, e: SweptSphereLine, plane: Section) -> Iterator[Record]:
    """Yield line, sphere and way as they look along the line."""
    dot, name = Dot(_LINE, 5.0), Label(_LINE, "line", _LEFT)
    yield from marked(Role.OBSTACLE, "line", 0, dot, name)
    center = plane.center(p.t)
    ball = Circle(center, p.radius, fill=0.12, width=2.0)
    yield from marked(Role.MOVER, "sphere", 0, ball)
    name = Label(center, "S", _RIGHT)
    yield from marked(Role.MOVER, "point", 0, Dot(center, 4.0), name)
    if not crosses(e):
        return
    for key, t in (("start", 0.0), ("end", 1.0)):
        at = plane.center(t)
        ball = Circle(at, p.radius, width=1.0, alpha=0.35)
        yield from marked(Role.MOVER, key, 0, ball, Dot(at, 3.0))
    way = Segment(plane.center(0.0), plane.center(1.0), width=1.25, alpha=0.75)
    yield from marked(Role.MOVER, "step", 0, way)


def _vectors(
    p: SphereLineParams, e: SweptSphereLine, plane: Section
) -> Iterator[Record]:
    """Yield N(t), and the two that it is made of: t A, back to the start, and C."""
    first, now, last = (plane.center(t) for t in (0.0, p.t, 1.0))
    thin = dict[str, Any](width=1.5, alpha=0.6)
    if not _too_short(p, now):
        arrow, name = Arrow(now, _LINE, width=3.0), Label(_half(now), "N", _LEFT)
        yield from marked(Role.NORMAL, "N", 1, arrow, name)
    if not _too_short(p, first):
        arrow, name = Arrow(first, _LINE, **thin), Label(_half(first), "C", _LEFT)
        yield from marked(Role.NORMAL, "C", 4, arrow, name)
    if not crosses(e):
        return
    if not _too_short(p, last):
        yield from marked(Role.NORMAL, "N1", 4, Arrow(last, _LINE, **thin))
    whole = Arrow(last, first, width=1.5, alpha=0.7)
    yield from marked(Role.CONSTRUCTION, "A", 4, whole)
    if p.t > 0.0:
        part, at = Arrow(now, first, width=3.0), _half(now, first)
        yield from marked(Role.CONSTRUCTION, "tA", 4, part, Label(at, "t·A", _RIGHT))


def _plane_surface(p: SphereLineParams, plane: Section) -> Iterator[Record]:
    """Yield r on the way of N, and what is left of N or overlaps."""
    center = plane.center(p.t)
    if _too_short(p, center):
        return
    surface = xy(np.multiply(center, 1.0 - p.radius / math.hypot(*center)))
    if p.radius > 0.0:
        radius = Segment(center, surface, width=1.5)
        yield from marked(Role.MOVER, "radius", 2, radius, Dot(surface, 3.0))
    gap = Segment(surface, _LINE, width=2.0, dashed=True)
    yield from marked(Role.CONSTRUCTION, "gap", 2, gap)


def _chord(p: SphereLineParams, e: SweptSphereLine, plane: Section) -> Iterator[Record]:
    """Yield C's shadow on the way, h, and the touches at the ends of a chord.

    The way cuts that chord from the circle of radius r about the line, which it
    passes at the distance h.
    """
    if not crosses(e):
        return
    near = (plane.height, 0.0)
    shadow = Segment(plane.center(0.0), near, width=4.5, alpha=0.4)
    yield from marked(Role.ACCENT, "shadow", 5, shadow)
    reach = Circle(_LINE, p.radius, width=1.25, dashed=True)
    level = Line(near, _BELOW, width=1.0, alpha=0.5, dashed=True)
    yield from marked(Role.CONSTRUCTION, "reach", 6, reach, level)
    if _too_short(p, near):
        yield from marked(Role.ACCENT, "h", 6, Dot(near, 3.5, Marker.SQUARE))
    else:
        corner = RightAngle(near, _ABOVE, _LEFT, size=8.0, width=1.25)
        name = Label(_half(near), "h", _BELOW)
        height = Segment(near, _LINE, width=2.5)
        yield from marked(Role.ACCENT, "h", 6, height, corner, name)
    # What is too far off for any float is not in the picture.
    roots = [(key, t) for key, t in touches(e) if math.isfinite(t)]
    for key, t in roots:
        at, alpha = plane.center(t), 1.0 if 0.0 <= t <= 1.0 else 0.5
        yield from marked(
            _ROLES[key],
            key,
            7,
            Circle(at, p.radius, width=1.25, alpha=0.7 * alpha),
            Dot(at, 5.5, Marker.RING, alpha=alpha),
            Label(at, f"t = {show(t, time_digits(t))}", _RIGHT),
        )
    if len(roots) == 2:
        half = Segment(near, plane.center(roots[1][1]), width=4.5)
        yield from marked(Role.EXIT, "half_chord", 7, half)


def _answer(e: SweptSphereLine, plane: Section) -> Iterator[Record]:
    """Yield where the sphere is when it touches, or nearest; the line as hit or not."""
    at = plane.center(float(e.t if e.hit else nearest_time(e)))
    way = Segment(at, _LINE, width=1.75, dashed=True)
    if e.hit:
        yield from marked(Role.HIT, "contact", 8, way, Dot(_LINE, 6.5))
    else:
        cross = Dot(_LINE, 6.0, Marker.CROSS)
        yield from marked(Role.MISS, "nearest", 6, way, cross)


def _deciding(
    p: SphereLineParams, e: SweptSphereLine, plane: Section
) -> Iterator[Record]:
    """Yield how near the surface comes to the line, or how far it goes over it."""
    at, gap = plane.center(float(nearest_time(e))), float(least_gap(p, e))
    if _too_short(p, at):
        return
    surface = xy(np.multiply(at, 1.0 - p.radius / math.hypot(*at)))
    word = "depth" if e.hit else "gap"
    touch = bool(e.hit) and gap == 0.0
    text = "touch" if touch else f"{word} {show(abs(gap))}"
    yield Gap(_LINE if touch else surface, _LINE, text, since=6)


def _half(a: Vec2, b: Vec2 = _LINE) -> Vec2:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
