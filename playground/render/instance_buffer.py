"""Buffers of shapes, packed as instances for the flat shapes' shader."""

import math
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from playground.render import polylines
from playground.render.instance_format import (
    COLUMNS,
    CONIC,
    MARK,
    MARKER_INDICES,
    RING,
    WEDGE,
    Array,
    Float32Array,
    Point,
)
from playground.render.polylines import SegmentBatch
from playground.render.shapes import (
    CLEAR,
    Area,
    Mark,
    Oval,
    Ring,
    ScreenPolyline,
    ScreenSegments,
    ScreenShape,
)
from playground.render.stroke_style import Pen
from playground.render.theme import RGBA

if TYPE_CHECKING:
    from playground.scene.primitives import Primitive


# Polygons are clipped this far outside the viewport.
_CLIP_MARGIN_PX = 16.0
# Nine points spread over a dot of size 1.
_DOT_SAMPLE_OFFSETS = np.array(
    [(i, j) for i in (-1.0, 0.0, 1.0) for j in (-1.0, 0.0, 1.0)]
)
_ZERO_VEC4 = (0.0, 0.0, 0.0, 0.0)

_Vec4 = tuple[float, float, float, float]


class InstancePacker:
    """Shapes of a buffer converted to instances.

    `box` is half the viewport's width and height, in physical pixels.

    Invisible shapes have no instance. In space every position has an inverse depth,
    which the shader uses to fade hidden parts, and far shapes are drawn first.
    """

    def __init__(self, prims: Sequence[ScreenShape], box: Point) -> None:
        self._box = box
        self._clip_box = box[0] + _CLIP_MARGIN_PX, box[1] + _CLIP_MARGIN_PX
        self._rows: list[tuple[float, ...]] = []
        self._areas: list[tuple[int, Area]] = []
        self._dot_samples: list[tuple[float, float, float]] = []
        self._arc_samples: list[tuple[float, float, float, float, float]] = []
        # Rank in the drawing order and inverse depth of each row.
        self._ranks: list[tuple[int, float]] = []
        chains: list[tuple[int, ScreenPolyline | ScreenSegments]] = []
        for number, prim in enumerate(prims):
            if isinstance(prim, ScreenPolyline | ScreenSegments):
                chains.append((number, prim))
            elif isinstance(prim, Ring):
                self._add_ring(number, prim)
            elif isinstance(prim, Mark):
                self._add_mark(number, prim)
            elif isinstance(prim, Area):
                self._areas.append((number, prim))
            elif isinstance(prim, Oval):
                self._add_oval(number, prim)
        self._segments = SegmentBatch(chains, box)

    def _add_ring(self, number: int, ring: Ring) -> None:
        center, radius, pen, fill = ring.center, ring.radius, ring.pen, ring.fill
        start, sweep, is_circle = ring.start, ring.sweep, ring.is_circle
        gap = math.hypot(
            max(abs(center[0]) - self._box[0], 0),
            max(abs(center[1]) - self._box[1], 0),
        )
        if gap > radius + pen.width + 1:
            return
        middle = start + sweep / 2
        half = math.pi if is_circle else abs(sweep) / 2
        outer = radius + pen.width / 2 + 1
        inner = 0.0 if fill[3] else max(radius - pen.width / 2 - 1, 0.0)
        self._add_row(
            number,
            (*center, math.sin(middle), -math.cos(middle)),
            (outer, outer, inner, inner),
            (1 / radius, -radius, -half * radius, half * radius),
            (4.0 if is_circle else half, 0.0, 0.0, 0.0),
            _arc_dash(pen, half * radius, is_circle),
            RING,
            pen.colour if pen.width else CLEAR,
            fill,
        )
        # More than a full turn needs no further samples.
        once = min(max(sweep, -math.tau), math.tau)
        self._arc_samples.append((*center, radius, start, once))

    def _add_oval(self, number: int, oval: Oval) -> None:
        a, b = oval.radii
        self._add_row(
            number,
            (*oval.center, math.cos(oval.angle), math.sin(oval.angle)),
            (a + 1, b + 1, 0.0, 0.0),
            (1 / a / a, 1 / b / b, 0.0, 0.0),
            _ZERO_VEC4,
            _ZERO_VEC4,
            CONIC,
            CLEAR,
            oval.fill,
        )

    def _add_mark(self, number: int, mark: Mark) -> None:
        x, y = mark.at[:2]
        reach = mark.size * 1.3 + mark.rim_width + 1
        if abs(x) > self._box[0] + reach or abs(y) > self._box[1] + reach:
            return
        self._add_row(
            number,
            (x, y, 1.0, 0.0),
            (reach, reach, 0.0, 0.0),
            (float(MARKER_INDICES[mark.marker]), mark.size, mark.rim_width, 0.0),
            _ZERO_VEC4,
            _ZERO_VEC4,
            MARK,
            mark.rim,
            mark.colour,
            mark.inverse,
        )
        self._dot_samples.append((x, y, mark.size * 0.8))

    def _add_row(
        self,
        number: int,
        frame: _Vec4,
        mesh: _Vec4,
        first: _Vec4,
        second: _Vec4,
        dash: _Vec4,
        kind: int,
        stroke: RGBA,
        fill: RGBA,
        inverse: float = 0.0,
    ) -> None:
        looks = 0.0, 0.0, inverse, float(kind), *stroke, *fill
        self._rows.append((*frame, *mesh, *first, *second, *dash, *looks))
        # A dot wins against the shape that it marks, at the same depth.
        self._ranks.append((number, inverse * 1.02))

    # Values that overflow float32 are out of view.
    @np.errstate(over="ignore")
    def pack(self, has_depth: bool) -> Float32Array:
        """Return the instances `(n, 32)` in drawing order."""
        pieces, piece_ranks = self._segments.pack(has_depth)
        other_rows = np.array(self._rows, dtype=np.float32).reshape(-1, COLUMNS)
        filled_ranks, ranks = [], [*self._ranks]
        for number, area in self._areas:
            area_rows = self._pack_area(area)
            if area_rows is not None:
                filled_ranks.append(area_rows)
                ranks += [(number, self._area_depth(area))] * len(area_rows)
        own = np.array(ranks, dtype=np.float64).reshape(-1, 2)[:, int(has_depth)]
        blocks = [pieces, other_rows, *filled_ranks]
        order = np.argsort(np.concatenate([piece_ranks, own]), kind="stable")
        return np.concatenate(blocks)[order]

    def _pack_area(self, area: Area) -> Float32Array | None:
        """Return the instances of a polygon's triangles; None if it is not visible."""
        box = self._clip_box
        area_rows = (
            polylines.triangulate_fan(area.points, box)
            if area.triangles is None
            else polylines.build_seamed_triangles(area.points, area.triangles, box)
        )
        if area_rows is None:
            return None
        rows = np.zeros((len(area_rows.corners), COLUMNS), dtype=np.float32)
        rows[:, 0:2] = area_rows.corners[:, 0]
        rows[:, 8:12] = area_rows.corners[:, 1:].reshape(-1, 4)
        rows[:, 12:15] = area_rows.edges
        rows[:, 20:23] = area.plane if len(area.plane) else 0.0
        rows[:, 23] = WEDGE
        rows[:, 28:32] = area.fill
        return rows

    def _area_depth(self, area: Area) -> float:
        if not len(area.plane):
            return 0.0
        box = np.array(self._clip_box)
        middle = np.clip(area.points, -box, box).mean(axis=0)
        return float(np.dot(area.plane, (*middle, 1.0)))

    def sample_points(self, spacing: float) -> Array:
        """Return points `(n, 2)` on lines and dots, about `spacing` pixels apart.

        They are physical pixels from the viewport's centre.
        """
        spots = np.array(self._dot_samples, dtype=np.float64).reshape(-1, 1, 3)
        dots = (spots[..., :2] + spots[..., 2:] * _DOT_SAMPLE_OFFSETS).reshape(-1, 2)
        rounds = np.array(self._arc_samples, dtype=np.float64).reshape(-1, 5)
        lengths = [np.abs(rounds[:, 2] * rounds[:, 4])]
        lines = self._segments.lines
        if lines is not None:
            a, b = lines
            way = b - a
            lengths.append(np.hypot(way[:, 0], way[:, 1]))
        of, share = _distribute_samples(np.concatenate(lengths), spacing)
        bent = int(np.searchsorted(of, len(rounds)))
        x, y, radius, start, sweep = rounds[of[:bent]].T
        angle = start + share[:bent] * sweep
        curves = np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], -1)
        if lines is None:
            return np.concatenate([dots, curves])
        of, share = of[bent:] - len(rounds), share[bent:]
        return np.concatenate([dots, curves, a[of] + share[:, None] * way[of]])


