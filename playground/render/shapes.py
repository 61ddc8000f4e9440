"""Shapes on screen, the elements of composed views.

`instance_buffer` packs them for OpenGL, `svg` writes them as vectors. Coordinates are
pixels from the view's centre, y up; angles are counter-clockwise; in space a third
coordinate is the inverse depth.
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
    """A shape on screen; `primitive` is the one that it was drawn for, if any."""

    primitive: Primitive | None = None

    @property
    def is_finite(self) -> bool:
        """True if it is finite; polylines are checked by segment later."""
        return True


@dataclass
class ScreenPolyline(ScreenShape):
    """A polyline through points `(n, 2)`; in space `(n, 3)` with inverse depth.

    `phase` is the offset into the dash pattern, `head` the length and half width of an
    arrowhead at the end, (0, 0) for none; all in pixels.
    """

    points: Any
    pen: Pen
    closed: bool = False
    phase: float = 0.0
    head: Point = (0.0, 0.0)


@dataclass
class ScreenSegments(ScreenShape):
    """Segments between pairs of ends `(2 n, 2)`, which labels need not avoid."""

    ends: Any
    pen: Pen


@dataclass
class Ring(ScreenShape):
    """A circle or an arc, of `radius` pixels; a filled arc is a sector.

    It extends from angle `start` over `sweep`, both in radians.
    """

    center: Point
    radius: float
    pen: Pen
    fill: RGBA = CLEAR
    start: float = 0.0
    sweep: float = math.tau

    @property
    def is_circle(self) -> bool:
        """True for a full circle."""
        return abs(self.sweep) >= math.tau * (1 - 1e-12)

    @property
    def is_finite(self) -> bool:
        """True if it has finite coordinates."""
        return math.isfinite(sum(self.center) + self.radius + self.start + self.sweep)


@dataclass
class Oval(ScreenShape):
    """The interior of an ellipse whose x axis is rotated by `angle` radians.

    `radii` are along its own axes, in pixels.
    """

    center: Point
    radii: Point
    angle: float
    fill: RGBA

    @property
    def is_finite(self) -> bool:
        """True if it has finite coordinates."""
        return math.isfinite(sum(self.center) + sum(self.radii) + self.angle)


@dataclass
class Area(ScreenShape):
    """The interior of a polygon.

    Attributes
    ----------
    points : array (n, 2)
        Its corners.
    fill : RGBA
        Its colour.
    plane : sequence of 3 floats
        In space the inverse depth is the dot product with (x, y, 1); else empty.
    triangles : int array (m, 3) or None
        Indices of the corners of triangles, if it is not convex.
    """

    points: Array
    fill: RGBA
    plane: Sequence[float] = ()
    triangles: NDArray[np.intp] | None = None

    @property
    def is_finite(self) -> bool:
        """True if it has finite coordinates."""
        return bool(np.isfinite(self.points).all())


@dataclass
class Mark(ScreenShape):
    """A marker with a rim.

    Attributes
    ----------
    at : sequence of float
        Its centre (x, y); in space also its inverse depth.
    size : float
        Its radius, pixels.
    marker : Marker
        Its shape.
    colour, rim : RGBA
        The colours of its interior and its rim.
    rim_width : float
        The width of its rim, pixels.
    share : float
        The opacity of both, 0 to 1.
    """

    at: Sequence[float]
    size: float
    marker: Marker
    colour: RGBA
    rim: RGBA
    rim_width: float
    share: float = 1.0

    @property
    def inverse(self) -> float:
        """The inverse depth, in space."""
        return self.at[2] if len(self.at) > 2 else 0.0

    @property
    def corners(self) -> Array | None:
        """Corners (n, 2) relative to the position, in pixels, y down.

        None for round ones.
        """
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
        """True if it has finite coordinates."""
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
# Further shapes of plots and legends, in pixels from the corner, y down.
# ----------------------------------------------------------------------------


def rectangle_corners(at: Point, size: Point) -> Array:
    """Return the corners (4, 2) of a rectangle of width and height `size`.

    They begin with `at`.
    """
    (x, y), (width, height) = at, size
    return np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])


@dataclass
class Band(ScreenShape):
    """The area between two lines `(n, 2)`, `upper` and `lower`, with equal x."""

    upper: Array
    lower: Array
    fill: RGBA


@dataclass
class ColourBar(ScreenShape):
    """A rectangle of `size` px with a horizontal gradient of `colours`.

    Its upper left corner is `at`.
    """

    at: Point
    size: Point
    colours: Sequence[RGBA]


@dataclass
class Clipped(ScreenShape):
    """Shapes clipped to the rectangle of `size` pixels from corner `at`."""

    at: Point
    size: Point
    shapes: Sequence[ScreenShape]
