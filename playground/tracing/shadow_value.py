"""Shadow values: rounded numbers that carry their exact values through user code."""

import math
import operator
import sys
from collections.abc import Callable
from fractions import Fraction
from types import CodeType
from typing import Any, NamedTuple

import numpy as np

from playground.tracing import high_precision
from playground.tracing.high_precision import ExactNumber

MAX_EVENTS = 100_000
"""Limit on the operations and comparisons of a run."""

FloatType = type[np.float32] | type[np.float64] | type[float]
"""Number type: float32 or float64 by IEEE 754, or Python's, which raises for x / 0."""


class NoExactValueError(TypeError):
    """Raised for an operation without an exact counterpart."""


class RunLimitReached(BaseException):
    """Raised beyond a run's limits; no Exception, so that user code passes it on."""


Operands = tuple[float, str, float]
"""Both sides of a comparison and its sign: (6.25, "<", 6.5)."""
_SIGNS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}


class ComparisonEvent(NamedTuple):
    """One comparison of a run.

    Attributes
    ----------
    visit : int
        Number of the visit in which it happened.
    code : code
        Function that compares.
    offset : int
        Offset of the instruction in `code`.
    rounded, exact : bool
        Outcomes for the rounded and the exact values.
    sides : Operands or None
        Rounded operands; None where a number is tested for truth.
    """

    visit: int
    code: CodeType
    offset: int
    rounded: bool
    exact: bool
    sides: "Operands | None" = None


class Run:
    """One run of a function on shadow values.

    Parameters
    ----------
    kind, is_exact, core_angles
        As the attributes.
    events : int
        Limit on operations and comparisons.

    Attributes
    ----------
    kind : type
        Number type to which results are rounded.
    is_exact : bool
        The exact values decide, and nothing is rounded.
    visit : int
        Number of the current visit to a line, set by the line tracer. Errors made in
        the same visit are local errors, all others input errors.
    comparisons : list of ComparisonEvent
        All comparisons, in order.
    used : dict of int to list of ShadowValue
        Values that a visit took from earlier ones.
    has_diverged : bool
        A comparison has come out differently for the exact values.
    core_angles : frozenset of float
        Absolute angles whose cosine and sine are the float64 values that the core uses.
    has_other_angles : bool
        The run has used the cosine, sine or tangent of another angle.
    """

    def __init__(
        self,
        kind: FloatType,
        *,
        is_exact: bool = False,
        events: int = MAX_EVENTS,
        core_angles: frozenset[float] = frozenset(),
    ):
        self.kind = kind
        self.is_exact = is_exact
        self.core_angles = core_angles
        self.has_other_angles = False
        self.visit = 0
        self.comparisons: list[ComparisonEvent] = []
        self.used: dict[int, list[ShadowValue]] = {}
        self.has_diverged = False
        self._remaining_events = events

    def count_event(self) -> None:
        """Count an event; raise RunLimitReached above the limit."""
        self._remaining_events -= 1
        if self._remaining_events < 0:
            raise RunLimitReached

    def number(self, x: Any) -> "ShadowValue":
        """Return a number as a shadow value, rounded to the run's type."""
        if isinstance(x, ShadowValue):
            return x
        true = ExactNumber.from_number(x)
        rounded = None if self.is_exact else self.kind(x)
        return ShadowValue(self, rounded, true, true)

    def apply(
        self,
        act: Callable[..., Any],
        truly: Callable[..., ExactNumber],
        *numbers: "ShadowValue",
    ) -> "ShadowValue":
        """Return the rounded and the exact result of an operation.

        Parameters
        ----------
        act : callable
            Takes the rounded numbers; returns their result.
        truly : callable
            The same for `ExactNumber`s.
        *numbers : ShadowValue
            Operands.

        Raises
        ------
        RunLimitReached
            Beyond the limit on events.
        ZeroDivisionError, ValueError
            If the result is undefined, as Python's `float` does, in an exact run.
        """
        # `count_event`, inlined: calls are three times as slow while lines are traced.
        self._remaining_events -= 1
        if self._remaining_events < 0:
            raise RunLimitReached
        true = truly(*[n.true for n in numbers])
        if self.kind is float and not true.is_defined:
            if self.is_exact:
                self._raise(act, numbers)
            self.has_diverged = True
        if self.is_exact:
            return ShadowValue(self, None, true, true)
        visit, exact = self.visit, True
        exact_values: list[ExactNumber] = []
        for n in numbers:
            if n.visit == visit:
                exact_value = n.here
            else:
                self.used.setdefault(visit, []).append(n)
                exact_value = n.machine
            exact_values.append(exact_value)
            exact = exact and exact_value is n.true
        rounded = self.kind(act(*[n.rounded for n in numbers]))
        return ShadowValue(self, rounded, true, true if exact else truly(*exact_values))

    def _raise(
        self, act: Callable[..., Any], numbers: tuple["ShadowValue", ...]
    ) -> None:
        """Raise Python's exception for an undefined result; NumPy returns NaN."""
        if isinstance(act, np.ufunc) or not all(n.true.is_defined for n in numbers):
            return
        if act in (operator.truediv, operator.floordiv, operator.mod):
            raise ZeroDivisionError("float division by zero")
        raise ValueError("math domain error")

    def decide(
        self,
        rounded: bool,
        truly: bool,
        above: int = 2,
        sides: "Operands | None" = None,
    ) -> bool:
        """Record a comparison, and return its outcome: the exact one in an exact run.

        Parameters
        ----------
        rounded, truly : bool
            Outcomes for the rounded and the exact values.
        above : int
            Number of frames up the call stack to the code that compares.
        sides : Operands or None
            Rounded operands.

        Raises
        ------
        RunLimitReached
            Beyond the limit on events.
        """
        self.count_event()
        self.has_diverged = self.has_diverged or rounded != truly
        frame = sys._getframe(above)
        place = frame.f_code, frame.f_lasti
        self.comparisons.append(
            ComparisonEvent(self.visit, *place, rounded, truly, sides)
        )
        return truly if self.is_exact else rounded


