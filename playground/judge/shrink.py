"""A wrong answer's smallest case, with short numbers.

Small whole and decimal numbers, and those of wrong answers rounded, are asked first:
the smallest that is answered wrong in the same way is made as small as it can be. Where
there is none, as of a wrong last bit, it is a wrong answer's own case, each of its
numbers with as few digits as will do.

So many cases are tried, however long it takes, that a busy machine finds the same as
an idle one; only code that is very slow is asked no more before that.
"""

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from playground.judge.cases.case_set import (
    Cases,
    allowed,
    in_columns,
    mapped,
    picked,
    taken,
    with_fixed,
)
from playground.judge.cases.generators import Family
from playground.judge.diagnosis.rounding import labelled
from playground.judge.evaluation import Judgement
from playground.judge.findings import Findings, Wrong, found
from playground.judge.runner.protocol import Failed
from playground.scene.query import Arguments, Given, components, number, with_number

_DIGITS = 15


def numbers_of(row: Arguments) -> list[float]:
    """Return the numbers of a case."""
    return [number(row, at) for at in components(row)]


def cost_of(row: Arguments) -> tuple[float, float]:
    """Return by what a case is the smaller of two: that of least cost.

    It is the sum of its numbers' `cost`, and for equal ones of their absolute values.
    """
    numbers = numbers_of(row)
    return sum(map(cost, numbers)), sum(map(abs, numbers))


@lru_cache(maxsize=65536)
def cost(x: float) -> float:
    """Return how far a number is from a plain one.

    It is 0 for 0, else how often it has to be halved or doubled to be about 1, and the
    count of its digits but for zeros at either end; a negative one is a little worse.

    Examples
    --------
    >>> [cost(x) for x in (0.0, 1.0, -1.0, 2.0, 0.5, 1.25, 1000.0)]
    [0.0, 1.0, 1.5, 2.0, 2.0, 3.0, 10.0]
    """
    if not x:
        return 0.0
    digits = repr(abs(x)).partition("e")[0].replace(".", "").strip("0")
    return len(digits) + abs(math.frexp(x)[1] - 1) + (0.5 if x < 0.0 else 0.0)


def plainer(x: float) -> Iterator[float]:
    """Yield numbers of less cost: 0, 1, of the other sign, halves and rounded ones."""
    tried = [0.0, 1.0, -1.0, -x, x / 2.0]
    if abs(x) < 2.0**52:
        tried += [
            float(round(x)),
            float(math.trunc(x / 2.0)),
            x - math.copysign(1.0, x),
        ]
    tried += [float(f"{x:.{digits}g}") for digits in range(1, _DIGITS)]
    yield from (new for new in dict.fromkeys(tried) if cost(new) < cost(x))


# ----------------------------------------------------------------------------
# A wrong answer as most of its kind are: clearly wrong, and nothing special in it.
# ----------------------------------------------------------------------------


# Made to be special, or of no usual size.
_SPECIAL = [
    Family.DEGENERATE,
    Family.FAR,
    Family.TINY,
    Family.HUGE,
    Family.SLIGHT,
    Family.EMPTY,
    Family.BESIDE,
    Family.TOUCHING,
    Family.NEAR,
]


def clearly(findings: Findings, kind: Wrong, tolerance: float) -> np.ndarray:
    """Return which are wrong so: by rule and by more than roundings, where some are."""
    wrong = findings.wrong[kind]
    ruled = wrong & (findings.rule == 1.0)
    wrong = ruled if ruled.any() else wrong
    more = wrong & (findings.off[kind] > tolerance)
    return more if kind.of_number and more.any() else wrong


def typical(judgement: Judgement, kind: Wrong) -> int:
    """Return the place in the findings of a typical wrong answer of a kind.

    It is of those in which fewest numbers are 0 or equal, and of a family that is not
    special if there are such; wrong by as much as half of them are or more; and of
    these the one in the plainest numbers.

    Raises
    ------
    ValueError
        No answer is wrong in that way.
    """
    findings = judgement.findings
    wrong = np.flatnonzero(clearly(findings, kind, judgement.terms.tolerance))
    if not len(wrong):
        raise ValueError(f"no answer is wrong so: {kind}")
    rows = findings.cases.rows
    usual = wrong[~np.isin(findings.cases.family[wrong], _SPECIAL)]
    wrong = usual if len(usual) else wrong
    special = np.array([_special(numbers_of(rows[place])) for place in wrong])
    wrong = wrong[special == special.min()]
    off = findings.off[kind][wrong]
    wrong = wrong[off >= np.median(off)]
    return int(min(wrong, key=lambda place: cost_of(rows[place])))


