"""Listings compiled for arrays: bit for bit the results of single queries."""

import importlib
import inspect
import linecache
import sys
from fractions import Fraction
from math import atan2, copysign, cos, fabs, floor, hypot, isnan, sin, sqrt
from types import BuiltinFunctionType, FunctionType

import numpy as np
import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.collision.articles.array_compiler import NotOnArraysError, run

SPECIAL = [0.0, 1.0, -1.0, 90.0, 1e-45, 1e-23, 1e19, 1e20, 3.4e38, 1e39, 1e-300, 1e160]
# From 1e-25 to 1e25: squares of both ends are beyond float32.
numbers = st.one_of(
    st.integers(-24, 24).map(lambda i: i / 4),
    st.floats(-10.0, 10.0),
    st.builds(lambda m, e: m * 10.0**e, st.floats(-1.0, 1.0), st.integers(-25, 25)),
    st.sampled_from(SPECIAL),
)
MATH = {
    sqrt: np.sqrt,
    sin: np.sin,
    cos: np.cos,
    atan2: np.arctan2,
    hypot: np.hypot,
    copysign: np.copysign,
}
every_type = pytest.mark.parametrize("dtype", [np.float32, np.float64])


def text(module, name):
    """Return a listing's function, not the array function of the same name."""
    return getattr(
        importlib.import_module(f"playground.collision.articles.{module}"), name
    )


# ---- What authors write


def kept(x, y):
    found = 0.0
    if x > 1.0:
        found = x
        if y > x:
            found += y
        elif y == x:
            found = 0
        else:
            return x, -found
    return found, x


def early(x, y):
    if x < 0.0:
        return None
    if not y >= 0.0 or x == y:
        return None
    root = sqrt(x * y)
    if root > 2.0 > x:
        return "far", root
    return "near", min(x, y, 1.0)


def swapped(x, y):
    low, high = x, y
    if low > high:
        low, high = high, low
    size = high - low if high < 8.0 else max(low, high)
    low = -low
    return size, low, abs(low) // 1.5, high % 3.0, (x + y) ** 2


def helped(x, y):
    found = clipped(x, -1.0, 1.0)
    word = named(found)
    if word == "middle":
        return True
    if word != "low" and y > 0.0:
        return y >= 2.0
    return isnan(x) or fabs(y) < 0.5


def clipped(x, low, high):
    if x < low:
        return low
    return high if x > high else x


def named(x):
    if x <= -1.0:
        return "low"
    return "high" if x >= 1.0 else "middle"


def turned(x, y):
    way = atan2(y, x)
    return cos(way) * hypot(x, y), floor(x), int(y), copysign(x, y)


AUTHORS = [kept, early, swapped, helped, turned]
LISTINGS = [
    text("ray_circle", "circle_ray"),
    text("circle_rect", "circle_rotated_rect"),
    text("point_ellipse", "point_ellipse"),
    text("sphere_line", "sphere_line"),
    text("ball_block", "circle_rectangle"),
    text("ball_block", "ball_block"),
]
every_text = pytest.mark.parametrize(
    "function", [*LISTINGS, *AUTHORS], ids=lambda f: f.__name__
)


def in_type(function, dtype):
    """Return a copy of a function whose `math` rounds to a number type."""

    def rounded(known):
        return lambda *numbers: dtype(known(*map(np.float64, numbers)))

    scope = dict(function.__globals__)
    for name, x in function.__globals__.items():
        if isinstance(x, BuiltinFunctionType) and x in MATH:
            scope[name] = rounded(MATH[x])
        elif isinstance(x, FunctionType) and x.__globals__ is function.__globals__:
            scope[name] = FunctionType(x.__code__, scope, name)
    return FunctionType(function.__code__, scope, function.__name__)


