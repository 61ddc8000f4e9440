"""Parameters: one declaration, used by slider, file and tests."""

import json
import math
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import params_of

from playground.scene import params as declare
from playground.scene.handles import (
    HandleKind,
    MoveHandle,
    ResizeHandle,
    RimHandle,
    TipHandle,
)
from playground.scene.parameter_types import (
    Angle,
    Number,
    Vector,
)
from playground.scene.params import (
    PICK_RADIUS_PX,
    Params,
    Vec2,
    drag,
    list_handle_marks,
    nudge,
    parameters_of,
    pick,
    relevant_parameters,
    with_values,
)
from playground.scene.serialization import from_json_values, to_json_values


@dataclass(frozen=True)
class Toy(Params):
    center: Vec2 = declare.point(
        1.0, 2.0, label="Centre", handle=MoveHandle(disc="radius"), limit=8.0
    )
    arrow: Vec2 = declare.vector(3.0, 0.0, label="Arrow", handle=TipHandle("center"))
    radius: float = declare.slider(
        1.5,
        0.25,
        4.0,
        label="Radius",
        unit="m",
        help="How big.",
        handle=RimHandle("center"),
    )
    box: Vec2 = declare.lengths(2.0, 1.0, label="Box", high=6.0)
    turn: float = declare.angle(0.5, label="Turn")
    clock: float = declare.time(0.0, 0.0, 3.0, label="Clock", unit="s")
    mode: str = declare.choice("round", "round", "square", label="Mode")
    lit: bool = declare.toggle(True, label="Lit")
    far: Vec2 = declare.point(5.0, 5.0, label="Far", when=("mode", "square"))
    count: int = declare.integer(3, -1, 7, label="Count")
    path: tuple[Vec2, ...] = declare.points(
        (-6, -6), (-5, -6), min_count=1, max_count=3, limit=6.0, label="Path"
    )


FIELDS = (
    *("center", "arrow", "radius", "box", "turn", "clock", "mode", "lit", "far"),
    *("count", "path"),
)
toys = params_of(Toy)


