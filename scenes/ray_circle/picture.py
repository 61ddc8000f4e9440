"""Picture of article 1's scene: a ray and a circle."""

import math

import playground.scene as sc
from playground.collision import RayCircle
from playground.scene.shapes_with_labels import (
    arrow_with_label,
    point_with_label,
    segment_with_label,
)
from scenes.ray_circle.answer import Ray, of
from scenes.ray_circle.params import RIM, N, RayCircleParams


def sketch(p: RayCircleParams, out: sc.DrawList) -> None:
    """Append the circle and the ray's origin, which need no direction."""
    center, rim = p.center, sc.point_along(p.center, RIM, p.radius)
    out.add(sc.Circle(center, p.radius, fill=0.12), symbol=N.circle)
    out.add(*point_with_label(center, "O", (0.3, 1.0)), symbol=N.O)
    name = "r" if p.radius else "r = 0"
    out.add(sc.Segment(center, rim, width=1.5, alpha=0.7), symbol=N.r)
    out.add(sc.Label(sc.midpoint(center, rim), name, (-1.0, -1.0), gap=6.0), symbol=N.r)
    out.add(*point_with_label(p.origin, "A", (-0.6, 1.0)), symbol=N.A)


def draw(p: RayCircleParams, e: RayCircle, out: sc.DrawList) -> None:
    """Append the picture of a ray and a circle."""
    v, origin, ahead, closest = of(p, e), p.origin, p.forward, sc.xy(e.closest)
    sketch(p, out)
    # M · V, as the segment from the nearest point to the origin.
    name, look = (
        f"M·V/|V| = {sc.format_number(sc.dot(p.offset, ahead))}",
        {"width": 9.0, "alpha": 0.5},
    )
    out.add(
        *segment_with_label(closest, origin, name, _away(v), **look), symbol=N.along
    )
    behind = sc.Line(origin, ahead, -math.inf, 0.0, width=1.5, alpha=0.55, dashed=True)
    out.add(behind, symbol=N.behind)
    out.add(sc.Line(origin, ahead, 0.0), symbol=N.ray)
    if v.e.hit:
        out.add(sc.Segment(origin, v.e.point, width=3.0), symbol=N.point)
    # V's label is on the circle's side: the first normal leans to the other one.
    tip, side = sc.point_along(origin, p.direction), sc.perpendicular(ahead)
    side = side if sc.dot(side, p.offset) <= 0.0 else (ahead[1], -ahead[0])
    # An arrow of length 0 has only its label.
    out.add(*([sc.Arrow(origin, tip, width=4.0)] if tip != origin else []), symbol=N.V)
    out.add(sc.Label(tip, "V", side), symbol=N.V)
    # M's label is on the side away from the ray.
    (x, y), side = p.offset, (p.offset[1], -p.offset[0])
    side = side if sc.dot(side, ahead) * sc.dot((x, y), ahead) >= 0.0 else (-y, x)
    look = {"width": 1.5, "alpha": 0.6}
    out.add(*arrow_with_label(p.center, origin, "M", side, **look), symbol=N.M)
    _approach(v, out)
    _discriminant(v, out)
    out.add(_deciding(v), first_step=6)
    if v.e.hit:
        out.add(sc.Dot(v.e.point, 11.0, sc.Marker.RING), symbol=N.point)
    elif not v.e.line_meets:
        cross = sc.Dot(closest, 7.0, sc.Marker.CROSS)
        out.add(cross, symbol=N.closest, role=sc.Role.MISS, first_step=8)
    _crossings(v, out)
    _normals(v, out)


def _away(v: Ray) -> sc.Vec2:
    """Return the direction perpendicular to the ray, away from the circle."""
    (x, y), (cx, cy), unit = v.e.closest, v.p.center, v.p.forward
    return (x - cx, y - cy) if (x, y) != (cx, cy) else (unit[1], -unit[0])


def _approach(v: Ray, out: sc.DrawList) -> None:
    """Append the nearest point and its distance, perpendicular to the ray."""
    closest, center, unit = v.e.closest, v.p.center, v.p.forward
    back, ring = (-unit[0], -unit[1]), sc.Dot(closest, 5.0, sc.Marker.RING)
    if v.distance <= 1e-9 * v.p.extent:
        out.add(ring, symbol=N.closest)
        text = f"D = {sc.format_number(v.distance)}"
        out.add(sc.Label(closest, text, back, size=0.87), symbol=N.D)
        return
    side, name = segment_with_label(
        closest, center, f"D = {sc.format_number(v.distance)}", unit
    )
    square = sc.RightAngle(closest, sc.xy(sc.sub(center, closest)), back, width=1.5)
    out.add(side, square, name, symbol=N.D)
    out.add(ring, symbol=N.closest)


