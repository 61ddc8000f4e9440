"""Draws one view of a draw list into the bound framebuffer."""

import math
import operator
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

import numpy as np
from pyglet import gl

from playground.render import grid
from playground.render.gl.map_layer import MapLayer
from playground.render.gl.shape_layer import ShapeLayer
from playground.render.gl.space_layer import SpaceLayer
from playground.render.instance_buffer import InstanceBuffer
from playground.render.instance_format import Float32Array, Point
from playground.render.labels import (
    Box,
    LabelSides,
    LabelStyle,
    Measure,
    PlacedText,
    has_moving_labels,
    viewport_box,
)
from playground.render.magnifier import MagnifierState
from playground.render.map_colors import MapImage
from playground.render.plane_painter import PlanePainter
from playground.render.theme import RGBA, Theme, canvas_label_size
from playground.render.view_composer import PlaneView, SpaceView, ViewComposer
from playground.render.viewport import PixelViewport
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Primitive


class MagnifierLayer:
    """What draws the inside of lenses; owns a program."""

    def __init__(self) -> None:
        self._shape_layer = ShapeLayer("round_shape_fragment")

    def draw(
        self, plane: PlanePainter, middle: Point, size: Point, corner: Point
    ) -> None:
        """Draw what is seen through a lens whose middle is at a pixel of the viewport.

        For the viewport's size and corner see `ShapeLayer.draw`.
        """
        self._shape_layer.use()
        self._shape_layer.uniforms.set_floats("u_round", plane.buffer.box[0])
        self._shape_layer.draw(plane.buffer.instances, middle, size, corner)

    def delete(self) -> None:
        """Free the GL objects."""
        self._shape_layer.delete()


# ----------------------------------------------------------------------------


# What a view is composed of: what is the same only if nobody made it anew, and what is
# if it is equal.
_ViewInputs = tuple[
    tuple[DrawList, MapImage | None, LabelSides | None, MagnifierState | None, Theme],
    tuple[
        Camera2D | OrbitCamera,
        PixelViewport,
        list[Primitive],
        Measure,
        float,
        tuple[Box, ...],
        bool,
        bool,
    ],
]
# No more views are in one picture.
_MAX_CACHED_VIEWS = 8


