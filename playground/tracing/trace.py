"""Trace of a function: each line with its values, errors and the faulty line."""

from collections.abc import Callable, Mapping
from dataclasses import field, fields, replace
from fractions import Fraction
from functools import cached_property, partial
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

from playground.collision.articles.mistakes import Nature
from playground.i18n import Message, deserialize_messages, message, serialize_messages
from playground.quick_dataclass import dataclass
from playground.scene.listing import Listing, ListingVerdict, Precision
from playground.scene.params import Params
from playground.tracing.fault_localization import (
    answers_differ,
    find_faulty_line,
    numbers_in,
)
from playground.tracing.line_tracer import EndlessError, LineExecution, LineTrace
from playground.tracing.listing_lines import has_fragment
from playground.tracing.shadow_math import instrument_function
from playground.tracing.shadow_value import FloatType, Operands, Run, ShadowValue

P = TypeVar("P", bound=Params)


Errors = tuple[float | None, float | None]
"""Local error and input error of a value, in ulp; None if unknown."""


def _no_errors() -> Errors:
    return None, None


@dataclass(frozen=True)
class Value:
    """Value that a line assigns, returns or compares.

    Attributes
    ----------
    name : str
        The variable, "return", or the text of the comparison.
    rounded : object
        A float, a bool, None, a word or a tuple of those; None also for a line that
        only the exact run reaches.
    true : object
        The same in the exact run: a Fraction, a float (an infinity) or None (undefined,
        or the line is not reached).
    sides : tuple or None
        Operands of a comparison, with the sign between them.
    compute_errors : callable
        Returns `errors`, which is rarely needed.
    errors : tuple of float or None
        Local error and input error in ulp; None for other types and unknown errors.
    """

    name: str
    rounded: Any
    true: Any = None
    sides: Operands | None = None
    compute_errors: Callable[[], Errors] = field(default=_no_errors, repr=False)

    @cached_property
    def errors(self) -> Errors:
        """Local error and input error, in ulp; None if unknown or no number."""
        return self.compute_errors()

    @property
    def local_error(self) -> float | None:
        """Rounding error made by the line, in ulp; None if unknown or no number."""
        return self.errors[0]

    @property
    def input_error(self) -> float | None:
        """Error inherited from earlier lines, in ulp; None if unknown or no number."""
        return self.errors[1]


@dataclass(frozen=True)
class CodeLine:
    """One line of the code, with the values of its last visit.

    Attributes
    ----------
    number : int
        Number in the file, from 1.
    text : str
        Text with its indent.
    reached : bool
        The rounded run reaches the line.
    truly : bool
        The exact run reaches the line.
    flipped : bool
        A comparison has another outcome for the exact values.
    compute_values : callable
        Returns `values`, which is needed for few lines.
    values : tuple of Value
        Values of the last visit.
    local_error : float or None
        Largest rounding error made on this line, in ulp; None without known ones.
    input_error : float or None
        Largest error inherited from earlier lines, in ulp; None without known ones.
    """

    number: int
    text: str
    reached: bool = False
    truly: bool = False
    flipped: bool = False
    compute_values: Callable[[], tuple[Value, ...]] = field(default=tuple, repr=False)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """Values of the last visit."""
        return self.compute_values()

    @cached_property
    def local_error(self) -> float | None:
        """Largest rounding error made on this line, in ulp; None without known ones."""
        return _largest([v.local_error for v in self.values])

    @cached_property
    def input_error(self) -> float | None:
        """Largest error inherited from earlier lines, in ulp; None without any."""
        return _largest([v.input_error for v in self.values])


