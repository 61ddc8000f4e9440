"""Instrumented copies of functions, whose `math` and NumPy accept shadow values."""

import builtins
import math
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache, partial
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from playground.collision._sincos import cosine_and_sine
from playground.tracing import high_precision
from playground.tracing.high_precision import ExactNumber
from playground.tracing.shadow_value import Run, ShadowValue


def _find_run(numbers: Any) -> Run | None:
    return next((x.run for x in numbers if isinstance(x, ShadowValue)), None)


def _call_numpy(name: str, *numbers: Any) -> Any:
    return getattr(np, name)(*map(np.float64, numbers))


def _follow_function(
    plain: Callable[..., Any],
    truly: Callable[..., ExactNumber],
    by_numpy: Callable[..., Any] | None = None,
) -> Callable[..., Any]:
    """Return a function that also takes shadow values.

    For float32 and float64 it rounds as `by_numpy`, if given.
    """

    def function(*numbers: Any) -> Any:
        run = _find_run(numbers)
        if run is None:
            return plain(*numbers)
        act = plain if by_numpy is None or run.kind is float else by_numpy
        return run.apply(act, truly, *map(run.number, numbers))

    return function


def _math_function(
    name: str, truly: Callable[..., ExactNumber], act: Callable[..., Any] | None = None
) -> Callable[..., Any]:
    """Return a function of `math` that also takes shadow values.

    For float32 and float64 it rounds as NumPy does, like a run on arrays: infinity and
    NaN where Python raises.
    """
    by_numpy = act or partial(_call_numpy, name)
    return _follow_function(getattr(math, name), truly, by_numpy)


def _sincos_function(place: int) -> Callable[[Any], Any]:
    """Return a cosine (place 0) or sine (1) that also takes shadow values.

    For angles of `Run.core_angles` its value is the core's float64.
    """
    sincos = _math_function(
        *(("cos", high_precision.cosine), ("sin", high_precision.sine))[place]
    )

    def function(x: Any) -> Any:
        if isinstance(x, ShadowValue) and x.run.core_angles:
            near = float(x.true) if x.true.is_exact else math.nan
            if abs(near) in x.run.core_angles and Fraction(near) == x.true.value:
                return x.run.number(float(cosine_and_sine(np.array(near))[place]))
            x.run.has_other_angles = True
        return sincos(x)

    return function


def _tangent(x: Any) -> Any:
    if isinstance(x, ShadowValue):
        x.run.has_other_angles = True
    return _math_function("tan", high_precision.tangent)(x)


def _predicate_function(
    name: str, truly: Callable[[ExactNumber], bool]
) -> Callable[[Any], bool]:
    """Return a predicate of `math` that also takes shadow values."""
    plain: Callable[[Any], bool] = getattr(math, name)

    def function(x: Any) -> bool:
        if not isinstance(x, ShadowValue):
            return plain(x)
        true = truly(x.true)
        return x.run.decide(true if x.run.is_exact else plain(x.rounded), true)

    return function


def _copysign(x: ExactNumber, y: ExactNumber) -> ExactNumber:
    sign = y.compare(high_precision.ZERO)
    return high_precision.UNDEFINED if sign is None else -abs(x) if sign < 0 else abs(x)


def _degrees(x: ExactNumber) -> ExactNumber:
    return x * ExactNumber(180) / high_precision.pi()


def _radians(x: ExactNumber) -> ExactNumber:
    return x * high_precision.pi() / ExactNumber(180)


def _total(*numbers: ExactNumber) -> ExactNumber:
    return sum(numbers, high_precision.ZERO)


def _fsum(numbers: Any) -> Any:
    values = list(numbers)
    run = _find_run(values)
    if run is None:
        return math.fsum(values)
    return run.apply(lambda *x: math.fsum(x), _total, *map(run.number, values))


def _dist(p: Any, q: Any) -> Any:
    return _FUNCTIONS["hypot"](*(a - b for a, b in zip(p, q, strict=True)))


def _prod(numbers: Any, *, start: Any = 1) -> Any:
    for x in numbers:
        start = start * x
    return start


