"""The simplest condition, one or two together, that parts wrong answers from right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import lgamma, log, log2
from typing import Any

import numpy as np

from playground.explore.judge.cases import Array, Flags
from playground.explore.judge.causes.features import Condition, Measure
from playground.language import message

# What a threshold costs in bits, beside the choice of its number.
_THRESHOLD = 6.0
# So many thresholds are tried of a number.
_CUTS = 300
# A condition without a threshold may part them so much worse; two together must part
# them so much better than one; and a tolerance is a cause only if it explains these.
_PLAINER, _BETTER, _ALL = 0.04, 0.15, 0.93
# So many are tried as the first of two.
_FIRST = 10


@dataclass(frozen=True, eq=False)
class Parting:
    """A condition, and how it parts: bits saved, threshold or not."""

    condition: Condition
    bits: float
    plain: bool = True

    @property
    def flags(self) -> Flags:
        """Where it holds."""
        return self.condition.flags


def best_condition(
    conditions: Sequence[Condition],
    measures: Sequence[Measure],
    wrong: Flags,
    among: Flags,
) -> Condition | None:
    """Return what saves most bits in saying which answers are wrong; or None."""
    counted = int(wrong[among].sum())
    if not counted or counted == among.sum():
        return None
    tolerances = [m for m in measures if m.clearance]
    numbers = [m for m in measures if not m.clearance]
    search = _PartingSearch(conditions, numbers, wrong, among)
    singles = search.best(among)
    if not singles:
        return None
    one = _plainest(singles, search)
    fit = search.fit(one.flags)
    if fit < _ALL:
        near = _PartingSearch([], tolerances, wrong, among).best(among)
        if near and search.fit(near[0].flags) >= _ALL:
            return near[0].condition
    two = search.two(singles, one, fit)
    chosen = two or one
    return chosen.condition if chosen.bits > 0 else None


def _plainest(singles: Sequence[Parting], search: "_PartingSearch") -> Parting:
    """Return of those nearly as good as the best one without a threshold."""
    least = search.fit(singles[0].flags) - _PLAINER
    plain = (s for s in singles[:8] if s.plain and search.fit(s.flags) >= least)
    return next(plain, singles[0])


class _PartingSearch:
    """Says how well conditions part the wrong answers from the others."""

    def __init__(
        self,
        conditions: Sequence[Condition],
        measures: Sequence[Measure],
        wrong: Flags,
        among: Flags,
    ) -> None:
        self._conditions, self._measures = conditions, measures
        self._wrong, self._among = wrong, among
        self._dear = log2(len(conditions) + 2 * len(measures) + 1)

    def fit(self, flags: Flags) -> float:
        """Return the lesser of precision and recall."""
        there = flags & self._among
        inside = int((there & self._wrong).sum())
        all_wrong = int((self._wrong & self._among).sum())
        return min(inside / max(int(there.sum()), 1), inside / all_wrong)

    def best(self, among: Flags) -> list[Parting]:
        """Return what parts them, the best first."""
        n, k = int(among.sum()), int(self._wrong[among].sum())
        found = []
        for one in self._conditions:
            there = int((one.flags & among).sum())
            inside = int((one.flags & among & self._wrong).sum())
            if 0 < there < n and inside * n > there * k:
                bits = float(_gain(n, k, there, inside)) - self._dear
                found.append(Parting(one, bits))
        for measure in self._measures:
            found += self._cut(measure, among, n, k)
        return sorted(found, key=lambda parting: -parting.bits)

    def _cut(self, measure: Measure, among: Flags, n: int, k: int) -> Iterator[Parting]:
        """Yield the best conditions below and above a threshold of a number."""
        own = among & ~np.isnan(measure.values)
        if own.sum() < 4:
            return
        order = np.argsort(measure.values[own], kind="stable")
        values, labels = measure.values[own][order], self._wrong[own][order]
        ends = np.flatnonzero(values[1:] > values[:-1])
        if not len(ends):
            return
        if len(ends) > _CUTS:
            turns = ends[labels[ends] != labels[ends + 1]]
            some = np.linspace(0, len(ends) - 1, _CUTS).astype(int)
            ends = np.unique(np.r_[turns[: 4 * _CUTS], ends[some]])
        below = np.cumsum(labels)[ends]
        for upper in (False,) if measure.clearance else (False, True):
            there = ends + 1 if not upper else len(labels) - ends - 1
            inside = below if not upper else int(labels.sum()) - below
            gains = np.where(
                inside * n > there * k, _gain(n, k, there, inside), -np.inf
            )
            at = int(np.argmax(gains))
            if gains[at] == -np.inf:
                continue
            cut = _short(float(values[ends[at]]), float(values[ends[at] + 1]))
            x = measure.values
            with np.errstate(invalid="ignore"):
                flags = np.asarray(x > cut if upper else x <= cut)
            words = (
                message("{number} > {cut}", number=measure.name, cut=_plain(cut))
                if upper
                else message("{number} <= {cut}", number=measure.name, cut=_plain(cut))
            )
            bits = float(gains[at]) - self._dear - _THRESHOLD
            yield Parting(Condition(words, flags), bits, plain=False)

    def two(
        self, singles: Sequence[Parting], alone: Parting, fit: float
    ) -> Parting | None:
        """Return two conditions that part them far better together; or None.

        Better than a vague one are two that part them better at all.
        """
        least = fit + (0.0 if alone.condition.vague else _BETTER)
        n, k = int(self._among.sum()), int(self._wrong[self._among].sum())
        found, best = None, 0.0
        for one in singles[:_FIRST]:
            part = self._among & one.flags
            if self._wrong[part].all():
                continue
            for two in self.best(part)[:3]:
                flags = one.flags & two.flags
                there = int((flags & self._among).sum())
                inside = int((flags & self._among & self._wrong).sum())
                cuts = (not one.plain) + (not two.plain)
                dear = 2 * self._dear + _THRESHOLD * cuts
                more = float(_gain(n, k, there, inside)) - dear
                even = self.fit(flags)
                better = even > least or (fit < 0.9 and even >= 0.97)
                plain = even - _PLAINER * cuts
                if more > alone.bits + 3.0 and better and plain > best:
                    found, best = Parting(_both(one, two), more), plain
        return found


def _both(one: Parting, two: Parting) -> Condition:
    a, b = one.condition, two.condition
    words = message("{one} and {other}", one=a.words, other=b.words)
    return Condition(words, a.flags & b.flags, a.excuse or b.excuse)


def _bits(n: Any, k: Any) -> Array:
    """Return the bits that say which k of n."""
    n, k = np.asarray(n, float), np.asarray(k, float)
    ways = _gamma(n + 1) - _gamma(k + 1) - _gamma(n - k + 1)
    return np.asarray(ways / log(2) + np.log2(n + 1))


_gamma = np.vectorize(lgamma, otypes=[float])


def _gain(n: int, k: int, there: Any, inside: Any) -> Array:
    """Return the bits saved by telling a part with so many wrong from the rest."""
    rest = _bits(n - there, k - inside)
    return np.asarray(_bits(n, k) - _bits(there, inside) - rest)


def _plain(number: float) -> str:
    """Return a number's digits, as many as there are; 1000000 is one with a power."""
    return f"{number:g}" if float(f"{number:g}") == number else f"{number:.16g}"


def _short(low: float, high: float) -> float:
    """Return a number with few digits from the first up to below the second."""
    if low <= 0 < high:
        return 0.0
    for digits in range(1, 17):
        for x in (low, high, 0.5 * (low + high)):
            near = float(f"{x:.{digits}g}")
            if low <= near < high:
                return near
    return low
