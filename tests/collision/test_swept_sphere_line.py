"""Spheres swept against lines, against 150-digit arithmetic, symmetry, hard cases."""

import pickle
from dataclasses import FrozenInstanceError, dataclass, fields
from fractions import Fraction

import edge_cases
import mpmath
import numpy as np
import pytest
from effort import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mpmath import mpf

from playground.collision.swept_sphere_line import (
    SphereMotion,
    SweptSphereLine,
    swept_sphere_line,
)

mpmath.mp.dps = 150

UNDECIDED = 1e-100  # gap, of the largest length, that 150 digits may not tell either
DIGITS = 1e-13  # of a number itself
ROUNDING = 8e-15  # some forty units in the last place
CROSSING, PARALLEL, RESTING = SphereMotion

unit = st.floats(-1.0, 1.0).map(lambda x: x if abs(x) > 1e-30 else 0.0)
triples = st.tuples(unit, unit, unit).map(np.array)
scales = st.floats(-8.0, 8.0).map(lambda e: 10.0**e)
long_triples = triples.filter(lambda v: np.linalg.norm(v) > 1e-6)


@st.composite
def sweeps(draw):
    """Steps, radii and lines of any size, near to and far from each other."""
    size, reach = draw(scales), draw(st.sampled_from([1e-8, 1.0, 1e8]))
    start = size * draw(triples)
    end = start + size * draw(st.sampled_from([1e-8, 1.0])) * draw(triples)
    point = start + size * reach * draw(triples)
    radius = size * draw(st.sampled_from([1e-8, 1.0, 1e8])) * abs(draw(unit))
    return start, end, radius, point, draw(scales) * draw(long_triples)


@st.composite
def grazes(draw):
    """Steps across, along or up to the line, missing or touching by about 1e-12."""
    radius, direction, point = draw(scales), draw(long_triples), draw(triples)
    axis = direction / np.linalg.norm(direction)
    across = np.cross(axis, draw(long_triples))
    assume(np.linalg.norm(across) > 1e-3)
    across /= np.linalg.norm(across)
    onward = np.cross(axis, across)
    gap = draw(st.sampled_from([-1.0, 1.0])) * 10.0 ** draw(st.floats(-13.0, -6.0))
    point = point * radius
    start, end = (
        point + radius * (along * axis + out * across + on * onward)
        for along, out, on in draw(
            st.sampled_from([
                [(0.0, 1.0 + gap, -2.0), (1.0, 1.0 + gap, 3.0)],  # past it
                [(0.5, 3.0, 1.0), (1.0, 1.0 + gap, 0.0)],  # up to it
                [(0.5, 1.0 + gap, 0.0), (1.0, 3.0, 0.0)],  # away from it
                [(0.0, 1.5, 0.0), (3.0, 1.5 - abs(gap), 0.0)],  # nearly along it
                [(0.0, 1.0 + gap, 0.0), (3.0, 1.0, 0.0)],  # and touching so
            ])
        )
    )  # fmt: skip
    return start, end, radius, point, draw(scales) * direction


class Vector(tuple):
    """Just enough 150-digit vector algebra to write the article's formulas."""

    def __add__(self, other):
        return Vector(a + b for a, b in zip(self, other, strict=True))

    def __sub__(self, other):
        return Vector(a - b for a, b in zip(self, other, strict=True))

    def __mul__(self, factor):
        return Vector(a * factor for a in self)

    def __matmul__(self, other):
        return sum(a * b for a, b in zip(self, other, strict=True))


def exact(vector):
    return Vector(mpf(float(x)) for x in vector)


@dataclass(frozen=True)
class Truth:
    """The article's vectors, with the direction normalised, in 150 digits."""

    start: Vector
    step: Vector
    gap: Vector  # C
    gap_step: Vector  # A
    radius: mpf
    size: mpf
    motion: SphereMotion

    @property
    def alpha(self):
        return self.gap_step @ self.gap_step

    @property
    def beta(self):
        return self.gap_step @ self.gap

    @property
    def omega(self):
        return self.gap @ self.gap - self.radius**2

    @property
    def discriminant(self):
        return self.beta**2 - self.alpha * self.omega

    def distance(self, t):
        n = self.gap + self.gap_step * mpf(float(t))
        return mpmath.sqrt(n @ n)

    def clearance(self):
        """Least distance from the surface to the line within the step."""
        t = -self.beta / self.alpha if self.alpha else mpf(0)
        n = self.gap + self.gap_step * min(max(t, 0), 1)
        return mpmath.sqrt(n @ n) - self.radius


