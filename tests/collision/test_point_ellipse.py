"""Points and ellipses against 60-digit arithmetic, symmetry, and the hard cases.

The truth is found by bisecting over the eccentric angle; the code under test solves
for Lagrange's multiplier.
"""

from dataclasses import FrozenInstanceError, fields

import mpmath
import numpy as np
import pytest
from effort import examples
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mpmath import mpf

from playground.collision.point_ellipse import (
    PointEllipse,
    normalizing_transform,
    point_ellipse,
)

mpmath.mp.dps = 60

GAP = 1e-14  # what the contract leaves undecided, relative to the largest length
ROUNDING = 2e-15  # nine units in the last place of the largest length

unit = st.floats(-1.0, 1.0).map(lambda x: x if abs(x) > 1e-30 else 0.0)
pairs = st.tuples(unit, unit).map(np.array)
scales = st.floats(-8.0, 8.0).map(lambda e: 10.0**e)
angles = st.one_of(
    st.floats(-7.0, 7.0).map(lambda x: x if abs(x) > 1e-30 else 0.0),
    st.floats(-1e6, 1e6).map(lambda x: x if abs(x) > 1e-30 else 0.0),
    st.integers(-9, 9).map(lambda k: k * np.pi / 2),
)
ratios = st.one_of(
    st.just(1.0),
    st.floats(-6.0, 6.0).map(lambda e: 10.0**e),
    st.floats(-15.0, -1.0).map(lambda e: 1.0 - 10.0**e),
)
hairs = st.one_of(
    st.just(0.0),
    st.tuples(st.sampled_from([-1.0, 1.0]), st.floats(-15.0, -1.0)).map(
        lambda p: p[0] * 10.0 ** p[1]
    ),
)
KINDS = ["anywhere", "within", "boundary", "evolute", "axis", "needle core", "far"]


@st.composite
def ellipses(draw):
    radii = np.array([1.0, draw(ratios)])
    radii *= draw(scales) / radii.max()
    reach = draw(st.sampled_from([0.0, 1.0, 1e8]))
    return radii.max() * reach * draw(pairs), radii, draw(angles)


@st.composite
def queries(draw):
    """Points anywhere, or where the nearest point or the verdict is hardest."""
    center, radii, angle = draw(ellipses())
    pair, turn, kind = draw(pairs), np.pi * draw(unit), draw(st.sampled_from(KINDS))
    rim = np.array([np.cos(turn), np.sin(turn)])
    squares = np.array([radii[0] ** 2 - radii[1] ** 2, radii[1] ** 2 - radii[0] ** 2])
    offset = {
        "anywhere": 2.0 * radii.max() * pair,
        "within": radii * pair,
        "boundary": radii * rim,
        "evolute": squares / radii * rim**3,
        "axis": 2.0 * radii * pair * draw(st.sampled_from([(0, 1), (1, 0), (0, 0)])),
        "needle core": radii.min() * pair,
        "far": 1e8 * pair,
    }[kind] * (1.0 + draw(hairs))
    cosine, sine = np.cos(angle), np.sin(angle)
    x, y = offset
    point = center + np.array([cosine * x - sine * y, sine * x + cosine * y])
    return point, center, radii, angle


def largest(*query):
    return max(float(np.abs(value).max()) for value in query[:3])


def exact(value):
    return [mpf(float(x)) for x in np.ravel(value)]


def upright(point, center, angle):
    (px, py), (cx, cy) = exact(point), exact(center)
    cosine, sine = mpmath.cos_sin(mpf(float(angle)))
    x, y = px - cx, py - cy
    return cosine * x + sine * y, cosine * y - sine * x


def true_level_excess(x, y, a, b):
    return (x / a) ** 2 + (y / b) ** 2 - 1


