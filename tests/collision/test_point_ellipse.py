"""Points and ellipses, by hand and in integers where the nearest point is hardest."""

import exact_numbers
import numpy as np
import pytest

from playground.collision.point_ellipse import (
    normalizing_transform,
    point_ellipse,
)


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
    _, y = exact_numbers.point_ellipse(*point, 0, 0, *radii, 1, 0)["closest"]
    assert float(found.closest[1]) == pytest.approx(float(y), rel=1e-13, abs=0)


def test_beside_the_evolute_and_the_curve_the_nearest_point_is_near():
    """Points with two equally near places, and points on the curve."""
    rng = np.random.default_rng(17)
    count = 60
    radii = np.stack([np.ones(count), 10.0 ** rng.uniform(-6, 6, count)], -1)
    turn = rng.uniform(-np.pi, np.pi, count)
    rim = np.stack([np.cos(turn), np.sin(turn)], -1)
    evolute = (radii**2 - radii[:, ::-1] ** 2) / radii * rim**3
    point = np.where(rng.random((count, 1)) < 0.7, evolute, radii * rim)
    point *= 1.0 + rng.choice([-1, 0, 1], (count, 1)) * 10.0 ** -rng.uniform(1, 15)
    found = point_ellipse(point, (0, 0), radii, 0)
    for i, (p, r) in enumerate(zip(point, radii, strict=True)):
        true = exact_numbers.point_ellipse(*p, 0, 0, *r, 1, 0)
        slack = 4e-15 * max(*abs(p), *r)
        assert abs(found.distance[i] - float(true["distance"])) <= slack
        # Of two places that are as near, either: it is on the curve, and so far away.
        off = np.hypot(*(found.closest[i] - p))
        assert off == pytest.approx(abs(found.distance[i]), abs=slack)
        on_curve = exact_numbers.point_ellipse(*found.closest[i], 0, 0, *r, 1, 0)
        assert abs(on_curve["distance"]) <= slack


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
    assert matrix[3, 1, 1] == np.finfo(np.float64).max


def test_far_beyond_any_other_length():
    found = point_ellipse((3e8, 4e8), (0, 0), (1e-8, 2e-8), 1.0)
    assert found.distance == pytest.approx(5e8, rel=1e-15)
    assert not found.hit


GOOD = {"center": (0.0, 0.0), "radii": (2.0, 1.0), "angle": 0.0, "progress": 1.0}
BAD = [
    ("angle", np.nan),
    ("angle", "north"),
    *[(name, x) for name in ("center", "radii") for x in ((1.0, np.nan), (1,), "ab")],
    *[("radii", value) for value in ((0.0, 1.0), (1.0, -1.0), (1.0, -0.0))],
]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *BAD,
        *[("progress", value) for value in (-1e-9, 3.000001, np.nan, "half")],
    ],
)
def test_bad_transform_input_is_refused_by_name(name, value):
    with pytest.raises(ValueError, match=rf"^{name} "):
        normalizing_transform(**(GOOD | {name: value}))


def test_shapes_that_do_not_broadcast_are_refused():
    with pytest.raises(ValueError, match=r"broadcast.*progress \(3,\)"):
        normalizing_transform(np.zeros((2, 2)), (1, 1), 0, np.zeros(3))


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


def test_nearest_point_is_the_same_however_many_steps_its_neighbours_take():
    # Beside the needle's ends four steps of the iteration are too few, inside enough.
    x, y = np.meshgrid(np.linspace(-5, 5, 61), np.linspace(-1, 1, 21))
    points = np.stack([x, y], axis=-1)
    ellipse = (0.1, 0.2), (4, 0.02), 0.4
    many = point_ellipse(points, *ellipse)
    for place in np.ndindex(x.shape):
        one = point_ellipse(points[place].tolist(), *ellipse)
        assert one.distance == many.distance[place]
        assert (one.closest == many.closest[place]).all()
