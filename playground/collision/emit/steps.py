"""A step of a formula as text: its name, its expression, what it makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.collision.formula import FormulaRecord, Operand, Term, ordered

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

SIGNS = {
    "add": "+", "subtract": "-", "multiply": "*", "divide": "/", "less": "<",
    "less_equal": "<=", "greater": ">", "greater_equal": ">=", "equal": "==",
    "bitwise_and": "&", "bitwise_or": "|",
}  # fmt: skip
TRUTHS = {
    "less", "less_equal", "greater", "greater_equal", "equal", "bitwise_and",
    "bitwise_or", "logical_not",
}  # fmt: skip
_SMALL = ("add", "multiply", "where")
_GIVEN = ("input", "name")
BOUNDS = ("peak", "least")


def expression(term: Term, a: Sequence[str]) -> str:
    """Return the step as an expression for single numbers."""
    match term.operation:
        case sign if sign in SIGNS:
            return f"{a[0]} {SIGNS[sign]} {a[1]}"
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
        case "sqrt":
            return f"sqrt({a[0]})"
        case _:  # a bound of one number is the number
            return a[0]


def name_of(operand: Operand) -> str:
    """Return what an operand is called in the code."""
    if isinstance(operand, Term):
        return str(operand.operands[0] if is_given(operand) else f"v{operand.index}")
    return "nan" if operand != operand else repr(operand)


def is_given(operand: Operand) -> bool:
    """Tell whether it is no step, but comes from outside."""
    return isinstance(operand, Term) and operand.operation in _GIVEN


def index_of(operand: Operand) -> int:
    """Return its number; -1 of a constant."""
    return operand.index if isinstance(operand, Term) else -1


def kinds_of(terms: Sequence[Term]) -> dict[int, str]:
    """Return what each step makes; sums of truths and the like are small numbers."""
    held: dict[int, str] = {}

    def of(operand: Operand) -> str:
        if isinstance(operand, Term):
            return held[operand.index]
        return "constant" if operand in range(100) else "f"

    for term in terms:
        made = {of(o) for o in term.operands[term.operation == "where" :]}
        small = made <= {"b", "i", "constant"} and made != {"constant"}
        if is_given(term):
            kind = "f"
        elif term.operation in TRUTHS or (term.operation == "where" and made == {"b"}):
            kind = "b"
        else:
            kind = "i" if small and term.operation in _SMALL else "f"
        held[term.index] = kind
    return held


def is_summed(operand: Operand, term: Term, held: Mapping[int, str]) -> bool:
    """Return whether a step adds up a truth, which NumPy's own truths do not do."""
    truth = isinstance(operand, Term) and held[operand.index] == "b"
    return truth and held[term.index] == "i" and term.operation != "where"


def unbounded(outputs: Sequence[Term]) -> list[Term]:
    """Return the same outputs, each number its own bound: no second name for it.

    A buffer of two names would be handed out again while one of them is to be read.
    Squares of absolute numbers are those of the numbers.
    """

    def step(record: FormulaRecord, term: Term, operands: list[Operand]) -> Term:
        x = operands[0]
        if term.operation in BOUNDS and isinstance(x, Term):
            return x
        if term.operation == "multiply" and x is operands[1]:
            if isinstance(x, Term) and x.operation == "absolute":
                x = x.operands[0]  # that square is often known
            return record.note("multiply", x, x)
        return record.note(term.operation, *operands)

    return rewritten(outputs, step)


def rewritten(
    outputs: Sequence[Term],
    step: Callable[[FormulaRecord, Term, list[Operand]], Term],
) -> list[Term]:
    """Return the same outputs in a record of their own, where `step` notes each step.

    It takes that record, the old step, and its operands in the new record.
    """
    record, made = FormulaRecord(), dict[int, Term]()
    for term in ordered(outputs):
        operands = [
            made[index_of(o)] if isinstance(o, Term) else o for o in term.operands
        ]
        made[term.index] = step(record, term, operands)
    return [made[o.index] for o in outputs]


def function(
    name: str, takes: Sequence[str], lines: Sequence[str], gives: Sequence[str] = ()
) -> str:
    """Return the text of a function."""
    answer = f"    return ({''.join(f'{x}, ' for x in gives)})\n"
    return "\n".join([f"def {name}({', '.join(takes)}):", *lines, answer])
