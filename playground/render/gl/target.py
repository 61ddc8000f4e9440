"""Off-screen pictures: a framebuffer of our own, read back."""

import numpy as np
from pyglet import gl

from playground.render.png import Pixels


class Framebuffer:
    """A framebuffer of `width` by `height` physical pixels, RGBA8 without sRGB, depth.

    Window framebuffers can be blank when read back; this one never is.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._framebuffer = gl.GLuint()
        self._colour, self._depth = gl.GLuint(), gl.GLuint()
        gl.glGenFramebuffers(1, self._framebuffer)
        gl.glGenRenderbuffers(1, self._colour)
        gl.glGenRenderbuffers(1, self._depth)
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, self._depth)
        depth = gl.GL_DEPTH_COMPONENT24
        gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, depth, width, height)
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, self._colour)
        gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, gl.GL_RGBA8, width, height)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._framebuffer)
        gl.glFramebufferRenderbuffer(
            gl.GL_FRAMEBUFFER,
            gl.GL_COLOR_ATTACHMENT0,
            gl.GL_RENDERBUFFER,
            self._colour,
        )
        gl.glFramebufferRenderbuffer(
            gl.GL_FRAMEBUFFER, gl.GL_DEPTH_ATTACHMENT, gl.GL_RENDERBUFFER, self._depth
        )

    def bind(self) -> None:
        """Make this the framebuffer that is drawn to, the viewport on all of it."""
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._framebuffer)
        gl.glViewport(0, 0, self.width, self.height)

    def read(self) -> Pixels:
        """Return the picture as `(height, width, 4)`, top row first."""
        pixels = np.empty((self.height, self.width, 4), dtype=np.uint8)
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self._framebuffer)
        gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 4)
        gl.glReadPixels(
            0,
            0,
            self.width,
            self.height,
            gl.GL_RGBA,
            gl.GL_UNSIGNED_BYTE,
            pixels.ctypes.data,
        )
        return np.ascontiguousarray(pixels[::-1])

    def delete(self) -> None:
        """Free the framebuffer; the window's own is bound afterwards."""
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        gl.glDeleteFramebuffers(1, self._framebuffer)
        gl.glDeleteRenderbuffers(1, self._colour)
        gl.glDeleteRenderbuffers(1, self._depth)
