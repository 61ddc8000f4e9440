"""The canvas: draws one view of a draw list into the bound framebuffer."""

import math
import operator
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property

import numpy as np
from pyglet import gl

from playground.render import grid
from playground.render.boxes import viewport_box
from playground.render.gl.map_layer import MapLayer
from playground.render.gl.shape_layer import ShapeLayer
from playground.render.gl.space_layer import SpaceLayer
from playground.render.labels import (
    LabelSides,
    LabelStyle,
    Measure,
    PlacedText,
    has_moving_labels,
)
from playground.render.magnifier import MagnifierState
from playground.render.map_colors import MapImage
from playground.render.theme import RGBA, Theme, canvas_label_size
from playground.render.view_composer import PlaneView, SpaceView, ViewComposer
from playground.render.viewport import PixelViewport
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Primitive

# The largest number of views in one window.
_MAX_CACHED_VIEWS = 8


class Canvas:
    """A canvas for all views of a current OpenGL 3.3 context, whose objects it owns.

    It allocates no GL objects while drawing.
    """

    def __init__(self) -> None:
        self._shapes = ShapeLayer()
        self._composer = ViewComposer()
        # The inputs compared by identity, those compared by equality, and the view.
        self._cached_views: dict[
            Viewport, tuple[tuple[object, ...], object, PlaneView | SpaceView]
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
        drawlist : DrawList
            The primitives.
        camera : Camera2D or OrbitCamera
            Decides between a view of the plane and of space.
        viewport : Viewport
            The rectangle of the window, in logical pixels; all of it is painted.
        framebuffer_size : tuple of int
            Width and height of the bound framebuffer in physical pixels.
        pixel_ratio : float
            Physical pixels per logical pixel.
        theme : Theme
            The colours.
        overlay : sequence of Primitive
            Primitives on top of everything, such as handles.
        map_image : MapImage or None
            A map in the world, below everything except a floor.
        measure : callable
            Returns width and height of a text in a size, in logical pixels.
        label_size : float
            The size of labels, in logical pixels; 0 for `canvas_label_size` of the
            viewport.
        label_sides : dict or None
            The labels' positions in the last frame, updated; None to place them anew.
        keeps_label_sides : bool
            Whether labels keep those sides, regardless of overlaps.
        elapsed_s : float
            The time since the last frame, in seconds; infinite for no moves of labels.
        magnifier_state : MagnifierState or None
            The magnifier's state in the last frame, updated; None for no magnifier.
        occupied_areas : sequence of Viewport
            Rectangles of the window that labels must avoid.
        is_y_down : bool
            Whether the numbers of the vertical axis grow downwards.

        Returns
        -------
        list of PlacedText
            The texts, for the caller to draw.
        """
        frame = PixelViewport.from_viewport(viewport, framebuffer_size, pixel_ratio)
        style = LabelStyle(
            measure,
            label_size or canvas_label_size(viewport.height),
            label_sides,
            theme,
            tuple([viewport_box(place) for place in occupied_areas]),
            keeps_label_sides,
            elapsed_s,
            is_y_down,
        )
        view = self._compose_view(
            drawlist, camera, frame, overlay, map_image, style, magnifier_state
        )
        with _prepare_gl_state(frame):
            clear_framebuffer(theme.background)
            if isinstance(view, SpaceView):
                self._draw_space(view, frame, map_image, theme)
            elif isinstance(camera, Camera2D):
                self._draw_plane(view, camera, frame, map_image, theme)
        return view.texts

    def _compose_view(
        self,
        drawlist: DrawList,
        camera: Camera2D | OrbitCamera,
        frame: PixelViewport,
        overlay: Sequence[Primitive],
        map_image: MapImage | None,
        style: LabelStyle,
        magnifier_state: MagnifierState | None,
    ) -> PlaneView | SpaceView:
        """Return the composed view, cached while its inputs are unchanged."""
        held = drawlist, map_image, style.label_sides, magnifier_state
        rest = camera, frame, [*overlay], replace(style, label_sides=None, elapsed_s=0)
        cached = self._cached_views.get(frame.viewport)
        if cached and not has_moving_labels(style.label_sides):
            held_before, rest_before, view = cached
            if all(map(operator.is_, held_before, held)) and rest_before == rest:
                return view
        inputs = frame, overlay, map_image, style
        composed = (
            self._composer.compose_space(drawlist, camera, *inputs)
            if isinstance(camera, OrbitCamera)
            else self._composer.compose_plane(
                drawlist, camera, *inputs, magnifier_state
            )
        )
        if len(self._cached_views) >= _MAX_CACHED_VIEWS:
            self._cached_views.clear()
        self._cached_views[frame.viewport] = held, rest, composed
        return composed

    def _draw_plane(
        self,
        view: PlaneView,
        camera: Camera2D,
        frame: PixelViewport,
        map_image: MapImage | None,
        theme: Theme,
    ) -> None:
        ruled = grid.compose_grid(camera, frame, theme, view.opacity).instances
        if map_image:
            if map_image.raster.is_opaque:
                self._shapes.draw(ruled, frame)
                ruled = ruled[:0]
            corners = view.plane.points(map_image.corners)
            ends = np.concatenate([corners, np.ones((4, 1))], axis=1)
            at_screen = frame.to_clip(ends)
            self._map_layer.draw(
                map_image.raster, at_screen, theme, frame.ratio, frame.top
            )
        rows = np.concatenate([ruled, view.plane.buffer.instances])
        self._shapes.draw(rows, frame)
        if view.magnifier_view:
            self._shapes.draw(view.magnifier_view.background.instances, frame)
            center = np.array(view.magnifier_view.magnifier.center)
            x, y = (frame.to_pixels(center) + frame.center).tolist()
            contents = view.magnifier_view.contents.buffer
            self._magnifier_layer.use()
            self._magnifier_layer.set_floats("u_round", contents.box[0])
            self._magnifier_layer.draw(contents.instances, frame, (x, y))
            self._shapes.draw(view.magnifier_view.rim.instances, frame)
        if view.leaders:
            self._shapes.draw(view.leaders.instances, frame)

    def _draw_space(
        self,
        view: SpaceView,
        frame: PixelViewport,
        map_image: MapImage | None,
        theme: Theme,
    ) -> None:
        space = view.space
        self._space_layer.draw_floor(space, view.solids, frame)
        if map_image:
            eye = space.to_eye(map_image.corners) * (1.0, 1.0, -1.0)
            ends = frame.to_clip(eye * (space.focal, space.focal, 1.0))
            self._map_layer.draw(map_image.raster, ends, theme, frame.ratio, frame.top)
        rows = space.buffer.instances
        self._space_layer.draw(space, view.solids, view.meshes, rows, frame)
        top_rows = np.concatenate([view.overlay.instances, view.axes.instances])
        self._shapes.draw(top_rows, frame)
        if view.leaders:
            self._shapes.draw(view.leaders.instances, frame)

    @cached_property
    def _space_layer(self) -> SpaceLayer:
        """The layer of views in space, compiled on first use."""
        return SpaceLayer()

    @cached_property
    def _magnifier_layer(self) -> ShapeLayer:
        """The layer of magnifiers' contents, compiled on first use."""
        return ShapeLayer("round_shape_fragment")

    @cached_property
    def _map_layer(self) -> MapLayer:
        """The layer of maps, compiled on first use."""
        return MapLayer()

    def delete(self) -> None:
        """Free the GL objects."""
        self._shapes.delete()
        for name in ("_space_layer", "_map_layer", "_magnifier_layer"):
            if name in vars(self):
                getattr(self, name).delete()


def clear_framebuffer(colour: RGBA) -> None:
    """Fill the bound framebuffer with a colour, RGBA in 0 to 1."""
    gl.glClearColor(*colour)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)


