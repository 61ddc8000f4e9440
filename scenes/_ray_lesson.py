"""The numbers and the derivation of where a ray meets a circle."""

import math

import numpy as np
from numpy.typing import NDArray

from playground.collision import RayCircle
from playground.mathtext import tex
from playground.params import Vec2
from playground.scene import Row, Step
from scenes._ray_model import (
    RayCircleAnswer,
    RayCircleParams,
    line_distance,
    line_meets,
    normal_at,
    offset,
    xy,
)


def readout(p: RayCircleParams, r: RayCircleAnswer) -> list[Row]:
    """Return every number of the exact answer, then the article's."""
    return [
        *_contact_rows(p, r.exact),
        *_root_rows(p, r.exact),
        *_approach_rows(p, r.exact),
        *_article_rows(r),
    ]


def steps(p: RayCircleParams, e: RayCircle) -> list[Step]:
    """Return the derivation, from the two conditions to the point and normal."""
    return [
        *_equation_steps(p),
        *_discriminant_steps(p, e),
        *_solution_steps(p, e),
    ]


def _contact_rows(p: RayCircleParams, e: RayCircle) -> list[Row]:
    point = xy(e.point)
    return [
        Row("Hit", _yes(e.hit), help="Some point of the circle is on the ray, t ≥ 0."),
        Row("Inside", _yes(e.inside), help="The ray starts inside the circle."),
        Row(
            "t",
            float(e.t),
            help="First contact with t ≥ 0, in multiples of V.",
            key="point",
        ),
        Row(
            "Distance",
            math.dist(p.origin, point),
            "m",
            "From A to the first contact, along the ray.",
            "point",
        ),
        Row("Point", point, "m", "First contact, in the world.", "point"),
        Row(
            "Normal",
            xy(e.normal),
            help="Unit vector out of the circle at the first contact, in the world.",
            key="normal_enter" if e.t == e.t_enter else "normal_exit",
        ),
    ]


def _root_rows(p: RayCircleParams, e: RayCircle) -> list[Row]:
    return [
        row
        for name, word, t, at in (
            ("t_enter", "enters", e.t_enter, e.point_enter),
            ("t_exit", "leaves", e.t_exit, e.point_exit),
        )
        for row in _crossing_rows(p, name, word, float(t), xy(at))
    ]


def _crossing_rows(
    p: RayCircleParams, name: str, word: str, t: float, at: Vec2
) -> list[Row]:
    side = name.removeprefix("t_")
    title = side.capitalize()
    place = f"where the whole line {word} the circle"
    return [
        Row(f"{title} t", t, "", f"Multiple of V {place}; behind A if negative.", name),
        Row(
            f"{title} distance",
            t * math.hypot(*p.direction),
            "m",
            f"Way from A to {place}; behind A if negative.",
            name,
        ),
        Row(f"{title} point", at, "m", f"The point {place}, in the world.", name),
        Row(
            f"{title} normal",
            normal_at(p, at),
            "",
            f"Unit vector out of the circle {place}.",
            f"normal_{side}",
        ),
    ]


def _approach_rows(p: RayCircleParams, e: RayCircle) -> list[Row]:
    return [
        Row(
            "Discriminant s",
            float(e.discriminant),
            "m²",
            "r² − D², the square of half the chord; negative if the line misses.",
            "half_chord",
        ),
        Row(
            "D",
            line_distance(p, e),
            "m",
            "Distance from the centre O to the whole line.",
            "D",
        ),
        Row(
            "Nearest t",
            float(e.closest_t),
            "",
            "Multiple of V where the whole line is nearest to O.",
            "closest",
        ),
        Row(
            "Nearest point",
            xy(e.closest),
            "m",
            "The point of the whole line nearest to O, in the world.",
            "closest",
        ),
    ]


def _article_rows(r: RayCircleAnswer) -> list[Row]:
    rows = []
    for name, listing in (("", r.article), (" (float64)", r.article64)):
        kind = "computed in float64" if name else "in float32, as printed"
        rows += [
            Row(
                f"Article's code{name}",
                "hit" if listing.hit else "no hit",
                help=f"What the article's listing returns, {kind}.",
                key="article",
            ),
            Row(
                f"Article's near point{name}",
                xy(listing.near),
                "m",
                f"The nearer point it hands out, {kind}.",
                "article",
            ),
            Row(
                f"Article's far point{name}",
                xy(listing.far),
                "m",
                f"The farther point it hands out, {kind}.",
                "article",
            ),
        ]
    return rows


def _yes(flag: NDArray[np.bool_]) -> str:
    return "yes" if flag else "no"


def _tex(value: float | Vec2) -> str:
    small = float(np.abs(value).max()) < 0.1
    return tex(value, 6 if small else 3)


