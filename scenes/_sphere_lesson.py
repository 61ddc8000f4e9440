"""The numbers and the derivation of when and where a moving sphere meets a line."""

from numpy.typing import ArrayLike

from playground.collision import SphereMotion, SweptSphereLine
from playground.scene.mathtext import term, tex
from playground.scene.params import Vec3
from playground.scene.scene import (Row, Step)
from scenes._sphere_model import (
    SphereLineAnswer,
    SphereLineParams,
    center_at,
    crosses,
    foot_at,
    length_places,
    minus,
    nearest_time,
    perpendicular_at,
    reach_along,
    section,
    shown_roots,
    surface_gap,
    unit,
    xyz,
)

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

# Two vectors of so many characters fit in a line of the panel.
_SHORT_LINE = 36


def readout(p: SphereLineParams, r: SphereLineAnswer) -> list[Row]:
    """Return the touch, the roots, the moment and the coefficients."""
    e = r.exact
    return [
        *_touch_rows(e),
        *_root_rows(e),
        *_moment_rows(p, e),
        *_coefficient_rows(p, e),
    ]


def steps(p: SphereLineParams, r: SphereLineAnswer) -> list[Step]:
    """Return the derivation from the foot of the perpendicular to the place."""
    e = r.exact
    return [
        _motion(p),
        _foot(p, e),
        _linear(p, e),
        _quadratic(p, e),
        _discriminant(p, e),
        _roots(e),
        _within(e),
        _place(p, e),
    ]


def _yes(flag: object) -> str:
    return "yes" if flag else "no"


def _touch_rows(e: SweptSphereLine) -> list[Row]:
    place = "contact" if e.hit else "nearest"
    return [
        Row(
            "Hit",
            _yes(e.hit),
            help="Touches within the step, or overlaps at t = 0.",
            key=place,
        ),
        Row("Embedded", _yes(e.embedded), help="Overlaps at t = 0.", key="start"),
        Row(
            "First t",
            float(e.t),
            help="First touch, as a part of the step: 0 at the start, 1 at the end.",
            key="contact",
        ),
        Row(
            "Contact",
            xyz(e.contact),
            "m",
            "The touching point on the line at t, in the world.",
            "contact",
        ),
        Row(
            "Centre",
            xyz(e.center),
            "m",
            "The sphere's centre at the first touch, in the world.",
            "contact",
        ),
    ]


def _root_rows(e: SweptSphereLine) -> list[Row]:
    return [
        Row(
            "t_enter",
            float(e.t_enter),
            help="First touch of the motion extended both ways, as a part of the step.",
            key="t_enter",
        ),
        Row(
            "t_exit",
            float(e.t_exit),
            help="Last touch of the motion extended both ways, as a part of the step.",
            key="t_exit",
        ),
        Row(
            "Nearest at",
            nearest_time(e),
            help="Time within the step at which the centre is nearest to the line.",
            key="nearest",
        ),
        Row(
            "Motion",
            SphereMotion(int(e.motion)).name.lower(),
            help="Crossing: some of the step is across the line. Parallel: none is. "
            "Resting: there is no step.",
            key="step",
        ),
    ]


def _moment_rows(p: SphereLineParams, e: SweptSphereLine) -> list[Row]:
    return [
        Row(
            "S(t)",
            center_at(p, p.t),
            "m",
            "The sphere's centre at the scrubbed time, in the world.",
            "sphere",
        ),
        Row(
            "H(t)",
            foot_at(e, p.t),
            "m",
            "Foot of the perpendicular from S(t) to the line, in the world.",
            "foot",
        ),
        Row(
            "|N(t)|",
            float(e.distance(p.t)),
            "m",
            "Distance from the centre to the line at the scrubbed time.",
            "N",
        ),
        Row(
            "|N(t)|² − r²",
            surface_gap(p, e, p.t),
            "m²",
            "Zero while touching, negative while overlapping; the curve below.",
            "gap",
        ),
    ]


