"""A function laid open: each line with its values, and the one that is to blame."""

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
"""What a line made and what it inherited, in ulp; None where that is not known."""


def _no_errors() -> Errors:
    return None, None


@dataclass(frozen=True)
class Value:
    """What a line gives a name to, returns, or compares.

    Attributes
    ----------
    name : str
        The variable, "return", or the text of the comparison.
    rounded : object
        A float, a bool, None, a word or a tuple of those; None also where the line
        is reached in true numbers only.
    true : object
        What it is in true numbers: a Fraction, a float (an infinity) or None (not
        defined, or the line is not reached).
    sides : tuple or None
        Of a comparison the two numbers, with the sign between them.
    compute_errors : callable
        Returns `errors`: of most values they are not asked.
    errors : tuple of float or None
        The error that the line made in it, and the one that came in with its numbers,
        in ulp; None where there is no number or no true one.
    """

    name: str
    rounded: Any
    true: Any = None
    sides: Operands | None = None
    compute_errors: Callable[[], Errors] = field(default=_no_errors, repr=False)

    @cached_property
    def errors(self) -> Errors:
        """The error that the line made in it, and the one that it inherited."""
        return self.compute_errors()

    @property
    def local_error(self) -> float | None:
        """The error that the line made, in ulp."""
        return self.errors[0]

    @property
    def input_error(self) -> float | None:
        """The error that came in with the line's numbers, in ulp."""
        return self.errors[1]


@dataclass(frozen=True)
class CodeLine:
    """One line of the text, and what has come of it when it was last reached.

    Attributes
    ----------
    number : int
        In its file, from 1.
    text : str
        As it stands there.
    reached, truly : bool
        The run has come here; the one in true numbers has.
    flipped : bool
        A comparison would have gone the other way with the true values.
    compute_values : callable
        Returns `values`: most lines of a run are not looked at.
    values : tuple of Value
        Of the last time.
    local_error, input_error : float or None
        The largest of its values.
    """

    number: int
    text: str
    reached: bool = False
    truly: bool = False
    flipped: bool = False
    compute_values: Callable[[], tuple[Value, ...]] = field(default=tuple, repr=False)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """What has come of it the last time."""
        return self.compute_values()

    @cached_property
    def local_error(self) -> float | None:
        """The largest error that it made itself, in ulp."""
        return _largest([v.local_error for v in self.values])

    @cached_property
    def input_error(self) -> float | None:
        """The largest error that it inherited, in ulp."""
        return _largest([v.input_error for v in self.values])


@dataclass(frozen=True)
class Trace:
    """A function's run on one set of arguments.

    Attributes
    ----------
    lines : tuple of CodeLine
        Its text, and that of the functions of its file that it called.
    answer, true_answer : object
        What it returns: in the machine's numbers, and in true ones.
    followed : bool
        Whether there are true numbers at all: whether all that it does is known.
    blamed : int
        The number of the line to blame for an answer that is not the true one; 0 for
        none.
    why : str
        What happens there, in a sentence.
    raised : str
        The exception that ended the run: "ValueError: …"; empty if none did.
    raised_at : int
        The line in which that happened; 0 for none.
    ran : bool
        Whether it was run: else there is its text alone.
    truth : str
        The true answer to what was asked, where somebody's code has another; else "".
    answered_at : int
        The line that has answered so; 0 for none.
    """

    lines: tuple[CodeLine, ...]
    answer: Any
    true_answer: Any = None
    followed: bool = True
    blamed: int = 0
    why: str = ""
    raised: str = ""
    raised_at: int = 0
    ran: bool = True
    truth: str = ""
    answered_at: int = 0

    @property
    def faulty_line(self) -> str:
        """The line to blame, without its indent."""
        (text,) = (x.text.strip() for x in self.lines if x.number == self.blamed)
        return text


