"""Truths put together: the same truth in fewer steps."""

from functools import reduce

import numpy as np
import pytest

from playground.collision.emit.numbers import for_floats
from playground.collision.formula import FormulaRecord, ordered
from playground.collision.sureness import together

NAMES = "pqrs"
NUMBERS = np.array(np.meshgrid(*[[-1.0, 1.0, np.nan]] * 4)).reshape(4, -1).T.tolist()


def comparisons():
    record = FormulaRecord()
    inputs = [record.note("input", name) for name in NAMES]
    return [x > y for x in inputs for y in (0.0, inputs[0]) if x is not y]


def worth(truth):
    """Return what a truth is for every choice of numbers."""
    names = {}
    exec(for_floats(NAMES, [truth]), names)
    return [bool(names["solve"](*numbers)[0]) for numbers in NUMBERS]


def random_truths(rng):
    made = comparisons()
    for _ in range(20):
        a, b = (made[i] for i in rng.integers(0, len(made), 2))
        made.append([a & b, a | b, ~a][rng.integers(3)])
    return [made[i] for i in rng.integers(len(made) // 2, len(made), 3)]


@pytest.mark.parametrize("seed", range(100))
def test_truths_put_together_are_all_of_them(seed):
    truths = random_truths(np.random.default_rng(seed))
    sure = together(truths)
    every = worth(reduce(lambda a, b: a & b, truths))
    if isinstance(sure, bool):
        assert set(every) == {sure}
    else:
        assert worth(sure) == every


def test_what_is_asked_anyway_is_not_asked_again_however_deep():
    a, b, c, d, *_ = comparisons()
    deep = c | (a & (d | (b & (a & ~d))))
    sure = together([a, b, deep])
    # Where d does not hold, what is left of it is asked for anyway.
    assert ordered([sure])[-1] is sure
    assert worth(sure) == worth(a & b)
    assert {c.index, d.index}.isdisjoint(t.index for t in ordered([sure]))


def test_what_contradicts_the_rest_is_never_so():
    a, b, *_ = comparisons()
    assert together([a, ~a | (b & ~b)]) is False
