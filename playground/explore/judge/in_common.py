"""What the wrong answers of one kind have in common, in a sentence or two."""

import re
from collections import Counter
from collections.abc import Callable, Iterable

import numpy as np

from playground.explore.judge.cases import Flags
from playground.explore.judge.causes.cause import by_rule, cause_of_kind, causes_of
from playground.explore.judge.causes.nature import WrongNature, nature
from playground.explore.judge.findings import ROUNDABLE, ROUNDING, Wrong
from playground.explore.judge.shrink import Smallest
from playground.explore.judge.trial import Judgement
from playground.language import capital, in_english, listed, message, sentences

# Up to this part of the size float64 rounds.
_FLOAT64 = 1e-13
# An ulp of float64, as a part of the size.
_ULP = 2.0**-52
# Within so many of them a wrong answer may well be rounding; it is said, not decided.
_FEW = 16.0

# A word with other signs within.
_NAME = re.compile(r"\w*[._]\w")

Excuse = Callable[[str], str]
"""Tells by its word how a choice is excused: "add `--excuse touch` ..."."""

_ORDER = (WrongNature.RULE, WrongNature.UNKNOWN, WrongNature.ROUNDING)


def explained(judgement: Judgement, kind: Wrong, excuse: Excuse | None = None) -> str:
    """Return what is told of a kind: a wrong rule and its cause, or rounding.

    `excuse` says how to excuse a choice, by its word; for the command by default.
    """
    findings = judgement.findings
    what = _plain(judgement, kind) if not kind.of_number else ""
    told = nature(findings, kind)
    if told is WrongNature.ROUNDING:
        return sentences(what, _rounded(judgement, kind))
    cause = _cause(judgement, kind, excuse or _by_option)
    if told is WrongNature.UNKNOWN:
        off = _off(judgement, kind, findings.wrong[kind]) if kind.of_number else ""
        return sentences(what, off, cause, *_evidence(judgement, kind))
    rule = findings.wrong[kind] & (findings.rule == 1.0)
    off = _off(judgement, kind, rule) if kind.of_number else ""
    rounded = int((findings.wrong[kind] & (findings.rule == 0.0)).sum())
    less = message("{count:,} more are rounding.", count=rounded) if rounded else ""
    said = message("Wrong in true numbers too, so the rule itself is wrong.")
    return sentences(what, said, cause, off, less)


def rules_first(judgement: Judgement, found: Iterable[Smallest]) -> list[Smallest]:
    """Return the kinds with those first that come of a wrong rule, rounding last."""
    return sorted(
        found, key=lambda one: _ORDER.index(nature(judgement.findings, one.kind))
    )


def rounding(judgement: Judgement, excuse: Excuse | None = None) -> str:
    """Return one line about the kinds that are nothing but rounding; "" if none is."""
    findings = judgement.findings
    kinds = [k for k in findings.kinds() if nature(findings, k) is WrongNature.ROUNDING]
    if not kinds:
        return ""
    counts = [
        message("{kind}: {count:,}", kind=k, count=int(findings.wrong[k].sum()))
        for k in kinds
    ]
    widest = max(kinds, key=lambda kind: _widest(judgement, kind, findings.wrong[kind]))
    which = message("Rounding ({kinds}).", kinds=listed(counts, ","))
    return sentences(
        which, _hinted(_rounded(judgement, widest), excuse or _by_option, ROUNDING)
    )


def mostly(judgement: Judgement, kind: Wrong) -> tuple[str, int, int]:
    """Return what was said most often by these, how often, and how much else was."""
    words = judgement.findings.words
    said = [words[i] for i in np.flatnonzero(judgement.findings.wrong[kind]).tolist()]
    most, count = Counter(said).most_common(1)[0]
    return most, count, len(said) - count


def _widest(judgement: Judgement, kind: Wrong, among: Flags) -> float:
    return float(judgement.findings.off[kind][among].max())


def _plain(judgement: Judgement, kind: Wrong) -> str:
    most, count, others = mostly(judgement, kind)
    # A name is as somebody has written it.
    begin = most if _NAME.match(most) else capital(most)
    if not others:
        return message("{text}.", text=begin)
    return message(
        "{text} ({count} times; {others} more in other words).",
        text=begin,
        count=count,
        others=others,
    )


def _rounded(judgement: Judgement, kind: Wrong) -> str:
    if not kind.of_verdict:
        return message("Right in true numbers: rounding.")
    widest = _widest(judgement, kind, judgement.findings.wrong[kind])
    if widest <= _FLOAT64:
        return message(
            "Right in true numbers, and within {part:.1e} of the scene's size: "
            "rounding, as in float64.",
            part=widest,
        )
    # What is subtracted from nearly the same loses so many digits in float64 too.
    return message(
        "Right in true numbers, and within {part:.1e} of the scene's size: rounding, "
        "as in float64 where numbers cancel, or as in float32.",
        part=widest,
    )


def _off(judgement: Judgement, kind: Wrong, among: Flags) -> str:
    """Return by how much these are wrong."""
    widest = _widest(judgement, kind, among)
    if kind.of_verdict and widest == 0.0:
        return message("All of them touch exactly.")
    if kind is Wrong.NORMAL:
        return message("Off by up to {widest:.2g}.", widest=widest)
    return message("Off by up to {widest:.2g} of the scene's size.", widest=widest)


def _by_option(word: str) -> str:
    option = f"--excuse {word}"
    return message("add `{option}` if that is intended", option=option)


def _cause(judgement: Judgement, kind: Wrong, excuse: Excuse) -> str:
    if not judgement.answered:
        return ""
    findings = judgement.findings
    cause, found = cause_of_kind(findings, kind), causes_of(findings)
    if cause is None:
        if found:
            return ""
        return message("No simple condition tells them from the right answers.")
    said = cause.sentence if cause is found[0] else cause.elsewhere
    if cause.excuse:
        said = _hinted(said, excuse, cause.excuse)
    # What is told next goes on from the first one.
    following = found[1:2] if cause is found[0] else ()
    own = findings.wrong[kind] & by_rule(findings) & ~cause.flags
    more = (one.sentence for one in following if (one.flags & own).any())
    return sentences(said, *more)


def _hinted(said: str, excuse: Excuse, word: str) -> str:
    """Return a sentence with how what it tells is excused."""
    # Only in English its full stop goes behind what is in brackets.
    why = in_english(said.removesuffix("."), said)
    return message("{why} ({how}).", why=why, how=excuse(word))


def _evidence(judgement: Judgement, kind: Wrong) -> list[str]:
    """Return what speaks for a rule or for rounding where the code cannot be asked."""
    findings, wrong = judgement.findings, judgement.findings.wrong[kind]
    if kind not in ROUNDABLE or not judgement.answered:
        return []
    said = message(
        "Whether that is a rule or rounding is not known: this code cannot be asked in "
        "true numbers."
    )
    if not kind.of_verdict:
        return [said]
    near = int((findings.off[kind][wrong] <= _FEW * _ULP).sum())
    families = dict.fromkeys(findings.cases.family[wrong].tolist())
    lost, touches = judgement.exact_touches(kind)
    edge = message(
        "{near:,} of {count:,} are within {few:g} units in the last place of the edge; "
        "families: {families}.",
        near=near,
        count=int(wrong.sum()),
        few=_FEW,
        families=listed(families, ","),
    )
    if not lost:
        return [said, edge]
    flickers = message(
        "Exact touches that are wrong: {count:,} of {touches:,}.",
        count=lost,
        touches=touches,
    )
    return [said, edge, flickers]
