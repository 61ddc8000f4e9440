"""The pictures of many samples of one view: each shape once, its numbers as columns.

A view in the plane has shapes as the window draws them, in tenths of a pixel from its
top left corner; a view in space has its records, in ten-thousandths of a unit, for the
page looks at them from any side.
"""

import math
from collections.abc import Callable, Collection, Iterator
from itertools import groupby
from typing import Any

import numpy as np

from playground.page import colours
from playground.page.marked import marked_name
from playground.page.packing import texts
from playground.page.slots import Labels, Shape, Slots, Word
from playground.render import grid
from playground.render.arrays import Array, Point
from playground.render.composing import Composer, PlaneView
from playground.render.fonts import BODY, font
from playground.render.frame import PixelViewport
from playground.render.free_labels import Words
from playground.render.instances import FAR, Sheet
from playground.render.svg import flat
from playground.render.svg.flat import Area, Chain, Mark, Pieces, Prim, Ring
from playground.render.theme import DARK, LIGHT, Theme
from playground.render.type_scale import name_size
from playground.render.typeset import Voice, measure
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.drawlist import DrawList
from playground.scene.faces import Disc, Mesh, Patch
from playground.scene.records import (
    Arrow,
    Capsule,
    Dot,
    Ellipse,
    Filled,
    Grid,
    Label,
    Line,
    Polygon,
    Polyline,
    Record,
    RightAngle,
    Segment,
    Sphere,
    Stroke,
)

_PIXEL, _UNIT, _ANGLE, _ALPHA = 10.0, 1e4, 1e4, 255.0
# No number of a page is larger: what is so far off is out of sight.
_FAR = 1e11
# Corners of a disc's rim in space.
_RIM = 48
# The pages that a label is on.
_EXPLORE, _DERIVATION, _BOTH = 1, 2, 3


