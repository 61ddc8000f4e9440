"""Article 1: answers and traces of its listings against the truth."""

import numpy as np
import pytest
from article_checks import (
    HIT,
    MISS,
    NOWHERE,
    REFUSED,
    close,
    listing,
    meant,
    nonzero,
    points,
    radii,
    recorded,
)

from playground.collision import articles
from playground.collision.ray_circle import ray_circle

RECORDS = recorded(1)


def true_ray(record):
    p = meant(record)
    query = p["origin"], p["direction"], p["center"], p["radius"]
    return ray_circle(*query)


FOOT = np.array((899.5, 700.5)) * (900 * 899.5 + 700 * 700.5) / (899.5**2 + 700.5**2)

# Listing: hit, near, far. Truth: hit, t times the direction's length, entry, exit.
RAY_CIRCLE = {
    # x^2 = 4 at -2 and 2: the times are -3 and 1.
    "starts inside": ((MISS, NOWHERE, NOWHERE), (HIT, 1, (-2, 0), (2, 0))),
    # Times -4 and 0.
    "starts on the circle and leaves": (
        (MISS, NOWHERE, NOWHERE),
        (HIT, 0, (-2, 0), (2, 0)),
    ),
    # (-1 + t)^2 + 9 t^2 = 1: t = 0 and t = 0.2, at (-0.8, -0.6).
    "starts on the circle and enters": (
        (MISS, NOWHERE, NOWHERE),
        (HIT, 0, (-1, 0), (-0.8, -0.6)),
    ),
    # 0.25 - (0.25 + 8.1e-7) = -8.1e-7 counts as 0; the radius is 0, the miss 0.0009.
    "near miss of a point": (
        (HIT, (0, 0.0009), (0, 0.0009)),
        (MISS, np.nan, NOWHERE, NOWHERE),
    ),
    # The discriminant is the radius squared, 8.1e-7, and counts as 0.
    "tiny circle": (
        (HIT, (0, 0), (0, 0)),
        (HIT, 0.4991, (-0.0009, 0), (0.0009, 0)),
    ),
    # The point (0, 0) lies 3 sqrt(2) along the diagonal.
    "diagonal at a point": (
        (MISS, NOWHERE, NOWHERE),
        (HIT, 3 * np.sqrt(2), (0, 0), (0, 0)),
    ),
    # |(1250, 900)|^2 = 2372500, and a float step there is 0.25 = r^2.
    "far circle missed": (
        (MISS, NOWHERE, NOWHERE),
        (
            HIT,
            np.sqrt(2372500) - 0.5,
            np.array((1250, 900)) * (1 - 0.5 / np.sqrt(2372500)),
            np.array((1250, 900)) * (1 + 0.5 / np.sqrt(2372500)),
        ),
    ),
    # |900 * 700.5 - 700 * 899.5| / |(899.5, 700.5)| = 800 / 1140.1 = 0.70 > 0.5. The
    # listing hands out the foot of the perpendicular: its discriminant counts as 0.
    "far circle hit": (
        (HIT, FOOT, FOOT),
        (MISS, np.nan, NOWHERE, NOWHERE),
    ),
    # 1 + 2^-30 is 1 in a float: the start is the point itself. It lies 2^-30 behind.
    "just past a point": ((HIT, (1, 0), (1, 0)), (MISS, np.nan, (1, 0), (1, 0))),
    # |(600, 900)|^2 = 1170000, and a float step there is 0.125.
    "far points off the circle": (
        (HIT, (600, 900), (600, 900)),
        (
            HIT,
            np.sqrt(1170000) - 0.5,
            np.array((600, 900)) * (1 - 0.5 / np.sqrt(1170000)),
            np.array((600, 900)) * (1 + 0.5 / np.sqrt(1170000)),
        ),
    ),
    # 1e-46 is below half the least float, 1.4e-45.
    "tiny direction": ((HIT, NOWHERE, NOWHERE), (HIT, 2, (2, 0), (4, 0))),
    # (3e-23)^2 = 9e-46 becomes 1.4e-45, its root 3.74e-23: the unit vector is 0.8 long,
    # (3 * 0.8)^2 - 9 + 1 = -2.2.
    "short direction": ((MISS, NOWHERE, NOWHERE), (HIT, 2, (2, 0), (4, 0))),
    # 1 / infinity = 0, and 0 - 9 + 1 is negative.
    "huge direction": ((MISS, NOWHERE, NOWHERE), (HIT, 2, (2, 0), (4, 0))),
    # infinity / infinity.
    "infinite direction": ((HIT, NOWHERE, NOWHERE), (MISS, np.nan, NOWHERE, NOWHERE)),
    # The centre is 1e20 / sqrt(2) beside the ray, the radius 1e19.
    "too far to square": ((HIT, NOWHERE, NOWHERE), (MISS, np.nan, NOWHERE, NOWHERE)),
    "negative radius": ((MISS, NOWHERE, NOWHERE), REFUSED),
    "no direction": ((MISS, NOWHERE, NOWHERE), REFUSED),
}