def truth(start, end, radius, point, direction):
    s, e, q, v = map(exact, (start, end, point, direction))
    r, step, to_line, square = mpf(float(radius)), e - s, q - s, v @ v
    gap_step = v * (step @ v / square) - step
    gap = to_line - v * (to_line @ v / square)
    (x, y, z), (a, b, c) = step, v
    motion = (
        CROSSING if any((y * c - z * b, z * a - x * c, x * b - y * a)) else PARALLEL
    )
    if not any(step):
        motion = RESTING
    if motion != CROSSING:
        gap_step = Vector((mpf(0),) * 3)
    size = max(map(abs, (*s, *e, *q, r)))
    return Truth(s, step, gap, gap_step, r, size, motion)


def close(value, true, tolerance=ROUNDING):
    return abs(mpf(float(value)) - true) <= tolerance * abs(true)


def near(vector, true, size):
    difference = exact(vector) - true
    return mpmath.sqrt(difference @ difference) <= ROUNDING * size


def decided(true):
    margins = (true.clearance(), true.distance(0) - true.radius)
    speeds = mpmath.sqrt(true.alpha * (true.step @ true.step))
    tangent = abs(true.discriminant) <= UNDECIDED * speeds * true.size**2
    return not tangent and all(abs(m) > UNDECIDED * true.size for m in margins)


@pytest.mark.slow
@settings(max_examples=examples(500))
@given(st.one_of(sweeps(), grazes()))
def test_verdicts_and_times_agree_with_150_digits(query):
    found, true = swept_sphere_line(*query), truth(*query)
    assert found.motion == true.motion
    assume(true.motion != CROSSING or decided(true))
    assume(abs(true.distance(0) - true.radius) > UNDECIDED * true.size)
    assert bool(found.hit) == (true.clearance() <= 0)
    assert bool(found.embedded) == (true.omega < 0)
    assert close(found.alpha, true.alpha, DIGITS)
    assert close(found.omega, true.omega, DIGITS)
    assert close(found.beta, true.beta, 3 * DIGITS)
    assert close(found.discriminant, true.discriminant, 200 * DIGITS)
    assert close(found.speed, mpmath.sqrt(true.alpha), DIGITS)
    if true.motion == CROSSING:
        nearest = -true.beta / true.alpha
        assert close(found.closest_t, nearest, 3 * DIGITS)
        square = true.radius**2 - true.discriminant / true.alpha
        height = mpmath.sqrt(max(square, 0))
        assert near([found.closest_distance], Vector([height]), true.size)
    else:
        assert np.isnan(found.closest_t)
        assert near([found.closest_distance], Vector([true.distance(0)]), true.size)
    if true.motion == CROSSING and true.discriminant > 0:
        root = mpmath.sqrt(true.discriminant)
        enter, leave = (
            (-true.beta - root) / true.alpha,
            (-true.beta + root) / true.alpha,
        )
        assert close(found.t_enter, enter, DIGITS)
        assert close(found.t_exit, leave, DIGITS)
        if found.hit:
            assert found.t == 0.0 if found.embedded else close(found.t, enter, DIGITS)
    else:
        assert np.isnan(found.t_enter)
        assert np.isnan(found.t_exit)


