"""Whether a function does nothing but compute, by its text, and so may go in lanes.

A function and its text belong together only if the text is what it was compiled from.
What the text does else might be seen from outside, or depend on what was asked before:
it is refused.
"""

import ast
import inspect
from collections.abc import Iterator, Sequence
from types import CodeType, FunctionType
from typing import Any

from playground.explore.judge.lane_text import (
    PLAIN,
    LaneCode,
    LaneStep,
    LaneText,
    NotInLanesError,
)

LANES = "in lanes"
"""By this name come arguments of many queries, each in a lane of its own."""


def lane_code(function: Any, text: bytes) -> LaneCode:
    """Return a function as steps.

    Parameters
    ----------
    function : FunctionType
        Of a file.
    text : bytes
        The file's.

    Raises
    ------
    NotInLanesError
        It, or a function that it calls, does more than compute, or is not the text's.
    """
    if not isinstance(function, FunctionType):
        raise NotInLanesError(f"{function!r} is not a function written in Python")
    try:
        tree = ast.parse(text)
        codes = [*_codes(compile(text, "", "exec", dont_inherit=True))]
        return _JudgedFile(tree, codes, function.__globals__).code(function)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise NotInLanesError(str(error)) from error


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


class _JudgedFile:
    """A file's text, and its functions as steps."""

    def __init__(
        self, tree: ast.Module, codes: Sequence[CodeType], names: dict[str, Any]
    ) -> None:
        self.names = names
        self._codes = codes
        self._texts = {
            (node.name, node.lineno): node
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef) and not node.decorator_list
        }
        self._made: dict[FunctionType, LaneCode] = {}

    def code(self, function: FunctionType) -> LaneCode:
        if function not in self._made:
            code, defaults = function.__code__, _defaults(function)
            tree = self._texts.get((function.__name__, code.co_firstlineno))
            if (
                tree is None
                or code not in self._codes
                or function.__globals__ is not self.names
                or code.co_freevars
                or code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS)
                or code.co_posonlyargcount
                or not all(type(x) in PLAIN for x in defaults.values())
            ):
                raise NotInLanesError(f"{function.__name__} is not known by its text")
            count = code.co_argcount + code.co_kwonlyargcount
            made = LaneCode([*code.co_varnames[:count]], defaults)
            self._made[function] = made
            local = {*code.co_varnames, *code.co_cellvars}
            made.steps = LaneText(local, self.names, self.code).steps(tree)
            made.needed = _needed(made.steps)
        return self._made[function]


def _defaults(function: FunctionType) -> dict[str, Any]:
    given = function.__defaults__ or ()
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    last = names[len(names) - len(given) :]
    return {**dict(zip(last, given, strict=True)), **(function.__kwdefaults__ or {})}


def _needed(steps: Sequence[LaneStep]) -> list[set[str]]:
    """Return for each step, and behind the last one, which names are asked for yet."""
    needed: list[set[str]] = [set() for _ in range(len(steps) + 1)]
    changed = True
    while changed:
        changed = False
        for at in reversed(range(len(steps))):
            act, what = steps[at]
            names = set() if act in ("return", "leave", "jump") else {*needed[at + 1]}
            if act in ("jump", "unless", "unless or keep", "if or keep"):
                names |= needed[what]
            elif act == "store":
                names -= {what}
            elif act in ("load", "next"):
                names |= {what}
            changed = changed or names != needed[at]
            needed[at] = names
    return needed
