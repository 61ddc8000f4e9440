"""The view in space on OpenGL: floor, solids, faces, and marks that they hide."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from pyglet import gl

from playground.render.gl.shape_layer import ShapeLayer, Uniforms, program
from playground.render.instance_format import Packed, Point
from playground.render.lighting import BEHIND
from playground.render.solids import (
    Solid,
    bounds,
    cutters,
    shadow_bounds,
    shadow_reach,
)
from playground.render.space_painter import COLUMNS, Faces, Space, floor_step


class FaceLayer:
    """Draws the triangles of meshes; owns one vertex array and one buffer."""

    def __init__(self) -> None:
        self._program = program("face_vertex", "face_fragment")
        self.uniforms = Uniforms(self._program)
        self._array, self._buffer = gl.GLuint(), gl.GLuint()
        gl.glGenVertexArrays(1, self._array)
        gl.glGenBuffers(1, self._buffer)
        with self._bound():
            for place in range(COLUMNS // 4):
                gl.glEnableVertexAttribArray(place)
                gl.glVertexAttribPointer(
                    place, 4, gl.GL_FLOAT, gl.GL_FALSE, COLUMNS * 4, place * 16
                )

    @contextmanager
    def _bound(self) -> Iterator[None]:
        gl.glBindVertexArray(self._array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        yield
        gl.glBindVertexArray(0)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 0)

    def use(self) -> None:
        """Make this layer's program current, to set its uniforms."""
        self._program.use()

    def draw(self, found: Faces) -> None:
        """Draw faces; only solid ones go into the depth buffer, and then it is shut."""
        parts = found.solid, found.seams, found.clear
        rows = np.ascontiguousarray(np.concatenate(parts))
        with self._bound():
            gl.glBufferData(
                gl.GL_ARRAY_BUFFER, rows.nbytes, rows.ctypes.data, gl.GL_STREAM_DRAW
            )
            gl.glDrawArrays(gl.GL_TRIANGLES, 0, len(found.solid))
            gl.glDepthMask(gl.GL_FALSE)
            rest = len(rows) - len(found.solid)
            gl.glDrawArrays(gl.GL_TRIANGLES, len(found.solid), rest)

    def delete(self) -> None:
        """Free the GL objects."""
        gl.glDeleteVertexArrays(1, self._array)
        gl.glDeleteBuffers(1, self._buffer)
        self._program.delete()