@settings(max_examples=examples(300))
@given(st.one_of(sweeps(), grazes()))
def test_the_contact_is_on_the_line_and_on_the_sphere(query):
    radius, point, direction = query[2:]
    found, true = swept_sphere_line(*query), truth(*query)
    if not found.hit:
        for value in (found.t, found.center, found.contact):
            assert np.isnan(value).all()
        return
    assert 0.0 <= found.t <= 1.0
    t = mpf(float(found.t))
    assert near(found.center, true.start + true.step * t, true.size)
    foot = true.start + true.step * t + true.gap + true.gap_step * t
    assert near(found.contact, foot, true.size)
    axis, to_contact = direction / np.linalg.norm(direction), found.contact - point
    off_line = np.linalg.norm(np.cross(to_contact, axis))
    assert off_line <= 1e-14 * float(true.size)
    from_center = np.linalg.norm(found.contact - found.center)
    if found.embedded:
        assert from_center <= radius + 1e-14 * float(true.size)
    else:
        assert from_center == pytest.approx(radius, abs=2e-14 * float(true.size))


@settings(max_examples=examples(200))
@given(st.one_of(sweeps(), grazes()))
def test_nothing_touches_before_the_first_touch(query):
    found, true = swept_sphere_line(*query), truth(*query)
    until = found.t if found.hit else 1.0
    sphere_to_line = found.distance(until * np.linspace(0.0, 1.0, 101))
    slack = 1e-14 * float(true.size)
    if found.hit and not found.embedded:
        assert sphere_to_line[-1] <= query[2] + slack
    if not found.embedded:
        assert (sphere_to_line >= query[2] - slack).all()


@settings(max_examples=examples(200))
@given(st.one_of(sweeps(), grazes()), st.floats(-2.0, 3.0))
def test_foot_and_distance_at_any_time(query, t):
    found, true = swept_sphere_line(*query), truth(*query)
    size = max(true.size, abs(t) * true.size)
    assert abs(mpf(float(found.distance(t))) - true.distance(t)) <= ROUNDING * size
    time = mpf(t)
    foot = true.start + true.step * time + true.gap + true.gap_step * time
    assert near(found.foot(t), foot, 3 * size)


def test_the_signs_are_those_of_rational_arithmetic():
    table = edge_cases.swept_sphere_line(np.random.default_rng(6), 3000)
    found = swept_sphere_line(
        table[:, 0:3], table[:, 3:6], table[:, 12], table[:, 6:9], table[:, 9:12]
    )
    names = "alpha", "beta", "omega", "discriminant"
    signs = np.sign([getattr(found, name) for name in names]).T
    zeros = 0
    for row, signs_found in zip(table.tolist(), signs, strict=True):
        numbers = [Fraction(x) for x in row]
        s, e, q, v = (Vector(numbers[i : i + 3]) for i in (0, 3, 6, 9))
        step, to_line, square = e - s, q - s, v @ v
        a, c = (v * ((x @ v) / square) - x for x in (step, to_line))  # A and -C
        alpha, beta, omega = a @ a, -(a @ c), c @ c - numbers[12] ** 2
        true = alpha, beta, omega, beta**2 - alpha * omega
        assert tuple(signs_found) == tuple((x > 0) - (x < 0) for x in true)
        zeros += true.count(0)
    assert zeros > 1000


def test_a_result_that_was_packed_up_still_has_its_methods():
    found = swept_sphere_line((1, 2, 3), (3, 2, 1), 1, (0, 0, 0), (0, 0, 1))
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    np.testing.assert_array_equal(again.foot(0.5), found.foot(0.5))
    assert again.distance(0.5) == found.distance(0.5)


def test_foot_and_distance_broadcast():
    rng = np.random.default_rng(5)
    batch = swept_sphere_line(*rng.normal(size=(2, 4, 3)), 1.0, (0, 0, 0), (0, 0, 1))
    times = np.linspace(0.0, 1.0, 7)[:, None]
    assert batch.foot(times).shape == (7, 4, 3)
    assert batch.distance(times).shape == (7, 4)
    assert batch.distance(0.5).shape == (4,)
    np.testing.assert_array_equal(batch.distance(times)[3], batch.distance(0.5))
    single = swept_sphere_line((1, 2, 3), (3, 2, 1), 1, (0, 0, 0), (0, 0, 1))
    assert single.distance(0.5).shape == ()
    np.testing.assert_allclose(single.foot([0.0, 0.5]), [(0, 0, 3), (0, 0, 2)])
    np.testing.assert_allclose(single.distance([0.0, 0.5]), [5**0.5, 8**0.5])
    assert np.isnan(single.foot(single.t)).all() == np.isnan(single.t)
    assert np.isnan(single.distance([np.nan, 0.0])).tolist() == [True, False]