def nearest_on_quarter(x, y, a, b):
    """Nearest point for x, y >= 0: half the derivative of the squared distance falls
    through zero just once in the open quarter."""
    low, high = mpf(0), mpmath.pi / 2
    for _ in range(180):
        middle = (low + high) / 2
        cosine, sine = mpmath.cos_sin(middle)
        slope = (a * cosine - x) * -a * sine + (b * sine - y) * b * cosine
        low, high = (middle, high) if slope < 0 else (low, middle)
    cosine, sine = mpmath.cos_sin(low)
    return a * cosine, b * sine


def true_distance(point, center, radii, angle):
    """Signed distance, checked at the ends of both axes as well."""
    (x, y), (a, b) = upright(point, center, angle), exact(radii)
    u, v = abs(x), abs(y)
    candidates = [nearest_on_quarter(u, v, a, b), (a, mpf(0)), (mpf(0), b)]
    gap = min(mpmath.hypot(u - p, v - q) for p, q in candidates)
    return -gap if true_level_excess(x, y, a, b) <= 0 else gap


@pytest.mark.slow
@settings(max_examples=examples(500))
@given(queries())
def test_verdict_distance_and_closest_agree_with_sixty_digits(query):
    found, size, true = point_ellipse(*query), largest(*query), true_distance(*query)
    assert abs(mpf(float(found.distance)) - true) <= ROUNDING * size
    away = [p - c for p, c in zip(exact(query[0]), exact(found.closest), strict=True)]
    assert abs(mpmath.hypot(*away) - abs(true)) <= ROUNDING * size
    if abs(true) > GAP * size:
        assert bool(found.hit) == (true <= 0)


@pytest.mark.slow
@settings(max_examples=examples(800))
@given(queries())
def test_closest_point_is_on_the_ellipse(query):
    _, center, radii, angle = query
    closest = point_ellipse(*query).closest
    x, y = upright(closest, center, angle)
    a, b = exact(radii)
    # The distance to the curve, to first order, is |level^2 - 1| over its gradient.
    gradient = 2 * mpmath.hypot(x / a**2, y / b**2)
    off_curve = abs(true_level_excess(x, y, a, b)) / gradient
    assert off_curve <= ROUNDING * largest(*query)


@pytest.mark.slow
@settings(max_examples=examples(1000))
@given(queries())
def test_three_steps_agree_with_sixty_digits(query):
    point, center, radii, angle = query
    found, size = point_ellipse(*query), largest(*query)
    (x, y), (a, b) = upright(point, center, angle), exact(radii)
    translated = [p - c for p, c in zip(exact(point), exact(center), strict=True)]
    for value, true in zip(exact(found.translated), translated, strict=True):
        assert abs(value - true) <= 2.0**-53 * abs(true)
    for value, true in zip(exact(found.rotated), (x, y), strict=True):
        assert abs(value - true) <= ROUNDING * size
    stretch = max(1, a / b)
    for value, true in zip(exact(found.normalized), (x, y * a / b), strict=True):
        assert abs(value - true) <= ROUNDING * size * stretch
    level = mpmath.sqrt(1 + true_level_excess(x, y, a, b))
    assert abs(mpf(float(found.level)) - level) <= ROUNDING * (level + size / min(a, b))


@pytest.mark.slow
@settings(max_examples=examples(1000))
@given(queries())
def test_hit_level_and_distance_say_the_same(query):
    found = point_ellipse(*query)
    assert bool(found.hit) == bool(found.level <= 1.0) == bool(found.distance <= 0.0)


@settings(max_examples=examples(150))
@given(queries())
def test_no_sampled_point_of_the_ellipse_is_nearer(query):
    radii = query[2]
    found = point_ellipse(*query)
    turn = np.linspace(0.0, 2.0 * np.pi, 5001)
    x, y = radii[0] * np.cos(turn), radii[1] * np.sin(turn)
    gaps = np.hypot(x - found.rotated[0], y - found.rotated[1])
    step = 2.0 * np.pi / 5000 * radii.max()
    slack = 1e-14 * largest(*query)
    assert abs(found.distance) <= gaps.min() + slack
    assert abs(found.distance) >= gaps.min() - step - slack


