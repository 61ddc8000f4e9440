"""Mistakes that are known do not fail, new ones do, and it is told which are gone."""

import json
from dataclasses import replace

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
    with_mistakes,
)
from playground.judge.baseline_schema_1 import upgrade_baseline
from playground.judge.cases.generators import generate_cases
from playground.judge.evaluation import EvaluationOptions, EvaluationRun
from playground.judge.findings import compare_answers
from playground.judge.report.data import as_junit, verdicts_as_json
from playground.judge.runner.code_runner import CodeRunner
from scenes import SCENES

RAY_CIRCLE = PARTS[0]
CASES = generate_cases(RAY_CIRCLE, 400, 0)
CODE = CodeRunner.from_command("mine", "ray_circle")
NONE = np.zeros(len(CASES), bool)
INSIDE = np.asarray(CASES.truth.inside)
CLEAR = np.abs(CASES.gap) > 1e-3 * CASES.size
LEFT = CASES.columns["center"][0] < 0.0


def trial(wrong, rounded=NONE, code=CODE):
    """Return what is found if these verdicts are wrong, some of them by rounding."""
    wrong = np.asarray(wrong & (CLEAR | rounded))
    findings = compare_answers(CASES, told((CASES.hit ^ wrong).tolist()))
    findings = replace(findings, rule=np.where(wrong, 1.0 * ~rounded, np.nan))
    return EvaluationRun(
        SCENES[0],
        RAY_CIRCLE,
        code,
        EvaluationOptions(),
        0.0,
        {},
        findings,
        {},
        seconds=0.0,
    )


@pytest.fixture
def baseline(tmp_path):
    """A file that knows code which forgets a start inside."""
    path = tmp_path / "known.json"
    path.write_text(with_mistakes(trial(INSIDE), path), encoding="utf-8")
    return path


def test_a_mistake_is_a_kind_and_its_cause(baseline):
    (one,) = mistakes(trial(INSIDE).findings)
    assert (one.kind, one.cause) == ("missed hit", "it starts inside")
    assert one.flags.sum() == (INSIDE & CLEAR).sum() > 20


def test_what_is_known_does_not_fail(baseline):
    beside = compare_with_baseline(trial(INSIDE), baseline)
    assert (beside.exit_code, beside.new, beside.gone) == (0, [], [])
    assert "Known" in beside.lines("known.json")[0]


def test_a_new_cause_of_a_known_kind_fails(baseline):
    beside = compare_with_baseline(trial(INSIDE | (CASES.hit & LEFT)), baseline)
    assert beside.exit_code == 1
    assert {one.kind for one in beside.new} == {"missed hit"}


def test_rounding_is_a_mistake_of_its_own(baseline):
    near = (CASES.gap == 0.0) & ~INSIDE
    beside = compare_with_baseline(trial(INSIDE | near, rounded=near), baseline)
    assert [one.label for one in beside.new] == ["missed hit (rounding)"]
    assert (beside.newly_wrong == near).all()


def test_what_is_gone_is_told_in_any_language(tmp_path):
    path = tmp_path / "known.json"
    large = CASES.columns["radius"] > 3.0
    path.write_text(with_mistakes(trial(large), path), encoding="utf-8")
    (line,) = compare_with_baseline(trial(NONE), path).lines("known.json")
    assert "it starts inside or on it" in line
    with spoken():
        words = translate(line)
    assert accented("it starts inside or on it") in words
    assert accented("missed hit") in words
    # Names of arguments and options stay.
    assert "radius > 4.4" in words


def test_what_is_gone_is_told(baseline):
    beside = compare_with_baseline(trial(NONE), baseline)
    assert beside.exit_code == 0
    (line,) = beside.lines("known.json")
    assert line.startswith("Fixed: missed hit (it starts inside).")


BOUND = "the larger of center > {} and center.x {} 0"