class SampledView:
    """One view of a stop, sample by sample.

    Parameters
    ----------
    first
        The view as the stop's own state shows it.
    camera
        From where it is seen.
    size
        Its width and height in pixels.
    """

    def __init__(
        self, first: DrawList, camera: Camera2D | OrbitCamera, size: Point
    ) -> None:
        self.caption = first.caption
        self.camera, self.size = camera, size
        self._shapes, self._labels = Slots(), Labels()
        self._composer = Composer(flat.Recorder)
        self._ticks: dict[tuple[int, int, str], int] = {}
        self._shown: list[set[int]] = []
        self._samples = 0

    @property
    def _viewport(self) -> Viewport:
        return Viewport(0.0, 0.0, *self.size)

    def add(self, drawlist: DrawList, of_article: Collection[int]) -> None:
        """Draw one more sample; `of_article` are the ids of the listing's records."""
        if isinstance(self.camera, OrbitCamera):
            self._in_space(drawlist, of_article)
        else:
            self._in_plane(drawlist, self.camera, of_article)
        self._samples += 1

    def blank(self) -> None:
        """Note that one more sample has nothing in this view."""
        self._shown.append(set())
        self._samples += 1

    def _in_plane(
        self, drawlist: DrawList, camera: Camera2D, of_article: Collection[int]
    ) -> None:
        whole = self._composed(drawlist, camera)
        shapes = _shapes(whole.plane.sheet, camera, self._viewport, of_article)
        self._shapes.add(self._samples, list(shapes))
        if any(record.derivation for record in drawlist.records):
            plain = self._composed(drawlist.plain({}), camera)
            words = [
                *_words(plain, _EXPLORE, of_article),
                *_words(whole, _DERIVATION, of_article),
            ]
        else:
            plain, words = whole, list(_words(whole, _BOTH, of_article))
        self._labels.add(self._samples, words)
        ticks = (
            (round(t.x * _PIXEL), round(t.y * _PIXEL), marked_name(t.text))
            for t in plain.texts
            if t.label is None and t.voice is Voice.NAME
        )
        self._shown.append({self._ticks.setdefault(t, len(self._ticks)) for t in ticks})

    def _composed(self, drawlist: DrawList, camera: Camera2D) -> PlaneView:
        """Return what the window would show of it, without a loupe."""
        frame = PixelViewport.of(self._viewport, _whole(self.size), 1.0)
        words = Words(measure, name_size(self.size[1]), None, LIGHT)
        return self._composer.in_plane(drawlist, camera, frame, (), None, words, None)

    def _in_space(self, drawlist: DrawList, of_article: Collection[int]) -> None:
        shapes = (s for r in drawlist.records for s in _solid(r, id(r) in of_article))
        self._shapes.add(self._samples, list(shapes))
        labels = (r for r in drawlist.records if isinstance(r, Label))
        words = (
            _anchored(label, self.size, id(label) in of_article) for label in labels
        )
        self._labels.add(self._samples, [word for word in words if word])

    def packed(self) -> dict[str, Any]:
        """Return the view as the page has it."""
        told: dict[str, Any] = {
            "space": int(isinstance(self.camera, OrbitCamera)),
            "caption": self.caption,
            "size": list(self.size),
            "prims": self._shapes.packed(self._samples),
            "texts": self._labels.packed(self._samples),
        }
        camera = self.camera
        if isinstance(camera, OrbitCamera):
            told["camera"] = {
                "target": list(camera.target),
                "distance": camera.distance,
                "yaw": camera.yaw,
                "pitch": camera.pitch,
                "fov": camera.fov,
            }
            return told
        return {**told, "scale": camera.scale, "ground": self._ground(camera)}

    def _ground(self, camera: Camera2D) -> dict[str, Any]:
        """Return the grid, and the numbers on the axes where they are free."""
        ruled = zip(*(self._ruled(camera, t) for t in (LIGHT, DARK)), strict=True)
        lines = [
            {
                "light": colours.code(light.pen.colour),
                "dark": colours.code(dark.pen.colour),
                "a": round(light.pen.colour[3] * _ALPHA),
                "w": round(light.pen.width * _PIXEL),
                "n": list(pixels(light.points)),
            }
            for light, dark in ruled
        ]
        shown = (
            "".join(str(int(i in seen)) for i in range(len(self._ticks)))
            for seen in self._shown
        )
        return {
            "lines": lines,
            "ticks": [list(tick) for tick in self._ticks],
            "shown": texts(shown, lambda text: (text, ())),
        }

    def _ruled(self, camera: Camera2D, theme: Theme) -> list[Chain]:
        """Return the lines of the grid."""
        sheet = flat.Recorder((self.size[0] / 2, self.size[1] / 2))
        grid.draw(sheet, camera, self._viewport, 1.0, theme)
        return [prim for prim in sheet.prims if isinstance(prim, Chain)]


def _whole(size: Point) -> tuple[int, int]:
    return round(size[0]), round(size[1])


def pixels(points: Array) -> tuple[int, ...]:
    """Return places in tenths of a pixel, x and y in turn."""
    return tuple(np.rint(points[:, :2] * _PIXEL).astype(int).ravel().tolist())


def tenths(*numbers: float) -> tuple[int, ...]:
    """Return lengths in tenths of a pixel."""
    return tuple(round(x * _PIXEL) for x in numbers)


def _units(*numbers: float) -> tuple[int, ...]:
    return tuple(round(min(max(x, -_FAR), _FAR) * _UNIT) for x in numbers)


def _turn(angle: float) -> int:
    return round(math.remainder(angle, math.tau) * _ANGLE)


def _shape(
    kind: str,
    record: Record,
    numbers: tuple[int, ...],
    of_article: bool,
    *,
    alpha: float | None = None,
    width: float = 0.0,
    fill: float = 0.0,
    marker: str = "",
) -> Shape:
    """Return a shape that is drawn for a record."""
    dashed = isinstance(record, Stroke) and record.dashed and width > 0.0
    fixed = (
        kind,
        colours.tone(record.role),
        int(dashed),
        marker,
        record.since,
        record.key,
        int(record.derivation),
        int(of_article),
        len(numbers),
    )
    looks = (
        round((record.alpha if alpha is None else alpha) * _ALPHA),
        round(width * _PIXEL),
        round(fill * _ALPHA),
    )
    return Shape(fixed, (*looks, *numbers))


