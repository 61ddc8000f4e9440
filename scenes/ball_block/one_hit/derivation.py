"""Derivation of the mode "one hit": the rule at one time, then the whole step."""

import math
from dataclasses import replace

import numpy as np

import playground.scene as sc
from playground.collision import BlockFace
from scenes.ball_block.one_hit.answer import BallStep, OneHit, of
from scenes.ball_block.one_hit.params import OneHitParams
from scenes.ball_block.one_hit.picture import compose
from scenes.ball_block.rule.derivation import steps
from scenes.ball_block.symbols import N

# Text, formula and numbers of a step.
Told = tuple[str, str, str]


def _steps(p: OneHitParams, r: OneHit) -> list[sc.Step]:
    """Return the rule's steps at `t`, then those of the sweep."""
    v = of(p, r)
    ball = N.ball.mark_value(p.center_at_t)
    place = rf"{N.start} + {sc.tex(p.t)}\, {N.velocity} = {ball}"
    moment = sc.message(
        "The rule looks at one moment: t = {t}.", t=sc.format_number(p.t)
    )
    # Before the touch there is nothing to see: animate to the end, as a game does.
    end = 1.0 if v.sweep.t > p.t else None
    rule = steps(r.reading, place, moment)
    argument = [
        *(replace(step, time=end) for step in rule),
        _touch_step(v),
        _mirror_step(v),
    ]
    return sc.mark_drawn_symbols(argument, compose(p, r))


def _touch_step(v: BallStep) -> sc.Step:
    result = f"{N.touch} = {N.touch.mark_value(v.sweep.t)}"
    if not v.sweep.hit:
        ask, result = _no_touch, f"d > {N.zones}"
    elif v.sweep.t == 0.0:
        ask = _touch_at_once
    else:
        ask = _corner_touch if v.face == BlockFace.CORNER else _side_touch
    title = sc.message("The whole frame: the first touch")
    return sc.Step(title, *ask(v), result, ("touch", "contact", "closest"))


def _no_touch(v: BallStep) -> Told:
    closest, radius = float(v.answer.closest[1]), v.p.radius
    digits = sc.digits_to_distinguish(closest, radius)
    # Rounded to floats they may be equal.
    relation = ">" if closest > radius else r"\approx"
    return (
        sc.message(
            "The ball may pass through between two frames. So look at the centre's "
            "whole path: it stays farther than r from the block."
        ),
        rf"\min_{{0 \le t \le 1}} d({N.start} + t\, {N.velocity}) > {N.zones}",
        f"{N.closest.mark_value(closest, digits)} {relation} "
        f"{N.zones.mark_value(radius, digits)}",
    )


def _touch_at_once(v: BallStep) -> Told:
    # The nearest point of the block is the one touched.
    gap = math.dist(v.p.center, v.sweep.contact)
    return (
        sc.message("The disc overlaps or touches the block at the start."),
        rf"\left| {N.start} - {N.contact} \right| \le {N.zones}",
        rf"{sc.tex(gap)} \le {N.zones.mark_value(v.p.radius)}",
    )


def _side_touch(v: BallStep) -> Told:
    p, i = v.p, 1 if v.face == BlockFace.TOP_BOTTOM else 0
    axis, outward = "xy"[i], math.copysign(1.0, v.sweep.normal[i])
    side = (p.high if outward > 0.0 else p.low)[i]
    w = sc.FormattedCalculation(
        v.sweep.t,
        lambda gap, radius, pace: (gap - radius) / pace,
        _gap=outward * (p.center[i] - side),
        zones=p.radius,
        _toward=0.0 - outward * p.velocity[i],
    )
    toward = N[f"toward_{axis}"]
    return (
        v.format_text(
            "The ball may pass through between two frames. So look at the whole path: "
            "it touches when the centre is only r away from the {part}."
        ),
        rf"{N.touch} = \dfrac{{{axis}_0' - {N.zones}}}{{{toward(f'|v_{axis}|')}}}",
        rf"{N.touch} {w} \dfrac{{{w._gap} - {w.zones}}}{{{toward(f'{w._toward}')}}}",
    )


def _corner_touch(v: BallStep) -> Told:
    u, way = sc.sub(v.p.center, v.sweep.contact), v.p.velocity
    w = sc.FormattedCalculation(
        v.sweep.t,
        _find_smaller_root,
        _a=sc.dot(way, way),
        _b=sc.dot(u, way),
        _c=sc.dot(u, u) - v.p.radius**2,
    )
    return (
        v.format_text(
            "The ball may pass through between two frames. So look at the whole path: "
            "the centre first meets the circle of radius r about the {part} Q at the "
            "smaller root."
        ),
        rf"\left| {N.start} - {N.contact} + {N.touch}\, {N.velocity} \right|^2 = "
        rf"{N.zones}^2",
        rf"{w._a}\, t^2 + 2 \cdot ({w._b})\, t + {w._c} {w} 0",
    )


def _find_smaller_root(a: float, b: float, c: float) -> float:
    return float((-b - np.sqrt(b * b - a * c)) / a)


def _mirror_step(v: BallStep) -> sc.Step:
    title = sc.message("Mirror the velocity")
    keys = ("normal", "leave", "velocity", "contact")
    if not v.sweep.hit:
        return sc.Step(
            title,
            "No touch, so the velocity stays.",
            f"V' = {N.velocity}",
            result=f"V' = {N.velocity.mark_value(v.e.leave)}",
            keys=keys,
        )
    if enters := v.sweep.enters:
        text = sc.message(
            "The normal n points from Q to the centre. Reverse the part of V "
            "that runs in along n, and keep the part across it."
        )
    elif v.e.is_hit:
        text = sc.message(
            "It touches but does not move in along the normal, so the velocity stays."
        )
    else:
        text = sc.message(
            "The ball is already separating along the normal, so its "
            "velocity does not change."
        )
    velocity, enters_twice = v.answer.reading.velocity, 2.0 * enters
    w = sc.FormattedCalculation(
        v.e.leave,
        lambda n, pace: velocity - enters_twice * pace * n,
        normal=v.sweep.normal,
        inward=-v.e.speed_in,
    )
    mirrored_text = rf"{N.leave} = {N.velocity} - 2 ({N.inward})\, {N.normal}"
    return sc.Step(
        title,
        text,
        mirrored_text if enters else rf"{N.inward} \ge 0",
        rf"{N.normal} = {w.normal}, \quad {N.inward} = {w.inward}",
        f"{N.leave} = {N.leave.mark_value(v.e.leave)}",
        keys=keys,
    )


DERIVATION = sc.Derivation(_steps)
