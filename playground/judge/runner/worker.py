"""Worker process that runs a user's Python function: JSON lines in, JSON lines out.

    python -m playground.judge.runner.worker FILE.py:FUNCTION

It first describes the function, then answers each line with a line. The function's
prints go to standard error, since standard output carries the answers. Only the
standard library is imported at the start, so that it starts quickly.

A line may contain a batch of cases. Its answer has those for which there was time; slow
cases are skipped, and can be sent again singly.
"""

import faulthandler
import importlib
import importlib.util
import inspect
import json
import math
import os
import signal
import sys
import time
import traceback
from array import array
from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice, repeat
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO


def resolve_import(path: Path, default_name: str) -> tuple[Path, str]:
    """Return the folder to add to `sys.path`, and the module's dotted name below it.

    A file in a package gets its name in the package, so that relative imports work; any
    other file gets `default_name`.
    """
    folder, names = path.resolve().parent, [path.stem]
    while (folder / "__init__.py").is_file() and folder.name.isidentifier():
        names.append(folder.name)
        folder = folder.parent
    return folder, ".".join(reversed(names)) if len(names) > 1 else default_name


# ----------------------------------------------------------------------------


TRACE_KEY = "line by line"
"""Key of a question for a traced run, with the arguments."""
EXACT_KEY = "in true numbers"
"""Key of a question for exact arithmetic, next to its precision `bits`."""
BATCH_KEY = "many"
"""Key of a batch: `count` cases in columns, each as base64 of float64."""
BATCH_TIME_LIMIT_S = 0.2
"""Time limit of a batch, after which no further case is started."""
TICK_INTERVAL_S = 0.001
"""Interval of the CPU timer that limits single calls; the system may round it up."""
# Ticks allowed during a call of a batch, and during the first call.
_MAX_TICKS = 1
_MAX_FIRST_TICKS = 250
# Integers from here on are sent as infinity; the largest float is below 10**309.
_MAX_INTEGER = 10**4000
# Nesting limit of lists and objects in an answer.
_MAX_DEPTH = 50


def main(target: str) -> int:
    """Answer questions from standard input until it ends; return the exit code.

    `target` is `FILE.py:FUNCTION` or `MODULE:FUNCTION`; the code is 1 if it cannot be
    loaded.
    """
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    sys.excepthook = _print_error
    if hasattr(faulthandler, "register"):
        # On this signal it prints its stack, even while it hangs.
        faulthandler.register(signal.SIGUSR1, answers, all_threads=False)
    requests, sys.stdin = sys.stdin, open(os.devnull)  # noqa: SIM115
    hello, answer = prepare_function(target, CallClock())
    _write_line(answers, hello)
    if answer is None:
        return 1
    for line in requests:
        _write_line(answers, answer(json.loads(line)))
    return 0


def _print_error(kind: type[BaseException], error: BaseException, _: object) -> None:
    """Print an uncaught exception without the traceback, which is not the user's."""
    print(f"{kind.__name__}: {error}", file=sys.stderr)


class CallTimeoutError(BaseException):
    """Raised in user code on a timeout; not an Exception, which it might catch."""


class CallClock:
    """Time limit of calls, in ticks of a timer.

    The first call may take longer, since it may import modules or build tables.
    """

    def __init__(self) -> None:
        self._ticks, self._max_ticks = 0, _MAX_FIRST_TICKS
        self._is_in_call = self._is_late = False

    def __enter__(self) -> None:
        self._ticks, self._is_in_call = 0, True

    def __exit__(self, *_: object) -> None:
        self._is_in_call, self._max_ticks = False, _MAX_TICKS
        if self._is_late:  # even if the code has caught it
            self._is_late = False
            raise CallTimeoutError

    def tick(self, *_: object) -> None:
        """Raise CallTimeoutError in a call that exceeds its limit."""
        self._ticks += 1
        if self._is_in_call and self._ticks > self._max_ticks:
            self._is_late = True
            raise CallTimeoutError

    @contextmanager
    def run_timer(self) -> Iterator[None]:
        """Run the timer, in CPU time, on systems that have one."""
        if not hasattr(signal, "setitimer"):
            yield
            return
        signal.signal(signal.SIGVTALRM, self.tick)
        signal.setitimer(signal.ITIMER_VIRTUAL, TICK_INTERVAL_S, TICK_INTERVAL_S)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)


Answer = Callable[[dict[str, Any]], Any]