def _special(numbers: list[float]) -> int:
    """Return how many of the numbers are 0, or as large as another."""
    sizes = {abs(x) for x in numbers if x}
    return len(numbers) - len(sizes)


# ----------------------------------------------------------------------------


# So many small cases are drawn, and so many cases of one kind tried in all.
_POOL = 1200
_TRIES = 4000
# What takes seconds to be seen wrong is tried so often.
_SLOW_TRIES = 4
# So many are asked at once, and then always so many times more.
_AT_ONCE = 16
_MORE = 4
# So many of the wrong answers are rounded.
_ROUNDED = 100
# A whole number of a small case goes up to this; a fraction is a part of it.
_MOST = 9
# Slow code has this part of the trial's time, for all kinds together.
_LONGEST = 0.2
_USUAL = 3  # a usual size, as a power of two


@dataclass(frozen=True)
class Smallest:
    """The smallest case of a kind, and what was found in the answer to it.

    It is `shrunk` where the time was enough.
    """

    kind: Wrong
    findings: Findings
    shrunk: bool

    @property
    def arguments(self) -> dict[str, Any]:
        """Its arguments, in plain numbers and tuples."""
        return self.findings.cases.rows[0]


def smallest(judgement: Judgement, kind: Wrong) -> Smallest:
    """Return the smallest case of a kind that is found."""
    first = judgement.findings.one(_start(judgement, kind))
    search = _SmallestSearch(judgement, kind)
    small = None if kind is Wrong.SLOW else search.first_wrong(search.pool())
    best = search.reduced(small or first)
    return Smallest(kind, best, shrunk=not search.late)


def all_smallest(judgement: Judgement) -> list[Smallest]:
    """Return the smallest case of every kind that was found."""
    return [smallest(judgement, kind) for kind in judgement.findings.kinds()]


def _start(judgement: Judgement, kind: Wrong) -> int:
    """Return the place of the plainest wrong answer, of those that clearly are so."""
    findings = judgement.findings
    wrong = clearly(findings, kind, judgement.terms.tolerance)
    rows = findings.cases.rows
    return int(min(np.flatnonzero(wrong), key=lambda place: cost_of(rows[place])))


