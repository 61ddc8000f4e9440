"""Draw lists of many samples of a view: each primitive once, its numbers as columns.

Coordinates are in the world; the page projects them with any camera.
"""

import math
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from playground.i18n import translate
from playground.render.fonts import BODY, load_font
from playground.render.instance_format import Array, Point
from playground.render.stroke_style import (
    dimension_label,
    dot_rim_width,
    placement_rank,
)
from playground.render.theme import canvas_label_size
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.params import HandleMark, Params, group_handles
from playground.scene.primitives import (
    Arc,
    Arrow,
    Capsule,
    Circle,
    Dimension,
    Disc,
    Dot,
    Ellipse,
    Filled,
    Grid,
    Label,
    Line,
    Mesh,
    Patch,
    Polygon,
    Polyline,
    Primitive,
    Rect,
    RightAngle,
    Segment,
    Sphere,
    Stroke,
)
from playground.scene.scene import SceneEntry
from playground.scene.triangulation import triangulate_concave
from playground.session.session import Session
from playground.session.view.cameras import view_camera
from playground.session.view.pointer_controls import HANDLE_MARKERS
from playground.web.columns import (
    LabelColumn,
    LabelSlots,
    Shape,
    ShapeSlots,
    serialize_label,
    serialize_shape,
)
from playground.web.serialize import colors
from playground.web.serialize.sample_texts import mark_name_symbols

ALPHA_SCALE = 255.0
ANGLE_SCALE = 1e4
# The unit of sizes on screen.
_UNITS_PER_PIXEL = 10.0
# Coordinates are clamped to this, far out of view.
MAX_COORDINATE = 1e11


def serialize_handle_marker(handle: HandleMark, params: Params) -> dict[str, str]:
    """Return a handle's marker and the shape it belongs to."""
    kind: Any = type(params)
    marker, shape = HANDLE_MARKERS[handle.kind], group_handles(kind)[handle.name]
    return {"marker": marker.value, "shape": shape}


def to_pixel_tenths(points: Array) -> tuple[int, ...]:
    """Return points in px, shape (n, 2), in tenths of a pixel as a flat tuple."""
    return tuple(np.rint(points[:, :2] * _UNITS_PER_PIXEL).astype(int).ravel().tolist())


def to_tenths(*numbers: float) -> tuple[int, ...]:
    """Return lengths in px in tenths of a pixel, rounded."""
    return tuple([round(x * _UNITS_PER_PIXEL) for x in numbers])


def flatten_numbers(numbers: Array | Sequence[float]) -> Sequence[float]:
    """Return numbers as a flat sequence."""
    return numbers.ravel().tolist() if isinstance(numbers, np.ndarray) else numbers


def are_finite(numbers: Sequence[float]) -> bool:
    """Return whether all numbers are finite."""
    # A finite sum suffices and is faster to check.
    return math.isfinite(sum(numbers)) or all(map(math.isfinite, numbers))


def to_units(numbers: Sequence[float], unit: float) -> tuple[int, ...]:
    """Return numbers as whole multiples of a unit, clamped to ±`MAX_COORDINATE`."""
    units = [x / unit for x in numbers]
    if not -MAX_COORDINATE < min(units) <= max(units) < MAX_COORDINATE:
        units = [min(max(n, -MAX_COORDINATE), MAX_COORDINATE) for n in units]
    return tuple(map(round, units))


def encode_angle(angle: float, unit: float = 1.0 / ANGLE_SCALE) -> int:
    """Return an angle in radians, without full turns, as a whole multiple of a unit.

    The unit is in radians too.
    """
    return round(math.remainder(angle, math.tau) / unit)


# A primitive's kind, its coordinates and lengths, and its other numbers.
_SerializedRecord = tuple[str, Any, tuple[int, ...]] | None