def _coefficient_rows(p: SphereLineParams, e: SweptSphereLine) -> list[Row]:
    return [
        Row("α", float(e.alpha), "m²", "|A|², the step across the line, squared.", "A"),
        Row(
            "β",
            float(e.beta),
            "m²",
            "A · C: negative while the sphere comes nearer at t = 0. Divided by |A| it "
            "is the shadow of C on the way.",
            "shadow",
        ),
        Row(
            "ω",
            float(e.omega),
            "m²",
            "|C|² − r²: negative when embedded at t = 0, 0 when touching.",
            "C",
        ),
        Row(
            "Discriminant β² − αω",
            float(e.discriminant),
            "m⁴",
            "α(r² − h²): negative when the extended motion misses the line, 0 when it "
            "grazes.",
            "h",
        ),
        Row(
            "h",
            section(e).height,
            "m",
            "How near to the line the centre comes on the motion extended both ways.",
            "h" if crosses(e) else "N",
        ),
    ]


def _motion(p: SphereLineParams) -> Step:
    now, step = term("sphere", _at("S", p.t)), minus(p.end, p.start)
    places = _places(p.start, step)
    start, move = tex(p.start, places), tex(step, places)
    return Step(
        "The centre moves straight",
        "From its start S(0) the centre goes the part t of the step E.",
        rf"{_S} = {_START} + t {_E}, \quad {_E} = {_END} - {_START}",
        rf"{term('start', start)} + {tex(p.t)} \cdot {term('step', move)}",
        rf"{now} = {tex(center_at(p, p.t), places)}",
        ("step", "sphere", "start", "end"),
    )


def _foot(p: SphereLineParams, e: SweptSphereLine) -> Step:
    foot, direction = foot_at(e, p.t), tex(unit(p), 2)
    offset = tex(minus(center_at(p, p.t), p.line_point), 2)
    along = term("u", f"u = {tex(reach_along(p, foot), 2)}")
    return Step(
        "The foot of the perpendicular",
        "N is at a right angle to the unit direction V, so H lies where the shadow of "
        "S − Q on the line ends, u steps of V away from Q: H = Q + uV.",
        rf"{_N} \cdot {_V} = 0 \;\Rightarrow\; {_U} = {_V} \cdot {_OFFSET}",
        rf"{term('V', direction)} \cdot {term('offset', offset)}",
        rf"{along}, \; {_H} = {term('foot', tex(foot, 2))}",
        ("u", "V", "offset", "foot", "N", "line"),
    )


def _linear(p: SphereLineParams, e: SweptSphereLine) -> Step:
    c, a = _change_of_perpendicular(p, e)
    places = _places(c, a)
    first, change = term("C", tex(c, places)), term("A", tex(a, places))
    now, part = term("N", _at("N", p.t)), term("tA", tex(p.t))
    return Step(
        "N changes evenly",
        "Put S(t) into N. What t multiplies is A = (E·V)V − E; the rest, with "
        "R = Q − S(0), is C = R − (R·V)V. Neither depends on t, and A = N(1) − C.",
        rf"{_N_T} = {_C} + {_T_OF_A} {_A}, \quad {_A} = {_N_1} - {_C}",
        rf"{first} + {part} \cdot {change}",
        rf"{now} = {tex(_without_noise(p, perpendicular_at(p, e, p.t)), places)}",
        ("C", "A", "tA", "N"),
    )


def _change_of_perpendicular(
    p: SphereLineParams, e: SweptSphereLine
) -> tuple[Vec3, Vec3]:
    first, last = (perpendicular_at(p, e, t) for t in (0.0, 1.0))
    return _without_noise(p, first), _without_noise(p, minus(last, first))


def _without_noise(p: SphereLineParams, vector: Vec3) -> Vec3:
    """Return a difference of points with what is only their rounding set to zero."""
    size = max(map(abs, (*p.start, *p.end, *p.line_point)))
    x, y, z = (0.0 if abs(c) <= 1e-14 * size else c for c in vector)
    return x, y, z


