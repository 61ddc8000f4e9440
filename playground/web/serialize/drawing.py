"""The pictures of many samples of one view: each record once, its numbers as columns.

All of it lies in the world: the page composes what is seen, from any side or place.
"""

import math
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Any, cast

import numpy as np

from playground.i18n import translated
from playground.render.fonts import BODY, font
from playground.render.instance_format import Array, Point
from playground.render.labels import rank
from playground.render.plane_painter import RIM, dimension_label
from playground.render.theme import name_size
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
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
    Marker,
    Mesh,
    Patch,
    Polygon,
    Polyline,
    Record,
    Rect,
    RightAngle,
    Segment,
    Sphere,
    Stroke,
)
from playground.scene.scene import Entry
from playground.session.session import Session
from playground.session.view.cameras import camera
from playground.web.columns import Labels, Shape, Slots, Word, told_shape, told_word
from playground.web.serialize import colors
from playground.web.serialize.text import marked_name

ALPHA = 255.0
ANGLE = 1e4
# What is a size on screen is told in such parts of a pixel.
_PIXEL = 10.0
# No number of a page is larger: what is so far off is out of sight.
FAR = 1e11


def pixels(points: Array) -> tuple[int, ...]:
    """Return places in tenths of a pixel, x and y in turn."""
    return tuple(np.rint(points[:, :2] * _PIXEL).astype(int).ravel().tolist())


def tenths(*numbers: float) -> tuple[int, ...]:
    """Return lengths in tenths of a pixel."""
    return tuple([round(x * _PIXEL) for x in numbers])


def plain(numbers: Array | Sequence[float]) -> Sequence[float]:
    """Return numbers in a row."""
    return numbers.ravel().tolist() if isinstance(numbers, np.ndarray) else numbers


def finite(numbers: Sequence[float]) -> bool:
    """Return whether all numbers are finite; their sum is, but for very large ones."""
    return math.isfinite(sum(numbers)) or all(map(math.isfinite, numbers))


def whole(numbers: Sequence[float], unit: float) -> tuple[int, ...]:
    """Return numbers, none of them infinite, as multiples of a unit."""
    return tuple(
        [round(n if -FAR < (n := x / unit) < FAR else _far(n)) for x in numbers]
    )


def _far(number: float) -> float:
    return math.copysign(FAR, number)


def turn(angle: float, unit: float = 1.0 / ANGLE) -> int:
    """Return an angle (radians), less whole turns, as a multiple of a unit."""
    return round(math.remainder(angle, math.tau) / unit)


def shape(
    kind: str,
    record: Record,
    numbers: tuple[int, ...],
    of_article: bool,
    rim: float = 0.0,
) -> Shape:
    """Return the shape of a record; `rim` is how wide a marker's is, in pixels."""
    width, fill, dashed, marker = rim, 0.0, False, ""
    if isinstance(record, Stroke):
        width = record.width
        dashed = record.dashed and width > 0.0
        if isinstance(record, Filled):
            fill = record.fill * record.alpha
    elif isinstance(record, Dot):
        marker = record.marker.value
    fixed = (
        kind,
        colors.tone(record.role),
        1 if dashed else 0,
        marker,
        record.since,
        record.key,
        1 if record.derivation else 0,
        1 if of_article else 0,
        len(numbers),
    )
    looks = round(record.alpha * ALPHA), round(width * _PIXEL), round(fill * ALPHA)
    return Shape(fixed, (*looks, *numbers))


def worded(label: Label, name: float, of_article: bool) -> tuple[Any, ...]:
    """Return what does not change of a label, where names are `name` pixels high."""
    return (
        colors.text_tone(label.role),
        _em(label.size, name),
        label.since,
        label.key,
        int(label.derivation),
        int(of_article),
        rank(label),
    )


@lru_cache(maxsize=256)
def _em(size: float, name: float) -> int:
    """Return how high letters are in tenths of a pixel, as a page asks for it.

    A line of text is higher than that.
    """
    return tenths(font(BODY[0]).em * size * name)[0]


# ----------------------------------------------------------------------------
# The records of a view in the plane as a page has them: one shape for each.
#
# Places and lengths are whole multiples of a unit of the world, so that the page can
# move and enlarge them; sizes on screen are tenths of a pixel.
# ----------------------------------------------------------------------------


# Far off its place a line would show a coarser angle; a grid is never far off.
_ANGLE = 1e-6
_WAY = 1e-4
# A cross has a narrower rim.
_CROSS = 0.8

