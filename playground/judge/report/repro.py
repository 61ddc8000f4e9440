"""A query with all its digits, to take away: as a script, and as a test."""

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
    1e-9  # of the time, or of the largest length: what roundings may come to
)


def as_python(function: Core, arguments: Arguments) -> str:
    """Return a script that asks the core one query and prints everything it found."""
    name = function.__name__
    arguments = _order_arguments(function, arguments)
    found = function(**arguments)
    plain = [f.name for f in fields(found)] if is_dataclass(found) else vars(found)
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


def as_test(
    function: Core, arguments: Arguments, tolerances: Mapping[str, float] | None = None
) -> str:
    """Return a pytest case that asks one's own function the same.

    The verdict has to be the core's. So have the fields of `tolerances`, less or more
    what it says; by default the first time, or else the distance.
    """
    name, arguments = function.__name__, _order_arguments(function, arguments)
    found = function(**arguments)
    verdict = next(f for f in _VERDICTS if hasattr(found, f))
    tolerances = (
        _default_tolerances(found, arguments) if tolerances is None else tolerances
    )
    values = {f: np.asarray(getattr(found, f)).tolist() for f in (verdict, *tolerances)}
    compared = {f: v for f, v in values.items() if not np.isnan(v).any()}
    given, told = ", ".join(arguments), ", ".join(compared)
    returned = ", ".join(f"found.{f}" for f in compared)
    lines = [
        *(["import pytest"] if len(compared) > 1 else []),
        *_import_lines(function),
        "",
        "",
        f"def judged({given}):",
        f'    """Return {told}: put your own function here."""',
        f"    found = {name}({given})",
        f"    return {returned}",
        "",
        "",
        f"def test_{name}():",
        f"    {told} = {_call('judged', _keyword_arguments(arguments), indent='    ')}",
        *(_assertion(f, value, tolerances.get(f)) for f, value in compared.items()),
    ]
    return "\n".join([*lines, ""])


def _assertion(found: str, value: Any, tolerance: float | None) -> str:
    """Return the line of a test that asserts a flag, a whole number or another."""
    if isinstance(value, bool):
        return f"    assert {found}" if value else f"    assert not {found}"
    if tolerance is None:
        return f"    assert {found} == {value!r}"
    near = f"pytest.approx({literal(value)}, rel=0, abs={tolerance:.2g})"
    return f"    assert {found} == {near}"


def _import_lines(function: Core) -> list[str]:
    """Return the lines that bring a function into a file of its own."""
    module, name = function.__module__, function.__name__
    if module.startswith("playground.collision."):
        module = "playground.collision"
    if module.startswith(FILE_MODULE_PREFIX):  # no import finds it: it is run
        file = sys.modules[module].__file__
        return [
            "from runpy import run_path",
            "",
            f'{name} = run_path({file!r})["{name}"]',
        ]
    return [f"from {module} import {name}"]


def _order_arguments(function: Core, arguments: Arguments) -> Arguments:
    """Return the arguments as the function has them, which takes them by place."""
    return {
        key: arguments[key]
        for key in signature(function).parameters
        if key in arguments
    }


def _default_tolerances(found: Any, arguments: Arguments) -> dict[str, float]:
    name = next(f for f in _COMPARABLE_FIELDS if hasattr(found, f))
    given = [x for x in arguments.values() if x is not None]
    lengths = np.abs(np.concatenate([np.ravel(x) for x in given]))
    size = max(1.0, abs(found.t)) if name == "t" else np.max(lengths)
    return {name: float(_ROUNDING_TOLERANCE * size)}


def _keyword_arguments(arguments: Arguments) -> list[str]:
    return [f"{key}={literal(value)}" for key, value in arguments.items()]


def _call(name: str, given: Sequence[str], indent: str = "") -> str:
    """Return a call, its lines after the first one indented."""
    lines = [f"{indent}    {x}," for x in given]
    return "\n".join([f"{name}(", *lines, f"{indent})"])


def literal(value: Any) -> str:
    """Return Python for a number, a vector or None, with all digits."""
    if value is None or isinstance(value, int):
        return repr(value)
    if np.ndim(value):
        return "(" + ", ".join(literal(x) for x in value) + ")"
    return repr(float(value))


# ----------------------------------------------------------------------------
# A case that was answered wrongly, to take away: as a script, and as a test.
#
# Either asks the very code that was judged, has the true answer in it, and needs
# nothing of ours.
# ----------------------------------------------------------------------------


