"""Picture of article 2's scene: the world, and the rectangle's frame."""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import playground.scene as sc
from playground.collision import CircleRect, RectFeature
from playground.scene.shapes_with_labels import point_with_label, segment_with_label
from scenes.circle_rect.answer import DiscAndRect, of
from scenes.circle_rect.derivation import CORNERS, NAMES, six
from scenes.circle_rect.params import FRAME, RIM, CircleRectParams, N

Add = Callable[..., None]
"""Type of a function that appends primitives to a view, such as `DrawList.add`."""


class _Pose(NamedTuple):
    """Circle and contact in one of the two views.

    The last two fields are the first steps of the contact and of the distance.
    """

    center: sc.Vec2
    closest: sc.Vec2
    normal: sc.Vec2
    closest_step: int
    distance_step: int


def draw(p: CircleRectParams, e: CircleRect, out: sc.DrawList) -> None:
    """Append the world, and next to it the frame in which the test is done."""
    v = of(p, e)
    out.caption = sc.message("World")
    _draw_world(v, out)
    _draw_frame(v, out.view(_caption(p), to_scale=True))


def _caption(p: CircleRectParams) -> str:
    if p.turned == 1.0:
        return sc.message("Rectangle's frame")
    turn_degrees = sc.format_number(round(-p.turned * math.degrees(p.angle)) + 0.0)
    return sc.message("World turned by {angle}°", angle=turn_degrees)


def add_to_frame(p: CircleRectParams, out: sc.DrawList) -> Add:
    """Return a function that appends primitives of the rectangle's frame.

    They are rotated by the angle that is not yet undone, and appear at the first step
    at the earliest: a prediction shows the world alone.
    """

    def add(
        *records: sc.Primitive, symbol: sc.Symbol, first_step: int = 0, **looks: Any
    ) -> None:
        step = first_step or symbol.first_step or 1
        rotated = rotate_into_frame(p, *records)
        out.add(*rotated, symbol=symbol, first_step=step, **looks)

    return add


def rotate_into_frame(
    p: CircleRectParams, *records: sc.Primitive
) -> list[sc.Primitive]:
    """Return primitives of the rectangle's frame, rotated by what is not undone."""
    left = (1.0 - p.turned) * p.angle
    return [
        _rotate_primitive(record, p.pivot, left) if left else record
        for record in records
    ]


# Fields of primitives that are positions and directions.
_PLACES = frozenset({"at", "center", "a", "b", "tail", "tip"})
_WAYS = frozenset({"direction", "toward"})
_ANGLES = frozenset({"angle", "start"})


def _rotate_primitive(
    record: sc.Primitive, pivot: sc.Vec2, angle: float
) -> sc.Primitive:
    """Return a primitive rotated about a pivot."""
    changes: dict[str, Any] = {}
    for name, value in vars(record).items():
        if name in _PLACES:
            changes[name] = sc.point_along(
                pivot, sc.xy(sc.rotate_vector(sc.sub(value, pivot), angle))
            )
        elif name in _WAYS:
            changes[name] = sc.xy(sc.rotate_vector(value, angle))
        elif name in _ANGLES and isinstance(record, sc.Rect | sc.Arc):
            changes[name] = value + angle
    return record.copy_with(**changes)


def _draw_world(v: DiscAndRect, out: sc.DrawList) -> None:
    """Append the world view."""
    p = v.p
    _rectangle(p, sc.xy(FRAME.to_world(p, p.rect_center)), p.angle, out.add)
    _disc(p, p.center, "C", N.C, out.add)
    out.add(*_radius(p, p.center), symbol=N.r)
    out.add(_arm(p, p.center), symbol=N.arm)
    _turn(p, out)
    pose = _Pose(p.center, v.e.closest, v.e.normal, 8, 8)
    _reach(v, pose, out.add)
    out.add(sc.MagnifierTarget(*_between(v, pose)), first_step=8)
    _normal(v, out)


def _draw_frame(v: DiscAndRect, out: sc.DrawList) -> None:
    """Append the rectangle's frame, as far as the rotation is undone."""
    p, add = v.p, add_to_frame(v.p, out)
    center, closest = v.e.local_center, v.local_closest
    add(*_side_lines(p), symbol=N.regions)
    _rectangle(p, p.rect_center, 0.0, add)
    _turn_back(p, out)
    _disc(p, center, "C′", N.local_center, add)
    # Its label is in the world, where there is room.
    add(*_radius(p, center)[:1], symbol=N.r)
    _offsets(v, add)
    _conditions(v, add)
    normal = sc.xy(sc.rotate_vector(v.e.normal, -p.angle))
    side = -normal[1], normal[0]
    name = sc.Label(sc.midpoint(closest, center), "d", side, size=0.87)
    add(name, symbol=N.distance, derivation=True)
    _reach(v, _Pose(center, closest, normal, 3, 5), add)


