"""What a trial came to, for other programs: as JSON, and as JUnit's tests.

The schema of the JSON is told in this folder's README.
"""

import json
import math
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any
from xml.etree import ElementTree

from playground.explore.judge.baseline import BaselineComparison
from playground.explore.judge.causes.cause import cause_of_kind
from playground.explore.judge.causes.nature import WrongNature, nature
from playground.explore.judge.families import Family
from playground.explore.judge.in_common import explained
from playground.explore.judge.report import call, typical_case
from playground.explore.judge.sentences import told
from playground.explore.judge.shrink import Smallest
from playground.explore.judge.trial import Judgement, TrialOutcome

SCHEMA = 1
"""Counts up where a field goes or means something else."""


def as_json(
    judgement: Judgement,
    found: Sequence[Smallest],
    beside: BaselineComparison | None = None,
) -> str:
    """Return what was found as the text of a JSON object.

    `beside` are the mistakes beside those that are known.
    """
    findings, terms = judgement.findings, judgement.terms
    outcome = judgement.outcome
    told = {
        "schema": SCHEMA,
        "playground": _version(),
        "outcome": str(outcome),
        "exit_code": beside.exit_code if beside else outcome.exit_code,
        "verdict": judgement.verdict,
        "scene": judgement.entry.id,
        "function": judgement.query.name,
        "code": judgement.code.name,
        "seed": terms.seed,
        "tolerance": terms.tolerance,
        "min_answered": terms.answered,
        "excuses": list(terms.excuses),
        "fixed": judgement.fixed,
        "cases": len(findings.cases),
        "asked": int(findings.asked.sum()),
        "answered": judgement.answered,
        "wrong": int(findings.any_wrong.sum()),
        "excused": int(findings.excused.sum()),
        "families": [_family(judgement, family) for family in Family],
        "unasked": [
            {"family": str(family), "count": count, "why": why}
            for family, (count, why) in judgement.unasked.items()
        ],
        "kinds": [_kind(judgement, small) for small in found],
        "baseline": beside and _beside(beside),
    }
    return json.dumps(_finite(told), indent=2, allow_nan=False) + "\n"


def as_junit(
    judgement: Judgement,
    found: Sequence[Smallest],
    beside: BaselineComparison | None = None,
) -> str:
    """Return what was found as JUnit's XML: each family of cases is a test.

    It fails with the smallest cases of the kinds of mistake that are in it, if any of
    them is new; it is skipped where it was not asked, and the whole is one more test,
    which is an error where the outcome is undecided.
    """
    name = f"{judgement.query.name}: {judgement.code.name}"
    suite = ElementTree.Element("testsuite", name=name)
    rows = [(family, _family(judgement, family)) for family in Family]
    for family, row in rows:
        if not row["cases"]:
            continue
        test = ElementTree.SubElement(
            suite, "testcase", classname=judgement.query.name, name=str(family)
        )
        new = beside is None or (judgement.of(family) & beside.newly_wrong).any()
        if row["wrong"] and new:
            words = f"{row['wrong']} of {row['asked']} are wrong"
            _ends(test, "failure", words, _in_family(judgement, found, family))
        elif not row["asked"]:
            ElementTree.SubElement(test, "skipped", message="not asked")
    whole = ElementTree.SubElement(
        suite, "testcase", classname=judgement.query.name, name="outcome"
    )
    whole.set("time", f"{judgement.seconds:.3f}")
    if judgement.outcome is TrialOutcome.UNDECIDED:
        _ends(whole, "error", judgement.verdict, "")
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


def _family(judgement: Judgement, family: Family) -> dict[str, Any]:
    """Return how many of a family are wrong, and in which way."""
    own, findings = judgement.of(family), judgement.findings
    return {
        "family": str(family),
        "cases": int(own.sum()),
        "asked": int((own & findings.asked).sum()),
        "wrong": int((own & findings.any_wrong).sum()),
        "kinds": {
            str(kind): count
            for kind, flags in findings.wrong.items()
            if (count := int((own & flags).sum()))
        },
    }


def _beside(beside: BaselineComparison) -> dict[str, Any]:
    return {
        "known": [one.told() for one in beside.known],
        "new": [one.told() for one in beside.new],
        "gone": beside.gone,
    }


def _kind(judgement: Judgement, small: Smallest) -> dict[str, Any]:
    findings, kind = judgement.findings, small.kind
    typical = typical_case(judgement, small)
    cause = cause_of_kind(findings, kind)
    of = nature(findings, kind)
    return {
        "kind": str(kind),
        "count": int(findings.wrong[kind].sum()),
        "nature": str(of),
        "cause": cause.words if cause and of is not WrongNature.ROUNDING else None,
        "explained": explained(judgement, kind),
        "smallest": _case(judgement, small.arguments, told(small.findings, 0, kind)),
        "typical": typical and _case(judgement, *typical),
    }


def _case(
    judgement: Judgement, arguments: Mapping[str, Any], said: str
) -> dict[str, Any]:
    return {
        "arguments": arguments,
        "call": call(judgement.query, arguments),
        "told": said,
    }


def _in_family(judgement: Judgement, found: Sequence[Smallest], family: Family) -> str:
    own = judgement.of(family)
    lines: list[str] = []
    for small in found:
        if (own & judgement.findings.wrong[small.kind]).any():
            one = _kind(judgement, small)
            lines += [f"{one['kind']}: {one['explained']}"]
            lines += [one["smallest"]["call"], one["smallest"]["told"]]
    return "\n".join(lines)


def _ends(test: ElementTree.Element, tag: str, message: str, text: str) -> None:
    ElementTree.SubElement(test, tag, message=message).text = text


def _finite(value: Any) -> Any:
    """Return a value with null for each number that JSON has not."""
    if isinstance(value, Mapping):
        return {name: _finite(x) for name, x in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(x) for x in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
