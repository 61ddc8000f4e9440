"""Many steps and lines at once: what a map of article 4 shows, and one decision."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray
from playground.scene.regions import Kind, Regions, by_first

from playground.collision import SphereMotion, SweptSphereLine, swept_sphere_line
from playground.scene.drawlist import Role
from playground.scene.scene import (Decision, NumberType, in_numbers, stacked)
from scenes._sphere_model import (
    SphereLineParams,
    nearest_times,
    overlaps,
)

HIT, TOUCH, EMBEDDED, MISS = "Hit", "Touch", "Embedded", "Miss"
COMPARED = "α ω ≤ β²"

BoolArray = NDArray[np.bool_]


def solved(p: SphereLineParams) -> tuple[SweptSphereLine, BoolArray]:
    """Return the core's answers, and where a line without direction has none."""
    direction = stacked(*p.line_direction)
    lost = np.asarray(~direction.any(axis=-1))
    exact = swept_sphere_line(
        stacked(*p.start),
        stacked(*p.end),
        p.radius,
        stacked(*p.line_point),
        np.where(lost[..., None], 1.0, direction),
        exact=True,
    )
    return exact, lost


def outcome(e: SweptSphereLine) -> Regions:
    """Return what the step comes to: overlap, a mere touch, or neither."""
    enters, deep = e.hit & ~e.embedded, overlaps(e)
    return by_first(
        (Kind(HIT, Role.HIT), enters & deep),
        (Kind(TOUCH, Role.NORMAL), enters & ~deep),
        (Kind(EMBEDDED, Role.ACCENT), e.embedded),
        (Kind(MISS, Role.MISS), ~e.hit),
    )


def regions(p: SphereLineParams) -> Regions:
    """Return the verdict for every element of `p`."""
    exact, lost = solved(p)
    return outcome(exact).without(lost)


def zones(p: SphereLineParams) -> Regions:
    """Return how the sphere moves in relation to the line."""
    e, lost = solved(p)
    found = by_first(
        (Kind("embedded", Role.ACCENT), e.embedded),
        (Kind("resting", Role.INK), e.motion == SphereMotion.RESTING),
        (Kind("parallel to the line", Role.CORNER), e.motion == SphereMotion.PARALLEL),
        (Kind("crossing, coming nearer", Role.MOVER), e.beta < 0.0),
        (Kind("crossing, moving away", Role.MISS), True),
    )
    return found.without(lost)


def quantities(p: SphereLineParams) -> Mapping[str, NDArray[np.float64]]:
    """Return the time of touch, the gap to the line (negative inside), and β² − αω."""
    e, lost = solved(p)
    values = {
        "First t": e.t,
        "Least gap in the step (m)": e.distance(nearest_times(e)) - p.radius,
        "Discriminant β² − αω (m⁴)": e.discriminant,
    }
    return {name: np.where(lost, np.nan, value) for name, value in values.items()}


@np.errstate(all="ignore")
def decide(p: SphereLineParams, number: NumberType) -> Decision | None:
    """Look for a root of α t² + 2 β t + ω in the step, or an overlap at its start.

    The direction is not normalised, which would take a root, but divided out. Without
    one there is nothing to decide.
    """
    if not any(p.line_direction):
        return None
    start, end, point, v = (
        in_numbers(vector, number)
        for vector in (p.start, p.end, p.line_point, p.line_direction)
    )
    radius: Any = number(float(p.radius))
    square = _dot(v, v)

    def across(vector: tuple[Any, ...]) -> tuple[Any, ...]:
        share = _dot(vector, v) / square
        return tuple(a - share * b for a, b in zip(vector, v, strict=True))

    step = _minus(start, end)
    a, c = across(step), across(_minus(point, start))
    alpha, beta, omega = _dot(a, a), _dot(a, c), _dot(c, c) - radius * radius
    left, right = alpha * omega, beta * beta
    # The first root is not past 1: the nearest approach is not, or there is overlap.
    in_time = -beta <= alpha or alpha + beta + beta + omega <= 0
    if not left <= right or omega <= 0 or (beta < 0 and in_time):
        return Decision(bool(left <= right), left, right)
    if alpha == 0:
        but = "parallel" if any(step) else "resting"
    else:
        but = "after the step" if beta < 0 else "moving away"
    return Decision(False, left, right, but)


def _dot(a: tuple[Any, ...], b: tuple[Any, ...]) -> Any:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _minus(a: tuple[Any, ...], b: tuple[Any, ...]) -> tuple[Any, ...]:
    return tuple(x - y for x, y in zip(a, b, strict=True))
