"""Shapes that are parameters, dragged in the real window."""

import pytest
from toy_shapes import SCENE, Ways


@pytest.fixture
def driver(window_of):
    return window_of(SCENE)


def test_a_corner_of_a_turned_box_follows_and_the_opposite_one_stays(driver):
    before, pixel = Ways().plate.corners(), driver.controls.pixel_size()
    driver.drag_grip("plate_half_extents", 0, 40.0, -20.0)
    after = driver.params.plate.corners()
    moved = (after - before)[0]
    assert moved == pytest.approx((40 * pixel, 20 * pixel), abs=1.5 * pixel)
    assert after[2] == pytest.approx(before[2], abs=1e-12)


@pytest.mark.parametrize(
    ("at", "moved"),
    [
        ((-4.3, 1.4), {"ball_center"}),
        ((1.4, 0.7), {"plate_center"}),
        ((2.0, -3.375), {"wall_a", "wall_b"}),
        ((2.0, 4.6), {"arm_a", "arm_b"}),
    ],
)
def test_each_is_moved_by_its_body_and_nothing_else_changes(driver, at, moved):
    x, y = driver.screen(at)
    driver.drag((x, y), (x + 30.0, y - 20.0))
    pixel, before, after = driver.controls.pixel_size(), Ways(), driver.params
    changed = {n for n, v in vars(before).items() if vars(after).get(n) != v}
    assert changed == moved
    for name in moved:
        step = [
            b - a
            for a, b in zip(getattr(before, name), getattr(after, name), strict=True)
        ]
        assert step == pytest.approx((30 * pixel, 20 * pixel), abs=1.5 * pixel)


def test_a_drag_is_one_step_of_undo(driver):
    driver.drag_grip("arm_radius", 0, 25.0, 0.0)
    assert driver.params.arm_radius > Ways().arm_radius
    driver.session.undo()
    assert driver.params == Ways()