def prepare_function(
    target: str, clock: CallClock
) -> tuple[dict[str, Any], Answer | None]:
    """Load a function; return the hello message and a callable that answers questions.

    The callable takes a question's JSON object and returns the answer as JSON values;
    it is None if loading failed, and the message then says why.
    """
    module, function, failure = _load_function(target)
    if failure:
        return failure, None
    accepted, required = _parameters(function)
    versions = {} if _is_file_target(target) else {"VERSION": module.VERSION}
    hello = {"takes": accepted, "needs": required, "about": versions}

    def answer(question: dict[str, Any]) -> Any:
        if TRACE_KEY in question:
            return _trace_function(function, question[TRACE_KEY])
        if EXACT_KEY in question:
            return _evaluate_exactly(module, function, question)
        if BATCH_KEY in question:
            return _answer_many(module, function, question, clock)
        return _answer_question(module, function, _decode_arguments(question))

    return hello, answer


@cache
def _load_exact_arithmetic() -> ModuleType:
    from playground.judge.diagnosis import exact_arithmetic

    return exact_arithmetic


LAZY_IMPORTS = (_load_exact_arithmetic,)
"""Functions that import modules on first use; the sandbox calls them in advance."""


def _write_line(answers: TextIO, answer: Any) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def _load_function(target: str) -> tuple[Any, Any, dict[str, Any]]:
    """Return module and function, or a message with the failure and its line."""
    place, _, name = target.rpartition(":")
    try:
        load = _from_file if _is_file_target(target) else importlib.import_module
        module = load(place)
    except BaseException as error:  # user code may raise anything
        path = os.path.abspath(place)
        line = _error_line(error, path)
        return None, None, {"failed": _format_exception(error, path), "line": line}
    function = getattr(module, name, None)
    if not callable(function):
        words = f"it has no function {name!r}"
        return None, None, {"failed": words, "lacks": name, "line": 0}
    return module, function, {}


def _is_file_target(target: str) -> bool:
    return target.rpartition(":")[0].endswith(".py")


def _from_file(place: str) -> ModuleType:
    path = Path(place)
    # The bytecode cache would miss a save within the same second.
    sys.dont_write_bytecode = True
    folder, name = resolve_import(path, "judged")
    sys.path.insert(0, str(folder))
    if package := name.rpartition(".")[0]:
        # Last, since the package may have modules named like Python's.
        sys.path.append(str(path.resolve().parent))
        importlib.import_module(package)
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _parameters(function: Callable[..., Any]) -> tuple[list[str] | None, list[str]]:
    """Return the names of the parameters, None for any, and those without a default."""
    try:
        found = _signature(function)
    except (TypeError, ValueError):  # compiled functions have no signature
        return None, []
    named = [p for p in found if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    required = [p.name for p in named if p.default is p.empty]
    if any(p.kind is p.VAR_KEYWORD for p in found) or _positional_names(function) == ():
        return None, required
    return [p.name for p in named], required


def _signature(function: Callable[..., Any]) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())


def _answer_question(
    module: ModuleType, function: Callable[..., Any], given: dict[str, Any]
) -> Any:
    try:
        positional, keywords = _bind_arguments(function, given)
        answer = function(*positional, **keywords)
    except Exception as error:
        path = str(module.__file__)
        return {"error": _format_exception(error), "line": _error_line(error, path)}
    try:
        return to_json_value(answer)
    except Exception:  # the user's class may raise anything
        return {"error": _shorten_repr(answer), "nonsense": True}


def _bind_arguments(
    function: Callable[..., Any], given: dict[str, Any]
) -> tuple[list[Any], dict[str, Any]]:
    """Return the positional arguments, and the others by name."""
    if (rest := _positional_names(function)) is None:
        return [], given
    if not rest:
        return [*given.values()], {}
    positional = [given[name] for name in rest if name in given]
    return positional, {name: x for name, x in given.items() if name not in rest}


@cache
def _positional_names(function: Callable[..., Any]) -> tuple[str, ...] | None:
    """Return the positional-only parameters; () for `*args`, None for none."""
    parameters = _signature(function)
    positional = tuple(p.name for p in parameters if p.kind is p.POSITIONAL_ONLY)
    if positional or not parameters:
        return positional or None
    return () if parameters[0].kind is parameters[0].VAR_POSITIONAL else None


