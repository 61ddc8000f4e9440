"""The numbers and the derivation of whether a point is in an ellipse."""

import math

from playground.collision import PointEllipse
from playground.scene.mathtext import term, tex
from playground.scene.params import Vec2
from playground.scene.scene import (Row, Step)
from scenes._ellipse_model import (
    SAME,
    PointEllipseAnswer,
    PointEllipseParams,
    minus,
    pair,
    same_place,
    scaled_length,
    tangent,
)

_P, _C = term("point", r"\vec{P}"), term("center", r"\vec{C}")
_P_1, _P_2 = term("translated", r"\vec{P_1}"), term("rotated", r"\vec{P_2}")
_P_3 = term("normalized", r"\vec{P'}")
_X_2, _Y_2, _PRIMED = term("x", "x_2"), term("y", "y_2"), ("x'", "y'")
_RX, _RY = term("rx", "r_x"), term("ry", "r_y")
_LENGTH, _GAP = term("length", r"|\vec{P'}|"), r"|\vec{P'}| - r_x"
_Q, _T, _D = (
    term("closest", r"\vec{Q}"),
    term("tangent", r"\vec{T}"),
    term("closest", "d"),
)
_K = term("ray_point", r"\vec{K}")


def readout(p: PointEllipseParams, r: PointEllipseAnswer) -> list[Row]:
    """Return the stages of P, both gaps and both nearest points."""
    if r.exact is None:
        why = f"The core has no answer: {r.refusal}."
        return [Row("Core", "refuses", "", why, "ellipse")]
    return [*_stage_rows(r.exact), *_distance_rows(p, r, r.exact)]


def steps(p: PointEllipseParams, r: PointEllipseAnswer) -> list[Step]:
    """Return the three moves, the comparison, and why it is not a distance."""
    moves = [_question(p), _moved(p), _turned(p)]
    if r.exact is None:
        return [*moves, _no_stretch(p)]
    return [
        *moves,
        _stretched(p, r.exact),
        _compared(p, r.exact),
        _why_inside(p, r.exact),
        _nearest(p, r.exact),
        _why_no_distance(p, r, r.exact),
    ]


def _stage_rows(exact: PointEllipse) -> list[Row]:
    return [
        Row(
            "Inside or on it",
            "yes" if exact.hit else "no",
            help="Whether |P′| ≤ rx, compared in the circle's frame.",
            key="length",
        ),
        Row(
            "P moved",
            pair(exact.translated),
            "m",
            "P after the first move: the ellipse's centre is the origin.",
            "translated",
        ),
        Row(
            "P turned",
            pair(exact.rotated),
            "m",
            "P after the second move, in the ellipse's own frame.",
            "rotated",
        ),
        Row(
            "P′",
            pair(exact.normalized),
            "m",
            "P after all three moves, in the frame of the circle.",
            "normalized",
        ),
        Row(
            "|P′|",
            scaled_length(exact),
            "m",
            "Length of P′ in the circle's frame; this is what rx is compared with.",
            "length",
        ),
        Row(
            "Level",
            float(exact.level),
            "",
            "|P′| / rx: 0 at the centre, 1 on the ellipse. Not a distance.",
            "length",
        ),
    ]


def _distance_rows(
    p: PointEllipseParams, r: PointEllipseAnswer, exact: PointEllipse
) -> list[Row]:
    return [
        Row(
            "Circle's gap",
            scaled_length(exact) - p.radii[0],
            "m",
            "|P′| − rx, negative inside: the distance from the circle, in the scaled "
            "picture only.",
            "gap",
        ),
        Row(
            "Distance d",
            float(exact.distance),
            "m",
            "True signed distance from the ellipse in the world, negative inside.",
            "closest",
        ),
        Row(
            "Nearest point Q",
            pair(exact.closest),
            "m",
            "The point of the ellipse nearest to P, in the world.",
            "closest",
        ),
        Row(
            "Circle's nearest K",
            r.ray_point,
            "m",
            "The circle's nearest point carried back to the world: where the ray from "
            "C through P leaves the ellipse.",
            "ray_point",
        ),
        Row(
            "|P − K|",
            math.dist(p.point, r.ray_point),
            "m",
            "Distance in the world from P to K; never less than |d|.",
            "ray_point",
        ),
    ]


def _factor(value: float) -> str:
    """Return a number to calculate with, exact enough for the result beside it."""
    return tex(value, 3 if abs(value) >= 1.0 else 4)


def _signed(value: float) -> str:
    """Return a factor of a product, a negative one in brackets."""
    text = _factor(value)
    return f"({text})" if text.startswith("-") else text


