"""Formulas run on queries: in float64, and what that leaves in doubt more exactly.

A formula says of each answer where float64 is proven to give it. First a block of
queries is asked with a bound for the whole block; what is in doubt then, each field and
query by itself, with a `Bound` of its own; and the rest in whole numbers. A bound for a
block is above those of its queries: so a query answers the same alone, in a batch, and
compiled, and a field the same whatever others are asked for.

Filters with a bound of their error: Shewchuk, "Adaptive Precision Floating-Point
Arithmetic and Fast Robust Geometric Predicates" (1997).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from playground.collision._arguments import (
    Argument,
    Batch,
    Vectors,
    batch,
    check,
    check_one,
    plain,
)
from playground.collision.exact.accuracy import Promises
from playground.collision.exact.codegen import (
    TYPES,
    BlockCode,
    empty_buffers,
    for_blocks,
    for_floats,
    for_loops,
)
from playground.collision.exact.expression import Field, FormulaRecord, Term
from playground.collision.exact.integers import WholeNumbers

if TYPE_CHECKING:
    from playground.collision._arguments import Array
    from playground.collision.exact.codegen import LoopCode


MANY = 50_000
"""From so many queries on a second of compiling may be made up for."""

BLOCK = 1024
"""So many queries are measured together: their numbers stay in the cache."""
_ROOM = 2.0
"""How much larger the next block's numbers may be."""
_CUT = "block_"


@cache
def available() -> bool:
    """Tell whether numba is installed."""
    return find_spec("numba") is not None


def loop(
    code: LoopCode, axes: Sequence[int], count: int, rank: int
) -> Callable[..., None]:
    """Return `run(*inputs, *outputs, sure)`, which asks every query of a batch.

    `axes` are those of the inputs in a batch of `rank` axes, and `count` is the number
    of outputs.
    """
    import numba

    known: dict[str, Any] = {"sqrt": math.sqrt, "nan": math.nan, "inf": math.inf}
    exec(code.source, known)
    # Left to itself, LLVM calls what is as long as that, and passes all by memory.
    for name in ("once", "solve"):
        known[name] = numba.njit(known[name], error_model="numpy", forceinline=True)
    known.update(bits=numba.njit(_bits), number=numba.njit(_number))
    exec(_source(code, axes, count, rank), known)
    run: Callable[..., None] = numba.njit(known["run"], error_model="numpy")
    return run


def _source(code: LoopCode, axes: Sequence[int], count: int, rank: int) -> str:
    """Return the text of `run`: a block that its bounds do not fit is asked twice."""
    # Cut out: of an index that does not begin at 0 numba asks whether it is below 0.
    cut = [f"x{k}" for k, axis in enumerate(axes) if axis & 1]
    at = "i" if rank == 1 else "i, j"
    places = {1: "i" if rank == 1 else "i, 0", 2: "0, j", 3: at}
    given = [
        f"{_CUT * (axis & 1)}x{k}[{places[axis]}]" if axis else f"x{k}"
        for k, axis in enumerate(axes)
    ]
    names = ", ".join(f"x{k}" for k in range(len(axes)))
    outs = [f"y{k}" for k in range(count)] + ["sure"]
    ends = range(code.bounds)
    bounds = ", ".join(f"b{k}" for k in ends)
    fits = [f"e{k} <= b{k}" for k in ends]
    total = " + ".join(["0.0", *(f"s{k}" for k in ends)])
    numbers = ", ".join([*given, *(f"known[{k}]" for k in range(code.known))])
    # Of whole numbers LLVM finds the largest many at a time, of floats it may not, and
    # the bits of a float that is not negative rise with it. Along one axis, where each
    # query has numbers of its own to be read, that takes longer.
    raised, lowered = ("bits({0} if {0} < inf else 0.0)", "number({0})")
    if rank == 1:
        raised = lowered = "{0}"
    inner = "    " * (rank + 3)
    lines = [
        f"def run({names}, {', '.join(outs)}):",
        f"    rows = {f'max(1, {BLOCK} // sure.shape[1])' if rank == 2 else BLOCK}",
        *(f"    b{k} = nan" for k in ends),
        f"    known = once({bounds})",
        "    for start in range(0, sure.shape[0], rows):",
        *(f"        {_CUT}{x} = {x}[start:start + rows]" for x in [*cut, *outs]),
        "        for again in range(2):",
        *(f"            m{k} = {raised.format('0.0')}" for k in ends),
        f"            for i in range({_CUT}sure.shape[0]):",
        *(["                for j in range(sure.shape[1]):"] if rank == 2 else []),
        f"{inner}found = solve({numbers})",
        *(f"{inner}{_CUT}{out}[{at}] = found[{k}]" for k, out in enumerate(outs)),
        *(f"{inner}s{k} = found[{k + len(outs)}]" for k in ends),
        # What is no number is never sure, and raises no bound.
        f"{inner}{_CUT}sure[{at}] &= {total} < inf",
        *(f"{inner}n{k} = {raised.format(f's{k}')}" for k in ends),
        *(f"{inner}m{k} = n{k} if n{k} > m{k} else m{k}" for k in ends),
        *(f"            e{k} = {lowered.format(f'm{k}')}" for k in ends),
        f"            if again or ({' and '.join(fits) or True}):",
        "                break",
        *(f"            b{k} = e{k} * {_ROOM}" for k in ends),
        f"            known = once({bounds})",
    ]
    return "\n".join(lines)


