"""Shrinking of failures: the simplest case that fails in the same way.

Random cases of small integers and decimals, and rounded failing cases, are tried first.
The simplest of them that fails in the same way is then reduced number by number. If
none fails, as with an error in the last bit, a failing case itself is reduced.

The effort is limited by a number of tries, not by time, so that the result does not
depend on the machine's load; only very slow code also has a time limit.
"""

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from playground.judge.cases.case_set import (
    Cases,
    case_count,
    filter_supported_cases,
    find_valid_rows,
    in_columns,
    map_columns,
    scale_world,
    select_rows,
    with_fixed,
)
from playground.judge.cases.generators import CaseCategory
from playground.judge.diagnosis.rounding import label_rounding_failures
from playground.judge.evaluation import EvaluationRun
from playground.judge.findings import FailureKind, Findings, compare_answers
from playground.judge.runner.protocol import NoAnswerReason
from playground.quick_dataclass import dataclass
from playground.scene.query import (
    ArgumentKind,
    Arguments,
    component_value,
    components,
    with_component,
)

_DIGITS = 15


def case_numbers(row: Arguments) -> list[float]:
    """Return all numbers of a case, vectors flattened."""
    return [component_value(row, component) for component in components(row)]


def case_cost(row: Arguments) -> tuple[float, float]:
    """Return the complexity of a case, a sort key; lower is simpler.

    It is the sum of the numbers' `number_cost`, then of their absolute values.
    """
    numbers = case_numbers(row)
    return sum(map(number_cost, numbers)), sum(map(abs, numbers))


@lru_cache(maxsize=65536)
def number_cost(x: float) -> float:
    """Return the complexity of a number; lower is simpler.

    It is 0 for 0, else the count of decimal digits without zeros at either end, plus
    the distance of the binary exponent from that of 1, plus 0.5 for a negative number.

    Examples
    --------
    >>> [number_cost(x) for x in (0.0, 1.0, -1.0, 2.0, 0.5, 1.25, 1000.0)]
    [0.0, 1.0, 1.5, 2.0, 2.0, 3.0, 10.0]
    """
    if not x:
        return 0.0
    digits = repr(abs(x)).partition("e")[0].replace(".", "").strip("0")
    return len(digits) + abs(math.frexp(x)[1] - 1) + (0.5 if x < 0.0 else 0.0)


def simpler_numbers(x: float) -> Iterator[float]:
    """Yield simpler numbers to try for `x`: 0, ±1, −x, halves and roundings."""
    candidates = [0.0, 1.0, -1.0, -x, x / 2.0]
    if abs(x) < 2.0**52:
        candidates += [
            float(round(x)),
            float(math.trunc(x / 2.0)),
            x - math.copysign(1.0, x),
        ]
    candidates += [float(f"{x:.{digits}g}") for digits in range(1, _DIGITS)]
    yield from (
        new for new in dict.fromkeys(candidates) if number_cost(new) < number_cost(x)
    )


# ----------------------------------------------------------------------------
# Typical failures: clearly wrong, in an ordinary case.
# ----------------------------------------------------------------------------


# Categories of special cases, or of unusual size.
_SPECIAL_CATEGORIES = [
    CaseCategory.DEGENERATE,
    CaseCategory.FAR,
    CaseCategory.TINY,
    CaseCategory.HUGE,
    CaseCategory.SLIGHT,
    CaseCategory.EMPTY,
    CaseCategory.BESIDE,
    CaseCategory.TOUCHING,
    CaseCategory.NEAR,
]


