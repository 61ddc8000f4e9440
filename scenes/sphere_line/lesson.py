"""The derivation of when and where a moving sphere meets a line."""

import numpy as np
from numpy.typing import ArrayLike

from playground.collision import SweptSphereLine
from playground.collision.numeric import Array
from playground.scene import (
    Lesson,
    Step,
    digits_apart,
    dot,
    largest,
    show,
    term,
    tex,
    xyz,
)
from scenes.sphere_line.answer import (
    crosses,
    nearest_time,
    square_gap,
    touches,
)
from scenes.sphere_line.params import SphereLineParams

_S, _START, _END = (
    term("sphere", r"\vec{S}(t)"),
    term("start", r"\vec{S_0}"),
    term("end", r"\vec{S_1}"),
)
_E, _V, _U = term("step", r"\vec{E}"), term("V", r"\vec{V}"), term("u", "u")
_Q, _H = term("line", r"\vec{Q}"), term("foot", r"\vec{H}")
_OFFSET = term("offset", r"(\vec{S} - \vec{Q})")
_N, _N_T, _N_1 = (
    term("N", r"\vec{N}"),
    term("N", r"\vec{N}(t)"),
    term("N1", r"\vec{N}(1)"),
)
_C, _A, _T_OF_A = term("C", r"\vec{C}"), term("A", r"\vec{A}"), term("tA", "t")
_R, _OMEGA_GAP = term("radius", "r"), term("gap", r"\omega")
_OMEGA_START = term("start", r"\omega")
_MIDDLE = term("shadow", r"-\dfrac{\beta}{\alpha}")
_HALF_CHORD = term("half_chord", r"\dfrac{\sqrt{\beta^2 - \alpha \omega}}{\alpha}")
_FIRST, _LAST, _MISS = term("start", "0"), term("end", "1"), r"\text{miss}"


def _steps(p: SphereLineParams, e: SweptSphereLine) -> list[Step]:
    """Return the derivation from the foot of the perpendicular to the place."""
    return [
        _motion(p),
        _foot(p, e),
        _linear(p, e),
        _quadratic(p, e),
        _discriminant(p, e) if crosses(e) else _no_discriminant(e),
        _roots(e),
        _within(e),
        _place(p, e),
    ]


def _motion(p: SphereLineParams) -> Step:
    now = term("sphere", _at("S", p.t))
    start, step = term("start", tex(p.start)), term("step", tex(p.step))
    return Step(
        "The centre moves straight",
        "From its start S(0) the centre goes the part t of the step E.",
        rf"{_S} = {_START} + t {_E}, \quad {_E} = {_END} - {_START}",
        rf"{start} + {tex(p.t)} \cdot {step}",
        rf"{now} = {tex(p.center(p.t))}",
        ("step", "sphere", "start", "end"),
    )


def _foot(p: SphereLineParams, e: SweptSphereLine) -> Step:
    foot = e.foot(p.t)
    offset = tex(p.center(p.t) - p.line_point)
    u = tex(dot(xyz(foot - p.line_point), p.along))
    return Step(
        "The foot of the perpendicular",
        "N is at a right angle to the unit direction V, so H lies where the shadow of "
        "S − Q on the line ends, u steps of V away from Q: H = Q + uV.",
        rf"{_N} \cdot {_V} = 0 \;\Rightarrow\; {_U} = {_V} \cdot {_OFFSET}",
        rf"{term('V', tex(p.along))} \cdot {term('offset', offset)}",
        rf"{term('u', f'u = {u}')}, \; {_H} = {term('foot', tex(foot))}",
        ("u", "V", "offset", "foot", "N", "line"),
    )


def _linear(p: SphereLineParams, e: SweptSphereLine) -> Step:
    first, last, now = (e.foot(t) - p.center(t) for t in (0.0, 1.0, p.t))
    c, a, n = (tex(_without_noise(p, v)) for v in (first, last - first, now))
    return Step(
        "N changes evenly",
        "Put S(t) into N. What t multiplies is A = (E·V)V − E; the rest, with "
        "R = Q − S(0), is C = R − (R·V)V. Neither depends on t, and A = N(1) − C.",
        rf"{_N_T} = {_C} + {_T_OF_A} {_A}, \quad {_A} = {_N_1} - {_C}",
        rf"{term('C', c)} + {term('tA', tex(p.t))} \cdot {term('A', a)}",
        rf"{term('N', _at('N', p.t))} = {n}",
        ("C", "A", "tA", "N"),
    )