@pytest.mark.slow
@settings(max_examples=examples(300))
@given(queries(), st.integers(-40, 40))
def test_scaling_by_a_power_of_two_scales_every_length_exactly(query, power):
    factor = 2.0**power
    found = point_ellipse(*query)
    grown = point_ellipse(*(factor * value for value in query[:3]), query[3])
    for name in ("translated", "rotated", "normalized", "distance", "closest"):
        assert np.array_equal(getattr(grown, name), factor * getattr(found, name))
    assert grown.hit == found.hit
    assert grown.level == found.level


@pytest.mark.slow
@settings(max_examples=examples(300))
@given(queries())
def test_mirror_image_mirrors_the_answer(query):
    point, center, radii, angle = query
    flip = np.array([1.0, -1.0])
    found = point_ellipse(*query)
    image = point_ellipse(flip * point, flip * center, radii, -angle)
    assert image.hit == found.hit
    assert image.distance == found.distance
    assert image.level == found.level
    assume((found.rotated != 0.0).all())  # on an axis one of two sides is chosen
    assert np.array_equal(image.closest, flip * found.closest)


@settings(max_examples=examples(300))
@given(queries())
def test_a_quarter_turn_swaps_the_radii(query):
    point, center, radii, _ = query
    found = point_ellipse(point, center, radii, 0.0)
    x, y = point - center
    turned = point_ellipse((-y, x), (0.0, 0.0), radii[::-1], 0.0)
    assert abs(turned.distance - found.distance) <= ROUNDING * largest(*query)
    assert abs(turned.level - found.level) <= 1e-15 * found.level


@settings(max_examples=examples(300))
@given(queries(), st.floats(-7.0, 7.0), pairs)
def test_moving_and_turning_the_world_changes_nothing(query, turn, shift):
    point, center, radii, angle = query
    found, size = point_ellipse(*query), largest(*query)
    cosine, sine = np.cos(turn), np.sin(turn)
    matrix = np.array([[cosine, -sine], [sine, cosine]])
    move = size * shift
    again = point_ellipse(
        matrix @ point + move, matrix @ center + move, radii, angle + turn
    )
    assert abs(again.distance - found.distance) <= 1e-14 * size * (1.0 + abs(angle))


@settings(max_examples=examples(50))
@given(st.lists(queries(), min_size=1, max_size=12))
def test_a_batch_answers_as_its_queries_do(batch):
    together = point_ellipse(*(np.array(c) for c in zip(*batch, strict=True)))
    for i, query in enumerate(batch):
        alone = point_ellipse(*query)
        for field in fields(PointEllipse):
            assert np.array_equal(
                getattr(together, field.name)[i], getattr(alone, field.name)
            )


def test_broadcasts_every_argument_against_every_other():
    found = point_ellipse(
        np.zeros((5, 1, 1, 1, 2)), np.zeros((4, 1, 1, 2)), np.ones((3, 1, 2)), [0, 1]
    )
    for field in fields(PointEllipse):
        array = getattr(found, field.name)
        assert array.shape[:4] == (5, 4, 3, 2)
        assert array.shape[4:] in ((), (2,))


def test_one_query_gives_zero_dimensional_arrays_and_an_empty_batch_none():
    found = point_ellipse((3, 0), (0, 0), (2, 1), 0)
    assert found.hit.shape == found.level.shape == found.distance.shape == ()
    assert found.hit.dtype == np.bool_
    assert found.distance.dtype == found.closest.dtype == np.float64
    empty = point_ellipse(np.zeros((0, 2)), (0, 0), (2, 1), 0)
    assert empty.closest.shape == (0, 2)


def test_the_result_is_frozen():
    with pytest.raises(FrozenInstanceError):
        point_ellipse((3, 0), (0, 0), (2, 1), 0).hit = True


