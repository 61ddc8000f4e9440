"""The moving sphere and the line seen along the line, where the line is a point.

All that decides is in this plane: N(t) closes a triangle with C and t A, C falls on
the way as beta falls on |A|, and the root is half a chord.
"""

import math
from collections.abc import Iterator

from playground.collision import SweptSphereLine
from playground.scene.drawlist import (
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
from playground.scene.params import Vec2
from playground.scene.scene import (show)
from scenes._sphere_model import (
    Section,
    SphereLineParams,
    crosses,
    marked,
    nearest_time,
    section,
    shown_roots,
    too_short,
)

CAPTION = "Seen along the line"
_LINE: Vec2 = (0.0, 0.0)
_BELOW, _ABOVE, _LEFT, _RIGHT = (0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)


def draw(p: SphereLineParams, e: SweptSphereLine, out: DrawList) -> None:
    """Draw the plane across the line, quantity by quantity."""
    plane = section(e)
    out.add(*_given(p, e, plane), *_vectors(p, e, plane), *_surface(p, plane))
    if crosses(e):
        out.add(*_nearest(p, plane), *_chord(p, e, plane))
    out.add(*_answer(p, e, plane))


def _given(p: SphereLineParams, e: SweptSphereLine, plane: Section) -> Iterator[Record]:
    """Yield line, sphere and way as they look from here."""
    dot, name = Dot(_LINE, 5.0), Label(_LINE, "line", _LEFT)
    yield from marked(Role.OBSTACLE, "line", 0, dot, name)
    center = plane.center(p.t)
    yield from marked(
        Role.MOVER,
        "sphere",
        0,
        Circle(center, p.radius, fill=0.12, width=2.0),
        Dot(center, 4.0),
        Label(center, "S", _RIGHT),
    )
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
    if not too_short(p, now):
        arrow, name = Arrow(now, _LINE, width=3.0), Label(_half(now, _LINE), "N", _LEFT)
        yield from marked(Role.NORMAL, "N", 2, arrow, name)
    if not too_short(p, first):
        thin = Arrow(first, _LINE, width=1.5, alpha=0.6)
        name = Label(_half(first, _LINE), "C", _LEFT)
        yield from marked(Role.NORMAL, "C", 3, thin, name)
    if not crosses(e):
        return
    if not too_short(p, last):
        thin = Arrow(last, _LINE, width=1.5, alpha=0.6)
        yield from marked(Role.NORMAL, "N1", 3, thin)
    whole = Arrow(last, first, width=1.5, alpha=0.7)
    yield from marked(Role.CONSTRUCTION, "A", 3, whole)
    if p.t > 0.0:
        part, name = (
            Arrow(now, first, width=3.0),
            Label(_half(now, first), "tA", _RIGHT),
        )
        yield from marked(Role.CONSTRUCTION, "tA", 3, part, name)


def _surface(p: SphereLineParams, plane: Section) -> Iterator[Record]:
    """Yield r on the way of N, and what is left of N or overlaps."""
    center = plane.center(p.t)
    reach = math.hypot(*center)
    if too_short(p, center):
        return
    share = p.radius / reach
    surface = center[0] * (1.0 - share), center[1] * (1.0 - share)
    if p.radius > 0.0:
        radius = Segment(center, surface, width=1.5)
        yield from marked(Role.MOVER, "radius", 4, radius, Dot(surface, 3.0))
    gap = Segment(surface, _LINE, width=2.0, dashed=True)
    yield from marked(Role.CONSTRUCTION, "gap", 4, gap)


def _nearest(p: SphereLineParams, plane: Section) -> Iterator[Record]:
    """Yield C's shadow on the way, and h, how far from the line the way passes."""
    near = (plane.height, 0.0)
    shadow = Segment(plane.center(0.0), near, width=4.5, alpha=0.4)
    yield from marked(Role.ACCENT, "shadow", 4, shadow)
    yield from marked(
        Role.CONSTRUCTION,
        "reach",
        5,
        Circle(_LINE, p.radius, width=1.25, dashed=True),
        Line(near, _BELOW, width=1.0, alpha=0.5, dashed=True),
    )
    if too_short(p, near):
        yield from marked(Role.ACCENT, "h", 5, Dot(near, 3.5, Marker.SQUARE))
        return
    yield from marked(
        Role.ACCENT,
        "h",
        5,
        Segment(near, _LINE, width=2.5),
        RightAngle(near, _ABOVE, _LEFT, size=8.0, width=1.25),
        Label(_half(near, _LINE), "h", _BELOW),
    )


def _chord(p: SphereLineParams, e: SweptSphereLine, plane: Section) -> Iterator[Record]:
    """Yield the touches, at the ends of the chord that the way cuts from the circle."""
    roles = {"t_enter": Role.ENTER, "t_exit": Role.EXIT}
    # What is too far off for any float is not in the picture.
    roots = [(key, t) for key, t in shown_roots(e) if math.isfinite(t)]
    for key, t in roots:
        at, alpha = plane.center(t), 1.0 if 0.0 <= t <= 1.0 else 0.5
        yield from marked(
            roles[key],
            key,
            6,
            Circle(at, p.radius, width=1.25, alpha=0.7 * alpha),
            Dot(at, 5.5, Marker.RING, alpha=alpha),
            Label(at, f"t = {show(t, 2)}", _RIGHT),
        )
    if len(roots) == 2:
        half = Segment((plane.height, 0.0), plane.center(roots[1][1]), width=4.5)
        yield from marked(Role.EXIT, "half_chord", 6, half)


def _answer(
    p: SphereLineParams, e: SweptSphereLine, plane: Section
) -> Iterator[Record]:
    """Yield where the sphere is when it touches, or nearest; the line as hit or not."""
    if e.hit:
        way = Segment(plane.center(float(e.t)), _LINE, width=1.75, dashed=True)
        yield from marked(Role.HIT, "contact", 7, way, Dot(_LINE, 6.5))
        return
    way = Segment(plane.center(nearest_time(e)), _LINE, width=1.75, dashed=True)
    cross = Dot(_LINE, 6.0, Marker.CROSS)
    yield from marked(Role.MISS, "nearest", 5, way, cross)


def _half(a: Vec2, b: Vec2) -> Vec2:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
