"""Article 2: answers and traces of its listings against the truth."""

import numpy as np
import pytest
from article_checks import (
    COUNT,
    HIT,
    MISS,
    REFUSED,
    listing,
    meant,
    points,
    radii,
    recorded,
)

from playground.collision import articles
from playground.collision.circle_rect import RectFeature, circle_rect

RECORDS = recorded(2)


def true_rect(record):
    p = meant(record)
    low, high = np.array(p["rect_min"]), np.array(p["rect_max"])
    turn = -np.radians(p.get("angle_degrees", 0.0))  # the engine's sense is clockwise
    box = (low + high) / 2, (high - low) / 2, turn, p.get("pivot")
    return circle_rect(p["center"], p["radius"], *box)


# Listing: hit. Truth: hit and signed distance.
CIRCLE_RECT = {
    "over the left side": (MISS, (HIT, 0.25 - 0.5)),
    "over the top side": (MISS, (HIT, 0.25 - 0.5)),
    "inside": (MISS, (HIT, -1 - 0.5)),
    # 0.75^2 + 1^2 = 1.5625 = 1.25^2, exactly.
    "touching a corner": (MISS, (HIT, 0.0)),
    "touching a side": (MISS, (HIT, 0.0)),
    # In floats 2.0999999 - 2 < 0.1. In doubles 2.1 - 2 = 0.1 + 8.3e-17.
    "near miss of a corner": (HIT, (MISS, 8.3e-17)),
    # In floats 1.2000000477 - 1 > 0.2000000030. In doubles 1.2 - 1 = 0.2 - 5.6e-17.
    "just over a corner": (MISS, (HIT, -5.6e-17)),
    "too small to square": (MISS, (HIT, -1e-23)),
    # The corner is 0.25 sqrt(2) = 0.354 away, in the unit of 1e20 that all has.
    "too large to square": (MISS, (HIT, (0.125**0.5 - 0.5) * 1e20)),
    # The corner (2, 1) is (0.25, 0.25) away.
    "corners exchanged": (HIT, REFUSED),
    # 0.25^2 + 0.25^2 = 0.125 < (-1)^2.
    "negative radius": (HIT, REFUSED),
    # Turned back by +45 degrees the centre is (sqrt 2, 0), 0.25 deep in the bar; by
    # -45 it is (0, -sqrt 2).
    "turned the wrong way, missed": (MISS, (HIT, -0.25 - 1)),
    "turned the wrong way, hit": (HIT, (MISS, np.sqrt(2) - 0.25 - 1)),
    # The upright bar spans x +-0.25 and y +-2.
    "quarter turn, missed": (MISS, (HIT, -0.25 - 0.5)),
    "quarter turn, hit": (HIT, (MISS, 1.5 - 0.25 - 0.5)),
    # The turned bar spans x -2 to 0.
    "half turn about an end": (MISS, (HIT, -0.25 - 0.5)),
    # sqrt(0.3^2 + 0.35^2) = 0.461 < 0.5 from the corner (6, 0.25); that has turned to
    # (6 cos a + 0.25 sin a, 0.25 cos a - 6 sin a) = (6.0032, 0.1557), 0.534 away.
    "less than a degree": (HIT, (MISS, np.hypot(0.29681, 0.44427) - 0.5)),
    # The centre is the true pivot and the bar's middle: 0.25 deep. About (2, 0.25)
    # it turns to (3.24, 1.49), below the bar and 0.80 from its corner (4, 1.75).
    "anchor taken for a world point": (MISS, (HIT, -0.25 - 0.5)),
    # The true bar spans x 0 to 4 and y 0 to 0.5; the listing's x ends at 2.
    "anchor always in the middle": (MISS, (HIT, -0.25 - 0.5)),
}


@pytest.mark.parametrize("name", CIRCLE_RECT)
def test_circle_rect_by_hand(name):
    record, (theirs, truth) = RECORDS[name], CIRCLE_RECT[name]
    assert listing(record).hit == theirs
    if truth is REFUSED:
        assert record.core_refuses
        return
    right = true_rect(record)
    assert right.hit == truth[0]
    np.testing.assert_allclose(right.distance, truth[1], rtol=1e-6, atol=1e-5)


@pytest.mark.parametrize(
    ("angle", "turned"),
    [
        (0, False), (0.5, False), (-0.9, False), (0.999, False), (1, True), (-1, True),
        (45, True), (89.9, True), (90, False), (90.9, False), (91, True),
        (-90.5, False), (180.25, False), (269.5, True), (360, False), (-450.75, False),
    ],
)  # fmt: skip
def test_whole_multiples_of_90_are_not_undone(angle, turned):
    """A circle 1000 along a long bar leaves it with the least turn."""
    bar = {"rect_min": (0, -0.01), "rect_max": (2000, 0.01)}
    answer = articles.circle_rotated_rect((1000, 0), 1, (0, 0), angle, **bar)
    assert answer.hit == (not turned)


def test_every_recorded_difference_is_worked_out():
    assert set(RECORDS) == set(CIRCLE_RECT)


def test_circle_rect_differs_only_as_recorded():
    rng = np.random.default_rng(11)
    center, radius, low = points(rng), radii(rng), points(rng)
    high = low + np.abs(points(rng)) / 2
    middle, half = (low + high) / 2, (high - low) / 2
    pivot = np.where(rng.random((COUNT, 1)) < 0.5, middle, points(rng))
    kinds = [0, 0.5, 30, -45, 90, 90.5, -120, 180, 270]
    angle = rng.choice(kinds, COUNT)
    theirs = articles.circle_rotated_rect(center, radius, pivot, angle, low, high)
    undone = np.where(np.trunc(angle) % 90 == 0, 0.0, np.radians(angle))
    mirror = circle_rect(center, radius, middle, half, undone, pivot)
    truth = circle_rect(center, radius, middle, half, -np.radians(angle), pivot)
    touch = np.abs(mirror.distance) < 1e-5
    side = mirror.feature != RectFeature.CORNER
    missed = mirror.hit & ~theirs.hit
    assert not (theirs.hit & ~mirror.hit & ~touch).any()
    assert not (missed & ~touch & ~side).any()
    for kind in (RectFeature.INSIDE, RectFeature.EDGE):
        assert (missed & (mirror.feature == kind) & ~touch).any()
    assert (missed & touch).any()
    assert (theirs.hit & ~truth.hit).any()
    straight = articles.circle_rect(center, radius, low, high)
    upright = articles.circle_rotated_rect(center, radius, pivot, 0.0, low, high)
    np.testing.assert_array_equal(straight.hit, upright.hit)


@pytest.mark.parametrize(
    ("up", "hit"),
    [(0.2, True), (0.5, False), (0.6, False), (-0.4, True), (-0.5, False)],
)
def test_a_circle_taller_than_the_rectangle_is_seen(up, hit):
    answer = articles.circle_rotated_rect((0, up), 1.5, (0, 0), 0, (-2, -1), (2, 1))
    assert answer.hit == hit
