"""Draws the flat records of a view in space onto a sheet.

Solids are ray traced in the shader (a ball is a capsule of no length), so edges are
smooth at any size, and everything flat asks the same solids what hides it. Only meshes,
which may pass through each other anyhow, are parted by a depth buffer.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.render.instance_buffer import Sheet
from playground.render.instance_format import Array, Packed, Point
from playground.render.lighting import NEAR
from playground.render.plane_painter import paint_arrow, paint_dot
from playground.render.polylines import chord_angle
from playground.render.shapes import Area, Chain
from playground.render.stroke_style import Pen
from playground.render.theme import RGBA, Theme, faded
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
    Record,
    RightAngle,
    Segment,
    Stroke,
)
from playground.scene.triangulation import Triangles, convex, triangulated

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


# ----------------------------------------------------------------------------
# Meshes as triangles on screen, lit, and smooth along their silhouettes.
#
# A triangle covers the pixels whose middle it has, so that neighbours leave no seam; a
# strip of one pixel about each silhouette then fades into what is behind.
# ----------------------------------------------------------------------------


COLUMNS = 12
_EMPTY = np.empty((0, COLUMNS), dtype=np.float32)


@dataclass(frozen=True)
class Faces:
    """Rows of three vertices a triangle: what hides others, and what shines through.

    A vertex is x, y, inverse depth, cover; normal, 0; colour. `solid` and `clear` are
    bodies, each with its strips; clear ones come in drawing order.
    """

    solid: Packed
    seams: Packed
    clear: Packed

    def __bool__(self) -> bool:
        return bool(len(self.solid) or len(self.clear))

    @property
    def ink(self) -> Array:
        """Points `(n, 2)` in pixels on what the bodies cover."""
        flat = np.concatenate([self.solid, self.clear])[:, :2].astype(np.float64)
        corners = flat.reshape(-1, 3, 2)
        sides = (corners + np.roll(corners, 1, axis=1)) / 2
        parts = corners, sides, corners.mean(axis=1, keepdims=True)
        return np.concatenate([part.reshape(-1, 2) for part in parts])


@dataclass(frozen=True)
class _SolidBody:
    """The visible triangles of a mesh: screen `(n, 3, 3)`, normals, what joins them."""

    flat: Array
    normals: Array
    corners: NDArray[np.intp]


def faces(space: Space, records: Iterable[Record]) -> Faces:
    """Return the meshes among the records as triangles on screen."""
    solid, seams, clear = [_EMPTY], [_EMPTY], [_EMPTY]
    seen = [
        (body, space.colour(record))
        for record in records
        if isinstance(record, Mesh) and (body := _seen(space, record))
    ]
    # The farther has the smaller inverse depth.
    for body, colour in sorted(
        seen, key=lambda item: float(item[0].flat[..., 2].mean())
    ):
        rows, strips = _packed(body, colour), _strips(body, colour)
        if colour[3] >= 1.0:
            solid.append(rows)
            seams.append(strips)
        else:
            clear += [rows, strips]
    return Faces(*(np.concatenate(part) for part in (solid, seams, clear)))


def _seen(space: Space, mesh: Mesh) -> _SolidBody | None:
    points = np.asarray(mesh.points, dtype=np.float64).reshape(-1, 3)
    if not len(points) or not len(mesh.triangles):
        return None
    # Corners in one place are one, however often the author lists them.
    points, same = np.unique(points, axis=0, return_inverse=True)
    corners = same.reshape(-1)[np.asarray(mesh.triangles, dtype=np.intp)]
    eye = space.eye(points)[corners]
    normals = np.cross(eye[:, 1] - eye[:, 0], eye[:, 2] - eye[:, 0])
    size = np.linalg.norm(normals, axis=1)
    kept = np.isfinite(eye).all(axis=(1, 2)) & (size > 0)
    eye, corners = eye[kept], corners[kept]
    normals = normals[kept] / size[kept, None]
    # Whichever side is seen is the lit one.
    away = (normals * eye.mean(axis=1)).sum(axis=1) > 0
    normals[away] *= -1.0
    eye, normals, corners = _before_the_eye(eye, normals, corners)
    if not len(eye):
        return None
    # Far ones first, for those that shine through.
    order = np.argsort(-np.linalg.norm(eye.mean(axis=1), axis=1), kind="stable")
    eye, normals, corners = eye[order], normals[order], corners[order]
    flat = space.flat(eye.reshape(-1, 3)).reshape(-1, 3, 3)
    return _SolidBody(flat, normals, corners)


def _before_the_eye(
    eye: Array, normals: Array, corners: NDArray[np.intp]
) -> tuple[Array, Array, NDArray[np.intp]]:
    """Cut off what is behind the eye; the pieces have no corner in common."""
    ahead = (-eye[..., 2] > NEAR).all(axis=1)
    if ahead.all():
        return eye, normals, corners
    fans = [
        (part[[0, k, k + 1]], normals[i])
        for i in np.flatnonzero(~ahead)
        for part in [cut_near(eye[i])]
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


def _packed(body: _SolidBody, colour: RGBA) -> Packed:
    rows = np.zeros((len(body.flat), 3, COLUMNS), dtype=np.float32)
    rows[..., :3] = body.flat
    rows[..., 3] = 1.0
    rows[..., 4:7] = body.normals[:, None]
    rows[..., 8:] = colour
    return rows.reshape(-1, COLUMNS)


def _strips(body: _SolidBody, colour: RGBA) -> Packed:
    """Return the strips about those sides beyond which the mesh does not go on."""
    sides = np.stack([body.corners, np.roll(body.corners, -1, axis=1)], axis=2)
    named = np.sort(sides.reshape(-1, 2), axis=1)
    _, which, count = np.unique(named, axis=0, return_inverse=True, return_counts=True)
    which = which.reshape(-1)
    a, b = body.flat, np.roll(body.flat, -1, axis=1)
    third = np.roll(body.flat, -2, axis=1)
    along = (b - a)[..., :2]
    out = np.stack([along[..., 1], -along[..., 0]], axis=-1)
    turned = ((third - a)[..., :2] * out).sum(axis=-1)
    # Counter-clockwise or not on screen: where both meet, the mesh turns away.
    facing = np.repeat(np.sign(turned[:, 0]), 3)
    balance = np.bincount(which, weights=facing)
    lone = np.asarray((count[which] == 1) | (balance[which] == 0))
    size = np.hypot(out[..., 0], out[..., 1])
    lone &= (size > 0).reshape(-1)
    out = -np.sign(turned)[..., None] * out / np.where(size > 0, size, 1.0)[..., None]
    lifted = np.concatenate([out, np.zeros((*out.shape[:2], 1))], axis=-1)
    rows = np.zeros((len(facing), 6, COLUMNS), dtype=np.float32)
    p, q, beyond = (x.reshape(-1, 3) for x in (a, b, lifted))
    for place, (at, cover) in enumerate(_strip(p, q, beyond)):
        rows[:, place, :3] = at
        rows[:, place, 3] = cover
    rows[..., 4:7] = np.repeat(body.normals, 3, axis=0)[:, None]
    rows[..., 8:] = colour
    return np.asarray(rows[lone].reshape(-1, COLUMNS))


def _strip(p: Array, q: Array, beyond: Array) -> Iterator[tuple[Array, float]]:
    yield from ((p, 1.0), (q, 1.0), (q + beyond, 0.0))
    yield from ((p, 1.0), (q + beyond, 0.0), (p + beyond, 0.0))
