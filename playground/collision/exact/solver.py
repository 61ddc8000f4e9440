"""Solvers: formulas evaluated in float64, certified, and recomputed exactly if needed.

The formula's graph has a condition for each field under which its float64 value is
certified. First a block of queries is evaluated with one error bound for the block;
queries that it does not certify get error bounds of their own, field by field; the
rest is computed in integers. A block's bound is at least those of its queries, so a
query gives the same result alone, in a batch and compiled, and a field the same
whichever others are requested.

Compare the adaptive stages of Shewchuk, "Adaptive Precision Floating-Point Arithmetic
and Fast Robust Geometric Predicates" (1997).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from playground.collision._arguments import (
    Argument,
    Batch,
    Vectors,
    batch,
    check_arguments,
    check_single_query,
    flatten_single_query,
)
from playground.collision.exact.accuracy import FieldAccuracies
from playground.collision.exact.codegen import (
    BUFFER_TYPES,
    BlockCode,
    empty_buffers,
    generate_block_code,
    generate_loop_code,
    generate_scalar_code,
)
from playground.collision.exact.expression import ExpressionGraph, FieldValue, Node
from playground.collision.exact.integers import IntegerSolver

if TYPE_CHECKING:
    from playground.collision._arguments import Array, Selection
    from playground.collision.exact.codegen import LoopCode


MIN_COMPILED_COUNT = 50_000
"""Batch size from which a second of compilation can pay off."""

COMPILED_BLOCK_SIZE = 1024
"""Queries that share a bound in compiled code: their data fits in the cache."""
_BOUND_GROWTH_FACTOR = 2.0
"""Factor by which the next block's numbers may be larger without a second pass."""
_BLOCK_PREFIX = "block_"


@cache
def is_numba_available() -> bool:
    """Return whether numba is installed."""
    return find_spec("numba") is not None


def compile_loop(
    code: LoopCode, axes: Sequence[int], count: int, rank: int
) -> Callable[..., None]:
    """Return the compiled `run(*inputs, *outputs, sure)`, which evaluates a batch.

    It writes the outputs, and True to `sure` where they are certified. Needs numba.

    Parameters
    ----------
    code : LoopCode
        Generated code.
    axes : sequence of int
        Axes along which each input varies (as `Buffer.axes`).
    count : int
        Number of outputs.
    rank : int
        Number of axes of the batch, 1 or 2.
    """
    import numba

    known: dict[str, Any] = {"sqrt": math.sqrt, "nan": math.nan, "inf": math.inf}
    known["cube_root"] = numba.njit(lower_cube_root, error_model="numpy")
    exec(code.source, known)
    # By default LLVM does not inline functions this long, and passes all by memory.
    for name in ("once", "solve"):
        known[name] = numba.njit(known[name], error_model="numpy", forceinline=True)
    known.update(bits=numba.njit(_float_to_bits), number=numba.njit(_bits_to_float))
    exec(_loop_source(code, axes, count, rank), known)
    run: Callable[..., None] = numba.njit(known["run"], error_model="numpy")
    return run


