"""A function as it is, but that its numbers may be followed through `math` too."""

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
from playground.tracing.high_precision import Wide
from playground.tracing.shadow_value import Run, Twofold


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


def _turned(place: int) -> Callable[[Any], Any]:
    """Return cosine or sine: in some runs of a float the float that the core takes."""
    known = _known(
        *(("cos", high_precision.cosine), ("sin", high_precision.sine))[place]
    )

    def function(x: Any) -> Any:
        if isinstance(x, Twofold) and x.run.core_turns:
            near = float(x.true) if x.true.exact else math.nan
            if abs(near) in x.run.core_turns and Fraction(near) == x.true.value:
                return x.run.number(float(cosine_and_sine(np.array(near))[place]))
            x.run.turned = True
        return known(x)

    return function


def _tangent(x: Any) -> Any:
    if isinstance(x, Twofold):
        x.run.turned = True
    return _known("tan", high_precision.tangent)(x)


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
    sign = y.against(high_precision.ZERO)
    return high_precision.UNDEFINED if sign is None else -abs(x) if sign < 0 else abs(x)


def _degrees(x: Wide) -> Wide:
    return x * Wide(180) / high_precision.pi()


def _radians(x: Wide) -> Wide:
    return x * high_precision.pi() / Wide(180)


def _total(*numbers: Wide) -> Wide:
    return sum(numbers, high_precision.ZERO)


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
    "sqrt": _known("sqrt", high_precision.root),
    "cos": _turned(0),
    "sin": _turned(1),
    "tan": _tangent,
    "asin": _known("asin", high_precision.arcsin),
    "acos": _known("acos", high_precision.arccos),
    "atan": _known("atan", high_precision.arctan),
    "atan2": _known("atan2", high_precision.arctan2),
    "hypot": _known("hypot", high_precision.hypotenuse, math.hypot),
    "fabs": _known("fabs", abs),
    "fmod": _known("fmod", high_precision.remainder),
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


def _each(name: str, known: Callable[..., Any], count: int = 1) -> Callable[..., Any]:
    """Return a function of NumPy, of followed numbers and of arrays of them."""
    plain, many = getattr(np, name), np.frompyfunc(known, count, 1)

    def function(*given: Any, **how: Any) -> Any:
        if any(isinstance(x, np.ndarray) and x.dtype == object for x in given):
            found = many(*given)
            return found.astype(bool) if name.startswith("is") else found
        return known(*given) if _run_of(given) else plain(*given, **how)

    return function


def _quiet(name: str, truly: Callable[..., Wide]) -> Callable[..., Any]:
    """Return a function of NumPy that gives NaN where Python's raises."""
    plain = getattr(np, name)

    def function(*numbers: Any) -> Any:
        run = _run_of(numbers)
        if run is None:
            return plain(*numbers)
        return run.apply(plain, truly, *map(run.number, numbers))

    return function


def _rounded(kind: type) -> Callable[..., Any]:
    """Return what rounds a number, but not where true numbers are followed."""

    def function(x: Any = 0.0) -> Any:
        true = isinstance(x, Twofold) and x.run.truly
        many = isinstance(x, np.ndarray) and x.dtype == object
        return x if true or many else kind(x)

    return function


def _fraction(top: Any = 0, bottom: Any = None) -> Any:
    if _run_of((top, bottom)) is None:
        return Fraction(top, bottom)
    return top if bottom is None else top / bottom


_BY_NUMPY: dict[str, Callable[..., Any]] = {
    "sqrt": _each("sqrt", _quiet("sqrt", high_precision.root)),
    **{name: _each(name, _FUNCTIONS[name]) for name in ("sin", "cos", "tan", "fabs")},
    **{name: _each(name, _FUNCTIONS[name]) for name in ("isnan", "isinf", "isfinite")},
    "hypot": _each("hypot", _FUNCTIONS["hypot"], 2),
    "copysign": _each("copysign", _FUNCTIONS["copysign"], 2),
    "arctan2": _each("arctan2", _FUNCTIONS["atan2"], 2),
    "abs": _each("abs", abs),
    "maximum": _each("maximum", max, 2),
    "minimum": _each("minimum", min, 2),
    "float32": _rounded(np.float32),
    "float64": _rounded(np.float64),
}
_NUMPY = SimpleNamespace(**{**vars(np), **_BY_NUMPY})
_REPLACED = {
    **{getattr(math, name): known for name, known in _FUNCTIONS.items()},
    **{getattr(np, name): known for name, known in _BY_NUMPY.items()},
    Fraction: _fraction,
}


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


