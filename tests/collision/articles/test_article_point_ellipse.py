"""Article 3: answers and traces of its listing against the truth."""

import numpy as np
import pytest
from article_checks import (
    COUNT,
    HIT,
    MISS,
    REFUSED,
    close,
    listing,
    points,
    recorded,
)

from playground.collision import articles
from playground.collision.point_ellipse import point_ellipse

RECORDS = recorded(3)

# Listing: hit, normalized. Truth: hit, level.
POINT_ELLIPSE = {
    "on the ellipse": ((MISS, (2, 0)), (HIT, 1)),
    "radius too small to square": ((MISS, (0, 0)), (HIT, 0)),
    "radius too large to square": ((MISS, (1e160, 0)), (HIT, 0.5)),
    # 1.2 * 6.5 / 1.3 = 6.
    "just inside": ((MISS, (2.5, 6)), (HIT, 1)),
    # 10.5 * 2.9 / 14.5 = 2.1.
    "just outside": ((HIT, (2, 2.1)), (MISS, 1)),
    # 1.5 sqrt(2) / 1.6.
    "squares lost to underflow": ((HIT, (1.5e-162, 1.5e-162)), (MISS, 1.3258252)),
    "beside a needle": ((HIT, (3, 0)), (MISS, None)),
    # Infinity times 0.
    "needle beyond every scale": ((MISS, (0, np.nan)), (HIT, 0)),
    # (2 / 0) * 0 is infinity times 0.
    "no height": ((MISS, (1, np.nan)), REFUSED),
    # (0 / 2) * 1 = 0, and 0 < 0 is false.
    "no width": ((MISS, (0, 0)), REFUSED),
    # 1 < (-2)^2.
    "negative radius": ((HIT, (1, 0)), REFUSED),
}


@pytest.mark.parametrize("name", POINT_ELLIPSE)
def test_point_ellipse_by_hand(name):
    record, (theirs, truth) = RECORDS[name], POINT_ELLIPSE[name]
    result = listing(record)
    assert result.hit == theirs[0]
    close(result.normalized, theirs[1])
    if truth is REFUSED:
        assert record.core_refuses
        return
    right = point_ellipse(**record.arguments)
    assert right.hit == truth[0]
    if truth[1] is not None:
        close(right.level, truth[1])


def test_point_beside_an_ellipse_without_height_is_infinitely_far():
    result = articles.point_ellipse((0, 1), (0, 0), (2, 0), 0.0)
    assert not result.hit
    np.testing.assert_array_equal(result.normalized, (0, np.inf))


def test_every_recorded_difference_is_worked_out():
    assert set(RECORDS) == set(POINT_ELLIPSE)


def test_point_ellipse_differs_only_as_recorded():
    rng = np.random.default_rng(11)
    point, center = points(rng), points(rng)
    shape = np.maximum(np.abs(points(rng)), 0.5)
    angle = rng.choice([0.0, 0.5, 1.0, np.pi / 2, -2.0], COUNT)
    theirs = articles.point_ellipse(point, center, shape, angle)
    truth = point_ellipse(point, center, shape, angle)
    on = np.abs(truth.level - 1.0) < 1e-12
    assert not ((theirs.hit != truth.hit) & ~on).any()
    assert not theirs.hit[on & (angle == 0.0)].any()
    assert (on & truth.hit & ~theirs.hit).any()
    np.testing.assert_allclose(theirs.normalized, truth.normalized, atol=1e-12)
