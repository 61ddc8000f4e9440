"""Evaluation of real engines by the judge: `playground bench engines`.

Verdicts are wrong if they are not exact, numbers if they are off by more than 1e-6 of
the largest length. Deviations permitted by an engine's contract are counted apart.
Numbers in brackets count errors larger than 16 roundings; not for times, whose error
depends on the angle of the path.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

import numpy as np

from playground.benchmarks.benchmark_results import format_table
from playground.judge.cases.generators import CaseCategory, generate_cases
from playground.judge.engines.contracts import CONTRACTS, Contract, QueryContract, Quote
from playground.judge.evaluation import (
    EvaluationOptions,
    EvaluationRun,
    evaluate_code,
    scene_with_query,
)
from playground.judge.findings import FailureKind
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.protocol import CodeError
from playground.quick_dataclass import dataclass
from playground.scene.scene import SceneEntry

_CASE_COUNT = 4000
_BEGIN_MARK, _END_MARK = "<!-- made by `playground bench engines` -->", "<!-- end -->"
_NO_ENGINE_TEXT = (
    "no engine is installed: pip install 'geometry-playground[engines]', "
    "npm install planck box2d3-wasm jolt-physics"
)
# Errors up to this many roundings, at the size of the largest length, are acceptable.
_MAX_ROUNDINGS = 16
_GEOMETRY_KINDS = (FailureKind.POINT, FailureKind.NORMAL, FailureKind.DISTANCE)
_EXTREME_CATEGORIES = [CaseCategory.FAR, CaseCategory.TINY, CaseCategory.HUGE]
_FAILURE_KINDS = (
    FailureKind.NAN,
    FailureKind.CRASH,
    FailureKind.NONSENSE,
    FailureKind.SLOW,
)


@dataclass(frozen=True)
class EngineResult:
    """Wrong answers of one engine in one scene.

    Attributes
    ----------
    engine, scene : str
        Names of the engine and of the scene.
    cases : int
        Evaluated cases.
    not_taken : int
        Cases that the engine does not support.
    by_contract : int
        Deviations that its contract permits.
    missed_hit, phantom_hit, place : str
        Wrong verdicts, and wrong points, normals and distances; in brackets those
        beyond rounding.
    time : int
        Wrong times.
    failed : int
        Cases without a usable answer.
    widest_gap : float or None
        Largest clearance of a wrong verdict in metres, except in far, tiny and huge
        cases; None for none.
    """

    engine: str
    scene: str
    cases: int
    not_taken: int
    by_contract: int
    missed_hit: str
    phantom_hit: str
    time: int
    place: str
    failed: int
    widest_gap: float | None


class NoEngineError(Exception):
    """Raised if no engine is installed; the message says how to install one."""


def evaluate_engines(
    entries: Sequence[SceneEntry],
    count: int = _CASE_COUNT,
    engines: Iterable[str] = CONTRACTS,
) -> tuple[list[EngineResult], list[str]]:
    """Evaluate the installed engines in every scene that they support.

    Parameters
    ----------
    entries : sequence of SceneEntry
        The scenes.
    count : int
        Approximate number of cases.
    engines : iterable of str
        Names of engines.

    Returns
    -------
    tuple of list of EngineResult, list of str
        The results, and name and version of each engine.
    """
    results: list[EngineResult] = []
    notes: dict[str, None] = {}
    for name in engines:
        for entry in entries:
            scene = scene_with_query(entry)
            assert scene.query is not None
            try:
                with CodeRunner.from_target(f"engine:{name}", scene.query.name) as code:
                    judgement = evaluate_code(entry, code, EvaluationOptions(count))
            except CodeError:  # not installed, or not supported
                continue
            results.append(
                _summarize_run(judgement, len(generate_cases(scene, count, 0)))
            )
            notes[
                f"{code.header.metadata['NAME']} {code.header.metadata['VERSION']}"
            ] = None
    return results, list(notes)


def report(entries: Sequence[SceneEntry]) -> str:
    """Return the engines' contracts and results in Markdown.

    Raises
    ------
    NoEngineError
        No engine is installed.
    """
    results, notes = evaluate_engines(entries)
    if not results:
        raise NoEngineError(_NO_ENGINE_TEXT)
    when = (
        f"{date.today():%d %B %Y}, {_CASE_COUNT:,} cases, seed 0: {'; '.join(notes)}."
    )
    names = {result.engine for result in results}
    missing = [c.name for c in CONTRACTS.values() if c.name not in names]
    if missing:
        when += f" Not installed: {', '.join(missing)}."
    return "\n".join(
        [manual(), "### What the judge found", "", when, "", format_table(results)]
    )


def insert_report(path: Path, text: str) -> None:
    """Write a report into a file, replacing an earlier one.

    Without an earlier one it is added at the end.

    Raises
    ------
    OSError
        The file cannot be written.
    """
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    text_before, begin, text_from_mark = old.partition(_BEGIN_MARK)
    text_after = text_from_mark.partition(_END_MARK)[2] if begin else "\n"
    block = f"{_BEGIN_MARK}\n\n{text}\n\n{_END_MARK}"
    path.write_text(text_before + block + text_after, encoding="utf-8")


@np.errstate(over="ignore")  # answers may be huge
def _summarize_run(judgement: EvaluationRun, drawn: int) -> EngineResult:
    metadata, findings = judgement.code.header.metadata, judgement.findings
    size, eps = findings.cases.size, np.finfo(metadata["NUMBERS"]).eps
    promised_error = judgement.code.header.slop + _MAX_ROUNDINGS * float(eps) * size

    def count_wrong(*kinds: FailureKind) -> str:
        """Return the number of wrong answers, then of those beyond rounding."""
        wrong = findings.wrong_in(kinds)
        more = [
            findings.wrong[k] & (findings.error_sizes[k] * size > promised_error)
            for k in kinds
        ]
        beyond_count = np.logical_or.reduce(more).sum()
        return f"{wrong.sum()} ({beyond_count})" if wrong.any() else "0"

    verdicts = findings.wrong_verdict
    verdicts &= ~np.isin(findings.cases.category, _EXTREME_CATEGORIES)
    gaps = np.abs(findings.cases.gap)[verdicts]
    return EngineResult(
        metadata["NAME"],
        judgement.entry.title,
        int(findings.is_evaluated.sum()),
        drawn - len(findings.cases),
        int(findings.is_allowed_deviation.sum()),
        count_wrong(FailureKind.MISSED_HIT),
        count_wrong(FailureKind.PHANTOM_HIT),
        int(findings.wrong[FailureKind.TIME].sum()),
        count_wrong(*_GEOMETRY_KINDS),
        int(findings.wrong_in(_FAILURE_KINDS).sum()),
        float(gaps.max()) if len(gaps) else None,
    )


# ----------------------------------------------------------------------------
# The contracts in Markdown.
# ----------------------------------------------------------------------------


_HEAD = ("asked for", "by", "where the start is inside", "off by", "only above 0")


def manual() -> str:
    """Return the contracts of all engines in Markdown."""
    parts = (line for contract in CONTRACTS.values() for line in _contract(contract))
    return "\n".join(parts)


def _contract(contract: Contract) -> Iterator[str]:
    yield f"### {contract.name}"
    yield ""
    limit = "" if contract.within == float("inf") else f", up to {contract.within:g}"
    yield f"`{contract.install}`; {contract.numbers}{limit}."
    yield ""
    yield _row(_HEAD)
    yield _row(["---"] * len(_HEAD))
    for function, meaning in contract.queries.items():
        yield _row(_query_cells(function, meaning))
    yield ""
    sources = [
        *contract.sources,
        *(
            source
            for meaning in contract.queries.values()
            for source in meaning.sources
        ),
    ]
    for source in sources:
        yield _source(source)
    yield ""


def _query_cells(function: str, meaning: QueryContract) -> list[str]:
    offset = f"{meaning.off:g}" if meaning.off else ""
    inside = str(meaning.inside or "")
    return [f"`{function}`", meaning.asks, inside, offset, ", ".join(meaning.above_0)]


def _row(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _source(source: Quote) -> str:
    return f"- “{source.says}” ({source.where})"
