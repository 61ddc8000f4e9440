"""The rule's argument in seven steps, and the terms that both lessons share."""

import math
from collections.abc import Sequence

import numpy as np

from playground.collision import BlockFace
from playground.i18n import join_sentences, message
from playground.scene import (
    DIGITS,
    Step,
    choose_digits,
    digits_to_distinguish,
    dim_formula,
    term,
    tex,
)
from playground.scene.formula_symbols import strip_symbols
from scenes.ball_block.rule.answer import RuleAnswer
from scenes.ball_block.rule.picture import ROOT_HALF, diagonal

# A formula has no words: these are the answers' names in the article's code.
_ANSWERS = {
    BlockFace.NONE: r"\mathrm{NotHit}",
    BlockFace.TOP_BOTTOM: r"\mathrm{HitTopBottom}",
    BlockFace.LEFT_RIGHT: r"\mathrm{HitLeftRight}",
    BlockFace.CORNER: r"\mathrm{HitCorner}",
}
# The decision table: signs of x', y', v_x', v_y' (None: not asked), the answer, and
# whether it is a graze.
_Row = tuple[tuple[bool | None, ...], BlockFace, bool]
_TABLE: tuple[_Row, ...] = (
    ((True, False, True, None), BlockFace.LEFT_RIGHT, False),
    ((False, True, None, True), BlockFace.TOP_BOTTOM, False),
    ((True, True, True, True), BlockFace.CORNER, False),
    ((True, True, True, False), BlockFace.LEFT_RIGHT, True),
    ((True, True, False, True), BlockFace.TOP_BOTTOM, True),
)
_NORMAL_OF_MIRROR = r"m = \dfrac{1}{\sqrt 2} (-1, 1)"
START, V, R = term("start", "P_0"), term("velocity", "V"), term("zones", "r")
TOUCH_TIME = term("touch", "t")
_D = term("reach", "d")
_PLACE = term("ball", "p_x"), term("ball", "p_y")
_SPEED = term("velocity", "v_x"), term("velocity", "v_y")
_FIRST = term("x_left", "x_L"), term("y_top", "y_T")
_FOLDED = term("fold_x", "x'"), term("fold_y", "y'")
_TOWARD = term("toward_x", "v_x'"), term("toward_y", "v_y'")


def steps(r: RuleAnswer, place: str, moment: str) -> list[Step]:
    """Return the rule's argument in seven steps, built up as the article does.

    `place` is LaTeX for how the centre got where it is, `moment` says when that is.
    """
    return [
        _corner_step(r, place, moment),
        _fold_step(r, 0),
        _fold_step(r, 1),
        _side_step(r),
        _decision_step(r),
        _bounce_step(r),
        _corner_rule_step(r),
    ]


def _corner_step(r: RuleAnswer, place: str, moment: str) -> Step:
    left, top = float(r.low[0] - r.center[0]), float(r.center[1] - r.high[1])
    rows = (
        rf"P = {place}, \; {R} = {term('zones', tex(r.radius))}",
        _minus(_FIRST[0], "x_left", r.low[0], r.center[0]),
        _minus(_FIRST[1], "y_top", r.center[1], r.high[1]),
    )
    result = r", \; ".join(
        f"{name} < 0" for name, x in zip(_FIRST, (left, top), strict=True) if x < 0.0
    )
    if left >= 0.0 and top >= 0.0:
        square, limit = left * left + top * top, float(r.radius * r.radius)
        digits = digits_to_distinguish(square, limit)
        more, sign = choose_digits(square, _squares, left, top, digits=digits)
        x, y = (_in_brackets(tex(n, more)) for n in (left, top))
        touched = r.core.zone == BlockFace.CORNER
        result = (
            f"{term('x_left', x)}^2 + {term('y_top', y)}^2 {sign} "
            f"{tex(square, digits)} {_order(touched)} "
            f"{term('zones', tex(limit, digits))}"
        )
    return Step(
        "One corner: the upper left",
        join_sentences(
            moment,
            message(
                "Beyond two sides the centre must lie in a quarter disc, within r of "
                "the corner. Comparing squares needs no root. The article tests this "
                "whole sector because a ball that moves in steps would usually jump "
                "over the arc alone. Its heading says upper left, but its figure shows "
                "the upper right. On the article's screen y points down; here it "
                "points up."
            ),
        ),
        rf"{_FIRST[0]} = L - {_PLACE[0]} \ge 0, \; {_FIRST[1]} \ge 0, \; "
        rf"{_FIRST[0]}^2 + {_FIRST[1]}^2 \le {R}^2",
        _in_rows(rows),
        result,
        keys=("x_left", "y_top", "zones", "ball", "block"),
    )


_FOLDING = (
    (
        message("Two corners: fold x"),
        message(
            "The upper right is the mirror image: measure from the other side, and "
            "count velocity toward the block as positive. These are the article's _x "
            "and _vx."
        ),
    ),
    (
        message("All corners: fold y"),
        message(
            "The lower two are mirror images: measure from the other side, and count "
            "velocity toward the block as positive. These are the article's _y and "
            "_vy. One test is then enough for all four corners."
        ),
    ),
)


