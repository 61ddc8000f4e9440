"""Derivation of article 1's scene."""

import math
import operator
from collections.abc import Callable
from fractions import Fraction

import numpy as np

import playground.scene as sc
from playground.collision import RayCircle
from playground.collision._arguments import Array
from playground.scene.formula_symbols import stack_rows
from playground.scene.symbols import FormulaNumber
from scenes.ray_circle.answer import Ray, of
from scenes.ray_circle.params import N, RayCircleParams

_VV, _MM = N.V(r"V \cdot V"), N.M(r"M \cdot M")


def _steps(p: RayCircleParams, e: RayCircle) -> list[sc.Step]:
    """Return the steps, from the two conditions to the point and its normal."""
    v, exact = of(p, e), _Exact(p)
    return [
        *_conditions(p),
        _expansion_step(p, exact),
        _nearest(v, exact),
        _sign(v),
        _times(v, exact),
        _choice(v),
        _point(v),
    ]


class _Exact:
    """Terms of the quadratic, of which differences are rounded only once.

    Attributes
    ----------
    mv, rest : float
        M · V and M · M − r², computed exactly and rounded.
    size, vv : float
        |V| and V · V.
    """

    def __init__(self, p: RayCircleParams) -> None:
        pairs = zip(p.origin, p.center, strict=True)
        m = [Fraction(float(a)) - Fraction(float(o)) for a, o in pairs]
        v = map(Fraction, map(float, p.direction))
        self.mv = float(sum(a * b for a, b in zip(m, v, strict=True)))
        self.rest = float(sum(a * a for a in m) - Fraction(float(p.radius)) ** 2)
        self.size = math.hypot(*p.direction)
        self.vv = self.size**2


def _conditions(p: RayCircleParams) -> list[sc.Step]:
    m = sc.FormattedCalculation(p.offset, np.subtract, A=p.origin, O=p.center)
    return [
        sc.Step(
            "A point of the ray",
            "From the start A, go t times the direction V. Only t ≥ 0 is on the ray.",
            rf"C = {N.A} + t \, {N.V}",
            rf"C = {N.A.mark_value(p.origin)} + t \, {N.V.mark_value(p.direction)}",
            keys=("A", "V", "ray"),
        ),
        sc.Step(
            "A point of the circle",
            "The same C must lie at distance r from the centre O.",
            rf"\left| C - {N.O} \right| = {N.r}",
            rf"\left| C - {N.O.mark_value(p.center)} \right| = "
            rf"{N.r.mark_value(p.radius)}",
            keys=("O", "r", "circle"),
        ),
        sc.Step(
            "One equation for t",
            "Put the first into the second. M points from the centre to the "
            "start. The article draws its reverse, Va = −M, but its code uses M.",
            rf"\left| {N.M} + t \, {N.V} \right|^2 = {N.r}^2, \; M = A - O",
            rf"{N.M} {m} {m.A} - {m.O}",
            rf"{N.M} = {sc.tex(p.offset)}",
            keys=("M", "V", "r"),
        ),
    ]


def _expansion_step(p: RayCircleParams, exact: _Exact) -> sc.Step:
    rest_text = (
        f"- {sc.tex(-exact.rest)}" if exact.rest < 0.0 else f"+ {sc.tex(exact.rest)}"
    )
    projection = N.along(f"({sc.tex(exact.mv)})")
    unit = N.along(f"({sc.tex(exact.mv / exact.size)})") if exact.size else ""
    return sc.Step(
        "Expand",
        "A length squared is a dot product, so this is a quadratic equation in "
        "t. The article's code makes V one unit long first: then V · V is 1, and "
        "the unknown is τ, in metres.",
        rf"({_VV}) \, t^2 + 2 ({N.along}) \, t + {_MM} - {N.r('r^2')} = 0",
        rf"{N.V.mark_value(exact.vv)} \, t^2 + 2 {projection} \, t {rest_text} = 0",
        rf"\tau = |V| \, t: \; \tau^2 + 2 {unit} \, \tau {rest_text} = 0",
        keys=("V", "M", "along", "r"),
    )


