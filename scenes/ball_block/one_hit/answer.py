"""Answer of the mode "one hit": outcomes, quantities, precision formula and quiz.

The article's rule uses the ball's position at one time `t`, in a game the end of the
step; the sweep covers the whole step and finds the time of touch, which is the answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

import playground.scene as sc
from playground.collision import (
    BlockFace,
    Components,
    SweepBallBlock,
    ball_block,
    reflect,
    sweep_ball_block,
)
from playground.collision._arguments import Array
from playground.scene.symbols import ScalarAnswer
from scenes.ball_block.one_hit.params import QUERY, OneHitParams
from scenes.ball_block.rule import answer as rule
from scenes.ball_block.rule.answer import FACES, RuleAnswer

TOUCH = sc.message("Resting or gliding")
_STEP_SECONDS = 3.0
# A gap up to this, relative to the radius, may be rounding error.
_GAP_ROUNDING_RATIO = 1e-12


@dataclass(frozen=True, eq=False)
class OneHit:
    """Results of the rule and of the sweep for a step; every number is an array.

    Attributes
    ----------
    asked : Components
        The centre before the step.
    reading : RuleAnswer
        Result of the rule at the time `t`, with the ball not bounced before.
    sweep : SweepBallBlock
        Result of the sweep.
    """

    asked: Components
    reading: RuleAnswer
    sweep: SweepBallBlock

    @cached_property
    def start(self) -> Array:
        """The centre before the step, (..., 2), metres."""
        return sc.stack_components(*self.asked)

    @property
    def speed_in(self) -> Array:
        """The velocity against the normal; negative when leaving, NaN without a hit."""
        return np.asarray(-(self.reading.velocity * self.sweep.normal).sum(axis=-1))

    @cached_property
    def leave(self) -> Array:
        """Velocity (..., 2) after the exact bounce; unchanged where there is none."""
        velocity, enters = self.reading.velocity, self.sweep.enters[..., None]
        mirrored_velocity = reflect(velocity, np.where(enters, self.sweep.normal, 1.0))
        return np.where(enters, mirrored_velocity, velocity)

    @property
    def is_hit(self) -> NDArray[np.bool_]:
        """The ball touches the block and does not leave it."""
        return self.sweep.hit & ~self.sweep.leaves

    @property
    def face(self) -> BlockFace:
        """Part of the block that a single ball touches first."""
        return BlockFace(int(self.sweep.face))

    @cached_property
    def closest(self) -> tuple[Array, Array]:
        """Time of the centre's least distance from the block, and that distance.

        Each is (...); the distance is in metres, and the path without a bounce.

        The minimum is where the path is level with a corner, at its ends, or where it
        crosses the line of a side. The earliest of these is taken.
        """
        r, start = self.reading, self.start
        ends = r.low, r.high
        corners = [
            sc.stack_components(x[..., 0], y[..., 1]) for x in ends for y in ends
        ]
        with np.errstate(all="ignore"):
            square = (r.velocity * r.velocity).sum(axis=-1)
            level = [((q - start) * r.velocity).sum(axis=-1) / square for q in corners]
            crossings = [(q - start) / r.velocity for q in ends]
        sides = [ratio[..., i] for ratio in crossings for i in (0, 1)]
        t = np.stack(np.broadcast_arrays(0.0, 1.0, *level, *sides))
        t = np.clip(np.where(np.isfinite(t), t, 0.0), 0.0, 1.0)
        way = start + t[..., None] * r.velocity
        point = ball_block(way, 0.0, r.velocity, r.low, r.high)
        gap = np.maximum(point.distance, 0.0)
        min_gap = gap.min(axis=0)
        return np.where(gap == min_gap, t, np.inf).min(axis=0), min_gap

    @property
    def nearest(self) -> tuple[Array, Array]:
        """Centre at the time of `closest`, and the block's nearest point, (..., 2)."""
        r = self.reading
        position = self.start + self.closest[0][..., None] * r.velocity
        return position, np.clip(position, r.low, r.high)


def solve(p: OneHitParams) -> OneHit:
    """Return the results of the rule at time t and of the sweep."""
    ball = Components(p.velocity), Components(p.low), Components(p.high)
    start, reading = (
        Components(p.center),
        RuleAnswer.from_arguments(p.radius, Components(p.center_at_t), *ball),
    )
    return OneHit(start, reading, sweep_ball_block(start, p.radius, *ball))


