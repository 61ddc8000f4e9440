"""Where floats are known to give a truth, derived from the record of a formula.

A truth is known where

1. a comparison of two exact numbers, or of a leaf with 0, is: always;
2. the number compared with 0, or the difference of the two compared, is above the
   bound of its error: for that bound holds of the difference, and floats compare as
   they subtract. The choices that it hangs on must be known;
3. the number compared is p - q, both never below 0, and one of them is exactly 0, as
   what was cut off at 0 is: then its sign is that of the other, which is 0 only where
   its float is;
4. with bounds of components, the bound of the number is 0: then so is each product in
   it, nothing was rounded, and the number and its float are 0;
5. of `a & b`: both are known, or one of them is and does not hold; of `a | b`: both
   are, or one is and holds. Of a choice: its condition is, and what it chooses.

All of it needs `valid`: the numbers are allowed, and no length is above its roof.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, cast

from playground.collision.arguments import UNIT_LEEWAY, Rule
from playground.collision.bounds import ErrorBounds
from playground.collision.facts import COMPARISONS, factors, numbers, once
from playground.collision.formula import Operand, Term, least, ordered, peak

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence, Set

    from playground.collision.arguments import Argument

Known = Term | bool
"""A truth, or always so, or (False) nobody knows when."""
ALL: Known = True
_KEPT = 2.0**-960
"""A square above it has not lost its digits."""


def both(a: Known, b: Known) -> Known:
    """Return a and b."""
    if a is True or b is False:
        return b
    if b is True or a is False:
        return a
    return a & b


def either(a: Known, b: Known) -> Known:
    """Return a or b."""
    if a is False or b is True:
        return b
    if b is False or a is True:
        return a
    return a | b


def chosen(condition: Term, yes: Known, no: Known) -> Known:
    """Return what is so of a choice by what is so of its sides."""
    if yes is no:
        return yes
    return together([either(~condition, yes), either(condition, no)])


def not_zero(t: Term) -> Term | None:
    """Return what is replaced by a constant where it is 0, to divide by."""
    condition, instead, x = t.operands if t.operation == "where" else (0.0, t, t)
    if isinstance(condition, Term) and not isinstance(instead, Term):
        is_zero = condition.operation == "equal" and condition.operands == (x, 0.0)
        return cast("Term", x) if is_zero else None
    return None


def together(truths: Iterable[Known]) -> Known:
    """Return all of them, without what follows from others of them."""
    parts: dict[int, Term] = {}
    waiting = list(truths)
    while waiting:
        t = waiting.pop()
        if t is False:
            return False
        if isinstance(t, Term):
            if t.operation == "bitwise_and":
                waiting += cast("tuple[Term, ...]", t.operands)
            else:
                parts[t.index] = t

    _drop_weaker(parts)
    for t in list(parts.values()):  # (a | b) & (~a | b) is b
        if t.operation == "bitwise_or":
            a, b = cast("tuple[Term, Term]", t.operands)
            if a.operation == "logical_not":
                other = cast("Term", a.operands[0]) | b
                if other.index in parts and b.operation != "bitwise_and":
                    parts[b.index] = b

    asked, left = dict(sorted(parts.items())), Remaining()
    for index, t in list(asked.items()):
        del asked[index]
        rest = left.of(t, asked.keys())
        if rest is False:
            return False
        if isinstance(rest, Term):
            asked.update((x.index, x) for x in joined(rest))
    return reduce(both, [t for _, t in sorted(asked.items())], ALL)


class Remaining:
    """What is left to ask of truths where others hold.

    Of `a & b` the one is asked where the other holds, of `a | b` where it does not.
    What is left of a truth hangs on those alone that stand in it, and is found once
    for them.
    """

    def __init__(self) -> None:
        self._found: dict[tuple[int, frozenset[int]], Known] = {}
        self._within: dict[int, frozenset[int]] = {}

    def of(self, t: Term, held: Set[int]) -> Known:
        """Return what is left of a truth where those of these numbers hold."""
        known = t.index, self._inside(t).intersection(held)
        if known not in self._found:
            self._found[known] = self._of(t, known[1])
        return self._found[known]

    def _inside(self, t: Term) -> frozenset[int]:
        """Return the numbers of the truths in it, and of what denies them."""
        if t.index not in self._within:
            parts = {t.index, negation(t).index}
            if t.operation in ("bitwise_and", "bitwise_or"):
                parts.update(*(self._inside(cast("Term", o)) for o in t.operands))
            self._within[t.index] = frozenset(parts)
        return self._within[t.index]

    def _of(self, t: Term, held: Set[int]) -> Known:
        if t.index in held:
            return True
        if negation(t).index in held:
            return False
        if t.operation == "bitwise_and":
            found: dict[int, Term] = {}
            for x in joined(t):
                rest = self.of(x, held | found.keys())
                if rest is False:
                    return False
                if isinstance(rest, Term):
                    found |= {y.index: y for y in joined(rest)}
            return reduce(both, found.values(), ALL)
        if t.operation == "bitwise_or":
            a, b = cast("tuple[Term, Term]", t.operands)
            return either(self.of(a, held), self.of(b, held | {negation(a).index}))
        return t


def negation(t: Term) -> Term:
    """Return what holds where this does not."""
    return cast("Term", t.operands[0]) if t.operation == "logical_not" else ~t


def _drop_weaker(parts: dict[int, Term]) -> None:
    """Leave of x >= 0 and x > 1 the second."""
    strongest: dict[int, Term] = {}
    for t in sorted(parts.values(), key=_lowest):
        if t.operation in ("greater", "greater_equal"):
            x, low = t.operands
            if isinstance(x, Term) and isinstance(low, float):
                if x.index in strongest:
                    del parts[strongest[x.index].index]
                strongest[x.index] = t


def _lowest(t: Term) -> tuple[float, bool]:
    """Return what a number must be above, that being weaker which allows it too."""
    low = t.operands[-1]
    return low if isinstance(low, float) else 0.0, t.operation == "greater"


def joined(t: Term) -> list[Term]:
    """Return what is joined in it by `&`."""
    if t.operation != "bitwise_and":
        return [t]
    return [x for o in t.operands for x in joined(cast("Term", o))]


class Sureness(ErrorBounds):
    """Where truths are known, and where numbers are allowed."""

    def __init__(
        self,
        terms: Iterable[Term],
        arguments: Sequence[Argument],
        *,
        norms: bool,
        full: bool = False,
    ) -> None:
        """With `full` rule 5 is used always, not just where that is cheap."""
        super().__init__(terms, arguments, norms=norms)
        self._full = full

    # What is allowed.

    def valid(self, values: Sequence[Term]) -> list[Known]:
        """Return what must hold of the numbers that these values are made of."""
        found: list[Known] = []
        seen: set[int] = set()
        for leaf in self.used(values):
            found.append(self._within(leaf))
            seen |= {t.index for t in ordered([leaf])}
        for argument in self.arguments:
            inputs = [self.record.note("input", name) for name in argument.inputs]
            found += [self._within(x) for x in inputs if x.index not in seen]
            found += self._allowed(argument, inputs)
        return found

    def used(self, values: Sequence[Term]) -> list[Term]:
        """Return the leaves that something is made of."""
        terms = ordered(values)
        used = {o.index for t in terms if not self.leaf(t) for o in _terms(t)}
        used |= {t.index for t in values}
        return [t for t in terms if self.leaf(t) and t.index in used]

    def _within(self, leaf: Term) -> Known:
        """Return where a leaf's length is below the roof."""
        size = self.step(self.length_of(leaf)) if self.has(leaf) else self.extent(leaf)
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

    # Where truths are known.

    def known(self, x: Operand) -> Known:
        """Return where floats give a truth, or a whole number made of truths."""
        return self._known(x) if isinstance(x, Term) else True

    @once
    def _known(self, t: Term) -> Known:
        if t.operation in COMPARISONS:
            return both(self.settled(t), self._compared(t))
        if t.operation in ("bitwise_and", "bitwise_or"):
            return self._joined(t)
        if t.operation == "where":
            condition, yes, no = t.operands
            inner = chosen(cast("Term", condition), self.known(yes), self.known(no))
            return both(self.known(condition), inner)
        return reduce(both, map(self.known, t.operands), cast("Known", True))

    @once
    def _joined(self, t: Term) -> Known:
        """Rule 5; where it does not help it costs more than it saves: see `_idle`."""
        a, b = cast("tuple[Term, Term]", t.operands)
        if not (self._full or self._idle(a) or self._idle(b)):
            return both(self.known(a), self.known(b))

        def tells(x: Term) -> Known:
            return both(self.known(x), ~x if t.operation == "bitwise_and" else x)

        if self.known(a) is self.known(b):
            return self.known(a)
        if self.known(a) is True:
            return either(self.known(b), tells(a))
        if self.known(b) is True:
            return either(self.known(a), tells(b))
        all_known = both(self.known(a), self.known(b))
        return either(all_known, either(tells(a), tells(b)))

    @once
    def _idle(self, t: Term) -> bool:
        """Tell whether a comparison in it is often of exactly 0, as of what was cut.

        Then the other side of an `&` or `|` is to help. Elsewhere doubts are so rare
        that asking for both sides costs less than to find out which one would do.
        """
        if t.operation in COMPARISONS:
            cut = any(map(self._often, t.operands))
            return cut and not all(map(self.signed, t.operands))
        inner = ("bitwise_and", "bitwise_or", "logical_not", "where")
        return t.operation in inner and any(map(self._idle, _terms(t)))

    def _often(self, x: Operand) -> bool:
        """Tell whether it is often exactly 0, whatever else it is."""
        if not isinstance(x, Term):
            return False
        match x.operation:
            case "maximum" | "minimum" | "where":
                return any(o == 0.0 for o in x.operands[-2:] if not isinstance(o, Term))
            case "multiply":
                return any(map(self._often, x.operands))
            case "add" | "subtract":
                return all(map(self._often, x.operands))
            case "negative" | "absolute" | "sqrt":
                return self._often(x.operands[0])
            case _:
                return False

    @once
    def settled(self, t: Term) -> Known:
        """Return where the choices that a number hangs on are known."""
        return self.settled_but(t, frozenset())

    def settled_but(self, t: Term, others: frozenset[int]) -> Known:
        """Return the same, of other choices than these."""
        found: dict[int, Known] = {}

        def of(x: Operand) -> Known:
            if not isinstance(x, Term):
                return True
            if x.index not in found:
                found[x.index] = each(x)
            return found[x.index]

        def each(x: Term) -> Known:
            if (
                x.operation != "where"
                or self.record.indifferent(x)
                or x.index in others
            ):
                return reduce(both, dict.fromkeys(map(of, numbers(x))), ALL)
            condition = cast("Term", x.operands[0])
            return both(self.known(condition), chosen(condition, *map(of, numbers(x))))

        return of(t)

    def _compared(self, t: Term) -> Known:
        a, b = t.operands
        if self.exact(a) and self.exact(b):
            return True
        assert isinstance(a, Term)
        if b == 0.0 and not isinstance(b, Term):
            if self.signed(a):
                return True
        else:
            a = a - b
        e = self.bound(a)
        if e is None:
            return False
        sure: Known = (a if self.positive(a) else abs(a)) > e
        if not self.norms and isinstance(e, Term):
            sure = either(sure, e.is_zero())
        if a.operation == "subtract":
            p, q = a.operands
            for x, y in ((p, q), (q, p)):
                zero, kept = self._zero(x), self._kept(y)
                if zero is not False and kept is not False:
                    return either(sure, both(kept, zero))
        return sure

    def _zero(self, x: Operand) -> Known:
        """Return where both the number and its float are exactly 0."""
        if not isinstance(x, Term):
            return x == 0.0
        a = x.operands[0]
        match x.operation:
            case "maximum" if x.operands[1] == 0.0 and isinstance(a, Term):
                if self.signed(a):
                    return a <= 0.0
                e = self.bound(a)
                return False if e is None else a < -cast("Term", e)
            case "multiply" if a is x.operands[1]:
                return self._zero(a)
            case "add":
                return both(*map(self._zero, x.operands))
            case _:
                return False

    def _kept(self, x: Operand) -> Known:
        """Return where a number >= 0 is 0 only if its float is."""
        if not isinstance(x, Term):
            return False
        if self.positive(x) and self.signed(x):
            return True
        ((a, b),) = factors(x) if x.operation == "multiply" else ((None, 0.0),)
        if a is b and isinstance(a, Term) and self.plain(a):
            return (least(x) > _KEPT) | self.extent(a).is_zero()
        return False


def _terms(t: Term) -> list[Term]:
    return [o for o in t.operands if isinstance(o, Term)]


def _square(inputs: list[Term]) -> Term:
    return reduce(lambda a, b: a + b, [x * x for x in inputs])
