"""Answer of article 4's scene: outcomes, quantities, precision formula and quiz."""

import math
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

import playground.scene as sc
from playground.collision import (
    Components,
    SphereMotion,
    SweptSphereLine,
    swept_sphere_line,
)
from playground.collision._arguments import Array
from scenes.sphere_line.params import (
    SphereLineParams,
    crosses,
    nearest_time,
    step_gap,
)


def solve(p: SphereLineParams) -> SweptSphereLine:
    """Return the core's result for params, whose numbers may be arrays."""
    return swept_sphere_line(
        Components(p.start),
        Components(p.end),
        p.radius,
        Components(p.line_point),
        Components(p.line_direction),
    )


def min_gap(p: SphereLineParams, e: SweptSphereLine) -> Array:
    """Return the least gap between surface and line in the step, as `step_gap`."""
    return step_gap(p.radius, e)


def min_square_gap(p: SphereLineParams, e: SweptSphereLine) -> Array:
    """Return the least |N(t)|² − r² in the step (m²), with the sign of `min_gap`."""
    square = min_gap(p, e) * (e.distance(nearest_time(e)) + p.radius)
    return sc.sign_by_verdict(square, e.hit, e.hit & ~e.overlaps)


def square_gap(p: SphereLineParams, e: SweptSphereLine, t: ArrayLike) -> Array:
    """Return |N(t)|² − r² (m²) at times t, negative during an overlap with the line."""
    distance = e.distance(t)
    gap = distance - p.radius
    return sc.sign_by_verdict(gap * (distance + p.radius), gap < 0.0, gap == 0.0)


# Touches up to this far outside the step, in steps, are shown on its extension.
_MAX_STEP_EXTENSION = 1.0
# A perpendicular shorter than this, relative to the scene, is not drawn: it has no
# direction on the screen.
_MIN_PERPENDICULAR_RATIO = 1e-9


class MovingSphere(sc.ScalarState[SphereLineParams, SweptSphereLine]):
    """One sphere and its line as plain numbers.

    Attributes
    ----------
    crossing : bool
        The motion has a component perpendicular to the line.
    shown, least : str
        Highlight keys of the touch or nearest approach, and of the least distance.
    nearest : float
        Time, within the step, at which the centre is nearest to the line.
    touches : list of tuple
        Highlight key and time of each touch: none, one where the sphere grazes, or two.
    """

    def __init__(self, p: SphereLineParams, answer: SweptSphereLine) -> None:
        super().__init__(p, answer)
        self.crossing = bool(crosses(answer))
        self.nearest = float(nearest_time(answer))
        self.shown = "contact" if self.e.hit else "nearest"
        self.least = "h" if self.crossing else "N"
        enter, leave = self.e.t_enter, self.e.t_exit
        self.touches: list[tuple[str, float]] = []
        if leave >= enter:
            self.touches = [("t_enter", enter), ("t_exit", leave)]
            self.touches = self.touches[: 1 + (leave > enter)]

    @cached_property
    def gap(self) -> float:
        """Distance of the surface from the line at `nearest`, metres.

        It is negative if the line is inside.
        """
        return float(min_gap(self.p, self.answer))

    @property
    def depth(self) -> float:
        """Depth of the line in the sphere at `nearest`, metres, if it is inside."""
        return abs(self.gap)

    @property
    def t(self) -> str:
        """First touch as text: its time; for a miss, of the touch nearest the step."""
        if self.e.hit:
            return format_time(self.e.t)
        return format_time(self.e.t_enter if self.e.t_enter > 1.0 else self.e.t_exit)

    def ends(self, t: float) -> tuple[sc.Vec3, sc.Vec3]:
        """Return tail and tip of N(t): the sphere's centre and the foot.

        t is the present time, 0, 1, the time of the nearest approach, or a touch near
        the step; any other time raises KeyError.
        """
        return self._ends[t]

    @cached_property
    def _ends(self) -> dict[float, tuple[sc.Vec3, sc.Vec3]]:
        near = [t for _, t in self.touches if is_near_step(t)]
        times = np.array([self.p.t, 0.0, 1.0, self.nearest, *near])
        centers = map(sc.xyz, self.p.center(times).tolist())
        feet = map(sc.xyz, self.answer.foot(times).tolist())
        return dict(zip(times.tolist(), zip(centers, feet, strict=True), strict=True))

    def too_short(self, vector: Sequence[float]) -> bool:
        """Return whether a vector (metres) is too short to be drawn as an arrow."""
        size = max(math.hypot(*self.p.step) + self.p.radius, 1.0)
        return math.hypot(*vector) <= _MIN_PERPENDICULAR_RATIO * size

    def center_across(self, t: float) -> sc.Vec2:
        """Return the sphere's centre in the view along the line.

        The line is the origin there, and the path runs downward at the right of it.
        """
        below, pace = self._way_across
        return self.e.closest_distance, -(below + t * pace)

    @cached_property
    def _way_across(self) -> tuple[float, float]:
        """Start of the path below the line, β / |A|, and its length, |A|."""
        if not self.crossing:
            return 0.0, 0.0
        # A time beyond the largest float is infinite; the distance is not.
        first = float(self.answer.distance(0.0))
        below = -self.e.closest_t * self.e.speed
        return min(max(below, -first), first), self.e.speed


