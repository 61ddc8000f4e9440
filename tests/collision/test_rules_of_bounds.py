"""Each rule of the derived bounds, beside what it gives by hand (Higham, ch. 3)."""

import math
from fractions import Fraction

import numpy as np
import pytest
from test_bounds import exactly, in_floats

from playground.collision.arguments import TURN, Argument, Rule
from playground.collision.bounds import conjugate
from playground.collision.digits import Digits
from playground.collision.facts import U
from playground.collision.formula import (
    FormulaRecord,
    Term,
    maximum,
    minimum,
    ordered,
    sqrt,
    where,
)
from playground.collision.lengths import inputs_of
from playground.collision.sureness import Sureness, together

ARGUMENTS = (
    Argument("p", 2), Argument("q", 2), Argument("v", 3), Argument("w", 3),
    Argument("r", 0, Rule.NOT_NEGATIVE), Argument("c", 2, Rule.UNIT, TURN),
)  # fmt: skip
NAMES = [name for a in ARGUMENTS for name in a.inputs]
NUMBERS = (7, 1, 1, 9, 3, 4, 12, 8, 9, 12, 5, 0.6, 0.8)
V, W, P, M, R = 13.0, 17.0, math.sqrt(50.0), 10.0, 5.0  # norms; m is p - q
EACH, AS_VECTORS = False, True
PLAIN = 3 * 8 + 4 * 9


class Made:
    """Inputs and what formulas are often made of."""

    def __init__(self):
        record = FormulaRecord()
        x = [record.note("input", name) for name in NAMES]
        self.p, self.q, self.v, self.w, self.r, self.c = (
            x[0:2], x[2:4], x[4:7], x[7:10], x[10], x[11:13],
        )  # fmt: skip
        self.m = [a - b for a, b in zip(self.p, self.q, strict=True)]
        v, w = self.v, self.w
        self.two = v[0] * w[0] - v[1] * w[1]
        self.other = v[1] * w[2] - v[2] * w[1]
        self.vw, self.vv, self.ww = dot(v, w), dot(v, v), dot(w, w)
        self.cross = [v[i] * w[j] - v[j] * w[i] for i, j in ((1, 2), (2, 0), (0, 1))]
        self.positive = v[0] * v[0] + v[1] * v[1]


def dot(a, b):
    x = [i * j for i, j in zip(a, b, strict=True)]
    return x[0] + x[1] if len(x) == 2 else x[0] + x[1] + x[2]


def cubed(x):
    area = x.m[0] * x.m[1]
    return area * area * area


def crossed(a, b):
    return [b[j] * a[i] - b[i] * a[j] for i, j in ((1, 2), (2, 0), (0, 1))]


def beyond(w, r):
    square = dot(w, w)
    return (square - r * r) / (sqrt(square) + r)


def value(t, numbers=NUMBERS):
    return in_floats([t], numbers, NAMES)[0] if isinstance(t, Term) else t


def summed(facts, bound):
    """Return a bound with its lengths as they are of the one query."""
    return math.fsum(
        k * math.prod(value(facts.step(i)) ** n for i, n in product)
        for product, k in bound.items()
    )


