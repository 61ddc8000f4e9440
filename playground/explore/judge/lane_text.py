"""A function's text as steps that are done to a stack of values, one after the other.

Only what computes, and nothing else: assignments to plain names, `if`, `while`, `for`,
`return`, arithmetic, comparisons, functions of `math` and of the same file. `raise` and
`assert` leave it to a call to raise.
"""

import ast
import builtins
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import BuiltinFunctionType, FunctionType
from typing import Any, NamedTuple, NoReturn

PLAIN = float, int, bool, str, type(None)
"""The types of what is the same in every lane and cannot be changed."""

_BUILTIN = abs, all, any, bool, float, int, len, max, min, pow, round, sum
# What these make can be gone through but once, and only there it is known.
_ITERATORS = enumerate, range, reversed, zip
_GATHERERS = all, any, list, math.fsum, max, min, sum, tuple
_KNOWN: tuple[Callable[..., Any], ...] = (
    *(known for known in vars(math).values() if isinstance(known, BuiltinFunctionType)),
    *_BUILTIN,
    *_ITERATORS,
    *_GATHERERS,
)


class NotInLanesError(ValueError):
    """A text does what can be done with one query only."""


class LaneStep(NamedTuple):
    """What is done to a stack of values, and with what."""

    act: str
    what: Any = None


@dataclass(eq=False)
class LaneCode:
    """A function as steps.

    Attributes
    ----------
    names : list of str
        Its arguments.
    defaults : dict
        What they are if they are not given.
    steps : list of LaneStep
        What it does.
    needed : list of set of str
        For each step, the names whose values are still asked for.
    """

    names: list[str]
    defaults: dict[str, Any]
    steps: list[LaneStep] = field(default_factory=list)
    needed: list[set[str]] = field(default_factory=list)


