"""Nothing moves what is clicked next, and nothing one made is lost without a way back."""

import pytest
from pyglet.window import key

from playground.app.view import Page
from playground.explore.map import MapKind

CTRL = key.MOD_CTRL


def test_ctrl_z_takes_back_the_preset_with_its_map_and_comparison(driver):
    driver.open("ray_circle")
    driver.change(radius=1.125)
    own = driver.params
    driver.session.look(page=Page.LAB, map=MapKind.MISTAKES)
    driver.settle()
    over = driver.session.opened.mapped
    driver.click_item("Show me where to look")
    driver.settle()
    assert driver.params != own
    assert driver.session.view.compare
    assert driver.session.opened.mapped != over
    driver.key(key.Z, CTRL)
    assert driver.params == own
    assert not driver.session.view.compare
    assert driver.session.opened.mapped == over
    driver.key(key.Z, CTRL | key.MOD_SHIFT)
    assert driver.session.view.compare
    assert driver.session.opened.mapped != over


def test_undoing_an_edit_leaves_what_is_shown_alone(driver):
    driver.open("ray_circle")
    driver.session.show_preset()
    driver.change(radius=1.125)
    driver.session.look(map=None, compare=False)
    driver.key(key.Z, CTRL)
    assert driver.session.view.map is None
    assert not driver.session.view.compare


def test_reset_does_not_turn_the_comparison_on_again(driver):
    driver.open("ray_circle", "Starts inside")
    assert driver.session.view.compare
    driver.click_item("beside truth")
    driver.key(key.R)
    assert not driver.session.view.compare


@pytest.mark.parametrize("label", ["beside truth", "##number radius", "##case", "Lab"])
def test_the_article_s_answer_moves_nothing_in_the_panel(driver, label):
    driver.open("ray_circle")
    driver.settle()
    at = driver.item(label)
    driver.click_item("beside truth")
    driver.settle()
    assert driver.session.view.compare
    assert driver.item(label) == at
    driver.change(origin=driver.params.center)
    assert not driver.session.comparison.agrees
    driver.settle()
    assert driver.item(label) == at


def test_an_edit_moves_nothing_in_the_panel(driver):
    driver.open("sphere_line")
    at = driver.item("##number radius")
    driver.change(radius=0.5)
    assert driver.session.opened.edited
    assert driver.item("##number radius") == at
