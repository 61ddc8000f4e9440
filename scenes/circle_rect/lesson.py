"""The derivation of how a disc meets a turned rectangle."""

import math

from playground.collision import CircleRect, RectFeature
from playground.scene import Lesson, Step, Vec, sub, term, tex, xy
from scenes.circle_rect.answer import FEATURE_WORDS, excess, feature, offset
from scenes.circle_rect.params import FRAME, CircleRectParams


def _steps(p: CircleRectParams, e: CircleRect) -> list[Step]:
    """Return the derivation: into the rectangle's frame, clamp, measure, back."""
    return [
        *_into_frame(p, e),
        *_clamp(p, e),
        *_measure(p, e),
        *_back(p, e),
    ]


def _sign(value: float) -> str:
    return "-" if value < 0.0 else ""


def _degrees(angle: float) -> str:
    return term("angle", rf"{tex(math.degrees(angle))}^\circ")


def _closest(p: CircleRectParams, e: CircleRect) -> Vec:
    """Return the closest point in the unturned frame."""
    return FRAME.to_local(p, xy(e.closest))


_P, _K, _THETA = term("P", "P"), term("K", "K"), term("angle", r"\theta")
_LOCAL, _Q_VECTOR = term("local_center", "C'"), term("q", "q")
_H, _EXCESS, _R = term("h", "h"), term("excess", "e"), term("r", "r")
_D, _S, _Q = term("distance", "d"), term("depth", "s"), term("closest", "Q")
_C, _NORMAL, _CLAMPED = term("C", "C"), term("normal", "n"), term("k", "k")


def _into_frame(p: CircleRectParams, e: CircleRect) -> list[Step]:
    degrees, back = _degrees(p.angle), _degrees(-p.angle)
    arm = term("arm", tex(sub(p.center, p.pivot)))
    local_center = term("local_center", tex(xy(e.local_center)))
    pivot = term("P", tex(p.pivot))
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
            rf"{_Q_VECTOR} = {local_center} - {term('K', tex(p.rect_center))}",
            rf"{_Q_VECTOR} = {tex(offset(p, e))}, \; {_H} = "
            rf"{term('h', tex(p.half_extents))}",
            keys=("q", "K", "h", "local_center"),
        ),
    ]


def _clamp(p: CircleRectParams, e: CircleRect) -> list[Step]:
    q, h = xy(offset(p, e)), p.half_extents
    k = sub(_closest(p, e), p.rect_center)
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
            rf"{_Q_VECTOR} = {term('q', tex(q))}, \; {_H} = {term('h', tex(h))}",
            rf"{_CLAMPED} = {term('k', tex(k))}",
            keys=("closest", "k", "q", "h"),
        ),
        Step(
            "Side, corner or inside",
            f"The excess says how far q is beyond the sides. {words[feature(e)]}",
            rf"{_EXCESS} = \left( |{qx}| - {hx}, |{qy}| - {hy} \right)",
            rf"{_EXCESS} = {term('excess', tex(excess(p, e)))}",
            rf"\text{{{FEATURE_WORDS[feature(e)]}}}",
            keys=("excess", "regions", "closest"),
        ),
    ]


def _measure(p: CircleRectParams, e: CircleRect) -> list[Step]:
    over, s = xy(excess(p, e)), float(e.distance)
    d, r = term("distance", tex(s + p.radius)), term("r", tex(p.radius))
    ex, ey = (term("excess", tex(x)) for x in over)
    squares = "^2 + ".join(rf"({term('excess', tex(max(x, 0.0)))})" for x in over)
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
            rf"{_S} = {term('depth', tex(s))}" + (rf" {sign} 0" if s else ""),
            keys=("depth", "r", "expanded"),
        ),
    ]


def _back(p: CircleRectParams, e: CircleRect) -> list[Step]:
    arm = tex(sub(_closest(p, e), p.pivot))
    closest, center = term("closest", tex(xy(e.closest))), term("C", tex(p.center))
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
    out = rf", \; -{_S} = {term('depth', tex(depth))}" if depth else ""
    return [
        Step(
            "Turn the closest point back",
            "The same turn the other way carries the closest point into the world.",
            rf"{_Q} = {_P} + R({_THETA}) (K + {_CLAMPED} - P)",
            rf"{_Q} = {term('P', tex(p.pivot))} + R({_degrees(p.angle)}) {arm}",
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
            rf"{_NORMAL} = {term('normal', tex(xy(e.normal)))}{out}",
            keys=("normal", "depth", "C", "closest"),
        ),
    ]


LESSON = Lesson(_steps)
