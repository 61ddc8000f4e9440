"""What a trial came to, as a page and the window tell it: each kind with its cases."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any
from xml.etree import ElementTree

from playground.i18n import capitalize, join_sentences, message
from playground.judge.baseline import SCHEMA_VERSION, BaselineComparison, mistakes
from playground.judge.cases.generators import CaseCategory
from playground.judge.diagnosis.conditions import find_main_cause
from playground.judge.diagnosis.rounding import FailureCause, classify_failure
from playground.judge.evaluation import EvaluationReport, EvaluationRun, deviation_label
from playground.judge.report.text import (
    collect_notes,
    explain_failures,
    find_main_failure,
    format_call,
    lead_sentence,
    rounding_summary,
    sort_by_cause,
    typical_case,
)
from playground.judge.report.wording import answer_sentence
from playground.judge.shrink import ShrunkCase


def checkbox_hint(word: str) -> str:
    """Return how a choice is allowed where there are boxes to tick."""
    return message("tick “{named}” if that is intended", named=deviation_label(word))


@dataclass(frozen=True)
class FailureData:
    """One wrong answer.

    Attributes
    ----------
    of : str
        Which one it is: "The smallest case:".
    call : str
        The question, as a call of the core's function.
    told : str
        What was answered and what is true, without a full stop.
    arguments : mapping
        The question's arguments, plain numbers and tuples.
    """

    of: str
    call: str
    told: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class FailureKindData:
    """A kind of wrong answer.

    Attributes
    ----------
    kind, nature : str
        What is wrong, and whether by rule or by rounding, as far as that is known.
    count : int
        How many answers are wrong so.
    share : str
        Which part of all: "2.5 %".
    why : str
        What they have in common, in sentences.
    smallest : FailureData
        Its smallest case.
    typical : FailureData or None
        A typical one, if that is another.
    """

    kind: str
    nature: FailureCause
    count: int
    share: str
    why: str
    smallest: FailureData
    typical: FailureData | None


@dataclass(frozen=True)
class ReportData:
    """A whole trial.

    Attributes
    ----------
    outcome : EvaluationReport
        What there is to say of the code.
    head : str
        The same in a sentence, with its counts.
    asked, wrong : int
        How many answers there are, and how many of them are wrong.
    notes : tuple of str
        What else is to be known, in sentences.
    kinds : tuple of FailureKindData
        Wrong rules first, and rounding last.
    rounding : str
        One line about those that are nothing but rounding; "" if none is.
    printed : tuple of str
        The first lines that the code prints.
    """

    outcome: EvaluationReport
    head: str
    asked: int
    wrong: int
    notes: tuple[str, ...]
    kinds: tuple[FailureKindData, ...]
    rounding: str
    printed: tuple[str, ...] = ()


def collect_report_data(
    judgement: EvaluationRun, found: Sequence[ShrunkCase]
) -> ReportData:
    """Return what there is to tell, with the smallest cases that were found."""
    findings, ordered = judgement.findings, sort_by_cause(judgement, found)
    main = find_main_failure(judgement, ordered)
    return ReportData(
        judgement.outcome,
        join_sentences(
            message("{text}.", text=capitalize(judgement.verdict)),
            lead_sentence(judgement, main) if main else "",
        ),
        int(findings.is_evaluated.sum()),
        int(findings.any_wrong.sum()),
        tuple(collect_notes(judgement)),
        tuple(_build_kind(judgement, small) for small in ordered),
        rounding_summary(judgement, checkbox_hint),
        tuple(judgement.code.printed),
    )


def _build_kind(judgement: EvaluationRun, small: ShrunkCase) -> FailureKindData:
    findings, kind = judgement.findings, small.kind
    return FailureKindData(
        str(kind),
        classify_failure(findings, kind),
        int(findings.wrong[kind].sum()),
        _share(judgement, small),
        explain_failures(judgement, kind, checkbox_hint),
        FailureData(
            message("Smallest case:") if small.shrunk else message("Example:"),
            format_call(judgement.query, small.arguments),
            answer_sentence(small.findings, 0, kind),
            small.arguments,
        ),
        _typical(judgement, small),
    )


def _typical(judgement: EvaluationRun, small: ShrunkCase) -> FailureData | None:
    if (other := typical_case(judgement, small)) is None:
        return None
    row, said = other
    return FailureData(
        message("Typical case:"), format_call(judgement.query, row), said, row
    )


def _share(judgement: EvaluationRun, small: ShrunkCase) -> str:
    """Return which part of the answers is wrong so."""
    findings = judgement.findings
    part = (
        100.0 * findings.wrong[small.kind].sum() / max(findings.is_evaluated.sum(), 1)
    )
    if part < 0.1:
        return message("less than {share}", share="0.1\u00a0%")
    return f"{part:.1f}\u00a0%"


# ----------------------------------------------------------------------------
# What a trial came to, for other programs: as JSON, and as JUnit's tests.
#
# The schema of the JSON is told in the judge's README.
# ----------------------------------------------------------------------------


def verdicts_as_json(
    judgement: EvaluationRun,
    found: Sequence[ShrunkCase],
    comparison: BaselineComparison | None = None,
) -> str:
    """Return what was found as the text of a JSON object.

    `comparison` are the mistakes beside those that are known.
    """
    findings, terms = judgement.findings, judgement.options
    outcome = judgement.outcome
    told = {
        "schema": SCHEMA_VERSION,
        "playground": _version(),
        "outcome": str(outcome),
        "exit_code": comparison.exit_code if comparison else outcome.exit_code,
        "verdict": judgement.verdict,
        "scene": judgement.entry.id,
        "function": judgement.query.name,
        "code": judgement.code.name,
        "seed": terms.seed,
        "tolerance": terms.tolerance,
        "min_answered": terms.answered,
        "allow": list(terms.allow),
        "fixed": judgement.fixed,
        "cases": len(findings.cases),
        "asked": int(findings.is_evaluated.sum()),
        "answered": judgement.answer_count,
        "wrong": int(findings.any_wrong.sum()),
        "allowed": int(findings.is_allowed_deviation.sum()),
        "categories": [
            _serialize_category(judgement, category) for category in CaseCategory
        ],
        "unasked": [
            {"category": str(category), "count": count, "why": why}
            for category, (count, why) in judgement.not_evaluated.items()
        ],
        "kinds": [_serialize_kind(judgement, small) for small in found],
        "mistakes": [one.serialize() for one in mistakes(findings)],
        "baseline": comparison and _serialize_comparison(comparison),
    }
    return json.dumps(_finite(told), indent=2, allow_nan=False) + "\n"


def as_junit(
    judgement: EvaluationRun,
    found: Sequence[ShrunkCase],
    comparison: BaselineComparison | None = None,
) -> str:
    """Return what was found as JUnit's XML: each category of cases is a test.

    It fails with the smallest cases of the kinds of mistake that are in it, if any of
    them is new; it is skipped where it was not asked, and the whole is one more test,
    which is an error where the outcome is undecided.
    """
    name = f"{judgement.query.name}: {judgement.code.name}"
    suite = ElementTree.Element("testsuite", name=name)
    rows = [
        (category, _serialize_category(judgement, category))
        for category in CaseCategory
    ]
    for category, row in rows:
        if not row["cases"]:
            continue
        test = ElementTree.SubElement(
            suite, "testcase", classname=judgement.query.name, name=str(category)
        )
        new = (
            comparison is None
            or (judgement.category_flags(category) & comparison.newly_wrong).any()
        )
        if row["wrong"] and new:
            words = f"{row['wrong']} of {row['asked']} are wrong"
            _add_result(
                test, "failure", words, _in_category(judgement, found, category)
            )
        elif not row["asked"]:
            ElementTree.SubElement(test, "skipped", message="not asked")
    whole = ElementTree.SubElement(
        suite, "testcase", classname=judgement.query.name, name="outcome"
    )
    whole.set("time", f"{judgement.seconds:.3f}")
    if judgement.outcome is EvaluationReport.UNDECIDED:
        _add_result(whole, "error", judgement.verdict, "")
    for word, tag in (
        ("tests", "testcase"),
        ("failures", "failure"),
        ("errors", "error"),
        ("skipped", "skipped"),
    ):
        suite.set(word, str(sum(1 for _ in suite.iter(tag))))
    ElementTree.indent(suite)
    text = ElementTree.tostring(suite, encoding="unicode")
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'


def _version() -> str | None:
    """Return our version; None where nothing is installed, as in a single file."""
    try:
        return version("geometry-playground")
    except PackageNotFoundError:
        return None


def _serialize_category(
    judgement: EvaluationRun, category: CaseCategory
) -> dict[str, Any]:
    """Return how many of a category are wrong, and in which way."""
    own, findings = judgement.category_flags(category), judgement.findings
    return {
        "category": str(category),
        "cases": int(own.sum()),
        "asked": int((own & findings.is_evaluated).sum()),
        "wrong": int((own & findings.any_wrong).sum()),
        "kinds": {
            str(kind): count
            for kind, flags in findings.wrong.items()
            if (count := int((own & flags).sum()))
        },
    }


def _serialize_comparison(beside: BaselineComparison) -> dict[str, Any]:
    return {
        "known": [one.serialize() for one in beside.known],
        "new": [one.serialize() for one in beside.new],
        "gone": beside.gone,
    }


def _serialize_kind(judgement: EvaluationRun, small: ShrunkCase) -> dict[str, Any]:
    findings, kind = judgement.findings, small.kind
    typical = typical_case(judgement, small)
    cause = find_main_cause(findings, kind)
    of = classify_failure(findings, kind)
    return {
        "kind": str(kind),
        "count": int(findings.wrong[kind].sum()),
        "nature": str(of),
        "cause": cause.text if cause and of is not FailureCause.ROUNDING else None,
        "explained": explain_failures(judgement, kind),
        "smallest": _case(
            judgement, small.arguments, answer_sentence(small.findings, 0, kind)
        ),
        "typical": typical and _case(judgement, *typical),
    }


def _case(
    judgement: EvaluationRun, arguments: Mapping[str, Any], said: str
) -> dict[str, Any]:
    return {
        "arguments": arguments,
        "call": format_call(judgement.query, arguments),
        "told": said,
    }


def _in_category(
    judgement: EvaluationRun, found: Sequence[ShrunkCase], category: CaseCategory
) -> str:
    own = judgement.category_flags(category)
    lines: list[str] = []
    for small in found:
        if (own & judgement.findings.wrong[small.kind]).any():
            one = _serialize_kind(judgement, small)
            lines += [f"{one['kind']}: {one['explained']}"]
            lines += [one["smallest"]["call"], one["smallest"]["told"]]
    return "\n".join(lines)


def _add_result(test: ElementTree.Element, tag: str, message: str, text: str) -> None:
    ElementTree.SubElement(test, tag, message=message).text = text


def _finite(value: Any) -> Any:
    """Return a value with null for each number that JSON has not."""
    if isinstance(value, Mapping):
        return {name: _finite(x) for name, x in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(x) for x in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
