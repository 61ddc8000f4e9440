"""Floating-point filters: certified signs of float64 expressions.

Each number x of a formula, with float64 value x', has a size S (an expression) and a
weight w (a constant), so that |x| and |x'| are at most S and |x' - x| <= w S
(Burnikel, Funke and Seel, "Exact geometric computation using cascading", 2001).
README.md has the rules for S and w. A comparison is certified where the difference of
its sides exceeds this error bound.

In a block, the size of a leaf (`is_leaf`) is its maximum there; where a sum of squares
contains its square, the root of that sum's maximum. Leaves count as at least
`underflow_limit`, and nothing is certified at or above `overflow_limit`: sizes stay
between 2**-480 and 2**480, where the 2**-1075 that underflow adds to a product is
negligible against u S. SLACK_FACTOR covers second-order terms and the rounding of the
bounds themselves.

With `per_query`, sizes are those of each query, 0 for 0, and `a | b` is certified where
one side is certified and holds. A block makes this test only where it is cheap: for
equality with zero, and for operands that are always certified.
"""

from __future__ import annotations

import math
from functools import cache, reduce
from typing import TYPE_CHECKING, cast

from playground.collision._arguments import LENGTH, TURN, UNIT_LENGTH_TOLERANCE, Rule
from playground.collision.exact.expression import (
    Node,
    Operand,
    block_max,
    block_min,
    collect_nodes,
    maximum,
    select,
    sqrt,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from playground.collision._arguments import Argument

HALF_EPSILON = 2.0**-53
EXPONENT_LIMIT = 480
SLACK_FACTOR = 1.0 + 2.0**-20
_QUOTIENT_ERROR = 7.0 * HALF_EPSILON
_COMPARISONS = ("less", "less_equal", "greater", "greater_equal", "equal")
_CHOICES = ("where", "maximum", "minimum")
_SIGNS = ("negative", "absolute")

Certified = Node | bool
"""Boolean node of the certified queries; True for all queries, False for none."""


def logical_and(a: Certified, b: Certified) -> Certified:
    """Return the conjunction of two conditions."""
    if isinstance(a, Node) and isinstance(b, Node):
        return a if a is b else a & b
    return b if a is True or b is False else a


def logical_or(a: Certified, b: Certified) -> Certified:
    """Return the disjunction of two conditions."""
    if isinstance(a, Node) and isinstance(b, Node):
        return a if a is b else a | b
    return a if a is True or b is False else b


def select_certified(condition: Node, yes: Certified, no: Certified) -> Certified:
    """Return the condition that certifies a selection, given those of its sides."""
    if yes is no:
        return yes
    return logical_and(logical_or(~condition, yes), logical_or(condition, no))


def logical_all(truths: Iterable[Certified]) -> Certified:
    """Return the conjunction of all conditions, without repetitions."""
    parts: dict[int, Node] = {}
    waiting = list(truths)
    while waiting:
        t = waiting.pop()
        if t is False:
            return False
        if isinstance(t, Node) and t.operation == "bitwise_and":
            waiting += cast("tuple[Node, ...]", t.operands)
        elif isinstance(t, Node):
            parts[t.index] = t
    return reduce(
        logical_and, [parts[i] for i in sorted(parts)], cast("Certified", True)
    )


def numeric_operands(t: Node) -> tuple[Operand, ...]:
    """Return the operands that are numbers, without the condition of a selection."""
    return t.operands[t.operation == "where" :]


def summands(x: Operand) -> list[Operand]:
    """Return the terms of a nested sum."""
    if isinstance(x, Node) and x.operation == "add":
        return [y for o in x.operands for y in summands(o)]
    return [x]


def _add_operands(a: Operand, b: Operand) -> Operand:
    if 0.0 in (a, b):
        return b if a == 0.0 else a
    return cast("Operand", a + b)  # type: ignore[operator]


def multiply_operands(a: Operand, b: Operand) -> Operand:
    """Return the product; a factor of 1 adds no node."""
    if 1.0 in (a, b):
        return b if a == 1.0 else a
    return cast("Operand", a * b)  # type: ignore[operator]


def _larger(a: Operand, b: Operand) -> Operand:
    if isinstance(a, Node):
        return a if b == 0.0 or a is b else maximum(a, b)
    return _larger(b, a) if isinstance(b, Node) else max(cast("float", a), b)


class StaticBounds:
    """Error bounds w S of a formula's numbers, and the filters that they give.

    Parameters
    ----------
    values : iterable of Node
        Outputs of the formula, all of one graph.
    arguments : sequence of Argument
        Arguments of the query: units and rules of its inputs.
    per_query : bool
        Use sizes of each query instead of the maximum of its block.

    Attributes
    ----------
    relative_error : callable
        Bound on |x' - x| / |x| as a float; None if there is none.
    size, weight : callable
        S as a node (None where there is none) and w as a float.
    certify, certify_choices : callable
        Where a boolean, or every selection in a number, is certified.
    is_leaf, is_leaf_choice, is_nonnegative : callable
        Whether an operand is an input or a sum or difference of exact numbers; one of
        these, a selection of them or 0, up to sign; or never below 0.
    degree : callable
        Degree of an operand as a polynomial in the leaves.
    leaves : callable
        Takes a tuple of nodes; returns the leaves that they depend on.
    units_of : callable
        Units of the inputs of a leaf, as a set.
    underflow_limit, overflow_limit : float
        Bounds on the sizes of leaves, 2**-exponent and 2**exponent.
    """

    def __init__(
        self, values: Iterable[Node], arguments: Sequence[Argument], *, per_query: bool
    ) -> None:
        """Record the sums of squares in the graph, and derive the limits of leaves."""
        self.terms, self.arguments = collect_nodes(values), arguments
        self.graph, self._per_query = self.terms[0].graph, per_query
        self.rules = {name: a.rule for a in arguments for name in a.inputs}
        self.units = {name: a.unit for a in arguments for name in a.inputs}
        self.relative_error = cache(self._find_relative_error)
        self.is_leaf = cache(self._find_leaf)
        self.is_leaf_choice = cache(self._find_leaf_choice)
        self.is_nonnegative = cache(self._find_nonnegative)
        self.degree = cache(self._degree)
        self.size = cache(self._size)
        self.weight = cache(self._weight)
        self.certify = cache(self._certify)
        self.certify_choices = cache(self._certify_choices)
        self.units_of = cache(self._units_of)
        self.leaves = cache(self._find_leaves)
        self._reach = cache(self._find_reach)
        self._squared: dict[int, Node] = {}
        for t in sorted(self.terms, key=lambda t: len(summands(t))):
            self._record_squares(t)
        self._sums = {t.index for t in self._squared.values()}
        self.exponent = EXPONENT_LIMIT // max(2, *map(self.degree, self.terms))
        self.underflow_limit = 2.0**-self.exponent
        self.overflow_limit = 2.0**self.exponent

    # Properties of numbers, the same for every output.

    def _find_relative_error(self, x: Operand) -> float | None:
        """Return a bound on the relative error; None if there is none."""
        if not isinstance(x, Node) or x.operation == "input":
            return 0.0
        k = [self.relative_error(y) for y in numeric_operands(x)]
        if None in k:
            return None
        parts = cast("list[float]", k)
        match x.operation:
            case "add" | "subtract" if not any(parts):
                return HALF_EPSILON
            case "add" if all(map(self.is_nonnegative, x.operands)):
                return max(parts) + HALF_EPSILON
            case "multiply" | "divide":
                return sum(parts) + HALF_EPSILON
            case "sqrt":
                return parts[0] / 2.0 + HALF_EPSILON
            case "where" | "maximum" | "minimum" | "negative" | "absolute":
                return max(parts)
            case _:
                return None

    def _find_leaf(self, x: Operand) -> bool:
        """Return whether `x` is an input or a sum or difference of two exact numbers.

        Such a sum has relative error u and the right sign: addition does not underflow.
        """
        return isinstance(x, Node) and (
            x.operation == "input"
            or (
                x.operation in ("add", "subtract")
                and not any(self.relative_error(o) != 0.0 for o in x.operands)
            )
        )

    def _find_leaf_choice(self, x: Operand) -> bool:
        """Return whether `x` is a leaf, a selection of leaves, or 0, up to sign."""
        if not isinstance(x, Node):
            return x == 0.0
        inner = x.operation in (*_CHOICES, *_SIGNS)
        return self.is_leaf(x) or (
            inner and all(map(self.is_leaf_choice, numeric_operands(x)))
        )

    def _find_nonnegative(self, x: Operand) -> bool:
        """Return whether `x` is never below 0."""
        if not isinstance(x, Node):
            return x >= 0.0  # type: ignore[operator]
        o = x.operands
        match x.operation:
            case "input":
                rule = self.rules.get(str(o[0]))
                return rule in (Rule.NOT_NEGATIVE, Rule.POSITIVE)
            case "multiply":
                return o[0] is o[1] or all(map(self.is_nonnegative, o))
            case "add" | "divide" | "minimum" | "where":
                return all(map(self.is_nonnegative, numeric_operands(x)))
            case "maximum":
                return any(map(self.is_nonnegative, o))
            case _:
                return x.operation in ("absolute", "sqrt")

    def _degree(self, x: Operand) -> int:
        """Return the degree of `x` in the leaves: half, rounded up, for a root.

        It is 0 for a quotient or a comparison, whose operands count as their own terms.
        """
        if not isinstance(x, Node) or x.operation in ("divide", *_COMPARISONS):
            return 0
        inner = [self.degree(o) for o in numeric_operands(x)]
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

    def _record_squares(self, t: Node) -> None:
        """Map the index of every leaf that `t`, a sum of squares, contains to `t`."""
        squares = summands(t)
        roots = [
            s.operands[0]
            for s in squares
            if isinstance(s, Node)
            and s.operation == "multiply"
            and s.operands[0] is s.operands[1]
        ]
        if len(roots) == len(squares) > 1 and all(map(self.is_leaf_choice, roots)):
            self._squared |= {_strip_sign(x).index: t for x in roots}

    def extent(self, x: Node) -> Node:
        """Return |x|, without a new node where x is nonnegative."""
        return x if self.is_nonnegative(x) else abs(x)

    def magnitude(self, x: Node) -> Operand:
        """Return the size of a leaf, a selection of leaves or a sign change of one."""
        x = _strip_sign(x)
        extent = self.extent(x)
        if self._per_query:
            return select(extent.is_zero(), 0.0, extent + self.underflow_limit)
        if x.operation == "input" and self.rules.get(str(x.operands[0])) is Rule.UNIT:
            return 1.0 + UNIT_LENGTH_TOLERANCE
        if x.index in self._squared:
            return sqrt(
                block_max(self._squared[x.index])
                + self.underflow_limit * self.underflow_limit
            )
        return block_max(extent) + self.underflow_limit

    def _size(self, x: Operand) -> Operand | None:
        """Return S as a node; None for quotients."""
        if not isinstance(x, Node):
            return abs(cast("float", x)) if x == x else 0.0
        if self.is_leaf_choice(x):
            return self.magnitude(x)
        if x.index in self._sums and not self._per_query:
            return block_max(x) + self.underflow_limit * self.underflow_limit
        if x.index in self.graph.radius_differences:
            s = [self.size(y) for y in self.graph.radius_differences[x.index]]
            return reduce(_add_operands, cast("list[Operand]", s))
        s = [self.size(y) for y in numeric_operands(x)]
        if None in s:
            return None
        sizes = cast("list[Operand]", s)
        match x.operation:
            case "add" | "subtract":
                return _add_operands(*sizes)
            case "multiply":
                return multiply_operands(*sizes)
            case "where" | "maximum" | "minimum":
                return _larger(*sizes)
            case "negative" | "absolute":
                return sizes[0]
            case "sqrt":
                return sqrt(cast("Node", sizes[0]))
            case _:
                return None

    def _weight(self, x: Operand) -> float:
        """Return the weight w."""
        if (part := self.relative_error(x)) is not None:
            return part
        assert isinstance(x, Node)
        if x.index in self.graph.radius_differences:
            return (
                max(map(self.weight, self.graph.radius_differences[x.index]))
                + _QUOTIENT_ERROR
            )
        w = [self.weight(y) for y in numeric_operands(x)]
        match x.operation:
            case "add" | "subtract":
                return max(w) + HALF_EPSILON
            case "multiply":
                return sum(w) + HALF_EPSILON
            case "sqrt":
                return math.sqrt(w[0]) + HALF_EPSILON
            case _:
                return max(w)

    def error(self, x: Operand) -> Operand | None:
        """Return the error bound w S as a node; None for quotients."""
        size = self.size(x)
        return (
            None
            if size is None
            else multiply_operands(size, self.weight(x) * SLACK_FACTOR)
        )

    def length_error_ratio(self, x: Operand) -> float:
        """Return the largest possible error, relative to the largest length of a query.

        It is infinite for numbers that are not lengths.
        """
        reach, power = self._reach(x)
        return SLACK_FACTOR * self.weight(x) * reach if power == 1.0 else math.inf

    def _units_of(self, leaf: Node) -> set[str]:
        """Return the units of the inputs of a leaf."""
        inputs = (t for t in collect_nodes([leaf]) if t.operation == "input")
        return {self.units[str(t.operands[0])] for t in inputs}

    def _find_reach(self, x: Operand) -> tuple[float, float]:
        """Return S for lengths of size 1, and the power of a length that `x` is."""
        if not isinstance(x, Node):
            return (abs(x), 0.0) if x else (0.0, 1.0)  # type: ignore[arg-type]
        if self.is_leaf(x):
            units = self.units_of(x)
            if units == {LENGTH}:
                return 1.0, 1.0
            return (
                (1.0 + UNIT_LENGTH_TOLERANCE, 0.0)
                if units == {TURN}
                else (1.0, math.nan)
            )
        operands = self.graph.radius_differences.get(x.index) or numeric_operands(x)
        reaches, powers = zip(*map(self._reach, operands), strict=True)
        alike = powers[0] if len({*powers}) == 1 else math.nan
        match "add" if x.index in self.graph.radius_differences else x.operation:
            case "add" | "subtract":
                return sum(reaches), alike
            case "multiply":
                return math.prod(reaches), sum(powers)
            case "where" | "maximum" | "minimum" | "negative" | "absolute":
                return max(reaches), alike
            case _:
                return math.inf, math.nan

    # Certified booleans.

    def _certify(self, x: Operand) -> Certified:
        """Return the condition that a boolean, or an integer made of them, is exact."""
        if not isinstance(x, Node):
            return True
        if x.operation in _COMPARISONS:
            return self._certify_comparison(x)
        if x.operation == "where":
            condition = cast("Node", x.operands[0])
            inner = select_certified(condition, *map(self.certify, numeric_operands(x)))
            return logical_and(self.certify(condition), inner)
        facts = [self.certify(o) for o in x.operands]
        combined = logical_all(facts)
        if x.operation not in ("bitwise_and", "bitwise_or"):
            return combined
        likely = any(o.operation == "equal" for o in x.operand_nodes)
        for k, o in zip(facts, x.operand_nodes, strict=True):
            if self._per_query or likely or k is True:
                tells = ~o if x.operation == "bitwise_and" else o
                combined = logical_or(combined, logical_and(k, tells))
        return combined

    def _certify_comparison(self, t: Node) -> Certified:
        a, b = t.operands
        assert isinstance(a, Node)
        choices = logical_and(self.certify_choices(a), self.certify_choices(b))
        if self.relative_error(a) == self.relative_error(b) == 0.0 or (
            b == 0.0 and self.is_leaf_choice(a)
        ):
            return choices
        difference = a if b == 0.0 and not isinstance(b, Node) else a - b
        if self.is_leaf_choice(difference):
            return choices
        return logical_and(choices, self.certify_nonzero(difference))

    def certify_nonzero(self, x: Node) -> Certified:
        """Return the condition that `x` exceeds its error bound, or that both are 0."""
        error = self.error(x)
        return False if error is None else self.extent(x) >= error

    def _certify_choices(self, x: Operand) -> Certified:
        """Return the condition that certifies all selections in a number."""
        if not isinstance(x, Node):
            return True
        inner = [self.certify_choices(o) for o in numeric_operands(x)]
        if (
            x.operation != "where"
            or self.graph.is_equivalent_choice(x)
            or find_guarded_divisor(x)
        ):
            return logical_all(inner)
        condition = cast("Node", x.operands[0])
        return logical_and(self.certify(condition), select_certified(condition, *inner))

    # Valid inputs.

    def certify_inputs(self, values: Sequence[Node]) -> list[Certified]:
        """Return the conditions on the inputs of `values`: rules and no overflow."""
        facts: list[Certified] = []
        leaves = self.leaves(tuple(values))
        input_indices = {t.index for t in collect_nodes(leaves)}
        facts += [self._check_magnitude(self.magnitude(leaf)) for leaf in leaves]
        for argument in self.arguments:
            inputs = [self.graph.add_node("input", name) for name in argument.inputs]
            facts += [
                self._check_magnitude(block_max(self.extent(x)))
                for x in inputs
                if x.index not in input_indices
            ]
            facts += self._check_rule(argument, inputs)
        return facts

    def _find_leaves(self, values: tuple[Node, ...]) -> list[Node]:
        """Return the leaves that `values` depend on."""
        terms = collect_nodes(values)
        used = {o.index for t in terms if not self.is_leaf(t) for o in t.operand_nodes}
        used |= {t.index for t in values}
        return [t for t in terms if self.is_leaf(t) and t.index in used]

    def _check_magnitude(self, size: Operand) -> Certified:
        return size < self.overflow_limit if isinstance(size, Node) else True

    def _check_rule(self, argument: Argument, inputs: list[Node]) -> list[Certified]:
        facts: list[Certified] = []
        match argument.rule:
            case Rule.NOT_NEGATIVE:
                facts = [block_min(x) >= 0.0 for x in inputs]
            case Rule.POSITIVE:
                facts = [block_min(x) > 0.0 for x in inputs]
            case Rule.NOT_ZERO:
                facts = [block_min(_sum_squares(inputs)) > 0.0]
            case Rule.UNIT:
                square = _sum_squares(inputs)
                facts = [
                    block_max(square) < 1.0 + UNIT_LENGTH_TOLERANCE,
                    block_min(square) > 1.0 - UNIT_LENGTH_TOLERANCE,
                ]
        if argument.lower_bound:
            low = next(a for a in self.arguments if a.name == argument.lower_bound)
            for x, name in zip(inputs, low.inputs, strict=True):
                facts.append(block_min(x - self.graph.add_node("input", name)) >= 0.0)
        return facts


def find_guarded_divisor(x: Node) -> Node | None:
    """Return d for a selection "constant where d == 0, else d", otherwise None."""
    condition, instead, found = x.operands if x.operation == "where" else (0.0, x, x)
    if isinstance(condition, Node) and not isinstance(instead, Node):
        is_zero = condition.operation == "equal" and condition.operands == (found, 0.0)
        return cast("Node", found) if is_zero else None
    return None


def _strip_sign(x: Operand) -> Node:
    """Return the number below any negations and absolute values."""
    assert isinstance(x, Node)
    return _strip_sign(x.operands[0]) if x.operation in _SIGNS else x


def _sum_squares(inputs: Sequence[Node]) -> Node:
    return reduce(lambda a, b: a + b, [x * x for x in inputs])
