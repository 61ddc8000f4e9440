from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest
from bare import BARE, measure

from playground.render.theme import DARK, Theme
from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Primitive

Paint = Callable[..., np.ndarray]


@pytest.fixture(scope="session")
def canvas(gl: Any) -> Iterator[object]:
    from playground.render.gl.canvas import Canvas

    canvas = Canvas()
    yield canvas
    gl.switch_to()  # other tests have made their windows current
    canvas.delete()


@pytest.fixture
def shoot(canvas) -> Paint:
    """Return a function that draws primitives as RGBA pixels in 0..1, top row first."""
    from playground.render.gl.framebuffer import Framebuffer

    def shot(
        records: Sequence[Primitive],
        camera: Camera2D | OrbitCamera | None = None,
        size: tuple[int, int] = (120, 100),
        ratio: float = 1.0,
        theme: Theme = BARE,
        overlay: Sequence[Primitive] = (),
    ) -> np.ndarray:
        width, height = round(size[0] * ratio), round(size[1] * ratio)
        target = Framebuffer(width, height)
        target.bind()
        canvas.draw(
            DrawList(primitives=list(records)),
            camera or Camera2D((0.0, 0.0), 1.0),
            Viewport(0.0, 0.0, *size),
            framebuffer_size=(width, height),
            pixel_ratio=ratio,
            theme=theme,
            overlay=overlay,
            measure=measure,
        )
        pixels = target.read()
        target.delete()
        return pixels / 255.0

    return shot


@pytest.fixture
def paint(shoot: Paint) -> Paint:
    """Return a function that draws white on black and returns each pixel's coverage."""
    return lambda *args, **options: shoot(*args, **options)[..., 0]


@pytest.fixture
def lay_out(gl: object) -> Iterator[Callable[..., np.ndarray]]:
    """Return a function that draws only a map, with `each` pixels per cell.

    The pixels are premultiplied, in 0..1, lowest row first.
    """
    from playground.render.gl.framebuffer import Framebuffer
    from playground.render.gl.map_layer import CLIP_CORNERS, MapLayer

    layer = MapLayer()

    def laid(
        painted: object, theme: Theme = DARK, each: float = 1.0, ratio: float = 1.0
    ) -> np.ndarray:
        from pyglet import gl as calls

        rows, columns = painted.cells.shape
        target = Framebuffer(round(columns * each), round(rows * each))
        target.bind()
        calls.glDisable(calls.GL_BLEND)
        calls.glDisable(calls.GL_SCISSOR_TEST)
        calls.glClearColor(0.0, 0.0, 0.0, 0.0)
        calls.glClear(calls.GL_COLOR_BUFFER_BIT)
        layer.draw(painted, CLIP_CORNERS, theme, ratio)
        pixels = target.read()[::-1]
        target.delete()
        return pixels / 255.0

    yield laid
    layer.delete()
