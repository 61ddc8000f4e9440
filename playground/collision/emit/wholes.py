"""Code for whole numbers, which keeps track of units.

A length of a query is a whole number of one power of two, its square of that power's
square, and where a formula adds a number of another unit (1 to a squared cosine) it is
brought to the same one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from playground.collision.emit.steps import TRUTHS, expression, index_of, name_of
from playground.collision.formula import Operand, Term, ordered

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def for_whole_numbers(
    inputs: Mapping[str, str], outputs: Sequence[Term]
) -> tuple[str, list[dict[str, int]]]:
    """Return `solve(*inputs, *units)`, and the power of each unit in each output.

    `inputs` names the unit of each input. A unit comes as the whole number that 1 is.
    """
    degree: dict[int, dict[str, int]] = {}
    lines: list[str] = []

    def free(operand: Operand) -> bool:
        """Tell whether it is the same in every unit: zero, and what is no number."""
        return not isinstance(operand, Term) and (operand != operand or not operand)

    def lifted(operand: Operand, to: Mapping[str, int]) -> str:
        if free(operand):
            return _whole(operand)
        own = degree.get(index_of(operand), {})
        units = [
            "root_unit" if unit == "root" else unit
            for unit in to
            for _ in range(to[unit] - own.get(unit, 0))
        ]
        # A product of units is whole, where what it lifts may be a quotient.
        scale = f" * ({' * '.join(units)})" if units else ""
        return _whole(operand) + scale

    for term in ordered(outputs):
        if term.operation == "input":
            name = str(term.operands[0])
            degree[term.index] = {inputs[name]: 1}
            continue
        a = [degree.get(index_of(o), {}) for o in term.operands]
        units = sorted({unit for powers in a for unit in powers})
        if term.operation in ("multiply", "divide"):
            sign = 1 if term.operation == "multiply" else -1
            degree[term.index] = {
                u: a[0].get(u, 0) + sign * a[1].get(u, 0) for u in units
            }
            x, y = (_whole(o) for o in term.operands)
            line = f"{x} * {y}" if sign > 0 else f"ratio({x}, {y})"
        elif term.operation == "sqrt":
            if any(power % 2 for power in a[0].values()):
                raise ValueError(f"a root of {a[0]} has no unit")
            halves = {u: power // 2 for u, power in a[0].items()}
            degree[term.index] = {**halves, "root": halves.get("root", 0) + 1}
            line = f"root({_whole(term.operands[0])})"
        elif term.operation in ("negative", "absolute", "logical_not"):
            degree[term.index] = a[0]
            line = expression(term, [_whole(term.operands[0])])
        else:
            split = 1 if term.operation == "where" else 0
            several = [
                d for d, o in zip(a[split:], term.operands[split:], strict=True)
                if not free(o)
            ]  # fmt: skip
            common = {u: max(d.get(u, 0) for d in several) for u in units}
            names = [_whole(o) for o in term.operands[:split]]
            names += [lifted(o, common) for o in term.operands[split:]]
            line = expression(term, names)
            degree[term.index] = {} if term.operation in TRUTHS else common
        lines.append(f"    v{term.index} = {line}")
    answer = ", ".join(_whole(o) for o in outputs)
    lines.insert(0, "    root_unit = 1 << 64")
    head = f"def solve({', '.join([*inputs, *dict.fromkeys(inputs.values())])}):"
    source = "\n".join([head, *lines, f"    return ({answer},)\n"])
    return source, [degree[o.index] for o in outputs]


def _whole(operand: Operand) -> str:
    """Return an operand by its name; a constant must be a whole number."""
    if isinstance(operand, Term) or operand != operand:
        return name_of(operand)
    if operand != int(operand):
        raise ValueError(f"{operand} is no whole number")
    return repr(int(operand))
