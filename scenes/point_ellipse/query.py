"""What article 3's scene asks the core, for other code to be asked the same."""

import numpy as np

from playground.collision import PointEllipse, point_ellipse
from playground.collision.numeric import Array
from playground.scene import (
    Arguments,
    Given,
    MoverAim,
    Query,
    Told,
    by_name,
    decided,
    rotation,
)
from scenes.point_ellipse.params import PointEllipseParams


def _gap(a: Arguments, e: PointEllipse) -> Array:
    return decided(e.distance, e.hit, e.hit & ~e.inside)


def _aimed(a: Arguments, aim: MoverAim) -> Arguments:
    cosine, sine = np.moveaxis(rotation(a["angle"]), -1, 0)
    (u, v, _), (cx, cy), (rx, ry) = aim.at, a["center"], a["radii"]
    x, y = u * rx, v * ry
    return {**a, "point": (cx + cosine * x - sine * y, cy + sine * x + cosine * y)}


QUERY = Query(
    function=point_ellipse,
    given={
        "point": Given.PLACE,
        "center": Given.PLACE,
        "radii": Given.POSITIVE,
        "angle": Given.ANGLE,
    },
    arguments=by_name("point", "center", "radii", "angle"),
    params=lambda a: PointEllipseParams(**a),
    gap=_gap,
    names={"distance": Told.DISTANCE, "closest": Told.POINT, "inside": Told.FLAG},
    number="distance",
    fixed={"angle": 0.0},
    aimed=_aimed,
)
