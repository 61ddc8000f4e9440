"""The derivation of where a ray meets a circle."""

import math

from playground.collision import RayCircle
from playground.scene import Lesson, Step, dot, term, tex, xy
from scenes.ray_circle.answer import (
    chord_key,
    enter_key,
    exit_key,
    first_crossing,
    line_distance,
    touches,
)
from scenes.ray_circle.params import RayCircleParams


def _steps(p: RayCircleParams, e: RayCircle) -> list[Step]:
    """Return the derivation, from the two conditions to the point and normal."""
    return [
        *_equation_steps(p),
        *_discriminant_steps(p, e),
        *_solution_steps(p, e),
    ]


def _added(value: float) -> str:
    """Return a number with its sign, to stand behind others."""
    return f"- {tex(-value)}" if value < 0.0 else f"+ {tex(value)}"


def _squared(value: float) -> str:
    number = tex(value)
    return f"({number})^2" if "10" in number and "^" in number else f"{number}^2"


def _given(p: RayCircleParams) -> tuple[str, str, str, str]:
    """Return A, V, O and r as marked numbers."""
    return (
        term("A", tex(p.origin)),
        term("V", tex(p.direction)),
        term("O", tex(p.center)),
        term("r", tex(p.radius)),
    )


_A, _V, _O, _R = (term(name, name) for name in "AVOr")
_M, _D = term("M", "M"), term("D", "D")


def _equation_steps(p: RayCircleParams) -> list[Step]:
    a, v, o, r = _given(p)
    m = tex(p.offset)
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
            "Put the first into the second. M leads from the centre to the start.",
            rf"\left| {_M} + t \, {_V} \right|^2 = {_R}^2, \; M = A - O",
            rf"M = {a} - {o}",
            rf"{_M} = {m}",
            keys=("M", "V", "r"),
        ),
        _expanded(p),
    ]


def _expanded(p: RayCircleParams) -> Step:
    m, v, size = p.offset, p.direction, math.hypot(*p.direction)
    mv = dot(m, v)
    rest = _added(math.hypot(*m) ** 2 - p.radius**2)
    along = term("along", f"({tex(mv)})")
    unit = term("along", f"({tex(mv / size)})") if size else ""
    vv, rr = term("V", r"V \cdot V"), term("r", "r^2")
    mm, projected = term("M", r"M \cdot M"), term("along", r"M \cdot V")
    return Step(
        "Expand",
        "A length squared is a dot product: a quadratic in t is left. Where V is "
        "normalised, V · V is 1 and M · V the projection of M on the ray.",
        rf"({vv}) \, t^2 + 2 ({projected}) \, t + {mm} - {rr} = 0",
        rf"{term('V', tex(size**2))} \, t^2 + 2 {along} \, t {rest} = 0",
        rf"|V| = 1: \; t^2 + 2 {unit} \, t {rest} = 0",
        keys=("V", "M", "along", "r"),
    )


def _discriminant_steps(p: RayCircleParams, e: RayCircle) -> list[Step]:
    m, v = p.offset, p.direction
    mv, vv = dot(m, v), math.hypot(*v) ** 2
    distance, s = float(line_distance(p, e)), float(e.discriminant)
    sign = ">" if s > 0.0 else "=" if e.line_meets else "<"
    outcome, word = {
        ">": (
            "By Pythagoras s is the square of half the chord. Positive: the line "
            "crosses the circle in two points.",
            "two points",
        ),
        "=": (
            "By Pythagoras s is the square of half the chord. Zero: the line touches, "
            "and both points are one.",
            "touch",
        ),
        "<": (
            "By Pythagoras s would be the square of half the chord. Negative: there "
            "is no chord, the line passes outside.",
            "miss",
        ),
    }[sign]
    chord = chord_key(p, e)
    t0 = term("closest", "t_0")
    upper, lower = term("along", r"M \cdot V"), term("V", r"V \cdot V")
    fraction = rf"\dfrac{{{term('along', tex(mv))}}}{{{term('V', tex(vv))}}}"
    value = term("closest", tex(float(e.closest_t)))
    d = term("D", tex(distance))
    return [
        Step(
            "Nearest approach",
            "A dot product is a projection: half-way between the two solutions the "
            "line is nearest to the centre, at the distance D.",
            rf"{t0} = -\dfrac{{{upper}}}{{{lower}}}, \; {_D} = |{_M} + t_0 V|",
            rf"{t0} = -{fraction}",
            rf"{t0} = {value}, \; {_D} = {d}",
            keys=("closest", "along", "D", "M"),
        ),
        Step(
            "The sign of the discriminant",
            outcome,
            rf"{term(chord, 's')} = {term('r', 'r^2')} - {term('D', 'D^2')}",
            rf"{term(chord, 's')} = {term('r', _squared(p.radius))} - "
            rf"{term('D', _squared(distance))}",
            rf"{term(chord, 's')} = "
            + (rf"{tex(s)} {sign} 0" if s else "0")
            + rf": \; \text{{{word}}}",
            keys=(chord, "r", "D"),
        ),
    ]


