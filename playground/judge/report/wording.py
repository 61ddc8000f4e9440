"""What is wrong in one answer, in a sentence: what was answered, and what is true."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from playground.i18n import message
from playground.judge.cases.case_set import Cases
from playground.judge.findings import KINDS, NUMBERS, Findings, Wrong
from playground.scene.math_text import DIGITS, show
from playground.scene.query import Told

# With so many digits any two numbers can be told apart.
_ALL = 17
_ANSWERS = "answers "
_BARE = ("answers None", "answers True", "answers False")
_VERDICT = {True: message("a hit"), False: message("a miss")}


def told(findings: Findings, place: int, kind: Wrong) -> str:
    """Return what was answered to one case, and the truth, without a full stop."""
    did, true = _answered_and_true(findings, place, kind)
    return message("{did}; the truth is {true}", did=did, true=true)


def truth(findings: Findings, place: int, kind: Wrong) -> str:
    """Return what is true of one case, in the words that tell what is wrong."""
    return _answered_and_true(findings, place, kind)[1]


def _answered_and_true(findings: Findings, place: int, kind: Wrong) -> tuple[str, str]:
    words, said, cases = findings.words[place], findings.said[place], findings.cases
    did: str
    if said is not None and kind in NUMBERS:
        return _of_number(cases, place, kind, said)
    if kind is Wrong.CRASH:
        did = message("it fails: {words}", words=words)
    elif kind is Wrong.SLOW:
        did = message("it gives {words}", words=words)
    elif said is not None:
        did = _answers(_answer(cases, words, said, kind))
    elif words.startswith(_ANSWERS):
        did = _answers(words.removeprefix(_ANSWERS))
    else:
        did = words
    return did, _truth(cases, place)


def _answers(answer: str) -> str:
    return message("it answers {answer}", answer=answer)


def _of_number(
    cases: Cases, place: int, kind: Wrong, said: Mapping[str, Any]
) -> tuple[str, str]:
    """Return the two numbers, those that are farthest apart if it is about several."""
    names = [n for n, k in cases.query.names.items() if KINDS[k] is kind and n in said]

    def apart(name: str) -> float:
        by = np.subtract(said[name], cases.true(name)[place], dtype=np.float64)
        return float(np.linalg.norm(by))

    name = max(names, key=apart)
    if kind is Wrong.FLAG:
        true = bool(cases.true(name)[place])
        return _answers(f"{name} = {not true}"), f"{true}"
    mine, its = said[name], cases.true(name)[place].tolist()
    for digits in range(DIGITS, _ALL + 1):
        if show(mine, digits) != show(its, digits):
            break
    unit = _unit(cases, name)
    answer = f"{name} = {show(mine, digits)}{unit}"
    return _answers(answer), f"{show(its, digits)}{unit}"


def _answer(cases: Cases, words: str, said: Mapping[str, Any], kind: Wrong) -> str:
    """Return an answer in short: its number if it has one, or else its verdict."""
    name = cases.query.number
    if kind is Wrong.NAN:
        names = [n for n, x in said.items() if not np.isfinite(np.asarray(x)).all()]
        lost = next((n for n in names if n != "hit"), name)
        return f"{lost} = {_no_number(said.get(lost, math.nan))}"
    if words in _BARE:
        return words.removeprefix(_ANSWERS)
    if math.isfinite(said.get(name, math.nan)):
        return f"{name} = {show(said[name])}{_unit(cases, name)}"
    return _VERDICT[bool(said["hit"])]


def _no_number(value: Any) -> str:
    return str(value) if np.ndim(value) else f"{float(value)}"


def _truth(cases: Cases, place: int) -> str:
    query, gap = cases.query, float(cases.gap[place])
    said: str = _VERDICT[bool(cases.hit[place])]
    number = float(cases.true(query.number)[place])
    if query.names[query.number] is Told.TIME and math.isfinite(number):
        time = f"{query.number} = {show(number)}"
        said = message("{verdict} at {time}", verdict=said, time=time)
    if gap == 0.0:
        return message("{verdict}, an exact touch", verdict=said)
    far = f"{show(abs(gap))} m"
    if gap < 0.0:
        return message("{verdict}, {far} inside the edge", verdict=said, far=far)
    return message("{verdict}, {far} outside the edge", verdict=said, far=far)


def _unit(cases: Cases, name: str) -> str:
    return " m" if cases.query.names[name] is Told.DISTANCE else ""
