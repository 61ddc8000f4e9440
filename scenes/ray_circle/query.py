"""What article 1's scene asks the core, for other code to be asked the same."""

import numpy as np

from playground.collision import RayCircle, ray_circle
from playground.collision.numeric import Array, length
from playground.scene import Arguments, MoverAim, along, decided, largest, stacked
from playground.scene.query import query_of
from scenes.ray_circle.params import RayCircleParams


def _gap(a: Arguments, e: RayCircle) -> Array:
    """Return how far the ray passes the disc; negative for what it goes into."""
    radius = np.asarray(a["radius"], np.float64)
    center, direction = stacked(*a["center"]), stacked(*a["direction"])
    # The nearest point may be rounded to the very centre; the discriminant is not.
    off = np.sqrt(np.maximum(-e.discriminant, 0.0))
    line = np.maximum(length(e.closest - center), off)
    start = length(stacked(*a["origin"]) - center)
    # The differences of squares are known better than those of lengths: the first is
    # the discriminant, the other the product of both times.
    with np.errstate(all="ignore"):
        beside = -e.discriminant / (line + radius)
        behind = e.t_enter * e.t_exit * length(direction) ** 2 / (start + radius)
    behind = np.where(np.isfinite(behind), behind, start - radius)
    raw = np.where(e.closest_t > 0.0, beside, behind)
    return decided(np.nan_to_num(raw), e.hit, e.touches)


def _aimed(a: Arguments, aim: MoverAim) -> Arguments:
    direction = aim.way_or(a["direction"])
    # A power of two to times of about a unit: what is short stays so.
    unit = np.ldexp(8.0, -np.frexp(largest(*direction))[1])
    origin = tuple(
        c + u * a["radius"] - aim.part * unit * d
        for c, u, d in zip(a["center"], aim.at, direction, strict=False)
    )
    return {**a, "direction": direction, "origin": origin}


QUERY = query_of(
    ray_circle,
    RayCircleParams,
    "t point normal inside t_enter t_exit point_enter point_exit",
    _gap,
    pace=lambda a: length(stacked(*a["direction"])),
    at=lambda a, t: along(a["origin"], a["direction"], t),
    choices={
        "start_inside": lambda a, e: e.inside | (e.t_enter == 0.0) | (e.t_exit == 0.0)
    },
    aimed=_aimed,
)
