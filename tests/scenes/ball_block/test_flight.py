"""Ball in a wall, frame by frame, by the article's rule and by the sweep."""

import math
from itertools import pairwise

import numpy as np
import pytest
from effort import each_value_once

from playground.collision import BlockFace
from scenes.ball_block.wall.flight import (
    BOX_HIGH,
    BOX_LOW,
    FIRST_CENTERS,
    LAST_FRAME_INDEX,
    Flight,
    Wall,
    simulate,
)

RADIUS = 0.3
WALL = Wall(FIRST_CENTERS)
START = (-1.5, -3.0)


def launched(exact: bool, speed: float, degrees: float = 62.0) -> Flight:
    angle = math.radians(degrees)
    velocity = speed * math.cos(angle), speed * math.sin(angle)
    return simulate(exact, START, velocity, RADIUS)


# Straight up the fourth column (x = 0.8): its blocks are 0.85 to 1.35, 1.75 to 2.25
# and 2.65 to 3.15 high.
def test_exact_ball_turns_at_the_moment_of_touch() -> None:
    frames = simulate(True, (0.8, -3.0), (0.0, 0.5), RADIUS)
    (impact,) = frames[8].impacts
    assert impact.time == pytest.approx(7.1, abs=1e-12)  # 0.85 - 0.3 is 3.55 up
    assert impact.block == 3
    assert impact.face == BlockFace.TOP_BOTTOM
    assert impact.center == pytest.approx((0.8, 0.55))
    assert impact.after == pytest.approx((0.0, -0.5))
    assert frames[8].center == pytest.approx((0.8, 0.1))
    way = np.array([(0.8, 0.5), (0.8, 0.55), (0.8, 0.1)])
    assert np.array(frames[8].path) == pytest.approx(way)
    assert frames[7].alive[3]
    assert not frames[8].alive[3]


def test_article_jumps_the_zone_and_hits_the_block_behind() -> None:
    frames = simulate(False, (0.8, -3.0), (0.0, 0.5), RADIUS)
    # Frame 7 is 0.05 short of the zone, frame 8 in the block, frame 9 in the zone of
    # the next block.
    assert frames[7].center == pytest.approx((0.8, 0.5))
    assert frames[8].center == pytest.approx((0.8, 1.0))
    assert not frames[8].impacts
    assert frames[8].passed == (3,)
    assert frames[8].alive[3]
    (impact,) = frames[9].impacts
    assert (impact.block, impact.face) == (9, BlockFace.TOP_BOTTOM)
    assert impact.time == 9.0
    assert impact.after == (0.0, -0.5)
    assert frames[9].velocity == pytest.approx((0.0, -0.5))


def test_slow_ball_does_as_well_by_either_rule() -> None:
    for exact in (False, True):
        frames = launched(exact, 0.25)
        assert frames[-1].passes == 0
        assert frames[-1].hits > 5


def test_fast_ball_tunnels_by_the_article_and_not_by_the_sweep() -> None:
    article, exact = launched(False, 1.9), launched(True, 1.9)
    assert article[0] == exact[0]
    # By frame 4 the article's ball has crossed all three rows and hit nothing.
    assert article[4].hits == 0
    assert article[4].passes == 3
    assert article[4].center[1] > WALL.high[:, 1].max()
    assert all(article[4].alive)
    assert exact[4].hits == 1
    assert exact[4].center[1] < WALL.low[:, 1].min()
    assert article[-1].passes > 50
    assert exact[-1].passes == 0


@each_value_once("speed, degrees", (1.9, 3.0, 1.0, 0.1, 0.4), (62.0, 17.0, 90.0, 133.0))
def test_exact_ball_is_never_in_a_standing_block(speed: float, degrees: float) -> None:
    """In the wall of the scene, and among blocks wherever they are."""
    places = np.random.default_rng(int(degrees)).uniform(-4.0, 4.0, (18, 2))
    heading = math.radians(degrees)
    velocity = speed * math.cos(heading), speed * math.sin(heading)
    for centers in (FIRST_CENTERS, tuple(map(tuple, places.tolist()))):
        wall = Wall(centers)
        frames = simulate(True, START, velocity, RADIUS, centers)
        assert frames[-1].passes == 0
        for before, frame in pairwise(frames):
            standing = np.array(frame.alive)
            assert standing[~np.array(before.alive)].sum() == 0
            for a, b in pairwise(frame.path):
                way = np.linspace(a, b, 12)[:, None]
                outside = np.maximum(
                    wall.low[standing] - way, way - wall.high[standing]
                )
                gap = np.hypot(*np.moveaxis(np.maximum(outside, 0.0), -1, 0))
                assert (gap >= RADIUS - 1e-9).all()


@pytest.mark.parametrize("speed", [0.6, 1.9, 3.0])
def test_every_pass_is_a_way_into_a_standing_block(speed: float) -> None:
    frames = launched(False, speed)
    assert frames[-1].passes == sum(len(frame.passed) for frame in frames)
    for frame in frames:
        for block in frame.passed:
            assert frame.alive[block]
            ways = pairwise(frame.path)
            way = np.concatenate([np.linspace(a, b, 4001) for a, b in ways])
            inside = (way >= WALL.low[block]) & (way <= WALL.high[block])
            assert inside.all(axis=1).any()


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("speed", [0.05, 0.25, 1.9, 3.0])
def test_frames_follow_one_another(exact: bool, speed: float) -> None:
    frames = launched(exact, speed)
    assert len(frames) == LAST_FRAME_INDEX + 1
    assert frames[0].center == START
    for before, frame in pairwise(frames):
        assert frame.path[0] == before.center
        assert frame.path[-1] == frame.center
        ways = pairwise(frame.path)
        assert sum(math.dist(a, b) for a, b in ways) == pytest.approx(speed)
        assert math.hypot(*frame.velocity) == pytest.approx(speed)
        assert frame.hits == before.hits + len(frame.impacts)
        gone = {i for i in range(len(FIRST_CENTERS)) if before.alive[i]} - {
            i for i in range(len(FIRST_CENTERS)) if frame.alive[i]
        }
        assert gone == {impact.block for impact in frame.impacts}
        for x, low, high in zip(frame.center, BOX_LOW, BOX_HIGH, strict=True):
            assert low + RADIUS - 1e-9 <= x <= high - RADIUS + 1e-9


def test_several_blocks_can_be_hit_in_one_frame() -> None:
    runs = [launched(True, 3.0, degrees) for degrees in (40.0, 62.0, 75.0)]
    busiest = max((f for run in runs for f in run), key=lambda f: len(f.impacts))
    assert len(busiest.impacts) >= 2
    times = [impact.time for impact in busiest.impacts]
    assert times == sorted(times)


def test_the_box_mirrors_a_ball_in_its_corner() -> None:
    # From 0.5 off both walls' reach, diagonally: there and back in one frame.
    x, y = BOX_LOW[0] + RADIUS + 0.5, BOX_LOW[1] + RADIUS + 0.5
    frames = simulate(True, (x, y), (-1.0, -1.0), RADIUS)
    assert frames[1].center == pytest.approx((x, y))
    assert frames[1].velocity == (1.0, 1.0)


def test_blocks_under_the_launch_are_taken_away() -> None:
    x, y = FIRST_CENTERS[8]
    for exact in (False, True):
        first = simulate(exact, (x, y), (0.1, 0.2), RADIUS)[0]
        assert [i for i, alive in enumerate(first.alive) if not alive] == [8]
        assert first.hits == 0
