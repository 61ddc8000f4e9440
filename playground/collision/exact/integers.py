"""Queries in whole numbers, for the few that floats leave in doubt.

A float64 is a whole number times a power of two. One power for all lengths of a query,
and one for each other unit, leave whole numbers, on which Python's `+ - *` are exact.
A root is right to 64 bits and more, a quotient stays a fraction; the answer is rounded
once.
"""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from playground.collision.exact.codegen import (
    BOOLEAN_OPERATIONS,
    expression_source,
    operand_index,
    operand_name,
)
from playground.collision.exact.expression import Node, Operand, collect_nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from playground.collision._arguments import Array


def generate_integer_code(
    inputs: Mapping[str, str], outputs: Sequence[Node]
) -> tuple[str, list[dict[str, int]]]:
    """Return `solve(*inputs, *units)`, and the power of each unit in each output.

    `inputs` names the unit of each input. A unit comes as the whole number that 1 is.
    """
    degree: dict[int, dict[str, int]] = {}
    lines: list[str] = []

    def is_unitless(operand: Operand) -> bool:
        """Tell whether it is the same in every unit: zero, and what is no number."""
        return not isinstance(operand, Node) and (operand != operand or not operand)

    def scale_operand(operand: Operand, to: Mapping[str, int]) -> str:
        if is_unitless(operand):
            return _integer_name(operand)
        own = degree.get(operand_index(operand), {})
        units = [
            "root_unit" if unit == "root" else unit
            for unit in to
            for _ in range(to[unit] - own.get(unit, 0))
        ]
        # A product of units is whole, where what it lifts may be a quotient.
        scale = f" * ({' * '.join(units)})" if units else ""
        return _integer_name(operand) + scale

    for term in collect_nodes(outputs):
        if term.operation == "input":
            name = str(term.operands[0])
            degree[term.index] = {inputs[name]: 1}
            continue
        a = [degree.get(operand_index(o), {}) for o in term.operands]
        units = sorted({unit for powers in a for unit in powers})
        if term.operation in ("multiply", "divide"):
            sign = 1 if term.operation == "multiply" else -1
            degree[term.index] = {
                u: a[0].get(u, 0) + sign * a[1].get(u, 0) for u in units
            }
            x, y = (_integer_name(o) for o in term.operands)
            line = f"{x} * {y}" if sign > 0 else f"ratio({x}, {y})"
        elif term.operation == "sqrt":
            if any(power % 2 for power in a[0].values()):
                raise ValueError(f"a root of {a[0]} has no unit")
            halves = {u: power // 2 for u, power in a[0].items()}
            degree[term.index] = {**halves, "root": halves.get("root", 0) + 1}
            line = f"root({_integer_name(term.operands[0])})"
        elif term.operation in ("negative", "absolute", "logical_not"):
            degree[term.index] = a[0]
            line = expression_source(term, [_integer_name(term.operands[0])])
        else:
            split = 1 if term.operation == "where" else 0
            several = [
                d for d, o in zip(a[split:], term.operands[split:], strict=True)
                if not is_unitless(o)
            ]  # fmt: skip
            common = {u: max(d.get(u, 0) for d in several) for u in units}
            names = [_integer_name(o) for o in term.operands[:split]]
            names += [scale_operand(o, common) for o in term.operands[split:]]
            line = expression_source(term, names)
            degree[term.index] = {} if term.operation in BOOLEAN_OPERATIONS else common
        lines.append(f"    v{term.index} = {line}")
    answer = ", ".join(_integer_name(o) for o in outputs)
    lines.insert(0, "    root_unit = 1 << 64")
    head = f"def solve({', '.join([*inputs, *dict.fromkeys(inputs.values())])}):"
    source = "\n".join([head, *lines, f"    return ({answer},)\n"])
    return source, [degree[o.index] for o in outputs]


def _integer_name(operand: Operand) -> str:
    """Return an operand by its name; a constant must be a whole number."""
    if isinstance(operand, Node) or operand != operand:
        return operand_name(operand)
    if operand != int(operand):
        raise ValueError(f"{operand} is no whole number")
    return repr(int(operand))


# ----------------------------------------------------------------------------


ROOT = "root"
"""The unit of roots: they come as whole numbers of 2**-64, however small they are."""
_ROOT_BITS = 64


class Ratio:
    """A quotient of whole numbers, `bottom` > 0; not reduced, which would cost more."""

    __slots__ = ("bottom", "top")

    def __init__(self, top: int, bottom: int) -> None:
        if bottom < 0:
            top, bottom = -top, -bottom
        self.top, self.bottom = top, bottom

    # By far the most numbers that meet a quotient are whole.
    def __add__(self, other: Exact) -> Ratio:
        if isinstance(other, int):
            return Ratio(self.top + other * self.bottom, self.bottom)
        bottom = self.bottom
        if bottom == other.bottom:
            return Ratio(self.top + other.top, bottom)
        top = self.top * other.bottom + other.top * bottom
        return Ratio(top, bottom * other.bottom)

    __radd__ = __add__

    def __sub__(self, other: Exact) -> Ratio:
        return self + -other

    def __rsub__(self, other: int) -> Ratio:
        return Ratio(other * self.bottom - self.top, self.bottom)

    def __mul__(self, other: Exact) -> Ratio:
        if isinstance(other, int):
            return Ratio(self.top * other, self.bottom)
        return Ratio(self.top * other.top, self.bottom * other.bottom)

    __rmul__ = __mul__

    def __neg__(self) -> Ratio:
        return Ratio(-self.top, self.bottom)

    def __abs__(self) -> Ratio:
        return Ratio(abs(self.top), self.bottom)

    def __lt__(self, other: Exact) -> bool:
        return (self - other).top < 0

    def __le__(self, other: Exact) -> bool:
        return (self - other).top <= 0

    def __gt__(self, other: Exact) -> bool:
        return (self - other).top > 0

    def __ge__(self, other: Exact) -> bool:
        return (self - other).top >= 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ratio | int) and (self - other).top == 0

    __hash__ = None  # type: ignore[assignment]


