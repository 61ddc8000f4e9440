"""A wrong answer's smallest case, with short numbers.

Hypothesis looks for small whole and decimal numbers that are answered wrong in the same
way, and makes them as small as it can. Where there are none, as of a wrong last bit, it
is the case itself, each of its numbers with as few digits as will do.
"""

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.explore.judge.answer_line import Failed
from playground.explore.judge.cases import Cases, allowed, in_columns, mapped
from playground.explore.judge.families import with_fixed
from playground.explore.judge.findings import Findings, Wrong, found
from playground.explore.judge.trial import Judgement
from playground.scene.query import Arguments, Given, components, number, with_number

INSTALL = "pip install 'geometry-playground[judge]'"

# All kinds together take at most this part of the time, one of them so many seconds.
_SHRINKING, _LONGEST = 0.2, 4.0
# So many small cases are tried.
_TRIED = 300
# A whole number of a small case goes up to this; a fraction is a part of it.
_MOST = 9
_DIGITS = 15
# What takes seconds to be seen wrong is tried so often.
_SLOW_TRIES = 4


@dataclass(frozen=True)
class Smallest:
    """The smallest case of a kind, and what was found in the answer to it."""

    kind: Wrong
    findings: Findings
    shrunk: bool

    @property
    def arguments(self) -> dict[str, Any]:
        """Its arguments, in plain numbers and tuples."""
        return self.findings.cases.rows[0]


def can_shrink() -> bool:
    """Return whether Hypothesis is installed."""
    try:
        import hypothesis  # noqa: F401
    except ImportError:
        return False
    return True


def smallest(judgement: Judgement, kind: Wrong, seconds: float) -> Smallest:
    """Return the smallest case of a kind that is found in so many seconds."""
    first = judgement.findings.one(_start(judgement, kind))
    if not can_shrink():
        return Smallest(kind, first, shrunk=False)
    judge = _Shrinking(judgement, kind, time.monotonic() + seconds)
    small = judge.small() if kind is not Wrong.SLOW else None
    arguments = judge.shorter(small or first.cases.rows[0])
    # What is asked no second time stays as it was found.
    return Smallest(kind, judge.wrong.get(_key(judge.case(arguments)), first), True)


def all_smallest(judgement: Judgement) -> list[Smallest]:
    """Return the smallest case of every kind that was found."""
    kinds = judgement.findings.kinds()
    each = min(_SHRINKING * judgement.terms.seconds / max(len(kinds), 1), _LONGEST)
    return [smallest(judgement, kind, each) for kind in kinds]


def wrong_rule(findings: Findings, kind: Wrong, tolerance: float) -> bool:
    """Return whether some answer is wrong by more than roundings come to."""
    return bool((findings.wrong[kind] & (findings.off[kind] > tolerance)).any())


def _start(judgement: Judgement, kind: Wrong) -> int:
    """Return the place of a wrong answer with few digits, clearly wrong if some are."""
    findings = judgement.findings
    wrong = findings.wrong[kind]
    if kind.of_number and wrong_rule(findings, kind, judgement.terms.tolerance):
        wrong = wrong & (findings.off[kind] > judgement.terms.tolerance)
    rows = findings.cases.rows
    return int(min(np.flatnonzero(wrong), key=lambda place: _length(rows[place])))


def _length(row: Arguments) -> float:
    """Return how long it takes to write a case; tiny numbers are no short ones."""
    numbers = [number(row, at) for at in components(row)]
    return sum(len(repr(x)) + (abs(math.log10(abs(x))) if x else 0.0) for x in numbers)


def _key(case: Cases) -> str:
    return repr(sorted(case.rows[0].items()))


