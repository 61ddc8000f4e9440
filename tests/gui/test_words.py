"""Labels on the canvas: not clipped and not overlapping, in any case of any scene."""

from itertools import combinations

import pytest
from effort import one_and_exhaustively_each
from every import any_scene

from playground.gui.imgui_backend import Gui
from playground.render.labels import PlacedText
from playground.scene.camera import Viewport
from playground.session.view_options import Page

pytestmark = pytest.mark.slow


def overlap(one: PlacedText, two: PlacedText) -> bool:
    """Return whether texts overlap by more than their line spacing."""
    across = min(one.x + one.width, two.x + two.width) - max(one.x, two.x)
    down = min(one.y + one.height, two.y + two.height) - max(one.y, two.y)
    return across > 2.0 and down > 3.0


def within(text: PlacedText, view: Viewport) -> bool:
    right, bottom = view.x + view.width + 1, view.y + view.height + 1
    return (
        text.x >= view.x - 1
        and text.y >= view.y - 1
        and text.x + text.width <= right
        and text.y + text.height <= bottom
    )


@pytest.mark.parametrize("size", one_and_exhaustively_each([(960, 600), (1280, 800)]))
@any_scene
def test_words_keep_apart(driver, monkeypatch, scene, size):
    shown = []
    draw = Gui.draw_texts

    def noting(self, texts, viewport, *onto):
        if not onto:
            shown.append((list(texts), viewport))
        draw(self, texts, viewport, *onto)

    monkeypatch.setattr(Gui, "draw_texts", noting)
    driver.resize(*size)
    driver.open(scene.id)
    for name in scene.cases:
        driver.session.choose_case(name)
        for page in (Page.EXPLORE, Page.DERIVATION):
            driver.session.look(page=page)
            driver.settle(2)
            driver.until(lambda: not driver.window.main_view.is_moving)
            shown.clear()
            driver.settle(1)
            for texts, viewport in shown:
                for text in texts:
                    assert within(text, viewport), (name, page, text.text)
                for one, two in combinations(texts, 2):
                    assert not overlap(one, two), (name, page, one.text, two.text)
