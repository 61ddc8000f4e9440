"""Views in space as SVG shapes, in painter's order.

Solids become outlines with gradients, and lines are split where something hides them:
as in the window, their hidden parts are fainter. The same algorithms for OpenGL are in
`glsl/`.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from playground.quick_dataclass import dataclass
from playground.render import lighting
from playground.render.instance_format import Array, Point
from playground.render.shapes import (
    Area,
    Mark,
    Oval,
    ScreenPolyline,
    ScreenSegments,
    ScreenShape,
)
from playground.render.solids import Solid, shadow_radius
from playground.render.space_painter import (
    EyePoint,
    MeshTriangles,
    SpacePainter,
    floor_step,
)
from playground.render.stroke_style import Pen
from playground.render.svg.screen_shapes import to_screen_shapes
from playground.render.theme import RGBA, mix, scale_opacity
from playground.render.view_composer import SpaceView


def from_corner(space: SpacePainter, points: Array) -> Array:
    """Convert pixels (n, 2) from the centre, y up, to those from the corner, y down."""
    wide, tall = space.buffer.box
    return np.asarray(points * (1.0, -1.0) + (wide, tall))


def from_middle(space: SpacePainter, points: Array) -> Array:
    """Convert pixels (n, 2) from the corner, y down, to those from the centre, y up."""
    wide, tall = space.buffer.box
    return np.asarray((points - (wide, tall)) * (1.0, -1.0))


# ----------------------------------------------------------------------------
# Solids as outlines filled with gradients.
# ----------------------------------------------------------------------------


# The offsets of a gradient's stops.
_STOP_SHARES = (0.0, 0.15, 0.3, 0.45, 0.6, 0.75, 0.87, 0.95, 1.0)
_CIRCLE_ANGLES = np.linspace(0.0, math.tau, 24, endpoint=False)
_CIRCLE_POINTS = np.stack([np.cos(_CIRCLE_ANGLES), np.sin(_CIRCLE_ANGLES)], axis=-1)
# The radius of a highlight, relative to the ball's.
_HIGHLIGHT_RADIUS_RATIO = 0.42

Stop = tuple[float, RGBA]


@dataclass(frozen=True)
class Gradient:
    """A linear gradient from `start` to `end`, or a radial one; all in pixels.

    With a `radius` it runs from `start` to the circle around `end`. `stops` are
    offsets, 0 to 1, and colours.
    """

    start: Point
    end: Point
    stops: tuple[Stop, ...]
    radius: float = 0.0


@dataclass
class SpaceBody(ScreenShape):
    """A ball or a capsule: its outline and its fills, in order.

    `rims` are the colours of lines along the outline, and their widths in pixels, of
    which the inner half shows.
    """

    outline: Oval | Area
    paints: tuple[RGBA | Gradient, ...]
    rims: tuple[tuple[float, RGBA], ...] = ()


def make_body(space: SpacePainter, solid: Solid) -> SpaceBody:
    """Return the outline and the fills of a solid."""
    start, two = (_ball_outline(space, end, solid.radius) for end in (solid.a, solid.b))
    if not solid.is_capsule:
        return SpaceBody(start, _ball_paints(space, solid, start))
    rim = _convex_hull(np.concatenate([_outline_points(start), _outline_points(two)]))
    outline = Area(rim, solid.colour)
    wide = (min(start.radii) + min(two.radii)) / 2
    if solid.colour[3] < 1:
        return SpaceBody(outline, *_glass_capsule_paints(space, solid, wide))
    return SpaceBody(outline, (_capsule_gradient(space, solid, start, two),))


def _ball_outline(space: SpacePainter, center: EyePoint, radius: float) -> Oval:
    """Return the ellipse, in pixels from the view's corner, that a ball projects to."""
    x, y, z = center
    middle = math.atan2(math.hypot(x, y), -z)
    spread = math.asin(min(radius / math.hypot(*center), 1.0))
    near, far = (math.tan(min(middle + s * spread, 1.5)) for s in (-1, 1))
    flat = math.cos(middle) ** 2 - math.sin(spread) ** 2
    upright = math.sin(spread) / math.sqrt(max(flat, 1e-4))
    angle, away = math.atan2(y, x), (near + far) / 2 * space.focal
    corner = np.array([[away * math.cos(angle), away * math.sin(angle)]])
    ((left_edge, down),) = from_corner(space, corner).tolist()
    radii = (far - near) / 2 * space.focal, upright * space.focal
    return Oval((left_edge, down), radii, -angle, (0.0, 0.0, 0.0, 0.0))