def _loop_source(code: LoopCode, axes: Sequence[int], count: int, rank: int) -> str:
    """Return the source of `run`; blocks that exceed their bounds are run twice."""
    # Slices: numba checks an index for being negative unless its range starts at 0.
    cut = [f"x{k}" for k, axis in enumerate(axes) if axis & 1]
    index_text = "i" if rank == 1 else "i, j"
    places = {1: "i" if rank == 1 else "i, 0", 2: "0, j", 3: index_text}
    given = [
        f"{_BLOCK_PREFIX * (axis & 1)}x{k}[{places[axis]}]" if axis else f"x{k}"
        for k, axis in enumerate(axes)
    ]
    names = ", ".join(f"x{k}" for k in range(len(axes)))
    outs = [f"y{k}" for k in range(count)] + ["sure"]
    ends = range(code.bound_count)
    bounds = ", ".join(f"b{k}" for k in ends)
    fits = [f"e{k} <= b{k}" for k in ends]
    total = " + ".join(["0.0", *(f"s{k}" for k in ends)])
    numbers = ", ".join([*given, *(f"known[{k}]" for k in range(code.invariant_count))])
    # LLVM vectorizes the maximum of integers, but not of floats, and nonnegative floats
    # are ordered as their bits. In batches of one axis, loads dominate, and this is
    # slower.
    pack, unpack = ("bits({0} if {0} < inf else 0.0)", "number({0})")
    if rank == 1:
        pack = unpack = "{0}"
    inner = "    " * (rank + 3)
    size = str(COMPILED_BLOCK_SIZE)
    rows = f"max(1, {size} // sure.shape[1])" if rank == 2 else size
    lines = [
        f"def run({names}, {', '.join(outs)}):",
        f"    rows = {rows}",
        *(f"    b{k} = nan" for k in ends),
        f"    known = once({bounds})",
        "    for start in range(0, sure.shape[0], rows):",
        *(
            f"        {_BLOCK_PREFIX}{x} = {x}[start:start + rows]"
            for x in [*cut, *outs]
        ),
        "        for again in range(2):",
        *(f"            m{k} = {pack.format('0.0')}" for k in ends),
        f"            for i in range({_BLOCK_PREFIX}sure.shape[0]):",
        *(["                for j in range(sure.shape[1]):"] if rank == 2 else []),
        f"{inner}found = solve({numbers})",
        *(
            f"{inner}{_BLOCK_PREFIX}{output}[{index_text}] = found[{k}]"
            for k, output in enumerate(outs)
        ),
        *(f"{inner}s{k} = found[{k + len(outs)}]" for k in ends),
        # NaN is never certified, and raises no bound.
        f"{inner}{_BLOCK_PREFIX}sure[{index_text}] &= {total} < inf",
        *(f"{inner}n{k} = {pack.format(f's{k}')}" for k in ends),
        *(f"{inner}m{k} = n{k} if n{k} > m{k} else m{k}" for k in ends),
        *(f"            e{k} = {unpack.format(f'm{k}')}" for k in ends),
        f"            if again or ({' and '.join(fits) or True}):",
        "                break",
        *(f"            b{k} = e{k} * {_BOUND_GROWTH_FACTOR}" for k in ends),
        f"            known = once({bounds})",
    ]
    return "\n".join(lines)


def _float_to_bits(number: float) -> np.int64:
    return np.float64(number).view(np.int64)


def _bits_to_float(bits: np.int64) -> np.float64:
    return np.int64(bits).view(np.float64)


# A factor that makes subnormal floats normal; two thirds of the bits of 1, adjusted for
# the smallest error, 3.3 %; and a divisor for what Newton's step then exceeds the root.
_SUBNORMAL_SCALE = 2.0**100
_CUBE_ROOT_OFFSET = 0x2A9F7893782DA1CE
_CUBE_ROOT_FACTOR = 1.0 / (3.0 * 1.0012 * _SUBNORMAL_SCALE)


