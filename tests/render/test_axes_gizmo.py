"""Axes gizmo: clear of what covers its corner."""

import pytest

from playground.render.axes_gizmo import AxesGizmo
from playground.scene.camera import OrbitCamera, Viewport

PLACE = Viewport(200.0, 50.0, 600.0, 500.0)


@pytest.mark.parametrize(
    ("taken", "down"),
    [
        ((200.0, 50.0, 1100.0, 106.0), 56.0),
        ((200.0, 450.0, 800.0, 550.0), 0.0),
        ((200.0, 50.0, 500.0, 106.0), 0.0),
        ((800.0, 50.0, 1100.0, 106.0), 0.0),
    ],
)
def test_they_go_below_what_covers_their_corner(taken, down):
    camera = OrbitCamera((0.0, 0.0, 0.0), 0.3, 0.4, 8.0)
    x, y = AxesGizmo(camera, PLACE).center
    moved = AxesGizmo(camera, PLACE, occupied_boxes=(taken,))
    assert moved.center == (x, y + down)