def build_shape(
    record: Primitive,
    found: _SerializedRecord,
    unit: float,
    of_article: bool,
    rim: float = 0.0,
) -> Shape | None:
    """Return the shape of a primitive, or None if it has none or is not finite.

    Parameters
    ----------
    record : Primitive
        The primitive.
    found : tuple or None
        Its kind, its coordinates and lengths in metres, and its other numbers; None for
        no shape.
    unit : float
        The unit of its coordinates, in metres.
    of_article : bool
        Whether the listing added it.
    rim : float
        The width of a marker's rim in pixels.
    """
    if found is None:
        return None
    kind, places, extra = found
    plain = flatten_numbers(places)
    if not are_finite(plain):
        return None
    numbers = *to_units(plain, unit), *extra
    width, fill, is_dashed, marker = rim, 0.0, False, ""
    if isinstance(record, Stroke):
        width = record.width
        is_dashed = record.dashed and width > 0.0
        if isinstance(record, Filled):
            fill = record.fill * record.alpha
    elif isinstance(record, Dot):
        marker = record.marker.value
    constants = (
        kind,
        colors.role_color_index(record.role),
        1 if is_dashed else 0,
        marker,
        record.first_step,
        record.key,
        1 if record.derivation else 0,
        1 if of_article else 0,
        len(numbers),
    )
    looks = (
        round(record.alpha * ALPHA_SCALE),
        round(width * _UNITS_PER_PIXEL),
        round(fill * ALPHA_SCALE),
    )
    return Shape(constants, (*looks, *numbers))


def build_label_fields(label: Label, name: float, of_article: bool) -> tuple[Any, ...]:
    """Return a label's fixed fields.

    Its line is `name` px high if its size is 1; `of_article` is whether the listing
    added it.
    """
    return (
        colors.text_color_index(label.role),
        _measure_letter_height(label.size, name),
        label.first_step,
        label.key,
        int(label.derivation),
        int(of_article),
        placement_rank(label),
    )


@lru_cache(maxsize=256)
def _measure_letter_height(size: float, name: float) -> int:
    """Return the em size for a page in tenths of a pixel.

    It is less than the line height.
    """
    return to_tenths(load_font(BODY[0]).em * size * name)[0]


# ----------------------------------------------------------------------------
# Primitives of a view in the plane: one shape for each.
#
# Coordinates and lengths are multiples of a unit in the world, so that the page can pan
# and zoom; sizes on screen are tenths of a pixel.
# ----------------------------------------------------------------------------


# Lines extend far, so their angles are fine; grids do not.
_FINE_ANGLE_STEP_RADIANS = 1e-6
_GRID_VECTOR_STEP = 1e-4
# Farther than any coordinate of a page, in metres.
_MAX_POSITION_M = 1e100


def build_plane_shape(record: Primitive, unit: float, of_article: bool) -> Shape | None:
    """Return the shape of a primitive in the plane, or None if it has none.

    `unit` is that of coordinates, in metres; `of_article` is whether the listing added
    it.
    """
    serializer = _PLANE_SERIALIZERS.get(type(record))
    data = serializer(record) if serializer else None
    rim = dot_rim_width(record) if isinstance(record, Dot) else 0.0
    return build_shape(record, data, unit, of_article, rim)


def build_plane_label(
    record: Label | Dimension, unit: float, name: float, of_article: bool
) -> LabelColumn | None:
    """Return the label of a label or dimension, which the page places.

    It is None for a dimension without a label, or if it is not finite. `unit` is that
    of coordinates, in metres; `name` is the height of a label of size 1 in px.
    """
    if isinstance(record, Label):
        label, away = record, 0.0
    elif text := dimension_label(record):
        label, away = text, abs(record.gap)
    else:
        return None
    x, y, dx, dy = numbers = (*label.at[:2], *label.toward[:2])
    if not are_finite(numbers):
        return None
    angle_code = encode_angle(math.atan2(dy, dx))
    places = *to_units((x, y), unit), angle_code, *to_tenths(label.gap, away)
    return LabelColumn(
        build_label_fields(label, name, of_article),
        mark_name_symbols(label.text),
        (round(label.alpha * ALPHA_SCALE), *places),
    )


def _serialize_line(line: Line) -> _SerializedRecord:
    long = math.hypot(*line.direction[:2])
    if not (long > 0.0 and math.isfinite(long)):
        return None
    # Infinite lines end at the largest coordinates.
    ends = (
        min(max(k * long, -_MAX_POSITION_M), _MAX_POSITION_M)
        for k in (line.start, line.stop)
    )
    way = math.atan2(line.direction[1], line.direction[0])
    return "line", [*line.at[:2], *ends], (encode_angle(way, _FINE_ANGLE_STEP_RADIANS),)


def _serialize_points(kind: str, points: Any) -> _SerializedRecord:
    return (kind, np.asarray(points)[:, :2], ()) if len(points) > 1 else None


