"""Rules for every scene, and its first view."""

import math
from dataclasses import replace
from itertools import combinations

import pytest
from every import every_scene, own_scenes

from playground.check import scene_checker
from playground.check.finding import Rule
from playground.check.sample_states import cases
from playground.gui.window_layout import WindowContents, layout_panels
from playground.scene.formula_symbols import symbol_keys
from playground.scene.scene import SceneEntry
from playground.scene.solution import draw_solution, solve_scene
from playground.session.session import Session
from playground.session.view.figure_layout import split_canvas
from playground.session.view.pointer_controls import Controls
from scenes import CIRCLE_RECT, SCENES, SPHERE_LINE

# A grip is a disc of about 5 pixels; nearer than this two of them cannot be told apart.
APART = 14.0
WINDOW = (1280.0, 800.0)


SLOW = scene_checker.check_batch_answers, scene_checker.check_thresholds


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(rule, marks=[pytest.mark.slow] if rule in SLOW else [])
        for rule in scene_checker.RULES
    ],
    ids=lambda rule: rule.__name__,
)
@every_scene
def test_it_keeps_the_rule(scene: SceneEntry, rule: Rule) -> None:
    """Our own take the advice too."""
    found = {said.text for said in rule(scene) if scene in SCENES or not said.advice}
    assert found == set()


@pytest.mark.slow
@pytest.mark.exhaustive
@pytest.mark.parametrize("seed", range(2, 5))
@every_scene
def test_many_at_once_are_as_one_by_one(scene: SceneEntry, seed: int) -> None:
    assert set(scene_checker.check_batch_answers(scene, seed)) == set()


# The row that a prediction is held to, by the scene's id.
TARGETS = {
    "ray_circle": "Point",
    "circle_rect": "Closest point Q",
    "point_ellipse": "Nearest point Q",
    "sphere_line": "First t",
    "ball_one_hit": "Centre at touch",
}
# Hits that have no place: of two nearest points, or of an overlap at the start.
UNPLACED = {
    *("At the centre", "Too thin to square", "Too thin to scale"),
    *("Touching, gliding", "Overlap at the start, gone by"),
}


@own_scenes
def test_a_prediction_is_held_to_the_row_of_a_hit(scene: SceneEntry) -> None:
    for part in (part for part in scene.sub_scenes() if part.quiz):
        for case in part.cases.values():
            solution = solve_scene(part, case.params)
            target = part.quiz.target(solution.params, solution.result)
            has_target = solution.verdict.hit and case.name not in UNPLACED
            assert (target is not None) == has_target, case.name
            rows = {row.name: row.value for row in solution.rows}
            assert target is None or target.value == rows[TARGETS[part.id]]


@pytest.mark.parametrize("scene", [CIRCLE_RECT, SPHERE_LINE], ids=lambda s: s.id)
def test_a_prediction_hides_the_view_that_would_answer_it(scene: SceneEntry) -> None:
    picture = draw_solution(scene, scene.initial_params())
    assert picture.limit_to_step(0).primitives
    assert not picture.limit_to_step(0).views[0].primitives
    assert picture.limit_to_step(1).views[0].primitives


@own_scenes
def test_the_terms_of_a_step_stand_for_something_drawn_by_then(
    scene: SceneEntry,
) -> None:
    """In some case: what is of no length, or far away, is not drawn."""
    named, drawn = set(), set()
    for solution in filter(None, (found.solution for found in cases(scene))):
        p, timeline = solution.params, solution.timeline
        for number, step in enumerate(solution.steps, 1):
            if timeline and step.time is not None:
                p = replace(p, **{timeline.parameter: step.time})
            picture = draw_solution(solution.scene, p).limit_to_step(number)
            latex = step.formula + step.numbers + step.result
            keys = {*step.keys, *symbol_keys(latex)}
            named |= {(step.title, key) for key in keys}
            drawn |= {(step.title, key) for key in keys & picture.keys()}
    assert named - drawn == set()


def opened(scene: SceneEntry) -> Controls:
    """Return the controls of a window that has just opened a scene."""
    session = Session((scene,))
    controls = Controls(session)
    moment = session.scene_view
    contents = WindowContents(
        curve=session.scene_view.curve is not None,
        transport=moment.timeline is not None,
    )
    panels = layout_panels(*WINDOW, contents)
    controls.places = split_canvas(panels.canvas, len(moment.picture.self_and_views))
    return controls


@every_scene
def test_grips_are_on_the_canvas_when_a_scene_opens(scene: SceneEntry) -> None:
    controls = opened(scene)
    camera, place = controls.camera(0), controls.places[0]
    for grip in controls.session.scene_view.list_handle_marks(controls.pixel_size()):
        assert place.contains(*camera.to_screen(grip.at, place)), grip.label


@own_scenes
def test_grips_can_be_told_apart_when_a_scene_opens(scene: SceneEntry) -> None:
    controls = opened(scene)
    camera, place = controls.camera(0), controls.places[0]
    grips = controls.session.scene_view.list_handle_marks(controls.pixel_size())
    at = [(grip.label, camera.to_screen(grip.at, place)) for grip in grips]
    for (label, one), (name, other) in combinations(at, 2):
        assert math.dist(one, other) >= APART, (label, name)
