"""Circles and turned rectangles by hand; `test_units_apart` has integers."""

import math
from dataclasses import fields

import numpy as np
import pytest

from playground.collision.circle_rect import CircleRect, RectFeature, circle_rect


@pytest.mark.parametrize("least", [5e-324, 2.0**-1060, 2.0**-1030])
def test_the_normal_of_a_subnormal_gap_is_a_unit_vector(least):
    found = circle_rect((2 * least, -3 * least), 0, (0, 0), (0, 0), 0)
    size = math.sqrt(13)
    np.testing.assert_allclose(found.normal, (2 / size, -3 / size), rtol=1e-15)


@pytest.mark.parametrize("scale", [2.0**-9, 1.0, 2.0**27])
@pytest.mark.parametrize("far", [0.0, 1e8])
@pytest.mark.parametrize(
    ("center", "radius", "feature", "normal"),
    [
        ((3, 0), 1, RectFeature.EDGE, (1, 0)),
        ((0, -2), 1, RectFeature.EDGE, (0, -1)),
        ((-5, 5), 5, RectFeature.CORNER, (-0.6, 0.8)),
        ((2, 1), 0, RectFeature.CORNER, (0.5**0.5, 0.5**0.5)),
        ((2, 0.5), 0, RectFeature.EDGE, (1, 0)),
        ((-1, -1), 0, RectFeature.EDGE, (0, -1)),
    ],
)
def test_exact_touches_are_hits_of_distance_zero(
    center, radius, feature, normal, far, scale
):
    offset = np.array([far, -far])
    half = scale * np.array([2.0, 1.0])
    found = circle_rect(
        scale * np.array(center) + offset, scale * radius, offset, half, 0
    )
    assert found.hit
    assert found.distance == 0.0
    assert found.depth == 0.0
    assert found.feature == feature
    assert np.allclose(found.normal, normal, rtol=0, atol=1e-15)


@pytest.mark.parametrize("turns", [1, -1, 3, 1000, -12345])
def test_whole_turns_bring_the_same_rectangle_back(turns):
    once = circle_rect((2.0, 1.5), 0.3, (0.5, 0.0), (1.0, 0.5), 0.7, (3.0, 1.0))
    again = circle_rect(
        (2.0, 1.5), 0.3, (0.5, 0.0), (1.0, 0.5), 0.7 + turns * 2 * np.pi, (3.0, 1.0)
    )
    assert np.allclose(
        again.corners, once.corners, rtol=0, atol=1e-15 * 10 * abs(turns)
    )


def test_the_angle_is_counter_clockwise_about_the_pivot():
    found = circle_rect((0, 5), 0.5, (3, 0), (1, 0.5), np.pi / 2, (1, 0))
    expected = [(1.5, 1), (1.5, 3), (0.5, 3), (0.5, 1)]
    assert np.allclose(found.corners, expected, rtol=0, atol=1e-15)
    assert not found.hit
    assert circle_rect((1, 3.2), 0.5, (3, 0), (1, 0.5), np.pi / 2, (1, 0)).hit


def test_no_pivot_means_the_rectangles_own_centre():
    args = ((1.0, 2.0), 0.5, (0.3, -0.2), (1.0, 0.5), 0.9)
    for field in fields(CircleRect):
        assert np.array_equal(
            getattr(circle_rect(*args), field.name),
            getattr(circle_rect(*args, pivot=(0.3, -0.2)), field.name),
        )


def test_a_centre_inside_leaves_by_the_nearest_side():
    found = circle_rect((0.5, 0.9), 0.25, (0, 0), (2, 1), 0)
    assert found.feature == RectFeature.INSIDE
    assert found.distance == pytest.approx(-0.35)
    assert tuple(found.closest) == (0.5, 1.0)
    assert tuple(found.normal) == (0.0, 1.0)


def test_moving_by_depth_along_the_normal_just_parts_the_two():
    center, rect = np.array([0.4, -0.3]), ((0, 0), (2, 1), 0.6)
    found = circle_rect(center, 0.5, *rect)
    freed = circle_rect(center + found.depth * found.normal, 0.5, *rect)
    assert abs(freed.distance) < 1e-15


@pytest.mark.parametrize("half_extents", [(0, 0), (0, 3), (3, 0), (2, 5), (7, 7)])
def test_dead_centre_has_a_normal_whatever_the_rectangle(half_extents):
    found = circle_rect((0, 0), 0, (0, 0), half_extents, 0.3)
    assert found.hit
    assert found.distance == -min(half_extents)
    assert abs(np.hypot(*found.normal) - 1.0) < 1e-15


def test_a_segment_and_a_point_are_rectangles():
    segment = circle_rect((0, 1), 1, (0, 0), (3, 0), 0)
    assert segment.hit
    assert segment.distance == 0.0
    assert segment.feature == RectFeature.EDGE
    point = circle_rect((3, 4), 4.5, (0, 0), (0, 0), 1.2)
    assert point.distance == pytest.approx(0.5)
    assert point.feature == RectFeature.CORNER
