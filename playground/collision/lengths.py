"""The lengths that the bounds of a formula are made of.

A leaf (an input, or the sum of two) is bounded by a length. Leaves that are chosen from
share one; so do those that a formula multiplies as a vector, whose length is then their
norm. With `norms` False each leaf is a length of its own, which is exactly 0 where the
leaf is: then so is each product with it.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, NamedTuple

from playground.collision.arguments import UNIT_LEEWAY, Rule
from playground.collision.facts import CHOICES, SIGNS, Facts, U, factors, once
from playground.collision.formula import (
    Operand,
    Term,
    ordered,
    peak,
    sqrt,
    where,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from playground.collision.arguments import Argument

SQRT2 = 1.41422  # from above
_DIMENSIONS = 3
_OWN = 10**6  # from here on lengths are numbered by the sums of squares that they are


class VectorBound(NamedTuple):
    """A bound of a vector's norm, and by what part of that its error's norm."""

    lengths: tuple[int, ...]
    """Of which the product is the bound."""
    part: float


class Lengths(Facts):
    """Which leaves share a length, and the lengths as steps of the formula.

    A length is numbered by the first leaf that it bounds.
    """

    def __init__(
        self, terms: Iterable[Term], arguments: Sequence[Argument], *, norms: bool
    ) -> None:
        super().__init__(terms, arguments)
        self.norms = norms
        self.floor = 0.0
        self.members: dict[int, frozenset[int]] = {}
        """Of a vector's length: the kinds of its components."""
        self.squares: dict[int, Term] = {}
        """Of some lengths of vectors: a step that is the square."""
        self._leaves = [t for t in self.terms if self.leaf(t)]
        self._kind = {t.index: t.index for t in self._leaves}
        self._vector: dict[int, int] = {}
        self._singles: dict[int, Term] = {}
        for t in self.terms:
            if t.operation in CHOICES:
                self._share(self.plain(t))
        if norms:
            # A vector of three before the two that it may begin with.
            for t in sorted(self.terms, key=lambda t: -len(factors(t))):
                self._join(t)
            for t in self.terms:
                self._square(t)

    # Which leaves share a length.

    def _root(self, index: int) -> int:
        while self._kind[index] != index:
            index = self._kind[index]
        return index

    def _share(self, leaves: tuple[Term, ...]) -> None:
        for leaf in leaves[1:]:
            a, b = sorted((self._root(leaves[0].index), self._root(leaf.index)))
            self._kind[b] = a

    def _join(self, t: Term) -> None:
        """Make one length of what a sum of products multiplies as vectors."""
        pairs = factors(t)
        if not 1 < len(pairs) <= _DIMENSIONS:
            return
        if len(pairs) == _DIMENSIONS and "subtract" in (
            t.operation, *(o.operation for o in t.operands if isinstance(o, Term))
        ):  # fmt: skip
            return  # a difference of what need not be of one kind
        for side in zip(*pairs, strict=True):
            kinds = frozenset(self._kinds(side))
            if len(kinds) == len(side) and not kinds & self._vector.keys():
                self.members[min(kinds)] = kinds
                self._vector |= dict.fromkeys(kinds, min(kinds))

    def _square(self, t: Term) -> None:
        """Note the steps that are squares of vectors of which there is one each."""
        pairs = factors(t)
        if t.operation == "add" and all(a is b and self._sized(a) for a, b in pairs):
            kinds = frozenset(self._kinds([a for a, _ in pairs]))
            alike = sum(self._root(leaf) in kinds for leaf in self._kind)
            if kinds and self.members.get(min(kinds)) == kinds and alike == len(pairs):
                self.squares[min(kinds)] = t

    def _sized(self, x: Operand) -> bool:
        """Tell whether it is one leaf, but for its sign."""
        return isinstance(x, Term) and len(self.plain(x)) == 1

    def _kinds(self, side: Iterable[Operand]) -> list[int]:
        """Return the kinds of some numbers; none if one of them is not plain."""
        leaves = [self.plain(x) if isinstance(x, Term) else () for x in side]
        return [self._root(x[0].index) for x in leaves] if all(leaves) else []

    def has(self, leaf: Term) -> bool:
        """Tell whether it is a leaf of the formula, not one that nothing is made of."""
        return leaf.index in self._kind

    def length_of(self, t: Term) -> int:
        """Return the length that bounds a plain number."""
        if not self.norms:
            while t.operation in SIGNS:
                t = _term(t.operands[0])
            return self._alone(t)
        (kind,) = self._kinds((t,))
        return self._vector.get(kind, kind)

    def _alone(self, t: Term) -> int:
        self._singles[t.index] = t
        return t.index

    @once
    def vectors_of(self, t: Term) -> tuple[VectorBound, ...]:
        """Return the two vectors whose product it is; none if it is no such."""
        pairs = factors(t)
        if not self.norms or len(pairs) <= 1:
            return ()
        found = [self._vector_of(side) for side in zip(*pairs, strict=True)]
        return tuple(v for v in found if v) if None not in found else ()

    def _vector_of(self, side: Sequence[Operand]) -> VectorBound | None:
        kinds = self._kinds(side)
        lengths = {self._vector.get(kind) for kind in kinds}
        if len({*kinds}) == len(side) and len(lengths) == 1:
            length = lengths.pop()
            part = max(self.part(x) or 0.0 for x in side)
            return VectorBound((length,), part) if length is not None else None
        return self._crossed(side)

    def _crossed(self, side: Sequence[Operand]) -> VectorBound | None:
        """Return the vector whose components are those of a cross product.

        Component i is x_j y_k - x_k y_j, or that with the other sign: so its length is
        at most |x| |y|. It errs by its factors' parts and 2 u of |x_j y_k| + |x_k y_j|,
        and these three make a vector of at most sqrt(2) |x| |y|: their squares add up
        to |x|^2 |y|^2 + (sum of |x_j| |y_j|)^2, less twice the sum of squares of those.
        """
        axes, vectors, part = set(), set(), 0.0
        for t in side:
            pairs = factors(t)
            if len(pairs) != 2 or _term(t).operation != "subtract":
                return None
            (a, b), (c, d) = (self._in_order(pair) for pair in pairs)
            kinds = [self._kinds((x,)) for x in (a, b, c, d)]
            if not all(kinds) or len(side) != _DIMENSIONS:
                return None
            i, j, k, m = (kind for (kind,) in kinds)
            vectors.add((self._vector.get(i), self._vector.get(j)))
            first, second = (self._axis(x) for x in (i, j))
            if (first, second) != (self._axis(m), self._axis(k)) or first == second:
                return None
            axes.add(frozenset((first, second)))
            parts = [self.part(x) or 0.0 for x in (a, b, c, d)]
            part = max(part, parts[0] + parts[1], parts[2] + parts[3])
        ((one, other),) = vectors if len(vectors) == 1 else ((None, None),)
        if one is None or other is None or one == other or len(axes) < _DIMENSIONS:
            return None
        return VectorBound((one, other), SQRT2 * (part + 2.0 * U))

    def _in_order(self, pair: tuple[Operand, Operand]) -> tuple[Operand, Operand]:
        """Return two factors, that of the earlier vector first."""
        a, b = (self._kinds((x,)) for x in pair)
        later = a and b and self._vector.get(a[0], -1) > self._vector.get(b[0], -1)
        return pair[::-1] if later else pair

    def _axis(self, kind: int) -> int:
        """Return which component of its vector a kind is."""
        vector = self._vector.get(kind)
        return -1 if vector is None else sorted(self.members[vector]).index(kind)

    def norm_of(self, t: Term) -> int | None:
        """Return a length for the root of a sum of squares of plain numbers."""
        pairs = factors(t)
        if not (self.norms and pairs and t.operation == "add"):
            return None
        if not all(a is b and isinstance(a, Term) and self.plain(a) for a, b in pairs):
            return None
        for length, square in self.squares.items():
            if square is t:
                return length
        self.squares[_OWN + t.index] = t
        return _OWN + t.index

    def leaves_of(self, length: int) -> list[Term]:
        """Return a leaf of each kind that a length is the norm of; none of a root."""
        if length >= _OWN:
            pairs = factors(self.squares[length])
            return [self.plain(_term(a))[0] for a, _ in pairs]
        kinds = self.members.get(length, frozenset({length}))
        return [leaf for leaf in self._leaves if leaf.index in kinds]

    # The lengths as steps.

    @property
    def leaves(self) -> list[Term]:
        """The inputs, and the sums of two exact numbers."""
        return self._leaves

    def step(self, length: int) -> Operand:
        """Return a length as a step."""
        floor = self.floor
        if self._turns(length):
            return 1.0 + UNIT_LEEWAY
        if length in self.squares:
            return sqrt(peak(self.squares[length]) + floor * floor)
        if not self.norms:
            extent = abs(self._singles[length])
            return where(extent.is_zero(), 0.0, extent + floor)
        largest = [self._largest(k) for k in sorted(self.members.get(length, {length}))]
        if len(largest) == 1:
            return largest[0] + floor
        return sqrt(
            reduce(lambda a, b: a + b, [x * x for x in largest]) + floor * floor
        )

    def _turns(self, length: int) -> bool:
        """Tell whether it is that of a cosine and a sine: their squares add up to 1."""
        leaves = self.leaves_of(length) if self.norms else []
        rules = {self.rules.get(str(leaf.operands[0])) for leaf in leaves}
        return rules == {Rule.UNIT}

    def own_square(self, length: int) -> Operand | None:
        """Return the square of a length as each query by itself has it, if short."""
        if self._turns(length):
            return 1.0 + UNIT_LEEWAY
        if length in self.squares:
            return self.squares[length]
        kinds = self.members.get(length, frozenset({length}))
        leaves = [x for x in self._leaves if self._root(x.index) in kinds]
        if len(leaves) > len(kinds):
            return None
        return reduce(lambda a, b: a + b, [x * x for x in leaves]) if leaves else None

    def _largest(self, kind: int) -> Term:
        """Return the largest size of the leaves of a kind."""
        alike = [leaf for leaf in self._leaves if self._root(leaf.index) == kind]
        note = self.record.note
        return peak(reduce(lambda a, b: note("maximum", a, b), map(self._sizes, alike)))

    def extent(self, t: Term) -> Term:
        """Return the largest size of a number."""
        return peak(self._sizes(t))

    def _sizes(self, t: Term) -> Term:
        return t if self.positive(t) else abs(t)


def inputs_of(terms: Iterable[Term]) -> list[Term]:
    """Return the inputs that terms are made of."""
    return [t for t in ordered(terms) if t.operation == "input"]


def _term(x: Operand) -> Term:
    assert isinstance(x, Term)
    return x
