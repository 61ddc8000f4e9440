"""A text asked many queries at once answers each as a call does, bit by bit."""

import importlib
import inspect
import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.explore.judge.answers import value_at
from playground.explore.judge.child_process import plain
from playground.explore.judge.lane_code import lane_code
from playground.explore.judge.lane_text import NotInLanesError
from playground.explore.judge.lanes import run

LEFT = "left out"
numbers = st.one_of(
    st.integers(-6, 6).map(lambda i: i / 2),
    st.floats(-10.0, 10.0),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([0.0, -0.0, 1e-300, -1e300, 5e-324]),
)


def loaded(text, name="f"):
    """A function of a text that is no file, and the text."""
    scope = {}
    exec(compile(text, "a text", "exec"), scope)
    return scope[name], text.encode()


def in_lanes(function, text, columns):
    """What is answered to each query; LEFT where that takes a call."""
    count = len(next(iter(columns.values())))
    answers = [LEFT] * count
    for places, value in run(lane_code(function, text), columns, count, seconds=60.0):
        for inside, place in enumerate(places.tolist()):
            answers[place] = value_at(value, inside)
    return answers


def called(function, columns):
    """What a call answers to each query; LEFT where it raises, or answers nonsense."""
    lists = [x.tolist() for x in columns.values()]
    for row in zip(*lists, strict=True):
        try:
            yield plain(function(**dict(zip(columns, row, strict=True))))
        except Exception:
            yield LEFT


def check(function, text, columns):
    """See that what is answered is answered right, to the last bit and type."""
    for ours, theirs in zip(
        in_lanes(function, text, columns), called(function, columns), strict=True
    ):
        if ours is not LEFT:
            assert repr(ours) == repr(theirs)


# ---- Texts that go in lanes, and answer whatever a call answers


TEXTS = {
    "branches": "if x > 1: return x\n if y > x: x += y\n return x, -y",
    "types": "t = 0 if x < 0 else x\n if y < 0: t = None\n return t",
    "clamped": "return max(0, min(1, x)), min(x, y, 1.0), max((x, y))",
    "chain": "return 0 < x < y <= 3 or not x != y",
    "short": "return x and y or None",
    "guarded": "return y / x if x else 'none'",
    "truth": "if x: return {'hit': True, 't': x, 'point': (x, [y, 1])}\n return False",
    "libm": "return sin(x), atan2(y, x), hypot(x, y), math.fmod(x, 3), cos(y)",
    "remainder": "return y % x, y // x",
    "powers": "return x ** 2, abs(x) ** 0.5, x // 2, y % 3, -x ** 2",
    "whole": "n = int(max(min(x, 3), -3))\n return n, n + 1, n // 2, -n, round(y, 1)",
    "loop": "n = 0\n while x > 1: x, n = x / 2, n + 1\n return x, n, 2 ** n",
    "broken": (
        "for k in range(9):\n"
        "  if k > x: break\n"
        "  if k == 2: continue\n"
        "  y = y + k\n"
        " else: return 'all'\n"
        " return y, k"
    ),
    "gathered": (
        "v = [a * b for a, b in zip((x, y), (y, 2.0), strict=True) if a > 0]\n"
        " return sum(v), len(v), any(a > 1 for a in (3.0, 0.5)), v"
    ),
    "helped": "a, (b, c) = helper(x, scale=2), helper(y)\n return a[0] + b, c",
    "nothing": "x + 1\n y = z = x",
    "copied": "return copysign(x, y), isnan(x * 1e308 * 9 - x), fabs(y), float(x)",
    "renamed": "k = x\n v = [k for k in (y, 1.0)]\n return k, v, SCALE",
    "again": "n = helper(x)[1]\n for a in reversed((n, y, 3)): x = x - a\n return x",
    "raises": "if x > 1: raise ValueError(x)\n assert y < 5\n return 1 / x, sqrt(y)",
}
HEAD = """
import math
from math import atan2, copysign, cos, fabs, hypot, isnan, sin, sqrt
SCALE = 1, 2.5
def helper(a, scale=3):
    if a > 1:
        return a * scale, a
    return SCALE
def f(x, y):
 """
every_text = pytest.mark.parametrize("text", TEXTS)


@every_text
@settings(max_examples=examples(15), deadline=None)
@given(pairs=st.lists(st.tuples(numbers, numbers), min_size=1, max_size=12))
def test_what_is_answered_is_what_a_call_answers(text, pairs):
    x, y = np.array(pairs).T
    check(*loaded(HEAD + TEXTS[text]), {"x": x, "y": y})


@every_text
def test_only_what_raises_is_left_out(text):
    function, source = loaded(HEAD + TEXTS[text])
    x, y = np.array([*itertools.product(np.arange(-4.0, 4.5, 0.5), repeat=2)]).T
    columns = {"x": x, "y": y}
    assert in_lanes(function, source, columns) == [*called(function, columns)]


