"""A texture that is drawn to, whatever else is being drawn."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

from pyglet import gl


class TextureTarget:
    """A texture of any size and what draws to it; with `depth` in space too."""

    def __init__(self, *, depth: bool = False) -> None:
        self._texture, self._framebuffer = gl.GLuint(), gl.GLuint()
        gl.glGenTextures(1, self._texture)
        gl.glGenFramebuffers(1, self._framebuffer)
        self._depth = gl.GLuint() if depth else None
        if self._depth is not None:
            gl.glGenRenderbuffers(1, self._depth)
        self._size = 0, 0

    @property
    def name(self) -> int:
        """The name of the texture, whose first row is the lowest."""
        return int(self._texture.value)

    @contextmanager
    def drawn(self, size: tuple[int, int]) -> Iterator[None]:
        """Draw to it in that size; what was drawn to before is put back."""
        before, read = ctypes.c_int(), ctypes.c_int()
        viewport = (gl.GLint * 4)()
        gl.glGetIntegerv(gl.GL_DRAW_FRAMEBUFFER_BINDING, before)
        gl.glGetIntegerv(gl.GL_READ_FRAMEBUFFER_BINDING, read)
        gl.glGetIntegerv(gl.GL_VIEWPORT, viewport)
        try:
            gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._framebuffer)
            if size != self._size:
                self._resize(size)
            gl.glViewport(0, 0, *size)
            yield
        finally:
            gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, before.value)
            gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, read.value)
            gl.glViewport(*viewport)

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
        if self._depth is None:
            return
        buffer, depth = gl.GL_RENDERBUFFER, gl.GL_DEPTH_COMPONENT24
        gl.glBindRenderbuffer(buffer, self._depth)
        gl.glRenderbufferStorage(buffer, depth, *size)
        attached = gl.GL_DEPTH_ATTACHMENT
        gl.glFramebufferRenderbuffer(target, attached, buffer, self._depth)

    def delete(self) -> None:
        """Free the GL objects."""
        gl.glDeleteFramebuffers(1, self._framebuffer)
        gl.glDeleteTextures(1, self._texture)
        if self._depth is not None:
            gl.glDeleteRenderbuffers(1, self._depth)
