"""The derivation of whether a point is in an ellipse."""

import math

import numpy as np

from playground.collision import PointEllipse
from playground.collision._arguments import Array, length
from playground.i18n import join_sentences, message
from playground.scene import (
    Derivation,
    Step,
    choose_digits,
    digits_to_distinguish,
    dot,
    point_along,
    term,
    tex,
    xy,
)
from scenes.point_ellipse.answer import (
    EQUAL_LENGTH_TOLERANCE,
    circle_gap,
    detour,
    tangent,
    touches,
)
from scenes.point_ellipse.params import PointEllipseParams

_P, _C = term("point", "P"), term("center", "C")
_P_1, _P_2 = term("translated", "P_1"), term("rotated", "P_2")
_P_3 = term("normalized", "P'")
_X_2, _Y_2 = term("x", "x_2"), term("y", "y_2")
_RX, _RY = term("rx", "r_x"), term("ry", "r_y")
_LENGTH, _GAP = term("length", "|P'|"), term("gap", "|P'| - r_x")
_Q, _D = term("closest", "Q"), term("closest", "d")
_T, _K = term("tangent", "T"), term("ray_point", "K")
# So far a distance may be off by rounding, as a part of the largest radius.
_DISTANCE_ROUNDING_RATIO = 1e-15
_SCALED = rf"({_X_2}, \; \dfrac{{{_RX}}}{{{_RY}}} \, {_Y_2})"


def _steps(p: PointEllipseParams, e: PointEllipse) -> list[Step]:
    """Return the three moves, the comparison, and why it is not a distance."""
    moves = [_question(p), _translation_step(p, e), _rotation_step(p, e)]
    if p.flat:
        return [*moves, _no_scaling_step(p)]
    return [
        *moves,
        _scaling_step(p, e),
        _comparison_step(p, e),
        _inside_equation_step(p, e),
        _nearest(p, e),
        _not_a_distance_step(p, e),
    ]


def _factor(value: float, digits: int = 3) -> str:
    """Return a factor or a base, in brackets where it is more than plain digits."""
    text = tex(value, digits)
    return f"({text})" if text.startswith("-") or "^" in text else text


def _radii(p: PointEllipseParams) -> str:
    rx, ry = map(tex, p.radii)
    return rf"{term('rx', f'r_x = {rx}')}, \; {term('ry', f'r_y = {ry}')}"


def _format_distinct(a: float, b: float, same: bool) -> tuple[str, str, int]:
    """Return two numbers, with as many digits as show a difference if there is one."""
    digits = digits_to_distinguish(a, a if same else b)
    return tex(a, digits), tex(b, digits), digits


def _order(level: float) -> str:
    return "<" if level < 1.0 else ">" if level > 1.0 else "="


def _question(p: PointEllipseParams) -> Step:
    center = term("center", f"C = {tex(p.center)}")
    degrees = tex(math.degrees(p.angle))
    turn = term("angle", rf"\theta = {degrees}^{{\circ}}")
    return Step(
        "A circle would be easy",
        "A point is in a circle about the origin if its distance from the origin "
        "is at most the radius. So turn the ellipse into such a circle, and take "
        "P along.",
        rf"|{_P}| \le r",
        rf"{center}, \; {_radii(p)}, \; {turn}",
        f"{_P} = {term('point', tex(p.point))}",
        ("point", "ellipse", "center", "rx", "ry"),
        time=0.0,
    )


def _translation_step(p: PointEllipseParams, e: PointEllipse) -> Step:
    digits, equals = choose_digits(e.translated, np.subtract, p.point, p.center)
    point, centre = tex(p.point, digits), tex(p.center, digits)
    return Step(
        "Move the centre to the origin",
        "Subtract C from every point. P keeps its place relative to the ellipse.",
        f"{_P_1} = {_P} - {_C}",
        f"{_P_1} {equals} {term('point', point)} - {term('center', centre)}",
        f"{_P_1} = {term('translated', tex(e.translated))}",
        ("translated", "center", "ellipse", "point"),
        time=1.0,
    )


