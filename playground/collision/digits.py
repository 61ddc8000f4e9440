"""Where a number has its digits: running errors, for each query by itself.

Beside a number x' of floats that stands for x goes its `Error`: a part k, a step e and
an exponent, so that |x' - x| <= k |x'| + e + 2**lost, the choices that x hangs on being
right. Writing a for |a'| and da for its error, the rules are

1. a number that errs by a part of itself (`Facts.part`) needs no step;
2. x + y: dx + dy, and u of the sum. As |x'| <= |sum| (1 + u) + |y'|, kx |x'| + ky |y'|
   is below kx |sum| + (kx + ky) |y'| but for u: one size instead of two. Where both are
   >= 0 it is max(kx, ky) of the sum;
3. x y: x dy + y dx + dx dy, and u of the product;
4. x / y, where dy is below 2**-10 y: (dx + |quotient| dy) / y / (1 - 2**-10), and u;
5. a root: |sqrt x' - sqrt x| <= dx / sqrt x', as the other root is not below 0. With
   l for 2**lost of x, and e for the rest of dx, it is also at most e / sqrt x' and
   2 sqrt l: where sqrt x' >= sqrt l the root takes l / sqrt x' <= sqrt l of it; else it
   is at most sqrt(e + l), below 2 sqrt l for e <= l, and for e > l > x' below
   sqrt e + sqrt l, where e / sqrt x' > sqrt e;
6. the larger or smaller of two: the larger error, as neither moves by more;
7. a choice: that of the side that is chosen, or of both where the choice is between two
   ways to one number;
8. n / root + e < l is asked as n < root (l - e), which divides by nothing: a difference
   and a product err by u each, which is part of FACTOR, also where they are below all
   normal numbers, as n is a float and the product the nearest one. It is false for a
   root of 0;
9. a square by `Bounds.own_squared`: a part of it, and a bound that is smaller than x dx
   where |x| is small beside what it is made of, as in a discriminant of what is far.

FACTOR, 1.01, is more than what is of second order in u and what the steps of the error
err by themselves: k is below 2**-20 wherever it is used, and an error is made of less
than a hundred sums and products of numbers >= 0.

`lost` bounds what underflow adds: 2**-1075 a product or quotient, times what multiplies
it, which is below 2**top; the same again for the steps of the error. A divisor must be
above 2**-GUARD, and what was lost of it below 2**-60 of that: which is part of FACTOR.
"""

from __future__ import annotations

import math
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from playground.collision.bounds import RANGE, Product, conjugate
from playground.collision.facts import U
from playground.collision.formula import Operand, Term, least, where
from playground.collision.sureness import (
    Known,
    Sureness,
    both,
    chosen,
    not_zero,
    together,
)

if TYPE_CHECKING:
    from collections.abc import Callable

DIGITS = 2.0**-42
"""What part of itself a number may err by: 12 digits are right."""
PLACE = 2.0**-46
"""What part of the largest length that it is made of a place may err by."""
SHARPER = 4.0
"""Where that hangs on the query, it is asked for so many times less."""
DIRECTION = 2.0**-42
"""How far a component of a unit vector may be off."""
FACTOR = 1.01
_GUARD = 240
_SPARE = 60
_SMALL = 2.0**-10
_NEVER = -math.inf
_HIGHEST = 1000.0
_UNDERFLOW = -1060.0
"""A loss of the last float64 or two, of one product."""


class Error(NamedTuple):
    """|x' - x| <= part |x'| + step + 2**lost."""

    part: float
    step: Term | None
    lost: float
    least: float = _NEVER
    """An exponent that the step is not below."""


