"""The ray and the circle of article 1."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from playground.scene import (
    Params,
    Tip,
    Vec2,
    move,
    point,
    rim_of,
    slider,
    unit,
    vector,
    xy,
)

RIM = (math.sqrt(0.5), -math.sqrt(0.5))


@dataclass(frozen=True)
class RayCircleParams(Params):
    """A ray and a circle in the plane."""

    origin: Vec2 = point(
        -4.5, -1.5, label="Ray origin A", help="Where the ray starts, in the world."
    )
    direction: Vec2 = vector(
        3.0,
        1.0,
        nonzero=True,
        label="Direction V",
        help="Where the ray goes, in the world; t is counted in multiples of it.",
        handle=Tip("origin"),
    )
    center: Vec2 = point(
        1.75,
        -0.75,
        label="Circle centre O",
        help="Centre of the circle, in the world.",
        handle=move(disc="radius"),
    )
    radius: float = slider(
        2.5,
        0.0,
        10.0,
        label="Radius r",
        unit="m",
        help="Radius of the circle; a circle of radius 0 is a point.",
        handle=rim_of("center", RIM),
    )

    @cached_property
    def forward(self) -> Vec2:
        """The direction, a unit long."""
        return xy(unit(self.direction))

    @property
    def offset(self) -> Vec2:
        """M, from the circle's centre to the ray's origin."""
        (x, y), (cx, cy) = self.origin, self.center
        return x - cx, y - cy

    @property
    def extent(self) -> Any:
        """The size of the picture, for what is drawn to be seen, not measured.

        An array where any of the numbers is one.
        """
        return np.hypot(*self.offset) + self.radius