_Remembers = type(lru_cache(lambda: None))
_FRACTIONS = SimpleNamespace(Fraction=_fraction)
_MODULES = {"math": _MATH, "numpy": _NUMPY, "fractions": _FRACTIONS}


def _import(name: str, *rest: Any) -> Any:
    return _MODULES.get(name) or builtins.__import__(name, *rest)


_BUILTINS = {
    **vars(builtins),
    "float": _Float,
    "int": _Int,
    "__import__": _import,
}


# Below this folder is nobody's own code.
_INSTALLED = "site-packages"
# What every class gets anew.
_MADE = ("__dict__", "__weakref__")


def _file(home: dict[str, Any]) -> str | None:
    file = home.get("__file__")
    return file if isinstance(file, str) else None


@lru_cache(maxsize=1024)  # to resolve a path takes longer than to copy a function
def _beside(file: str, place: str) -> bool:
    """Return whether a file of somebody's own is in another one's folder, or below."""
    found = Path(file).resolve()
    if _INSTALLED in found.parts:
        return False
    return found.is_relative_to(Path(place).resolve().parent)


def followed(function: FunctionType) -> FunctionType:
    """Return a copy of a function, through which numbers can be followed.

    It, and the functions and classes of its file and of files beside it, find ours
    where they look for `math`, `numpy`, `float` and `int`. The true ones and the files'
    own names stay as they are.
    """
    return _Copied(function.__globals__).function(function)


class _Copied:
    """Copies of somebody's functions, each with the names of its own module."""

    def __init__(self, home: dict[str, Any]) -> None:
        self._home = home
        self._place = _file(home)
        self._modules: dict[int, ModuleType] = {}
        self._classes: dict[type, type] = {}

    def function(self, of: FunctionType) -> FunctionType:
        scope = vars(self._module(of.__globals__))
        made = FunctionType(
            of.__code__, scope, of.__name__, of.__defaults__, of.__closure__
        )
        made.__kwdefaults__ = of.__kwdefaults__
        return made

    def _module(self, home: dict[str, Any]) -> ModuleType:
        """Return what stands for the module with these names."""
        if id(home) not in self._modules:
            made = ModuleType(str(home.get("__name__")))
            self._modules[id(home)] = made
            scope = vars(made)
            scope["__builtins__"] = _BUILTINS
            for name, value in list(home.items()):
                if name != "__builtins__":
                    scope[name] = self._standing(value)
        return self._modules[id(home)]

    def _own(self, home: dict[str, Any]) -> bool:
        """Return whether these are names of the file, or of one beside or below it."""
        if home is self._home:
            return True
        file = _file(home)
        return bool(file and self._place and _beside(file, self._place))

    def _class(self, of: type) -> type:
        home = vars(sys.modules.get(of.__module__, ModuleType("")))
        own = of.__module__ == self._home.get("__name__") or self._own(home)
        if not own or type(of) is not type or vars(of).get("__slots__"):
            return of
        if of not in self._classes:
            members = {
                n: self._member(x) for n, x in vars(of).items() if n not in _MADE
            }
            bases = tuple(map(self._class, of.__bases__))
            self._classes[of] = type(of.__name__, bases, members)
        return self._classes[of]

    def _member(self, value: Any) -> Any:
        if isinstance(value, staticmethod | classmethod):
            return type(value)(self._standing(value.__func__))
        if isinstance(value, property):
            return property(self._standing(value.fget), self._standing(value.fset))
        return self._standing(value)

    def _standing(self, value: Any) -> Any:
        if isinstance(value, ModuleType):
            if value in (math, np):
                return _MODULES[value.__name__]
            return self._module(vars(value)) if self._own(vars(value)) else value
        if isinstance(value, _Remembers):  # what it remembers is rounded
            value = value.__wrapped__
        if isinstance(value, FunctionType):
            return self.function(value) if self._own(value.__globals__) else value
        try:
            replaced = _REPLACED.get(value, value)
        except TypeError:  # no key
            return value
        if replaced is not value:
            return replaced
        return self._class(value) if isinstance(value, type) else value