@dataclass(frozen=True)
class Trace:
    """Run of a function on one set of arguments.

    Attributes
    ----------
    lines : tuple of CodeLine
        Code of the function and of the called functions of its file.
    answer, true_answer : object
        Returned value of the rounded run and of the exact run.
    followed : bool
        The exact run was possible.
    blamed : int
        Number of the line responsible for a wrong answer; 0 for none.
    why : str
        Explanation in a sentence.
    raised : str
        Exception that ended the run: "ValueError: …"; "" for none.
    raised_at : int
        Line of the exception; 0 for none.
    truth : str
        The core's answer, if user code answers differently; else "".
    answered_at : int
        Line that returned the answer; 0 for none.
    """

    lines: tuple[CodeLine, ...]
    answer: Any
    true_answer: Any = None
    followed: bool = True
    blamed: int = 0
    why: str = ""
    raised: str = ""
    raised_at: int = 0
    truth: str = ""
    answered_at: int = 0

    @property
    def faulty_line(self) -> str:
        """Text of the faulty line, which must exist (`blamed` > 0), without indent."""
        (text,) = (x.text.strip() for x in self.lines if x.number == self.blamed)
        return text


def trace_function(
    function: Callable[..., Any],
    arguments: Any,
    dtype: FloatType,
    *,
    wrong: bool | None = None,
) -> Trace:
    """Return the trace of a function, run in rounded and in exact numbers.

    Code that needs plain numbers has no exact run.

    Parameters
    ----------
    function : callable
        Python function from a file.
    arguments : sequence or mapping
        Positional or keyword arguments: numbers, and tuples of numbers.
    dtype : type
        `numpy.float32` or `numpy.float64`, with IEEE 754 rules; or `float`, which
        raises on division by 0.
    wrong : bool or None
        Whether rounding made the answer wrong. By default it did if the answers of both
        runs differ by more than a tolerance.

    Raises
    ------
    EndlessError
        If the function does not seem to end.
    TypeError
        If it is not a Python function.
    ValueError
        If its source is not available.
    """
    if not isinstance(function, FunctionType):
        raise TypeError(
            message(
                "{function!r} is not a function written in Python", function=function
            )
        )
    copy = instrument_function(function)
    run = Run(dtype)
    rounded = LineTrace(copy, _convert_arguments(arguments, run.number), run)
    if rounded.error is not None or dtype is float:
        plain = LineTrace(function, _convert_arguments(arguments, dtype), Run(dtype))
        if not _answers_match(rounded, plain):
            return _build_trace(plain, None)
    try:
        true = (
            _run_exactly(copy, arguments, dtype)
            if run.has_diverged or rounded.error
            else None
        )
    except EndlessError:
        return _build_trace(rounded, None)
    reference = true or rounded
    if wrong is None:
        size = max((abs(x) for x in numbers_in(arguments)), default=0.0)
        has_failed = type(rounded.error) is not type(reference.error)
        wrong = has_failed or answers_differ(
            rounded.answer, reference.answer, dtype, size
        )
    line, reason = find_faulty_line(rounded, true) if wrong else (0, "")
    return _build_trace(rounded, reference, line, reason)


def trace_listing(
    listing: Listing[P, Any, Any, Any],
    p: P,
    comparison: ListingVerdict,
    dtype: Precision,
) -> Trace:
    """Return the trace of a listing's code, with the line of its mistake marked.

    For a mistake in exact numbers it is the line in the table of mistakes; for
    rounding, the line where the outcome is decided.

    Parameters
    ----------
    listing : Listing
        Listing with code.
    p : Params
        A single state.
    comparison : ListingVerdict
        Verdict on its answer in this state.
    dtype : Precision
        Number type of the rounded run.

    Raises
    ------
    EndlessError
        If the code does not seem to end.
    ValueError
        If its source is not available, or the fragment of the faulty line is not in
        exactly one line.
    """
    assert listing.code is not None
    assert listing.arguments is not None
    rounding = comparison.nature is Nature.ROUNDING and not comparison.agrees
    arguments = listing.arguments(p)
    trace = trace_function(listing.code, arguments, dtype, wrong=rounding)
    if comparison.line and not rounding:
        (line,) = (x for x in trace.lines if has_fragment(x.text, comparison.line))
        return replace(trace, blamed=line.number, why=comparison.why)
    return trace


