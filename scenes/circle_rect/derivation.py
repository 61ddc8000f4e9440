"""Derivation of article 2's scene."""

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

import playground.scene as sc
from playground.collision import CircleRect, RectFeature, articles
from playground.collision._arguments import Array
from playground.scene.formula_symbols import condition_row, stack_rows
from scenes.circle_rect.answer import DiscAndRect, of
from scenes.circle_rect.params import CircleRectParams, N

NAMES = "abcdef"
# The signs of x and y at the corners of c to f.
CORNERS = ((-1, 1), (1, 1), (-1, -1), (1, -1))
# The formulas of each condition, as intended.
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
    """Truth of the article's six conditions a to f, as intended and as printed."""

    meant: tuple[bool, ...]
    printed: tuple[bool, ...]


@sc.cache_last_state
def six(p: CircleRectParams, e: CircleRect) -> Six:
    """Return the six conditions for C', correctly rotated back.

    The condition on the nearest feature is true exactly if the disc hits, so it takes
    the core's verdict.
    """
    v = of(p, e)
    (ex, ey), (x, y), hit = v.excess, v.q, bool(v.e.hit)
    (w, h), r = p.half_extents, p.radius
    expected = [ex <= 0.0 and ey <= r, ey <= 0.0 and ex <= r]
    expected += [math.hypot(x - i * w, y - j * h) <= r for i, j in CORNERS]
    if v.feature is RectFeature.EDGE:
        expected[0 if ey > ex else 1] = hit
    elif v.feature is RectFeature.CORNER:
        expected[2 + 2 * (y < 0.0) + (x > 0.0)] = hit
    center, half = (
        sc.stack_components(*p.rect_center),
        sc.stack_components(*p.half_extents),
    )
    t = articles.circle_rect(
        e.local_center, r, center - half, center + half, dtype=np.float64
    ).trace
    listed = tuple(bool(t[name]) for name in NAMES)
    return Six(tuple(hit and true for true in expected), listed)


def _six_step(v: DiscAndRect) -> sc.Step:
    """Return the step with the six conditions as a table."""
    test_result = six(v.p, v.answer)
    # True conditions have one highlight key, the rest the other.
    drawn_keys = ["test"] * any(test_result.meant) + ["tests"] * (
        not all(test_result.meant)
    )
    (x, y), (w, h) = v.p.rect_center, v.p.half_extents
    test_texts = [
        rf"(x, y) & = {N.local_center.mark_value(v.e.local_center)}",
        rf"{N.rectangle('(x_1, y_1)')} & = {sc.tex((x - w, y + h))}",
        rf"{N.rectangle('(x_2, y_2)')} & = {sc.tex((x + w, y - h))}",
    ]
    return sc.Step(
        "The article's six conditions",
        sc.message(
            "The rectangle made r taller (a) or wider (b) on each side, and discs of "
            "radius r about the corners (c to f): C′ in any of them is a hit. The "
            "printed code swaps y1 and y2 in a and b, has < for ≤, and declares rect "
            "twice. True here: {meant}; as printed: {printed}.",
            meant=_names(test_result.meant),
            printed=_names(test_result.printed),
        ),
        _table(test_result.meant),
        stack_rows(test_texts, "rl"),
        keys=(*drawn_keys, "local_center", "rectangle", "r"),
    )


def _names(true: tuple[bool, ...]) -> str:
    names = [name for name, is_true in zip(NAMES, true, strict=True) if is_true]
    return sc.join_texts(names, ",") if names else sc.message("none")


def _table(true: tuple[bool, ...]) -> str:
    lines = []
    for name, tests, is_true in zip(NAMES, (*_BOXES, *_DISCS), true, strict=True):
        names = [N.test(name) if is_true else name, *[""] * (len(tests) - 1)]
        cells = zip(names, tests, strict=True)
        lines += [condition_row(row, holds=is_true) for row in cells]
    return stack_rows(lines, "rll")


# ----------------------------------------------------------------------------


def _steps(p: CircleRectParams, e: CircleRect) -> list[sc.Step]:
    """Return the steps: into the rectangle's frame, clamp, measure, and back."""
    v = of(p, e)
    steps = [
        _turn_back_step(v),
        _center_offset_step(v),
        _clamp_step(v),
        _excess_step(v),
        _distance_step(v),
        _comparison_step(v),
        _six_step(v),
        _turn_closest_step(v),
        _normal_step(v),
    ]
    # All steps show the frame; the first one animates the rotation into it.
    first, *other_steps = (replace(step, time=1.0) for step in steps)
    return [replace(first, begins=0.0), *other_steps]


def _degrees(angle: float, digits: int = 3) -> str:
    return N.angle(rf"{sc.tex(math.degrees(angle), digits)}^\circ")


