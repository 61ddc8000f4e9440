"""What article 4's scene asks the core, for other code to be asked the same."""

import numpy as np

from playground.collision import swept_sphere_line
from playground.collision._arguments import length
from playground.scene import (
    ArgumentKind,
    Arguments,
    MoverAim,
    Query,
    ResultField,
    argument_getter,
    max_magnitude,
    stack_components,
)
from scenes.sphere_line.answer import step_gap
from scenes.sphere_line.params import SphereLineParams


def _aim(a: Arguments, aim: MoverAim) -> Arguments:
    ends, line = zip(a["start"], a["end"], strict=True), a["line_direction"]
    way = aim.displacement_or(tuple(e - s for s, e in ends))
    # Somewhere along the line; a power of two, so that what is short stays so.
    unit = np.ldexp(4.0, -np.frexp(max_magnitude(*line))[1])
    start = tuple(
        p + unit * (aim.fraction - 0.5) * d + u * a["radius"] - aim.fraction * w
        for p, d, u, w in zip(a["line_point"], line, aim.at, way, strict=True)
    )
    end = tuple(s + w for s, w in zip(start, way, strict=True))
    return {**a, "start": start, "end": end}


QUERY = Query(
    function=swept_sphere_line,
    argument_kinds={
        "start": ArgumentKind.PLACE,
        "end": ArgumentKind.PLACE,
        "radius": ArgumentKind.LENGTH,
        "line_point": ArgumentKind.PLACE,
        "line_direction": ArgumentKind.WAY,
    },
    arguments=argument_getter("start", "end", "radius", "line_point", "line_direction"),
    params=lambda a: SphereLineParams(**a),
    gap=lambda a, e: step_gap(a["radius"], e),
    result_fields={
        "t": ResultField.TIME,
        "center": ResultField.POINT,
        "contact": ResultField.POINT,
        "embedded": ResultField.FLAG,
    },
    speed=lambda a: length(stack_components(*a["end"]) - stack_components(*a["start"])),
    position_at=lambda a, t: tuple(
        s + t * (e - s) for s, e in zip(a["start"], a["end"], strict=True)
    ),
    choices={"start_inside": lambda a, e: e.omega <= 0.0},
    aim=_aim,
)
