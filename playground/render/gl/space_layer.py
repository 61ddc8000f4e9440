"""The OpenGL layer of views in space: floor, solids, meshes and flat shapes."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from pyglet import gl

from playground.render.gl.shape_layer import (
    RowLayer,
    ShapeLayer,
    Uniforms,
    compile_program,
)
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
        self._floor = compile_program("full_vertex", "floor_fragment")
        self._shadow = compile_program("solid_vertex", "shadow_fragment")
        self._solid = compile_program("solid_vertex", "solid_fragment")
        self._floor_uniforms = Uniforms(self._floor)
        self._shadow_uniforms = Uniforms(self._shadow)
        self._solid_uniforms = Uniforms(self._solid)
        self._array = gl.GLuint()
        gl.glGenVertexArrays(1, self._array)

    def draw_floor(
        self, space: SpacePainter, found: list[Solid], center: Point, size: Point
    ) -> None:
        """Draw the floor with the shadows of the solids `found`.

        `center` and `size` are as in `ShapeLayer.draw`.
        """
        gl.glBindVertexArray(self._array)
        self._floor.use()
        self._set_camera_uniforms(self._floor_uniforms, space, center, size)
        _set_floor_uniforms(self._floor_uniforms, space)
        gl.glDrawArrays(gl.GL_TRIANGLE_STRIP, 0, 4)
        self._draw_shadows(space, found, center, size)
        gl.glBindVertexArray(0)

    def draw(
        self,
        space: SpacePainter,
        found: list[Solid],
        meshes: MeshTriangles,
        rows: Float32Array,
        center: Point,
        size: Point,
        corner: Point,
    ) -> None:
        """Draw solids, meshes, and flat shapes, the instances `rows` (n, 32).

        The solids are `found`; `center`, `size` and `corner` are as in
        `ShapeLayer.draw`.
        """
        gl.glBindVertexArray(self._array)
        if found:
            self._draw_solids(space, found, center, size)
        gl.glBindVertexArray(0)
        self._shapes.use()
        self._set_camera_uniforms(self._shapes.uniforms, space, center, size)
        _set_solid_uniforms(self._shapes.uniforms, found)
        if not meshes:
            self._draw_rows(rows, center, size, corner)
            return
        with _enable_depth_test():
            self._draw_meshes(space, found, meshes, center, size)
            # First the parts hidden by meshes, then the others.
            gl.glDepthFunc(gl.GL_GREATER)
            self._draw_rows(rows, center, size, corner, HIDDEN_OPACITY)
            gl.glDepthFunc(gl.GL_LEQUAL)
            self._draw_rows(rows, center, size, corner)

    def _draw_rows(
        self,
        rows: Float32Array,
        center: Point,
        size: Point,
        corner: Point,
        share: float = 1.0,
    ) -> None:
        self._shapes.use()
        self._shapes.uniforms.set_floats("u_share", share)
        self._shapes.draw(rows, center, size, corner)

    def _draw_meshes(
        self,
        space: SpacePainter,
        solids: list[Solid],
        meshes: MeshTriangles,
        center: Point,
        size: Point,
    ) -> None:
        self._meshes.use()
        uniforms = self._meshes.uniforms
        self._set_camera_uniforms(uniforms, space, center, size)
        _set_floor_uniforms(uniforms, space)
        _set_solid_uniforms(uniforms, solids)
        self._meshes.draw(meshes)

    def _draw_shadows(
        self, space: SpacePainter, solids: list[Solid], center: Point, size: Point
    ) -> None:
        cast = [(s, reach) for s in solids if (reach := shadow_radius(space, s))]
        if not cast or space.camera.eye[1] <= 0:
            return
        self._shadow.use()
        uniforms = self._shadow_uniforms
        self._set_camera_uniforms(uniforms, space, center, size)
        _set_floor_uniforms(uniforms, space)
        _set_solid_uniforms(uniforms, [solid for solid, _ in cast])
        boxes = [shadow_bounds(space, solid, reach) for solid, reach in cast]
        _set_quad_uniforms(uniforms, boxes, [(1.0, 0.0)] * len(cast), size)
        uniforms.set_vectors(
            "u_reach", _to_float32([(reach, 0, 0, 0) for _, reach in cast])
        )
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, len(cast))

    def _draw_solids(
        self, space: SpacePainter, solids: list[Solid], center: Point, size: Point
    ) -> None:
        self._solid.use()
        uniforms = self._solid_uniforms
        self._set_camera_uniforms(uniforms, space, center, size)
        _set_floor_uniforms(uniforms, space)
        _set_solid_uniforms(uniforms, solids)
        bounds = [screen_bounds(solid, space.focal) for solid in solids]
        _set_quad_uniforms(
            uniforms, [box for box, _ in bounds], [turn for _, turn in bounds], size
        )
        uniforms.set_vectors("u_tint", _to_float32([solid.colour for solid in solids]))
        uniforms.set_integers("u_cutters", find_cutters(solids))
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, len(solids))

    def _set_camera_uniforms(
        self, uniforms: Uniforms, space: SpacePainter, center: Point, size: Point
    ) -> None:
        uniforms.set_floats("u_center", *center)
        uniforms.set_floats("u_size", *size)
        uniforms.set_floats("u_focal", space.focal)

    def delete(self) -> None:
        """Free the GL objects."""
        self._shapes.delete()
        self._meshes.delete()
        self._floor.delete()
        self._shadow.delete()
        self._solid.delete()
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


def _set_solid_uniforms(uniforms: Uniforms, solids: list[Solid]) -> None:
    uniforms.set_integer("u_solids", len(solids))
    if solids:
        uniforms.set_vectors(
            "u_solid_a", _to_float32([(*s.a, s.radius) for s in solids])
        )
        uniforms.set_vectors(
            "u_solid_b", _to_float32([(*s.b, s.colour[3]) for s in solids])
        )


def _set_quad_uniforms(
    uniforms: Uniforms,
    boxes: Sequence[Sequence[float]],
    turns: Sequence[Point],
    size: Point,
) -> None:
    # Far outside the viewport float32 would lose precision.
    limit = 2 * math.hypot(*size)
    uniforms.set_vectors("u_bounds", np.clip(_to_float32(boxes), -limit, limit))
    uniforms.set_vectors("u_turn", _to_float32([(*turn, 0, 0) for turn in turns]))


def _set_floor_uniforms(uniforms: Uniforms, space: SpacePainter) -> None:
    camera, theme = space.camera, space.theme
    x_axis, y_axis, z_axis = camera.world_axes
    unit = camera.distance
    step, strength = floor_step(space)
    eye, _ = camera.eye_and_axes
    corner = [math.fmod(c, 100 * step) / unit for c in (eye[0], eye[2])]
    uniforms.set_floats("u_up", *y_axis)
    uniforms.set_floats("u_floor_x", *x_axis)
    uniforms.set_floats("u_floor_z", *z_axis)
    uniforms.set_floats("u_height", eye[1] / unit)
    uniforms.set_floats("u_floor_eye", *corner, eye[0] / unit, eye[2] / unit)
    uniforms.set_floats("u_step", step / unit, strength, max(1.0, space.ratio), 1.2)
    uniforms.set_floats("u_grid_minor", *theme.grid_minor)
    uniforms.set_floats("u_grid_major", *theme.grid_major)
    uniforms.set_floats("u_axis_x", *theme.axes[0])
    uniforms.set_floats("u_axis_z", *theme.axes[2])
    uniforms.set_floats("u_shadow", *theme.shadow)
    uniforms.set_floats("u_room", *theme.background)