def smallest_gap(p: OneHitParams, r: OneHit) -> Array:
    """Return the least gap between disc and block in the step, shape (...), metres.

    Without a hit it is always positive.
    """
    gap = np.asarray(r.closest[1] - p.radius)
    is_lost = ~r.sweep.hit & (gap <= _GAP_ROUNDING_RATIO * p.radius)
    if not is_lost.any():
        return gap
    return np.where(is_lost, QUERY.gap(QUERY.arguments(p), r.sweep), gap)


class BallStep(sc.ScalarState[OneHitParams, OneHit]):
    """One step of a ball past a block, as plain numbers and texts.

    Attributes
    ----------
    sweep : ScalarAnswer
        Result of the sweep.
    face : BlockFace
        Part of the block that is touched first.
    after : str
        Highlight key of the velocity after the step.
    met : str
        Highlight key of the least gap.
    """

    def __init__(self, p: OneHitParams, answer: OneHit) -> None:
        super().__init__(p, answer)
        self.sweep, self.face = ScalarAnswer(answer.sweep), answer.face
        self.after = "leave" if self.sweep.enters else "velocity"
        self.met = "touch" if self.sweep.hit else "closest"

    @property
    def part(self) -> str:
        """Name of the part of the block that is touched first."""
        return rule.part_name(self.face, self.sweep.normal)

    @property
    def t(self) -> str:
        """Time of the first touch as text: a fraction of the step, or "none"."""
        return sc.format_number(self.sweep.t)

    @cached_property
    def gap(self) -> float:
        """Least distance of disc and block, metres; negative for an overlap."""
        return float(smallest_gap(self.p, self.answer))

    @property
    def depth(self) -> float:
        """Greatest depth of the ball in the block, metres, if it overlaps it."""
        return abs(self.gap)

    @property
    def _overlaps(self) -> bool:
        """True if a touching disc overlaps the block at the start."""
        r = self.answer
        _, _, *block = r.reading.arguments
        overlap_before = ball_block(r.asked, r.reading.radius, (0.0, 0.0), *block)
        return bool(overlap_before.distance < 0.0)

    @property
    def moving_in(self) -> str:
        """Sentence on a disc that touches and moves in."""
        if self.sweep.t:
            return self.format_text("First touch at t = {t}, at the {part}.")
        return self.format_text(
            "It overlaps at the start and moves in, at the {part}."
            if self._overlaps
            else "It touches at the start and moves in, at the {part}."
        )

    @property
    def meeting(self) -> str:
        """Sentence on the first part that the disc meets."""
        if self.sweep.t == 0.0:
            return self.format_text("The disc is at the {part} from the start.")
        return self.format_text(
            "On its way the disc first meets the {part}, at t = {t}."
            if self.sweep.enters
            else "On its way the disc first touches the {part}, at t = {t}."
        )

    @property
    def staying(self) -> str:
        """Sentence on a disc that touches and moves neither in nor out."""
        if not any(self.p.velocity):
            return self.format_text(
                "It overlaps and does not move."
                if self._overlaps
                else "It touches and does not move."
            )
        return self.format_text(
            "It overlaps at t = {t} and moves neither in nor out."
            if self._overlaps
            else "It touches at t = {t} and moves neither in nor out."
        )

    @property
    def moving_out(self) -> str:
        """Sentence on a disc that touches and moves out."""
        return self.format_text(
            "It overlaps at the start and moves out. That does not count as a hit here "
            "(in article 4's scene it would)."
            if self._overlaps
            else "It touches at the start and moves out. That does not count as a hit "
            "here (in article 4's scene it would)."
        )


of = sc.cache_last_state(BallStep)


def _bounces_off(face: int) -> sc.Outcome[OneHitParams, OneHit]:
    return sc.Outcome(
        FACES[face].word,
        lambda p, r: r.sweep.enters & (r.sweep.face == face),
        True,
        FACES[face].role,
        lambda p, r: of(p, r).moving_in,
    )


OUTCOMES: tuple[sc.Outcome[OneHitParams, OneHit], ...] = (
    *map(_bounces_off, FACES),
    sc.Outcome(
        TOUCH,
        lambda p, r: r.is_hit,
        True,
        sc.Role.NORMAL,
        lambda p, r: of(p, r).staying,
    ),
    sc.Outcome(
        rule.LEAVING,
        lambda p, r: r.sweep.leaves,
        False,
        sc.Role.INK,
        lambda p, r: of(p, r).moving_out,
    ),
    sc.Outcome(
        rule.NO_HIT,
        lambda p, r: True,
        False,
        sc.Role.MISS,
        "No touch within the frame.",
    ),
)

