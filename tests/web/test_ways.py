"""Handles that a page's samples follow, their ranges, and where they are drawn."""

import math
from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from page_data import decode_column

from playground.scene import (
    Answer,
    Case,
    Dot,
    DrawList,
    Outcome,
    Params,
    Rect,
    Role,
    RotateHandle,
    Scene,
    Vec2,
    angle,
    cases,
    lengths,
    point,
)
from playground.scene.camera import Camera2D
from playground.session.lesson.document import Stop
from playground.session.saved_state import case_state
from playground.session.view_options import Page
from playground.web.precompute import (
    HandleSamples,
    SampleBudget,
    SharedSamples,
    sample_states,
)
from scenes import SCENES

RAY, RECT, _, SPHERE, _ = SCENES
HALF = (2.0, 1.0)
TURNED = 0.5


@dataclass(frozen=True)
class OverBox(Params):
    """A point, and a box rotated only by its own handle."""

    at: Vec2 = point(1.0, 0.5, label="Point P")
    turned: float = angle(
        TURNED, label="Angle", handle=RotateHandle("middle", "half", "middle")
    )
    middle: Vec2 = point(0.5, -0.25, label="Middle")
    half: Vec2 = lengths(*HALF, label="Half", parts=("Width", "Height"))


def _draw(p: OverBox, high: Any, out: DrawList) -> None:
    out.add(Rect(p.middle, p.half, p.turned, role=Role.OBSTACLE))
    out.add(Dot(p.at, role=Role.MOVER))


BOX = Scene(
    id="over_box",
    title="Point over a box",
    params=OverBox,
    cases=cases(Case("Over", OverBox(), "P is over the middle.", "Over")),
    solve=lambda p: p.at[1] - p.middle[1],
    picture=_draw,
    answer=Answer(
        (
            Outcome("Over", lambda p, high: high > 0.0, True, Role.HIT),
            Outcome("Not over", lambda p, high: high <= 0.0, False, Role.MISS),
        )
    ),
)


def _second(
    scene: Scene[Any, Any],
) -> tuple[SharedSamples, HandleSamples, dict[str, Any]]:
    """Return a stop's samples, their second handle, and its form in the page."""
    shared = SharedSamples([Stop(case_state(scene), "")], 60)
    _, way = shared.samples.handles
    return shared, way, shared.serialize()["dims"][1]


def test_an_arrow_in_the_plane_is_turned_by_its_tip() -> None:
    shared, way, told = _second(RAY)
    assert way.grip.name == "direction"
    assert (told["marker"], told["plane"]) == ("ring", 0)
    own = shared.stops[0].state.params.direction
    turns = []
    for value in way.values:
        direction = own if value is None else value
        assert math.hypot(*direction) == pytest.approx(math.hypot(*own))
        turn = math.atan2(*direction[::-1]) - math.atan2(*own[::-1])
        turns.append(math.degrees(turn))
    assert turns == sorted(turns)
    assert 0.0 in turns
    assert turns[0] == pytest.approx(-40.0)
    assert turns[-1] == pytest.approx(40.0)


def test_a_grip_stands_as_many_pixels_off_its_shape_as_on_the_canvas() -> None:
    shared, way, told = _second(BOX)
    camera = shared.cameras[0]
    assert isinstance(camera, Camera2D)
    length = shared.serialize()["views"][0]["unit"]
    assert way.grip.name == "turned"
    states = shared.samples.states
    places = zip(
        *(decode_column(told[axis], len(states)) for axis in "xy"), strict=True
    )
    turned = set()
    for (x, y), p in zip(places, states, strict=True):
        right, up = x * length - p.middle[0], y * length - p.middle[1]
        off = (math.hypot(right, up) - HALF[0]) * camera.scale
        assert off == pytest.approx(30.0, abs=0.2)
        assert math.atan2(up, right) == pytest.approx(p.turned, abs=0.01)
        turned.add(p.turned)
    assert len(turned) == told["count"]


def test_in_space_a_handle_has_its_place_in_the_world() -> None:
    shared = SharedSamples([Stop(case_state(SPHERE), "")], 60)
    (way, *_), (told, *_) = shared.samples.handles, shared.serialize()["dims"]
    assert told["plane"] == 1
    states = shared.samples.states
    for axis, name in enumerate("xyz"):
        places = decode_column(told[name], len(states))
        own = [getattr(p, way.grip.name)[axis] for p in states]
        assert places == [round(1e4 * x) for x in own]


@pytest.mark.slow
def test_places_are_a_lattice_all_over_the_view() -> None:
    low, high = (-6.0, -4.0), (6.0, 4.0)
    samples = sample_states(
        SPHERE, [SPHERE.initial_params()], SampleBudget(2400, low, high), np.float64
    )
    (way,) = samples.handles
    places = [value for value in way.values if isinstance(value, tuple)]
    steps = []
    for axis in (0, 1):
        often = Counter(place[axis] for place in places)
        found = sorted(x for x, count in often.items() if count > 5)
        gaps = {round(b - a, 9) for a, b in pairwise(found)}
        assert len(gaps) == 1
        (step,) = gaps
        assert low[axis] <= found[0] < low[axis] + step
        assert high[axis] - step < found[-1] <= high[axis]
        steps.append((step, len(found)))
    (wide, columns), (tall, rows) = steps
    assert 0.4 <= wide / tall <= 2.5
    # Of 300 places some are left for where the verdict turns.
    assert 110 <= columns * rows <= 165
    assert 165 < len(way.values) <= 300


@pytest.mark.parametrize("spot", [(5.5, 1.0), (-5.25, -3.5), (0.25, 3.75)])
def test_what_is_only_in_one_spot_is_among_the_places(spot: Vec2) -> None:
    def there(p: OverBox, high: Any) -> Any:
        return np.hypot(p.at[0] - spot[0], p.at[1] - spot[1]) < 1e-6

    answer = Answer((Outcome("There", there, True, Role.HIT), *BOX.answer.outcomes))
    scene = replace(BOX, answer=answer)
    room = SampleBudget(300, (-6.0, -4.0), (6.0, 4.0))
    samples = sample_states(scene, [scene.initial_params()], room, np.float64)
    assert spot in {p.at for p in samples.states}


def test_where_a_stop_shows_the_derivation_there_is_room_for_it() -> None:
    explored = case_state(RECT, "Quarter turn, article hits")
    derived = replace(explored, page=Page.DERIVATION)
    cameras = [
        SharedSamples([Stop(state, "") for state in states], 4).cameras
        for states in ((explored,), (derived,), (explored, derived))
    ]
    assert cameras[0] != cameras[1] == cameras[2]
