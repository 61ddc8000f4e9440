"""The picture of a disc and a turned rectangle, in the world and in its own frame."""

import math
from typing import Any, NamedTuple

from playground.collision import CircleRect, RectFeature
from playground.i18n import message
from playground.scene import (
    Arc,
    Arrow,
    Circle,
    Dot,
    DrawList,
    Label,
    Line,
    MagnifierTarget,
    Marker,
    Primitive,
    Rect,
    Role,
    Segment,
    Vec2,
    format_number,
    midpoint,
    point_along,
    rotate_vector,
    sub,
    xy,
)
from scenes.circle_rect.answer import excess, feature
from scenes.circle_rect.derivation import CORNERS, NAMES, six
from scenes.circle_rect.params import FRAME, RIM, CircleRectParams


class _Pose(NamedTuple):
    """Where the circle and its contact are in one of the two views.

    The last two are the steps of the derivation that give them there.
    """

    center: Vec2
    closest: Vec2
    normal: Vec2
    closest_since: int
    distance_since: int


def draw(p: CircleRectParams, e: CircleRect, out: DrawList) -> None:
    """Append the world, and beside it the frame in which the test is done."""
    out.caption = message("World")
    _draw_world(p, e, out)
    _draw_frame(p, e, out.view(_caption(p), to_scale=True))


def _caption(p: CircleRectParams) -> str:
    if p.turned == 1.0:
        return message("Rectangle's frame")
    turned = format_number(round(-p.turned * math.degrees(p.angle)) + 0.0)
    return message("World turned by {angle}°", angle=turned)


def rotate_into_frame(p: CircleRectParams, *records: Primitive) -> list[Primitive]:
    """Return records of the rectangle's frame as far as it is turned back yet."""
    left = (1.0 - p.turned) * p.angle
    return [
        _rotate_primitive(record, p.pivot, left) if left else record
        for record in records
    ]


# What of a record is a place, a way and an angle.
_PLACES = frozenset({"at", "center", "a", "b", "tail", "tip"})
_WAYS = frozenset({"direction", "toward"})
_ANGLES = frozenset({"angle", "start"})


def _rotate_primitive(record: Primitive, pivot: Vec2, angle: float) -> Primitive:
    """Return a record turned about a pivot."""
    changed: dict[str, Any] = {}
    for name, value in vars(record).items():
        if name in _PLACES:
            changed[name] = point_along(
                pivot, xy(rotate_vector(sub(value, pivot), angle))
            )
        elif name in _WAYS:
            changed[name] = xy(rotate_vector(value, angle))
        elif name in _ANGLES and isinstance(record, Rect | Arc):
            changed[name] = value + angle
    return record.copy_with(**changed)


def _draw_world(p: CircleRectParams, e: CircleRect, out: DrawList) -> None:
    """Append the world view; `first_step` counts the steps of the derivation."""
    out.add(*_rectangle(p, xy(FRAME.to_world(p, p.rect_center)), p.angle))
    out.add(*_disc(p, p.center, "C", "C"))
    out.add(*_radius(p, p.center), first_step=6)
    out.add(_arm(p, p.center), first_step=1)
    out.add(*_turn(p))
    pose = _Pose(p.center, xy(e.closest), xy(e.normal), 8, 8)
    out.add(*_reach(p, e, pose))
    out.add(MagnifierTarget(*_between(p, e, pose)), first_step=8)
    out.add(*_normal(p, e))


def _draw_frame(p: CircleRectParams, e: CircleRect, out: DrawList) -> None:
    """Append the rectangle's own frame, as far as it is turned back."""
    center, closest = xy(e.local_center), xy(FRAME.to_local(p, xy(e.closest)))
    out.add(*rotate_into_frame(p, *_regions(p)), first_step=3)
    # A prediction shows the world alone.
    out.add(*rotate_into_frame(p, *_rectangle(p, p.rect_center, 0.0)), first_step=1)
    out.add(*_turn_back_primitives(p), first_step=1)
    out.add(
        *rotate_into_frame(p, *_disc(p, center, "C′", "local_center")), first_step=1
    )
    # Its name is in the world, where there is room.
    out.add(*rotate_into_frame(p, *_radius(p, center)[:1]), first_step=6)
    out.add(*rotate_into_frame(p, *_offsets(p, e, center, closest), *_six(p, e)))
    normal = xy(rotate_vector(xy(e.normal), -p.angle))
    aside = -normal[1], normal[0]
    distance = Label(midpoint(closest, center), "d", toward=aside, size=0.87)
    about = dict[str, Any](role=Role.INK, key="distance", first_step=5, derivation=True)
    out.add(*rotate_into_frame(p, distance.copy_with(**about)))
    out.add(*rotate_into_frame(p, *_reach(p, e, _Pose(center, closest, normal, 3, 5))))


