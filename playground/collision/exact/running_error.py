"""Running error bounds: certified digits of float64 results, for each query.

Every number x with float64 value x' has an `Error` so that |x' - x| <=
relative |x'| + absolute + 2**underflow_exponent, provided that the conditions of its
selections are certified (Wilkinson; Higham, *Accuracy and Stability of Numerical
Algorithms*, section 3.3). README.md has the rules.

SAFETY_FACTOR covers second-order terms in u and the rounding of the bound itself:
`relative` is below 2**-20 wherever it is used. Underflow adds 2**-1075 per product or
quotient, times its later factors, each below 2**top (`_find_top`). A divisor must be
above 2**-120, and its own loss to underflow below 2**-60 of that.
"""

from __future__ import annotations

import math
from functools import cache, reduce
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from playground.collision.exact.expression import Node, Operand, block_min, select
from playground.collision.exact.filters import (
    EXPONENT_LIMIT,
    HALF_EPSILON,
    Certified,
    StaticBounds,
    find_guarded_divisor,
    logical_all,
    logical_and,
    numeric_operands,
    select_certified,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from playground.collision._arguments import Argument

NUMBER_ERROR_RATIO = 2.0**-42
"""Allowed relative error of a number: 12 digits are right."""
POINT_ERROR_RATIO = 2.0**-46
"""Allowed error of a point, relative to the largest length in its expression."""
DIRECTION_TOLERANCE = 2.0**-42
"""Allowed error of a component of a unit vector."""
SAFETY_FACTOR = 1.01
_DIVISOR_EXPONENT = 120
_UNDERFLOW_MARGIN_BITS = 60
_DIVISOR_ERROR_RATIO = 2.0**-10
_NO_UNDERFLOW = -math.inf
_MAX_EXPONENT = 1000.0
_UNDERFLOW_EXPONENT = -1060.0
"""Loss of an ulp or two of the smallest floats, by one product."""


class Error(NamedTuple):
    """Error bound |x' - x| <= relative |x'| + absolute + 2**underflow_exponent.

    Attributes
    ----------
    relative : float
        Bound relative to the computed value.
    absolute : Node or None
        Bound computed along with the value; None for 0.
    underflow_exponent : float
        Exponent of the bound on underflow; -inf without underflow.
    """

    relative: float
    absolute: Node | None
    underflow_exponent: float


class RunningErrors(StaticBounds):
    """Running errors of a formula's numbers, and the filters that they give.

    Attributes
    ----------
    running_error : callable
        The `Error` of a number.
    certify_divisors : callable
        Where every divisor in a number is large enough for its error bound.
    """

    def __init__(
        self, values: Iterable[Node], arguments: Sequence[Argument], *, per_query: bool
    ) -> None:
        """Take the arguments of `StaticBounds`."""
        self.running_error = cache(self._find_running_error)
        self.certify_divisors = cache(self._certify_divisors)
        self._top = cache(self._find_top)
        self._underflow = cache(self._find_underflow)
        super().__init__(values, arguments, per_query=per_query)

    # Certified numbers.

    def certify_number(self, t: Operand, part: float) -> Certified:
        """Return the condition that the relative error of `t` is below `part`.

        Raises ValueError if `t` may overflow.
        """
        return self._certify_branches(t, lambda x: self._certify_relative(x, part))

    def certify_point(
        self, t: Node, part: float, size: Node | float, *, signed: bool
    ) -> Certified:
        """Return the condition that the error of `t` is below `part` of `size`.

        With `signed`, the sign of `t` is certified elsewhere, so lengths that underflow
        need no check where the error is always small.
        """

        def near(x: Operand) -> Certified:
            if not isinstance(x, Node):
                return True
            condition = logical_and(self.certify_choices(x), self.certify_divisors(x))
            margin = _UNDERFLOW_MARGIN_BITS - math.log2(part)
            if self.is_always_accurate(x, part):
                underflow = self._underflow(x)
                if signed or underflow < _UNDERFLOW_EXPONENT:
                    return condition
                return logical_and(condition, _exceeds_power(size, underflow + margin))
            k, e, underflow = self.running_error(x)
            total = _sum_steps(e, self._extent(x) * k if k else None)
            enough = True if total is None else total < size * (part / SAFETY_FACTOR)
            return logical_all(
                [condition, enough, _exceeds_power(size, underflow + margin)]
            )

        return self._certify_branches(t, near)

    def is_always_accurate(self, t: Node, part: float) -> bool:
        """Return whether every query's error is below `part` of its largest length."""
        underflow = self._underflow(t)
        return (
            self.length_error_ratio(t) < part
            and underflow < math.log2(part) - EXPONENT_LIMIT
        )

    def certify_nonzero(self, x: Node) -> Certified:
        """Return the condition that `x` exceeds its static or running error bound."""
        if self.size(x) is not None:
            return super().certify_nonzero(x)
        k, e, lost = self.running_error(x)
        size = self._extent(x) * ((1.0 - k) / SAFETY_FACTOR)
        far = _exceeds_power(size, lost + 1.0) if e is None else size > e + 2.0**lost
        return logical_and(self.certify_divisors(x), far)

    def _certify_branches(
        self, t: Operand, right: Callable[[Operand], Certified]
    ) -> Certified:
        """Return the condition that certifies the selections in `t` and its value."""
        if not isinstance(t, Node):
            return True
        if self._top(t) > _MAX_EXPONENT:
            raise ValueError("a number may be too large for a float")
        if t.operation != "where":
            return right(t)
        condition = cast("Node", t.operands[0])
        inner = select_certified(
            condition, *(self._certify_branches(o, right) for o in numeric_operands(t))
        )
        if self.graph.is_equivalent_choice(t):
            return inner
        return logical_and(self.certify(condition), inner)

    def _certify_relative(self, x: Operand, part: float) -> Certified:
        if not isinstance(x, Node):
            return True
        o = x.operands
        match x.operation:
            case "where" if (below := find_guarded_divisor(x)) is not None:
                # So neither it nor its float is 0.
                return self._certify_relative(below, part)
            case "where":
                condition = cast("Node", o[0])
                inner = select_certified(
                    condition, *(self._certify_relative(y, part) for y in o[1:])
                )
                return logical_and(self.certify(condition), inner)
            case "negative" | "absolute":
                return self._certify_relative(o[0], part)
            case "minimum" if not isinstance(o[1], Node):
                return self._certify_relative(o[0], part)  # at most a constant
            case "sqrt":
                return self._certify_relative(
                    o[0], (part - HALF_EPSILON) * (2.0 / SAFETY_FACTOR)
                )
            case "divide" | "multiply":
                share = (part - HALF_EPSILON) / (2.0 * SAFETY_FACTOR)
                return logical_all([self._certify_relative(y, share) for y in o])
        k, e, underflow = self.running_error(x)
        if k * SAFETY_FACTOR > part:
            return False
        choices = [self.certify_choices(x), self.certify_divisors(x)]
        size = self._extent(x)
        if underflow > _NO_UNDERFLOW:
            choices.append(self._exceeds_underflow(x, underflow, bounded=e is None))
        if e is not None:
            choices.append(e < size * ((part - k) / SAFETY_FACTOR))
        return logical_all(choices)

    def _exceeds_underflow(self, x: Node, lost: float, *, bounded: bool) -> Certified:
        """Return the condition that a number is far above its loss to underflow."""
        positive = bounded and self.is_nonnegative(x)
        return _exceeds_power(
            block_min(x) if positive else self._extent(x), lost + _UNDERFLOW_MARGIN_BITS
        )

    # Errors.

    def _find_running_error(self, x: Operand) -> Error:
        if not isinstance(x, Node) or self.is_leaf(x):
            return Error(self.relative_error(x) or 0.0, None, _NO_UNDERFLOW)
        o = numeric_operands(x)
        a, b = self.running_error(o[0]), self.running_error(o[-1])
        lost = self._propagate_underflow(x, a.underflow_exponent, b.underflow_exponent)
        if (part := self.relative_error(x)) is not None:
            return Error(part, None, lost)
        return Error(*self._propagate_error(x, o, a, b), lost)

    def _propagate_error(
        self, t: Node, o: tuple[Operand, ...], a: Error, b: Error
    ) -> tuple[float, Node | None]:
        match t.operation:
            case "add" if all(map(self.is_nonnegative, o)):
                return max(a.relative, b.relative) + HALF_EPSILON, _sum_steps(
                    a.absolute, b.absolute
                )
            case "add" | "subtract":
                parts = [
                    self._extent(y) * (SAFETY_FACTOR * e.relative)
                    if e.relative
                    else None
                    for y, e in zip(o, (a, b), strict=True)
                ]
                if a.relative == b.relative and a.relative:
                    sizes = self._extent(o[0]) + self._extent(o[1])
                    parts = [sizes * (SAFETY_FACTOR * a.relative)]
                return HALF_EPSILON, _sum_steps(a.absolute, b.absolute, *parts)
            case "multiply" if o[0] is o[1]:
                if a.absolute is None:
                    return 2.0 * a.relative * SAFETY_FACTOR + HALF_EPSILON, None
                square = (
                    self._extent(o[0]) * (2.0 * SAFETY_FACTOR) + a.absolute
                ) * a.absolute
                return 2.0 * a.relative * SAFETY_FACTOR + HALF_EPSILON, square
            case "multiply":
                e = _sum_steps(
                    self._scale_error(o[1], a.absolute),
                    self._scale_error(o[0], b.absolute),
                    None
                    if a.absolute is None or b.absolute is None
                    else a.absolute * b.absolute,
                )
                return (a.relative + b.relative) * SAFETY_FACTOR + HALF_EPSILON, e
            case "divide":
                moved = None if b.absolute is None else b.absolute * self._extent(t)
                e = _sum_steps(a.absolute, moved)
                step = (
                    None
                    if e is None
                    else _scale_step(e, SAFETY_FACTOR) / self._extent(o[1])
                )
                return (a.relative + b.relative) * SAFETY_FACTOR + HALF_EPSILON, step
            case "sqrt":
                e = a.absolute and (
                    a.absolute + 2.0**a.underflow_exponent
                    if a.underflow_exponent > _NO_UNDERFLOW
                    else a.absolute
                )
                return (
                    a.relative * SAFETY_FACTOR + HALF_EPSILON,
                    None if e is None else e / t,
                )
            case "where" if not self.graph.is_equivalent_choice(t):
                if a.absolute is b.absolute:
                    return max(a.relative, b.relative), a.absolute
                condition = cast("Node", t.operands[0])
                step = select(condition, a.absolute or 0.0, b.absolute or 0.0)
                return max(a.relative, b.relative), step
            case "where" | "maximum" | "minimum":
                return max(a.relative, b.relative), _sum_steps(a.absolute, b.absolute)
            case _:
                return a.relative, a.absolute

    def _extent(self, x: Operand) -> Any:
        """Return `extent` of the number below any negations and absolute values."""
        while isinstance(x, Node) and x.operation in ("negative", "absolute"):
            x = x.operands[0]
        return self.extent(cast("Node", x))

    def _scale_error(self, x: Operand, e: Node | None) -> Node | None:
        return None if e is None else _scale_step(e, SAFETY_FACTOR) * self._extent(x)

    # Divisors and underflow.

    def _certify_divisors(self, x: Operand) -> Certified:
        """Return the condition that all divisors in `x` are large enough."""
        if not isinstance(x, Node) or self.is_leaf(x):
            return True
        if x.operation == "where":
            condition, yes, no = x.operands
            assert isinstance(condition, Node)
            return select_certified(
                condition, self.certify_divisors(yes), self.certify_divisors(no)
            )
        if x.index in self.graph.radius_differences:
            # Above 0 the numerator is then far from what underflows.
            return self.certify(cast("Node", x.operands[0]) <= 0.0)
        conditions = [self.certify_divisors(o) for o in x.operands]
        if x.operation == "divide":
            conditions.append(self._certify_divisor(x.operands[1]))
        return logical_all(conditions)

    def _certify_divisor(self, x: Operand) -> Certified:
        if not isinstance(x, Node):
            return True
        _, e, underflow = self.running_error(x)
        if underflow > -_DIVISOR_EXPONENT - _UNDERFLOW_MARGIN_BITS:
            raise ValueError("too much is lost by underflow")
        positive = e is None and self.is_nonnegative(x)
        large = _exceeds_power(
            block_min(x) if positive else self._extent(x), -_DIVISOR_EXPONENT
        )
        return (
            large
            if e is None
            else logical_and(large, e < self._extent(x) * _DIVISOR_ERROR_RATIO)
        )

    def _find_top(self, x: Operand) -> float:
        """Return an exponent e with |x| and |x'| below 2**e."""
        if not isinstance(x, Node):
            return math.log2(abs(x)) + 1.0 if x and x == x else _NO_UNDERFLOW  # type: ignore[arg-type]
        if self.is_leaf(x):
            return self.exponent + 1.0
        tops = [self._top(y) for y in numeric_operands(x)]
        match x.operation:
            case "multiply":
                return sum(tops)
            case "divide":
                return tops[0] + _DIVISOR_EXPONENT
            case "sqrt":
                return tops[0] / 2.0 + 1.0
            case "add" | "subtract":
                return max(tops) + 1.0
            case _:
                return max(tops)

    def _find_underflow(self, x: Operand) -> float:
        """Return the exponent of the loss to underflow in a number."""
        if not isinstance(x, Node) or self.is_leaf(x):
            return _NO_UNDERFLOW
        o = numeric_operands(x)
        return self._propagate_underflow(
            x, self._underflow(o[0]), self._underflow(o[-1])
        )

    def _propagate_underflow(self, t: Node, a: float, b: float) -> float:
        """Return the exponent of the loss to underflow, given those of the operands."""
        match t.operation:
            case "multiply":
                x, y = map(self._top, t.operands)
                return max(a + y, b + x, -1075.0) + 3.0
            case "divide":
                return max(a + _DIVISOR_EXPONENT, -1075.0) + 3.0
            case "sqrt":
                in_step = self.running_error(t.operands[0]).absolute is not None
                return _NO_UNDERFLOW if in_step else a / 2.0 + 1.0
            case "negative" | "absolute":
                return a
            case _:
                return max(a, b) + 1.0


def _exceeds_power(size: Node | float, exponent: float) -> Certified:
    return cast("Certified", size > 2.0 ** max(exponent, -1000.0))


def _scale_step(e: Node, k: float) -> Node:
    """Return `e * k`, merging constant factors."""
    factor = e.operands[-1]
    if e.operation == "multiply" and isinstance(factor, float):
        return cast("Node", e.operands[0]) * (factor * k)
    return e * k


def _sum_steps(*parts: Node | None) -> Node | None:
    steps = [part for part in parts if part is not None]
    return reduce(lambda a, b: a + b, steps) if steps else None
