"""Evaluation of user code against the core: generated cases, answers and findings."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

import numpy as np

from playground.i18n import TextError, enum_of_texts, join_texts, message, with_texts
from playground.judge.cases.case_set import Cases, Flags, filter_supported_cases
from playground.judge.cases.generators import (
    CaseCategory,
    NoEdgeError,
    find_fixed_arguments,
    generate_cases,
)
from playground.judge.diagnosis.features import CHOICE_TEXTS
from playground.judge.diagnosis.rounding import label_rounding_failures
from playground.judge.findings import (
    ROUNDING,
    TOLERANCE,
    TOUCH,
    FailureKind,
    Findings,
    compare_answers,
)
from playground.judge.listing_adapter import replace_listing
from playground.judge.runner.code_runner import CodeRunner
from playground.judge.runner.protocol import CodeAnswer, CodeHeader, NoAnswerReason
from playground.quick_dataclass import dataclass
from playground.scene import loader
from playground.scene.loader import load_installed_scenes, merge_scenes
from playground.scene.query import Query
from playground.scene.scene import Scene, SceneEntry
from scenes import SCENES

DEFAULT_CASE_COUNT = 4000
DEFAULT_TIME_LIMIT_S = 30.0
DEFAULT_MIN_ANSWERED_RATIO = 0.95
# Shares of the time limit at which answering ends and diagnosis ends, and the share
# that a map may take in addition.
_ANSWER_TIME_SHARE = 0.45
_DIAGNOSIS_TIME_SHARE = 0.65
_MAP_TIME_SHARE = 0.1
# Code that takes longer for an answer is slow.
_SLOW_ANSWER_S = 0.02
# Failures in which the code gave no answer.
_NO_ANSWER = FailureKind.SLOW, FailureKind.CRASH, FailureKind.NONSENSE
_DEVIATION_TEXTS = {
    TOUCH: message("A choice the code makes on purpose: touching counts as a miss"),
    ROUNDING: message(
        "An answer that is wrong by rounding alone, correct in exact arithmetic, is "
        "allowed"
    ),
}
_DEVIATION_LABELS = {
    "start_inside": message("start inside"),
    "center_inside": message("center inside"),
    TOUCH: message("touch"),
    ROUNDING: message("rounding"),
}


@enum_of_texts
class EvaluationOutcome(StrEnum):
    """Outcome of an evaluation run; UNDECIDED if too few cases were answered."""

    RIGHT = "right"
    WRONG = "wrong"
    UNDECIDED = "undecided"

    @property
    def exit_code(self) -> int:
        """The exit code of a command: 0 if right, 1 if wrong, 3 if undecided."""
        return {
            EvaluationOutcome.RIGHT: 0,
            EvaluationOutcome.WRONG: 1,
            EvaluationOutcome.UNDECIDED: 3,
        }[self]


@with_texts("text", as_messages=False)
class EvaluationError(TextError):
    """Raised if an evaluation cannot run; the message says why."""


@dataclass(frozen=True)
class EvaluationOptions:
    """Options of an evaluation run.

    Attributes
    ----------
    count, seed : int
        Approximate number of generated cases, and their seed.
    allow : tuple of str
        Allowed deviations, see `allowable_deviations`.
    tolerance : float
        Allowed error of numbers, relative to the largest length of a case.
    seconds : float
        Time limit of the whole run, in seconds.
    answered : float
        Share of the cases, 0 to 1, that has to be answered for the outcome RIGHT.
    """

    count: int = DEFAULT_CASE_COUNT
    seed: int = 0
    allow: tuple[str, ...] = ()
    tolerance: float = TOLERANCE
    seconds: float = DEFAULT_TIME_LIMIT_S
    answered: float = DEFAULT_MIN_ANSWERED_RATIO

    @classmethod
    def from_given(cls, **values: Any) -> "EvaluationOptions":
        """Return options with the defaults in place of values that are None."""
        return cls(**{name: x for name, x in values.items() if x is not None})


@dataclass(frozen=True, eq=False)
class EvaluationRun:
    """Result of evaluating user code.

    Attributes
    ----------
    entry : SceneEntry
        The scene as it is opened.
    scene : Scene
        The scene, or its mode that has the query.
    code : CodeRunner
        The evaluated code, still open for further cases.
    options : EvaluationOptions
        The options, with an engine's documented deviations added to `allow`.
    fixed : mapping
        Arguments that the code does not take, which are the same in all cases.
    findings : Findings
        Which answers are wrong, and how.
    not_evaluated : mapping
        For each category with skipped cases: their number, and the first answer, which
        says why.
    seconds : float
        Time that answering took, in seconds.
    """

    entry: SceneEntry
    scene: Scene[Any, Any]
    code: CodeRunner
    options: EvaluationOptions
    fixed: dict[str, Any]
    findings: Findings
    not_evaluated: dict[CaseCategory, tuple[int, CodeAnswer]]
    seconds: float

    @property
    def query(self) -> Query[Any, Any]:
        """The query that the code was evaluated on."""
        return self.findings.cases.query

    @property
    def answer_count(self) -> int:
        """Number of cases with an answer, right or wrong."""
        is_unanswered = self.findings.wrong_in(_NO_ANSWER)
        return int((self.findings.is_evaluated & ~is_unanswered).sum())

    @property
    def is_slow(self) -> bool:
        """Whether cases were skipped or timed out, or took over 20 ms on average."""
        findings = self.findings
        seconds_each = self.seconds / max(int(findings.is_evaluated.sum()), 1)
        hangs = bool(self.not_evaluated) or bool(findings.wrong[FailureKind.SLOW].any())
        return hangs or seconds_each > _SLOW_ANSWER_S

    @property
    def outcome(self) -> EvaluationOutcome:
        """The outcome, if every failure found counts."""
        return self.find_outcome(self.findings.any_wrong)

    def find_outcome(self, wrong: Flags) -> EvaluationOutcome:
        """Return the outcome if only the answers in `wrong` count as wrong.

        One wrong answer is enough for WRONG. RIGHT needs `options.answered` of the
        cases answered, and without any answer the outcome is UNDECIDED.

        Parameters
        ----------
        wrong : ndarray of bool, shape (n,)
            Failures that count, such as those not in a baseline.
        """
        answer_count = self.answer_count
        if not answer_count:
            return EvaluationOutcome.UNDECIDED
        if wrong.any():
            return EvaluationOutcome.WRONG
        enough = answer_count >= self.options.answered * len(self.findings.cases)
        return EvaluationOutcome.RIGHT if enough else EvaluationOutcome.UNDECIDED

    @property
    def verdict(self) -> str:
        """The outcome in one sentence, with counts."""
        findings, answer_count = self.findings, self.answer_count
        rounded = int((findings.any_wrong & (findings.rule == 0.0)).sum())
        wrong = int(findings.any_wrong.sum()) - rounded
        asked, cases = int(findings.is_evaluated.sum()), len(findings.cases)
        match self.outcome:
            case EvaluationOutcome.WRONG if not wrong:
                return message(
                    "{rounded:,} of {asked:,} answers are wrong, by rounding alone",
                    rounded=rounded,
                    asked=asked,
                )
            case EvaluationOutcome.WRONG if rounded:
                return message(
                    "{wrong:,} of {asked:,} answers are wrong, and {rounded:,} more by "
                    "rounding alone",
                    wrong=wrong,
                    asked=asked,
                    rounded=rounded,
                )
            case EvaluationOutcome.WRONG:
                return message(
                    "{wrong:,} of {asked:,} answers are wrong", wrong=wrong, asked=asked
                )
            case EvaluationOutcome.RIGHT:
                return message("none of {asked:,} answers is wrong", asked=asked)
        if not answer_count:
            return message(
                "undecided: none of {cases:,} cases was answered, so there is nothing "
                "to compare",
                cases=cases,
            )
        return message(
            "undecided: none of {answered:,} answers is wrong, "
            "but {left:,} of {cases:,} cases were not answered",
            answered=answer_count,
            left=cases - answer_count,
            cases=cases,
        )

    def build_map_scene(self) -> Scene[Any, Any]:
        """Return the scene with this code as its listing, to draw a map of it.

        The time limit of the map, a tenth of the run's, starts now; after it no further
        case is evaluated.
        """
        return replace_listing(
            self.scene,
            self.code,
            self.options.tolerance,
            self.options.allow,
            time.monotonic() + _MAP_TIME_SHARE * self.options.seconds,
        )

    def category_flags(self, category: CaseCategory) -> Flags:
        """Return a mask of the cases of a category, shape (n,)."""
        return np.asarray(self.findings.cases.category == category)


def scene_with_query(entry: SceneEntry) -> Scene[Any, Any]:
    """Return the scene, or of one with modes the first mode, that has a query.

    Raises
    ------
    EvaluationError
        None has one.
    """
    for scene in entry.sub_scenes():
        if scene.query is not None:
            return scene
    raise EvaluationError(
        "the scene {id} declares no query, so it cannot test code", id=entry.id
    )


def find_query(entry: SceneEntry) -> Query[Any, Any]:
    """Return the query of a scene, or of its first mode that has one.

    Raises
    ------
    EvaluationError
        There is none.
    """
    query = scene_with_query(entry).query
    assert query is not None
    return query


def allowable_deviations(query: Query[Any, Any]) -> tuple[str, ...]:
    """Return the names of the deviations from the core that code may be allowed."""
    return (*query.choices, TOUCH, ROUNDING)


def deviation_text(word: str) -> str:
    """Return an explanation of the deviation of this name, without a full stop."""
    if word in _DEVIATION_TEXTS:
        return _DEVIATION_TEXTS[word]
    return message(
        "A choice the code makes on purpose: where {choice}, a different answer is not "
        "a mistake",
        choice=CHOICE_TEXTS.get(word, word.replace("_", " ")),
    )


def deviation_label(word: str) -> str:
    """Return the short label of the deviation of this name."""
    return _DEVIATION_LABELS.get(word, word.replace("_", " "))


def find_documented_deviations(
    query: Query[Any, Any], about: CodeHeader
) -> tuple[str, ...]:
    """Return the choices of the query that an engine documents as its own."""
    return tuple(w for w in about.metadata.get("ALLOWED", ()) if w in query.choices)


def check_deviations(query: Query[Any, Any], words: Iterable[str]) -> None:
    """Raise EvaluationError for a deviation that the query does not have."""
    allowable = allowable_deviations(query)
    for word in words:
        if word not in allowable:
            raise EvaluationError(
                "{word!r} cannot be allowed; these can: {names}",
                word=word,
                names=", ".join(allowable),
            )


def evaluate_code(
    entry: SceneEntry,
    code: CodeRunner,
    terms: EvaluationOptions,
    before_diagnosis: Callable[[], object] = lambda: None,
) -> EvaluationRun:
    """Evaluate code: generate cases, collect answers and compare them with the core.

    Parameters
    ----------
    entry : SceneEntry
        The scene with the query.
    code : CodeRunner
        The code; it is started, and left open for the caller.
    terms : EvaluationOptions
        Number of cases, seed, tolerance and limits.
    before_diagnosis : callable
        Called without arguments after the answers are compared, before rounding is
        diagnosed.

    Raises
    ------
    CodeError
        The code cannot be loaded or started.
    EvaluationError
        The scene has no query, a deviation is unknown, or no cases can be made for the
        arguments that the code takes.
    """
    begin = time.monotonic()
    scene = scene_with_query(entry)
    query = scene.query
    assert query is not None
    check_deviations(query, terms.allow)
    header = code.begin(tuple(query.argument_kinds), _ANSWER_TIME_SHARE * terms.seconds)
    allow = tuple(
        dict.fromkeys((*terms.allow, *find_documented_deviations(query, header)))
    )
    fixed_arguments = find_fixed_arguments(scene, code.header.takes)
    try:
        cases = generate_cases(scene, terms.count, terms.seed, fixed_arguments)
    except NoEdgeError:
        raise EvaluationError(
            "{code} takes nothing that changes the verdict: it is the same for "
            "every {arguments}",
            code=code.name,
            arguments=join_texts(sorted(code.header.takes or ())),
        ) from None
    except ValueError as error:  # the core refuses the fixed arguments
        raise EvaluationError(
            "no cases can be made, because {code} does not take {arguments}: {reason}",
            code=code.name,
            arguments=join_texts(fixed_arguments),
            reason=str(error),
        ) from error
    cases = filter_supported_cases(cases, header.metadata)
    until = begin + _ANSWER_TIME_SHARE * terms.seconds
    evaluation_begin = time.monotonic()
    # By category, so that each is sampled even if the code hangs in another.
    categories = [
        np.flatnonzero(cases.category == category) for category in CaseCategory
    ]
    answers = code.answers_to(cases, until, categories)
    evaluation_time = time.monotonic() - evaluation_begin
    findings = compare_answers(cases, answers, terms.tolerance, allow, header.slop)
    until = begin + _DIAGNOSIS_TIME_SHARE * terms.seconds
    before_diagnosis()
    findings = label_rounding_failures(
        code, findings, terms.tolerance, allow, until=until
    )
    return EvaluationRun(
        entry=entry,
        scene=scene,
        code=code,
        options=replace(terms, allow=allow),
        fixed=fixed_arguments,
        findings=findings,
        not_evaluated=_count_not_evaluated(cases, answers),
        seconds=evaluation_time,
    )


def _count_not_evaluated(
    cases: Cases, answers: Sequence[CodeAnswer]
) -> dict[CaseCategory, tuple[int, CodeAnswer]]:
    reasons: dict[CaseCategory, tuple[int, CodeAnswer]] = {}
    for place, answer in enumerate(answers):
        if answer.failed is NoAnswerReason.NOT_EVALUATED:
            category = CaseCategory(cases.category[place])
            count, first = reasons.get(category, (0, answer))
            reasons[category] = count + 1, first
    return reasons


# ----------------------------------------------------------------------------
# Scenes by name.
# ----------------------------------------------------------------------------


def find_scene(name: str) -> SceneEntry:
    """Return the scene with this id, or in this file `SCENE.py`.

    Raises
    ------
    EvaluationError
        There is no such scene, or its file fails to import.
    """
    try:
        return loader.find_scene(name, merge_scenes(SCENES, load_installed_scenes()))
    except ImportError as error:
        raise EvaluationError(str(error)) from error
