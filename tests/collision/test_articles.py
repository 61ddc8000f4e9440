"""What the articles' listings answer, beside what is true.

Both answers of every recorded difference are worked out by hand here. Random
queries then show that there are no other differences.
"""

import inspect
from dataclasses import FrozenInstanceError, fields

import numpy as np
import pytest

from playground.collision import articles
from playground.collision.articles import DIFFERENCES, FLT_MAX
from playground.collision.ball_block import (
    BlockFace,
    ball_block,
    reflect,
    sweep_ball_block,
)
from playground.collision.circle_rect import RectFeature, circle_rect
from playground.collision.point_ellipse import point_ellipse
from playground.collision.ray_circle import ray_circle
from playground.collision.sphere_line import SphereMotion, swept_sphere_line

NONE, TOP_BOTTOM, LEFT_RIGHT, CORNER = BlockFace
HIT, MISS = True, False
NOWHERE = (np.nan, np.nan)
NOWHERE_3 = (np.nan, np.nan, np.nan)
REFUSED = "the core raises ValueError"


def difference(article, name):
    return next(d for d in DIFFERENCES if (d.article, d.name) == (article, name))


def listing(record):
    return getattr(articles, record.function)(**record.arguments)


def names(article):
    return {d.name for d in DIFFERENCES if d.article == article}


def close(actual, expected):
    np.testing.assert_allclose(actual, expected, rtol=1e-6, atol=2e-6)


def true_ray(record):
    p = record.arguments | record.meant
    return ray_circle(p["origin"], p["direction"], p["center"], p["radius"])


def true_rect(record):
    p = record.arguments | record.meant
    low, high = np.array(p["rect_min"]), np.array(p["rect_max"])
    turn = -np.radians(p.get("angle_degrees", 0.0))  # the engine's sense is clockwise
    middle, half = (low + high) / 2, (high - low) / 2
    return circle_rect(p["center"], p["radius"], middle, half, turn, p.get("pivot"))


def true_sphere(record):
    p = record.arguments | record.meant
    line = p["line_point"], p["line_direction"]
    return swept_sphere_line(p["previous"], p["position"], p["radius"], *line)


def true_sweep(record):
    return sweep_ball_block(**(record.arguments | record.meant))


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
    "negative radius": ((MISS, NOWHERE, NOWHERE), REFUSED),
    "no direction": ((MISS, NOWHERE, NOWHERE), REFUSED),
}


@pytest.mark.parametrize("name", RAY_CIRCLE)
def test_circle_ray_by_hand(name):
    record, (theirs, truth) = difference(1, name), RAY_CIRCLE[name]
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


# Listing: hit. Truth: hit and signed distance.
CIRCLE_RECT = {
    "over the left side": (MISS, (HIT, 0.25 - 0.5)),
    "over the top side": (MISS, (HIT, 0.25 - 0.5)),
    "inside": (MISS, (HIT, -1 - 0.5)),
    # 0.75^2 + 1^2 = 1.5625 = 1.25^2, exactly.
    "touching a corner": (MISS, (HIT, 0.0)),
    "touching a side": (MISS, (HIT, 0.0)),
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
    record, (theirs, truth) = difference(2, name), CIRCLE_RECT[name]
    assert listing(record).hit == theirs
    if truth is REFUSED:
        assert record.core_refuses
        return
    right = true_rect(record)
    assert right.hit == truth[0]
    np.testing.assert_allclose(right.distance, truth[1], atol=1e-5)


def test_circle_taller_than_the_rectangle_is_seen():
    """With 2 r above the height, the mixed-up test for the top has room."""
    assert articles.circle_rect((0, 0.2), 1.5, (-2, -1), (2, 1)).hit
    assert not articles.circle_rect((0, 0.6), 1.5, (-2, -1), (2, 1)).hit


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


# Listing: hit, normalized. Truth: hit, level.
POINT_ELLIPSE = {
    "on the ellipse": ((MISS, (2, 0)), (HIT, 1)),
    "radius too small to square": ((MISS, (0, 0)), (HIT, 0)),
    "radius too large to square": ((MISS, (1e160, 0)), (HIT, 0.5)),
    # (2 / 0) * 0 is infinity times 0.
    "no height": ((MISS, (1, np.nan)), REFUSED),
    # (0 / 2) * 1 = 0, and 0 < 0 is false.
    "no width": ((MISS, (0, 0)), REFUSED),
    # 1 < (-2)^2.
    "negative radius": ((HIT, (1, 0)), REFUSED),
}


@pytest.mark.parametrize("name", POINT_ELLIPSE)
def test_point_ellipse_by_hand(name):
    record, (theirs, truth) = difference(3, name), POINT_ELLIPSE[name]
    result = listing(record)
    assert result.hit == theirs[0]
    close(result.normalized, theirs[1])
    if truth is REFUSED:
        assert record.core_refuses
        return
    right = point_ellipse(**record.arguments)
    assert right.hit == truth[0]
    close(right.level, truth[1])


def test_point_beside_an_ellipse_without_height_is_infinitely_far():
    result = articles.point_ellipse((0, 1), (0, 0), (2, 0), 0.0)
    assert not result.hit
    np.testing.assert_array_equal(result.normalized, (0, np.inf))


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
    "no direction": ((HIT, 0.5, (0, 1, 0)), REFUSED),
    "negative radius": ((HIT, 0.5, (0, 1, 0)), REFUSED),
}