@pytest.mark.parametrize("scale", [2.0**-27, 1.0, 2.0**27])
@pytest.mark.parametrize(
    ("point", "radii"),
    [
        ((3, 8), (5, 10)),
        ((-40, 9), (50, 15)),
        ((49, 0), (49, 1e-4)),
        ((0, 49), (1, 49)),
        ((0, -0.1), (0.7, 0.1)),
        ((5e5, 0), (5e5, 0.3)),
        ((-3, 4), (5, 5)),
    ],
)
def test_points_exactly_on_the_ellipse_are_hits(point, radii, scale):
    found = point_ellipse(scale * np.array(point), (0, 0), scale * np.array(radii), 0)
    assert found.hit
    assert found.level == 1.0
    assert abs(found.distance) <= 1e-15 * scale * max(radii)


@pytest.mark.parametrize("seed", range(4))
def test_ends_of_the_axes_are_hits_whatever_the_radii(seed):
    radii = 10.0 ** np.random.default_rng(seed).uniform(-8, 8, (10_000, 2))
    assert point_ellipse(radii * [1, 0], (0, 0), radii, 0).hit.all()
    assert point_ellipse(radii * [0, -1], (0, 0), radii, 0).hit.all()


@pytest.mark.parametrize("ratio", [1.0, 0.3, 1e-6, 3.0, 1e6])
@pytest.mark.parametrize("growth", [1e-12, -1e-12])
def test_a_relative_gap_of_1e_12_is_seen(ratio, growth):
    turn = np.linspace(0.0, 2.0 * np.pi, 101)
    rim = np.stack([np.cos(turn), ratio * np.sin(turn)], axis=-1) * (1 + growth)
    assert (point_ellipse(rim, (0, 0), (1, ratio), 0).hit == (growth < 0)).all()


@pytest.mark.parametrize(
    ("radii", "distance", "closest"),
    [
        ((2, 1), -1, (0, 1)),
        ((1, 2), -1, (1, 0)),
        ((1, 1), -1, (1, 0)),
        ((1e6, 1), -1, (0, 1)),
        ((1e-6, 1), -1e-6, (1e-6, 0)),
    ],
)
def test_dead_centre_goes_to_the_positive_end_of_the_minor_axis(
    radii, distance, closest
):
    found = point_ellipse((0, 0), (0, 0), radii, 0)
    assert found.level == 0.0
    assert found.distance == distance
    assert tuple(found.closest) == closest


@pytest.mark.parametrize("across", [0.0, 5e-324, 1e-300, 1e-160, 1e-20])
def test_hair_beside_the_major_axis_goes_up_to_the_curve(across):
    found = point_ellipse((1.0, across), (0, 0), (2, 1), 0)
    # On the axis the nearest x is a^2 x / (a^2 - b^2) = 4/3, inside the cusp 3/2.
    expected = (4 / 3, np.sqrt(5) / 3)
    assert np.allclose(found.closest, expected, rtol=0, atol=1e-15)


@pytest.mark.parametrize("across", [0.0, 5e-324, 1e-300, 1e-160])
def test_a_cusp_of_the_evolute_belongs_to_the_tip(across):
    found = point_ellipse((1.5, across), (0, 0), (2, 1), 0)
    assert found.distance == pytest.approx(-0.5, abs=1e-15)
    assert np.allclose(found.closest, (2, 0), rtol=0, atol=1e-7)


@pytest.mark.parametrize(
    ("point", "radii"),
    [
        ((1.5, 1e-6), (2, 1)),
        ((1.5, 1e-12), (2, 1)),
        ((1.5, 1e-18), (2, 1)),
        # The slowest to settle of millions; five steps leave 3e-13 of y.
        ((0.9990234354374391, 1.0148715171711659e-18), (1, 2.0**-5)),
        ((0.7499999999081758, 1.4101821602188313e-23), (1, 0.5)),
    ],
)
def test_beside_a_cusp_the_closest_point_keeps_its_relative_precision(point, radii):
    found = point_ellipse(point, (0, 0), radii, 0)
    _, y = nearest_on_quarter(*map(mpf, point), *map(mpf, radii))
    assert float(found.closest[1]) == pytest.approx(float(y), rel=1e-13, abs=0)