def test_an_angle_is_half_a_turn_either_way_and_shown_in_degrees() -> None:
    spec = parameters_of(Toy)["turn"]
    assert isinstance(spec, Angle)
    assert (spec.low, spec.high, spec.unit) == (-math.pi, math.pi, "°")
    assert spec.high * spec.display_scale == 180.0
    assert {s.display_scale for n, s in parameters_of(Toy).items() if n != "turn"} == {
        1.0
    }


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"radius": 0.0}, r"radius must be in \[0.25, 4\]"),
        ({"radius": math.inf}, "radius must be finite"),
        ({"radius": 10**400}, "radius must be finite"),
        ({"radius": True}, "radius must be a number"),
        ({"radius": [1.0]}, "radius must be a number"),
        ({"center": [1.0, 2.0, 3.0]}, "center must be a list of 2 numbers"),
        ({"center": "ab"}, "center must be a list of 2 numbers"),
        ({"center": [1.0, "2"]}, "center must be a number"),
        ({"center": [1.0, math.nan]}, "center must be finite"),
        ({"center": [1.0, 8.5]}, r"center must be in \[-8, 8\]"),
        ({"box": [-0.1, 1.0]}, r"box must be in \[0, 6\]"),
        ({"turn": 2e12}, "turn must be in"),
        ({"arrow": [0.0, -1.1e12]}, "arrow must be in"),
        ({"mode": "oval"}, "mode must be one of round, square"),
        ({"lit": 1}, "lit must be true or false"),
        ({"colour": 1.0}, "unknown field 'colour' in it"),
        ({"count": 2.5}, "count must be a whole number"),
        ({"count": True}, "count must be a whole number, not True"),
        ({"count": math.nan}, "count must be a whole number, not nan"),
        ({"count": 8}, r"count must be in \[-1, 7\]"),
        ({"path": []}, "path must be a list of 1 to 3 points"),
        ({"path": [[0, 0]] * 4}, "path must be a list of 1 to 3 points"),
        ({"path": [[0, 0], [0, 0, 0]]}, "path 2: it must be a list of 2 numbers"),
        ({"path": [[0, 6.5]]}, r"path 1: it must be in \[-6, 6\]"),
    ],
)
def test_what_does_not_fit_is_named(values: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        from_json_values(Toy, values)


def test_not_one_float_beyond_a_range_belongs_to_it() -> None:
    for name, spec in parameters_of(Toy).items():
        if not isinstance(spec, Number | Vector):
            continue
        low, high = spec.limits
        for end, out in ((low, -math.inf), (high, math.inf)):
            beyond = math.nextafter(end, out)
            over, at = (
                (x,) * spec.size if isinstance(spec, Vector) else x
                for x in (beyond, end)
            )
            assert spec.validate(name, at) == at
            assert spec.clamp(over) == at
            with pytest.raises(ValueError, match=f"{name} must be in"):
                spec.validate(name, over)


def test_numbers_and_lists_are_stored_as_the_types_that_are_declared() -> None:
    toy = from_json_values(
        Toy, {"radius": 2, "center": [1, -3], "count": 4.0, "path": [[1, 2], [3, 4]]}
    )
    assert isinstance(toy.radius, float)
    assert isinstance(toy.count, int)
    assert (toy.center, toy.path) == ((1.0, -3.0), ((1.0, 2.0), (3.0, 4.0)))
    values = to_json_values(toy)
    written = json.dumps([values["path"], values["count"]])
    assert written == "[[[1.0, 2.0], [3.0, 4.0]], 4]"


@given(toys)
def test_plain_values_and_back_are_the_same_params(toy: Toy) -> None:
    values = to_json_values(toy)
    assert list(values) == list(FIELDS)
    read = json.loads(json.dumps(values))
    assert read == values  # lists and no tuples
    assert from_json_values(Toy, read) == toy


@pytest.mark.parametrize(
    ("name", "wanted", "allowed"),
    [
        ("radius", -1.0, 0.25),
        ("radius", 99.0, 4.0),
        ("radius", 1.0, 1.0),
        ("center", (-9.0, 3.0), (-8.0, 3.0)),
        ("box", (-2.0, 7.0), (0.0, 6.0)),
        ("turn", 10.0, 10.0),
        ("arrow", (-99.0, 2e12), (-99.0, 1e12)),
        ("clock", math.inf, 3.0),
        ("mode", "square", "square"),
        ("lit", False, False),
        ("count", 9.0, 7),
        ("count", 2.4, 2),
        ("path", ((-7.0, 1.0), (0.0, 9.0)), ((-6.0, 1.0), (0.0, 6.0))),
        ("path", ((0.0, 0.0),) * 5, ((0.0, 0.0),) * 3),
    ],
)
def test_values_are_moved_to_the_nearest_allowed(
    name: str, wanted: object, allowed: object
) -> None:
    changed = with_values(Toy(), **{name: wanted})
    assert getattr(changed, name) == allowed
    assert changed == replace(Toy(), **{name: allowed})


def test_a_parameter_matters_only_in_its_mode() -> None:
    assert set(relevant_parameters(Toy())) == set(FIELDS) - {"far"}
    assert set(relevant_parameters(Toy(mode="square"))) == set(FIELDS)


def test_grips_carry_name_label_kind_and_place() -> None:
    found = {(g.name, g.kind, g.at, g.label) for g in list_handle_marks(Toy(), 0.01)}
    assert found == {
        ("center", HandleKind.CENTER, (1.0, 2.0), "Centre"),
        ("arrow", HandleKind.TIP, (4.0, 2.0), "Arrow"),
        ("radius", HandleKind.RIM, (2.5, 2.0), "Radius"),
        ("path", HandleKind.CORNER, (-6.0, -6.0), "Path"),
        ("path", HandleKind.CORNER, (-5.0, -6.0), "Path"),
        ("path", HandleKind.SIDE, (-5.5, -6.0), "Path"),
    }


def test_what_does_not_matter_has_no_grip() -> None:
    assert "far" not in {g.name for g in list_handle_marks(Toy(), 0.01)}
    assert "far" in {g.name for g in list_handle_marks(Toy(mode="square"), 0.01)}
    assert pick(Toy(), (5.0, 5.0), 0.01) is None
    assert pick(Toy(mode="square"), (5.0, 5.0), 0.01) is not None


PIXEL = 0.01


def taken(toy: Params, x: float, y: float) -> str | None:
    found = pick(toy, (x, y), PIXEL)
    return found[0] if found else None


def test_a_grip_is_taken_within_its_reach() -> None:
    edge = PICK_RADIUS_PX * PIXEL
    assert taken(Toy(), 4.0 + 0.9 * edge, 2.0) == "arrow"
    assert taken(Toy(), 4.0 + 1.1 * edge, 2.0) is None


def test_the_nearer_of_two_grips_is_taken() -> None:
    toy = Toy(arrow=(0.08, 0.0))
    assert taken(toy, 1.01, 2.0) == "center"
    assert taken(toy, 1.07, 2.0) == "arrow"


def test_in_one_place_the_centre_comes_last() -> None:
    toy = Toy(arrow=(0.0, 0.0))
    assert taken(toy, 1.0, 2.0) == "arrow"


def test_a_rim_is_taken_within_half_the_reach_of_a_grip() -> None:
    edge = PICK_RADIUS_PX * PIXEL / 2
    for turn in (2.1, 4.0):
        for gap, held in ((0.9, "radius"), (1.1, None)):
            far = 1.5 + gap * edge
            at = 1.0 + far * math.cos(turn), 2.0 + far * math.sin(turn)
            assert taken(Toy(), *at) == held


def test_the_inside_moves_the_shape_and_the_outside_nothing() -> None:
    assert taken(Toy(), 0.5, 1.2) == "center"
    assert taken(Toy(), -1.0, 0.2) is None


def test_a_grip_goes_before_the_rim_under_it() -> None:
    toy = Toy(arrow=(0.0, 1.5))  # the tip is on the rim
    assert taken(toy, 1.0, 3.5) == "arrow"


@dataclass(frozen=True)
class Nested(Params):
    outer: Vec2 = declare.point(0.0, 0.0, label="Outer", handle=MoveHandle(box="half"))
    half: Vec2 = declare.lengths(3.0, 3.0, label="Half", handle=ResizeHandle("outer"))
    inner: Vec2 = declare.point(
        1.0, 1.0, label="Inner", handle=MoveHandle(disc="radius")
    )
    radius: float = declare.slider(1.0, 0.0, 4.0, label="r", handle=RimHandle("inner"))


def test_inside_two_shapes_the_nearer_centre_wins() -> None:
    assert taken(Nested(), 0.9, 0.9) == "inner"
    assert taken(Nested(), 0.4, 0.4) == "outer"
    assert taken(Nested(), -2.0, 1.0) == "outer"


def test_a_drag_is_clamped_to_the_range() -> None:
    assert drag(Toy(), "center", 0, (9.0, -3.0)).center == (8.0, -3.0)
    assert drag(Toy(), "radius", 0, (1.0, 2.0)).radius == 0.25
    assert drag(Toy(), "radius", 0, (99.0, 2.0)).radius == 4.0


def test_a_list_or_an_array_is_clamped_as_a_vector() -> None:
    for value in ([9.0, -3.0], np.array([9.0, -3.0])):
        assert with_values(Toy(), center=value).center == (8.0, -3.0)


def test_only_what_has_a_handle_is_dragged() -> None:
    with pytest.raises(ValueError, match="box has no handle"):
        drag(Toy(), "box", 0, (0.0, 0.0))


@given(toys, st.tuples(st.floats(-1, 1), st.floats(-1, 1)))
def test_a_nudge_moves_a_grip_by_its_step(toy: Toy, step: tuple[float, float]) -> None:
    grip = next(g for g in list_handle_marks(toy, PIXEL) if g.name == "center")
    moved = nudge(toy, grip, step).center
    for at, before, by in zip(moved, toy.center, step, strict=True):
        assert at == pytest.approx(min(max(before + by, -8.0), 8.0), abs=1e-12)
