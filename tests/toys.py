"""Smallest scene with an answer and a derivation: a point and a circle."""

from dataclasses import dataclass

from playground.collision._arguments import Array, length
from playground.scene import (
    Answer,
    Case,
    Circle,
    Derivation,
    Dot,
    DrawList,
    MoveHandle,
    Outcome,
    Params,
    Quantity,
    RimHandle,
    Role,
    Scene,
    Step,
    Vec2,
    cases,
    point,
    slider,
    stack_components,
)


@dataclass(frozen=True)
class InCircle(Params):
    at: Vec2 = point(1.0, 0.5, label="Point P")
    center: Vec2 = point(0.0, 0.0, label="Centre O", handle=MoveHandle(disc="radius"))
    radius: float = slider(2.0, 0.0, 5.0, label="Radius r", handle=RimHandle("center"))


def solve(p: InCircle) -> Array:
    """Return the distance of P from O, for one state or many."""
    return length(stack_components(*p.at) - stack_components(*p.center))


def draw(p: InCircle, distance: Array, out: DrawList) -> None:
    out.add(Circle(p.center, p.radius, role=Role.OBSTACLE, fill=0.15))
    out.add(Dot(p.at, role=Role.MOVER, key="P"))


ANSWER = Answer(
    (
        Outcome("Inside", lambda p, d: d <= p.radius, True, Role.HIT),
        Outcome("Outside", lambda p, d: d > p.radius, False, Role.MISS),
    ),
    (Quantity(name="Distance", symbol="d", unit="m", value=lambda p, d: d, key="P"),),
)


def steps(p: InCircle, distance: Array) -> list[Step]:
    return [Step("Compare", "The distance against r.", r"|P - O| \le r", keys=("P",))]


SCENE = Scene(
    id="point_circle",
    title="Point vs circle",
    params=InCircle,
    cases=cases(Case("Inside", InCircle(), "P is in the circle.", "Inside")),
    solve=solve,
    picture=draw,
    answer=ANSWER,
    derivation=Derivation(steps),
)
