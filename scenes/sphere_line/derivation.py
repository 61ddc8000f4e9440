"""Derivation of article 4's scene."""

from dataclasses import replace

import numpy as np
from numpy.typing import ArrayLike

import playground.scene as sc
from playground.collision import SweptSphereLine
from playground.collision._arguments import Array
from scenes.sphere_line.answer import MovingSphere, of, square_gap
from scenes.sphere_line.params import N, SphereLineParams

_N_T, _OMEGA_START = N.N("N(t)"), N.start(r"\omega")
_FIRST, _LAST = N.start("0"), N.end("1")
_NO_ROOT = r"\beta^2 - \alpha \omega < 0"


# Highlight keys hidden from steps without motion, and that of the point's label.
_MOTION, _NAME = ("start", "end", "step"), "name"


def _steps(p: SphereLineParams, e: SweptSphereLine) -> list[sc.Step]:
    """Return the steps, from a sphere at rest to the place of the touch."""
    v = of(p, e)
    return [
        replace(_foot(v), hides=("sphere", *_MOTION)),
        replace(_static_step(v), hides=(_NAME, *_MOTION)),
        *(
            replace(step, hides=(_NAME,))
            for step in (
                _motion(p),
                _linear(v),
                _quadratic(v),
                _discriminant(v) if v.crossing else _no_discriminant(v),
                _roots(v),
                _motion_range_step(v),
                _place(v),
            )
        ),
    ]


def _foot(v: MovingSphere) -> sc.Step:
    p, foot = v.p, v.answer.foot(v.p.t)
    u = sc.dot(sc.xyz(foot - p.line_point), p.unit_direction)
    offset = p.center(p.t) - p.line_point
    w = sc.FormattedCalculation(u, np.dot, V=p.unit_direction, offset=offset)
    return sc.Step(
        "A point and a line at rest",
        sc.message(
            "Stop the time at t = {t}: S is a point. N leads from it to H, at a "
            "right angle to the unit direction V. H lies u steps of V from Q: u is "
            "the projection of S − Q onto the line. There is such a perpendicular "
            "only while S is off the line; on it, N is 0.",
            t=sc.format_number(p.t),
        ),
        rf"{N.N} \cdot {N.V} = 0 \;\Rightarrow\; {N.u} = {N.V} \cdot {N.offset}, \; "
        f"{N.foot} = {N.line} + {N.u} {N.V}",
        rf"{w.V} \cdot {w.offset}{w.approximation}",
        rf"{N.u(f'u = {sc.tex(u)}')}, \; {N.foot} = {N.foot.mark_value(foot)}",
        ("point", "u", "V", "offset", "foot", "N", "line"),
    )


_APART = {
    ">": sc.message("Here they are apart."),
    "<": sc.message("Here they overlap."),
    "=": sc.message("Here they touch."),
}


def _static_step(v: MovingSphere) -> sc.Step:
    distance, radius = float(v.answer.distance(v.p.t)), v.p.radius
    digits = sc.digits_to_distinguish(distance, radius)
    w = sc.FormattedCalculation(
        distance, np.linalg.norm, N=_normal(v, v.p.t), least_digits=digits
    )
    order = ">" if distance > radius else "<" if distance < radius else "="
    length = rf"\left|{w.N}\right| {w} {sc.tex(distance, digits)}"
    return sc.Step(
        "A sphere at rest",
        sc.join_sentences(
            sc.message(
                "A sphere about S meets the line where the length of N, the distance, "
                "is at most r."
            ),
            _APART[order],
        ),
        rf"|{N.N}| \le {N.radius}",
        f"|{N.N}| = {length} {order} {N.radius.mark_value(radius, digits)}",
        f"|{N.N}| {order} {N.radius}",
        ("N", "radius", "sphere", "gap"),
    )


