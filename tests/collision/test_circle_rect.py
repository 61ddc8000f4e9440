"""Circles and turned rectangles against 60-digit arithmetic, symmetry, hard cases.

The truth is told in the world frame, as a polygon of four segments; the code under
test clamps in the rectangle's frame.
"""

from dataclasses import FrozenInstanceError, fields

import mpmath
import numpy as np
import pytest
from effort import examples
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from mpmath import mpf

from playground.collision.circle_rect import CircleRect, RectFeature, circle_rect

mpmath.mp.dps = 60

GAP = 1e-14  # what the contract leaves undecided, relative to the largest length
ROUNDING = 2e-15  # nine units in the last place of the largest length
CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))

unit = st.floats(-1.0, 1.0).map(lambda x: x if abs(x) > 1e-30 else 0.0)
pairs = st.tuples(unit, unit).map(np.array)
scales = st.floats(-8.0, 8.0).map(lambda e: 10.0**e)
reaches = st.sampled_from([0.0, 1e-8, 1.0, 1e8])
angles = st.one_of(
    st.floats(-7.0, 7.0).map(lambda x: x if abs(x) > 1e-30 else 0.0),
    st.floats(-1e6, 1e6).map(lambda x: x if abs(x) > 1e-30 else 0.0),
    st.integers(-9, 9).map(lambda k: k * np.pi / 2),
)
signs = st.sampled_from([-1.0, 1.0])
hairs = st.one_of(
    st.just(0.0),
    st.tuples(signs, st.floats(-15.0, -3.0)).map(lambda p: p[0] * 10.0 ** p[1]),
)


@st.composite
def rectangles(draw, solid=False):
    """Rectangles of any size and place; unless solid, also segments and points."""
    size = draw(scales)
    reach = st.just(1.0) if solid else reaches
    rect_center = size * draw(reach) * draw(pairs)
    shapes = [(1.0, 1.0), (1.0, 1e-3)]
    flat = [] if solid else [(1.0, 1e-8), (0.0, 1.0), (1.0, 0.0), (0.0, 0.0)]
    half_extents = size * np.array(draw(st.sampled_from(shapes + flat)))
    half_extents *= draw(st.floats(0.1, 2.0))
    pivot = rect_center + size * draw(reach) * draw(pairs)
    return rect_center, half_extents, draw(angles), pivot


@st.composite
def queries(draw, solid=False):
    """Circles anywhere, or aimed to touch a corner, a side, or to sit inside."""
    rect_center, half_extents, angle, pivot = draw(rectangles(solid))
    radius = draw(st.sampled_from([0.0, 1e-8, 1.0, 1e3])) * draw(scales)
    side, (a, b) = np.array([draw(signs), draw(signs)]), draw(pairs)
    lean = np.array([np.cos(np.pi / 2 * a), np.sin(np.pi / 2 * a)])
    offset = {
        "anywhere": np.array([a, b]) * (half_extents.max() + radius) * 2.0,
        "corner": side * (half_extents + radius * np.abs(lean)),
        "side": side * [half_extents[0] + radius, half_extents[1] * abs(b)],
        "inside": np.array([a, b]) * half_extents,
        "boundary": np.array([a, 1.0]) * half_extents,
    }[draw(st.sampled_from(["anywhere", "corner", "side", "inside", "boundary"]))]
    cosine, sine = np.cos(angle), np.sin(angle)
    x, y = rect_center - pivot + offset
    center = pivot + np.array([cosine * x - sine * y, sine * x + cosine * y])
    return center, radius * (1.0 + draw(hairs)), rect_center, half_extents, angle, pivot


def largest(*query):
    return max(float(np.abs(value).max()) for value in query[:4] + query[5:]) or 1.0


def exact(value):
    return [mpf(float(x)) for x in np.ravel(value)]


def true_corners(rect_center, half_extents, angle, pivot):
    (rx, ry), (hx, hy) = exact(rect_center), exact(half_extents)
    (px, py), (turn,) = exact(pivot), exact(angle)
    cosine, sine = mpmath.cos_sin(turn)
    arms = [(rx + i * hx - px, ry + j * hy - py) for i, j in CORNERS]
    return [(px + cosine * x - sine * y, py + sine * x + cosine * y) for x, y in arms]


