"""What article 2's scene asks the core, for other code to be asked the same."""

import numpy as np
from numpy.typing import NDArray

from playground.collision import CircleRect, RectFeature, circle_rect
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
from scenes.circle_rect.params import CircleRectParams


def _params(a: Arguments) -> CircleRectParams:
    pivot = a["rect_center"] if a["pivot"] is None else a["pivot"]
    return CircleRectParams(**{**a, "pivot": pivot})


def _gap(a: Arguments, e: CircleRect) -> Array:
    return decided(e.distance, e.hit, e.hit & ~e.overlaps)


def _center_inside(a: Arguments, e: CircleRect) -> NDArray[np.bool_]:
    return np.asarray(e.feature == RectFeature.INSIDE)


def _aimed(a: Arguments, aim: MoverAim) -> Arguments:
    cosine, sine = np.moveaxis(rotation(a["angle"]), -1, 0)
    px, py = a["rect_center"] if a["pivot"] is None else a["pivot"]
    (u, v, _), (rx, ry), (w, h) = aim.at, a["rect_center"], a["half_extents"]
    x, y = rx - px + u * (w + a["radius"]), ry - py + v * (h + a["radius"])
    return {**a, "center": (px + cosine * x - sine * y, py + sine * x + cosine * y)}


QUERY = Query(
    function=circle_rect,
    given={
        "center": Given.PLACE,
        "radius": Given.LENGTH,
        "rect_center": Given.PLACE,
        "half_extents": Given.LENGTH,
        "angle": Given.ANGLE,
        "pivot": Given.PLACE,
    },
    arguments=by_name(
        "center", "radius", "rect_center", "half_extents", "angle", "pivot"
    ),
    params=_params,
    gap=_gap,
    names={
        "distance": Told.DISTANCE,
        "depth": Told.DISTANCE,
        "closest": Told.POINT,
        "normal": Told.NORMAL,
    },
    number="distance",
    choices={"center_inside": _center_inside},
    fixed={"angle": 0.0, "pivot": None},
    aimed=_aimed,
)
