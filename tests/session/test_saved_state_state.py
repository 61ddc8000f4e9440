"""Saved states with view options: round trips, and errors."""

import json

import numpy as np
import pytest
from effort import examples
from every import ENTRIES
from hypothesis import given, settings
from written import TEXT, states

from playground.analysis.curve import Axis
from playground.analysis.heat_map import MapKind
from playground.scene.camera import Camera2D, OrbitCamera
from playground.session.saved_state import State, dump, load
from playground.session.session import Session
from playground.session.view_options import Page
from scenes import SCENES


def changed(**show: object) -> str:
    values = json.loads(TEXT)
    return json.dumps(values | {"show": values["show"] | show})


@settings(max_examples=examples(100))
@given(states())
def test_every_state_comes_back_the_same(state: State) -> None:
    text = dump(state)
    assert load(text, ENTRIES) == state
    assert text.isascii()
    assert text.endswith("}\n")


def test_a_file_is_read_as_it_is_meant() -> None:
    state = load(TEXT, SCENES)
    assert (state.case, state.page, state.step) == ("Starts inside", Page.LAB, 3)
    assert (state.map, state.compare) == (MapKind.MISTAKES, True)
    assert state.mapped.over == (Axis("origin"), Axis("radius"))
    assert (state.dtype, state.axis) == (np.float32, Axis("radius"))
    assert state.cameras == {0: Camera2D((1.0, 2.5), 40.0)}


def test_a_session_shows_a_state_as_it_was() -> None:
    wanted = load(TEXT, SCENES)
    session = Session(SCENES)
    session.open(2)
    session.show(wanted)
    assert session.state == wanted
    assert session.open_scene.is_edited
    session.undo()
    assert session.params == session.scene.initial_params()


def test_a_step_too_many_is_the_last() -> None:
    session = Session(SCENES)
    session.show(load(changed(step=99, page="Derivation"), SCENES))
    assert session.open_scene.step == len(session.scene_view.steps)


@pytest.mark.parametrize(
    ("show", "message"),
    [
        ({"colour": 1}, "unknown field 'colour' in \"show\""),
        ({"page": "Home"}, '"page" must be one of Explore, Derivation'),
        ({"page": ["Lab"]}, '"page" must be one of'),
        ({"step": 0}, r'"step" must be in \[1, 99\], not 0'),
        ({"step": True}, '"step" must be a whole number, not True'),
        ({"step": 1.5}, '"step" must be a whole number, not 1.5'),
        ({"map": "Weather"}, '"map" must be one of Verdict'),
        ({"map": 1}, '"map" must be one of Verdict'),
        ({"over": ["radius", "radius"]}, '"over" must be two different numbers'),
        ({"over": "radius"}, '"over" must be a list of 2 names of numbers'),
        ({"over": ["radius", "mass"]}, "unknown number 'mass'"),
        ({"over": ["radius", 1]}, '"over" must be text, the name of a number, not 1'),
        ({"curve": "mass"}, "unknown number 'mass'"),
        ({"quantity": 1}, '"quantity" must be text, not 1'),
        ({"compare": 1}, '"compare" must be true or false, not 1'),
        ({"precision": "float16"}, '"precision" must be one of float32, float64'),
        ({"precision": ["float32"]}, '"precision" must be one of'),
        ({"views": []}, '"views" must be an object'),
        ({"views": {"9": {}}}, 'a name in "views" must be one of 0, 1, 2'),
        ({"views": {"0": 1}}, "view 0: it must be an object"),
        (
            {"views": {"0": {"center": [0], "scale": 1}}},
            'view 0: "center" must be a list of 2 numbers',
        ),
        (
            {"views": {"0": {"center": [0, 0], "scale": 0}}},
            'view 0: "scale" must be in',
        ),
        ({"views": {"0": {"scale": 4}}}, "view 0: it must have one of center, target"),
        (
            {"views": {"0": {"center": [0, 10**400], "scale": 1}}},
            'view 0: "center" must be finite',
        ),
        (
            {"views": {"0": {"center": [0, float("nan")], "scale": 1}}},
            'view 0: "center" must be finite',
        ),
        (
            {"views": {"0": {"target": [0, 0, 0], "eye": 1}}},
            "view 0: unknown field 'eye' in it",
        ),
    ],
    ids=str,
)
def test_what_is_unfit_is_said_by_name(show: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        load(changed(**show), SCENES)
    said = str(caught.value)
    assert len(said) < 200
    assert "\n" not in said


def test_a_case_that_is_not_there_is_said() -> None:
    with pytest.raises(ValueError, match="unknown case 'Nowhere'"):
        load(TEXT.replace("Starts inside", "Nowhere"), SCENES)


@pytest.mark.parametrize("near", [1e-9, 1e12])
def test_each_of_nine_views_may_be_seen_from_very_near_or_far(near: float) -> None:
    turned = {"target": [0, 0, 0], "distance": near, "yaw": 0, "pitch": 0}
    seen = load(
        changed(views={"0": {"center": [0, 0], "scale": near}, "8": turned}), SCENES
    ).cameras
    assert seen == {
        0: Camera2D((0.0, 0.0), near),
        8: OrbitCamera((0.0, 0.0, 0.0), near, 0.0, 0.0),
    }
