"""One step of a ball past a block as records, rows and steps.

The first seven steps are the article's rule about one moment; the last two ask about
the whole step, which is the answer.
"""

import math

from playground.collision import BlockFace
from playground.scene.drawlist import (
    Arrow,
    Circle,
    Dot,
    DrawList,
    Label,
    Marker,
    Role,
    Segment,
)
from playground.scene.mathtext import term, tex
from playground.scene.scene import (Row, Step, show)
from playground.scene.timeline import Timeline
from scenes._block_lesson import (
    BLOCK,
    draw_block,
    draw_reading,
    draw_zones,
    reading_rows,
    reading_steps,
)
from scenes._block_rule import FACE_WORDS, Reading, along, fold, part_name
from scenes._one_hit import TOUCH, OneHit
from scenes._wall import Vec2

_NORMAL_LENGTH = 0.8
_STEP_SECONDS = 3.0
_TOUCH_STEP, _MIRROR_STEP = 8, 9
_START, _V = term("start", "P_0"), term("velocity", r"\mathbf{V}")
_T, _N = term("touch", "t^*"), term("normal", r"\mathbf{n}")
_Q, _R = term("contact", "Q"), term("zones", "r")


def draw_one_hit(r: OneHit, out: DrawList) -> None:
    """Append the zones, the block, the step, the rule's reading and the answer."""
    draw_zones(r.low, r.high, r.radius, out)
    draw_block(r.low, r.high, out)
    _draw_step(r, out)
    draw_reading(r.reading, r.start, out)
    if r.hit:
        _draw_touch(r, out)
        _draw_turn(r, out)
    else:
        _draw_miss(r, out)
    _draw_ball(r, out)


def sketch_one_hit(
    start: Vec2, velocity: Vec2, radius: float, block: tuple[Vec2, Vec2], out: DrawList
) -> None:
    """Append the given shapes alone."""
    draw_block(*block, out)
    out.add(Circle(start, radius, role=Role.MOVER, fill=0.12, key="ball"))
    out.add(*_velocity_arrow(start, velocity))


def _velocity_arrow(start: Vec2, velocity: Vec2) -> list[Arrow | Label]:
    if not any(velocity):
        return []
    tip = along(start, velocity)
    middle = along(start, velocity, 0.5)
    left = (-velocity[1], velocity[0])
    return [
        Arrow(start, tip, role=Role.MOVER, width=2.5, key="velocity"),
        Label(middle, "V", toward=left, role=Role.MOVER, key="velocity"),
    ]


def _draw_step(r: OneHit, out: DrawList) -> None:
    """Append the ball at the start, its velocity, and where it ends unless turned."""
    end = along(r.start, r.velocity)
    out.add(
        Circle(r.start, r.radius, role=Role.MOVER, width=1.5, alpha=0.55, key="start"),
        Circle(
            end,
            r.radius,
            role=Role.MOVER,
            width=1.0,
            alpha=0.35,
            dashed=True,
            key="velocity",
        ),
        *_velocity_arrow(r.start, r.velocity),
    )


def _draw_ball(r: OneHit, out: DrawList) -> None:
    """Append the ball at the moment `t`, not turned, and once it is, turned."""
    at = r.reading.center
    out.add(
        Circle(at, r.radius, role=Role.MOVER, width=2.5, fill=0.18, key="ball"),
        Dot(at, role=Role.MOVER, size=4.0, key="ball"),
    )
    if r.bounces and r.t > r.t_hit:
        turned = r.ball_at(r.t)
        out.add(
            Circle(
                turned,
                r.radius,
                role=Role.ENTER,
                width=1.5,
                fill=0.1,
                key="turned",
                lesson=True,
            ),
            Dot(turned, role=Role.ENTER, size=3.5, key="turned", lesson=True),
            since=_MIRROR_STEP,
        )


def _draw_touch(r: OneHit, out: DrawList) -> None:
    """Append the ball as it first touches, and the point touched."""
    time = f"t = {show(r.t_hit, 2)}"
    out.add(
        Circle(r.center, r.radius, role=Role.ENTER, key="touch"),
        Dot(r.center, size=3.5, role=Role.ENTER, key="touch"),
        Label(r.center, time, toward=_aside(r), role=Role.ENTER, key="touch"),
        Dot(r.contact, marker=Marker.DIAMOND, role=Role.HIT, key="contact"),
        since=_TOUCH_STEP,
    )


def _aside(r: OneHit) -> Vec2:
    """Return a direction beside the way in."""
    return (r.velocity[1], -r.velocity[0]) if any(r.velocity) else r.normal


