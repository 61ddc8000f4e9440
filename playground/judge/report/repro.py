"""Code that reproduces a query: as a script or as a pytest case, with all digits."""

import ast
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cached_property
from inspect import signature
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from playground.judge.evaluation import EvaluationRun
from playground.judge.findings import (
    FAILURE_KINDS_BY_FIELD,
    FailureKind,
    field_tolerance,
)
from playground.judge.report.wording import answer_sentence
from playground.judge.runner.worker import resolve_import
from playground.judge.shrink import ShrunkCase
from playground.scene.loader import FILE_MODULE_PREFIX
from playground.scene.query import ResultField

Core = Callable[..., Any]
Arguments = Mapping[str, Any]

_VERDICTS = ("hit", "face")
_COMPARABLE_FIELDS = ("t", "distance")
_ROUNDING_TOLERANCE = (
    1e-9  # relative to the time or the largest length; covers rounding
)


def as_python(function: Core, arguments: Arguments) -> str:
    """Return a script that evaluates one query with the core and prints every field.

    Raises
    ------
    ValueError
        The core refuses the arguments.
    """
    name = function.__name__
    arguments = _order_arguments(function, arguments)
    result = function(**arguments)
    plain = [f.name for f in fields(result)] if is_dataclass(result) else vars(result)
    lines = [f'print("{f}", found.{f}.tolist())' for f in plain]
    return "\n".join(
        [
            *_import_lines(function),
            "",
            f"found = {_call(name, _keyword_arguments(arguments))}",
            *lines,
            "",
        ]
    )


def as_test(function: Core, arguments: Arguments, *, verdict_only: bool = False) -> str:
    """Return a pytest case that checks your own function on one query.

    Parameters
    ----------
    function : callable
        The core's function.
    arguments : mapping
        Numbers, tuples of numbers or None by name.
    verdict_only : bool
        Whether to leave out the first time, or else the distance. It is also left out
        where it is NaN.

    Raises
    ------
    ValueError
        The core refuses the arguments.
    """
    name, arguments = function.__name__, _order_arguments(function, arguments)
    found = function(**arguments)
    verdict = next(f for f in _VERDICTS if hasattr(found, f))
    tolerances = {} if verdict_only else _number_tolerance(found, arguments)
    values = {f: np.asarray(getattr(found, f)).tolist() for f in (verdict, *tolerances)}
    compared = {f: v for f, v in values.items() if not np.isnan(v).any()}
    argument_list, value_list = ", ".join(arguments), ", ".join(compared)
    returned_list = ", ".join(f"found.{f}" for f in compared)
    call = _call("judged", _keyword_arguments(arguments), indent="    ")
    lines = [
        *(["import pytest"] if len(compared) > 1 else []),
        *_import_lines(function),
        "",
        "",
        f"def judged({argument_list}):",
        f'    """Return {value_list}: put your own function here."""',
        f"    found = {name}({argument_list})",
        f"    return {returned_list}",
        "",
        "",
        f"def test_{name}():",
        f"    {value_list} = {call}",
        *(_assertion(f, value, tolerances.get(f)) for f, value in compared.items()),
    ]
    return "\n".join([*lines, ""])


def _assertion(found: str, value: Any, tolerance: float | None) -> str:
    """Return the line that asserts a bool, an integer or an approximate number.

    `found` is the expression, `tolerance` the absolute error; None for equality.
    """
    if isinstance(value, bool):
        return f"    assert {found}" if value else f"    assert not {found}"
    if tolerance is None:
        return f"    assert {found} == {value!r}"
    near = f"pytest.approx({literal(value)}, rel=0, abs={tolerance:.2g})"
    return f"    assert {found} == {near}"


def _import_lines(function: Core) -> list[str]:
    """Return the lines that import the function into a file of its own."""
    module, name = function.__module__, function.__name__
    if module.startswith("playground.collision."):
        module = "playground.collision"
    if module.startswith(FILE_MODULE_PREFIX):  # cannot be imported by name
        file = sys.modules[module].__file__
        return [
            "from runpy import run_path",
            "",
            f'{name} = run_path({file!r})["{name}"]',
        ]
    return [f"from {module} import {name}"]


def _order_arguments(function: Core, arguments: Arguments) -> Arguments:
    """Return the arguments in the order of the function's parameters."""
    return {
        key: arguments[key]
        for key in signature(function).parameters
        if key in arguments
    }


def _number_tolerance(found: Any, arguments: Arguments) -> dict[str, float]:
    """Return the name of the time or distance, and its allowed absolute error."""
    name = next(f for f in _COMPARABLE_FIELDS if hasattr(found, f))
    numbers_given = [x for x in arguments.values() if x is not None]
    lengths = np.abs(np.concatenate([np.ravel(x) for x in numbers_given]))
    size = max(1.0, abs(found.t)) if name == "t" else np.max(lengths)
    return {name: float(_ROUNDING_TOLERANCE * size)}