@pytest.mark.parametrize(
    ("cause", "known"),
    [(BOUND.format("2", ">"), True), (BOUND.format("1.5e-05", "<"), False)],
)
def test_a_bound_that_is_found_anew_is_no_new_cause(
    baseline, monkeypatch, cause, known
):
    text = baseline.read_text(encoding="utf-8")
    baseline.write_text(text.replace("it starts inside", BOUND.format("1.5e-05", ">")))
    there = [MistakeGroup("missed hit", cause, INSIDE)]
    monkeypatch.setattr(f"{mistakes.__module__}.mistakes", lambda findings: there)
    assert (compare_with_baseline(trial(INSIDE), baseline).exit_code == 0) == known


def test_more_without_a_cause_are_new(baseline):
    known = json.loads(baseline.read_text(encoding="utf-8"))
    known["known"][0]["mistakes"][0] |= {"cause": UNKNOWN_CAUSE, "count": 5}
    baseline.write_text(json.dumps(known))
    scattered = np.arange(len(CASES)) % 7 == 0
    few, many = scattered & (np.cumsum(scattered) < 3), scattered
    for wrong, code in ((few, 0), (many, 1)):
        judgement = trial(wrong & CASES.hit)
        assert mistakes(judgement.findings)[-1].cause == UNKNOWN_CAUSE
        assert compare_with_baseline(judgement, baseline).exit_code == code


def test_one_file_knows_the_mistakes_of_several_codes(baseline):
    other = trial(LEFT, code=CodeRunner.from_command("other", "ray_circle"))
    assert compare_with_baseline(other, baseline).exit_code == 1
    baseline.write_text(with_mistakes(other, baseline), encoding="utf-8")
    assert compare_with_baseline(other, baseline).exit_code == 0
    assert compare_with_baseline(trial(INSIDE), baseline).exit_code == 0
    # What has no mistakes any more is not listed any more.
    baseline.write_text(with_mistakes(trial(NONE), baseline), encoding="utf-8")
    (left,) = json.loads(baseline.read_text(encoding="utf-8"))["known"]
    assert left["code"] == "other"


def test_a_baseline_of_the_first_schema_is_understood(baseline):
    told = json.loads(baseline.read_text(encoding="utf-8"))
    assert told["schema"] == 2
    told["schema"] = 1
    (mistake,) = told["known"][0]["mistakes"]
    mistake["kind"] = {"missed hit": "hit lost"}[mistake["kind"]]
    baseline.write_text(json.dumps(told), encoding="utf-8")
    beside = compare_with_baseline(trial(INSIDE), baseline)
    assert (beside.exit_code, beside.new, beside.gone) == (0, [], [])


@pytest.mark.parametrize(
    ("former", "cause"),
    [
        ("the normal's y is negative", "the y component of the normal is negative"),
        ("radius has a 0 and it lies", "a component of radius is 0 and it lies"),
        (
            "as if it stood still (velocity were 0)",
            "as if the body did not move (velocity = 0)",
        ),
        (
            "as if origin were cut to whole numbers",
            "as if origin were truncated to integers",
        ),
    ],
)
def test_causes_of_the_first_schema_are_reworded(former, cause):
    known = [{"mistakes": [{"kind": "time", "cause": former, "count": 1}]}]
    told = upgrade_baseline({"schema": 1, "known": known})
    (mistake,) = told["known"][0]["mistakes"]
    assert mistake["cause"] == cause


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"schema": 9, "known": []}',
        '{"schema": 1, "known": [{}]}',
        "[" * 9999 + "]" * 9999,
        None,
    ],
)
def test_a_file_that_is_no_baseline_is_refused(tmp_path, text):
    path = tmp_path / "file.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(BaselineError, match=r"file\.json"):
        compare_with_baseline(trial(NONE), path)


def test_other_programs_are_told_of_it(baseline):
    beside = compare_with_baseline(trial(INSIDE), baseline)
    said = json.loads(verdicts_as_json(beside.judgement, [], beside))
    assert (said["outcome"], said["exit_code"]) == ("wrong", 0)
    assert [x["cause"] for x in said["baseline"]["known"]] == ["it starts inside"]
    assert 'failures="0"' in as_junit(beside.judgement, [], beside)
    assert 'failures="0"' not in as_junit(beside.judgement, [])