@pytest.mark.slow
@pytest.mark.parametrize("ratio", [1.0, 0.37, 1e-6])
def test_within_rounding_of_the_curve_hit_and_sign_still_agree(ratio):
    generator = np.random.default_rng(5)
    turn = generator.uniform(0.0, 2.0 * np.pi, 50_000)
    growth = 1.0 + 2.0**-53 * generator.integers(-4, 5, turn.size)
    rim = np.stack([np.cos(turn), ratio * np.sin(turn)], axis=-1) * growth[:, None]
    found = point_ellipse(rim, (0, 0), (1, ratio), 0)
    assert 0.1 < found.hit.mean() < 0.9
    assert np.array_equal(found.hit, found.distance <= 0.0)


MAX = mpf(float(np.finfo(np.float64).max))


@settings(max_examples=examples(150))
@given(queries())
def test_the_largest_floats_agree_with_sixty_digits(query):
    point, center, radii, angle = query
    power = 1024 - np.frexp(largest(*query))[1]
    point, center, radii = (np.ldexp(x, power) for x in (point, center, radii))
    found, slack = point_ellipse(point, center, radii, angle), 4 * ROUNDING * MAX
    true = true_distance(point, center, radii, angle)
    if np.isinf(found.distance):
        assert true > MAX - slack
    else:
        assert abs(mpf(float(found.distance)) - true) <= slack
    for field in fields(PointEllipse):
        assert not np.isnan(getattr(found, field.name)).any()
    if np.isfinite(found.closest).all():
        pairs_ = zip(exact(point), exact(found.closest), strict=True)
        assert abs(mpmath.hypot(*(a - b for a, b in pairs_)) - abs(true)) <= slack


def test_steps_between_the_largest_floats():
    top = 2.0**1023
    found = point_ellipse((top, 0), (-top, 0), (top, top / 2), 0)
    assert found.level == 2.0
    assert found.distance == top
    assert tuple(found.closest) == (0.0, 0.0)
    assert np.isinf(found.translated[0])  # 2**1024 is no float
    assert not found.hit


def test_a_stretch_is_as_large_as_its_ratio_whatever_its_lengths():
    found = point_ellipse((0, 1e300), (0, 0), (1e-300, 2e-300), 0)
    assert found.normalized[1] == pytest.approx(5e299, rel=1e-15)


def test_a_ratio_beyond_every_float_leaves_the_first_steps_alone():
    matrix = normalizing_transform((1, 2), (1e300, 1e-300), 0.0, [0.0, 1.0, 2.0, 3.0])
    np.testing.assert_array_equal(matrix[0], np.eye(3))
    np.testing.assert_array_equal(matrix[1:3, :2, 2], [(-1, -2), (-1, -2)])
    assert not np.isnan(matrix).any()
    assert matrix[3, 1, 1] == MAX


def test_far_beyond_any_other_length():
    found = point_ellipse((3e8, 4e8), (0, 0), (1e-8, 2e-8), 1.0)
    assert found.distance == pytest.approx(5e8, rel=1e-15)
    assert not found.hit


GOOD = {"point": (3.0, 0.0), "center": (0.0, 0.0), "radii": (2.0, 1.0), "angle": 0.0}
BAD = [
    ("angle", np.nan),
    ("angle", -np.inf),
    ("angle", "north"),
    *[
        (name, value)
        for name in ("point", "center", "radii")
        for value in ((1.0, np.nan), (np.inf, 1.0), (1, 2, 3), (1,), 1.0, "ab", None)
    ],
    *[("radii", value) for value in ((0.0, 1.0), (1.0, -1.0), (1.0, -0.0))],
]