@pytest.mark.parametrize("name", SPHERE_LINE)
def test_sphere_line_by_hand(name):
    record, (theirs, truth) = difference(4, name), SPHERE_LINE[name]
    result = listing(record)
    assert result.hit == theirs[0]
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


def test_near_miss_of_a_point_by_whole_numbers():
    """The distance of the two lines, -1 / sqrt(21091), in exact integers."""
    p = difference(4, "near miss of a point").arguments
    start, end, line = (
        np.array(p[name]) for name in ("previous", "position", "line_direction")
    )
    across = np.cross(end - start, line)
    assert (tuple(across), across @ start) == ((101, -99, 33), -1)
    assert across @ across == 21091


# Listing: face. Truth about the sweep: t, face, normal.
CIRCLE_RECTANGLE = {
    # The corner (1, 1) is (0.125, 0.375) away: normal (1, 3) / sqrt(10).
    "leaving, called a graze": (
        LEFT_RIGHT,
        (0, CORNER, np.array((1, 3)) / np.sqrt(10)),
    ),
    "centre inside": (NONE, (0, LEFT_RIGHT, (1, 0))),
    # -5 + 10 t = -1.5.
    "fast ball": (NONE, (0.35, LEFT_RIGHT, (-1, 0))),
    # (1.5 t - 1)^2 + (0.5 - 0.25 t)^2 = 0.25: 37 t^2 - 52 t + 16 = 0.
    "late, and at another face": (
        TOP_BOTTOM,
        (
            (26 - np.sqrt(84)) / 37,
            CORNER,
            (3 * (26 - np.sqrt(84)) / 37 - 2, 1 - (26 - np.sqrt(84)) / 74),
        ),
    ),
    "negative radius": (CORNER, REFUSED),
}


@pytest.mark.parametrize("name", CIRCLE_RECTANGLE)
def test_circle_rectangle_by_hand(name):
    record, (theirs, truth) = difference(5, name), CIRCLE_RECTANGLE[name]
    assert listing(record).face == theirs
    if truth is REFUSED:
        assert record.core_refuses
        return
    right = true_sweep(record)
    assert right.hit
    close(right.t, truth[0])
    assert right.face == truth[1]
    close(right.normal, truth[2])


def test_ball_called_a_graze_is_leaving():
    record = difference(5, "leaving, called a graze")
    velocity = record.arguments["velocity"]
    assert true_sweep(record).normal @ velocity == pytest.approx(1 / np.sqrt(10))
    close(ball_block(**record.arguments).bounced, (2, 1))


def test_fast_ball_is_free_before_and_after():
    p = difference(5, "fast ball").arguments
    after = p | {"center": np.add(p["center"], p["velocity"])}
    assert articles.circle_rectangle(**p).face == NONE
    assert articles.circle_rectangle(**after).face == NONE


