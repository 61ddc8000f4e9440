"""Derived error bounds on random formulas, against exact arithmetic.

To test more formulas:

    PLAYGROUND_FORMULAS=100 pytest -n 1 tests/collision/test_error_bounds.py
"""

import math
import os
from fractions import Fraction

import numpy as np
import pytest
from effort import quick

from playground.collision._arguments import Argument, Rule
from playground.collision.exact.codegen import generate_block_code, generate_scalar_code
from playground.collision.exact.expression import (
    ExpressionGraph,
    Node,
    collect_nodes,
    maximum,
    minimum,
    select,
    sqrt,
    subtract_radius,
)
from playground.collision.exact.filters import StaticBounds, logical_all
from playground.collision.exact.running_error import RunningErrors

ARGUMENTS = (
    Argument("p", 2),
    Argument("q", 2),
    Argument("v", 3),
    Argument("w", 3),
    Argument("r", 0, Rule.NOT_NEGATIVE),
)
INPUTS = [name for a in ARGUMENTS for name in a.inputs]
FORMULAS = range(int(os.environ.get("PLAYGROUND_FORMULAS", "6" if quick() else "12")))
QUERIES = 40
ROOM = 800  # bits of the squares of roots
COMPARISONS = ("less", "less_equal", "greater", "greater_equal", "equal")


def formula(rng, *, divided):
    """Return the numbers and truths of a random expression graph."""
    record = ExpressionGraph()
    terms = [record.add_node("input", name) for name in INPUTS]
    p, q, v, w, r = terms[0:2], terms[2:4], terms[4:7], terms[7:10], terms[10]
    m = [a - b for a, b in zip(p, q, strict=True)]
    cross = [v[i] * w[j] - v[j] * w[i] for i, j in ((1, 2), (2, 0), (0, 1))]
    made = [
        *m, r * r, m[0] * m[0] + m[1] * m[1], p[0] * m[1] - p[1] * m[0],
        v[0] * w[0] + v[1] * w[1] + v[2] * w[2], *cross,
        cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2],
    ]  # fmt: skip
    truths = [made[2] > made[3]]
    for _ in range(14):
        a, b, c = (made[i] for i in rng.integers(0, len(made), 3))
        kind = rng.integers(0, 11 if divided else 9)
        if kind < 5:  # often what was made last, so that formulas are deep
            a = made[-1 - rng.integers(0, 3)]
        match kind:
            case 0 | 5:
                found = a + b
            case 1 | 6:
                found = a - b
            case 2 | 7:
                found = a * b
            case 3:
                found = maximum(a, float(rng.choice([0.0, 1.0])))
            case 4:
                found = minimum(a, b) if b is not a else abs(a)
            case 8:
                found = select(truths[rng.integers(0, len(truths))], a, b)
            case 9:
                found = sqrt(maximum(a, 0.0))
            case _:
                found = a / (abs(b) + c * c)
        made.append(found)
        pair = [truths[i] for i in rng.integers(0, len(truths), 2)]
        truths += [
            a > b,
            found <= 0.0,
            [pair[0] & pair[1], pair[0] | ~pair[1]][kind % 2],
        ]
    return made, truths


def query(rng):
    """Return numbers that cancel, are zero, subnormal, or of units far apart."""
    few = rng.integers(-3, 4, len(INPUTS)) * 1.0
    odd = rng.normal(size=len(INPUTS))
    found = np.where(rng.random(len(INPUTS)) < 0.6, few, odd)
    found[2:4] = np.where(rng.random(2) < 0.5, found[0:2], found[2:4])
    unit = rng.choice([0, 0, 0, -25, 25, -90, 90, -500, 500], 5)
    found *= 2.0 ** np.repeat(unit, [2, 2, 3, 3, 1])
    found += np.spacing(found) * rng.choice([0, 0, 0, 1, -2], len(INPUTS))
    if rng.random() < 0.1:
        found[rng.integers(len(INPUTS))] = 5e-324
    found[-1] = abs(found[-1])
    return found


def root(x):
    """Return a root to a hundred digits; exactly 0 for 0."""
    few = max(ROOM + x.denominator.bit_length() - x.numerator.bit_length(), 0) // 2
    scaled = x.numerator * 4**few // x.denominator
    return Fraction(math.isqrt(scaled), 2**few)


ABOVE_ZERO = {
    "greater": lambda x: x > 0,
    "greater_equal": lambda x: x >= 0,
    "less": lambda x: x < 0,
    "less_equal": lambda x: x <= 0,
    "equal": lambda x: x == 0,
}


