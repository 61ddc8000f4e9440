"""Draws the records of a view in space: solids, floor, and marks that they hide.

Solids are ray traced in the shader (a ball is a capsule of no length), so edges are
smooth at any size, and everything flat asks the same solids what hides it. That needs
neither a depth buffer nor multisampling.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from playground.render import shaders
from playground.render.instances import Array, Packed, Pen, Point, Sheet
from playground.render.plane import paint_arrow, paint_dot
from playground.render.shapes import ShapeLayer, Uniforms, program
from playground.render.theme import RGBA, Theme, faded
from playground.scene.drawlist import (
    Arrow,
    Capsule,
    Dot,
    Line,
    Polygon,
    Polyline,
    Record,
    RightAngle,
    Segment,
    Sphere,
    Stroke,
    Vec,
)
from playground.view.camera import OrbitCamera, Viewport

_MAX_SOLIDS = 48
# Nearer than this share of the camera's distance, nothing flat is drawn.
_NEAR = 0.02
# Long lines are cut into pieces about this long (logical pixels), so that sorting
# the pieces by depth shows which of two crossing lines is in front.
_PIECE = 48.0
_MAX_PIECES = 64
# Above this many radii a solid's shadow is too faint to draw.
_SHADOW_HEIGHT = 6.0


@dataclass(frozen=True)
class Solid:
    """A capsule in eye coordinates, in units of the camera's distance."""

    a: Array
    b: Array
    radius: float
    colour: RGBA

    @property
    def long(self) -> bool:
        """Whether it is more than a ball."""
        return bool((self.a != self.b).any())


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
        camera: OrbitCamera, viewport: Viewport, ratio: float, box: Point, theme: Theme
    ) -> "Space":
        """Return the space as `camera` shows it in `viewport`."""
        focal = viewport.height * ratio / 2 / math.tan(camera.fov / 2)
        return Space(Sheet(box, deep=True), camera, focal, ratio, theme)

    def eye(self, at: Any) -> Array:
        """Return world points `(..., 3)` in eye coordinates, camera distance 1."""
        offset = np.asarray(at, dtype=np.float64) - self.camera.eye
        return np.asarray(offset @ self.camera.axes.T / self.camera.distance)

    def flat(self, eye: Array) -> Array:
        """Return eye points `(n, 3)` as pixels and inverse depth `(n, 3)`."""
        inverse = 1.0 / -eye[:, 2:]
        return np.concatenate([eye[:, :2] * inverse * self.focal, inverse], axis=1)

    def project(self, at: Vec) -> Point | None:
        """Return a world point in pixels from the middle; None behind the eye."""
        eye = self.eye(at)
        if not -eye[2] > _NEAR:
            return None
        x, y, _ = self.flat(eye[None])[0].tolist()
        return x, y

    def direction(self, toward: Vec) -> Point:
        """Return how a world direction shows on screen, y up."""
        toward = (*toward, 0.0)[:3]
        x, y = (float(c) for c in self.camera.axes[:2] @ np.asarray(toward))
        return x, y

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
                painter(self, record)

    def path(self, eye: Array, record: Stroke, closed: bool = False) -> None:
        """Draw a chain of eye points, cut where it passes the eye."""
        if not np.isfinite(eye).all():
            return
        if closed:
            eye = np.concatenate([eye, eye[:1]])
        for part in _in_front(eye):
            fine = self._finely(part)
            self.sheet.chain(fine.tolist(), self.pen(record))

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


def _in_front(eye: Array) -> list[Array]:
    """Return the stretches of a chain that lie in front of the eye."""
    ahead = -eye[:, 2] - _NEAR
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
    eye = space.eye([dot.at])
    if -eye[0, 2] > _NEAR:
        paint_dot(space, dot, space.flat(eye)[0].tolist())


def _segment(space: Space, segment: Segment) -> None:
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
    eye = space.eye([arrow.tail, arrow.tip])
    for part in _in_front(eye) if np.isfinite(eye).all() else ():
        tail, tip = space.flat(part).tolist()
        paint_arrow(space, arrow, tail, tip)


def _polyline(space: Space, polyline: Polyline) -> None:
    if len(polyline.points) >= 2:
        space.path(space.eye(polyline.points), polyline)


