"""The verdict on user code: the content of its report in any form."""

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from importlib.metadata import PackageNotFoundError, version
from typing import Any, TypeVar

import numpy as np

from playground.i18n import capitalize, join_sentences, message
from playground.judge.baseline import SCHEMA_VERSION, BaselineComparison, mistakes
from playground.judge.cases.generators import CaseCategory
from playground.judge.code_template import returns_text
from playground.judge.diagnosis.conditions import find_main_cause
from playground.judge.diagnosis.faulty_line import find_faulty_line_number
from playground.judge.diagnosis.rounding import FailureCause, classify_failure
from playground.judge.evaluation import EvaluationOutcome, EvaluationRun
from playground.judge.findings import FailureKind
from playground.judge.report.sentences import (
    DeviationHint,
    collect_notes,
    explain_failures,
    find_common_reason,
    format_call,
    lead_sentence,
    option_hint,
    pointer_sentence,
    rounding_summary,
)
from playground.judge.report.wording import answer_sentence
from playground.judge.shrink import ShrunkCase, find_typical_failure
from playground.quick_dataclass import dataclass

T = TypeVar("T")
_NATURE_ORDER = (FailureCause.ALGORITHM, FailureCause.UNKNOWN, FailureCause.ROUNDING)
# Fields that are displayed, but left out of the JSON.
_NOT_IN_JSON = {
    *("label", "worst_call", "is_new", "title", "lead", "line"),
    *("returns", "rounding", "notes", "printed", "metadata", "seconds"),
}


@dataclass(frozen=True)
class FailureExample:
    """A case with a wrong answer.

    Attributes
    ----------
    arguments : mapping
        The query's arguments, as plain numbers and tuples.
    call : str
        The query as a call of the core's function.
    told : str
        The answer and the exact result, without a full stop.
    label : str
        Its heading, such as "Smallest case:".
    """

    arguments: Mapping[str, Any]
    call: str
    told: str
    label: str


@dataclass(frozen=True)
class KindVerdict:
    """Verdict on the failures of one kind.

    Attributes
    ----------
    kind : FailureKind
        The kind.
    nature : FailureCause
        Whether the algorithm or rounding causes it, if known.
    count : int
        Number of answers that fail in this way.
    cause : str or None
        The cause in short; None if it is not known, or rounding.
    explained : str
        The sentences about the cause.
    smallest : FailureExample
        The shrunk case.
    typical : FailureExample or None
        A typical case, if it differs from the shrunk one.
    worst_call : str
        The case with the largest error; "" for kinds without an error size.
    """

    kind: FailureKind
    count: int
    nature: FailureCause
    cause: str | None
    explained: str
    smallest: FailureExample
    typical: FailureExample | None
    worst_call: str


@dataclass(frozen=True)
class CategoryVerdict:
    """Counts of a category's cases and failures.

    Attributes
    ----------
    category : CaseCategory
        The category.
    cases, asked, wrong : int
        Number of cases, of evaluated ones, and of wrong answers.
    kinds : mapping
        Number of wrong answers by failure kind.
    is_new : bool
        Whether any of them is not in the baseline.
    """

    category: CaseCategory
    cases: int
    asked: int
    wrong: int
    kinds: Mapping[str, int]
    is_new: bool