def _solution_steps(p: RayCircleParams, e: RayCircle) -> list[Step]:
    v, s = math.hypot(*p.direction), float(e.discriminant)
    t0, enter, leave = (tex(float(t)) for t in (e.closest_t, e.t_enter, e.t_exit))
    before, after = enter_key(p, e), exit_key(p, e)
    root = term(chord_key(p, e), r"\sqrt{s}")
    number = term(chord_key(p, e), rf"\sqrt{{{tex(s)}}}")
    times = rf"t_1 = {term(before, enter)}, \; t_2 = {term(after, leave)}"
    text = "Half a chord before the nearest approach and half a chord after it."
    if not e.line_meets:
        text = (
            "A negative s has no real square root: no point of the line is on the "
            "circle."
        )
    elif s == 0.0:
        text = "The chord is a point: both times are that of the nearest approach."
    return [
        Step(
            "The two times",
            text,
            rf"t = {term('closest', 't_0')} \mp "
            rf"\dfrac{{{root}}}{{{term('V', '|V|')}}}",
            rf"t = {term('closest', t0)} \mp "
            rf"\dfrac{{{number}}}{{{term('V', tex(v))}}}",
            times if e.line_meets else r"\text{no real } t",
            keys=(*_crossings_drawn(p, e), chord_key(p, e)),
        ),
        _choice_step(p, e, times),
        _point_step(p, e),
    ]


def _crossings_drawn(p: RayCircleParams, e: RayCircle) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for key in (enter_key(p, e), exit_key(p, e)) if key))


def _choice_step(p: RayCircleParams, e: RayCircle, times: str) -> Step:
    title, formula = "The first on the ray", r"t = \min \left( t_i \ge 0 \right)"
    if not e.line_meets:
        text = "There is nothing to choose from: the whole line misses the circle."
        distance = float(line_distance(p, e))
        gap = term("gap", tex(distance - p.radius))
        nothing = rf"{term('gap', 's < 0')}: \; \text{{no hit}}"
        return Step(
            title, text, formula, rf"{_D} - {_R} = {gap}", nothing, ("gap", "closest")
        )
    first = f"t_{first_crossing(e)}"
    if not e.hit:
        text = "Both lie behind the start: the ray points away from the circle."
    elif touches(e):
        text = "Both are one and not negative: there the ray touches the circle."
    elif first == "t_enter":
        text = "The smaller one is not negative: there the ray first meets the circle."
    else:
        text = "The smaller one is behind the start, the larger one is not: it counts."
    chosen = rf"t = {term('point', tex(float(e.t)))}"
    return Step(
        title,
        text,
        formula,
        times,
        chosen if e.hit else r"\text{no hit}",
        keys=(*_crossings_drawn(p, e), *(("point",) if e.hit else ())),
    )


def _point_step(p: RayCircleParams, e: RayCircle) -> Step:
    title = "The point and its normal"
    point, normal = term("point", "C"), f"normal_{first_crossing(e)}"
    ray = rf"{point} = {_A} + t \, {_V}"
    if not e.hit:
        text = "Without a time there is no point of contact and no normal."
        shown = "gap" if not e.line_meets else "t_enter"
        nothing = rf"{term(shown, chr(92) + 'text{no hit}')}"
        return Step(title, text, rf"C = {_A} + t \, {_V}", "", nothing, (shown,))
    n, a, v = term(normal, "n"), *_given(p)[:2]
    text = "Put t back into the ray. The normal leads from the centre through C."
    formula = rf"{ray}, \; {n} = \dfrac{{C - {_O}}}{{r}}"
    if p.radius == 0.0:
        text = "Put t back into the ray. A point has no normal: it faces the ray."
        formula = rf"{ray}, \; {n} = -\dfrac{{V}}{{|V|}}"
    return Step(
        title,
        text,
        formula,
        rf"{point} = {a} + {tex(float(e.t))} \cdot {v}",
        rf"{point} = {tex(xy(e.point))}, \; {n} = {tex(xy(e.normal))}",
        ("point", normal),
    )


LESSON = Lesson(_steps)
