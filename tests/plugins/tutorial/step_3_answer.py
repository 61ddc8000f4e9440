"""Step 3 of 5, an answer: the verdict, its sentence and the distance."""

from dataclasses import dataclass

import numpy as np

import playground.scene as sc


@dataclass(frozen=True)
class InCircle(sc.Params):
    at: sc.Vec2 = sc.point(1.0, 0.5, label="Point P", help="The point.")
    center: sc.Vec2 = sc.point(
        0.0,
        0.0,
        label="Centre O",
        help="The circle's centre.",
        handle=sc.MoveHandle(disc="radius"),
    )
    radius: float = sc.slider(
        2.0,
        0.0,
        5.0,
        label="Radius r",
        unit="m",
        help="The circle's radius.",
        handle=sc.RimHandle("center"),
    )


def solve(p):  # the numbers may be arrays: maps and curves solve many states at once
    return np.hypot(p.at[0] - p.center[0], p.at[1] - p.center[1])


def draw(p, distance, out):
    out.add(sc.Circle(p.center, p.radius, role=sc.Role.OBSTACLE, fill=0.15, key="r"))
    out.add(sc.Arrow(p.center, sc.sub(p.at, p.center), role=sc.Role.NORMAL, key="d"))
    out.add(sc.Dot(p.at, role=sc.Role.MOVER, key="P"))


ANSWER = sc.Answer(
    outcomes=(  # the first whose condition holds
        sc.Outcome(
            "Inside",
            lambda p, d: d <= p.radius,
            True,
            sc.Role.HIT,
            lambda p, d: f"P is {sc.format_number(d)} m from the centre.",
        ),
        sc.Outcome("Outside", lambda p, d: True, False, sc.Role.MISS, "P is outside."),
    ),
    quantities=(
        sc.Quantity(
            name="Distance",
            symbol="d",
            unit="m",
            help="From O to P.",
            value=lambda p, d: d,
            threshold=lambda p: p.radius,
            curve=True,
            map=True,
            key="d",
        ),
    ),
    hit="Inside",
    miss="Outside",
)


SCENE = sc.Scene(
    id="point_circle",
    title="Point vs circle",
    params=InCircle,
    cases=sc.cases(
        sc.Case("In the circle", InCircle(), "P is nearer to O than r.", "Inside"),
        sc.Case("Off it", InCircle(at=(3.0, 1.0)), "P is farther than r.", "Outside"),
    ),
    solve=solve,
    picture=draw,
    answer=ANSWER,
)
