"""Draws one view of a draw list into the bound framebuffer."""

import ctypes
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TypeGuard

import numpy as np
from pyglet import gl

from playground.render import gizmo, grid, labels, lens_layer, loupe
from playground.render.backdrop import Backdrop, BackdropLayer
from playground.render.contour_numbers import ContourNumbers, free
from playground.render.faces import faces
from playground.render.instances import Array, Packed, Pen, Point, Sheet
from playground.render.labels import Box, Measure, PlacedText, Request, Sides
from playground.render.lens_layer import LensLayer
from playground.render.loupe import Lens, Loupe
from playground.render.plane import Plane
from playground.render.shapes import ShapeLayer
from playground.render.solids import inked, solids
from playground.render.space import Space
from playground.render.space_layer import SpaceLayer
from playground.render.theme import RGBA, Theme, faded
from playground.render.type_scale import name_size, tick_size
from playground.scene.drawlist import Dot, DrawList, Label, Record, Role
from playground.view.camera import Camera2D, OrbitCamera, Viewport

_SAMPLE_SPACING = 5.0
_PLATE = 0.72
# A note against a name.
_NOTE = 0.87
# The dots that join a label to its anchor: how far apart, how wide, how strong. No
# line of a figure is dotted.
_DOTTED, _DOT, _LEADER = 4.0, 1.5, 0.85
# How much of the grid is left over a backdrop.
_OVER_BACKDROP = 0.4
# Numbers nearer to each other than this, in a row, would read as one.
_ROOM = 8.0


@dataclass(frozen=True)
class _Frame:
    """A viewport in physical pixels: OpenGL's rectangle and the view's middle in it."""

    left: int
    bottom: int
    width: int
    height: int
    center: Point
    box: Point
    ratio: float
    viewport: Viewport

    @staticmethod
    def of(
        viewport: Viewport, framebuffer_size: tuple[int, int], ratio: float
    ) -> "_Frame":
        left = round(viewport.x * ratio)
        right = round((viewport.x + viewport.width) * ratio)
        top = round(viewport.y * ratio)
        bottom = round((viewport.y + viewport.height) * ratio)
        x, y = viewport.center
        return _Frame(
            left,
            framebuffer_size[1] - bottom,
            max(right - left, 1),
            max(bottom - top, 1),
            (x * ratio - left, bottom - y * ratio),
            (viewport.width * ratio / 2, viewport.height * ratio / 2),
            ratio,
            viewport,
        )

    @property
    def size(self) -> Point:
        return float(self.width), float(self.height)

    @property
    def corner(self) -> Point:
        return float(self.left), float(self.bottom)

    def clipped(self, ends: Array) -> Array:
        """Return x, y and w `(n, 3)` in clip coordinates.

        Given are pixels from the view's middle, times w, and w.
        """
        shift = 2.0 * np.asarray(self.center) / self.size - 1.0
        flat = ends[:, :2] * (2.0 / np.asarray(self.size)) + shift * ends[:, 2:]
        return np.concatenate([flat, ends[:, 2:]], axis=1)

    def to_screen(self, pixels: Array) -> Array:
        """Return sheet pixels as logical screen points."""
        return np.asarray(self.viewport.center) + pixels * (1, -1) / self.ratio

    def to_sheet(self, points: Array) -> Array:
        """Return logical screen points as sheet pixels."""
        return (points - self.viewport.center) * (1, -1) * self.ratio


# A label, where in sheet pixels it belongs, and in which direction to try first.
_Found = tuple[Label, Point, Sequence[float]]


@dataclass(frozen=True)
class _Words:
    """How the words of a view are set."""

    measure: Measure
    name: float
    sides: Sides | None
    theme: Theme

    @property
    def small(self) -> float:
        """The size of a note."""
        return _NOTE * self.name

    def requests(self, found: Sequence[_Found], frame: _Frame) -> list[Request]:
        """Return the labels to place, those of the verdict first, the faint last."""
        ordered = sorted(found, key=lambda one: _rank(one[0]))
        seen: Counter[str] = Counter()
        requests = []
        for label, at, toward in ordered:
            # The text of a number changes with it, its key does not.
            known = label.key or label.text
            seen[known] += 1
            requests.append(self._request(label, at, toward, frame, seen[known]))
        return requests

    def _request(
        self,
        label: Label,
        at: Point,
        toward: Sequence[float],
        frame: _Frame,
        number: int,
    ) -> Request:
        x, y = frame.viewport.center
        return Request(
            x + float(at[0]) / frame.ratio,
            y - float(at[1]) / frame.ratio,
            (float(toward[0]), -float(toward[1])),
            label.gap,
            label.text,
            label.size * self.name,
            faded(self.theme.texts[label.role], label.alpha),
            faded(self.theme.background, _PLATE * label.alpha),
            (label.key or label.text, number),
        )


