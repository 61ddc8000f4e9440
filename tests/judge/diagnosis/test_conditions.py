"""Separating conditions of failures, in a sentence with counts."""

import re

import numpy as np
import pytest
from planted import ALLOWABLE, RULES

from playground.judge.diagnosis.conditions import best_condition, find_causes
from playground.judge.diagnosis.features import Condition, Measure
from playground.judge.diagnosis.rounding import FailureCause, classify_failure
from playground.judge.findings import FailureKind
from playground.judge.report.sentences import explain_failures, rounding_summary
from playground.judge.report.text import summary
from playground.judge.report.verdict import collect_verdict
from playground.judge.shrink import ShrunkCase


@pytest.mark.slow
@pytest.mark.parametrize("function", RULES)
def test_a_planted_rule_is_told_to_be_one_and_why(trial, function):
    scene, words = RULES[function]
    findings = trial(scene, function).findings
    assert (findings.rule == 1.0).sum() >= 3
    assert FailureCause.ALGORITHM in {
        classify_failure(findings, kind) for kind in findings.kinds()
    }
    assert not np.isnan(findings.rule[findings.any_wrong]).any()
    causes = find_causes(findings)
    assert words in (causes[0].sentence if causes else "")
    assert (causes[0].deviation if causes else "") == ALLOWABLE.get(function, "")


@pytest.mark.slow
@pytest.mark.parametrize("function", ["no_radius_0", "strict_below"])
def test_its_counts_are_those_of_the_cases(trial, function):
    scene = "ray_circle" if function == "no_radius_0" else "circle_rect"
    findings = trial(scene, function).findings
    (cause,) = find_causes(findings)
    counts = [int(x.replace(",", "")) for x in re.findall(r"[\d,]*\d", cause.sentence)]
    wrong, there, right, others = counts[:2] + counts[-2:]
    rounded = findings.any_wrong & (findings.rule == 0.0)
    assert there == (cause.flags & ~rounded).sum()
    assert wrong == (cause.flags & (findings.rule == 1.0)).sum()
    assert there + others == len(findings.cases) - rounded.sum()
    assert others - right == (~cause.flags & (findings.rule == 1.0)).sum()


def test_what_only_rounds_has_no_cause_and_is_told_in_one_line(trial):
    judgement = trial("ray_circle", "single", file="styles")
    assert find_causes(judgement.findings) == ()
    line = rounding_summary(judgement)
    assert line.startswith("Rounding (missed hit: ")
    assert "Correct in exact arithmetic" in line
    assert "or as in float32" in line


def test_the_rule_comes_first_and_rounding_in_a_line_below(trial):
    judgement = trial("circle_rect", "strict_below")
    found = [
        ShrunkCase(
            kind, judgement.findings.select(judgement.findings.worst_index(kind)), False
        )
        for kind in (FailureKind.PHANTOM_HIT, FailureKind.MISSED_HIT)
    ]
    lines = [
        line
        for line in summary(collect_verdict(judgement, found))
        if not line.startswith(" ")
    ]
    assert lines[0].startswith("Misses hits where it touches exactly and ")
    assert lines[2].startswith("Smallest case: ")
    assert lines[3].startswith("Missed hit: ")
    assert "the algorithm is wrong" in lines[3]
    assert "more are rounding" in lines[3]
    assert lines[4].startswith("Rounding (phantom hit: ")
    assert "--allow" not in explain_failures(judgement, FailureKind.MISSED_HIT)


def test_what_no_condition_parts_has_no_cause():
    rng = np.random.default_rng(0)
    wrong = rng.random(1000) < 0.1
    conditions = [Condition("even", np.arange(1000) % 2 == 0)]
    numbers = [Measure("place", np.arange(1000.0))]
    assert best_condition(conditions, numbers, wrong, np.ones(1000, bool)) is None


def test_two_conditions_are_told_only_where_one_does_not_do():
    place, all_ = np.arange(1000.0), np.ones(1000, bool)
    even = place % 2 == 0
    numbers = [Measure("place", place)]
    conditions = [Condition("it is even", even)]

    def told(wrong):
        found = best_condition(conditions, numbers, wrong, all_)
        return found and found.text

    assert told(even) == "it is even"
    assert told(place > 700) == "place > 700"
    both = told(even & (place > 700))
    assert "it is even" in both
    assert "place > 70" in both
