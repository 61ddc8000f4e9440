"""Queries of a scene: arguments to params and back, and gaps."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from effort import examples, one_and_slowly_each
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import params_of

from playground import scene as scene_api
from playground.collision import point_ellipse
from playground.judge.cases.case_set import in_columns
from playground.judge.cases.generators import generate_cases
from playground.scene import Params, Vec2
from playground.scene.query import query_of
from playground.scene.scene import Scene
from playground.scene.solution import solve_scene
from scenes import SCENES

ASKED = [scene for entry in SCENES for scene in entry.sub_scenes() if scene.query]
every_query = pytest.mark.parametrize("scene", ASKED, ids=lambda scene: scene.id)
every_query_at_length = pytest.mark.parametrize(
    "scene", one_and_slowly_each(ASKED), ids=lambda scene: scene.id
)
with_radius = pytest.mark.parametrize(
    "scene",
    [scene for scene in ASKED if "radius" in scene.query.argument_kinds],
    ids=lambda scene: scene.id,
)


def asked(scene: Scene, params):
    """Return arguments, result and gap of a state; skip it if the core refuses."""
    query = scene.query
    columns = in_columns([query.arguments(params)])
    try:
        result = query.evaluate(columns)
    except ValueError:
        assume(False)
    return columns, result, float(query.gap(columns, result)[0])


@dataclass(frozen=True)
class Margined(Params):
    point: Vec2 = scene_api.point(0.0, 0.0, label="P")
    margin: float = scene_api.slider(0.0, 0.0, 1.0, label="Margin")
    progress: float = scene_api.time(0.0, 0.0, 1.0, view=True, label="Progress")


def query_of_margined(**more):
    return query_of(
        point_ellipse, Margined, "distance", lambda a, e: e.distance, **more
    )


def test_a_parameter_that_the_function_does_not_name_is_refused():
    with pytest.raises(
        ValueError, match=r"^margin is not an argument of point_ellipse"
    ):
        query_of_margined()


def test_one_on_which_no_verdict_depends_is_named_as_ignored():
    assert list(query_of_margined(ignored="margin").argument_kinds) == ["point"]


@every_query
def test_the_query_is_what_the_scene_itself_asks(scene):
    for case in scene.cases.values():
        try:
            result = scene.query.evaluate(scene.query.arguments(case.params))
        except ValueError:
            continue
        verdict = solve_scene(scene, case.params).verdict
        # Where a listing is looked at later in the frame, the outcome is another.
        if scene.id != "ball_one_hit":
            assert result.hit == verdict.hit, case.name


@every_query_at_length
def test_what_is_held_comes_back_to_the_last_bit(scene):
    held = 0
    for row in generate_cases(scene, 80, seed=1).rows:
        params = scene.query.find_params(row)
        if params is not None:
            back, held = scene.query.arguments(params), held + 1
            assert {name: back[name] for name, x in row.items() if x is not None} == {
                name: x for name, x in row.items() if x is not None
            }
    assert held > 8


@every_query
def test_what_may_not_be_typed_is_no_state(scene):
    arguments = scene.query.arguments(scene.initial_params())
    far = {
        name: tuple(1e13 * x for x in value)
        if scene.query.argument_kinds[name].scales_with_world
        and isinstance(value, tuple)
        else value
        for name, value in arguments.items()
    }
    assert scene.query.find_params(far) is None


@every_query_at_length
@given(data=st.data())
def test_the_gap_has_the_sign_of_the_verdict(scene, data):
    params = data.draw(params_of(scene.params))
    _, result, gap = asked(scene, params)
    assert (gap <= 0.0) == result.hit[0]


@with_radius
@settings(max_examples=examples(60))
@given(data=st.data())
def test_a_radius_larger_by_the_gap_just_touches(scene, data):
    params = data.draw(params_of(scene.params))
    columns, _, gap = asked(scene, params)
    size = float(scene.query.size(columns)[0])
    touching = params.radius + gap
    by = 1e-9 * size
    assume(by < touching)
    for radius, hits in ((touching + by, True), (touching - by, False)):
        _, result, _ = asked(scene, replace(params, radius=radius))
        assert bool(result.hit[0]) == hits


@pytest.mark.parametrize(
    ("center", "velocity", "apart"),
    [
        ((-5.0, 0.5), (10.0, 0.0), -0.5),  # out of its upper side
        ((-5.0, -5.0), (10.0, 10.0), -np.sqrt(2.0)),  # across, over a corner
        ((0.75, 0.0), (0.0, 0.0), -0.25),  # at rest, out of its right side
        ((-5.0, 0.0), (4.5, 0.0), -0.5),  # on from where it came
    ],
)
def test_a_path_through_the_block_is_as_deep_as_it_is_far_to_move_out(
    center, velocity, apart
):
    query = ASKED[-1].query
    columns = in_columns(
        [
            {
                "center": center,
                "radius": 0.25,
                "velocity": velocity,
                "rect_min": (-1.0, -1.0),
                "rect_max": (1.0, 1.0),
            }
        ]
    )
    assert query.gap(columns, query.evaluate(columns))[0] == pytest.approx(apart - 0.25)


@every_query
def test_a_gap_of_nothing_is_a_touch_and_nothing_else(scene):
    touching = [
        name
        for name, case in scene.cases.items()
        if "ouch" in name or name in ("Tangent", "Radius zero", "On the boundary")
    ]
    gaps = {name: asked(scene, scene.cases[name].params)[2] for name in touching}
    assert 0.0 in gaps.values(), gaps
    for case in scene.cases.values():
        if np.any(np.minimum(*getattr(case.params, "radii", (1.0, 1.0))) == 0.0):
            continue
        columns, result, gap = asked(scene, case.params)
        if gap == 0.0:
            less = dict(columns)
            smaller = "radius" if "radius" in less else "radii"
            value = less[smaller]
            parts = value if isinstance(value, tuple) else (value,)
            shrunk = tuple(np.nextafter(x, -1.0) for x in parts)
            if min(x.min() for x in shrunk) < 0.0:
                continue  # a point cannot be smaller
            less[smaller] = shrunk if isinstance(value, tuple) else shrunk[0]
            assert result.hit[0]
            assert not scene.query.evaluate_hits(less)[0]