def _places(*vectors: Vec3) -> int:
    """Return how many places fit in a line: three where the vectors are short."""
    return 3 if sum(len(tex(vector)) for vector in vectors) <= _SHORT_LINE else 2


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
        rf"{term('gap', tex(surface_gap(p, e, p.t)))} \text{{ at }} t = {tex(p.t)}",
        ("gap", "N", "radius", "A", "C", "shadow"),
    )


def _discriminant(p: SphereLineParams, e: SweptSphereLine) -> Step:
    if not crosses(e):
        return _no_discriminant(e)
    d, alpha, beta, omega = (
        float(x) for x in (e.discriminant, e.alpha, e.beta, e.omega)
    )
    sign, meaning = ("<", "two touches") if d > 0.0 else (">", "no touch")
    if d == 0.0:
        sign, meaning = "=", "one touch"
    h = section(e).height
    height, radius = term("h", tex(h, length_places(h))), term("reach", tex(p.radius))
    n = _telling_places(alpha, beta, omega, d)
    return Step(
        "The discriminant decides",
        "It compares r with h, how near to the line the way passes. Positive: the "
        "motion, extended both ways, goes in and out. Zero: it grazes. Negative: it "
        "passes by.",
        rf"\beta^2 - \alpha \omega = \alpha ({term('reach', 'r')}^2 - "
        rf"{term('h', 'h')}^2)",
        rf"{_signed(beta, n)}^2 - {tex(alpha, n)} \cdot {_signed(omega, n)} = {tex(d)}",
        rf"h = {height} {sign} {radius}, \; \text{{{meaning}}}",
        ("h", "reach", "nearest"),
    )


def _telling_places(alpha: float, beta: float, omega: float, d: float) -> int:
    """Return with how many places the numbers give the discriminant that is shown.

    Near a graze it is the small difference of large products.
    """
    for places in range(3, 8):
        a, b, c = (_rounded(x, places) for x in (alpha, beta, omega))
        if abs(b * b - a * c - d) <= 0.002 * abs(d):
            return places
    return 8 if d else 3


def _rounded(value: float, places: int) -> float:
    """Return a number as `tex` shows it."""
    if 0.0 < abs(value) < 0.5 * 10.0**-places:
        return float(f"{value:.{places - 1}e}")
    return round(value, places)


def _no_discriminant(e: SweptSphereLine) -> Step:
    omega = float(e.omega)
    meaning = "stays apart"
    if omega <= 0.0:
        meaning = "overlaps throughout" if omega < 0.0 else "touches throughout"
    return Step(
        "No motion across the line",
        "α is 0, so the distance never changes and there is nothing to solve. What "
        "is true at the start stays true.",
        rf"\alpha = 0 \;\Rightarrow\; |{_N}|^2 - {_R}^2 = {_OMEGA_GAP}",
        rf"{_OMEGA_GAP} = {tex(omega)}",
        rf"\text{{{meaning}}}",
        ("N", "gap", "nearest"),
    )


def _roots(e: SweptSphereLine) -> Step:
    formula = rf"t = {_MIDDLE} \mp {_HALF_CHORD}"
    keys = ("half_chord", "shadow", "t_enter", "t_exit", "sphere")
    roots = shown_roots(e)
    if not roots:
        never = "No number has that root: at no time does the surface meet the line."
        text = never if crosses(e) else "Nothing to solve: the distance never changes."
        return Step("The two times", text, formula, "", r"\text{none}", keys)
    enter, leave = float(e.t_enter), float(e.t_exit)
    middle, half = (leave + enter) / 2, (leave - enter) / 2
    if abs(middle) <= 1e-14 * half:
        middle = 0.0
    first = term("t_enter", f"t_1 = {tex(enter)}")
    last = term("t_exit" if len(roots) == 2 else "t_enter", f"t_2 = {tex(leave)}")
    text = (
        "The root is half the chord that the circle of radius r about the line cuts "
        "from the way, here as a time: divided by |A|. Minus arrives, plus leaves."
    )
    if len(roots) == 1:
        text = "The half chord is 0: the sphere grazes the line at one time."
    return Step(
        "The two times",
        text,
        formula,
        rf"{term('shadow', tex(middle))} \mp {term('half_chord', tex(half))}",
        rf"{first}, \; {last}",
        keys,
    )


