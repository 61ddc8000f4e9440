"""Traces of functions: values of every line, and the faulty line."""

import json
import math
import sys
from fractions import Fraction

import judged
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.i18n import Message
from playground.tracing.line_tracer import EndlessError
from playground.tracing.trace import as_json, from_json, trace_function

COORDINATES = st.floats(-20.0, 20.0)
POINTS = st.tuples(COORDINATES, COORDINATES)


def at(opened, text):
    """Return the line that contains a text."""
    (line,) = [line for line in opened.lines if text in line.text]
    return line


def values(line):
    return {v.name: v.rounded for v in line.values}


def true_values(line):
    return {v.name: v.true for v in line.values}


def test_every_line_has_its_values_at_this_moment():
    opened = trace_function(
        judged.ray_circle, ((-3.0, 0.0), (1.0, 0.0), (0.0, 0.0), 1.0), float
    )
    assert opened.answer == 2.0
    assert opened.true_answer == 2
    assert opened.followed
    assert not opened.blamed
    assert opened.lines[0].text.startswith("def ray_circle(")
    assert opened.lines[0].number == judged.ray_circle.__code__.co_firstlineno
    assert values(opened.lines[0])["origin"] == (-3.0, 0.0)
    assert values(at(opened, "ox, oy =")) == {"ox": -3.0, "oy": 0.0}
    assert values(at(opened, "root = ")) == {"root": 4.0}
    assert values(at(opened, "if root < 0")) == {"root < 0": False}
    assert values(at(opened, "times =")) == {"times": (2.0, 4.0)}
    assert values(at(opened, "return t")) == {"return": 2.0}
    assert not any("Say when" in line.text for line in opened.lines)


def test_a_comparison_tells_both_its_numbers():
    opened = trace_function(
        judged.ray_circle, ((-3.0, 0.0), (1.0, 0.0), (0.0, 0.0), 1.0), float
    )
    (compared,) = at(opened, "if root < 0").values
    assert compared.sides == (4.0, "<", 0.0)
    assert at(opened, "root = ").values[0].sides is None


def test_lines_that_were_not_reached_are_told():
    opened = trace_function(
        judged.ray_circle, ((-3.0, 5.0), (1.0, 0.0), (0.0, 0.0), 1.0), float
    )
    assert opened.answer is None
    assert at(opened, "if root < 0").reached
    assert not at(opened, "times =").reached
    assert not at(opened, "return t").reached
    assert at(opened, "times =").values == ()


def test_a_function_beside_it_has_its_own_lines():
    opened = trace_function(
        judged.ray_circle, ((-3.0, 0.0), (1.0, 0.0), (0.0, 0.0), 1.0), float
    )
    numbers = [line.number for line in opened.lines]
    assert numbers == sorted(set(numbers))
    helper = at(opened, "return sum(p * q")
    assert values(helper) == {"return": 9.0}
    assert values(at(opened, "def dot"))["u"] == (-3.0, 0.0)
    assert not any("def slabs" in line.text for line in opened.lines)


@given(POINTS, POINTS, POINTS, st.floats(0.0, 10.0))
def test_the_answer_is_that_of_the_function(origin, direction, center, radius):
    if not any(direction):
        return
    given = {
        "origin": origin,
        "direction": direction,
        "center": center,
        "radius": radius,
    }
    try:
        plain = judged.ray_circle(**given)
    except ZeroDivisionError:
        plain = None
    opened = trace_function(judged.ray_circle, given, float)
    assert opened.answer == plain
    assert bool(opened.raised) == ("ZeroDivision" in opened.raised)


def test_chained_comparisons_words_and_builtins():
    given = ((3.0, 4.0), 1.0, (-1.0, -1.0), (1.0, 1.0))
    opened = trace_function(judged.clamped, given, float)
    assert opened.answer == judged.clamped(*given)
    assert opened.true_answer["hit"] is False
    assert values(at(opened, "near ="))["near"] == (1.0, 1.0)
    assert values(at(opened, "gap = "))["gap"] == math.hypot(2.0, 3.0)
    compared = values(at(opened, "hit ="))
    assert compared["gap <= radius"] is False
    assert compared["radius == abs(gap)"] is False


@pytest.mark.parametrize("direction", [(1.0, 0.5), (0.0, 1.0), (1.0, 0.0)])
@pytest.mark.parametrize("origin", [(-3.0, -1.0), (0.0, -5.0), (9.0, 9.0)])
def test_infinities_loops_and_early_ends(origin, direction):
    given = (origin, direction, (-1.0, -1.0), (1.0, 1.0))
    opened = trace_function(judged.slabs, given, float)
    assert opened.answer == judged.slabs(*given)
    assert opened.true_answer == opened.answer
    assert not opened.blamed


