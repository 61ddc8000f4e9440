"""The OpenGL layer of flat shapes: a buffer in one instanced draw call."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray
from pyglet import gl
from pyglet.graphics.shader import Shader, ShaderProgram

from playground.render.gl.shaders import shader_source
from playground.render.instance_format import COLUMNS, Float32Array, Point
from playground.render.viewport import PixelViewport

# Eight outer and inner corners, and the first pair again, as a triangle strip.
_VERTEX_COUNT = 18


_SETTERS = (gl.glUniform1f, gl.glUniform2f, gl.glUniform3f, gl.glUniform4f)


class GLProgram:
    """A program of two shaders, and its uniforms, set by name while it is in use.

    The values are cached, so that unchanged ones are not set again. Uniforms that the
    program does not have are ignored.

    Parameters
    ----------
    vertex, fragment : str
        The names of the shaders.
    """

    def __init__(self, vertex: str, fragment: str) -> None:
        self._program = ShaderProgram(
            Shader(shader_source(vertex), "vertex"),
            Shader(shader_source(fragment), "fragment"),
        )
        self._locations: dict[str, int] = {}
        self._values: dict[str, tuple[float, ...]] = {}

    def use(self) -> None:
        """Make the program current, to set its uniforms."""
        self._program.use()

    def stop(self) -> None:
        """Make no program current; a current one is not freed when it is deleted."""
        self._program.stop()

    def delete(self) -> None:
        """Free the GL objects."""
        self._program.delete()

    def _find_location(self, name: str) -> int:
        if name not in self._locations:
            place = gl.glGetUniformLocation(self._program.id, name.encode())
            self._locations[name] = place
        return self._locations[name]

    def set_floats(self, name: str, *values: float) -> None:
        """Set the uniform of a name to a float or a vector of up to four."""
        if self._values.get(name) != values:
            self._values[name] = values
            _SETTERS[len(values) - 1](self._find_location(name), *values)

    def set_integer(self, name: str, value: int) -> None:
        """Set the uniform of a name to an int."""
        gl.glUniform1i(self._find_location(name), value)

    def set_integers(self, name: str, values: NDArray[np.int32]) -> None:
        """Set the uniform of a name to an array of ivec4, int32 (n, 4)."""
        pointer = values.ctypes.data_as(ctypes.POINTER(ctypes.c_int))
        gl.glUniform4iv(self._find_location(name), len(values), pointer)

    def set_vectors(self, name: str, values: NDArray[np.float32]) -> None:
        """Set the uniform of a name to an array of vec4, float32 (n, 4)."""
        pointer = values.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        gl.glUniform4fv(self._find_location(name), len(values), pointer)


class RowLayer(GLProgram):
    """A program with a growing buffer of rows, each made of vec4 attributes.

    Parameters
    ----------
    vertex, fragment : str
        The names of the shaders.
    columns : int
        Floats per row, a multiple of 4.
    divisor : int
        1 if a row is an instance, 0 if it is a vertex.
    """

    def __init__(self, vertex: str, fragment: str, columns: int, divisor: int) -> None:
        super().__init__(vertex, fragment)
        self._array, self._buffer = gl.GLuint(), gl.GLuint()
        self._capacity = 0
        gl.glGenVertexArrays(1, self._array)
        gl.glGenBuffers(1, self._buffer)
        with self._bind_buffers():
            for place in range(columns // 4):
                gl.glEnableVertexAttribArray(place)
                gl.glVertexAttribPointer(
                    place, 4, gl.GL_FLOAT, gl.GL_FALSE, columns * 4, place * 16
                )
                gl.glVertexAttribDivisor(place, divisor)

    @contextmanager
    def _bind_buffers(self) -> Iterator[None]:
        gl.glBindVertexArray(self._array)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._buffer)
        yield
        gl.glBindVertexArray(0)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, 0)

    def _upload(self, rows: Float32Array) -> None:
        if rows.nbytes > self._capacity:
            self._capacity = max(2 * rows.nbytes, 1 << 16)
        # Orphaning: new storage lets the driver continue to read the old one.
        gl.glBufferData(gl.GL_ARRAY_BUFFER, self._capacity, None, gl.GL_STREAM_DRAW)
        gl.glBufferSubData(gl.GL_ARRAY_BUFFER, 0, rows.nbytes, rows.ctypes.data)

    def delete(self) -> None:
        """Free the GL objects."""
        gl.glDeleteVertexArrays(1, self._array)
        gl.glDeleteBuffers(1, self._buffer)
        super().delete()


class ShapeLayer(RowLayer):
    """An OpenGL layer that draws packed instances."""

    def __init__(self, fragment: str = "shape_fragment") -> None:
        super().__init__("shape_vertex", fragment, COLUMNS, 1)

    def draw(
        self, rows: Float32Array, frame: PixelViewport, center: Point | None = None
    ) -> None:
        """Draw instances into the current viewport.

        Parameters
        ----------
        rows : float32 array (n, 32)
            As `InstanceBuffer.instances`.
        frame : PixelViewport
            The viewport.
        center : tuple of float, optional
            The buffer's origin, in physical pixels from the viewport's lower left
            corner; by default its centre.
        """
        if not len(rows):
            return
        x, y = center or frame.center
        self.use()
        self.set_floats("u_center", x, y)
        self.set_floats("u_size", *frame.size)
        self.set_floats("u_origin", x + frame.left, y + frame.bottom)
        with self._bind_buffers():
            self._upload(np.ascontiguousarray(rows))
            gl.glDrawArraysInstanced(gl.GL_TRIANGLE_STRIP, 0, _VERTEX_COUNT, len(rows))
