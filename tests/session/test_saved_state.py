"""Links: complete states, and messages for damaged ones, which still open the scene."""

import base64
import random
import re
import zlib

import pytest
from effort import examples
from every import ENTRIES
from hypothesis import given, settings
from hypothesis.strategies import text
from written import states

from playground.session.saved_state import State, case_state, make_link, parse_link
from scenes import BALL_BLOCK, RAY_CIRCLE, SCENES

# Letters that stand behind a `#` as they are: RFC 3986, 3.5.
_FREE = re.compile(r"[A-Za-z0-9._~!$&'()*+,;=:@/?-]*")


@settings(max_examples=examples(100))
@given(states())
def test_every_state_comes_back_from_its_link(state: State) -> None:
    address = make_link(state, "https://school.example/geometry/")
    page, _, after = address.partition("#")
    assert page == "https://school.example/geometry/"
    assert _FREE.fullmatch(after)
    assert parse_link(address, ENTRIES) == (state, "", "")


def test_a_link_to_a_scene_alone_opens_it() -> None:
    for address in ("#ball_block", "https://school.example/#ball_block/"):
        assert parse_link(address, SCENES) == (case_state(BALL_BLOCK), "", "")


def test_a_link_to_no_scene_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"'ray_square' does not exist; there are ray_circle"
    ):
        parse_link("#ray_square/eJx", SCENES)


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


def test_a_link_of_another_scene_is_not_shown_in_this_one() -> None:
    held = make_link(case_state(BALL_BLOCK)).partition("/")[2]
    assert parse_link(f"#ray_circle/{held}", SCENES).problem


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
