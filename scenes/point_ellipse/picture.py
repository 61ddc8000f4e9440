"""The picture of a point and an ellipse on their way to a circle."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.collision import PointEllipse, normalizing_transform
from playground.collision._arguments import length
from playground.i18n import message
from playground.scene import (
    Arc,
    Arrow,
    Circle,
    Dot,
    DrawList,
    Ellipse,
    Grid,
    Label,
    MagnifierTarget,
    Marker,
    Polyline,
    Primitive,
    RightAngle,
    Role,
    Segment,
    Vec2,
    dot,
    format_number,
    midpoint,
    point_along,
    style_primitives,
    xy,
)
from scenes.point_ellipse.answer import ray_point, tangent, touches
from scenes.point_ellipse.params import PointEllipseParams

Matrix = Sequence[Sequence[float]]

_ORIGIN = (0.0, 0.0)
_IDENTITY = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
# What of a record is a number, or a list of them.
_NUMBERS = (float, tuple, list)
# A path is drawn with this many pieces to each of the three moves.
_PATH_SEGMENT_COUNT = 32
# The stages of P, by the number of moves behind it: key and name.
_STAGES = (("translated", "P1"), ("rotated", "P2"), ("normalized", "P′"))


def draw(p: PointEllipseParams, e: PointEllipse, out: DrawList) -> None:
    """Draw the ghost, the image at `progress`, the comparison and the distance."""
    out.add(*filter(_drawable, _records(p, e)))


def _records(p: PointEllipseParams, e: PointEllipse) -> Iterator[Primitive]:
    matrix, turned, way = _carriers(p)
    grid = [tuple(row) for row in matrix]
    yield Grid(grid, half=16, role=Role.CONSTRUCTION, alpha=0.1, width=1.0)
    yield from _ghost(p, turned)
    yield from _path(p, way)
    yield from _image(p, e, matrix, turned)
    yield from _legs(p, matrix)
    if p.flat:
        return
    yield from _true_distance(p, e)
    if p.progress >= 3.0:
        yield from _comparison(p, e)
        yield from _circle_nearest(p, e, matrix)


def _drawable(record: Primitive) -> bool:
    """Return whether a radius near 0 has not scaled it out of every range."""
    return all(_finite(x) for x in vars(record).values() if type(x) in _NUMBERS)


def _finite(value: float | Sequence[Any]) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    return all(map(_finite, value))


def _moves(p: PointEllipseParams) -> int:
    """Return how many of the three there are: no scaling undoes a radius of 0."""
    return 2 if p.flat else 3


def _carriers(p: PointEllipseParams) -> tuple[Matrix, Matrix, list[Vec2]]:
    """Return the matrix at `progress`, that after two moves, and the way of P."""
    count = _moves(p)
    way = np.linspace(0.0, count, count * _PATH_SEGMENT_COUNT + 1)
    radii = (1.0, 1.0) if p.flat else p.radii
    progress = np.concatenate([(p.progress, 2.0), way])
    with np.errstate(over="ignore", invalid="ignore"):
        found = normalizing_transform(p.center, radii, p.angle, progress)
        points = (found[2:, :2] @ (*p.point, 1.0)).tolist()
    matrix, turned = found[:2].tolist()
    return matrix, turned, [(x, y) for x, y in points]


def _carry(matrix: Matrix, vector: Vec2, place: float = 1.0) -> Vec2:
    """Return where the matrix carries a place of the world, or with 0 a direction."""
    (a, b, c), (d, e, f), _ = matrix
    x, y = vector
    return a * x + b * y + c * place, d * x + e * y + f * place


@dataclass(frozen=True)
class _TransformedEllipse:
    """The ellipse as far as a matrix has carried it: its centre and half axes.

    They stay perpendicular all the way, the stretch acting along one of them, so where
    they go is all there is to say.
    """

    center: Vec2
    half_axes: tuple[Vec2, Vec2]

    @property
    def tips(self) -> list[Vec2]:
        return [point_along(self.center, half) for half in self.half_axes]

    def outline(self, **look: Any) -> Primitive:
        """Return the outline; with a radius of 0 that is a segment."""
        rx, ry = (math.hypot(*half) for half in self.half_axes)
        (x, y), _ = self.half_axes
        if min(rx, ry) > 0.0:
            return Ellipse(self.center, (rx, ry), math.atan2(y, x), **look)
        look.pop("fill", None)
        half = self.half_axes[0 if rx >= ry else 1]
        ends = point_along(self.center, half, -1.0), point_along(self.center, half)
        return Segment(*ends, **look)


def _transform_ellipse(
    p: PointEllipseParams, matrix: Matrix, turned: Matrix
) -> _TransformedEllipse:
    # As the moves turn: where they scale by 1e30, a quarter turn is not whole.
    x_axis, y_axis = (
        _carry(matrix, (x * radius, y * radius), 0.0)
        for (x, y, _), radius in zip(turned, p.radii, strict=False)
    )
    return _TransformedEllipse(_carry(matrix, p.center), (x_axis, y_axis))


def _away(a: Vec2, b: Vec2) -> Vec2:
    """Return the direction from b to a, or up where they are one point."""
    return point_along(a, b, -1.0) if a != b else (0.0, 1.0)


def _ghost(p: PointEllipseParams, turned: Matrix) -> Iterator[Primitive]:
    """Yield the ellipse and the point where they really are."""
    still = _transform_ellipse(p, _IDENTITY, turned)
    outline = still.outline(alpha=0.55, width=1.5, dashed=True)
    yield from style_primitives(Role.OBSTACLE, "ellipse", 0, outline)
    name = Label(p.center, "C", (-1.0, -1.0))
    yield from style_primitives(Role.OBSTACLE, "center", 0, Dot(p.center, 3.0), name)
    yield from style_primitives(
        Role.MOVER,
        "point",
        0,
        Dot(p.point, 5.0, Marker.RING),
        Label(p.point, "P", _away(p.point, p.center)),
    )
    if 0.0 < p.progress < 3.0:
        arrow = Arrow(_ORIGIN, p.center, width=1.25, alpha=0.6)
        yield from style_primitives(Role.OBSTACLE, "center", 2, arrow)
    radius, half = 0.42 * p.radii[0], (math.cos(p.angle / 2), math.sin(p.angle / 2))
    if p.angle == 0.0 or radius == 0.0:
        return
    yield from style_primitives(
        Role.CONSTRUCTION,
        "angle",
        1,
        Segment(
            p.center,
            point_along(p.center, (1.25 * radius, 0.0)),
            width=1.0,
            dashed=True,
        ),
        Segment(p.center, still.tips[0], width=1.0, dashed=True),
        Arc(p.center, radius, 0.0, p.angle, width=1.5),
        Label(point_along(p.center, half, radius), "θ", half, gap=7.0),
    )


def _path(p: PointEllipseParams, points: Sequence[Vec2]) -> Iterator[Primitive]:
    """Yield the way P goes, one leg a move, and the circle that waits at its end."""
    for i, (key, _) in enumerate(_STAGES[: _moves(p)]):
        leg = points[i * _PATH_SEGMENT_COUNT : (i + 1) * _PATH_SEGMENT_COUNT + 1]
        yield from style_primitives(
            Role.MOVER,
            key,
            i + 2,
            Polyline(leg, alpha=0.45, width=1.25, dashed=True),
            Dot(leg[-1], 3.5, Marker.RING, alpha=0.8),
        )
    if not p.flat:
        goal = Circle(_ORIGIN, p.radii[0], alpha=0.35, width=1.0, dashed=True)
        yield from style_primitives(Role.OBSTACLE, "circle", 4, goal)


def _image(
    p: PointEllipseParams, e: PointEllipse, matrix: Matrix, turned: Matrix
) -> Iterator[Primitive]:
    """Yield ellipse, axes and point as far as the moves have carried them."""
    image, carried = _transform_ellipse(p, matrix, turned), _carry(matrix, p.point)
    outline = image.outline(width=2.5, fill=0.13)
    yield from style_primitives(Role.OBSTACLE, "ellipse", 0, outline)
    for key, tip in zip(("rx", "ry"), image.tips, strict=True):
        if tip != image.center:
            axis = Segment(image.center, tip, alpha=0.6, width=1.25)
            yield from style_primitives(Role.OBSTACLE, key, 1, axis)
    done = p.progress >= 3.0 and not p.flat
    yield from style_primitives(Role.MOVER, "normalized", 0, Dot(carried, 6.0))
    move = min(math.ceil(p.progress), _moves(p))
    key, name = _STAGES[max(move - 1, 0)]
    if p.progress > 0.0:
        label = Label(carried, name, _away(carried, image.center))
        yield from style_primitives(Role.MOVER, key, 0, label)
        # The true perpendicular goes along too: the stretch tilts it.
        foot = _carry(matrix, xy(e.closest))
        yield from style_primitives(
            Role.NORMAL,
            "closest",
            7,
            Segment(carried, foot, width=1.5, alpha=0.7),
            Dot(foot, 4.0, Marker.DIAMOND, alpha=0.8),
        )
    if not done and carried != image.center:
        arrow = Arrow(image.center, carried, width=2.0)
        yield from style_primitives(Role.MOVER, key, max(move, 1) + 1, arrow)


def _legs(p: PointEllipseParams, matrix: Matrix) -> Iterator[Primitive]:
    """Yield the shadows of the point on the two axes, carried along like them."""
    ahead = p.axes[0]
    foot = point_along(p.center, ahead, dot(p.offset, ahead))
    center, corner, carried = (_carry(matrix, at) for at in (p.center, foot, p.point))
    for key, a, b in (("x", center, corner), ("y", corner, carried)):
        if a != b:
            leg = Segment(a, b, width=1.5, alpha=0.8, dashed=True)
            yield from style_primitives(Role.ACCENT, key, 3, leg)
            if p.progress == 2.0:
                middle = midpoint(a, b)
                name = Label(middle, f"{key}2", point_along(corner, middle, -1.0))
                yield from style_primitives(Role.ACCENT, key, 3, name)


def _answer_role(e: PointEllipse) -> Role:
    return Role.HIT if e.hit else Role.MISS


def _comparison(p: PointEllipseParams, e: PointEllipse) -> Iterator[Primitive]:
    """Yield rx along the x axis, |P′|, and the arc that lays the one on the other."""
    end, rx, reach = xy(e.normalized), p.radii[0], float(length(e.normalized))
    heading = math.atan2(end[1], end[0])
    below = -1.0 if heading >= 0.0 else 1.0
    yield from style_primitives(
        Role.OBSTACLE,
        "rx",
        5,
        Segment(_ORIGIN, (rx, 0.0), width=3.0),
        Label((rx / 2, 0.0), f"rx = {format_number(rx)}", (0.0, below)),
    )
    yield from style_primitives(
        _answer_role(e),
        "length",
        5,
        Arrow(_ORIGIN, end, width=2.5),
        Dot(end, 6.0, Marker.DISC if e.hit else Marker.DIAMOND),
        Arc(_ORIGIN, reach, heading, -heading, width=1.25, dashed=True),
        Dot((reach, 0.0), 4.5, Marker.DISC if e.hit else Marker.CROSS),
        Label(
            point_along(_ORIGIN, end, 0.55),
            f"|P′| = {format_number(reach)}",
            (0.0, -below),
        ),
    )


def _circle_nearest(
    p: PointEllipseParams, e: PointEllipse, matrix: Matrix
) -> Iterator[Primitive]:
    """Yield K, the circle's nearest point, and where it is in the world."""
    k = xy(ray_point(p, e))
    image = _carry(matrix, k)
    yield from style_primitives(
        Role.ACCENT,
        "gap",
        8,
        Segment(_carry(matrix, p.point), image, width=2.0),
        Dot(image, 4.5, Marker.SQUARE),
    )
    yield from style_primitives(
        Role.ACCENT,
        "ray_point",
        8,
        Segment(p.point, k, width=1.5, dashed=True),
        Dot(k, 4.5, Marker.SQUARE),
        Label(k, "K", _away(k, p.center)),
    )


def _true_distance(p: PointEllipseParams, e: PointEllipse) -> Iterator[Primitive]:
    """Yield the nearest point of the ellipse and the distance to it, in the world."""
    foot, slope, reach = xy(e.closest), tangent(p, e), 0.3 * max(p.radii)
    ends = point_along(foot, slope, -reach), point_along(foot, slope, reach)
    line = Segment(*ends, width=1.25, alpha=0.7)
    yield from style_primitives(Role.NORMAL, "tangent", 7, line)
    yield from style_primitives(
        Role.NORMAL, "closest", 7, Dot(foot, 5.0, Marker.DIAMOND)
    )
    on_edge = e.hit and not e.inside
    text = message("d = 0: touch") if on_edge else f"d = {format_number(e.distance)}"
    yield MagnifierTarget(foot if on_edge else p.point, foot, text, first_step=7)
    if touches(p, e):
        return
    back = point_along(p.point, foot, -1.0)
    yield from style_primitives(
        Role.NORMAL,
        "closest",
        7,
        Segment(p.point, foot, width=2.5),
        RightAngle(foot, back, slope, size=9.0, width=1.25),
        Label(midpoint(p.point, foot), text, slope),
        Label(foot, "Q", _away(foot, p.point)),
    )
