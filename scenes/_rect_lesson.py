"""The numbers and the derivation of how a disc meets a turned rectangle."""

import math

import numpy as np
from numpy.typing import NDArray

from playground.collision import CircleRect, RectFeature
from playground.scene.mathtext import term, tex
from playground.scene.params import Vec2
from playground.scene.scene import (Row, Step)
from scenes._rect_model import (
    FEATURE_WORDS,
    CircleRectParams,
    excess,
    feature,
    local,
    local_offset,
    xy,
)

_CORNER_NAMES = ("lower left", "lower right", "upper right", "upper left")


def readout(p: CircleRectParams, e: CircleRect) -> list[Row]:
    """Return every number of the answer."""
    return [*_answer_rows(e), *_frame_rows(p, e)]


def steps(p: CircleRectParams, e: CircleRect) -> list[Step]:
    """Return the derivation: into the rectangle's frame, clamp, measure, back."""
    return [
        *_into_frame(p, e),
        *_clamp(p, e),
        *_measure(p, e),
        *_back(p, e),
    ]


def _answer_rows(e: CircleRect) -> list[Row]:
    return [
        Row(
            "Hit",
            _yes(e.hit),
            help="Whether disc and rectangle share a point; touching is a hit.",
            key="depth",
        ),
        Row(
            "Distance s",
            float(e.distance),
            "m",
            "Gap between circle and rectangle; negative: how far they overlap.",
            "depth",
        ),
        Row(
            "Depth",
            float(e.depth),
            "m",
            "How far the disc must move along the normal to just touch; 0 if apart.",
            "depth",
        ),
        Row(
            "Closest point Q",
            xy(e.closest),
            "m",
            "Point of the rectangle's boundary nearest to C, in the world.",
            "closest",
        ),
        Row(
            "Normal",
            xy(e.normal),
            "",
            "Unit vector from the rectangle toward the circle, in the world.",
            "normal",
        ),
        Row(
            "Feature",
            FEATURE_WORDS[feature(e)],
            "",
            "What Q lies on; inside: C is in the rectangle, Q on its nearest side.",
            "closest",
        ),
    ]


def _frame_rows(p: CircleRectParams, e: CircleRect) -> list[Row]:
    help_corner = "Corner of the turned rectangle, in the world; named before the turn."
    return [
        Row(
            "Local centre C′",
            xy(e.local_center),
            "m",
            "The circle's centre in the frame in which the rectangle is not turned.",
            "local_center",
        ),
        Row(
            "Offset q",
            local_offset(p, e),
            "m",
            "C′ measured from the rectangle's centre, in the unturned frame.",
            "q",
        ),
        Row(
            "Excess e",
            excess(p, e),
            "m",
            "How far C′ is beyond the sides, in the unturned frame; negative between "
            "them.",
            "excess",
        ),
        *(
            Row(f"Corner {name}", xy(corner), "m", help_corner, "rectangle")
            for name, corner in zip(_CORNER_NAMES, e.corners, strict=True)
        ),
    ]


def _yes(flag: NDArray[np.bool_]) -> str:
    return "yes" if flag else "no"


def _tex(value: float | Vec2) -> str:
    """Return LaTeX; a component far below its neighbour is the rounding of a zero."""
    numbers = np.asarray(value)
    small = np.abs(numbers) < 1e-12 * np.abs(numbers).max()
    return tex(np.where(small, 0.0, numbers))


def _sign(value: float) -> str:
    return "-" if value < 0.0 else ""


_P, _K, _THETA = term("P", "P"), term("K", "K"), term("angle", r"\theta")
_LOCAL, _Q_VECTOR = term("local_center", "C'"), term("q", "q")
_H, _EXCESS, _R = term("h", "h"), term("excess", "e"), term("r", "r")
_D, _S, _Q = term("distance", "d"), term("depth", "s"), term("closest", "Q")
_C, _NORMAL, _CLAMPED = term("C", "C"), term("normal", "n"), term("k", "k")


def _into_frame(p: CircleRectParams, e: CircleRect) -> list[Step]:
    degrees, back = (
        term("angle", rf"{tex(math.degrees(a), 1)}^\circ") for a in (p.angle, -p.angle)
    )
    arm = term("arm", _tex((p.center[0] - p.pivot[0], p.center[1] - p.pivot[1])))
    local_center = term("local_center", _tex(xy(e.local_center)))
    pivot = term("P", _tex(p.pivot))
    return [
        Step(
            "Turn the world back",
            "Turn everything about P by −θ. Lengths stay, and the rectangle lies "
            "along the axes.",
            rf"{_LOCAL} = {_P} + R(-{_THETA}) {term('arm', '(C - P)')}",
            rf"{_LOCAL} = {pivot} + R({back}) {arm}",
            rf"{_THETA} = {degrees}, \; {_LOCAL} = {local_center}",
            keys=("local_center", "P", "angle", "arm"),
        ),
        Step(
            "Measure from the rectangle's centre",
            "In this frame the rectangle reaches from −h to h in x and in y.",
            rf"{_Q_VECTOR} = {_LOCAL} - {_K}, \; -{_H} \le x \le {_H}",
            rf"{_Q_VECTOR} = {local_center} - {term('K', _tex(p.rect_center))}",
            rf"{_Q_VECTOR} = {_tex(local_offset(p, e))}, \; {_H} = "
            rf"{term('h', _tex(p.half_extents))}",
            keys=("q", "K", "h", "local_center"),
        ),
    ]


