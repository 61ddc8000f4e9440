"""The picture of one frame: the wall, the ball with its trail, and what happened."""

import math
from typing import Any

from playground.i18n import message
from playground.scene import (
    Arrow,
    Circle,
    Dot,
    DrawList,
    Label,
    Marker,
    Polyline,
    Rect,
    Role,
    format_number,
    midpoint,
    point_along,
    sub,
    xy,
)
from scenes.ball_block.rule.answer import NO_HIT
from scenes.ball_block.rule.picture import draw_reading, draw_zones
from scenes.ball_block.wall import flight
from scenes.ball_block.wall.answer import GONE_INTO_ROLE, WallFrame, word
from scenes.ball_block.wall.params import AIM_RING_RADIUS, WallParams

# The ball's way stays visible for so many places, each at least so many radii on.
_TRAIL_POINT_COUNT = 12
_TRAIL_SPACING_RADII = 1.5


def draw(p: WallParams, r: WallFrame, out: DrawList) -> None:
    """Append the box, the blocks, the ball with its trail, and the decision."""
    middle = midpoint(flight.BOX_LOW, flight.BOX_HIGH)
    half = sub(flight.BOX_HIGH, middle)
    out.add(Rect(middle, half, role=Role.MUTED, width=2.0, key="box"))
    _draw_blocks(r, out)
    _draw_launch(p, r, out)
    _draw_trail(p, r, out)
    if word(p, r) != NO_HIT:
        _draw_frame_start(p, r, out)
    if p.exact:
        _draw_impacts(p, r, out)
    _draw_ball(p, r, out)
    _draw_words(p, r, out)


def _draw_blocks(r: WallFrame, out: DrawList) -> None:
    struck = {impact.block for impact in r.frame.impacts}
    for block, center in enumerate(flight.BLOCK_CENTERS):
        at = xy(center)
        look = dict[str, Any](role=Role.MUTED, width=1.0, alpha=0.22, key="wall")
        if block in struck:
            look = dict(role=Role.HIT, width=2.5, fill=0.3, key="hit")
        elif block in r.frame.passed:
            look = dict(role=GONE_INTO_ROLE, width=2.5, fill=0.2, key="passed")
        elif r.frame.alive[block]:
            look = dict(role=Role.OBSTACLE, fill=0.24, width=1.5, key="wall")
        out.add(Rect(at, flight.BLOCK_HALF, **look))
        if look["key"] == "passed":
            cross = dict[str, Any](
                marker=Marker.CROSS, role=GONE_INTO_ROLE, key="passed"
            )
            out.add(Dot(at, size=7.0, **cross))


def _draw_frame_start(p: WallParams, r: WallFrame, out: DrawList) -> None:
    """Append what the frame started with.

    By the article's rule also its reading of the block that the frame is about.
    """
    tail, velocity = r.frame.path[0], r.previous_frame.velocity
    if r.reading and not p.exact:
        velocity = xy(r.reading.velocity)
        tail = point_along(r.frame.center, velocity, -1.0)
        draw_zones(r.reading, out)
        block = xy(flight.BLOCK_CENTERS[r.focus])
        outline = Rect(block, flight.BLOCK_HALF, role=Role.INK, width=1.5, key="block")
        out.add(outline, first_step=1)
        draw_reading(r.reading, tail, out)
    start, tip = r.frame.path[0], point_along(tail, velocity)
    look = dict[str, Any](role=Role.MOVER, first_step=1)
    out.add(
        Dot(start, size=3.5, marker=Marker.RING, key="start", **look),
        Arrow(tail, tip, width=1.5, dashed=True, key="velocity", **look),
    )


def _draw_launch(p: WallParams, r: WallFrame, out: DrawList) -> None:
    alpha = 1.0 if r.index == 0 else 0.45
    look = dict[str, Any](role=Role.CONSTRUCTION, alpha=alpha, key="launch")
    tail = point_along(p.launch, p.step, AIM_RING_RADIUS / p.speed)
    out.add(
        Circle(p.launch, AIM_RING_RADIUS, width=1.0, dashed=True, **look),
        Arrow(tail, point_along(tail, p.step), **look),
    )


def _draw_trail(p: WallParams, r: WallFrame, out: DrawList) -> None:
    """Append the way of the last frames, fading, and some places on it."""
    stride = max(math.ceil(_TRAIL_SPACING_RADII * p.ball_radius / p.speed), 1)
    span = _TRAIL_POINT_COUNT * stride
    for k in range(max(r.index - span, 0) + 1, r.index + 1):
        path, last = r.frames[k].path, k == r.index
        fade = 1.0 - (r.index - k) / span
        look = dict[str, Any](width=1.5, alpha=0.5 * fade, key="trail")
        if last:
            look = dict(width=2.0, alpha=0.9, key="path")
        out.add(Polyline(path, role=Role.MOVER, **look))
        if (r.index - k + 1) % stride == 0:
            look = dict(width=1.0, alpha=0.45 * fade, key="trail")
            out.add(Circle(path[0], p.ball_radius, role=Role.MOVER, **look))


def _draw_impacts(p: WallParams, r: WallFrame, out: DrawList) -> None:
    """Append the ball at each exact touch, its contact and normal."""
    for impact in r.frame.impacts:
        contact = impact.contact
        tip = point_along(contact, impact.normal, 0.6)
        point = dict[str, Any](marker=Marker.DIAMOND, role=Role.HIT, key="contact")
        ball = dict[str, Any](role=Role.ENTER, width=1.5, key="touch")
        out.add(
            Circle(impact.center, p.ball_radius, **ball),
            Dot(contact, size=4.0, **point),
            first_step=3,
        )
        out.add(Arrow(contact, tip, role=Role.NORMAL, key="normal"), first_step=4)


def _draw_ball(p: WallParams, r: WallFrame, out: DrawList) -> None:
    center, tip = r.frame.center, point_along(r.frame.center, r.frame.velocity)
    look = dict[str, Any](role=Role.MOVER, width=2.5, fill=0.3, key="ball")
    role = Role.ACCENT if r.frame.impacts else Role.MOVER
    out.add(
        Circle(center, p.ball_radius, **look),
        Arrow(center, tip, role=role, width=2.5, key="after"),
    )


def _draw_words(p: WallParams, r: WallFrame, out: DrawList) -> None:
    frame = r.frame
    counts = message(
        "Frame {frame}   blocks hit {hits}   entries {passes}",
        frame=r.index,
        hits=frame.hits,
        passes=frame.passes,
    )
    corner = flight.BOX_LOW[0], flight.BOX_HIGH[1]
    out.add(Label(corner, counts, toward=(1.0, 1.0), role=Role.MUTED, key="counts"))
    if word(p, r) != NO_HIT:
        role = GONE_INTO_ROLE if frame.passed else Role.INK
        away = -frame.velocity[0], -frame.velocity[1]
        look = dict[str, Any](toward=away, gap=18.0, role=role, key="decision")
        out.add(Label(frame.center, _decision(p, r), **look))


def _decision(p: WallParams, r: WallFrame) -> str:
    """Return what happens, and by the rule how deep the ball is in the block then."""
    told, reading = word(p, r), r.reading
    if p.exact or r.frame.passed or reading is None or reading.core.distance > 0.0:
        return told
    overlap = format_number(-reading.core.distance)
    return message("{told}, overlap {overlap}", told=told, overlap=overlap)
