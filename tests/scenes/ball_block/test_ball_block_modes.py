"""Ball vs block as one scene: states, handles and two time axes."""

import json
import math
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from balls import PIXEL

from playground.scene import Params
from playground.scene import params as parameters
from playground.scene.solution import solve_scene
from playground.scene.state_format import dump_state, load_state
from scenes.ball_block import SCENE
from scenes.ball_block.wall.flight import FIRST_CENTERS, LAST_FRAME_INDEX
from scenes.ball_block.wall.params import AIM_RING_RADIUS

# A state as it is in files.
WRITTEN = {
    "mode": "Wall",
    "rule": "Exact sweep",
    "center": [-2.8, 3.4],
    "radius": 0.9,
    "velocity": [2.6, -2.45],
    "block": [0.6, -0.6],
    "half_extents": [2.4, 1.2],
    "t": 1.0,
    "launch": [-1.5, -3.0],
    "heading": 1.0821041362364843,
    "speed": 1.9,
    "ball_radius": 0.3,
    "frame": 20.0,
}


def case(name: str) -> Any:
    return SCENE.cases[name].params


def grip(p: Params, name: str) -> parameters.HandleMark:
    return next(g for g in parameters.list_handle_marks(p, PIXEL) if g.name == name)


def test_a_file_s_state_still_loads() -> None:
    state = {"format": "geometry-playground", "version": 1, "scene": "ball_block"}
    text = json.dumps({**state, "params": WRITTEN})
    scene, p = load_state(text, [SCENE])
    assert (scene, p) == (SCENE, case("Wall, exact, fast"))
    # Written before blocks could be moved, it has them where they were then.
    blocks = [*map(list, FIRST_CENTERS)]
    assert json.loads(dump_state(SCENE, p))["params"] == {**WRITTEN, "blocks": blocks}


def test_timeline_follows_the_mode() -> None:
    line = solve_scene(SCENE, SCENE.initial_params()).timeline
    assert line.parameter == "t"
    assert line.stops[1] == pytest.approx(1.9 / 2.45)
    assert len(line.stops) == len(line.names) == 3
    p = case("Wall, article, slow")
    line = solve_scene(SCENE, p).timeline
    assert (line.parameter, line.end) == ("frame", LAST_FRAME_INDEX)
    assert line.step(105.0, 1) == 106.0
    assert line.step(105.0, -1) == 104.0
    assert line.names[105] == "Frame 105: top or bottom"
    for shown in (SCENE.initial_params(), p):
        scene, own = SCENE.resolve(shown)
        hidden = scene.timeline(own, None)
        assert "first touch" not in hidden.names
        assert len(hidden.names) in (0, 2)


def test_grips_of_the_wall() -> None:
    p = case("Wall, article, fast")
    names = {g.name for g in parameters.list_handle_marks(p, PIXEL)}
    assert names == {"launch", "heading", "ball_radius", "blocks"}
    x, y = p.launch
    aimed = parameters.drag(p, "heading", 0, (x, y + AIM_RING_RADIUS + 0.7))
    assert aimed.heading == pytest.approx(math.pi / 2)
    assert aimed.speed == pytest.approx(0.7)
    assert grip(aimed, "heading").at == pytest.approx((x, y + AIM_RING_RADIUS + 0.7))
    same = parameters.drag(p, "heading", 0, grip(p, "heading").at)
    assert same.heading == pytest.approx(p.heading)
    assert same.speed == pytest.approx(p.speed)
    assert parameters.drag(p, "launch", 0, (0.5, -1.0)).launch == (0.5, -1.0)
    behind = (x, y - AIM_RING_RADIUS - 0.45)
    wider = parameters.drag(aimed, "ball_radius", 0, behind)
    assert wider.ball_radius == pytest.approx(0.45)
    assert grip(wider, "ball_radius").at == pytest.approx(behind)
    moved = parameters.drag(p, "blocks", 7, (0.25, -1.0))
    assert moved.blocks == (*p.blocks[:7], (0.25, -1.0), *p.blocks[8:])


@pytest.mark.parametrize("degrees", [0.0, 62.0, 225.0])
@pytest.mark.parametrize(("speed", "radius"), [(0.05, 0.05), (0.25, 0.3), (3.0, 0.5)])
def test_grips_of_the_wall_are_apart(speed: float, radius: float, degrees: float):
    p = case("Wall, article, slow")
    heading = math.radians(degrees)
    p = replace(p, heading=heading, speed=speed, ball_radius=radius)
    held = [grip(p, name).at for name in ("launch", "heading", "ball_radius")]
    assert min(math.dist(a, b) for a, b in combinations(held, 2)) > 1.0


def test_a_snapped_aim_goes_to_the_grid() -> None:
    p = case("Wall, article, fast")
    aimed = parameters.drag(p, "heading", 0, (0.04, -3.04), snap=0.5)
    # From the launch at (-1.5, -3) to (0, -3).
    assert aimed.heading == pytest.approx(0.0)
    assert aimed.speed == pytest.approx(1.5 - AIM_RING_RADIUS)
