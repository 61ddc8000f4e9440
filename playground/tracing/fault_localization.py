"""Fault localization: the line in which a rounded run goes wrong."""

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from playground.i18n import message
from playground.scene.listing import TOLERANCE
from playground.scene.math_text import format_number
from playground.tracing.line_tracer import LineExecution, LineTrace
from playground.tracing.shadow_value import FloatType, ShadowValue

Pairs = list[tuple[int, int]]


def numbers_in(value: Any) -> Iterator[float]:
    """Yield the numbers in nested arguments, as floats; booleans do not count."""
    if isinstance(value, Mapping):
        yield from (x for part in value.values() for x in numbers_in(part))
    elif isinstance(value, tuple | list):
        yield from (x for part in value for x in numbers_in(part))
    elif isinstance(value, int | float | np.floating) and not isinstance(value, bool):
        yield float(value)


def answers_differ(rounded: Any, true: Any, kind: FloatType, size: float) -> bool:
    """Return whether an answer differs from the true one by more than rounding.

    Numbers may differ by `TOLERANCE[kind]` times the larger of `size` and the true one;
    float counts as float64.

    Parameters
    ----------
    rounded, true : object
        Answers of the rounded and the exact run; tuples and mappings are compared by
        element.
    kind : type
        Number type of the rounded run, which sets the tolerance.
    size : float
        Largest absolute value of the arguments.
    """
    if isinstance(rounded, tuple | list) and isinstance(true, tuple | list):
        pairs = zip(rounded, true, strict=False)
        is_apart = any(answers_differ(a, b, kind, size) for a, b in pairs)
        return is_apart or len(rounded) != len(true)
    if isinstance(rounded, Mapping) and isinstance(true, Mapping):
        if rounded.keys() != true.keys():
            return True
        return any(answers_differ(rounded[k], true[k], kind, size) for k in rounded)
    if isinstance(rounded, ShadowValue) or isinstance(true, ShadowValue):
        try:
            a = float(rounded.rounded if isinstance(rounded, ShadowValue) else rounded)
            b = float(true.true if isinstance(true, ShadowValue) else true)
        except TypeError:
            return True  # one of them is no number, such as None
        if math.isnan(a) or math.isnan(b):
            return not (math.isnan(a) and math.isnan(b))
        digits = np.float32 if kind is np.float32 else np.float64
        limit = TOLERANCE[digits] * max(size, abs(b))
        return a != b and not abs(a - b) <= limit
    return bool(rounded != true)


def align_runs(a: Sequence[int], b: Sequence[int]) -> tuple[Pairs, bool]:
    """Align two runs by the lines that they visit.

    Parameters
    ----------
    a, b : sequence of int
        Line of each visit.

    Returns
    -------
    pairs : list of (int, int)
        Indices of aligned visits, in order.
    diverged : bool
        The runs do not end together.
    """
    pairs, i, j = [], 0, 0
    while True:
        while i < len(a) and j < len(b) and a[i] == b[j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        if i == len(a) and j == len(b):
            return pairs, False
        merge = _find_merge(a, b, i, j)
        if merge is None:
            return pairs, True
        i, j = merge


def _find_merge(
    a: Sequence[int], b: Sequence[int], i: int, j: int
) -> tuple[int, int] | None:
    """Return the nearest visits at which two runs meet again; None if they never do."""
    mine: dict[int, int] = {}
    its: dict[int, int] = {}
    for k in range(max(len(a) - i, len(b) - j)):
        if i + k < len(a):
            mine.setdefault(a[i + k], i + k)
            if a[i + k] in its:
                return i + k, its[a[i + k]]
        if j + k < len(b):
            its.setdefault(b[j + k], j + k)
            if b[j + k] in mine:
                return mine[b[j + k]], j + k
    return None


def find_faulty_line(rounded: LineTrace, true: LineTrace | None) -> tuple[int, str]:
    """Return the line responsible for a wrong answer, and an explanation.

    Parameters
    ----------
    rounded : LineTrace
        Run in rounded numbers.
    true : LineTrace or None
        Run in exact numbers; None if it takes the same branches throughout.

    Returns
    -------
    line : int
        Number in the file, from 1.
    why : str
        Sentence for the user.
    """
    if true is None:
        return _find_largest_growth(rounded)
    lines = [[v.line for v in track.visits] for track in (rounded, true)]
    pairs, part = align_runs(*lines)
    visits = [(rounded.visits[i], true.visits[j]) for i, j in pairs]
    for visit, true_visit in reversed(visits):
        if _outcomes(visit) != _outcomes(true_visit) and (
            part or _has_other_decision(visit, true_visit)
        ):
            return visit.line, _describe_divergence(rounded, visit, true_visit)
    return (
        (visits[-1][0].line, _describe_divergence(rounded, *visits[-1]))
        if part
        else _find_largest_growth(rounded)
    )


def _outcomes(visit: LineExecution) -> list[bool]:
    """Return the results of a line's comparisons."""
    return [c.rounded for c in visit.comparisons]


def _has_other_decision(here: LineExecution, true_line: LineExecution) -> bool:
    """Return whether a line assigns a different boolean."""
    return any(
        isinstance(value, bool) and value != true_line.values.get(name)
        for name, value in here.values.items()
    )


def _describe_divergence(
    track: LineTrace, here: LineExecution, true_line: LineExecution
) -> str:
    number = track.run.kind.__name__
    truly = {(c.code, c.offset): c.exact for c in true_line.comparisons}
    for c in here.comparisons:
        true = truly.get((c.code, c.offset), c.exact)
        if c.rounded != true:
            comparison_text = track.source.find_comparison_text(c.code, c.offset)
            text = comparison_text or message("what is compared here")
            if c.rounded:
                return message(
                    "{code} is true in {number}, but false in exact arithmetic.",
                    code=text,
                    number=number,
                )
            return message(
                "{code} is false in {number}, but true in exact arithmetic.",
                code=text,
                number=number,
            )
    if track.error is not None:
        raised = type(track.error).__name__
        return message("In {number} it raises {error}.", number=number, error=raised)
    return message(
        "From here on {number} takes a different branch from the exact run.",
        number=number,
    )


def _find_largest_growth(track: LineTrace) -> tuple[int, str]:
    """Return the line in which the error grows most, in ulp, and an explanation.

    If it grows in none, the arguments are rounded, and it is the first line.
    """
    max_growth = 1.0
    largest: tuple[int, str] = (
        track.visits[0].line,
        message("Its input numbers are already rounded."),
    )
    all_digits = 2.0 ** (24 if track.run.kind is np.float32 else 53)
    for n, visit in enumerate(track.visits, 1):
        used = track.run.used.get(n, ())
        before = min(max((x.error or 0.0 for x in used), default=0.0), all_digits)
        for name, value in visit.values.items():
            if not isinstance(value, ShadowValue) or value.visit != n:
                continue
            error = value.error or 0.0
            growth = min(error, all_digits) / max(before, 1.0)
            if growth > max_growth:
                max_growth = growth
                largest = visit.line, _describe_error(name, error, before)
    return largest


def _describe_error(name: str, error: float, before: float) -> str:
    """Describe the error of a value, and of its operands, in ulp."""
    if not before:
        return message(
            "{name} is off by {error} units in the last place.",
            name=name,
            error=_format_error(error),
        )
    return message(
        "{name} is off by {error} units in the last place, though the values it is "
        "computed from are off by at most {before}.",
        name=name,
        error=_format_error(error),
        before=_format_error(before),
    )


def _format_error(error: float) -> str:
    """Format an error with three digits."""
    return format_number(float(f"{error:.3g}"))