def _motion(p: SphereLineParams) -> sc.Step:
    center, start = p.center(p.t), sc.stack_components(*p.start)
    w = sc.FormattedCalculation(
        center, lambda start, t, way: start + t * way, start=start, _t=p.t, step=p.step
    )
    return sc.Step(
        "Now it moves",
        "From its start S(0) the centre moves in a straight line; at time t it "
        "has covered the fraction t of its way E.",
        rf"{N.sphere} = {N.start} + t {N.step}, \quad {N.step} = {N.end} - {N.start}",
        rf"{w.start} + {w._t:()} \cdot {w.step}{w.approximation}",
        f"{N.sphere(_vector_at('S', p.t))} = {sc.tex(center)}",
        ("step", "sphere", "start", "end"),
    )


def _linear(v: MovingSphere) -> sc.Step:
    first, last, current = (_normal(v, t) for t in (0.0, 1.0, v.p.t))
    change = _zero_noise(v.p, last - first)
    w = sc.FormattedCalculation(
        current, lambda c, t, a: c + t * a, C=first, tA=v.p.t, A=change
    )
    return sc.Step(
        "N changes evenly",
        "Put S(t) into N and multiply out: a dot product may be taken of each "
        "part of a sum. The factor of t is A = (E·V)V − E; the rest, with R = Q "
        "− S(0), is C = R − (R·V)V. Neither depends on t, and A = N(1) − C.",
        rf"{_N_T} = {N.C} + {N.tA} {N.A}, \quad {N.A} = {N.N1} - {N.C}",
        rf"{w.C} + {w.tA:()} \cdot {w.A}{w.approximation}",
        f"{N.N(_vector_at('N', v.p.t))} = {sc.tex(current)}",
        ("C", "A", "tA", "N"),
    )


def _normal(v: MovingSphere, t: float) -> Array:
    """Return N(t), from the centre to the line."""
    return _zero_noise(v.p, v.answer.foot(t) - v.p.center(t))


def _zero_noise(p: SphereLineParams, vector: Array) -> Array:
    """Return a difference of points, with 0 for components that are rounding error."""
    noise = 1e-14 * sc.max_magnitude(*p.start, *p.end, *p.line_point)
    return np.where(np.abs(vector) <= noise, 0.0, vector)


def _quadratic(v: MovingSphere) -> sc.Step:
    p, e, gap = v.p, v.e, float(square_gap(v.p, v.answer, v.p.t))
    w = sc.FormattedCalculation(
        gap,
        lambda t, a, b, w: (a * t + 2.0 * b) * t + w,
        _t=p.t,
        _alpha=e.alpha,
        _beta=e.beta,
        _omega=e.omega,
    )
    alpha = N.A(rf"\alpha = {w._alpha}")
    beta = N.shadow(rf"\beta = {w._beta}")
    omega = N.C(rf"\omega = {w._omega}")
    return sc.Step(
        "Does the surface reach the line?",
        "It touches where |N| = r. The difference of the squares is a quadratic "
        "in t. The article calls this difference the shortest distance; it has "
        "the same sign, but it is an area.",
        rf"\begin{{array}}{{l}} |{N.N}|^2 - {N.radius}^2 = "
        r"\alpha t^2 + 2 \beta t + \omega \\ "
        rf"\alpha = |{N.A}|^2, \; \beta = {N.A} \cdot {N.C}, \; "
        rf"\omega = |{N.C}|^2 - {N.radius}^2 \end{{array}}",
        rf"{alpha}, \; {beta}, \; {omega}",
        rf"|{N.N}|^2 - {N.radius}^2 {w} {N.gap.mark_value(gap)} \quad (t = {w._t})",
        ("gap", "N", "radius", "A", "C", "shadow"),
        plots=True,
    )


