"""One ball, one block, one step: the article's rule at a moment, and the exact sweep.

The step leads from the ball's start over its velocity. The article looks at the ball
where it is at a moment `t`, at the end of the step in a game; the sweep looks at the
whole step and finds the moment of touch.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground import collision
from playground.collision import BlockFace
from scenes._block_rule import FACE_WORDS, LEAVING, NO_HIT, Reading, along, fold, read
from scenes._wall import Vec2, pair

TOUCH = "Touch"
# Normals are unit to a few roundings; a speed along them below this part of the
# whole is none.
_GLIDE = 1e-12
# Two velocities nearer than this part of the speed are the same.
_SAME = 1e-9


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
        The moment that the article looks at, in [0, 1].
    exact : bool
        Which of the two answers is the chosen one.
    reading : Reading
        The article's rule at `t`.
    hit : bool
        The disc touches the block within the step.
    t_hit, t_clear : float
        When it first and, going straight on, last touches; NaN without a hit.
        `t_clear` is 1 when it still touches at the end.
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
    """

    start: Vec2
    velocity: Vec2
    radius: float
    low: Vec2
    high: Vec2
    t: float
    exact: bool
    reading: Reading
    hit: bool
    t_hit: float
    t_clear: float
    center: Vec2
    contact: Vec2
    normal: Vec2
    face: BlockFace
    speed_in: float
    leave: Vec2

    @property
    def bounces(self) -> bool:
        """The ball touches the block and moves into it."""
        return self.hit and self.speed_in > _GLIDE * math.hypot(*self.velocity)

    @property
    def exact_word(self) -> str:
        """The exact answer in a word."""
        if not self.hit:
            return NO_HIT
        if self.bounces:
            return FACE_WORDS[self.face]
        leaving = self.speed_in < -_GLIDE * math.hypot(*self.velocity)
        return LEAVING if leaving else TOUCH

    @property
    def word(self) -> str:
        """The chosen answer in a word."""
        return self.exact_word if self.exact else self.reading.word

    def ball_at(self, t: float) -> Vec2:
        """Return the centre at `t` if the exact bounce is made."""
        if not self.bounces or t <= self.t_hit:
            return along(self.start, self.velocity, t)
        return along(self.center, self.leave, t - self.t_hit)


def solve(
    start: Vec2,
    velocity: Vec2,
    radius: float,
    block: tuple[Vec2, Vec2],
    t: float,
    *,
    exact: bool,
) -> OneHit:
    """Ask the core, the listing and the sweep; `block` is its two corners."""
    low, high = block
    now = along(start, velocity, t)
    end = along(start, velocity)
    sweep = collision.sweep_ball_block(start, radius, velocity, low, high)
    back = (-velocity[0], -velocity[1])
    undone = collision.sweep_ball_block(end, radius, back, low, high)
    hit, normal = bool(sweep.hit), pair(sweep.normal)
    speed_in = -(velocity[0] * normal[0] + velocity[1] * normal[1])
    leave = velocity
    if hit and speed_in > _GLIDE * math.hypot(*velocity):
        leave = pair(collision.reflect(velocity, normal))
    return OneHit(
        start=start,
        velocity=velocity,
        radius=radius,
        low=low,
        high=high,
        t=t,
        exact=exact,
        reading=read(now, radius, velocity, low, high),
        hit=hit,
        t_hit=float(sweep.t),
        t_clear=1.0 - float(undone.t) if hit else math.nan,
        center=pair(sweep.center),
        contact=pair(sweep.contact),
        normal=normal,
        face=BlockFace(int(sweep.face)),
        speed_in=speed_in,
        leave=leave,
    )


def gap_over_step(r: OneHit) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return moments of the step and the gap between disc and block at each."""
    moments = np.linspace(0.0, 1.0, 241)
    centers = np.asarray(r.start) + moments[:, None] * np.asarray(r.velocity)
    low, high = np.asarray(r.low), np.asarray(r.high)
    answer = collision.circle_rect(
        centers, r.radius, (low + high) / 2, (high - low) / 2, 0.0
    )
    return moments, np.asarray(answer.distance)


def gap_roots(r: OneHit) -> tuple[float, ...]:
    """Return the moments at which the gap is zero; none that the step's ends cut."""
    touches = [t for t in (r.t_hit, r.t_clear) if 0.0 < t < 1.0]
    return tuple(sorted(set(touches)))