# Printed bounce, bounce by the rule made right, bounce about the contact normal.
CORNER_BOUNCE = {
    "upper right corner": ((-1, -2), (1, 2), (1, 2)),
    "lower left corner": ((1, 2), (-1, -2), (-1, -2)),
    # The normal is (-1, 3) / sqrt(10): v - 2 (v . n) n = (0, -2) + 1.2 (-1, 3).
    "corner almost on the side": ((-2, 0), (-2, 0), (-1.2, 1.6)),
}


@pytest.mark.parametrize("name", CORNER_BOUNCE)
def test_corner_bounce_by_hand(name):
    record, (printed, righted, true) = difference(5, name), CORNER_BOUNCE[name]
    p = record.arguments
    assert record.function == "corner_bounce"
    assert articles.circle_rectangle(**p).face == CORNER
    np.testing.assert_array_equal(articles.corner_bounce(p["velocity"]), printed)
    np.testing.assert_array_equal(ball_block(**p).bounced, righted)
    close(reflect(p["velocity"], true_sweep(record).normal), true)


@pytest.mark.parametrize("corner", [(-1, 1), (1, 1), (-1, -1), (1, -1)])
def test_corner_bounce_is_right_at_two_corners(corner):
    """Inward 2 across and 1 upright should leave 1 across and 2 upright."""
    velocity = -np.array(corner) * (2, 1)
    printed = articles.corner_bounce(velocity)
    block = {"rect_min": (-1, -1), "rect_max": (1, 1)}
    outcome = ball_block(np.multiply(corner, 1.25), 0.5, velocity, **block)
    np.testing.assert_array_equal(outcome.bounced, np.multiply(corner, (1, 2)))
    leaves = (printed * corner > 0).all()
    assert leaves == (corner in [(-1, 1), (1, -1)])
    assert (printed == outcome.bounced).all() == leaves


def test_corner_bounce_of_the_article_on_its_screen():
    """30 to the right and 10 down leave 10 to the left and 30 up."""
    np.testing.assert_array_equal(articles.corner_bounce((30, -10)), (-10, 30))


def test_every_recorded_difference_is_worked_out():
    assert names(1) == set(RAY_CIRCLE)
    assert names(2) == set(CIRCLE_RECT)
    assert names(3) == set(POINT_ELLIPSE)
    assert names(4) == set(SPHERE_LINE)
    assert names(5) == set(CIRCLE_RECTANGLE) | set(CORNER_BOUNCE)
    assert len({(d.article, d.name) for d in DIFFERENCES}) == len(DIFFERENCES)


TRUTHS = {
    1: true_ray,
    2: true_rect,
    3: lambda record: point_ellipse(**record.arguments),
    4: true_sphere,
    5: true_sweep,
}


@pytest.mark.parametrize("record", DIFFERENCES, ids=lambda d: f"{d.article} {d.name}")
def test_records_are_plain_complete_and_frozen(record):
    function = getattr(articles, record.function)
    asked = inspect.signature(
        articles.circle_rectangle if record.function == "corner_bounce" else function
    )
    assert set(record.arguments) == {n for n in asked.parameters if n != "dtype"}
    assert set(record.meant) <= set(record.arguments)
    assert record.why.endswith(".")
    with pytest.raises(FrozenInstanceError):
        record.name = ""
    with pytest.raises(TypeError):
        record.arguments["radius"] = 2
    if record.core_refuses:
        with pytest.raises(ValueError, match="must"):
            TRUTHS[record.article](record)
    else:
        TRUTHS[record.article](record)


# Random queries: every disagreement is of a recorded kind, and every kind occurs.

COUNT = 40_000
HALVES = np.random.default_rng(11)
START = HALVES.bit_generator.state


@pytest.fixture(autouse=True)
def _the_same_numbers_in_any_order():
    HALVES.bit_generator.state = START


def points(size=2, reach=12):
    return HALVES.integers(-reach, reach + 1, (COUNT, size)) / 2


def radii():
    return HALVES.integers(0, 5, COUNT) / 2


def nonzero(vectors):
    return np.where((vectors == 0).all(axis=-1, keepdims=True), 1.0, vectors)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_circle_ray_differs_only_as_recorded(dtype):
    center, radius, origin, direction = points(), radii(), points(), nonzero(points())
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


