"""Generated code: few buffers in blocks, none reused while it is still read.

In loops, expressions that depend only on a block's bounds are computed once.
"""

import numpy as np
import pytest

from playground.collision.exact.codegen import generate_block_code, generate_loop_code
from playground.collision.exact.expression import (
    ExpressionGraph,
    block_max,
    block_min,
    sqrt,
)

X = np.array([1.0, -3.0, 0.5, 7.0])
Y = np.array([2.0, 5.0, -4.0, 0.25])
CALLS = ("add", "subtract", "multiply", "copyto")


def of_each_alone(output):
    """Return the result of the code for single queries, for X and Y."""
    axes = {"x": 1, "y": 1}
    code = generate_block_code([*axes], axes, [output], ["f"], [False], per_query=True)
    names = {name: getattr(np, name) for name in CALLS}
    exec(code.source, names)
    out, work = np.empty(4), [np.empty(4) for _ in code.work]
    names["solve"](*names["once"](X, Y), X, Y, out, *work)
    return out


@pytest.mark.parametrize("bound", [block_max, block_min])
def test_what_bounds_a_number_alone_stays_while_it_is_read(bound):
    """There a number's bound is the number itself: two names for one buffer."""
    record = ExpressionGraph()
    x, y = record.add_node("input", "x"), record.add_node("input", "y")
    product = x * y
    limit = bound(product)
    larger, smaller = product + x, limit - y
    found = of_each_alone((larger + smaller) * limit)
    np.testing.assert_array_equal(found, ((X * Y + X) + (X * Y - Y)) * (X * Y))


def test_a_loop_works_out_once_what_hangs_on_bounds_alone():
    """And gives the numbers that they are of; what is only compared it asks each."""
    record = ExpressionGraph()
    x, y = record.add_node("input", "x"), record.add_node("input", "y")
    largest = block_max(x * y)
    limit = sqrt(largest) * 3.0 + 1.0
    code = generate_loop_code(
        ["x", "y"], [x - y < limit, x + limit, block_max(abs(x)) < 7.5]
    )
    assert (code.bound_count, code.invariant_count) == (1, 1)
    names = {"sqrt": np.sqrt}
    exec(code.source, names)
    (known,) = names["once"](16.0)
    assert known == 13.0
    for a, b in zip(X, Y, strict=True):
        assert names["solve"](a, b, known) == (a - b < 13, a + 13, abs(a) < 7.5, a * b)


def test_a_bound_that_is_asked_for_itself_is_one_of_a_loop():
    record = ExpressionGraph()
    x = record.add_node("input", "x")
    code = generate_loop_code(["x"], [block_max(abs(x)) * x])
    names = {}
    exec(code.source, names)
    assert names["solve"](-2.0, *names["once"](5.0)) == (-10.0, 2.0)


@pytest.mark.parametrize("bound", [block_max, block_min])
def test_a_sum_of_a_row_and_a_column_is_bounded_without_going_through_the_block(bound):
    record = ExpressionGraph()
    x, y = record.add_node("input", "x"), record.add_node("input", "y")
    axes = {"x": 2, "y": 1}
    code = generate_block_code([*axes], axes, [y + bound(x + y)], ["f"], [False])
    assert not [buffer for buffer in code.work if buffer.axes == 3]

    names = {"add": np.add, "copyto": np.copyto}
    exec(code.source, names)
    row, column, out = X[None, :3] / 3.0, Y[:, None] / 7.0, np.empty((4, 3))
    work = [np.empty((4, 1)) for _ in code.work]
    names["solve"](*names["once"](row, column), row, column, out, *work)
    end = {block_max: np.max, block_min: np.min}[bound](row + column)
    np.testing.assert_array_equal(out, np.broadcast_to(column + end, out.shape))