def _outline_points(oval: Oval) -> Array:
    cos, sin = math.cos(oval.angle), math.sin(oval.angle)
    turn = np.linspace(0.0, math.tau, 72, endpoint=False)
    points = np.stack([np.cos(turn), np.sin(turn)], axis=-1) * oval.radii
    return np.asarray(points @ np.array([[cos, sin], [-sin, cos]]) + oval.center)


@dataclass(frozen=True)
class _BallFront:
    """The visible half of a ball.

    Positions on it are components along `right` and `up`, as shares of its mean radius.

    Attributes
    ----------
    oval : Oval
        Its outline in pixels.
    right, up, toward : array (3,)
        Unit vectors in eye coordinates, the last one toward the eye.
    """

    oval: Oval
    right: Array
    up: Array
    toward: Array

    @property
    def size(self) -> float:
        """The radius of a circle with the area of the oval."""
        return math.sqrt(self.oval.radii[0] * self.oval.radii[1])

    def position_facing(self, direction: Array) -> Array:
        """Return the position (2,) where the surface faces a direction (3,)."""
        return np.array([direction @ self.right, direction @ self.up])

    def normals(self, places: Array) -> Array:
        """Return the unit normals (n, 3), in eye coordinates, at positions `(n, 2)`."""
        depth = np.sqrt(np.clip(1.0 - (places**2).sum(axis=-1), 0.0, None))[..., None]
        return np.asarray(
            places[..., :1] * self.right
            + places[..., 1:] * self.up
            + depth * self.toward
        )

    def to_pixels(self, place: Array) -> Point:
        """Convert a position to pixels from the view's corner, y down."""
        x, y = self.oval.center
        return x + self.size * place[0], y - self.size * place[1]

    def make_highlight(
        self, place: Array, half: Array, power: float, max_opacity: float
    ) -> Gradient:
        """Return the gradient of a specular highlight around a position.

        `half` is as in `compute_specular`, `power` the exponent, `max_opacity` 0 to 1.
        """
        stops = []
        for share in _STOP_SHARES:
            n = self.normals(place + _CIRCLE_POINTS * (_HIGHLIGHT_RADIUS_RATIO * share))
            alpha = (
                max_opacity * float(lighting.compute_specular(n, half, power).mean())
                if share < 1
                else 0.0
            )
            stops.append((share, (1.0, 1.0, 1.0, alpha)))
        at = self.to_pixels(place)
        return Gradient(at, at, tuple(stops), _HIGHLIGHT_RADIUS_RATIO * self.size)


def _view_axes(center: EyePoint) -> tuple[Array, Array, Array]:
    """Return the unit vectors right, up and to the eye, as seen at an eye point."""
    toward_eye = -np.array(center) / math.hypot(*center)
    right = np.cross((0.0, 1.0, 0.0), toward_eye)
    right /= np.linalg.norm(right)
    return right, np.cross(toward_eye, right), toward_eye


def _ball_paints(
    space: SpacePainter, solid: Solid, oval: Oval
) -> tuple[RGBA | Gradient, ...]:
    front = _BallFront(oval, *_view_axes(solid.a))
    half = lighting.KEY_LIGHT_DIRECTION + front.toward
    half /= np.linalg.norm(half)
    spot = front.position_facing(half)
    if solid.colour[3] >= 1:
        gloss = front.make_highlight(
            spot, half, lighting.GLOSS_EXPONENT, lighting.GLOSS_SHARE
        )
        return _matte_gradient(space, solid.colour, front), gloss
    power = lighting.GLASS_GLOSS_EXPONENT
    return (
        _glass_gradient(space, solid.colour, front),
        front.make_highlight(spot, half, power, 0.5),
        front.make_highlight(-spot, half, power, 0.2),
    )


