"""A whole trial: cases asked by category, and what was found in the answers."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import Any

import numpy as np

from playground.i18n import enum_of_texts, join_texts, message
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
# By this part of the time all is asked, by that rule is told from rounding; and a map,
# asked at once, may take so much more.
_ANSWER_TIME_SHARE = 0.45
_DIAGNOSIS_TIME_SHARE = 0.65
_MAP_TIME_SHARE = 0.1
# Code that takes so many seconds for an answer is slow.
_SLOW_ANSWER_S = 0.02
# These are wrong, but no answers.
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
    """What there is to say of code after a trial."""

    RIGHT = "right"
    WRONG = "wrong"
    UNDECIDED = "undecided"

    @property
    def exit_code(self) -> int:
        """What a command ends with."""
        return {
            EvaluationOutcome.RIGHT: 0,
            EvaluationOutcome.WRONG: 1,
            EvaluationOutcome.UNDECIDED: 3,
        }[self]


class EvaluationError(Exception):
    """A trial that cannot be held, and why."""


@dataclass(frozen=True)
class EvaluationOptions:
    """How a trial is held.

    Attributes
    ----------
    count, seed : int
        About so many cases, drawn with that seed.
    allow : tuple of str
        Choices that are declared, and so no mistakes.
    tolerance : float
        How far a number may be off, as a part of the largest length of its case.
    seconds : float
        How long it may take in all.
    answered : float
        What part of the cases has to be answered for it to be found right.
    """

    count: int = DEFAULT_CASE_COUNT
    seed: int = 0
    allow: tuple[str, ...] = ()
    tolerance: float = TOLERANCE
    seconds: float = DEFAULT_TIME_LIMIT_S
    answered: float = DEFAULT_MIN_ANSWERED_RATIO

    @classmethod
    def from_given(cls, **values: Any) -> "EvaluationOptions":
        """Return options of which those that are None are the judge's own."""
        return cls(**{name: x for name, x in values.items() if x is not None})


@dataclass(frozen=True, eq=False)
class EvaluationRun:
    """What a trial came to.

    Attributes
    ----------
    entry, scene : SceneEntry, Scene
        The scene as it is opened, and the part of it that has the query.
    code : CodeRunner
        Who was judged; it may be asked on.
    options : EvaluationOptions
        How; what an engine documents is among what is allowed.
    fixed : mapping
        Arguments that were not varied.
    findings : Findings
        What was found.
    not_evaluated : mapping
        For each category of which not all was asked, how many were not, and why.
    seconds : float
        How long the questions took.
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
        """What was asked."""
        return self.findings.cases.query

    @property
    def answer_count(self) -> int:
        """How many cases were answered, rightly or wrongly."""
        wrong = self.findings.wrong
        failed = np.logical_or.reduce([wrong[kind] for kind in _NO_ANSWER])
        return int((self.findings.is_evaluated & ~failed).sum())

    @property
    def is_slow(self) -> bool:
        """Whether it takes so long that not much more can be asked."""
        findings = self.findings
        each = self.seconds / max(int(findings.is_evaluated.sum()), 1)
        hangs = bool(self.not_evaluated) or bool(findings.wrong[FailureKind.SLOW].any())
        return hangs or each > _SLOW_ANSWER_S

    @property
    def outcome(self) -> EvaluationOutcome:
        """Whether it is right, if that can be said at all."""
        return self.find_outcome(self.findings.any_wrong)

    def find_outcome(self, wrong: Flags) -> EvaluationOutcome:
        """Return whether code is right of which these answers count as wrong.

        Code that answers nothing is not wrong. One wrong answer is enough, and so is
        one where it fails; but for it to be right most have to be answered.
        """
        answered = self.answer_count
        if not answered:
            return EvaluationOutcome.UNDECIDED
        if wrong.any():
            return EvaluationOutcome.WRONG
        enough = answered >= self.options.answered * len(self.findings.cases)
        return EvaluationOutcome.RIGHT if enough else EvaluationOutcome.UNDECIDED

    @property
    def verdict(self) -> str:
        """The outcome in a few words, with its counts."""
        findings, answered = self.findings, self.answer_count
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
        if not answered:
            return message(
                "undecided: none of {cases:,} cases was answered, so there is nothing "
                "to compare",
                cases=cases,
            )
        return message(
            "undecided: none of {answered:,} answers is wrong, "
            "but {left:,} of {cases:,} cases were not answered",
            answered=answered,
            left=cases - answered,
            cases=cases,
        )

    def build_map_scene(self) -> Scene[Any, Any]:
        """Return the scene with this code in its listing's place, for a map."""
        return replace_listing(
            self.scene,
            self.code,
            self.options.tolerance,
            self.options.allow,
            time.monotonic() + _MAP_TIME_SHARE * self.options.seconds,
        )

    def category_flags(self, category: CaseCategory) -> Flags:
        """Return which cases are of a category."""
        return np.asarray(self.findings.cases.category == category)

    def count_exact_touches(self, kind: FailureKind) -> tuple[int, int]:
        """Return how many of the cases that touch exactly are wrong so, and of all."""
        touch = (self.findings.cases.gap == 0.0) & self.findings.is_evaluated
        return int((touch & self.findings.wrong[kind]).sum()), int(touch.sum())