def _keyword_arguments(arguments: Arguments) -> list[str]:
    return [f"{key}={literal(value)}" for key, value in arguments.items()]


def _call(name: str, given: Sequence[str], indent: str = "") -> str:
    """Return the source of a call with one argument per line."""
    lines = [f"{indent}    {x}," for x in given]
    return "\n".join([f"{name}(", *lines, f"{indent})"])


def literal(value: Any) -> str:
    """Return Python source for a number, a vector, nested or not, or None.

    Numbers have all their digits.
    """
    if value is None or isinstance(value, int):
        return repr(value)
    if np.ndim(value):
        return "(" + ", ".join(literal(x) for x in value) + ")"
    return repr(float(value))


# ----------------------------------------------------------------------------
# Reproduction of a failure, as a script and as a test. Both run the evaluated code,
# contain the exact result, and do not depend on this package.
# ----------------------------------------------------------------------------


# Number of answers in which to look for fields besides the verdict.
_MAX_INSPECTED_ANSWERS = 400
_ANSWER_HELPER = '''
def told(answer):
    """Return an answer by name, as the judge understands it."""
    if hasattr(answer, "tolist"):  # of NumPy
        answer = answer.tolist()
    if hasattr(answer, "_asdict"):
        answer = answer._asdict()
    if isinstance(answer, dict) and answer.get("hit") is None:
        return {{**answer, **told(answer["{number}"])}}
    if isinstance(answer, dict):
        return answer
    if answer is None or isinstance(answer, bool):
        return {{"hit": bool(answer)}}
    assert isinstance(answer, Real), answer
    return {{"hit": {verdict}, "{number}": answer}}
'''
_TIMEOUT_HELPER = '''
def in_time(ask):
    """Return what is answered in 10 seconds."""
    answers = []
    thread = Thread(target=lambda: answers.append(ask()), daemon=True)
    thread.start()
    thread.join(10)
    assert answers, "it gives no answer in 10 s"
    return answers[0]
'''
_PROGRAM_HELPER = '''
def {name}(**question):
    """Ask the program, as the judge does."""
    asked = json.dumps({{"function": "{name}", **question}}) + "\\n"
    how = {{"args": {words}, "cwd": {folder}, "timeout": 10}}
    done = run(**how, input=asked, stdout=PIPE, text=True, check=True)
    answer = json.loads(done.stdout)
    assert not isinstance(answer, dict) or "error" not in answer, answer
    return answer
'''


def build_repro_script(
    judgement: EvaluationRun, small: ShrunkCase, folder: Path
) -> str:
    """Return a script that runs the code on the shrunk case.

    `folder` is the folder it is for; paths are relative to it where possible.
    """
    code = _ReproCode(judgement, small, folder)
    true = {"hit": code.hit, **{name: x for name, (x, _) in code.numbers.items()}}
    return "\n".join(
        [
            *code.import_lines([]),
            "",
            f"answer = {code.call('')}",
            'print("answer:", answer)',
            f'print("truth: ", {true!r})',
            "",
        ]
    )


def build_repro_test(judgement: EvaluationRun, small: ShrunkCase, folder: Path) -> str:
    """Return a pytest case that fails until the code is right for the shrunk case.

    `folder` is the folder it is for; paths are relative to it where possible.
    """
    code = _ReproCode(judgement, small, folder)
    slow = small.kind is FailureKind.SLOW
    query = judgement.query
    imports = ["from numbers import Real", *(["from threading import Thread"] * slow)]
    near = any(not isinstance(x, bool) for x, _ in code.numbers.values())
    distance = query.result_fields[query.number] is ResultField.DISTANCE
    helper = _ANSWER_HELPER.format(
        number=query.number, verdict="answer <= 0" if distance else "True"
    )
    call = code.call("    ")
    answer = f"in_time(lambda: {call})" if slow else call
    return "\n".join(
        [
            *code.import_lines(imports, ["import pytest"] if near else []),
            "",
            helper,
            *([_TIMEOUT_HELPER] if slow else []),
            "",
            f"def test_{slug(small.kind)}():",
            f"    answer = {answer}",
            "    found = told(answer)",
            _assertion('found["hit"]', code.hit, None),
            *(
                _assertion(f'found["{name}"]', value, tolerance)
                for name, (value, tolerance) in code.numbers.items()
            ),
            "",
        ]
    )


def slug(kind: FailureKind) -> str:
    """Return a failure kind as part of an identifier."""
    return kind.replace(" ", "_")


def _quote_text(text: str | Sequence[str]) -> str:
    """Return texts as a literal of both Python and JSON."""
    return json.dumps(text)


