"""Engines answer as the core does, away from the edge, but for what they declare."""

import importlib
from functools import cache
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

from playground.explore.judge.answer_line import CodeAnswer
from playground.explore.judge.cases import Cases
from playground.explore.judge.families import Family, cases_of
from playground.explore.judge.findings import found
from scenes import SCENES

LIBRARIES = {
    "pymunk": "pymunk",
    "shapely": "shapely",
    "box2d": "Box2D",
    "coal": "coal",
}
ASKED = {
    "pymunk": {"ray_circle", "circle_rect", "sweep_ball_block"},
    "shapely": {"ray_circle", "circle_rect", "sweep_ball_block"},
    "box2d": {"ray_circle", "circle_rect", "sweep_ball_block"},
    "coal": {"circle_rect", "point_ellipse", "swept_sphere_line", "sweep_ball_block"},
}
QUERIES = {
    case.query.name: case
    for entry in SCENES
    for case in (entry.at(entry.params())[0],)
    if case.query
}
# Box2D's module, made by SWIG, crashes where its warning is an error.
pytestmark = pytest.mark.filterwarnings("ignore:builtin type:DeprecationWarning")
PLAIN = [Family.SCENE, Family.RANDOM, Family.INSIDE]
# Those of the extra `test`, and any other that is installed.
HERE = [name for name, library in LIBRARIES.items() if find_spec(library)]
every_engine = pytest.mark.parametrize("name", HERE)
every_question = pytest.mark.parametrize(
    ("name", "function"),
    [(name, function) for name in HERE for function in sorted(ASKED[name])],
)


def engine(name: str) -> Any:
    return importlib.import_module(f"playground.explore.engines.{name}")


@cache
def clear_cases(function: str) -> Cases:
    """Return cases that are off the edge by a tenth of a unit at least."""
    cases = cases_of(QUERIES[function], 600, 5)
    return cases.at(np.isin(cases.family, PLAIN) & (np.abs(cases.gap) > 0.1))


@every_engine
def test_an_engine_says_what_it_is(name: str) -> None:
    module = engine(name)
    assert module.NAME.lower() == name
    assert module.VERSION[0].isdigit()
    assert module.NUMBERS in ("float32", "float64")
    assert module.TOLERANCE
    assert set(module.SLOP) <= ASKED[name]
    for function, words in module.EXCUSED.items():
        assert set(words) <= set(QUERIES[function].query.choices)
    assert {n for n in QUERIES if hasattr(module, n)} == ASKED[name]


@every_question
def test_it_answers_as_the_core_does_away_from_the_edge(
    name: str, function: str
) -> None:
    module, cases = engine(name), clear_cases(function)
    answers = [CodeAnswer(getattr(module, function)(**row)) for row in cases.rows]
    tolerance = max(1e-3, module.SLOP.get(function, 0.0))
    findings = found(cases, answers, tolerance, module.EXCUSED.get(function, ()))
    assert not findings.kinds()
    assert (~findings.excused).sum() > 30


@pytest.mark.parametrize("name", ["pymunk", "box2d"])
def test_a_start_inside_is_answered_otherwise_as_declared(name: str) -> None:
    module, cases = engine(name), clear_cases("ray_circle")
    (row, *_) = cases.at(cases.chosen["start_inside"]).rows
    answer = module.ray_circle(**row)
    assert answer == ({"hit": True, "t": 0.0} if name == "pymunk" else {"hit": False})


def test_what_the_extra_test_installs_is_tried() -> None:
    assert {"pymunk", "shapely", "box2d"} <= set(HERE)