def _rectangle(p: CircleRectParams, center: Vec2, angle: float) -> list[Primitive]:
    """Return the rectangle, and its boundary grown by the radius."""
    h, r = p.half_extents, p.radius
    return [
        Rect(center, h, angle, role=Role.OBSTACLE, fill=0.16, key="rectangle"),
        Rect(
            center,
            (h[0] + r, h[1] + r),
            angle,
            rounding=r,
            role=Role.CONSTRUCTION,
            width=1.5,
            alpha=0.8,
            dashed=True,
            key="expanded",
            first_step=6,
        ),
        Dot(center, role=Role.OBSTACLE, size=4.0, key="K"),
    ]


def _disc(p: CircleRectParams, center: Vec2, name: str, key: str) -> list[Primitive]:
    return [
        Circle(center, p.radius, role=Role.MOVER, fill=0.14, key="circle"),
        Dot(center, role=Role.MOVER, size=4.0, key=key),
        Label(center, name, toward=(-0.7, 1.0), role=Role.MOVER, key=key),
    ]


def _radius(p: CircleRectParams, center: Vec2) -> list[Primitive]:
    rim = point_along(center, RIM, p.radius)
    return [
        Segment(center, rim, role=Role.MOVER, width=1.5, alpha=0.6, key="r"),
        Label(
            midpoint(center, rim),
            "r" if p.radius else "r = 0",
            toward=(1.0, -1.0),
            gap=6.0,
            role=Role.MOVER,
            key="r",
        ),
    ]


def _arm(p: CircleRectParams, end: Vec2) -> Segment:
    """Return what the circle is turned by about the pivot."""
    faint = dict[str, Any](role=Role.CONSTRUCTION, alpha=0.7, dashed=True)
    return Segment(p.pivot, end, width=1.2, key="arm", **faint)


def _turn(p: CircleRectParams) -> list[Primitive]:
    """Return the pivot and the angle, from the level line to the rectangle's side."""
    reach = max(0.45 * max(p.half_extents), 0.3)
    level = point_along(p.pivot, (1.0, 0.0), 1.25 * reach)
    side = FRAME.to_world(p, level)
    halfway = xy(rotate_vector((reach, 0.0), p.angle / 2))
    middle = point_along(p.pivot, halfway)
    records: list[Primitive] = []
    if p.angle:
        records += [
            Segment(p.pivot, end, role=Role.CONSTRUCTION, width=1.2, dashed=True)
            for end in (level, side)
        ]
        records.append(
            Arc(p.pivot, reach, 0.0, p.angle, role=Role.ACCENT, fill=0.12, key="angle")
        )
    name = Label(
        middle if p.angle else p.pivot,
        f"θ = {format_number(math.degrees(p.angle))}°",
        toward=halfway,
        size=0.87,
        role=Role.ACCENT,
        key="angle",
    )
    return [*records, name, *_pivot(p)]


def _pivot(p: CircleRectParams) -> list[Primitive]:
    return [
        Dot(p.pivot, role=Role.ACCENT, size=5.0, marker=Marker.CROSS, key="P"),
        Label(p.pivot, "P", toward=(-1.0, -0.6), role=Role.ACCENT, key="P"),
    ]


def _turn_back_primitives(p: CircleRectParams) -> list[Primitive]:
    """Return how the circle goes about the pivot into the rectangle's frame."""
    away, turned = sub(p.center, p.pivot), -p.turned * p.angle
    center = point_along(p.pivot, xy(rotate_vector(away, turned)))
    reach, start = math.hypot(*away), math.atan2(away[1], away[0])
    records = _pivot(p)
    if p.angle == 0.0 or reach == 0.0:
        return records
    old = dict[str, Any](role=Role.MOVER, key="C")
    path = dict[str, Any](role=Role.ACCENT, width=1.5, key="angle")
    return [
        *records,
        Circle(p.center, p.radius, width=1.2, alpha=0.4, dashed=True, **old),
        _arm(p, p.center),
        _arm(p, center),
        Arc(p.pivot, reach, start, turned, **path),
        Label(p.center, "C", alpha=0.6, **old),
    ]


