"""Immutable cameras: pan and zoom in the plane, orbit in space.

Screen coordinates are logical pixels, x to the right and y DOWN from the window's top
left corner, as in Dear ImGui; world coordinates have y up.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import product
from typing import Annotated

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.quick_dataclass import dataclass
from playground.scene.bounds import Extent, Vec
from playground.scene.draw_list import Bounds, DrawList
from playground.scene.json_schema import number_schema
from playground.scene.primitives import (
    Arc,
    Arrow,
    Capsule,
    Circle,
    Dimension,
    Disc,
    Dot,
    Ellipse,
    Label,
    Line,
    Mesh,
    Patch,
    Polygon,
    Polyline,
    Primitive,
    Rect,
    Segment,
    Sphere,
)
from playground.scene.serialization import FieldFormat

Array = NDArray[np.float64]

# The range of coordinates and lengths of a camera in a file.
_MAX_LENGTH = 1e14
_MIN_LENGTH = 1e-12
Coordinate = Annotated[float, number_schema(-_MAX_LENGTH, _MAX_LENGTH)]
_LENGTH_SCHEMA, _ALWAYS_WRITTEN = (
    number_schema(_MIN_LENGTH, _MAX_LENGTH),
    FieldFormat(always=True),
)
# Pixels per world unit; beyond this range float32 vertices overflow.
_SCALE_RANGE = (1e-12, 1e9)
_FIT_SHARE = 0.74
# Range of the approximate step between grid lines.
_TICK_STEP_RANGE = (1e-300, 1e300)
# In space only labels extend beyond the fitted extents.
_SPACE_SHARE = 0.8
# Alternative directions of view, and the gain in size (a logarithm) that one must
# bring. A group of points with a smaller ratio of width to length counts as a line.
_YAW_STEPS = (0.0, 0.3, -0.3, 0.6, -0.6, 0.9, -0.9)
_PITCH_STEPS = (0.0, 0.2)
_MIN_LOG_SIZE_GAIN = 0.05
_MAX_LINE_WIDTH_RATIO = 0.05
# Lower bound on the screen area of a group of points, in square pixels.
_MIN_AREA_PX = 1e-9
# The least distance of the eye, relative to the depth of the nearest corner.
_MIN_EYE_DISTANCE_RATIO = 1.25


@dataclass(frozen=True)
class Viewport:
    """A rectangle of the window, in logical pixels.

    Attributes
    ----------
    x, y : float
        Its left and its top edge, from the window's top left corner.
    width, height : float
        Its size.
    """

    x: float
    y: float
    width: float
    height: float

    @cached_property
    def center(self) -> tuple[float, float]:
        """The centre (x, y) of the rectangle, logical pixels."""
        return self.x + self.width / 2, self.y + self.height / 2

    def contains(self, x: float, y: float) -> bool:
        """Return whether a screen point in logical pixels lies inside."""
        return 0 <= x - self.x < self.width and 0 <= y - self.y < self.height


@dataclass(frozen=True)
class Camera2D:
    """A camera of the plane.

    Attributes
    ----------
    center : tuple of float
        The world point at the centre of the viewport, metres.
    scale : float
        Pixels per world unit.

    Examples
    --------
    >>> view = Viewport(0.0, 0.0, 200.0, 100.0)
    >>> Camera2D((1.0, 1.0), 10.0).to_screen((2.0, 3.0), view).tolist()
    [110.0, 30.0]
    """

    center: Annotated[tuple[Coordinate, Coordinate], _ALWAYS_WRITTEN] = (0.0, 0.0)
    scale: Annotated[float, _LENGTH_SCHEMA, _ALWAYS_WRITTEN] = 60.0

    def to_screen(self, points: ArrayLike, viewport: Viewport) -> Array:
        """Map world points `(..., 2)` to screen points `(..., 2)`."""
        offset = (np.asarray(points, dtype=np.float64) - self.center) * self.scale
        return np.asarray(viewport.center) + offset * (1.0, -1.0)

    def to_world(self, points: ArrayLike, viewport: Viewport) -> Array:
        """Map screen points `(..., 2)` to world points `(..., 2)`."""
        offset = np.asarray(points, dtype=np.float64) - viewport.center
        return np.asarray(self.center) + offset * (1.0, -1.0) / self.scale

    def pan(self, dx: float, dy: float) -> "Camera2D":
        """Return the camera after the view is dragged by (dx, dy) pixels, y down."""
        x, y = self.center
        return replace(self, center=(x - dx / self.scale, y + dy / self.scale))

    def zoom(
        self, factor: float, about: Sequence[float], viewport: Viewport
    ) -> "Camera2D":
        """Return the camera magnified by `factor`; screen point `about` stays put.

        The scale is limited to 1e-12 to 1e9 pixels per metre.
        """
        scale = min(max(self.scale * factor, _SCALE_RANGE[0]), _SCALE_RANGE[1])
        anchor = self.to_world(about, viewport)
        x, y = anchor + (np.asarray(self.center) - anchor) * (self.scale / scale)
        return Camera2D((float(x), float(y)), scale)

    @staticmethod
    def fit(bounds: Bounds, viewport: Viewport) -> "Camera2D":
        """Return the camera with `bounds` in the middle of 74 % of the viewport.

        A single point is centred at the default scale. The scale is limited to 1e-12 to
        1e9 pixels per metre.
        """
        if bounds.low == bounds.high:
            return Camera2D((bounds.low[0], bounds.low[1]))
        (left_edge, bottom), (right, top) = bounds.low[:2], bounds.high[:2]
        extent = max(right - left_edge, top - bottom, 1e-6)
        width = max(right - left_edge, extent * 1e-3)
        height = max(top - bottom, extent * 1e-3)
        scale = _FIT_SHARE * min(viewport.width / width, viewport.height / height)
        scale = min(max(scale, _SCALE_RANGE[0]), _SCALE_RANGE[1])
        return Camera2D(((left_edge + right) / 2, (bottom + top) / 2), scale)


def _read_only_array(values: ArrayLike) -> Array:
    """Return a read-only copy, safe to cache and share."""
    array = np.array(values, dtype=np.float64)
    array.flags.writeable = False
    return array


def tick_step(scale: float, pixels: float = 70.0) -> float:
    """Return a round distance of grid lines, in world units.

    It is the least 1, 2 or 5 times a power of ten that is at least `pixels` (within
    0.1 %) on screen, where `scale` is pixels per world unit.

    Examples
    --------
    >>> tick_step(60.0)
    2.0
    """
    rough = min(max(pixels / scale, _TICK_STEP_RANGE[0]), _TICK_STEP_RANGE[1])
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * m for m in (1.0, 2.0, 5.0, 10.0) if power * m >= rough * 0.999)


@dataclass(frozen=True)
class OrbitCamera:
    """A perspective camera that orbits a target.

    Attributes
    ----------
    target : tuple of float
        The world point that the camera looks at, metres.
    distance : float
        The distance of the eye from the target, metres.
    yaw, pitch : float
        The rotation about the world's y axis and the elevation, radians; 0 and 0 look
        along -z.
    fov : float
        The vertical field of view, radians.
    """

    target: Annotated[tuple[Coordinate, Coordinate, Coordinate], _ALWAYS_WRITTEN] = (
        0.0,
        0.0,
        0.0,
    )
    distance: Annotated[float, _LENGTH_SCHEMA, _ALWAYS_WRITTEN] = 14.0
    yaw: Annotated[Coordinate, _ALWAYS_WRITTEN] = 0.6
    pitch: Annotated[Coordinate, _ALWAYS_WRITTEN] = 0.42
    fov: Annotated[float, FieldFormat(kept=False)] = 0.6

    @cached_property
    def axes(self) -> Array:
        """The unit vectors right, up and backward in the world, as rows (3, 3)."""
        cy, sy = math.cos(self.yaw), math.sin(self.yaw)
        cp, sp = math.cos(self.pitch), math.sin(self.pitch)
        return _read_only_array(
            [[cy, 0.0, -sy], [-sy * sp, cp, -cy * sp], [sy * cp, sp, cy * cp]]
        )

    @cached_property
    def eye(self) -> Array:
        """The position of the camera in the world, shape (3,), metres."""
        return _read_only_array(np.asarray(self.target) + self.distance * self.axes[2])

    @cached_property
    def eye_and_axes(self) -> tuple[list[float], list[list[float]]]:
        """Eye (metres) and axes as plain lists, faster for single points."""
        return self.eye.tolist(), self.axes.tolist()

    @cached_property
    def world_axes(self) -> list[list[float]]:
        """The world's axes x, y, z in the camera's frame (right, up, backward)."""
        columns: list[list[float]] = self.axes.T.tolist()
        return columns

    def depth(self, points: ArrayLike) -> Array:
        """Return the depths `(...)` of world points `(..., 3)`, metres.

        The depth is measured along the view axis, positive in front of the eye.
        """
        return np.asarray(
            -(np.asarray(points, dtype=np.float64) - self.eye) @ self.axes[2]
        )

    def pixel_size(self, point: ArrayLike, viewport: Viewport) -> float:
        """Return the size of one pixel at the depth of the world point (3,), metres.

        The depth counts as at least 2 % of the camera's distance.
        """
        depth = max(float(self.depth(point)), self.distance * 0.02)
        return 2 * depth * math.tan(self.fov / 2) / max(viewport.height, 1.0)

    def to_screen(self, points: ArrayLike, viewport: Viewport) -> Array:
        """Map world points `(..., 3)` to the screen `(..., 2)`, logical pixels.

        NaN behind the eye, and closer to it than 2 % of the camera's distance.
        """
        offset = (np.asarray(points, dtype=np.float64) - self.eye) @ self.axes.T
        depth = -offset[..., 2:]
        depth = np.where(depth > self.distance * 0.02, depth, np.nan)
        focal = viewport.height / 2 / math.tan(self.fov / 2)
        return np.asarray(viewport.center) + offset[..., :2] / depth * (focal, -focal)

    def ray(self, x: float, y: float, viewport: Viewport) -> tuple[Array, Array]:
        """Return origin and unit direction, each (3,), of a screen point's ray.

        The point (`x`, `y`) is in logical pixels.
        """
        direction = self._sight_direction(x, y, viewport)
        return self.eye, direction / np.linalg.norm(direction)

    def _sight_direction(self, x: float, y: float, viewport: Viewport) -> Array:
        """Return the direction of a pixel's ray, of length 1 along the view axis."""
        focal = viewport.height / 2 / math.tan(self.fov / 2)
        cx, cy = viewport.center
        direction = np.array([(x - cx) / focal, -(y - cy) / focal, -1.0])
        return np.asarray(direction @ self.axes)

    def on_plane(
        self, x: float, y: float, viewport: Viewport, point: ArrayLike
    ) -> Array | None:
        """Return the intersection (3,) of a pixel's ray with `point`'s view plane.

        The pixel (`x`, `y`) is in logical pixels. None if the plane is behind the eye.
        """
        # From the plane's depth: the unit direction of a pixel far outside the view
        # has a component along the view axis that rounds to 0.
        depth = float(self.depth(point))
        sight = self._sight_direction(x, y, viewport)
        return np.asarray(self.eye + depth * sight) if depth > 0.0 else None

    def orbit(
        self, dx: float, dy: float, about: Sequence[float] | None = None
    ) -> "OrbitCamera":
        """Return the camera after an orbit drag of (dx, dy) pixels, y down.

        A pixel turns it by 0.008 radians; the pitch stays within 90° up and down. The
        world point `about`, by default the target, stays fixed on screen.
        """
        pitch = min(max(self.pitch + dy * 0.008, -math.pi / 2), math.pi / 2)
        yaw = math.remainder(self.yaw - dx * 0.008, math.tau)
        turned_camera = replace(self, yaw=yaw, pitch=pitch)
        if about is None:
            return turned_camera
        away = self.axes @ (np.asarray(self.target) - about)
        x, y, z = np.asarray(about) + away @ turned_camera.axes
        return replace(turned_camera, target=(float(x), float(y), float(z)))

    def pan(self, dx: float, dy: float, viewport: Viewport) -> "OrbitCamera":
        """Return the camera after the view is dragged by (dx, dy) pixels, y down.

        A point at the depth of the target follows the pointer.
        """
        unit = self.pixel_size(self.target, viewport)
        shift = (-dx * self.axes[0] + dy * self.axes[1]) * unit
        x, y, z = np.asarray(self.target) + shift
        return replace(self, target=(float(x), float(y), float(z)))

    def zoom(self, factor: float) -> "OrbitCamera":
        """Return the camera with its distance divided by `factor`.

        The distance is limited to 1e-6 to 1e14 metres.
        """
        return replace(
            self, distance=min(max(self.distance / factor, 1e-6), _MAX_LENGTH)
        )

    def look_along(self, axis: str) -> "OrbitCamera":
        """Return the camera in a standard direction of view.

        Parameters
        ----------
        axis : str
            "front", "right" or "top".

        Raises
        ------
        KeyError
            `axis` is none of these.
        """
        yaw, pitch = {
            "front": (0.0, 0.0),
            "right": (math.pi / 2, 0.0),
            "top": (0.0, math.pi / 2),
        }[axis]
        return replace(self, yaw=yaw, pitch=pitch)

    def fit(self, extents: Sequence[Extent], viewport: Viewport) -> "OrbitCamera":
        """Return the camera in the same direction, as close as all extents allow.

        The balls around the points touch the sides of a smaller frustum within the
        view: two opposite sides, or one where the eye would come too close.
        """
        centers = np.array([point for points, _ in extents for point in points])
        radii = np.array([reach for points, reach in extents for _ in points])
        middle = (centers.min(axis=0) + centers.max(axis=0)) / 2
        seen = (centers - middle) @ self.axes.T
        front, rear = (seen[:, 2] + radii).max(), (seen[:, 2] - radii).min()
        depth = (front + rear) / 2
        offsets = []
        away = [depth + max(_MIN_EYE_DISTANCE_RATIO * (front - depth), 1e-6)]
        tall = math.tan(self.fov / 2) * _SPACE_SHARE
        wide = tall * viewport.width / max(viewport.height, 1.0)
        for axis, slope in enumerate((wide, tall)):
            # The offset of the slanting side of the frustum, in both directions.
            reach = slope * seen[:, 2] + radii * math.hypot(1.0, slope)
            low, high = ((reach + s * seen[:, axis]).max() for s in (-1.0, 1.0))
            offsets.append((high - low) / 2)
            away.append((high + low) / (2 * slope))
        target = middle + np.array([*offsets, depth]) @ self.axes
        x, y, z = (float(c) for c in target)
        if not radii.any() and not np.ptp(centers, axis=0).any():
            return replace(self, target=(x, y, z))
        return replace(self, target=(x, y, z), distance=float(max(away) - depth))

    def fit_best_side(
        self, extents: Sequence[Extent], viewport: Viewport
    ) -> "OrbitCamera":
        """Return the fitted camera, turned if the extents look larger that way.

        Turns of up to 0.9 radians sideways and 0.2 upwards are tried in steps; a larger
        turn is taken only if it gains about 5 % in size over the best smaller one.
        """
        best, max_score = self.fit(extents, viewport), -math.inf
        spread = [points for points, _ in extents if np.ptp(points, axis=0).any()]
        sizes = np.array([_principal_sizes(points) for points in spread]).reshape(-1, 2)
        if not sizes.any():
            return best
        long, flat = sizes[:, 0], sizes[:, 1] > _MAX_LINE_WIDTH_RATIO * sizes[:, 0]
        all_points, counts = np.concatenate(spread), [len(points) for points in spread]
        for yaw, pitch in sorted(
            product(_YAW_STEPS, _PITCH_STEPS), key=lambda t: abs(t[0]) + t[1]
        ):
            turned_camera = replace(self, yaw=self.yaw + yaw, pitch=self.pitch + pitch)
            camera = turned_camera.fit(extents, viewport)
            seen = _screen_sizes(camera.to_screen(all_points, viewport), counts, flat)
            # Logarithms weigh ratios, so that no long group is seen end-on.
            mean_size = float((long * np.log(seen)).sum() / long.sum())
            if mean_size > max_score + _MIN_LOG_SIZE_GAIN:
                best, max_score = camera, mean_size
        return best


