"""Simulation of a ball that runs through a wall of blocks, pure and deterministic.

With both rules the ball flies straight and is reflected exactly at the sides of the
box. The article's rule tests the blocks once per frame, at the ball's position then;
every hit turns the velocity and removes the block, and a corner turns it as the article
prints it. The exact sweep tests the whole flight, so that the ball turns at the moment
of touch, several times per frame if necessary.

Between two hits the flight is known in advance. So the sweep is evaluated for many
frames and all blocks at once, the listing only for the few blocks near the ball.
"""

import math
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

import playground.scene as sc
from playground.collision import BlockFace, reflect, sweep_ball_block
from playground.collision._arguments import Array
from playground.collision.articles.results import find_single_face
from scenes.ball_block.rule.answer import bounce_as_published

LAST_FRAME_INDEX = 600
BOX_LOW: sc.Vec2 = (-5.0, -4.5)
BOX_HIGH: sc.Vec2 = (5.0, 4.5)
BLOCK_HALF: sc.Vec2 = (0.64, 0.25)
_ROW_COUNT = 3
COLUMN_COUNT = 6
_BLOCK_SPACING: sc.Vec2 = (1.6, 0.9)
_LOWEST_ROW_Y = 1.1
# Frames evaluated ahead in one call of the core.
_MAX_FRAMES_AHEAD = 40

# Initial centres of the blocks, from the lower left, row by row.
FIRST_CENTERS: tuple[sc.Vec2, ...] = tuple(
    (
        _BLOCK_SPACING[0] * (column - (COLUMN_COUNT - 1) / 2),
        _LOWEST_ROW_Y + _BLOCK_SPACING[1] * row,
    )
    for row in range(_ROW_COUNT)
    for column in range(COLUMN_COUNT)
)
# Margin for rounding: no rule hits a block farther away than the radius and this.
_ROUNDING_MARGIN = 1e-6


class Wall:
    """Blocks of one size, given by their centres, (x, y) each, metres.

    Attributes
    ----------
    centers, low, high : float64 array (n, 2)
        Centres, lower left and upper right corners of the blocks.
    """

    def __init__(self, centers: Sequence[sc.Vec2]) -> None:
        self.centers: Array = np.array(centers)
        self.low: Array = self.centers - BLOCK_HALF
        self.high: Array = self.centers + BLOCK_HALF

    def corners(self, block: int) -> tuple[sc.Vec2, sc.Vec2]:
        """Return the lower left and upper right corner of the block with this index."""
        return sc.xy(self.low[block]), sc.xy(self.high[block])


@dataclass(frozen=True)
class Impact:
    """Hit on one block.

    Attributes
    ----------
    time : float
        In frames since the start; by the article's rule always an integer.
    block : int
        Number of the block.
    face : BlockFace
        Part that was hit, by the article's rule or the sweep.
    center : Vec2
        The ball's centre at the bounce.
    before, after : Vec2
        Displacement per frame.
    contact : Vec2
        The block's point nearest to the ball.
    """

    time: float
    block: int
    face: BlockFace
    center: sc.Vec2
    before: sc.Vec2
    after: sc.Vec2
    contact: sc.Vec2

    @property
    def normal(self) -> sc.Vec2:
        """Normal of an exact bounce, along which the velocity changes."""
        return sc.xy(sc.unit_vector(sc.sub(self.after, self.before)))


@dataclass(frozen=True)
class Frame:
    """State after a frame, and its events.

    Attributes
    ----------
    center, velocity : Vec2
        Centre (metres) and displacement per frame of the ball at the end of the frame,
        after all bounces.
    path : tuple of Vec2
        Path of the centre: start, every bounce, end.
    impacts : tuple of Impact
        Blocks hit, in order.
    alive : tuple of bool
        Per block, at the end.
    passed : tuple of int
        Blocks that the centre has entered and that are left.
    hits, passes : int
        Number of blocks hit, and of entries into blocks that are left, up to and
        including this frame.
    """

    center: sc.Vec2
    velocity: sc.Vec2
    path: tuple[sc.Vec2, ...]
    impacts: tuple[Impact, ...]
    alive: tuple[bool, ...]
    passed: tuple[int, ...]
    hits: int
    passes: int