Exact = int | Ratio


def _split_ratio(number: Exact) -> tuple[int, int]:
    return (number.top, number.bottom) if isinstance(number, Ratio) else (number, 1)


def _ratio(a: Exact, b: Exact) -> Exact:
    """Return the quotient; 0 where there is none, which nobody reads."""
    if not b:
        return 0
    (top, under), (bottom, over) = _split_ratio(a), _split_ratio(b)
    return Ratio(top * over, under * bottom)


def _root(a: Exact) -> Exact:
    """Return the root, in the unit of roots."""
    if isinstance(a, Ratio):
        return Ratio(math.isqrt(a.top * a.bottom << 2 * _ROOT_BITS), a.bottom)
    return math.isqrt(a << 2 * _ROOT_BITS)


def round_to_float(value: Exact | float, exponent: int) -> float:
    """Return the float64 nearest to `value / 2**exponent`, but zero only for zero."""
    if isinstance(value, float):
        return value
    top, bottom = (value, 1) if isinstance(value, int) else (value.top, value.bottom)
    if exponent > 0:
        bottom <<= exponent
    elif exponent:
        top <<= -exponent
    try:
        nearest = top / bottom
    except OverflowError:
        return math.inf if top > 0 else -math.inf
    if nearest == 0.0 and top:
        return 5e-324 if top > 0 else -5e-324
    return nearest


class IntegerSolver:
    """The exact answers of a formula."""

    def __init__(self, units: Mapping[str, str], outputs: Sequence[Node]) -> None:
        source, powers = generate_integer_code(units, outputs)
        names: dict[str, Any] = {"ratio": _ratio, "root": _root, "nan": math.nan}
        exec(source, names)
        self._solve: Callable[..., tuple[Any, ...]] = names["solve"]
        self._columns: dict[str, list[int]] = {}
        for column, unit in enumerate(units.values()):
            self._columns.setdefault(unit, []).append(column)
        self._powers = [
            [of_units.get(unit, 0) for unit in self._columns] for of_units in powers
        ]
        self._spare = [_ROOT_BITS * of_units.get(ROOT, 0) for of_units in powers]

    def solve_single(self, numbers: Sequence[float]) -> list[bool | float]:
        """Return each output for finite numbers, those of one query."""
        whole, ones = [0] * len(numbers), []
        for columns in self._columns.values():
            ratios = [numbers[column].as_integer_ratio() for column in columns]
            one = max(bottom for _, bottom in ratios)
            for column, (top, bottom) in zip(columns, ratios, strict=True):
                whole[column] = top * (one // bottom)
            ones.append(one)
        shifts = [one.bit_length() - 1 for one in ones]
        return [
            value
            if value is True or value is False
            else round_to_float(value, sum(map(operator.mul, powers, shifts)) + spare)
            for value, powers, spare in zip(
                self._solve(*whole, *ones),
                self._powers,
                self._spare,
                strict=True,
            )
        ]

    def solve(self, table: Array) -> list[Sequence[bool | float]]:
        """Return each output for finite float64 numbers (count, inputs)."""
        whole = np.empty(table.shape, object)
        shifts = []
        for columns in self._columns.values():
            whole[:, columns], shift = _to_integers(table[:, columns])
            shifts.append(shift)
        ones = [[1 << one for one in shift.tolist()] for shift in shifts]
        rows = zip(*whole.T.tolist(), *ones, strict=True)
        found = [self._solve(*row) for row in rows]
        powers, spare = np.array(self._powers), np.array(self._spare)
        exponents = (np.stack(shifts, -1) @ powers.T + spare).T.tolist()
        return [
            values
            if values[0] is True or values[0] is False
            else [
                round_to_float(x, exponent)
                for x, exponent in zip(values, by, strict=True)
            ]
            for values, by in zip(zip(*found, strict=True), exponents, strict=True)
        ]


def _to_integers(numbers: Array) -> tuple[Any, NDArray[np.int64]]:
    """Return rows (count, n) as whole numbers, and how far each row was shifted."""
    mantissa, exponent = np.frexp(numbers)
    whole = np.ldexp(mantissa, 53).astype(np.int64)
    lowest = np.frexp((whole & -whole).astype(np.float64))[1] - 1
    lowest = np.where(whole == 0, 0, lowest)
    whole >>= lowest
    power = np.where(whole == 0, 0, exponent - 53 + lowest)
    shift = np.maximum(-power.min(axis=1), 0).astype(np.int64)
    up = (power + shift[:, None]).astype(object)
    return whole.astype(object) << up, shift
