"""Quarter turns are exact; every other angle is its own cosine and sine."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.scene.params import with_values
from scenes import SCENES
from scenes._turn import rotation

SIGNS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), -90: (0, -1), -180: (-1, 0)}


@pytest.mark.parametrize("degrees", SIGNS)
def test_quarter_turns_are_whole(degrees):
    assert tuple(rotation(math.radians(degrees)).tolist()) == SIGNS[degrees]


@given(st.floats(-4.0, 4.0))
def test_other_angles_are_as_they_are(angle):
    quarters = {i * math.pi / 2 for i in range(-2, 3)}
    if angle not in quarters:
        expected = [np.cos(angle), np.sin(angle)]
        assert rotation(angle).tolist() == expected


@pytest.mark.parametrize("degrees", SIGNS)
def test_what_touches_a_shape_touches_it_after_a_quarter_turn(degrees):
    """A disc beside a bar, and a point at an ellipse's end, turned along with it."""
    c, s = SIGNS[degrees]
    rect, ellipse = SCENES[1], SCENES[2]
    turned = {"angle": math.radians(degrees)}
    disc = with_values(
        rect.params(),
        center=(3.5 * c, 3.5 * s),
        radius=0.5,
        rect_center=(0.0, 0.0),
        half_extents=(3.0, 1.0),
        pivot=(0.0, 0.0),
        **turned,
    )
    assert rect.verdict(disc, rect.solve(disc)).text == "Touch"
    point = with_values(
        ellipse.params(),
        point=(1.0 + 3.0 * c, 2.0 + 3.0 * s),
        center=(1.0, 2.0),
        radii=(3.0, 0.7),
        **turned,
    )
    assert ellipse.verdict(point, ellipse.solve(point)).text == "On the edge"