def _without_noise(p: SphereLineParams, vector: Array) -> Array:
    """Return a difference of points with what is only their rounding set to zero."""
    noise = 1e-14 * largest(*p.start, *p.end, *p.line_point)
    return np.where(np.abs(vector) <= noise, 0.0, vector)


def _quadratic(p: SphereLineParams, e: SweptSphereLine) -> Step:
    alpha = term("A", rf"\alpha = {tex(e.alpha)}")
    beta = term("shadow", rf"\beta = {tex(e.beta)}")
    omega = term("C", rf"\omega = {tex(e.omega)}")
    return Step(
        "Does the surface reach the line?",
        "The sphere touches where |N| = r. Both squared, the difference is a quadratic "
        "in t, with α = |A|², β = A·C and ω = |C|² − r²: the curve.",
        rf"|{_N}|^2 - {_R}^2 = \alpha t^2 + 2 \beta t + \omega",
        rf"{alpha}, \; {beta}, \; {omega}",
        rf"{term('gap', tex(square_gap(p, e, p.t)))} \text{{ at }} t = {tex(p.t)}",
        ("gap", "N", "radius", "A", "C", "shadow"),
    )


def _discriminant(p: SphereLineParams, e: SweptSphereLine) -> Step:
    d = float(e.discriminant)
    sign, meaning = ("<", "two touches") if d > 0.0 else (">", "no touch")
    if d == 0.0:
        sign, meaning = "=", "one touch"
    apart = digits_apart(float(e.closest_distance), p.radius) if d else 3
    height = term("h", tex(e.closest_distance, apart))
    radius = term("reach", tex(p.radius, apart))
    telling = _telling_digits(e)
    alpha, beta, omega = (tex(x, telling) for x in (e.alpha, e.beta, e.omega))
    return Step(
        "The discriminant decides",
        "It compares r with h, how near to the line the way passes. Positive: the "
        "motion, extended both ways, goes in and out. Zero: it grazes. Negative: it "
        "passes by.",
        rf"\beta^2 - \alpha \omega = \alpha ({term('reach', 'r')}^2 - "
        rf"{term('h', 'h')}^2)",
        rf"{_factor(beta)}^2 - {alpha} \cdot {_factor(omega)} = {tex(d)}",
        rf"h = {height} {sign} {radius}, \; \text{{{meaning}}}",
        ("h", "reach", "nearest"),
    )


def _telling_digits(e: SweptSphereLine) -> int:
    """Return with how many digits the numbers give the discriminant that is shown.

    Near a graze it is the small difference of large products.
    """
    d = float(e.discriminant)
    for digits in range(3, 8):
        a, b, c = (
            float(show(x, digits).replace("−", "-")) for x in (e.alpha, e.beta, e.omega)
        )
        if abs(b * b - a * c - d) <= 0.002 * abs(d):
            return digits
    return 8 if d else 3


def _no_discriminant(e: SweptSphereLine) -> Step:
    meaning = "stays apart"
    if e.hit:
        meaning = "overlaps throughout" if e.embedded else "touches throughout"
    return Step(
        "No motion across the line",
        "α is 0, so the distance never changes and there is nothing to solve. What "
        "is true at the start stays true.",
        rf"\alpha = 0 \;\Rightarrow\; |{_N}|^2 - {_R}^2 = {_OMEGA_GAP}",
        rf"{_OMEGA_GAP} = {tex(e.omega)}",
        rf"\text{{{meaning}}}",
        ("N", "gap", "nearest"),
    )


def _roots(e: SweptSphereLine) -> Step:
    roots = touches(e)
    text = (
        "The root is half the chord that the circle of radius r about the line cuts "
        "from the way, here as a time: divided by |A|. Minus arrives, plus leaves."
    )
    if len(roots) == 1:
        text = "The half chord is 0: the sphere grazes the line at one time."
    numbers, result = "", r"\text{none}"
    if roots:
        middle, half = tex(e.closest_t), tex((e.t_exit - e.t_enter) / 2)
        numbers = rf"{term('shadow', middle)} \mp {term('half_chord', half)}"
        first = term("t_enter", f"t_1 = {tex(e.t_enter)}")
        result = rf"{first}, \; {term(roots[-1][0], f't_2 = {tex(e.t_exit)}')}"
    elif crosses(e):
        text = "No number has that root: at no time does the surface meet the line."
    else:
        text = "Nothing to solve: the distance never changes."
    return Step(
        "The two times",
        text,
        rf"t = {_MIDDLE} \mp {_HALF_CHORD}",
        numbers,
        result,
        ("half_chord", "shadow", "t_enter", "t_exit", "sphere"),
    )


