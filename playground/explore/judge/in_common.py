"""What the wrong answers of one kind have in common, in a sentence or two."""

import numpy as np

from playground.explore.judge.findings import Wrong
from playground.explore.judge.trial import Judgement

# Up to this part of the size float64 rounds, and near the edge much of float32.
_FLOAT64, _NEAR = 1e-13, 1e-3
# So many of them say what is typical; of exact touches rounding loses fewer than that.
_MOST, _ROUNDED = 0.9, 0.1
# Of fewer touches nothing is said.
_ENOUGH = 20
# A world this much smaller than most has tolerances of its own.
_SMALL = 1e-2

COMMAND = "add `--excuse {word}` if that is intended"
"""How a choice is excused for the command."""


def explained(judgement: Judgement, kind: Wrong, excuse: str = COMMAND) -> str:
    """Return what is told of a kind: rounding, a wrong rule, or what it is about.

    `excuse` says how to excuse a choice: `{word}` is its word, `{named}` its name.
    """
    if not kind.of_number:
        return _plain(judgement, kind) + _where(judgement, kind, -1.0, excuse)
    if kind.of_verdict:
        return _of_verdict(judgement, kind, excuse)
    widest = _widest(judgement, kind)
    about = "" if kind is Wrong.NORMAL else " of the scene's size"
    where = _where(judgement, kind, 0.0, excuse)
    return f"Off by up to {widest:.2g}{about}.{where}"


def _widest(judgement: Judgement, kind: Wrong) -> float:
    findings = judgement.findings
    return float(findings.off[kind][findings.widest(kind)])


def _plain(judgement: Judgement, kind: Wrong) -> str:
    words = judgement.findings.words
    listed = [words[i] for i in np.flatnonzero(judgement.findings.wrong[kind]).tolist()]
    most = max(dict.fromkeys(listed), key=listed.count)
    others = len(listed) - listed.count(most)
    more = f" ({listed.count(most)} times; {others} more in other words)"
    said = f"{most[:1].upper()}{most[1:]}{more if others else ''}"
    return f"{said}."


def _of_verdict(judgement: Judgement, kind: Wrong, excuse: str) -> str:
    widest, tolerance = _widest(judgement, kind), judgement.terms.tolerance
    lost, touches = judgement.exact_touches(kind)
    strict = (
        f" Of {touches} exact touches {lost} are lost: touching counts as a hit, but "
        "not always for this code."
    )
    if widest <= tolerance:
        said = f"All within {widest:.1e} of the scene's size"
        if touches >= _ENOUGH and lost > _ROUNDED * touches:
            return f"{said}.{strict}"
        return f"{said}: rounding, as in float{64 if widest <= _FLOAT64 else 32}."
    edge = strict if touches >= _ENOUGH and lost > _MOST * touches else ""
    where = _where(judgement, kind, tolerance, excuse)
    if widest <= _NEAR:
        return (
            f"Wrong only near the edge, by up to {widest:.1e} of the scene's size: "
            f"a lot of rounding, or a tolerance of its own.{where}{edge}"
        )
    return (
        f"Wrong by up to {100.0 * widest:.3g} % of the scene's size, so the rule "
        f"itself is wrong.{where}{edge}"
    )


def _where(judgement: Judgement, kind: Wrong, beyond: float, excuse: str) -> str:
    """Return what is common to those that are wrong by more than roundings."""
    findings, cases = judgement.findings, judgement.findings.cases
    flags = findings.wrong[kind] & (findings.off[kind] > beyond)
    count = int(flags.sum())
    if not count:
        return ""
    for word, chosen in cases.chosen.items():
        if (flags & chosen).sum() >= _MOST * count and chosen.mean() < 0.5:
            named = word.replace("_", " ")
            how = excuse.format(word=word, named=named)
            return f" All or nearly all of these: {named} ({how})."
    if cases.size[flags].max() < _SMALL * np.median(cases.size):
        return (
            f" Only where all lengths are below {cases.size[flags].max():.1g}: its "
            "tolerance does not scale with the scene."
        )
    return ""