def _fold_step(r: RuleAnswer, i: int) -> Step:
    axis, first, folded, toward = "xy"[i], _FIRST[i], _FOLDED[i], _TOWARD[i]
    keys = f"fold_{axis}", f"toward_{axis}"
    # As the article asks: the left first, and the top.
    kept = r.side[i] == (-1.0, 1.0)[i]
    far, speeds = (
        (f"{_PLACE[0]} - R", (_SPEED[0], f"-{_SPEED[0]}")),
        (f"B - {_PLACE[1]}", (f"-{_SPEED[1]}", _SPEED[1])),
    )[i]
    rows = (
        [rf"{first} \ge 0:", f"{folded} = {first},", f"{toward} = {speeds[0]}"],
        [f"{first} < 0:", f"{folded} = {far},", f"{toward} = {speeds[1]}"],
    )
    lit = [_table_row(row, lit=kept == (k == 0)) for k, row in enumerate(rows)]
    above = r.side[i] > 0.0
    from_, to = (r.center, r.high) if above else (r.low, r.center)
    return Step(
        *_FOLDING[i],
        _in_rows(lit, "rlll"),
        _minus(folded, keys[0], from_[i], to[i]),
        f"{toward} = {term(keys[1], tex(r.inward_velocity[i]))}",
        keys=(*keys, "zones", "ball"),
    )


def _side_step(r: RuleAnswer) -> Step:
    beyond, radius = [float(x) for x in r.side_offset], float(r.radius)
    zones = BlockFace.LEFT_RIGHT, BlockFace.TOP_BOTTOM
    rows = [
        [rf"{_FOLDED[1 - i]} < 0 \le {_FOLDED[i]} \le {R}:", _ANSWERS[zones[i]]]
        for i in (0, 1)
    ]
    lit = [
        _table_row(row, lit=r.core.zone == zone)
        for row, zone in zip(rows, zones, strict=True)
    ]
    shown = [
        f"{name} = {term(f'fold_{axis}', tex(x))}"
        for name, axis, x in zip(_FOLDED, "xy", beyond, strict=True)
    ]
    return Step(
        "The sides",
        message(
            "Beyond one side only, the centre must be within r of that side. Folded, "
            "one test does for the top and the bottom, and one for the left and the "
            "right. The answers are named as in the article's code."
        ),
        _in_rows(lit, "rll"),
        r", \; ".join(shown),
        _side_test(beyond, radius, touched=r.core.zone in zones),
        keys=("fold_x", "fold_y", "zones", "ball", "block"),
    )


def _side_test(beyond: Sequence[float], radius: float, *, touched: bool) -> str:
    """Return how far the centre is from a side, if it is beyond one only."""
    if min(beyond) >= 0.0:
        return r", \; ".join(rf"{name} \ge 0" for name in _FOLDED)
    if max(beyond) < 0.0:
        return r", \; ".join(f"{name} < 0" for name in _FOLDED)
    digits = digits_to_distinguish(max(beyond), radius)
    return (
        f"{tex(max(beyond), digits)} {_order(touched)} "
        f"{term('zones', tex(radius, digits))}"
    )


def _in_rows(rows: Sequence[str], columns: str = "l") -> str:
    body = r" \\ ".join(rows)
    return rf"\begin{{array}}{{{columns}}} {body} \end{{array}}"


def _minus(name: str, key: str, a: float, b: float, digits: int = DIGITS) -> str:
    """Return "name = a - b = ...", with the digits that give what is shown."""
    more, sign = choose_digits(a - b, np.subtract, a, b, digits=digits)
    result = term(key, tex(a - b, digits))
    return f"{name} = {tex(a, more)} - {_in_brackets(tex(b, more))} {sign} {result}"


def _squares(x: float, y: float) -> float:
    return x * x + y * y


def _in_brackets(number: str) -> str:
    """Return a number to be squared or taken away, in brackets if it needs them."""
    return f"({number})" if number.startswith("-") or "^" in number else number


def _order(touched: bool) -> str:
    return r"\le" if touched else ">"


def _decision_step(r: RuleAnswer) -> Step:
    x, y = (float(max(beyond, 0.0)) for beyond in r.side_offset)
    d, radius = float(r.outside_distance), float(r.radius)
    digits = digits_to_distinguish(d, radius)
    more, sign = choose_digits(d, math.hypot, x, y, digits=digits)
    roots = " + ".join(
        f"{term(f'fold_{axis}', _in_brackets(tex(part, more)))}^2"
        for axis, part in zip("xy", (x, y), strict=True)
    )
    order = _order(bool(r.core.distance <= 0.0))
    shown, limit = term("reach", tex(d, digits)), term("zones", tex(radius, digits))
    signs = r",\; ".join(
        f"{name} = {term(f'toward_{axis}', tex(speed))}"
        for name, axis, speed in zip(_TOWARD, "xy", r.inward_velocity, strict=True)
    )
    return Step(
        "Decide by distance and signs",
        _decision_text(r),
        _table(r),
        rf"{_D} = \sqrt{{{roots}}} {sign} {shown} {order} {limit}",
        rf"{signs} \;\Rightarrow\; {term('decision', _ANSWERS[r.face])}",
        keys=("decision", "reach", "ball"),
    )