def _isclose(a: Any, b: Any, *, rel_tol: Any = 1e-9, abs_tol: Any = 0.0) -> bool:
    return bool(a == b or abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol))


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sqrt": _math_function("sqrt", high_precision.root),
    "cos": _sincos_function(0),
    "sin": _sincos_function(1),
    "tan": _tangent,
    "asin": _math_function("asin", high_precision.arcsin),
    "acos": _math_function("acos", high_precision.arccos),
    "atan": _math_function("atan", high_precision.arctan),
    "atan2": _math_function("atan2", high_precision.arctan2),
    "hypot": _math_function("hypot", high_precision.hypotenuse, math.hypot),
    "fabs": _math_function("fabs", abs),
    "fmod": _math_function("fmod", high_precision.remainder),
    "pow": _math_function("pow", ExactNumber.__pow__),
    "copysign": _math_function("copysign", _copysign),
    "degrees": _math_function("degrees", _degrees),
    "radians": _math_function("radians", _radians),
    "isnan": _predicate_function("isnan", lambda x: not x.is_defined),
    "isinf": _predicate_function("isinf", lambda x: math.isinf(x.beyond)),
    "isfinite": _predicate_function("isfinite", lambda x: not x.beyond),
    "isclose": _isclose,
    "dist": _dist,
    "fsum": _fsum,
    "prod": _prod,
}
_MATH = SimpleNamespace(**{**vars(math), **_FUNCTIONS})


def _numpy_function(
    name: str, known: Callable[..., Any], count: int = 1
) -> Callable[..., Any]:
    """Return a NumPy function that also takes shadow values and arrays of them."""
    plain, many = getattr(np, name), np.frompyfunc(known, count, 1)

    def function(*given: Any, **how: Any) -> Any:
        if any(isinstance(x, np.ndarray) and x.dtype == object for x in given):
            result = many(*given)
            return result.astype(bool) if name.startswith("is") else result
        return known(*given) if _find_run(given) else plain(*given, **how)

    return function


def _cast_function(kind: type) -> Callable[..., Any]:
    """Return a constructor of `kind` that does not round in exact runs."""

    def function(x: Any = 0.0) -> Any:
        true = isinstance(x, ShadowValue) and x.run.is_exact
        many = isinstance(x, np.ndarray) and x.dtype == object
        return x if true or many else kind(x)

    return function


def _fraction(top: Any = 0, bottom: Any = None) -> Any:
    if _find_run((top, bottom)) is None:
        return Fraction(top, bottom)
    return top if bottom is None else top / bottom


_BY_NUMPY: dict[str, Callable[..., Any]] = {
    "sqrt": _numpy_function("sqrt", _follow_function(np.sqrt, high_precision.root)),
    **{
        name: _numpy_function(name, _FUNCTIONS[name])
        for name in ("sin", "cos", "tan", "fabs", "isnan", "isinf", "isfinite")
    },
    "hypot": _numpy_function("hypot", _FUNCTIONS["hypot"], 2),
    "copysign": _numpy_function("copysign", _FUNCTIONS["copysign"], 2),
    "arctan2": _numpy_function("arctan2", _FUNCTIONS["atan2"], 2),
    "abs": _numpy_function("abs", abs),
    "maximum": _numpy_function("maximum", max, 2),
    "minimum": _numpy_function("minimum", min, 2),
    "float32": _cast_function(np.float32),
    "float64": _cast_function(np.float64),
}
_NUMPY = SimpleNamespace(**{**vars(np), **_BY_NUMPY})
_REPLACEMENTS = {
    **{getattr(math, name): known for name, known in _FUNCTIONS.items()},
    **{getattr(np, name): known for name, known in _BY_NUMPY.items()},
    Fraction: _fraction,
}


class _StandInType(type):
    """Metaclass of the replacements of built-in types."""

    replaced_type: type

    def __instancecheck__(cls, value: Any) -> bool:
        is_followed = cls.replaced_type is float and isinstance(value, ShadowValue)
        return is_followed or isinstance(value, cls.replaced_type)

    def __getattr__(cls, name: str) -> Any:
        return getattr(cls.replaced_type, name)


class _Float(metaclass=_StandInType):
    replaced_type = float

    def __new__(cls, x: Any = 0.0) -> Any:
        return x if isinstance(x, ShadowValue) else float(x)


class _Int(metaclass=_StandInType):
    replaced_type = int

    def __new__(cls, x: Any = 0, *base: Any) -> Any:
        return math.trunc(x) if isinstance(x, ShadowValue) else int(x, *base)


