"""Answer of the mode "wall": one frame's outcome, quantities and timeline."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np

from playground.collision import BlockFace, Components, ball_block
from playground.i18n import join_sentences, message, plural
from playground.scene import Answer, Outcome, Quantity, Role, Timeline
from scenes.ball_block.rule import answer as rule
from scenes.ball_block.rule.answer import FACES, RuleAnswer
from scenes.ball_block.symbols import N
from scenes.ball_block.wall import flight
from scenes.ball_block.wall.flight import Flight, Frame, Impact, Wall
from scenes.ball_block.wall.params import WallParams

GONE_INTO = message("Entered a block")
ENTRIES = message("Entries into blocks")
_FRAME_NAMES = [
    message("Frame {frame}", frame=k) for k in range(flight.LAST_FRAME_INDEX + 1)
]
_FRAMES_PER_SECOND = 20.0


@dataclass(frozen=True, eq=False)
class WallFrame:
    """One frame of a run.

    Attributes
    ----------
    frames, others : Flight
        The run, and that of the same launch by the other rule.
    index : int
        Number of the frame.
    focus : int
        Block that the frame is about: the one hit first, or else entered, or else the
        nearest one left; -1 without any.
    reading : RuleAnswer or None
        Result of the article's rule for that block, at the end of the frame without the
        bounce.
    """

    frames: Flight
    others: Flight
    index: int
    focus: int
    reading: RuleAnswer | None

    @property
    def frame(self) -> Frame:
        """The selected frame."""
        return self.frames[self.index]

    @property
    def previous_frame(self) -> Frame:
        """The frame before it, or itself at the launch."""
        return self.frames[max(self.index - 1, 0)]

    @property
    def first_impact(self) -> Impact | None:
        """The first hit on a block in the frame; None without one."""
        return self.frame.impacts[0] if self.frame.impacts else None

    @property
    def first_time(self) -> float:
        """Time of the first hit as a fraction of the frame; NaN without one."""
        return (
            self.first_impact.time - (self.index - 1) if self.first_impact else math.nan
        )


def solve(p: WallParams) -> WallFrame:
    """Simulate the run, or take it from the cache, and return one frame."""
    launch = p.launch, p.step, p.ball_radius, p.blocks
    frames = flight.simulate(p.exact, *launch)
    others = flight.simulate(not p.exact, *launch)
    index = int(p.frame)
    looked = WallFrame(frames, others, index, _focus(frames.wall, frames[index]), None)
    if looked.focus < 0:
        return looked
    frame, block = looked.frame, looked.focus
    before = looked.first_impact.before if looked.first_impact else frame.velocity
    ends = frames.wall.corners(block)
    arguments = map(Components, (frame.center, before, *ends))
    return replace(looked, reading=RuleAnswer.from_arguments(p.ball_radius, *arguments))


def _focus(wall: Wall, frame: Frame) -> int:
    if frame.impacts:
        return frame.impacts[0].block
    if frame.passed:
        return frame.passed[0]
    if not any(frame.alive):
        return -1
    away = ball_block(frame.center, 0.0, frame.velocity, wall.low, wall.high).distance
    return int(np.where(frame.alive, away, np.inf).argmin())


def word(p: WallParams, r: WallFrame) -> str:
    """Return a word for the frame's event."""
    if r.frame.passed:
        return GONE_INTO
    face = r.first_impact.face if r.first_impact else BlockFace.NONE
    if p.exact:
        return FACES[face].word if face else rule.NO_HIT
    return r.reading.word(face) if r.reading else rule.NO_HIT


def _hit_count(p: WallParams, r: WallFrame) -> str:
    """Return the number of hits so far, in words."""
    return plural("{count} block hit so far", "{count} blocks hit so far", r.frame.hits)


_EVENTS: dict[str, str] = {
    GONE_INTO: message("the ball goes into a block"),
    **{
        face.word: message("a block is hit ({face})", face=face.name)
        for face in FACES.values()
    },
    rule.GRAZE: message("a block is hit (a graze at a corner)"),
    rule.INSIDE: message("the centre is inside a block"),
    rule.LEAVING: message("the ball is leaving a block"),
    rule.NO_HIT: message("no block is hit"),
}


def _frame_sentence(p: WallParams, r: WallFrame) -> str:
    """Return a sentence on the frame's event and the blocks entered so far."""
    sentence = message(
        "In frame {frame}, {event}.", frame=r.index, event=_EVENTS[word(p, r)]
    )
    passes = r.frame.passes
    if not passes:
        return sentence
    entry_text = plural(
        "The centre entered a block that the article's rule left standing once; the "
        "exact sweep never lets that happen.",
        "The centre entered a block that the article's rule left standing {count} "
        "times; the exact sweep never lets that happen.",
        passes,
    )
    return join_sentences(sentence, entry_text)


def _has_word(wanted: str, p: WallParams, r: WallFrame) -> bool:
    return word(p, r) == wanted