@dataclass(frozen=True)
class _Leg:
    """Straight piece of the flight; times in frames, `end` >= `start`."""

    start: float
    end: float
    origin: sc.Vec2
    velocity: sc.Vec2

    def position_at(self, time: float) -> sc.Vec2:
        return sc.point_along(self.origin, self.velocity, time - self.start)


class Flight:
    """States after frame 0 to `LAST_FRAME_INDEX`, each computed when first read.

    Attributes
    ----------
    wall : Wall
        All blocks, before any is hit.
    struck : dict of int to list of Impact
        Hits on blocks, by frame.
    passed : dict of int to tuple of int
        Blocks that the centre enters and that are left, by frame.
    """

    def __init__(
        self,
        wall: Wall,
        legs: Sequence[_Leg],
        impacts: Sequence[Impact],
        cleared: NDArray[np.bool_],
    ) -> None:
        self.wall = wall
        self.struck: dict[int, list[Impact]] = {}
        clear_times = np.where(cleared, 0.0, np.inf)
        for impact in impacts:
            clear_times[impact.block] = k = math.ceil(impact.time)
            self.struck.setdefault(k, []).append(impact)
        self.passed = _passes(wall, legs, clear_times)
        self._legs, self._starts = legs, [leg.start for leg in legs]
        self._gone: list[float] = clear_times.tolist()
        self._known: dict[int, Frame] = {}

    def __len__(self) -> int:
        return LAST_FRAME_INDEX + 1

    def __getitem__(self, which: int) -> Frame:
        k = range(len(self))[which]
        if k not in self._known:
            self._known[k] = self._frame(k)
        return self._known[k]

    def _frame(self, k: int) -> Frame:
        last, leg = self._leg(k)
        center = leg.position_at(k)
        struck, passed_blocks = self.struck.get(k, ()), self.passed.get(k, ())
        return Frame(
            center=center,
            velocity=leg.velocity,
            path=self._path(k, last, center),
            impacts=tuple(struck),
            alive=tuple(time_gone > k for time_gone in self._gone),
            passed=passed_blocks,
            hits=_count_until(self.struck, k),
            passes=_count_until(self.passed, k),
        )

    def _path(self, k: int, last: int, center: sc.Vec2) -> tuple[sc.Vec2, ...]:
        if k == 0:
            return (center,)
        turn_before, leg = self._leg(k - 1)
        turns = self._legs[turn_before + 1 : last + 1]
        between = (turn.origin for turn in turns if turn.start < k)
        return leg.position_at(k - 1), *between, center

    def _leg(self, k: int) -> tuple[int, _Leg]:
        """Return the index and piece of the flight at the end of a frame."""
        place = bisect_right(self._starts, k) - 1
        return place, self._legs[place]


def _count_until(found: Mapping[int, Sequence[object]], k: int) -> int:
    """Return the number of items up to and including a frame."""
    return sum(len(blocks) for frame_index, blocks in found.items() if frame_index <= k)


# Returns the next impacts, all at one time, or []. Arguments: the wall, the legs ahead,
# the blocks left, the radius.
_Rule = Callable[[Wall, Sequence[_Leg], NDArray[np.bool_], float], list[Impact]]


