"""A bound of each number's rounding error that is the same for a whole block.

Beside a number x of a formula, which floats make x', go a size S and a weight w so that
|x| and |x'| are at most S, and |x' - x| at most w S, the choices that x hangs on being
right. S is the formula itself over sizes, w a plain number (Burnikel, Funke and Seel,
"Exact geometric computation using cascading", 2001), with u = 2**-53:

    an input, a constant        S = |x|           w = 0
    a sum of two such (a leaf)  S = |x|           w = u
    a +- b                      S = Sa + Sb       w = max(wa, wb) + u
    a b                         S = Sa Sb         w = wa + wb + u
    sqrt a                      S = sqrt Sa       w = sqrt(wa) + u
    the larger, a choice        S = max(Sa, Sb)   w = max(wa, wb)
    what errs by a part k of itself (`part`)      w = k

The root's is right as |sqrt a - sqrt b| <= sqrt |a - b|. In a block the size of a leaf
is that of the largest there; where the formula squares it in a sum of squares, the root
of the largest sum. A leaf is taken for at least `floor`, and nothing is sure above
`roof`: so sizes stay between 2**-480 and 2**480, and what underflow adds to a product,
2**-1075, is little beside u S. SLACK is more than products of errors, and the rounding
of the bounds themselves, come to.

A truth is known where what is compared is above the bound of its error; of leaves and
their signs, always. A query alone has sizes of its own, 0 for 0; and there `a | b` is
known, too, if one of both is and holds. In a block that is asked where it is likely, of
what is compared with 0 for being it, and where it is cheap, of what is always known.
"""

from __future__ import annotations

import math
from functools import cache, reduce
from typing import TYPE_CHECKING, cast

