"""Cameras that keep the figure clear of covered areas."""

import numpy as np
import pytest

from playground.scene.camera import Camera2D, OrbitCamera, Viewport
from playground.scene.draw_list import DrawList
from playground.scene.primitives import Circle, Line, Segment, Sphere
from playground.session.view.cameras import ProjectedView, avoid_overlays

PLACE = Viewport(0.0, 0.0, 960.0, 520.0)
NOTHING_TAKEN = ()


def flat(*records) -> ProjectedView:
    drawn = DrawList(primitives=list(records))
    return ProjectedView(drawn, Camera2D.fit(drawn.bounds(), PLACE), PLACE)


def rim(camera, center, radius) -> np.ndarray:
    turn = np.linspace(0.0, 2.0 * np.pi, 200)
    points = np.array(center) + radius * np.stack([np.cos(turn), np.sin(turn)], -1)
    return camera.to_screen(points, PLACE)


def inside(points, box) -> bool:
    return any(box.contains(x, y) for x, y in points)


def test_without_need_nothing_moves():
    view = flat(Circle((0.0, 0.0), 1.0))
    corner = Viewport(20.0, 20.0, 200.0, 100.0)
    assert avoid_overlays([view], NOTHING_TAKEN) == [view.camera]
    assert avoid_overlays([view], [corner]) == [view.camera]


@pytest.mark.parametrize("box", [(20, 20, 500, 200), (600, 10, 340, 200)])
def test_a_circle_moves_aside_and_stays_in_sight(box):
    view, taken = flat(Circle((0.0, 0.0), 1.0)), Viewport(*map(float, box))
    assert inside(rim(view.camera, (0.0, 0.0), 1.0), taken)
    (camera,) = avoid_overlays([view], [taken])
    points = rim(camera, (0.0, 0.0), 1.0)
    assert not inside(points, taken)
    assert all(PLACE.contains(x, y) for x, y in points)
    assert camera.scale >= 0.6 * view.camera.scale


def test_what_has_no_end_may_pass_below():
    line = Line((0.0, 0.0), (1.0, 0.0))
    view = flat(Circle((0.0, -1.0), 0.1), Segment((-1.0, -1.0), (1.0, -1.0)), line)
    taken = Viewport(0.0, 0.0, 960.0, 60.0)
    assert avoid_overlays([view], [taken])[0].scale == view.camera.scale


def test_views_that_are_alike_stay_alike_and_what_can_be_clear_is():
    views = [flat(Circle((0.0, 0.0), 1.0)), flat(Circle((0.0, 0.0), 1.0))]
    hidden = Viewport(0.0, 0.0, 960.0, 520.0)
    assert avoid_overlays(views, [hidden]) == [view.camera for view in views]
    high = Viewport(0.0, 0.0, 960.0, 170.0)
    first, second = avoid_overlays(views, [high])
    assert first.scale == second.scale < views[0].camera.scale


def test_a_ball_in_space_moves_aside():
    drawn = DrawList(dimension=3, primitives=[Sphere((0.0, 0.0, 0.0), 1.0)])
    camera = OrbitCamera().fit(drawn.extents(), PLACE)
    taken = Viewport(20.0, 20.0, 500.0, 200.0)
    (moved,) = avoid_overlays([ProjectedView(drawn, camera, PLACE)], [taken])
    ring = [
        np.cos(a) * moved.axes[0] + np.sin(a) * moved.axes[1]
        for a in np.linspace(0.0, 6.28, 60)
    ]
    assert not inside(moved.to_screen(np.array(ring), PLACE), taken)
