"""Grading of a class: parallel runs, common mistakes, the table of marks, page URLs."""

import csv
import io
import os
import re
import secrets
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from queue import SimpleQueue

import numpy as np
from numpy.typing import NDArray

from playground.i18n import message, set_language
from playground.i18n.catalog import ENGLISH
from playground.judge.diagnosis.rounding import FailureCause
from playground.judge.evaluation import EvaluationOptions, find_query
from playground.judge.findings import FailureKind
from playground.judge.grading.grade import (
    Drawing,
    GradedMistake,
    GradedOutcome,
    GradedSubmission,
    Rubric,
    grade,
    round_points,
)
from playground.judge.grading.submissions import Submission
from playground.judge.runner.job_process import (
    JobEndedError,
    JobProcess,
    ProgressCallback,
)
from playground.judge.runner.protocol import escape_text, truncate_text
from playground.quick_dataclass import dataclass
from playground.scene.scene import SceneEntry

_PROCESS_ENDED_TEXT = message("The process that tested it has ended")
_TIMEOUT_TEXT = message("The process that tested it took too long")
_FAILURE_TEXT = message("The code could not be tested")
# Time limit of a submission with its pictures: a multiple of the run's limit, plus
# extra.
_TIME_LIMIT_FACTOR = 4.0
_EXTRA_TIME_S = 120.0


@dataclass(frozen=True)
class Assignment:
    """The task of a class, and how it is graded.

    Attributes
    ----------
    scene : str
        Name of the scene, as `load` takes it.
    load : callable
        Returns the scene of a name; a module-level function, to be picklable.
    terms : EvaluationOptions
        Options of the runs, the same for all.
    rubric : Rubric
        The points.
    drawing : Drawing
        Module-level functions for the pictures.
    language : str
        Language of the texts in pictures.
    """

    scene: str
    load: Callable[[str], SceneEntry]
    terms: EvaluationOptions
    rubric: Rubric
    drawing: Drawing
    language: str = ENGLISH


def grade_all(
    handed_in: Sequence[Submission], assignment: Assignment, processes: int = 0
) -> Iterator[GradedSubmission]:
    """Yield the result of each submission, in order, graded by parallel processes.

    There are at most as many as `processes`, by default one per core; a submission that
    takes too long or ends its process is UNDECIDED.
    """
    count = min(processes or cores(), len(handed_in))
    graders = [JobProcess() for _ in range(count)]
    free = SimpleQueue[JobProcess]()
    for grader in graders:
        free.put(grader)

    def grade_one(submission: Submission) -> GradedSubmission:
        grader = free.get()
        try:
            return _grade_in_process(grader, assignment, submission)
        finally:
            free.put(grader)

    pool = ThreadPoolExecutor(len(graders))
    try:
        for future in [pool.submit(grade_one, submission) for submission in handed_in]:
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for grader in graders:
            grader.close()


def _grade_in_process(
    grader: JobProcess, assignment: Assignment, submission: Submission
) -> GradedSubmission:
    timeout = _TIME_LIMIT_FACTOR * assignment.terms.seconds + _EXTRA_TIME_S
    try:
        result: GradedSubmission = grader.run(
            grade_submission, assignment, submission, timeout_s=timeout
        )
    except TimeoutError:
        return _mark_undecided(submission, _TIMEOUT_TEXT)
    except JobEndedError as error:
        words: str = _PROCESS_ENDED_TEXT
        if error.error_line:
            words = _append_reason(words, truncate_text(error.error_line, 200))
        return _mark_undecided(submission, words)
    return result


def _mark_undecided(submission: Submission, words: str) -> GradedSubmission:
    sentence = message("{text}.", text=words)
    return GradedSubmission(submission, GradedOutcome.UNDECIDED, sentence)


def _append_reason(words: str, reason: str) -> str:
    return message("{words}: {why}", words=words, why=reason)


