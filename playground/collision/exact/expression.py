"""A formula written once, for every kind of number.

A formula is a function over `+ - * /`, comparisons, `& | ~` and the names of this file.
It is called a single time, with `Term`s that note what is done to them. From the
record, `code` writes straight-line code for NumPy blocks with reused buffers, for
Python floats (which numba compiles as they are) and for whole numbers; a result that
nobody asks for is left out of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable

NAN = float("nan")


@dataclass(frozen=True, eq=False)
class Term:
    """A step of a formula: an operation on earlier ones."""

    record: FormulaRecord = field(repr=False)
    operation: str
    operands: tuple[Operand, ...]
    index: int

    def __add__(self, other: Operand) -> Term:
        return self.record.note("add", self, other)

    def __radd__(self, other: Operand) -> Term:
        return self.record.note("add", other, self)

    def __sub__(self, other: Operand) -> Term:
        return self.record.note("subtract", self, other)

    def __rsub__(self, other: Operand) -> Term:
        return self.record.note("subtract", other, self)

    def __mul__(self, other: Operand) -> Term:
        return self.record.note("multiply", self, other)

    def __rmul__(self, other: Operand) -> Term:
        return self.record.note("multiply", other, self)

    def __truediv__(self, other: Operand) -> Term:
        return self.record.note("divide", self, other)

    def __neg__(self) -> Term:
        return self.record.note("negative", self)

    def __abs__(self) -> Term:
        return self.record.note("absolute", self)

    def __lt__(self, other: Operand) -> Term:
        return self.record.note("less", self, other)

    def __le__(self, other: Operand) -> Term:
        return self.record.note("less_equal", self, other)

    def __gt__(self, other: Operand) -> Term:
        return self.record.note("greater", self, other)

    def __ge__(self, other: Operand) -> Term:
        return self.record.note("greater_equal", self, other)

    def __and__(self, other: Term) -> Term:
        return self.record.note("bitwise_and", self, other)

    def __or__(self, other: Term) -> Term:
        return self.record.note("bitwise_or", self, other)

    def __invert__(self) -> Term:
        return self.record.note("logical_not", self)

    def is_zero(self) -> Term:
        """Return whether it is zero (`==` is left to Python)."""
        return self.record.note("equal", self, 0.0)


Operand = Term | float | str


class FormulaRecord:
    """The steps of one formula in order, each of them once."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, ...], Term] = {}
        self._indifferent: set[int] = set()
        self.outside: dict[int, tuple[Term, ...]] = {}
        """Of quotients by `outside`: what they move no more than."""

    def note(self, operation: str, *operands: Operand) -> Term:
        """Return the step that does this, an old one if there is one."""
        names = (str(o.index) if isinstance(o, Term) else repr(o) for o in operands)
        key = operation, *names
        if key not in self._known:
            self._known[key] = Term(self, operation, operands, len(self._known))
        return self._known[key]

    def indifferent(self, term: Term) -> bool:
        """Tell whether a choice is between two ways to one number, or its condition."""
        return term.index in self._indifferent

    def between(self, condition: Term, one: Operand, other: Operand) -> Term:
        """Return a choice between two ways to one number."""
        term = self.note("where", condition, one, other)
        self._indifferent |= {term.index, condition.index}
        return term


class Promise(Enum):
    """How near floats must be to the exact answer."""

    SIGN = "the same"
    DIGITS = "to a part of itself"
    PLACE = "to a part of the largest length that it is made of"
    DIRECTION = "to a part of 1"
    MEASURED = "as was measured: only what it hangs on is proven"


class Field(NamedTuple):
    """What a formula finds: a number or the components of a vector."""

    value: tuple[Term, ...]
    promise: Promise
    kind: type = float
    """`bool`, `int` or `float`."""
    shape: tuple[int, ...] = ()
    """Of one answer: () of a number, (2,) of a vector."""
    with_signs_of: tuple[Term, ...] = ()
    """Truths that must be right for its signs to be."""


def truth(value: Term) -> Field:
    """Return a field of whether something is so."""
    return Field((value,), Promise.SIGN, bool)


def choice(value: Term) -> Field:
    """Return a field of an enumeration."""
    return Field((value,), Promise.SIGN, int)


def number(value: Term, *signs: Term) -> Field:
    """Return a field of a number, right to its last digits, and where `signs` are."""
    return Field((value,), Promise.DIGITS, with_signs_of=signs)


def distance(value: Term, *signs: Term) -> Field:
    """Return a field of a number as near as a place; `signs` tell whether it is 0."""
    return Field((value,), Promise.PLACE, with_signs_of=signs)


def vector(value: Iterable[Term], promise: Promise = Promise.PLACE) -> Field:
    """Return a field of vectors: of places, if nothing else is said."""
    components = tuple(value)
    return Field(components, promise, shape=(len(components),))


def vectors(rows: Iterable[Iterable[Term]]) -> Field:
    """Return a field of lists of places."""
    listed = [tuple(row) for row in rows]
    components = tuple(component for row in listed for component in row)
    return Field(components, Promise.PLACE, shape=(len(listed), len(listed[0])))


def where(condition: Term, yes: Operand, no: Operand) -> Term:
    """Return `yes` where the condition holds, and `no` elsewhere."""
    return condition.record.note("where", condition, yes, no)


def either_way(condition: Term, one: Operand, other: Operand) -> Term:
    """Return one where the condition holds: two ways to what is exactly the same."""
    return condition.record.between(condition, one, other)


def outside(square: Term, length: Term, r: Term, *vector: Term) -> Term:
    """Return |v| - r as (|v|^2 - r^2) / (|v| + r), for |v|^2, |v| and r >= 0.

    It moves no more than its vector and r do. With A for the exact norm of the floats
    of v, A and |v| differ by less than the sum of the errors of v's components. The
    float is ((A^2 (1 + 2.1 d) - r^2 (1 + d)) (1 + d)) / ((A (1 + 2.1 d) + r) (1 + d))
    (1 + d), each |d| <= u, and so within 7 u (A + r) of A - r.
    """
    quotient = (square - r * r) / (length + r)
    square.record.outside[quotient.index] = (*vector, r)
    return quotient


def _of_one(operation: str) -> Callable[[Term], Term]:
    return lambda x: x.record.note(operation, x)


sqrt = _of_one("sqrt")
"""The root of what is not negative."""
peak = _of_one("peak")
"""A bound from above of numbers >= 0: the largest of a block, or the number itself."""
least = _of_one("least")
"""A bound from below: the least of a block, or the number itself."""


def maximum(a: Term, b: Operand) -> Term:
    """Return the larger of two."""
    return a.record.note("maximum", a, b)


def minimum(a: Term, b: Operand) -> Term:
    """Return the smaller of two."""
    return a.record.note("minimum", a, b)


def ordered(wanted: Iterable[Term], *, until: Container[int] = ()) -> list[Term]:
    """Return what `wanted` needs, itself included, in the order of the record.

    What the steps `until` need is left out.
    """
    found: dict[int, Term] = {}
    waiting = list(wanted)
    while waiting:
        term = waiting.pop()
        if term.index not in found:
            found[term.index] = term
            if term.index not in until:
                waiting += [o for o in term.operands if isinstance(o, Term)]
    return [found[index] for index in sorted(found)]