@contextmanager
def _prepare_gl_state(frame: PixelViewport) -> Iterator[None]:
    """Set the GL state for drawing, and restore the previous one afterwards."""
    viewport = _read_integers(4, gl.GL_VIEWPORT)
    scissor = _read_integers(4, gl.GL_SCISSOR_BOX)
    clear = (gl.GLfloat * 4)()
    gl.glGetFloatv(gl.GL_COLOR_CLEAR_VALUE, clear)
    flags_before = {flag: bool(gl.glIsEnabled(flag)) for flag in _DRAWING_FLAGS}
    used, array, buffer, *factors = _read_integers(
        1, *_BINDING_QUERIES, *_BLEND_QUERIES
    )
    rectangle = frame.left, frame.bottom, frame.width, frame.height
    changed_flags = [
        flag for flag, wanted in _DRAWING_FLAGS.items() if flags_before[flag] != wanted
    ]
    for flag in changed_flags:
        _set_flag(flag, _DRAWING_FLAGS[flag])
    gl.glViewport(*rectangle)
    gl.glScissor(*rectangle)
    gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
    try:
        yield
    finally:
        for flag in changed_flags:
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
    """Return the values of GL state variables, `count` integers for each name."""
    values = (gl.GLint * count)()
    found: list[int] = []
    for name in names:
        gl.glGetIntegerv(name, values)
        found.extend(values)
    return found
