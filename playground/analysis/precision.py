"""Precision: one verdict in float32, float64 and exact rational numbers.

A scene's plain formula is run in all three. The distance from its threshold is given in
units in the last place of the larger side.
"""

import math
from fractions import Fraction

import numpy as np

from playground.analysis.curve import Axis, axes
from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.scene.author_files import call_limited
from playground.scene.listing import Precision
from playground.scene.params import Params
from playground.scene.scene import Decision, NumberType, SceneEntry
from playground.scene.solution import solve_scene

FLOAT_TYPES: tuple[Precision, Precision] = (np.float32, np.float64)
# Samples in which the edge of a verdict is searched before bisection.
_EDGE_SAMPLE_COUNT = 240


@dataclass(frozen=True)
class PrecisionReading:
    """Verdict of a decision in one number type.

    Attributes
    ----------
    name : str
        Name of the number type.
    hit : bool
        Verdict.
    gap : float
        Margin by which the test passes (negative: fails), in ulp of its larger side;
        for exact numbers, ulp of float64.
    failing : str
        Other condition that fails; "" for none.
    """

    name: str
    hit: bool
    gap: float
    failing: str = ""


def readings(scene: SceneEntry, params: Params) -> list[PrecisionReading]:
    """Return the readings of float32, float64 and exact numbers, in this order.

    Empty if the scene has no precision formula, or it decides nothing in this state.
    """
    exact = evaluate_decision(scene, params, Fraction)
    if exact is None:
        return []
    float_readings = [_float_reading(scene, params, number) for number in FLOAT_TYPES]
    return [
        *float_readings,
        PrecisionReading(message("exact"), exact.hit, _exact_gap(exact), exact.failing),
    ]


@np.errstate(all="ignore")
def _float_reading(
    scene: SceneEntry, params: Params, number: Precision
) -> PrecisionReading:
    decision = evaluate_decision(scene, params, number)
    assert decision is not None
    gap = decision.right - decision.left
    unit = np.spacing(max(abs(decision.left), abs(decision.right)))
    return PrecisionReading(
        number.__name__, decision.hit, float(gap / unit), decision.failing
    )


def _exact_gap(decision: Decision) -> float:
    size = max(abs(decision.left), abs(decision.right))
    if size == 0:
        return 0.0
    gap = Fraction(decision.right - decision.left)
    # The unit of a number in [2^(e-1), 2^e) is 2^(e-53).
    power = _exponent(Fraction(size)) - 53
    try:
        return float(gap / Fraction(2) ** power)
    except OverflowError:
        return math.copysign(math.inf, gap)


def _exponent(size: Fraction) -> int:
    """Return the e with 2^(e-1) <= size < 2^e."""
    guess = size.numerator.bit_length() - size.denominator.bit_length()
    return guess + 1 if Fraction(2) ** guess <= size else guess


def evaluate_decision(
    scene: SceneEntry, params: Params, number: NumberType
) -> Decision | None:
    """Return the decision in one number type.

    None if the scene has no precision formula, or it decides nothing in this state.
    """
    part, part_params = scene.resolve(params)
    if part.precision_formula is None:
        return None
    return call_limited("the lens", part.precision_formula.decide, part_params, number)


def step_to_next_float(
    params: Params, axis: Axis, number: Precision, direction: int
) -> Params:
    """Return params with one number moved to the next float of type `number`.

    `direction` is +1 or -1. The result stays within `axis.limits`.
    """
    value = axis.value(params)
    next_value = number(value)
    if (float(next_value) - value) * direction <= 0.0:  # not rounded that way already
        next_value = np.nextafter(next_value, number(direction * math.inf))
    low, high = axis.limits(params)
    return axis.with_value(params, min(max(float(next_value), low), high))


def find_edge(scene: SceneEntry, params: Params, axis: Axis) -> Params | None:
    """Return the params of a hit that has a miss as neighbouring float64 on the axis.

    241 samples of the axis's span are compared with the present verdict, the nearest
    first; between one that differs and the present value the edge is found by
    bisection. Edges that lie closer together than the samples may be missed. None if no
    edge is found, the params are rejected, or the scene decides nothing.
    """
    axis_value, current = axis.value(params), _find_exact_hit(scene, params)
    if current is None:
        return None
    looks = np.linspace(*axis.span(params), _EDGE_SAMPLE_COUNT + 1).tolist()
    for candidate in sorted(looks, key=lambda value: abs(value - axis_value)):
        if _find_exact_hit(scene, axis.with_value(params, candidate)) is (not current):
            ends = (axis_value, candidate) if current else (candidate, axis_value)
            edge = _bisect_edge(scene, params, axis, *map(_float_to_index, ends))
            if edge:
                return edge
    return None


def _bisect_edge(
    scene: SceneEntry, params: Params, axis: Axis, hit: int, miss: int
) -> Params | None:
    """Bisect the floats between a hit and a miss until they are neighbours.

    Returns None where params between them have no verdict.
    """
    while abs(hit - miss) > 1:
        middle = (hit + miss) // 2
        hit_there = _find_exact_hit(
            scene, axis.with_value(params, _index_to_float(middle))
        )
        if hit_there is None:
            return None
        hit, miss = (middle, miss) if hit_there else (hit, middle)
    return axis.with_value(params, _index_to_float(hit))


def _float_to_index(number: float) -> int:
    """Return the rank of a float64: neighbours differ by 1."""
    bits = int(np.float64(abs(number)).view(np.int64))
    return bits if number >= 0.0 else -bits


def _index_to_float(place: int) -> float:
    size = float(np.int64(abs(place)).view(np.float64))
    return size if place >= 0 else -size


def _find_exact_hit(scene: SceneEntry, params: Params) -> bool | None:
    """Return the exact verdict; None for invalid params."""
    try:
        solve_scene(scene, params)
    except ValueError:
        return None
    decision = evaluate_decision(scene, params, Fraction)
    return decision.hit if decision else None


def steppable_axes(params: Params) -> list[Axis]:
    """Return the relevant axes that can be stepped by one float: all but the time."""
    return [
        axis for axis in axes(params) if not getattr(axis.spec(params), "time", False)
    ]