@pytest.mark.parametrize("name", RAY_CIRCLE)
def test_circle_ray_by_hand(name):
    record, (theirs, truth) = RECORDS[name], RAY_CIRCLE[name]
    result = listing(record)
    assert result.hit == theirs[0]
    close(result.near, theirs[1])
    close(result.far, theirs[2])
    if truth is REFUSED:
        assert record.core_refuses
        return
    hit, travel, enter, leave = truth
    right = true_ray(record)
    assert right.hit == hit
    close(right.t * np.hypot(*record.arguments["direction"]), travel)
    close(right.point_enter, enter)
    close(right.point_exit, leave)


def test_circle_ray_tangent_and_plain_hit():
    """Both sides agree where nothing special happens."""
    plain = articles.circle_ray((0, 0), 1, (-3, 0), (2, 0))
    close(plain.near, (-1, 0))
    close(plain.far, (1, 0))
    assert articles.circle_ray((0, 0), 1, (-3, 1), (2, 0)).hit
    assert not articles.circle_ray((0, 0), 1, (-3, 1.1), (2, 0)).hit
    assert not articles.circle_ray((0, 0), 1, (3, 0), (2, 0)).hit


def test_what_is_a_millionth_is_not_taken_for_0():
    """From the centre the discriminant is the radius squared."""
    ask = {"origin": (0, 0), "direction": (1, 0), "dtype": np.float64}
    assert 0.001 * 0.001 == 0.000001
    assert articles.circle_ray((0, 0), 0.001, **ask).trace["s"] == 0.000001
    assert articles.circle_ray((0, 0), 0.0009, **ask).trace["s"] == 0.0


def test_every_recorded_difference_is_worked_out():
    assert set(RECORDS) == set(RAY_CIRCLE)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_circle_ray_differs_only_as_recorded(dtype):
    rng = np.random.default_rng(11)
    center, radius, origin = points(rng), radii(rng), points(rng)
    direction = nonzero(points(rng))
    theirs = articles.circle_ray(center, radius, origin, direction, dtype=dtype)
    truth = ray_circle(origin, direction, center, radius)
    start_gap = np.hypot(*(origin - center).T) - radius
    differs = theirs.hit != truth.hit
    inside, on = start_gap < 0, start_gap == 0
    graze = np.abs(truth.discriminant) < 1e-4
    assert not (differs & ~(inside | on | graze)).any()
    assert not theirs.hit[inside].any()
    assert (differs & on).any()
    assert (differs & graze & ~on).any() == (dtype is np.float32)
    both = theirs.hit & truth.hit & ~graze & ~on
    np.testing.assert_allclose(theirs.near[both], truth.point_enter[both], atol=1e-3)
    np.testing.assert_allclose(theirs.far[both], truth.point_exit[both], atol=1e-3)