class SpaceLayer:
    """Draws floor, solids, faces and marks in space; owns the programs for them."""

    def __init__(self) -> None:
        self._shapes = ShapeLayer("space_shape_fragment")
        self._faces = FaceLayer()
        self._floor = program("full_vertex", "floor_fragment")
        self._shadow = program("solid_vertex", "shadow_fragment")
        self._solid = program("solid_vertex", "solid_fragment")
        self._floor_uniforms = Uniforms(self._floor)
        self._shadow_uniforms = Uniforms(self._shadow)
        self._solid_uniforms = Uniforms(self._solid)
        self._array = gl.GLuint()
        gl.glGenVertexArrays(1, self._array)

    def draw_floor(
        self, space: Space, found: list[Solid], center: Point, size: Point
    ) -> None:
        """Draw the floor and the shadows on it; see `ShapeLayer.draw`."""
        gl.glBindVertexArray(self._array)
        self._floor.use()
        self._common(self._floor_uniforms, space, center, size)
        _floor_uniforms(self._floor_uniforms, space)
        gl.glDrawArrays(gl.GL_TRIANGLE_STRIP, 0, 4)
        self._draw_shadows(space, found, center, size)
        gl.glBindVertexArray(0)

    def draw(
        self,
        space: Space,
        found: list[Solid],
        meshes: Faces,
        rows: Packed,
        center: Point,
        size: Point,
        corner: Point,
    ) -> None:
        """Draw solids, faces and marks into the current viewport.

        For the places see `ShapeLayer.draw`.
        """
        gl.glBindVertexArray(self._array)
        if found:
            self._draw_solids(space, found, center, size)
        gl.glBindVertexArray(0)
        self._shapes.use()
        self._common(self._shapes.uniforms, space, center, size)
        _solid_uniforms(self._shapes.uniforms, found)
        if not meshes:
            self._marks(rows, center, size, corner)
            return
        with _depth():
            self._draw_faces(space, found, meshes, center, size)
            # First what faces hide, then the rest.
            gl.glDepthFunc(gl.GL_GREATER)
            self._marks(rows, center, size, corner, BEHIND)
            gl.glDepthFunc(gl.GL_LEQUAL)
            self._marks(rows, center, size, corner)

    def _marks(
        self,
        rows: Packed,
        center: Point,
        size: Point,
        corner: Point,
        share: float = 1.0,
    ) -> None:
        self._shapes.use()
        self._shapes.uniforms.floats("u_share", share)
        self._shapes.draw(rows, center, size, corner)

    def _draw_faces(
        self,
        space: Space,
        found: list[Solid],
        meshes: Faces,
        center: Point,
        size: Point,
    ) -> None:
        self._faces.use()
        uniforms = self._faces.uniforms
        self._common(uniforms, space, center, size)
        _floor_uniforms(uniforms, space)
        _solid_uniforms(uniforms, found)
        self._faces.draw(meshes)

    def _draw_shadows(
        self, space: Space, found: list[Solid], center: Point, size: Point
    ) -> None:
        cast = [(s, reach) for s in found if (reach := shadow_reach(space, s))]
        if not cast or space.camera.eye[1] <= 0:
            return
        self._shadow.use()
        uniforms = self._shadow_uniforms
        self._common(uniforms, space, center, size)
        _floor_uniforms(uniforms, space)
        _solid_uniforms(uniforms, [solid for solid, _ in cast])
        boxes = [shadow_bounds(space, solid, reach) for solid, reach in cast]
        _quads(uniforms, boxes, [(1.0, 0.0)] * len(cast), size)
        uniforms.vectors("u_reach", _rows([(reach, 0, 0, 0) for _, reach in cast]))
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, len(cast))

    def _draw_solids(
        self, space: Space, found: list[Solid], center: Point, size: Point
    ) -> None:
        self._solid.use()
        uniforms = self._solid_uniforms
        self._common(uniforms, space, center, size)
        _floor_uniforms(uniforms, space)
        _solid_uniforms(uniforms, found)
        placed = [bounds(solid, space.focal) for solid in found]
        _quads(uniforms, [box for box, _ in placed], [turn for _, turn in placed], size)
        uniforms.vectors("u_tint", _rows([solid.colour for solid in found]))
        uniforms.integers("u_cutters", cutters(found))
        gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, 4, len(found))

    def _common(
        self, uniforms: Uniforms, space: Space, center: Point, size: Point
    ) -> None:
        uniforms.floats("u_center", *center)
        uniforms.floats("u_size", *size)
        uniforms.floats("u_focal", space.focal)

    def delete(self) -> None:
        """Free the GL objects."""
        self._shapes.delete()
        self._faces.delete()
        self._floor.delete()
        self._shadow.delete()
        self._solid.delete()
        gl.glDeleteVertexArrays(1, self._array)


@contextmanager
def _depth() -> Iterator[None]:
    """Part what is drawn by depth; leave OpenGL's state as it was."""
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


def _rows(values: Sequence[Sequence[float]]) -> Packed:
    return np.array(values, dtype=np.float32)


def _solid_uniforms(uniforms: Uniforms, found: list[Solid]) -> None:
    uniforms.integer("u_solids", len(found))
    if found:
        uniforms.vectors("u_solid_a", _rows([(*s.a, s.radius) for s in found]))
        uniforms.vectors("u_solid_b", _rows([(*s.b, s.colour[3]) for s in found]))


def _quads(
    uniforms: Uniforms,
    boxes: Sequence[Sequence[float]],
    turns: Sequence[Point],
    size: Point,
) -> None:
    # Whatever reaches far outside the viewport would lose its digits in float32.
    limit = 2 * math.hypot(*size)
    uniforms.vectors("u_bounds", np.clip(_rows(boxes), -limit, limit))
    uniforms.vectors("u_turn", _rows([(*turn, 0, 0) for turn in turns]))


def _floor_uniforms(uniforms: Uniforms, space: Space) -> None:
    camera, theme = space.camera, space.theme
    x_axis, up, z_axis = camera.world
    unit = camera.distance
    step, strength = floor_step(space)
    eye, _ = camera.plain
    corner = [math.fmod(c, 100 * step) / unit for c in (eye[0], eye[2])]
    uniforms.floats("u_up", *up)
    uniforms.floats("u_floor_x", *x_axis)
    uniforms.floats("u_floor_z", *z_axis)
    uniforms.floats("u_height", eye[1] / unit)
    uniforms.floats("u_floor_eye", *corner, eye[0] / unit, eye[2] / unit)
    uniforms.floats("u_step", step / unit, strength, max(1.0, space.ratio), 1.2)
    uniforms.floats("u_grid_minor", *theme.grid_minor)
    uniforms.floats("u_grid_major", *theme.grid_major)
    uniforms.floats("u_axis_x", *theme.axes[0])
    uniforms.floats("u_axis_z", *theme.axes[2])
    uniforms.floats("u_shadow", *theme.shadow)
    uniforms.floats("u_room", *theme.background)
