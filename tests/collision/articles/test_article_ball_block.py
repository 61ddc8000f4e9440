"""Article 5: answers and traces of its listings against the truth."""

import numpy as np
import pytest
from article_checks import (
    NOWHERE,
    REFUSED,
    close,
    listing,
    meant,
    points,
    radii,
    recorded,
)

from playground.collision import articles
from playground.collision.articles.results import find_single_face
from playground.collision.ball_block import (
    BlockFace,
    ball_block,
    reflect,
    sweep_ball_block,
)

RECORDS = recorded(5)
NONE, TOP_BOTTOM, LEFT_RIGHT, CORNER = BlockFace


def true_sweep(record):
    return sweep_ball_block(**meant(record))


NOTHING = (np.nan, NONE, NOWHERE)

# Listing: face. Truth about the sweep: t, face, normal.
CIRCLE_RECTANGLE = {
    # The corner (1, 1) is (0.125, 0.375) away: normal (1, 3) / sqrt(10).
    "leaving, called a graze": (
        LEFT_RIGHT,
        (0, CORNER, np.array((1, 3)) / np.sqrt(10)),
    ),
    # (-4, 3) . (0.6, 0.8) = 0.
    "gliding past, called a graze": (LEFT_RIGHT, (0, CORNER, (0.6, 0.8))),
    "gliding over a corner": (CORNER, (0, CORNER, (0, 1))),
    "graze, counted as a side": (
        TOP_BOTTOM,
        (0, CORNER, np.array((1, 3)) / np.sqrt(10)),
    ),
    "overlap at the start, gone by": (NONE, (0, LEFT_RIGHT, (-1, 0))),
    "just past a corner": (TOP_BOTTOM, NOTHING),
    # The way passes the corner at 3e-170 / sqrt(1.25), and so for the large one.
    "too small to square": (TOP_BOTTOM, NOTHING),
    "too large to square": (TOP_BOTTOM, NOTHING),
    "corners exchanged": (CORNER, REFUSED),
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
    record, (theirs, truth) = RECORDS[name], CIRCLE_RECTANGLE[name]
    assert listing(record).face == theirs
    if truth is REFUSED:
        assert record.core_refuses
        return
    right = true_sweep(record)
    assert right.hit == (truth is not NOTHING)
    close(right.t, truth[0])
    assert right.face == truth[1]
    close(right.normal, truth[2])


def test_one_ball_and_block_are_answered_as_many_are():
    places = np.arange(-2.5, 2.51, 0.25)
    centers = np.stack(np.meshgrid(places, places), axis=-1)
    for velocity in ((0.5, 0.25), (-0.5, 0.25), (0.0, -1.0)):
        asked = 0.5, velocity, (-1.0, -1.25), (1.0, 0.75)
        faces = articles.circle_rectangle(centers, *asked).face
        assert {*faces.flat} == {*BlockFace}
        for place in np.ndindex(faces.shape):
            center = tuple(centers[place].tolist())
            assert find_single_face(center, *asked) == faces[place]


def test_what_is_seen_too_late_is_seen_a_step_later():
    late = [record for record in RECORDS.values() if "center" in record.meant]
    assert len(late) == 2
    for record in late:
        asked = record.arguments
        before = np.array(record.meant["center"])
        np.testing.assert_array_equal(before + asked["velocity"], asked["center"])


def test_fast_ball_is_free_before_and_after():
    p = RECORDS["fast ball"].arguments
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
    record, (printed, righted, true) = RECORDS[name], CORNER_BOUNCE[name]
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


# The true speed into the block, and the velocity that the listing's face asks for.
TURNED_NOT_MOVING_IN = {
    "leaving, called a graze": (-1 / np.sqrt(10), (2, 1)),
    "gliding past, called a graze": (0, (4, 3)),
    "gliding over a corner": (0, (0, 1)),
}


@pytest.mark.parametrize("name", TURNED_NOT_MOVING_IN)
def test_ball_is_turned_that_does_not_move_in(name):
    record, (inward, after) = RECORDS[name], TURNED_NOT_MOVING_IN[name]
    velocity = np.array(record.arguments["velocity"])
    close(-velocity @ true_sweep(record).normal, inward)
    turned = {
        TOP_BOTTOM: velocity * (1, -1),
        LEFT_RIGHT: velocity * (-1, 1),
        CORNER: articles.corner_bounce(velocity),
    }
    close(turned[BlockFace(int(listing(record).face))], after)


def test_graze_is_turned_as_by_a_side():
    record = RECORDS["graze, counted as a side"]
    velocity = record.arguments["velocity"]
    close(ball_block(**record.arguments).bounced, (1, 1))
    close(reflect(velocity, true_sweep(record).normal), (1.4, 0.2))


def test_every_recorded_difference_is_worked_out():
    assert set(RECORDS) == set(CIRCLE_RECTANGLE) | set(CORNER_BOUNCE)


def test_circle_rectangle_differs_only_as_recorded():
    rng = np.random.default_rng(11)
    center, radius, velocity, low = points(rng), radii(rng), points(rng), points(rng)
    high = low + np.abs(points(rng)) / 2
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
    for known in (ours.inside & truth.hit, truth.t > 0, hit & (approach > 1e-12)):
        assert known.any()
