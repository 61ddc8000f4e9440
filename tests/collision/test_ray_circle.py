"""Rays and circles against 150-digit arithmetic, symmetry, and the hard cases."""

from dataclasses import FrozenInstanceError, dataclass, fields

import mpmath
import numpy as np
import pytest
from effort import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mpmath import mpf

from playground.collision.ray_circle import RayCircle, ray_circle

mpmath.mp.dps = 150

DIGITS = 1e-13  # of a time, of itself
ROUNDING = 4e-15  # some twenty units in the last place
FLOAT_FIELDS = {f.name for f in fields(RayCircle)} - {
    "hit", "inside", "touches", "line_meets",
}  # fmt: skip

unit = st.floats(-1.0, 1.0).map(lambda x: x if abs(x) > 1e-30 else 0.0)
pairs = st.tuples(unit, unit).map(np.array)
scales = st.floats(-8.0, 8.0).map(lambda e: 10.0**e)
directions = pairs.filter(lambda v: np.hypot(*v) > 1e-9)


@st.composite
def queries(draw):
    """Lengths of any size, and circles near to, far from and around the origin."""
    size, reach = draw(scales), draw(st.sampled_from([1e-8, 1.0, 1e8]))
    origin = size * draw(pairs)
    center = origin + size * reach * draw(pairs)
    return origin, draw(scales) * draw(directions), center, size * abs(draw(unit))


@st.composite
def grazes(draw):
    """Circles whose rim is a relative 1e-12 or so on either side of the line."""
    _, direction, center, _ = draw(queries())
    radius = draw(scales)
    across = np.array([-direction[1], direction[0]]) / np.hypot(*direction)
    gap = draw(st.sampled_from([-1.0, 1.0])) * 10.0 ** draw(st.floats(-13.0, -6.0))
    origin = center + across * radius * (1.0 + gap) + draw(unit) * direction
    return origin, direction, center, radius


@dataclass(frozen=True)
class Truth:
    """The textbook formula, in 150 digits."""

    real: bool
    inside: bool
    enter: mpf
    exit: mpf
    discriminant: mpf


def truth(origin, direction, center, radius):
    (ox, oy), (dx, dy), (cx, cy) = (
        [mpf(float(x)) for x in v] for v in (origin, direction, center)
    )
    r, ax, ay = mpf(float(radius)), ox - cx, oy - cy
    a, b, c = dx * dx + dy * dy, ax * dx + ay * dy, ax * ax + ay * ay - r * r
    d = b * b - a * c
    root = mpmath.sqrt(max(d, 0))
    return Truth(d >= 0, c < 0, (-b - root) / a, (-b + root) / a, d / a)


def close(value, true, tolerance=DIGITS):
    return abs(mpf(float(value)) - true) <= tolerance * abs(true)


@pytest.mark.slow
@settings(max_examples=examples(800))
@given(st.one_of(queries(), grazes()))
def test_agrees_with_150_digits(query):
    found, true = ray_circle(*query), truth(*query)
    assert bool(found.hit) == (true.real and true.exit >= 0)
    assert bool(found.inside) == true.inside
    assert (found.discriminant >= 0.0) == true.real
    # Half the chord and the line's distance are lengths, and the radius is known.
    origin, _, center, radius = query
    size = max(np.abs(origin).max(), np.abs(center).max(), radius)
    far = max(mpmath.sqrt(abs(true.discriminant - mpf(float(radius)) ** 2)), radius)
    error = abs(mpf(float(found.discriminant)) - true.discriminant)
    assert error <= 2 * ROUNDING * size * far
    assert np.isnan(found.t_enter) == np.isnan(found.t_exit) == (not true.real)
    if true.real:
        assert close(found.t_enter, true.enter)
        assert close(found.t_exit, true.exit)
    if found.hit:
        assert close(found.t, true.enter if true.enter >= 0 else true.exit)