def _rank(label: Label) -> int:
    """Return how late a label is placed: the verdict's own numbers come first."""
    if label.role in (Role.HIT, Role.MISS):
        return 0
    return 2 if label.lesson or label.role in (Role.MUTED, Role.CONSTRUCTION) else 1


def _heading_box(caption: str, viewport: Viewport, measure: Measure) -> Box:
    """Return where a view's heading lies, which is bold and a little wider."""
    width, height = measure(caption, 14.0)
    left, top = viewport.x + 12.0, viewport.y + 8.0
    return left, top, left + width + 12.0, top + height + 8.0


class Canvas:
    """Draws views; needs a current OpenGL 3.3 context, whose objects it owns.

    One canvas serves all views of a context and allocates nothing while it draws.
    """

    def __init__(self) -> None:
        self._shapes = ShapeLayer()
        # These change with the camera only, which stands while a shape is dragged.
        self._tick_texts = lru_cache(maxsize=8)(_tick_texts)
        self._gizmo = lru_cache(maxsize=8)(_gizmo)
        self._contours = ContourNumbers()

    def draw(
        self,
        drawlist: DrawList,
        camera: Camera2D | OrbitCamera,
        viewport: Viewport,
        *,
        framebuffer_size: tuple[int, int],
        pixel_ratio: float,
        theme: Theme,
        overlay: Sequence[Record] = (),
        backdrop: Backdrop | None = None,
        measure: Measure,
        name: float = 0.0,
        sides: Sides | None = None,
        lens: Loupe | None = None,
    ) -> list[PlacedText]:
        """Draw one view, without its `views`, and return the texts to draw on it.

        Parameters
        ----------
        drawlist
            What to draw.
        camera
            An `OrbitCamera` draws it in space, a `Camera2D` in the plane.
        viewport
            The part of the window, in logical pixels; all of it is painted.
        framebuffer_size
            Width and height of the bound framebuffer in physical pixels.
        pixel_ratio
            Physical pixels per logical pixel.
        theme
            The colours.
        overlay
            Records drawn last, over everything (drag handles).
        backdrop
            A picture in the world to draw below everything but a floor.
        measure
            Returns width and height of a text at a size, in logical pixels.
        name
            The size of a name; without it the one that goes with the viewport's height.
        sides
            Where the view's labels were in the last frame; takes where they are now.
        lens
            What the view's loupe was in the last frame; without it there is none.
        """
        words = _Words(measure, name or name_size(viewport.height), sides, theme)
        frame = _Frame.of(viewport, framebuffer_size, pixel_ratio)
        with _painting(frame):
            gl.glClearColor(*theme.background)
            gl.glClear(gl.GL_COLOR_BUFFER_BIT)
            if isinstance(camera, OrbitCamera):
                return self._in_space(
                    drawlist, camera, frame, theme, overlay, backdrop, words
                )
            return self._in_plane(
                drawlist, camera, frame, theme, overlay, backdrop, words, lens
            )

    def _in_plane(
        self,
        drawlist: DrawList,
        camera: Camera2D,
        frame: _Frame,
        theme: Theme,
        overlay: Sequence[Record],
        backdrop: Backdrop | None,
        words: "_Words",
        remembered: Loupe | None,
    ) -> list[PlacedText]:
        viewport, ratio = frame.viewport, frame.ratio
        opacity = _OVER_BACKDROP if backdrop else 1.0
        ruled = grid.lines(camera, viewport, ratio, frame.box, theme, opacity)
        plane = Plane.seen(camera, ratio, frame.box, theme)
        plane.draw(drawlist.records)
        plane.draw(overlay)
        if backdrop:
            at = plane.points(backdrop.corners)
            ends = np.concatenate([at, np.ones((4, 1))], axis=1)
            self._backdrop.draw(backdrop.painted, frame.clipped(ends), theme, ratio)
        rows = np.concatenate([ruled, plane.sheet.pack()])
        self._shapes.draw(rows, frame.center, frame.size, frame.corner)
        found = [
            (label, at, label.toward)
            for label, at in plane.labels((*drawlist.records, *overlay))
        ]
        ink = _ink(plane.sheet, frame)
        lens = remembered and self._lens(
            remembered, drawlist, overlay, camera, found, ink, frame, words
        )
        boxes = [lens.box] if lens else []
        if drawlist.caption:
            boxes.append(_heading_box(drawlist.caption, viewport, words.measure))
        placed = self._placed(found, ink, frame, words, boxes)
        numbers = self._tick_texts(
            camera, viewport, theme.tick_text, words.measure, tick_size(words.name)
        )
        ticks = _free(numbers, [*boxes, *(text.box for text in placed)], ink)
        about = (
            lens_layer.words(lens, theme, words.small, words.measure) if lens else []
        )
        plated = _legible([*ticks, *placed], theme, backdrop)
        boxes += [text.box for text in plated]
        lines = self._numbers(backdrop, camera, boxes, ink, frame, words)
        return [*lines, *plated, *about]

    def _numbers(
        self,
        backdrop: Backdrop | None,
        camera: Camera2D | OrbitCamera,
        taken: Sequence[Box],
        ink: Array,
        frame: _Frame,
        words: "_Words",
    ) -> list[PlacedText]:
        """Return the numbers on a map's contour lines, where there is room for them."""
        if backdrop is None:
            return []
        found = self._contours.texts(
            backdrop,
            lambda points: camera.to_screen(points, frame.viewport),
            frame.viewport,
            camera,
            words.theme,
            tick_size(words.name),
            words.measure,
        )
        return free(found, taken, ink)

    def _lens(
        self,
        remembered: Loupe,
        drawlist: DrawList,
        overlay: Sequence[Record],
        camera: Camera2D,
        found: Sequence[_Found],
        ink: Array,
        frame: _Frame,
        words: "_Words",
    ) -> Lens | None:
        """Draw the loupe, if the gap that decides is too small to be seen."""
        gap = loupe.small_gap(drawlist.records)
        if gap is None:
            remembered.shut()
            return None
        kept = [
            camera.to_screen(r.at, frame.viewport) for r in overlay if _has_place(r)
        ]
        kept += [frame.to_screen(np.array(at)) for _, at, _ in found]
        if drawlist.caption:
            x, y = frame.viewport.x, frame.viewport.y
            kept += [np.array([x + along, y + 16.0]) for along in (16.0, 64.0, 112.0)]
        _, tall = words.measure(gap.text, words.small)
        lens = loupe.opened(
            remembered,
            gap,
            camera,
            frame.viewport,
            ink=ink,
            kept=np.array(kept).reshape(-1, 2),
            line=tall + 2 * lens_layer.BESIDE,
        )
        if lens is None:
            return None
        at, place = frame.to_sheet(np.array([lens.center, lens.place])).tolist()
        way = frame.to_sheet(np.array(lens.leader))
        ratio, theme = frame.ratio, words.theme
        on = frame.center, frame.size, frame.corner
        self._shapes.draw(
            lens_layer.ground(lens, at, place, way, frame.box, ratio, theme), *on
        )
        self._round.draw(lens, drawlist.records, at, on, ratio, theme)
        self._shapes.draw(lens_layer.rim(lens, at, frame.box, ratio, theme), *on)
        return lens

    def _in_space(
        self,
        drawlist: DrawList,
        camera: OrbitCamera,
        frame: _Frame,
        theme: Theme,
        overlay: Sequence[Record],
        backdrop: Backdrop | None,
        words: "_Words",
    ) -> list[PlacedText]:
        viewport, ratio = frame.viewport, frame.ratio
        scene = Space.seen(camera, viewport, ratio, frame.box, theme)
        scene.draw(drawlist.records)
        found = solids(scene, drawlist.records)
        meshes = faces(scene, drawlist.records)
        rows = scene.sheet.pack()
        self._space.draw_floor(scene, found, frame.center, frame.size)
        if backdrop:
            eye = scene.eye(backdrop.corners) * (1.0, 1.0, -1.0)
            ends = eye * (scene.focal, scene.focal, 1.0)
            self._backdrop.draw(backdrop.painted, frame.clipped(ends), theme, ratio)
        self._space.draw(
            scene, found, meshes, rows, frame.center, frame.size, frame.corner
        )
        top = Space.seen(camera, viewport, ratio, frame.box, theme)
        top.draw(overlay)
        marks, about_axes, names = self._gizmo(camera, frame, theme, words.measure)
        rows = np.concatenate([top.sheet.pack(), marks])
        self._shapes.draw(rows, frame.center, frame.size, frame.corner)
        labelled = [
            (label, at, scene.direction(label.toward))
            for label in (*drawlist.records, *overlay)
            if isinstance(label, Label) and (at := scene.project(label.at))
        ]
        covered = frame.to_screen(
            np.concatenate([inked(found, scene.focal), meshes.ink])
        )
        drawn = _ink(scene.sheet, frame), _ink(top.sheet, frame)
        ink = np.concatenate([covered, *drawn, about_axes])
        placed = self._placed(labelled, ink, frame, words)
        boxes = [text.box for text in (*placed, *names)]
        lines = self._numbers(backdrop, camera, boxes, ink, frame, words)
        return [*lines, *_legible(placed, theme, backdrop), *names]

    def _placed(
        self,
        found: Sequence[_Found],
        ink: Array,
        frame: _Frame,
        words: "_Words",
        taken: Sequence[Box] = (),
    ) -> list[PlacedText]:
        """Find places for labels; draw the lines that join them to anchors far off."""
        requests = words.requests(found, frame)
        placed = labels.place(
            requests, ink, frame.viewport, words.measure, words.sides, taken
        )
        if any(text.leader for text in placed):
            sheet = _leaders(placed, frame, words.theme)
            self._shapes.draw(sheet.pack(), frame.center, frame.size, frame.corner)
        return placed

    @cached_property
    def _space(self) -> SpaceLayer:
        """What draws in space; its programs are compiled when there is something."""
        return SpaceLayer()

    @cached_property
    def _round(self) -> LensLayer:
        """What draws through a lens, compiled for the first one."""
        return LensLayer()

    @cached_property
    def _backdrop(self) -> BackdropLayer:
        """What draws maps, compiled for the first one."""
        return BackdropLayer()

    def delete(self) -> None:
        """Free the GL objects."""
        self._shapes.delete()
        for name in ("_space", "_backdrop", "_round"):
            if name in vars(self):
                getattr(self, name).delete()


