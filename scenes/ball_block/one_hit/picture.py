"""Picture of the mode "one hit": the rule's reading, and the sweep's answer."""

import playground.scene as sc
from scenes.ball_block.one_hit.answer import BallStep, OneHit, of
from scenes.ball_block.one_hit.params import OneHitParams
from scenes.ball_block.rule.picture import arrow_with_name, draw_reading, draw_zones
from scenes.ball_block.symbols import N

_NORMAL_LENGTH = 0.8


def draw(p: OneHitParams, r: OneHit, out: sc.DrawList) -> None:
    """Append the picture of a step past the block."""
    out.add(*compose(p, r).primitives)


@sc.cache_last_state
def compose(p: OneHitParams, r: OneHit) -> sc.DrawList:
    """Return the zones, the block, the step, what the rule measures, and the answer."""
    v, drawing = of(p, r), sc.DrawList()
    draw_zones(r.reading, drawing)
    # Neutral, as the zones use the colours.
    block = sc.Rect(p.block, p.half_extents, fill=0.3, width=2.5)
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


def _draw_step(p: OneHitParams, out: sc.DrawList) -> None:
    """Append the ball at the start, its velocity, and its end without a bounce."""
    end = sc.point_along(p.center, p.velocity)
    out.add(sc.Circle(p.center, p.radius, width=1.5, alpha=0.55), symbol=N.start)
    ghost = sc.Circle(end, p.radius, width=1.0, alpha=0.35, dashed=True)
    out.add(ghost, symbol=N.velocity)
    if any(p.velocity):
        middle = sc.point_along(p.center, p.velocity, 0.5)
        name = sc.Label(middle, "V", sc.perpendicular(p.velocity))
        out.add(sc.Arrow(p.center, end, width=2.5), name, symbol=N.velocity)


def _draw_ball(v: BallStep, out: sc.DrawList) -> None:
    """Append the ball at the time `t`, without a bounce, and after it with one."""
    p, position = v.p, v.p.center_at_t
    ball = sc.Circle(position, p.radius, width=2.5, fill=0.18)
    out.add(ball, sc.Dot(position, 4.0), symbol=N.ball)
    name = sc.Label(position, "P", sc.perpendicular(p.velocity))
    out.add(name, symbol=N.ball, first_step=1, derivation=True)
    if v.sweep.enters and p.t > v.sweep.t:
        path_after = sc.point_along(v.sweep.center, v.e.leave, p.t - v.sweep.t)
        ball = sc.Circle(path_after, p.radius, width=1.5, fill=0.1)
        out.add(ball, sc.Dot(path_after, 3.5), symbol=N.turned)


def _draw_touch(v: BallStep, out: sc.DrawList) -> None:
    """Append the ball at the first touch, and the point touched."""
    center, contact, normal = v.sweep.center, v.sweep.contact, v.sweep.normal
    # Label of the contact: below the side, and behind the ball.
    x, y = v.e.leave if any(v.e.leave) else normal
    # Label of the centre: next to the path.
    vx, vy = v.p.velocity
    name = sc.Label(center, f"t = {v.t}", (vy, -vx) if vx or vy else normal)
    out.add(sc.Circle(center, v.p.radius), sc.Dot(center, 3.5), name, symbol=N.touch)
    out.add(sc.Dot(contact, marker=sc.Marker.DIAMOND), symbol=N.contact)
    name = sc.Label(contact, "Q", (0.0 - x, 0.0 - y))
    out.add(name, symbol=N.contact, derivation=True)


def _draw_turn(v: BallStep, out: sc.DrawList) -> None:
    """Append the normal, the velocity's component along it, and the velocity after."""
    center, normal = v.sweep.center, v.sweep.normal
    normal_tip = sc.point_along((0.0, 0.0), normal, _NORMAL_LENGTH)
    out.add(*arrow_with_name(v.sweep.contact, normal_tip, "n"), symbol=N.normal)
    if v.e.speed_in:
        inward = sc.point_along(center, normal, -v.e.speed_in)
        out.add(sc.Arrow(center, inward, width=1.5, dashed=True), symbol=N.inward)
    if v.sweep.enters:
        out.add(*arrow_with_name(center, v.e.leave, "V′", 3.0), symbol=N.leave)


def _name_gap(v: BallStep, out: sc.DrawList) -> None:
    """Label the least gap of the ball, or its greatest depth."""
    (position, point), distance = (
        map(sc.xy, v.answer.nearest),
        float(v.answer.closest[1]),
    )
    if not distance:
        return
    way = point[0] - position[0], point[1] - position[1]
    near = sc.point_along(position, way, v.p.radius / distance)
    text = v.format_text("depth {depth}" if v.sweep.hit else "gap {gap}")
    if v.sweep.hit and v.gap == 0.0:
        text = sc.message("touch")
    out.add(sc.MagnifierTarget(near, point, text), first_step=N.touch.first_step)


def _draw_miss(v: BallStep, out: sc.DrawList) -> None:
    """Append the least gap between ball and block."""
    position, point = map(sc.xy, v.answer.nearest)
    normal = sc.perpendicular(v.p.velocity)
    out.add(
        sc.Segment(point, position, dashed=True),
        sc.Dot(position, 4.0, sc.Marker.CROSS),
        sc.Label(
            sc.midpoint(point, position), v.format_text("gap {gap}"), normal, size=0.87
        ),
        symbol=N.closest,
    )
