"""Answer of article 1's scene: outcomes, quantities, precision formula and quiz."""

import math
from functools import cached_property

import numpy as np

import playground.scene as sc
from playground.collision import Components, RayCircle, ray_circle
from playground.collision._arguments import Array, length
from scenes.ray_circle.params import RayCircleParams


def solve(p: RayCircleParams) -> RayCircle:
    """Return the core's result for params, whose numbers may be arrays."""
    origin, direction, center = map(Components, (p.origin, p.direction, p.center))
    return ray_circle(origin, direction, center, p.radius)


def line_distance(p: RayCircleParams, e: RayCircle) -> Array:
    """Return the distance D of the circle's centre from the line, (...), metres.

    Near 0, where it would be rounding error, it is 0 or comes from the discriminant.
    For a line that misses, however narrowly, it is greater than the radius.
    """
    distance = length(e.closest - sc.stack_components(*p.center))
    s = np.minimum(e.discriminant, 0.0)
    narrow = np.where(s < 0.0, np.hypot(p.radius, np.sqrt(-s)), 0.0)
    # Where the square underflows, it only bounds D from above.
    lower_bound = np.maximum(distance, np.nextafter(p.radius, np.inf))
    underflows = (s < 0.0) & (-s < np.finfo(np.float64).tiny)
    narrow = np.where(underflows, np.minimum(narrow, lower_bound), narrow)
    return np.where(distance > 1e-12 * p.extent, distance, narrow)


def normals(p: RayCircleParams, at: Array) -> Array:
    """Return outward unit normals (n, 2) of the circle at points (n, 2).

    With radius 0 they are opposite to the ray's direction; NaN for a point that is NaN.
    """
    outward = at - sc.stack_components(*p.center)
    size = length(outward)
    point = ~np.isnan(size) & ((np.asarray(p.radius) == 0.0) | (size == 0.0))
    facing = -sc.stack_components(*p.direction)
    facing = facing / np.abs(facing).max(axis=-1, keepdims=True)
    facing = facing / length(facing)[..., None]
    with np.errstate(invalid="ignore"):
        return np.where(point[..., None], facing, outward / size[..., None])


class Ray(sc.ScalarState[RayCircleParams, RayCircle]):
    """One ray and one circle as plain numbers, with highlight keys.

    Attributes
    ----------
    digits : int
        Number of digits that distinguish both times.
    enter, leave : str
        "t = …" for the two times.
    touches : bool
        The line is a tangent.
    first : str
        "enter" or "exit": the crossing that comes first at t >= 0 if there is a hit.
    time : str
        "t = …" for that crossing.
    touching : str
        Sentence on a ray with one point of the circle.
    chord, near, far, near_normal, far_normal, point, shown, normal : str
        Highlight keys; "" for things that are not drawn.
    """

    def __init__(self, p: RayCircleParams, answer: RayCircle) -> None:
        super().__init__(p, answer)
        e = self.e
        has_both = math.isfinite(e.t_enter) and math.isfinite(e.t_exit)
        self.digits = (
            sc.digits_to_distinguish(e.t_enter, e.t_exit) if has_both else sc.DIGITS
        )
        self.enter, self.leave = self.time_is(e.t_enter), self.time_is(e.t_exit)
        self.touches: bool = e.discriminant == 0.0
        self.first = "exit" if e.t_enter < 0.0 and not self.touches else "enter"
        self.time = self.leave if self.first == "exit" else self.enter
        self.touching = self.format_text(
            "Touches the circle in one point, at {time}."
            if self.touches
            else "Starts on the circle and leaves it: one point, at t = 0."
        )
        self.chord = "half_chord" if e.line_meets else "gap"
        self.near = "t_enter" if e.line_meets else ""
        # A touch is drawn once.
        self.far = self.near if self.touches or not e.line_meets else "t_exit"
        self.near_normal, self.far_normal = (
            key.replace("t_", "normal_") for key in (self.near, self.far)
        )
        self.point = "point" if e.hit else ""
        self.shown = self.point or self.chord
        self.normal = f"normal_{self.first}" if e.hit else ""

    def time_is(self, t: float) -> str:
        """Return "t = …", or a bound for a time beyond float64."""
        if math.isinf(t):
            return "t > 10³⁰⁸" if t > 0.0 else "t < −10³⁰⁸"
        return f"t = {sc.format_number(t, self.digits)}"

    @cached_property
    def distance(self) -> float:
        """D, from the circle's centre to the line, metres."""
        return float(line_distance(self.p, self.answer))

    @property
    def gap(self) -> float:
        """Distance from the circle to the line, metres; negative if they meet."""
        difference = self.distance - self.p.radius
        if difference > 0.0 or self.e.line_meets:
            return difference
        # D and r round to the same float.
        gap_value = -self.e.discriminant / (self.distance + self.p.radius)
        return float(sc.sign_by_verdict(gap_value, hit=False, touches=False))

    @cached_property
    def crossings(self) -> list[tuple[str, float, sc.Vec2, sc.Vec2]]:
        """Crossings of line and circle: name ("enter", "exit"), time, point, normal.

        Crossings behind the ray's origin (t < 0) are among them; a touch is one.
        """
        e = self.e
        roots = [("enter", e.t_enter, e.point_enter), ("exit", e.t_exit, e.point_exit)]
        roots = roots[: 0 if not e.line_meets else 1 if self.touches else 2]
        outward = normals(self.p, np.array([at for *_, at in roots]).reshape(-1, 2))
        return [(*c, (x, y)) for c, (x, y) in zip(roots, outward.tolist(), strict=True)]


