"""Reliable clicks, and recovery of lost work."""

import numpy as np
import pytest
from pyglet.window import key

from playground.analysis.heat_map import MapKind
from playground.session import plot_controls
from playground.session.view_options import Page

CTRL = key.MOD_CTRL


@pytest.mark.slow
def test_ctrl_z_takes_back_the_preset_with_its_map_and_comparison(driver):
    driver.open("ray_circle")
    driver.change(radius=1.125)
    own = driver.params
    driver.session.look(page=Page.LAB, map=MapKind.MISTAKES)
    driver.settle()
    over = driver.session.open_scene.mapped
    driver.click_item("Show me where to look")
    driver.settle()
    assert driver.params != own
    assert driver.session.view.compare
    assert driver.session.open_scene.mapped != over
    driver.key(key.Z, CTRL)
    assert driver.params == own
    assert not driver.session.view.compare
    assert driver.session.open_scene.mapped == over
    driver.key(key.Z, CTRL | key.MOD_SHIFT)
    assert driver.session.view.compare
    assert driver.session.open_scene.mapped != over


def test_undoing_an_edit_leaves_what_is_shown_alone(driver):
    driver.open("ray_circle")
    plot_controls.show_preset(driver.session)
    driver.change(radius=1.125)
    driver.session.look(map=None, compare=False)
    driver.key(key.Z, CTRL)
    assert driver.session.view.map is None
    assert not driver.session.view.compare


def test_reset_does_not_turn_the_comparison_on_again(driver):
    driver.open("ray_circle", "Starts inside")
    assert driver.session.view.compare
    driver.click_item("vs. exact")
    driver.key(key.R)
    assert not driver.session.view.compare


def test_the_article_s_answer_moves_nothing_in_the_panel(driver):
    def places():
        labels = "vs. exact", "##number radius", "##case", "Lab"
        return [driver.item(label) for label in labels]

    driver.open("ray_circle")
    driver.settle()
    before = places()
    driver.click_item("vs. exact")
    driver.settle()
    assert driver.session.view.compare
    assert places() == before
    driver.change(origin=driver.params.center)
    assert not driver.session.scene_view.comparison.agrees
    driver.settle()
    assert places() == before


def test_arrows_on_another_page_leave_the_picture_alone(driver):
    driver.open("ray_circle")
    before = driver.controls.motion.draw_list
    for symbol in (key.HOME, key.LEFT, key.RIGHT, key.END):
        driver.key(symbol)
        assert driver.session.scene_view.page is Page.EXPLORE
        assert driver.session.open_scene.step is None
        assert driver.controls.motion.draw_list == before


def test_nothing_stays_dimmed_where_a_handle_is_let_go(driver):
    driver.open("ray_circle")
    driver.drag_grip("center", 0, 20, 10)
    driver.settle()
    assert driver.controls.motion.highlight_key == ""
    for _ in range(5):
        driver.controls.motion.advance(0.1)
    assert not driver.controls.motion.is_moving
    x, y = driver.screen(driver.params.center)
    driver.move(x + 1, y)
    driver.settle()
    assert driver.controls.motion.highlight_key == ""


def test_a_hairline_crossed_by_the_pointer_does_not_strobe(driver):
    """Two frames on it, two off it, then others: nothing jumps on the way."""
    driver.open("ray_circle", "Two hits")
    motion = driver.controls.motion

    def looks():
        drawn = [r for r in motion.draw_list.primitives if r.key in ("circle", "ray")]
        return np.array([(r.alpha, getattr(r, "width", 0.0)) for r in drawn])

    seen = [looks()]
    for lit in ("circle", "circle", "", "", "ray", "ray", "ray", "circle", "", ""):
        motion.highlight_key = lit
        motion.advance(0.016)
        seen.append(looks())
    steps = np.abs(np.diff(np.array(seen), axis=0))
    assert 0.0 < steps[..., 0].max() < 0.2
    assert 0.0 < steps[..., 1].max() < 0.25
