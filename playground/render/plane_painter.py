"""The painter of plane views: primitives converted to shapes in pixels."""

import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from playground.quick_dataclass import dataclass
from playground.render.instance_buffer import InstanceBuffer
from playground.render.instance_format import (
    Array,
    Point,
    cache_by_numbers,
    cache_by_points,
)
from playground.render.painter import Painter
from playground.render.polylines import MAX_FLOAT32_RADIUS_PX, arc_points, chord_angle
from playground.render.shapes import (
    Area,
    Oval,
    Ring,
    ScreenPolyline,
    ScreenSegments,
)
from playground.render.stroke_style import dimension_label
from playground.render.theme import Theme, scale_opacity
from playground.scene.bounds import Vec
from playground.scene.camera import Camera2D
from playground.scene.primitives import (
    Arc,
    Arrow,
    Capsule,
    Circle,
    Dimension,
    Dot,
    Ellipse,
    Filled,
    Grid,
    Label,
    Line,
    Polygon,
    Polyline,
    Primitive,
    Rect,
    RightAngle,
    Segment,
    Stroke,
)
from playground.scene.triangulation import Triangles, triangulate_concave

# The width of a grid's axes relative to its other lines.
_AXIS_WIDTH_RATIO = 2.0
# Grid lines are clamped here, far out of view.
_MAX_GRID_DISTANCE_PX = 1e6
# The number of coarse pieces of a large ellipse, refined where visible.
_COARSE_SEGMENT_COUNT = 256
# Half the length of a dimension line's ticks, and the gap between its leaders and the
# shape, in logical pixels.
_TICK_HALF_LENGTH_PX = 5.0
_LEADER_GAP_PX = 4.0
# Points closer than this count as equal.
_EQUAL_POINT_TOLERANCE_PX = 1e-2


@dataclass(frozen=True)
class PlanePainter(Painter):
    """A painter of plane primitives.

    `center` is the world point at the viewport's centre, `scale` physical pixels per
    world unit.
    """

    center: Point
    scale: float

    @staticmethod
    def from_camera(
        camera: Camera2D,
        ratio: float,
        box: Point,
        theme: Theme,
    ) -> "PlanePainter":
        """Return the painter for `camera` and a viewport of half size `box`.

        `ratio` is physical per logical pixels; `box` is in physical pixels.
        """
        return PlanePainter(
            InstanceBuffer(box), ratio, theme, camera.center, camera.scale * ratio
        )

    def point(self, at: Vec) -> Point:
        """Convert a world point to pixels from the viewport's centre."""
        return (
            (at[0] - self.center[0]) * self.scale,
            (at[1] - self.center[1]) * self.scale,
        )

    def points(self, at: ArrayLike) -> Array:
        """Convert world points `(..., 2)` to pixels from the viewport's centre.

        Further components are ignored.
        """
        world = np.asarray(at, dtype=np.float64)[..., :2]
        return np.asarray((world - self.center) * self.scale)

    def labels(self, records: Iterable[Primitive]) -> list[tuple[Label, Point]]:
        """Return labels with their anchors in pixels from the viewport's centre.

        Those of dimensions are included.
        """
        labels = []
        for record in records:
            if isinstance(record, Label):
                labels.append((record, self.point(record.at)))
            elif isinstance(record, Dimension) and (
                label := _place_dimension_label(self, record)
            ):
                labels.append(label)
        return labels


def _draw_dot(plane: PlanePainter, dot: Dot) -> None:
    plane.draw_dot(dot, plane.point(dot.at))


def _draw_segment(plane: PlanePainter, segment: Segment) -> None:
    ends = plane.point(segment.a), plane.point(segment.b)
    plane.buffer.add(ScreenPolyline(ends, plane.pen(segment)))


def _draw_line(plane: PlanePainter, line: Line) -> None:
    anchor, pen = plane.point(line.at), plane.pen(line)
    dx = line.direction[0] * plane.scale, line.direction[1] * plane.scale
    low, high = clip_line(anchor, dx, (line.start, line.stop), plane.buffer.box)
    if not low <= high:
        return
    ends = [(anchor[0] + k * dx[0], anchor[1] + k * dx[1]) for k in (low, high)]
    # Dashes begin at `at`, so that they move with the line.
    begin = line.start if math.isfinite(line.start) else 0.0
    phase = (low - begin) * math.hypot(*dx)
    period = pen.dash[0]
    plane.buffer.add(ScreenPolyline(ends, pen, phase=phase % period if period else 0.0))