def _run_exactly(function: FunctionType, arguments: Any, dtype: FloatType) -> LineTrace:
    """Run a function in exact numbers."""
    run = Run(dtype, is_exact=True)
    return LineTrace(function, _convert_arguments(arguments, run.number), run)


def _convert_arguments(arguments: Any, number: Callable[[Any], Any]) -> Any:
    if isinstance(arguments, Mapping):
        return {name: _convert_arguments(x, number) for name, x in arguments.items()}
    if isinstance(arguments, tuple | list):
        return type(arguments)(_convert_arguments(x, number) for x in arguments)
    if isinstance(arguments, int | float | np.floating):
        return arguments if isinstance(arguments, bool) else number(arguments)
    return arguments


def _answers_match(one: LineTrace, other: LineTrace) -> bool:
    """Return whether two runs have the same answer."""
    if type(one.error) is not type(other.error):
        return False
    return _equal(to_plain_value(one.answer), to_plain_value(other.answer))


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_equal, a, b))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_equal(a[k], b[k]) for k in a)
    return bool(a == b) or (a != a and b != b)


def to_plain_value(value: Any, exact: bool = False) -> Any:
    """Return a value with plain numbers in place of shadow values and NumPy scalars.

    With `exact` these are the exact values (Fraction, infinite float or None), else the
    rounded ones. Lists become tuples.
    """
    if isinstance(value, ShadowValue):
        return value.true.value if exact else float(value.rounded)
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, np.floating):
        return float(value)
    if isinstance(value, tuple | list):
        return tuple([to_plain_value(x, exact) for x in value])
    if isinstance(value, Mapping):
        return {name: to_plain_value(x, exact) for name, x in value.items()}
    return value


def _build_trace(
    rounded: LineTrace, true: LineTrace | None, blamed: int = 0, reason: str = ""
) -> Trace:
    source, error = rounded.source, rounded.error
    mine, its = _group_visits(rounded), _group_visits(true)
    codes = rounded.codes | (true.codes if true else set())

    def line(number: int) -> CodeLine:
        text, head = source.line(number), source.head[number]
        visits, true_visits = mine.get(head, []), its.get(head, [])
        reached_flags = bool(visits), bool(true_visits)
        if number != head or not any(reached_flags):
            return CodeLine(number, text, *reached_flags)
        flips = [c for _, v in visits for c in v.comparisons if c.rounded != c.exact]
        values = partial(_values, rounded, visits, true_visits)
        return CodeLine(number, text, *reached_flags, bool(flips), values)

    return Trace(
        tuple(map(line, source.list_visible_lines(codes))),
        to_plain_value(rounded.answer),
        to_plain_value(true.answer, exact=True) if true else None,
        followed=true is not None,
        blamed=blamed,
        why=reason,
        raised=f"{type(error).__name__}: {error}" if error else "",
        raised_at=rounded.error_line,
    )


_Visits = list[tuple[int, LineExecution]]


def _group_visits(track: LineTrace | None) -> dict[int, _Visits]:
    visits: dict[int, _Visits] = {}
    for n, visit in enumerate(track.visits if track else (), 1):
        visits.setdefault(visit.line, []).append((n, visit))
    return visits


def _values(track: LineTrace, visits: _Visits, truly: _Visits) -> tuple[Value, ...]:
    """Return the values of a line's last visit, with those of the exact run."""
    if not visits:
        true = _visit_values(track, truly[-1][1])
        return tuple(
            Value(n, None, to_plain_value(x, True))
            for n, x in true.items()
            if _is_displayable(x)
        )
    n, visit = visits[-1]
    true_visit = truly[len(visits) - 1][1] if len(visits) <= len(truly) else None
    true = _visit_values(track, true_visit)
    sides = {
        track.source.find_comparison_text(c.code, c.offset): c.sides
        for c in visit.comparisons
    }

    def value(name: str, x: Any) -> Value:
        truly = to_plain_value(true.get(name), exact=True)
        errors = partial(_errors, x, n)
        return Value(name, to_plain_value(x), truly, sides.get(name), errors)

    named_values = _visit_values(track, visit).items()
    return tuple([value(name, x) for name, x in named_values if _is_displayable(x)])


