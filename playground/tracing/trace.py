"""A function laid open: each line with its values, and the one that is to blame."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property, partial
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

from playground.collision.articles.mistakes import Nature
from playground.i18n import Message, message, packed, unpacked
from playground.scene.listing import Comparison, Listing, Precision
from playground.scene.params import Params
from playground.tracing.fault_localization import blamed, differ, numbers_in
from playground.tracing.line_tracer import EndlessError, FollowedRun, LineVisit
from playground.tracing.listing_lines import named
from playground.tracing.shadow_math import followed
from playground.tracing.shadow_value import Kind, Run, Sides, Twofold

P = TypeVar("P", bound=Params)


Errors = tuple[float | None, float | None]
"""What a line made and what it inherited, in ulp; None where that is not known."""


def _unknown() -> Errors:
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
    erred : callable
        Returns `errors`: of most values they are not asked.
    errors : tuple of float or None
        The error that the line made in it, and the one that came in with its numbers,
        in ulp; None where there is no number or no true one.
    """

    name: str
    rounded: Any
    true: Any = None
    sides: Sides | None = None
    erred: Callable[[], Errors] = field(default=_unknown, repr=False)

    @cached_property
    def errors(self) -> Errors:
        """The error that the line made in it, and the one that it inherited."""
        return self.erred()

    @property
    def made(self) -> float | None:
        """The error that the line made, in ulp."""
        return self.errors[0]

    @property
    def inherited(self) -> float | None:
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
    told : callable
        Returns `values`: most lines of a run are not looked at.
    values : tuple of Value
        Of the last time.
    made, inherited : float or None
        The largest of its values.
    """

    number: int
    text: str
    reached: bool = False
    truly: bool = False
    flipped: bool = False
    told: Callable[[], tuple[Value, ...]] = field(default=tuple, repr=False)

    @cached_property
    def values(self) -> tuple[Value, ...]:
        """What has come of it the last time."""
        return self.told()

    @cached_property
    def made(self) -> float | None:
        """The largest error that it made itself, in ulp."""
        return _largest([v.made for v in self.values])

    @cached_property
    def inherited(self) -> float | None:
        """The largest error that it inherited, in ulp."""
        return _largest([v.inherited for v in self.values])


@dataclass(frozen=True)
class LaidOpen:
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


def lay_open(
    function: Callable[..., Any],
    arguments: Any,
    dtype: Kind,
    *,
    wrong: bool | None = None,
) -> LaidOpen:
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
    copy = followed(function)
    run = Run(dtype)
    rounded = FollowedRun(copy, _given(arguments, run.number), run)
    if rounded.error is not None or dtype is float:
        plain = FollowedRun(function, _given(arguments, dtype), Run(dtype))
        if not _alike(rounded, plain):
            return _told(plain, None)
    try:
        true = _truly(copy, arguments, dtype) if run.parted or rounded.error else None
    except EndlessError:
        return _told(rounded, None)
    other = true or rounded
    if wrong is None:
        size = max((abs(x) for x in numbers_in(arguments)), default=0.0)
        failed = type(rounded.error) is not type(other.error)
        wrong = failed or differ(rounded.answer, other.answer, dtype, size)
    line, why = blamed(rounded, true) if wrong else (0, "")
    return _told(rounded, other, line, why)


def lay_listing_open(
    listing: Listing[P, Any, Any, Any], p: P, comparison: Comparison, dtype: Precision
) -> LaidOpen:
    """Return a listing's code laid open, with the line of its mistake blamed.

    That is the one of the table of mistakes, where the mistake is made in exact
    numbers too; of rounding it is the one where it decides.
    """
    assert listing.code is not None
    assert listing.given is not None
    rounding = comparison.nature is Nature.ROUNDING and not comparison.agrees
    given = listing.given(p)
    opened = lay_open(listing.code, given, dtype, wrong=rounding)
    if comparison.line and not rounding:
        (line,) = (x for x in opened.lines if named(x.text, comparison.line))
        return replace(opened, blamed=line.number, why=comparison.why)
    return opened


def _truly(function: FunctionType, arguments: Any, dtype: Kind) -> FollowedRun:
    """Return a run in true numbers."""
    run = Run(dtype, truly=True)
    return FollowedRun(function, _given(arguments, run.number), run)


def _given(arguments: Any, number: Callable[[Any], Any]) -> Any:
    if isinstance(arguments, Mapping):
        return {name: _given(x, number) for name, x in arguments.items()}
    if isinstance(arguments, tuple | list):
        return type(arguments)(_given(x, number) for x in arguments)
    if isinstance(arguments, int | float | np.floating):
        return arguments if isinstance(arguments, bool) else number(arguments)
    return arguments


def _alike(one: FollowedRun, other: FollowedRun) -> bool:
    """Return whether two runs answer the same."""
    if type(one.error) is not type(other.error):
        return False
    return _equal(settled(one.answer), settled(other.answer))


def _equal(a: Any, b: Any) -> bool:
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(map(_equal, a, b))
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        return a.keys() == b.keys() and all(_equal(a[k], b[k]) for k in a)
    return bool(a == b) or (a != a and b != b)


def settled(value: Any, truly: bool = False) -> Any:
    """Return a value without what follows it: plain numbers, tuples and mappings."""
    if isinstance(value, Twofold):
        return value.true.value if truly else float(value.rounded)
    if isinstance(value, np.bool_):
        return bool(value)
    if isinstance(value, np.floating):
        return float(value)
    if isinstance(value, tuple | list):
        return tuple([settled(x, truly) for x in value])
    if isinstance(value, Mapping):
        return {name: settled(x, truly) for name, x in value.items()}
    return value


def _told(
    rounded: FollowedRun, true: FollowedRun | None, blamed: int = 0, why: str = ""
) -> LaidOpen:
    source, error = rounded.source, rounded.error
    mine, its = _by_line(rounded), _by_line(true)
    codes = rounded.codes | (true.codes if true else set())

    def line(number: int) -> CodeLine:
        text, head = source.line(number), source.head[number]
        visits, true_visits = mine.get(head, []), its.get(head, [])
        reached = bool(visits), bool(true_visits)
        if number != head or not any(reached):
            return CodeLine(number, text, *reached)
        flips = [c for _, v in visits for c in v.compared if c.rounded != c.truly]
        values = partial(_values, rounded, visits, true_visits)
        return CodeLine(number, text, *reached, bool(flips), values)

    return LaidOpen(
        tuple(map(line, source.shown(codes))),
        settled(rounded.answer),
        settled(true.answer, truly=True) if true else None,
        followed=true is not None,
        blamed=blamed,
        why=why,
        raised=f"{type(error).__name__}: {error}" if error else "",
        raised_at=rounded.raised_at,
    )


_Visits = list[tuple[int, LineVisit]]


def _by_line(track: FollowedRun | None) -> dict[int, _Visits]:
    found: dict[int, _Visits] = {}
    for n, visit in enumerate(track.visits if track else (), 1):
        found.setdefault(visit.line, []).append((n, visit))
    return found


def _values(track: FollowedRun, visits: _Visits, truly: _Visits) -> tuple[Value, ...]:
    """Return what came of a line in its last visit, and in that one in true numbers."""
    if not visits:
        true = _named(track, truly[-1][1])
        return tuple(
            Value(n, None, settled(x, True)) for n, x in true.items() if _shown(x)
        )
    n, here = visits[-1]
    there = truly[len(visits) - 1][1] if len(visits) <= len(truly) else None
    true = _named(track, there)
    sides = {track.source.asked(c.code, c.at): c.sides for c in here.compared}

    def value(name: str, x: Any) -> Value:
        truly = settled(true.get(name), truly=True)
        errors = partial(_errors, x, n)
        return Value(name, settled(x), truly, sides.get(name), errors)

    named = _named(track, here).items()
    return tuple([value(name, x) for name, x in named if _shown(x)])


def _named(track: FollowedRun, visit: LineVisit | None) -> dict[str, Any]:
    """Return what a visit has compared, and the values that it has given."""
    if visit is None:
        return {}
    if not visit.compared:
        return visit.values
    asked = track.source.asked
    compared = {asked(c.code, c.at): c.rounded for c in visit.compared}
    compared.pop("", None)
    return {**compared, **visit.values}


def _shown(value: Any) -> bool:
    if isinstance(value, tuple | list):
        return all(map(_shown, value))
    if isinstance(value, Mapping):
        return all(map(_shown, value.values()))
    return value is None or isinstance(value, _PLAIN)


_PLAIN = (Twofold, bool, int, float, str, np.floating, np.bool_, Fraction)


def _errors(value: Any, n: int) -> Errors:
    """Return the error that visit n made in a value, and the one it inherited."""
    if isinstance(value, tuple | list):
        errors = [_errors(x, n) for x in value]
        return _largest([e[0] for e in errors]), _largest([e[1] for e in errors])
    if not isinstance(value, Twofold) or value.run.truly:
        return None, None
    given = n == 1 and not value.visit  # an argument, where it is given
    if value.visit != n and not given:
        return 0.0, value.error
    return value.made, value.inherited


def _largest(errors: list[float | None]) -> float | None:
    return max([e for e in errors if e is not None], default=None)


# ----------------------------------------------------------------------------
# A function laid open, as JSON: another process has run it.
# ----------------------------------------------------------------------------


# An exact number is written as a pair of whole ones under this name.
_EXACT = "exact"


def as_json(laid: LaidOpen) -> dict[str, Any]:
    """Return it as what JSON knows."""
    told: dict[str, Any] = _serialize_value(laid)
    return told


def from_json(told: Mapping[str, Any]) -> LaidOpen:
    """Return it again."""
    return LaidOpen(**{**_read(told), "lines": tuple(map(_line, told["lines"]))})


def _line(told: Mapping[str, Any]) -> CodeLine:
    values = tuple(map(_line_value, told["values"]))
    plain = {name: _value(x) for name, x in told.items() if name != "values"}
    return CodeLine(**plain, told=lambda: values)


def _line_value(told: Mapping[str, Any]) -> Value:
    known = _read(told)
    errors = known.pop("errors")
    return Value(**known, erred=lambda: errors)


# What is worked out when it is asked, and of what.
_ASKED = {"told": "values", "erred": "errors"}


def _serialize_value(value: Any) -> Any:
    if isinstance(value, Message):
        return packed(value)
    if isinstance(value, LaidOpen | CodeLine | Value):
        names = [_ASKED.get(f.name, f.name) for f in fields(value)]
        return {name: _serialize_value(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {str(name): _serialize_value(x) for name, x in value.items()}
    if isinstance(value, Message):
        return packed(value)
    if isinstance(value, tuple | list):
        return [_serialize_value(x) for x in value]
    if isinstance(value, Fraction):
        return {_EXACT: [hex(value.numerator), hex(value.denominator)]}
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return float(value)  # of NumPy


def _read(told: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _value(x) for name, x in told.items()}


def _value(told: Any) -> Any:
    if isinstance(told, list):
        return tuple(map(_value, told))
    if isinstance(told, Mapping):
        if told.keys() == {_EXACT}:
            above, below = (int(x, 16) for x in told[_EXACT])
            return Fraction(above, below)
        text = unpacked(told)
        return text if isinstance(text, Message) else _read(told)
    return told
