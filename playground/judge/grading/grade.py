"""Grading of one submission: rubric, marks, and each mistake with its cause."""

import math
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np

from playground.i18n import (
    TextError,
    capitalize,
    enum_of_texts,
    in_english,
    join_sentences,
    message,
    with_texts,
)
from playground.judge.cases.case_set import Flags
from playground.judge.cases.generators import CaseCategory
from playground.judge.diagnosis.conditions import find_main_cause
from playground.judge.diagnosis.rounding import FailureCause, classify_failure
from playground.judge.evaluation import (
    EvaluationOptions,
    EvaluationOutcome,
    EvaluationRun,
    evaluate_code,
)
from playground.judge.findings import FailureKind, Findings
from playground.judge.grading.sandbox import create_sandboxed_runner
from playground.judge.grading.submissions import Submission
from playground.judge.report.sentences import find_common_answer
from playground.judge.report.verdict import build_kind_verdict, sort_by_nature
from playground.judge.runner.protocol import CodeError
from playground.judge.shrink import ShrunkCase, case_cost, shrink_failure
from playground.quick_dataclass import dataclass
from playground.scene.author_files import explain_error as reason_text
from playground.scene.author_files import read_text_file
from playground.scene.json_text import parse_json
from playground.scene.scene import SceneEntry

DEFAULT_MAX_POINTS = 100.0
"""Points in total without a rubric."""
_KEYS = "points", "rounding", "allow"
_ROUNDING = "allowed", "wrong"


@with_texts("text", as_messages=False)
class RubricError(TextError):
    """Raised if a rubric cannot be read; the message says why."""


@dataclass(frozen=True)
class Rubric:
    """Rubric of an assignment.

    Attributes
    ----------
    points : mapping
        Points by category; empty if all categories count equally.
    rounding : bool
        Whether answers that are wrong by rounding alone count as right.
    allow : tuple of str
        Allowed deviations, as for `judge --allow`.
    """

    points: Mapping[CaseCategory, float] = field(default_factory=dict)
    rounding: bool = True
    allow: tuple[str, ...] = ()

    def wrong(self, findings: Findings) -> Flags:
        """Return a mask of the answers that count as wrong, shape (n,)."""
        if not self.rounding:
            return findings.any_wrong
        return np.asarray(findings.any_wrong & (findings.rule != 0.0))

    def shares(self, categories: list[CaseCategory]) -> dict[CaseCategory, float]:
        """Return the points of each of these categories, which the scene has."""
        if not self.points:
            return {
                category: DEFAULT_MAX_POINTS / len(categories)
                for category in categories
            }
        return {category: self.points.get(category, 0.0) for category in categories}

    def marks(self, findings: Findings) -> list["CategoryMark"]:
        """Return each category's mark, by the share of cases answered right.

        Categories without cases have none.
        """
        right = findings.is_evaluated & ~self.wrong(findings)
        names = findings.cases.category
        categories = [
            category for category in CaseCategory if (names == category).any()
        ]
        marks_found = []
        for category, points in self.shares(categories).items():
            own_flags = names == category
            good, cases = int((own_flags & right).sum()), int(own_flags.sum())
            marks_found.append(CategoryMark(str(category), points, good, cases))
        return marks_found


@dataclass(frozen=True)
class CategoryMark:
    """Mark of a category of cases.

    Attributes
    ----------
    category : str
        The category.
    points : float
        Points for all of its cases.
    right, cases : int
        Number of cases answered right, and of all.
    """

    category: str
    points: float
    right: int
    cases: int

    @property
    def score(self) -> float:
        """Points in proportion to the cases answered right, not rounded."""
        return self.points * self.right / self.cases


def round_points(points: float) -> float:
    """Return points rounded down to a tenth; only a full score stays full."""
    return math.floor(points * 10.0 + 1e-6) / 10.0


def read_rubric(path: Path) -> Rubric:
    """Return the rubric in a TOML file, by its suffix `.toml`, or a JSON file.

    Raises
    ------
    RubricError
        The file cannot be read, or is not a rubric.
    """
    try:
        text = read_text_file(path)
        rubric_data = (
            tomllib.loads(text) if path.suffix == ".toml" else parse_json(text)
        )
    except (OSError, ValueError, RecursionError) as error:
        raise RubricError(
            "cannot read {path}: {reason}", path=path, reason=_reason(error)
        ) from error
    try:
        return _parse_rubric(rubric_data)
    except RubricError as error:
        raise RubricError(
            "{place}: {problem}", place=path, problem=str(error)
        ) from error


def _reason(error: Exception) -> str:
    match = re.search(r"at line (\d+), column (\d+)", str(error))
    if isinstance(error, tomllib.TOMLDecodeError) and match:
        line, column = match.groups()
        return message(
            "not TOML: line {line}, column {column}", line=line, column=column
        )
    return reason_text(error)


