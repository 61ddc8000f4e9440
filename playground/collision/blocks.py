"""Formulas run on queries: in float64, and what that leaves in doubt more exactly.

A formula says of each answer where float64 is proven to give it. First a block of
queries is asked with a bound for the whole block; what is in doubt then, by itself;
then in longer floats, where the machine has them; and the rest in whole numbers. A
query answers the same alone, in a batch, and compiled.

Filters with a bound of their error: Shewchuk, "Adaptive Precision Floating-Point
Arithmetic and Fast Robust Geometric Predicates" (1997).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from playground.collision import fast
from playground.collision.arguments import (
    Argument,
    Batch,
    Vectors,
    batch,
    check,
    plain,
)
from playground.collision.emit import BlockCode, Buffer, for_blocks, for_floats
from playground.collision.formula import Field, Record, Term
from playground.collision.whole import WholeNumbers

if TYPE_CHECKING:
    from playground.collision.numeric import Array

Formula = Callable[..., dict[str, Field]]
Answers = dict[str, NDArray[Any]]

_BLOCK = 8192


class Precision(NamedTuple):
    """Floats: their type, unit roundoff, and the range that products keep clear of.

    A formula multiplies four lengths and directions at most. With squares below
    `huge` no product overflows, and `tiny` is more than all that underflow adds.
    """

    number: type
    u: Any
    tiny: Any
    huge: Any

    @property
    def names(self) -> dict[str, Any]:
        """What they are called in formulas."""
        return {"u": self.u, "tiny": self.tiny, "huge": self.huge}


DOUBLE = Precision(np.float64, 2.0**-53, 2.0**-960, 2.0**470)
_LONG = Precision(
    np.longdouble,
    np.longdouble(2.0) ** -64,
    np.ldexp(np.longdouble(1.0), -16000),
    np.ldexp(np.longdouble(1.0), 8000),
)
_LADDER = (DOUBLE, _LONG) if np.finfo(np.longdouble).nmant == 63 else (DOUBLE,)
_NAMES: dict[str, Any] = {
    **{name: getattr(np, name) for name in (
        "add", "subtract", "multiply", "divide", "negative", "absolute", "sqrt", "less",
        "less_equal", "greater", "greater_equal", "equal", "bitwise_and", "bitwise_or",
        "logical_not", "maximum", "minimum", "copyto", "putmask",
    )},
    "nan": math.nan, "uint8": np.uint8,
}  # fmt: skip
_TYPES: dict[str, type] = {"b": bool, "i": np.uint8, "f": float}
_HOLDS = {bool: "b", float: "f", int: "whole"}


class _Blocks(NamedTuple):
    """The code for blocks, ready to run."""

    once: Callable[..., tuple[Any, ...]]
    solve: Callable[..., None]
    code: BlockCode


class Solver:
    """A formula and its arguments."""

    def __init__(self, formula: Formula, *arguments: Argument) -> None:
        self._formula, self.arguments = formula, arguments
        self.inputs = [name for a in arguments for name in a.inputs]
        self.floats = cache(self._floats)
        self.blocks = cache(self._compiled)
        self.loop = cache(self._loop)
        self.whole = cache(self._whole_numbers)
        self.places = cache(self._places)

    @cached_property
    def fields(self) -> dict[str, Field]:
        """What the formula finds."""
        record = Record()
        given = [record.note("input", name) for name in self.inputs]
        return self._formula(
            *given, *(record.note("name", name) for name in ("u", "tiny", "huge"))
        )

    @cached_property
    def _units(self) -> dict[str, str]:
        return {name: a.unit for a in self.arguments for name in a.inputs}

    def _outputs(self, names: tuple[str, ...]) -> list[Term]:
        """Return the components of these fields, and where they are sure."""
        fields = [self.fields[name] for name in names]
        sure = fields[0].sure
        for field in fields[1:]:
            if field.sure is not sure:
                sure = sure & field.sure
        return [*(x for field in fields for x in field.value), sure]

    def kinds(self, names: tuple[str, ...]) -> list[type]:
        """Return the type of each component of these fields."""
        return [self.fields[n].kind for n in names for _ in self.fields[n].value]

    def _places(self, names: tuple[str, ...]) -> list[tuple[str, int, int, Field]]:
        """Return from where to where among the components each field is."""
        places, at = [], 0
        for name in names:
            field = self.fields[name]
            places.append((name, at, at + len(field.value), field))
            at += len(field.value)
        return places

    def _floats(
        self, names: tuple[str, ...], precision: Precision
    ) -> Callable[..., tuple[Any, ...]]:
        root = math.sqrt if precision is DOUBLE else np.sqrt
        known: dict[str, Any] = {"sqrt": root, "nan": math.nan, **precision.names}
        exec(for_floats(self.inputs, self._outputs(names)), known)
        solve: Callable[..., tuple[Any, ...]] = known["solve"]
        return solve

    def _compiled(
        self, names: tuple[str, ...], axes: tuple[int, ...], single: Precision | None
    ) -> _Blocks:
        code = for_blocks(
            self.inputs,
            dict(zip(self.inputs, axes, strict=True)),
            self._outputs(names),
            [_HOLDS[kind] for kind in self.kinds(names)] + ["b"],
            [b - a > 1 for _, a, b, _ in self.places(names) for _ in range(a, b)]
            + [False],
            single=single is not None,
        )
        known = {**_NAMES, **(single or DOUBLE).names}
        exec(code.source, known)
        return _Blocks(known["once"], known["solve"], code)

    def _loop(
        self, names: tuple[str, ...], axes: tuple[int, ...], rank: int
    ) -> Callable[..., None]:
        outputs = self._outputs(names)
        source = for_floats(self.inputs, outputs)
        return fast.loop(source, DOUBLE.names, axes, len(outputs) - 1, rank)

    def _whole_numbers(self, names: tuple[str, ...]) -> WholeNumbers:
        return WholeNumbers(self._units, self._outputs(names)[:-1])

    def ask(self, *values: Vectors) -> Query:
        """Return the queries; ValueError naming an argument that cannot be."""
        single = plain(self.arguments, values)
        if single:
            return One(self, single)
        vectors = [a.columns(x) for a, x in zip(self.arguments, values, strict=True)]
        if all(not column.ndim for vector in vectors for column in vector):
            return One(self, [column.item() for vector in vectors for column in vector])
        return Many(self, batch(self.arguments, vectors))

    def again(self, inputs: list[Array]) -> Query:
        """Return queries by the components of numbers that were asked.

        The first has the shape (count,); others may be one number for all.
        """
        inputs, shape = [np.asarray(x) for x in inputs], inputs[0].shape
        axes = [x.ndim for x in inputs]
        return Many(self, Batch(shape, shape, inputs, axes), kept=True)

    def alone(self, names: tuple[str, ...], numbers: Sequence[float]) -> Sequence[Any]:
        """Return the components of these fields for a single query."""
        try:
            found = self.floats(names, DOUBLE)(*numbers)
            if found[-1]:
                return found
        except (ArithmeticError, ValueError):
            # Python refuses what NumPy calls infinite or not a number.
            inputs = [np.array([x]) for x in numbers]
            with np.errstate(all="ignore"):
                columns, sure = singly(self, names, inputs, DOUBLE)
            if sure.all():
                return [column[0] for column in columns]
        if _LONG in _LADDER:
            with np.errstate(all="ignore"):
                found = self.floats(names, _LONG)(*map(np.longdouble, numbers))
                if found[-1]:
                    return [_rounded(np.asarray(x)) for x in found[:-1]]
        check(self.arguments, [np.array([x]) for x in numbers])
        return self.whole(names).alone(numbers)


class Query:
    """Queries that were put to a solver."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def solve(self, names: tuple[str, ...], *, keep: bool = True) -> Answers:
        """Return these fields; without `keep` nothing else will be asked."""
        raise NotImplementedError

    def accepted(self) -> bool:
        """Return whether the numbers were few enough to check and keep them at once."""
        return False

    def given(self) -> list[Array]:
        """Return the components that were asked about, each of the batch's shape."""
        raise NotImplementedError


