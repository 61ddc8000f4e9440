"""The small pictures of the scenes, on a machine that is busy."""

import pytest

from playground.gui.panels import thumbnails
from playground.render.gl.thumbnail import Thumbnail
from playground.scene.author_files import TimeLimitError
from playground.scene.scene import SceneEntry
from playground.scene.solution import solve_scene
from playground.session import view_model
from scenes import RAY_CIRCLE, SPHERE_LINE


@pytest.mark.slow
def test_a_picture_that_was_cut_short_is_drawn_again(window_of, monkeypatch) -> None:
    driver = window_of(RAY_CIRCLE, SPHERE_LINE)
    busy, drawn = [True], []
    draw = Thumbnail.draw

    def picture(self, canvas, drawlist, *others: object) -> None:
        if drawlist.dimension == 3:
            drawn.append(len(drawlist.primitives))
        draw(self, canvas, drawlist, *others)

    def asked(entry: SceneEntry, *others: object):
        if busy[0] and entry is SPHERE_LINE:
            raise TimeLimitError("solve took longer than 2 s")
        return solve_scene(entry, *others)

    monkeypatch.setattr(Thumbnail, "draw", picture)
    monkeypatch.setattr(view_model, "solve_scene", asked)
    # Not one that another window of the tests asked.
    monkeypatch.setattr(thumbnails, "SceneView", view_model.SceneView)
    driver.window.main_view.thumbnails.invalidate()
    driver.settle(5)
    cut = drawn[-1]
    # It waits longer each time: a scene that is always slow costs ever less.
    driver.settle(120)
    assert 2 <= len(drawn) <= 4
    busy[0] = False
    driver.settle(150)
    assert drawn[-1] > cut
    # Then it is kept.
    drawn.clear()
    driver.settle(60)
    assert not drawn


def test_what_is_presented_during_a_drag_waits_for_no_picture(driver):
    driver.see()
    driver.settle(12)
    x, y = driver.screen(driver.params.center)
    driver.move(x, y)
    driver.press()
    driver.drag_to(x + 20.0, y)
    driver.window_view.presenting = True
    driver.settle(2)
    # Or else a picture of the window would never be done.
    assert not driver.window.main_view.thumbnails.pending
