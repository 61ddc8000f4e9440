"""Parameters of the mode "wall": the launch of a ball, and the frame."""

import math
from dataclasses import dataclass, replace

import playground.scene as sc
from playground.scene.handles import Marks, PressedHandle, snap_point
from scenes.ball_block.wall.flight import BLOCK_HALF, FIRST_CENTERS, LAST_FRAME_INDEX

ARTICLE, EXACT = sc.message("Article"), sc.message("Exact sweep")
# The launch arrow and the radius line start on a ring about the launch point, so that
# their ends can be grabbed even if they are short.
AIM_RING_RADIUS = 1.15


@dataclass(frozen=True)
class AimHandle(sc.Handle):
    """Handle at the tip of the launch arrow, for its direction and speed.

    The length of the arrow is the speed; it starts `AIM_RING_RADIUS` from the launch
    point. `launch` and `speed` are names of parameters.
    """

    reference_fields = ("launch", "speed")
    kind = sc.HandleKind.TIP

    launch: str
    speed: str

    def position(self, p: sc.Params, name: str) -> sc.Vec:
        """Return the arrow's tip."""
        heading, reach = getattr(p, name), AIM_RING_RADIUS + getattr(p, self.speed)
        way = math.cos(heading), math.sin(heading)
        return sc.point_along(getattr(p, self.launch), way, reach)

    def drag(
        self, p: sc.Params, name: str, index: int, target: sc.Vec, snap: float | None
    ) -> sc.ParamChanges:
        """Return the angle and the speed that move the tip to the target."""
        x, y = sc.sub(snap_point(target, snap), getattr(p, self.launch))
        speed = max(math.hypot(x, y) - AIM_RING_RADIUS, 0.0)
        return {name: math.atan2(y, x), self.speed: speed}


def _backward(heading: float) -> sc.Vec2:
    """Return the unit vector opposite to a direction."""
    return -math.cos(heading), -math.sin(heading)


@dataclass(frozen=True)
class RingRadiusHandle(sc.Handle):
    """Handle for a radius, at the end of a line behind the ring.

    `launch` and `heading` are names of parameters.
    """

    reference_fields = ("launch", "heading")
    kind = sc.HandleKind.RIM

    launch: str
    heading: str

    def position(self, p: sc.Params, name: str) -> sc.Vec:
        """Return the line's end."""
        reach = AIM_RING_RADIUS + getattr(p, name)
        way = _backward(getattr(p, self.heading))
        return sc.point_along(getattr(p, self.launch), way, reach)

    def drag(
        self, p: sc.Params, name: str, index: int, target: sc.Vec, snap: float | None
    ) -> sc.ParamChanges:
        """Return the radius that moves the line's end closest to the target."""
        offset = sc.sub(snap_point(target, snap), getattr(p, self.launch))
        way = _backward(getattr(p, self.heading))
        return {name: sc.dot(offset, way) - AIM_RING_RADIUS}


@dataclass(frozen=True)
class BlocksHandle(sc.Handle):
    """Handle that moves each block, from any point inside it."""

    moves_point = True

    def list_marks(self, p: sc.Params, name: str, pixel: float) -> Marks:
        """Return a mark at the centre of each block."""
        return [(sc.HandleKind.CENTER, position) for position in getattr(p, name)]

    def pick(
        self, p: sc.Params, name: str, point: sc.Vec, pixel: float
    ) -> PressedHandle:
        """Return the block whose centre is nearest; its body if it contains `point`."""
        near = super().pick(p, name, point, pixel)
        offset = sc.sub(point, getattr(p, name)[near.index])
        inside = all(abs(x) <= h for x, h in zip(offset, BLOCK_HALF, strict=True))
        return replace(near, body=inside)

    def drag(
        self, p: sc.Params, name: str, index: int, target: sc.Vec, snap: float | None
    ) -> sc.ParamChanges:
        """Return the blocks with one of them moved to the target."""
        blocks = list(getattr(p, name))
        blocks[index] = snap_point(target, snap)
        return {name: tuple(blocks)}


@dataclass(frozen=True)
class WallParams(sc.Params):
    """Launch of a ball at a wall."""

    rule: str = sc.choice(
        ARTICLE,
        ARTICLE,
        EXACT,
        label="Rule",
        help="Look only at the position at the end of each frame, or sweep the whole "
        "frame.",
    )
    launch: sc.Vec2 = sc.point(
        -1.5,
        -3.0,
        label="Launch point",
        help="The ball's centre at frame 0, in the world; blocks it overlaps are taken "
        "away.",
        limit=4.0,
        handle=sc.MoveHandle(disc="ball_radius"),
    )
    heading: float = sc.angle(
        math.radians(62.0),
        label="Launch angle",
        help="Direction of the launch, counter-clockwise from the world's x axis.",
        handle=AimHandle("launch", "speed"),
    )
    speed: float = sc.slider(
        0.25,
        0.05,
        3.0,
        label="Speed",
        unit=sc.message("m/frame"),
        help="How far the ball flies in one frame; a block is 0.5 m high.",
    )
    ball_radius: float = sc.slider(
        0.3,
        0.05,
        0.5,
        label="Radius r",
        unit="m",
        help="The ball's radius.",
        handle=RingRadiusHandle("launch", "heading"),
    )
    blocks: tuple[sc.Vec2, ...] = sc.points(
        *FIRST_CENTERS,
        min_count=len(FIRST_CENTERS),
        max_count=len(FIRST_CENTERS),
        label="Block",
        help="The centres of the blocks, in the world.",
        limit=4.5,
        handle=BlocksHandle(),
        listed=False,
    )
    frame: float = sc.time(
        0.0,
        0.0,
        float(LAST_FRAME_INDEX),
        label="Frame",
        help="Which frame of the run is shown; only whole frames count.",
    )

    @property
    def exact(self) -> bool:
        """True if the exact sweep moves the ball, not the article's rule."""
        return self.rule == EXACT

    @property
    def step(self) -> sc.Vec2:
        """Displacement per frame at the launch."""
        return self.speed * math.cos(self.heading), self.speed * math.sin(self.heading)

    @property
    def radius_line(self) -> tuple[sc.Vec2, sc.Vec2]:
        """Ends of the line whose length is the ball's radius."""
        way = _backward(self.heading)
        reaches = AIM_RING_RADIUS, AIM_RING_RADIUS + self.ball_radius
        start, end = (sc.point_along(self.launch, way, reach) for reach in reaches)
        return start, end