class One(Query):
    """A single query, in Python's floats."""

    def __init__(self, solver: Solver, numbers: list[float]) -> None:
        super().__init__(solver)
        self._numbers = numbers

    def given(self) -> list[Array]:
        """Return the components that were asked about, each of the batch's shape."""
        return [np.array(x) for x in self._numbers]

    def solve(self, names: tuple[str, ...], *, keep: bool = True) -> Answers:
        """Return these fields, 0-d."""
        found = self.solver.alone(names, self._numbers)
        return {
            name: np.array(found[start:end], kind).reshape(shape)
            if shape
            else np.array(found[start], kind)
            for name, start, end, (_, _, kind, shape) in self.solver.places(names)
        }


class Many(Query):
    """A batch of queries, which keeps the numbers as they were when asked."""

    def __init__(self, solver: Solver, asked: Batch, *, kept: bool = False) -> None:
        super().__init__(solver)
        self._batch, self._kept = asked, kept

    def given(self) -> list[Array]:
        """Return the components that were asked about, each of the batch's shape."""
        asked = self._batch
        return [
            np.broadcast_to(x, asked.shape).reshape(asked.result) for x in asked.inputs
        ]

    def accepted(self) -> bool:
        """Return whether the numbers were few enough to check and keep them at once.

        So they are where only rows and columns were given, as for a map.
        """
        asked = self._batch
        if len(asked.shape) < 2 or 3 in asked.axes:
            return False
        with np.errstate(all="ignore"):
            check(self.solver.arguments, asked.inputs)
        self._batch = asked._replace(inputs=[x.copy() for x in asked.inputs])
        self._kept = True
        return True

    def solve(self, names: tuple[str, ...], *, keep: bool = True) -> Answers:
        """Return these fields; the numbers are copied the first time, with `keep`."""
        asked, fields = self._batch, self.solver.fields
        answers: Answers = {}
        outs: list[NDArray[Any]] = []
        for name in names:
            field = fields[name]
            found: NDArray[Any] = np.empty((*asked.shape, *field.shape), field.kind)
            answers[name] = found
            outs += _components(found, field.shape)
        copies = None
        if keep and asked.total and not self._kept:
            copies = [np.empty(x.shape) for x in asked.inputs]
        with np.errstate(all="ignore"):
            if asked.total:
                self._in_blocks(names, outs, copies, first=not self._kept)
            else:
                check(self.solver.arguments, asked.inputs)
        if copies is not None:
            self._batch, self._kept = asked._replace(inputs=copies), True
        return {
            name: a.reshape(*asked.result, *a.shape[len(asked.shape) :])
            for name, a in answers.items()
        }

    def _in_blocks(
        self,
        names: tuple[str, ...],
        outs: Sequence[NDArray[Any]],
        copies: list[Array] | None,
        *,
        first: bool,
    ) -> None:
        asked = self._batch
        inputs, axes = asked.inputs, asked.axes
        if copies is not None:
            for copy, given, axis in zip(copies, inputs, axes, strict=True):
                if not axis & 1:
                    np.copyto(copy, given)
            inputs = [
                given if axis & 1 else copy
                for copy, given, axis in zip(copies, inputs, axes, strict=True)
            ]
        if first and asked.total >= fast.MANY and fast.available():
            self._at_once(names, outs, inputs, copies)
            return
        run = self.solver.blocks(names, tuple(axes), None)
        rows = max(1, _BLOCK // math.prod(asked.shape[1:]))
        total = asked.shape[0]
        rows = min(rows, total) or 1
        known = run.once(*inputs, *_buffers(run.code.once_work, asked.shape, 1))
        work = _buffers(run.code.work, asked.shape, rows)
        sure = np.empty((rows, *asked.shape[1:]), bool)
        doubts: list[NDArray[np.intp]] = []
        for start in range(0, total, rows):
            block = slice(start, start + rows)
            if total - start < rows:
                work = [w[: total - start] if w.shape[0] == rows else w for w in work]
                sure = sure[: total - start]
            some = [
                x[block] if axis & 1 else x
                for x, axis in zip(inputs, axes, strict=True)
            ]
            if copies is not None:
                for i, axis in enumerate(axes):
                    if axis & 1:
                        np.copyto(copies[i][block], some[i])
                        some[i] = copies[i][block]
            parts = [out[block] for out in outs]
            run.solve(*known, *some, *parts, sure, *work)
            if not sure.all():
                doubts.append(np.flatnonzero(~sure) + start * sure[:1].size)
        if doubts:
            self._doubts(names, copies or inputs, outs, np.concatenate(doubts))

    def _at_once(
        self,
        names: tuple[str, ...],
        outs: Sequence[NDArray[Any]],
        inputs: Sequence[Array],
        copies: list[Array] | None,
    ) -> None:
        """Ask all queries in one compiled loop."""
        asked = self._batch
        for copy, given in zip(copies or (), inputs, strict=False):
            np.copyto(copy, given)
        inputs = copies or inputs
        sure = np.empty(asked.shape, bool)
        axes = tuple(asked.axes)
        run = self.solver.loop(names, axes, len(asked.shape))
        run(
            *(x if a else float(x) for x, a in zip(inputs, axes, strict=True)),
            *outs,
            sure,
        )
        if not sure.all():
            self._doubts(names, inputs, outs, np.flatnonzero(~sure))

    def _doubts(
        self,
        names: tuple[str, ...],
        inputs: Sequence[Array],
        outs: Sequence[NDArray[Any]],
        doubts: NDArray[np.intp],
    ) -> None:
        """Answer the queries of these numbers, which are in doubt."""
        shape = self._batch.shape
        for start in range(0, len(doubts), _BLOCK):
            where = np.unravel_index(doubts[start : start + _BLOCK], shape)
            picked = [
                x[where] if x.shape == shape else np.broadcast_to(x, shape)[where]
                for x in inputs
            ]
            found = _more_exactly(self.solver, names, picked, len(where[0]))
            for out, values in zip(outs, found, strict=True):
                out[where] = values


def _components(found: NDArray[Any], shape: tuple[int, ...]) -> list[NDArray[Any]]:
    """Return the arrays that the components of a field go to."""
    if not shape:
        return [found]
    return [found[..., *at] for at in np.ndindex(shape)]


def _buffers(
    wanted: Sequence[Buffer], shape: tuple[int, ...], rows: int
) -> list[NDArray[Any]]:
    """Return the buffers of a block of so many rows."""
    sizes = [
        (rows if axes & 1 else 1, *(n if axes & 2 else 1 for n in shape[1:]))
        for axes in range(4)
    ]
    return [np.empty(sizes[b.axes], _TYPES[b.kind]) for b in wanted]


def _more_exactly(
    solver: Solver, names: tuple[str, ...], inputs: Sequence[Array], count: int
) -> list[NDArray[Any]]:
    """Return the components for `count` queries (count,) that are in doubt."""
    outs: list[NDArray[Any]] = [np.empty(count, kind) for kind in solver.kinds(names)]
    if count == 1:
        alone = solver.alone(names, [x.item() for x in inputs])
        for out, value in zip(outs, alone, strict=False):
            out[0] = value
        return outs
    left = np.arange(count)
    with np.errstate(all="ignore"):
        for precision in _LADDER:
            picked: list[NDArray[Any]] = [
                x[left].astype(precision.number) for x in inputs
            ]
            found, sure = singly(solver, names, picked, precision)
            for out, values in zip(outs, found, strict=True):
                out[left] = _rounded(values)
            left = left[~sure]
            if not left.size:
                return outs
    whole = solver.whole(names)
    inputs = [x[left] for x in inputs]
    check(solver.arguments, inputs)
    exact = whole.solve(np.column_stack(inputs))
    for out, column in zip(outs, exact, strict=True):
        out[left] = column
    return outs


def _rounded(values: NDArray[Any]) -> NDArray[Any]:
    """Return long floats as float64, but zero only for zero: the sign is kept."""
    if values.dtype != np.longdouble:
        return values
    nearest = values.astype(np.float64)
    lost = (nearest == 0.0) & (values != 0.0)
    if not lost.any():
        return nearest
    least = np.copysign(np.nextafter(0.0, 1.0), nearest)
    return np.where(lost, least, nearest)


def singly(
    solver: Solver,
    names: tuple[str, ...],
    inputs: Sequence[NDArray[Any]],
    precision: Precision,
) -> tuple[list[NDArray[Any]], NDArray[np.bool_]]:
    """Ask each query with a bound of its own."""
    run = solver.blocks(names, (1,) * len(inputs), precision)
    count = len(inputs[0])
    outs: list[NDArray[Any]] = [
        np.empty(count, precision.number if kind is float else kind)
        for kind in solver.kinds(names)
    ]
    sure = np.empty(count, bool)
    work: list[NDArray[Any]] = [
        np.empty(count, {**_TYPES, "f": precision.number}[b.kind])
        for b in run.code.work
    ]
    run.solve(*run.once(*inputs), *inputs, *outs, sure, *work)
    return outs, sure
