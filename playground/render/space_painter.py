"""The painter of views in space: flat primitives and meshes.

Solids are ray traced in the shader (a ball is a capsule of length 0), so that edges are
smooth at any size, and flat primitives test the same solids for occlusion. Only meshes,
which may intersect each other, use a depth buffer.
"""

import math
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.quick_dataclass import dataclass
from playground.render.instance_buffer import InstanceBuffer
from playground.render.instance_format import Array, Float32Array, Point
from playground.render.lighting import NEAR_DISTANCE
from playground.render.painter import Painter
from playground.render.polylines import chord_angle
from playground.render.shapes import Area, ScreenPolyline
from playground.render.theme import RGBA, Theme
from playground.scene.bounds import Vec
from playground.scene.camera import OrbitCamera, Viewport
from playground.scene.primitives import (
    Arrow,
    Disc,
    Dot,
    Filled,
    Line,
    Mesh,
    Patch,
    Polygon,
    Polyline,
    Primitive,
    RightAngle,
    Segment,
    Stroke,
)
from playground.scene.triangulation import Triangles, triangulate, triangulate_concave

# Pixels from the viewport's centre, y up, and inverse depth.
DepthPoint = tuple[float, float, float]
# Eye coordinates: right, up and backward, in units of the camera's distance.
EyePoint = tuple[float, float, float]

# Long lines are split into pieces of about this length (logical pixels), so that
# sorting by depth shows which of two crossing lines is in front.
_SEGMENT_LENGTH_PX = 48.0
_MAX_SEGMENTS = 64
# The largest number of segments of a disc's rim.
_MAX_RIM_SEGMENTS = 360