of = sc.cache_last_state(Ray)

OUTCOMES: tuple[sc.Outcome[RayCircleParams, RayCircle], ...] = (
    sc.Outcome(
        "Inside",
        lambda p, e: e.inside,
        True,
        sc.Role.ENTER,
        "Starts inside the circle and leaves it at {time}.",
    ),
    sc.Outcome(
        "Touch",
        lambda p, e: e.touches,
        True,
        sc.Role.NORMAL,
        lambda p, e: of(p, e).touching,
    ),
    sc.Outcome(
        "Hit",
        lambda p, e: e.hit,
        True,
        sc.Role.HIT,
        "Enters the circle at {enter}, leaves it at {leave}.",
    ),
    sc.Outcome(
        "Behind",
        lambda p, e: e.line_meets,
        False,
        sc.Role.ACCENT,
        "The line meets the circle only behind the start.",
    ),
    sc.Outcome(
        "Miss",
        lambda p, e: True,
        False,
        sc.Role.MISS,
        "The line passes farther from the centre than the radius.",
    ),
)


def _distance(p: RayCircleParams, t: Array) -> Array:
    """Return the signed distance from A to the point at time t."""
    return t * length(sc.stack_components(*p.direction))


QUANTITIES: tuple[sc.Quantity[RayCircleParams, RayCircle], ...] = (
    sc.Quantity(
        name="Hit",
        help="Whether some point of the circle is on the ray, that is, at t ≥ 0.",
        value=lambda p, e: e.hit,
        key="{shown}",
    ),
    sc.Quantity(
        name="Inside",
        help="Whether the ray starts inside the circle, not on it.",
        value=lambda p, e: e.inside,
        key="A",
    ),
    sc.Quantity(
        name="First",
        main=True,
        symbol="t",
        help="First contact with t ≥ 0, in multiples of V.",
        value=lambda p, e: e.t,
        map=True,
        key="{point}",
        digits=lambda p, e: of(p, e).digits,
    ),
    sc.Quantity(
        name="Distance",
        main=True,
        unit="m",
        help="From A to the first contact, along the ray.",
        value=lambda p, e: length(e.point - sc.stack_components(*p.origin)),
        key="{point}",
    ),
    sc.Quantity(
        name="Point",
        main=True,
        unit="m",
        help="First contact, in the world.",
        value=lambda p, e: e.point,
        key="{point}",
    ),
    sc.Quantity(
        name="Normal",
        help="Unit vector out of the circle at the first contact, in the world.",
        value=lambda p, e: e.normal,
        key="{normal}",
    ),
    sc.Quantity(
        name=sc.message("Enter", about="crossing"),
        symbol="t",
        help="How many times V it is from A to the point where the whole line enters "
        "the circle; negative behind A.",
        value=lambda p, e: e.t_enter,
        threshold=0.0,
        hit_above=True,
        curve=2,
        key="{near}",
        digits=lambda p, e: of(p, e).digits,
    ),
    sc.Quantity(
        name="Enter distance",
        unit="m",
        help="Distance from A to the point where the whole line enters the circle; "
        "negative behind A.",
        value=lambda p, e: _distance(p, e.t_enter),
        key="{near}",
    ),
    sc.Quantity(
        name="Enter point",
        unit="m",
        help="The point where the whole line enters the circle, in the world.",
        value=lambda p, e: e.point_enter,
        key="{near}",
    ),
    sc.Quantity(
        name="Enter normal",
        help="Unit vector out of the circle where the whole line enters the circle, in "
        "the world.",
        value=lambda p, e: normals(p, e.point_enter),
        key="{near_normal}",
    ),
    sc.Quantity(
        name=sc.message("Exit", about="crossing"),
        symbol="t",
        help="How many times V it is from A to the point where the whole line leaves "
        "the circle; negative behind A.",
        value=lambda p, e: e.t_exit,
        threshold=0.0,
        hit_above=True,
        curve=2,
        key="{far}",
        digits=lambda p, e: of(p, e).digits,
    ),
    sc.Quantity(
        name="Exit distance",
        unit="m",
        help="Distance from A to the point where the whole line leaves the circle; "
        "negative behind A.",
        value=lambda p, e: _distance(p, e.t_exit),
        key="{far}",
    ),
    sc.Quantity(
        name="Exit point",
        unit="m",
        help="The point where the whole line leaves the circle, in the world.",
        value=lambda p, e: e.point_exit,
        key="{far}",
    ),
    sc.Quantity(
        name="Exit normal",
        help="Unit vector out of the circle where the whole line leaves the circle, in "
        "the world.",
        value=lambda p, e: normals(p, e.point_exit),
        key="{far_normal}",
    ),
    sc.Quantity(
        name="Discriminant",
        main=True,
        symbol="s",
        unit="m²",
        help="r² − D², the square of half the chord; negative if the line misses.",
        value=lambda p, e: e.discriminant,
        threshold=0.0,
        hit_above=True,
        curve=True,
        map=2,
        key="{chord}",
    ),
    sc.Quantity(
        name="Distance D to the line",
        unit="m",
        help="From the centre O to the whole line.",
        value=line_distance,
        threshold=lambda p: p.radius,
        map=True,
        key="D",
    ),
    sc.Quantity(
        name="Nearest",
        symbol="t",
        help="How many times V it is from A to where the whole line is nearest to O.",
        value=lambda p, e: e.closest_t,
        key="closest",
    ),
    sc.Quantity(
        name="Nearest point",
        unit="m",
        help="The point of the whole line nearest to O, in the world.",
        value=lambda p, e: e.closest,
        key="closest",
    ),
)