def _trace_function(function: Callable[..., Any], asked: dict[str, Any]) -> Any:
    from playground.tracing.line_tracer import EndlessError
    from playground.tracing.trace import as_json, trace_function

    try:
        given = _decode_arguments(asked)
        placed = given if _positional_names(function) is None else tuple(given.values())
        return as_json(trace_function(function, placed, float))
    except EndlessError as error:
        # The user's code did not raise this, so its type is left out.
        return {"error": str(error)}
    except Exception as error:
        return {"error": _format_exception(error)}


def _evaluate_exactly(
    module: ModuleType, function: Callable[..., Any], question: dict[str, Any]
) -> Any:
    truly = _load_exact_arithmetic()
    placed, keywords = _bind_arguments(function, _decode_arguments(question[EXACT_KEY]))
    try:
        true = truly.evaluate_exactly(function, placed, keywords, question["bits"])
        return (
            {"turned": to_json_value(true.value)}
            if true.turned
            else to_json_value(true.value)
        )
    except truly.NotEvaluableError as error:
        return {"unknown": str(error)}
    except Exception as error:
        return {"error": _format_exception(error)}


def _answer_many(
    module: ModuleType,
    function: Callable[..., Any],
    question: dict[str, Any],
    clock: CallClock,
) -> Any:
    """Return the answers to the first cases of a batch.

    The message also has the indices of skipped cases, and the line of the last one.
    """
    columns, until = question[BATCH_KEY], time.monotonic() + BATCH_TIME_LIMIT_S
    answers: list[Any] = []
    late: list[int] = []
    line = 0
    # A column of None is endless.
    rows = zip(*map(_column, columns.values()), strict=False)
    with clock.run_timer():
        for values in islice(rows, question["count"]):
            arguments = dict(zip(columns, values, strict=True))
            try:
                with clock:
                    answers.append(_answer_question(module, function, arguments))
            except CallTimeoutError as error:
                line = _error_line(error, str(module.__file__)) or line
                late.append(len(answers))
                answers.append(None)
            if time.monotonic() > until:
                break
    return {"answers": answers, "late": late, "line": line}


def _column(data: Any) -> Iterable[Any]:
    """Return an argument's values: floats, tuples of floats, or None without end."""
    if data is None:
        return repeat(None)
    if isinstance(data, str):
        return array("d", b64decode(data))
    return zip(*map(_column, data), strict=True)


def _decode_arguments(asked: dict[str, Any]) -> dict[str, Any]:
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in asked.items()
    }


def to_json_value(answer: Any, depth: int = 0) -> Any:
    """Return an answer as a JSON value; `depth` is the number of levels above it.

    Raises
    ------
    TypeError
        A value cannot be converted.
    ValueError
        The answer nests more than 50 levels deep.
    """
    if depth > _MAX_DEPTH:
        raise ValueError("too deep")
    if answer is None or isinstance(answer, bool | float | str):
        return answer
    if isinstance(answer, int):
        # Python limits the digits of integers in text.
        return (
            answer
            if abs(answer) < _MAX_INTEGER
            else math.inf * (1 if answer > 0 else -1)
        )
    if isinstance(answer, dict):
        return {str(name): to_json_value(x, depth + 1) for name, x in answer.items()}
    if hasattr(answer, "_asdict"):
        return to_json_value(answer._asdict(), depth + 1)
    if hasattr(answer, "tolist"):  # NumPy
        return to_json_value(answer.tolist(), depth + 1)
    if isinstance(answer, list | tuple):
        return [to_json_value(value, depth + 1) for value in answer]
    return float(answer)  # such as a Fraction


def _format_exception(error: BaseException, path: str = "") -> str:
    """Return the exception's type and message, with the line of the user's file."""
    try:
        message_text = " ".join(str(error)[:1000].split())[:200]
    except Exception:  # its __str__ may be user code too
        message_text = ""
    text = f"{type(error).__name__}: {message_text}".rstrip(": ")
    line = 0 if isinstance(error, SyntaxError) else _error_line(error, path)
    return f"{text} (line {line})" if line else text


def _error_line(error: BaseException, path: str) -> int:
    """Return the line of the user's file where the exception was raised; 0 for none.

    The message of a SyntaxError has its line already.
    """
    if isinstance(error, SyntaxError) and error.filename == path:
        return error.lineno or 0
    # `extract_tb` would read the source of every frame, slow after a deep recursion.
    frames = traceback.walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == path]
    return next((line for line in reversed(lines) if line), 0)


def _shorten_repr(value: object) -> str:
    try:
        text = repr(value)
    except Exception:
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:80]}…"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
