"""The derivation of how a disc meets a turned rectangle."""

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from playground.collision import CircleRect, RectFeature, articles
from playground.collision._arguments import Array
from playground.i18n import join_sentences, join_texts, message
from playground.scene import (
    Derivation,
    Step,
    Vec,
    choose_digits,
    dim_formula,
    format_number,
    rotate_vector,
    stack_components,
    sub,
    term,
    tex,
    xy,
)
from scenes.circle_rect.answer import excess, feature, offset
from scenes.circle_rect.params import FRAME, CircleRectParams

NAMES = "abcdef"
# The signs of x and y at the corners of c to f.
CORNERS = ((-1, 1), (1, 1), (-1, -1), (1, -1))
# The lines of each condition, as they are meant.
_BOXES = (
    (r"x_1 \le x \le x_2", r"y_2 - r \le y \le y_1 + r"),
    (r"x_1 - r \le x \le x_2 + r", r"y_2 \le y \le y_1"),
)
_DISCS = tuple(
    (rf"(x - x_{1 if i < 0 else 2})^2 + (y - y_{1 if j > 0 else 2})^2 \le r^2",)
    for i, j in CORNERS
)


@dataclass(frozen=True)
class Six:
    """Which of the six conditions are true: as they are meant, and as printed."""

    meant: tuple[bool, ...]
    printed: tuple[bool, ...]


def six(p: CircleRectParams, e: CircleRect) -> Six:
    """Return the six conditions for C', turned back rightly.

    The one about what is nearest is true just when the disc hits, and is decided so.
    """
    (ex, ey), hit, nearest = xy(excess(p, e)), bool(e.hit), feature(e)
    at, (w, h) = xy(offset(p, e)), p.half_extents
    meant = [ex <= 0.0 and ey <= p.radius, ey <= 0.0 and ex <= p.radius]
    meant += [math.hypot(at[0] - x * w, at[1] - y * h) <= p.radius for x, y in CORNERS]
    if nearest is RectFeature.EDGE:
        meant[0 if ey > ex else 1] = hit
    elif nearest is RectFeature.CORNER:
        meant[2 + 2 * (at[1] < 0.0) + (at[0] > 0.0)] = hit
    center, half = stack_components(*p.rect_center), stack_components(*p.half_extents)
    t = articles.circle_rect(
        e.local_center, p.radius, center - half, center + half, dtype=np.float64
    ).trace
    printed = tuple(bool(t[name]) for name in NAMES)
    return Six(tuple(hit and true for true in meant), printed)


def six_step(p: CircleRectParams, e: CircleRect) -> Step:
    """Return the step that shows them as a table."""
    found = six(p, e)
    # What is true is drawn under one key, the rest under the other.
    drawn = ["test"] * any(found.meant) + ["tests"] * (not all(found.meant))
    (x, y), (w, h) = p.rect_center, p.half_extents
    given = [
        rf"(x, y) & = {term('local_center', tex(xy(e.local_center)))}",
        rf"{term('rectangle', '(x_1, y_1)')} & = {tex((x - w, y + h))}",
        rf"{term('rectangle', '(x_2, y_2)')} & = {tex((x + w, y - h))}",
    ]
    return Step(
        "The article's six conditions",
        message(
            "The rectangle made r taller (a) or wider (b) on each side, and discs of "
            "radius r about the corners (c to f): C′ in any of them is a hit. The "
            "printed code swaps y1 and y2 in a and b, has < for ≤, and declares rect "
            "twice. True here: {meant}; as printed: {printed}.",
            meant=_names(found.meant),
            printed=_names(found.printed),
        ),
        _table(found.meant),
        _array("rl", given),
        keys=(*drawn, "local_center", "rectangle", "r"),
    )


def _names(true: tuple[bool, ...]) -> str:
    names = [name for name, is_true in zip(NAMES, true, strict=True) if is_true]
    return join_texts(names, ",") if names else message("none")


def _table(true: tuple[bool, ...]) -> str:
    lines = []
    for name, tests, is_true in zip(NAMES, (*_BOXES, *_DISCS), true, strict=True):
        names = [term("test", name) if is_true else name, *[""] * (len(tests) - 1)]
        lines += [_row(*cells, lit=is_true) for cells in zip(names, tests, strict=True)]
    return _array("rll", lines)


def _row(name: str, test: str, *, lit: bool) -> str:
    if lit:
        return " & ".join([r"\Rightarrow" if name else "", name, test])
    return " & ".join(["", *(dim_formula(x) if x else "" for x in (name, test))])


def _array(columns: str, lines: list[str]) -> str:
    body = r" \\ ".join(lines)
    return rf"\begin{{array}}{{{columns}}} {body} \end{{array}}"


# ----------------------------------------------------------------------------


def _steps(p: CircleRectParams, e: CircleRect) -> list[Step]:
    """Return the derivation: into the rectangle's frame, clamp, measure, back."""
    steps = [
        *_frame_steps(p, e),
        *_clamp(p, e),
        *_measure(p, e),
        six_step(p, e),
        *_back(p, e),
    ]
    # Each speaks of the frame, and the first of the way there.
    first, *others = (replace(step, time=1.0) for step in steps)
    return [replace(first, begins=0.0), *others]


