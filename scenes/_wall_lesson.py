"""One frame of the ball in the wall as records, rows and steps."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from playground.scene.drawlist import (
    Arrow,
    Circle,
    Dot,
    DrawList,
    Label,
    Marker,
    Polyline,
    Rect,
    Role,
)
from playground.scene.mathtext import term, tex
from playground.scene.scene import (Row, Step, show)
from playground.scene.timeline import Timeline
from scenes._block_lesson import (
    draw_reading,
    draw_zones,
    reading_rows,
    reading_steps,
)
from scenes._block_rule import FACE_WORDS, NO_HIT, Reading, along, read
from scenes._wall import (
    BLOCK_CENTERS,
    BLOCK_HALF,
    BLOCK_HIGH,
    BLOCK_LOW,
    BOX_HIGH,
    BOX_LOW,
    LAST_FRAME,
    Frame,
    Impact,
    Vec2,
    pair,
    simulate,
)

PASSED = "Passed through"
# A run is played at this many frames a second.
_FRAMES_PER_SECOND = 20.0
# The ball's way stays visible for so many places, each at least so many radii on.
_TRAIL = 12
_SPACING = 1.5
# The launch arrow starts on a ring about the launch point, so that its tip can be
# taken hold of however short it is.
AIM_RING = 0.55
_START, _V = term("start", "P_0"), term("velocity", r"\mathbf{V}")
_T = term("touch", "t^*")


@dataclass(frozen=True)
class WallFrame:
    """A run, and the frame of it that is looked at.

    Attributes
    ----------
    frames : tuple of Frame
        The whole run.
    index : int
        Which of them.
    exact : bool
        By the exact sweep, not by the article's rule.
    launch, velocity : Vec2
        Where the run starts, and its first displacement per frame.
    radius : float
        The ball's.
    focus : int
        The block that the frame is about: the one hit first, else gone into, else
        the nearest that stands; -1 when none does.
    reading : Reading or None
        The article's rule about that block, the ball at the end of the frame and
        not turned yet.
    """

    frames: tuple[Frame, ...]
    index: int
    exact: bool
    launch: Vec2
    velocity: Vec2
    radius: float
    focus: int
    reading: Reading | None

    @property
    def frame(self) -> Frame:
        """The frame looked at."""
        return self.frames[self.index]

    @property
    def word(self) -> str:
        """What happens in the frame, in a word."""
        frame, reading = self.frame, self.reading
        if frame.passed:
            return PASSED
        if self.exact:
            return FACE_WORDS[frame.impacts[0].face] if frame.impacts else NO_HIT
        return reading.listing_word if reading else NO_HIT


def run(
    launch: Vec2, velocity: Vec2, radius: float, index: int, *, exact: bool
) -> WallFrame:
    """Simulate, or recall, the run and look at one frame."""
    frames = simulate(exact, launch, velocity, radius)
    frame = frames[index]
    focus = _focus(frame)
    before = frame.impacts[0].before if frame.impacts else frame.velocity
    reading = None
    if focus >= 0:
        block = pair(BLOCK_LOW[focus]), pair(BLOCK_HIGH[focus])
        reading = read(frame.center, radius, before, *block)
    return WallFrame(frames, index, exact, launch, velocity, radius, focus, reading)


def _focus(frame: Frame) -> int:
    if frame.impacts:
        return frame.impacts[0].block
    if frame.passed:
        return frame.passed[0]
    if not any(frame.alive):
        return -1
    outside = np.maximum(np.abs(BLOCK_CENTERS - frame.center) - BLOCK_HALF, 0.0)
    away = np.hypot(outside[:, 0], outside[:, 1])
    return int(np.where(frame.alive, away, np.inf).argmin())


def draw_wall(r: WallFrame, out: DrawList) -> None:
    """Append the box, the blocks, the ball with its trail, and the decision."""
    middle = (BOX_LOW[0] + BOX_HIGH[0]) / 2, (BOX_LOW[1] + BOX_HIGH[1]) / 2
    half = (BOX_HIGH[0] - BOX_LOW[0]) / 2, (BOX_HIGH[1] - BOX_LOW[1]) / 2
    out.add(Rect(middle, half, role=Role.MUTED, width=2.0, key="box"))
    _draw_blocks(r, out)
    _draw_launch(r, out)
    _draw_trail(r, out)
    _draw_asked(r, out)
    _draw_impacts(r, out)
    _draw_ball(r, out)
    _draw_words(r, out)


def _draw_blocks(r: WallFrame, out: DrawList) -> None:
    frame = r.frame
    struck = {impact.block for impact in frame.impacts}
    for block, center in enumerate(BLOCK_CENTERS):
        at = pair(center)
        if block in struck:
            out.add(Rect(at, BLOCK_HALF, role=Role.HIT, width=2.5, fill=0.3, key="hit"))
        elif block in frame.passed:
            out.add(
                Rect(at, BLOCK_HALF, role=Role.EXIT, width=2.5, fill=0.2, key="passed"),
                Dot(at, size=7.0, marker=Marker.CROSS, role=Role.EXIT, key="passed"),
            )
        elif frame.alive[block]:
            out.add(
                Rect(
                    at, BLOCK_HALF, role=Role.OBSTACLE, fill=0.24, width=1.5, key="wall"
                )
            )
        else:
            out.add(
                Rect(at, BLOCK_HALF, role=Role.MUTED, width=1.0, alpha=0.22, key="wall")
            )


def _draw_asked(r: WallFrame, out: DrawList) -> None:
    """Append, where the frame has something to tell, what it started with.

    By the article's rule also its reading of the block that the frame is about.
    """
    if r.word == NO_HIT:
        return
    tail, velocity = r.frame.path[0], _first_velocity(r)
    if r.reading and not r.exact:
        low, high = r.reading.low, r.reading.high
        half = (high[0] - low[0]) / 2, (high[1] - low[1]) / 2
        middle = low[0] + half[0], low[1] + half[1]
        velocity = r.reading.velocity
        tail = along(r.frame.center, velocity, -1.0)
        draw_zones(low, high, r.radius, out)
        out.add(Rect(middle, half, role=Role.INK, width=1.5, key="block"), since=1)
        draw_reading(r.reading, tail, out)
    out.add(
        Dot(
            r.frame.path[0], size=3.5, marker=Marker.RING, role=Role.MOVER, key="start"
        ),
        Arrow(
            tail,
            along(tail, velocity),
            role=Role.MOVER,
            width=1.5,
            dashed=True,
            key="velocity",
        ),
        since=1,
    )


def _draw_launch(r: WallFrame, out: DrawList) -> None:
    alpha = 1.0 if r.index == 0 else 0.45
    speed = math.hypot(*r.velocity)
    tail = along(r.launch, r.velocity, AIM_RING / speed)
    out.add(
        Circle(
            r.launch,
            AIM_RING,
            role=Role.CONSTRUCTION,
            width=1.0,
            dashed=True,
            alpha=alpha,
            key="launch",
        ),
        Arrow(
            tail,
            along(tail, r.velocity),
            role=Role.CONSTRUCTION,
            alpha=alpha,
            key="launch",
        ),
    )


def _draw_trail(r: WallFrame, out: DrawList) -> None:
    """Append the way of the last frames, fading, and some places on it."""
    pace = math.hypot(*r.frame.velocity)
    stride = max(math.ceil(_SPACING * r.radius / pace), 1)
    span = _TRAIL * stride
    for k in range(max(r.index - span, 0) + 1, r.index + 1):
        frame, last = r.frames[k], k == r.index
        fade = 1.0 - (r.index - k) / span
        way = Polyline(
            frame.path,
            role=Role.MOVER,
            width=2.0 if last else 1.5,
            alpha=0.9 if last else 0.5 * fade,
            key="path" if last else "trail",
        )
        out.add(way)
        if (r.index - k + 1) % stride == 0:
            place, look = frame.path[0], 0.45 * fade
            out.add(
                Circle(
                    place, r.radius, role=Role.MOVER, width=1.0, alpha=look, key="trail"
                )
            )


def _draw_impacts(r: WallFrame, out: DrawList) -> None:
    """Append the ball at each exact touch, its contact and normal."""
    if not r.exact:
        return
    for impact in r.frame.impacts:
        normal, contact = _normal(impact), _contact(impact)
        out.add(
            Circle(impact.center, r.radius, role=Role.ENTER, width=1.5, key="touch"),
            Dot(contact, size=4.0, marker=Marker.DIAMOND, role=Role.HIT, key="contact"),
            since=3,
        )
        out.add(
            Arrow(contact, along(contact, normal, 0.6), role=Role.NORMAL, key="normal"),
            since=4,
        )


def _normal(impact: Impact) -> Vec2:
    """Return the normal of an exact bounce: the velocity changes along it."""
    x, y = (b - a for a, b in zip(impact.before, impact.after, strict=True))
    size = math.hypot(x, y)
    return x / size, y / size


def _contact(impact: Impact) -> Vec2:
    low, high = BLOCK_LOW[impact.block], BLOCK_HIGH[impact.block]
    return pair(np.clip(impact.center, low, high))


def _draw_ball(r: WallFrame, out: DrawList) -> None:
    frame = r.frame
    role = Role.ACCENT if frame.impacts else Role.MOVER
    tip = along(frame.center, frame.velocity)
    out.add(
        Circle(
            frame.center, r.radius, role=Role.MOVER, width=2.5, fill=0.3, key="ball"
        ),
        Arrow(frame.center, tip, role=role, width=2.5, key="after"),
    )


def _draw_words(r: WallFrame, out: DrawList) -> None:
    frame = r.frame
    counts = f"Frame {r.index}   hit {frame.hits}   passed through {frame.passes}"
    corner = (BOX_LOW[0], BOX_HIGH[1])
    out.add(Label(corner, counts, toward=(1.0, 1.0), role=Role.MUTED, key="counts"))
    if r.word != NO_HIT:
        role = Role.EXIT if frame.passed else Role.INK
        away = (-frame.velocity[0], -frame.velocity[1])
        out.add(
            Label(
                frame.center,
                _decision(r),
                toward=away,
                gap=18.0,
                role=role,
                key="decision",
            )
        )


def _decision(r: WallFrame) -> str:
    if r.exact or r.frame.passed or r.reading is None or r.reading.distance > 0.0:
        return r.word
    return f"{r.word}, overlap {show(-r.reading.distance, 2)}"


def wall_rows(r: WallFrame) -> list[Row]:
    """Return every number of the frame."""
    frame = r.frame
    return [
        Row("Frame", float(r.index), help="Frames since the launch.", key="counts"),
        Row("Decision", r.word, help="What happens in this frame.", key="decision"),
        Row(
            "Blocks hit",
            float(frame.hits),
            help="Since the launch, this frame included.",
            key="hit",
        ),
        Row(
            "Passed through",
            float(frame.passes),
            help="How often the ball's centre went into a block that stayed, up to "
            "and with this frame.",
            key="passed",
        ),
        Row(
            "In this frame",
            float(len(frame.passed)),
            help="Blocks that the centre went into in this frame and that stay.",
            key="passed",
        ),
        Row(
            "Blocks left",
            float(sum(frame.alive)),
            help="Blocks that stand after this frame.",
            key="wall",
        ),
        Row(
            "Ball's centre",
            frame.center,
            "m",
            "At the end of the frame, world.",
            "ball",
        ),
        Row(
            "Velocity",
            frame.velocity,
            "m",
            "Displacement per frame at the frame's end, after every bounce, world.",
            "after",
        ),
        *(_exact_rows(r) if r.exact else _rule_rows(r)),
    ]


def _rule_rows(r: WallFrame) -> list[Row]:
    if r.reading is None:
        return []
    place = Row("Block asked", _place(r.focus), help=_PLACE_HELP, key="block")
    return [place, *reading_rows(r.reading)]


_PLACE_HELP = (
    "The block hit first, else gone into, else the nearest; counted from the lower "
    "left."
)


def _place(block: int) -> str:
    columns = len(set(BLOCK_CENTERS[:, 0].tolist()))
    return f"row {block // columns + 1}, column {block % columns + 1}"


def _exact_rows(r: WallFrame) -> list[Row]:
    first = r.frame.impacts[0] if r.frame.impacts else None
    none = (math.nan, math.nan)
    return [
        Row(
            "Touches in this frame",
            float(len(r.frame.impacts)),
            help="Blocks that the ball turns at between the two frames.",
            key="touch",
        ),
        Row(
            "First touch",
            first.time - (r.index - 1) if first else math.nan,
            "frame",
            "When, as a part of this frame.",
            "touch",
        ),
        Row(
            "Block touched",
            _place(first.block) if first else "none",
            help="Counted from the lower left.",
            key="hit",
        ),
        Row(
            "Contact",
            _contact(first) if first else none,
            "m",
            "The block's point touched, world.",
            "contact",
        ),
        Row(
            "Normal",
            _normal(first) if first else none,
            "",
            "Unit vector from the block toward the ball, world.",
            "normal",
        ),
    ]


def first_contact(r: WallFrame) -> Vec2 | None:
    """Return the point of the first block hit that is nearest to the ball then."""
    return _contact(r.frame.impacts[0]) if r.frame.impacts else None


def wall_steps(r: WallFrame) -> list[Step]:
    """Return the frame's derivation."""
    if r.exact:
        return [
            _move_step(r),
            _ask_step(r),
            _touch_step(r),
            _mirror_step(r),
            _rest_step(r),
        ]
    if r.reading is None:
        return [_move_step(r), _ask_step(r), _count_step(r), _box_step()]
    place = term("ball", tex(r.frame.center))
    moment = f"The rule looks where frame {r.index} ends."
    return [*reading_steps(r.reading, place, moment), _count_step(r)]