def to_segment(point, start, end):
    """Distance to a segment, and the side of it (positive on its left)."""
    ex, ey = end[0] - start[0], end[1] - start[1]
    ax, ay = point[0] - start[0], point[1] - start[1]
    square = ex * ex + ey * ey
    t = min(max((ax * ex + ay * ey) / square, 0), 1) if square else mpf(0)
    left = (ex * ay - ey * ax) / mpmath.sqrt(square) if square else mpf(0)
    return mpmath.hypot(ax - t * ex, ay - t * ey), left


def true_distance(center, *rectangle):
    """Signed distance of a point from the rectangle, and its depth behind each side."""
    corners, point = true_corners(*rectangle), exact(center)
    pairs_ = [to_segment(point, corners[i], corners[(i + 1) % 4]) for i in range(4)]
    gap, lefts = min(p[0] for p in pairs_), [p[1] for p in pairs_]
    return (-gap if min(lefts) > 0 else gap), lefts


@pytest.mark.slow
@settings(max_examples=examples(1200))
@given(queries())
def test_verdict_and_distance_agree_with_sixty_digits(query):
    center, radius, *rectangle = query
    found, size = circle_rect(*query), largest(*query)
    separation = true_distance(center, *rectangle)[0] - mpf(float(radius))
    assert abs(mpf(float(found.distance)) - separation) <= ROUNDING * size
    assert bool(found.hit) == bool(found.distance <= 0.0)
    assert float(found.depth) == max(0.0, -float(found.distance))
    assume(abs(separation) > GAP * size)
    assert bool(found.hit) == (separation <= 0)


MAX = mpf(float(np.finfo(np.float64).max))


def stretched(query, lengths):
    """Return the query with its lengths grown until one is nearly the largest float."""
    top = max(float(np.abs(query[i]).max()) for i in lengths) or 1.0
    power = 1024 - np.frexp(top)[1]
    return [np.ldexp(x, power) if i in lengths else x for i, x in enumerate(query)]


def same(value, true, slack):
    """Tell whether the value is the true one, infinite beyond the largest float."""
    if np.isinf(value):
        return abs(true) > MAX - slack and np.sign(value) == mpmath.sign(true)
    return abs(mpf(float(value)) - true) <= slack


@settings(max_examples=examples(150))
@given(queries())
def test_the_largest_floats_agree_with_sixty_digits(query):
    query = stretched(query, (0, 1, 2, 3, 5))
    center, radius, *rectangle = query
    found, slack = circle_rect(*query), 4 * ROUNDING * MAX
    distance, _ = true_distance(center, *rectangle)
    assert same(found.distance, distance - mpf(float(radius)), slack)
    assert abs(np.hypot(*found.normal) - 1.0) < 1e-15
    corners = true_corners(*rectangle)
    for value, true in zip(np.ravel(found.corners), np.ravel(corners), strict=True):
        assert same(value, true, slack)
    if np.isfinite(found.closest).all():
        away = [a - b for a, b in zip(exact(center), exact(found.closest), strict=True)]
        assert abs(mpmath.hypot(*away) - abs(distance)) <= slack
    assert not np.isnan(found.closest).any()
    (cx, cy), (px, py) = exact(center), exact(rectangle[3])
    cosine, sine = mpmath.cos_sin(mpf(float(rectangle[2])))
    local = (
        px + cosine * (cx - px) + sine * (cy - py),
        py - sine * (cx - px) + cosine * (cy - py),
    )
    for value, true in zip(found.local_center, local, strict=True):
        assert same(value, true, slack)


@pytest.mark.parametrize("least", [5e-324, 2.0**-1060, 2.0**-1030])
def test_the_normal_of_a_subnormal_gap_is_a_unit_vector(least):
    found = circle_rect((2 * least, -3 * least), 0, (0, 0), (0, 0), 0)
    size = float(mpmath.sqrt(13))
    np.testing.assert_allclose(found.normal, (2 / size, -3 / size), rtol=1e-15)


@pytest.mark.slow
@settings(max_examples=examples(600))
@given(queries())
def test_closest_point_is_on_the_boundary_and_at_the_true_distance(query):
    center, _, *rectangle = query
    found, size = circle_rect(*query), largest(*query)
    on_boundary, _ = true_distance(found.closest, *rectangle)
    signed, _ = true_distance(center, *rectangle)
    away = [c - p for c, p in zip(exact(center), exact(found.closest), strict=True)]
    assert abs(on_boundary) <= ROUNDING * size
    assert abs(mpmath.hypot(*away) - abs(signed)) <= ROUNDING * size
    # center = closest + signed distance * normal, inside and outside alike
    for a, n in zip(away, exact(found.normal), strict=True):
        assert abs(a - signed * n) <= ROUNDING * size


