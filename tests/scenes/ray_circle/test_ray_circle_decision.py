"""Precision panel of ray vs circle: its decision, and other causes of failures."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from playground.analysis.precision import evaluate_decision
from playground.scene import Decision, NumberType
from scenes.ray_circle import SCENE
from scenes.ray_circle.params import RayCircleParams

NUMBERS: tuple[NumberType, ...] = (np.float32, np.float64, Fraction)
# Past the circle, and on.
ALONG = RayCircleParams((3.0, 0.0), (1.0, 0.0), (0.0, 0.0), 1.0)


def made(p: RayCircleParams) -> list[Decision]:
    with np.errstate(all="ignore"):
        found = [evaluate_decision(SCENE, p, number) for number in NUMBERS]
    return [decision for decision in found if decision]


@pytest.mark.parametrize(
    ("changes", "failing"),
    [
        ({}, "behind"),
        ({"direction": (-1.0, 0.0)}, ""),
        # Inside, and on the circle on the way out: hits, whatever the direction.
        ({"origin": (0.5, 0.0)}, ""),
        ({"origin": (1.0, 0.0)}, ""),
    ],
)
def test_a_line_that_meets_the_circle_may_still_miss(
    changes: dict[str, tuple[float, float]], failing: str
) -> None:
    found = made(replace(ALONG, **changes))
    assert [(d.failing, d.hit) for d in found] == [(failing, not failing)] * 3
    assert all(d.left <= d.right for d in found)


@pytest.mark.parametrize("short", [1e-30, 1e-50])
def test_a_direction_too_short_for_float32(short: float) -> None:
    """Squared, 1e-30 is 0 in float32, and so is 1e-50 itself."""
    found = made(replace(ALONG, origin=(0.0, 3.0), direction=(short, 0.0)))
    assert [d.failing for d in found] == ["V too short", "", ""]
    assert not any(d.hit for d in found)


def test_without_a_direction_nothing_is_decided() -> None:
    assert made(replace(ALONG, direction=(0.0, 0.0))) == []
