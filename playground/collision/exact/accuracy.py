"""Where floats keep what the fields of a formula promise, derived from its record."""

from __future__ import annotations

from functools import cache, reduce
from typing import TYPE_CHECKING

from playground.collision._arguments import LENGTH
from playground.collision.exact.expression import Field, Promise, Term, maximum
from playground.collision.exact.filters import RANGE, Known, together
from playground.collision.exact.running_error import (
    DIGITS,
    DIRECTION,
    PLACE,
    RunningErrors,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from playground.collision._arguments import Argument


class Promises:
    """The promises of a formula's fields."""

    def __init__(
        self, fields: Mapping[str, Field], arguments: Sequence[Argument]
    ) -> None:
        self._fields = fields
        values = [x for field in fields.values() for x in field.value]
        self._blocks, self._alone = (
            RunningErrors(values, arguments, alone=alone) for alone in (False, True)
        )
        self.kept = cache(lambda names: self._kept(names, self._blocks))
        self._of = cache(self._find)

    def kept_alone(self, names: tuple[str, ...]) -> Term:
        """Return where floats keep them in a query alone.

        What a bound for a block calls sure is then sure alone: its sizes are larger,
        and where they are those of one query it is asked here as well.
        """
        return self.kept(names) | self._kept(names, self._alone)

    def _kept(self, names: tuple[str, ...], errors: RunningErrors) -> Term:
        """Return where floats keep what these fields promise."""
        sure = together(known for name in names for known in self._of(name, errors))
        if not isinstance(sure, Term):
            raise ValueError(f"no bound can be derived for {', '.join(names)}")
        return sure

    def _find(self, name: str, errors: RunningErrors) -> list[Known]:
        field = self._fields[name]
        found = errors.valid(field.value)
        found += [errors.known(sign) for sign in field.with_signs_of]
        values = field.value
        match field.promise:
            case Promise.SIGN:
                found += map(errors.known, values)
                found += map(errors.settled, values)
            case Promise.MEASURED:
                found.append(self._largest_length(errors, values) > 2.0**-RANGE)
                found += [*map(errors.settled, values), *map(errors.guarded, values)]
            case Promise.DIGITS:
                found += [errors.number(x, DIGITS) for x in values]
            case Promise.PLACE:
                size = self._largest_length(errors, values)
                signed = bool(field.with_signs_of)
                found += [errors.place(x, PLACE, size, signed=signed) for x in values]
            case Promise.DIRECTION:
                found += [errors.place(x, DIRECTION, 1.0, signed=False) for x in values]
        return found

    @staticmethod
    def _largest_length(errors: RunningErrors, values: Sequence[Term]) -> Term:
        """Return the largest coordinate, difference of two or size in these numbers."""
        lengths = [x for x in errors.leaves(values) if errors.units_of(x) == {LENGTH}]
        return reduce(maximum, [x if errors.positive(x) else abs(x) for x in lengths])
