"""A small picture of a scene, kept as a texture."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

from pyglet import gl

from playground.render.gl.canvas import Canvas
from playground.render.labels import Measure
from playground.render.theme import Theme
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.drawlist import DrawList


class Thumbnail:
    """One picture; it stays until it is drawn again. Needs a current context."""

    def __init__(self) -> None:
        self._texture, self._depth = gl.GLuint(), gl.GLuint()
        self._framebuffer = gl.GLuint()
        gl.glGenTextures(1, self._texture)
        gl.glGenRenderbuffers(1, self._depth)
        gl.glGenFramebuffers(1, self._framebuffer)
        self._size = 0, 0

    @property
    def name(self) -> int:
        """The name of its texture, whose first row is the lowest."""
        return int(self._texture.value)

    def draw(
        self,
        canvas: Canvas,
        drawlist: DrawList,
        camera: Camera2D | OrbitCamera,
        place: Viewport,
        ratio: float,
        theme: Theme,
        measure: Measure,
    ) -> None:
        """Draw a picture of the size of `place`, without its words."""
        size = round(place.width * ratio), round(place.height * ratio)
        with _elsewhere():
            self._bind(size)
            gl.glViewport(0, 0, *size)
            gl.glClear(gl.GL_DEPTH_BUFFER_BIT)
            canvas.draw(
                drawlist,
                camera,
                place,
                framebuffer_size=size,
                pixel_ratio=ratio,
                theme=theme,
                measure=measure,
            )

    def _bind(self, size: tuple[int, int]) -> None:
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._framebuffer)
        if size == self._size:
            return
        self._size = size
        gl.glBindTexture(gl.GL_TEXTURE_2D, self._texture)
        form, kind = gl.GL_RGBA, gl.GL_UNSIGNED_BYTE
        gl.glTexImage2D(gl.GL_TEXTURE_2D, 0, gl.GL_RGBA8, *size, 0, form, kind, None)
        for name in (gl.GL_TEXTURE_MIN_FILTER, gl.GL_TEXTURE_MAG_FILTER):
            gl.glTexParameteri(gl.GL_TEXTURE_2D, name, gl.GL_LINEAR)
        gl.glBindTexture(gl.GL_TEXTURE_2D, 0)
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, self._depth)
        depth = gl.GL_DEPTH_COMPONENT24
        gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, depth, *size)
        gl.glFramebufferTexture2D(
            gl.GL_FRAMEBUFFER,
            gl.GL_COLOR_ATTACHMENT0,
            gl.GL_TEXTURE_2D,
            self._texture,
            0,
        )
        gl.glFramebufferRenderbuffer(
            gl.GL_FRAMEBUFFER, gl.GL_DEPTH_ATTACHMENT, gl.GL_RENDERBUFFER, self._depth
        )

    def delete(self) -> None:
        """Free the GL objects."""
        gl.glDeleteFramebuffers(1, self._framebuffer)
        gl.glDeleteRenderbuffers(1, self._depth)
        gl.glDeleteTextures(1, self._texture)


@contextmanager
def _elsewhere() -> Iterator[None]:
    """Put back what is drawn to, and where."""
    drawn, read = ctypes.c_int(), ctypes.c_int()
    viewport = (gl.GLint * 4)()
    gl.glGetIntegerv(gl.GL_DRAW_FRAMEBUFFER_BINDING, drawn)
    gl.glGetIntegerv(gl.GL_READ_FRAMEBUFFER_BINDING, read)
    gl.glGetIntegerv(gl.GL_VIEWPORT, viewport)
    try:
        yield
    finally:
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, drawn.value)
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, read.value)
        gl.glViewport(*viewport)