_CachedFunction = type(lru_cache(lambda: None))
_FRACTIONS = SimpleNamespace(Fraction=_fraction)
_MODULES = {"math": _MATH, "numpy": _NUMPY, "fractions": _FRACTIONS}


def _import(name: str, *rest: Any) -> Any:
    return _MODULES.get(name) or builtins.__import__(name, *rest)


_BUILTINS = {**vars(builtins), "float": _Float, "int": _Int, "__import__": _import}


# Folder of installed packages, which are not user code.
_SITE_PACKAGES = "site-packages"
# Attributes that every new class gets by itself.
_AUTOMATIC_ATTRIBUTES = ("__dict__", "__weakref__")


def _module_file(home: dict[str, Any]) -> str | None:
    file = home.get("__file__")
    return file if isinstance(file, str) else None


@lru_cache(maxsize=1024)  # resolving a path takes longer than copying a function
def _is_user_file_below(file: str, place: str) -> bool:
    """Return whether `file` is user code in the folder of `place`, or below."""
    path = Path(file).resolve()
    if _SITE_PACKAGES in path.parts:
        return False
    return path.is_relative_to(Path(place).resolve().parent)


def instrument_function(function: FunctionType) -> FunctionType:
    """Return a copy of a function that can run on shadow values.

    The copy, and copies of the functions and classes of its file and of files next to
    it, use replacements of `math`, `numpy`, `float` and `int`. The originals are not
    changed.
    """
    return _FunctionCopier(function.__globals__).copy_function(function)


class _FunctionCopier:
    """Copier of user functions, each with a copy of its module's globals."""

    def __init__(self, home: dict[str, Any]) -> None:
        self._home = home
        self._place = _module_file(home)
        self._modules: dict[int, ModuleType] = {}
        self._classes: dict[type, type] = {}

    def copy_function(self, of: FunctionType) -> FunctionType:
        scope = vars(self._copy_module(of.__globals__))
        copy = FunctionType(
            of.__code__, scope, of.__name__, of.__defaults__, of.__closure__
        )
        copy.__kwdefaults__ = of.__kwdefaults__
        return copy

    def _copy_module(self, home: dict[str, Any]) -> ModuleType:
        """Return the copy of the module with these globals."""
        if id(home) not in self._modules:
            copy = ModuleType(str(home.get("__name__")))
            self._modules[id(home)] = copy
            scope = vars(copy)
            scope["__builtins__"] = _BUILTINS
            for name, value in list(home.items()):
                if name != "__builtins__":
                    scope[name] = self._replace_value(value)
        return self._modules[id(home)]

    def _is_user_module(self, home: dict[str, Any]) -> bool:
        """Return whether a module is the file, or user code next to or below it."""
        if home is self._home:
            return True
        file = _module_file(home)
        return bool(file and self._place and _is_user_file_below(file, self._place))

    def _copy_class(self, original: type) -> type:
        home = vars(sys.modules.get(original.__module__, ModuleType("")))
        own = original.__module__ == self._home.get("__name__") or self._is_user_module(
            home
        )
        if not own or type(original) is not type or vars(original).get("__slots__"):
            return original
        if original not in self._classes:
            members = {
                n: self._copy_member(x)
                for n, x in vars(original).items()
                if n not in _AUTOMATIC_ATTRIBUTES
            }
            bases = tuple(map(self._copy_class, original.__bases__))
            self._classes[original] = type(original.__name__, bases, members)
        return self._classes[original]

    def _copy_member(self, value: Any) -> Any:
        if isinstance(value, staticmethod | classmethod):
            return type(value)(self._replace_value(value.__func__))
        if isinstance(value, property):
            return property(
                self._replace_value(value.fget), self._replace_value(value.fset)
            )
        return self._replace_value(value)

    def _replace_value(self, value: Any) -> Any:
        if isinstance(value, ModuleType):
            if value in (math, np):
                return _MODULES[value.__name__]
            home = vars(value)
            return self._copy_module(home) if self._is_user_module(home) else value
        if isinstance(value, _CachedFunction):  # its cached results are rounded
            value = value.__wrapped__
        if isinstance(value, FunctionType):
            is_own = self._is_user_module(value.__globals__)
            return self.copy_function(value) if is_own else value
        try:
            replacement = _REPLACEMENTS.get(value, value)
        except TypeError:  # not hashable
            return value
        if replacement is not value:
            return replacement
        return self._copy_class(value) if isinstance(value, type) else value
