"""Frames of a drag: panels are skipped until it rests, and then up to date."""

import numpy as np
import pytest

from playground.render.gl.framebuffer import Framebuffer
from playground.session.answer_pair import geometry_answer
from playground.session.view_options import Page

# Of a window of 1280x800, but for the canvas and the rim of what is pointed at.
ANSWERS, INSPECTOR = np.s_[600:790, 90:900], np.s_[80:790, 950:1270]


@pytest.mark.parametrize("simple", [True, False])
def test_the_answer_is_that_of_the_last_place_though_the_button_is_held(
    driver, texts, simple
):
    driver.window_view.simple = simple
    driver.open("ray_circle", "Two hits")
    x, y = driver.screen(driver.params.center)
    driver.move(x, y)
    driver.press()
    for step in range(1, 6):
        driver.drag_to(x + 9.0 * step, y)
        now = geometry_answer(driver.session.scene_view).detail
        texts.clear()
        driver.settle(1)
        assert now in texts


@pytest.mark.parametrize(
    ("simple", "page", "where"),
    [
        (True, Page.EXPLORE, ANSWERS),
        pytest.param(False, Page.DERIVATION, INSPECTOR, marks=pytest.mark.slow),
    ],
)
def test_in_every_frame_of_a_drag_all_panels_are_there(driver, simple, page, where):
    driver.see()
    driver.window_view.simple = simple
    driver.session.look(page=page)
    driver.open("ray_circle", "Two hits")
    main_view, size = driver.window.main_view, driver.window.get_framebuffer_size()
    target = Framebuffer(*size)

    def ink() -> float:
        target.bind()
        main_view.draw_frame(size, size, 0.02)
        seen = target.read()[where].astype(int)
        return float((np.abs(seen - seen[0, 0]).max(axis=-1) > 60).mean())

    x, y = driver.screen(driver.params.center)
    driver.move(x, y)
    driver.press()
    still, moved = ink(), []
    for step in range(1, 8):
        driver.controls.pointer_drag(x + 3.0 * step, y, 3.0, 0.0, snap=False)
        moved.append(ink())
    target.delete()
    assert still > 0.01
    assert moved == pytest.approx([still] * len(moved), rel=0.25)