def followed(function, arguments):
    """Return a function's result for one query, and the last value of each name."""
    last, file = {}, function.__code__.co_filename
    before = {}

    def note(frame, event, value):
        if frame.f_code.co_filename != file:
            return None
        known = before.setdefault(frame, {})
        last.update(
            (name, x)
            for name, x in frame.f_locals.items()
            if name not in known or known[name] is not x
        )
        before[frame] = dict(frame.f_locals)
        return note

    old = sys.gettrace()
    sys.settrace(note)
    try:
        return function(*arguments), last
    finally:
        sys.settrace(old)


def same(ours, theirs, dtype):
    """Assert that two numbers are equal to the last bit, except for a zero's sign."""
    np.testing.assert_array_equal(np.asarray(ours), np.float64(dtype(theirs)))


@np.errstate(all="ignore")
def check(function, found, at, one, dtype):
    """Assert that element `at` of an array run equals the result of one query."""
    try:
        numbers = [dtype(x) for x in one]
        answer, last = followed(in_type(function, dtype), numbers)
    except (ValueError, OverflowError, ZeroDivisionError):
        return  # `int` and `floor` refuse what is infinite
    whole = answer if isinstance(answer, tuple) else (answer,)
    for place, part in enumerate(whole):
        if part is None or isinstance(part, str):
            continue
        where = (place,) if isinstance(answer, tuple) else ()
        expected = part if isinstance(part, tuple) else (part,)
        for x, y in zip(
            np.atleast_1d(found.return_value(*where)[at]), expected, strict=True
        ):
            same(x, y, dtype)
    for word in ("NotHit", "HitCorner", "HitLeftRight", "HitTopBottom", "near", "far"):
        assert found.returns_word(word)[at] == (whole[0] == word)
    assert found.returns_word(None)[at] == (answer is None)
    for name, value in last.items():
        if isinstance(value, (int, float, np.floating)):
            settings = range(found.names[name])
            which = [k for k in settings if found.assignment_mask(name, k)[at]][-1]
            same(found[name, which][at], value, dtype)


@every_text
@every_type
@settings(max_examples=examples(25))
@given(data=st.data())
def test_it_comes_to_what_each_query_comes_to(function, dtype, data):
    count = len(inspect.signature(function).parameters)
    queries = data.draw(st.lists(st.tuples(*[numbers] * count), min_size=1, max_size=6))
    found = run(function, np.transpose(queries), dtype)
    for at, one in enumerate(queries):
        check(function, found, at, one, dtype)


# ---- Texts made at random


@st.composite
def texts(draw):
    """Draw sources of a function `made(a, b)` of assignments, branches and returns."""
    lines = ["def made(a, b):", "    c = a - b"]
    names = ["a", "b", "c"]

    def term():
        if draw(st.integers(0, 3)) == 0:
            return draw(st.sampled_from(["0.5", "2", "-1.25", "3.0"]))
        return draw(st.sampled_from(names))

    def sum_of():
        sign = draw(st.sampled_from(["+", "-", "*", "/"]))
        kind = draw(st.integers(0, 5))
        if kind == 0:
            return f"abs({term()})"
        if kind == 1:
            return f"({term()} if {condition()} else {term()})"
        return f"{draw(st.sampled_from(names))} {sign} {term()}"

    def condition():
        sign = draw(st.sampled_from(["<", "<=", "==", ">", "!="]))
        one = f"{draw(st.sampled_from(names))} {sign} {term()}"
        kind = draw(st.integers(0, 4))
        if kind == 0:
            other = draw(st.sampled_from(["and", "or"]))
            return f"{one} {other} not {draw(st.sampled_from(names))} > {term()}"
        return one

    def block(depth, count):
        for _ in range(count):
            space = "    " * depth
            kind = draw(st.integers(0, 5))
            if kind < 3 or depth > 3:
                name = draw(st.sampled_from(names))
                act = draw(st.sampled_from(["=", "=", "+=", "*="]))
                lines.append(f"{space}{name} {act} {sum_of()}")
            elif kind == 3 and depth > 1:
                lines.append(f"{space}return {sum_of()}, {term()}")
            else:
                lines.append(f"{space}if {condition()}:")
                block(depth + 1, draw(st.integers(1, 3)))
                if draw(st.booleans()):
                    lines.append(f"{space}else:")
                    block(depth + 1, draw(st.integers(1, 3)))

    block(1, draw(st.integers(2, 6)))
    lines.append("    return c, a")
    return "\n".join(lines) + "\n"