def _rectangle(p: CircleRectParams, center: sc.Vec2, angle: float, add: Add) -> None:
    """Append the rectangle, and its boundary expanded by the radius."""
    (w, h), r = p.half_extents, p.radius
    add(sc.Rect(center, (w, h), angle, fill=0.16), symbol=N.rectangle)
    look = {"width": 1.5, "alpha": 0.8, "dashed": True}
    rounded_rect = sc.Rect(center, (w + r, h + r), angle, rounding=r)
    add(rounded_rect, symbol=N.expanded, **look)
    add(sc.Dot(center, 4.0), symbol=N.K)


def _disc(
    p: CircleRectParams, center: sc.Vec2, name: str, symbol: sc.Symbol, add: Add
) -> None:
    add(sc.Circle(center, p.radius, fill=0.14), symbol=N.circle)
    add(*point_with_label(center, name, (-0.7, 1.0)), symbol=symbol)


def _radius(p: CircleRectParams, center: sc.Vec2) -> list[sc.Primitive]:
    rim, name = sc.point_along(center, RIM, p.radius), "r" if p.radius else "r = 0"
    return [
        sc.Segment(center, rim, width=1.5, alpha=0.6),
        sc.Label(sc.midpoint(center, rim), name, (1.0, -1.0), gap=6.0),
    ]


def _arm(p: CircleRectParams, end: sc.Vec2) -> sc.Segment:
    """Return the segment from the pivot to the circle."""
    return sc.Segment(p.pivot, end, width=1.2, alpha=0.7, dashed=True)


def _turn(p: CircleRectParams, out: sc.DrawList) -> None:
    """Append the pivot and the angle, from the horizontal to the rectangle's side."""
    reach = max(0.45 * max(p.half_extents), 0.3)
    level = sc.point_along(p.pivot, (1.0, 0.0), 1.25 * reach)
    halfway = sc.xy(sc.rotate_vector((reach, 0.0), p.angle / 2))
    if p.angle:
        for end in (level, FRAME.to_world(p, level)):
            side = sc.Segment(p.pivot, end, width=1.2, dashed=True)
            out.add(side.copy_with(role=sc.Role.CONSTRUCTION))
        out.add(sc.Arc(p.pivot, reach, 0.0, p.angle, fill=0.12), symbol=N.angle)
    middle = sc.point_along(p.pivot, halfway) if p.angle else p.pivot
    text = f"θ = {sc.format_number(math.degrees(p.angle))}°"
    out.add(sc.Label(middle, text, halfway, size=0.87), symbol=N.angle)
    out.add(*_pivot(p), symbol=N.P)


def _pivot(p: CircleRectParams) -> list[sc.Primitive]:
    return [sc.Dot(p.pivot, 5.0, sc.Marker.CROSS), sc.Label(p.pivot, "P", (-1.0, -0.6))]


def _turn_back(p: CircleRectParams, out: sc.DrawList) -> None:
    """Append the circle's path about the pivot into the rectangle's frame."""
    away, turn = sc.sub(p.center, p.pivot), -p.turned * p.angle
    center = sc.point_along(p.pivot, sc.xy(sc.rotate_vector(away, turn)))
    reach, start = math.hypot(*away), math.atan2(away[1], away[0])
    out.add(*_pivot(p), symbol=N.P, first_step=1)
    if p.angle == 0.0 or reach == 0.0:
        return
    old = sc.Circle(p.center, p.radius, width=1.2, alpha=0.4, dashed=True)
    out.add(old, symbol=N.C, first_step=1)
    out.add(_arm(p, p.center), _arm(p, center), symbol=N.arm)
    path = sc.Arc(p.pivot, reach, start, turn, width=1.5)
    out.add(path, symbol=N.angle, first_step=1)
    out.add(sc.Label(p.center, "C", alpha=0.6), symbol=N.C, first_step=1)


def _side_lines(p: CircleRectParams) -> list[sc.Primitive]:
    """Return the lines of the four sides, which separate inside, sides and corners."""
    (x, y), (w, h) = p.rect_center, p.half_extents
    lines = [((x + w, y), (0.0, 1.0)), ((x - w, y), (0.0, 1.0))]
    lines += [((x, y + h), (1.0, 0.0)), ((x, y - h), (1.0, 0.0))]
    return [sc.Line(anchor, way, width=1.0, alpha=0.4) for anchor, way in lines]


def _conditions(v: DiscAndRect, add: Add) -> None:
    """Append the regions of the article's six conditions, filled where true."""
    p = v.p
    (x, y), (w, h), r = p.rect_center, p.half_extents, p.radius
    for i, true in enumerate(six(p, v.answer).meant):
        symbol = N.test if true else N.tests
        look = {"width": 1.5, "alpha": 1.0 if true else 0.55}
        fill = 0.18 if true else 0.0
        if i < 2:
            size = (w, h + r) if i == 0 else (w + r, h)
            add(sc.Rect((x, y), size, 0.0, fill=fill), symbol=symbol, **look)
        else:
            x_sign, y_sign = CORNERS[i - 2]
            corner = x + x_sign * w, y + y_sign * h
            add(sc.Circle(corner, r, fill=fill), symbol=symbol, **look)
        add(sc.Label(_part(p, i), NAMES[i], gap=0.0, size=0.87), symbol=symbol)