def _principal_sizes(points: Sequence[Vec]) -> Array:
    """Return the two largest singular values of centred points: length and width."""
    offsets = np.asarray(points, np.float64) - np.mean(points, axis=0)
    return np.asarray(np.linalg.svd(offsets, compute_uv=False)[:2])


def _screen_sizes(screen: Array, counts: list[int], flat: NDArray[np.bool_]) -> Array:
    """Return each group's size on screen: a length, or the square root of an area."""
    starts = np.cumsum([0, *counts[:-1]])
    middle = np.add.reduceat(screen, starts) / np.array(counts)[:, None]
    x, y = (screen - np.repeat(middle, counts, axis=0)).T
    xx, yy, xy = (np.add.reduceat(part, starts) for part in (x * x, y * y, x * y))
    area = np.maximum(xx * yy - xy * xy, _MIN_AREA_PX) ** 0.25
    return np.asarray(np.where(flat, area, np.sqrt(np.maximum(xx + yy, _MIN_AREA_PX))))


# ----------------------------------------------------------------------------
# Picking of the quantity under the pointer, for any camera.
# ----------------------------------------------------------------------------


Projection = Callable[[Array], Array]

# The largest distance at which the pointer picks a quantity.
POINTER_RADIUS_PX = 7.0
_CIRCLE_ANGLES = np.linspace(0.0, math.tau, 65)
# Infinite lines are picked along this part, in world units.
_LINE_OFFSETS = np.linspace(-60.0, 60.0, 241)


