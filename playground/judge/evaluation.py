"""A whole trial: cases asked family by family, and what was found in the answers."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np

from playground.i18n import enum_of_texts, message
from playground.judge.cases.case_set import Cases, Flags, taken
from playground.judge.cases.generators import Family, cases_of, fixed_for
from playground.judge.diagnosis.rounding import labelled
from playground.judge.findings import ROUNDING, TOLERANCE, TOUCH, Findings, Wrong, found
from playground.judge.listing_adapter import judged
from playground.judge.runner.code_runner import AskedCode
from playground.judge.runner.protocol import CodeAnswer, CodeHeader, Failed
from playground.scene.loader import from_file, gathered, installed, why_shut
from playground.scene.query import Query
from playground.scene.scene import Entry, Scene
from scenes import SCENES

CASES = 4000
SECONDS = 30.0
ANSWERED = 0.95
# By this part of the time all is asked, by that rule is told from rounding; and a map,
# asked at once, may take so much more.
_ASKED = 0.45
_TOLD = 0.65
_MAPPING = 0.1
# Code that takes so many seconds for an answer is slow.
_SLOW = 0.02
# These are wrong, but no answers.
_NO_ANSWER = Wrong.SLOW, Wrong.CRASH, Wrong.NONSENSE
_WHERE = {
    "start_inside": message("it starts inside or on it"),
    "center_inside": message("the centre is inside"),
}
_EXCUSES = {
    TOUCH: message("A choice the code makes on purpose: touching counts as a miss"),
    ROUNDING: message(
        "What is wrong by rounding alone, right in true numbers, is excused"
    ),
}
_CHOICES = {
    "start_inside": message("start inside"),
    "center_inside": message("center inside"),
    TOUCH: message("touch"),
    ROUNDING: message("rounding"),
}


@enum_of_texts
class TrialOutcome(StrEnum):
    """What there is to say of code after a trial."""

    RIGHT = "right"
    WRONG = "wrong"
    UNDECIDED = "undecided"

    @property
    def exit_code(self) -> int:
        """What a command ends with."""
        return {
            TrialOutcome.RIGHT: 0,
            TrialOutcome.WRONG: 1,
            TrialOutcome.UNDECIDED: 3,
        }[self]


class TrialError(Exception):
    """A trial that cannot be held, and why."""


@dataclass(frozen=True)
class Terms:
    """How a trial is held.

    Attributes
    ----------
    count, seed : int
        About so many cases, drawn with that seed.
    excuses : tuple of str
        Choices that are declared, and so no mistakes.
    tolerance : float
        How far a number may be off, as a part of the largest length of its case.
    seconds : float
        How long it may take in all.
    answered : float
        What part of the cases has to be answered for it to be found right.
    """

    count: int = CASES
    seed: int = 0
    excuses: tuple[str, ...] = ()
    tolerance: float = TOLERANCE
    seconds: float = SECONDS
    answered: float = ANSWERED


@dataclass(frozen=True, eq=False)
class Judgement:
    """What a trial came to.

    Attributes
    ----------
    entry, scene : Entry, Scene
        The scene as it is opened, and the part of it that has the query.
    code : AskedCode
        Who was judged; it may be asked on.
    terms : Terms
        How; what an engine documents is among the excuses.
    slop : float
        How far off an engine says that it may be, a length.
    fixed : mapping
        Arguments that were not varied.
    findings : Findings
        What was found.
    unasked : mapping
        For each family of which not all was asked, how many were not, and why.
    seconds : float
        How long the questions took.
    """

    entry: Entry
    scene: Scene[Any, Any]
    code: AskedCode
    terms: Terms
    slop: float
    fixed: dict[str, Any]
    findings: Findings
    unasked: dict[Family, tuple[int, str]]
    seconds: float

    @property
    def query(self) -> Query[Any, Any]:
        """What was asked."""
        return self.findings.cases.query

    @property
    def answered(self) -> int:
        """How many cases were answered, rightly or wrongly."""
        wrong = self.findings.wrong
        failed = np.logical_or.reduce([wrong[kind] for kind in _NO_ANSWER])
        return int((self.findings.asked & ~failed).sum())

    @property
    def is_slow(self) -> bool:
        """Whether it takes so long that not much more can be asked."""
        findings = self.findings
        each = self.seconds / max(int(findings.asked.sum()), 1)
        hangs = bool(self.unasked) or bool(findings.wrong[Wrong.SLOW].any())
        return hangs or each > _SLOW

    @property
    def outcome(self) -> TrialOutcome:
        """Whether it is right, if that can be said at all.

        Code that answers nothing is not wrong. One wrong answer is enough, and so is
        one where it fails; but for it to be right most have to be answered.
        """
        answered = self.answered
        if not answered:
            return TrialOutcome.UNDECIDED
        if self.findings.any_wrong.any():
            return TrialOutcome.WRONG
        enough = answered >= self.terms.answered * len(self.findings.cases)
        return TrialOutcome.RIGHT if enough else TrialOutcome.UNDECIDED

    @property
    def verdict(self) -> str:
        """The outcome in a few words, with its counts."""
        findings, answered = self.findings, self.answered
        wrong, asked = int(findings.any_wrong.sum()), int(findings.asked.sum())
        cases = len(findings.cases)
        match self.outcome:
            case TrialOutcome.WRONG:
                return message(
                    "{wrong:,} of {asked:,} answers are wrong", wrong=wrong, asked=asked
                )
            case TrialOutcome.RIGHT:
                return message("none of {asked:,} answers is wrong", asked=asked)
        if not answered:
            return message(
                "undecided, for none of {cases:,} cases was answered", cases=cases
            )
        return message(
            "undecided: none of {answered:,} answers is wrong, "
            "but {left:,} of {cases:,} cases were not answered",
            answered=answered,
            left=cases - answered,
            cases=cases,
        )

    def mapped(self) -> Scene[Any, Any]:
        """Return the scene with this code in its listing's place, for a map."""
        return judged(
            self.scene,
            self.code,
            self.fixed,
            self.terms.tolerance,
            self.terms.excuses,
            self.slop,
            time.monotonic() + _MAPPING * self.terms.seconds,
        )

    def of(self, family: Family) -> Flags:
        """Return which cases are of a family."""
        return np.asarray(self.findings.cases.family == family)

    def exact_touches(self, kind: Wrong) -> tuple[int, int]:
        """Return how many of the cases that touch exactly are wrong so, and of all."""
        touch = (self.findings.cases.gap == 0.0) & self.findings.asked
        return int((touch & self.findings.wrong[kind]).sum()), int(touch.sum())


