"""States in which a scene is tried: its cases, and others that its sliders allow."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from playground.i18n import message
from playground.scene import params as parameters
from playground.scene.parameter_types import (
    Choice,
    Number,
    Points,
    Spec,
    Toggle,
    Vector,
    Whole,
)
from playground.scene.params import Params
from playground.scene.scene import Entry
from playground.scene.solution import Solution, ask

_RANDOM = 40
_SOME = message("some state")


@dataclass(frozen=True)
class TriedState:
    """Params, what they are in words, and their answer or why there is none."""

    name: str
    params: Params
    answer: Solution | str
    of_case: bool = False

    @property
    def solution(self) -> Solution | None:
        """The answer, if there is one."""
        return None if isinstance(self.answer, str) else self.answer


def state(entry: Entry, p: Params, name: str = _SOME) -> TriedState:
    """Ask a scene; what it refuses it must refuse by ValueError."""
    try:
        return TriedState(name, p, ask(entry, p), name is not _SOME)
    except ValueError as error:
        return TriedState(name, p, str(error), name is not _SOME)


@lru_cache(maxsize=8)
def cases(entry: Entry) -> tuple[TriedState, ...]:
    """Return the scene's cases."""
    return tuple(
        state(entry, case.params, message("the case {name!r}", name=name))
        for name, case in entry.cases.items()
    )


@lru_cache(maxsize=8)  # every rule asks for them
def states(entry: Entry) -> tuple[TriedState, ...]:
    """Return the cases, then what may stand in nobody's mind: zeros, random ones."""
    others = (*_zeros(entry), *_randoms(entry))
    return (*cases(entry), *(state(entry, p) for p in others))


def _zeros(entry: Entry) -> Iterator[Params]:
    """Yield the opening state with each thing that can be 0 at 0, then with all."""
    opened = entry.opened()
    found = {n: _zero(spec) for n, spec in parameters.specs(entry.params).items()}
    zero = {name: value for name, value in found.items() if value is not None}
    for name, value in zero.items():
        yield replace(opened, **{name: value})
    yield replace(opened, **zero)


def _zero(spec: Spec) -> Any:
    match spec:
        case Vector():
            return spec.clamp((0.0,) * spec.size)
        case Points():
            return spec.clamp(((0.0,) * spec.size,) * spec.least)
        case Number() | Whole():
            return spec.clamp(0.0)
    return None


def _randoms(entry: Entry) -> Iterator[Params]:
    rng = random.Random(entry.id)
    opened, known = entry.opened(), parameters.specs(entry.params)
    for _ in range(_RANDOM):
        found = {name: _any(spec, rng) for name, spec in known.items()}
        yield replace(opened, **{k: v for k, v in found.items() if v is not None})


def _any(spec: Spec, rng: random.Random) -> Any:
    """Return a random value; None for a kind of somebody's own, which stays."""
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
    return None


def _place(spec: Vector | Points, rng: random.Random) -> tuple[float, ...]:
    return tuple(_number(spec, rng) for _ in range(spec.size))


def _number(spec: Number | Vector | Points, rng: random.Random) -> float:
    value = rng.uniform(spec.low, spec.high)
    # Coarse numbers make shapes coincide.
    return min(max(round(value * 4) / 4, spec.low), spec.high)
