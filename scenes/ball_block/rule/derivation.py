"""Derivation of the rule in seven steps."""

import math

import numpy as np

import playground.scene as sc
from playground.collision import BlockFace
from playground.scene.formula_symbols import condition_row, stack_rows
from scenes.ball_block.rule.answer import FACES, ROOT_HALF, Reading, RuleAnswer
from scenes.ball_block.symbols import N

_NOT_HIT = r"\mathrm{NotHit}"
# Decision table: signs of x', y', v_x', v_y' (None: any), the answer, and whether it is
# a graze.
_Row = tuple[tuple[bool | None, ...], BlockFace, bool]
_TABLE: tuple[_Row, ...] = (
    ((True, False, True, None), BlockFace.LEFT_RIGHT, False),
    ((False, True, None, True), BlockFace.TOP_BOTTOM, False),
    ((True, True, True, True), BlockFace.CORNER, False),
    ((True, True, True, False), BlockFace.LEFT_RIGHT, True),
    ((True, True, False, True), BlockFace.TOP_BOTTOM, True),
)
_NORMAL_OF_MIRROR = r"m = \dfrac{1}{\sqrt 2} (-1, 1)"
_PLACE = N.ball("p_x"), N.ball("p_y")
_SPEED = N.velocity("v_x"), N.velocity("v_y")
_FIRST = N.x_left, N.y_top
_FOLDED = N.fold_x, N.fold_y
_TOWARD = N.toward_x, N.toward_y


def steps(r: RuleAnswer, place: str, moment: str) -> list[sc.Step]:
    """Return the rule's derivation in seven steps, in the order of the article.

    `place` is LaTeX for the position of the centre, `moment` a sentence on its time.
    """
    v = Reading(r)
    return [
        _corner_step(v, place, moment),
        _fold_step(v, 0),
        _fold_step(v, 1),
        _side_step(v),
        _decision_step(v),
        _bounce_step(v),
        _corner_rule_step(v),
    ]


def _corner_step(v: Reading, place: str, moment: str) -> sc.Step:
    left, top = v.low[0] - v.center[0], v.center[1] - v.high[1]
    rows = (
        rf"P = {place}, \; {N.zones} = {N.zones.mark_value(v.radius)}",
        _difference(N.x_left, v.low[0], v.center[0]),
        _difference(N.y_top, v.center[1], v.high[1]),
    )
    result = r", \; ".join(
        f"{name} < 0" for name, x in zip(_FIRST, (left, top), strict=True) if x < 0.0
    )
    if left >= 0.0 and top >= 0.0:
        square, limit = left * left + top * top, v.radius * v.radius
        digits = sc.digits_to_distinguish(square, limit)
        w = sc.FormattedCalculation(
            square, _add_squares, x_left=left, y_top=top, least_digits=digits
        )
        result = (
            rf"{w.x_left:()}^2 + {w.y_top:()}^2 {w} {sc.tex(square, digits)} "
            f"{_order(v.core.zone == BlockFace.CORNER)} "
            f"{N.zones.mark_value(limit, digits)}"
        )
    return sc.Step(
        "One corner: the upper left",
        sc.join_sentences(
            moment,
            sc.message(
                "Beyond two sides the centre must lie in a quarter disc, within r of "
                "the corner. Comparing squares needs no root. The article tests this "
                "whole sector because a ball that moves in steps would usually jump "
                "over the arc alone. Its heading says upper left, but its figure shows "
                "the upper right. On the article's screen y points down; here it "
                "points up."
            ),
        ),
        rf"{N.x_left} = L - {_PLACE[0]} \ge 0, \; {N.y_top} \ge 0, \; "
        rf"{N.x_left}^2 + {N.y_top}^2 \le {N.zones}^2",
        stack_rows(rows),
        result,
        keys=("x_left", "y_top", "zones", "ball", "block"),
    )


_FOLDING = (
    (
        sc.message("Two corners: fold x"),
        sc.message(
            "The upper right is the mirror image: measure from the other side, and "
            "count velocity toward the block as positive. These are the article's _x "
            "and _vx."
        ),
    ),
    (
        sc.message("All corners: fold y"),
        sc.message(
            "The lower two are mirror images: measure from the other side, and count "
            "velocity toward the block as positive. These are the article's _y and "
            "_vy. One test is then enough for all four corners."
        ),
    ),
)


