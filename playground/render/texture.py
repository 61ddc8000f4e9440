"""Pixels as a texture."""

import numpy as np
from numpy.typing import NDArray
from pyglet import gl


class PixelTexture:
    """A texture that follows the pixels it is given."""

    def __init__(self) -> None:
        self._name = gl.GLuint()
        self._held: NDArray[np.uint8] | None = None
        gl.glGenTextures(1, self._name)

    def bind(self, pixels: NDArray[np.uint8], *, smooth: bool) -> int:
        """Bind the texture with these pixels and return its name."""
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._name)
        if self._held is not pixels:
            self._upload(pixels)
            self._held = pixels
        kind = gl.GL_LINEAR if smooth else gl.GL_NEAREST
        for filtered in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, filtered, kind)
        return int(self._name.value)

    def _upload(self, pixels: NDArray[np.uint8]) -> None:
        height, width = pixels.shape[:2]
        kind, form = gl.GL_UNSIGNED_BYTE, gl.GL_RGBA
        data = np.ascontiguousarray(pixels).ctypes.data
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 4)
        gl.glTexImage2D(
            gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, width, height, 0, form, kind, data
        )
        for side in (gl.GL_TEXTURE_WRAP_S, gl.GL_TEXTURE_WRAP_T):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, side, gl.GL_CLAMP_TO_EDGE)

    def delete(self) -> None:
        """Free the texture."""
        gl.glDeleteTextures(1, self._name)
