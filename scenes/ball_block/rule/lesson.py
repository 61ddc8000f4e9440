"""The rule's argument in seven steps, and the terms that both lessons share."""

from collections.abc import Sequence

import numpy as np

from playground.collision import BlockFace
from playground.collision.numeric import Array
from playground.scene import Step, term, tex
from scenes.ball_block.rule.answer import Reading
from scenes.ball_block.rule.picture import ROOT_HALF, diagonal

_ANSWERS = {
    BlockFace.NONE: r"\text{no hit}",
    BlockFace.TOP_BOTTOM: r"\text{top or bottom}",
    BlockFace.LEFT_RIGHT: r"\text{left or right}",
    BlockFace.CORNER: r"\text{corner}",
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
# Readable on both themes, and fainter than the ink of the live row.
_FAINT = "#7d8290"
_NORMAL_OF_MIRROR = r"\mathbf{m} = \dfrac{1}{\sqrt 2} (-1, 1)"
START, V, R = term("start", "P_0"), term("velocity", r"\mathbf{V}"), term("zones", "r")
TOUCH_TIME, BLOCK = term("touch", "t^*"), term("block", r"\text{block}")
_P, _D = term("ball", "P"), term("reach", "d")
_FOLDED = term("fold_x", "x'"), term("fold_y", "y'")
_TOWARD = term("toward_x", "v_x'"), term("toward_y", "v_y'")


def steps(r: Reading, place: str, moment: str) -> list[Step]:
    """Return the rule's argument in seven steps.

    `place` is LaTeX for how the centre got where it is, `moment` says when that is.
    """
    centre = [_zone_step(r, place, moment), _fold_step(r, 0), _fold_step(r, 1)]
    return [
        *centre,
        _reach_step(r),
        _decision_step(r),
        _bounce_step(r),
        _printed_step(r),
    ]


def _zone_step(r: Reading, place: str, moment: str) -> Step:
    return Step(
        "Look at the centre only",
        f"{moment} The disc touches the block just when its centre is within r of it: "
        "in a band along a side or a quarter disc at a corner.",
        rf"\text{{dist}}({_P}, {BLOCK}) \le {R}",
        rf"{_P} = {place}",
        rf"{R} = {term('zones', tex(r.radius))}",
        keys=("zones", "ball", "block"),
    )


def _fold_step(r: Reading, i: int) -> Step:
    axis, (low, high) = "xy"[i], (("L", "R"), ("B", "T"))[i]
    below, above = r.low[i] - r.center[i], r.center[i] - r.high[i]
    sides = ("left and right", "lower and upper")[i]
    sign = "-" if r.core.outward[i] > 0.0 else ""
    place, speed = term("ball", f"p_{axis}"), term("velocity", f"v_{axis}")
    gap, toward = _marked("fold", r.core.gap)[i], _marked("toward", r.toward)[i]
    return Step(
        f"Fold {axis} onto the nearer side",
        f"The {sides} sides are mirror images. Measure from the nearer one outward, "
        f"and count velocity toward the block as positive: the article's _{axis} and "
        f"_v{axis}.",
        rf"{_FOLDED[i]} = \max({low} - {place},\; {place} - {high}), \quad "
        rf"{_TOWARD[i]} = {sign}{speed}",
        rf"{_FOLDED[i]} = \max({tex(below)},\; {tex(above)}) = {gap}",
        rf"{_TOWARD[i]} = {toward}",
        keys=(f"fold_{axis}", f"toward_{axis}", "ball"),
    )


def _marked(key: str, vector: Array) -> list[str]:
    """Return the x and y of something as marked numbers."""
    return [term(f"{key}_{axis}", tex(vector[i])) for i, axis in enumerate("xy")]


def _reach_step(r: Reading) -> Step:
    relation = r"\le" if r.beyond <= r.radius else ">"
    inside = " The centre is in the block: the rule has no row for that."
    parts = [rf"\max({folded}, 0)^2" for folded in _FOLDED]
    squares = [f"{x}^2" for x in _marked("fold", np.maximum(r.core.gap, 0.0))]
    reach = term("reach", tex(r.beyond))
    return Step(
        "Does it reach?",
        "Only what lies beyond a side counts; beyond two sides it is the distance "
        "to the corner." + (inside if r.core.inside else ""),
        rf"{_D} = \sqrt{{{' + '.join(parts)}}} \le {R}",
        rf"{_D} = \sqrt{{{' + '.join(squares)}}} = {reach}",
        rf"{reach} {relation} {term('zones', tex(r.radius))}",
        keys=("reach", "ball"),
    )


def _decision_step(r: Reading) -> Step:
    values = *_marked("fold", r.core.gap), *_marked("toward", r.toward)
    pairs = zip((*_FOLDED, *_TOWARD), values, strict=True)
    graze = r"\text{, a graze}" if r.core.graze else ""
    return Step(
        "Decide by the signs",
        _decision_text(r),
        _table(r),
        r",\; ".join(f"{name} = {value}" for name, value in pairs),
        term("decision", _ANSWERS[r.face] + graze),
        keys=("decision", "ball"),
    )


def _table(r: Reading) -> str:
    found = r.face, bool(r.core.graze)
    names = [*_FOLDED, *_TOWARD, rf"\text{{hit}}\;({_D} \le {R})"]
    rows = [" & ".join(["", *names])]
    for asked, face, graze in _TABLE:
        signs = [{None: "", True: r"\ge 0", False: "< 0"}[sign] for sign in asked]
        cell = _ANSWERS[face] + (r"\text{ (graze)}" if graze else "")
        rows.append(_table_row([*signs, cell], lit=found == (face, graze)))
    otherwise = [r"\text{else}", "", "", "", _ANSWERS[BlockFace.NONE]]
    rows.append(_table_row(otherwise, lit=r.face == BlockFace.NONE))
    body = r" \\ ".join(rows)
    return rf"\begin{{array}}{{rccccl}} {body} \end{{array}}"


def _table_row(cells: Sequence[str], *, lit: bool) -> str:
    if lit:
        return " & ".join([r"\Rightarrow", *cells])
    faint = [rf"\textcolor{{{_FAINT}}}{{{cell}}}" if cell else "" for cell in cells]
    return " & ".join(["", *faint])


def _decision_text(r: Reading) -> str:
    if r.core.inside:
        return "Inside the block both x′ and y′ are negative, and no hit is answered."
    if r.core.zone == BlockFace.NONE:
        return "The centre is in no zone, so nothing is hit, whatever the velocity."
    if r.face == BlockFace.NONE:
        return (
            "The ball is moving away from what it overlaps: it must have bounced "
            "already, and is let go."
        )
    if r.core.graze:
        return (
            "At a corner but moving toward one side only: a graze, which counts as "
            "that side."
        )
    return "The zone says what is hit, provided the ball moves toward it."


def _bounce_step(r: Reading) -> Step:
    text, formula = _bounce_words(r)
    after = term("bounce", r"\mathbf{V}'")
    return Step(
        "Bounce",
        text,
        rf"{after} = {formula}",
        rf"{V} = {term('velocity', tex(r.velocity))}",
        rf"{after} = {term('bounce', tex(r.core.bounced))}",
        keys=("bounce", "velocity", "ball"),
    )


def _bounce_words(r: Reading) -> tuple[str, str]:
    x, y = term("velocity", "v_x"), term("velocity", "v_y")
    if r.face == BlockFace.TOP_BOTTOM:
        return "Off the top or bottom, y turns round.", rf"({x},\; -{y})"
    if r.face == BlockFace.LEFT_RIGHT:
        return "Off the left or right, x turns round.", rf"(-{x},\; {y})"
    if r.face == BlockFace.CORNER:
        sign = "-" if r.core.outward.prod() > 0.0 else ""
        return (
            "Off a corner, x and y change places and both turn outward: a mirror at "
            "45° against both sides, wherever on the arc the ball is.",
            rf"({sign}{y},\; {sign}{x})",
        )
    return "No hit, so the velocity stays.", V


def _printed_step(r: Reading) -> Step:
    normal, outward, (x, y) = (
        r"\mathbf{m}",
        term("diagonal", r"\mathbf{n}"),
        diagonal(r),
    )
    numbers = (
        rf"{outward} = {term('diagonal', tex((x, y)))}, \quad "
        rf"{outward} \cdot {normal} = {tex((y - x) * ROOT_HALF)}"
    )
    result = rf"(v_y,\; v_x) = {term('printed', tex(r.printed))}"
    if r.face != BlockFace.CORNER:
        numbers = result = ""
        text = (
            "One exchange for all corners, a mirror across one diagonal: right at the "
            "upper left and lower right only. No corner is hit now, so it is not used."
        )
    elif x * y < 0.0:
        text = (
            "The printed mirror lies across this corner's way out, so what runs in is "
            "turned out. So it is at the upper left and the lower right only."
        )
    else:
        text = (
            "The printed mirror lies along this corner's way out, so what runs in "
            "goes on inward. It is right at the upper left and the lower right only."
        )
    return Step(
        "The corner rule as printed",
        text,
        rf"(v_y,\; v_x) = {V} - 2 ({V} \cdot {normal})\, {normal}, \quad "
        rf"{_NORMAL_OF_MIRROR}",
        numbers,
        result,
        ("mirror", "printed", "ball"),
    )
