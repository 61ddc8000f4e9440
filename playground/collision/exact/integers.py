"""Exact integer evaluation of queries whose floating-point filter is inconclusive.

A float64 is an integer times a power of two. One power for all lengths of a query, and
one for each other unit, leave integers, on which Python's `+ - *` are exact. A square
root is computed to at least 64 bits, a quotient stays a fraction; the result is rounded
once.
"""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from playground.collision.exact.codegen import (
    expression_source,
    operand_index,
    operand_name,
)
from playground.collision.exact.expression import (
    BOOLEAN_OPERATIONS,
    Node,
    Operand,
    collect_nodes,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from playground.collision._arguments import Array


ROOT_UNIT = "root"
"""Unit of square roots, which are integers in units of 2**-64, however small."""
_ROOT_BITS = 64


def generate_integer_code(
    inputs: Mapping[str, str], outputs: Sequence[Node]
) -> tuple[str, list[dict[str, int]]]:
    """Generate `solve(*inputs, *units)` on integers.

    Parameters
    ----------
    inputs : mapping of str to str
        Unit of each input. Each unit is an argument too: the integer that stands for 1.
    outputs : sequence of Node
        Nodes to evaluate.

    Returns
    -------
    source : str
        Python code; `solve` returns numerator and denominator of each output in turn.
    powers : list of dict of str to int
        Power of each unit in each output.

    Raises
    ------
    ValueError
        If a constant is not an integer, or a root has an odd power of a unit.
    """
    writer = _IntegerCodeWriter(inputs)
    for term in collect_nodes(outputs):
        writer.write_step(term)
    answer = ", ".join(
        f"{_integer_name(o)}, {writer.denominators[o.index]}" for o in outputs
    )
    head = f"def solve({', '.join([*inputs, *dict.fromkeys(inputs.values())])}):"
    source = "\n".join([head, *writer.lines, f"    return ({answer},)\n"])
    return source, [writer.powers[o.index] for o in outputs]


class _IntegerCodeWriter:
    """Generator of steps on integers and fractions, which are never reduced.

    A fraction has a named denominator > 0; numbers with the same denominator are added
    and compared by their numerators. A division by zero gives 0, which is never read.
    """

    def __init__(self, inputs: Mapping[str, str]) -> None:
        self.lines = [f"    root_unit = 1 << {_ROOT_BITS}"]
        self.powers: dict[int, dict[str, int]] = {}
        self.denominators: dict[int, str] = {}
        self._inputs = inputs
        self._products: dict[tuple[str, str], str] = {}

    def write_step(self, term: Node) -> None:
        """Append the code of one node."""
        index, name = term.index, f"v{term.index}"
        self.denominators[index] = "1"
        if term.operation == "input":
            self.powers[index] = {self._inputs[str(term.operands[0])]: 1}
            return
        powers = [self._powers_of(o) for o in term.operands]
        if term.operation in ("multiply", "divide"):
            sign = 1 if term.operation == "multiply" else -1
            units = sorted({*powers[0], *powers[1]})
            self.powers[index] = {
                u: powers[0].get(u, 0) + sign * powers[1].get(u, 0) for u in units
            }
            self._write_product(term, name)
        elif term.operation == "sqrt":
            if any(power % 2 for power in powers[0].values()):
                raise ValueError(f"a root of {powers[0]} has no unit")
            halves = {u: power // 2 for u, power in powers[0].items()}
            self.powers[index] = {**halves, ROOT_UNIT: halves.get(ROOT_UNIT, 0) + 1}
            x, bottom = _integer_name(term.operands[0]), self._bottom(term.operands[0])
            self.denominators[index] = bottom
            square = _product(x, bottom)
            self.lines.append(f"    {name} = isqrt({square} << {2 * _ROOT_BITS})")
        elif len(term.operands) == 1:
            self.powers[index] = powers[0]
            self.denominators[index] = self._bottom(term.operands[0])
            line = expression_source(term, [_integer_name(term.operands[0])])
            self.lines.append(f"    {name} = {line}")
        else:
            self._write_joining_step(term, name)

    def _write_product(self, term: Node, name: str) -> None:
        (x, below_x), (y, below_y) = (
            (_integer_name(o), self._bottom(o)) for o in term.operands
        )
        if term.operation == "multiply":
            self.denominators[term.index] = self._multiply_bottoms(below_x, below_y)
            self.lines.append(f"    {name} = {x} * {y}")
            return
        self.denominators[term.index] = f"w{term.index}"
        top, bottom = _product(x, below_y), _product(y, below_x)
        self.lines.append(f"    {name}, w{term.index} = quotient({top}, {bottom})")

    def _write_joining_step(self, term: Node, name: str) -> None:
        """Write a sum, comparison or selection of operands in their common unit."""
        numbers = term.operands[term.operation == "where" :]
        with_unit = [self._powers_of(o) for o in numbers if not _is_unitless(o)]
        units = sorted({unit for powers in with_unit for unit in powers})
        common = {u: max(d.get(u, 0) for d in with_unit) for u in units}
        tops = [self._scale(o, common) for o in numbers]
        bottoms = [self._bottom(o) for o in numbers]
        below, other_bottom = bottoms
        # Zero and NaN are the same with every denominator.
        if below == other_bottom or any(map(_is_unitless, numbers)):
            top_parts, bottom = tops, below if other_bottom == "1" else other_bottom
        else:
            top_parts = [*map(_product, tops, reversed(bottoms))]
            bottom = f"w{term.index}"
        if term.operation in BOOLEAN_OPERATIONS:
            self.lines.append(f"    {name} = {expression_source(term, top_parts)}")
        elif term.operation in ("add", "subtract"):
            if top_parts is not tops:
                bottom = self._multiply_bottoms(below, other_bottom)
            self.denominators[term.index] = bottom
            self.lines.append(f"    {name} = {expression_source(term, top_parts)}")
        else:
            whether = _integer_name(term.operands[0])
            if term.operation != "where":
                sign = ">" if term.operation == "maximum" else "<"
                whether = f"{top_parts[0]} {sign} {top_parts[1]}"
            self.denominators[term.index] = bottom
            if top_parts is not tops:
                name = f"{name}, {bottom}"
                tops = [
                    f"({top}, {bottom_part})"
                    for top, bottom_part in zip(tops, bottoms, strict=True)
                ]
            self.lines.append(f"    {name} = {tops[0]} if {whether} else {tops[1]}")
        self.powers[term.index] = {} if term.operation in BOOLEAN_OPERATIONS else common

    def _powers_of(self, operand: Operand) -> dict[str, int]:
        return self.powers.get(operand_index(operand), {})

    def _bottom(self, operand: Operand) -> str:
        return self.denominators.get(operand_index(operand), "1")

    def _multiply_bottoms(self, a: str, b: str) -> str:
        """Return the name of the product of two denominators, computed once."""
        if "1" in (a, b):
            return a if b == "1" else b
        pair = min(a, b), max(a, b)
        if pair not in self._products:
            self._products[pair] = f"w{'_'.join(x[1:] for x in pair)}"
            self.lines.append(f"    {self._products[pair]} = {a} * {b}")
        return self._products[pair]

    def _scale(self, operand: Operand, to: Mapping[str, int]) -> str:
        """Return the source of a number in units `to`, at least as fine as its own."""
        name = _integer_name(operand)
        if _is_unitless(operand):
            return name
        powers = self._powers_of(operand)
        units = [
            "root_unit" if unit == ROOT_UNIT else unit
            for unit in to
            for _ in range(to[unit] - powers.get(unit, 0))
        ]
        return f"{name} * ({' * '.join(units)})" if units else name


def _is_unitless(operand: Operand) -> bool:
    """Return whether a constant is the same in every unit: 0 or NaN."""
    return not isinstance(operand, Node) and (operand != operand or not operand)


def _integer_name(operand: Operand) -> str:
    """Return the source of an operand; ValueError for a non-integer constant."""
    if isinstance(operand, Node) or operand != operand:
        return operand_name(operand)
    if operand != int(operand):
        raise ValueError(f"{operand} is no integer")
    return repr(int(operand))


def _product(a: str, b: str) -> str:
    return a if b == "1" else f"{a} * {b}"


def _quotient(top: int, bottom: int) -> tuple[int, int]:
    """Return numerator and denominator > 0 of a quotient; (0, 1) if undefined."""
    if bottom > 0:
        return top, bottom
    return (-top, -bottom) if bottom else (0, 1)


def round_to_float(top: float, bottom: int, exponent: int) -> float:
    """Return `top / bottom / 2**exponent` rounded to float64; 0 only for 0.

    A `top` that is a float (NaN) is returned as it is.
    """
    if isinstance(top, float):
        return top
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
    """Exact solver of one formula, rounding each output once.

    Parameters
    ----------
    units : mapping of str to str
        Unit of each input, in order.
    outputs : sequence of Node
        Nodes to evaluate.
    """

    def __init__(self, units: Mapping[str, str], outputs: Sequence[Node]) -> None:
        """Generate and compile the code."""
        source, powers = generate_integer_code(units, outputs)
        names: dict[str, Any] = {
            "quotient": _quotient,
            "isqrt": math.isqrt,
            "nan": math.nan,
        }
        exec(source, names)
        self._solve: Callable[..., tuple[Any, ...]] = names["solve"]
        self._columns: dict[str, list[int]] = {}
        for column, unit in enumerate(units.values()):
            self._columns.setdefault(unit, []).append(column)
        self._powers = [
            [of_units.get(unit, 0) for unit in self._columns] for of_units in powers
        ]
        self._spare = [_ROOT_BITS * of_units.get(ROOT_UNIT, 0) for of_units in powers]

    def solve_single(self, numbers: Sequence[float]) -> list[bool | float]:
        """Return each output for one query.

        Parameters
        ----------
        numbers : sequence of float
            Finite inputs.

        Returns
        -------
        list of bool or float
            Exact booleans and numbers rounded once; NaN if undefined.
        """
        scaled, ones = [0] * len(numbers), []
        for columns in self._columns.values():
            ratios = [numbers[column].as_integer_ratio() for column in columns]
            shift = max(bottom for _, bottom in ratios)
            for column, (top, bottom) in zip(columns, ratios, strict=True):
                scaled[column] = top * (shift // bottom)
            ones.append(shift)
        shifts = [shift.bit_length() - 1 for shift in ones]
        answers = self._solve(*scaled, *ones)
        return [
            top
            if top is True or top is False
            else round_to_float(
                top, bottom, sum(map(operator.mul, powers, shifts)) + spare
            )
            for top, bottom, powers, spare in zip(
                answers[::2], answers[1::2], self._powers, self._spare, strict=True
            )
        ]

    def solve(self, table: Array) -> list[Sequence[bool | float]]:
        """Return each output for a batch of queries.

        Parameters
        ----------
        table : float64 array, shape (count, n)
            Finite inputs, one query per row.

        Returns
        -------
        list of sequences, length count
            Exact booleans and numbers rounded once; NaN if undefined.
        """
        scaled = np.empty(table.shape, object)
        shifts = []
        for columns in self._columns.values():
            scaled[:, columns], shift = _to_integers(table[:, columns])
            shifts.append(shift)
        ones = [[1 << bits for bits in shift.tolist()] for shift in shifts]
        rows = zip(*scaled.T.tolist(), *ones, strict=True)
        answers = [*zip(*(self._solve(*row) for row in rows), strict=True)]
        powers, spare = np.array(self._powers), np.array(self._spare)
        exponents = (np.stack(shifts, -1) @ powers.T + spare).T.tolist()
        return [
            tops
            if tops[0] is True or tops[0] is False
            else [*map(round_to_float, tops, bottoms, row_shift)]
            for tops, bottoms, row_shift in zip(
                answers[::2], answers[1::2], exponents, strict=True
            )
        ]


def _to_integers(numbers: Array) -> tuple[Any, NDArray[np.int64]]:
    """Return rows (count, n) as integers, and each row's shift in bits (count,)."""
    mantissa, exponent = np.frexp(numbers)
    mantissas = np.ldexp(mantissa, 53).astype(np.int64)
    lowest = np.frexp((mantissas & -mantissas).astype(np.float64))[1] - 1
    lowest = np.where(mantissas == 0, 0, lowest)
    mantissas >>= lowest
    power = np.where(mantissas == 0, 0, exponent - 53 + lowest)
    shift = np.maximum(-power.min(axis=1), 0).astype(np.int64)
    exponents = (power + shift[:, None]).astype(object)
    return mantissas.astype(object) << exponents, shift
