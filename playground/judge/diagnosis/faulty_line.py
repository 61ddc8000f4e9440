"""Fault localization: the line of user code responsible for a wrong answer.

If the code raises or hangs, it is the line where that happens. For a wrong algorithm it
is the line that decides or answers, or the first one after the exact value was
computed. If the exact value never occurs, the last number shared with a correct listing
is reported.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import isclose, isfinite
from typing import Any, NamedTuple

from playground.i18n import join_sentences, message
from playground.judge.code_template import returns_text
from playground.judge.findings import FIELD_FAILURES, FailureKind, Findings
from playground.judge.listing_adapter import EvaluatedAnswers
from playground.judge.report.wording import truth_text
from playground.judge.runner.code_runner import CodeRunner
from playground.scene.params import Params
from playground.scene.scene import Scene
from playground.scene.solution import solve_scene
from playground.tracing.fault_localization import numbers_in
from playground.tracing.trace import CodeLine, Trace, Value, from_json, trace_listing
from playground.tracing.value_format import format_value

_ENDLESS = message("It does not end: it was on this line when the time ran out.")
_RELATIVE_TOLERANCE = 1e-9
# Numbers too common to be evidence.
_TRIVIAL_NUMBERS = 0.0, 1.0, 2.0


class _FaultyLine(NamedTuple):
    """The faulty line.

    Attributes
    ----------
    line : int
        Its number, from 1; 0 for none.
    what : str
        A sentence on what happens there; "" if the trace says it.
    known : str
        A sentence on the last correct value; "" for none.
    """

    line: int
    what: str
    known: str


def trace_endless_code(text: str, function: str, line: int) -> Trace:
    """Return a trace of code that hangs, with the line that it was executing as faulty.

    Parameters
    ----------
    text : str
        The source of the module.
    function : str
        Name of the function that was called.
    line : int
        Number of the line that was executing, from 1.
    """
    shown = sorted(_function_lines(text, function, line))
    every = text.splitlines()
    lines = [CodeLine(n, every[n - 1], reached=True) for n in shown if n <= len(every)]
    return Trace(tuple(lines), None, followed=False, blamed=line, why=_ENDLESS)


def _function_lines(text: str, function: str, line: int) -> set[int]:
    """Return the line numbers of a function, and of the one that contains `line`."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {line}
    kinds = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
    lines = {line}
    for node in tree.body:
        if isinstance(node, kinds):
            own_lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            if node.name == function or line in own_lines:
                lines.update(own_lines)
    return lines


def find_timeout_line(judged: EvaluatedAnswers) -> int:
    """Return the line that was executing when a single case timed out; 0 for none.

    It is 0 for several cases as well.
    """
    findings = judged.findings
    slow = len(findings.cases) == 1 and bool(findings.wrong[FailureKind.SLOW][0])
    return findings.answers[0].line if slow else 0


def find_faulty_line_number(
    code: CodeRunner, findings: Findings, kind: FailureKind
) -> int:
    """Return the faulty line for a single case, from a traced run; 0 if unknown."""
    if line := findings.answers[0].line:
        return line
    if not code.can_evaluate_exactly:
        return 0
    answer = code.trace_answer(findings.cases.rows[0])
    if answer.failed:
        return 0
    return _find_line(from_json(answer.value), findings, kind)[0].line


def _find_line(
    trace: Trace, findings: Findings, kind: FailureKind
) -> tuple[_FaultyLine, int]:
    """Return the faulty line of one case, and the number of the line that returned."""
    answer_line = _answer_line(trace)
    if trace.blamed or trace.raised:
        return _FaultyLine(trace.blamed or trace.raised_at, "", ""), answer_line
    number = findings.cases.true(findings.cases.query.number)[0]
    return _locate_fault(trace, kind, answer_line, float(number)), answer_line


def mark_faulty_line(
    laid: Trace, judged: EvaluatedAnswers, scene: Scene[Any, Any], p: Params
) -> Trace:
    """Return the trace with the faulty line marked and the exact result at its answer.

    A trace of a right answer is returned as it is.

    Parameters
    ----------
    laid : Trace
        The traced run of the code.
    judged : EvaluatedAnswers
        The findings for its answer.
    scene : Scene
        The scene with its own listing.
    p : Params
        The params of the case.
    """
    findings = judged.findings
    kinds = findings.kinds() if len(findings.cases) == 1 else []
    if not kinds:
        return laid
    kind = kinds[0]
    (line, description, known_number), answer_line = _find_line(laid, findings, kind)
    laid = replace(laid, truth=truth_text(findings, 0, kind), answered_at=answer_line)
    if kind is FailureKind.NONSENSE:
        known_number = returns_text(findings.cases.query)
    if not description:
        return replace(laid, blamed=line)
    if not known_number:
        assert scene.query is not None
        ours, called_trace = _trace_scene_listing(scene, p)
        call_arguments = numbers_in(scene.query.arguments(p))
        if ours:
            known_number = _describe_last_common_number(
                laid, ours, call_arguments, called_trace
            )
    return replace(laid, blamed=line, why=join_sentences(description, known_number))


