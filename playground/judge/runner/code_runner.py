"""Runner of user code in a worker process, with questions and answers as lines of JSON.

A question is an object with the arguments by the core's names, and for an external
program the name of the function: `{"function": "ray_circle", "origin": [0.0, 1.5],
"radius": 2.0, ...}`. An answer is true, false, a number, null, an object with names of
the core's result, or `{"error": "words"}` if the code raised. A worker that dies or
hangs is restarted, up to a limit of failures.
"""

import ast
import json
import os
import shlex
import sys
import threading
import time
from base64 import b64encode
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

import playground
from playground.i18n import message
from playground.judge import engines
from playground.judge.cases.case_set import Cases, map_columns
from playground.judge.engines.contracts import CONTRACTS, Contract
from playground.judge.runner.pipes import FailureLimits, Fault, LineProcess
from playground.judge.runner.protocol import (
    CodeAnswer,
    CodeError,
    CodeHeader,
    NoAnswerReason,
    append_line_number,
    escape_text,
    parse_answer_line,
    parse_many_answers,
    read_hello,
    to_exact_answer,
)
from playground.judge.runner.worker import (
    BATCH_KEY,
    BATCH_TIME_LIMIT_S,
    EXACT_KEY,
    TRACE_KEY,
)
from playground.scene.author_files import explain_error, read_text_file
from playground.scene.query import Query


def match_by_position(
    takes: Sequence[str] | None, names: Sequence[str]
) -> dict[str, str]:
    """Return the argument that each parameter stands for, if matched by position.

    Parameters
    ----------
    takes : sequence of str or None
        The function's parameters in order; None if it takes any.
    names : sequence of str
        The query's arguments in order.

    Returns
    -------
    dict
        Argument by parameter. Empty if they match by name, if the counts differ, or if
        a parameter has the name of an argument in another position.
    """
    if takes is None or len(takes) != len(names) or set(takes) == set(names):
        return {}
    pairs = dict(zip(takes, names, strict=True))
    is_misplaced = any(own in names and own != name for own, name in pairs.items())
    return {} if is_misplaced else pairs


def check_arguments(
    code: str, needs: Sequence[str], takes: frozenset[str] | None, names: Sequence[str]
) -> None:
    """Raise CodeError if a function cannot be called with these arguments.

    Parameters
    ----------
    code : str
        Name of the code, for the message.
    needs : sequence of str
        Parameters without a default.
    takes : frozenset of str or None
        All parameters; None for any.
    names : sequence of str
        The query's arguments.
    """
    known = ", ".join(names)
    unknown = [name for name in needs if name not in names]
    if unknown:
        raise CodeError(
            "{name} needs an argument {argument!r}, which the scene does not "
            "pass; it passes {names}",
            name=code,
            argument=unknown[0],
            names=known,
        )
    if takes is not None and not takes.intersection(names):
        raise CodeError("{name} takes none of {names}", name=code, names=known)


# ----------------------------------------------------------------------------
# The worker's command and environment.
# ----------------------------------------------------------------------------


_WORKER_MODULE = "playground.judge.runner.worker"
ENGINE_PREFIX = "engine:"
_NO_FUNCTION_TEXT = message("it has no function {name!r}")
_TIME_RAN_OUT_TEXT = message("the time ran out")


def _worker_command(text: str) -> list[str]:
    """Return the command that runs `FILE.py:FUNCTION`; CodeError for another text."""
    place, colon, _ = text.rpartition(":")
    if not (colon and place.endswith(".py")):
        raise CodeError(
            "{text!r} is neither FILE.py:FUNCTION nor engine:NAME", text=text
        )
    if not Path(place).is_file():
        raise CodeError("the file {place} does not exist", place=place)
    return _module_command(text)