def disagreement(r: OneHit) -> str:
    """Return how the article's code differs from the truth, or an empty text."""
    article, truth = r.reading, r.exact_word
    told = article.listing != BlockFace.NONE
    if not told and r.bounces:
        if r.t < r.t_hit:
            return ""
        return (
            f"The article's code answers no hit{_why_not(article)}; the exact "
            f"sweep: {truth.lower()} at t = {r.t_hit:.3g}."
        )
    if told and not r.bounces:
        return (
            f"The article's code counts this as a hit, {article.listing_word.lower()}; "
            f"in truth: {truth.lower()}."
        )
    return _other_bounce(r) if told else ""


def _why_not(article: Reading) -> str:
    word = article.listing_word
    return "" if word == NO_HIT else f" ({word.lower()})"


def _other_bounce(r: OneHit) -> str:
    article, truth = r.reading, r.exact_word
    if article.listing_word != truth:
        return (
            f"The article's code answers {article.listing_word.lower()}; the exact "
            f"sweep: {truth.lower()} at t = {r.t_hit:.3g}."
        )
    if article.printed_enters:
        return "The corner bounce as printed sends the ball on into the block."
    apart = math.dist(article.printed, r.leave)
    if apart > _SAME * math.hypot(*r.velocity):
        return (
            "Same face, other velocity: the article mirrors as if the corner's arc "
            "were touched in its middle."
        )
    return ""


def is_hit(r: OneHit) -> bool:
    """Return whether the chosen answer is a hit."""
    if r.exact:
        return r.bounces or r.exact_word == TOUCH
    return r.reading.face != BlockFace.NONE


def detail(r: OneHit) -> str:
    """Return the chosen answer in a sentence, and how the other differs."""
    if not r.exact:
        apart = r.reading.distance
        what = "overlaps the block by" if apart <= 0.0 else "is clear of the block by"
        told = f"At t = {r.t:.3g} the disc {what} {abs(apart):.3g}."
    elif r.hit:
        told = f"First touch at t = {r.t_hit:.3g}."
    else:
        told = "No touch within the step."
    return f"{told} {disagreement(r)}".strip()


@dataclass(frozen=True)
class Entry:
    """How the centre gets into the block's box grown by the radius.

    Attributes
    ----------
    waits : Vec2
        Per axis, the time until the centre is within reach along it; 0 when it is
        already, infinite when it never will be.
    t : float
        The later of the two.
    at : Vec2
        The centre then; NaN when `t` is infinite.
    gap : Vec2
        Per axis, how far it is then beyond the nearer side.
    corner : Vec2
        The corner it is then nearest to.
    """

    waits: Vec2
    t: float
    at: Vec2
    gap: Vec2
    corner: Vec2

    @property
    def beyond_both(self) -> bool:
        """Only a corner can be touched."""
        return self.gap[0] > 0.0 and self.gap[1] > 0.0


def entry(r: OneHit) -> Entry:
    """Return the entry into the grown box, the first half of the exact test."""
    waits = _wait(r, 0), _wait(r, 1)
    t = max(waits)
    if math.isinf(t):
        nowhere = (math.nan, math.nan)
        return Entry(waits, t, nowhere, nowhere, nowhere)
    at = along(r.start, r.velocity, t)
    (gap_x, out_x), (gap_y, out_y) = fold(at, r.low, r.high)
    corner = (
        r.high[0] if out_x > 0.0 else r.low[0],
        r.high[1] if out_y > 0.0 else r.low[1],
    )
    return Entry(waits, t, at, (gap_x, gap_y), corner)


def _wait(r: OneHit, axis: int) -> float:
    gap, outward = fold(r.start, r.low, r.high)[axis]
    toward = -outward * r.velocity[axis]
    if gap <= r.radius:
        return 0.0
    return (gap - r.radius) / toward if toward > 0.0 else math.inf