def clip_line(at: Point, along: Point, span: Point, box: Point) -> Point:
    """Return the part (low, high) of `span` in which `at + k * along` is near a box.

    `box` is half the box's width and height, around the origin; lengths are in pixels.
    If nothing remains, low > high.
    """
    low, high = span
    for p, d, half in zip(at, along, box, strict=True):
        limit = half + 32.0
        if d == 0:
            high = high if abs(p) <= limit else -math.inf
            continue
        near, two = sorted(((-limit - p) / d, (limit - p) / d))
        low, high = max(low, near), min(high, two)
    return low, high


def _draw_arrow(plane: PlanePainter, arrow: Arrow) -> None:
    plane.draw_arrow(arrow, plane.point(arrow.tail), plane.point(arrow.tip))


def _draw_polyline(plane: PlanePainter, polyline: Polyline) -> None:
    if len(polyline.points) >= 2:
        points = plane.points(polyline.points)
        # A polyline that returns to its start is joined there.
        returns = bool(np.abs(points[0] - points[-1]).max() < _EQUAL_POINT_TOLERANCE_PX)
        _draw_points(plane, points, polyline, closed=returns)


def _draw_points(
    plane: PlanePainter, points: Array, record: Stroke, closed: bool = False
) -> None:
    """Draw a polyline through points in pixels."""
    through, round_again = _remove_repeated_points(points, closed)
    plane.buffer.add(ScreenPolyline(through, plane.pen(record), closed=round_again))


@cache_by_points
def _remove_repeated_points(
    points: Array, closed: bool
) -> tuple[list[list[float]], bool]:
    """Return the points without coinciding neighbours, and whether they are closed.

    A segment between coinciding points has no direction.
    """
    step = np.abs(np.diff(points, axis=0)).max(axis=1)
    is_distinct = points[np.append(True, ~(step < _EQUAL_POINT_TOLERANCE_PX))]
    if (
        closed
        and len(is_distinct) > 1
        and np.abs(is_distinct[0] - is_distinct[-1]).max() < _EQUAL_POINT_TOLERANCE_PX
    ):
        is_distinct = is_distinct[:-1]
    through = (is_distinct if len(is_distinct) > 1 else points[[0, -1]]).tolist()
    return through, closed and len(is_distinct) > 2


def _draw_outline(
    plane: PlanePainter,
    points: Array,
    record: Filled,
    triangles: Triangles | None = None,
) -> None:
    if record.fill:
        colour = plane.colour(record, record.fill)
        plane.buffer.add(Area(points, colour, triangles=triangles))
    if record.width:
        _draw_points(plane, points, record, closed=True)


def _draw_circle(plane: PlanePainter, circle: Circle) -> None:
    _draw_ring(plane, circle, 0.0, math.tau)


def _draw_arc(plane: PlanePainter, arc: Arc) -> None:
    _draw_ring(plane, arc, arc.start, arc.sweep)


def _draw_ring(
    plane: PlanePainter, record: Circle | Arc, start: float, sweep: float
) -> None:
    """Draw a circle, or an arc as a sector; very large ones as chords.

    `start` and `sweep` are in radians.
    """
    center, radius = plane.point(record.center), record.radius * plane.scale
    pen, fill = plane.pen(record), plane.colour(record, record.fill)
    ring = Ring(center, max(radius, 1e-2), pen, fill, start, sweep)
    if not (radius > MAX_FLOAT32_RADIUS_PX and ring.is_finite):
        plane.buffer.add(ring)
        return
    box = plane.buffer.box
    if ring.is_circle:
        # It begins at the farthest point, so that the visible part is contiguous.
        begin = math.atan2(center[1], center[0])
        _draw_outline(
            plane, arc_points(center, radius, begin, math.tau, box)[:-1], record
        )
        return
    for begin in (start, start + sweep / 2) if fill[3] else ():
        edge = arc_points(center, radius, begin, sweep / 2, box)
        plane.buffer.add(Area(np.vstack([edge, center]), fill))
    plane.buffer.add(ScreenPolyline(arc_points(center, radius, start, sweep, box), pen))


def _draw_ellipse(plane: PlanePainter, ellipse: Ellipse) -> None:
    center = plane.point(ellipse.center)
    radii = ellipse.radii[0] * plane.scale, ellipse.radii[1] * plane.scale
    fill = plane.colour(ellipse, ellipse.fill)
    radii_px = max(radii[0], 1e-2), max(radii[1], 1e-2)
    oval = Oval(center, radii_px, ellipse.angle, fill)
    if not oval.is_finite:
        return
    points = ellipse_points(center, radii, ellipse.angle, plane.buffer.box)
    if ellipse.fill:
        far = max(radii) > MAX_FLOAT32_RADIUS_PX
        plane.buffer.add(Area(points, fill) if far else oval)
    if ellipse.width:
        _draw_points(plane, points, ellipse, closed=True)


