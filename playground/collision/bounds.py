"""Bounds of rounding errors, derived from the record of a formula.

Every number of a formula gets a bound of its size and one of its error. Both are sums
of products of *lengths*: the largest that an input, or the difference of two, is in a
block, or the norm of several that the formula multiplies as a vector. A length is
never taken for less than `floor` nor, where anything is sure, for more than `roof`;
products of as many lengths as the formula multiplies stay between 2**-480 and 2**480.

The rules are those of running error analysis (Higham, *Accuracy and Stability of
Numerical Algorithms*, ch. 3), with u = 2**-53. Let x' be what floats make of x, let
|x| <= S(x) and |x' - x| <= E(x), the choices that x hangs on being right. Then

1. input: E = 0. Sum of two exact numbers: its error is u of itself, as such a sum does
   not underflow; and its sign is right.
2. x + y: |(x' + y')(1 + d) - (x + y)| <= E(x) + E(y) + u (S(x) + S(y) + E(x) + E(y)).
3. x y: |x' y' - x y| <= S(x) E(y) + E(x) S(y) + E(x) E(y), then u of the product.
4. Numbers that err by a part of themselves keep to it: of a product the parts add up,
   of a quotient too, of a sum of numbers >= 0 the larger one counts, of a root half;
   then u. (1 + a)(1 + b) - 1 is taken as a + b: what is missing is part of the slack.
5. x1 y1 + x2 y2 + ...: at most |x| |y| by Cauchy and Schwarz. With dx and dy for the
   vectors of errors, x' y' - x y is at most |x| |dy| + |dx| |y| and what is of second
   order; each product takes u and each sum that it goes through u more, of at most
   |x| |y| again. Of plain vectors |dx| is a part of |x|; of cross products see
   `Lengths`.
6. A root: |sqrt a - sqrt b| <= sqrt |a - b|, as the square of the left is at most
   |sqrt a - sqrt b| (sqrt a + sqrt b).
7. The larger or smaller of two, a choice, a size, a sign: the larger of both errors.
8. x / |v|^2, where |v| is a length: the product's rule, with the length to the power
   of -2; `digits` asks that |v|^2 must be large beside its floor.

9. (|w|^2 - r^2) / (|w| + r), with r >= 0 a leaf: it is |w| - r. With A for the exact
   norm of the floats of w, A and |w| differ by less than the sum of the errors of w's
   components, as a norm moves no more than what it is of. The float is
   ((A^2 (1 + 2.1 d) - r^2 (1 + d)) (1 + d)) / ((A (1 + 2.1 d) + r) (1 + d)) (1 + d),
   each |d| <= u, and so within 7 u (A + r) of A - r. That the sign of the numerator is
   known (`digits`) keeps it clear of underflow: it is above u floor^2 then, or w is 0.

Underflow: a product errs by 2**-1075 more. Its bound has u S >= 2**-53 2**-480 in it,
of which that is less than 2**-540. Rounding of the bounds themselves: each is a sum of
at most some hundred products of at most nine floats >= 0, so they are below 2**-40 of
it. SLACK, 2**-20, is more than all of that, what rule 4 leaves out, and u of an error,
which rules 2 and 3 name: beside the error itself no float would hold it.

What it costs: next to bounds that were found by hand, measured on one machine, a
compiled loop of `sweep_ball_block` takes 1.1 times as long, one of `ray_circle` 1.16
times; blocks of a million are within 1.1 for all functions, batches and single queries
without doubts within 1.15.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple, cast

from playground.collision.arguments import LENGTH, TURN, UNIT_LEEWAY
from playground.collision.facts import U, factors, numbers, once
from playground.collision.formula import Operand, Term, sqrt
from playground.collision.lengths import Lengths, inputs_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from playground.collision.arguments import Argument

RANGE = 480
"""Products of lengths are kept between 2**-RANGE and 2**RANGE."""
SLACK = 1.0 + 2.0**-20

Product = tuple[tuple[int, int], ...]
"""Lengths, each with its power, in order."""
Sum = dict[Product, float]
"""Coefficients by products."""


def product_of(*factors: tuple[int, int]) -> Product:
    """Return a product of lengths with powers."""
    powers: Counter[int] = Counter()
    for length, power in factors:
        powers[length] += power
    return tuple(sorted((i, n) for i, n in powers.items() if n))


def plus(a: Sum, b: Sum) -> Sum:
    """Return the sum of two."""
    return {m: a.get(m, 0.0) + b.get(m, 0.0) for m in a | b}


def times(a: Sum, b: Sum) -> Sum:
    """Return the product of two."""
    total: Sum = {}
    for m, x in a.items():
        for n, y in b.items():
            both = product_of(*m, *n)
            total[both] = total.get(both, 0.0) + x * y
    return total


def scaled(a: Sum, k: float) -> Sum:
    """Return a multiple."""
    return {m: k * x for m, x in a.items()} if k else {}


def joined(a: Sum, b: Sum) -> Sum:
    """Return what is at least as large as either."""
    return {m: max(a.get(m, 0.0), b.get(m, 0.0)) for m in a | b}


class Own(NamedTuple):
    """A bound of the error of a query by itself, as a step."""

    step: Term
    least: float
    """An exponent that it is not below."""
    lost: float
    """An exponent of what it may lack, as the square in a root underflows."""


def conjugate(t: Term) -> Term | None:
    """Return |w|^2 - r^2 of a quotient of that by |w| + r, with r >= 0 a leaf."""
    above, below = t.operands if t.operation == "divide" else (0.0, 0.0)
    if not (isinstance(above, Term) and isinstance(below, Term)):
        return None
    if (above.operation, below.operation) != ("subtract", "add"):
        return None
    (square, r2), (outer, r) = above.operands, below.operands
    if not (isinstance(outer, Term) and isinstance(r, Term)):
        return None
    of_one = outer.operation == "sqrt" and outer.operands[0] is square
    pairs = factors(square)
    squares = isinstance(square, Term) and square.operation == "add" and pairs
    if (
        of_one
        and squares
        and all(a is b for a, b in pairs)
        and factors(r2) == ((r, r),)
    ):
        return above
    return None


class ErrorBounds(Lengths):
    """The size and the error of each number of a formula; None where no rule tells."""

    def __init__(
        self, terms: Iterable[Term], arguments: Sequence[Argument], *, norms: bool
    ) -> None:
        super().__init__(terms, arguments, norms=norms)
        self._roots: dict[int, Sum] = {}
        """Of lengths that are roots of bounds, numbered below 0: those bounds."""
        sizes = [self.size(t) for t in self.terms if t.index in self.compared]
        powers = [
            self._lengths_in(m)
            for size in sizes
            for m in size or ()
            if all(n > 0 for _, n in m)
        ]
        self.exponent = RANGE // max([_LEAST_DEGREE, *powers])
        """Lengths are kept between two to the power of minus this, and of this."""
        self.floor, self.roof = 2.0**-self.exponent, 2.0**self.exponent

    def _lengths_in(self, product: Product) -> int:
        """Return how many lengths a product is made of."""

        def of(length: int) -> int:
            inner = self._roots.get(length)
            return max(map(self._lengths_in, inner)) if inner else 1

        return sum(abs(power) * of(length) for length, power in product)

    def size(self, x: Operand) -> Sum | None:
        """Return S(x)."""
        if isinstance(x, Term):
            return self._size(x)
        return {(): abs(cast("float", x))} if x == x and x else {}

    @once
    def _size(self, t: Term) -> Sum | None:
        if self.plain(t):
            return {((self.length_of(t), 1),): 1.0}
        if (own := self.norm_of(t)) is not None:
            return {((own, 2),): 1.0}
        if vectors := self.vectors_of(t):
            return {product_of(*((i, 1) for v in vectors for i in v.lengths)): 1.0}
        if conjugate(t) is not None:
            return self._outer_and_radius(t)
        sizes = [self.size(x) for x in numbers(t)]
        if None in sizes:
            return None
        s = cast("list[Sum]", sizes)
        match t.operation:
            case "add" | "subtract":
                return plus(*s)
            case "multiply":
                return times(*s)
            case "divide":
                below = self._below(t)
                return None if below is None else times(s[0], below)
            case "where" | "maximum" | "minimum":
                return joined(*s)
            case "negative" | "absolute":
                return s[0]
            case "sqrt":
                error = self.error(t.operands[0])
                return None if error is None else self._root_of(plus(s[0], error))
            case _:
                return None

    def error(self, x: Operand) -> Sum | None:
        """Return E(x)."""
        return self._error(x) if isinstance(x, Term) else {}

    @once
    def _error(self, t: Term) -> Sum | None:
        exact = self.size(t)
        if exact is None:
            return None
        if (part := self.part(t)) is not None:
            return scaled(exact, part)
        if vectors := self.vectors_of(t):
            parts = sum(vector.part for vector in vectors)
            return scaled(exact, parts + len(factors(t)) * U)
        if (power := conjugate(t)) is not None:
            outer = [self.error(x) for x, _ in factors(power.operands[0])]
            if None in outer:
                return None
            return reduce(plus, cast("list[Sum]", outer), scaled(exact, 7.0 * U))
        errors = [self.error(x) for x in numbers(t)]
        if None in errors:
            return None
        e = cast("list[Sum]", errors)
        s = [cast("Sum", self.size(x)) for x in numbers(t)]
        match t.operation:
            case "add" | "subtract":
                more = plus(*e)
            case "multiply":
                more = plus(plus(times(s[0], e[1]), times(e[0], s[1])), times(*e))
            case "divide":
                below = cast("Sum", self._below(t))
                part = cast("float", self.part(t.operands[1]))
                more = plus(times(e[0], below), scaled(exact, part))
            case "where" | "maximum" | "minimum":
                return joined(*e)
            case "negative" | "absolute":
                return e[0]
            case _:  # a root
                more = self._root_of(e[0])
        return plus(scaled(exact, U), more)

    def share(self, t: Term) -> float:
        """Return what part of the largest length of a query E(t) can be at most."""
        error = self.error(t)
        if error is None:
            return math.inf
        return SLACK * sum(k * self._reach(product) for product, k in error.items())

    def _reach(self, product: Product) -> float:
        """Return how large a product is beside the largest length; infinite if other.

        The norm of n is at most sqrt(n) of it, and that of a turn 1.
        """
        total, power = 1.0, 0
        for length, n in product:
            leaves = self.leaves_of(length)
            units = {self.units[str(i.operands[0])] for i in inputs_of(leaves)}
            if units == {LENGTH}:
                power += n
                total *= len(leaves) ** (0.5 * n)
            elif units == {TURN}:
                total *= (1.0 + UNIT_LEEWAY) ** abs(n)
            else:
                return math.inf
        return total if power == 1 else math.inf

    def _outer_and_radius(self, t: Term) -> Sum | None:
        """Return the sizes of all that is squared in a quotient of rule 9."""
        power = cast("Term", conjugate(t))
        sizes = [self.size(x) for part in power.operands for x, _ in factors(part)]
        return None if None in sizes else reduce(plus, cast("list[Sum]", sizes))

    def _below(self, t: Term) -> Sum | None:
        """Return 1 / |v|^2 of what is divided by the square of a length (rule 8)."""
        divisor = t.operands[1]
        if not isinstance(divisor, Term) or self.part(divisor) is None:
            return None
        size = self.size(divisor)
        own = self.norm_of(divisor)
        if size is None or own is None or list(size) != [((own, 2),)]:
            return None
        return {((own, -2),): 1.0}

    def _root_of(self, bound: Sum) -> Sum:
        """Return the root of a bound: of each part, as that is no less, or a length."""
        if all(power % 2 == 0 for m in bound for _, power in m):
            return {
                tuple((i, n // 2) for i, n in m): k**0.5 * SLACK
                for m, k in bound.items()
            }
        number = -1 - len(self._roots)
        self._roots[number] = bound
        return {((number, 1),): 1.0}

    # Bounds as steps of the formula.

    def step(self, length: int) -> Operand:
        """Return a length as a step."""
        if length in self._roots:
            inside = self.summed(self._roots[length])
            return sqrt(inside) if isinstance(inside, Term) else float(inside) ** 0.5
        return super().step(length)

    def summed(self, bound: Sum, slack: float = SLACK) -> Operand:
        """Return a bound as a step."""
        parts = []
        for product, k in sorted(bound.items()):
            lengths = [self.step(i) for i, power in product for _ in range(power)]
            step = reduce(_times, lengths) if lengths else 1.0
            parts.append(step if k * slack == 1.0 else _times(step, k * slack))
        return reduce(_plus, parts) if parts else 0.0

    def own(self, t: Term) -> Own | None:
        """Return E(t) of each query by itself, but for underflow; None if that is long.

        Of a product with odd powers it takes the root of that of squares: but of |x||y|
        alone the bound for a block, which takes no step.
        """
        return self._own_of((self.error(t) if self.polynomial(t) else None) or {})

    @once
    def own_squared(self, t: Term) -> tuple[float, Own] | None:
        """Return of a square t, |x|**2, by what part of itself and what more it errs.

        With E for the error of x, or its norm where x is a vector: |x'|**2 - |x|**2 is
        at most 2 |x'| E + E**2, and so for any k at most k |x'|**2 + (1 + 1 / k) E**2.
        Where E is at most some share of S(x), twice that as k is little where |x| is
        near S(x), and elsewhere leaves half of E S(x).
        """
        pairs = factors(t) if self.polynomial(t) and self.positive(t) else ()
        alike = pairs and all(a is b for a, b in pairs)
        if not alike or self.part(t) is not None:
            return None
        if vectors := self.vectors_of(t):
            product = product_of(*((i, 1) for i in vectors[0].lengths))
            share, error = vectors[0].part, {product: vectors[0].part}
        elif len(pairs) == 1:
            root = cast("Term", pairs[0][0])
            found, size = self.error(root), self.size(root)
            if not found or not size or any(m not in size for m in found):
                return None
            share, error = max(e / size[m] for m, e in found.items()), found
            if (sides := self._sides(root)) is not None:
                factor = share * share * (1.0 + 0.5 / share) * SLACK
                return 2.0 * share + U, Own(sides * factor, -math.inf, -math.inf)
        else:
            return None
        k = 2.0 * share
        own = self._own_of(scaled(times(error, error), 1.0 + 1.0 / k))
        return None if own is None else (k + len(pairs) * U, own)

    @once
    def has_square(self, t: Term) -> bool:
        """Tell whether it is a polynomial in which something errs by `own_squared`."""
        if self.own_squared(t) is not None:
            return True
        if self.part(t) is not None or self.vectors_of(t) or not self.polynomial(t):
            return False
        return any(self.has_square(o) for o in t.operands if isinstance(o, Term))

    def _sides(self, t: Term) -> Term | None:
        """Return |x|**2 |y|**2 of a product x y of plain vectors, as a query has it."""
        if len(self.vectors_of(t)) != _FEW:
            return None
        squares = []
        for side in zip(*factors(t), strict=True):
            parts = sorted({x.index: x for x in side if isinstance(x, Term)}.items())
            if not all(self.plain(x) for _, x in parts):
                return None
            squares.append(reduce(lambda a, b: a + b, [x * x for _, x in parts]))
        one, other = sorted(squares, key=lambda x: -x.index)
        return one * other

    def _own_of(self, error: Sum) -> Own | None:
        if len(error) == 1:
            ((product, k),) = error.items()
            if len(product) == sum(n for _, n in product) == _FEW:
                of_block = self.summed(error)
                least_exponent = math.log2(k) - _FEW * self.exponent
                return Own(cast("Term", of_block), least_exponent, -math.inf)
        shared = _shared(error)
        parts: list[Operand] = []
        for product, k in error.items():
            step = self._own_product(_without(product, shared))
            if step is None:
                return None
            parts.append(_times(step, k * SLACK))
        common = self._own_product(shared)
        if not parts or common is None:
            return None
        total = _times(*_in_order(common, reduce(_plus, parts)))
        if not isinstance(total, Term):
            return None
        odd = [sum(n for _, n in m) for m in error if any(n % 2 for _, n in m)]
        lost = _ROOT_LOST + self.exponent * (max(odd) - _FEW) if odd else -math.inf
        return Own(total, -math.inf, lost)

    def _own_product(self, product: Product) -> Operand | None:
        """Return a product of lengths of each query by itself."""
        step: Operand = 1.0
        odd: Operand = 1.0
        for length, power in product:
            square = self.own_square(length)
            if square is None:
                return None
            for _ in range(power // 2):
                step = _times(*_in_order(square, step))
            if power % 2:
                odd = _times(*_in_order(odd, square))
        return _times(step, sqrt(odd) if isinstance(odd, Term) else odd)

    def bound(self, t: Term) -> Operand | None:
        """Return E(t) as a step: one coefficient times a size where that is shorter.

        None where no rule tells, or where rule 8 has divided by a length.
        """
        error = self.error(t)
        if error is None or any(n < 0 for m in error for _, n in m):
            return None
        if len(error) > _FEW and (written := self._written(t)):
            size, step = written
            if all(m in size for m in error):
                return _times(step, max(k / size[m] for m, k in error.items()) * SLACK)
        return self.summed(error)

    def _written(self, x: Operand) -> tuple[Sum, Operand] | None:
        """Return S(x) as the formula writes it, and that as a step."""
        size = self.size(x)
        if size is None:
            return None
        if not isinstance(x, Term) or self._as_one(x):
            return size, self.summed(size, 1.0)
        found = [self._written(o) for o in numbers(x)]
        if None in found or x.operation in ("sqrt", "divide"):
            return None
        parts = cast("list[tuple[Sum, Operand]]", found)
        if x.operation == "multiply":
            return times(parts[0][0], parts[1][0]), _times(parts[0][1], parts[1][1])
        parts = [p for p in parts if p[0]] or parts[:1]  # nothing of what is 0
        if len(parts) == 1:
            return parts[0]
        return plus(parts[0][0], parts[1][0]), _plus(parts[0][1], parts[1][1])

    def _as_one(self, t: Term) -> bool:
        return bool(self.plain(t) or self.norm_of(t) is not None or self.vectors_of(t))


_FEW = 2
_ROOT_LOST = -530.0
_LEAST_DEGREE = 2


def _times(a: Operand, b: Operand) -> Operand:
    if 1.0 in (a, b):
        return b if a == 1.0 else a
    if isinstance(a, Term):
        return a * b
    return b * a if isinstance(b, Term) else cast("float", a) * cast("float", b)


def _shared(a: Sum) -> Product:
    """Return what all products of a sum have in common, in even powers."""
    powers = [dict(product) for product in a]
    if len(powers) <= 1:
        return ()
    common = {i: min(p.get(i, 0) for p in powers) // 2 * 2 for i in powers[0]}
    return product_of(*common.items())


def _without(product: Product, shared: Product) -> Product:
    return product_of(*product, *((i, -n) for i, n in shared))


def _in_order(a: Operand, b: Operand) -> tuple[Operand, Operand]:
    """Return two factors, the later step first: so a product is noted once only."""
    earlier = isinstance(a, Term) and isinstance(b, Term) and a.index < b.index
    return (b, a) if earlier else (a, b)


def _plus(a: Operand, b: Operand) -> Operand:
    if isinstance(a, Term):
        return a + b
    return b + a if isinstance(b, Term) else cast("float", a) + cast("float", b)
