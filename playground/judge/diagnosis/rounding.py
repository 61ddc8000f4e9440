"""Rule or rounding: whether a wrong answer is wrong in true numbers too."""

from collections.abc import Iterable
from enum import StrEnum

import numpy as np

from playground.judge.cases.case_set import Array, Cases, Flags, Places
from playground.judge.findings import (
    NUMBERS,
    ROUNDABLE,
    ROUNDING,
    Findings,
    Wrong,
    found,
)
from playground.judge.runner.code_runner import AskedCode
from playground.judge.runner.protocol import TURNED, Failed
from playground.scene.query import Given

# So many wrong answers are asked again, and so many to see whether that can be.
_MOST = 4000
_TRIED = 24
# How many bits are kept of a number that is not exact. 320 do not tell 1 from
# 1 + 5e-324, nor 4,000 all squares of such: what is as near to the edge is asked wider.
_BITS = 320
_WIDER = 4600
_NEAR = 1e-60
# By so much the cosine of an angle of size 1 may be off.
_TURN = 2.0**-50
# So begin the words of a process that has died.
_ENDED = "exit status", "ended by signal", "it shut its output"


class WrongNature(StrEnum):
    """What a wrong answer comes of."""

    RULE = "rule"
    ROUNDING = "rounding"
    UNKNOWN = "unknown"


def labelled(
    code: AskedCode,
    findings: Findings,
    tolerance: float,
    excuses: Iterable[str],
    *,
    near: bool = False,
    until: float = float("inf"),
) -> Findings:
    """Return findings with it known what is rounding, excused if that is declared.

    Of verdicts only those within the tolerance of the edge are asked, if `near`; after
    that `time.monotonic()` none is.
    """
    among = np.ones(len(findings.cases), np.bool_)
    if near:
        among &= np.abs(findings.cases.gap) <= tolerance * findings.cases.size
    rule = _natures(code, findings, tolerance, among, until)
    return findings.labelled(rule, excused=ROUNDING in excuses)


def _natures(
    code: AskedCode,
    findings: Findings,
    tolerance: float,
    among: Flags,
    until: float,
) -> Array:
    """Return for every case 1.0 for a wrong rule, 0.0 for rounding, NaN if unknown.

    NaN is also what is not wrong, what the code cannot be asked in true numbers, and
    what is beyond the first thousands of wrong answers.
    """
    rule = np.full(len(findings.cases), np.nan)
    places = np.flatnonzero(_askable(findings) & among)[:_MOST]
    if not len(places) or not code.has_true_numbers:
        return rule
    # Some of all families first: if none of them can be told, no more are asked.
    order = np.random.default_rng(0).permutation(len(places))
    for part in (order[:_TRIED], order[_TRIED:]):
        at = np.sort(places[part])
        rule[at] = _told(code, findings, at, tolerance, _BITS, until)
        if np.isnan(rule[places]).all():
            return rule
    cases = findings.cases
    near = (rule == 1.0) & (np.abs(cases.gap) <= _NEAR * cases.size)
    at = np.flatnonzero(near)
    rule[at] = _told(code, findings, at, tolerance, _WIDER, until)
    return rule


def _askable(findings: Findings) -> Flags:
    """Return what is wrong, but for what has ended the process or takes long."""
    wrong = np.logical_or.reduce([findings.wrong[kind] for kind in ROUNDABLE])
    ended = [words.startswith(_ENDED) for words in findings.words]
    return np.asarray(wrong & ~np.array(ended, np.bool_))


def _told(
    code: AskedCode,
    findings: Findings,
    places: Places,
    tolerance: float,
    bits: int,
    until: float,
) -> Array:
    """Return the same of some wrong answers."""
    cases = findings.cases.at(places)
    answers = code.in_true_numbers(cases.rows, bits, until)
    known = np.array([a.failed is not Failed.UNASKED for a in answers], np.bool_)
    if not known.any():
        return np.full(len(cases), np.nan)
    truly = found(cases, answers, tolerance)
    turned = np.array([answer.words == TURNED for answer in answers], np.bool_)
    # A verdict that is lost to rounding says nothing of the numbers beside it.
    verdict = findings.wrong[Wrong.LOST][places] | findings.wrong[Wrong.MADE][places]
    numbers = np.logical_or.reduce([truly.wrong[kind] for kind in NUMBERS])
    wrong = np.where(verdict, truly.any_wrong & ~numbers, truly.any_wrong)
    # The core's own cosines are rounded.
    wrong &= ~(turned & (np.abs(cases.gap) <= _turns_off(cases)))
    return np.where(known, wrong, np.nan)


def _turns_off(cases: Cases) -> Array:
    """Return what the rounding of its angles makes of each case, a length."""
    given = cases.query.given.items()
    angles = (cases.columns[name] for name, kind in given if kind is Given.ANGLE)
    most = np.maximum.reduce([np.zeros(len(cases)), *map(np.abs, angles)])
    return np.asarray(_TURN * (1.0 + most) * cases.size)


def nature(findings: Findings, kind: Wrong) -> WrongNature:
    """Return what a kind of wrong answer comes of: a rule, if any of them does."""
    told = findings.rule[findings.wrong[kind]]
    if (told == 1.0).any():
        return WrongNature.RULE
    return WrongNature.UNKNOWN if np.isnan(told).any() else WrongNature.ROUNDING