def _discriminant(v: MovingSphere) -> sc.Step:
    e, d, closest = v.e, v.e.discriminant, v.e.closest_distance
    digits = sc.digits_to_distinguish(closest, v.p.radius) if d else 3
    height, radius = sc.tex(closest, digits), sc.tex(v.p.radius, digits)
    passes = rf"h = {N.h(height)} {'<' if d > 0.0 else '>'} {N.reach(radius)}"
    if d == 0.0:
        passes = rf"h = {N.reach} = {N.h(height)}"
    w = sc.FormattedCalculation(
        d,
        lambda a, b, w: b * b - a * w,
        _alpha=e.alpha,
        _beta=e.beta,
        _omega=e.omega,
    )
    return sc.Step(
        "The discriminant decides",
        "It compares r with h, how near to the line the path passes. Positive: "
        "the motion, extended both ways, goes in and out. Zero: it grazes. "
        "Negative: it passes by.",
        rf"\beta^2 - \alpha \omega = \alpha ({N.reach}^2 - {N.h}^2)",
        rf"{w._beta:^2} - {w._alpha} \cdot {w._omega:()} {w} {sc.tex(d)}",
        passes,
        ("h", "reach", "nearest"),
    )


def _no_discriminant(v: MovingSphere) -> sc.Step:
    order, stays = ">", sc.message("Here the sphere stays apart.")
    if v.e.embedded:
        order, stays = "<", sc.message("Here the sphere overlaps throughout.")
    elif v.e.hit:
        order, stays = "=", sc.message("Here the sphere touches throughout.")
    text = sc.message(
        "The article says that α is 0 when the sphere is at rest. It is also 0 "
        "when the sphere moves along the line. The distance never changes: what "
        "is true at the start stays true. β² − αω is then 0 too, and says "
        "nothing about a touch."
    )
    return sc.Step(
        "No motion across the line",
        sc.join_sentences(text, stays),
        rf"\alpha = 0 \;\Rightarrow\; |{N.N}|^2 - {N.radius}^2 = {N.gap}",
        f"{N.gap} = {sc.tex(v.e.omega)}",
        f"{N.gap} {order} 0",
        ("N", "gap", "nearest"),
    )


def _roots(v: MovingSphere) -> sc.Step:
    text = sc.message(
        "Seen along the line, the term with the root is half the chord that the "
        "circle of radius r about the line cuts from the path, divided by |A| to "
        "make it a time. Minus is the arrival, plus the departure."
    )
    if len(v.touches) == 1:
        text = sc.message(
            "The half chord is 0: the sphere grazes the line at one time."
        )
    numbers, result = "", r"\alpha = 0"
    if v.touches:
        enter, leave = v.e.t_enter, v.e.t_exit
        w = sc.FormattedCalculation(
            np.stack([enter, leave]),
            lambda m, h: np.stack([m - h, m + h]),
            shadow=v.e.closest_t,
            half_chord=(leave - enter) / 2,
        )
        numbers = rf"t {w} {w.shadow} \mp {w.half_chord}"
        second = N[v.touches[-1][0]](f"t_2 = {sc.tex(leave)}")
        result = rf"{N.t_enter(f't_1 = {sc.tex(enter)}')}, \; {second}"
    elif v.crossing:
        text = sc.message(
            "A negative number has no real root: the surface never meets the line."
        )
        result = _NO_ROOT
    else:
        text = sc.message("There is nothing to solve: the distance never changes.")
    return sc.Step(
        "The two times",
        text,
        rf"t = {N.shadow} \mp {N.half_chord}",
        numbers,
        result,
        ("half_chord", "shadow", "t_enter", "t_exit", "sphere"),
    )


_LEAVES = sc.message(
    "It is only leaving; that counts as a hit here, though not in the Ball vs block "
    "scene."
)
_StepText = tuple[str, str, str, str]  # text, formula, numbers and result


def _motion_range_step(v: MovingSphere) -> sc.Step:
    leaving = v.e.hit and v.e.t_enter < 0.0
    by_start = v.e.embedded or leaving or not v.crossing
    explanation = _explain_by_start(v) if by_start else _explain_by_roots(v)
    return sc.Step("Within the motion?", *explanation, ("contact", "t_enter", "start"))


