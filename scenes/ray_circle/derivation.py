"""The derivation of where a ray meets a circle."""

import math
import operator
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from playground.collision import RayCircle
from playground.collision.numeric import Array
from playground.language import message
from playground.scene import DIGITS, Derivation, Step, reckoned, show, term, tex, xy
from scenes.ray_circle.answer import (
    chord_key,
    enter_key,
    exit_key,
    first_crossing,
    line_distance,
    time_digits,
    touches,
)
from scenes.ray_circle.params import RayCircleParams


def _steps(p: RayCircleParams, e: RayCircle) -> list[Step]:
    """Return the derivation, from the two conditions to the point and normal."""
    return [*_equation_steps(p), *_discriminant_steps(p, e), *_solution_steps(p, e)]


def _added(value: float) -> str:
    """Return a number with its sign, to stand behind others."""
    return f"- {tex(-value)}" if value < 0.0 else f"+ {tex(value)}"


def _squared(value: float, digits: int) -> str:
    number = tex(value, digits)
    power_or_sign = "^" in number or number.startswith("-")
    return f"({number})^2" if power_or_sign else f"{number}^2"


def _given(p: RayCircleParams, digits: int = 3) -> tuple[str, str, str, str]:
    """Return A, V, O and r as marked numbers."""
    return (
        term("A", tex(p.origin, digits)),
        term("V", tex(p.direction, digits)),
        term("O", tex(p.center, digits)),
        term("r", tex(p.radius, digits)),
    )


_A, _V, _O, _R = (term(name, name) for name in "AVOr")
_M, _D = term("M", "M"), term("D", "D")


def _equation_steps(p: RayCircleParams) -> list[Step]:
    a, v, o, r = _given(p)
    digits, equals = reckoned(p.offset, np.subtract, p.origin, p.center)
    start, _, centre, _ = _given(p, digits)
    return [
        Step(
            "A point of the ray",
            "From the start A, go t times the direction V. Only t ≥ 0 is on the ray.",
            rf"C = {_A} + t \, {_V}",
            rf"C = {a} + t \, {v}",
            keys=("A", "V", "ray"),
        ),
        Step(
            "A point of the circle",
            "The same C must lie at distance r from the centre O.",
            rf"\left| C - {_O} \right| = {_R}",
            rf"\left| C - {o} \right| = {r}",
            keys=("O", "r", "circle"),
        ),
        Step(
            "One equation for t",
            "Put the first into the second. M points from the centre to the "
            "start. The article draws its reverse, Va = −M, but its code uses M.",
            rf"\left| {_M} + t \, {_V} \right|^2 = {_R}^2, \; M = A - O",
            rf"{_M} {equals} {start} - {centre}",
            rf"{_M} = {tex(p.offset)}",
            keys=("M", "V", "r"),
        ),
        _expanded(p),
    ]


def _expanded(p: RayCircleParams) -> Step:
    size, mv = math.hypot(*p.direction), _projected(p)
    rest = _added(_rest(p))
    along = term("along", f"({tex(mv)})")
    unit = term("along", f"({tex(mv / size)})") if size else ""
    vv, rr = term("V", r"V \cdot V"), term("r", "r^2")
    mm, projected = term("M", r"M \cdot M"), term("along", r"M \cdot V")
    return Step(
        "Expand",
        "A length squared is a dot product, so this is a quadratic equation in "
        "t. The article's code makes V one unit long first: then V · V is 1, and "
        "the unknown is τ, in metres.",
        rf"({vv}) \, t^2 + 2 ({projected}) \, t + {mm} - {rr} = 0",
        rf"{term('V', tex(size**2))} \, t^2 + 2 {along} \, t {rest} = 0",
        rf"\tau = |V| \, t: \; \tau^2 + 2 {unit} \, \tau {rest} = 0",
        keys=("V", "M", "along", "r"),
    )


def _discriminant_steps(p: RayCircleParams, e: RayCircle) -> list[Step]:
    return [_nearest_step(p, e), _sign_step(p, e)]


def _nearest_step(p: RayCircleParams, e: RayCircle) -> Step:
    mv, vv, t0 = _projected(p), _square(p.direction), float(e.closest_t)
    digits, equals = reckoned(t0, lambda a, b: -a / b, mv, vv)
    name, projected = term("closest", "t_0"), term("along", r"M \cdot V")
    size = term("V", r"V \cdot V")
    above, below = term("along", tex(mv, digits)), term("V", tex(vv, digits))
    distance = term("D", tex(float(line_distance(p, e))))
    found = _time(name, "closest", t0)
    return Step(
        "Nearest approach",
        "M · V is |V| times the projection of M onto the ray. Halfway between "
        "the two solutions the line is nearest to the centre, at the distance D.",
        rf"{name} = -\dfrac{{{projected}}}{{{size}}}, \; "
        rf"{_D} = |{_M} + t_0 V|",
        # What is divided by what has come out as 0 explains nothing.
        rf"{name} {equals} -\dfrac{{{above}}}{{{below}}}" if vv else "",
        rf"{found}, \; {_D} = {distance}",
        keys=("closest", "along", "D", "M"),
    )


