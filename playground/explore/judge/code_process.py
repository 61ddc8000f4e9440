"""Somebody's code in a process of its own, asked in lines of JSON.

A question is an object with the arguments by the core's names: `{"origin": [0.0, 1.5],
"radius": 2.0, ...}`. An answer is a line as well: true or false, a number, null, or an
object with names of the core's result; `{"error": "words"}` where the code raised. What
dies is started again, what hangs is stopped and started again, and what does either too
often is asked no more.
"""

import json
import os
import shlex
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

import playground
from playground.explore.engines import ENGINES
from playground.explore.judge import lane_lines
from playground.explore.judge.answer_line import CodeAnswer, Failed, understood
from playground.explore.judge.answers import Answers
from playground.explore.judge.cases import Cases, Flags
from playground.explore.judge.child_process import LINES
from playground.explore.judge.line_process import LineProcess
from playground.explore.judge.patience import Fault, Patience

# Seconds that an answer may take; the first one after a start also so many more.
LIMIT, STARTING = 1.0, 4.0
# Seconds until somebody's file is imported.
_LOADING = 20.0
# Questions that are under way at once; they fit into the smallest of pipes.
_AHEAD = 8
# Cases in one call of a function that takes arrays.
_BATCH = 512
# Cases that are asked at once, each in a lane of its own; fewer are not worth it.
_LANES, _FEWEST = 16384, 48
# Of them at most this part may be left out.
_MOST_LEFT = 0.5
# A process that is asked so for the first time may take so many seconds more.
_LANES_LIMIT = 5.0
_KEPT_ERRORS = 20

_KNOWN = CodeAnswer()
_CHILD = "playground.explore.judge.child_process"
_PACKAGE = "playground.explore.engines"
_INSTALL = "pip install 'geometry-playground[engines]'"


class CodeError(Exception):
    """Code that cannot be asked at all, and why; in a `line` of its file, or 0."""

    def __init__(self, words: str, line: int = 0) -> None:
        super().__init__(words)
        self.line = line


@dataclass(frozen=True)
class CodeHeader:
    """What code says of itself before it is asked.

    Attributes
    ----------
    takes : frozenset of str or None
        The arguments that it takes; None for all.
    vectorized : bool
        It takes arrays.
    told : mapping
        Of an engine: its NAME, VERSION, NUMBERS, TOLERANCE, SLOP and EXCUSED.
    """

    takes: frozenset[str] | None = None
    vectorized: bool = False
    told: Mapping[str, Any] = field(default_factory=dict)