@pytest.mark.parametrize("t", [np.inf, "soon", None, [-np.inf, 0.0]])
@pytest.mark.parametrize("method", ["foot", "distance"])
def test_bad_times_are_named(method, t):
    found = swept_sphere_line((1, 2, 3), (3, 2, 1), 1, (0, 0, 0), (0, 0, 1))
    with pytest.raises(ValueError, match=r"^t "):
        getattr(found, method)(t)


def test_times_that_do_not_fit_the_batch_are_named():
    batch = swept_sphere_line(np.zeros((3, 3)), (1, 0, 0), 1, (0, 0, 0), (0, 0, 1))
    with pytest.raises(ValueError, match=r"\bt \(2,\)"):
        batch.distance([0.0, 1.0])


PUBLIC = [f.name for f in fields(SweptSphereLine) if not f.name.startswith("_")]
TURNS = {
    "cyclic": lambda v: v[..., [1, 2, 0]],
    "mirror": lambda v: v * np.array([1.0, -1.0, 1.0]),
    "quarter turn": lambda v: v[..., [1, 0, 2]] * np.array([-1.0, 1.0, 1.0]),
}


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS.keys())
@settings(max_examples=examples(60))
@given(query=st.one_of(sweeps(), grazes()))
def test_turning_or_mirroring_the_world_turns_the_answer(turn, query):
    start, end, radius, point, direction = query
    plain = swept_sphere_line(*query)
    turned = swept_sphere_line(
        turn(start), turn(end), radius, turn(point), turn(direction)
    )
    size = max(np.abs(v).max() for v in (start, end, point, radius))
    for name in PUBLIC:
        value, other = getattr(plain, name), getattr(turned, name)
        expected = turn(value) if value.shape else value
        if value.dtype == np.float64:
            places = {"center", "contact", "closest_distance"}
            atol = ROUNDING * size if name in places else 1e-300
            np.testing.assert_allclose(other, expected, rtol=1e-9, atol=atol)
        else:
            np.testing.assert_array_equal(other, expected)


@settings(max_examples=examples(100))
@given(st.one_of(sweeps(), grazes()), st.integers(-30, 30), st.integers(-30, 30))
def test_units_and_the_length_of_the_direction_do_not_matter(query, length, stretch):
    start, end, radius, point, direction = query
    k = 2.0**length
    # Beyond 2**60 and far below 2**-60 lengths are left to whole numbers.
    largest = max(np.abs(v).max() for v in (start, end, point, radius))
    assume(largest * min(k, 1.0) > 2.0**-50)
    assume(largest * max(k, 1.0) < 2.0**58)
    plain = swept_sphere_line(*query)
    scaled = swept_sphere_line(
        k * start, k * end, k * radius, k * point, direction * -(2.0**stretch)
    )
    powers = {"center": 1, "contact": 1, "alpha": 2, "beta": 2, "omega": 2}
    powers |= {"discriminant": 4, "closest_distance": 1, "speed": 1}
    for name in PUBLIC:
        expected = getattr(plain, name) * k ** powers.get(name, 0)
        found = getattr(scaled, name)
        if expected.dtype != np.float64:
            np.testing.assert_array_equal(found, expected)
        else:
            # Both are as near as is promised, by floats or by whole numbers.
            places = name in ("center", "contact", "closest_distance")
            atol = k * largest * 2.0**-44 if places else 0.0
            np.testing.assert_allclose(found, expected, rtol=2.0**-41, atol=atol)


@settings(max_examples=examples(100))
@given(
    st.lists(st.integers(-64, 64), min_size=12, max_size=12),
    st.integers(0, 64),
    st.lists(st.integers(-(2**40), 2**40), min_size=3, max_size=3),
)
def test_moving_the_world_moves_the_answer(whole, radius, shift):
    start, end, point, direction = np.reshape(whole, (4, 3)) / 4.0
    assume(direction.any())
    home = swept_sphere_line(start, end, radius, point, direction)
    away = swept_sphere_line(
        start + shift, end + shift, radius, point + shift, direction
    )
    for name in PUBLIC:
        value, other = getattr(home, name), getattr(away, name)
        if name in {"center", "contact"}:
            np.testing.assert_allclose(other, value + shift, rtol=1e-15, atol=1e-13)
        else:
            np.testing.assert_array_equal(other, value)