@pytest.mark.slow
@settings(max_examples=examples(600))
@given(queries())
def test_normal_is_a_unit_vector_that_leads_out_of_the_rectangle(query):
    _, _, *rectangle = query
    found, size = circle_rect(*query), largest(*query)
    assert abs(np.hypot(*found.normal) - 1.0) < 1e-15
    step = size * 1e-3
    outside, _ = true_distance(found.closest + step * found.normal, *rectangle)
    assert abs(outside - step) <= 2.0 * ROUNDING * size


@pytest.mark.slow
@settings(max_examples=examples(600))
@given(queries(solid=True))
def test_feature_names_what_the_closest_point_lies_on(query):
    center, _, *rectangle = query
    found, size = circle_rect(*query), largest(*query)
    _, lefts = true_distance(center, *rectangle)
    assume(min(abs(left) for left in lefts) > GAP * size)
    outside = sum(left < 0 for left in lefts)
    assert (
        found.feature
        == ([RectFeature.INSIDE, RectFeature.EDGE, RectFeature.CORNER][outside])
    )


@settings(max_examples=examples(300))
@given(queries())
def test_corners_and_local_center_undo_the_turn(query):
    center, _, *rectangle = query
    found, size = circle_rect(*query), largest(*query)
    for corner, true in zip(found.corners, true_corners(*rectangle), strict=True):
        assert (
            max(abs(a - b) for a, b in zip(exact(corner), true, strict=True))
            <= ROUNDING * size
        )
    (cx, cy), (px, py) = exact(center), exact(rectangle[3])
    cosine, sine = mpmath.cos_sin(mpf(float(rectangle[2])))
    x, y = cx - px, cy - py
    local = px + cosine * x + sine * y, py - sine * x + cosine * y
    for a, b in zip(exact(found.local_center), local, strict=True):
        assert abs(a - b) <= ROUNDING * size


@settings(max_examples=examples(100))
@given(rectangles(solid=True))
def test_corners_run_counter_clockwise(rectangle):
    corners = circle_rect((0.0, 0.0), 1.0, *rectangle).corners
    edges = np.roll(corners, -1, axis=0) - corners
    area = edges[0, 0] * edges[1, 1] - edges[0, 1] * edges[1, 0]
    assert area > 0.0


@settings(max_examples=examples(60))
@given(queries(), st.integers(0, 2**32 - 1))
def test_no_sampled_point_of_the_rectangle_is_nearer(query, seed):
    center, radius, _, _, _, _ = query
    found, size = circle_rect(*query), largest(*query)
    weights = np.random.default_rng(seed).dirichlet(np.full(4, 0.3), 2000)
    inside = weights @ found.corners
    gaps = np.hypot(*(inside - center).T) - radius
    assert gaps.min() >= max(found.distance, -radius) - 1e-14 * size


@settings(max_examples=examples(200))
@given(queries(), st.integers(-40, 40))
def test_scaling_by_a_power_of_two_scales_every_length_exactly(query, power):
    factor = 2.0**power
    found = circle_rect(*query)
    grown = circle_rect(*(factor * v for v in query[:4]), query[4], factor * query[5])
    for name in ("distance", "depth", "closest", "local_center", "corners"):
        assert np.array_equal(getattr(grown, name), factor * getattr(found, name))
    for name in ("hit", "feature", "normal"):
        assert np.array_equal(getattr(grown, name), getattr(found, name))


@pytest.mark.slow
@settings(max_examples=examples(200))
@given(queries())
def test_mirror_image_mirrors_the_answer(query):
    center, radius, rect_center, half_extents, angle, pivot = query
    flip = np.array([-1.0, 1.0])
    found = circle_rect(*query)
    image = circle_rect(
        flip * center, radius, flip * rect_center, half_extents, -angle, flip * pivot
    )
    assert image.distance == found.distance
    assert image.feature == found.feature
    middle = np.abs(found.local_center[0] - rect_center[0])
    assume(middle > 1e-9 * largest(*query))  # in the very middle a side is chosen
    assert np.allclose(image.normal, flip * found.normal, rtol=0, atol=1e-15)