def _polygon(space: Space, polygon: Polygon) -> None:
    eye = space.eye(polygon.points)
    if len(eye) < 3 or not np.isfinite(eye).all():
        return
    if polygon.fill and (-eye[:, 2] > _NEAR).all():
        flat = space.flat(eye)
        # Inverse depth of a plane is linear on screen.
        system = np.column_stack([flat[:, :2], np.ones(len(flat))])
        plane = np.linalg.lstsq(system, flat[:, 2], rcond=None)[0].tolist()
        space.sheet.polygon(flat[:, :2], space.colour(polygon, polygon.fill), plane)
    if polygon.width:
        space.path(eye, polygon, closed=True)


def _right_angle(space: Space, mark: RightAngle) -> None:
    """Draw the mark in its own plane, as large as `size` pixels are at its depth."""
    arms = np.array([mark.a, mark.b], dtype=np.float64)
    lengths = np.linalg.norm(arms, axis=1, keepdims=True)
    at = np.asarray(mark.at, dtype=np.float64)
    depth = float(space.camera.depth(at))
    if not lengths.min() > 0 or depth <= _NEAR * space.camera.distance:
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
    RightAngle: _right_angle,
}


def solids(space: Space, records: Iterable[Record]) -> list[Solid]:
    """Return what the records hold of balls and capsules, those in sight, far first."""
    found = [_solid(space, r) for r in records if isinstance(r, Sphere | Capsule)]
    seen = [s for s in found if _in_sight(s)]
    nearest = sorted(seen, key=_depth)[:_MAX_SOLIDS]
    return nearest[::-1]


def _solid(space: Space, record: Sphere | Capsule) -> Solid:
    ends = (
        (record.center, record.center)
        if isinstance(record, Sphere)
        else (record.a, record.b)
    )
    a, b = space.eye(ends)
    return Solid(a, b, record.radius / space.camera.distance, space.colour(record))


def _in_sight(solid: Solid) -> bool:
    nearest = min(-solid.a[2], -solid.b[2]) - solid.radius
    return bool(solid.radius > 0 and nearest > _NEAR / 2)


def _depth(solid: Solid) -> float:
    return float(np.linalg.norm((solid.a + solid.b) / 2))


def bounds(
    solid: Solid, focal: float
) -> tuple[tuple[float, float, float, float], Point]:
    """Return the box that a solid fills on screen, and how it is turned.

    The box is left, bottom, right, top in pixels along axes of which the second
    result is the first, so that a slanting capsule has a narrow box.
    """
    way = solid.b[:2] / -solid.b[2] - solid.a[:2] / -solid.a[2]
    size = float(np.hypot(*way))
    cos, sin = (float(c) for c in way / size) if size > 1e-9 else (1.0, 0.0)
    turn = np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]])
    boxes = np.array(
        [_ball_bounds(turn @ end, solid.radius) for end in (solid.a, solid.b)]
    )
    low, high = boxes[:, :2].min(axis=0), boxes[:, 2:].max(axis=0)
    left, bottom = low * focal - 2.0
    right, top = high * focal + 2.0
    return (float(left), float(bottom), float(right), float(top)), (cos, sin)


def inked(found: Iterable[Solid], focal: float) -> Array:
    """Return points `(n, 2)` in pixels spread over what the solids cover."""
    turn = np.linspace(0.0, math.tau, 32, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=-1)
    disc = np.concatenate([circle * share for share in (0.25, 0.5, 0.75, 1.0)])
    parts = [np.empty((0, 2))]
    for solid in found:
        for share in (0.0, 0.25, 0.5, 0.75, 1.0) if solid.long else (0.0,):
            center = solid.a + share * (solid.b - solid.a)
            left, bottom, right, top = _ball_bounds(center, solid.radius)
            middle = np.array([left + right, bottom + top]) / 2
            half = np.array([right - left, top - bottom]) / 2
            parts.append((middle + half * disc) * focal)
    return np.concatenate(parts)


def _ball_bounds(center: Array, radius: float) -> tuple[float, float, float, float]:
    """Return the exact slopes between which a ball is seen.

    In the plane of the eye's z and one axis, the tangents to the ball's circle turn
    from its middle by the angle whose sine is radius over distance.
    """
    limits = []
    for axis in (0, 1):
        distance = math.hypot(center[axis], center[2])
        middle = math.atan2(center[axis], -center[2])
        spread = math.asin(min(radius / distance, 1.0))
        limits.append(
            (
                math.tan(max(middle - spread, -1.55)),
                math.tan(min(middle + spread, 1.55)),
            )
        )
    (left, right), (bottom, top) = limits
    return left, bottom, right, top


