"""Picture of article 4's scene: a moving sphere and a line, also seen along the line.

In the view along the line, where it is a point, everything that decides is in one
plane: N(t) closes a triangle with C and t A, the projection of C onto the path is beta
/ |A|, and the root is half a chord.
"""

import math

import playground.scene as sc
from playground.collision import SweptSphereLine
from playground.scene.shapes_with_labels import point_with_label
from scenes.sphere_line.answer import MovingSphere, format_time, is_near_step, of
from scenes.sphere_line.params import N, SphereLineParams

_UP: sc.Vec3 = (0.0, 1.0, 0.0)

# Coordinates in the view along the line.
_LINE: sc.Vec2 = (0.0, 0.0)
_BELOW, _ABOVE, _LEFT, _RIGHT = (0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0)


def draw(p: SphereLineParams, e: SweptSphereLine, out: sc.DrawList) -> None:
    """Append the picture in space, and the plane perpendicular to the line."""
    v = of(p, e)
    _line(p, out)
    _step(p, out)
    center, _ = v.ends(p.t)
    _moving_sphere(p, center, out)
    # The centre, with which the derivation starts, and its label.
    out.add(sc.Dot(center, 5.0), symbol=N.point)
    out.add(sc.Label(center, "S", _UP), symbol=N.name)
    _perpendicular(v, out)
    _change(v, out)
    _surface(v, out)
    _nearest(v, out)
    _touches(v, out)
    _place(v, out)
    view = out.view(sc.message("Seen along the line"))
    _section_bodies(v, view)
    _vectors(v, view)
    _plane_surface(v, view)
    _chord(v, view)
    _answer(v, view)
    _deciding(v, view)


def sketch(p: SphereLineParams, out: sc.DrawList) -> None:
    """Append the step of a sphere whose line has no direction."""
    out.add(*point_with_label(p.line_point, "Q", _UP, 5.0), symbol=N.line)
    _step(p, out)
    _moving_sphere(p, sc.xyz(p.center(p.t)), out)


def _line(p: SphereLineParams, out: sc.DrawList) -> None:
    out.add(
        sc.Line(p.line_point, p.unit_direction, width=3.0),
        sc.Arrow(p.line_point, _point_along(p.line_point, p.line_direction), width=3.5),
        *point_with_label(p.line_point, "Q", (0.0, -1.0, 0.0), 5.0),
        symbol=N.line,
    )


def _step(p: SphereLineParams, out: sc.DrawList) -> None:
    """Append the sphere's path: its start, its end, and the swept volume."""
    out.add(sc.Sphere(p.start, p.radius, alpha=0.2), symbol=N.start)
    if p.start == p.end:
        return
    out.add(sc.Sphere(p.end, p.radius, alpha=0.14), symbol=N.end)
    swept = sc.Capsule(p.start, p.end, p.radius, alpha=0.09)
    out.add(swept, sc.Arrow(p.start, p.end, width=1.75, alpha=0.75), symbol=N.step)


def _moving_sphere(p: SphereLineParams, center: sc.Vec3, out: sc.DrawList) -> None:
    x, y, z = center
    text = "S(t)" if p.start != p.end else "S"
    label = sc.Label((x, y + p.radius, z), text, _UP, gap=8.0)
    out.add(sc.Sphere(center, p.radius), label, symbol=N.sphere)


def _perpendicular(v: MovingSphere, out: sc.DrawList) -> None:
    """Append N(t) and its foot, u V from Q: the projection of S - Q onto the line."""
    p, (center, foot) = v.p, v.ends(v.p.t)
    if center != p.line_point:
        offset = sc.Arrow(p.line_point, center, width=1.25, alpha=0.6)
        out.add(offset, symbol=N.offset)
    line_end = _point_along(p.line_point, p.unit_direction)
    out.add(sc.Arrow(p.line_point, line_end, width=2.5), symbol=N.V)
    out.add(sc.Segment(p.line_point, foot, width=5.0, alpha=0.55), symbol=N.u)
    out.add(sc.Dot(foot, 4.5, sc.Marker.DIAMOND), sc.Label(foot, "H"), symbol=N.foot)
    back = _from_to(foot, center)
    if v.too_short(back):
        return
    out.add(
        sc.Arrow(center, foot, width=3.0),
        sc.RightAngle(foot, back, p.unit_direction, size=11.0, width=1.5),
        sc.Label(_point_along(foot, back, 0.5), "N", (-1.0, 0.0, 0.0)),
        symbol=N.N,
    )