def _parse_rubric(data: Any) -> Rubric:
    if not isinstance(data, dict):
        raise RubricError("it must be an object with the points of each category")
    for key in data:
        if key not in _KEYS:
            raise RubricError(
                "unknown key {key!r}; there are {names}",
                key=key,
                names=", ".join(_KEYS),
            )
    rounding = data.get("rounding", _ROUNDING[0])
    if rounding not in _ROUNDING:
        raise RubricError(
            "rounding is {names}, not {rounding!r}",
            names=" or ".join(_ROUNDING),
            rounding=rounding,
        )
    allow = data.get("allow", [])
    if not isinstance(allow, list) or not all(isinstance(x, str) for x in allow):
        raise RubricError("allow must be a list of words")
    return Rubric(_points(data.get("points", {})), rounding == _ROUNDING[0], (*allow,))


def _points(data: Any) -> dict[CaseCategory, float]:
    known_categories = [str(category) for category in CaseCategory]
    if not isinstance(data, dict):
        raise RubricError("points must be an object of categories with their points")
    for name, points in data.items():
        if name not in known_categories:
            raise RubricError(
                "unknown category {name!r}; there are {names}",
                name=name,
                names=", ".join(known_categories),
            )
        fine = isinstance(points, int | float) and not isinstance(points, bool)
        if not fine or not 0 <= points <= 1e6:
            raise RubricError(
                "the points of {name} must be a number, at least 0", name=name
            )
    if data and not sum(data.values()):
        raise RubricError("all categories are worth 0 points")
    return {CaseCategory(name): float(points) for name, points in data.items()}


# ----------------------------------------------------------------------------


Pictures = Mapping[str, str]
"""A picture as SVG, by the theme of the page."""


@enum_of_texts
class GradedOutcome(StrEnum):
    """Outcome of a submission by the rubric; BROKEN if its code cannot be run."""

    RIGHT = "right"
    WRONG = "wrong"
    UNDECIDED = "undecided"
    BROKEN = "broken"


@dataclass(frozen=True)
class GradedMistake:
    """Wrong answers of one kind in a submission.

    Attributes
    ----------
    kind : str
        The failure kind.
    nature : str
        The `FailureCause`.
    count : int
        Number of answers that fail in this way.
    cause : str
        The cause without counts: "wrong where angle < 0", or the exception; "" if
        unknown.
    explained : str
        Everything known about it, in sentences.
    call, answer_text : str
        The shrunk case as a call, and its answer next to the exact result.
    cost : tuple of float
        The `case_cost` of the shrunk case.
    where : bytes
        The failing cases, one bit per case of the assignment, packed as by
        `np.packbits`.
    picture : mapping
        The picture of the case; empty if it is not a state of the scene.
    """

    kind: str
    nature: str
    count: int
    cause: str
    explained: str
    call: str
    answer_text: str
    cost: tuple[float, ...]
    where: bytes
    picture: Pictures = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Its cause in a few words, without counts."""
        if self.cause:
            return self.cause
        return message("{kind}, without a simple cause", kind=self.kind)


# Kinds whose message, such as the exception, tells more than the condition.
_NO_ANSWER = {
    FailureKind.CRASH,
    FailureKind.SLOW,
    FailureKind.NONSENSE,
    FailureKind.NAN,
}


@dataclass(frozen=True)
class GradedSubmission:
    """Result of grading a submission.

    Attributes
    ----------
    submission : Submission
        The submission.
    outcome : GradedOutcome
        The outcome by the rubric.
    verdict : str
        The outcome in a sentence.
    marks : sequence of CategoryMark
        The mark of each category; empty if the code cannot be run.
    mistakes : sequence of GradedMistake
        Mistakes that count, those of the algorithm first.
    map : mapping
        The picture of its map of mistakes by theme; empty without one.
    refused : sequence of str
        Actions that the sandbox refused, in words.
    """

    submission: Submission
    outcome: GradedOutcome
    verdict: str
    marks: Sequence[CategoryMark] = ()
    mistakes: Sequence[GradedMistake] = ()
    map: Pictures = field(default_factory=dict)
    refused: Sequence[str] = ()

    @property
    def name(self) -> str:
        """The student's name."""
        return self.submission.name

    @property
    def mark(self) -> float:
        """Sum of the categories' scores, not rounded."""
        return sum(own_mark.score for own_mark in self.marks)


@dataclass(frozen=True)
class Drawing:
    """Functions that draw pictures; they return {} for no picture.

    Attributes
    ----------
    case : callable
        Draws the shrunk case of a run.
    map : callable
        Draws the map of a run's mistakes, given its shrunk cases.
    """

    case: Callable[[EvaluationRun, ShrunkCase], Pictures]
    map: Callable[[EvaluationRun, Sequence[ShrunkCase]], Pictures]