def _sign(value: float) -> str:
    return "-" if value < 0.0 else ""


def _degrees(angle: float, digits: int = 3) -> str:
    return term("angle", rf"{tex(math.degrees(angle), digits)}^\circ")


def _pivot_rotation(sense: float) -> Callable[[Array, Array, Array], Array]:
    """Return what turns an arm about a pivot by an angle, in degrees."""

    def rotate_arm(pivot: Array, degrees: Array, arm: Array) -> Array:
        angle = sense * math.radians(float(degrees))
        return np.asarray(pivot + rotate_vector(xy(arm), angle))

    return rotate_arm


def _closest(p: CircleRectParams, e: CircleRect) -> Vec:
    """Return the closest point in the unturned frame."""
    return FRAME.to_local(p, xy(e.closest))


_P, _K, _THETA = term("P", "P"), term("K", "K"), term("angle", r"\theta")
_LOCAL, _Q_VECTOR = term("local_center", "C'"), term("q", "q")
_H, _EXCESS, _R = term("h", "h"), term("excess", "e"), term("r", "r")
_D, _GAP, _Q = term("distance", "d"), term("depth", "g"), term("closest", "Q")
_C, _NORMAL, _CLAMPED = term("C", "C"), term("normal", "n"), term("k", "k")


def _frame_steps(p: CircleRectParams, e: CircleRect) -> list[Step]:
    return [_turn_back_step(p, e), _centre_offset_step(p, e)]


def _turn_back_step(p: CircleRectParams, e: CircleRect) -> Step:
    degrees, arm = math.degrees(p.angle), sub(p.center, p.pivot)
    found = e.local_center, _pivot_rotation(-1.0), p.pivot, degrees, arm
    digits, equals = choose_digits(*found)
    pivot = term("P", tex(p.pivot, digits))
    back, shown = _degrees(-p.angle, digits), term("arm", tex(arm, digits))
    engine = format_number(-degrees) if degrees else "0"
    return Step(
        "Turn the world back",
        message(
            "Turn everything about P by −θ: the rectangle then lies along the axes. "
            "(The engine's bounding box of a turned node is no help: it is the "
            "upright box around it, and too large.) θ is counter-clockwise; the "
            "article's engine, Cocos2d-x, turns clockwise: its setRotation({engine}) "
            "is this θ.",
            engine=engine,
        ),
        rf"{_LOCAL} = {_P} + R(-{_THETA}) {term('arm', '(C - P)')}",
        rf"{_LOCAL} {equals} {pivot} + R({back}) {shown}",
        rf"{_THETA} = {_degrees(p.angle, digits)}, \; "
        rf"{_LOCAL} = {term('local_center', tex(xy(e.local_center)))}",
        keys=("local_center", "P", "angle", "arm"),
    )


def _centre_offset_step(p: CircleRectParams, e: CircleRect) -> Step:
    q, local_center = offset(p, e), xy(e.local_center)
    digits, equals = choose_digits(q, np.subtract, local_center, p.rect_center)
    centre = term("local_center", tex(local_center, digits))
    return Step(
        "Measure from the rectangle's centre",
        "In this frame the rectangle reaches from −h to h in x and in y.",
        rf"{_Q_VECTOR} = {_LOCAL} - {_K}, \; -{_H} \le x \le {_H}",
        rf"{_Q_VECTOR} {equals} {centre} - {term('K', tex(p.rect_center, digits))}",
        rf"{_Q_VECTOR} = {tex(q)}, \; {_H} = {term('h', tex(p.half_extents))}",
        keys=("q", "K", "h", "local_center"),
    )


def _clamp(p: CircleRectParams, e: CircleRect) -> list[Step]:
    q, h = xy(offset(p, e)), p.half_extents
    k = sub(_closest(p, e), p.rect_center)
    text = message(
        "Take each coordinate by itself: one that is beyond a side is moved to "
        "that side."
    )
    kx, qx, hx = term("k", "k_x"), term("q", "q_x"), term("h", "h_x")
    ky, qy, hy = term("k", "k_y"), term("q", "q_y"), term("h", "h_y")
    clamped = rf"{kx} = \max(-{hx}, \min({qx}, {hx})), \; \ldots"
    if feature(e) is RectFeature.INSIDE:
        clamped = rf"{kx} = {_sign(k[0])}{hx}, \; {ky} = {qy}"
        if abs(k[1] - q[1]) > abs(k[0] - q[0]):
            clamped = rf"{kx} = {qx}, \; {ky} = {_sign(k[1])}{hy}"
        text = message(
            "q is already inside, so nothing changes. The nearest of the four "
            "sides is taken."
        )
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
            _BEYOND[feature(e)],
            rf"{_EXCESS} = \left( |{qx}| - {hx}, |{qy}| - {hy} \right)",
            result=rf"{_EXCESS} = {term('excess', tex(excess(p, e)))}",
            keys=("excess", "regions", "closest"),
        ),
    ]