@settings(max_examples=examples(200))
@given(st.one_of(queries(), grazes()))
def test_points_lie_on_the_line_and_on_the_circle(query):
    origin, direction, center, radius = query
    found = ray_circle(*query)
    size = max(np.abs(origin).max(), np.abs(center).max(), radius)
    heading = direction / np.hypot(*direction)
    for point in (found.point, found.point_enter, found.point_exit):
        if not np.isnan(point).any():
            m, s = point - center, point - origin
            assert abs(np.hypot(*m) - radius) <= ROUNDING * size
            assert abs(heading[0] * s[1] - heading[1] * s[0]) <= ROUNDING * size
    to_closest = found.closest - center
    assert abs(to_closest @ heading) <= ROUNDING * size
    if found.hit and radius > 0.0:
        assert np.hypot(*found.normal) == pytest.approx(1.0, abs=ROUNDING)
        np.testing.assert_allclose(
            center + radius * found.normal, found.point, rtol=0, atol=ROUNDING * size
        )


@settings(max_examples=examples(200))
@given(queries())
def test_what_is_not_defined_is_nan(query):
    found = ray_circle(*query)
    missed = not found.hit
    assert np.isnan(found.t) == missed
    assert np.isnan(found.point).all() == np.isnan(found.normal).all() == missed
    assert np.isnan(found.point_enter).all() == np.isnan(found.t_enter)
    assert np.isnan(found.point_exit).all() == np.isnan(found.t_exit)
    assert np.isfinite(found.closest).all()
    if found.hit:
        assert found.t >= 0.0
        assert found.t == (found.t_exit if found.t_enter < 0.0 else found.t_enter)
        leaving = found.inside or found.t == 0.0
        assert leaving or found.normal @ query[1] <= 1e-6 * np.hypot(*query[1])


def quarter_turn(v):
    return np.array([-v[1], v[0]])


def mirror(v):
    return np.array([v[1], v[0]])


@settings(max_examples=examples(100))
@given(st.one_of(queries(), grazes()), st.sampled_from([quarter_turn, mirror]))
def test_turning_or_mirroring_the_world_turns_the_answer(query, turn):
    *vectors, radius = query
    plain, turned = ray_circle(*query), ray_circle(*map(turn, vectors), radius)
    for f in fields(RayCircle):
        value = getattr(plain, f.name)
        np.testing.assert_array_equal(
            getattr(turned, f.name), turn(value) if value.shape else value
        )


@settings(max_examples=examples(100))
@given(st.one_of(queries(), grazes()), st.integers(-30, 30), st.integers(-30, 30))
def test_units_of_length_and_time_do_not_matter(query, length, time):
    origin, direction, center, radius = query
    k, u = 2.0**length, 2.0**time
    plain = ray_circle(*query)
    scaled = ray_circle(k * origin, u * direction, k * center, k * radius)
    np.testing.assert_array_equal(scaled.hit, plain.hit)
    np.testing.assert_array_equal(scaled.inside, plain.inside)
    np.testing.assert_array_equal(scaled.normal, plain.normal)
    for name in ("t", "t_enter", "t_exit", "closest_t"):
        np.testing.assert_array_equal(
            getattr(scaled, name), getattr(plain, name) * k / u
        )
    for name in ("point", "point_enter", "point_exit", "closest"):
        np.testing.assert_array_equal(getattr(scaled, name), getattr(plain, name) * k)
    np.testing.assert_array_equal(scaled.discriminant, plain.discriminant * k * k)


@settings(max_examples=examples(100))
@given(
    st.lists(st.integers(-64, 64), min_size=6, max_size=6),
    st.integers(0, 64),
    st.lists(st.integers(-(2**40), 2**40), min_size=2, max_size=2),
)
def test_moving_the_world_moves_the_answer(whole, radius, shift):
    origin, direction, center = np.reshape(whole, (3, 2)) / 4.0
    assume(direction.any())
    near = ray_circle(origin, direction, center, radius)
    far = ray_circle(origin + shift, direction, center + shift, radius)
    for f in fields(RayCircle):
        if f.name in {"point", "point_enter", "point_exit", "closest"}:
            np.testing.assert_allclose(
                getattr(far, f.name), getattr(near, f.name) + shift, 1e-15, 1e-13
            )
        else:
            np.testing.assert_array_equal(getattr(far, f.name), getattr(near, f.name))


