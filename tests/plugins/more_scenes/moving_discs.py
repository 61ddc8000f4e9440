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
    cases,
    convert_components,
    format_number,
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
    discriminant : array
        Negative where the motion, extended, passes by.
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
        key="apart",
    ),
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
        return
    for center, radius in zip(
        map(xy, p.centers(e.t)), (p.first_radius, p.second_radius), strict=True
    ):
        rim = Circle(center, radius, width=1.75, dashed=True)
        yield from style_primitives(Role.HIT, "contact", 4, rim, Dot(center, 3.0))
    if not np.isnan(e.normal).any():
        at, tip = xy(e.contact), xy(e.contact + e.normal)
        arrow = Arrow(at, tip, width=2.5), Label(tip, "n", xy(e.normal))
        yield from style_primitives(Role.NORMAL, "normal", 4, Dot(at, 6.0), *arrow)


def _seen_from_second(p: P, e: E) -> Iterator[Primitive]:
    """Yield the plane in which B rests at the origin and A is a point."""
    origin, start = (0.0, 0.0), xy(p.offset)
    end, now = xy(p.offset + p.motion), xy(p.offset + p.t * p.motion)
    ring = Circle(origin, p.reach, fill=0.12)
    name = Label(origin, "B", (-1.0, -1.0))
    yield from style_primitives(Role.OBSTACLE, "R", 0, ring, Dot(origin, 4.0), name)
    yield from style_primitives(Role.MOVER, "C", 0, Dot(start, 4.0))
    if not e.still:
        arrow = Arrow(start, end, width=2.5)
        yield from style_primitives(Role.MOVER, "V", 1, arrow)
    way = Segment(origin, now, width=2.5), Dot(now, 5.0)
    yield from style_primitives(Role.ACCENT, "apart", 2, *way)


def draw(p: P, e: E, out: DrawList) -> None:
    """Append the discs in the world, and A as B sees it."""
    out.add(*_disc(p, Role.OBSTACLE, "second", "B", 1))
    out.add(*_disc(p, Role.MOVER, "first", "A", 0))
    one, two = map(xy, p.centers(p.t))
    way = Segment(one, two, width=1.75, derivation=True)
    out.add(*style_primitives(Role.ACCENT, "apart", 3, way), *_at_touch(p, e))
    out.view("As B sees it: B rests, A is a point").add(*_seen_from_second(p, e))


_C, _V, _R = term("C", "C"), term("V", "V"), term("R", "R")


def _steps(p: P, e: E) -> list[Step]:
    c, v, r = (
        term(key, tex(x))
        for key, x in (("C", p.offset), ("V", p.motion), ("R", p.reach))
    )
    answer = rf"t = {tex(e.t)}" if e.hit else r"\text{no hit}"
    return [
        Step(
            "Let one of them rest",
            "Only how they move in relation to each other counts. As B sees it, A "
            "takes the step V from C.",
            rf"{_V} = V_A - V_B, \; {_C} = A - B",
            rf"{_V} = {v}, \; {_C} = {c}",
            keys=("V", "C", "first", "second"),
        ),
        Step(
            "Let one of them be a point",
            "They touch where the centres are both radii apart: A may be a point, if "
            "B's radius is R.",
            rf"{_R} = r_1 + r_2",
            rf"{_R} = {r}",
            keys=("R", "apart"),
        ),
        Step(
            "A quadratic for t",
            "A point that moves straight, and a circle: a length squared is a dot "
            "product.",
            rf"\left| {_C} + t \, {_V} \right| = {_R}",
            r"\alpha t^2 + 2 \beta t + \omega = 0",
            rf"\Delta = {tex(e.discriminant) if not e.still else 0}",
            keys=("R", "V", "C"),
        ),
        Step(
            "Within the step",
            "The smaller root is the first touch, if it is within the step.",
            r"0 \le t \le 1",
            "",
            answer,
            ("contact", "first"),
        ),
    ]


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
        "Touching as the step ends",
        P((-4.0, 0.0), (4.0, 0.0), 1.0, (4.0, 0.0), (-2.0, 0.0), 1.0),
        "The very end of the step belongs to it: a touch at t = 1.",
        "Touch",
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
    answer=Answer(OUTCOMES, QUANTITIES, curve_axis="t"),
    derivation=Derivation(_steps),
    precision_formula=PrecisionFormula("α ω ≤ β²", _decide),
    quiz=Quiz("Do the discs touch during the step?", _target),
    timeline=timeline,
)
