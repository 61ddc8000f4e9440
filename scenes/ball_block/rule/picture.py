"""The rule drawn: the zones, the folding, the reach, the decision, the bounce."""

import math
from typing import Any

import numpy as np

from playground.collision import BlockFace
from playground.collision._arguments import Array
from playground.i18n import message
from playground.scene import (
    Arc,
    Arrow,
    DrawList,
    Label,
    Rect,
    Role,
    Segment,
    Vec2,
    midpoint,
    point_along,
    xy,
)
from scenes.ball_block.rule.answer import RuleAnswer

_ZONE_FILL_OPACITY = 0.14
_DECIDING_FILL_OPACITY = 0.30
_SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
_QUADRANTS = ((1, 1), (-1, 1), (-1, -1), (1, -1))
# The unit vector out of a corner, at 45° to both sides, has these parts.
ROOT_HALF = math.sqrt(0.5)


def draw_zones(r: RuleAnswer, out: DrawList) -> None:
    """Append the article's picture: where the centre touches what, in colours.

    The derivation builds it up: one corner, two, all of them, then the sides.
    """
    if r.radius <= 0.0:
        return
    for side in _SIDES:
        out.add(*_band(r, side, _ZONE_FILL_OPACITY, "zones"), first_step=4)
    for quadrant in _QUADRANTS:
        since = {(-1, 1): 1, (1, 1): 2}.get(quadrant, 3)
        out.add(_sector(r, quadrant, _ZONE_FILL_OPACITY, "zones"), first_step=since)


def draw_reading(r: RuleAnswer, tail: Vec2, out: DrawList) -> None:
    """Append the folding, the reach, the zone decided on and the bounce.

    The velocity's parts are laid out from `tail`.
    """
    _draw_parts(xy(r.velocity), tail, out)
    x, y = xy(r.center)
    left, top = float(r.low[0]), float(r.high[1])
    # The sides that the folded measures are from.
    fold = xy(np.where(r.side > 0.0, r.high, r.low))
    _measure((x, y), (x, top), "y_top", "yT", (-1.0, 0.0), 1, out)
    _measure((x, y), (left, y), "x_left", "xL", (0.0, -1.0), 1, out)
    _measure((x, y), (fold[0], y), "fold_x", "x′", (0.0, 1.0), 2, out)
    _measure((x, y), (x, fold[1]), "fold_y", "y′", (1.0, 0.0), 3, out)
    _draw_live_zone(r, out)
    _draw_bounce(r, out)
    _draw_mirror(r, out)


def _draw_parts(velocity: Vec2, tail: Vec2, out: DrawList) -> None:
    """Append the velocity's shares of x and y, one after the other."""
    look = dict[str, Any](role=Role.MOVER, width=1.5, alpha=0.6, dashed=True)
    knee, tip = (tail[0] + velocity[0], tail[1]), point_along(tail, velocity)
    if velocity[0]:
        out.add(
            Arrow(tail, knee, key="toward_x", derivation=True, first_step=2, **look)
        )
    if velocity[1]:
        out.add(Arrow(knee, tip, key="toward_y", derivation=True, first_step=3, **look))


def _band(
    r: RuleAnswer, side: tuple[int, int], fill: float, key: str
) -> tuple[Rect, Segment]:
    """Return the band beside the side with that way out, and its outer line."""
    depth, (left, bottom), (right, top) = 0.5 * float(r.radius), xy(r.low), xy(r.high)
    (i, j), (w, h) = side, ((right - left) / 2, (top - bottom) / 2)
    x = (left + right) / 2 + i * (w + depth)
    y = (bottom + top) / 2 + j * (h + depth)
    outer, edge = (x + i * depth, y + j * depth), (w * abs(j), h * abs(i))
    role = Role.SIDE_A if j else Role.SIDE_B
    reach = depth if i else w, depth if j else h
    ends = point_along(outer, edge, -1.0), point_along(outer, edge)
    return (
        Rect((x, y), reach, role=role, fill=fill, width=0.0, key=key),
        Segment(*ends, role=role, width=3.0, key=key),
    )


