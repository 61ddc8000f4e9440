"""A formula written once, for every kind of number.

A formula is a function over `+ - * /`, comparisons, `& | ~` and the names of this file.
It is called a single time, with `Node`s that note what is done to them. From the
record, `codegen` writes straight-line code for NumPy blocks with reused buffers, for
Python floats (which numba compiles as they are) and for whole numbers; a result that
nobody asks for is left out of it.
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


class Node:
    """A step of a formula: an operation on earlier ones.

    Attributes
    ----------
    index : int
        Its place in the graph.
    operand_nodes : tuple of Node
        The operands that are no constants.
    operand_indices : tuple of int
        The operands' places; -1 of a constant.
    is_input : bool
        It is no step, but comes from outside.
    kind : str
        `b` truths, `i` small integers (sums of truths and the like), `f` floats.
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

    def __add__(self, other: Operand) -> Node:
        return self.graph.add_node("add", self, other)

    def __radd__(self, other: Operand) -> Node:
        return self.graph.add_node("add", other, self)

    def __sub__(self, other: Operand) -> Node:
        return self.graph.add_node("subtract", self, other)

    def __rsub__(self, other: Operand) -> Node:
        return self.graph.add_node("subtract", other, self)

    def __mul__(self, other: Operand) -> Node:
        return self.graph.add_node("multiply", self, other)

    def __rmul__(self, other: Operand) -> Node:
        return self.graph.add_node("multiply", other, self)

    def __truediv__(self, other: Operand) -> Node:
        return self.graph.add_node("divide", self, other)

    def __rtruediv__(self, other: Operand) -> Node:
        return self.graph.add_node("divide", other, self)

    def __neg__(self) -> Node:
        return self.graph.add_node("negative", self)

    def __abs__(self) -> Node:
        return self.graph.add_node("absolute", self)

    def __lt__(self, other: Operand) -> Node:
        return self.graph.add_node("less", self, other)

    def __le__(self, other: Operand) -> Node:
        return self.graph.add_node("less_equal", self, other)

    def __gt__(self, other: Operand) -> Node:
        return self.graph.add_node("greater", self, other)

    def __ge__(self, other: Operand) -> Node:
        return self.graph.add_node("greater_equal", self, other)

    def __and__(self, other: Node) -> Node:
        return self.graph.add_node("bitwise_and", self, other)

    def __or__(self, other: Node) -> Node:
        return self.graph.add_node("bitwise_or", self, other)

    def __invert__(self) -> Node:
        return self.graph.add_node("logical_not", self)

    def is_zero(self) -> Node:
        """Return whether it is zero (`==` is left to Python)."""
        return self.graph.add_node("equal", self, 0.0)


Operand = Node | float | str


def _constant_kind(constant: float | str) -> str:
    """Return "" of what may be a small integer."""
    is_small = 0.0 <= constant <= _MAX_SMALL_INTEGER  # type: ignore[operator]
    return "" if is_small and constant == int(constant) else "f"


