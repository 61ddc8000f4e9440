"""The plain functions answer as the array forms do, bit by bit, and so every number."""

import os
import sys
from fractions import Fraction

import numpy as np
import pytest
from effort import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st

from playground.collision import BlockFace, articles
from playground.collision.articles import FLT_MAX, plain

# From 1e-25 to 1e25: squares of both ends are beyond float32.
numbers = st.one_of(
    st.integers(-24, 24).map(lambda i: i / 4),
    st.floats(-10.0, 10.0),
    st.builds(lambda m, e: m * 10.0**e, st.floats(-1.0, 1.0), st.integers(-25, 25)),
)
angles = st.one_of(numbers, st.integers(-8, 8).map(lambda i: i * 45.0))
singles = (np.float32, np.float64)
every_type = pytest.mark.parametrize("dtype", singles, ids=lambda d: d.__name__)


def followed(function, arguments):
    """What a function answers, and every value that each of its names has had."""
    history = {}

    def note(frame, event, value):
        if "/plain/" not in frame.f_code.co_filename.replace(os.sep, "/"):
            return None
        for name, x in frame.f_locals.items():
            past = history.setdefault(name, [])
            if not past or past[-1] is not x:
                past.append(x)
        return note

    before = sys.gettrace()
    sys.settrace(note)
    try:
        with np.errstate(all="ignore"):
            answer = function(*arguments)
    finally:
        sys.settrace(before)
    return answer, history


def same(ours, theirs, dtype):
    """Whether two numbers are the same one, to the last bit; 0 has no sign."""
    np.testing.assert_array_equal(dtype(ours), theirs)


def check(names, history, trace, dtype):
    """Whether what the function came to is what the trace of the array form says."""
    for name, (field, place, which) in names.items():
        if name.strip("'") in history:
            theirs = getattr(trace, field)
            seen = history[name.strip("'")][which]
            same(seen, theirs if place is None else theirs[place], dtype)


def part(field, place=None, which=-1):
    """The field of a trace, its component, and which of a name's values that is."""
    return field, place, which


RAY = {
    "ax": part("offset", 0),
    "ay": part("offset", 1),
    "len": part("size"),
    "vx": part("unit", 0),
    "vy": part("unit", 1),
    "dotAV": part("along"),
    "dotAA": part("apart"),
    "s'": part("raw", which=0),
    "s": part("kept"),
    "sq": part("root"),
    "t1": part("near"),
    "t2": part("far"),
}


@every_type
@settings(max_examples=examples(150))
@given(st.tuples(*[numbers] * 7))
@example((0.0, 0.0, 1.0, -3.0, 1.0, 1.0, 0.0))
@example((0.0, 0.0, 1.0, -3.0, 1.0 + 1e-7, 1.0, 0.0))
@example((0.0, 0.0, 1e-6, -1.0, 0.0, 1e-23, 0.0))
@example((0.0, 0.0, 1.0, -1e25, 0.0, 1e25, 0.0))
def test_circle_ray(dtype, numbers):
    ox, oy, r, ax, ay, vx, vy = numbers
    true = articles.circle_ray((ox, oy), r, (ax, ay), (vx, vy), dtype=dtype)
    answer, history = followed(plain.circle_ray, map(dtype, numbers))
    assert (answer is not None) == true.hit
    if answer is not None:
        same(answer[0][0], true.near[0], dtype)
        same(answer[0][1], true.near[1], dtype)
        same(answer[1][0], true.far[0], dtype)
        same(answer[1][1], true.far[1], dtype)
    if "dotAV" not in history:
        assert r < 0.0 or true.trace.no_direction
        return
    check(RAY, history, true.trace, dtype)


RECT = {
    "theta": part("turn"),
    "cosine": part("cosine"),
    "sine": part("sine"),
    "xc": part("center", 0),
    "yc": part("center", 1),
    "x1": part("left"),
    "y1": part("top"),
    "x2": part("right"),
    "y2": part("bottom"),
    "r2": part("radius_square"),
    "x1c2": part("left_square"),
    "x2c2": part("right_square"),
    "y1c2": part("top_square"),
    "y2c2": part("bottom_square"),
    "a": part("band"),
    "b": part("sides"),
    "c": part("top_left"),
    "d": part("top_right"),
    "e": part("bottom_left"),
    "f": part("bottom_right"),
}


@every_type
@settings(max_examples=examples(150))
@given(st.tuples(*[numbers] * 9), angles)
@example((0.0, 0.0, 1.0, 0.0, 0.0, -1.0, -1.0, 1.0, 1.0), 90.9)
@example((0.0, 0.0, 1.0, 0.0, 0.0, -1.0, -1.0, 1.0, 1.0), -91.0)
def test_circle_rotated_rect(dtype, numbers, angle):
    xc, yc, r, px, py, left, bottom, right, top = numbers
    true = articles.circle_rotated_rect(
        (xc, yc), r, (px, py), angle, (left, bottom), (right, top), dtype=dtype
    )
    given = (xc, yc, r, px, py, angle, left, bottom, right, top)
    answer, history = followed(plain.circle_rotated_rect, map(dtype, given))
    assert answer == true.hit
    assert ("theta" in history) == true.trace.turned
    check(RECT, history, true.trace, dtype)
    if not true.trace.turned:
        upright = articles.circle_rect(
            (xc, yc), r, (left, bottom), (right, top), dtype=dtype
        )
        assert answer == upright.hit