class SpaceLayer:
    """Draws floor, solids and marks in space; owns the programs for them."""

    def __init__(self) -> None:
        self._shapes = ShapeLayer(shaders.SPACE_SHAPE_FRAGMENT)
        self._floor = program(shaders.FULL_VERTEX, shaders.FLOOR_FRAGMENT)
        self._shadow = program(shaders.SOLID_VERTEX, shaders.SHADOW_FRAGMENT)
        self._solid = program(shaders.SOLID_VERTEX, shaders.SOLID_FRAGMENT)
        self._floor_uniforms = Uniforms(self._floor)
        self._shadow_uniforms = Uniforms(self._shadow)
        self._solid_uniforms = Uniforms(self._solid)
        self._array = gl.GLuint()
        gl.glGenVertexArrays(1, self._array)

    def draw_floor(
        self, space: Space, found: list[Solid], center: Point, size: Point
    ) -> None:
        """Draw the floor and the shadows on it; see `ShapeLayer.draw`."""
        gl.glBindVertexArray(self._array)
        self._floor.use()
        self._common(self._floor_uniforms, space, center, size)
        _floor_uniforms(self._floor_uniforms, space)
        gl.glDrawArrays(gl.GL_TRIANGLE_STRIP, 0, 4)
        self._draw_shadows(space, found, center, size)
        gl.glBindVertexArray(0)

    def draw(
        self,
        space: Space,
        found: list[Solid],
        rows: Packed,
        center: Point,
        size: Point,
        corner: Point,
    ) -> None:
        """Draw solids and marks into the current viewport; see `ShapeLayer.draw`."""
        gl.glBindVertexArray(self._array)
        if found:
            self._draw_solids(space, found, center, size)
        gl.glBindVertexArray(0)
        self._shapes.use()
        self._common(self._shapes.uniforms, space, center, size)
        _solid_uniforms(self._shapes.uniforms, found)
        self._shapes.draw(rows, center, size, corner)

    def _draw_shadows(
        self, space: Space, found: list[Solid], center: Point, size: Point
    ) -> None:
        cast = [(s, reach) for s in found if (reach := shadow_reach(space, s))]
        if not cast or space.camera.eye[1] <= 0:
            return
        self._shadow.use()
        uniforms = self._shadow_uniforms
        self._common(uniforms, space, center, size)
        _floor_uniforms(uniforms, space)
        _solid_uniforms(uniforms, [solid for solid, _ in cast])
        boxes = [_shadow_bounds(space, solid, reach) for solid, reach in cast]
        _quads(uniforms, boxes, [(1.0, 0.0)] * len(cast), size)
        uniforms.vectors("u_reach", _rows([(reach, 0, 0, 0) for _, reach in cast]))
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, len(cast))

    def _draw_solids(
        self, space: Space, found: list[Solid], center: Point, size: Point
    ) -> None:
        self._solid.use()
        uniforms = self._solid_uniforms
        self._common(uniforms, space, center, size)
        _floor_uniforms(uniforms, space)
        _solid_uniforms(uniforms, found)
        placed = [bounds(solid, space.focal) for solid in found]
        _quads(uniforms, [box for box, _ in placed], [turn for _, turn in placed], size)
        uniforms.vectors("u_tint", _rows([solid.colour for solid in found]))
        uniforms.integers("u_cutters", cutters(found))
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, len(found))

    def _common(
        self, uniforms: Uniforms, space: Space, center: Point, size: Point
    ) -> None:
        uniforms.floats("u_center", *center)
        uniforms.floats("u_size", *size)
        uniforms.floats("u_focal", space.focal)

    def delete(self) -> None:
        """Free the GL objects."""
        self._shapes.delete()
        self._floor.delete()
        self._shadow.delete()
        self._solid.delete()
        gl.glDeleteVertexArrays(1, self._array)


def _rows(values: Sequence[Sequence[float]]) -> Packed:
    return np.array(values, dtype=np.float32)


