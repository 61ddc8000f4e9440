"""Findings: kinds and sizes of mistakes, and allowed deviations."""

import math

import numpy as np
import pytest
from judged_code import PARTS, row, true_answers
from judged_code import told as answered

from playground.judge.cases.case_set import (
    Cases,
    find_valid_rows,
    in_columns,
    map_columns,
)
from playground.judge.cases.generators import generate_cases
from playground.judge.findings import FailureKind, compare_answers
from playground.judge.report.wording import answer_sentence
from playground.judge.runner.protocol import CodeAnswer, NoAnswerReason
from playground.scene.query import ResultField

RAY, RECT = PARTS[0].query, PARTS[1].query
every_part = pytest.mark.parametrize("scene", PARTS, ids=lambda scene: scene.id)
# It enters at t = 2, by (2, 0), where the normal is (-1, 0).
HIT, MISS, INSIDE = row(), row(center=(3.0, 1.5)), row(origin=(3.5, 0.0))
TOUCH = row(center=(3.0, 1.0))


def single(cases):
    """Return the arguments in float32."""
    return map_columns(cases.columns, lambda x: x.astype(np.float32).astype(np.float64))


def judged(rows, answers, query=RAY, **terms):
    cases = Cases(query, in_columns(rows), np.array([""] * len(rows)))
    answers = [a if isinstance(a, CodeAnswer) else CodeAnswer(a) for a in answers]
    return compare_answers(cases, answers, **terms)


def kinds(answer, asked=HIT, query=RAY, **terms) -> set[FailureKind]:
    return set(judged([asked], [answer], query, **terms).kinds())


@pytest.mark.slow
@every_part
def test_the_truth_itself_is_never_found_wrong(scene):
    cases = generate_cases(scene, 900, seed=3)
    true = true_answers(cases)
    bare = [answer[scene.query.number] if answer["hit"] else None for answer in true]
    for answers in (true, [answer["hit"] for answer in true], bare):
        findings = compare_answers(cases, answered(answers))
        assert findings.kinds() == []
        assert findings.is_evaluated.all()


@pytest.mark.slow
@every_part
def test_the_truth_rounded_is_wrong_in_no_number(scene):
    """Rounding errors of an answer are within the tolerance, even at a graze."""
    cases, query = generate_cases(scene, 900, seed=3), scene.query
    cases = cases.select(find_valid_rows(query, single(cases)))
    rounded = Cases(query, query.normalize(single(cases)), cases.category)
    answers = true_answers(rounded)
    flags = {
        name for name, kind in query.result_fields.items() if kind is ResultField.FLAG
    }
    answers = [{n: x for n, x in a.items() if n not in flags} for a in answers]
    findings = compare_answers(cases, answered(answers), tolerance=1e-5)
    assert set(findings.kinds()) <= {
        FailureKind.MISSED_HIT,
        FailureKind.PHANTOM_HIT,
        FailureKind.NAN,
    }
    assert findings.any_wrong.any()


@pytest.mark.parametrize(
    ("answer", "asked", "expected"),
    [
        (True, HIT, set()),
        (2.0, HIT, set()),
        (2, HIT, set()),
        (None, MISS, set()),
        (False, MISS, set()),
        ({"hit": True}, HIT, set()),
        ({"t": None}, MISS, set()),
        ({"hit": False, "t": math.nan}, MISS, set()),
        ({"hit": True, "t": 2.0, "point": [2.0, 0.0]}, HIT, set()),
        (False, HIT, {FailureKind.MISSED_HIT}),
        (None, HIT, {FailureKind.MISSED_HIT}),
        (None, TOUCH, {FailureKind.MISSED_HIT}),
        (True, MISS, {FailureKind.PHANTOM_HIT}),
        (1.0, MISS, {FailureKind.PHANTOM_HIT}),
        (2.1, HIT, {FailureKind.TIME}),
        (
            {"hit": True, "t": 4.0, "normal": [1.0, 0.0]},
            HIT,
            {FailureKind.TIME, FailureKind.NORMAL},
        ),
        ({"hit": True, "point": [2.0, 0.1]}, HIT, {FailureKind.POINT}),
        ({"hit": True, "inside": True}, HIT, {FailureKind.FLAG}),
        (math.nan, HIT, {FailureKind.NAN}),
        (math.inf, HIT, {FailureKind.NAN}),
        ({"hit": True, "t": math.nan}, HIT, {FailureKind.NAN}),
        ("yes", HIT, {FailureKind.NONSENSE}),
        ([1.0], HIT, {FailureKind.NONSENSE}),
        ({"hit": "maybe"}, HIT, {FailureKind.NONSENSE}),
        ({"when": 2.0}, HIT, {FailureKind.NONSENSE}),
        ({"hit": True, "point": [2.0]}, HIT, {FailureKind.NONSENSE}),
        (CodeAnswer(failed=NoAnswerReason.CRASH), HIT, {FailureKind.CRASH}),
        (CodeAnswer(failed=NoAnswerReason.SLOW), HIT, {FailureKind.SLOW}),
    ],
)
def test_an_answer_is_of_its_kind(answer, asked, expected):
    assert kinds(answer, asked) == expected


def test_of_a_question_without_a_time_a_number_is_a_distance():
    asked = RECT.arguments(PARTS[1].cases["Miss"].params)
    true = float(RECT.evaluate(asked).distance)
    assert kinds(true, asked, RECT) == set()
    assert kinds(2 * true, asked, RECT) == {FailureKind.DISTANCE}
    assert kinds(-true, asked, RECT) == {FailureKind.PHANTOM_HIT}


