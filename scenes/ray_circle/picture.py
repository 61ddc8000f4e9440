"""The picture of a ray and a circle, quantity by quantity."""

import math
from typing import Any

import numpy as np

from playground.collision import RayCircle
from playground.language import message
from playground.scene import (
    Arrow,
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
    Vec2,
    along,
    aside,
    between,
    dot,
    show,
    sub,
    xy,
)
from scenes.ray_circle.answer import (
    crossings,
    first_crossing,
    line_distance,
    normals,
    time_digits,
    time_is,
    touches,
)
from scenes.ray_circle.params import RIM, RayCircleParams


def draw(p: RayCircleParams, e: RayCircle, out: DrawList) -> None:
    """Append the whole picture; `since` counts the steps of the derivation."""
    sketch(p, out)
    out.add(*_projection(p, e), since=4)
    out.add(*_ray(p))
    out.add(*_way(p, e), since=8)
    out.add(*_direction(p))
    out.add(*_offset(p), since=3)
    out.add(*_approach(p, e), since=5)
    out.add(*_discriminant(p, e), since=6)
    out.add(_deciding(p, e), since=6)
    out.add(*_first_contact(p, e), since=8)
    out.add(*_roots(p, e), since=7)
    out.add(*_arrows(p, e), since=9)


def sketch(p: RayCircleParams, out: DrawList) -> None:
    """Append what needs no direction: the circle and the start."""
    out.add(*_circle(p), *_start(p))


