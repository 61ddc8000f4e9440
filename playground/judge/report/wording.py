"""Wording of one wrong answer: the answer and the exact result in a sentence."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from playground.i18n import message
from playground.judge.cases.case_set import Cases
from playground.judge.findings import (
    FAILURE_KINDS_BY_FIELD,
    FIELD_FAILURES,
    FailureKind,
    Findings,
)
from playground.scene.math_text import digits_to_distinguish, format_number
from playground.scene.query import ResultField

_VERDICT = {True: message("a hit"), False: message("a miss")}


def answer_sentence(findings: Findings, place: int, kind: FailureKind) -> str:
    """Return the answer to case `place` and the exact result, without a full stop.

    `place` is the index of the case, `kind` the way in which it fails.
    """
    did, true = _answer_and_truth(findings, place, kind)
    return message("{did}; the truth is {true}", did=did, true=true)


def truth_text(findings: Findings, place: int, kind: FailureKind) -> str:
    """Return the exact result of case `place`, in the words of `answer_sentence`.

    `place` is the index of the case.
    """
    return _answer_and_truth(findings, place, kind)[1]


def _answer_and_truth(
    findings: Findings, place: int, kind: FailureKind
) -> tuple[str, str]:
    answer, fields = findings.answers[place], findings.answer_fields[place]
    words, cases, did = answer.text, findings.cases, ""
    if fields is not None and kind in FIELD_FAILURES:
        return _compare_numbers(cases, place, kind, fields)
    if kind is FailureKind.CRASH:
        did = message("it fails: {words}", words=words)
    elif kind is FailureKind.SLOW:
        did = message("it gives {words}", words=words)
    elif fields is not None:
        did = _answer_clause(_answer(cases, answer.value, fields, kind))
    elif answer.shown:
        did = _answer_clause(answer.shown)
    else:
        did = words
    return did, _truth(cases, place)


def _answer_clause(answer: str) -> str:
    return message("it answers {answer}", answer=answer)


def _compare_numbers(
    cases: Cases, place: int, kind: FailureKind, said: Mapping[str, Any]
) -> tuple[str, str]:
    """Return answer and exact value of the field with the largest error."""
    names = [
        n
        for n, k in cases.query.result_fields.items()
        if FAILURE_KINDS_BY_FIELD[k] is kind and n in said
    ]

    def number_error(name: str) -> float:
        difference = np.subtract(said[name], cases.true(name)[place], dtype=np.float64)
        return float(np.linalg.norm(difference))

    name = max(names, key=number_error)
    if kind is FailureKind.FLAG:
        true = bool(cases.true(name)[place])
        return _answer_clause(f"{name} = {not true}"), f"{true}"
    mine, its = said[name], cases.true(name)[place].tolist()
    digits = digits_to_distinguish(mine, its)
    unit = _unit(cases, name)
    answer = f"{name} = {format_number(mine, digits)}{unit}"
    return _answer_clause(answer), f"{format_number(its, digits)}{unit}"


def _answer(
    cases: Cases, value: Any, said: Mapping[str, Any], kind: FailureKind
) -> str:
    """Return a short form of the answer: its number if there is one, or its verdict."""
    name = cases.query.number
    if kind is FailureKind.NAN:
        names = [n for n, x in said.items() if not np.isfinite(np.asarray(x)).all()]
        missing = next((n for n in names if n != "hit"), name)
        return f"{missing} = {_no_number(said.get(missing, math.nan))}"
    if value is None or isinstance(value, bool):
        # As Python writes it in every language: "None" alone would be translated.
        return message("{value}", value=value)
    if math.isfinite(said.get(name, math.nan)):
        return f"{name} = {format_number(said[name])}{_unit(cases, name)}"
    return _VERDICT[bool(said["hit"])]


def _no_number(value: Any) -> str:
    return str(value) if np.ndim(value) else f"{float(value)}"


def _truth(cases: Cases, place: int) -> str:
    query, gap = cases.query, float(cases.gap[place])
    verdict_word: str = _VERDICT[bool(cases.hit[place])]
    number = float(cases.true(query.number)[place])
    if query.result_fields[query.number] is ResultField.TIME and math.isfinite(number):
        time = f"{query.number} = {format_number(number)}"
        verdict_word = message("{verdict} at {time}", verdict=verdict_word, time=time)
    if gap == 0.0:
        return message("{verdict}, an exact touch", verdict=verdict_word)
    far = f"{format_number(abs(gap))} m"
    if gap < 0.0:
        return message(
            "{verdict}, {far} inside the edge", verdict=verdict_word, far=far
        )
    return message("{verdict}, {far} outside the edge", verdict=verdict_word, far=far)


def _unit(cases: Cases, name: str) -> str:
    return " m" if cases.query.result_fields[name] is ResultField.DISTANCE else ""
