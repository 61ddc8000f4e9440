"""Params mirrored, changed, grown or nudged a little, within their ranges: pure.

Times, choices and whole numbers stay as they are.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from playground.scene import params as parameters
from playground.scene.handles import Vec
from playground.scene.params import Params
from playground.scene.specs import Angle, Number, Points, Spec, Vector

# Points go up to this part of the picture elsewhere.
_JITTER = 0.08
# Exact moves are multiples of this, which adds to a coordinate without rounding.
_GRID = 0.25
_STEPS = 6


def free(p: Params) -> list[tuple[str, Spec]]:
    """Return the parameters that a question varies."""
    return [
        (name, spec)
        for name, spec in parameters.relevant(p).items()
        if isinstance(spec, Number | Vector | Points)
        and not (isinstance(spec, Number) and spec.time)
    ]


def lengths(p: Params) -> Iterable[float]:
    """Yield the lengths among the params, those of arrows too."""
    for name, spec in free(p):
        value = getattr(p, name)
        if isinstance(spec, Vector) and spec.low >= 0.0:
            yield from value
        elif isinstance(spec, Vector) and not spec.place:
            yield math.hypot(*value)
        elif isinstance(spec, Number) and not isinstance(spec, Angle):
            yield abs(value)


def mirrored(p: Params, dimension: int, rng: Random) -> Params:
    """Return the params mirrored and shifted as a whole: no relation is changed."""
    flips = [rng.random() < 0.5 for _ in range(dimension)]
    if dimension == 3:
        flips[1] = False  # up stays up
    shift = [rng.randint(-_STEPS, _STEPS) * _GRID for _ in range(dimension)]
    still = [0.0] * dimension

    def turned(at: Vec, by: Sequence[float]) -> Vec:
        flipped = (0.0 - x if f else x for x, f in zip(at, flips, strict=True))
        return tuple(x + d for x, d in zip(flipped, by, strict=True))

    changed: dict[str, Any] = {}
    for name, spec in free(p):
        value = getattr(p, name)
        if isinstance(spec, Angle):
            odd = sum(flips) % 2 == 1
            changed[name] = 0.0 - value if odd else value
        elif isinstance(spec, Vector) and spec.low < 0.0:
            changed[name] = turned(value, shift if spec.place else still)
        elif isinstance(spec, Points):
            changed[name] = tuple(turned(at, shift) for at in value)
    return replace(p, **changed) if _in_range(p, changed) else p


def _in_range(p: Params, values: dict[str, Any]) -> bool:
    known = parameters.specs(type(p))
    return all(known[name].clamp(value) == value for name, value in values.items())


def jittered(p: Params, size: float, rng: Random) -> Params:
    """Return the params with every number changed, in hundredths.

    `size` is that of the picture. Points that are one, as the start and end of a rest,
    stay one.
    """
    changed: dict[str, Any] = {}
    together: dict[Vec, Vec] = {}

    def moved(at: Vec) -> Vec:
        shaken = _shaken(at, _JITTER * size, rng)
        return together.setdefault(at, shaken)

    for name, spec in free(p):
        value = getattr(p, name)
        if isinstance(spec, Angle):
            changed[name] = round(value + rng.uniform(-0.6, 0.6), 3)
        elif isinstance(spec, Number):
            changed[name] = round(value * rng.uniform(0.75, 1.3), 2)
        elif isinstance(spec, Points):
            changed[name] = tuple(moved(at) for at in value)
        elif isinstance(spec, Vector) and spec.low >= 0.0:
            changed[name] = tuple(round(x * rng.uniform(0.75, 1.3), 2) for x in value)
        elif isinstance(spec, Vector) and spec.place:
            changed[name] = moved(value)
        else:
            changed[name] = _shaken(value, 0.25 * math.hypot(*value), rng)
    return parameters.with_values(p, **changed)


def _shaken(at: Vec, by: float, rng: Random) -> Vec:
    return tuple(round(x + rng.uniform(-by, by), 2) for x in at)


def grown(p: Params, step: float) -> Params:
    """Return the params with every length longer by a step."""
    changed: dict[str, Any] = {}
    for name, spec in free(p):
        value = getattr(p, name)
        if isinstance(spec, Vector) and spec.low >= 0.0:
            changed[name] = tuple(x + step for x in value)
        elif isinstance(spec, Number) and not isinstance(spec, Angle):
            changed[name] = value + step
    return parameters.with_values(p, **changed)


def nudged(p: Params, turn: float, step: float, rng: Random) -> Params:
    """Return the params with angles off by `turn`, other numbers by up to a step."""

    def off(by: float) -> Callable[[float], float]:
        return lambda x: x + rng.choice((-1, 1)) * by

    changed: dict[str, Any] = {}
    for name, spec in free(p):
        value = getattr(p, name)
        if isinstance(spec, Number):
            changed[name] = off(turn if isinstance(spec, Angle) else step)(value)
        elif isinstance(spec, Points):
            changed[name] = tuple(tuple(map(off(step), at)) for at in value)
        else:
            changed[name] = tuple(map(off(step), value))
    return parameters.with_values(p, **changed)