class Canvas:
    """Draws views; needs a current OpenGL 3.3 context, whose objects it owns.

    One canvas serves all views of a context and allocates nothing while it draws.
    """

    def __init__(self) -> None:
        self._shapes = ShapeLayer()
        self._composer = ViewComposer()
        self._cached_views: dict[
            Viewport, tuple[_ViewInputs, PlaneView | SpaceView]
        ] = {}

    def draw(
        self,
        drawlist: DrawList,
        camera: Camera2D | OrbitCamera,
        viewport: Viewport,
        *,
        framebuffer_size: tuple[int, int],
        pixel_ratio: float,
        theme: Theme,
        overlay: Sequence[Primitive] = (),
        map_image: MapImage | None = None,
        measure: Measure,
        label_size: float = 0.0,
        label_sides: LabelSides | None = None,
        keeps_label_sides: bool = False,
        elapsed_s: float = math.inf,
        magnifier_state: MagnifierState | None = None,
        occupied_areas: Sequence[Viewport] = (),
        is_y_down: bool = False,
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
        map_image
            A picture in the world to draw below everything but a floor.
        measure
            Returns width and height of a text at a size, in logical pixels.
        label_size
            The size of a name; without it the one that goes with the viewport's height.
        label_sides
            Where the view's labels were in the last frame; takes where they are now.
        keeps_label_sides
            Whether labels keep those sides, whatever lies there.
        elapsed_s
            How long ago the last frame was.
        magnifier_state
            What the view's loupe was in the last frame; without it there is none.
        occupied_areas
            The places in the window that are no room for labels.
        is_y_down
            Whether the numbers of the upright axis grow downwards.
        """
        frame = PixelViewport.from_viewport(viewport, framebuffer_size, pixel_ratio)
        large = label_size or canvas_label_size(viewport.height)
        held = drawlist, map_image, label_sides, magnifier_state, theme
        boxes = tuple([viewport_box(place) for place in occupied_areas])
        inputs = (
            held,
            (
                *(camera, frame, [*overlay], measure, large, boxes),
                *(keeps_label_sides, is_y_down),
            ),
        )
        view = self._compose_view(inputs, elapsed_s)
        with _prepare_gl_state(frame):
            clear_framebuffer(theme.background)
            if isinstance(view, SpaceView):
                self._draw_space(view, frame, map_image, theme)
            elif isinstance(camera, Camera2D):
                self._draw_plane(view, camera, frame, map_image, theme)
        return view.texts

    def _compose_view(
        self, inputs: _ViewInputs, elapsed_s: float
    ) -> PlaneView | SpaceView:
        """Return what a view consists of; where nothing has changed as it was."""
        (drawlist, map_image, sides, lens, theme), rest = inputs
        camera, frame, overlay, measure, large, boxes, keeps_sides, y_down = rest
        kept = self._cached_views.get(frame.viewport)
        if kept and not has_moving_labels(sides):
            before, view = kept
            if all(map(operator.is_, before[0], inputs[0])) and before[1] == rest:
                return view
        style = LabelStyle(
            measure, large, sides, theme, boxes, keeps_sides, elapsed_s, y_down
        )
        if isinstance(camera, OrbitCamera):
            found: PlaneView | SpaceView = self._composer.compose_space(
                drawlist, camera, frame, overlay, map_image, style
            )
        else:
            found = self._composer.compose_plane(
                drawlist, camera, frame, overlay, map_image, style, lens
            )
        if len(self._cached_views) >= _MAX_CACHED_VIEWS:
            self._cached_views.clear()
        self._cached_views[frame.viewport] = inputs, found
        return found

    def _draw_plane(
        self,
        view: PlaneView,
        camera: Camera2D,
        frame: PixelViewport,
        map_image: MapImage | None,
        theme: Theme,
    ) -> None:
        ratio = frame.ratio
        ruled = grid.pack_grid(
            camera, frame.viewport, ratio, frame.box, theme, view.opacity
        )
        if map_image:
            if map_image.raster.is_opaque:
                self._draw_rows(ruled, frame)
                ruled = ruled[:0]
            at = view.plane.points(map_image.corners)
            ends = np.concatenate([at, np.ones((4, 1))], axis=1)
            at_screen = frame.to_clip(ends)
            self._map_layer.draw(map_image.raster, at_screen, theme, ratio, frame.top)
        self._draw_rows(np.concatenate([ruled, view.plane.buffer.instances]), frame)
        if view.magnifier_view:
            self._draw_rows(view.magnifier_view.background.instances, frame)
            x, y = frame.to_pixels(
                np.array(view.magnifier_view.magnifier.center)
            ).tolist()
            middle_of_it = frame.center[0] + x, frame.center[1] + y
            inside = view.magnifier_view.contents
            self._magnifier_layer.draw(inside, middle_of_it, frame.size, frame.corner)
            self._draw_rows(view.magnifier_view.rim.instances, frame)
        self._draw_leaders(view.leaders, frame)

    def _draw_space(
        self,
        view: SpaceView,
        frame: PixelViewport,
        map_image: MapImage | None,
        theme: Theme,
    ) -> None:
        space, at = view.space, (frame.center, frame.size)
        self._space_layer.draw_floor(space, view.solids, *at)
        if map_image:
            eye = space.to_eye(map_image.corners) * (1.0, 1.0, -1.0)
            ends = frame.to_clip(eye * (space.focal, space.focal, 1.0))
            self._map_layer.draw(map_image.raster, ends, theme, frame.ratio, frame.top)
        rows = space.buffer.instances
        self._space_layer.draw(space, view.solids, view.meshes, rows, *at, frame.corner)
        over = np.concatenate([view.overlay.instances, view.axes.instances])
        self._draw_rows(over, frame)
        self._draw_leaders(view.leaders, frame)

    def _draw_leaders(
        self, buffer: InstanceBuffer | None, frame: PixelViewport
    ) -> None:
        if buffer:
            self._draw_rows(buffer.instances, frame)

    def _draw_rows(self, rows: Float32Array, frame: PixelViewport) -> None:
        self._shapes.draw(rows, frame.center, frame.size, frame.corner)

    @cached_property
    def _space_layer(self) -> SpaceLayer:
        """What draws in space; its programs are compiled when there is something."""
        return SpaceLayer()

    @cached_property
    def _magnifier_layer(self) -> MagnifierLayer:
        """What draws through a lens, compiled for the first one."""
        return MagnifierLayer()

    @cached_property
    def _map_layer(self) -> MapLayer:
        """What draws maps, compiled for the first one."""
        return MapLayer()

    def delete(self) -> None:
        """Free the GL objects."""
        self._shapes.delete()
        for name in ("_space_layer", "_map_layer", "_magnifier_layer"):
            if name in vars(self):
                getattr(self, name).delete()


def clear_framebuffer(colour: RGBA) -> None:
    """Fill all of what is drawn to."""
    gl.glClearColor(*colour)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)


@contextmanager
def _prepare_gl_state(frame: PixelViewport) -> Iterator[None]:
    """Set the GL state that drawing needs, and put back what was there before."""
    viewport, scissor = (
        _read_integers(4, gl.GL_VIEWPORT),
        _read_integers(4, gl.GL_SCISSOR_BOX),
    )
    clear = (gl.GLfloat * 4)()
    gl.glGetFloatv(gl.GL_COLOR_CLEAR_VALUE, clear)
    before = {flag: bool(gl.glIsEnabled(flag)) for flag in _DRAWING_FLAGS}
    used, array, buffer, *factors = _read_integers(
        1, *_BINDING_QUERIES, *_BLEND_QUERIES
    )
    rectangle = frame.left, frame.bottom, frame.width, frame.height
    changed = [
        flag for flag, wanted in _DRAWING_FLAGS.items() if before[flag] != wanted
    ]
    for flag in changed:
        _set_flag(flag, _DRAWING_FLAGS[flag])
    gl.glViewport(*rectangle)
    gl.glScissor(*rectangle)
    gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
    try:
        yield
    finally:
        for flag in changed:
            _set_flag(flag, not _DRAWING_FLAGS[flag])
        gl.glViewport(*viewport)
        gl.glScissor(*scissor)
        gl.glClearColor(*clear)
        gl.glBlendFuncSeparate(*factors)
        gl.glUseProgram(used)
        gl.glBindVertexArray(array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, buffer)


_DRAWING_FLAGS = {
    gl.GL_BLEND: True,
    gl.GL_SCISSOR_TEST: True,
    gl.GL_DEPTH_TEST: False,
    gl.GL_CULL_FACE: False,
    gl.GL_STENCIL_TEST: False,
}
_BINDING_QUERIES = (
    gl.GL_CURRENT_PROGRAM,
    gl.GL_VERTEX_ARRAY_BINDING,
    gl.GL_ARRAY_BUFFER_BINDING,
)
_BLEND_QUERIES = (
    gl.GL_BLEND_SRC_RGB,
    gl.GL_BLEND_DST_RGB,
    gl.GL_BLEND_SRC_ALPHA,
    gl.GL_BLEND_DST_ALPHA,
)


def _set_flag(flag: int, is_on: bool) -> None:
    (gl.glEnable if is_on else gl.glDisable)(flag)


def _read_integers(count: int, *names: int) -> list[int]:
    """Return what the state of those names is, of each so many numbers."""
    values = (gl.GLint * count)()
    found: list[int] = []
    for name in names:
        gl.glGetIntegerv(name, values)
        found.extend(values)
    return found