def _part(p: CircleRectParams, index: int) -> sc.Vec2:
    """Return the middle of a region's part outside the rectangle."""
    (x, y), (w, h), r = p.rect_center, p.half_extents, p.radius
    if index == 0:
        return x, y + h + r / 2
    if index == 1:
        return x + w + r / 2, y
    x_sign, y_sign = CORNERS[index - 2]
    return x + x_sign * (w + r / 2), y + y_sign * (h + r / 2)


def _offsets(v: DiscAndRect, add: Add) -> None:
    """Append q, its clamped point, and its excess beyond the sides."""
    middle, (w, h) = v.p.rect_center, v.p.half_extents
    x, y = middle
    name = sc.Label(middle, "K", (-1.0, 1.0), size=0.87)
    add(name, symbol=N.K, first_step=2, derivation=True)
    add(
        sc.Segment((x, y), (x - w, y), width=1.5, alpha=0.7),
        sc.Segment((x, y), (x, y - h), width=1.5, alpha=0.7),
        sc.Label((x - w / 2, y), "hx", (0, -1), gap=6.0, size=0.87),
        sc.Label((x, y - h / 2), "hy", (1, 0), gap=6.0, size=0.87),
        symbol=N.h,
    )
    add(*_vector(middle, v.e.local_center, "q"), symbol=N.q)
    add(*_vector(middle, v.local_closest, "k"), symbol=N.k)
    _excess(v, add)


def _vector(tail: sc.Vec2, tip: sc.Vec2, name: str) -> list[sc.Primitive]:
    """Return an arrow with its label; for length 0 the label alone."""
    if tail == tip:
        return [sc.Label(tail, f"{name} = 0", size=0.87)]
    normal = tip[1] - tail[1], tail[0] - tip[0]
    return [
        sc.Arrow(tail, tip, width=1.8, alpha=0.6),
        sc.Label(sc.midpoint(tail, tip), name, normal, gap=6.0, size=0.87),
    ]


def _excess(v: DiscAndRect, add: Add) -> None:
    """Append segments from the lines of the nearest sides to the circle's centre.

    Positive ones, beyond the sides, are solid. At a corner both form a triangle with
    the distance.
    """
    (x, y), (w, h), center = v.p.rect_center, v.p.half_extents, v.e.local_center
    side = x + math.copysign(w, center[0] - x), y + math.copysign(h, center[1] - y)
    corner = v.feature is RectFeature.CORNER
    level = v.local_closest[1] if corner else center[1]
    ends = (
        ((side[0], level), (center[0], level), "ex", (0.0, -1.0)),
        ((center[0], side[1]), center, "ey", (1.0, 0.0)),
    )
    for (a, b, name, direction), excess_value in zip(ends, v.excess, strict=True):
        look = {"width": 2.0, "dashed": excess_value < 0.0, "alpha": 0.9}
        add(*segment_with_label(a, b, name, direction, 6.0, **look), symbol=N.excess)


def _reach(v: DiscAndRect, pose: _Pose, add: Add) -> None:
    """Append the closest point, the segment to it, and the overlap or gap.

    The overlap lies between the closest point and the circle's deepest point in the
    rectangle, the gap between the same two points.
    """
    step = max(pose.distance_step, 6)
    a, b, caption = _between(v, pose)
    if v.gap:
        look = {"role": v.role, "first_step": step}
        add(sc.Segment(a, b, width=5.0), symbol=N.depth, **look)
    # The world repeats it at its own step, with its own label.
    name = N.depth if step > 6 or v.gap == 0.0 else N.compared
    normal = pose.normal[1], -pose.normal[0]
    text = sc.Label(sc.midpoint(a, b), caption, normal, size=0.87)
    add(text, symbol=name, role=v.role, first_step=step)
    way = sc.Segment(pose.closest, pose.center, width=1.8)
    add(way, symbol=N.distance, first_step=pose.distance_step)
    mark = sc.Dot(pose.closest, 6.0, sc.Marker.DISC if v.e.hit else sc.Marker.CROSS)
    add(mark, symbol=N.closest, role=v.role, first_step=pose.closest_step)


def _between(v: DiscAndRect, pose: _Pose) -> tuple[sc.Vec2, sc.Vec2, str]:
    """Return the ends of the overlap or gap, and its text."""
    if v.gap == 0.0:
        return pose.closest, pose.closest, sc.message("g = 0: touch")
    deepest = sc.point_along(pose.center, pose.normal, -v.p.radius)
    caption = v.format_text("depth {depth}" if v.e.hit else "gap {gap}")
    return pose.closest, deepest, caption


def _normal(v: DiscAndRect, out: sc.DrawList) -> None:
    closest, (x, y) = v.e.closest, v.e.normal
    length = 0.6 * max(v.p.radius, 0.5 * max(v.p.half_extents)) or 1.0
    tip = sc.point_along(closest, (x, y), length)
    out.add(sc.Arrow(closest, tip, width=2.5), symbol=N.normal)
    out.add(sc.Label(tip, "n", (x, y)), symbol=N.normal, derivation=True)
    out.add(sc.Label(closest, "Q", (-x, -y)), symbol=N.closest, role=v.role)
