"""Separating conditions: the simplest condition that tells wrong answers from right.

Conditions are ranked by description length: the bits that a condition saves in telling
which answers are wrong, less the bits that it takes to state it.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import lgamma, log, log2
from typing import Any

import numpy as np

from playground.i18n import capitalize, message
from playground.judge.cases.case_set import Array, Flags
from playground.judge.diagnosis.features import Condition, Measure, conditions, measures
from playground.judge.diagnosis.hypotheses import find_constant_answer, find_hypothesis
from playground.judge.findings import TOLERANCE, TOUCH, FailureKind, Findings
from playground.quick_dataclass import dataclass

# Bits that a threshold costs, besides the choice of its measure.
_THRESHOLD_COST_BITS = 6.0
# Thresholds tried per measure.
_MAX_THRESHOLDS = 300
# In terms of `fit`: how much worse a condition without a threshold may be, how much
# better a pair has to be than one, and how good a tolerance has to be.
_PLAIN_CONDITION_MARGIN = 0.04
_PAIR_GAIN_MARGIN = 0.15
_TOLERANCE_FIT_THRESHOLD = 0.93
# Conditions tried as the first of a pair.
_FIRST_CONDITION_COUNT = 10


@dataclass(frozen=True, eq=False)
class SeparatingCondition:
    """A condition that separates wrong answers from right.

    Attributes
    ----------
    condition : Condition
        The condition.
    bits : float
        Bits that it saves, less those that it takes to state it.
    plain : bool
        Whether it has no threshold.
    """

    condition: Condition
    bits: float
    plain: bool = True

    @property
    def flags(self) -> Flags:
        """Cases in which it holds, shape (n,)."""
        return self.condition.flags


def best_condition(
    conditions: Sequence[Condition],
    measures: Sequence[Measure],
    wrong: Flags,
    among: Flags,
) -> Condition | None:
    """Return the condition that best separates wrong answers from right, if any.

    Parameters
    ----------
    conditions : sequence of Condition
        Candidates.
    measures : sequence of Measure
        Features to find thresholds for.
    wrong : ndarray of bool, shape (n,)
        The wrong answers.
    among : ndarray of bool, shape (n,)
        The cases to consider.

    Returns
    -------
    Condition or None
        None if no condition saves any bits, or if all or none of the answers are wrong.
    """
    wrong_count = int(wrong[among].sum())
    if not wrong_count or wrong_count == among.sum():
        return None
    tolerances = [m for m in measures if m.is_clearance]
    numbers = [m for m in measures if not m.is_clearance]
    search = _ConditionSearch(conditions, numbers, wrong, among)
    singles = search.rank_conditions(among)
    if not singles:
        return None
    best_single = _select_plain_condition(singles, search)
    fit = search.fit(best_single.flags)
    if fit < _TOLERANCE_FIT_THRESHOLD:
        near = _ConditionSearch([], tolerances, wrong, among).rank_conditions(among)
        if near and search.fit(near[0].flags) >= _TOLERANCE_FIT_THRESHOLD:
            return near[0].condition
    two = search.find_pair(singles, best_single, fit)
    chosen_condition = two or best_single
    return chosen_condition.condition if chosen_condition.bits > 0 else None


def _select_plain_condition(
    singles: Sequence[SeparatingCondition], search: "_ConditionSearch"
) -> SeparatingCondition:
    """Return the best condition, or one without a threshold that is nearly as good."""
    min_fit = search.fit(singles[0].flags) - _PLAIN_CONDITION_MARGIN
    plain = (s for s in singles[:8] if s.plain and search.fit(s.flags) >= min_fit)
    return next(plain, singles[0])


class _ConditionSearch:
    """Search for conditions that separate wrong answers from the others."""

    def __init__(
        self,
        conditions: Sequence[Condition],
        measures: Sequence[Measure],
        wrong: Flags,
        among: Flags,
    ) -> None:
        self._conditions, self._measures = conditions, measures
        self._wrong, self._among = wrong, among
        self._choice_cost_bits = log2(len(conditions) + 2 * len(measures) + 1)

    def fit(self, flags: Flags) -> float:
        """Return the smaller of a condition's precision and recall, 0 to 1.

        `flags` are the cases in which it holds, shape (n,).
        """
        is_inside = flags & self._among
        inside = int((is_inside & self._wrong).sum())
        all_wrong = int((self._wrong & self._among).sum())
        return min(inside / max(int(is_inside.sum()), 1), inside / all_wrong)

    def rank_conditions(self, among: Flags) -> list[SeparatingCondition]:
        """Return the conditions that hold more often for wrong answers, best first.

        `among` are the cases to consider, shape (n,).
        """
        n, k = int(among.sum()), int(self._wrong[among].sum())
        ranking = []
        for condition in self._conditions:
            inside_count = int((condition.flags & among).sum())
            inside = int((condition.flags & among & self._wrong).sum())
            if 0 < inside_count < n and inside * n > inside_count * k:
                bits = float(_gain(n, k, inside_count, inside)) - self._choice_cost_bits
                ranking.append(SeparatingCondition(condition, bits))
        for measure in self._measures:
            ranking += self._find_thresholds(measure, among, n, k)
        return sorted(ranking, key=lambda parting: -parting.bits)

    def _find_thresholds(
        self, measure: Measure, relevant: Flags, n: int, k: int
    ) -> Iterator[SeparatingCondition]:
        """Yield the best conditions below and above a threshold of a measure.

        `n` cases are considered, `k` of them wrong. Of a clearance only "below" is
        tried.
        """
        own = relevant & ~np.isnan(measure.values)
        if own.sum() < 4:
            return
        order = np.argsort(measure.values[own], kind="stable")
        values, labels = measure.values[own][order], self._wrong[own][order]
        ends = np.flatnonzero(values[1:] > values[:-1])
        if not len(ends):
            return
        if len(ends) > _MAX_THRESHOLDS:
            turns = ends[labels[ends] != labels[ends + 1]]
            picked = np.linspace(0, len(ends) - 1, _MAX_THRESHOLDS).astype(int)
            ends = np.unique(np.r_[turns[: 4 * _MAX_THRESHOLDS], ends[picked]])
        below = np.cumsum(labels)[ends]
        for upper in (False,) if measure.is_clearance else (False, True):
            there = ends + 1 if not upper else len(labels) - ends - 1
            inside = below if not upper else int(labels.sum()) - below
            gains = np.where(
                inside * n > there * k, _gain(n, k, there, inside), -np.inf
            )
            index = int(np.argmax(gains))
            if gains[index] == -np.inf:
                continue
            cut = _shortest_between(
                float(values[ends[index]]), float(values[ends[index] + 1])
            )
            x = measure.values
            with np.errstate(invalid="ignore"):
                flags = np.asarray(x > cut if upper else x <= cut)
            words = (
                message(
                    "{number} > {cut}", number=measure.name, cut=_format_number(cut)
                )
                if upper
                else message(
                    "{number} <= {cut}", number=measure.name, cut=_format_number(cut)
                )
            )
            bits = float(gains[index]) - self._choice_cost_bits - _THRESHOLD_COST_BITS
            yield SeparatingCondition(Condition(words, flags), bits, plain=False)

    def find_pair(
        self,
        singles: Sequence[SeparatingCondition],
        alone: SeparatingCondition,
        fit: float,
    ) -> SeparatingCondition | None:
        """Return two conditions that separate far better together; None if none do.

        The best single condition is `alone`, with this `fit`, 0 to 1. If it is vague,
        any better pair will do.
        """
        min_fit = fit + (0.0 if alone.condition.is_vague else _PAIR_GAIN_MARGIN)
        n, k = int(self._among.sum()), int(self._wrong[self._among].sum())
        best_pair, best = None, 0.0
        for first in singles[:_FIRST_CONDITION_COUNT]:
            part = self._among & first.flags
            if self._wrong[part].all():
                continue
            for two in self.rank_conditions(part)[:3]:
                flags = first.flags & two.flags
                inside_count = int((flags & self._among).sum())
                inside = int((flags & self._among & self._wrong).sum())
                cuts = (not first.plain) + (not two.plain)
                dear = 2 * self._choice_cost_bits + _THRESHOLD_COST_BITS * cuts
                net_gain = float(_gain(n, k, inside_count, inside)) - dear
                even = self.fit(flags)
                better = even > min_fit or (fit < 0.9 and even >= 0.97)
                plain = even - _PLAIN_CONDITION_MARGIN * cuts
                if net_gain > alone.bits + 3.0 and better and plain > best:
                    best_pair, best = (
                        SeparatingCondition(_combine_conditions(first, two), net_gain),
                        plain,
                    )
        return best_pair


def _combine_conditions(
    one: SeparatingCondition, two: SeparatingCondition
) -> Condition:
    a, b = one.condition, two.condition
    words = message("{one} and {other}", one=a.text, other=b.text)
    return Condition(words, a.flags & b.flags, a.deviation or b.deviation)


def _bits(n: Any, k: Any) -> Array:
    """Return the bits needed to specify k of n items, and k itself."""
    n, k = np.asarray(n, float), np.asarray(k, float)
    ways = _gamma(n + 1) - _gamma(k + 1) - _gamma(n - k + 1)
    return np.asarray(ways / log(2) + np.log2(n + 1))


_gamma = np.vectorize(lgamma, otypes=[float])


def _gain(n: int, k: int, there: Any, inside: Any) -> Array:
    """Return the bits saved by separating `there` of n cases, `inside` of them wrong.

    `k` of all n cases are wrong.
    """
    outside_bits = _bits(n - there, k - inside)
    return np.asarray(_bits(n, k) - _bits(there, inside) - outside_bits)


def _format_number(number: float) -> str:
    """Return a number's shortest digits, without loss."""
    return f"{number:g}" if float(f"{number:g}") == number else f"{number:.16g}"


