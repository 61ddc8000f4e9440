"""The numbers and the derivation of where a ray meets a circle."""

import math

import numpy as np
from numpy.typing import NDArray

from playground.collision import RayCircle
from playground.scene.mathtext import term, tex
from playground.scene.params import Vec2
from playground.scene.scene import Row, Step
from scenes._ray_model import (
    RayCircleParams,
    extent,
    first_crossing,
    line_distance,
    line_meets,
    normal_at,
    offset,
    xy,
)


def readout(p: RayCircleParams, e: RayCircle) -> list[Row]:
    """Return every number of the answer."""
    return [*_contact_rows(p, e), *_root_rows(p, e), *_approach_rows(p, e)]


def steps(p: RayCircleParams, e: RayCircle) -> list[Step]:
    """Return the derivation, from the two conditions to the point and normal."""
    return [
        *_equation_steps(p),
        *_discriminant_steps(p, e),
        *_solution_steps(p, e),
    ]


def _contact_rows(p: RayCircleParams, e: RayCircle) -> list[Row]:
    point = xy(e.point)
    shown = "point" if e.hit else ""
    return [
        Row(
            "Hit",
            _yes(e.hit),
            help="Whether some point of the circle is on the ray, that is at t ≥ 0.",
            key=shown or _chord(e),
        ),
        Row(
            "Inside",
            _yes(e.inside),
            help="Whether the ray starts inside the circle, not on it.",
            key="A",
        ),
        Row(
            "First t",
            float(e.t),
            help="First contact with t ≥ 0, in multiples of V.",
            key=shown,
        ),
        Row(
            "Distance",
            math.dist(p.origin, point),
            "m",
            "From A to the first contact, along the ray.",
            shown,
        ),
        Row("Point", point, "m", "First contact, in the world.", shown),
        Row(
            "Normal",
            xy(e.normal),
            help="Unit vector out of the circle at the first contact, in the world.",
            key=f"normal_{first_crossing(e)}" if e.hit else "",
        ),
    ]


def _chord(e: RayCircle) -> str:
    """Return what shows the discriminant: half the chord, or the gap."""
    return "half_chord" if line_meets(e) else "gap"


def _crossing_keys(e: RayCircle) -> tuple[str, str]:
    """Return what shows the two times; a touch is drawn once."""
    if not line_meets(e):
        return "", ""
    return "t_enter", "t_enter" if e.discriminant == 0.0 else "t_exit"


def _root_rows(p: RayCircleParams, e: RayCircle) -> list[Row]:
    enter, leave = _crossing_keys(e)
    return [
        *_crossing_rows(p, "Enter", enter, "enters", e.t_enter, e.point_enter),
        *_crossing_rows(p, "Exit", leave, "leaves", e.t_exit, e.point_exit),
    ]


def _crossing_rows(
    p: RayCircleParams,
    title: str,
    key: str,
    word: str,
    time: NDArray[np.float64],
    point: NDArray[np.float64],
) -> list[Row]:
    t, at = float(time), xy(point)
    place = f"where the whole line {word} the circle"
    return [
        Row(f"{title} t", t, "", f"Multiple of V {place}; behind A if negative.", key),
        Row(
            f"{title} distance",
            t * math.hypot(*p.direction),
            "m",
            f"Way from A to {place}; behind A if negative.",
            key,
        ),
        Row(f"{title} point", at, "m", f"The point {place}, in the world.", key),
        Row(
            f"{title} normal",
            normal_at(p, at) if key else (math.nan, math.nan),
            "",
            f"Unit vector out of the circle {place}, in the world.",
            f"normal{key[1:]}" if key else "",
        ),
    ]