def _equation_steps(p: RayCircleParams) -> list[Step]:
    a, v, o, r = _tex(p.origin), _tex(p.direction), _tex(p.center), _tex(p.radius)
    m = offset(p)
    vv = math.hypot(*p.direction) ** 2
    mv = m[0] * p.direction[0] + m[1] * p.direction[1]
    mm = math.hypot(*m) ** 2 - p.radius**2
    return [
        Step(
            "A point of the ray",
            "From the start A, go t times the direction V. Only t ≥ 0 is on the ray.",
            r"C = A + t V",
            rf"C = {a} + t {v}",
            keys=("A", "V", "ray"),
        ),
        Step(
            "A point of the circle",
            "The same C must lie at distance r from the centre O.",
            r"\left| C - O \right| = r",
            rf"\left| C - {o} \right| = {r}",
            keys=("O", "r", "circle"),
        ),
        Step(
            "One equation for t",
            "Put the first into the second. M leads from the centre to the start.",
            r"\left| M + t V \right|^2 = r^2, \; M = A - O",
            rf"M = {a} - {o}",
            rf"M = {_tex(m)}",
            keys=("M", "V", "r"),
        ),
        Step(
            "Expand",
            "A length squared is a dot product: a quadratic in t is left. With a V of "
            "length 1 its first coefficient is 1.",
            r"(V \cdot V) t^2 + 2 (M \cdot V) t + M \cdot M - r^2 = 0",
            rf"{_tex(vv)} t^2 + 2 ({_tex(mv)}) t + ({_tex(mm)}) = 0",
            keys=("V", "M", "r"),
        ),
    ]


def _discriminant_steps(p: RayCircleParams, e: RayCircle) -> list[Step]:
    m, v = offset(p), p.direction
    mv, vv = m[0] * v[0] + m[1] * v[1], math.hypot(*v) ** 2
    distance, s = line_distance(p, e), float(e.discriminant)
    sign = ">" if s > 0.0 else "=" if line_meets(e) else "<"
    outcome = {
        ">": "Positive: the line crosses the circle in two points.",
        "=": "Zero: the line touches, and both points are one.",
        "<": "Negative: the line passes outside, there is no real t.",
    }[sign]
    fraction = rf"\frac{{{_tex(mv)}}}{{{_tex(vv)}}}"
    return [
        Step(
            "Nearest approach",
            "A dot product is a projection: half-way between the two solutions the "
            "line is nearest to the centre, at the distance D.",
            r"t_0 = -\frac{M \cdot V}{V \cdot V}, \; D = \left| M + t_0 V \right|",
            rf"t_0 = -{fraction}",
            rf"t_0 = {_tex(float(e.closest_t))}, \; D = {_tex(distance)}",
            keys=("closest", "D", "M"),
        ),
        Step(
            "The sign of the discriminant",
            f"By Pythagoras s is the square of half the chord. {outcome}",
            r"s = r^2 - D^2",
            rf"s = ({_tex(p.radius)})^2 - ({_tex(distance)})^2",
            rf"s = {_tex(s)} {sign} 0" if s else "s = 0",
            keys=("half_chord", "gap", "r", "D", "closest"),
        ),
    ]


def _solution_steps(p: RayCircleParams, e: RayCircle) -> list[Step]:
    v, s = math.hypot(*p.direction), float(e.discriminant)
    t0, enter, leave = (_tex(float(t)) for t in (e.closest_t, e.t_enter, e.t_exit))
    return [
        Step(
            "The two times",
            "Half a chord before the nearest approach and half a chord after it."
            if line_meets(e)
            else "A negative s has no real square root: no point of the line is on "
            "the circle.",
            r"t = t_0 \mp \frac{\sqrt{s}}{|V|}",
            rf"t = {t0} \mp \frac{{\sqrt{{{_tex(s)}}}}}{{{_tex(v)}}}",
            rf"t_1 = {enter}, \; t_2 = {leave}"
            if line_meets(e)
            else r"\text{no real } t",
            keys=("t_enter", "t_exit", "half_chord", "closest"),
        ),
        _choice_step(e, enter, leave),
        _point_step(p, e),
    ]


def _choice_step(e: RayCircle, enter: str, leave: str) -> Step:
    if not line_meets(e):
        text = "There is nothing to choose from: the ray misses with its line."
    elif not e.hit:
        text = "Both lie behind the start: the ray points away from the circle."
    elif e.t_enter >= 0.0:
        text = "The smaller one is not negative: there the ray first meets the circle."
    else:
        text = "The smaller one is behind the start, the larger one is not: it counts."
    return Step(
        "The first on the ray",
        text,
        r"t = \min \left( t_i \ge 0 \right)",
        rf"t_1 = {enter}, \; t_2 = {leave}" if line_meets(e) else "",
        rf"t = {_tex(float(e.t))}" if e.hit else r"\text{no hit}",
        keys=("point", "t_enter", "t_exit", "closest"),
    )


def _point_step(p: RayCircleParams, e: RayCircle) -> Step:
    title = "The point and its normal"
    if not e.hit:
        text = "Without a time there is no point of contact and no normal."
        return Step(title, text, r"C = A + t V", "", r"\text{no hit}", ("closest",))
    text = "Put t back into the ray. The normal leads from the centre through C."
    formula = r"C = A + t V, \; n = \frac{C - O}{r}"
    if p.radius == 0.0:
        text = "Put t back into the ray. A point has no normal: it faces the ray."
        formula = r"C = A + t V, \; n = -\frac{V}{|V|}"
    c, n = _tex(xy(e.point)), _tex(xy(e.normal))
    return Step(
        title,
        text,
        formula,
        rf"C = {_tex(p.origin)} + {_tex(float(e.t))} \cdot {_tex(p.direction)}",
        rf"C = {c}, \; n = {n}",
        ("point", "normal_enter", "normal_exit"),
    )