def highlight_key_at(
    view: DrawList, pointer: tuple[float, float], project: Projection
) -> str:
    """Return the highlight key of the primitive nearest to a screen point.

    Labels and nearly invisible primitives are ignored. Dots take precedence over the
    lines that they lie on.

    Parameters
    ----------
    view : DrawList
        The view; its further views are ignored.
    pointer : tuple of float
        The screen point (x, y), logical pixels.
    project : callable
        Maps world points (n, 2) or (n, 3) to screen points (n, 2), NaN where they are
        not visible.

    Returns
    -------
    str
        "" if no primitive with a key is within 7 pixels.
    """
    best, nearest = "", POINTER_RADIUS_PX
    for record in view.primitives:
        if not record.key or isinstance(record, Label) or record.alpha < 0.1:
            continue
        chain = outline(record)
        if chain is None:
            continue
        points = project(chain)
        if isinstance(record, Dimension):
            points = _offset_left(points, record.gap)
        gap = _distance(points, np.asarray(pointer, dtype=np.float64))
        gap -= record.size if isinstance(record, Dot) else 0.0
        if gap < nearest:
            best, nearest = record.key, gap
    return best


def outline(record: Primitive) -> Array | None:
    """Return the polyline (n, 2) or (n, 3) along which a primitive is picked.

    It is in the world, metres: an outline, a line, or a single point, with NaN between
    the triangles of a mesh. An infinite line is cut to the 120 metres around its point.
    None for labels and marks that cannot be picked, and for primitives without points.
    """
    match record:
        case Dot(at=at) | Sphere(center=at):
            return np.array([at], dtype=np.float64)
        case Segment(a=a, b=b) | Arrow(tail=a, tip=b) | Dimension(a=a, b=b):
            return np.array([a, b], dtype=np.float64)
        case Line(at=at, direction=direction, start=start, stop=stop):
            length = math.hypot(*direction) or 1.0
            k = np.clip(_LINE_OFFSETS / length, start, stop)
            return np.asarray(np.asarray(at) + k[:, None] * np.asarray(direction))
        case Polyline(points=points) if len(points):
            return np.array(points, dtype=np.float64)
        case Polygon(points=points) if len(points):
            return np.array([*points, points[0]], dtype=np.float64)
        case Capsule(a=a, b=b, radius=radius):
            ends = np.array([a, b], dtype=np.float64)
            return ends if len(a) == 3 else _stadium(ends, radius)
        case Disc():
            rim = record.rim(len(_CIRCLE_ANGLES) - 1)
            return np.concatenate([rim, rim[:1]])
        case Patch():
            return record.corners()[[0, 1, 2, 3, 0]]
        case Mesh(points=points, triangles=triangles) if len(triangles):
            return _sides(np.asarray(points, np.float64), np.asarray(triangles))
        case Circle(center=center, radius=radius):
            return _arc(center, radius, _CIRCLE_ANGLES)
        case Ellipse(center=center, radii=radii, angle=angle):
            points = _arc((0.0, 0.0), 1.0, _CIRCLE_ANGLES) * np.asarray(radii)
            return _rotate_points(points, center, angle)
        case Arc(center=center, radius=radius, start=start, sweep=sweep):
            part = start + sweep * np.linspace(0.0, 1.0, 33)
            return _arc(center, radius, part)
        case Rect(center=center, half_extents=half, angle=angle):
            signs = np.array([(1, 1), (-1, 1), (-1, -1), (1, -1), (1, 1)])
            return _rotate_points(signs * np.asarray(half), center, angle)
    return None