def _visit_values(track: LineTrace, visit: LineExecution | None) -> dict[str, Any]:
    """Return the comparisons and assignments of a visit, by name."""
    if visit is None:
        return {}
    if not visit.comparisons:
        return visit.values
    text_of = track.source.find_comparison_text
    texts = {text_of(c.code, c.offset): c.rounded for c in visit.comparisons}
    texts.pop("", None)
    return {**texts, **visit.values}


def _is_displayable(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return all(map(_is_displayable, value))
    if isinstance(value, Mapping):
        return all(map(_is_displayable, value.values()))
    return value is None or isinstance(value, _PLAIN)


_PLAIN = (ShadowValue, bool, int, float, str, np.floating, np.bool_, Fraction)


def _errors(value: Any, n: int) -> Errors:
    """Return the local and input error of a value in visit n."""
    if isinstance(value, tuple | list):
        errors = [_errors(x, n) for x in value]
        return _largest([e[0] for e in errors]), _largest([e[1] for e in errors])
    if not isinstance(value, ShadowValue) or value.run.is_exact:
        return None, None
    is_argument = n == 1 and not value.visit  # an argument, in the function's head
    if value.visit != n and not is_argument:
        return 0.0, value.error
    return value.local_error, value.input_error


def _largest(errors: list[float | None]) -> float | None:
    return max([e for e in errors if e is not None], default=None)


# ----------------------------------------------------------------------------
# Serialization: traces cross process boundaries as JSON.
# ----------------------------------------------------------------------------


# Key of an exact number: a pair of integers.
_EXACT = "exact"


def as_json(laid: Trace) -> dict[str, Any]:
    """Return the trace as JSON values, from which `from_json` restores it."""
    data: dict[str, Any] = _serialize_value(laid)
    return data


def from_json(told: Mapping[str, Any]) -> Trace:
    """Return the trace of JSON values made by `as_json`."""
    fields = _deserialize_fields({**told, "lines": ()})  # each line follows by itself
    return Trace(**fields | {"lines": tuple(map(_deserialize_line, told["lines"]))})


def _deserialize_line(data: Mapping[str, Any]) -> CodeLine:
    values = tuple(map(_deserialize_line_value, data["values"]))
    fields = _deserialize_fields({**data, "values": ()})
    del fields["values"]
    return CodeLine(**fields, compute_values=lambda: values)


def _deserialize_line_value(data: Mapping[str, Any]) -> Value:
    known = _deserialize_fields(data)
    errors = known.pop("errors")
    return Value(**known, compute_errors=lambda: errors)


# Fields that compute another one when it is read.
_LAZY_FIELDS = {"compute_values": "values", "compute_errors": "errors"}


def _serialize_value(value: Any) -> Any:
    if isinstance(value, Message):
        return serialize_messages(value)
    if isinstance(value, Trace | CodeLine | Value):
        names = [_LAZY_FIELDS.get(f.name, f.name) for f in fields(value)]
        return {name: _serialize_value(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(name): _serialize_value(x) for name, x in value.items()}
    if isinstance(value, tuple | list):
        return [_serialize_value(x) for x in value]
    if isinstance(value, Fraction):
        return {_EXACT: [hex(value.numerator), hex(value.denominator)]}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return float(value)  # a NumPy scalar


def _deserialize_fields(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _deserialize_value(x) for name, x in data.items()}


def _deserialize_value(data: Any) -> Any:
    if isinstance(data, list):
        return tuple(map(_deserialize_value, data))
    if isinstance(data, Mapping):
        if data.keys() == {_EXACT}:
            above, below = (int(x, 16) for x in data[_EXACT])
            return Fraction(above, below)
        text = deserialize_messages(data)
        return text if isinstance(text, Message) else _deserialize_fields(data)
    return data
