"""A function's text, line by line, as steps: both ways of an `if`, and a mask each."""

import ast
import builtins
import inspect
import textwrap
from collections.abc import Sequence
from functools import lru_cache
from types import FunctionType
from typing import Any, NoReturn

from playground.collision.articles.array_functions import (
    FUNCTIONS,
    SIGNS,
    TRUTHS,
    power,
)
from playground.collision.articles.steps import Steps
from playground.collision.articles.values import (
    NONE,
    Constant,
    Expression,
    Mask,
    NameSetting,
    NotOnArraysError,
    Several,
    Value,
    is_number,
)
from playground.language import message


def returned(
    to: Steps,
    function: FunctionType,
    given: Sequence[Value],
    path: Mask = None,
    callers: tuple[FunctionType, ...] = (),
) -> Value:
    """Return what a function returns, called where the path leads."""
    tree = _tree(function)
    if function in callers:
        raise NotOnArraysError(message("{name} calls itself", name=function.__name__))
    text = Text(to, function, {}, path, callers)
    for argument, value in zip(tree.args.args, given, strict=True):
        text.set(argument.arg, value)
    if text.block(tree.body):
        text.returns.append((text.path, NONE))
    to.ends |= text.names
    return to.chosen(text.returns)


@lru_cache(maxsize=64)
def _tree(function: FunctionType) -> ast.FunctionDef:
    """Return the text of a function that takes plain arguments."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    if not isinstance(tree, ast.FunctionDef) or function.__closure__:
        raise NotOnArraysError(
            message("{name} is no function of its file", name=function.__name__)
        )
    arguments = tree.args
    if len(arguments.args) != len(inspect.signature(function).parameters):
        raise NotOnArraysError(
            message("{name} takes its arguments by name", name=function.__name__)
        )
    return tree


class Text:
    """The text of one call of a function, as it is turned into steps."""

    def __init__(
        self,
        to: Steps,
        function: FunctionType,
        names: dict[str, Value],
        path: Mask = None,
        callers: tuple[FunctionType, ...] = (),
    ) -> None:
        self.to = to
        self.function = function
        self.names = names
        self.path = path
        self.callers = callers
        self.returns: list[tuple[Mask, Value]] = []

    def set(self, name: str, value: Value) -> None:
        """Give a value to a name."""
        if is_number(value) and not isinstance(value, Constant):
            value = self.to.step(self.to.code(value))
        self.names[name] = value
        self.to.settings.setdefault(name, []).append(NameSetting(value, self.path))

    def block(self, body: Sequence[ast.stmt]) -> bool:
        """Go through some lines; return whether the text may go on behind them."""
        return all(self._line(line) for line in body)

    def _line(self, line: ast.stmt) -> bool:
        match line:
            case ast.Return(value):
                said = NONE if value is None else self.value(value)
                self.returns.append((self.path, said))
                return False
            case ast.If(test, body, orelse):
                return self._branch(test, body, orelse)
            case ast.Assign(targets, value):
                found = self.value(value)
                for target in targets:
                    self._assign(target, found)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, self.value(value))
            case ast.AugAssign(ast.Name(name), act, value):
                self.set(name, self.value(ast.BinOp(ast.Name(name), act, value)))
            case ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case _:
                self._refuse(line)
        return True

    def _refuse(self, node: ast.AST) -> NoReturn:
        text, line = ast.unparse(node).partition("\n")[0], getattr(node, "lineno", 0)
        raise NotOnArraysError(
            message(
                "line {line}: {text!r} is not known on arrays", line=line, text=text
            )
        )

    def _assign(self, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name(name):
                self.set(name, value)
            case ast.Tuple(targets):
                for place, part in enumerate(targets):
                    self._assign(part, self.to.part(value, place))
            case _:
                self._refuse(target)

    def _branch(
        self, test: ast.expr, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt]
    ) -> bool:
        """Go through both ways of an `if`."""
        to, before, path, count = self.to, self.names, self.path, len(self.returns)
        holds = self._condition(test)
        ways = []
        for mask, lines in ((holds, body), (to.other(holds), orelse)):
            self.names, self.path = dict(before), to.both(path, mask)
            if self.block(lines):
                ways.append((mask, self.path, self.names))
        if not ways:
            return False
        (_, self.path, self.names), *others = ways
        if others:
            masks, paths, names = zip(*ways, strict=True)
            self.path = path if len(self.returns) == count else to.either(paths)
            self.names = self._joined(masks, *names)
        return True

    def _joined(
        self, masks: Sequence[Mask], one: dict[str, Value], other: dict[str, Value]
    ) -> dict[str, Value]:
        """Return what the names stand for behind an `if`."""
        joined = other | one
        for name in one.keys() & other.keys():
            if one[name] != other[name]:
                pair = zip(masks, (one[name], other[name]), strict=True)
                value = self.to.chosen(pair)
                number = is_number(value)
                joined[name] = self.to.step(self.to.code(value)) if number else value
        return joined

    def _condition(self, node: ast.expr) -> Expression:
        code = self.to.code(self.value(node))
        if not code.truth:
            self._refuse(node)
        return self.to.step(code)

    def value(self, node: ast.expr) -> Value:
        """Return the value of an expression."""
        match node:
            case ast.Tuple(elements):
                return Several(tuple(map(self.value, elements)))
            case ast.Constant(x):
                return Constant(type(x), x)
            case ast.Name(name) if name in self.names:
                return self.names[name]
            case ast.Name() | ast.Attribute():
                x = self._found(node)
                if isinstance(x, int | float | str):
                    return Constant(type(x), x)
            case ast.Subscript(of, ast.Constant(int(place))):
                return self.to.part(self.value(of), place)
            case ast.IfExp(test, body, orelse):
                holds = self._condition(test)
                masks = holds, self.to.other(holds)
                values = map(self.value, (body, orelse))
                return self.to.chosen(zip(masks, values, strict=True))
            case ast.Call(function, arguments, []):
                return self._call(node, self._found(function), arguments)
            case ast.Compare(left, [ast.Eq() | ast.Is()], [ast.Constant(x)]) if (
                x is None or isinstance(x, str)
            ):
                return self.to.says(self.value(left), x)
            case ast.Compare(left, [ast.NotEq() | ast.IsNot()], [ast.Constant(x)]) if (
                x is None or isinstance(x, str)
            ):
                return self.to.other(self.to.says(self.value(left), x))
            case _:
                return self._computed(node)
        self._refuse(node)

    def _computed(self, node: ast.expr) -> Value:
        """Return the value of an expression of numbers, in one piece."""
        match node:
            case ast.BinOp(left, ast.Pow(), right):
                raised = self.to.known(power)
                return Expression(
                    f"{raised}({self._text(left)}, {self._text(right)}, kind)"
                )
            case ast.BinOp(left, act, right) if type(act) in SIGNS:
                return Expression(
                    f"({self._text(left)} {SIGNS[type(act)]} {self._text(right)})"
                )
            case ast.UnaryOp(ast.Not(), operand):
                return Expression(f"no({self._condition(operand).text})", truth=True)
            case ast.UnaryOp(act, operand) if type(act) in SIGNS:
                return Expression(f"({SIGNS[type(act)]}{self._text(operand)})")
            case ast.BoolOp(act, values):
                codes = [self.to.code(self.value(x)) for x in values]
                if all(code.truth for code in codes):
                    sign = f" {SIGNS[type(act)]} "
                    return Expression(
                        f"({sign.join(c.text for c in codes)})", truth=True
                    )
            case ast.Compare(left, acts, rights) if all(type(a) in SIGNS for a in acts):
                sides = [self._text(x) for x in (left, *rights)]
                pairs = zip(
                    sides, (SIGNS[type(a)] for a in acts), sides[1:], strict=False
                )
                text = " & ".join(f"({a} {sign} {b})" for a, sign, b in pairs)
                return Expression(f"({text})", truth=True)
        self._refuse(node)

    def _text(self, node: ast.expr) -> str:
        return self.to.code(self.value(node)).text

    def _call(self, node: ast.expr, known: Any, arguments: Sequence[ast.expr]) -> Value:
        if isinstance(known, FunctionType):
            if known.__globals__ is not self.function.__globals__:
                self._refuse(node)
            values = [*map(self.value, arguments)]
            callers = (*self.callers, self.function)
            return returned(self.to, known, values, self.path, callers)
        for functions, truth in ((FUNCTIONS, False), (TRUTHS, True)):
            if known in functions:
                given = ", ".join(map(self._text, arguments))
                return Expression(f"{self.to.known(functions[known])}({given})", truth)
        self._refuse(node)

    def _found(self, node: ast.expr) -> Any:
        """Return what a name of the file stands for, or one of a module."""
        match node:
            case ast.Attribute(of, name):
                return getattr(self._found(of), name, None)
            case ast.Name(name) if name not in self.names:
                own = self.function.__globals__
                return own.get(name, getattr(builtins, name, None))
        return None
