"""What article 1's question comes to: outcomes, quantities, and the plain formula."""

import math

import numpy as np
from numpy.typing import NDArray

from playground.collision import Components, RayCircle, ray_circle
from playground.collision.numeric import Array, length
from playground.language import message
from playground.scene import (
    DIGITS,
    Answer,
    Decision,
    Lens,
    NumberType,
    Outcome,
    Quantity,
    Quiz,
    Role,
    Target,
    Vec2,
    digits_apart,
    in_numbers,
    show,
    stacked,
    xy,
)
from scenes.ray_circle.params import RayCircleParams


def solve(p: RayCircleParams) -> RayCircle:
    """Ask the core."""
    origin, direction, center = map(Components, (p.origin, p.direction, p.center))
    return ray_circle(origin, direction, center, p.radius)


def touches(e: RayCircle) -> NDArray[np.bool_]:
    """Return whether line and circle have one point in common."""
    return np.asarray(e.discriminant == 0.0)


def line_distance(p: RayCircleParams, e: RayCircle) -> Array:
    """Return D, from the circle's centre to the line, without the rounding of 0."""
    distance = length(e.closest - stacked(*p.center))
    return np.where(distance > 1e-12 * p.extent, distance, 0.0)


def time_digits(e: RayCircle) -> int:
    """Return with how many digits to write times so that the two differ."""
    enter, leave = float(e.t_enter), float(e.t_exit)
    known = math.isfinite(enter) and math.isfinite(leave)
    return digits_apart(enter, leave) if known else DIGITS


def time_is(t: float, digits: int = DIGITS) -> str:
    """Return what t is; where V is too short for a float64 t, how large at least."""
    if math.isinf(t):
        return "t > 10³⁰⁸" if t > 0.0 else "t < −10³⁰⁸"
    return f"t = {show(t, digits)}"


def crossings(e: RayCircle) -> list[tuple[str, float, Vec2]]:
    """Return name, time and point of each crossing of the line; touching is one."""
    if not e.line_meets:
        return []
    enter = ("t_enter", float(e.t_enter), xy(e.point_enter))
    leave = ("t_exit", float(e.t_exit), xy(e.point_exit))
    return [enter] if touches(e) else [enter, leave]


def first_crossing(e: RayCircle) -> str:
    """Return "enter" or "exit": the crossing at which the ray first hits."""
    return "exit" if e.t_enter < 0.0 and not touches(e) else "enter"


def normals(p: RayCircleParams, e: RayCircle, at: Array) -> Array:
    """Return outward unit normals; toward the ray's origin at a point circle."""
    out = at - stacked(*p.center)
    size = length(out)
    there = ~np.isnan(size)
    point = (there & ((np.asarray(p.radius) == 0.0) | (size == 0.0)))[..., None]
    facing = -stacked(*p.direction)
    facing = facing / np.abs(facing).max(axis=-1, keepdims=True)
    facing = facing / length(facing)[..., None]
    with np.errstate(invalid="ignore"):
        return np.where(point, facing, out / size[..., None])


def chord_key(p: RayCircleParams, e: RayCircle) -> str:
    """Return what shows the discriminant: half the chord, or the gap."""
    return "half_chord" if e.line_meets else "gap"


def enter_key(p: RayCircleParams, e: RayCircle) -> str:
    """Return what shows the nearer crossing."""
    return "t_enter" if e.line_meets else ""


def exit_key(p: RayCircleParams, e: RayCircle) -> str:
    """Return what shows the farther crossing; a touch is drawn once."""
    return "t_enter" if touches(e) else "t_exit" if e.line_meets else ""


def _point_key(p: RayCircleParams, e: RayCircle) -> str:
    return "point" if e.hit else ""


def _normal_key(crossing: str) -> str:
    return crossing.replace("t_", "normal_")


def _touch(p: RayCircleParams, e: RayCircle) -> str:
    if not touches(e):
        return message("Starts on the circle and leaves it: one point, at t = 0.")
    time = time_is(float(e.t_enter), time_digits(e))
    return message("Touches the circle in one point, at {time}.", time=time)


def _crosses(p: RayCircleParams, e: RayCircle) -> str:
    digits = time_digits(e)
    enter, leave = (time_is(float(t), digits) for t in (e.t_enter, e.t_exit))
    return message(
        "Enters the circle at {enter}, leaves it at {leave}.", enter=enter, leave=leave
    )


def _leaves(p: RayCircleParams, e: RayCircle) -> str:
    time = time_is(float(e.t_exit), time_digits(e))
    return message("Starts inside the circle and leaves it at {time}.", time=time)


OUTCOMES: tuple[Outcome[RayCircleParams, RayCircle], ...] = (
    Outcome("Inside", lambda p, e: e.inside, True, Role.ENTER, _leaves),
    Outcome("Touch", lambda p, e: e.touches, True, Role.NORMAL, _touch),
    Outcome("Hit", lambda p, e: e.hit, True, Role.HIT, _crosses),
    Outcome(
        "Behind",
        lambda p, e: e.line_meets,
        False,
        Role.ACCENT,
        "The line meets the circle only behind the start.",
    ),
    Outcome(
        "Miss",
        lambda p, e: True,
        False,
        Role.MISS,
        "The line passes farther from the centre than the radius.",
    ),
)


def _distance(p: RayCircleParams, t: Array) -> Array:
    """Return how far it is from A to a time."""
    return t * length(stacked(*p.direction))


