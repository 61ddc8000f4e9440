"""The numbers and the derivation of when and where a moving sphere meets a line."""

from playground.collision import SphereMotion, SweptSphereLine, articles
from playground.mathtext import tex
from playground.params import Vec3
from playground.scene import Row, Step, show
from scenes._sphere_model import (
    SphereLineAnswer,
    SphereLineParams,
    article_agrees,
    center_at,
    crosses,
    foot_at,
    minus,
    nearest_time,
    perpendicular_at,
    reach_along,
    surface_gap,
    xyz,
)


def readout(p: SphereLineParams, r: SphereLineAnswer) -> list[Row]:
    """Return the touch, the roots, the moment, the coefficients, the article."""
    e = r.exact
    return [
        *_touch_rows(p, e),
        *_root_rows(e),
        *_moment_rows(p, e),
        *_coefficient_rows(e),
        *_article_rows(r),
    ]


def steps(p: SphereLineParams, r: SphereLineAnswer) -> list[Step]:
    """Return the derivation from the foot of the perpendicular to the place."""
    e = r.exact
    return [
        _motion(p),
        _foot(p, e),
        _linear(p, e),
        _quadratic(p, e),
        _discriminant(e),
        _roots(e),
        _within(e),
        _place(p, e),
    ]


def article_says(a: articles.SphereLine) -> str:
    """Return the listing's answer in words."""
    if not a.hit:
        return "no hit"
    return f"hit at t = {article_time(a)}"


def article_time(a: articles.SphereLine) -> str:
    """Return the listing's time, its stand-in for none by name."""
    return "FLT_MAX" if float(a.t) == articles.FLT_MAX else show(a.t)


def _yes(flag: object) -> str:
    return "yes" if flag else "no"


