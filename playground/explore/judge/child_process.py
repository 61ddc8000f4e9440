"""The process in which somebody's Python function is asked: JSON in, JSON out.

    python -m playground.explore.judge.child_process FILE.py:FUNCTION

It says first what the function is like, then answers each line with a line. What the
function prints goes to standard error: standard output belongs to the answers. Nothing
but the standard library is imported until it is needed, so that it starts quickly.

A function that does nothing but compute may be asked many queries in one line. It then
answers those that need no call: what a call may raise, or be slow about, it leaves out.
"""

import importlib
import importlib.util
import inspect
import json
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any, TextIO

from playground.explore.judge.lane_code import LANES, lane_code
from playground.explore.judge.lane_text import LaneCode, NotInLanesError

LINES = "line by line"
"""By this name come arguments for which the function is to be laid open."""
# It needs NumPy: imported while the first queries are on their way.
_LANES = "playground.explore.judge.lanes"
_ABOUT = "NAME", "VERSION", "NUMBERS", "TOLERANCE"


def main(target: str) -> int:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    asked, sys.stdin = sys.stdin, open(os.devnull)  # noqa: SIM115
    hello, answer = begun(target)
    _say(answers, hello)
    if answer is None:
        return 1
    if hello["lanes"]:
        Thread(target=importlib.import_module, args=(_LANES,), daemon=True).start()
    for line in asked:
        _say(answers, answer(json.loads(line)))
    return 0


def begun(target: str) -> tuple[dict[str, Any], Callable[[dict[str, Any]], Any] | None]:
    """Return what is said first, and what answers a question; None if it has failed."""
    module, function, failure = _loaded(target)
    if failure:
        return failure, None
    code = _lane_code(module, function) if _of_file(target) else None
    hello = _hello(module, function, engine=not _of_file(target))

    def answer(question: dict[str, Any]) -> Any:
        if LINES in question:
            return _laid_open(function, question[LINES])
        if code and LANES in question:
            return _in_lanes(code, question)
        return _answered(module, function, question)

    return {**hello, "lanes": code is not None}, answer


def _say(answers: TextIO, answer: Any) -> None:
    answers.write(json.dumps(answer) + "\n")
    answers.flush()


def _loaded(target: str) -> tuple[Any, Any, dict[str, Any]]:
    """Return module and function, or why there are none and in which line."""
    place, _, name = target.rpartition(":")
    try:
        load = _from_file if _of_file(target) else importlib.import_module
        module = load(place)
    except BaseException as error:  # whatever somebody's file raises
        path = os.path.abspath(place)
        line = _line(error, path)
        return None, None, {"failed": _raised(error, path), "line": line}
    function = getattr(module, name, None)
    if not callable(function):
        return None, None, {"failed": f"it has no function {name!r}", "line": 0}
    return module, function, {}


def _of_file(target: str) -> bool:
    return target.rpartition(":")[0].endswith(".py")


def _from_file(place: str) -> ModuleType:
    path = Path(place)
    # A cache tells saves apart by whole seconds and sizes; none is left beside it.
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("judged", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules["judged"] = module
    sys.path.insert(0, str(path.resolve().parent))
    spec.loader.exec_module(module)
    return module


def _hello(
    module: ModuleType, function: Callable[..., Any], engine: bool
) -> dict[str, Any]:
    """Return what the function takes, and what an engine says of itself."""
    taken, needed = _parameters(function)
    return {
        "takes": taken,
        "needs": needed,
        "vectorized": _vectorized(module),
        "about": _about(module, function.__name__) if engine else {},
    }


def _about(engine: ModuleType, function: str) -> dict[str, Any]:
    return {
        **{name: getattr(engine, name) for name in _ABOUT},
        "EXCUSED": list(engine.EXCUSED.get(function, ())),
        "SLOP": engine.SLOP.get(function, 0.0),
    }


def _parameters(function: Callable[..., Any]) -> tuple[list[str] | None, list[str]]:
    """Return the names it takes, None for any, and those that it needs."""
    try:
        found = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # of what is no Python
        return None, []
    if any(p.kind is p.VAR_KEYWORD for p in found):
        return None, []
    named = [p for p in found if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)]
    needed = [p.name for p in named if p.default is p.empty]
    needed += [p.name for p in found if p.kind is p.POSITIONAL_ONLY]
    return [p.name for p in named], needed


def _answered(
    module: ModuleType, function: Callable[..., Any], asked: dict[str, Any]
) -> Any:
    try:
        answer = function(**_given(asked, _vectorized(module)))
    except Exception as error:
        return {"error": _raised(error, str(module.__file__))}
    try:
        return plain(answer)
    except (TypeError, ValueError, OverflowError):
        return {"error": f"answers {_short(answer)}", "nonsense": True}


def _laid_open(function: Callable[..., Any], asked: dict[str, Any]) -> Any:
    from playground.explore.laid_open.as_json import as_json
    from playground.explore.laid_open.lay_open import lay_open
    from playground.explore.laid_open.line_by_line import EndlessError

    try:
        return as_json(lay_open(function, _given(asked, False), float))
    except EndlessError as error:
        # Nothing of the author's was raised: it has no kind to be told.
        return {"error": str(error)}
    except Exception as error:
        return {"error": _raised(error)}


def _lane_code(module: ModuleType, function: Callable[..., Any]) -> LaneCode | None:
    """Return the function as steps; None if it can be asked one query only."""
    if _vectorized(module):
        return None
    try:
        return lane_code(function, Path(str(module.__file__)).read_bytes())
    except (OSError, NotInLanesError):
        return None


def _in_lanes(code: LaneCode, question: dict[str, Any]) -> Any:
    from playground.explore.judge import lane_lines
    from playground.explore.judge.lanes import run

    return lane_lines.answer(run(code, *lane_lines.asked(question)))


def _vectorized(module: ModuleType) -> bool:
    return bool(getattr(module, "vectorized", False))


def _given(asked: dict[str, Any], many: bool) -> dict[str, Any]:
    if many:
        import numpy as np

        return {
            name: value if value is None else np.array(value, np.float64)
            for name, value in asked.items()
        }
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in asked.items()
    }


def plain(answer: Any) -> Any:
    """Return an answer as JSON knows it; TypeError for what is none."""
    if answer is None or isinstance(answer, bool | int | float | str):
        return answer
    if isinstance(answer, dict):
        return {str(name): plain(value) for name, value in answer.items()}
    if hasattr(answer, "_asdict"):
        return plain(answer._asdict())
    if hasattr(answer, "tolist"):  # of NumPy
        return plain(answer.tolist())
    if isinstance(answer, list | tuple):
        return [plain(value) for value in answer]
    return float(answer)  # of a fraction, say


def _raised(error: BaseException, path: str = "") -> str:
    """Return what was raised, and in which line of the author's file."""
    said = " ".join(str(error).split())[:200]
    text = f"{type(error).__name__}: {said}".rstrip(": ")
    line = 0 if isinstance(error, SyntaxError) else _line(error, path)
    return f"{text} (line {line})" if line else text


def _line(error: BaseException, path: str) -> int:
    """Return the line of the author's file in which it was raised; 0 for none.

    What is wrong with the text itself says so in its own words.
    """
    if isinstance(error, SyntaxError) and error.filename == path:
        return error.lineno or 0
    # Of a thousand frames, as of a recursion, reading the text would take long.
    frames = traceback.walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == path]
    return next((line for line in reversed(lines) if line), 0)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:80]}…"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