def test_a_batch_answers_as_single_queries_do():
    rng = np.random.default_rng(11)
    origin, direction = rng.normal(size=(40, 1, 2)), rng.normal(size=(7, 2))
    center, radius = rng.normal(size=(40, 7, 2)), rng.random(())
    batch = ray_circle(origin, direction, center, radius)
    for i, j in np.ndindex(40, 7):
        single = ray_circle(origin[i, 0], direction[j], center[i, j], radius)
        for f in fields(RayCircle):
            whole, one = getattr(batch, f.name), getattr(single, f.name)
            assert whole.shape[:2] == (40, 7)
            np.testing.assert_array_equal(whole[i, j], one)


def test_results_are_frozen_arrays_of_one_shape():
    found = ray_circle((0, 0), (1, 0), (3, 0), 1)
    for f in fields(RayCircle):
        value = getattr(found, f.name)
        assert isinstance(value, np.ndarray)
        assert value.dtype == (np.float64 if f.name in FLOAT_FIELDS else np.bool_)
    assert found.t.shape == ()
    assert found.point.shape == (2,)
    with pytest.raises(FrozenInstanceError):
        found.hit = np.True_
    empty = ray_circle(np.empty((0, 2)), (1, 0), (3, 0), 1)
    assert empty.hit.shape == (0,)
    assert empty.normal.shape == (0, 2)