def _touch_rows(p: SphereLineParams, e: SweptSphereLine) -> list[Row]:
    return [
        Row("Hit", _yes(e.hit), help="Touches within the step, or overlaps at t = 0."),
        Row("Embedded", _yes(e.embedded), help="Overlaps the line at t = 0."),
        Row(
            "t",
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
            help="First touch of the motion extended both ways.",
            key="t_enter",
        ),
        Row(
            "t_exit",
            float(e.t_exit),
            help="Last touch of the motion extended both ways.",
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


def _coefficient_rows(e: SweptSphereLine) -> list[Row]:
    return [
        Row("α", float(e.alpha), "m²", "|A|², the step across the line, squared.", "A"),
        Row(
            "β",
            float(e.beta),
            "m²",
            "A · C: negative while the sphere comes nearer at t = 0.",
            "A",
        ),
        Row(
            "ω",
            float(e.omega),
            "m²",
            "|C|² − r²: negative when embedded at t = 0, 0 when touching.",
            "C",
        ),
        Row(
            "β² − αω",
            float(e.discriminant),
            "m⁴",
            "Negative when the extended motion misses the line, 0 when it grazes.",
            "nearest",
        ),
    ]


def _article_rows(r: SphereLineAnswer) -> list[Row]:
    agree = "agrees" if article_agrees(r) else "differs"
    return [
        Row(
            "Article's code",
            article_says(r.article),
            "",
            f"What the article's own function answers, in float32; it {agree}.",
        ),
        Row(
            "Article's t",
            article_time(r.article),
            "",
            "The time it hands out, hit or not; FLT_MAX stands for none.",
        ),
        Row(
            "Article's position",
            xyz(r.article.position),
            "m",
            "Its collision position, hit or not: the sphere's centre, not the place "
            "on the line.",
        ),
    ]


def _motion(p: SphereLineParams) -> Step:
    return Step(
        "The centre moves straight",
        "From its start the centre goes the part t of the step E.",
        r"\vec{S}(t) = \vec{S_0} + t \vec{E}, \quad \vec{E} = \vec{S_1} - \vec{S_0}",
        rf"{tex(p.start, 2)} + {tex(p.t)} \cdot {tex(minus(p.end, p.start), 2)}",
        rf"\vec{{S}}({tex(p.t)}) = {tex(center_at(p, p.t))}",
        ("step", "sphere", "start", "end"),
    )


def _foot(p: SphereLineParams, e: SweptSphereLine) -> Step:
    foot = foot_at(e, p.t)
    return Step(
        "The foot of the perpendicular",
        "H is u steps of the unit direction V away from Q. N is at a right angle to V, "
        "and that gives u.",
        r"\vec{N} \cdot \vec{V} = 0 \;\Rightarrow\; "
        r"u = \vec{V} \cdot (\vec{S} - \vec{Q})",
        rf"u = {tex(reach_along(p, foot))}",
        rf"\vec{{H}} = \vec{{Q}} + u \vec{{V}} = {tex(foot)}",
        ("u", "foot", "N", "line"),
    )


def _linear(p: SphereLineParams, e: SweptSphereLine) -> Step:
    c, a = _change_of_perpendicular(p, e)
    return Step(
        "N changes evenly",
        "Put S(t) into N. What t multiplies is A = (E·V)V − E; the rest, with "
        "R = Q − S(0), is C = R − (R·V)V. Neither depends on t.",
        r"\vec{N}(t) = \vec{C} + t \vec{A}",
        rf"{tex(c, 2)} + {tex(p.t)} \cdot {tex(a, 2)}",
        rf"\vec{{N}}({tex(p.t)}) = {tex(perpendicular_at(p, e, p.t))}",
        ("C", "A", "N"),
    )


def _change_of_perpendicular(
    p: SphereLineParams, e: SweptSphereLine
) -> tuple[Vec3, Vec3]:
    first, last = (perpendicular_at(p, e, t) for t in (0.0, 1.0))
    return first, minus(last, first)


def _quadratic(p: SphereLineParams, e: SweptSphereLine) -> Step:
    alpha, beta, omega = (tex(x, 2) for x in (e.alpha, e.beta, e.omega))
    return Step(
        "Does the surface reach the line?",
        "The sphere touches where |N| = r. Both squared, the difference is a quadratic "
        "in t: the curve under the picture.",
        r"|\vec{N}|^2 - r^2 = \alpha t^2 + 2 \beta t + \omega",
        rf"\alpha = {alpha}, \; \beta = {beta}, \; \omega = {omega}",
        rf"{tex(surface_gap(p, e, p.t))} \text{{ at }} t = {tex(p.t)}",
        ("gap", "N", "A", "C"),
    )


def _discriminant(e: SweptSphereLine) -> Step:
    d, alpha, beta, omega = (
        float(x) for x in (e.discriminant, e.alpha, e.beta, e.omega)
    )
    if not crosses(e):
        return Step(
            "No motion across the line",
            "α is 0, so the distance never changes and there is nothing to solve. What "
            "is true at the start stays true.",
            r"\alpha = 0 \;\Rightarrow\; |\vec{N}|^2 - r^2 = \omega",
            rf"\omega = {tex(omega)}",
            r"\text{overlaps throughout}"
            if omega < 0.0
            else r"\text{touches throughout}"
            if omega == 0.0
            else r"\text{stays apart}",
            ("C", "nearest"),
        )
    sign, meaning = (">", "two touches") if d > 0.0 else ("<", "no touch")
    if d == 0.0:
        sign, meaning = "=", "one touch"
    return Step(
        "The discriminant decides",
        "Positive: the motion, extended both ways, goes in and comes out again. Zero: "
        "it grazes. Negative: it passes by.",
        r"\beta^2 - \alpha \omega",
        rf"{_signed(beta)}^2 - {_signed(alpha)} \cdot {_signed(omega)} {sign} 0",
        rf"{tex(d)}, \; \text{{{meaning}}}",
        ("nearest", "gap"),
    )


def _roots(e: SweptSphereLine) -> Step:
    formula = r"t = \dfrac{-\beta \mp \sqrt{\beta^2 - \alpha \omega}}{\alpha}"
    keys = ("t_enter", "t_exit", "sphere")
    if not float(e.t_enter) <= float(e.t_exit):
        never = "There is no time at which the surface meets the line."
        return Step(
            "The two times",
            never if crosses(e) else "Nothing to solve: the distance never changes.",
            formula,
            "",
            r"\text{none}",
            keys,
        )
    root = rf"\sqrt{{{tex(e.discriminant, 2)}}}"
    return Step(
        "The two times",
        "With the minus sign the sphere arrives, with the plus sign it leaves.",
        formula,
        rf"\dfrac{{{tex(-float(e.beta), 2)} \mp {root}}}{{{tex(e.alpha, 2)}}}",
        rf"t_1 = {tex(e.t_enter)}, \; t_2 = {tex(e.t_exit)}",
        keys,
    )


def _within(e: SweptSphereLine) -> Step:
    text, formula, numbers, result = _within_start(e) or _within_step(e)
    keys = ("contact", "t_enter", "start")
    return Step("Within the step?", text, formula, numbers, result, keys)


def _within_start(e: SweptSphereLine) -> tuple[str, str, str, str] | None:
    """Return text, formula, numbers and result where the start alone decides."""
    omega = tex(e.omega)
    if e.embedded:
        text = (
            "ω is negative: the sphere overlaps before it moves. The first touch is "
            "the start itself, whatever the roots say."
        )
        return text, r"\omega < 0 \;\Rightarrow\; t = 0", rf"{omega} < 0", "t = 0"
    if crosses(e):
        return None
    text = "Without motion across the line the start decides."
    formula = r"\omega \le 0 \;\Rightarrow\; t = 0"
    if e.hit:
        return text, formula, rf"\omega = {omega}", "t = 0"
    return text, formula, rf"\omega = {omega} > 0", r"\text{miss}"


def _within_step(e: SweptSphereLine) -> tuple[str, str, str, str]:
    """Return text, formula, numbers and result where the roots decide."""
    formula, miss = r"0 \le t_1 \le 1", r"\text{miss}"
    t, enter, leave = (tex(x) for x in (e.t, e.t_enter, e.t_exit))
    if e.hit:
        text = "The first touch lies in the step."
        return text, formula, rf"0 \le {t} \le 1", rf"t = {t}"
    if e.t_enter > 1.0:
        text = "The step ends before the sphere arrives."
        return text, formula, rf"t_1 = {enter} > 1", miss
    if e.t_exit < 0.0:
        text = "Both touches lie in the past: the sphere is leaving."
        return text, formula, rf"t_2 = {leave} < 0", miss
    return "There is no time to compare.", formula, "", miss


def _place(p: SphereLineParams, e: SweptSphereLine) -> Step:
    formula = r"\vec{H}(t) = \vec{Q} + (\vec{V} \cdot (\vec{S}(t) - \vec{Q})) \vec{V}"
    if not e.hit:
        return Step(
            "The place",
            "No touch, no place. The cross marks where the sphere comes nearest in the "
            "step.",
            formula,
            rf"|\vec{{N}}({tex(nearest_time(e))})| = "
            rf"{tex(e.distance(nearest_time(e)))} > {tex(p.radius)}",
            r"\text{none}",
            ("nearest",),
        )
    return Step(
        "The place",
        "The line is touched at the foot of the perpendicular at that time. The "
        "centre, which the article calls the position, is one radius away.",
        formula,
        rf"\vec{{S}}({tex(e.t)}) = {tex(e.center, 2)}",
        rf"\vec{{H}}({tex(e.t)}) = {tex(e.contact)}",
        ("contact",),
    )


def _signed(value: float) -> str:
    """Return a factor of a product, a negative one in brackets."""
    text = tex(value, 2)
    return f"({text})" if text.startswith("-") else text
