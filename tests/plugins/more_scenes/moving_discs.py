"""Two moving discs: when, within one step, they first touch.

Seen from one of them the other moves straight, and two discs touch where their centres
are both radii apart: a point against a circle of radius r₁ + r₂.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from playground.scene import (
    Answer,
    Arrow,
    Capsule,
    Case,
    Circle,
    Decision,
    Derivation,
    Dot,
    DrawList,
    Label,
    Line,
    Marker,
    MoveHandle,
    NumberType,
    Outcome,
    Params,
    PrecisionFormula,
    Primitive,
    Quantity,
    Quiz,
    RimHandle,
    Role,
    Scene,
    Segment,
    Step,
    Target,
    Timeline,
    TipHandle,
    Vec2,
    Zone,
    cases,
    convert_components,
    format_number,
    midpoint,
    perpendicular,
    point,
    point_along,
    slider,
    stack_components,
    style_primitives,
    sub,
    term,
    tex,
    time,
    vector,
    xy,
)

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class MovingDiscsParams(Params):
    """Two discs, the step of each, and the displayed time."""

    first: Vec2 = point(
        -4.5,
        1.5,
        label="First disc A",
        help="Its centre at t = 0, in the world.",
        handle=MoveHandle(disc="first_radius"),
    )
    first_step: Vec2 = vector(
        6.0,
        -2.0,
        label="Its step",
        help="How far it moves from t = 0 to t = 1.",
        handle=TipHandle("first"),
    )
    first_radius: float = slider(
        1.0,
        0.0,
        5.0,
        label="Its radius r₁",
        unit="m",
        help="Radius of the first disc; with 0 it is a point.",
        handle=RimHandle("first", (-0.6, 0.8)),
    )
    second: Vec2 = point(
        3.5,
        -2.5,
        label="Second disc B",
        help="Its centre at t = 0, in the world.",
        handle=MoveHandle(disc="second_radius"),
    )
    second_step: Vec2 = vector(
        -3.0,
        3.0,
        label="B's step",
        help="How far it moves from t = 0 to t = 1.",
        handle=TipHandle("second"),
    )
    second_radius: float = slider(
        0.75,
        0.0,
        5.0,
        label="B's radius r₂",
        unit="m",
        help="Radius of the second disc; with 0 it is a point.",
        handle=RimHandle("second", (0.6, -0.8)),
    )
    t: float = time(
        0.25,
        0.0,
        1.0,
        view=True,
        label="Time t",
        help="The moment within the step: 0 at the start, 1 at the end.",
    )

    @property
    def reach(self) -> Any:
        """R, the distance of the centres at which the discs touch."""
        return self.first_radius + self.second_radius

    @property
    def offset(self) -> Array:
        """C, from B to A at t = 0."""
        return stack_components(*self.first) - stack_components(*self.second)

    @property
    def motion(self) -> Array:
        """V, the step of A relative to B."""
        return stack_components(*self.first_step) - stack_components(*self.second_step)

    def centers(self, t: ArrayLike) -> tuple[Array, Array]:
        """Return the centres at a time."""
        share = np.asarray(t)[..., None]
        return (
            stack_components(*self.first) + share * stack_components(*self.first_step),
            stack_components(*self.second)
            + share * stack_components(*self.second_step),
        )


@dataclass(frozen=True)
class Impact:
    """Contact of two moving discs.

    Attributes
    ----------
    hit, overlapping, grazing, still : boolean array
        They touch within the step; overlap at its start; touch and part without
        overlap; have no relative motion.
    t, contact, normal : array
        The first touch, 0 where they overlap at the start; its point; the unit vector
        from the second centre to the first. NaN where there is none.
    t_enter, t_exit : array
        The touches of the motion extended both ways; NaN where there are none.
    alpha, beta, omega, discriminant : array
        Of alpha t² + 2 beta t + omega = 0, and beta² - alpha omega.
    nearest : array
        The time within the step at which the centres are nearest.
    """

    hit: Flags
    overlapping: Flags
    grazing: Flags
    still: Flags
    t: Array
    contact: Array
    normal: Array
    t_enter: Array
    t_exit: Array
    alpha: Array
    beta: Array
    omega: Array
    discriminant: Array
    nearest: Array


def _quadratic(c: Any, v: Any, reach: Any) -> tuple[Any, Any, Any]:
    """Return alpha, beta and omega, in any number type."""
    return (
        v[0] * v[0] + v[1] * v[1],
        c[0] * v[0] + c[1] * v[1],
        c[0] * c[0] + c[1] * c[1] - reach * reach,
    )


def _in_time(alpha: Any, beta: Any, omega: Any) -> Any:
    """Return whether the first root, if there is one, is within 0 to 1.

    It is at most 1 if the nearest approach is, or if they overlap at 1.
    """
    return (beta < 0) & ((-beta <= alpha) | (alpha + beta + beta + omega <= 0))


@np.errstate(invalid="ignore", divide="ignore")
def solve(p: MovingDiscsParams) -> Impact:
    """Find the roots of |C + t V|² = (r₁ + r₂)²."""
    offset, motion = p.offset, p.motion
    reach = np.asarray(p.reach, np.float64)
    alpha, beta, omega = np.broadcast_arrays(
        *_quadratic(np.moveaxis(offset, -1, 0), np.moveaxis(motion, -1, 0), reach)
    )
    still, overlapping = alpha == 0.0, omega < 0.0
    discriminant = np.where(still, np.nan, beta * beta - alpha * omega)
    # The root without cancellation, and the other from the product of both.
    far = -beta - np.copysign(np.sqrt(discriminant), beta)
    one, other = far / alpha, np.where(far == 0.0, 0.0, omega / far)
    t_enter, t_exit = np.minimum(one, other), np.maximum(one, other)
    rims = omega == 0.0
    comes = (discriminant >= 0.0) & _in_time(alpha, beta, omega)
    hit = overlapping | rims | comes
    t = np.where(overlapping | rims, 0.0, np.clip(t_enter, 0.0, 1.0))
    t = np.where(hit, t, np.nan)
    leaves = (beta >= 0.0) | still
    within = np.where(
        still, 0.0, np.clip(-beta / np.where(still, 1.0, alpha), 0.0, 1.0)
    )
    ends_touching = alpha + beta + beta + omega == 0.0
    return Impact(
        hit,
        overlapping,
        hit
        & ~overlapping
        & (
            (discriminant == 0.0) | (rims & leaves) | (ends_touching & (-beta >= alpha))
        ),
        still,
        t,
        *_place(p, t),
        t_enter,
        t_exit,
        alpha,
        beta,
        omega,
        discriminant,
        within,
    )


def _place(p: MovingDiscsParams, t: Array) -> tuple[Array, Array]:
    """Return the point of contact, and the normal there."""
    one, two = p.centers(t)
    apart = np.hypot(*np.moveaxis(one - two, -1, 0))
    normal = (one - two) / apart[..., None]
    # Two points that meet face each other along their motion.
    motion = p.motion
    facing = -motion / np.hypot(motion[..., 0], motion[..., 1])[..., None]
    normal = np.where((apart == 0.0)[..., None], facing, normal)
    return two + np.asarray(p.second_radius)[..., None] * normal, normal


def gap(p: MovingDiscsParams, t: ArrayLike) -> Array:
    """Return the distance of the centres at a time."""
    one, two = p.centers(t)
    return np.asarray(np.hypot(*np.moveaxis(one - two, -1, 0)))


P = MovingDiscsParams
E = Impact


def _passes(p: P, e: E) -> str:
    if e.t_enter > 1.0:
        return f"They would touch at t = {format_number(e.t_enter)}, after the step."
    if e.t_exit < 0.0:
        return f"They touched at t = {format_number(e.t_exit)}, before the step."
    least = gap(p, e.nearest) - p.reach
    return f"The nearest approach leaves {format_number(least)} m between the rims."


OUTCOMES: tuple[Outcome[P, E], ...] = (
    Outcome(
        "Overlap",
        lambda p, e: e.overlapping,
        True,
        Role.ACCENT,
        "They overlap at the start, so t = 0.",
    ),
    Outcome(
        "Touch",
        lambda p, e: e.grazing,
        True,
        Role.NORMAL,
        lambda p, e: f"They touch at t = {format_number(e.t)} and do not overlap.",
    ),
    Outcome(
        "Hit",
        lambda p, e: e.hit,
        True,
        Role.HIT,
        lambda p, e: f"They first touch at t = {format_number(e.t)}.",
    ),
    Outcome("Miss", lambda p, e: True, False, Role.MISS, _passes),
)

QUANTITIES: tuple[Quantity[P, E], ...] = (
    Quantity(
        name="Hit",
        help="Whether they touch within the step, or overlap at its start.",
        value=lambda p, e: e.hit,
        key="contact",
    ),
    Quantity(
        name="First",
        symbol="t",
        help="First touch, as a part of the step: 0 at the start, 1 at the end.",
        value=lambda p, e: e.t,
        map=True,
        key="contact",
    ),
    Quantity(
        name="Contact",
        unit="m",
        help="The point of the second rim that faces A at the first touch.",
        value=lambda p, e: e.contact,
        key="contact",
    ),
    Quantity(
        name="Normal",
        help="Unit vector from B to A at the first touch.",
        value=lambda p, e: e.normal,
        key="normal",
    ),
    Quantity(
        name="Between the centres",
        unit="m",
        help="From B to A at the time that is looked at.",
        value=lambda p, e: gap(p, p.t),
        threshold=lambda p: p.reach,
        curve=True,
        key="apart",
    ),
    Quantity(
        name="the least in the step",
        unit="m",
        value=lambda p, e: gap(p, e.nearest),
        threshold=lambda p: p.reach,
        row=False,
        curve=True,
    ),
    Quantity(
        name="Least distance",
        unit="m",
        help="How near the centres come to each other within the step.",
        value=lambda p, e: gap(p, e.nearest),
        threshold=lambda p: p.reach,
        map=True,
        key="nearest",
    ),
    Quantity(
        name="Nearest at",
        help="When within the step the centres are nearest.",
        value=lambda p, e: e.nearest,
        key="nearest",
    ),
    Quantity(
        name="α",
        unit="m²",
        help="|V|², the step of A as B sees it, squared.",
        value=lambda p, e: e.alpha,
        key="V",
    ),
    Quantity(
        name="β",
        unit="m²",
        help="C · V: negative while the discs come nearer at t = 0.",
        value=lambda p, e: e.beta,
        key="C",
    ),
    Quantity(
        name="ω",
        unit="m²",
        help="|C|² − (r₁ + r₂)²: negative while they overlap at t = 0.",
        value=lambda p, e: e.omega,
        key="R",
    ),
    Quantity(
        name="Discriminant",
        symbol="β² − αω",
        unit="m⁴",
        help="Negative where the motion, extended, passes by.",
        value=lambda p, e: e.discriminant,
        threshold=0.0,
        map=True,
        key="V",
    ),
)

ZONES: tuple[Zone[P, E], ...] = (
    Zone("overlapping", lambda p, e: e.overlapping, Role.ACCENT),
    Zone("no motion between them", lambda p, e: e.still, Role.INK),
    Zone("coming nearer", lambda p, e: e.beta < 0.0, Role.MOVER),
    Zone("moving apart", lambda p, e: True, Role.MISS),
)


def _decide(p: P, number: NumberType) -> Decision:
    """Decide by a root in the step, or an overlap at its start."""
    first, step, second, other = (
        convert_components(v, number)
        for v in (p.first, p.first_step, p.second, p.second_step)
    )
    one, two = convert_components((p.first_radius, p.second_radius), number)
    alpha, beta, omega = _quadratic(sub(first, second), sub(step, other), one + two)
    left, right = alpha * omega, beta * beta
    passed = bool(left <= right)
    if not passed or omega <= 0 or _in_time(alpha, beta, omega):
        return Decision(passed, left, right)
    failing = "no motion" if alpha == 0 else "later" if beta < 0 else "moving apart"
    return Decision(False, left, right, failing)


def timeline(p: P, e: E | None) -> Timeline:
    """Return the step, with stops at the first and the last touch, and between."""
    named = {0.0: "start", 1.0: "end"}
    if e is not None and not e.still:
        named = {float(e.nearest): "nearest"} | named
        if e.hit and not e.overlapping:
            named[float(e.t)] = "touch" if e.grazing else "first touch"
        if not e.grazing and 0.0 < e.t_exit <= 1.0:
            named[float(e.t_exit)] = "last touch"
    stops = sorted(named)
    return Timeline("t", 0.0, 1.0, 4.0, tuple(stops), tuple(named[t] for t in stops))


def _disc(p: P, role: Role, key: str, name: str, at: int) -> Iterator[Primitive]:
    """Yield one disc: at the start, on its path, and now."""
    start, step, radius = (
        (p.first, p.first_step, p.first_radius),
        (p.second, p.second_step, p.second_radius),
    )[at]
    end, now = point_along(start, step), xy(p.centers(p.t)[at])
    if any(step):
        yield from style_primitives(
            role,
            f"{key}_way",
            0,
            Capsule(start, end, radius, fill=0.05, width=1.0, alpha=0.4),
            Arrow(start, end, width=2.0, alpha=0.8),
        )
    away = (-step[0], -step[1]) if any(step) else (-1.0, 1.0)
    yield from style_primitives(
        role,
        key,
        0,
        Circle(start, radius, fill=0.0, width=1.5, alpha=0.7),
        Dot(start, 3.5),
        Circle(now, radius, fill=0.2),
        Dot(now, 3.5),
        Label(now, name, perpendicular(away) if p.t else away),
    )


def _at_touch(p: P, e: E) -> Iterator[Primitive]:
    """Yield both discs at the first touch, with contact and normal."""
    if not e.hit:
        one, two = map(xy, p.centers(e.nearest))
        way = Segment(one, two, width=1.5, dashed=True)
        mark = Dot(midpoint(one, two), 6.0, Marker.CROSS)
        yield from style_primitives(Role.MISS, "nearest", 5, way, mark)
        return
    for center, radius in zip(
        map(xy, p.centers(e.t)), (p.first_radius, p.second_radius), strict=True
    ):
        rim = Circle(center, radius, width=1.75, dashed=True)
        yield from style_primitives(Role.HIT, "touch", 6, rim, Dot(center, 3.0))
    if np.isnan(e.normal).any():
        return
    at = xy(e.contact)
    label = Label(
        at, f"t = {format_number(e.t)}", perpendicular(xy(e.normal)), gap=12.0
    )
    yield from style_primitives(Role.HIT, "contact", 7, Dot(at, 6.0), label)
    tip = xy(e.contact + e.normal)
    arrow = Arrow(at, tip, width=2.5), Label(tip, "n", xy(e.normal))
    yield from style_primitives(Role.NORMAL, "normal", 7, *arrow)


def _seen_from_second(p: P, e: E) -> Iterator[Primitive]:
    """Yield the plane in which B rests at the origin and A is a point."""
    origin, start = (0.0, 0.0), xy(p.offset)
    end, now = xy(p.offset + p.motion), xy(p.offset + p.t * p.motion)
    ring = Circle(origin, p.reach, fill=0.12)
    name = Label((0.0, -p.reach), "R = r₁ + r₂", (0.0, -1.0), gap=6.0)
    yield from style_primitives(
        Role.OBSTACLE,
        "R",
        0,
        ring,
        Dot(origin, 4.0),
        Label(origin, "B", (-1.0, -1.0)),
        name,
    )
    yield from style_primitives(Role.MOVER, "first", 0, Dot(start, 4.0))
    if not e.still:
        line = Line(start, xy(p.motion), width=1.0, dashed=True, alpha=0.5)
        yield from style_primitives(Role.MOVER, "first", 3, line)
        yield from style_primitives(Role.MOVER, "V", 1, Arrow(start, end, width=2.5))
        yield from style_primitives(
            Role.MOVER, "V", 1, Label(midpoint(start, end), "V", _side(p))
        )
    yield from style_primitives(
        Role.CONSTRUCTION, "C", 2, Segment(origin, start, width=1.5)
    )
    yield from style_primitives(
        Role.ACCENT, "apart", 3, Segment(origin, now, width=2.5), Dot(now, 5.0)
    )
    for t, word, role in (
        (e.t_enter, "enter", Role.ENTER),
        (e.t_exit, "exit", Role.EXIT),
    ):
        twice = word == "exit" and e.discriminant == 0.0
        if np.isfinite(t) and -1.0 <= t <= 2.0 and not twice:
            at = xy(p.offset + t * p.motion)
            faint = 1.0 if 0.0 <= t <= 1.0 else 0.5
            ring_dot = Dot(at, 5.5, Marker.RING, alpha=faint)
            text = Label(at, f"t = {format_number(t)}", _side(p))
            yield from style_primitives(role, word, 6, ring_dot, text)
    if not e.still:
        near = xy(p.offset + e.nearest * p.motion)
        way = Segment(origin, near, width=1.5, dashed=True)
        yield from style_primitives(
            Role.CONSTRUCTION, "nearest", 5, way, Dot(near, 4.0, Marker.SQUARE)
        )


def _side(p: P) -> Vec2:
    """Return the side of the relative path on which B is not."""
    side, offset = perpendicular(xy(p.motion)), xy(p.offset)
    outward = side[0] * offset[0] + side[1] * offset[1] >= 0.0
    return side if outward else (-side[0], -side[1])


def draw(p: P, e: E, out: DrawList) -> None:
    """Append the discs in the world, and A as B sees it."""
    out.add(*_disc(p, Role.OBSTACLE, "second", "B", 1))
    out.add(*_disc(p, Role.MOVER, "first", "A", 0))
    one, two = map(xy, p.centers(p.t))
    way = Segment(one, two, width=1.75, derivation=True)
    out.add(*style_primitives(Role.ACCENT, "apart", 3, way), *_at_touch(p, e))
    out.view("As B sees it: B rests, A is a point").add(*_seen_from_second(p, e))


_C, _V, _R = term("C", "C"), term("V", "V"), term("R", "R")
_ALPHA, _BETA, _OMEGA = (
    term(key, rf"\{name}")
    for key, name in (("V", "alpha"), ("C", "beta"), ("R", "omega"))
)


def _steps(p: P, e: E) -> list[Step]:
    c, v, r = (
        term("C", tex(p.offset)),
        term("V", tex(p.motion)),
        term("R", tex(p.reach)),
    )
    alpha, beta, omega = (
        term(key, tex(x)) for key, x in (("V", e.alpha), ("C", e.beta), ("R", e.omega))
    )
    a, b = term("first", tex(p.first)), term("second", tex(p.second))
    return [
        Step(
            "Let one of them rest",
            "Only how they move in relation to each other counts. As B sees it, A "
            "takes the step V.",
            rf"{_V} = V_A - V_B",
            rf"{_V} = {term('first_way', tex(p.first_step))} - "
            rf"{term('second_way', tex(p.second_step))}",
            rf"{_V} = {v}",
            keys=("V", "first_way", "second_way", "first"),
        ),
        Step(
            "Let one of them be a point",
            "They touch where the centres are both radii apart: A may be a point, if "
            "B's radius is R. At the start A is at C.",
            rf"{_C} = A - B, \; {_R} = r_1 + r_2",
            rf"{_C} = {a} - {b}, \; {_R} = {tex(p.first_radius)} + "
            rf"{tex(p.second_radius)}",
            rf"{_C} = {c}, \; {_R} = {r}",
            keys=("C", "R", "first", "second"),
        ),
        Step(
            "When is it R away?",
            "A point that moves straight, and a circle: as a ray and a circle.",
            rf"\left| {_C} + t \, {_V} \right| = {_R}",
            rf"\left| {c} + t \, {v} \right| = {r}",
            rf"t = {tex(p.t)}: \; {term('apart', tex(gap(p, p.t)))}",
            keys=("apart", "R", "V", "C"),
        ),
        Step(
            "A quadratic for t",
            "A length squared is a dot product.",
            rf"{_ALPHA} t^2 + 2 {_BETA} t + {_OMEGA} = 0",
            rf"{_ALPHA} = V \cdot V, \; {_BETA} = C \cdot V, \; "
            rf"{_OMEGA} = C \cdot C - R^2",
            rf"{_ALPHA} = {alpha}, \; {_BETA} = {beta}, \; {_OMEGA} = {omega}",
            keys=("V", "C", "R"),
        ),
        _sign(e),
        _root(e),
        _answer(e),
    ]


def _sign(e: E) -> Step:
    nearest = rf"t_0 = -\dfrac{{{_BETA}}}{{{_ALPHA}}}"
    formula = rf"{nearest}, \quad \Delta = {_BETA}^2 - {_ALPHA} {_OMEGA}"
    if e.still:
        text = "Nothing moves in relation to the other: there is no nearest time."
        return Step("Do they meet at all?", text, formula, keys=("R", "first"))
    met = "not negative" if e.discriminant >= 0.0 else "negative"
    text = f"At the nearest approach it is seen whether. The discriminant is {met}."
    t0 = term("nearest", tex(-e.beta / e.alpha))
    return Step(
        "Do they meet at all?",
        text,
        formula,
        rf"t_0 = {t0}",
        rf"\Delta = {tex(e.discriminant)}",
        keys=("nearest", "V", "R"),
    )


def _root(e: E) -> Step:
    title = "The two times"
    formula = (
        rf"{term('enter', 't_1')}, {term('exit', 't_2')} = "
        rf"\dfrac{{-{_BETA} \mp \sqrt{{\Delta}}}}{{{_ALPHA}}}"
    )
    if not e.discriminant >= 0.0:
        formula = rf"t = \dfrac{{-{_BETA} \mp \sqrt{{\Delta}}}}{{{_ALPHA}}}"
        text = "There is none: a negative number has no real root."
        if e.still:
            text = "There is none: without motion the distance stays what it is."
        return Step(title, text, formula, "", r"\text{no time}", ("R", "first"))
    text = "At the first they begin to touch, at the second they part."
    if e.discriminant == 0.0:
        text = "Both are one: they touch and part at once."
    one, two = (
        term(key, tex(t)) for key, t in (("enter", e.t_enter), ("exit", e.t_exit))
    )
    return Step(
        title,
        text,
        formula,
        "",
        rf"t_1 = {one}, \; t_2 = {two}",
        ("enter", "exit", "R"),
    )


def _answer(e: E) -> Step:
    title, formula = "Within the step", r"0 \le t \le 1"
    if not e.hit:
        text = "No touch within the step: no contact."
        return Step(title, text, formula, "", r"\text{no hit}", ("nearest", "first"))
    text = (
        "The first touch, if it is within the step. There the normal joins the centres."
    )
    if e.overlapping:
        text = "They overlap at the start already, so that it counts as t = 0."
    n, contact = term("normal", "n"), term("contact", "t")
    if np.isnan(e.normal).any():
        return Step(
            title, text, formula, "", rf"{contact} = {tex(e.t)}", ("contact", "first")
        )
    return Step(
        title,
        text,
        rf"{formula}, \quad {n} = \dfrac{{A - B}}{{|A - B|}}",
        "",
        rf"{contact} = {term('contact', tex(e.t))}, \; "
        rf"{n} = {term('normal', tex(e.normal))}",
        ("contact", "normal", "touch"),
    )


def _target(p: P, e: E) -> Target | None:
    return Target("the time of the first touch", float(e.t)) if e.hit else None


CASES = cases(
    Case("Meeting", P(), "Both move; their ways cross, and so do they.", "Hit"),
    Case(
        "Passing",
        P(second_step=(-1.0, 0.0)),
        "The ways cross, but not at the same time.",
        "Miss",
    ),
    Case(
        "Grazing",
        P((-5.0, 2.0), (10.0, 0.0), 1.25, (0.0, 0.0), (0.0, 0.0), 0.75),
        "One passes the other with the rims just touching.",
        "Touch",
    ),
    Case(
        "Too late",
        P((-5.0, 0.0), (4.0, 0.0), 1.0, (4.0, 0.5), (-1.0, 0.0), 1.0),
        "They come nearer, but the step ends before they touch.",
        "Miss",
    ),
    Case(
        "Touching as the step ends",
        P((-4.0, 0.0), (4.0, 0.0), 1.0, (4.0, 0.0), (-2.0, 0.0), 1.0),
        "The very end of the step belongs to it: a touch at t = 1.",
        "Touch",
    ),
    Case(
        "Overlapping at the start",
        P((-0.75, 0.5), (4.0, 1.0), 1.5, (1.0, 0.0), (-2.0, -1.0), 1.0),
        "They are in each other already, and part.",
        "Overlap",
    ),
    Case(
        "Moving apart",
        P((-1.5, 0.5), (-3.0, 0.5), 1.0, (1.5, 0.0), (2.0, 0.0), 1.25),
        "Both times are in the past.",
        "Miss",
    ),
    Case(
        "Side by side",
        P((-4.0, 1.5), (6.0, 0.5), 1.0, (-4.0, -1.5), (6.0, 0.5), 1.0),
        "The same step: as B sees it, A rests.",
        "Miss",
    ),
)

SCENE = Scene(
    id="moving_discs",
    title="Two moving discs",
    params=MovingDiscsParams,
    cases=CASES,
    solve=solve,
    picture=draw,
    answer=Answer(
        OUTCOMES,
        QUANTITIES,
        ZONES,
        zones_caption="How the discs move at the start, for every place.",
        curve_axis="t",
    ),
    derivation=Derivation(_steps),
    precision_formula=PrecisionFormula("α ω ≤ β²", _decide),
    quiz=Quiz("Do the discs touch during the step?", _target),
    timeline=timeline,
)
