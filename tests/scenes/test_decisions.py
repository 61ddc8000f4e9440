"""A decision shows the test that it turns on, or says what else it fails."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import params_of

from playground.scene.params import Params, with_values
from playground.scene.scene import AnyScene, Decision, NumberType
from scenes import SCENES
from scenes.ball_block import BallBlockParams
from scenes.ray_circle import RayCircleParams
from scenes.sphere_line import SphereLineParams

RAY, RECT, ELLIPSE, SPHERE, BALL = SCENES
NUMBERS: tuple[NumberType, ...] = (np.float32, np.float64, Fraction)
WORDS = {
    RAY: {"behind", "V too short"},
    RECT: set(),
    ELLIPSE: set(),
    SPHERE: {"after the step", "moving away", "parallel", "resting"},
    BALL: {"leaving"},
}


def decided(scene: AnyScene, params: Params, number: NumberType) -> Decision | None:
    with np.errstate(all="ignore"):
        return scene.decide(params, number)


def shows_its_test(scene: AnyScene, params: Params) -> None:
    for number in NUMBERS:
        found = decided(scene, params, number)
        if found is None:
            continue
        passed = bool(found.left <= found.right)
        assert found.hit == (passed and not found.but), (number, found)
        assert found.but in ({""} | WORDS[scene] if passed else {""}), (number, found)
        if number is Fraction:
            assert found.but != "V too short"


@pytest.mark.parametrize(
    ("scene", "params"),
    [
        pytest.param(scene, case.params, id=f"{scene.id}-{name}")
        for scene in SCENES
        for name, case in scene.cases.items()
    ],
)
def test_of_every_case(scene: AnyScene, params: Params) -> None:
    shows_its_test(scene, params)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_of_any_params(scene: AnyScene, data: st.DataObject) -> None:
    shows_its_test(scene, data.draw(params_of(scene.params)))


ALONG = RayCircleParams((3.0, 0.0), (1.0, 0.0), (0.0, 0.0), 1.0)
# The line is the x axis; the sphere's start is 2 above it, its radius 1.
ABOVE = SphereLineParams(
    start=(0.0, 2.0, 0.0),
    end=(0.0, 2.0, 0.0),
    radius=1.0,
    line_point=(0.0, 0.0, 0.0),
    line_direction=(1.0, 0.0, 0.0),
)
BESIDE = BallBlockParams(
    center=(1.25, 0.0),
    velocity=(1.0, 0.0),
    radius=0.5,
    block=(0.0, 0.0),
    half_extents=(1.0, 1.0),
)


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    ("scene", "params", "but"),
    [
        (RAY, ALONG, "behind"),
        (RAY, replace(ALONG, direction=(-1.0, 0.0)), ""),
        # Inside, and on the circle on the way out: hits, whatever the direction.
        (RAY, replace(ALONG, origin=(0.5, 0.0)), ""),
        (RAY, replace(ALONG, origin=(1.0, 0.0)), ""),
        (SPHERE, ABOVE, "resting"),
        (SPHERE, replace(ABOVE, end=(3.0, 2.0, 0.0)), "parallel"),
        (SPHERE, replace(ABOVE, end=(3.0, 3.0, 0.0)), "moving away"),
        (SPHERE, replace(ABOVE, end=(0.0, 1.25, 0.0)), "after the step"),
        (SPHERE, replace(ABOVE, end=(0.0, 1.0, 0.0)), ""),
        # Overlapping at the start: whatever the motion, it hits.
        (SPHERE, replace(ABOVE, radius=2.0), ""),
        (SPHERE, replace(ABOVE, radius=2.0, end=(3.0, 2.0, 0.0)), ""),
        (SPHERE, replace(ABOVE, radius=2.5, end=(0.0, 9.0, 0.0)), ""),
        (BALL, BESIDE, "leaving"),
        (BALL, replace(BESIDE, velocity=(-1.0, 0.0)), ""),
        (BALL, replace(BESIDE, velocity=(0.0, 1.0)), ""),
    ],
)
def test_words_by_hand(
    scene: AnyScene, params: Params, but: str, number: NumberType
) -> None:
    found = decided(scene, params, number)
    assert found is not None
    assert found.left <= found.right
    assert (found.but, found.hit) == (but, not but)


def test_a_direction_too_short_for_float32() -> None:
    # Squared, 1e-30 is 0 in float32, and so is 1e-50 itself.
    for short in (1e-30, 1e-50):
        p = replace(ALONG, origin=(0.0, 3.0), direction=(short, 0.0))
        found = [decided(RAY, p, number) for number in NUMBERS]
        assert [d.but for d in found if d] == ["V too short", "", ""]
        assert not any(d.hit for d in found if d)


@pytest.mark.parametrize(
    ("scene", "values"),
    [
        (RAY, {"direction": (0.0, 0.0)}),
        (ELLIPSE, {"radii": (0.0, 1.0)}),
        (ELLIPSE, {"radii": (1.0, 0.0)}),
        (SPHERE, {"line_direction": (0.0, 0.0, 0.0)}),
        (BALL, {"mode": "Wall"}),
    ],
)
def test_where_there_is_no_answer_nothing_is_decided(
    scene: AnyScene, values: dict[str, object]
) -> None:
    p = with_values(scene.params(), **values)
    assert [decided(scene, p, number) for number in NUMBERS] == [None] * 3
