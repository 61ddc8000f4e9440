"""Engines: the core's answers away from the edge, except for declared differences."""

import os
import shutil
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from playground.benchmarks.engines import manual
from playground.judge.cases.case_set import Cases, filter_supported_cases
from playground.judge.cases.generators import CaseCategory, generate_cases
from playground.judge.engines.contracts import CONTRACTS, CORE_START_INSIDE, StartInside
from playground.judge.findings import compare_answers
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.protocol import CodeAnswer, CodeError
from scenes import SCENES

ROOT = Path(__file__).parents[2]
OF_PYTHON = {"pymunk": "pymunk", "shapely": "shapely", "coal": "coal"}
OF_PYTHON["rapier"] = "rapier3d"
OF_NPM = {"box2d": "box2d3-wasm", "planck": "planck", "jolt": "jolt-physics"}
QUERIES = {
    case.query.name: case
    for entry in SCENES
    for case in (entry.resolve(entry.params())[0],)
    if case.query
}
PLAIN = [CaseCategory.SCENE, CaseCategory.RANDOM, CaseCategory.INSIDE]


def is_in_node(package: str) -> bool:
    folders = [
        Path("node_modules"),
        *map(Path, os.environ.get("NODE_PATH", "").split(":")),
    ]
    return bool(shutil.which("node")) and any((x / package).is_dir() for x in folders)


# Those of the extra `test` and of CI's npm, and any other that is installed.
HERE = [name for name, library in OF_PYTHON.items() if find_spec(library)]
HERE += [name for name, package in OF_NPM.items() if is_in_node(package)]
every_question = pytest.mark.parametrize(
    ("name", "function"),
    [(name, function) for name in HERE for function in CONTRACTS[name].queries],
)


@cache
def cases_of(function: str) -> Cases:
    return generate_cases(QUERIES[function], 400, 5)


def taken_by(name: str, function: str) -> Cases:
    """Return supported cases at least a tenth of a unit off the edge."""
    told = CONTRACTS[name].serialize(function)
    cases = filter_supported_cases(cases_of(function), told)
    return cases.select(np.isin(cases.category, PLAIN) & (np.abs(cases.gap) > 0.1))


def starts_well_inside(cases: Cases) -> np.ndarray:
    """Return whether each case starts well inside and moves."""
    columns = cases.columns
    match cases.query.name:
        case "ray_circle":
            away = np.subtract(columns["origin"], columns["center"])
            return np.asarray(columns["radius"] - np.hypot(*away) > 0.1)
        case "sweep_ball_block":
            still = {"velocity": tuple(0.0 * v for v in columns["velocity"])}
        case _:
            still = {"end": columns["start"]}
    start = Cases(cases.query, {**columns, **still}, cases.category)
    return np.asarray((start.gap < -0.1) & (cases.query.speed(columns) > 0.0))


def answers(name: str, function: str, rows: Sequence[Mapping[str, Any]]) -> list[Any]:
    with CodeRunner.from_target(f"engine:{name}", function) as code:
        arguments = tuple(QUERIES[function].query.argument_kinds)
        assert code.begin(arguments).metadata["VERSION"]
        said = [*code.answers(rows)]
    assert not any(answer.failed for answer in said)
    return [answer.value for answer in said]


@cache
def answers_off_the_edge(name: str, function: str) -> tuple[Cases, list[Any]]:
    """Return cases and an engine's answers to them."""
    cases = taken_by(name, function)
    return cases, answers(name, function, cases.rows)


def verdict(answer: Any) -> tuple[bool, Any]:
    """Return whether an answer is a hit, and its time if it has one."""
    if isinstance(answer, dict):
        return answer["hit"], answer.get("t")
    if isinstance(answer, bool):
        return answer, None
    return answer is not None, answer


def test_each_engine_has_a_contract_and_each_contract_a_source() -> None:
    assert set(CONTRACTS) == {*OF_PYTHON, *OF_NPM}
    for name, contract in CONTRACTS.items():
        assert contract.is_npm_package == (name in OF_NPM)
        sources = [*contract.sources]
        for function, meaning in contract.queries.items():
            sources += meaning.sources
            assert (meaning.inside is not None) == (function in CORE_START_INSIDE)
            told = contract.serialize(function)
            assert set(told["ALLOWED"]) <= set(QUERIES[function].query.choices)
        assert sources
        assert all(source.says and source.where for source in sources)


def test_the_manual_has_the_contracts_as_they_are() -> None:
    text = ROOT / "playground" / "judge" / "engines" / "README.md"
    assert manual() in text.read_text(encoding="utf-8"), "playground bench engines -o"