def _nearest(v: Ray, exact: _Exact) -> sc.Step:
    t0 = v.e.closest_t
    w = sc.FormattedCalculation(t0, lambda mv, vv: -mv / vv, along=exact.mv, V=exact.vv)
    return sc.Step(
        "Nearest approach",
        "M · V is |V| times the projection of M onto the ray. Halfway between "
        "the two solutions the line is nearest to the centre, at the distance D.",
        rf"{N.closest} = -\dfrac{{{N.along}}}{{{_VV}}}, \; {N.D} = |{N.M} + t_0 V|",
        # A division by an underflowed 0 explains nothing.
        rf"{N.closest} {w} -\dfrac{{{w.along}}}{{{w.V}}}" if exact.vv else "",
        rf"{_time(str(N.closest), 'closest', t0)}, \; "
        rf"{N.D} = {N.D.mark_value(v.distance)}",
        keys=("closest", "along", "D", "M"),
    )


def _sign(v: Ray) -> sc.Step:
    s, name = v.e.discriminant, N[v.chord]
    w = sc.FormattedCalculation(
        s, lambda r, d: r * r - d * d, r=v.p.radius, D=v.distance
    )
    sign = ">" if s > 0.0 else "=" if v.e.line_meets else "<"
    return sc.Step(
        "The sign of the discriminant",
        _SIGNS[sign],
        rf"{name} = {N.r('r^2')} - {N.D('D^2')}",
        rf"{name} {w} {w.r:^2} - {w.D:^2}",
        rf"{name} = {sc.tex(s)} {sign} 0" if s else f"{name} = 0",
        keys=(v.chord, "r", "D"),
    )


_SIGNS = {
    ">": sc.message(
        "By Pythagoras s is the square of half the chord. Positive: the line crosses "
        "the circle in two points. The article's discriminant is s · V·V, which has "
        "the same sign."
    ),
    "=": sc.message(
        "By Pythagoras s is the square of half the chord. Zero: the line touches, and "
        "the two points are one. The article's discriminant is s · V·V, which has the "
        "same sign."
    ),
    "<": sc.message(
        "By Pythagoras s would be the square of half the chord. Negative: there is no "
        "chord, and the line passes outside. The article's discriminant is s · V·V, "
        "which has the same sign."
    ),
}


def _time(name: str, key: str, t: float, digits: int = 3) -> str:
    """Return a time as LaTeX; beyond float64, its bound."""
    if math.isinf(t):
        return rf"{name} {'> ' if t > 0.0 else '< -'}{N[key]('10^{308}')}"
    return rf"{name} = {N[key].mark_value(t, digits)}"


def _root_times(v: Ray) -> str:
    first_time = _time("t_1", v.near, v.e.t_enter, v.digits)
    return rf"{first_time}, \; {_time('t_2', v.far, v.e.t_exit, v.digits)}"


def _root(sign: float) -> Callable[[Array, Array, Array], Array]:
    """Return the article's formula for one of the two times."""
    return lambda mv, vv, rest: np.asarray(
        (-mv + sign * np.sqrt(mv * mv - vv * rest)) / vv
    )


