"""Off-screen render targets: framebuffers and textures."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from playground.render.png import Pixels

Texels = NDArray[np.uint8 | np.float32]

_FORMATS = {
    # Shape beyond rows and columns, and dtype: internal format, format and type.
    ((4,), "uint8"): (gl.GL_RGBA8, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE),
    ((), "uint8"): (gl.GL_R8UI, gl.GL_RED_INTEGER, gl.GL_UNSIGNED_BYTE),
    ((), "float32"): (gl.GL_R32F, gl.GL_RED, gl.GL_FLOAT),
}


class PixelTexture:
    """A texture that is uploaded again when its pixels change."""

    def __init__(self) -> None:
        self._name = gl.GLuint()
        self._pixels: Texels | None = None
        self._storage_format: object = None
        gl.glGenTextures(1, self._name)

    def bind(self, pixels: Texels, *, smooth: bool) -> int:
        """Bind the texture with these pixels and return its name.

        Pixels are uint8 (rows, columns, 4) or, for single lookups in a shader, uint8 or
        float32 (rows, columns). `smooth` interpolates between neighbours.
        """
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._name)
        if self._pixels is not pixels:
            self._upload(pixels)
            self._pixels = pixels
        kind = gl.GL_LINEAR if smooth else gl.GL_NEAREST
        for filter_name in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, filter_name, kind)
        return int(self._name.value)

    def _upload(self, pixels: Texels) -> None:
        shape, layout = pixels.shape, (pixels.shape[2:], pixels.dtype.name)
        height, width = shape[:2]
        inside, form, kind = _FORMATS[layout]
        data = np.ascontiguousarray(pixels).ctypes.data
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        target, level = gl.GL_TEXTURE_2D, 0
        if self._storage_format == (shape, layout):
            # Reuse the storage; allocating costs more than uploading.
            gl.glTexSubImage2D(target, level, 0, 0, width, height, form, kind, data)
        else:
            gl.glTexImage2D(target, level, inside, width, height, 0, form, kind, data)
            self._storage_format = shape, layout
            for side in (gl.GL_TEXTURE_WRAP_S, gl.GL_TEXTURE_WRAP_T):
                gl.glTexParameteri(target, side, gl.GL_CLAMP_TO_EDGE)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 4)

    def delete(self) -> None:
        """Free the texture."""
        gl.glDeleteTextures(1, self._name)


# ----------------------------------------------------------------------------
# Textures as render targets.
# ----------------------------------------------------------------------------


class TextureTarget:
    """A render target of any size: a texture, RGBA8, not sRGB, and a depth buffer."""

    def __init__(self) -> None:
        self._framebuffer = gl.GLuint()
        self._texture, self._depth = gl.GLuint(), gl.GLuint()
        gl.glGenFramebuffers(1, self._framebuffer)
        gl.glGenTextures(1, self._texture)
        gl.glGenRenderbuffers(1, self._depth)
        self._size = 0, 0

    @property
    def name(self) -> int:
        """The name of the texture, whose first row is the bottom one."""
        return int(self._texture.value)

    @contextmanager
    def bind_for_drawing(self, size: tuple[int, int]) -> Iterator[None]:
        """Draw to the texture with this width and height, in physical pixels.

        The previous binding and viewport are restored.
        """
        draw_before, read = ctypes.c_int(), ctypes.c_int()
        viewport = (gl.GLint * 4)()
        gl.glGetIntegerv(gl.GL_DRAW_FRAMEBUFFER_BINDING, draw_before)
        gl.glGetIntegerv(gl.GL_READ_FRAMEBUFFER_BINDING, read)
        gl.glGetIntegerv(gl.GL_VIEWPORT, viewport)
        try:
            self._bind(size)
            yield
        finally:
            gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, draw_before.value)
            gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, read.value)
            gl.glViewport(*viewport)

    def _bind(self, size: tuple[int, int]) -> None:
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._framebuffer)
        if size != self._size:
            self._resize(size)
        gl.glViewport(0, 0, *size)

    def _resize(self, size: tuple[int, int]) -> None:
        self._size = size
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._texture)
        form, kind = gl.GL_RGBA, gl.GL_UNSIGNED_BYTE
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, *size, 0, form, kind, None)
        for name in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, name, gl.GL_LINEAR)
        gl.glBindTexture(gl.GL_TEXTURE_2D, 0)
        target, colour = gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0
        gl.glFramebufferTexture2D(target, colour, gl.GL_TEXTURE_2D, self._texture, 0)
        buffer, depth = gl.GL_RENDERBUFFER, gl.GL_DEPTH_COMPONENT24
        gl.glBindRenderbuffer(buffer, self._depth)
        gl.glRenderbufferStorage(buffer, depth, *size)
        attachment = gl.GL_DEPTH_ATTACHMENT
        gl.glFramebufferRenderbuffer(target, attachment, buffer, self._depth)

    def delete(self) -> None:
        """Free the GL objects."""
        gl.glDeleteFramebuffers(1, self._framebuffer)
        gl.glDeleteTextures(1, self._texture)
        gl.glDeleteRenderbuffers(1, self._depth)


class Framebuffer(TextureTarget):
    """A render target of `width` by `height` physical pixels, bound at once.

    Unlike the window's framebuffer, which may be blank when read, it can always be
    read.
    """

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self.width = width
        self.height = height
        self.bind()

    def bind(self) -> None:
        """Bind the framebuffer and set the viewport to all of it."""
        self._bind((self.width, self.height))

    def read(self) -> Pixels:
        """Return the pixels as uint8 `(height, width, 4)`, top row first."""
        pixels = np.empty((self.height, self.width, 4), dtype=np.uint8)
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self._framebuffer)
        gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 4)
        size, layout = (self.width, self.height), (gl.GL_RGBA, gl.GL_UNSIGNED_BYTE)
        gl.glReadPixels(0, 0, *size, *layout, pixels.ctypes.data)
        return np.ascontiguousarray(pixels[::-1])

    def delete(self) -> None:
        """Free the framebuffer; the window's is bound afterwards."""
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        super().delete()
