"""The OpenGL layer of views in space: floor, solids, meshes and flat shapes."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from pyglet import gl

from playground.render.gl.shape_layer import GLProgram, RowLayer, ShapeLayer
from playground.render.instance_format import Float32Array, Point
from playground.render.lighting import HIDDEN_OPACITY
from playground.render.solids import (
    Solid,
    find_cutters,
    screen_bounds,
    shadow_bounds,
    shadow_radius,
)
from playground.render.space_painter import (
    VERTEX_COLUMNS,
    MeshTriangles,
    SpacePainter,
    floor_step,
)
from playground.render.viewport import PixelViewport


class MeshLayer(RowLayer):
    """An OpenGL layer that draws mesh triangles."""

    def __init__(self) -> None:
        super().__init__("face_vertex", "face_fragment", VERTEX_COLUMNS, 0)

    def draw(self, meshes: MeshTriangles) -> None:
        """Draw triangles; opaque ones write depth, which is disabled at the end."""
        parts = meshes.solid, meshes.seams, meshes.clear
        rows = np.ascontiguousarray(np.concatenate(parts))
        with self._bind_buffers():
            self._upload(rows)
            gl.glDrawArrays(gl.GL_TRIANGLES, 0, len(meshes.solid))
            gl.glDepthMask(gl.GL_FALSE)
            other_count = len(rows) - len(meshes.solid)
            gl.glDrawArrays(gl.GL_TRIANGLES, len(meshes.solid), other_count)


class SpaceLayer:
    """An OpenGL layer for views in space; owns its programs."""

    def __init__(self) -> None:
        self._shapes = ShapeLayer("space_shape_fragment")
        self._meshes = MeshLayer()
        self._floor = GLProgram("full_vertex", "floor_fragment")
        self._shadow = GLProgram("solid_vertex", "shadow_fragment")
        self._solid = GLProgram("solid_vertex", "solid_fragment")
        self._array = gl.GLuint()
        gl.glGenVertexArrays(1, self._array)

    def draw_floor(
        self, space: SpacePainter, solids: list[Solid], frame: PixelViewport
    ) -> None:
        """Draw the floor with the shadows of solids."""
        gl.glBindVertexArray(self._array)
        _use(self._floor, space, [], frame)
        gl.glDrawArrays(gl.GL_TRIANGLE_STRIP, 0, 4)
        self._draw_shadows(space, solids, frame)
        gl.glBindVertexArray(0)

    def draw(
        self,
        space: SpacePainter,
        solids: list[Solid],
        meshes: MeshTriangles,
        rows: Float32Array,
        frame: PixelViewport,
    ) -> None:
        """Draw solids, meshes, and flat shapes, the instances `rows` (n, 32)."""
        if solids:
            self._draw_solids(space, solids, frame)
        _use(self._shapes, space, solids, frame)
        if not meshes:
            self._draw_rows(rows, frame)
            return
        with _enable_depth_test():
            _use(self._meshes, space, solids, frame)
            self._meshes.draw(meshes)
            # First the parts hidden by meshes, then the others.
            gl.glDepthFunc(gl.GL_GREATER)
            self._draw_rows(rows, frame, HIDDEN_OPACITY)
            gl.glDepthFunc(gl.GL_LEQUAL)
            self._draw_rows(rows, frame)

    def _draw_rows(
        self, rows: Float32Array, frame: PixelViewport, share: float = 1.0
    ) -> None:
        self._shapes.use()
        self._shapes.set_floats("u_share", share)
        self._shapes.draw(rows, frame)

    def _draw_shadows(
        self, space: SpacePainter, solids: list[Solid], frame: PixelViewport
    ) -> None:
        cast = [(s, reach) for s in solids if (reach := shadow_radius(space, s))]
        if not cast or space.camera.eye[1] <= 0:
            return
        _use(self._shadow, space, [solid for solid, _ in cast], frame)
        boxes = [shadow_bounds(space, solid, reach) for solid, reach in cast]
        _set_quad_uniforms(self._shadow, boxes, [(1.0, 0.0)] * len(cast), frame)
        reaches = [(reach, 0, 0, 0) for _, reach in cast]
        self._shadow.set_vectors("u_reach", _to_float32(reaches))
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, len(cast))

    def _draw_solids(
        self, space: SpacePainter, solids: list[Solid], frame: PixelViewport
    ) -> None:
        gl.glBindVertexArray(self._array)
        _use(self._solid, space, solids, frame)
        boxes, turns = zip(
            *(screen_bounds(solid, space.focal) for solid in solids), strict=True
        )
        _set_quad_uniforms(self._solid, boxes, turns, frame)
        self._solid.set_vectors("u_tint", _to_float32([s.colour for s in solids]))
        self._solid.set_integers("u_cutters", find_cutters(solids))
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, len(solids))
        gl.glBindVertexArray(0)

    def delete(self) -> None:
        """Free the GL objects."""
        for part in (
            self._shapes,
            self._meshes,
            self._floor,
            self._shadow,
            self._solid,
        ):
            part.delete()
        gl.glDeleteVertexArrays(1, self._array)


@contextmanager
def _enable_depth_test() -> Iterator[None]:
    """Enable the depth test, and restore the previous state afterwards."""
    function, mask = (gl.GLint * 1)(), (gl.GLint * 1)()
    gl.glGetIntegerv(gl.GL_DEPTH_FUNC, function)
    gl.glGetIntegerv(gl.GL_DEPTH_WRITEMASK, mask)
    gl.glEnable(gl.GL_DEPTH_TEST)
    gl.glDepthMask(gl.GL_TRUE)
    gl.glClearDepth(1.0)
    gl.glClear(gl.GL_DEPTH_BUFFER_BIT)
    gl.glDepthFunc(gl.GL_LEQUAL)
    try:
        yield
    finally:
        gl.glDisable(gl.GL_DEPTH_TEST)
        gl.glDepthFunc(function[0])
        gl.glDepthMask(mask[0])


def _to_float32(values: Sequence[Sequence[float]]) -> Float32Array:
    return np.array(values, dtype=np.float32)


def _use(
    program: GLProgram, space: SpacePainter, solids: list[Solid], frame: PixelViewport
) -> None:
    """Make a program current and set its uniforms of view, floor and solids."""
    camera, theme = space.camera, space.theme
    x_axis, y_axis, z_axis = camera.world_axes
    unit = camera.distance
    step, strength = floor_step(space)
    eye, _ = camera.eye_and_axes
    corner = [math.fmod(c, 100 * step) / unit for c in (eye[0], eye[2])]
    program.use()
    program.set_floats("u_center", *frame.center)
    program.set_floats("u_size", *frame.size)
    program.set_floats("u_focal", space.focal)
    program.set_floats("u_up", *y_axis)
    program.set_floats("u_floor_x", *x_axis)
    program.set_floats("u_floor_z", *z_axis)
    program.set_floats("u_height", eye[1] / unit)
    program.set_floats("u_floor_eye", *corner, eye[0] / unit, eye[2] / unit)
    program.set_floats("u_step", step / unit, strength, max(1.0, space.ratio), 1.2)
    program.set_floats("u_grid_minor", *theme.grid_minor)
    program.set_floats("u_grid_major", *theme.grid_major)
    program.set_floats("u_axis_x", *theme.axes[0])
    program.set_floats("u_axis_z", *theme.axes[2])
    program.set_floats("u_shadow", *theme.shadow)
    program.set_floats("u_room", *theme.background)
    program.set_integer("u_solids", len(solids))
    if solids:
        a = [(*solid.a, solid.radius) for solid in solids]
        b = [(*solid.b, solid.colour[3]) for solid in solids]
        program.set_vectors("u_solid_a", _to_float32(a))
        program.set_vectors("u_solid_b", _to_float32(b))


def _set_quad_uniforms(
    program: GLProgram,
    boxes: Sequence[Sequence[float]],
    turns: Sequence[Point],
    frame: PixelViewport,
) -> None:
    # Far outside the viewport float32 would lose precision.
    limit = 2 * math.hypot(*frame.size)
    program.set_vectors("u_bounds", np.clip(_to_float32(boxes), -limit, limit))
    program.set_vectors("u_turn", _to_float32([(*turn, 0, 0) for turn in turns]))