def _pivot_rotation(sense: float) -> Callable[[Array, Array, Array], Array]:
    """Return a function that rotates an arm about a pivot by degrees."""

    def rotate_arm(pivot: Array, arm: Array, degrees: Array) -> Array:
        angle = sense * math.radians(float(degrees))
        return np.asarray(pivot + sc.rotate_vector(sc.xy(arm), angle))

    return rotate_arm


def _turn_back_step(v: DiscAndRect) -> sc.Step:
    p, degrees = v.p, math.degrees(v.p.angle)
    w = sc.FormattedCalculation(
        v.e.local_center,
        _pivot_rotation(-1.0),
        P=p.pivot,
        arm=sc.sub(p.center, p.pivot),
        _degrees=degrees,
    )
    return sc.Step(
        "Turn the world back",
        sc.message(
            "Turn everything about P by −θ: the rectangle then lies along the axes. "
            "(The engine's bounding box of a turned node is no help: it is the "
            "upright box around it, and too large.) θ is counter-clockwise; the "
            "article's engine, Cocos2d-x, turns clockwise: its setRotation({engine}) "
            "is this θ.",
            engine=sc.format_number(-degrees) if degrees else "0",
        ),
        rf"{N.local_center} = {N.P} + R(-{N.angle}) {N.arm}",
        rf"{N.local_center} {w} {w.P} + R({_degrees(-p.angle, w.digits)}) {w.arm}",
        rf"{N.angle} = {_degrees(p.angle, w.digits)}, \; "
        rf"{N.local_center} = {N.local_center.mark_value(v.e.local_center)}",
        keys=("local_center", "P", "angle", "arm"),
    )


def _center_offset_step(v: DiscAndRect) -> sc.Step:
    p, center = v.p, v.e.local_center
    w = sc.FormattedCalculation(v.q, np.subtract, local_center=center, K=p.rect_center)
    return sc.Step(
        "Measure from the rectangle's centre",
        "In this frame the rectangle reaches from −h to h in x and in y.",
        rf"{N.q} = {N.local_center} - {N.K}, \; -{N.h} \le x \le {N.h}",
        rf"{N.q} {w} {w.local_center} - {w.K}",
        rf"{N.q} = {sc.tex(v.q)}, \; {N.h} = {N.h.mark_value(p.half_extents)}",
        keys=("q", "K", "h", "local_center"),
    )


_KX, _QX, _HX = N.k("k_x"), N.q("q_x"), N.h("h_x")
_KY, _QY, _HY = N.k("k_y"), N.q("q_y"), N.h("h_y")


def _clamp_step(v: DiscAndRect) -> sc.Step:
    k, half = sc.sub(v.local_closest, v.p.rect_center), v.p.half_extents
    text = sc.message(
        "Take each coordinate by itself: one that is beyond a side is moved to "
        "that side."
    )
    clamp_formula = rf"{_KX} = \max(-{_HX}, \min({_QX}, {_HX})), \; \ldots"
    if v.feature is RectFeature.INSIDE:
        sign_x, sign_y = ("-" if x < 0.0 else "" for x in k)
        clamp_formula = rf"{_KX} = {sign_x}{_HX}, \; {_KY} = {_QY}"
        if abs(k[1] - v.q[1]) > abs(k[0] - v.q[0]):
            clamp_formula = rf"{_KX} = {_QX}, \; {_KY} = {sign_y}{_HY}"
        text = sc.message(
            "q is already inside, so nothing changes. The nearest of the four "
            "sides is taken."
        )
    return sc.Step(
        "Clamp to the rectangle",
        text,
        clamp_formula,
        rf"{N.q} = {N.q.mark_value(v.q)}, \; {N.h} = {N.h.mark_value(half)}",
        rf"{N.k} = {N.k.mark_value(k)}",
        keys=("closest", "k", "q", "h"),
    )


def _excess_step(v: DiscAndRect) -> sc.Step:
    return sc.Step(
        "Side, corner or inside",
        _BEYOND[v.feature],
        rf"{N.excess} = \left( |{_QX}| - {_HX}, |{_QY}| - {_HY} \right)",
        result=rf"{N.excess} = {N.excess.mark_value(v.excess)}",
        keys=("excess", "regions", "closest"),
    )


_BEYOND = {
    RectFeature.INSIDE: sc.message(
        "The excess says how far q is beyond the sides. Both are negative: the centre "
        "is inside."
    ),
    RectFeature.EDGE: sc.message(
        "The excess says how far q is beyond the sides. One is negative: the nearest "
        "point is on a side."
    ),
    RectFeature.CORNER: sc.message(
        "The excess says how far q is beyond the sides. None is negative: the nearest "
        "point is a corner."
    ),
}


