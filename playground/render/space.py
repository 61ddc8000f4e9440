"""Draws the flat records of a view in space onto a sheet.

Solids are ray traced in the shader (a ball is a capsule of no length), so edges are
smooth at any size, and everything flat asks the same solids what hides it. Only meshes,
which may pass through each other anyhow, are parted by a depth buffer.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.render.arcs import chord_angle
from playground.render.arrays import Array, Point
from playground.render.light import NEAR
from playground.render.pen import Pen
from playground.render.plane import paint_arrow, paint_dot
from playground.render.shapes import Area, Chain
from playground.render.sheet import Sheet
from playground.render.theme import RGBA, Theme, faded
from playground.scene.camera import OrbitCamera, Viewport
from playground.scene.extents import Vec
from playground.scene.faces import Disc, Patch
from playground.scene.records import (
    Arrow,
    Dot,
    Filled,
    Line,
    Polygon,
    Polyline,
    Record,
    RightAngle,
    Segment,
    Stroke,
)
from playground.scene.triangles import Triangles, convex, triangulated

# Pixels from the viewport's middle, y up, and inverse depth.
Spot = tuple[float, float, float]
# Eye coordinates: right, up and backward, the camera's distance being 1.
Eye = tuple[float, float, float]

# Long lines are cut into pieces about this long (logical pixels), so that sorting
# the pieces by depth shows which of two crossing lines is in front.
_PIECE = 48.0
_MAX_PIECES = 64
# A disc's rim has at most so many pieces.
_RIM = 360


@dataclass(frozen=True)
class Space:
    """The view in space while it is drawn: camera, sheet of marks, colours.

    `focal` is how many physical pixels one unit of length covers at depth 1.
    """

    sheet: Sheet
    camera: OrbitCamera
    focal: float
    ratio: float
    theme: Theme

    @staticmethod
    def seen(
        camera: OrbitCamera,
        viewport: Viewport,
        ratio: float,
        box: Point,
        theme: Theme,
    ) -> "Space":
        """Return the space as `camera` shows it in `viewport`."""
        focal = viewport.height * ratio / 2 / math.tan(camera.fov / 2)
        return Space(Sheet(box, deep=True), camera, focal, ratio, theme)

    def eye(self, at: Any) -> Array:
        """Return world points `(..., 3)` in eye coordinates, camera distance 1."""
        offset: Array = np.asarray(at, dtype=np.float64) - self.camera.eye
        return offset @ self.camera.axes.T / self.camera.distance

    def flat(self, eye: Array) -> Array:
        """Return eye points `(n, 3)` as pixels and inverse depth `(n, 3)`."""
        flat = np.empty_like(eye)
        flat[:, 2:] = 1.0 / -eye[:, 2:]
        flat[:, :2] = eye[:, :2] * flat[:, 2:] * self.focal
        return flat

    def eye_at(self, at: Vec) -> Eye:
        """Return one world point in eye coordinates, without an array for it."""
        (x, y, z), (right, up, back) = self.camera.plain
        x, y, z = at[0] - x, at[1] - y, at[2] - z
        unit = self.camera.distance
        return (
            (x * right[0] + y * right[1] + z * right[2]) / unit,
            (x * up[0] + y * up[1] + z * up[2]) / unit,
            (x * back[0] + y * back[1] + z * back[2]) / unit,
        )

    def spot(self, at: Vec) -> Spot | None:
        """Return one world point as pixels and inverse depth; None behind the eye."""
        x, y, z = self.eye_at(at)
        if not -z > NEAR:
            return None
        share = self.focal / -z
        return x * share, y * share, 1.0 / -z

    def project(self, at: Vec) -> Point | None:
        """Return a world point in pixels from the middle; None behind the eye."""
        found = self.spot(at)
        return found[:2] if found else None

    def direction(self, toward: Vec) -> Point:
        """Return how a world direction shows on screen, y up."""
        x, y, z = (*toward, 0.0)[:3]
        _, (right, up, _) = self.camera.plain
        return (
            x * right[0] + y * right[1] + z * right[2],
            x * up[0] + y * up[1] + z * up[2],
        )

    def colour(self, record: Record, share: float = 1.0) -> RGBA:
        """Return the record's colour at `share` of its opacity."""
        return faded(self.theme.roles[record.role], record.alpha * share)

    def pen(self, record: Stroke) -> Pen:
        """Return how the record's outline is drawn."""
        return Pen(self.colour(record), record.width * self.ratio, record.dashed)

    def draw(self, records: Iterable[Record]) -> None:
        """Put the flat records on the sheet; solids and others pass."""
        for record in records:
            painter = _PAINTERS.get(type(record))
            if painter:
                self.sheet.record = record
                painter(self, record)

    def path(self, eye: Array, record: Stroke, closed: bool = False) -> None:
        """Draw a chain of eye points, cut where it passes the eye."""
        if not np.isfinite(eye).all():
            return
        if closed:
            eye = np.concatenate([eye, eye[:1]])
        for part in _in_front(eye):
            fine = self._finely(part)
            self.sheet.put(Chain(fine, self.pen(record)))

    def piece(self, one: Spot, two: Spot, record: Stroke) -> None:
        """Draw the straight way between two points in front of the eye."""
        spread = max(abs(two[0] - one[0]), abs(two[1] - one[1]))
        if not math.isfinite(spread):
            return
        spread = min(spread, 4 * math.hypot(*self.sheet.box))
        count = min(int(spread // (_PIECE * self.ratio)) + 1, _MAX_PIECES)
        way = [b - a for a, b in zip(one, two, strict=True)]
        points = [
            [a + k / count * step for a, step in zip(one, way, strict=True)]
            for k in range(count)
        ]
        self.sheet.put(Chain([*points, two], self.pen(record)))

    def _finely(self, eye: Array) -> Array:
        flat = self.flat(eye)
        reach = math.hypot(*self.sheet.box)
        spread = np.abs(np.diff(flat[:, :2], axis=0)).max(axis=1)
        count = np.minimum(spread, 4 * reach) // (_PIECE * self.ratio) + 1
        count = np.minimum(count, _MAX_PIECES).astype(np.intp)
        if (count == 1).all():
            return flat
        # Equal steps on screen: both the pixels and the inverse depth are linear.
        parts = [
            a + np.arange(n)[:, None] / n * (b - a)
            for a, b, n in zip(flat[:-1], flat[1:], count, strict=True)
        ]
        return np.concatenate([*parts, flat[-1:]])


def floor_step(space: Space) -> tuple[float, float]:
    """Return how far apart the floor's finest lines are, and how strong."""
    spacing = 11.0 * space.ratio * space.camera.distance / space.focal
    step = 10.0 ** (math.floor(math.log10(spacing)) + 1)
    # Lines of the finest grid fade in as they part.
    return step, min(max(math.log10(step / spacing) / 0.8, 0.0), 1.0)


def _in_front(eye: Array) -> list[Array]:
    """Return the stretches of a chain that lie in front of the eye."""
    ahead = -eye[:, 2] - NEAR
    if (ahead > 0).all():
        return [eye]
    if not (ahead > 0).any():
        return []
    parts = []
    for a, b, one, two in zip(eye[:-1], eye[1:], ahead[:-1], ahead[1:], strict=True):
        if one <= 0 and two <= 0:
            continue
        cut = a + (one / (one - two) if one != two else 0.0) * (b - a)
        parts.append(np.array([a if one > 0 else cut, b if two > 0 else cut]))
    return parts


def _dot(space: Space, dot: Dot) -> None:
    spot = space.spot(dot.at)
    if spot:
        paint_dot(space, dot, spot)


def _segment(space: Space, segment: Segment) -> None:
    one, two = space.spot(segment.a), space.spot(segment.b)
    if one and two:
        space.piece(one, two, segment)
    else:
        space.path(space.eye([segment.a, segment.b]), segment)


def _line(space: Space, line: Line) -> None:
    """Draw a line to the horizon: past a great distance it no longer moves."""
    at = space.eye(line.at)
    along = np.asarray(line.direction, dtype=np.float64) @ space.camera.axes.T
    size = float(np.linalg.norm(along))
    if not size > 0:
        return
    unit, step = along / size, size / space.camera.distance
    far, foot = 400.0, -float(at @ along / size)
    low, high = max(line.start * step, foot - far), min(line.stop * step, foot + far)
    if low < high:
        space.path(np.array([at + low * unit, at + high * unit]), line)


def _arrow(space: Space, arrow: Arrow) -> None:
    one, two = space.spot(arrow.tail), space.spot(arrow.tip)
    if one and two:
        if math.isfinite(sum(one) + sum(two)):
            paint_arrow(space, arrow, one, two)
        return
    eye = space.eye([arrow.tail, arrow.tip])
    for part in _in_front(eye) if np.isfinite(eye).all() else ():
        tail, tip = space.flat(part).tolist()
        paint_arrow(space, arrow, tail, tip)


def _polyline(space: Space, polyline: Polyline) -> None:
    if len(polyline.points) >= 2:
        space.path(space.eye(polyline.points), polyline)


def _polygon(space: Space, polygon: Polygon) -> None:
    eye = space.eye(polygon.points)
    if len(eye) >= 3:
        hollow = not _bulges(eye)
        _pane(space, eye, polygon, triangulated(polygon.points) if hollow else None)


def _disc(space: Space, disc: Disc) -> None:
    middle = space.eye(disc.center)
    depth = max(float(-middle[2]), NEAR) * space.camera.distance
    seen = abs(disc.radius) * space.focal / depth
    count = min(max(math.ceil(math.tau / chord_angle(seen)), 16), _RIM)
    _pane(space, space.eye(disc.rim(count)), disc)


def _patch(space: Space, patch: Patch) -> None:
    _pane(space, space.eye(patch.corners()), patch)


def _pane(
    space: Space, eye: Array, record: Filled, triangles: Triangles | None = None
) -> None:
    """Draw a flat shape by its outline; a hollow one comes with its triangles.

    A hollow one that passes the eye has no inside to be seen.
    """
    if not np.isfinite(eye).all():
        return
    if record.fill:
        _fill(space, eye, space.colour(record, record.fill), triangles)
    if record.width:
        space.path(eye, record, closed=True)


def _fill(space: Space, eye: Array, colour: RGBA, triangles: Triangles | None) -> None:
    if not (-eye[:, 2] > NEAR).all():
        eye = cut_near(eye) if triangles is None else eye[:0]
    if len(eye) < 3:
        return
    flat = space.flat(eye)
    # Inverse depth of a plane is linear on screen.
    system = np.column_stack([flat[:, :2], np.ones(len(flat))])
    plane = np.linalg.lstsq(system, flat[:, 2], rcond=None)[0].tolist()
    space.sheet.put(Area(flat[:, :2], colour, plane, triangles))


def _bulges(eye: Array) -> bool:
    """Tell whether a flat polygon is convex, seen along the axis it faces most."""
    offset = eye - eye.mean(axis=0)
    normal = np.cross(offset, np.roll(offset, -1, axis=0)).sum(axis=0)
    return convex(np.delete(eye, int(np.abs(normal).argmax()), axis=1))


def cut_near(eye: Array) -> Array:
    """Return the part of a convex polygon that lies in front of the eye."""
    ahead = -eye[:, 2] - NEAR
    points: list[Array] = []
    for a, b, one, two in zip(
        eye, np.roll(eye, -1, axis=0), ahead, np.roll(ahead, -1), strict=True
    ):
        if one > 0:
            points.append(a)
        if (one > 0) != (two > 0):
            points.append(a + one / (one - two) * (b - a))
    return np.array(points).reshape(-1, 3)


def _right_angle(space: Space, mark: RightAngle) -> None:
    """Draw the mark in its own plane, as large as `size` pixels are at its depth."""
    arms = np.array([mark.a, mark.b], dtype=np.float64)
    lengths = np.linalg.norm(arms, axis=1, keepdims=True)
    at = np.asarray(mark.at, dtype=np.float64)
    depth = float(space.camera.depth(at))
    if not lengths.min() > 0 or depth <= NEAR * space.camera.distance:
        return
    a, b = arms / lengths * (mark.size * space.ratio * depth / space.focal)
    space.path(space.eye(np.array([at + a, at + a + b, at + b])), mark)


_PAINTERS: dict[type[Record], Callable[[Space, Any], None]] = {
    Dot: _dot,
    Segment: _segment,
    Line: _line,
    Arrow: _arrow,
    Polyline: _polyline,
    Polygon: _polygon,
    Disc: _disc,
    Patch: _patch,
    RightAngle: _right_angle,
}
