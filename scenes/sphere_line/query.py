"""What article 4's scene asks the core, for other code to be asked the same."""

import numpy as np

from playground.collision import SweptSphereLine, swept_sphere_line
from playground.collision._arguments import Array, length
from playground.scene import (
    Arguments,
    Given,
    MoverAim,
    Query,
    Told,
    by_name,
    decided,
    largest,
    stacked,
)
from scenes.sphere_line.answer import nearest_time
from scenes.sphere_line.params import SphereLineParams


def _gap(a: Arguments, e: SweptSphereLine) -> Array:
    """Return how near the surface comes to the line in the step."""
    t, radius = nearest_time(e), np.asarray(a["radius"], np.float64)
    distance = e.distance(t)
    # The squares' difference is known better than that of the lengths.
    with np.errstate(all="ignore"):
        square = np.where(t > 0.0, -e.discriminant / e.alpha, e.omega)
        near = square / (distance + radius)
    known = np.isfinite(near) & (t < 1.0)
    return decided(np.where(known, near, distance - radius), e.hit, e.hit & ~e.overlaps)


def _aimed(a: Arguments, aim: MoverAim) -> Arguments:
    ends, line = zip(a["start"], a["end"], strict=True), a["line_direction"]
    way = aim.way_or(tuple(e - s for s, e in ends))
    # Somewhere along the line; a power of two, so that what is short stays so.
    unit = np.ldexp(4.0, -np.frexp(largest(*line))[1])
    start = tuple(
        p + unit * (aim.part - 0.5) * d + u * a["radius"] - aim.part * w
        for p, d, u, w in zip(a["line_point"], line, aim.at, way, strict=True)
    )
    end = tuple(s + w for s, w in zip(start, way, strict=True))
    return {**a, "start": start, "end": end}


QUERY = Query(
    function=swept_sphere_line,
    given={
        "start": Given.PLACE,
        "end": Given.PLACE,
        "radius": Given.LENGTH,
        "line_point": Given.PLACE,
        "line_direction": Given.WAY,
    },
    arguments=by_name("start", "end", "radius", "line_point", "line_direction"),
    params=lambda a: SphereLineParams(**a),
    gap=_gap,
    names={
        "t": Told.TIME,
        "center": Told.POINT,
        "contact": Told.POINT,
        "embedded": Told.FLAG,
    },
    pace=lambda a: length(stacked(*a["end"]) - stacked(*a["start"])),
    at=lambda a, t: tuple(
        s + t * (e - s) for s, e in zip(a["start"], a["end"], strict=True)
    ),
    choices={"start_inside": lambda a, e: e.omega <= 0.0},
    aimed=_aimed,
)