def _distance_step(v: DiscAndRect) -> sc.Step:
    if v.feature is RectFeature.INSIDE:
        text = sc.message(
            "Inside, the nearest side counts, and the distance is negative."
        )
        ex, ey = map(N.excess.mark_value, v.excess)
        formula = rf"{N.distance} = \max({N.excess('e_x')}, {N.excess('e_y')})"
        numbers = rf"{N.distance} = \max({ex}, {ey})"
    else:
        text = sc.message(
            "Pythagoras with the parts that are beyond the sides; next to a side "
            "there is only one."
        )
        lengths = [max(x, 0.0) for x in v.excess]
        w = sc.FormattedCalculation(v.distance, np.hypot, _x=lengths[0], _y=lengths[1])
        parts = [rf"\max({N.excess(f'e_{axis}')}, 0)^2" for axis in "xy"]
        squares = [rf"({N.excess(f'{x}')})^2" for x in (w._x, w._y)]
        formula = rf"{N.distance} = \sqrt{{{' + '.join(parts)}}}"
        numbers = rf"{N.distance} {w} \sqrt{{{' + '.join(squares)}}}"
    result = rf"{N.distance} = {N.distance.mark_value(v.distance)}"
    keys = "distance", "excess"
    return sc.Step("Distance to the rectangle", text, formula, numbers, result, keys)


_ENDS = {
    "<": sc.message("Disc and rectangle overlap. Touching is a hit."),
    "=": sc.message("Disc and rectangle touch. Touching is a hit."),
    ">": sc.message("Disc and rectangle are apart. Touching is a hit."),
}


def _comparison_step(v: DiscAndRect) -> sc.Step:
    gap = v.gap
    w = sc.FormattedCalculation(gap, operator.sub, distance=v.distance, r=v.p.radius)
    sign = "<" if gap < 0.0 else ">" if gap else "="
    doubt = sc.message("This close to 0 the answer is computed exactly.")
    return sc.Step(
        "Compare with the radius",
        sc.join_sentences(_ENDS[sign], "" if w.sign == "=" else doubt),
        rf"{N.depth} = {N.distance} - {N.r} \le 0",
        rf"{N.depth} {w} {w.distance} - {w.r}",
        rf"{N.depth} = {N.depth.mark_value(gap)}" + (rf" {sign} 0" if gap else ""),
        keys=("depth", "r", "expanded"),
    )


def _turn_closest_step(v: DiscAndRect) -> sc.Step:
    p, arm = v.p, sc.sub(v.local_closest, v.p.pivot)
    degrees = math.degrees(p.angle)
    w = sc.FormattedCalculation(
        v.e.closest, _pivot_rotation(1.0), P=p.pivot, _arm=arm, _degrees=degrees
    )
    return sc.Step(
        "Turn the closest point back",
        "The same turn the other way takes the closest point back into the world.",
        rf"{N.closest} = {N.P} + R({N.angle}) (K + {N.k} - P)",
        rf"{N.closest} {w} {w.P} + R({_degrees(p.angle, w.digits)}) {w._arm}",
        rf"{N.closest} = {N.closest.mark_value(v.e.closest)}",
        keys=("closest", "angle", "P"),
    )


def _normal_step(v: DiscAndRect) -> sc.Step:
    way = rf"{N.C} - {N.closest}"
    text = sc.message("The normal leads from the rectangle to the circle.")
    if v.feature is RectFeature.INSIDE:
        way = rf"{N.closest} - {N.C}"
        text = sc.message(
            "The centre is inside, so the way out leads from C through Q."
        )
    formula = rf"{N.normal} = \dfrac{{{way}}}{{{N.distance('|C - Q|')}}}"
    if max(v.excess) == 0.0:
        formula = rf"{N.distance('|C - Q|')} = 0"
        text = sc.message("The centre is on a side: the side's normal is taken.")
        if v.feature is RectFeature.CORNER:
            text = sc.message(
                "The centre is on a corner: the corner's diagonal is taken."
            )
    leads = sc.message("They do not overlap, so there is no depth.")
    if v.depth:
        leads = sc.message("Along it the disc must move by the depth, −g, to get out.")
    outward = rf", \; -{N.depth} = {N.depth.mark_value(v.depth)}" if v.depth else ""
    center, closest = N.C.mark_value(v.p.center), N.closest.mark_value(v.e.closest)
    return sc.Step(
        "Normal and depth",
        sc.join_sentences(text, leads),
        formula,
        rf"{N.C} = {center}, \; {N.closest} = {closest}",
        rf"{N.normal} = {N.normal.mark_value(v.e.normal)}{outward}",
        keys=("normal", "depth", "C", "closest"),
    )


DERIVATION = sc.Derivation(_steps)