class Digits:
    """The errors of a formula's numbers, and where they are small."""

    def __init__(self, facts: Sureness, truths: Sureness, *, lean: bool) -> None:
        """`facts` tells of the numbers, `truths` where choices are known.

        Where both go by norms so do errors, as far as they can: with less steps, and
        not as sharp.
        """
        self._facts, self._truths, self._lean = facts, truths, lean
        self._errors: dict[int, Error] = {}
        self._guards: dict[int, Known] = {}
        self._tops: dict[int, float] = {}
        self._lost_of: dict[int, float] = {}
        self._demands: list[Known] = []
        self._divisors: set[int] = set()

    def number(self, t: Operand, part: float) -> Known:
        """Return where a number is right to that part of itself."""
        self._demands = []
        right = self._each(t, lambda x: self._good(x, part))
        return together([right, *self._demands])

    def place(self, t: Term, part: float, size: Term | float, *, signed: bool) -> Known:
        """Return where it is right to that part of a size, a step.

        Where its sign is known (`signed`) it is no lengths that underflow.
        """

        def near(x: Operand) -> Known:
            if not isinstance(x, Term):
                return True
            guarded = self.guarded(x)
            if self.always(x, part):
                lost = self._underflow(x)
                if signed or lost < _UNDERFLOW:
                    return guarded
                least_size = 2.0 ** (lost + _SPARE - math.log2(part))
                return both(guarded, self._less(least_size, size))
            asked = part / SHARPER
            k, e, lost, _ = self.error(x)
            least_size = 2.0 ** (lost + _SPARE - math.log2(asked))
            total = _total(e, self._size(x) * k if k else None)
            enough = True if total is None else _below(total, size * (asked / FACTOR))
            return reduce(both, [guarded, enough, self._less(least_size, size)])

        return self._each(t, near)

    def always(self, t: Term, part: float) -> bool:
        """Tell whether it errs by less than that part of the largest length, always."""
        lost = self._underflow(t)
        return self._facts.share(t) < part and lost < math.log2(part) - RANGE

    def _underflow(self, x: Operand) -> float:
        """Return the exponent of what underflow adds to a number, not to its error."""
        if not isinstance(x, Term) or self._facts.leaf(x):
            return _NEVER
        if x.index not in self._lost_of:
            o = x.operands[x.operation == "where" :]
            a, b = self._underflow(o[0]), self._underflow(o[-1])
            self._lost_of[x.index] = self._lose(x, a, b)
        return self._lost_of[x.index]

    def _lost(self, well: bool) -> None:
        if not well:
            raise ValueError("too much is lost by underflow")

    def _each(self, t: Operand, right: Callable[[Operand], Known]) -> Known:
        """Return where it is right: the choices known, and what they choose right."""
        if not isinstance(t, Term):
            return True
        if self._top(t) > _HIGHEST:
            raise ValueError("a number may be too large for a float")
        if t.operation == "where":
            condition, yes, no = t.operands
            assert isinstance(condition, Term)
            inner = chosen(condition, self._each(yes, right), self._each(no, right))
            if self._facts.record.indifferent(t):
                return inner
            return both(self._truths.known(condition), inner)
        self._divisors = set()
        found = right(t)
        others = frozenset(self._divisors)
        return both(self._truths.settled_but(t, others), found)

    # Errors.

    def error(self, x: Operand) -> Error:
        """Return the error of a number."""
        if not isinstance(x, Term):
            return Error(0.0, None, _NEVER)
        if x.index not in self._errors:
            self._errors[x.index] = self._error(x)
        return self._errors[x.index]

    def _error(self, t: Term) -> Error:
        if self._facts.leaf(t):
            return Error(self._facts.part(t) or 0.0, None, _NEVER)
        o = t.operands[t.operation == "where" :]
        a, b = self.error(o[0]), self.error(o[-1])
        lost = self._lose(t, a.lost, b.lost)
        if (part := self._facts.part(t)) is not None:
            return Error(part, None, lost)
        short = a.step is None and b.step is None and all(map(self._facts.positive, o))
        if self._facts is self._truths and not short:
            part, own = self._facts.own_squared(t) or (0.0, None)
            if own is None and not self._facts.has_square(t):
                own = self._facts.own(t)
            if own is not None:
                return Error(part, own.step, max(lost, own.lost) + 1.0, own.least)
        part, step = self._step(t, o, a, b)
        summed = t.operation in ("add", "subtract", "negative", "absolute")
        return Error(part, step, lost, max(a.least, b.least) if summed else _NEVER)

    def _step(
        self, t: Term, o: tuple[Operand, ...], a: Error, b: Error
    ) -> tuple[float, Term | None]:
        match t.operation:
            case "add" if all(map(self._facts.positive, o)):
                return max(a.part, b.part) + U, _total(a.step, b.step)
            case "add" | "subtract" if a.step is None and a == b:
                # Both alike, that a turned or mirrored query is as sure.
                sizes = self._size(o[0]) + self._size(o[1])
                return U, sizes * (FACTOR * a.part) if a.part else None
            case "add" | "subtract":
                k = a.part + b.part
                more = self._size(o[1]) * (FACTOR * k) if k else None
                return a.part + U, _total(a.step, b.step, more)
            case "multiply" if o[0] is o[1]:
                if a.step is None:
                    return 2.0 * a.part * FACTOR + U, None
                square = (self._size(o[0]) * (2.0 * FACTOR) + a.step) * a.step
                return 2.0 * a.part * FACTOR + U, square
            case "multiply":
                more = _total(
                    self._times(o[1], a.step),
                    self._times(o[0], b.step),
                    _product(a.step, b.step),
                )
                return (a.part + b.part) * FACTOR + U, more
            case "divide":
                of_both = _total(a.step, _product(b.step, cast("Term", self._size(t))))
                e = None if of_both is None else of_both * FACTOR / self._size(o[1])
                return (a.part + b.part) * FACTOR + U, e
            case "sqrt":
                inside = a.step
                if not self._lean and a.lost > _NEVER:
                    inside = _plus(a.step, 2.0**a.lost)
                return a.part * FACTOR + U, None if inside is None else inside / t
            case "maximum" | "minimum":
                return max(a.part, b.part), _total(a.step, b.step)
            case "where" if self._facts.record.indifferent(t):
                return max(a.part, b.part), _total(a.step, b.step)
            case "where":
                part = max(a.part, b.part)
                if a.step is b.step:
                    return part, a.step
                condition = cast("Term", t.operands[0])
                return part, where(condition, a.step or 0.0, b.step or 0.0)
            case _:
                return a.part, a.step

    def _size(self, x: Operand) -> Any:
        """Return |x|, as it stands where it is that already."""
        while isinstance(x, Term) and x.operation in ("negative", "absolute"):
            x = x.operands[0]
        return x if self._facts.positive(x) else abs(cast("Term", x))

    def _times(self, x: Operand, e: Term | None) -> Term | None:
        return None if e is None else e * self._size(x) * FACTOR

    @staticmethod
    def _less(a: Any, b: Any) -> Known:
        return cast("Known", a < b)

    # Underflow.

    def _top(self, x: Operand) -> float:
        """Return an exponent that a number, and its float, is below."""
        if not isinstance(x, Term):
            size = abs(float(x))
            return math.log2(size) + 1.0 if size > 0.0 else _NEVER
        if x.index not in self._tops:
            self._tops[x.index] = self._find_top(x)
        return self._tops[x.index]

    def _find_top(self, t: Term) -> float:
        if size := self._facts.size(t):
            return max(self._exponent(m, k) for m, k in size.items()) + len(size)
        tops = [self._top(x) for x in t.operands[t.operation == "where" :]]
        match t.operation:
            case "multiply":
                return sum(tops)
            case "divide":
                return tops[0] + _GUARD
            case "sqrt":
                return tops[0] / 2.0 + 1.0
            case "add" | "subtract":
                return max(tops) + 1.0
            case _:
                return max(tops)

    def _exponent(self, product: Product, k: float) -> float:
        powers = sum(abs(n) for i, n in product)
        return math.log2(k) + powers * self._facts.exponent + 1.0

    def _lose(self, t: Term, a: float, b: float) -> float:
        """Return the exponent of what underflow adds to a number's error."""
        match t.operation:
            case "multiply":
                x, y = map(self._top, t.operands)
                return max(a + y, b + x, -1075.0) + 3.0
            case "divide":
                return max(a + _GUARD, -1075.0) + 3.0
            case "sqrt":
                kept = not self._lean and self.error(t.operands[0]).step
                return _NEVER if kept else a / 2.0 + 1.0
            case "negative" | "absolute":
                return a
            case _:
                return max(a, b) + 1.0

    def guarded(self, x: Operand) -> Known:
        """Return where all divisors in it are large enough."""
        if not isinstance(x, Term) or self._facts.leaf(x):
            return True
        if x.index not in self._guards:
            self._guards[x.index] = self._find_guards(x)
        return self._guards[x.index]

    def _find_guards(self, t: Term) -> Known:
        if t.operation == "where":
            condition, yes, no = t.operands
            assert isinstance(condition, Term)
            return chosen(condition, self.guarded(yes), self.guarded(no))
        found = [self.guarded(x) for x in t.operands]
        if (power := conjugate(t)) is not None:
            found = [self._truths.known(power <= 0.0)]  # rule 9 of `bounds`
        elif t.operation == "divide":
            found.append(self._divides(t.operands[1]))
        return together(dict.fromkeys(found))

    def _divides(self, x: Operand) -> Known:
        if not isinstance(x, Term):
            return True
        _, e, lost, _ = self.error(x)
        self._lost(lost <= -_GUARD - _SPARE)
        size = least(x) if e is None and self._facts.positive(x) else self._size(x)
        large: Known = size > 2.0**-_GUARD
        return large if e is None else both(large, e < self._size(x) * _SMALL)

    # Where a number is right to a part of itself.

    def _good(self, x: Operand, part: float) -> Known:
        if not isinstance(x, Term):
            return True
        o = x.operands
        match x.operation:
            case "where" if (divisor := not_zero(x)) is not None:
                self._divisors.add(x.index)
                return self._good(divisor, part)  # so neither it nor its float is 0
            case "where":
                condition = cast("Term", o[0])
                return chosen(condition, *(self._good(y, part) for y in o[1:]))
            case "negative" | "absolute":
                return self._good(o[0], part)
            case "minimum" if not isinstance(o[1], Term):
                return self._good(o[0], part)  # at most a constant
            case "sqrt":
                return self._good(o[0], (part - U) * (2.0 / FACTOR))
            case "divide" | "multiply":
                each = (part - U) / (2.0 * FACTOR)
                return together([self._good(o[0], each), self._good(o[1], each)])
        k, e, lost, above = self.error(x)
        if k * FACTOR > part:
            return False
        found, size = [self.guarded(x)], self._size(x)
        if lost > _NEVER and lost + _SPARE > above:
            if e is None and self._facts.positive(x):
                self._demands.append(least(x) > self._tiny(lost))
            else:
                found.append(size > self._tiny(lost))
        if e is not None:
            found.append(_within(e, size, (part - k) / FACTOR))
        return together(found)

    @staticmethod
    def _tiny(lost: float) -> float:
        return float(2.0 ** max(lost + _SPARE, -1000.0))


