"""Rays and circles by hand; `test_units_apart` has them in integers."""

import numpy as np
import pytest

from playground.collision.ray_circle import ray_circle

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