_Told = tuple[str, str, str, str]  # text, formula, numbers and result


def _within(e: SweptSphereLine) -> Step:
    leaving = e.hit and e.t_enter < 0.0
    by_start = e.embedded or leaving or not crosses(e)
    told = _within_start(e) if by_start else _within_step(e)
    return Step("Within the step?", *told, ("contact", "t_enter", "start"))


def _within_start(e: SweptSphereLine) -> _Told:
    """Return what to say where the start alone decides."""
    omega, found = term("start", tex(e.omega)), term("contact", "t = 0")
    if e.embedded:
        text = (
            "ω is negative: the sphere overlaps before it moves. The first touch is "
            "the start itself, whatever the roots say."
            if crosses(e)
            else "ω is negative: the sphere overlaps at the start, and so throughout. "
            "The first touch is the start itself."
        )
        formula = rf"{_OMEGA_START} < 0 \;\Rightarrow\; {found}"
        return text, formula, rf"{omega} < 0", found
    text = "Without motion across the line the start decides."
    if crosses(e):
        text = "The sphere touches as it starts; the other root is in the past."
    formula = rf"{_OMEGA_START} \le 0 \;\Rightarrow\; t = 0"
    if e.hit:
        return text, formula, rf"\omega = {omega}", found
    return text, formula, rf"\omega = {omega} > 0", _MISS


def _within_step(e: SweptSphereLine) -> _Told:
    """Return what to say where the roots decide."""
    formula = rf"{_FIRST} \le {term('t_enter', 't_1')} \le {_LAST}"
    if e.hit:
        text, t = "The first touch lies in the step.", tex(e.t)
        numbers = rf"{_FIRST} \le {term('t_enter', t)} \le {_LAST}"
        return text, formula, numbers, term("contact", f"t = {t}")
    if e.t_enter > 1.0:
        text = "The step ends before the sphere arrives."
        numbers = f"{term('t_enter', f't_1 = {tex(e.t_enter)}')} > {_LAST}"
        return text, formula, numbers, _MISS
    if e.t_exit < 0.0:
        text = "Both touches lie in the past: the sphere is leaving."
        numbers = f"{term('t_exit', f't_2 = {tex(e.t_exit)}')} < {_FIRST}"
        return text, formula, numbers, _MISS
    return "There is no time to compare.", formula, "", _MISS


def _place(p: SphereLineParams, e: SweptSphereLine) -> Step:
    key = "contact" if e.hit else "nearest"
    place = term(key, r"\vec{H}(t)")
    if e.embedded:
        text = (
            "The line is in the sphere from the start. The foot of the perpendicular "
            "stands for the place, less than one radius from the centre."
        )
    elif e.hit:
        text = (
            "The line is touched at the foot of the perpendicular at that time. The "
            "centre, which the article calls the position, is one radius away."
        )
    else:
        cross = (
            "where the sphere comes nearest in the step."
            if crosses(e)
            else "the foot at the start; the distance is the same at every time."
        )
        text = f"No touch, no place. The cross marks {cross}"
    if e.hit:
        numbers = rf"{_at('S', e.t)} = {tex(e.center)}"
        contact = term("contact", tex(e.contact))
        result = f"{term('contact', _at('H', e.t))} = {contact}"
    else:
        t = nearest_time(e)
        distance = float(e.distance(t))
        digits = digits_apart(distance, p.radius)
        reach = term("nearest", f"|{_at('N', t)}| = {tex(distance, digits)}")
        numbers, result = f"{reach} > {tex(p.radius, digits)}", r"\text{none}"
    return Step(
        "The place",
        text,
        rf"{place} = {_Q} + ({_V} \cdot (\vec{{S}}(t) - {_Q})) {_V}",
        numbers,
        result,
        (key,),
    )


def _at(name: str, t: ArrayLike) -> str:
    """Return a vector at a time, as LaTeX."""
    return rf"\vec{{{name}}}({tex(t)})"


def _factor(number: str) -> str:
    """Return a factor, in brackets if it is negative or has a power of its own."""
    return f"({number})" if number.startswith("-") or "^" in number else number


LESSON = Lesson(_steps)
