"""Errors of squares, and quotients by roots, beside exact numbers of nearby vectors."""

from fractions import Fraction

import numpy as np
import pytest
from test_bounds import exactly, in_floats, near

from playground.collision.arguments import UNIT_LEEWAY, Argument, Rule
from playground.collision.bounds import SLACK
from playground.collision.digits import DIGITS, Digits
from playground.collision.facts import U, factors
from playground.collision.formula import FormulaRecord, sqrt, where
from playground.collision.sureness import Sureness

ARGUMENTS = Argument("v", 3), Argument("w", 3), Argument("q", 3)
NAMES = [name for a in ARGUMENTS for name in a.inputs]


def squares():
    """Return squares of what may be far smaller than what it is made of."""
    record = FormulaRecord()
    x = [record.note("input", name) for name in NAMES]
    v, w, q = x[:3], x[3:6], x[6:]
    m = [a - b for a, b in zip(w, q, strict=True)]
    flat = v[0] * m[1] - v[1] * m[0]
    other, turned = [w[0] - v[2], w[1] - q[2]], v[0] < 0.0
    beside = v[0] * where(turned, m[1], other[1]) - v[1] * where(turned, m[0], other[0])
    c = [v[i] * m[j] - v[j] * m[i] for i, j in ((1, 2), (2, 0), (0, 1))]
    length = m[0] * m[0] + m[1] * m[1] + m[2] * m[2]  # so that it is known as a vector
    along = v[0] * m[0] + v[1] * m[1] + v[2] * m[2]
    return {
        "cross product in a plane": [flat * flat],
        "of a vector that is chosen": [beside * beside],
        "cross product in space": [
            c[0] * c[0] + c[1] * c[1] + c[2] * c[2],
            length,
            along,
        ],
    }


def nearly_parallel(rng):
    """Return two vectors, and a third from which the second is seen along the first."""
    v = rng.normal(size=3)
    q = rng.normal(size=3) * 10.0 ** rng.uniform(-3, 3)
    turn = rng.normal(size=3) * 10.0 ** rng.uniform(-18, 0)
    w = q + v * 10.0 ** rng.uniform(-3, 3) + turn
    return [*v.tolist(), *w.tolist(), *q.tolist()]


@pytest.mark.parametrize("name", squares())
def test_its_part_and_step_allow_for_the_error_of_what_is_squared(name):
    """Of each size x that it may have: (x + e)**2 - x**2 = 2 x e + e**2."""
    t, *others = squares()[name]
    facts = Sureness([t, *others], ARGUMENTS, norms=True)
    part, own = facts.own_squared(t)
    numbers = (-3.0, 4.0, 0.0, 8.0, 7.0, 6.0, 2.0, 7.0, 6.0)  # v and m are 5 and 6 long
    step = in_floats([own.step], numbers, NAMES)[0]
    # Two differences of rounded numbers, each product and their difference: u each.
    least = {1: 3 * U, 3: 1.41421 * 3 * U}[len(factors(t))] * 5 * 6
    most = 1.5 * least
    for x in np.linspace(0.0, 30.0, 100):
        allowed = part * x**2 + step
        assert 2 * x * least + least**2 <= allowed
    assert part < 5 * most / 30.0
    assert step < 0.6 * 2 * 30.0 * most


def test_the_bound_of_a_query_by_itself_holds_for_the_longest_turn():
    """Of three lengths, so that no bound of a block's stands for it.

    The slack is left for the roundings of the bound itself.
    """
    arguments = Argument("c", 2, Rule.UNIT), Argument("p", 2), Argument("r", 0)
    names = [name for a in arguments for name in a.inputs]
    record = FormulaRecord()
    c0, c1, p0, p1, r = (record.note("input", name) for name in names)
    t = (c0 * p0 + c1 * p1) * r
    facts = Sureness([t], arguments, norms=True)
    ((lengths, k),) = facts.error(t).items()
    assert [power for _, power in lengths] == [1, 1, 1]
    numbers = (0.6 + 0.7 * UNIT_LEEWAY, 0.8, 3.0, 4.0, 2.0)
    square = sum(Fraction(x) ** 2 for x in numbers[:2])
    assert 1 + 0.8 * UNIT_LEEWAY < square < 1 + UNIT_LEEWAY
    step = Fraction(in_floats([facts.own(t).step], numbers, names)[0])
    least = Fraction(k * SLACK)
    assert step**2 >= least**2 * square * (3**2 + 4**2) * 2**2


@pytest.mark.parametrize("name", squares())
def test_a_square_errs_by_no_more_than_its_part_and_step(name):
    t, *others = squares()[name]
    facts = Sureness([t, *others], ARGUMENTS, norms=True)
    error = Digits(facts, facts, lean=True).error(t)
    rng = np.random.default_rng(5)
    beside_sizes = 0
    for _ in range(500):
        numbers = nearly_parallel(rng)
        found, step = map(Fraction, in_floats([t, error.step], numbers, NAMES))
        exact = exactly([t], numbers, NAMES)[t.index]
        slack = Fraction(2) ** -1000
        assert abs(found - exact) <= error.part * found + step + slack
        beside_sizes += step < 100 * U * found
    assert 0 < beside_sizes < 500


def test_a_root_of_a_small_number_is_sure_only_where_it_has_its_digits():
    record = FormulaRecord()
    x = [record.note("input", name) for name in NAMES]
    v, m = x[:3], [a - b for a, b in zip(x[3:6], x[6:], strict=True)]
    flat = v[0] * m[1] - v[1] * m[0]
    far = abs(v[0] * m[0] + v[1] * m[1]) + sqrt(abs(v[2] * v[2] - flat * flat))
    facts = Sureness([far], ARGUMENTS, norms=True)
    sure = Digits(facts, facts, lean=True).number(far, DIGITS)
    rng = np.random.default_rng(6)
    known = 0
    for _ in range(500):
        numbers = nearly_parallel(rng)
        across = in_floats([flat], numbers, NAMES)[0]
        numbers[2] = across + rng.normal() * 10.0 ** rng.uniform(-12, 1)
        if rng.random() < 0.5:  # the other summand is small too
            v0, v1, way = numbers[0], numbers[1], rng.normal()
            numbers[3:5] = numbers[6] - way * v1, numbers[7] + way * v0
            across = in_floats([flat], numbers, NAMES)[0]
            numbers[2] = across + 10.0 ** rng.uniform(-12, -6)
        found, holds = in_floats([far, sure], numbers, NAMES)
        if holds:
            exact = exactly([far], numbers, NAMES)[far.index]
            assert near(found, exact, DIGITS * abs(Fraction(found)))
            known += 1
    assert 50 < known < 500


@pytest.mark.parametrize(("across", "known"), [(1.0, True), (2.0**-50, False)])
def test_a_product_of_three_lengths_is_sure_only_where_it_has_its_digits(across, known):
    names = [name for a in ARGUMENTS for name in a.inputs]
    record = FormulaRecord()
    x = [record.note("input", name) for name in names]
    t = (x[0] * x[3] + x[1] * x[4] + x[2] * x[5]) * x[6]
    facts = Sureness([t], ARGUMENTS, norms=True)
    sure = Digits(facts, facts, lean=True).number(t, DIGITS)
    numbers = (1.0, 1.0, 1.0, 1.0, across - 1.0, 0.0, 1.0, 0.0, 0.0)
    assert bool(in_floats([sure], numbers, names)[0]) is known