RULES = {
    "product": (EACH, lambda x: x.v[0] * x.w[0], 24),
    "product of rounded numbers": (EACH, lambda x: x.m[0] * x.m[1], 3 * 48),
    "sum of products": (EACH, lambda x: x.v[0] * x.w[0] + x.v[1] * x.w[1], 2 * PLAIN),
    "difference": (EACH, lambda x: x.two, 2 * PLAIN),
    "sum of errors": (EACH, lambda x: x.two + x.v[0], 3 * PLAIN + 3),
    "product of sums": (EACH, lambda x: x.two * x.other, 5 * PLAIN * 156),
    "product with a constant": (EACH, lambda x: x.two * 3.0, 3 * 3 * PLAIN),
    "sum with a constant": (EACH, lambda x: x.v[0] * x.w[0] + 3.0, 2 * 24 + 3),
    "sum with one of two constants": (
        EACH, lambda x: x.two + where(x.v[0] > 0.0, 1.0, 2.0), 3 * PLAIN + 2,
    ),
    "difference of products with sums": (
        EACH, lambda x: x.two * x.r - x.r * x.other, 4 * 5 * (PLAIN + 156),
    ),
    "sum of numbers >= 0": (EACH, lambda x: x.positive, 2 * 25),
    "root": (EACH, lambda x: sqrt(x.positive), 2 * (3 + 4)),
    "root that cancels": (
        EACH, lambda x: sqrt(maximum(x.two, 0.0)),
        math.sqrt(2 * PLAIN / U) + math.sqrt(PLAIN),
    ),
    "root of even powers": (
        EACH, lambda x: sqrt(maximum(x.vv - x.ww, 0.0)),
        2 * math.fsum([3, 4, 12, 8, 9, 12]) / math.sqrt(U) + 48,
    ),
    "choice": (
        EACH, lambda x: where(x.v[0] > 0.0, x.two, x.two * 2.0), 2 * 3 * PLAIN,
    ),
    "choice of what errs by a part": (
        EACH, lambda x: where(x.v[0] > 0.0, x.m[0], (x.m[0] * 2.0) * 3.0), 3 * 6 * 6,
    ),
    "clamp": (EACH, lambda x: maximum(x.two, 0.0), 2 * PLAIN),
    "smaller of two": (EACH, lambda x: minimum(x.two, x.two * 2.0), 2 * 3 * PLAIN),
    "sign": (EACH, lambda x: -abs(x.two), 2 * PLAIN),
    "outside": (EACH, lambda x: beyond(x.m, x.r), 7 * (6 + 8 + R) + 6 + 8),
    "scalar product": (AS_VECTORS, lambda x: x.vw, 3 * V * W),
    "of a difference": (AS_VECTORS, lambda x: dot(x.p, x.m), 3 * P * M),
    "square": (AS_VECTORS, lambda x: dot(x.m, x.m), 4 * M * M),
    "product across": (
        AS_VECTORS, lambda x: x.p[0] * x.m[1] - x.p[1] * x.m[0], 3 * P * M,
    ),
    "square of a cross product": (
        AS_VECTORS, lambda x: dot(x.cross, x.cross),
        (4 * math.sqrt(2.0) + 3) * (V * W) ** 2,
    ),
    "of a cross product, each factor first": (
        AS_VECTORS, lambda x: dot(*2 * [crossed(x.w, x.v)]),
        (4 * math.sqrt(2.0) + 3) * (V * W) ** 2,
    ),
    "turned": (AS_VECTORS, lambda x: dot(x.c, x.p), 2 * P),
    "turned, each": (
        EACH, lambda x: dot(x.c, x.p), 2 * (0.6 * 7 + 0.8 * 1),
    ),
    "square of a turn": (AS_VECTORS, lambda x: dot(x.c, x.c), 2),
    "over a square": (AS_VECTORS, lambda x: x.v[0] / x.ww, 4 * V / W**2),
    "product over a square": (AS_VECTORS, lambda x: x.vw / x.ww, 7 * V / W),
    "product with a number": (AS_VECTORS, lambda x: x.vw * x.r, 4 * V * W * R),
    "one component twice": (
        AS_VECTORS, lambda x: x.v[0] * x.w[0] + x.v[0] * x.w[1], 4 * V * W,
    ),
    "components of two vectors": (
        AS_VECTORS, lambda x: x.v[0] * x.v[1] + x.w[0] * x.w[1], 2 * (V * V + W * W),
    ),
}  # fmt: skip


def facts_of(norms, make):
    made = Made()
    t = make(made)
    # What multiplies them whole makes v and w vectors of three.
    return Sureness([t <= 0.0, made.vw <= 0.0], ARGUMENTS, norms=norms), t


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_gives_what_it_gives_by_hand(rule):
    norms, make, by_hand = RULES[rule]
    facts, t = facts_of(norms, make)
    assert summed(facts, facts.error(t)) == pytest.approx(
        by_hand * U, rel=1e-4, abs=0.0
    )


OF_STEPS = [rule for rule in RULES if "over a square" not in rule]