@settings(max_examples=examples(200))
@given(queries(), st.floats(-7.0, 7.0), pairs)
def test_moving_and_turning_the_world_changes_nothing(query, turn, shift):
    center, radius, rect_center, half_extents, angle, pivot = query
    found, size = circle_rect(*query), largest(*query)
    cosine, sine = np.cos(turn), np.sin(turn)
    matrix = np.array([[cosine, -sine], [sine, cosine]])
    move = size * shift
    # The unrotated rectangle turns about its pivot, so the pivot carries it along.
    carried = matrix @ pivot + move
    again = circle_rect(
        matrix @ center + move,
        radius,
        carried + (rect_center - pivot),
        half_extents,
        angle + turn,
        carried,
    )
    slack = 1e-14 * size * (1.0 + abs(angle))
    assert abs(again.distance - found.distance) <= slack
    assert np.abs(again.corners - (found.corners @ matrix.T + move)).max() <= slack


@settings(max_examples=examples(50))
@given(st.lists(queries(), min_size=1, max_size=12))
def test_a_batch_answers_as_its_queries_do(batch):
    columns = [np.array(column) for column in zip(*batch, strict=True)]
    together = circle_rect(*columns)
    for i, query in enumerate(batch):
        alone = circle_rect(*query)
        for field in fields(CircleRect):
            assert np.array_equal(
                getattr(together, field.name)[i], getattr(alone, field.name)
            )


def test_broadcasts_every_argument_against_every_other():
    found = circle_rect(
        np.zeros((5, 1, 1, 1, 1, 2)),
        np.ones((4, 1, 1, 1)),
        np.zeros((3, 1, 1, 2)),
        np.ones((2, 1, 2)),
        np.zeros(7),
    )
    batch = (5, 4, 3, 2, 7)
    tails = {"closest": (2,), "normal": (2,), "local_center": (2,), "corners": (4, 2)}
    for field in fields(CircleRect):
        assert getattr(found, field.name).shape == batch + tails.get(field.name, ())


def test_one_query_gives_zero_dimensional_arrays_and_an_empty_batch_none():
    found = circle_rect((3, 0), 1, (0, 0), (1, 1), 0)
    assert found.hit.shape == found.distance.shape == found.feature.shape == ()
    assert found.hit.dtype == np.bool_
    assert found.distance.dtype == np.float64
    assert np.issubdtype(found.feature.dtype, np.integer)
    assert circle_rect(np.zeros((0, 2)), 1, (0, 0), (1, 1), 0).corners.shape == (
        0,
        4,
        2,
    )


def test_the_result_is_frozen():
    with pytest.raises(FrozenInstanceError):
        circle_rect((3, 0), 1, (0, 0), (1, 1), 0).hit = True


@pytest.mark.parametrize("scale", [2.0**-9, 1.0, 2.0**27])
@pytest.mark.parametrize("far", [0.0, 1e8])
@pytest.mark.parametrize(
    ("center", "radius", "feature", "normal"),
    [
        ((3, 0), 1, RectFeature.EDGE, (1, 0)),
        ((0, -2), 1, RectFeature.EDGE, (0, -1)),
        ((-5, 5), 5, RectFeature.CORNER, (-0.6, 0.8)),
        ((2, 1), 0, RectFeature.CORNER, (0.5**0.5, 0.5**0.5)),
        ((2, 0.5), 0, RectFeature.EDGE, (1, 0)),
        ((-1, -1), 0, RectFeature.EDGE, (0, -1)),
    ],
)
def test_exact_touches_are_hits_of_distance_zero(
    center, radius, feature, normal, far, scale
):
    offset = np.array([far, -far])
    half = scale * np.array([2.0, 1.0])
    found = circle_rect(
        scale * np.array(center) + offset, scale * radius, offset, half, 0
    )
    assert found.hit
    assert found.distance == 0.0
    assert found.depth == 0.0
    assert found.feature == feature
    assert np.allclose(found.normal, normal, rtol=0, atol=1e-15)


@pytest.mark.parametrize(("growth", "hit"), [(1e-12, True), (-1e-12, False)])
def test_a_relative_gap_of_1e_12_at_a_corner_is_seen(growth, hit):
    assert circle_rect((5, 5), 5 * (1 + growth), (0, 0), (2, 1), 0).hit == hit
    turned = circle_rect((5, 5), 5 * (1 + growth), (0, 0), (2, 1), 2000 * np.pi)
    assert turned.hit == hit