def _draw_turn(r: OneHit, out: DrawList) -> None:
    """Append the normal, the velocity's part along it, and the velocity after."""
    tip = along(r.contact, r.normal, _NORMAL_LENGTH)
    out.add(
        Arrow(r.contact, tip, role=Role.NORMAL, key="normal"),
        Label(tip, "n", toward=r.normal, role=Role.NORMAL, key="normal"),
        since=_MIRROR_STEP,
    )
    if r.speed_in:
        inward = along(r.center, r.normal, -r.speed_in)
        out.add(
            Arrow(
                r.center,
                inward,
                role=Role.NORMAL,
                width=1.5,
                dashed=True,
                key="inward",
                lesson=True,
            ),
            since=_MIRROR_STEP,
        )
    if r.bounces:
        tip = along(r.center, r.leave)
        out.add(
            Arrow(r.center, tip, role=Role.ENTER, width=3.0, key="leave"),
            Label(tip, "V′", toward=r.leave, role=Role.ENTER, key="leave"),
            since=_MIRROR_STEP,
        )


def _nearest(r: OneHit) -> tuple[Vec2, Vec2]:
    """Return the centre where it is nearest to the block, and the block's point."""
    at = along(r.start, r.velocity, r.closest)
    x, y = (
        min(max(c, low), high) for c, low, high in zip(at, r.low, r.high, strict=True)
    )
    return at, (x, y)


def _draw_miss(r: OneHit, out: DrawList) -> None:
    """Append how near the centre comes to the block."""
    at, point = _nearest(r)
    out.add(
        Segment(point, at, role=Role.MISS, dashed=True, key="closest"),
        Dot(at, size=4.0, marker=Marker.CROSS, role=Role.MISS, key="closest"),
        since=_TOUCH_STEP,
    )


def draw_article(code: Reading, out: DrawList) -> None:
    """Append where the article's code looks and what it makes of the velocity."""
    at, role, key = code.center, Role.ACCENT, "article"
    out.add(Dot(at, size=7.0, marker=Marker.RING, role=role, key=key))
    if code.listing == BlockFace.NONE:
        word = f"article: {code.listing_word.lower()}"
        out.add(Label(at, word, toward=(-1.0, -1.0), role=role, key=key))
    elif any(code.printed):
        tip = along(at, code.printed)
        out.add(
            Arrow(at, tip, width=2.5, dashed=True, role=role, key=key),
            Label(tip, "V′ article", toward=code.printed, role=role, key=key),
        )


def one_hit_rows(r: OneHit) -> list[Row]:
    """Return every number of the answer, then of the rule."""
    at, point = _nearest(r)
    return [
        Row(
            "Touched face",
            FACE_WORDS.get(r.face, "None"),
            help="What of the block the disc touches first in the step.",
            key="contact",
        ),
        Row(
            "Touch time",
            r.t_hit,
            "step",
            "First moment of touch, as a part of the step; 0 if it overlaps before.",
            "touch",
        ),
        Row(
            "Centre at touch", r.center, "m", "The ball's centre then, world.", "touch"
        ),
        Row("Contact", r.contact, "m", "The block's point touched, world.", "contact"),
        Row(
            "Normal",
            r.normal,
            "",
            "Unit vector from the block toward the ball, world.",
            "normal",
        ),
        Row(
            "Speed into the block",
            r.speed_in,
            "m",
            "Displacement over a step against the normal; negative when it leaves.",
            "inward",
        ),
        Row(
            "Velocity after",
            r.leave,
            "m",
            "Per step, world, mirrored about the normal if the ball moves in.",
            "leave" if r.bounces else "velocity",
        ),
        Row(
            "Least distance",
            math.dist(at, point),
            "m",
            "From the centre's straight way over the step to the block; a hit if it "
            "is at most r.",
            "touch" if r.hit else "closest",
        ),
        *reading_rows(r.reading, "Gap at t"),
    ]


def one_hit_steps(r: OneHit) -> list[Step]:
    """Return the rule's argument at `t`, then the whole step's answer."""
    time = tex(r.t)
    place = rf"{_START} + {time}\, {_V} = {term('ball', tex(r.reading.center))}"
    moment = f"The rule looks at one moment: t = {show(r.t, 3)}."
    return [
        *reading_steps(r.reading, place, moment),
        _touch_step(r),
        _mirror_step(r),
    ]