def _table(r: RuleAnswer) -> str:
    found = r.face, bool(r.core.graze)
    names = [*_FOLDED, *_TOWARD, rf"{_D} \le {R}"]
    rows = [" & ".join(["", *names])]
    for asked, face, graze in _TABLE:
        signs = [{None: "", True: r"\ge 0", False: "< 0"}[sign] for sign in asked]
        rows.append(_table_row([*signs, _ANSWERS[face]], lit=found == (face, graze)))
    otherwise = [r"\ldots", "", "", "", _ANSWERS[BlockFace.NONE]]
    rows.append(_table_row(otherwise, lit=r.face == BlockFace.NONE))
    return _in_rows(rows, "rccccl")


def _table_row(cells: Sequence[str], *, lit: bool) -> str:
    if lit:
        return " & ".join([r"\Rightarrow", *cells])
    return " & ".join(
        ["", *(dim_formula(strip_symbols(cell)) if cell else "" for cell in cells)]
    )


def _decision_text(r: RuleAnswer) -> str:
    if r.core.inside:
        return message(
            "Inside the block x′ and y′ are both negative. The article assumes "
            "that this cannot happen, because the ball would have bounced "
            "earlier, and answers no hit."
        )
    if r.core.zone == BlockFace.NONE:
        return message(
            "The centre is in no zone, so nothing is hit, whatever the velocity."
        )
    if r.face == BlockFace.NONE:
        return message(
            "The ball is moving away from what it overlaps: the article assumes "
            "it has already bounced, and lets it go."
        )
    if r.core.graze:
        return message(
            "At a corner but moving toward one side only: a graze, which counts "
            'as that side. For the graze in its figure the article says "left '
            'side" in its table and "right side" in its text; it means the right '
            "side."
        )
    text = message(
        "Only what lies beyond a side counts in d. The zone says what is hit, "
        "unless the ball is moving away from it."
    )
    if r.face == BlockFace.CORNER:
        return text
    mended = message(
        "The comments above the article's two side tests say \"distance to the "
        'corner"; they mean "distance to the side".'
    )
    return join_sentences(text, mended)


def _bounce_step(r: RuleAnswer) -> Step:
    text, formula = _bounce_words(r)
    after = term("bounce", "V'")
    return Step(
        "Bounce",
        text,
        f"{after} = {formula}",
        f"{V} = {term('velocity', tex(r.velocity))}",
        f"{after} = {term('bounce', tex(r.core.bounced))}",
        keys=("bounce", "velocity", "ball"),
    )


def _bounce_words(r: RuleAnswer) -> tuple[str, str]:
    x, y = term("velocity", "v_x"), term("velocity", "v_y")
    if r.face == BlockFace.TOP_BOTTOM:
        return message(
            "Off the top or bottom, the y part of the velocity is reversed."
        ), rf"({x},\; -{y})"
    if r.face == BlockFace.LEFT_RIGHT:
        return message(
            "Off the left or right side, the x part of the velocity is reversed."
        ), rf"(-{x},\; {y})"
    if r.face == BlockFace.CORNER:
        sign = "-" if r.core.outward.prod() > 0.0 else ""
        return message(
            "What is meant: off a corner x and y change places and both then "
            "point outward, as in a mirror at 45° to both sides, wherever on the "
            "arc the ball is. In the article's example 30 to the right and 10 "
            "down become 10 to the left and 30 up."
        ), rf"({sign}{y},\; {sign}{x})"
    return message("No hit, so the velocity stays."), V


def _corner_rule_step(r: RuleAnswer) -> Step:
    normal, outward, (x, y) = (
        "m",
        term("diagonal", "u"),
        diagonal(r),
    )
    numbers = (
        rf"{outward} = {term('diagonal', tex((x, y)))}, \quad "
        rf"{outward} \cdot {normal} = {tex((y - x) * ROOT_HALF)}"
    )
    result = rf"(v_y,\; v_x) = {term('printed', tex(r.velocity_as_printed))}"
    if r.face != BlockFace.CORNER:
        numbers = result = ""
        here = message(
            "It turns the ball outward only at the upper left and lower right "
            "corners, and is exact there only at 45°. No corner is hit now."
        )
    elif x * y < 0.0:
        here = message(
            "Here it turns the ball outward, but exactly only if the corner is "
            "touched at 45°."
        )
    else:
        here = message(
            "At this corner the mirror line points the same way as the way out, "
            "u, so a ball coming in keeps going in."
        )
    return Step(
        "The corner rule as printed",
        join_sentences(
            message(
                "On the article's screen y points down. With y up, its (−VY, −VX) is "
                "(v_y, v_x): one and the same mirror for all corners."
            ),
            here,
        ),
        rf"(v_y,\; v_x) = {V} - 2 ({V} \cdot {normal})\, {normal}, \quad "
        f"{_NORMAL_OF_MIRROR}",
        numbers,
        result,
        ("mirror", "printed", "ball"),
    )