@pytest.mark.parametrize("rule", OF_STEPS)
def test_the_step_is_as_large_as_the_bound(rule):
    """With the slack; as a part of the formula's own steps it is hardly larger."""
    norms, make, by_hand = RULES[rule]
    facts, t = facts_of(norms, make)
    limit = value(facts.bound(t))
    assert limit >= summed(facts, facts.error(t)) * (1.0 + 2.0**-21)
    assert by_hand * U * (1 - 1e-5) <= limit <= by_hand * U * 1.04


SIZES = {
    "difference of two": (EACH, lambda x: x.m[0], 6),
    "difference": (EACH, lambda x: x.two, PLAIN),
    "product with a constant": (EACH, lambda x: x.two * -3.0, 3 * PLAIN),
    "one of two leaves": (
        EACH, lambda x: where(x.v[0] > 0.0, x.two, x.other), 24 + 36 + 48 + 108
    ),
    "a leaf or 1": (EACH, lambda x: maximum(x.r, 1.0), R + 1),
    "cut off": (EACH, lambda x: maximum(x.m[0], 0.0), 6),
    "root that cancels": (
        EACH, lambda x: sqrt(maximum(x.two, 0.0)), math.sqrt(PLAIN)
    ),
    "root of even powers": (
        EACH, lambda x: sqrt(maximum(x.vv - x.ww, 0.0)),
        math.fsum([3, 4, 12, 8, 9, 12]),
    ),
    "what is squared outside": (EACH, lambda x: beyond(x.m, x.r), 6 + 8 + R),
    "scalar product": (AS_VECTORS, lambda x: x.vw, V * W),
    "square": (AS_VECTORS, lambda x: dot(x.m, x.m), M * M),
    "over a square": (AS_VECTORS, lambda x: x.v[0] / x.ww, V / W**2),
    "one of two inputs": (
        AS_VECTORS, lambda x: where(x.r > 0.0, x.q[0], x.p[0]), 7
    ),
    "one of three inputs": (
        AS_VECTORS,
        lambda x: where(x.r > 0.0, x.q[0], where(x.r > 1.0, x.p[1], x.p[0])), 7,
    ),
    "root beside inputs": (
        EACH, lambda x: sqrt(maximum(x.two, 0.0)) + x.p[0] + x.p[1],
        math.sqrt(PLAIN) + 7 + 1,
    ),
    "root of a cosine": (
        AS_VECTORS, lambda x: sqrt(maximum(x.c[0] * 4.0, 0.0)) * dot(x.c, x.p),
        2 * P,
    ),
}  # fmt: skip


@pytest.mark.parametrize("rule", SIZES)
def test_a_size_is_what_it_is_by_hand(rule):
    """Whatever was asked before: an error has roots of its own."""
    norms, make, by_hand = SIZES[rule]
    facts, t = facts_of(norms, make)
    assert facts.error(t) is not None
    assert summed(facts, facts.size(t)) == pytest.approx(by_hand, rel=1e-5)


PARTS = {
    "an input": (lambda x: x.v[0], 0),
    "of two": (lambda x: x.m[0], 1),
    "product": (lambda x: x.m[0] * x.v[0], 2),
    "quotient": (lambda x: x.m[0] / (x.m[1] * x.v[0]), 4),
    "sum of numbers >= 0": (lambda x: x.positive + x.r, 3),
    "root": (lambda x: sqrt(x.positive * x.positive), 5 / 2 + 1),
    "choice": (lambda x: where(x.v[0] > 0.0, x.v[0], x.m[0]), 1),
    "the larger": (lambda x: maximum(x.positive, 1.0), 2),
    "the smaller": (lambda x: minimum(x.positive, x.r), 2),
    "sign": (lambda x: -abs(x.m[0] * x.m[1]), 3),
    "difference of products": (lambda x: x.two, None),
    "sum of what may cancel": (lambda x: x.m[0] + x.m[1], None),
    "product with what may cancel": (lambda x: x.two * x.r, None),
}


@pytest.mark.parametrize("what", PARTS)
def test_by_what_part_of_itself_a_number_errs(what):
    make, by_hand = PARTS[what]
    facts, t = facts_of(EACH, make)
    assert facts.part(t) == (None if by_hand is None else by_hand * U)