def _explain_by_start(v: MovingSphere) -> _StepText:
    """Return the step's texts where the start alone decides."""
    omega, contact_text = N.start.mark_value(v.e.omega), N.contact("t = 0")
    if v.e.embedded:
        overlaps = sc.message(
            "ω is negative: the sphere overlaps before it moves. The time is 0, "
            "whatever the two roots are."
            if v.crossing
            else "ω is negative: the sphere overlaps at the start, and so throughout. "
            "The time is 0."
        )
        text = sc.join_sentences(overlaps, _LEAVES if v.e.beta > 0.0 else "")
        formula = rf"{_OMEGA_START} < 0 \;\Rightarrow\; {contact_text}"
        return text, formula, f"{omega} < 0", contact_text
    text = sc.message("Without motion across the line, the start decides.")
    if v.crossing:
        touches = sc.message(
            "The sphere touches as it starts; the other root is in the past."
        )
        text = sc.join_sentences(touches, _LEAVES)
    formula = rf"{_OMEGA_START} \le 0 \;\Rightarrow\; t = 0"
    result = contact_text if v.e.hit else rf"{_OMEGA_START} > 0"
    return text, formula, rf"\omega = {omega}", result


def _explain_by_roots(v: MovingSphere) -> _StepText:
    """Return the step's texts where the roots decide."""
    enter, leave = v.e.t_enter, v.e.t_exit
    formula = rf"{_FIRST} \le {N.t_enter} \le {_LAST}"
    if v.e.hit:
        text, t = sc.message("The first touch lies in the motion."), sc.tex(v.e.t)
        numbers = rf"{_FIRST} \le {N.t_enter(t)} \le {_LAST}"
        return text, formula, numbers, N.contact(f"t = {t}")
    if enter > 1.0:
        text = sc.message("The motion ends before the sphere arrives.")
        enter_text = sc.tex(enter, sc.digits_to_distinguish(enter, 1.0))
        numbers = f"{N.t_enter(f't_1 = {enter_text}')} > {_LAST}"
        return text, formula, numbers, f"t_1 > {_LAST}"
    if leave < 0.0:
        text = sc.message("Both touches lie in the past: the sphere is leaving.")
        enter_text = sc.tex(leave, sc.digits_to_distinguish(leave, 0.0))
        numbers = f"{N.t_exit(f't_2 = {enter_text}')} < {_FIRST}"
        return text, formula, numbers, f"t_2 < {_FIRST}"
    return sc.message("There is no time to compare."), formula, "", _NO_ROOT


def _place(v: MovingSphere) -> sc.Step:
    e, mark = v.e, N[v.shown]
    if e.embedded:
        text = sc.message(
            "The line is in the sphere from the start. We take the foot of the "
            "perpendicular as the contact point; it is less than one radius from "
            "the centre."
        )
    elif e.hit:
        text = sc.message(
            "The line is touched at the foot of the perpendicular at that time. "
            "The article means a different place: the sphere's centre at that "
            "time, one radius away."
        )
    else:
        text = sc.message(
            "No touch, no place. The cross marks where the sphere comes nearest in its "
            "motion."
            if v.crossing
            else "No touch, no place. The cross marks the foot at the start; the "
            "distance is the same at every time."
        )
    if e.hit:
        numbers = f"{_vector_at('S', e.t)} = {sc.tex(e.center)}"
        result = f"{mark(_vector_at('H', e.t))} = {mark.mark_value(e.contact)}"
    else:
        distance = float(v.answer.distance(v.nearest))
        digits = sc.digits_to_distinguish(distance, v.p.radius)
        reach = mark(f"|{_vector_at('N', v.nearest)}| = {sc.tex(distance, digits)}")
        numbers, result = f"{reach} > {sc.tex(v.p.radius, digits)}", ""
    return sc.Step(
        "The place",
        text,
        rf"{mark('H(t)')} = {N.line} + ({N.V} \cdot (S(t) - {N.line})) {N.V}",
        numbers,
        result,
        (mark.key,),
    )


def _vector_at(name: str, t: ArrayLike) -> str:
    """Return a vector at a time, as LaTeX."""
    return f"{name}({sc.tex(t)})"


DERIVATION = sc.Derivation(_steps)