def _rotation_step(p: PointEllipseParams, e: PointEllipse) -> Step:
    (ahead, aside), moved = p.axes, xy(e.translated)
    turned = _zero_noise(e)
    digits, equals = choose_digits(turned, _shadows, moved, ahead, aside)
    one, first = tex(moved, digits), tex(ahead, digits)
    names = zip((_X_2, _Y_2), "xy", turned, strict=True)
    shadows = [f"{name} = {term(key, tex(v))}" for name, key, v in names]
    return Step(
        "Turn it back",
        "Turning by −θ lays the half axes along x and y. Write c for cos θ and s "
        "for sin θ; as sin(−θ) = −s and cos(−θ) = c, x2 is the projection of P1 "
        "onto the axis (c, s), and y2 that onto (−s, c).",
        rf"{_X_2} = {_P_1} \cdot {term('rx', '(c, s)')}, \; "
        rf"{_Y_2} = {_P_1} \cdot {term('ry', '(-s, c)')}",
        rf"{_X_2} {equals} {term('translated', one)} \cdot {term('rx', first)}",
        ", \\; ".join(shadows),
        ("rotated", "translated", "x", "y", "angle", "ellipse"),
        time=2.0,
    )


def _zero_noise(e: PointEllipse) -> Array:
    """Return P turned back, with 0 for a coordinate that is only rounding.

    Beside a needle the last bit decides, and stays. A flat ellipse has no P′.
    """
    noise = [~(np.abs(v) >= 1e-12 * length(v)) for v in (e.rotated, e.normalized)]
    return np.where(np.logical_and(*noise), 0.0, e.rotated)


def _shadows(vector: Array, ahead: Array, aside: Array) -> Array:
    return np.array([vector @ ahead, vector @ aside])


def _scaling_step(p: PointEllipseParams, e: PointEllipse) -> Step:
    (x, y), (rx, ry) = xy(_zero_noise(e)), p.radii
    high = float(e.normalized[1]) if y else 0.0
    digits, equals = choose_digits(high, lambda y, rx, ry: rx / ry * y, y, rx, ry)
    ratio = rf"\dfrac{{{term('rx', tex(rx, digits))}}}{{{term('ry', tex(ry, digits))}}}"
    factor = term("y", _factor(y, digits))
    return Step(
        "Scale y to make a circle",
        "Multiplying y by rx / ry makes the half axis ry as long as rx. Now the "
        "ellipse is a circle.",
        f"{_P_3} = {_SCALED}",
        rf"{_P_3} {equals} ({term('x', tex(x))}, \; {ratio} \cdot {factor})",
        f"{_P_3} = {term('normalized', f'({tex(x)}, {tex(high)})')}",
        ("normalized", "rotated", "circle", "x", "y", "rx", "ry"),
        time=3.0,
    )


def _no_scaling_step(p: PointEllipseParams) -> Step:
    return Step(
        "No circle to compare with",
        "A radius is 0: the ellipse is a segment or a point, and no scaling makes a "
        "circle of it.",
        f"P' = {_SCALED}",
        _radii(p),
        rf"\min({_RX}, {_RY}) = 0",
        ("ellipse", "rx", "ry"),
        time=3.0,
    )


_PLACES = {
    "<": message("P is inside."),
    "=": message("P is on the edge."),
    ">": message("P is outside."),
}


def _comparison_step(p: PointEllipseParams, e: PointEllipse) -> Step:
    end, sign, rx = xy(e.normalized), _order(float(e.level)), p.radii[0]
    size = float(length(e.normalized))
    # Where floats cannot hold the difference, the core finds it in whole numbers.
    lost = sign not in ("=", _order(size / rx))
    reach, limit, telling = _format_distinct(size, rx, sign == "=" or lost)
    digits, equals = choose_digits(size, np.hypot, *end, digits=telling)
    root = " + ".join(
        f"{term(key, _factor(v, digits))}^2" for key, v in zip("xy", end, strict=True)
    )
    numbers = rf"\sqrt{{{root}}} {equals} {term('length', reach)} {sign} "
    numbers += term("rx", limit)
    if lost:
        numbers = rf"\sqrt{{{root}}} \approx {term('length', reach)}"
    primed = term("x", "x'"), term("y", "y'")
    return Step(
        "Compare |P′| with rx",
        join_sentences(
            message(
                "The circle is centred on the origin: P′ is in it if its length, the "
                "hypotenuse of x′ and y′, is at most rx."
            ),
            _PLACES[sign],
        ),
        rf"{_LENGTH} = \sqrt{{{primed[0]}^2 + {primed[1]}^2}} \le {_RX}",
        numbers,
        f"{_LENGTH} {sign} {_RX}",
        ("length", "rx", "x", "y", "normalized"),
        time=3.0,
    )