def _regions(p: CircleRectParams) -> list[Primitive]:
    """Return the lines of the four sides: they part insides, sides and corners."""
    (x, y), (w, h) = p.rect_center, p.half_extents
    lines = [((x + w, y), (0.0, 1.0)), ((x - w, y), (0.0, 1.0))]
    lines += [((x, y + h), (1.0, 0.0)), ((x, y - h), (1.0, 0.0))]
    return [
        Line(at, way, role=Role.CONSTRUCTION, width=1.0, alpha=0.4, key="regions")
        for at, way in lines
    ]


def _six(p: CircleRectParams, e: CircleRect) -> list[Primitive]:
    """Return the regions of the article's six conditions; what is true is filled."""
    (x, y), (w, h), r = p.rect_center, p.half_extents, p.radius
    records: list[Primitive] = []
    for i, true in enumerate(six(p, e).meant):
        shared = dict[str, Any](
            role=Role.HIT if true else Role.CONSTRUCTION,
            key="test" if true else "tests",
            first_step=7,
            derivation=True,
        )
        fill, alpha = (0.18, 1.0) if true else (0.0, 0.55)
        look = dict[str, Any](fill=fill, width=1.5, alpha=alpha, **shared)
        if i < 2:
            size = (w, h + r) if i == 0 else (w + r, h)
            records.append(Rect((x, y), size, 0.0, **look))
        else:
            across, up = CORNERS[i - 2]
            records.append(Circle((x + across * w, y + up * h), r, **look))
        name = Label(_part(p, i), NAMES[i], gap=0.0, size=0.87, **shared)
        records.append(name)
    return records


def _part(p: CircleRectParams, index: int) -> Vec2:
    """Return the middle of what a region has beside the rectangle."""
    (x, y), (w, h), r = p.rect_center, p.half_extents, p.radius
    if index == 0:
        return x, y + h + r / 2
    if index == 1:
        return x + w + r / 2, y
    across, up = CORNERS[index - 2]
    return x + across * (w + r / 2), y + up * (h + r / 2)


def _half_extents(p: CircleRectParams) -> list[Primitive]:
    (x, y), (w, h) = p.rect_center, p.half_extents
    shared = dict[str, Any](role=Role.OBSTACLE, key="h", first_step=2, derivation=True)
    return [
        Segment((x, y), (x - w, y), width=1.5, alpha=0.7, **shared),
        Segment((x, y), (x, y - h), width=1.5, alpha=0.7, **shared),
        Label((x - w / 2, y), "hx", toward=(0, -1), gap=6.0, size=0.87, **shared),
        Label((x, y - h / 2), "hy", toward=(1, 0), gap=6.0, size=0.87, **shared),
    ]


def _offsets(
    p: CircleRectParams, e: CircleRect, center: Vec2, closest: Vec2
) -> list[Primitive]:
    """Return q, what clamping makes of it, and how far it goes beyond the sides."""
    middle = p.rect_center
    q = dict[str, Any](role=Role.INK, key="q", first_step=2, derivation=True)
    k = dict[str, Any](role=Role.EXIT, key="k", first_step=3, derivation=True)
    name = dict[str, Any](
        size=0.87, role=Role.OBSTACLE, key="K", first_step=2, derivation=True
    )
    return [
        Label(middle, "K", toward=(-1.0, 1.0), **name),
        *_half_extents(p),
        *_vector(middle, center, "q", q),
        *_vector(middle, closest, "k", k),
        *_excess(p, e, center, closest),
    ]


def _vector(
    tail: Vec2, tip: Vec2, name: str, shared: dict[str, Any]
) -> list[Primitive]:
    """Return a named arrow; of one without a length, its name alone."""
    if tail == tip:
        text = f"{name} = 0"
        return [Label(tail, text, toward=(1.0, 1.0), size=0.87, **shared)]
    aside = tip[1] - tail[1], tail[0] - tip[0]
    return [
        Arrow(tail, tip, width=1.8, alpha=0.6, **shared),
        Label(midpoint(tail, tip), name, toward=aside, gap=6.0, size=0.87, **shared),
    ]


