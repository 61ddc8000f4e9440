"""States that the declared ranges allow, to try a scene with: pure."""

import random
from typing import Any

from playground.scene import params as parameters
from playground.scene.params import Params
from playground.scene.scene import Entry
from playground.scene.specs import (
    Choice,
    Number,
    Points,
    Spec,
    Toggle,
    Vector,
    Whole,
)

_STATES = 40


def states(entry: Entry) -> list[Params]:
    """Return states within the declared ranges: random ones, and all at 0."""
    rng = random.Random(entry.id)
    known = parameters.specs(entry.params)
    zero = {name: _zero(spec) for name, spec in known.items()}
    return [
        entry.params(**{k: v for k, v in zero.items() if v is not None}),
        *(
            entry.params(**{name: _any(spec, rng) for name, spec in known.items()})
            for _ in range(_STATES)
        ),
    ]


def _zero(spec: Spec) -> Any:
    match spec:
        case Vector():
            return spec.clamp((0.0,) * spec.size)
        case Points():
            return spec.clamp(((0.0,) * spec.size,) * spec.least)
        case Number() | Whole():
            return spec.clamp(0.0)
    return None


def _any(spec: Spec, rng: random.Random) -> Any:
    match spec:
        case Choice():
            return rng.choice(spec.options)
        case Toggle():
            return rng.random() < 0.5
        case Number():
            return _number(spec, rng)
        case Whole():
            return rng.randint(spec.low, spec.high)
        case Vector():
            return _place(spec, rng)
        case Points():
            count = rng.randint(spec.least, spec.most)
            return tuple(_place(spec, rng) for _ in range(count))
    raise TypeError(f"no random value of a {type(spec).__name__}")


def _place(spec: Vector | Points, rng: random.Random) -> tuple[float, ...]:
    return tuple(_number(spec, rng) for _ in range(spec.size))


def _number(spec: Number | Vector | Points, rng: random.Random) -> float:
    value = rng.uniform(spec.low, spec.high)
    # Coarse numbers make shapes coincide.
    return min(max(round(value * 4) / 4, spec.low), spec.high)