# What code tells beside its verdicts is seen in so many of its answers.
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
    """Return a script that asks the code again, to be put into that folder."""
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
    """Return a pytest case that fails as long as the code is wrong there.

    It is to be put into that folder.
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
                _assertion(f'found["{name}"]', value, by)
                for name, (value, by) in code.numbers.items()
            ),
            "",
        ]
    )


def slug(kind: FailureKind) -> str:
    """Return a kind as a part of a name."""
    return kind.replace(" ", "_")


def _quote_text(text: str | Sequence[str]) -> str:
    """Return texts as both Python and JSON write them."""
    return json.dumps(text)


class _ReproCode:
    """What a file is made of that asks somebody's code one case."""

    def __init__(
        self, judgement: EvaluationRun, small: ShrunkCase, folder: Path
    ) -> None:
        self._judgement, self._small, self._folder = judgement, small, folder
        place, _, function = judgement.code.target.rpartition(":")
        self._place = place
        self._name = function if place.endswith(".py") else judgement.query.name

    @property
    def hit(self) -> bool:
        """The true verdict."""
        return bool(self._small.findings.cases.hit[0])

    @cached_property
    def numbers(self) -> dict[str, tuple[Any, float]]:
        """What else the code tells, its true values, and how far each may be off.

        It is what is compared of all its answers, or wrong in this one.
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
        found = {}
        for name in dict.fromkeys(names):
            of_hits = query.result_fields[name] not in (
                ResultField.FLAG,
                ResultField.DISTANCE,
            )
            value = np.asarray(getattr(cases.truth, name))[0]
            if np.isfinite(value).all() and (self.hit or not of_hits):
                by = field_tolerance(cases, name, self._judgement.options.tolerance)[0]
                found[name] = value.tolist(), float(by)
        return found

    def import_lines(
        self, ours: Sequence[str], others: Sequence[str] = ()
    ) -> list[str]:
        """Return how a file begins, up to where the code can be called."""
        said = answer_sentence(self._small.findings, 0, self._small.kind)
        lines = [f"# {self._judgement.code.name}: {said}."]
        if self._place.endswith(".py"):
            standard, own = self._import_from_file()
        elif self._place:
            standard, own = [], []
            others = [f"from {self._place} import {self._name}", *others]
        else:
            standard, own = self._wrap_program()
        imports = sorted([*standard, *ours], key=lambda x: (x[0] == "f", x))
        parts = [imports, [*others], own]
        return "\n".join(
            [*lines, "\n\n".join("\n".join(part) for part in parts if part)]
        ).splitlines()

    def _import_from_file(self) -> tuple[list[str], list[str]]:
        """Return imports, and how a function of a file is brought here."""
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
        """Return imports, and a function that asks the program."""
        words = _quote_text(self._judgement.code.command)
        text = _PROGRAM_HELPER.format(
            name=self._name,
            words=words,
            folder=self._from_here(Path.cwd()),
        )
        imports = [
            "import json",
            "from pathlib import Path",
            "from subprocess import PIPE, run",
        ]
        return imports, ["", *text.splitlines()[1:]]

    def _from_here(self, path: Path) -> str:
        """Return where a folder is: from here, if both are what one works on."""
        work, here = Path.cwd().resolve(), self._folder.resolve()
        if here.is_relative_to(work) and path.is_relative_to(work):
            way = Path(os.path.relpath(path, here)).as_posix()
            return f"Path(__file__).parent / {_quote_text(way)}"
        return f"Path({_quote_text(str(path))})"

    def call(self, indent: str) -> str:
        """Return the call, its lines after the first one indented."""
        code = self._judgement.code
        takes, own = code.header.takes, {v: k for k, v in code.by_position.items()}
        given = {
            own.get(name, name): literal(value)
            for name, value in self._small.arguments.items()
            if takes is None or name in takes
        }
        return _call(self._name, self._format_arguments(given), indent)

    def _format_arguments(self, given: Mapping[str, str]) -> list[str]:
        """Return arguments by name, but for those that are taken by position only."""
        placed = self._positional_names()
        if placed is None:
            return list(given.values())
        first = [given[name] for name in placed if name in given]
        return first + [f"{n}={x}" for n, x in given.items() if n not in placed]

    def _positional_names(self) -> tuple[str, ...] | None:
        """Return the arguments that are taken by position only; None for all."""
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
