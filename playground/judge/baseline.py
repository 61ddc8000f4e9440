"""Baselines: comparison with an older `--json` file, so that only new mistakes fail.

A mistake is a failure kind with its cause: "missed hit" where "it starts inside". A
known mistake may occur any number of times, except that mistakes without a known cause
must not become more.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from playground.i18n import TextError, join_texts, message, with_texts
from playground.i18n.message import deserialize_messages, serialize_messages
from playground.judge.cases.case_set import Flags
from playground.judge.diagnosis.conditions import find_algorithm_failures, find_causes
from playground.judge.evaluation import EvaluationOutcome, EvaluationRun
from playground.judge.findings import Findings
from playground.quick_dataclass import dataclass
from playground.scene.author_files import explain_error, read_text_file
from playground.scene.json_text import parse_json

SCHEMA_VERSION = 2
"""Version of the `--json` format; incremented if a field is removed or redefined."""

ROUNDING_CAUSE, UNKNOWN_CAUSE = message("rounding"), message("no cause is known")
"""Placeholders for the cause of rounding errors and of unexplained failures."""

# The bound in a condition, which varies from run to run.
_BOUND = re.compile(r"(?<=> |= )(?!0\b(?!\.))[-+.\de]+")


@with_texts("text", as_messages=False)
class BaselineError(TextError):
    """Raised if a file is not a usable baseline; the message says why."""


@dataclass(frozen=True, eq=False)
class MistakeGroup:
    """Wrong answers of one kind and one cause.

    Attributes
    ----------
    kind : str
        The failure kind.
    cause : str
        The cause in words, or `ROUNDING_CAUSE` or `UNKNOWN_CAUSE`.
    flags : ndarray of bool, shape (n,)
        The answers that belong to it.
    """

    kind: str
    cause: str
    flags: Flags

    @property
    def label(self) -> str:
        """Its name: the kind, with the cause in brackets."""
        return _format_mistake(self.kind, self.cause)

    def serialize(self) -> dict[str, Any]:
        """Return the group as a JSON object, with its count."""
        count = int(self.flags.sum())
        serialized = {"kind": self.kind, "cause": self.cause, "count": count}
        # A cause with numbers is in no catalogue, so its template is saved for
        # translation.
        message = serialize_messages(self.cause)
        return serialized if message == self.cause else {**serialized, "told": message}


@dataclass(frozen=True, eq=False)
class BaselineComparison:
    """Comparison of a run's mistakes with a baseline.

    Attributes
    ----------
    judgement : EvaluationRun
        The run.
    known, new : list of MistakeGroup
        Mistakes of the run that are in the baseline, and that are not.
    gone : list of str
        Labels of mistakes of the baseline that the run does not have.
    """

    judgement: EvaluationRun
    known: list[MistakeGroup]
    new: list[MistakeGroup]
    gone: list[str]

    @cached_property
    def newly_wrong(self) -> Flags:
        """Answers with a new mistake, shape (n,)."""
        none = np.zeros(len(self.judgement.findings.cases), np.bool_)
        return np.asarray(np.logical_or.reduce([none, *(x.flags for x in self.new)]))

    @property
    def exit_code(self) -> int:
        """The command's exit code: 0 if all mistakes are known, else the run's."""
        outcome = self.judgement.outcome
        if outcome is EvaluationOutcome.WRONG and not self.new:
            return 0
        return outcome.exit_code

    def serialize(self) -> dict[str, Any]:
        """Return the comparison as a JSON object."""
        return {
            "known": [known_mistake.serialize() for known_mistake in self.known],
            "new": [known_mistake.serialize() for known_mistake in self.new],
            "gone": self.gone,
        }

    def lines(self, name: str) -> list[str]:
        """Return the report's lines on new, known and fixed mistakes.

        `name` is the file's.
        """
        sentences = [
            message(
                "New, not in {file}: {mistake}.", file=name, mistake=_format_count(one)
            )
            for one in self.new
        ]
        if self.known:
            known_texts = join_texts(map(_format_count, self.known), ";")
            sentences.append(
                message(
                    "Known from {file}, and not counted: {mistakes}.",
                    file=name,
                    mistakes=known_texts,
                )
            )
        if self.gone and self.judgement.answer_count:
            sentences.append(
                message(
                    "Fixed: {mistakes}. Run with --json {file} to update it.",
                    mistakes=join_texts(self.gone, ";"),
                    file=name,
                )
            )
        return [*sentences]


def mistakes(findings: Findings) -> list[MistakeGroup]:
    """Return the mistakes in the findings that occur.

    An answer can belong to several.
    """
    rule = find_algorithm_failures(findings)
    rounded = findings.any_wrong & (findings.rule == 0.0)
    causes = find_causes(findings)
    found_mistakes = []
    for kind in findings.kinds():
        wrong = findings.wrong[kind]
        unexplained = wrong & ~rounded
        for cause in causes:
            own_flags = wrong & rule & cause.flags
            found_mistakes.append(MistakeGroup(str(kind), cause.text, own_flags))
            unexplained = unexplained & ~own_flags
        found_mistakes.append(MistakeGroup(str(kind), UNKNOWN_CAUSE, unexplained))
        found_mistakes.append(MistakeGroup(str(kind), ROUNDING_CAUSE, wrong & rounded))
    return [mistake for mistake in found_mistakes if mistake.flags.any()]


def read_baseline(path: Path, scene: str) -> list[dict[str, Any]]:
    """Return the mistakes in a file that `--json` has written for a scene.

    Raises
    ------
    BaselineError
        The file cannot be read, or is not for this scene.
    """
    try:
        baseline_data = parse_json(read_text_file(path))
    except FileNotFoundError as error:
        words = message("{path} does not exist: --json creates it", path=path)
        raise BaselineError(words) from error
    except (OSError, ValueError) as error:
        raise BaselineError(
            "cannot read {path}: {reason}", path=path, reason=explain_error(error)
        ) from error
    if (
        not isinstance(baseline_data, dict)
        or baseline_data.get("schema") != SCHEMA_VERSION
    ):
        raise BaselineError(
            "{path} is not a --json file of schema {schema}",
            path=path,
            schema=SCHEMA_VERSION,
        )
    known = baseline_data.get("mistakes")
    if not isinstance(known, list) or not all(map(_is_mistake, known)):
        raise BaselineError("{path} lists no mistakes", path=path)
    if baseline_data.get("scene") != scene:
        raise BaselineError(
            "{path} was not made with the scene {scene}", path=path, scene=scene
        )
    return known


def _is_mistake(data: object) -> bool:
    return (
        isinstance(data, dict)
        and all(isinstance(data.get(word), str) for word in ("kind", "cause"))
        and isinstance(data.get("count"), int)
    )


def compare_with_baseline(
    judgement: EvaluationRun, baseline: Sequence[Mapping[str, Any]] | None
) -> BaselineComparison | None:
    """Compare a run with a baseline from `read_baseline`.

    Return None if that is None.
    """
    if baseline is None:
        return None
    known_by_key = {_mistake_key(x["kind"], x["cause"]): x for x in baseline}
    found = {_mistake_key(x.kind, x.cause): x for x in mistakes(judgement.findings)}
    new = [x for key, x in found.items() if _is_new(x, known_by_key.get(key))]
    return BaselineComparison(
        judgement,
        known=[x for x in found.values() if x not in new],
        new=new,
        gone=[
            _format_mistake(x["kind"], _cause(x))
            for k, x in known_by_key.items()
            if k not in found
        ],
    )


def _is_new(one: MistakeGroup, known: Mapping[str, Any] | None) -> bool:
    """Return whether a mistake is unknown, or unexplained and now more frequent."""
    known_entry = known is not None and int(one.flags.sum()) > known["count"]
    return known is None or (one.cause == UNKNOWN_CAUSE and known_entry)


def _format_count(one: MistakeGroup) -> str:
    count = int(one.flags.sum())
    return message("{mistake}: {count:,}", mistake=one.label, count=count)


def _format_mistake(kind: str, cause: str) -> str:
    return message("{kind} ({cause})", kind=kind, cause=cause)


def _cause(known: Mapping[str, Any]) -> str:
    """Return a baseline's cause, in the active language if its template is saved."""
    known_text = deserialize_messages(known.get("told"))
    return known_text if known_text == known["cause"] else str(known["cause"])


def _mistake_key(kind: str, cause: str) -> tuple[str, str]:
    """Return the kind and the cause, without the numbers that vary from run to run."""
    return kind, _BOUND.sub("…", cause)