class LaneText:
    """The text of one function, as it is turned into steps.

    Parameters
    ----------
    local : set of str
        Its own names.
    names : mapping
        Those of its file.
    code_of : callable
        Another function of the file as steps.
    """

    def __init__(
        self,
        local: set[str],
        names: Mapping[str, Any],
        code_of: Callable[[FunctionType], LaneCode],
    ) -> None:
        self.local, self.names, self.code_of = local, names, code_of
        self.made: list[LaneStep] = []
        # Of each loop around: where `continue` goes, and the jumps of its `break`s.
        self.loops: list[tuple[int, list[int]]] = []
        # Names of a comprehension are its own.
        self.renamed: dict[str, str] = {}
        self.hidden = 0

    def steps(self, tree: ast.FunctionDef) -> list[LaneStep]:
        """Return what the function does; NotInLanesError if that is more."""
        self._block(tree.body)
        self._add("const", None)
        self._add("return")
        return self.made

    def _add(self, act: str, what: Any = None) -> int:
        self.made.append(LaneStep(act, what))
        return len(self.made) - 1

    def _here(self, *jumps: int) -> None:
        """Have jumps lead to what comes next."""
        for place in jumps:
            self.made[place] = LaneStep(self.made[place].act, len(self.made))

    def _hide(self, name: str = "") -> str:
        self.hidden += 1
        return f"{name} {self.hidden}"

    @staticmethod
    def _refuse(node: ast.AST) -> NoReturn:
        line = getattr(node, "lineno", 0)
        raise NotInLanesError(f"line {line}: {type(node).__name__}")

    # ---- Lines

    def _block(self, body: Sequence[ast.stmt]) -> None:
        for line in body:
            self._line(line)

    def _line(self, line: ast.stmt) -> None:
        match line:
            case ast.Assign(targets, value):
                self._value(value)
                for target in targets[1:]:
                    self._add("copy")
                    self._store(target)
                self._store(targets[0])
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
                self._value(value)
                self._store(target)
            case ast.AugAssign(ast.Name() as target, act, value):
                self._name(target.id, target)
                self._value(value)
                self._add("binary", type(act))
                self._store(target)
            case ast.Return(value):
                self._value(value or ast.Constant(None))
                self._add("return")
            case ast.If(test, body, orelse):
                self._value(test)
                past = self._add("unless")
                self._block(body)
                end = self._add("jump")
                self._here(past)
                self._block(orelse)
                self._here(end)
            case ast.While() | ast.For():
                self._loop(line)
            case ast.Break() if self.loops:
                self.loops[-1][1].append(self._add("jump"))
            case ast.Continue() if self.loops:
                self._add("jump", self.loops[-1][0])
            case ast.Expr(value):
                self._value(value)
                self._add("pop")
            case ast.Assert(test, None):
                self._value(test)
                past = self._add("unless")
                end = self._add("jump")
                self._here(past)
                self._add("leave")
                self._here(end)
            case ast.Raise():
                self._add("leave")
            case ast.Pass():
                pass
            case _:
                self._refuse(line)

    def _store(self, target: ast.expr) -> None:
        match target:
            case ast.Name(name):
                self._add("store", self.renamed.get(name, name))
            case ast.Tuple(targets) | ast.List(targets):
                self._add("unpack", len(targets))
                for part in targets:
                    self._store(part)
            case _:
                self._refuse(target)

    def _loop(self, line: ast.While | ast.For) -> None:
        if isinstance(line, ast.For):
            # What it runs over has a name of its own, which `break` need not tidy up.
            items = self._hide()
            self._value(line.iter, gathered=True)
            self._add("items")
            self._add("store", items)
            top = self._add("next", items)
            past = self._add("unless")
            self._store(line.target)
        else:
            top = len(self.made)
            self._value(line.test)
            past = self._add("unless")
        self.loops.append((top, []))
        self._block(line.body)
        self._add("jump", top)
        _, breaks = self.loops.pop()
        self._here(past)
        self._block(line.orelse)
        self._here(*breaks)

    # ---- Expressions

    def _values(self, nodes: Sequence[ast.expr]) -> None:
        for node in nodes:
            self._value(node)

    def _value(self, node: ast.expr, *, gathered: bool = False) -> None:
        """Have a value on the stack; one that is `gathered` is gone through at once."""
        match node:
            case ast.Constant(value) if type(value) in PLAIN:
                self._add("const", value)
            case ast.Name(name):
                self._name(name, node)
            case ast.Attribute():
                self._plain(self._found(node), node)
            case ast.BinOp(left, act, right):
                self._values((left, right))
                self._add("binary", type(act))
            case ast.UnaryOp(act, operand):
                self._value(operand)
                self._add("unary", type(act))
            case ast.BoolOp(act, values):
                ends = []
                for value in values[:-1]:
                    self._value(value)
                    both = isinstance(act, ast.And)
                    ends.append(self._add("unless or keep" if both else "if or keep"))
                self._value(values[-1])
                self._here(*ends)
            case ast.Compare(left, acts, rights):
                self._compared(left, acts, rights)
            case ast.IfExp(test, body, orelse):
                self._value(test)
                past = self._add("unless")
                self._value(body)
                end = self._add("jump")
                self._here(past)
                self._value(orelse)
                self._here(end)
            case ast.Tuple(elements) | ast.List(elements):
                self._values(elements)
                self._add("tuple", len(elements))
            case ast.Dict(keys, values):
                names = [k.value for k in keys if isinstance(k, ast.Constant)]
                # Whoever answers with an error says so by a call.
                if (
                    "error" in names
                    or len(names) < len(keys)
                    or not all(type(x) is str for x in names)
                ):
                    self._refuse(node)
                self._values(values)
                self._add("dict", names)
            case ast.Subscript(of, place) if not isinstance(place, ast.Slice):
                self._values((of, place))
                self._add("item")
            case ast.NamedExpr(target, value) if not self.renamed:
                self._value(value)
                self._add("copy")
                self._store(target)
            case ast.ListComp(element, generators):
                self._comprehension(element, generators)
            case ast.GeneratorExp(element, generators) if gathered:
                self._comprehension(element, generators)
            case ast.Call(function):
                self._call(node, self._found(function), gathered)
            case _:
                self._refuse(node)

    def _compared(
        self, left: ast.expr, acts: Sequence[ast.cmpop], rights: Sequence[ast.expr]
    ) -> None:
        """Compare in a row: each side is worked out once, and as far as it goes."""
        self._value(left)
        ends = []
        for place, (act, right) in enumerate(zip(acts, rights, strict=True)):
            self._value(right)
            last = place == len(acts) - 1
            side = self._hide()
            if not last:
                self._add("copy")
                self._add("store", side)
            self._add("compare", type(act))
            if not last:
                ends.append(self._add("unless or keep"))
                self._add("load", side)
        self._here(*ends)

    def _comprehension(
        self, element: ast.expr, generators: Sequence[ast.comprehension]
    ) -> None:
        """Gather a list, whose names are its own."""
        made, before = self._hide(), self.renamed
        self._add("tuple", 0)
        self._add("store", made)
        self._generated(element, generators, made)
        self.renamed = before
        self._add("load", made)

    def _generated(
        self, element: ast.expr, generators: Sequence[ast.comprehension], made: str
    ) -> None:
        if not generators:
            self._add("load", made)
            self._value(element)
            self._add("append")
            self._add("store", made)
            return
        one, *inner = generators
        items = self._hide()
        self._value(one.iter, gathered=True)
        self._add("items")
        self._add("store", items)
        top = self._add("next", items)
        past = self._add("unless")
        names = [n.id for n in ast.walk(one.target) if isinstance(n, ast.Name)]
        self.renamed = {**self.renamed, **{name: self._hide(name) for name in names}}
        self._store(one.target)
        for test in one.ifs:
            self._value(test)
            self._add("unless", top)
        self._generated(element, inner, made)
        self._add("jump", top)
        self._here(past)

    def _name(self, name: str, node: ast.expr) -> None:
        if name in self.renamed or name in self.local:
            self._add("load", self.renamed.get(name, name))
        else:
            self._plain(self._found(node), node)

    def _plain(self, value: Any, node: ast.expr) -> None:
        whole = value if type(value) is tuple else (value,)
        if not all(type(x) in PLAIN for x in whole):
            self._refuse(node)
        self._add("const", value)

    def _found(self, node: ast.expr) -> Any:
        """Return what a name of the file stands for, or one of `math`."""
        match node:
            case ast.Name(name) if name not in self.renamed and name not in self.local:
                names = self.names
                if name in names:
                    return names[name]
                if hasattr(builtins, name):
                    return getattr(builtins, name)
            case ast.Attribute(ast.Name() as of, name) if self._found(of) is math:
                if hasattr(math, name):
                    return getattr(math, name)
        self._refuse(node)

    def _call(self, node: ast.Call, function: Any, gathered: bool) -> None:
        if isinstance(function, FunctionType):
            self._called(node, self.code_of(function), node.args, node.keywords)
            return
        iterator = _among(function, _ITERATORS)
        known = _among(function, _KNOWN) and (gathered or not iterator)
        if not known or not self._strict(function, node.keywords):
            self._refuse(node)
        gathers = iterator or _among(function, _GATHERERS)
        spread = []
        for argument in node.args:
            spread.append(isinstance(argument, ast.Starred))
            whole = argument.value if isinstance(argument, ast.Starred) else argument
            self._value(whole, gathered=gathers or spread[-1])
        self._add("known", (function, spread))

    @staticmethod
    def _strict(function: Any, keywords: Sequence[ast.keyword]) -> bool:
        """Return whether there is no keyword but whether `zip` is strict."""
        return all(
            function is zip
            and word.arg == "strict"
            and type(word.value) is ast.Constant
            for word in keywords
        )

    def _called(
        self,
        node: ast.Call,
        code: LaneCode,
        arguments: Sequence[ast.expr],
        keywords: Sequence[ast.keyword],
    ) -> None:
        """Call a function of the file; what is not given is as it stands there."""
        named = [word.arg for word in keywords]
        given = code.names[: len(arguments)] + [str(name) for name in named]
        left = [name for name in code.names if name not in given]
        fits = len(arguments) <= len(code.names) and len({*given}) == len(given)
        if (
            not fits
            or None in named
            or not {*given} <= {*code.names}
            or not {*left} <= {*code.defaults}
            or any(isinstance(x, ast.Starred) for x in arguments)
        ):
            self._refuse(node)
        self._values([*arguments, *(word.value for word in keywords)])
        for name in left:
            self._add("const", code.defaults[name])
        self._add("call", (code, (*given, *left)))


def _among(function: Any, known: Sequence[Any]) -> bool:
    return any(function is one for one in known)
