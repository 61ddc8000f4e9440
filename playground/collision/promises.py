"""Where floats keep what the fields of a formula promise, derived from its record."""

from __future__ import annotations

from functools import cache, cached_property, reduce
from typing import TYPE_CHECKING, cast

from playground.collision.arguments import LENGTH
from playground.collision.bounds import RANGE
from playground.collision.digits import DIGITS, DIRECTION, PLACE, Digits
from playground.collision.formula import Field, Promise, Term, maximum
from playground.collision.lengths import inputs_of
from playground.collision.sureness import ALL, Known, Sureness, both, either, together

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from playground.collision.arguments import Argument


class Promises:
    """The promises of a formula's fields, by bounds of one sort."""

    def __init__(
        self,
        fields: Mapping[str, Field],
        arguments: Sequence[Argument],
        facts: Sureness | None = None,
        *,
        full: bool = False,
    ) -> None:
        """`facts` are those of norms, where truths go by components.

        `full` as of `Sureness`.
        """
        self._fields, self._arguments = fields, arguments
        values = [x for field in fields.values() for x in field.value]
        self._truths = Sureness(values, arguments, norms=facts is None, full=full)
        self._facts = facts or self._truths
        self._numbers = Digits(self._facts, self._truths, lean=True)
        self._places = Digits(self._facts, self._truths, lean=False)
        self._found: dict[str, list[Known]] = {}
        self.kept = cache(self._kept)

    @cached_property
    def _of_components(self) -> Promises:
        """The same by bounds of components, which are exactly 0 where those are."""
        return Promises(self._fields, self._arguments, self._facts)

    @cached_property
    def _in_full(self) -> Promises:
        """Those of components that tell of a verdict wherever they can.

        A verdict is the same, whatever tells it. The last digits of a number are not:
        so it is left as it was to the other two, but for where there is none.
        """
        return Promises(self._fields, self._arguments, self._facts, full=True)

    def kept_alone(self, names: tuple[str, ...]) -> Term:
        """Return where floats keep them by either sort of bounds, of a query alone.

        What a bound for a block calls sure is then sure alone, as the first sort is the
        same, and grows with the lengths.
        """
        if all(self._fields[name].kind is not float for name in names):
            return self.kept(names) | self._in_full.kept(names)
        found = self.kept(names) | self._of_components.kept(names)
        return cast("Term", either(found, self._in_full.missing(names)))

    def missing(self, names: tuple[str, ...]) -> Known:
        """Return where these fields are NaN, as a verdict is known not to hold."""
        found: list[Known] = []
        for x in (x for name in names for x in self._fields[name].value):
            otherwise = x.operands[-1]
            verdicts = [n for n, f in self._fields.items() if f.value == x.operands[:1]]
            if x.operation != "where" or otherwise == otherwise or not verdicts:
                return False
            condition = cast("Term", x.operands[0])
            found += [self.kept(tuple(verdicts[:1])), ~condition]
        return reduce(both, dict.fromkeys(found), ALL)

    def _kept(self, names: tuple[str, ...]) -> Term:
        """Return where floats keep what these fields promise."""
        sure = together(known for name in names for known in self._of(name))
        if not isinstance(sure, Term):
            raise ValueError(f"no bound can be derived for {', '.join(names)}")
        return sure

    def _of(self, name: str) -> list[Known]:
        if name not in self._found:
            self._found[name] = self._find(self._fields[name])
        return self._found[name]

    def _find(self, field: Field) -> list[Known]:
        found = self._truths.valid(field.value)
        found += [self._truths.known(sign) for sign in field.with_signs_of]
        match field.promise:
            case Promise.SIGN:
                found += [self._truths.known(x) for x in field.value]
            case Promise.MEASURED:
                found.append(self._largest_length(field) > 2.0**-RANGE)
                for x in field.value:
                    found += [self._truths.settled(x), self._places.guarded(x)]
            case Promise.DIGITS:
                found += [self._numbers.number(x, DIGITS) for x in field.value]
            case Promise.PLACE:
                size, signed = self._largest_length(field), bool(field.with_signs_of)
                found += [
                    self._places.place(x, PLACE, size, signed=signed)
                    for x in field.value
                ]
            case Promise.DIRECTION:
                found += [
                    self._places.place(x, DIRECTION, 1.0, signed=False)
                    for x in field.value
                ]
        return found

    def _largest_length(self, field: Field) -> Term:
        """Return the largest coordinate, difference of two or size in these numbers."""
        facts = self._facts
        lengths = [
            leaf
            for leaf in facts.used(field.value)
            if all(facts.units[str(x.operands[0])] == LENGTH for x in inputs_of([leaf]))
        ]
        return reduce(maximum, [x if facts.positive(x) else abs(x) for x in lengths])