def _move_step(r: WallFrame) -> Step:
    start, velocity = r.frame.path[0], _first_velocity(r)
    return Step(
        "Fly one frame",
        "Left alone the ball moves by its velocity. The sides of the box mirror it "
        "exactly.",
        rf"{term('path', 'P(t)')} = {_START} + t\, {_V}, \quad 0 \le t \le 1",
        rf"{_START} = {term('start', tex(start))}, \quad "
        rf"{_V} = {term('velocity', tex(velocity))}",
        rf"P(1) = {tex(along(start, velocity))}",
        keys=("path", "ball"),
    )


def _first_velocity(r: WallFrame) -> Vec2:
    return r.frames[max(r.index - 1, 0)].velocity


def _ask_step(r: WallFrame) -> Step:
    standing = sum(r.frames[max(r.index - 1, 0)].alive)
    text = (
        "Each standing block is swept over the whole flight; the earliest touch counts."
        if standing
        else "The wall is gone: no block is left to ask."
    )
    return Step(
        "Ask the blocks that stand",
        text,
        rf"{_T} = \min(t_1,\; t_2,\; \ldots,\; t_n)",
        f"{term('wall', 'n')} = {standing}",
        keys=("wall",),
    )


def _touch_step(r: WallFrame) -> Step:
    impacts = r.frame.impacts
    place, block = term("touch", "P(t^*)"), term("hit", r"\text{block}")
    formula = rf"\text{{dist}}({place}, {block}) = r"
    if not impacts:
        return Step(
            "The earliest touch",
            "No block is touched in this frame.",
            formula,
            keys=("wall", "ball"),
        )
    first = impacts[0]
    return Step(
        "The earliest touch",
        f"It touches the block in {_place(first.block)}: "
        f"{FACE_WORDS[first.face].lower()}. That block goes.",
        formula,
        rf"{_T} = {term('touch', tex(first.time - (r.index - 1)))}",
        rf"{place} = {term('touch', tex(first.center))}",
        keys=("touch", "contact", "hit"),
    )


