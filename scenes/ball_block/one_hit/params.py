"""One ball, one block and one step of the ball."""

import math
from dataclasses import dataclass

from playground.language import message
from playground.scene import (
    Params,
    Resize,
    Tip,
    Vec2,
    along,
    lengths,
    move,
    point,
    rim_of,
    slider,
    time,
    vector,
)


@dataclass(frozen=True)
class OneHitParams(Params):
    """One block and one step of a ball."""

    center: Vec2 = point(
        -2.8,
        3.4,
        label="Ball P₀",
        help="The ball's centre at t = 0, in the world.",
        handle=move(disc="radius"),
    )
    radius: float = slider(
        0.9,
        0.0,
        3.0,
        label="Radius r",
        unit="m",
        help="The ball's radius, and so the depth of the zones.",
        handle=rim_of("center", (-math.sqrt(0.5), math.sqrt(0.5))),
    )
    velocity: Vec2 = vector(
        2.6,
        -2.45,
        label="Velocity V",
        help="Displacement over one frame, in the world.",
        handle=Tip("center"),
    )
    block: Vec2 = point(
        0.6,
        -0.6,
        label="Block centre",
        help="The centre of the block, in the world.",
        handle=move(box="half_extents"),
    )
    half_extents: Vec2 = lengths(
        2.4,
        1.2,
        label="Block half extents",
        parts=("Block half width", "Block half height"),
        help="Half of the block's width and height.",
        handle=Resize("block"),
    )
    t: float = time(
        1.0,
        0.0,
        1.0,
        label="Moment t",
        unit=message("frame"),
        help=(
            "When the rule looks at the ball, as a fraction of the frame; a game "
            "looks at 1, the frame's end."
        ),
    )

    @property
    def at(self) -> Vec2:
        """The centre at the moment, not turned before."""
        return along(self.center, self.velocity, self.t)

    @property
    def low(self) -> Vec2:
        """The block's lower left corner."""
        (x, y), (w, h) = self.block, self.half_extents
        return x - w, y - h

    @property
    def high(self) -> Vec2:
        """The block's upper right corner."""
        (x, y), (w, h) = self.block, self.half_extents
        return x + w, y + h