def _shortest_between(low: float, high: float) -> float:
    """Return a number with few digits in the interval from `low` to below `high`."""
    if low <= 0 < high:
        return 0.0
    for digits in range(1, 17):
        for x in (low, high, 0.5 * (low + high)):
            near = float(f"{x:.{digits}g}")
            if low <= near < high:
                return near
    return low


# ----------------------------------------------------------------------------
# Causes of failures, in sentences with counts.
# ----------------------------------------------------------------------------


# Number of causes reported, each for the failures that the earlier ones leave, and of
# failures below which none is reported.
_MAX_CAUSES = 3
_MIN_CASES = 3
# A condition is reported if precision and recall reach the first, or recall and
# precision the second and third.
_MIN_FIT_RATIO = 0.5
_HIGH_RECALL_THRESHOLD = 0.97
_MIN_PRECISION = 0.15
# Recall and precision at which a deviation is suggested as intended.
_HINT_RECALL_THRESHOLD = 0.9
_HINT_PRECISION_THRESHOLD = 0.7


@dataclass(frozen=True, eq=False)
class Cause:
    """Cause of wrong answers.

    Attributes
    ----------
    sentence : str
        The cause with counts, as a sentence that can follow other causes.
    elsewhere : str
        The same as a sentence without them.
    text : str
        The condition, or the hypothesis ("as if ..."), in short.
    flags : ndarray of bool, shape (n,)
        Cases that it affects.
    deviation : str
        Name of the deviation that it would be if intended, else "".
    claim : str
        The code's wrong behavior as a clause; "" if that is not known.
    is_vague : bool
        Whether it says hardly more than the failure kind does.
    """

    sentence: str
    elsewhere: str
    text: str
    flags: Flags
    deviation: str = ""
    claim: str = ""
    is_vague: bool = False


