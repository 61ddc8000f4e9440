"""The numbers and the derivation of how a disc meets a turned rectangle."""

import math

import numpy as np
from numpy.typing import NDArray

from playground.collision import CircleRect, RectFeature
from playground.mathtext import tex
from playground.scene import Row, Step
from scenes._rect_model import (
    FEATURE_WORDS,
    NODE,
    CircleRectAnswer,
    CircleRectParams,
    excess,
    feature,
    listing,
    local,
    local_offset,
    xy,
)

_CORNER_NAMES = ("lower left", "lower right", "upper right", "upper left")


def readout(p: CircleRectParams, r: CircleRectAnswer) -> list[Row]:
    """Return every number of the exact answer, then the article's."""
    return [*_answer_rows(r.exact), *_frame_rows(p, r.exact), *_article_rows(p, r)]


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
        Row("Hit", _yes(e.hit), help="Disc and rectangle share a point."),
        Row(
            "Distance",
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
            "C",
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
            "How far C′ is beyond the sides in x and y; negative between them.",
            "excess",
        ),
        *(
            Row(f"Corner {name}", xy(corner), "m", help_corner, "rectangle")
            for name, corner in zip(_CORNER_NAMES, e.corners, strict=True)
        ),
    ]


def _article_rows(p: CircleRectParams, r: CircleRectAnswer) -> list[Row]:
    asked = listing(p)
    return [
        Row(
            "Article's code",
            "hit" if r.article.hit else "no hit",
            help="What the article's listing returns, in float32 as printed.",
            key="article",
        ),
        Row(
            "Article's code (float64)",
            "hit" if r.article64.hit else "no hit",
            help="What the article's listing returns, computed in float64.",
            key="article",
        ),
        Row(
            "Article's angle",
            asked.degrees,
            "°",
            "The angle as the article's engine counts it, clockwise.",
            "angle",
        ),
        Row(
            "Article's pivot",
            asked.pivot,
            "m",
            "The point about which the listing turns the circle.",
            "article",
        ),
        Row(
            "Article's centre",
            asked.center,
            "m",
            "Where the listing puts the circle's centre before it tests, to compare "
            "with C′.",
            "article",
        ),
        Row(
            "Article's rectangle",
            asked.rect_center,
            "m",
            "Centre of the upright rectangle that the listing tests against.",
            "article" if p.call == NODE else "rectangle",
        ),
    ]


def _yes(flag: NDArray[np.bool_]) -> str:
    return "yes" if flag else "no"


def _into_frame(p: CircleRectParams, e: CircleRect) -> list[Step]:
    degrees, back = (tex(math.degrees(a), 1) for a in (p.angle, -p.angle))
    arm = p.center[0] - p.pivot[0], p.center[1] - p.pivot[1]
    local_center = tex(xy(e.local_center))
    return [
        Step(
            "Turn the world back",
            "Turn everything about P by −θ. Lengths stay, and the rectangle lies "
            "along the axes.",
            r"C' = P + R(-\theta) (C - P)",
            rf"C' = {tex(p.pivot)} + R({back}^\circ) {tex(arm)}",
            rf"\theta = {degrees}^\circ, \; C' = {local_center}",
            keys=("C", "P", "angle"),
        ),
        Step(
            "Measure from the rectangle's centre",
            "In this frame the rectangle reaches from −h to h in x and in y.",
            r"q = C' - K",
            rf"q = {local_center} - {tex(p.rect_center)}",
            rf"q = {tex(local_offset(p, e))}",
            keys=("q", "K", "C"),
        ),
    ]


def _clamp(p: CircleRectParams, e: CircleRect) -> list[Step]:
    q, h, over = local_offset(p, e), p.half_extents, excess(p, e)
    nearest = local(p, xy(e.closest))
    k = nearest[0] - p.rect_center[0], nearest[1] - p.rect_center[1]
    inside = feature(e) is RectFeature.INSIDE
    text = "Each coordinate by itself: what is beyond a side is put on the side."
    if inside:
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
            r"k_x = \max(-h_x, \min(q_x, h_x)), \; k_y = \ldots",
            rf"q = {tex(q)}, \; h = {tex(h)}",
            rf"k = {tex(k)}",
            keys=("closest", "q", "regions"),
        ),
        Step(
            "Side, corner or inside",
            f"The excess says how far q is beyond the sides. {words[feature(e)]}",
            r"e = \left( |q_x| - h_x, |q_y| - h_y \right)",
            rf"e = {tex(over)}",
            rf"\text{{{FEATURE_WORDS[feature(e)]}}}",
            keys=("excess", "regions", "closest"),
        ),
    ]


def _measure(p: CircleRectParams, e: CircleRect) -> list[Step]:
    over, s = excess(p, e), float(e.distance)
    d, r = tex(s + p.radius), tex(p.radius)
    ex, ey = (max(x, 0.0) for x in over)
    text = "Pythagoras over what is beyond; along a side only one part is left."
    formula = r"d = \sqrt{\max(e_x, 0)^2 + \max(e_y, 0)^2}"
    numbers = rf"d = \sqrt{{({tex(ex)})^2 + ({tex(ey)})^2}}"
    if feature(e) is RectFeature.INSIDE:
        text = "Inside, the nearest side counts, and the distance is negative."
        formula = r"d = \max(e_x, e_y)"
        numbers = rf"d = \max({tex(over[0])}, {tex(over[1])})"
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
            rf"d = {d}",
            keys=("distance", "excess"),
        ),
        Step(
            "Compare with the radius",
            f"The centre against the rectangle grown by r: {word}. Touching is a hit.",
            r"s = d - r \le 0",
            rf"s = {d} - {r}",
            rf"s = {tex(s)} {sign} 0" if s else "s = 0",
            keys=("depth", "r", "expanded"),
        ),
    ]


def _back(p: CircleRectParams, e: CircleRect) -> list[Step]:
    nearest = local(p, xy(e.closest))
    arm = nearest[0] - p.pivot[0], nearest[1] - p.pivot[1]
    degrees = tex(math.degrees(p.angle), 1)
    on_boundary = max(excess(p, e)) == 0.0
    inside = feature(e) is RectFeature.INSIDE
    formula = r"n = \frac{C - Q}{|C - Q|}"
    text = "It leads from the rectangle to the circle."
    if inside:
        formula = r"n = \frac{Q - C}{|Q - C|}"
        text = "The centre is inside, so the way out leads from C through Q."
    elif on_boundary:
        formula = r"|C - Q| = 0"
        text = (
            "The centre is on the boundary: the side's normal, or a corner's diagonal."
        )
    depth = float(e.depth)
    way = rf", \; -s = {tex(depth)}" if depth else ""
    return [
        Step(
            "Turn the closest point back",
            "The same turn the other way carries the closest point into the world.",
            r"Q = P + R(\theta) (K + k - P)",
            rf"Q = {tex(p.pivot)} + R({degrees}^\circ) {tex(arm)}",
            rf"Q = {tex(xy(e.closest))}",
            keys=("closest", "angle", "distance"),
        ),
        Step(
            "Normal and depth",
            f"{text} Along it the disc leaves by the depth −s."
            if depth
            else f"{text} There is no depth to leave by.",
            formula,
            rf"C = {tex(p.center)}, \; Q = {tex(xy(e.closest))}",
            rf"n = {tex(xy(e.normal))}{way}",
            keys=("normal", "depth"),
        ),
    ]
