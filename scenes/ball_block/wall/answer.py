"""Answer of the mode "wall": one frame's outcome, quantities and timeline."""

import math
from dataclasses import dataclass, replace
from functools import lru_cache, partial

import numpy as np

import playground.scene as sc
from playground.collision import BlockFace, Components, ball_block
from scenes.ball_block.rule import answer as rule
from scenes.ball_block.rule.answer import FACES, RuleAnswer
from scenes.ball_block.symbols import N
from scenes.ball_block.wall import flight
from scenes.ball_block.wall.flight import Flight, Frame, Impact, Wall
from scenes.ball_block.wall.params import WallParams

GONE_INTO = sc.message("Entered a block")
ENTRIES = sc.message("Entries into blocks")
_FRAME_NAMES = [
    sc.message("Frame {frame}", frame=k) for k in range(flight.LAST_FRAME_INDEX + 1)
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
    return sc.plural(
        "{count} block hit so far", "{count} blocks hit so far", r.frame.hits
    )


_EVENTS: dict[str, str] = {
    GONE_INTO: sc.message("the ball goes into a block"),
    **{
        face.word: sc.message("a block is hit ({face})", face=face.name)
        for face in FACES.values()
    },
    rule.GRAZE: sc.message("a block is hit (a graze at a corner)"),
    rule.INSIDE: sc.message("the centre is inside a block"),
    rule.LEAVING: sc.message("the ball is leaving a block"),
    rule.NO_HIT: sc.message("no block is hit"),
}


def _frame_sentence(p: WallParams, r: WallFrame) -> str:
    """Return a sentence on the frame's event and the blocks entered so far."""
    sentence = sc.message(
        "In frame {frame}, {event}.", frame=r.index, event=_EVENTS[word(p, r)]
    )
    passes = r.frame.passes
    if not passes:
        return sentence
    entry_text = sc.plural(
        "The centre entered a block that the article's rule left standing once; the "
        "exact sweep never lets that happen.",
        "The centre entered a block that the article's rule left standing {count} "
        "times; the exact sweep never lets that happen.",
        passes,
    )
    return sc.join_sentences(sentence, entry_text)


def _has_word(wanted: str, p: WallParams, r: WallFrame) -> bool:
    return word(p, r) == wanted


OUTCOMES: tuple[sc.Outcome[WallParams, WallFrame], ...] = tuple(
    sc.Outcome(name, partial(_has_word, name), hit, role, _frame_sentence, _hit_count)
    for name, hit, role in (
        (GONE_INTO, False, N.passed.role),
        *((face.word, True, face.role) for face in FACES.values()),
        (rule.GRAZE, True, sc.Role.INK),
        (rule.INSIDE, False, sc.Role.MISTAKE_2),
        (rule.LEAVING, False, sc.Role.NORMAL),
        (rule.NO_HIT, False, sc.Role.MISS),
    )
)


def block_position(block: int) -> str:
    """Return in words the row and column at first of the block with this index."""
    return sc.message(
        "row {row}, column {column}",
        row=block // flight.COLUMN_COUNT + 1,
        column=block % flight.COLUMN_COUNT + 1,
    )


def _shows_rule(p: WallParams, r: WallFrame) -> bool:
    return not p.exact and r.reading is not None


def _reading(r: WallFrame) -> RuleAnswer:
    assert r.reading is not None
    return r.reading


QUANTITIES: tuple[sc.Quantity[WallParams, WallFrame], ...] = (
    sc.Quantity(
        name="Frame",
        main=True,
        help="Frames since the launch.",
        value=lambda p, r: r.index,
        key="counts",
    ),
    sc.Quantity(
        name="Decision", help="What happens in this frame.", value=word, key="decision"
    ),
    sc.Quantity(
        name="Blocks hit",
        main=True,
        help="Since the launch, including this frame.",
        value=lambda p, r: r.frame.hits,
        key="hit",
    ),
    sc.Quantity(
        name=ENTRIES,
        main=True,
        help="How often the ball's centre has entered a block that stayed, up to and "
        "including this frame.",
        value=lambda p, r: r.frame.passes,
        key="passed",
    ),
    sc.Quantity(
        name="In this frame",
        help="Blocks that the centre entered in this frame and that still stand.",
        value=lambda p, r: len(r.frame.passed),
        key="passed",
    ),
    sc.Quantity(
        name="Blocks left",
        main=True,
        help="Blocks still standing after this frame.",
        value=lambda p, r: sum(r.frame.alive),
        key="wall",
    ),
    sc.Quantity(
        name="Ball's centre",
        unit="m",
        help="At the end of the frame, in the world.",
        value=lambda p, r: r.frame.center,
        key="ball",
    ),
    sc.Quantity(
        name="Velocity",
        main=True,
        unit=sc.message("m/frame"),
        help="Displacement per frame at the frame's end, after every bounce, in the "
        "world.",
        value=lambda p, r: r.frame.velocity,
        key="after",
    ),
    sc.Quantity(
        name="Touches in this frame",
        help="Blocks that the ball bounces off between the two frames.",
        value=lambda p, r: len(r.frame.impacts),
        key="touch",
        when=lambda p, r: p.exact,
    ),
    sc.Quantity(
        name="First touch",
        unit=sc.message("frame"),
        help="When, as a fraction of this frame.",
        value=lambda p, r: r.first_time,
        key="touch",
        when=lambda p, r: p.exact,
    ),
    sc.Quantity(
        name="Block touched",
        help="Counted from the lower left, as the blocks were at first.",
        value=lambda p, r: (
            block_position(r.first_impact.block)
            if r.first_impact
            else sc.message("none")
        ),
        key="hit",
        when=lambda p, r: p.exact,
    ),
    sc.Quantity(
        name="Contact",
        unit="m",
        help="The point of the block that is touched, in the world.",
        value=lambda p, r: (
            r.first_impact.contact if r.first_impact else (math.nan, math.nan)
        ),
        key="contact",
        when=lambda p, r: p.exact,
    ),
    sc.Quantity(
        name="Normal",
        help="Unit vector from the block toward the ball, in the world.",
        value=lambda p, r: (
            r.first_impact.normal if r.first_impact else (math.nan, math.nan)
        ),
        key="normal",
        when=lambda p, r: p.exact,
    ),
    sc.Quantity(
        name="Block tested",
        help="The block hit first, or else the one entered, or else the nearest; "
        "counted from the lower left.",
        value=lambda p, r: block_position(r.focus),
        key="block",
        when=_shows_rule,
    ),
    *rule.quantities(_reading, when=_shows_rule),
)

ANSWER = sc.Answer(OUTCOMES, QUANTITIES)


def timeline(p: WallParams, r: WallFrame | None) -> sc.Timeline:
    """Return the run's frames as a time axis with a stop at each.

    The stops have names only with a result `r`, as they reveal hits.
    """
    return sc.Timeline(
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
        names[k] = sc.message("Frame {frame}: {what}", frame=k, what=face)
    for k in run.passed:
        names[k] = sc.message("Frame {frame}: entered a block", frame=k)
    return tuple(names)
