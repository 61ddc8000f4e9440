"""Which handles a page's samples go along, how far, and where those are drawn."""

import math
from dataclasses import dataclass
from typing import Any

import pytest

from playground.app.plan import Stop
from playground.export.lessons import opened
from playground.export.packed import unpacked
from playground.export.sampling import Way
from playground.export.stop import Shared
from playground.scene import (
    Answer,
    Case,
    Dot,
    DrawList,
    Outcome,
    Params,
    Rect,
    Role,
    Rotate,
    Scene,
    Vec2,
    angle,
    cases,
    lengths,
    point,
)
from playground.view.camera import Camera2D
from scenes import SCENES

RAY = next(scene for scene in SCENES if scene.id == "ray_circle")
HALF, TURNED = (2.0, 1.0), 0.5


@dataclass(frozen=True)
class OverBox(Params):
    """A point, and a box that only its own grip turns."""

    at: Vec2 = point(1.0, 0.5, label="Point P")
    turned: float = angle(
        TURNED, label="Angle", handle=Rotate("middle", "half", "middle")
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


def _second(scene: Scene[Any, Any]) -> tuple[Shared, Way, dict[str, Any]]:
    """Return a stop's samples, their second handle, and what a page has of it."""
    shared = Shared([Stop(opened(scene), "")], 200)
    _, way = shared.samples.ways
    return shared, way, shared.told()["dims"][1]


def test_an_arrow_in_the_plane_is_turned_by_its_tip() -> None:
    shared, way, told = _second(RAY)
    assert way.grip.name == "direction"
    assert (told["grip"], told["plane"]) == ("tip", 0)
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
    camera, (w, h) = shared.cameras[0], shared.size
    assert isinstance(camera, Camera2D)
    assert way.grip.name == "turned"
    states = shared.samples.states
    places = zip(*(unpacked(told[axis], len(states)) for axis in "xy"), strict=True)
    turned = set()
    for (x, y), p in zip(places, states, strict=True):
        right = x / 10 - (w / 2 + (p.middle[0] - camera.center[0]) * camera.scale)
        up = h / 2 - (p.middle[1] - camera.center[1]) * camera.scale - y / 10
        off = math.hypot(right, up) - HALF[0] * camera.scale
        assert off == pytest.approx(30.0, abs=0.2)
        assert math.atan2(up, right) == pytest.approx(p.turned, abs=0.01)
        turned.add(p.turned)
    assert len(turned) == told["count"]
