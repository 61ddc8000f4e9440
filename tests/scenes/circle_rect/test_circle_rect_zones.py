"""Nearest feature of a rectangle: known positions, at any angle."""

import math

import pytest

from playground.scene.params import with_values
from playground.scene.solution import solve_scene
from scenes.circle_rect import SCENE

UPRIGHT = with_values(
    SCENE.params(),
    rect_center=(0.0, 0.0),
    pivot=(0.0, 0.0),
    half_extents=(2.0, 1.0),
    angle=0.0,
)


@pytest.mark.parametrize(
    ("center", "zone"),
    [
        ((0.5, 0.5), "the centre is inside"),
        ((0.5, 3.0), "a side is nearest"),
        ((-9.0, 0.0), "a side is nearest"),
        ((2.1, 1.1), "a corner is nearest"),
        ((2.0, 1.0), "a corner is nearest"),
    ],
)
@pytest.mark.parametrize("quarters", range(4))
def test_what_is_nearest(center: tuple[float, float], zone: str, quarters: int) -> None:
    angle = (quarters - 1) * math.pi / 2
    c, s = round(math.cos(angle)), round(math.sin(angle))
    turned = (c * center[0] - s * center[1], s * center[0] + c * center[1])
    p = with_values(UPRIGHT, center=turned, angle=angle)
    assert solve_scene(SCENE, p).zones.name() == zone