def test_the_widest_says_by_what_part_of_the_size_a_verdict_is_wrong():
    near, far = row(center=(3.0, 1.25)), row(center=(3.0, 2.5))
    findings = judged([near, far], [True, True])
    assert findings.worst_index(FailureKind.PHANTOM_HIT) == 1
    assert findings.error_sizes[FailureKind.PHANTOM_HIT].tolist() == [0.25 / 3.0, 0.5]


def test_where_the_contact_is_ill_defined_a_number_may_be_off():
    grazing = row(center=(3.0, 1.0 - 1e-9))
    half = 3.0 - math.sqrt(1.0 - (1.0 - 1e-9) ** 2)
    assert kinds(3.0, grazing) == set()
    assert abs(half - 3.0) > 1e-5
    assert kinds(3.0, row(center=(3.0, 0.9))) == {FailureKind.TIME}


def test_the_tolerance_is_what_is_declared():
    assert kinds(2.0 + 1e-4) == {FailureKind.TIME}
    assert kinds(2.0 + 1e-4, tolerance=1e-3) == set()


def test_what_is_declared_is_allowed_and_counted():
    asked = [INSIDE, HIT, TOUCH, row(center=(3.0, 1.0 + 1e-12))]
    answers = [None, None, None, True]

    def wrong(*allow):
        findings = judged(asked, answers, allow=allow)
        assert findings.is_allowed_deviation.sum() + findings.any_wrong.sum() == 4
        return findings.any_wrong.tolist()

    assert wrong() == [True, True, True, True]
    assert wrong("start_inside") == [False, True, True, True]
    assert wrong("touch") == [True, True, False, True]
    # How near the edge it is does not say that: it has to be labelled.
    assert wrong("rounding") == [True, True, True, True]
    rule = np.array([1.0, np.nan, 1.0, 0.0])
    findings = judged(asked, answers)
    labelled = findings.with_rounding_labels(rule, allow_rounding=True)
    assert labelled.any_wrong.tolist() == [True, True, True, False]
    assert labelled.is_allowed_deviation.tolist() == [False, False, False, True]
    assert findings.with_rounding_labels(rule, allow_rounding=False).any_wrong.all()


def test_a_crash_is_never_allowed():
    crash = CodeAnswer(failed=NoAnswerReason.CRASH)
    assert kinds(crash, INSIDE, allow=("start_inside",)) == {FailureKind.CRASH}


def test_an_engine_may_be_off_by_its_own_slop():
    asked = [row(center=(3.0, 1.004)), row(center=(3.0, 1.02)), HIT]
    findings = judged(asked, [True, True, 2.004], slop=0.01)
    assert findings.any_wrong.tolist() == [False, True, False]
    assert findings.is_allowed_deviation.tolist() == [True, False, True]


def test_a_time_may_be_off_by_what_the_slop_makes_of_it():
    aslant = row(center=(3.0, 0.8))  # at 2.4; with a radius of 1.01 it is 2.3835
    findings = judged([aslant, aslant], [2.3835, 1.5], slop=0.01)
    assert findings.any_wrong.tolist() == [False, True]
    assert findings.is_allowed_deviation.tolist() == [True, False]


def test_names_that_are_not_judged_are_told():
    findings = judged([HIT], [{"hit": True, "colour": 1.0}])
    assert findings.unknown == ("colour",)
    assert findings.kinds() == []


@pytest.mark.parametrize(
    ("answer", "asked", "kind", "words"),
    [
        (
            None,
            row(center=(3.0, 0.75)),
            FailureKind.MISSED_HIT,
            "it answers None; the truth is a hit at t = 2.339, 0.25 m inside the edge",
        ),
        (
            {"hit": False},
            TOUCH,
            FailureKind.MISSED_HIT,
            "it answers a miss; the truth is a hit at t = 3, an exact touch",
        ),
        (
            2.5,
            MISS,
            FailureKind.PHANTOM_HIT,
            "it answers t = 2.5; the truth is a miss, 0.5 m outside the edge",
        ),
        (2.1, HIT, FailureKind.TIME, "it answers t = 2.1; the truth is 2"),
        (2.0004, HIT, FailureKind.TIME, "it answers t = 2.0004; the truth is 2"),
        (
            {"hit": True, "point": [2.0, 0.5]},
            HIT,
            FailureKind.POINT,
            "it answers point = (2, 0.5); the truth is (2, 0)",
        ),
        (
            {"hit": True, "inside": True},
            HIT,
            FailureKind.FLAG,
            "it answers inside = True; the truth is False",
        ),
        (
            math.nan,
            HIT,
            FailureKind.NAN,
            "it answers t = nan; the truth is a hit at t = 2, 1 m inside the edge",
        ),
        (
            CodeAnswer(failed=NoAnswerReason.DEATH, words="exit status 3"),
            HIT,
            FailureKind.CRASH,
            "it fails: exit status 3; the truth is a hit at t = 2, 1 m inside the edge",
        ),
        (
            "perhaps",
            HIT,
            FailureKind.NONSENSE,
            "it answers 'perhaps'; the truth is a hit at t = 2, 1 m inside the edge",
        ),
    ],
)
def test_a_sentence_says_what_was_answered_and_what_is_true(answer, asked, kind, words):
    findings = judged([MISS, asked], [None, answer])
    assert findings.wrong[kind].tolist() == [False, True]
    assert answer_sentence(findings, 1, kind) == words
    assert answer_sentence(findings.select(1), 0, kind) == words


def test_of_a_distance_the_sentence_has_the_unit():
    asked = RECT.arguments(PARTS[1].cases["Miss"].params)
    true = float(RECT.evaluate(asked).distance)
    words = answer_sentence(
        judged([asked], [true + 0.5], RECT), 0, FailureKind.DISTANCE
    )
    assert words.startswith("it answers distance = ")
    assert words.count(" m") == 2
