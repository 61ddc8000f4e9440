"""Derivation of article 3's scene."""

import math

import numpy as np

import playground.scene as sc
from playground.collision import PointEllipse
from playground.collision._arguments import Array, length
from scenes.point_ellipse.answer import EQUAL_LENGTH_RATIO, PointAndEllipse, detour, of
from scenes.point_ellipse.params import N, PointEllipseParams

_D = N.closest("d")
# Rounding error of a distance, relative to the larger radius.
_DISTANCE_ROUNDING_RATIO = 1e-15
_SCALED = rf"({N.x}, \; \dfrac{{{N.rx}}}{{{N.ry}}} \, {N.y})"


def _steps(p: PointEllipseParams, e: PointEllipse) -> list[sc.Step]:
    """Return the steps: three moves, the comparison, and the true distance."""
    v = of(p, e)
    moves = [_question(p), _translation_step(v), _rotation_step(v)]
    if v.flat:
        return [*moves, _no_scaling_step(p)]
    return [
        *moves,
        _scaling_step(v),
        _comparison_step(v),
        _inside_equation_step(v),
        _nearest(v),
        _not_a_distance_step(v),
    ]


def _radii(p: PointEllipseParams) -> str:
    rx, ry = map(sc.tex, p.radii)
    return rf"{N.rx(f'r_x = {rx}')}, \; {N.ry(f'r_y = {ry}')}"


def _format_distinct(a: float, b: float, same: bool) -> tuple[str, str, int]:
    """Return two numbers with enough digits to differ, and the number of digits."""
    digits = sc.digits_to_distinguish(a, a if same else b)
    return sc.tex(a, digits), sc.tex(b, digits), digits


def _order(level: float) -> str:
    return "<" if level < 1.0 else ">" if level > 1.0 else "="


def _question(p: PointEllipseParams) -> sc.Step:
    degrees = sc.tex(math.degrees(p.angle))
    turn = N.angle(rf"\theta = {degrees}^{{\circ}}")
    return sc.Step(
        "A circle would be easy",
        "A point is in a circle about the origin if its distance from the origin "
        "is at most the radius. So turn the ellipse into such a circle, and take "
        "P along.",
        rf"|{N.point}| \le r",
        rf"{N.center(f'C = {sc.tex(p.center)}')}, \; {_radii(p)}, \; {turn}",
        f"{N.point} = {N.point.mark_value(p.point)}",
        ("point", "ellipse", "center", "rx", "ry"),
        time=0.0,
    )


def _translation_step(v: PointAndEllipse) -> sc.Step:
    p, translated = v.p, v.e.translated
    w = sc.FormattedCalculation(translated, np.subtract, point=p.point, center=p.center)
    return sc.Step(
        "Move the centre to the origin",
        "Subtract C from every point. P keeps its place relative to the ellipse.",
        f"{N.translated} = {N.point} - {N.center}",
        f"{N.translated} {w} {w.point} - {w.center}",
        f"{N.translated} = {N.translated.mark_value(translated)}",
        ("translated", "center", "ellipse", "point"),
        time=1.0,
    )


def _rotation_step(v: PointAndEllipse) -> sc.Step:
    (ahead, v_axis), moved = v.p.axes, v.e.translated
    x, y = rotated = _zero_noise(v.answer)
    w = sc.FormattedCalculation(
        rotated, _shadows, translated=moved, rx=ahead, ry=v_axis
    )
    return sc.Step(
        "Turn it back",
        "Turning by −θ lays the half axes along x and y. Write c for cos θ and s "
        "for sin θ; as sin(−θ) = −s and cos(−θ) = c, x2 is the projection of P1 "
        "onto the axis (c, s), and y2 that onto (−s, c).",
        rf"{N.x} = {N.translated} \cdot {N.rx('(c, s)')}, \; "
        rf"{N.y} = {N.translated} \cdot {N.ry('(-s, c)')}",
        rf"{N.x} {w} {w.translated} \cdot {w.rx}",
        rf"{N.x} = {N.x.mark_value(x)}, \; {N.y} = {N.y.mark_value(y)}",
        ("rotated", "translated", "x", "y", "angle", "ellipse"),
        time=2.0,
    )


