"""Code generation: NumPy code for blocks of queries, and Python code for single ones.

A block is two-dimensional at most. A value that varies along one axis only stays a row
or a column.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from playground.collision.exact.expression import (
    ExpressionGraph,
    Node,
    Operand,
    collect_nodes,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray


OPERATOR_SIGNS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "less": "<",
    "less_equal": "<=", "greater": ">", "greater_equal": ">=", "equal": "==",
    "bitwise_and": "&", "bitwise_or": "|",
}  # fmt: skip
BOUND_OPERATIONS = ("peak", "least")


def expression_source(term: Node, a: Sequence[str]) -> str:
    """Return the operation of a node as a Python expression of scalars `a`."""
    match term.operation:
        case sign if sign in OPERATOR_SIGNS:
            return f"{a[0]} {OPERATOR_SIGNS[sign]} {a[1]}"
        case "where":
            return f"{a[1]} if {a[0]} else {a[2]}"
        case "maximum":
            return f"{a[1]} if {a[0]} < {a[1]} else {a[0]}"  # NaN stays, as in NumPy
        case "minimum":
            return f"{a[1]} if {a[0]} > {a[1]} else {a[0]}"
        case "negative":
            return f"-{a[0]}"
        case "absolute":
            return f"abs({a[0]})"
        case "logical_not":
            return f"not {a[0]}"
        case "sqrt" | "cube_root":
            return f"{term.operation}({a[0]})"
        case _:  # the maximum or minimum of one number is the number
            return a[0]


def operand_name(operand: Operand) -> str:
    """Return the name of an operand in the generated code, or its literal."""
    if isinstance(operand, Node):
        return str(operand.operands[0]) if operand.is_input else f"v{operand.index}"
    return "nan" if operand != operand else repr(operand)


def operand_index(operand: Operand) -> int:
    """Return the index of an operand's node; -1 for a constant."""
    return operand.index if isinstance(operand, Node) else -1


def is_added_boolean(operand: Operand, term: Node) -> bool:
    """Return whether a node adds a boolean as 0 or 1, unlike NumPy's booleans."""
    return (
        term.kind == "i"
        and term.operation != "where"
        and isinstance(operand, Node)
        and operand.kind == "b"
    )


def remove_bounds(outputs: Sequence[Node]) -> list[Node]:
    """Return `outputs` rewritten without block bounds: each number is its own bound.

    Without this, a buffer with two names would be reused while one of them is needed.
    Squares of absolute values become squares of the numbers.
    """

    def step(record: ExpressionGraph, term: Node, operands: list[Operand]) -> Node:
        x = operands[0]
        if term.operation in BOUND_OPERATIONS and isinstance(x, Node):
            return x
        if term.operation == "multiply" and x is operands[1]:
            if isinstance(x, Node) and x.operation == "absolute":
                x = x.operands[0]  # that square is often known
            return record.add_node("multiply", x, x)
        return record.add_node(term.operation, *operands)

    return rewrite_graph(outputs, step)


def rewrite_graph(
    outputs: Sequence[Node],
    step: Callable[[ExpressionGraph, Node, list[Operand]], Node],
) -> list[Node]:
    """Return `outputs` rewritten into a new graph.

    Parameters
    ----------
    outputs : sequence of Node
        Nodes of the old graph.
    step : callable
        Takes the new graph, an old node and its operands in the new graph; returns the
        new node.
    """
    record, nodes = ExpressionGraph(), dict[int, Node]()
    for term in collect_nodes(outputs):
        operands = [
            o if i < 0 else nodes[i]
            for o, i in zip(term.operands, term.operand_indices, strict=True)
        ]
        nodes[term.index] = step(record, term, operands)
    return [nodes[o.index] for o in outputs]


def function_source(
    name: str, takes: Sequence[str], lines: Sequence[str], gives: Sequence[str] = ()
) -> str:
    """Return the source of a function from its parameters, body and results."""
    answer = f"    return ({''.join(f'{x}, ' for x in gives)})\n"
    return "\n".join([f"def {name}({', '.join(takes)}):", *lines, answer])


