"""Pixels of text: sharp at every scale, with a halo."""

import numpy as np
import pytest
from pyglet import gl

from playground.render.gl.framebuffer import Framebuffer
from playground.render.labels import PlacedText
from playground.render.text_layout import TextStyle
from playground.scene.camera import Viewport

INK, WHITE, NOTHING = (0.2, 0.0, 0.4, 1.0), (1.0, 1.0, 1.0, 1.0), (0.0,) * 4
SIZE = (480, 160)


def written(gui, size, ratio, halo=NOTHING, voice=TextStyle.NAME):
    """Return the pixels of a word and a formula on white."""
    target, room = Framebuffer(*SIZE), (SIZE[0] / ratio, SIZE[1] / ratio)
    for _ in range(2):
        target.bind()
        gl.glClearColor(*WHITE)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        gui.begin(room, ratio, 0.1)
        for row, text in enumerate(("article's circle", "gap 0.521, θ = −45°")):
            place = 20.0 / ratio, 12.0 / ratio + 2 * row * size
            words = PlacedText(
                *place, text, size, INK, 0.0, 0.0, style=voice, halo=halo
            )
            gui.draw_texts([words], Viewport(0.0, 0.0, *room))
        gui.end()
    pixels = target.read()
    target.delete()
    return pixels[..., :3].astype(int)


def contrast(pixels):
    """Return the contrast of adjacent pixels, which is low for scaled textures."""
    return float((np.diff(pixels, axis=1) ** 2).sum())


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_a_halo_is_not_seen_on_a_ground_of_its_own_colour(driver, ratio):
    driver.see()
    gui = driver.window.main_view.gui
    # So many sizes need a second texture for their letters.
    for size in (15.5, 17.4, 21.7, 26.1, 31.9, 38.3):
        bare = written(gui, size / ratio, ratio)
        assert bare.min() < 120
        assert bare[0].min() == 255
        around = written(gui, size / ratio, ratio, halo=WHITE)
        assert np.abs(bare - around).max() <= 1, size


@pytest.mark.parametrize("voice", [TextStyle.NAME, TextStyle.TITLE, TextStyle.PROSE])
def test_letters_of_every_face_are_as_sharp_at_another_scale(driver, voice):
    driver.see()
    gui = driver.window.main_view.gui
    usual = contrast(written(gui, 30.0, 1.0, voice=voice))
    assert contrast(written(gui, 15.0, 2.0, voice=voice)) > 0.9 * usual
    assert contrast(written(gui, 12.0, 2.5, voice=voice)) > 0.9 * usual
