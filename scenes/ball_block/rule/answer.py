"""Answer of the rule for one position of the ball: numbers, words and quantities."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

import playground.scene as sc
from playground.collision import BallBlock, BlockFace, Components, articles, ball_block
from playground.collision._arguments import Array, length
from playground.scene.symbols import ScalarAnswer

R = TypeVar("R")

# Component of the unit vector out of a corner, at 45° to both sides.
ROOT_HALF = math.sqrt(0.5)

NO_HIT = sc.message("No hit")
LEAVING = sc.message("Leaving")
INSIDE = sc.message("Inside")
GRAZE = sc.message("Graze")


class Face(NamedTuple):
    """Words, colour and code of a face.

    Attributes
    ----------
    word, name : str
        Word at the beginning of a sentence, and within one.
    role : Role
        Colour.
    code : str
        The answer's name in the article's code, as LaTeX.
    """

    word: str
    name: str
    role: sc.Role
    code: str


FACES: dict[int, Face] = {
    BlockFace.TOP_BOTTOM: Face(
        sc.message("Top or bottom"),
        sc.message("top or bottom"),
        sc.Role.SIDE_A,
        r"\mathrm{HitTopBottom}",
    ),
    BlockFace.LEFT_RIGHT: Face(
        sc.message("Left or right"),
        sc.message("left or right"),
        sc.Role.SIDE_B,
        r"\mathrm{HitLeftRight}",
    ),
    BlockFace.CORNER: Face(
        sc.message("Corner"),
        sc.message("corner"),
        sc.Role.CORNER,
        r"\mathrm{HitCorner}",
    ),
}


def _vector_argument(i: int) -> cached_property[Array]:
    return cached_property(lambda reading: sc.stack_components(*reading.arguments[i]))


@dataclass(frozen=True, eq=False)
class RuleAnswer:
    """Result of the rule for a ball; the numbers may be arrays.

    Vectors are (..., 2); lengths are in metres.

    Attributes
    ----------
    radius : float or array
        Radius of the ball.
    arguments : tuple of Components
        Centre, velocity (displacement per step), and the block's corners `low` (lower
        left) and `high` (upper right).
    core : BallBlock
        The core's result.
    """

    radius: Any
    arguments: tuple[Components, ...]
    core: BallBlock

    center = _vector_argument(0)
    velocity = _vector_argument(1)
    low = _vector_argument(2)
    high = _vector_argument(3)

    @classmethod
    def from_arguments(cls, radius: Any, *arguments: Components) -> Self:
        """Return the rule's result for a ball and a block.

        `arguments` are centre, velocity, `low` and `high`, as in the attribute.
        """
        return cls(radius, arguments, ball_block(arguments[0], radius, *arguments[1:]))

    @property
    def face(self) -> BlockFace:
        """The face for a single position."""
        return BlockFace(int(self.core.face))

    @cached_property
    def side(self) -> Array:
        """Per axis, the direction out through the side from which the article measures.

        It measures from the left and the top (-1, 1), unless the centre is not beyond
        them.
        """
        x_left, top = self.low[..., 0], self.high[..., 1]
        x, y = self.center[..., 0], self.center[..., 1]
        return sc.stack_components(
            np.where(x > x_left, 1.0, -1.0), np.where(y < top, -1.0, 1.0)
        )

    @cached_property
    def side_offset(self) -> Array:
        """Per axis, distance of the centre beyond that side: _x and _y in the code."""
        offset = np.where(
            self.side > 0.0, self.center - self.high, self.low - self.center
        )
        return np.asarray(offset)

    @property
    def inward_velocity(self) -> Array:
        """Per axis, the velocity from that side into the block: _vx and _vy there.

        Negative when moving away.
        """
        return np.asarray(0.0 - self.side * self.velocity)

    @property
    def outside_distance(self) -> Array:
        """Distance of the centre from the solid block; 0 inside."""
        return length(np.maximum(self.core.gap, 0.0))

    @property
    def corner(self) -> Array:
        """The block's corner on the ball's side."""
        return np.where(self.core.outward > 0.0, self.high, self.low)

    @property
    def nearest(self) -> Array:
        """The point of the solid block nearest to the centre."""
        return np.clip(self.center, self.low, self.high)

    @property
    def velocity_as_printed(self) -> Array:
        """The velocity after the corner rule as printed."""
        return articles.corner_bounce(self.velocity)

    @property
    def bounces_inward(self) -> NDArray[np.bool_]:
        """True where the corner rule as printed sends the ball on into the block.

        A ball level with a block of zero width is neither left nor right of it.
        """
        sign = np.sign((self.center - self.low) + (self.center - self.high))
        into = (self.velocity_as_printed * sign < 0.0).any(axis=-1)
        return np.asarray(into & (self.core.face == BlockFace.CORNER))

    def word(self, face: int) -> str:
        """Return a word for the answer `face`, a `BlockFace`, at a single position."""
        zone = int(self.core.zone)
        if face != BlockFace.NONE:
            return GRAZE if face != zone == BlockFace.CORNER else FACES[face].word
        if self.core.inside:
            return INSIDE
        leaving = zone != BlockFace.NONE and self.face == BlockFace.NONE
        return LEAVING if leaving else NO_HIT

    @property
    def zone_word(self) -> str:
        """Word for the zone that contains a single centre."""
        if found := FACES.get(int(self.core.zone)):
            return found.word
        return INSIDE if self.core.inside else sc.message("None")


class Reading(ScalarAnswer):
    """The rule for one position of the ball, as plain numbers."""

    def __init__(self, r: RuleAnswer) -> None:
        super().__init__(r)
        self.radius, self.face = float(r.radius), r.face
        self.core = ScalarAnswer(r.core)

    @property
    def side_lines(self) -> sc.Vec2:
        """Coordinates x and y of the sides from which the article measures."""
        sides = zip(self.side, self.low, self.high, strict=True)
        x, y = (high if side > 0.0 else low for side, low, high in sides)
        return x, y

    @property
    def diagonal(self) -> sc.Vec2:
        """Unit vector out of the corner, at 45° to both sides."""
        x, y = self.core.outward
        return x * ROOT_HALF, y * ROOT_HALF


def bounce_as_published(velocity: ArrayLike, face: ArrayLike) -> Array:
    """Return the velocity after the article's bounce, corner rule as printed.

    Parameters
    ----------
    velocity : array_like (..., 2)
        Velocity before, y up.
    face : array_like (...)
        `BlockFace` that is hit; NONE leaves the velocity as it is.
    """
    v, hit = np.asarray(velocity, np.float64), np.asarray(face)[..., None]
    sides = hit == np.array([BlockFace.LEFT_RIGHT, BlockFace.TOP_BOTTOM])
    reflected = np.where(sides, 0.0 - v, v)
    return np.where(hit == BlockFace.CORNER, articles.corner_bounce(v), reflected)


def part_name(face: int, outward: Array) -> str:
    """Return the name of a part of a block: "top", "left side", "upper left corner".

    `face` is a `BlockFace` other than NONE; the signs of `outward` (2,), a direction
    out of the block, choose between opposite parts.
    """
    right, is_up = bool(outward[0] > 0.0), bool(outward[1] > 0.0)
    if face == BlockFace.LEFT_RIGHT:
        return sc.message("right side" if right else "left side")
    if face == BlockFace.TOP_BOTTOM:
        return sc.message("top" if is_up else "bottom")
    return _CORNERS[is_up, right]


_CORNERS = {
    (True, False): sc.message("upper left corner"),
    (True, True): sc.message("upper right corner"),
    (False, False): sc.message("lower left corner"),
    (False, True): sc.message("lower right corner"),
}


_GAP, _SPEED_UNIT = sc.message("Gap"), sc.message("m/frame")


def quantities(
    get_rule: Callable[[R], RuleAnswer],
    *,
    gap: str = _GAP,
    measured: bool = False,
    when: Callable[[Any, R], bool] | None = None,
) -> tuple[sc.Quantity[Any, R], ...]:
    """Return the rule's quantities.

    Parameters
    ----------
    get_rule : callable
        Takes the result of the scene's `solve`; returns its `RuleAnswer`.
    gap : str
        Name of the distance between disc and block.
    measured : bool
        The gap has a curve, a map and the threshold 0.
    when : callable or None
        Takes params and result of a single state; returns whether the rows are shown.
    """

    def read(value: Callable[[RuleAnswer], Any]) -> Callable[[Any, R], Any]:
        return lambda p, r: value(get_rule(r))

    declared = (
        sc.Quantity(
            name="Rule's decision",
            help="What the ball hits according to the article's rule, at the moment it "
            "looks.",
            value=read(lambda r: r.word(r.face)),
            key="decision",
        ),
        sc.Quantity(
            name="Zone",
            help="Which zone around the block the centre is in, whatever the velocity.",
            value=read(lambda r: r.zone_word),
            key="zones",
        ),
        sc.Quantity(
            name=GRAZE,
            help="A touch at a corner that the velocity's signs make the rule treat as "
            "a side.",
            value=read(lambda r: r.core.graze),
            key="decision",
        ),
        sc.Quantity(
            name="Overlap",
            unit="m",
            help="How deep the disc is in the block when the rule looks: the radius "
            "minus the centre's distance.",
            value=read(lambda r: np.maximum(-r.core.distance, 0.0)),
            key="reach",
        ),
        sc.Quantity(
            name=gap,
            unit="m",
            help="From the disc to the solid block; negative when they overlap.",
            value=read(lambda r: r.core.distance),
            threshold=0.0 if measured else None,
            curve=measured,
            map=measured,
            key="reach",
        ),
        sc.Quantity(
            name="x′",
            unit="m",
            help="How far the centre is beyond the left side, or if not beyond that "
            "the right side: the article's _x.",
            value=read(lambda r: r.side_offset[..., 0]),
            key="fold_x",
        ),
        sc.Quantity(
            name="vx′",
            unit=_SPEED_UNIT,
            help="Velocity along x into the block from that side, per frame; negative "
            "when moving away: the article's _vx.",
            value=read(lambda r: r.inward_velocity[..., 0]),
            key="toward_x",
        ),
        sc.Quantity(
            name="y′",
            unit="m",
            help="How far the centre is beyond the top, or if not beyond that the "
            "bottom: the article's _y.",
            value=read(lambda r: r.side_offset[..., 1]),
            key="fold_y",
        ),
        sc.Quantity(
            name="vy′",
            unit=_SPEED_UNIT,
            help="Velocity along y into the block from that side, per frame; negative "
            "when moving away: the article's _vy.",
            value=read(lambda r: r.inward_velocity[..., 1]),
            key="toward_y",
        ),
        sc.Quantity(
            name="Velocity before",
            unit=_SPEED_UNIT,
            help="Displacement over one frame, in the world.",
            value=read(lambda r: r.velocity),
            key="velocity",
        ),
        sc.Quantity(
            name="Velocity by the rule",
            unit=_SPEED_UNIT,
            help="Per frame, in the world, as the article means it: at each corner "
            "both parts turn outward. Exact there only at 45°.",
            value=read(lambda r: r.core.bounced),
            key="bounce",
        ),
    )
    return tuple(replace(quantity, when=when) for quantity in declared)
