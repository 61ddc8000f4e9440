"""Python's functions and signs, as they are on arrays of any number type."""

import ast
import math
import operator
from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np


def _from_float64(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that answers in the type of its numbers, rounded once."""

    def rounded(*numbers: Any) -> Any:
        kind = np.result_type(*numbers)
        wide = np.promote_types(kind, np.float64)
        return function(*(np.asarray(x, wide) for x in numbers)).astype(kind)

    return rounded


def where(holds: Any, one: Callable[[], Any], other: Callable[[], Any]) -> Any:
    """Choose between two values; one that is nowhere needed is not worked out."""
    holds = np.asarray(holds)
    if not holds.any():
        return other()
    return one() if holds.all() else np.where(holds, one(), other())


def power(number: Any, power: Any, kind: type[np.floating[Any]]) -> Any:
    """Raise one by one: an array's own `**` squares otherwise than a number's."""
    one_by_one = np.frompyfunc(lambda x, y: kind(x) ** kind(y), 2, 1)
    return np.asarray(one_by_one(number, power)).astype(kind)


def _first_by(before: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    return lambda *numbers: reduce(lambda x, y: np.where(before(y, x), y, x), numbers)


def _plainly(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that answers plain numbers with one: it has no type yet."""

    def asked(*numbers: Any) -> Any:
        found = function(*numbers)
        plain = all(isinstance(x, int | float) for x in numbers)
        return np.asarray(found).item() if plain else found

    return asked


_ARRAY_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    math.sqrt: np.sqrt,
    math.floor: np.floor,
    math.ceil: np.ceil,
    int: np.trunc,
    float: operator.pos,
    abs: np.abs,
    math.fabs: np.abs,
    min: _first_by(np.less),
    max: _first_by(np.greater),
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
FUNCTIONS = {own: _plainly(function) for own, function in _ARRAY_FUNCTIONS.items()}
TRUTHS: dict[Any, Callable[..., Any]] = {
    math.isnan: np.isnan,
    math.isinf: np.isinf,
    math.isfinite: np.isfinite,
}
SIGNS: dict[type[ast.AST], str] = {
    **{ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"},
    **{ast.FloorDiv: "//", ast.Mod: "%", ast.And: "&", ast.Or: "|"},
    **{ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="},
    **{ast.Eq: "==", ast.NotEq: "!=", ast.USub: "-", ast.UAdd: "+"},
}
