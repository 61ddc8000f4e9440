"""Draws one view of a draw list into the bound framebuffer."""

import operator
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

import numpy as np
from pyglet import gl

from playground.render import grid
from playground.render.gl.map_layer import BackdropLayer
from playground.render.gl.shape_layer import ShapeLayer
from playground.render.gl.space_layer import SpaceLayer
from playground.render.instance_buffer import Sheet
from playground.render.instance_format import Packed, Point
from playground.render.labels import Box, Measure, PlacedText, Sides, Words, box_of
from playground.render.magnifier import Loupe
from playground.render.map_colors import Backdrop
from playground.render.plane_painter import Plane
from playground.render.theme import RGBA, Theme, name_size
from playground.render.view_composer import Composer, PlaneView, SpaceView
from playground.render.viewport import PixelViewport
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Record


class LensLayer:
    """What draws the inside of lenses; owns a program."""

    def __init__(self) -> None:
        self._round = ShapeLayer("round_shape_fragment")

    def draw(self, seen: Plane, middle: Point, size: Point, corner: Point) -> None:
        """Draw what is seen through a lens whose middle is at a pixel of the viewport.

        For the viewport's size and corner see `ShapeLayer.draw`.
        """
        self._round.use()
        self._round.uniforms.floats("u_round", seen.sheet.box[0])
        self._round.draw(seen.sheet.packed, middle, size, corner)

    def delete(self) -> None:
        """Free the GL objects."""
        self._round.delete()


# ----------------------------------------------------------------------------


# What a view is composed of: what is the same only if nobody made it anew, and what is
# if it is equal.
_Given = tuple[
    tuple[DrawList, Backdrop | None, Sides | None, Loupe | None, Theme],
    tuple[
        Camera2D | OrbitCamera,
        PixelViewport,
        list[Record],
        Measure,
        float,
        tuple[Box, ...],
    ],
]
# No more views are in one picture.
_VIEWS = 8