def _mirror_step(r: WallFrame) -> Step:
    after, normal = term("after", r"\mathbf{V}'"), term("normal", r"\mathbf{n}")
    formula = rf"{after} = {_V} - 2 ({_V} \cdot {normal})\, {normal}"
    if not r.frame.impacts:
        return Step(
            "Mirror the velocity", "Nothing to mirror it at.", formula, keys=("after",)
        )
    first = r.frame.impacts[0]
    return Step(
        "Mirror the velocity",
        "Turn round what runs into the block, keep what runs along it.",
        formula,
        rf"{_V} = {term('velocity', tex(first.before))}, \quad {normal} = "
        rf"{term('normal', tex(_normal(first)))}",
        rf"\mathbf{{V}}' = {tex(first.after)}",
        keys=("normal", "after"),
    )


def _rest_step(r: WallFrame) -> Step:
    title, keys = "Fly the rest of the frame", ("path", "ball")
    result = rf"P(1) = {term('ball', tex(r.frame.center))}"
    if not r.frame.impacts:
        text = "Nothing is touched, so all of the frame is flown."
        return Step(title, text, r"0 \le t \le 1", "", result, keys)
    first = r.frame.impacts[0].time - (r.index - 1)
    return Step(
        title,
        "What is left of the frame is flown and asked in the same way, so that no "
        f"block is ever passed through. Touches in this frame: {len(r.frame.impacts)}.",
        rf"1 - {_T} \text{{ is left}}",
        rf"1 - {term('touch', tex(first))} = {tex(1.0 - first)}",
        result,
        keys,
    )