@lru_cache(4)
def find_causes(findings: Findings) -> tuple[Cause, ...]:
    """Return the causes of the algorithm's failures, the most important first.

    At most `_MAX_CAUSES`; none for fewer than `_MIN_CASES` failures, or if no condition
    is worth reporting.
    """
    wrong = find_algorithm_failures(findings)
    right = findings.is_evaluated & ~findings.any_wrong & ~findings.is_allowed_deviation
    if wrong.sum() < _MIN_CASES:
        return ()
    spoken = np.array(
        [answer is not None for answer in findings.answer_fields], np.bool_
    )
    if always := find_constant_answer(findings, (wrong | right) & spoken):
        claim = message("it {always}", always=always)
        sentence = message(
            "{claim}, which is right in {right:,} of {cases:,} cases.",
            claim=capitalize(claim),
            right=int((right & spoken).sum()),
            cases=int(((wrong | right) & spoken).sum()),
        )
        return (Cause(sentence, sentence, always, wrong & spoken, claim=claim),)
    hypothesis = find_hypothesis(findings, wrong & spoken, right & spoken)
    if hypothesis:
        claim = message("it answers {hypothesis}", hypothesis=hypothesis.text)
        sentence = message(
            "{claim}: this reproduces {explained:,} of the {wrong:,} wrong answers "
            "tested and {kept:,} of the {right:,} correct ones.",
            claim=capitalize(claim),
            explained=hypothesis.explained,
            wrong=hypothesis.wrong,
            kept=hypothesis.kept,
            right=hypothesis.right,
        )
        return (Cause(sentence, sentence, hypothesis.text, wrong, claim=claim),)
    return tuple(_find_separating_causes(findings, wrong, wrong | right))


