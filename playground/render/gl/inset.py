"""A map on its own, as a texture that a plot shows."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

from pyglet import gl

from playground.render.gl.map_layer import WHOLE, BackdropLayer
from playground.render.paint import Painted
from playground.render.theme import Theme


class Inset:
    """Draws a map on the background, again when it, the theme or the size is new."""

    def __init__(self) -> None:
        self._layer = BackdropLayer()
        self._texture, self._framebuffer = gl.GLuint(), gl.GLuint()
        gl.glGenTextures(1, self._texture)
        gl.glGenFramebuffers(1, self._framebuffer)
        self._size = 0, 0
        self._painted: Painted | None = None
        self._look: tuple[object, ...] = ()

    def bind(
        self, painted: Painted, theme: Theme, size: tuple[int, int], pixel_ratio: float
    ) -> int:
        """Return the name of a texture of `size` physical pixels with the map."""
        look = theme, size, pixel_ratio
        if painted is not self._painted or look != self._look:
            self._draw(painted, *look)
            self._painted, self._look = painted, look
        return int(self._texture.value)

    def _draw(
        self, painted: Painted, theme: Theme, size: tuple[int, int], pixel_ratio: float
    ) -> None:
        with _elsewhere():
            gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, self._framebuffer)
            self._resize(size)
            gl.glViewport(0, 0, *size)
            gl.glDisable(gl.GL_SCISSOR_TEST)
            gl.glClearColor(*theme.background)
            gl.glClear(gl.GL_COLOR_BUFFER_BIT)
            gl.glEnable(gl.GL_BLEND)
            gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
            top = 0.0, float(size[1])
            self._layer.draw(painted, WHOLE, theme, pixel_ratio, top)

    def _resize(self, size: tuple[int, int]) -> None:
        if size == self._size:
            return
        self._size = size
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._texture)
        form, kind = gl.GL_RGBA, gl.GL_UNSIGNED_BYTE
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, *size, 0, form, kind, None)
        for name in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, name, gl.GL_LINEAR)
        gl.glFramebufferTexture2D(
            gl.GL_DRAW_FRAMEBUFFER,
            gl.GL_COLOR_ATTACHMENT0,
            gl.GL_TEXTURE_2D,
            self._texture,
            0,
        )
        gl.glBindTexture(gl.GL_TEXTURE_2D, 0)

    def delete(self) -> None:
        """Free the GL objects."""
        gl.glDeleteFramebuffers(1, self._framebuffer)
        gl.glDeleteTextures(1, self._texture)
        self._layer.delete()


@contextmanager
def _elsewhere() -> Iterator[None]:
    """Put back what is drawn to, and where."""
    target = ctypes.c_int()
    viewport = (gl.GLint * 4)()
    gl.glGetIntegerv(gl.GL_DRAW_FRAMEBUFFER_BINDING, target)
    gl.glGetIntegerv(gl.GL_VIEWPORT, viewport)
    try:
        yield
    finally:
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, target.value)
        gl.glViewport(*viewport)
