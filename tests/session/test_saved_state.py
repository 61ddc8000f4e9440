"""Saved states in files and links: round trips, and messages for damaged ones."""

import base64
import json
import random
import re
import zlib

import numpy as np
import pytest
from effort import examples
from every import ENTRIES
from hypothesis import given, settings
from hypothesis.strategies import text
from written import TEXT, states

from playground.analysis.curve import Axis
from playground.analysis.heat_map import MapKind
from playground.scene.camera import Camera2D, OrbitCamera
from playground.session.saved_state import (
    State,
    case_state,
    dump,
    load,
    make_link,
    parse_link,
)
from playground.session.session import Session
from playground.session.view_options import Page
from scenes import BALL_BLOCK, RAY_CIRCLE, SCENES

# Letters that stand behind a `#` as they are: RFC 3986, 3.5.
_FREE = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=:@/?-]*")


@settings(max_examples=examples(100))
@given(states())
def test_every_state_comes_back_from_its_file_and_its_link(state: State) -> None:
    written = dump(state)
    assert load(written, ENTRIES) == state
    assert written.isascii()
    assert written.endswith("}\n")
    address = make_link(state)
    assert address.startswith("#")
    assert _FREE.fullmatch(address[1:])
    for page in ("", "https://school.example/geometry/"):
        assert parse_link(f"{page}{address}", ENTRIES) == (state, "", "")


def test_a_link_to_a_scene_alone_opens_it() -> None:
    for address in ("#ball_block", "https://school.example/#ball_block/"):
        assert parse_link(address, SCENES) == (case_state(BALL_BLOCK), "", "")


def test_a_link_to_no_scene_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"'ray_square' does not exist; there are ray_circle"
    ):
        parse_link("#ray_square/eJx", SCENES)
    held = make_link(case_state(BALL_BLOCK)).partition("/")[2]
    assert parse_link(f"#ray_circle/{held}", SCENES).problem


def test_what_is_damaged_says_so_and_opens_its_scene() -> None:
    rng = random.Random(4)
    whole = make_link(case_state(RAY_CIRCLE))
    start = whole.index("/") + 1
    for _ in range(500):
        address = _damaged(rng, whole, start)
        state, problem, _ = parse_link(address, SCENES)
        assert state == case_state(RAY_CIRCLE)
        assert "link is damaged: " in problem or address == whole
        assert "\n" not in problem
        assert len(problem) < 120


def _damaged(rng: random.Random, whole: str, start: int) -> str:
    at = rng.randrange(start, len(whole))
    letters = "".join(rng.choices("AZaz09-_=%é/#", k=rng.randrange(1, 9)))
    match rng.randrange(4):
        case 0:
            return whole[:at] + letters
        case 1:
            return whole[:at] + letters + whole[at + len(letters) :]
        case 2:
            return whole[:at] + whole[at + 1 :]
        case _:
            return whole[:start] + letters


def test_a_link_that_unfolds_without_end_is_refused() -> None:
    held = base64.urlsafe_b64encode(zlib.compress(b" " * 10**7, 9)).decode()
    state, problem, _ = parse_link(f"#ray_circle/{held}", SCENES)
    assert state == case_state(RAY_CIRCLE)
    assert problem.startswith("the link is damaged")
    with_code = parse_link(f"{make_link(case_state(BALL_BLOCK))}/{held}", SCENES)
    assert with_code.state == case_state(BALL_BLOCK)
    assert with_code.problem.startswith("the code that came with the link is damaged")
    assert with_code.code == ""


@settings(max_examples=examples(50))
@given(text(max_size=300))
def test_code_comes_back_from_its_link_as_a_text(code: str) -> None:
    state = case_state(RAY_CIRCLE)
    address = make_link(state, code=code)
    assert _FREE.fullmatch(address.partition("#")[2])
    assert parse_link(address, SCENES) == (state, "", code)


def test_code_that_is_damaged_is_left_out_and_the_state_shown() -> None:
    rng, state = random.Random(5), case_state(BALL_BLOCK)
    code = "def ball_block(**_):\n    return None\n"
    whole = make_link(state, code=code)
    start = whole.rindex("/") + 1
    for _ in range(500):
        found = parse_link(_damaged(rng, whole, start), SCENES)
        assert found.state == state
        if found.code != code:
            assert found.code == ""
            words = "the code that came with the link is damaged: "
            assert found.problem.startswith(words) or not found.problem
            assert "\n" not in found.problem


def test_code_that_is_too_long_is_said_before_it_is_sent() -> None:
    state, rng = case_state(RAY_CIRCLE), random.Random(6)
    noise = "".join(rng.choices("abcdefghijklmnopqrstuvwxyz =+\n", k=20_000))
    for code in (noise, "x = 1\n" * 20_000):
        with pytest.raises(ValueError, match="too long for a link"):
            make_link(state, code=code)
    # What one writes by hand has room.
    assert parse_link(make_link(state, code=noise[:5000]), SCENES).code == noise[:5000]


def changed(**show: object) -> str:
    values = json.loads(TEXT)
    return json.dumps(values | {"show": values["show"] | show})


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
    with pytest.raises(ValueError, match="unknown case 'Nowhere'"):
        load(TEXT.replace("Starts inside", "Nowhere"), SCENES)


def test_a_step_too_many_is_the_last() -> None:
    session = Session(SCENES)
    session.show(load(changed(step=99, page="Derivation"), SCENES))
    assert session.open_scene.step == len(session.scene_view.steps)


@pytest.mark.parametrize(
    ("show", "message"),
    [
        ({"page": "Home"}, '"page" must be one of Explore, Derivation'),
        ({"step": 0}, r'"step" must be in \[1, 99\], not 0'),
        ({"map": "Weather"}, '"map" must be one of Verdict'),
        ({"over": ["radius", "radius"]}, '"over" must be two different numbers'),
        ({"over": "radius"}, '"over" must be a list of 2 names of numbers'),
        ({"over": ["radius", "mass"]}, "unknown number 'mass'"),
        ({"curve": "mass"}, "unknown number 'mass'"),
        ({"precision": "float16"}, '"precision" must be one of float32, float64'),
        ({"views": {"9": {}}}, 'a name in "views" must be one of 0, 1, 2'),
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