class Canvas:
    """Draws views; needs a current OpenGL 3.3 context, whose objects it owns.

    One canvas serves all views of a context and allocates nothing while it draws.
    """

    def __init__(self) -> None:
        self._shapes = ShapeLayer()
        self._composer = Composer()
        self._kept: dict[Viewport, tuple[_Given, PlaneView | SpaceView]] = {}

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
        taken: Sequence[Viewport] = (),
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
        taken
            The places in the window that are no room for labels.
        """
        frame = PixelViewport.of(viewport, framebuffer_size, pixel_ratio)
        large = name or name_size(viewport.height)
        held = drawlist, backdrop, sides, lens, theme
        boxes = tuple([box_of(place) for place in taken])
        given = held, (camera, frame, [*overlay], measure, large, boxes)
        view = self._composed(given)
        with _painting(frame):
            wipe(theme.background)
            if isinstance(view, SpaceView):
                self._in_space(view, frame, backdrop, theme)
            elif isinstance(camera, Camera2D):
                self._in_plane(view, camera, frame, backdrop, theme)
        return view.texts

    def _composed(self, given: _Given) -> PlaneView | SpaceView:
        """Return what a view consists of; where nothing has changed as it was."""
        (drawlist, backdrop, sides, lens, theme), rest = given
        camera, frame, overlay, measure, large, boxes = rest
        kept = self._kept.get(frame.viewport)
        if kept:
            before, view = kept
            if all(map(operator.is_, before[0], given[0])) and before[1] == rest:
                return view
        words = Words(measure, large, sides, theme, boxes)
        if isinstance(camera, OrbitCamera):
            found: PlaneView | SpaceView = self._composer.in_space(
                drawlist, camera, frame, overlay, backdrop, words
            )
        else:
            found = self._composer.in_plane(
                drawlist, camera, frame, overlay, backdrop, words, lens
            )
        if len(self._kept) >= _VIEWS:
            self._kept.clear()
        self._kept[frame.viewport] = given, found
        return found

    def _in_plane(
        self,
        view: PlaneView,
        camera: Camera2D,
        frame: PixelViewport,
        backdrop: Backdrop | None,
        theme: Theme,
    ) -> None:
        ratio = frame.ratio
        ruled = grid.lines(
            camera, frame.viewport, ratio, frame.box, theme, view.opacity
        )
        if backdrop:
            if backdrop.painted.covers:
                self._marks(ruled, frame)
                ruled = ruled[:0]
            at = view.plane.points(backdrop.corners)
            ends = np.concatenate([at, np.ones((4, 1))], axis=1)
            at_screen = frame.clipped(ends)
            self._backdrop.draw(backdrop.painted, at_screen, theme, ratio, frame.top)
        self._marks(np.concatenate([ruled, view.plane.sheet.packed]), frame)
        if view.glass:
            self._marks(view.glass.ground.packed, frame)
            x, y = frame.to_sheet(np.array(view.glass.lens.center)).tolist()
            middle_of_it = frame.center[0] + x, frame.center[1] + y
            inside = view.glass.inside
            self._round.draw(inside, middle_of_it, frame.size, frame.corner)
            self._marks(view.glass.rim.packed, frame)
        self._leaders(view.leaders, frame)

    def _in_space(
        self,
        view: SpaceView,
        frame: PixelViewport,
        backdrop: Backdrop | None,
        theme: Theme,
    ) -> None:
        space, at = view.space, (frame.center, frame.size)
        self._space.draw_floor(space, view.solids, *at)
        if backdrop:
            eye = space.eye(backdrop.corners) * (1.0, 1.0, -1.0)
            ends = frame.clipped(eye * (space.focal, space.focal, 1.0))
            self._backdrop.draw(backdrop.painted, ends, theme, frame.ratio, frame.top)
        rows = space.sheet.packed
        self._space.draw(space, view.solids, view.meshes, rows, *at, frame.corner)
        over = np.concatenate([view.overlay.packed, view.axes.packed])
        self._marks(over, frame)
        self._leaders(view.leaders, frame)

    def _leaders(self, sheet: Sheet | None, frame: PixelViewport) -> None:
        if sheet:
            self._marks(sheet.packed, frame)

    def _marks(self, rows: Packed, frame: PixelViewport) -> None:
        self._shapes.draw(rows, frame.center, frame.size, frame.corner)

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


def wipe(colour: RGBA) -> None:
    """Fill all of what is drawn to."""
    gl.glClearColor(*colour)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)


@contextmanager
def _painting(frame: PixelViewport) -> Iterator[None]:
    """Set the GL state that drawing needs, and put back what was there before."""
    viewport, scissor = _integers(4, gl.GL_VIEWPORT), _integers(4, gl.GL_SCISSOR_BOX)
    clear = (gl.GLfloat * 4)()
    gl.glGetFloatv(gl.GL_COLOR_CLEAR_VALUE, clear)
    before = {flag: bool(gl.glIsEnabled(flag)) for flag in _FLAGS}
    used, array, buffer, *factors = _integers(1, *_BOUND, *_FACTORS)
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
_BOUND = (
    gl.GL_CURRENT_PROGRAM,
    gl.GL_VERTEX_ARRAY_BINDING,
    gl.GL_ARRAY_BUFFER_BINDING,
)
_FACTORS = (
    gl.GL_BLEND_SRC_RGB,
    gl.GL_BLEND_DST_RGB,
    gl.GL_BLEND_SRC_ALPHA,
    gl.GL_BLEND_DST_ALPHA,
)


def _switch(flag: int, on: bool) -> None:
    (gl.glEnable if on else gl.glDisable)(flag)


def _integers(count: int, *names: int) -> list[int]:
    """Return what the state of those names is, of each so many numbers."""
    values = (gl.GLint * count)()
    found: list[int] = []
    for name in names:
        gl.glGetIntegerv(name, values)
        found.extend(values)
    return found