def _fold_step(v: Reading, i: int) -> sc.Step:
    first, folded_name, toward_name = _FIRST[i], _FOLDED[i], _TOWARD[i]
    # The article tests the left and the top first.
    is_kept = v.side[i] == (-1.0, 1.0)[i]
    far, speeds = (
        (f"{_PLACE[0]} - R", (_SPEED[0], f"-{_SPEED[0]}")),
        (f"B - {_PLACE[1]}", (f"-{_SPEED[1]}", _SPEED[1])),
    )[i]
    rows = (
        [
            rf"{first} \ge 0:",
            f"{folded_name} = {first},",
            f"{toward_name} = {speeds[0]}",
        ],
        [f"{first} < 0:", f"{folded_name} = {far},", f"{toward_name} = {speeds[1]}"],
    )
    lit = [condition_row(row, holds=is_kept == (k == 0)) for k, row in enumerate(rows)]
    low_corner, high_corner = (
        (v.center, v.high) if v.side[i] > 0.0 else (v.low, v.center)
    )
    return sc.Step(
        *_FOLDING[i],
        stack_rows(lit, "rlll"),
        _difference(folded_name, low_corner[i], high_corner[i]),
        f"{toward_name} = {toward_name.mark_value(v.inward_velocity[i])}",
        keys=(folded_name.key, toward_name.key, "zones", "ball"),
    )


def _side_step(v: Reading) -> sc.Step:
    zones = BlockFace.LEFT_RIGHT, BlockFace.TOP_BOTTOM
    lit = [
        condition_row(
            [rf"{other_name} < 0 \le {name} \le {N.zones}:", FACES[zone].code],
            holds=v.core.zone == zone,
        )
        for name, other_name, zone in zip(_FOLDED, _FOLDED[::-1], zones, strict=True)
    ]
    zone_texts = [
        f"{name} = {name.mark_value(x)}"
        for name, x in zip(_FOLDED, v.side_offset, strict=True)
    ]
    return sc.Step(
        "The sides",
        sc.message(
            "Beyond one side only, the centre must be within r of that side. Folded, "
            "one test does for the top and the bottom, and one for the left and the "
            "right. The answers are named as in the article's code."
        ),
        stack_rows(lit, "rll"),
        r", \; ".join(zone_texts),
        _test_side(v, touched=v.core.zone in zones),
        keys=("fold_x", "fold_y", "zones", "ball", "block"),
    )


def _test_side(v: Reading, *, touched: bool) -> str:
    """Return LaTeX that compares the distance from a side with the radius.

    Beyond two sides or none there is no such comparison, only the signs.
    """
    if min(v.side_offset) >= 0.0:
        return r", \; ".join(rf"{name} \ge 0" for name in _FOLDED)
    max_offset = max(v.side_offset)
    if max_offset < 0.0:
        return r", \; ".join(f"{name} < 0" for name in _FOLDED)
    digits = sc.digits_to_distinguish(max_offset, v.radius)
    limit = N.zones.mark_value(v.radius, digits)
    return f"{sc.tex(max_offset, digits)} {_order(touched)} {limit}"


def _difference(name: sc.Symbol, a: float, b: float) -> str:
    """Return "name = a - b = ...", with enough digits for the displayed difference."""
    w = sc.FormattedCalculation(a - b, np.subtract, _a=a, _b=b)
    return f"{name} = {w._a} - {w._b:()} {w} {name.mark_value(a - b)}"


def _add_squares(x: float, y: float) -> float:
    return x * x + y * y


def _order(touched: bool) -> str:
    return r"\le" if touched else ">"


def _decision_step(v: Reading) -> sc.Step:
    x, y = (max(offset, 0.0) for offset in v.side_offset)
    d, radius = v.outside_distance, v.radius
    digits = sc.digits_to_distinguish(d, radius)
    w = sc.FormattedCalculation(d, math.hypot, fold_x=x, fold_y=y, least_digits=digits)
    signs = r",\; ".join(
        f"{name} = {name.mark_value(speed)}"
        for name, speed in zip(_TOWARD, v.inward_velocity, strict=True)
    )
    return sc.Step(
        "Near enough and moving toward it",
        _decision_text(v),
        _table(v),
        rf"{N.reach} = \sqrt{{{w.fold_x:()}^2 + {w.fold_y:()}^2}} {w} "
        rf"{N.reach.mark_value(d, digits)} {_order(v.core.distance <= 0.0)} "
        rf"{N.zones.mark_value(radius, digits)}",
        rf"{signs} \;\Rightarrow\; {N.decision(_code(v.face))}",
        keys=("decision", "reach", "ball"),
    )


def _code(face: BlockFace) -> str:
    return FACES[face].code if face else _NOT_HIT


