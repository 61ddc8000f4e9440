"""The simplest condition, one or two together, that parts wrong answers from right."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import lgamma, log, log2
from typing import Any

import numpy as np

from playground.i18n import message
from playground.judge.cases.case_set import Array, Flags
from playground.judge.diagnosis.features import Condition, Measure, conditions, measures
from playground.judge.diagnosis.hypotheses import as_if
from playground.judge.findings import TOLERANCE, TOUCH, Findings, Wrong

# What a threshold costs in bits, beside the choice of its number.
_THRESHOLD = 6.0
# So many thresholds are tried of a number.
_CUTS = 300
# A condition without a threshold may part them so much worse; two together must part
# them so much better than one; and a tolerance is a cause only if it explains these.
_PLAINER = 0.04
_BETTER = 0.15
_ALL = 0.93
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


# ----------------------------------------------------------------------------
# Why a rule is wrong, in a sentence with its counts.
# ----------------------------------------------------------------------------


# So many causes are told, each of what the earlier ones leave; of fewer cases none.
_MOST = 3
_FEWEST = 3
# A condition is a cause that holds for so many of the wrong answers and is right so
# often; or for nearly all of them, if it is right less often.
_TOLD = 0.5
_ONLY = 0.97
_SOME = 0.15
# A choice is hinted at where it explains so many of the wrong answers, and so many of
# its cases are wrong.
_HINTED = 0.9
_HELD = 0.7


@dataclass(frozen=True, eq=False)
class Cause:
    """Why answers are wrong.

    Attributes
    ----------
    sentence : str
        In words, with counts and a full stop.
    elsewhere : str
        The same where it is told alone and other causes explain more.
    words : str
        The same in short: the condition, or "as if" something else were asked.
    flags : boolean array
        In which cases it is at work.
    excuse : str
        The choice that it is, where it may have been made on purpose; else "".
    is_guess : bool
        Whether the words are those of another question, and no condition.
    """

    sentence: str
    elsewhere: str
    words: str
    flags: Flags
    excuse: str = ""
    is_guess: bool = False


@lru_cache(4)
def causes_of(findings: Findings) -> tuple[Cause, ...]:
    """Return why the rule is wrong: the first cause explains most."""
    wrong = by_rule(findings)
    right = findings.asked & ~findings.any_wrong & ~findings.excused
    if wrong.sum() < _FEWEST:
        return ()
    spoken = np.array([said is not None for said in findings.said], np.bool_)
    guess = as_if(findings, wrong & spoken, right & spoken)
    if guess:
        sentence = message(
            "It answers {guess}: that explains {explained:,} of {wrong:,} wrong "
            "answers that were tried, and {kept:,} of {right:,} right ones.",
            guess=guess.words,
            explained=guess.explained,
            wrong=guess.wrong,
            kept=guess.kept,
            right=guess.right,
        )
        return (Cause(sentence, sentence, guess.words, wrong, is_guess=True),)
    return tuple(_under_conditions(findings, wrong, wrong | right))


def by_rule(findings: Findings) -> Flags:
    """Return what is wrong by rule; where that is not known, what is clearly wrong."""
    wrong = findings.any_wrong
    rule = np.asarray(wrong & (findings.rule == 1.0))
    if rule.any():
        return rule
    unknown = wrong & np.isnan(findings.rule)
    far = np.logical_or.reduce(
        [
            flags & ((findings.off[kind] > TOLERANCE) | (not kind.of_number))
            for kind, flags in findings.wrong.items()
        ]
    )
    return np.asarray(unknown & far)


def _under_conditions(findings: Findings, wrong: Flags, among: Flags) -> list[Cause]:
    listed, numbers = conditions(findings.cases), measures(findings.cases)
    found: list[Cause] = []
    left = among.copy()
    while len(found) < _MOST:
        one = best_condition(listed, numbers, wrong, left)
        if one is None or (one.flags & left & wrong).sum() < _FEWEST:
            break
        if not found and not _worth(one.flags & left, wrong & left):
            break
        found.append(_cause(findings, one, wrong, left, first=not found))
        left &= ~one.flags
    return found


def _worth(flags: Flags, wrong: Flags) -> bool:
    inside = int((flags & wrong).sum())
    precision, recall = inside / flags.sum(), inside / wrong.sum()
    only = recall >= _ONLY and precision >= _SOME
    return bool(min(precision, recall) >= _TOLD or only)


def _hint(findings: Findings, word: str, wrong: Flags, among: Flags) -> str:
    """Return the choice if it was made throughout, and explains nearly all."""
    cases = findings.cases
    chosen = among & (cases.chosen[word] if word != TOUCH else cases.gap == 0)
    inside = int((chosen & wrong).sum())
    explains = inside >= _HINTED * (among & wrong).sum()
    return word if explains and inside >= _HELD * chosen.sum() else ""


def _cause(
    findings: Findings, one: Condition, wrong: Flags, among: Flags, *, first: bool
) -> Cause:
    there, others = one.flags & among, ~one.flags & among
    inside, kept = int((there & wrong).sum()), int((others & ~wrong).sum())
    counts: dict[str, Any] = {
        "inside": inside,
        "there": int(there.sum()),
        "words": one.words,
        "kept": kept,
        "others": int(others.sum()),
    }
    elsewhere = message(
        "Elsewhere it is wrong in {inside:,} of {there:,} cases where {words}, right "
        "in {kept:,} of {others:,} others.",
        **counts,
    )
    sentence = message(
        "Then it is wrong in {inside:,} of {there:,} cases where {words}, right in "
        "{kept:,} of {others:,} others.",
        **counts,
    )
    if first:
        sentence = elsewhere = message(
            "Wrong in {inside:,} of {there:,} cases where {words}, right in {kept:,} "
            "of {others:,} others.",
            **counts,
        )
    hint = _hint(findings, one.excuse, wrong, among) if one.excuse else ""
    return Cause(sentence, elsewhere, one.words, one.flags, hint)


def cause_of_kind(findings: Findings, kind: Wrong) -> Cause | None:
    """Return the cause that explains most of the wrong answers of a kind."""
    own = findings.wrong[kind] & by_rule(findings)
    causes = causes_of(findings)
    best = max(causes, key=lambda c: int((c.flags & own).sum()), default=None)
    return best if best and (best.flags & own).any() else None