@lru_cache(maxsize=16)
def simulate(
    exact: bool,
    start: sc.Vec2,
    velocity: sc.Vec2,
    radius: float,
    centers: tuple[sc.Vec2, ...] = FIRST_CENTERS,
) -> Flight:
    """Return the flight of a ball through a wall of blocks.

    The ball starts in the box, at least the radius from its sides; blocks that it
    overlaps there are removed.

    Parameters
    ----------
    exact : bool
        Use the sweep, not the article's rule.
    start : Vec2
        Centre at the start.
    velocity : Vec2
        Displacement per frame.
    radius : float
        The ball's radius, metres.
    centers : tuple of Vec2
        Centres of the blocks, metres.
    """
    wall = Wall(centers)
    return Flight(wall, *_fly(wall, exact, start, velocity, radius))


def _fly(
    wall: Wall, exact: bool, start: sc.Vec2, velocity: sc.Vec2, radius: float
) -> tuple[list[_Leg], list[Impact], NDArray[np.bool_]]:
    rule: _Rule = _first_touch if exact else _first_frame_hit
    low, high = np.add(BOX_LOW, radius), np.subtract(BOX_HIGH, radius)
    room = sc.xy(low), sc.xy(high)
    nearby = _blocks_near(wall, np.array(start), radius)
    if nearby.any():
        sweep = sweep_ball_block(start, radius, (0.0, 0.0), wall.low, wall.high)
        nearby = np.asarray(sweep.hit)
    standing = ~nearby
    legs: list[_Leg] = []
    impacts: list[Impact] = []
    time = 0.0
    while time < LAST_FRAME_INDEX:
        horizon = min(math.floor(time) + _MAX_FRAMES_AHEAD, LAST_FRAME_INDEX)
        ahead = _legs(time, float(horizon), start, velocity, room)
        struck = rule(wall, ahead, standing, radius) if standing.any() else []
        stop = struck[-1].time if struck else float(horizon)
        flown = [leg for leg in ahead if leg.start <= stop]
        flown[-1] = replace(flown[-1], end=stop)
        legs += flown
        impacts += struck
        standing[[impact.block for impact in struck]] = False
        start, velocity, time = flown[-1].position_at(stop), flown[-1].velocity, stop
        if struck:
            velocity = struck[-1].after
    return [*legs, _Leg(time, time, start, velocity)], impacts, nearby


def _legs(
    time: float,
    end: float,
    at: sc.Vec2,
    velocity: sc.Vec2,
    room: tuple[sc.Vec2, sc.Vec2],
) -> list[_Leg]:
    """Return the flight from `time` to `end`, split at reflections by the box."""
    legs: list[_Leg] = []
    while True:
        waits = [_time_to_side(*axis) for axis in zip(at, velocity, *room, strict=True)]
        turn = time + min(waits)
        legs.append(_Leg(time, min(turn, end), at, velocity))
        if turn >= end:
            return legs
        (x, y), ((x_left, low), (right, high)) = legs[-1].position_at(turn), room
        at = min(max(x, x_left), right), min(max(y, low), high)
        x_sign, y_sign = (-1.0 if wait == min(waits) else 1.0 for wait in waits)
        velocity, time = (x_sign * velocity[0], y_sign * velocity[1]), turn


def _time_to_side(x: float, v: float, low: float, high: float) -> float:
    """Return the time until the side ahead is reached; infinite for v = 0."""
    room = high - x if v > 0.0 else x - low
    return max(room, 0.0) / abs(v) if v else math.inf


def _stack_legs(legs: Sequence[_Leg]) -> tuple[Array, Array, Array, Array]:
    """Return starts and durations (n, 1), origins and velocities (n, 1, 2)."""
    times = np.array([(leg.start, leg.end - leg.start) for leg in legs])[..., None]
    ways = np.array([(leg.origin, leg.velocity) for leg in legs])[:, :, None]
    return times[:, 0], times[:, 1], ways[:, 0], ways[:, 1]


def _blocks_near(wall: Wall, centers: Array, reach: float | Array) -> NDArray[np.bool_]:
    """Return the blocks possibly within `reach` of centres (..., 1, 2) or one (2)."""
    away = np.abs(wall.centers - centers) - BLOCK_HALF
    return np.asarray((away <= np.add(reach, _ROUNDING_MARGIN)).all(axis=-1))