class AskedCode:
    """Somebody's code, asked about many cases.

    Parameters
    ----------
    command : sequence of str
        The program.
    name : str
        What it is called.
    python : bool
        It is our child, which says first what its function is like.
    limit : float
        Seconds that an answer may take.
    starting : float
        The first one after a start may take so many more.
    loading : float
        Seconds until our child says what its function is like.
    """

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        *,
        python: bool = False,
        limit: float = LIMIT,
        starting: float = STARTING,
        loading: float = _LOADING,
    ) -> None:
        self.name = name
        self.about = CodeHeader()
        self.stopped = ""
        """Why it is asked no more; "" if nothing is against it."""
        self.lock = threading.Lock()
        """Of whoever asks, where several threads do."""
        self.errors: deque[str] = deque(maxlen=_KEPT_ERRORS)
        """The last lines of its standard error."""
        self._command, self._python, self._limit = list(command), python, limit
        self._patience = Patience()
        self._process: LineProcess | None = None
        self._warm = False
        self._starting = self._first = starting
        self._loading = loading
        self._needs: list[str] = []
        self._lanes: bool | None = None
        """Whether many may be asked in one line, each in a lane; None until it says."""

    @classmethod
    def named(cls, text: str, function: str, limit: float = LIMIT) -> "AskedCode":
        """Return `FILE.py:FUNCTION` or `engine:NAME`; CodeError for anything else.

        Of an engine it is the function that has the core's name.
        """
        place, colon, name = text.rpartition(":")
        if place == "engine":
            if name not in ENGINES:
                known = ", ".join(ENGINES)
                raise CodeError(f"there is no engine {name!r}; there are {known}")
            target = f"{_PACKAGE}.{name}:{function}"
        elif colon and place.endswith(".py"):
            if not Path(place).is_file():
                raise CodeError(f"there is no file {place}")
            target = text
        else:
            raise CodeError(f"{text!r} is neither FILE.py:FUNCTION nor engine:NAME")
        # With -P no file of the working folder is taken for a library's.
        command = [sys.executable, "-P", "-m", _CHILD, target]
        return cls(command, text, python=True, limit=limit)

    @classmethod
    def program(
        cls, command: str, limit: float = LIMIT, starting: float = STARTING
    ) -> "AskedCode":
        """Return a program with its arguments, as in a shell."""
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise CodeError(f"--command: {error}") from error
        if not words:
            raise CodeError("--command names no program")
        return cls(words, command, limit=limit, starting=starting)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        if process := self._process:
            self._process = None
            process.close()

    def begin(self, names: Sequence[str]) -> CodeHeader:
        """Start it; CodeError if that fails, or it needs an argument not in `names`."""
        self._start()
        return self._agreed(names)

    def _agreed(self, names: Sequence[str]) -> CodeHeader:
        if not self._python:
            return self.about
        unknown = [name for name in self._needs if name not in names]
        if unknown:
            raise CodeError(
                f"{self.name} needs {unknown[0]!r}; there are {', '.join(names)}"
            )
        return self.about

    def _start(self) -> None:
        self.close()
        if self.stopped:
            raise CodeError(self.stopped)
        environment = dict(os.environ)
        if self._python:
            root = str(Path(playground.__file__).parents[1])
            before = environment.get("PYTHONPATH")
            environment["PYTHONPATH"] = os.pathsep.join(
                [root, before] if before else [root]
            )
        try:
            self._process = LineProcess(self._command, environment, self.errors.append)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise CodeError(f"cannot start {self._command[0]}: {reason}") from error
        self._warm = False
        if self._python:
            self._listen()

    def _listen(self) -> None:
        """Take what the child says first."""
        assert self._process is not None
        words = f"it takes more than {self._loading:g} s"
        try:
            line = self._process.line(self._loading)
        except TimeoutError:
            line = None
        else:
            if line is None:
                words = next((x for x in reversed(self.errors) if x), "it ended")
        if line is None:
            self.close()
            raise CodeError(f"{self.name} cannot be loaded: {words}")
        hello = json.loads(line)
        if "failed" in hello:
            self.close()
            missing = "ModuleNotFoundError" in hello["failed"] and self._of_engine
            hint = f"; {_INSTALL}" if missing else ""
            words = f"{self.name} cannot be loaded: {hello['failed']}{hint}"
            raise CodeError(words, hello["line"])
        takes = hello["takes"]
        self._needs = hello["needs"]
        if self._lanes is None:
            self._lanes = hello["lanes"]
        self.about = CodeHeader(
            None if takes is None else frozenset(takes),
            hello["vectorized"],
            hello["about"],
        )

    @property
    def _of_engine(self) -> bool:
        return self.name.startswith("engine:")

    def answers(
        self, rows: Sequence[Mapping[str, Any]], until: float = float("inf")
    ) -> Iterator[CodeAnswer]:
        """Yield the answer to each case, as plain numbers and tuples.

        What is not answered until that `time.monotonic()` is not asked; and nothing
        more after a few that hang or die.
        """
        self._patience.begin()
        if self.about.vectorized:
            for start in range(0, len(rows), _BATCH):
                yield from self._batch(rows[start : start + _BATCH], until)
        else:
            questions = [json.dumps(self._taken(row)) + "\n" for row in rows]
            yield from self._singly(questions, until)

    def answers_to(self, cases: Cases, until: float = float("inf")) -> Answers:
        """Return the answers to cases, the same as one by one but sooner.

        Code that does nothing but compute is asked for many at once.
        """
        found = Answers(len(cases))
        open_ = np.ones(len(cases), np.bool_)
        for start in range(0, len(cases), _LANES):
            places = np.arange(start, min(start + _LANES, len(cases)))
            if not self._lanes or len(places) < _FEWEST or time.monotonic() >= until:
                break
            for inside, value in self._in_lanes(cases.at(places)):
                found.parts.append((places[inside], value))
                open_[places[inside]] = False
            # What is left out in most of them is not worth it.
            self._lanes = self._lanes and open_[places].mean() <= _MOST_LEFT
        found.single = self._one_by_one(cases, open_, until)
        return found

    def _one_by_one(
        self, cases: Cases, asked: Flags, until: float
    ) -> dict[int, CodeAnswer]:
        """Return the answers to those that are asked, and to whoever is asked no more.

        They go in their order, with those that are answered between them.
        """
        self._patience.begin()
        if not asked.any() and not self.stopped:
            self._patience.answered |= bool(len(cases))
            return {}
        if asked.all():
            return dict(enumerate(self.answers(cases.rows, until)))
        places = np.flatnonzero(asked).tolist()
        rows = dict(zip(places, cases.at(asked).rows, strict=True))
        questions = [
            json.dumps(self._taken(rows[at])) + "\n" if at in rows else ""
            for at in range(len(cases))
        ]
        answers = enumerate(self._singly(questions, until))
        return {at: answer for at, answer in answers if answer is not _KNOWN}

    def _in_lanes(self, cases: Cases) -> list[tuple[NDArray[Any], Any]]:
        """Return what can be answered at once; after any failure no more is."""
        columns = self._taken(cases.columns)
        floats = (x for v in columns.values() if v is not None for x in _tuple(v))
        if not all(x.dtype == np.float64 for x in floats):
            return []
        try:
            if self._process is None:
                self._start()
            assert self._process is not None
            begun = time.monotonic()
            self._process.write(lane_lines.question(columns, len(cases)))
            line = self._process.line(_LANES_LIMIT)
            if line is not None and not self._process.says_more:
                self._warmed(begun)
                return lane_lines.understood(line)
        except (CodeError, TimeoutError, ValueError, TypeError, KeyError):
            pass
        self._lanes = False
        self.close()
        return []

    def laid_open(self, row: Mapping[str, Any]) -> CodeAnswer:
        """Return the answer of our child to being asked line by line."""
        question = json.dumps({LINES: self._taken(row)}) + "\n"
        self._patience.begin()
        (answer,) = self._singly([question], float("inf"))
        return answer

    def _taken(self, row: Mapping[str, Any]) -> dict[str, Any]:
        takes = self.about.takes
        return {n: x for n, x in row.items() if takes is None or n in takes}

    def _batch(
        self, rows: Sequence[Mapping[str, Any]], until: float
    ) -> Iterator[CodeAnswer]:
        """Ask with arrays; if that fails, each case by itself, to find which it is."""
        question = json.dumps(self._columns(rows)) + "\n"
        (answer,) = self._singly([question], until)
        if answer.failed and len(rows) > 1 and answer.failed is not Failed.UNASKED:
            for row in rows:
                yield from self._batch([row], until)
            return
        if answer.failed:
            yield from [answer] * len(rows)
            return
        yield from self._split(answer.value, len(rows))

    def _columns(self, rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        first = self._taken(rows[0])
        return {
            name: None if value is None else [row[name] for row in rows]
            for name, value in first.items()
        }

    def _split(self, value: Any, count: int) -> Iterator[CodeAnswer]:
        columns = list(value.values()) if isinstance(value, dict) else [value]
        if not all(isinstance(x, list) and len(x) == count for x in columns):
            words = f"it answers no arrays of the length {count}"
            yield from [CodeAnswer(failed=Failed.NONSENSE, words=words)] * count
            return
        if isinstance(value, dict):
            rows = zip(*columns, strict=True)
            yield from (CodeAnswer(dict(zip(value, row, strict=True))) for row in rows)
            return
        # There is no None in an array of numbers: NaN says that there is nothing.
        yield from (CodeAnswer(None if x != x else x) for x in value)

    def _singly(self, questions: Sequence[str], until: float) -> Iterator[CodeAnswer]:
        """Ask each question by itself, some of them ahead.

        What is not answered in time is asked once more: the machine may have been busy.
        Of an empty question the answer is known.
        """
        done, again = 0, False
        while done < len(questions):
            against = self.stopped or self._patience.at_end
            if against or time.monotonic() >= until:
                words = against or "the time is up"
                yield CodeAnswer(failed=Failed.UNASKED, words=words)
                done += 1
                continue
            if not questions[done]:
                self._patience.answered = True
                yield _KNOWN
                done += 1
                continue
            if self._process is None:
                try:
                    self._start()
                except CodeError as error:
                    self.stopped = str(error)
                    continue
            ahead = questions[done : done + (1 if again else _AHEAD)]
            for answer in self._ahead([*takewhile(bool, ahead)], until):
                if answer.failed is Failed.SLOW and not again:
                    again = True
                    break
                done, again = done + 1, False
                self._count(answer)
                yield answer

    def _ahead(self, questions: Sequence[str], until: float) -> Iterator[CodeAnswer]:
        """Ask some questions; end with the first that is not answered."""
        process = self._process
        assert process is not None
        if process.says_more:
            yield self._babbled()
            return
        process.write("".join(questions))
        for place in range(len(questions)):
            allowed = self._limit if self._warm else self._limit + self._first
            begun = time.monotonic()
            left = until - begun
            try:
                line = process.line(min(allowed, left))
            except TimeoutError:
                self.close()
                if left < allowed:
                    yield CodeAnswer(failed=Failed.UNASKED, words="the time is up")
                else:
                    words = f"no answer in {self._limit:g} s"
                    if not self._python and not self._patience.answered:
                        words += " (is its output flushed after each line?)"
                    yield CodeAnswer(failed=Failed.SLOW, words=words)
                return
            if line is None:
                words = process.ended()
                self.close()
                yield CodeAnswer(failed=Failed.CRASH, words=words)
                return
            self._warmed(begun)
            if place == len(questions) - 1 and process.says_more:
                yield self._babbled()
                return
            yield understood(line)

    def _warmed(self, begun: float) -> None:
        """Note that it has answered what it was asked then."""
        if not self._warm:
            # Started anew it takes about as long as it did before.
            spent = 2.0 * (time.monotonic() - begun)
            self._first = min(max(spent, 0.1 * self._starting), self._starting)
            self._warm = True

    def _babbled(self) -> CodeAnswer:
        """Return that it was not understood, and start anew: who knows where it is."""
        self.close()
        words = "more than one line for a question"
        return CodeAnswer(failed=Failed.NONSENSE, words=words)

    def _count(self, answer: CodeAnswer) -> None:
        fault = {
            Failed.SLOW: Fault.HANG,
            Failed.NONSENSE: Fault.NONSENSE,
            Failed.CRASH: None if self._process else Fault.DEATH,
        }.get(answer.failed or Failed.UNASKED)
        if answer.failed is None:
            self._patience.answered = True
        elif fault:
            # What ends the process again and again had better keep to calls.
            self._lanes = self._lanes and fault is Fault.NONSENSE
            self._patience.note(fault)
            self.stopped = self.stopped or self._patience.at_very_end


def _tuple(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
