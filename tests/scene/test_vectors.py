"""Rotations: exact quarter turns, otherwise the angle's cosine and sine."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.scene import point_along, rotation

SIGNS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), -90: (0, -1), -180: (-1, 0)}


@pytest.mark.parametrize("degrees", SIGNS)
def test_quarter_turns_are_whole(degrees):
    assert tuple(rotation(math.radians(degrees)).tolist()) == SIGNS[degrees]


@given(st.floats(-4.0, 4.0))
def test_other_angles_are_as_they_are(angle):
    quarters = {i * math.pi / 2 for i in range(-2, 3)}
    if angle not in quarters:
        expected = [np.cos(angle), np.sin(angle)]
        np.testing.assert_array_max_ulp(rotation(angle), expected, 2)


def test_so_many_steps_along_a_way():
    assert point_along((1.0, 2.0), (3.0, -5.0)) == (4.0, -3.0)
    assert point_along((1.0, 2.0), (3.0, -5.0), 0.5) == (2.5, -0.5)
