"""The ellipse and the point of article 3, and how the three moves carry them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground import params as declare
from playground.collision import PointEllipse, articles, normalizing_transform
from playground.handles import Axes, Frame, Move, Rotate
from playground.params import Params, Vec2

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


def matrix_at(p: PointEllipseParams, progress: float) -> Matrix:
    with np.errstate(over="ignore", invalid="ignore"):
        return normalizing_transform(p.center, p.radii, p.angle, progress)


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


def edge_angles(p: PointEllipseParams) -> tuple[float, ...]:
    """Return the turns at which P lies on the ellipse, ascending.

    With P at distance q and direction psi in the ellipse's frame,
    `cos^2 psi / rx^2 + sin^2 psi / ry^2 = 1 / q^2`, so
    `sin^2 psi = ry^2 (rx - q) (rx + q) / (q^2 (rx - ry) (rx + ry))`.
    """
    rx, ry = p.radii
    dx, dy = p.point[0] - p.center[0], p.point[1] - p.center[1]
    reach = math.hypot(dx, dy)
    below = reach * reach * (rx - ry) * (rx + ry)
    if below == 0.0 or not min(rx, ry) <= reach <= max(rx, ry):
        return ()
    share = ry * ry * (rx - reach) * (rx + reach) / below
    psi = math.asin(math.sqrt(min(max(share, 0.0), 1.0)))
    heading = math.atan2(dy, dx)
    turns = (heading - s for s in (psi, -psi, math.pi - psi, psi - math.pi))
    return tuple(sorted({math.remainder(turn, math.tau) for turn in turns}))


def scaled_length(exact: PointEllipse) -> float:
    return math.hypot(*pair(exact.normalized))


def pair(vector: Sequence[float] | NDArray[np.float64]) -> Vec2:
    return float(vector[0]), float(vector[1])


def plus(a: Vec2, b: Vec2) -> Vec2:
    return a[0] + b[0], a[1] + b[1]


def middle(a: Vec2, b: Vec2, share: float = 0.5) -> Vec2:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def away(a: Vec2, b: Vec2) -> Vec2:
    """Return the direction from b to a, or up where they are one point."""
    return (a[0] - b[0], a[1] - b[1]) if a != b else (0.0, 1.0)