_Binary = Callable[["ShadowValue", Any], Any]


def _operator_methods(act: Callable[[Any, Any], Any]) -> tuple[_Binary, _Binary]:
    """Return the methods of a binary operator: left and right."""

    def apply_left(self: "ShadowValue", other: Any) -> Any:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        other = other if isinstance(other, ShadowValue) else self.run.number(other)
        return self.run.apply(act, act, self, other)

    def apply_right(self: "ShadowValue", other: Any) -> Any:
        if not isinstance(other, _NUMBERS):
            return NotImplemented
        return self.run.apply(act, act, self.run.number(other), self)

    return apply_left, apply_right


def _unary_method(
    act: Callable[[Any], Any],
) -> Callable[["ShadowValue"], "ShadowValue"]:
    return lambda self: self.run.apply(act, act, self)


def _comparison_method(
    act: Callable[[Any, Any], Any],
) -> Callable[["ShadowValue", Any], bool]:
    def method(self: "ShadowValue", other: Any) -> bool:
        if not isinstance(other, _NUMBERS):
            return NotImplemented  # type: ignore[no-any-return]
        run, other = self.run, self.run.number(other)
        sign = self.true.compare(other.true)
        truly = act is operator.ne if sign is None else act(sign, 0)
        if run.is_exact:
            return run.decide(truly, truly)
        rounded = bool(act(self.rounded, other.rounded))
        sides = float(self.rounded), _SIGNS[act.__name__], float(other.rounded)
        return run.decide(rounded, truly, sides=sides)

    return method


def _rounding_method(
    truly: Callable[[ExactNumber], ExactNumber],
) -> Callable[["ShadowValue"], "ShadowValue"]:
    act = getattr(np, truly.__name__)
    return lambda self: self.run.apply(act, truly, self)


