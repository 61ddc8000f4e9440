"""The derivation of when and where a moving sphere meets a line."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

from playground.collision import SweptSphereLine
from playground.collision._arguments import Array
from playground.i18n import join_sentences, message
from playground.scene import (
    Derivation,
    Step,
    choose_digits,
    digits_to_distinguish,
    dot,
    format_number,
    max_magnitude,
    stack_components,
    term,
    tex,
    xyz,
)
from scenes.sphere_line.answer import crosses, nearest_time, square_gap, touches
from scenes.sphere_line.params import SphereLineParams

_POINT, _S, _START, _END = (
    term("point", "S"),
    term("sphere", "S(t)"),
    term("start", "S(0)"),
    term("end", "S(1)"),
)
_E, _V, _U = term("step", "E"), term("V", "V"), term("u", "u")
_Q, _H = term("line", "Q"), term("foot", "H")
_OFFSET = term("offset", "(S - Q)")
_N, _N_T, _N_1 = (
    term("N", "N"),
    term("N", "N(t)"),
    term("N1", "N(1)"),
)
_C, _A, _T_OF_A = term("C", "C"), term("A", "A"), term("tA", "t")
_R, _OMEGA_GAP = term("radius", "r"), term("gap", r"\omega")
_OMEGA_START = term("start", r"\omega")
_MIDDLE = term("shadow", r"-\dfrac{\beta}{\alpha}")
_HALF_CHORD = term("half_chord", r"\dfrac{\sqrt{\beta^2 - \alpha \omega}}{\alpha}")
_FIRST, _LAST = term("start", "0"), term("end", "1")
_NO_ROOT = r"\beta^2 - \alpha \omega < 0"


# What is not at rest, and the name of the point alone.
_MOTION, _NAME = ("start", "end", "step"), "name"


def _steps(p: SphereLineParams, e: SweptSphereLine) -> list[Step]:
    """Return the derivation, from a point at rest to the place of the touch."""
    return [
        replace(_foot(p, e), hides=("sphere", *_MOTION)),
        replace(_static_step(p, e), hides=(_NAME, *_MOTION)),
        *(
            replace(step, hides=(_NAME,))
            for step in (
                _motion(p),
                _linear(p, e),
                _quadratic(p, e),
                _discriminant(p, e) if crosses(e) else _no_discriminant(e),
                _roots(e),
                _motion_range_step(e),
                _place(p, e),
            )
        ),
    ]


def _foot(p: SphereLineParams, e: SweptSphereLine) -> Step:
    foot, offset = e.foot(p.t), p.center(p.t) - p.line_point
    u = dot(xyz(foot - p.line_point), p.unit_direction)
    digits, sign = choose_digits(u, np.dot, p.unit_direction, offset)
    unit, way = (
        term("V", tex(p.unit_direction, digits)),
        term("offset", tex(offset, digits)),
    )
    equal = "" if sign == "=" else f" {sign} {tex(u)}"
    return Step(
        "A point and a line at rest",
        message(
            "Stop the time at t = {t}: S is a point. N leads from it to H, at a right "
            "angle to the unit direction V. H lies u steps of V from Q: u is the "
            "projection of S − Q onto the line. Such an N is only to be found while S "
            "is off the line; on it, N is 0.",
            t=format_number(p.t),
        ),
        rf"{_N} \cdot {_V} = 0 \;\Rightarrow\; {_U} = {_V} \cdot {_OFFSET}, \; "
        f"{_H} = {_Q} + {_U} {_V}",
        rf"{unit} \cdot {way}{equal}",
        rf"{term('u', f'u = {tex(u)}')}, \; {_H} = {term('foot', tex(foot))}",
        ("point", "u", "V", "offset", "foot", "N", "line"),
    )


_APART = {
    ">": message("Here they are apart."),
    "<": message("Here they overlap."),
    "=": message("Here they touch."),
}


def _static_step(p: SphereLineParams, e: SweptSphereLine) -> Step:
    normal, distance = _normal(p, e, p.t), float(e.distance(p.t))
    digits = digits_to_distinguish(distance, p.radius)
    more, sign = choose_digits(distance, np.linalg.norm, normal, digits=digits)
    order = ">" if distance > p.radius else "<" if distance < p.radius else "="
    length = (
        rf"\left|{term('N', tex(normal, more))}\right| {sign} {tex(distance, digits)}"
    )
    return Step(
        "A sphere at rest",
        join_sentences(
            message(
                "A sphere about S meets the line where the length of N, the distance, "
                "is at most r."
            ),
            _APART[order],
        ),
        rf"|{_N}| \le {_R}",
        f"|{_N}| = {length} {order} {term('radius', tex(p.radius, digits))}",
        f"|{_N}| {order} {_R}",
        ("N", "radius", "sphere", "gap"),
    )


def _motion(p: SphereLineParams) -> Step:
    center = p.center(p.t)
    numbers = stack_components(*p.start), p.t, p.step
    digits, sign = choose_digits(
        center, lambda start, t, way: start + t * way, *numbers
    )
    start, t, way = (tex(number, digits) for number in numbers)
    equal = "" if sign == "=" else f" {sign} {tex(center)}"
    return Step(
        "Now it moves",
        "From its start S(0) the centre moves in a straight line; at time t it "
        "has covered the fraction t of its way E.",
        rf"{_S} = {_START} + t {_E}, \quad {_E} = {_END} - {_START}",
        rf"{term('start', start)} + {_in_brackets(t)} \cdot {term('step', way)}{equal}",
        f"{term('sphere', _vector_at('S', p.t))} = {tex(center)}",
        ("step", "sphere", "start", "end"),
    )


def _linear(p: SphereLineParams, e: SweptSphereLine) -> Step:
    first, last, now = (_normal(p, e, t) for t in (0.0, 1.0, p.t))
    numbers = first, p.t, _zero_noise(p, last - first)
    digits, sign = choose_digits(now, lambda c, t, a: c + t * a, *numbers)
    c, t, a = (tex(number, digits) for number in numbers)
    equal = "" if sign == "=" else f" {sign} {tex(now)}"
    return Step(
        "N changes evenly",
        "Put S(t) into N and multiply out: a dot product may be taken of each "
        "part of a sum. The factor of t is A = (E·V)V − E; the rest, with R = Q "
        "− S(0), is C = R − (R·V)V. Neither depends on t, and A = N(1) − C.",
        rf"{_N_T} = {_C} + {_T_OF_A} {_A}, \quad {_A} = {_N_1} - {_C}",
        rf"{term('C', c)} + {term('tA', _in_brackets(t))} \cdot {term('A', a)}{equal}",
        f"{term('N', _vector_at('N', p.t))} = {tex(now)}",
        ("C", "A", "tA", "N"),
    )


def _normal(p: SphereLineParams, e: SweptSphereLine, t: float) -> Array:
    """Return N(t), from the centre to the line."""
    return _zero_noise(p, e.foot(t) - p.center(t))


def _zero_noise(p: SphereLineParams, vector: Array) -> Array:
    """Return a difference of points with what is only their rounding set to zero."""
    noise = 1e-14 * max_magnitude(*p.start, *p.end, *p.line_point)
    return np.where(np.abs(vector) <= noise, 0.0, vector)


def _quadratic(p: SphereLineParams, e: SweptSphereLine) -> Step:
    gap = float(square_gap(p, e, p.t))
    numbers = e.alpha, e.beta, e.omega
    digits, sign = choose_digits(
        gap, lambda t, a, b, w: (a * t + 2.0 * b) * t + w, p.t, *numbers
    )
    alpha = term("A", rf"\alpha = {tex(e.alpha, digits)}")
    beta = term("shadow", rf"\beta = {tex(e.beta, digits)}")
    omega = term("C", rf"\omega = {tex(e.omega, digits)}")
    value = term("gap", tex(gap))
    return Step(
        "Does the surface reach the line?",
        "It touches where |N| = r. The difference of the squares is a quadratic "
        "in t. The article calls this difference the shortest distance; it has "
        "the same sign, but it is an area.",
        rf"\begin{{array}}{{l}} |{_N}|^2 - {_R}^2 = \alpha t^2 + 2 \beta t + \omega \\ "
        rf"\alpha = |{_A}|^2, \; \beta = {_A} \cdot {_C}, \; "
        rf"\omega = |{_C}|^2 - {_R}^2 \end{{array}}",
        rf"{alpha}, \; {beta}, \; {omega}",
        rf"|{_N}|^2 - {_R}^2 {sign} {value} \quad (t = {tex(p.t, digits)})",
        ("gap", "N", "radius", "A", "C", "shadow"),
        plots=True,
    )


def _discriminant(p: SphereLineParams, e: SweptSphereLine) -> Step:
    d = float(e.discriminant)
    order = "<" if d > 0.0 else ">"
    apart = digits_to_distinguish(float(e.closest_distance), p.radius) if d else 3
    height = term("h", tex(e.closest_distance, apart))
    radius = term("reach", tex(p.radius, apart))
    passes = rf"h = {height} {order} {radius}"
    if d == 0.0:
        passes = rf"h = {term('reach', 'r')} = {height}"
    numbers = e.alpha, e.beta, e.omega
    digits, sign = choose_digits(d, lambda a, b, w: b * b - a * w, *numbers)
    alpha, beta, omega = (tex(number, digits) for number in numbers)
    return Step(
        "The discriminant decides",
        "It compares r with h, how near to the line the path passes. Positive: "
        "the motion, extended both ways, goes in and out. Zero: it grazes. "
        "Negative: it passes by.",
        rf"\beta^2 - \alpha \omega = \alpha ({term('reach', 'r')}^2 - "
        f"{term('h', 'h')}^2)",
        rf"{_in_brackets(beta)}^2 - {alpha} \cdot {_in_brackets(omega)} "
        f"{sign} {tex(d)}",
        passes,
        ("h", "reach", "nearest"),
    )


def _no_discriminant(e: SweptSphereLine) -> Step:
    order, stays = ">", message("Here the sphere stays apart.")
    if e.embedded:
        order, stays = "<", message("Here the sphere overlaps throughout.")
    elif e.hit:
        order, stays = "=", message("Here the sphere touches throughout.")
    text = message(
        "The article says that α is 0 when the sphere is at rest. It is also 0 "
        "when the sphere moves along the line. The distance never changes: what "
        "is true at the start stays true. β² − αω is then 0 too, and says "
        "nothing about a touch."
    )
    return Step(
        "No motion across the line",
        join_sentences(text, stays),
        rf"\alpha = 0 \;\Rightarrow\; |{_N}|^2 - {_R}^2 = {_OMEGA_GAP}",
        f"{_OMEGA_GAP} = {tex(e.omega)}",
        f"{_OMEGA_GAP} {order} 0",
        ("N", "gap", "nearest"),
    )


def _roots(e: SweptSphereLine) -> Step:
    roots = touches(e)
    text = message(
        "Seen along the line, the term with the root is half the chord that the "
        "circle of radius r about the line cuts from the path, divided by |A| to "
        "make it a time. Minus is the arrival, plus the departure."
    )
    if len(roots) == 1:
        text = message("The half chord is 0: the sphere grazes the line at one time.")
    numbers, result = "", r"\alpha = 0"
    if roots:
        both = np.stack([e.t_enter, e.t_exit])
        known = e.closest_t, (e.t_exit - e.t_enter) / 2
        digits, sign = choose_digits(
            both, lambda m, h: np.stack([m - h, m + h]), *known
        )
        middle, half = (tex(number, digits) for number in known)
        numbers = rf"t {sign} {term('shadow', middle)} \mp {term('half_chord', half)}"
        first = term("t_enter", f"t_1 = {tex(e.t_enter)}")
        result = rf"{first}, \; {term(roots[-1][0], f't_2 = {tex(e.t_exit)}')}"
    elif crosses(e):
        text = message(
            "A negative number has no real root: the surface never meets the line."
        )
        result = _NO_ROOT
    else:
        text = message("There is nothing to solve: the distance never changes.")
    return Step(
        "The two times",
        text,
        rf"t = {_MIDDLE} \mp {_HALF_CHORD}",
        numbers,
        result,
        ("half_chord", "shadow", "t_enter", "t_exit", "sphere"),
    )


_LEAVES = message(
    "It is only leaving; that counts as a hit here, though not in the Ball vs block "
    "scene."
)
_StepText = tuple[str, str, str, str]  # text, formula, numbers and result


def _motion_range_step(e: SweptSphereLine) -> Step:
    leaving = e.hit and e.t_enter < 0.0
    by_start = e.embedded or leaving or not crosses(e)
    told = _explain_by_start(e) if by_start else _explain_by_roots(e)
    return Step("Within the motion?", *told, ("contact", "t_enter", "start"))


def _explain_by_start(e: SweptSphereLine) -> _StepText:
    """Return what to say where the start alone decides."""
    omega, found = term("start", tex(e.omega)), term("contact", "t = 0")
    if e.embedded:
        overlaps = message(
            "ω is negative: the sphere overlaps before it moves. The time is 0, "
            "whatever the two roots are."
            if crosses(e)
            else "ω is negative: the sphere overlaps at the start, and so throughout. "
            "The time is 0."
        )
        text = join_sentences(overlaps, _LEAVES if e.beta > 0.0 else "")
        formula = rf"{_OMEGA_START} < 0 \;\Rightarrow\; {found}"
        return text, formula, f"{omega} < 0", found
    text = message("Without motion across the line, the start decides.")
    if crosses(e):
        touches = message(
            "The sphere touches as it starts; the other root is in the past."
        )
        text = join_sentences(touches, _LEAVES)
    formula = rf"{_OMEGA_START} \le 0 \;\Rightarrow\; t = 0"
    if e.hit:
        return text, formula, rf"\omega = {omega}", found
    return text, formula, rf"\omega = {omega}", rf"{_OMEGA_START} > 0"


def _explain_by_roots(e: SweptSphereLine) -> _StepText:
    """Return what to say where the roots decide."""
    formula = rf"{_FIRST} \le {term('t_enter', 't_1')} \le {_LAST}"
    if e.hit:
        text, t = message("The first touch lies in the motion."), tex(e.t)
        numbers = rf"{_FIRST} \le {term('t_enter', t)} \le {_LAST}"
        return text, formula, numbers, term("contact", f"t = {t}")
    if e.t_enter > 1.0:
        text = message("The motion ends before the sphere arrives.")
        enter = tex(e.t_enter, digits_to_distinguish(float(e.t_enter), 1.0))
        numbers = f"{term('t_enter', f't_1 = {enter}')} > {_LAST}"
        return text, formula, numbers, f"t_1 > {_LAST}"
    if e.t_exit < 0.0:
        text = message("Both touches lie in the past: the sphere is leaving.")
        exit_ = tex(e.t_exit, digits_to_distinguish(float(e.t_exit), 0.0))
        numbers = f"{term('t_exit', f't_2 = {exit_}')} < {_FIRST}"
        return text, formula, numbers, f"t_2 < {_FIRST}"
    return message("There is no time to compare."), formula, "", _NO_ROOT


def _place(p: SphereLineParams, e: SweptSphereLine) -> Step:
    key = "contact" if e.hit else "nearest"
    place = term(key, "H(t)")
    if e.embedded:
        text = message(
            "The line is in the sphere from the start. We take the foot of the "
            "perpendicular as the contact point; it is less than one radius from "
            "the centre."
        )
    elif e.hit:
        text = message(
            "The line is touched at the foot of the perpendicular at that time. "
            "The article means a different place: the sphere's centre at that "
            "time, one radius away."
        )
    else:
        text = message(
            "No touch, no place. The cross marks where the sphere comes nearest in its "
            "motion."
            if crosses(e)
            else "No touch, no place. The cross marks the foot at the start; the "
            "distance is the same at every time."
        )
    if e.hit:
        numbers = f"{_vector_at('S', e.t)} = {tex(e.center)}"
        contact = term("contact", tex(e.contact))
        result = f"{term('contact', _vector_at('H', e.t))} = {contact}"
    else:
        t = nearest_time(e)
        distance = float(e.distance(t))
        digits = digits_to_distinguish(distance, p.radius)
        reach = term("nearest", f"|{_vector_at('N', t)}| = {tex(distance, digits)}")
        numbers, result = f"{reach} > {tex(p.radius, digits)}", ""
    return Step(
        "The place",
        text,
        rf"{place} = {_Q} + ({_V} \cdot (S(t) - {_Q})) {_V}",
        numbers,
        result,
        (key,),
    )


def _vector_at(name: str, t: ArrayLike) -> str:
    """Return a vector at a time, as LaTeX."""
    return f"{name}({tex(t)})"


def _in_brackets(number: str) -> str:
    """Return a factor, in brackets if it is negative or has a power of its own."""
    return f"({number})" if number.startswith("-") or "^" in number else number


DERIVATION = Derivation(_steps)
