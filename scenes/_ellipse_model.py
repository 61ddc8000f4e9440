"""The ellipse and the point of article 3, and how the three moves carry them."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.collision import PointEllipse, articles, normalizing_transform
from playground.scene import params as declare
from playground.scene.drawlist import Record, Role
from playground.scene.handles import Axes, Frame, Move, Rotate
from playground.scene.params import Params, Vec2

Matrix = NDArray[np.float64]

NOWHERE = (math.nan, math.nan)
# Lengths that agree to this part of the largest radius are shown as equal.
SAME = 1e-9


@dataclass(frozen=True)
class PointEllipseParams(Params):
    """Point, ellipse, and how far the three moves have gone."""

    point: Vec2 = declare.point(
        5.35, 2.5, label="Point P", help="The point that is tested, in the world."
    )
    center: Vec2 = declare.point(
        4.6,
        1.3,
        label="Centre C",
        help="The ellipse's centre, in the world.",
        handle=Move(frame=Frame("center", "angle"), ellipse="radii"),
    )
    radii: Vec2 = declare.lengths(
        2.4,
        1.2,
        label="Radii rx, ry",
        parts=("rx", "ry"),
        help="The ellipse's half axes along its own x and y, before it is turned.",
        low=0.0,
        high=8.0,
        handle=Axes("center", "angle"),
    )
    angle: float = declare.angle(
        math.radians(35.0),
        label="Angle θ",
        help="How far the ellipse is turned about its centre, counter-clockwise.",
        handle=Rotate("center", "radii", "center"),
    )
    progress: float = declare.time(
        3.0,
        0.0,
        3.0,
        label="Progress",
        help="0 to 1 moves the ellipse to the origin, 1 to 2 turns it back, 2 to 3 "
        "scales it to a circle.",
    )


@dataclass(frozen=True)
class PointEllipseAnswer:
    """The core's answer, the article's, and where the circle thinks P is nearest.

    Attributes
    ----------
    exact : PointEllipse or None
        None where the core refuses: an ellipse with a radius of 0.
    article : articles.PointEllipse
        What the listing answers.
    refusal : str
        The core's message if it refuses.
    ray_point : (x, y)
        K, world: where the ray from the centre through P leaves the ellipse. The three
        moves carry it to the circle's nearest point. NaN from the centre itself.
    """

    exact: PointEllipse | None
    article: articles.PointEllipse
    refusal: str
    ray_point: Vec2


@dataclass(frozen=True)
class CarriedEllipse:
    """The ellipse as far as a matrix has carried it: its centre and half axes."""

    center: Vec2
    x_axis: Vec2
    y_axis: Vec2

    @property
    def radii(self) -> Vec2:
        return math.hypot(*self.x_axis), math.hypot(*self.y_axis)

    @property
    def angle(self) -> float:
        return math.atan2(self.x_axis[1], self.x_axis[0])

    @property
    def tips(self) -> tuple[Vec2, Vec2]:
        return plus(self.center, self.x_axis), plus(self.center, self.y_axis)


def matrix_at(p: PointEllipseParams, progress: ArrayLike) -> Matrix:
    """Return what the moves do; with a radius of 0 there is no third one."""
    radii = p.radii if min(p.radii) > 0.0 else (1.0, 1.0)
    with np.errstate(over="ignore", invalid="ignore"):
        return normalizing_transform(p.center, radii, p.angle, progress)


def carry(matrix: Matrix, at: Vec2) -> Vec2:
    """Return where the matrix carries a point of the world."""
    return _transformed(matrix, (*at, 1.0))


def carried_ellipse(p: PointEllipseParams, matrix: Matrix) -> CarriedEllipse:
    """Return the carried ellipse.

    Its half axes stay perpendicular all the way, the stretch acting along one of them,
    so where they go is all there is to say.
    """
    (rx, ry), cosine, sine = p.radii, math.cos(p.angle), math.sin(p.angle)
    return CarriedEllipse(
        carry(matrix, p.center),
        _transformed(matrix, (rx * cosine, rx * sine, 0.0)),
        _transformed(matrix, (-ry * sine, ry * cosine, 0.0)),
    )


def standing_ellipse(p: PointEllipseParams) -> CarriedEllipse:
    """Return the ellipse where it is, for its axes."""
    return carried_ellipse(p, np.eye(3))


def _transformed(matrix: Matrix, vector: tuple[float, float, float]) -> Vec2:
    with np.errstate(over="ignore", invalid="ignore"):
        x, y, _ = matrix @ vector
    return float(x), float(y)


def ray_point(p: PointEllipseParams, level: float) -> Vec2:
    """Return C + (P - C) / level: along a ray from C the level grows evenly."""
    if level == 0.0 or not math.isfinite(level):
        return NOWHERE
    (x, y), (cx, cy) = p.point, p.center
    return cx + (x - cx) / level, cy + (y - cy) / level


def scaled_length(exact: PointEllipse) -> float:
    return math.hypot(*pair(exact.normalized))


def pair(vector: Sequence[float] | NDArray[np.float64]) -> Vec2:
    return float(vector[0]), float(vector[1])


def plus(a: Vec2, b: Vec2) -> Vec2:
    return a[0] + b[0], a[1] + b[1]


def has_two_nearest(p: PointEllipseParams, exact: PointEllipse) -> bool:
    """Return whether more than one point of the ellipse is nearest to P.

    So it is on the long axis between the cusps of the evolute, `|x| < a - b^2 / a`,
    and at the centre of a circle.
    """
    (x, y), (rx, ry) = pair(exact.rotated), p.radii
    along, across = (x, y) if rx >= ry else (y, x)
    long, short, slack = max(rx, ry), min(rx, ry), SAME * max(rx, ry)
    reach = (long - short) * (1.0 + short / long)
    return abs(across) <= slack and abs(along) <= reach + slack


def minus(a: Vec2, b: Vec2) -> Vec2:
    return a[0] - b[0], a[1] - b[1]


def same_place(p: PointEllipseParams, at: Vec2) -> bool:
    """Return whether P is at that place as far as anyone can see."""
    return math.dist(p.point, at) <= SAME * max(p.radii)


def middle(a: Vec2, b: Vec2, share: float = 0.5) -> Vec2:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def away(a: Vec2, b: Vec2) -> Vec2:
    """Return the direction from b to a, or up where they are one point."""
    return (a[0] - b[0], a[1] - b[1]) if a != b else (0.0, 1.0)


def tangent(p: PointEllipseParams, exact: PointEllipse) -> Vec2:
    """Return the unit tangent of the ellipse at its point nearest to P."""
    (dx, dy), (rx, ry) = minus(pair(exact.closest), p.center), p.radii
    cosine, sine = math.cos(p.angle), math.sin(p.angle)
    x, y = (cosine * dx + sine * dy) / rx, (cosine * dy - sine * dx) / ry
    along = (-y * rx, x * ry)
    size = math.hypot(*along)
    if size == 0.0 or not math.isfinite(size):
        return cosine, sine
    a, b = along[0] / size, along[1] / size
    return cosine * a - sine * b, sine * a + cosine * b


def marked(role: Role, key: str, since: int, *records: Record) -> Iterator[Record]:
    """Give the records of one quantity their role, key and first step."""
    return (replace(x, role=role, key=key, since=since) for x in records)


def drawable(record: Record) -> bool:
    """Return whether nothing of a record was scaled out of every range."""
    values = (v for v in vars(record).values() if isinstance(v, tuple | list | float))
    return all(bool(np.isfinite(np.asarray(value)).all()) for value in values)