SIGNS_RIGHT = {
    "an input": (lambda x: x.v[0], True),
    "a constant": (lambda x: -2.0, True),
    "of two": (lambda x: x.m[0], True),
    "its size": (lambda x: abs(x.m[0]), True),
    "cut off at 0": (lambda x: maximum(x.m[0], 0.0), True),
    "cut off elsewhere": (lambda x: minimum(x.m[0], 1.0), False),
    "one of two exact numbers": (lambda x: where(x.m[0] > 0.0, x.r, 1.0), True),
    "a product, which may underflow": (lambda x: x.v[0] * x.w[0], False),
    "a difference of products": (lambda x: x.two, False),
    "cut off beside what is none": (
        lambda x: where(x.two > 0.0, x.m[0], x.two), False
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", SIGNS_RIGHT)
def test_of_what_the_sign_is_always_right(what):
    make, always = SIGNS_RIGHT[what]
    made = Made()
    t = make(made)
    facts = Sureness([made.vw <= t], ARGUMENTS, norms=False)
    assert facts.signed(t) is always


NEVER_BELOW = {
    "a radius": (lambda x: x.r, True),
    "an input": (lambda x: x.v[0], False),
    "0": (lambda x: 0.0, True),
    "a constant": (lambda x: -1.0, False),
    "square": (lambda x: x.two * x.two, True),
    "product": (lambda x: x.r * x.positive, True),
    "product with what may be": (lambda x: x.r * x.v[0], False),
    "sum": (lambda x: x.r + x.positive, True),
    "difference": (lambda x: x.positive - x.r, False),
    "quotient": (lambda x: x.r / x.positive, True),
    "the smaller": (lambda x: minimum(x.r, x.v[0]), False),
    "the smaller of such": (lambda x: minimum(x.r, x.positive), True),
    "the larger": (lambda x: maximum(x.two, 0.0), True),
    "choice": (lambda x: where(x.two > 0.0, x.r, x.two), False),
    "choice of such": (lambda x: where(x.two > 0.0, x.r, 0.0), True),
    "size": (lambda x: abs(x.two), True),
    "the opposite": (lambda x: -x.r, False),
}


@pytest.mark.parametrize("what", NEVER_BELOW)
def test_what_is_never_below_0(what):
    make, never = NEVER_BELOW[what]
    made = Made()
    t = make(made)
    facts = Sureness([made.vw <= t], ARGUMENTS, norms=False)
    assert facts.positive(t) is never


@pytest.mark.parametrize("rule", OF_STEPS)
def test_the_worst_error_found_is_below_the_bound(rule):
    norms, make, _ = RULES[rule]
    facts, t = facts_of(norms, make)
    rng = np.random.default_rng(1)
    limit = facts.bound(t)
    worst = 0.0
    for _ in range(30):
        numbers = rng.uniform(1.0, 2.0, len(NAMES))
        numbers *= 2.0 ** rng.integers(-2, 3, len(NAMES))
        numbers[-2:] = 0.6, 0.8
        got, most = value(t, numbers), value(limit, numbers)
        exact = exactly([t], numbers, NAMES)[t.index]
        worst = max(worst, float(abs(Fraction(got) - exact) / Fraction(most)))
    assert worst <= 1.0
    assert worst > 0.0


LEEWAY = 1.0 + 2.0**-20
"""So much longer than 1 a turn may be."""
SHARES = {
    "of a leaf of two": (lambda x: x.m[0], math.sqrt(2.0)),
    "turned": (lambda x: dot(x.c, x.p), 2 * math.sqrt(2.0) * LEEWAY),
    "turned twice": (
        lambda x: dot(x.c, x.p) * x.c[0], 3 * math.sqrt(2.0) * LEEWAY**2,
    ),
    "of three, over a square": (lambda x: x.v[0] * x.vw / x.ww, 8 * math.sqrt(3.0)),
    "an area": (lambda x: x.vw, math.inf),
    "no length": (lambda x: x.vw / x.ww, math.inf),
    "without a rule": (lambda x: x.v[0] / x.r, math.inf),
}  # fmt: skip


@pytest.mark.parametrize("what", SHARES)
def test_the_share_of_the_largest_length(what):
    make, by_hand = SHARES[what]
    made = Made()
    t = make(made)
    terms = [t <= 0.0, made.vw <= 0.0, dot(made.m, made.m) <= 0.0]
    facts = Sureness(terms, ARGUMENTS, norms=True)
    slack = 1.0 + 2.0**-20
    assert facts.share(t) == pytest.approx(by_hand * U * slack, rel=1e-9, abs=0.0)


def test_inputs_may_come_after_many_steps():
    record = FormulaRecord()
    x = [record.note("input", f"p_{i}") for i in range(200)][-1]
    t = x * 2.0 + x
    facts = Sureness([t <= 0.0], [Argument("p", 200)], norms=True)
    assert facts.leaves_of(facts.length_of(x)) == [x]


@pytest.mark.parametrize("norms", [True, False])
@pytest.mark.parametrize("degree", [1, 2, 3, 7, 13])
def test_products_of_lengths_stay_in_range(norms, degree):
    """However many the formula multiplies, and no narrower than need be."""
    made = Made()
    t = made.r
    for _ in range(degree - 1):
        t = t * made.r
    facts = Sureness([t - made.v[0] <= 0.0], ARGUMENTS, norms=norms)
    many = max(degree, 2)
    assert facts.floor * facts.roof == 1.0
    assert facts.floor == 2.0 ** -(480 // many)


def test_a_root_stands_for_all_the_lengths_in_it():
    """Its square is worked out as well: a cube of such of two is one of six."""
    root = sqrt(maximum(Made().two, 0.0))
    facts = Sureness([root * root * root <= 0.0], ARGUMENTS, norms=False)
    assert facts.floor == 2.0 ** -(480 // 6)


def test_nothing_is_sure_above_the_roof():
    facts, t = facts_of(AS_VECTORS, lambda x: x.vw)
    allowed = together(facts.valid([t]))
    for size, holds in ((facts.roof / 4, True), (facts.roof * 1.01, False)):
        for i in (4, 5, 6, 7):
            numbers = [*NUMBERS]
            numbers[i] = size
            assert bool(value(allowed, numbers)) is holds


@pytest.mark.parametrize("rule", ["scalar product", "product with a number", "square"])
def test_a_bound_is_never_less_than_that_of_the_floor(rule):
    """So that underflow does not count: beside u of it that is nothing."""
    norms, make, _ = RULES[rule]
    facts, t = facts_of(norms, make)
    ((product, k),) = facts.error(t).items()
    least = value(facts.bound(t), [0.0] * len(NAMES))
    assert least >= k * facts.floor ** sum(n for _, n in product) > 2.0**-540


OWN = (
    "scalar product", "product with a number", "square", "of a difference",
    "square of a cross product",
)  # fmt: skip


@pytest.mark.parametrize("rule", OWN)
def test_a_query_by_itself_has_a_bound_as_large(rule):
    norms, make, by_hand = RULES[rule]
    facts, t = facts_of(norms, make)
    own = facts.own(t)
    assert by_hand * U * (1 - 1e-5) <= value(own.step) <= by_hand * U * 1.001


@pytest.mark.parametrize("power", [1, 3])
def test_what_the_root_of_squares_lacks_is_told(power):
    facts, t = facts_of(AS_VECTORS, lambda x: x.vw * math.prod([x.r] * power))
    own = facts.own(t)
    tiny, large = 2.0**-290, facts.roof / 2
    numbers = [0.0] * 4 + [tiny, 0, 0, tiny, 0, 0] + [large, 1.0, 0.0]
    assert value(own.step, numbers) == 0.0
    assert 2.0**own.lost >= 4 * U * tiny * tiny * large**power
    assert own.lost < -200


def test_a_square_of_one_is_bounded_from_below():
    """Of |x| |y| alone the bound of a block is taken, which the floor is part of."""
    facts, t = facts_of(AS_VECTORS, lambda x: x.vw)
    own = facts.own(t)
    least = value(own.step, [0.0] * len(NAMES))
    assert 0.0 < 2.0**own.least <= least <= 1.01 * 2.0**own.least


@pytest.mark.parametrize("lean", [True, False])
@pytest.mark.parametrize(
    ("make", "part", "rest"),
    [
        # x = 24 - 36 = -12, y = 48 - 108 = -60, each u of its parts and of itself.
        (lambda x: x.two, 2, 36),
        (lambda x: x.two * x.w[2], 3, 36 * 12),
        (lambda x: x.two * x.two, 5, 2 * 12 * 36),
        (lambda x: abs(x.two), 2, 36),
        (lambda x: sqrt(abs(x.two)), 2, 36 / math.sqrt(12)),
        (lambda x: x.two / (x.positive + 1.0), 2 + 3 + 1, 36 / 26),
        (lambda x: maximum(x.two, x.two * 2.0), 3, 36 + 72),
        # -12 k + 12 k, of which 13 and 12 u each are parts: k errs by 11 of itself.
        (lambda x: x.two * cubed(x) + x.v[2] * cubed(x), 0, (PLAIN + 25 * 12) * 48**3),
    ],
)
def test_running_errors_are_those_of_a_plain_sum(make, part, rest, lean):
    """Neither below u of what is seen, nor many times what the rules give."""
    made = Made()
    t = make(made)
    facts = Sureness([t <= 0.0], ARGUMENTS, norms=True)
    parts = Sureness([t <= 0.0], ARGUMENTS, norms=False)
    k, step, lost, _ = Digits(facts, parts, lean=lean).error(t)
    got = k * abs(value(t)) + (0.0 if step is None else value(step))
    by_hand = (part * abs(value(t)) + rest) * U
    assert by_hand / 3 <= got <= by_hand * 3
    assert lost < -300


@pytest.mark.parametrize(
    ("make", "by_hand"),
    [
        (lambda x: x.two, 1),
        (lambda x: abs(x.two) + abs(x.other), 2),
        (lambda x: sqrt(abs(x.two)), 2),
        (lambda x: x.two * x.w[2], 2),
        (lambda x: x.two * x.two, 3),
        (lambda x: x.two / (x.positive + 1.0), 1 + 3 + 1),
    ],
)
def test_the_part_of_itself_in_a_running_error(make, by_hand):
    t = make(Made())
    facts, parts = (Sureness([t <= 0.0], ARGUMENTS, norms=n) for n in (True, False))
    part = Digits(facts, parts, lean=True).error(t).part
    assert by_hand * U <= part <= 1.02 * by_hand * U


def test_a_divisor_must_be_large_beside_its_error():
    """1024 times: else the quotient's error is more than the running one."""
    made = Made()
    t = made.r / made.two
    facts, parts = (Sureness([t <= 0.0], ARGUMENTS, norms=n) for n in (True, False))
    digits = Digits(facts, parts, lean=True)
    step = digits.error(made.two).step

    def near(distance):
        return [*NUMBERS[:4], 3, 4, 12, 8, 6 - distance / 4, *NUMBERS[9:]]

    error = value(step, near(0.0))
    for times, holds in ((2000, True), (600, False), (1e-3, False)):
        assert bool(value(digits.guarded(t), near(times * error))) is holds


@pytest.mark.parametrize("name", ["over a square", "product over a square"])
def test_a_bound_that_is_divided_by_a_length_is_no_step(name):
    norms, make, _ = RULES[name]
    facts, t = facts_of(norms, make)
    assert any(power < 0 for product in facts.error(t) for _, power in product)
    assert facts.bound(t) is None


SAME_STEP = {
    "its size": abs,
    "the opposite": lambda t: -t,
    "cut off": lambda t: maximum(t, 0.0),
}


@pytest.mark.parametrize(
    "make", [lambda x: x.two + x.v[0], lambda x: x.two, lambda x: x.two * x.other]
)
@pytest.mark.parametrize("what", SAME_STEP)
def test_a_sign_and_a_cut_take_no_step_of_a_bound(what, make):
    made = Made()
    t = make(made)
    other = SAME_STEP[what](t)
    facts = Sureness([t <= 0.0, other <= 0.0], ARGUMENTS, norms=False)
    assert facts.bound(other) is facts.bound(t)


def test_a_long_bound_is_one_coefficient_times_a_size():
    """So it takes the formula's own steps but one, not a product for each part."""
    facts, t = facts_of(EACH, lambda x: x.two * x.other)
    steps = ordered([facts.bound(t)])
    sizes = [x for x in steps if x.operation == "absolute"]
    assert len(sizes) == 6  # v0, v1, v2, w0, w1, w2
    # v0 w0 + v1 w1, v1 w2 + v2 w1, their product, and the coefficient.
    assert sum(x.operation == "multiply" for x in steps) == 6


def test_a_turn_bounds_by_one_whatever_it_is():
    """Its squares add up to 1: no cosine has to be measured."""
    facts, t = facts_of(AS_VECTORS, lambda x: dot(x.c, x.p))
    names = {x.operands[0] for x in inputs_of([facts.bound(t)])}
    assert names == {"p_0", "p_1"}


def test_a_turn_may_be_a_little_longer_than_one():
    facts, t = facts_of(AS_VECTORS, lambda x: dot(x.c, x.p))
    least = 2 * P * U * (1.0 + 2.0**-21)  # with the slack
    assert value(facts.bound(t)) >= least * LEEWAY
    assert value(facts.own(t).step) >= least * LEEWAY**0.5


BY_THEMSELVES = {
    "two powers": (lambda x: x.vw * x.r + x.vv, 5 * V * W * R + 4 * V * V),
    "a common square": (
        lambda x: x.vw * x.vw + x.vv * x.r, 8 * (V * W) ** 2 + 5 * V * V * R
    ),
    "a common power": (
        lambda x: x.vw * x.r + x.vv * x.r, 5 * V * W * R + 5 * V * V * R
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", BY_THEMSELVES)
def test_a_sum_has_a_bound_of_each_query_by_itself(what):
    make, by_hand = BY_THEMSELVES[what]
    facts, t = facts_of(AS_VECTORS, make)
    got = value(facts.own(t).step)
    assert got == pytest.approx(by_hand * U, rel=1e-5, abs=0.0)


NO_OWN = {
    "quotient": lambda x: x.vw / x.ww,
    "root": lambda x: sqrt(x.positive),
    "choice": lambda x: where(x.r > 0.0, x.vw, x.vv),
    "choice inside": lambda x: where(x.r > 0.0, x.vw, x.vv) * x.r,
}


@pytest.mark.parametrize("what", NO_OWN)
def test_what_is_long_has_no_bound_of_each_query_by_itself(what):
    facts, t = facts_of(AS_VECTORS, NO_OWN[what])
    assert facts.own(t) is None


def test_of_inputs_that_share_a_length_there_is_none_by_itself():
    made = Made()
    t = made.p[0] * made.p[0] * made.r
    one_of_them = where(made.r > 0.0, made.p[0], made.p[1])
    facts = Sureness([t <= 0.0, one_of_them <= 0.0], ARGUMENTS, norms=True)
    assert facts.own(t) is None
    alone = Sureness([t <= 0.0], ARGUMENTS, norms=True)
    assert value(alone.own(t).step) == pytest.approx(2 * 49 * 5 * U, rel=1e-5, abs=0.0)


def quotient(square, r2, root, r):
    return (square - r2) / (sqrt(root) + r)


OTHERS = {
    "another length": lambda x: quotient(dot(x.m, x.m), x.r * x.r, dot(x.p, x.p), x.r),
    "no root": lambda x: (dot(x.m, x.m) - x.r * x.r) / (dot(x.m, x.m) + x.r),
    "another radius": lambda x: quotient(
        dot(x.m, x.m), x.r * x.v[0], dot(x.m, x.m), x.r
    ),
    "a sum above": lambda x: (
        (dot(x.m, x.m) + x.r * x.r) / (sqrt(dot(x.m, x.m)) + x.r)
    ),
    "a difference below": lambda x: (
        (dot(x.m, x.m) - x.r * x.r) / (sqrt(dot(x.m, x.m)) - x.r)
    ),
    "no squares": lambda x: quotient(x.vw, x.r * x.r, x.vw, x.r),
    "a difference of squares": lambda x: quotient(
        x.v[0] * x.v[0] - x.v[1] * x.v[1], x.r * x.r,
        x.v[0] * x.v[0] - x.v[1] * x.v[1], x.r,
    ),
    "a product": lambda x: (dot(x.m, x.m) - x.r * x.r) * (sqrt(dot(x.m, x.m)) + x.r),
    "a number": lambda x: x.r.record.note("divide", 1.0, x.r),
    "by a number": lambda x: (dot(x.m, x.m) - x.r * x.r) / 2.0,
    "a constant radius": lambda x: (
        (dot(x.m, x.m) - 4.0) / (sqrt(dot(x.m, x.m)) + 2.0)
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", OTHERS)
def test_only_the_quotient_of_rule_9_is_one(what):
    assert conjugate(OTHERS[what](Made())) is None


def test_the_quotient_of_rule_9_is_one():
    made = Made()
    above = dot(made.m, made.m) - made.r * made.r
    assert conjugate(beyond(made.m, made.r)) is above


@pytest.mark.parametrize("flipped", range(3))
@pytest.mark.parametrize("place", [2, 5])
def test_one_component_that_errs_is_seen_in_a_cross_product(place, flipped):
    """By either product, though one component of it has the other sign."""
    record = FormulaRecord()
    x = [record.note("input", name) for name in NAMES]
    both = x[4:10]
    both[place] = both[place] - x[0]
    v, w = both[:3], both[3:]
    cross = crossed(v, w)
    cross[flipped] = crossed(w, v)[flipped]
    facts = Sureness(
        [dot(cross, cross) <= 0.0, dot(v, w) <= 0.0], ARGUMENTS, norms=True
    )
    numbers = [0.0, *NUMBERS[1:]]
    ((product, k),) = facts.error(dot(cross, cross)).items()
    assert k == pytest.approx((2 * 3 * math.sqrt(2.0) + 3) * U, rel=1e-5, abs=0.0)
    step = math.prod(value(facts.step(i), numbers) ** n for i, n in product)
    assert step == pytest.approx((V * W) ** 2)


NO_CROSS = {
    "a component twice": lambda v, w, _: [crossed(v, w)[i] for i in (0, 0, 1)],
    "two components": lambda v, w, _: crossed(v, w)[:2],
    "of one vector": lambda v, w, _: crossed(v, v),
    "of three vectors": lambda v, w, p: [*crossed(v, w)[:2], crossed(v, p)[2]],
    "sums": lambda v, w, _: [v[1] * w[2] + v[2] * w[1], *crossed(v, w)[1:]],
    "of other axes": lambda v, w, _: [v[1] * w[2] - v[0] * w[1], *crossed(v, w)[1:]],
    "not of vectors": lambda v, w, _: [v[1] * 2.0 - v[2] * 3.0, *crossed(v, w)[1:]],
}


@pytest.mark.parametrize("what", NO_CROSS)
def test_only_a_cross_product_is_one(what):
    record = FormulaRecord()
    v, w, p = ([record.note("input", f"{n}_{i}") for i in range(3)] for n in "vwp")
    t = dot(*2 * [NO_CROSS[what](v, w, p)])
    arguments = [Argument(name, 3) for name in "vwp"]
    facts = Sureness(
        [t <= 0.0, dot(v, w) <= 0.0, dot(v, p) <= 0.0], arguments, norms=True
    )
    assert not facts.vectors_of(t)
    assert facts.vectors_of(dot(v, w))


def test_a_length_is_that_of_the_longest_not_of_the_largest_components():
    x = Made()
    facts = Sureness([x.vw <= 0.0, x.vv <= 0.0, x.ww <= 0.0], ARGUMENTS, norms=True)
    measured = [t for t in ordered([facts.bound(x.vw)]) if t.operation == "peak"]
    assert [t.operands[0] for t in measured] == [x.vv, x.ww]
