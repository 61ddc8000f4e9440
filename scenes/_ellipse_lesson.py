"""The numbers and the derivation of whether a point is in an ellipse."""

import math

from playground.collision import PointEllipse
from playground.mathtext import tex
from playground.params import Vec2
from playground.scene import Row, Step
from scenes._ellipse_model import (
    SAME,
    PointEllipseAnswer,
    PointEllipseParams,
    pair,
    scaled_length,
)


def readout(p: PointEllipseParams, r: PointEllipseAnswer) -> list[Row]:
    """Return the stages of P, both gaps, both nearest points, the article."""
    if r.exact is None:
        why = f"The core has no answer: {r.refusal}."
        return [Row("Core", "refuses", "", why), *_article_rows(r)]
    return [*_stage_rows(r.exact), *_distance_rows(p, r, r.exact), *_article_rows(r)]


def steps(p: PointEllipseParams, r: PointEllipseAnswer) -> list[Step]:
    """Return the three moves, the comparison, and why it is not a distance."""
    if r.exact is None:
        return [_question(p), _moved(p), _turned(p), _no_stretch(p)]
    return [
        _question(p),
        _moved(p),
        _turned(p),
        _stretched(p, r.exact),
        _compared(p, r.exact),
        _why_inside(p, r.exact),
        _why_no_distance(p, r, r.exact),
        _nearest(p, r.exact),
    ]