def _times(v: Ray, exact: _Exact) -> sc.Step:
    given, min_digits = (exact.mv, exact.vv, exact.rest), v.digits
    digits, equals = 3, "="
    if v.e.line_meets:
        roots = (v.e.t_enter, _root(-1.0)), (v.e.t_exit, _root(1.0))
        found = [
            sc.choose_digits(t, root, *given, digits=min_digits) for t, root in roots
        ]
        exactly = all(sign == "=" for _, sign in found)
        digits, equals = max(found) if exactly else (min_digits, r"\approx")
    minus_mv, mv, vv, rest_text = (
        FormulaNumber("", x, digits) for x in (-exact.mv, abs(exact.mv), *given[1:])
    )
    radicand = sc.format_number(v.e.discriminant * exact.vv)
    text = sc.message(
        "The article's formula. Under the root is q = s · V·V = {under}, which is "
        "negative and has no real root: no point of the line is on the circle."
        if not v.e.line_meets
        else "The article's formula. Under the root is q = s · V·V = {under}, so the "
        "chord is a single point, and both times are that of the nearest approach."
        if v.touches
        else "The article's formula. Under the root is q = s · V·V = {under}, which is "
        "positive, so there are two times: half a chord before the nearest point and "
        "half a chord after it.",
        under=radicand,
    )
    half_chord = N[v.chord](r"\sqrt{s}")
    above = rf"{N.along(f'{minus_mv}')} \mp \sqrt{{{mv:^2} - {vv} \cdot {rest_text:-}}}"
    rows = (
        rf"t & = \dfrac{{-{N.along} \mp \sqrt{{q}}}}{{V \cdot V}}",
        rf"q & = ({N.along})^2 - V \cdot V \, (M \cdot M - r^2)",
        rf"t & = {N.closest} \mp \dfrac{{{half_chord}}}{{|V|}}",
    )
    return sc.Step(
        "The two times",
        text,
        stack_rows(rows, "rl"),
        rf"t {equals} \dfrac{{{above}}}{{{vv}}}" if exact.vv else "",
        _root_times(v) if v.e.line_meets else rf"{N.gap('q')} < 0",
        keys=(*_drawable_keys(v), v.chord),
    )


def _drawable_keys(v: Ray) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for key in (v.near, v.far) if key))


def _choice(v: Ray) -> sc.Step:
    title = sc.message("The first on the ray")
    formula = r"t = \min \left( t_i \ge 0 \right)"
    if not v.e.line_meets:
        w = sc.FormattedCalculation(v.gap, operator.sub, _D=v.distance, _r=v.p.radius)
        return sc.Step(
            title,
            "There are no times to choose from: the whole line misses the circle.",
            formula,
            rf"{N.D} - {N.r} {w} {w._D} - {w._r} {w} {N.gap.mark_value(v.gap)}",
            _no_time(v),
            ("gap", "closest"),
        )
    text = sc.message(
        "Both lie behind the start: the ray points away from the circle."
        if not v.e.hit
        else "Both times are the same and not negative: there the ray touches the "
        "circle."
        if v.touches
        else "The smaller one is not negative: there the ray first meets the circle."
        if v.first == "enter"
        else "The smaller one is behind the start but the larger one is not, so "
        "the larger one counts."
    )
    chosen_time = _time("t", "point", v.e.t, v.digits) if v.e.hit else _no_time(v)
    keys = (*_drawable_keys(v), *(("point",) if v.e.hit else ()))
    return sc.Step(title, text, formula, _root_times(v), chosen_time, keys)


def _no_time(v: Ray) -> str:
    """Return the reason why no time is on the ray, as LaTeX."""
    return rf"{N[v.far]('t_2')} < 0" if v.e.line_meets else N.gap("s < 0")


def _point(v: Ray) -> sc.Step:
    title, e = sc.message("The point and its normal"), v.e
    if not e.hit:
        text = sc.message("Without a time there is no point of contact and no normal.")
        formula = rf"C = {N.A} + t \, {N.V}"
        return sc.Step(title, text, formula, "", _no_time(v), (v.far or "gap",))
    n = N[f"normal_{v.first}"]
    w = sc.FormattedCalculation(
        e.point, lambda a, t, v: a + t * v, A=v.p.origin, _t=e.t, V=v.p.direction
    )
    normal = rf"\dfrac{{C - {N.O}}}{{r}}" if v.p.radius else r"-\dfrac{V}{|V|}"
    return sc.Step(
        title,
        "Put t back into the ray. The normal points from the centre through C."
        if v.p.radius
        else "Put t back into the ray. A circle of radius 0 has no normal of its "
        "own; we take the direction back along the ray.",
        rf"{N.point} = {N.A} + t \, {N.V}, \; {n} = {normal}",
        rf"{N.point} {w} {w.A} + {w._t} \cdot {w.V}" if math.isfinite(e.t) else "",
        rf"{N.point} = {sc.tex(e.point)}, \; {n} = {sc.tex(e.normal)}",
        ("point", n.key),
    )


DERIVATION = sc.Derivation(_steps)
