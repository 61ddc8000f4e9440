"""Curves: every number can be an axis, and roots are where the answer turns."""

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest

from playground.explore import curve
from playground.explore.curve import Axis, axes
from playground.explore.map import over_span
from playground.scene import params as parameters
from playground.scene.params import Params, Vec2, angle, point, slider, time
from playground.scene.scene import Scene
from playground.scene.specs import Vector
from playground.scene.vectors import stacked
from scenes import SCENES


@dataclass(frozen=True)
class Polynomial(Params):
    at: Vec2 = point(1.0, 2.0, label="P")
    radius: float = slider(1.5, 0.0, 9.0, label="r", unit="m")
    turn: float = angle(0.5, label="a")
    moment: float = time(0.25, 0.0, 1.0, label="t")


class PolynomialScene(Scene[Polynomial, float]):
    id, title, params = "polynomial", "Polynomial", Polynomial

    def measure(self, p: Polynomial) -> dict[str, np.ndarray]:
        position = stacked(*p.at)
        x, y = position[..., 0], position[..., 1]
        return {
            "cubic": (x - 1.0) * (x + 2.0) * (x - 2.5) + 0.0 * y,
            "partly": np.where(x > 0.0, x - 0.5, np.nan) + 0.0 * y,
        }


def test_axes_are_all_numbers():
    assert curve.axes(Polynomial()) == [
        Axis("at", 0),
        Axis("at", 1),
        Axis("radius", 0),
        Axis("turn", 0),
        Axis("moment", 0),
    ]


def test_axis_reads_and_replaces_its_number():
    axis = Axis("at", 1)
    assert axis.value(Polynomial()) == 2.0
    assert axis.replaced(Polynomial(), 7.0) == (1.0, 7.0)
    assert axis.label(Polynomial()) == "P y (m)"


def test_spans_hold_the_present_value():
    for axis in curve.axes(Polynomial()):
        low, high = axis.span(Polynomial())
        assert low <= axis.value(Polynomial()) <= high
    assert Axis("turn").span(Polynomial()) == (-math.pi, math.pi)
    assert Axis("moment").span(Polynomial()) == (0.0, 1.0)


def test_a_small_change_does_not_move_the_span():
    one, two = Polynomial(), Polynomial(at=(1.2, 2.0), radius=1.6)
    assert Axis("at", 0).span(one) == Axis("at", 0).span(two)
    assert Axis("radius").span(one) == Axis("radius").span(two)


def test_roots_are_found_to_rounding():
    drawn = curve.sample(PolynomialScene(), Polynomial(), Axis("at", 0))
    assert drawn is not None
    assert drawn.roots == pytest.approx((-2.0, 0.5, 1.0, 2.5), abs=1e-9)


def test_a_scene_without_quantities_has_no_curve():
    assert curve.sample(Scene(), Polynomial(), Axis("at", 0)) is None


CASES = [
    pytest.param(scene, name, id=f"{scene.id}-{name}")
    for scene in SCENES
    for name in scene.cases
]


@pytest.mark.parametrize(("scene", "name"), CASES)
def test_the_curve_passes_through_the_present_state(scene, name):
    params = scene.cases[name].params
    for axis in curve.axes(params):
        drawn = curve.sample(scene, params, axis)
        if drawn is None:
            continue
        for i in (0, 77, 240):
            value = {axis.name: axis.replaced(params, float(drawn.x[i]))}
            single = scene.measure(replace(params, **value))
            for line, y in drawn.lines.items():
                assert float(y[i]) == pytest.approx(
                    float(single[line]), rel=1e-9, abs=1e-9, nan_ok=True
                )


@pytest.mark.parametrize("scene", SCENES, ids=lambda s: s.id)
def test_every_scene_opens_with_a_curve(scene):
    params = scene.cases[scene.first_case()].params
    axis = Axis(*scene.measured_against())
    assert axis in curve.axes(params)
    assert curve.sample(scene, params, axis) is not None


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.id)
def test_the_smallest_numbers_there_are_have_a_span(scene):
    least = math.ulp(0.0)
    case = scene.cases[scene.first_case()].params
    values = {
        name: (least,) * spec.size
        for name, spec in parameters.relevant(case).items()
        if isinstance(spec, Vector)
    }
    params = replace(case, **values)
    for axis in axes(params):
        low, high = axis.span(params)
        assert low < high
        sampled = over_span(params, axis, 2000.0)
        assert 1000 <= sampled.count <= 4001
        assert np.unique(sampled.values).size == sampled.count


def test_roots_are_looked_for_between_values_too_large_for_a_float():
    scene = next(scene for scene in SCENES if scene.id == "ray_circle")
    tiny = 3e-170
    p = scene.params((3e-323, 0.0), (1e-170, 2e-100), (0.0, tiny), tiny)
    found = curve.sample(scene, p, Axis("direction", 1))
    assert found is not None
    assert all(found.x[0] <= root <= found.x[-1] for root in found.roots)
