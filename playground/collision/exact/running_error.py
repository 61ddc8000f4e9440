"""Where a number has its digits: running errors, for each query by itself.

Beside a number x' of floats that stands for x goes its `Error`: a part k, a step e and
an exponent, so that |x' - x| <= k |x'| + e + 2**lost, the choices that x hangs on being
right (Wilkinson; Higham, *Accuracy and Stability of Numerical Algorithms*, ch. 3):

1. a number that errs by a part of itself (`StaticBounds.part`) needs no step;
2. x + y: dx + dy and u of the sum, where k |x'| is a step; of two numbers >= 0 the
   larger k is one of the sum;
3. x y: x dy + y dx + dx dy, and u of the product;
4. x / y, where dy is below 2**-10 y: (dx + |quotient| dy) / y / (1 - 2**-10), and u;
5. a root: |sqrt x' - sqrt x| <= dx / sqrt x', as the other root is not below 0;
6. the larger or smaller of two: the larger error; a choice: that of the chosen side.

FACTOR, 1.01, is more than what is of second order in u and what the steps of the error
err by themselves: k is below 2**-20 wherever it is used. `lost` bounds what underflow
adds: 2**-1075 a product or quotient, times what multiplies it, which is below 2**top.
A divisor must be above 2**-GUARD, and what was lost of it below 2**-60 of that.
"""

from __future__ import annotations

