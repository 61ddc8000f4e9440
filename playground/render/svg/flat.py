"""A view as a list of shapes in logical pixels, without OpenGL.

What is drawn onto the sheet of a view in the window is noted here instead: for figures
that leave the window, as vectors. All is in pixels from the view's top left corner, y
down, and angles turn clockwise.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from playground.render.arcs import arc_points
from playground.render.arrays import Array, Point
from playground.render.chains import clip_pieces
from playground.render.instances import FAR, Sheet
from playground.render.paint import Painted
from playground.render.pen import Pen
from playground.render.plane import ellipse_points
from playground.render.theme import RGBA, Theme
from playground.scene.records import Record
from playground.scene.roles import Marker

_CLEAR: RGBA = (0.0, 0.0, 0.0, 0.0)
# Shapes that reach farther than this out of the view, in pixels, are cut off there.
_MARGIN = 256.0


@dataclass(frozen=True, kw_only=True)
class Prim:
    """A shape on the screen; `record` is what it was drawn for, if for one."""

    record: Record | None = None


@dataclass(frozen=True)
class Chain(Prim):
    """Straight pieces through points `(n, 2)`; in space `(n, 3)` with inverse depth.

    `phase` is how far into the dash pattern it starts, `head` the length and half width
    of an arrow's head at its end.
    """

    points: Array
    pen: Pen
    closed: bool = False
    phase: float = 0.0
    head: Point = (0.0, 0.0)


@dataclass(frozen=True)
class Pieces(Prim):
    """Straight pieces between each two of the ends `(2 n, 2)`."""

    ends: Array
    pen: Pen


@dataclass(frozen=True)
class Ring(Prim):
    """A circle or an arc; filled, an arc is a sector."""

    center: Point
    radius: float
    pen: Pen
    fill: RGBA = _CLEAR
    start: float = 0.0
    sweep: float = math.tau

    @property
    def whole(self) -> bool:
        """Whether it is a circle."""
        return abs(self.sweep) >= math.tau * (1 - 1e-12)


@dataclass(frozen=True)
class Oval(Prim):
    """The inside of an ellipse whose x axis is turned by `angle`."""

    center: Point
    radii: Point
    angle: float
    fill: RGBA


@dataclass(frozen=True)
class Area(Prim):
    """The inside of a polygon, convex or not; in space with inverse depths."""

    points: Array
    fill: RGBA


@dataclass(frozen=True)
class Mark(Prim):
    """A marker of radius `size` with a rim, of both of which a `share` is left."""

    at: Point
    size: float
    marker: Marker
    colour: RGBA
    rim: RGBA
    rim_width: float
    inverse: float = 0.0
    share: float = 1.0


@dataclass(frozen=True)
class FlatPicture(Prim):
    """A map, over a part of the plane or of space, in a view of `size` pixels.

    `corners` `(4, 3)` are where its lower left, lower right, upper left and upper right
    are seen: x and y, times w, and w.
    """

    painted: Painted
    corners: Array
    size: Point
    theme: Theme


@dataclass(frozen=True)
class Through(Prim):
    """What is seen through a round lens, from the corner of the square about it."""

    center: Point
    radius: float
    prims: tuple[Prim, ...]


class Recorder(Sheet):
    """A sheet that also notes what it is told, as shapes."""

    def __init__(self, box: Point, deep: bool = False) -> None:
        super().__init__(box, deep)
        self.prims: list[Prim] = []

    def _down(self, points: Sequence[Sequence[float]] | Array) -> Array:
        """Return points of the sheet from the top left corner."""
        down = np.array(points, dtype=np.float64)
        down[:, 0] += self.box[0]
        down[:, 1] = self.box[1] - down[:, 1]
        return down

    def _spot(self, at: Sequence[float]) -> Point:
        return at[0] + self.box[0], self.box[1] - at[1]

    def chain(
        self,
        points: Sequence[Sequence[float]],
        pen: Pen,
        *,
        closed: bool = False,
        phase: float = 0.0,
        head: Point = (0.0, 0.0),
    ) -> None:
        """Draw straight pieces through points; see `Sheet`."""
        super().chain(points, pen, closed=closed, phase=phase, head=head)
        self._note_chain(
            np.array(points),
            Chain(self._down(points), pen, closed, phase, head, record=self.record),
        )

    def _note_chain(self, points: Array, chain: Chain) -> None:
        if not np.isfinite(points).all():
            return
        limit = np.array(self.box) + _MARGIN
        if (np.abs(points[:, :2]) <= limit).all():
            self.prims.append(chain)
            return
        if chain.closed:
            points = np.concatenate([points, points[:1]])
        for part, way, last in _parts(points, limit):
            self.prims.append(
                replace(
                    chain,
                    points=self._down(part),
                    closed=False,
                    phase=chain.phase + way,
                    head=chain.head if last else (0.0, 0.0),
                )
            )

    def pieces(self, ends: Sequence[Sequence[float]], pen: Pen) -> None:
        """Draw straight pieces between each two of the ends; see `Sheet`."""
        super().pieces(ends, pen)
        limit = np.array(self.box) + _MARGIN
        pairs = np.array(ends).reshape(-1, 2, 2)
        if (np.abs(pairs) <= limit).all():  # so they mostly are
            kept = list(pairs)
        else:
            kept = [
                part
                for one in pairs
                if np.isfinite(one).all()
                for part, _, _ in _parts(one, limit)
            ]
        if kept:
            self.prims.append(
                Pieces(self._down(np.concatenate(kept)), pen, record=self.record)
            )

    def ring(
        self,
        center: Point,
        radius: float,
        pen: Pen,
        fill: RGBA = _CLEAR,
        *,
        start: float = 0.0,
        sweep: float = math.tau,
    ) -> None:
        """Draw a circle or an arc; see `Sheet`."""
        super().ring(center, radius, pen, fill, start=start, sweep=sweep)
        if not math.isfinite(center[0] + center[1] + radius + start + sweep):
            return
        ring = Ring(
            self._spot(center),
            max(radius, 1e-2),
            pen,
            fill,
            -start,
            -sweep,
            record=self.record,
        )
        if radius <= FAR:
            self.prims.append(ring)
        elif ring.whole:
            # A far arc is told in straight pieces by the sheet itself.
            points = arc_points(center, radius, 0.0, math.tau, self.box)[:-1]
            if fill[3]:
                self._note_area(points, fill)
            self._note_chain(
                points, Chain(self._down(points), pen, True, record=self.record)
            )

    def ellipse(self, center: Point, radii: Point, angle: float, fill: RGBA) -> None:
        """Fill an ellipse; see `Sheet`."""
        super().ellipse(center, radii, angle, fill)
        if not math.isfinite(sum(center) + sum(radii) + angle):
            return
        if max(radii) > FAR:
            self._note_area(ellipse_points(center, radii, angle, self.box), fill)
            return
        sized = max(radii[0], 1e-2), max(radii[1], 1e-2)
        self.prims.append(
            Oval(self._spot(center), sized, -angle, fill, record=self.record)
        )

    def mark(
        self,
        at: Sequence[float],
        size: float,
        marker: Marker,
        colour: RGBA,
        rim: RGBA,
        rim_width: float,
    ) -> None:
        """Draw a marker; see `Sheet`."""
        super().mark(at, size, marker, colour, rim, rim_width)
        reach = np.array(self.box) + _MARGIN
        if np.isfinite(at).all() and (np.abs(at[:2]) <= reach).all():
            inverse = at[2] if len(at) > 2 else 0.0
            self.prims.append(
                Mark(
                    self._spot(at),
                    size,
                    marker,
                    colour,
                    rim,
                    rim_width,
                    inverse,
                    record=self.record,
                )
            )

    def polygon(
        self,
        points: Array,
        fill: RGBA,
        plane: Sequence[float] = (),
        triangles: NDArray[np.intp] | None = None,
    ) -> None:
        """Fill a polygon; see `Sheet`."""
        super().polygon(points, fill, plane, triangles)
        if np.isfinite(points).all():
            self._note_area(points, fill, plane)

    def _note_area(
        self, points: Array, fill: RGBA, plane: Sequence[float] = ()
    ) -> None:
        cut = _cut(points, np.array(self.box) + _MARGIN)
        if len(cut) < 3:
            return
        corners = self._down(cut)
        if len(plane):
            depths = cut @ np.array(plane[:2]) + plane[2]
            corners = np.column_stack([corners, depths])
        self.prims.append(Area(corners, fill, record=self.record))


def _parts(points: Array, limit: Array) -> Iterator[tuple[Array, float, bool]]:
    """Yield the stretches of a chain within a box, how far along each starts.

    And whether it has the chain's end.
    """
    a, delta = points[:-1], np.diff(points, axis=0)
    low, high = clip_pieces(
        a[:, :2], delta[:, :2], np.zeros(len(a)), (float(limit[0]), float(limit[1]))
    )
    length = np.hypot(delta[:, 0], delta[:, 1])
    ways = np.concatenate([[0.0], np.cumsum(length)])
    run: list[Array] = []
    begin, last = 0.0, len(a) - 1
    for i in range(len(a)):
        if low[i] > high[i]:
            continue
        if not run:
            run, begin = [a[i] + low[i] * delta[i]], float(ways[i] + low[i] * length[i])
        run.append(a[i] + high[i] * delta[i])
        if high[i] < 1.0 or i == last or low[i + 1] > 0.0 or low[i + 1] > high[i + 1]:
            yield np.array(run), begin, bool(i == last and high[i] == 1.0)
            run = []


def _cut(points: Array, limit: Array) -> Array:
    """Return the part of a polygon within a box; parts may hang together by a seam."""
    for axis in (0, 1):
        for sign in (1.0, -1.0):
            inside = limit[axis] - sign * points[:, axis]
            if (inside >= 0).all():
                continue
            kept: list[Array] = []
            following = np.roll(points, -1, axis=0)
            for a, b, one, two in zip(
                points, following, inside, np.roll(inside, -1), strict=True
            ):
                if one >= 0:
                    kept.append(a)
                if (one >= 0) != (two >= 0):
                    kept.append(a + one / (one - two) * (b - a))
            points = np.array(kept).reshape(-1, points.shape[1])
    return points


def noted(sheet: Sheet) -> list[Prim]:
    """Return what a recorder has noted."""
    assert isinstance(sheet, Recorder)
    return sheet.prims