def trace_function(
    function: Callable[..., Any],
    arguments: Any,
    dtype: FloatType,
    *,
    wrong: bool | None = None,
) -> Trace:
    """Run a function on some arguments, and return what happens in each of its lines.

    It is run in rounded numbers, and once more in true ones. Where it does what only
    plain numbers can do, there are no true ones.

    Parameters
    ----------
    function : callable
        Written in Python, in a file.
    arguments : sequence or mapping
        Its arguments, in their order or by name: numbers, and tuples of numbers.
    dtype : type
        `numpy.float32` or `numpy.float64`, by IEEE's rules; or `float`, Python's own,
        which raises where it divides by 0.
    wrong : bool or None
        Whether the rounding has made the answer wrong, where that is known. By default
        it has if the answer is not that of true numbers, but for some last digits.

    Raises
    ------
    EndlessError
        It does not seem to come to an end.
    TypeError
        It is not a function written in Python.
    ValueError
        Its text is not known.
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
    other = true or rounded
    if wrong is None:
        size = max((abs(x) for x in numbers_in(arguments)), default=0.0)
        failed = type(rounded.error) is not type(other.error)
        wrong = failed or answers_differ(rounded.answer, other.answer, dtype, size)
    line, why = find_faulty_line(rounded, true) if wrong else (0, "")
    return _build_trace(rounded, other, line, why)


def trace_listing(
    listing: Listing[P, Any, Any, Any],
    p: P,
    comparison: ListingVerdict,
    dtype: Precision,
) -> Trace:
    """Return a listing's code laid open, with the line of its mistake blamed.

    That is the one of the table of mistakes, where the mistake is made in exact
    numbers too; of rounding it is the one where it decides.
    """
    assert listing.code is not None
    assert listing.arguments is not None
    rounding = comparison.nature is Nature.ROUNDING and not comparison.agrees
    given = listing.arguments(p)
    opened = trace_function(listing.code, given, dtype, wrong=rounding)
    if comparison.line and not rounding:
        (line,) = (x for x in opened.lines if has_fragment(x.text, comparison.line))
        return replace(opened, blamed=line.number, why=comparison.why)
    return opened


def _run_exactly(function: FunctionType, arguments: Any, dtype: FloatType) -> LineTrace:
    """Return a run in true numbers."""
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
    """Return whether two runs answer the same."""
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
    """Return a value without what follows it: plain numbers, tuples and mappings."""
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
    rounded: LineTrace, true: LineTrace | None, blamed: int = 0, why: str = ""
) -> Trace:
    source, error = rounded.source, rounded.error
    mine, its = _group_visits(rounded), _group_visits(true)
    codes = rounded.codes | (true.codes if true else set())

    def line(number: int) -> CodeLine:
        text, head = source.line(number), source.head[number]
        visits, true_visits = mine.get(head, []), its.get(head, [])
        reached = bool(visits), bool(true_visits)
        if number != head or not any(reached):
            return CodeLine(number, text, *reached)
        flips = [c for _, v in visits for c in v.comparisons if c.rounded != c.exact]
        values = partial(_values, rounded, visits, true_visits)
        return CodeLine(number, text, *reached, bool(flips), values)

    return Trace(
        tuple(map(line, source.list_visible_lines(codes))),
        to_plain_value(rounded.answer),
        to_plain_value(true.answer, exact=True) if true else None,
        followed=true is not None,
        blamed=blamed,
        why=why,
        raised=f"{type(error).__name__}: {error}" if error else "",
        raised_at=rounded.error_line,
    )


_Visits = list[tuple[int, LineExecution]]


def _group_visits(track: LineTrace | None) -> dict[int, _Visits]:
    found: dict[int, _Visits] = {}
    for n, visit in enumerate(track.visits if track else (), 1):
        found.setdefault(visit.line, []).append((n, visit))
    return found


def _values(track: LineTrace, visits: _Visits, truly: _Visits) -> tuple[Value, ...]:
    """Return what came of a line in its last visit, and in that one in true numbers."""
    if not visits:
        true = _visit_values(track, truly[-1][1])
        return tuple(
            Value(n, None, to_plain_value(x, True))
            for n, x in true.items()
            if _is_displayable(x)
        )
    n, here = visits[-1]
    there = truly[len(visits) - 1][1] if len(visits) <= len(truly) else None
    true = _visit_values(track, there)
    sides = {
        track.source.find_comparison_text(c.code, c.offset): c.sides
        for c in here.comparisons
    }

    def value(name: str, x: Any) -> Value:
        truly = to_plain_value(true.get(name), exact=True)
        errors = partial(_errors, x, n)
        return Value(name, to_plain_value(x), truly, sides.get(name), errors)

    named = _visit_values(track, here).items()
    return tuple([value(name, x) for name, x in named if _is_displayable(x)])


def _visit_values(track: LineTrace, visit: LineExecution | None) -> dict[str, Any]:
    """Return what a visit has compared, and the values that it has given."""
    if visit is None:
        return {}
    if not visit.comparisons:
        return visit.values
    asked = track.source.find_comparison_text
    compared = {asked(c.code, c.offset): c.rounded for c in visit.comparisons}
    compared.pop("", None)
    return {**compared, **visit.values}


def _is_displayable(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return all(map(_is_displayable, value))
    if isinstance(value, Mapping):
        return all(map(_is_displayable, value.values()))
    return value is None or isinstance(value, _PLAIN)


_PLAIN = (ShadowValue, bool, int, float, str, np.floating, np.bool_, Fraction)


def _errors(value: Any, n: int) -> Errors:
    """Return the error that visit n made in a value, and the one it inherited."""
    if isinstance(value, tuple | list):
        errors = [_errors(x, n) for x in value]
        return _largest([e[0] for e in errors]), _largest([e[1] for e in errors])
    if not isinstance(value, ShadowValue) or value.run.is_exact:
        return None, None
    given = n == 1 and not value.visit  # an argument, where it is given
    if value.visit != n and not given:
        return 0.0, value.error
    return value.local_error, value.input_error


def _largest(errors: list[float | None]) -> float | None:
    return max([e for e in errors if e is not None], default=None)


# ----------------------------------------------------------------------------
# A function laid open, as JSON: another process has run it.
# ----------------------------------------------------------------------------


# An exact number is written as a pair of whole ones under this name.
_EXACT = "exact"


def as_json(laid: Trace) -> dict[str, Any]:
    """Return it as what JSON knows."""
    told: dict[str, Any] = _serialize_value(laid)
    return told


def from_json(told: Mapping[str, Any]) -> Trace:
    """Return it again."""
    return Trace(
        **{
            **_deserialize_fields(told),
            "lines": tuple(map(_deserialize_line, told["lines"])),
        }
    )


def _deserialize_line(told: Mapping[str, Any]) -> CodeLine:
    values = tuple(map(_deserialize_line_value, told["values"]))
    plain = {
        name: _deserialize_value(x) for name, x in told.items() if name != "values"
    }
    return CodeLine(**plain, compute_values=lambda: values)


def _deserialize_line_value(told: Mapping[str, Any]) -> Value:
    known = _deserialize_fields(told)
    errors = known.pop("errors")
    return Value(**known, compute_errors=lambda: errors)


# What is worked out when it is asked, and of what.
_LAZY_FIELDS = {"compute_values": "values", "compute_errors": "errors"}


def _serialize_value(value: Any) -> Any:
    if isinstance(value, Message):
        return serialize_messages(value)
    if isinstance(value, Trace | CodeLine | Value):
        names = [_LAZY_FIELDS.get(f.name, f.name) for f in fields(value)]
        return {name: _serialize_value(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(name): _serialize_value(x) for name, x in value.items()}
    if isinstance(value, Message):
        return serialize_messages(value)
    if isinstance(value, tuple | list):
        return [_serialize_value(x) for x in value]
    if isinstance(value, Fraction):
        return {_EXACT: [hex(value.numerator), hex(value.denominator)]}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return float(value)  # of NumPy


def _deserialize_fields(told: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _deserialize_value(x) for name, x in told.items()}


def _deserialize_value(told: Any) -> Any:
    if isinstance(told, list):
        return tuple(map(_deserialize_value, told))
    if isinstance(told, Mapping):
        if told.keys() == {_EXACT}:
            above, below = (int(x, 16) for x in told[_EXACT])
            return Fraction(above, below)
        text = deserialize_messages(told)
        return text if isinstance(text, Message) else _deserialize_fields(told)
    return told