of = sc.cache_last_state(MovingSphere)


def is_near_step(t: float) -> bool:
    """Return whether a time is in the step, or near enough to it to be shown."""
    return -_MAX_STEP_EXTENSION <= t <= 1.0 + _MAX_STEP_EXTENSION


def time_digits(t: ArrayLike) -> int:
    """Return the number of digits that distinguish a time from 1."""
    return sc.digits_to_distinguish(float(np.asarray(t)), 1.0)


def format_time(t: float) -> str:
    """Format a time with the digits that distinguish it from 1."""
    return sc.format_number(t, time_digits(t))


def _passes(p: SphereLineParams, e: SweptSphereLine) -> str:
    return of(p, e).format_text(
        "It would touch at t = {t}, after the motion ends."
        if e.t_enter > 1.0
        else "Extended backwards, the motion last touches at t = {t}."
        if e.t_exit < 0.0
        else "During the motion the gap is never less than {gap} m."
    )


OUTCOMES: tuple[sc.Outcome[SphereLineParams, SweptSphereLine], ...] = (
    sc.Outcome(
        "Hit",
        lambda p, e: e.overlaps & ~e.embedded,
        True,
        sc.Role.HIT,
        "First touch at t = {t}.",
    ),
    sc.Outcome(
        "Touch",
        lambda p, e: e.hit & ~e.embedded,
        True,
        sc.Role.NORMAL,
        "Touches at t = {t} and does not overlap.",
    ),
    sc.Outcome(
        "Embedded",
        lambda p, e: e.embedded,
        True,
        sc.Role.ACCENT,
        "The sphere overlaps the line at the start, so t = 0.",
    ),
    sc.Outcome("Miss", lambda p, e: True, False, sc.Role.MISS, _passes),
)

_MOTIONS = {
    SphereMotion.CROSSING: sc.message("crossing"),
    SphereMotion.PARALLEL: sc.message("parallel"),
    SphereMotion.RESTING: sc.message("resting"),
}