def _serialize_arc(arc: Arc) -> _SerializedRecord:
    round_places = [*arc.center, arc.radius]
    if abs(arc.sweep) >= math.tau * (1 - 1e-12):
        return "circle", round_places, ()
    if not math.isfinite(arc.start + arc.sweep):
        return None
    sweep = round(arc.sweep / _FINE_ANGLE_STEP_RADIANS)
    return (
        "arc",
        round_places,
        (encode_angle(arc.start, _FINE_ANGLE_STEP_RADIANS), sweep),
    )


def _serialize_with_angle(kind: str, places: Any, angle: float) -> _SerializedRecord:
    return (
        (kind, places, (encode_angle(angle, _FINE_ANGLE_STEP_RADIANS),))
        if math.isfinite(angle)
        else None
    )


def _serialize_right_angle(mark: RightAngle) -> _SerializedRecord:
    arms = [arm[:2] for arm in (mark.a, mark.b)]
    if not all(0.0 < math.hypot(*arm) < math.inf for arm in arms):
        return None
    ways = (encode_angle(math.atan2(y, x), _FINE_ANGLE_STEP_RADIANS) for x, y in arms)
    return "right_angle", mark.at[:2], (*ways, *to_tenths(mark.size))


def _serialize_grid(grid: Grid) -> _SerializedRecord:
    matrix = np.asarray(grid.matrix, dtype=np.float64)[:2]
    if not np.isfinite(matrix).all():
        return None
    return (
        "grid",
        matrix[:, 2],
        (*to_units(flatten_numbers(matrix[:, :2].T), _GRID_VECTOR_STEP), grid.half),
    )


_PLANE_SERIALIZERS: dict[type[Primitive], Callable[[Any], _SerializedRecord]] = {
    Line: _serialize_line,
    Dot: lambda r: ("dot", r.at[:2], to_tenths(r.size)),
    Segment: lambda r: ("segment", [*r.a[:2], *r.b[:2]], ()),
    Arrow: lambda r: ("arrow", [*r.tail[:2], *r.tip[:2]], ()),
    Polyline: lambda r: _serialize_points("polyline", r.points),
    Polygon: lambda r: _serialize_points("polygon", r.points),
    Circle: lambda r: ("circle", [*r.center, r.radius], ()),
    Arc: _serialize_arc,
    Ellipse: lambda r: _serialize_with_angle("ellipse", [*r.center, *r.radii], r.angle),
    Rect: lambda r: _serialize_with_angle(
        "rect", [*r.center, *r.half_extents, r.rounding], r.angle
    ),
    Capsule: lambda r: ("capsule", [*r.a[:2], *r.b[:2], r.radius], ()),
    Dimension: lambda r: ("dimension", [*r.a[:2], *r.b[:2]], to_tenths(r.gap)),
    RightAngle: _serialize_right_angle,
    Grid: _serialize_grid,
}


# ----------------------------------------------------------------------------
# Primitives of a view in space, in ten-thousandths of a world unit.
# ----------------------------------------------------------------------------


SPACE_UNIT_LENGTH = 1e-4
# Infinite lines end here, relative to their direction.
_INFINITE_LINE_LENGTH = 1e11


def build_space_shape(record: Primitive, of_article: bool) -> Shape | None:
    """Return the shape of a primitive in space, or None if it has none.

    `of_article` is whether the listing added it.
    """
    serializer = _SPACE_SERIALIZERS.get(type(record))
    return build_shape(
        record,
        serializer(record) if serializer else None,
        SPACE_UNIT_LENGTH,
        of_article,
    )


def build_space_label(
    label: Label, name: float, of_article: bool
) -> LabelColumn | None:
    """Return a label, which the page places, or None if it is not finite.

    `name` is the height of a label of size 1 in px.
    """
    numbers = (*label.at, *(*label.toward, 0.0)[:3])
    if not are_finite(numbers):
        return None
    return LabelColumn(
        build_label_fields(label, name, of_article),
        mark_name_symbols(label.text),
        (
            round(label.alpha * ALPHA_SCALE),
            *to_units(numbers, SPACE_UNIT_LENGTH),
            *to_tenths(label.gap),
        ),
    )


def _serialize_space_right_angle(mark: RightAngle) -> _SerializedRecord:
    arms = np.array([mark.a, mark.b], dtype=np.float64)
    sizes = np.linalg.norm(arms, axis=1, keepdims=True)
    if not sizes.min() > 0.0:
        return None
    return "angle", [*mark.at, *(arms / sizes).ravel().tolist()], to_tenths(mark.size)


