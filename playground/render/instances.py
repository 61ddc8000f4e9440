"""Collects flat marks in pixels and packs them for the instanced shader; no OpenGL.

Coordinates are physical pixels from the viewport's middle, y up, in float64. What
goes to the shader in float32 is clipped or re-centred first, so that a circle of a
million pixels or a vertex a million pixels away keeps a smooth, steady edge.
"""

import math
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from playground.render import wedges
from playground.render.arcs import arc_points
from playground.render.arrays import Array, Packed, Point
from playground.render.chains import Chains
from playground.render.pen import Pen
from playground.render.shape_rows import (
    BOW,
    COLUMNS,
    CONIC,
    FIELD,
    MARK,
    MARKERS,
    RING,
    WEDGE,
)
from playground.render.theme import RGBA
from playground.scene.roles import Marker

if TYPE_CHECKING:
    from playground.scene.records import Record

# Beyond this radius float32 no longer resolves a hundredth of a pixel, and a shape
# is described about the viewport instead of about its own centre.
FAR = 4096.0
# Polygons are cut off so many pixels outside of the viewport.
_MARGIN = 16.0
# Nine points all over a dot of size 1.
_ABOUT = np.array([(i, j) for i in (-1.0, 0.0, 1.0) for j in (-1.0, 0.0, 1.0)])
_CLEAR: RGBA = (0.0, 0.0, 0.0, 0.0)


