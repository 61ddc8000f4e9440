"""What the wrong answers of one kind have in common, in a sentence or two."""

import re
from collections.abc import Iterable

import numpy as np

from playground.explore.judge.cases import Flags
from playground.explore.judge.causes.cause import (
    FURTHER,
    by_rule,
    cause_of_kind,
    causes_of,
)
from playground.explore.judge.causes.nature import WrongNature, nature
from playground.explore.judge.findings import ROUNDABLE, ROUNDING, Wrong
from playground.explore.judge.shrink import Smallest
from playground.explore.judge.trial import Judgement

# Up to this part of the size float64 rounds.
_FLOAT64 = 1e-13
# An ulp of float64, as a part of the size.
_ULP = 2.0**-52
# Within so many of them a wrong answer may well be rounding; it is said, not decided.
_FEW = 16.0

# A word with other signs within.
_NAME = re.compile(r"\w*[._]\w")

COMMAND = "add `--excuse {word}` if that is intended"
"""How a choice is excused for the command."""

_ORDER = (WrongNature.RULE, WrongNature.UNKNOWN, WrongNature.ROUNDING)


def explained(judgement: Judgement, kind: Wrong, excuse: str = COMMAND) -> str:
    """Return what is told of a kind: a wrong rule and its cause, or rounding.

    `excuse` says how to excuse a choice: `{word}` is its word, `{named}` its name.
    """
    findings = judgement.findings
    what = _plain(judgement, kind) if not kind.of_number else ""
    told = nature(findings, kind)
    if told is WrongNature.ROUNDING:
        return _joined(what, _rounded(judgement, kind))
    cause = _cause(judgement, kind, excuse)
    if told is WrongNature.UNKNOWN:
        off = _off(judgement, kind, findings.wrong[kind]) if kind.of_number else ""
        return _joined(what, off, cause, _evidence(judgement, kind))
    rule = findings.wrong[kind] & (findings.rule == 1.0)
    off = _off(judgement, kind, rule) if kind.of_number else ""
    rounded = int((findings.wrong[kind] & (findings.rule == 0.0)).sum())
    less = f"{rounded:,} more are rounding." if rounded else ""
    said = "Wrong in true numbers too, so the rule itself is wrong."
    return _joined(what, said, cause, off, less)


def rules_first(judgement: Judgement, found: Iterable[Smallest]) -> list[Smallest]:
    """Return the kinds with those first that come of a wrong rule, rounding last."""
    return sorted(
        found, key=lambda one: _ORDER.index(nature(judgement.findings, one.kind))
    )


def rounding(judgement: Judgement, excuse: str = COMMAND) -> str:
    """Return one line about the kinds that are nothing but rounding; "" if none is."""
    findings = judgement.findings
    kinds = [k for k in findings.kinds() if nature(findings, k) is WrongNature.ROUNDING]
    if not kinds:
        return ""
    listed = ", ".join(f"{k}: {int(findings.wrong[k].sum()):,}" for k in kinds)
    widest = max(kinds, key=lambda kind: _widest(judgement, kind, findings.wrong[kind]))
    how = excuse.format(word=ROUNDING, named=ROUNDING)
    said = _rounded(judgement, widest).removesuffix(".")
    return f"Rounding ({listed}). {said} ({how})."


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def _widest(judgement: Judgement, kind: Wrong, among: Flags) -> float:
    return float(judgement.findings.off[kind][among].max())


def _plain(judgement: Judgement, kind: Wrong) -> str:
    words = judgement.findings.words
    listed = [words[i] for i in np.flatnonzero(judgement.findings.wrong[kind]).tolist()]
    most = max(dict.fromkeys(listed), key=listed.count)
    others = len(listed) - listed.count(most)
    more = f" ({listed.count(most)} times; {others} more in other words)"
    # A name is as somebody has written it.
    begin = most if _NAME.match(most) else f"{most[:1].upper()}{most[1:]}"
    return f"{begin}{more if others else ''}."


def _rounded(judgement: Judgement, kind: Wrong) -> str:
    said = "Right in true numbers"
    if not kind.of_verdict:
        return f"{said}: rounding."
    widest = _widest(judgement, kind, judgement.findings.wrong[kind])
    # What is subtracted from nearly the same loses so many digits in float64 too.
    more = "" if widest <= _FLOAT64 else " where numbers cancel, or as in float32"
    return (
        f"{said}, and within {widest:.1e} of the scene's size: rounding, as in "
        f"float64{more}."
    )


def _off(judgement: Judgement, kind: Wrong, among: Flags) -> str:
    """Return by how much these are wrong."""
    widest = _widest(judgement, kind, among)
    if kind.of_verdict and widest == 0.0:
        return "All of them touch exactly."
    about = "" if kind is Wrong.NORMAL else " of the scene's size"
    return f"Off by up to {widest:.2g}{about}."


def _cause(judgement: Judgement, kind: Wrong, excuse: str) -> str:
    if not judgement.answered:
        return ""
    findings = judgement.findings
    cause, found = cause_of_kind(findings, kind), causes_of(findings)
    if cause is None:
        return "" if found else "No simple condition tells them from the right answers."
    said = cause.sentence
    if cause.excuse:
        how = excuse.format(word=cause.excuse, named=cause.excuse.replace("_", " "))
        said = f"{said.removesuffix('.')} ({how})."
    # What is told next goes on from the first one.
    following = found[1:2] if cause is found[0] else ()
    if cause is not found[0]:
        said = said.replace(FURTHER, "Elsewhere it is wrong", 1)
    own = findings.wrong[kind] & by_rule(findings) & ~cause.flags
    more = (one.sentence for one in following if (one.flags & own).any())
    return _joined(said, *more)


def _evidence(judgement: Judgement, kind: Wrong) -> str:
    """Return what speaks for a rule or for rounding where the code cannot be asked."""
    findings, wrong = judgement.findings, judgement.findings.wrong[kind]
    if kind not in ROUNDABLE or not judgement.answered:
        return ""
    said = (
        "Whether that is a rule or rounding is not known: this code cannot be asked in "
        "true numbers."
    )
    if not kind.of_verdict:
        return said
    near = int((findings.off[kind][wrong] <= _FEW * _ULP).sum())
    families = dict.fromkeys(findings.cases.family[wrong].tolist())
    lost, touches = judgement.exact_touches(kind)
    flickers = (
        f" Exact touches that are wrong: {lost:,} of {touches:,}." if lost else ""
    )
    return (
        f"{said} {near:,} of {int(wrong.sum()):,} are within {_FEW:g} units in the "
        f"last place of the edge; families: {', '.join(families)}.{flickers}"
    )