class ExpressionGraph:
    """The steps of one formula in order, each of them once."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[Operand, ...], Node] = {}
        self._equivalent_choices: set[int] = set()
        self.radius_differences: dict[int, tuple[Node, ...]] = {}
        """Of quotients by `subtract_radius`: what they move no more than."""

    def add_node(self, operation: str, *operands: Operand) -> Node:
        """Return the step that does this, an old one if there is one."""
        key = operation, *[o or repr(o) for o in operands]  # 0.0 is not -0.0
        node = self._nodes.get(key)
        if node is None:
            node = self._nodes[key] = Node(self, operation, operands, len(self._nodes))
        return node

    def is_equivalent_choice(self, term: Node) -> bool:
        """Tell whether a choice is between two ways to one number, or its condition."""
        return term.index in self._equivalent_choices

    def add_equivalent_choice(
        self, condition: Node, one: Operand, other: Operand
    ) -> Node:
        """Return a choice between two ways to one number."""
        term = self.add_node("where", condition, one, other)
        self._equivalent_choices |= {term.index, condition.index}
        return term


class Accuracy(Enum):
    """How near floats must be to the exact answer."""

    SIGN = "the same"
    DIGITS = "to a part of itself"
    PLACE = "to a part of the largest length that it is made of"
    DIRECTION = "to a part of 1"
    MEASURED = "as was measured: only what it hangs on is proven"
    ITERATED = "as an iteration found it: where it has not ended, more steps are taken"


Iteration = Callable[..., dict[str, list[NDArray[Any]]]]
"""Takes the inputs as arrays (count,), and gives its fields by their components."""


class FieldValue(NamedTuple):
    """What a formula finds: a number or the components of a vector."""

    value: tuple[Node, ...]
    accuracy: Accuracy
    kind: type = float
    """`bool`, `int` or `float`."""
    shape: tuple[int, ...] = ()
    """Of one answer: () of a number, (2,) of a vector."""
    with_signs_of: tuple[Node, ...] = ()
    """Truths that must be right for its signs to be."""
    ended: Node | None = None
    """Of an iteration: where it has ended."""
    iterate: Iteration | None = None
    """Goes on where it has not ended."""


def truth(value: Node) -> FieldValue:
    """Return a field of whether something is so."""
    return FieldValue((value,), Accuracy.SIGN, bool)


def choice(value: Node) -> FieldValue:
    """Return a field of an enumeration."""
    return FieldValue((value,), Accuracy.SIGN, int)


def number(value: Node, *signs: Node) -> FieldValue:
    """Return a field of a number, right to its last digits, and where `signs` are."""
    return FieldValue((value,), Accuracy.DIGITS, with_signs_of=signs)


def distance(value: Node, *signs: Node) -> FieldValue:
    """Return a field of a number as near as a place; `signs` tell whether it is 0."""
    return FieldValue((value,), Accuracy.PLACE, with_signs_of=signs)


def vector(value: Iterable[Node], accuracy: Accuracy = Accuracy.PLACE) -> FieldValue:
    """Return a field of vectors: of places, if nothing else is said."""
    components = tuple(value)
    return FieldValue(components, accuracy, shape=(len(components),))


def vectors(rows: Iterable[Iterable[Node]]) -> FieldValue:
    """Return a field of lists of places."""
    listed = [tuple(row) for row in rows]
    components = tuple(component for row in listed for component in row)
    return FieldValue(components, Accuracy.PLACE, shape=(len(listed), len(listed[0])))


def iteration(
    value: Iterable[Node], ended: Node, iterate: Iteration, kind: type = float
) -> FieldValue:
    """Return a field that comes from an iteration, a number or a place."""
    components = tuple(value)
    shape = (len(components),) if len(components) > 1 else ()
    return FieldValue(
        components, Accuracy.ITERATED, kind, shape, ended=ended, iterate=iterate
    )


def select(condition: Node, yes: Operand, no: Operand) -> Node:
    """Return `yes` where the condition holds, and `no` elsewhere."""
    return condition.graph.add_node("where", condition, yes, no)


def select_equivalent(condition: Node, one: Operand, other: Operand) -> Node:
    """Return one where the condition holds: two ways to what is exactly the same."""
    return condition.graph.add_equivalent_choice(condition, one, other)


def subtract_radius(square: Node, length: Node, r: Node, *vector: Node) -> Node:
    """Return |v| - r as (|v|^2 - r^2) / (|v| + r), for |v|^2, |v| and r >= 0.

    It moves no more than its vector and r do. With A for the exact norm of the floats
    of v, A and |v| differ by less than the sum of the errors of v's components. The
    float is ((A^2 (1 + 2.1 d) - r^2 (1 + d)) (1 + d)) / ((A (1 + 2.1 d) + r) (1 + d))
    (1 + d), each |d| <= u, and so within 7 u (A + r) of A - r.
    """
    quotient = (square - r * r) / (length + r)
    square.graph.radius_differences[quotient.index] = (*vector, r)
    return quotient


def _unary_operation(operation: str) -> Callable[[Node], Node]:
    return lambda x: x.graph.add_node(operation, x)


sqrt = _unary_operation("sqrt")
"""The root of what is not negative."""
cube_root = _unary_operation("cube_root")
"""A number just below the cube root (`lower_cube_root`)."""
block_max = _unary_operation("peak")
"""A bound from above of numbers >= 0: the largest of a block, or the number itself."""
block_min = _unary_operation("least")
"""A bound from below: the least of a block, or the number itself."""


def maximum(a: Node, b: Operand) -> Node:
    """Return the larger of two."""
    return a.graph.add_node("maximum", a, b)


def minimum(a: Node, b: Operand) -> Node:
    """Return the smaller of two."""
    return a.graph.add_node("minimum", a, b)


def collect_nodes(outputs: Iterable[Node], *, until: Container[int] = ()) -> list[Node]:
    """Return what `outputs` needs, itself included, in the order of the record.

    What the steps `until` need is left out.
    """
    found: dict[int, Node] = {}
    waiting = list(outputs)
    while waiting:
        term = waiting.pop()
        if term.index not in found:
            found[term.index] = term
            if term.index not in until:
                waiting += term.operand_nodes
    return [found[index] for index in sorted(found)]
