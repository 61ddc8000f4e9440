"""Pixels as a texture."""

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

Texels = NDArray[np.uint8 | np.float32]

_FORMATS = {
    # Shape beyond rows and columns, and type: the driver's own format, and ours.
    ((4,), "uint8"): (gl.GL_RGBA8, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE),
    ((), "uint8"): (gl.GL_R8UI, gl.GL_RED_INTEGER, gl.GL_UNSIGNED_BYTE),
    ((), "float32"): (gl.GL_R32F, gl.GL_RED, gl.GL_FLOAT),
}


class PixelTexture:
    """A texture that follows the pixels it is given."""

    def __init__(self) -> None:
        self._name = gl.GLuint()
        self._held: Texels | None = None
        self._room: object = None
        gl.glGenTextures(1, self._name)

    def bind(self, pixels: Texels, *, smooth: bool) -> int:
        """Bind the texture with these pixels and return its name.

        They are (rows, columns, 4) bytes, or (rows, columns) bytes or float32, which
        a shader looks up one by one; smooth blends neighbours.
        """
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._name)
        if self._held is not pixels:
            self._upload(pixels)
            self._held = pixels
        kind = gl.GL_LINEAR if smooth else gl.GL_NEAREST
        for filtered in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, filtered, kind)
        return int(self._name.value)

    def _upload(self, pixels: Texels) -> None:
        shape, layout = pixels.shape, (pixels.shape[2:], pixels.dtype.name)
        height, width = shape[:2]
        inside, form, kind = _FORMATS[layout]
        data = np.ascontiguousarray(pixels).ctypes.data
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        target, level = gl.GL_TEXTURE_2D, 0
        if self._room == (shape, layout):
            # In the store that is there: a new one costs more than to fill it.
            gl.glTexSubImage2D(target, level, 0, 0, width, height, form, kind, data)
        else:
            gl.glTexImage2D(target, level, inside, width, height, 0, form, kind, data)
            self._room = shape, layout
            for side in (gl.GL_TEXTURE_WRAP_S, gl.GL_TEXTURE_WRAP_T):
                gl.glTexParameteri(target, side, gl.GL_CLAMP_TO_EDGE)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 4)

    def delete(self) -> None:
        """Free the texture."""
        gl.glDeleteTextures(1, self._name)
