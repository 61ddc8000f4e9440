"""Planted faults and bugs from trackers: the judge finds each, and no other."""

import runpy
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from planted import (
    BUGS,
    ENDLESS,
    EPSILON,
    FAULTS,
    FLOAT32,
    FUNCTIONS,
    JUDGED,
    TOLD,
    Bug,
    Fault,
)

from playground.judge.cases.generators import CaseCategory
from playground.judge.evaluation import EvaluationOptions, evaluate_code
from playground.judge.findings import FailureKind, Findings, compare_answers
from playground.judge.report.sentences import explain_failures
from playground.judge.runner import pipes
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.in_process import InProcessRunner
from playground.judge.runner.protocol import CodeAnswer, NoAnswerReason
from playground.judge.shrink import shrink_failure
from playground.scene.query import component_value, components
from playground.scene.scene import SceneEntry
from scenes import SCENES

ENTRIES: dict[str, SceneEntry] = {entry.id: entry for entry in SCENES}
TERMS = EvaluationOptions(count=500, seed=3)
FEW = replace(TERMS, count=100, seconds=30.0)
# What comes of rounding in plain floats is off by less, as a part of the size.
ROUNDING = 1e-14


def judged(
    scene: str, path: Path, function: str, terms: EvaluationOptions = TERMS
) -> Findings:
    with InProcessRunner(f"{path}:{function}") as code:
        return evaluate_code(ENTRIES[scene], code, terms).findings


RIGHT = {scene: JUDGED / f"{name}.py" for scene, name in FUNCTIONS.items()}


@cache
def right(scene: str, terms: EvaluationOptions = TERMS) -> Findings:
    """Return the findings for the code without a fault."""
    return judged(scene, RIGHT[scene], FUNCTIONS[scene], terms)


@pytest.mark.slow
@pytest.mark.parametrize("scene", FUNCTIONS)
def test_right_code_is_wrong_by_rounding_only(scene: str) -> None:
    findings = right(scene)
    assert {kind for kind in findings.kinds() if not kind.is_verdict} == set()
    for kind in findings.kinds():
        assert findings.error_sizes[kind][findings.wrong[kind]].max() < ROUNDING
    cases = findings.cases
    touching = (cases.gap == 0.0) & (
        cases.category == CaseCategory.TOUCHING
    )  # whole numbers
    assert touching.sum() > 20
    assert not findings.any_wrong[touching].any()


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_planted_fault_is_found_explained_and_shrunk(
    fault: Fault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Each hang costs its whole time limit and a new process.
    monkeypatch.setitem(pipes._FAULT_LIMITS_IN_TOTAL, pipes.Fault.HANG, 3)
    kind, function = FailureKind(fault.finds), fault.function
    path = fault.write(tmp_path)
    endless = fault.name == ENDLESS
    terms, limit = (FEW, 0.1) if endless else (TERMS, 2.0)
    target = f"{path}:{function}"
    with (
        CodeRunner.from_target(target, function, limit)
        if endless
        else InProcessRunner(target)
    ) as code:
        judgement = evaluate_code(ENTRIES[fault.scene], code, terms)
        small = shrink_failure(judgement, kind)
    wrong = judgement.findings.wrong[kind] & ~right(fault.scene, terms).any_wrong
    assert wrong.any()
    # Of a slight direction float32 loses even the square: no rounding.
    lost = (
        fault.name == FLOAT32
        and (wrong & judgement.category_flags(CaseCategory.SLIGHT)).any()
    )
    assert lost or TOLD[fault.name] in explain_failures(judgement, kind)
    assert small.shrunk
    if fault.name in (ENDLESS, FLOAT32):  # tried seldom; many digits
        return
    unhurt, hurt = (
        runpy.run_path(str(p))[function] for p in (RIGHT[fault.scene], path)
    )
    assert not compare_answers(
        small.findings.cases, [asked(unhurt, small.arguments)]
    ).kinds()
    assert (
        compare_answers(small.findings.cases, [asked(hurt, small.arguments)])
        .wrong[kind]
        .all()
    )
    if fault.name != EPSILON:
        assert max(len(repr(x)) for x in numbers(small.arguments)) <= 8


def asked(function: Callable[..., Any], arguments: Mapping[str, Any]) -> CodeAnswer:
    try:
        return CodeAnswer(function(**arguments))
    except (ArithmeticError, ValueError):
        return CodeAnswer(failed=NoAnswerReason.CRASH)


def numbers(arguments: Mapping[str, Any]) -> list[float]:
    return [component_value(arguments, at) for at in components(arguments)]


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_bug_of_a_tracker_is_found(bug: Bug) -> None:
    findings = judged(bug.scene, bug.path, FUNCTIONS[bug.scene])
    kind = FailureKind(bug.finds)
    assert kind in findings.kinds()
    assert findings.error_sizes[kind][findings.wrong[kind]].max() > 1e-3