def _glass_gradient(space: SpacePainter, tint: RGBA, front: _BallFront) -> Gradient:
    sky, stops = space.sky, []
    for part in _STOP_SHARES:
        share = math.sin(part * math.pi / 2)
        n = front.normals(_CIRCLE_POINTS * min(share, 0.999))
        stops.append((share, lighting.shade_glass(tint, n, front.toward, sky)))
    middle = front.to_pixels(np.zeros(2))
    return Gradient(middle, middle, tuple(stops), front.size)


def _matte_gradient(space: SpacePainter, tint: RGBA, front: _BallFront) -> Gradient:
    """Return the gradient of an opaque ball, from its bright spot to its rim."""
    sky = space.sky
    ground = space.theme.background
    stops = []
    light = front.position_facing(lighting.KEY_LIGHT_DIRECTION)
    light *= min(1.0, 0.85 / float(np.linalg.norm(light)))
    for share in _STOP_SHARES:
        place = light * (1 - share) + _CIRCLE_POINTS * min(share, 0.999)
        # Weights: an area element grows with the distance from the bright spot.
        room = ((place - light) ** 2).sum(axis=1)
        colour = lighting.shade_matte(
            tint, front.normals(place), front.toward, sky, ground, room
        )
        stops.append((share, colour))
    return Gradient(
        front.to_pixels(light), front.to_pixels(np.zeros(2)), tuple(stops), front.size
    )


def _capsule_gradient(
    space: SpacePainter, solid: Solid, one: Oval, two: Oval
) -> Gradient:
    """Return the gradient across an opaque capsule."""
    _, _, toward = _view_axes(solid.point_at(0.5))
    axis = np.subtract(solid.b, solid.a)
    side = np.cross(axis, toward)
    side /= max(float(np.linalg.norm(side)), 1e-9)
    front = np.cross(side, axis)
    front /= max(float(np.linalg.norm(front)), 1e-9)
    sky, ground = space.sky, space.theme.background
    stops = []
    for share in np.linspace(0.0, 1.0, 13).tolist():
        position = 2 * share - 1
        n = position * side + math.sqrt(max(1 - position**2, 0.0)) * front
        stops.append(
            (share, lighting.shade_matte(solid.colour, n[None], toward, sky, ground))
        )
    way = np.subtract(two.center, one.center)
    way /= max(float(np.hypot(*way)), 1e-9)
    # To the right of the axis as seen from the eye, y down.
    normal = np.array([-way[1], way[0]])
    middle = (np.array(one.center) + two.center) / 2
    reach = (sum(one.radii) + sum(two.radii)) / 4 * normal
    low, high = (middle - reach).tolist(), (middle + reach).tolist()
    return Gradient((low[0], low[1]), (high[0], high[1]), tuple(stops))


def _glass_capsule_paints(
    space: SpacePainter, solid: Solid, wide: float
) -> tuple[tuple[RGBA, ...], tuple[tuple[float, RGBA], ...]]:
    """Return fill and rims of a glass capsule, denser outwards.

    `wide` is its mean radius on screen, in pixels.
    """
    right, up_axis, toward_eye = _view_axes(solid.point_at(0.5))
    sky = space.sky

    def colour_at(share: float) -> RGBA:
        flat = _CIRCLE_POINTS * share
        depth = math.sqrt(1 - share**2)
        n = flat[:, :1] * right + flat[:, 1:] * up_axis + depth * toward_eye
        return lighting.shade_glass(solid.colour, n, toward_eye, sky)

    base = colour_at(0.0)
    transparency, rims = 1.0 - base[3], []
    shares = np.sin(np.linspace(0.35, 0.985, 9) * math.pi / 2)
    for share in shares.tolist():
        tone = colour_at(share)
        alpha = 1.0 - (1.0 - tone[3]) / transparency
        if alpha > 0.004:
            rims.append((2 * (1 - share) * wide, (*tone[:3], alpha)))
            transparency *= 1.0 - alpha
    return (base,), tuple(rims)


