"""Test cases of a query: arguments in columns, and the core's exact results."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.quick_dataclass import dataclass
from playground.scene.query import ArgumentKind, Arguments, Query

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]
Indices = NDArray[np.intp] | Flags


@dataclass(frozen=True, eq=False)
class Cases:
    """Test cases of a query, in columns.

    Attributes
    ----------
    query : Query
        The query that the cases are arguments of.
    columns : mapping
        Arguments by name: arrays of shape (n,), a tuple of such for a vector, or None
        for an argument left at the core's default.
    category : ndarray of str, shape (n,)
        The `CaseCategory` of each case, or "".
    """

    query: Query[Any, Any]
    columns: Mapping[str, Any]
    category: NDArray[np.str_]

    def __len__(self) -> int:
        return len(self.category)

    @cached_property
    def truth(self) -> Any:
        """The core's result for all cases; its fields are arrays of shape (n, ...)."""
        return self.query.evaluate(self.columns)

    @cached_property
    def hit(self) -> Flags:
        """The exact verdicts, shape (n,)."""
        return np.asarray(self.truth.hit)

    @cached_property
    def gap(self) -> Array:
        """Signed clearance, a length, shape (n,): negative for a hit, 0 for a touch."""
        return self.query.gap(self.columns, self.truth)

    @cached_property
    def size(self) -> Array:
        """Largest coordinate or length of each case, shape (n,), in world units."""
        return self.query.size(self.columns)

    @cached_property
    def choice_flags(self) -> dict[str, Flags]:
        """Cases, shape (n,), in which each documented choice of the query applies."""
        return {
            name: np.asarray(choice(self.columns, self.truth))
            for name, choice in self.query.choices.items()
        }

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """Arguments of each case by name, as plain numbers, tuples and None."""
        lists = {
            name: [None] * len(self)
            if value is None
            else list(zip(*(x.tolist() for x in value), strict=True))
            if isinstance(value, tuple)
            else value.tolist()
            for name, value in self.columns.items()
        }
        return [
            dict(zip(lists, row, strict=True))
            for row in zip(*lists.values(), strict=True)
        ]

    def select(self, places: Indices) -> "Cases":
        """Return the cases at these indices, or where a mask of shape (n,) is True."""
        return Cases(
            self.query, select_rows(self.columns, places), self.category[places]
        )

    def true(self, name: str) -> Array:
        """Return a field of the exact result as floats, shape (n,) or (n, k).

        NaN where the core has no value, as for the time of a miss.
        """
        return np.asarray(getattr(self.truth, name), np.float64)


def select_rows(columns: Arguments, places: Indices) -> dict[str, Any]:
    """Return the columns restricted to some cases, given by indices or a mask."""
    return map_columns(columns, lambda x: x[places])


def map_columns(columns: Arguments, change: Any) -> dict[str, Any]:
    """Return the columns with `change` applied to every array; None stays None.

    `change` takes an array or number, and returns one; tuples are mapped by component.
    """
    return {
        name: None
        if value is None
        else tuple(map(change, value))
        if isinstance(value, tuple)
        else change(value)
        for name, value in columns.items()
    }


def case_count(columns: Arguments) -> int:
    """Return the number of cases in columns; 0 if all arguments are None."""
    for value in columns.values():
        if value is not None:
            return len(value[0] if isinstance(value, tuple) else value)
    return 0


def with_fixed(
    columns: Arguments, fixed: Mapping[str, Any], count: int
) -> dict[str, Any]:
    """Return the columns with the `fixed` arguments set, the same in all cases.

    Parameters
    ----------
    columns : mapping
        Arguments by name: arrays of shape (count,), tuples of such, or None.
    fixed : mapping
        Numbers, tuples of numbers or None by name.
    count : int
        The number of cases.
    """
    spread = map_columns(fixed, lambda x: np.full(count, x))
    return {**columns, **spread}


def scale_world(
    query: Query[Any, Any], columns: Arguments, by: Any, fixed: Container[str]
) -> dict[str, Any]:
    """Return the cases with all that scales with the world multiplied by `by`.

    `columns` may also be a single case; the arguments in `fixed` stay as they are.
    """
    worldly = {
        name: value
        for name, value in columns.items()
        if query.argument_kinds[name].scales_with_world and name not in fixed
    }
    return {**columns, **map_columns(worldly, lambda x: x * by)}


