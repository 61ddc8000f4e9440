"""Picture of the rule: zones, folding, reach, decision and bounce."""

import math

import playground.scene as sc
from playground.collision import BlockFace
from scenes.ball_block.rule.answer import Reading, RuleAnswer
from scenes.ball_block.symbols import N

_ZONE_FILL_OPACITY = 0.14
_DECIDING_FILL_OPACITY = 0.30
_SIDES = ((1, 0), (0, 1), (-1, 0), (0, -1))
_QUADRANTS = ((1, 1), (-1, 1), (-1, -1), (1, -1))


def draw_zones(r: RuleAnswer, out: sc.DrawList) -> None:
    """Append the zones in which the centre touches a part of the block, in colours.

    The derivation builds them up: one corner, two, all of them, then the sides.
    """
    if r.radius <= 0.0:
        return
    v = Reading(r)
    for side in _SIDES:
        _band(v, side, _ZONE_FILL_OPACITY, N.zones, 4, out)
    for quadrant in _QUADRANTS:
        step = {(-1, 1): 1, (1, 1): 2}.get(quadrant, 3)
        _sector(v, quadrant, _ZONE_FILL_OPACITY, N.zones, step, out)


def draw_reading(r: RuleAnswer, tail: sc.Vec2, out: sc.DrawList) -> None:
    """Append the folding, the reach, the decisive zone and the bounce.

    The velocity's components start at `tail`.
    """
    v = Reading(r)
    _draw_parts(v.velocity, tail, out)
    (x, y), x_left, top = v.center, v.low[0], v.high[1]
    # The sides from which the article measures.
    fold_x, fold_y = v.side_lines
    _measure((x, y), (x, top), N.y_top, "yT", (-1.0, 0.0), out)
    _measure((x, y), (x_left, y), N.x_left, "xL", (0.0, -1.0), out)
    _measure((x, y), (fold_x, y), N.fold_x, "x′", (0.0, 1.0), out)
    _measure((x, y), (x, fold_y), N.fold_y, "y′", (1.0, 0.0), out)
    _draw_live_zone(v, out)
    if v.face != BlockFace.NONE and any(v.core.bounced):
        bounce = arrow_with_name(
            v.center, v.core.bounced, sc.message("V′ by the rule"), 2.5
        )
        out.add(*bounce, symbol=N.bounce)
    if v.face == BlockFace.CORNER:
        _draw_mirror(v, out)


def _draw_parts(velocity: sc.Vec2, tail: sc.Vec2, out: sc.DrawList) -> None:
    """Append the velocity's x and y components, one after the other."""
    knee, tip = (tail[0] + velocity[0], tail[1]), sc.point_along(tail, velocity)
    parts = ((tail, knee, N.toward_x), (knee, tip, N.toward_y))
    for share, (a, b, symbol) in zip(velocity, parts, strict=True):
        if share:
            arrow = sc.Arrow(a, b, width=1.5, alpha=0.6, dashed=True)
            out.add(arrow, symbol=symbol)


def _band(
    v: Reading,
    side: tuple[int, int],
    fill: float,
    symbol: sc.Symbol,
    step: int,
    out: sc.DrawList,
) -> None:
    """Append the band next to the side in this direction, and its outer line."""
    depth, (x_left, bottom), (right, top) = 0.5 * v.radius, v.low, v.high
    (i, j), (w, h) = side, ((right - x_left) / 2, (top - bottom) / 2)
    x = (x_left + right) / 2 + i * (w + depth)
    y = (bottom + top) / 2 + j * (h + depth)
    outer, edge = (x + i * depth, y + j * depth), (w * abs(j), h * abs(i))
    reach = depth if i else w, depth if j else h
    ends = sc.point_along(outer, edge, -1.0), sc.point_along(outer, edge)
    out.add(
        sc.Rect((x, y), reach, fill=fill, width=0.0),
        sc.Segment(*ends, width=3.0),
        symbol=symbol,
        role=sc.Role.SIDE_A if j else sc.Role.SIDE_B,
        first_step=step,
    )


def _sector(
    v: Reading,
    quadrant: tuple[int, int],
    fill: float,
    symbol: sc.Symbol,
    step: int,
    out: sc.DrawList,
) -> None:
    """Append the quarter disc about one corner."""
    ends = zip(quadrant, v.low, v.high, strict=True)
    x, y = (high if side > 0 else low for side, low, high in ends)
    start, sweep = _QUADRANTS.index(quadrant) * math.pi / 2, math.pi / 2
    disc = sc.Arc((x, y), v.radius, start, sweep, fill=fill, width=3.0)
    out.add(disc, symbol=symbol, role=sc.Role.CORNER, first_step=step)


def _measure(
    center: sc.Vec2,
    side: sc.Vec2,
    symbol: sc.Symbol,
    name: str,
    toward: sc.Vec2,
    out: sc.DrawList,
) -> None:
    """Append the distance of the centre beyond the line of a side."""
    out.add(sc.Segment(center, side, width=1.5, dashed=True), symbol=symbol)
    label = sc.Label(sc.midpoint(center, side), name, toward, size=0.87)
    out.add(label, symbol=symbol, role=sc.Role.INK)


def _draw_live_zone(v: Reading, out: sc.DrawList) -> None:
    """Append the reach, and the zone that contains the centre, highlighted."""
    zone = v.core.zone
    if zone == BlockFace.NONE:
        return
    out.add(sc.Segment(v.nearest, v.center), symbol=N.reach)
    if v.radius <= 0.0:
        return
    x, y = (1 if sign > 0.0 else -1 for sign in v.core.outward)
    if zone == BlockFace.CORNER:
        _sector(v, (x, y), _DECIDING_FILL_OPACITY, N.decision, 5, out)
    else:
        side = (x, 0) if zone == BlockFace.LEFT_RIGHT else (0, y)
        _band(v, side, _DECIDING_FILL_OPACITY, N.decision, 5, out)


def arrow_with_name(
    tail: sc.Vec2, way: sc.Vec2, name: str, width: float = 2.0, dashed: bool = False
) -> tuple[sc.Primitive, ...]:
    """Return an arrow from `tail` along the vector `way`, and its label at the tip.

    `width` is in pixels.
    """
    tip = sc.point_along(tail, way)
    return sc.Arrow(tail, tip, width=width, dashed=dashed), sc.Label(tip, name, way)


def _draw_mirror(v: Reading, out: sc.DrawList) -> None:
    """Append the mirror of the printed rule at a corner, and the direction after it."""
    corner, reach = v.corner, 0.8 * v.radius
    line = sc.Segment(
        sc.point_along(corner, (reach, reach), -1.0),
        sc.point_along(corner, (reach, reach)),
    )
    out.add(line, symbol=N.mirror)
    way = sc.Arrow(corner, sc.point_along(corner, v.diagonal, reach))
    out.add(way, symbol=N.diagonal)
    if v.bounces_inward:
        rule_arrow = arrow_with_name(
            v.center, v.velocity_as_printed, sc.message("as printed"), dashed=True
        )
        out.add(*rule_arrow, symbol=N.printed)
