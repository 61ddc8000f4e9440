"""Primitives: immutable descriptions of drawn things in world space.

Positions and radii are in metres in the world (y up, 2 or 3 coordinates), angles in
radians, counter-clockwise. `width`, `size` and `gap` are logical pixels, except that a
text's `size` is relative to that of labels on the canvas. `fill` is an opacity, 0 to 1.
A colour is given by its role and chosen by the theme. A primitive with `first_step=k`
appears in the derivation from step k on, and `key` names the quantity that it shows, so
that formula and figure highlight each other. One with `derivation` is drawn only while
the derivation is shown.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import field
from enum import StrEnum
from itertools import product
from typing import Any, ClassVar, TypeVar

import numpy as np
from numpy.typing import NDArray

from playground.i18n import with_texts
from playground.quick_dataclass import dataclass
from playground.scene.bounds import Extent, Vec
from playground.scene.override import override
from playground.scene.refusal import refusal
from playground.scene.triangulation import triangulate


class Role(StrEnum):
    """The meaning of a colour; the theme chooses the colour.

    Attributes
    ----------
    INK, MUTED
        Text and lines; the same in the background.
    MOVER, OBSTACLE
        The moving or tested shape, and the shape that it may hit.
    HIT, MISS
        The answer.
    ENTER, EXIT
        The first and the last contact.
    NORMAL, CONSTRUCTION, ACCENT
        Normals, auxiliary lines, and a quantity that stands out.
    ARTICLE
        The listing's answer.
    SIDE_A, SIDE_B, CORNER
        Parts of a shape.
    MISTAKE_1, MISTAKE_2, MISTAKE_3, MISTAKE_4, MISTAKE_5, MISTAKE_6
        Kinds of mistakes on a map.
    """

    INK = "ink"
    MUTED = "muted"
    MOVER = "mover"
    OBSTACLE = "obstacle"
    HIT = "hit"
    MISS = "miss"
    ENTER = "enter"
    EXIT = "exit"
    NORMAL = "normal"
    CONSTRUCTION = "construction"
    ACCENT = "accent"
    ARTICLE = "article"
    SIDE_A = "side_a"
    SIDE_B = "side_b"
    CORNER = "corner"
    MISTAKE_1 = "mistake_1"
    MISTAKE_2 = "mistake_2"
    MISTAKE_3 = "mistake_3"
    MISTAKE_4 = "mistake_4"
    MISTAKE_5 = "mistake_5"
    MISTAKE_6 = "mistake_6"


MISTAKE_ROLES = tuple(role for role in Role if role.name.startswith("MISTAKE"))
"""Roles reserved for mistakes."""


class Marker(StrEnum):
    """The outline of a `Dot`, so that its meaning never depends on colour alone."""

    DISC = "disc"
    RING = "ring"
    SQUARE = "square"
    DIAMOND = "diamond"
    CROSS = "cross"


# ----------------------------------------------------------------------------


R = TypeVar("R", bound="Primitive")

PLANE_DIMENSIONS, SPACE_DIMENSIONS, ALL_DIMENSIONS = (2,), (3,), (2, 3)
"""Dimensions of the views that can draw a primitive."""

Array = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Primitive:
    """Base class of primitives.

    `dimensions` are those of the views that can draw it. `anchors` names the fields
    with the points of its extent, unless it has `points`; `reach` names the field with
    their radius.

    Attributes
    ----------
    role : Role
        The meaning whose colour it has.
    alpha : float
        The opacity, 0 to 1.
    key : str
        The highlight key: the quantity that it shows, also in rows and formulas.
    first_step : int
        The first step of the derivation that shows it; 0 for always.
    derivation : bool
        Whether it is drawn only while the derivation is shown.
    """

    dimensions: ClassVar[tuple[int, ...]] = ()
    anchors: ClassVar[tuple[str, ...]] = ()
    reach: ClassVar[str] = ""

    role: Role = Role.INK
    alpha: float = 1.0
    key: str = ""
    first_step: int = 0
    derivation: bool = False

    def extent(self) -> Extent | None:
        """Return the occupied part of the world, or None for a mere decoration.

        Returns
        -------
        points : sequence of tuple of float
            World points.
        reach : float
            The largest distance of the shape from these points, metres.
        """
        points = getattr(self, "points", None)
        if points is None:
            points = [getattr(self, name) for name in self.anchors]
        reach = getattr(self, self.reach) if self.reach else 0.0
        return (points, reach) if len(points) else None

    def copy_with(self: R, **looks: Any) -> R:
        """Return a copy with another style, without checking the shape again.

        It is much faster than `dataclasses.replace`, and runs for every primitive in
        every frame.

        Examples
        --------
        >>> Circle((0.0, 0.0), 1.0).copy_with(role=Role.HIT, fill=0.2).fill
        0.2
        """
        copy = object.__new__(type(self))
        values = copy.__dict__
        values.update(self.__dict__)
        values.update(looks)
        return copy


@dataclass(frozen=True, kw_only=True)
class Stroke(Primitive):
    """A primitive with an outline: `width` in pixels (0 for none), dashed or not."""

    width: float = 2.0
    dashed: bool = False


@dataclass(frozen=True, kw_only=True)
class Filled(Stroke):
    """A closed outline; `fill` is the opacity of its interior, 0 to 1."""

    fill: float = 0.0


@dataclass(frozen=True)
class Dot(Primitive):
    """A marker of fixed size on screen at a point; `size` is its radius in pixels."""

    dimensions = ALL_DIMENSIONS
    anchors = ("at",)

    at: Vec
    size: float = 5.0
    marker: Marker = Marker.DISC


@dataclass(frozen=True)
class Segment(Stroke):
    """The straight segment from `a` to `b`."""

    dimensions = ALL_DIMENSIONS
    anchors = ("a", "b")

    a: Vec
    b: Vec


@dataclass(frozen=True)
class Line(Stroke):
    """The points `at + k * direction`, `start <= k <= stop`, clipped to the view.

    By default an infinite line; a ray with `start=0.0`. The direction may have any
    length except 0. A fitted view shows `at`, not the ends; for those take a `Segment`.
    """

    dimensions = ALL_DIMENSIONS
    anchors = ("at",)

    at: Vec
    direction: Vec
    start: float = -math.inf
    stop: float = math.inf


@dataclass(frozen=True)
class Arrow(Stroke):
    """An arrow from `tail` to `tip`."""

    dimensions = ALL_DIMENSIONS
    anchors = ("tail", "tip")

    tail: Vec
    tip: Vec


@dataclass(frozen=True)
class Polyline(Stroke):
    """A polyline through `points`."""

    dimensions = ALL_DIMENSIONS

    points: Sequence[Vec]


@dataclass(frozen=True)
class Circle(Filled):
    """A circle in the plane."""

    dimensions = PLANE_DIMENSIONS
    anchors = ("center",)
    reach = "radius"

    center: Vec
    radius: float


@dataclass(frozen=True)
class Ellipse(Filled):
    """An ellipse with half axes `radii`, its x axis rotated by `angle`."""

    dimensions = PLANE_DIMENSIONS

    center: Vec
    radii: Vec
    angle: float = 0.0

    @override
    def extent(self) -> Extent | None:
        return [self.center], max(self.radii)


@dataclass(frozen=True)
class Rect(Filled):
    """A rectangle around `center`, rotated by `angle` (radians, counter-clockwise).

    Its corners are rounded by `rounding` metres. `half_extents` reach to the straight
    sides, so a rectangle grown by r has half extents + r and `rounding` r.
    """

    dimensions = PLANE_DIMENSIONS

    center: Vec
    half_extents: Vec
    angle: float = 0.0
    rounding: float = 0.0

    @override
    def extent(self) -> Extent | None:
        (x, y), r = self.center, self.rounding
        w, h = (max(extent - r, 0.0) for extent in self.half_extents)
        c, s = abs(math.cos(self.angle)), abs(math.sin(self.angle))
        w, h = c * w + s * h, s * w + c * h
        return [(x - w, y - h), (x + w, y + h)], r


@dataclass(frozen=True)
class Arc(Filled):
    """Part of a circle from angle `start` over `sweep` radians; a sector if filled.

    A negative `sweep` is clockwise.
    """

    dimensions = PLANE_DIMENSIONS

    center: Vec
    radius: float
    start: float
    sweep: float

    @override
    def extent(self) -> Extent | None:
        (x, y), end, quarter = self.center, self.start + self.sweep, math.pi / 2
        low, high = min(self.start, end), max(self.start, end)
        # Beyond a full turn the extreme points in x and y repeat.
        first = math.ceil(low / quarter)
        turns = range(first, min(math.floor(high / quarter), first + 3) + 1)
        points: list[Vec] = [
            (x + self.radius * math.cos(a), y + self.radius * math.sin(a))
            for a in (self.start, end, *(quarter * i for i in turns))
        ]
        return ([*points, self.center] if self.fill else points), 0.0


@dataclass(frozen=True)
class Polygon(Filled):
    """A polygon, convex or not; in space its points should be coplanar.

    Raises
    ------
    ValueError
        It is filled, and its outline crosses itself.
    """

    dimensions = ALL_DIMENSIONS

    points: Sequence[Vec]

    def __post_init__(self) -> None:
        if self.fill:
            triangulate(self.points)


@dataclass(frozen=True)
class RightAngle(Stroke):
    """The small square that marks a right angle at `at`, between directions a and b.

    The directions may have any length; if one is 0, nothing is drawn. `size` is the
    side of the square, pixels.
    """

    dimensions = ALL_DIMENSIONS

    at: Vec
    a: Vec
    b: Vec
    size: float = 10.0


@dataclass(frozen=True)
class Grid(Stroke):
    """A unit grid of `2 * half` cells a side, transformed by `matrix` (3 x 3, rows)."""

    dimensions = PLANE_DIMENSIONS

    matrix: Sequence[Vec]
    half: int = 8


@with_texts("text", as_messages=False)
@dataclass(frozen=True)
class Dimension(Stroke):
    """A dimension line parallel to the segment from `a` to `b`, with ticks and a text.

    It is `gap` pixels to the left of the segment, or to the right for a negative gap;
    `size` is the text's size relative to labels on the canvas.
    """

    dimensions = PLANE_DIMENSIONS
    anchors = ("a", "b")

    a: Vec
    b: Vec
    text: str = ""
    gap: float = 24.0
    size: float = 0.93
    width: float = field(default=1.5, kw_only=True)


@dataclass(frozen=True)
class Sphere(Primitive):
    """A lit ball in space, drawn as glass if not opaque."""

    dimensions = SPACE_DIMENSIONS
    anchors = ("center",)
    reach = "radius"

    center: Vec
    radius: float


@dataclass(frozen=True)
class Capsule(Filled):
    """All points within `radius` of the segment from `a` to `b`.

    In space it is lit like a ball and has no outline.
    """

    dimensions = ALL_DIMENSIONS
    anchors = ("a", "b")
    reach = "radius"

    a: Vec
    b: Vec
    radius: float


@with_texts("text", as_messages=False)
@dataclass(frozen=True)
class Label(Primitive):
    """A short text near a point; the renderer finds a free place for it.

    Attributes
    ----------
    at : tuple of float
        The labelled point in the world, metres.
    text : str
        The text.
    toward : tuple of float
        The preferred direction from the point, in the world.
    gap : float
        The distance from the point, pixels.
    size : float
        The size relative to other labels.
    """

    dimensions = ALL_DIMENSIONS

    at: Vec
    text: str
    toward: Vec = (1.0, 1.0)
    gap: float = 10.0
    size: float = 1.0


@with_texts("text", as_messages=False)
@dataclass(frozen=True)
class MagnifierTarget(Primitive):
    """The decisive segment from `a` to `b`, with a short text about its length.

    It is not drawn; if it is too small to see, a magnifier opens on it.
    """

    dimensions = PLANE_DIMENSIONS

    a: Vec
    b: Vec
    text: str = ""


def style_primitives(
    role: Role, key: str, first_step: int, *records: Primitive
) -> Iterator[Primitive]:
    """Yield the primitives of one quantity with its role, key and first step.

    Examples
    --------
    >>> out = DrawList()
    >>> at = (0.0, 0.0)
    >>> out.add(*style_primitives(Role.MOVER, "P", 2, Dot(at), Label(at, "P")))
    >>> {(record.key, record.first_step) for record in out.primitives}
    {('P', 2)}
    """
    looks = {"role": role, "key": key, "first_step": first_step}
    return iter([record.copy_with(**looks) for record in records])


# ----------------------------------------------------------------------------
# Surfaces in space: a disc, a patch of a plane, a triangle mesh.
# ----------------------------------------------------------------------------


_PANE_OPACITY = 0.2


@dataclass(frozen=True)
class Disc(Filled):
    """A disc around `center`, perpendicular to `normal` (of any length)."""

    dimensions = SPACE_DIMENSIONS

    center: Vec
    normal: Vec
    radius: float
    fill: float = field(default=_PANE_OPACITY, kw_only=True)

    @override
    def extent(self) -> Extent | None:
        size = math.hypot(*self.normal) or 1.0
        reach = [self.radius * math.sqrt(1 - (n / size) ** 2) for n in self.normal]
        ends = zip(self.center, reach, strict=True)
        return list(product(*((x - d, x + d) for x, d in ends))), 0.0

    def rim(self, count: int) -> Array:
        """Return `count` points (count, 3) on the rim; NaN if the normal is zero."""
        normal = np.asarray(self.normal, dtype=np.float64)
        size = float(np.linalg.norm(normal))
        unit = normal / size if size else np.full(3, math.nan)
        tangent = np.cross(unit, np.eye(3)[int(np.abs(normal).argmin())])
        tangent /= np.linalg.norm(tangent)
        turn = np.linspace(0.0, math.tau, count, endpoint=False)[:, None]
        spread = np.cos(turn) * tangent + np.sin(turn) * np.cross(unit, tangent)
        return np.asarray(np.asarray(self.center) + self.radius * spread)


@dataclass(frozen=True)
class Patch(Filled):
    """A parallelogram: all points `center + i * u + j * v` with i and j in [-1, 1]."""

    dimensions = SPACE_DIMENSIONS

    center: Vec
    u: Vec
    v: Vec
    fill: float = field(default=_PANE_OPACITY, kw_only=True)

    @override
    def extent(self) -> Extent | None:
        return self.corners().tolist(), 0.0

    def corners(self) -> Array:
        """Return the four corners (4, 3), in order around it."""
        signs = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)])
        return np.asarray(np.asarray(self.center) + signs @ np.array([self.u, self.v]))


@dataclass(frozen=True)
class Mesh(Primitive):
    """A lit triangle mesh, visible from both sides; translucent if not opaque.

    Attributes
    ----------
    points : sequence (m, 3)
        The vertices in the world, metres.
    triangles : sequence (n, 3)
        Three indices into `points` each.

    Raises
    ------
    ValueError
        The triangles are no triples of whole numbers, or an index is out of range.

    Examples
    --------
    >>> corners = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    >>> Mesh(corners, ((0, 1, 2),)).alpha
    1.0
    """

    dimensions = SPACE_DIMENSIONS

    points: Sequence[Vec]
    triangles: Sequence[Sequence[int]]

    def __post_init__(self) -> None:
        corners = np.asarray(self.triangles)
        if not corners.size:
            return
        if corners.ndim != 2 or corners.shape[1] != 3 or corners.dtype.kind not in "iu":
            raise refusal("triangles must be triples of whole numbers")
        count = len(self.points)
        if corners.min() < 0 or corners.max() >= count:
            raise refusal("triangles must name points 0 to {last}", last=count - 1)