def find_clear_failures(
    findings: Findings, kind: FailureKind, tolerance: float
) -> np.ndarray:
    """Return the clearest failures of a kind, shape (n,).

    These are wrong in exact arithmetic too, and by more than the tolerance; each
    condition is dropped if no failure meets it.

    Parameters
    ----------
    findings : Findings
        Findings of n cases.
    kind : FailureKind
        The kind.
    tolerance : float
        Allowed error of numbers, relative to the largest length of a case.
    """
    wrong = findings.wrong[kind]
    breaks_rule = wrong & (findings.rule == 1.0)
    wrong = breaks_rule if breaks_rule.any() else wrong
    exceeds = wrong & (findings.error_sizes[kind] > tolerance)
    return exceeds if kind.has_magnitude and exceeds.any() else wrong


def find_typical_failure(judgement: EvaluationRun, kind: FailureKind) -> int:
    """Return the index of a typical failure of a kind.

    Among the clear failures it is one of an ordinary category, with the fewest zeros
    and equal numbers, an error of at least the median, and the lowest `case_cost`.

    Raises
    ------
    ValueError
        No answer fails in this way.
    """
    findings = judgement.findings
    wrong = np.flatnonzero(
        find_clear_failures(findings, kind, judgement.options.tolerance)
    )
    if not len(wrong):
        raise ValueError(f"no answer is wrong so: {kind}")
    rows = findings.cases.rows
    usual = wrong[~np.isin(findings.cases.category[wrong], _SPECIAL_CATEGORIES)]
    wrong = usual if len(usual) else wrong
    special = np.array(
        [_count_special_numbers(case_numbers(rows[place])) for place in wrong]
    )
    wrong = wrong[special == special.min()]
    errors = findings.error_sizes[kind][wrong]
    wrong = wrong[errors >= np.median(errors)]
    return int(min(wrong, key=lambda place: case_cost(rows[place])))


def _count_special_numbers(numbers: list[float]) -> int:
    """Return the count of numbers that are 0 or equal another in absolute value."""
    sizes = {abs(x) for x in numbers if x}
    return len(numbers) - len(sizes)


# ----------------------------------------------------------------------------


# Random small cases drawn, and cases tried in all, per failure kind.
_CANDIDATE_COUNT = 1200
_MAX_TRIES = 4000
# Tries for the kind SLOW, each of which takes seconds.
_MAX_SLOW_TRIES = 4
# Size of the first batch, and the growth from batch to batch.
_FIRST_BATCH_SIZE = 16
_BATCH_GROWTH_FACTOR = 4
# About this many failing cases are rounded as candidates.
_ROUNDED_CASE_COUNT = 100
# The largest integer in a random small case.
_MAX_NUMBER = 9
# Share of the run's time limit for slow code, for all kinds together.
_SLOW_TIME_SHARE = 0.2
_USUAL_SIZE_EXPONENT = 3  # binary exponent of an ordinary size


@dataclass(frozen=True)
class ShrunkCase:
    """Simplest case found for a failure kind.

    Attributes
    ----------
    kind : FailureKind
        The kind of failure.
    findings : Findings
        The findings of this one case, n = 1.
    shrunk : bool
        False if the time limit ended the search.
    """

    kind: FailureKind
    findings: Findings
    shrunk: bool

    @property
    def arguments(self) -> dict[str, Any]:
        """Its arguments, as plain numbers and tuples."""
        return self.findings.cases.rows[0]


def shrink_failure(judgement: EvaluationRun, kind: FailureKind) -> ShrunkCase:
    """Return the simplest case found that fails in this way.

    Raises
    ------
    ValueError
        No answer of the run fails in this way.
    """
    first = judgement.findings.select(_find_simplest_failure(judgement, kind))
    search = _Shrinker(judgement, kind)
    small = (
        None
        if kind is FailureKind.SLOW
        else search.find_first_failure(search.generate_candidates())
    )
    best = search.reduce_case(small or first)
    return ShrunkCase(kind, best, shrunk=not search.late)


def shrink_failures(judgement: EvaluationRun) -> list[ShrunkCase]:
    """Return a shrunk case for every failure kind of the run."""
    return [shrink_failure(judgement, kind) for kind in judgement.findings.kinds()]