def _leaders(placed: Sequence[PlacedText], frame: _Frame, theme: Theme) -> Sheet:
    """Return the dotted lines that join labels to anchors far off."""
    sheet, ratio = Sheet(frame.box), frame.ratio
    for text in placed:
        if text.leader is None:
            continue
        tone = faded(theme.text_muted, _LEADER * text.colour[3])
        start, end = frame.to_sheet(np.array(text.leader))
        far = float(np.hypot(*(end - start)))
        step = (end - start) / far
        dots = start + np.arange(0.0, far, _DOTTED * ratio)[:, None] * step
        # A dot is a piece of a line with round ends that has next to no length.
        ends = np.stack([dots, dots + 0.1 * ratio * step], axis=1).reshape(-1, 2)
        sheet.pieces(ends.tolist(), Pen(tone, _DOT * ratio))
    return sheet


def _gizmo(
    camera: OrbitCamera, frame: _Frame, theme: Theme, measure: Measure
) -> tuple[Packed, Array, list[PlacedText]]:
    """Return the little axes: instances, points on them, and their names."""
    axes = gizmo.Gizmo(camera, frame.viewport)
    sheet = axes.draw(frame.box, frame.ratio, theme)
    return sheet.pack(), _ink(sheet, frame), axes.texts(theme, measure)