def test_a_batch_answers_as_single_queries_do():
    rng = np.random.default_rng(16)
    start, end = rng.normal(size=(30, 1, 3)), rng.normal(size=(30, 1, 3))
    point, direction = rng.normal(size=(5, 3)), rng.normal(size=3)
    end[::5] = start[::5]
    batch = swept_sphere_line(start, end, 0.7, point, direction)
    for i, j in np.ndindex(30, 5):
        single = swept_sphere_line(start[i, 0], end[i, 0], 0.7, point[j], direction)
        for f in fields(SweptSphereLine):
            whole, one = getattr(batch, f.name), getattr(single, f.name)
            assert whole.shape[:2] == (30, 5)
            np.testing.assert_array_equal(whole[i, j], one)


def test_results_are_frozen_arrays_of_one_shape():
    found = swept_sphere_line((0, 0, 0), (1, 0, 0), 1, (3, 0, 0), (0, 0, 1))
    truths = ("hit", "embedded", "overlaps", "nearing")
    kinds = {**dict.fromkeys(truths, np.bool_), "motion": np.int64}
    for f in fields(SweptSphereLine):
        value = getattr(found, f.name)
        assert isinstance(value, np.ndarray)
        assert value.dtype == kinds.get(f.name, np.float64)
    assert found.t.shape == ()
    assert found.contact.shape == (3,)
    with pytest.raises(FrozenInstanceError):
        found.hit = np.True_
    empty = swept_sphere_line(np.empty((0, 3)), (1, 0, 0), 1, (3, 0, 0), (0, 0, 1))
    assert empty.hit.shape == (0,)
    assert empty.center.shape == (0, 3)