def _approach_rows(p: RayCircleParams, e: RayCircle) -> list[Row]:
    return [
        Row(
            "Discriminant s",
            float(e.discriminant),
            "m²",
            "r² − D², the square of half the chord; negative if the line misses.",
            _chord(e),
        ),
        Row(
            "Distance D to the line",
            _shown_distance(p, e),
            "m",
            "From the centre O to the whole line.",
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


def _yes(flag: NDArray[np.bool_]) -> str:
    return "yes" if flag else "no"


def _tex(value: float | Vec2) -> str:
    """Return LaTeX; a component far below its neighbour is the rounding of a zero."""
    numbers = np.asarray(value)
    largest = float(np.abs(numbers).max())
    shown = np.where(np.abs(numbers) < 1e-12 * largest, 0.0, numbers)
    return tex(shown, 6 if 0.0005 <= largest < 0.1 else 3)


def _added(value: float) -> str:
    """Return a number with its sign, to stand behind others."""
    return f"- {_tex(-value)}" if value < 0.0 else f"+ {_tex(value)}"


def _squared(value: float) -> str:
    number = _tex(value)
    return f"({number})^2" if "10" in number and "^" in number else f"{number}^2"


def _shown_distance(p: RayCircleParams, e: RayCircle) -> float:
    """Return D, without the rounding of a zero."""
    distance = line_distance(p, e)
    return distance if distance > 1e-12 * extent(p) else 0.0


def _given(p: RayCircleParams) -> tuple[str, str, str, str]:
    """Return A, V, O and r as marked numbers."""
    return (
        term("A", _tex(p.origin)),
        term("V", _tex(p.direction)),
        term("O", _tex(p.center)),
        term("r", _tex(p.radius)),
    )


_A, _V, _O, _R = (term(name, name) for name in "AVOr")
_M, _D = term("M", "M"), term("D", "D")


def _equation_steps(p: RayCircleParams) -> list[Step]:
    a, v, o, r = _given(p)
    m = _tex(offset(p))
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
    m, v, size = offset(p), p.direction, math.hypot(*p.direction)
    mv = m[0] * v[0] + m[1] * v[1]
    rest = _added(math.hypot(*m) ** 2 - p.radius**2)
    along = term("along", f"({_tex(mv)})")
    unit = term("along", f"({_tex(mv / size)})") if size else ""
    vv, rr = term("V", r"V \cdot V"), term("r", "r^2")
    mm, projected = term("M", r"M \cdot M"), term("along", r"M \cdot V")
    return Step(
        "Expand",
        "A length squared is a dot product: a quadratic in t is left. Where V is "
        "normalised, V · V is 1 and M · V the projection of M on the ray.",
        rf"({vv}) \, t^2 + 2 ({projected}) \, t + {mm} - {rr} = 0",
        rf"{term('V', _tex(size**2))} \, t^2 + 2 {along} \, t {rest} = 0",
        rf"|V| = 1: \; t^2 + 2 {unit} \, t {rest} = 0",
        keys=("V", "M", "along", "r"),
    )


def _discriminant_steps(p: RayCircleParams, e: RayCircle) -> list[Step]:
    m, v = offset(p), p.direction
    mv, vv = m[0] * v[0] + m[1] * v[1], math.hypot(*v) ** 2
    distance, s = _shown_distance(p, e), float(e.discriminant)
    sign = ">" if s > 0.0 else "=" if line_meets(e) else "<"
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
    chord = _chord(e)
    t0 = term("closest", "t_0")
    upper, lower = term("along", r"M \cdot V"), term("V", r"V \cdot V")
    fraction = rf"\dfrac{{{term('along', _tex(mv))}}}{{{term('V', _tex(vv))}}}"
    value = term("closest", _tex(float(e.closest_t)))
    d = term("D", _tex(distance))
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
            + (rf"{_tex(s)} {sign} 0" if s else "0")
            + rf": \; \text{{{word}}}",
            keys=(chord, "r", "D"),
        ),
    ]


def _solution_steps(p: RayCircleParams, e: RayCircle) -> list[Step]:
    v, s = math.hypot(*p.direction), float(e.discriminant)
    t0, enter, leave = (_tex(float(t)) for t in (e.closest_t, e.t_enter, e.t_exit))
    before, after = _crossing_keys(e)
    root = term(_chord(e), r"\sqrt{s}")
    number = term(_chord(e), rf"\sqrt{{{_tex(s)}}}")
    times = rf"t_1 = {term(before, enter)}, \; t_2 = {term(after, leave)}"
    text = "Half a chord before the nearest approach and half a chord after it."
    if not line_meets(e):
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
            rf"\dfrac{{{number}}}{{{term('V', _tex(v))}}}",
            times if line_meets(e) else r"\text{no real } t",
            keys=(*_crossings_drawn(e), _chord(e)),
        ),
        _choice_step(p, e, times),
        _point_step(p, e),
    ]


def _crossings_drawn(e: RayCircle) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for key in _crossing_keys(e) if key))


def _choice_step(p: RayCircleParams, e: RayCircle, times: str) -> Step:
    title, formula = "The first on the ray", r"t = \min \left( t_i \ge 0 \right)"
    if not line_meets(e):
        text = "There is nothing to choose from: the whole line misses the circle."
        distance = line_distance(p, e)
        gap = term("gap", _tex(distance - p.radius))
        nothing = rf"{term('gap', 's < 0')}: \; \text{{no hit}}"
        return Step(
            title, text, formula, rf"{_D} - {_R} = {gap}", nothing, ("gap", "closest")
        )
    first = f"t_{first_crossing(e)}"
    if not e.hit:
        text = "Both lie behind the start: the ray points away from the circle."
    elif e.discriminant == 0.0:
        text = "Both are one and not negative: there the ray touches the circle."
    elif first == "t_enter":
        text = "The smaller one is not negative: there the ray first meets the circle."
    else:
        text = "The smaller one is behind the start, the larger one is not: it counts."
    chosen = rf"t = {term('point', _tex(float(e.t)))}"
    return Step(
        title,
        text,
        formula,
        times,
        chosen if e.hit else r"\text{no hit}",
        keys=(*_crossings_drawn(e), *(("point",) if e.hit else ())),
    )


def _point_step(p: RayCircleParams, e: RayCircle) -> Step:
    title = "The point and its normal"
    point, normal = term("point", "C"), f"normal_{first_crossing(e)}"
    ray = rf"{point} = {_A} + t \, {_V}"
    if not e.hit:
        text = "Without a time there is no point of contact and no normal."
        shown = "gap" if not line_meets(e) else "t_enter"
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
        rf"{point} = {a} + {_tex(float(e.t))} \cdot {v}",
        rf"{point} = {_tex(xy(e.point))}, \; {n} = {_tex(xy(e.normal))}",
        ("point", normal),
    )
