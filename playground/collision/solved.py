"""Frozen results whose fields are worked out when they are first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import FrozenInstanceError, fields
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from playground.collision.blocks import Answers, Many, Query, Solver


class Solved:
    """Base of the results of queries.

    A subclass is a dataclass of the fields' types, made with `init=False, eq=False,
    repr=False`; `SOLVER` finds the fields. Those of `FIRST` are worked out at once, as
    are those asked for by name; every other is when it is first read, from the numbers
    as they were given, and remembered.
    """

    SOLVER: ClassVar[Solver]
    FIRST: ClassVar[tuple[str, ...]]
    TOGETHER: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Fields that are read together: one of them brings the others."""

    @classmethod
    def of(cls, *values: ArrayLike, only: Sequence[str] | None = None) -> Self:
        """Return the answer to queries; with `only`, nothing but these fields."""
        query = cls.SOLVER.ask(*values)
        result = cls.__new__(cls)
        if only is None:
            vars(result).update(query.solve(cls.FIRST), _query=query)
            return result
        unknown = sorted({*only} - {f.name for f in fields(cls)})  # type: ignore[arg-type]
        if unknown:
            raise ValueError(f"only must name fields, got {', '.join(unknown)}")
        names = tuple(only)
        keep = {"keep": False} if isinstance(query, Many) else {}
        vars(result).update(query.solve(names, **keep))
        return result

    def __getattr__(self, name: str) -> Any:
        """Work out a field, and what is found along with it."""
        query: Query | None = vars(self).get("_query")
        if query is None or name not in type(self).SOLVER.fields:
            raise AttributeError(f"{type(self).__name__} has no {name}", name=name)
        groups = type(self).TOGETHER
        names = next((group for group in groups if name in group), (name,))
        vars(self).update(query.solve(names))
        return vars(self)[name]

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def _answers(self) -> Answers:
        """Return all fields, or those that were asked for."""
        names = [f.name for f in fields(self)]  # type: ignore[arg-type]
        if "_query" not in vars(self):
            names = [name for name in names if name in vars(self)]
        return {name: getattr(self, name) for name in names}

    def __repr__(self) -> str:
        """Show every field."""
        shown = ", ".join(f"{name}={value!r}" for name, value in self._answers().items())
        return f"{type(self).__name__}({shown})"

    def __eq__(self, other: object) -> bool:
        """Tell whether all fields are the same, NaN being NaN."""
        if type(other) is not type(self):
            return NotImplemented
        mine, others = self._answers(), other._answers()
        return mine.keys() == others.keys() and all(
            np.array_equal(mine[name], others[name], equal_nan=mine[name].dtype.kind == "f")
            for name in mine
        )

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> Answers:
        """Keep the fields, not what they follow from."""
        return self._answers()

    def __setstate__(self, state: Answers) -> None:
        """Take the fields back."""
        vars(self).update(state)