def _zero_noise(e: PointEllipse) -> Array:
    """Return `rotated` with 0 for a coordinate that is only rounding error.

    For a needle the last bit decides, and stays. A flat ellipse has no P′.
    """
    noise = [~(np.abs(v) >= 1e-12 * length(v)) for v in (e.rotated, e.normalized)]
    return np.where(np.logical_and(*noise), 0.0, e.rotated)


def _shadows(vector: Array, ahead: Array, aside: Array) -> Array:
    return np.array([vector @ ahead, vector @ aside])


def _scaling_step(v: PointAndEllipse) -> sc.Step:
    (x, y), (rx, ry) = _zero_noise(v.answer).tolist(), v.p.radii
    high = v.e.normalized[1] if y else 0.0
    w = sc.FormattedCalculation(high, lambda y, rx, ry: rx / ry * y, y=y, rx=rx, ry=ry)
    return sc.Step(
        "Scale y to make a circle",
        "Multiplying y by rx / ry makes the half axis ry as long as rx. Now the "
        "ellipse is a circle.",
        f"{N.normalized} = {_SCALED}",
        rf"{N.normalized} {w} ({N.x.mark_value(x)}, \; "
        rf"\dfrac{{{w.rx}}}{{{w.ry}}} \cdot {w.y:()})",
        f"{N.normalized} = {N.normalized(f'({sc.tex(x)}, {sc.tex(high)})')}",
        ("normalized", "rotated", "circle", "x", "y", "rx", "ry"),
        time=3.0,
    )


def _no_scaling_step(p: PointEllipseParams) -> sc.Step:
    return sc.Step(
        "No circle to compare with",
        "A radius is 0: the ellipse is a segment or a point, and no scaling makes a "
        "circle of it.",
        f"P' = {_SCALED}",
        _radii(p),
        rf"\min({N.rx}, {N.ry}) = 0",
        ("ellipse", "rx", "ry"),
        time=3.0,
    )


_PLACES = {
    "<": sc.message("P is inside."),
    "=": sc.message("P is on the edge."),
    ">": sc.message("P is outside."),
}


def _comparison_step(v: PointAndEllipse) -> sc.Step:
    (x, y), sign, rx = v.e.normalized, _order(v.e.level), v.p.radii[0]
    # Where floats cannot represent the difference, the core's verdict is exact.
    is_lost = sign not in ("=", _order(v.length / rx))
    reach, limit, telling = _format_distinct(v.length, rx, sign == "=" or is_lost)
    w = sc.FormattedCalculation(v.length, np.hypot, x=x, y=y, least_digits=telling)
    root = rf"\sqrt{{{w.x:()}^2 + {w.y:()}^2}}"
    numbers = rf"{root} {w} {N.length(reach)} {sign} {N.rx(limit)}"
    if is_lost:
        numbers = rf"{root} \approx {N.length(reach)}"
    x_primed, y_primed = N.x("x'"), N.y("y'")
    return sc.Step(
        "Compare |P′| with rx",
        sc.join_sentences(
            sc.message(
                "The circle is centred on the origin: P′ is in it if its length, the "
                "hypotenuse of x′ and y′, is at most rx."
            ),
            _PLACES[sign],
        ),
        rf"{N.length} = \sqrt{{{x_primed}^2 + {y_primed}^2}} \le {N.rx}",
        numbers,
        f"{N.length} {sign} {N.rx}",
        ("length", "rx", "x", "y", "normalized"),
        time=3.0,
    )


