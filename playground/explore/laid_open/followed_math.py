"""A function as it is, but that its numbers may be followed through `math` too."""

import builtins
import math
from collections.abc import Callable
from functools import partial
from types import BuiltinFunctionType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from playground.explore.laid_open import wide
from playground.explore.laid_open.twofold import Run, Twofold
from playground.explore.laid_open.wide import Wide


def _run_of(numbers: Any) -> Run | None:
    return next((x.run for x in numbers if isinstance(x, Twofold)), None)


def _in_numpy(name: str, *numbers: Any) -> Any:
    return getattr(np, name)(*map(np.float64, numbers))


def _known(
    name: str, truly: Callable[..., Wide], act: Callable[..., Any] | None = None
) -> Callable[..., Any]:
    """Return a function of `math` whose true value is known.

    Of float32 and float64 it answers as numpy does, and so as a run on arrays: infinity
    and NaN where Python's raises.
    """
    plain = getattr(math, name)
    by_numpy = act or partial(_in_numpy, name)

    def function(*numbers: Any) -> Any:
        run = _run_of(numbers)
        if run is None:
            return plain(*numbers)
        asked = plain if run.kind is float else by_numpy
        return run.apply(asked, truly, *map(run.number, numbers))

    return function


def _asked(name: str, truly: Callable[[Wide], bool]) -> Callable[[Any], bool]:
    """Return a question of `math`."""
    plain: Callable[[Any], bool] = getattr(math, name)

    def function(x: Any) -> bool:
        if not isinstance(x, Twofold):
            return plain(x)
        true = truly(x.true)
        return x.run.decide(true if x.run.truly else plain(x.rounded), true)

    return function


def _copysign(x: Wide, y: Wide) -> Wide:
    sign = y.against(wide.ZERO)
    return wide.UNDEFINED if sign is None else -abs(x) if sign < 0 else abs(x)


def _degrees(x: Wide) -> Wide:
    return x * Wide(180) / wide.pi()


def _radians(x: Wide) -> Wide:
    return x * wide.pi() / Wide(180)


def _total(*numbers: Wide) -> Wide:
    return sum(numbers, wide.ZERO)


def _fsum(numbers: Any) -> Any:
    listed = list(numbers)
    run = _run_of(listed)
    if run is None:
        return math.fsum(listed)
    return run.apply(lambda *x: math.fsum(x), _total, *map(run.number, listed))


def _dist(p: Any, q: Any) -> Any:
    return _FUNCTIONS["hypot"](*(a - b for a, b in zip(p, q, strict=True)))


def _prod(numbers: Any, *, start: Any = 1) -> Any:
    for x in numbers:
        start = start * x
    return start


def _isclose(a: Any, b: Any, *, rel_tol: Any = 1e-9, abs_tol: Any = 0.0) -> bool:
    return bool(a == b or abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol))


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sqrt": _known("sqrt", wide.root),
    "sin": _known("sin", wide.sine),
    "cos": _known("cos", wide.cosine),
    "tan": _known("tan", wide.tangent),
    "asin": _known("asin", wide.arcsin),
    "acos": _known("acos", wide.arccos),
    "atan": _known("atan", wide.arctan),
    "atan2": _known("atan2", wide.arctan2),
    "hypot": _known("hypot", wide.hypotenuse, math.hypot),
    "fabs": _known("fabs", abs),
    "fmod": _known("fmod", wide.remainder),
    "pow": _known("pow", Wide.__pow__),
    "copysign": _known("copysign", _copysign),
    "degrees": _known("degrees", _degrees),
    "radians": _known("radians", _radians),
    "isnan": _asked("isnan", lambda x: not x.defined),
    "isinf": _asked("isinf", lambda x: math.isinf(x.beyond)),
    "isfinite": _asked("isfinite", lambda x: not x.beyond),
    "isclose": _isclose,
    "dist": _dist,
    "fsum": _fsum,
    "prod": _prod,
}
_MATH = SimpleNamespace(**{**vars(math), **_FUNCTIONS})
_REPLACED = {getattr(math, name): known for name, known in _FUNCTIONS.items()}


class _Stands(type):
    """The type of what stands for a built-in type."""

    stood: type

    def __instancecheck__(cls, value: Any) -> bool:
        followed = cls.stood is float and isinstance(value, Twofold)
        return followed or isinstance(value, cls.stood)

    def __getattr__(cls, name: str) -> Any:
        return getattr(cls.stood, name)


class _Float(metaclass=_Stands):
    stood = float

    def __new__(cls, x: Any = 0.0) -> Any:
        return x if isinstance(x, Twofold) else float(x)


class _Int(metaclass=_Stands):
    stood = int

    def __new__(cls, x: Any = 0, *base: Any) -> Any:
        return math.trunc(x) if isinstance(x, Twofold) else int(x, *base)


def _import(name: str, *rest: Any) -> Any:
    return _MATH if name == "math" else builtins.__import__(name, *rest)


_BUILTINS = {
    **vars(builtins),
    "float": _Float,
    "int": _Int,
    "__import__": _import,
}


# What every class gets anew.
_MADE = ("__dict__", "__weakref__")


def followed(function: FunctionType) -> FunctionType:
    """Return a copy of a function, through which numbers can be followed.

    It, and the functions and classes beside it in its file, find ours where they look
    for `math`, `float` and `int`. The true `math` and the file's own names stay as they
    are.
    """
    scope: dict[str, Any] = {"__builtins__": _BUILTINS}

    def copy(of: FunctionType) -> FunctionType:
        made = FunctionType(
            of.__code__, scope, of.__name__, of.__defaults__, of.__closure__
        )
        made.__kwdefaults__ = of.__kwdefaults__
        return made

    def copy_class(of: type) -> type:
        own_file = of.__module__ == home.get("__name__")
        if not own_file or type(of) is not type or vars(of).get("__slots__"):
            return of
        if of not in copied:
            own = {name: member(x) for name, x in vars(of).items() if name not in _MADE}
            bases = tuple(map(copy_class, of.__bases__))
            copied[of] = type(of.__name__, bases, own)
        return copied[of]

    def member(value: Any) -> Any:
        if isinstance(value, staticmethod | classmethod):
            return type(value)(standing(value.__func__))
        if isinstance(value, property):
            return property(standing(value.fget), standing(value.fset))
        return standing(value)

    def standing(value: Any) -> Any:
        if isinstance(value, BuiltinFunctionType):
            return _REPLACED.get(value, value)
        if isinstance(value, ModuleType):
            return _MATH if value is math else value
        if isinstance(value, FunctionType) and value.__globals__ is home:
            return copy(value)
        return copy_class(value) if isinstance(value, type) else value

    home = function.__globals__
    copied: dict[type, type] = {}
    for name, value in home.items():
        if name != "__builtins__":
            scope[name] = standing(value)
    return copy(function)
