"""The derivation: the rule about one moment, then the answer about the whole step."""

import math
from dataclasses import replace

import numpy as np

from playground.collision import BlockFace
from playground.i18n import message
from playground.scene import (
    Derivation,
    DrawList,
    Step,
    choose_digits,
    digits_to_distinguish,
    dot,
    format_number,
    mark_drawn_symbols,
    sub,
    term,
    tex,
    xy,
)
from scenes.ball_block.one_hit.answer import OneHit
from scenes.ball_block.one_hit.params import OneHitParams
from scenes.ball_block.one_hit.picture import draw
from scenes.ball_block.rule.answer import part_name
from scenes.ball_block.rule.derivation import START, TOUCH_TIME, R, V, steps

# Text, formula and numbers of a step.
Told = tuple[str, str, str]
_N, _Q = term("normal", "n"), term("contact", "Q")


def _steps(p: OneHitParams, r: OneHit) -> list[Step]:
    """Return the rule's argument at `t`, then the whole step's answer."""
    ball = term("ball", tex(r.reading.center))
    place = rf"{START} + {tex(p.t)}\, {V} = {ball}"
    moment = message("The rule looks at one moment: t = {t}.", t=format_number(p.t))
    # Before the touch there is nothing to see: a game looks at the end.
    end = 1.0 if r.sweep.t > p.t else None
    rule = steps(r.reading, place, moment)
    argument = [
        *(replace(step, time=end) for step in rule),
        _touch_step(p, r),
        _mirror_step(r),
    ]
    out = DrawList()
    draw(p, r, out)
    return mark_drawn_symbols(argument, out)


def _touch_step(p: OneHitParams, r: OneHit) -> Step:
    result = f"{TOUCH_TIME} = {term('touch', tex(r.sweep.t))}"
    if not r.sweep.hit:
        ask, result = _no_touch, f"d > {R}"
    elif r.sweep.t == 0.0:
        ask = _touch_at_once
    else:
        ask = _corner_touch if r.face == BlockFace.CORNER else _side_touch
    title, keys = (
        message("The whole frame: the first touch"),
        ("touch", "contact", "closest"),
    )
    return Step(title, *ask(p, r), result, keys)


def _no_touch(p: OneHitParams, r: OneHit) -> Told:
    closest = float(r.closest[1])
    digits = digits_to_distinguish(closest, p.radius)
    # As floats they may be equal where they are not.
    more = ">" if closest > p.radius else r"\approx"
    return (
        message(
            "The ball may pass through between two frames. So look at the centre's "
            "whole path: it stays farther than r from the block."
        ),
        rf"\min_{{0 \le t \le 1}} d({START} + t\, {V}) > {R}",
        f"{term('closest', tex(closest, digits))} {more} "
        f"{term('zones', tex(p.radius, digits))}",
    )


def _touch_at_once(p: OneHitParams, r: OneHit) -> Told:
    # The nearest point of the block is what is touched.
    apart = math.dist(p.center, xy(r.sweep.contact))
    return (
        message("The disc overlaps or touches the block at the start."),
        rf"\left| {START} - {_Q} \right| \le {R}",
        rf"{tex(apart)} \le {term('zones', tex(p.radius))}",
    )


def _side_touch(p: OneHitParams, r: OneHit) -> Told:
    i = 1 if r.face == BlockFace.TOP_BOTTOM else 0
    axis, outward = "xy"[i], math.copysign(1.0, r.sweep.normal[i])
    side = (p.high if outward > 0.0 else p.low)[i]
    gap, toward = outward * (p.center[i] - side), 0.0 - outward * p.velocity[i]
    key, name = f"toward_{axis}", f"|v_{axis}|"
    digits, sign = choose_digits(
        r.sweep.t,
        lambda gap, radius, pace: (gap - radius) / pace,
        gap,
        p.radius,
        toward,
    )
    radius = term("zones", tex(p.radius, digits))
    above = f"{tex(gap, digits)} - {radius}"
    return (
        message(
            "The ball may pass through between two frames. So look at the whole path: "
            "it touches when the centre is only r away from the {part}.",
            part=part_name(r.face, r.sweep.normal),
        ),
        rf"{TOUCH_TIME} = \dfrac{{{axis}_0' - {R}}}{{{term(key, name)}}}",
        rf"{TOUCH_TIME} {sign} \dfrac{{{above}}}{{{term(key, tex(toward, digits))}}}",
    )


def _corner_touch(p: OneHitParams, r: OneHit) -> Told:
    u, v = sub(p.center, xy(r.sweep.contact)), p.velocity
    numbers = dot(v, v), dot(u, v), dot(u, u) - p.radius**2
    digits, sign = choose_digits(r.sweep.t, _smaller_root, *numbers)
    a, b, c = (tex(number, digits) for number in numbers)
    return (
        message(
            "The ball may pass through between two frames. So look at the whole path: "
            "the centre first meets the circle of radius r about the {part} Q at the "
            "smaller root.",
            part=part_name(r.face, r.sweep.normal),
        ),
        rf"\left| {START} - {_Q} + {TOUCH_TIME}\, {V} \right|^2 = {R}^2",
        rf"{a}\, t^2 + 2 \cdot ({b})\, t + {c} {sign} 0",
    )


def _smaller_root(a: float, b: float, c: float) -> float:
    return float((-b - np.sqrt(b * b - a * c)) / a)


def _mirror_step(r: OneHit) -> Step:
    after = term("leave", "V'")
    title, keys = (
        message("Mirror the velocity"),
        ("normal", "leave", "velocity", "contact"),
    )
    if not r.sweep.hit:
        return Step(
            title,
            "No touch, so the velocity stays.",
            f"V' = {V}",
            result=f"V' = {term('velocity', tex(r.leave))}",
            keys=keys,
        )
    if enters := r.sweep.enters:
        text = message(
            "The normal n points from Q to the centre. Reverse the part of V "
            "that runs in along n, and keep the part across it."
        )
    elif r.is_hit:
        text = message(
            "It touches but does not move in along the normal, so the velocity stays."
        )
    else:
        text = message("Along the normal it already moves out, so the velocity stays.")
    inward = term("inward", r"V \cdot n")
    v, turned = r.reading.velocity, 2.0 * enters
    digits, _ = choose_digits(
        r.leave, lambda n, pace: v - turned * pace * n, r.sweep.normal, -r.speed_in
    )
    return Step(
        title,
        text,
        rf"{after} = {V} - 2 ({inward})\, {_N}" if enters else rf"{inward} \ge 0",
        rf"{_N} = {term('normal', tex(r.sweep.normal, digits))}, \quad "
        f"{inward} = {term('inward', tex(-r.speed_in, digits))}",
        f"{after} = {term('leave', tex(r.leave))}",
        keys=keys,
    )


DERIVATION = Derivation(_steps)