QUANTITIES: tuple[Quantity[RayCircleParams, RayCircle], ...] = (
    Quantity(
        name="Hit",
        help="Whether some point of the circle is on the ray, that is, at t ≥ 0.",
        value=lambda p, e: e.hit,
        key=lambda p, e: _point_key(p, e) or chord_key(p, e),
    ),
    Quantity(
        name="Inside",
        help="Whether the ray starts inside the circle, not on it.",
        value=lambda p, e: e.inside,
        key="A",
    ),
    Quantity(
        name="First",
        main=True,
        symbol="t",
        help="First contact with t ≥ 0, in multiples of V.",
        value=lambda p, e: e.t,
        map=True,
        key=_point_key,
        digits=lambda p, e: time_digits(e),
    ),
    Quantity(
        name="Distance",
        main=True,
        unit="m",
        help="From A to the first contact, along the ray.",
        value=lambda p, e: length(e.point - stacked(*p.origin)),
        key=_point_key,
    ),
    Quantity(
        name="Point",
        main=True,
        unit="m",
        help="First contact, in the world.",
        value=lambda p, e: e.point,
        key=_point_key,
    ),
    Quantity(
        name="Normal",
        help="Unit vector out of the circle at the first contact, in the world.",
        value=lambda p, e: e.normal,
        key=lambda p, e: f"normal_{first_crossing(e)}" if e.hit else "",
    ),
    Quantity(
        name=message("Enter", about="crossing"),
        symbol="t",
        help=(
            "How many times V it is from A to the point where the whole line enters "
            "the circle; negative behind A."
        ),
        value=lambda p, e: e.t_enter,
        turns_at=0.0,
        hit_above=True,
        curve=2,
        key=enter_key,
        digits=lambda p, e: time_digits(e),
    ),
    Quantity(
        name="Enter distance",
        unit="m",
        help=(
            "Distance from A to the point where the whole line enters the circle; "
            "negative behind A."
        ),
        value=lambda p, e: _distance(p, e.t_enter),
        key=enter_key,
    ),
    Quantity(
        name="Enter point",
        unit="m",
        help="The point where the whole line enters the circle, in the world.",
        value=lambda p, e: e.point_enter,
        key=enter_key,
    ),
    Quantity(
        name="Enter normal",
        help=(
            "Unit vector out of the circle where the whole line enters the circle, in "
            "the world."
        ),
        value=lambda p, e: normals(p, e, e.point_enter),
        key=lambda p, e: _normal_key(enter_key(p, e)),
    ),
    Quantity(
        name=message("Exit", about="crossing"),
        symbol="t",
        help=(
            "How many times V it is from A to the point where the whole line leaves "
            "the circle; negative behind A."
        ),
        value=lambda p, e: e.t_exit,
        turns_at=0.0,
        hit_above=True,
        curve=2,
        key=exit_key,
        digits=lambda p, e: time_digits(e),
    ),
    Quantity(
        name="Exit distance",
        unit="m",
        help=(
            "Distance from A to the point where the whole line leaves the circle; "
            "negative behind A."
        ),
        value=lambda p, e: _distance(p, e.t_exit),
        key=exit_key,
    ),
    Quantity(
        name="Exit point",
        unit="m",
        help="The point where the whole line leaves the circle, in the world.",
        value=lambda p, e: e.point_exit,
        key=exit_key,
    ),
    Quantity(
        name="Exit normal",
        help=(
            "Unit vector out of the circle where the whole line leaves the circle, in "
            "the world."
        ),
        value=lambda p, e: normals(p, e, e.point_exit),
        key=lambda p, e: _normal_key(exit_key(p, e)),
    ),
    Quantity(
        name="Discriminant",
        main=True,
        symbol="s",
        unit="m²",
        help="r² − D², the square of half the chord; negative if the line misses.",
        value=lambda p, e: e.discriminant,
        turns_at=0.0,
        hit_above=True,
        curve=True,
        map=2,
        key=chord_key,
    ),
    Quantity(
        name="Distance D to the line",
        unit="m",
        help="From the centre O to the whole line.",
        value=line_distance,
        turns_at=lambda p: p.radius,
        map=True,
        key="D",
    ),
    Quantity(
        name="Nearest",
        symbol="t",
        help="How many times V it is from A to where the whole line is nearest to O.",
        value=lambda p, e: e.closest_t,
        key="closest",
    ),
    Quantity(
        name="Nearest point",
        unit="m",
        help="The point of the whole line nearest to O, in the world.",
        value=lambda p, e: e.closest,
        key="closest",
    ),
)

ANSWER = Answer(OUTCOMES, QUANTITIES, against="direction.y")


def _decide(p: RayCircleParams, number: NumberType) -> Decision | None:
    """Decide by the article's discriminant, with V as it is given.

    A start in the circle hits whatever the direction; from outside, V must lead
    toward the centre. Without a direction there is nothing to decide.
    """
    if not any(p.direction):
        return None
    (ax, ay), (vx, vy), (ox, oy) = (
        in_numbers(v, number) for v in (p.origin, p.direction, p.center)
    )
    (r,) = in_numbers((p.radius,), number)
    mx, my = ax - ox, ay - oy
    power, toward = mx * mx + my * my - r * r, mx * vx + my * vy
    left, right = power * (vx * vx + vy * vy), toward * toward
    if not left <= right or power <= 0 or toward < 0:
        return Decision(bool(left <= right), left, right)
    # The line meets the circle, or V is so short that its squares are lost.
    why = message("behind" if toward > 0 else "V too short")
    return Decision(False, left, right, why)


LENS = Lens("(M·M − r²) V·V ≤ (M·V)²", _decide)


def _target(p: RayCircleParams, e: RayCircle) -> Target | None:
    return Target("the first hit point", xy(e.point)) if e.hit else None


QUIZ = Quiz(
    "Does the ray meet the circle?",
    _target,
    decides=lambda p, e: message(
        "The first on the ray" if e.line_meets else "The sign of the discriminant"
    ),
    article="What will the article's code answer: does the ray meet the circle?",
)
