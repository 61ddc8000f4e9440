"""Picture of article 3's scene: a point and an ellipse that become a circle."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

import playground.scene as sc
from playground.collision import PointEllipse, normalizing_transform
from scenes.point_ellipse.answer import PointAndEllipse, of, ray_point
from scenes.point_ellipse.params import N, PointEllipseParams

Matrix = Sequence[Sequence[float]]

_ORIGIN = (0.0, 0.0)
_IDENTITY = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
# Types of numeric fields of primitives.
_NUMBERS = (float, tuple, list)
# Segments of the path for each of the three moves.
_PATH_SEGMENT_COUNT = 32
# Symbol and label of P after each move.
_STAGES = ((N.translated, "P1"), (N.rotated, "P2"), (N.normalized, "P′"))


def draw(p: PointEllipseParams, e: PointEllipse, out: sc.DrawList) -> None:
    """Append the outline, the image at `progress`, the comparison and the distance."""
    v, moves, all_shapes = of(p, e), _Moves(p), sc.DrawList()
    grid = sc.Grid([*map(tuple, moves.matrix)], 16, alpha=0.1, width=1.0)
    all_shapes.add(grid.copy_with(role=sc.Role.CONSTRUCTION))
    _ghost(v, moves, all_shapes)
    _path(v, moves, all_shapes)
    _image(v, moves, all_shapes)
    _legs(v, moves, all_shapes)
    if not v.flat:
        _true_distance(v, all_shapes)
        if p.progress >= 3.0:
            _comparison(v, all_shapes)
            _circle_nearest(v, moves, all_shapes)
    out.add(*filter(_drawable, all_shapes.primitives))


def _drawable(record: sc.Primitive) -> bool:
    """Return whether all numbers of a primitive are finite, despite a tiny radius."""
    return all(_finite(x) for x in vars(record).values() if type(x) in _NUMBERS)


def _finite(value: float | Sequence[Any]) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return all(map(_finite, value))


class _Moves:
    """State of the three moves.

    Attributes
    ----------
    count : int
        Number of possible moves: two for a radius of 0, which cannot be scaled.
    matrix, turned : Matrix
        The matrix at `progress`, and that after two moves.
    path : list of Vec2
        Path of P.
    """

    def __init__(self, p: PointEllipseParams) -> None:
        self.p, self.count = p, 2 if p.flat else 3
        way = np.linspace(0.0, self.count, self.count * _PATH_SEGMENT_COUNT + 1)
        radii = (1.0, 1.0) if p.flat else p.radii
        progress = np.concatenate([(p.progress, 2.0), way])
        with np.errstate(over="ignore", invalid="ignore"):
            transform = normalizing_transform(p.center, radii, p.angle, progress)
            points = (transform[2:, :2] @ (*p.point, 1.0)).tolist()
        self.matrix, self.turned = transform[:2].tolist()
        self.path: list[sc.Vec2] = [(x, y) for x, y in points]

    def carry(self, point: sc.Vec2) -> sc.Vec2:
        """Return the present position of a point of the world."""
        return _carry(self.matrix, point)

    def ellipse(self, matrix: Matrix) -> "_TransformedEllipse":
        """Return the ellipse transformed by a matrix."""
        # `turned` has the axes without scaling: a factor of 1e30 amplifies rounding.
        x_axis, y_axis = (
            _carry(matrix, (x * radius, y * radius), 0.0)
            for (x, y, _), radius in zip(self.turned, self.p.radii, strict=False)
        )
        return _TransformedEllipse(_carry(matrix, self.p.center), x_axis, y_axis)


def _carry(matrix: Matrix, vector: sc.Vec2, place: float = 1.0) -> sc.Vec2:
    """Return a point of the world transformed by a matrix, or with place 0 a vector."""
    (a, b, c), (d, e, f), _ = matrix
    x, y = vector
    return a * x + b * y + c * place, d * x + e * y + f * place


class _TransformedEllipse:
    """Transformed ellipse: its centre, half axes (vectors) and their `tips`.

    The half axes stay perpendicular, as the scaling acts along one of them, so their
    images define the ellipse.
    """

    def __init__(self, center: sc.Vec2, *half_axes: sc.Vec2) -> None:
        self.center, self.half_axes = center, half_axes
        self.tips = [sc.point_along(center, half) for half in half_axes]

    def outline(self, fill: float = 0.0, **look: Any) -> sc.Primitive:
        """Return the outline; with a radius of 0 it is a segment."""
        rx, ry = (math.hypot(*half) for half in self.half_axes)
        (x, y), _ = self.half_axes
        if min(rx, ry) > 0.0:
            turn = math.atan2(y, x)
            return sc.Ellipse(self.center, (rx, ry), turn, fill=fill, **look)
        half = self.half_axes[0 if rx >= ry else 1]
        return sc.Segment(
            sc.point_along(self.center, half, -1.0),
            sc.point_along(self.center, half),
            **look,
        )


def _away(a: sc.Vec2, b: sc.Vec2) -> sc.Vec2:
    """Return the direction from b to a, or up if they coincide."""
    return sc.point_along(a, b, -1.0) if a != b else (0.0, 1.0)


def _ghost(v: PointAndEllipse, moves: _Moves, out: sc.DrawList) -> None:
    """Append the ellipse and the point at their true positions."""
    p, still = v.p, moves.ellipse(_IDENTITY)
    outline = still.outline(alpha=0.55, width=1.5, dashed=True)
    out.add(outline, symbol=N.ellipse)
    out.add(
        sc.Dot(p.center, 3.0), sc.Label(p.center, "C", (-1.0, -1.0)), symbol=N.center
    )
    name = sc.Label(p.point, "P", _away(p.point, p.center))
    out.add(sc.Dot(p.point, 5.0, sc.Marker.RING), name, symbol=N.point)
    if 0.0 < p.progress < 3.0:
        arrow = sc.Arrow(_ORIGIN, p.center, width=1.25, alpha=0.6)
        out.add(arrow, symbol=N.center, first_step=2)
    radius, half = 0.42 * p.radii[0], (math.cos(p.angle / 2), math.sin(p.angle / 2))
    if p.angle == 0.0 or radius == 0.0:
        return
    for end in (sc.point_along(p.center, (1.25 * radius, 0.0)), still.tips[0]):
        out.add(sc.Segment(p.center, end, width=1.0, dashed=True), symbol=N.angle)
    out.add(
        sc.Arc(p.center, radius, 0.0, p.angle, width=1.5),
        sc.Label(sc.point_along(p.center, half, radius), "θ", half, gap=7.0),
        symbol=N.angle,
    )


def _path(v: PointAndEllipse, moves: _Moves, out: sc.DrawList) -> None:
    """Append the path of P, one leg per move, and the final circle."""
    for i, (symbol, _) in enumerate(_STAGES[: moves.count]):
        start = i * _PATH_SEGMENT_COUNT
        leg = moves.path[start : start + _PATH_SEGMENT_COUNT + 1]
        line = sc.Polyline(leg, alpha=0.45, width=1.25, dashed=True)
        out.add(line, sc.Dot(leg[-1], 3.5, sc.Marker.RING, alpha=0.8), symbol=symbol)
    if not v.flat:
        goal = sc.Circle(_ORIGIN, v.p.radii[0], alpha=0.35, width=1.0, dashed=True)
        out.add(goal, symbol=N.circle)


def _image(v: PointAndEllipse, moves: _Moves, out: sc.DrawList) -> None:
    """Append ellipse, axes and point as transformed by the moves."""
    p, image, image_point = v.p, moves.ellipse(moves.matrix), moves.carry(v.p.point)
    out.add(image.outline(width=2.5, fill=0.13), symbol=N.ellipse)
    for symbol, tip in zip((N.rx, N.ry), image.tips, strict=True):
        if tip != image.center:
            axis = sc.Segment(image.center, tip, alpha=0.6, width=1.25)
            out.add(axis, symbol=symbol)
    mark = sc.Dot(image_point, 6.0)
    out.add(*N.normalized.style_primitives(mark, first_step=0))
    move = min(math.ceil(p.progress), moves.count)
    symbol, name = _STAGES[max(move - 1, 0)]
    if p.progress > 0.0:
        label = sc.Label(image_point, name, _away(image_point, image.center))
        out.add(*symbol.style_primitives(label, first_step=0))
        # The true perpendicular is transformed too: scaling tilts it.
        foot = moves.carry(v.e.closest)
        way = sc.Segment(image_point, foot, width=1.5, alpha=0.7)
        out.add(way, sc.Dot(foot, 4.0, sc.Marker.DIAMOND, alpha=0.8), symbol=N.closest)
    is_done = p.progress >= 3.0 and not v.flat
    if not is_done and image_point != image.center:
        arrow = sc.Arrow(image.center, image_point, width=2.0)
        out.add(arrow, symbol=symbol)


def _legs(v: PointAndEllipse, moves: _Moves, out: sc.DrawList) -> None:
    """Append the components of the point along the two axes, transformed too."""
    p, ahead = v.p, v.p.axes[0]
    foot = sc.point_along(p.center, ahead, sc.dot(p.offset, ahead))
    center, corner, image_point = map(moves.carry, (p.center, foot, p.point))
    for symbol, a, b in ((N.x, center, corner), (N.y, corner, image_point)):
        if a != b:
            leg = sc.Segment(a, b, width=1.5, alpha=0.8, dashed=True)
            out.add(leg, symbol=symbol)
            if p.progress == 2.0:
                middle = sc.midpoint(a, b)
                direction = sc.point_along(corner, middle, -1.0)
                out.add(sc.Label(middle, f"{symbol.key}2", direction), symbol=symbol)


def _comparison(v: PointAndEllipse, out: sc.DrawList) -> None:
    """Append rx along the x axis, |P′|, and the arc between them."""
    end, rx, reach, hit = v.e.normalized, v.p.radii[0], v.length, v.e.hit
    heading = math.atan2(end[1], end[0])
    below = -1.0 if heading >= 0.0 else 1.0
    out.add(
        sc.Segment(_ORIGIN, (rx, 0.0), width=3.0),
        sc.Label((rx / 2, 0.0), f"rx = {sc.format_number(rx)}", (0.0, below)),
        symbol=N.rx,
        first_step=5,
    )
    name = f"|P′| = {sc.format_number(reach)}"
    out.add(
        sc.Arrow(_ORIGIN, end, width=2.5),
        sc.Dot(end, 6.0, sc.Marker.DISC if hit else sc.Marker.DIAMOND),
        sc.Arc(_ORIGIN, reach, heading, -heading, width=1.25, dashed=True),
        sc.Dot((reach, 0.0), 4.5, sc.Marker.DISC if hit else sc.Marker.CROSS),
        sc.Label(sc.point_along(_ORIGIN, end, 0.55), name, (0.0, -below)),
        symbol=N.length,
        role=v.role,
    )


def _circle_nearest(v: PointAndEllipse, moves: _Moves, out: sc.DrawList) -> None:
    """Append K, the circle's nearest point, and its position in the world."""
    p, k = v.p, sc.xy(ray_point(v.p, v.answer))
    image = moves.carry(k)
    gap = sc.Segment(moves.carry(p.point), image, width=2.0)
    out.add(gap, sc.Dot(image, 4.5, sc.Marker.SQUARE), symbol=N.gap)
    out.add(
        sc.Segment(p.point, k, width=1.5, dashed=True),
        sc.Dot(k, 4.5, sc.Marker.SQUARE),
        sc.Label(k, "K", _away(k, p.center)),
        symbol=N.ray_point,
    )


def _true_distance(v: PointAndEllipse, out: sc.DrawList) -> None:
    """Append the nearest point of the ellipse and the distance to it, in the world."""
    point, foot, slope = v.p.point, v.e.closest, v.tangent
    reach = 0.3 * max(v.p.radii)
    ends = sc.point_along(foot, slope, -reach), sc.point_along(foot, slope, reach)
    out.add(sc.Segment(*ends, width=1.25, alpha=0.7), symbol=N.tangent)
    out.add(sc.Dot(foot, 5.0, sc.Marker.DIAMOND), symbol=N.closest)
    text = f"d = {sc.format_number(v.e.distance)}"
    text = sc.message("d = 0: touch") if v.on_edge else text
    out.add(sc.MagnifierTarget(foot if v.on_edge else point, foot, text), first_step=7)
    if v.touches:
        return
    out.add(
        sc.Segment(point, foot, width=2.5),
        sc.RightAngle(
            foot, sc.point_along(point, foot, -1.0), slope, size=9.0, width=1.25
        ),
        sc.Label(sc.midpoint(point, foot), text, slope),
        sc.Label(foot, "Q", _away(foot, point)),
        symbol=N.closest,
    )