# ----------------------------------------------------------------------------
# NumPy code that reuses its buffers.
# ----------------------------------------------------------------------------


_FILLS = {"bitwise_and": ("not ", False), "bitwise_or": ("", True)}


class Buffer(NamedTuple):
    """Array that generated code writes to.

    Attributes
    ----------
    kind : str
        "b" for booleans, "i" for small integers, "f" for floats.
    axes : int
        Axes along which the values vary: 1 the first, 2 the second, 3 both, 0 none.
    number : int
        Position in the list of buffers.
    """

    kind: str
    axes: int
    number: int

    @property
    def name(self) -> str:
        """Name in the generated code."""
        return f"{self.kind}{self.axes}_{self.number}"


class BufferWriter:
    """Writer of NumPy code that reuses buffers no longer needed.

    Parameters
    ----------
    along : mapping of int to int
        Axes along which each node varies (as `Buffer.axes`).
    out : mapping of int to str, optional
        Names of output arrays, by node, to write to directly.
    keep : set of int, optional
        Nodes whose buffers are never reused.

    Attributes
    ----------
    lines : list of str
        Lines of code so far.
    work : list of Buffer
        Buffers that the code needs.
    targets : dict of int to str
        Name of the output array that each node is written to.
    """

    def __init__(
        self,
        along: Mapping[int, int],
        *,
        out: Mapping[int, str] | None = None,
        keep: set[int] | None = None,
    ) -> None:
        self.lines: list[str] = []
        self.work: list[Buffer] = []
        self.targets: dict[int, str] = {}
        self._axes = along
        self._out, self._keep = out or {}, keep or set()
        self._buffers: dict[int, Buffer] = {}
        self._free_buffers: list[Buffer] = []

    @property
    def names(self) -> list[str]:
        """Names of the buffers."""
        return [buffer.name for buffer in self.work]

    def write(self, steps: Sequence[Node]) -> None:
        """Append the code of `steps`."""
        last = {i: t.index for t in steps for i in t.operand_indices}
        for term in steps:
            names = [self._operand_name(o, term) for o in term.operands]
            ends = {i for i in term.operand_indices if last[i] == term.index}
            self._write_step(term, names, ends - self._keep)

    def _operand_name(self, operand: Operand, term: Node) -> str:
        """Return the name of an operand, a boolean as 0 or 1 where it is added."""
        if term.kind != "i":
            return operand_name(operand)
        if not isinstance(operand, Node):
            return repr(int(operand))
        name = operand_name(operand)
        if not is_added_boolean(operand, term):
            return name
        return f"{name}.view(uint8)" if self._axes[operand.index] else f"int({name})"

    def _write_step(self, term: Node, names: list[str], ends: set[int]) -> None:
        target = f"v{term.index}"
        if self._axes[term.index] == 0:
            self._write_scalar_step(term, target, names)
        elif term.operation == "where":
            self._write_select(term, target, names, ends)
        elif term.operation in _FILLS and self._write_uniform_logic(
            term, target, names, ends
        ):
            pass
        else:
            self._release(ends)
            place = self._allocate_buffer(term)
            self.lines.append(
                f"    {target} = {term.operation}({', '.join(names)}, out={place})"
            )
            return
        self._release(ends)

    def _write_scalar_step(self, term: Node, target: str, names: list[str]) -> None:
        if term.operation in BOUND_OPERATIONS and self._axes[term.operand_indices[0]]:
            ends = {"peak": "max", "least": "min"}[term.operation]
            # For short arrays `argmax` takes less time than `max`.
            self.lines.append(f"    {target} = {names[0]}.item({names[0]}.arg{ends}())")
        elif term.operation == "divide":
            self.lines.append(f"    {target} = divide({', '.join(names)})")
        elif term.operation == "sqrt":
            of = names[0]
            self.lines.append(f"    {target} = root({of}) if {of} >= 0.0 else nan")
        else:
            self.lines.append(f"    {target} = {expression_source(term, names)}")

    def _write_select(
        self, term: Node, target: str, names: list[str], ends: set[int]
    ) -> None:
        condition, yes, no = names
        for operand, value, alternative, when in (
            (2, no, yes, condition),
            (1, yes, no, f"logical_not({condition})"),
        ):
            if self._reuse_buffer(term, term.operand_indices[operand], ends):
                self.lines.append(f"    {target} = {value}")
                self._write_masked(term, 3 - operand, alternative, when)
                return
        self.lines += [
            f"    {target} = {self._allocate_buffer(term)}",
            f"    copyto({target}, {no})",
        ]
        self._write_masked(term, 1, yes, condition)

    def _write_uniform_logic(
        self, term: Node, target: str, names: list[str], ends: set[int]
    ) -> bool:
        """Write a logical operation if one operand is a scalar, else return False."""
        alike = [self._axes[i] == 0 for i in term.operand_indices]
        if not any(alike):
            return False
        position = alike.index(True)
        if self._reuse_buffer(term, term.operand_indices[1 - position], ends):
            self.lines.append(f"    {target} = {names[1 - position]}")
        else:
            self.lines += [
                f"    {target} = {self._allocate_buffer(term)}",
                f"    copyto({target}, {names[1 - position]})",
            ]
        unless, value = _FILLS[term.operation]
        self.lines.append(f"    if {unless}{names[position]}: {target}.fill({value})")
        return True

    def _reuse_buffer(self, term: Node, index: int, ends: set[int]) -> bool:
        """Reuse the buffer of an operand that is not needed again, if possible."""
        buffer = self._out.get(term.index)
        if buffer is not None:
            if self.targets.get(index) == buffer:
                self.targets[term.index] = buffer
                return True
            return False
        own = self._buffers.get(index)
        if own is None or index not in ends or own.axes != self._axes[term.index]:
            return False
        self._buffers[term.index] = self._buffers.pop(index)
        return True

    def _write_masked(self, term: Node, operand: int, name: str, when: str) -> None:
        """Write the other value where the condition holds.

        The time of `putmask` does not depend on the condition; `copyto` is faster where
        it rarely holds, and broadcasts rows and columns.
        """
        condition, axes = term.operands[0], self._axes[term.index]
        when_axes, other_axes = (
            self._axes[term.operand_indices[i]] for i in (0, operand)
        )
        rare = isinstance(condition, Node) and condition.operation == "equal"
        if not rare and when_axes == axes and other_axes in (0, axes):
            self.lines.append(f"    putmask(v{term.index}, {when}, {name})")
        else:
            self.lines.append(f"    copyto(v{term.index}, {name}, where={when})")

    def _allocate_buffer(self, term: Node) -> str:
        if term.index in self._out:
            self.targets[term.index] = self._out[term.index]
            return self.targets[term.index]
        kind, axes = term.kind, self._axes[term.index]
        for buffer in reversed(self._free_buffers):
            if (buffer.kind, buffer.axes) == (kind, axes):
                self._free_buffers.remove(buffer)
                break
        else:
            buffer = Buffer(kind, axes, len(self.work))
            self.work.append(buffer)
        self._buffers[term.index] = buffer
        return buffer.name

    def _release(self, ends: set[int]) -> None:
        for index in ends:
            if index in self._buffers:
                self._free_buffers.append(self._buffers.pop(index))