def _square(vector: tuple[float, ...]) -> float:
    return math.hypot(*vector) ** 2


def _offset(p: RayCircleParams) -> list[Fraction]:
    return [
        Fraction(float(a)) - Fraction(float(o))
        for a, o in zip(p.origin, p.center, strict=True)
    ]


def _projected(p: RayCircleParams) -> float:
    """Return M · V, rounded once: it may be the small difference of large products."""
    pairs = zip(_offset(p), p.direction, strict=True)
    return float(sum(m * Fraction(float(v)) for m, v in pairs))


def _rest(p: RayCircleParams) -> float:
    """Return M · M − r², rounded once."""
    return float(sum(m * m for m in _offset(p)) - Fraction(float(p.radius)) ** 2)


_SIGNS = {
    ">": message(
        "By Pythagoras s is the square of half the chord. Positive: the line crosses "
        "the circle in two points. The article's discriminant is s · V·V, which has "
        "the same sign."
    ),
    "=": message(
        "By Pythagoras s is the square of half the chord. Zero: the line touches, and "
        "the two points are one. The article's discriminant is s · V·V, which has the "
        "same sign."
    ),
    "<": message(
        "By Pythagoras s would be the square of half the chord. Negative: there is no "
        "chord, and the line passes outside. The article's discriminant is s · V·V, "
        "which has the same sign."
    ),
}


def _sign_step(p: RayCircleParams, e: RayCircle) -> Step:
    r, distance, s = p.radius, float(line_distance(p, e)), float(e.discriminant)
    digits, equals = reckoned(s, lambda r, d: r * r - d * d, r, distance)
    sign = ">" if s > 0.0 else "=" if e.line_meets else "<"
    chord = chord_key(p, e)
    name = term(chord, "s")
    return Step(
        "The sign of the discriminant",
        _SIGNS[sign],
        rf"{name} = {term('r', 'r^2')} - {term('D', 'D^2')}",
        rf"{name} {equals} {term('r', _squared(r, digits))} - "
        rf"{term('D', _squared(distance, digits))}",
        rf"{name} = {tex(s)} {sign} 0" if s else f"{name} = 0",
        keys=(chord, "r", "D"),
    )


def _solution_steps(p: RayCircleParams, e: RayCircle) -> list[Step]:
    digits = time_digits(e)
    before = _time("t_1", enter_key(p, e), float(e.t_enter), digits)
    after = _time("t_2", exit_key(p, e), float(e.t_exit), digits)
    times = rf"{before}, \; {after}"
    return [_times_step(p, e, times), _choice_step(p, e, times), _point_step(p, e)]


def _time(name: str, key: str, t: float, digits: int = DIGITS) -> str:
    """Return what a time is; where V is too short for a float64, its bound."""
    if math.isinf(t):
        return rf"{name} {'> ' if t > 0.0 else '< -'}{term(key, '10^{308}')}"
    return rf"{name} = {term(key, tex(t, digits))}"


def _written_times(
    p: RayCircleParams, e: RayCircle
) -> tuple[tuple[str, str, str, str], str]:
    """Return -M·V, its square, V·V and M·M − r² with their digits, and = or ≈."""
    mv, vv, rest = given = _projected(p), _square(p.direction), _rest(p)
    digits, equals = 3, "="
    if e.line_meets:
        least = time_digits(e)
        found = [
            reckoned(e.t_enter, _root(-1.0), *given, digits=least),
            reckoned(e.t_exit, _root(1.0), *given, digits=least),
        ]
        digits, equals = max(found)
        if any(sign != "=" for _, sign in found):
            digits, equals = least, r"\approx"
    tail = tex(rest, digits)
    tail = f"({tail})" if rest < 0.0 else tail
    return (tex(-mv, digits), _squared(abs(mv), digits), tex(vv, digits), tail), equals


def _root(sign: float) -> Callable[[Array, Array, Array], Array]:
    """Return the article's formula for one of the two times."""

    def time(mv: Array, vv: Array, rest: Array) -> Array:
        return np.asarray((-mv + sign * np.sqrt(mv * mv - vv * rest)) / vv)

    return time