def _serialize_space_polygon(polygon: Polygon) -> _SerializedRecord:
    """Return a polygon's corners, with its triangles if concave."""
    if len(polygon.points) < 3:
        return None
    triangles = triangulate_concave(polygon.points) if polygon.fill else None
    if triangles is None:
        return "closed", np.asarray(polygon.points), ()
    return "concave", np.asarray(polygon.points), tuple(triangles.ravel().tolist())


def _serialize_space_line(line: Line) -> _SerializedRecord:
    ends = (line.start, line.stop)
    finite = [min(max(k, -_INFINITE_LINE_LENGTH), _INFINITE_LINE_LENGTH) for k in ends]
    return "line", [*line.at, *line.direction, *finite], ()


_SPACE_SERIALIZERS: dict[type[Primitive], Callable[[Any], _SerializedRecord]] = {
    Dot: lambda r: ("mark", r.at, to_tenths(r.size)),
    Segment: lambda r: ("chain", [*r.a, *r.b], ()),
    Line: _serialize_space_line,
    Arrow: lambda r: ("arrow", [*r.tail, *r.tip], ()),
    Polyline: lambda r: (
        ("chain", np.asarray(r.points), ()) if len(r.points) > 1 else None
    ),
    Polygon: _serialize_space_polygon,
    Disc: lambda r: ("disc", [*r.center, *(r.rim(4)[:2] - r.center).ravel()], ()),
    Patch: lambda r: ("closed", r.corners(), ()),
    Sphere: lambda r: ("sphere", [*r.center, r.radius], ()),
    Capsule: lambda r: ("capsule", [*r.a, *r.b, r.radius], ()),
    RightAngle: _serialize_space_right_angle,
    Mesh: lambda r: (
        ("faces", np.asarray(r.points)[np.asarray(r.triangles)], ())
        if len(r.triangles)
        else None
    ),
}


# ----------------------------------------------------------------------------
# Sizes and cameras of views for stages of any aspect ratio.
# ----------------------------------------------------------------------------


SINGLE_VIEW_SIZE_PX = 520.0, 416.0
"""The nominal size of a single view; pages scale it to their size."""
_MULTIPLE_VIEW_SIZE_PX = 440.0, 400.0

ASPECT_RATIOS = tuple(round(1.25**n, 4) for n in range(-3, 8))
"""Serialized aspect ratios (width / height); a page uses the nearest."""


def view_size(count: int, shape: float | None = None) -> Point:
    """Return the nominal width and height of each of `count` views, in pixels.

    The area is the same for all aspect ratios `shape`, width divided by height; None is
    the default one.
    """
    size = SINGLE_VIEW_SIZE_PX if count == 1 else _MULTIPLE_VIEW_SIZE_PX
    if shape is None:
        return size
    wide = math.sqrt(size[0] * size[1] * shape)
    return round(wide, 1), round(wide / shape, 1)


def fit_cameras(session: Session, shape: float) -> list[Camera2D | OrbitCamera]:
    """Return the fitted camera of each view of the aspect ratio `shape`.

    That is width divided by height. The session's cameras stay unchanged.
    """
    opened, views = session.open_scene, session.scene_view.picture.self_and_views
    cameras, fitted_before = {**opened.cameras}, {**opened.fitted}
    opened.refit()
    places = [Viewport(0.0, 0.0, *view_size(len(views), shape)) for _ in views]
    cameras_found = [view_camera(session, places, i) for i in range(len(views))]
    opened.cameras, opened.fitted = cameras, fitted_before
    return cameras_found


def choose_column_counts(scene: SceneEntry) -> list[int]:
    """Return the number of views side by side for each aspect ratio.

    Views are stacked if that makes them larger in the scene's initial state.
    """
    session = Session((scene,))
    count = len(session.scene_view.picture.self_and_views)

    def measure_log_scale(shape: float) -> float:
        height = view_size(count, shape)[1]
        return sum(
            math.log(c.scale if isinstance(c, Camera2D) else height / c.distance)
            for c in fit_cameras(session, shape)
        )

    return [
        count
        if measure_log_scale(shape / count) >= measure_log_scale(shape * count)
        else 1
        for shape in ASPECT_RATIOS
    ]


# ----------------------------------------------------------------------------


# Units per pixel of a view in the plane: for the many samples of a lesson, and for a
# single state, into which one may zoom.
_SAMPLE_UNITS_PER_PIXEL = 20.0
_STATE_UNITS_PER_PIXEL = 2000.0

# Labels have the same size in all aspect ratios.
_LABEL_HEIGHT_PX = canvas_label_size(SINGLE_VIEW_SIZE_PX[1])