def _legible(
    texts: list[PlacedText], theme: Theme, backdrop: Backdrop | None
) -> list[PlacedText]:
    """Give each text a plate of the background's colour where a picture is behind."""
    if backdrop is None:
        return texts
    return [replace(text, plate=faded(theme.background, _PLATE)) for text in texts]


def _ink(sheet: Sheet, frame: _Frame) -> Array:
    return frame.to_screen(sheet.samples(_SAMPLE_SPACING * frame.ratio))


def _tick_texts(
    camera: Camera2D, viewport: Viewport, tone: RGBA, measure: Measure, size: float
) -> list[tuple[PlacedText, list[PlacedText]]]:
    """Return the numbers on the axes, each with those before it that it would be on."""
    texts: list[PlacedText] = []
    for tick in grid.ticks(camera, viewport):
        extent = measure(tick.text, size)
        corner = grid.tick_corner(tick, extent, viewport)
        if corner:
            text = PlacedText(*corner, tick.text, size, tone, *extent)
            texts.append(text)
    boxes = [text.box for text in texts]
    return [
        (text, [texts[i] for i in _under(text, boxes[:place])])
        for place, text in enumerate(texts)
    ]


def _free(
    numbers: Sequence[tuple[PlacedText, list[PlacedText]]],
    taken: Sequence[Box],
    ink: Array,
) -> list[PlacedText]:
    """Return the numbers on the axes without those that would lie on something."""
    texts: list[PlacedText] = []
    for text, crowded in numbers:
        if not (_under(text, taken) or any(other in texts for other in crowded)):
            texts.append(text)
    boxes = [(t.x - 1, t.y, t.x + t.width + 1, t.y + t.height) for t in texts]
    hidden = labels.touched(np.array(boxes).reshape(-1, 4), ink)
    return [text for text, on_ink in zip(texts, hidden, strict=True) if not on_ink]


