"""One ball, one block, one step: the article's rule at a moment, and the exact sweep.

The step leads from the ball's start over its velocity. The rule looks at the ball
where it is at a moment `t`, at the end of the step in a game; the sweep looks at the
whole step and finds the moment of touch, which is the answer.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground import collision
from playground.collision import BlockFace
from scenes._block_rule import FACE_WORDS, LEAVING, NO_HIT, Reading, along, read
from scenes._wall import Vec2, pair

TOUCH = "Touch"
# Normals are unit to a few roundings; a speed along them below this part of the
# whole is none.
_GLIDE = 1e-12
_LINES = "gap at t (m)", "least gap (m)", "rule (1 top, 2 side, 3 corner)"

Array = NDArray[np.float64]


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
    leave: Vec2
    closest: float

    @property
    def bounces(self) -> bool:
        """The ball touches the block and moves into it."""
        return self.hit and self.speed_in > _GLIDE * math.hypot(*self.velocity)

    @property
    def word(self) -> str:
        """The answer in a word."""
        if not self.hit:
            return NO_HIT
        if self.bounces:
            return FACE_WORDS[self.face]
        leaving = self.speed_in < -_GLIDE * math.hypot(*self.velocity)
        return LEAVING if leaving else TOUCH

    @property
    def is_hit(self) -> bool:
        """The ball touches the block and is not leaving it."""
        return self.bounces or self.word == TOUCH

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
    sweep = collision.sweep_ball_block(start, radius, velocity, low, high)
    hit, normal = bool(sweep.hit), pair(sweep.normal)
    speed_in = -(velocity[0] * normal[0] + velocity[1] * normal[1])
    leave = velocity
    if hit and speed_in > _GLIDE * math.hypot(*velocity):
        leave = pair(collision.reflect(velocity, normal))
    places = (np.asarray(x) for x in (start, velocity, low, high))
    return OneHit(
        start=start,
        velocity=velocity,
        radius=radius,
        low=low,
        high=high,
        t=t,
        reading=read(along(start, velocity, t), radius, velocity, low, high),
        hit=hit,
        t_hit=float(sweep.t),
        center=pair(sweep.center),
        contact=pair(sweep.contact),
        normal=normal,
        face=BlockFace(int(sweep.face)),
        speed_in=speed_in,
        leave=leave,
        closest=float(nearest_approach(*places)[0]),
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
    apart = np.hypot(outside[..., 0], outside[..., 1])
    return np.asarray(apart + np.minimum(beyond.max(axis=-1), 0.0))


def nearest_approach(
    start: Array, velocity: Array, low: Array, high: Array
) -> tuple[Array, Array]:
    """Return when in the step a centre is nearest to the solid block, and how far.

    The least distance is where the way is level with a corner, at its ends, or where
    it crosses a side's line. The earliest such moment is taken.
    """
    moments = [np.zeros(np.broadcast_shapes(start.shape, low.shape)[:-1])]
    moments.append(moments[0] + 1.0)
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
    t = np.stack(np.broadcast_arrays(*moments), axis=-1)
    t = np.sort(np.clip(np.where(np.isfinite(t), t, 0.0), 0.0, 1.0), axis=-1)
    way = start[..., None, :] + t[..., None] * velocity[..., None, :]
    gaps = signed_gap(way, low[..., None, :], high[..., None, :])
    least = np.maximum(gaps, 0.0).argmin(axis=-1)[..., None]
    return (
        np.take_along_axis(t, least, axis=-1)[..., 0],
        np.maximum(np.take_along_axis(gaps, least, axis=-1)[..., 0], 0.0),
    )


def measure(
    start: Array,
    velocity: Array,
    radius: Array,
    block: tuple[Array, Array],
    t: Array,
) -> dict[str, Array]:
    """Return the gaps, and the face by the rule, for a batch of steps.

    The gap at `t` is zero when the disc there just touches, the least gap just where
    hit turns into no hit.
    """
    low, high = block
    at = start + np.asarray(t)[..., None] * velocity
    face = collision.ball_block(at, radius, velocity, low, high).face
    lines = np.broadcast_arrays(
        signed_gap(at, low, high) - radius,
        nearest_approach(start, velocity, low, high)[1] - radius,
        np.where(face != BlockFace.NONE, face, np.nan),
    )
    return dict(zip(_LINES, lines, strict=True))
