"""What lanes compute with: arrays of numbers or truths, or what is alike in all.

An array is added, multiplied, divided and compared as IEEE says, which is what Python
does with floats. Everything else is left to Python's own functions, lane by lane.
"""

import ast
import math
import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.explore.judge.lane_text import PLAIN

Flags = NDArray[np.bool_]
Parts = list[tuple[Flags | None, Any]]
"""Values, and in which lanes each of them is; None for all. In others is none."""

# Whole numbers up to this are floats, too.
_WHOLE = 2**53
_MOST_ITEMS = 1000
# So many different whole numbers in its lanes part them.
_MOST_PARTS = 16

_ACTS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_BY_IEEE = ast.Add, ast.Sub, ast.Mult


class LeftOutError(Exception):
    """None of these lanes can go on."""


@dataclass(frozen=True)
class Items:
    """What a loop runs over, and how far it is."""

    values: tuple[Any, ...]
    at: int = 0


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a value with what it is made of changed."""
    match value:
        case tuple():
            return tuple(mapped(x, change) for x in value)
        case dict():
            return {name: mapped(x, change) for name, x in value.items()}
        case Items(values, at):
            return Items(mapped(values, change), at)
    return change(value)


def taken(value: Any, which: Flags) -> Any:
    """Return a value of some of the lanes."""
    return mapped(value, lambda x: x[which] if isinstance(x, np.ndarray) else x)


def kind(value: Any) -> Any:
    """Return what must be alike of values that are joined."""
    match value:
        case np.ndarray():
            return value.dtype.char
        case bool() | float():
            return "?" if isinstance(value, bool) else "d"
        case tuple():
            return tuple(map(kind, value))
        case dict():
            return "dict", *((name, kind(x)) for name, x in value.items())
        case Items(values, at):
            return "items", at, kind(values)
    return type(value), value


def joined(values: Sequence[Any], counts: Sequence[int]) -> Any:
    """Return values of one kind, each of so many lanes, as one."""
    first = values[0]
    match first:
        case tuple():
            parts = zip(*values, strict=True)
            return tuple(joined(part, counts) for part in parts)
        case dict():
            return {name: joined([v[name] for v in values], counts) for name in first}
        case Items(at=at):
            return Items(joined([v.values for v in values], counts), at)
        case np.ndarray() | float() | bool():
            pairs = zip(values, counts, strict=True)
            return np.concatenate([np.broadcast_to(x, count) for x, count in pairs])
    return first


def truth(value: Any) -> Any:
    """Return whether a value counts as true, in each lane or alike in all."""
    if isinstance(value, np.ndarray):
        return value if value.dtype == bool else value != 0.0
    return bool(value)


def unary(act: type, value: Any) -> Any:
    """Return what a sign makes of a value."""
    if act is ast.Not:
        true = truth(value)
        return ~true if isinstance(true, np.ndarray) else not true
    if act not in _ACTS:
        raise LeftOutError
    return _ACTS[act](_number(value)) if _is_array(value) else _plain(_ACTS[act], value)


def binary(act: type, left: Any, right: Any) -> Parts:
    """Return what an operation makes of two values."""
    if act not in _ACTS:
        raise LeftOutError
    if not _is_array(left) and not _is_array(right):
        return [(None, _plain(_ACTS[act], left, right))]
    if act in _BY_IEEE:
        return [(None, _ACTS[act](_number(left), _number(right)))]
    if act is ast.Div:
        divisor = _number(right)
        return _good(np.divide(_number(left), divisor), np.not_equal(divisor, 0.0))
    return _lane_by_lane(_ACTS[act], (left, right))


def compared(act: type, left: Any, right: Any) -> Any:
    """Return what a comparison says of two values."""
    if act in (ast.Is, ast.IsNot):
        if left is not None and right is not None:
            raise LeftOutError
        return (left is right) == (act is ast.Is)
    if act not in _ACTS:
        raise LeftOutError
    if not _is_array(left) and not _is_array(right):
        return _plain(_ACTS[act], left, right)
    for one in (left, right):
        if (one is None or isinstance(one, str)) and act in (ast.Eq, ast.NotEq):
            return act is ast.NotEq
    return _ACTS[act](_number(left), _number(right))


def called(function: Callable[..., Any], given: Sequence[Any]) -> Parts:
    """Return what a known function makes of values."""
    made = _made(function, given)
    if made is not None:
        return [(None, made)]
    if not any(map(_has_arrays, given)):
        return [(None, _alike(function, *given))]
    if len(given) == 1 and _is_array(given[0]) and _is_float(given[0]):
        (x,) = given
        if function is math.sqrt:
            return _good(np.sqrt(x), ~(x < 0.0))
        if function in _OF_ARRAY:
            return [(None, _OF_ARRAY[function](x))]
    if function in (min, max):
        several = tuple(given) if len(given) > 1 else given[0]
        if isinstance(several, tuple) and several and all(map(_is_float, several)):
            before = np.less if function is min else np.greater
            first = reduce(lambda x, y: np.where(before(y, x), y, x), several)
            return [(None, first)]
    if function is math.copysign:  # the sign of NaN is nobody's business
        first, second = map(_number, given)
        return _good(np.copysign(first, second), ~np.isnan(second))
    return _lane_by_lane(function, given)


_OF_ARRAY: dict[Any, Callable[[Any], Any]] = {
    abs: np.abs,
    math.fabs: np.abs,
    float: operator.pos,
    bool: truth,
    math.isnan: np.isnan,
    math.isinf: np.isinf,
    math.isfinite: np.isfinite,
}


def _made(function: Callable[..., Any], given: Sequence[Any]) -> Any:
    """Return what a loop may run over, or how long it is; None for anything else."""
    if function is range:
        numbers = [x for x in given if type(x) is int]
        try:
            made = range(*numbers)
        except (TypeError, ValueError) as error:
            raise LeftOutError from error
        if len(numbers) < len(given) or len(made) > _MOST_ITEMS:
            raise LeftOutError
        return tuple(made)
    if function is zip and all(isinstance(x, tuple) for x in given):
        # Where it is strict, and where not, no loop may differ.
        if len({*map(len, given)}) > 1:
            raise LeftOutError
        return tuple(zip(*given, strict=True))
    if len(given) != 1 or not isinstance(given[0], tuple):
        return None
    makers: dict[Any, Callable[[Any], Any]] = {
        enumerate: lambda x: tuple(enumerate(x)),
        reversed: lambda x: x[::-1],
        tuple: tuple,
        list: tuple,
        len: len,
    }
    return makers[function](given[0]) if function in makers else None


def _is_array(value: Any) -> bool:
    return isinstance(value, np.ndarray)


def _is_float(value: Any) -> bool:
    return value.dtype == float if _is_array(value) else type(value) is float


def _has_arrays(value: Any) -> bool:
    if isinstance(value, tuple):
        return any(map(_has_arrays, value))
    return _is_array(value) or isinstance(value, dict | Items)


def _number(value: Any) -> Any:
    """Return a value as what floats are computed with."""
    if _is_float(value):
        return value
    if type(value) in (int, bool) and abs(value) <= _WHOLE:
        return float(value)
    raise LeftOutError


def _plain(work: Callable[..., Any], *values: Any) -> Any:
    """Return what an operation makes of plain values; a list may be a tuple here."""
    if not all(type(x) in PLAIN for x in values):
        raise LeftOutError
    return _alike(work, *values)


def _alike(work: Callable[..., Any], *values: Any) -> Any:
    """Return what Python itself makes of what is alike in all lanes."""
    try:
        found = work(*values)
    except Exception as error:
        raise LeftOutError from error
    if type(found) not in PLAIN:
        raise LeftOutError
    return found


def _good(value: Any, where: Any) -> Parts:
    if np.all(where):
        return [(None, value)]
    if not np.any(where):
        raise LeftOutError
    return [(where, value)]


def _lane_by_lane(work: Callable[..., Any], given: Sequence[Any]) -> Parts:
    """Return what Python makes of the values of each lane.

    Floats are together, and so are truths; of other types those that are the same.
    """
    queries = list(zip(*map(_by_lane, given), strict=False))
    try:
        found = [work(*query) for query in queries]
    except Exception:  # in one lane at least
        found = [_tried(work, query) for query in queries]
    types = {*map(type, found)}
    if types == {float}:
        return [(None, np.array(found))]
    parts: Parts = []
    for one in sorted(types & {float, bool}, key=str):
        where = np.array([type(x) is one for x in found])
        parts.append((where, np.array([x if type(x) is one else one() for x in found])))
    others = {(type(x), x) for x in found if type(x) in (int, str, type(None))}
    if len(others) > _MOST_PARTS or not (parts or others):
        raise LeftOutError
    for other in others:
        where = np.array([(type(x), x) == other for x in found])
        parts.append((where, other[1]))
    return parts


def _tried(work: Callable[..., Any], query: tuple[Any, ...]) -> Any:
    try:
        return work(*query)
    except Exception as error:
        return error


def _by_lane(value: Any) -> Iterator[Any]:
    """Return a value of each lane, as Python has it; endless if it is alike in all."""
    if isinstance(value, np.ndarray):
        return iter(value.tolist())
    if isinstance(value, tuple) and _has_arrays(value):
        return zip(*map(_by_lane, value), strict=False)
    if isinstance(value, dict | Items):
        raise LeftOutError
    return repeat(value)
