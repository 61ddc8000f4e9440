"""Why a rule is wrong, in a sentence with its counts."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from playground.explore.judge.cases import Flags
from playground.explore.judge.causes.as_if import as_if
from playground.explore.judge.causes.conditions import best_condition
from playground.explore.judge.causes.features import Condition, conditions, measures
from playground.explore.judge.findings import TOLERANCE, TOUCH, Findings, Wrong
from playground.language import message

# So many causes are told, each of what the earlier ones leave; of fewer cases none.
_MOST, _FEWEST = 3, 3
# A condition is a cause that holds for so many of the wrong answers and is right so
# often; or for nearly all of them, if it is right less often.
_TOLD, _ONLY, _SOME = 0.5, 0.97, 0.15
# A choice is hinted at where it explains so many of the wrong answers, and so many of
# its cases are wrong.
_HINTED, _HELD = 0.9, 0.7


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