def _stage_rows(exact: PointEllipse) -> list[Row]:
    return [
        Row("Inside or on it", "yes" if exact.hit else "no", "", "|P′| ≤ rx."),
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
            "length",
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


def _article_rows(r: PointEllipseAnswer) -> list[Row]:
    return [
        Row(
            "Article's code",
            "hit" if r.article.hit else "no hit",
            "",
            "What the article's own function answers for these params.",
        ),
        Row(
            "Article's P′",
            pair(r.article.normalized),
            "m",
            "The point whose length the article compares with rx.",
        ),
    ]


def _signed(value: float, digits: int = 2) -> str:
    """Return a factor of a product, a negative one in brackets."""
    text = tex(value, digits)
    return f"({text})" if text.startswith("-") else text


def _combination(a: float, b: float, c: float, d: float) -> str:
    return rf"{tex(a, 2)} \cdot {_signed(b)} + {_signed(c)} \cdot {_signed(d)}"


def _moved_point(p: PointEllipseParams) -> Vec2:
    return p.point[0] - p.center[0], p.point[1] - p.center[1]


def _turned_point(p: PointEllipseParams) -> Vec2:
    (x, y), cosine, sine = _moved_point(p), math.cos(p.angle), math.sin(p.angle)
    return cosine * x + sine * y, cosine * y - sine * x


def _question(p: PointEllipseParams) -> Step:
    degrees = tex(math.degrees(p.angle), 1)
    return Step(
        "A circle would be easy",
        "A point is in a circle about the origin if its length is at most the radius. "
        "So turn the ellipse into such a circle, and take P along.",
        r"|\vec{P}| \le r",
        rf"C = {tex(p.center, 2)}, \; r_x = {tex(p.radii[0], 2)}, \; "
        rf"r_y = {tex(p.radii[1], 2)}, \; \theta = {degrees}^{{\circ}}",
        rf"\vec{{P}} = {tex(p.point, 2)}",
        ("point", "ellipse", "rx", "ry"),
    )


def _moved(p: PointEllipseParams) -> Step:
    return Step(
        "Move the centre to the origin",
        "Take C away from every point. P keeps its place in the ellipse.",
        r"\vec{P_1} = \vec{P} - \vec{C}",
        rf"{tex(p.point, 2)} - {tex(p.center, 2)}",
        rf"\vec{{P_1}} = {tex(_moved_point(p))}",
        ("translated", "ellipse", "point"),
    )


def _turned(p: PointEllipseParams) -> Step:
    x, y = _moved_point(p)
    cosine, sine = math.cos(p.angle), math.sin(p.angle)
    return Step(
        "Turn it back",
        "Turning by −θ lays the half axes along x and y. Write c for cos θ and s for "
        "sin θ.",
        r"\vec{P_2} = (x_1 c + y_1 s, \; -x_1 s + y_1 c)",
        f"({_combination(x, cosine, y, sine)}, {_combination(-x, sine, y, cosine)})",
        rf"\vec{{P_2}} = {tex(_turned_point(p))}",
        ("rotated", "translated", "angle", "ellipse"),
    )


def _stretched(p: PointEllipseParams, exact: PointEllipse) -> Step:
    (x, y), (rx, ry) = pair(exact.rotated), p.radii
    return Step(
        "Scale y to make a circle",
        "Multiplying y by rx / ry makes the half axis ry as long as rx. Now the "
        "ellipse is a circle.",
        r"\vec{P'} = (x_2, \; \dfrac{r_x}{r_y} \, y_2)",
        rf"({tex(x, 2)}, \; \dfrac{{{tex(rx, 2)}}}{{{tex(ry, 2)}}} \cdot {_signed(y)})",
        rf"\vec{{P'}} = {tex(exact.normalized)}",
        ("normalized", "rotated", "circle", "rx", "ry"),
    )


def _no_stretch(p: PointEllipseParams) -> Step:
    rx, ry = p.radii
    return Step(
        "No circle to compare with",
        "A radius is 0: the ellipse is a segment or a point, and no scaling makes a "
        "circle of it.",
        r"\vec{P'} = (x_2, \; \dfrac{r_x}{r_y} \, y_2)",
        rf"r_x = {tex(rx, 2)}, \; r_y = {tex(ry, 2)}",
        r"\text{refused}",
        ("ellipse",),
    )


def _compared(p: PointEllipseParams, exact: PointEllipse) -> Step:
    (x, y), rx, level = pair(exact.normalized), p.radii[0], float(exact.level)
    sign, word = ("<", "inside") if level < 1.0 else (">", "outside")
    if level == 1.0:
        sign, word = "=", "on the edge"
    return Step(
        "Compare |P′| with rx",
        "The circle stands at the origin, so the length of P′ decides.",
        r"|\vec{P'}| = \sqrt{x'^2 + y'^2} \le r_x",
        rf"\sqrt{{{_signed(x)}^2 + {_signed(y)}^2}} = {tex(scaled_length(exact))} "
        rf"{sign} {tex(rx)}",
        rf"\text{{{word}}}",
        ("length", "rx", "normalized"),
    )


def _why_inside(p: PointEllipseParams, exact: PointEllipse) -> Step:
    (x, y), (rx, ry) = pair(exact.rotated), p.radii
    level = float(exact.level)
    return Step(
        "Why this decides inside",
        "Each move can be undone and carries the ellipse's inside to the circle's. "
        "Divided by rx, the comparison is the ellipse's own equation.",
        r"\left( \dfrac{x_2}{r_x} \right)^2 + \left( \dfrac{y_2}{r_y} \right)^2 \le 1",
        rf"\left( \dfrac{{{tex(x, 2)}}}{{{tex(rx, 2)}}} \right)^2 + "
        rf"\left( \dfrac{{{tex(y, 2)}}}{{{tex(ry, 2)}}} \right)^2 = "
        rf"{tex(level * level)}",
        rf"\dfrac{{|\vec{{P'}}|}}{{r_x}} = {tex(level)}",
        ("length", "ellipse", "circle"),
    )


def _why_no_distance(
    p: PointEllipseParams, r: PointEllipseAnswer, exact: PointEllipse
) -> Step:
    gap, distance = scaled_length(exact) - p.radii[0], float(exact.distance)
    detour = tex(math.dist(p.point, r.ray_point))
    same = abs(gap - distance) <= SAME * max(p.radii)
    text = (
        "Scaling y changes lengths and right angles. The circle's nearest point, "
        "carried back, is K on the ray from C through P, and K is not the ellipse's "
        "nearest point."
    )
    relation = r"\ne"
    if same:
        relation = "="
        text = "For this P the scaling happens to keep the gap; in general it does not."
    return Step(
        "Why it is not a distance",
        text,
        r"|\vec{P'}| - r_x \ne d",
        rf"{tex(gap)} {relation} {tex(distance)}",
        rf"|\vec{{P}} - \vec{{K}}| = {detour}",
        ("ray_point", "length"),
    )


def _nearest(p: PointEllipseParams, exact: PointEllipse) -> Step:
    distance = float(exact.distance)
    return Step(
        "The true distance",
        "The nearest point Q is where PQ meets the ellipse at a right angle, an "
        "equation of fourth degree. T is the tangent at Q.",
        r"(\vec{P} - \vec{Q}) \cdot \vec{T} = 0, \quad "
        r"|d| = |\vec{P} - \vec{Q}|",
        rf"\vec{{Q}} = {tex(exact.closest)}",
        rf"d = {tex(distance)}",
        ("closest", "point"),
    )