def _inside_equation_step(v: PointAndEllipse) -> sc.Step:
    level, (x, y), (rx, ry) = v.e.level, v.e.rotated, v.p.radii
    telling, sign = sc.digits_to_distinguish(level, 1.0), _order(level)
    w = sc.FormattedCalculation(
        level * level, _share, x=x, y=y, rx=rx, ry=ry, least_digits=telling
    )
    square = sc.tex(level * level, telling)
    digits, equal = sc.choose_digits(level, np.sqrt, level * level, digits=telling)
    equal = equal if digits == telling else r"\approx"
    root = rf"\sqrt{{{square}}} {equal} {sc.tex(level, telling)} {sign} 1"
    return sc.Step(
        "Why comparing with rx is enough",
        "Each move can be undone, and takes the inside of the ellipse to the "
        "inside of the circle. Undo the scaling: |P′| ≤ rx, squared and divided "
        "by rx², is the ellipse's equation.",
        rf"{_square_ratio(N.x, N.rx)} + {_square_ratio(N.y, N.ry)} \le 1",
        f"{_square_ratio(w.x, w.rx)} + {_square_ratio(w.y, w.ry)} {w} {square}",
        rf"\dfrac{{|P'|}}{{{N.rx}}} = {'1' if sign == '=' else root}",
        ("x", "y", "rx", "ry", "ellipse"),
        time=2.0,
    )


def _share(x: Array, y: Array, rx: Array, ry: Array) -> Array:
    return np.asarray((x / rx) ** 2 + (y / ry) ** 2)


def _square_ratio(above: object, below: object) -> str:
    return rf"\left( \dfrac{{{above}}}{{{below}}} \right)^2"


def _nearest(v: PointAndEllipse) -> sc.Step:
    point, foot = v.p.point, v.e.closest
    offset = (0.0, 0.0) if v.touches else sc.point_along(point, foot, -1.0)
    w = sc.FormattedCalculation(0.0, sc.dot, closest=offset, tangent=v.tangent)
    return sc.Step(
        "The true distance",
        "At the nearest point Q, the line to P is perpendicular to the ellipse's "
        "tangent T. That is an equation of the fourth degree, and none of the three "
        "moves solves it.",
        rf"({N.point} - {N.closest}) \cdot {N.tangent} = 0, "
        rf"\quad |{_D}| = |{N.point} - {N.closest}|",
        rf"{w.closest} \cdot {w.tangent} {w} 0",
        rf"{N.closest} = {N.closest.mark_value(foot)}, \; "
        f"{N.closest(f'd = {sc.tex(v.e.distance)}')}",
        ("closest", "tangent", "point"),
        time=3.0,
    )


def _not_a_distance_step(v: PointAndEllipse) -> sc.Step:
    gap, distance = v.gap, v.e.distance
    is_same = math.isclose(gap, distance, rel_tol=EQUAL_LENGTH_RATIO)
    rounding = _DISTANCE_ROUNDING_RATIO * max(v.p.radii)
    is_lost = not is_same and abs(gap - distance) <= rounding
    relation = r"\approx" if is_lost else "=" if is_same else r"\ne"
    gap_text, right, _ = _format_distinct(gap, distance, is_same)
    numbers = f"{N.gap(gap_text)} {relation} {N.closest(right)}"
    if is_lost:  # Only the signs of the numbers are known.
        side = "<" if v.e.hit else ">"
        numbers = rf"{N.gap} {side} 0, \; {_D} {side} 0"
    reach = float(detour(v.p, v.answer))
    difference = rf"|{N.point} - {N.ray_point}| = {N.ray_point.mark_value(reach)}"
    text = sc.message(
        "Scaling y changes lengths and right angles. The circle's nearest point, "
        "carried back, is K on the ray from C through P, not Q."
    )
    if v.p.point == v.p.center:
        difference = rf"|{N.point} - {N.center}| = 0"
        text = sc.message(
            "Scaling y changes lengths and right angles. From the centre all "
            "points of the circle are equally near, so there is no K; on the "
            "ellipse only two are nearest."
        )
    elif not reach >= 0.0:  # K is not representable
        difference = ""
    if is_same:
        text = sc.message(
            "For this P the scaling happens to keep the gap; in general it does not."
        )
        if v.p.radii[0] == v.p.radii[1]:
            text = sc.message(
                "With rx = ry nothing is scaled, so here the gap is the distance; in "
                "general it is not."
            )
    return sc.Step(
        "Why it is not a distance",
        text,
        f"{N.gap} {relation} {_D}",
        numbers,
        difference,
        ("gap", "ray_point", "closest"),
        time=3.0,
    )


DERIVATION = sc.Derivation(_steps)