@dataclass(frozen=True)
class EvaluationVerdict:
    """The content of a report; the judge's README describes its JSON.

    Attributes
    ----------
    title : str
        The scene's title.
    lead : str
        The main failure, or why nothing was evaluated; "" for neither.
    line : int
        The faulty line of the main failure; 0 if unknown.
    returns : str
        The answers that are understood.
    rounding : str
        One line about the kinds caused by rounding alone; "" if there are none.
    notes : tuple of str
        Further facts, in sentences.
    printed : tuple of str
        The first lines that the code printed.
    metadata : mapping
        The contract and the version of an engine; empty for other code.
    seconds : float
        Time that answering took, in seconds.
    """

    schema: int
    playground: str | None
    outcome: EvaluationOutcome
    exit_code: int
    verdict: str
    scene: str
    function: str
    code: str
    seed: int
    tolerance: float
    min_answered: float
    allow: tuple[str, ...]
    fixed: Mapping[str, Any]
    cases: int
    asked: int
    answered: int
    wrong: int
    allowed: int
    categories: tuple[CategoryVerdict, ...]
    unasked: tuple[Mapping[str, Any], ...]
    kinds: tuple[KindVerdict, ...]
    mistakes: tuple[Mapping[str, Any], ...]
    baseline: Mapping[str, Any] | None
    title: str
    lead: str
    line: int
    returns: str
    rounding: str
    notes: tuple[str, ...]
    printed: tuple[str, ...]
    metadata: Mapping[str, Any]
    seconds: float

    @property
    def lines(self) -> list[str]:
        """The headline: the main failure and line, the counts, the shrunk case.

        The case is replaced by the accepted answers where those given are not
        understood, and by the option that allows rounding where nothing else is wrong.
        """
        main = self.main_kind
        # The lead of these kinds has the line number already.
        has_line = main and main.kind in (FailureKind.CRASH, FailureKind.SLOW)
        place_sentence = "" if has_line else pointer_sentence(self.line)
        lead = join_sentences(self.lead, place_sentence) if self.lead else ""
        lines = [lead, message("{text}.", text=capitalize(self.verdict))]
        if main and main.kind is FailureKind.NONSENSE:
            lines.append(self.returns)
        elif main:
            case = main.smallest
            sentence = message(
                "Smallest case: {case}: {told}.", case=case.call, told=case.told
            )
            lines.append(sentence)
        elif self.rounding:
            lines.append(self.rounding)
        return [*filter(None, lines)]

    @property
    def kinds_by_nature(self) -> list[KindVerdict]:
        """The kinds, those of a wrong algorithm first, rounding last."""
        return sort_by_nature(self.kinds, lambda one: one.nature)

    @property
    def main_kind(self) -> KindVerdict | None:
        """The most important kind; None if nothing but rounding is wrong."""
        return _find_main_kind(self.kinds)

    def as_json(self) -> str:
        """Return the verdict as JSON text."""
        serialized = asdict(
            self, dict_factory=lambda x: {n: v for n, v in x if n not in _NOT_IN_JSON}
        )
        return json.dumps(_finite(serialized), indent=2, allow_nan=False) + "\n"


def collect_verdict(
    judgement: EvaluationRun,
    found: Sequence[ShrunkCase],
    comparison: BaselineComparison | None = None,
    hint: DeviationHint = option_hint,
) -> EvaluationVerdict:
    """Return the verdict on an evaluation run.

    Parameters
    ----------
    judgement : EvaluationRun
        The run.
    found : sequence of ShrunkCase
        The shrunk case of each failure kind.
    comparison : BaselineComparison, optional
        The comparison with a baseline; without it every mistake is new.
    hint : callable
        Takes a deviation's name and returns how to allow it, such as `option_hint`.
    """
    findings, terms, code = judgement.findings, judgement.options, judgement.code
    kinds = tuple(build_kind_verdict(judgement, small, hint) for small in found)
    main = _find_main_kind(kinds)
    lead, line = _collect_lead(judgement, found[kinds.index(main)] if main else None)
    outcome = judgement.outcome
    return EvaluationVerdict(
        schema=SCHEMA_VERSION,
        playground=_version(),
        outcome=outcome,
        exit_code=comparison.exit_code if comparison else outcome.exit_code,
        verdict=judgement.verdict,
        scene=judgement.entry.id,
        function=judgement.query.name,
        code=code.name,
        seed=terms.seed,
        tolerance=terms.tolerance,
        min_answered=terms.answered,
        allow=terms.allow,
        fixed=judgement.fixed,
        cases=len(findings.cases),
        asked=int(findings.is_evaluated.sum()),
        answered=judgement.answer_count,
        wrong=int(findings.any_wrong.sum()),
        allowed=int(findings.is_allowed_deviation.sum()),
        categories=tuple(
            _build_category_verdict(judgement, category, comparison)
            for category in CaseCategory
        ),
        unasked=tuple(
            {"category": category, "count": count, "why": reason.text}
            for category, (count, reason) in judgement.not_evaluated.items()
        ),
        kinds=kinds,
        mistakes=tuple(mistake.serialize() for mistake in mistakes(findings)),
        baseline=comparison.serialize() if comparison else None,
        title=judgement.entry.title,
        lead=lead,
        line=line,
        returns=returns_text(judgement.query),
        rounding=rounding_summary(judgement, hint) if found else "",
        notes=tuple(collect_notes(judgement)),
        printed=tuple(code.printed),
        metadata=code.header.metadata,
        seconds=judgement.seconds,
    )


