"""Invalid messages from a page: nothing is raised, and a state is returned."""

import random
from collections.abc import Iterator, Mapping
from inspect import signature
from typing import Any

import pytest
from asked_live import AskedLive

from playground.session.saved_state import case_state, make_link
from playground.web.worker.commands import COMMANDS
from scenes import SCENES

ODD: list[Any] = [
    None, True, False, 0, -1, 99, 10**30, 1e308, -1e308, float("nan"), float("inf"),
    0.5, "", "x", "∞" * 50, [], [[]], [1, 2, 3], [None, None], [["a"]], {},
    {"axis": [], "yaw": ""},
]  # fmt: skip
# Where a page is when it sends what is odd.
PLACES = {
    "explored": [["scene", "ray_circle"]],
    "asked": [["scene", "circle_rect"], ["quiz", "begin", 3]],
    "walked": [["lesson", "ray_circle", 2]],
    "in space": [["scene", "sphere_line"], ["step", 2]],
}


def sent(known: Mapping[str, Any] = COMMANDS, *head: str) -> Iterator[list[Any]]:
    """Yield each command with each invalid value at each position."""
    for name, verb in known.items():
        if isinstance(verb, Mapping):
            yield from sent(verb, name)
            yield from _odd([name], 1)
        else:
            yield from _odd([*head, name], len(signature(verb).parameters) - 1)


def _odd(head: list[Any], count: int) -> Iterator[list[Any]]:
    yield [*head, *[0] * (count + 1)]
    for place in range(count):
        yield [*head, *[0] * place]
        for odd in ODD:
            yield [*head, *[0] * place, odd, *[0] * (count - place - 1)]


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_odd_values_raise_nothing(place: str) -> None:
    # Each of all at one of the places.
    first, asked = [*PLACES].index(place), AskedLive()
    for number, deed in enumerate([*sent()][first :: len(PLACES)]):
        if number % 20 == 0:
            asked.do(*PLACES[place])
        told = asked.do(deed)
        assert {"set", "stop", "live"} <= {*told}, deed
        assert not told["error"].startswith("This cannot be done"), (deed, told)
        assert "\n" not in told["error"]


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 5000, "nul", "[]", "7", '{"do": 3}', '{"do": [[]]}',
             '{"ask": {}}', '{"ask": ["map", {}]}', '{"show": 4}', '{"do": [["sing"]]}']
)  # fmt: skip
def test_what_is_no_question_is_answered_in_words(text: str) -> None:
    asked = AskedLive()
    answer = asked.live.ask(text)
    assert answer.startswith("{")
    assert asked.do()["error"] == ""


def test_a_state_that_fails_to_open_is_said_and_the_rest_is_done() -> None:
    asked = AskedLive()
    told = asked.do(["set", "radius", "large"], ["set", "radius", 2.0])
    assert told["error"].startswith("A number is wanted")
    radius = next(f for f in told["live"]["fields"] if f["name"] == "radius")
    assert radius["values"] == [2.0]


@pytest.mark.slow
def test_500_damaged_links_say_so_and_open_their_scene() -> None:
    rng, asked = random.Random(8), AskedLive("circle_rect")
    state = case_state(SCENES[0])
    whole = make_link(state)
    start = whole.index("/") + 1
    told = asked.do(["link", whole])
    assert (told["error"], asked.link) == ("", whole)
    asked.do(["scene", "circle_rect"])
    for _ in range(500):
        at = rng.randrange(start + 1, len(whole))
        letters = "".join(rng.choices("AZaz09-_=%é/#", k=rng.randrange(1, 9)))
        damaged = rng.choice([whole[:at] + letters + whole[at + 1 :], whole[:at]])
        told = asked.do(["link", damaged])
        said = told["error"].startswith("The link is damaged: ")
        assert said or damaged == whole, damaged
        assert asked.link == whole
    told = asked.do(["link", "#ray_square/x"])
    assert told["error"].startswith("The link's scene 'ray_square' does not exist")