def _shapes(
    sheet: Sheet, camera: Camera2D, view: Viewport, of_article: Collection[int]
) -> Iterator[Shape]:
    """Yield the shapes of a view in the plane."""
    for _, group in groupby(flat.noted(sheet), key=lambda prim: id(prim.record)):
        prims = list(group)
        record = prims[0].record
        assert record is not None
        own = id(record) in of_article
        if _curved(record, camera):
            yield _curve(record, camera, view, own)
        elif len(prims) == 2 and _about(*prims):
            outline, inside = prims[1], prims[0]
            assert isinstance(outline, Chain)
            assert isinstance(inside, Area)
            yield _plain(outline, record, own, fill=inside.fill[3])
        else:
            yield from (_plain(prim, record, own) for prim in prims)


def _about(area: Prim, other: Prim) -> bool:
    """Return whether they are an inside and its outline."""
    return (
        isinstance(area, Area)
        and isinstance(other, Chain)
        and other.closed
        and np.array_equal(other.points, area.points)
    )


def _curved(record: Record, camera: Camera2D) -> bool:
    """Return whether a record is one shape of the page, and not many lines."""
    if isinstance(record, Ellipse):
        return max(record.radii) * camera.scale <= FAR
    return isinstance(record, Grid)


def _curve(record: Record, camera: Camera2D, view: Viewport, own: bool) -> Shape:
    if isinstance(record, Ellipse):
        x, y = camera.to_screen(record.center, view).tolist()
        radii = tenths(*(r * camera.scale for r in record.radii))
        numbers = (*tenths(x, y), *radii, _turn(record.angle))
        fill = record.alpha * record.fill
        return _shape("ellipse", record, numbers, own, width=record.width, fill=fill)
    assert isinstance(record, Grid)
    matrix = np.asarray(record.matrix, dtype=np.float64)
    x, y = camera.to_screen(matrix[:2, 2], view).tolist()
    ways = _units(matrix[0, 0], matrix[1, 0], matrix[0, 1], matrix[1, 1])
    numbers = (*ways, *tenths(x, y), record.half)
    return _shape("grid", record, numbers, own, width=record.width)


def _plain(prim: Prim, record: Record, own: bool, fill: float = 0.0) -> Shape:
    """Return the shape of what was told to a sheet."""
    if isinstance(prim, Chain):
        pen = prim.pen
        kind = "closed" if prim.closed else "arrow" if prim.head[0] else "chain"
        numbers = pixels(prim.points)
        if kind == "arrow":
            numbers = (*numbers[:2], *numbers[-2:], *tenths(*prim.head))
        alpha, width = pen.colour[3], pen.width
        return _shape(kind, record, numbers, own, alpha=alpha, width=width, fill=fill)
    if isinstance(prim, Pieces):
        pen = prim.pen
        return _shape(
            "pieces",
            record,
            pixels(prim.ends),
            own,
            alpha=pen.colour[3],
            width=pen.width,
        )
    if isinstance(prim, Ring):
        numbers = tenths(*prim.center, prim.radius)
        if not prim.whole:
            numbers = (*numbers, _turn(-prim.start), round(-prim.sweep * _ANGLE))
        return _shape(
            "ring" if prim.whole else "arc",
            record,
            numbers,
            own,
            width=prim.pen.width,
            fill=prim.fill[3],
        )
    if isinstance(prim, Mark):
        return _shape(
            "mark",
            record,
            tenths(*prim.at, prim.size),
            own,
            width=prim.rim_width,
            marker=prim.marker.value,
        )
    assert isinstance(prim, Area)
    return _shape("closed", record, pixels(prim.points), own, fill=prim.fill[3])