@every_type
@settings(max_examples=examples(150))
@given(st.tuples(*[numbers] * 7))
@example((2.0, 0.0, 0.0, 0.0, 2.0, 1.0, 0.0))
@example((0.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0))
def test_point_ellipse(dtype, numbers):
    x, y, cx, cy, rx, ry, rad = numbers
    true = articles.point_ellipse((x, y), (cx, cy), (rx, ry), rad, dtype=dtype)
    answer, history = followed(plain.point_ellipse, map(dtype, numbers))
    assert answer == true.hit
    same(history["px"][-1], true.normalized[0], dtype)
    same(history["py"][-1], true.normalized[1], dtype)
    check({"sine": part("sine"), "cosine": part("cosine")}, history, true.trace, dtype)


SPHERE = {
    **{f"E{x}": part("motion", i) for i, x in enumerate("xyz")},
    **{f"V{x}": part("unit", i) for i, x in enumerate("xyz")},
    **{f"R{x}": part("to_line", i) for i, x in enumerate("xyz")},
    **{f"A{x}": part("across", i) for i, x in enumerate("xyz")},
    **{f"C{x}": part("perpendicular", i) for i, x in enumerate("xyz")},
    "size": part("size"),
    "Alpha": part("alpha"),
    "Beta": part("beta"),
    "Omega": part("omega"),
    "tmp": part("discriminant"),
}


@every_type
@settings(max_examples=examples(150))
@given(st.tuples(*[numbers] * 13))
@example((1.0, 0.0, 3.0, 0.0, 0.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0))
@example((1.0, 0.0, 2.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0))
@example((1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0))
@example((1.0, 0.0, 0.5, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0))
@example((1.0, 3.0, 3.0, 0.0, 3.0, -1.0, 0.0, 0.0, 0.0, 0.0, 1e-23, 0.0, 0.0))
def test_sphere_line(dtype, numbers):
    r, *rest = numbers
    vectors = [rest[i : i + 3] for i in range(0, 12, 3)]
    true = articles.sphere_line(r, *vectors, dtype=dtype)
    (hit, t, colli), history = followed(plain.sphere_line, map(dtype, numbers))
    assert hit == true.hit
    same(t, true.t, dtype)
    same(np.array(colli, dtype), true.position, np.asarray)
    check(SPHERE, history, true.trace, dtype)
    assert ("t" in history) == (not true.trace.no_time)


def test_the_largest_float():
    assert sys.modules["playground.collision.articles.plain.sphere_line"].FLT_MAX == (
        FLT_MAX
    )


BLOCK = {
    "yTop": part("beyond_top"),
    "yBottom": part("beyond_bottom"),
    "xLeft": part("beyond_left"),
    "xRight": part("beyond_right"),
    "_x": part("x"),
    "_vx": part("vx"),
    "_y": part("y"),
    "_vy": part("vy"),
}
FACES = {
    "NotHit": BlockFace.NONE,
    "HitTopBottom": BlockFace.TOP_BOTTOM,
    "HitLeftRight": BlockFace.LEFT_RIGHT,
    "HitCorner": BlockFace.CORNER,
}


@every_type
@settings(max_examples=examples(150))
@given(st.tuples(*[numbers] * 9))
@example((-1.125, 1.375, 0.5, 0.0, -2.0, -1.0, -1.0, 1.0, 1.0))
@example((1.25, 1.25, 0.5, -2.0, -1.0, -1.0, -1.0, 1.0, 1.0))
@example((0.0, 1.5, 0.5, 0.0, -1.0, -1.0, -1.0, 1.0, 1.0))
@example((1.5, 0.0, 0.5, -1.0, 0.0, -1.0, -1.0, 1.0, 1.0))
def test_ball_block(dtype, numbers):
    x, y, radius, vx, vy, left, bottom, right, top = numbers
    true = articles.circle_rectangle(
        (x, y), radius, (vx, vy), (left, bottom), (right, top), dtype=dtype
    )
    screen = map(dtype, (x, -y, radius, vx, -vy, left, -top, right, -bottom))
    (face, after), history = followed(plain.ball_block, screen)
    assert FACES[face] == true.face
    check(BLOCK, history, true.trace, dtype)
    if face == "HitCorner":
        expected = articles.corner_bounce((dtype(vx), dtype(vy)))
    else:
        expected = [
            -dtype(vx) if face == "HitLeftRight" else dtype(vx),
            -dtype(vy) if face == "HitTopBottom" else dtype(vy),
        ]
    same(after[0], expected[0], dtype)
    same(-after[1], expected[1], dtype)


def test_they_compute_with_any_numbers():
    half = Fraction(1, 2)
    assert plain.circle_rotated_rect(0, 0, half, 0, 0, 0, 0, 0, 1, 1) is True
    assert plain.point_ellipse(half, 0, 0, 0, 1, 1, 0) is True
    assert plain.circle_ray(0, 0, 1, -3, 0, 1, 0) == ((-1, 0), (1, 0))
    assert plain.sphere_line(1, 0, 3, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0)[:2] == (True, half)


@pytest.mark.parametrize("name", plain.__all__)
def test_each_is_short_and_has_one_statement_a_line(name):
    import ast
    import inspect

    text = inspect.getsource(getattr(plain, name))
    lines = [n.lineno for n in ast.walk(ast.parse(text)) if isinstance(n, ast.stmt)]
    assert len(lines) == len(set(lines))
    assert len(text.splitlines()) <= 45


@pytest.mark.parametrize(("up", "hit"), [(0.2, True), (0.6, False)])
def test_a_circle_taller_than_the_rectangle_is_seen(up, hit):
    assert plain.circle_rotated_rect(0, up, 1.5, 0, 0, 0, -2, -1, 2, 1) == hit
