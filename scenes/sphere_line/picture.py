"""The picture of a moving sphere and a line: in space, and seen along the line.

Along the line, where it is a point, all that decides is in one plane: N(t) closes a
triangle with C and t A, C falls on the way as beta falls on |A|, and the root is half a
chord.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.collision import SweptSphereLine
from playground.i18n import message
from playground.scene import (
    Arrow,
    Capsule,
    Circle,
    Dot,
    DrawList,
    Label,
    Line,
    MagnifierTarget,
    Marker,
    Primitive,
    RightAngle,
    Role,
    Segment,
    Sphere,
    Vec2,
    Vec3,
    format_number,
    style_primitives,
    xyz,
)
from scenes.sphere_line.answer import (
    crosses,
    min_gap,
    nearest_time,
    time_digits,
    touches,
)
from scenes.sphere_line.params import SphereLineParams

# Touches this far outside the step are still shown, on its extension.
MAX_STEP_EXTENSION = 1.0
# A perpendicular shorter than this part of the scene is not drawn: it has no
# direction on the screen.
_MIN_PERPENDICULAR_RATIO = 1e-9
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


class SphereAtTimes:
    """What a picture takes of params and answer, each worked out once.

    Attributes
    ----------
    p, e
        Params and answer.
    crossing : bool
        Whether there is motion across the line.
    hit : bool
        Whether the sphere touches the line in the step.
    nearest : float
        When, within the step, the centre is nearest to the line.
    gap : float
        How near the surface then is; negative inside.
    touches : list of tuple
        Key and time of each touch.
    along : tuple of float
        V, the line's direction, a unit long.
    """

    def __init__(self, p: SphereLineParams, e: SweptSphereLine) -> None:
        self.p, self.e = p, e
        self.crossing, self.hit = bool(crosses(e)), bool(e.hit)
        self.nearest = float(nearest_time(e))
        self.gap = float(min_gap(p, e))
        self.touches = touches(e)
        self.along = p.unit_direction
        self._short = _MIN_PERPENDICULAR_RATIO * max(
            math.hypot(*p.step) + p.radius, 1.0
        )
        near = [
            t
            for _, t in self.touches
            if -MAX_STEP_EXTENSION <= t <= 1.0 + MAX_STEP_EXTENSION
        ]
        times = np.array([p.t, 0.0, 1.0, self.nearest, *near])
        feet, centers = e.foot(times).tolist(), p.center(times).tolist()
        self._at = dict(
            zip(times.tolist(), zip(centers, feet, strict=True), strict=True)
        )

    def ends(self, t: float) -> tuple[Vec3, Vec3]:
        """Return tail and tip of N(t): the sphere's centre and the foot.

        That is at the present time, at an end, where it is nearest, or at a touch that
        is not far from the step.
        """
        center, foot = self._at[t]
        return xyz(center), xyz(foot)

    def too_short(self, vector: Sequence[float]) -> bool:
        """Return whether a vector has no direction on the screen."""
        return math.hypot(*vector) <= self._short


def section(e: SweptSphereLine, *, crossing: bool | None = None) -> Section:
    """Return the motion seen along the line; `crossing` where that is known."""
    height, pace = float(e.closest_distance), float(e.speed)
    if not (crosses(e) if crossing is None else crossing):
        return Section(0.0, 0.0, height)
    # A time beyond the largest float is infinite; the way back to it is not.
    first, start = float(e.distance(0.0)), -float(e.closest_t) * pace
    return Section(min(max(start, -first), first), pace, height)


def draw(p: SphereLineParams, e: SweptSphereLine, out: DrawList) -> None:
    """Append the picture in space, and beside it the plane across the line."""
    at = SphereAtTimes(p, e)
    center, _ = at.ends(p.t)
    out.add(*_line(at), *_step(p), *_moving_sphere(p, center), *_point(center))
    out.add(*_perpendicular(at), *_change(at), *_surface(at))
    out.add(*_nearest(at), *_touches(at), *_place(e))
    plane = section(e, crossing=at.crossing)
    view = out.view(message("Seen along the line"))
    # A prediction shows what is given alone: seen along the line, that is the answer.
    view.add(*_section_bodies(at, plane), first_step=1)
    view.add(*_vectors(at, plane), *_plane_surface(at, plane))
    view.add(*_chord(at, plane), *_answer(at, plane), *_deciding(at, plane))


def sketch(p: SphereLineParams, out: DrawList) -> None:
    """Append the step of a sphere whose line has no direction."""
    dot, name = Dot(p.line_point, 5.0), Label(p.line_point, "Q", _UP)
    out.add(*style_primitives(Role.OBSTACLE, "line", 0, dot, name))
    out.add(*_step(p), *_moving_sphere(p, xyz(p.center(p.t))))


def _line(at: SphereAtTimes) -> Iterator[Primitive]:
    p = at.p
    tip = _point_along(p.line_point, p.line_direction)
    return style_primitives(
        Role.OBSTACLE,
        "line",
        0,
        Line(p.line_point, at.along, width=3.0),
        Arrow(p.line_point, tip, width=3.5),
        Dot(p.line_point, 5.0),
        Label(p.line_point, "Q", (0.0, -1.0, 0.0)),
    )


def _step(p: SphereLineParams) -> Iterator[Primitive]:
    """Yield the way of the sphere: where it starts and ends, and what it sweeps."""
    yield from style_primitives(
        Role.MOVER, "start", 0, Sphere(p.start, p.radius, alpha=0.2)
    )
    if p.start == p.end:
        return
    yield from style_primitives(
        Role.MOVER, "end", 0, Sphere(p.end, p.radius, alpha=0.14)
    )
    yield from style_primitives(
        Role.MOVER,
        "step",
        0,
        Capsule(p.start, p.end, p.radius, alpha=0.09),
        Arrow(p.start, p.end, width=1.75, alpha=0.75),
    )


def _moving_sphere(p: SphereLineParams, center: Vec3) -> Iterator[Primitive]:
    x, y, z = center
    text = "S(t)" if p.start != p.end else "S"
    label = Label((x, y + p.radius, z), text, _UP, gap=8.0)
    return style_primitives(Role.MOVER, "sphere", 0, Sphere(center, p.radius), label)


def _point(center: Vec3) -> Iterator[Primitive]:
    """Yield the centre alone, which the derivation starts with, and its name."""
    dot, name = (
        Dot(center, 5.0, derivation=True),
        Label(center, "S", _UP, derivation=True),
    )
    yield from style_primitives(Role.MOVER, "point", 1, dot)
    yield from style_primitives(Role.MOVER, "name", 1, name)


def _perpendicular(at: SphereAtTimes) -> Iterator[Primitive]:
    """Yield N(t) and its foot, u V away from Q: the shadow of S - Q on the line."""
    p, (center, foot) = at.p, at.ends(at.p.t)
    if center != p.line_point:
        offset = Arrow(p.line_point, center, width=1.25, alpha=0.6)
        yield from style_primitives(Role.CONSTRUCTION, "offset", 1, offset)
    one = Arrow(p.line_point, _point_along(p.line_point, at.along), width=2.5)
    yield from style_primitives(Role.INK, "V", 1, one)
    shadow = Segment(p.line_point, foot, width=5.0, alpha=0.55)
    yield from style_primitives(Role.ACCENT, "u", 1, shadow)
    end = Dot(foot, 4.5, Marker.DIAMOND), Label(foot, "H")
    yield from style_primitives(Role.NORMAL, "foot", 1, *end)
    back = _from_to(foot, center)
    if at.too_short(back):
        return
    yield from style_primitives(
        Role.NORMAL,
        "N",
        1,
        Arrow(center, foot, width=3.0),
        RightAngle(foot, back, at.along, size=11.0, width=1.5),
        Label(_point_along(foot, back, 0.5), "N", (-1.0, 0.0, 0.0)),
    )


def _change(at: SphereAtTimes) -> Iterator[Primitive]:
    """Yield N(0) = C and N(1): between them N changes evenly."""
    if at.p.start == at.p.end:
        return
    both = ("C", *at.ends(0.0)), ("N1", *at.ends(1.0))
    for key, tail, foot in both:
        if not at.too_short(_from_to(tail, foot)):
            thin = Arrow(tail, foot, width=1.5, alpha=0.55)
            yield from style_primitives(Role.NORMAL, key, 4, thin)
    (*_, first), (*_, last) = both
    ends = Segment(first, last, width=2.0, dashed=True)
    yield from style_primitives(Role.CONSTRUCTION, "foot", 4, ends)


def _surface(at: SphereAtTimes) -> Iterator[Primitive]:
    """Yield r along N, and what is left of N outside the sphere or overlaps."""
    p, (center, foot) = at.p, at.ends(at.p.t)
    normal = _from_to(center, foot)
    if at.too_short(normal):
        return
    surface = _point_along(center, normal, p.radius / math.hypot(*normal))
    if p.radius > 0.0:
        radius, dot = Segment(center, surface), Dot(surface, 3.5, Marker.SQUARE)
        yield from style_primitives(Role.CONSTRUCTION, "radius", 2, radius, dot)
    rest = Segment(surface, foot, width=2.0, dashed=True)
    yield from style_primitives(Role.CONSTRUCTION, "gap", 2, rest)


def _touches(at: SphereAtTimes) -> Iterator[Primitive]:
    """Yield the sphere at both roots, fainter where they lie outside the step."""
    p = at.p
    for key, t in at.touches:
        if not -MAX_STEP_EXTENSION <= t <= 1.0 + MAX_STEP_EXTENSION:
            continue
        (center, foot), inside = at.ends(t), 0.0 <= t <= 1.0
        ball = Sphere(center, p.radius, alpha=0.3 if inside else 0.13)
        mark = Dot(foot, 4.0, Marker.RING, alpha=1.0 if inside else 0.5)
        yield from style_primitives(_ROLES[key], key, 7, ball, mark)
        if not inside:
            reached = p.start if t < 0.0 else p.end
            way = Segment(reached, center, width=1.25, dashed=True, alpha=0.6)
            yield from style_primitives(_ROLES[key], key, 7, way)


def _place(e: SweptSphereLine) -> Iterator[Primitive]:
    """Yield the touching point, its time, and the radius that leads to it."""
    if not e.hit:
        return
    contact = xyz(e.contact)
    yield from style_primitives(
        Role.HIT,
        "contact",
        9,
        Segment(xyz(e.center), contact, width=1.75, dashed=True),
        Dot(contact, 6.5),
        Label(
            contact,
            f"t = {format_number(e.t, time_digits(e.t))}",
            (1.0, -0.4, 0.0),
            gap=14.0,
        ),
    )


def _nearest(at: SphereAtTimes) -> Iterator[Primitive]:
    """Yield the nearest approach within the step; where it misses, by how much."""
    center, foot = at.ends(at.nearest)
    way = Segment(center, foot, width=1.75, dashed=True)
    if at.hit:
        yield from style_primitives(Role.CONSTRUCTION, "nearest", 6, way)
        return
    gap = message("gap {gap}", gap=format_number(at.gap))
    cross = Dot(foot, 6.0, Marker.CROSS)
    label = Label(foot, gap, (1.0, -0.4, 0.0), gap=14.0)
    yield from style_primitives(Role.MISS, "nearest", 6, way, cross, label)


def _section_bodies(at: SphereAtTimes, plane: Section) -> Iterator[Primitive]:
    """Yield line, sphere and way as they look along the line."""
    p = at.p
    dot, name = Dot(_LINE, 5.0), Label(_LINE, message("line"), _LEFT)
    yield from style_primitives(Role.OBSTACLE, "line", 0, dot, name)
    center = plane.center(p.t)
    ball = Circle(center, p.radius, fill=0.12, width=2.0)
    yield from style_primitives(Role.MOVER, "sphere", 0, ball)
    name = Label(center, "S", _RIGHT)
    yield from style_primitives(Role.MOVER, "point", 0, Dot(center, 4.0), name)
    if not at.crossing:
        return
    for key, t in (("start", 0.0), ("end", 1.0)):
        center = plane.center(t)
        ball = Circle(center, p.radius, width=1.0, alpha=0.35)
        yield from style_primitives(Role.MOVER, key, 0, ball, Dot(center, 3.0))
    way = Segment(plane.center(0.0), plane.center(1.0), width=1.25, alpha=0.75)
    yield from style_primitives(Role.MOVER, "step", 0, way)


def _vectors(at: SphereAtTimes, plane: Section) -> Iterator[Primitive]:
    """Yield N(t), and the two that it is made of: t A, back to the start, and C."""
    first, now, last = (plane.center(t) for t in (0.0, at.p.t, 1.0))
    thin = dict[str, Any](width=1.5, alpha=0.6)
    if not at.too_short(now):
        arrow, name = Arrow(now, _LINE, width=3.0), Label(_midpoint(now), "N", _LEFT)
        yield from style_primitives(Role.NORMAL, "N", 1, arrow, name)
    if not at.too_short(first):
        arrow, name = Arrow(first, _LINE, **thin), Label(_midpoint(first), "C", _LEFT)
        yield from style_primitives(Role.NORMAL, "C", 4, arrow, name)
    if not at.crossing:
        return
    if not at.too_short(last):
        yield from style_primitives(Role.NORMAL, "N1", 4, Arrow(last, _LINE, **thin))
    whole = Arrow(last, first, width=1.5, alpha=0.7)
    yield from style_primitives(Role.CONSTRUCTION, "A", 4, whole)
    if at.p.t > 0.0:
        part, name = (
            Arrow(now, first, width=3.0),
            Label(_midpoint(now, first), "t·A", _RIGHT),
        )
        yield from style_primitives(Role.CONSTRUCTION, "tA", 4, part, name)


def _plane_surface(at: SphereAtTimes, plane: Section) -> Iterator[Primitive]:
    """Yield r on the way of N, and what is left of N or overlaps."""
    p, center = at.p, plane.center(at.p.t)
    if at.too_short(center):
        return
    surface = _shorten_vector(center, p.radius)
    if p.radius > 0.0:
        radius = Segment(center, surface, width=1.5)
        yield from style_primitives(Role.MOVER, "radius", 2, radius, Dot(surface, 3.0))
    gap = Segment(surface, _LINE, width=2.0, dashed=True)
    yield from style_primitives(Role.CONSTRUCTION, "gap", 2, gap)


def _chord(at: SphereAtTimes, plane: Section) -> Iterator[Primitive]:
    """Yield C's shadow on the way, h, and the touches at the ends of a chord.

    The way cuts that chord from the circle of radius r about the line, which it
    passes at the distance h.
    """
    if not at.crossing:
        return
    p, near = at.p, (plane.height, 0.0)
    shadow = Segment(plane.center(0.0), near, width=4.5, alpha=0.4)
    yield from style_primitives(Role.ACCENT, "shadow", 5, shadow)
    reach = Circle(_LINE, p.radius, width=1.25, dashed=True)
    level = Line(near, _BELOW, width=1.0, alpha=0.5, dashed=True)
    yield from style_primitives(Role.CONSTRUCTION, "reach", 6, reach, level)
    if at.too_short(near):
        yield from style_primitives(Role.ACCENT, "h", 6, Dot(near, 3.5, Marker.SQUARE))
    else:
        corner = RightAngle(near, _ABOVE, _LEFT, size=8.0, width=1.25)
        name = Label(_midpoint(near), "h", _BELOW)
        height = Segment(near, _LINE, width=2.5)
        yield from style_primitives(Role.ACCENT, "h", 6, height, corner, name)
    # What is too far off for any float is not in the picture.
    roots = [(key, t) for key, t in at.touches if math.isfinite(t)]
    for key, t in roots:
        center, alpha = plane.center(t), 1.0 if 0.0 <= t <= 1.0 else 0.5
        yield from style_primitives(
            _ROLES[key],
            key,
            7,
            Circle(center, p.radius, width=1.25, alpha=0.7 * alpha),
            Dot(center, 5.5, Marker.RING, alpha=alpha),
            Label(center, f"t = {format_number(t, time_digits(t))}", _RIGHT),
        )
    if len(roots) == 2:
        half = Segment(near, plane.center(roots[1][1]), width=4.5)
        yield from style_primitives(Role.EXIT, "half_chord", 7, half)


def _answer(at: SphereAtTimes, plane: Section) -> Iterator[Primitive]:
    """Yield where the sphere is when it touches, or nearest; the line as hit or not."""
    center = plane.center(float(at.e.t) if at.hit else at.nearest)
    way = Segment(center, _LINE, width=1.75, dashed=True)
    if at.hit:
        yield from style_primitives(Role.HIT, "contact", 8, way, Dot(_LINE, 6.5))
    else:
        cross = Dot(_LINE, 6.0, Marker.CROSS)
        yield from style_primitives(Role.MISS, "nearest", 6, way, cross)


def _deciding(at: SphereAtTimes, plane: Section) -> Iterator[Primitive]:
    """Yield how near the surface comes to the line, or how far it goes over it."""
    center = plane.center(at.nearest)
    if at.too_short(center):
        return
    surface = _shorten_vector(center, at.p.radius)
    size, end = format_number(abs(at.gap)), surface
    text = message("depth {depth}", depth=size)
    if not at.hit:
        text = message("gap {gap}", gap=size)
    elif at.gap == 0.0:
        text, end = message("touch"), _LINE
    yield MagnifierTarget(end, _LINE, text, first_step=6)


def _from_to(a: Vec3, b: Vec3) -> Vec3:
    return b[0] - a[0], b[1] - a[1], b[2] - a[2]


def _point_along(at: Vec3, step: Vec3, times: float = 1.0) -> Vec3:
    """Return the place that is so many steps on."""
    x, y, z = step
    return at[0] + x * times, at[1] + y * times, at[2] + z * times


def _shorten_vector(vector: Vec2, length: float) -> Vec2:
    """Return a vector without so much of its length at its end."""
    left = 1.0 - length / math.hypot(*vector)
    return vector[0] * left, vector[1] * left


def _midpoint(a: Vec2, b: Vec2 = _LINE) -> Vec2:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
