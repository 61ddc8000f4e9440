"""The mouse: a click on a number, a menu by the right button, a double click."""

import pytest
from pyglet.window import key


@pytest.mark.parametrize("way", ["click", "double_click"])
def test_a_click_on_a_number_is_enough_to_type_it(driver, way):
    before = driver.params
    getattr(driver, way)(*driver.item("##number origin 0"))
    driver.settle()
    assert driver.params == before
    driver.type("-1.25")
    driver.key(key.ENTER)
    assert driver.params.origin == (-1.25, before.origin[1])


def test_a_drag_of_a_number_changes_it_and_opens_nothing(driver):
    before = driver.params.origin[0]
    x, y = driver.item("##number origin 0")
    driver.drag((x, y), (x + 40, y))
    assert driver.params.origin[0] == pytest.approx(before + 0.8)
    assert not driver.window.frontend.gui.typing
