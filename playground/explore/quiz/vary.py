"""The figure of a question: params with every number changed, within their ranges.

Times, choices and whole numbers stay as they are. Pure; the same seed gives the same
figure on every machine.
"""

import math
from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np

from playground.collision.turns import cosine_and_sine
from playground.scene import params as parameters
from playground.scene.handles import Vec
from playground.scene.params import Params
from playground.scene.specs import Angle, Number, Points, Spec, Vector

# Points go up to this part of the picture elsewhere.
_JITTER = 0.2
# Lengths become longer or shorter by up to these factors.
_STRETCH = 0.5, 1.7
# So many angles stay as they are: upright figures are seen as well.
_UNTURNED = 0.3


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


def varied(p: Params, size: float, rng: Random) -> Params:
    """Return the params with every number changed, in hundredths; arrows turned.

    `size` is that of the picture. Points that are one, as the start and end of a rest,
    stay one. What is equal to 0 stays so.
    """
    changed: dict[str, Any] = {}
    together: dict[Vec, Vec] = {}

    def moved(at: Vec) -> Vec:
        by = _JITTER * size
        shaken = tuple(round(x + rng.uniform(-by, by), 2) for x in at)
        return together.setdefault(at, shaken)

    for name, spec in free(p):
        value = getattr(p, name)
        if isinstance(spec, Angle):
            turn = round(rng.uniform(-math.pi, math.pi), 3)
            changed[name] = value if rng.random() < _UNTURNED else turn
        elif isinstance(spec, Number):
            changed[name] = round(value * rng.uniform(*_STRETCH), 2)
        elif isinstance(spec, Points):
            changed[name] = tuple(moved(at) for at in value)
        elif isinstance(spec, Vector) and spec.low >= 0.0:
            changed[name] = tuple(round(x * rng.uniform(*_STRETCH), 2) for x in value)
        elif isinstance(spec, Vector) and spec.place:
            changed[name] = moved(value)
        else:
            changed[name] = _turned(value, rng)
    return parameters.with_values(p, **changed)


def _turned(arrow: Vec, rng: Random) -> Vec:
    """Return an arrow turned anyhow, in space about the upright axis, and stretched."""
    # Space has y up; the plane turns x and y.
    one, other = (0, 2) if len(arrow) == 3 else (0, 1)
    turn = rng.uniform(-math.pi, math.pi)
    c, s = cosine_and_sine(np.array(turn)).tolist()
    way = list(arrow)
    way[one], way[other] = (
        c * arrow[one] - s * arrow[other],
        s * arrow[one] + c * arrow[other],
    )
    by = rng.uniform(*_STRETCH)
    return tuple(round(by * x, 2) for x in way)