def _clamp(p: CircleRectParams, e: CircleRect) -> list[Step]:
    q, h, over = local_offset(p, e), p.half_extents, excess(p, e)
    nearest = local(p, xy(e.closest))
    k = nearest[0] - p.rect_center[0], nearest[1] - p.rect_center[1]
    text = "Each coordinate by itself: what is beyond a side is put on the side."
    kx, qx, hx = term("k", "k_x"), term("q", "q_x"), term("h", "h_x")
    ky, qy, hy = term("k", "k_y"), term("q", "q_y"), term("h", "h_y")
    clamped = rf"{kx} = \max(-{hx}, \min({qx}, {hx})), \; \ldots"
    if feature(e) is RectFeature.INSIDE:
        clamped = rf"{kx} = {_sign(k[0])}{hx}, \; {ky} = {qy}"
        if abs(k[1] - q[1]) > abs(k[0] - q[0]):
            clamped = rf"{kx} = {qx}, \; {ky} = {_sign(k[1])}{hy}"
        text = (
            "q is inside already, so nothing is cut off. Of the four sides "
            "the nearest is taken."
        )
    words = {
        RectFeature.INSIDE: "Both are negative: the centre is inside.",
        RectFeature.EDGE: "One is negative: the nearest point is on a side.",
        RectFeature.CORNER: "None is negative: the nearest point is a corner.",
    }
    return [
        Step(
            "Clamp to the rectangle",
            text,
            clamped,
            rf"{_Q_VECTOR} = {term('q', _tex(q))}, \; {_H} = {term('h', _tex(h))}",
            rf"{_CLAMPED} = {term('k', _tex(k))}",
            keys=("closest", "k", "q", "h"),
        ),
        Step(
            "Side, corner or inside",
            f"The excess says how far q is beyond the sides. {words[feature(e)]}",
            rf"{_EXCESS} = \left( |{qx}| - {hx}, |{qy}| - {hy} \right)",
            rf"{_EXCESS} = {term('excess', _tex(over))}",
            rf"\text{{{FEATURE_WORDS[feature(e)]}}}",
            keys=("excess", "regions", "closest"),
        ),
    ]


def _measure(p: CircleRectParams, e: CircleRect) -> list[Step]:
    over, s = excess(p, e), float(e.distance)
    d, r = term("distance", _tex(s + p.radius)), term("r", _tex(p.radius))
    ex, ey = (term("excess", _tex(x)) for x in over)
    squares = "^2 + ".join(rf"({term('excess', _tex(max(x, 0.0)))})" for x in over)
    parts = [rf"\max({term('excess', f'e_{axis}')}, 0)" for axis in "xy"]
    text = "Pythagoras over what is beyond; along a side only one part is left."
    formula = rf"{_D} = \sqrt{{{parts[0]}^2 + {parts[1]}^2}}"
    numbers = rf"{_D} = \sqrt{{{squares}^2}}"
    if feature(e) is RectFeature.INSIDE:
        text = "Inside, the nearest side counts, and the distance is negative."
        formula = rf"{_D} = \max({term('excess', 'e_x')}, {term('excess', 'e_y')})"
        numbers = rf"{_D} = \max({ex}, {ey})"
    sign, word = (
        ("<", "they overlap")
        if s < 0.0
        else (">", "they are apart")
        if s
        else ("=", "they touch")
    )
    return [
        Step(
            "Distance to the rectangle",
            text,
            formula,
            numbers,
            rf"{_D} = {d}",
            keys=("distance", "excess"),
        ),
        Step(
            "Compare with the radius",
            f"The centre against the rectangle grown by r: {word}. Touching is a hit.",
            rf"\text{{hit if }} {_S} = {_D} - {_R} \le 0",
            rf"{_S} = {d} - {r}",
            rf"{_S} = {term('depth', _tex(s))}" + (rf" {sign} 0" if s else ""),
            keys=("depth", "r", "expanded"),
        ),
    ]


def _back(p: CircleRectParams, e: CircleRect) -> list[Step]:
    nearest = local(p, xy(e.closest))
    arm = nearest[0] - p.pivot[0], nearest[1] - p.pivot[1]
    degrees = term("angle", rf"{tex(math.degrees(p.angle), 1)}^\circ")
    closest, center = term("closest", _tex(xy(e.closest))), term("C", _tex(p.center))
    way = rf"{_C} - {_Q}"
    text = "It leads from the rectangle to the circle."
    if feature(e) is RectFeature.INSIDE:
        way = rf"{_Q} - {_C}"
        text = "The centre is inside, so the way out leads from C through Q."
    formula = rf"{_NORMAL} = \dfrac{{{way}}}{{{term('distance', '|C - Q|')}}}"
    if max(excess(p, e)) == 0.0:
        touching = rf"{term('distance', '|C - Q|')} = 0"
        formula = rf"{touching}, \; {_NORMAL} \perp \text{{side}}"
        text = "The centre is on a side: the side's normal is taken."
        if feature(e) is RectFeature.CORNER:
            formula = rf"{touching}, \; {_NORMAL} \text{{ halves the corner}}"
            text = "The centre is on a corner: the corner's diagonal is taken."
    depth = float(e.depth)
    out = rf", \; -{_S} = {term('depth', _tex(depth))}" if depth else ""
    return [
        Step(
            "Turn the closest point back",
            "The same turn the other way carries the closest point into the world.",
            rf"{_Q} = {_P} + R({_THETA}) (K + {_CLAMPED} - P)",
            rf"{_Q} = {term('P', _tex(p.pivot))} + R({degrees}) {_tex(arm)}",
            rf"{_Q} = {closest}",
            keys=("closest", "angle", "P"),
        ),
        Step(
            "Normal and depth",
            f"{text} Along it the disc leaves by the depth −s."
            if depth
            else f"{text} There is no depth to leave by.",
            formula,
            rf"{_C} = {center}, \; {_Q} = {closest}",
            rf"{_NORMAL} = {term('normal', _tex(xy(e.normal)))}{out}",
            keys=("normal", "depth", "C", "closest"),
        ),
    ]
