"""Conditions under which float64 results have the accuracy that is declared."""

from __future__ import annotations

from functools import cache, reduce
from typing import TYPE_CHECKING

from playground.collision._arguments import LENGTH
from playground.collision.exact.expression import Accuracy, FieldValue, Node, maximum
from playground.collision.exact.filters import EXPONENT_LIMIT, Certified, logical_all
from playground.collision.exact.running_error import (
    DIRECTION_TOLERANCE,
    NUMBER_ERROR_RATIO,
    POINT_ERROR_RATIO,
    RunningErrors,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from playground.collision._arguments import Argument


class FieldAccuracies:
    """Conditions that certify the fields of one formula, as nodes of its graph.

    Attributes
    ----------
    certify_fields : callable
        Takes a tuple of field names and returns the boolean `Node` that holds for the
        queries of a block whose float64 values have the declared accuracy. Raises
        ValueError if no bound can be derived.
    """

    def __init__(
        self, fields: Mapping[str, FieldValue], arguments: Sequence[Argument]
    ) -> None:
        self._fields = fields
        values = [
            x for field in fields.values() if field.ended is None for x in field.value
        ]
        self._block_errors, self._query_errors = (
            RunningErrors(values, arguments, per_query=alone) for alone in (False, True)
        )
        self.certify_fields = cache(
            lambda names: self._certify(names, self._block_errors)
        )
        self._conditions = cache(self._find_conditions)

    def certify_single_query(self, names: tuple[str, ...]) -> Node:
        """Return the condition that a query's own error bounds certify the fields.

        Queries that the bound of a block certifies are certified here too: the sizes of
        a block are at least those of its queries, and its condition is one alternative.
        """
        return self.certify_fields(names) | self._certify(names, self._query_errors)

    def _certify(self, names: tuple[str, ...], errors: RunningErrors) -> Node:
        """Return the condition under which float64 has the declared accuracy."""
        sure = logical_all(
            fact for name in names for fact in self._conditions(name, errors)
        )
        if not isinstance(sure, Node):
            raise ValueError(f"no bound can be derived for {', '.join(names)}")
        return sure

    def _find_conditions(self, name: str, errors: RunningErrors) -> list[Certified]:
        field = self._fields[name]
        if field.ended is not None:
            return [*errors.certify_inputs(()), field.ended]
        found = errors.certify_inputs(field.value)
        found += [errors.certify(sign) for sign in field.with_signs_of]
        values = field.value
        match field.accuracy:
            case Accuracy.SIGN:
                found += map(errors.certify, values)
                found += map(errors.certify_choices, values)
            case Accuracy.MEASURED:
                found.append(
                    self._largest_length(errors, values) > 2.0**-EXPONENT_LIMIT
                )
                found += [
                    *map(errors.certify_choices, values),
                    *map(errors.certify_divisors, values),
                ]
            case Accuracy.DIGITS:
                found += [errors.certify_number(x, NUMBER_ERROR_RATIO) for x in values]
            case Accuracy.PLACE:
                size = self._largest_length(errors, values)
                is_signed = bool(field.with_signs_of)
                found += [
                    errors.certify_point(x, POINT_ERROR_RATIO, size, signed=is_signed)
                    for x in values
                ]
            case Accuracy.DIRECTION:
                found += [
                    errors.certify_point(x, DIRECTION_TOLERANCE, 1.0, signed=False)
                    for x in values
                ]
        return found

    @staticmethod
    def _largest_length(errors: RunningErrors, values: tuple[Node, ...]) -> Node:
        """Return the largest coordinate, coordinate difference or size in `values`."""
        lengths = [x for x in errors.leaves(values) if errors.units_of(x) == {LENGTH}]
        return reduce(maximum, map(errors.extent, lengths))