OUTCOMES: tuple[Outcome[WallParams, WallFrame], ...] = tuple(
    Outcome(name, partial(_has_word, name), hit, role, _frame_sentence, _hit_count)
    for name, hit, role in (
        (GONE_INTO, False, N.passed.role),
        *((face.word, True, face.role) for face in FACES.values()),
        (rule.GRAZE, True, Role.INK),
        (rule.INSIDE, False, Role.MISTAKE_2),
        (rule.LEAVING, False, Role.NORMAL),
        (rule.NO_HIT, False, Role.MISS),
    )
)


def block_position(block: int) -> str:
    """Return in words the row and column at first of the block with this index."""
    return message(
        "row {row}, column {column}",
        row=block // flight.COLUMN_COUNT + 1,
        column=block % flight.COLUMN_COUNT + 1,
    )


def _shows_rule(p: WallParams, r: WallFrame) -> bool:
    return not p.exact and r.reading is not None


def _reading(r: WallFrame) -> RuleAnswer:
    assert r.reading is not None
    return r.reading


QUANTITIES: tuple[Quantity[WallParams, WallFrame], ...] = (
    Quantity(
        name="Frame",
        main=True,
        help="Frames since the launch.",
        value=lambda p, r: r.index,
        key="counts",
    ),
    Quantity(
        name="Decision", help="What happens in this frame.", value=word, key="decision"
    ),
    Quantity(
        name="Blocks hit",
        main=True,
        help="Since the launch, including this frame.",
        value=lambda p, r: r.frame.hits,
        key="hit",
    ),
    Quantity(
        name=ENTRIES,
        main=True,
        help=(
            "How often the ball's centre has entered a block that stayed, up to "
            "and including this frame."
        ),
        value=lambda p, r: r.frame.passes,
        key="passed",
    ),
    Quantity(
        name="In this frame",
        help="Blocks that the centre entered in this frame and that still stand.",
        value=lambda p, r: len(r.frame.passed),
        key="passed",
    ),
    Quantity(
        name="Blocks left",
        main=True,
        help="Blocks still standing after this frame.",
        value=lambda p, r: sum(r.frame.alive),
        key="wall",
    ),
    Quantity(
        name="Ball's centre",
        unit="m",
        help="At the end of the frame, in the world.",
        value=lambda p, r: r.frame.center,
        key="ball",
    ),
    Quantity(
        name="Velocity",
        main=True,
        unit=message("m/frame"),
        help=(
            "Displacement per frame at the frame's end, after every bounce, in "
            "the world."
        ),
        value=lambda p, r: r.frame.velocity,
        key="after",
    ),
    Quantity(
        name="Touches in this frame",
        help="Blocks that the ball bounces off between the two frames.",
        value=lambda p, r: len(r.frame.impacts),
        key="touch",
        when=lambda p, r: p.exact,
    ),
    Quantity(
        name="First touch",
        unit=message("frame"),
        help="When, as a fraction of this frame.",
        value=lambda p, r: r.first_time,
        key="touch",
        when=lambda p, r: p.exact,
    ),
    Quantity(
        name="Block touched",
        help="Counted from the lower left, as the blocks were at first.",
        value=lambda p, r: (
            block_position(r.first_impact.block) if r.first_impact else message("none")
        ),
        key="hit",
        when=lambda p, r: p.exact,
    ),
    Quantity(
        name="Contact",
        unit="m",
        help="The point of the block that is touched, in the world.",
        value=lambda p, r: (
            r.first_impact.contact if r.first_impact else (math.nan, math.nan)
        ),
        key="contact",
        when=lambda p, r: p.exact,
    ),
    Quantity(
        name="Normal",
        help="Unit vector from the block toward the ball, in the world.",
        value=lambda p, r: (
            r.first_impact.normal if r.first_impact else (math.nan, math.nan)
        ),
        key="normal",
        when=lambda p, r: p.exact,
    ),
    Quantity(
        name="Block tested",
        help=(
            "The block hit first, or else the one entered, or else the nearest; "
            "counted from the lower left."
        ),
        value=lambda p, r: block_position(r.focus),
        key="block",
        when=_shows_rule,
    ),
    *rule.quantities(_reading, when=_shows_rule),
)

ANSWER = Answer(OUTCOMES, QUANTITIES)


def timeline(p: WallParams, r: WallFrame | None) -> Timeline:
    """Return the run's frames as a time axis with a stop at each.

    The stops have names only with a result `r`, as they reveal hits.
    """
    return Timeline(
        "frame",
        0.0,
        float(flight.LAST_FRAME_INDEX),
        flight.LAST_FRAME_INDEX / _FRAMES_PER_SECOND,
        stops=tuple(map(float, range(flight.LAST_FRAME_INDEX + 1))),
        names=_stop_names(r.frames) if r else (),
    )


@lru_cache(maxsize=4)
def _stop_names(run: Flight) -> tuple[str, ...]:
    names = [*_FRAME_NAMES]
    for k, impacts in run.struck.items():
        face = FACES[impacts[0].face].name
        names[k] = message("Frame {frame}: {what}", frame=k, what=face)
    for k in run.passed:
        names[k] = message("Frame {frame}: entered a block", frame=k)
    return tuple(names)