def _convex_hull(points: Array) -> Array:
    """Return the corners (m, 2) of the convex hull of points (n, 2)."""
    sorted_points = sorted(map(tuple, points.tolist()))

    def half_hull(some: Iterable[Sequence[float]]) -> list[Sequence[float]]:
        hull: list[Sequence[float]] = []
        for point in some:
            while len(hull) > 1 and _cross_product(hull[-2], hull[-1], point) <= 0:
                hull.pop()
            hull.append(point)
        return hull[:-1]

    return np.array([*half_hull(sorted_points), *half_hull(reversed(sorted_points))])


def _cross_product(a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


# ----------------------------------------------------------------------------
# Flat shapes split into parts, fainter where something hides them.
# ----------------------------------------------------------------------------


# The spacing at which lines are tested for occlusion.
_VISIBILITY_STEP_PX = 3.0


def fade_hidden_parts(view: SpaceView, prim: ScreenShape) -> Iterator[ScreenShape]:
    """Yield a shape in parts, with hidden parts fainter."""
    space = view.space
    if not (view.solids or len(view.meshes.solid)):
        yield prim
    elif isinstance(prim, Mark):
        at = np.array([[*from_middle(space, np.array([prim.at[:2]]))[0], prim.inverse]])
        yield replace(prim, share=float(_visible_share(view, at)[0]))
    elif isinstance(prim, ScreenPolyline):
        yield from _split_polyline(view, prim)
    else:
        yield prim


def _split_polyline(view: SpaceView, chain: ScreenPolyline) -> Iterator[ScreenPolyline]:
    """Yield the parts of a line, each with one of nine levels of visibility."""
    points = chain.points
    if chain.closed:
        points = np.concatenate([points, points[:1]])
    fine, way = _subdivide(points)
    middle = (fine[:-1] + fine[1:]) / 2
    positions = np.column_stack([from_middle(view.space, middle[:, :2]), middle[:, 2]])
    levels = np.round(_visible_share(view, positions) * 8)
    if (levels == levels[0]).all():
        colour = scale_opacity(chain.pen.colour, levels[0] / 8)
        yield replace(chain, pen=replace(chain.pen, colour=colour))
        return
    turns = np.flatnonzero(np.diff(levels)) + 1
    starts, stops = [0, *turns.tolist()], [*turns.tolist(), len(levels)]
    for start, stop in zip(starts, stops, strict=True):
        colour = scale_opacity(chain.pen.colour, float(levels[start]) / 8)
        yield replace(
            chain,
            points=fine[start : stop + 1],
            pen=replace(chain.pen, colour=colour),
            closed=False,
            phase=chain.phase + float(way[start]),
            head=chain.head if stop == len(levels) else (0.0, 0.0),
        )


def _subdivide(points: Array) -> tuple[Array, Array]:
    """Return a line with points every 3 pixels, and their distances along it."""
    delta = np.diff(points, axis=0)
    length = np.hypot(delta[:, 0], delta[:, 1])
    count = np.clip(np.ceil(length / _VISIBILITY_STEP_PX), 1, 2048).astype(np.intp)
    parts = [
        a + np.arange(n)[:, None] / n * step
        for a, step, n in zip(points[:-1], delta, count, strict=True)
    ]
    fine = np.concatenate([*parts, points[-1:]])
    steps = np.diff(fine, axis=0)
    way = np.concatenate([[0.0], np.cumsum(np.hypot(steps[:, 0], steps[:, 1]))])
    return fine, way


def _visible_share(view: SpaceView, at: Array) -> Array:
    """Return the visibility (n,), 0 to 1, of points (n, 3).

    They are pixels from the centre, y up, and inverse depth.
    """
    opacity = np.zeros(len(at))
    depth = 1.0 / np.maximum(at[:, 2], 1e-9)
    for solid in view.solids:
        behind = _is_behind_solid(view.space, solid, at, depth)
        share = 0.45 + 0.3 * solid.colour[3]
        opacity = np.maximum(opacity, np.where(behind, share, 0.0))
    left = 1.0 - opacity
    return np.where(
        _is_behind_mesh(view.meshes, at), left * lighting.HIDDEN_OPACITY, left
    )


def _is_behind_solid(
    space: SpacePainter, solid: Solid, at: Array, depth: Array
) -> NDArray[np.bool_]:
    """Return a mask of the points hidden by a solid; its surface is visible.

    `at` are points as in `_visible_share`, `depth` (n,) their depths.
    """
    ray = np.column_stack([at[:, :2] / space.focal, -np.ones(len(at))])
    a, b = np.array(solid.a), np.array(solid.b)
    square = (ray * ray).sum(axis=1)
    way = b - a
    off_a = a - ray * ((ray @ a) / square)[:, None]
    offset = way - ray * ((ray @ way) / square)[:, None]
    size = np.maximum((offset * offset).sum(axis=1), 1e-20)
    share = np.clip(-(off_a * offset).sum(axis=1) / size, 0.0, 1.0)
    near = np.linalg.norm(off_a + share[:, None] * offset, axis=1)
    # The ray enters no later than it would enter a ball at the nearest axis point.
    center = a + share[:, None] * way
    foot = (center * ray).sum(axis=1) / square
    enter = foot - np.sqrt(np.maximum(solid.radius**2 - near**2, 0.0) / square)
    pixel = foot / space.focal
    return np.asarray((near < solid.radius) & (depth - 1.5 * pixel > enter))


def _is_behind_mesh(meshes: MeshTriangles, at: Array) -> NDArray[np.bool_]:
    """Return a mask of the points behind an opaque triangle."""
    is_hidden = np.zeros(len(at), np.bool_)
    rows = meshes.solid.astype(np.float64)[:, :3].reshape(-1, 3, 3)
    for a, b, c in rows:
        edge, two = b[:2] - a[:2], c[:2] - a[:2]
        area = edge[0] * two[1] - edge[1] * two[0]
        if abs(area) < 1e-9:
            continue
        way = at[:, :2] - a[:2]
        u = (way[:, 0] * two[1] - way[:, 1] * two[0]) / area
        v = (edge[0] * way[:, 1] - edge[1] * way[:, 0]) / area
        inverse = a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2])
        inside = (u >= 0) & (v >= 0) & (u + v <= 1)
        is_hidden |= inside & (at[:, 2] * 1.003 < inverse)
    return is_hidden


