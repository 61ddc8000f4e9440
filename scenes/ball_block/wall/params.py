"""The launch of a ball at a wall of blocks, and the frame that is looked at."""

import math
from dataclasses import dataclass

from playground.i18n import message
from playground.scene import (
    Handle,
    HandleKind,
    MoveHandle,
    ParamChanges,
    Params,
    RimHandle,
    Vec,
    Vec2,
    angle,
    choice,
    point,
    point_along,
    slider,
    sub,
    time,
)
from playground.scene.handles import snap_point
from scenes.ball_block.wall.flight import LAST_FRAME_INDEX

ARTICLE, EXACT = message("Article"), message("Exact sweep")
# The launch arrow starts on a ring about the launch point, so that its tip can be
# taken hold of however short it is.
AIM_RING_RADIUS = 0.55


@dataclass(frozen=True)
class AimHandle(Handle):
    """Turns a launch and sets its speed at the tip of the launch arrow.

    The arrow is as long as the speed and starts `AIM_RING_RADIUS` from the launch
    point.
    """

    reference_fields = ("launch", "speed")
    kind = HandleKind.TIP

    launch: str
    speed: str

    def position(self, p: Params, name: str) -> Vec:
        """Return the tip."""
        heading, reach = getattr(p, name), AIM_RING_RADIUS + getattr(p, self.speed)
        way = math.cos(heading), math.sin(heading)
        return point_along(getattr(p, self.launch), way, reach)

    def drag(
        self, p: Params, name: str, index: int, target: Vec, snap: float | None
    ) -> ParamChanges:
        """Return the angle and the speed that bring the tip to the target."""
        x, y = sub(snap_point(target, snap), getattr(p, self.launch))
        speed = max(math.hypot(x, y) - AIM_RING_RADIUS, 0.0)
        return {name: math.atan2(y, x), self.speed: speed}


@dataclass(frozen=True)
class WallParams(Params):
    """The launch of a ball at a wall."""

    rule: str = choice(
        ARTICLE,
        ARTICLE,
        EXACT,
        label="Rule",
        help=(
            "Look only at the position at the end of each frame, or sweep the "
            "whole frame."
        ),
    )
    launch: Vec2 = point(
        -1.5,
        -3.0,
        label="Launch point",
        help=(
            "The ball's centre at frame 0, in the world; blocks it overlaps are "
            "taken away."
        ),
        limit=4.0,
        handle=MoveHandle(disc="ball_radius"),
    )
    heading: float = angle(
        math.radians(62.0),
        label="Launch angle",
        help="Direction of the launch, counter-clockwise from the world's x axis.",
        handle=AimHandle("launch", "speed"),
    )
    speed: float = slider(
        0.25,
        0.05,
        3.0,
        label="Speed",
        unit="m",
        help="Displacement in one frame; a block is 0.5 high.",
    )
    ball_radius: float = slider(
        0.3,
        0.05,
        0.5,
        label="Radius r",
        unit="m",
        help="The ball's radius.",
        handle=RimHandle("launch", (-math.sqrt(0.5), -math.sqrt(0.5))),
    )
    frame: float = time(
        0.0,
        0.0,
        float(LAST_FRAME_INDEX),
        label="Frame",
        help="Which frame of the run is shown; only whole frames count.",
    )

    @property
    def exact(self) -> bool:
        """Whether the exact sweep moves the ball, not the article's rule."""
        return self.rule == EXACT

    @property
    def step(self) -> Vec2:
        """The displacement per frame at the launch."""
        return self.speed * math.cos(self.heading), self.speed * math.sin(self.heading)
