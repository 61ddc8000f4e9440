"""The moving sphere and the line of article 4, and the moment that is looked at."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from playground.collision._arguments import Array
from playground.scene import (
    Params,
    TipHandle,
    Vec3,
    point,
    rim_handle,
    slider,
    stack_components,
    time,
    unit_vector,
    vector,
    xyz,
)


@dataclass(frozen=True)
class SphereLineParams(Params):
    """A sphere, its step, a line, and the moment that is looked at."""

    start: Vec3 = point(
        -3.6,
        2.7,
        1.5,
        label="Start S(0)",
        help="Centre of the sphere at t = 0, in the world.",
    )
    end: Vec3 = point(
        3.4,
        1.9,
        -1.3,
        label="End S(1)",
        help="Centre of the sphere at t = 1, in the world.",
    )
    radius: float = slider(
        0.9,
        0.0,
        4.0,
        label="Radius r",
        unit="m",
        help="Radius of the sphere; a sphere of radius 0 is a point.",
        handle=rim_handle("start", (0.0, 1.0, 0.0)),
    )
    line_point: Vec3 = point(
        -1.7,
        0.66,
        3.14,
        label="Line point Q",
        help="A point of the line, in the world.",
    )
    line_direction: Vec3 = vector(
        0.75,
        0.3,
        -1.05,
        nonzero=True,
        label="Line direction",
        help="Where the line runs, in the world; only its direction counts.",
        handle=TipHandle("line_point"),
    )
    t: float = time(
        0.2,
        0.0,
        1.0,
        view=True,
        label="Time t",
        help="The moment within the motion: 0 at the start, 1 at the end.",
    )

    @property
    def unit_direction(self) -> Vec3:
        """V, the line's direction, a unit long."""
        return xyz(unit_vector(self.line_direction))

    @cached_property
    def step(self) -> Array:
        """E, from the start to the end."""
        return stack_components(*self.end) - stack_components(*self.start)

    def center(self, t: ArrayLike) -> Array:
        """Return S(t), the sphere's centre at a time."""
        return stack_components(*self.start) + np.asarray(t)[..., None] * self.step