# origin, direction, center, radius; hit, inside, t, normal
CASES = {
    "head on": ((0, 0), (1, 0), (3, 0), 1, True, False, 2, (-1, 0)),
    "pointing away": ((0, 0), (-1, 0), (3, 0), 1, False, False, None, None),
    "passing by": ((0, 0), (0, 1), (3, 0), 1, False, False, None, None),
    "touching": ((0, 1), (2, 0), (3, 0), 1, True, False, 1.5, (0, 1)),
    "touching on a slant": ((-7, 1), (4, 3), (0, 0), 5, True, False, 1, (-0.6, 0.8)),
    "touching behind": ((5, 1), (1, 0), (3, 0), 1, False, False, None, None),
    "inside": ((3, 0), (0, 0.5), (3, 0), 1, True, True, 2, (0, 1)),
    "on the rim, going in": ((2, 0), (1, 0), (3, 0), 1, True, False, 0, (-1, 0)),
    "on the rim, going out": ((2, 0), (-1, 0), (3, 0), 1, True, False, 0, (-1, 0)),
    "on the rim, along it": ((2, 0), (0, 1), (3, 0), 1, True, False, 0, (-1, 0)),
    "on a slanting rim": ((3, 4), (3, 4), (0, 0), 5, True, False, 0, (0.6, 0.8)),
    "a point, hit": ((0, 0), (3, 4), (6, 8), 0, True, False, 2, (-0.6, -0.8)),
    "a point, missed": ((0, 0), (3, 4), (6, 8.1), 0, False, False, None, None),
    "a point, started on": ((1, 2), (0, 3), (1, 2), 0, True, False, 0, (0, -1)),
    "a far rim": ((1e8, 1), (-1, 0), (0, 0), 1, True, False, 1e8, (0, 1)),
    "a tiny direction": ((0, 0), (1e-8, 0), (3, 0), 1, True, False, 2e8, (-1, 0)),
    "a huge direction": ((0, 0), (1e8, 0), (3, 0), 1, True, False, 2e-8, (-1, 0)),
    "a step from a huge circle": (
        (0, 2.0**-20), (0, -1), (0, -(2.0**30)), 2.0**30, True, False, 2.0**-20, (0, 1)
    ),
    "everything at one place": ((0, 0), (1, 0), (0, 0), 0, True, False, 0, (-1, 0)),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_hard_cases(case):
    origin, direction, center, radius, hit, inside, t, normal = case
    found = ray_circle(origin, direction, center, radius)
    assert (bool(found.hit), bool(found.inside)) == (hit, inside)
    if hit:
        assert found.t == pytest.approx(t, rel=1e-15, abs=0)
        np.testing.assert_allclose(found.normal, normal, atol=1e-15)
        expected = np.add(origin, np.multiply(t, direction))
        size = max(np.abs(center).max(), radius)
        np.testing.assert_allclose(found.point, expected, 1e-15, 1e-16 * size)


@pytest.mark.parametrize("away", [1.0, 1e4, 1e8])
@pytest.mark.parametrize("gap", [1e-15, 1e-12, 1e-9])
def test_the_last_bits_of_the_radius_decide(away, gap):
    origin, direction, center = (0.0, 0.0), (away, 0.0), (away, 1.0)
    assert not ray_circle(origin, direction, center, 1.0 - gap).hit
    wider = ray_circle(origin, direction, center, 1.0 + gap)
    assert wider.hit
    half_chord = mpmath.sqrt((1 + mpf(float(1.0 + gap))) * (mpf(float(1.0 + gap)) - 1))
    assert close(wider.discriminant, half_chord**2)


def test_numbers_of_many_bits_touch_exactly():
    rng = np.random.default_rng(6)
    radius, speed, ahead = rng.random((3, 2000)) * 10.0 ** rng.uniform(-8, 8, (3, 2000))
    zero = np.zeros_like(radius)
    direction = np.stack([zero, speed], -1)
    passing = ray_circle((0, 0), direction, np.stack([radius, ahead], -1), radius)
    assert passing.hit.all()
    assert not passing.discriminant.any()
    on_rim = ray_circle((0, 0), direction, np.stack([radius, zero], -1), radius)
    assert not on_rim.inside.any()
    assert not on_rim.t.any()


def test_far_point_keeps_its_normal_to_the_last_bit():
    found = ray_circle((1e8 + 0.5, 7e7), (-1e8, -7e7), (0.5, 0.0), 1.0)
    np.testing.assert_allclose(
        found.normal, np.array([10.0, 7.0]) / np.hypot(10.0, 7.0), rtol=4e-16
    )


GOOD = {"origin": (0, 0), "direction": (1, 0), "center": (3, 0), "radius": 1}
BAD = [
    *((name, (np.nan, 0)) for name in ("origin", "direction", "center")),
    *((name, (0, -np.inf)) for name in ("origin", "direction", "center")),
    *((name, (1, 2, 3)) for name in ("origin", "direction", "center")),
    *((name, 1.0) for name in ("origin", "direction", "center")),
    *((name, "left") for name in GOOD),
    *((name, None) for name in GOOD),
    ("direction", (0, 0)),
    ("direction", [(1, 0), (0, -0.0)]),
    ("radius", -1),
    ("radius", [1, -1e-300]),
    ("radius", np.nan),
    ("radius", np.inf),
    ("radius", 10**400),
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_bad_input_is_named(name, value):
    with pytest.raises(ValueError, match=name):
        ray_circle(**{**GOOD, name: value})


def test_batches_that_do_not_fit_are_named():
    with pytest.raises(ValueError, match=r"origin.*center"):
        ray_circle(np.zeros((2, 2)), (1, 0), np.zeros((3, 2)), 1)


@pytest.mark.parametrize("size", [1e-100, 1e-170, 1e-200, 1e-300, 5e-324])
@pytest.mark.parametrize(("height", "sign"), [(1, 1), (2, 0), (3, -1)])
def test_the_discriminant_is_zero_for_a_touch_only(size, height, sign):
    found = ray_circle((-8 * size, height * size), (1, 0), (0, 0), 2 * size)
    assert np.sign(found.discriminant) == sign


def test_two_times_too_short_for_a_float_are_not_both_now():
    found = ray_circle((-3e-323, 0), (20, 0), (0, 0), 1.5e-323)
    assert found.hit
    assert not found.inside
    assert 0.0 < found.t_enter <= found.t_exit


def test_the_largest_and_smallest_floats_pass_quietly():
    values = [0.0, 5e-324, -1e-300, 1.0, -1e154, 1.7e308]
    rng = np.random.default_rng(3)
    origin, direction, center = rng.choice(values, size=(3, 3000, 2))
    direction[~direction.any(axis=-1)] = 1.0
    found = ray_circle(origin, direction, center, np.abs(rng.choice(values, 3000)))
    assert (found.t[found.hit] >= 0.0).all()
    assert np.isnan(found.t[~found.hit]).all()