def _excess(
    p: CircleRectParams, e: CircleRect, center: Vec2, closest: Vec2
) -> list[Primitive]:
    """Return the way from the lines of the nearest sides to the circle's centre.

    Beyond the sides, that is positive, it is drawn solid. Over a corner both parts
    make a triangle with the distance.
    """
    (x, y), (w, h) = p.rect_center, p.half_extents
    side = x + math.copysign(w, center[0] - x), y + math.copysign(h, center[1] - y)
    corner = feature(e) is RectFeature.CORNER
    level = closest[1] if corner else center[1]
    ends = (
        ((side[0], level), (center[0], level), "ex", (0.0, -1.0)),
        ((center[0], side[1]), center, "ey", (1.0, 0.0)),
    )
    records: list[Primitive] = []
    for (a, b, name, toward), over in zip(ends, xy(excess(p, e)), strict=True):
        shared = dict[str, Any](
            role=Role.ACCENT, key="excess", first_step=4, derivation=True
        )
        records += [
            Segment(a, b, width=2.0, dashed=over < 0.0, alpha=0.9, **shared),
            Label(midpoint(a, b), name, toward=toward, gap=6.0, size=0.87, **shared),
        ]
    return records


def _reach(p: CircleRectParams, e: CircleRect, pose: _Pose) -> list[Primitive]:
    """Return the closest point, the way to it, and the overlap or the gap.

    The overlap lies between the closest point and the circle's own point that is
    deepest in the rectangle, the gap between the same two points.
    """
    role = Role.HIT if e.hit else Role.MISS
    marker = Marker.DISC if e.hit else Marker.CROSS
    away = dict[str, Any](role=Role.INK, key="distance", first_step=pose.distance_since)
    return [
        *_overlap(p, e, pose),
        Segment(pose.closest, pose.center, width=1.8, **away),
        Dot(
            pose.closest,
            role=role,
            size=6.0,
            marker=marker,
            key="closest",
            first_step=pose.closest_since,
        ),
    ]


def _overlap(p: CircleRectParams, e: CircleRect, pose: _Pose) -> list[Primitive]:
    since = max(pose.distance_since, 6)
    look = dict[str, Any](role=Role.HIT if e.hit else Role.MISS, first_step=since)
    # The world says it again, and then alone.
    again = since > 6 or e.distance == 0.0
    named = dict(key="depth") if again else dict(key="compared", derivation=True)
    aside = pose.normal[1], -pose.normal[0]
    a, b, told = _between(p, e, pose)
    text = Label(midpoint(a, b), told, toward=aside, size=0.87, **named, **look)
    if e.distance == 0.0:
        return [text]
    return [Segment(a, b, width=5.0, key="depth", **look), text]


def _between(p: CircleRectParams, e: CircleRect, pose: _Pose) -> tuple[Vec2, Vec2, str]:
    """Return the ends of the overlap or the gap, and how large it is in words."""
    distance = float(e.distance)
    if distance == 0.0:
        return pose.closest, pose.closest, message("g = 0: touch")
    deepest = point_along(pose.center, pose.normal, -p.radius)
    size = format_number(abs(distance))
    told = (
        message("depth {depth}", depth=size)
        if e.hit
        else message("gap {gap}", gap=size)
    )
    return pose.closest, deepest, told


def _normal(p: CircleRectParams, e: CircleRect) -> list[Primitive]:
    closest = xy(e.closest)
    length = 0.6 * max(p.radius, 0.5 * max(p.half_extents)) or 1.0
    tip = point_along(closest, xy(e.normal), length)
    normal = dict[str, Any](role=Role.NORMAL, key="normal", first_step=9)
    return [
        Arrow(closest, tip, width=2.5, **normal),
        Label(tip, "n", toward=xy(e.normal), derivation=True, **normal),
        Label(
            closest,
            "Q",
            toward=(-xy(e.normal)[0], -xy(e.normal)[1]),
            role=Role.HIT if e.hit else Role.MISS,
            key="closest",
            first_step=8,
        ),
    ]