def _collect_lead(judgement: EvaluationRun, main: ShrunkCase | None) -> tuple[str, int]:
    """Return the first sentence of the report, and the line number that it is about."""
    if main:
        line = find_faulty_line_number(judgement.code, main.findings, main.kind)
        return lead_sentence(judgement, main.kind), line
    if why := find_common_reason(judgement):
        return message("{text}.", text=capitalize(why.description)), why.line
    return "", 0


def build_kind_verdict(
    judgement: EvaluationRun, small: ShrunkCase, hint: DeviationHint
) -> KindVerdict:
    """Return the verdict on the failure kind of a shrunk case."""
    findings, kind, query = judgement.findings, small.kind, judgement.query
    cause, nature = find_main_cause(findings, kind), classify_failure(findings, kind)
    count = int(findings.wrong[kind].sum())
    rows, place = findings.cases.rows, find_typical_failure(judgement, kind)
    typical = FailureExample(
        rows[place],
        format_call(query, rows[place]),
        answer_sentence(findings, place, kind),
        message("Typical case:"),
    )
    return KindVerdict(
        kind,
        count,
        nature,
        cause.text if cause and nature is not FailureCause.ROUNDING else None,
        explain_failures(judgement, kind, hint),
        FailureExample(
            small.arguments,
            format_call(query, small.arguments),
            answer_sentence(small.findings, 0, kind),
            message("Smallest case:") if small.shrunk else message("Example:"),
        ),
        typical if typical.arguments != small.arguments else None,
        format_call(query, rows[findings.worst_index(kind)])
        if kind.has_magnitude
        else "",
    )


def _build_category_verdict(
    judgement: EvaluationRun,
    category: CaseCategory,
    comparison: BaselineComparison | None,
) -> CategoryVerdict:
    category_flags, findings = judgement.category_flags(category), judgement.findings
    newly_wrong = comparison.newly_wrong if comparison else findings.any_wrong
    return CategoryVerdict(
        category,
        int(category_flags.sum()),
        int((category_flags & findings.is_evaluated).sum()),
        int((category_flags & findings.any_wrong).sum()),
        {
            str(kind): count
            for kind, flags in findings.wrong.items()
            if (count := int((category_flags & flags).sum()))
        },
        bool(np.any(category_flags & newly_wrong)),
    )


def sort_by_nature(kinds: Iterable[T], nature: Callable[[T], FailureCause]) -> list[T]:
    """Return the items with a wrong algorithm first and rounding last.

    `nature` returns the cause of an item.
    """
    return sorted(kinds, key=lambda one: _NATURE_ORDER.index(nature(one)))


def _find_main_kind(kinds: Sequence[KindVerdict]) -> KindVerdict | None:
    """Return the main kind: not just rounding, explained if possible, most frequent.

    It is None if there are only rounding errors, or no kinds.
    """
    return max(
        (
            kind
            for kind in sort_by_nature(kinds, lambda one: one.nature)
            if kind.nature is not FailureCause.ROUNDING
        ),
        key=lambda one: (one.cause is not None, one.count),
        default=None,
    )


def _version() -> str | None:
    """Return the package's version; None if not installed, as in a single file."""
    try:
        return version("geometry-playground")
    except PackageNotFoundError:
        return None


def _finite(value: Any) -> Any:
    """Return the value with None for each number that is not finite."""
    if isinstance(value, Mapping):
        return {name: _finite(x) for name, x in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(x) for x in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
