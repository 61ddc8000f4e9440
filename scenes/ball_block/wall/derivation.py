"""Derivation of one frame: by the sweep, or by the rule for one block."""

import math

import numpy as np

import playground.scene as sc
from scenes.ball_block.rule.answer import FACES
from scenes.ball_block.rule.derivation import steps
from scenes.ball_block.symbols import N
from scenes.ball_block.wall.answer import WallFrame, block_position
from scenes.ball_block.wall.params import WallParams
from scenes.ball_block.wall.picture import compose


def _steps(p: WallParams, r: WallFrame) -> list[sc.Step]:
    """Return the steps of the frame."""
    return sc.mark_drawn_symbols(_argument(p, r), compose(p, r))


def _argument(p: WallParams, r: WallFrame) -> list[sc.Step]:
    if p.exact:
        told = _move_step, _ask_step, _touch_step, _mirror_step, _remaining_flight_step
        return [tell(r) for tell in told]
    if r.reading is None:
        return [_move_step(r), _ask_step(r), _count_step(p, r), _box_step()]
    ball = N.ball.mark_value(r.frame.center)
    moment = sc.message("The rule looks where frame {frame} ends.", frame=r.index)
    return [*steps(r.reading, ball, moment), _count_step(p, r)]


def _move_step(r: WallFrame) -> sc.Step:
    start, velocity = r.frame.path[0], r.previous_frame.velocity
    end = sc.point_along(start, velocity)
    w = sc.FormattedCalculation(end, np.add, start=start, velocity=velocity)
    return sc.Step(
        "Fly one frame",
        "Left alone, the ball moves by its velocity. The sides of the box "
        "reflect it exactly.",
        rf"{N.path} = {N.start} + t\, {N.velocity}, \quad 0 \le t \le 1",
        rf"{N.start} = {w.start}, \quad {N.velocity} = {w.velocity}",
        rf"P(1) {w} {sc.tex(end)}",
        keys=("path", "ball"),
    )


def _ask_step(r: WallFrame) -> sc.Step:
    standing = sum(r.previous_frame.alive)
    text = sc.message(
        "Each standing block is swept over the whole flight; the earliest touch counts."
        if standing
        else "The wall is gone: no block is left to test."
    )
    return sc.Step(
        "Test the blocks that stand",
        text,
        rf"{N.touch} = \min(t_1,\; t_2,\; \ldots,\; t_k)",
        f"{N.wall} = {standing}",
        keys=("wall",),
    )


def _touch_step(r: WallFrame) -> sc.Step:
    ball, title = N.touch("P(t)"), sc.message("The earliest touch")
    formula = rf"{N.contact('d')}({ball}) = r"
    measure = sc.message("d is the distance from the centre to the nearest block.")
    if r.first_impact is None:
        text = sc.join_sentences(
            sc.message("No block is touched in this frame."), measure
        )
        return sc.Step(title, text, formula, keys=("wall", "ball"))
    touch_text = sc.message(
        "It touches the block in {place}: {face}. That block goes.",
        place=block_position(r.first_impact.block),
        face=FACES[r.first_impact.face].name,
    )
    return sc.Step(
        title,
        sc.join_sentences(touch_text, measure),
        formula,
        rf"{N.touch} = {N.touch.mark_value(r.first_time)}",
        rf"{ball} = {N.touch.mark_value(r.first_impact.center)}",
        keys=("touch", "contact", "hit"),
    )


def _mirror_step(r: WallFrame) -> sc.Step:
    title = sc.message("Mirror the velocity")
    projection = rf"({N.velocity} \cdot {N.normal})\, {N.normal}"
    formula = rf"{N.after} = {N.velocity} - 2 {projection}"
    if r.first_impact is None:
        return sc.Step(
            title, "There is nothing to reflect it.", formula, keys=("after",)
        )
    w = sc.FormattedCalculation(
        r.first_impact.after,
        lambda v, n: v - 2.0 * np.dot(v, n) * n,
        velocity=r.first_impact.before,
        normal=r.first_impact.normal,
    )
    return sc.Step(
        title,
        "Reverse the part that runs into the block, and keep the part along it.",
        formula,
        rf"{N.velocity} = {w.velocity}, \quad {N.normal} = {w.normal}",
        rf"V' {w} {sc.tex(r.first_impact.after)}",
        keys=("normal", "after"),
    )


def _remaining_flight_step(r: WallFrame) -> sc.Step:
    title, keys = sc.message("Fly the rest of the frame"), ("path", "ball")
    result = rf"P(1) = {N.ball.mark_value(r.frame.center)}"
    if r.first_impact is None:
        text = sc.message("Nothing is touched, so the ball flies the whole frame.")
        return sc.Step(title, text, r"0 \le t \le 1", "", result, keys)
    remaining = 1.0 - r.first_time
    w = sc.FormattedCalculation(remaining, lambda t: 1.0 - t, touch=r.first_time)
    return sc.Step(
        title,
        sc.message(
            "The rest of the frame is flown and tested in the same way, so the ball "
            "never passes through a block. Touches in this frame: {count}.",
            count=len(r.frame.impacts),
        ),
        rf"1 - {N.touch}",
        rf"1 - {w.touch} {w} {sc.tex(remaining)}",
        result,
        keys,
    )


def _count_step(p: WallParams, r: WallFrame) -> sc.Step:
    passed_count, struck = len(r.frame.passed), len(r.frame.impacts)
    speed = math.hypot(*r.frame.velocity)
    reflection_text = sc.message(
        "{count} blocks were hit at the frame's end and each turned the ball; the "
        "steps are about the first.",
        count=struck,
    )
    count_text = sc.message(
        "Between the last frame and this one the centre entered a block, and the rule "
        "did not see it."
        if passed_count
        else "The rule looked only at the position at the frame's end."
    )
    text = sc.join_sentences(
        reflection_text if struck > 1 else "",
        count_text,
        sc.message(
            "A step longer than r can jump over a zone, and a longer one over the "
            "whole block."
        ),
        sc.message("Blocks entered: {count}.", count=passed_count),
    )
    relation = ">" if speed > p.ball_radius else r"\le"
    size = rf"\left| {N.after('V')} \right|"
    digits = sc.digits_to_distinguish(speed, p.ball_radius)
    radius = sc.tex(p.ball_radius, digits)
    return sc.Step(
        "What the rule cannot see",
        text,
        f"{size} > r",
        rf"{size} = {N.after.mark_value(speed, digits)} {relation} {radius} = r",
        keys=("path", "passed"),
    )


def _box_step() -> sc.Step:
    return sc.Step(
        "Only the box is left",
        "Its sides reflect the ball for ever. Launch again to see the wall.",
        r"v_x \rightarrow -v_x, \quad v_y \rightarrow -v_y",
        keys=("box",),
    )


DERIVATION = sc.Derivation(_steps)
