"""Expression graph: one recording of a formula, for every kind of number.

A formula is a function over `+ - * /`, comparisons, `& | ~` and the functions of this
module. It is called once, with `Node`s that record each operation. From the graph,
`codegen` generates straight-line code for NumPy blocks with reused buffers, for Python
floats (which numba compiles unchanged) and for integers. Nodes that no requested
output needs are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple

from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

NAN = float("nan")


BOOLEAN_OPERATIONS = {
    "less", "less_equal", "greater", "greater_equal", "equal", "bitwise_and",
    "bitwise_or", "logical_not",
}  # fmt: skip
_INTEGER_OPERATIONS = ("add", "multiply", "where")
_INPUT_OPERATIONS = ("input", "name")
_MAX_SMALL_INTEGER = 99


def _operator(operation: str) -> Callable[[Node, Operand], Node]:
    return lambda self, other: self.graph.add_node(operation, self, other)


def _operator_on_right(operation: str) -> Callable[[Node, Operand], Node]:
    return lambda self, other: self.graph.add_node(operation, other, self)


def _unary_operator(operation: str) -> Callable[[Node], Node]:
    return lambda self: self.graph.add_node(operation, self)


class Node:
    """Operation of a formula on earlier nodes and constants, or an input.

    Attributes
    ----------
    graph : ExpressionGraph
        Graph that contains the node.
    operation : str
        Name of a NumPy ufunc, or one of "where", "cube_root", "peak" (`block_max`),
        "least" (`block_min`), "input" and "name".
    operands : tuple of Node, float or str
        Arguments of the operation; of an input, its name.
    index : int
        Position in the graph.
    operand_nodes : tuple of Node
        The operands that are not constants.
    operand_indices : tuple of int
        Positions of the operands; -1 for a constant.
    is_input : bool
        True for a value from outside the graph.
    kind : str
        "b" for booleans, "i" for small integers (sums of booleans), "f" for floats.
    """

    __slots__ = (
        "graph", "index", "is_input", "kind", "operand_indices", "operand_nodes",
        "operands", "operation",
    )  # fmt: skip

    def __init__(
        self,
        graph: ExpressionGraph,
        operation: str,
        operands: tuple[Operand, ...],
        index: int,
    ) -> None:
        self.graph, self.operation, self.operands = graph, operation, operands
        self.index = index
        self.is_input = operation in _INPUT_OPERATIONS
        self.operand_nodes = tuple([o for o in operands if isinstance(o, Node)])
        self.operand_indices = tuple(
            [o.index if isinstance(o, Node) else -1 for o in operands]
        )
        self.kind = "f" if self.is_input else self._infer_kind()

    def _infer_kind(self) -> str:
        if self.operation in BOOLEAN_OPERATIONS:
            return "b"
        if self.operation not in _INTEGER_OPERATIONS:
            return "f"
        made = {
            o.kind if isinstance(o, Node) else _constant_kind(o)
            for o in self.operands[self.operation == "where" :]
        }
        if self.operation == "where" and made == {"b"}:
            return "b"
        return "i" if made <= {"b", "i", ""} and made != {""} else "f"

    __add__, __radd__ = _operator("add"), _operator_on_right("add")
    __sub__, __rsub__ = _operator("subtract"), _operator_on_right("subtract")
    __mul__, __rmul__ = _operator("multiply"), _operator_on_right("multiply")
    __truediv__, __rtruediv__ = _operator("divide"), _operator_on_right("divide")
    __neg__, __abs__ = _unary_operator("negative"), _unary_operator("absolute")
    __lt__, __le__ = _operator("less"), _operator("less_equal")
    __gt__, __ge__ = _operator("greater"), _operator("greater_equal")
    __and__, __or__ = _operator("bitwise_and"), _operator("bitwise_or")
    __invert__ = _unary_operator("logical_not")

    def is_zero(self) -> Node:
        """Return the comparison with zero (`==` keeps its meaning in Python)."""
        return self.graph.add_node("equal", self, 0.0)


Operand = Node | float | str


def _constant_kind(constant: float | str) -> str:
    """Return "" for a constant that fits a small integer, "f" for any other."""
    is_small = 0.0 <= constant <= _MAX_SMALL_INTEGER  # type: ignore[operator]
    return "" if is_small and constant == int(constant) else "f"


class ExpressionGraph:
    """Nodes of one formula in order of evaluation, equal operations merged."""

    def __init__(self) -> None:
        """Create an empty graph."""
        self._nodes: dict[tuple[Operand, ...], Node] = {}
        self._equivalent_choices: set[int] = set()
        self.radius_differences: dict[int, tuple[Node, ...]] = {}
        """Inputs of each `subtract_radius`, (*vector, r), by the quotient's index."""

    def add_node(self, operation: str, *operands: Operand) -> Node:
        """Return the node of this operation, an existing one if there is one."""
        key = operation, *[o or repr(o) for o in operands]  # 0.0 is not -0.0
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = Node(self, operation, operands, len(self._nodes))
        return node

    def is_equivalent_choice(self, term: Node) -> bool:
        """Return whether `term` selects between equal values, or is that condition."""
        return term.index in self._equivalent_choices

    def add_equivalent_choice(
        self, condition: Node, one: Operand, other: Operand
    ) -> Node:
        """Return a selection between two expressions of exactly the same value."""
        term = self.add_node("where", condition, one, other)
        self._equivalent_choices |= {term.index, condition.index}
        return term


