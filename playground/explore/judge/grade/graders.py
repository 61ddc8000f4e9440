"""Submissions graded in processes of their own, a few at a time.

A process that dies, or takes far too long, costs its own submission and no other.

    python -m playground.explore.judge.grade.graders

answers each line with a line: the first is the assignment, those after it are
submissions.
"""

import base64
import os
import pickle
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Any

from playground.explore.judge.answer_line import brief, escaped
from playground.explore.judge.child_command import child_environment
from playground.explore.judge.grade.graded import (
    Drawing,
    Graded,
    GradedOutcome,
    grade,
)
from playground.explore.judge.grade.rubric import Rubric
from playground.explore.judge.grade.submissions import Submission
from playground.explore.judge.line_process import LineProcess
from playground.explore.judge.trial import Terms, query_of
from playground.language import message, speak
from playground.language.catalogue import ENGLISH
from playground.scene.scene import Entry

_MODULE = "playground.explore.judge.grade.graders"
_ENDED = message("The process that judged it has ended")
_LATE = message("The process that judged it took too long")
_FAILED = message("It could not be judged")
# A trial and its pictures take so many times its seconds at most, and so many more.
_TIMES, _MORE = 4.0, 120.0


@dataclass(frozen=True)
class Assignment:
    """What a class was asked, and how it is marked.

    Attributes
    ----------
    scene : str
        The scene by its name, as `load` understands it.
    load : callable
        Returns the scene of a name; a function of a module, for other processes.
    terms, rubric : Terms, Rubric
        How a trial is held, the same for everybody, and what counts.
    drawing : Drawing
        How pictures are made, by functions of modules too.
    language : str
        What the words of pictures are told in.
    """

    scene: str
    load: Callable[[str], Entry]
    terms: Terms
    rubric: Rubric
    drawing: Drawing
    language: str = ENGLISH


def all_graded(
    handed_in: Sequence[Submission], assignment: Assignment, processes: int
) -> Iterator[Graded]:
    """Yield what came of each submission, in their order.

    So many processes work at the same time.
    """
    graders = [_Grader(assignment) for _ in range(min(processes, len(handed_in)))]
    free = SimpleQueue[_Grader]()
    for grader in graders:
        free.put(grader)

    def one(submission: Submission) -> Graded:
        grader = free.get()
        try:
            return grader.graded(submission)
        finally:
            free.put(grader)

    pool = ThreadPoolExecutor(len(graders))
    try:
        for future in [pool.submit(one, submission) for submission in handed_in]:
            yield future.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for grader in graders:
            grader.close()


class _Grader:
    """A process that grades, started when it is needed."""

    def __init__(self, assignment: Assignment) -> None:
        self._assignment = assignment
        self._longest = _TIMES * assignment.terms.seconds + _MORE
        self._process: LineProcess | None = None
        self._errors = deque[str](maxlen=1)
        self._lock, self._closed = threading.Lock(), False

    def graded(self, submission: Submission) -> Graded:
        """Return what came of a submission."""
        process = self._begun()
        if process is None:
            return _undecided(submission, _ENDED)
        process.write(_line(submission))
        try:
            line = process.line(self._longest)
        except TimeoutError:
            words: str = _LATE
        else:
            if line is not None:
                graded: Graded = _read(line)
                return graded
            said = next(iter(self._errors), "")
            words = _because(_ENDED, brief(said, 200)) if said else _ENDED
        with self._lock:
            self._process = None
        process.close()
        return _undecided(submission, words)

    def _begun(self) -> LineProcess | None:
        """Return its process; None where nobody wants it any more."""
        with self._lock:
            if self._process is None and not self._closed:
                command = [sys.executable, "-P", "-m", _MODULE]
                environment = child_environment(())
                self._errors.clear()
                process = LineProcess(command, environment, self._errors.append)
                process.write(_line(self._assignment))
                self._process = process
            return self._process

    def close(self) -> None:
        """End it, and begin no other."""
        with self._lock:
            self._closed = True
            process, self._process = self._process, None
        if process:
            process.close()


def _undecided(submission: Submission, words: str) -> Graded:
    said = message("{text}.", text=words)
    return Graded(submission, GradedOutcome.UNDECIDED, said)


def _because(words: str, why: str) -> str:
    return message("{words}: {why}", words=words, why=why)


def _line(of: object) -> str:
    return base64.b64encode(pickle.dumps(of)).decode() + "\n"


def _read(line: str) -> Any:
    return pickle.loads(base64.b64decode(line))


def _graded(submission: Submission, entry: Entry, of: Assignment) -> Graded:
    try:
        function = query_of(entry).name
        return grade(submission, entry, function, of.terms, of.rubric, of.drawing)
    except Exception as error:  # a fault of ours costs nobody else his mark
        words = escaped(brief(f"{type(error).__name__}: {error}", 200))
        return _undecided(submission, _because(_FAILED, words))


def main() -> None:
    """Grade until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii", newline="\n")
    os.dup2(2, 1)
    assignment: Assignment = _read(sys.stdin.readline())
    speak(assignment.language)
    entry = assignment.load(assignment.scene)
    while line := sys.stdin.readline():
        answers.write(_line(_graded(_read(line), entry, assignment)))
        answers.flush()


if __name__ == "__main__":
    # Under its own name, by which what comes in is known.
    from playground.explore.judge.grade import graders

    graders.main()