def _first_touch(
    wall: Wall, legs: Sequence[_Leg], standing: NDArray[np.bool_], radius: float
) -> list[Impact]:
    """Return the earliest touch of a block that the ball does not leave."""
    _, lasts, origin, velocity = _stack_legs(legs)
    way = lasts[..., None] * velocity
    near = _blocks_near(wall, origin + way / 2, np.abs(way) / 2 + radius) & standing
    rows, blocks = np.flatnonzero(near.any(axis=1)), np.flatnonzero(near.any(axis=0))
    if not len(rows):
        return []
    sweep = sweep_ball_block(
        origin[rows], radius, way[rows], wall.low[blocks], wall.high[blocks]
    )
    if not np.any(sweep.hit):
        return []
    approach = (sweep.normal * velocity[rows]).sum(axis=-1)
    time = np.where(sweep.hit & (approach < 0.0), sweep.t * lasts[rows], np.inf)
    touching = np.flatnonzero(np.isfinite(time).any(axis=1))
    if not len(touching):
        return []
    i = int(touching[0])
    j = int(time[i].argmin())
    leg, block, center = legs[rows[i]], int(blocks[j]), sweep.center[i, j]
    return [
        Impact(
            time=min(leg.start + float(time[i, j]), leg.end),
            block=block,
            face=BlockFace(int(sweep.face[i, j])),
            center=sc.xy(center),
            before=leg.velocity,
            after=sc.xy(reflect(leg.velocity, sweep.normal[i, j])),
            contact=sc.xy(np.clip(center, *wall.corners(block))),
        )
    ]


def _first_frame_hit(
    wall: Wall, legs: Sequence[_Leg], standing: NDArray[np.bool_], radius: float
) -> list[Impact]:
    """Return the hits of the first frame with any by the article's rule."""
    for leg in legs:
        frames = np.arange(math.floor(leg.start) + 1.0, math.floor(leg.end) + 1.0)
        way = np.multiply.outer(frames - leg.start, leg.velocity)
        near = _blocks_near(wall, (leg.origin + way)[:, None], radius) & standing
        for i in np.flatnonzero(near.any(axis=-1)).tolist():
            blocks = np.flatnonzero(near[i]).tolist()
            if impacts := _strike(wall, float(frames[i]), leg, blocks, radius):
                return impacts
    return []


def _strike(
    wall: Wall, time: float, leg: _Leg, blocks: Sequence[int], radius: float
) -> list[Impact]:
    """Return a frame's hits; each changes the velocity for the blocks after it."""
    impacts: list[Impact] = []
    center, velocity = leg.position_at(time), leg.velocity
    for block in blocks:
        face = find_single_face(center, radius, velocity, *wall.corners(block))
        if face is not BlockFace.NONE:
            after = sc.xy(bounce_as_published(velocity, face))
            contact = sc.xy(np.clip(center, *wall.corners(block)))
            impacts.append(Impact(time, block, face, center, velocity, after, contact))
            velocity = after
    return impacts


def _passes(
    wall: Wall, legs: Sequence[_Leg], gone: Array
) -> dict[int, tuple[int, ...]]:
    """Return per frame the blocks that the centre enters and that are left."""
    start, lasts, origin, velocity = _stack_legs(legs)
    way = lasts[..., None] * velocity
    sweep = sweep_ball_block(origin, 0.0, way, wall.low, wall.high)
    inside = ((origin >= wall.low) & (origin <= wall.high)).all(axis=-1)
    frame = np.ceil(start + np.where(sweep.hit, sweep.t, 0.0) * lasts)
    passed_by_frame: dict[int, tuple[int, ...]] = {}
    for i, block in np.argwhere(sweep.hit & ~inside & (gone > frame)).tolist():
        k = int(frame[i, block])
        passed_by_frame[k] = (*passed_by_frame.get(k, ()), block)
    return passed_by_frame