def exactly(terms, numbers, inputs=INPUTS):
    """Return the exact values of expressions; None without a rational value."""
    found = {}
    known = {name: Fraction(x) for name, x in zip(inputs, numbers, strict=True)}

    def of(x):
        return found[x.index] if isinstance(x, Node) else Fraction(x)

    for t in collect_nodes(terms):
        if t.operation == "input":
            found[t.index] = known[t.operands[0]]
            continue
        a = [of(x) for x in t.operands]
        found[t.index] = None if None in a else _one(t.operation, a)
    return found


def _one(operation, a):
    match operation:
        case "add":
            return a[0] + a[1]
        case "subtract":
            return a[0] - a[1]
        case "multiply":
            return a[0] * a[1]
        case "divide":
            return a[0] / a[1] if a[1] else None
        case "sqrt":
            return root(a[0])
        case "maximum" | "minimum":
            return max(a) if operation == "maximum" else min(a)
        case "absolute" | "negative":
            return abs(a[0]) if operation == "absolute" else -a[0]
        case "where":
            return a[1] if a[0] else a[2]
        case "bitwise_and":
            return a[0] and a[1]
        case "bitwise_or":
            return a[0] or a[1]
        case "logical_not":
            return not a[0]
        case _:
            return ABOVE_ZERO[operation](a[0] - a[1])


def over(a, b):
    return float(np.float64(a) / np.float64(b))


def in_floats(outputs, numbers, inputs=INPUTS):
    """Return the outputs in Python floats, each with its error bound."""
    names = {"sqrt": math.sqrt, "nan": math.nan, "over": over}
    steps = [o for o in outputs if isinstance(o, Node)]
    exec(generate_scalar_code(inputs, steps), names)
    with np.errstate(all="ignore"):
        found = iter(names["solve"](*map(float, numbers)))
    return [next(found) if isinstance(o, Node) else o for o in outputs]


def near(value, exact, bound):
    return abs(Fraction(value) - exact) <= Fraction(bound)


