"""Article 4: answers and traces of its listings against the truth."""

import numpy as np
import pytest
from article_checks import (
    COUNT,
    HIT,
    MISS,
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
from playground.collision.articles import FLT_MAX
from playground.collision.swept_sphere_line import SphereMotion, swept_sphere_line

RECORDS = recorded(4)
NOWHERE_3 = (np.nan, np.nan, np.nan)


def true_sphere(record):
    p = meant(record)
    line = p["line_point"], p["line_direction"]
    step = p["previous"], p["position"], p["radius"]
    return swept_sphere_line(*step, *line)


NEAREST = 10862 / 21091

# Listing: hit, t, position. Truth: hit, t, centre, contact.
SPHERE_LINE = {
    # 3 - 4 t = 1.
    "the centre for the place": (
        (HIT, 0.5, (0, 1, 0)),
        (HIT, 0.5, (0, 1, 0), (0, 0, 0)),
    ),
    # 0.5 - 2 t = 1 at t = -0.25.
    "embedded, going through": (
        (HIT, -0.25, (0, 1, 0)),
        (HIT, 0, (0, 0.5, 0), (0, 0, 0)),
    ),
    # 0.5 + 2 t = -1 at t = -0.75.
    "embedded, leaving": (
        (HIT, -0.75, (0, -1, 0)),
        (HIT, 0, (0, 0.5, 0), (0, 0, 0)),
    ),
    "embedded, at rest": (
        (HIT, FLT_MAX, (0, 0.5, 0)),
        (HIT, 0, (0, 0.5, 0), (0, 0, 0)),
    ),
    "embedded, along the line": (
        (HIT, FLT_MAX, (-2, 0.5, 0)),
        (HIT, 0, (-2, 0.5, 0), (-2, 0, 0)),
    ),
    "touching, at rest": (
        (MISS, FLT_MAX, (0, 1, 0)),
        (HIT, 0, (0, 1, 0), (0, 0, 0)),
    ),
    "touching, along the line": (
        (MISS, FLT_MAX, (-2, 1, 0)),
        (HIT, 0, (-2, 1, 0), (-2, 0, 0)),
    ),
    # 1 + 2 t = -1 at t = -1.
    "touching, leaving": (
        (MISS, -1, (0, -1, 0)),
        (HIT, 0, (0, 1, 0), (0, 0, 0)),
    ),
    # 1.002 - 0.003 t = 1 at t = 2/3; 0.003^2 = 9e-6.
    "arrives slowly": (
        (MISS, FLT_MAX, (0, 1.002, 0)),
        (HIT, 2 / 3, (0, 1, 0), (0, 0, 0)),
    ),
    "arrives at a shallow angle": (
        (MISS, FLT_MAX, (-3, 1.002, 0)),
        (HIT, 2 / 3, (1, 1, 0), (1, 0, 0)),
    ),
    # The distance squared is 1 + x^2 / 2, least and equal to 1 at x = 0.
    "grazes": (
        (MISS, FLT_MAX, (2, -1, 0)),
        (HIT, 0.5, (0, -1, 0), (0, 0, 0)),
    ),
    # |((-17, -17, 1) x E) . V| / |E x V| with E = (33, 36, 7), V = (0, 1, 3): E x V is
    # (101, -99, 33), its product with the start is -1, its length sqrt(21091) = 145.2.
    # Across the line, start . E = -1166 + 14 * 57 / 10 and E . E = 21091 / 10.
    "near miss of a point": (
        (HIT, NEAREST, (33 * NEAREST - 17, 36 * NEAREST - 17, 7 * NEAREST + 1)),
        (MISS, np.nan, NOWHERE_3, NOWHERE_3),
    ),
    # 0.4^2 + 0.3^2 = 0.5^2 in floats.
    "ends just before the line": (
        (HIT, 1, (-0.3, 0.4, 0.3)),
        (MISS, np.nan, NOWHERE_3, NOWHERE_3),
    ),
    # (5, 2, -1) x (-3, -2, 2) = (2, -7, -4): sqrt(69 / 17) = 2.0147 from the line. The
    # time is what rounding makes it.
    "far along the line": (
        (HIT, None, None),
        (MISS, np.nan, NOWHERE_3, NOWHERE_3),
    ),
    # 3e10 - 4e10 t = 1e10.
    "too far for fourth powers": (
        (MISS, np.nan, NOWHERE_3),
        (HIT, 0.5, (0, 1e10, 0), (0, 0, 0)),
    ),
    # 5 - 2 t = 1 at t = 2.
    "answers without a hit": (
        (MISS, 2, (0, 1, 0)),
        (MISS, np.nan, NOWHERE_3, NOWHERE_3),
    ),
    # The point (0, 0, 0) is 3 away at the closest; the line is met at 3 - 4 t = 1.
    "tiny direction": (
        (MISS, FLT_MAX, (3, 3, 0)),
        (HIT, 0.5, (3, 1, 0), (3, 0, 0)),
    ),
    "huge direction": (
        (MISS, FLT_MAX, (3, 3, 0)),
        (HIT, 0.5, (3, 1, 0), (3, 0, 0)),
    ),
    "no direction": ((HIT, 0.5, (0, 1, 0)), REFUSED),
    "negative radius": ((HIT, 0.5, (0, 1, 0)), REFUSED),
}


@pytest.mark.parametrize("name", SPHERE_LINE)
def test_sphere_line_by_hand(name):
    record, (theirs, truth) = RECORDS[name], SPHERE_LINE[name]
    result = listing(record)
    assert result.hit == theirs[0]
    if theirs[1] is not None:
        close(result.t, theirs[1])
        close(result.position, theirs[2])
    if truth is REFUSED:
        assert record.core_refuses
        return
    hit, t, center, contact = truth
    right = true_sphere(record)
    assert right.hit == hit
    close(right.t, t)
    close(right.center, center)
    close(right.contact, contact)


def test_every_recorded_difference_is_worked_out():
    assert set(RECORDS) == set(SPHERE_LINE)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sphere_line_differs_only_as_recorded(dtype):
    rng = np.random.default_rng(11)
    start, line, direction = points(rng, 3), points(rng, 3), nonzero(points(rng, 3))
    kind = rng.integers(0, 8, (COUNT, 1))
    slow = start + 0.003 * points(rng, 3, 2) / np.sqrt(3)
    end = np.select(
        [kind == 0, kind == 1, kind == 2],
        [start, start + direction, slow],
        points(rng, 3),
    )
    radius = radii(rng)
    theirs = articles.sphere_line(radius, start, end, line, direction, dtype=dtype)
    truth = swept_sphere_line(start, end, radius, line, direction)
    gap = truth.distance(np.zeros(COUNT)) - radius
    touch = np.abs(gap) < 1e-5
    still = truth.alpha <= 1.001e-5
    graze = np.abs(truth.discriminant) < 1e-5 * (1 + truth.beta**2)
    last = np.abs(truth.t - 1.0) < 1e-5
    differs = theirs.hit != truth.hit
    assert not (differs & ~(touch | still | graze | last)).any()
    embedded = truth.embedded & ~touch
    moving = embedded & (truth.alpha > 1e-4)
    assert theirs.hit[embedded].all()
    assert (theirs.t[moving] < 0).all()
    assert (
        theirs.t[embedded & (truth.motion != SphereMotion.CROSSING)] == FLT_MAX
    ).all()
    for known in (touch, graze & ~touch & ~still):
        assert (differs & known).any()
    plain = theirs.hit & truth.hit & ~(embedded | touch | still | graze)
    np.testing.assert_allclose(theirs.t[plain], truth.t[plain], atol=1e-3)
    np.testing.assert_allclose(theirs.position[plain], truth.center[plain], atol=2e-2)