def asked_in(entry: Entry) -> Scene[Any, Any]:
    """Return the part of a scene that has a query; TrialError if there is none."""
    for scene in entry.parts():
        if scene.query is not None:
            return scene
    raise TrialError(message("{id} does not say what it asks the core", id=entry.id))


def query_of(entry: Entry) -> Query[Any, Any]:
    """Return what a scene asks the core; TrialError if it does not say."""
    query = asked_in(entry).query
    assert query is not None
    return query


def excusable(query: Query[Any, Any]) -> tuple[str, ...]:
    """Return the choices that code may declare."""
    return (*query.choices, TOUCH, ROUNDING)


def excuse_words(word: str) -> str:
    """Return what is excused by such a word, in a sentence without a full stop."""
    if word in _EXCUSES:
        return _EXCUSES[word]
    return message(
        "A choice the code makes on purpose: where {choice}, a different answer is not "
        "a mistake",
        choice=_WHERE.get(word, word.replace("_", " ")),
    )


def choice_words(word: str) -> str:
    """Return what a choice is called."""
    return _CHOICES.get(word, word.replace("_", " "))


def documented(query: Query[Any, Any], about: CodeHeader) -> tuple[str, ...]:
    """Return those of the choices that an engine says it makes."""
    return tuple(w for w in about.told.get("EXCUSED", ()) if w in query.choices)


def check_excuses(query: Query[Any, Any], words: Iterable[str]) -> None:
    """Raise TrialError for a word that the query does not know."""
    known = excusable(query)
    for word in words:
        if word not in known:
            raise TrialError(
                message(
                    "unknown excuse {word!r}; there are {names}",
                    word=word,
                    names=", ".join(known),
                )
            )


def judge(entry: Entry, code: AskedCode, terms: Terms) -> Judgement:
    """Try code; CodeError or TrialError where that cannot be."""
    begun = time.monotonic()
    scene = asked_in(entry)
    query = scene.query
    assert query is not None
    check_excuses(query, terms.excuses)
    about = code.begin(tuple(query.given), _ASKED * terms.seconds)
    excuses = tuple(dict.fromkeys((*terms.excuses, *documented(query, about))))
    slop = float(about.told.get("SLOP", 0.0))
    fixed = fixed_for(scene, code.about.takes)
    cases = taken(cases_of(scene, terms.count, terms.seed, fixed), about.told)
    until = begun + _ASKED * terms.seconds
    asked = time.monotonic()
    # Of each family some are asked, though it may hang in others.
    families = [np.flatnonzero(cases.family == family) for family in Family]
    answers = code.answers_to(cases, until, families)
    spent = time.monotonic() - asked
    findings = found(cases, answers, terms.tolerance, excuses, slop)
    until = begun + _TOLD * terms.seconds
    findings = labelled(code, findings, terms.tolerance, excuses, until=until)
    return Judgement(
        entry=entry,
        scene=scene,
        code=code,
        terms=replace(terms, excuses=excuses),
        slop=slop,
        fixed=fixed,
        findings=findings,
        unasked=_unasked(cases, answers),
        seconds=spent,
    )


def _unasked(
    cases: Cases, answers: Sequence[CodeAnswer]
) -> dict[Family, tuple[int, str]]:
    found: dict[Family, tuple[int, str]] = {}
    for place, answer in enumerate(answers):
        if answer.failed is Failed.UNASKED:
            family = Family(cases.family[place])
            count, words = found.get(family, (0, answer.words))
            found[family] = count + 1, words
    return found


# ----------------------------------------------------------------------------
# A scene by its name, for tests that name one.
# ----------------------------------------------------------------------------


def scene_of(name: str) -> Entry:
    """Return the scene of that id or file `SCENE.py`; TrialError if there is none."""
    if name.endswith(".py"):
        try:
            return from_file(Path(name))
        except ImportError as error:
            raise TrialError(str(error)) from error
    known = {entry.id: entry for entry in gathered(SCENES, installed())}
    if name not in known:
        raise TrialError(
            message(
                "unknown scene {name!r}; there are {names}",
                name=name,
                names=", ".join(known),
            )
        )
    if reason := why_shut(known[name]):
        raise TrialError(f"{name}: {reason}")
    return known[name]
