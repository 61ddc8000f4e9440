"""What a trial came to, as a page and the window tell it: each kind with its cases."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from playground.explore.judge.causes.nature import WrongNature, nature
from playground.explore.judge.in_common import explained, rounding, rules_first
from playground.explore.judge.report import call, summary, typical_case
from playground.explore.judge.sentences import told
from playground.explore.judge.shrink import Smallest
from playground.explore.judge.trial import Judgement, TrialOutcome, choice_words
from playground.language import message


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