def _words(composed: PlaneView, on: int, of_article: Collection[int]) -> Iterator[Word]:
    """Yield the labels of a view in the plane, where they were placed."""
    for text in composed.texts:
        label = text.label
        if label is None:
            continue
        ends = text.leader or ()
        yield Word(
            _worded(label, text.size, on, id(label) in of_article),
            marked_name(text.text),
            (round(label.alpha * _ALPHA), *tenths(text.x, text.y)),
            tuple(n for end in ends for n in tenths(*end)),
        )


def _worded(label: Label, size: float, on: int, of_article: bool) -> tuple[Any, ...]:
    return (
        colours.text_tone(label.role),
        # A line of text is higher than its letters' em, which is what a page asks for.
        round(size * font(BODY[0]).em * _PIXEL),
        label.since,
        label.key,
        int(label.derivation),
        int(of_article),
        on,
    )


def _anchored(label: Label, size: Point, of_article: bool) -> Word | None:
    """Return a label of a view in space, whose place the page finds."""
    toward = (*label.toward, 0.0)[:3]
    numbers = (*label.at, *toward)
    if not np.isfinite(numbers).all():
        return None
    fixed = _worded(label, label.size * name_size(size[1]), _BOTH, of_article)
    gap = tenths(label.gap)
    return Word(
        fixed,
        marked_name(label.text),
        (round(label.alpha * _ALPHA), *_units(*numbers), *gap),
    )


def _solid(record: Record, of_article: bool) -> Iterator[Shape]:
    """Yield the shape of a record in space, if it has one there."""
    told = _IN_SPACE.get(type(record))
    found = told(record) if told else None
    if found is None:
        return
    kind, points, rest = found
    numbers = np.asarray(points, dtype=np.float64).ravel()
    if not np.isfinite(numbers).all():
        return
    stroke = record.width if isinstance(record, Stroke) else 0.0
    inside = record.fill * record.alpha if isinstance(record, Filled) else 0.0
    yield _shape(
        kind,
        record,
        (*_units(*numbers.tolist()), *rest),
        of_article,
        width=stroke,
        fill=inside,
        marker=record.marker.value if isinstance(record, Dot) else "",
    )


# What a record in space is called, its places, and its other numbers.
_Told = tuple[str, Any, tuple[int, ...]] | None


def _right_angle(mark: RightAngle) -> _Told:
    arms = np.array([mark.a, mark.b], dtype=np.float64)
    sizes = np.linalg.norm(arms, axis=1, keepdims=True)
    if not sizes.min() > 0.0:
        return None
    return "angle", [mark.at, *(arms / sizes)], tenths(mark.size)


def _line(line: Line) -> _Told:
    ends = (line.start, line.stop)
    finite = [min(max(k, -_FAR), _FAR) for k in ends]
    return "line", [*line.at, *line.direction, *finite], ()


_IN_SPACE: dict[type[Record], Callable[[Any], _Told]] = {
    Dot: lambda r: ("mark", r.at, tenths(r.size)),
    Segment: lambda r: ("chain", [r.a, r.b], ()),
    Line: _line,
    Arrow: lambda r: ("arrow", [r.tail, r.tip], ()),
    Polyline: lambda r: ("chain", r.points, ()) if len(r.points) > 1 else None,
    Polygon: lambda r: ("closed", r.points, ()) if len(r.points) > 2 else None,
    Disc: lambda r: ("closed", r.rim(_RIM), ()),
    Patch: lambda r: ("closed", r.corners(), ()),
    Sphere: lambda r: ("sphere", [*r.center, r.radius], ()),
    Capsule: lambda r: ("capsule", [*r.a, *r.b, r.radius], ()),
    RightAngle: _right_angle,
    Mesh: lambda r: (
        ("faces", np.asarray(r.points)[np.asarray(r.triangles)], ())
        if len(r.triangles)
        else None
    ),
}