def test_an_exception_is_told_with_its_line():
    opened = trace_function(judged.unguarded, (1.0, 0.0), float)
    assert opened.raised == "ZeroDivisionError: float division by zero"
    assert opened.raised_at == at(opened, "ratio = x / y").number
    assert opened.answer is None
    assert not at(opened, "return ratio").reached
    assert trace_function(judged.guarded, (1.0, 0.0), float).answer is None
    domain = trace_function(judged.root_of, (-1.0,), float)
    assert domain.raised.startswith("ValueError")
    assert "root_of" in domain.lines[0].text


def test_by_the_rules_of_ieee_nothing_is_raised():
    opened = trace_function(judged.unguarded, (1.0, 0.0), np.float64)
    assert opened.answer == math.inf
    assert not opened.raised
    assert true_values(at(opened, "ratio ="))["ratio"] is None


@pytest.mark.slow
@pytest.mark.parametrize("function", [judged.endless, judged.endless_and_deaf])
@pytest.mark.parametrize("dtype", [float, np.float32])
def test_an_endless_loop_ends_with_a_clear_error(function, dtype):
    with pytest.raises(EndlessError, match="does not seem to end"):
        trace_function(function, (1.0,), dtype)
    assert sys.gettrace() is None or "pytest" not in repr(sys.gettrace())


def test_a_loop_that_ends_in_rounded_numbers_alone():
    opened = trace_function(judged.converging, (2.0,), float)
    assert opened.answer == pytest.approx(math.sqrt(2.0), abs=1e-15)
    assert at(opened, "return guess").reached


def test_what_only_plain_numbers_can_do_is_followed_line_by_line():
    opened = trace_function(judged.by_numpy, (3.0, 4.0), float)
    assert opened.answer is True
    assert not opened.followed
    assert opened.true_answer is None
    assert values(at(opened, "norm =")) == {"norm": 5.0}
    assert true_values(at(opened, "norm =")) == {"norm": None}
    assert at(opened, "norm =").local_error is None


def test_float_int_and_an_import_within():
    kept = trace_function(judged.turned, (2.0, 90.5), float)
    assert kept.answer == 2.0
    assert kept.followed
    turned = trace_function(judged.turned, (2.0, 45.0), float)
    assert turned.answer == judged.turned(2.0, 45.0)
    assert turned.followed
    assert abs(turned.true_answer**2 - 2) < 2**-200
    typed = trace_function(judged.typed, (-2.5,), float)
    assert typed.answer == judged.typed(-2.5)
    assert typed.followed


def test_errors_made_and_inherited():
    opened = trace_function(judged.cancelled, (1.0,), np.float32)
    far, back = at(opened, "far ="), at(opened, "back =")
    assert far.local_error == pytest.approx(0.125)
    assert far.input_error == 0.0
    assert back.local_error == 0.0
    assert back.input_error == 2**23
    assert true_values(back) == {"back": 1}
    assert opened.blamed == back.number
    assert "back" in opened.why
    assert opened.answer == 0.0
    assert opened.true_answer == 1


def test_arguments_are_rounded_to_the_format():
    opened = trace_function(judged.cancelled, (0.1,), np.float32)
    (x,) = opened.lines[0].values
    assert x.rounded == float(np.float32(0.1))
    assert x.true == Fraction(0.1)
    assert 0.0 < x.local_error <= 0.5
    assert x.input_error == 0.0
    kept = trace_function(judged.rejoined, (0.1,), np.float32)
    (y,) = at(kept, "y = x * 1.0").values
    assert (y.local_error, y.input_error) == (0.0, x.local_error)
    passed = trace_function(judged.handed_on, (0.1,), np.float32)
    (y,) = at(passed, "y = x").values
    assert (y.local_error, y.input_error) == (0.0, x.local_error)


def test_a_parting_that_rejoins_is_not_to_blame():
    tenth = math.nextafter(0.1, 1.0)
    opened = trace_function(judged.rejoined, (tenth,), np.float32)
    assert at(opened, "if y > 0.1").flipped
    assert not at(opened, "y = y + 0.0").reached
    assert at(opened, "y = y + 0.0").truly
    assert opened.blamed == 0
    assert opened.answer == pytest.approx(0.2)


def far_miss():
    """Return a ray that passes a distant circle closer than float32 resolves."""
    return ((-1000.0, 0.3), (1.0, 0.0), (0.0, 0.0), 0.29999)


