"""Spheres swept against lines, by hand; `test_units_apart` has integers."""

import pickle

import edge_cases
import exact_numbers
import numpy as np
import pytest
from test_exact import ask

from playground.collision.swept_sphere_line import (
    SphereMotion,
    swept_sphere_line,
)

CROSSING, PARALLEL, RESTING = SphereMotion


def test_the_signs_are_those_of_rational_arithmetic():
    table = edge_cases.swept_sphere_line(np.random.default_rng(6), 500)
    found = ask("swept_sphere_line", table)
    zeros = 0
    for i, row in enumerate(table.tolist()):
        true = exact_numbers.swept_sphere_line(*row)
        for name in ("alpha", "beta", "omega", "discriminant"):
            sign = (true[name] > 0) - (true[name] < 0)
            assert np.sign(getattr(found, name)[i]) == sign, (name, row)
            zeros += not sign
        assert found.nearing[i] == (true["beta"] < 0), row
    assert zeros > 100


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


def test_the_largest_and_smallest_floats_pass_quietly():
    values = [0.0, 5e-324, -1e-300, 1.0, -1e154, 1.7e308]
    rng = np.random.default_rng(3)
    start, end, point, direction = rng.choice(values, size=(4, 400, 3))
    direction[~direction.any(axis=-1)] = 1.0
    radius = np.abs(rng.choice(values, 400))
    found = swept_sphere_line(start, end, radius, point, direction)
    assert ((found.t[found.hit] >= 0.0) & (found.t[found.hit] <= 1.0)).all()
    assert np.isnan(found.t[~found.hit]).all()