def find_algorithm_failures(findings: Findings) -> Flags:
    """Return the failures in exact arithmetic, shape (n,).

    If none is known, return the unclassified failures that exceed the default tolerance
    or have no error size.
    """
    wrong = findings.any_wrong
    rule = np.asarray(wrong & (findings.rule == 1.0))
    if rule.any():
        return rule
    unknown = wrong & np.isnan(findings.rule)
    far = np.logical_or.reduce(
        [
            flags
            & ((findings.error_sizes[kind] > TOLERANCE) | (not kind.has_magnitude))
            for kind, flags in findings.wrong.items()
        ]
    )
    return np.asarray(unknown & far)


def _find_separating_causes(
    findings: Findings, wrong: Flags, relevant: Flags
) -> list[Cause]:
    listed_conditions, numbers = conditions(findings.cases), measures(findings.cases)
    causes: list[Cause] = []
    left = relevant.copy()
    while len(causes) < _MAX_CAUSES:
        condition = best_condition(listed_conditions, numbers, wrong, left)
        if condition is None or (condition.flags & left & wrong).sum() < _MIN_CASES:
            break
        if not causes and not _is_worth_reporting(condition.flags & left, wrong & left):
            break
        causes.append(_build_cause(findings, condition, wrong, left, first=not causes))
        left &= ~condition.flags
    return causes


def _is_worth_reporting(flags: Flags, wrong: Flags) -> bool:
    inside = int((flags & wrong).sum())
    precision, recall = inside / flags.sum(), inside / wrong.sum()
    only = recall >= _HIGH_RECALL_THRESHOLD and precision >= _MIN_PRECISION
    return bool(min(precision, recall) >= _MIN_FIT_RATIO or only)


def _hint(findings: Findings, word: str, wrong: Flags, relevant: Flags) -> str:
    """Return the deviation if it explains nearly all failures, else ""."""
    cases = findings.cases
    chosen = relevant & (cases.choice_flags[word] if word != TOUCH else cases.gap == 0)
    inside = int((chosen & wrong).sum())
    explains = inside >= _HINT_RECALL_THRESHOLD * (relevant & wrong).sum()
    return (
        word if explains and inside >= _HINT_PRECISION_THRESHOLD * chosen.sum() else ""
    )


def _build_cause(
    findings: Findings, one: Condition, wrong: Flags, relevant: Flags, *, first: bool
) -> Cause:
    inside_flags, outside_flags = one.flags & relevant, ~one.flags & relevant
    inside, kept_right = (
        int((inside_flags & wrong).sum()),
        int((outside_flags & ~wrong).sum()),
    )
    counts: dict[str, Any] = {
        "inside": inside,
        "there": int(inside_flags.sum()),
        "words": one.text,
        "kept": kept_right,
        "others": int(outside_flags.sum()),
    }
    elsewhere = message(
        "Elsewhere it fails in {inside:,} of {there:,} cases where {words}; correct in "
        "{kept:,} of the other {others:,}.",
        **counts,
    )
    sentence = message(
        "Of the rest, it fails in {inside:,} of {there:,} cases where {words}; correct "
        "in {kept:,} of the other {others:,}.",
        **counts,
    )
    if first:
        sentence = elsewhere = message(
            "Fails in {inside:,} of {there:,} cases where {words}; correct in {kept:,} "
            "of the other {others:,}.",
            **counts,
        )
    hint = _hint(findings, one.deviation, wrong, relevant) if one.deviation else ""
    return Cause(sentence, elsewhere, one.text, one.flags, hint, is_vague=one.is_vague)


def find_main_cause(findings: Findings, kind: FailureKind) -> Cause | None:
    """Return the cause of most of a kind's failures of the algorithm.

    It is None without one.
    """
    own_flags = findings.wrong[kind] & find_algorithm_failures(findings)
    causes = find_causes(findings)
    best = max(causes, key=lambda c: int((c.flags & own_flags).sum()), default=None)
    return best if best and (best.flags & own_flags).any() else None