@st.composite
def programs(draw):
    """The text of a function of assignments, branches, loops and returns."""
    lines, names = ["def f(x, y):", " z = 1"], ["x", "y", "z"]

    def term():
        return draw(st.sampled_from([*names, "0", "2", "-0.0", "1.5"]))

    def value():
        act = draw(st.sampled_from("+-*/%"))
        return draw(
            st.sampled_from(
                [
                    f"{term()} {act} {term()}",
                    f"{term()} if {test()} else {term()}",
                    f"max({term()}, {term()})",
                    f"abs({term()})",
                    f"-{term()}",
                ]
            )
        )

    def test():
        sign = draw(st.sampled_from(["<", "<=", "==", "!="]))
        more = draw(st.sampled_from(["", " and x > 0", " or not y < 1", " < 3"]))
        return f"{term()} {sign} {term()}{more}"

    def block(depth):
        for _ in range(draw(st.integers(1, 3))):
            space = " " * depth
            what = draw(st.sampled_from("aaarifw" if depth < 4 else "a"))
            if what in "a":
                name, act = draw(st.sampled_from(names)), draw(st.sampled_from("= +="))
                lines.append(f"{space}{name} {'+=' if act == '+' else '='} {value()}")
            elif what == "r":
                lines.append(f"{space}if {test()}: return {term()}, {term()}")
            elif what == "i":
                lines.append(f"{space}if {test()}:")
                block(depth + 1)
                lines.append(f"{space}else:")
                block(depth + 1)
            elif what == "f":
                lines.append(f"{space}for z in ({term()}, {term()}):")
                block(depth + 1)
            else:
                lines.extend([f"{space}k{depth} = 0", f"{space}while k{depth} < 3:"])
                lines.append(f"{space} k{depth} += 1")
                block(depth + 1)

    block(1)
    lines.append(" return x, y, z")
    return "\n".join(lines) + "\n"


@settings(max_examples=examples(60), deadline=None)
@given(text=programs(), pairs=st.lists(st.tuples(numbers, numbers), min_size=6))
def test_a_text_made_at_random_answers_what_a_call_answers(text, pairs):
    x, y = np.array(pairs).T
    check(*loaded(text), {"x": x, "y": y})


LISTINGS = {
    "ray_circle": "circle_ray",
    "circle_rect": "circle_rotated_rect",
    "point_ellipse": "point_ellipse",
    "sphere_line": "sphere_line",
    "ball_block": "circle_rectangle",
}


@pytest.mark.parametrize("module", LISTINGS)
def test_the_articles_listings_do(module):
    file = importlib.import_module(f"playground.collision.articles.{module}")
    function = getattr(file, LISTINGS[module])
    rng = np.random.default_rng(0)
    names = inspect.signature(function).parameters
    columns = {name: rng.integers(-9, 9, 500) / 2 for name in names}
    text = Path(file.__file__).read_bytes()
    assert in_lanes(function, text, columns) == [*called(function, columns)]


# ---- Texts that do more than compute


MORE = {
    "prints": "print(x)\n return x",
    "global": "global n\n n = x\n return n",
    "grows": "SEEN.append(x)\n return len(SEEN)",
    "reads a list": "return x > SEEN[0]",
    "reads a file": "return float(open('a').read())",
    "random": "return random.random() < x",
    "attribute": "f.n = x\n return x",
    "own list": "v = []\n v.append(x)\n return v",
    "element": "v = [x]\n v[0] = y\n return v",
    "tries": "try: return 1 / x\n except ZeroDivisionError: return 0",
    "with": "with x: return y",
    "lambda": "return (lambda: x)()",
    "inner": "def g(): return x\n return g()",
    "imports": "import math\n return math.pi",
    "yields": "yield x",
    "iterator": "return zip((x,), (y,))",
    "generator": "return (a for a in (x, y))",
    "deletes": "z = x\n del z\n return y",
    "words": "return f'{x}'",
    "looked up": "return getattr(math, 'sqrt')(x)",
    "by key": "return max(x, y, key=abs)",
    "wrapped": "return kept(x)",
    "method": "return x.is_integer()",
    "fails": "return {'error': 'no'}",
}
MORE_HEAD = """
import functools, math, random
SEEN = [1.0]
@functools.lru_cache
def kept(a):
    return a
def f(x, y):
 """


@pytest.mark.parametrize("text", MORE)
def test_what_does_more_than_compute_is_refused(text):
    with pytest.raises(NotInLanesError):
        lane_code(*loaded(MORE_HEAD + MORE[text]))


@pytest.mark.parametrize(
    "text",
    [
        "def g(x): return x\ndef f(*x): return x",
        "def f(**x): return 1",
        "def f(x, y=[]): return x",
        "f = lambda x: x",
        "def g(h): return lambda x: h(x)\nf = g(abs)",
        "import functools\n@functools.cache\ndef f(x): return x",
        "f = float",
    ],
)
def test_a_function_that_its_text_does_not_tell_is_refused(text):
    with pytest.raises(NotInLanesError):
        lane_code(*loaded(text))


def test_a_text_that_was_saved_since_is_not_the_function_s():
    function, _ = loaded("def f(x): return x + 1")
    with pytest.raises(NotInLanesError):
        lane_code(function, b"def f(x): return x + 2")


@pytest.mark.parametrize(
    "text",
    [
        "while True: pass",
        "return f(x, y)",
        "n = 0\n while n < 1e9: n += 1\n return n",
        "if x > 9: n = 1\n return n",
    ],
)
def test_what_may_never_end_or_has_no_value_is_left_to_a_call(text):
    columns = {"x": np.array([1.0, 2.0]), "y": np.zeros(2)}
    assert in_lanes(*loaded(f"def f(x, y):\n {text}"), columns) == [LEFT, LEFT]


def test_some_lanes_go_on_where_others_never_end():
    function, text = loaded("def f(x, y):\n while x == 0: pass\n return x / y")
    columns = {"x": np.array([0.0, 1.0, 2.0]), "y": np.array([1.0, 0.0, 4.0])}
    assert in_lanes(function, text, columns) == [LEFT, LEFT, 0.5]


def test_nan_is_answered_as_nan():
    function, text = loaded("def f(x): return x * 1e308 * 10 - x * 1e308 * 10")
    (answer,) = in_lanes(function, text, {"x": np.array([5.0])})
    assert math.isnan(answer)
