"""Compiler of Python functions of plain numbers to operations on arrays.

Both branches of every `if` are evaluated under masks, and values are computed when
first read.
"""

import ast
import builtins
import inspect
import math
import operator
import textwrap
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, reduce
from threading import RLock
from types import FunctionType
from typing import Any, NamedTuple, NoReturn, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from playground.i18n import message


def _from_float64(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that computes in float64 and rounds to its arguments' type."""

    def evaluate(*numbers: Any) -> Any:
        kind = np.result_type(*numbers)
        wide = np.promote_types(kind, np.float64)
        return function(*(np.asarray(x, wide) for x in numbers)).astype(kind)

    return evaluate


def select_lazily(holds: Any, one: Callable[[], Any], other: Callable[[], Any]) -> Any:
    """Return `one()` where the boolean array `holds` is True, else `other()`.

    Both return arrays that broadcast; one that is needed nowhere is not called.
    """
    holds = np.asarray(holds)
    if not holds.any():
        return other()
    return one() if holds.all() else np.where(holds, one(), other())


def power(number: Any, power: Any, kind: type[np.floating[Any]]) -> Any:
    """Return powers computed one by one with the scalar `**` of the type `kind`.

    NumPy's power of arrays rounds differently.
    """
    one_by_one = np.frompyfunc(lambda x, y: kind(x) ** kind(y), 2, 1)
    return np.asarray(one_by_one(number, power)).astype(kind)


def _reduce_by(before: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda *numbers: reduce(lambda x, y: np.where(before(y, x), y, x), numbers)


def _accept_plain_numbers(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a wrapper that converts the result for Python numbers to one."""

    def call_function(*numbers: Any) -> Any:
        result = function(*numbers)
        plain = all(isinstance(x, int | float) for x in numbers)
        return np.asarray(result).item() if plain else result

    return call_function


_ARRAY_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    math.sqrt: np.sqrt,
    math.floor: np.floor,
    math.ceil: np.ceil,
    int: np.trunc,
    float: operator.pos,
    abs: np.abs,
    math.fabs: np.abs,
    min: _reduce_by(np.less),
    max: _reduce_by(np.greater),
    math.copysign: np.copysign,
    math.fmod: np.fmod,
    **{
        getattr(math, name): _from_float64(getattr(np, name))
        for name in ("sin", "cos", "tan", "hypot", "exp", "log", "degrees", "radians")
    },
    **{
        getattr(math, name): _from_float64(getattr(np, f"arc{name[1:]}"))
        for name in ("asin", "acos", "atan", "atan2")
    },
}
FUNCTIONS = {
    listing_name: _accept_plain_numbers(function)
    for listing_name, function in _ARRAY_FUNCTIONS.items()
}
PREDICATES: dict[Any, Callable[..., Any]] = {
    math.isnan: np.isnan,
    math.isinf: np.isinf,
    math.isfinite: np.isfinite,
}
OPERATOR_SIGNS: dict[type[ast.AST], str] = {
    **{ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"},
    **{ast.FloorDiv: "//", ast.Mod: "%", ast.And: "&", ast.Or: "|"},
    **{ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="},
    **{ast.Eq: "==", ast.NotEq: "!=", ast.USub: "-", ast.UAdd: "+"},
}


# ----------------------------------------------------------------------------
# Symbolic values: expressions, constants, choices and tuples.
# ----------------------------------------------------------------------------


class NotOnArraysError(ValueError):
    """Raised for code that only works on a single query."""


class Expression(NamedTuple):
    """Number or boolean as source code.

    Attributes
    ----------
    text : str
        Python expression.
    truth : bool
        It is a boolean.
    step_index : int
        Index of the step that it is; -1 if it is no step.
    """

    text: str
    truth: bool = False
    step_index: int = -1


class Constant(NamedTuple):
    """Literal of the code: a number, a boolean, a word or None."""

    kind: type
    value: Any


class MaskedChoice(NamedTuple):
    """One of several values, the one whose mask holds; masks are disjoint."""

    options: "tuple[tuple[Mask, Value], ...]"


class TupleValue(NamedTuple):
    """Tuple of values."""

    parts: "tuple[Value, ...]"


Value = Expression | Constant | MaskedChoice | TupleValue
Mask = Expression | None
"""Condition under which the code reaches a place; None for always."""
NONE = Constant(type(None), None)


@dataclass(frozen=True)
class NameAssignment:
    """Value that a line assigns to a name, and the mask of that line."""

    value: Value
    mask: Mask


def is_number(value: Value) -> bool:
    """Return whether a value is a number or boolean in all of its options."""
    if isinstance(value, MaskedChoice):
        return all(is_number(x) for _, x in value.options)
    number = isinstance(value, Constant) and value.kind in (bool, int, float)
    return number or isinstance(value, Expression)


def tuple_length(value: Value) -> int:
    """Return the number of parts of a value (of a choice, the most of an option).

    It is 0 for a value that is not a tuple.
    """
    if isinstance(value, MaskedChoice):
        return max(tuple_length(x) for _, x in value.options)
    return len(value.parts) if isinstance(value, TupleValue) else 0


# ----------------------------------------------------------------------------
# Numbers and booleans as steps, each an expression of earlier ones.
# ----------------------------------------------------------------------------


StepIndices: TypeAlias = "int | list[StepIndices]"
_NAN = Constant(float, math.nan)
_MAX_STEPS = 400
"""Limit on steps: each may call the one before, and Python allows a depth of 1000."""


class Steps:
    """Steps of a function, each an expression of earlier ones.

    Attributes
    ----------
    steps : list of callable
        Functions that compute a step from the run and its number type.
    assignments : dict of str to list of NameAssignment
        Values assigned to each name, in the order of the lines; arguments first.
    final_values : dict of str to Value
        Value of each name at the end.
    """

    def __init__(self) -> None:
        self.steps: list[Callable[[Any, Any], Any]] = []
        self.assignments: dict[str, list[NameAssignment]] = {}
        self.final_values: dict[str, Value] = {}
        self._scope: dict[str, Any] = {"where": select_lazily, "no": np.logical_not}
        self._step_cache: dict[str, Expression] = {}
        self._index_cache: dict[int, tuple[Value, StepIndices]] = {}
        self._lock = RLock()

    def step(self, code: Expression) -> Expression:
        """Return a step that computes an expression, the same one for the same code.

        NotOnArraysError for more than 400 steps.
        """
        with self._lock:
            if code.step_index < 0 and code.text not in self._step_cache:
                work = eval(f"lambda run, kind: {code.text}", self._scope)
                index = len(self.steps)
                self._step_cache[code.text] = Expression(
                    f"run.value({index})", code.truth, index
                )
                self.steps.append(work)
                if index == _MAX_STEPS:
                    raise NotOnArraysError(message("it is too long"))
            return code if code.step_index >= 0 else self._step_cache[code.text]

    def find_step_indices(self, value: Value) -> "StepIndices":
        """Return the index of a value's step; for a tuple, of each part's."""
        if isinstance(value, Expression):
            return self.step(value).step_index
        cached_indices = self._index_cache.get(id(value))
        if cached_indices is None:
            indices: StepIndices
            if size := tuple_length(value):
                indices = [
                    self.find_step_indices(self.select_item(value, place))
                    for place in range(size)
                ]
            else:
                indices = self.step(
                    self.generate_code(_NAN if value == NONE else value)
                ).step_index
            # Keeping `value` keeps its id unique; as keys, 0.0 and -0.0 are equal.
            cached_indices = self._index_cache[id(value)] = value, indices
        return cached_indices[1]

    def register_function(self, function: Callable[..., Any]) -> str:
        """Return the name by which steps call a function."""
        name = f"f{id(function)}"
        self._scope[name] = function
        return name

    def generate_code(self, value: Value) -> Expression:
        """Return a value as one expression; None within a choice is NaN.

        NotOnArraysError for words, tuples, and choices between booleans and numbers.
        """
        match value:
            case Expression():
                return value
            case Constant(kind, x) if kind in (bool, int, float):
                return Expression(f"({x!r})", kind is bool)
            case MaskedChoice():
                return self._merge_options(value)
        raise NotOnArraysError(
            message("it computes with something that is not a number")
        )

    def _merge_options(self, value: MaskedChoice) -> Expression:
        codes = [self._cast_constant(x) for _, x in value.options]
        truth = codes[0].truth
        if any(code.truth != truth for code in codes):
            raise NotOnArraysError(
                message("it is a bool in one branch and a number or None in another")
            )
        *first, text = (code.text for code in codes)
        for (mask, _), one in zip(value.options[-2::-1], reversed(first), strict=True):
            assert mask is not None
            if one in ("(True)", "(False)"):
                sure = f"{mask.text} |" if one == "(True)" else f"no({mask.text}) &"
                text = f"({sure} {text})"
            else:
                text = f"where({mask.text}, lambda: {one}, lambda: {text})"
        return Expression(text, truth)

    def _cast_constant(self, value: Value) -> Expression:
        """Return the code of a value; a constant number is cast to the number type."""
        if value == NONE:
            return Expression("kind('nan')")
        code = self.generate_code(value)
        plain = isinstance(value, Constant) and not code.truth
        return Expression(f"kind{code.text}") if plain else code

    def intersect_masks(self, one: Mask, other: Mask) -> Mask:
        """Return the conjunction of two masks."""
        if one is None or other is None:
            return one or other
        return self.step(Expression(f"{one.text} & {other.text}", truth=True))

    def invert_mask(self, mask: Expression) -> Expression:
        """Return the negation of a mask."""
        return self.step(Expression(f"no({mask.text})", truth=True))

    def unite_masks(self, masks: Iterable[Mask]) -> Mask:
        """Return the disjunction of masks, without those that are None."""
        texts = [mask.text for mask in masks if mask is not None]
        return self.step(Expression(" | ".join(texts), truth=True))

    def merge_values(self, options: Iterable[tuple[Mask, Value]]) -> Value:
        """Return a choice of values with disjoint masks, simplified if possible."""
        found: dict[Value, list[Mask]] = {}
        for mask, value in options:
            inner = (
                value.options if isinstance(value, MaskedChoice) else ((None, value),)
            )
            for more, option in inner:
                found.setdefault(option, []).append(self.intersect_masks(mask, more))
        if len(found) == 1:
            return next(iter(found))
        pairs = [
            (masks[0] if len(masks) == 1 else self.unite_masks(masks), value)
            for value, masks in found.items()
        ]
        sizes = {len(v.parts) if isinstance(v, TupleValue) else 0 for v in found}
        if len(sizes) > 1 or sizes == {0}:
            return MaskedChoice(tuple(pairs))
        places = range(sizes.pop())
        return TupleValue(
            tuple(self._select_choice_item(pairs, place) for place in places)
        )

    def select_item(self, value: Value, place: int) -> Value:
        """Return one item of a tuple; each item of None is None."""
        match value:
            case TupleValue(parts) if place < len(parts):
                return parts[place]
            case Constant(_, None):
                return value
            case MaskedChoice(options):
                return self._select_choice_item(options, place)
        raise NotOnArraysError(
            message("it takes an element of something that is not a tuple")
        )

    def _select_choice_item(
        self, options: Iterable[tuple[Mask, Value]], place: int
    ) -> Value:
        return self.merge_values(
            [(mask, self.select_item(x, place)) for mask, x in options]
        )

    def match_word(self, value: Value, word: str | None) -> Expression:
        """Return the mask under which a value is this word, or None."""
        options = value.options if isinstance(value, MaskedChoice) else ((None, value),)
        masks = [m for m, x in options if x == Constant(type(word), word)]
        mask = self.unite_masks(masks) if masks and None not in masks else None
        return mask or Expression(f"kind(0) {'==' if masks else '!='} 0", truth=True)


# ----------------------------------------------------------------------------
# Compilation of a function line by line, with a mask for each branch of an `if`.
# ----------------------------------------------------------------------------


def compile_call(
    steps: Steps,
    function: FunctionType,
    arguments: Sequence[Value],
    path: Mask = None,
    callers: tuple[FunctionType, ...] = (),
) -> Value:
    """Return the value that a function returns when called under the mask `path`.

    Raises NotOnArraysError if the function calls itself or is not compilable.
    """
    tree = _tree(function)
    if function in callers:
        raise NotOnArraysError(message("{name} calls itself", name=function.__name__))
    text = CallCompiler(steps, function, {}, path, callers)
    for argument, value in zip(tree.args.args, arguments, strict=True):
        text.set(argument.arg, value)
    if text.compile_block(tree.body):
        text.returns.append((text.path, NONE))
    steps.final_values |= text.names
    return steps.merge_values(text.returns)


@lru_cache(maxsize=64)
def _tree(function: FunctionType) -> ast.FunctionDef:
    """Return the syntax tree of a function with plain parameters."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(function))).body
    if not isinstance(tree, ast.FunctionDef) or function.__closure__:
        raise NotOnArraysError(
            message("{name} is not a function of its file", name=function.__name__)
        )
    arguments = tree.args
    if len(arguments.args) != len(inspect.signature(function).parameters):
        raise NotOnArraysError(
            message("{name} takes its arguments by name", name=function.__name__)
        )
    return tree


class CallCompiler:
    """Compiler of one call of a plain Python function to operations on arrays.

    Parameters
    ----------
    steps : Steps
        Receives the operations.
    function : function
        The function called.
    names : dict of str to Value
        Values of its variables, changed by the compilation.
    path : Mask
        Mask under which the call happens.
    callers : tuple of functions
        Functions around it, which it must not call.

    Attributes
    ----------
    returns : list of (Mask, Value)
        Returned values, each with the mask of its `return`.
    """

    def __init__(
        self,
        steps: Steps,
        function: FunctionType,
        names: dict[str, Value],
        path: Mask = None,
        callers: tuple[FunctionType, ...] = (),
    ) -> None:
        self.steps = steps
        self.function = function
        self.names = names
        self.path = path
        self.callers = callers
        self.returns: list[tuple[Mask, Value]] = []

    def set(self, name: str, value: Value) -> None:
        """Assign a value to a name."""
        if is_number(value) and not isinstance(value, Constant):
            value = self.steps.step(self.steps.generate_code(value))
        self.names[name] = value
        self.steps.assignments.setdefault(name, []).append(
            NameAssignment(value, self.path)
        )

    def compile_block(self, body: Sequence[ast.stmt]) -> bool:
        """Compile some lines; return whether the code may continue after them."""
        return all(self._compile_statement(line) for line in body)

    def _compile_statement(self, line: ast.stmt) -> bool:
        match line:
            case ast.Return(value):
                value_text = NONE if value is None else self.value(value)
                self.returns.append((self.path, value_text))
                return False
            case ast.If(test, body, orelse):
                return self._compile_branch(test, body, orelse)
            case ast.Assign(targets, value):
                result_value = self.value(value)
                for target in targets:
                    self._assign(target, result_value)
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
                "line {line}: {text!r} is not supported on arrays", line=line, text=text
            )
        )

    def _assign(self, target: ast.expr, value: Value) -> None:
        match target:
            case ast.Name(name):
                self.set(name, value)
            case ast.Tuple(targets):
                for place, part in enumerate(targets):
                    self._assign(part, self.steps.select_item(value, place))
            case _:
                self._refuse(target)

    def _compile_branch(
        self, test: ast.expr, body: Sequence[ast.stmt], orelse: Sequence[ast.stmt]
    ) -> bool:
        """Compile both branches of an `if`."""
        to, before, path, count = self.steps, self.names, self.path, len(self.returns)
        holds = self._compile_condition(test)
        ways = []
        for mask, lines in ((holds, body), (to.invert_mask(holds), orelse)):
            self.names, self.path = dict(before), to.intersect_masks(path, mask)
            if self.compile_block(lines):
                ways.append((mask, self.path, self.names))
        if not ways:
            return False
        (_, self.path, self.names), *other_ways = ways
        if other_ways:
            masks, paths, names = zip(*ways, strict=True)
            self.path = path if len(self.returns) == count else to.unite_masks(paths)
            self.names = self._merge_names(masks, *names)
        return True

    def _merge_names(
        self, masks: Sequence[Mask], one: dict[str, Value], other: dict[str, Value]
    ) -> dict[str, Value]:
        """Return the values of the names after an `if`, merged from both branches."""
        joined_names = other | one
        for name in one.keys() & other.keys():
            if one[name] != other[name]:
                pair = zip(masks, (one[name], other[name]), strict=True)
                value = self.steps.merge_values(pair)
                number = is_number(value)
                joined_names[name] = (
                    self.steps.step(self.steps.generate_code(value))
                    if number
                    else value
                )
        return joined_names

    def _compile_condition(self, node: ast.expr) -> Expression:
        code = self.steps.generate_code(self.value(node))
        if not code.truth:
            self._refuse(node)
        return self.steps.step(code)

    def value(self, node: ast.expr) -> Value:
        """Return the value of an expression; NotOnArraysError if it is unsupported."""
        match node:
            case ast.Tuple(elements):
                return TupleValue(tuple(map(self.value, elements)))
            case ast.Constant(x):
                return Constant(type(x), x)
            case ast.Name(name) if name in self.names:
                return self.names[name]
            case ast.Name() | ast.Attribute():
                x = self._lookup_name(node)
                if isinstance(x, int | float | str):
                    return Constant(type(x), x)
            case ast.Subscript(of, ast.Constant(int(place))):
                return self.steps.select_item(self.value(of), place)
            case ast.IfExp(test, body, orelse):
                holds = self._compile_condition(test)
                masks = holds, self.steps.invert_mask(holds)
                values = map(self.value, (body, orelse))
                return self.steps.merge_values(zip(masks, values, strict=True))
            case ast.Call(function, arguments, []):
                return self._compile_call(node, self._lookup_name(function), arguments)
            case ast.Compare(left, [ast.Eq() | ast.Is()], [ast.Constant(x)]) if (
                x is None or isinstance(x, str)
            ):
                return self.steps.match_word(self.value(left), x)
            case ast.Compare(left, [ast.NotEq() | ast.IsNot()], [ast.Constant(x)]) if (
                x is None or isinstance(x, str)
            ):
                return self.steps.invert_mask(
                    self.steps.match_word(self.value(left), x)
                )
            case _:
                return self._compile_arithmetic(node)
        self._refuse(node)

    def _compile_arithmetic(self, node: ast.expr) -> Value:
        """Return the value of an arithmetic, logical or comparison expression."""
        match node:
            case ast.BinOp(left, ast.Pow(), right):
                power_name = self.steps.register_function(power)
                a, b = self._operand_text(left), self._operand_text(right)
                return Expression(f"{power_name}({a}, {b}, kind)")
            case ast.BinOp(left, act, right) if type(act) in OPERATOR_SIGNS:
                a, b = self._operand_text(left), self._operand_text(right)
                return Expression(f"({a} {OPERATOR_SIGNS[type(act)]} {b})")
            case ast.UnaryOp(ast.Not(), operand):
                return Expression(
                    f"no({self._compile_condition(operand).text})", truth=True
                )
            case ast.UnaryOp(act, operand) if type(act) in OPERATOR_SIGNS:
                return Expression(
                    f"({OPERATOR_SIGNS[type(act)]}{self._operand_text(operand)})"
                )
            case ast.BoolOp(act, values):
                codes = [self.steps.generate_code(self.value(x)) for x in values]
                if all(code.truth for code in codes):
                    sign = f" {OPERATOR_SIGNS[type(act)]} "
                    return Expression(
                        f"({sign.join(c.text for c in codes)})", truth=True
                    )
            case ast.Compare(left, acts, rights) if all(
                type(a) in OPERATOR_SIGNS for a in acts
            ):
                sides = [self._operand_text(x) for x in (left, *rights)]
                pairs = zip(
                    sides,
                    (OPERATOR_SIGNS[type(a)] for a in acts),
                    sides[1:],
                    strict=False,
                )
                text = " & ".join(f"({a} {sign} {b})" for a, sign, b in pairs)
                return Expression(f"({text})", truth=True)
        self._refuse(node)

    def _operand_text(self, node: ast.expr) -> str:
        return self.steps.generate_code(self.value(node)).text

    def _compile_call(
        self, node: ast.expr, known: Any, arguments: Sequence[ast.expr]
    ) -> Value:
        if isinstance(known, FunctionType):
            if known.__globals__ is not self.function.__globals__:
                self._refuse(node)
            values = [*map(self.value, arguments)]
            callers = (*self.callers, self.function)
            return compile_call(self.steps, known, values, self.path, callers)
        for functions, truth in ((FUNCTIONS, False), (PREDICATES, True)):
            if known in functions:
                given = ", ".join(map(self._operand_text, arguments))
                return Expression(
                    f"{self.steps.register_function(functions[known])}({given})", truth
                )
        self._refuse(node)

    def _lookup_name(self, node: ast.expr) -> Any:
        """Return the object of a global name, a builtin or an attribute of a module."""
        match node:
            case ast.Attribute(of, name):
                return getattr(self._lookup_name(of), name, None)
            case ast.Name(name) if name not in self.names:
                module_names = self.function.__globals__
                return module_names.get(name, getattr(builtins, name, None))
        return None


# ----------------------------------------------------------------------------
# Compiled functions.
# ----------------------------------------------------------------------------


class Program(Steps):
    """Steps of a whole function.

    Parameters
    ----------
    function : function
        Plain Python function from a file.

    Raises
    ------
    NotOnArraysError
        For code that only works on a single query.

    Attributes
    ----------
    return_value : Value
        Returned value.
    count : int
        Number of arguments.
    return_part : callable
        Takes the index at each level of nested tuples; returns that part of the
        returned value.
    return_word_mask : callable
        Takes a word or None; returns the mask of returning it, alone or first in a
        tuple.
    """

    def __init__(self, function: FunctionType) -> None:
        super().__init__()
        self._expressions: dict[str, Value] = {}
        self._function = function
        self.count = len(inspect.signature(function).parameters)
        arguments = [
            self.step(Expression(f"run.arguments[{at}]")) for at in range(self.count)
        ]
        self.return_value = compile_call(self, function, arguments)
        self.return_part = cache(self._find_return_part)
        self.return_word_mask = cache(self._find_return_word_mask)

    def _find_return_part(self, places: tuple[int, ...]) -> Value:
        """Return a part of the returned value, by its index at each level."""
        value = self.return_value
        for place in places:
            value = self.select_item(value, place)
        return value

    @cached_property
    def first(self) -> Value:
        """Returned value, or the first item of a returned tuple."""
        return (
            self.select_item(self.return_value, 0)
            if tuple_length(self.return_value)
            else self.return_value
        )

    def _find_return_word_mask(self, word: str | None) -> Value:
        """Return the mask of returning a word or None, alone or first in a tuple."""
        return self.match_word(self.first, word)

    def expression(self, text: str) -> Value:
        """Return the value of an expression of the names' final values."""
        if text not in self._expressions:
            names = CallCompiler(self, self._function, dict(self.final_values))
            tree = ast.parse(text, mode="eval").body
            self._expressions[text] = names.value(tree)
        return self._expressions[text]


# ----------------------------------------------------------------------------
# Runs of a listing on arrays.
#
# Operations keep the listing's order and are done in the requested number type, so that
# its mistakes show as on the author's machine. Arithmetic follows IEEE 754: every
# operation is rounded, division by zero gives infinity or NaN, and a comparison with
# NaN is false. Constants are the listing's decimals in the number type; sines, cosines
# and the like are rounded from float64.
# ----------------------------------------------------------------------------


BoolArray = NDArray[np.bool_]
_EVERYWHERE = Constant(bool, value=True)


class ArrayRun:
    """Run of a function on many queries, with every intermediate value.

    `run["s"]` is the final value of a name; `run["s", 0]` its first one, the argument
    if it is one. `run["rx / ry"]` evaluates an expression of final values in the run's
    number type. Each is a bool or float64 array of the batch's shape, computed when
    first read. Where the function does not reach a line, its values are those that it
    would have computed.

    Parameters
    ----------
    program : Program
        Compiled function.
    arguments : sequence of array_like (...)
        Its positional arguments, which broadcast.
    kind : numpy dtype
        Number type of the computation.

    Raises
    ------
    TypeError
        For another number of arguments than the function takes.
    ValueError
        For arguments that do not broadcast.

    Attributes
    ----------
    arguments : tuple of arrays
        The arguments, in the number type.
    shape : tuple of int
        Batch shape.
    """

    def __init__(
        self, program: Program, arguments: Sequence[ArrayLike], kind: np.dtype[Any]
    ) -> None:
        if len(arguments) != program.count:
            raise TypeError(f"{len(arguments)} arguments for {program.count}")
        with np.errstate(all="ignore"):
            arrays = (np.asarray(x, np.float64).astype(kind) for x in arguments)
            self.arguments = tuple(arrays)
        shapes = {x.shape for x in self.arguments}
        self.shape = shapes.pop() if len(shapes) == 1 else np.broadcast_shapes(*shapes)
        self._program = program
        self._kind = kind.type
        self._step_values: dict[int, Any] = {}
        self._arrays: dict[int, NDArray[Any]] = {}

    def value(self, at: int) -> Any:
        """Return the value of the step with index `at`, a number or an array.

        Its shape broadcasts to the batch's.
        """
        found = self._step_values.get(at)
        if found is None:
            found = self._step_values[at] = self._program.steps[at](self, self._kind)
        return found

    def __getitem__(self, key: str | tuple[str, int]) -> NDArray[Any]:
        """Return an intermediate value by name, (name, occurrence) or expression.

        NotOnArraysError for an unknown name or an unsupported expression.
        """
        program = self._program
        if isinstance(key, tuple):
            name, which = key
            return self._to_array(program.assignments[name][which].value)
        ends = program.final_values
        return self._to_array(ends[key] if key in ends else program.expression(key))

    @property
    def names(self) -> dict[str, int]:
        """Names that the function assigns to, with the number of assignments."""
        return {name: len(all_) for name, all_ in self._program.assignments.items()}

    def assignment_mask(self, name: str, which: int = -1) -> BoolArray:
        """Return the mask of the queries that reach an assignment.

        Parameters
        ----------
        name : str
            Variable.
        which : int
            Index of its assignment in the order of lines; an argument counts as the
            first.

        Returns
        -------
        bool array, shape (...)
            True where the line is reached.
        """
        mask = self._program.assignments[name][which].mask
        return self._to_array(mask or _EVERYWHERE)

    def return_value(self, *places: int) -> NDArray[Any]:
        """Return the returned value, or a part of it.

        Parameters
        ----------
        *places : int
            Index of the part at each level of nested tuples.

        Returns
        -------
        bool or float64 array, shape (...) or, for tuples, (..., n)
            NaN where the function returns None.

        Raises
        ------
        NotOnArraysError
            For a word, a part that does not exist, or a boolean in one branch and a
            number or None in another.
        """
        return self._to_array(self._program.return_part(places))

    def returns_word(self, word: str | None) -> BoolArray:
        """Return the mask of returning a word or None, alone or first in a tuple."""
        return self._to_array(self._program.return_word_mask(word))

    @property
    def hit(self) -> BoolArray:
        """Verdict: the returned boolean, alone or first in a tuple, or "not None"."""
        first = self._program.first
        if is_number(first):
            return self._to_array(first)
        return np.asarray(~self.returns_word(None))

    def _to_array(self, value: Value) -> NDArray[Any]:
        """Return a value as an array of the batch's shape, a tuple as vectors."""
        return self._evaluate_steps(self._program.find_step_indices(value))

    def _evaluate_steps(self, places: StepIndices) -> NDArray[Any]:
        if isinstance(places, list):
            return np.stack([self._evaluate_steps(place) for place in places], axis=-1)
        if places not in self._arrays:
            with np.errstate(all="ignore"):
                array = np.asarray(self.value(places))
                if array.dtype != np.bool_:
                    array = np.asarray(array, self._kind).astype(np.float64, copy=False)
            if array.shape == self.shape:
                array = array.view()
                array.flags.writeable = False
            else:
                array = np.broadcast_to(array, self.shape)
            self._arrays[places] = array
        return self._arrays[places]


@lru_cache(maxsize=64)
def _compile_program(function: FunctionType) -> Program:
    return Program(function)


def run(
    function: Callable[..., Any],
    arguments: Sequence[ArrayLike],
    dtype: DTypeLike = np.float64,
) -> ArrayRun:
    """Run a function of plain numbers on arrays that broadcast.

    Parameters
    ----------
    function : callable
        Python function from a file: assignments, `if`, functions of `math` and of its
        own file. It returns a number, a boolean, a word, None, or a tuple of those.
    arguments : sequence of array_like (...)
        Positional arguments.
    dtype : numpy floating type
        Number type of the computation.

    Returns
    -------
    ArrayRun
        Returned and intermediate values, computed when first read.

    Raises
    ------
    NotOnArraysError
        For code that only works on a single query.
    TypeError
        For another number of arguments than the function takes.
    ValueError
        For arguments that do not broadcast.
    """
    if not isinstance(function, FunctionType):
        raise NotOnArraysError(
            message(
                "{function!r} is not a function written in Python", function=function
            )
        )
    return ArrayRun(_compile_program(function), arguments, np.dtype(dtype))
