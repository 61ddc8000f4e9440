"""The derivation: the rule about one moment, then the answer about the whole step."""

import math

from playground.collision import BlockFace
from playground.scene import (
    DrawList,
    Lesson,
    Step,
    dot,
    show,
    sub,
    term,
    tex,
    with_terms_drawn,
    xy,
)
from scenes.ball_block.one_hit.answer import OneHit
from scenes.ball_block.one_hit.params import OneHitParams
from scenes.ball_block.one_hit.picture import draw
from scenes.ball_block.rule.answer import part_name
from scenes.ball_block.rule.lesson import BLOCK, START, TOUCH_TIME, R, V, steps

# Text, formula and numbers of a step.
Told = tuple[str, str, str]
_N, _Q = term("normal", r"\mathbf{n}"), term("contact", "Q")


def _steps(p: OneHitParams, r: OneHit) -> list[Step]:
    """Return the rule's argument at `t`, then the whole step's answer."""
    ball = term("ball", tex(r.reading.center))
    place = rf"{START} + {tex(p.t)}\, {V} = {ball}"
    moment = f"The rule looks at one moment: t = {show(p.t)}."
    argument = [
        *steps(r.reading, place, moment),
        _touch_step(p, r),
        _mirror_step(r),
    ]
    out = DrawList()
    draw(p, r, out)
    return with_terms_drawn(argument, out)


def _touch_step(p: OneHitParams, r: OneHit) -> Step:
    result = rf"{TOUCH_TIME} = {term('touch', tex(r.sweep.t))}"
    if not r.sweep.hit:
        ask, result = _no_touch, r"\text{no hit}"
    elif r.sweep.t == 0.0:
        ask = _touch_at_once
    else:
        ask = _corner_touch if r.face == BlockFace.CORNER else _side_touch
    title, keys = "All of the step: the first touch", ("touch", "contact", "closest")
    return Step(title, *ask(p, r, term("zones", tex(p.radius))), result, keys)


_WHOLE_WAY = "Between two looks the ball may pass through. So ask the "


def _no_touch(p: OneHitParams, r: OneHit, radius: str) -> Told:
    return (
        f"{_WHOLE_WAY}centre's whole way: it stays farther than r from the block.",
        rf"\min_{{0 \le t \le 1}} \text{{dist}}({START} + t\, {V}, {BLOCK}) > {R}",
        rf"{term('closest', tex(r.closest[1]))} > {radius}",
    )


def _touch_at_once(p: OneHitParams, r: OneHit, radius: str) -> Told:
    # The nearest point of the block is what is touched.
    apart = math.dist(p.center, xy(r.sweep.contact))
    return (
        "The disc overlaps or touches the block before the step begins.",
        rf"\text{{dist}}({START}, {BLOCK}) \le {R}",
        rf"{tex(apart)} \le {radius}",
    )


def _side_touch(p: OneHitParams, r: OneHit, radius: str) -> Told:
    i = 1 if r.face == BlockFace.TOP_BOTTOM else 0
    axis, outward = "xy"[i], math.copysign(1.0, r.sweep.normal[i])
    side = (p.high if outward > 0.0 else p.low)[i]
    gap, toward = outward * (p.center[i] - side), 0.0 - outward * p.velocity[i]
    key, name = f"toward_{axis}", f"v_{axis}'"
    return (
        f"{_WHOLE_WAY}whole way: when the centre is down to r from the "
        f"{part_name(r.face, r.sweep.normal)}, it touches.",
        rf"{TOUCH_TIME} = \dfrac{{{axis}_0' - {R}}}{{{term(key, name)}}}",
        rf"{TOUCH_TIME} = \dfrac{{{tex(gap)} - {radius}}}{{{term(key, tex(toward))}}}",
    )


def _corner_touch(p: OneHitParams, r: OneHit, radius: str) -> Told:
    u, v = sub(p.center, xy(r.sweep.contact)), p.velocity
    a, b, c = dot(v, v), dot(u, v), dot(u, u) - p.radius**2
    return (
        f"{_WHOLE_WAY}whole way: the centre first meets the circle about the "
        f"{part_name(r.face, r.sweep.normal)} Q at the smaller root.",
        rf"\left| {START} - {_Q} + {TOUCH_TIME}\, {V} \right|^2 = {R}^2",
        rf"{tex(a)}\, t^2 + 2 \cdot ({tex(b)})\, t + {tex(c)} = 0",
    )


def _mirror_step(r: OneHit) -> Step:
    after = term("leave", r"\mathbf{V}'")
    title, keys = "Mirror the velocity", ("normal", "leave", "velocity")
    if not r.sweep.hit:
        return Step(
            title,
            "No touch, so the velocity stays.",
            rf"\mathbf{{V}}' = {V}",
            result=rf"\mathbf{{V}}' = {term('velocity', tex(r.leave))}",
            keys=keys,
        )
    if enters := r.sweep.enters:
        text = (
            "The normal n leads from Q to the centre. Turn round what runs in along "
            "it, keep what runs across."
        )
    elif r.is_hit:
        text = "It touches without moving in along the normal: the velocity stays."
    else:
        text = "Along the normal it already moves out, so the velocity stays."
    inward = term("inward", r"\mathbf{V} \cdot \mathbf{n}")
    return Step(
        title,
        text,
        rf"{after} = {V} - 2 ({inward})\, {_N}" if enters else rf"{inward} \ge 0",
        rf"{_N} = {term('normal', tex(r.sweep.normal))}, \quad "
        rf"{inward} = {term('inward', tex(-r.speed_in))}",
        rf"{after} = {term('leave', tex(r.leave))}",
        keys=keys,
    )


LESSON = Lesson(_steps)