@pytest.mark.parametrize(("name", "value"), BAD)
def test_bad_input_is_refused_by_name(name, value):
    with pytest.raises(ValueError, match=rf"^{name} "):
        point_ellipse(**(GOOD | {name: value}))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[bad for bad in BAD if bad[0] != "point"],
        *[("progress", value) for value in (-1e-9, 3.000001, np.nan, "half")],
    ],
)
def test_bad_transform_input_is_refused_by_name(name, value):
    good = {key: GOOD[key] for key in ("center", "radii", "angle")} | {"progress": 1.0}
    with pytest.raises(ValueError, match=rf"^{name} "):
        normalizing_transform(**(good | {name: value}))


def test_shapes_that_do_not_broadcast_are_refused():
    with pytest.raises(ValueError, match=r"broadcast.*angle \(3,\)"):
        point_ellipse(np.zeros((2, 2)), (0, 0), (1, 1), np.zeros(3))
    with pytest.raises(ValueError, match=r"broadcast.*progress \(3,\)"):
        normalizing_transform(np.zeros((2, 2)), (1, 1), 0, np.zeros(3))


def apply(matrix, point):
    return matrix[..., :2, :2] @ point + matrix[..., :2, 2]


@settings(max_examples=examples(300))
@given(queries())
def test_whole_progress_carries_the_point_through_the_three_steps(query):
    point, *ellipse = query
    found, size = point_ellipse(*query), largest(*query)
    stages = normalizing_transform(*ellipse, np.arange(4.0))
    stretch = max(1.0, ellipse[1][0] / ellipse[1][1])
    assert np.array_equal(stages[0], np.eye(3))
    assert np.array_equal(apply(stages[1], point), found.translated)
    assert np.abs(apply(stages[2], point) - found.rotated).max() <= 4 * ROUNDING * size
    error = np.abs(apply(stages[3], point) - found.normalized).max()
    assert error <= 4 * ROUNDING * size * stretch


def test_the_last_stage_makes_a_circle_of_radius_rx():
    ellipse = ((3.0, -2.0), (2.0, 0.5), 0.8)
    turn = np.linspace(0.0, 2.0 * np.pi, 37)
    x, y = 2.0 * np.cos(turn), 0.5 * np.sin(turn)
    cosine, sine = np.cos(0.8), np.sin(0.8)
    rim = np.stack([3 + cosine * x - sine * y, -2 + sine * x + cosine * y])
    matrix = normalizing_transform(*ellipse, 3.0)
    carried = matrix[:2, :2] @ rim + matrix[:2, 2:]
    assert np.allclose(np.hypot(*carried), 2.0, rtol=1e-14)


@pytest.mark.parametrize("stage", [0, 1, 2])
def test_each_step_moves_only_its_own_quantity(stage):
    center, radii, angle = np.array([3.0, -2.0]), (2.0, 0.5), 5.0
    part = 0.25
    matrix = normalizing_transform(center, radii, angle, stage + part)
    move, turn, stretch = (np.clip(stage + part - k, 0, 1) for k in range(3))
    cosine, sine = np.cos(turn * angle), np.sin(turn * angle)
    shifted = np.array([[1, 0, -move * 3.0], [0, 1, move * 2.0], [0, 0, 1]])
    turned = np.array([[cosine, sine, 0], [-sine, cosine, 0], [0, 0, 1]])
    scaled = np.diag([1.0, 1.0 + stretch * (4.0 - 1.0), 1.0])
    assert np.allclose(matrix, scaled @ turned @ shifted, rtol=0, atol=1e-14)


def test_the_transform_is_continuous_and_broadcasts():
    progress = np.linspace(0.0, 3.0, 3001)
    matrices = normalizing_transform((3, -2), (2, 0.5), 0.8, progress)
    assert matrices.shape == (3001, 3, 3)
    assert np.abs(np.diff(matrices, axis=0)).max() < 0.02
    assert normalizing_transform(np.zeros((4, 1, 2)), (1, 1), [0, 1], 2).shape == (
        (4, 2, 3, 3)
    )