def made_of(source):
    file = "<made at random>"
    linecache.cache[file] = len(source), None, source.splitlines(keepends=True), file
    scope = {}
    exec(compile(source, file, "exec"), scope)
    return scope["made"]


def test_a_name_given_anew_on_each_of_many_lines_is_a_step_each():
    """As one expression it would be deeper than Python reads."""
    lines = "    x = x + 1.0\n" * 250
    found = run(made_of(f"def made(x):\n{lines}    return x\n"), ([1.0, 2.0],))
    assert found.return_value().tolist() == [251.0, 252.0]


@every_type
@settings(max_examples=examples(40), deadline=None)
@given(source=texts(), queries=st.lists(st.tuples(numbers, numbers), min_size=3))
def test_a_text_made_at_random_does_too(source, queries, dtype):
    made = made_of(source)
    found = run(made, np.transpose(queries), dtype)
    for at, one in enumerate(queries):
        check(made, found, at, one, dtype)


# ---- What a run tells of itself


def test_a_number_on_the_way_is_told_by_its_name_and_setting():
    found = run(text("ray_circle", "circle_ray"), (0, 0, 1e-4, [-3, 4], 0, 2, 0))
    assert found["s", 0].tolist() == pytest.approx([1e-8, 1e-8])
    assert found["s"].tolist() == [0.0, 0.0]
    assert found["vx", 0].tolist() == [2.0, 2.0]
    assert found["vx"].tolist() == [1.0, 1.0]
    assert found["ax + ox, r * r"].tolist() == [[-3.0, 1e-8], [4.0, 1e-8]]
    assert found.assignment_mask("c1x").tolist() == [True, False]
    assert found["c1x"].tolist() == [0.0, 0.0]  # as it would have been
    assert found.hit.tolist() == [True, False]
    assert found.return_value(0).tolist()[0] == [0.0, 0.0]
    assert np.isnan(found.return_value(0)[1]).all()


def test_a_row_and_a_column_are_a_table():
    found = run(kept, (np.arange(4.0), np.arange(3.0)[:, None]))
    assert found.return_value().shape == (3, 4, 2)
    assert found["x"].shape == (3, 4)


def test_the_texts_compute_with_any_numbers():
    half = Fraction(1, 2)
    rect = text("circle_rect", "circle_rotated_rect")
    assert rect(0, 0, half, 0, 0, 0, 0, 0, 1, 1) is True
    assert text("point_ellipse", "point_ellipse")(half, 0, 0, 0, 1, 1, 0) is True
    ray = text("ray_circle", "circle_ray")
    assert ray(0, 0, 1, -3, 0, 1, 0) == ((-1, 0), (1, 0))
    sphere = text("sphere_line", "sphere_line")
    assert sphere(1, 0, 3, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0)[:2] == (True, half)


def loops(x):
    while x > 1.0:
        x /= 2.0
    return x


def mixed(x):
    return x > 0.0 or None


def truth_or_none(x):
    if x > 0.0:
        return x > 1.0
    return None


def itself(x):
    return itself(x - 1.0) if x > 0.0 else x


@pytest.mark.parametrize("function", [loops, mixed, truth_or_none, itself, len])
def test_what_only_one_query_can_do_is_said(function):
    with pytest.raises(NotOnArraysError):
        run(function, (np.arange(3.0),)).return_value()


@pytest.mark.parametrize("function", LISTINGS, ids=lambda f: f.__name__)
def test_each_listing_is_short_and_has_one_statement_a_line(function):
    import ast

    source = inspect.getsource(function)
    lines = [n.lineno for n in ast.walk(ast.parse(source)) if isinstance(n, ast.stmt)]
    assert len(lines) == len(set(lines))
    assert len(source.splitlines()) <= 45