class _ReproCode:
    """Parts of a file that runs user code on one case."""

    def __init__(
        self, judgement: EvaluationRun, small: ShrunkCase, folder: Path
    ) -> None:
        self._judgement, self._small, self._folder = judgement, small, folder
        place, _, function = judgement.code.target.rpartition(":")
        self._place = place
        self._name = function if place.endswith(".py") else judgement.query.name

    @property
    def hit(self) -> bool:
        """The exact verdict."""
        return bool(self._small.findings.cases.hit[0])

    @cached_property
    def numbers(self) -> dict[str, tuple[Any, float]]:
        """Fields to compare, with the exact value and the allowed error of each.

        These are the query's number, if the code returns it, and the fields wrong in
        this case.
        """
        cases, kind = self._small.findings.cases, self._small.kind
        said = self._small.findings.answer_fields[0] or {}
        query, findings = self._judgement.query, self._judgement.findings
        answered = islice(filter(None, findings.answer_fields), _MAX_INSPECTED_ANSWERS)
        names = [query.number] if any(query.number in x for x in answered) else []
        names += [
            n
            for n, k in query.result_fields.items()
            if FAILURE_KINDS_BY_FIELD[k] is kind and n in said
        ]
        tolerances = {}
        for name in dict.fromkeys(names):
            of_hits = query.result_fields[name] not in (
                ResultField.FLAG,
                ResultField.DISTANCE,
            )
            value = np.asarray(getattr(cases.truth, name))[0]
            if np.isfinite(value).all() and (self.hit or not of_hits):
                by = field_tolerance(cases, name, self._judgement.options.tolerance)[0]
                tolerances[name] = value.tolist(), float(by)
        return tolerances

    def import_lines(
        self, ours: Sequence[str], others: Sequence[str] = ()
    ) -> list[str]:
        """Return the start of the file, after which the code can be called."""
        sentence = answer_sentence(self._small.findings, 0, self._small.kind)
        lines = [f"# {self._judgement.code.name}: {sentence}."]
        if self._place.endswith(".py"):
            standard, own_import = self._import_from_file()
        elif self._place:
            standard, own_import = [], []
            others = [f"from {self._place} import {self._name}", *others]
        else:
            standard, own_import = self._wrap_program()
        imports = sorted([*standard, *ours], key=lambda x: (x[0] == "f", x))
        parts = [imports, [*others], own_import]
        return "\n".join(
            [*lines, "\n\n".join("\n".join(part) for part in parts if part)]
        ).splitlines()

    def _import_from_file(self) -> tuple[list[str], list[str]]:
        """Return standard imports, and lines that load the function from a file."""
        path = Path(self._place).resolve()
        folder, module = resolve_import(path, "")
        standard = ["import sys", "from pathlib import Path"]
        place = self._from_here(folder)
        lines = [f"sys.path.insert(0, str({place}))"]
        if module:
            return standard, [*lines, f"from {module} import {self._name}"]
        lines = [f"FOLDER = {place}", "sys.path.insert(0, str(FOLDER))"]
        run = f'run_path(str(FOLDER / {_quote_text(path.name)}))["{self._name}"]'
        return [*standard, "from runpy import run_path"], [
            *lines,
            f"{self._name} = {run}",
        ]

    def _wrap_program(self) -> tuple[list[str], list[str]]:
        """Return standard imports, and a function that runs the external program."""
        words = _quote_text(self._judgement.code.command)
        text = _PROGRAM_HELPER.format(
            name=self._name, words=words, folder=self._from_here(Path.cwd())
        )
        imports = [
            "import json",
            "from pathlib import Path",
            "from subprocess import PIPE, run",
        ]
        return imports, ["", *text.splitlines()[1:]]

    def _from_here(self, path: Path) -> str:
        """Return a path's expression, relative if both are in the working folder.

        Else it is absolute.
        """
        work, own_folder = Path.cwd().resolve(), self._folder.resolve()
        if own_folder.is_relative_to(work) and path.is_relative_to(work):
            way = Path(os.path.relpath(path, own_folder)).as_posix()
            return f"Path(__file__).parent / {_quote_text(way)}"
        return f"Path({_quote_text(str(path))})"

    def call(self, indent: str) -> str:
        """Return the source of the indented call with one argument per line."""
        code = self._judgement.code
        takes, own = code.header.takes, {v: k for k, v in code.by_position.items()}
        call_values = {
            own.get(name, name): literal(value)
            for name, value in self._small.arguments.items()
            if takes is None or name in takes
        }
        return _call(self._name, self._format_arguments(call_values), indent)

    def _format_arguments(self, given: Mapping[str, str]) -> list[str]:
        """Return the arguments by name, except positional-only ones."""
        positional = self._positional_names()
        if positional is None:
            return list(given.values())
        first = [given[name] for name in positional if name in given]
        return first + [f"{n}={x}" for n, x in given.items() if n not in positional]

    def _positional_names(self) -> tuple[str, ...] | None:
        """Return the positional-only arguments; None if all are taken by `*args`."""
        if not self._place.endswith(".py"):
            return ()
        try:
            tree = ast.parse(Path(self._place).read_bytes())
        except (OSError, SyntaxError, ValueError):
            return ()
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name == self._name:
                taken = node.args
                if taken.vararg and not (taken.posonlyargs or taken.args):
                    return None
                return tuple(argument.arg for argument in taken.posonlyargs)
        return ()