class _Shrinking:
    """Says whether a case is wrong in that way, until the time is up."""

    def __init__(self, judgement: Judgement, kind: Wrong, until: float) -> None:
        self.judgement, self.kind, self.until = judgement, kind, until
        self.query = judgement.query
        self.wrong: dict[str, Findings] = {}
        self.tries = 0
        tolerance = judgement.terms.tolerance
        clearly = kind.of_number and wrong_rule(judgement.findings, kind, tolerance)
        self.beyond = tolerance if clearly else -1.0

    @property
    def over(self) -> bool:
        """Whether no more is tried."""
        slow = self.kind is Wrong.SLOW and self.tries >= _SLOW_TRIES
        return slow or time.monotonic() >= self.until

    def __call__(self, row: Arguments) -> bool:
        """Return whether a case is wrong so; False for one that cannot be asked."""
        cases = self.case(row)
        key = _key(cases)
        if key in self.wrong:
            return True
        if self.over:
            return False
        if not np.all(allowed(self.query, cases.columns)):
            return False
        self.tries += 1
        terms, code = self.judgement.terms, self.judgement.code
        answers = list(code.answers(cases.rows, self.until))
        if answers[0].failed is Failed.UNASKED:
            return False
        one = found(cases, answers, terms.tolerance, terms.excuses, self.judgement.slop)
        wrong = bool(one.wrong[self.kind][0] and one.off[self.kind][0] > self.beyond)
        if wrong:
            self.wrong[key] = one
        return wrong

    def case(self, row: Arguments) -> Cases:
        """Return arguments as they are asked."""
        tidy = self.query.tidy(in_columns([row]))
        columns = with_fixed(tidy, self.judgement.fixed, 1)
        return Cases(self.query, columns, np.array([""]))

    def small(self) -> dict[str, Any] | None:
        """Return a case of small numbers that is wrong, if there is one."""
        from hypothesis import HealthCheck, Phase, find, settings
        from hypothesis import strategies as st
        from hypothesis.errors import NoSuchExample

        whole = st.integers(-_MOST, _MOST).map(float)
        parts = st.integers(-4 * _MOST, 4 * _MOST).map(lambda i: i / 4)
        anyhow = st.one_of(whole, parts)
        numbers = {
            Given.LENGTH: anyhow.map(abs),
            Given.POSITIVE: anyhow.map(abs).filter(bool),
            Given.ANGLE: st.integers(-12, 12).map(lambda i: i / 4),
        }
        opened = self.query.arguments(self.judgement.scene.opened())
        strategies: dict[str, Any] = {}
        for name, value in opened.items():
            if name in self.judgement.fixed:
                strategies[name] = st.just(self.judgement.fixed[name])
                continue
            one = numbers.get(self.query.given[name], anyhow)
            several = isinstance(value, tuple)
            strategies[name] = st.tuples(*[one] * len(value)) if several else one
        try:
            found_one: dict[str, Any] = find(
                st.fixed_dictionaries(strategies),
                self,
                settings=settings(
                    max_examples=_TRIED,
                    database=None,
                    deadline=None,
                    derandomize=True,
                    phases=(Phase.generate, Phase.shrink),
                    suppress_health_check=list(HealthCheck),
                ),
            )
        except NoSuchExample:
            return None
        return dict(mapped(self.query.tidy(found_one), float))

    def shorter(self, row: Arguments) -> dict[str, Any]:
        """Return the case with numbers of as few digits as are wrong in the same way.

        One that sliders can hold goes before one that they cannot.
        """
        best = next((moved for moved in self._nearer(row) if self(moved)), dict(row))
        changed = True
        while changed and not self.over:
            changed = False
            for at in components(best):
                if at[0] in self.judgement.fixed:
                    continue
                shorter = (with_number(best, at, x) for x in _simpler(number(best, at)))
                tried = next((row for row in shorter if self(row)), None)
                if tried is not None:
                    best, changed = tried, True
        return best

    def _nearer(self, row: Arguments) -> Iterator[dict[str, Any]]:
        """Yield the case in a world of a usual size, if it is of another."""
        size = float(self.query.size(row))
        if self.query.held(row) is not None or not 0.0 < size < np.inf:
            return
        worldly = {
            name: value
            for name, value in row.items()
            if self.query.given[name].in_the_world and name not in self.judgement.fixed
        }
        by = 2.0 ** (3 - np.ceil(np.log2(size)))
        yield {**row, **mapped(worldly, lambda x: x * float(by))}


def _simpler(x: float) -> Iterator[float]:
    """Yield numbers near it with fewer digits, the shortest first."""
    listed = [0.0, 1.0, -1.0, float(round(x)) if abs(x) < 1e15 else x]
    listed += [float(f"{x:.{digits}g}") for digits in range(1, _DIGITS)]
    length = len(repr(x))
    for new in dict.fromkeys(listed):
        if new == x:
            return
        if len(repr(new)) < length or (abs(new) < abs(x) and len(repr(new)) == length):
            yield new