def _times_step(p: RayCircleParams, e: RayCircle, times: str) -> Step:
    (minus_mv, square, vv, rest), equals = _written_times(p, e)
    s = float(e.discriminant)
    under = show(s * _square(p.direction))
    text = message(
        "The article's formula. Under the root is q = s · V·V = {under}, which is "
        "positive, so there are two times: half a chord before the nearest point and "
        "half a chord after it.",
        under=under,
    )
    if not e.line_meets:
        text = message(
            "The article's formula. Under the root is q = s · V·V = {under}, which is "
            "negative and has no real root: no point of the line is on the circle.",
            under=under,
        )
    elif s == 0.0:
        text = message(
            "The article's formula. Under the root is q = s · V·V = {under}, so the "
            "chord is a single point, and both times are that of the nearest approach.",
            under=under,
        )
    dots = term("along", r"M \cdot V"), r"V \cdot V"
    chord = term(chord_key(p, e), r"\sqrt{s}")
    rows = (
        rf"t & = \dfrac{{-{dots[0]} \mp \sqrt{{q}}}}{{{dots[1]}}}",
        rf"q & = ({dots[0]})^2 - {dots[1]} \, (M \cdot M - r^2)",
        rf"t & = {term('closest', 't_0')} \mp \dfrac{{{chord}}}{{|V|}}",
    )
    formula = r" \\ ".join(rows)
    number = rf"\sqrt{{{square} - {vv} \cdot {rest}}}"
    above = rf"{term('along', minus_mv)} \mp {number}"
    return Step(
        "The two times",
        text,
        rf"\begin{{array}}{{rl}} {formula} \end{{array}}",
        rf"t {equals} \dfrac{{{above}}}{{{vv}}}" if _square(p.direction) else "",
        times if e.line_meets else rf"{term('gap', 'q')} < 0",
        keys=(*_crossings_drawn(p, e), chord_key(p, e)),
    )


def _crossings_drawn(p: RayCircleParams, e: RayCircle) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for key in (enter_key(p, e), exit_key(p, e)) if key))


def _choice_step(p: RayCircleParams, e: RayCircle, times: str) -> Step:
    title = message("The first on the ray")
    formula = r"t = \min \left( t_i \ge 0 \right)"
    if not e.line_meets:
        text = message(
            "There are no times to choose from: the whole line misses the circle."
        )
        distance, radius = float(line_distance(p, e)), p.radius
        gap = distance - radius
        digits, equals = reckoned(gap, operator.sub, distance, radius)
        numbers = (
            rf"{_D} - {_R} {equals} {tex(distance, digits)} - {tex(radius, digits)} "
            rf"{equals} {term('gap', tex(gap))}"
        )
        keys = "gap", "closest"
        return Step(title, text, formula, numbers, _no_time(p, e), keys)
    first = f"t_{first_crossing(e)}"
    if not e.hit:
        text = message(
            "Both lie behind the start: the ray points away from the circle."
        )
    elif touches(e):
        text = message(
            "Both times are the same and not negative: there the ray touches the "
            "circle."
        )
    elif first == "t_enter":
        text = message(
            "The smaller one is not negative: there the ray first meets the circle."
        )
    else:
        text = message(
            "The smaller one is behind the start but the larger one is not, so "
            "the larger one counts."
        )
    chosen = _time("t", "point", float(e.t), time_digits(e))
    return Step(
        title,
        text,
        formula,
        times,
        chosen if e.hit else _no_time(p, e),
        keys=(*_crossings_drawn(p, e), *(("point",) if e.hit else ())),
    )


def _no_time(p: RayCircleParams, e: RayCircle) -> str:
    """Return why no time is on the ray."""
    if not e.line_meets:
        return term("gap", "s < 0")
    return rf"{term(exit_key(p, e), 't_2')} < 0"


def _point_step(p: RayCircleParams, e: RayCircle) -> Step:
    title = message("The point and its normal")
    point, normal = term("point", "C"), f"normal_{first_crossing(e)}"
    ray = rf"{point} = {_A} + t \, {_V}"
    if not e.hit:
        text = message("Without a time there is no point of contact and no normal.")
        keys = (exit_key(p, e) or "gap",)
        formula = rf"C = {_A} + t \, {_V}"
        return Step(title, text, formula, "", _no_time(p, e), keys)
    t, n = float(e.t), term(normal, "n")
    digits, equals = reckoned(
        e.point, lambda a, t, v: a + t * v, p.origin, t, p.direction
    )
    a, v, _, _ = _given(p, digits)
    known = math.isfinite(t)
    text = message(
        "Put t back into the ray. The normal points from the centre through C."
    )
    formula = rf"{ray}, \; {n} = \dfrac{{C - {_O}}}{{r}}"
    if p.radius == 0.0:
        text = message(
            "Put t back into the ray. A circle of radius 0 has no normal of its "
            "own; we take the direction back along the ray."
        )
        formula = rf"{ray}, \; {n} = -\dfrac{{V}}{{|V|}}"
    return Step(
        title,
        text,
        formula,
        rf"{point} {equals} {a} + {tex(t, digits)} \cdot {v}" if known else "",
        rf"{point} = {tex(xy(e.point))}, \; {n} = {tex(xy(e.normal))}",
        ("point", normal),
    )


DERIVATION = Derivation(_steps)
