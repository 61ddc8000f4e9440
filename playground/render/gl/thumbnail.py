"""Thumbnails of scenes as textures."""

from pyglet import gl

from playground.render.gl.canvas import Canvas
from playground.render.gl.framebuffer import TextureTarget
from playground.render.labels import Measure
from playground.render.theme import Theme
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList


class Thumbnail:
    """A thumbnail, kept until it is drawn again; needs a current context."""

    def __init__(self) -> None:
        self._target = TextureTarget()

    @property
    def name(self) -> int:
        """The name of its texture, whose first row is the bottom one."""
        return self._target.name

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
        """Draw a scene without texts, in the size of `place` (logical pixels).

        `ratio` is physical per logical pixels; `measure` is as in `Canvas.draw`.
        """
        size = round(place.width * ratio), round(place.height * ratio)
        with self._target.bind_for_drawing(size):
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

    def delete(self) -> None:
        """Free the GL objects."""
        self._target.delete()