def grade_submission(
    _: ProgressCallback, assignment: Assignment, submission: Submission
) -> GradedSubmission:
    """Return the result of a submission; a job for `JobProcess` that does not raise.

    An exception becomes an UNDECIDED result.
    """
    set_language(assignment.language)
    entry = _load_scene(assignment.load, assignment.scene)
    try:
        return grade(
            submission,
            entry,
            find_query(entry).name,
            assignment.terms,
            assignment.rubric,
            assignment.drawing,
        )
    except Exception as error:  # must not end the grading of the others
        words = escape_text(truncate_text(f"{type(error).__name__}: {error}", 200))
        return _mark_undecided(submission, _append_reason(_FAILURE_TEXT, words))


@cache
def _load_scene(load: Callable[[str], SceneEntry], name: str) -> SceneEntry:
    return load(name)


# ----------------------------------------------------------------------------
# A class graded in parallel, and its mistakes grouped by cause.
# ----------------------------------------------------------------------------


# Overlap of failing cases (intersection over union) at which two mistakes are the same,
# if they have the same cause in words, and if not.
_SAME_CAUSE_OVERLAP_RATIO = 0.5
_SAME_MISTAKE_OVERLAP_RATIO = 0.9


@dataclass(frozen=True)
class CommonMistake:
    """A mistake that several students may share.

    Attributes
    ----------
    label : str
        "A", "B" and so on.
    text : str
        The mistake in words.
    made : sequence of (GradedSubmission, GradedMistake)
        The submissions with this mistake; those with a picture first, then by the
        simplest case. A submission occurs several times if it fails in several ways.
    """

    label: str
    text: str
    made: Sequence[tuple[GradedSubmission, GradedMistake]]

    @property
    def names(self) -> list[str]:
        """Names of the students with this mistake."""
        return sorted({graded.name for graded, _ in self.made}, key=str.casefold)


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def common_mistakes(results: Sequence[GradedSubmission]) -> list[CommonMistake]:
    """Return the mistakes of a class, those of the algorithm first, then by frequency.

    Two mistakes are the same if they fail in the same ways and have 90 % of the failing
    cases in common, or if their cause is the same in words and 50 % are.
    """
    groups: list[list[_StudentMistakes]] = []
    for graded_one in results:
        for own_mistake in _group_by_text(graded_one):
            group_made = next((x for x in groups if x[0].is_alike(own_mistake)), None)
            if group_made is None:
                groups.append([own_mistake])
            else:
                group_made.append(own_mistake)
    groups.sort(
        key=lambda made: (made[0].rounding, -len({x.graded.name for x in made}))
    )
    return [
        _build_common_mistake(_label(place), group_made)
        for place, group_made in enumerate(groups)
    ]


@dataclass(frozen=True)
class _StudentMistakes:
    """A student's mistakes with the same text."""

    graded: GradedSubmission
    text: str
    mistakes: Sequence[GradedMistake]

    @property
    def name(self) -> str:
        return self.graded.name

    @property
    def rounding(self) -> bool:
        return all(mistake.nature == FailureCause.ROUNDING for mistake in self.mistakes)

    @property
    def kinds(self) -> set[str]:
        return {mistake.kind for mistake in self.mistakes}

    @property
    def failure_flags(self) -> NDArray[np.uint8]:
        all_bytes = [np.frombuffer(one.where, np.uint8) for one in self.mistakes]
        return np.unpackbits(np.bitwise_or.reduce(all_bytes))

    def is_alike(self, other: "_StudentMistakes") -> bool:
        is_same = self.text == other.text
        if is_same and self.kinds == other.kinds == {FailureKind.SLOW}:
            return True  # most cases are skipped after a few hangs
        a, b = self.failure_flags, other.failure_flags
        if len(a) != len(b):
            return is_same
        common, either = (a & b).sum(), (a | b).sum()
        return bool(
            (is_same and common >= _SAME_CAUSE_OVERLAP_RATIO * either)
            or (
                self.kinds == other.kinds
                # Every answer may be an error, and each for a reason of its own.
                and self.kinds != {FailureKind.CRASH}
                and common >= _SAME_MISTAKE_OVERLAP_RATIO * either
            )
        )