# ----------------------------------------------------------------------------


def compose_space_shapes(view: SpaceView) -> Iterator[ScreenShape]:
    """Yield the contents of a view in space, then the overlays."""
    space = view.space
    shapes = sorted(to_screen_shapes(space.buffer), key=_depth_rank)
    panes = [(_area_distance(space, p), p) for p in shapes if isinstance(p, Area)]
    bodies = [(_eye_distance(solid), make_body(space, solid)) for solid in view.solids]
    all_shapes = [*bodies, *_shade_meshes(view), *panes]
    for _, prim in sorted(all_shapes, key=lambda item: -item[0]):
        yield prim
    for mark in shapes:
        if not isinstance(mark, Area):
            yield from fade_hidden_parts(view, mark)
    for buffer in (view.overlay, view.axes, view.leaders):
        if buffer:
            yield from to_screen_shapes(buffer)


def _eye_distance(solid: Solid) -> float:
    return math.hypot(*solid.point_at(0.5))


def _area_distance(space: SpacePainter, area: Area) -> float:
    """Return the distance of a flat shape's centre from the eye.

    It is in camera distances.
    """
    middle = (area.points - (*space.buffer.box, 0.0)).mean(axis=0)
    x, y, inverse = (float(part) for part in middle)
    return math.hypot(x, y, space.focal) / space.focal / max(inverse, 1e-9)


def _depth_rank(prim: ScreenShape) -> float:
    """Return a shape's inverse depth, 0 for shapes without one.

    Dots win against their lines as in the window.
    """
    if isinstance(prim, Mark):
        return 1.02 * prim.inverse
    if isinstance(prim, ScreenPolyline | Area) and prim.points.shape[1] > 2:
        return float(prim.points[:, 2].mean())
    return 0.0