QUANTITIES: tuple[sc.Quantity[SphereLineParams, SweptSphereLine], ...] = (
    sc.Quantity(
        name="Hit",
        help="Touches within the motion, or overlaps at t = 0.",
        value=lambda p, e: e.hit,
        key="{shown}",
    ),
    sc.Quantity(
        name="Embedded",
        help="Overlaps at t = 0.",
        value=lambda p, e: e.embedded,
        key="start",
    ),
    sc.Quantity(
        name="First",
        main=True,
        symbol="t",
        help="First touch, as a fraction of the motion: 0 at the start, 1 at the end.",
        value=lambda p, e: e.t,
        map=True,
        key="contact",
        digits=lambda p, e: time_digits(e.t),
    ),
    sc.Quantity(
        name="Contact",
        main=True,
        unit="m",
        help="The point of the line that is touched at t, in the world.",
        value=lambda p, e: e.contact,
        key="contact",
    ),
    sc.Quantity(
        name="Centre",
        main=True,
        unit="m",
        help="The sphere's centre at the first touch, in the world.",
        value=lambda p, e: e.center,
        key="contact",
    ),
    sc.Quantity(
        name=sc.message("Enter", about="crossing"),
        symbol="t",
        help="First touch of the motion extended both ways, as a fraction of the "
        "motion.",
        value=lambda p, e: e.t_enter,
        key="t_enter",
        digits=lambda p, e: time_digits(e.t_enter),
    ),
    sc.Quantity(
        name=sc.message("Exit", about="crossing"),
        symbol="t",
        help="Last touch of the motion extended both ways, as a fraction of the "
        "motion.",
        value=lambda p, e: e.t_exit,
        key="t_exit",
        digits=lambda p, e: time_digits(e.t_exit),
    ),
    sc.Quantity(
        name="Nearest at",
        help="Time within the motion at which the centre is nearest to the line.",
        value=lambda p, e: nearest_time(e),
        key="nearest",
    ),
    sc.Quantity(
        name="Motion",
        help="Crossing: part of the motion is across the line. Parallel: none of it "
        "is. Resting: there is no motion.",
        value=lambda p, e: _MOTIONS[SphereMotion(int(e.motion))],
        key="step",
    ),
    sc.Quantity(
        name="S(t)",
        unit="m",
        help="The sphere's centre at the scrubbed time, in the world.",
        value=lambda p, e: p.center(p.t),
        key="sphere",
    ),
    sc.Quantity(
        name="H(t)",
        unit="m",
        help="Foot of the perpendicular from S(t) to the line, in the world.",
        value=lambda p, e: e.foot(p.t),
        key="foot",
    ),
    sc.Quantity(
        name="|N(t)|",
        unit="m",
        help="Distance from the centre to the line at the scrubbed time.",
        value=lambda p, e: e.distance(p.t),
        key="N",
    ),
    sc.Quantity(
        name="|N(t)|² − r²",
        main=True,
        unit="m²",
        help="Zero while touching, negative while overlapping; the curve below.",
        value=lambda p, e: square_gap(p, e, p.t),
        threshold=0.0,
        curve=True,
        key="gap",
    ),
    sc.Quantity(
        name="Smallest |N(t)|² − r² during the motion",
        unit="m²",
        value=min_square_gap,
        threshold=0.0,
        row=False,
        curve=True,
    ),
    sc.Quantity(
        name="α",
        unit="m²",
        help="|A|², the motion across the line, squared.",
        value=lambda p, e: e.alpha,
        key="A",
    ),
    sc.Quantity(
        name="β",
        unit="m²",
        help="A · C: negative while the sphere comes nearer at t = 0. Divided by |A| "
        "it is the projection of C onto the direction of motion across the line.",
        value=lambda p, e: e.beta,
        key="shadow",
    ),
    sc.Quantity(
        name="ω",
        unit="m²",
        help="|C|² − r²: negative if the sphere overlaps the line at t = 0, 0 if it "
        "touches it.",
        value=lambda p, e: e.omega,
        key="C",
    ),
    sc.Quantity(
        name="Least gap in the motion",
        unit="m",
        value=min_gap,
        threshold=0.0,
        row=False,
        map=True,
    ),
    sc.Quantity(
        name="Discriminant",
        main=True,
        symbol="β² − αω",
        unit="m⁴",
        help="α(r² − h²): negative when the extended motion misses the line, 0 when it "
        "grazes; always 0 without motion across the line.",
        value=lambda p, e: e.discriminant,
        threshold=0.0,
        map=True,
        key="h",
    ),
    sc.Quantity(
        name="h",
        unit="m",
        help="How near to the line the centre comes in the motion extended both ways.",
        value=lambda p, e: e.closest_distance,
        key="{least}",
    ),
)

