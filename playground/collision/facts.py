"""What holds of a formula's numbers whatever the numbers are that it is asked for."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

from playground.collision.arguments import Rule
from playground.collision.formula import Operand, Term, ordered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from playground.collision.arguments import Argument

U = 2.0**-53
"""The unit roundoff of float64."""
COMPARISONS = ("less", "less_equal", "greater", "greater_equal", "equal")
CHOICES = ("where", "maximum", "minimum")
SIGNS = ("negative", "absolute")

_Found = TypeVar("_Found")


def once(method: Callable[[Any, Term], _Found]) -> Callable[[Any, Term], _Found]:
    """Let a method of `Facts` be worked out once for each term."""
    name = method.__name__

    @wraps(method)
    def found(self: Facts, t: Term) -> _Found:
        known = self.worked_out.setdefault(name, {})
        if t.index not in known:
            known[t.index] = method(self, t)
        return cast("_Found", known[t.index])

    return found


def numbers(t: Term) -> tuple[Operand, ...]:
    """Return the operands that are numbers: not a choice's condition."""
    return t.operands[t.operation == "where" :]


class Facts:
    """A formula's terms, and what is known of them beforehand."""

    def __init__(self, terms: Iterable[Term], arguments: Sequence[Argument]) -> None:
        self.terms, self.arguments = ordered(terms), arguments
        self.record = self.terms[0].record
        hangs_on = [o for t in self.terms for o in self._compared_in(t)]
        self.compared = {t.index for t in ordered(hangs_on)}
        """What is compared with something, and what that is made of."""
        self.rules = {name: a.rule for a in arguments for name in a.inputs}
        self.units = {name: a.unit for a in arguments for name in a.inputs}
        self.worked_out: dict[str, dict[int, Any]] = {}

    def _compared_in(self, t: Term) -> list[Term]:
        """Return the operands of a comparison that anything hangs on."""
        if t.operation not in COMPARISONS or self.record.indifferent(t):
            return []
        return [o for o in t.operands if isinstance(o, Term)]

    def exact(self, x: Operand) -> bool:
        """Tell whether floats make no error in it."""
        return self.part(x) == 0.0

    def leaf(self, x: Operand) -> bool:
        """Tell whether it is an input or a sum of two exact numbers.

        Such a sum errs by u of itself and its sign is right: it does not underflow.
        """
        return isinstance(x, Term) and (
            x.operation == "input"
            or (x.operation in ("add", "subtract") and all(map(self.exact, x.operands)))
        )

    @once
    def plain(self, t: Term) -> tuple[Term, ...]:
        """Return the leaves of which it is one, but for the sign, or 0; () if none."""
        if self.leaf(t):
            return (t,)
        if t.operation in SIGNS:
            return self.plain(cast("Term", t.operands[0]))
        if t.operation not in CHOICES:
            return ()
        if any(x != 0.0 for x in numbers(t) if not isinstance(x, Term)):
            return ()
        parts = [self.plain(x) for x in numbers(t) if isinstance(x, Term)]
        if not parts or not all(parts):
            return ()
        return tuple(dict.fromkeys(leaf for part in parts for leaf in part))

    def signed(self, x: Operand) -> bool:
        """Tell whether its sign is always right."""
        return not isinstance(x, Term) or bool(self.plain(x)) or self.exact(x)

    def positive(self, x: Operand) -> bool:
        """Tell whether it is never below 0."""
        return self._positive(x) if isinstance(x, Term) else cast("float", x) >= 0.0

    @once
    def _positive(self, t: Term) -> bool:
        o = t.operands
        match t.operation:
            case "input":
                rule = self.rules.get(str(o[0]))
                return rule in (Rule.NOT_NEGATIVE, Rule.POSITIVE)
            case "multiply":
                return o[0] is o[1] or all(map(self.positive, o))
            case "add" | "divide" | "minimum":
                return all(map(self.positive, o))
            case "maximum":
                return any(map(self.positive, o))
            case "where":
                return all(map(self.positive, numbers(t)))
            case "absolute" | "sqrt":
                return True
            case _:
                return False

    @once
    def polynomial(self, t: Term) -> bool:
        """Tell whether it is made of plain numbers by sums, products and signs."""
        return bool(self.plain(t)) or (
            t.operation in _POLYNOMIAL
            and all(self.polynomial(x) for x in t.operands if isinstance(x, Term))
        )

    def part(self, x: Operand) -> float | None:
        """Return by what part of the exact number it errs; None if by no such part."""
        return self._part(x) if isinstance(x, Term) else 0.0

    @once
    def _part(self, t: Term) -> float | None:
        """Rule 4 of `bounds`."""
        if t.operation == "input":
            return 0.0
        parts = [self.part(x) for x in numbers(t)]
        if None in parts:
            return None
        k = cast("list[float]", parts)
        match t.operation:
            case "add" | "subtract" if not any(k):
                return U
            case "add" if all(map(self.positive, t.operands)):
                return max(k) + U
            case "multiply" | "divide":
                return sum(k) + U
            case "sqrt":
                return k[0] / 2.0 + U
            case "where" | "maximum" | "minimum" | "negative" | "absolute":
                return max(k)
            case _:
                return None


_POLYNOMIAL = ("add", "subtract", "multiply", "negative", "absolute")


def factors(x: Operand) -> tuple[tuple[Operand, Operand], ...]:
    """Return the factors of a sum of products, without signs; () if it is none."""
    if not isinstance(x, Term):
        return ()
    if x.operation == "multiply":
        a, b = x.operands
        return ((a, b),)
    if x.operation in ("add", "subtract"):
        one, other = map(factors, x.operands)
        return one + other if one and other else ()
    return ()