ANSWER = sc.Answer(OUTCOMES, QUANTITIES, curve_axis="direction.y", scalar_state=of)


def _decide(p: RayCircleParams, number: sc.NumberType) -> sc.Decision | None:
    """Compare both sides of the article's discriminant, for V as given.

    From inside the circle every direction hits; from outside, V must point toward the
    centre. A zero direction has no decision.
    """
    if not any(p.direction):
        return None
    (ax, ay), (vx, vy), (ox, oy) = (
        sc.convert_components(v, number) for v in (p.origin, p.direction, p.center)
    )
    (r,) = sc.convert_components((p.radius,), number)
    mx, my = ax - ox, ay - oy
    power, projection = mx * mx + my * my - r * r, mx * vx + my * vy
    left_side, right = power * (vx * vx + vy * vy), projection * projection
    if not left_side <= right or power <= 0 or projection < 0:
        return sc.Decision(bool(left_side <= right), left_side, right)
    # The line meets the circle, or V is so short that its squares underflow.
    reason = sc.message("behind" if projection > 0 else "V too short")
    return sc.Decision(False, left_side, right, reason)


LENS = sc.PrecisionFormula("(M·M − r²) V·V ≤ (M·V)²", _decide)


QUIZ: sc.Quiz[RayCircleParams, RayCircle] = sc.Quiz(
    "Does the ray meet the circle?",
    lambda p, e: sc.Target("the first hit point", sc.xy(e.point)) if e.hit else None,
    decides=lambda p, e: sc.message(
        "The first on the ray" if e.line_meets else "The sign of the discriminant"
    ),
    article="What will the article's code answer: does the ray meet the circle?",
)