class ShadowValue:
    """Rounded number together with its exact value.

    Attributes
    ----------
    run : Run
        Run that it belongs to.
    rounded : numpy floating or float
        Rounded value; None in an exact run.
    true : ExactNumber
        Value of the same operations without any rounding.
    here : ExactNumber
        Value if only the line that computed it had not rounded.
    visit : int
        Visit in which it was computed.
    """

    __slots__ = ("_machine", "_ulp", "here", "rounded", "run", "true", "visit")
    __array_ufunc__ = None  # so that operators of NumPy scalars defer to this class

    def __init__(
        self, run: Run, rounded: Any, true: ExactNumber, here: ExactNumber
    ) -> None:
        self.run = run
        self.rounded = rounded
        self.true = true
        self.here = here
        self._machine: ExactNumber | None = None
        # Base-2 logarithm of a unit in the last place.
        self._ulp: int | None = None
        self.visit = run.visit

    @property
    def machine(self) -> ExactNumber:
        """The rounded value as an exact number; `true` itself if identical."""
        if self._machine is None:
            machine = ExactNumber.from_number(self.rounded)
            self._machine = self.true if machine.is_identical(self.true) else machine
        return self._machine

    @property
    def local_error(self) -> float | None:
        """Error made by the line that computed it, in ulp; None if unknown."""
        return self._ulps(self.machine, self.here)

    @property
    def input_error(self) -> float | None:
        """Error inherited from the operands of that line, in ulp; None if unknown."""
        return self._ulps(self.here, self.true)

    @property
    def error(self) -> float | None:
        """Distance from the exact value, in ulp of the larger one; None if unknown."""
        return self._ulps(self.machine, self.true)

    def _ulps(self, a: ExactNumber, b: ExactNumber) -> float | None:
        if self.run.is_exact or math.isnan(self.true.beyond):
            return None
        if a is b:
            return 0.0
        off = a - b
        if off.beyond:
            return 0.0 if a.beyond == b.beyond else math.inf
        if not off.top or (not off.is_exact and off.size <= off.doubt):
            return 0.0
        if self._ulp is None:
            digits, least = (24, -149) if self.run.kind is np.float32 else (53, -1074)
            largest = math.floor(max(self.machine.size, self.true.size, least)) + 1
            self._ulp = max(largest - digits, least)
        return abs(off.to_scaled_float(self._ulp))

    __add__, __radd__ = _operator_methods(operator.add)
    __sub__, __rsub__ = _operator_methods(operator.sub)
    __mul__, __rmul__ = _operator_methods(operator.mul)
    __truediv__, __rtruediv__ = _operator_methods(operator.truediv)
    __floordiv__, __rfloordiv__ = _operator_methods(operator.floordiv)
    __mod__, __rmod__ = _operator_methods(operator.mod)
    __pow__, __rpow__ = _operator_methods(operator.pow)
    __neg__ = _unary_method(operator.neg)
    __pos__ = _unary_method(operator.pos)
    __abs__ = _unary_method(operator.abs)
    __lt__ = _comparison_method(operator.lt)
    __le__ = _comparison_method(operator.le)
    __gt__ = _comparison_method(operator.gt)
    __ge__ = _comparison_method(operator.ge)
    __eq__ = _comparison_method(operator.eq)
    __ne__ = _comparison_method(operator.ne)

    def __hash__(self) -> int:
        return hash(self.true.value if self.run.is_exact else self.rounded)

    __trunc__ = _rounding_method(high_precision.trunc)
    __floor__ = _rounding_method(high_precision.floor)
    __ceil__ = _rounding_method(high_precision.ceil)

    def __divmod__(self, other: Any) -> tuple[Any, Any]:
        return self // other, self % other

    def __round__(self, digits: int = 0) -> "ShadowValue":
        def truly(x: ExactNumber) -> ExactNumber:
            return x if x.beyond else ExactNumber.from_number(round(x.value, digits))  # type: ignore

        return self.run.apply(lambda x: round(float(x), digits), truly, self)

    def __bool__(self) -> bool:
        sign = self.true.compare(high_precision.ZERO)
        rounded = bool(sign) if self.run.is_exact else bool(self.rounded)
        return self.run.decide(rounded, sign != 0)

    def __index__(self) -> int:
        near = self.true if self.run.is_exact else self.machine
        whole = high_precision.floor(near)
        if whole.beyond or near.compare(whole):
            raise TypeError("not a whole number")
        self.run.has_diverged = self.run.has_diverged or bool(self.true.compare(whole))
        return int(whole.value)  # type: ignore[arg-type]

    def __float__(self) -> float:
        raise NoExactValueError("this makes a plain float of a number that is followed")

    def __format__(self, form: str) -> str:
        return format(float(self.true if self.run.is_exact else self.rounded), form)

    def __repr__(self) -> str:
        return format(self, "")


_NUMBERS = (ShadowValue, int, float, np.floating, np.integer, Fraction)