_BEYOND = {
    RectFeature.INSIDE: message(
        "The excess says how far q is beyond the sides. Both are negative: the centre "
        "is inside."
    ),
    RectFeature.EDGE: message(
        "The excess says how far q is beyond the sides. One is negative: the nearest "
        "point is on a side."
    ),
    RectFeature.CORNER: message(
        "The excess says how far q is beyond the sides. None is negative: the nearest "
        "point is a corner."
    ),
}


def _measure(p: CircleRectParams, e: CircleRect) -> list[Step]:
    return [_distance(p, e), _comparison_step(p, e)]


def _distance(p: CircleRectParams, e: CircleRect) -> Step:
    over, d = xy(excess(p, e)), float(e.distance) + p.radius
    if feature(e) is RectFeature.INSIDE:
        text = message("Inside, the nearest side counts, and the distance is negative.")
        ex, ey = (term("excess", tex(x)) for x in over)
        formula = rf"{_D} = \max({term('excess', 'e_x')}, {term('excess', 'e_y')})"
        numbers = rf"{_D} = \max({ex}, {ey})"
    else:
        text = message(
            "Pythagoras with the parts that are beyond the sides; next to a side "
            "there is only one."
        )
        beyond = [max(x, 0.0) for x in over]
        digits, equals = choose_digits(d, np.hypot, *beyond)
        parts = [rf"\max({term('excess', f'e_{axis}')}, 0)^2" for axis in "xy"]
        squares = [rf"({term('excess', tex(x, digits))})^2" for x in beyond]
        formula = rf"{_D} = \sqrt{{{' + '.join(parts)}}}"
        numbers = rf"{_D} {equals} \sqrt{{{' + '.join(squares)}}}"
    result = rf"{_D} = {term('distance', tex(d))}"
    keys = "distance", "excess"
    return Step("Distance to the rectangle", text, formula, numbers, result, keys)


_ENDS = {
    "<": message("Disc and rectangle overlap. Touching is a hit."),
    "=": message("Disc and rectangle touch. Touching is a hit."),
    ">": message("Disc and rectangle are apart. Touching is a hit."),
}


def _comparison_step(p: CircleRectParams, e: CircleRect) -> Step:
    gap = float(e.distance)
    d = gap + p.radius
    digits, equals = choose_digits(gap, operator.sub, d, p.radius)
    distance, radius = (
        term("distance", tex(d, digits)),
        term("r", tex(p.radius, digits)),
    )
    sign = "<" if gap < 0.0 else ">" if gap else "="
    doubt = message("This close to 0 the core calculates exactly.")
    return Step(
        "Compare with the radius",
        join_sentences(_ENDS[sign], "" if equals == "=" else doubt),
        rf"{_GAP} = {_D} - {_R} \le 0",
        rf"{_GAP} {equals} {distance} - {radius}",
        rf"{_GAP} = {term('depth', tex(gap))}" + (rf" {sign} 0" if gap else ""),
        keys=("depth", "r", "expanded"),
    )


def _back(p: CircleRectParams, e: CircleRect) -> list[Step]:
    arm, degrees = sub(_closest(p, e), p.pivot), math.degrees(p.angle)
    digits, equals = choose_digits(
        e.closest, _pivot_rotation(1.0), p.pivot, degrees, arm
    )
    pivot, angle = term("P", tex(p.pivot, digits)), _degrees(p.angle, digits)
    closest, center = term("closest", tex(xy(e.closest))), term("C", tex(p.center))
    way = rf"{_C} - {_Q}"
    text = message("The normal leads from the rectangle to the circle.")
    if feature(e) is RectFeature.INSIDE:
        way = rf"{_Q} - {_C}"
        text = message("The centre is inside, so the way out leads from C through Q.")
    formula = rf"{_NORMAL} = \dfrac{{{way}}}{{{term('distance', '|C - Q|')}}}"
    if max(excess(p, e)) == 0.0:
        formula = rf"{term('distance', '|C - Q|')} = 0"
        text = message("The centre is on a side: the side's normal is taken.")
        if feature(e) is RectFeature.CORNER:
            text = message("The centre is on a corner: the corner's diagonal is taken.")
    depth = float(e.depth)
    leads = message("They do not overlap, so there is no depth.")
    if depth:
        leads = message("Along it the disc must move by the depth, −g, to get out.")
    out = rf", \; -{_GAP} = {term('depth', tex(depth))}" if depth else ""
    return [
        Step(
            "Turn the closest point back",
            "The same turn the other way takes the closest point back into the world.",
            rf"{_Q} = {_P} + R({_THETA}) (K + {_CLAMPED} - P)",
            rf"{_Q} {equals} {pivot} + R({angle}) {tex(arm, digits)}",
            rf"{_Q} = {closest}",
            keys=("closest", "angle", "P"),
        ),
        Step(
            "Normal and depth",
            join_sentences(text, leads),
            formula,
            rf"{_C} = {center}, \; {_Q} = {closest}",
            rf"{_NORMAL} = {term('normal', tex(xy(e.normal)))}{out}",
            keys=("normal", "depth", "C", "closest"),
        ),
    ]


DERIVATION = Derivation(_steps)