def _within(e: SweptSphereLine) -> Step:
    text, formula, numbers, result = _within_start(e) or _within_step(e)
    keys = ("contact", "t_enter", "start")
    return Step("Within the step?", text, formula, numbers, result, keys)


def _within_start(e: SweptSphereLine) -> tuple[str, str, str, str] | None:
    """Return text, formula, numbers and result where the start alone decides."""
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
    leaving = bool(e.hit) and float(e.t_enter) < 0.0
    if crosses(e) and not leaving:
        return None
    text = "Without motion across the line the start decides."
    if leaving:
        text = "The sphere touches as it starts; the other root is in the past."
    formula = rf"{_OMEGA_START} \le 0 \;\Rightarrow\; t = 0"
    if e.hit:
        return text, formula, rf"\omega = {omega}", found
    return text, formula, rf"\omega = {omega} > 0", r"\text{miss}"


def _within_step(e: SweptSphereLine) -> tuple[str, str, str, str]:
    """Return text, formula, numbers and result where the roots decide."""
    first, last, miss = term("start", "0"), term("end", "1"), r"\text{miss}"
    formula = rf"{first} \le {term('t_enter', 't_1')} \le {last}"
    t, enter, leave = (tex(x) for x in (e.t, e.t_enter, e.t_exit))
    if e.hit:
        text = "The first touch lies in the step."
        numbers = rf"{first} \le {term('t_enter', t)} \le {last}"
        return text, formula, numbers, term("contact", f"t = {t}")
    if e.t_enter > 1.0:
        text = "The step ends before the sphere arrives."
        return text, formula, rf"{term('t_enter', f't_1 = {enter}')} > {last}", miss
    if e.t_exit < 0.0:
        text = "Both touches lie in the past: the sphere is leaving."
        return text, formula, rf"{term('t_exit', f't_2 = {leave}')} < {first}", miss
    return "There is no time to compare.", formula, "", miss


def _place(p: SphereLineParams, e: SweptSphereLine) -> Step:
    place = term("contact" if e.hit else "nearest", r"\vec{H}(t)")
    formula = rf"{place} = {_Q} + ({_V} \cdot (\vec{{S}}(t) - {_Q})) {_V}"
    if not e.hit:
        t = nearest_time(e)
        apart = float(e.distance(t))
        size = tex(apart, length_places(apart))
        reach = term("nearest", rf"|{_at('N', t)}| = {size}")
        cross = (
            "where the sphere comes nearest in the step."
            if crosses(e)
            else "the foot at the start; the distance is the same at every time."
        )
        return Step(
            "The place",
            f"No touch, no place. The cross marks {cross}",
            formula,
            rf"{reach} > {tex(p.radius)}",
            r"\text{none}",
            ("nearest",),
        )
    text = (
        "The line is touched at the foot of the perpendicular at that time. The "
        "centre, which the article calls the position, is one radius away."
    )
    if e.embedded:
        text = (
            "The line is in the sphere from the start. The foot of the perpendicular "
            "stands for the place, less than one radius from the centre."
        )
    return Step(
        "The place",
        text,
        formula,
        rf"{_at('S', e.t)} = {tex(e.center, 2)}",
        rf"{term('contact', _at('H', e.t))} = {term('contact', tex(e.contact))}",
        ("contact",),
    )


def _at(name: str, t: ArrayLike) -> str:
    """Return a vector at a time, as LaTeX."""
    return rf"\vec{{{name}}}({tex(t)})"


def _signed(value: float, places: int) -> str:
    """Return a factor of a product, a negative one in brackets."""
    text = tex(value, places)
    return f"({text})" if text.startswith("-") else text