# A record's kind, its places and lengths, and its other numbers.
_Told = tuple[str, Any, tuple[int, ...]] | None


def plane_shape(record: Record, unit: float, of_article: bool) -> Shape | None:
    """Return the shape of a record in the plane, if it has one there."""
    kind = type(record)
    if kind is Line:
        found = _line(cast("Line", record), unit)
    else:
        told = _PLANE_TOLD.get(kind)
        found = told(record) if told else None
    if found is None:
        return None
    name, places, rest = found
    numbers = plain(places)
    if not finite(numbers):
        return None
    rim = 0.0
    if isinstance(record, Dot):
        rim = RIM * (_CROSS if record.marker is Marker.CROSS else 1.0)
    return shape(name, record, (*whole(numbers, unit), *rest), of_article, rim)


def plane_word(
    record: Label | Dimension, unit: float, name: float, of_article: bool
) -> Word | None:
    """Return the words of a label or a measured length; the page finds their place."""
    label, away = (record, 0.0) if isinstance(record, Label) else _measured(record)
    if label is None:
        return None
    x, y, across, up = numbers = (*label.at[:2], *label.toward[:2])
    if not finite(numbers):
        return None
    toward = turn(math.atan2(up, across))
    places = *whole((x, y), unit), toward, *tenths(label.gap, away)
    return Word(
        worded(label, name, of_article),
        marked_name(label.text),
        (round(label.alpha * ALPHA), *places),
    )


def _measured(record: Dimension) -> tuple[Label | None, float]:
    return dimension_label(record), abs(record.gap)


def _line(line: Line, unit: float) -> _Told:
    long = math.hypot(*line.direction[:2])
    if not (long > 0.0 and math.isfinite(long)):
        return None
    # A line without an end reaches as far as a number does.
    ends = (
        min(max(k * long, -FAR * unit), FAR * unit) for k in (line.start, line.stop)
    )
    way = math.atan2(line.direction[1], line.direction[0])
    return "line", [*line.at[:2], *ends], (turn(way, _ANGLE),)


def _points(kind: str, points: Any) -> _Told:
    return (kind, np.asarray(points)[:, :2], ()) if len(points) > 1 else None


def _arc(arc: Arc) -> _Told:
    round_places = [*arc.center, arc.radius]
    if abs(arc.sweep) >= math.tau * (1 - 1e-12):
        return "circle", round_places, ()
    if not math.isfinite(arc.start + arc.sweep):
        return None
    sweep = round(arc.sweep / _ANGLE)
    return "arc", round_places, (turn(arc.start, _ANGLE), sweep)


def _turned(kind: str, places: Any, angle: float) -> _Told:
    return (kind, places, (turn(angle, _ANGLE),)) if math.isfinite(angle) else None


def _right_angle(mark: RightAngle) -> _Told:
    arms = [arm[:2] for arm in (mark.a, mark.b)]
    if not all(0.0 < math.hypot(*arm) < math.inf for arm in arms):
        return None
    ways = (turn(math.atan2(y, x), _ANGLE) for x, y in arms)
    return "right_angle", mark.at[:2], (*ways, *tenths(mark.size))


def _grid(grid: Grid) -> _Told:
    matrix = np.asarray(grid.matrix, dtype=np.float64)[:2]
    if not np.isfinite(matrix).all():
        return None
    return "grid", matrix[:, 2], (*whole(plain(matrix[:, :2].T), _WAY), grid.half)


_PLANE_TOLD: dict[type[Record], Callable[[Any], _Told]] = {
    Dot: lambda r: ("dot", r.at[:2], tenths(r.size)),
    Segment: lambda r: ("segment", [*r.a[:2], *r.b[:2]], ()),
    Arrow: lambda r: ("arrow", [*r.tail[:2], *r.tip[:2]], ()),
    Polyline: lambda r: _points("polyline", r.points),
    Polygon: lambda r: _points("polygon", r.points),
    Circle: lambda r: ("circle", [*r.center, r.radius], ()),
    Arc: _arc,
    Ellipse: lambda r: _turned("ellipse", [*r.center, *r.radii], r.angle),
    Rect: lambda r: _turned("rect", [*r.center, *r.half_extents, r.rounding], r.angle),
    Capsule: lambda r: ("capsule", [*r.a[:2], *r.b[:2], r.radius], ()),
    Dimension: lambda r: ("dimension", [*r.a[:2], *r.b[:2]], tenths(r.gap)),
    RightAngle: _right_angle,
    Grid: _grid,
}


