"""What the judge finds in real libraries: `python -m playground.bench.trials`.

Wrong is a verdict that is not the exact one, and a number off by more than 1e-6 of the
largest length; excused, what a library documents: its choices, and its tolerance, in
world units. In brackets: how many are wrong by more than some roundings of its numbers
too; not of times, of which a slanting path makes more than of a length.
"""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from playground.bench.table import table
from playground.explore.engines import ENGINES
from playground.explore.judge.cases import Flags
from playground.explore.judge.code_process import AskedCode, CodeError
from playground.explore.judge.families import Family
from playground.explore.judge.findings import Wrong
from playground.explore.judge.trial import Judgement, Terms, asked_in, judge
from playground.scene.scene import Entry
from scenes import SCENES

_CASES = 4000
# So many roundings, of numbers as large as the largest length, promise nothing better.
_ROUNDINGS = 16
_PLACES = (Wrong.POINT, Wrong.NORMAL, Wrong.DISTANCE)
_NO_WINDOW = [Family.FAR, Family.TINY, Family.HUGE]
_FAILURES = (Wrong.NAN, Wrong.CRASH, Wrong.NONSENSE, Wrong.SLOW)


@dataclass(frozen=True)
class LibraryResult:
    """What was found in one library for one scene; in brackets, beyond rounding."""

    library: str
    numbers: str
    tolerance: float | None
    scene: str
    cases: int
    excused: int
    hit_lost: str
    hit_made: str
    time: int
    place: str
    failed: int
    widest_gap: float | None
    """Of a wrong verdict, where all is of the size of a window."""


def trials(
    entries: Sequence[Entry], count: int = _CASES, seed: int = 0
) -> tuple[list[LibraryResult], list[str]]:
    """Try every library that is installed in every scene that it can be asked.

    Return what was found, and what each library says of itself.
    """
    found: list[LibraryResult] = []
    told: dict[str, None] = {}
    for name in ENGINES:
        for entry in entries:
            query = asked_in(entry).query
            assert query is not None
            with AskedCode.named(f"engine:{name}", query.name) as code:
                try:
                    judgement = judge(entry, code, Terms(count, seed))
                except CodeError:  # it is not there, or cannot be asked that
                    continue
            found.append(_trial(judgement))
            told[_told(code.about.told)] = None
    return found, list(told)


def _told(said: Mapping[str, Any]) -> str:
    name, version, numbers = (said[key] for key in ("NAME", "VERSION", "NUMBERS"))
    return f"{name} {version}: {numbers}; tolerance: {said['TOLERANCE']}"


@np.errstate(over="ignore")  # an answer may be any number
def _trial(judgement: Judgement) -> LibraryResult:
    said, findings = judgement.code.about.told, judgement.findings
    size, eps = findings.cases.size, np.finfo(said["NUMBERS"]).eps
    promised = judgement.slop + _ROUNDINGS * float(eps) * size

    def counted(*kinds: Wrong) -> str:
        """Return how many are wrong so, and how many by more than rounding."""
        wrong = _any(findings.wrong[k] for k in kinds)
        more = [findings.wrong[k] & (findings.off[k] * size > promised) for k in kinds]
        return f"{wrong.sum()} ({_any(more).sum()})" if wrong.any() else "0"

    verdicts = findings.wrong[Wrong.LOST] | findings.wrong[Wrong.MADE]
    verdicts &= ~np.isin(findings.cases.family, _NO_WINDOW)
    gaps = np.abs(findings.cases.gap)[verdicts]
    return LibraryResult(
        said["NAME"],
        said["NUMBERS"],
        judgement.slop or None,
        judgement.entry.title,
        int(findings.asked.sum()),
        int(findings.excused.sum()),
        counted(Wrong.LOST),
        counted(Wrong.MADE),
        int(findings.wrong[Wrong.TIME].sum()),
        counted(*_PLACES),
        int(_any(findings.wrong[kind] for kind in _FAILURES).sum()),
        float(gaps.max()) if len(gaps) else None,
    )


def _any(flags: Iterable[Flags]) -> Flags:
    return np.asarray(np.logical_or.reduce(list(flags)))


def main() -> None:
    """Print the table, and what each library says of itself."""
    parser = argparse.ArgumentParser(prog="python -m playground.bench.trials")
    parser.add_argument("--cases", type=int, default=_CASES)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    found, told = trials(SCENES, options.cases, options.seed)
    if not found:
        parser.error(
            "no library is installed: pip install geometry-playground[engines]"
        )
    print(table(found), "", *told, sep="\n")


if __name__ == "__main__":
    main()
