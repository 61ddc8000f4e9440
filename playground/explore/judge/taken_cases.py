"""Which cases an engine can be asked at all, by its contract."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from playground.explore.judge.cases import Cases, Flags, allowed, mapped
from playground.scene.query import Arguments


def taken(cases: Cases, told: Mapping[str, Any]) -> Cases:
    """Return those that an engine takes, in numbers that it holds exactly.

    One of float32 is asked no others: what is lost before it sees them is no mistake of
    its own. All are taken where nothing is `told`.
    """
    if not told:
        return cases
    query = cases.query
    with np.errstate(over="ignore"):
        rounded = mapped(
            cases.columns, lambda x: x.astype(told["NUMBERS"]).astype(np.float64)
        )
    columns = query.tidy(rounded)
    fits = allowed(query, columns) & (query.size(columns) <= told["WITHIN"])
    for words in told["ABOVE_0"]:
        fits &= _all_above(columns, *words.split(" - "))
    return Cases(query, columns, cases.family).at(fits)


def _all_above(columns: Arguments, name: str, other: str = "") -> Flags:
    """Return where all numbers of an argument are above those of another, or 0."""
    high, low = (_parts(columns[x]) if x else () for x in (name, other))
    pairs = zip(high, low or (0.0,) * len(high), strict=True)
    return np.asarray(np.logical_and.reduce([x > y for x, y in pairs]))


def _parts(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