def _shade_meshes(view: SpaceView) -> Iterator[tuple[float, Area]]:
    """Yield the triangles of meshes with their distances."""
    space, sky = view.space, view.space.sky
    for rows in (view.meshes.solid, view.meshes.clear):
        triangles = rows.astype(np.float64).reshape(-1, 3, rows.shape[1])
        # Silhouette strips are for antialiasing of pixels only.
        for corners in triangles[(triangles[..., 3] == 1.0).all(axis=1)]:
            flat, normal, tint = corners[:, :3], corners[0, 4:7], corners[0, 8:]
            middle = flat.mean(axis=0)
            ray = np.array([*(middle[:2] / space.focal), -1.0])
            red, green, blue, alpha = tint.tolist()
            lit = lighting.shade_matte(
                (red, green, blue, 1.0),
                normal[None],
                -ray / np.linalg.norm(ray),
                sky,
                space.theme.background,
            )
            points = np.column_stack([from_corner(space, flat[:, :2]), flat[:, 2]])
            away = float(np.linalg.norm(ray) / middle[2])
            yield away, Area(points, (*lit[:3], alpha))


# ----------------------------------------------------------------------------
# The floor of a view in space: its lines, and shadows of solids.
# ----------------------------------------------------------------------------


# Lines are drawn in pieces of this length, up to this distance, relative to the eye's
# distance, and in this number of opacities.
_FLOOR_SEGMENT_LENGTH = 0.15
_MAX_FLOOR_DISTANCE = 4.8
_FADE_LEVEL_COUNT = 12
# Shadows are soft, and so are rendered coarsely.
_SHADOW_CELL_SIZE_PX = 4.0


@dataclass
class ShadowRaster(ScreenShape):
    """A colour with an opacity per cell, interpolated between cells.

    `alphas` (rows, columns) has the top row first; a cell is `cell_size` pixels wide
    and high.
    """

    cell_size: float
    alphas: Array
    colour: RGBA


def compose_floor_shapes(view: SpaceView) -> Iterator[ScreenShape]:
    """Yield the floor's lines and shadows."""
    yield from _draw_floor_grid(view.space)
    yield from _draw_shadows(view.space, view.solids)


def _draw_floor_grid(space: SpacePainter) -> Iterator[ScreenSegments]:
    theme, (step, strength) = space.theme, floor_step(space)
    middling = mix(theme.grid_minor, theme.grid_major, strength)
    tones = [(scale_opacity(theme.grid_minor, strength), 1), (middling, 10)]
    tones.append((theme.grid_major, 100))
    eye, unit = space.camera.eye_and_axes[0], space.camera.distance
    reach = _MAX_FLOOR_DISTANCE * unit
    for across in (0, 2):
        level = [math.ceil((eye[across] - reach) / step)]
        level.append(math.floor((eye[across] + reach) / step))
        index = np.arange(level[0], level[1] + 1)
        index = index[index != 0]
        for colour, period in tones:
            own_index = index[index % period == 0]
            if period < 100:
                own_index = own_index[own_index % (10 * period) != 0]
            # `_draw_floor_lines` leaves out lines that would blur.
            yield from _draw_floor_lines(
                space, across, own_index * step, colour, period * step / unit
            )
        axis = theme.axes[2 if across == 0 else 0]
        yield from _draw_floor_lines(
            space, across, np.zeros(1), scale_opacity(axis, 0.5), math.inf
        )


def _draw_floor_lines(
    space: SpacePainter, across: int, offsets: Array, colour: RGBA, cell: float
) -> Iterator[ScreenSegments]:
    """Yield lines of the floor at some offsets, grouped by opacity.

    `across` is the world axis, 0 or 2, of the offsets (n,), `cell` their spacing in
    camera distances.
    """
    if not len(offsets) or colour[3] < 0.02:
        return
    camera = space.camera
    eye, unit = camera.eye_and_axes[0], camera.distance
    other_axis = 2 - across
    ends = (
        eye[other_axis]
        + np.arange(
            -_MAX_FLOOR_DISTANCE,
            _MAX_FLOOR_DISTANCE + _FLOOR_SEGMENT_LENGTH,
            _FLOOR_SEGMENT_LENGTH,
        )
        * unit
    )
    points = np.zeros((len(offsets), len(ends), 3))
    points[..., across] = offsets[:, None]
    points[..., other_axis] = ends
    eye_points = space.to_eye(points)
    a, b = eye_points[:, :-1].reshape(-1, 3), eye_points[:, 1:].reshape(-1, 3)
    ahead = (-a[:, 2] > lighting.NEAR_DISTANCE) & (-b[:, 2] > lighting.NEAR_DISTANCE)
    a, b = a[ahead], b[ahead]
    start, two = space.project_eye(a), space.project_eye(b)
    box = np.array(space.buffer.box)
    is_outside = ((start[:, :2] > box) & (two[:, :2] > box)).any(axis=1)
    is_outside |= ((start[:, :2] < -box) & (two[:, :2] < -box)).any(axis=1)
    middle = (a + b) / 2
    share = _floor_fade(space, middle)
    # Cells that are small on screen fade out, as they would blur.
    pixel = np.linalg.norm(middle, axis=1) / space.focal * space.ratio
    share *= 1.0 - lighting.smoothstep(0.12, 0.4, pixel / cell)
    levels = np.round(share * _FADE_LEVEL_COUNT).astype(np.intp)
    levels[is_outside] = 0
    for level in range(1, _FADE_LEVEL_COUNT + 1):
        some = levels == level
        if some.any():
            ends_of = np.stack([start[some, :2], two[some, :2]], axis=1).reshape(-1, 2)
            pen = Pen(
                scale_opacity(colour, level / _FADE_LEVEL_COUNT), max(1.0, space.ratio)
            )
            yield ScreenSegments(from_corner(space, ends_of), pen)