def _trace_scene_listing(scene: Scene[Any, Any], p: Params) -> tuple[Trace | None, str]:
    """Return a trace of the scene's listing, if it answers correctly, and its name."""
    listing = scene.listing
    if listing is None or listing.code is None:
        return None, ""
    dtype = listing.dtypes[-1]
    verdict = solve_scene(scene, p).listing_verdict(dtype)
    if verdict is None or not verdict.agrees:
        return None, ""
    return trace_listing(listing, p, verdict, dtype), listing.name_in_sentence


def _describe_last_common_number(
    mine: Trace, ours: Trace, given: Iterable[float], called: str
) -> str:
    """Return a sentence on the last number of a trace that another has too.

    It is "" without one. Numbers are compared with a relative tolerance of 1e-9.

    Parameters
    ----------
    mine, ours : Trace
        The traces of the user's code and of the listing.
    given : iterable of float
        Arguments, which are no evidence, like 0, 1 and 2.
    called : str
        The name of the listing.
    """
    plain = [*_TRIVIAL_NUMBERS, *map(abs, given)]
    known_numbers = list(_plain_numbers(ours))
    sentence = ""
    for line, value in _plain_numbers(mine):
        x = value.rounded
        if any(isclose(abs(x), other, rel_tol=_RELATIVE_TOLERANCE) for other in plain):
            continue
        for their_line, other in known_numbers:
            if isclose(x, other.rounded, rel_tol=_RELATIVE_TOLERANCE):
                sentence = message(
                    "The last value that agrees with {called}'s code is {name!s} = "
                    "{value} on line {line} ({own_name!s} on line {own_line} there).",
                    called=called,
                    name=_value_name(value),
                    value=format_value(x),
                    line=line.number,
                    own_name=_value_name(other),
                    own_line=their_line.number,
                )
                break
    return sentence


def _value_name(value: Value) -> str:
    return message("its answer") if value.name == "return" else value.name


def _plain_numbers(trace: Trace) -> Iterator[tuple[CodeLine, Value]]:
    """Yield the finite numbers that the executed lines computed."""
    for line in trace.lines:
        for value in line.values if line.reached else ():
            x = value.rounded
            if isinstance(x, float) and isfinite(x) and value.sides is None:
                yield line, value


def _answer_line(trace: Trace) -> int:
    """Return the number of the line that returned; 0 for none."""
    for line in reversed(trace.lines):
        if line.reached and any(value.name == "return" for value in line.values):
            return line.number
    return 0


def _locate_fault(
    laid: Trace, kind: FailureKind, at: int, number: float
) -> _FaultyLine:
    """Return the faulty line.

    Parameters
    ----------
    laid : Trace
        The traced run.
    kind : FailureKind
        The kind of failure.
    at : int
        The line that returned, which is the fallback.
    number : float
        Exact value of the result field that the query names as its `number`, such as t.
        For a wrong field, the fault is the line after the last one that had this value;
        for a missed hit, a comparison in the last two executed lines; otherwise `at`.
    """
    numbers = [(line.number, value) for line, value in _plain_numbers(laid)]
    had = [
        (n, v)
        for n, v in numbers
        if isclose(v.rounded, number, rel_tol=_RELATIVE_TOLERANCE)
        and n < at
        and number not in _TRIVIAL_NUMBERS
    ]
    known_text = ""
    if had:
        line, value = had[-1]
        known_text = message(
            "On line {line}, {name!s} is still correct.", line=line, name=value.name
        )
    if kind in FIELD_FAILURES and had:
        later = next(n for n, _ in [*numbers, (at, None)] if n > had[-1][0])
        return _FaultyLine(later, message("It is wrong from here on."), known_text)
    if kind is FailureKind.MISSED_HIT:
        until = [line for line in laid.lines if line.number <= at and line.reached]
        for executed in reversed(until[-2:]):
            if any(value.sides for value in executed.values):
                return _FaultyLine(
                    executed.number, message("It decides “no hit” here."), known_text
                )
    if kind is FailureKind.NONSENSE:
        return _FaultyLine(at, message("This answer is not understood."), known_text)
    return _FaultyLine(at, message("It returns here."), known_text)
