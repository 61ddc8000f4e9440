"""A point and a circle in the plane."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.scene import (
    Answer,
    Case,
    Circle,
    Dot,
    DrawList,
    Listing,  # --listing
    ListingComparison,  # --listing
    MapPreset,  # --listing
    Mistake,  # --listing
    MistakeKind,  # --listing
    MoveHandle,
    Outcome,
    Params,
    Quantity,
    RimHandle,
    Role,
    Scene,
    Segment,
    Vec2,
    cases,
    format_number,
    point,
    slider,
)


@dataclass(frozen=True)
class Numbers(Params):
    """The parameters: they are dragged, typed and saved."""

    at: Vec2 = point(1.0, 0.5, label="Point P", help="The point.")
    center: Vec2 = point(
        0.0,
        0.0,
        label="Centre",
        help="The circle's centre.",
        handle=MoveHandle(disc="radius"),
    )
    radius: float = slider(
        2.0,
        0.0,
        10.0,
        label="Radius",
        unit="m",
        help="The circle's radius.",
        handle=RimHandle("center"),
    )


def solve(p: Numbers) -> Any:
    """Return the distance from P to the centre; the numbers may be arrays."""
    (x, y), (ox, oy) = p.at, p.center
    return np.hypot(x - ox, y - oy)


def draw(p: Numbers, distance: Any, out: DrawList) -> None:
    """Draw one state."""
    out.add(
        Circle(p.center, p.radius, role=Role.OBSTACLE, fill=0.15),
        Segment(p.center, p.at, role=Role.CONSTRUCTION, dashed=True, key="distance"),
        Dot(p.at, role=Role.MOVER, key="P"),
    )


ANSWER: Answer[Numbers, Any] = Answer(
    outcomes=(  # the first whose condition holds
        Outcome(
            "Inside",
            lambda p, distance: distance <= p.radius,
            True,
            Role.HIT,
            lambda p, distance: f"P is {format_number(distance)} m from the centre.",
        ),
        Outcome("Outside", lambda p, distance: True, False, Role.MISS, "P is outside."),
    ),
    quantities=(
        Quantity(
            name="Distance",
            unit="m",
            help="From P to the circle's centre.",
            value=lambda p, distance: distance,
            threshold=lambda p: p.radius,
            curve=True,
            map=True,
            key="distance",
        ),
    ),
    hit="Inside",  # --listing
    miss="Outside",  # --listing
)

# {--listing


def inside_along_axes(px: Any, py: Any, ox: Any, oy: Any, r: Any) -> Any:
    """Return whether P is inside, as the published code does."""
    away = abs(px - ox) + abs(py - oy)
    return away <= r


def listing_arguments(p: Numbers) -> tuple[Any, ...]:
    """Return the code's arguments; the numbers may be arrays."""
    return (*p.at, *p.center, p.radius)


AXES = MistakeKind("measures along the axes")


LISTING: Listing[Numbers, Any, Any, Any] = Listing(
    name="Published code",
    code=inside_along_axes,
    arguments=listing_arguments,
    describe_answer=lambda trial: "inside" if trial.answer.hit else "outside",
    comparison=ListingComparison,
    dtypes=(np.float64,),
    mistakes=(
        Mistake(
            AXES,
            when=lambda t: t.answer.hit != (t.truth <= t.p.radius),
            why="The sum along the axes is more than the distance.",
            line="away = abs",
        ),
    ),
    preset=MapPreset("Off the axes", "at.x", "at.y"),
)
# --listing}

SCENE = Scene(
    id="plane",
    title="Point in circle",
    params=Numbers,
    cases=cases(
        Case("In the circle", Numbers(), "P is within the radius.", "Inside"),
        Case("Off it", Numbers(at=(3.0, 1.0)), "P is farther off.", "Outside"),
        # {--listing
        Case(
            "Off the axes",
            Numbers(at=(1.2, 1.2)),
            "P is within the radius, but not along the axes.",
            "Inside",
            AXES.name,
        ),
        # --listing}
    ),
    solve=solve,
    picture=draw,
    answer=ANSWER,
    listings=(LISTING,),  # --listing
)