def _under(text: PlacedText, boxes: Sequence[Box]) -> list[int]:
    """Return the numbers of the boxes that a text would lie on."""
    left, top, right, bottom = text.box
    left, right = left - _ROOM, right + _ROOM
    return [
        number
        for number, (x, y, end, foot) in enumerate(boxes)
        if left < end and x < right and top < foot and y < bottom
    ]


def _has_place(record: Record) -> TypeGuard[Dot | Label]:
    return isinstance(record, Dot | Label)


@contextmanager
def _painting(frame: _Frame) -> Iterator[None]:
    """Set the GL state that drawing needs, and put back what was there before."""
    viewport, scissor = _integers(gl.GL_VIEWPORT, 4), _integers(gl.GL_SCISSOR_BOX, 4)
    clear = (gl.GLfloat * 4)()
    gl.glGetFloatv(gl.GL_COLOR_CLEAR_VALUE, clear)
    before = {flag: bool(gl.glIsEnabled(flag)) for flag in _FLAGS}
    factors = [_integers(name, 1)[0] for name in _FACTORS]
    used = _integers(gl.GL_CURRENT_PROGRAM, 1)[0]
    array = _integers(gl.GL_VERTEX_ARRAY_BINDING, 1)[0]
    buffer = _integers(gl.GL_ARRAY_BUFFER_BINDING, 1)[0]
    rectangle = frame.left, frame.bottom, frame.width, frame.height
    changed = [flag for flag, wanted in _FLAGS.items() if before[flag] != wanted]
    for flag in changed:
        _switch(flag, _FLAGS[flag])
    gl.glViewport(*rectangle)
    gl.glScissor(*rectangle)
    gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
    try:
        yield
    finally:
        for flag in changed:
            _switch(flag, not _FLAGS[flag])
        gl.glViewport(*viewport)
        gl.glScissor(*scissor)
        gl.glClearColor(*clear)
        gl.glBlendFuncSeparate(*factors)
        gl.glUseProgram(used)
        gl.glBindVertexArray(array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, buffer)


_FLAGS = {
    gl.GL_BLEND: True,
    gl.GL_SCISSOR_TEST: True,
    gl.GL_DEPTH_TEST: False,
    gl.GL_CULL_FACE: False,
    gl.GL_STENCIL_TEST: False,
}
_FACTORS = (
    gl.GL_BLEND_SRC_RGB,
    gl.GL_BLEND_DST_RGB,
    gl.GL_BLEND_SRC_ALPHA,
    gl.GL_BLEND_DST_ALPHA,
)


def _switch(flag: int, on: bool) -> None:
    (gl.glEnable if on else gl.glDisable)(flag)


def _integers(name: int, count: int) -> ctypes.Array[ctypes.c_int]:
    values = (gl.GLint * count)()
    gl.glGetIntegerv(name, values)
    return values