def in_columns(rows: Iterable[Arguments]) -> dict[str, Any]:
    """Transpose single cases into columns of float64 arrays.

    Parameters
    ----------
    rows : iterable of mapping
        At least one case: numbers, tuples of numbers, or None, by name.

    Returns
    -------
    dict
        By name, an array of shape (n,), a tuple of such for a vector, or None.
    """
    return _join_by_name([*rows], lambda x: np.array(x, np.float64))


def concatenate_columns(*parts: Arguments) -> dict[str, Any]:
    """Concatenate the columns of several parts, which have the same arguments."""
    return _join_by_name(parts, np.concatenate)


def _join_by_name(
    parts: Sequence[Arguments], join: Callable[..., Array]
) -> dict[str, Any]:
    """Return the arguments of all parts, joined by name and component."""

    def column(values: list[Any]) -> Any:
        if values[0] is None:
            return None
        if isinstance(values[0], tuple):
            return tuple(join(x) for x in zip(*values, strict=True))
        return join(values)

    return {name: column([part[name] for part in parts]) for name in parts[0]}


def concatenate_cases(parts: Sequence[Cases]) -> Cases:
    """Concatenate `parts` into one `Cases`; all are of one query."""
    columns = concatenate_columns(*(part.columns for part in parts))
    category = np.concatenate([part.category for part in parts])
    return Cases(parts[0].query, columns, category)


def find_valid_rows(query: Query[Any, Any], columns: Arguments) -> Flags:
    """Return a mask of the cases that the core accepts, shape (n,).

    Numbers have to be finite, directions not zero, lengths not negative.
    """
    fine: Any = True
    for name, value in columns.items():
        if value is None:
            continue
        parts = _parts(value)
        fine = fine & np.logical_and.reduce([np.isfinite(x) for x in parts])
        match query.argument_kinds[name]:
            case ArgumentKind.WAY:
                fine = fine & np.logical_or.reduce([x != 0.0 for x in parts])
            case ArgumentKind.LENGTH:
                fine = fine & np.logical_and.reduce([x >= 0.0 for x in parts])
            case ArgumentKind.POSITIVE:
                fine = fine & np.logical_and.reduce([x > 0.0 for x in parts])
            case _:
                pass
    return np.asarray(fine)


def floats_to_ordered(x: Array) -> NDArray[np.int64]:
    """Map floats to integers in the same order, in which adjacent floats differ by 1.

    Parameters
    ----------
    x : ndarray (...)
        Finite floats.

    Returns
    -------
    ndarray of int64 (...)
        0 for ±0.
    """
    bits = np.asarray(x + 0.0, np.float64).view(np.int64)
    return np.where(bits < 0, np.int64(-(2**63)) - bits, bits)


def floats_from_order(whole: NDArray[np.int64]) -> Array:
    """Invert `floats_to_ordered`; both arrays have the same shape."""
    bits = np.where(whole < 0, np.int64(-(2**63)) - whole, whole)
    return bits.view(np.float64)


# ----------------------------------------------------------------------------
# The cases that an engine supports, by its contract.
# ----------------------------------------------------------------------------


def filter_supported_cases(cases: Cases, told: Mapping[str, Any]) -> Cases:
    """Return the cases that an engine supports, rounded to its float type.

    Float32 engines get arguments that float32 represents exactly: a conversion error
    before the call is not the engine's mistake.

    Parameters
    ----------
    cases : Cases
        Cases in float64.
    told : mapping
        The engine's contract: `NUMBERS` (dtype), `WITHIN` (largest size) and `ABOVE_0`
        (arguments or differences that have to be positive). Empty for no restriction.
    """
    if not told:
        return cases
    query = cases.query
    with np.errstate(over="ignore"):
        rounded = map_columns(
            cases.columns, lambda x: x.astype(told["NUMBERS"]).astype(np.float64)
        )
    columns = query.normalize(rounded)
    fits = find_valid_rows(query, columns) & (query.size(columns) <= told["WITHIN"])
    for words in told["ABOVE_0"]:
        fits &= _is_all_above(columns, *words.split(" - "))
    return Cases(query, columns, cases.category).select(fits)


def _is_all_above(columns: Arguments, name: str, other: str = "") -> Flags:
    """Return a mask of cases in which every `name` exceeds `other`, or 0."""
    high, low = (_parts(columns[x]) if x else () for x in (name, other))
    pairs = zip(high, low or (0.0,) * len(high), strict=True)
    return np.asarray(np.logical_and.reduce([x > y for x, y in pairs]))


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