@cache_by_numbers
def ellipse_points(center: Point, radii: Point, angle: float, box: Point) -> Array:
    """Return an ellipse's outline `(n, 2)`, accurate to a small fraction of a pixel.

    All lengths are in pixels, `angle` in radians. Outside the box of half size `box`
    around the origin it is coarse.
    """
    turn = np.array(
        [[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]]
    )
    # An ellipse is a stretched circle; its chords deviate no more than those of the
    # circle with the larger radius.
    large = max(radii)
    count = math.ceil(math.tau / chord_angle(large))
    if count <= _COARSE_SEGMENT_COUNT:
        angles = np.linspace(0.0, math.tau, count, endpoint=False)
        return np.asarray(_points_on_ellipse(angles, radii) @ turn + center)
    angles = np.linspace(0.0, math.tau, _COARSE_SEGMENT_COUNT + 1)
    ends = _points_on_ellipse(angles, radii) @ turn + center
    slack = np.asarray(box) + 8.0 + large * (math.tau / _COARSE_SEGMENT_COUNT) ** 2 / 8
    low, high = np.minimum(ends[:-1], ends[1:]), np.maximum(ends[:-1], ends[1:])
    is_visible = ((low < slack) & (high > -slack)).all(axis=1)
    fine = math.ceil(count / _COARSE_SEGMENT_COUNT)
    counts = np.where(is_visible, fine, 1)
    part = np.repeat(np.arange(_COARSE_SEGMENT_COUNT), counts)
    index_in_part = np.arange(len(part)) - (np.cumsum(counts) - counts)[part]
    angles = index_in_part * (np.diff(angles) / counts)[part] + angles[part]
    return np.asarray(_points_on_ellipse(angles, radii) @ turn + center)


def _points_on_ellipse(at: Array, radii: Point) -> Array:
    return np.stack([radii[0] * np.cos(at), radii[1] * np.sin(at)], axis=-1)


def _draw_rect(plane: PlanePainter, rect: Rect) -> None:
    center = plane.point(rect.center)
    half = rect.half_extents[0] * plane.scale, rect.half_extents[1] * plane.scale
    rounding = max(0.0, min(rect.rounding * plane.scale, *half))
    if not math.isfinite(sum(center) + sum(half) + rounding + rect.angle):
        return
    points = rect_points(center, half, rect.angle, rounding, plane.buffer.box)
    _draw_outline(plane, points, rect)


@cache_by_numbers
def rect_points(
    center: Point, half: Point, angle: float, rounding: float, box: Point
) -> Array:
    """Return the outline `(n, 2)` of a rotated rectangle with rounded corners, ccw.

    `half` are half extents, `rounding` is the radius of the corners; all lengths are in
    pixels, `angle` in radians. Outside the box of half size `box` around the origin
    corners are coarse.
    """
    cos, sin = math.cos(angle), math.sin(angle)
    inner = half[0] - rounding, half[1] - rounding
    parts = []
    for turn, (i, j) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        x, y = i * inner[0], j * inner[1]
        corner = center[0] + x * cos - y * sin, center[1] + x * sin + y * cos
        start = angle + turn * math.pi / 2
        if rounding < 0.25:
            away = rounding * math.sqrt(2)
            mid = start + math.pi / 4
            corner = corner[0] + away * math.cos(mid), corner[1] + away * math.sin(mid)
            parts.append(np.array([corner]))
        else:
            parts.append(arc_points(corner, rounding, start, math.pi / 2, box))
    return np.concatenate(parts)


def _draw_polygon(plane: PlanePainter, polygon: Polygon) -> None:
    if len(polygon.points) < 2:
        return
    points = plane.points(polygon.points)
    triangles = triangulate_concave(polygon.points) if polygon.fill else None
    _draw_outline(plane, points, polygon, triangles)


def _draw_capsule(plane: PlanePainter, capsule: Capsule) -> None:
    a, b = plane.point(capsule.a), plane.point(capsule.b)
    radius = capsule.radius * plane.scale
    if math.isfinite(sum(a) + sum(b) + radius):
        points = capsule_points(a, b, radius, plane.buffer.box)
        # A fan around the centre would have very thin triangles.
        places = np.arange(1, len(points) - 1)
        triangles = np.stack([np.zeros_like(places), places, places + 1], axis=-1)
        _draw_outline(plane, points, capsule, triangles)