def _arc_dash(pen: Pen, half: float, whole: bool) -> tuple[float, float, float, float]:
    period, dash_length = pen.dash
    if not period:
        return pen.width / 2, 0.0, 0.0, 0.0
    if whole:
        period = 2 * half / max(round(2 * half / period), 1)
        dash_length = min(dash_length, period)
    return pen.width / 2, period, dash_length, math.fmod(half, period)


def _distribute_samples(
    length: Array, spacing: float
) -> tuple[NDArray[np.intp], Array]:
    """Return the line of each sample point and its fraction along that line, 0 to 1.

    `length` (n,) are the lines' lengths.
    """
    count = np.ceil(length / spacing).astype(np.intp) + 1
    segment = np.repeat(np.arange(len(length)), count)
    index_in_segment = np.arange(len(segment)) - np.repeat(
        np.cumsum(count) - count, count
    )
    return segment, index_in_segment / np.maximum(count[segment] - 1, 1)


# ----------------------------------------------------------------------------
# The buffer of a view.
# ----------------------------------------------------------------------------


class InstanceBuffer:
    """Shapes of one viewport, in drawing order.

    Parameters
    ----------
    box : tuple of float
        Half the viewport's width and height, in physical pixels.
    has_depth : bool
        Whether the shapes are in space, so that far ones are drawn first.
    """

    def __init__(self, box: Point, has_depth: bool = False) -> None:
        self.box = box
        self.has_depth = has_depth
        # The primitive of the shapes that are added next.
        self.primitive: Primitive | None = None
        self.shapes: list[ScreenShape] = []

    def add(self, prim: ScreenShape) -> None:
        """Add a shape on top of the others; one that is not finite is ignored."""
        if prim.is_finite:
            prim.primitive = self.primitive
            self.shapes.append(prim)

    @cached_property
    def _packer(self) -> InstancePacker:
        """The packer, once no more shapes are added."""
        return InstancePacker(self.shapes, self.box)

    @cached_property
    def instances(self) -> Float32Array:
        """The instances `(n, 32)` for the shader, in drawing order."""
        return self._packer.pack(self.has_depth)

    def sample_points(self, spacing: float) -> Array:
        """Return points `(n, 2)` on lines and dots, about `spacing` pixels apart.

        They are physical pixels from the viewport's centre.
        """
        return self._packer.sample_points(spacing)
