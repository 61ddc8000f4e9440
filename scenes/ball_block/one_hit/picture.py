"""The picture of a step past a block: the rule's reading, and the answer."""

from typing import Any

from playground.i18n import message
from playground.scene import (
    Arrow,
    Circle,
    Dot,
    DrawList,
    Label,
    MagnifierTarget,
    Marker,
    Rect,
    Role,
    Segment,
    format_number,
    midpoint,
    perpendicular,
    point_along,
    xy,
)
from scenes.ball_block.one_hit.answer import OneHit, smallest_gap
from scenes.ball_block.one_hit.params import OneHitParams
from scenes.ball_block.rule.picture import arrow_with_name, draw_reading, draw_zones

_NORMAL_LENGTH = 0.8
# The steps of the derivation after the rule's.
_TOUCH_STEP_NUMBER = 8
_MIRROR_STEP_NUMBER = 9


def draw(p: OneHitParams, r: OneHit, out: DrawList) -> None:
    """Append the zones, the block, the step, the rule's reading and the answer."""
    draw_zones(r.reading, out)
    # Neutral: the zones have the colours to themselves.
    block = dict[str, Any](role=Role.MUTED, fill=0.3, width=2.5, key="block")
    out.add(Rect(p.block, p.half_extents, **block))
    _draw_step(p, out)
    draw_reading(r.reading, p.center, out)
    if r.sweep.hit:
        _draw_touch(p, r, out)
        _draw_turn(r, out)
    else:
        _draw_miss(p, r, out)
    _draw_ball(p, r, out)
    _name_gap(p, r, out)


def _draw_step(p: OneHitParams, out: DrawList) -> None:
    """Append the ball at the start, its velocity, and where it ends unless turned."""
    end, v = point_along(p.center, p.velocity), p.velocity
    faint = dict[str, Any](width=1.0, alpha=0.35, dashed=True, key="velocity")
    out.add(
        Circle(p.center, p.radius, role=Role.MOVER, width=1.5, alpha=0.55, key="start"),
        Circle(end, p.radius, role=Role.MOVER, **faint),
    )
    if any(v):
        middle, look = point_along(p.center, v, 0.5), dict[str, Any](role=Role.MOVER)
        out.add(
            Arrow(p.center, end, width=2.5, key="velocity", **look),
            Label(middle, "V", toward=perpendicular(v), key="velocity", **look),
        )


def _draw_ball(p: OneHitParams, r: OneHit, out: DrawList) -> None:
    """Append the ball at the moment `t`, not turned, and once it is, turned."""
    at, look = xy(r.reading.center), dict[str, Any](role=Role.MOVER, key="ball")
    name = Label(
        at, "P", toward=perpendicular(p.velocity), derivation=True, first_step=1, **look
    )
    out.add(
        Circle(at, p.radius, width=2.5, fill=0.18, **look),
        Dot(at, size=4.0, **look),
        name,
    )
    if r.sweep.enters and p.t > r.sweep.t:
        left = p.t - float(r.sweep.t)
        turned = point_along(xy(r.sweep.center), xy(r.leave), left)
        look = dict(role=Role.ENTER, key="turned", derivation=True)
        out.add(
            Circle(turned, p.radius, width=1.5, fill=0.1, **look),
            Dot(turned, size=3.5, **look),
            first_step=_MIRROR_STEP_NUMBER,
        )


def _draw_touch(p: OneHitParams, r: OneHit, out: DrawList) -> None:
    """Append the ball as it first touches, and the point touched."""
    center, contact = xy(r.sweep.center), xy(r.sweep.contact)
    look = dict[str, Any](role=Role.ENTER, key="touch")
    name = dict[str, Any](role=Role.HIT, key="contact", derivation=True)
    point = Dot(contact, marker=Marker.DIAMOND, role=Role.HIT, key="contact")
    # Below the side, and behind the ball.
    back = 0.0 - (r.leave if any(r.leave) else r.sweep.normal)
    # Beside the way in.
    v = p.velocity
    toward = (v[1], -v[0]) if any(v) else xy(r.sweep.normal)
    out.add(
        Circle(center, p.radius, **look),
        Dot(center, size=3.5, **look),
        Label(center, f"t = {format_number(r.sweep.t)}", toward=toward, **look),
        point,
        Label(contact, "Q", toward=xy(back), **name),
        first_step=_TOUCH_STEP_NUMBER,
    )


def _draw_turn(r: OneHit, out: DrawList) -> None:
    """Append the normal, the velocity's part along it, and the velocity after."""
    center, contact, normal = map(xy, (r.sweep.center, r.sweep.contact, r.sweep.normal))
    about = dict[str, Any](role=Role.NORMAL, first_step=_MIRROR_STEP_NUMBER)
    shown = point_along((0.0, 0.0), normal, _NORMAL_LENGTH)
    out.add(*arrow_with_name(contact, shown, "n", key="normal", **about))
    if r.speed_in:
        inward = point_along(center, normal, -float(r.speed_in))
        look = dict[str, Any](width=1.5, dashed=True, derivation=True)
        out.add(Arrow(center, inward, key="inward", **look, **about))
    if r.sweep.enters:
        about |= {"role": Role.ENTER, "key": "leave"}
        out.add(*arrow_with_name(center, xy(r.leave), "V′", 3.0, **about))


def _name_gap(p: OneHitParams, r: OneHit, out: DrawList) -> None:
    """Name what decides: how near the ball comes, or how far it goes in at most."""
    (at, point), distance = map(xy, r.nearest), float(r.closest[1])
    if not distance:
        return
    near = point_along(at, (point[0] - at[0], point[1] - at[1]), p.radius / distance)
    gap = float(smallest_gap(p, r))
    size = format_number(abs(gap))
    text = message("depth {depth}", depth=size)
    if not r.sweep.hit:
        text = message("gap {gap}", gap=size)
    elif gap == 0.0:
        text = message("touch")
    out.add(MagnifierTarget(near, point, text), first_step=_TOUCH_STEP_NUMBER)


def _draw_miss(p: OneHitParams, r: OneHit, out: DrawList) -> None:
    """Append how near the ball comes to the block."""
    at, point = map(xy, r.nearest)
    gap = message("gap {gap}", gap=format_number(float(smallest_gap(p, r))))
    look = dict[str, Any](role=Role.MISS, key="closest", first_step=_TOUCH_STEP_NUMBER)
    out.add(
        Segment(point, at, dashed=True, **look),
        Dot(at, size=4.0, marker=Marker.CROSS, **look),
        Label(
            midpoint(point, at),
            gap,
            toward=perpendicular(p.velocity),
            size=0.87,
            **look,
        ),
    )