class Sheet:
    """Marks for one viewport, in drawing order, on their way to the shader.

    Parameters
    ----------
    box
        Half the viewport's width and height in physical pixels.
    deep
        Whether marks lie in space: then every position comes with an inverse depth
        that the shader uses to fade what is hidden, and far marks are drawn first.
    """

    def __init__(self, box: Point, deep: bool = False) -> None:
        self.box = box
        self.deep = deep
        # What is drawn now; a sheet that notes what it is told asks for it.
        self.record: Record | None = None
        self._reach = math.hypot(*box)
        self._chains = Chains()
        self._others: list[tuple[float, ...]] = []
        self._wedges: list[Packed] = []
        self._spots: list[tuple[float, float, float]] = []
        self._rounds: list[tuple[float, float, float, float, float]] = []
        self._ranks: list[float] = []
        self._wedge_ranks: list[float] = []
        self._rank = 0.0

    def chain(
        self,
        points: Sequence[Sequence[float]],
        pen: Pen,
        *,
        closed: bool = False,
        phase: float = 0.0,
        head: Point = (0.0, 0.0),
    ) -> None:
        """Draw straight pieces through points `(x, y)` or `(x, y, inverse depth)`.

        `phase` is how far into the dash pattern it starts, `head` the length and half
        width of an arrow's head at its end.
        """
        self._rank += 1
        self._chains.add(points, pen, self._rank, closed=closed, phase=phase, head=head)

    def pieces(self, ends: Sequence[Sequence[float]], pen: Pen) -> None:
        """Draw straight pieces between each two of the ends; they leave no samples."""
        self._rank += 1
        self._chains.add_pairs(ends, pen, self._rank)

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
        """Draw a circle or an arc; filled, an arc is a sector."""
        if not math.isfinite(center[0] + center[1] + radius + start + sweep):
            return
        self._rank += 1
        radius = max(radius, 1e-2)
        whole = abs(sweep) >= math.tau * (1 - 1e-12)
        if radius <= FAR:
            self._near_ring(center, radius, pen, fill, start, sweep, whole)
        elif whole:
            self._far_circle(center, radius, pen, fill)
        else:
            self._far_arc(center, radius, pen, fill, start, sweep)

    def _near_ring(
        self,
        center: Point,
        radius: float,
        pen: Pen,
        fill: RGBA,
        start: float,
        sweep: float,
        whole: bool,
    ) -> None:
        gap = math.hypot(
            max(abs(center[0]) - self.box[0], 0), max(abs(center[1]) - self.box[1], 0)
        )
        if gap > radius + pen.width + 1:
            return
        middle = start + sweep / 2
        half = math.pi if whole else abs(sweep) / 2
        outer = radius + pen.width / 2 + 1
        inner = 0.0 if fill[3] else max(radius - pen.width / 2 - 1, 0.0)
        self._add(
            (*center, math.sin(middle), -math.cos(middle)),
            (outer, outer, inner, inner),
            (1 / radius, -radius, -half * radius, half * radius),
            (4.0 if whole else half, 0.0, 0.0, 0.0),
            _round_dash(pen, half * radius, whole),
            RING,
            pen,
            fill,
        )
        # What goes round again and again has no more to show than once round.
        once = min(max(sweep, -math.tau), math.tau)
        self._rounds.append((*center, radius, start, once))

    def _far_circle(self, center: Point, radius: float, pen: Pen, fill: RGBA) -> None:
        distance = math.hypot(*center)
        gap = distance - radius
        if abs(gap) > self._reach + pen.width:
            if gap < 0 and fill[3]:
                self._flood(fill)
            return
        ux, uy = -center[0] / distance, -center[1] / distance
        wide = 2 * self._reach + pen.width
        tall = wide if fill[3] else wide * wide / radius + pen.width + 1
        period, on = pen.dash
        if period:
            period = math.tau * radius / round(math.tau * radius / period)
        phase = math.fmod(radius * math.atan2(ux, uy), period) if period else 0.0
        self._add(
            (-gap * ux, -gap * uy, uy, -ux),
            (wide, tall, 0.0, 0.0),
            (1 / radius, 0.0, -4 * wide, 4 * wide),
            (4.0, 0.0, 0.0, 0.0),
            (pen.width / 2, period, on, phase),
            BOW,
            pen,
            fill,
        )
        angle = math.atan2(uy, ux)
        half = min(math.pi, 1.5 * self._reach / radius)
        self._rounds.append((*center, radius, angle - half, 2 * half))

    def _far_arc(
        self,
        center: Point,
        radius: float,
        pen: Pen,
        fill: RGBA,
        start: float,
        sweep: float,
    ) -> None:
        if fill[3]:
            for part in (0, 1):
                begin = start + part * sweep / 2
                edge = arc_points(center, radius, begin, sweep / 2, self.box)
                self.polygon(np.vstack([edge, center]), fill)
        points = arc_points(center, radius, start, sweep, self.box)
        self.chain(points.tolist(), pen)

    def _flood(self, fill: RGBA) -> None:
        self._field(-1.0, (0.0, 0.0), (0.0, 0.0), (1.0, 0.0), fill)

    def ellipse(self, center: Point, radii: Point, angle: float, fill: RGBA) -> None:
        """Fill an ellipse whose x axis is turned by `angle`."""
        if not math.isfinite(sum(center) + sum(radii) + angle):
            return
        self._rank += 1
        a, b = max(radii[0], 1e-2), max(radii[1], 1e-2)
        cos, sin = math.cos(angle), math.sin(angle)
        curve = (1 / a / a, 1 / b / b)  # their squares may be too large
        if max(a, b) <= FAR:
            self._add(
                (*center, cos, sin),
                (a + 1, b + 1, 0.0, 0.0),
                (-1.0, 0.0, 0.0, curve[0]),
                (curve[1], 0.0, 0.0, 0.0),
                (0.0, 0.0, 0.0, 0.0),
                CONIC,
                Pen(_CLEAR, 0.0),
                fill,
            )
            return
        x = -center[0] * cos - center[1] * sin
        y = center[0] * sin - center[1] * cos
        level = x * x * curve[0] + y * y * curve[1] - 1
        slope = (2 * x * curve[0], 2 * y * curve[1])
        self._field(level, slope, curve, (cos, sin), fill)

    def _field(
        self, level: float, slope: Point, curve: Point, axis: Point, fill: RGBA
    ) -> None:
        self._add(
            (0.0, 0.0, *axis),
            (self._reach, self._reach, 0.0, 0.0),
            (level, *slope, curve[0]),
            (curve[1], 0.0, 0.0, 0.0),
            (0.0, 0.0, 0.0, 0.0),
            FIELD,
            Pen(_CLEAR, 0.0),
            fill,
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
        """Draw a marker of radius `size` with a rim that parts it from what is below.

        `at` is `(x, y)` or `(x, y, inverse depth)`.
        """
        x, y, inverse = at if len(at) > 2 else (*at, 0.0)
        if not math.isfinite(x + y + inverse):
            return
        reach = size * 1.3 + rim_width + 1
        if abs(x) > self.box[0] + reach or abs(y) > self.box[1] + reach:
            return
        self._rank += 1
        self._add(
            (x, y, 1.0, 0.0),
            (reach, reach, 0.0, 0.0),
            (float(MARKERS[marker]), size, rim_width, 0.0),
            (0.0, 0.0, 0.0, 0.0),
            (0.0, 0.0, 0.0, 0.0),
            MARK,
            Pen(rim, 0.0),
            colour,
            inverse,
        )
        self._spots.append((x, y, size * 0.8))

    def polygon(
        self,
        points: Array,
        fill: RGBA,
        plane: Sequence[float] = (),
        triangles: NDArray[np.intp] | None = None,
    ) -> None:
        """Fill a polygon; `plane` gives inverse depth as (x, y, 1) weights.

        One that is not convex comes with the triangles that fill it.
        """
        if not np.isfinite(points).all():
            return
        self._rank += 1
        box = self.box[0] + _MARGIN, self.box[1] + _MARGIN
        found = (
            wedges.fan(points, box)
            if triangles is None
            else wedges.pieces(points, triangles, box)
        )
        if found is None:
            return
        rows = np.zeros((len(found.corners), COLUMNS), dtype=np.float32)
        rows[:, 0:2] = found.corners[:, 0]
        rows[:, 8:12] = found.corners[:, 1:].reshape(-1, 4)
        rows[:, 12:15] = found.edges
        rows[:, 20:23] = plane if len(plane) else 0.0
        rows[:, 23] = WEDGE
        rows[:, 28:32] = fill
        self._wedges.append(rows)
        depth = 0.0
        if len(plane):
            middle = np.clip(points, [-x for x in box], box).mean(axis=0)
            depth = float(np.dot(plane, (*middle, 1.0)))
        self._wedge_ranks.extend([self._place(depth)] * len(rows))

    def _place(self, inverse: float) -> float:
        return inverse if self.deep else self._rank

    def _add(
        self,
        frame: tuple[float, float, float, float],
        mesh: tuple[float, float, float, float],
        first: tuple[float, float, float, float],
        second: tuple[float, float, float, float],
        dash: tuple[float, float, float, float],
        kind: int,
        pen: Pen,
        fill: RGBA,
        inverse: float = 0.0,
    ) -> None:
        self._others.append(
            (
                *frame,
                *mesh,
                *first,
                *second,
                *dash,
                0.0,
                0.0,
                inverse,
                float(kind),
                *(pen.colour if pen.width or kind == MARK else _CLEAR),
                *fill,
            )
        )
        # A dot lies on what it marks, so in space it wins against it.
        self._ranks.append(self._place(inverse * 1.02))

    # What is too far off for a number of the card is out of sight.
    @np.errstate(over="ignore")
    def pack(self) -> Packed:
        """Return the instances `(n, 32)` in drawing order."""
        pieces, piece_ranks = self._chains.pack(self.box, self.deep)
        others = np.array(self._others, dtype=np.float32).reshape(-1, COLUMNS)
        blocks = [pieces, others, *self._wedges]
        ranks = np.concatenate([piece_ranks, self._ranks, self._wedge_ranks])
        return np.concatenate(blocks)[np.argsort(ranks, kind="stable")]

    @cached_property
    def packed(self) -> Packed:
        """What `pack` returns, of a sheet on which nothing more is put."""
        return self.pack()

    def samples(self, spacing: float) -> Array:
        """Return points `(n, 2)` on what `pack` drew, about `spacing` pixels apart."""
        spots = np.array(self._spots, dtype=np.float64).reshape(-1, 1, 3)
        dots = (spots[..., :2] + spots[..., 2:] * _ABOUT).reshape(-1, 2)
        rounds = np.array(self._rounds, dtype=np.float64).reshape(-1, 5)
        lengths = [np.abs(rounds[:, 2] * rounds[:, 4])]
        lines = self._chains.lines
        if lines is not None:
            a, b = lines
            way = b - a
            lengths.append(np.hypot(way[:, 0], way[:, 1]))
        of, share = _spread(np.concatenate(lengths), spacing)
        bent = int(np.searchsorted(of, len(rounds)))
        x, y, radius, start, sweep = rounds[of[:bent]].T
        angle = start + share[:bent] * sweep
        curves = np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], -1)
        if lines is None:
            return np.concatenate([dots, curves])
        of, share = of[bent:] - len(rounds), share[bent:]
        return np.concatenate([dots, curves, a[of] + share[:, None] * way[of]])


def _round_dash(
    pen: Pen, half: float, whole: bool
) -> tuple[float, float, float, float]:
    period, on = pen.dash
    if not period:
        return pen.width / 2, 0.0, 0.0, 0.0
    if whole:
        period = 2 * half / max(round(2 * half / period), 1)
        on = min(on, period)
    return pen.width / 2, period, on, math.fmod(half, period)


def _spread(length: Array, spacing: float) -> tuple[NDArray[np.intp], Array]:
    """Return, for points along lines, the line each is on and its share of the way."""
    count = np.ceil(length / spacing).astype(np.intp) + 1
    of = np.repeat(np.arange(len(length)), count)
    within = np.arange(len(of)) - np.repeat(np.cumsum(count) - count, count)
    return of, within / np.maximum(count[of] - 1, 1)