@dataclass(frozen=True)
class SpacePainter(Painter):
    """A painter of flat primitives in space.

    `focal` is the focal length in physical pixels, the size of a unit at depth 1.
    """

    camera: OrbitCamera
    focal: float

    @staticmethod
    def from_camera(
        camera: OrbitCamera,
        viewport: Viewport,
        ratio: float,
        box: Point,
        theme: Theme,
    ) -> "SpacePainter":
        """Return the painter for `camera` in `viewport`.

        `ratio` is physical per logical pixels; `box` is half the viewport's size in
        physical pixels.
        """
        focal = viewport.height * ratio / 2 / math.tan(camera.fov / 2)
        return SpacePainter(
            InstanceBuffer(box, has_depth=True), ratio, theme, camera, focal
        )

    @property
    def sky(self) -> Array:
        """The unit vector to the world's top, in eye coordinates."""
        return np.array(self.camera.world_axes[1])

    def to_eye(self, at: Any) -> Array:
        """Convert world points `(..., 3)` to eye coordinates, camera distance 1."""
        offset: Array = np.asarray(at, dtype=np.float64) - self.camera.eye
        return offset @ self.camera.axes.T / self.camera.distance

    def project_eye(self, eye: Array) -> Array:
        """Project eye points `(n, 3)` to pixels and inverse depth `(n, 3)`."""
        flat = np.empty_like(eye)
        flat[:, 2:] = 1.0 / -eye[:, 2:]
        flat[:, :2] = eye[:, :2] * flat[:, 2:] * self.focal
        return flat

    def to_eye_point(self, at: Vec) -> EyePoint:
        """Convert one world point to eye coordinates, faster than with arrays."""
        (x, y, z), (right, up_axis, back) = self.camera.eye_and_axes
        x, y, z = at[0] - x, at[1] - y, at[2] - z
        unit = self.camera.distance
        return (
            (x * right[0] + y * right[1] + z * right[2]) / unit,
            (x * up_axis[0] + y * up_axis[1] + z * up_axis[2]) / unit,
            (x * back[0] + y * back[1] + z * back[2]) / unit,
        )

    def project_with_depth(self, at: Vec) -> DepthPoint | None:
        """Project a world point to pixels and inverse depth.

        None behind the near plane.
        """
        x, y, z = self.to_eye_point(at)
        if not -z > NEAR_DISTANCE:
            return None
        share = self.focal / -z
        return x * share, y * share, 1.0 / -z

    def project(self, at: Vec) -> Point | None:
        """Project a world point to pixels from the centre.

        It is None behind the near plane.
        """
        projected = self.project_with_depth(at)
        return projected[:2] if projected else None

    def direction(self, toward: Vec) -> Point:
        """Return a world direction on screen, y up, without perspective.

        The components of a unit vector have a length of at most 1.
        """
        x, y, z = (*toward, 0.0)[:3]
        _, (right, up_axis, _) = self.camera.eye_and_axes
        return (
            x * right[0] + y * right[1] + z * right[2],
            x * up_axis[0] + y * up_axis[1] + z * up_axis[2],
        )

    def draw_path(self, eye: Array, record: Stroke, closed: bool = False) -> None:
        """Draw a polyline of eye points `(n, 3)`, clipped to the front of the eye.

        Nothing is drawn if a point is not finite.
        """
        if not np.isfinite(eye).all():
            return
        if closed:
            eye = np.concatenate([eye, eye[:1]])
        for part in _clip_to_front(eye):
            fine = self._subdivide(part)
            self.buffer.add(ScreenPolyline(fine, self.pen(record)))

    def draw_segment(self, one: DepthPoint, two: DepthPoint, record: Stroke) -> None:
        """Draw the segment between two projected points in front of the eye."""
        spread = max(abs(two[0] - one[0]), abs(two[1] - one[1]))
        if not math.isfinite(spread):
            return
        spread = min(spread, 4 * math.hypot(*self.buffer.box))
        count = min(int(spread // (_SEGMENT_LENGTH_PX * self.ratio)) + 1, _MAX_SEGMENTS)
        way = [b - a for a, b in zip(one, two, strict=True)]
        points = [
            [a + k / count * step for a, step in zip(one, way, strict=True)]
            for k in range(count)
        ]
        self.buffer.add(ScreenPolyline([*points, two], self.pen(record)))

    def _subdivide(self, eye: Array) -> Array:
        flat = self.project_eye(eye)
        reach = math.hypot(*self.buffer.box)
        spread = np.abs(np.diff(flat[:, :2], axis=0)).max(axis=1)
        count = np.minimum(spread, 4 * reach) // (_SEGMENT_LENGTH_PX * self.ratio) + 1
        count = np.minimum(count, _MAX_SEGMENTS).astype(np.intp)
        if (count == 1).all():
            return flat
        # Equal steps on screen, on which pixels and inverse depth are linear.
        parts = [
            a + np.arange(n)[:, None] / n * (b - a)
            for a, b, n in zip(flat[:-1], flat[1:], count, strict=True)
        ]
        return np.concatenate([*parts, flat[-1:]])


def floor_step(space: SpacePainter) -> tuple[float, float]:
    """Return the spacing of the floor's finest lines, in world units.

    The second number is their opacity, 0 to 1.
    """
    spacing = 11.0 * space.ratio * space.camera.distance / space.focal
    step = 10.0 ** (math.floor(math.log10(spacing)) + 1)
    # The finest lines fade in with their spacing on screen.
    return step, min(max(math.log10(step / spacing) / 0.8, 0.0), 1.0)


def _clip_to_front(eye: Array) -> list[Array]:
    """Return the parts of a polyline in front of the eye."""
    ahead = -eye[:, 2] - NEAR_DISTANCE
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


def _draw_dot(space: SpacePainter, dot: Dot) -> None:
    spot = space.project_with_depth(dot.at)
    if spot:
        space.draw_dot(dot, spot)


def _draw_segment(space: SpacePainter, segment: Segment) -> None:
    one, two = space.project_with_depth(segment.a), space.project_with_depth(segment.b)
    if one and two:
        space.draw_segment(one, two, segment)
    else:
        space.draw_path(space.to_eye([segment.a, segment.b]), segment)


def _draw_line(space: SpacePainter, line: Line) -> None:
    """Draw a possibly infinite line, clipped at 400 camera distances from the eye.

    Beyond that distance its points on screen hardly move.
    """
    anchor = space.to_eye(line.at)
    direction = np.asarray(line.direction, dtype=np.float64) @ space.camera.axes.T
    size = float(np.linalg.norm(direction))
    if not size > 0:
        return
    unit, step = direction / size, size / space.camera.distance
    far, foot = 400.0, -float(anchor @ direction / size)
    low, high = max(line.start * step, foot - far), min(line.stop * step, foot + far)
    if low < high:
        space.draw_path(np.array([anchor + low * unit, anchor + high * unit]), line)


def _draw_arrow(space: SpacePainter, arrow: Arrow) -> None:
    one, two = space.project_with_depth(arrow.tail), space.project_with_depth(arrow.tip)
    if one and two:
        if math.isfinite(sum(one) + sum(two)):
            space.draw_arrow(arrow, one, two)
        return
    eye = space.to_eye([arrow.tail, arrow.tip])
    for part in _clip_to_front(eye) if np.isfinite(eye).all() else ():
        tail, tip = space.project_eye(part).tolist()
        space.draw_arrow(arrow, tail, tip)


def _draw_polyline(space: SpacePainter, polyline: Polyline) -> None:
    if len(polyline.points) >= 2:
        space.draw_path(space.to_eye(polyline.points), polyline)


def _draw_polygon(space: SpacePainter, polygon: Polygon) -> None:
    if len(polygon.points) >= 3:
        triangles = triangulate_concave(polygon.points) if polygon.fill else None
        _draw_flat_shape(space, space.to_eye(polygon.points), polygon, triangles)


def _draw_disc(space: SpacePainter, disc: Disc) -> None:
    middle = space.to_eye(disc.center)
    depth = max(float(-middle[2]), NEAR_DISTANCE) * space.camera.distance
    seen = abs(disc.radius) * space.focal / depth
    count = min(max(math.ceil(math.tau / chord_angle(seen)), 16), _MAX_RIM_SEGMENTS)
    _draw_flat_shape(space, space.to_eye(disc.rim(count)), disc)


def _draw_patch(space: SpacePainter, patch: Patch) -> None:
    _draw_flat_shape(space, space.to_eye(patch.corners()), patch)


def _draw_flat_shape(
    space: SpacePainter, eye: Array, record: Filled, triangles: Triangles | None = None
) -> None:
    """Draw a flat shape by its outline, with triangles if it is concave."""
    if not np.isfinite(eye).all():
        return
    if record.fill:
        _draw_fill(space, eye, space.colour(record, record.fill), triangles)
    if record.width:
        space.draw_path(eye, record, closed=True)


def _draw_fill(
    space: SpacePainter, eye: Array, colour: RGBA, triangles: Triangles | None
) -> None:
    """Draw the interior of a polygon of eye points `(n, 3)`."""
    if not (-eye[:, 2] > NEAR_DISTANCE).all():
        eye = clip_near(eye)
        triangles = None if triangles is None else triangulate(eye.tolist())
    if len(eye) < 3:
        return
    flat = space.project_eye(eye)
    # The inverse depth of a plane is linear on screen.
    system = np.column_stack([flat[:, :2], np.ones(len(flat))])
    plane = np.linalg.lstsq(system, flat[:, 2], rcond=None)[0].tolist()
    space.buffer.add(Area(flat[:, :2], colour, plane, triangles))


def clip_near(eye: Array) -> Array:
    """Return the part of a polygon of eye points `(n, 3)` in front of the eye.

    The result `(m, 3)` may have coinciding sides, and is empty if nothing remains.
    """
    ahead = -eye[:, 2] - NEAR_DISTANCE
    points: list[Array] = []
    for a, b, ahead_a, two in zip(
        eye, np.roll(eye, -1, axis=0), ahead, np.roll(ahead, -1), strict=True
    ):
        if ahead_a > 0:
            points.append(a)
        if (ahead_a > 0) != (two > 0):
            points.append(a + ahead_a / (ahead_a - two) * (b - a))
    return np.array(points).reshape(-1, 3)


def _draw_right_angle(space: SpacePainter, mark: RightAngle) -> None:
    """Draw the mark in its plane, as large as `size` pixels are at its depth."""
    arms = np.array([mark.a, mark.b], dtype=np.float64)
    lengths = np.linalg.norm(arms, axis=1, keepdims=True)
    at = np.asarray(mark.at, dtype=np.float64)
    depth = float(space.camera.depth(at))
    if not lengths.min() > 0 or depth <= NEAR_DISTANCE * space.camera.distance:
        return
    a, b = arms / lengths * (mark.size * space.ratio * depth / space.focal)
    space.draw_path(space.to_eye(np.array([at + a, at + a + b, at + b])), mark)


SpacePainter.painters = {
    Dot: _draw_dot,
    Segment: _draw_segment,
    Line: _draw_line,
    Arrow: _draw_arrow,
    Polyline: _draw_polyline,
    Polygon: _draw_polygon,
    Disc: _draw_disc,
    Patch: _draw_patch,
    RightAngle: _draw_right_angle,
}


# ----------------------------------------------------------------------------
# Meshes as lit triangles on screen, antialiased along their silhouettes.
#
# A triangle covers the pixels whose centres it contains, so that neighbours have no
# seam between them. A strip of one pixel along silhouettes fades out.
# ----------------------------------------------------------------------------


VERTEX_COLUMNS = 12
_EMPTY = np.empty((0, VERTEX_COLUMNS), dtype=np.float32)


@dataclass(frozen=True)
class MeshTriangles:
    """Vertices of triangles on screen, opaque and translucent: each `(3 n, 12)`.

    A vertex is x, y, inverse depth, coverage; normal, 0; colour. `solid` has the opaque
    triangles, `seams` their silhouette strips, and `clear` the translucent triangles
    and strips in drawing order.
    """

    solid: Float32Array
    seams: Float32Array
    clear: Float32Array

    def __bool__(self) -> bool:
        return bool(len(self.solid) or len(self.clear))

    @property
    def body_samples(self) -> Array:
        """Points `(n, 2)` in pixels spread over the covered area."""
        flat = np.concatenate([self.solid, self.clear])[:, :2].astype(np.float64)
        corners = flat.reshape(-1, 3, 2)
        sides = (corners + np.roll(corners, 1, axis=1)) / 2
        parts = corners, sides, corners.mean(axis=1, keepdims=True)
        return np.concatenate([part.reshape(-1, 2) for part in parts])


@dataclass(frozen=True)
class _VisibleMesh:
    """The visible triangles of a mesh.

    Attributes
    ----------
    flat : array (n, 3, 3)
        Their corners as pixels and inverse depth.
    normals : array (n, 3)
        Their unit normals toward the eye.
    corners : integer array (n, 3)
        Their vertices by number; clipped pieces have negative ones of their own.
    """

    flat: Array
    normals: Array
    corners: NDArray[np.intp]


def collect_meshes(space: SpacePainter, records: Iterable[Primitive]) -> MeshTriangles:
    """Return the meshes among the primitives as triangles on screen."""
    solid, seams, clear = [_EMPTY], [_EMPTY], [_EMPTY]
    visible_meshes = [
        (body, space.colour(record))
        for record in records
        if isinstance(record, Mesh) and (body := _project_mesh(space, record))
    ]
    # Farther meshes have smaller inverse depths.
    for body, colour in sorted(
        visible_meshes, key=lambda item: float(item[0].flat[..., 2].mean())
    ):
        rows, strips = _pack_triangles(body, colour), _pack_silhouettes(body, colour)
        if colour[3] >= 1.0:
            solid.append(rows)
            seams.append(strips)
        else:
            clear += [rows, strips]
    return MeshTriangles(*(np.concatenate(part) for part in (solid, seams, clear)))


def _project_mesh(space: SpacePainter, mesh: Mesh) -> _VisibleMesh | None:
    points = np.asarray(mesh.points, dtype=np.float64).reshape(-1, 3)
    if not len(points) or not len(mesh.triangles):
        return None
    # Merge vertices at the same position.
    points, inverse = np.unique(points, axis=0, return_inverse=True)
    corners = inverse.reshape(-1)[np.asarray(mesh.triangles, dtype=np.intp)]
    eye = space.to_eye(points)[corners]
    normals = np.cross(eye[:, 1] - eye[:, 0], eye[:, 2] - eye[:, 0])
    size = np.linalg.norm(normals, axis=1)
    is_kept = np.isfinite(eye).all(axis=(1, 2)) & (size > 0)
    eye, corners = eye[is_kept], corners[is_kept]
    normals = normals[is_kept] / size[is_kept, None]
    # The visible side is lit.
    away = (normals * eye.mean(axis=1)).sum(axis=1) > 0
    normals[away] *= -1.0
    eye, normals, corners = _clip_triangles(eye, normals, corners)
    if not len(eye):
        return None
    # Far triangles first, for translucency.
    order = np.argsort(-np.linalg.norm(eye.mean(axis=1), axis=1), kind="stable")
    eye, normals, corners = eye[order], normals[order], corners[order]
    flat = space.project_eye(eye.reshape(-1, 3)).reshape(-1, 3, 3)
    return _VisibleMesh(flat, normals, corners)


def _clip_triangles(
    eye: Array, normals: Array, corners: NDArray[np.intp]
) -> tuple[Array, Array, NDArray[np.intp]]:
    """Clip triangles `(n, 3, 3)` to the front of the eye.

    The pieces share no vertices.
    """
    ahead = (-eye[..., 2] > NEAR_DISTANCE).all(axis=1)
    if ahead.all():
        return eye, normals, corners
    fans = [
        (part[[0, k, k + 1]], normals[i])
        for i in np.flatnonzero(~ahead)
        for part in [clip_near(eye[i])]
        for k in range(1, len(part) - 1)
    ]
    count = len(fans)
    cut = np.array([points for points, _ in fans]).reshape(-1, 3, 3)
    lit = np.array([normal for _, normal in fans]).reshape(-1, 3)
    fresh = -1 - np.arange(3 * count).reshape(-1, 3)
    return (
        np.concatenate([eye[ahead], cut]),
        np.concatenate([normals[ahead], lit]),
        np.concatenate([corners[ahead], fresh]),
    )


def _pack_triangles(body: _VisibleMesh, colour: RGBA) -> Float32Array:
    rows = np.zeros((len(body.flat), 3, VERTEX_COLUMNS), dtype=np.float32)
    rows[..., :3] = body.flat
    rows[..., 3] = 1.0
    rows[..., 4:7] = body.normals[:, None]
    rows[..., 8:] = colour
    return rows.reshape(-1, VERTEX_COLUMNS)


def _pack_silhouettes(body: _VisibleMesh, colour: RGBA) -> Float32Array:
    """Return strips along the sides that no other visible triangle continues."""
    sides = np.stack([body.corners, np.roll(body.corners, -1, axis=1)], axis=2)
    named = np.sort(sides.reshape(-1, 2), axis=1)
    _, which, count = np.unique(named, axis=0, return_inverse=True, return_counts=True)
    which = which.reshape(-1)
    a, b = body.flat, np.roll(body.flat, -1, axis=1)
    third = np.roll(body.flat, -2, axis=1)
    direction = (b - a)[..., :2]
    out = np.stack([direction[..., 1], -direction[..., 0]], axis=-1)
    turn = ((third - a)[..., :2] * out).sum(axis=-1)
    # A side between triangles of opposite orientation on screen is on the silhouette.
    facing = np.repeat(np.sign(turn[:, 0]), 3)
    balance = np.bincount(which, weights=facing)
    lone = np.asarray((count[which] == 1) | (balance[which] == 0))
    size = np.hypot(out[..., 0], out[..., 1])
    lone &= (size > 0).reshape(-1)
    out = -np.sign(turn)[..., None] * out / np.where(size > 0, size, 1.0)[..., None]
    normal3 = np.concatenate([out, np.zeros((*out.shape[:2], 1))], axis=-1)
    rows = np.zeros((len(facing), 6, VERTEX_COLUMNS), dtype=np.float32)
    p, q, lifted_points = (x.reshape(-1, 3) for x in (a, b, normal3))
    for place, (vertices, cover) in enumerate(_strip_vertices(p, q, lifted_points)):
        rows[:, place, :3] = vertices
        rows[:, place, 3] = cover
    rows[..., 4:7] = np.repeat(body.normals, 3, axis=0)[:, None]
    rows[..., 8:] = colour
    return np.asarray(rows[lone].reshape(-1, VERTEX_COLUMNS))


def _strip_vertices(p: Array, q: Array, beyond: Array) -> Iterator[tuple[Array, float]]:
    yield from ((p, 1.0), (q, 1.0), (q + beyond, 0.0))
    yield from ((p, 1.0), (q + beyond, 0.0), (p + beyond, 0.0))