def _change(v: MovingSphere, out: sc.DrawList) -> None:
    """Append N(0) = C and N(1), between which N is linear in time."""
    if v.p.start == v.p.end:
        return
    vectors = (N.C, *v.ends(0.0)), (N.N1, *v.ends(1.0))
    for symbol, tail, foot in vectors:
        if not v.too_short(_from_to(tail, foot)):
            out.add(sc.Arrow(tail, foot, width=1.5, alpha=0.55), symbol=symbol)
    (*_, first), (*_, last) = vectors
    ends = sc.Segment(first, last, width=2.0, dashed=True)
    out.add(ends, symbol=N.foot, role=sc.Role.CONSTRUCTION, first_step=4)


def _surface(v: MovingSphere, out: sc.DrawList) -> None:
    """Append r along N, and the rest of N, a gap or an overlap."""
    p, (center, foot) = v.p, v.ends(v.p.t)
    normal = _from_to(center, foot)
    if v.too_short(normal):
        return
    surface = _point_along(center, normal, p.radius / math.hypot(*normal))
    if p.radius > 0.0:
        mark = sc.Dot(surface, 3.5, sc.Marker.SQUARE)
        out.add(sc.Segment(center, surface), mark, symbol=N.radius)
    out.add(sc.Segment(surface, foot, width=2.0, dashed=True), symbol=N.gap)


def _touches(v: MovingSphere, out: sc.DrawList) -> None:
    """Append the sphere at both roots, fainter where they lie outside the step."""
    for key, t in v.touches:
        if not is_near_step(t):
            continue
        (center, foot), inside = v.ends(t), 0.0 <= t <= 1.0
        ball = sc.Sphere(center, v.p.radius, alpha=0.3 if inside else 0.13)
        mark = sc.Dot(foot, 4.0, sc.Marker.RING, alpha=1.0 if inside else 0.5)
        out.add(ball, mark, symbol=N[key])
        if not inside:
            end = v.p.start if t < 0.0 else v.p.end
            way = sc.Segment(end, center, width=1.25, dashed=True, alpha=0.6)
            out.add(way, symbol=N[key])


def _place(v: MovingSphere, out: sc.DrawList) -> None:
    """Append the contact point, its time, and the radius to it."""
    if not v.e.hit:
        return
    contact = v.e.contact
    out.add(
        sc.Segment(v.e.center, contact, width=1.75, dashed=True),
        sc.Dot(contact, 6.5),
        sc.Label(contact, f"t = {v.t}", (1.0, -0.4, 0.0), gap=14.0),
        symbol=N.contact,
    )


def _nearest(v: MovingSphere, out: sc.DrawList) -> None:
    """Append the nearest approach within the step; for a miss, the gap."""
    center, foot = v.ends(v.nearest)
    way = sc.Segment(center, foot, width=1.75, dashed=True)
    if v.e.hit:
        out.add(way, symbol=N.nearest)
        return
    cross = sc.Dot(foot, 6.0, sc.Marker.CROSS)
    label = sc.Label(foot, v.format_text("gap {gap}"), (1.0, -0.4, 0.0), gap=14.0)
    out.add(way, cross, label, symbol=N.nearest, role=sc.Role.MISS)


def _section_bodies(v: MovingSphere, out: sc.DrawList) -> None:
    """Append line, sphere and path in the view along the line.

    A prediction shows only the givens: this view would reveal the answer.
    """
    radius, center = v.p.radius, v.center_across(v.p.t)
    name = sc.Label(_LINE, sc.message("line"), _LEFT)
    out.add(sc.Dot(_LINE, 5.0), name, symbol=N.line, first_step=1)
    ball = sc.Circle(center, radius, fill=0.12, width=2.0)
    out.add(ball, symbol=N.sphere, first_step=1)
    out.add(*point_with_label(center, "S", _RIGHT), symbol=N.point, derivation=False)
    if not v.crossing:
        return
    ends = v.center_across(0.0), v.center_across(1.0)
    for symbol, end in zip((N.start, N.end), ends, strict=True):
        ball = sc.Circle(end, radius, width=1.0, alpha=0.35)
        out.add(ball, sc.Dot(end, 3.0), symbol=symbol, first_step=1)
    out.add(sc.Segment(*ends, width=1.25, alpha=0.75), symbol=N.step, first_step=1)


def _vectors(v: MovingSphere, out: sc.DrawList) -> None:
    """Append N(t) and its two parts: t A, back to the start, and C."""
    first, current, last = map(v.center_across, (0.0, v.p.t, 1.0))
    if not v.too_short(current):
        name = sc.Label(sc.midpoint(current, _LINE), "N", _LEFT)
        out.add(sc.Arrow(current, _LINE, width=3.0), name, symbol=N.N)
    if not v.too_short(first):
        name = sc.Label(sc.midpoint(first, _LINE), "C", _LEFT)
        out.add(sc.Arrow(first, _LINE, width=1.5, alpha=0.6), name, symbol=N.C)
    if not v.crossing:
        return
    if not v.too_short(last):
        out.add(sc.Arrow(last, _LINE, width=1.5, alpha=0.6), symbol=N.N1)
    out.add(sc.Arrow(last, first, width=1.5, alpha=0.7), symbol=N.A)
    if v.p.t > 0.0:
        name = sc.Label(sc.midpoint(current, first), "t·A", _RIGHT)
        out.add(sc.Arrow(current, first, width=3.0), name, symbol=N.tA)


