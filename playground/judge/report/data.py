"""What a trial came to, as a page and the window tell it: each kind with its cases."""

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any
from xml.etree import ElementTree

from playground.i18n import message
from playground.judge.baseline import BaselineComparison
from playground.judge.cases.generators import Family
from playground.judge.diagnosis.conditions import cause_of_kind
from playground.judge.diagnosis.rounding import WrongNature, nature
from playground.judge.evaluation import Judgement, TrialOutcome, choice_words
from playground.judge.report.text import (
    call,
    explained,
    rounding,
    rules_first,
    summary,
    typical_case,
)
from playground.judge.report.wording import told
from playground.judge.shrink import Smallest


def by_ticking(word: str) -> str:
    """Return how a choice is excused where there are boxes to tick."""
    return message("tick “{named}” if that is intended", named=choice_words(word))


@dataclass(frozen=True)
class ToldCase:
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
class ToldKind:
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
    smallest : ToldCase
        Its smallest case.
    typical : ToldCase or None
        A typical one, if that is another.
    """

    kind: str
    nature: WrongNature
    count: int
    share: str
    why: str
    smallest: ToldCase
    typical: ToldCase | None


@dataclass(frozen=True)
class ToldTrial:
    """A whole trial.

    Attributes
    ----------
    outcome : TrialOutcome
        What there is to say of the code.
    head : str
        The same in a sentence, with its counts.
    asked, wrong : int
        How many answers there are, and how many of them are wrong.
    notes : tuple of str
        What else is to be known, in sentences.
    kinds : tuple of ToldKind
        Wrong rules first, and rounding last.
    rounding : str
        One line about those that are nothing but rounding; "" if none is.
    """

    outcome: TrialOutcome
    head: str
    asked: int
    wrong: int
    notes: tuple[str, ...]
    kinds: tuple[ToldKind, ...]
    rounding: str


def told_trial(judgement: Judgement, found: Sequence[Smallest]) -> ToldTrial:
    """Return what there is to tell, with the smallest cases that were found."""
    findings = judgement.findings
    return ToldTrial(
        judgement.outcome,
        message("{text}.", text=judgement.verdict),
        int(findings.asked.sum()),
        int(findings.any_wrong.sum()),
        tuple(summary(judgement, ())[1:]),
        tuple(_kind(judgement, small) for small in rules_first(judgement, found)),
        rounding(judgement, by_ticking),
    )


def as_json(trial: ToldTrial) -> dict[str, Any]:
    """Return it as what JSON knows."""
    return asdict(trial)


def from_json(told: Mapping[str, Any]) -> ToldTrial:
    """Return it again."""
    return ToldTrial(
        TrialOutcome(told["outcome"]),
        told["head"],
        told["asked"],
        told["wrong"],
        tuple(told["notes"]),
        tuple(map(_kind_from, told["kinds"])),
        told["rounding"],
    )


def _kind(judgement: Judgement, small: Smallest) -> ToldKind:
    findings, kind = judgement.findings, small.kind
    return ToldKind(
        str(kind),
        nature(findings, kind),
        int(findings.wrong[kind].sum()),
        _share(judgement, small),
        explained(judgement, kind, by_ticking),
        ToldCase(
            message("The smallest case:")
            if small.shrunk
            else message("The shortest of them:"),
            call(judgement.query, small.arguments),
            told(small.findings, 0, kind),
            small.arguments,
        ),
        _typical(judgement, small),
    )


def _typical(judgement: Judgement, small: Smallest) -> ToldCase | None:
    if (other := typical_case(judgement, small)) is None:
        return None
    row, said = other
    return ToldCase(message("A typical one:"), call(judgement.query, row), said, row)


def _share(judgement: Judgement, small: Smallest) -> str:
    """Return which part of the answers is wrong so."""
    findings = judgement.findings
    part = 100.0 * findings.wrong[small.kind].sum() / max(findings.asked.sum(), 1)
    if part < 0.1:
        return message("less than {share}", share="0.1\u00a0%")
    return f"{part:.1f}\u00a0%"


def _kind_from(told: Mapping[str, Any]) -> ToldKind:
    typical = told["typical"]
    cases = {
        "smallest": _case_from(told["smallest"]),
        "typical": typical and _case_from(typical),
    }
    return ToldKind(**{**told, "nature": WrongNature(told["nature"]), **cases})


def _case_from(told: Mapping[str, Any]) -> ToldCase:
    arguments = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in told["arguments"].items()
    }
    return ToldCase(**{**told, "arguments": arguments})


# ----------------------------------------------------------------------------
# What a trial came to, for other programs: as JSON, and as JUnit's tests.
#
# The schema of the JSON is told in this folder's README.
# ----------------------------------------------------------------------------


SCHEMA = 1
"""Counts up where a field goes or means something else."""


def verdicts_as_json(
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
        "kinds": [_verdict_kind(judgement, small) for small in found],
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


def _verdict_kind(judgement: Judgement, small: Smallest) -> dict[str, Any]:
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
            one = _verdict_kind(judgement, small)
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