def _stadium(ends: Array, radius: float) -> Array:
    direction = ends[1] - ends[0]
    start = math.atan2(direction[1], direction[0]) - math.pi / 2
    caps = [
        _arc(end, radius, turn + np.linspace(0.0, math.pi, 33))
        for end, turn in zip(ends[::-1], (start, start + math.pi), strict=True)
    ]
    return np.concatenate([*caps, caps[0][:1]])


def _sides(points: Array, triangles: NDArray[np.intp]) -> Array:
    """Return the sides of all triangles as one polyline, with NaN between triangles."""
    chain = points[triangles[:, [0, 1, 2, 0]]]
    breaks = np.full((len(chain), 1, 3), math.nan)
    return np.asarray(np.concatenate([chain, breaks], axis=1).reshape(-1, 3))


def _offset_left(ends: Array, gap: float) -> Array:
    """Return the ends, on a screen with y down, moved `gap` pixels to their left."""
    direction = ends[1] - ends[0]
    normal = np.array([direction[1], -direction[0]]) / (math.hypot(*direction) or 1.0)
    return np.asarray(ends + gap * normal)


def _arc(center: ArrayLike, radius: float, angles: Array) -> Array:
    offsets = radius * np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    return np.asarray(np.asarray(center) + offsets, dtype=np.float64)


def _rotate_points(points: Array, center: ArrayLike, angle: float) -> Array:
    c, s = math.cos(angle), math.sin(angle)
    rotated = points @ np.array([[c, s], [-s, c]])
    return np.asarray(rotated + np.asarray(center), dtype=np.float64)


def _distance(chain: Array, pointer: Array) -> float:
    """Return the distance in pixels from the pointer to a polyline; inf if hidden."""
    if len(chain) == 1:
        gaps = np.hypot(*(chain - pointer).T)
    else:
        a, step = chain[:-1], np.diff(chain, axis=0)
        square = np.maximum((step * step).sum(-1), 1e-12)
        share = np.clip(((pointer - a) * step).sum(-1) / square, 0.0, 1.0)
        gaps = np.hypot(*(a + share[:, None] * step - pointer).T)
    finite_gaps = gaps[np.isfinite(gaps)]
    return float(finite_gaps.min()) if finite_gaps.size else math.inf