def _turned_point(p: PointEllipseParams) -> Vec2:
    (x, y), cosine, sine = (
        minus(p.point, p.center),
        math.cos(p.angle),
        math.sin(p.angle),
    )
    return cosine * x + sine * y, cosine * y - sine * x


def _question(p: PointEllipseParams) -> Step:
    (rx, ry), degrees = p.radii, tex(math.degrees(p.angle), 1)
    radii = (term("rx", f"r_x = {tex(rx, 2)}"), term("ry", f"r_y = {tex(ry, 2)}"))
    center = term("center", f"C = {tex(p.center, 2)}")
    turn = term("angle", rf"\theta = {degrees}^{{\circ}}")
    return Step(
        "A circle would be easy",
        "A point is in a circle about the origin if its length is at most the radius. "
        "So turn the ellipse into such a circle, and take P along.",
        rf"|{_P}| \le r",
        rf"{center}, \; {radii[0]}, \; {radii[1]}, \; {turn}",
        rf"{_P} = {term('point', tex(p.point, 2))}",
        ("point", "ellipse", "center", "rx", "ry"),
        time=0.0,
    )


def _moved(p: PointEllipseParams) -> Step:
    point, center = term("point", tex(p.point, 2)), term("center", tex(p.center, 2))
    return Step(
        "Move the centre to the origin",
        "Take C away from every point. P keeps its place in the ellipse.",
        rf"{_P_1} = {_P} - {_C}",
        rf"{point} - {center}",
        rf"{_P_1} = {term('translated', tex(minus(p.point, p.center)))}",
        ("translated", "center", "ellipse", "point"),
        time=1.0,
    )


def _turned(p: PointEllipseParams) -> Step:
    x, y = (tex(v, 2) for v in minus(p.point, p.center))
    x_2, y_2 = (
        term(key, tex(v)) for key, v in zip("xy", _turned_point(p), strict=True)
    )
    axis = round(math.cos(p.angle), 3), round(math.sin(p.angle), 3)
    one, first = term("translated", f"({x}, {y})"), term("rx", tex(axis))
    return Step(
        "Turn it back",
        "Turning by −θ lays the half axes along x and y. Write c for cos θ and s for "
        "sin θ: x2 is the shadow of P1 on the axis (c, s), y2 that on (−s, c).",
        rf"{_X_2} = {_P_1} \cdot {term('rx', '(c, s)')}, \; "
        rf"{_Y_2} = {_P_1} \cdot {term('ry', '(-s, c)')}",
        rf"{_X_2} = {one} \cdot {first}",
        rf"{_P_2} = ({x_2}, {y_2})",
        ("rotated", "translated", "x", "y", "angle", "ellipse"),
        time=2.0,
    )


def _stretched(p: PointEllipseParams, exact: PointEllipse) -> Step:
    (x, y), (rx, ry) = pair(exact.rotated), p.radii
    above, below = term("rx", tex(rx, 2)), term("ry", tex(ry, 2))
    return Step(
        "Scale y to make a circle",
        "Multiplying y by rx / ry makes the half axis ry as long as rx. Now the "
        "ellipse is a circle.",
        rf"{_P_3} = ({_X_2}, \; \dfrac{{{_RX}}}{{{_RY}}} \, {_Y_2})",
        rf"({term('x', _factor(x))}, \; \dfrac{{{above}}}{{{below}}} \cdot "
        rf"{term('y', _signed(y))})",
        rf"{_P_3} = {term('normalized', tex(exact.normalized))}",
        ("normalized", "rotated", "circle", "x", "y", "rx", "ry"),
        time=3.0,
    )


def _no_stretch(p: PointEllipseParams) -> Step:
    rx, ry = p.radii
    numbers = (term("rx", f"r_x = {tex(rx, 2)}"), term("ry", f"r_y = {tex(ry, 2)}"))
    return Step(
        "No circle to compare with",
        "A radius is 0: the ellipse is a segment or a point, and no scaling makes a "
        "circle of it.",
        rf"\vec{{P'}} = ({_X_2}, \; \dfrac{{{_RX}}}{{{_RY}}} \, {_Y_2})",
        rf"{numbers[0]}, \; {numbers[1]}",
        r"\text{refused}",
        ("ellipse", "rx", "ry"),
        time=3.0,
    )


