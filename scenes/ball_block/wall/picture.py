"""Picture of one frame, by the chosen rule and, in a second view, by the other one."""

import math

import playground.scene as sc
from scenes.ball_block.rule.answer import NO_HIT
from scenes.ball_block.rule.picture import draw_reading, draw_zones
from scenes.ball_block.symbols import N
from scenes.ball_block.wall import flight
from scenes.ball_block.wall.answer import WallFrame, word
from scenes.ball_block.wall.flight import Flight, Frame
from scenes.ball_block.wall.params import (
    AIM_RING_RADIUS,
    ARTICLE,
    EXACT,
    WallParams,
)

# Positions on the trail, and their least distance in radii.
_TRAIL_POINT_COUNT = 12
_TRAIL_SPACING_RADII = 1.5


def draw(p: WallParams, r: WallFrame, out: sc.DrawList) -> None:
    """Append the picture of a frame, with the other rule's in a second view."""
    drawing = compose(p, r)
    out.caption = drawing.caption
    out.add(*drawing.primitives)
    for view in drawing.views:
        out.view(view.caption, to_scale=True).add(*view.primitives)


@sc.cache_last_state
def compose(p: WallParams, r: WallFrame) -> sc.DrawList:
    """Return the run by the chosen rule with its decision, and by the other one."""
    drawing = sc.DrawList(p.rule)
    _draw_wall(p, r.frames, r.index, drawing)
    _draw_launch(p, r, drawing)
    if word(p, r) != NO_HIT:
        _draw_frame_start(p, r, drawing)
    if p.exact:
        _draw_impacts(p, r, drawing)
    _draw_ball(p, r.frame, drawing)
    _draw_decision(p, r, drawing)
    rival_view = drawing.view(ARTICLE if p.exact else EXACT, to_scale=True)
    _draw_wall(p, r.others, r.index, rival_view)
    _draw_ball(p, r.others[r.index], rival_view)
    return drawing


def _draw_wall(p: WallParams, run: Flight, index: int, out: sc.DrawList) -> None:
    """Append the box with the blocks that were hit, the trail, and the blocks left."""
    frame, middle = run[index], sc.midpoint(flight.BOX_LOW, flight.BOX_HIGH)
    out.add(sc.Rect(middle, sc.sub(flight.BOX_HIGH, middle)), symbol=N.box)
    _draw_trail(p, run, index, out)
    struck = {impact.block for impact in frame.impacts}
    for block, position in enumerate(p.blocks):
        rect = sc.Rect(position, flight.BLOCK_HALF, width=2.5)
        if block in struck:
            out.add(rect, symbol=N.hit, fill=0.3)
        elif block in frame.passed:
            out.add(rect, symbol=N.passed, fill=0.2)
            out.add(sc.Dot(position, 12.0, sc.Marker.CROSS), symbol=N.passed)
        elif frame.alive[block]:
            out.add(rect, symbol=N.wall, fill=0.24, width=1.5)
        else:
            out.add(rect, symbol=N.wall, role=sc.Role.MUTED, width=1.0, alpha=0.22)
    counts = sc.message(
        "blocks hit {hits}   entries {passes}", hits=frame.hits, passes=frame.passes
    )
    out.add(sc.Label((flight.BOX_LOW[0], flight.BOX_HIGH[1]), counts), symbol=N.counts)


def _draw_frame_start(p: WallParams, r: WallFrame, out: sc.DrawList) -> None:
    """Append the state at the start of the frame.

    For the article's rule, append its reading of the frame's block too.
    """
    tail, velocity = r.frame.path[0], r.previous_frame.velocity
    if r.reading and not p.exact:
        velocity = sc.xy(r.reading.velocity)
        tail = sc.point_along(r.frame.center, velocity, -1.0)
        draw_zones(r.reading, out)
        outline = sc.Rect(p.blocks[r.focus], flight.BLOCK_HALF, width=1.5)
        out.add(outline, symbol=N.block, role=sc.Role.INK, first_step=1)
        draw_reading(r.reading, tail, out)
    start = sc.Dot(r.frame.path[0], 3.5, sc.Marker.RING)
    out.add(start, symbol=N.start, first_step=1)
    way = sc.Arrow(tail, sc.point_along(tail, velocity), width=1.5, dashed=True)
    out.add(way, symbol=N.velocity, first_step=1)