def _group_by_text(result: GradedSubmission) -> Iterator[_StudentMistakes]:
    mistakes_by_text: dict[str, list[GradedMistake]] = {}
    for mistake in result.mistakes:
        mistakes_by_text.setdefault(mistake.text, []).append(mistake)
    for words, mistakes in mistakes_by_text.items():
        yield _StudentMistakes(result, words, mistakes)


def _build_common_mistake(
    label: str, group: Sequence[_StudentMistakes]
) -> CommonMistake:
    members = [(own.graded, mistake) for own in group for mistake in own.mistakes]
    members.sort(key=lambda one: (not one[1].picture, one[1].cost))
    return CommonMistake(label, members[0][1].text, members)


def _label(place: int) -> str:
    """Return A to Z, then AA, AB and so on, for an index from 0."""
    letters = ""
    while place >= 0:
        letters = chr(ord("A") + place % 26) + letters
        place = place // 26 - 1
    return letters


# ----------------------------------------------------------------------------


_NAME, _PAGE = "name", "page"
# A cell that starts like this is a formula to spreadsheets.
_FORMULA = re.compile(r"^[=+\-@\t\r]")
_SECRET_BYTES = 9


def as_csv(
    results: Sequence[GradedSubmission],
    common: Sequence[CommonMistake],
    pages: Mapping[str, str],
    points: float,
) -> str:
    """Return the marks as CSV: a row per student, a column per category and mistake.

    Parameters
    ----------
    results : sequence of GradedSubmission
        The results.
    common : sequence of CommonMistake
        The mistakes of the class.
    pages : mapping
        The file of each student's page, by the student's name.
    points : float
        The total of points that can be reached.
    """
    categories = list(dict.fromkeys(m.category for one in results for m in one.marks))
    labels = [f"mistake {one.label}: {one.text}" for one in common]
    file = io.StringIO()
    table = csv.writer(file, lineterminator="\r\n")
    head = [_NAME, "file", "outcome", "points", "of"]
    table.writerow([*head, *categories, *labels, "verdict", "refused", _PAGE])
    for one in results:
        marks = {mark.category: f"{round_points(mark.score):g}" for mark in one.marks}
        row = [
            one.name,
            one.submission.file,
            str(one.outcome),
            f"{round_points(one.mark):g}",
            f"{points:g}",
            *(marks.get(category, "") for category in categories),
            *("x" if one.name in mistake.names else "" for mistake in common),
            one.verdict,
            "; ".join(one.refused),
            pages[one.name],
        ]
        table.writerow([_FORMULA.sub(lambda m: f"'{m[0]}", cell) for cell in row])
    return file.getvalue()


def page_names(names: Sequence[str], before: str = "") -> dict[str, str]:
    """Return for each name a page's file name that others cannot guess.

    Parameters
    ----------
    names : sequence of str
        The students' names.
    before : str
        An earlier table, as CSV text, whose pages keep their files; "" for none.
    """
    try:
        rows = list(csv.DictReader(io.StringIO(before.removeprefix("\ufeff"))))
    except csv.Error:
        rows = []
    pages_by_name = {row.get(_NAME): row.get(_PAGE) for row in rows}
    pages: dict[str, str] = {}
    for name in names:
        slug = _slug(name)
        usual = re.compile(rf"students/{re.escape(slug)}-[\w-]{{12}}\.html")
        page = pages_by_name.get(_FORMULA.sub(lambda m: f"'{m[0]}", name)) or ""
        if not usual.fullmatch(page) or page in pages.values():
            page = f"students/{slug}-{secrets.token_urlsafe(_SECRET_BYTES)}.html"
        pages[name] = page
    return pages


def _slug(name: str) -> str:
    """Return a name as part of a file name and URL that is valid on every system.

    At most 60 characters; "student" for a name without letters and digits.
    """
    plain = unicodedata.normalize("NFKC", name)
    return re.sub(r"[^\w.-]+", "_", plain).strip("._-")[:60] or "student"
