"""Frozen results of queries, with fields computed when first read."""

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
    """Base class of the results of queries.

    A subclass is a dataclass declared with `init=False, eq=False, repr=False`, whose
    fields its `SOLVER` computes. Fields that no formula gives have a method `_find_…`.

    Attributes
    ----------
    SOLVER : Solver
        Solver of the fields.
    INITIAL_FIELDS : tuple of str
        Fields computed together by the query; for a map, when one of them is first
        read.
    FIELD_GROUPS : tuple of tuple of str
        Fields that are computed together when one of them is first read.
    """

    SOLVER: ClassVar[Solver]
    INITIAL_FIELDS: ClassVar[tuple[str, ...]]
    FIELD_GROUPS: ClassVar[tuple[tuple[str, ...], ...]] = ()
    _FIELD_METHODS: ClassVar[dict[str, Callable[[Any], Any]]]
    _GROUP_BY_FIELD: ClassVar[dict[str, tuple[str, ...]]]

    def __init_subclass__(cls) -> None:
        """Collect the methods `_find_…` and the groups of fields."""
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
        """Create a result with these fields and no others."""
        vars(self).update({name: np.asarray(x) for name, x in values.items()})

    @classmethod
    def from_arguments(
        cls,
        *values: Vectors,
        only: Sequence[str] | None = None,
        solver: Solver | None = None,
    ) -> Self:
        """Return the result of queries, whose first fields are computed at once.

        Parameters
        ----------
        *values : array_like or Components
            Arguments of the solver, in order.
        only : sequence of str, optional
            Compute only these fields, at once; no other can be read later.
        solver : Solver, optional
            Solver of the same fields from other arguments.

        Raises
        ------
        ValueError
            For an invalid argument or an unknown field.
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
        # Fields that those were computed from were not requested.
        for name in vars(result).keys() - {*only}:
            del vars(result)[name]
        return result

    def __getattr__(self, name: str) -> Any:
        """Compute a field and cache it."""
        cached = vars(self)
        query: SolverBatch | None = cached.get("_query")
        if query is not None and name in self._FIELD_METHODS:
            cached[name] = np.asarray(self._FIELD_METHODS[name](self))
        elif query is not None and name in query.solver.fields:
            cached.update(query.solve(self._GROUP_BY_FIELD.get(name, (name,))))
        else:
            raise AttributeError(f"{type(self).__name__} has no {name}", name=name)
        return cached[name]

    def _solve_fields(self, *names: str) -> list[NDArray[Any]]:
        """Return fields from the solver."""
        query: SolverBatch = vars(self)["_query"]
        return [*query.solve(names).values()]

    def argument_columns(self) -> list[Array]:
        """Return the input components, each of the batch's shape.

        The result must have its inputs: one of `only` or from a pickle may have none.
        """
        query: SolverBatch = vars(self)["_query"]
        return query.argument_columns()

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def select_queries(
        self, where: NDArray[np.bool_], selection: Selection | None = None
    ) -> Self:
        """Return the result of some of the queries, with the fields computed so far.

        Parameters
        ----------
        where : bool array, shape (...)
            Mask of the queries.
        selection : Selection, optional
            Selection of that mask, if already known.

        Returns
        -------
        Self
            Result with batch shape (n,).
        """
        subset = type(self).__new__(type(self))
        if "_query" not in vars(self):
            for name, x in vars(self).items():
                # An array may have size 1 along an axis on which no argument varies.
                full = np.broadcast_to(x, where.shape + x.shape[where.ndim :])
                vars(subset)[name] = full[where]
            return subset
        selection = selection or Selection.from_mask(np.atleast_1d(where))
        query: SolverBatch = vars(self)["_query"]
        vars(subset)["_query"] = query.solver.make_queries_from_columns(
            query.select_columns(selection)
        )
        for name, field in query.solver.fields.items():
            if name in vars(self):
                vars(subset)[name] = selection.select(vars(self)[name], field.shape)
        return subset

    def _answers(self) -> Answers:
        """Return all fields, or those requested by `only`."""
        names = [f.name for f in fields(self)]
        if "_query" not in vars(self):
            names = [name for name in names if name in vars(self)]
        return {name: getattr(self, name) for name in names}

    def __repr__(self) -> str:
        """Return every field as text."""
        text = ", ".join(f"{name}={value!r}" for name, value in self._answers().items())
        return f"{type(self).__name__}({text})"

    def __eq__(self, other: object) -> bool:
        """Return whether all fields are equal, with NaN equal to NaN."""
        if type(other) is not type(self):
            return NotImplemented
        mine, other_answers = self._answers(), other._answers()
        return mine.keys() == other_answers.keys() and all(
            np.array_equal(
                mine[name], other_answers[name], equal_nan=mine[name].dtype.kind == "f"
            )
            for name in mine
        )

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> Answers:
        """Return the fields without the inputs."""
        return self._answers()

    def __setstate__(self, state: Answers) -> None:
        """Restore the fields."""
        vars(self).update(state)