def find_function_name(source: str, query: Query[Any, Any]) -> str:
    """Return the name of the function of a module that is to be evaluated.

    It is the one of the query's name, else the last with as many parameters as the
    query has arguments, else the last whose parameters are some of these, else the last
    of all; "" without any function. Source that does not parse gives the query's name,
    so that loading reports the error.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return query.name
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    names = set(query.argument_kinds)

    def suitability(function: ast.FunctionDef) -> tuple[bool, bool, bool]:
        taken = {
            node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)
        }
        is_whole, is_part = len(taken) == len(names), bool(taken) and taken <= names
        return function.name == query.name, is_whole, is_part

    return max(reversed(functions), key=suitability).name if functions else ""


def resolve_function(text: str, query: Query[Any, Any]) -> str:
    """Return the target `FILE.py:FUNCTION` for a text that may be just a path.

    A text that does not end in `.py` is returned as it is; of a path alone,
    `find_function_name` chooses, and of an unreadable file it is the query's name.

    Raises
    ------
    CodeError
        The file has no function.
    """
    path = Path(text)
    if path.suffix != ".py":
        return text
    try:
        name = find_function_name(read_text_file(path), query)
    except (OSError, ValueError):
        name = query.name
    if not name:
        raise CodeError("{path} has no function", path=path)
    return f"{path}:{name}"


def _module_command(target: str) -> list[str]:
    # -P keeps files of the working folder from shadowing libraries.
    return [sys.executable, "-P", "-m", _WORKER_MODULE, target]


def find_contract(name: str, function: str) -> Contract:
    """Return the contract of an engine.

    Raises
    ------
    CodeError
        There is no such engine, or it does not have the function.
    """
    if name not in CONTRACTS:
        raise CodeError(
            "unknown engine {name!r}; known are {known}",
            name=name,
            known=", ".join(CONTRACTS),
        )
    if function not in CONTRACTS[name].queries:
        raise CodeError(
            "{name} cannot be loaded: {words}",
            name=f"{ENGINE_PREFIX}{name}",
            words=message(_NO_FUNCTION_TEXT, name=function),
        )
    return CONTRACTS[name]


def worker_environment(folders: Sequence[str]) -> dict[str, str]:
    """Return this process's environment for a worker.

    Its PYTHONPATH begins with this program's folder and ends with `folders`.
    """
    root = str(Path(playground.__file__).parents[1])
    path_before = os.environ.get("PYTHONPATH", "")
    places = os.pathsep.join(filter(None, [root, path_before, *folders]))
    return {**os.environ, "PYTHONPATH": places}


# ----------------------------------------------------------------------------


# Time limit of an answer, and the extra time of the first one after a start.
ANSWER_LIMIT_S = 1.0
START_LIMIT_S = 4.0
# Time limit of importing the user's file.
_LOAD_TIMEOUT_S = 20.0
# Questions in flight; few enough to fit into a pipe's buffer.
_MAX_PENDING_QUESTIONS = 8
# Cases per batch; the worker answers as many as it has time for.
_MAX_CASES_PER_LINE = 4096
# Batching ends if more than this share of at least this many cases is skipped as too
# slow; and the rounds of restarts after such cases.
_MIN_CASES_FOR_LATE_RATIO = 50
_MAX_LATE_RATIO = 0.5
_MAX_ROUNDS = 4
# Time limit in exact arithmetic, which also limits the number of steps.
_EXACT_ANSWER_LIMIT_S = 10.0
_MAX_ERROR_LINES = _MAX_PRINTED_LINES = 20

_INSTALL = "pip install 'geometry-playground[engines]'"


class CodeRunner:
    """Runner of one user function, program or engine.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments.
    name : str
        Its name in messages.
    python : bool
        Whether the program is our worker, which first describes its function; its last
        argument is the target.
    engine : mapping, optional
        The contract of an engine's function.
    asks : str
        Name of the core's function to add to each question, or "".
    limit : float
        Time limit of an answer, in seconds.
    starting : float
        Extra time of the first answer after a start, in seconds.
    loading : float
        Time limit until the worker describes its function, in seconds.
    environment : mapping, optional
        The program's environment; by default this process's.

    Attributes
    ----------
    header : CodeHeader
        The description of the code, after `begin`.
    stop_reason : str
        Why the code is no longer run; "" while it is.
    lock : Lock
        To be held while one of several threads evaluates.
    errors : deque of str
        The last 20 lines of standard error.
    printed : list of str
        The first 20 lines of standard error, which has the code's prints.
    unasked_count : int
        Number of cases skipped so far.
    by_position : dict
        Argument by parameter if matched by position, else empty.
    on_answers : callable
        Called with the number of new answers.
    """

    def __init__(
        self,
        command: Sequence[str],
        name: str,
        *,
        python: bool = False,
        engine: Mapping[str, Any] | None = None,
        asks: str = "",
        limit: float = ANSWER_LIMIT_S,
        starting: float = START_LIMIT_S,
        loading: float = _LOAD_TIMEOUT_S,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self.name = escape_text(name)
        self.header = CodeHeader()
        self.stop_reason = ""
        self.lock = threading.Lock()
        self.errors: deque[str] = deque(maxlen=_MAX_ERROR_LINES)
        self.unasked_count = 0
        self.printed: list[str] = []
        self.by_position: dict[str, str] = {}
        self._command, self._python, self._limit = list(command), python, limit
        self._engine = engine
        self._failure_limits = FailureLimits()
        self._process: LineProcess | None = None
        self._warm = False
        self._starting = self._first = starting
        self._loading = loading
        self._environment = dict(os.environ if environment is None else environment)
        self._function_field = {"function": asks} if asks else {}
        self.on_answers: Callable[[int], object] = lambda count: None
        self._names: Sequence[str] = ()
        """The query's arguments."""
        self._asks_many = python
        """Whether cases are sent in batches."""
        self._late_at = 0
        """The line executing when a case was last skipped as slow; 0 for none."""

    @classmethod
    def from_target(
        cls,
        text: str,
        function: str,
        limit: float = ANSWER_LIMIT_S,
        folders: Sequence[str] = (),
    ) -> "CodeRunner":
        """Return a runner of `FILE.py:FUNCTION` or `engine:NAME`.

        Parameters
        ----------
        text : str
            The target.
        function : str
            The core's function, which selects that of an engine.
        limit : float
            Time limit of an answer, in seconds.
        folders : sequence of str
            Folders to search for imports of the file.

        Raises
        ------
        CodeError
            The target has another form, or does not exist.
        """
        if not text.startswith(ENGINE_PREFIX):
            command = _worker_command(text)
            environment = worker_environment(folders)
            return cls(command, text, python=True, limit=limit, environment=environment)
        name = text.removeprefix(ENGINE_PREFIX)
        contract = find_contract(name, function)
        command = (
            ["node", str(Path(engines.__file__).parent / "npm" / f"{name}.mjs")]
            if contract.is_npm_package
            else _module_command(f"{engines.__name__}.{name}:{function}")
        )
        return cls(
            command,
            text,
            python=not contract.is_npm_package,
            engine=contract.serialize(function),
            asks=function if contract.is_npm_package else "",
            limit=limit,
            environment=worker_environment(folders),
        )

    @classmethod
    def from_command(
        cls,
        command: str,
        function: str,
        limit: float = ANSWER_LIMIT_S,
        starting: float = START_LIMIT_S,
    ) -> "CodeRunner":
        """Return a runner of an external program.

        Parameters
        ----------
        command : str
            The program and its arguments, quoted as in a shell.
        function : str
            The core's function, which each question names.
        limit, starting : float
            Time limit of an answer, and extra time of the first one, in seconds.

        Raises
        ------
        CodeError
            The command cannot be parsed or is empty.
        """
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise CodeError("--command: {error}", error=error) from error
        if not words:
            raise CodeError("--command needs a program")
        return cls(words, command, asks=function, limit=limit, starting=starting)

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
        """End the process; the next question starts another."""
        if process := self._process:
            self._process = None
            process.close()

    def begin(self, names: Sequence[str], within: float = float("inf")) -> CodeHeader:
        """Start the process and return its description.

        Parameters
        ----------
        names : sequence of str
            The query's arguments.
        within : float
            Time limit of loading, in seconds, besides the constructor's.

        Raises
        ------
        CodeError
            The code cannot be started or loaded, or does not fit the arguments.
        """
        self._names, self._loading = names, min(self._loading, within)
        self._start()
        return self.header

    def _start(self) -> None:
        self.close()
        if self.stop_reason:
            raise CodeError(self.stop_reason)
        self._process = process = self._create_process()
        if self.stop_reason:  # set by another thread meanwhile
            self.close()
            raise CodeError(self.stop_reason)
        self._warm = False
        if self._python or self._is_engine:
            self._read_header(process)

    def _create_process(self) -> LineProcess:
        hello = [] if self._python or self._engine is None else ["hello"]
        command = [*self._command, *hello]
        try:
            return LineProcess(command, self._environment, self._hear_line)
        except (OSError, ValueError) as error:
            program = escape_text(self._command[0])
            raise CodeError(
                "cannot start {program}: {reason}",
                program=program,
                reason=explain_error(error),
            ) from error

    def _hear_line(self, line: str) -> None:
        """Save a line of standard error."""
        if len(self.printed) < _MAX_PRINTED_LINES:
            self.printed.append(line)
        self.errors.append(line)

    def end(self) -> None:
        """End the process for good; may be called from any thread."""
        self.stop_reason = self.stop_reason or message("the program has already ended")
        self.close()

    def _read_header(self, process: LineProcess) -> None:
        """Read the worker's hello message and check the function's parameters."""
        words, at = "", 0
        try:
            hello = read_hello(process.line(self._loading))
        except TimeoutError:
            at = self._find_current_line(process)
            words = append_line_number(
                message("it took more than {seconds:g} s", seconds=self._loading), at
            )
        except ValueError:
            words = message("it writes to the answer stream while it loads")
        else:
            if not hello:
                words = next(
                    (x for x in reversed(self.errors) if x), message("it exited")
                )
            elif "failed" in hello:
                words, at = escape_text(hello["failed"]), hello["line"]
                if name := hello.get("lacks"):
                    words = message(_NO_FUNCTION_TEXT, name=escape_text(name))
                if "ModuleNotFoundError" in words and self._is_engine:
                    words = message("{words}; {command}", words=words, command=_INSTALL)
        if words:
            self.close()
            raise CodeError(
                "{name} cannot be loaded: {words}", at, name=self.name, words=words
            )
        takes = hello["takes"]
        if not self._is_engine:
            self.by_position = match_by_position(takes, self._names)
        takes = None if takes is None else frozenset(self.by_position.values() or takes)
        check_arguments(
            self.name, [] if self.by_position else hello["needs"], takes, self._names
        )
        self.header = CodeHeader(
            takes, {**self._engine, **hello["about"]} if self._engine else {}
        )

    @property
    def target(self) -> str:
        """`FILE.py:FUNCTION` or `MODULE:FUNCTION` for Python, else ""."""
        return self._command[-1] if self._python else ""

    @property
    def command(self) -> tuple[str, ...]:
        """The program and its arguments."""
        return tuple(self._command)

    @property
    def _file(self) -> str:
        """Absolute path of the user's file, as in tracebacks."""
        return os.path.abspath(self._command[-1].rpartition(":")[0])

    @property
    def _is_engine(self) -> bool:
        return self._engine is not None

    def _find_current_line(self, process: LineProcess) -> int:
        """Return the line of the user's file that is executing; 0 for none."""
        return process.find_current_line(self._file) if self._python else 0

    def answers(
        self, rows: Sequence[Mapping[str, Any]], until: float = float("inf")
    ) -> Iterator[CodeAnswer]:
        """Yield the answer to each case, one question at a time.

        Cases are skipped, with a reason, after `until` or after too many failures.

        Parameters
        ----------
        rows : sequence of mapping
            Plain numbers and tuples by argument.
        until : float
            Time of `time.monotonic()`, in seconds, after which no case is evaluated.
        """
        self._failure_limits.begin()
        for answer in self._evaluate_singly([*map(self._question, rows)], until):
            self.on_answers(1)
            yield answer

    def answers_to(
        self,
        cases: Cases,
        until: float = float("inf"),
        groups: Iterable[NDArray[np.intp]] = (),
    ) -> list[CodeAnswer]:
        """Return the answers to cases, in batches where possible.

        Cases that a batch skips as too slow are evaluated one by one.

        Parameters
        ----------
        cases : Cases
            The cases.
        until : float
            Time of `time.monotonic()`, in seconds, after which no case is evaluated.
        groups : iterable of ndarray of int
            Indices of cases for which failures are counted separately, so that a group
            whose cases hang does not prevent the evaluation of the others.
        """
        found: dict[int, CodeAnswer] = {}
        late: set[int] = set()
        for _ in range(_MAX_ROUNDS):
            unanswered = np.setdiff1d(np.arange(len(cases)), [*found, *late])
            late_count = len(late)
            for place, answer in self._evaluate_in_batches(cases, unanswered, until):
                if answer is None:
                    late.add(place)
                elif len(late) == late_count:
                    found[place] = answer
            if len(late) == late_count:
                break
            # An interrupted call may leave a broken state behind, so that the answers
            # after it are taken from a new process.
            self.close()
        self._failure_limits.answered |= bool(found)
        for group in groups or [np.arange(len(cases))]:
            places = [place for place in group.tolist() if place not in found]
            rows = cases.select(np.array(places, np.intp)).rows if places else []
            found |= zip(places, self.answers(rows, until), strict=True)
        answers = [found[place] for place in range(len(cases))]
        no_reason = NoAnswerReason.NOT_EVALUATED
        self.unasked_count += sum(answer.failed is no_reason for answer in answers)
        return answers

    def _evaluate_in_batches(
        self, cases: Cases, places: NDArray[np.intp], until: float
    ) -> Iterator[tuple[int, CodeAnswer | None]]:
        """Yield indices and answers, None for a skipped case; end after a failure."""
        done = late = 0
        while self._asks_many and done < len(places) and time.monotonic() < until:
            batch = places[done : done + _MAX_CASES_PER_LINE]
            answers = self._evaluate_many(cases.select(batch), until)
            yield from zip(batch.tolist(), answers, strict=False)
            done, late = done + len(answers), late + answers.count(None)
            self.on_answers(len(answers) - answers.count(None))
            # Batches do not pay if most cases are skipped.
            worth = done < _MIN_CASES_FOR_LATE_RATIO or late <= _MAX_LATE_RATIO * done
            self._asks_many = bool(answers) and worth

    def _evaluate_many(self, cases: Cases, until: float) -> list[CodeAnswer | None]:
        """Return answers to the first of the cases, None for a skipped one.

        After a failure there are none, and the process is ended.
        """
        columns = map_columns(
            self._select_arguments(cases.columns),
            lambda x: b64encode(x.astype(np.float64).tobytes()).decode(),
        )
        question = json.dumps({BATCH_KEY: columns, "count": len(cases)}) + "\n"
        try:
            if self._process is None:
                self._start()
            assert self._process is not None
            begin = time.monotonic()
            self._process.write(question)
            line = self._process.line(
                min(self._time_limit + BATCH_TIME_LIMIT_S, until - begin)
            )
            if line is not None and not self._process.has_unread_lines:
                self._note_first_answer(begin)
                answers, position = parse_many_answers(line)
                self._late_at = position or self._late_at
                return answers
        except TimeoutError:
            if self._process:
                self._late_at = self._process.find_current_line(self._file)
        except (CodeError, ValueError, TypeError, KeyError):
            pass
        self.close()
        return []

    @property
    def _time_limit(self) -> float:
        """Time limit of the next answer, in seconds."""
        return self._limit if self._warm else self._limit + self._first

    def trace_answer(self, row: Mapping[str, Any]) -> CodeAnswer:
        """Return the worker's traced run of a case, as an answer.

        `row` has plain numbers and tuples by argument. The answer's value is JSON for
        `from_json`.
        """
        question = json.dumps({TRACE_KEY: self._select_arguments(row)}) + "\n"
        self._failure_limits.begin()
        (answer,) = self._evaluate_singly([question], float("inf"))
        return answer

    @property
    def can_evaluate_exactly(self) -> bool:
        """Whether this is a user's Python that is still run, for exact arithmetic."""
        return self._python and not self._is_engine and not self.stop_reason

    def evaluate_exactly(
        self, rows: Sequence[Mapping[str, Any]], bits: int, until: float = float("inf")
    ) -> list[CodeAnswer]:
        """Return answers computed in exact arithmetic.

        Parameters
        ----------
        rows : sequence of mapping
            Plain numbers and tuples by argument.
        bits : int
            Precision, in bits, of numbers that cannot be represented exactly.
        until : float
            Time of `time.monotonic()`, in seconds, after which no case is evaluated.

        Returns
        -------
        list of CodeAnswer
            NOT_EVALUATED where the function uses an operation without an exact
            counterpart, takes too long, or after `until`.
        """
        questions = [
            json.dumps({EXACT_KEY: self._select_arguments(row), "bits": bits}) + "\n"
            for row in rows
        ]
        self._failure_limits.begin()
        limit, self._limit = self._limit, max(self._limit, _EXACT_ANSWER_LIMIT_S)
        try:
            return [*map(to_exact_answer, self._evaluate_singly(questions, until))]
        finally:
            self._limit = limit

    def _question(self, row: Mapping[str, Any]) -> str:
        return json.dumps(self._function_field | self._select_arguments(row)) + "\n"

    def _select_arguments(self, row: Mapping[str, Any]) -> dict[str, Any]:
        if self.by_position:
            return {own_name: row[name] for own_name, name in self.by_position.items()}
        takes = self.header.takes
        return {n: x for n, x in row.items() if takes is None or n in takes}

    def _evaluate_singly(
        self, questions: Sequence[str], until: float
    ) -> Iterator[CodeAnswer]:
        """Yield the answers to questions, several of which are in flight.

        A question that times out is repeated once: the machine may have been busy.
        """
        done, again = 0, False
        while done < len(questions):
            stop_reason = self.stop_reason or self._failure_limits.call_stop_reason
            if stop_reason or time.monotonic() >= until:
                yield CodeAnswer(
                    failed=NoAnswerReason.NOT_EVALUATED,
                    words=stop_reason or _TIME_RAN_OUT_TEXT,
                    line=0 if stop_reason else self._late_at,
                )
                done += 1
                continue
            if self._process is None:
                try:
                    self._start()
                except CodeError as error:
                    self.stop_reason = str(error)
                    continue
            ahead = questions[done : done + (1 if again else _MAX_PENDING_QUESTIONS)]
            for answer in self._evaluate_pipelined(ahead, until):
                if answer.failed is NoAnswerReason.SLOW and not again:
                    again = True
                    break
                done, again = done + 1, False
                self._count(answer)
                yield answer

    def _evaluate_pipelined(
        self, questions: Sequence[str], until: float
    ) -> Iterator[CodeAnswer]:
        """Yield answers to questions sent together, up to the first failure."""
        process = self._process
        assert process is not None
        if process.has_unread_lines:
            yield self._reject_extra_lines()
            return
        process.write("".join(questions))
        for place in range(len(questions)):
            time_allowed = self._time_limit
            begin = time.monotonic()
            time_left = until - begin
            try:
                line = process.line(min(time_allowed, time_left))
            except TimeoutError:
                current_line = self._find_current_line(process)
                self.close()
                failure = NoAnswerReason.SLOW
                words: str = message(
                    "no answer within {seconds:g} s", seconds=self._limit
                )
                if time_left < time_allowed:
                    failure, words = NoAnswerReason.NOT_EVALUATED, _TIME_RAN_OUT_TEXT
                elif not (self._python or self._failure_limits.answered):
                    words = message(
                        "{words} (is its output flushed after each line?)", words=words
                    )
                yield CodeAnswer(failed=failure, words=words, line=current_line)
                return
            if line is None:
                words = process.exit_message()
                self.close()
                yield CodeAnswer(failed=NoAnswerReason.DEATH, words=words)
                return
            self._note_first_answer(begin)
            if place == len(questions) - 1 and process.has_unread_lines:
                yield self._reject_extra_lines()
                return
            yield parse_answer_line(line)

    def _note_first_answer(self, begun: float) -> None:
        """Shorten the extra time of later starts to twice that of this one.

        `begun` is the time of `time.monotonic()` at which it was asked.
        """
        if not self._warm:
            # A restart takes about as long as this start.
            duration = 2.0 * (time.monotonic() - begun)
            self._first = min(max(duration, 0.1 * self._starting), self._starting)
            self._warm = True

    def _reject_extra_lines(self) -> CodeAnswer:
        """End the process, whose answers no longer match questions; return a failure.

        The next question starts another.
        """
        self.close()
        words = message("more than one line for one case")
        return CodeAnswer(failed=NoAnswerReason.NONSENSE, words=words)

    def _count(self, answer: CodeAnswer) -> None:
        fault = {
            NoAnswerReason.SLOW: Fault.HANG,
            NoAnswerReason.NONSENSE: Fault.NONSENSE,
            NoAnswerReason.DEATH: Fault.DEATH,
        }.get(answer.failed or NoAnswerReason.NOT_EVALUATED)
        if answer.failed is None:
            self._failure_limits.answered = True
        elif fault:
            # Code that ends its process does not get batches.
            self._asks_many &= fault is Fault.NONSENSE
            self._failure_limits.count_fault(fault)
            self.stop_reason = (
                self.stop_reason or self._failure_limits.total_stop_reason
            )
