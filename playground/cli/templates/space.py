"""A point and a sphere in space."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.scene import (
    Answer,
    Case,
    Dot,
    DrawList,
    Listing,  # --listing
    ListingComparison,  # --listing
    MapPreset,  # --listing
    Mistake,  # --listing
    MistakeKind,  # --listing
    Outcome,
    Params,
    Quantity,
    RimHandle,
    Role,
    Scene,
    Segment,
    Sphere,
    Vec3,
    cases,
    format_number,
    point,
    slider,
)


@dataclass(frozen=True)
class Numbers(Params):
    """The parameters: they are dragged, typed and saved."""

    at: Vec3 = point(1.0, 0.5, 0.5, label="Point P", help="The point.")
    center: Vec3 = point(0.0, 0.0, 0.0, label="Centre O", help="Of the sphere.")
    radius: float = slider(
        2.0,
        0.0,
        5.0,
        label="Radius r",
        unit="m",
        help="Of the sphere.",
        handle=RimHandle("center", (1.0, 0.0, 0.0)),
    )


def solve(p: Numbers) -> Any:
    """Return the distance from P to O; numbers may be arrays."""
    x, y, z = (a - b for a, b in zip(p.at, p.center, strict=True))
    return np.sqrt(x * x + y * y + z * z)


def draw(p: Numbers, distance: Any, out: DrawList) -> None:
    """Draw one state."""
    out.add(
        Sphere(p.center, p.radius, role=Role.OBSTACLE, alpha=0.3),
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
            help="From P to O.",
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


def inside_along_axes(
    px: Any, py: Any, pz: Any, ox: Any, oy: Any, oz: Any, r: Any
) -> Any:
    """Return whether P is inside, as the published code does."""
    away = abs(px - ox) + abs(py - oy) + abs(pz - oz)
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
    id="space",
    title="Point in sphere",
    dimension=3,
    params=Numbers,
    cases=cases(
        Case("In the sphere", Numbers(), "P is within r of O.", "Inside"),
        Case("Off it", Numbers(at=(3.0, 1.0, 0.0)), "P is farther than r.", "Outside"),
        # {--listing
        Case(
            "Off the axes",
            Numbers(at=(1.2, 1.2, 0.5)),
            "P is within r of O, but not along the axes.",
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