def _touch_step(r: OneHit) -> Step:
    title, keys = "All of the step: the first touch", ("touch", "contact", "closest")
    if not r.hit:
        near = term("closest", tex(math.dist(*_nearest(r))))
        return Step(
            title,
            "Between two looks the ball may pass through. So ask the centre's whole "
            "way: it stays farther than r from the block.",
            rf"\min_{{0 \le t \le 1}} \text{{dist}}({_START} + t\, {_V}, "
            rf"{BLOCK}) > {_R}",
            rf"{near} > {term('zones', tex(r.radius))}",
            r"\text{no hit}",
            keys=keys,
        )
    result = rf"{_T} = {term('touch', tex(r.t_hit))}"
    if r.t_hit == 0.0:
        (x, y), _ = zip(*fold(r.start, r.low, r.high), strict=True)
        apart = math.hypot(max(x, 0.0), max(y, 0.0))
        return Step(
            title,
            "The disc overlaps or touches the block before the step begins.",
            rf"\text{{dist}}({_START}, {BLOCK}) \le {_R}",
            rf"{tex(apart)} \le {term('zones', tex(r.radius))}",
            result,
            keys=keys,
        )
    ask = _corner_touch if r.face == BlockFace.CORNER else _side_touch
    return ask(r, title, result)


def _side_touch(r: OneHit, title: str, result: str) -> Step:
    i = 1 if r.face == BlockFace.TOP_BOTTOM else 0
    axis, outward = "xy"[i], math.copysign(1.0, r.normal[i])
    side = (r.high if outward > 0.0 else r.low)[i]
    gap, toward = outward * (r.start[i] - side), 0.0 - outward * r.velocity[i]
    key = f"toward_{axis}"
    speed, number = term(key, f"v_{axis}'"), term(key, tex(toward))
    return Step(
        title,
        "Between two looks the ball may pass through. So ask the whole way: when the "
        f"centre is down to r from the {part_name(r.face, r.normal)}, it touches.",
        rf"{_T} = \dfrac{{{axis}_0' - {_R}}}{{{speed}}}",
        rf"{_T} = \dfrac{{{tex(gap)} - {term('zones', tex(r.radius))}}}{{{number}}}",
        result,
        keys=("touch", "contact"),
    )


def _corner_touch(r: OneHit, title: str, result: str) -> Step:
    u = r.start[0] - r.contact[0], r.start[1] - r.contact[1]
    v = r.velocity
    a, b = v[0] ** 2 + v[1] ** 2, u[0] * v[0] + u[1] * v[1]
    c = u[0] ** 2 + u[1] ** 2 - r.radius**2
    return Step(
        title,
        "Between two looks the ball may pass through. So ask the whole way: the "
        f"centre first meets the circle about the {part_name(r.face, r.normal)} Q at "
        "the smaller root.",
        rf"\left| {_START} - {_Q} + {_T}\, {_V} \right|^2 = {_R}^2",
        rf"{tex(a)}\, t^2 + 2 \cdot ({tex(b)})\, t + {tex(c)} = 0",
        result,
        keys=("touch", "contact"),
    )


def _mirror_step(r: OneHit) -> Step:
    after = term("leave", r"\mathbf{V}'")
    title, keys = "Mirror the velocity", ("normal", "leave", "velocity")
    if not r.hit:
        return Step(
            title,
            "No touch, so the velocity stays.",
            rf"\mathbf{{V}}' = {_V}",
            result=rf"\mathbf{{V}}' = {term('velocity', tex(r.leave))}",
            keys=keys,
        )
    if r.bounces:
        text = (
            "The normal n leads from Q to the centre. Turn round what runs in along "
            "it, keep what runs across."
        )
    elif r.word == TOUCH:
        text = "It touches without moving in along the normal: the velocity stays."
    else:
        text = "Along the normal it already moves out, so the velocity stays."
    dot = term("inward", r"\mathbf{V} \cdot \mathbf{n}")
    return Step(
        title,
        text,
        rf"{after} = {_V} - 2 ({dot})\, {_N}" if r.bounces else rf"{dot} \ge 0",
        rf"{_N} = {term('normal', tex(r.normal))}, \quad "
        rf"{dot} = {term('inward', tex(-r.speed_in))}",
        rf"{after} = {term('leave', tex(r.leave))}",
        keys=keys,
    )


def step_timeline(r: OneHit | None) -> Timeline:
    """Return the step's time axis, with the exact touch among its stops."""
    touch = [r.t_hit] if r and 0.0 < r.t_hit < 1.0 else []
    return Timeline(
        "t",
        0.0,
        1.0,
        _STEP_SECONDS,
        stops=(0.0, *touch, 1.0),
        names=("start", *(["first touch"] * len(touch)), "end of the step"),
    )
