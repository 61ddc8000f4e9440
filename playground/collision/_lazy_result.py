"""Frozen results whose fields are worked out when they are first asked for."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from playground.collision._arguments import Selection
from playground.i18n import message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from playground.collision._arguments import Array, Vectors
    from playground.collision.exact.solver import Answers, Solver, SolverBatch

_FIND = "_find_"


@dataclass(init=False, eq=False, repr=False)
class LazyResult:
    """Base of the results of queries.

    A subclass is a dataclass of the fields' types, made with `init=False, eq=False,
    repr=False`; `SOLVER` finds the fields. Those of `INITIAL_FIELDS` are worked out
    together and at once, or for a map when one of them is read; so are those asked for
    by name at once; every other is when it is first read, from the numbers as they were
    given, and remembered. What no formula gives has a method `_find_…`.
    """

    SOLVER: ClassVar[Solver]
    INITIAL_FIELDS: ClassVar[tuple[str, ...]]
    FIELD_GROUPS: ClassVar[tuple[tuple[str, ...], ...]] = ()
    """Fields of one `sure` that are read together: one of them brings the others."""
    _FIELD_METHODS: ClassVar[dict[str, Callable[[Any], Any]]]
    _GROUP_BY_FIELD: ClassVar[dict[str, tuple[str, ...]]]

    def __init_subclass__(cls) -> None:
        """Note how each field is found, and with which others."""
        cls._FIELD_METHODS = {
            name[len(_FIND) :]: method
            for name, method in vars(cls).items()
            if name.startswith(_FIND)
        }
        cls._GROUP_BY_FIELD = {
            name: names
            for names in (cls.INITIAL_FIELDS, *cls.FIELD_GROUPS)
            for name in names
        }

    def __init__(self, **values: Vectors) -> None:
        """Hold these values of fields."""
        vars(self).update({name: np.asarray(x) for name, x in values.items()})

    @classmethod
    def from_arguments(
        cls,
        *values: Vectors,
        only: Sequence[str] | None = None,
        solver: Solver | None = None,
    ) -> Self:
        """Return the answer to queries; with `only`, nothing but these fields.

        `solver` is another one for the same fields, where their arguments are others.
        """
        query = (solver or cls.SOLVER).make_queries(*values)
        result = cls.__new__(cls)
        if only is None:
            found = {} if query.try_accept() else query.solve(cls.INITIAL_FIELDS)
            vars(result).update(found, _query=query)
            return result
        unknown = sorted({*only} - {f.name for f in fields(cls)})
        if unknown:
            raise ValueError(
                message("only must name fields, got {names}", names=", ".join(unknown))
            )
        names = tuple(name for name in only if name in query.solver.fields)
        if len(names) == len(only):
            vars(result).update(query.solve(names, keep=False))
            return result
        vars(result).update(query.solve(names) if names else {}, _query=query)
        for name in only:
            getattr(result, name)
        # What those were worked out from was not asked for.
        for name in vars(result).keys() - {*only}:
            del vars(result)[name]
        return result

    def __getattr__(self, name: str) -> Any:
        """Work out a field, and remember it."""
        known = vars(self)
        query: SolverBatch | None = known.get("_query")
        if query is not None and name in self._FIELD_METHODS:
            known[name] = np.asarray(self._FIELD_METHODS[name](self))
        elif query is not None and name in query.solver.fields:
            known.update(query.solve(self._GROUP_BY_FIELD.get(name, (name,))))
        else:
            raise AttributeError(f"{type(self).__name__} has no {name}", name=name)
        return known[name]

    def _solve_fields(self, *names: str) -> list[NDArray[Any]]:
        """Return what the solver finds."""
        query: SolverBatch = vars(self)["_query"]
        return [*query.solve(names).values()]

    def argument_columns(self) -> list[Array]:
        """Return the numbers that were asked about, of the batch's shape each."""
        query: SolverBatch = vars(self)["_query"]
        return query.argument_columns()

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def select_queries(
        self, where: NDArray[np.bool_], selection: Selection | None = None
    ) -> Self:
        """Return those of the queries alone, in a row, with what is known of them.

        `selection` is that of the mask, for whoever has it already.
        """
        picked = type(self).__new__(type(self))
        if "_query" not in vars(self):
            for name, x in vars(self).items():
                # The same along an axis on which no argument varies.
                full = np.broadcast_to(x, where.shape + x.shape[where.ndim :])
                vars(picked)[name] = full[where]
            return picked
        selection = selection or Selection.from_mask(np.atleast_1d(where))
        query: SolverBatch = vars(self)["_query"]
        vars(picked)["_query"] = query.solver.make_queries_from_columns(
            query.select_columns(selection)
        )
        for name, field in query.solver.fields.items():
            if name in vars(self):
                vars(picked)[name] = selection.select(vars(self)[name], field.shape)
        return picked

    def _answers(self) -> Answers:
        """Return all fields, or those that were asked for."""
        names = [f.name for f in fields(self)]
        if "_query" not in vars(self):
            names = [name for name in names if name in vars(self)]
        return {name: getattr(self, name) for name in names}

    def __repr__(self) -> str:
        """Show every field."""
        shown = ", ".join(
            f"{name}={value!r}" for name, value in self._answers().items()
        )
        return f"{type(self).__name__}({shown})"

    def __eq__(self, other: object) -> bool:
        """Tell whether all fields are the same, NaN being NaN."""
        if type(other) is not type(self):
            return NotImplemented
        mine, others = self._answers(), other._answers()
        return mine.keys() == others.keys() and all(
            np.array_equal(
                mine[name], others[name], equal_nan=mine[name].dtype.kind == "f"
            )
            for name in mine
        )

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> Answers:
        """Keep the fields, not what they follow from."""
        return self._answers()

    def __setstate__(self, state: Answers) -> None:
        """Take the fields back."""
        vars(self).update(state)