from playground.collision._arguments import LENGTH, TURN, UNIT_LEEWAY, Rule
from playground.collision.exact.expression import (
    Operand,
    Term,
    least,
    maximum,
    ordered,
    peak,
    sqrt,
    where,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from playground.collision._arguments import Argument

U = 2.0**-53
RANGE = 480
SLACK = 1.0 + 2.0**-20
_QUOTIENT = 7.0 * U
_COMPARISONS = ("less", "less_equal", "greater", "greater_equal", "equal")
_CHOICES = ("where", "maximum", "minimum")
_SIGNS = ("negative", "absolute")

Known = Term | bool
"""A truth, or always so, or (False) nobody knows when."""


def both(a: Known, b: Known) -> Known:
    """Return a and b."""
    if isinstance(a, Term) and isinstance(b, Term):
        return a if a is b else a & b
    return b if a is True or b is False else a


def either(a: Known, b: Known) -> Known:
    """Return a or b."""
    if isinstance(a, Term) and isinstance(b, Term):
        return a if a is b else a | b
    return a if a is True or b is False else b


def chosen(condition: Term, yes: Known, no: Known) -> Known:
    """Return what is so of a choice by what is so of its sides."""
    if yes is no:
        return yes
    return both(either(~condition, yes), either(condition, no))


def together(truths: Iterable[Known]) -> Known:
    """Return all of them, each once."""
    parts: dict[int, Term] = {}
    waiting = list(truths)
    while waiting:
        t = waiting.pop()
        if t is False:
            return False
        if isinstance(t, Term) and t.operation == "bitwise_and":
            waiting += cast("tuple[Term, ...]", t.operands)
        elif isinstance(t, Term):
            parts[t.index] = t
    return reduce(both, [parts[i] for i in sorted(parts)], cast("Known", True))


def numbers(t: Term) -> tuple[Operand, ...]:
    """Return the operands that are numbers: not a choice's condition."""
    return t.operands[t.operation == "where" :]


def _terms(t: Term) -> list[Term]:
    return [o for o in t.operands if isinstance(o, Term)]


def summands(x: Operand) -> list[Operand]:
    """Return what is added up in it."""
    if isinstance(x, Term) and x.operation == "add":
        return [y for o in x.operands for y in summands(o)]
    return [x]


def _plus(a: Operand, b: Operand) -> Operand:
    if 0.0 in (a, b):
        return b if a == 0.0 else a
    return cast("Operand", a + b)  # type: ignore[operator]


def times(a: Operand, b: Operand) -> Operand:
    """Return a product, which is no step with 1."""
    if 1.0 in (a, b):
        return b if a == 1.0 else a
    return cast("Operand", a * b)  # type: ignore[operator]


def _larger(a: Operand, b: Operand) -> Operand:
    if isinstance(a, Term):
        return a if b == 0.0 or a is b else maximum(a, b)
    return _larger(b, a) if isinstance(b, Term) else max(cast("float", a), b)


class StaticBounds:
    """Sizes and weights of a formula's numbers, and where its truths are known."""

    def __init__(
        self, values: Iterable[Term], arguments: Sequence[Argument], *, alone: bool
    ) -> None:
        """With `alone` each query has sizes of its own."""
        self.terms, self.arguments = ordered(values), arguments
        self.record, self._alone = self.terms[0].record, alone
        self.rules = {name: a.rule for a in arguments for name in a.inputs}
        self.units = {name: a.unit for a in arguments for name in a.inputs}
        self.part = cache(self._part)
        self.plain = cache(self._plain)
        self.positive = cache(self._positive)
        self.polynomial = cache(self._polynomial)
        self.degree = cache(self._degree)
        self.size = cache(self._size)
        self.weight = cache(self._weight)
        self.known = cache(self._known)
        self.settled = cache(self._settled)
        self.units_of = cache(self._units_of)
        self._reach = cache(self._find_reach)
        self._squared: dict[int, Term] = {}
        for t in sorted(self.terms, key=lambda t: len(summands(t))):
            self._note_squares(t)
        self._sums = {t.index for t in self._squared.values()}
        self.exponent = RANGE // max(2, *map(self.degree, self.terms))
        self.floor, self.roof = 2.0**-self.exponent, 2.0**self.exponent

    # What holds of a number whatever is asked.

    def _part(self, x: Operand) -> float | None:
        """Return by what part of itself it errs; None if by no such part."""
        if not isinstance(x, Term) or x.operation == "input":
            return 0.0
        k = [self.part(y) for y in numbers(x)]
        if None in k:
            return None
        parts = cast("list[float]", k)
        match x.operation:
            case "add" | "subtract" if not any(parts):
                return U
            case "add" if all(map(self.positive, x.operands)):
                return max(parts) + U
            case "multiply" | "divide":
                return sum(parts) + U
            case "sqrt":
                return parts[0] / 2.0 + U
            case "where" | "maximum" | "minimum" | "negative" | "absolute":
                return max(parts)
            case _:
                return None

    def leaf(self, x: Operand) -> bool:
        """Tell whether it is an input or a sum of two exact numbers.

        Such a sum errs by u of itself and its sign is right: it does not underflow.
        """
        return isinstance(x, Term) and (
            x.operation == "input"
            or (
                x.operation in ("add", "subtract")
                and not any(self.part(o) != 0.0 for o in x.operands)
            )
        )

    def _plain(self, x: Operand) -> bool:
        """Tell whether it is a leaf, one of several, or 0, but for its sign."""
        if not isinstance(x, Term):
            return x == 0.0
        inner = x.operation in (*_CHOICES, *_SIGNS)
        return self.leaf(x) or (inner and all(map(self.plain, numbers(x))))

    def _positive(self, x: Operand) -> bool:
        """Tell whether it is never below 0."""
        if not isinstance(x, Term):
            return x >= 0.0  # type: ignore[operator]
        o = x.operands
        match x.operation:
            case "input":
                rule = self.rules.get(str(o[0]))
                return rule in (Rule.NOT_NEGATIVE, Rule.POSITIVE)
            case "multiply":
                return o[0] is o[1] or all(map(self.positive, o))
            case "add" | "divide" | "minimum" | "where":
                return all(map(self.positive, numbers(x)))
            case "maximum":
                return any(map(self.positive, o))
            case _:
                return x.operation in ("absolute", "sqrt")

    def _polynomial(self, x: Operand) -> bool:
        """Tell whether it is made by sums, products, choices and signs alone."""
        if not isinstance(x, Term) or self.plain(x):
            return True
        made = x.operation in ("add", "subtract", "multiply", *_CHOICES, *_SIGNS)
        return made and all(map(self.polynomial, numbers(x)))

    def _degree(self, x: Operand) -> int:
        """Return how many leaves are multiplied in it."""
        if not isinstance(x, Term) or x.operation in ("divide", *_COMPARISONS):
            return 0
        inner = [self.degree(o) for o in numbers(x)]
        match x.operation:
            case "input":
                return 1
            case "multiply":
                return sum(inner)
            case "sqrt":
                return (inner[0] + 1) // 2
            case _:
                return max(inner, default=0)

    # Sizes and weights.

    def _note_squares(self, t: Term) -> None:
        """Note of what is squared in a sum of squares that it is; the longest is."""
        squares = summands(t)
        roots = [
            s.operands[0]
            for s in squares
            if isinstance(s, Term)
            and s.operation == "multiply"
            and s.operands[0] is s.operands[1]
        ]
        if len(roots) == len(squares) > 1 and all(map(self.plain, roots)):
            self._squared |= {_base(x).index: t for x in roots}

    def magnitude(self, x: Term) -> Operand:
        """Return the size of a plain number."""
        x = _base(x)
        extent = x if self.positive(x) else abs(x)
        if self._alone:
            return where(extent.is_zero(), 0.0, extent + self.floor)
        if x.operation == "input" and self.rules.get(str(x.operands[0])) is Rule.UNIT:
            return 1.0 + UNIT_LEEWAY
        if x.index in self._squared:
            return sqrt(peak(self._squared[x.index]) + self.floor * self.floor)
        return peak(extent) + self.floor

    def _size(self, x: Operand) -> Operand | None:
        """Return S as a step; None of what is divided."""
        if not isinstance(x, Term):
            return abs(cast("float", x)) if x == x else 0.0
        if self.plain(x):
            return self.magnitude(x)
        if x.index in self._sums and not self._alone:
            return peak(x) + self.floor * self.floor
        if x.index in self.record.outside:
            s = [self.size(y) for y in self.record.outside[x.index]]
            return reduce(_plus, cast("list[Operand]", s))
        s = [self.size(y) for y in numbers(x)]
        if None in s:
            return None
        sizes = cast("list[Operand]", s)
        match x.operation:
            case "add" | "subtract":
                return _plus(*sizes)
            case "multiply":
                return times(*sizes)
            case "where" | "maximum" | "minimum":
                return _larger(*sizes)
            case "negative" | "absolute":
                return sizes[0]
            case "sqrt":
                return sqrt(cast("Term", sizes[0]))
            case _:
                return None

    def _weight(self, x: Operand) -> float:
        """Return w."""
        if (part := self.part(x)) is not None:
            return part
        assert isinstance(x, Term)
        if x.index in self.record.outside:
            return max(map(self.weight, self.record.outside[x.index])) + _QUOTIENT
        w = [self.weight(y) for y in numbers(x)]
        match x.operation:
            case "add" | "subtract":
                return max(w) + U
            case "multiply":
                return sum(w) + U
            case "sqrt":
                return math.sqrt(w[0]) + U
            case _:
                return max(w)

    def error(self, x: Operand) -> Operand | None:
        """Return w S as a step; None of what is divided."""
        size = self.size(x)
        return None if size is None else times(size, self.weight(x) * SLACK)

    def share(self, x: Operand) -> float:
        """Return what part of the largest length of a query the error can be at most.

        It is infinite of what is no length.
        """
        reach, power = self._reach(x)
        return SLACK * self.weight(x) * reach if power == 1.0 else math.inf

    def _units_of(self, leaf: Term) -> set[str]:
        """Return the units of the inputs that a leaf is made of."""
        inputs = (t for t in ordered([leaf]) if t.operation == "input")
        return {self.units[str(t.operands[0])] for t in inputs}

    def _find_reach(self, x: Operand) -> tuple[float, float]:
        """Return S of lengths of size 1, and of what power of a length it is."""
        if not isinstance(x, Term):
            return (abs(x), 0.0) if x else (0.0, 1.0)  # type: ignore[arg-type]
        if self.leaf(x):
            units = self.units_of(x)
            if units == {LENGTH}:
                return 1.0, 1.0
            return (1.0 + UNIT_LEEWAY, 0.0) if units == {TURN} else (1.0, math.nan)
        made = self.record.outside.get(x.index) or numbers(x)
        reaches, powers = zip(*map(self._reach, made), strict=True)
        alike = powers[0] if len({*powers}) == 1 else math.nan
        match "add" if x.index in self.record.outside else x.operation:
            case "add" | "subtract":
                return sum(reaches), alike
            case "multiply":
                return math.prod(reaches), sum(powers)
            case "where" | "maximum" | "minimum" | "negative" | "absolute":
                return max(reaches), alike
            case _:
                return math.inf, math.nan

    # Where truths are known.

    def _known(self, x: Operand) -> Known:
        """Return where floats give a truth, or a whole number made of truths."""
        if not isinstance(x, Term):
            return True
        if x.operation in _COMPARISONS:
            return self._compared(x)
        if x.operation == "where":
            condition = cast("Term", x.operands[0])
            inner = chosen(condition, *map(self.known, numbers(x)))
            return both(self.known(condition), inner)
        known = [self.known(o) for o in x.operands]
        every = together(known)
        if x.operation not in ("bitwise_and", "bitwise_or"):
            return every
        likely = any(o.operation == "equal" for o in _terms(x))
        for k, o in zip(known, _terms(x), strict=True):
            if self._alone or likely or k is True:
                tells = ~o if x.operation == "bitwise_and" else o
                every = either(every, both(k, tells))
        return every

    def _compared(self, t: Term) -> Known:
        a, b = t.operands
        assert isinstance(a, Term)
        settled = both(self.settled(a), self.settled(b))
        if self.part(a) == self.part(b) == 0.0 or (b == 0.0 and self.plain(a)):
            return settled
        apart = a if b == 0.0 and not isinstance(b, Term) else a - b
        if self.plain(apart):
            return settled
        return both(settled, self.not_zero(apart))

    def not_zero(self, x: Term) -> Known:
        """Return where it is beyond its error, or both are 0; else nobody knows."""
        error = self.error(x)
        extent = x if self.positive(x) else abs(x)
        return False if error is None else extent >= error

    def _settled(self, x: Operand) -> Known:
        """Return where the choices that a number hangs on are known."""
        if not isinstance(x, Term):
            return True
        inner = [self.settled(o) for o in numbers(x)]
        if x.operation != "where" or self.record.indifferent(x) or divisor(x):
            return together(inner)
        condition = cast("Term", x.operands[0])
        return both(self.known(condition), chosen(condition, *inner))

    # What is allowed.

    def valid(self, values: Sequence[Term]) -> list[Known]:
        """Return what must hold of the numbers that these values are made of."""
        found: list[Known] = []
        leaves = self.leaves(values)
        seen = {t.index for t in ordered(leaves)}
        found += [self._within(self.magnitude(leaf)) for leaf in leaves]
        for argument in self.arguments:
            inputs = [self.record.note("input", name) for name in argument.inputs]
            found += [
                self._within(peak(x if self.positive(x) else abs(x)))
                for x in inputs
                if x.index not in seen
            ]
            found += self._allowed(argument, inputs)
        return found

    def leaves(self, values: Sequence[Term]) -> list[Term]:
        """Return the leaves that something is made of."""
        terms = ordered(values)
        used = {o.index for t in terms if not self.leaf(t) for o in _terms(t)}
        used |= {t.index for t in values}
        return [t for t in terms if self.leaf(t) and t.index in used]

    def _within(self, size: Operand) -> Known:
        return size < self.roof if isinstance(size, Term) else True

    def _allowed(self, argument: Argument, inputs: list[Term]) -> list[Known]:
        found: list[Known] = []
        match argument.rule:
            case Rule.NOT_NEGATIVE:
                found = [least(x) >= 0.0 for x in inputs]
            case Rule.POSITIVE:
                found = [least(x) > 0.0 for x in inputs]
            case Rule.NOT_ZERO:
                found = [least(_square(inputs)) > 0.0]
            case Rule.UNIT:
                square = _square(inputs)
                found = [
                    peak(square) < 1.0 + UNIT_LEEWAY, least(square) > 1.0 - UNIT_LEEWAY,
                ]  # fmt: skip
        if argument.above:
            low = next(a for a in self.arguments if a.name == argument.above)
            for x, name in zip(inputs, low.inputs, strict=True):
                found.append(least(x - self.record.note("input", name)) >= 0.0)
        return found


def divisor(x: Term) -> Term | None:
    """Return what is replaced by a constant where it is 0, to divide by."""
    condition, instead, found = x.operands if x.operation == "where" else (0.0, x, x)
    if isinstance(condition, Term) and not isinstance(instead, Term):
        is_zero = condition.operation == "equal" and condition.operands == (found, 0.0)
        return cast("Term", found) if is_zero else None
    return None


def _base(x: Operand) -> Term:
    """Return a number without its sign."""
    assert isinstance(x, Term)
    return _base(x.operands[0]) if x.operation in _SIGNS else x


def _square(inputs: Sequence[Term]) -> Term:
    return reduce(lambda a, b: a + b, [x * x for x in inputs])