def test_what_is_allowed_follows_from_what_is_answered_inside() -> None:
    allowed = {
        name: sorted(f for f in contract.queries if contract.find_allowed_deviations(f))
        for name, contract in CONTRACTS.items()
    }
    assert allowed == {
        "pymunk": ["ray_circle"],
        "shapely": [],
        "coal": [],
        "box2d": ["ray_circle"],
        "planck": ["ray_circle"],
        "rapier": [],
        "jolt": ["ray_circle"],
    }


def test_an_engine_is_asked_in_its_own_numbers_and_what_it_takes_only() -> None:
    cases = generate_cases(QUERIES["sweep_ball_block"], 300, 1)
    rapier = filter_supported_cases(
        cases, CONTRACTS["rapier"].serialize("sweep_ball_block")
    )
    for x in (x for value in rapier.columns.values() for x in np.atleast_2d(value)):
        assert (x == x.astype(np.float32)).all()
    (x0, y0), (x1, y1) = rapier.columns["rect_min"], rapier.columns["rect_max"]
    assert ((x1 > x0) & (y1 > y0)).all()
    assert len(rapier) < len(cases)
    box2d = filter_supported_cases(
        cases, CONTRACTS["box2d"].serialize("sweep_ball_block")
    )
    assert box2d.size.max() <= 1e5 < cases.size.max()
    assert filter_supported_cases(cases, {}) is cases


@pytest.mark.slow
@every_question
def test_it_answers_as_the_core_does_away_from_the_edge(
    name: str, function: str
) -> None:
    contract, (cases, values) = CONTRACTS[name], answers_off_the_edge(name, function)
    said = [CodeAnswer(value) for value in values]
    # Rapier finds the times of shapes that move step by step, to some thousandths.
    tolerance = 1e-2 if name == "rapier" else 1e-3
    off = contract.queries[function].off
    findings = compare_answers(
        cases, said, tolerance, contract.find_allowed_deviations(function), off
    )
    assert not findings.kinds()
    assert (~findings.is_allowed_deviation).sum() > 20


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "function"),
    [(n, f) for n in HERE for f, m in CONTRACTS[n].queries.items() if m.inside],
)
def test_a_start_inside_is_answered_as_the_contract_says(
    name: str, function: str
) -> None:
    cases, values = answers_off_the_edge(name, function)
    inside = np.flatnonzero(starts_well_inside(cases))
    assert len(inside) > 10
    leaves = cases.true("t")
    for place in inside:
        (hit, t), leaving = verdict(values[place]), leaves[place]
        match CONTRACTS[name].queries[function].inside:
            case StartInside.MISS:
                assert not hit
            case StartInside.AT_ONCE:
                assert (hit, t) == (True, 0.0)
            case StartInside.LEAVES:
                assert hit
                assert t == pytest.approx(leaving, rel=1e-3)
            case StartInside.HIT:
                assert (hit, t) == (True, None)


@pytest.mark.parametrize(
    "name", [n for n in HERE if CONTRACTS[n].queries["circle_rect"].off > 1e-9]
)
def test_a_margin_is_as_wide_as_the_contract_says(name: str) -> None:
    off = CONTRACTS[name].queries["circle_rect"].off
    box = {"rect_center": (0.0, 0.0), "half_extents": (1.0, 1.0), "angle": 0.0}
    rows = [
        {"center": (2.0 + gap * off, 0.25), "radius": 1.0, **box, "pivot": None}
        for gap in (-1.1, 1.1, 0.9)
    ]
    hits = [bool(verdict(answer)[0]) for answer in answers(name, "circle_rect", rows)]
    # Jolt says how near is near enough; it is nearer where it can be.
    assert hits == [True, False, name != "jolt"]


def test_what_the_extra_test_and_ci_install_is_tried() -> None:
    wanted = {"pymunk", "shapely", "rapier"}
    assert wanted | (set(OF_NPM) if os.environ.get("CI") else set()) <= set(HERE)


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_an_engine_whose_package_is_not_there_says_how_to_install_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NODE_PATH", raising=False)
    monkeypatch.chdir(tmp_path)
    with (
        CodeRunner.from_target("engine:planck", "ray_circle") as code,
        pytest.raises(CodeError, match="no package planck: npm install planck"),
    ):
        code.begin(tuple(QUERIES["ray_circle"].query.argument_kinds))


def test_an_engine_is_not_asked_what_its_contract_does_not_have() -> None:
    with pytest.raises(CodeError, match="it has no function 'swept_sphere_line'"):
        CodeRunner.from_target("engine:planck", "swept_sphere_line")
