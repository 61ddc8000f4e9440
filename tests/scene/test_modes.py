"""Several scenes behind one choice."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from playground.scene import (
    Answer,
    Case,
    Circle,
    Outcome,
    Params,
    Quantity,
    Role,
    Scene,
    SceneModes,
    Timeline,
    cases,
    choice,
    slider,
    stack_components,
    time,
    vector,
)
from playground.scene import params as parameters
from playground.scene.serialization import to_json_values
from playground.scene.solution import solve_scene
from playground.scene.state_format import dump_state, load_state


@dataclass(frozen=True)
class DiscParams(Params):
    place: tuple[float, float] = vector(1.0, 2.0, label="Place")
    radius: float = slider(1.0, 0.0, 4.0, label="Radius")


@dataclass(frozen=True)
class RunParams(Params):
    kind: str = choice("even", "even", "jumping", label="Kind")
    height: float = slider(2.0, 0.0, 4.0, label="Height", when=("kind", "jumping"))
    moment: float = time(0.0, 0.0, 9.0, label="Moment", view=True)


def _distance(p):
    return np.hypot(*np.moveaxis(stack_components(*p.place), -1, 0))


DISC = Scene(
    id="disc",
    title="Disc",
    params=DiscParams,
    cases=cases(
        Case("About", DiscParams((0.5, 0.0)), "It is about the origin.", "In"),
        Case("Beside", DiscParams((3.0, 0.0)), "It is beside the origin.", "Out"),
    ),
    solve=_distance,
    picture=lambda p, r, out: out.add(Circle(p.place, p.radius)),
    answer=Answer(
        (
            Outcome("In", lambda p, r: r <= p.radius, True, Role.HIT),
            Outcome("Out", lambda p, r: True, False, Role.MISS),
        ),
        (Quantity(name="Distance", value=lambda p, r: r, map=True),),
    ),
)
RUN = Scene(
    id="run",
    title="Run",
    params=RunParams,
    cases=cases(Case("High", RunParams("jumping", 3.0), "It jumps.")),
    solve=lambda p: p.height,
    picture=lambda p, r, out: out.add(Circle((p.moment, r), 1.0)),
    timeline=lambda p, r: Timeline("moment", 0.0, 9.0, 1.0),
    single=True,
)


def joined(**scenes):
    return SceneModes(
        id="toys",
        title="Two toys",
        choice="toy",
        label="Toy",
        help="Which of the two.",
        scenes=scenes or {"Disc": DISC, "Run": RUN},
    )


TOYS = joined()


def case(name):
    return TOYS.cases[name].params


def test_it_has_the_cases_of_all_its_scenes():
    assert list(TOYS.cases) == ["About", "Beside", "High"]
    assert (case("Beside").toy, case("Beside").place) == ("Disc", (3.0, 0.0))
    assert (case("High").toy, case("High").height) == ("Run", 3.0)
    assert TOYS.cases["About"].outcome == "In"
    assert TOYS.initial_params() == case("About")


def test_a_state_has_the_parameters_of_all():
    assert to_json_values(TOYS.params()) == {
        "toy": "Disc",
        "place": [1.0, 2.0],
        "radius": 1.0,
        "kind": "even",
        "height": 2.0,
        "moment": 0.0,
    }


def test_only_the_parameters_of_its_mode_matter():
    def names(p):
        return [*parameters.relevant_parameters(p)]

    assert names(case("About")) == ["toy", "place", "radius"]
    jumping = case("High")
    assert names(jumping) == ["toy", "kind", "height", "moment"]
    assert names(replace(jumping, kind="even")) == ["toy", "kind", "moment"]
    away = replace(jumping, toy="Disc")
    assert "height" not in names(away)


def test_each_mode_answers_as_its_scene():
    solution = solve_scene(TOYS, case("Beside"))
    assert solution.scene is DISC
    assert solution.verdict.text == "Out"
    assert [row.value for row in solution.rows] == [3.0]
    assert solution.timeline is None
    run = solve_scene(TOYS, case("High"))
    assert run.scene is RUN
    assert run.verdict is None
    assert run.timeline.parameter == "moment"


def test_many_states_of_a_mode_are_asked_at_once():
    p = replace(case("About"), place=(np.array([0.0, 1.0, 2.0]), 0.0))
    regions = solve_scene(TOYS, p).regions
    assert [regions.kinds[i].name for i in regions.index] == ["In", "In", "Out"]


def test_only_the_view_moves_nothing_is_solved_again():
    before = solve_scene(TOYS, case("High"))
    after = solve_scene(TOYS, replace(case("High"), moment=4.0), before)
    assert after.result is before.result
    assert after.draw().primitives == [Circle((4.0, 3.0), 1.0)]
    other = solve_scene(TOYS, case("About"), before)
    assert other.scene is DISC


@pytest.mark.parametrize("name", TOYS.cases)
def test_a_state_file_comes_back(name):
    text = dump_state(TOYS, case(name))
    assert load_state(text, [DISC, TOYS]) == (TOYS, case(name))


def test_a_state_of_an_unknown_mode_is_refused():
    text = dump_state(TOYS, case("High")).replace('"Run"', '"Walk"')
    with pytest.raises(ValueError, match="toy must be one of Disc, Run"):
        load_state(text, [TOYS])


def test_a_parameter_of_two_scenes_is_refused():
    with pytest.raises(ValueError, match="toys: its scenes share the parameter place"):
        joined(Disc=DISC, Again=replace(DISC, cases={}))


def test_a_case_of_two_scenes_is_refused():
    twin = replace(RUN, cases=cases(Case("About", RunParams(), "It runs.")))
    with pytest.raises(ValueError, match="two cases are called 'About'"):
        joined(Disc=DISC, Twin=twin)


def test_scenes_of_different_dimensions_are_refused():
    with pytest.raises(ValueError, match="differ in dimension"):
        joined(Disc=DISC, Ball=replace(RUN, dimension=3))


def test_a_scene_asked_singly_declares_no_map():
    with pytest.raises(
        ValueError, match="disc: a scene with single=True cannot have a curve"
    ):
        replace(DISC, single=True)