def _find_simplest_failure(judgement: EvaluationRun, kind: FailureKind) -> int:
    """Return the index of the clear failure with the lowest `case_cost`."""
    findings = judgement.findings
    wrong = find_clear_failures(findings, kind, judgement.options.tolerance)
    rows = findings.cases.rows
    return int(min(np.flatnonzero(wrong), key=lambda place: case_cost(rows[place])))


class _Shrinker:
    """Search for simpler cases that fail in one way."""

    def __init__(self, judgement: EvaluationRun, kind: FailureKind) -> None:
        self.judgement, self.kind = judgement, kind
        self.query = judgement.query
        self.tries = _MAX_SLOW_TRIES if kind is FailureKind.SLOW else _MAX_TRIES
        kinds = max(len(judgement.findings.kinds()), 1)
        time_limit = _SLOW_TIME_SHARE * judgement.options.seconds / kinds
        # Code that is fast enough is limited by tries alone.
        self.until = time.monotonic() + time_limit if judgement.is_slow else math.inf
        self.late = False
        tolerance = judgement.options.tolerance
        findings = judgement.findings
        clear = find_clear_failures(findings, kind, tolerance)
        errors = findings.error_sizes[kind][clear]
        self.beyond = (
            tolerance if kind.has_magnitude and errors.max() > tolerance else -1.0
        )
        self.ruled = bool((findings.rule[clear] == 1.0).any())

    def find_first_failure(self, rows: Iterable[Arguments], below: Any = None) -> Any:
        """Return the findings of the simplest failing case; None if none fails.

        Only cases of a lower `case_cost` than `below`, if given, are tried, in batches,
        until the tries are used up.
        """
        cases = self._order_cases(list(rows), below)
        begin, step = 0, 1 if self.kind is FailureKind.SLOW else _FIRST_BATCH_SIZE
        while begin < len(cases) and self.tries > 0 and not self.late:
            end = min(begin + min(step, self.tries), len(cases))
            part_cases = cases.select(np.arange(begin, end))
            self.tries -= len(part_cases)
            findings = self._evaluate(part_cases)
            wrong = findings.wrong[self.kind] & (
                findings.error_sizes[self.kind] > self.beyond
            )
            for place in np.flatnonzero(wrong).tolist():
                if self._is_as_wrong(one := findings.select(place)):
                    return one
            begin, step = end, _BATCH_GROWTH_FACTOR * step
        return None

    def _is_as_wrong(self, one: Findings) -> bool:
        """Return whether the case fails in exact arithmetic, if other failures do."""
        terms, code = self.judgement.options, self.judgement.code
        if not self.ruled:
            return True
        return bool(
            label_rounding_failures(
                code, one, terms.tolerance, (), until=self.until
            ).rule[0]
            == 1.0
        )

    def _evaluate(self, cases: Cases) -> Findings:
        terms, code = self.judgement.options, self.judgement.code
        answers = code.answers_to(cases, self.until)
        unasked = (answer.failed is NoAnswerReason.NOT_EVALUATED for answer in answers)
        self.late = any(unasked) and time.monotonic() >= self.until
        return compare_answers(
            cases, answers, terms.tolerance, terms.allow, code.header.slop
        )

    def _order_cases(self, rows: Sequence[Arguments], below: Any) -> Cases:
        """Return the distinct valid cases cheaper than `below`, the simplest first."""
        columns = self.query.normalize(in_columns(rows))
        columns = with_fixed(columns, self.judgement.fixed, len(rows))
        columns = select_rows(columns, find_valid_rows(self.query, columns))
        cases = Cases(self.query, columns, np.full(case_count(columns), ""))
        cases = filter_supported_cases(cases, self.judgement.code.header.metadata)
        costs = [case_cost(row) for row in cases.rows]
        first: dict[str, int] = {}
        for place in sorted(range(len(cases)), key=costs.__getitem__):
            if below is None or costs[place] < below:
                first.setdefault(repr(cases.rows[place]), place)
        return cases.select(np.array(list(first.values()), np.intp))

    def generate_candidates(self) -> Iterator[Arguments]:
        """Yield random cases of small numbers, then failing cases rounded."""
        rng = np.random.default_rng(0)
        example = self.judgement.findings.cases.rows[0]
        for _ in range(_CANDIDATE_COUNT):
            row: Arguments = example
            for at in components(row):
                row = with_component(
                    row, at, _draw_small_number(rng, self.query.argument_kinds[at[0]])
                )
            yield row
        findings = self.judgement.findings
        wrong = np.flatnonzero(
            find_clear_failures(findings, self.kind, max(self.beyond, 0.0))
        )
        for place in wrong[:: -(-len(wrong) // _ROUNDED_CASE_COUNT)]:
            own_row = findings.cases.rows[place]
            for row in (own_row, *self._normalize_size(own_row)):
                for parts in (1.0, 4.0):
                    yield map_columns(
                        row, lambda x, parts=parts: round(x * parts) / parts
                    )

    def reduce_case(self, best: Findings) -> Findings:
        """Reduce a failing case step by step, as long as a cheaper one fails too."""
        while True:
            row = best.cases.rows[0]
            smaller = self.find_first_failure(
                self._generate_changes(row), case_cost(row)
            )
            if smaller is None:
                return best
            best = smaller

    def _generate_changes(self, row: Arguments) -> Iterator[Arguments]:
        """Yield the case with one number changed, or moved or scaled as a whole."""
        yield row
        yield from self._normalize_size(row)
        free = [at for at in components(row) if at[0] not in self.judgement.fixed]
        for at in free:
            yield from (
                with_component(row, at, x)
                for x in simpler_numbers(component_value(row, at))
            )
        places = [
            at for at in free if self.query.argument_kinds[at[0]] is ArgumentKind.PLACE
        ]
        for name, axis in places:
            moved, by = row, component_value(row, (name, axis))
            for at in places:
                if at[1] == axis:
                    moved = with_component(moved, at, component_value(moved, at) - by)
            yield moved
        for name in {name for name, _ in free}:
            if self.query.argument_kinds[name] in (ArgumentKind.WAY, ArgumentKind.STEP):
                for by in (0.5, 2.0):
                    yield {
                        **row,
                        **map_columns({name: row[name]}, lambda x, by=by: x * by),
                    }
        for by in (0.5, 2.0):
            yield self._scale_world(row, by)

    def _normalize_size(self, row: Arguments) -> Iterator[Arguments]:
        """Yield the case scaled to an ordinary size, if its size is unusual."""
        size = float(self.query.size(row))
        if (
            0.0 < size < np.inf
            and not 2.0**-_USUAL_SIZE_EXPONENT <= size <= 2.0**_USUAL_SIZE_EXPONENT
        ):
            power = min(
                _USUAL_SIZE_EXPONENT - np.frexp(size)[1], 1023
            )  # 2**1024 overflows
            yield self._scale_world(row, float(np.ldexp(1.0, power)))

    def _scale_world(self, row: Arguments, by: float) -> Arguments:
        return scale_world(self.query, row, by, self.judgement.fixed)


def _draw_small_number(rng: np.random.Generator, given: ArgumentKind) -> float:
    """Return a random small number for an argument, often an integer or 0."""
    max_number = _MAX_NUMBER if rng.random() < 0.5 else 2
    x = float(rng.integers(-max_number, max_number + 1))
    if rng.random() < 0.25:
        x = float(rng.integers(-4 * max_number, 4 * max_number + 1)) / 4.0
    if given is ArgumentKind.ANGLE:
        return 0.0 if rng.random() < 0.5 else float(rng.integers(-12, 13)) / 4.0
    if given is ArgumentKind.POSITIVE:
        return abs(x) or 1.0
    return abs(x) if given is ArgumentKind.LENGTH else x