def test_the_comparison_where_the_runs_part_is_blamed():
    opened = trace_function(judged.ray_circle, far_miss(), np.float32)
    assert opened.answer is not None
    assert opened.true_answer is None
    line = at(opened, "if root < 0")
    assert line.flipped
    assert opened.blamed == line.number
    assert opened.why == "root < 0 is false in float32, but true in exact arithmetic."
    assert true_values(line) == {"root < 0": True}
    assert at(opened, "times =").reached
    assert not at(opened, "times =").truly
    wide = trace_function(judged.ray_circle, far_miss(), np.float64)
    assert wide.answer is None
    assert not wide.blamed


def test_a_comparison_whose_value_decides_is_blamed():
    opened = trace_function(judged.equal_sides, (math.nextafter(0.1, 0.0),), np.float32)
    assert opened.answer is False
    assert opened.true_answer is True
    assert opened.blamed == at(opened, "a = x * x < 0.01").number
    assert "x * x < 0.01" in opened.why


def test_a_statement_of_several_lines_is_one():
    opened = trace_function(judged.spread, (1.0, 2.0), float)
    assert opened.answer == 3.0
    assert values(at(opened, "total = ("))["total"] == 3.0
    assert at(opened, "        + y").reached
    assert at(opened, "return total").reached
    assert not at(opened, "return None").reached
    assert values(at(opened, "    if ("))["total > 0.0"] is True


def test_functions_within_and_classes():
    opened = trace_function(judged.with_a_class, (2.5,), float)
    assert opened.answer == 5.0
    assert opened.followed
    assert values(at(opened, "return y * 2.0")) == {"return": 5.0}


def test_classes_of_the_file_are_followed_too():
    opened = trace_function(judged.by_objects, ((3.0, 4.0), 9.0), float)
    assert opened.answer == 2.0
    assert opened.followed
    assert opened.true_answer == 2
    assert values(at(opened, "place = "))["place"] == (3.0, 4.0)
    assert values(at(opened, "return math.sqrt(self.x")) == {"return": 5.0}
    assert judged.Disc.unit((3.0, 4.0)).far == 5.0


@pytest.mark.parametrize("point", [(1.0, 2.0), (3.5, 4.0), (9.0, 9.0)])
def test_data_classes_and_enumerations(point):
    opened = trace_function(judged.by_vectors, (point, (3.0, 4.0)), float)
    assert opened.followed
    assert opened.answer == judged.by_vectors(point, (3.0, 4.0))


def test_a_function_that_calls_itself():
    opened = trace_function(judged.deep, (3.0,), float)
    assert opened.answer == judged.deep(3.0)
    assert opened.true_answer == 2 + Fraction(1, 2**40)


def test_defaults_keywords_and_the_last_time_of_a_loop():
    opened = trace_function(judged.with_its_own_counter, {"x": 6.0, "more": 2.0}, float)
    assert opened.answer == judged.with_its_own_counter(6.0, more=2.0)
    assert values(at(opened, "total += x")) == {"total": 18.0}
    assert values(at(opened, "total += more")) == {"total": 20.0}
    compared = values(at(opened, "while (gap :="))
    assert compared == {"(gap := total - x) > 10.0": False, "gap": 8.0}


FILE = """
def f(x):
    {}
    return y
"""


def test_a_file_that_is_loaded_again_has_its_new_text(tmp_path):
    path = tmp_path / "own.py"

    def loaded(line):
        path.write_text(FILE.format(line))
        scope = {}
        exec(compile(path.read_text(), str(path), "exec"), scope)
        return scope["f"]

    one = loaded("y = x + 1.0")
    assert at(trace_function(one, (1.0,), float), "y = x + 1.0").reached
    other = loaded("pass\n    y = x * 3.0")
    assert at(trace_function(other, (1.0,), float), "y = x * 3.0").reached
    assert at(trace_function(one, (1.0,), float), "y = x + 1.0").reached


def test_the_trace_that_was_there_is_there_again():
    seen = []

    def tracer(frame, event, value):
        seen.append(event)

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        trace_function(judged.cancelled, (1.0,), float)
        assert sys.gettrace() is tracer
    finally:
        sys.settrace(before)


def test_a_function_without_a_text_is_refused():
    scope = {}
    exec("def f(x):\n    return x\n", scope)
    with pytest.raises(ValueError, match="not available"):
        trace_function(scope["f"], (1.0,), float)
    with pytest.raises(ValueError, match="not available"):
        trace_function(lambda x: x, (1.0,), float)
    with pytest.raises(TypeError, match="not a function written in Python"):
        trace_function(math.hypot, (1.0, 2.0), float)


def test_why_is_a_text_for_people_in_another_process_too() -> None:
    opened = trace_function(_grows, (1e8, 1.0), np.float32)
    again = from_json(json.loads(json.dumps(as_json(opened))))
    assert again.why == opened.why != ""
    assert isinstance(again.why, Message)


def _grows(a: float, b: float) -> bool:
    return a + b > a
