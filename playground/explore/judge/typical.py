"""A wrong answer as most of its kind are: clearly wrong, and nothing special in it."""

import numpy as np

from playground.explore.judge.families import Family
from playground.explore.judge.findings import Findings, Wrong
from playground.explore.judge.plain_numbers import cost_of, numbers_of
from playground.explore.judge.trial import Judgement

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