@cache_by_numbers
def capsule_points(a: Point, b: Point, radius: float, box: Point) -> Array:
    """Return the outline `(n, 2)` of a capsule, counter-clockwise, in pixels.

    `a` and `b` are the ends of its axis. Outside the box of half size `box` around the
    origin it is coarse.
    """
    start = math.atan2(b[1] - a[1], b[0] - a[0]) - math.pi / 2
    radius = max(radius, 1e-2)
    caps = (
        arc_points(end, radius, start + turn, math.pi, box)
        for end, turn in ((b, 0.0), (a, math.pi))
    )
    return np.concatenate(list(caps))


def _dimension_lines(
    plane: PlanePainter, mark: Dimension
) -> tuple[Array, Array, Array] | None:
    """Return the measured ends, the ends of the dimension line, and its direction away.

    The direction is a unit vector. None if the ends coincide.
    """
    ends = plane.points([mark.a, mark.b])
    direction = ends[1] - ends[0]
    size = float(np.hypot(*direction))
    if not (math.isfinite(size) and size > _EQUAL_POINT_TOLERANCE_PX):
        return None
    normal = np.array([-direction[1], direction[0]]) / size
    away = normal if mark.gap >= 0 else -normal
    return ends, ends + abs(mark.gap) * plane.ratio * away, away


def _draw_dimension(plane: PlanePainter, mark: Dimension) -> None:
    lines = _dimension_lines(plane, mark)
    if lines is None:
        return
    (a, b), line, away = lines
    pen, tick = plane.pen(mark), _TICK_HALF_LENGTH_PX * plane.ratio
    faint = replace(pen, colour=scale_opacity(pen.colour, 0.5), width=pen.width * 0.67)
    plane.buffer.add(ScreenPolyline(line, pen))
    for end, side_end in ((a, line[0]), (b, line[1])):
        ends = [side_end + tick * s * away for s in (-1, 1)]
        plane.buffer.add(ScreenPolyline(ends, pen))
        near, far = end + _LEADER_GAP_PX * plane.ratio * away, side_end - tick * away
        if (far - near) @ away > 0:
            plane.buffer.add(ScreenPolyline([near, far], faint))


def _place_dimension_label(
    plane: PlanePainter, mark: Dimension
) -> tuple[Label, Point] | None:
    lines = _dimension_lines(plane, mark) if mark.text else None
    if lines is None:
        return None
    label = dimension_label(mark)
    assert label is not None
    x, y = lines[1].mean(axis=0).tolist()
    return label, (x, y)


def _draw_right_angle(plane: PlanePainter, mark: RightAngle) -> None:
    arms = [np.asarray(arm, dtype=np.float64)[:2] for arm in (mark.a, mark.b)]
    lengths = [float(np.hypot(*arm)) for arm in arms]
    if not min(lengths) > 0:
        return
    a, b = (arm / length for arm, length in zip(arms, lengths, strict=True))
    size = mark.size * plane.ratio
    steps = np.array([a, a + b, b]) * size
    _draw_points(plane, plane.point(mark.at) + steps, mark)


def _draw_grid(plane: PlanePainter, grid: Grid) -> None:
    ticks = np.arange(-grid.half, grid.half + 1.0)
    side = np.full_like(ticks, grid.half)
    upright = np.stack([ticks, -side, ticks, side], axis=-1)
    level = np.stack([-side, ticks, side, ticks], axis=-1)
    ends = np.concatenate([upright, level]).reshape(-1, 2)
    matrix = np.asarray(grid.matrix, dtype=np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        world = ends @ matrix[:2, :2].T + matrix[:2, 2]
        visible = np.clip(
            plane.points(world), -_MAX_GRID_DISTANCE_PX, _MAX_GRID_DISTANCE_PX
        )
    plain = plane.pen(grid)
    axis = plane.pen(grid.copy_with(width=_AXIS_WIDTH_RATIO * grid.width))
    # First the lines of one direction, then of the other, with the axis in the middle.
    for lines in np.split(visible, 2):
        middle = 2 * grid.half
        parts = np.split(lines, (middle, middle + 2))
        for ends, pen in zip(parts, (plain, axis, plain), strict=True):
            plane.buffer.add(ScreenSegments(ends.tolist(), pen))


PlanePainter.painters = {
    Dot: _draw_dot,
    Segment: _draw_segment,
    Line: _draw_line,
    Arrow: _draw_arrow,
    Polyline: _draw_polyline,
    Circle: _draw_circle,
    Ellipse: _draw_ellipse,
    Rect: _draw_rect,
    Arc: _draw_arc,
    Polygon: _draw_polygon,
    Capsule: _draw_capsule,
    Dimension: _draw_dimension,
    RightAngle: _draw_right_angle,
    Grid: _draw_grid,
}
