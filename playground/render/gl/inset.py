"""A map on its own, as a texture that a plot shows."""

from pyglet import gl

from playground.render.gl.map_layer import WHOLE, BackdropLayer
from playground.render.gl.texture_target import TextureTarget
from playground.render.paint import Painted
from playground.render.theme import Theme


class Inset:
    """Draws a map on the background, again when it, the theme or the size is new."""

    def __init__(self) -> None:
        self._layer, self._target = BackdropLayer(), TextureTarget()
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
        return self._target.name

    def _draw(
        self, painted: Painted, theme: Theme, size: tuple[int, int], pixel_ratio: float
    ) -> None:
        with self._target.drawn(size):
            gl.glDisable(gl.GL_SCISSOR_TEST)
            gl.glClearColor(*theme.background)
            gl.glClear(gl.GL_COLOR_BUFFER_BIT)
            gl.glEnable(gl.GL_BLEND)
            gl.glBlendFunc(gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
            top = 0.0, float(size[1])
            self._layer.draw(painted, WHOLE, theme, pixel_ratio, top)

    def delete(self) -> None:
        """Free the GL objects."""
        self._target.delete()
        self._layer.delete()
