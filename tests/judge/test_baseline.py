"""Baselines: known mistakes pass, new ones fail, fixed ones are reported."""

import json
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from judged_code import PARTS, told
from made_up_language import accented, spoken

from playground.i18n import translate
from playground.judge.baseline import (
    UNKNOWN_CAUSE,
    BaselineError,
    MistakeGroup,
    compare_with_baseline,
    mistakes,
    read_baseline,
)
from playground.judge.cases.generators import generate_cases
from playground.judge.evaluation import EvaluationOptions, EvaluationRun
from playground.judge.findings import compare_answers
from playground.judge.report.text import as_junit
from playground.judge.report.verdict import collect_verdict
from playground.judge.runner.code_runner import CodeRunner
from scenes import SCENES

RAY_CIRCLE = PARTS[0]
CODE = CodeRunner.from_command("mine", "ray_circle")
NONE = np.False_


@cache
def cases():
    return generate_cases(RAY_CIRCLE, 400, 0)


def inside():
    return np.asarray(cases().truth.inside)


def clear():
    return np.abs(cases().gap) > 1e-3 * cases().size


def trial(wrong, rounded=NONE):
    """Return an evaluation run in which these verdicts are wrong, some by rounding."""
    wrong = np.asarray(wrong & (clear() | rounded))
    findings = compare_answers(cases(), told((cases().hit ^ wrong).tolist()))
    findings = replace(findings, rule=np.where(wrong, 1.0 * ~rounded, np.nan))
    return EvaluationRun(
        SCENES[0], RAY_CIRCLE, CODE, EvaluationOptions(), {}, findings, {}, seconds=0.0
    )


def saved(judgement, path):
    """Return the baseline from the file that `--json` writes."""
    path.write_text(collect_verdict(judgement, []).as_json(), encoding="utf-8")
    return read_baseline(path, "ray_circle")


@pytest.fixture
def baseline(tmp_path):
    """Return the mistakes of code that ignores a start inside."""
    return saved(trial(inside()), tmp_path / "known.json")


def test_a_mistake_is_a_kind_and_its_cause(baseline):
    (one,) = mistakes(trial(inside()).findings)
    assert (one.kind, one.cause) == ("missed hit", "it starts inside")
    assert one.flags.sum() == (inside() & clear()).sum() > 20


def test_what_is_known_does_not_fail(baseline):
    beside = compare_with_baseline(trial(inside()), baseline)
    assert (beside.exit_code, beside.new, beside.gone) == (0, [], [])
    assert "Known" in beside.lines("known.json")[0]


def test_a_new_cause_of_a_known_kind_fails(baseline):
    beside = compare_with_baseline(
        trial(inside() | (cases().hit & (cases().columns["center"][0] < 0.0))), baseline
    )
    assert beside.exit_code == 1
    assert {one.kind for one in beside.new} == {"missed hit"}


def test_rounding_is_a_mistake_of_its_own(baseline):
    near = (cases().gap == 0.0) & ~inside()
    beside = compare_with_baseline(trial(inside() | near, rounded=near), baseline)
    assert [one.label for one in beside.new] == ["missed hit (rounding)"]
    assert (beside.newly_wrong == near).all()


def test_what_is_gone_is_told_in_any_language(tmp_path):
    large = cases().columns["radius"] > 3.0
    known = saved(trial(large), tmp_path / "known.json")
    beside = compare_with_baseline(trial(NONE), known)
    assert beside.exit_code == 0
    (line,) = beside.lines("known.json")
    assert line.startswith("Fixed: missed hit (")
    assert "it starts inside or on it" in line
    with spoken():
        words = translate(line)
    assert accented("it starts inside or on it") in words
    assert accented("missed hit") in words
    # Names of arguments and options stay.
    assert "radius > 4.4" in words


BOUND = "the larger of center > {} and center.x {} 0"


@pytest.mark.parametrize(
    ("cause", "known"),
    [(BOUND.format("2", ">"), True), (BOUND.format("1.5e-05", "<"), False)],
)
def test_a_bound_that_is_found_anew_is_no_new_cause(
    baseline, monkeypatch, cause, known
):
    baseline[0]["cause"] = BOUND.format("1.5e-05", ">")
    there = [MistakeGroup("missed hit", cause, inside())]
    monkeypatch.setattr(f"{mistakes.__module__}.mistakes", lambda findings: there)
    assert (compare_with_baseline(trial(inside()), baseline).exit_code == 0) == known


def test_more_without_a_cause_are_new(baseline):
    known = [{"kind": "missed hit", "cause": UNKNOWN_CAUSE, "count": 5}]
    scattered = np.arange(len(cases())) % 7 == 0
    few, many = scattered & (np.cumsum(scattered) < 3), scattered
    for wrong, code in ((few, 0), (many, 1)):
        judgement = trial(wrong & cases().hit)
        assert mistakes(judgement.findings)[-1].cause == UNKNOWN_CAUSE
        assert compare_with_baseline(judgement, known).exit_code == code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"schema": 9, "scene": "ray_circle", "mistakes": []}',
        '{"schema": 2, "scene": "ray_circle", "mistakes": [{}]}',
        '{"schema": 2, "scene": "ray_circle"}',
        '{"schema": 2, "scene": "other", "mistakes": []}',
        "[" * 9999 + "]" * 9999,
        None,
    ],
)
def test_a_file_that_is_no_baseline_is_refused(tmp_path, text):
    path = tmp_path / "file.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(BaselineError, match=r"file\.json"):
        read_baseline(path, "ray_circle")


def test_other_programs_are_told_of_it(baseline):
    beside = compare_with_baseline(trial(inside()), baseline)
    verdict = collect_verdict(beside.judgement, [], beside)
    said = json.loads(verdict.as_json())
    assert (said["outcome"], said["exit_code"]) == ("wrong", 0)
    assert [x["cause"] for x in said["baseline"]["known"]] == ["it starts inside"]
    assert 'failures="0"' in as_junit(verdict)
    assert 'failures="0"' not in as_junit(collect_verdict(beside.judgement, []))
