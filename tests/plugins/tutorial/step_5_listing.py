"""Step 5 of 5, a listing: published code next to the exact answer."""

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


def steps(p, d):
    x, y = sc.sub(p.at, p.center)
    length, sign = sc.term("d", "d"), r"\le" if d <= p.radius else ">"
    return [
        sc.Step(
            "From the centre to the point",
            "The vector from O to P has the components x and y.",
            rf"{sc.term('d', '(x, y)')} = {sc.term('P', 'P')} - O",
            result=rf"x = {sc.tex(x)}, \; y = {sc.tex(y)}",
            keys=("d", "P"),
        ),
        sc.Step(
            "Pythagoras",
            "They are the legs of a right triangle; the hypotenuse is the distance.",
            rf"{length}^2 = x^2 + y^2",
            result=rf"{length}^2 = {sc.tex(x * x + y * y)}",
            keys=("d",),
        ),
        sc.Step(
            "The distance",
            "The root gives the distance itself.",
            rf"{length} = \sqrt{{x^2 + y^2}}",
            result=rf"{length} = {sc.tex(d)}",
            keys=("d",),
        ),
        sc.Step(
            "Compare",
            "P is inside if it is no farther from O than the rim.",
            rf"{length} \le {sc.term('r', 'r')}",
            result=rf"{sc.tex(d)} {sign} {sc.tex(p.radius)}",
            keys=("d", "r"),
        ),
    ]


def is_inside(px, py, ox, oy, r):
    dx, dy = px - ox, py - oy
    return dx * dx + dy * dy <= r


LISTING = sc.Listing(
    name="A forum post",
    code=is_inside,
    arguments=lambda p: (*p.at, *p.center, p.radius),
    describe_answer=lambda trial: "inside" if trial.answer.hit else "outside",
    comparison=sc.ListingComparison,
    mistakes=(
        sc.Mistake(
            sc.MistakeKind("radius not squared"),
            when=lambda trial: trial.answer.hit != (trial.truth <= trial.p.radius),
            why="It compares the square of the distance with r, not with r².",
            step=4,
            line="return",
        ),
    ),
    dtypes=(np.float64,),
)


SCENE = sc.Scene(
    id="point_circle",
    title="Point vs circle",
    params=InCircle,
    cases=sc.cases(
        sc.Case("In the circle", InCircle(), "P is nearer to O than r.", "Inside"),
        sc.Case("Off it", InCircle(at=(3.0, 1.0)), "P is farther than r.", "Outside"),
        sc.Case(
            "Between √r and r",
            InCircle(at=(1.5, 0.5)),
            "P is inside, but the square of its distance is more than r.",
            "Inside",
            "radius not squared",
        ),
    ),
    solve=solve,
    picture=draw,
    answer=ANSWER,
    derivation=sc.Derivation(steps),
    listings=(LISTING,),
)
