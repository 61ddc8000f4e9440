"""Code for blocks hands out no buffer that something still reads."""

import numpy as np
import pytest

from playground.collision.emit.arrays import for_blocks
from playground.collision.formula import Record, least, peak

X = np.array([1.0, -3.0, 0.5, 7.0])
Y = np.array([2.0, 5.0, -4.0, 0.25])
CALLS = ("add", "subtract", "multiply", "copyto")


def of_each_alone(output):
    """Return what the code for queries by themselves makes of X and Y."""
    axes = {"x": 1, "y": 1}
    code = for_blocks([*axes], axes, [output], ["f"], [False], single=True)
    names = {name: getattr(np, name) for name in CALLS}
    exec(code.source, names)
    out, work = np.empty(4), [np.empty(4) for _ in code.work]
    names["solve"](*names["once"](X, Y), X, Y, out, *work)
    return out


@pytest.mark.parametrize("bound", [peak, least])
def test_what_bounds_a_number_alone_stays_while_it_is_read(bound):
    """There a number's bound is the number itself: two names for one buffer."""
    record = Record()
    x, y = record.note("input", "x"), record.note("input", "y")
    product = x * y
    limit = bound(product)
    larger, smaller = product + x, limit - y
    found = of_each_alone((larger + smaller) * limit)
    np.testing.assert_array_equal(found, ((X * Y + X) + (X * Y - Y)) * (X * Y))