# ----------------------------------------------------------------------------


_BYTES = {"b": 1, "i": 1, "f": 8}
_PYTHON_TYPES = {"b": "bool", "i": "int", "f": "float"}


class BlockCode(NamedTuple):
    """Source of the functions `once` and `solve`, and the buffers that they need.

    Attributes
    ----------
    source : str
        `once(*inputs, *once_work)` returns the values that all blocks share, `known`,
        and `solve(*known, *inputs, *outputs, *work)` evaluates one block.
    once_work, work : list of Buffer
        Buffers that the functions write to.
    """

    source: str
    once_work: list[Buffer]
    work: list[Buffer]


def generate_block_code(
    inputs: Sequence[str],
    axes: Mapping[str, int],
    outputs: Sequence[Node],
    kinds: Sequence[str],
    strided: Sequence[bool],
    *,
    per_query: bool = False,
) -> BlockCode:
    """Return NumPy code for blocks of queries.

    Parameters
    ----------
    inputs : sequence of str
        Names of the inputs.
    axes : mapping of str to int
        Axes along which each input varies (as `Buffer.axes`); blocks split the first.
    outputs : sequence of Node
        Nodes to evaluate.
    kinds : sequence of str
        Kind of each output array (as `Buffer.kind`).
    strided : sequence of bool
        Whether each output array is strided, as a component of vectors is.
    per_query : bool
        Let each number be its own block maximum and minimum.
    """
    outputs = remove_bounds(outputs) if per_query else _separate_bounds(outputs, axes)
    terms = collect_nodes(outputs)
    axes_of = _find_axes(terms, axes)
    steps = [t for t in terms if not t.is_input]
    early = _find_invariant_steps(terms, axes_of)
    first, then = ([t for t in steps if (t.index in early) == e] for e in (True, False))
    then = _schedule_steps(then, axes_of, {o.index for o in outputs})
    read = {i for t in then for i in t.operand_indices} | {o.index for o in outputs}
    kept_nodes = [t for t in steps if t.index in early & read]
    known = [operand_name(t) for t in kept_nodes]
    # Python's scalars are faster than NumPy's.
    input_names = [
        name if axes_of[t.index] else f"{_PYTHON_TYPES[t.kind]}({name})"
        for t, name in zip(kept_nodes, known, strict=True)
    ]
    once = BufferWriter(axes_of, keep={t.index for t in kept_nodes})
    everywhere = 0
    for axis in axes.values():
        everywhere |= axis
    output_buffers = {
        o.index: f"out{i}"
        for i, (o, kind, apart) in enumerate(zip(outputs, kinds, strided, strict=True))
        if axes_of[o.index] == everywhere
        and o.kind == kind
        and not (apart and o.operation == "where")
    }
    _forward_outputs(output_buffers, then, outputs, axes_of)
    body = BufferWriter(axes_of, out=output_buffers, keep={o.index for o in outputs})
    for writer, nodes in ((once, first), (body, then)):
        writer.write(nodes)
    body.lines += [
        f"    copyto(out{i}, {operand_name(o)}, casting='unsafe')"
        for i, o in enumerate(outputs)
        if body.targets.get(o.index) != f"out{i}"
    ]
    outs = [f"out{i}" for i in range(len(outputs))]
    return BlockCode(
        function_source("once", [*inputs, *once.names], once.lines, input_names)
        + function_source("solve", [*known, *inputs, *outs, *body.names], body.lines),
        once.work,
        body.work,
    )