def test_circle_rect_differs_only_as_recorded():
    center, radius, low = points(), radii(), points()
    high = low + np.abs(points()) / 2
    middle, half = (low + high) / 2, (high - low) / 2
    pivot = np.where(HALVES.random((COUNT, 1)) < 0.5, middle, points())
    kinds = [0, 0.5, 30, -45, 90, 90.5, -120, 180, 270]
    angle = HALVES.choice(kinds, COUNT)
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


def test_point_ellipse_differs_only_as_recorded():
    point, center = points(), points()
    shape = np.maximum(np.abs(points()), 0.5)
    angle = HALVES.choice([0.0, 0.5, 1.0, np.pi / 2, -2.0], COUNT)
    theirs = articles.point_ellipse(point, center, shape, angle)
    truth = point_ellipse(point, center, shape, angle)
    on = np.abs(truth.level - 1.0) < 1e-12
    assert not ((theirs.hit != truth.hit) & ~on).any()
    assert not theirs.hit[on & (angle == 0.0)].any()
    assert (on & truth.hit & ~theirs.hit).any()
    np.testing.assert_allclose(theirs.normalized, truth.normalized, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sphere_line_differs_only_as_recorded(dtype):
    start, line, direction = points(3), points(3), nonzero(points(3))
    kind = HALVES.integers(0, 8, (COUNT, 1))
    slow = start + 0.003 * points(3, 2) / np.sqrt(3)
    end = np.select(
        [kind == 0, kind == 1, kind == 2],
        [start, start + direction, slow],
        points(3),
    )
    radius = radii()
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
    for recorded in (touch, graze & ~touch & ~still):
        assert (differs & recorded).any()
    plain = theirs.hit & truth.hit & ~(embedded | touch | still | graze)
    np.testing.assert_allclose(theirs.t[plain], truth.t[plain], atol=1e-3)
    np.testing.assert_allclose(theirs.position[plain], truth.center[plain], atol=2e-2)


def test_circle_rectangle_differs_only_as_recorded():
    center, radius, velocity, low = points(), radii(), points(), points()
    high = low + np.abs(points()) / 2
    block = center, radius, velocity, low, high
    theirs = articles.circle_rectangle(*block)
    ours, truth = ball_block(*block), sweep_ball_block(*block)
    np.testing.assert_array_equal(theirs.face, ours.face)
    hit = theirs.face != NONE
    approach = np.nan_to_num((velocity * truth.normal).sum(axis=-1))
    assert truth.hit[hit].all()
    assert (truth.t[hit] == 0).all()
    assert (ours.graze[hit & (approach > 1e-12)]).all()
    solid = (low < high).all(axis=-1)
    quiet = ~hit & truth.hit & (truth.t == 0) & (approach < -1e-12) & solid
    assert ours.inside[quiet].all()
    for recorded in (ours.inside & truth.hit, truth.t > 0, hit & (approach > 1e-12)):
        assert recorded.any()


def angles():
    return HALVES.uniform(-400.0, 400.0, COUNT)


BATCHES = {
    "circle_ray": lambda: (points(), radii() - 0.5, points(), points()),
    "circle_rect": lambda: (points(), radii(), points(), points()),
    "circle_rotated_rect": lambda: (
        points(), radii(), points(), angles(), points(), points(),
    ),
    "point_ellipse": lambda: (points(), points(), points(), points()[:, 0]),
    "sphere_line": lambda: (radii(), points(3), points(3), points(3), points(3)),
    "circle_rectangle": lambda: (points(), radii(), points(), points(), points()),
}  # fmt: skip


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", BATCHES)
def test_batch_equals_scalar_and_holds_the_dtype(name, dtype):
    arguments = [part[:200] for part in BATCHES[name]()]
    function = getattr(articles, name)
    batch = function(*arguments, dtype=dtype)
    for i in range(200):
        one = function(*(part[i] for part in arguments), dtype=dtype)
        for field in fields(batch):
            value = getattr(one, field.name)
            assert isinstance(value, np.ndarray)
            np.testing.assert_array_equal(getattr(batch, field.name)[i], value)
    for field in fields(batch):
        values = getattr(batch, field.name)
        if values.dtype == np.float64:
            np.testing.assert_array_equal(values.astype(dtype), values)


LEAST, MOST = np.nextafter(0.0, 1.0), np.finfo(np.float64).max
SPECIAL = [0.0, 1.0, 90.0, 1e-45, 1e-38, FLT_MAX, 1e39, LEAST, 1e-300, 1e160, MOST]
SHAPES = {
    "circle_ray": [(2,), (), (2,), (2,)],
    "circle_rect": [(2,), (), (2,), (2,)],
    "circle_rotated_rect": [(2,), (), (2,), (), (2,), (2,)],
    "point_ellipse": [(2,), (2,), (2,), ()],
    "sphere_line": [(), (3,), (3,), (3,), (3,)],
    "circle_rectangle": [(2,), (), (2,), (2,), (2,)],
    "corner_bounce": [(2,)],
}
ELEMENTS = 2000


def elements(rng, shape):
    """Plain numbers, numbers of any size, and the ends of both number types."""
    size = (ELEMENTS, *shape)
    signs = rng.choice([-1.0, 1.0], size)
    plain, special = rng.integers(-20, 21, size) / 4, signs * rng.choice(SPECIAL, size)
    spread = rng.normal(size=size) * 10.0 ** rng.uniform(-50.0, 50.0, size)
    normal, kind = rng.normal(size=size), rng.integers(0, 8, size)
    return np.select([kind < 3, kind < 6, kind < 7], [plain, normal, spread], special)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", SHAPES)
def test_each_element_is_bit_by_bit_the_answer_to_its_own_query(name, dtype):
    rng = np.random.default_rng(21)
    arguments = [elements(rng, shape) for shape in SHAPES[name]]
    options = {} if name == "corner_bounce" else {"dtype": dtype}
    function = getattr(articles, name)

    def answers(*given):
        found = function(*given, **options)
        if isinstance(found, np.ndarray):
            return [found]
        return [getattr(found, field.name) for field in fields(found)]

    batch = answers(*arguments)
    singles = [answers(*row) for row in zip(*arguments, strict=True)]
    for whole, parts in zip(batch, zip(*singles, strict=True), strict=True):
        one_by_one = np.array(parts)
        assert whole.dtype == one_by_one.dtype
        np.testing.assert_array_equal(whole, one_by_one)
        known = whole == whole  # all but NaN, whose sign means nothing
        np.testing.assert_array_equal(
            np.signbit(whole * 1.0)[known], np.signbit(one_by_one * 1.0)[known]
        )


@pytest.mark.parametrize("name", BATCHES)
def test_everything_broadcasts(name):
    one = [part[0] for part in BATCHES[name]()]
    function = getattr(articles, name)
    single = function(*one)
    for i in range(len(one)):
        many = list(one)
        many[i] = np.broadcast_to(one[i], (3, 4, *np.shape(one[i])))
        for field in fields(single):
            value = getattr(single, field.name)
            wide = getattr(function(*many), field.name)
            np.testing.assert_array_equal(
                wide, np.broadcast_to(value, (3, 4, *value.shape))
            )


@pytest.mark.parametrize("name", BATCHES)
def test_meaningless_input_is_refused(name):
    good = [part[0] for part in BATCHES[name]()]
    function = getattr(articles, name)
    parameters = list(inspect.signature(function).parameters)
    for i, value in enumerate(good):
        for bad in (np.full(np.shape(value), np.nan), np.full(np.shape(value), np.inf)):
            with pytest.raises(ValueError, match=parameters[i]):
                function(*good[:i], bad, *good[i + 1 :])
        if np.ndim(value):
            with pytest.raises(ValueError, match=parameters[i]):
                function(*good[:i], np.zeros(4), *good[i + 1 :])
    with pytest.raises(ValueError, match="broadcast"):
        function(np.stack([good[0]] * 2), np.stack([good[1]] * 3), *good[2:])
    with pytest.raises(ValueError, match="dtype"):
        function(*good, dtype=np.int64)
    with pytest.raises(ValueError, match="velocity"):
        articles.corner_bounce((1, 2, 3))


def test_values_beyond_a_float_do_not_warn():
    """1e200 is infinite in float32; the listing then works with infinity and NaN."""
    for name, make in BATCHES.items():
        arguments = [part[:50] * 1e200 for part in make()]
        getattr(articles, name)(*arguments)