@pytest.mark.parametrize("turns", [1, -1, 3, 1000, -12345])
def test_whole_turns_bring_the_same_rectangle_back(turns):
    once = circle_rect((2.0, 1.5), 0.3, (0.5, 0.0), (1.0, 0.5), 0.7, (3.0, 1.0))
    again = circle_rect(
        (2.0, 1.5), 0.3, (0.5, 0.0), (1.0, 0.5), 0.7 + turns * 2 * np.pi, (3.0, 1.0)
    )
    assert np.allclose(
        again.corners, once.corners, rtol=0, atol=1e-15 * 10 * abs(turns)
    )


def test_the_angle_is_counter_clockwise_about_the_pivot():
    found = circle_rect((0, 5), 0.5, (3, 0), (1, 0.5), np.pi / 2, (1, 0))
    expected = [(1.5, 1), (1.5, 3), (0.5, 3), (0.5, 1)]
    assert np.allclose(found.corners, expected, rtol=0, atol=1e-15)
    assert not found.hit
    assert circle_rect((1, 3.2), 0.5, (3, 0), (1, 0.5), np.pi / 2, (1, 0)).hit


def test_no_pivot_means_the_rectangles_own_centre():
    args = ((1.0, 2.0), 0.5, (0.3, -0.2), (1.0, 0.5), 0.9)
    for field in fields(CircleRect):
        assert np.array_equal(
            getattr(circle_rect(*args), field.name),
            getattr(circle_rect(*args, pivot=(0.3, -0.2)), field.name),
        )


def test_a_centre_inside_leaves_by_the_nearest_side():
    found = circle_rect((0.5, 0.9), 0.25, (0, 0), (2, 1), 0)
    assert found.feature == RectFeature.INSIDE
    assert found.distance == pytest.approx(-0.35)
    assert tuple(found.closest) == (0.5, 1.0)
    assert tuple(found.normal) == (0.0, 1.0)


def test_moving_by_depth_along_the_normal_just_parts_the_two():
    center, rect = np.array([0.4, -0.3]), ((0, 0), (2, 1), 0.6)
    found = circle_rect(center, 0.5, *rect)
    freed = circle_rect(center + found.depth * found.normal, 0.5, *rect)
    assert abs(freed.distance) < 1e-15


@example((0.0, 0.0))
@example((0.0, 3.0))
@example((3.0, 0.0))
@given(st.tuples(st.floats(0, 9), st.floats(0, 9)))
def test_dead_centre_has_a_normal_whatever_the_rectangle(half_extents):
    found = circle_rect((0, 0), 0, (0, 0), half_extents, 0.3)
    assert found.hit
    assert found.distance == -min(half_extents)
    assert abs(np.hypot(*found.normal) - 1.0) < 1e-15


def test_a_segment_and_a_point_are_rectangles():
    segment = circle_rect((0, 1), 1, (0, 0), (3, 0), 0)
    assert segment.hit
    assert segment.distance == 0.0
    assert segment.feature == RectFeature.EDGE
    point = circle_rect((3, 4), 4.5, (0, 0), (0, 0), 1.2)
    assert point.distance == pytest.approx(0.5)
    assert point.feature == RectFeature.CORNER


GOOD = {
    "center": (3.0, 0.0),
    "radius": 1.0,
    "rect_center": (0.0, 0.0),
    "half_extents": (1.0, 1.0),
    "angle": 0.0,
    "pivot": (0.0, 0.0),
}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *[(name, np.nan) for name in ("radius", "angle")],
        *[(name, np.inf) for name in ("radius", "angle")],
        *[
            (name, value)
            for name in ("center", "rect_center", "half_extents", "pivot")
            for value in ((0.0, np.nan), (-np.inf, 0.0), (1, 2, 3), (1,), 1.0, "ab")
        ],
        ("radius", -1e-300),
        ("half_extents", (1.0, -1.0)),
        ("radius", "wide"),
        ("angle", None),
    ],
)
def test_bad_input_is_refused_by_name(name, value):
    with pytest.raises(ValueError, match=rf"^{name} "):
        circle_rect(**(GOOD | {name: value}))


def test_shapes_that_do_not_broadcast_are_refused():
    with pytest.raises(ValueError, match=r"broadcast.*radius \(3,\)"):
        circle_rect(np.zeros((2, 2)), np.ones(3), (0, 0), (1, 1), 0)