class _SmallestSearch:
    """Looks for cases that are wrong in one way."""

    def __init__(self, judgement: Judgement, kind: Wrong) -> None:
        self.judgement, self.kind = judgement, kind
        self.query = judgement.query
        self.tries = _SLOW_TRIES if kind is Wrong.SLOW else _TRIES
        kinds = max(len(judgement.findings.kinds()), 1)
        spent = _LONGEST * judgement.terms.seconds / kinds
        # The clock of a busy machine tells nothing of other code.
        self.until = time.monotonic() + spent if judgement.is_slow else math.inf
        self.late = False
        tolerance = judgement.terms.tolerance
        findings = judgement.findings
        clear = clearly(findings, kind, tolerance)
        off = findings.off[kind][clear]
        self.beyond = tolerance if kind.of_number and off.max() > tolerance else -1.0
        self.ruled = bool((findings.rule[clear] == 1.0).any())

    def first_wrong(self, rows: Iterable[Arguments], below: Any = None) -> Any:
        """Return what is found in the smallest that is wrong; None if none is.

        Only those that cost less than `below` are asked, as long as tries are left.
        """
        cases = self._in_order(list(rows), below)
        begin, step = 0, 1 if self.kind is Wrong.SLOW else _AT_ONCE
        while begin < len(cases) and self.tries > 0 and not self.late:
            end = min(begin + min(step, self.tries), len(cases))
            some = cases.at(np.arange(begin, end))
            self.tries -= len(some)
            findings = self._asked(some)
            wrong = findings.wrong[self.kind] & (findings.off[self.kind] > self.beyond)
            for place in np.flatnonzero(wrong).tolist():
                if self._as_wrong(one := findings.one(place)):
                    return one
            begin, step = end, _MORE * step
        return None

    def _as_wrong(self, one: Findings) -> bool:
        """Return whether it is wrong by rule, where others are."""
        terms, code = self.judgement.terms, self.judgement.code
        if not self.ruled:
            return True
        return bool(
            labelled(code, one, terms.tolerance, (), until=self.until).rule[0] == 1.0
        )

    def _asked(self, cases: Cases) -> Findings:
        terms, code = self.judgement.terms, self.judgement.code
        answers = code.answers_to(cases, self.until)
        unasked = (answer.failed is Failed.UNASKED for answer in answers)
        self.late = any(unasked) and time.monotonic() >= self.until
        return found(
            cases, answers, terms.tolerance, terms.excuses, self.judgement.slop
        )

    def _in_order(self, rows: Sequence[Arguments], below: Any) -> Cases:
        """Return the cases as they are asked, each once, the smallest first."""
        columns = self.query.tidy(in_columns(rows))
        columns = with_fixed(columns, self.judgement.fixed, len(rows))
        columns = picked(columns, allowed(self.query, columns))
        count = len(next(iter(self._flat(columns))))
        cases = Cases(self.query, columns, np.full(count, ""))
        cases = taken(cases, self.judgement.code.about.told)
        costs = [cost_of(row) for row in cases.rows]
        first: dict[str, int] = {}
        for place in sorted(range(len(cases)), key=costs.__getitem__):
            if below is None or costs[place] < below:
                first.setdefault(repr(cases.rows[place]), place)
        return cases.at(np.array(list(first.values()), np.intp))

    @staticmethod
    def _flat(columns: Arguments) -> Iterator[Any]:
        return (number(columns, at) for at in components(columns))

    def pool(self) -> Iterator[Arguments]:
        """Yield small cases, and those of wrong answers in rounded numbers."""
        rng = np.random.default_rng(0)
        example = self.judgement.findings.cases.rows[0]
        for _ in range(_POOL):
            row: Arguments = example
            for at in components(row):
                row = with_number(row, at, _small(rng, self.query.given[at[0]]))
            yield row
        findings = self.judgement.findings
        wrong = np.flatnonzero(clearly(findings, self.kind, max(self.beyond, 0.0)))
        for place in wrong[:: -(-len(wrong) // _ROUNDED)]:
            own = findings.cases.rows[place]
            for row in (own, *self._usual(own)):
                for parts in (1.0, 4.0):
                    yield mapped(row, lambda x, parts=parts: round(x * parts) / parts)

    def reduced(self, best: Findings) -> Findings:
        """Return a case of least cost, changed step by step while it stays wrong."""
        while True:
            row = best.cases.rows[0]
            smaller = self.first_wrong(self._changed(row), cost_of(row))
            if smaller is None:
                return best
            best = smaller

    def _changed(self, row: Arguments) -> Iterator[Arguments]:
        """Yield the case with one thing in it changed, or one about the whole world."""
        yield row
        yield from self._usual(row)
        free = [at for at in components(row) if at[0] not in self.judgement.fixed]
        for at in free:
            yield from (with_number(row, at, x) for x in plainer(number(row, at)))
        places = [at for at in free if self.query.given[at[0]] is Given.PLACE]
        for name, axis in places:
            moved, by = row, number(row, (name, axis))
            for at in places:
                if at[1] == axis:
                    moved = with_number(moved, at, number(moved, at) - by)
            yield moved
        for name in {name for name, _ in free}:
            if self.query.given[name] in (Given.WAY, Given.STEP):
                for by in (0.5, 2.0):
                    yield {**row, **mapped({name: row[name]}, lambda x, by=by: x * by)}
        for by in (0.5, 2.0):
            yield self._scaled(row, by)

    def _usual(self, row: Arguments) -> Iterator[Arguments]:
        """Yield the case in a world of a usual size, if it is of another."""
        size = float(self.query.size(row))
        if 0.0 < size < np.inf and not 2.0**-_USUAL <= size <= 2.0**_USUAL:
            power = min(_USUAL - np.frexp(size)[1], 1023)  # beyond it is infinity
            yield self._scaled(row, float(np.ldexp(1.0, power)))

    def _scaled(self, row: Arguments, by: float) -> Arguments:
        worldly = {
            name: value
            for name, value in row.items()
            if self.query.given[name].in_the_world and name not in self.judgement.fixed
        }
        return {**row, **mapped(worldly, lambda x: x * by)}


def _small(rng: np.random.Generator, given: Given) -> float:
    """Return a small number, whole as often as not, and often 0."""
    most = _MOST if rng.random() < 0.5 else 2
    x = float(rng.integers(-most, most + 1))
    if rng.random() < 0.25:
        x = float(rng.integers(-4 * most, 4 * most + 1)) / 4.0
    if given is Given.ANGLE:
        return 0.0 if rng.random() < 0.5 else float(rng.integers(-12, 13)) / 4.0
    if given is Given.POSITIVE:
        return abs(x) or 1.0
    return abs(x) if given is Given.LENGTH else x
