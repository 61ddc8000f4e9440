"""Rules of the floating-point filters, each against a result by hand."""

import math

import pytest
from test_error_bounds import in_floats

from playground.collision._arguments import TURN, UNIT_LENGTH_TOLERANCE, Argument, Rule
from playground.collision.exact.expression import (
    ExpressionGraph,
    Node,
    maximum,
    minimum,
    select,
    sqrt,
    subtract_radius,
)
from playground.collision.exact.filters import HALF_EPSILON
from playground.collision.exact.running_error import SAFETY_FACTOR, RunningErrors

ARGUMENTS = (
    Argument("p", 2), Argument("q", 2), Argument("r", 0, Rule.NOT_NEGATIVE),
    Argument("c", 2, Rule.UNIT, TURN),
)  # fmt: skip
NAMES = [name for a in ARGUMENTS for name in a.inputs]
NUMBERS = (7.0, 1.0, 1.0, 9.0, 5.0, 0.6, 0.8)
NORM = math.hypot(6.0, 8.0)  # of p - q


class Made:
    def __init__(self):
        record = ExpressionGraph()
        x = [record.add_node("input", name) for name in NAMES]
        self.p, self.q, self.r, self.c = x[0:2], x[2:4], x[4], x[5:7]
        self.m = [a - b for a, b in zip(self.p, self.q, strict=True)]
        self.area = self.p[0] * self.q[1] - self.p[1] * self.q[0]
        self.square = self.m[0] * self.m[0] + self.m[1] * self.m[1]
        self.turned = self.c[0] * self.p[0] + self.c[1] * self.p[1]


AREA = 7 * 9 + 1 * 1
TURNED = 0.6 * 7 + 0.8 * 1
# A number, its weight in u, its size alone and in a block, k in u and e in u.
RULES = {
    "input": (lambda x: x.p[0], 0, 7, 7, 0, 0),
    "difference": (lambda x: x.m[0], 1, 6, None, 1, 0),
    "product": (lambda x: x.p[0] * x.q[1], 1, 63, 63, 1, 0),
    "of rounded numbers": (lambda x: x.m[0] * x.p[0], 2, 42, None, 2, 0),
    "cross product": (lambda x: x.area, 2, AREA, AREA, 1, SAFETY_FACTOR * AREA),
    "sum": (
        lambda x: x.area + x.r, 3, AREA + 5, AREA + 5, 1, SAFETY_FACTOR * (AREA + 62),
    ),
    "product with it": (
        lambda x: x.area * x.r, 3, 5 * AREA, 5 * AREA, 1 + SAFETY_FACTOR,
        5 * SAFETY_FACTOR * SAFETY_FACTOR * AREA,
    ),
    "its square": (
        lambda x: x.area * x.area, 5, AREA**2, AREA**2, 1 + 2 * SAFETY_FACTOR,
        2 * SAFETY_FACTOR * SAFETY_FACTOR * 62 * AREA,
    ),
    "sum of squares": (lambda x: x.square, 4, 100, 100, 4, 0),
    "root": (lambda x: sqrt(x.square), 3, 10, 10, 3, 0),
    "root that cancels": (
        lambda x: sqrt(maximum(x.area, 0.0)), math.sqrt(2 / HALF_EPSILON) + 1,
        AREA**0.5, AREA**0.5, 1 + SAFETY_FACTOR, SAFETY_FACTOR * AREA / 62**0.5,
    ),
    "larger": (lambda x: maximum(x.area, x.r), 2, AREA, AREA, 1, SAFETY_FACTOR * AREA),
    "smaller": (lambda x: minimum(x.area, x.r), 2, AREA, AREA, 1, SAFETY_FACTOR * AREA),
    "choice": (
        lambda x: select(x.r > 0.0, x.area, x.r), 2, AREA, AREA, 1,
        SAFETY_FACTOR * AREA,
    ),
    "sign": (lambda x: -abs(x.area), 2, AREA, AREA, 1, SAFETY_FACTOR * AREA),
    "turned": (
        lambda x: x.turned, 2, TURNED, (1 + UNIT_LENGTH_TOLERANCE) * 8, 1,
        SAFETY_FACTOR * TURNED,
    ),
    "turned difference": (
        lambda x: x.c[0] * x.m[0] + x.c[1] * x.m[1], 3, 0.6 * 6 + 0.8 * 8,
        (1 + UNIT_LENGTH_TOLERANCE) * 20, 1, 2 * SAFETY_FACTOR * (0.6 * 6 + 0.8 * 8),
    ),
    "outside": (
        lambda x: subtract_radius(x.square, sqrt(x.square), x.r, *x.m), 8, 19, 25,
        None, None,
    ),
    "quotient": (
        lambda x: x.area / x.r, None, None, None, 1 + SAFETY_FACTOR,
        SAFETY_FACTOR * SAFETY_FACTOR * AREA / 5,
    ),
    "divided by what errs": (
        lambda x: x.r / x.area, None, None, None, 1 + SAFETY_FACTOR,
        SAFETY_FACTOR * SAFETY_FACTOR * AREA * (5 / 62) / 62,
    ),
}  # fmt: skip


def value(t):
    return in_floats([t], NUMBERS, NAMES)[0] if isinstance(t, Node) else t


@pytest.mark.parametrize("alone", [True, False])
@pytest.mark.parametrize("rule", RULES)
def test_a_rule_gives_what_it_gives_by_hand(rule, alone):
    make, weight, of_one, of_block, k, e = RULES[rule]
    made = Made()
    t = make(made)
    errors = RunningErrors([t <= 0.0, made.square > 0.0], ARGUMENTS, per_query=alone)
    if weight is not None:
        assert errors.weight(t) == pytest.approx(
            weight * HALF_EPSILON, rel=1e-9, abs=0.0
        )
    size = of_one if alone else of_block
    if size is not None:
        assert value(errors.size(t)) == pytest.approx(size, rel=1e-9, abs=0.0)
    elif weight is None:
        assert errors.size(t) is None
    if k is not None:
        part, step, _ = errors.running_error(t)
        assert part == pytest.approx(k * HALF_EPSILON, rel=1e-9, abs=0.0)
        assert value(step or 0.0) == pytest.approx(e * HALF_EPSILON, rel=1e-6, abs=0.0)


def test_the_size_in_a_block_is_the_root_of_the_largest_sum():
    made = Made()
    errors = RunningErrors([made.square > 0.0], ARGUMENTS, per_query=False)
    assert value(errors.size(made.m[0])) == pytest.approx(NORM)


@pytest.mark.parametrize(("power", "exponent"), [(1, 240), (2, 120), (4, 60)])
def test_products_of_lengths_stay_in_range(power, exponent):
    made = Made()
    t = made.area
    for _ in range(int(math.log2(power))):
        t = t * t
    errors = RunningErrors([t > 0.0], ARGUMENTS, per_query=False)
    assert errors.exponent == exponent
    assert (errors.underflow_limit, errors.overflow_limit) == (
        2.0**-exponent,
        2.0**exponent,
    )