def choose_unit(camera: Camera2D | OrbitCamera) -> float:
    """Return the length in metres that a page's whole numbers count."""
    return (
        1.0 / (_SAMPLE_UNITS_PER_PIXEL * camera.scale)
        if isinstance(camera, Camera2D)
        else SPACE_UNIT_LENGTH
    )


def serialize_view(
    drawlist: DrawList,
    of_article: Collection[int],
    camera: Camera2D | OrbitCamera,
    size: Point,
) -> dict[str, Any]:
    """Return a view of one state as JSON values, as in `SampledView`.

    `of_article` are the ids of the primitives that the listing added; `size` is in px.
    """
    view = SampledView(drawlist, camera, size)
    if isinstance(camera, Camera2D):
        view.unit = 1.0 / (_STATE_UNITS_PER_PIXEL * camera.scale)
    shapes, words = view.build_shapes_and_labels(drawlist, of_article)
    return {
        **view.serialize_header(),
        "prims": [*map(serialize_shape, shapes)],
        "texts": [*map(serialize_label, words)],
    }


class SampledView:
    """A view of a stop, built sample by sample.

    Parameters
    ----------
    first : DrawList
        The view in the stop's own state.
    camera : Camera2D or OrbitCamera
        The initial camera.
    size : tuple of float
        Width and height in pixels.
    """

    def __init__(
        self, first: DrawList, camera: Camera2D | OrbitCamera, size: Point
    ) -> None:
        self.caption = first.caption
        self.camera, self.size, self.unit = camera, size, choose_unit(camera)
        self._shapes, self._labels = ShapeSlots(), LabelSlots()
        self._samples = 0

    def add(self, drawlist: DrawList, of_article: Collection[int]) -> None:
        """Add a sample.

        `of_article` are the ids of the primitives that the listing added.
        """
        shapes, words = self.build_shapes_and_labels(drawlist, of_article)
        self._shapes.add(self._samples, shapes)
        self._labels.add(self._samples, words)
        self._samples += 1

    def build_shapes_and_labels(
        self, drawlist: DrawList, of_article: Collection[int]
    ) -> tuple[list[Shape], list[LabelColumn]]:
        """Return the shapes and the labels of one sample, those that are finite."""
        shapes: list[Shape | None] = []
        words: list[LabelColumn | None] = []
        flat, unit, height = (
            isinstance(self.camera, Camera2D),
            self.unit,
            _LABEL_HEIGHT_PX,
        )
        for record in drawlist.primitives:
            is_own = id(record) in of_article
            if isinstance(record, Label) and not flat:
                words.append(build_space_label(record, height, is_own))
            elif isinstance(record, Label | Dimension):
                words.append(build_plane_label(record, unit, height, is_own))
            if isinstance(record, Label):
                continue
            if flat:
                shapes.append(build_plane_shape(record, unit, is_own))
            else:
                shapes.append(build_space_shape(record, is_own))
        return [s for s in shapes if s], [w for w in words if w]

    def add_empty_sample(self) -> None:
        """Add a sample in which this view does not exist."""
        self._samples += 1

    def serialize(self) -> dict[str, Any]:
        """Return the view as JSON values."""
        return {
            **self.serialize_header(),
            "prims": self._shapes.serialize(self._samples),
            "texts": self._labels.serialize(self._samples),
        }

    def serialize_header(self) -> dict[str, Any]:
        """Return the view's settings without shapes and labels."""
        return {
            "space": int(isinstance(self.camera, OrbitCamera)),
            "caption": translate(self.caption),
            "size": list(self.size),
            "camera": serialize_camera(self.camera),
            "unit": self.unit,
        }


def find_added_ids(compared: DrawList, plain: DrawList) -> set[int]:
    """Return the ids, as of `id`, of the primitives that the listing has added.

    `plain` is the draw list without the listing.
    """
    if compared is plain:
        return set()
    return {*map(id, compared.primitives)}.difference(map(id, plain.primitives))


def serialize_camera(camera: Camera2D | OrbitCamera) -> Any:
    """Return a camera as JSON values.

    In the plane that is a list of the centre's x and y in metres and the scale in
    pixels per metre, in space an object of the camera's fields.
    """
    if isinstance(camera, Camera2D):
        return [*camera.center, camera.scale]
    return {
        "target": list(camera.target),
        "distance": camera.distance,
        "yaw": camera.yaw,
        "pitch": camera.pitch,
        "fov": camera.fov,
    }