def _table(v: Reading) -> str:
    names = [*map(str, (*_FOLDED, *_TOWARD)), rf"{N.reach} \le {N.zones}"]
    rows = [" & ".join(["", *names])]
    for conditions, face, graze in _TABLE:
        signs = [{None: "", True: r"\ge 0", False: "< 0"}[sign] for sign in conditions]
        lit = (v.face, v.core.graze) == (face, graze)
        rows.append(condition_row([*signs, FACES[face].code], holds=lit))
    otherwise = [r"\ldots", "", "", "", _NOT_HIT]
    rows.append(condition_row(otherwise, holds=v.face == BlockFace.NONE))
    return stack_rows(rows, "rccccl")


def _decision_text(v: Reading) -> str:
    if v.core.inside:
        return sc.message(
            "Inside the block x′ and y′ are both negative. The article assumes "
            "that this cannot happen, because the ball would have bounced "
            "earlier, and answers no hit."
        )
    if v.core.zone == BlockFace.NONE:
        return sc.message(
            "The centre is in no zone, so nothing is hit, whatever the velocity."
        )
    if v.face == BlockFace.NONE:
        return sc.message(
            "The ball is moving away from what it overlaps: the article assumes "
            "it has already bounced, and lets it go."
        )
    if v.core.graze:
        return sc.message(
            "At a corner but moving toward one side only: a graze, which counts "
            'as that side. For the graze in its figure the article says "left '
            'side" in its table and "right side" in its text; it means the right '
            "side."
        )
    text = sc.message(
        "Only what lies beyond a side counts in d. The zone says what is hit, "
        "unless the ball is moving away from it."
    )
    if v.face == BlockFace.CORNER:
        return text
    correction = sc.message(
        "The comments above the article's two side tests say \"distance to the "
        'corner"; they mean "distance to the side".'
    )
    return sc.join_sentences(text, correction)


def _bounce_step(v: Reading) -> sc.Step:
    text, formula = _bounce_words(v)
    return sc.Step(
        "Bounce",
        text,
        f"{N.bounce} = {formula}",
        f"{N.velocity} = {N.velocity.mark_value(v.velocity)}",
        f"{N.bounce} = {N.bounce.mark_value(v.core.bounced)}",
        keys=("bounce", "velocity", "ball"),
    )


def _bounce_words(v: Reading) -> tuple[str, str]:
    x, y = _SPEED
    if v.face == BlockFace.TOP_BOTTOM:
        return sc.message(
            "Off the top or bottom, the y part of the velocity is reversed."
        ), rf"({x},\; -{y})"
    if v.face == BlockFace.LEFT_RIGHT:
        return sc.message(
            "Off the left or right side, the x part of the velocity is reversed."
        ), rf"(-{x},\; {y})"
    if v.face == BlockFace.CORNER:
        sign = "-" if math.prod(v.core.outward) > 0.0 else ""
        return sc.message(
            "What is meant: off a corner x and y change places and both then "
            "point outward, as in a mirror at 45° to both sides, wherever on the "
            "arc the ball is. In the article's example 30 to the right and 10 "
            "down become 10 to the left and 30 up."
        ), rf"({sign}{y},\; {sign}{x})"
    return sc.message("No hit, so the velocity stays."), str(N.velocity)


def _corner_rule_step(v: Reading) -> sc.Step:
    x, y = v.diagonal
    numbers = (
        rf"{N.diagonal} = {N.diagonal.mark_value((x, y))}, \quad "
        rf"{N.diagonal} \cdot m = {sc.tex((y - x) * ROOT_HALF)}"
    )
    result = rf"(v_y,\; v_x) = {N.printed.mark_value(v.velocity_as_printed)}"
    if v.face != BlockFace.CORNER:
        numbers = result = ""
        place_text = sc.message(
            "It turns the ball outward only at the upper left and lower right "
            "corners, and is exact there only at 45°. No corner is hit now."
        )
    elif x * y < 0.0:
        place_text = sc.message(
            "Here it turns the ball outward, but exactly only if the corner is "
            "touched at 45°."
        )
    else:
        place_text = sc.message(
            "At this corner the mirror line points the same way as the way out, "
            "u, so a ball coming in keeps going in."
        )
    return sc.Step(
        "The corner rule as printed",
        sc.join_sentences(
            sc.message(
                "On the article's screen y points down. With y up, its (−VY, −VX) is "
                "(v_y, v_x): one and the same mirror for all corners."
            ),
            place_text,
        ),
        rf"(v_y,\; v_x) = {N.velocity} - 2 ({N.velocity} \cdot m)\, m, \quad "
        f"{_NORMAL_OF_MIRROR}",
        numbers,
        result,
        ("mirror", "printed", "ball"),
    )
