"""The fifth article's rule about one ball and one block, taken apart for teaching.

`read` gathers every number of the decision at one place of the ball. `_block_lesson`
says them as records, rows and steps; both modes of the scene use them.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import DTypeLike

from playground import collision
from playground.collision import BlockFace
from scenes._wall import Vec2, pair, published_bounce

NO_HIT = "No hit"
LEAVING = "Leaving"
INSIDE = "Inside"
GRAZE = "Graze"
FACE_WORDS = {
    BlockFace.TOP_BOTTOM: "Top or bottom",
    BlockFace.LEFT_RIGHT: "Left or right",
    BlockFace.CORNER: "Corner",
}


@dataclass(frozen=True)
class Reading:
    """The article's rule at one place of the ball.

    Attributes
    ----------
    center, velocity : Vec2
        Of the ball, world; the velocity is a displacement per step.
    radius : float
        The ball's.
    low, high : Vec2
        The block's lower left and upper right corners.
    gap : Vec2
        Per axis, how far the centre is beyond the nearer side; negative between.
    outward : Vec2
        Per axis, +1 or -1: the way out through that nearer side.
    toward : Vec2
        Per axis, the velocity into the block; negative when moving away.
    distance : float
        From the disc to the block; negative is the depth of the overlap.
    zone, face : BlockFace
        What the centre overlaps, and what the rule decides.
    inside, graze : bool
        The centre is in the block; a corner touch was counted as a side.
    bounced : Vec2
        The velocity after the rule, its corner made right for all four corners.
    listing : BlockFace
        What the article's own code answers, in its kind of numbers.
    printed : Vec2
        The velocity after the article's own code, its corner rule as printed.
    """

    center: Vec2
    velocity: Vec2
    radius: float
    low: Vec2
    high: Vec2
    gap: Vec2
    outward: Vec2
    toward: Vec2
    distance: float
    zone: BlockFace
    face: BlockFace
    inside: bool
    graze: bool
    bounced: Vec2
    listing: BlockFace
    printed: Vec2

    @property
    def word(self) -> str:
        """The decision in a word."""
        return self._word(self.face)

    @property
    def listing_word(self) -> str:
        """What the article's own code says, in a word."""
        return self._word(self.listing)

    def _word(self, face: BlockFace) -> str:
        if face != BlockFace.NONE:
            side_at_corner = face != self.zone == BlockFace.CORNER
            return GRAZE if side_at_corner else FACE_WORDS[face]
        if self.inside:
            return INSIDE
        leaving = self.zone != BlockFace.NONE and self.face == BlockFace.NONE
        return LEAVING if leaving else NO_HIT

    @property
    def beyond(self) -> float:
        """How far the centre is from the solid block; 0 inside."""
        return math.hypot(max(self.gap[0], 0.0), max(self.gap[1], 0.0))

    @property
    def corner(self) -> Vec2:
        """The block's corner on the ball's side."""
        return (
            self.high[0] if self.outward[0] > 0.0 else self.low[0],
            self.high[1] if self.outward[1] > 0.0 else self.low[1],
        )

    @property
    def nearest(self) -> Vec2:
        """The point of the solid block nearest to the centre."""
        x, y = (
            min(max(c, low), high)
            for c, low, high in zip(self.center, self.low, self.high, strict=True)
        )
        return x, y

    @property
    def printed_enters(self) -> bool:
        """Whether the corner rule as printed sends the ball on into the block."""
        sent = [v * s for v, s in zip(self.printed, self.outward, strict=True)]
        return self.listing == BlockFace.CORNER and min(sent) < 0.0


def part_name(face: BlockFace, outward: Vec2) -> str:
    """Return which part of a block it is: "top", "left side", "upper left corner"."""
    across = "right" if outward[0] > 0.0 else "left"
    if face == BlockFace.LEFT_RIGHT:
        return f"{across} side"
    if face == BlockFace.TOP_BOTTOM:
        return "top" if outward[1] > 0.0 else "bottom"
    return f"{'upper' if outward[1] > 0.0 else 'lower'} {across} corner"


def along(a: Vec2, v: Vec2, t: float = 1.0) -> Vec2:
    """Return a + t v."""
    return a[0] + t * v[0], a[1] + t * v[1]


def read(
    center: Vec2,
    radius: float,
    velocity: Vec2,
    low: Vec2,
    high: Vec2,
    *,
    dtype: DTypeLike = np.float64,
) -> Reading:
    """Ask the core, and in `dtype` the article's listing, about one place."""
    core = collision.ball_block(center, radius, velocity, low, high)
    listing = collision.articles.circle_rectangle(
        center, radius, velocity, low, high, dtype=dtype
    )
    (gap_x, out_x), (gap_y, out_y) = fold(center, low, high)
    beyond = math.hypot(max(gap_x, 0.0), max(gap_y, 0.0))
    outside = max(gap_x, gap_y) >= 0.0
    face = BlockFace(int(listing.face))
    return Reading(
        center=center,
        velocity=velocity,
        radius=radius,
        low=low,
        high=high,
        gap=(gap_x, gap_y),
        outward=(out_x, out_y),
        toward=(0.0 - out_x * velocity[0], 0.0 - out_y * velocity[1]),
        distance=(beyond if outside else max(gap_x, gap_y)) - radius,
        zone=BlockFace(int(core.zone)),
        face=BlockFace(int(core.face)),
        inside=bool(core.inside),
        graze=bool(core.graze),
        bounced=pair(core.bounced),
        listing=face,
        printed=pair(published_bounce(np.asarray(velocity, dtype=dtype), face)),
    )


def fold(center: Vec2, low: Vec2, high: Vec2) -> tuple[Vec2, Vec2]:
    """Return per axis how far beyond the nearer side, and the sign of outward.

    Ties go to the left and to the top, as in the core.
    """
    left, right = low[0] - center[0], center[0] - high[0]
    bottom, top = low[1] - center[1], center[1] - high[1]
    return (
        (left, -1.0) if left >= right else (right, 1.0),
        (top, 1.0) if top >= bottom else (bottom, -1.0),
    )
