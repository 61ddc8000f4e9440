"""Picture of the mode "one hit": the rule's reading, and the sweep's answer."""

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
    Segment,
    cache_last_state,
    midpoint,
    perpendicular,
    point_along,
    xy,
)
from scenes.ball_block.one_hit.answer import BallStep, OneHit, of
from scenes.ball_block.one_hit.params import OneHitParams
from scenes.ball_block.rule.picture import arrow_with_name, draw_reading, draw_zones
from scenes.ball_block.symbols import N

_NORMAL_LENGTH = 0.8


def draw(p: OneHitParams, r: OneHit, out: DrawList) -> None:
    """Append the picture of a step past the block."""
    out.add(*compose(p, r).primitives)


@cache_last_state
def compose(p: OneHitParams, r: OneHit) -> DrawList:
    """Return the zones, the block, the step, what the rule measures, and the answer."""
    v, drawing = of(p, r), DrawList()
    draw_zones(r.reading, drawing)
    # Neutral, as the zones use the colours.
    block = Rect(p.block, p.half_extents, fill=0.3, width=2.5)
    drawing.add(block, symbol=N.block)
    _draw_step(p, drawing)
    draw_reading(r.reading, p.center, drawing)
    if v.sweep.hit:
        _draw_touch(v, drawing)
        _draw_turn(v, drawing)
    else:
        _draw_miss(v, drawing)
    _draw_ball(v, drawing)
    _name_gap(v, drawing)
    return drawing


def _draw_step(p: OneHitParams, out: DrawList) -> None:
    """Append the ball at the start, its velocity, and its end without a bounce."""
    end = point_along(p.center, p.velocity)
    out.add(Circle(p.center, p.radius, width=1.5, alpha=0.55), symbol=N.start)
    ghost = Circle(end, p.radius, width=1.0, alpha=0.35, dashed=True)
    out.add(ghost, symbol=N.velocity)
    if any(p.velocity):
        middle = point_along(p.center, p.velocity, 0.5)
        name = Label(middle, "V", perpendicular(p.velocity))
        out.add(Arrow(p.center, end, width=2.5), name, symbol=N.velocity)


def _draw_ball(v: BallStep, out: DrawList) -> None:
    """Append the ball at the time `t`, without a bounce, and after it with one."""
    p, position = v.p, v.p.center_at_t
    ball = Circle(position, p.radius, width=2.5, fill=0.18)
    out.add(ball, Dot(position, 4.0), symbol=N.ball)
    name = Label(position, "P", perpendicular(p.velocity))
    out.add(name, symbol=N.ball, first_step=1, derivation=True)
    if v.sweep.enters and p.t > v.sweep.t:
        path_after = point_along(v.sweep.center, v.e.leave, p.t - v.sweep.t)
        ball = Circle(path_after, p.radius, width=1.5, fill=0.1)
        out.add(ball, Dot(path_after, 3.5), symbol=N.turned)


def _draw_touch(v: BallStep, out: DrawList) -> None:
    """Append the ball at the first touch, and the point touched."""
    center, contact, normal = v.sweep.center, v.sweep.contact, v.sweep.normal
    # Label of the contact: below the side, and behind the ball.
    x, y = v.e.leave if any(v.e.leave) else normal
    # Label of the centre: next to the path.
    vx, vy = v.p.velocity
    name = Label(center, f"t = {v.t}", (vy, -vx) if vx or vy else normal)
    out.add(Circle(center, v.p.radius), Dot(center, 3.5), name, symbol=N.touch)
    out.add(Dot(contact, marker=Marker.DIAMOND), symbol=N.contact)
    name = Label(contact, "Q", (0.0 - x, 0.0 - y))
    out.add(name, symbol=N.contact, derivation=True)


def _draw_turn(v: BallStep, out: DrawList) -> None:
    """Append the normal, the velocity's component along it, and the velocity after."""
    center, normal = v.sweep.center, v.sweep.normal
    normal_tip = point_along((0.0, 0.0), normal, _NORMAL_LENGTH)
    out.add(*arrow_with_name(v.sweep.contact, normal_tip, "n"), symbol=N.normal)
    if v.e.speed_in:
        inward = point_along(center, normal, -v.e.speed_in)
        out.add(Arrow(center, inward, width=1.5, dashed=True), symbol=N.inward)
    if v.sweep.enters:
        out.add(*arrow_with_name(center, v.e.leave, "V′", 3.0), symbol=N.leave)


def _name_gap(v: BallStep, out: DrawList) -> None:
    """Label the least gap of the ball, or its greatest depth."""
    (position, point), distance = map(xy, v.answer.nearest), float(v.answer.closest[1])
    if not distance:
        return
    way = point[0] - position[0], point[1] - position[1]
    near = point_along(position, way, v.p.radius / distance)
    text = v.format_text("depth {depth}" if v.sweep.hit else "gap {gap}")
    if v.sweep.hit and v.gap == 0.0:
        text = message("touch")
    out.add(MagnifierTarget(near, point, text), first_step=N.touch.first_step)


def _draw_miss(v: BallStep, out: DrawList) -> None:
    """Append the least gap between ball and block."""
    position, point = map(xy, v.answer.nearest)
    normal = perpendicular(v.p.velocity)
    out.add(
        Segment(point, position, dashed=True),
        Dot(position, 4.0, Marker.CROSS),
        Label(midpoint(point, position), v.format_text("gap {gap}"), normal, size=0.87),
        symbol=N.closest,
    )
