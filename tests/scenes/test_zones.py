"""The second division of a scene's answers: known places, and whole pictures of it."""

import math

import pytest

from playground.scene.params import with_values
from scenes import SCENES

RECT, SPHERE = SCENES[1], SCENES[3]
UPRIGHT = with_values(
    RECT.params(),
    rect_center=(0.0, 0.0),
    pivot=(0.0, 0.0),
    half_extents=(2.0, 1.0),
    angle=0.0,
)
ALONG_X = with_values(
    SPHERE.params(),
    line_point=(0.0, 0.0, 0.0),
    line_direction=(1.0, 0.0, 0.0),
    radius=1.0,
)


def test_which_scenes_have_zones():
    assert [scene.id for scene in SCENES if scene.zoned] == [
        "circle_rect",
        "sphere_line",
        "ball_block",
    ]
    for scene in SCENES:
        params = scene.cases[scene.first_case()].params
        assert bool(scene.zones(params).kinds) == bool(scene.zoned)


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
def test_what_of_a_rectangle_is_nearest(center, zone, quarters):
    angle = (quarters - 1) * math.pi / 2
    c, s = round(math.cos(angle)), round(math.sin(angle))
    turned = (c * center[0] - s * center[1], s * center[0] + c * center[1])
    p = with_values(UPRIGHT, center=turned, angle=angle)
    assert RECT.zones(p).name() == zone


@pytest.mark.parametrize(
    ("start", "end", "zone"),
    [
        ((0.0, 0.5, 0.0), (5.0, 9.0, 0.0), "embedded"),
        ((0.0, 3.0, 0.0), (0.0, 3.0, 0.0), "resting"),
        ((0.0, 3.0, 0.0), (4.0, 3.0, 0.0), "parallel to the line"),
        ((0.0, 3.0, 0.0), (4.0, 2.0, 0.0), "crossing, coming nearer"),
        ((0.0, 3.0, 0.0), (4.0, 4.0, 0.0), "crossing, moving away"),
        ((0.0, 3.0, 0.0), (0.0, 3.0, 4.0), "crossing, moving away"),
    ],
)
def test_how_a_sphere_moves(start, end, zone):
    assert SPHERE.zones(with_values(ALONG_X, start=start, end=end)).name() == zone


def test_a_line_without_direction_has_none():
    lost = with_values(ALONG_X, line_direction=(0.0, 0.0, 0.0))
    assert SPHERE.zones(lost).name() == ""
