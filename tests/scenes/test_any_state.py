"""Robustness of every scene: any state of its sliders, any drag."""

import math

import pytest
from effort import examples
from every import every_scene, every_scene_at_length
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from strategies import params_of

from playground.check.sample_states import solve_state
from playground.check.scene_checker import STATE_RULES
from playground.scene.handles import HandleKind, Vec
from playground.scene.params import (
    HandleMark,
    Params,
    drag,
    list_handle_marks,
    parameters_of,
)
from playground.scene.scene import Case, SceneEntry

PIXEL = 0.01
# These come exactly where they are dragged; the others keep to a line or a circle.
FREE = {HandleKind.CENTER, HandleKind.PIVOT, HandleKind.TIP, HandleKind.CORNER}
# Scenes whose states take long to solve are asked less often.
relaxed = settings(suppress_health_check=[HealthCheck.too_slow])


@every_scene_at_length
def test_any_state_is_answered_or_refused_in_words(scene: SceneEntry) -> None:
    @settings(relaxed, max_examples=examples(120))
    @given(params_of(scene.params))
    def ask(params: Params) -> None:
        found = solve_state(scene, params)
        faults = {
            said.text
            for rule in STATE_RULES
            for said in rule(scene, found)
            if not said.advice
        }
        assert faults == set()

    ask()


def check_ranges(params: Params) -> None:
    for name, spec in parameters_of(type(params)).items():
        spec.validate(name, getattr(params, name))


def target_of(scene: SceneEntry) -> st.SearchStrategy[Vec]:
    coordinate = st.one_of(st.floats(-8.0, 8.0), st.floats(-1e3, 1e3))
    return st.tuples(*[coordinate] * scene.dimension)


def fits(params: Params, grip: HandleMark, target: Vec) -> bool:
    """Return whether a drag is not limited by anything."""
    table = parameters_of(type(params))
    handle = table[grip.name].handle
    wanted = handle.drag(params, grip.name, grip.index, target, None)
    inside = all(table[name].clamp(value) == value for name, value in wanted.items())
    # A corner stops at the opposite sides.
    flat = grip.kind is HandleKind.CORNER and 0.0 in wanted[grip.name]
    return inside and not flat


def grip_after(params: Params, grip: HandleMark) -> HandleMark:
    found = list_handle_marks(params, PIXEL)
    return next(g for g in found if (g.name, g.index) == (grip.name, grip.index))


@every_scene
def test_a_grip_goes_where_it_is_dragged_and_nothing_leaves_its_range(
    scene: SceneEntry,
) -> None:
    @settings(relaxed, max_examples=examples(200))
    @given(params_of(scene.params), st.data(), target_of(scene))
    def pull(params: Params, data: st.DataObject, target: Vec) -> None:
        known = list_handle_marks(params, PIXEL)
        if not known:
            return
        grip = data.draw(st.sampled_from(known))
        moved = drag(params, grip.name, grip.index, target)
        check_ranges(moved)
        if grip.kind in FREE and fits(params, grip, target):
            gap = math.dist(grip_after(moved, grip).at, target)
            assert gap <= 1e-9 * (1.0 + math.hypot(*target))

    pull()


@every_scene
def test_in_every_case_every_free_grip_is_free(scene: SceneEntry) -> None:
    for case in scene.cases.values():
        _assert_free_grips_are_free(case, (0.06, -0.04, 0.05)[: scene.dimension])


def _assert_free_grips_are_free(case: Case, step: tuple[float, ...]) -> None:
    for grip in list_handle_marks(case.params, PIXEL):
        goal = tuple(a + b for a, b in zip(grip.at, step, strict=True))
        # Two corners in one place stop at each other.
        flat = grip.kind is HandleKind.CORNER and 0.0 in vars(case.params)[grip.name]
        if grip.kind in FREE and not flat and fits(case.params, grip, goal):
            moved = drag(case.params, grip.name, grip.index, goal)
            at = grip_after(moved, grip).at
            assert at == pytest.approx(goal, abs=1e-9), grip.label