class Accuracy(Enum):
    """Guarantee on the float64 value of a field, relative to the exact value.

    `SIGN` is equality, for booleans and enumerations. `DIGITS` bounds the error by
    2**-42 of the value, `PLACE` by 2**-46 of the largest length in the expression, and
    `DIRECTION` by 2**-42 (`running_error`). For `MEASURED` fields only the conditions
    and divisors are certified, and tests measure the error. `ITERATED` fields come from
    an iteration, which is continued until it ends.
    """

    SIGN = "the same"
    DIGITS = "to a part of itself"
    PLACE = "to a part of the largest length that it is made of"
    DIRECTION = "to a part of 1"
    MEASURED = "as was measured: only what it hangs on is proven"
    ITERATED = "as an iteration found it: where it has not ended, more steps are taken"


Iteration = Callable[..., dict[str, list[NDArray[Any]]]]
"""Maps the input arrays (count,) to the component arrays (count,) of each field."""


class FieldValue(NamedTuple):
    """Field of a result: a number or the components of a vector.

    Attributes
    ----------
    value : tuple of Node
        Components in C order.
    accuracy : Accuracy
        Guarantee on the float64 value.
    kind : type
        `bool`, `int` or `float`.
    shape : tuple of int
        Shape per query: () for a number, (2,) for a vector.
    with_signs_of : tuple of Node
        Booleans that must be certified for the signs of `value` to be right.
    ended : Node or None
        For an iteration: where it has converged.
    iterate : callable or None
        For an iteration: the `Iteration` that continues where it has not converged.
    """

    value: tuple[Node, ...]
    accuracy: Accuracy
    kind: type = float
    shape: tuple[int, ...] = ()
    with_signs_of: tuple[Node, ...] = ()
    ended: Node | None = None
    iterate: Iteration | None = None


def truth(value: Node) -> FieldValue:
    """Return a boolean field."""
    return FieldValue((value,), Accuracy.SIGN, bool)


def choice(value: Node) -> FieldValue:
    """Return a field of an enumeration (int)."""
    return FieldValue((value,), Accuracy.SIGN, int)


def number(value: Node, *signs: Node) -> FieldValue:
    """Return a field with a small relative error, certified only where `signs` are."""
    return FieldValue((value,), Accuracy.DIGITS, with_signs_of=signs)


def distance(value: Node, *signs: Node) -> FieldValue:
    """Return a field with the accuracy of a point; `signs` decide whether it is 0."""
    return FieldValue((value,), Accuracy.PLACE, with_signs_of=signs)


def vector(value: Iterable[Node], accuracy: Accuracy = Accuracy.PLACE) -> FieldValue:
    """Return a field of a vector, by default of a point."""
    components = tuple(value)
    return FieldValue(components, accuracy, shape=(len(components),))


def vectors(rows: Iterable[Iterable[Node]]) -> FieldValue:
    """Return a field of several points, shape (rows, components)."""
    listed = [tuple(row) for row in rows]
    components = tuple(component for row in listed for component in row)
    return FieldValue(components, Accuracy.PLACE, shape=(len(listed), len(listed[0])))


def iteration(
    value: Iterable[Node], ended: Node, iterate: Iteration, kind: type = float
) -> FieldValue:
    """Return a field that an iteration computes: a number or a point.

    `ended` holds where the iteration has converged; elsewhere `iterate` continues it.
    """
    components = tuple(value)
    shape = (len(components),) if len(components) > 1 else ()
    return FieldValue(
        components, Accuracy.ITERATED, kind, shape, ended=ended, iterate=iterate
    )


def select(condition: Node, yes: Operand, no: Operand) -> Node:
    """Return `yes` where the condition holds, and `no` elsewhere."""
    return condition.graph.add_node("where", condition, yes, no)


def select_equivalent(condition: Node, one: Operand, other: Operand) -> Node:
    """Return `one` where the condition holds, else `other`; both are exactly equal."""
    return condition.graph.add_equivalent_choice(condition, one, other)


def subtract_radius(square: Node, length: Node, r: Node, *vector: Node) -> Node:
    """Return |v| - r as (|v|^2 - r^2) / (|v| + r), given |v|^2, |v| and r >= 0.

    Its error is bounded by the errors of v and r alone. Let A be the exact norm of the
    float64 components of v; A and |v| differ by less than the sum of the errors of the
    components. The result is ((A^2 (1 + 2.1 d) - r^2 (1 + d)) (1 + d)) /
    ((A (1 + 2.1 d) + r) (1 + d)) (1 + d), each |d| <= u, hence within 7 u (A + r) of
    A - r.
    """
    quotient = (square - r * r) / (length + r)
    square.graph.radius_differences[quotient.index] = (*vector, r)
    return quotient


sqrt = _unary_operator("sqrt")
"""Return the square root of a number >= 0."""
cube_root = _unary_operator("cube_root")
"""Return a number slightly below the cube root (`lower_cube_root`)."""
block_max = _unary_operator("peak")
"""Return the largest of the numbers >= 0 of a block; alone, the number itself."""
block_min = _unary_operator("least")
"""Return the smallest number of a block; alone, the number itself."""


def maximum(a: Node, b: Operand) -> Node:
    """Return the larger of two numbers."""
    return a.graph.add_node("maximum", a, b)


def minimum(a: Node, b: Operand) -> Node:
    """Return the smaller of two numbers."""
    return a.graph.add_node("minimum", a, b)


def collect_nodes(outputs: Iterable[Node], *, until: Container[int] = ()) -> list[Node]:
    """Return `outputs` and the nodes that they depend on, in order of evaluation.

    Operands of the nodes whose indices are in `until` are left out.
    """
    nodes: dict[int, Node] = {}
    waiting = list(outputs)
    while waiting:
        term = waiting.pop()
        if term.index not in nodes:
            nodes[term.index] = term
            if term.index not in until:
                waiting += term.operand_nodes
    return [nodes[index] for index in sorted(nodes)]