# ----------------------------------------------------------------------------
# The records of a view in space as a page has them, in ten-thousandths of a unit.
# ----------------------------------------------------------------------------


UNIT = 1e-4
# A line without an end reaches so far, in its own length.
_ENDLESS = 1e11
# Corners of a disc's rim.
_RIM = 48

# What a record is called, its places, and its other numbers.
_SpaceTold = tuple[str, Any, tuple[int, ...]] | None


def space_shape(record: Record, of_article: bool) -> Shape | None:
    """Return the shape of a record in space, if it has one there."""
    told = _SPACE_TOLD.get(type(record))
    found = told(record) if told else None
    if found is None:
        return None
    kind, points, rest = found
    numbers = plain(points)
    if not finite(numbers):
        return None
    return shape(kind, record, (*whole(numbers, UNIT), *rest), of_article)


def space_word(label: Label, name: float, of_article: bool) -> Word | None:
    """Return a label, whose place the page finds, if it is anywhere."""
    numbers = (*label.at, *(*label.toward, 0.0)[:3])
    if not finite(numbers):
        return None
    return Word(
        worded(label, name, of_article),
        marked_name(label.text),
        (round(label.alpha * ALPHA), *whole(numbers, UNIT), *tenths(label.gap)),
    )


def _space_right_angle(mark: RightAngle) -> _SpaceTold:
    arms = np.array([mark.a, mark.b], dtype=np.float64)
    sizes = np.linalg.norm(arms, axis=1, keepdims=True)
    if not sizes.min() > 0.0:
        return None
    return "angle", [*mark.at, *(arms / sizes).ravel().tolist()], tenths(mark.size)


def _space_line(line: Line) -> _SpaceTold:
    ends = (line.start, line.stop)
    finite = [min(max(k, -_ENDLESS), _ENDLESS) for k in ends]
    return "line", [*line.at, *line.direction, *finite], ()


_SPACE_TOLD: dict[type[Record], Callable[[Any], _SpaceTold]] = {
    Dot: lambda r: ("mark", r.at, tenths(r.size)),
    Segment: lambda r: ("chain", [*r.a, *r.b], ()),
    Line: _space_line,
    Arrow: lambda r: ("arrow", [*r.tail, *r.tip], ()),
    Polyline: lambda r: (
        ("chain", np.asarray(r.points), ()) if len(r.points) > 1 else None
    ),
    Polygon: lambda r: (
        ("closed", np.asarray(r.points), ()) if len(r.points) > 2 else None
    ),
    Disc: lambda r: ("closed", r.rim(_RIM), ()),
    Patch: lambda r: ("closed", r.corners(), ()),
    Sphere: lambda r: ("sphere", [*r.center, r.radius], ()),
    Capsule: lambda r: ("capsule", [*r.a, *r.b, r.radius], ()),
    RightAngle: _space_right_angle,
    Mesh: lambda r: (
        ("faces", np.asarray(r.points)[np.asarray(r.triangles)], ())
        if len(r.triangles)
        else None
    ),
}


# ----------------------------------------------------------------------------
# How large views are told, and from where each is seen in a stage of any shape.
# ----------------------------------------------------------------------------


ALONE = 520.0, 416.0
"""How large a view is drawn by itself: a phone shows it smaller, a screen larger."""
_BESIDE = 440.0, 400.0

SHAPES = tuple(round(1.25**n, 4) for n in range(-3, 8))
"""Widths against heights that views are told for: a page takes the nearest."""


def view_size(count: int, shape: float | None = None) -> Point:
    """Return how large each of so many views is told, in pixels.

    In all shapes it has the same area.
    """
    size = ALONE if count == 1 else _BESIDE
    if shape is None:
        return size
    wide = math.sqrt(size[0] * size[1] * shape)
    return round(wide, 1), round(wide / shape, 1)


def fitted(session: Session, shape: float) -> list[Camera2D | OrbitCamera]:
    """Return from where each view of that shape is seen; the session keeps its own."""
    own, views = session.opened, session.study.picture.all_views
    cameras, before = {**own.cameras}, {**own.fitted}
    own.refit()
    places = [Viewport(0.0, 0.0, *view_size(len(views), shape)) for _ in views]
    found = [camera(session, places, i) for i in range(len(views))]
    own.cameras, own.fitted = cameras, before
    return found


