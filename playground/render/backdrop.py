"""A picture spread over a flat piece of the world, under everything else."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from pyglet import gl

from playground.render import shaders
from playground.render.shapes import Uniforms, program
from playground.render.texture import PixelTexture

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Backdrop:
    """Premultiplied pixels (rows, columns, 4), lowest row first, and where they lie.

    `corners` are the world points of the lower left, lower right, upper left and upper
    right corner. `smooth` blends neighbouring pixels.
    """

    pixels: NDArray[np.uint8]
    corners: Array
    smooth: bool


class BackdropLayer:
    """Draws a backdrop into the current viewport."""

    def __init__(self) -> None:
        self._program = program(shaders.BACKDROP_VERTEX, shaders.BACKDROP_FRAGMENT)
        self._uniforms = Uniforms(self._program)
        self._texture = PixelTexture()
        self._array = gl.GLuint()
        gl.glGenVertexArrays(1, self._array)

    def draw(self, backdrop: Backdrop, corners: Array) -> None:
        """Draw it with its corners at clip coordinates `(4, 3)`: x, y and w."""
        self._program.use()
        clip = np.insert(corners, 2, 0.0, axis=1)
        self._uniforms.vectors("u_corners", clip.astype(np.float32))
        self._uniforms.integer("u_pixels", 0)
        gl.glActiveTexture(gl.GL_TEXTURE0)
        self._texture.bind(backdrop.pixels, smooth=backdrop.smooth)
        gl.glBindVertexArray(self._array)
        gl.glDrawArrays(gl.GL_TRIANGLE_STRIP, 0, 4)
        gl.glBindVertexArray(0)
        gl.glBindTexture(gl.GL_TEXTURE_2D, 0)

    def delete(self) -> None:
        """Free the GL objects."""
        gl.glDeleteVertexArrays(1, self._array)
        self._texture.delete()
        self._program.delete()
