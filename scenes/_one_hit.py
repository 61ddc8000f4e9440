"""One ball, one block, one step: the article's rule at a moment, and the exact sweep.

The step leads from the ball's start over its velocity. The rule looks at the ball
where it is at a moment `t`, at the end of the step in a game; the sweep looks at the
whole step and finds the moment of touch, which is the answer.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from playground.scene.regions import Kind, Regions, by_first

from playground import collision
from playground.collision import BlockFace, SweepBallBlock
from playground.scene.drawlist import Role
from playground.scene.scene import (stacked)
from scenes._block_rule import FACE_WORDS, LEAVING, NO_HIT, Reading, along, read
from scenes._wall import Vec2, pair

TOUCH = "Touch"
# Normals are unit to a few roundings; a speed along them below this part of the
# whole is none.
_GLIDE = 1e-12
GAP, LEAST_GAP = "Gap at t (m)", "Least gap (m)"
_RULE = "rule (1 top, 2 side, 3 corner)"
_FACE_ROLES = {
    BlockFace.TOP_BOTTOM: Role.SIDE_A,
    BlockFace.LEFT_RIGHT: Role.SIDE_B,
    BlockFace.CORNER: Role.CORNER,
}

Array = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
Pair = tuple[ArrayLike, ArrayLike]


class Steps(NamedTuple):
    """Many steps past blocks; arrays that broadcast, named as in `OneHit`."""

    start: Array
    velocity: Array
    radius: Array
    low: Array
    high: Array
    t: Array

    @classmethod
    def of(
        cls,
        start: Pair,
        velocity: Pair,
        radius: ArrayLike,
        block: tuple[Pair, Pair],
        t: ArrayLike,
    ) -> "Steps":
        """Return the steps of which any number may be an array."""
        low, high = block
        return cls(
            stacked(*start),
            stacked(*velocity),
            np.asarray(radius, dtype=np.float64),
            stacked(*low),
            stacked(*high),
            np.asarray(t, dtype=np.float64),
        )

    @property
    def at(self) -> Array:
        """The centres at `t`, not turned before."""
        return np.asarray(self.start + self.t[..., None] * self.velocity)


@dataclass(frozen=True)
class Answer:
    """What is true of many steps; every field is an array.

    Attributes
    ----------
    sweep : SweepBallBlock
        The core's answer.
    speed_in : array
        The velocity against the normal; negative when the ball leaves, NaN without
        a hit.
    bounces, leaving : boolean array
        The ball touches the block and moves into it, or out of it.
    leave : array (..., 2)
        The velocity after the exact bounce.
    """

    sweep: SweepBallBlock
    speed_in: Array
    bounces: BoolArray
    leaving: BoolArray
    leave: Array

    @property
    def is_hit(self) -> BoolArray:
        """The ball touches the block and is not leaving it."""
        return self.sweep.hit & ~self.leaving

    @property
    def words(self) -> Regions:
        """The answers in a word."""
        met = np.where(self.bounces, self.sweep.face, BlockFace.NONE)
        return by_first(
            *(
                (Kind(word, _FACE_ROLES[face]), met == face)
                for face, word in FACE_WORDS.items()
            ),
            (Kind(TOUCH, Role.NORMAL), self.is_hit),
            (Kind(LEAVING, Role.INK), self.leaving),
            (Kind(NO_HIT, Role.MISS), True),
        )


def answer(asked: Steps) -> Answer:
    """Ask the core what the ball meets first, and whether it moves into that."""
    velocity = asked.velocity
    sweep = collision.sweep_ball_block(
        asked.start, asked.radius, velocity, asked.low, asked.high, exact=True
    )
    speed_in = -(velocity * sweep.normal).sum(axis=-1)
    none = _GLIDE * speed(velocity)
    bounces = speed_in > none
    turned = bounces[..., None]
    mirrored = collision.reflect(velocity, np.where(turned, sweep.normal, 1.0))
    return Answer(
        sweep=sweep,
        speed_in=speed_in,
        bounces=bounces,
        leaving=speed_in < -none,
        leave=np.where(turned, mirrored, velocity),
    )


def speed(velocity: Array) -> Array:
    """Return how long the velocities are."""
    return np.asarray(np.hypot(velocity[..., 0], velocity[..., 1]))


@dataclass(frozen=True)
class OneHit:
    """Both answers about one step.

    Attributes
    ----------
    start, velocity : Vec2
        The centre before the step, and its displacement over it, world.
    radius : float
        The ball's.
    low, high : Vec2
        The block's lower left and upper right corners.
    t : float
        The moment that the rule looks at, in [0, 1].
    reading : Reading
        The rule at `t`, the ball not turned before.
    hit : bool
        The disc touches the block within the step.
    t_hit : float
        When it first touches; NaN without a hit.
    center, contact, normal : Vec2
        At `t_hit`: the ball's centre, the point touched, the unit vector from the
        block toward the ball. NaN without a hit.
    face : BlockFace
        What is touched.
    speed_in : float
        The velocity against the normal; negative when the ball leaves, NaN without
        a hit.
    bounces : bool
        The ball touches the block and moves into it.
    is_hit : bool
        It touches the block and is not leaving it.
    word : str
        The answer in a word.
    leave : Vec2
        The velocity after the exact bounce.
    closest : float
        When the centre is nearest to the block, going straight on.
    """

    start: Vec2
    velocity: Vec2
    radius: float
    low: Vec2
    high: Vec2
    t: float
    reading: Reading
    hit: bool
    t_hit: float
    center: Vec2
    contact: Vec2
    normal: Vec2
    face: BlockFace
    speed_in: float
    bounces: bool
    is_hit: bool
    word: str
    leave: Vec2
    closest: float

    @property
    def asked(self) -> Steps:
        """The step as the question that it answers."""
        block = self.low, self.high
        return Steps.of(self.start, self.velocity, self.radius, block, self.t)

    def ball_at(self, t: float) -> Vec2:
        """Return the centre at `t` if the exact bounce is made."""
        if not self.bounces or t <= self.t_hit:
            return along(self.start, self.velocity, t)
        return along(self.center, self.leave, t - self.t_hit)


def solve(
    start: Vec2, velocity: Vec2, radius: float, block: tuple[Vec2, Vec2], t: float
) -> OneHit:
    """Ask the core: the rule at `t`, and the sweep; `block` is its two corners."""
    low, high = block
    asked = Steps.of(start, velocity, radius, block, t)
    true = answer(asked)
    sweep = true.sweep
    closest, _ = nearest_approach(asked.start, asked.velocity, asked.low, asked.high)
    return OneHit(
        start=start,
        velocity=velocity,
        radius=radius,
        low=low,
        high=high,
        t=t,
        reading=read(along(start, velocity, t), radius, velocity, low, high),
        hit=bool(sweep.hit),
        t_hit=float(sweep.t),
        center=pair(sweep.center),
        contact=pair(sweep.contact),
        normal=pair(sweep.normal),
        face=BlockFace(int(sweep.face)),
        speed_in=float(true.speed_in),
        bounces=bool(true.bounces),
        is_hit=bool(true.is_hit),
        word=true.words.name(),
        leave=pair(true.leave),
        closest=float(closest),
    )


def detail(r: OneHit) -> str:
    """Return the answer in a sentence."""
    if not r.hit:
        return "No touch within the step."
    if r.bounces:
        return f"First touch at t = {r.t_hit:.3g}."
    if r.word == TOUCH:
        return f"It touches at t = {r.t_hit:.3g} and does not move in."
    return "It overlaps from the start and moves out."


def signed_gap(center: Array, low: Array, high: Array) -> Array:
    """Return how far centres are from the block, negative the depth inside it."""
    beyond = np.maximum(low - center, center - high)
    outside = np.maximum(beyond, 0.0)
    deepest = np.minimum(np.maximum(beyond[..., 0], beyond[..., 1]), 0.0)
    return np.asarray(np.hypot(outside[..., 0], outside[..., 1]) + deepest)


def nearest_approach(
    start: Array, velocity: Array, low: Array, high: Array
) -> tuple[Array, Array]:
    """Return when in the step a centre is nearest to the solid block, and how far.

    The least distance is where the way is level with a corner, at its ends, or where
    it crosses a side's line. The earliest such moment is taken.
    """
    moments = [np.zeros(()), np.ones(())]
    square = (velocity * velocity).sum(axis=-1)
    with np.errstate(all="ignore"):
        for x in (low[..., 0], high[..., 0]):
            moments.append((x - start[..., 0]) / velocity[..., 0])
            for y in (low[..., 1], high[..., 1]):
                ahead = (x - start[..., 0]) * velocity[..., 0]
                ahead = ahead + (y - start[..., 1]) * velocity[..., 1]
                moments.append(ahead / square)
        for y in (low[..., 1], high[..., 1]):
            moments.append((y - start[..., 1]) / velocity[..., 1])
    nearest, least = np.zeros(()), np.full((), np.inf)
    for moment in moments:
        t = np.clip(np.where(np.isfinite(moment), moment, 0.0), 0.0, 1.0)
        gap = np.maximum(signed_gap(start + t[..., None] * velocity, low, high), 0.0)
        sooner = (gap < least) | ((gap == least) & (t < nearest))
        nearest = np.where(sooner, t, nearest)
        least = np.where(sooner, gap, least)
    return nearest, least


def gap_at(asked: Steps) -> Array:
    """Return how far the disc at `t` is from the block, negative the overlap."""
    return signed_gap(asked.at, asked.low, asked.high) - asked.radius


def least_gap(asked: Steps) -> Array:
    """Return how near the disc comes; negative by what is missing to the radius."""
    way = asked.start, asked.velocity, asked.low, asked.high
    return nearest_approach(*way)[1] - asked.radius


def measure(asked: Steps) -> dict[str, Array]:
    """Return the gaps, and the face by the rule, for a batch of steps.

    The gap at `t` is zero when the disc there just touches, the least gap just where
    hit turns into no hit.
    """
    face = collision.ball_block(
        asked.at, asked.radius, asked.velocity, asked.low, asked.high
    ).face
    lines = np.broadcast_arrays(
        gap_at(asked),
        least_gap(asked),
        np.where(face != BlockFace.NONE, face, np.nan),
    )
    return dict(zip((GAP, LEAST_GAP, _RULE), lines, strict=True))


def zones(asked: Steps) -> Regions:
    """Return what the article's rule sees at `t`: side, corner, graze or none."""
    rule = collision.ball_block(
        asked.at, asked.radius, asked.velocity, asked.low, asked.high
    )
    told = np.where(rule.graze, BlockFace.NONE, rule.face)
    return by_first(
        *(
            (Kind(word.lower(), _FACE_ROLES[face]), told == face)
            for face, word in FACE_WORDS.items()
        ),
        (Kind("graze, counted as a side", Role.INK), rule.graze),
        (Kind("none: centre inside", Role.ENTER), rule.inside),
        (Kind("none: moving out", Role.NORMAL), rule.zone != BlockFace.NONE),
        (Kind("none: no touch", Role.MISS), True),
    )


def quantities(asked: Steps) -> dict[str, Array]:
    """Return when the ball meets the block and how fast, and how near it comes."""
    true = answer(asked)
    return {
        "Touch time (step)": true.sweep.t,
        GAP: gap_at(asked),
        LEAST_GAP: least_gap(asked),
        "Speed into the block (m)": true.speed_in,
    }