def _floor_fade(space: SpacePainter, at: Array) -> Array:
    """Return the floor's opacity (...), 0 to 1, at eye points (..., 3)."""
    far = np.maximum(np.linalg.norm(at, axis=-1), 1e-9)
    height = np.abs(at @ space.sky) / far
    share = (
        1.0 - lighting.smoothstep(1.2, _MAX_FLOOR_DISTANCE, far)
    ) * lighting.smoothstep(0.015, 0.12, height)
    return np.asarray(share * (1.0 if space.camera.eye[1] > 0 else 0.5))


def _draw_shadows(
    space: SpacePainter, solids: Sequence[Solid]
) -> Iterator[ShadowRaster]:
    """Yield the shadows of solids on the floor as one raster."""
    cast = [
        (solid, reach) for solid in solids if (reach := shadow_radius(space, solid))
    ]
    if not cast or space.camera.eye[1] <= 0:
        return
    up_axis, (wide, tall) = space.sky, space.buffer.box
    columns, rows = (
        math.ceil(2 * side / _SHADOW_CELL_SIZE_PX) for side in (wide, tall)
    )
    x, y = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
    dx, upward = x * _SHADOW_CELL_SIZE_PX - wide, tall - y * _SHADOW_CELL_SIZE_PX
    ray = np.stack([dx, upward, np.full_like(x, -space.focal)], axis=-1)
    down = -(ray @ up_axis)
    height = space.camera.eye_and_axes[0][1] / space.camera.distance
    positions = ray * (height / np.where(down > 1e-9, down, np.inf))[..., None]
    fade = np.where(down > 1e-9, _floor_fade(space, positions), 0.0)
    light = np.ones_like(x)
    for solid, reach in cast:
        strength = space.theme.shadow[3] * (0.35 + 0.65 * solid.colour[3])
        light *= 1.0 - strength * fade * _shadow_darkness(
            solid, positions, up_axis, reach
        )
    yield ShadowRaster(_SHADOW_CELL_SIZE_PX, 1.0 - light, space.theme.shadow)


def _shadow_darkness(solid: Solid, at: Array, up: Array, reach: float) -> Array:
    """Return the occlusion (...), 0 to 1, of the sky by a solid at points of the floor.

    `at` (..., 3) and `up` are in eye coordinates, `reach` is the shadow's radius.
    """
    a, way = np.array(solid.a), np.subtract(solid.b, solid.a)
    share = np.clip((at - a) @ way / max(float(way @ way), 1e-20), 0.0, 1.0)
    offset = a + share[..., None] * way - at
    above, square = offset @ up, np.maximum((offset * offset).sum(axis=-1), 1e-12)
    away = np.minimum(np.sqrt(np.maximum(square - above**2, 0.0)), reach) / reach
    dark = np.clip(above / np.sqrt(square), 0.0, 1.0)
    dark *= solid.radius**2 / np.maximum(square, solid.radius**2)
    return np.asarray(dark * (1.0 - lighting.smoothstep(0.3, 1.0, away)))