def _bits(number: float) -> np.int64:
    return np.float64(number).view(np.int64)


def _number(bits: np.int64) -> np.float64:
    return np.int64(bits).view(np.float64)


# ----------------------------------------------------------------------------


Formula = Callable[..., dict[str, Field]]
Answers = dict[str, NDArray[Any]]

_BLOCK = 8192
_FEW = 8
"""So many queries in doubt are faster one by one."""


_NAMES: dict[str, Any] = {
    **{name: getattr(np, name) for name in (
        "add", "subtract", "multiply", "divide", "negative", "absolute", "sqrt", "less",
        "less_equal", "greater", "greater_equal", "equal", "bitwise_and", "bitwise_or",
        "logical_not", "maximum", "minimum", "copyto", "putmask",
    )},
    "nan": math.nan, "root": math.sqrt, "uint8": np.uint8,
}  # fmt: skip
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
        self.each = cache(self._for_each)

    @cached_property
    def fields(self) -> dict[str, Field]:
        """What the formula finds."""
        record = FormulaRecord()
        return self._formula(*(record.note("input", name) for name in self.inputs))

    @cached_property
    def promises(self) -> Promises:
        """What tells where floats keep the fields' promises."""
        return Promises(self.fields, self.arguments)

    def _values(self, names: tuple[str, ...]) -> list[Term]:
        return [x for name in names for x in self.fields[name].value]

    def _outputs(self, names: tuple[str, ...]) -> list[Term]:
        """Return the components of these fields, and where all of them are sure."""
        return [*self._values(names), self.promises.kept(names)]

    def _apart(self, names: tuple[str, ...]) -> list[Term]:
        """Return the components, and where each group is sure of a query alone."""
        sure = [self.promises.kept_alone(group) for group in self.groups(names)]
        return [*self._values(names), *sure]

    def groups(self, names: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Return the fields by themselves, but the verdicts together."""
        verdicts = tuple(name for name in names if name in self.verdicts)
        others = ((name,) for name in names if name not in self.verdicts)
        return [group for group in (verdicts, *others) if group]

    @cached_property
    def verdicts(self) -> frozenset[str]:
        """The fields that floats give exactly, or not at all."""
        return frozenset(n for n, f in self.fields.items() if f.kind is not float)

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
        self, names: tuple[str, ...], *, apart: bool = False
    ) -> Callable[..., tuple[Any, ...]]:
        known: dict[str, Any] = {"sqrt": math.sqrt, "nan": math.nan, "over": _over}
        outputs = self._apart(names) if apart else self._outputs(names)
        exec(for_floats(self.inputs, outputs), known)
        solve: Callable[..., tuple[Any, ...]] = known["solve"]
        return solve

    def _compiled(self, names: tuple[str, ...], axes: tuple[int, ...]) -> _Blocks:
        return self._code(names, axes, self._outputs(names))

    def _for_each(self, names: tuple[str, ...]) -> _Blocks:
        """Return the code for queries that have bounds of their own, each group's."""
        return self._code(names, (1,) * len(self.inputs), self._apart(names), own=True)

    def _code(
        self,
        names: tuple[str, ...],
        axes: tuple[int, ...],
        outputs: Sequence[Term],
        *,
        own: bool = False,
    ) -> _Blocks:
        kinds = [_HOLDS[kind] for kind in self.kinds(names)]
        apart = [b - a > 1 for _, a, b, _ in self.places(names) for _ in range(a, b)]
        sure = len(outputs) - len(kinds)
        code = for_blocks(
            self.inputs,
            dict(zip(self.inputs, axes, strict=True)),
            outputs,
            kinds + ["b"] * sure,
            apart + [False] * sure,
            single=own,
        )
        known = dict(_NAMES)
        exec(code.source, known)
        return _Blocks(known["once"], known["solve"], code)

    def _loop(
        self, names: tuple[str, ...], axes: tuple[int, ...], rank: int
    ) -> Callable[..., None]:
        outputs = self._outputs(names)
        return loop(for_loops(self.inputs, outputs), axes, len(outputs) - 1, rank)

    def _whole_numbers(self, names: tuple[str, ...]) -> WholeNumbers:
        units = {name: a.unit for a in self.arguments for name in a.inputs}
        return WholeNumbers(units, self._values(names))

    def ask(self, *values: Vectors) -> SolverBatch:
        """Return the queries; ValueError naming an argument that cannot be."""
        single = plain(self.arguments, values)
        if single:
            return One(self, single)
        vectors = [a.columns(x) for a, x in zip(self.arguments, values, strict=True)]
        if not any([column.ndim for vector in vectors for column in vector]):
            return One(self, [column.item() for vector in vectors for column in vector])
        return Many(self, batch(self.arguments, vectors))

    def again(self, inputs: list[Array]) -> SolverBatch:
        """Return queries by the components of numbers that were asked.

        The first has the shape (count,); others may be one number for all.
        """
        inputs, shape = [np.asarray(x) for x in inputs], inputs[0].shape
        axes = [x.ndim for x in inputs]
        return Many(self, Batch(shape, shape, inputs, axes), kept=True)

    def alone(self, names: tuple[str, ...], numbers: Sequence[float]) -> Sequence[Any]:
        """Return the components of these fields for a single query."""
        found = self.floats(names)(*numbers)
        if found[-1]:
            return found
        return self.alone_more_exactly(names, numbers)

    def alone_more_exactly(
        self, names: tuple[str, ...], numbers: Sequence[float]
    ) -> Sequence[Any]:
        """Return the components of these fields for a query that is in doubt."""
        found = self.floats(names, apart=True)(*numbers)
        groups = self.groups(names)
        sure = zip(groups, found[len(found) - len(groups) :], strict=True)
        left = {name for group, known in sure if not known for name in group}
        if not left:
            return found
        check_one(self.arguments, numbers)
        exact = iter(self.whole(_of(names, left)).alone(numbers))
        return [
            next(exact) if name in left else found[i]
            for name, start, end, _ in self.places(names)
            for i in range(start, end)
        ]

    def more_exactly(
        self, names: tuple[str, ...], inputs: Sequence[Array]
    ) -> list[NDArray[Any]]:
        """Return the components for queries (count,) that are in doubt."""
        if len(inputs[0]) <= _FEW:
            kinds = self.kinds(names)
            rows = [
                self.alone_more_exactly(names, row)[: len(kinds)]
                for row in np.column_stack(inputs).tolist()
            ]
            columns = zip(*rows, strict=True)
            return [np.array(*some) for some in zip(columns, kinds, strict=True)]
        outs, sure = singly(self, names, inputs)
        # What is in doubt of the same queries is found together.
        patterns = (1 << np.arange(len(sure))) @ sure
        for pattern in set(patterns.tolist()):
            places = np.flatnonzero(patterns == pattern)
            groups = zip(self.groups(names), sure[:, places[0]], strict=True)
            left = {name for group, known in groups if not known for name in group}
            if not left:
                continue
            picked = [x[places] for x in inputs]
            check(self.arguments, picked)
            exact = iter(self.whole(_of(names, left)).solve(np.column_stack(picked)))
            for name, start, end, _ in self.places(names):
                if name in left:
                    for out in outs[start:end]:
                        out[places] = next(exact)
        return outs


def _of(names: tuple[str, ...], some: set[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name in some)


class SolverBatch:
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

    def picked(self, where: NDArray[np.bool_]) -> list[Array]:
        """Return the components of those of the queries, in a row.

        All but the first that are the same for all stay one number.
        """
        places = np.nonzero(where)
        first, *others = self.given()
        return [np.broadcast_to(first, where.shape)[places]] + [
            np.broadcast_to(x, where.shape)[places]
            if any(x.strides) or not x.size
            else x[(0,) * x.ndim]
            for x in others
        ]


class One(SolverBatch):
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
        answers: Answers = {}
        for name, start, end, field in self.solver.places(names):
            answer = found[start:end] if field.shape else found[start]
            answers[name] = np.array(answer, field.kind)
            if len(field.shape) > 1:
                answers[name].shape = field.shape
        return answers


class Many(SolverBatch):
    """A batch of queries, which keeps the numbers as they were when asked."""

    def __init__(self, solver: Solver, asked: Batch, *, kept: bool = False) -> None:
        super().__init__(solver)
        self._batch, self._kept, self._first = asked, kept, not kept

    def given(self) -> list[Array]:
        """Return the components that were asked about, each of the batch's shape."""
        return [*map(self._in_full, self._batch.inputs)]

    def _in_full(self, x: Array) -> Array:
        asked = self._batch
        full = x if x.shape == asked.shape else np.broadcast_to(x, asked.shape)
        return full.reshape(asked.result)

    def picked(self, where: NDArray[np.bool_]) -> list[Array]:
        """Return the components of those of the queries, in a row.

        All but the first that are the same for all stay one number.
        """
        asked, places = self._batch, np.nonzero(where)
        if where.shape != asked.result or not asked.total:
            return super().picked(where)
        first, *others = asked.inputs
        return [self._in_full(first)[places]] + [
            self._in_full(x)[places] if x.ndim else x[()] for x in others
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
                self._in_blocks(names, outs, copies, first=self._first)
                self._first = False
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
        if first and asked.total >= MANY and available():
            self._at_once(names, outs, inputs, copies)
            return
        run = self.solver.blocks(names, tuple(axes))
        rows = max(1, _BLOCK // math.prod(asked.shape[1:]))
        total = asked.shape[0]
        rows = min(rows, total) or 1
        known = run.once(*inputs, *empty_buffers(run.code.once_work, asked.shape, 1))
        work = empty_buffers(run.code.work, asked.shape, rows)
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
            found = self.solver.more_exactly(names, picked)
            for out, values in zip(outs, found, strict=True):
                out[where] = values


def _components(found: NDArray[Any], shape: tuple[int, ...]) -> list[NDArray[Any]]:
    """Return the arrays that the components of a field go to."""
    if not shape:
        return [found]
    return [found[..., *at] for at in np.ndindex(shape)]


def singly(
    solver: Solver, names: tuple[str, ...], inputs: Sequence[Array]
) -> tuple[list[NDArray[Any]], NDArray[np.bool_]]:
    """Return the components for queries (count,), and where each group is sure."""
    run = solver.each(names)
    count = len(inputs[0])
    outs: list[NDArray[Any]] = [np.empty(count, kind) for kind in solver.kinds(names)]
    sure = np.empty((len(solver.groups(names)), count), bool)
    work: list[NDArray[Any]] = [np.empty(count, TYPES[b.kind]) for b in run.code.work]
    with np.errstate(all="ignore"):
        run.solve(*run.once(*inputs), *inputs, *outs, *sure, *work)
    return outs, sure


def _over(a: float, b: float) -> float:
    """Return what NumPy calls a quotient by zero."""
    if a == 0.0 or a != a:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)