def _discriminant(v: Ray, out: sc.DrawList) -> None:
    """Append half the chord, or a mark for a touch or a gap."""
    closest, center, enter = v.e.closest, v.p.center, v.e.point_enter
    if v.e.discriminant > 0.0:
        spoke = sc.Segment(center, enter, width=1.2, dashed=True)
        out.add(spoke, symbol=N.r, first_step=6, derivation=True)
        out.add(sc.Segment(closest, enter, width=4.0), symbol=N.half_chord)
        other_half = sc.Segment(closest, v.e.point_exit, width=4.0, alpha=0.4)
        out.add(other_half, symbol=N.half_chord, first_step=7)
        # Near the middle of the chord, where the label is clear of the circle.
        label_anchor = sc.point_along(closest, sc.xy(sc.sub(enter, closest)), 0.25)
        root = f"√s = {sc.format_number(math.sqrt(v.e.discriminant))}"
        out.add(sc.Label(label_anchor, root, _away(v), size=0.87), symbol=N.half_chord)
    elif v.e.line_meets:
        mark = sc.Dot(closest, 8.0, sc.Marker.DIAMOND)
        name = sc.Label(closest, sc.message("s = 0: touch"), _away(v), size=0.87)
        out.add(mark, name, symbol=N.half_chord, role=sc.Role.HIT, derivation=False)
    else:
        # The distance is 0 if its square underflows; the gap is then invisible.
        share = v.p.radius / v.distance if v.distance else 0.0
        rim = sc.point_along(center, sc.xy(sc.sub(closest, center)), share)
        gap_text = v.format_text("s < 0: gap {gap}")
        out.add(
            *segment_with_label(rim, closest, gap_text, v.p.forward, width=4.0),
            symbol=N.gap,
        )


def _deciding(v: Ray) -> sc.MagnifierTarget:
    """Return the magnifier's target: line and circle, or the origin and the exit."""
    e, p = v.e, v.p
    if e.line_meets and (v.first == "exit" or not e.hit):
        if e.t_exit == 0.0:
            return sc.MagnifierTarget(
                e.point_exit, e.point_exit, sc.message("t = 0: touch")
            )
        way = sc.format_number(math.dist(p.origin, e.point_exit))
        decision_text = sc.message(
            "ahead by {way}" if e.hit else "behind by {way}", way=way
        )
        return sc.MagnifierTarget(p.origin, e.point_exit, decision_text)
    if v.touches:
        return sc.MagnifierTarget(e.closest, e.closest, sc.message("s = 0: touch"))
    direction = (
        sc.xy(sc.sub(e.closest, p.center))
        if v.distance
        else sc.perpendicular(p.forward)
    )
    rim = sc.point_along(p.center, direction, p.radius / math.hypot(*direction))
    inside = f"r − D = {sc.format_number(p.radius - v.distance)}"
    return sc.MagnifierTarget(
        rim, e.closest, inside if e.line_meets else v.format_text("gap {gap}")
    )


def _crossings(v: Ray, out: sc.DrawList) -> None:
    """Append both crossings of the line; those behind the origin are crossed out."""
    x, y = v.p.forward
    for which, t, position, (nx, ny) in v.crossings:
        side, name, ahead = (
            math.copysign(0.6, x * ny - y * nx),
            N[f"t_{which}"],
            t >= 0.0,
        )
        mark = sc.Dot(position, 6.0, sc.Marker.DISC if ahead else sc.Marker.CROSS)
        time = sc.Label(position, v.time_is(t), (nx - side * y, ny + side * x))
        out.add(mark, time, symbol=name, role=name.role if ahead else sc.Role.MUTED)


def _normals(v: Ray, out: sc.DrawList) -> None:
    """Append the normals, with labels for the first contact."""
    length = 0.4 * max(v.p.radius, math.hypot(*v.p.offset) / 5) or 1.0
    for which, t, position, way in v.crossings:
        tip, name = sc.point_along(position, way, length), N[f"normal_{which}"]
        alpha = 1.0 if t >= 0.0 else 0.4
        out.add(sc.Arrow(position, tip, width=2.5, alpha=alpha), symbol=name)
        if v.e.hit and which == v.first:
            out.add(sc.Label(tip, "n", way, alpha=alpha), symbol=name, derivation=True)
            c = sc.Label(position, "C", (way[1], -way[0]), alpha=alpha)
            out.add(c, symbol=N.point, first_step=9, derivation=True)