# start, end, radius, line point, line direction; hit, embedded, t, motion, contact
Z = (0, 0, 1)
CASES = {
    "head on": ((4, 0, 5), (0, 0, 5), 1, (0, 0, 0), Z,
                True, False, 0.75, CROSSING, (0, 0, 5)),
    "stops short": ((4, 0, 0), (1.5, 0, 0), 1, (0, 0, 0), Z,
                    False, False, None, CROSSING, None),
    "arrives exactly": ((4, 0, 0), (1, 0, 0), 1, (0, 0, 0), Z,
                        True, False, 1, CROSSING, (0, 0, 0)),
    "leaves from a touch": ((1, 0, 0), (4, 0, 0), 1, (0, 0, 0), Z,
                            True, False, 0, CROSSING, (0, 0, 0)),
    "moves away": ((2, 0, 0), (4, 0, 0), 1, (0, 0, 0), Z,
                   False, False, None, CROSSING, None),
    "grazes": ((1, -2, 0), (1, 2, 0), 1, (0, 0, 7), Z,
               True, False, 0.5, CROSSING, (0, 0, 0)),
    "grazes on a slant": ((7, 1, 0), (-1, 7, 8), 5, (0, 0, 0), Z,
                          True, False, 0.5, CROSSING, (0, 0, 4)),
    "would graze too late": ((1, -4, 0), (1, -2, 0), 1, (0, 0, 0), Z,
                             False, False, None, CROSSING, None),
    "goes right through": ((1000, 0, 0), (-1000, 0, 0), 1, (0, 0, 0), Z,
                           True, False, 0.4995, CROSSING, (0, 0, 0)),
    "starts embedded": ((0.5, 0, 3), (4, 0, 3), 1, (0, 0, 0), Z,
                        True, True, 0, CROSSING, (0, 0, 3)),
    "starts embedded, goes deeper": ((0.5, 0, 3), (0, 0, 3), 1, (0, 0, 0), Z,
                                     True, True, 0, CROSSING, (0, 0, 3)),
    "slides along, clear": ((2, 0, 0), (2, 0, 9), 1, (0, 0, 0), Z,
                            False, False, None, PARALLEL, None),
    "slides along, touching": ((1, 0, 0), (1, 0, 9), 1, (0, 0, 0), Z,
                               True, False, 0, PARALLEL, (0, 0, 0)),
    "slides along, embedded": ((0.5, 0, 0), (0.5, 0, 9), 1, (0, 0, 0), Z,
                               True, True, 0, PARALLEL, (0, 0, 0)),
    "slides on a slant": ((1, 1, 4), (3, 7, 14), 1, (5, 5, 5), (1, 3, 5),
                          False, False, None, PARALLEL, None),
    "rests, clear": ((2, 0, 0), (2, 0, 0), 1, (0, 0, 0), Z,
                     False, False, None, RESTING, None),
    "rests, touching": ((3, 4, 1), (3, 4, 1), 5, (0, 0, 0), Z,
                        True, False, 0, RESTING, (0, 0, 1)),
    "rests, embedded": ((0, 0, 1), (0, 0, 1), 1, (0, 0, 0), Z,
                        True, True, 0, RESTING, (0, 0, 1)),
    "a point meets the line": ((1, 2, 3), (5, 6, 7), 0, (3, 4, 5), (1, -2, 1),
                               True, False, 0.5, CROSSING, (3, 4, 5)),
    "a point just misses": ((1, 2, 3), (5, 6, 7), 0, (3, 4, 5.0000001), (1, -2, 1),
                            False, False, None, CROSSING, None),
    "a point rests on the line": ((3, 4, 5), (3, 4, 5), 0, (3, 4, 5), (1, -2, 1),
                                  True, False, 0, RESTING, (3, 4, 5)),
    "a long direction": ((4, 0, 5), (0, 0, 5), 1, (0, 0, 0), (0, 0, -1e8),
                         True, False, 0.75, CROSSING, (0, 0, 5)),
    "a short direction": ((4, 0, 5), (0, 0, 5), 1, (0, 0, 0), (0, 0, 1e-8),
                          True, False, 0.75, CROSSING, (0, 0, 5)),
    "a line point far off": ((4, 0, 5), (0, 0, 5), 1, (0, 0, 1e8), Z,
                             True, False, 0.75, CROSSING, (0, 0, 5)),
    "a start far off": ((2.0**27 + 1, 0, 5), (1, 0, 5), 1, (0, 0, 0), Z,
                        True, False, 1, CROSSING, (0, 0, 5)),
    "a hair's breadth to a huge sphere": (
        (2.0**30 + 2.0**-20, 0, 0), (2.0**30 - 2.0**-20, 0, 0), 2.0**30, (0, 0, 0), Z,
        True, False, 0.5, CROSSING, (0, 0, 0)),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_hard_cases(case):
    *query, hit, embedded, t, motion, contact = case
    found = swept_sphere_line(*query)
    assert bool(found.hit) == hit
    assert bool(found.embedded) == embedded
    assert found.motion == motion
    if hit:
        assert found.t == pytest.approx(t, rel=1e-15, abs=0)
        np.testing.assert_allclose(found.contact, contact, rtol=1e-15, atol=1e-15)
    if motion != CROSSING:
        assert found.alpha == found.beta == found.discriminant == 0.0
        assert np.isnan(found.t_enter)
        assert np.isnan(found.t_exit)


@pytest.mark.parametrize("sideways", [1e-8, 1e-12, 2.0**-53, 1e-40])
def test_the_least_sideways_motion_is_crossing(sideways):
    found = swept_sphere_line((0, 2, 0), (5, 2, 0), 1, (0, 0, 0), (1, sideways, 0))
    assert found.motion == CROSSING
    assert found.alpha == pytest.approx((5 * sideways) ** 2, rel=1e-14, abs=0)
    assert found.t_exit - found.t_enter == pytest.approx(0.4 / sideways, rel=1e-9)
    assert not found.hit


@pytest.mark.parametrize("size", [1.0, 1e-100, 1e-163, 1e-200, 1e-300])
def test_of_products_that_underflow_the_signs_are_kept(size):
    found = swept_sphere_line(
        (2 * size, 0, 0), (0, 2 * size, 0), size, (0, 0, 0), (0, 0, size)
    )
    # At t = 1/2 it is sqrt(2) away, as far as at any time on the motion extended.
    assert found.motion == CROSSING
    assert found.alpha > 0.0
    assert found.beta < 0.0
    assert found.omega > 0.0
    assert found.discriminant < 0.0
    assert found.closest_t == 0.5
    assert found.closest_distance == pytest.approx(2**0.5 * size, rel=1e-15, abs=0)
    assert found.speed == pytest.approx(8**0.5 * size, rel=1e-15, abs=0)
    graze = swept_sphere_line(
        (-size, size, 0), (size, size, 0), size, (0, 0, 0), (0, 0, 1)
    )
    assert graze.discriminant == 0.0


def test_a_direction_of_many_bits_is_still_exactly_parallel():
    rng = np.random.default_rng(4)
    direction = rng.normal(size=(500, 3)) * 10.0 ** rng.uniform(-8, 8, size=(500, 1))
    start = direction * 2.0 ** rng.integers(-3, 3, size=(500, 1))
    found = swept_sphere_line(start, -4.0 * start, 1.0, (1, 2, 3), direction)
    assert (found.motion == PARALLEL).all()


@pytest.mark.parametrize("away", [1.0, 1e4, 1e8])
@pytest.mark.parametrize("gap", [1e-15, 1e-12, 1e-9])
def test_the_last_bits_of_the_radius_decide(away, gap):
    query = (-away, 1.0, 0.0), (away, 1.0, 3.0)
    line = (0, 0, 0), (0, 0, 1)
    assert not swept_sphere_line(*query, 1.0 - gap, *line).hit
    assert swept_sphere_line(*query, 1.0, *line).t == 0.5
    found = swept_sphere_line(*query, 1.0 + gap, *line)
    r = mpf(1.0 + gap)
    half = mpmath.sqrt((r - 1) * (r + 1)) / (2 * mpf(away))
    assert close(found.t_exit - found.t_enter, 2 * half, 1e-9 + 1e-16 / float(half))
    assert found.embedded if half > 0.5 else found.t < 0.5


GOOD = {
    "start": (4, 0, 0),
    "end": (0, 0, 0),
    "radius": 1,
    "line_point": (0, 0, 0),
    "line_direction": (0, 0, 1),
}
VECTORS = [name for name in GOOD if name != "radius"]
BAD = [
    *((name, (np.nan, 0, 0)) for name in VECTORS),
    *((name, (0, 0, -np.inf)) for name in VECTORS),
    *((name, (1, 2)) for name in VECTORS),
    *((name, 1.0) for name in VECTORS),
    *((name, "left") for name in GOOD),
    *((name, None) for name in GOOD),
    ("line_direction", (0, 0, 0)),
    ("line_direction", [(1, 0, 0), (0, -0.0, 0)]),
    ("radius", -1),
    ("radius", [1, -1e-300]),
    ("radius", np.nan),
    ("radius", np.inf),
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_bad_input_is_named(name, value):
    with pytest.raises(ValueError, match=name):
        swept_sphere_line(**{**GOOD, name: value})


def test_batches_that_do_not_fit_are_named():
    with pytest.raises(ValueError, match=r"start.*line_point"):
        swept_sphere_line(np.zeros((2, 3)), (1, 0, 0), 1, np.zeros((3, 3)), (0, 0, 1))


def test_the_largest_and_smallest_floats_pass_quietly():
    values = [0.0, 5e-324, -1e-300, 1.0, -1e154, 1.7e308]
    rng = np.random.default_rng(3)
    start, end, point, direction = rng.choice(values, size=(4, 3000, 3))
    direction[~direction.any(axis=-1)] = 1.0
    radius = np.abs(rng.choice(values, 3000))
    found = swept_sphere_line(start, end, radius, point, direction)
    assert ((found.t[found.hit] >= 0.0) & (found.t[found.hit] <= 1.0)).all()
    assert np.isnan(found.t[~found.hit]).all()
