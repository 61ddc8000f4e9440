"""Diagnosis of wrong algorithms, which fail in exact arithmetic, and of rounding."""

import numpy as np
import pytest
from effort import one_and_slowly_each
from planted import FUNCTIONS

from playground.judge.cases.generators import generate_cases
from playground.judge.diagnosis.rounding import (
    FailureCause,
    classify_failure,
    label_rounding_failures,
)
from playground.judge.evaluation import (
    EvaluationOptions,
    evaluate_code,
    scene_with_query,
)
from playground.judge.findings import FailureKind, compare_answers
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.protocol import CodeAnswer, NoAnswerReason
from scenes import RAY_CIRCLE

ROUNDED = {"single": "ray_circle", "by_class": "ray_circle", "by_numpy": "circle_rect"}


@pytest.mark.parametrize(("function", "scene"), ROUNDED.items())
def test_what_rounds_is_never_called_a_rule(trial, function, scene):
    findings = trial(scene, function, 0, "styles").findings
    kinds = {classify_failure(findings, kind) for kind in findings.kinds()}
    assert kinds == {FailureCause.ROUNDING}
    assert (findings.rule[findings.any_wrong] == 0.0).all()


@pytest.mark.parametrize("scene", one_and_slowly_each(FUNCTIONS))
def test_right_code_of_each_scene_only_rounds(trial, scene):
    function = FUNCTIONS[scene]
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


class Mortal:
    """Code whose exact evaluation raises."""

    can_evaluate_exactly = True

    def evaluate_exactly(self, rows, bits, until):
        raise AssertionError("it ends its process")


@pytest.mark.parametrize("words", ["exit status 3", "it closed its stdout"])
def test_what_ends_its_process_is_not_asked_in_true_numbers(words):
    cases = generate_cases(scene_with_query(RAY_CIRCLE), 20, 0)
    died = CodeAnswer(failed=NoAnswerReason.DEATH, words=words)
    findings = compare_answers(cases, [died] * len(cases))
    found = label_rounding_failures(Mortal(), findings, 1e-6, ())
    assert np.isnan(found.rule).all()
    assert found.kinds() == [FailureKind.CRASH]