@pytest.mark.parametrize("alone", [True, False])
def test_errors_are_below_their_bounds(alone):
    """Those of whole blocks, and those of components; without quotients."""
    checked = 0
    for seed in FORMULAS:
        rng = np.random.default_rng(seed)
        made, _ = formula(rng, divided=False)
        facts = StaticBounds(made, ARGUMENTS, per_query=alone)
        for t in made[len(made) // 2 :]:
            bound = facts.error(t)
            sure = logical_all([*facts.certify_inputs([t]), facts.certify_choices(t)])
            if bound is None or sure is False:
                continue
            for _ in range(QUERIES // 10):
                numbers = query(rng)
                value, limit, holds = in_floats([t, bound, sure], numbers)
                if holds:
                    exact = exactly([t], numbers)[t.index]
                    assert near(value, exact, limit), (seed, t.index)
                    checked += 1
    assert checked > 5 * len(FORMULAS)


@pytest.mark.slow
@pytest.mark.parametrize("alone", [True, False])
def test_known_truths_are_true(alone):
    checked = told = 0
    for seed in FORMULAS:
        rng = np.random.default_rng(1000 + seed)
        made, truths = formula(rng, divided=False)
        facts = RunningErrors([*made, *truths], ARGUMENTS, per_query=alone)
        for t in truths[len(truths) // 2 :]:
            sure = logical_all([*facts.certify_inputs([t]), facts.certify(t)])
            if sure is False:
                continue
            for _ in range(QUERIES // 10):
                numbers = query(rng)
                value, holds = in_floats([t, sure], numbers)
                told += 1
                if holds:
                    assert bool(value) == exactly([t], numbers)[t.index], seed
                    checked += 1
    assert checked > told / 20


def test_running_errors_are_below_their_bounds():
    """Roots and quotients too, with shorter steps and with sharper ones."""
    checked = 0
    for seed in FORMULAS:
        rng = np.random.default_rng(2000 + seed)
        made, _ = formula(rng, divided=True)
        for alone in (True, False):
            errors = RunningErrors(made, ARGUMENTS, per_query=alone)
            for t in made[len(made) // 2 :]:
                try:
                    k, step, lost = errors.running_error(t)
                    guarded = errors.certify_divisors(t)
                except (ValueError, OverflowError):
                    continue  # too deep: more may underflow than a bound can hold
                sure = logical_all(
                    [*errors.certify_inputs([t]), errors.certify_choices(t), guarded]
                )
                if sure is False or lost > 0:
                    continue
                for _ in range(QUERIES // 10):
                    numbers = query(rng)
                    error = 0.0 if step is None else step
                    value, limit, holds = in_floats([t, error, sure], numbers)
                    exact = exactly([t], numbers)[t.index] if holds else None
                    if holds and math.isfinite(value) and math.isfinite(limit):
                        assert exact is not None
                        total = Fraction(k) * abs(Fraction(value)) + Fraction(limit)
                        total = total * Fraction(101, 100) + Fraction(2.0**lost)
                        assert near(value, exact, total), (seed, t.index)
                        checked += 1
    assert checked > 5 * len(FORMULAS)


def test_a_bound_for_a_block_is_one_for_each_of_its_queries():
    for seed in FORMULAS[:12]:
        rng = np.random.default_rng(3000 + seed)
        made, truths = formula(rng, divided=False)
        facts = RunningErrors([*made, *truths], ARGUMENTS, per_query=False)
        sure = logical_all(
            [*facts.certify_inputs(truths[-3:]), *map(facts.certify, truths[-3:])]
        )
        if not isinstance(sure, Node):
            continue
        base = query(rng)
        table = base * (1.0 + 0.5 * rng.random((16, len(INPUTS))))
        columns = list(np.ascontiguousarray(table.T))
        axes = dict.fromkeys(INPUTS, 1)
        together_, alone = (
            _in_blocks(
                generate_block_code(INPUTS, axes, [sure], "b", [False], per_query=one),
                columns,
            )
            for one in (False, True)
        )
        assert not (together_ & ~alone).any()


def _in_blocks(code, columns):
    names = {
        name: getattr(np, name)
        for name in ("add", "subtract", "multiply", "divide", "negative", "absolute",
                     "sqrt", "maximum", "minimum", "copyto", "putmask", "bitwise_and",
                     "bitwise_or", "logical_not", *COMPARISONS)
    }  # fmt: skip
    names |= {"nan": math.nan, "uint8": np.uint8, "root": math.sqrt}
    exec(code.source, names)
    kinds = {"b": bool, "i": np.uint8, "f": float}
    count = len(columns[0])
    out = np.empty(count, bool)
    work = [np.empty(count, kinds[b.kind]) for b in code.work]
    with np.errstate(all="ignore"):
        names["solve"](*names["once"](*columns), *columns, out, *work)
    return out


def beyond(numbers, radius):
    """Return |m| - r by a formula, its error bound, and its exact value."""
    record = ExpressionGraph()
    p, q, r = (
        [record.add_node("input", name) for name in a.inputs]
        for a in (ARGUMENTS[0], ARGUMENTS[1], ARGUMENTS[4])
    )
    m = [a - b for a, b in zip(p, q, strict=True)]
    square = m[0] * m[0] + m[1] * m[1]
    gap = subtract_radius(square, sqrt(square), r[0], *m)
    errors = RunningErrors([gap], ARGUMENTS, per_query=True)
    given = [*numbers, *[0.0] * 6, radius]
    sure = logical_all([*errors.certify_inputs([gap]), errors.certify_divisors(gap)])
    value, limit, holds = in_floats([gap, errors.error(gap), sure], given)
    x = Fraction(numbers[0]) - Fraction(numbers[2])
    y = Fraction(numbers[1]) - Fraction(numbers[3])
    return value, limit, holds, root(x * x + y * y) - Fraction(radius)


def test_what_is_outside_errs_as_its_vector_does():
    """However small the sum is that it is divided by."""
    rng, told = np.random.default_rng(7), 0
    for _ in range(200):
        numbers = rng.integers(-3, 4, 4) * rng.choice([1.0, 1 / 3, 1e-30])
        radius = abs(rng.normal()) * rng.choice([1.0, 1e-9, 1e-30])
        value, limit, holds, exact = beyond(numbers.tolist(), radius)
        if holds:
            assert near(value, exact, limit)
            told += 1
    assert told > 50


@pytest.mark.parametrize("joined", ["and", "or"])
def test_of_a_query_alone_one_truth_may_tell_of_two(joined):
    record = ExpressionGraph()
    p, q = ([record.add_node("input", x) for x in a.inputs] for a in ARGUMENTS[:2])
    doubted = p[0] * q[0] - p[1] * q[1] > 0.0
    sure = p[0] * p[1] + q[0] * q[1] > 0.0
    both = doubted & sure if joined == "and" else doubted | sure
    numbers = [1.0, 1.0, 1.0 + 2.0**-52, 1.0 + 2.0**-52, *[0.0] * 7]
    for alone in (True, False):
        facts = StaticBounds([both], ARGUMENTS, per_query=alone)
        known = in_floats([facts.certify(both)], numbers)[0]
        assert bool(known) is (alone and joined == "or")