def _count_step(r: WallFrame) -> Step:
    passed, speed = len(r.frame.passed), math.hypot(*r.frame.velocity)
    text = (
        "Between the last frame and this one the centre went into a block, and the "
        "rule did not see it."
        if passed
        else "Only the place at the frame's end was looked at. A step longer than r "
        "can jump a zone, a longer one the whole block."
    )
    if len(r.frame.impacts) > 1:
        text = (
            f"{len(r.frame.impacts)} blocks were hit at the frame's end and each "
            f"turned the ball; the steps are about the first. {text}"
        )
    relation = ">" if speed > r.radius else r"\le"
    velocity = term("after", r"\mathbf{V}")
    size = rf"\left| {velocity} \right|"
    return Step(
        "What the rule cannot see",
        text,
        rf"{size} > r \; \Rightarrow \; \text{{a zone can be jumped}}",
        rf"{size} = {term('after', tex(speed))} {relation} {tex(r.radius)} = r",
        rf"\text{{passed through in this frame: }} {term('passed', str(passed))}",
        keys=("path", "passed"),
    )


def _box_step() -> Step:
    return Step(
        "Only the box is left",
        "Its sides turn the ball for ever. Launch again to see the wall.",
        r"v_x \rightarrow -v_x \text{ or } v_y \rightarrow -v_y",
        keys=("box",),
    )


def detail(r: WallFrame) -> str:
    """Return the run so far in a sentence."""
    frame = r.frame
    told = f"Frame {r.index}: {_count(frame.hits, 'block')} hit so far."
    if not frame.passes:
        return told
    times = "once" if frame.passes == 1 else f"{frame.passes} times"
    return (
        f"{told} The centre went {times} into a block that the "
        "article's rule left standing; the exact sweep lets none pass."
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def run_timeline(r: WallFrame | None) -> Timeline:
    """Return the run's frames as a time axis."""
    return Timeline(
        "frame",
        0.0,
        float(LAST_FRAME),
        LAST_FRAME / _FRAMES_PER_SECOND,
        stops=tuple(map(float, range(LAST_FRAME + 1))),
        names=_stop_names(r.frames) if r else (),
    )


@lru_cache(maxsize=4)
def _stop_names(frames: tuple[Frame, ...]) -> tuple[str, ...]:
    return tuple(f"Frame {i}{_event(frame)}" for i, frame in enumerate(frames))


def _event(frame: Frame) -> str:
    if frame.passed:
        return f": {PASSED.lower()}"
    return f": {FACE_WORDS[frame.impacts[0].face].lower()}" if frame.impacts else ""