QUANTITIES: tuple[sc.Quantity[OneHitParams, OneHit], ...] = (
    sc.Quantity(
        name="Touched face",
        help="Which side or corner of the block the disc touches first in this frame.",
        value=lambda p, r: FACES[r.face].word if r.face else sc.message("None"),
        key="contact",
    ),
    sc.Quantity(
        name="Touch time",
        main=True,
        unit=sc.message("frame"),
        help="First moment of touch, as a fraction of the frame; 0 if it already "
        "overlaps at the start.",
        value=lambda p, r: r.sweep.t,
        map=True,
        key="touch",
    ),
    sc.Quantity(
        name="Centre at touch",
        unit="m",
        help="The ball's centre at that moment, in the world.",
        value=lambda p, r: r.sweep.center,
        key="touch",
    ),
    sc.Quantity(
        name="Contact",
        main=True,
        unit="m",
        help="The point of the block that is touched, in the world.",
        value=lambda p, r: r.sweep.contact,
        key="contact",
    ),
    sc.Quantity(
        name="Normal",
        main=True,
        help="Unit vector from the block toward the ball, in the world.",
        value=lambda p, r: r.sweep.normal,
        key="normal",
    ),
    sc.Quantity(
        name="Speed into the block",
        unit=sc.message("m/frame"),
        help="How fast the ball moves into the block, against the normal, per frame; "
        "negative when it leaves.",
        value=lambda p, r: r.speed_in,
        threshold=0.0,
        map=2,
        key="inward",
    ),
    sc.Quantity(
        name="Velocity after",
        main=True,
        unit=sc.message("m/frame"),
        help="Per frame, in the world. If the ball moves in, the part along the normal "
        "is reversed.",
        value=lambda p, r: r.leave,
        key="{after}",
    ),
    sc.Quantity(
        name="Least distance",
        unit="m",
        help="Shortest distance from the centre's path during the frame to the block; "
        "a hit if it is at most r.",
        value=lambda p, r: r.closest[1],
        key="{met}",
    ),
    *rule.quantities(lambda r: r.reading, gap=sc.message("Gap at t"), measured=True),
    sc.Quantity(
        name="Least gap",
        unit="m",
        help="Smallest gap between disc and block during the frame; negative where "
        "they overlap.",
        value=smallest_gap,
        threshold=0.0,
        row=False,
        curve=True,
        map=True,
    ),
    sc.Quantity(
        name="The rule says",
        help="What the ball hits according to the article's rule.",
        value=lambda p, r: np.where(r.reading.core.face, r.reading.core.face, np.nan),
        row=False,
        curve=True,
        words=tuple(face.name for face in FACES.values()),
    ),
)


def _face_zone(face: int) -> sc.Zone[OneHitParams, OneHit]:
    return sc.Zone(
        FACES[face].name,
        lambda p, r: (r.reading.core.face == face) & ~r.reading.core.graze,
        FACES[face].role,
    )


ZONES: tuple[sc.Zone[OneHitParams, OneHit], ...] = (
    *map(_face_zone, FACES),
    sc.Zone("graze, counted as a side", lambda p, r: r.reading.core.graze, sc.Role.INK),
    sc.Zone("none: centre inside", lambda p, r: r.reading.core.inside, sc.Role.ENTER),
    sc.Zone(
        "none: moving out",
        lambda p, r: r.reading.core.zone != BlockFace.NONE,
        sc.Role.NORMAL,
    ),
    sc.Zone("none: no touch", lambda p, r: True, sc.Role.MISS),
)

ANSWER = sc.Answer(
    OUTCOMES,
    QUANTITIES,
    ZONES,
    "What the article's rule sees at the moment t, at every place of the map.",
    curve_axis="t",
    scope="during this frame",
    scalar_state=of,
)

Numbers = Sequence[Any]