def _plane_surface(v: MovingSphere, out: sc.DrawList) -> None:
    """Append r along N, and the rest of N, a gap or an overlap."""
    center, radius = v.center_across(v.p.t), v.p.radius
    if v.too_short(center):
        return
    surface = _shorten_vector(center, radius)
    if radius > 0.0:
        line, mark = sc.Segment(center, surface, width=1.5), sc.Dot(surface, 3.0)
        out.add(line, mark, symbol=N.radius, role=sc.Role.MOVER)
    out.add(sc.Segment(surface, _LINE, width=2.0, dashed=True), symbol=N.gap)


def _chord(v: MovingSphere, out: sc.DrawList) -> None:
    """Append the projection of C onto the path, h, and the touches.

    The touches are the ends of a chord that the path cuts from the circle of radius r
    about the line, at the distance h from it.
    """
    if not v.crossing:
        return
    radius, near = v.p.radius, (v.e.closest_distance, 0.0)
    shadow = sc.Segment(v.center_across(0.0), near, width=4.5, alpha=0.4)
    out.add(shadow, symbol=N.shadow)
    reach = sc.Circle(_LINE, radius, width=1.25, dashed=True)
    level = sc.Line(near, _BELOW, width=1.0, alpha=0.5, dashed=True)
    out.add(reach, level, symbol=N.reach)
    if v.too_short(near):
        out.add(sc.Dot(near, 3.5, sc.Marker.SQUARE), symbol=N.h)
    else:
        corner = sc.RightAngle(near, _ABOVE, _LEFT, size=8.0, width=1.25)
        name = sc.Label(sc.midpoint(near, _LINE), "h", _BELOW)
        out.add(sc.Segment(near, _LINE, width=2.5), corner, name, symbol=N.h)
    # Touches at infinite times are not drawn.
    roots = [(key, t) for key, t in v.touches if math.isfinite(t)]
    for key, t in roots:
        center, alpha = v.center_across(t), 1.0 if 0.0 <= t <= 1.0 else 0.5
        out.add(
            sc.Circle(center, radius, width=1.25, alpha=0.7 * alpha),
            sc.Dot(center, 5.5, sc.Marker.RING, alpha=alpha),
            sc.Label(center, f"t = {format_time(t)}", _RIGHT),
            symbol=N[key],
        )
    if len(roots) == 2:
        half = sc.Segment(near, v.center_across(roots[1][1]), width=4.5)
        out.add(half, symbol=N.half_chord)


def _answer(v: MovingSphere, out: sc.DrawList) -> None:
    """Append the sphere's position at the touch, or at the nearest approach."""
    center = v.center_across(v.e.t if v.e.hit else v.nearest)
    way = sc.Segment(center, _LINE, width=1.75, dashed=True)
    if v.e.hit:
        out.add(way, sc.Dot(_LINE, 6.5), symbol=N.contact, first_step=8)
    else:
        cross = sc.Dot(_LINE, 6.0, sc.Marker.CROSS)
        out.add(way, cross, symbol=N.nearest, role=sc.Role.MISS)


def _deciding(v: MovingSphere, out: sc.DrawList) -> None:
    """Append the least distance of the surface from the line, or the depth."""
    center = v.center_across(v.nearest)
    if v.too_short(center):
        return
    end = _shorten_vector(center, v.p.radius)
    text = v.format_text("depth {depth}" if v.e.hit else "gap {gap}")
    if v.e.hit and v.gap == 0.0:
        text, end = sc.message("touch"), _LINE
    out.add(sc.MagnifierTarget(end, _LINE, text), first_step=6)


def _from_to(a: sc.Vec3, b: sc.Vec3) -> sc.Vec3:
    return b[0] - a[0], b[1] - a[1], b[2] - a[2]


def _point_along(at: sc.Vec3, step: sc.Vec3, times: float = 1.0) -> sc.Vec3:
    """Return the point `times` steps from `at`."""
    x, y, z = step
    return at[0] + x * times, at[1] + y * times, at[2] + z * times


def _shorten_vector(vector: sc.Vec2, length: float) -> sc.Vec2:
    """Return a vector shortened by `length` at its end."""
    share_left = 1.0 - length / math.hypot(*vector)
    return vector[0] * share_left, vector[1] * share_left