import math
from functools import cache, reduce
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from playground.collision.exact.expression import Operand, Term, least, where
from playground.collision.exact.filters import (
    RANGE,
    Known,
    StaticBounds,
    U,
    both,
    chosen,
    divisor,
    numbers,
    together,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from playground.collision._arguments import Argument

DIGITS = 2.0**-42
"""What part of itself a number may err by: 12 digits are right."""
PLACE = 2.0**-46
"""What part of the largest length that it is made of a place may err by."""
SHARPER = 4.0
"""Where that hangs on the query, it is asked for so many times less."""
DIRECTION = 2.0**-42
"""How far a component of a unit vector may be off."""
FACTOR = 1.01
_GUARD = 120
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


class RunningErrors(StaticBounds):
    """The errors of a formula's numbers, and where they are small."""

    def __init__(
        self, values: Iterable[Term], arguments: Sequence[Argument], *, alone: bool
    ) -> None:
        self.running = cache(self._running)
        self.guarded = cache(self._guarded)
        self._top = cache(self._find_top)
        self._underflow = cache(self._find_underflow)
        super().__init__(values, arguments, alone=alone)

    # Where a number is right.

    def number(self, t: Operand, part: float) -> Known:
        """Return where a number is right to that part of itself."""
        return self._each(t, lambda x: self._good(x, part))

    def place(self, t: Term, part: float, size: Term | float, *, signed: bool) -> Known:
        """Return where it is right to that part of a size, a step.

        Where its sign is known (`signed`) it is no lengths that underflow.
        """

        def near(x: Operand) -> Known:
            if not isinstance(x, Term):
                return True
            held = both(self.settled(x), self.guarded(x))
            if self.always(x, part):
                lost = self._underflow(x)
                if signed or lost < _UNDERFLOW:
                    return held
                return both(held, _above(size, lost + _SPARE - math.log2(part)))
            asked = part / SHARPER
            k, e, lost = self.running(x)
            total = _total(e, self._extent(x) * k if k else None)
            enough = True if total is None else total < size * (asked / FACTOR)
            return together(
                [held, enough, _above(size, lost + _SPARE - math.log2(asked))]
            )

        return self._each(t, near)

    def always(self, t: Term, part: float) -> bool:
        """Tell whether it errs by less than that part of the largest length, always."""
        lost = self._underflow(t)
        return self.share(t) < part and lost < math.log2(part) - RANGE

    def not_zero(self, x: Term) -> Known:
        """Return where it is beyond its error, of a quotient the running one."""
        if self.size(x) is not None:
            return super().not_zero(x)
        k, e, lost = self.running(x)
        size = self._extent(x) * ((1.0 - k) / FACTOR)
        far = _above(size, lost + 1.0) if e is None else size > e + 2.0**lost
        return both(self.guarded(x), far)

    def _each(self, t: Operand, right: Callable[[Operand], Known]) -> Known:
        """Return where it is right: the choices known, and what they choose right."""
        if not isinstance(t, Term):
            return True
        if self._top(t) > _HIGHEST:
            raise ValueError("a number may be too large for a float")
        if t.operation != "where":
            return right(t)
        condition = cast("Term", t.operands[0])
        inner = chosen(condition, *(self._each(o, right) for o in numbers(t)))
        if self.record.indifferent(t):
            return inner
        return both(self.known(condition), inner)

    def _good(self, x: Operand, part: float) -> Known:
        if not isinstance(x, Term):
            return True
        o = x.operands
        match x.operation:
            case "where" if (below := divisor(x)) is not None:
                return self._good(below, part)  # so neither it nor its float is 0
            case "where":
                condition = cast("Term", o[0])
                inner = chosen(condition, *(self._good(y, part) for y in o[1:]))
                return both(self.known(condition), inner)
            case "negative" | "absolute":
                return self._good(o[0], part)
            case "minimum" if not isinstance(o[1], Term):
                return self._good(o[0], part)  # at most a constant
            case "sqrt":
                return self._good(o[0], (part - U) * (2.0 / FACTOR))
            case "divide" | "multiply":
                each = (part - U) / (2.0 * FACTOR)
                return together([self._good(o[0], each), self._good(o[1], each)])
        k, e, lost = self.running(x)
        if k * FACTOR > part:
            return False
        found, size = [self.settled(x), self.guarded(x)], self._extent(x)
        if lost > _NEVER:
            found.append(self._over(x, lost, bounded=e is None))
        if e is not None:
            found.append(e < size * ((part - k) / FACTOR))
        return together(found)

    def _over(self, x: Term, lost: float, *, bounded: bool) -> Known:
        """Return where a number is far above what was lost of it."""
        positive = bounded and self.positive(x)
        return _above(least(x) if positive else self._extent(x), lost + _SPARE)

    # Errors.

    def _running(self, x: Operand) -> Error:
        if not isinstance(x, Term) or self.leaf(x):
            return Error(self.part(x) or 0.0, None, _NEVER)
        o = numbers(x)
        a, b = self.running(o[0]), self.running(o[-1])
        lost = self._lose(x, a.lost, b.lost)
        if (part := self.part(x)) is not None:
            return Error(part, None, lost)
        return Error(*self._step(x, o, a, b), lost)

    def _step(
        self, t: Term, o: tuple[Operand, ...], a: Error, b: Error
    ) -> tuple[float, Term | None]:
        match t.operation:
            case "add" if all(map(self.positive, o)):
                return max(a.part, b.part) + U, _total(a.step, b.step)
            case "add" | "subtract":
                parts = [self._extent(y) * (FACTOR * k) if (k := e.part) else None
                         for y, e in zip(o, (a, b), strict=True)]  # fmt: skip
                if a.part == b.part and a.part:
                    sizes = self._extent(o[0]) + self._extent(o[1])
                    parts = [sizes * (FACTOR * a.part)]
                return U, _total(a.step, b.step, *parts)
            case "multiply" if o[0] is o[1]:
                if a.step is None:
                    return 2.0 * a.part * FACTOR + U, None
                square = (self._extent(o[0]) * (2.0 * FACTOR) + a.step) * a.step
                return 2.0 * a.part * FACTOR + U, square
            case "multiply":
                e = _total(
                    self._times(o[1], a.step),
                    self._times(o[0], b.step),
                    None if a.step is None or b.step is None else a.step * b.step,
                )
                return (a.part + b.part) * FACTOR + U, e
            case "divide":
                moved = None if b.step is None else b.step * self._extent(t)
                e = _total(a.step, moved)
                step = None if e is None else _scaled(e, FACTOR) / self._extent(o[1])
                return (a.part + b.part) * FACTOR + U, step
            case "sqrt":
                e = a.step and (a.step + 2.0**a.lost if a.lost > _NEVER else a.step)
                return a.part * FACTOR + U, None if e is None else e / t
            case "where" if not self.record.indifferent(t):
                if a.step is b.step:
                    return max(a.part, b.part), a.step
                condition = cast("Term", t.operands[0])
                step = where(condition, a.step or 0.0, b.step or 0.0)
                return max(a.part, b.part), step
            case "where" | "maximum" | "minimum":
                return max(a.part, b.part), _total(a.step, b.step)
            case _:
                return a.part, a.step

    def _extent(self, x: Operand) -> Any:
        """Return |x|, as it stands where it is that already."""
        while isinstance(x, Term) and x.operation in ("negative", "absolute"):
            x = x.operands[0]
        return x if self.positive(x) else abs(cast("Term", x))

    def _times(self, x: Operand, e: Term | None) -> Term | None:
        return None if e is None else _scaled(e, FACTOR) * self._extent(x)

    # Divisors, and what underflows.

    def _guarded(self, x: Operand) -> Known:
        """Return where all divisors in it are large enough."""
        if not isinstance(x, Term) or self.leaf(x):
            return True
        if x.operation == "where":
            condition, yes, no = x.operands
            assert isinstance(condition, Term)
            return chosen(condition, self.guarded(yes), self.guarded(no))
        if x.index in self.record.outside:
            # Above 0 the numerator is then far from what underflows.
            return self.known(cast("Term", x.operands[0]) <= 0.0)
        found = [self.guarded(o) for o in x.operands]
        if x.operation == "divide":
            found.append(self._divides(x.operands[1]))
        return together(found)

    def _divides(self, x: Operand) -> Known:
        if not isinstance(x, Term):
            return True
        _, e, lost = self.running(x)
        if lost > -_GUARD - _SPARE:
            raise ValueError("too much is lost by underflow")
        positive = e is None and self.positive(x)
        large = _above(least(x) if positive else self._extent(x), -_GUARD)
        return large if e is None else both(large, e < self._extent(x) * _SMALL)

    def _find_top(self, x: Operand) -> float:
        """Return an exponent that a number, and its float, is below."""
        if not isinstance(x, Term):
            return math.log2(abs(x)) + 1.0 if x and x == x else _NEVER  # type: ignore[arg-type]
        if self.leaf(x):
            return self.exponent + 1.0
        tops = [self._top(y) for y in numbers(x)]
        match x.operation:
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

    def _find_underflow(self, x: Operand) -> float:
        """Return the exponent of what underflow adds to a number, not to its error."""
        if not isinstance(x, Term) or self.leaf(x):
            return _NEVER
        o = numbers(x)
        return self._lose(x, self._underflow(o[0]), self._underflow(o[-1]))

    def _lose(self, t: Term, a: float, b: float) -> float:
        """Return the exponent of what underflow adds to a number's error."""
        match t.operation:
            case "multiply":
                x, y = map(self._top, t.operands)
                return max(a + y, b + x, -1075.0) + 3.0
            case "divide":
                return max(a + _GUARD, -1075.0) + 3.0
            case "sqrt":
                in_step = self.running(t.operands[0]).step is not None
                return _NEVER if in_step else a / 2.0 + 1.0
            case "negative" | "absolute":
                return a
            case _:
                return max(a, b) + 1.0


def _above(size: Term | float, exponent: float) -> Known:
    return cast("Known", size > 2.0 ** max(exponent, -1000.0))


def _scaled(e: Term, k: float) -> Term:
    """Return a multiple, of a multiple at once."""
    factor = e.operands[-1]
    if e.operation == "multiply" and isinstance(factor, float):
        return cast("Term", e.operands[0]) * (factor * k)
    return e * k


def _total(*parts: Term | None) -> Term | None:
    steps = [part for part in parts if part is not None]
    return reduce(lambda a, b: a + b, steps) if steps else None
