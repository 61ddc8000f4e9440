"""Faulty line of each of a listing's mistakes, and its meaning.

A mistake that also occurs in exact arithmetic declares its line in the table. For a
rounding mistake the line is located: where the run finally diverges from the exact one,
or where its error grows most. The table lists the possible lines.
"""

import random
from dataclasses import fields, replace

import numpy as np
import pytest
from effort import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import params_of

from playground.collision.articles.mistakes import Nature
from playground.tracing.listing_lines import has_fragment
from playground.tracing.trace import trace_function, trace_listing
from scenes import circle_rect, point_ellipse, ray_circle, sphere_line
from scenes.ball_block import one_hit

SCENES = {
    module.__name__.split(".")[1]: module.SCENE
    for module in (ray_circle, circle_rect, point_ellipse, sphere_line, one_hit)
}
every_listing = pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)


def shape(answer):
    """Return an answer with its numbers masked."""
    if isinstance(answer, tuple):
        return tuple(map(shape, answer))
    return answer if isinstance(answer, bool | str | None) else "a number"


def known(answer):
    """Return whether all numbers of a true answer are defined."""
    return None not in answer if isinstance(answer, tuple) else True


def _given_rounded(found, opened):
    """Return whether only the arguments are rounded, and all steps are right."""
    rounding = found.nature is Nature.ROUNDING
    return rounding and opened.why == "Its input numbers are already rounded."


def check(scene, p):
    """Assert that the faulty line is the declared one, in both precisions."""
    listing = scene.listing
    truth = scene.solve(p)
    seen = set()
    for dtype in listing.dtypes:
        found = listing.verdict(listing.compare_with_truth(p, truth, dtype))
        opened = trace_listing(listing, p, found, dtype)
        texts = {line.number: line.text for line in opened.lines}
        reached = {line.number for line in opened.lines if line.reached}
        if found.agrees:
            assert not opened.blamed
            continue
        seen.add(found.kind)
        text = texts[opened.blamed]
        assert has_fragment(text, found.line) or _given_rounded(found, opened), (
            found,
            text,
        )
        assert opened.why
        assert opened.blamed in reached
        if found.nature is not Nature.ROUNDING:
            assert sum(has_fragment(line, found.line) for line in texts.values()) == 1
            if known(opened.true_answer):
                assert shape(opened.answer) == shape(opened.true_answer), found
    return seen


@every_listing
def test_every_case_blames_the_declared_line(scene):
    seen = set()
    for case in scene.cases.values():
        seen |= check(scene, case.params)
    assert seen >= {case.mistake for case in scene.cases.values()} - {""}


@every_listing
@settings(max_examples=examples(40))
@given(st.data())
def test_any_state_blames_the_declared_line(scene, data):
    p = data.draw(params_of(scene.params))
    assume(_answered(scene, p))
    check(scene, p)


@every_listing
def test_states_at_the_edge_blame_the_declared_line(scene):
    rng, seen = random.Random(11), 0
    states = [case.params for case in scene.cases.values()]
    for _ in range(examples(300)):
        one, other = rng.sample(states, 2)
        moved = rng.choice([f.name for f in fields(one)])
        other = replace(one, **{moved: getattr(other, moved)})
        if _hit(scene, one) == _hit(scene, other):
            continue
        for p in _edge(scene, one, other, rng.choice([24, 60])):
            if _answered(scene, p):
                check(scene, p)
                seen += 1
    assert seen


def _answered(scene, p):
    try:
        scene.solve(p)
    except ValueError:
        return False
    return True


def _hit(scene, p):
    result = scene.solve(p)
    return bool(result.is_hit if hasattr(result, "is_hit") else result.hit)


def _edge(scene, one, other, steps):
    """Return two nearly equal states between these, with different answers."""
    truth, low, high = _hit(scene, one), 0.0, 1.0
    for _ in range(steps):
        middle = (low + high) / 2
        if _hit(scene, _between(one, other, middle)) == truth:
            low = middle
        else:
            high = middle
    return _between(one, other, low), _between(one, other, high)


def _between(one, other, t):
    def mixed(a, b):
        if isinstance(a, tuple):
            return tuple(mixed(x, y) for x, y in zip(a, b, strict=True))
        return a + (b - a) * t if isinstance(a, float) else a

    names = [f.name for f in fields(one)]
    return replace(one, **{n: mixed(getattr(one, n), getattr(other, n)) for n in names})


def _laid_open(scene, name, dtype):
    p = scene.cases[name].params
    listing = scene.listing
    found = listing.verdict(listing.compare_with_truth(p, scene.solve(p), dtype))
    return trace_listing(listing, p, found, dtype)


def _line(opened, text):
    (line,) = (line for line in opened.lines if text in line.text)
    return line


def test_a_far_tangent_is_lost_by_the_sign_of_s():
    given = (0.0, 0.0, 0.3, -1000.1, 300.0, 10.0, -2.997001)
    code = ray_circle.SCENE.listing.code
    opened = trace_function(code, given, np.float32)
    sign = _line(opened, "if s < 0.0")
    assert opened.blamed == sign.number
    assert sign.flipped
    assert opened.answer is None
    assert opened.true_answer is not None
    s = _line(opened, "s = dotAV")
    assert s.input_error > 1e6
    assert not trace_function(code, given, np.float64).blamed


def test_a_sphere_that_arrives_slowly_inherits_hundreds_of_ulps():
    opened = _laid_open(sphere_line.SCENE, "Arrives slowly", np.float32)
    assert max(line.input_error or 0.0 for line in opened.lines) > 100.0
    assert _line(opened, "if abs(Alpha)").number == opened.blamed


@every_listing
def test_every_variable_of_the_code_stands_for_something(scene):
    """What it is called by is something drawn: `check_listing_names` sees to that."""
    listing, variables = scene.listing, set()
    for case in scene.cases.values():
        arguments = listing.arguments(case.params)
        opened = trace_function(listing.code, arguments, np.float64)
        for line in opened.lines:
            variables |= {v.name for v in line.values if v.name.isidentifier()}
    assert set(listing.names) == variables - {"return"}