def columns(scene: Entry) -> list[int]:
    """Return how many views stand beside each other in a stage of each shape.

    They stand one above the other where that makes them larger, as the scene begins.
    """
    session = Session((scene,))
    count = len(session.study.picture.all_views)

    def large(shape: float) -> float:
        height = view_size(count, shape)[1]
        return sum(
            math.log(c.scale if isinstance(c, Camera2D) else height / c.distance)
            for c in fitted(session, shape)
        )

    return [
        count if large(shape / count) >= large(shape * count) else 1 for shape in SHAPES
    ]


# ----------------------------------------------------------------------------


# So many units make up a pixel of a view in the plane: where samples are kept, which
# are many, and where one state is told, which may be looked at from nearer.
_KEPT = 20.0
_TOLD = 2000.0

# Names are as large in views of all shapes.
_NAME = name_size(ALONE[1])


def unit(camera: Camera2D | OrbitCamera) -> float:
    """Return the length in the world that a page's whole numbers count."""
    return 1.0 / (_KEPT * camera.scale) if isinstance(camera, Camera2D) else UNIT


def told_view(
    drawlist: DrawList,
    of_article: Collection[int],
    camera: Camera2D | OrbitCamera,
    size: Point,
) -> dict[str, Any]:
    """Return one view of one state as a page has it; see `SampledView`."""
    view = SampledView(drawlist, camera, size)
    if isinstance(camera, Camera2D):
        view.unit = 1.0 / (_TOLD * camera.scale)
    shapes, words = view.told(drawlist, of_article)
    return {
        **view.seen(),
        "prims": [*map(told_shape, shapes)],
        "texts": [*map(told_word, words)],
    }


class SampledView:
    """One view of a stop, sample by sample.

    Parameters
    ----------
    first
        The view as the stop's own state shows it.
    camera
        From where it is seen at first.
    size
        Its width and height in pixels.
    """

    def __init__(
        self, first: DrawList, camera: Camera2D | OrbitCamera, size: Point
    ) -> None:
        self.caption = first.caption
        self.camera, self.size, self.unit = camera, size, unit(camera)
        self._shapes, self._labels = Slots(), Labels()
        self._samples = 0

    def add(self, drawlist: DrawList, of_article: Collection[int]) -> None:
        """Tell one more sample; `of_article` are the ids of the listing's records."""
        shapes, words = self.told(drawlist, of_article)
        self._shapes.add(self._samples, shapes)
        self._labels.add(self._samples, words)
        self._samples += 1

    def told(
        self, drawlist: DrawList, of_article: Collection[int]
    ) -> tuple[list[Shape], list[Word]]:
        """Return the shapes and the words of one sample."""
        shapes: list[Shape | None] = []
        words: list[Word | None] = []
        flat = isinstance(self.camera, Camera2D)
        for record in drawlist.records:
            own = id(record) in of_article
            if isinstance(record, Label):
                words.append(
                    plane_word(record, self.unit, _NAME, own)
                    if flat
                    else space_word(record, _NAME, own)
                )
                continue
            if isinstance(record, Dimension):
                words.append(plane_word(record, self.unit, _NAME, own))
            shapes.append(
                plane_shape(record, self.unit, own)
                if flat
                else space_shape(record, own)
            )
        return [s for s in shapes if s], [w for w in words if w]

    def blank(self) -> None:
        """Note that one more sample has nothing in this view."""
        self._samples += 1

    def packed(self) -> dict[str, Any]:
        """Return the view as the page has it."""
        return {
            **self.seen(),
            "prims": self._shapes.packed(self._samples),
            "texts": self._labels.packed(self._samples),
        }

    def seen(self) -> dict[str, Any]:
        """Return what a view is, and from where it is seen."""
        return {
            "space": int(isinstance(self.camera, OrbitCamera)),
            "caption": translated(self.caption),
            "size": list(self.size),
            "camera": told_camera(self.camera),
            "unit": self.unit,
        }


def told_camera(camera: Camera2D | OrbitCamera) -> Any:
    """Return a camera as a page has it."""
    if isinstance(camera, Camera2D):
        return [*camera.center, camera.scale]
    return {
        "target": list(camera.target),
        "distance": camera.distance,
        "yaw": camera.yaw,
        "pitch": camera.pitch,
        "fov": camera.fov,
    }