def _decide(p: OneHitParams, number: sc.NumberType) -> sc.Decision:
    """Decide whether the disc meets the block and does not leave it at the start.

    The disc touches if the path of its centre comes within the radius of the block. The
    least distance D is at an end of the path, at a corner next to the path, or zero
    where the path crosses the block. Squares are compared.
    """
    start, way, low, high = (
        sc.convert_components(v, number) for v in (p.center, p.velocity, p.low, p.high)
    )
    (radius,) = sc.convert_components((p.radius,), number)
    end = start[0] + way[0], start[1] + way[1]
    corners = [(x, y) for x in (low[0], high[0]) for y in (low[1], high[1])]
    spokes = [(x - start[0], y - start[1]) for x, y in corners]
    # Twice the signed area of the triangle of the path and each spoke.
    areas = [way[0] * spoke[1] - way[1] * spoke[0] for spoke in spokes]
    square, (offset, speed_toward) = sc.dot(way, way), _fold_axes(start, way, low, high)
    distances = [
        area * area / square
        for area, spoke in zip(areas, spokes, strict=True)
        if square > 0 and 0 <= sc.dot(spoke, way) <= square
    ]
    at_start, (at_end, _) = _square(offset), _fold_axes(end, way, low, high)
    least = min(at_start, _square(at_end), *distances)
    boxes_meet = all(
        low[i] <= max(start[i], end[i]) and min(start[i], end[i]) <= high[i]
        for i in (0, 1)
    )
    if boxes_meet and min(areas) <= 0 <= max(areas):
        least = 0 * least
    reach = radius * radius
    leaving = at_start <= reach and _speed_in(offset, speed_toward) < 0
    failing = sc.message("leaving") if leaving else ""
    return sc.Decision(bool(least <= reach and not leaving), least, reach, failing)


def _fold_axes(
    center: Numbers, velocity: Numbers, low: Numbers, high: Numbers
) -> tuple[Numbers, Numbers]:
    """Return per axis the distance beyond the nearer side, and the speed toward it.

    Ties go to the left and to the top, as in the core.
    """
    left_gap, right = low[0] - center[0], center[0] - high[0]
    below, above = low[1] - center[1], center[1] - high[1]
    speed_across = velocity[0] if left_gap >= right else -velocity[0]
    upright = -velocity[1] if above >= below else velocity[1]
    return (max(left_gap, right), max(below, above)), (speed_across, upright)


def _square(beyond: Numbers) -> Any:
    """Return the square of the distance from the block."""
    outside = [max(gap, 0 * gap) for gap in beyond]
    return sc.dot(outside, outside)


def _speed_in(beyond: Numbers, toward: Numbers) -> Any:
    """Return a number with the sign of the speed toward the touched feature.

    That is the nearest point, from inside the nearest side; exactly at a corner, both
    sides.
    """
    if max(beyond) > 0:
        return sc.dot([max(gap, 0 * gap) for gap in beyond], toward)
    if not any(beyond):
        return toward[0] + toward[1]
    return toward[0] if beyond[0] > beyond[1] else toward[1]


LENS = sc.PrecisionFormula("D² ≤ r²", _decide)


def _target(p: OneHitParams, r: OneHit) -> sc.Target | None:
    # A block that overlaps at the start has no point of first touch.
    if not r.is_hit or r.sweep.t == 0.0:
        return None
    return sc.Target("the ball's centre as it first touches", sc.xy(r.sweep.center))


QUIZ = sc.Quiz(
    "Does the ball hit the block within the frame? Touching counts; a ball that "
    "is only moving away does not.",
    _target,
    decides=lambda p, r: sc.message(
        "Mirror the velocity"
        if r.sweep.hit and not r.is_hit
        else "The whole frame: the first touch"
    ),
    article="Looking only at where the ball is at the end of the frame, before any "
    "bounce, will the article's code say that it hits the block?",
    article_decides="Near enough and moving toward it",
    article_hit=lambda answer: answer.face != BlockFace.NONE,
)


def timeline(p: OneHitParams, r: OneHit | None) -> sc.Timeline:
    """Return the step's time axis.

    Stops are both ends and, with a result that is a hit, the exact touch between them.
    """
    touch = [float(r.sweep.t)] if r and 0.0 < r.sweep.t < 1.0 else []
    return sc.Timeline(
        "t",
        0.0,
        1.0,
        _STEP_SECONDS,
        stops=(0.0, *touch, 1.0),
        names=(
            sc.message("start", about="time"),
            *([sc.message("first touch")] * len(touch)),
            sc.message("end of the frame"),
        ),
    )