def _inside_equation_step(p: PointEllipseParams, e: PointEllipse) -> Step:
    level = float(e.level)
    telling, sign = digits_to_distinguish(level, 1.0), _order(level)
    given = *xy(e.rotated), *p.radii
    digits, equals = choose_digits(level * level, _share, *given, digits=telling)
    square = tex(level * level, telling)
    needed, equal = choose_digits(level, np.sqrt, level * level, digits=telling)
    equal = equal if needed == telling else r"\approx"
    root = rf"\sqrt{{{square}}} {equal} {tex(level, telling)} {sign} 1"
    shares = [
        rf"\left( \dfrac{{{term(key, tex(leg, digits))}}}"
        rf"{{{term('r' + key, tex(r, digits))}}} \right)^2"
        for key, leg, r in zip("xy", e.rotated, p.radii, strict=True)
    ]
    return Step(
        "Why comparing with rx is enough",
        "Each move can be undone, and takes the inside of the ellipse to the "
        "inside of the circle. Undo the scaling: |P′| ≤ rx, squared and divided "
        "by rx², is the ellipse's equation.",
        rf"\left( \dfrac{{{_X_2}}}{{{_RX}}} \right)^2 + "
        rf"\left( \dfrac{{{_Y_2}}}{{{_RY}}} \right)^2 \le 1",
        f"{shares[0]} + {shares[1]} {equals} {square}",
        rf"\dfrac{{|P'|}}{{{_RX}}} = {'1' if sign == '=' else root}",
        ("x", "y", "rx", "ry", "ellipse"),
        time=2.0,
    )


def _share(x: Array, y: Array, rx: Array, ry: Array) -> Array:
    return np.asarray((x / rx) ** 2 + (y / ry) ** 2)


def _nearest(p: PointEllipseParams, e: PointEllipse) -> Step:
    apart = (0.0, 0.0) if touches(p, e) else point_along(p.point, xy(e.closest), -1.0)
    slope = tangent(p, e)
    digits, equals = choose_digits(0.0, dot, apart, slope)
    way, line = tex(apart, digits), tex(slope, digits)
    return Step(
        "The true distance",
        "At the nearest point Q, the line to P is perpendicular to the ellipse's "
        "tangent T. That is an equation of the fourth degree, and none of the three "
        "moves solves it.",
        rf"({_P} - {_Q}) \cdot {_T} = 0, \quad |{_D}| = |{_P} - {_Q}|",
        rf"{term('closest', way)} \cdot {term('tangent', line)} {equals} 0",
        rf"{_Q} = {term('closest', tex(e.closest))}, \; "
        f"{term('closest', f'd = {tex(e.distance)}')}",
        ("closest", "tangent", "point"),
        time=3.0,
    )


def _not_a_distance_step(p: PointEllipseParams, e: PointEllipse) -> Step:
    gap, distance = float(circle_gap(p, e)), float(e.distance)
    same = math.isclose(gap, distance, rel_tol=EQUAL_LENGTH_TOLERANCE)
    rounding = _DISTANCE_ROUNDING_RATIO * max(p.radii)
    lost = not same and abs(gap - distance) <= rounding
    relation = r"\approx" if lost else "=" if same else r"\ne"
    left, right, _ = _format_distinct(gap, distance, same)
    numbers = f"{term('gap', left)} {relation} {term('closest', right)}"
    if lost:  # Of numbers that are all rounding the signs are known.
        side = "<" if e.hit else ">"
        numbers = rf"{_GAP} {side} 0, \; {_D} {side} 0"
    reach = float(detour(p, e))
    # Beyond every float K is nowhere.
    apart = f"|{_P} - {_K}| = {term('ray_point', tex(reach))}" if reach >= 0.0 else ""
    text = message(
        "Scaling y changes lengths and right angles. The circle's nearest point, "
        "carried back, is K on the ray from C through P, not Q."
    )
    if p.point == p.center:
        apart = rf"|{_P} - {_C}| = 0"
        text = message(
            "Scaling y changes lengths and right angles. From the centre all "
            "points of the circle are equally near, so there is no K; on the "
            "ellipse only two are nearest."
        )
    if same:
        text = message(
            "For this P the scaling happens to keep the gap; in general it does not."
        )
        if p.radii[0] == p.radii[1]:
            text = message(
                "With rx = ry nothing is scaled, so here the gap is the distance; in "
                "general it is not."
            )
    return Step(
        "Why it is not a distance",
        text,
        f"{_GAP} {relation} {_D}",
        numbers,
        apart,
        ("gap", "ray_point", "closest"),
        time=3.0,
    )


DERIVATION = Derivation(_steps)