def grade(
    submission: Submission,
    entry: SceneEntry,
    function: str,
    terms: EvaluationOptions,
    rubric: Rubric,
    drawing: Drawing,
) -> GradedSubmission:
    """Grade a submission. Failures of its code are part of the result, not raised.

    Parameters
    ----------
    submission : Submission
        The submission.
    entry : SceneEntry
        The scene of the assignment.
    function : str
        Name of the function to evaluate.
    terms : EvaluationOptions
        Number of cases, seed, tolerance and limits.
    rubric : Rubric
        The points.
    drawing : Drawing
        Functions for the pictures.

    Raises
    ------
    EvaluationError
        The evaluation cannot run, whatever the code: see `evaluate_code`.
    """
    if submission.main is None:
        sentence = message("{text}.", text=capitalize(submission.problem))
        return GradedSubmission(submission, GradedOutcome.BROKEN, sentence)
    code, refusal = create_sandboxed_runner(submission.main, function, submission.name)
    try:
        with code:
            judgement = evaluate_code(entry, code, terms)
            return _grade_answers(submission, judgement, rubric, drawing, refusal)
    except CodeError as error:
        words = str(error).removeprefix(f"{code.name} ")
        # The Japanese message keeps the name of the code.
        why = in_english(f"It {words}.", message("{text}.", text=str(error)))
        return GradedSubmission(
            submission, GradedOutcome.BROKEN, why, refused=tuple(refusal)
        )


def _grade_answers(
    submission: Submission,
    judgement: EvaluationRun,
    rubric: Rubric,
    drawing: Drawing,
    refused: Mapping[str, None],
) -> GradedSubmission:
    counted = rubric.wrong(judgement.findings)
    kinds = [k for k, x in judgement.findings.wrong.items() if (x & counted).any()]
    sorted_kinds = sort_by_nature(
        [shrink_failure(judgement, kind) for kind in kinds],
        lambda small: classify_failure(judgement.findings, small.kind),
    )
    mistakes = [_mistake(judgement, small, counted, drawing) for small in sorted_kinds]
    return GradedSubmission(
        submission,
        GradedOutcome(judgement.find_outcome(counted)),
        _verdict(judgement, counted),
        rubric.marks(judgement.findings),
        mistakes,
        drawing.map(judgement, sorted_kinds) if sorted_kinds else {},
        tuple(refused),
    )


def _verdict(judgement: EvaluationRun, counted: Flags) -> str:
    """Return the numbers of wrong, allowed and missing answers, in sentences."""
    findings = judgement.findings
    wrong, asked = int(counted.sum()), int(findings.is_evaluated.sum())
    allowed_count = int(findings.any_wrong.sum()) - wrong
    if judgement.find_outcome(counted) is EvaluationOutcome.UNDECIDED:
        verdict_text = capitalize(judgement.verdict)
    elif wrong:
        verdict_text = message(
            "{wrong:,} of {asked:,} answers are wrong", wrong=wrong, asked=asked
        )
    else:
        verdict_text = message("None of {asked:,} answers is wrong", asked=asked)
    if allowed_count and wrong:
        verdict_text = message(
            "{verdict}; {allowed:,} more by rounding, which is allowed",
            verdict=verdict_text,
            allowed=allowed_count,
        )
    elif allowed_count:
        verdict_text = message(
            "{verdict}; {allowed:,} by rounding, which is allowed",
            verdict=verdict_text,
            allowed=allowed_count,
        )
    reasons = Counter[str]()
    for count, reason in judgement.not_evaluated.values():
        reasons[reason.text] += count
    unanswered = [
        message("{count:,} cases were not tested: {why}.", count=count, why=reason)
        for reason, count in reasons.items()
    ]
    return join_sentences(message("{text}.", text=verdict_text), *unanswered)


def _mistake(
    judgement: EvaluationRun, small: ShrunkCase, counted: Flags, drawing: Drawing
) -> GradedMistake:
    kind, findings = small.kind, judgement.findings
    kind_verdict = build_kind_verdict(judgement, small, _rubric_hint)
    wrong = findings.wrong[kind] & counted
    return GradedMistake(
        kind=str(kind),
        nature=str(kind_verdict.nature),
        count=int(wrong.sum()),
        cause=_describe_cause(judgement, kind, kind_verdict.nature),
        explained=kind_verdict.explained,
        call=kind_verdict.smallest.call,
        answer_text=kind_verdict.smallest.told,
        cost=case_cost(small.arguments),
        where=np.packbits(wrong).tobytes(),
        picture=drawing.case(judgement, small),
    )


def _rubric_hint(word: str) -> str:
    return message(
        "a choice that a rubric may allow ({option})", option=f"allow: {word}"
    )


def _describe_cause(
    judgement: EvaluationRun, kind: FailureKind, nature: FailureCause
) -> str:
    if kind in _NO_ANSWER:
        return capitalize(find_common_answer(judgement, kind)[0].description)
    if nature is FailureCause.ROUNDING:
        return str(nature)
    cause = find_main_cause(judgement.findings, kind)
    if cause is None:
        return ""
    return cause.claim or message("wrong where {words}", words=cause.text)
