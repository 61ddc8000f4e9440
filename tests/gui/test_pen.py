"""Pen over a presentation: it draws, and nothing else reacts."""

import numpy as np
import pytest
from pyglet.window import key

from playground.render.stroke_style import pen_colours
from playground.render.theme import THEMES, ThemeName, contrast
from playground.session.lesson import player


@pytest.fixture
def staged(driver):
    """Return a window of 960x600 px that presents a ray, at scale 1."""
    driver.resize(960, 600)
    driver.open("ray_circle")
    driver.key(key.F5)
    driver.key(key.RIGHT)
    driver.settle(4)
    return driver


def lines(driver):
    return driver.window_view.lines


def drawn(driver, *, way=((300, 200), (400, 240)), pieces=6):
    driver.drag(*way, pieces=pieces)


def test_a_key_takes_the_pen_and_it_draws_and_moves_nothing(staged):
    staged.key(key.W)
    params, camera = staged.params, staged.controls.camera(0)
    at = staged.screen(staged.grip("origin").at)
    drawn(staged, way=(at, (at[0] + 90, at[1] - 60)))
    assert staged.params == params
    assert staged.controls.camera(0) == camera
    (line,) = lines(staged)
    # Every place that the mouse tells of, however few the frames are.
    assert len(line.points) >= 6
    wide, high = staged.window.geometry.logical_size
    first, last = np.array(line.points)[[0, -1]] * (wide, high)
    assert first == pytest.approx(at, abs=1.0)
    assert last == pytest.approx((at[0] + 90, at[1] - 60), abs=1.0)
    staged.key(key.W)
    staged.drag_grip("origin", 0, 40, 10)
    assert staged.params != params
    assert len(lines(staged)) == 1


def test_it_goes_with_the_step_or_when_it_is_wiped_away(staged):
    for leave in (
        lambda d: d.key(key.RIGHT),
        lambda d: d.key(key.DELETE),
        lambda d: d.session.choose_case("Miss"),
        lambda d: d.click_item("Wipe away"),
        lambda d: d.key(key.F5),
        lambda d: player.start_shipped_lesson(d.session, d.session.scene),
    ):
        if not staged.window_view.presenting:
            staged.key(key.F5)
        if not staged.window_view.pen:
            staged.key(key.W)
        staged.settle(4)
        drawn(staged)
        assert lines(staged)
        leave(staged)
        staged.settle()
        assert lines(staged) == ()


def test_the_buttons_choose_a_colour_and_draw_nothing(staged):
    staged.click_item("A pen to draw")
    assert staged.window_view.pen
    staged.click_item("##pen colour 2")
    drawn(staged)
    assert [line.colour for line in lines(staged)] == [1]
    staged.click_item("A pen to draw")
    assert not staged.window_view.pen
    assert len(lines(staged)) == 1


def test_there_is_no_pen_where_nothing_is_presented(driver):
    driver.key(key.W)
    assert not driver.window_view.pen


@pytest.mark.parametrize("theme", list(ThemeName))
def test_its_colours_are_seen_on_every_ground(theme):
    ground = THEMES[theme].background
    found = pen_colours(theme)
    assert len(found) == 3
    for tone in found:
        assert contrast(tone, ground) >= 4.5
    asked = "ff7ad0" if theme is ThemeName.DARK else "d0006f"
    assert "".join(f"{round(255 * part):02x}" for part in found[0][:3]) == asked


def test_a_pen_over_a_formula_lights_nothing(staged):
    (box,) = staged.controls.taken
    for x in range(round(box.x) + 20, round(box.x + box.width), 8):
        staged.move(x, box.y + 30.0)
        staged.settle()
        if staged.controls.motion.highlight_key:
            break
    assert staged.controls.motion.highlight_key
    staged.key(key.W)
    staged.settle()
    assert not staged.controls.motion.highlight_key
