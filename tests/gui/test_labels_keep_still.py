"""Labels: they keep their sides during drags, pans and playback."""

import math
from collections import Counter
from itertools import pairwise

import pytest
from conftest import Driver
from every import few_own_scenes
from pyglet.window import key, mouse

from playground.gui.imgui_backend import Gui

# A text that moves by more against its anchor, in a frame, has left its side. At the
# border it slides along by less.
LINE_HEIGHT_PX = 20.0


class LabelOffsets:
    """Recorder of each label's distance from its anchor, frame by frame."""

    def __init__(self, driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
        self.frames: list[dict[object, tuple[float, float]]] = []
        self._driver = driver
        draw = Gui.draw_texts

        def note(gui, texts, viewport, *onto):
            draw(gui, texts, viewport, *onto)
            places = driver.controls.places
            if not onto and viewport in places:
                self._note(texts, places.index(viewport))

        monkeypatch.setattr(Gui, "draw_texts", note)

    def _note(self, texts, view):
        if view == 0:
            self.frames.append({})
        counts = Counter()
        for text in texts:
            if text.label:
                name = text.label.key or text.text
                counts[name] += 1
                x, y = self._driver.screen(text.label.at, view)
                middle = text.x + text.width / 2, text.y + text.height / 2
                at = view, name, counts[name]
                self.frames[-1][at] = middle[0] - x, middle[1] - y

    def count_side_changes(self) -> Counter[object]:
        """Return the changes of side of each label, and reset the record."""
        counts = Counter()
        for before, now in pairwise(self.frames):
            for name in before.keys() & now.keys():
                moved = math.dist(before[name], now[name])
                counts[name] += moved > LINE_HEIGHT_PX
        self.frames.clear()
        return counts


@pytest.fixture
def offsets(driver, monkeypatch):
    return LabelOffsets(driver, monkeypatch)


def settle(driver):
    """Wait until labels rest."""
    driver.settle(2)
    driver.until(lambda: not driver.window.main_view.is_moving)


def drag_handle(driver, mark):
    """Drag a handle in 16 steps without releasing it."""
    x, y = driver.screen(mark.at)
    driver.move(x, y)
    driver.press()
    for step in range(1, 17):
        driver.drag_to(x + 6 * step, y - 2 * step)


@pytest.mark.slow
@few_own_scenes
def test_a_label_leaves_its_side_once_at_most(driver, offsets, monkeypatch, scene):
    """That is where it would be out of the picture, and nowhere else."""
    # So wide that no drag takes a label beyond the border twice.
    driver.resize(1600, 900)
    driver.open(scene.id)
    counts = {}
    for mark in driver.session.scene_view.list_handle_marks(1.0):
        settle(driver)
        offsets.frames.clear()
        drag_handle(driver, mark)
        counts[mark.label, mark.index] = offsets.count_side_changes()
        driver.release()
        driver.session.undo()
    settle(driver)
    place = driver.controls.places[0]
    x, y = place.x + 30, place.y + place.height - 60
    driver.move(x, y)
    offsets.frames.clear()
    driver.press(mouse.MIDDLE)
    for step in range(1, 41):
        driver.drag_to(x + 5 * step, y, mouse.MIDDLE)
    counts["pan"] = offsets.count_side_changes()
    driver.release(mouse.MIDDLE)
    if driver.session.scene_view.timeline:
        driver.controls.fit()
        driver.key(key.SPACE)
        offsets.frames.clear()
        for _ in range(60):
            driver.window.draw_frame(driver.window.get_framebuffer_size(), 1 / 60)
        counts["play"] = offsets.count_side_changes()
    often = [
        (gesture, label, times)
        for gesture, of in counts.items()
        for label, times in of.items()
        if times > 1
    ]
    assert not often