def _schedule_steps(
    steps: Sequence[Node], along: Mapping[int, int], keep: set[int]
) -> list[Node]:
    """Return the steps in an order that needs few buffers, so that they stay in cache.

    Of the steps whose operands are ready, next is the one that frees most memory net of
    its result; of equals, the one with the latest operand.
    """
    computed = {t.index for t in steps}
    reads = {t.index: computed.intersection(t.operand_indices) for t in steps}
    uses = Counter(i for indices in reads.values() for i in indices)
    missing = {index: len(indices) for index, indices in reads.items()}
    readers: dict[int, list[Node]] = {}
    for t in steps:
        for index in reads[t.index]:
            readers.setdefault(index, []).append(t)
    size = {t.index: _BYTES[t.kind] if along[t.index] else 0 for t in steps}
    scheduled: list[Node] = []
    place: dict[int, int] = {}
    ready = [t for t in steps if not missing[t.index]]

    def cost(t: Node) -> tuple[int, int, int]:
        freed_size = sum(size[i] for i in reads[t.index] - keep if uses[i] == 1)
        latest = max((place[i] for i in reads[t.index]), default=-1)
        return size[t.index] - freed_size, -latest, t.index

    while ready:
        term = min(ready, key=cost)
        ready.remove(term)
        place[term.index] = len(scheduled)
        scheduled.append(term)
        for index in reads[term.index]:
            uses[index] -= 1
        for reader in readers.get(term.index, ()):
            missing[reader.index] -= 1
            if not missing[reader.index]:
                ready.append(reader)
    return scheduled


