"""Sample states on which a scene is checked: its cases, zeros and random values."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from playground.i18n import message
from playground.quick_dataclass import dataclass
from playground.scene import params as parameters
from playground.scene.parameter_types import (
    Choice,
    Integer,
    Number,
    Parameter,
    Points,
    Toggle,
    Vector,
)
from playground.scene.params import Params
from playground.scene.scene import SceneEntry
from playground.scene.solution import Solution, solve_scene

_RANDOM_STATE_COUNT = 40
_UNNAMED_STATE = message("some state")


@dataclass(frozen=True)
class SampleState:
    """State with its name and its solution.

    Attributes
    ----------
    name : str
        Name for messages.
    params : Params
        The state.
    answer : Solution or str
        Its solution, or the reason why it is refused.
    is_case : bool
        It is one of the scene's cases.
    """

    name: str
    params: Params
    answer: Solution | str
    is_case: bool = False

    @property
    def solution(self) -> Solution | None:
        """The solution, if there is one."""
        return None if isinstance(self.answer, str) else self.answer


def solve_state(
    entry: SceneEntry, p: Params, name: str = _UNNAMED_STATE
) -> SampleState:
    """Solve a state; a ValueError becomes the reason for refusal.

    A state with a `name` counts as a case. TimeLimitError, and any other exception of
    the scene's `solve`, is passed on.
    """
    try:
        return SampleState(name, p, solve_scene(entry, p), name is not _UNNAMED_STATE)
    except ValueError as error:
        return SampleState(name, p, str(error), name is not _UNNAMED_STATE)


@lru_cache(maxsize=8)
def cases(entry: SceneEntry) -> tuple[SampleState, ...]:
    """Return the scene's cases as sample states."""
    return tuple(
        solve_state(entry, case.params, message("the case {name!r}", name=name))
        for name, case in entry.cases.items()
    )


@lru_cache(maxsize=8)  # used by every rule
def states(entry: SceneEntry) -> tuple[SampleState, ...]:
    """Return the cases, states with zeros, and 40 random states.

    The random ones are the same in every run.
    """
    more_states = (*_zero_states(entry), *_random_states(entry))
    return (*cases(entry), *(solve_state(entry, p) for p in more_states))


def _zero_states(entry: SceneEntry) -> Iterator[Params]:
    """Yield the opening state with each parameter at 0, then with all at 0."""
    start = entry.initial_params()
    found = {
        n: _zero_value(spec)
        for n, spec in parameters.parameters_of(entry.params).items()
    }
    zero = {name: value for name, value in found.items() if value is not None}
    for name, value in zero.items():
        yield replace(start, **{name: value})
    yield replace(start, **zero)


def _zero_value(spec: Parameter) -> Any:
    match spec:
        case Vector():
            return spec.clamp((0.0,) * spec.size)
        case Points():
            return spec.clamp(((0.0,) * spec.size,) * spec.min_count)
        case Number() | Integer():
            return spec.clamp(0.0)
    return None


def _random_states(entry: SceneEntry) -> Iterator[Params]:
    rng = random.Random(entry.id)
    start, specs = entry.initial_params(), parameters.parameters_of(entry.params)
    for _ in range(_RANDOM_STATE_COUNT):
        values = {name: _random_value(spec, rng) for name, spec in specs.items()}
        yield replace(start, **{k: v for k, v in values.items() if v is not None})


def _random_value(spec: Parameter, rng: random.Random) -> Any:
    """Return a random value; None for an unknown kind of parameter."""
    match spec:
        case Choice():
            return rng.choice(spec.options)
        case Toggle():
            return rng.random() < 0.5
        case Number():
            return _random_number(spec, rng)
        case Integer():
            return rng.randint(spec.low, spec.high)
        case Vector():
            return _random_point(spec, rng)
        case Points():
            count = rng.randint(spec.min_count, spec.max_count)
            return tuple(_random_point(spec, rng) for _ in range(count))
    return None


def _random_point(spec: Vector | Points, rng: random.Random) -> tuple[float, ...]:
    return tuple(_random_number(spec, rng) for _ in range(spec.size))


def _random_number(spec: Number | Vector | Points, rng: random.Random) -> float:
    value = rng.uniform(spec.low, spec.high)
    # Coarse numbers make shapes coincide.
    return min(max(round(value * 4) / 4, spec.low), spec.high)


def list_other_values(p: Params, name: str, rng: random.Random) -> list[Params]:
    """Return the params with other values of the parameter `name`.

    These are 0, three random values, the ends of a number's range, and all options of a
    choice, as far as they differ from the present value.
    """
    spec, value = parameters.parameters_of(type(p))[name], getattr(p, name)
    values = [_zero_value(spec), *(_random_value(spec, rng) for _ in range(3))]
    if isinstance(spec, Choice):
        values += spec.options
    if isinstance(spec, Toggle):
        values.append(not value)
    if isinstance(spec, Number | Integer):
        values += (spec.low, spec.high)
    distinct_values = dict.fromkeys(x for x in values if x is not None and x != value)
    return [replace(p, **{name: other_value}) for other_value in distinct_values]
