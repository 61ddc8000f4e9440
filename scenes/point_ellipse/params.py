"""Parameters, symbols and query of article 3's scene."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

import playground.scene as sc
from playground.collision import point_ellipse
from playground.scene.query import query_of


@dataclass(frozen=True)
class PointEllipseParams(sc.Params):
    """Point, ellipse, and progress of its three moves to a circle about the origin."""

    point: sc.Vec2 = sc.point(
        5.35, 2.5, label="Point P", help="The point that is tested, in the world."
    )
    center: sc.Vec2 = sc.point(
        4.6,
        1.3,
        label="Centre C",
        help="The ellipse's centre, in the world.",
        handle=sc.MoveHandle(frame=sc.RotatedFrame("center", "angle"), ellipse="radii"),
    )
    radii: sc.Vec2 = sc.lengths(
        2.4,
        1.2,
        label="Radii rx, ry",
        parts=("rx", "ry"),
        help="The ellipse's half axes along its own x and y, before it is turned.",
        high=8.0,
        open_ended=True,
        handle=sc.AxesHandle("center", "angle"),
    )
    angle: float = sc.angle(
        math.radians(35.0),
        label="Angle θ",
        help="How far the ellipse is turned about its centre, counter-clockwise.",
        handle=sc.RotateHandle("center", "radii", "center"),
    )
    progress: float = sc.time(
        0.0,
        0.0,
        3.0,
        view=True,
        label="Progress",
        help="0 to 1 moves the ellipse to the origin, 1 to 2 turns it back, 2 to 3 "
        "scales it to a circle.",
    )

    @property
    def flat(self) -> NDArray[np.bool_]:
        """True where a radius is 0: no scaling turns such a segment into a circle."""
        return np.asarray(np.minimum(*self.radii) <= 0.0)

    @property
    def offset(self) -> sc.Vec2:
        """Vector from the centre to the point, metres."""
        (x, y), (cx, cy) = self.point, self.center
        return x - cx, y - cy

    @property
    def axes(self) -> tuple[sc.Vec2, sc.Vec2]:
        """Unit vectors of the ellipse's own x and y axes, in the world."""
        cosine, sine = sc.xy(sc.rotation(self.angle))
        return (cosine, sine), (-sine, cosine)


# Colour, first step, symbol in formulas and listing variables of each quantity.
N = sc.SymbolTable(
    ellipse=sc.Symbol(sc.Role.OBSTACLE),
    center=sc.Symbol(sc.Role.OBSTACLE, tex="C", listing="cx cy"),
    point=sc.Symbol(sc.Role.MOVER, tex="P", listing="x y"),
    angle=sc.Symbol(sc.Role.CONSTRUCTION, 1, r"\theta", listing="rad sine cosine"),
    rx=sc.Symbol(sc.Role.OBSTACLE, 1, "r_x", listing="rx"),
    ry=sc.Symbol(sc.Role.OBSTACLE, 1, "r_y", listing="ry"),
    translated=sc.Symbol(sc.Role.MOVER, 2, "P_1"),
    rotated=sc.Symbol(sc.Role.MOVER, 3, "P_2"),
    x=sc.Symbol(sc.Role.ACCENT, 3, "x_2"),
    y=sc.Symbol(sc.Role.ACCENT, 3, "y_2"),
    normalized=sc.Symbol(sc.Role.MOVER, 4, "P'", listing="px py"),
    circle=sc.Symbol(sc.Role.OBSTACLE, 4),
    article=sc.Symbol(sc.Role.ARTICLE, 4),
    length=sc.Symbol(sc.Role.HIT, 5, "|P'|"),
    closest=sc.Symbol(sc.Role.NORMAL, 7, "Q"),
    tangent=sc.Symbol(sc.Role.NORMAL, 7, "T"),
    gap=sc.Symbol(sc.Role.ACCENT, 8, "|P'| - r_x"),
    ray_point=sc.Symbol(sc.Role.ACCENT, 8, "K"),
)


# ----------------------------------------------------------------------------
# Query of the scene, for the evaluation of user code.
# ----------------------------------------------------------------------------


def _aim(a: sc.Arguments, aim: sc.MoverAim) -> sc.Arguments:
    cosine, sine = np.moveaxis(sc.rotation(a["angle"]), -1, 0)
    (u, v, _), (cx, cy), (rx, ry) = aim.at, a["center"], a["radii"]
    x, y = u * rx, v * ry
    return {**a, "point": (cx + cosine * x - sine * y, cy + sine * x + cosine * y)}


QUERY = query_of(
    point_ellipse,
    PointEllipseParams,
    "distance closest inside",
    lambda a, e: sc.sign_by_verdict(e.distance, e.hit, e.hit & ~e.inside),
    kinds={"radii": sc.ArgumentKind.POSITIVE},
    number="distance",
    fixed={"angle": 0.0},
    aim=_aim,
)
