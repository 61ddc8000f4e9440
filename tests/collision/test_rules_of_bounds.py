"""Each rule of the derived bounds, beside what it gives by hand (Higham, ch. 3)."""

import math
from fractions import Fraction

import numpy as np
import pytest
from test_bounds import exactly, in_floats

from playground.collision.arguments import TURN, Argument, Rule
from playground.collision.digits import Digits
from playground.collision.facts import U
from playground.collision.formula import Record, Term, maximum, minimum, sqrt, where
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
        record = Record()
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
    "turned": (AS_VECTORS, lambda x: dot(x.c, x.p), 2 * P),
    "over a square": (AS_VECTORS, lambda x: x.v[0] / x.ww, 4 * V / W**2),
    "product over a square": (AS_VECTORS, lambda x: x.vw / x.ww, 7 * V / W),
    "product with a number": (AS_VECTORS, lambda x: x.vw * x.r, 4 * V * W * R),
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
    assert by_hand * U * (1 - 1e-5) <= limit <= by_hand * U * 1.04


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


SHARES = {
    "of a leaf of two": (lambda x: x.m[0], math.sqrt(2.0)),
    "turned": (lambda x: dot(x.c, x.p), 2 * math.sqrt(2.0)),
    "of three, over a square": (lambda x: x.v[0] * x.vw / x.ww, 8 * math.sqrt(3.0)),
    "an area": (lambda x: x.vw, math.inf),
    "no length": (lambda x: x.vw / x.ww, math.inf),
    "without a rule": (lambda x: x.v[0] / x.r, math.inf),
}


@pytest.mark.parametrize("what", SHARES)
def test_the_share_of_the_largest_length(what):
    make, by_hand = SHARES[what]
    made = Made()
    t = make(made)
    terms = [t <= 0.0, made.vw <= 0.0, dot(made.m, made.m) <= 0.0]
    facts = Sureness(terms, ARGUMENTS, norms=True)
    assert facts.share(t) == pytest.approx(by_hand * U, rel=1e-5, abs=0.0)


@pytest.mark.parametrize("norms", [True, False])
@pytest.mark.parametrize("degree", [1, 2, 3, 7])
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


def test_what_the_root_of_squares_lacks_is_told():
    facts, t = facts_of(AS_VECTORS, lambda x: x.vw * x.r)
    own = facts.own(t)
    tiny, large = 2.0**-290, facts.roof / 2
    numbers = [0.0] * 4 + [tiny, 0, 0, tiny, 0, 0] + [large, 1.0, 0.0]
    assert value(own.step, numbers) == 0.0
    assert 2.0**own.lost >= 4 * U * tiny * tiny * large
    assert own.lost < -300


def test_a_square_of_one_is_bounded_from_below():
    """Of |x| |y| alone the bound of a block is taken, which the floor is part of."""
    facts, t = facts_of(AS_VECTORS, lambda x: x.vw)
    own = facts.own(t)
    least = value(own.step, [0.0] * len(NAMES))
    assert 2.0**own.least <= least <= 1.01 * 2.0**own.least


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


@pytest.mark.parametrize("name", ["over a square", "product over a square"])
def test_a_bound_that_is_divided_by_a_length_is_no_step(name):
    norms, make, _ = RULES[name]
    facts, t = facts_of(norms, make)
    assert any(power < 0 for product in facts.error(t) for _, power in product)
    assert facts.bound(t) is None