def _forward_outputs(
    out: dict[int, str],
    steps: Sequence[Node],
    outputs: Sequence[Node],
    along: Mapping[int, int],
) -> None:
    """Let a side of a selection be written to its output, if used nowhere else."""
    uses = Counter(i for t in steps for i in {*t.operand_indices})
    uses.update(o.index for o in outputs)
    ready = {t.index for t in steps}
    for term in reversed(steps):
        if term.index not in out or term.operation != "where":
            continue
        for side in (term.operands[2], term.operands[1]):
            if (
                isinstance(side, Node)
                and (index := side.index) in ready - {*out}
                and uses[index] == 1
                and along[index] == along[term.index]
                and side.kind == term.kind
            ):
                out[index] = out[term.index]
                break


def _find_axes(terms: Sequence[Node], given: Mapping[str, int]) -> dict[int, int]:
    axes_of = {-1: 0}
    for term in terms:
        if term.is_input:
            axes_of[term.index] = given.get(str(term.operands[0]), 0)
        elif term.operation in BOUND_OPERATIONS:
            axes_of[term.index] = 0
        else:
            axis_bits = 0
            for index in term.operand_indices:
                axis_bits |= axes_of[index]
            axes_of[term.index] = axis_bits
    return axes_of


def _separate_bounds(outputs: Sequence[Node], axes: Mapping[str, int]) -> list[Node]:
    """Return `outputs` with the maximum of row + column as the sum of two maxima.

    Both are the same number, as rounded addition is monotonic, but reducing a row and a
    column is cheaper than reducing the block.
    """
    axes_of = _find_axes(collect_nodes(outputs), axes)

    def step(record: ExpressionGraph, term: Node, operands: list[Operand]) -> Node:
        inner, old = operands[0], term.operands[0]
        if term.operation in BOUND_OPERATIONS and isinstance(inner, Node):
            ways = {axes_of[i] for i in cast("Node", old).operand_indices}
            if inner.operation == "add" and ways == {1, 2}:
                a, b = (record.add_node(term.operation, o) for o in inner.operands)
                return a + b
        return record.add_node(term.operation, *operands)

    return rewrite_graph(outputs, step)


def _find_invariant_steps(terms: Sequence[Node], along: Mapping[int, int]) -> set[int]:
    """Return the indices of nodes that do not vary along the first axis."""
    varies: set[int] = set()
    for term in terms:
        if along[term.index] & 1 or not varies.isdisjoint(term.operand_indices):
            varies.add(term.index)
    return {t.index for t in terms} - varies


# ----------------------------------------------------------------------------
# Code on scalars: for Python, and for a loop that numba compiles.
# ----------------------------------------------------------------------------


_MAX_INLINE_LENGTH = 400
"""Limit on inlined source: Python's parser limits nested parentheses."""


def generate_scalar_code(inputs: Sequence[str], outputs: Sequence[Node]) -> str:
    """Return the source of `solve(*inputs)`, which returns the outputs of one query.

    Division goes through `over` where the divisor is 0, as Python raises there.
    """
    return _scalar_function_source(
        "solve", inputs, collect_nodes(outputs), outputs, over=True
    )


class LoopCode(NamedTuple):
    """Source of two functions of scalars for a compiled loop over blocks.

    `once(*bounds)` returns the values that depend on a block's bounds alone.
    `solve(*inputs, *once(...))` returns the outputs, then the numbers that are bounded.

    Attributes
    ----------
    source : str
        Both functions.
    bound_count : int
        Number of bounds per block, all of them upper bounds (`block_max`).
    invariant_count : int
        Number of values that `once` returns.
    """

    source: str
    bound_count: int
    invariant_count: int