def _within(e: Term, size: Term, part: float) -> Term:
    """Return where e is below that part of a size."""
    factor = e.operands[-1]
    if e.operation == "multiply" and isinstance(factor, float):
        return cast("Term", e.operands[0]) * (factor / part) < size
    return _below(e, size * part)


def _below(e: Term, limit: Any) -> Term:
    """Return where e < limit: rule 8, for the first quotient by a root in e."""
    parts = _summands(e)
    for quotient in parts:
        if quotient.operation == "divide":
            n, root = quotient.operands
            if isinstance(root, Term) and root.operation == "sqrt":
                rest = _total(*(x for x in parts if x is not quotient))
                room = limit if rest is None else limit - rest
                return cast("Term", n < root * room)
    return cast("Term", e < limit)


def _summands(e: Term) -> list[Term]:
    """Return what is added up in it."""
    if e.operation != "add" or not all(isinstance(x, Term) for x in e.operands):
        return [e]
    return [x for o in e.operands for x in _summands(cast("Term", o))]


def _total(*parts: Term | None) -> Term | None:
    steps = [part for part in parts if part is not None]
    return reduce(lambda a, b: a + b, steps) if steps else None


def _plus(e: Term | None, lost: float) -> Term | None:
    return None if e is None else e + lost


def _product(a: Term | None, b: Term | None) -> Term | None:
    return None if a is None or b is None else a * b