def lower_cube_root(x: Any) -> Any:
    """Return 0.998 to 1 times the cube root of numbers from 0 to 2**600.

    The bits of a float, read as an integer, approximate its logarithm (Kahan,
    "Computing a real cube root", 1991). NumPy's `cbrt` differs between processors.
    Takes a scalar or an array; compiled, a scalar.
    """
    x = np.float64(x * _SUBNORMAL_SCALE**3)
    root = np.int64(x.view(np.int64) // 3 + _CUBE_ROOT_OFFSET).view(np.float64)
    root = 2.0 * root + x / (root * root)
    return root * _CUBE_ROOT_FACTOR


def _cube_root_into(x: Any, out: Array | None = None) -> Any:
    return np.positive(lower_cube_root(x), out=out)


# ----------------------------------------------------------------------------


Formula = Callable[..., dict[str, FieldValue]]
Answers = dict[str, NDArray[Any]]

_BLOCK_SIZE = 24576
_MAX_SCALAR_QUERIES = 8
"""Number of uncertified queries up to which one by one is faster."""


_BLOCK_NAMESPACE: dict[str, Any] = {
    **{name: getattr(np, name) for name in (
        "add", "subtract", "multiply", "divide", "negative", "absolute", "sqrt", "less",
        "less_equal", "greater", "greater_equal", "equal", "bitwise_and", "bitwise_or",
        "logical_not", "maximum", "minimum", "copyto", "putmask",
    )},
    "nan": math.nan, "root": math.sqrt, "uint8": np.uint8,
    "cube_root": _cube_root_into,
}  # fmt: skip
_OUTPUT_KINDS = {bool: "b", float: "f", int: "whole"}


class _Blocks(NamedTuple):
    """Compiled code for blocks: the functions of `BlockCode`."""

    once: Callable[..., tuple[Any, ...]]
    solve: Callable[..., None]
    code: BlockCode


class Solver:
    """Evaluator of one formula for single queries and batches.

    Parameters
    ----------
    formula : callable
        Takes the inputs as `Node`s and returns the fields by name.
    *arguments : Argument
        Arguments of the query, in the order of the formula's inputs.

    Attributes
    ----------
    inputs : list of str
        Names of the input components.
    compile_scalar, compile_blocks, compile_loop : callable
        Return compiled code for some fields, a tuple of names.
    make_integer_solver : callable
        Takes field names; returns their `IntegerSolver`.
    find_field_slices : callable
        Takes field names; returns name, start and stop of its components, and
        `FieldValue` of each.
    """

    def __init__(self, formula: Formula, *arguments: Argument) -> None:
        self._formula, self.arguments = formula, arguments
        self.inputs = [name for a in arguments for name in a.inputs]
        self.compile_scalar = cache(self._compile_scalar)
        self.compile_blocks = cache(self._compile_blocks)
        self.compile_loop = cache(self._compile_loop)
        self.make_integer_solver = cache(self._make_integer_solver)
        self.find_field_slices = cache(self._find_field_slices)

    @cached_property
    def fields(self) -> dict[str, FieldValue]:
        """Fields that the formula returns, by name: recorded nodes, not numbers."""
        record = ExpressionGraph()
        return self._formula(*(record.add_node("input", name) for name in self.inputs))

    @cached_property
    def accuracies(self) -> FieldAccuracies:
        """Conditions that certify the fields."""
        return FieldAccuracies(self.fields, self.arguments)

    def _values(self, names: tuple[str, ...]) -> list[Node]:
        return [x for name in names for x in self.fields[name].value]

    def _block_outputs(self, names: tuple[str, ...]) -> list[Node]:
        """Return the components of these fields, and last what certifies them all."""
        return [*self._values(names), self.accuracies.certify_fields(names)]

    def _per_query_outputs(self, names: tuple[str, ...]) -> list[Node]:
        """Return the components, and each group's condition for single queries."""
        sure = [
            self.accuracies.certify_single_query(group) for group in self.groups(names)
        ]
        return [*self._values(names), *sure]

    def groups(self, names: tuple[str, ...]) -> list[tuple[str, ...]]:
        """Return groups certified together: all verdicts, then each other field."""
        verdicts = tuple(name for name in names if name in self.verdicts)
        remaining_groups = ((name,) for name in names if name not in self.verdicts)
        return [group for group in (verdicts, *remaining_groups) if group]

    @cached_property
    def verdicts(self) -> frozenset[str]:
        """Names of the boolean and enumeration fields, which must be exact."""
        return frozenset(n for n, f in self.fields.items() if f.kind is not float)

    def component_types(self, names: tuple[str, ...]) -> list[type]:
        """Return the type of each component of these fields."""
        return [self.fields[n].kind for n in names for _ in self.fields[n].value]

    def _find_field_slices(
        self, names: tuple[str, ...]
    ) -> list[tuple[str, int, int, FieldValue]]:
        """Return name, start and stop of its components, and `FieldValue` per field."""
        places, position = [], 0
        for name in names:
            field = self.fields[name]
            places.append((name, position, position + len(field.value), field))
            position += len(field.value)
        return places

    def _compile_scalar(
        self, names: tuple[str, ...], *, apart: bool = False
    ) -> Callable[..., tuple[Any, ...]]:
        namespace: dict[str, Any] = {
            "sqrt": math.sqrt,
            "cube_root": lambda x: lower_cube_root(x).item(),
            "nan": math.nan,
            "over": _divide_by_zero,
        }
        outputs = (
            self._per_query_outputs(names) if apart else self._block_outputs(names)
        )
        exec(generate_scalar_code(self.inputs, outputs), namespace)
        solve: Callable[..., tuple[Any, ...]] = namespace["solve"]
        return solve

    def _compile_blocks(
        self, names: tuple[str, ...], axes: tuple[int, ...] | None
    ) -> _Blocks:
        """Compile code for blocks; without `axes`, with error bounds of each query."""
        per_query = axes is None
        outputs = (self._per_query_outputs if per_query else self._block_outputs)(names)
        kinds = [_OUTPUT_KINDS[kind] for kind in self.component_types(names)]
        strided_outputs = [
            b - a > 1
            for _, a, b, _ in self.find_field_slices(names)
            for _ in range(a, b)
        ]
        sure = len(outputs) - len(kinds)
        code = generate_block_code(
            self.inputs,
            dict(zip(self.inputs, axes or (1,) * len(self.inputs), strict=True)),
            outputs,
            kinds + ["b"] * sure,
            strided_outputs + [False] * sure,
            per_query=per_query,
        )
        namespace = dict(_BLOCK_NAMESPACE)
        exec(code.source, namespace)
        return _Blocks(namespace["once"], namespace["solve"], code)

    def _compile_loop(
        self, names: tuple[str, ...], axes: tuple[int, ...], rank: int
    ) -> Callable[..., None]:
        outputs = self._block_outputs(names)
        return compile_loop(
            generate_loop_code(self.inputs, outputs), axes, len(outputs) - 1, rank
        )

    def _make_integer_solver(self, names: tuple[str, ...]) -> IntegerSolver:
        units = {name: a.unit for a in self.arguments for name in a.inputs}
        return IntegerSolver(units, self._values(names))

    def make_queries(self, *values: Vectors) -> SolverBatch:
        """Return a single query or a batch of queries, not evaluated yet.

        Parameters
        ----------
        *values : array_like or Components
            Arguments in order.

        Raises
        ------
        ValueError
            Naming the argument that is not numeric or does not broadcast.
        """
        single = flatten_single_query(self.arguments, values)
        if single:
            return SingleQuery(self, single)
        vectors = [a.columns(x) for a, x in zip(self.arguments, values, strict=True)]
        if not any([column.ndim for vector in vectors for column in vector]):
            return SingleQuery(
                self, [column.item() for vector in vectors for column in vector]
            )
        return QueryBatch(self, batch(self.arguments, vectors))

    def make_queries_from_columns(self, inputs: list[Array]) -> SolverBatch:
        """Return queries from input components that have been checked.

        Parameters
        ----------
        inputs : list of float64 arrays
            The first has the shape (count,); others may be 0-d, the same for all
            queries.
        """
        inputs, shape = [np.asarray(x) for x in inputs], inputs[0].shape
        axes = [x.ndim for x in inputs]
        return QueryBatch(self, Batch(shape, shape, inputs, axes), is_copied=True)

    def solve_single(
        self, names: tuple[str, ...], numbers: Sequence[float]
    ) -> Sequence[Any]:
        """Return fields of one query.

        Parameters
        ----------
        names : tuple of str
            Fields.
        numbers : sequence of float
            Input components.

        Returns
        -------
        sequence of bool, int or float
            Components of the fields in order, possibly followed by other values.

        Raises
        ------
        ValueError
            Naming the argument with an invalid value.
        """
        values = self.compile_scalar(names)(*numbers)
        if values[-1]:
            return values
        return self.solve_single_exactly(names, numbers)

    def solve_single_exactly(
        self, names: tuple[str, ...], numbers: Sequence[float]
    ) -> Sequence[Any]:
        """Return fields of one query that its block does not certify.

        It takes, returns and raises what `solve_single` does.
        """
        values = self.compile_scalar(names, apart=True)(*numbers)
        groups = self.groups(names)
        sure = zip(groups, values[len(values) - len(groups) :], strict=True)
        unsure_names = {
            name for group, is_known in sure if not is_known for name in group
        }
        if not unsure_names:
            return values
        check_single_query(self.arguments, numbers)
        exact = self._answer_exactly(_filter_names(names, unsure_names), numbers)
        return [
            next(exact) if name in unsure_names else values[i]
            for name, start, end, _ in self.find_field_slices(names)
            for i in range(start, end)
        ]

    def solve_exactly(
        self, names: tuple[str, ...], inputs: Sequence[Array]
    ) -> list[NDArray[Any]]:
        """Return fields of queries that their block does not certify.

        Parameters
        ----------
        names : tuple of str
            Fields.
        inputs : sequence of float64 arrays, shape (count,)
            Input components.

        Returns
        -------
        list of arrays, shape (count,)
            Components of the fields.

        Raises
        ------
        ValueError
            Naming the argument with an invalid value.
        """
        if len(inputs[0]) <= _MAX_SCALAR_QUERIES:
            kinds = self.component_types(names)
            rows = [
                self.solve_single_exactly(names, row)[: len(kinds)]
                for row in np.column_stack(inputs).tolist()
            ]
            columns = zip(*rows, strict=True)
            return [np.array(*column) for column in zip(columns, kinds, strict=True)]
        outs, sure = solve_per_query(self, names, inputs)
        # Queries with the same uncertified groups are computed together.
        patterns = (1 << np.arange(len(sure))) @ sure
        for pattern in set(patterns.tolist()):
            places = np.flatnonzero(patterns == pattern)
            groups = zip(self.groups(names), sure[:, places[0]], strict=True)
            left = {name for group, known in groups if not known for name in group}
            if not left:
                continue
            picked_inputs = [x[places] for x in inputs]
            check_arguments(self.arguments, picked_inputs)
            exact = self._answer_exactly(_filter_names(names, left), picked_inputs)
            for name, start, end, _ in self.find_field_slices(names):
                if name in left:
                    for output in outs[start:end]:
                        output[places] = next(exact)
        return outs

    def _answer_exactly(
        self, names: tuple[str, ...], inputs: Sequence[Any]
    ) -> Iterator[Any]:
        """Yield the components, by integers or by more steps of an iteration.

        The inputs are floats of one query, or arrays (count,).
        """
        single = isinstance(inputs[0], float)
        proven = tuple(name for name in names if self.fields[name].iterate is None)
        exact: Iterator[Any] = iter(())
        if proven:
            solver = self.make_integer_solver(proven)
            exact = iter(
                solver.solve_single(inputs)
                if single
                else solver.solve(np.column_stack(inputs))
            )
        answers: dict[str, list[NDArray[Any]]] = {}
        fields = [self.fields[name] for name in names]
        for iterate in {f.iterate for f in fields if f.iterate is not None}:
            answers |= iterate(*map(np.atleast_1d, inputs))
        for name in names:
            if name in answers:
                yield from (x.item() if single else x for x in answers[name])
            else:
                yield from islice(exact, len(self.fields[name].value))


def _filter_names(names: tuple[str, ...], some: set[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name in some)


class SolverBatch:
    """Queries that a solver has accepted."""

    def __init__(self, solver: Solver) -> None:
        self.solver = solver

    def solve(self, names: tuple[str, ...], *, keep: bool = True) -> Answers:
        """Return arrays of these fields, by name.

        With `keep=False` the inputs are not copied, and no other field can be computed
        later.

        Raises
        ------
        ValueError
            Naming the argument with an invalid value.
        """
        raise NotImplementedError

    def try_accept(self) -> bool:
        """Check and copy the inputs if they are few; return whether they were.

        Otherwise `solve` does so. ValueError names an argument with an invalid value.
        """
        return False

    def argument_columns(self) -> list[Array]:
        """Return the input components, each of the batch's shape."""
        raise NotImplementedError

    def select_columns(self, selection: Selection) -> list[Array]:
        """Return the input components of the selected queries, shape (n,).

        Components constant over the batch stay 0-d, except the first.
        """
        first, *remaining_columns = self.argument_columns()
        return [selection.select(first)] + [
            selection.select(x) if any(x.strides) or not x.size else x[(0,) * x.ndim]
            for x in remaining_columns
        ]


class SingleQuery(SolverBatch):
    """Single query, evaluated with Python floats."""

    def __init__(self, solver: Solver, numbers: list[float]) -> None:
        super().__init__(solver)
        self._numbers = numbers

    def argument_columns(self) -> list[Array]:
        """Return the input components, 0-d."""
        return [np.array(x) for x in self._numbers]

    def solve(self, names: tuple[str, ...], *, keep: bool = True) -> Answers:
        """Return 0-d arrays of these fields, by name, as in the base class."""
        values = self.solver.solve_single(names, self._numbers)
        answers: Answers = {}
        for name, start, end, field in self.solver.find_field_slices(names):
            answer = values[start:end] if field.shape else values[start]
            answers[name] = np.array(answer, field.kind)
            if len(field.shape) > 1:
                answers[name].shape = field.shape
        return answers


class QueryBatch(SolverBatch):
    """Batch of queries, which keeps a copy of its inputs."""

    def __init__(
        self, solver: Solver, asked: Batch, *, is_copied: bool = False
    ) -> None:
        super().__init__(solver)
        self._batch, self._is_copied, self._is_first = asked, is_copied, not is_copied

    def argument_columns(self) -> list[Array]:
        """Return the input components, each of the batch's shape."""
        return [*map(self._broadcast_column, self._batch.inputs)]

    def _broadcast_column(self, x: Array) -> Array:
        asked = self._batch
        full = x if x.shape == asked.shape else np.broadcast_to(x, asked.shape)
        return full.reshape(asked.result)

    def try_accept(self) -> bool:
        """Check and copy the inputs if they are few; return whether they were.

        They are if all are rows and columns, as for a map.
        """
        asked = self._batch
        if len(asked.shape) < 2 or 3 in asked.axes:
            return False
        with np.errstate(all="ignore"):
            check_arguments(self.solver.arguments, asked.inputs)
        self._batch = asked._replace(inputs=[x.copy() for x in asked.inputs])
        self._is_copied = True
        return True

    def solve(self, names: tuple[str, ...], *, keep: bool = True) -> Answers:
        """Return arrays of these fields, by name, as in the base class.

        The first call with `keep` copies the inputs.
        """
        asked, fields = self._batch, self.solver.fields
        answers: Answers = {}
        outs: list[NDArray[Any]] = []
        for name in names:
            field = fields[name]
            values: NDArray[Any] = np.empty((*asked.shape, *field.shape), field.kind)
            answers[name] = values
            outs += _component_views(values, field.shape)
        copies = None
        if keep and asked.total and not self._is_copied:
            copies = [np.empty(x.shape) for x in asked.inputs]
        with np.errstate(all="ignore"):
            if asked.total:
                self._solve_in_blocks(names, outs, copies, first=self._is_first)
                self._is_first = False
            else:
                check_arguments(self.solver.arguments, asked.inputs)
        if copies is not None:
            self._batch, self._is_copied = asked._replace(inputs=copies), True
        return {
            name: a.reshape(*asked.result, *a.shape[len(asked.shape) :])
            for name, a in answers.items()
        }

    def _solve_in_blocks(
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
            for copy, column, axis in zip(copies, inputs, axes, strict=True):
                if not axis & 1:
                    np.copyto(copy, column)
            inputs = [
                column if axis & 1 else copy
                for copy, column, axis in zip(copies, inputs, axes, strict=True)
            ]
        if first and asked.total >= MIN_COMPILED_COUNT and is_numba_available():
            self._solve_compiled(names, outs, inputs, copies)
            return
        run = self.solver.compile_blocks(names, tuple(axes))
        rows = max(1, _BLOCK_SIZE // math.prod(asked.shape[1:]))
        total = asked.shape[0]
        rows = min(rows, total) or 1
        fixed = run.once(*inputs, *empty_buffers(run.code.once_work, asked.shape, 1))
        work = empty_buffers(run.code.work, asked.shape, rows)
        sure = np.empty((rows, *asked.shape[1:]), bool)
        doubts: list[NDArray[np.intp]] = []
        for start in range(0, total, rows):
            block = slice(start, start + rows)
            if total - start < rows:
                work = [w[: total - start] if w.shape[0] == rows else w for w in work]
                sure = sure[: total - start]
            buffers = [
                x[block] if axis & 1 else x
                for x, axis in zip(inputs, axes, strict=True)
            ]
            if copies is not None:
                for i, axis in enumerate(axes):
                    if axis & 1:
                        np.copyto(copies[i][block], buffers[i])
                        buffers[i] = copies[i][block]
            parts = [output[block] for output in outs]
            run.solve(*fixed, *buffers, *parts, sure, *work)
            if not sure.all():
                doubts.append(np.flatnonzero(~sure) + start * sure[:1].size)
        if doubts:
            self._resolve_uncertain(
                names, copies or inputs, outs, np.concatenate(doubts)
            )

    def _solve_compiled(
        self,
        names: tuple[str, ...],
        outs: Sequence[NDArray[Any]],
        inputs: Sequence[Array],
        copies: list[Array] | None,
    ) -> None:
        """Evaluate all queries in one compiled loop."""
        batch_arrays = self._batch
        for copy, column in zip(copies or (), inputs, strict=False):
            np.copyto(copy, column)
        inputs = copies or inputs
        sure = np.empty(batch_arrays.shape, bool)
        axes = tuple(batch_arrays.axes)
        run = self.solver.compile_loop(names, axes, len(batch_arrays.shape))
        run(
            *(x if a else float(x) for x, a in zip(inputs, axes, strict=True)),
            *outs,
            sure,
        )
        if not sure.all():
            self._resolve_uncertain(names, inputs, outs, np.flatnonzero(~sure))

    def _resolve_uncertain(
        self,
        names: tuple[str, ...],
        inputs: Sequence[Array],
        outs: Sequence[NDArray[Any]],
        doubts: NDArray[np.intp],
    ) -> None:
        """Recompute the queries with the flat indices `doubts`."""
        shape = self._batch.shape
        for start in range(0, len(doubts), _BLOCK_SIZE):
            indices = np.unravel_index(doubts[start : start + _BLOCK_SIZE], shape)
            rows = [
                x[indices] if x.shape == shape else np.broadcast_to(x, shape)[indices]
                for x in inputs
            ]
            answers = self.solver.solve_exactly(names, rows)
            for output, values in zip(outs, answers, strict=True):
                output[indices] = values


def _component_views(found: NDArray[Any], shape: tuple[int, ...]) -> list[NDArray[Any]]:
    """Return a view of each component of a field."""
    if not shape:
        return [found]
    return [found[..., *index] for index in np.ndindex(shape)]


def solve_per_query(
    solver: Solver, names: tuple[str, ...], inputs: Sequence[Array]
) -> tuple[list[NDArray[Any]], NDArray[np.bool_]]:
    """Evaluate queries with error bounds of their own.

    Parameters
    ----------
    solver : Solver
        Formula and arguments.
    names : tuple of str
        Fields to evaluate.
    inputs : sequence of arrays, shape (count,)
        Input components.

    Returns
    -------
    outs : list of arrays, shape (count,)
        Components of the fields.
    sure : bool array, shape (groups, count)
        Where each group (`Solver.groups`) is certified.
    """
    run = solver.compile_blocks(names, None)
    count = len(inputs[0])
    outs: list[NDArray[Any]] = [
        np.empty(count, kind) for kind in solver.component_types(names)
    ]
    sure = np.empty((len(solver.groups(names)), count), bool)
    work: list[NDArray[Any]] = [
        np.empty(count, BUFFER_TYPES[b.kind]) for b in run.code.work
    ]
    with np.errstate(all="ignore"):
        run.solve(*run.once(*inputs), *inputs, *outs, *sure, *work)
    return outs, sure


def _divide_by_zero(a: float, b: float) -> float:
    """Return a / b for b = 0 as in IEEE 754."""
    if a == 0.0 or a != a:
        return math.nan
    return math.copysign(math.inf, a) * math.copysign(1.0, b)