ZONES: tuple[sc.Zone[SphereLineParams, SweptSphereLine], ...] = (
    sc.Zone("embedded", lambda p, e: e.embedded, sc.Role.ACCENT),
    sc.Zone("resting", lambda p, e: e.motion == SphereMotion.RESTING, sc.Role.SIDE_A),
    sc.Zone(
        "parallel to the line",
        lambda p, e: e.motion == SphereMotion.PARALLEL,
        sc.Role.ENTER,
    ),
    sc.Zone("crossing, coming nearer", lambda p, e: e.nearing, sc.Role.MOVER),
    sc.Zone("crossing, moving away", lambda p, e: True, sc.Role.MISS),
)

ANSWER = sc.Answer(
    OUTCOMES,
    QUANTITIES,
    ZONES,
    zones_caption="How the sphere is moving relative to the line at the start, at "
    "every place of the map.",
    curve_axis="t",
    scalar_state=of,
)


@np.errstate(all="ignore")
def _decide(p: SphereLineParams, number: sc.NumberType) -> sc.Decision | None:
    """Compare both sides of the discriminant of α t² + 2 β t + ω.

    The direction is not normalised, which would need a root, but divided out. A zero
    direction has no decision.
    """
    if not any(p.line_direction):
        return None
    start, end, point, v = (
        sc.convert_components(vector, number)
        for vector in (p.start, p.end, p.line_point, p.line_direction)
    )
    (radius,) = sc.convert_components((p.radius,), number)
    square = sc.dot(v, v)

    def remove_parallel(a: tuple[Any, ...], b: tuple[Any, ...]) -> list[Any]:
        way = [y - x for x, y in zip(a, b, strict=True)]
        share = sc.dot(way, v) / square
        return [x - share * y for x, y in zip(way, v, strict=True)]

    a, c = remove_parallel(end, start), remove_parallel(start, point)
    alpha, beta, omega = sc.dot(a, a), sc.dot(a, c), sc.dot(c, c) - radius * radius
    left_side, right = alpha * omega, beta * beta
    # The first root is at most 1: the nearest approach is, or the end overlaps.
    in_time = -beta <= alpha or alpha + beta + beta + omega <= 0
    if not left_side <= right or omega <= 0 or (beta < 0 and in_time):
        return sc.Decision(bool(left_side <= right), left_side, right)
    if alpha == 0:
        failing = sc.message("resting" if start == end else "parallel")
    else:
        failing = sc.message("after the motion" if beta < 0 else "moving away")
    return sc.Decision(False, left_side, right, failing)


LENS = sc.PrecisionFormula("α ω ≤ β²", _decide)


def _target(p: SphereLineParams, e: SweptSphereLine) -> sc.Target | None:
    return sc.Target("the time of the first touch", float(e.t)) if e.hit else None


def _decides(p: SphereLineParams, e: SweptSphereLine) -> str:
    if crosses(e) and e.discriminant < 0.0 and not e.embedded:
        return sc.message("The discriminant decides")
    return sc.message(
        "Within the motion?" if crosses(e) else "No motion across the line"
    )


QUIZ = sc.Quiz(
    "Does the sphere touch the line during its motion? Touching counts, even if "
    "the sphere is only moving away.",
    _target,
    decides=_decides,
    moves="line_point",
)


def timeline(p: SphereLineParams, e: SweptSphereLine | None) -> sc.Timeline:
    """Return the step's time axis.

    Stops are both ends and, with a result of a crossing motion, the touches and the
    nearest approach between them.
    """
    named = {
        0.0: sc.message("start", about="time"),
        1.0: sc.message("end", about="time"),
    }
    if e is not None and crosses(e):
        v = of(p, e)
        nearest, last = sc.message("nearest"), sc.message("last touch")
        named = {v.nearest: nearest} | named | {v.e.t_exit: last}
        first = sc.message("first touch" if len(v.touches) == 2 else "touch")
        named[v.e.t_enter] = first
    stops = sorted(t for t in named if 0.0 <= t <= 1.0)
    return sc.Timeline("t", 0.0, 1.0, 4.0, tuple(stops), tuple(named[t] for t in stops))