def _compared(p: PointEllipseParams, exact: PointEllipse) -> Step:
    (x, y), level = pair(exact.normalized), float(exact.level)
    sign, word = ("<", "inside") if level < 1.0 else (">", "outside")
    if level == 1.0:
        sign, word = "=", "on the edge"
    squares = rf"{term('x', _signed(x))}^2 + {term('y', _signed(y))}^2"
    length = term("length", tex(scaled_length(exact)))
    return Step(
        "Compare |P′| with rx",
        "The circle stands at the origin: P′ is in it if its length, the hypotenuse of "
        "x′ and y′, is at most rx.",
        rf"{_LENGTH} = \sqrt{{{term('x', _PRIMED[0])}^2 + {term('y', _PRIMED[1])}^2}} "
        rf"\le {_RX}",
        rf"\sqrt{{{squares}}} = {length} {sign} {term('rx', tex(p.radii[0]))}",
        rf"\text{{{word}}}",
        ("length", "rx", "x", "y", "normalized"),
        time=3.0,
    )


def _why_inside(p: PointEllipseParams, exact: PointEllipse) -> Step:
    (x, y), (rx, ry) = pair(exact.rotated), p.radii
    level = float(exact.level)
    sign = "<" if level < 1.0 else ">" if level > 1.0 else "="
    root = rf"\sqrt{{{tex(level * level)}}} = "
    shares = [
        rf"\left( \dfrac{{{term(key, _factor(leg))}}}{{{term('r' + key, tex(r, 2))}}} "
        r"\right)^2"
        for key, leg, r in (("x", x, rx), ("y", y, ry))
    ]
    return Step(
        "Why comparing with rx is enough",
        "Each move can be undone and carries the ellipse's inside to the circle's. "
        "One move back, |P′| ≤ rx, squared and divided by rx², says that the point is "
        "in the ellipse.",
        rf"\left( \dfrac{{{_X_2}}}{{{_RX}}} \right)^2 + "
        rf"\left( \dfrac{{{_Y_2}}}{{{_RY}}} \right)^2 \le 1",
        rf"{shares[0]} + {shares[1]} = {tex(level * level)}",
        rf"\dfrac{{|\vec{{P'}}|}}{{{_RX}}} = {root if level != 1.0 else ''}{tex(level)}"
        + (f" {sign} 1" if level != 1.0 else ""),
        ("x", "y", "rx", "ry", "ellipse"),
        time=2.0,
    )


def _nearest(p: PointEllipseParams, exact: PointEllipse) -> Step:
    foot, along = pair(exact.closest), tangent(p, exact)
    apart = (0.0, 0.0) if same_place(p, foot) else minus(p.point, foot)
    return Step(
        "The true distance",
        "At the nearest point Q, PQ is square to the ellipse's tangent T. That is an "
        "equation of fourth degree; no move solves it.",
        rf"({_P} - {_Q}) \cdot {_T} = 0, \quad |{_D}| = |{_P} - {_Q}|",
        rf"{term('closest', tex(apart))} \cdot {term('tangent', tex(along))} = 0",
        rf"{_Q} = {term('closest', tex(foot))}, \; "
        rf"{term('closest', f'd = {tex(exact.distance)}')}",
        ("closest", "tangent", "point"),
        time=3.0,
    )


def _why_no_distance(
    p: PointEllipseParams, r: PointEllipseAnswer, exact: PointEllipse
) -> Step:
    gap, distance = scaled_length(exact) - p.radii[0], float(exact.distance)
    detour = tex(math.dist(p.point, r.ray_point))
    same = abs(gap - distance) <= SAME * max(p.radii)
    apart = rf"|{_P} - {_K}| = {term('ray_point', detour)}"
    text = (
        "Scaling y changes lengths and right angles. The circle's nearest point, "
        "carried back, is K on the ray from C through P, not Q."
    )
    relation = r"\ne"
    if p.point == p.center:
        apart = rf"{_K}: \; \text{{none}}"
        text = (
            "Scaling y changes lengths and right angles. From its centre all points of "
            "the circle are equally near, so there is no K; of the ellipse two are "
            "nearest."
        )
    if same:
        relation = "="
        text = "For this P the scaling happens to keep the gap; in general it does not."
        if p.radii[0] == p.radii[1]:
            text = (
                "With rx = ry nothing is scaled, so here the gap is the distance; in "
                "general it is not."
            )
    return Step(
        "Why it is not a distance",
        text,
        rf"{term('gap', _GAP)} {relation} {_D}",
        rf"{term('gap', tex(gap))} {relation} {term('closest', tex(distance))}",
        apart,
        ("gap", "ray_point", "closest"),
        time=3.0,
    )
