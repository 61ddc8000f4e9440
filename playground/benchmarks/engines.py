"""What the judge finds in real engines: `playground bench engines`.

Wrong is a verdict that is not the exact one, and a number off by more than 1e-6 of the
largest length. Of that, what an engine's contract says is counted apart. In brackets:
how many are wrong by more than some roundings of its numbers too; not of times, of
which a slanting path makes more than of a length.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np

from playground.benchmarks.results import table
from playground.judge.cases.case_set import Flags
from playground.judge.cases.generators import Family, cases_of
from playground.judge.engines.contracts import CONTRACTS, ENGINES
from playground.judge.engines.manual import manual
from playground.judge.evaluation import Judgement, Terms, asked_in, judge
from playground.judge.findings import Wrong
from playground.judge.runner.code_runner import AskedCode
from playground.judge.runner.protocol import CodeError
from playground.scene.scene import Entry

_CASES = 4000
_BEGIN, _END = "<!-- made by `playground bench engines` -->", "<!-- end -->"
_INSTALL = (
    "no engine is installed: pip install 'geometry-playground[engines]', "
    "npm install planck box2d3-wasm jolt-physics"
)
# So many roundings, of numbers as large as the largest length, promise nothing better.
_ROUNDINGS = 16
_PLACES = (Wrong.POINT, Wrong.NORMAL, Wrong.DISTANCE)
_NO_WINDOW = [Family.FAR, Family.TINY, Family.HUGE]
_FAILURES = (Wrong.NAN, Wrong.CRASH, Wrong.NONSENSE, Wrong.SLOW)


@dataclass(frozen=True)
class EngineResult:
    """What was found in one engine for one scene; in brackets, beyond rounding."""

    engine: str
    scene: str
    cases: int
    not_taken: int
    by_contract: int
    hit_lost: str
    hit_made: str
    time: int
    place: str
    failed: int
    widest_gap: float | None
    """Of a wrong verdict, where all is of the size of a window."""


class NoEngineError(Exception):
    """There is no engine to be asked, and how to install one."""


def trials(
    entries: Sequence[Entry],
    count: int = _CASES,
    seed: int = 0,
    engines: Sequence[str] = ENGINES,
) -> tuple[list[EngineResult], list[str]]:
    """Try engines that are installed in every scene that they can be asked.

    Return what was found, and the name and version of each.
    """
    found: list[EngineResult] = []
    told: dict[str, None] = {}
    for name in engines:
        for entry in entries:
            scene = asked_in(entry)
            assert scene.query is not None
            with AskedCode.named(f"engine:{name}", scene.query.name) as code:
                try:
                    judgement = judge(entry, code, Terms(count, seed))
                except CodeError:  # it is not there, or cannot be asked that
                    continue
            found.append(_trial(judgement, len(cases_of(scene, count, seed))))
            told[f"{code.about.told['NAME']} {code.about.told['VERSION']}"] = None
    return found, list(told)


def report(entries: Sequence[Entry], count: int = _CASES, seed: int = 0) -> str:
    """Return the contracts of the engines and what was found, in Markdown.

    Raises
    ------
    NoEngineError
        None is installed.
    """
    found, told = trials(entries, count, seed)
    if not found:
        raise NoEngineError(_INSTALL)
    when = f"{date.today():%d %B %Y}, {count:,} cases, seed {seed}: {'; '.join(told)}."
    names = {result.engine for result in found}
    missing = [c.name for c in CONTRACTS.values() if c.name not in names]
    if missing:
        when += f" Not installed: {', '.join(missing)}."
    return "\n".join([manual(), "### What the judge found", "", when, "", table(found)])


def put_into(path: Path, text: str) -> None:
    """Write a report to a file, in the place of the one before if it has one."""
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    before, begin, rest = old.partition(_BEGIN)
    after = rest.partition(_END)[2] if begin else "\n"
    made = f"{_BEGIN}\n\n{text}\n\n{_END}"
    path.write_text(before + made + after, encoding="utf-8")


@np.errstate(over="ignore")  # an answer may be any number
def _trial(judgement: Judgement, drawn: int) -> EngineResult:
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
    return EngineResult(
        said["NAME"],
        judgement.entry.title,
        int(findings.asked.sum()),
        drawn - len(findings.cases),
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