def generate_loop_code(inputs: Sequence[str], outputs: Sequence[Node]) -> LoopCode:
    """Return the code for a compiled loop, with division as in IEEE 754."""
    terms = collect_nodes(outputs)
    # Bounds that are only compared are as fast per query.
    readers = [t for t in terms if t.kind != "b" or t.operation == "where"]
    read = {i for t in readers for i in t.operand_indices}
    ends = [t for t in terms if t.operation == "peak" and t.index in read]
    alike = {t.index for t in ends}
    for t in terms:
        hangs_on = {o.index for o in t.operand_nodes}
        if hangs_on and hangs_on <= alike:
            alike.add(t.index)
    roots = [*outputs, *(cast("Node", t.operands[0]) for t in ends)]
    late = [t for t in collect_nodes(roots, until=alike) if t.index not in alike]
    early = [t for t in terms if t.index in alike and t not in ends]
    wanted_indices = {i for t in late for i in t.operand_indices}
    wanted_indices |= {o.index for o in roots}
    kept_nodes = [t for t in terms if t.index in alike & wanted_indices]
    names = [operand_name(t) for t in kept_nodes]
    source = _scalar_function_source(
        "once", [operand_name(t) for t in ends], early, kept_nodes
    )
    source += _scalar_function_source("solve", [*inputs, *names], late, roots)
    return LoopCode(source, len(ends), len(kept_nodes))


def _scalar_function_source(
    name: str,
    takes: Sequence[str],
    terms: Sequence[Node],
    outputs: Sequence[Node],
    *,
    over: bool = False,
) -> str:
    """Return the source of a function of scalars.

    For interpreted Python (`over`), expressions used once are inlined: that saves a
    variable, and skips the side of a selection that is not chosen.
    """
    uses = Counter(i for t in terms for i in t.operand_indices)
    uses.update(2 * [o.index for o in outputs])
    inside: dict[int, str] = {}
    twice = {
        i
        for t in terms
        if t.operation in ("maximum", "minimum", "divide")
        for i in t.operand_indices
    }
    if over:  # the maximum of one number is the number
        for term in reversed(terms):
            if term.operation in BOUND_OPERATIONS:
                (index,) = term.operand_indices
                uses[index] += uses[term.index] - 1
                twice |= {index} if term.index in twice else set()
    lines = []
    for term in terms:
        if term.is_input:
            continue
        a = [
            inside.get(i) or operand_name(o)
            for o, i in zip(term.operands, term.operand_indices, strict=True)
        ]
        if over and term.operation in BOUND_OPERATIONS:
            inside[term.index] = a[0]
            continue
        if term.kind == "i":
            a = [
                f"int({x})" if is_added_boolean(o, term) else x
                for x, o in zip(a, term.operands, strict=True)
            ]
        if over and term.operation == "divide":
            text = f"{a[0]} / {a[1]} if {a[1]} else over({a[0]}, {a[1]})"
        else:
            text = expression_source(term, a)
        alone = over and uses[term.index] == 1 and term.index not in twice
        if alone and len(text) < _MAX_INLINE_LENGTH:
            inside[term.index] = f"({text})"
        else:
            lines.append(f"    v{term.index} = {text}")
    names = [inside.get(o.index) or operand_name(o) for o in outputs]
    return function_source(name, takes, lines, names)


# ----------------------------------------------------------------------------
# Buffers of a block.
# ----------------------------------------------------------------------------


BUFFER_TYPES: dict[str, type] = {"b": bool, "i": np.uint8, "f": float}
"""Element type of each kind of buffer."""


def empty_buffers(
    wanted: Sequence[Buffer], shape: tuple[int, ...], rows: int
) -> list[NDArray[Any]]:
    """Return uninitialized buffers for a block of `rows` rows of a batch of `shape`."""
    row, flat = tuple(shape[1:]), (1,) * (len(shape) - 1)
    sizes = (1, *flat), (rows, *flat), (1, *row), (rows, *row)
    return [np.empty(sizes[b.axes], BUFFER_TYPES[b.kind]) for b in wanted]