def _sector(r: RuleAnswer, quadrant: tuple[int, int], fill: float, key: str) -> Arc:
    """Return the quarter disc about one corner."""
    ends = zip(quadrant, xy(r.low), xy(r.high), strict=True)
    x, y = (high if side > 0 else low for side, low, high in ends)
    start, sweep = _QUADRANTS.index(quadrant) * math.pi / 2, math.pi / 2
    look = dict[str, Any](role=Role.CORNER, fill=fill, width=3.0, key=key)
    return Arc((x, y), float(r.radius), start, sweep, **look)


def _measure(
    center: Vec2,
    side: Vec2,
    key: str,
    name: str,
    toward: Vec2,
    step: int,
    out: DrawList,
) -> None:
    """Append how far the centre is beyond the line of a side."""
    about = dict[str, Any](key=key, derivation=True, first_step=step)
    look = dict[str, Any](role=Role.CONSTRUCTION, width=1.5, dashed=True)
    out.add(
        Segment(center, side, **look, **about),
        Label(midpoint(center, side), name, toward=toward, size=0.87, **about),
    )


def _draw_live_zone(r: RuleAnswer, out: DrawList) -> None:
    """Append the reach, and the zone that holds the centre once more, stronger."""
    zone = r.core.zone
    if zone == BlockFace.NONE:
        return
    reach = Segment(
        xy(r.nearest), xy(r.center), key="reach", derivation=True, first_step=5
    )
    out.add(reach)
    if r.radius <= 0.0:
        return
    x, y = (1 if sign > 0.0 else -1 for sign in r.core.outward)
    if zone == BlockFace.CORNER:
        out.add(_sector(r, (x, y), _DECIDING_FILL_OPACITY, "decision"), first_step=5)
    else:
        side = (x, 0) if zone == BlockFace.LEFT_RIGHT else (0, y)
        out.add(*_band(r, side, _DECIDING_FILL_OPACITY, "decision"), first_step=5)


def arrow_with_name(
    tail: Vec2,
    way: Vec2,
    name: str,
    width: float = 2.0,
    dashed: bool = False,
    **about: Any,
) -> tuple[Arrow, Label]:
    """Return an arrow and its name at the tip; `about` is what both records have."""
    tip = point_along(tail, way)
    arrow = Arrow(tail, tip, width=width, dashed=dashed, **about)
    return arrow, Label(tip, name, toward=way, **about)


def _draw_bounce(r: RuleAnswer, out: DrawList) -> None:
    center, bounced = xy(r.center), xy(r.core.bounced)
    if r.face == BlockFace.NONE or not any(bounced):
        return
    about = dict[str, Any](role=Role.ARTICLE, key="bounce", first_step=6)
    out.add(*arrow_with_name(center, bounced, message("V′ by the rule"), 2.5, **about))


def diagonal(r: RuleAnswer) -> Array:
    """Return the unit vector out of the corner, at 45° to both sides."""
    return r.core.outward * ROOT_HALF


def _draw_mirror(r: RuleAnswer, out: DrawList) -> None:
    """Append the printed rule's mirror at a corner, and where it sends the ball."""
    if r.face != BlockFace.CORNER:
        return
    corner, reach = xy(r.corner), 0.8 * float(r.radius)
    about = dict[str, Any](derivation=True, first_step=7)
    ends = (
        point_along(corner, (reach, reach), -1.0),
        point_along(corner, (reach, reach)),
    )
    way = point_along(corner, xy(diagonal(r)), reach)
    out.add(
        Segment(*ends, role=Role.CONSTRUCTION, width=2.0, key="mirror", **about),
        Arrow(corner, way, role=Role.CORNER, key="diagonal", **about),
    )
    if r.bounces_inward:
        about |= {"role": Role.ARTICLE, "key": "printed", "dashed": True}
        out.add(
            *arrow_with_name(
                xy(r.center), xy(r.velocity_as_printed), message("as printed"), **about
            )
        )
