"""Solutions of a scene: one state or many, each value from its only declaration."""

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest
import toys
from toys import SCENE, InCircle

from playground.scene import (
    NO_KIND_INDEX,
    Answer,
    Case,
    Outcome,
    Params,
    Quantity,
    Role,
    Scene,
    Vec2,
    Zone,
    cases,
    point,
    time,
    vector,
)
from playground.scene.solution import draw_solution, solve_scene


@dataclass(frozen=True)
class Ray(Params):
    origin: Vec2 = point(0.0, 0.0, label="Origin")
    way: Vec2 = vector(1.0, 0.0, nonzero=True, label="Way")
    shown: float = time(0.0, 0.0, 1.0, view=True, label="Shown")
    moment: float = time(0.0, 0.0, 1.0, label="Moment")


def ray_scene(asked: list[Ray]) -> Scene:
    """Return a scene that computes the slope and appends each query to `asked`."""

    def solve(p: Ray) -> object:
        asked.append(p)
        with np.errstate(divide="ignore"):
            return np.divide(p.way[1], p.way[0])

    return Scene(
        id="ray",
        title="Ray",
        params=Ray,
        cases=cases(Case("One", Ray(), "A ray.")),
        solve=solve,
        picture=lambda p, r, out: None,
        answer=Answer(
            (
                Outcome("Up", lambda p, r: np.greater(r, 0.0), True, Role.HIT),
                Outcome("Level", lambda p, r: np.equal(r, 0.0), False, Role.MISS),
            ),
            (SLOPE,),
            (Zone("left", lambda p, r: np.less(p.way[0], 0.0), Role.INK),),
            "By where it goes.",
        ),
    )


SLOPE = Quantity(
    name="Slope",
    symbol="s",
    unit="m",
    value=lambda p, r: r,
    threshold=lambda p: 1.0,
    map=True,
)


def test_verdict_row_and_value_come_from_one_declaration() -> None:
    solution = solve_scene(SCENE, InCircle((3.0, 4.0), (0.0, 0.0), 5.0))
    assert (solution.verdict.text, solution.verdict.hit) == ("Inside", True)
    (row,) = solution.rows
    assert (row.name, row.value, row.unit, row.key) == ("Distance d", 5.0, "m", "P")
    many = solve_scene(SCENE, InCircle((3.0, np.array([4.0, 5.0])), (0.0, 0.0), 5.0))
    (distance,) = SCENE.answer.quantities
    assert many.value(distance) == pytest.approx([5.0, math.sqrt(34.0)])
    names = [many.regions.kinds[i].name for i in many.regions.index]
    assert names == ["Inside", "Outside"]


def test_where_no_outcome_holds_there_is_no_verdict() -> None:
    solution = solve_scene(ray_scene([]), Ray(way=(1.0, -1.0)))
    assert solution.verdict is None
    assert solution.regions.name() == ""


def test_a_value_is_a_finite_number_or_none_wherever_it_stands() -> None:
    solution = solve_scene(ray_scene([]), Ray(way=(0.0, 1.0)))
    assert np.isnan(solution.value(SLOPE))
    assert np.isnan(solution.rows[0].value)


def test_by_how_much_a_quantity_is_above_where_the_verdict_turns() -> None:
    many = solve_scene(ray_scene([]), Ray(way=(2.0, np.array([1.0, 2.0, 4.0]))))
    assert many.margin_over_threshold(SLOPE).tolist() == [-0.5, 0.0, 1.0]


def test_what_must_not_be_zero_is_refused_or_of_many_left_out() -> None:
    scene = ray_scene([])
    with pytest.raises(ValueError, match="Way must not be zero"):
        solve_scene(scene, Ray(way=(0.0, 0.0)))
    many = solve_scene(scene, Ray(way=(np.array([-1.0, 0.0, 1.0]), 0.0)))
    assert many.is_degenerate.tolist() == [False, True, False]
    assert [i != NO_KIND_INDEX for i in many.regions.index.tolist()] == [
        True,
        False,
        True,
    ]
    assert many.zones.index.tolist() == [0, NO_KIND_INDEX, NO_KIND_INDEX]
    assert np.isnan(many.value(SLOPE)).tolist() == [False, True, False]


def test_what_only_changes_the_view_is_solved_once() -> None:
    asked: list[Ray] = []
    scene = ray_scene(asked)
    first = solve_scene(scene, Ray())
    again = solve_scene(scene, Ray(shown=0.5), first)
    assert len(asked) == 1
    assert again.params.shown == 0.5
    assert again.result is first.result
    solve_scene(scene, Ray(moment=0.5), again)
    assert len(asked) == 2
    # What another scene has solved is of no use.
    solve_scene(ray_scene(asked), Ray(), first)
    assert len(asked) == 3


def test_rows_words_and_flags() -> None:
    word = Quantity(name="Where", value=lambda p, d: "near")
    flag = Quantity(name="In", value=lambda p, d: d <= p.radius)
    pair = Quantity(name="P", value=lambda p, d: np.array(p.at))
    never = Quantity(name="Never", value=lambda p, d: 1.0, when=lambda p, d: False)
    only_map = Quantity(name="Map", value=lambda p, d: d, row=False, map=True)
    answer = Answer(quantities=(word, flag, pair, never, only_map))
    rows = solve_scene(replace(SCENE, answer=answer), InCircle()).rows
    assert [(row.name, row.value) for row in rows] == [
        ("Where", "near"),
        ("In", "yes"),
        ("P", (1.0, 0.5)),
    ]


def test_what_is_refused_is_sketched() -> None:
    def refuse(p: InCircle) -> object:
        raise ValueError("no")

    blank = replace(SCENE, solve=refuse)
    sketched = replace(blank, sketch=lambda p, out: toys.draw(p, 0.0, out))
    assert draw_solution(sketched, InCircle()) == draw_solution(SCENE, InCircle())
    assert draw_solution(blank, InCircle()).primitives == []