def _solid_uniforms(uniforms: Uniforms, found: list[Solid]) -> None:
    uniforms.integer("u_solids", len(found))
    if found:
        uniforms.vectors("u_solid_a", _rows([(*s.a, s.radius) for s in found]))
        uniforms.vectors("u_solid_b", _rows([(*s.b, s.colour[3]) for s in found]))


def _quads(
    uniforms: Uniforms,
    boxes: Sequence[Sequence[float]],
    turns: Sequence[Point],
    size: Point,
) -> None:
    # Whatever reaches far outside the viewport would lose its digits in float32.
    limit = 2 * math.hypot(*size)
    uniforms.vectors("u_bounds", np.clip(_rows(boxes), -limit, limit))
    uniforms.vectors("u_turn", _rows([(*turn, 0, 0) for turn in turns]))


def cutters(found: Sequence[Solid]) -> NDArray[np.int32]:
    """Return for each solid up to four opaque ones that may pass through it, or -1."""
    result = np.full((len(found), 4), -1, dtype=np.int32)
    for i, solid in enumerate(found):
        near = [
            j
            for j, other in enumerate(found)
            if j != i and other.colour[3] >= 1 and _may_touch(solid, other)
        ][-4:]
        result[i, : len(near)] = near
    return result


def _may_touch(one: Solid, two: Solid) -> bool:
    reach = one.radius + two.radius
    reach += float(np.linalg.norm(one.b - one.a) + np.linalg.norm(two.b - two.a)) / 2
    return float(np.linalg.norm(one.a + one.b - two.a - two.b)) / 2 < reach


def shadow_reach(space: Space, solid: Solid) -> float:
    """Return how far from its foot a solid darkens the floor; 0 if not to be seen."""
    up, height = space.camera.axes[:, 1], space.camera.eye[1] / space.camera.distance
    low = height + min(float(solid.a @ up), float(solid.b @ up))
    high = height + max(float(solid.a @ up), float(solid.b @ up))
    if high <= 0 or low > _SHADOW_HEIGHT * solid.radius:
        return 0.0
    return float(2.2 * max(min(high, _SHADOW_HEIGHT * solid.radius), solid.radius))


def _shadow_bounds(
    space: Space, solid: Solid, reach: float
) -> tuple[float, float, float, float]:
    camera = space.camera
    x_axis, up, z_axis = camera.axes.T
    height = camera.eye[1] / camera.distance
    feet = [end - (height + float(end @ up)) * up for end in (solid.a, solid.b)]
    corners = np.array(
        [
            foot + reach * (i * x_axis + j * z_axis)
            for foot in feet
            for i in (-1, 1)
            for j in (-1, 1)
        ]
    )
    if (-corners[:, 2] <= _NEAR).any():
        wide, tall = space.sheet.box
        return -wide, -tall, wide, tall
    flat = space.flat(corners)[:, :2]
    left, bottom = flat.min(axis=0).tolist()
    right, top = flat.max(axis=0).tolist()
    return left, bottom, right, top


def _floor_uniforms(uniforms: Uniforms, space: Space) -> None:
    camera, theme = space.camera, space.theme
    x_axis, up, z_axis = camera.axes.T
    unit = camera.distance
    spacing = 11.0 * space.ratio * unit / space.focal
    power = math.floor(math.log10(spacing)) + 1
    step = 10.0**power
    # Lines of the finest grid fade in as they part.
    strength = min(max(math.log10(step / spacing) / 0.8, 0.0), 1.0)
    eye = camera.eye
    corner = [math.fmod(c, 100 * step) / unit for c in (eye[0], eye[2])]
    uniforms.floats("u_up", *up)
    uniforms.floats("u_floor_x", *x_axis)
    uniforms.floats("u_floor_z", *z_axis)
    uniforms.floats("u_height", eye[1] / unit)
    uniforms.floats("u_floor_eye", *corner, eye[0] / unit, eye[2] / unit)
    uniforms.floats("u_step", step / unit, strength, max(1.0, space.ratio), 1.2)
    uniforms.floats("u_grid_minor", *theme.grid_minor)
    uniforms.floats("u_grid_major", *theme.grid_major)
    uniforms.floats("u_axis_x", *theme.axes[0])
    uniforms.floats("u_axis_z", *theme.axes[2])
    uniforms.floats("u_shadow", *theme.shadow)