def _draw_launch(p: WallParams, r: WallFrame, out: sc.DrawList) -> None:
    alpha = 1.0 if r.index == 0 else 0.45
    tail = sc.point_along(p.launch, p.step, AIM_RING_RADIUS / p.speed)
    out.add(
        sc.Circle(p.launch, AIM_RING_RADIUS, width=1.0, dashed=True),
        sc.Arrow(tail, sc.point_along(tail, p.step)),
        sc.Segment(*p.radius_line, width=1.5),
        symbol=N.launch,
        alpha=alpha,
    )


def _draw_trail(p: WallParams, run: Flight, index: int, out: sc.DrawList) -> None:
    """Append the path of the last frames, fading, with some positions on it."""
    stride = max(math.ceil(_TRAIL_SPACING_RADII * p.ball_radius / p.speed), 1)
    span = _TRAIL_POINT_COUNT * stride
    for k in range(max(index - span, 0) + 1, index + 1):
        path, fade = run[k].path, 1.0 - (index - k) / span
        if k == index:
            out.add(sc.Polyline(path, width=2.0, alpha=0.9), symbol=N.path)
        else:
            out.add(sc.Polyline(path, width=1.5, alpha=0.5 * fade), symbol=N.trail)
        if (index - k + 1) % stride == 0:
            ball = sc.Circle(path[0], p.ball_radius, width=1.0, alpha=0.45 * fade)
            out.add(ball, symbol=N.trail)


def _draw_impacts(p: WallParams, r: WallFrame, out: sc.DrawList) -> None:
    """Append the ball at each exact touch, its contact and normal."""
    for impact in r.frame.impacts:
        contact = impact.contact
        ball = sc.Circle(impact.center, p.ball_radius, width=1.5)
        out.add(ball, symbol=N.touch, first_step=3)
        mark = sc.Dot(contact, 4.0, sc.Marker.DIAMOND)
        out.add(mark, symbol=N.contact, first_step=3)
        normal = sc.Arrow(contact, sc.point_along(contact, impact.normal, 0.6))
        out.add(normal, symbol=N.normal, first_step=4)


def _draw_ball(p: WallParams, frame: Frame, out: sc.DrawList) -> None:
    center, tip = frame.center, sc.point_along(frame.center, frame.velocity)
    out.add(sc.Circle(center, p.ball_radius, width=2.5, fill=0.3), symbol=N.ball)
    role = sc.Role.ACCENT if frame.impacts else sc.Role.MOVER
    out.add(sc.Arrow(center, tip, width=2.5), symbol=N.after, role=role)


def _draw_decision(p: WallParams, r: WallFrame, out: sc.DrawList) -> None:
    frame = r.frame
    if word(p, r) != NO_HIT:
        away = -frame.velocity[0], -frame.velocity[1]
        label = sc.Label(frame.center, _decision(p, r), away, gap=18.0)
        role = N.passed.role if frame.passed else sc.Role.INK
        out.add(*N.decision.style_primitives(label, role=role, first_step=0))


def _decision(p: WallParams, r: WallFrame) -> str:
    """Return the frame's event, and by the rule the depth of the ball in the block."""
    answer_word, reading = word(p, r), r.reading
    if p.exact or r.frame.passed or reading is None or reading.core.distance > 0.0:
        return answer_word
    overlap = sc.format_number(-reading.core.distance)
    return sc.message("{told}, overlap {overlap}", told=answer_word, overlap=overlap)
