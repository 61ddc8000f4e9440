"""The shapes that a picture is composed of.

They are told once and painted by whoever shows them: packed for the driver by
`instance_buffer`, as vectors by `svg`. All is in pixels from the view's middle, y up,
and angles turn counter-clockwise; in space a third number is the inverse depth.
"""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.quick_dataclass import dataclass
from playground.render.instance_format import Array, Point
from playground.render.stroke_style import Pen
from playground.render.theme import RGBA
from playground.scene.primitives import Marker, Primitive

CLEAR: RGBA = (0.0, 0.0, 0.0, 0.0)


@dataclass(kw_only=True)
class ScreenShape:
    """A shape on the screen; `primitive` is what it was drawn for, if for one."""

    primitive: Primitive | None = None

    @property
    def is_finite(self) -> bool:
        """Whether it is anywhere; of a chain each piece is looked at."""
        return True


@dataclass
class ScreenPolyline(ScreenShape):
    """Straight pieces through points `(n, 2)`; in space `(n, 3)` with inverse depth.

    `phase` is how far into the dash pattern it starts, `head` the length and half width
    of an arrow's head at its end.
    """

    points: Any
    pen: Pen
    closed: bool = False
    phase: float = 0.0
    head: Point = (0.0, 0.0)


@dataclass
class ScreenSegments(ScreenShape):
    """Straight pieces between each two of the ends `(2 n, 2)`; without samples."""

    ends: Any
    pen: Pen


@dataclass
class Ring(ScreenShape):
    """A circle or an arc; filled, an arc is a sector."""

    center: Point
    radius: float
    pen: Pen
    fill: RGBA = CLEAR
    start: float = 0.0
    sweep: float = math.tau

    @property
    def is_circle(self) -> bool:
        """Whether it is a circle."""
        return abs(self.sweep) >= math.tau * (1 - 1e-12)

    @property
    def is_finite(self) -> bool:
        """Whether it is anywhere."""
        return math.isfinite(sum(self.center) + self.radius + self.start + self.sweep)


@dataclass
class Oval(ScreenShape):
    """The inside of an ellipse whose x axis is turned by `angle`."""

    center: Point
    radii: Point
    angle: float
    fill: RGBA

    @property
    def is_finite(self) -> bool:
        """Whether it is anywhere."""
        return math.isfinite(sum(self.center) + sum(self.radii) + self.angle)


@dataclass
class Area(ScreenShape):
    """The inside of a polygon; one that is not convex has the triangles that fill it.

    In space `plane` gives the inverse depth as (x, y, 1) weights.
    """

    points: Array
    fill: RGBA
    plane: Sequence[float] = ()
    triangles: NDArray[np.intp] | None = None

    @property
    def is_finite(self) -> bool:
        """Whether it is anywhere."""
        return bool(np.isfinite(self.points).all())


@dataclass
class Mark(ScreenShape):
    """A marker of radius `size` with a rim, of both of which a `share` is left."""

    at: Sequence[float]
    size: float
    marker: Marker
    colour: RGBA
    rim: RGBA
    rim_width: float
    share: float = 1.0

    @property
    def inverse(self) -> float:
        """Its inverse depth, in space."""
        return self.at[2] if len(self.at) > 2 else 0.0

    @property
    def corners(self) -> Array | None:
        """Its corners about its place, y down; None where it is round."""
        if self.marker in (Marker.DISC, Marker.RING):
            return None
        half = 0.88 * self.size
        square = [(half, half), (-half, half), (-half, -half), (half, -half)]
        if self.marker is Marker.CROSS:
            return _cross_corners(1.2 * self.size, 0.26 * self.size) @ _EIGHTH_TURN
        if self.marker is Marker.SQUARE:
            return np.array(square)
        return np.array(square) @ _EIGHTH_TURN

    @property
    def is_finite(self) -> bool:
        """Whether it is anywhere."""
        return math.isfinite(sum(self.at))


_EIGHTH_TURN = np.array([[1.0, 1.0], [-1.0, 1.0]]) / math.sqrt(2)


def _cross_corners(long: float, thin: float) -> Array:
    """Return the corners of an upright cross."""
    arm = [(thin, thin), (thin, long), (-thin, long)]
    turns = [np.array(arm)]
    for _ in range(3):
        turns.append(turns[-1] @ np.array([[0.0, 1.0], [-1.0, 0.0]]))
    return np.concatenate(turns)


# ----------------------------------------------------------------------------
# What plots and legends have besides; theirs are in pixels from the corner, y down.
# ----------------------------------------------------------------------------


def rectangle_corners(at: Point, size: Point) -> Array:
    """Return the corners of a rectangle, whose first is `at`."""
    (x, y), (width, height) = at, size
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


@dataclass
class Band(ScreenShape):
    """The room between two lines `(n, 2)` over the same places."""

    upper: Array
    lower: Array
    fill: RGBA


@dataclass
class ColourBar(ScreenShape):
    """A rectangle whose colours go from one to the next from left to right."""

    at: Point
    size: Point
    colours: Sequence[RGBA]


@dataclass
class Clipped(ScreenShape):
    """Shapes as far as they lie in a rectangle."""

    at: Point
    size: Point
    shapes: Sequence[ScreenShape]
