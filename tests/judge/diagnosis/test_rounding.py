"""What is wrong in true numbers too is a rule, the rest rounding."""

import pytest
from planted import FUNCTIONS

from playground.judge.diagnosis.rounding import FailureCause, classify_failure
from playground.judge.evaluation import EvaluationOptions, evaluate_code
from playground.judge.findings import FailureKind
from playground.judge.runner.code_runner import CodeRunner
from scenes import RAY_CIRCLE

ROUNDED = {"single": "ray_circle", "by_class": "ray_circle", "by_numpy": "circle_rect"}


@pytest.mark.parametrize(("function", "scene"), ROUNDED.items())
def test_what_rounds_is_never_called_a_rule(trial, function, scene):
    findings = trial(scene, function, 0, "styles").findings
    kinds = {classify_failure(findings, kind) for kind in findings.kinds()}
    assert kinds == {FailureCause.ROUNDING}
    assert (findings.rule[findings.any_wrong] == 0.0).all()


@pytest.mark.parametrize(("scene", "function"), FUNCTIONS.items())
def test_right_code_of_each_scene_only_rounds(trial, scene, function):
    findings = trial(scene, function, 0, function, ("rounding",)).findings
    assert not findings.any_wrong.any()
    assert (findings.rule[findings.is_allowed_deviation] == 0.0).all()
    assert findings.is_allowed_deviation.any()


def test_fractions_do_not_even_round(trial):
    assert not trial(
        "ray_circle", "by_fractions", file="styles"
    ).findings.any_wrong.any()


def test_rounding_is_allowed_and_a_rule_as_near_to_the_edge_is_not(trial):
    findings = trial("circle_rect", "strict_below", allow=("rounding",)).findings
    assert (findings.rule == 0.0).any()
    assert findings.is_allowed_deviation.sum() == (findings.rule == 0.0).sum()
    assert (findings.rule[findings.any_wrong] == 1.0).all()
    # It is only the touches of one side, which a tolerance would allow too.
    assert (
        findings.error_sizes[FailureKind.MISSED_HIT][
            findings.wrong[FailureKind.MISSED_HIT]
        ].max()
        == 0.0
    )


def test_a_program_and_what_has_no_true_numbers_are_unknown(tmp_path):
    path = tmp_path / "complex_numbers.py"
    path.write_text(
        "def ray_circle(origin, direction, center, radius):\n"
        "    d = complex(*direction)\n"
        "    return abs((complex(*center) - complex(*origin)) / d) <= radius\n"
    )
    with CodeRunner.from_target(f"{path}:ray_circle", "ray_circle") as code:
        findings = evaluate_code(
            RAY_CIRCLE, code, EvaluationOptions(300, allow=("rounding",))
        ).findings
    assert findings.any_wrong.any()
    assert not findings.is_allowed_deviation.any()
    for kind in findings.kinds():
        assert classify_failure(findings, kind) is FailureCause.UNKNOWN