def scene_with_query(entry: SceneEntry) -> Scene[Any, Any]:
    """Return the part of a scene that has a query; EvaluationError if there is none."""
    for scene in entry.sub_scenes():
        if scene.query is not None:
            return scene
    raise EvaluationError(
        message("{id} does not say what it asks the core", id=entry.id)
    )


def find_query(entry: SceneEntry) -> Query[Any, Any]:
    """Return what a scene asks the core; EvaluationError if it does not say."""
    query = scene_with_query(entry).query
    assert query is not None
    return query


def allowable_deviations(query: Query[Any, Any]) -> tuple[str, ...]:
    """Return the choices that code may declare."""
    return (*query.choices, TOUCH, ROUNDING)


def deviation_text(word: str) -> str:
    """Return what is allowed by such a word, in a sentence without a full stop."""
    if word in _DEVIATION_TEXTS:
        return _DEVIATION_TEXTS[word]
    return message(
        "A choice the code makes on purpose: where {choice}, a different answer is not "
        "a mistake",
        choice=CHOICE_TEXTS.get(word, word.replace("_", " ")),
    )


def deviation_label(word: str) -> str:
    """Return what a choice is called."""
    return _DEVIATION_LABELS.get(word, word.replace("_", " "))


def find_documented_deviations(
    query: Query[Any, Any], about: CodeHeader
) -> tuple[str, ...]:
    """Return those of the choices that an engine says it makes."""
    return tuple(w for w in about.metadata.get("ALLOWED", ()) if w in query.choices)


def check_deviations(query: Query[Any, Any], words: Iterable[str]) -> None:
    """Raise EvaluationError for a word that the query does not know."""
    known = allowable_deviations(query)
    for word in words:
        if word not in known:
            raise EvaluationError(
                message(
                    "{word!r} cannot be allowed; there are {names}",
                    word=word,
                    names=", ".join(known),
                )
            )


def evaluate_code(
    entry: SceneEntry,
    code: CodeRunner,
    terms: EvaluationOptions,
    before_diagnosis: Callable[[], object] = lambda: None,
) -> EvaluationRun:
    """Try code; CodeError or EvaluationError where that cannot be."""
    begun = time.monotonic()
    scene = scene_with_query(entry)
    query = scene.query
    assert query is not None
    check_deviations(query, terms.allow)
    about = code.begin(tuple(query.argument_kinds), _ANSWER_TIME_SHARE * terms.seconds)
    allow = tuple(
        dict.fromkeys((*terms.allow, *find_documented_deviations(query, about)))
    )
    fixed = find_fixed_arguments(scene, code.header.takes)
    try:
        cases = generate_cases(scene, terms.count, terms.seed, fixed)
    except NoEdgeError:
        raise EvaluationError(
            message(
                "{code} takes nothing that changes the verdict: it is the same for "
                "every {arguments}",
                code=code.name,
                arguments=join_texts(sorted(code.header.takes or ())),
            )
        ) from None
    except ValueError as error:  # the core refuses what is not varied
        raise EvaluationError(
            message(
                "{code} does not take {arguments}, and no cases can be made so: "
                "{reason}",
                code=code.name,
                arguments=join_texts(fixed),
                reason=str(error),
            )
        ) from error
    cases = filter_supported_cases(cases, about.metadata)
    until = begun + _ANSWER_TIME_SHARE * terms.seconds
    asked = time.monotonic()
    # Of each category some are asked, though it may hang in others.
    categories = [
        np.flatnonzero(cases.category == category) for category in CaseCategory
    ]
    answers = code.answers_to(cases, until, categories)
    spent = time.monotonic() - asked
    findings = compare_answers(cases, answers, terms.tolerance, allow, about.slop)
    until = begun + _DIAGNOSIS_TIME_SHARE * terms.seconds
    before_diagnosis()
    findings = label_rounding_failures(
        code, findings, terms.tolerance, allow, until=until
    )
    return EvaluationRun(
        entry=entry,
        scene=scene,
        code=code,
        options=replace(terms, allow=allow),
        fixed=fixed,
        findings=findings,
        not_evaluated=_count_not_evaluated(cases, answers),
        seconds=spent,
    )


def _count_not_evaluated(
    cases: Cases, answers: Sequence[CodeAnswer]
) -> dict[CaseCategory, tuple[int, CodeAnswer]]:
    found: dict[CaseCategory, tuple[int, CodeAnswer]] = {}
    for place, answer in enumerate(answers):
        if answer.failed is NoAnswerReason.NOT_EVALUATED:
            category = CaseCategory(cases.category[place])
            count, first = found.get(category, (0, answer))
            found[category] = count + 1, first
    return found


# ----------------------------------------------------------------------------
# A scene by its name, for tests that name one.
# ----------------------------------------------------------------------------


def find_scene(name: str) -> SceneEntry:
    """Return the scene of that id or file `SCENE.py`, or raise EvaluationError."""
    try:
        return loader.find_scene(name, merge_scenes(SCENES, load_installed_scenes()))
    except ImportError as error:
        raise EvaluationError(str(error)) from error
