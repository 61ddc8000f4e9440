"""Diagnosis of rounding: whether a wrong answer is wrong in exact arithmetic too."""

from collections.abc import Iterable
from enum import StrEnum

import numpy as np

from playground.judge.cases.case_set import Array, Cases, Flags, Indices
from playground.judge.findings import (
    FIELD_FAILURES,
    POSSIBLE_ROUNDING_FAILURES,
    ROUNDING,
    FailureKind,
    Findings,
    compare_answers,
)
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.protocol import NoAnswerReason
from playground.scene.query import ArgumentKind

# Failures that are evaluated again, and a first sample that shows whether the code can
# be.
_MAX_REEVALUATED_ANSWERS = 4000
_PROBE_COUNT = 24
# Precision of numbers that are not exact. 320 bits do not distinguish 1 from 1 +
# 5e-324, so cases this near to the edge are evaluated again with more.
_PRECISION_BITS = 320
_HIGH_PRECISION_BITS = 4600
_EDGE_DISTANCE_RATIO = 1e-60
# Largest error of the core's cosine of an angle of size 1.
_COSINE_ERROR_BOUND = 2.0**-50


class FailureCause(StrEnum):
    """Cause of a wrong answer: a wrong algorithm, rounding alone, or not known."""

    ALGORITHM = "rule"
    ROUNDING = "rounding"
    UNKNOWN = "unknown"


def label_rounding_failures(
    code: CodeRunner,
    findings: Findings,
    tolerance: float,
    allow: Iterable[str],
    *,
    near: bool = False,
    until: float = float("inf"),
) -> Findings:
    """Return the findings with `rule` set by running the code in exact arithmetic.

    Parameters
    ----------
    code : CodeRunner
        The code.
    findings : Findings
        Findings from `compare_answers`.
    tolerance : float
        Allowed error of numbers, relative to the largest length of a case.
    allow : iterable of str
        Allowed deviations; only "rounding" matters, which allows answers that are wrong
        by rounding alone.
    near : bool
        Whether to skip cases farther from the edge than the tolerance.
    until : float
        Time of `time.monotonic()`, in seconds, after which no case is evaluated.
    """
    relevant = np.ones(len(findings.cases), np.bool_)
    if near:
        relevant &= np.abs(findings.cases.gap) <= tolerance * findings.cases.size
    rule = _classify_answers(code, findings, tolerance, relevant, until)
    return findings.with_rounding_labels(rule, allow_rounding=ROUNDING in allow)


def _classify_answers(
    code: CodeRunner, findings: Findings, tolerance: float, among: Flags, until: float
) -> Array:
    """Return for each case 1.0 for a wrong algorithm, 0.0 for rounding, NaN if unknown.

    NaN also marks right answers, cases not in `among` or after `until`, code that
    cannot run in exact arithmetic, and failures after the first 4000.
    """
    rule = np.full(len(findings.cases), np.nan)
    places = np.flatnonzero(_find_reevaluable(findings) & among)[
        :_MAX_REEVALUATED_ANSWERS
    ]
    if not len(places) or not code.can_evaluate_exactly:
        return rule
    # A random sample first: if none of it can be classified, the rest is skipped.
    order = np.random.default_rng(0).permutation(len(places))
    for part in (order[:_PROBE_COUNT], order[_PROBE_COUNT:]):
        at = np.sort(places[part])
        rule[at] = _reevaluate_exactly(
            code, findings, at, tolerance, _PRECISION_BITS, until
        )
        if np.isnan(rule[places]).all():
            return rule
    cases = findings.cases
    near = (rule == 1.0) & (np.abs(cases.gap) <= _EDGE_DISTANCE_RATIO * cases.size)
    at = np.flatnonzero(near)
    rule[at] = _reevaluate_exactly(
        code, findings, at, tolerance, _HIGH_PRECISION_BITS, until
    )
    return rule


def _find_reevaluable(findings: Findings) -> Flags:
    """Return the failures to evaluate again: not crashed processes or hangs."""
    has_died = [answer.failed is NoAnswerReason.DEATH for answer in findings.answers]
    wrong = findings.wrong_in(POSSIBLE_ROUNDING_FAILURES)
    return np.asarray(wrong & ~np.array(has_died, np.bool_))


def _reevaluate_exactly(
    code: CodeRunner,
    findings: Findings,
    places: Indices,
    tolerance: float,
    bits: int,
    until: float,
) -> Array:
    """Return the classification of some failures, as in `_classify_answers`."""
    cases = findings.cases.select(places)
    answers = code.evaluate_exactly(cases.rows, bits, until)
    is_known = np.array(
        [a.failed is not NoAnswerReason.NOT_EVALUATED for a in answers], np.bool_
    )
    if not is_known.any():
        return np.full(len(cases), np.nan)
    truly = compare_answers(cases, answers, tolerance)
    is_turned = np.array([answer.has_other_angles for answer in answers], np.bool_)
    # If rounding changed the verdict, the numbers of the answer are not comparable.
    verdict, numbers = findings.wrong_verdict[places], truly.wrong_in(FIELD_FAILURES)
    wrong = np.where(verdict, truly.any_wrong & ~numbers, truly.any_wrong)
    # The core's cosines are rounded too.
    wrong &= ~(is_turned & (np.abs(cases.gap) <= _angle_error_bound(cases)))
    return np.where(is_known, wrong, np.nan)


def _angle_error_bound(cases: Cases) -> Array:
    """Return the effect of the angles' rounding on each case, shape (n,).

    It is a length in world units.
    """
    given = cases.query.argument_kinds.items()
    angles = (cases.columns[name] for name, kind in given if kind is ArgumentKind.ANGLE)
    largest = np.maximum.reduce([np.zeros(len(cases)), *map(np.abs, angles)])
    return np.asarray(_COSINE_ERROR_BOUND * (1.0 + largest) * cases.size)


def classify_failure(findings: Findings, kind: FailureKind) -> FailureCause:
    """Return the cause of a failure kind.

    It is the algorithm if that causes any of its failures, and rounding if that causes
    all.
    """
    rule_flags = findings.rule[findings.wrong[kind]]
    if (rule_flags == 1.0).any():
        return FailureCause.ALGORITHM
    return FailureCause.UNKNOWN if np.isnan(rule_flags).any() else FailureCause.ROUNDING
