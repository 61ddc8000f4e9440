"""A scene whose parameters are whole shapes: a ball that may run into three others."""

from dataclasses import dataclass

import numpy as np

from playground.collision._arguments import Array
from playground.scene import (
    Answer,
    Capsule,
    Case,
    Circle,
    DrawList,
    Outcome,
    Params,
    Quantity,
    Rect,
    Role,
    Scene,
    Segment,
    box,
    capsule,
    cases,
    disc,
    format_number,
    segment,
    stack_components,
)


@dataclass(frozen=True)
class Ways(Params):
    ball: Circle = disc((-4.0, 1.0), 1.0, label="Ball", help="What moves.")
    plate: Rect = box((1.0, 0.5), (2.0, 1.0), 0.5, label="Plate")
    wall: Segment = segment((-4.0, -3.0), (4.0, -3.5), label="Wall")
    arm: Capsule = capsule((-1.0, 4.0), (3.0, 4.5), 0.5, label="Arm")


def to_segment(at: Array, a: Array, b: Array) -> Array:
    """Return how far points are from segments."""
    way, off = b - a, at - a
    square = (way * way).sum(-1)
    share = np.clip(
        (off * way).sum(-1) / np.where(square == 0.0, 1.0, square), 0.0, 1.0
    )
    return np.linalg.norm(off - share[..., None] * way, axis=-1)


def solve(p: Ways) -> Array:
    """Return the gap between the ball and the nearest line of the others."""
    at, corners = stack_components(*p.ball.center), p.plate.corners()
    (start, end), (a, b) = (
        np.moveaxis(ends, -2, 0) for ends in (p.wall.ends(), p.arm.ends())
    )
    gap = np.minimum(to_segment(at, start, end), to_segment(at, a, b) - p.arm.radius)
    for i in range(4):
        side = to_segment(at, corners[..., i - 1, :], corners[..., i, :])
        gap = np.minimum(gap, side)
    return gap - p.ball.radius


def draw(p: Ways, gap: Array, out: DrawList) -> None:
    for shape in (p.plate, p.wall, p.arm):
        out.add(shape.copy_with(role=Role.OBSTACLE))
    out.add(p.ball.copy_with(role=Role.MOVER, fill=0.2, key="gap"))


SCENE = Scene(
    id="shapes",
    title="Ball among shapes",
    params=Ways,
    cases=cases(
        Case("Free", Ways(), "The ball is beside all of them.", "Free"),
        Case(
            "At the plate",
            Ways(Circle((-1.5, 0.5), 1.0), Rect((1.0, 0.5), (2.0, 1.0), 0.0)),
            "The ball overlaps the plate by its left side.",
            "Hit",
        ),
    ),
    solve=solve,
    picture=draw,
    answer=Answer(
        (
            Outcome(
                "Hit", lambda p, gap: gap <= 0.0, True, Role.HIT, "Something is hit."
            ),
            Outcome(
                "Free",
                lambda p, gap: True,
                False,
                Role.MISS,
                lambda p, gap: f"It is {format_number(gap)} m to the nearest.",
            ),
        ),
        (
            Quantity(
                name="Gap",
                unit="m",
                help="From the ball's rim to the nearest line.",
                value=lambda p, gap: gap,
                threshold=0.0,
                curve=True,
                map=True,
                key="gap",
            ),
        ),
    ),
)