def _circle(p: RayCircleParams) -> list[Record]:
    records: list[Record] = [
        Circle(p.center, p.radius, role=Role.OBSTACLE, fill=0.12, key="circle"),
        Dot(p.center, role=Role.OBSTACLE, size=4.0, key="O"),
        Label(p.center, "O", toward=(0.3, 1.0), role=Role.OBSTACLE, key="O"),
    ]
    rim = along(p.center, RIM, p.radius)
    return [
        *records,
        Segment(
            p.center, rim, role=Role.OBSTACLE, width=1.5, alpha=0.7, key="r", since=2
        ),
        Label(
            between(p.center, rim),
            "r" if p.radius else "r = 0",
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
    unit = p.forward
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
    unit, tip = p.forward, along(p.origin, p.direction)
    side, away = aside(unit), p.offset
    # On the circle's side: the first normal leans to the other one.
    if dot(side, away) > 0.0:
        side = unit[1], -unit[0]
    name = Label(tip, "V", toward=side, role=Role.MOVER, key="V")
    # One that is too short to be seen has only its name.
    if tip == p.origin:
        return [name]
    return [Arrow(p.origin, tip, role=Role.MOVER, width=4.0, key="V"), name]


def _offset(p: RayCircleParams) -> list[Record]:
    """Return M, from the circle's centre to the ray's start."""
    faint = dict[str, Any](role=Role.CONSTRUCTION, key="M", derivation=True)
    if p.center == p.origin:
        return [Label(p.origin, "M = 0", toward=(1.0, -1.0), size=0.87, **faint)]
    away = p.offset
    side = away[1], -away[0]
    # On the side that the ray does not take.
    unit = p.forward
    if dot(side, unit) * dot(away, unit) < 0.0:
        side = -away[1], away[0]
    return [
        Arrow(p.center, p.origin, width=1.5, alpha=0.6, **faint),
        Label(between(p.center, p.origin), "M", toward=side, size=0.87, **faint),
    ]


def _projection(p: RayCircleParams, e: RayCircle) -> list[Record]:
    """Return M · V, as the way from the nearest approach to the start."""
    closest = xy(e.closest)
    band = dict[str, Any](role=Role.INK, key="along", derivation=True)
    unit = p.forward
    side = _aside(p, e)
    return [
        Segment(closest, p.origin, width=9.0, alpha=0.5, **band),
        Label(
            between(closest, p.origin),
            f"M·V/|V| = {show(dot(p.offset, unit))}",
            toward=side,
            size=0.87,
            **band,
        ),
    ]


def _aside(p: RayCircleParams, e: RayCircle) -> Vec2:
    """Return the direction across the ray that leads away from the circle."""
    away, unit = xy(e.closest), p.forward
    away = away[0] - p.center[0], away[1] - p.center[1]
    return away if any(away) else (unit[1], -unit[0])


def _approach(p: RayCircleParams, e: RayCircle) -> list[Record]:
    """Return the nearest approach and its distance, square to the ray."""
    closest, distance = xy(e.closest), float(line_distance(p, e))
    side = dict[str, Any](role=Role.CONSTRUCTION, key="D")
    ring = Dot(
        closest, role=Role.CONSTRUCTION, size=5.0, marker=Marker.RING, key="closest"
    )
    unit = p.forward
    back = -unit[0], -unit[1]
    if distance <= 1e-9 * p.extent:
        return [ring, Label(closest, "D = 0", toward=back, size=0.87, **side)]
    across = p.center[0] - closest[0], p.center[1] - closest[1]
    return [
        Segment(closest, p.center, width=2.0, **side),
        RightAngle(closest, across, back, width=1.5, **side),
        Label(
            between(closest, p.center),
            f"D = {show(distance)}",
            toward=unit,
            size=0.87,
            **side,
        ),
        ring,
    ]


def _discriminant(p: RayCircleParams, e: RayCircle) -> list[Record]:
    """Return its root as half the chord, or its sign as a touch or a gap."""
    closest, unit = xy(e.closest), p.forward
    if e.discriminant > 0.0:
        return _half_chord(p, e)
    if e.line_meets:
        touch = dict[str, Any](role=Role.HIT, key="half_chord")
        name = message("s = 0: touch")
        return [
            Dot(closest, size=8.0, marker=Marker.DIAMOND, **touch),
            Label(closest, name, toward=_aside(p, e), size=0.87, **touch),
        ]
    distance = float(line_distance(p, e))
    gap = distance - p.radius
    # A distance whose square is no float is 0; the gap is then too small to show.
    share = p.radius / distance if distance else 0.0
    toward = closest[0] - p.center[0], closest[1] - p.center[1]
    rim = along(p.center, toward, share)
    miss = dict[str, Any](role=Role.MISS, key="gap")
    return [
        Segment(rim, closest, width=4.0, **miss),
        Label(
            between(rim, closest),
            message("s < 0: gap {gap}", gap=show(gap)),
            toward=unit,
            size=0.87,
            **miss,
        ),
    ]


def _deciding(p: RayCircleParams, e: RayCircle) -> Gap:
    """Return what decides: line against circle, or the start against the exit."""
    if e.line_meets and (first_crossing(e) == "exit" or not e.hit):
        leave = xy(e.point_exit)
        if e.t_exit == 0.0:
            return Gap(leave, leave, message("t = 0: touch"))
        way = show(math.dist(p.origin, leave))
        told = message("ahead by {way}" if e.hit else "behind by {way}", way=way)
        return Gap(p.origin, leave, told)
    closest, distance = xy(e.closest), float(line_distance(p, e))
    toward = xy(e.closest - np.asarray(p.center)) if distance else aside(p.forward)
    rim = along(p.center, toward, p.radius / math.hypot(*toward))
    if touches(e):
        return Gap(closest, closest, message("s = 0: touch"))
    if e.line_meets:
        return Gap(rim, closest, f"r − D = {show(p.radius - distance)}")
    gap = show(distance - p.radius)
    return Gap(rim, closest, message("gap {gap}", gap=gap))


def _half_chord(p: RayCircleParams, e: RayCircle) -> list[Record]:
    closest, enter = xy(e.closest), xy(e.point_enter)
    half = dict[str, Any](role=Role.ACCENT, key="half_chord", derivation=True)
    root = show(math.sqrt(e.discriminant))
    return [
        Segment(
            p.center,
            enter,
            role=Role.OBSTACLE,
            width=1.2,
            dashed=True,
            key="r",
            derivation=True,
        ),
        Segment(closest, enter, width=4.0, **half),
        Segment(closest, xy(e.point_exit), width=4.0, alpha=0.4, since=7, **half),
        Label(
            # Where the circle is wide, so that its line keeps clear.
            along(closest, xy(sub(enter, closest)), 0.25),
            f"√s = {root}",
            toward=_aside(p, e),
            size=0.87,
            **half,
        ),
    ]


def _roots(p: RayCircleParams, e: RayCircle) -> list[Record]:
    """Return both crossings of the line; those behind the start are crossed out."""
    records: list[Record] = []
    unit, digits = p.forward, time_digits(e)
    for index, (key, t, at) in enumerate(crossings(e)):
        role = (Role.ENTER, Role.EXIT)[index] if t >= 0.0 else Role.MUTED
        marker = Marker.DISC if t >= 0.0 else Marker.CROSS
        normal = xy(normals(p, e, np.asarray(at)))
        side = math.copysign(1.0, unit[0] * normal[1] - unit[1] * normal[0])
        toward = (normal[0] - side * unit[1] * 0.6, normal[1] + side * unit[0] * 0.6)
        records += [
            Dot(at, role=role, size=6.0, marker=marker, key=key),
            Label(at, time_is(t, digits), toward=toward, role=role, key=key),
        ]
    return records


def _first_contact(p: RayCircleParams, e: RayCircle) -> list[Record]:
    if e.hit:
        at = xy(e.point)
        return [Dot(at, role=Role.HIT, size=11.0, marker=Marker.RING, key="point")]
    if e.line_meets:
        return []
    at = xy(e.closest)
    return [Dot(at, role=Role.MISS, size=7.0, marker=Marker.CROSS, key="closest")]


def _arrows(p: RayCircleParams, e: RayCircle) -> list[Record]:
    """Return the normals, the first contact's with its name and its point's."""
    length = 0.4 * max(p.radius, math.hypot(*p.offset) / 5) or 1.0
    records: list[Record] = []
    for key, t, at in crossings(e):
        way = xy(normals(p, e, np.asarray(at)))
        tip, look = along(at, way, length), dict[str, Any](role=Role.NORMAL)
        look |= {"key": f"normal{key[1:]}", "alpha": 1.0 if t >= 0.0 else 0.4}
        records.append(Arrow(at, tip, width=2.5, **look))
        if e.hit and key == f"t_{first_crossing(e)}":
            named = dict[str, Any](derivation=True)
            records.append(Label(tip, "n", toward=way, **look, **named))
            named |= {"role": Role.HIT, "key": "point"}
            records.append(Label(at, "C", toward=(way[1], -way[0]), **named))
    return records
